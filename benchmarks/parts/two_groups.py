"""Many against many: `check(bullets, enemies)` with callbacks, and pairs within one Group.

All movers are moved one by one, to whole pixels, in every frame.
"""

from collections.abc import Iterator, Mapping

from harness.contest import Enter, contest
from harness.measuring import Effort
from harness.rows import Row
from peers import load
from peers.spritecol_groups import TwoGroups, boxes, heights

PART = "two_groups"
BULLETS, ENEMIES = 1_000, 200
BULLET, ENEMY, BOX = 8, 32, 20  # pixels along a side


def rows(effort: Effort) -> Iterator[Row]:
    """Bullets against enemies, and boxes among themselves."""
    scale = 10 if effort.quick else 1
    for case, side, count in (
        ("bullets against enemies", BULLET, ENEMIES // scale),
        ("pairs within one group", BOX, 0),
    ):
        movers, others = boxes(BULLETS // scale, side, 1), boxes(count, ENEMY, 2)
        ys = heights(movers)
        scene = movers, others, ys
        entrants: Mapping[str, Enter] = {
            "pygame-ce": lambda: [load("pygame_ce").TwoGroups(*scene)],  # noqa: B023
            "fastquadtree.pygame": lambda: [
                load("fastquadtree_groups").IndexedTwoGroups(*scene)  # noqa: B023
            ],
            "arcade": lambda: [
                load("arcade_sprites").TwoLists(*scene, hashed)  # noqa: B023
                for hashed in (False, True)
            ],
        }
        ours = TwoGroups(movers, others)
        yield from contest(PART, case, len(movers), ours, entrants, effort)
