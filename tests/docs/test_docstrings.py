"""Everything public has a docstring, and the examples in it are true.

pytest's own collection of doctests sees modules in Python only; this one asks the objects
themselves, so it reaches the compiled ones and their properties.
"""

import doctest
import inspect
from collections.abc import Iterator
from types import MemberDescriptorType

import pytest
import shapely

import spritecol


def public_members(kind: type) -> Iterator[tuple[str, object]]:
    """Public methods and properties of a class, with those that it inherits from spritecol.

    Left out are the fields of shapes: they are described by their class.
    """
    for base in kind.__mro__:
        if base.__module__.startswith("spritecol"):
            for name, member in vars(base).items():
                if not name.startswith("_") and not isinstance(member, MemberDescriptorType):
                    yield name, getattr(kind, name)


def public_objects() -> dict[str, object]:
    """All that `spritecol` exports, by name, and the members of its classes as `Class.member`."""
    found = {name: getattr(spritecol, name) for name in spritecol.__all__}
    for name, item in list(found.items()):
        if inspect.isclass(item):
            found |= {f"{name}.{member}": value for member, value in public_members(item)}
    return found


OBJECTS = public_objects()
ROUTINES = {name: item for name, item in OBJECTS.items() if inspect.isroutine(item)}


def examples(name: str) -> doctest.DocTest:
    """The examples of a public object; they see all that `spritecol` exports, and shapely."""
    names = {exported: getattr(spritecol, exported) for exported in spritecol.__all__}
    names["shapely"] = shapely
    docstring = OBJECTS[name].__doc__ or ""
    return doctest.DocTestParser().get_doctest(docstring, names, name, None, None)


def test_the_search_reaches_compiled_members() -> None:
    expected = {"check", "DISCARD", "Sprite.x", "Sprite.aabb", "Sprite.vanish", "Sprite.hits"}
    assert expected | {"Group.add", "Group.aabbs", "Polygon.from_geometry"} <= OBJECTS.keys()


@pytest.mark.parametrize("name", OBJECTS)
def test_has_a_docstring(name: str) -> None:
    lines = (OBJECTS[name].__doc__ or "").strip().splitlines()
    if lines and lines[0].startswith(f"{name.rpartition('.')[2]}("):
        lines = lines[1:]  # the signature that Cython may have put there
    assert any(line.strip() for line in lines)


@pytest.mark.parametrize("name", OBJECTS)
def test_examples_are_true(name: str) -> None:
    report: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(examples(name), out=report.append)
    assert result.failed == 0, "".join(report)


@pytest.mark.parametrize("name", [*ROUTINES, "DISCARD", "Group", "Sprite"])
def test_has_an_example(name: str) -> None:
    assert examples(name).examples


@pytest.mark.parametrize("name", ROUTINES)
def test_has_a_signature(name: str) -> None:
    parameters = inspect.signature(ROUTINES[name]).parameters
    assert all(parameter not in ("args", "kwargs") for parameter in parameters)
