"""The docstrings of `spritecol.spatial`: all there, and their examples true."""

import doctest
import inspect

import pytest

from spritecol import spatial
from spritecol.spatial import CellSpace, LinearQuadtree, morton

FUNCTIONS = ["encode", "decode", "locate", "linear", "parent", "children"]

DOCUMENTED = {
    **{f"morton.{name}": getattr(morton, name) for name in FUNCTIONS},
    **{
        f"{kind.__name__}.{name}": getattr(kind, name)
        for kind in (CellSpace, LinearQuadtree)
        for name in vars(kind)
        if not name.startswith("_")
    },
    "CellSpace": CellSpace,
    "LinearQuadtree": LinearQuadtree,
    "candidate_pairs": spatial.candidate_pairs,
}

SIZES = ("width", "height", "columns", "rows")  # arguments of CellSpace, explained there


def test_the_package_offers_names_and_nothing_else() -> None:
    assert spatial.__all__ == ["CellSpace", "LinearQuadtree", "candidate_pairs", "morton"]
    assert all(hasattr(spatial, name) for name in spatial.__all__)


@pytest.mark.parametrize("name", DOCUMENTED)
def test_examples_are_true(name: str) -> None:
    doc = inspect.getdoc(DOCUMENTED[name])
    if name in [f"CellSpace.{size}" for size in SIZES]:
        return
    assert doc
    names = {**vars(spatial), **vars(morton)}
    example = doctest.DocTestParser().get_doctest(doc, names, name, None, 0)
    results = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example)
    assert results.failed == 0


@pytest.mark.parametrize("name", [name for name in DOCUMENTED if "." in name])
def test_signatures_can_be_read(name: str) -> None:
    if callable(DOCUMENTED[name]):
        assert inspect.signature(DOCUMENTED[name]).parameters
