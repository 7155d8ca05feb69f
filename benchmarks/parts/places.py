"""Rays, and questions about a place, among shapes at rest."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import shapely
from harness.contender import Answer, Contender, Frames, Statement, UnavailableError
from harness.contest import contest
from harness.measuring import Effort
from harness.rows import Row
from harness.targets import (
    AT_A_POINT,
    IN_BOXES,
    IN_SIGHT,
    MANY_RAYS,
    NEAREST,
    ONE_RAY,
)
from peers import load
from scenes import places

from spritecol import Circle, Group, Polygon, Rect, Sprite

PART = "places"
QUESTIONS = 10_000
NEIGHBORS = 5
CROWD = 100_000
SAME_RADIUS = 5.0
DIGITS = 6  # of fractions and distances that are compared
WALL = 32  # pixels of a wall's side
WALLS = 100
ENOUGH = 8  # questions until a Group whose members rest has its index


def resting(group: Group) -> Group:
    """The Group once it keeps an index."""
    for _ in range(ENOUGH):
        group.query_point(0, 0)
    return group


def circle_group(circles: places.Floats) -> Group:
    """A sprite for each circle."""
    return resting(Group(Sprite(x, y, collision=Circle(0, 0, r)) for x, y, r in circles.tolist()))


def polygon(corners: places.Corners) -> Sprite:
    """A sprite for a turned polygon."""
    return Sprite(collision=Polygon(corners))


class Call(Frames):
    """A call, and what to compare of its result."""

    def __init__(self, call: Any, read: Any, *, note: str = "") -> None:
        self.call, self.read, self.note = call, read, note

    def frame(self, moment: int) -> Any:
        return self.call()

    def answer(self) -> Answer:
        return self.read(self.result)


def distances(found: places.Floats) -> Answer:
    """Distances from circles, by those from their middles."""
    return np.maximum(found - SAME_RADIUS, 0.0).round(DIGITS).tolist()


def ray_rows(effort: Effort) -> Iterator[Row]:
    """Rays among polygons and circles; one ray; in sight or not."""
    count = 500 if effort.quick else QUESTIONS
    scene = places.circles(count)
    round_ones, rest = scene[: count // 2], list(places.polygons(scene[count // 2 :]))
    starts, ends = places.rays(count, count)
    group = Group(Sprite(x, y, collision=Circle(0, 0, r)) for x, y, r in round_ones.tolist())
    group.add(*[polygon(corners) for corners in rest])
    resting(group)
    ours: Contender = Call(
        lambda: group.raycast_arrays(starts, ends),
        lambda found: found.fraction.round(DIGITS).tolist(),
    )

    def space() -> Any:
        return load("pymunk_queries").space_of(round_ones, rest)

    peers = {"pymunk": lambda: [load("pymunk_queries").Rays(space(), starts, ends)]}
    yield from contest(PART, MANY_RAYS, count, ours, peers, effort)

    start, end = starts[0], ends[0]
    names = {"group": group}
    names |= dict(zip(("x1", "y1", "x2", "y2"), (*start.tolist(), *end.tolist()), strict=True))
    ours = Statement(
        "group.raycast(x1, y1, x2, y2)",
        names,
        read=lambda hit: 1.0 if hit is None else round(hit.fraction, DIGITS),
    )
    peers = {"pymunk": lambda: load("pymunk_queries").one_ray(space(), start, end)}
    yield from contest(PART, ONE_RAY, count, ours, peers, effort)

    def arcade() -> list[Contender]:
        sprites = load("arcade_sprites")
        walls = sprites.arcade.SpriteList(use_spatial_hash=True)
        for x, y in middles:
            walls.append(sprites.arcade.SpriteSolidColor(WALL, WALL, x, y))
        names = {"look": sprites.arcade.has_line_of_sight, "walls": walls}
        return [Statement("look((10, 300), (900, 310), walls, 2_000)", names)]

    middles = [(50.0 + 80 * (k % 10), 30.0 + 60 * (k // 10)) for k in range(WALLS)]
    middles = [(x, y) for x, y in middles if abs(y - 300) > WALL]
    box = Rect(-WALL / 2, -WALL / 2, WALL, WALL)
    walls = resting(Group(Sprite(x, y, collision=box) for x, y in middles))
    ours = Statement("walls.line_of_sight(10, 300, 900, 310)", {"walls": walls})
    yield from contest(PART, IN_SIGHT, len(middles), ours, {"arcade": arcade}, effort)


def place_rows(effort: Effort) -> Iterator[Row]:
    """What is nearest, at a point, in boxes."""
    count = 500 if effort.quick else QUESTIONS
    scene = places.circles(count)
    scene[:, 2] = SAME_RADIUS
    points = places.points(count, count)
    group = circle_group(scene)
    ours: Contender = Call(
        lambda: group.nearest_indices(points, NEIGHBORS)[1],
        lambda found: found.round(DIGITS).tolist(),
    )

    def scipy() -> list[Contender]:
        try:
            from scipy.spatial import cKDTree
        except ImportError as error:
            raise UnavailableError("scipy is not installed") from error
        tree = cKDTree(scene[:, :2])
        note = "of middles"
        return [Call(lambda: tree.query(points, NEIGHBORS)[0], distances, note=note)]

    yield from contest(PART, NEAREST, count, ours, {"scipy": scipy}, effort)

    ours = Call(
        lambda: group.nearest_indices(points)[1], lambda found: found[:, 0].round(DIGITS).tolist()
    )
    middles = shapely.STRtree(shapely.points(scene[:, :2]))
    theirs = Call(
        lambda: middles.query_nearest(
            shapely.points(points), all_matches=False, return_distance=True
        )[1],
        distances,
        note="of middles",
    )
    yield from contest(
        PART, NEAREST.replace("5", "1"), count, ours, {"shapely": lambda: [theirs]}, effort
    )

    scene = places.circles(count)
    areas = places.boxes(places.circles(count + 1)[:count])
    boxes = places.boxes(scene)
    group = resting(
        Group(
            Sprite(left, top, collision=Rect(0, 0, right - left, bottom - top))
            for left, top, right, bottom in boxes.tolist()
        )
    )
    there = shapely.STRtree(shapely.box(*boxes.T))
    ours = Call(lambda: group.box_indices(areas), len)
    theirs = Call(
        lambda: there.query(shapely.box(*areas.T), predicate="intersects"),
        lambda found: found.shape[1],
    )
    yield from contest(PART, IN_BOXES, count, ours, {"shapely": lambda: [theirs]}, effort)

    crowd = 1_000 if effort.quick else CROWD
    scene = places.circles(crowd)
    group = circle_group(scene)
    point = scene[7, :2] + 1.0
    ours = Statement(
        "group.query_point(x, y)", {"group": group, "x": point[0], "y": point[1]}, read=len
    )
    peers = {
        "pymunk": lambda: load("pymunk_queries").one_point(
            load("pymunk_queries").space_of(scene, []), point
        )
    }
    yield from contest(PART, AT_A_POINT, crowd, ours, peers, effort)


def rows(effort: Effort) -> Iterator[Row]:
    """All cases."""
    yield from ray_rows(effort)
    yield from place_rows(effort)
