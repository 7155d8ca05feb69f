"""Columns of a Group: what a loop over its sprites reads and writes, in one go."""

import contextlib
import random
from fractions import Fraction
from typing import Any

import attrs
import numpy as np
import pytest
from support.behavior import SQUARE, square
from support.each_kind import SHAPES

from spritecol import ALL_LAYERS, Circle, Group, Number, Rect, Sprite


class Shot(Sprite):
    """Has numbers of its own, stored and plain."""

    collision = SQUARE
    vx, hp = Number(4.0), Number(3, int)
    own: Any = 5


FLOATS = ["x", "y", "angle", "scale_x", "scale_y", "vx", "center_x", "center_y", "z"]
WHOLE = ["collision_layer", "collision_mask", "hp"]
SWITCHES = ["collision_enable", "collision_sync", "offset_sync", "visible"]


def read(group: Group, name: str) -> np.ndarray[Any, Any]:
    """As an attribute where there is one."""
    found = getattr(group, name) if hasattr(group, name) else group.column(name)
    assert np.array_equal(found, group.column(name))
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


@pytest.mark.parametrize("name", SWITCHES)
def test_a_column_of_switches_is_a_loop(name: str) -> None:
    for value in (True, [True, False, True], np.array([0, 1, 0]), np.array([True, False, False])):
        group, shots = trio()
        group.set_column(name, value)
        expected = np.broadcast_to(np.asarray(value, dtype=bool), 3).tolist()
        assert [getattr(shot, name) for shot in shots] == expected
        group.set_column(name, group.column(name))
        assert group.column(name).tolist() == expected


@pytest.mark.parametrize("name", ["x", "y", "angle", "scale_x", "scale_y"])
def test_columns_can_be_augmented(name: str) -> None:
    group, shots = trio()
    before = np.array([getattr(shot, name) for shot in shots])
    names = {"group": group, "step": (step := np.array([1.0, 2.0, 3.0]))}
    exec(f"group.{name} += step\ngroup.{name} *= 2\ngroup.{name} -= 1", names)
    assert [getattr(shot, name) for shot in shots] == ((before + step) * 2 - 1).tolist()


@pytest.mark.parametrize("name", [*FLOATS, *WHOLE, *SWITCHES])
def test_a_column_changes_what_a_loop_would_and_nothing_else(name: str) -> None:
    """Also of sprites whose boxes have been read before."""
    probe = square(4, 4, collision_layer=3, collision_mask=3)
    values = [[0, 1, 0], [1, 0, 1], [2, 1, 3]]
    for value in values[:2] if name in SWITCHES else values:
        shots, others = ([*trio()[1][:2], Shot(5, 6)] for _ in range(2))
        group, loop = Group(shots), Group(others)
        for sprites in (group, loop):
            assert len(sprites.aabbs) == 3
        write(group, name, value)
        for shot, one in zip(others, value, strict=True):
            setattr(shot, name, bool(one) if name in SWITCHES else one)
        names = [*FLOATS, *WHOLE, *SWITCHES]
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


@pytest.mark.parametrize("name", [*FLOATS, *WHOLE, *SWITCHES, "own"])
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
    for name in ("vx", "own", "hp"):
        for kind in (float, int, object):
            group, shots = trio()
            group.set_column(name, 3 if name == "hp" else np.array(3, kind))
            assert [getattr(shot, name) for shot in shots] == [3, 3, 3]


# --- columns of one's own attributes ------------------------------------------------------------


def test_a_column_of_ones_own_stays_in_step() -> None:
    group = Group(Sprite(k) for k in range(5))
    group.set_column("vx", np.arange(5))
    group[1].vanish()
    late = Sprite(9)
    late.vx = 50  # type: ignore[attr-defined]
    group.add(late)
    assert group.column("vx").tolist() == [0, 2, 3, 4, 50]
    group.x += group.column("vx")
    assert group.x.tolist() == [0, 4, 6, 8, 59]
    group.set_column("vx", 7)
    assert [sprite.vx for sprite in group] == [7.0] * 5  # type: ignore[attr-defined]


def test_a_column_of_ones_own_that_does_not_fit() -> None:
    group = Group(Sprite(1), Sprite(2))
    assert group.column("vx", 3).tolist() == [3, 3]
    for value, error in (("fast", TypeError), (float("nan"), ValueError), (None, TypeError)):
        group[0].vx, group[1].vx = 1, value  # type: ignore[attr-defined]
        with pytest.raises(error, match="vx"):
            group.column("vx")
    with pytest.raises(TypeError, match="vx"):
        group.set_column("vx", [1, "a"])
    assert (group[0].vx, group[1].vx) == (1, None)  # type: ignore[attr-defined]


def test_a_column_takes_any_kind_of_number() -> None:
    values = [2, 2.5, True, False, np.int64(-3), np.float32(0.5), np.float64(7), Fraction(1, 4)]
    group = Group(Sprite() for _ in values)
    for sprite, value in zip(group, values, strict=True):
        sprite.hp = value  # type: ignore[attr-defined]
    column = group.column("hp")
    assert column.dtype == np.float64
    assert column.tolist() == [float(value) for value in values]
    for bad, error in (("3", TypeError), (2e12, ValueError), (10**13, ValueError), (1j, TypeError)):
        group[3].hp = bad  # type: ignore[attr-defined]
        with pytest.raises(error, match=r"^hp of <Sprite at .*got "):
            group.column("hp")


def test_a_column_of_mixed_kinds() -> None:
    class Plain(Sprite):
        hp = 5
        vx = 6

    class Real(Sprite):
        hp = Number(2.5)
        vx = Number()

    whole: Any = Shot(hp=3)
    for order in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        whole.hp = 3
        sprites = [whole, Plain(), Real()]
        group = Group(sprites[k] for k in order)
        group.set_column("hp", group.column("hp") - 1)
        assert [sprite.hp for sprite in sprites] == [2, 4, 1.5]
        assert type(whole.hp) is int
        with pytest.raises(TypeError, match="hp"):
            group.set_column("hp", [[2.5, 7, 8][k] for k in order])
        assert [sprite.hp for sprite in sprites] == [2, 4, 1.5]
        group.set_column("hp", [[9, 7, 0.5][k] for k in order])
        assert [sprite.hp for sprite in sprites] == [9, 7, 0.5]
        group.set_column("vx", 1.5)
        assert group.column("vx").tolist() == [1.5] * 3


def test_a_column_of_ones_own_while_everything_changes() -> None:
    class Meddler(Sprite):
        @property
        def vx(self) -> float:
            group.clear()
            return 3.0

        @vx.setter
        def vx(self, value: float) -> None:
            group.clear()

    group = Group(Meddler(), Meddler())
    assert group.column("vx").tolist() == [3, 3]
    group.add(Meddler(), Meddler())
    group.set_column("vx", [1, 2])
    assert len(group) == 0


def test_a_column_hides_no_method() -> None:
    enemy = type("Enemy", (Sprite,), {"update": lambda self: None})
    for group, name in ((Group(square()), "hits"), (Group(square(), enemy()), "update")):
        with pytest.raises(ValueError, match=name):
            group.set_column(name, 3)
        assert name not in vars(group[0])


# --- all or nothing -----------------------------------------------------------------------------


@attrs.define(slots=False, eq=False, init=False)
class Validated(Sprite):
    """attrs asks a validator at each assignment."""

    hp: float = attrs.field(validator=attrs.validators.le(100))


@attrs.define(eq=False, init=False)
class InSlots(Sprite):
    hp: float = attrs.field(default=3, validator=attrs.validators.le(100))


@attrs.define(slots=False, eq=False, init=False)
class Converted(Sprite):
    hp: int = attrs.field(default=3, converter=int, validator=attrs.validators.le(100))


class ByProperty(Sprite):
    _half = 2.0

    @property
    def hp(self) -> float:
        return 2 * self._half

    @hp.setter
    def hp(self, value: float) -> None:
        if value > 100:
            raise ValueError("hp is at most 100")
        self._half = value / 2


class ByPose(Sprite):
    """What its setter writes lies in the storage."""

    @property
    def hp(self) -> float:
        return self.x / 3

    @hp.setter
    def hp(self, value: float) -> None:
        if value > 100:
            raise ValueError("hp is at most 100")
        self.x = 3 * value


class BySetattr(Sprite):
    hp = 5.0

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "hp" and value > 100:
            raise ValueError("hp is at most 100")
        super().__setattr__(name, value)


class WriteOnly(Sprite):
    _hp = 1.0
    hp = property(None, lambda self, value: self._set(value))

    def _set(self, value: float) -> None:
        if value > 100:
            raise ValueError("hp is at most 100")


class Plain(Sprite):
    hp = 5.0


class Stored(Sprite):
    hp = Number(4.0)


class StoredWhole(Sprite):
    hp = Number(6, int)


class Slotted(Sprite):
    __slots__ = ("hp",)


REFUSE = [Validated, InSlots, Converted, ByProperty, ByPose, BySetattr, WriteOnly]
NEVER = [Sprite, Plain, Stored, StoredWhole, Slotted]


def all_of(sprite: Any) -> list[Any]:
    """What a sprite has, with the types of its numbers."""
    own = [vars(sprite), sprite.position, sprite.angle]
    with contextlib.suppress(AttributeError):
        own.append(sprite.hp)
    return [repr(one) for one in own]


@pytest.mark.parametrize("kind", REFUSE)
def test_if_a_setter_refuses_one_number_none_is_written(kind: Any) -> None:
    """Whichever classes of sprites come before, with values of their own or only their class's."""
    chance, seen = random.Random(7), 0
    for _ in range(60):
        kinds = [*chance.choices([*REFUSE, *NEVER], k=4), kind, *chance.choices(NEVER, k=2)]
        sprites = [one(k, 2 * k) for k, one in enumerate(kinds)]
        for sprite in sprites:
            if chance.random() < 0.5:
                sprite.hp = chance.choice([7, 8])
        values = [*chance.choices([1.0, 2.0, 9.0], k=4), 101.0, 1.0, 2.0]
        before = [all_of(sprite) for sprite in sprites]
        with pytest.raises(ValueError, match="100"):
            Group(sprites).set_column("hp", values)
        assert [all_of(sprite) for sprite in sprites] == before
        values[4] = 100.0
        Group(sprites).set_column("hp", values)
        seen += [all_of(sprite) for sprite in sprites] != before
    assert seen == 60


def test_what_its_own_validator_would_refuse_is_put_back_too() -> None:
    sprites = [Validated(), Validated()]
    vars(sprites[0])["hp"] = 500
    with pytest.raises(ValueError, match="100"):
        Group(sprites).set_column("hp", [3, 101])
    assert vars(sprites[0])["hp"] == 500
    assert not vars(sprites[1])


def test_an_interrupt_in_a_setter_leaves_all_as_it_was() -> None:
    class Slow(Sprite):
        _hp = 1.0

        @property
        def hp(self) -> float:
            return self._hp

        @hp.setter
        def hp(self, value: float) -> None:
            if value == 3:
                raise KeyboardInterrupt
            self._hp = value

    group = Group(Slow(), Slow(), Slow())
    with pytest.raises(KeyboardInterrupt):
        group.set_column("hp", [5, 6, 3])
    assert group.column("hp").tolist() == [1, 1, 1]


def test_a_layer_of_pygame_that_is_refused() -> None:
    pygame = pytest.importorskip("pygame")
    from spritecol.integrations.pygame import Sprite as Both

    sprites = [Both(), Both(), Both()]
    sprites[1].layer = 4
    drawn = pygame.sprite.LayeredUpdates(sprites[2])
    before = [dict(vars(sprite)) for sprite in sprites]
    with pytest.raises(AttributeError, match="change_layer"):
        Group(sprites).set_column("layer", [1, 2, 3])
    assert [vars(sprite) for sprite in sprites] == before
    drawn.empty()
    Group(sprites).set_column("layer", [1, 2, 3])
    assert [sprite.layer for sprite in sprites] == [1, 2, 3]
