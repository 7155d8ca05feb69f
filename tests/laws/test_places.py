"""The fill rule, and tiles: neighbors never hit, and share out every point among them."""

import copy
import itertools
import math
import random
from typing import Any

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from oracle import exact
from scenes import sprites as scenes
from support import scenes as some
from support.campaign import places
from support.campaign.tally import assert_right
from support.counting import at_least
from support.examples import examples

from spritecol import Circle, Group, Point, Polygon, Rect, Segment, Shape, Sprite, Triangle, pairs

QUARTERS = [0, 90, 180, 270, -90, 450, -7290, 3600]


def test_questions_about_a_place_are_exact_in_whole_numbers() -> None:
    """Points, boxes and circles, against fractions."""
    assert_right(places.judged, range(120), places.BRANCHES)


def test_a_shape_at_a_place_hits_what_a_sprite_of_it_hits() -> None:
    """At any angle."""
    with at_least(hits=20) as seen:

        @examples(60)
        @given(st.lists(some.sprites(), min_size=2, max_size=9), some.shapes(), some.sprites())
        def any_angle(members: list[Sprite], shape: Shape, asker: Sprite) -> None:
            group = Group(members)
            asker.x, asker.y = members[0].x, members[0].y
            assert group.query_shape(shape) == Sprite(collision=shape).check(group)
            found = group.query_shape(asker)
            assert found == asker.check(group)
            seen["hits"] += bool(found)

        any_angle()


def enclosed(member: Sprite, box: tuple[float, ...], names: str | None, mask: int | None) -> bool:
    """Whether the bounding box of each shape that counts is in a box, and there is one."""
    counted = [
        [round(bound, 6) for bound in shown.bounds]  # the hypot of an ellipse rounds
        for shape, shown in zip(member.shapes, member.world_shapes, strict=True)
        if (names is None or shape.name == names)
        and (mask is None or mask & (shape.layer or member.collision_layer))
    ]
    return bool(counted) and all(
        box[0] <= bounds[0] and box[1] <= bounds[1] and bounds[2] <= box[2] and bounds[3] <= box[3]
        for bounds in counted
    )


def test_what_a_box_encloses_is_what_bounding_boxes_tell() -> None:
    """In whole numbers, where borders often meet, and at any angle; of few and of many sprites."""
    r = random.Random(27)
    with at_least(inside=450, touching=130, outside=450, chosen=90, flat=8) as seen:
        for k in range(100):
            numbers, count = some.WHOLE if k % 4 else some.ANY, 8
            members = [some.sprite(r, None, numbers) for _ in range(count)]
            for member in members[::3]:
                member.collision = [
                    Rect(0, 0, 4, 4, name="core"),
                    Circle(2, 2, 3, name="rim", layer=4),
                    *member.shapes,
                ]
            members.append(Sprite(collision_enable=False, collision=Circle(0, 0, 1)))
            members.append(Sprite())
            group = Group(members)
            for member in members[: count // 2]:
                left, top, right, bottom = member.aabb
                grow = r.choice([0, 0, 0, -1, 1, 30] if k % 4 else [-0.37, 0.37, 30])
                box = (left - grow, top - grow, right + grow, bottom + grow)
                if box[0] > box[2] or box[1] > box[3]:
                    continue
                for how in ({}, {"mask": 4}, {"target_shapes": "core"}):
                    found = group.query_inside(*box, **how)
                    names, mask = how.get("target_shapes"), how.get("mask")
                    wanted = [
                        one
                        for one in members
                        if one.collision_enable and enclosed(one, box, names, mask)
                    ]
                    assert found == wanted
                    assert group.query_inside(*box[2:], *box[:2], **how) == found
                    seen["chosen"] += bool(how and found)
                    seen["inside"] += len(found)
                    seen["outside"] += len(members) - len(found)
                    seen["touching"] += grow == 0 and member in found
                    seen["flat"] += left == right or top == bottom


def test_what_a_box_encloses_among_many_with_an_index() -> None:
    r = random.Random(28)
    crowd = [
        Sprite(r.randint(0, 900), r.randint(0, 900), collision=Rect(0, 0, r.randint(1, 9), 5))
        for _ in range(600)
    ]
    group, found = Group(crowd), 0
    for _ in range(30):
        x, y, size = r.randint(0, 800), r.randint(0, 800), r.randint(20, 200)
        box = (x, y, x + size, y + size)
        wanted = [one for one in crowd if enclosed(one, box, None, None)]
        assert group.query_inside(*box) == wanted
        assert group.query_inside(*box, where=lambda one: one.x > 400) == [
            one for one in wanted if one.x > 400
        ]
        r.choice(crowd).x += 7
        found += len(wanted)
    assert found > 100


def test_a_level_of_one_sprite_is_enclosed_as_a_whole() -> None:
    level = Sprite(collision=[Rect(9 * k, 0, 9, 9) for k in range(300)])
    group = Group(level)
    assert group.query_inside(0, 0, 2700, 9) == [level]
    assert group.query_inside(0, 0, math.nextafter(2700, 0), 9) == []
    wire = Group(Sprite(collision=Segment(0, 0, 0, 9)))
    assert len(wire.query_inside(0, 0, 0, 9)) == 1
    assert not wire.query_inside(math.nextafter(0, 1), 0, 5, 9)


def test_outside_of_a_box_is_what_it_does_not_hit_of_all_that_counts() -> None:
    """In whole numbers; by layers, by name, and by both, where no one shape may have both."""
    r = random.Random(29)
    with at_least(told=200, hit=50, uncounted=200, halves=20) as seen:
        for _ in range(30):
            members = [some.sprite(r, None, some.WHOLE) for _ in range(8)]
            for member in members[::2]:
                name = r.choice(["core", "rim"])
                member.collision = [
                    Rect(0, 0, 4, 4, name=name),
                    Circle(9, 2, 3, name="core" if name == "rim" else "rim", layer=4),
                ]
            members += [Sprite(collision_enable=False, collision=Circle(0, 0, 1)), Sprite()]
            group = Group(members)
            left, top, right, bottom = map(int, r.choice(members[:8]).aabb)
            probe = Sprite(collision=Rect(left, top, right - left, bottom - top))
            for names, mask in itertools.product((None, "core"), (None, 4)):
                wanted = []
                for member in members:
                    twin = copy.copy(member)
                    twin.collision = [
                        shape
                        for shape in member.shapes
                        if (names is None or shape.name == names)
                        and (mask is None or mask & (shape.layer or member.collision_layer))
                    ]
                    counts = member.collision_enable and bool(twin.shapes)
                    is_hit = counts and exact.hits(probe, twin)
                    wanted += [member] if counts and not is_hit else []
                    seen["hit"] += is_hit
                    seen["uncounted"] += not counts
                    seen["halves"] += bool(names and mask and not counts and member.shapes[1:])
                only = {"target_shapes": names, "mask": mask}
                found = group.query_outside(left, top, right, bottom, **only)
                assert found == wanted
                assert group.query_outside(
                    right, bottom, left, top, **only, exclude=members[0]
                ) == [one for one in wanted if one is not members[0]]
                seen["told"] += len(found)


# --- tiles ----------------------------------------------------------------------------------------


@examples(20)
@given(
    size=st.floats(1e-3, 1e4),
    left=st.floats(-1e6, 1e6),
    top=st.one_of(st.just(0.0), st.floats(-1e3, 1e3)),
)
def test_neighbors_never_hit(size: float, left: float, top: float) -> None:
    """Each tile begins at the very number where its neighbor ends; one step nearer is a hit."""
    grid = scenes.tiles(5, 4, size, left, top)
    assert pairs(grid) == []
    for i, tile in enumerate(grid):
        assert not any(tile.hits(other) for other in grid[i + 1 :])
    shape = Rect(0, 0, size, size)
    one, touching = Sprite(left, top, collision=shape), Sprite(left + size, top, collision=shape)
    assert not one.hits(touching)
    touching.x = math.nextafter(left + size, -math.inf)
    assert one.hits(touching)
    touching.x, touching.y = left, top + size
    assert not one.hits(touching)
    touching.y = math.nextafter(top + size, -math.inf)
    assert one.hits(touching)


@pytest.mark.parametrize("angle", QUARTERS)
def test_quarter_turns_are_exact(angle: int) -> None:
    cos, sin = [(1, 0), (0, 1), (-1, 0), (0, -1)][angle // 90 % 4]
    sprite = Sprite(100, 200, collision=Point(7, 3), angle=angle)
    at = (100 + cos * 7 - sin * 3, 200 + sin * 7 + cos * 3)
    assert sprite.aabb == (*at, *at)
    rng = random.Random(angle)
    for mirror, _ in itertools.product((-1, 1), range(8)):
        size, left, top = rng.randint(2, 500), rng.randint(-(10**6), 10**6), rng.randint(-99, 10**6)
        grid = scenes.tiles(4, 3, size, left, top)
        for tile in grid:
            tile.angle, tile.scale_x = angle, mirror
            tile.center_x, tile.center_y = 3 * size, -size // 2
        assert pairs(grid) == []
        boxes = [tile.aabb for tile in grid]
        assert all(edge == round(edge) for box in boxes for edge in box)
        assert {(right - left, bottom - top) for left, top, right, bottom in boxes} == {
            (size, size)
        }
        grid[5].x, grid[5].y = grid[5].x + 1, grid[5].y + 1
        assert len(pairs(grid)) == 3


@pytest.mark.parametrize("side", [1, 2, 5, 32, 33])
def test_images_turned_about_their_middle_stay_in_place(side: int) -> None:
    class Image:
        size = (side, side)

    for angle in QUARTERS:
        assert Sprite(-7, 3, Image(), angle=angle).aabb == (-7, 3, side - 7, side + 3)


def claims(targets: list[Sprite], x: float, y: float) -> int:
    return len(Group(targets).query_point(x, y))


@examples(15)
@given(
    size=st.floats(1e-3, 1e4), left=st.floats(-1e5, 1e5), top=st.floats(-1e5, 1e5), data=st.data()
)
def test_every_point_belongs_to_one_tile(
    size: float, left: float, top: float, data: st.DataObject
) -> None:
    """Corners and edges too; those on the lattice's own right and bottom edge belong to none."""
    grid = scenes.tiles(3, 3, size, left, top)
    xs, ys = sorted({tile.x for tile in grid}), sorted({tile.y for tile in grid})
    end_x, end_y = xs[-1] + size, ys[-1] + size
    inner = st.floats(0, 0.875)
    for x in [*xs, left + data.draw(inner) * size]:
        for y in [*ys, top + data.draw(inner) * size]:
            assert claims(grid, x, y) == 1
        assert claims(grid, x, end_y) == 0
    assert all(claims(grid, end_x, y) == 0 for y in [*ys, end_y])


RING = [(0, 0), (2, 0), (4, 0), (4, 2), (4, 4), (2, 4), (0, 4), (0, 2)]
PIECES: dict[str, list[Shape]] = {
    "whole": [Rect(0, 0, 4, 4)],
    "falling": [Triangle(0, 0, 4, 0, 4, 4), Triangle(0, 0, 4, 4, 0, 4)],
    "rising": [Triangle(0, 0, 4, 0, 0, 4), Triangle(4, 0, 4, 4, 0, 4)],
    "fan": [Triangle(2, 2, *a, *b) for a, b in zip(RING, [*RING[1:], RING[0]], strict=True)],
    "polygons": [
        Polygon([(0, 0), (4, 0), (4, 2), (1, 1), (2, 4), (0, 4)]),
        Polygon([(4, 2), (4, 4), (2, 4), (1, 1)]),
    ],
}


@pytest.mark.parametrize("mirror", [1, -1])
@pytest.mark.parametrize("angle", [0, 90, 180, 270])
@pytest.mark.parametrize("name", PIECES)
def test_every_point_belongs_to_one_piece(name: str, angle: int, mirror: int) -> None:
    """On all edges, corners and diagonals, of squares cut into pieces, also turned and mirrored."""
    scene = [
        Sprite(4 * i, 4 * j, collision=piece, angle=angle, scale_x=mirror, center_x=2, center_y=2)
        for i, j in itertools.product(range(-2, 2), repeat=2)
        for piece in PIECES[name]
    ]
    assert pairs(scene) == []
    points = [(x / 2, y / 2) for x, y in itertools.product(range(-16, 16), repeat=2)]
    assert Group(scene).point_indices(points)[:, 0].tolist() == list(range(len(points)))
    assert claims(scene, 8, 0) == claims(scene, 0, 8) == 0


@pytest.mark.parametrize("seed", range(6))
def test_points_on_an_irregular_mosaic(seed: int) -> None:
    """Delaunay triangles of random whole points: their corners and the middles of their edges."""
    rng = random.Random(seed)
    points = shapely.MultiPoint(
        [(2 * rng.randint(-9, 9), 2 * rng.randint(-9, 9)) for _ in range(20)]
    )
    corners = [list(t.exterior.coords[:3]) for t in shapely.delaunay_triangles(points).geoms]
    mosaic = [Sprite(collision=Triangle(*a, *b, *c)) for a, b, c in corners]
    assert pairs(mosaic) == []
    ring: Any = shapely.convex_hull(points).exterior.coords[:-1]
    hull = Sprite(collision=Polygon(ring))
    spots = {spot for a, b, c in corners for spot in (a, b, c, middle(a, b), middle(b, c))}
    with at_least(inside=20) as seen:
        for x, y in spots:
            inside = exact.hits(Sprite(collision=Point(x, y)), hull)
            assert claims(mosaic, x, y) == inside
            seen["inside"] += inside


def middle(a: tuple[float, ...], b: tuple[float, ...]) -> tuple[float, ...]:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
