"""A body that is inside of something: tiles hold it like a whole wall, and nothing else does."""

import itertools
import math
import random
from typing import Any

import pytest
from support.counting import at_least
from support.forms import Form, Wall

from spritecol import Capsule, CharacterController, Circle, Polygon, Rect, Sprite

BODIES = {
    "box": Rect(-6, -28, 12, 28),
    "capsule": Capsule(0, -22, 0, -6, 6),
    "circle": Circle(0, -14, 14),
}
FORMS = "whole", "tiles", "one sprite", "polygon"


def wall(form: str, left: int, top: int, wide: int, high: int) -> list[Sprite]:
    """A wall in one form, of tiles of 16 pixels if it is cut."""
    return Form(form).sprites(Wall((left, top, left + wide, top + high), (16, 16)))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", ["box", "capsule"])
def test_whoever_stands_up_below_a_low_roof_jumps_into_it_nowhere(kind: str, form: str) -> None:
    for off in range(16):
        hero = Sprite(off, 0, collision=Rect(-6, -16, 12, 16))
        c = CharacterController(hero)
        floor = Sprite(collision=Rect(-200, 0, 400, 20))
        level = [floor, *wall(form, -192, -52, 384, 32)]
        c.move(0, 1, level)
        hero.collision = BODIES[kind]
        fall = -8.0
        for _ in range(40):
            assert c.move(0, fall, level).crushed
            assert (hero.x, hero.y) == (off, 0)
            fall = 0.5 if c.on_floor else fall + 0.5


@pytest.mark.parametrize("form", FORMS[:3])
@pytest.mark.parametrize("kind", BODIES)
def test_whoever_is_crushed_by_a_press_walks_out_from_under_it(kind: str, form: str) -> None:
    """It keeps its height on the floor, and its speed."""
    r = random.Random(kind)
    with at_least(crushed=50) as seen:
        for _ in range(20):
            wide, side = r.choice([48, 96]), r.choice([-1, 1])
            left, depth, speed = -r.randint(8, 40), r.choice([1, 2, 4, 8]), r.choice([0.5, 1, 2])
            press = wall(form, left, -60, wide, 32)
            level = [Sprite(collision=Rect(-200, 0, 400, 20)), *press]
            c = CharacterController(Sprite(collision=BODIES[kind]), max_push=0)
            c.move(0, 1, level)
            for _ in range(int(max(1, depth / speed))):
                for piece in press:
                    piece.y += speed
                seen["crushed"] += c.move(0, 1, level).crushed
            for frame in range(1, 81):
                slide = c.move(2 * side, 1, level)
                assert (c.sprite.x, c.sprite.y) == (2 * side * frame, 0)
            assert not slide.crushed


@pytest.mark.parametrize("form", FORMS[:3])
def test_whoever_stands_within_a_door_does_not_sink_into_the_floor(form: str) -> None:
    floor = wall(form, -64, 0, 128, 32)
    for door in (Rect(0, -64, 16, 64), [Rect(0, y, 16, 16) for y in range(-64, 0, 16)]):
        hero = Sprite(-8, 0, collision=Rect(-8, -28, 16, 28))
        c = CharacterController(hero, max_push=0)
        level = [*floor, Sprite(collision=door)]
        c.move(0, 1, level)
        for _ in range(8):  # until it is wholly in it
            hero.x += 2
            slide = c.move(0, 1, level)
            assert (hero.y, slide.crushed) == (0, True)


@pytest.mark.parametrize("form", FORMS[1:3])
def test_seen_from_above_a_slide_leaves_tiles_as_it_leaves_a_whole_wall(form: str) -> None:
    r = random.Random(form)
    with at_least(inside=60) as seen:
        for _ in range(120):
            shape: Any = r.choice([Rect(-6, -6, 12, 12), Circle(0, 0, 6)])
            at = r.uniform(-60, 60), r.choice([-4, 4]) + r.choice([-32, 32])
            way = r.uniform(-9, 9), r.uniform(-9, 9)
            heroes = [Sprite(*at, collision=shape) for _ in range(2)]
            levels = wall("whole", -64, -32, 128, 64), wall(form, -64, -32, 128, 64)
            for hero, level in zip(heroes, levels, strict=True):
                hero.move_and_slide(*way, level)
            assert math.dist(*(tuple(hero.position) for hero in heroes)) < 1e-6
            seen["inside"] += Sprite(*at, collision=shape).hits(levels[0])


def forms_of(
    cells: list[tuple[int, int]], size: int, name: str | None = None
) -> dict[str, list[Sprite]]:
    """Tiles as sprites in both orders, as one sprite, and as whole rows and columns."""
    tiles = [Rect(size * x, size * y, size, size, name=name) for x, y in cells]
    return {
        "tiles": [Sprite(collision=tile) for tile in tiles],
        "reversed": [Sprite(collision=tile) for tile in tiles[::-1]],
        "one sprite": [Sprite(collision=tiles)],
    }


HEXAGON = Polygon([(-4, 0), (4, 0), (8, -8), (4, -16), (-4, -16), (-8, -8)])
ROW = [(x, 0) for x in range(-4, 4)]


@pytest.mark.parametrize(
    ("cells", "size", "at", "shape", "way", "end"),
    [
        (ROW, 16, (4, 8), Rect(-4, -20, 8, 20), (0, 1), (4, 8)),  # as wide as deep, in one tile
        (ROW, 16, (4, 5), Rect(-4, -20, 8, 20), (-20, 0), (-16, 5)),
        (ROW, 16, (4, 5), Rect(-4, -20, 8, 20), (19, 3), (23, 5)),
        (2 * ROW, 16, (4, 5), Rect(-4, -20, 8, 20), (19, 3), (23, 5)),  # in two layers of a map
        ([*ROW, (0, -1), (0, -2)], 16, (-5, 8), Rect(-6, -28, 12, 28), (0, -3), (-5, 5)),
        ([*ROW, (0, -1), (0, -2)], 16, (-12, 3), Rect(-6, -28, 12, 28), (20, 0), (-6, 3)),
        ([(-2, -1), (-1, 0)], 8, (-3, 0), HEXAGON, (2, 1), (-1, 0)),
        ([(-3, -1), (-2, 0), (-1, 0), (0, 0)], 8, (-10, 4), HEXAGON, (11, 0), (1, 4)),
    ],
)
def test_tiles_hold_a_body_by_the_sides_of_their_union(
    cells: list[tuple[int, int]],
    size: int,
    at: tuple[int, int],
    shape: Any,
    way: tuple[int, int],
    end: tuple[int, int],
) -> None:
    """It gets no deeper, and goes on where sides are hidden; in any order of targets."""
    for form, level in forms_of(cells, size).items():
        hero = Sprite(*at, collision=shape)
        hero.move_and_slide(*way, level)
        assert hero.position == pytest.approx(end), form
        walker = CharacterController(Sprite(*at, collision=shape), up=None, max_push=0)
        walker.move(*way, level)
        assert walker.sprite.position == pytest.approx(end), form


def test_a_wall_in_a_dead_end_below_a_low_roof_holds_whoever_stands_up_there() -> None:
    """The roof is left upward, over a wall that is as high; but the body is at the wall's side."""
    with at_least(stood_up=200) as seen:
        for gap, thick, x, side in itertools.product((8, 10), (8, 16), range(6, 16), (-1, 1)):
            for cut in (1, 2, 4):
                high = gap + thick
                roof = [Rect(32 / cut * k, -high, 32 / cut, thick) for k in range(cut)]
                wall = [Rect(-16, -high / cut * (k + 1), 16, high / cut) for k in range(cut)]
                floor = Rect(-64, 0, 160, 16)
                level = [Sprite(collision=shape) for shape in (floor, *roof, *wall)]
                for up in ((0, -1), None):
                    hero = Sprite(x, 0, collision=Rect(-6, -gap, 12, gap))
                    walker = CharacterController(hero, up=up, max_push=0)
                    walker.move(0, 1, level)
                    walker.sprite.collision = Rect(-6, -gap - 8, 12, gap + 8)
                    for _ in range(30):
                        walker.move(2 * side, 1, level)
                        assert walker.sprite.x >= 6
                    seen["stood_up"] += 1


# A floor, a wall that stands on it, and a low shelf; a door, and the block at which it stands; an
# enemy as high as the block beside it. Boxes are left, top, wide, high.
THIN = (-32, 0, 64, 16), (-8, -24, 32, 16), (-16, -24, 8, 24)
DOOR = (32, 8, 24, 48), (16, 32, 16, 16)
ENEMY = *((16 * x, 48, 16, 16) for x in range(4)), (16, 32, 16, 16), (32, 32, 16, 16)


@pytest.mark.parametrize("up", [None, (0, -1)])
@pytest.mark.parametrize(
    ("boxes", "body", "way", "end"),
    [
        pytest.param(THIN, (11, -21, 8, 28), (-30, 0), (-8, -21), id="a thin wall"),
        pytest.param(DOOR, (32, 24, 8, 16), (-4, 0), (32, 24), id="the block at a door"),
        pytest.param(ENEMY, (32, 20, 20, 28), (-4, 1), (32, 20), id="beside an enemy"),
    ],
)
def test_whoever_is_in_one_thing_walks_through_no_other(
    boxes: Any, body: Any, way: Any, end: Any, up: Any
) -> None:
    """The end of a way out is no way through a wall; in any order of targets."""
    for order in itertools.islice(itertools.permutations(boxes), 24):
        level = [Sprite(collision=Rect(*box)) for box in order]
        heroes = [Sprite(*body[:2], collision=Rect(0, 0, *body[2:])) for _ in "ab"]
        walker = CharacterController(heroes[0], up=up, max_push=0)
        for _ in range(6):
            walker.move(*way, level)
            heroes[1].move_and_slide(*way, level, up=up)
        assert [hero.position for hero in heroes] == [end, end]


def test_what_where_rejects_or_takes_away_holds_nobody() -> None:
    """It is asked about each tile once. It may move, change or take away a tile meanwhile."""
    tiles = forms_of(ROW, 16)["tiles"]
    for left_out in (4, 5):  # the tile that the hero is in, and the next one
        hero, other = (Sprite(4, 5, collision=Rect(-4, -20, 8, 20)) for _ in "ab")
        rest = [tile for tile in tiles if tile is not tiles[left_out]]
        other.move_and_slide(6, 1, rest)
        asked: list[Sprite] = []

        def where(one: Sprite) -> bool:
            asked.append(one)  # noqa: B023
            return one in rest  # noqa: B023

        hero.move_and_slide(6, 1, tiles, where=where)
        assert hero.position == other.position
        assert set(asked) <= set(tiles)
        assert len(asked) == len(set(asked)) > 0

    def move(one: Any) -> bool:
        one.x += 1000
        return True

    def empty(one: Any) -> bool:
        one.collision = None
        return True

    def cut(one: Any) -> bool:
        one.collision = [Rect(0, 0, 4, 4), Rect(4, 0, 4, 4)]
        return True

    for act in (move, empty, cut, Sprite.vanish):
        for size, x, name in itertools.product((4, 8, 16), range(0, 16, 3), (None, "tile")):
            forms = forms_of(ROW, size, name)
            level = [*forms["tiles"], *forms["one sprite"]]
            one = Sprite(x, size // 2, collision=Rect(-4, -20, 8, 20))
            one.move_and_slide(3, 2, level, where=lambda one: act(one) is not False)  # noqa: B023
            walker = CharacterController(one, max_push=0)
            for _ in range(3):
                walker.move(3, 2, level, where=lambda one: act(one) is not False)  # noqa: B023


def test_a_one_way_shape_beside_what_a_body_is_in_ends_no_move() -> None:
    plank = Sprite(collision=Rect(0, 0, 16, 4, one_way=(0, -1)))
    ramp = Sprite(collision=Polygon([(0, 0), (16, 0), (16, -16)]))
    hero = Sprite(6.746638986560903, 0, collision=Circle(0, -8, 8))
    walker = CharacterController(hero, max_push=4, step=6, snap=0)
    for _ in range(10):
        walker.move(4, 3, [ramp, plank])


@pytest.mark.parametrize("form", FORMS[:3])
def test_no_move_leads_deeper_into_a_floor_and_what_stands_on_it(form: str) -> None:
    """Low blocks and the foot of a slope; round, slanted and upright bodies, half in them."""
    r = random.Random(form)
    shapes: list[Any] = [
        Circle(0, -16, 16),
        Capsule(0, -22, 0, -6, 6),
        HEXAGON,
        Rect(-6, -20, 12, 20),
    ]
    with at_least(free=80, stopped=80) as seen:
        for _ in range(600):
            high, x = r.choice([2, 4, 8]), 16 * r.randint(-1, 2)
            block = r.choice(
                [Rect(x, -high, 8, high), Polygon([(x, 0), (x + 32, 0), (x + 32, -16)])]
            )
            level = [*wall(form, -64, 0, 160, 16), Sprite(collision=block)]
            shape, at = r.choice(shapes), (r.randint(-32, 48), r.randint(1, 4))
            way = r.choice([-30, -4, 2, 12]), r.choice([0, 0, 1, -1])
            hero = Sprite(*at, collision=shape)
            deep = hero.separation(level).length
            if deep > 6:
                continue  # its middle is in it, or it is wholly between two things
            hero.move_and_slide(*way, level)
            assert hero.separation(level).length <= deep + 1e-6
            walker = CharacterController(Sprite(*at, collision=shape), max_push=0)
            for _ in range(4):
                walker.move(*way, level)
                assert walker.sprite.separation(level).length <= deep + 1e-6
            seen["free" if hero.x == at[0] + way[0] else "stopped"] += 1


@pytest.mark.parametrize("form", FORMS[:3])
@pytest.mark.parametrize(
    ("other", "shape", "at", "angle", "way"),
    [
        (Rect(-64, -32, 32, 32), Circle(0, 0, 12), (-88, 11), 0, (30, 0)),
        (Rect(-16, -16, 16, 16), Rect(-10, -28, 20, 28), (-30.925266585019877, 0), 10, (2, 0)),
        (Rect(0, -16, 16, 16), Circle(0, 0, 12), (-24, 9), 0, (40, 0)),
    ],
)
def test_whoever_is_in_a_floor_gets_into_no_wall_that_stands_on_it(
    form: str, other: Any, shape: Any, at: tuple[float, float], angle: float, way: tuple[int, int]
) -> None:
    level, obstacle = wall(form, -192, 0, 384, 16), Sprite(collision=other)
    hero = Sprite(*at, angle=angle, collision=shape, center_x=0, center_y=0)
    assert hero.hits(level)
    assert not hero.hits(obstacle)
    hero.move_and_slide(*way, [*level, obstacle])
    assert not hero.hits(obstacle)


def test_whoever_stands_on_a_floor_and_is_in_a_block_on_it_does_not_sink() -> None:
    corners = [(-7, 0), (7, 0), (14, -11.2), (8.4, -28), (-8.4, -28), (-14, -11.2)]
    level = [Sprite(collision=Rect(-96, 0, 192, 8)), Sprite(collision=Rect(-40, -8, 8, 8))]
    hero = Sprite(-21.795932593232678, 0, collision=Polygon(corners))
    hero.center_x = hero.center_y = 0
    assert hero.hits(level[1])
    for way in ((0, 1), (1, 1), (-1, 1), (0, 8)):
        hero.move_and_slide(*way, level)
        assert hero.y <= 0


class Grass(Sprite):
    pass


@pytest.mark.parametrize("size", [8, 16])
@pytest.mark.parametrize("how", ["alike", "two classes", "two names", "in two layers of a map"])
def test_tiles_of_several_kinds_are_one_roof(how: str, size: int) -> None:
    """A hero who stands up below it walks out to both sides."""
    for side, gap in itertools.product((-2, 2), (14, 18, 20)):
        level = [Sprite(collision=Rect(-400, 0, 800, 20))]
        for x, y in itertools.product(range(-96, 96, size), range(-gap - 32, -gap, size)):
            other = (x // size) % 2 and how != "alike"
            kind = Grass if other and how == "two classes" else Sprite
            name = "stone" if other and how == "two names" else None
            for _ in range(2 if how == "in two layers of a map" else 1):
                level.append(kind(collision=Rect(x, y, size, size, name=name)))
        hero = Sprite(3, 0, collision=Rect(-6, -12, 12, 12))
        walker = CharacterController(hero, max_push=0)
        walker.move(0, 1, level)
        hero.collision = Rect(-6, -24, 12, 24)
        for frame in range(1, 61):
            walker.move(side, 1, level)
            assert hero.position == (3 + side * frame, 0)
        assert not hero.hits(level)
