"""Columns of a Group: what a loop over its sprites reads and writes, in one go."""

import random
from typing import Any

import numpy as np
import pytest
from support.behavior import SQUARE, square
from support.each_kind import SHAPES

from spritecol import ALL_LAYERS, Circle, Group, Number, Rect, Sprite


class Shot(Sprite):
    """Has numbers of its own, and a plain attribute."""

    collision = SQUARE
    vx, hp = Number(4.0), Number(3, int)
    own: Any = 5


FLOATS = ["x", "y", "angle", "scale_x", "scale_y", "vx"]
WHOLE = ["collision_layer", "collision_mask", "hp"]


def read(group: Group, name: str) -> np.ndarray[Any, Any]:
    """As an attribute where there is one."""
    found = getattr(group, name) if hasattr(group, name) else group.column(name)
    assert isinstance(found, np.ndarray)
    return found


def write(group: Group, name: str, value: Any) -> None:
    if hasattr(group, name):
        setattr(group, name, value)
    else:
        group.set_column(name, value)


def trio() -> tuple[Group, list[Shot]]:
    shots = [Shot(1, 2, angle=10), Shot(3, 4, scale_x=2), Shot(5, 6, hp=7, scale_y=-1)]
    return Group(Group(shots[0]), shots[1], Group(shots[2])), shots


ONE: list[Any] = [4, 2.5, True, np.float32(0.5), np.int8(-3), np.array(6.0)]
SEVERAL: list[Any] = [
    *([7, 8.5, -9], (1, 2, 3), np.array([1.5, 2.5, 3.5]), np.array([True, False, True])),
    *(np.array([1, 2, 3], dtype=kind) for kind in (np.int16, np.uint64, np.float16, ">f8")),
    *(np.arange(12.0)[::-4], [-0.0, 1e12, 5e-324]),
]


@pytest.mark.parametrize("name", FLOATS)
def test_a_column_is_a_loop(name: str) -> None:
    for value in ONE + SEVERAL:
        group, shots = trio()
        write(group, name, value)
        expected = np.broadcast_to(np.asarray(value, dtype=float), 3)
        assert np.array([getattr(shot, name) for shot in shots], float).tobytes() == (
            expected.tobytes()
        )
        found = read(group, name)
        assert (found.dtype, found.tobytes()) == (np.float64, expected.tobytes())
        setattr(shots[1], name, 7)
        assert read(group, name)[1] == 7


@pytest.mark.parametrize("name", WHOLE)
def test_a_column_of_whole_numbers_is_a_loop(name: str) -> None:
    most = [1, 2**63 - 1, 5] if name == "hp" else [1, 1 << 63, ALL_LAYERS]
    for value in (3, np.uint8(3), [1, 2, 3], (4, 5, 6), np.array([1, 2, 3], np.int16), most):
        group, shots = trio()
        write(group, name, value)
        expected = np.broadcast_to(np.array(value, dtype=object), 3).tolist()
        assert [getattr(shot, name) for shot in shots] == expected
        assert read(group, name).tolist() == expected
        assert all(type(getattr(shot, name)) is int for shot in shots)


@pytest.mark.parametrize("name", [*FLOATS, *WHOLE])
def test_a_column_takes_numbers_that_are_made_one_by_one(name: str) -> None:
    group, shots = trio()
    write(group, name, (4 - k for k in range(3)))
    assert [getattr(shot, name) for shot in shots] == [4, 3, 2]


@pytest.mark.parametrize("name", ["x", "y", "angle", "scale_x", "scale_y"])
def test_columns_can_be_augmented(name: str) -> None:
    group, shots = trio()
    before = np.array([getattr(shot, name) for shot in shots])
    names = {"group": group, "step": (step := np.array([1.0, 2.0, 3.0]))}
    exec(f"group.{name} += step\ngroup.{name} *= 2\ngroup.{name} -= 1", names)
    assert [getattr(shot, name) for shot in shots] == ((before + step) * 2 - 1).tolist()


@pytest.mark.parametrize("name", [*FLOATS, *WHOLE])
def test_a_column_changes_what_a_loop_would_and_nothing_else(name: str) -> None:
    """Also of sprites whose boxes have been read before."""
    probe = square(4, 4, collision_layer=3, collision_mask=3)
    values = [[0, 1, 0], [1, 0, 1], [2, 1, 3]]
    for value in values:
        shots, others = ([*trio()[1][:2], Shot(5, 6)] for _ in range(2))
        group, loop = Group(shots), Group(others)
        for sprites in (group, loop):
            assert len(sprites.aabbs) == 3
        write(group, name, value)
        for shot, one in zip(others, value, strict=True):
            setattr(shot, name, one)
        names = [*FLOATS, *WHOLE]
        for shot, other in zip(shots, others, strict=True):
            assert [getattr(shot, one) for one in names] == [getattr(other, one) for one in names]
            assert shot.hits(probe) == other.hits(probe)
        assert group.aabbs.tobytes() == loop.aabbs.tobytes()


def test_the_array_that_was_written_stays_the_users() -> None:
    group = Group(square(), square())
    values = np.array([1.0, 2.0])
    group.x = values
    values[0] = 50
    group.x[1] = 60
    assert group.x.tolist() == [1, 2]


@pytest.mark.parametrize("name", [*FLOATS, *WHOLE])
def test_columns_of_an_empty_group(name: str) -> None:
    group = Group()
    assert read(group, name).shape == (0,)
    write(group, name, [])
    assert group.aabbs.shape == (0, 4)
    assert group.aabbs.dtype == np.float64


def test_boxes_are_the_sprites_own() -> None:
    chance = random.Random(2)
    shapes: list[Any] = [*SHAPES, Circle(0, 0, 0.1), [SQUARE, SHAPES[0]], [], None]
    shapes += [Rect(0.1, 0, 9.7, 0), Rect(0, 0.3, 0, 7)]
    sprites = [Sprite(collision=shape) for shape in shapes]
    group = Group(sprites)
    for _ in range(50):
        for sprite in chance.sample(sprites, 4):
            sprite.x, sprite.angle = chance.uniform(-9, 9), chance.choice([0, 90, 33])
            sprite.scale_y = chance.choice([1, 0, -2.5])
            sprite.collision_enable = chance.random() < 0.8
        group.y += chance.random()
        assert group.aabbs.tobytes() == np.array([one.aabb for one in sprites]).tobytes()


def test_an_array_of_no_dimension_is_one_number_for_all() -> None:
    for name in ("vx", "hp"):
        for kind in (float, int, object):
            group, shots = trio()
            group.set_column(name, 3 if name == "hp" else np.array(3, kind))
            assert [getattr(shot, name) for shot in shots] == [3, 3, 3]


# --- columns of Numbers -------------------------------------------------------------------------


def test_a_column_of_numbers_stays_in_step() -> None:
    group = Group(Shot(k) for k in range(5))
    group.set_column("vx", np.arange(5))
    group[1].vanish()
    group.add(Shot(9, vx=50))
    assert group.column("vx").tolist() == [0, 2, 3, 4, 50]
    group.x += group.column("vx")
    assert group.x.tolist() == [0, 4, 6, 8, 59]
    group.set_column("vx", 7)
    assert [sprite.vx for sprite in group] == [7.0] * 5  # type: ignore[attr-defined]


class Plain(Sprite):
    vx = 6
    hp = 5


class Real(Sprite):
    """Its `hp` is a Number of another kind than that of Shot."""

    vx, hp = Number(1.0), Number(2.5)


class Hidden(Shot):
    """Its `hp` is a property over the Number of its base."""

    hp = property(lambda self: 8)


OTHERS = ["own", "team", "z", "visible", "position", "collision"]
MIXED = [(Shot, Plain), (Plain, Shot), (Shot, Sprite), (Real, Shot), (Shot, Real), (Hidden, Shot)]


@pytest.mark.parametrize(("name", "kinds"), [(name, (Shot, Shot)) for name in OTHERS]
                         + [("hp", kinds) for kinds in MIXED])  # fmt: skip
def test_what_is_no_number_of_all_sprites_is_no_column(name: str, kinds: Any) -> None:
    """The error shows what to write: a Number if it may be one, or the column, or a list."""
    group = Group(kind(k) for k, kind in enumerate(kinds))
    before = [(repr(sprite), vars(sprite)) for sprite in group]
    for ask in (
        lambda: group.column(name),
        lambda: group.set_column(name, 3),
        lambda: group.set_column(name, [3, 4]),
    ):
        with pytest.raises(TypeError) as error:
            ask()
        is_attribute = name in ("z", "visible", "collision", "position")
        assert (f"{name} = Number(0.0)" in str(error.value)) == (not is_attribute)
        assert f"[sprite.{name} for sprite in group]" in str(error.value)
    assert [(repr(sprite), vars(sprite)) for sprite in group] == before


@pytest.mark.parametrize(
    "name", ["x", "y", "angle", "scale_x", "scale_y", "collision_layer", "collision_mask"]
)
def test_each_attribute_that_is_a_column_is_one_by_its_name(name: str) -> None:
    """Of sprites of any class. What its setter refuses is refused, and then nothing is written."""
    group, other = (Group(Shot(1), Plain(2), Sprite(3)) for _ in range(2))
    for values in ([4, 5, 6], 7):
        group.set_column(name, values)
        setattr(other, name, values)
        assert group.column(name).tolist() == getattr(other, name).tolist()
        assert group.column(name).tolist() == [getattr(sprite, name) for sprite in group]
        assert group.column(name).dtype == getattr(group, name).dtype
    group.column(name)[:] = 0
    for bad, error in (([1, 2], ValueError), ([1, 2, "a"], TypeError)):
        with pytest.raises(error, match=name):
            group.set_column(name, bad)
    assert [getattr(sprite, name) for sprite in group] == [7, 7, 7]
    assert Group().column(name).dtype == getattr(group, name).dtype


def test_of_a_bad_column_nothing_is_written() -> None:
    group = Group(Shot(1), Shot(2))
    for name, values, error in (
        ("vx", [1, "a"], TypeError),
        ("vx", [1, None], TypeError),
        ("vx", [1, 2, 3], ValueError),
        ("hp", [1, 2.5], TypeError),
        ("hp", [1, 2**63], ValueError),
        ("hp", np.ones((1, 2), int), ValueError),
    ):
        with pytest.raises(error, match=name):
            group.set_column(name, values)
        assert [(shot.vx, shot.hp) for shot in group] == [(4, 3)] * 2  # type: ignore[attr-defined]
