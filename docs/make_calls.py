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

Every public class and function, generated from the docstrings. Call
`help(spritecol.Sprite.hits)` and the like to see all of a docstring, with errors and an example.

- `**only` means the [conditions](guide/hits.md#conditions), which are keywords. `mask=None`: the
  layers that count. `exclude=()`: sprites that do not count. `where=None`: a function that decides
  whether a sprite counts. `shapes=None`, `target_shapes=None`: names of the shapes that count, of
  the given sprite and of the targets. A query at a position or along a ray has no `shapes`, and a
  call that returns arrays has no `where`.
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
  (x, y) is a [`Vec2`](calls/vectors.md#vec2).
- `python -m spritecol.view FILE` shows the shapes of maps, images and sheets: see
  [Levels](guide/levels.md).
"""


def all_of(module: str, names: str) -> str:
    """Names of a module in the order in which a page has them."""
    return " ".join(f"{module}.{name}" for name in names.split())


PAGES = {
    "sprite": ("Sprite", "[Sprites](../guide/sprites.md)", "Sprite Number"),
    "group": ("Group", "[Groups](../guide/groups.md)", "Group"),
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
        "[Moving](../guide/moving.md), [Arrays](../advanced/arrays.md)",
        "Contact Distance Near RayHit SweepHit Slide Bounces ContactArrays Rays Sweeps Slides",
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
            "Rooms PendingStep RoomError ShardedWorld Columns WorldRayHit WorldNear WorldStats "
            "ShardStats ShardError Place",
        ),
    ),
    "spatial": (
        "Indexes without sprites",
        "[Spatial](../advanced/spatial.md)",
        "spatial spatial.morton",
    ),
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
    if place.is_dir():
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
    """Return the docstring of a name where it is defined."""
    for node in nodes:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and (text := ast.get_docstring(node)):
            # Without the signature that compiled classes have there.
            return textwrap.dedent(re.sub(r"^.*\)\n--\n\n", "", text))
        if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("Attribute("):
            return inspect.cleandoc(ast.literal_eval(node.value.args[1]))  # type: ignore[attr-defined]
    return ""


def sections(doc: str) -> dict[str, dict[str, str]]:
    """The entries under `Args:` and the like; what is returned is the entry "" of its section."""
    found: dict[str, dict[str, str]] = {}
    for title, text in re.findall(r"^([A-Z]\w+):\n((?:    .*\n|\n)+)", doc + "\n", re.MULTILINE):
        entries = found.setdefault(title, {})
        body = textwrap.dedent(text).strip()
        if title not in ("Args", "Attributes"):
            entries[""] = body
            continue
        for entry in re.split(r"\n(?=\S)", body):
            names, _, meaning = entry.partition(": ")
            entries[names] = meaning
    return found


def sentence(text: str) -> str:
    """The first one, on one line, with the names of pages as links."""
    line = " ".join(re.split(r"\n\n|\n>>>", text)[0].split())
    first = re.split(r"(?<=[.!?])\s+(?=[A-Z`])", line, maxsplit=1)[0].rstrip(":")
    first = first if first.endswith("...") else first.removesuffix(".")
    first = re.sub(r"\bdocs/([\w/-]+)\.md\b", r"[\1](\1.md)", first)
    return first.replace("|", "\\|")


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
            text = re.sub(r"\bFinal\[(.+)\]$", r"\1", ast.unparse(annotation).strip("'"))
            text = re.sub(r"\b_\w*?S_co\b|\b_S_co\b", "Sprite", text)
            for alias, meaning in ALIASES.items():
                text = re.sub(rf"\b{alias}\b", meaning, text)
            return re.sub(r"\b(np|npt|cython)\.|\b_(?=[A-Z])", "", text)
    return ""


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
    return {name: text for name, text in found.items() if not set(name.split(", ")) <= left_out}


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
    back = paragraph(sections(doc).get("Returns", sections(doc).get("Yields", {})).get("", ""))
    rows = [f"| `{name}` | {sentence(text)} |\n" for name, text in arguments_of(doc).items()]
    return (
        f"\n{heading}\n\n{code(shown + signature(best, bound))}\n\n"
        f"{paragraph(doc)}{back and f' Returns: {back}'}\n{table('argument | what it is', rows)}"
    )


def of_methods(title: str, owner: str, methods: dict[str, list[ast.stmt]]) -> str:
    """The sections on the methods of a class, in the order of use, with their contents before.

    Raises:
        ValueError: the topics of the class lack a method, or have one that it lacks.
    """
    topics = TOPICS.get(title, {"": " ".join(methods)})
    order = " ".join(topics.values()).split()
    if sorted(order) != sorted(methods):
        raise ValueError(f"TOPICS of {title}: {set(order) ^ methods.keys()}")
    links = {
        topic: ", ".join(f"[`{one}`](#{slug(f'{owner}.{one}')})" for one in names.split())
        for topic, names in topics.items()
    }
    text = ""
    if title in TOPICS:
        rows = [f"| {topic} | {names} |\n" for topic, names in links.items()]
        text = table("about | methods", rows)
    elif len(order) > 3:
        text = f"\nMethods: {links['']}.\n"
    for name in order:
        own = marks(methods[name])
        is_static = bool(own & {"staticmethod", "classmethod"})
        shown = f"{owner if is_static else PLACEHOLDERS.get(owner, owner.lower())}.{name}"
        bound = "staticmethod" not in own
        text += of_function(f"### {owner}.{name}", shown, methods[name], bound)
    return text


def of_class(title: str, nodes: list[ast.stmt]) -> str:
    """The section on a class: how it is made, its attributes, its methods."""
    name, doc, found = title.rpartition(".")[2], docstring(nodes), members(nodes)
    told = sections(doc)
    is_shape = any(
        "Shape" in map(ast.unparse, n.bases) for n in nodes if isinstance(n, ast.ClassDef)
    )
    makers = [
        one for key in ("__init__", "__new__") for one in found.get(key, ()) if is_function(one)
    ]
    write = name
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
        one: (sentence(text), found.get(one, []))
        for names, text in told.get("Attributes", {}).items()
        for one in names.split(", ")
    }
    for member, own in found.items():
        is_of_all_shapes = is_shape and member in ("geometry", "bounds")
        if member[0] == "_" or member in attributes or is_of_all_shapes or not docstring(own):
            continue
        if any(map(is_function, own)) and not marks(own) & {"property", "cached_property"}:
            methods[member] = own
        else:
            attributes[member] = sentence(docstring(own)), own
    arguments = []
    for names, text in arguments_of(doc, OF_SHAPES if is_shape else TOLD).items():
        elsewhere = attributes.keys() | methods
        fields = [one for one in names.split(", ") if one in found and one not in elsewhere]
        anchors = "".join(marked(name, one) for one in fields)
        arguments.append(f"| {anchors}`{names}` | {sentence(text)} |\n")
    rows = []
    for one, (text, own) in attributes.items():
        write_it = code(f"{PLACEHOLDERS.get(name, name.lower())}.{one}")
        back = type_of(own)
        rows.append(f"| {marked(name, one)}{write_it} | {back and code(back)} | {text} |\n")
    made = "" if write == name else f"{code(write)}\n\n"
    return (
        f"\n## {name}\n\n{made}{paragraph(doc)}\n"
        f"{table('argument | what it is', arguments)}"
        f"{table('attribute | type | what it is', rows)}{of_methods(title, name, methods)}"
    )


def section(title: str) -> str:
    """The section on a class, a function or a value; those of a whole module."""
    if title in MODULES:
        return "".join(section(f"{title}.{name}") for name in exported(title))
    name = title.rpartition(".")[2]
    nodes = definitions(module_of(title), name)
    if any(isinstance(node, ast.ClassDef) for node in nodes):
        return of_class(title, nodes)
    if any(map(is_function, nodes)):
        return of_function(f"## {name}", name, nodes, bound=False)
    return f"\n## {name}\n\n{DATA[name]}\n"


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
    return f"{'; '.join(listed)}."


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
    missing = {name for name in public - named if name.rpartition(".")[0] not in named}
    if missing:
        raise ValueError(f"add to PAGES: {sorted(missing)}")
    texts, contents = {}, ""
    places: dict[str, list[tuple[str, str]]] = {}  # where each name is: a label and a link
    for stem, (title, guide, names) in PAGES.items():
        text = "".join(map(section, names.split()))
        texts[f"calls/{stem}.md"] = (
            f"# Calls: {title}\n\n{origins(names)}\n\n[All calls](../calls.md) says how to read "
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
