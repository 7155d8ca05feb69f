"""The default search on every scene that the tests know: it should never cost much.

All pairs of a scene, and the pairs between its halves; sizes are those where the search changes.
"""

from collections.abc import Iterator

import numpy as np
from harness.contest import Enter, contest
from harness.engine import DIRECT_SELF
from harness.measuring import Effort
from harness.rows import Row
from harness.targets import DIRECT
from peers.spritecol_indexes import BuiltTree, Candidates, CandidatesBetween, Direct, DirectBetween
from scenes.boxes import SCENES, Boxes, comb_and_column, scene
from scenes.moving_boxes import Still

PART = "worst_cases"
TREE = "LinearQuadtree.build"
ALL, HALVES = "{}, all pairs", "{}, between halves"
SIZES = (DIRECT_SELF + 1, 4 * DIRECT_SELF, 2_000)  # just beyond the limit, and far beyond
QUICK_SIZES = (2 * DIRECT_SELF, 257)


def rows(effort: Effort) -> Iterator[Row]:
    """All scenes in all sizes."""
    for count in QUICK_SIZES if effort.quick else SIZES:
        for name in SCENES:
            boxes = scene(name, count)
            title = name.replace("_", " ")
            yield from within(ALL.format(title), count, boxes, effort)
            yield from between(
                HALVES.format(title), count, *np.split(boxes, [count // 2]), effort=effort
            )
        comb, column = comb_and_column(count)
        case = HALVES.format("comb against column")
        yield from between(case, count, comb, column, effort=effort)
        case = HALVES.format("column against comb")
        yield from between(case, count, column, comb, effort=effort)
        # With a box far away in each, one box around them all tells nothing.
        comb, column = np.append(comb, [[-1e6] * 4], axis=0), np.append(column, [[1e6] * 4], axis=0)
        case = HALVES.format("comb against column and two far away")
        yield from between(case, count, comb, column, effort=effort)


def within(case: str, count: int, boxes: Boxes, effort: Effort) -> Iterator[Row]:
    """All pairs."""
    still = Still(boxes)
    entrants: dict[str, Enter] = {DIRECT: lambda: [Direct(still)], TREE: lambda: [BuiltTree(still)]}
    yield from contest(PART, case, count, Candidates(still), entrants, effort)


def between(case: str, count: int, boxes: Boxes, other: Boxes, *, effort: Effort) -> Iterator[Row]:
    """Pairs of one and another."""
    still = Still(boxes, other)
    entrants: dict[str, Enter] = {DIRECT: lambda: [DirectBetween(still)]}
    yield from contest(PART, case, count, CandidatesBetween(still), entrants, effort)
