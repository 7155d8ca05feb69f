"""User code that runs inside of a call changes what the call looks at: a table of both.

Nothing may crash; what the code raises comes out; afterwards all is whole, and no row is lost.
"""

import gc
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, ClassVar

import pytest
from lifetimes.hostile import (
    ENTRIES,
    MORE_DEEDS,
    OPENINGS,
    Scene,
    Told,
    collector_as_it_was,
    opens,
    run,
)
from support.behavior import same
from support.hooks import use_index, validate

from spritecol import Sprite, pairs

pytestmark = pytest.mark.usefixtures("rows_are_given_back")

TABLE = [(name, opening) for opening in OPENINGS for name in ENTRIES if opens(opening, name)]


def perform(name: str, opening: str, deed: Callable[[Scene], None], scene: Scene) -> bool:
    """Make a call in which a deed is done. Whether it was."""
    done: list[None] = []
    is_running = True

    def act() -> None:
        if is_running and len(done) < 3:
            done.append(None)
            deed(scene)

    hostile = OPENINGS[opening](scene, act)
    # A column may have another length than when it was asked for, and a mover another place; a
    # restore in the middle of a move is refused.
    with suppress(ValueError, Told, RuntimeError):
        run(name, scene, **hostile)
    is_running = False
    return bool(done)


@pytest.mark.parametrize(("name", "opening"), TABLE)
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_call_in_which_all_changes(
    name: str, opening: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With few sprites, and with many that are searched by an index."""
    raised: list[Any] = []  # by finalizers, of which nobody else hears
    monkeypatch.setattr(sys, "unraisablehook", lambda told: raised.append(told.exc_value))
    done = 0
    for many, deeds in ((0, MORE_DEEDS), (60, MORE_DEEDS[::4])):
        use_index(bool(many) or None)
        for number, deed in enumerate(deeds):
            scene = Scene(many, is_old=bool(number % 2))
            done += perform(name, opening, deed, scene)
            scene.whole()
            # Two questions after each deed, others after the next one.
            others = ("Sprite.check", "Overlaps"), ("raycast_all", "World.save")
            for other in others[number % 2]:
                run(other, scene)
            del scene
    validate()
    assert {type(error) for error in raised} <= {Told, RuntimeError}
    assert done or opening in ("finalizer", "weakref", "where", "call")


@pytest.mark.parametrize("opening", OPENINGS)
def test_the_table_is_not_empty(opening: str) -> None:
    """In most calls the code does run."""
    names = [name for name, how in TABLE if how == opening]
    done = [name for name in names if perform(name, opening, lambda scene: None, Scene())]
    assert len(done) >= max(3, 0.6 * len(names)), sorted(set(names) - set(done))


class Alike(Sprite):
    collision: ClassVar[Any] = [0, 0, 9, 9]
    __hash__ = Sprite.__hash__

    def __eq__(self, other: object) -> bool:
        raise AssertionError("asked")


@pytest.mark.parametrize("name", ENTRIES)
def test_nobody_is_asked_whether_sprites_are_equal(name: str) -> None:
    scene = Scene()
    scene.inner.add(Alike(1), Alike(2))
    assert len(scene.outer) == 8
    run(name, scene)
    run("Overlaps", scene)


@pytest.mark.parametrize("name", [name for name in ENTRIES if opens("call", name)])
def test_a_call_that_leads_to_itself_ends(name: str) -> None:
    """Five deep; each finds what it would find alone."""
    scene, depth = Scene(), 0
    scene.watches.clear()

    def again(own: Any, other: Any) -> None:
        nonlocal depth
        if depth < 5:
            depth += 1
            assert same(run(name, scene, call=again) or [], found or [])

    found: Any = run(name, scene)
    if not isinstance(found, list):
        return
    run(name, scene, call=again)
    assert depth == 5


def test_the_collector_at_any_moment() -> None:
    """Garbage in cycles is found again and again."""
    with collector_as_it_was():
        gc.set_threshold(1)
        for name in ENTRIES:
            scene: Any = Scene()
            scene.me.loop, scene.me.scene = scene.me, scene
            run(name, scene)
            scene.whole()
            assert len(scene.group.pairs()) == len(pairs(scene.group))
