"""Everything public has a docstring, and the examples in it are true.

pytest's own collection of doctests sees modules in Python only; this one asks the objects
themselves, so it reaches the compiled ones and their properties.
"""

import doctest
import inspect
from collections.abc import Iterator
from types import MemberDescriptorType, ModuleType

import shapely
from support.for_each import for_each

import spritecol
from spritecol import spatial
from spritecol.spatial import morton

MORTON = ["encode", "decode", "locate", "linear", "parent", "children"]

PUBLIC: dict[str, tuple[ModuleType, list[str]]] = {
    "": (spritecol, spritecol.__all__),
    "spatial.": (spatial, spatial.__all__),
    "spatial.morton.": (morton, MORTON),
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
            found[prefix + name] = item
            if inspect.isclass(item):
                members = public_members(item)
                found |= {f"{prefix}{name}.{member}": value for member, value in members}
    return found


OBJECTS = public_objects()
ROUTINES = {name: item for name, item in OBJECTS.items() if inspect.isroutine(item)}

# The arguments of a CellSpace are described by the class, and read again as its attributes.
SIZES = {f"spatial.CellSpace.{name}" for name in ("width", "height", "columns", "rows")}

# An index is shown at work by its class, in one example for all of its methods.
INDEXES = ("spatial.CellSpace", "spatial.LinearQuadtree")
SHOWN = [name for name in ROUTINES if not name.startswith(INDEXES)]
SHOWN += ["DISCARD", "Group", "Sprite", *INDEXES]


def examples(name: str) -> doctest.DocTest:
    """The examples of a public object; they see all that its module exports, and shapely."""
    names = {"shapely": shapely}
    for prefix, (module, exported) in PUBLIC.items():
        if name.startswith(prefix):
            names |= {each: getattr(module, each) for each in exported}
    docstring = inspect.getdoc(OBJECTS[name]) or ""
    return doctest.DocTestParser().get_doctest(docstring, names, name, None, None)


def test_spatial_offers_names_and_nothing_else() -> None:
    assert spatial.__all__ == [
        "CellSpace",
        "LinearQuadtree",
        "QuadtreeNodes",
        "candidate_pairs",
        "morton",
        "quadtree_nodes",
    ]


def test_the_search_reaches_compiled_members() -> None:
    expected = {"check", "DISCARD", "Sprite.x", "Sprite.aabb", "Sprite.vanish", "Sprite.hits"}
    expected |= {"Group.add", "Group.aabbs", "Polygon.from_geometry"}
    expected |= {"spatial.CellSpace.neighbors", "spatial.LinearQuadtree.pairs_with"}
    assert expected <= OBJECTS.keys()


@for_each("name", [name for name in OBJECTS if name not in SIZES])
def test_has_a_docstring(name: str) -> None:
    lines = (OBJECTS[name].__doc__ or "").strip().splitlines()
    if lines and lines[0].startswith(f"{name.rpartition('.')[2]}("):
        lines = lines[1:]  # the signature that Cython may have put there
    assert any(line.strip() for line in lines)


@for_each("name", OBJECTS)
def test_examples_are_true(name: str) -> None:
    report: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(examples(name), out=report.append)
    assert result.failed == 0, "".join(report)


@for_each("name", SHOWN)
def test_has_an_example(name: str) -> None:
    assert examples(name).examples


@for_each("name", ROUTINES)
def test_has_a_signature(name: str) -> None:
    parameters = inspect.signature(ROUTINES[name]).parameters
    assert all(parameter not in ("args", "kwargs") for parameter in parameters)
