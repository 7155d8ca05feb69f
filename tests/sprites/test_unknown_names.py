"""Names of other libraries: the error says what to do here, and a user's own come first."""

import inspect
import pydoc
from typing import Any

import pytest
from support.behavior import square
from support.for_each import for_each

import spritecol
from spritecol import (
    Capsule,
    CharacterController,
    Circle,
    Ellipse,
    Group,
    Overlaps,
    Polygon,
    Rect,
    Segment,
    Sprite,
    Triangle,
    Vec2,
    World,
    check,
)
from spritecol.sprites.hints.unknown_names import (
    OF_CONTROLLERS,
    OF_GROUPS,
    OF_HITS,
    OF_NEAR,
    OF_OVERLAPS,
    OF_PACKAGE,
    OF_SHAPES,
    OF_SLIDES,
    OF_SPRITES,
    OF_VECTORS,
    OF_WORLDS,
)

NAMES = [(Sprite, *item) for item in OF_SPRITES.items()]
NAMES += [(Group, *item) for item in OF_GROUPS.items()]


@for_each("kind, name, remedy", NAMES)
def test_the_error_tells_what_to_do(kind: type, name: str, remedy: str) -> None:
    for thing in (kind(), type("Own", (kind,), {})()):
        assert not hasattr(thing, name)
        assert not hasattr(type(thing), name)
        assert name not in dir(thing)
        with pytest.raises(AttributeError) as caught:
            getattr(thing, name)
        text = f"'{type(thing).__name__}' object has no attribute '{name}': {remedy}"
        assert (str(caught.value), caught.value.name, caught.value.obj) == (text, name, thing)
        with pytest.raises(AttributeError, match=r"^type object '"):
            getattr(type(thing), name)


@for_each("kind, name", [one[:2] for one in NAMES])
def test_the_users_own_come_first(kind: Any, name: str) -> None:
    class Mixin:
        pass

    setattr(Mixin, name, lambda self: "mixed in")
    own = type("Own", (kind,), {name: lambda self: "own"})
    mixed = type("Mixed", (kind, Mixin), {})
    value = type("Value", (kind, type("Constant", (), {name: 5})), {})
    dynamic = type("Dynamic", (kind,), {"__getattr__": lambda self, asked: f"dynamic {asked}"})
    assert getattr(own(), name)() == "own"
    assert getattr(mixed(), name)() == "mixed in"
    assert getattr(mixed, name)(3) == "mixed in"
    assert getattr(value(), name) == 5
    assert getattr(dynamic(), name) == f"dynamic {name}"
    assert name in dir(own())
    assert name in dir(mixed())
    thing = type("Free", (kind,), {})()
    setattr(thing, name, 3)
    assert getattr(thing, name) == 3
    delattr(thing, name)
    assert not hasattr(thing, name)


@for_each("name", ["x", "hits", "move_and_slide", "collision", "health"])
def test_a_controller_names_its_sprite(name: str) -> None:
    class Hero(Sprite):
        health = 3

    walker: Any = CharacterController(Hero())
    own: Any = type("Own", (CharacterController,), {})(Hero())
    for thing in (walker, own):
        with pytest.raises(
            AttributeError, match=rf"attribute '{name}': .* walker\.sprite\.{name}$"
        ):
            getattr(thing, name)
        with pytest.raises(AttributeError, match=r"has no attribute 'healht'$"):
            _ = thing.healht
    with pytest.raises(AttributeError, match=rf"has no attribute '{name}'$"):
        getattr(CharacterController.__new__(CharacterController), name)


@for_each("name, remedy", [*OF_GROUPS.items(), ("tag", 'set_column("tag", numbers) writes')])
def test_writing_to_a_group_tells_what_to_do(name: str, remedy: str) -> None:
    group = Group(Sprite())
    with pytest.raises(AttributeError) as caught:
        setattr(group, name, 1)
    text = f"'Group' object has no attribute '{name}' to assign: {remedy}"
    assert str(caught.value).startswith(text)
    assert (caught.value.name, caught.value.obj) == (name, group)
    with pytest.raises(AttributeError, match="aabbs can't be assigned"):
        group.aabbs = 1  # type: ignore[assignment, misc]


WALL = square(50)
RECORDS: list[tuple[Any, dict[str, str]]] = [
    (Group(WALL).nearest(0, 0), OF_NEAR),
    (Group(WALL).raycast(0, 5, 99, 5), OF_HITS),
    (square().sweep(99, 0, WALL), OF_HITS),
    (square().move_and_slide(99, 0, WALL), OF_SLIDES),
    (Overlaps([]), OF_OVERLAPS),
    (World(), OF_WORLDS),
    (CharacterController(square()), OF_CONTROLLERS),
    (spritecol, OF_PACKAGE),
    (Vec2(1, 2), OF_VECTORS),
    *(
        (shape, OF_SHAPES[type(shape)])
        for shape in (
            Circle(0, 0, 1),
            Capsule(0, 0, 9, 0, 1),
            Ellipse(0, 0, 2, 1),
            Rect(0, 0, 2, 1),
            Triangle(0, 0, 9, 0, 0, 9),
            Segment(0, 0, 9, 0),
            Polygon([(0, 0), (9, 0), (0, 9)]),
        )
    ),
]


@for_each(
    "thing, name, remedy", [(thing, *item) for thing, names in RECORDS for item in names.items()]
)
def test_what_is_no_sprite_tells_what_to_do(thing: Any, name: str, remedy: str) -> None:
    assert name not in dir(thing)
    with pytest.raises(AttributeError) as caught:
        getattr(thing, name)
    assert str(caught.value).endswith(f" has no attribute '{name}': {remedy}")
    assert (caught.value.name, caught.value.obj) == (name, thing)


def test_each_table_is_tested() -> None:
    assert {type(thing) for thing, _ in RECORDS} >= OF_SHAPES.keys()


@for_each("thing", [thing for thing, _ in RECORDS] + [square(), Group()])
def test_what_is_offered_is_there(thing: Any) -> None:
    for name in dir(thing):
        getattr(thing, name)


def test_callbacks_by_such_a_name_are_not_there() -> None:
    with pytest.raises(AttributeError, match="'kill' names no method"):
        check(square(), square(), shot="kill")


def test_booleans_of_pygame_in_the_place_of_callbacks() -> None:
    wrong: Any = True
    with pytest.raises(TypeError, match=r"^shot must be .* such as \"vanish\", .*, got True$"):
        check(square(), square(), wrong, wrong)


def test_help_says_it_too_and_completion_leaves_them_out() -> None:
    for kind, remedy in ((Sprite, "call vanish()"), (Group, "call clear()")):
        assert f" |      Not here: {remedy}." in pydoc.plain(pydoc.render_doc(kind))
    assert not {"rotation", "kill"} & set(dir(Sprite()))


def test_pygames_groups_and_searches() -> None:
    pygame = pytest.importorskip("pygame")
    for thing in (Sprite(), Group(Sprite())):
        with pytest.raises(AttributeError, match=r"integrations\.pygame\.Sprite, which is both"):
            pygame.sprite.Group(thing)
    with pytest.raises(AttributeError, match="the place of a sprite is x and y"):
        pygame.sprite.collide_rect(Sprite(), Sprite())


def test_a_sprite_of_both_has_pygames_own() -> None:
    pygame = pytest.importorskip("pygame")
    from spritecol.integrations.pygame import Sprite as Both

    sprite = Both(image=pygame.Surface((4, 4)))
    group = pygame.sprite.Group(sprite)
    assert sprite.alive()
    assert sprite.groups() == [group]
    sprite.remove(group)
    sprite.add(group)
    assert sprite in group
    for name in ("alive", "groups", "add_internal", "add", "remove", "kill", "rect"):
        assert type(inspect.getattr_static(Both, name)).__name__ != "NamedElsewhere"
        assert name in dir(sprite)


def test_boxes_and_classes_in_the_place_of_sprites_and_images() -> None:
    pygame = pytest.importorskip("pygame")
    for boxes in (pygame.Rect(0, 0, 3, 3), [pygame.Rect(0, 0, 3, 3)]):
        with pytest.raises(TypeError, match=r"got Rect\(0, 0, 3, 3\); for what is in a box, ask"):
            square().hits(boxes)
    with pytest.raises(TypeError, match=r"image must be an image, got the class .*Surface"):
        Sprite(image=pygame.Surface)
