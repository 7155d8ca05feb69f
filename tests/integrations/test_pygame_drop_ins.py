"""The drop-ins give what pygame's own functions give, in every respect that can be seen."""

import importlib.util
import inspect
import itertools
import pickle
import random
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from integrations.pygame_worlds import COLLIDED, PYGAME, World, collided_of, report
from pygame import sprite as pygame_sprite
from support.counting import at_least
from support.examples import examples
from support.processes import run_python

from spritecol.integrations import pygame as drop_ins

OURS = {name: getattr(drop_ins, name) for name in PYGAME}
Functions = dict[str, Any]
UNSEEN = {"SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}

SEARCHES: dict[str, Callable[..., Callable[[], Any]]] = {
    "spritecollide": lambda f, w, c, kills: lambda: f(w.one, w.b, kills[0], c),
    "spritecollideany": lambda f, w, c, kills: lambda: f(w.one, w.b, c),
    "groupcollide": lambda f, w, c, kills: lambda: f(w.a, w.b, *kills, c),
}


def effect(
    functions: Functions,
    tests: Functions,
    search: str,
    collided: str | None,
    world: World,
    ratio: Any,
    kills: tuple[bool, bool],
) -> dict[str, Any]:
    """What a search does to a world, with `collided` functions of one make or the other."""
    calls: list[tuple[int, int]] = []
    test = None if collided is None else collided_of(tests, collided, ratio, calls)
    return report(world, calls, SEARCHES[search](functions[search], world, test, kills))


@pytest.mark.parametrize("unusual", [False, True], ids=["ordinary", "unusual"])
@pytest.mark.parametrize("collided", COLLIDED)
@pytest.mark.parametrize("search", SEARCHES)
def test_a_search_is_pygames(search: str, collided: str | None, unusual: bool) -> None:
    with at_least(hits=4) as seen:

        @examples(20)
        @given(
            seed=st.integers(0, 10**9),
            most=st.sampled_from([2, 8, 40]),
            ratio=st.sampled_from([1.0, 0.5, 1.7, 0, -1, 2, None]),
            kills=st.tuples(st.booleans(), st.booleans()),
            tests=st.sampled_from([PYGAME, OURS]),
        )
        def law(seed: int, most: int, ratio: Any, kills: Any, tests: Functions) -> None:
            how = search, collided
            expected = effect(PYGAME, PYGAME, *how, World(seed, most, unusual), ratio, kills)
            found = effect(OURS, tests, *how, World(seed, most, unusual), ratio, kills)
            assert found == expected
            seen["hits"] += expected["result"] not in ([], None)

        law()


@pytest.mark.parametrize("unusual", [False, True], ids=["ordinary", "unusual"])
@pytest.mark.parametrize("name", COLLIDED[1:6])
def test_one_pair_is_decided_as_by_pygame(name: str, unusual: bool) -> None:
    with at_least(hits=1, misses=1) as seen:

        @examples(20)
        @given(seed=st.integers(0, 10**9), ratio=st.sampled_from([1.0, 0.5, 1.7, 0, -1, None, "1"]))
        def law(seed: int, ratio: Any) -> None:
            reports = []
            for functions in (PYGAME, OURS):
                world = World(seed, 4, unusual)
                test = collided_of(functions, name, ratio, [])
                pair = world.chance.choice(world.sprites), world.chance.choice(world.sprites)
                reports.append(report(world, [], lambda test=test, pair=pair: test(*pair)))
            assert reports[0] == reports[1]
            result = reports[0]["result"]
            if not isinstance(result, type):  # an error, as pygame's
                seen["hits" if result else "misses"] += 1

        law()


@pytest.mark.parametrize("kill", [False, True])
@pytest.mark.parametrize("collided", COLLIDED[:6])
def test_groups_large_enough_for_an_index(collided: str | None, kill: bool) -> None:
    for seed in range(2):
        one, other = (World(seed, 180, unusual=False, least=140) for _ in range(2))
        how = "groupcollide", collided
        expected = effect(PYGAME, PYGAME, *how, one, 0.9, (False, kill))
        assert effect(OURS, OURS, *how, other, 0.9, (False, kill)) == expected


# --- sprites and groups that games write ---------------------------------------------------------


def row(count: int, rect: Any = None, step: int = 0) -> list[Any]:
    """Sprites with numbers, each so far to the right of the one before."""
    sprites = []
    for number in range(count):
        sprite: Any = pygame_sprite.Sprite()
        sprite.rect = (rect or pygame.Rect(0, 0, 5, 5)).move(number * step, 0)
        sprite.number = number
        sprites.append(sprite)
    return sprites


def told(found: Any) -> Any:
    """The answer of a search by the sprites' numbers."""
    if isinstance(found, dict):
        return [(one.number, told(others)) for one, others in found.items()]
    if isinstance(found, list):
        return [sprite.number for sprite in found]
    return found and found.number


def of_both(scene: Callable[..., Any], *arguments: Any) -> Any:
    """The outcome of a scene with pygame's functions, which must be that with ours."""
    expected, found = scene(PYGAME, *arguments), scene(OURS, *arguments)
    assert found == expected
    return expected


def named(functions: Functions, collided: str | None) -> Any:
    return None if collided is None else collided_of(functions, collided, 0.9, [])


@pytest.mark.parametrize("floats", ["mixed", "second", "first", "one"])
@pytest.mark.parametrize("collided", [None, "collide_rect", "collide_rect_ratio"])
def test_rects_and_frects_mixed(floats: str, collided: str | None) -> None:
    """Many edges at fractions of a pixel: cut to whole numbers or not, the answer differs."""
    chosen = {
        "mixed": lambda i: i % 2 if i < 60 else i % 3 == 0,
        "second": lambda i: i >= 60,
        "first": lambda i: i < 60,
        "one": lambda i: i == 67,
    }[floats]

    def scene(functions: Functions, seed: int) -> Any:
        chance = random.Random(seed)
        sprites = row(120)
        for i, sprite in enumerate(sprites):
            numbers = [chance.randint(-80, 80) / 4 for _ in range(4)]
            if seed % 2:
                numbers[2:] = chance.randint(1, 9), chance.randint(4, 40) / 4
            sprite.rect = pygame.FRect(*numbers) if chosen(i) else pygame.Rect(*numbers)
        groups = pygame_sprite.Group(sprites[:60]), pygame_sprite.Group(sprites[60:])
        kill = seed % 3 == 0
        hits = functions["groupcollide"](*groups, False, kill, named(functions, collided))
        return told(hits), len(groups[1])

    for seed in range(16):
        assert of_both(scene, seed)[0]


@examples(25)
@given(
    kind=st.sampled_from([pygame.Rect, pygame.FRect]),
    sides=st.lists(
        st.tuples(*[st.floats(-1e8, 1e8, width=32) | st.integers(-3, 3).map(float)] * 4),
        min_size=32,
        max_size=32,
    ),
)
def test_rects_of_any_numbers(kind: Any, sides: list[tuple[float, ...]]) -> None:
    sprites = row(32)
    for sprite, numbers in zip(sprites, sides, strict=True):
        sprite.rect = kind(*(numbers if kind is pygame.FRect else map(int, numbers)))
    of_both(lambda f: told(f["groupcollide"](sprites[:16], sprites[16:], False, False)))


@pytest.mark.parametrize("radius", [5, 5.0, 0.1, 2**0.5, 1e-9, 3e7, 2**53 + 1])
@pytest.mark.parametrize("share", [1.0, 1 - 2**-24, 1 + 2**-23])
def test_circles_that_just_touch(radius: Any, share: float) -> None:
    def scene(functions: Functions) -> Any:
        sprites = row(40)
        for i, sprite in enumerate(sprites):
            sprite.rect = pygame.FRect(i % 20 * 2 * radius * share, 0, 4, 4)
            sprite.radius = radius
        a, b = sprites[:20], sprites[20:]
        return told(functions["groupcollide"](a, b, False, False, functions["collide_circle"]))

    of_both(scene)


def kill(sprite: Any) -> None:
    """As pygame does, and move those that are left."""
    pygame_sprite.Sprite.kill(sprite)
    for other in sprite.others:
        other.rect.x += 7


class Mover(pygame_sprite.Sprite):
    """Moves what is left in the group when it is killed."""

    number = 0
    others: Any = None

    def kill(self) -> None:
        kill(self)


class Leaving(pygame_sprite.Group):
    """Moves the others of a sprite that leaves it."""

    def remove_internal(self, sprite: Any) -> None:
        super().remove_internal(sprite)
        for other in sprite.others:
            other.rect.x += 7


@pytest.mark.parametrize("oddity", ["class", "instance", "group", "hidden"])
@pytest.mark.parametrize("collided", [None, "collide_circle"])
def test_a_kill_that_does_more_counts_for_those_who_look_later(
    collided: str | None, oddity: str
) -> None:
    def scene(functions: Functions, where: int) -> Any:
        sprites = row(100, step=7) + row(100, step=7)
        group = pygame_sprite.Group(sprites[:100])
        odd: Any = Mover() if oddity == "class" else sprites[where]
        odd.rect, odd.number, odd.others = pygame.Rect(where * 7, 0, 5, 5), where, group
        group.remove(sprites[where])
        group.add(odd)
        if oddity == "instance":
            odd.kill = lambda: kill(odd)
        elif oddity == "group":
            Leaving(odd)
        elif oddity == "hidden":  # it does not know of the group, and so does not leave it
            odd.remove_internal(group)
        test = named(functions, collided)
        return told(functions["groupcollide"](sprites[100:], group, False, True, test)), told(
            group.sprites()
        )

    for where in range(0, 100, 9):
        assert len(of_both(scene, where)[0]) > 5


class Elsewhere(pygame_sprite.AbstractGroup):  # type: ignore[type-arg]
    """A group that holds its sprites in a place of its own."""

    spritedict: Any

    def __init__(self, sprites: list[Any]) -> None:
        self.mine = sprites

    def sprites(self) -> list[Any]:
        return list(self.mine)


class Numbered:
    """What is iterated over by its `__getitem__`."""

    def __init__(self, sprites: list[Any]) -> None:
        self.mine = sprites

    def __getitem__(self, number: int) -> Any:
        return self.mine[number]


class Raising(type):
    def __getattr__(cls, name: str) -> Any:
        raise RuntimeError(name) if name == "__iter__" else AttributeError(name)


class NumberedByMeta(Numbered, metaclass=Raising):
    """Even to ask its class for `__iter__` is an error."""


class NoDict(Elsewhere):
    spritedict: Any = None


class HugeDict(Elsewhere):
    spritedict: Any = range(10**30)


class RaisingDict(Elsewhere):
    @property
    def spritedict(self) -> Any:
        raise RuntimeError


class Bag(dict[Any, Any]):
    """The usual dictionary with attributes."""

    __getattr__ = dict.__getitem__


class Unmeasured(list[Any]):
    def __len__(self) -> int:
        raise KeyError("nobody has counted")


class Shy(list[Any]):
    def __bool__(self) -> bool:
        return False


class EverySecond(pygame_sprite.Group):
    def __iter__(self) -> Iterator[Any]:
        return iter(self.sprites()[::2])


HOLDERS: list[Callable[[list[Any]], Any]] = [
    list,
    tuple,
    dict.fromkeys,
    iter,
    reversed,
    deque,
    pygame_sprite.GroupSingle,
    pygame_sprite.LayeredUpdates,
    *(Elsewhere, Numbered, NumberedByMeta, NoDict, HugeDict, RaisingDict),
    *(Bag.fromkeys, Unmeasured, Shy, EverySecond),
]


COUNTS = [0, 1, 2, 5, 60]


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("collided", [None, "collide_circle", "collide_mask"])
def test_whatever_holds_the_sprites(collided: str | None, count: int) -> None:
    """Each holder with every other one, by one of the counts."""

    def scene(functions: Functions, a: Any, b: Any) -> Any:
        sprites = row(2 * count + 1, pygame.Rect(0, 0, 9, 9))
        for sprite in sprites:
            sprite.mask = pygame.Mask((9, 9), fill=True)
        test, half = named(functions, collided), len(sprites) // 2
        hits = functions["groupcollide"](a(sprites[:half]), b(sprites[half:]), False, False, test)
        one = functions["spritecollide"](sprites[-1], b(sprites[half:]), False, test)
        any_hit = functions["spritecollideany"](sprites[-1], b(sprites[half:]), test)
        return told(hits), told(one), told(any_hit)

    for (i, a), (j, b) in itertools.product(enumerate(HOLDERS), repeat=2):
        if (i + j) % len(COUNTS) == COUNTS.index(count):
            of_both(scene, a, b)


class Keeping(dict[Any, Any]):
    def __delitem__(self, key: Any) -> None:
        pass


class Restless(pygame_sprite.Sprite):
    """Lets another one leave a group when somebody looks at it."""

    group: Any = None

    @property
    def rect(self) -> Any:
        self.group.remove(self.group.sprites()[-1:])
        return pygame.Rect(0, 0, 5, 5)


class Deserter(pygame_sprite.Sprite):
    """Takes the attacker after the next one with it, and brings in another."""

    number = 0
    attackers: Any = None

    def kill(self) -> None:
        super().kill()
        if len(self.attackers) > self.number + 2:
            del self.attackers[self.number + 2]
        self.attackers.append(self.attackers[0])


def odd_instance(oddity: str) -> Callable[[Functions, str | None], Any]:
    """A scene in which a group or its sprites do one thing in a way of their own."""

    def scene(functions: Functions, collided: str | None) -> Any:
        far = row(20, pygame.Rect(1000, 0, 5, 5))
        others = row(20)
        group: Any = pygame_sprite.Group(others)
        if oddity == "kill":
            owner = pygame_sprite.Sprite(pygame_sprite.Group())
            for sprite in others:
                sprite.kill = owner.kill
        elif oddity == "remove_internal":
            group.remove_internal = lambda sprite: None
        elif oddity == "sprites":
            group.sprites = lambda: list(others)
        else:
            group.spritedict = Keeping(group.spritedict)
        test = named(functions, collided)
        return told(functions["groupcollide"](far + row(20), group, False, True, test))

    return scene


def who_leaves_while_the_first_look(functions: Functions, collided: str | None) -> Any:
    sprites = row(60)
    a = pygame_sprite.Group(sprites[:30])
    odd: Any = Restless()
    odd.radius, odd.number, odd.group = 3, 60, a
    b = pygame_sprite.Group([odd, *sprites[30:]])
    return told(functions["groupcollide"](a, b, False, False, named(functions, collided)))


def attackers_that_change(own: Any, where: int) -> Callable[[Functions, str | None], Any]:
    def scene(functions: Functions, collided: str | None) -> Any:
        sprites = row(80, step=7) + row(80, step=7) + row(80, step=7)
        attackers: list[Any] = sprites[:80]
        for number in (where, where + 1):
            odd: Any = Deserter()
            odd.rect, odd.number, odd.attackers = sprites[number].rect.copy(), number, attackers
            sprites[160 + number] = odd
        test = named(functions, collided)
        hits = functions["groupcollide"](attackers, own(sprites[80:]), False, True, test)
        return told(hits), told(attackers)

    return scene


def sprites_of_both_libraries(kills: Any, own_kill: bool) -> Callable[[Functions, Any], Any]:
    class Child(drop_ins.Sprite):
        def kill(self) -> None:
            super().kill()
            for other in self.others:
                other.x += 3

    def scene(functions: Functions, collided: str | None) -> Any:
        chance, image = random.Random(5), pygame.Surface((9, 9))
        places = [(chance.randrange(300), chance.randrange(200)) for _ in range(160)]
        sprites: list[Any] = [drop_ins.Sprite(x=x, y=y, image=image) for x, y in places]
        if own_kill:
            sprites[100] = Child(x=places[100][0], y=places[100][1], image=image)
            sprites[100].others = sprites[101:]
        for number, sprite in enumerate(sprites):
            sprite.number = number
        both = sprites[70:90]  # in both groups
        a, b = pygame_sprite.Group(sprites[:80], both), pygame_sprite.Group(sprites[80:], both)
        hits = functions["groupcollide"](a, b, *kills, named(functions, collided))
        left = told(a.sprites()), told(b.sprites())
        return told(hits), left, [sprite.vanished for sprite in sprites]

    return scene


def circles_when_all_are_dead(functions: Functions, collided: str | None) -> Any:
    """Who comes too late is given no radius."""
    sprites = row(40)
    groups = pygame_sprite.Group(sprites[:20]), pygame_sprite.Group(sprites[20:])
    hits = functions["groupcollide"](*groups, False, True, functions["collide_circle"])
    return told(hits), [hasattr(sprite, "radius") for sprite in sprites]


ODDITIES = {
    **{name: odd_instance(name) for name in ("kill", "remove_internal", "sprites", "spritedict")},
    "left while they look": who_leaves_while_the_first_look,
    "all are dead": circles_when_all_are_dead,
    **{
        f"the attacker after {where} deserts a {own.__name__}": attackers_that_change(own, where)
        for where in (0, 1, 2, 3, 4, 5, 12, 20, 60)
        for own in (list, pygame_sprite.Group)
    },
    **{
        f"both libraries, kills {kills}, own {own}": sprites_of_both_libraries(kills, own)
        for kills in ((False, True), (True, True))
        for own in (False, True)
    },
}


@pytest.mark.parametrize("oddity", ODDITIES)
@pytest.mark.parametrize("collided", [None, "collide_circle", "collide_rect_ratio"])
def test_what_a_game_does_in_another_way(oddity: str, collided: str | None) -> None:
    assert of_both(ODDITIES[oddity], collided)


def raised(call: Callable[[], Any]) -> Any:
    try:
        return told(call())
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize("where", [0, 4, 7, 100, 104])
@pytest.mark.parametrize("x", [0, 2000])
def test_a_mask_that_is_none_is_an_error(where: int, x: int) -> None:
    sprites: list[Any] = row(200)
    for sprite in sprites:
        sprite.mask = pygame.mask.Mask((5, 5), True)
    sprites[where].mask = None
    sprites[where].rect.x = x
    a, b = sprites[:100], sprites[100:]
    searches = [("groupcollide", (a, b, False, False)), ("spritecollide", (a[0], b, False))]
    for name, arguments in searches[: 1 if 0 < where < 100 else 2]:
        outcome = of_both(
            lambda f, n=name, a=arguments: raised(lambda: f[n](*a, f["collide_mask"]))
        )
        assert outcome[0] in (AttributeError, TypeError)


@pytest.mark.parametrize("count", [1, 10, 50])
@pytest.mark.parametrize("bad", [None, "rect", (1, 2), 5])
@pytest.mark.parametrize("side", [0, 5])
def test_a_bad_rect_is_an_error_also_for_a_rect_without_size(
    count: int, bad: Any, side: int
) -> None:
    sprites = row(count + 1, pygame.Rect(50, 0, 5, 5))
    one = sprites.pop()
    one.rect = pygame.Rect(0, 0, side, 5)
    sprites[-1].rect = bad
    for name, first, rest in (
        ("spritecollide", one, (False,)),
        ("spritecollideany", one, ()),
        ("groupcollide", [one] * 20, (False, False)),
    ):
        for test in (None, "collide_rect"):
            outcome = of_both(
                lambda f, n=name, a=first, r=rest, t=test: raised(
                    lambda: f[n](a, sprites, *r, named(f, t))
                )
            )
            assert outcome[0] is TypeError
        assert of_both(lambda f, n=name, a=first, r=rest: raised(lambda: f[n](a, 5, *r)))[0]


def test_a_rect_whose_test_is_another_method_of_a_rect() -> None:
    class Inner:
        def __init__(self, rect: pygame.Rect) -> None:
            self.colliderect = rect.contains

    others, one = row(100, step=1), row(1)[0]
    one.rect = Inner(pygame.Rect(0, 0, 7, 9))
    assert of_both(lambda f: told(f["spritecollide"](one, others, False)))
    assert of_both(lambda f: told(f["groupcollide"]([one], others, False, False)))


# --- the functions themselves --------------------------------------------------------------------


@pytest.mark.parametrize("name", PYGAME)
def test_signatures(name: str) -> None:
    ours, theirs = (
        [(p.name, p.default) for p in inspect.signature(each[name]).parameters.values()]
        for each in (OURS, PYGAME)
    )
    assert ours == theirs
    assert OURS[name].__doc__


@pytest.mark.parametrize("name", ["collide_rect_ratio", "collide_circle_ratio"])
def test_ratios_look_and_copy_like_pygames(name: str) -> None:
    ours, theirs = OURS[name](0.5), PYGAME[name](0.5)
    assert repr(ours).split("@")[0] == repr(theirs).split("@")[0]
    assert pickle.loads(pickle.dumps(ours)).ratio == 0.5

    class Fussy(OURS[name]):  # type: ignore[misc]
        def __call__(self, left: Any, right: Any) -> bool:
            return False

    assert drop_ins.spritecollide(row(1)[0], row(10), False, Fussy(1)) == []


def test_install_and_uninstall(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was there comes back; what others have put there since stays."""

    def there() -> Functions:
        return {name: getattr(pygame_sprite, name) for name in PYGAME}

    def mine(*arguments: Any) -> list[Any]:
        return []

    before = there()
    for _ in range(2):
        drop_ins.install()
    assert there() == OURS
    for _ in range(2):
        drop_ins.uninstall()
    assert there() == before == PYGAME
    monkeypatch.setattr(pygame_sprite, "spritecollide", mine)
    drop_ins.install()
    drop_ins.uninstall()
    assert pygame_sprite.spritecollide is mine
    drop_ins.install()
    monkeypatch.setattr(pygame_sprite, "groupcollide", mine)
    drop_ins.uninstall()
    assert pygame_sprite.groupcollide is mine


PYGAMES_OWN_TESTS = """
import unittest
import pygame
from spritecol.integrations import pygame as drop_ins
drop_ins.install()
from pygame.tests import sprite_test
assert pygame.sprite.spritecollide is drop_ins.spritecollide
assert sprite_test.sprite.groupcollide is drop_ins.groupcollide
unittest.main(sprite_test, argv=["sprite_test"])
"""


@pytest.mark.skipif(
    importlib.util.find_spec("pygame.tests") is None, reason="pygame-ce without its tests"
)
def test_pygames_own_tests_pass() -> None:
    done = run_python("-c", PYGAMES_OWN_TESTS, **UNSEEN)
    assert done.returncode == 0, done.stderr
    assert "\nOK" in done.stderr
    assert "Ran 0 tests" not in done.stderr


OTHER_LAYOUT = """
import random, sys
import pygame
class Other:
    __slots__ = () if "small" in sys.argv else tuple("abcdefgh")
    rects = {}
    def __init__(self, *numbers):
        Other.rects[id(self)] = pygame.FRect(*numbers)
    def __getitem__(self, index):
        return Other.rects[id(self)][index]
    def __eq__(self, other):
        return tuple(self) == tuple(other)
    def colliderect(self, other):
        return Other.rects[id(self)].colliderect(tuple(other))
for name in set(vars(pygame.FRect)) - {*dir(Other), "__iter__", "__len__"}:  # never called
    setattr(Other, name, vars(pygame.FRect)[name])
pygame.rect.FRect = Other
from spritecol.integrations import pygame as ours
chance = random.Random(1)
groups = pygame.sprite.Group(), pygame.sprite.Group()
for k in range(80):
    sprite = pygame.sprite.Sprite(groups[k % 2])
    sprite.rect = Other(*(chance.randint(-80, 80) / 4 for _ in range(4)))
found = ours.groupcollide(*groups, False, False)
assert found and found == pygame.sprite.groupcollide(*groups, False, False)
"""


@pytest.mark.parametrize("how", ["small", "large"])
def test_rects_whose_numbers_lie_elsewhere_are_read_too(how: str) -> None:
    done = run_python("-c", OTHER_LAYOUT, how, **UNSEEN)
    assert done.returncode == 0, done.stderr
