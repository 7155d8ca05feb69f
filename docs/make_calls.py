"""Write the pages of all calls, docs/calls.md and docs/calls/: `python docs/make_calls.py`.

They are made from stubs and docstrings. Only sources are read, so it needs neither the built
library nor what the integrations are for. The docs site writes the pages when it is built, and a
test fails while they are not what this would write.
"""

import ast
import copy
import inspect
import re
import textwrap
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import TypeGuard

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "spritecol"
if not PACKAGE.is_dir():  # where a wheel is tested
    PACKAGE = Path(str(find_spec("spritecol").origin)).parent  # type: ignore[union-attr]
DOCS = ROOT / "docs"

INTRODUCTION = """\
# All calls

Every public class and function, generated from the docstrings: arguments, results, errors, and
an example. `help(spritecol.Sprite.hits)` shows the same text.

- `**only` means the [conditions](guide/hits.md#conditions), which are keywords. `mask=None`: the
  layers that count. `exclude=()`: sprites that do not count. `where=None`: a function that decides
  whether a sprite counts. `shapes=None`, `target_shapes=None`: names of the shapes that count, of
  the given sprite and of the targets. `mask` replaces the usual test of both sprites' layers and
  masks. A query at a position or along a ray has no `shapes`. A call that returns arrays has no
  `where`: select from the result instead.
- `targets` is a Sprite, a Group, or any iterable of them, nested to any depth. `*more` are more
  targets. Moves and `Overlaps` read their targets repeatedly, so they refuse an iterator, such
  as a generator.
- Where a call does not explain them, `x`, `y` are a position and `dx`, `dy` a motion, to the right
  and down, in pixels. You may pass a pair in place of the two.
- An argument with `=...` is optional.
- Shapes, and functions that make them, take `name=None`, `one_way=None` (the only side from which
  the shapes stop moving sprites, such as (0, -1) for from above; a Point has no `one_way`),
  `layer=None` and `mask=None` (layers of their own; with None, they use the sprite's).
- Functions that draw with pygame take the `surface`, usually the screen after everything else;
  `offset`, the world position at the surface's top left corner, where a camera looks; and `zoom`,
  how many pixels of the surface one pixel of the world takes.
- Positions and lengths are in pixels, y down; angles in degrees, clockwise on screen. A returned
  (x, y) is a [`Vec2`](calls/vectors.md#vec2). [Types](calls/typing.md) explains names such as
  `Targets`.
- **Errors.** An argument of the wrong type is a TypeError. These are a ValueError: a number that is
  not finite or beyond 1e12, a mask of more than 64 bits, and a container that contains itself. The
  message names the value and what is allowed. The pages name only errors beyond these. A call that
  raises has changed nothing, unless its page says so.
- `python -m spritecol.view FILE` shows the shapes of maps, images and sheets: see
  [Levels](guide/levels.md).
"""


def all_of(module: str, names: str) -> str:
    """Names of a module in the order in which a page has them."""
    return " ".join(f"{module}.{name}" for name in names.split())


PAGES = {
    "sprite": ("Sprite", "[Sprites](../guide/sprites.md)", "Sprite Number"),
    "sprite-moves": (
        "Sprite: moves and contacts",
        "[Moving](../guide/moving.md), [Contacts](../guide/contacts.md)",
        "",
    ),
    "group": ("Group", "[Groups](../guide/groups.md)", "Group"),
    "group-places": ("Group: places and rays", "[Looking](../guide/looking.md)", ""),
    "group-arrays": ("Group: arrays", "[Arrays](../advanced/arrays.md)", ""),
    "functions": (
        "Functions",
        "[Hits](../guide/hits.md), [Update, draw, clean](../guide/sprites.md#update-draw-clean), "
        "[Warnings](../guide/trouble.md#warnings)",
        "check pairs explain DISCARD Discard ALL_LAYERS update draw clean SpritecolWarning",
    ),
    "shapes": (
        "Shapes",
        "[Shapes](../guide/sprites.md#shapes), "
        "[Shapes by frame](../guide/hit-boxes.md#shapes-by-frame)",
        "Rect Circle Capsule Ellipse Triangle Polygon Segment Point Shape Frames",
    ),
    "answers": (
        "Contacts, distances, hits of rays and moves",
        "[Contacts](../guide/contacts.md), [Rays](../guide/looking.md#rays), "
        "[Moving](../guide/moving.md)",
        "Contact Distance Near RayHit SweepHit Slide Bounces",
    ),
    "arrays": (
        "Answers as arrays",
        "[Arrays](../advanced/arrays.md)",
        "ContactArrays RayArrays SweepArrays SlideArrays",
    ),
    "walker": ("CharacterController", "[Walking](../guide/walking.md)", "CharacterController"),
    "overlaps": ("Overlaps", "[Events](../guide/events.md)", "Overlaps Changes"),
    "vectors": ("Vec2 and Box", "[Vectors](../guide/sprites.md#vectors)", "Vec2 Box"),
    "paths": ("Paths", "[Paths](../guide/paths.md)", "paths.Paths paths.Way"),
    "maps": (
        "Maps of tiles, Tiled and LDtk",
        "[Levels](../guide/levels.md)",
        "tiles.shapes_from_tiles tiles.cell_of integrations.tiled.sprites_from_tmx "
        "integrations.tiled.MapSprite integrations.ldtk.sprites_from_ldtk "
        "integrations.ldtk.LevelSprite",
    ),
    "world": (
        "World",
        "[Saving](../guide/saving.md#the-state-of-a-game), [Rollback](../advanced/rollback.md)",
        "World Snapshot Difference History testing.sync_test",
    ),
    "pygame": (
        "With pygame-ce",
        "[Coming from pygame](../coming-from-pygame.md)",
        all_of(
            "integrations.pygame",
            "Sprite shapes_from_surface fill_shapes draw_shapes draw_answers install uninstall "
            "spritecollide groupcollide spritecollideany collide_rect collide_rect_ratio "
            "collide_circle collide_circle_ratio collide_mask",
        ),
    ),
    "arcade": (
        "With arcade",
        "[Coming from arcade](../coming-from-arcade.md)",
        all_of(
            "integrations.arcade",
            "Sprite Body check pairs draw_shapes draw_answers install uninstall "
            "check_for_collision check_for_collision_with_list check_for_collision_with_lists "
            "get_sprites_at_point",
        ),
    ),
    "ray": (
        "With Ray",
        "[Many machines](../advanced/machines.md)",
        all_of(
            "integrations.ray",
            "Rooms PendingStep RoomError Place",
        ),
    ),
    "ray-worlds": (
        "With Ray: worlds",
        "[Many machines](../advanced/machines.md#one-world)",
        all_of(
            "integrations.ray",
            "ShardedWorld Columns WorldRayHit WorldNear WorldStats ShardStats ShardError",
        ),
    ),
    "spatial": (
        "Indexes without sprites",
        "[Spatial](../advanced/spatial.md)",
        "spatial",
    ),
    "morton": ("Morton codes", "[Spatial](../advanced/spatial.md)", "spatial.morton"),
    "typing": ("Types", "[Shapes](../guide/sprites.md#shapes)", "typing"),
}
"""The title of each page, the pages that explain it, and its classes and functions, or modules."""

TOPICS = {
    "Sprite": {
        "[Hits](../guide/hits.md)": "hits check",
        "[Moves](../guide/moving.md)": (
            "move_and_slide move_and_collide move_and_bounce sweep sweep_all"
        ),
        "[Contacts](../guide/contacts.md)": "contacts distance separation depenetrate",
        "[Places](../guide/looking.md#places)": "contains to_world to_local",
        "[The end](../guide/sprites.md#update-draw-clean)": "vanish",
    },
    "Group": {
        "[Members](../guide/groups.md)": "add remove discard clear index count",
        "[Update and draw](../guide/sprites.md#update-draw-clean)": "update draw",
        "[Hits](../guide/hits.md)": "hits pairs",
        "[Places](../guide/looking.md#places)": (
            "query_point query_box query_circle query_shape query_inside query_outside "
            "query_within nearest nearest_k"
        ),
        "[Rays](../guide/looking.md#rays)": "raycast raycast_all line_of_sight visible_area",
        "[Columns](../guide/groups.md#columns)": "column set_column",
        "[Arrays of pairs](../advanced/arrays.md#pairs-and-contacts)": (
            "pair_indices contact_arrays separation_arrays"
        ),
        "[Arrays of places and rays](../advanced/arrays.md#places-and-rays)": (
            "point_indices box_indices circle_indices nearest_indices raycast_arrays "
            "line_of_sight_arrays"
        ),
        "[Arrays of moves](../advanced/arrays.md#bullets)": "sweep_arrays move_and_slide_arrays",
    },
}
"""The methods of large classes in the order of use; other classes have them in the right order."""

APART = {
    "sprite-moves": ("Sprite", ("Moves", "Contacts")),
    "group-places": ("Group", ("Places", "Rays")),
    "group-arrays": ("Group", ("Arrays of pairs", "Arrays of places and rays", "Arrays of moves")),
}
"""Pages with some topics of a class that is too large for one page."""

MODULES = (
    "",
    "integrations.arcade",
    "integrations.ldtk",
    "integrations.pygame",
    "integrations.ray",
    "integrations.tiled",
    "paths",
    "spatial",
    "spatial.morton",
    "testing",
    "tiles",
    "typing",
)

CONDITIONS = {"mask", "exclude", "where", "target_shapes"}
TOLD = {"targets", "only", *CONDITIONS, "shapes"}
"""Arguments that the introduction explains."""
OF_SHAPES = {"name", "one_way", "layer", "mask"}
OF_DRAWING = {"surface", "offset", "zoom"}
OF_PLACES = (
    {
        "x": "position to the right, in pixels; or a pair (x, y) in place of `x` and `y`",
        "y": "position down, in pixels",
    },
    {
        "dx": "how far to the right, in pixels; or a pair (dx, dy) in place of `dx` and `dy`",
        "dy": "how far down, in pixels",
    },
    {"*more": "more targets"},
)
"""Arguments that the introduction explains, too, where their docstrings say just this."""

CELL = 300
"""At most so many characters are in a cell of a table. What follows is below the table."""

USUAL = re.compile(
    r"(?:a Sprite, a Group, or an iterable of them|sprites)\b[^.]*\."
    r"|layers as bits\b[^.]*\.(?: None (?:\(the default\) )?means all layers\.)?"
    r"(?: This replaces the usual test of both sprites' layers and masks\.)?"
    r"|a function of a sprite; sprites for which it returns False are not (?:found|hit)\."
    r"|always None\..*"
    r"|(?:a name or names of|likewise for)\b[^.]*\.(?: None means all(?: shapes)?\.)?"
    r"|more targets\."
)
"""What docstrings say of an argument in `TOLD`, if it is no more than the introduction says."""

USUAL_ERRORS = re.compile(
    r"(?:the value|\S+ \S+|it) is not finite(?: or (?:is )?beyond 1e12)?"
    r"|not finite|(?:is )?beyond 1e12|`mask` has more than 64 bits"
    r"|(?:a container|an iterable|`\w+`)(?: in `\w+`)? contains itself"
)
"""Conditions of a ValueError that the introduction names."""

WRONG_TYPE = re.compile(
    r"\b(?:(?:is|are) (?:not|None|neither)|contains?|wrong type|anything else)\b"
)
"""In each condition of a TypeError that says no more than the introduction."""

PLACEHOLDERS = {
    "MapSprite": "sprite",
    "LevelSprite": "sprite",
    "ContactArrays": "contacts",
    "CharacterController": "walker",
    "RayHit": "hit",
    "SweepHit": "hit",
    "Vec2": "vector",
    "LinearQuadtree": "tree",
    "CellSpace": "space",
    "ShardedWorld": "world",
}
"""The name of an object in the calls, if it is not the name of its class."""


# --- what the sources say ------------------------------------------------------------------------


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def files_of(module: str) -> list[Path]:
    """The stub and the code of a module, those that there are."""
    place = PACKAGE.joinpath(*module.split(".")) if module else PACKAGE
    if not place.with_suffix(".py").exists():  # git leaves empty folders where modules were
        place /= "__init__"
    return [path for kind in (".pyi", ".py") if (path := place.with_suffix(kind)).exists()]


def exported(module: str) -> list[str]:
    """Return the public names of a module that are not modules."""
    for node in parsed(files_of(module)[-1]).body:
        if "__all__" in defined(node) and isinstance(node, ast.Assign):
            names: list[str] = ast.literal_eval(node.value)
            return [name for name in names if f"{module}.{name}" not in MODULES]
    raise ValueError(f"spritecol.{module} has no __all__")


def defined(node: ast.stmt) -> set[str]:
    """Return the names that a statement defines."""
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
            return {name}
        case ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
        case ast.Assign(targets=targets):
            return {each.id for each in targets if isinstance(each, ast.Name)}
    return set()


def definitions(module: str, name: str) -> list[ast.stmt]:
    """What defines a name, in the stub and in the code, of the module that it is imported from."""
    files = files_of(module)
    found = [node for path in files for node in parsed(path).body if name in defined(node)]
    for node in ast.walk(parsed(files[-1])):
        if not found and isinstance(node, ast.ImportFrom):
            for each in node.names:
                if name == (each.asname or each.name):
                    source = str(node.module).removeprefix("spritecol").lstrip(".")
                    return definitions(source, each.name)
    if not found:
        raise ValueError(f"spritecol.{module} has no {name}")
    return found


BASES = {
    "SpriteRow": "sprites.row.sprite_row",
    "Surface": "sprites.questions.answers",
    "Ratio": "integrations.pygame.drop_in.collided",
}
"""Bases that users do not see. Their members count as members of their subclasses."""


def members(nodes: list[ast.stmt]) -> dict[str, list[ast.stmt]]:
    """What defines each member of a class, the stub before the code.

    Of a class with a stub only what that names: the code has members that only C sees.
    """
    found: dict[str, list[ast.stmt]] = {}
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    for node in classes:
        bodies = [node.body]
        for base in map(ast.unparse, node.bases):
            if base in BASES:
                more = definitions(BASES[base], base)
                bodies += [each.body for each in more if isinstance(each, ast.ClassDef)]
        for one in chain(*bodies):
            for name in defined(one):
                if node is classes[0] or name in found:
                    found.setdefault(name, []).append(one)
    return found


def docstring(nodes: list[ast.stmt]) -> str:
    """Return the docstring of a name: that of the code says more than that of the stub."""
    texts = [""]
    for node in nodes:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            # Without the signature that compiled classes have there.
            text = re.sub(r"^.*\)\n--\n\n", "", ast.get_docstring(node) or "")
            texts.append(textwrap.dedent(text))
        elif isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("Attribute("):
            texts.append(inspect.cleandoc(ast.literal_eval(node.value.args[1])))  # type: ignore[attr-defined]
    return max(texts, key=len)


SECTION = re.compile(r"^([A-Z]\w+):\n((?:    .*\n|\n)+)", re.MULTILINE)


def sections(doc: str) -> dict[str, dict[str, str]]:
    """The entries under `Args:` and the like; what is returned is the entry "" of its section."""
    found: dict[str, dict[str, str]] = {}
    for title, text in SECTION.findall(doc + "\n"):
        entries = found.setdefault(title, {})
        body = textwrap.dedent(text).strip()
        if title not in ("Args", "Attributes"):
            entries[""] = body
            continue
        for entry in re.split(r"\n(?=\S)", body):
            names, _, meaning = entry.partition(": ")
            entries[names] = meaning
    return found


EXAMPLE = re.compile(r"^>>> .*\n(?:.+\n)*", re.MULTILINE)


def linked(text: str) -> str:
    """A paragraph on one line, with the names of pages as links."""
    return re.sub(r"\bdocs/([\w/-]+)\.md\b", r"[\1](../\1.md)", " ".join(text.split()))


def halves(text: str) -> tuple[str, str]:
    """The first sentence of a text, and what follows it."""
    first, *rest = re.split(r"(?<=[.!?])\s+(?=[A-Z`])", linked(text), maxsplit=1)
    return first, "".join(rest)


def sentence(text: str) -> str:
    """The first one, without a full stop."""
    first = halves(re.split(r"\n\n|\n>>>", text)[0])[0].rstrip(":")
    first = first if first.endswith("...") else first.removesuffix(".")
    return first.replace("|", "\\|")


def cell(text: str) -> str:
    """What a cell says: all of a text, or its first sentence if the text is long."""
    rest = halves(text)[1]
    whole = linked(text).replace("|", "\\|")
    return whole if rest and len(whole) <= CELL else sentence(text)


def beyond(text: str) -> str:
    """What a cell leaves out."""
    rest = halves(text)[1]
    return rest if len(linked(text)) > CELL else ""


def prose(doc: str) -> str:
    """What a docstring says between its first sentence and its sections, as Markdown."""
    text = EXAMPLE.sub("", SECTION.sub("", doc + "\n")).strip()
    first, *others = re.split(r"\n\n+", text)
    parts = [halves(first)[1]]
    parts += [one if re.search("^ ", one, re.MULTILINE) else linked(one) for one in others]
    return "".join(f"\n{one}\n" for one in parts if one)


def errors(doc: str) -> list[tuple[str, str]]:
    """The errors and warnings that a docstring names, with their conditions, without the usual."""
    found = []
    raised = [sections(doc).get(title, {}).get("", "") for title in ("Raises", "Warns")]
    for entry in chain(*(re.split(r"\n(?=\S)", text) for text in raised if text)):
        kind, _, text = entry.partition(": ")
        first, rest = halves(text)
        start = "on assignment, " if first.startswith("on assignment, ") else ""
        conditions = re.split(r", or |, (?!so |wh)", first.removeprefix(start).removesuffix("."))
        told = [one for one in conditions if not USUAL_ERRORS.fullmatch(one)]
        if kind == "TypeError" and all(map(WRONG_TYPE.search, conditions)):
            told = []
        if told and told != conditions:
            listed = ", or ".join(filter(None, (", ".join(told[:-1]), told[-1])))
            first = f"{start}{listed}."
        if told or rest:
            found.append((kind, f"{first} {rest}".strip()))
    return found


def details(doc: str) -> str:
    """What stands below the tables: more about it, its errors, and its example."""
    listed = "".join(f"- `{kind}`: {text}\n" for kind, text in errors(doc))
    shown = "".join(f"\n```pycon\n{one}```\n" for one in EXAMPLE.findall(doc + "\n"))
    return prose(doc) + (listed and f"\nErrors:\n\n{listed}") + shown


# --- what is shown -------------------------------------------------------------------------------


def code(text: str) -> str:
    return "`" + text.replace("|", "\\|") + "`"


def every(arguments: ast.arguments) -> list[ast.arg]:
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]


def fullest(functions: list[ast.FunctionDef]) -> ast.FunctionDef:
    """Of overloads, and of a stub and the code, the one that says most: of a stub, if any."""
    stubs = [each for each in functions if ast.unparse(each.body[-1]) == "..."]

    def said(function: ast.FunctionDef) -> tuple[int, int]:
        given = function.args
        defaults = [*given.defaults, *filter(None, given.kw_defaults)]
        return len(every(given)) + bool(given.vararg), len(defaults)

    return max(stubs or functions, key=said)


def signature(function: ast.FunctionDef, bound: bool) -> str:
    """The arguments with their defaults, without types; the conditions as `**only`."""
    arguments = copy.deepcopy(function.args)
    if bound:
        del (arguments.posonlyargs or arguments.args)[0]
    for one in [*every(arguments), arguments.vararg, arguments.kwarg]:
        if one:
            one.annotation = None
    names = {one.arg for one in arguments.kwonlyargs}
    if names >= CONDITIONS:
        kept = [
            (one, default)
            for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
            if one.arg not in {*CONDITIONS, "shapes"}
        ]
        arguments.kwonlyargs = [one for one, _ in kept]
        arguments.kw_defaults = [default for _, default in kept]
        arguments.kwarg = ast.arg("only")
    return f"({ast.unparse(arguments)})"


def of_fields(nodes: list[ast.stmt]) -> str:
    """The arguments of a class by attrs or of a named tuple."""
    fields = [
        ast.unparse(one.target) + ("" if one.value is None else default_of(one.value))
        for node in nodes
        if isinstance(node, ast.ClassDef)
        for one in node.body
        if isinstance(one, ast.AnnAssign)
        and "init=False" not in ast.unparse(one)
        and not ast.unparse(one.target).startswith("_")
    ]
    return f"({', '.join(fields)})"


def default_of(value: ast.expr) -> str:
    """The default of a field."""
    text = ast.unparse(value)
    found = re.search(r"default=(\(\)|\w+)", text)
    return f"={text}" if "field(" not in text else f"={found[1]}" if found else ""


def is_function(node: ast.stmt) -> TypeGuard[ast.FunctionDef]:
    return isinstance(node, ast.FunctionDef)


def marks(nodes: list[ast.stmt]) -> set[str]:
    return {
        ast.unparse(mark) for node in filter(is_function, nodes) for mark in node.decorator_list
    }


ALIASES = {
    "Bounds": "tuple[float, float, float, float]",
    "Piece": "tuple[XY, ...]",
    "Seam": "tuple[XY, XY]",
    "XY": "tuple[float, float]",
}
"""Names for types that only the library's own code uses."""


def type_of(nodes: list[ast.stmt]) -> str:
    """Return the type of a property or an attribute."""
    for node in nodes:
        annotation = node.returns if is_function(node) else getattr(node, "annotation", None)
        if annotation:
            return type_text(annotation)
    return ""


def type_text(annotation: ast.expr) -> str:
    """A type as the pages show it."""
    text = re.sub(r"\bFinal\[(.+)\]$", r"\1", ast.unparse(annotation).strip("'"))
    text = re.sub(r"\b_\w*?S_co\b|\b_S_co\b", "Sprite", text)
    for alias, meaning in ALIASES.items():
        text = re.sub(rf"\b{alias}\b", meaning, text)
    return re.sub(r"\b(np|npt|cython)\.|\b_(?=[A-Z])", "", text)


def table(head: str, rows: list[str]) -> str:
    """A table of Markdown with an empty line before it; nothing without rows."""
    if not rows:
        return ""
    return f"\n| {head} |\n|{'---|' * (head.count(' | ') + 1)}\n" + "".join(rows)


def arguments_of(doc: str, left_out: set[str] = TOLD) -> dict[str, str]:
    found = sections(doc).get("Args", {})
    if left_out is TOLD and "exclude" not in found:  # `mask` and `shapes` are something else there
        left_out = {"targets"}
    for names in (OF_SHAPES, OF_DRAWING):
        if names <= found.keys():
            left_out = left_out | names
    for texts in OF_PLACES:
        if all(sentence(found.get(name, "")) == text for name, text in texts.items()):
            left_out = left_out | texts.keys()
    return {
        name: text
        for name, text in found.items()
        if not set(name.split(", ")) <= left_out
        or (name in TOLD and not USUAL.fullmatch(linked(text).removesuffix(".") + "."))
    }


def argument_table(found: dict[str, str], types: dict[str, str], anchors: dict[str, str]) -> str:
    """The table of arguments, and below it what its cells leave out."""
    rows, more = [], ""
    for names, text in found.items():
        kind = types.get(names.split(", ")[0].lstrip("*"), "")
        rows.append(
            f"| {anchors.get(names, '')}`{names}` | {kind and code(kind)} | {cell(text)} |\n"
        )
        if rest := beyond(text):
            more += f"- `{names}`: {rest}\n"
    return table("argument | type | what it is", rows) + (more and f"\n{more}")


def types_of(function: ast.FunctionDef) -> dict[str, str]:
    """The types of the arguments of a function."""
    given = function.args
    found = [*every(given), *filter(None, (given.vararg, given.kwarg))]
    types = {one.arg: type_text(one.annotation) for one in found if one.annotation}
    return keywords_of(types.get("only", "")) | types


def keywords_of(unpacked: str) -> dict[str, str]:
    """The types of the keywords that a TypedDict of `spritecol.typing` stands for."""
    for node in parsed(files_of("typing")[-1]).body:
        if isinstance(node, ast.ClassDef) and unpacked == f"Unpack[{node.name}]":
            fields = [one for one in node.body if isinstance(one, ast.AnnAssign)]
            return {ast.unparse(one.target): type_text(one.annotation) for one in fields}
    return {}


def paragraph(text: str) -> str:
    """The first sentence of a docstring, with a full stop."""
    first = sentence(text)
    return f"{first}." if first and first[-1] not in ".!?" else first


def slug(heading: str) -> str:
    """The anchor that code hosts and the site make of a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def marked(owner: str, member: str) -> str:
    """The anchor of a name in a table, where no heading makes one."""
    return f'<a id="{slug(f"{owner}.{member}")}"></a>'


def of_function(heading: str, shown: str, nodes: list[ast.stmt], bound: bool) -> str:
    """The section on a function or a method."""
    doc = docstring(nodes)
    best = fullest([node for node in nodes if is_function(node)])
    back = linked(sections(doc).get("Returns", sections(doc).get("Yields", {})).get("", ""))
    kind = type_of([best])
    call = shown + signature(best, bound) + (f" -> {kind}" if kind not in ("", "None") else "")
    return (
        f"\n{heading}\n\n`{call}`\n\n"
        f"{paragraph(doc)}{back and f' Returns: {back}'}\n"
        f"{argument_table(arguments_of(doc), types_of(best), {})}{details(doc)}"
    )


def label(topic: str) -> str:
    """The text of a link."""
    return re.sub(r"\[|\]\(.*\)", "", topic)


def of_methods(title: str, owner: str, methods: dict[str, list[ast.stmt]], stem: str) -> str:
    """The sections on the methods of a class, in the order of use, with their contents before.

    Methods that have a page of their own are only linked, unless that page is the one meant.

    Raises:
        ValueError: the topics of the class lack a method, or have one that it lacks.
    """
    topics = TOPICS.get(title, {"": " ".join(methods)})
    order = " ".join(topics.values()).split()
    if sorted(order) != sorted(methods):
        raise ValueError(f"TOPICS of {title}: {set(order) ^ methods.keys()}")
    places = {
        topic: page
        for page, (kind, labels) in APART.items()
        for topic in topics
        if kind == title and label(topic) in labels
    }
    links = {}
    for topic, names in topics.items():
        page = f"{places[topic]}.md" if topic in places and places[topic] != stem else ""
        links[topic] = ", ".join(
            f"[`{one}`]({page}#{slug(f'{owner}.{one}')})" for one in names.split()
        )
    order = [
        one
        for topic, names in topics.items()
        if places.get(topic, "") == stem
        for one in names.split()
    ]
    text = ""
    if title in TOPICS and not stem:
        rows = [f"| {topic} | {names} |\n" for topic, names in links.items()]
        text = table("about | methods", rows)
    elif len(order) > 3:
        own_links = (names for topic, names in links.items() if places.get(topic, "") == stem)
        text = f"\nMethods: {', '.join(own_links)}.\n"
    for name in order:
        own = marks(methods[name])
        is_static = bool(own & {"staticmethod", "classmethod"})
        shown = f"{owner if is_static else PLACEHOLDERS.get(owner, owner.lower())}.{name}"
        bound = "staticmethod" not in own
        heading = f"{'##' if stem else '###'} {owner}.{name}"
        text += of_function(heading, shown, methods[name], bound)
    return text


def of_class(title: str, nodes: list[ast.stmt], stem: str = "") -> str:
    """The section on a class: how it is made, its attributes, its methods.

    Of a class with a page of its own for some methods, that page has the sections on these.
    """
    name, doc, found = title.rpartition(".")[2], docstring(nodes), members(nodes)
    told = sections(doc)
    is_shape = any(
        "Shape" in map(ast.unparse, n.bases) for n in nodes if isinstance(n, ast.ClassDef)
    )
    makers = [
        one for key in ("__init__", "__new__") for one in found.get(key, ()) if is_function(one)
    ]
    write, types = name, {one: type_of(own) for one, own in found.items()}
    if makers:
        types |= types_of(fullest(makers))
    if "Args" in told and makers and not is_shape:
        write += signature(fullest(makers), bound=True)
        for argument, text in told["Args"].items():  # those of a class whose defaults one can state
            if default := re.search(r"Default `?([\w.]*\w)|(None) \(the default\)", text):
                stated = f"{argument}={default[1] or default[2]}"
                write = re.sub(rf"\b{re.escape(argument)}=\.\.\.", stated, write)
    elif "Args" in told:
        write += of_fields(nodes)
    methods: dict[str, list[ast.stmt]] = {}
    attributes = {
        one: (text, found.get(one, []))
        for names, text in told.get("Attributes", {}).items()
        for one in names.split(", ")
    }
    of_all = members(definitions("", "Shape")) if is_shape else {}
    for member, own in found.items():
        if member in attributes and len(docstring(own)) > len(attributes[member][0]):
            attributes[member] = docstring(own), own
        is_of_all_shapes = is_shape and docstring(own) == docstring(of_all.get(member, []))
        if member[0] == "_" or member in attributes or is_of_all_shapes or not docstring(own):
            continue
        if any(map(is_function, own)) and not marks(own) & {"property", "cached_property"}:
            methods[member] = own
        else:
            attributes[member] = docstring(own), own
    if stem:
        return of_methods(title, name, methods, stem)
    arguments, anchors = arguments_of(doc, OF_SHAPES if is_shape else TOLD), {}
    for names in arguments:
        elsewhere = attributes.keys() | methods
        fields = [one for one in names.split(", ") if one in found and one not in elsewhere]
        anchors[names] = "".join(marked(name, one) for one in fields)
    rows, more = [], ""
    for one, (text, own) in attributes.items():
        write_it = code(f"{PLACEHOLDERS.get(name, name.lower())}.{one}")
        back, about = type_of(own), EXAMPLE.sub("", SECTION.sub("", text + "\n"))
        rows.append(f"| {marked(name, one)}{write_it} | {back and code(back)} | {cell(about)} |\n")
        told_below = [beyond(about), *(f"`{kind}`: {when}" for kind, when in errors(text))]
        shown = "".join(f"\n```pycon\n{example}```\n" for example in EXAMPLE.findall(text + "\n"))
        if any(told_below) or shown:
            below = " ".join(filter(None, told_below)) or "For example:"
            more += f"- {write_it}: {below}\n{textwrap.indent(shown, '  ')}"
    made = "" if write == name else f"`{write}`\n\n"
    return (
        f"\n## {name}\n\n{made}{paragraph(doc)}\n{argument_table(arguments, types, anchors)}"
        f"{table('attribute | type | what it is', rows)}{more and chr(10) + more}"
        f"{details(doc)}{of_methods(title, name, methods, '')}"
    )


def section(title: str) -> str:
    """The section on a class, a function or a value; those of a whole module."""
    if title == "typing":
        return of_types()
    if title in MODULES:
        about = ast.get_docstring(parsed(files_of(title)[-1])) or ""
        about = re.sub(r"^Modules::\n\n(?:    .*\n)+", "", f"{about}\n", flags=re.MULTILINE)
        made = "".join(section(f"{title}.{name}") for name in exported(title))
        return f"\n{paragraph(about)}\n{prose(about)}{made}"
    name = title.rpartition(".")[2]
    nodes = definitions(module_of(title), name)
    if any(isinstance(node, ast.ClassDef) for node in nodes):
        return of_class(title, nodes)
    if any(map(is_function, nodes)):
        return of_function(f"## {name}", name, nodes, bound=False)
    return f"\n## {name}\n\n{DATA[name]}\n"


TYPES = """
`spritecol.typing` names the types in the signatures of these pages, for annotations of your own:

```python
from spritecol import Circle, Sprite
from spritecol.typing import Collision, Targets


def explode(bomb: Sprite, targets: Targets) -> None: ...


class Coin(Sprite):
    collision: Collision = Circle(0, 0, 5)
```

<!-- search: mypy, pyright, type hints, type checker, annotations -->

mypy takes `collision = Circle(0, 0, 5)` in a class to mean that it is a Circle forever. If a
subclass or a sprite gets another kind of shape, write the type, as above.

Two more names stand in signatures only. `NumberKeyword` is a keyword for a `Number` of a subclass:
`Sprite` itself takes none, so a type checker rejects `Sprite(speed=5)`. `A` and `B` are classes of
yours: you get back the classes that you passed.
"""


def of_types() -> str:
    """The sections on the types: the text below each, or its docstring."""
    body, made = parsed(files_of("typing")[-1]).body, ""
    for name in sorted(exported("typing")):
        (at,) = (i for i, node in enumerate(body) if name in defined(node))
        text, below = docstring([body[at]]), body[at + 1 : at + 2]
        if not text and below and isinstance(below[0], ast.Expr):
            text = ast.literal_eval(below[0].value)
        if not text:
            raise ValueError(f"spritecol.typing.{name} has no text")
        made += f"\n## {name}\n\n{paragraph(text)}\n{details(text)}"
    return TYPES + made


DATA = {
    "ALL_LAYERS": "All 64 layers at once, the default of `collision_mask`.",
    "DISCARD": "What a callback returns to take its sprite out of this check.",
}
"""Names of values, which have no docstring."""


def module_of(name: str) -> str:
    """The module that has a public name, or that it is."""
    return max((one for one in MODULES if f"{name}.".startswith(f"{one}.")), key=len, default="")


def origins(titles: str) -> str:
    """Return from where to import the names of a page."""
    found: dict[str, list[str]] = {}
    for title in titles.split():
        module = module_of(title)
        names = exported(title) if title == module else [title.rpartition(".")[2]]
        found.setdefault(f"spritecol.{module}".rstrip("."), []).extend(names)
    listed = [
        f"`{module}` has " + ", ".join(f"`{name}`" for name in names)
        for module, names in found.items()
    ]
    return f"{'; '.join(listed)}.\n\n" if listed else ""


def names_on(text: str) -> Iterator[tuple[str, str, str]]:
    """Each name on a page, with its class or "", and with its anchor."""
    kind = ""
    seen: set[str] = set()
    for heading, mark in re.findall(r'^###? (.+)|<a id="(\w+)">', text, re.MULTILINE):
        owner, _, name = heading.rpartition(".") if heading else (kind, "", "")
        kind = owner or name
        anchor = mark or slug(heading)
        if anchor in seen:  # two headings that differ in capitals only
            anchor += "-1"
        seen.add(anchor)
        yield name or mark.removeprefix(slug(kind)), owner, anchor


def pages() -> dict[str, str]:
    """The text of each page, by its path in the folder of the pages.

    Raises:
        ValueError: a public name is on no page.
    """
    named = {name for *_, names in PAGES.values() for name in names.split()}
    public = {f"{one}.{name}".lstrip(".") for one in MODULES for name in exported(one)}
    named |= {name.rpartition(".")[2] for name in named & public}  # `Paths`, also of the root
    missing = {name for name in public - named if name.rpartition(".")[0] not in named}
    if missing:
        raise ValueError(f"add to PAGES: {sorted(missing)}")
    texts, contents = {}, ""
    places: dict[str, list[tuple[str, str]]] = {}  # where each name is: a label and a link
    for stem, (title, guide, names) in PAGES.items():
        text = "".join(map(section, names.split()))
        if stem in APART:
            kind = APART[stem][0]
            text += of_class(kind, definitions("", kind), stem)
        texts[f"calls/{stem}.md"] = (
            f"# Calls: {title}\n\n{origins(names)}[All calls](../calls.md) says how to read "
            f"this page, and has all names from A to Z. For explanations, see {guide}.\n{text}"
        )
        tops = []
        for name, owner, anchor in names_on(text):
            link = f"calls/{stem}.md#{anchor}"
            label = owner or title
            if owner and title.startswith("With "):
                label += title.removeprefix("With").join((" with", ""))
            places.setdefault(name, []).append((label, link))
            tops += [] if owner else [f"[`{name}`]({link})"]
        contents += f"- [{title}](calls/{stem}.md): {', '.join(tops)}\n"
    index, letter = "", ""
    for name in sorted(places, key=lambda name: (name.lower(), name)):
        if name[0].upper() != letter:
            letter = name[0].upper()
            index += f"\n### {letter}\n\n"
        links = [f"[{label}]({link})" for label, link in sorted(places[name])]
        index += f"- `{name}`: {', '.join(links)}\n"
    texts["calls.md"] = f"{INTRODUCTION}\n## Pages\n\n{contents}\n## A to Z\n{index}"
    return texts


def write() -> None:
    for path, text in pages().items():
        (DOCS / path).parent.mkdir(exist_ok=True)
        (DOCS / path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
