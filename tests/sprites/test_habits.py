"""What users write out of habit: it works, or the error says what it is here."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from support.for_each import for_each

from spritecol import (
    Circle,
    Group,
    Number,
    Rect,
    Sprite,
    SpritecolWarning,
    Vec2,
    check,
    draw,
    update,
)


def disc(x: float = 0, **named: Any) -> Sprite:
    return Sprite(x, 0, collision=Circle(0, 0, 5), **named)


def test_truth() -> None:
    assert not Vec2(0, 0)
    assert not Vec2(-0.0, 0)
    assert Vec2(0, 1)
    assert Vec2(math.nan, 0)
    player, wall = disc(), disc(6)
    moves = 0
    while player.depenetrate(wall):
        moves += 1
    assert moves == 1
    assert not player.move_and_slide(-3, 0, wall)
    assert player.move_and_slide(30, 0, wall)


def test_scales_that_differ_are_no_scale() -> None:
    sprite: Any = Sprite(scale_x=2)
    assert not hasattr(sprite, "scale")
    for kind in (ValueError, AttributeError):
        with pytest.raises(kind, match="scale_x is 2 and scale_y is 1"):
            _ = sprite.scale


def test_columns_of_layers_and_switches() -> None:
    group = Group(disc(), disc())
    assert group.column("collision_mask").tolist() == [2**64 - 1] * 2
    group.set_column("collision_layer", [1, 1 << 63])
    assert group.collision_layer.tolist() == group.column("collision_layer").tolist()
    group.set_column("collision_enable", [True, False])
    assert [one.collision_enable for one in group] == [True, False]
    group.set_column("collision_enable", group.column("collision_enable"))
    assert group.column("collision_enable").tolist() == [1, 0]
    with pytest.raises((TypeError, ValueError), match="collision_enable must be True or False"):
        group.set_column("collision_enable", [0, 2])
    assert group.column("collision_enable").tolist() == [1, 0]


class Held(Sprite):
    hp = Number(3, int)
    vx = Number()


@for_each("values", [{1, 2}, {1: 2, 2: 3}, np.ma.array([1, 2], mask=[0, 1]), np.ma.array([1, 2])])
@for_each("name", ["x", "collision_layer", "collision_mask", "hp", "vx", "own"])
def test_values_in_no_order_are_refused(values: Any, name: str) -> None:
    group = Group(Held(), Held())
    put: Any = group.set_column if name in ("hp", "vx", "own") else group.__setattr__
    with pytest.raises(TypeError, match=f"{name} must be a number or an array of numbers, got"):
        put(name, values)


@pytest.mark.parametrize("unit", ["generic", "s"])
def test_times_are_no_numbers(unit: str) -> None:
    time: Any = np.timedelta64(3) if unit == "generic" else np.timedelta64(3, "s")
    sprite = disc()
    with pytest.raises(TypeError, match="x must be a number, got"):
        sprite.x = time
    with pytest.raises(TypeError, match="x must be a number, got"):
        Circle(time, 0, 3)
    assert sprite.x == 0
    for make in (
        lambda: Vec2(time, 0),
        lambda: Vec2((0, time)),
        lambda: Vec2(1, 2) * time,
        lambda: Vec2(1, 2) - (3, time),
        lambda: Vec2(1, 2).dot([time, time]),
    ):
        with pytest.raises(TypeError, match="number"):
            make()


def test_a_group_matches_patterns() -> None:
    match Group(disc(1), disc(2)):
        case [one, other]:
            assert (one.x, other.x) == (1, 2)
        case _:
            pytest.fail("a Group is a sequence")


def test_positions_and_bools_give_members() -> None:
    group = Group(disc(x) for x in range(4))
    members = list(group)
    assert group[[2, 0, -1, 2]] == [members[k] for k in (2, 0, -1, 2)]
    assert group[np.array([1, 3])] == [members[1], members[3]]
    assert group[group.x > 1] == group[[False, False, True, True]] == members[2:]
    assert group[[]] == group[np.empty(0, np.intp)] == []
    assert group[range(2)] == members[:2]
    assert group[np.int64(1)] is group[np.array(1)] is members[1]  # type: ignore[call-overload]
    for wrong, kind in (
        ([4], IndexError),
        ([-5], IndexError),
        ([True], IndexError),
        ([1.0], TypeError),
        ("ab", TypeError),
        ((1, 2), TypeError),
        ([[1, 2]], TypeError),
        ({1}, TypeError),
    ):
        with pytest.raises(kind):
            group[wrong]  # type: ignore[call-overload]


def test_numbers_are_keywords() -> None:
    one = Held(1, 2, hp=5, vx=0.5, z=3)
    assert (one.x, one.hp, one.vx, one.z) == (1, 5, 0.5, 3)
    assert Held().hp == 3
    with pytest.raises(TypeError, match=r"unexpected keyword argument 'hpp'; .*hp, vx; assign"):
        Held(hpp=3)
    with pytest.raises(TypeError, match="hp must be a whole number, got 'x'"):
        Held(hp="x")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="unexpected keyword argument 'hp'"):
        Sprite(hp=3)

    class Hidden(Held):
        @property
        def hp(self) -> int:  # type: ignore[override]
            return 9

    with pytest.raises(TypeError, match="unexpected keyword argument 'hp'"):
        Hidden(hp=3)


@pytest.mark.parametrize("velocity", [(math.inf, 0), (0, -math.inf), (math.nan, 1)])
def test_a_velocity_that_is_not_finite(velocity: tuple[float, float]) -> None:
    wall = Sprite(20, -9, collision=Rect(0, 0, 9, 18))
    hit, ray = disc().sweep(50, 0, wall), Group(wall).raycast(0, 0, 50, 0)
    assert hit is not None
    assert ray is not None
    for call in (hit.bounce, hit.slide, ray.bounce):
        with pytest.raises(ValueError, match="a velocity must be finite"):
            call(*velocity)


def test_subclasses_of_containers() -> None:
    class Walls(list):  # type: ignore[type-arg]
        pass

    class Last(list):  # type: ignore[type-arg]
        def __iter__(self) -> Any:
            return iter([far])

    class LastOfTuple(tuple):  # type: ignore[type-arg]
        def __iter__(self) -> Any:
            return iter([far])

    a, near, far = disc(), disc(3), disc(90)
    assert a.hits(Walls([near]))
    assert a.check(Walls([near])) == [near]
    assert check(Walls([a]), Walls([near]), None, None) == [(a, near)]
    for kind in (Last, LastOfTuple):
        assert not a.hits(kind([near]))
        assert far.check(kind([a])) == []
        assert disc(91).check(kind([a])) == [far]


# --- update and draw ---------------------------------------------------------------------------


class Noted(Sprite):
    log: list[str] = []  # noqa: RUF012

    def __init__(self, name: str, then: Callable[[], object] = lambda: None, **named: Any) -> None:
        super().__init__(**named)
        self.name, self.then = name, then

    def update(self) -> None:
        self.log.append(self.name)
        self.then()

    draw = update


@pytest.fixture(autouse=True)
def log() -> list[str]:
    Noted.log = []
    return Noted.log


@pytest.mark.parametrize("kind", [list, Group])
def test_what_is_added_is_updated_in_the_same_call(kind: Any, log: list[str]) -> None:
    add = "append" if kind is list else "add"
    mine, later = kind([]), kind([])
    getattr(mine, add)(Noted("a", lambda: getattr(mine, add)(Noted("b"))))
    getattr(mine, add)(Noted("c", lambda: getattr(later, add)(Noted("d"))))
    getattr(later, add)(Noted("e"))
    update([mine, [later]])
    assert log == ["a", "c", "b", "e", "d"]


def test_what_is_added_to_an_inner_group_is_updated(log: list[str]) -> None:
    inner = Group()
    outer = Group(inner, Noted("last"))
    inner.add(Noted("a", lambda: inner.add(Noted("b", lambda: inner.add(Noted("c"))))))
    update(outer)
    assert log == ["a", "last", "b", "c"]
    assert len(outer) == 4


def test_nothing_is_updated_twice_where_others_vanish(log: list[str]) -> None:
    group = Group()
    gone = Noted("gone")
    group.add(gone, Noted("a", gone.vanish), Noted("b", lambda: group.add(Noted("new"))))
    update(group)
    assert log == ["gone", "a", "b", "new"]


def test_what_is_added_while_drawing_is_drawn_last(log: list[str]) -> None:
    scene: list[Any] = []
    scene += [Noted("high", z=5), Noted("low", lambda: scene.append(Noted("new", z=1)))]
    draw(scene)
    assert log == ["low", "high", "new"]
    log.clear()
    group = Group(Noted("a", lambda: group.add(Noted("b"))))
    draw([group])
    assert log == ["a", "b"]


# --- when a class is made ----------------------------------------------------------------------


def test_methods_and_properties_that_hide_an_attribute() -> None:
    with pytest.warns(
        SpritecolWarning, match=r"^Blocked\.collision is a method .* collision = Rect"
    ):

        class Blocked(Sprite):
            def collision(self, direction: str) -> None:  # type: ignore[override]
                pass

    with pytest.warns(SpritecolWarning, match=r"^Placed\.x is a property of your own and hides"):

        class Placed(Sprite):
            @property
            def x(self) -> float:  # type: ignore[override]
                return 3

    class Mixin:
        def angle(self) -> float:
            return 3

    with pytest.warns(SpritecolWarning, match=r"^Mixed\.angle is a method of your own"):
        type("Mixed", (Mixin, Sprite), {})


@pytest.mark.filterwarnings("error::spritecol.SpritecolWarning")
def test_what_is_meant_to_be_defined_is_not_told() -> None:
    class Meant(Sprite):
        angle = 45
        collision = Circle(0, 0, 5)

        def update(self) -> None: ...
        def shot(self, other: Sprite) -> None: ...

        @property
        def y(self) -> float:
            return 3

        @y.setter
        def y(self, value: float) -> None: ...

    class Further(Meant):
        pass

    assert Further().angle == 45
