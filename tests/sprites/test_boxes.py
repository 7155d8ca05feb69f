"""`Box`, what bounding boxes come back as: a tuple of four floats with names."""

import copy
import math
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from support.each_kind import SHAPES

from spritecol import Box, Circle, Group, Rect, Shape, Sprite, Vec2

BOX = Box(1, 2, 4, 9)


def test_its_names_and_numbers() -> None:
    assert (BOX.left, BOX.top, BOX.right, BOX.bottom) == (1, 2, 4, 9)
    assert (BOX.width, BOX.height, BOX.size, BOX.center) == (3, 7, (3, 7), (2.5, 5.5))
    assert type(BOX.size) is type(BOX.center) is Vec2
    assert {type(side) for side in BOX} == {float}
    match BOX:
        case Box(left, top, right=right):
            assert (left, top, right) == (1, 2, 4)


def test_it_is_a_tuple() -> None:
    left, top, right, bottom = BOX
    assert (left, top, right, bottom) == BOX == (1.0, 2.0, 4.0, 9.0)
    assert isinstance(BOX, tuple)
    assert hash(BOX) == hash((1.0, 2.0, 4.0, 9.0))
    assert BOX[2] == 4
    assert repr(BOX) == "Box(1.0, 2.0, 4.0, 9.0)"
    assert eval(repr(BOX)) == BOX


@pytest.mark.parametrize(
    "other", [copy.copy, copy.deepcopy, lambda b: pickle.loads(pickle.dumps(b))]
)
def test_it_copies_and_pickles(other: Callable[[Box], Box]) -> None:
    assert other(BOX) == BOX
    assert type(other(BOX)) is Box


def test_it_cannot_be_changed() -> None:
    for name in ("left", "top", "right", "bottom", "width", "size"):
        with pytest.raises(AttributeError):
            setattr(BOX, name, 3)


def test_it_is_made_of_a_box_of_any_library() -> None:
    class Sides:
        left, top, right, bottom = 1, 2, 4, 9

    assert Box(BOX) == Box([1, 2, 4, 9]) == Box(Sides()) == BOX
    bad: list[tuple[Any, ...]] = [(1,), ("abcd",), ((1, 2, 3),), (1, 2), (1, 2, 3, "4"), (None,)]
    for given in bad:
        with pytest.raises((TypeError, ValueError)):
            Box(*given)


@pytest.mark.parametrize("shape", SHAPES, ids=repr)
def test_bounds_are_boxes(shape: Shape) -> None:
    assert type(shape.bounds) is Box
    sprite = Sprite(3, 4, collision=shape)
    assert type(sprite.aabb) is Box
    if shape.geometry.area:
        assert sprite.aabb == pytest.approx(sprite.geometry.bounds, abs=0.01)


def test_the_box_of_a_group_is_round_all_its_sprites() -> None:
    group = Group(Sprite(x, -x, collision=Rect(0, 0, 3, 4)) for x in range(5))
    group.add(Group(Sprite(20, 9, collision=Circle(0, 0, 1))), Sprite(-99, 99))
    assert group.aabb == (0, -4, 21, 10)
    boxes = group.aabbs
    shaped = boxes[boxes[:, 0] == boxes[:, 0]]
    assert group.aabb == (*shaped[:, :2].min(0), *shaped[:, 2:].max(0))
    group[0].x = -7
    group[-1].vanish()
    assert group.aabb.left == -7
    for nothing in (Group(), Group(Sprite())):
        assert type(nothing.aabb) is Box
        assert all(map(math.isnan, nothing.aabb))
    for change in (lambda: setattr(group, "aabb", 3), lambda: delattr(group, "aabb")):
        with pytest.raises(AttributeError, match="assign x, y, angle"):
            change()
