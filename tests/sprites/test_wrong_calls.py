"""Calls with arguments that a function does not have: the error names the function or the argument.

Where a function is compiled, Cython words these errors.
"""

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import pytest
from support.for_each import for_each

from spritecol import (
    Circle,
    Group,
    Overlaps,
    Rect,
    Sprite,
    World,
    check,
    clean,
    pairs,
    use_cores,
)
from spritecol.spatial import CellSpace, LinearQuadtree, candidate_pairs, morton, quadtree_nodes
from spritecol.tiles import shapes_from_tiles

TREE = LinearQuadtree((0, 0, 64, 64), 3)
SPACE = CellSpace(64, 64, 4, 4)


def compiled_functions() -> Iterator[Any]:
    """What users can call with arguments by name, as far as Cython has compiled it."""
    yield from (check, pairs, clean, use_cores, candidate_pairs, quadtree_nodes)
    yield from (morton.encode, morton.decode, morton.locate, morton.linear, morton.parent)
    yield from (Group, LinearQuadtree, CellSpace)
    for thing in (Sprite(), Group(), TREE, SPACE):
        for name in vars(type(thing)):
            if not name.startswith("_") and callable(method := getattr(thing, name, None)):
                yield method


@for_each("function", [*compiled_functions()])
def test_every_function_names_what_it_does_not_take(function: Callable[..., Any]) -> None:
    name = "__c?init__" if isinstance(function, type) else function.__name__
    with pytest.raises(TypeError, match=rf"{name}\(\) (got|takes) .*keyword argument"):
        function(q7=1)
    kinds = {one.kind for one in inspect.signature(function).parameters.values()}
    if inspect.Parameter.VAR_POSITIONAL not in kinds:
        with pytest.raises(TypeError, match=rf"{name}\(\) takes .* positional argument"):
            function(*range(9))


@for_each(
    "call, message",
    [
        (lambda: Sprite(vx=1), "collision_layer, collision_mask; assign others to the sprite"),
        (lambda: Sprite((3, 4)), "x must be a number, got (3, 4); a pair is given as x and y"),
        (lambda: setattr(Sprite(), "scale", (2, 3)), "; a pair is given as scale_x and scale_y"),
        (lambda: Sprite().sweep([3], 1, 1), "dx must be a number, got [3]"),
        (lambda: Sprite().distance((5, 5)), "Sprite(x, y, collision=Point(0, 0))"),
        (lambda: Sprite(0, 0, Circle(0, 0, 5)), "got Circle(0.0, 0.0, 5.0): pass it as collision="),
        (lambda: Group(Sprite), "'spritecol.Sprite'>, which is a class: make a sprite, Sprite()"),
        (lambda: check([], [], hit=Sprite), "'spritecol.Sprite'>, which is a class of sprites"),
        (lambda: World([Sprite()]), "; pass them as World(*members)"),
        (lambda: World().load(World().save()), "; a Snapshot is for restore()"),  # type: ignore
        (lambda: shapes_from_tiles([["#"]], 9, 9), '; of text make [[cell == "#" for cell in row'),
        (lambda: Overlaps([], on_stay=None), "shapes, target_shapes: do you mean stay?"),
    ],
)
def test_the_error_of_a_wrong_call(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(TypeError, match=re.escape(message)):
        call()


class Demanding(Sprite):
    """Its callbacks take more than they are given."""

    collision = Circle(0, 0, 3)
    log: ClassVar[list[Any]] = []

    def fine(self, other: Any, contact: Any, power: int = 3, *, sound: str = "") -> None:
        self.log.append((other, contact, power, sound))

    def takes_too_much(self, other: Any, power: int) -> None:
        raise AssertionError

    def takes_a_keyword(self, other: Any, contact: Any, *, power: int) -> None:
        raise AssertionError


def takes_three(own: Any, other: Any, power: Any) -> None:
    raise AssertionError


@for_each(
    "callback, name",
    [
        ("takes_too_much", "Demanding.takes_too_much"),
        ("takes_a_keyword", "Demanding.takes_a_keyword"),
        (takes_three, "takes_three"),
        (lambda own, other, contact, *, power: None, "<lambda>"),
        (Demanding(90, 0).takes_a_keyword, "Demanding.takes_a_keyword"),
    ],
)
def test_callbacks_that_need_more_are_refused_before_any_is_called(
    callback: Any, name: str
) -> None:
    a, b = Demanding(), Demanding()
    a.log.clear()
    message = rf"is called with .* but .*{name} needs power, too; give a default$"
    with pytest.raises(TypeError, match=message):
        check(a, b, shot="fine", hit=callback)
    with pytest.raises(TypeError, match=message):
        Overlaps([a], [b], enter=callback).update()
    assert not a.log
    check(a, b, shot="fine", hit=lambda own, other, contact, power=3: None)
    assert a.log[-1][0] is b


@for_each("arguments", [((3, 4),), (), ("3", "4"), (None, 4), ([1, 2], 3)])
def test_velocities_are_two_numbers(arguments: tuple[Any, ...]) -> None:
    wall = Sprite(20, 0, collision=Rect(0, 0, 9, 9))
    hit: Any = Sprite(collision=Rect(0, 0, 9, 9)).sweep(40, 0, wall)
    ray: Any = wall.raycast(0, 4, 90, 4)
    assert hit.bounce(3, vy=4) == ray.bounce(3, 4) == (-3.0, 4.0)
    for method in (hit.bounce, hit.slide, ray.bounce):
        name = method.__name__
        with pytest.raises(TypeError, match=rf"^{name} takes two numbers, .* {name}\(\*vector\)$"):
            method(*arguments)


@for_each("up", ["up", b"up", {0, -1}, {0: 1, 1: 2}, 3])
def test_up_is_a_vector(up: Any) -> None:
    with pytest.raises(
        TypeError, match=r"^up must be a vector \(x, y\), such as \(0, -1\), or None"
    ):
        Sprite().move_and_slide(1, 1, [], up=up)


@for_each("box", [(50, 0, 10, 10), (0, 50, 10, 10)])
def test_a_box_takes_two_corners_in_any_order(box: Any) -> None:
    tile = Sprite(20, 20, collision=Rect(0, 0, 4, 4))
    far = Sprite(90, 20, collision=Rect(0, 0, 4, 4))
    group = Group(tile, far)
    x1, y1, x2, y2 = 10, 10, 50, 50
    for one in ((x1, y1, x2, y2), (x2, y1, x1, y2), (x1, y2, x2, y1), (x2, y2, x1, y1)):
        assert group.query_box(*one) == [tile]
        assert group.query_outside(*one) == [far]
        assert group.box_indices([one]).tolist() == [[0, 0]]
    assert Group().query_box(*box) == []


def test_the_signature_of_a_subclass_is_its_own() -> None:
    class Wave(Group[Sprite]):
        def __init__(self, size: int) -> None:
            super().__init__(Sprite() for _ in range(size))

    assert len(Wave(size=3)) == 3
    with pytest.raises(TypeError, match="Wave"):
        Wave(sise=3)  # type: ignore[call-arg]
