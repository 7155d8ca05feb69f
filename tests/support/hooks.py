"""The one module of the tests that imports private names."""

from typing import Any

from spritecol._engine.broad_phase.validation import TreeOfBoxes, along_in_stripes
from spritecol._engine.storage import layout
from spritecol._support.polar import cos_sin, direction, length
from spritecol._support.range_check import LIMIT, number
from support.engine import index_forced, row_count, use_all_cores, use_cores, use_index, validate
from support.limits import around, crowds_around, limit

__all__ = [
    "LIMIT",
    "TreeOfBoxes",
    "along_in_stripes",
    "around",
    "check_cell_space",
    "check_quadtree",
    "cos_sin",
    "crowds_around",
    "direction",
    "index_forced",
    "layout",
    "length",
    "limit",
    "number",
    "row_count",
    "use_all_cores",
    "use_cores",
    "use_index",
    "validate",
]


def check_quadtree(tree: Any) -> None:
    """Assert every invariant of a `LinearQuadtree`."""
    tree.assert_well_formed()


def check_cell_space(space: Any) -> None:
    """Assert every invariant of a `CellSpace`."""
    space.assert_well_formed()
