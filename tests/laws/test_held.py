"""However sprites are held, and whatever happens to them: the tables are in `held.py`."""

import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from laws.held import ASKED, ASKERS, COLUMNS, DEEDS, HOLDS, LIVES, VALUES, live
from support.counting import at_least
from support.hooks import limit, live_row_count, validate

from spritecol import Circle, Group, Rect, Sprite, check, pairs

FLOORS = {
    **{f"{name} after {deed}": 1 for name in ASKED for deed in DEEDS},  # asked at all
    **dict.fromkeys([*ASKED, *DEEDS], 8),  # with an answer that tells something
    **dict.fromkeys([f"by {kind}" for kind in ASKERS], 6),
    **dict.fromkeys([f"write {name}" for name in VALUES], 6),
    **dict.fromkeys([f"column {name}" for name in COLUMNS], 2),
    **{"looks": 200, "entered": 200, "exited": 200, "walls": 12},
}


@pytest.mark.parametrize("hold", HOLDS)
def test_what_lives_answers_as_what_is_new(hold: str) -> None:
    """Each deed before each question; at the end nothing keeps a sprite."""
    rows = live_row_count()
    with at_least(**FLOORS) as seen:
        for seed, kind in enumerate(LIVES):
            seen.update(live(hold, kind, seed))
    assert live_row_count() == rows
    validate()


def test_who_is_left_out_of_a_group_alone_in_a_list_still_asks() -> None:
    """It is left out of what is asked, which is another collection than the Group itself."""
    one, other = (Sprite(x, collision=Rect(0, 0, 9, 9)) for x in (0, 4))
    two = Group(one, other)
    assert two.hits([two], exclude=one)
    assert not two.hits(two, exclude=one)


def test_a_way_out_on_a_line_is_as_long_from_a_group_that_keeps_an_index() -> None:
    """Parts of these chains that are farther away than is looked first are in each way."""
    chain = [Circle(5 * k, 4 * k, 3) for k in range(-35, 35)]
    bars = [Sprite(*at, collision=chain) for at in ((208, 170), (-210, -169), (87, -265))]
    far = [Sprite(9000 + 90 * k, 0, collision=Circle(0, 0, 1)) for k in range(120)]
    group, block = Group(bars, far), Sprite(collision=Rect(-100, -100, 200, 200))
    for _ in range(limit("PATIENCE") + 2):
        block.check(group)
    way = block.separation(bars, along=(3, 4))
    assert way.length > 400
    assert block.separation(group, along=(3, 4)) == way


class Named(Sprite):
    def shot(self, other: Sprite) -> None:
        pass


BULK: dict[str, Callable[[Any, Any, Any], Any]] = {
    "pairs": lambda one, group, level: pairs(one, level),
    "pairs, turned": lambda one, group, level: pairs(level, one),
    "pairs where": lambda one, group, level: pairs(one, level, where=lambda other: True),
    "pairs of two lists": lambda one, group, level: pairs([group, one], level),
    "check": lambda one, group, level: check(one, level),
    "check by name": lambda one, group, level: check(group, level, shot="shot"),
    "Group.pairs": lambda one, group, level: group.pairs(level),
    "Group.hits": lambda one, group, level: group.hits(level),
    "Group.hits mask": lambda one, group, level: group.hits(level, mask=1),
    "separation_arrays": lambda one, group, level: group.separation_arrays(level),
}
ROWS, LONG = 4, 500


@pytest.mark.parametrize("place", [(22, 22), (15, 15)])
@pytest.mark.parametrize("name", BULK)
def test_what_is_far_is_not_listed(name: str, place: tuple[int, int]) -> None:
    """Who goes through all Groups in a list has a list of all their sprites."""
    level = [
        Group(Sprite(40 * k, 40 * row, collision=Rect(0, 0, 16, 16)) for k in range(LONG))
        for row in range(ROWS)
    ]
    corner = 40 * LONG - 10, 130
    one = Named(*place, collision=Rect(0, 0, 12, 12))
    group = Group(
        Named(*place, collision=Rect(0, 0, 12, 12)), Named(*corner, collision=Rect(0, 0, 3, 3))
    )
    for _ in range(limit("PATIENCE") + 2):
        BULK[name](one, group, level)
    tracemalloc.start()
    try:
        answer = BULK[name](one, group, level)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert bool(np.any(answer)) == (place == (15, 15))
    assert most < 8 * LONG


def test_who_moves_again_after_all_have_settled_is_found_once() -> None:
    """One in each frame. The index has taken each of them for loose before."""
    sprites = [Sprite(9 * k, 0, collision=Circle(0, 0, 2)) for k in range(120)]
    group, probe = Group(sprites), Sprite(collision=Circle(0, 0, 9999))
    for _ in range(6):
        probe.check(group)  # until the index has settled
    with at_least(found=40_000) as seen:
        for k in range(400):
            sprites[k % 60].y += 1
            found = probe.check(group)
            assert [id(sprite) for sprite in found] == [id(sprite) for sprite in sprites]
            seen["found"] += len(found)
