"""Random lives of Worlds, and all plays of few steps with one coin in Groups in Groups."""

import gc
import itertools

import pytest
from support.counting import at_least
from support.hooks import live_row_count, validate
from world.lives import OF_A_WORLD, judged

from spritecol import Group, Sprite, World


@pytest.mark.parametrize("few", [False, True], ids=["many", "few"])
@pytest.mark.parametrize("index", [True, None], ids=["index", "as it is"])
def test_a_world_is_as_its_plain_data(index: bool | None, few: bool) -> None:
    """Everything that counts as state comes back, and nothing else changes."""
    rows = live_row_count()
    floors = dict.fromkeys(OF_A_WORLD, 5) | {"let_go": 5 * (1 - few)}
    with at_least(**floors) as seen:
        for seed in range(6 if few else 9):
            wrong, played = judged(seed + 100 * bool(index), few, index, 600)
            assert wrong == ""
            seen.update(played)
    validate()
    gc.collect()
    assert live_row_count() == rows


STEPS = ("vanish", "early", "late", "read inner", "read outer", "read top")


@pytest.mark.parametrize("saved", ["inner", "outer", "top"])
def test_a_coin_is_in_all_groups_around_it_or_in_none(saved: str) -> None:
    """In all plays of five steps, with restores to when it was there and to when it was not."""
    wrong = []
    for steps in itertools.product(STEPS, repeat=5):
        coin, hero = Sprite(), Sprite()
        groups = {"inner": (inner := Group(coin)), "outer": (outer := Group(inner, hero))}
        groups["top"] = Group(outer)
        world = World(groups[saved])
        states = {"early": world.save()}
        coin.vanish()
        states["late"] = world.save()
        count = 0
        for step in steps:
            if step == "vanish":
                coin.vanish()
            elif step in states:
                world.restore(states[step])
            else:
                len(groups[step.removeprefix("read ")])
            count = {"vanish": 0, "early": 1, "late": 0}.get(step, count)
        counts = [len(group) for group in groups.values()]
        if counts != [count, count + 1, count + 1]:
            wrong.append((steps, counts))
    assert wrong == []
