"""Several threads at once, with sprites of their own or with the same Group."""

import contextlib
import sys
import threading
import time
from collections.abc import Callable

import numpy as np
import pytest
from scenes.sprites import circles
from support.behavior import square
from support.limits import limit

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


def test_threads_with_sprites_of_their_own() -> None:
    def work(number: int) -> None:
        for turn in range(30):
            # neighbors hit if and only if they are less than ten pixels apart
            step = 4 + (number + turn) % 8
            sprites = [square(step * x) for x in range(30)]
            reach = (9 // step) if step < 10 else 0
            expected = sum(30 - distance for distance in range(1, reach + 1))
            group = Group(*sprites)
            assert len(pairs(sprites)) == expected
            assert len(group.pair_indices()) == expected
            assert len(check(iter(sprites), group, shot=None, hit=None)) == 2 * expected
            group.x *= 3
            assert group.pairs() == []

    in_threads(work)


def test_threads_that_read_the_same_group() -> None:
    sprites = [square(4 * x) for x in range(100)]
    group = Group(Group(*sprites[:50]), *sprites[50:])

    def work(number: int) -> None:
        for _ in range(30):
            assert len(group.pairs()) == 197
            assert len(group) == 100
            assert len(sprites[50].check(group)) == 4
            assert len(pairs(sprites, group)) == 394

    in_threads(work)


def test_threads_that_change_the_same_group() -> None:
    group = Group(*(square(4 * x) for x in range(50)))

    def work(number: int) -> None:
        for turn in range(60):
            mine = square(4 * turn)
            group.add(mine)
            group.pairs()
            # another thread may change its length between the read and the write
            with contextlib.suppress(ValueError):
                group.x += 1
            mine.check(group)
            group.pair_indices(Group(mine))
            if turn % 2:
                mine.vanish()
            else:
                group.discard(mine)

    in_threads(work)
    assert len(group) == 50
    assert len(group.pairs()) == len(pairs(list(group)))


def test_threads_with_checks_that_several_cores_share() -> None:
    """The helper threads are the same for all of them."""
    count = limit("WORTH_SHARING") + 100
    groups = [Group(circles(count, width=3000, height=3000, seed=seed)) for seed in range(3)]
    expected = [group.pair_indices() for group in groups]

    def work(number: int) -> None:
        group = groups[number % 3]
        for _ in range(4):
            if number < 3:  # everything is computed again
                group.x += 1
                group.x -= 1
            np.testing.assert_array_equal(group.pair_indices(), expected[number % 3])

    in_threads(work)


@pytest.mark.parametrize("members", [300, 3_000])
def test_threads_that_move_what_another_asks(members: int) -> None:
    """A call with many rays or points is one look at the Group, whose members are in one place."""
    group = Group(square(20 * k, y=0) for k in range(members))
    starts = np.column_stack((20.0 * np.arange(members) + 5, np.full(members, -1000.0)))
    ends = starts + np.array((0.0, 2_000.0))
    done = threading.Event()

    def work(number: int) -> None:
        turns = 0
        while number == 2 and not done.is_set():
            turns += 1
            group.y = np.full(members, 100.0 * (turns % 5))
            others = Group(square(k) for k in range(50 * turns % 2_000))  # the storage grows
            others.pair_indices()
        if number == 2:
            return
        try:
            for _ in range(20):
                if number:
                    found = group.nearest_indices(starts)[1][:, 0]
                else:
                    found = group.raycast_arrays(starts, ends).point[:, 1]
                assert len(set(found.tolist())) == 1
        finally:
            done.set()

    in_threads(work, 3)


@pytest.mark.parametrize("question", ["raycast_arrays", "nearest_k", "nearest_indices"])
def test_threads_that_add_and_take_away_while_another_asks(question: str) -> None:
    """Rows and blocks of the storage move meanwhile: answers are still of members."""
    group = Group(Sprite(k % 300, k % 77, collision=Circle(0, 0, 5)) for k in range(1000))
    ends = np.random.default_rng(1).uniform(-300, 300, (1000, 2))
    done = threading.Event()

    def work(number: int) -> None:
        turns = 0
        while number and not done.is_set():
            turns += 1
            new = [
                Sprite(7 * k % 300, 0, collision=[Circle(0, 0, 5)] * (1 + (k + turns) % 9))
                for k in range(5000 if turns % 2 else 1)
            ]
            group.add(*new)
            for sprite in new:
                sprite.vanish()
        if number:
            return
        try:
            for turn in range(60):
                if question == "raycast_arrays":
                    assert group.raycast_arrays((150, 30), ends).hit.any()
                elif question == "nearest_indices":
                    assert group.nearest_indices(ends, 5)[0].min() >= 0
                else:
                    for k in range(50):
                        assert len(group.nearest_k((50 * turn + k) % 300, 50, 5)) == 5
        finally:
            done.set()

    in_threads(work, 2)


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
        for turn in range(6):
            for sprite in mine:
                sprite.x = Intruder(others)  # type: ignore[assignment]
                assert sprite.x == 5.0
            group.y = [Intruder(others) for _ in mine]
            assert group.y.tolist() == [5.0] * 40
            Sprite(Intruder(others), angle=Intruder(others))  # type: ignore[arg-type]
            assert len(group.pairs()) == 40 * 39 // 2
            group.x = np.arange(40) + turn

    in_threads(work, 3)
