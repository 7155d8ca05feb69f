"""The one module of the tests that imports private names.

Code that reads fields of compiled classes is compiled itself, in `inside`, by any build in place.
With a wheel it is not there: then the checks of invariants check nothing, as the head of a test run
says, and a test that asks for what only they know is skipped.
"""

import gc
import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from spritecol._engine import tuning
from spritecol._engine.pipeline.row_index import use_index
from spritecol._engine.storage import layout
from spritecol._support.names import INSTEAD
from spritecol._support.polar import cos_sin, degrees_of, length
from spritecol._support.range_check import LIMIT, number
from spritecol.integrations import _needed as needed

try:
    from inside.containers import check_cell_space, check_quadtree
    from inside.kernels import both_ways, measured
    from inside.motion import work
    from inside.storage import (
        numbers_by_row,
        row_count,
        use_up_passes,
        validate,
        world_numbers,
    )
    from inside.trees import TreeOfBoxes

    ARE_INSIDE = True
except ImportError:
    ARE_INSIDE = False

    def nothing(*_: object) -> None:
        """Check nothing."""

    def unknown(*_: object, **__: object) -> Any:
        """Skip the test."""
        demand_inside()

    check_cell_space = check_quadtree = validate = nothing
    both_ways = measured = TreeOfBoxes = unknown
    numbers_by_row = row_count = use_up_passes = work = world_numbers = unknown


def demand_inside() -> None:
    """Skip the test with a wheel. A test whose other process asks `inside` calls this before."""
    if not ARE_INSIDE:
        import pytest  # here, because `python -m tape` also runs where it is not installed

        pytest.skip("only a build in place has tests/inside")


__all__ = [
    "ARE_INSIDE",
    "INSTEAD",
    "LIMIT",
    "TreeOfBoxes",
    "around",
    "both_ways",
    "check_cell_space",
    "check_quadtree",
    "cos_sin",
    "crowds_around",
    "degrees_of",
    "demand_inside",
    "index_forced",
    "layout",
    "length",
    "limit",
    "live_row_count",
    "measured",
    "needed",
    "number",
    "numbers_by_row",
    "row_count",
    "tuning",
    "use_index",
    "use_up_passes",
    "validate",
    "work",
    "world_numbers",
]


@contextmanager
def index_forced(choice: bool | None) -> Iterator[None]:
    """Search an index always (True), never (False), or by number (None) within a `with`."""
    use_index(choice)
    try:
        yield
    finally:
        use_index(None)


def live_row_count() -> int:
    """Return the number of rows in use, after everything that nobody refers to is collected.

    Only the next collection finds what finalizers let go of, and earlier tests may have left some.
    So it collects until nothing more is found.
    """
    while gc.collect():
        pass
    return row_count()


def limit(name: str) -> int:
    """Return a threshold at which the search changes its method, by its name in `tuning`.

    Tests take their sizes from here, so that they lie around each threshold if it is changed.
    """
    value = getattr(tuning, name)
    assert isinstance(value, int)
    return value


def around(name: str) -> tuple[int, int, int]:
    """Return the number before a threshold, the threshold, and the number after it."""
    return limit(name) - 1, limit(name), limit(name) + 1


def crowds_around(name: str) -> list[tuple[int, int]]:
    """Return pairs of sizes, equal and unequal, whose product is near a threshold."""
    most = limit(name)
    side = math.isqrt(most)
    sizes = [(side, side), (side + 1, side), (side, side + 1), (side + 1, side + 1)]
    sizes += [(few, most // few + more) for few in (1, 2, 20) for more in (0, 1)]
    return sizes + [(b, a) for a, b in sizes[-6:]]
