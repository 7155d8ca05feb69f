"""What else holds of the programs of pages, after their last line."""

from types import ModuleType
from typing import Any

import pytest
from docs.test_pages import ROOT, module, run

from spritecol import CharacterController, Group, Polygon, Rect, Sprite, check

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
    ball = arcade.make_circle_texture(32, arcade.color.RED)
    for shape, height in ((None, 11), (Rect(0, 0, 32, 32), 16)):
        given = {} if shape is None else {"collision": shape}
        feet = names.Sprite(ball, 1, 112, 20, **given)
        walker = CharacterController(feet.body)
        for _ in range(30):
            walker.move(0, 0.5, Sprite(collision=Rect(0, 0, 100, 9)))
        assert walker.on_floor
        assert feet.body.y == -height
