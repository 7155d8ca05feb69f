"""Stored numbers: attributes of one's own that lie in the flat storage, beside plain ones."""

import copy
import math
import pickle
import struct
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.engine import live_row_count, validate
from support.for_each import for_each

from spritecol import Circle, Group, Number, Sprite


class Shot(Sprite):
    collision = Circle(0, 0, 3)
    vx = Number(4.0)
    hp = Number(3, int)


class Fast(Shot):
    vx = 9  # a plain number restates the default


class Boss(Shot):
    vy = Number()
    hp = Number(-5, int)


class Mixin:
    w = Number(1.5)


class Both(Mixin, Fast):
    z = 7


class Secret(Shot):
    """What a subclass overrides is still there below."""

    @property
    def hp(self) -> int:  # type: ignore[override]
        return super().hp * 100


def bits(number: float) -> bytes:
    return struct.pack("<d", number)


NUMBERS = {Shot: (4.0, 3), Fast: (9.0, 3), Boss: (4.0, -5), Both: (9.0, 3), Secret: (4.0, 300)}


@for_each("kind", NUMBERS)
def test_a_class_states_defaults_and_inherits_them(kind: type[Shot]) -> None:
    sprite = kind(1, 2)
    assert (sprite.vx, sprite.hp) == NUMBERS[kind]
    assert type(sprite.vx) is float
    assert type(sprite.hp) is int
    assert vars(sprite) == {}
    assert kind.vx == NUMBERS[kind][0]
    assert isinstance(sprite, Both) <= (getattr(sprite, "w", None) == 1.5)


def test_without_super_init() -> None:
    class Silent(Shot):
        def __init__(self) -> None:
            self.hp += 1

    assert (Silent().vx, Silent().hp) == (4.0, 4)


@given(st.floats(), st.integers(-(2**63), 2**63 - 1))
def test_what_is_written_is_read_to_the_last_bit(number: float, whole: int) -> None:
    for kind in (Shot, Boss, Both):
        sprite = kind()
        sprite.vx, sprite.hp = number, whole
        assert (bits(sprite.vx), sprite.hp) == (bits(number), whole)
        group = Group(sprite)
        assert bits(group.column("vx")[0]) == bits(number)
        assert group.column("hp").tolist() == [whole]
        group.set_column("hp", 0)
        group.set_column("hp", [whole])
        assert sprite.hp == whole


@for_each(
    "name, value, error",
    [
        ("vx", "4", TypeError),
        ("vx", None, TypeError),
        ("vx", 1j, TypeError),
        ("vx", [1.0], TypeError),
        ("vx", 10**400, ValueError),
        ("hp", 1.0, TypeError),
        ("hp", "1", TypeError),
        ("hp", 2**63, ValueError),
        ("hp", -(2**63) - 1, ValueError),
    ],
)
def test_a_bad_value_is_an_error_and_changes_nothing(
    name: str, value: Any, error: type[Exception]
) -> None:
    shots = Group(Shot(k) for k in range(3))
    with pytest.raises(error, match=name):
        setattr(shots[1], name, value)
    with pytest.raises(error, match=name):
        shots.set_column(name, [1, 1, value] if name == "hp" or value != [1.0] else [[1], 2, 3])
    assert [(shot.vx, shot.hp) for shot in shots] == [(4.0, 3)] * 3
    with pytest.raises(AttributeError, match="can't be deleted"):
        delattr(shots[1], name)


def test_numpy_scalars_and_bools_are_numbers() -> None:
    shot = Shot()
    shot.vx, shot.hp = np.float32(0.5), np.uint8(7)  # type: ignore[assignment]
    assert (shot.vx, shot.hp) == (0.5, 7)
    shot.vx = shot.hp = True
    assert (shot.vx, shot.hp) == (1.0, 1)


def test_a_bad_statement_is_an_error_when_it_is_made() -> None:
    with pytest.raises(TypeError, match="kind of a Number"):
        Number(0, str)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="whole number"):
        Number(0.5, int)
    for name in ("x", "check", "aabb"):
        with pytest.raises(TypeError, match=f"{name} can't be a Number"):
            type("Bad", (Sprite,), {name: Number()})
    with pytest.raises(TypeError, match="vx must be a number"):
        type("Bad", (Shot,), {"vx": "fast"})
    with pytest.raises(AttributeError, match="body of a subclass"):
        Mixin().w  # noqa: B018
    with pytest.raises(AttributeError, match="body of a subclass"):
        Mixin().w = 3


def test_the_nearest_statement_counts_in_a_diamond() -> None:
    class Base(Sprite):
        a = Number(1.0)

    class Left(Base):
        b = Number(2.0)
        a = 10.0

    class Right(Base):
        c = Number(3, int)

    class Down(Right, Left):
        pass

    sprite = Down()
    assert (sprite.a, sprite.b, sprite.c) == (10.0, 2.0, 3)
    sprite.a, sprite.b, sprite.c = 4, 5, 6
    assert (sprite.a, sprite.b, sprite.c) == (4.0, 5.0, 6)
    group = Group(sprite, Left(), Base())
    assert group.column("a").tolist() == [4.0, 10.0, 1.0]


CLONES = [copy.copy, copy.deepcopy, lambda sprite: pickle.loads(pickle.dumps(sprite))]


@for_each("clone", CLONES)
@for_each("kind", NUMBERS)
def test_copies_and_pickles_have_them(kind: type[Shot], clone: Any) -> None:
    sprite = kind(5)
    sprite.vx = math.inf
    vars(Shot)["hp"].__set__(sprite, -9)  # below the property of Secret
    twin = clone(sprite)
    assert (twin.x, twin.vx) == (5, math.inf)
    assert twin.hp == (-900 if kind is Secret else -9)
    twin.vx = 1
    assert sprite.vx == math.inf


def test_a_pickle_of_other_numbers_loads() -> None:
    """The class has changed since: what it no longer stores is an attribute like any other."""
    sprite = Shot()
    sprite.__setstate__(({"numbers": {"vx": 2, "gone": 8}}, False, None))  # type: ignore[attr-defined]
    assert (sprite.vx, vars(sprite)) == (2.0, {"gone": 8})
    for junk in ([], {"vx": "x"}, {1: 2}, "vx"):
        with pytest.raises(TypeError):
            sprite.__setstate__(({"x": 9, "numbers": junk}, False, None))  # type: ignore[attr-defined]
    assert (sprite.x, sprite.vx) == (0, 2.0)


def test_columns_of_mixed_groups() -> None:
    class Other(Sprite):
        """Has the same names, as ordinary attributes."""

        vx = 6
        hp = 7

    shots = Group(Shot(), Fast(), Boss(), Both())
    assert shots.column("vx").tolist() == [4, 9, 4, 9]
    assert shots.column("hp").dtype == np.int64
    assert shots.column("hp").tolist() == [3, 3, -5, 3]
    mixed = Group(shots, Other(), Secret())
    assert mixed.column("hp").tolist() == [3, 3, -5, 3, 7, 300]
    assert mixed.column("vx").dtype == np.float64
    mixed.set_column("vx", 1.5)
    assert [sprite.vx for sprite in mixed] == [1.5] * 6
    assert shots.column("w", 0).tolist() == [0, 0, 0, 1.5]
    assert Group().column("vx").tolist() == []


@for_each("order", [(0, 1, 2), (1, 2, 0), (2, 0, 1)])
def test_a_column_of_mixed_kinds_is_written_back(order: tuple[int, ...]) -> None:
    class Plain(Sprite):
        hp = 5

    class Real(Sprite):
        hp = Number(2.5)

    whole = Boss(hp=3)
    sprites = [whole, Plain(), Real()]
    group = Group(sprites[k] for k in order)
    group.set_column("hp", group.column("hp") - 1)
    assert [sprite.hp for sprite in sprites] == [2, 4, 1.5]
    assert type(whole.hp) is int
    values = [[2.5, 7, 8][k] for k in order]
    with pytest.raises(TypeError, match=r"hp must be a whole number, got 2\.5"):
        group.set_column("hp", values)
    assert [sprite.hp for sprite in sprites] == [2, 4, 1.5]
    group.set_column("hp", [[9, 7, 0.5][k] for k in order])
    assert [sprite.hp for sprite in sprites] == [9, 7, 0.5]


@given(st.lists(st.sampled_from(sorted(NUMBERS, key=str)), max_size=9), st.data())
def test_columns_are_loops(kinds: list[type[Shot]], data: Any) -> None:
    group = Group(kind() for kind in kinds)
    several = st.lists(st.floats(), min_size=len(kinds), max_size=len(kinds))
    values = data.draw(several)
    if all(math.isfinite(value) and abs(value) <= 1e12 for value in values) or kinds:
        group.set_column("vx", data.draw(st.sampled_from([list, tuple, np.array]))(values))
    assert [bits(sprite.vx) for sprite in group] == [bits(value) for value in values]
    assert group.column("vx").tobytes() == b"".join(map(bits, values))
    assert group.column("hp").tolist() == [sprite.hp for sprite in group]
    group.set_column("vx", np.repeat(group.column("vx"), 2)[::2])
    assert [bits(sprite.vx) for sprite in group] == [bits(value) for value in values]


def test_user_code_in_a_value_may_change_the_group() -> None:
    class Sly:
        def __float__(self) -> float:
            shots.clear()
            shots.add(Sprite())
            return 1.0

    shots = Group(Shot(), Shot())
    with pytest.raises((AttributeError, ValueError, TypeError)):
        shots.set_column("vx", [Sly(), 2])
    assert len(shots) == 1


def test_rows_that_are_freed_are_taken_again() -> None:
    before = live_row_count()
    for _ in range(3):
        shots = [kind() for kind in NUMBERS for _ in range(50)]
        for number, shot in enumerate(shots):
            shot.vx = number
        validate()
        del shots[::2]
        validate()
        assert [shot.vx for shot in shots] == list(range(1, 250, 2))
        plain = [Sprite() for _ in range(300)]
        assert [shot.vx for shot in shots] == list(range(1, 250, 2))
        del plain, shots, shot
    validate()
    assert live_row_count() == before


def test_writing_one_moves_nothing() -> None:
    class Still(Sprite):
        collision = Circle(0, 0, 5)
        hp = Number(1, int)

    rest = Group(Still(10 * k) for k in range(600))
    expected = [rest.pair_indices().tolist() for _ in range(5)][-1]
    rest.set_column("hp", 7)
    rest[3].hp = 8
    assert rest.pair_indices().tolist() == expected


@for_each("name", ["vx", "hp", "own"])
@for_each("dtype", [float, int, object])
def test_an_array_of_no_dimension_is_one_number_for_all(name: str, dtype: Any) -> None:
    class Shot(Sprite):
        vx, hp, own = Number(1.0), Number(1, int), 1

    group = Group(Shot(), Shot())
    value = 3 if name == "hp" else np.array(3, dtype)
    group.set_column(name, value)
    assert [getattr(shot, name) for shot in group] == [3, 3]
