"""A Group as a sequence, and columns of the user's own."""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.behavior import ids, same, square

from spritecol import Group, Sprite, draw, update


@given(st.data())
def test_it_acts_as_the_list_of_its_sprites(data: st.DataObject) -> None:
    sprites = [Sprite(k) for k in range(data.draw(st.integers(0, 6)))]
    inner = Group(sprites[2:4])
    group = Group(*sprites[:2], inner, *sprites[4:]) if data.draw(st.booleans()) else Group(sprites)
    for gone in data.draw(st.lists(st.sampled_from(sprites))) if sprites else []:
        gone.vanish()
    expected = [sprite for sprite in sprites if not sprite.vanished]
    assert isinstance(group, Sequence)
    assert ids(group) == ids(expected)
    assert ids(reversed(group)) == ids(expected[::-1])
    for k in range(-len(expected), len(expected)):
        assert group[k] is expected[k]
        assert group[np.intp(k)] is expected[k]
    start, stop = data.draw(st.tuples(st.integers(-8, 8), st.none() | st.integers(-8, 8)))
    step = data.draw(st.sampled_from([None, 1, 2, -1]))
    assert same(group[start:stop:step], expected[start:stop:step])
    for sprite in sprites:
        assert group.count(sprite) == expected.count(sprite)
        for bounds in ((), (start,), (start, len(expected) if stop is None else stop)):
            assert position(group, sprite, bounds) == position(expected, sprite, bounds)
    for beyond in (len(expected), -len(expected) - 1):
        with pytest.raises(IndexError):
            group[beyond]


def position(sequence: Any, sprite: Sprite, bounds: tuple[Any, ...]) -> int | None:
    try:
        return int(sequence.index(sprite, *bounds))
    except ValueError:
        return None


def test_what_is_not_there() -> None:
    group = Group(square())
    for stranger in (square(), None, 5, Group()):
        with pytest.raises(ValueError, match="not among the sprites of this Group"):
            group.index(stranger)
        assert group.count(stranger) == 0
    with pytest.raises(TypeError):
        group["first"]  # type: ignore[call-overload]
    with pytest.raises(TypeError):
        group[0] = square()  # type: ignore[index]
    assert random.sample(group, 1) == [group[0]]


def test_pair_indices_index_it() -> None:
    a, b = Group(square(x) for x in range(0, 100, 7)), Group(square(x) for x in range(0, 100, 9))
    found = [(a[i], b[j]) for i, j in a.pair_indices(b)]
    assert same(found, a.pairs(b))
    assert found


def test_a_changed_group_leaves_what_was_given() -> None:
    group = Group(square(), square(5))
    part, backwards = group[:], reversed(group)
    group.clear()
    assert len(part) == 2
    assert len(list(backwards)) == 2


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
    group.set_column("x", [1, 2, 3, 4, 5])
    assert group.x.tolist() == group.column("x").tolist() == [1, 2, 3, 4, 5]
    assert group.column("x").dtype == np.float64
    assert Group().column("vx").shape == (0,)


def test_columns_of_ones_own_refuse_what_does_not_fit() -> None:
    group = Group(Sprite(1), Sprite(2))
    with pytest.raises(AttributeError, match="vx"):
        group.column("vx")
    assert group.column("vx", 3).tolist() == [3, 3]
    for bad, error in (([1, 2, 3], ValueError), ("a", TypeError), ([1, np.nan], ValueError)):
        with pytest.raises(error, match=r"^vx must be "):
            group.set_column("vx", bad)
    assert not hasattr(group[0], "vx")
    group[0].vx, group[1].vx = 1, "fast"  # type: ignore[attr-defined]
    with pytest.raises(
        TypeError, match=r"^vx of <Sprite at \(2, 0\).* must be a number, got 'fast'"
    ):
        group.column("vx")
    group[1].vx = float("nan")  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match=r"^vx must be a finite number"):
        group.column("vx")
    for name in (None, 5):
        with pytest.raises(TypeError, match=r"^name must be that of an attribute"):
            group.column(name)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match=r"^name must be that of an attribute"):
            group.set_column(name, 1)  # type: ignore[arg-type]


def test_columns_of_ones_own_while_everything_changes() -> None:
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


def test_update_and_draw_pass_arguments_on() -> None:
    log: list[Any] = []

    class Thing(Sprite):
        def update(self, *arguments: Any, **named: Any) -> None:
            log.append((arguments, named))

        draw = update

    update([Thing(), [Thing()]], 0.5, speed=2)
    draw(Group(Thing()), "screen")
    update(Thing())
    assert log == [((0.5,), {"speed": 2})] * 2 + [(("screen",), {}), ((), {})]
    with pytest.raises(TypeError, match="argument"):
        update(square(), 1) or update([NoArguments()], 1)  # type: ignore[func-returns-value]


class NoArguments(Sprite):
    def update(self) -> None: ...
