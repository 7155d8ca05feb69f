"""Several threads at once, with sprites of their own or with the same Group."""

import contextlib
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from support.behavior import square

from spritecol import Circle, Group, Sprite, check, pairs

pytestmark = pytest.mark.usefixtures("rows_are_given_back")


def in_threads(work: Callable[[int], None], count: int = 6) -> None:
    """Runs work(0), work(1), ... at the same time; an error in any of them is raised here."""
    errors: list[BaseException] = []

    def guarded(number: int) -> None:
        try:
            work(number)
        except BaseException as error:
            errors.append(error)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=guarded, args=(number,)) for number in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    if errors:
        raise errors[0]


def while_another(asks: Callable[[int], None], changes: Callable[[int], None], turns: int) -> None:
    """Ask in one thread, for as long as others change something by turns."""
    done = threading.Event()

    def work(number: int) -> None:
        turn = 0
        while number and not done.is_set():
            turn += 1
            changes(turn)
        if not number:
            try:
                for each in range(turns):
                    asks(each)
            finally:
                done.set()

    in_threads(work, 2)


def test_threads_with_sprites_of_their_own() -> None:
    def work(number: int) -> None:
        for turn in range(20):
            # neighbors hit if and only if they are less than ten pixels apart
            step = 4 + (number + turn) % 8
            sprites = [square(step * x) for x in range(30)]
            reach = (9 // step) if step < 10 else 0
            expected = sum(30 - distance for distance in range(1, reach + 1))
            group = Group(*sprites)
            assert len(pairs(sprites)) == len(group.pair_indices()) == expected
            assert len(check(iter(sprites), group, shot=None, hit=None)) == 2 * expected
            group.x *= 3
            assert group.pairs() == []

    in_threads(work)


def test_threads_that_read_and_change_the_same_group() -> None:
    sprites = [square(4 * x) for x in range(100)]
    same = Group(Group(*sprites[:50]), *sprites[50:])
    changed = Group(*(square(4 * x) for x in range(50)))

    def work(number: int) -> None:
        for turn in range(30):
            assert len(same.pairs()) == 197
            assert len(sprites[50].check(same)) == 4
            mine = square(4 * turn)
            changed.add(mine)
            # another thread may change its length between the read and the write
            with contextlib.suppress(ValueError):
                changed.x += 1
            mine.check(changed)
            changed.pair_indices(Group(mine))
            if turn % 2:
                mine.vanish()
            else:
                changed.discard(mine)

    in_threads(work)
    assert len(changed) == 50
    assert len(changed.pairs()) == len(pairs(list(changed)))


@pytest.mark.parametrize("members", [300, 3_000])
@pytest.mark.parametrize("question", ["raycast_arrays", "nearest_indices"])
def test_a_call_with_many_rays_or_points_is_one_look(members: int, question: str) -> None:
    """All members are in one place at a time."""
    group = Group(square(20 * k) for k in range(members))
    starts = np.column_stack((20.0 * np.arange(members) + 5, np.full(members, -1000.0)))
    ends = starts + np.array((0.0, 2_000.0))

    def asks(_: int) -> None:
        if question == "nearest_indices":
            found = group.nearest_indices(starts)[1][:, 0]
        else:
            found = group.raycast_arrays(starts, ends).point[:, 1]
        assert len(set(found.tolist())) == 1

    def changes(turn: int) -> None:
        group.y = np.full(members, 100.0 * (turn % 5))
        Group(square(k) for k in range(50 * turn % 2_000)).pair_indices()  # the storage grows

    while_another(asks, changes, 12)


@pytest.mark.parametrize("question", ["raycast_arrays", "nearest_k", "nearest_indices"])
def test_rows_and_blocks_of_the_storage_move_meanwhile(question: str) -> None:
    """Answers are still of members."""
    group = Group(Sprite(k % 300, k % 77, collision=Circle(0, 0, 5)) for k in range(1000))
    ends = np.random.default_rng(1).uniform(-300, 300, (1000, 2))
    asked: dict[str, Callable[[int], Any]] = {
        "raycast_arrays": lambda turn: group.raycast_arrays((150, 30), ends).hit.any(),
        "nearest_indices": lambda turn: group.nearest_indices(ends, 5)[0].min() >= 0,
        "nearest_k": lambda turn: all(len(group.nearest_k(k, 50, 5)) == 5 for k in range(50)),
    }

    def asks(turn: int) -> None:
        assert asked[question](turn)

    def changes(turn: int) -> None:
        shapes = [[Circle(0, 0, 5)] * (1 + (k + turn) % 9) for k in range(9)]
        new = [Sprite(7 * k % 300, collision=shapes[k % 9]) for k in range([1, 5000][turn % 2])]
        group.add(*new)
        for sprite in new:
            sprite.vanish()

    while_another(asks, changes, 30)


class Intruder:
    """A number that makes sprites, checks them and lets others run when it is read."""

    def __init__(self, sprites: list[Sprite]) -> None:
        self.sprites = sprites

    def __float__(self) -> float:
        self.sprites += [square(x) for x in range(300)]
        pairs(self.sprites[-30:])
        del self.sprites[: len(self.sprites) // 2]
        time.sleep(0)
        return 5.0


def test_numbers_that_make_sprites_while_they_are_read() -> None:
    """The storage may have moved by the time at which the number is known."""

    def work(number: int) -> None:
        others: list[Sprite] = []
        mine = [square(x) for x in range(40)]
        group = Group(mine)
        for turn in range(3):
            for sprite in mine:
                sprite.x = Intruder(others)  # type: ignore[assignment]
                assert sprite.x == 5.0
            group.y = [Intruder(others) for _ in mine]
            assert group.y.tolist() == [5.0] * 40
            Sprite(Intruder(others), angle=Intruder(others))  # type: ignore[arg-type]
            assert len(group.pairs()) == 40 * 39 // 2
            group.x = np.arange(40) + turn

    in_threads(work, 3)
