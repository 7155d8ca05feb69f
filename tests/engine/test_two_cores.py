"""Large checks on two cores: the same answers, in the same order, and nothing else changes."""

import os
import threading
from collections.abc import Iterator

import numpy as np
import pytest
from scenes.sprites import circles, mixture
from support.engine import core_count, has_helper, share_from, use_cores, validate
from support.limits import around, limit
from support.processes import run_python

from spritecol import Group, Sprite, check

LARGE = limit("WORTH_SHARING_SHIFTED") + 1000  # sprites: any check of more is shared

two_cores = pytest.mark.skipif(core_count() < 2, reason="this process may use one core only")


def scene(name: str, seed: int) -> list[Sprite]:
    """Spread circles, a crowd of them, shapes of all kinds, and one row full of sprites."""
    if name == "circles":
        return circles(LARGE, width=4000, height=4000, seed=seed)
    if name == "crowd":
        return circles(LARGE, width=700, height=700, seed=seed)
    if name == "all kinds":
        return mixture(LARGE, width=3000, height=3000, seed=seed)
    return circles(LARGE, width=200_000, height=2, seed=seed)


@two_cores
@pytest.mark.parametrize("name", ["circles", "crowd", "all kinds", "one row"])
def test_two_cores_give_what_one_gives(name: str) -> None:
    group = Group(scene(name, 1))
    other = Group(scene(name, 2))
    group.pair_indices()
    assert has_helper()
    rng = np.random.default_rng(3)
    for _ in range(4):
        for each in (group, other):
            each.x += rng.uniform(-3, 3, LARGE)
            each.angle += rng.uniform(-3, 3, LARGE)
        x, angle = group.x, group.angle
        found = group.pair_indices()
        between = group.pair_indices(other)
        use_cores(1)
        group.x, group.angle = x + 1, angle + 1  # all of it is computed again
        group.x, group.angle = x, angle
        np.testing.assert_array_equal(group.pair_indices(), found)
        np.testing.assert_array_equal(group.pair_indices(other), between)
        use_cores(2)
        np.testing.assert_array_equal(group.pair_indices(), found)


@pytest.fixture
def short_steps() -> Iterator[None]:
    """Even the shortest steps are shared, of the smallest levels too."""
    use_cores(2)
    share_from(1)
    yield
    share_from(limit("WORTH_HALVING"))


@two_cores
@pytest.mark.usefixtures("short_steps")
@pytest.mark.parametrize("name", ["circles", "crowd", "all kinds", "one row", "two heaps"])
def test_short_steps_on_two_cores_give_what_one_gives(name: str) -> None:
    """Building the tree, sorting the pairs, writing columns and results."""
    if name == "two heaps":  # each row of nodes begins in one half and ends in the other
        group = Group(circles(LARGE, width=900, height=60, seed=6))
        group.x = np.where(np.arange(LARGE) % 3 == 0, group.x + 1e6, group.x)
    else:
        group = Group(scene(name, 1))
    for sprite in list(group)[::99]:
        sprite.collision_enable = False  # left out, in both halves
    other = Group(list(group)[::2])
    rng = np.random.default_rng(7)
    for _ in range(3):
        x, y = group.x + rng.uniform(-3, 3, LARGE), group.y + rng.uniform(-3, 3, LARGE)
        group.x, group.y = x, y
        np.testing.assert_array_equal(group.x, x)
        found, between = group.pair_indices(), group.pair_indices(other)
        use_cores(1)
        group.x, group.y = x + 1, y + 1  # all of it is computed again
        group.x, group.y = x, y
        np.testing.assert_array_equal(group.pair_indices(), found)
        np.testing.assert_array_equal(group.pair_indices(other), between)
        use_cores(2)
    validate()


@two_cores
@pytest.mark.usefixtures("short_steps")
def test_a_column_of_watched_rows_on_two_cores() -> None:
    """Another Group keeps an index of some of these rows, and hears of each that is written."""
    sprites = circles(LARGE, width=3000, height=3000, seed=8)
    walls, everything = Group(sprites[2000:5000]), Group(sprites[::-1])
    for _ in range(6):
        walls.pair_indices()  # at rest: an index is kept
    rng = np.random.default_rng(9)
    for _ in range(3):
        everything.x = everything.x + rng.choice([0.0, 0.0, 0.0, 0.0, 0.0, 25.0], LARGE)
        found = walls.pair_indices()
        np.testing.assert_array_equal(found, Group(sprites[2000:5000]).pair_indices())
    validate()


@two_cores
@pytest.mark.parametrize("count", around("WORTH_SHARING"))
def test_crowds_around_the_size_that_is_worth_sharing(count: int) -> None:
    group, other = (Group(circles(count, width=3000, height=3000, seed=seed)) for seed in (4, 5))
    answers = []
    for number in (2, 1):
        use_cores(number)
        for each in (group, other):  # all of it is computed again
            each.x += 1
            each.x -= 1
        answers.append((group.pair_indices(), group.pair_indices(other)))
    for shared, alone in zip(*answers, strict=True):
        np.testing.assert_array_equal(shared, alone)
    assert len(answers[0][0])


@two_cores
def test_other_threads_do_not_get_between() -> None:
    """While a check is shared, no code of anybody's runs: sprites come, move and go around it."""
    group = Group(circles(LARGE, width=3000, height=3000))
    group.pair_indices()
    assert has_helper()
    stop = threading.Event()

    def meddle() -> None:
        while not stop.is_set():
            for sprite in circles(50):
                sprite.x += 1
                sprite.aabb  # noqa: B018
            next(iter(group)).y += 0.5

    meddlers = [threading.Thread(target=meddle) for _ in range(3)]
    for meddler in meddlers:
        meddler.start()
    try:
        for _ in range(30):
            group.x += 1
            check(group, shot=None, hit=None)
            group.pair_indices()
    finally:
        stop.set()
        for meddler in meddlers:
            meddler.join()
    validate()
    found = group.pair_indices()
    use_cores(1)
    group.x += 1
    group.x -= 1
    np.testing.assert_array_equal(group.pair_indices(), found)


@two_cores
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_process_does_without() -> None:
    """The helper is a thread of the parent's; the child must not wait for it, and gets its own."""
    code = """
import os
from scenes.sprites import circles
from spritecol import Group
from support.engine import has_helper
group = Group(circles(7000, width=3000, height=3000))
found = len(group.pair_indices())
assert has_helper()
child = os.fork()
if child == 0:
    assert not has_helper()
    for _ in range(3):
        group.x += 0
        group.x += 1
        group.x -= 1
        assert len(group.pair_indices()) == found
    os._exit(0 if has_helper() else 3)
assert os.waitpid(child, 0)[1] == 0
"""
    done = run_python("-W", "ignore", "-c", code, helpers=True)
    assert done.returncode == 0, done.stderr


def test_no_other_number_of_cores() -> None:
    for count in (0, 3, -1):
        with pytest.raises(ValueError, match=r"count must be 1 or 2"):
            use_cores(count)
