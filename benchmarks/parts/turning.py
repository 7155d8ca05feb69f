"""DXRuby's scene: boxes, circles, triangles and stars, scaled, all turning, all against all.

Beside it, as a yardstick for the machine: C++ that compares each of 5,000 circles with each.
"""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from harness.contender import Answer, Contender, Frames, pair_rows
from harness.contest import contest
from harness.measuring import Effort
from harness.rows import Row
from harness.targets import BRUTE, OBJECTS
from harness.two_cores import PEER, OnTwoCores
from numpy.typing import NDArray
from peers import load
from scenes.circles import Circles
from scenes.sprites import dxruby_objects

from spritecol import Group

PART = "turning"
SIZES = (125, 1_000, 5_000)
WINDOW = (640, 480)  # pixels for 125 objects; more have more room
YARDSTICK = 5_000  # circles
TURN = 5.0  # degrees that an object turns in a frame, at most
ONE_BY_ONE = 200  # objects: that many are also compared each with each, by `hits`


class Ours(Frames):
    """Sprites in a Group: everything turns a bit further, then the pairs as positions."""

    def __init__(self, count: int) -> None:
        scale = (count / SIZES[0]) ** 0.5
        self.group = Group(dxruby_objects(count, WINDOW[0] * scale, WINDOW[1] * scale))
        self.turns = np.random.default_rng(count).uniform(-TURN, TURN, count)

    def frame(self, moment: int) -> NDArray[np.intp]:
        self.group.angle += self.turns
        return self.group.pair_indices()


def one_by_one(group: Group) -> Answer:
    """The pairs, by asking each sprite for each other one."""
    sprites = list(group)
    return pair_rows(
        [(i, j) for j, b in enumerate(sprites) for i in range(j) if sprites[i].hits(b)]
    )


def rows(effort: Effort) -> Iterator[Row]:
    """All sizes."""
    for count in SIZES[:1] if effort.quick else SIZES:
        ours = Ours(count)
        if count <= ONE_BY_ONE:
            ours.frame(0)
            if not np.array_equal(pair_rows(ours.group.pair_indices()), one_by_one(ours.group)):
                raise SystemExit("turning: pair_indices and hits differ")
        entrants: dict[str, Callable[[], list[Contender]]] = {BRUTE: lambda: [yardstick(effort)]}
        if count == SIZES[-1]:
            entrants[PEER] = partial(second, ours)
        yield from contest(PART, OBJECTS, count, ours, entrants, effort)


def second(ours: Frames) -> list[Contender]:
    """Our contender with a second core, which finds the objects turned further."""
    made = OnTwoCores(ours)
    made.geometry = None
    return [made]


def yardstick(effort: Effort) -> Contender:
    """Brute force over circles, which is other work than ours."""
    made: Contender = load("cpp").BruteForce(Circles(60 if effort.quick else YARDSTICK))
    made.geometry = None
    made.note = "other work: a yardstick for the machine"
    return made
