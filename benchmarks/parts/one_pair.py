"""One sprite against one: `a.hits(b)`, at rest and right after a move."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

from harness.contender import Contender, there_and_back
from harness.contest import contest
from harness.measuring import Effort
from harness.rows import Row
from harness.targets import FAR, MOVED, TURNED, UNTURNED
from peers import load

from spritecol import Rect, Sprite

PART = "one_pair"
SIDE = 32  # pixels along a side of both rectangles
SCALE = (1.5, 0.75)


class Pair(NamedTuple):
    """How the second rectangle lies to the first, which lies at (100, 100)."""

    left: int
    top: int
    angles: tuple[float, float] = (0, 0)
    scale: tuple[float, float] = (1, 1)


PAIRS = dict(
    zip(
        (*UNTURNED, *TURNED, FAR),
        (
            Pair(120, 110),
            Pair(90, 133),  # one above the other
            Pair(700, 500),
            Pair(120, 110, (30, 100), SCALE),
            Pair(142, 120, (30, 100), SCALE),  # the boxes round them overlap
            Pair(700, 500, (30, 100), SCALE),
        ),
        strict=True,
    )
)


def ours(pair: Pair, moved: bool) -> Contender:
    """Two sprites of this library."""
    a, b = (
        Sprite(
            x,
            y,
            collision=Rect(0, 0, SIDE, SIDE),
            angle=angle,
            scale_x=pair.scale[0],
            scale_y=pair.scale[1],
            center_x=SIDE / 2,
            center_y=SIDE / 2,
        )
        for (x, y), angle in zip(((100, 100), pair[:2]), pair.angles, strict=True)
    )
    return there_and_back("a.hits(b)", "a.x", {"a": a, "b": b}, moved)


def pygame_ce(pair: Pair, moved: bool) -> Sequence[Contender]:
    """Two rects, never turned."""
    peer = load("pygame_ce")
    a, b = peer.Box(100, 100, SIDE, SIDE), peer.Box(pair.left, pair.top, SIDE, SIDE)
    names = {"a": a, "b": b, "collide_rect": peer.collide_rect}
    made = there_and_back("collide_rect(a, b)", "a.rect.x", names, moved)
    if any(pair.angles):
        made.note = "upright rects instead"
        made.geometry = None
    return [made]


def arcade(pair: Pair, moved: bool) -> Sequence[Contender]:
    """Two sprites with the hit boxes that arcade gives them."""
    peer = load("arcade_sprites")
    a = peer.box(100, 100, SIDE, SIDE, angle=pair.angles[0], scale=pair.scale)
    b = peer.box(pair.left, pair.top, SIDE, SIDE, angle=pair.angles[1], scale=pair.scale)
    names = {"a": a, "b": b, "check": peer.check_for_collision}
    return [there_and_back("check(a, b)", "a.center_x", names, moved)]


def rows(effort: Effort) -> Iterator[Row]:
    """All cases."""
    for moved, (name, pair) in product((False, True), PAIRS.items()):
        case = MOVED.format(name) if moved else name
        entrants = {
            "pygame-ce": partial(pygame_ce, pair, moved),
            "arcade": partial(arcade, pair, moved),
        }
        yield from contest(PART, case, 2, ours(pair, moved), entrants, effort)
