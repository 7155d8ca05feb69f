"""`Sprite.scale`: both scales at once, as attribute, keyword and class default."""

import copy
from typing import Any

import pytest
from support.behavior import SQUARE, every_road, square, state
from support.for_each import for_each

from spritecol import Sprite


def scales(sprite: Sprite) -> tuple[float, float]:
    return sprite.scale_x, sprite.scale_y


def test_writing_sets_both_and_moves_the_shapes() -> None:
    sprite = square()
    sprite.scale = 2
    assert scales(sprite) == (2, 2)
    assert sprite.scale == 2
    assert sprite.aabb == (0, 0, 20, 20)
    assert every_road(sprite, square(15))
    sprite.scale /= -4
    assert scales(sprite) == (-0.5, -0.5)
    assert not every_road(sprite, square(15))


def test_reading_needs_a_common_value() -> None:
    sprite = square(scale_x=2)
    with pytest.raises(ValueError, match=r"^scale has no value: scale_x is 2 and scale_y is 1"):
        sprite.scale  # noqa: B018
    sprite.scale_y = 2
    assert sprite.scale == 2


@for_each(
    "bad, error", [("2", TypeError), (None, TypeError), (1e13, ValueError), (1e999, ValueError)]
)
def test_bad_values_change_nothing(bad: Any, error: type[Exception]) -> None:
    sprite = square(scale_x=2, scale_y=3)
    before = state(sprite)
    with pytest.raises(error, match=r"^scale must be "):
        sprite.scale = bad
    assert state(sprite) == before
    with pytest.raises(error, match=r"^scale must be "):
        Sprite(scale=bad)
    with pytest.raises(error, match=r"^scale must be "):
        type("Bad", (Sprite,), {"scale": bad})


def test_keyword() -> None:
    assert scales(Sprite(scale=3)) == (3, 3)
    assert scales(Sprite(scale=3, scale_y=-1)) == (3, -1)
    assert scales(Sprite(scale_x=5, scale=3)) == (5, 3)


class Big(Sprite):
    collision = SQUARE
    scale = 2


class Wide(Big):
    scale_x = 4


class Small(Wide):
    scale = 0.5


class Both(Sprite):
    scale_y = 7
    scale = 2


def test_class_defaults() -> None:
    assert scales(Big()) == (2, 2)
    assert Big().scale == 2
    assert every_road(Big(), square(15))
    assert scales(Wide()) == (4, 2)
    assert scales(Small()) == (0.5, 0.5)
    assert scales(Both()) == (2, 7)
    assert scales(Small(scale=1)) == (1, 1)
    small = Small()
    small.scale = 3
    assert scales(small) == (3, 3)
    assert scales(copy.copy(small)) == (3, 3)


def test_a_mixin_may_carry_it() -> None:
    class Huge:
        scale = 9

    class Boss(Huge, Sprite):
        pass

    boss = Boss()
    assert scales(boss) == (9, 9)
    boss.scale = 1
    assert scales(boss) == (1, 1)
    assert "scale" not in vars(boss)


def test_a_property_of_the_subclass_stays_a_property() -> None:
    class Own(Sprite):
        @property
        def scale(self) -> str:  # type: ignore[override]
            return "mine"

    assert Own().scale == "mine"
