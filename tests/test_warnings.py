"""SpritecolWarning: what Python lets through and most likely is a mistake is told, once."""

import _thread
import contextlib
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import numpy as np
import pytest
import test_bad_input as bad_input
from support.behavior import SQUARE, Surface, square
from support.processes import run_python
from support.tables import lines_of

import spritecol
from spritecol import Group, Sprite, SpritecolWarning, check, pairs

FILE = "warned_lines.txt"

TABLE = [(word, row) for word, row in (line.split(maxsplit=1) for line in lines_of(FILE, "told"))]
ONE = [
    (word, row)
    for word, row in (line.split(maxsplit=1) for line in lines_of(FILE, "told by one warning"))
]
TABLE += ONE
TABLE += [("collision", row) for row in lines_of(FILE, "told of a sprite without shapes")]
SILENT = lines_of(FILE, "silent")


def play(row: str, name: str, filters: Any = "always") -> list[str]:
    """The warnings that a user's line gives. Its own classes have a name that no other test has."""

    def later(own: Any, other: Any = None) -> Iterator[None]:
        yield

    later.__qualname__ = name
    names: dict[str, Any] = {key: getattr(spritecol, key) for key in spritecol.__all__}
    names |= {"SQUARE": SQUARE, "Surface": Surface, "np": np, "later": later, "__name__": "game"}
    names |= {"a": square(), "a2": square(5), "one": lambda self, other: None}
    names["new"] = lambda **body: type(name, (Sprite,), body)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter(filters, SpritecolWarning)
        exec(row, names)
    return [str(one.message) for one in told if one.category is SpritecolWarning]


@pytest.mark.parametrize(("word", "row"), TABLE)
def test_it_is_told_once(word: str, row: str) -> None:
    name = f"Told{TABLE.index((word, row))}"
    with pytest.raises(SpritecolWarning, match=word):  # as an error it is not told yet
        play(row, name, "error")
    told = play(row, name)
    assert told
    assert all(word in text for text in told)
    assert play(row, name) == []


@pytest.mark.parametrize(("word", "row"), ONE)
def test_it_is_told_by_one_warning(word: str, row: str) -> None:
    """Also if several classes, or several sprites, have the mistake of one class."""
    assert len(play(row, f"One{ONE.index((word, row))}")) == 1


@pytest.mark.parametrize("row", SILENT)
def test_what_may_be_meant_is_not_told(row: str) -> None:
    assert play(row, f"Silent{SILENT.index(row)}") == []


def test_those_of_pygame() -> None:
    pygame = pytest.importorskip("pygame")
    theirs = pygame.sprite.Sprite
    for name, bases in (("Player", (Sprite, theirs)), ("Enemy", (theirs, Sprite))):
        with pytest.warns(SpritecolWarning, match="integrations") as told:
            type(name, bases, {})
        assert len(told) == 1  # and none about the `image` of pygame's class
    with pytest.warns(SpritecolWarning, match="box"):
        Sprite(image=pygame.Rect(1, 2, 3, 4))
    sprite = type("Placed", (Sprite,), {"collision": SQUARE})()
    sprite.rect = pygame.Rect(30, 40, 5, 5)
    with pytest.warns(SpritecolWarning, match="rect"):
        sprite.hits(square())
    picture = pygame.Surface((32, 32))
    for name, value, shape in (
        ("mask", pygame.mask.Mask((32, 32)), r"shapes_from_surface\(self\.image\)"),
        ("hit_rect", pygame.Rect(8, 4, 16, 28), r"Rect\(left, top, 16, 28\)"),
        ("hitbox", pygame.FRect(8, 4, 16.5, 28), r"Rect\(left, top, 16\.5, 28\.0\)"),
    ):
        sprite = type(f"With {name}", (Sprite,), {"image": picture})()
        setattr(sprite, name, value)
        with pytest.warns(SpritecolWarning, match=shape):
            sprite.hits(square())
    from spritecol.integrations.pygame import Sprite as Both

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        type("Fine", (Both,), {})


PROGRAM = """
import spritecol, sys, warnings
if sys.argv[1:]: warnings.simplefilter('ignore', spritecol.SpritecolWarning)
class A(spritecol.Sprite): colision = 1
def f(): spritecol.Group(A()).hits(A())
f()
f()
A().rotation = 3
class B(spritecol.Sprite):
    collision, image = spritecol.Rect(0, 0, 9, 9), spritecol.Rect(0, 0, 9, 9)
    def on_enter(self, other): pass
watch = spritecol.Overlaps(B(), B())
watch.update()
spritecol.draw([A()])
c = type('C', (B,), {})()
c.hits = 0
c.check(c)
spritecol.check(B(), B(), hit=lambda own, other: spritecol.Discard)
"""


def test_it_names_the_users_line_and_can_be_turned_off() -> None:
    loud = run_python("-c", PROGRAM).stderr
    told = [line.split(": ")[0] for line in loud.splitlines() if ": SpritecolW" in line]
    assert told == [f"<string>:{line}" for line in (4, 5, 8, 9, 13, 14, 17, 18)]
    silent = run_python("-c", PROGRAM, "off")
    assert (silent.returncode, silent.stderr) == (0, "")


def mistaken(name: str) -> dict[str, Any]:
    """The things of `test_bad_input`, with sprites of a new class in which much is wrong."""
    body = {"collision": SQUARE, "on_hit": print, "on_enter": lambda self, other: 0}
    kind = type(f"Mistaken by {name}", (Sprite,), body)
    s, wall = kind(), kind()
    for sprite in (s, wall):
        sprite.colision = 1  # type: ignore[attr-defined]
    made = {
        "group": lambda: Group(s, wall),
        "walker": lambda: spritecol.CharacterController(s),
        "watch": lambda: spritecol.Overlaps(s, wall),
        "world": lambda: spritecol.World(s, wall),
    }
    thing = name.partition(".")[0]
    new = {thing: made[thing]()} if thing in made else {}
    return {**bad_input.scene(), "s": s, "wall": wall, **new}


def test_every_warning_names_the_users_line() -> None:
    """Of every public call, with targets of a class that has not been in a check."""
    loud = set()
    for name in bad_input.CALLS:
        things = mistaken(name)
        call = bad_input.call_named(name, things)
        parameters = bad_input.arguments_of(call)
        usual = {
            one.name: bad_input.GOOD.get(
                one.name, bad_input.GOOD.get(bad_input.KIND_OF.get(one.name, ""), things["wall"])
            )
            for one in parameters
            if one.default is one.empty or repr(one.default) == "<omitted>"
        }
        usual |= {key: things["s"] for key in ("sprite", "a", "attackers") if key in usual}
        for one in parameters:
            if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD):
                usual.pop(one.name)
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            # what some demand is not in the table
            with contextlib.suppress(TypeError, ValueError, LookupError):
                call(**usual)
        assert {one.filename for one in told} <= {__file__}, name
        loud |= {name} if told else set()
    assert len(loud) > 20
    assert loud >= {"check", "pairs", "explain", "update", "draw", "watch.update", "group.update"}
    assert loud >= {"s.hits", "group.pairs", "group.hits", "walker.move", "s.move_and_slide"}


def test_a_name_that_means_ours_stays_usable() -> None:
    """It is an ordinary attribute of the user's, or an error where it is not there."""
    code = (
        "from spritecol import Sprite\n"
        "sprite, other = Sprite(), Sprite()\n"
        "print(hasattr(sprite, 'rotation'), hasattr(Sprite(), 'collision_enabled'))\n"
        "sprite.rotation = 45\n"
        "sprite.rotation += 1\n"
        "other.rotation = 2\n"
        "print(sprite.rotation, other.rotation, vars(sprite))\n"
        "del sprite.rotation\n"
        "print(hasattr(sprite, 'rotation'), hasattr(Sprite, 'rotation'))\n"
    )
    done = run_python("-c", code)
    assert done.stdout.splitlines() == ["False False", "46 2 {'rotation': 46}", "False False"]
    assert done.stderr.count("SpritecolWarning") == 1
    own = type("Turret", (Sprite,), {"rotation": property(lambda self: self.angle)})
    assert own(angle=3).rotation == 3


def test_looks_end() -> None:
    late = type("Late", (Sprite,), {})
    player, crowd = square(), [square(x) for x in range(1000)]
    for _ in range(5):
        player.check(crowd)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not player.hits(late())


ASKS: dict[str, Callable[[Any, Any], Any]] = {
    "asker": lambda sprite, others: sprite.hits(others[0]),
    "asker of many": lambda sprite, others: sprite.check(others),
    "target": lambda sprite, others: others[0].hits(sprite),
    "list": lambda sprite, others: others[0].check([*others, sprite]),
    "tuple": lambda sprite, others: others[0].check((sprite, *others)),
    "nested": lambda sprite, others: others[0].check([others, [sprite]]),
    "Group": lambda sprite, others: others[0].check(Group(others, sprite)),
    "asker of a Group": lambda sprite, others: sprite.hits(Group(others)),
    "contacts": lambda sprite, others: sprite.contacts(Group(others)),
    "pairs": lambda sprite, others: pairs([sprite, *others]),
    "check": lambda sprite, others: check(others, Group(sprite)),
    "pair_indices": lambda sprite, others: Group(others, sprite).pair_indices(),
    "move": lambda sprite, others: sprite.move_and_slide(0, 0, others),
}


def told_by(ask: Callable[[], Any], times: int) -> list[str]:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", SpritecolWarning)
        for _ in range(times):
            ask()
    return [str(one.message) for one in told]


@pytest.mark.parametrize("way", ASKS)
def test_what_is_misspelled_is_told_at_the_first_check_of_its_class(way: str) -> None:
    """For each class and each name once. A check that comes later does not look again."""
    others = [square(k) for k in range(5)]
    for kind in ("First", "Second"):
        cls = type(f"{kind}{list(ASKS).index(way)}", (Sprite,), {"collision": SQUARE})
        sprites = [cls() for _ in range(3)]
        for sprite in sprites:
            sprite.collison = sprite.visable = 1
        told = [told_by(lambda: ASKS[way](one, others), 2) for one in sprites]  # noqa: B023
        assert [len(some) for some in told] == [2, 0, 0]
        assert all(
            f"{cls.__name__}.{name} " in "".join(told[0]) for name in ("collison", "visable")
        )
        sprites[0].collisoin = 1
        assert not told_by(lambda: ASKS[way](sprites[0], others), 100)  # noqa: B023


def test_a_warning_may_run_code_that_changes_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    group = Group(square(), type("Ghostly", (Sprite,), {})(), square())

    def meddle(*arguments: Any, **named: Any) -> None:
        group.clear()
        group.add(square(), square(100))

    with monkeypatch.context() as patch:
        patch.setattr(warnings, "warn", meddle)
        assert group.pairs() == []
    assert len(group) == 2


def test_the_attributes_of_a_sprite_without_any_are_not_read() -> None:
    """Up to Python 3.12, reading `__dict__` slows down all later calls of the sprite's methods."""

    class Watched(Sprite):
        collision = SQUARE
        reads: ClassVar[list[Sprite]] = []

        @property
        def __dict__(self) -> dict[str, Any]:  # type: ignore[override]
            self.reads.append(self)
            return {"colision": 3}

    class Other(Watched):
        pass

    assert spritecol.pairs([Watched(), Watched()])
    assert not Watched.reads
    own = Other()
    own.name = "it"  # type: ignore[attr-defined]
    with pytest.warns(SpritecolWarning, match="collision"):
        own.hits(own)
    assert Watched.reads


def test_a_thread_without_a_line_of_python() -> None:
    group = Group(square(), square())
    alone = type("Threaded", (Sprite,), {})()
    raised: list[Any] = []
    ended = threading.Event()
    hook = sys.unraisablehook

    def note(unraisable: Any) -> None:
        raised.append(unraisable.exc_value)
        ended.set()

    sys.unraisablehook = note
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", SpritecolWarning)
            _thread.start_new_thread(Group(alone).hits, (group,))
            assert ended.wait(60)
    finally:
        sys.unraisablehook = hook
    assert [type(error) for error in raised] == [SpritecolWarning]
