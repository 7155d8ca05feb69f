"""A `where` that raises leaves the sprite at its pose before the call, whenever it does."""

from collections.abc import Callable
from typing import Any

import pytest

from spritecol import CharacterController, Circle, Rect, Sprite

UP = (0, -1)


def box(x: float, y: float, width: float, height: float) -> Sprite:
    return Sprite(x, y, collision=Rect(0, 0, width, height))


def nudged() -> tuple[Sprite, Callable[..., Any], list[Sprite]]:
    """Under the edge of a ceiling."""
    player = box(0, 20, 16, 16)
    walker = CharacterController(player, nudge=6)
    level = [box(12, 0, 50, 10), box(-50, 40, 200, 10)]
    return player, lambda where: walker.move(0, -20, level, where=where), level


def stepped() -> tuple[Sprite, Callable[..., Any], list[Sprite]]:
    """Before a step."""
    player = box(0, 24, 16, 16)
    walker = CharacterController(player, step=8)
    level = [box(-50, 40, 200, 10), box(20, 34, 50, 6)]
    walker.move(0, 1, level)
    return player, lambda where: walker.move(12, 1, level, where=where), level


def pushed() -> tuple[Sprite, Callable[..., Any], list[Sprite]]:
    """On a lift that has moved, beside a wall that has moved in."""
    player = box(0, 24, 16, 16)
    walker = CharacterController(player)
    level = [box(-50, 40, 200, 10), box(20, 0, 50, 40)]
    walker.move(0, 1, level)
    level[0].y -= 3
    level[1].x -= 9
    return player, lambda where: walker.move(4, 1, level, where=where), level


def slid() -> tuple[Sprite, Callable[..., Any], list[Sprite]]:
    """Into the corner of round and straight walls."""
    player = box(0, 0, 16, 16)
    level = [box(-50, 20, 200, 10), Sprite(30, 10, collision=Circle(0, 0, 9))]
    return player, lambda where: player.move_and_slide(40, 30, level, up=UP, where=where), level


@pytest.mark.parametrize("scene", [nudged, stepped, pushed, slid])
def test_the_pose_is_that_before_the_call(scene: Callable[[], Any]) -> None:
    calls = 0

    def count(other: Sprite) -> bool:
        nonlocal calls
        calls += 1
        return True

    _, move, _ = scene()
    move(count)
    assert calls
    for last in range(calls):
        player, move, level = scene()
        before = player.x, player.y, player.angle
        asked = 0

        def fail(other: Sprite, last: int = last) -> bool:
            nonlocal asked
            asked += 1
            if asked > last:
                raise ValueError("no more")
            return True

        with pytest.raises(ValueError, match="no more"):
            move(fail)
        assert (player.x, player.y, player.angle) == before
        move(None)  # and it moves on
        assert not player.hits(level)
