"""Questions about a place: each is the check of a sprite of that shape, singly and as arrays."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.behavior import same
from support.engine import use_index
from support.for_each import for_each
from support.strategies import exact_shapes, exact_sprites, few_numbers, shapes, sprites

from spritecol import ALL_LAYERS, Circle, Group, Point, Rect, Segment, Sprite

whole = st.integers(-12, 12)
span = st.integers(0, 9)
MASKS = st.one_of(st.none(), st.integers(0, 7), st.just(ALL_LAYERS))
INDEX = pytest.mark.parametrize("index", [True, False])


def asked(group: Group, shape: Any) -> list[Sprite]:
    """The law: what a sprite of that shape hits."""
    return Sprite(collision=shape).check(group)


def box_of(box: tuple[float, float, float, float]) -> Rect:
    left, top, right, bottom = box
    return Rect(left, top, right - left, bottom - top)


@INDEX
@given(st.lists(exact_sprites(), max_size=9), whole, whole, span, span, st.data())
def test_a_place_is_a_check(
    index: bool, members: list[Sprite], x: int, y: int, width: int, height: int, data: Any
) -> None:
    use_index(index)
    group = Group(members)
    box = (x, y, x + width, y + height)
    assert same(group.query_point(x, y), asked(group, Point(x, y)))
    assert same(group.query_box(*box), asked(group, box_of(box)))
    assert same(group.query_circle(x, y, width), asked(group, Circle(x, y, width)))
    shape = data.draw(exact_shapes())
    assert same(group.query_shape(shape), asked(group, shape))
    asker = data.draw(exact_sprites())
    assert same(group.query_shape(asker), asker.check(group))


@given(st.lists(sprites(), max_size=9), shapes(), sprites())
def test_a_place_is_a_check_at_any_angle(members: list[Sprite], shape: Any, asker: Sprite) -> None:
    group = Group(members)
    assert same(group.query_shape(shape), asked(group, shape))
    assert same(group.query_shape(asker), asker.check(group))
    for circle in (one for sprite in members for one in sprite.world_shapes if type(one) is Circle):
        place = (circle.x, circle.y, circle.r)
        assert same(group.query_circle(*place), asked(group, Circle(*place)))


@INDEX
@given(
    st.lists(exact_sprites(), max_size=12),
    st.lists(st.tuples(whole, whole, span, span), max_size=8),
    MASKS,
    st.data(),
)
def test_arrays_are_loops(
    index: bool,
    members: list[Sprite],
    places: list[tuple[int, int, int, int]],
    mask: int | None,
    data: Any,
) -> None:
    use_index(index)
    for sprite in members:
        sprite.collision_layer = data.draw(st.integers(0, 7))
        sprite.collision_mask = data.draw(st.integers(0, 7))
    left_out = members[::3]
    filters: dict[str, Any] = {
        "mask": mask,
        "exclude": left_out,
        "where": lambda sprite: sprite.x >= 0,
    }
    group = Group(members)
    points = [(x, y) for x, y, _, _ in places]
    boxes = [(x, y, x + width, y + height) for x, y, width, height in places]
    circles = [(x, y, radius) for x, y, radius, _ in places]
    roads: list[tuple[Callable[..., Any], Callable[..., Any], Any]] = [
        (group.point_indices, group.query_point, points),
        (group.box_indices, group.query_box, boxes),
        (group.circle_indices, group.query_circle, circles),
    ]
    for several, single, rows in roads:
        for given_filters in ({}, filters):
            found = several(rows, **given_filters)
            assert found.dtype == np.intp
            assert found.shape == (len(found), 2)
            wanted = [
                (i, members.index(sprite))
                for i, row in enumerate(rows)
                for sprite in single(*row, **given_filters)
            ]
            assert [tuple(pair) for pair in found.tolist()] == wanted


@given(st.lists(exact_sprites(), max_size=9), whole, whole, MASKS, st.data())
def test_conditions(members: list[Sprite], x: int, y: int, mask: int | None, data: Any) -> None:
    """`mask` reads the target's layer only; without it, all layers count."""
    group = Group(members)
    everything = group.query_circle(x, y, 9)
    for sprite in members:
        sprite.collision_layer = data.draw(st.integers(0, 7))
        sprite.collision_mask = data.draw(st.integers(0, 7))
    left_out = [members[number] for number in data.draw(few_numbers) if number < len(members)]
    bound = data.draw(whole)
    found = group.query_circle(
        x, y, 9, mask=mask, exclude=[left_out, None], where=lambda sprite: sprite.x > bound
    )
    wanted = [
        sprite
        for sprite in everything
        if sprite.x > bound
        and not any(sprite is other for other in left_out)
        and sprite.collision_layer & (ALL_LAYERS if mask is None else mask)
    ]
    assert same(found, wanted)


def crowd(number: int) -> Group:
    return Group(Sprite(i % 40 * 7, i // 40 * 7, collision=Circle(0, 0, 5)) for i in range(number))


def test_a_resting_group_answers_as_one_that_moves() -> None:
    """Also at the moment at which it makes its index, and after a member has moved."""
    group, twin = crowd(1500), crowd(1500)
    for step in range(12):
        assert [s.x for s in group.query_box(10, 10, 90, 40)] == [
            s.x for s in twin if s.hits(Sprite(collision=Rect(10, 10, 80, 30)))
        ]
        if step > 6:
            for members in (group, twin):
                list(members)[step].x += 50


def test_a_sprite_that_is_asked_about_stands_for_its_shapes() -> None:
    coin = Sprite(collision=Circle(0, 0, 5), collision_layer=2)
    ghost = Sprite(collision=Circle(0, 0, 5), collision_mask=1)
    group = Group(coin, ghost)
    assert ghost.check(group) == []
    assert group.query_shape(ghost) == group.query_shape(ghost, mask=2) == [coin]
    assert group.query_shape(ghost, mask=1) == []
    ghost.collision_enable = False
    assert group.query_shape(ghost, mask=2) == []


def test_where_is_called_last_in_order_and_may_do_anything() -> None:
    group = crowd(40)
    seen: list[Sprite] = []

    def where(sprite: Sprite) -> bool:
        seen.append(sprite)
        for other in group:
            other.vanish()
        return len(seen) % 2 == 1

    found = group.query_box(0, -5, 300, 5, where=where)
    assert len(seen) == 40
    assert found == seen[::2]
    assert len(group) == 0


def test_where_may_raise() -> None:
    group = crowd(3)
    with pytest.raises(ZeroDivisionError):
        group.query_point(0, 0, where=lambda sprite: 1 / 0)
    assert len(group.query_point(0, 0)) == 1


def test_where_runs_once_for_each_sprite_of_an_array() -> None:
    group = crowd(3)
    seen: list[Sprite] = []
    group.point_indices([(0, 0)] * 5, where=lambda sprite: seen.append(sprite) or True)
    assert seen == [next(iter(group))]


def test_topmost_first() -> None:
    cards = Group(Sprite(z=z, collision=Rect(0, 0, 9, 9)) for z in (1, 3, 2))
    found = sorted(cards.query_point(4, 4), key=lambda card: -card.z)
    assert [card.z for card in found] == [3, 2, 1]


def test_the_group_changes_while_arguments_are_read() -> None:
    """Iterating over `exclude` runs code of the user's."""
    group = crowd(30)

    class Excluding:
        def __iter__(self) -> Iterator[Sprite]:
            for sprite in list(group)[:20]:
                sprite.vanish()
            yield next(iter(group))

    assert len(group.query_box(0, -5, 300, 5, exclude=Excluding())) == 9


EXCLUDING: dict[str, Callable[[Sprite, Group[Sprite], Any], Any]] = {
    "query_point": lambda one, many, left_out: many.query_point(0, 0, exclude=left_out),
    "nearest_k": lambda one, many, left_out: many.nearest_k(0, 0, 3, exclude=left_out),
    "box_indices": lambda one, many, left_out: many.box_indices([(0, 0, 9, 9)], exclude=left_out),
    "raycast": lambda one, many, left_out: many.raycast(-9, 0, 9, 0, exclude=left_out),
    "raycast_arrays": lambda one, many, left_out: many.raycast_arrays(
        (-9, 0), [(9, 0)], exclude=left_out
    ),
    "sweep": lambda one, many, left_out: one.sweep(9, 0, many, exclude=left_out),
    "move_and_slide": lambda one, many, left_out: one.move_and_slide(9, 0, many, exclude=left_out),
    "depenetrate": lambda one, many, left_out: one.depenetrate(many, exclude=left_out),
}


@for_each("name", EXCLUDING)
def test_an_iterator_is_nothing_to_exclude(name: str) -> None:
    """From the second frame on, it would exclude nothing, without a word."""
    tiles = [Sprite(x, 0, collision=Rect(0, -5, 10, 10)) for x in (0, 5)]
    one = Sprite(-3, 0, collision=Circle(0, 0, 5))
    for left_out in (iter(tiles), (tile for tile in tiles), [tiles[0], reversed(tiles)]):
        with pytest.raises(
            TypeError, match=r"exclude must be .* used up after one: make it a list"
        ):
            EXCLUDING[name](one, Group(tiles), left_out)
        assert one.x == -3
    for lasting in (tiles, tuple(tiles), Group(tiles), dict.fromkeys(tiles).keys(), [tiles[0]]):
        EXCLUDING[name](one, Group(tiles), lasting)


NAN = float("nan")
BAD: list[tuple[str, tuple[Any, ...], dict[str, Any], type[Exception], str]] = [
    ("query_point", (NAN, 0), {}, ValueError, "x must be a finite"),
    ("query_point", ("a", 0), {}, TypeError, "x must be a number"),
    ("query_point", (0, 1e13), {}, ValueError, "y must be a finite"),
    ("query_point", (0, 0), {"mask": -1}, ValueError, "mask must be from 0"),
    ("query_point", (0, 0), {"mask": True}, TypeError, "mask must be an int"),
    ("query_point", (0, 0), {"mask": 1 << 64}, ValueError, "mask must be from 0"),
    ("query_point", (0, 0), {"exclude": 3}, TypeError, "exclude must be"),
    ("query_point", (0, 0), {"exclude": None}, TypeError, "exclude must be"),
    ("query_point", (0, 0), {"where": 3}, TypeError, "where must be a function"),
    ("query_circle", (0, 0, -1), {}, ValueError, "radius must be 0 or more"),
    ("query_shape", ((3, 4),), {}, TypeError, "query_point"),
    ("query_shape", (None,), {}, TypeError, "query_shape takes"),
    ("point_indices", ([1, 2],), {}, ValueError, "points must be an array of shape"),
    ("point_indices", ([[1, 2, 3]],), {}, ValueError, "points must be an array of shape"),
    ("point_indices", ([[1, NAN]],), {}, ValueError, "points must be a finite"),
    ("point_indices", ("ab",), {}, TypeError, "points must be"),
    ("circle_indices", ([[0, 0, -2]],), {}, ValueError, "radii of 0 or more"),
    ("circle_indices", ([[0, 0, 2]],), {"where": "x"}, TypeError, "where must be"),
]


@for_each("name, arguments, keywords, kind, message", BAD)
def test_bad_arguments(
    name: str,
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
    kind: type[Exception],
    message: str,
) -> None:
    with pytest.raises(kind, match=message):
        getattr(crowd(3), name)(*arguments, **keywords)


def test_empty_arrays_and_groups() -> None:
    for group in (Group(), crowd(3)):
        for ask in (group.point_indices, group.box_indices, group.circle_indices):
            assert ask([]).shape == (0, 2)
    assert Group().query_point(0, 0) == []
    assert Group().point_indices([(0, 0)]).shape == (0, 2)
    assert Group().query_shape(Segment(0, 0, 1, 1)) == []
