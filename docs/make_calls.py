"""Write docs/calls.md, the page of all calls: `python docs/make_calls.py`.

It is made from stubs and docstrings. Only sources are read, so it needs neither the built library
nor what the integrations are for. The docs site writes the page when it is built, and a test fails
while it is not what this would write.
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
PAGE = ROOT / "docs" / "calls.md"

INTRODUCTION = """\
# All calls

Every public class and function, by what you want. The page is generated from the docstrings. Call
`help(spritecol.Sprite.hits)` and the like to see all of a docstring, with errors and an example.

- `**only` means the [conditions](guide/hits.md#conditions), which are keywords. `mask=None`: the
  layers that count. `exclude=()`: sprites that do not count. `where=None`: a function that decides
  whether a sprite counts. `shapes=None`, `target_shapes=None`: names of the shapes that count, of
  the given sprite and of the targets. A query at a position or along a ray has no `shapes`, and a
  call that returns arrays has no `where`.
- `targets` is a Sprite, a Group, or any iterable of them, nested to any depth. `*more` are more
  targets.
- Where a row does not explain them, `x`, `y` are a position and `dx`, `dy` a motion, to the right
  and down, in pixels. You may pass a pair in place of the two.
- An argument with `=...` is optional.
- Shapes, and functions that make them, take `name=None`, `one_way=None` (the only side from which
  the shapes stop moving sprites, such as (0, -1) for from above; a Point has no `one_way`),
  `layer=None` and `mask=None` (layers of their own; with None, they use the sprite's).
- Functions that draw with pygame take the `surface`, usually the screen after everything else;
  `offset`, the world position at the surface's top left corner, where a camera looks; and `zoom`,
  how many pixels of the surface one pixel of the world takes.
- Positions and lengths are in pixels, y down; angles in degrees, clockwise on screen. A returned
  (x, y) is a [`Vec2`](guide/sprites.md#vectors).
- Names outside `spritecol` itself are imported from the module above their table.
- `python -m spritecol.view FILE` shows the shapes of maps, images and sheets: see
  [Levels](guide/levels.md).
"""

SECTIONS = {
    "[Sprites](guide/sprites.md)": "Sprite Number",
    "[Shapes](guide/sprites.md#shapes)": (
        "Rect Circle Capsule Ellipse Triangle Polygon Segment Point Shape"
    ),
    "[Shapes by frame](guide/hit-boxes.md#shapes-by-frame)": "Frames",
    "[Groups](guide/groups.md)": "Group",
    "[Update, draw, clean](guide/sprites.md#update-draw-clean)": "update draw clean",
    "[Hits](guide/hits.md)": (
        "Sprite.hits Sprite.check Group.hits Group.pairs check pairs explain DISCARD Discard "
        "ALL_LAYERS"
    ),
    "[Contacts](guide/contacts.md)": (
        "Sprite.contacts Sprite.distance Sprite.separation Sprite.depenetrate Contact Distance"
    ),
    "[Events](guide/events.md)": "Overlaps Changes",
    "[Places](guide/looking.md#places)": (
        "Group.query_point Group.query_box Group.query_circle Group.query_shape Group.query_inside "
        "Group.query_outside Group.query_within Group.nearest Group.nearest_k Near"
    ),
    "[Rays](guide/looking.md#rays)": (
        "Group.raycast Group.raycast_all Group.line_of_sight Group.visible_area RayHit"
    ),
    "[Moves](guide/moving.md)": (
        "Sprite.move_and_slide Sprite.move_and_collide Sprite.move_and_bounce Sprite.sweep "
        "Sprite.sweep_all SweepHit Slide Bounces"
    ),
    "[Walking](guide/walking.md)": "CharacterController",
    "[Vectors](guide/sprites.md#vectors)": "Vec2 Box",
    "[Paths](guide/paths.md)": "paths.Paths paths.Way",
    "[Levels](guide/levels.md)": (
        "tiles.shapes_from_tiles tiles.cell_of integrations.tiled.sprites_from_tmx "
        "integrations.tiled.MapSprite integrations.ldtk.sprites_from_ldtk "
        "integrations.ldtk.LevelSprite"
    ),
    "[Saving](guide/saving.md#the-state-of-a-game)": (
        "World Snapshot Difference History testing.sync_test"
    ),
    "[Arrays](advanced/arrays.md)": (
        "Group.pair_indices Group.contact_arrays Group.separation_arrays Group.point_indices "
        "Group.box_indices Group.circle_indices Group.nearest_indices Group.raycast_arrays "
        "Group.line_of_sight_arrays Group.sweep_arrays Group.move_and_slide_arrays ContactArrays "
        "Rays Sweeps Slides"
    ),
    "[With pygame-ce](coming-from-pygame.md)": "integrations.pygame",
    "[With arcade](coming-from-arcade.md)": "integrations.arcade",
    "[With Ray](advanced/machines.md)": "integrations.ray",
    "[Indexes without sprites](advanced/spatial.md)": "spatial spatial.morton",
    "[Warnings](guide/trouble.md#warnings)": "SpritecolWarning",
}
"""The tables, under their headings: classes, functions and methods, or whole modules.

A class stands for those of its members that no table names.
"""

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
    "SpriteRow": "sprites.sprite.sprite_row",
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


def row(want: str, write: str, arguments: dict[str, str], back: str) -> str:
    told = [f"`{name}`: {sentence(text)}" for name, text in arguments.items() if text]
    return f"| {want} | {write} | {'<br>'.join(told)} | {back} |\n"


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


def of_function(shown: str, nodes: list[ast.stmt], bound: bool) -> str:
    """The row of a function or a method."""
    doc = docstring(nodes)
    best = fullest([node for node in nodes if is_function(node)])
    back = sections(doc).get("Returns", sections(doc).get("Yields", {})).get("", "")
    write = code(shown + signature(best, bound))
    return row(sentence(doc), write, arguments_of(doc), sentence(back))


def of_member(owner: str, name: str, nodes: list[ast.stmt]) -> str:
    """The row of a member of a class; none of one that is not described."""
    placeholder = PLACEHOLDERS.get(owner, owner.lower())
    own = marks(nodes)
    if not docstring(nodes):
        return ""
    if any(map(is_function, nodes)) and not own & {"property", "cached_property"}:
        is_static = bool(own & {"staticmethod", "classmethod"})
        shown = f"{owner if is_static else placeholder}.{name}"
        return of_function(shown, nodes, "staticmethod" not in own)
    back = type_of(nodes)
    write = code(f"{placeholder}.{name}")
    return row(sentence(docstring(nodes)), write, {}, code(back) if back else "")


def of_class(name: str, nodes: list[ast.stmt], elsewhere: set[str]) -> str:
    """The rows of a class: how it is made, its attributes, members that are not elsewhere."""
    doc, found = docstring(nodes), members(nodes)
    told = sections(doc)
    makers = [
        one for key in ("__init__", "__new__") for one in found.get(key, ()) if is_function(one)
    ]
    is_shape = any(
        "Shape" in map(ast.unparse, n.bases) for n in nodes if isinstance(n, ast.ClassDef)
    )
    write = name
    if "Args" in told and makers and not is_shape:
        write += signature(fullest(makers), bound=True)
        for argument, text in told["Args"].items():  # those of a class whose defaults one can state
            if default := re.search(r"Default `?([\w.]*\w)|(None) \(the default\)", text):
                stated = f"{argument}={default[1] or default[2]}"
                write = re.sub(rf"\b{re.escape(argument)}=\.\.\.", stated, write)
    elif "Args" in told:
        write += of_fields(nodes)
    left_out = OF_SHAPES if is_shape else TOLD
    rows = row(sentence(doc), f"**{code(write)}**", arguments_of(doc, left_out), "")
    attributes = told.get("Attributes", {})
    for names, text in attributes.items():
        placeholder = PLACEHOLDERS.get(name, name.lower())
        write = ", ".join(code(f"{placeholder}.{one}") for one in names.split(", "))
        back = type_of(found.get(names.split(", ")[0], []))
        rows += row(sentence(text), write, {}, code(back) if back else "")
    listed = {one for names in attributes for one in names.split(", ")}
    for member, own in found.items():
        skipped = member[0] == "_" or member in listed or f"{name}.{member}" in elsewhere
        if not skipped and not (is_shape and member in ("geometry", "bounds")):
            rows += of_member(name, member, own)
    return rows


def rows_of(name: str, elsewhere: set[str]) -> Iterator[str]:
    """The rows of a class, a function, a method, or all of a module."""
    if name in MODULES:
        for one in exported(name):
            yield from rows_of(f"{name}.{one}", elsewhere)
        return
    parts = name.split(".")
    module = module_of(name)
    owner, *rest = parts[len(module.split(".")) if module else 0 :]
    nodes = definitions(module, owner)
    if rest:
        yield of_member(owner, rest[0], members(nodes)[rest[0]])
    elif any(isinstance(node, ast.ClassDef) for node in nodes):
        yield of_class(name.rpartition(".")[2], nodes, elsewhere)
    elif any(map(is_function, nodes)):
        yield of_function(name.rpartition(".")[2], nodes, bound=False)
    else:
        yield row(sentence(DATA[owner]), code(name), {}, "")


DATA = {
    "ALL_LAYERS": "All 64 layers at once, the default of `collision_mask`",
    "DISCARD": "What a callback returns to take its sprite out of this check",
}
"""Names of values, which have no docstring."""


def module_of(name: str) -> str:
    """The module that has a public name, or that it is."""
    return max((one for one in MODULES if f"{name}.".startswith(f"{one}.")), key=len, default="")


def origins(names: str) -> str:
    """Return from where to import names outside the package itself."""
    modules = dict.fromkeys(filter(None, map(module_of, names.split())))
    if not modules:
        return ""
    listed = [
        f"`spritecol.{one}` has " + ", ".join(f"`{name}`" for name in exported(one))
        for one in modules
    ]
    return f"{'; '.join(listed)}.\n\n"


def page() -> str:
    """The text of the page.

    Raises:
        ValueError: a public name is on no table.
    """
    named = {name for names in SECTIONS.values() for name in names.split()}
    public = {f"{one}.{name}".lstrip(".") for one in MODULES for name in exported(one)}
    missing = {name for name in public - named if name.rpartition(".")[0] not in named}
    if missing:
        raise ValueError(f"add to SECTIONS: {sorted(missing)}")
    parts = [INTRODUCTION]
    for title, names in SECTIONS.items():
        head = "| you want | you write | arguments | what comes back |\n|---|---|---|---|\n"
        rows = "".join(row for name in names.split() for row in rows_of(name, named))
        parts.append(f"\n## {title}\n\n{origins(names)}{head}{rows}")
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
