"""History: frames by number, which are gone back to or looked at."""

from collections.abc import Callable
from typing import Any

import pytest

from spritecol import Group, History, Sprite, World


class Ball(Sprite):
    heat = 0
    mark: Any = None


def recorded(*frames: int | None, most: int = 8) -> History:
    history = History(World(Ball()), frames=most)
    for frame in frames:
        history.record(frame)
    return history


NUMBERS: dict[str, tuple[History, tuple[Any, Any, int], str]] = {
    "none": (recorded(), (None, None, 0), "none yet"),
    "some": (recorded(None, None), (0, 1, 2), "0 to 1"),
    "too many": (recorded(*[None] * 10), (2, 9, 8), "2 to 9"),
    "back": (recorded(*[None] * 10, 5), (2, 5, 4), "2 to 5"),
    "on": (recorded(*[None] * 10, 5, None), (2, 6, 5), "2 to 6"),
    "before all": (recorded(None, None, -4), (-4, -4, 1), "-4"),
    "gaps": (recorded(1, 50, 51, 52, 70), (1, 70, 5), "1, 50 to 52, 70"),
    "many gaps": (
        recorded(*range(0, 1000, 2), most=1000), (0, 998, 500), r"0, 2, 4, 6, \.\.\., 992",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", NUMBERS)
def test_the_numbers_of_frames(name: str) -> None:
    """A frame that is not there is told with those that are."""
    history, numbers, told = NUMBERS[name]
    assert (history.first, history.last, len(history)) == numbers
    assert repr(history).startswith(f"<History of {numbers[2]} frames")
    for frame in (3000, "3", None, 3.5):
        assert frame not in history
        for ask in (history.__getitem__, history.rewind, lambda f: history.at(f).__enter__()):
            with pytest.raises(LookupError, match=told):
                ask(frame)  # type: ignore[arg-type]
    if history.last is not None:
        assert history.last in history
        assert history[history.last].digest() == history[history.first or 0].digest()


@pytest.mark.parametrize("target", range(5))
def test_a_rewind_forgets_what_comes_after(target: int) -> None:
    """Who spawns in each frame has vanished from all Groups, also from one that is no member."""
    shots, drawn = Group[Any](), Group[Any]()
    history = History(World(shots))
    for frame in range(5):
        history.record()
        shot = Ball(frame)
        shots.add(shot)
        drawn.add(shot)
    history.rewind(target)
    assert (history.first, history.last, len(history)) == (0, target, target + 1)
    assert target + 1 not in history
    assert list(drawn) == list(shots)
    assert shots.x.tolist() == list(range(target))
    history.record()
    assert history.last == target + 1


def test_inside_at_nothing_is_recorded_and_errors_pass() -> None:
    balls = Group(Ball(0), Ball(100))
    world = World(balls)
    history = History(world)
    data = history.record().to_bytes()
    balls.x += 5

    def look_back() -> None:
        with history.at(0) as snapshot:
            assert snapshot is history[0]
            assert balls.x.tolist() == [0, 100]
            balls.x = 7
            for call in (history.record, lambda: history.rewind(0), lambda: world.load(data)):
                with pytest.raises(RuntimeError, match="inside"):
                    call()
            raise KeyError

    with pytest.raises(KeyError):
        look_back()
    assert balls.x.tolist() == [5, 105]
    history.record()


def test_looking_back_leaves_no_trace_in_what_has_left_the_world() -> None:
    """A Group and a sprite that were in the state then, and have gone their own ways since."""
    gone, box, other = Ball(1), Group(Ball(2)), Ball(3)
    outer = Group[Any](gone, box)
    world = World(outer, columns=["heat"], attributes=["mark"])
    history = History(world)
    history.record()
    outer.clear()
    gone.heat, gone.x, gone.mark = 5, 7, other
    box.add(Ball(4))
    history.record()
    for _ in range(2):
        with history.at(0):
            assert (gone.heat, gone.x, gone.mark, len(outer)) == (0, 1, None, 2)
            assert box.x.tolist() == [2]
            with history.at(1):
                assert (gone.heat, gone.x, len(outer)) == (0, 7, 0)
            assert (gone.heat, gone.x, len(outer)) == (0, 1, 2)
        assert (gone.heat, gone.x, gone.mark, len(outer)) == (5, 7, other, 0)
        assert box.x.tolist() == [2, 4]
    assert history.record().digest() == history[1].digest()
    world.load(world.save().to_bytes())
    assert not other.vanished  # it was never part of the state


MISUSES: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "no World": (lambda: History(3), TypeError, "World"),  # type: ignore[arg-type]
    "no frames": (lambda: History(World(), 0), ValueError, "1 or more"),
    "a bool": (lambda: History(World(), True), TypeError, "whole number"),
    "text": (lambda: recorded("x"), TypeError, "whole number"),  # type: ignore[arg-type]
    "walked": (lambda: list(recorded(5)), TypeError, "history.first"),  # type: ignore[call-overload]
}


@pytest.mark.parametrize("name", MISUSES)
def test_misuse_is_told(name: str) -> None:
    call, error, word = MISUSES[name]
    with pytest.raises(error, match=word):
        call()
