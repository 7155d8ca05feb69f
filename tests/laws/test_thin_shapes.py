"""Shapes much thinner than long answer as the segment inside them.

Each answer is judged by that segment, with shapely, up to the thickness of the shape and to what is
promised: a billionth of the size of the numbers. What they meet is made round by a linear map, so
that no distance but that to a circle is needed.
"""

import math
import random
from typing import Any, NamedTuple

import pytest
import shapely
from shapely import affinity
from support.counting import at_least

from spritecol import (
    Capsule,
    Circle,
    Ellipse,
    Polygon,
    Rect,
    Segment,
    Sprite,
    Vec2,
)

SIZE = 100.0  # more than any number here
PROMISED = 1e-9 * SIZE


class Thin(NamedTuple):
    """A sprite with a thin shape, the segment inside it, and half of its thickness."""

    sprite: Sprite
    segment: shapely.LineString
    half: float


def ends_of(sprite: Sprite, first: Any, last: Any) -> shapely.LineString:
    """Local ends of a segment in world space, by the pose; the center is at the place."""
    c, s = math.cos(math.radians(sprite.angle)), math.sin(math.radians(sprite.angle))
    return shapely.LineString(
        (
            sprite.x + c * sprite.scale_x * x - s * sprite.scale_y * y,
            sprite.y + s * sprite.scale_x * x + c * sprite.scale_y * y,
        )
        for x, y in (first, last)
    )


def coin(rng: random.Random, part: float) -> Thin:
    """A circle that one scale has made thin, mirrored or not."""
    r, sign = rng.uniform(2, 20), rng.choice((1, -1))
    sprite = placed(rng, Circle(0, 0, r))
    if rng.random() < 0.5:
        sprite.scale_x = sign * part
        return Thin(sprite, ends_of(sprite, (0, -r), (0, r)), r * part)
    sprite.scale_y = sign * part
    return Thin(sprite, ends_of(sprite, (-r, 0), (r, 0)), r * part)


def oval(rng: random.Random, part: float) -> Thin:
    """An ellipse that is thin by itself, turned and mirrored."""
    r, angle = rng.uniform(2, 20), rng.uniform(0, 360)
    sprite = placed(rng, Ellipse(0, 0, r, r * part, angle))
    sprite.scale_x, sprite.scale_y = rng.choice(((1, 1), (-1, 1), (0.5, 1.5)))
    tip = r * Vec2.from_angle(angle)
    return Thin(sprite, ends_of(sprite, -tip, tip), 1.5 * r * part)


def crushed_oval(rng: random.Random, part: float) -> Thin:
    """An ellipse that is turned in its own space, and that one scale has made thin."""
    rx, ry, turn = rng.uniform(2, 20), rng.uniform(2, 20), rng.uniform(0, 360)
    sprite = placed(rng, Ellipse(0, 0, rx, ry, turn))
    sprite.scale_x = part
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return Thin(
        sprite, ends_of(sprite, (0, -math.hypot(rx * s, ry * c)), (0, math.hypot(rx * s, ry * c))),
        20 * part,
    )  # fmt: skip


def needle(rng: random.Random, part: float) -> Thin:
    """A capsule of next to no radius."""
    x, y, far = rng.uniform(-9, 9), rng.uniform(-9, 9), rng.uniform(5, 20)
    u, v = Vec2(x, y) + far * Vec2.from_angle(rng.uniform(0, 360))
    sprite = placed(rng, Capsule(x, y, u, v, far * part))
    sprite.scale_x, sprite.scale_y = rng.choice(((1, 1), (-1, 1), (0.5, 1.5)))
    return Thin(sprite, ends_of(sprite, (x, y), (u, v)), 1.5 * far * part)


def crushed_capsule(rng: random.Random, part: float) -> Thin:
    """A capsule of any direction that one scale has made thin."""
    r, y, far = 10 ** rng.uniform(-2, 1), rng.uniform(-9, 9), rng.uniform(5, 20)
    u, v = Vec2(0, y) + far * Vec2.from_angle(rng.choice((0, 90, rng.uniform(0, 360))))
    sprite = placed(rng, Capsule(0, y, u, v, r))
    sprite.scale_x = rng.choice((1, -1)) * part
    return Thin(sprite, ends_of(sprite, (0, min(y, v) - r), (0, max(y, v) + r)), 30 * part)


def sliver(rng: random.Random, part: float) -> Thin:
    """A box that is thin by itself."""
    r = rng.uniform(2, 20)
    sprite = placed(rng, Rect(-r, -r * part, 2 * r, 2 * r * part))
    return Thin(sprite, ends_of(sprite, (-r, 0), (r, 0)), r * part)


def placed(rng: random.Random, shape: Any) -> Sprite:
    """A sprite somewhere, at a quarter turn, half of one, or any angle."""
    angle = rng.choice((0, 90, -45, 135, rng.uniform(0, 360)))
    return Sprite(rng.uniform(-25, 25), rng.uniform(-25, 25), angle=angle, collision=shape)


MAKERS = coin, oval, crushed_oval, needle, crushed_capsule, sliver
THIN = {make.__name__: make for make in MAKERS}


class Met(NamedTuple):
    """What a thin shape meets: all within 1 of a core, after a linear map; a polygon has no rim."""

    sprite: Sprite
    core: Any
    rim: float
    matrix: tuple[float, float, float, float]  # to where it is round
    most: float  # how much longer a length may be in the world

    def gap(self, geometry: Any) -> float:
        """How far a geometry is away: where this is round, and at most so far in the world."""
        a, b, d, e = self.matrix
        there = affinity.affine_transform(geometry, [a, b, d, e, 0, 0])
        return float(shapely.distance(self.core, there)) - self.rim


def round_one(rng: random.Random, kind: str) -> Met:
    """A circle, an ellipse or a capsule."""
    sprite = placed(rng, Circle(0, 0, 1))
    x, y, r = sprite.x, sprite.y, rng.uniform(2, 20)
    if kind == "ellipse":
        rx, ry = rng.uniform(2, 20), rng.uniform(2, 20)
        sprite.collision = Ellipse(0, 0, rx, ry)
        c, s = math.cos(math.radians(sprite.angle)), math.sin(math.radians(sprite.angle))
        m = (c / rx, s / rx, -s / ry, c / ry)
        return Met(
            sprite, shapely.Point(m[0] * x + m[1] * y, m[2] * x + m[3] * y), 1.0, m, max(rx, ry)
        )
    if kind == "circle":
        sprite.collision = Circle(0, 0, r)
        return Met(sprite, shapely.Point(x, y), r, (1, 0, 0, 1), 1.0)
    sprite.collision = Capsule(-9, 2, 4, 5, 0.4 * r)
    return Met(sprite, ends_of(sprite, (-9, 2), (4, 5)), 0.4 * r, (1, 0, 0, 1), 1.0)


def straight_one(rng: random.Random, kind: str) -> Met:
    """A box, a polygon or a segment."""
    shapes: dict[str, Any] = {
        "rect": Rect(-7, -4, 15, 9),
        "polygon": Polygon([(-9, -5), (8, -7), (11, 4), (0, 10)]),
        "segment": Segment(-9, -4, 12, 3),
    }
    sprite = placed(rng, shapes[kind])
    return Met(sprite, sprite.world_shapes[0].geometry, 0.0, (1, 0, 0, 1), 1.0)


MET = {
    "circle": round_one,
    "ellipse": round_one,
    "capsule": round_one,
    "rect": straight_one,
    "polygon": straight_one,
    "segment": straight_one,
}


def is_clear(thin: Thin, met: Met, slack: float) -> bool:
    """Whether a hit, or that there is none, is clear by more than some slack."""
    if met.rim:
        return abs(met.gap(thin.segment)) > slack
    tips, corners = thin.segment.boundary, shapely.points(shapely.get_coordinates(met.core))
    apart = tips.distance(met.core.boundary if met.core.area else met.core)
    return min(apart, *shapely.distance(corners, thin.segment)) > slack


def assert_contacts(thin: Thin, met: Met) -> int:
    """Points of contacts are finite and in both shapes; how many there are."""
    found = [(c, 1) for c in thin.sprite.contacts(met.sprite)]
    found += [(c, -1) for c in met.sprite.contacts(thin.sprite)]
    count = 0
    for contact, _ in found:
        assert contact.points
        assert math.isfinite(contact.depth)
        assert contact.normal.length == pytest.approx(1)
        for point in contact.points:
            assert all(map(math.isfinite, point)), contact
            there = shapely.Point(point)
            assert thin.segment.distance(there) <= thin.half + PROMISED
            assert met.gap(there) * met.most <= PROMISED * met.most
            count += 1
    return count


def assert_sweep(moving: Sprite, thin: Thin, met: Met, way: Vec2) -> bool:
    """It stops where it is apart by next to nothing; whether it stops."""
    other = met.sprite if moving is thin.sprite else thin.sprite
    hit = moving.sweep(*way, other)
    sign = 1 if moving is thin.sprite else -1

    def gap_after(fraction: float) -> float:
        moved = affinity.translate(thin.segment, *(sign * fraction * way))
        return met.gap(moved)

    if hit is None:
        start, end = thin.segment, affinity.translate(thin.segment, *(sign * way))
        assert met.gap(shapely.union(start, end).convex_hull) >= -PROMISED
        return False
    assert gap_after(hit.fraction) <= thin.half + PROMISED
    assert gap_after(hit.fraction) >= -thin.half - PROMISED
    moving.position = hit.position
    assert not moving.hits(other)
    moving.position -= hit.fraction * way
    return True


@pytest.mark.parametrize("kind", MET)
@pytest.mark.parametrize("form", THIN)
def test_what_is_thin_answers_as_its_segment(form: str, kind: str) -> None:
    """Hits, distances, points of contact, and sweeps of either of the two."""
    rng = random.Random(f"{form} {kind}")
    with at_least(hits=2, apart=20, points=4, stops=20) as seen:
        for _ in range(70):
            part = 10 ** rng.uniform(-17, -5.5)
            thin, met = THIN[form](rng, part), MET[kind](rng, kind)
            gap, slack = met.gap(thin.segment), thin.half + PROMISED
            hits = thin.sprite.hits(met.sprite)
            assert hits == met.sprite.hits(thin.sprite)
            if is_clear(thin, met, slack):
                assert hits == (gap <= 0)
            if hits:
                seen["hits"] += 1
                seen["points"] += assert_contacts(thin, met)
                continue
            seen["apart"] += 1
            if kind != "ellipse":
                assert abs(thin.sprite.distance(met.sprite).distance - gap) <= slack
            for moving, other in ((thin.sprite, met.sprite), (met.sprite, thin.sprite)):
                aside = 9 * Vec2.from_angle(rng.uniform(0, 360))
                way = 1.5 * (other.position - moving.position + aside)
                seen["stops"] += assert_sweep(moving, thin, met, way)


@pytest.mark.parametrize("kind", MET)
@pytest.mark.parametrize("axes", ["scale_x", "scale_y", "both"])
@pytest.mark.parametrize("mirrored", [1, -1])
def test_a_coin_that_shrinks_hits_until_it_is_gone(kind: str, axes: str, mirrored: int) -> None:
    """Frame by frame, until its scale is 5e-20."""
    met = MET[kind](random.Random(kind), kind)
    middle = met.sprite.world_shapes[0].geometry.representative_point()
    coin = Sprite(middle.x, middle.y, angle=20, collision=Circle(0, 0, 8), scale_y=mirrored)
    with at_least(points=100 if kind == "segment" else 2 * 199) as seen:
        for _ in range(199):
            for name in ("scale_x", "scale_y") if axes == "both" else (axes,):
                setattr(coin, name, 0.8 * getattr(coin, name))
            for contact in [*coin.contacts(met.sprite), *met.sprite.contacts(coin)]:
                for point in contact.points:
                    assert math.dist(point, coin.position) <= 8 + PROMISED
                    assert met.gap(shapely.Point(point)) <= PROMISED
                    seen["points"] += 1


@pytest.mark.parametrize("teeth", [4, 80])
def test_outlines_that_are_squeezed_flat_hit_where_their_lines_do(teeth: int) -> None:
    """Of few pieces and of many, along each other and across."""
    rng = random.Random(teeth)
    wide = 16 * teeth - 8
    top = [(8 * k, 0 if k % 2 else -7) for k in range(2 * teeth)]
    comb, line = Polygon([*top, (wide, 12), (0, 12)]), Segment(0, 0, wide, 0)
    with at_least(hits=20, misses=30, across=8) as seen:
        for _ in range(120):
            poses = [
                {
                    "x": rng.randint(-teeth, teeth) + 0.5,
                    "y": rng.choice([0, 0, 0.25, rng.randint(-teeth, teeth) - 0.5]),
                    "angle": rng.choice([0, 0, 90]),
                }
                for _ in "ab"
            ]
            a, b = (
                Sprite(**pose, collision=comb, scale_y=0, center_x=0, center_y=0) for pose in poses
            )
            lines = [Sprite(**pose, collision=line, center_x=0, center_y=0) for pose in poses]
            assert a.hits(b) == b.hits(a) == lines[0].hits(lines[1]), poses
            assert bool(a.contacts(b)) == a.hits(b)
            seen["hits" if a.hits(b) else "misses"] += 1
            seen["across"] += a.hits(b) and a.angle != b.angle
