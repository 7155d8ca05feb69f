"""A body that is inside of something: each shape holds it by itself, and it enters no other."""

import itertools
import random
from typing import Any

import pytest
from support.counting import at_least
from support.forms import Form, Wall
from support.levels import turned

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


@pytest.mark.parametrize("form", ["whole", "polygon"])
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


@pytest.mark.parametrize("form", ["whole"])
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


@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize("reverse", [False, True])
def test_whoever_a_lift_holds_is_not_led_into_the_wall_that_it_stands_flush_with(
    side: int, reverse: bool
) -> None:
    def put(left: int, top: int, wide: int, high: int) -> Sprite:
        x = left if side > 0 else -left - wide
        return Sprite(x, top, collision=Rect(0, 0, wide, high))

    lift = put(48, -15, 16, 16)
    column = [put(32, -16 * k, 16, 16) for k in range(6)]
    level = [*column, lift, put(64, -96, 16, 128), put(0, 28, 96, 16)]
    level = level[::-1] if reverse else level
    hero = CharacterController(Sprite(56 * side, 28, collision=Rect(-8, -26, 16, 26)))
    for _ in range(19):
        lift.y += 1
        hero.move(-4 * side, 0.5, level)
        assert not hero.sprite.hits(column)
        assert hero.sprite.position == (56 * side, 28)


def draw_stuck(r: random.Random) -> tuple[Sprite, list[Sprite]]:
    """A body, and tiles and blocks of which it may overlap some."""
    size = r.choice([8, 16])
    cells = [(x, y) for x in range(-3, 3) for y in range(r.choice([1, 2]))]
    tiles = [Rect(size * x, size * y, size, size) for x, y in cells]
    for _ in range(r.randint(0, 3)):
        left, top = 4 * r.randint(-8, 6), 4 * r.randint(-8, 6)
        tiles.append(Rect(left, top, 4 * r.randint(1, 4), 4 * r.randint(1, 6)))
    shape: Any = r.choice(
        [Rect(-6, -20, 12, 20), Capsule(0, -14, 0, -6, 6), Circle(0, -8, 8), HEXAGON]
    )
    at = 2 * r.randint(-20, 20), 2 * r.randint(-12, 24)
    return Sprite(*at, collision=shape), [Sprite(collision=tile) for tile in tiles]


def test_each_shape_holds_whoever_is_inside_it_by_itself_and_no_other_is_entered() -> None:
    """However a slide or a walk leads along, out of and between tiles and blocks."""
    r = random.Random(117)
    near = 1e-6
    with at_least(inside=900, of_several=500, moved=300) as seen:
        for _ in range(600):
            me, level = draw_stuck(r)
            way = r.choice([-9, -2, 0, 3, 30]), r.choice([-4, -1, 0, 1, 5])
            walker = CharacterController(
                Sprite(*me.position, collision=me.collision),
                up=r.choice([None, (0, -1)]),
                max_push=0,
            )
            for one, move in (
                (me, lambda: me.move_and_slide(*way, level)),  # noqa: B023
                (walker.sprite, lambda: walker.move(*way, level)),  # noqa: B023
            ):
                for _ in range(3):
                    deep = {id(tile): one.separation(tile).length for tile in level}
                    travel = move().travel
                    for tile in level:
                        was, now = deep[id(tile)], one.separation(tile).length
                        assert now <= was + near * (was > 0)
                    held = sum(depth > near for depth in deep.values())
                    seen["inside"] += held > 0
                    seen["of_several"] += held > 1
                    seen["moved"] += held > 0 and travel.length > near


@pytest.mark.parametrize("form", ["tiles", "one sprite"])
def test_tiles_on_layers_that_do_not_count_hold_nobody_who_is_inside_them(form: str) -> None:
    """Boxes, round bodies and hexagons move as if these tiles were not there."""
    r = random.Random(form)
    with at_least(inside=150, in_others=60, moved=150, round=100) as seen:
        for _ in range(300):
            me, tiles = draw_stuck(r)
            boxes = [shape for tile in tiles for shape in tile.world_shapes]
            layers = [r.choice([1, 2]) for _ in boxes]
            every = [
                Rect(box.x, box.y, box.width, box.height, layer=layer)
                for box, layer in zip(boxes, layers, strict=True)
            ]
            way = r.choice([-9, -2, 0, 3, 30]), r.choice([-4, -1, 0, 1, 5])
            ends = []
            for some in (every, [box for box in every if box.layer == 1]):
                level = [Sprite(collision=box) for box in some]
                if form == "one sprite":
                    level = [Sprite(collision=some, center_x=0, center_y=0)]
                one = Sprite(*me.position, collision=me.collision, collision_mask=1)
                seen["inside"] += one.hits(level)
                for _ in range(3):
                    one.move_and_slide(*way, level)
                ends.append(tuple(one.position))
            assert ends[0] == pytest.approx(ends[1], abs=1e-9)
            seen["in_others"] += me.hits([t for t, k in zip(tiles, layers, strict=True) if k == 2])
            seen["moved"] += ends[0] != me.position
            seen["round"] += isinstance(me.collision, Circle | Capsule)


@pytest.mark.parametrize("quarter", range(4))
@pytest.mark.parametrize("lean", [0, 3e-16, -3e-16, 1e-14, 1e-12, 1e-10, 1e-7])
def test_whoever_is_inside_a_wall_moves_along_it_also_with_a_lean_by_rounding(
    lean: float, quarter: int
) -> None:
    """Such as that of `5 * cos(90 degrees)`."""
    for shape, depth in itertools.product((Rect(-8, -8, 16, 16), Circle(0, 0, 8)), (0.5, 1, 3)):
        for up in (None, (0, -1)):
            wall = Sprite(collision=Rect(8, -300, 40, 600), angle=90 * quarter)
            wall.center_x = wall.center_y = 0
            hero = Sprite(*turned(90 * quarter, depth, 0), collision=shape)
            hero.center_x = hero.center_y = 0
            for _ in range(3):
                hero.move_and_slide(*turned(90 * quarter, lean, 5), wall, up=up)
            x, y = turned(-90 * quarter, hero.x, hero.y)
            assert (x, y) == pytest.approx((depth, 15), abs=1e-9 if lean >= 0 else 1e-6)


# --- its own motion leads it through nothing that it is in ----------------------------------------

TILE = 16
ROOMS = (1, 1), (1, 4), (6, 1), (2, 2), (6, 2), (2, 5), (20, 1), (1, 12)
"""How many tiles of free room a room has, across and down. Its walls are one tile thick."""


def room(form: str, wide: int, high: int) -> list[Sprite]:
    """The walls of a room whose free part begins at (0, 0)."""
    right, bottom = TILE * wide, TILE * high
    walls = [
        (-TILE, -TILE, right + TILE, 0),
        (-TILE, bottom, right + TILE, bottom + TILE),
        (-TILE, 0, 0, bottom),
        (right, 0, right + TILE, bottom),
    ]
    sprites = [Form(form).sprites(Wall(box, (TILE, TILE))) for box in walls]
    if form == "one sprite":
        return [Sprite(collision=[shape for wall in sprites for shape in wall[0].collision])]
    return [sprite for wall in sprites for sprite in wall]


def grown(r: random.Random, wide: float, high: float) -> Any:
    """A body of any kind as large as that, whose pivot is at its feet, its middle or its head."""
    top = -high * r.choice([1, 1, 0.5, 0])
    kind = r.choice(["box", "box", "circle", "capsule", "octagon"])
    radius = min(wide, high) / 2
    if kind == "box":
        return Rect(-wide / 2, top, wide, high)
    if kind == "circle":
        return Circle(0, top + radius, radius)
    if kind == "capsule":
        return Capsule(
            radius - wide / 2, top + radius, wide / 2 - radius, top + high - radius, radius
        )
    x, y = wide / 5, 0.3 * high
    return Polygon(
        [
            *((-wide / 2, top + y), (-x, top), (x, top), (wide / 2, top + y)),
            *((wide / 2, top + high - y), (x, top + high), (-x, top + high)),
            (-wide / 2, top + high - y),
        ]
    )


WAYS: list[Any] = [
    lambda _: (0, -6),
    lambda r: (r.choice([3, -3]), -6),
    lambda _: (3, 0.5),
    lambda _: (-3, 0.5),
    lambda r: (r.choice([3, -3, 0, 6, -8]), r.choice([0.5, -6, 4, 8])),
    lambda r: (r.choice([0, 1e-3, 5]), 6),
    lambda r: (r.choice([0, 0, 5, -13, 30, -40]), r.choice([0, -20, -40, -70, 15, 30, 60])),
]
"""Jump, run and jump, walk, anything, fall, and faster than the walls are thick."""


@pytest.mark.parametrize("form", FORMS[:3])
def test_nobody_is_led_out_of_a_room_in_which_it_grows(form: str) -> None:
    """Its own motion does not lead its middle through a wall that it is in, on any side."""
    with at_least(crushed=4000, grew=300) as seen:
        for seed in range(1000):
            r = random.Random(seed)
            wide, high = (TILE * n for n in r.choice(ROOMS))
            sides = r.choice([wide, 12, 24, 28, 40]), r.choice([high, 12, 14, 24, 28, 40])
            least = min(1.0, 0.9 * wide / sides[0], 0.8 * high / sides[1])
            hero = Sprite(collision=grown(r, *sides), scale=least)
            walker = CharacterController(hero, up=r.choice([*4 * [(0, -1)], None, (0, 1), (1, 0)]))
            level = room(form, wide // TILE, high // TILE)
            left, _, right, bottom = hero.aabb
            hero.x += (
                r.choice([r.uniform(0, wide - right + left), (wide - right + left) // 2]) - left
            )
            hero.y += high - bottom
            walker.move(0, 0.5, level)
            hero.scale = 1
            box, way = hero.aabb, r.choice(WAYS)
            if not (0 < box.center.x < wide and 0 < box.center.y < high):
                continue
            seen["grew"] += 1
            for _ in range(20):
                seen["crushed"] += walker.move(*way(r), level).crushed
                x, y = hero.aabb.center
                assert -1e-6 < x < wide + 1e-6, seed
                assert -1e-6 < y < high + 1e-6, seed


@pytest.mark.parametrize("form", FORMS[:3])
@pytest.mark.parametrize("way", [(0, -6), (3, -6), (-3, -6)])
@pytest.mark.parametrize("frames", [1, 6], ids=["tap", "hold"])
def test_whoever_grows_in_a_tunnel_of_one_tile_does_not_jump_out(
    form: str, way: Any, frames: int
) -> None:
    level = [*wall(form, -64, 0, 384, 16), *wall(form, -64, 32, 384, 16)]
    for half in range(0, 32):
        hero = Sprite(100 + half / 2, 32, collision=Rect(-8, -28, 16, 28), scale_y=0.5)
        walker = CharacterController(hero)
        walker.move(0, 0.5, level)
        hero.scale_y = 1
        for frame in range(12):
            walker.move(*(way if frame < frames else (0, 0.5)), level)
        assert hero.y == 32
