"""Groups whose members mostly rest: a check should cost as much as what has changed.

Boxes in one Group of which some move, against the same Group without anything kept; movers among
many at rest; and one of these that vanishes, or one more.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from harness.contender import Answer, Contender, Frames
from harness.contest import Enter, allowance, contest
from harness.engine import use_index
from harness.measuring import Effort
from harness.rows import Row
from harness.targets import ADDED, ALLOWED, ANEW, FEW_MOVERS, SOME_MOVE, VANISHED
from numpy.typing import NDArray
from peers.spritecol_indexes import Sprites, SpritesBetween
from scenes.moving_boxes import LARGEST, MovingBoxes

from spritecol import Rect, Sprite

PART = "kept_groups"
SHARED, SHARES = 20_000, (1, 5, 20, 100)  # boxes, and the percentages of them that move
RESTING, MOVERS = 100_000, 100
ENOUGH = 6  # checks until a Group whose members rest has its index


class Anew(Contender):
    """The frames of a contender, whose Group builds an index in each of them and keeps none."""

    def __init__(self, ours: Contender) -> None:
        self.ours, self.moments = ours, ours.moments

    def time(self, moment: int) -> float:
        use_index(True, kept=False)
        taken = self.ours.time(moment)  # which holds the result: in the same memory, too
        use_index(None)
        return taken

    def answer(self) -> Answer:
        return self.ours.answer()


class Changing(Frames):
    """One of those at rest vanishes, or one is added; then a sprite is checked against them."""

    geometry = None

    def __init__(self, resting: int, *, added: bool) -> None:
        scene = SpritesBetween(MovingBoxes(resting + 1, 1))
        self.group, self.added, self.sprites = scene.resting, added, list(scene.resting)
        self.player = Sprite(collision=Rect(-LARGEST, -LARGEST, 2 * LARGEST, 2 * LARGEST))
        for _ in range(ENOUGH):
            self.player.check(self.group)

    def time(self, moment: int) -> float:
        one = self.sprites[-1]
        other = Sprite(one.x, one.y, collision=one.collision)
        self.player.x, self.player.y = one.x, one.y
        if self.added:
            one.vanish()
        else:
            self.group.add(other)
        before = self.player.check(self.group)
        self.one, self.other = one, other
        taken = super().time(moment)
        self.sprites[-1] = other
        assert (other if self.added else one) in {*before} ^ {*self.result}
        return taken

    def frame(self, moment: int) -> Any:
        if self.added:
            self.group.add(self.other)
        else:
            self.one.vanish()
        return self.player.check(self.group)


class Among(SpritesBetween):
    """Movers among boxes at rest; its answer is compared with that of plain lists of sprites."""

    geometry = None

    def compare(self) -> None:
        """Stop if the answer is another one."""
        for moment in range(self.moments):
            found: NDArray[np.intp] = self.frame(moment)
            self.movers.x = self.movers.x  # what moved is asked for anew
            if not np.array_equal(found, self.movers.pair_indices(list(self.resting))):
                raise SystemExit(f"{type(self).__name__} found other pairs than a list does")


def rows(effort: Effort) -> Iterator[Row]:
    """All cases."""
    shared, resting = (600, 600) if effort.quick else (SHARED, RESTING)
    longer = effort.but(rounds=8, seconds=0.2)
    for share in SHARES:
        ours = Sprites(MovingBoxes(shared, share * shared // 100))
        anew: dict[str, Enter] = {ANEW: partial(entered, Anew(ours))}
        yield from contest(PART, SOME_MOVE.format(share), shared, ours, anew, longer)
    movers = Among(MovingBoxes(resting + MOVERS, MOVERS))
    movers.compare()
    fixed: dict[str, Contender] = {
        FEW_MOVERS: movers,
        VANISHED: Changing(resting, added=False),
        ADDED: Changing(resting, added=True),
    }
    for case, one in fixed.items():
        yield allowance(PART, case, resting, one, ALLOWED[case], longer)


def entered(contender: Contender) -> list[Contender]:
    """The peer as `contest` takes it."""
    return [contender]
