"""Weak references with a callback are never left to the collector.

CPython 3.11 may run its collector while an object dies, when it looks through the weak references
to it. If the collector frees some of these just then, the interpreter crashes. So the library keeps
no weak reference with a callback to a user's object.
"""

import gc
import weakref
from types import CodeType
from typing import Any

import pytest
from support.behavior import square
from support.processes import run_python

from spritecol import (
    CharacterController,
    Group,
    History,
    Number,
    Overlaps,
    Sprite,
    World,
    check,
    pairs,
)

IN_ONE_THREAD = """
ball = Sprite()
gc.disable()
for _ in range(400):
    World(ball).save()
gc.enable()
del ball
"""

IN_THREE = """
import sys, threading
class Ball(Sprite):
    collision = Circle(0, 0, 3)
balls = Group()
def change():
    for _ in range(150):
        some = [Ball() for _ in range(20)]
        balls.add(*some)
        balls.discard(*some)
def save():
    while changing[0].is_alive() or changing[1].is_alive():
        World(balls).save()
sys.setswitchinterval(1e-5)
changing = [threading.Thread(target=change) for _ in range(2)]
for thread in changing:
    thread.start()
save()
"""


@pytest.mark.parametrize("threshold", [(700, 10, 10), (1, 1, 1)], ids=["ordinary", "at once"])
@pytest.mark.parametrize("script", [IN_ONE_THREAD, IN_THREE], ids=["one thread", "three threads"])
def test_a_sprite_dies_that_many_worlds_have_known(
    script: str, threshold: tuple[int, int, int]
) -> None:
    ended = run_python(
        "-X",
        "faulthandler",
        "-c",
        f"import gc\nfrom spritecol import *\ngc.set_threshold{threshold}\n{script}print('lived')",
    )
    assert (ended.returncode, ended.stderr, ended.stdout) == (0, "", "lived\n")


class Hero(Sprite):
    speed = Number(1.0)
    other: Any = None

    def hit(self, other: Sprite) -> None:
        pass

    def enter(self, other: Sprite) -> None:
        pass


def whole_life() -> list[Any]:
    """Use what refers to objects weakly; what was used."""
    heroes, walls = Group(Hero(collision=square().collision) for _ in range(3)), Group(square())
    everything = Group(heroes, walls, square(5))
    heroes[0].other = heroes[1]
    walker = CharacterController(heroes[0])
    meets = Overlaps(heroes, walls)
    world = World(everything, meets, walker, attributes=("other",))
    history = History(world, frames=4)
    for _ in range(6):
        walker.move(1, 1, walls)
        meets.update()
        check(heroes, walls)
        pairs(everything)
        history.record()
    with history.at(history.first):
        pairs(everything)
    history.rewind(history.first + 1)
    world.load(world.save().to_bytes())
    called = [lambda sprite, other: None, lambda sprite: True]
    check(heroes, walls, shot=called[0])
    heroes.nearest(0, 0, where=called[1])
    return [*everything, heroes, walls, everything, meets, walker, world, *called]


def test_no_weak_reference_to_what_a_game_has_made_has_a_callback() -> None:
    used = whole_life()
    used += [each.__code__ for each in used if hasattr(each, "__code__")]
    used += [Hero, Hero.hit, Hero.enter, Hero.hit.__code__, Hero.enter.__code__]
    references = [each for thing in used for each in weakref.getweakrefs(thing)]
    assert {type(each()) for each in references} >= {Hero, Sprite, Group, CodeType}
    assert [each for each in references if each.__callback__ is not None] == []


@pytest.mark.parametrize("kind", [Hero, Group, CharacterController, Overlaps, World])
def test_a_weak_reference_lives_as_long_as_what_a_game_has_made(kind: type) -> None:
    made: Any = Hero() if kind is Hero else Group() if kind is Group else kind(Hero())
    reference = weakref.ref(made)
    assert reference() is made
    del made
    gc.collect()
    assert reference() is None


def test_a_world_leaves_nothing_to_the_collector() -> None:
    balls = Group(square(), square(5))
    gc.collect()
    gc.disable()
    try:
        for _ in range(20):
            World(balls).save()
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_what_dead_callbacks_took_is_forgotten() -> None:
    """Of two callbacks at the same place in memory, each gets what it takes.

    In a process of its own, because a tool that measures which lines run may keep all code alive.
    """
    ended = run_python(__file__, helpers=True, COVERAGE_PROCESS_START="")
    assert (ended.stdout, ended.stderr) == ("done\n", "")


def judge_dead_callbacks() -> None:
    one, other = square(), square()
    seen: list[bool] = []
    places: set[int] = set()
    for turn in range(2_000):
        names = "me, other, contact" if turn % 3 else "me, other"
        scope: dict[str, Any] = {"seen": seen}
        exec(f"def hit({names}): seen.append({bool(turn % 3)})", scope)
        places.add(id(scope["hit"].__code__))
        check([one], [other], shot=scope.pop("hit"))
    assert seen == [bool(turn % 3) for turn in range(2_000)]
    assert len(places) < 1_000


if __name__ == "__main__":
    judge_dead_callbacks()
    print("done")
