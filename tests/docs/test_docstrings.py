"""Everything public has a docstring and a signature, and the examples in docstrings are true.

What is called tells its arguments, what it returns, and which errors it raises.

pytest's own collection of doctests sees modules in Python only; this one asks the objects
themselves, so it reaches the compiled ones and their properties.
"""

import ast
import doctest
import enum
import inspect
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MemberDescriptorType, ModuleType

import pytest
import shapely
from support.sources import every_statement, tree_of

import spritecol
from spritecol import spatial
from spritecol.spatial import morton

PUBLIC: dict[str, tuple[ModuleType, list[str]]] = {
    "": (spritecol, spritecol.__all__),
    "spatial.": (spatial, spatial.__all__),
    "spatial.morton.": (morton, morton.__all__),
}
"""What is public, by what stands before its names."""


def public_members(kind: type) -> Iterator[tuple[str, object]]:
    """Public methods and properties of a class, with those that it inherits from spritecol.

    Left out are the fields of shapes and answers, which are described by their class, and names of
    other libraries: they are not there, and only their errors speak.
    """
    fields = getattr(kind, "__match_args__", ())
    for base in kind.__mro__:
        if base.__module__.startswith("spritecol"):
            for name, member in vars(base).items():
                is_field = isinstance(member, MemberDescriptorType) or name in fields
                if not name.startswith("_") and not is_field and hasattr(kind, name):
                    yield name, getattr(kind, name)


def exported(module: ModuleType, names: list[str], prefix: str = "") -> dict[str, object]:
    """All that a module exports, by name, and the members of its classes as `Class.member`."""
    found = {}
    for name in names:
        item = getattr(module, name)
        if getattr(item, "__module__", "spritecol").startswith("spritecol"):
            found[prefix + name] = item
            if inspect.isclass(item):
                members = public_members(item)
                found |= {f"{prefix}{name}.{member}": value for member, value in members}
    return found


OBJECTS: dict[str, object] = {}
for prefix, (module, names) in PUBLIC.items():
    OBJECTS |= exported(module, names, prefix)
SIZES = {f"spatial.CellSpace.{name}" for name in ("width", "height", "columns", "rows")}
"""Described by their class, as its arguments."""


def test_the_search_reaches_compiled_members() -> None:
    expected = {"check", "DISCARD", "Sprite.x", "Sprite.aabb", "Sprite.vanish", "Sprite.hits"}
    expected |= {"Group.add", "Group.aabbs", "Polygon.from_geometry", "spatial.morton.encode"}
    expected |= {"spatial.CellSpace.neighbors", "spatial.LinearQuadtree.pairs_with"}
    assert expected <= OBJECTS.keys()


@pytest.mark.parametrize("name", OBJECTS)
def test_is_described_and_its_examples_are_true(name: str) -> None:
    item = OBJECTS[name]
    lines = (item.__doc__ or "").strip().splitlines()
    if lines and lines[0].startswith(f"{name.rpartition('.')[2]}("):
        lines = lines[1:]  # the signature that Cython may have put there
    assert name in SIZES or any(line.strip() for line in lines)
    if inspect.isroutine(item):
        assert not {"args", "kwargs"} & set(inspect.signature(item).parameters)
    names = {"shapely": shapely}
    for module, own in PUBLIC.values():
        names |= {each: getattr(module, each) for each in own if hasattr(module, each)}
    docstring = inspect.getdoc(item) or ""
    test = doctest.DocTestParser().get_doctest(docstring, names, name, None, None)
    report: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert result.failed == 0, "".join(report)


Definitions = dict[tuple[str, str], list[ast.FunctionDef]]


@cache
def definitions() -> Definitions:
    """The source of all functions, by name and docstring: the compiled ones do not tell theirs."""
    found: Definitions = defaultdict(list)
    for path in Path(spritecol.__file__).parent.rglob("*.py"):
        for node in every_statement(tree_of(path).body):
            if isinstance(node, ast.FunctionDef):
                found[node.name, ast.get_docstring(node) or ""].append(node)
    return found


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """All that stands in a function, but for what is in functions and classes inside of it."""
    for each in ast.iter_child_nodes(node):
        if not isinstance(each, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            yield each
            yield from statements(each)


def returns(node: ast.AST) -> bool:
    """Whether a statement of a function gives something else than None."""
    if isinstance(node, ast.Return):
        return node.value is not None and ast.unparse(node.value) != "None"
    return isinstance(node, ast.Yield | ast.YieldFrom)


def raises(node: ast.AST) -> bool:
    """Whether a statement of a function raises an error, maybe by a function named for that."""
    return isinstance(node, ast.Raise) or (
        isinstance(node, ast.Call) and "demand" in ast.unparse(node.func)
    )


def untold(name: str, item: object) -> list[str]:
    """Which sections the docstring of a function or class lacks."""
    docstring = inspect.getdoc(item) or ""
    if inspect.isclass(item):
        is_told = "Args:" in docstring or "Attributes:" in docstring
        if issubclass(item, enum.Enum | Warning | Exception) or is_told:
            return []
        return ["Args"] if inspect.signature(item).parameters else []
    nodes = definitions()[name.rpartition(".")[2], docstring]
    if not callable(item) or not nodes:  # a property; or a function of another library
        return []
    body = [each for node in nodes for each in statements(node)]
    parameters = [each for each in inspect.signature(item).parameters if each != "self"]
    wanted = {
        "Args": bool(parameters),
        "Returns": any(map(returns, body)),
        "Raises": any(map(raises, body)),
    }
    return [section for section, due in wanted.items() if due and f"{section}:" not in docstring]


def records_in(source: Path) -> dict[str, tuple[list[str], list[str], str]]:
    """By the names of the records in a source: fields, the arguments for them, docstring."""
    found = {}
    for kind in ast.parse(source.read_text("utf-8")).body:
        body = getattr(kind, "body", ())
        lists = [ast.unparse(one.value) for one in body if "__match_args__ = (" in ast.unparse(one)]
        makers = [one for one in body if getattr(one, "name", "") in ("__init__", "__new__")]
        if isinstance(kind, ast.ClassDef) and makers and lists:
            fields = list(ast.literal_eval(lists[0]))
            arguments = [one.arg for one in makers[0].args.args[1:]] or unpacked(makers[0])
            found[kind.name] = fields, arguments[: len(fields)], ast.get_docstring(kind) or ""
    return found


def unpacked(maker: ast.FunctionDef) -> list[str]:
    """The names to which a constructor assigns its arguments, in order."""
    targets = maker.body[0].targets[0].elts  # type: ignore[attr-defined]
    names = [ast.unparse(one).removeprefix("self.").lstrip("_") for one in targets]
    return ["stayed" if name == "kept" else name for name in names]


def test_the_fields_of_a_record_stand_in_one_order() -> None:
    """In its docstring, from which its page is made, in `__match_args__`, its maker, its stub."""
    source = Path(spritecol.__file__).parent / "sprites" / "questions" / "answers.py"
    records, stubs = records_in(source), records_in(source.with_suffix(".pyi"))
    assert len(records) > 7
    assert records.keys() == stubs.keys()
    for name, (fields, arguments, docstring) in records.items():
        told = docstring.partition("Attributes:\n")[2].partition("\n\n")[0]
        assert re.findall(r"^    (\w+): ", told, flags=re.MULTILINE)[: len(fields)] == fields
        assert arguments == fields
        assert stubs[name][:2] == (fields, fields)


CALLED = {
    "": 110,
    "spatial": 20,
    "spatial.morton": 5,
    "paths": 5,
    "tiles": 2,
    "testing": 1,
    "integrations.pygame": 20,
    "integrations.arcade": 15,
    "integrations.ldtk": 1,
    "integrations.tiled": 1,
    "integrations.ray": 15,
}
"""The public modules, and how many functions and classes at least each must show."""


@pytest.mark.parametrize("place", CALLED)
def test_what_is_called_tells_arguments_results_and_errors(place: str) -> None:
    for part in place.split(".")[1:]:
        pytest.importorskip(part) if part in ("pygame", "arcade", "ray") else None
    module = import_module(f"spritecol.{place}".rstrip("."))
    names = getattr(module, "__all__", None) or [
        name
        for name, item in vars(module).items()
        if name[0] != "_" and getattr(item, "__module__", "") == module.__name__
    ]
    found = {name: item for name, item in exported(module, names).items() if callable(item)}
    lacking = {name: untold(name, item) for name, item in found.items()}
    assert {name: sections for name, sections in lacking.items() if sections} == {}
    assert len(found) >= CALLED[place]
