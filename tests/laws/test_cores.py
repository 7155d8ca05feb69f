"""Large checks on several cores give what one gives. Goes with `use_cores`."""

import numpy as np
import pytest
from scenes.sprites import circles
from support.engine import helper_count, use_cores, validate
from support.limits import limit
from support.processes import run_python

from spritecol import Group, Sprite

COUNT = limit("WORTH_SHARING_SHIFTED") + 1000


def some(name: str, seed: int) -> list[Sprite]:
    return circles(COUNT, width=4000 if name == "circles" else 200_000, height=4000, seed=seed)


@pytest.mark.parametrize("name", ["circles", "wide"])
def test_several_cores_give_what_one_gives(name: str) -> None:
    group, other = (Group(some(name, seed)) for seed in (1, 2))
    for sprite in group[::99]:
        sprite.collision_enable = False
    answers = []
    for cores in (1, 3):
        use_cores(cores)
        for one in (group, other):  # all of it is computed again
            one.x, one.angle = one.x + 1, one.angle + 1
            one.x, one.angle = one.x - 1, one.angle - 1
        answers.append((group.pair_indices(), group.pair_indices(other)))
        assert helper_count() >= cores - 1
    assert len(answers[0][0])
    for within, between in answers[1:]:
        np.testing.assert_array_equal(within, answers[0][0])
        np.testing.assert_array_equal(between, answers[0][1])
    validate()


def test_a_program_ends_and_forks_while_helpers_sleep() -> None:
    code = f"""
import os
from scenes.sprites import circles
from spritecol import Group, use_cores
use_cores(3)
group = Group(circles({COUNT}, width=3000, height=3000))
group.angle += 1
found = len(group.pair_indices())
child = os.fork() if hasattr(os, "fork") else 1
group.angle += 1
assert len(group.pair_indices()) == found
if child == 0:
    os._exit(0)
assert not hasattr(os, "fork") or os.waitpid(child, 0)[1] == 0
"""
    done = run_python("-W", "ignore", "-c", code, helpers=True)
    assert done.returncode == 0, done.stderr
