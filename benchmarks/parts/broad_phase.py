"""Which boxes overlap? The indexes of spritecol on the same boxes, and the brute force.

A frame: some of the boxes move, and pairs are asked for. Boxes are at hand in the form that each
contender takes: tuples where it is called for each item, an array where it is called once.
"""

from collections.abc import Callable, Iterator
from functools import partial

from harness.contender import Contender
from harness.contest import Enter, contest
from harness.engine import DIRECT_SELF
from harness.measuring import Effort
from harness.rows import Row
from harness.targets import DIRECT
from peers.spritecol_indexes import (
    BuiltTree,
    Candidates,
    CandidatesBetween,
    Cells,
    CellsBetween,
    Direct,
    DirectBetween,
    Indexed,
    Sprites,
    SpritesBetween,
    Tree,
    TreeBetween,
    TreesBetween,
)
from scenes.moving_boxes import MovingBoxes

PART = "broad_phase"
FEW, ALL, SHARE, AMONG = "few boxes", "all move", "{:g}% move", "movers among {:,} at rest"

COUNTS = (30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
AROUND = tuple(round(DIRECT_SELF * part) for part in (0.5, 1, 2, 3, 4, 5, 7.5))  # boxes
SHARED = 20_000  # boxes of which a share moves
SHARES = (0.0, 0.0005, 0.002, 0.01, 0.05, 0.1, 0.2, 0.24, 0.26, 0.5, 1.0)
RESTING = 100_000  # boxes that rest, while others move among them
MOVERS = (1, 10, 100, 1_000, 10_000, 100_000)

Make = Callable[[MovingBoxes], Contender]
Field = dict[str, tuple[Make, int]]
"""Who takes part, and up to how many boxes or movers: beyond, a frame takes a second."""

ENOUGH = 10**9
WITHIN: Field = {
    DIRECT: (Direct, 100_000),
    "Group.pair_indices": (Sprites, ENOUGH),
    "LinearQuadtree.move": (Tree, ENOUGH),
    "LinearQuadtree.build": (BuiltTree, ENOUGH),
    "CellSpace": (Cells, 300_000),
}
BETWEEN: Field = {
    DIRECT: (DirectBetween, 10_000),
    "Group.pair_indices": (SpritesBetween, ENOUGH),
    "LinearQuadtree.query": (TreeBetween, ENOUGH),
    "LinearQuadtree.pairs_with": (TreesBetween, ENOUGH),
    "CellSpace": (CellsBetween, ENOUGH),
}


def rows(effort: Effort) -> Iterator[Row]:
    """All tables."""
    quick = effort.quick
    for count in (30,) if quick else AROUND:
        scene = MovingBoxes(count, count)
        yield from race(FEW, count, scene, Indexed, {DIRECT: (Direct, ENOUGH)}, effort)
    for count in (1, 60, 200) if quick else COUNTS:
        yield from race(ALL, count, MovingBoxes(count, count), Candidates, WITHIN, effort)
    for share in SHARES:
        count = 200 if quick else SHARED
        scene = MovingBoxes(count, round(share * count))
        yield from race(SHARE.format(100 * share), count, scene, Candidates, WITHIN, effort)
    resting = 300 if quick else RESTING
    for movers in (1, 40) if quick else MOVERS:
        scene = MovingBoxes(resting + movers, movers)
        case = AMONG.format(resting)
        yield from race(case, movers, scene, CandidatesBetween, BETWEEN, effort)


def race(
    case: str, size: int, scene: MovingBoxes, ours: Make, field: Field, effort: Effort
) -> Iterator[Row]:
    """`candidate_pairs` and all others that are fast enough."""

    def enter(make: Make) -> list[Contender]:
        return [make(scene)]

    entrants: dict[str, Enter] = {
        name: partial(enter, make) for name, (make, most) in field.items() if size <= most
    }
    yield from contest(PART, case, size, ours(scene), entrants, effort)
