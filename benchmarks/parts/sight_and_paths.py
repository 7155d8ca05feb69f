"""What an eye sees among walls, and the way of a disc through them."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import shapely
from harness.contender import Contender, Nearly
from harness.contest import contest
from harness.measuring import Effort
from harness.rows import Row
from peers import load

from parts.places import Call, resting
from spritecol import Group, Rect, Sprite
from spritecol.paths import Paths

PART = "sight_and_paths"
SEEN = "visible_area, of a radius of 300 px"
WAY = "Paths.find, across a room of squares"
NEW = "Paths made, and its first way"
RADIUS = 300.0
SIDES = 64  # of the peer's disc: as exact as our tolerance
SQUARE, ACROSS = 32, 16  # pixels; how many squares the room is wide and high
START, GOAL = (0, 3), (15, 13)  # squares in the grid


def turned_walls(count: int) -> Group:
    """Turned rectangles round the origin, but not on it, with an index."""
    rng = np.random.default_rng(count)
    places = rng.uniform(-RADIUS, RADIUS, (count, 2))
    places = places[(np.abs(places) > 60).any(axis=1)]
    sizes = rng.uniform(4, 40, (len(places), 2))
    return resting(
        Group(
            Sprite(x, y, angle=angle, collision=Rect(0, 0, width, height))
            for (x, y), (width, height), angle in zip(
                places.tolist(), sizes.tolist(), rng.uniform(0, 360, len(places)), strict=True
            )
        )
    )


def hidden(parts: Any) -> Any:
    """All shadows of convex parts in the light of the origin."""
    far = shapely.transform(parts, lambda points: 100.0 * points)
    pairs = [
        shapely.GeometryCollection([near, away]) for near, away in zip(parts, far, strict=True)
    ]
    return shapely.union_all(shapely.convex_hull(pairs))


def seen(disc: Any, parts: Any) -> Any:
    """What is seen of a disc."""
    return shapely.difference(disc, hidden(parts))


def sight_rows(effort: Effort) -> Iterator[Row]:
    """The area beside the union of shadows, which is subtracted from a disc."""
    for count in (20,) if effort.quick else (20, 200):
        walls = turned_walls(count)
        parts = np.array([sprite.geometry for sprite in walls], dtype=object)
        disc = shapely.Point(0, 0).buffer(RADIUS, quad_segs=SIDES // 4)
        ours: Contender = Call(
            partial(walls.visible_area, 0, 0, radius=RADIUS, tolerance=0.25),
            lambda area: Nearly(np.array([area.geometry.area]), 0.01 * 9.0 * RADIUS**2 / 2),
        )
        theirs = Call(
            partial(seen, disc, parts),
            lambda area: Nearly(np.array([area.area]), 0.01 * 9.0 * RADIUS**2 / 2),
            note="the union of shadows, subtracted from a disc",
        )
        yield from contest(PART, SEEN, count, ours, {"shapely": partial(list, [theirs])}, effort)


def squares() -> list[tuple[int, int]]:
    """The solid squares of a room: in every third column all but one."""
    return [(x, y) for x in range(2, ACROSS, 3) for y in range(ACROSS) if y != (5 * x) % ACROSS]


def is_way(way: Any) -> bool:
    """Whether a way was found; None is an error."""
    return len(way) > 2


def path_rows(effort: Effort) -> Iterator[Row]:
    """A way of a disc that just fits through the gaps, and arcade's on its grid."""
    solid = squares()
    size = SQUARE * ACROSS
    walls = Group(
        Sprite(SQUARE * x, SQUARE * y, collision=Rect(0, 0, SQUARE, SQUARE)) for x, y in solid
    )
    start, goal = (tuple(SQUARE * (k + 0.5) for k in place) for place in (START, GOAL))

    def made() -> Paths:
        return Paths(walls, radius=SQUARE / 2 - 1, bounds=(0, 0, size, size))

    paths = made()

    def arcade(anew: bool) -> list[Contender]:
        peer = load("arcade_paths")
        barriers = partial(peer.barriers, solid, SQUARE, ACROSS)
        kept = barriers()
        way = partial(peer.way, START, GOAL, SQUARE)
        note = "on a grid of squares"
        return [Call(lambda: way(barriers() if anew else kept), is_way, note=note)]

    for anew, case in ((False, WAY), (True, NEW)):
        ours = Call(lambda n=anew: (made() if n else paths).find(start, goal), is_way)
        yield from contest(PART, case, len(solid), ours, {"arcade": partial(arcade, anew)}, effort)


def rows(effort: Effort) -> Iterator[Row]:
    """All rows of this part."""
    yield from sight_rows(effort)
    yield from path_rows(effort)
