"""What anybody may write into a pickle or pass to `__setstate__`: checked, and all or nothing."""

import copy
import pickle
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from support.behavior import square, state
from support.engine import validate
from support.for_each import for_each
from support.processes import run_python
from support.spoiled_pickles import SHAPES

from spritecol import Circle, Group, Polygon, Rect, Shape, Sprite
from spritecol.spatial import CellSpace, LinearQuadtree

pytestmark = pytest.mark.usefixtures("rows_are_given_back")

NAN = float("nan")
ODD: list[Any] = [
    *(None, NAN, float("inf"), 1e13, -5, 10**400, "7", b"7", True, (), [], {}, object, 1j),
    *([0, 0], [[0, 0]], ((NAN, 0),) * 3, np.float64(3), np.array([1.0]), Circle, Sprite),
]


class Spiny(Sprite):
    """With attributes of its own, in a dict and in a slot."""

    __slots__ = ("spines",)


def loaded(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


# --- shapes --------------------------------------------------------------------------------------


@for_each("shape", SHAPES)
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


@for_each("shape", SHAPES)
def test_the_state_of_a_shape_has_its_fields_and_no_others(shape: Shape) -> None:
    kind, fields = type(shape), shape.__getstate__()
    for crafted in (None, 5, (), [], "x", {}, {1: 2}, {**fields, "pieces": ()}, {**fields, "q": 1}):
        with pytest.raises(TypeError):
            kind.__new__(kind).__setstate__(crafted)
    with pytest.raises(TypeError, match="fills empty shapes only"):
        shape.__setstate__({**fields, "name": "other"})
    assert loaded(shape) == shape


def test_a_pickle_cannot_say_which_pieces_a_polygon_has() -> None:
    """They are cut anew: other pieces than those of the outline would be other answers."""
    polygon = Polygon([(0, 0), (9, 0), (2, 2), (0, 9)])
    honest = polygon.pieces
    object.__setattr__(polygon, "pieces", (((0.0, 0.0), (1e6, 0.0), (0.0, 1e6)),))
    assert loaded(polygon).pieces == honest


@for_each("shape", SHAPES)
def test_an_empty_shape_is_refused(shape: Shape) -> None:
    """A pickle may leave its state out."""
    sprite = square()
    with pytest.raises((TypeError, AttributeError)):
        sprite.collision = type(shape).__new__(type(shape))
    with pytest.raises((TypeError, AttributeError)):
        sprite.collision = [type(shape).__new__(type(shape))]
    assert sprite.hits(square(5))


class Liar(Circle):
    """A user's shape whose numbers are not what was checked."""

    __slots__ = ()
    r = property(lambda self: NAN, lambda self, value: None)  # type: ignore[assignment]


class Square(Rect):
    """A user's shape with a constructor and an attribute of its own."""

    def __init__(self, side: float) -> None:
        super().__init__(0, 0, side, side)
        object.__setattr__(self, "tags", ["a"])


@for_each("number", [NAN, float("inf"), -1e300, 1e13])
def test_the_storage_takes_no_number_that_was_not_checked(number: float) -> None:
    sprite = square()
    for field in ("x", "y", "r"):
        circle = Circle(1, 2, 3)
        object.__setattr__(circle, field, number)
        with pytest.raises(ValueError, match="numbers must be within 1e12"):
            sprite.collision = circle
    polygon = Polygon([(0, 0), (9, 0), (2, 2), (0, 9)], name=str(number))  # equal to no other one
    object.__setattr__(polygon, "pieces", (((0.0, 0.0), (number, 0.0), (0.0, 9.0)),))
    with pytest.raises((ValueError, OverflowError)):  # infinity is no ratio
        sprite.collision = polygon
    with pytest.raises(ValueError, match="numbers must be within 1e12"):
        sprite.collision = Liar(0, 0, 1)
    assert sprite.hits(square(5))


def test_shapes_that_grow_by_being_worn_in_world_space_end_at_the_limit() -> None:
    """Each is the last one's `world_shapes`, a million times as large."""
    shapes: Any = Circle(0, 0, 1)
    for _ in range(2):
        shapes = Sprite(collision=shapes, scale_x=1e6, scale_y=1e6).world_shapes
    assert shapes[0].r == 1e12
    shapes = Sprite(collision=shapes, scale_x=1e6, scale_y=1e6).world_shapes
    with pytest.raises(ValueError, match="numbers must be within 1e12"):
        Sprite(collision=shapes)


def test_a_users_shape_is_copied_with_its_own_attributes() -> None:
    shape: Any = Square(4)
    for clone in (copy.copy, copy.deepcopy, loaded):
        twin = clone(shape)
        assert type(twin) is Square
        assert (twin, twin.tags) == (shape, ["a"])
        assert (twin.tags is shape.tags) is (clone is copy.copy)


# --- sprites and Groups --------------------------------------------------------------------------


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
            twin = loaded(sprite)
            assert state(twin) == state(sprite), what
            assert all(-1e12 <= n <= 1e12 for n in (sprite.x, sprite.y, sprite.angle)), what
            sprite.hits(square(5))
    assert taken > 40
    validate()


def test_the_errors_of_a_state_name_what_is_wrong() -> None:
    own, vanished, users = own_state(spiny())
    for crafted, message in {
        "all": (5, "the state of a Sprite must be a tuple of 3, got 5"),
        "own": ((5, vanished, users), "starts with its own values, got 5"),
        "angle": (({**own, "angle": "up"}, vanished, users), "angle must be a number, got 'up'"),
        "vanished": ((own, 2, users), "vanished must be True or False, got 2"),
        "attributes": ((own, vanished, 5), "attributes of a Sprite must be a dict, got 5"),
    }.values():
        with pytest.raises(TypeError, match=message):
            spiny().__setstate__(crafted)


def test_a_state_without_an_attribute_leaves_its_default() -> None:
    """So what was pickled before the library had an attribute can still be loaded."""
    own, vanished, users = own_state(spiny())
    del own["angle"]
    sprite = Spiny()
    sprite.__setstate__((own, vanished, users))
    assert (sprite.x, sprite.angle) == (3, 0)


def test_setstate_of_something_else() -> None:
    for odd in (None, 5, Group(), Sprite):
        with pytest.raises(TypeError):
            Sprite.__setstate__(odd, own_state(spiny()))
        with pytest.raises(TypeError):
            Sprite.__reduce__(odd)
    for odd in (None, 5, Sprite(), Group):
        with pytest.raises(TypeError):
            Group.__setstate__(odd, ((), None))  # type: ignore[attr-defined]


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


def test_a_group_that_contains_itself_cannot_be_unpickled() -> None:
    group: Any = Group()
    with pytest.raises(ValueError, match="itself"):
        group.__setstate__(((group,), None))
    assert list(group) == []


@for_each("index", [LinearQuadtree((0, 0, 8, 8), 3), CellSpace(9, 9, 3, 3)])
def test_indexes_say_that_they_cannot_be_pickled(index: Any) -> None:
    for clone in (copy.copy, copy.deepcopy, loaded):
        with pytest.raises(TypeError, match=type(index).__name__):
            clone(index)


# --- bytes ---------------------------------------------------------------------------------------


def test_spoiled_pickles_crash_nothing() -> None:
    done = run_python("-X", "faulthandler", "-m", "support.spoiled_pickles", "1", helpers=True)
    assert done.returncode == 0, done.stderr[-3000:]
    assert int(done.stdout) > 300
