"""What anybody may write into a pickle or pass to `__setstate__`: checked, and all or nothing."""

import copy
import pickle
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from support.behavior import square, state
from support.each_kind import SHAPES
from support.hooks import validate

from spritecol import Circle, Group, Overlaps, Polygon, Rect, Shape, Sprite
from spritecol.spatial import CellSpace, LinearQuadtree

pytestmark = pytest.mark.usefixtures("rows_are_given_back")

NAN = float("nan")
ODD: list[Any] = [
    *(None, NAN, float("inf"), 1e13, -5, 10**400, "7", b"7", True, (), [], {}, object, 1j),
    *([0, 0], [[0, 0]], ((NAN, 0),) * 3, np.float64(3), np.array([1.0]), Circle, Sprite),
]
OF_SHAPES = pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)


def loaded(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


# --- shapes --------------------------------------------------------------------------------------


@OF_SHAPES
def test_the_state_of_a_shape_passes_the_checks_of_its_constructor(shape: Shape) -> None:
    """Each field replaced by each odd value: the constructor's error, or its shape."""
    kind, fields = type(shape), shape.__getstate__()
    for name in fields:
        for odd in ODD:
            crafted = {**fields, name: odd}
            empty = kind.__new__(kind)
            try:
                made = kind(**crafted)
            except (TypeError, ValueError) as error:
                with pytest.raises(type(error), match=f"^{re.escape(str(error))}$"):
                    empty.__setstate__(crafted)
            else:
                empty.__setstate__(crafted)
                assert empty == made
                assert Sprite(collision=empty).aabb == Sprite(collision=made).aabb


@OF_SHAPES
def test_the_state_of_a_shape_has_its_fields_and_no_others(shape: Shape) -> None:
    kind, fields = type(shape), shape.__getstate__()
    for crafted in (None, 5, (), [], "x", {}, {1: 2}, {**fields, "pieces": ()}, {**fields, "q": 1}):
        with pytest.raises(TypeError):
            kind.__new__(kind).__setstate__(crafted)
    with pytest.raises(TypeError, match="empty"):
        shape.__setstate__({**fields, "name": "other"})
    assert loaded(shape) == shape
    sprite = square()
    for empty in (kind.__new__(kind), [kind.__new__(kind)]):  # a pickle may leave its state out
        with pytest.raises((TypeError, AttributeError)):
            sprite.collision = empty
    assert sprite.hits(square(5))


def test_a_pickle_cannot_say_which_pieces_a_polygon_has() -> None:
    """They are cut anew: other pieces than those of the outline would be other answers."""
    polygon = Polygon([(0, 0), (9, 0), (2, 2), (0, 9)])
    honest = polygon.pieces
    object.__setattr__(polygon, "pieces", (((0.0, 0.0), (1e6, 0.0), (0.0, 1e6)),))
    assert loaded(polygon).pieces == honest


class Liar(Circle):
    """A user's shape whose numbers are not what was checked."""

    __slots__ = ()
    radius = property(lambda self: NAN, lambda self, value: None)  # type: ignore[assignment]


@pytest.mark.parametrize("number", [NAN, float("inf"), -1e300, 1e13])
def test_the_storage_takes_no_number_that_was_not_checked(number: float) -> None:
    sprite = square()
    for field in ("x", "y", "radius"):
        circle = Circle(1, 2, 3)
        object.__setattr__(circle, field, number)
        with pytest.raises(ValueError, match="1e12"):
            sprite.collision = circle
    polygon = Polygon([(0, 0), (9, 0), (2, 2), (0, 9)], name=str(number))  # equal to no other one
    object.__setattr__(polygon, "pieces", (((0.0, 0.0), (number, 0.0), (0.0, 9.0)),))
    with pytest.raises((ValueError, OverflowError)):  # infinity is no ratio
        sprite.collision = polygon
    with pytest.raises(ValueError, match="1e12"):
        sprite.collision = Liar(0, 0, 1)
    assert sprite.hits(square(5))


def test_shapes_that_grow_by_being_worn_in_world_space_end_at_the_limit() -> None:
    shapes: Any = Circle(0, 0, 1)
    for _ in range(3):
        worn, shapes = shapes, Sprite(collision=shapes, scale_x=1e6, scale_y=1e6).world_shapes
        if shapes[0].radius > 1e12:
            break
    assert worn[0].radius == 1e12
    with pytest.raises(ValueError, match="1e12"):
        Sprite(collision=shapes)


class Square(Rect):
    """A user's shape with a constructor and an attribute of its own."""

    def __init__(self, side: float) -> None:
        super().__init__(0, 0, side, side)
        object.__setattr__(self, "tags", ["a"])


@pytest.mark.parametrize("clone", [copy.copy, copy.deepcopy, loaded])
def test_a_users_shape_is_copied_with_its_own_attributes(clone: Callable[[Any], Any]) -> None:
    shape: Any = Square(4)
    twin = clone(shape)
    assert type(twin) is Square
    assert (twin, twin.tags) == (shape, ["a"])
    assert (twin.tags is shape.tags) is (clone is copy.copy)


# --- sprites and Groups --------------------------------------------------------------------------


class Spiny(Sprite):
    """With attributes of its own, in a dict and in a slot."""

    __slots__ = ("spines",)


def spiny() -> Any:
    sprite: Any = Spiny(3, 4, collision=Rect(0, 0, 9, 9), angle=30, center_x=2)
    sprite.spines, sprite.hp = 7, 5
    return sprite


def own_state(sprite: Sprite) -> tuple[Any, ...]:
    """What `__setstate__` takes."""
    result: tuple[Any, ...] = sprite.__reduce__()[2]  # type: ignore[index]
    return result


def crafted_states() -> Iterator[tuple[str, Any]]:
    """The state of a sprite with one thing in it replaced by something odd."""
    own, vanished, users = own_state(spiny())
    for odd in ODD:
        yield f"all is {odd!r}", odd
        yield f"own is {odd!r}", (odd, vanished, users)
        yield f"vanished is {odd!r}", (own, odd, users)
        yield f"attributes are {odd!r}", (own, vanished, odd)
        yield f"attributes are ({odd!r}, None)", (own, vanished, (odd, None))
        yield f"slots are {odd!r}", (own, vanished, (None, odd))
        for name in own:
            yield f"{name} is {odd!r}", ({**own, name: odd}, vanished, users)
    yield "too long", (own, vanished, users, None)
    yield "unknown", ({**own, "speed": 3}, vanished, users)
    yield "a number as a name", ({**own, 3: 3}, vanished, users)
    yield "attributes under numbers", (own, vanished, {1: 2})


def test_a_sprite_takes_a_state_whole_or_not_at_all() -> None:
    taken = 0
    for what, crafted in crafted_states():
        sprite = spiny()
        sprite.x = 77
        before, attributes = state(sprite), (dict(sprite.__dict__), sprite.spines)
        try:
            sprite.__setstate__(crafted)
        except (TypeError, ValueError):
            assert state(sprite) == before, what
            assert (sprite.__dict__, sprite.spines) == attributes, what
        else:
            taken += 1
            assert state(loaded(sprite)) == state(sprite), what
            assert all(-1e12 <= n <= 1e12 for n in (sprite.x, sprite.y, sprite.angle)), what
            sprite.hits(square(5))
    assert taken > 40
    validate()


def test_a_state_without_an_attribute_leaves_its_default() -> None:
    """So what was pickled before the library had an attribute can still be loaded."""
    own, vanished, users = own_state(spiny())
    del own["angle"]
    sprite = Spiny()
    sprite.__setstate__((own, vanished, users))
    assert (sprite.x, sprite.angle) == (3, 0)


@pytest.mark.parametrize("odd", [None, 5, Group(), Sprite, Group])
def test_the_state_of_something_else(odd: Any) -> None:
    for call in (
        lambda: Sprite.__setstate__(odd, own_state(spiny())),
        lambda: Sprite.__reduce__(odd),
        lambda: Group.__setstate__(odd, (5, None)),  # type: ignore[attr-defined]
    ):
        with pytest.raises(TypeError):
            call()


def test_a_group_takes_a_state_whole_or_not_at_all() -> None:
    for odd in [*ODD, Sprite()]:
        for crafted in (odd, (odd, None), ((Sprite(), odd), None), ((), odd), ((), (odd, None))):
            group: Any = Group(square(), square(5))
            members = list(group)
            try:
                group.__setstate__(crafted)
            except (TypeError, ValueError):
                assert list(group) == members
            assert group.pairs() == [(members[0], members[1])]
    validate()


@pytest.mark.parametrize("index", [LinearQuadtree((0, 0, 8, 8), 3), CellSpace(9, 9, 3, 3)])
@pytest.mark.parametrize("clone", [copy.copy, copy.deepcopy, loaded])
def test_indexes_say_that_they_cannot_be_pickled(index: Any, clone: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError, match=type(index).__name__):
        clone(index)


# --- Overlaps ------------------------------------------------------------------------------------


def forged() -> Iterator[Any]:
    """States of an Overlaps that nobody but a forger has written."""
    a = Sprite(collision=Circle(0, 0, 5))
    good = Overlaps([a, Sprite(collision=Circle(0, 0, 5))], swept=True, by_shape=True)
    good.update()
    state = good.__getstate__()
    _pairs, shapes, _silent, _places, _others = memory = state["_memory"]
    shape = shapes[0]
    yield from (None, 3, {}, {name: value for name, value in state.items() if name != "_a"})
    for name, values in {
        "_callbacks": (None, {"enter": None}, {"stay": None, "more": None}),
        "_swept": (1,),
        "_by_shape": (None,),
        "_query_filter": (
            *((None, (), None, bad, None) for bad in ((1,), 1, (None,))),
            *(None, (None, ())),
        ),
        "_memory": (None, (), memory[:4]),
    }.items():
        yield from ({**state, name: value} for value in values)
    for place, bad in (
        *((0, bad) for bad in (None, [1], [(a, 1)], [(a, a, a)], [[a, a]])),
        *((1, bad) for bad in (None, [shape[:5]], [(*shape[:5], None)], [(1, *shape[1:])])),
        *((2, bad) for bad in (None, ["0"], [99], [-1])),
        *((3, bad) for bad in (3, [(a, 1)], [(1, 1, 1)], [(a, "x", 1)], [(a, NAN, 1)])),
        (4, [(a, 1, 1e300)]),
    ):
        yield {**state, "_memory": (*memory[:place], bad, *memory[place + 1 :])}


@pytest.mark.parametrize("number", range(len(list(forged()))))
def test_a_forged_state_of_an_overlaps_is_refused(number: int) -> None:
    with pytest.raises((TypeError, ValueError)):
        Overlaps.__new__(Overlaps).__setstate__(list(forged())[number])


def test_a_forged_memory_that_holds_together_does_no_harm() -> None:
    a, b = (Sprite(collision=Circle(0, 0, 5)) for _ in range(2))
    watch = Overlaps([a, b], swept=True)
    pairs = [(a, a), (a, b), (b, a), (a, b)]
    state = watch.__getstate__() | {
        "_memory": (pairs, [], [0], [(a, 1, 1), (a, 2, 2)], [(b, 1, 1)])
    }
    watch = Overlaps.__new__(Overlaps)
    watch.__setstate__(state)
    for _ in range(3):
        changes = watch.update()
        a.x += 100
        assert isinstance(changes.stayed, list)
    assert watch.pairs == []
