"""Likely mistakes that Python lets through: each is told once, by SpritecolWarning."""

import _thread
import copy
import pickle
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np
import pytest
from support.behavior import SQUARE, Surface, square
from support.for_each import for_each
from support.processes import run_python

import spritecol
from spritecol import (
    Circle,
    Discard,
    Group,
    Overlaps,
    Rect,
    Sprite,
    SpritecolWarning,
    check,
    pairs,
    update,
)
from spritecol.sprites.hints import mistakes, when_to_warn


@pytest.fixture(autouse=True)
def told() -> Iterator[None]:
    """A new process, as far as warnings go: none was given, and all checks may be examined."""
    mistakes._told.clear()
    mistakes.watch(Sprite)
    Sprite._spritecol_unchecked[:] = ["Sprite"]  # type: ignore[attr-defined]
    when_to_warn.allow_more()
    with warnings.catch_warnings():
        warnings.simplefilter("error", SpritecolWarning)
        yield


def tells(text: str) -> Any:
    return pytest.warns(SpritecolWarning, match=text)


# -- single names ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["rotation", "collision_enabled"])
def test_names_that_plainly_mean_ours_are_told_once_and_stay_usable(name: str) -> None:
    sprite, other = square(), square()
    assert not hasattr(sprite, name)
    with pytest.raises(AttributeError, match=name):
        del sprite.__class__.__dict__[name].__get__(sprite).x
    with tells(
        rf"Sprite\.{name} is an attribute of your own .* it is called {mistakes.MEANT[name]}"
    ):
        setattr(sprite, name, 45)
    assert getattr(sprite, name) == 45
    setattr(sprite, name, 46)
    setattr(other, name, 1)
    assert (getattr(sprite, name), getattr(other, name)) == (46, 1)
    assert vars(sprite) == {name: 46}
    assert not hasattr(Sprite, name)
    delattr(sprite, name)
    assert not hasattr(sprite, name)


def test_raised_as_an_error_it_changes_nothing_and_comes_again() -> None:
    sprite = square()
    for _ in range(2):
        with pytest.raises(SpritecolWarning):
            sprite.rotation = 5  # type: ignore[attr-defined]
        assert vars(sprite) == {}


def test_a_name_of_the_users_own_class_is_theirs() -> None:
    class Turret(Sprite):
        collision = SQUARE

        @property
        def rotation(self) -> float:
            return self.angle

    assert Turret(angle=3).rotation == 3


@for_each("name", ["pos", "size", "center", "rect", "speed", "radius", "images"])
def test_names_that_users_own(name: str) -> None:
    sprite = square(5, 5)
    setattr(sprite, name, (5, 5))
    kind = type("Kind", (Sprite,), {name: (5, 5), "collision": SQUARE})
    assert sprite.hits(kind(5, 5))


# -- the body of a class --------------------------------------------------------------------


@for_each(
    "name, own",
    [
        *mistakes.MEANT.items(),
        ("colision", "collision"),
        ("collison", "collision"),
        ("collission", "collision"),
        ("angel", "angle"),
        ("visable", "visible"),
        ("offset_sinc", "offset_sync"),
        ("imgae", "image"),
        ("colision_enable", "collision_enable"),
    ],
)
def test_a_close_miss_in_a_class_body(name: str, own: str) -> None:
    with tells(rf"^Kind\.{name} is an attribute of your own .* it is called {own}$"):
        type("Kind", (Sprite,), {name: 1})


@for_each(
    "name",
    [
        "images",
        "angle2",
        "scale_z",
        "center_z",
        "tangle",
        "ankle",
        "mage",
        "visibly",
        "collisions",
        "zoom",
        "_colision",
        "scale_xy",
        "angles",
        "collision_count",
        "offset",
    ],
)
def test_other_names_are_no_misses(name: str) -> None:
    type("Kind", (Sprite,), {name: 1})


def test_a_plain_value_that_hides_a_method_of_the_library() -> None:
    with tells(r"^Kind\.shapes = .*assign collision instead"):
        type("Kind", (Sprite,), {"shapes": [SQUARE]})
    with tells(r"^Kind\.hits = 3 hides Sprite.hits; choose another name"):
        type("Kind", (Sprite,), {"hits": 3})


def test_the_class_number_instead_of_one() -> None:
    with tells(r"^Kind\.speed is the class Number: make one, speed = Number\(\)$"):
        type("Kind", (Sprite,), {"speed": spritecol.Number})


def test_a_method_that_replaces_one_of_the_library_is_ordinary_python() -> None:
    class Kind(Sprite):
        collision = SQUARE

        def check(self, targets: Any) -> Any:
            return "mine"

        def vanish(self) -> None:
            super().vanish()

    assert Kind().check([square()]) == "mine"
    assert pairs([Kind(), square()])


# -- the first check ------------------------------------------------------------------------


def every_question(a: Any, b: Any) -> Iterator[Any]:
    yield lambda: a.hits(b)
    yield lambda: a.hits([b])
    yield lambda: a.hits(Group(b))
    yield lambda: a.check(b)
    yield lambda: a.check([b])
    yield lambda: a.check(iter([b]))
    yield lambda: b.check([a])
    yield lambda: Group(b).hits(a)
    yield lambda: check(a, b)
    yield lambda: check([a, b])
    yield lambda: pairs([b], Group(a))
    yield lambda: Group(a).pair_indices(b)
    yield lambda: a.contacts(b)
    yield lambda: a.contacts(Group(b))


@pytest.mark.parametrize("number", range(14))
def test_a_sprite_without_shapes_in_a_check(number: int) -> None:
    class Ghost(Sprite):
        pass

    question = list(every_question(square(), Ghost()))[number]
    with tells(
        "class Ghost is checked or moved, has neither image nor collision, and hits nothing: assign"
    ):
        question()
    question()
    when_to_warn.allow_more()
    question()


@pytest.mark.parametrize("own", [lambda self: SQUARE, property(lambda self: SQUARE)])
def test_a_method_that_is_to_give_the_shape(own: Any) -> None:
    with tells(r"^Ghost\.collision is a (method|property) of your own and hides .* Rect\("):
        ghost = type("Ghost", (Sprite,), {"collision": own})()
    with tells(r"hits nothing \(collision is a method of your own, which is not called\): assign"):
        ghost.hits(square())


def test_shapelessness_that_is_meant() -> None:
    class Ghost(Sprite):
        pass

    silent = [Ghost(collision=[]), Ghost(collision_enable=False), Ghost()]
    silent[2].vanish()
    assert check(silent, square()) == []


def test_every_sprite_of_the_first_check_counts() -> None:
    class Enemy(Sprite):
        pass

    with tells("class Enemy is checked"):
        square().check([Enemy(collision=SQUARE), Enemy(collision=SQUARE), Enemy()])


def test_what_the_shape_may_have_been_meant_to_be() -> None:
    sprite = Sprite(5, 5)
    sprite.radius = 8  # type: ignore[attr-defined]
    with tells(r"hits nothing \(radius is an attribute of your own\): assign collision"):
        sprite.hits(square())


@pytest.mark.parametrize("place", [(3, 4), [3.0, 0], np.array([0, 1])])
def test_a_place_of_the_users_own(place: Any) -> None:
    sprite = square()
    sprite.pos = place  # type: ignore[attr-defined]
    with tells(r"^Sprite\.pos is .*, but the sprite is at \(0, 0\): spritecol reads x and y"):
        sprite.hits(square())


def test_a_place_of_the_users_own_that_is_the_middle() -> None:
    sprite = Sprite(collision=Rect(0, 0, 20, 30))
    sprite.pos = (10, 15)  # type: ignore[attr-defined]
    sprite.hits(square())


def test_a_rect_on_a_plain_sprite() -> None:
    pygame = pytest.importorskip("pygame")
    sprite = square()
    sprite.rect = pygame.Rect(30, 40, 5, 5)  # type: ignore[attr-defined]
    with tells(r"^Sprite\.rect is <?[rR]ect\(30, 40, 5, 5\)>?, but the sprite is at"):
        pairs([sprite, square()])
    Sprite._spritecol_unchecked[:] = ["Sprite"]  # type: ignore[attr-defined]
    for place in (pygame.Rect(0, 0, 5, 5), "left", (1, 2, 3), ("a", "b"), None, sprite):
        sprite.rect = place  # type: ignore[attr-defined]
        pairs([sprite, square()])


@for_each(
    "name, own",
    [
        ("collison", "collision"),
        ("collision_layers", "collision_layer"),
        ("collision_masks", "collision_mask"),
    ],
)
def test_a_misspelled_attribute_of_an_instance(name: str, own: str) -> None:
    sprite = type("Kind", (Sprite,), {"collision": SQUARE})()
    setattr(sprite, name, 3)
    with tells(rf"^Kind\.{name} is an attribute of your own .* it is called {own}$"):
        sprite.hits(square())


def test_a_sprite_without_attributes_keeps_none() -> None:
    """Up to Python 3.12, reading `__dict__` slows down all later calls of the sprite's methods."""

    class Watched(Sprite):
        collision = SQUARE
        reads: ClassVar[list[Sprite]] = []

        @property
        def __dict__(self) -> dict[str, Any]:  # type: ignore[override]
            self.reads.append(self)
            return {"colision": 3}

    class Slotted(Watched):
        __slots__ = ("own",)

    plain, own, slotted = Watched(), Watched(), Slotted()
    own.name = "it"  # type: ignore[attr-defined]
    pairs([plain, plain])
    pairs([slotted, slotted])
    assert not Watched.reads
    Watched._spritecol_unchecked[:] = ["Watched"]  # type: ignore[attr-defined]
    with tells("called collision"):
        pairs([own, own])
    assert Watched.reads


def test_a_thread_without_a_line_of_python() -> None:
    group = Group(square(), square())
    raised: list[Any] = []
    ended = threading.Event()
    hook = sys.unraisablehook
    sys.unraisablehook = lambda unraisable: raised.append(unraisable.exc_value)
    try:
        _thread.start_new_thread(Group(Sprite()).hits, (group,))
        _thread.start_new_thread(ended.set, ())
        assert ended.wait(10)
        time.sleep(0.05)  # until the first thread is over, too
    finally:
        sys.unraisablehook = hook
    assert [type(error) for error in raised] == [SpritecolWarning]


def test_assigning_to_the_class_later() -> None:
    for name, value, words in (
        ("angle", 45, "angle = 45 was assigned after the class was made, and hides"),
        ("rotation", 45, "rotation is an attribute of your own"),
        ("check", 3, r"check = 3 hides Sprite\.check"),
    ):
        enemy = type("Enemy", (Sprite,), {"collision": SQUARE})
        boss = type("Boss", (enemy,), {})
        setattr(enemy, name, value)
        for kind in (enemy, boss):
            mistakes._told.clear()
            with tells(rf"^Enemy\.{words}"):
                pairs([kind(), square()])


def test_looks_end() -> None:
    class Late(Sprite):
        pass

    player, crowd = square(), [square(x) for x in range(1000)]
    for _ in range(5):
        player.check(crowd)
    assert not player.hits(Late())


def test_a_warning_may_be_an_error_and_code_that_changes_everything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Ghost(Sprite):
        pass

    group = Group(square(), Ghost(), square())
    with pytest.raises(SpritecolWarning):
        group.pairs()

    def meddle(*arguments: Any, **named: Any) -> None:
        group.clear()
        group.add(square(), square(100))

    with monkeypatch.context() as patch:
        patch.setattr(warnings, "warn", meddle)
        assert group.pairs() == []
    assert len(group) == 2


def test_it_can_be_turned_off_and_names_the_users_line() -> None:
    code = (
        "import spritecol, sys, warnings\n"
        "if sys.argv[1:]: warnings.simplefilter('ignore', spritecol.SpritecolWarning)\n"
        "class A(spritecol.Sprite): colision = 1\n"
        "def f(): spritecol.Group(A()).check(A())\n"
        "f()\n"
        "f()\n"
        "A().rotation = 3\n"
        "class B(spritecol.Sprite):\n"
        "    collision, image = spritecol.Rect(0, 0, 9, 9), spritecol.Rect(0, 0, 9, 9)\n"
        "    def on_enter(self, other): pass\n"
        "watch = spritecol.Overlaps(B(collision=((0, 0), (5, 5), (9, 0))), B())\n"
        "watch.update()\n"
        "spritecol.draw([A()])\n"
        "spritecol.Group(B()).set_column('colision', 1)\n"
        "c = type('C', (B,), {})()\n"
        "c.hits = 0\n"
        "c.check(c)\n"
    )
    loud = run_python("-c", code).stderr
    told = [line.split(": ")[0] for line in loud.splitlines() if ": SpritecolW" in line]
    assert told == [f"<string>:{line}" for line in (3, 4, 7, 8, 11, 12, 13, 14, 17)]
    silent = run_python("-c", code, "off")
    assert (silent.returncode, silent.stderr) == (0, "")


# -- what is right or refused now -----------------------------------------------------------


def test_what_collision_gives_back_can_not_be_changed() -> None:
    sprite = Sprite(collision=[[0, 0, 3], [5, 5, 9, 9]])
    given = sprite.collision
    assert given == [[0, 0, 3], [5, 5, 9, 9]]
    changes: list[Any] = [
        lambda: given.append([1, 1]),
        lambda: given.extend([[1, 1]]),
        lambda: given.insert(0, [1, 1]),
        given.pop,
        given.clear,
        lambda: given.remove([0, 0, 3]),
        given.sort,
        given.reverse,
        lambda: given.__setitem__(0, [1, 1]),
        lambda: given.__delitem__(0),
        lambda: given.__imul__(2),
        lambda: given[0].append(3),
        lambda: Tiled.collision.append(3),
    ]
    for change in changes:
        with pytest.raises(TypeError, match=r"sprite\.collision = \[\*sprite\.collision, more\]"):
            change()
    assert sprite.collision == [[0, 0, 3], [5, 5, 9, 9]]
    sprite.collision += [Circle(0, 0, 1)]
    assert len(sprite.shapes) == 3
    sprite.collision = [*sprite.collision, SQUARE]
    assert len(sprite.shapes) == 4
    array = np.array([0, 0, 4])
    sprite.collision = array
    array[2] = 9
    with pytest.raises(ValueError, match="read-only"):
        sprite.collision[2] = 9  # type: ignore[index]
    assert sprite.shapes == (Circle(0, 0, 4),)


class Tiled(Sprite):
    collision = [0, 0, 15, 15]  # noqa: RUF012


def test_what_it_gives_back_is_copied_as_a_list() -> None:
    sprite = Sprite(collision=[[0, 0, 3], [5, 5]])
    for again in (copy.copy, copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))):
        assert again(sprite).collision == [[0, 0, 3], [5, 5]]
        again(sprite.collision).append([1, 1])
    assert b"spritecol" not in pickle.dumps(sprite.collision)


def test_a_class_shows_its_defaults() -> None:
    class Enemy(Sprite):
        image = Surface(4, 6)
        angle = 45
        collision = SQUARE
        visible = False

    class Boss(Enemy):
        angle = 90

    assert Enemy.image is Boss.image
    assert (Enemy.angle, Boss.angle, Enemy.visible) == (45, 90, False)
    assert Enemy.collision is SQUARE
    boss = Boss()
    assert (boss.angle, boss.image) == (90, Enemy.image)
    boss.angle = 3
    assert (boss.angle, Boss.angle, Boss().angle) == (3, 90, 90)
    descriptor = vars(Boss)["angle"]
    with pytest.raises(TypeError):
        descriptor.__get__(object())
    with pytest.raises(TypeError):
        descriptor.__set__(object(), 5)
    with pytest.raises(TypeError):
        type(descriptor)(5, 5)


@for_each("name", mistakes.ATTRIBUTES)
def test_attributes_can_not_be_deleted(name: str) -> None:
    kinds = [Sprite, type("Kind", (Sprite,), {name: getattr(Sprite(), name)})]
    for kind in kinds:
        sprite = kind()
        with pytest.raises(AttributeError, match=rf"^{name} can't be deleted; assign a value"):
            delattr(sprite, name)
    if hasattr(Group, name):
        with pytest.raises(AttributeError, match=rf"^{name} can't be deleted"):
            delattr(Group(), name)


def test_the_list_of_attributes_is_complete() -> None:
    assert set(spritecol.sprites.sprite.sprite._SETTERS) | {"scale"} == set(mistakes.ATTRIBUTES)


def test_repr_tells_what_matters() -> None:
    assert repr(Sprite(1, 2.5)) == "<Sprite at (1, 2.5), no shapes>"
    assert repr(square(angle=30)) == "<Sprite at (0, 0), angle 30, Rect(0.0, 0.0, 10.0, 10.0)>"
    assert repr(Sprite(scale=2, collision=[[0, 0], [1, 1]])) == (
        "<Sprite at (0, 0), scale 2, 2 shapes>"
    )
    sprite = Tiled(scale_x=2, collision_enable=False)
    sprite.vanish()
    assert repr(sprite) == (
        "<Tiled at (0, 0), scale 2, 1, Rect(0.0, 0.0, 16.0, 16.0), disabled, vanished>"
    )


@pytest.mark.parametrize("name", ["hits", "vanish", "distance"])
def test_an_attribute_of_an_instance_that_hides_a_method(name: str) -> None:
    sprite = square()
    setattr(sprite, name, 0)
    with tells(rf"^Sprite\.{name} = 0 hides Sprite\.{name}; choose another name"):
        pairs([sprite, square()])


# -- arguments ------------------------------------------------------------------------------


def test_a_box_given_as_an_image() -> None:
    pygame = pytest.importorskip("pygame")
    for box in (Rect(0, 0, 4, 6), pygame.Rect(1, 2, 3, 4)):
        with tells("is a box and no picture: only its size"):
            Sprite(image=box)
    Sprite(image=pygame.Surface((3, 4)))
    Sprite(image=Surface(3, 4))


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("rotation", r"do you mean angle\?"),
        ("colision", r"do you mean collision\?"),
        ("collisionEnable", r"do you mean collision_enable\?"),
        ("pos", "the position is given as x and y"),
        ("radius", r"given as collision, for example collision=Rect\(0"),
        ("groups", "call the add of a Group"),
        ("layer", "layers are given as collision_layer, an int each bit of which is a layer"),
        ("speed", "it takes collision, image, x, y, .*; assign others to the sprite"),
    ],
)
def test_an_unknown_argument(name: str, remedy: str) -> None:
    with pytest.raises(TypeError, match=rf"unexpected keyword argument '{name}'; .*{remedy}"):
        Sprite(1, 2, **{name: 3})  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["aabb", "shapes", "vanished", "geometry", "world_shapes"])
def test_what_is_computed_can_not_be_assigned(name: str) -> None:
    sprite = square()
    for change in (lambda: setattr(sprite, name, None), lambda: delattr(sprite, name)):
        with pytest.raises(AttributeError, match=rf"^{name} can't be assigned or deleted: (as|ca)"):
            change()
    with pytest.raises(AttributeError, match=r"^aabbs can't be assigned or deleted: assign x, y"):
        Group().aabbs = 3  # type: ignore[misc, assignment]


@pytest.mark.parametrize("name", mistakes.SWITCHES)
def test_a_switch_is_on_or_off(name: str) -> None:
    sprite = square()
    for value in (2, -1, 10**30):
        with pytest.raises(ValueError, match=rf"^{name} must be True or False, got {value}"):
            setattr(sprite, name, value)
    for value in (0, 1, np.bool_(True), False):
        setattr(sprite, name, value)
        assert getattr(sprite, name) is bool(value)


def test_corners_that_are_points() -> None:
    with tells(r"^collision = \(\(0, 0\), \(5, 5\), \(9, 0\)\) is 3 single points; the polygon"):
        Sprite(collision=((0, 0), (5, 5), (9, 0)))
    with tells(r"is 4 single points; the polygon"):
        Sprite(collision=np.array([(0, 0), (5, 5), (9, 0), (3, -9)]))
    for points in ([[0, 0], [5, 5], [9, 0]], [(0, 0), (5, 5)], [(0, 0, 3), (5, 5, 3), (9, 9, 3)]):
        assert len(Sprite(collision=points).shapes) == len(points)


@pytest.mark.parametrize("call", [spritecol.draw, spritecol.update])
def test_a_loop_that_calls_nothing(call: Any) -> None:
    name = call.__name__
    with tells(rf"^{name}\(\) calls the method {name} of each object, and Enemy, Sprite has none"):
        call([square(), type("Enemy", (Sprite,), {})()])
    call([])
    call([square(), type("Own", (Sprite,), {name: lambda self: None})()])


@pytest.mark.parametrize("name", ["center", "position", "topleft"])
def test_a_place_is_given_as_x_and_y(name: str) -> None:
    with pytest.raises(TypeError, match="the position is given as x and y"):
        Sprite(**{name: (3, 4)})  # type: ignore[arg-type]


# -- events and columns -----------------------------------------------------------------------


def test_events_by_another_name() -> None:
    class Door(Sprite):
        collision = Rect(0, 0, 9, 9)

        def on_enter(self, other: Sprite) -> None:
            raise AssertionError

        def stay(self, other: Sprite, slowly: bool = False) -> None:
            raise AssertionError

        def on_exit(self, *others: Sprite) -> None:
            raise AssertionError

    watch = spritecol.Overlaps(Door(), [Door(), square()])
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        watch.update()
        watch.update()
    assert [str(one.message) for one in told] == [
        'Door.on_enter() is not called by Overlaps: rename it to enter, or pass enter="on_enter"',
        'Door.stay() is not called by Overlaps: pass stay="stay"',
        'Door.on_exit() is not called by Overlaps: rename it to exit, or pass exit="on_exit"',
    ]


def test_events_as_they_are_meant() -> None:
    class Dog(Sprite):
        collision = Rect(0, 0, 9, 9)
        stay = None
        on_overlap_enter = dict  # no method

        def enter(self, other: Sprite) -> None:
            self.on_enter(other)

        def on_enter(self, other: Sprite) -> None:
            pass

        def on_exit(self) -> None:
            pass

    spritecol.Overlaps(Dog(), Dog()).update()
    spritecol.Overlaps(Dog(), Dog(), enter=None, exit="on_exit").update()


@pytest.mark.parametrize(
    ("name", "remedy"),
    [("on_enter", "enter"), ("on_stay", "stay"), ("exits", "exit"), ("by_shapes", "by_shape")],
)
def test_unknown_arguments_of_overlaps(name: str, remedy: str) -> None:
    with pytest.raises(TypeError, match=rf"argument '{name}'; it takes .*: do you mean {remedy}\?"):
        spritecol.Overlaps([], [], **{name: None})
    with pytest.raises(TypeError, match="'nonsense'; it takes a, b, enter, stay, exit, by_shape"):
        spritecol.Overlaps([], [], nonsense=1)  # type: ignore[arg-type]


def test_a_sprite_of_two_libraries() -> None:
    pygame = pytest.importorskip("pygame")
    with tells(r"^Player is a sprite of spritecol and of pygame, .*derive from spritecol\.integ"):

        class Player(Sprite, pygame.sprite.Sprite):  # type: ignore[misc]
            pass

    from spritecol.integrations.pygame import Sprite as Both

    class Fine(Both):
        pass


def test_columns_that_would_hide_a_method() -> None:
    class Enemy(Sprite):
        def update(self) -> None:
            pass

    for group, name in ((Group(square()), "check"), (Group(square(), Enemy()), "update")):
        with pytest.raises(ValueError, match=f"^{name} is a method of "):
            group.set_column(name, 3)
        assert name not in vars(group[0])
    with tells(r"Sprite\.colision is an attribute of your own"):
        Group(square()).set_column("colision", 1)


def test_members_are_taken_out_as_they_are_put_in() -> None:
    a, b, c = square(), square(), square()
    inner = Group(c)
    group = Group(a, [b], inner)
    group.discard([a], iter([b, None]))
    assert list(group) == [c]
    group.discard([inner])  # its sprites, as for `add`; they are members of the inner one only
    assert list(group) == [c]
    group.remove(inner)
    assert not group
    group = Group(a, b)
    with pytest.raises(KeyError, match="not a member"):
        group.remove([a, c])
    assert list(group) == [a, b]
    group.remove([a, [b]])
    assert not group
    for wrong in (None, 3, "a", Sprite, [3]):
        with pytest.raises(TypeError):
            group.discard(wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            group.remove(wrong)  # type: ignore[arg-type]


def test_a_class_without_a_module() -> None:
    namespace: dict[str, Any] = {"Sprite": Sprite, "__builtins__": __builtins__}
    exec("class Enemy(Sprite): x = 3", namespace)
    assert namespace["Enemy"]().x == 3


# -- a picture for shapes ---------------------------------------------------------------------


class Ball(Sprite):
    collision = Circle(0, 0, 8)


class Kept(Ball):
    center_x = center_y = 0.0


def test_an_image_for_shapes_round_its_corner() -> None:
    with tells(r"class Ball has an image, .*image's corner now.*center_x=0 .*round its middle"):
        ball = Ball(3, 4)
        ball.image = Surface(40, 20)
    ball.image = None
    ball.image = Surface(40, 20)  # told once
    mistakes._told.clear()
    with tells("class Ball has an image"):
        Ball(3, 4, Surface(40, 20))
    with tells("class Sprite has an image"):
        Sprite(collision=[Rect(-8, -9, 16, 6), Circle(0, 0, 5)]).image = Surface(9, 9)


def test_shapes_for_an_image_round_its_corner() -> None:
    with tells("class Sprite has an image"):
        Sprite(3, 4, Surface(40, 20), collision=Circle(0, 0, 8))
    mistakes._told.clear()
    sprite = Sprite(3, 4, Surface(40, 20))
    with tells("class Sprite has an image"):
        sprite.collision = Circle(0, 0, 8)
    with tells("class Coin has an image"):
        type("Coin", (Sprite,), {"image": Surface(9, 9), "collision": Circle(0, 0, 8)})()


def test_a_center_of_its_own_comes_before_the_image() -> None:
    """What the warning advises is quiet, wherever it is said."""
    center = {"center_x": 0.0, "center_y": 0.0}
    Sprite(3, 4, Surface(40, 20), collision=Circle(0, 0, 8), center_x=0, center_y=0)
    Ball(3, 4, Surface(40, 20), center_x=0, center_y=0)
    body = {"image": Surface(40, 20), "collision": Circle(0, 0, 8), **center}
    coin = type("Coin", (Sprite,), body)()
    assert (coin.center_x, coin.center_y) == (0, 0)
    coin.center_x = None
    assert coin.center_x == 20
    assert Sprite(image=Surface(40, 20), center_x=None).center_x == 20
    assert Sprite(image=Surface(40, 20), center_x=3).center_y == 10


def test_who_moves_without_shapes_is_told() -> None:
    for k, move in enumerate(
        (
            lambda mover: mover.move_and_slide(1, 1, square()),
            lambda mover: mover.sweep(1, 1, square()),
            lambda mover: mover.move_and_collide(1, 1, square()),
            lambda mover: spritecol.CharacterController(mover).move(1, 1, square()),
        )
    ):
        mover = type(f"Ghost{k}", (Sprite,), {})()
        with tells(f"class Ghost{k} is checked or moved, has neither image nor collision"):
            move(mover)


def test_a_number_that_is_no_attribute_of_the_class() -> None:
    ball = type("Balloon", (Sprite,), {"collision": Circle(0, 0, 8)})()
    ball.speed = spritecol.Number(0.0)
    with tells(
        r"^Balloon\.speed is a Number, and no number: it is stated in the body of the class"
    ):
        ball.hits(square())


def test_an_image_for_other_shapes() -> None:
    for shapes in (Circle(20, 10, 30), Rect(-5, -5, 50, 30), [], None, Rect(0, 0, 9, 9)):
        Sprite(collision=shapes).image = Surface(40, 20)
    kept = Kept(100, 50, angle=30, scale_x=2)
    before = kept.world_shapes
    kept.image = Surface(40, 20)
    assert kept.world_shapes == before
    for same in (copy.copy(kept), copy.deepcopy(kept), pickle.loads(pickle.dumps(kept))):
        assert same.world_shapes == before
    kept.image = Surface(10, 20)
    assert kept.world_shapes == before


# -- callbacks that run nothing ---------------------------------------------------------------


class Waiting(Sprite):
    """Its methods are generators, so that a call runs nothing of them."""

    collision = Rect(0, 0, 10, 10)

    def hit(self, other: Sprite) -> Iterator[None]:
        yield

    def touch(self, other: Sprite, contact: Any) -> Iterator[None]:
        yield

    def alone(self) -> Iterator[None]:
        yield

    def update(self) -> Iterator[None]:
        yield


@pytest.mark.parametrize("value", [3, False, property(lambda self: 3)])
def test_a_value_where_a_callback_should_be(value: Any) -> None:
    enemy = type("Enemy", (Sprite,), {"collision": SQUARE, "hit": value})()
    with tells(r"^Enemy\.hit = (3|False) is no method, so nothing is called for Enemy: rename it"):
        check(square(), enemy)
    check(square(), enemy)
    check(square(), enemy, hit=None)
    enemy = type("Silent", (Sprite,), {"collision": SQUARE, "hit": None})()
    check(square(), enemy)


def later(sprite: Sprite, other: Sprite) -> Iterator[None]:
    yield


@pytest.mark.parametrize(
    ("name", "play"),
    [
        ("Waiting.hit", check),
        ("Waiting.alone", lambda group: check(group, hit="alone")),
        ("Waiting.touch", lambda group: check(group, group, shot=None, hit="touch")),
        ("later", lambda group: check(group, hit=later)),
        ("later", lambda group: Overlaps(group, enter=later).update()),
        ("Waiting.touch", lambda group: Overlaps(group, enter="touch").update()),
        ("Waiting.update", update),
    ],
)
def test_a_callback_that_is_a_generator_is_told(name: str, play: Any) -> None:
    with tells(rf"^{name} has a yield in it, .* nothing in it runs: remove the yield"):
        play(Group(Waiting(), Waiting(3)))


@pytest.mark.parametrize("role", ["shot", "hit"])
def test_the_class_of_discard_is_not_discard(role: str) -> None:
    """A callback that returns it is still called about the other pairs."""
    calls = []

    def answers(one: Sprite, other: Sprite) -> Any:
        calls.append(other)
        return Discard

    callbacks: dict[str, Any] = {"shot": None, "hit": None, role: answers}
    with tells(r"a callback has returned Discard, .*: write `return DISCARD`$"):
        check(square(), [square(), square()], **callbacks)
    assert len(calls) == 2
