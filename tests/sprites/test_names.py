"""Names: what completion and help offer, and the error where another library's name is used."""

import copy
import importlib
import inspect
import pydoc
import re
import rlcompleter
import sys
from typing import Any

import pytest
from support.behavior import square
from support.hooks import INSTEAD
from support.processes import run_python

import spritecol
from spritecol import (
    CharacterController,
    Circle,
    Group,
    Overlaps,
    Rect,
    Sprite,
    Vec2,
    World,
    spatial,
)
from spritecol.spatial import CellSpace, LinearQuadtree

PUBLIC = [getattr(spritecol, name) for name in spritecol.__all__]
CLASSES = [
    one for one in (*PUBLIC, *map(spatial.__dict__.get, spatial.__all__)) if inspect.isclass(one)
]
FUNCTIONS = [one for one in PUBLIC if callable(one) and not inspect.isclass(one)]
WALL = square(50)
THINGS: list[Any] = [
    *(square(), Group(WALL), Overlaps([]), World(), CharacterController(square()), Vec2(1, 2)),
    *(Circle(0, 0, 1), Rect(0, 0, 2, 1), spritecol.Polygon([(0, 0), (9, 0), (0, 9)])),
    *(spritecol.Capsule(0, 0, 9, 0, 1), spritecol.Ellipse(0, 0, 2, 1)),
    *(spritecol.Triangle(0, 0, 9, 0, 0, 9), spritecol.Segment(0, 0, 9, 0)),
    *(Group(WALL).nearest(0, 0), Group(WALL).raycast(0, 5, 99, 5), square().sweep(99, 0, WALL)),
    square().move_and_slide(99, 0, WALL),
]


def hinted(thing: Any) -> list[str]:
    """The names of other libraries for which an error says what to use instead."""
    told = [names for kind in type(thing).__mro__ for names in INSTEAD.get(kind.__name__, ())]
    return [name for name in " ".join(told).split() if not hasattr(thing, name)]


@pytest.mark.parametrize("thing", THINGS, ids=lambda thing: type(thing).__name__)
def test_a_name_of_another_library_says_what_to_use(thing: Any) -> None:
    kinds = [
        thing,
        *([type("Own", (type(thing),), {})()] if type(thing) in (Sprite, Group) else []),
    ]
    for one in kinds:
        for name in hinted(one):
            with pytest.raises(AttributeError, match=rf"{name}.*: \w") as raised:
                getattr(one, name)
            assert (raised.value.name, raised.value.obj) == (name, one)
    for name in dir(thing):  # what is offered is there
        getattr(thing, name, None) if name == "scale" else getattr(thing, name)


def test_no_name_of_the_table_is_there() -> None:
    for thing in THINGS:
        names = " ".join(INSTEAD.get(type(thing).__name__, {})).split()
        assert [name for name in names if hasattr(thing, name)] == []
        assert len(names) == len(set(names))


def completed(thing: Any) -> list[str]:
    """What the plain prompt offers after `thing.`: what it takes for attributes."""
    found = rlcompleter.Completer({"thing": thing}).attr_matches("thing.")
    return [one.removeprefix("thing.").rstrip("()") for one in found]


# Their names are descriptors, which alone cost nothing (see `unknown_names`).
OFFERED_IN_FULL = [one for one in THINGS if not isinstance(one, Sprite | Group | Vec2)]


@pytest.mark.parametrize("thing", OFFERED_IN_FULL, ids=lambda thing: type(thing).__name__)
def test_the_plain_prompt_offers_what_is_there(thing: Any) -> None:
    names = completed(thing)
    assert len(names) > 2
    assert [name for name in names if not hasattr(thing, name)] == []


def test_hints_are_many() -> None:
    assert len(hinted(THINGS[0])) >= 30
    assert len(hinted(THINGS[1])) >= 20
    assert sum(map(bool, map(hinted, THINGS))) >= len(THINGS) - 6


@pytest.mark.parametrize("kind", [Sprite, Group])
def test_the_users_own_come_first(kind: Any) -> None:
    for name in hinted(kind()):
        if inspect.isdatadescriptor(inspect.getattr_static(kind, name)):
            continue  # told by a warning when it is written
        mixin = type("Mixin", (), {name: lambda self: "mixed in"})
        dynamic = type("Dynamic", (kind,), {"__getattr__": lambda self, asked: f"dynamic {asked}"})
        assert getattr(type("Own", (kind,), {name: lambda self: "own"})(), name)() == "own"
        mixed = type("Mixed", (kind, mixin), {})
        assert getattr(mixed(), name)() == getattr(mixed, name)(3) == "mixed in"
        assert name in dir(mixed())
        assert getattr(dynamic(), name) == f"dynamic {name}"
        thing = type("Free", (kind,), {})()
        setattr(thing, name, 3)
        assert getattr(thing, name) == 3
        delattr(thing, name)
        assert not hasattr(thing, name)


def test_what_a_question_has_returned_is_assigned_nothing() -> None:
    hit: Any = Group(WALL).raycast(0, 5, 99, 5)
    for name, error in {
        "fraction": "fraction can't be assigned: a RayHit is the result of a call; .*",
        "speed": "'RayHit' object has no attribute 'speed'",
    }.items():
        with pytest.raises(AttributeError, match=f"^{error}$") as raised:
            setattr(hit, name, 1)
        assert (raised.value.name, raised.value.obj) == (name, hit)
    own: Any = type("Own", (spritecol.RayHit,), {})(
        *[getattr(hit, name) for name in hit.__match_args__]
    )
    own.speed = 3
    assert (own.speed, own.fraction) == (3, hit.fraction)
    del own.speed
    assert not hasattr(own, "speed")
    for name in ("fraction", "normal", "speed"):
        with pytest.raises(AttributeError, match=f"^(?!.*spritecol).*'{name}'") as raised:
            delattr(hit, name)
        assert (raised.value.name, raised.value.obj) == (name, hit)


RECORDS = {
    "Near": (4, 4),
    "RayHit": (7, 7),
    "SweepHit": (10, 11),
    "Slide": (7, 14),
    "Bounces": (3, 3),
    "Contact": (7, 8),
    "Distance": (1, 4),
    "Changes": (3, 3),
    "RayArrays": (7, 7),
    "SweepArrays": (6, 6),
    "SlideArrays": (4, 4),
    "ContactArrays": (6, 6),
}
"""The classes of answers: how many arguments each needs, and how many it takes."""


VALUES = {
    "points": ((1.0, 2.0),),
    **dict.fromkeys(("fraction", "distance", "angle", "stepped", "depth"), 3.0),
    **dict.fromkeys(("from_inside", "on_floor", "on_wall", "on_ceiling", "crushed"), True),
}
"""What a field may be made of that is not a pair of numbers."""


@pytest.mark.parametrize("name", RECORDS)
def test_an_answer_made_by_hand_tells_its_fields_for_wrong_arguments(name: str) -> None:
    needed, most = RECORDS[name]
    kind = getattr(spritecol, name)
    values = {field: VALUES.get(field, (1.0, 2.0)) for field in kind.__match_args__}
    first, *rest = list(values.values())[:needed]
    fields = [*values, "poses"] if name == "Contact" else [*values]
    assert len(fields) == most
    takes, write = ", ".join(fields), f"write {name}({', '.join(fields[:needed])})"
    for given, named, told in (
        ((), {**values, "speed": 3}, f"argument 'speed'; it takes {takes}"),
        ((first, *rest), {"speed": 3}, f"argument 'speed'; it takes {takes}"),
        ((), {}, write),
        (rest, {}, write),
        ((), dict(zip(fields[1:], rest, strict=False)), write),
        (range(20), {}, f"{name}() takes {takes} by position, got 20"),
        ((first, *rest), {fields[0]: first}, f"{name}() got {fields[0]} twice: by position and"),
    ):
        with pytest.raises(TypeError, match=re.escape(told)):
            kind(*given, **named)
    for made in (kind, type("Own", (kind,), {})):
        whole = made(**values)
        assert whole == made(*values.values()) == made(**dict(reversed(values.items())))
        assert {field: getattr(whole, field) for field in values} == values
        assert made(first, *rest) == made(**dict(zip(values, (first, *rest), strict=False)))


@pytest.mark.parametrize(
    ("name", "former"),
    [
        ("RayHit", {"inside": "from_inside"}),
        ("SweepHit", {"overlapping": "from_inside"}),
        ("RayArrays", {"inside": "from_inside"}),
        ("SweepArrays", {"ends": "end"}),
    ],
)
def test_an_answer_made_with_a_former_name_tells_the_new_one(
    name: str, former: dict[str, str]
) -> None:
    kind = getattr(spritecol, name)
    for old, new in former.items():
        values = {old if field == new else field: (1.0, 2.0) for field in kind.__match_args__}
        with pytest.raises(TypeError, match=f"argument '{old}'.*do you mean {new}"):
            kind(**values)


def test_the_fields_of_a_distance_are_assigned_nothing() -> None:
    near: Any = WALL.distance(WALL)
    for name in near.__match_args__:
        for change in (
            lambda name=name: setattr(near, name, 3),
            lambda name=name: delattr(near, name),
        ):
            with pytest.raises(AttributeError, match=f"^{name} can't be assigned: a Distance") as e:
                change()
            assert (e.value.name, e.value.obj) == (name, near)
    with pytest.raises(AttributeError, match=r"^'Distance' object has no attribute 'speed'$"):
        near.speed = 3
    own: Any = type("Own", (spritecol.Distance,), {})(3.0)
    own.speed = 4
    assert (own, own.speed) == (3.0, 4)
    del own.speed
    assert not hasattr(own, "speed")


@pytest.mark.parametrize(
    ("thing", "name", "told"),
    [
        (CharacterController(WALL), "snp", "no attribute 'snp' to assign; it has up, max_floor"),
        (CharacterController(WALL), "x", r"its sprite has it, so write walker\.sprite\.x"),
        (CharacterController(WALL), "velocity", "your game keeps the velocity"),
        (CharacterController(WALL), "on_floor", "on_floor can't be assigned: move"),
        (LinearQuadtree((0, 0, 9, 9), 2), "bounds", "'bounds' of 'LinearQuadtree' objects"),
        (
            LinearQuadtree((0, 0, 9, 9), 2),
            "size",
            "'LinearQuadtree' object has no attribute 'size'",
        ),
        (CellSpace(9, 9, 3, 3), "size", "'CellSpace' object has no"),
    ],
)
def test_an_assignment_that_is_refused_names_what_users_know(
    thing: Any, name: str, told: str
) -> None:
    with pytest.raises(AttributeError, match=told) as raised:
        setattr(thing, name, 1)
    assert "spritecol." not in str(raised.value)
    assert (raised.value.name, raised.value.obj) == (name, thing)  # Python looks for near ones


def test_a_subclass_of_a_controller_has_attributes_of_its_own() -> None:
    walker: Any = type("Own", (CharacterController,), {"speed": 1})(WALL)
    walker.speed, walker.snap = 3, 8
    assert (walker.speed, walker.snap) == (3, 8)
    del walker.speed
    assert walker.speed == 1


def test_a_controller_names_its_sprite() -> None:
    class Hero(Sprite):
        health = 3

    for kind in (CharacterController, type("Own", (CharacterController,), {})):
        walker: Any = kind(Hero())
        for name in ("x", "hits", "collision", "health"):
            with pytest.raises(AttributeError, match=rf"sprite\.{name}"):
                getattr(walker, name)
        with pytest.raises(AttributeError, match=r"'healht'$"):
            _ = walker.healht
    with pytest.raises(AttributeError, match=r"'x'$"):
        _ = CharacterController.__new__(CharacterController).x


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
    names = {"alive", "groups", "add_internal", "add", "remove", "kill", "rect"}
    assert names <= set(dir(sprite)) - set(hinted(sprite))


@pytest.mark.parametrize(
    "name", ["", ".integrations.pygame", ".integrations.arcade", ".spatial", ".tiles", ".paths"]
)
def test_completion_offers_public_names(name: str) -> None:
    if name.endswith(("pygame", "arcade")):
        pytest.importorskip(name.rpartition(".")[2])
    module = importlib.import_module(f"spritecol{name}")
    offered = {name for name in dir(module) if not name.startswith("_")}
    modules = {name for name in offered if inspect.ismodule(getattr(module, name))}
    if name in ("", ".integrations.pygame", ".integrations.arcade", ".spatial"):
        public = {name for name in module.__all__ if not name.startswith("_")}
        also = {"Paths", "Way", "shapes_from_tiles"} if name == "" else set()
        assert offered - modules - also <= public <= offered
        assert also <= offered
    assert not hasattr(module, "no_such_name")


@pytest.mark.parametrize("thing", [*CLASSES, *FUNCTIONS], ids=lambda thing: thing.__name__)
def test_help_has_no_noise(thing: Any) -> None:
    text = pydoc.plain(pydoc.render_doc(thing))
    noise = ("Ellipsis", "=NotImplemented", "spritecol_", "ForwardRef")
    assert [word for word in noise if word in text] == []
    assert thing.__doc__
    assert "--" not in thing.__doc__.splitlines()


def test_help_begins_with_the_arguments() -> None:
    for thing, shown in (
        (
            Sprite,
            "Sprite(x=<omitted>,y=<omitted>,image=None,*more,collision=None,",
        ),
        (Group, "Group(*sprites)"),
        (spritecol.check, "(attackers,targets=<omitted>,*names,shot='shot'"),
    ):
        text = pydoc.plain(pydoc.render_doc(thing))
        assert shown in re.sub(r"[\s|]", "", text)  # since 3.13 a long one has a line for each


@pytest.mark.skipif(sys.version_info < (3, 13), reason="copy.replace is new in Python 3.13")
def test_copies_with_changes() -> None:
    replace = copy.replace  # type: ignore[attr-defined,unused-ignore]
    assert replace(Circle(1, 2, 3), radius=4) == Circle(1, 2, 4)
    with pytest.raises(ValueError, match="r"):
        replace(Circle(1, 2, 3), radius=-4)


def test_a_group_names_its_class_in_annotations() -> None:
    class Enemy(Sprite):
        pass

    class Wave(Group[Enemy]):
        pass

    assert Group[Enemy].__args__ == (Enemy,)  # type: ignore[attr-defined]
    assert len(Group[Enemy](Enemy())) == len(Wave(Enemy())) == 1


def test_names_that_are_imported_later_are_there_from_the_start() -> None:
    code = (
        "import sys, spritecol; print([n for n in sys.modules if 'overlaps' in n]);"
        "print(spritecol.World.__module__, spritecol.spatial.__name__, spritecol.typing.__name__);"
        "from spritecol import *; print(History, Overlaps)"
    )
    assert run_python("-c", code).stdout.splitlines() == [
        "[]",
        "spritecol spritecol.spatial spritecol.typing",
        "<class 'spritecol.History'> <class 'spritecol.Overlaps'>",
    ]


def test_a_repr_tells_what_matters() -> None:
    tiled = type("Tiled", (Sprite,), {"collision": [0, 0, 15, 15]})
    gone = tiled(scale_x=2, collision_enable=False)
    gone.vanish()
    for sprite, words in (
        (Sprite(1, 2.5), ["Sprite", "(1, 2.5)", "no shapes"]),
        (square(angle=30), ["angle 30", "Rect(0.0, 0.0, 10.0, 10.0)"]),
        (Sprite(scale=2, collision=[[0, 0], [1, 1]]), ["scale 2", "2 shapes"]),
        (gone, ["Tiled", "scale 2, 1", "disabled", "vanished"]),
    ):
        assert [word for word in words if word not in repr(sprite)] == []
    assert repr(Sprite.visible) == "<attribute 'visible' of sprites>"


def test_a_property_of_another_base_gets_what_is_written_and_nothing_else_is_deleted() -> None:
    """In a process of its own: the first write of such a name ends the watch over it."""
    code = """
from spritecol import Sprite
class Layered:
    kept = 0
    @property
    def layer(self): return self.kept
    @layer.setter
    def layer(self, value): self.kept = 2 * value
class Both(Sprite, Layered): pass
both = Both()
both.layer = 4
print(both.layer, vars(both))
vars(both)["rotation"] = 3
del both.rotation
try:
    del both.rotation
except AttributeError as error:
    print(error)
"""
    assert run_python("-W", "error", "-c", code).stdout.splitlines() == [
        "8 {'kept': 8}",
        "'Both' object has no attribute 'rotation': it is called angle",
    ]


def test_a_hint_hides_nothing_that_a_mixin_defines() -> None:
    """In a process of its own: a value, a method or a property, on the class and on a sprite."""
    code = """
from spritecol import Sprite
from spritecol._support.names import INSTEAD
from spritecol.sprites.hints.mistakes import WRITTEN_LATER
names = [*WRITTEN_LATER, *" ".join(INSTEAD["Sprite"]).split()]
for name in names:
    kinds = [
        type("E", (Sprite, type("Toggle", (), {name: value})), {})
        for value in (True, lambda self: 5, classmethod(lambda cls: 6), property(lambda self: 7))
    ]
    plain, method, of_class, computed = (getattr(kind(), name, None) for kind in kinds)
    found = plain, method and method(), of_class and of_class(), computed, getattr(kinds[0], name)
    assert found == (True, 5, 6, 7, True), (name, found)
    assert name in dir(kinds[0]())
    assert not hasattr(Sprite(), name) and not hasattr(Sprite, name), name
    held, gone = kinds[0](), []
    vars(held)[name] = "held"
    assert getattr(held, name) == "held"
    if name in WRITTEN_LATER:
        deleter = property(lambda self: 8, None, gone.append)
        held = type("E", (Sprite, type("Toggle", (), {name: deleter})), {})()
        delattr(held, name)
        assert gone == [held]
    one = kinds[0]()
    try:
        delattr(one, name)
    except AttributeError:
        pass
    else:
        raise AssertionError(name)
    setattr(one, name, "mine")
    assert getattr(one, name) == "mine" and getattr(kinds[0](), name) is True
    delattr(one, name)
    assert getattr(one, name) is True
print(len(names))
"""
    done = run_python("-W", "ignore", "-c", code)
    assert (done.stderr, int(done.stdout) > 150) == ("", True)
