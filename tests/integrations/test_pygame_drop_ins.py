"""The drop-ins give what pygame's own functions give, in every respect that can be seen."""

import importlib.util
import inspect
import pickle
import random
import subprocess
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import sprite as pygame_sprite
from support.examples import examples
from support.for_each import for_each
from support.processes import run_python
from support.pygame_worlds import COLLIDED, PYGAME, World, collided_of, report

from spritecol.integrations import pygame as drop_ins

OURS = {name: getattr(drop_ins, name) for name in PYGAME}

SEARCHES: dict[str, Callable[..., Callable[[], Any]]] = {
    "spritecollide": lambda f, w, c, kills: lambda: f(w.one, w.b, kills[0], c),
    "spritecollideany": lambda f, w, c, kills: lambda: f(w.one, w.b, c),
    "groupcollide": lambda f, w, c, kills: lambda: f(w.a, w.b, *kills, c),
}


def effect(
    functions: dict[str, Any],
    tests: dict[str, Any],
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
@examples(20)
@given(
    seed=st.integers(0, 10**9),
    most=st.sampled_from([2, 8, 40]),
    ratio=st.sampled_from([1.0, 0.5, 1.7, 0, -1, 2, None]),
    kills=st.tuples(st.booleans(), st.booleans()),
    our_tests=st.booleans(),
)
def test_a_search_is_pygames(
    search: str,
    collided: str | None,
    unusual: bool,
    seed: int,
    most: int,
    ratio: Any,
    kills: tuple[bool, bool],
    our_tests: bool,
) -> None:
    expected = effect(PYGAME, PYGAME, search, collided, World(seed, most, unusual), ratio, kills)
    tests = OURS if our_tests else PYGAME
    found = effect(OURS, tests, search, collided, World(seed, most, unusual), ratio, kills)
    assert found == expected


@for_each("kill", [False, True])
@for_each("collided", COLLIDED[:6])
def test_groups_large_enough_for_an_index(collided: str | None, kill: bool) -> None:
    for seed in range(2):
        worlds = [World(seed, 180, unusual=False, least=140) for _ in range(2)]
        kills = (False, kill)
        expected = effect(PYGAME, PYGAME, "groupcollide", collided, worlds[0], 0.9, kills)
        assert effect(OURS, OURS, "groupcollide", collided, worlds[1], 0.9, kills) == expected


@for_each("kill", [False, True])
def test_large_groups_of_which_few_hit(kill: bool) -> None:
    found = []
    for functions in (PYGAME, OURS):
        chance = random.Random(5)
        sprites = row(1000, pygame.Rect(0, 0, 40, 40))
        for sprite in sprites:
            sprite.rect.topleft = chance.randrange(1500), chance.randrange(1500)
        groups = pygame_sprite.Group(sprites[:500]), pygame_sprite.Group(sprites[500:])
        hits = functions["groupcollide"](*groups, kill, kill)
        found.append([(a.number, [b.number for b in others]) for a, others in hits.items()])
        found[-1].append([len(group) for group in groups])
    assert found[0] == found[1]
    assert len(found[0]) > 200


def row(count: int, rect: Any) -> list[Any]:
    """Sprites at the same place."""
    sprites = []
    for number in range(count):
        sprite: Any = pygame_sprite.Sprite()
        sprite.rect = rect.copy()
        sprite.number = number
        sprites.append(sprite)
    return sprites


def test_who_comes_when_all_are_dead_is_given_no_radius() -> None:
    radii = []
    for functions in (PYGAME, OURS):
        sprites = row(40, pygame.Rect(0, 0, 5, 5))
        groups = pygame_sprite.Group(sprites[:20]), pygame_sprite.Group(sprites[20:])
        found = functions["groupcollide"](*groups, False, True, functions["collide_circle"])
        assert found == {sprites[0]: sprites[20:]}
        radii.append([hasattr(sprite, "radius") for sprite in sprites])
    assert radii[0] == radii[1] == [True] + [False] * 19 + [True] * 20


MIXES = {
    "all mixed": (lambda i: i % 2, lambda i: i % 3 == 0),
    "Rects and FRects": (lambda i: False, lambda i: True),
    "FRects and Rects": (lambda i: True, lambda i: False),
    "one FRect": (lambda i: False, lambda i: i == 7),
}


@pytest.mark.parametrize("kill", [False, True])
@pytest.mark.parametrize("collided", [None, "collide_rect", "collide_rect_ratio"])
@pytest.mark.parametrize("mix", MIXES)
@examples(12)
@given(seed=st.integers(0, 10**9), thin=st.booleans())
def test_rects_and_frects_mixed(
    mix: str, collided: str | None, kill: bool, seed: int, thin: bool
) -> None:
    # Many edges at fractions of a pixel: cut to whole numbers or not, the answer differs.
    found = []
    for functions in (PYGAME, OURS):
        chance = random.Random(seed)
        sprites = row(120, pygame.Rect(0, 0, 1, 1))
        for i, sprite in enumerate(sprites):
            numbers = [chance.randint(-80, 80) / 4 for _ in range(4)]
            if not thin:
                numbers[2:] = chance.randint(1, 9), chance.randint(4, 40) / 4
            floats = MIXES[mix][i >= 60](i % 60)
            sprite.rect = pygame.FRect(*numbers) if floats else pygame.Rect(*numbers)
        groups = pygame_sprite.Group(sprites[:60]), pygame_sprite.Group(sprites[60:])
        test = None if collided is None else collided_of(functions, collided, 0.9, [])
        hits = functions["groupcollide"](*groups, False, kill, test)
        found.append([(a.number, [b.number for b in others]) for a, others in hits.items()])
        found[-1].append([len(group) for group in groups])
    assert found[0] == found[1]


class Bomb(pygame_sprite.Sprite):
    """Moves the sprites that are left when it is killed."""

    number = 0
    others: Any = None

    def kill(self) -> None:
        super().kill()
        for other in self.others:
            other.rect.x += 7


class Bystander(pygame_sprite.Group):
    """Moves a sprite that leaves it."""

    def remove_internal(self, sprite: Any) -> None:
        super().remove_internal(sprite)
        for other in sprite.others:
            other.rect.x += 7


@for_each("oddity", ["class", "instance", "group", "hidden"])
@for_each("collided", [None, "collide_circle"])
@for_each("where", range(0, 100, 9))
def test_a_kill_that_does_more_counts_for_those_who_look_later(
    where: int, collided: str | None, oddity: str
) -> None:
    found = []
    for functions in (PYGAME, OURS):
        sprites = row(200, pygame.Rect(0, 0, 5, 5))
        for i, sprite in enumerate(sprites):
            sprite.rect.x = i % 100 * 7  # each hits one, until something moves
        group = pygame_sprite.Group(sprites[:100])
        odd: Any = Bomb() if oddity == "class" else sprites[where]
        odd.rect, odd.number, odd.others = pygame.Rect(where * 7, 0, 5, 5), where, group
        group.remove(sprites[where])
        group.add(odd)
        if oddity == "instance":

            def kill(odd: Any = odd) -> None:
                pygame_sprite.Sprite.kill(odd)
                for other in odd.others:
                    other.rect.x += 7

            odd.kill = kill
        elif oddity == "group":
            Bystander(odd)
        elif oddity == "hidden":  # it does not know of the group, and so does not leave it
            odd.remove_internal(group)
        test = None if collided is None else functions[collided]
        hits = functions["groupcollide"](sprites[100:], group, False, True, test)
        found.append([(a.number, [b.number for b in others]) for a, others in hits.items()])
        found[-1].append([sprite.number for sprite in group])
    assert found[0] == found[1]


class Elsewhere(pygame_sprite.AbstractGroup):  # type: ignore[type-arg]
    """A group that holds its sprites in a place of its own."""

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


HOLDERS: list[Callable[[list[Any]], Any]] = [
    list,
    tuple,
    dict.fromkeys,
    iter,
    reversed,
    Elsewhere,
    Numbered,
    pygame_sprite.GroupSingle,
    pygame_sprite.LayeredUpdates,
]


@for_each("count", [0, 1, 2, 5, 60])
@for_each("collided", [None, "collide_circle", "collide_mask"])
def test_whatever_holds_the_sprites(collided: str | None, count: int) -> None:
    for a in HOLDERS:
        for b in HOLDERS:
            found = []
            for functions in (PYGAME, OURS):
                sprites = row(2 * count + 1, pygame.Rect(0, 0, 9, 9))
                for sprite in sprites:
                    sprite.mask = pygame.Mask((9, 9), fill=True)
                half = len(sprites) // 2
                attackers, others = a(sprites[:half]), b(sprites[half:])
                test = None if collided is None else functions[collided]
                hits = functions["groupcollide"](attackers, others, False, False, test)
                found.append([(i.number, [j.number for j in js]) for i, js in hits.items()])
                others = b(sprites[half:])
                hits = functions["spritecollide"](sprites[-1], others, False, test)
                found[-1].append([sprite.number for sprite in hits])
                others = b(sprites[half:])
                hit = functions["spritecollideany"](sprites[-1], others, test)
                found[-1].append(hit and hit.number)
            assert found[0] == found[1], (a, b)


class Bag(dict[Any, Any]):
    """The usual dictionary with attributes."""

    __getattr__ = dict.__getitem__


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


class Unmeasured(list[Any]):
    def __len__(self) -> int:
        raise KeyError("nobody has counted")


class Shy(list[Any]):
    def __bool__(self) -> bool:
        return False


@for_each("count", [1, 2, 60])
@for_each(
    "holder",
    [Bag.fromkeys, NumberedByMeta, NoDict, HugeDict, RaisingDict, Unmeasured, Shy, deque, iter],
)
def test_what_asks_back_when_it_is_asked_for_its_size(holder: Any, count: int) -> None:
    found = []
    for functions in (PYGAME, OURS):
        sprites = row(2 * count, pygame.Rect(0, 0, 9, 9))
        a, b = sprites[:count], sprites[count:]
        for one, others in ((a, holder(b)), (holder(a), b), (holder(a), holder(b))):
            hits = functions["groupcollide"](one, others, False, False)
            found.append([(i.number, [j.number for j in js]) for i, js in hits.items()])
        for test in (None, functions["collide_circle"]):
            hits = functions["spritecollide"](a[0], holder(b), False, test)
            found.append([sprite.number for sprite in hits])
    assert found[:5] == found[5:]


def test_a_rect_of_the_users_whose_test_is_another_method_of_a_rect() -> None:
    class Inner:
        def __init__(self, rect: pygame.Rect) -> None:
            self.colliderect = rect.contains

    others = row(100, pygame.Rect(0, 0, 5, 5))
    for number, other in enumerate(others):
        other.rect.x = number
    one: Any = pygame_sprite.Sprite()
    one.rect = Inner(pygame.Rect(0, 0, 7, 9))
    for name in ("spritecollide", "groupcollide"):
        first: Any = one if name == "spritecollide" else [one]
        kills = (False,) if name == "spritecollide" else (False, False)
        assert OURS[name](first, others, *kills) == PYGAME[name](first, others, *kills)


@for_each("oddity", ["kill", "remove_internal", "sprites", "spritedict"])
@for_each("collided", [None, "collide_circle"])
def test_what_an_instance_does_in_another_way(oddity: str, collided: str | None) -> None:
    class Keeping(dict[Any, Any]):
        def __delitem__(self, key: Any) -> None:
            pass

    found = []
    for functions in (PYGAME, OURS):
        attackers = row(40, pygame.Rect(0, 0, 5, 5))
        for sprite in attackers[:20]:
            sprite.rect = pygame.Rect(1000, 0, 5, 5)
        others = row(20, pygame.Rect(0, 0, 5, 5))
        group: Any = pygame_sprite.Group(others)
        if oddity == "kill":
            owner = pygame_sprite.Sprite(pygame_sprite.Group())
            for sprite in others:
                sprite.kill = owner.kill
        elif oddity == "remove_internal":
            group.remove_internal = lambda sprite: None
        elif oddity == "sprites":
            group.sprites = lambda others=others: list(others)
        else:
            group.spritedict = Keeping(group.spritedict)
        test = None if collided is None else functions[collided]
        hits = functions["groupcollide"](attackers, group, False, True, test)
        found.append([(i.number, [j.number for j in js]) for i, js in hits.items()])
    assert found[0] == found[1]
    assert len(found[0]) == 20


@for_each("where", [0, 4, 7, 100, 104])
@for_each("x", [0, 2000])
def test_a_mask_that_is_none_is_an_error(where: int, x: int) -> None:
    sprites: list[Any] = row(200, pygame.Rect(0, 0, 5, 5))
    for sprite in sprites:
        sprite.mask = pygame.mask.Mask((5, 5), True)
    sprites[where].mask = None
    sprites[where].rect.x = x
    a, b = sprites[:100], sprites[100:]
    searches = [("groupcollide", (a, b, False, False)), ("spritecollide", (a[0], b, False))]
    for name, arguments in searches[: 1 if 0 < where < 100 else 2]:
        messages = []
        for functions in (PYGAME, OURS):
            with pytest.raises((AttributeError, TypeError)) as caught:
                functions[name](*arguments, functions["collide_mask"])
            messages.append((type(caught.value), str(caught.value)))
        assert messages[0] == messages[1]


class Restless(pygame_sprite.Sprite):
    """Leaves a group when somebody looks at it."""

    group: Any = None

    @property
    def rect(self) -> Any:
        self.group.remove(self.group.sprites()[-1:])
        return pygame.Rect(0, 0, 5, 5)


@for_each("collided", [None, "collide_circle"])
def test_who_leaves_while_the_first_ones_look_still_looks(collided: str | None) -> None:
    found = []
    for functions in (PYGAME, OURS):
        sprites: list[Any] = row(60, pygame.Rect(0, 0, 5, 5))
        a = pygame_sprite.Group(sprites[:30])
        odd: Any = Restless()
        odd.radius, odd.number, odd.group = 3, 60, a
        b = pygame_sprite.Group([odd, *sprites[30:]])
        test = None if collided is None else functions[collided]
        hits = functions["groupcollide"](a, b, False, False, test)
        found.append([(i.number, [j.number for j in js]) for i, js in hits.items()])
    assert found[0] == found[1]


@for_each("own_kill", [False, True])
@for_each("kills", [(False, True), (True, True)])
@for_each("collided", [None, "collide_circle", "collide_rect_ratio"])
def test_sprites_of_both_libraries_in_large_groups(
    collided: str | None, kills: tuple[bool, bool], own_kill: bool
) -> None:
    class Child(drop_ins.Sprite):
        def kill(self) -> None:
            super().kill()
            for other in self.others:
                other.x += 3

    image = pygame.Surface((9, 9))
    found = []
    for functions in (PYGAME, OURS):
        chance = random.Random(5)
        places = [(chance.randrange(300), chance.randrange(200)) for _ in range(160)]
        sprites: list[Any] = [drop_ins.Sprite(x=x, y=y, image=image) for x, y in places]
        if own_kill:
            sprites[100] = Child(x=places[100][0], y=places[100][1], image=image)
            sprites[100].others = sprites[101:]
        for number, sprite in enumerate(sprites):
            sprite.number = number
        both = sprites[70:90]  # in both groups
        a, b = pygame_sprite.Group(sprites[:80], both), pygame_sprite.Group(sprites[80:], both)
        test = None if collided is None else collided_of(functions, collided, 0.9, [])
        hits = functions["groupcollide"](a, b, *kills, test)
        found.append([(i.number, [j.number for j in js]) for i, js in hits.items()])
        found[-1].append([[sprite.number for sprite in group] for group in (a, b)])
        found[-1].append([sprite.vanished for sprite in sprites])
    assert found[0] == found[1]


class Deserter(pygame_sprite.Sprite):
    """Takes the attacker after the next one with it, and brings in another."""

    number = 0
    attackers: Any = None

    def kill(self) -> None:
        super().kill()
        if len(self.attackers) > self.number + 2:
            del self.attackers[self.number + 2]
        self.attackers.append(self.attackers[0])


@for_each("where", [0, 1, 2, 3, 4, 5, 12, 20, 60])
@for_each("collided", [None, "collide_circle", "collide_mask"])
@for_each("own", [list, pygame_sprite.Group])
def test_a_kill_that_changes_the_list_of_attackers(
    own: Any, collided: str | None, where: int
) -> None:
    found = []
    for functions in (PYGAME, OURS):
        sprites = row(240, pygame.Rect(0, 0, 5, 5))
        attackers: list[Any] = sprites[:80]
        for sprite in sprites:
            sprite.rect.x = sprite.number % 80 * 7
            sprite.mask = pygame.mask.Mask((5, 5), True)
        for number in (where, where + 1):
            odd: Any = Deserter()
            odd.rect, odd.number, odd.attackers = sprites[number].rect.copy(), number, attackers
            odd.mask = sprites[0].mask
            sprites[160 + number] = odd
        test = None if collided is None else functions[collided]
        hits = functions["groupcollide"](attackers, own(sprites[80:]), False, True, test)
        found.append([(a.number, [b.number for b in others]) for a, others in hits.items()])
        found[-1].append([sprite.number for sprite in attackers])
    assert found[0] == found[1]


@for_each("kill", [False, True])
@for_each("name", ["spritecollide", "groupcollide"])
def test_groups_that_iterate_in_their_own_way(name: str, kill: bool) -> None:
    class Every(pygame_sprite.Group):
        def __iter__(self) -> Iterator[Any]:
            return iter(self.sprites()[::2])

    found = []
    for functions in (PYGAME, OURS):
        sprites = row(80, pygame.Rect(0, 0, 5, 5))
        a, b = Every(sprites[:40]), Every(sprites[40:])
        if name == "spritecollide":
            hits = functions[name](sprites[0], b, kill)
        else:
            lists = functions[name](a, b, False, kill).values()
            hits = [other for others in lists for other in others]
        found.append([[sprite.number for sprite in hits], len(b)])
        any_hit = functions["spritecollideany"](sprites[0], b)
        found[-1].append(any_hit and any_hit.number)
    assert found[0] == found[1]


@for_each("name", ["spritecollide", "groupcollide", "spritecollideany"])
def test_what_cannot_be_iterated_over(name: str) -> None:
    (one,) = row(1, pygame.Rect(0, 0, 5, 5))
    for functions in (PYGAME, OURS):
        arguments = ([one] if name == "groupcollide" else one), 5
        rest = {"groupcollide": (False, False), "spritecollide": (False,)}.get(name, ())
        with pytest.raises(TypeError, match="not iterable"):
            functions[name](*arguments, *rest)


@for_each("count", [1, 10, 50])
@for_each("bad", [None, "rect", (1, 2), 5])
@for_each("side", [0, 5])
def test_a_bad_rect_is_an_error_also_for_a_rect_without_size(
    count: int, bad: Any, side: int
) -> None:
    sprites = row(count + 1, pygame.Rect(50, 0, 5, 5))
    one = sprites.pop()
    one.rect = pygame.Rect(0, 0, side, 5)
    sprites[-1].rect = bad
    for functions in (PYGAME, OURS):
        for test in (None, functions["collide_rect"]):
            with pytest.raises(TypeError, match="rect style"):
                functions["spritecollide"](one, sprites, False, test)
            with pytest.raises(TypeError, match="rect style"):
                functions["spritecollideany"](one, sprites, test)
            with pytest.raises(TypeError, match="rect style"):
                functions["groupcollide"]([one] * 20, sprites, False, False, test)


@pytest.mark.parametrize("unusual", [False, True], ids=["ordinary", "unusual"])
@pytest.mark.parametrize("name", COLLIDED[1:6])
@examples(20)
@given(seed=st.integers(0, 10**9), ratio=st.sampled_from([1.0, 0.5, 1.7, 0, -1, None, "1"]))
def test_one_pair_is_decided_as_by_pygame(name: str, unusual: bool, seed: int, ratio: Any) -> None:
    reports = []
    for functions in (PYGAME, OURS):
        world = World(seed, 4, unusual)
        test = collided_of(functions, name, ratio, [])
        pair = world.chance.choice(world.sprites), world.chance.choice(world.sprites)
        reports.append(report(world, [], lambda test=test, pair=pair: test(*pair)))
    assert reports[0] == reports[1]


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
    sprites = []
    for numbers in sides:
        sprite = pygame_sprite.Sprite()
        sprite.rect = kind(*(numbers if kind is pygame.FRect else map(int, numbers)))
        sprites.append(sprite)
    groups = pygame_sprite.Group(sprites[:16]), pygame_sprite.Group(sprites[16:])
    expected = PYGAME["groupcollide"](*groups, False, False)
    assert drop_ins.groupcollide(*groups, False, False) == expected


def ring(distance: float, radius: Any) -> list[pygame_sprite.Sprite]:
    """Circles in a row, each at a distance from the next."""
    sprites = []
    for i in range(20):
        sprite = pygame_sprite.Sprite()
        sprite.rect = pygame.FRect(i * distance, 0, 4, 4)
        sprite.radius = radius
        sprites.append(sprite)
    return sprites


@for_each("radius", [5, 5.0, 0.1, 2**0.5, 1e-9, 3e7, 2**53 + 1])
@for_each("share", [1.0, 1 - 2**-24, 1 + 2**-23])
def test_circles_that_just_touch(radius: Any, share: float) -> None:
    a = pygame_sprite.Group(ring(2 * radius * share, radius))
    b = pygame_sprite.Group(ring(2 * radius * share, radius))
    expected = PYGAME["groupcollide"](a, b, False, False, PYGAME["collide_circle"])
    found = drop_ins.groupcollide(a, b, False, False, drop_ins.collide_circle)
    assert found == expected


@for_each("name", PYGAME)
def test_signatures(name: str) -> None:
    ours, theirs = inspect.signature(OURS[name]), inspect.signature(PYGAME[name])
    assert list(ours.parameters) == list(theirs.parameters)
    assert [p.default for p in ours.parameters.values()] == [
        p.default for p in theirs.parameters.values()
    ]
    with pytest.raises(TypeError):
        OURS[name]()


def test_arguments_by_name() -> None:
    one = pygame_sprite.Sprite()
    one.rect = pygame.Rect(0, 0, 5, 5)
    group = pygame_sprite.Group(one)
    assert drop_ins.spritecollide(sprite=one, group=group, dokill=False, collided=None) == [one]
    assert drop_ins.spritecollideany(sprite=one, group=group, collided=None) is one
    found = drop_ins.groupcollide(
        groupa=group, groupb=group, dokilla=True, dokillb=False, collided=None
    )
    assert found == {one: [one]}
    assert not one.alive()


@for_each("name", ["collide_rect_ratio", "collide_circle_ratio"])
def test_ratios_look_and_copy_like_pygames(name: str) -> None:
    ours, theirs = OURS[name](0.5), PYGAME[name](0.5)
    assert repr(ours).split("@")[0] == repr(theirs).split("@")[0]
    assert repr(ours).endswith("ratio=0.5>")
    assert pickle.loads(pickle.dumps(ours)).ratio == 0.5
    ours.ratio = 2
    assert ours.ratio == 2

    class Fussy(OURS[name]):  # type: ignore[misc]
        def __call__(self, left: Any, right: Any) -> bool:
            return False

    one = pygame_sprite.Sprite()
    one.rect = pygame.Rect(0, 0, 5, 5)
    assert drop_ins.spritecollide(one, [one] * 10, False, Fussy(1)) == []


def test_install_and_uninstall() -> None:
    before = {name: getattr(pygame_sprite, name) for name in PYGAME}
    drop_ins.install()
    drop_ins.install()
    try:
        assert {name: getattr(pygame_sprite, name) for name in PYGAME} == OURS
    finally:
        drop_ins.uninstall()
    drop_ins.uninstall()
    assert {name: getattr(pygame_sprite, name) for name in PYGAME} == before == PYGAME


def test_uninstall_gives_back_what_was_there_and_leaves_what_others_put_there_since(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def mine(*arguments: Any) -> list[Any]:
        return []

    monkeypatch.setattr(pygame_sprite, "spritecollide", mine)
    drop_ins.install()
    assert pygame_sprite.spritecollide is drop_ins.spritecollide
    drop_ins.uninstall()
    assert pygame_sprite.spritecollide is mine
    monkeypatch.setattr(pygame_sprite, "spritecollide", PYGAME["spritecollide"])
    drop_ins.install()
    monkeypatch.setattr(pygame_sprite, "spritecollide", mine)
    drop_ins.uninstall()
    assert pygame_sprite.spritecollide is mine
    assert pygame_sprite.groupcollide is PYGAME["groupcollide"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return run_python(*arguments, SDL_VIDEODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")


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
    done = run("-c", PYGAMES_OWN_TESTS)
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


@for_each("how", ["small", "large"])
def test_rects_whose_numbers_lie_elsewhere_are_read_too(how: str) -> None:
    done = run("-c", OTHER_LAYOUT, how)
    assert done.returncode == 0, done.stderr


def test_spritecol_does_not_import_pygame() -> None:
    done = run("-c", "import sys, spritecol; assert 'pygame' not in sys.modules")
    assert done.returncode == 0, done.stderr


@for_each("stand_in", ["None", "types.ModuleType('pygame')"])
def test_without_pygame_ce_the_error_names_the_extra(stand_in: str) -> None:
    program = (
        f"import sys, types; sys.modules['pygame'] = {stand_in};"
        "import spritecol, spritecol.integrations; import spritecol.integrations.pygame"
    )
    done = run("-c", program)
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ImportError: ")
    assert 'pip install "spritecol[pygame]"' in last


def test_a_pygame_ce_that_is_too_old_is_named() -> None:
    program = (
        "import pygame.version as v; v.ver, v.vernum = '2.5.5', v.PygameVersion(2, 5, 5);"
        "import spritecol.integrations.pygame"
    )
    done = run("-c", program)
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ImportError: ")
    assert "needs pygame-ce 2.5.6 or later, and found 2.5.5" in last
    assert 'pip install "spritecol[pygame]"' in last


@for_each("name", drop_ins.__all__)
def test_everything_public_has_a_docstring(name: str) -> None:
    assert (getattr(drop_ins, name).__doc__ or "").strip()
