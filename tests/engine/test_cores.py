"""Large checks on several cores: the same answers, in the same order, and nothing else changes."""

import os
import threading
from collections.abc import Iterator

import numpy as np
import pytest
from scenes.sprites import circles, mixture
from support.engine import helper_count, share_from, use_cores, use_index, validate
from support.for_each import for_each
from support.limits import around, limit
from support.processes import run_python

from spritecol import Group, Sprite, check

LARGE = limit("WORTH_SHARING_SHIFTED") + 1000  # sprites: any check of more is shared
TURNED = limit("WORTH_SHARING") + 1000  # sprites that turn: so is one of these
CORES = (2, 8)  # more than the machine has, too: then threads take turns


def scene(name: str, seed: int, count: int = LARGE) -> list[Sprite]:
    """Spread circles, a crowd of them, shapes of all kinds, and one row full of sprites."""
    if name == "circles":
        return circles(count, width=4000, height=4000, seed=seed)
    if name == "crowd":
        return circles(count, width=700, height=700, seed=seed)
    if name == "all kinds":
        return mixture(count, width=3000, height=3000, seed=seed)
    return circles(count, width=200_000, height=2, seed=seed)


@for_each("name", ["circles", "crowd", "all kinds", "one row"])
def test_several_cores_give_what_one_gives(name: str) -> None:
    count = LARGE if name in ("circles", "crowd") else TURNED
    group, other = (Group(scene(name, seed, count)) for seed in (1, 2))
    rng = np.random.default_rng(3)
    for one in (group, other):
        one.x += rng.uniform(-3, 3, count)
        one.angle += rng.uniform(-3, 3, count)
    answers = []
    for cores in (1, *CORES):
        use_cores(cores)
        for one in (group, other):  # all of it is computed again
            one.x, one.angle = one.x + 1, one.angle + 1
            one.x, one.angle = one.x - 1, one.angle - 1
        answers.append((group.pair_indices(), group.pair_indices(other)))
        assert helper_count() >= cores - 1
    for cores, shared in zip(CORES, answers[1:], strict=True):
        np.testing.assert_array_equal(shared[0], answers[0][0], f"{cores} cores")
        np.testing.assert_array_equal(shared[1], answers[0][1], f"{cores} cores")


@pytest.fixture(params=CORES)
def cores(request: pytest.FixtureRequest) -> Iterator[int]:
    """So many share even the shortest steps, of the smallest levels too."""
    use_cores(request.param)
    share_from(1)
    yield request.param
    share_from(limit("WORTH_DIVIDING"))


@for_each("name", ["circles", "crowd", "all kinds", "one row", "two heaps"])
def test_short_steps_on_several_cores_give_what_one_gives(name: str, cores: int) -> None:
    """Building the tree, sorting the pairs, writing columns and results."""
    if name == "two heaps":  # each row of nodes begins in one portion and ends in another
        group = Group(circles(TURNED, width=900, height=60, seed=6))
        group.x = np.where(np.arange(TURNED) % 3 == 0, group.x + 1e6, group.x)
    else:
        group = Group(scene(name, 1, TURNED))
    for sprite in list(group)[::99]:
        sprite.collision_enable = False  # left out, in all portions
    other = Group(list(group)[::2])
    rng = np.random.default_rng(7)
    for _ in range(2):
        x, y = group.x + rng.uniform(-3, 3, TURNED), group.y + rng.uniform(-3, 3, TURNED)
        group.x, group.y, group.angle = x, y, group.angle + 1
        np.testing.assert_array_equal(group.x, x)
        found, between = group.pair_indices(), group.pair_indices(other)
        use_cores(1)
        group.x, group.y = x + 1, y + 1  # all of it is computed again
        group.x, group.y = x, y
        np.testing.assert_array_equal(group.pair_indices(), found)
        np.testing.assert_array_equal(group.pair_indices(other), between)
        use_cores(cores)
    validate()


def answers_of(group: Group, count: int) -> list[tuple[int, int]]:
    """The pairs, after all of it was computed again on that many cores."""
    use_cores(count)
    group.x, group.angle = group.x + 1, group.angle + 1
    group.x, group.angle = group.x - 1, group.angle - 1
    return [(i, j) for i, j in group.pair_indices().tolist()]


@for_each("count", [*range(10), 40, 200])
def test_fewer_sprites_than_portions(count: int, cores: int) -> None:
    """Portions without a sprite, a word, a band, or a pair."""
    use_index(True, kept=False)
    group = Group(circles(count, width=90, height=60, seed=count))
    for sprite in list(group)[: count // 2]:
        sprite.collision_enable = False
    assert answers_of(group, cores) == answers_of(group, 1)
    for sprite in group:
        sprite.collision_enable = True
    assert answers_of(group, cores) == answers_of(group, 1)
    validate()


@pytest.mark.usefixtures("cores")
def test_a_column_of_watched_rows_on_several_cores() -> None:
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


@pytest.mark.parametrize("count", around("WORTH_SHARING"))
def test_crowds_around_the_size_that_is_worth_sharing(count: int) -> None:
    group, other = (Group(circles(count, width=3000, height=3000, seed=seed)) for seed in (4, 5))
    answers = []
    for number in (1, *CORES):
        use_cores(number)
        for each in (group, other):  # all of it is computed again
            each.x += 1
            each.x -= 1
        answers.append((group.pair_indices(), group.pair_indices(other)))
    for shared in answers[1:]:
        np.testing.assert_array_equal(shared[0], answers[0][0])
        np.testing.assert_array_equal(shared[1], answers[0][1])
    assert len(answers[0][0])


def test_small_checks_wake_nobody() -> None:
    """Eight threads share a large check, and none is started for one that is too small."""
    code = """
from scenes.sprites import circles
from spritecol import Group, use_cores
from support.engine import helper_count
from support.limits import limit
use_cores(8)
few = Group(circles(limit("WORTH_SHARING") - 1, width=3000, height=3000))
few.angle += 1
few.pair_indices()
assert helper_count() == 0
many = Group(circles(limit("WORTH_SHARING"), width=3000, height=3000))
many.angle += 1
many.pair_indices()
assert helper_count() == 7
use_cores(3)
many.angle += 1
many.pair_indices()
use_cores(8)
many.angle += 1
many.pair_indices()
assert helper_count() == 7  # started once
"""
    done = run_python("-c", code, helpers=True)
    assert done.returncode == 0, done.stderr


def test_a_program_ends_while_helpers_sleep() -> None:
    """At its end, by an exception, and by Ctrl-C in the middle of checks."""
    code = """
import signal, sys, threading, _thread
from scenes.sprites import circles
from spritecol import Group, use_cores
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in a shell's background
use_cores(8)
group = Group(circles(30000, width=3000, height=3000))
def frame():
    group.angle += 1
    return group.pair_indices()
frame()
if sys.argv[1] == "error":
    raise RuntimeError("as it comes")
if sys.argv[1] == "interrupt":
    threading.Timer(0.3, _thread.interrupt_main).start()
    try:
        while True:
            frame()
    except KeyboardInterrupt:
        print(len(frame()) == len(frame()))
"""
    for how, status, said in (("end", 0, ""), ("error", 1, ""), ("interrupt", 0, "True\n")):
        done = run_python("-c", code, how, helpers=True)
        assert (done.returncode, done.stdout) == (status, said), done.stderr


def test_other_threads_do_not_get_between() -> None:
    """While a check is shared, no code of anybody's runs: sprites come, move and go around it."""
    use_cores(8)
    group = Group(circles(LARGE, width=3000, height=3000))
    group.pair_indices()
    assert helper_count() == 7
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


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_process_does_without() -> None:
    """Helpers are threads of the parent's; the child must not wait for them, and gets its own."""
    code = """
import os
from scenes.sprites import circles
from spritecol import Group, use_cores
from support.engine import helper_count
use_cores(3)
group = Group(circles(7000, width=3000, height=3000))
found = len(group.pair_indices())
assert helper_count() == 2
child = os.fork()
if child == 0:
    assert helper_count() == 0
    for _ in range(3):
        group.angle += 1
        assert len(group.pair_indices()) == found
    os._exit(0 if helper_count() == 2 else 3)
assert os.waitpid(child, 0)[1] == 0
"""
    done = run_python("-W", "ignore", "-c", code, helpers=True)
    assert done.returncode == 0, done.stderr


def test_no_other_number_of_cores() -> None:
    for count in (0, 9, -1):
        with pytest.raises(ValueError, match=rf"count must be from 1 to 8, got {count}"):
            use_cores(count)
