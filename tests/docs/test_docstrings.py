"""Everything public has a docstring and a signature, and the examples in docstrings are true.

pytest's own collection of doctests sees modules in Python only; this one asks the objects
themselves, so it reaches the compiled ones and their properties.
"""

import doctest
import inspect
from collections.abc import Iterator
from types import MemberDescriptorType, ModuleType

import pytest
import shapely

import spritecol
from spritecol import spatial
from spritecol.spatial import morton

PUBLIC: dict[str, tuple[ModuleType, list[str]]] = {
    "": (spritecol, spritecol.__all__),
    "spatial.": (spatial, spatial.__all__),
    "spatial.morton.": (morton, [name for name in vars(morton) if name[0] != "_"]),
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


def public_objects() -> dict[str, object]:
    """All that the package exports, by name, and the members of its classes as `Class.member`."""
    found = {}
    for prefix, (module, names) in PUBLIC.items():
        for name in names:
            item = getattr(module, name)
            if getattr(item, "__module__", "spritecol").startswith("spritecol"):
                found[prefix + name] = item
                if inspect.isclass(item):
                    members = public_members(item)
                    found |= {f"{prefix}{name}.{member}": value for member, value in members}
    return found


OBJECTS = public_objects()
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
    for module, exported in PUBLIC.values():
        names |= {each: getattr(module, each) for each in exported if hasattr(module, each)}
    docstring = inspect.getdoc(item) or ""
    test = doctest.DocTestParser().get_doctest(docstring, names, name, None, None)
    report: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert result.failed == 0, "".join(report)
