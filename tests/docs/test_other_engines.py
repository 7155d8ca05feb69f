"""What pages promise to people who carry a game over, against a few lines that state the rule of
their engine.
"""

import random
import re
from collections.abc import Sequence
from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest
from docs.test_after_pages import after
from docs.test_pages import ROOT, blocks, module
from support.counting import at_least

from spritecol import CharacterController, Group, Polygon, Rect, Sprite, Vec2

__all__ = ["module"]  # a fixture

Numbers = Sequence[Any]
"""A place, a way, or a box: x, y, width and height."""


def sprites(boxes: list[Numbers]) -> list[Sprite]:
    return [Sprite(x, y, collision=Rect(0, 0, w, h)) for x, y, w, h in boxes]


# --- bump.lua -------------------------------------------------------------------------------------


def inside(a: Numbers, b: Numbers) -> bool:
    return all(a[k] < b[k] + b[k + 2] and b[k] < a[k] + a[k + 2] for k in (0, 1))


def entry(box: Numbers, way: Numbers, other: Numbers) -> tuple[Fraction, int] | None:
    """When a moving box enters another, and across which axis."""
    first, last, axis = Fraction(-(10**9)), Fraction(10**9), 0
    for k in (0, 1):
        low, high = other[k] - box[k] - box[k + 2], other[k] + other[k + 2] - box[k]
        if way[k]:
            early, late = sorted((Fraction(low) / way[k], Fraction(high) / way[k]))
            first, axis = max((first, axis), (early, k))
            last = min(last, late)
        elif not low < 0 < high:
            return None
    return (first, axis) if first < last and 0 <= first < 1 else None


def bump(
    box: Numbers, way: Numbers, walls: list[Numbers], coins: list[Numbers]
) -> tuple[Numbers, set[int]]:
    """Where a box goes that slides along walls, each of which counts once, and crosses coins."""
    place, goal = list(box[:2]), [box[0] + way[0], box[1] + way[1]]
    taken = {k for k, coin in enumerate(coins) if inside(box, coin)}
    left = dict(enumerate(walls))
    while True:
        here, way = (*place, *box[2:]), [goal[k] - place[k] for k in (0, 1)]
        hits = [(hit, k) for k, wall in left.items() if (hit := entry(here, way, wall))]
        (share, axis), k = min(hits, default=((Fraction(1), 0), -1))
        for i, coin in enumerate(coins):
            hit = entry(here, way, coin)
            if hit is not None and hit[0] < share:
                taken.add(i)
        place = [place[k] + way[k] * share for k in (0, 1)]
        if not hits:
            return place, taken
        goal[axis] = place[axis]
        del left[k]


def scene(r: random.Random) -> tuple[Numbers, Numbers, list[Numbers], list[Numbers]]:
    """An item of 8 by 8, its way, and walls and coins, which often fit exactly."""

    def box() -> Numbers:
        return *(r.randrange(0, 96, 8) for _ in "xy"), *(r.choice((8, 16, 24)) for _ in "wh")

    way = r.randint(-80, 80), r.choice((0, r.randint(-80, 80)))
    item = (r.randrange(0, 96, 4), r.randrange(0, 96, 4), 8, 8)
    return item, way, [box() for _ in range(r.randint(1, 4))], [box() for _ in range(5)]


def is_near(place: Numbers, other: Numbers) -> bool:
    return all(abs(a - b) < 1e-6 for a, b in zip(place, other, strict=True))


def responses() -> Any:
    """The loop of the page for LÖVE that plays several responses."""
    names: dict[str, Any] = {}
    page = (ROOT / "docs" / "coming-from-love.md").read_text("utf-8")
    exec(next(block.code for block in blocks(page) if "def move(" in block.code), names)
    return names["move"]


def test_coins_are_crossed_on_the_way_that_bump_goes(module: ModuleType) -> None:
    """In some corners of two walls, the two end elsewhere. The sweep before the move, for which
    walls are no matter, takes others.
    """
    crossed: Any = after("coming-from-love.md", module).crossed
    move: Any = responses()
    with at_least(alike=950, by_the_loop=970, others=40, taken=300) as seen:
        for seed in range(1100):
            box, way, walls, coins = scene(random.Random(seed))
            if any(inside(box, wall) for wall in walls):
                continue
            place, taken = bump(box, way, walls, coins)
            (item, twin), solid, gold = sprites([box, box]), sprites(walls), sprites(coins)
            naive = {
                gold.index(hit.other) for hit in item.sweep_all(way, gold, hit_from_inside=True)
            }
            slide = item.move_and_slide(way, solid)
            if is_near(item.position, place):
                found = {gold.index(one) for one in crossed(item, box[:2], slide, gold)}
                assert found == taken, seed
                assert is_near(item.position, place)
                seen.update(alike=1, others=naive != taken, taken=len(taken))
            kinds = dict.fromkeys(solid, "slide") | dict.fromkeys(gold, "cross")
            hits = move(twin, way, [*solid, *gold], kinds.get)
            if is_near(twin.position, place):
                met = [gold.index(hit.other) for hit in hits if hit.other in gold]
                assert len(met) == len(set(met))
                assert set(met) == taken, seed
                seen["by_the_loop"] += 1


def test_an_item_that_begins_inside_a_wall_is_out_of_it_before_it_slides() -> None:
    """Deep, or by a rounding error: it went nowhere, and was told of the same hit 20 times."""
    move: Any = responses()
    with at_least(deep=100, by_rounding=100, met=50) as seen:
        for seed in range(600):
            r = random.Random(seed)
            (_, _, *size), way = scene(r)[:2]
            wall: Numbers = (40, 40, 24, 16)
            deep = r.choice((1, 2, 3, 1e-14))
            axis, side = r.choice(((0, -1), (0, 1), (1, -1), (1, 1)))
            start = [44.0, 44.0]
            edge = wall[axis] - size[axis] if side < 0 else wall[axis] + wall[axis + 2]
            start[axis] = edge - side * deep
            if start[axis] == edge:
                continue
            out = list(start)
            out[axis] = edge
            place, _ = bump((*map(Fraction, out), *size), way, [wall], [])
            item, solid = sprites([(*start, *size)])[0], sprites([wall])[0]
            assert item.hits(solid)
            hits = move(item, way, [solid], lambda other: "slide")
            assert is_near(item.position, place), seed
            assert not item.hits(solid)
            assert len(hits) <= 1
            seen.update(deep=deep >= 1, by_rounding=deep < 1, met=len(hits))


# --- pygame ---------------------------------------------------------------------------------------


def test_the_old_flag_of_a_platformer_is_that_the_floor_has_stopped_the_fall() -> None:
    """In shafts, because a walker that leaves an edge begins to fall one frame later."""
    with at_least(frames=6000, landings=200, touches=30, heads=50) as seen:
        for seed in range(60):
            r = random.Random(seed)
            top, bottom = r.randint(0, 40), r.randint(110, 200)
            old_y, old_speed, old_ground = r.randint(top, bottom - 40), 0, False
            hero = Sprite(4, old_y, collision=Rect(0, 0, 24, 40))
            shaft = sprites([(0, top - 90, 32, 90), (0, bottom, 32, 90)])
            walker, speed, ground = CharacterController(hero), 0, False
            for _ in range(120):
                jump, strength = r.random() < 0.1, r.randint(8, 15)
                old_speed = min((-strength if jump and old_ground else old_speed) + 1, 12)
                old_y, was_in_air, old_ground = old_y + old_speed, not old_ground, False
                if old_y + 40 > bottom:
                    old_y, old_ground, old_speed = bottom - 40, True, 0
                elif old_y < top:
                    old_y, old_speed = top, 0
                    seen["heads"] += 1
                speed = min((-strength if jump and ground else speed) + 1, 12)
                slide = walker.move(0, speed, shaft)
                ground = slide.remainder.y > 0
                if ground or (slide.on_ceiling and speed < 0 and slide.remainder.y < 0):
                    speed = 0
                assert (hero.y, ground, speed) == (old_y, old_ground, old_speed), seed
                touches = walker.on_floor and not ground
                seen.update(frames=1, landings=was_in_air and ground, touches=touches)


def test_a_body_stays_while_its_picture_changes(module: ModuleType) -> None:
    """In the other game, `rect` is the body, and each picture is drawn with its feet there."""
    pygame = pytest.importorskip("pygame", reason="needs pygame-ce")
    runner: Any = after("coming-from-pygame.md", module).Runner(100, 200)
    body = pygame.Rect(0, 0, 16, 28)
    body.midbottom = 100, 200
    walker, floor = CharacterController(runner), sprites([(0, 200, 400, 50)])
    r = random.Random(1)
    for _ in range(200):
        image = pygame.Surface((2 * r.randint(4, 30), r.randint(10, 50)))
        runner.show(image)
        slide = walker.move(1, 0, floor)
        body.x += 1
        assert slide.travel == (1, 0)
        assert slide.on_floor
        assert runner.aabb == (body.left, body.top, body.right, body.bottom)
        assert runner.rect == image.get_rect(midbottom=body.midbottom)


def test_a_sprite_that_changes_its_group_is_not_killed() -> None:
    """As pygame's `remove` and `add` do; and `kill` and `add` bring it back, too, as there."""
    pygame = pytest.importorskip("pygame", reason="needs pygame-ce")
    both = pytest.importorskip("spritecol.integrations.pygame")
    far, near = Group(), Group()
    theirs = pygame.sprite.Group()
    sprite = both.Sprite(theirs, far, x=5, y=5, collision=Rect(0, 0, 9, 9))
    other = Sprite(8, 8, collision=Rect(0, 0, 9, 9))
    far.remove(sprite)
    near.add(sprite)
    assert [other.check(far), other.check(near), [*theirs]] == [[], [sprite], [sprite]]
    sprite.kill()
    assert [other.check(near), [*theirs]] == [[], []]
    theirs.add(sprite)
    near.add(sprite)
    assert [other.check(near), [*theirs]] == [[sprite], [sprite]]


# --- Phaser ---------------------------------------------------------------------------------------


def test_a_fall_goes_on_below_a_ceiling_that_slopes(module: ModuleType) -> None:
    """Phaser has upright boxes only, whose ceilings stop nobody who falls."""
    text = (ROOT / "docs" / "coming-from-phaser.md").read_text(encoding="utf-8")
    (rule,) = re.findall(r"^    if (slide\.on_floor or .*):$", text, re.MULTILINE)
    roof = Sprite(collision=Polygon([(0, -99), (300, -99), (300, 100), (0, -50)]))
    player = Sprite(40, -21, collision=Rect(0, 0, 32, 48))
    velocity, met = Vec2(200, 0), 0
    for _ in range(20):
        velocity += Vec2(0, 20)
        slide = player.move_and_slide(velocity / 60, roof, up=(0, -1))
        met += slide.on_ceiling
        assert not eval(rule, {"slide": slide, "velocity": velocity})
    assert met > 3
    assert velocity.y == 400


# --- arcade ---------------------------------------------------------------------------------------


def test_a_sprite_of_arcade_hits_until_it_has_left_its_last_list() -> None:
    arcade = pytest.importorskip("arcade", reason="needs arcade")
    kind = pytest.importorskip("spritecol.integrations.arcade").Sprite
    texture = arcade.Texture.create_empty("square", (32, 32))
    one, other = (kind(texture, 1, x, 10) for x in (10, 20))

    def seen() -> tuple[bool, bool]:
        return one.hits([other]), one.body.hits(other.body)

    assert seen() == (True, True)  # new, and in no list
    lists = arcade.SpriteList(), arcade.SpriteList()
    for each in lists:
        each.append(one)
    lists[0].remove(one)
    assert seen() == (True, True)
    one.remove_from_sprite_lists()
    assert seen() == (False, False)
    lists[1].append(one)
    assert seen() == (True, True)
    one.kill()
    assert seen() == (False, False)
