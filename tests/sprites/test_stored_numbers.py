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
from support.hooks import live_row_count, validate

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


NUMBERS = {Shot: (4.0, 3), Fast: (9.0, 3), Boss: (4.0, -5), Both: (9.0, 3), Secret: (4.0, 300)}
CLONES = [copy.copy, copy.deepcopy, lambda sprite: pickle.loads(pickle.dumps(sprite))]


def bits(number: float) -> bytes:
    return struct.pack("<d", number)


@pytest.mark.parametrize("kind", NUMBERS)
def test_a_class_states_defaults_and_inherits_them(kind: type[Shot]) -> None:
    sprite = kind(1, 2)
    assert (sprite.vx, sprite.hp) == NUMBERS[kind]
    assert (type(sprite.vx), type(sprite.hp)) == (float, int)
    assert vars(sprite) == {}
    assert kind.vx == NUMBERS[kind][0]
    assert getattr(sprite, "w", None) == (1.5 if kind is Both else None)


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
    assert Group(sprite, Left(), Base()).column("a").tolist() == [4.0, 10.0, 1.0]
    assert (sprite.b, sprite.c) == (5.0, 6)


def test_without_super_init_and_as_keywords() -> None:
    class Silent(Shot):
        def __init__(self) -> None:
            self.hp += 1

    assert (Silent().vx, Silent().hp) == (4.0, 4)
    one = Shot(1, 2, hp=5, vx=0.5, z=3)
    assert (one.x, one.hp, one.vx, one.z) == (1, 5, 0.5, 3)
    for kind in (Sprite, Secret):  # which has no such number, or has a property instead
        with pytest.raises(TypeError, match="hp"):
            kind(hp=3)
    for use in (lambda: Mixin().w, lambda: setattr(Mixin(), "w", 3)):
        with pytest.raises(AttributeError, match="subclass"):
            use()


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


@given(st.lists(st.sampled_from(sorted(NUMBERS, key=str)), min_size=1, max_size=9), st.data())
def test_columns_are_loops(kinds: list[type[Shot]], data: Any) -> None:
    group = Group(kind() for kind in kinds)
    values = data.draw(st.lists(st.floats(), min_size=len(kinds), max_size=len(kinds)))
    for given_ in (list(values), tuple(values), np.array(values), np.repeat(values, 2)[::2]):
        group.set_column("vx", 0)
        group.set_column("vx", given_)
        assert [bits(sprite.vx) for sprite in group] == [bits(value) for value in values]
        assert group.column("vx").tobytes() == b"".join(map(bits, values))
    if Secret in kinds:  # which has a property instead
        with pytest.raises(TypeError, match="hp"):
            group.column("hp")
    else:
        assert group.column("hp").tolist() == [sprite.hp for sprite in group]
        assert group.column("hp").dtype == np.int64


@pytest.mark.parametrize("clone", CLONES)
@pytest.mark.parametrize("kind", NUMBERS)
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
        plain = [Sprite() for _ in range(300)]
        assert [shot.vx for shot in shots] == list(range(1, 250, 2))
        del plain, shots, shot
    validate()
    assert live_row_count() == before


def test_writing_one_moves_nothing() -> None:
    rest = Group(Shot(5 * k) for k in range(600))
    expected = [rest.pair_indices().tolist() for _ in range(5)][-1]
    assert len(expected) == 599
    rest.set_column("hp", 7)
    rest[3].hp = 8
    assert rest.pair_indices().tolist() == expected
