"""What else holds of the programs of pages, after their last line."""

import random
from itertools import product
from types import ModuleType
from typing import Any

import pytest
from docs.test_pages import ROOT, module, run

from spritecol import (
    CharacterController,
    Circle,
    Group,
    Overlaps,
    Polygon,
    Rect,
    Sprite,
    Vec2,
    check,
)

__all__ = ["module"]  # a fixture


def after(page: str, module: ModuleType) -> Any:
    path = ROOT / "docs" / page
    run(path.read_text(encoding="utf-8"), path, module)
    return module


def test_masks_and_shapes_of_images_agree(module: ModuleType) -> None:
    pygame = pytest.importorskip("pygame", reason="needs pygame-ce")
    names = after("coming-from-pygame.md", module)
    image = names.moon
    kind = type("Moon", (names.Sprite,), {"image": image, "collision": names.crescent})
    one, other = kind(x=0, y=0), kind(x=40.25, y=9)
    mask = pygame.mask.from_surface(image)
    assert mask.overlap(mask, (40, 9))
    assert one.hits(other)
    for contact in one.contacts(other):
        for point in contact.points:
            assert len(Group(one, other).query_circle(*point, 1e-6)) == 2
    masks = [pygame.mask.from_surface(picture) for picture in names.pictures]
    movers = [names.Sprite(image=picture, collision=shapes) for picture, shapes in names.phases]
    shares = set()
    for (i, one), j in product(enumerate(movers), range(len(movers))):
        other = names.Sprite(image=names.pictures[j], collision=names.phases[j][1])
        for x, y in product(range(-60, 61, 7), repeat=2):
            other.position = one.x + x, one.y + y
            shares.add(one.hits(other))
            assert one.hits(other) == (masks[i].overlap(masks[j], (x, y)) is not None)
    assert len(shares) == 2
    full = pygame.Surface((8, 8))
    one, near, beside = (names.Sprite(image=full, x=x, y=0) for x in (0, 7.75, 8))
    assert near.rect == beside.rect
    assert one.hits(near)
    assert not one.hits(beside)
    with pytest.raises(TypeError, match=r"belongs to pygame\.sprite and not to spritecol"):
        check(one, pygame.sprite.Group(pygame.sprite.Sprite()))


def test_the_hero_of_arcade_falls_below_a_roof_that_slopes_down(module: ModuleType) -> None:
    arcade = pytest.importorskip("arcade")
    names: Any = after("coming-from-arcade.md", module)
    slope = Polygon([(0, -799), (300, -799), (300, -600), (0, -750)])
    names.level = Group(Sprite(collision=[slope, Rect(0, -300, 999, 9)]))
    names.hero.position = 50, 660
    names.update()
    names.hero.change_y, frames = 40, 0
    while not names.walker.on_floor:
        names.update()
        frames += 1
        assert frames > 1 or names.walker.on_ceiling
    assert frames < 60
    names.level = Group(Sprite(collision=Rect(-999, -300, 1300, 9)))
    names.hero.position = -900, names.hero.center_y
    names.update()
    names.hero.change_y, heights = 9, []  # of a callback, or of a key
    for _ in range(60):
        names.update()
        heights.append(names.hero.center_y)
    assert max(heights) - heights[-1] == sum(0.5 * k for k in range(18))
    ball = arcade.make_circle_texture(32, arcade.color.RED)
    for shape, height in ((None, 11), (Rect(0, 0, 32, 32), 16)):
        given = {} if shape is None else {"collision": shape}
        feet = names.Sprite(ball, 1, 112, 20, **given)
        walker = CharacterController(feet.body)
        for _ in range(30):
            walker.move(0, 0.5, Sprite(collision=Rect(0, 0, 100, 9)))
        assert walker.on_floor
        assert feet.body.y == -height


def test_the_mouse_picks_what_is_drawn_last(module: ModuleType) -> None:
    """Also of sprites of equal z, which is the default."""
    picked, drawn = after("guide/looking.md", module).picked, []

    class Card(Sprite):
        def draw(self) -> None:
            drawn.append(self)

    chance, many = random.Random(2), 0
    for _ in range(300):
        places = [(chance.randint(0, 9), chance.randint(0, 9)) for _ in range(6)]
        kinds = chance.choice(([0], [0, 1], [2, 0.5, -1]))
        shape = Rect(0, 0, 6, 8)
        hand = Group(Card(x, y, z=chance.choice(kinds), collision=shape) for x, y in places)
        x, y = chance.randint(0, 15) + 0.5, chance.randint(0, 15) + 0.5
        drawn.clear()
        hand.draw()
        above = [card for card in drawn if 0 < x - card.x < 6 and 0 < y - card.y < 8]
        many += len(above) > 1
        assert picked(hand, x, y) is (above[-1] if above else None)
    assert many > 50


def test_after_a_change_of_scene_a_cleared_watch_knows_no_way() -> None:
    """As the page on events says: who hits then hits where it stands, and moves on from there."""
    chance, alone, on_the_way = random.Random(4), 0, 0
    for _ in range(200):
        coins = Group(
            Sprite(chance.randint(0, 90), chance.randint(0, 90), collision=Circle(0, 0, 5))
            for _ in range(8)
        )
        hero = Sprite(0, chance.randint(0, 90), collision=Circle(0, 0, 4))
        watch = Overlaps(hero, coins, swept=True)
        watch.update()
        for swept in (False, True):
            start = hero.position if swept else None
            hero.position = chance.randint(0, 90), chance.randint(0, 90)
            if not swept:
                watch.clear()
            end = hero.position
            near = [coin for coin in coins if distance(start or end, end, coin.position) < 9]
            was = [coin for coin in near if start and start.distance_to(coin.position) < 9]
            changes = watch.update()
            assert {other for _, other in changes.entered} == set(near) - set(was)
            alone += not swept and len(near) > 0
            on_the_way += swept and any(end.distance_to(coin.position) >= 9 for coin in near)
    assert alone > 30
    assert on_the_way > 50


def distance(start: Vec2, end: Vec2, place: Vec2) -> float:
    """From a place to a line."""
    way = end - start
    share = (place - start).dot(way) / (way.dot(way) or 1)
    return place.distance_to(start + way * min(max(share, 0), 1))
