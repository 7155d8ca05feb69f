"""What `where` may return, wherever it is taken: True or False, and nothing else."""

import gc
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from support.for_each import for_each

from spritecol import Circle, Group, Rect, Sprite, check

WALL = Sprite(20, 0, collision=Rect(0, -50, 10, 100))
WALLS = Group(WALL)
OVER = Group(Sprite(3, 0, collision=Circle(0, 0, 5)))
START, END = (0, 0), (40, 0)


def body() -> Sprite:
    return Sprite(collision=Circle(0, 0, 5))


CALLS: dict[str, Callable[[Any], Any]] = {
    "query_point": lambda where: WALLS.query_point(25, 0, where=where),
    "query_box": lambda where: WALLS.query_box(0, 0, 25, 5, where=where),
    "query_circle": lambda where: WALLS.query_circle(25, 0, 5, where=where),
    "query_shape": lambda where: WALLS.query_shape(Circle(25, 0, 5), where=where),
    "query_shape of a sprite": lambda where: WALLS.query_shape(
        Sprite(25, collision=Circle(0, 0, 5)), where=where
    ),
    "check": lambda where: body().check(OVER, where=where),
    "contacts": lambda where: body().contacts(OVER, where=where),
    "separation": lambda where: body().separation(OVER, where=where),
    "check of many": lambda where: check([body()], OVER, where=where),
    "check within": lambda where: check([body(), *OVER], where=where),
    "Group.check": lambda where: Group(body()).check(OVER, where=where),
    "Group.contacts": lambda where: WALLS.contacts(Circle(25, 0, 5), where=where),
    "nearest": lambda where: WALLS.nearest(0, 0, where=where),
    "nearest_k": lambda where: WALLS.nearest_k(0, 0, 2, where=where),
    "point_indices": lambda where: WALLS.point_indices([(25, 0)], where=where),
    "box_indices": lambda where: WALLS.box_indices([(0, 0, 25, 5)], where=where),
    "circle_indices": lambda where: WALLS.circle_indices([(25, 0, 5)], where=where),
    "nearest_indices": lambda where: WALLS.nearest_indices([START], where=where),
    "raycast": lambda where: WALLS.raycast(*START, *END, where=where),
    "raycast of a disc": lambda where: WALLS.raycast(*START, *END, radius=2, where=where),
    "raycast_all": lambda where: WALLS.raycast_all(*START, *END, where=where),
    "line_of_sight": lambda where: WALLS.line_of_sight(*START, *END, where=where),
    "raycast_arrays": lambda where: WALLS.raycast_arrays([START], [END], where=where),
    "line_of_sight_arrays": lambda where: WALLS.line_of_sight_arrays([START], [END], where=where),
    "visible_area": lambda where: WALLS.visible_area(*START, radius=40, where=where),
    "Sprite.raycast": lambda where: WALL.raycast(*START, *END, where=where),
    "sweep": lambda where: body().sweep(*END, WALLS, where=where),
    "sweep_all": lambda where: body().sweep_all(*END, WALLS, where=where),
    "move_and_collide": lambda where: body().move_and_collide(*END, WALLS, where=where),
    "move_and_slide": lambda where: body().move_and_slide(*END, WALLS, where=where),
    "depenetrate": lambda where: Sprite(18, collision=Circle(0, 0, 5)).depenetrate(
        WALLS, where=where
    ),
}
TAKING_A_HIT = ["sweep", "sweep_all", "move_and_collide", "move_and_slide"]


async def later(_: Any) -> bool:
    return True


def one_by_one(_: Any) -> Any:
    yield True


async def one_by_one_later(_: Any) -> Any:
    yield True


class Promise:
    """Can be awaited, and is no coroutine."""

    def __await__(self) -> Any:
        raise NotImplementedError


@for_each("name", CALLS)
def test_what_is_no_truth_is_an_error(name: str) -> None:
    for answer, words in (
        (None, r"got None: is a `return` missing\?"),
        (1, r"got 1: compare something, or wrap it in bool\(\)"),
        (0.0, "got 0.0: compare"),
        ("no", "got 'no': compare"),
        ([WALL], "got .*: compare"),
        (WALL, "got <Sprite at .*: compare"),
        (np.array(True), "got array.*: compare"),
        (Promise(), r"got .*Promise.*: is it an `async def`\?"),
        (one_by_one(WALL), r"got <generator object one_by_one .*: is there a `yield` in it\?"),
        (one_by_one_later(WALL), r"got <async_generator .*: is there a `yield` in it\?"),
    ):
        with pytest.raises(TypeError, match=f"where must return True or False, {words}"):
            CALLS[name](lambda _, answer=answer: answer)


@for_each("name", CALLS)
def test_a_coroutine_is_an_error_and_no_warning(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(
            TypeError, match=r"got <coroutine object later.*: is it an `async def`\?"
        ):
            CALLS[name](later)
        gc.collect()


@pytest.mark.parametrize("name", TAKING_A_HIT)
def test_functions_of_a_sprite_and_a_hit(name: str) -> None:
    async def both(other: Sprite, hit: Any) -> bool:
        return True

    with pytest.raises(TypeError, match=r"got <coroutine object .*: is it an `async def`\?"):
        CALLS[name](both)
    with pytest.raises(TypeError, match=r"got None: is a `return` missing\?"):
        CALLS[name](lambda other, hit: None)


@for_each("name", CALLS)
def test_bools_of_numpy_are_bools(name: str) -> None:
    for truth in (True, False):
        own, of_numpy = (str(CALLS[name](lambda _, t=t: t)) for t in (truth, np.bool_(truth)))
        assert own == of_numpy
    assert str(CALLS[name](lambda _: True)) == str(CALLS[name](None))


@pytest.mark.parametrize("move", ["move_and_collide", "move_and_slide"])
def test_a_move_that_is_refused_has_moved_nothing(move: str) -> None:
    ball = body()
    with pytest.raises(TypeError, match="where must return"):
        getattr(ball, move)(*END, WALLS, where=lambda other: None)
    assert (ball.x, ball.y) == (0, 0)
