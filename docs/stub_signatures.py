"""For Sphinx: signatures and types from stubs, docstrings as they are written here.

Loaded by conf.py. Docstrings come from the installed package, but a compiled function knows no
types, so what a signature says is read from the `.pyi` beside it, or from the code where there is
none.
"""

import ast
import inspect
import re
from pathlib import Path
from typing import Any, NamedTuple

import attrs
from sphinx.ext.napoleon import Config
from sphinx.ext.napoleon.docstring import GoogleDocstring

import spritecol

PACKAGE = Path(spritecol.__file__).parent
NAPOLEON = Config(napoleon_use_ivar=True)

Signature = tuple[str, str | None]


class Source(NamedTuple):
    """What the source of a module says, by dotted names inside it."""

    signatures: dict[str, Signature]
    types: dict[str, str]


def read(path: Path) -> Source:
    """The signatures of a source and the types of attributes.

    Of overloads it is the one that keeps no classes, `Targets` rather than `Iterable[A]`. Where
    there are several such, none says it all, and the function's own names are shown.
    """
    source = Source({}, {})
    body = ast.parse(path.read_text(encoding="utf-8")).body
    variables = {
        ast.unparse(node.targets[0])
        for node in body
        if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("TypeVar(")
    }
    unclear = set()
    for node in body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        for item in inside:
            if isinstance(item, ast.AnnAssign):
                kind = item.annotation
                if isinstance(kind, ast.Subscript) and ast.unparse(kind.value) == "Final":
                    kind = kind.slice
                source.types[prefix + ast.unparse(item.target)] = shown(kind)
            elif isinstance(item, ast.FunctionDef):
                place = prefix + item.name
                marks = {ast.unparse(mark) for mark in item.decorator_list}
                if "property" in marks and item.returns:
                    source.types[place] = shown(item.returns)
                if "property" in marks or any("." in mark for mark in marks):  # a setter
                    continue
                if "overload" in marks:
                    if {name.id for name in names_in(item)} & variables:
                        continue
                    if place in source.signatures:
                        unclear.add(place)
                bound = bool(prefix) and "staticmethod" not in marks
                source.signatures[place] = signature_of(item, bound=bound)
    for place in unclear:
        del source.signatures[place]
    return source


def names_in(node: ast.AST) -> list[ast.Name]:
    """The names that are used in a piece of source."""
    return [name for name in ast.walk(node) if isinstance(name, ast.Name)]


def shown(node: ast.AST) -> str:
    """Source as text, without the underscores of `_Targets` and the like."""
    for name in names_in(node):
        name.id = name.id.removeprefix("_")
    return ast.unparse(node)


def signature_of(function: ast.FunctionDef, *, bound: bool) -> Signature:
    """The arguments, without `self` where a method is bound, and the result."""
    arguments = function.args
    if bound:
        del (arguments.posonlyargs or arguments.args)[0]
    for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
        if isinstance(argument.annotation, ast.Constant):  # in quotes
            argument.annotation = ast.Name(str(argument.annotation.value))
    return f"({shown(arguments)})", shown(function.returns) if function.returns else None


def source_of(path: Path) -> Source:
    """A module's stub if there is one, for a compiled function knows no types; else its code."""
    stub = path.with_suffix(".pyi")
    return read(stub if stub.exists() else path)


SOURCES = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): source_of(path)
    for path in PACKAGE.rglob("*.py")
}


def exported(package: str) -> Source:
    """The sources of all modules from which a package's `__init__` imports its names, also late."""
    folder = PACKAGE.parent.joinpath(*package.split("."))
    if not folder.is_dir():
        return SOURCES.get(package, Source({}, {}))
    merged = Source({}, {})
    for node in ast.walk(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{package}."):
            source = exported(str(node.module))
            merged.signatures.update(source.signatures)
            merged.types.update(source.types)
    return merged


# Public names say that they are of their package, wherever in it their module is.
SOURCES.update(
    {
        package: exported(package)
        for package in (
            "spritecol",
            "spritecol.integrations.arcade",
            "spritecol.integrations.pygame",
            "spritecol.paths",
        )
    }
)

FOLDED = {f"{PACKAGE.name}.sprites.row.sprite_row": ("SpriteRow.", "Sprite.")}
"""Compiled base classes whose attributes stand in the stub of the class that users see."""


def place_of(item: Any, name: str) -> tuple[Source, str]:
    """The source that defines an object, and its dotted name there."""
    item = getattr(item, "fget", item)
    owner = getattr(item, "__objclass__", item)  # of a slot or a method of a compiled class
    module = getattr(owner, "__module__", None) or ""
    source = SOURCES.get(module, Source({}, {}))
    place = getattr(item, "__qualname__", "")
    if module in FOLDED:
        source = SOURCES[PACKAGE.name]
        place = place.replace(*FOLDED[module])
    member = ".".join(name.split(".")[-2:])  # compiled static methods do not know their class
    return source, member if member in source.signatures else place


def sourced_signature(
    app: Any, what: str, name: str, item: Any, options: Any, given: str | None, result: str | None
) -> Signature | None:
    """The signature as the source has it, types and names of types included."""
    source, place = place_of(item, name)
    if what != "class":
        return source.signatures.get(place)
    if attrs.has(item):
        return made_by_attrs(item), None
    for kind in item.__mro__:
        source, place = place_of(kind, kind.__qualname__)
        for maker in ("__init__", "__new__"):
            if f"{place}.{maker}" in source.signatures:
                return source.signatures[f"{place}.{maker}"][0], None
    return None


def made_by_attrs(kind: type) -> str:
    """The arguments of a class by attrs, each with the type of its attribute.

    attrs itself shows `object`, which is what the converters take.
    """
    types = {field.name: field.type for field in attrs.fields(kind)}
    signature = inspect.signature(kind)
    arguments = [
        argument.replace(annotation=types[name]) if argument.annotation is object else argument
        for name, argument in signature.parameters.items()
    ]
    made = signature.replace(parameters=arguments, return_annotation=inspect.Signature.empty)
    return str(made).replace("'", "")  # the quotes of annotations that are text


def as_restructured_text(
    app: Any, what: str, name: str, item: Any, options: Any, lines: list[str]
) -> None:
    """Turn `Args:` and the like into fields, and say the types of attributes.

    Napoleon as an extension would take the "False" of "False: ..." for the type of an attribute.
    """
    if what == "module":  # what is indented there is a drawing
        lines[:] = re.sub(r":\n\n(?= {4})", "::\n\n", "\n".join(lines)).splitlines()
    lines[:] = [
        # A name that ends with an underscore, such as `np.bool_`, would be a link.
        line.replace("_]", r"\_]") if line.startswith(":vartype ") else line
        for line in GoogleDocstring(lines, NAPOLEON, what="object", name=name, obj=item).lines()
    ]
    source, place = place_of(item, name)
    if what == "attribute" and place in source.types:  # Sphinx does it for what is a `property`
        lines.extend(["", f":type: {source.types[place]}"])


def setup(app: Any) -> None:
    """Hooked into Sphinx, by this name."""
    app.connect("autodoc-process-signature", sourced_signature)
    app.connect("autodoc-process-docstring", as_restructured_text)
