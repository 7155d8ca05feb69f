"""Birth and death of sprites at awkward moments: nothing leaks, dangles or crashes."""

import contextlib
import copy
import gc
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from support.behavior import (
    SQUARE,
    every_road,
    only_young_garbage,  # noqa: F401 - a fixture for the whole module
    rows_are_given_back,  # noqa: F401 - likewise
    same,
    square,
)

from spritecol import Circle, Group, Polygon, Rect, Sprite, check, pairs
from spritecol.storage import row_count, validate

# -- rows and memory ------------------------------------------------------------------------


def test_a_row_for_each_living_sprite() -> None:
    before = row_count()
    a = square()
    assert row_count() == before + 1
    b = copy.copy(a)
    assert row_count() == before + 2
    del a
    assert row_count() == before + 1
    b.collision = []
    b.collision = SQUARE
    assert row_count() == before + 1
    del b
    assert row_count() == before


def test_init_again_and_failed_constructors_keep_no_row() -> None:
    before = row_count()
    sprite = square()
    sprite.__init__(1, 2)  # type: ignore[misc]
    assert row_count() == before + 1
    for _ in range(100):
        with pytest.raises(TypeError):
            Sprite(colour="red")  # type: ignore[call-arg]
        with pytest.raises(ValueError, match="nan"):
            Sprite(float("nan"))
    assert row_count() == before + 1


def test_a_hundred_thousand_sprites_come_and_go() -> None:
    before = row_count()
    for x in range(100_000):
        square(x)
    assert row_count() == before
    sprites = [square(20 * x) for x in range(100_000)]
    assert row_count() == before + 100_000
    validate()
    assert Group(*sprites).pair_indices().shape == (0, 2)
    del sprites[::2]
    assert row_count() == before + 50_000
    validate()
    sprites += [square(20 * x + 15) for x in range(50_000)]
    assert row_count() == before + 100_000
    validate()
    # those that stayed begin at 20, 60, 100, ...; the new ones at 15, 35, 55, ... to a million
    assert len(pairs(sprites[:50_000], sprites[50_000:])) == 25_000
    sprites.clear()
    assert row_count() == before


def peak_memory() -> int:
    """The most memory this process ever had, in bytes."""
    resource = pytest.importorskip("resource")
    unit = 1 if sys.platform == "darwin" else 1024
    return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) * unit


def test_rows_are_used_again() -> None:
    def round_trip() -> None:
        sprites = [Sprite(x, 0, collision=[SQUARE, Circle(0, 0, 1)]) for x in range(20_000)]
        assert sprites[0].hits(sprites[1])
        Group(*sprites[::100]).pair_indices()

    round_trip()
    peak = peak_memory()
    for _ in range(8):
        round_trip()
    assert peak_memory() < peak + 2**24


def test_the_runs_of_shapes_and_vertices_are_used_again() -> None:
    ring = [(x, 1000 + (x - 30) ** 2) for x in range(60)]
    shapes: list[Any] = [
        [],
        SQUARE,
        Polygon([*ring, (30, 0)]),
        [Circle(0, 0, 3)] * 40,
        Polygon([(0, 0), (50, 5), (100, 0), (55, 50), (100, 100), (50, 60), (0, 100)]),
        [Rect(0, 0, 3, 3)] * 7,
    ]
    sprites = [Sprite() for _ in range(7)]

    def reshape(times: int) -> None:
        for number in range(times):
            sprite = sprites[number % 7]
            sprite.collision = shapes[number % 6]
            if number % 50 == 0:
                assert len(sprite.world_shapes) == len(sprite.shapes)
                sprite.hits(sprites)

    reshape(3_000)
    validate()
    peak = peak_memory()
    reshape(30_000)
    validate()
    assert peak_memory() < peak + 2**24


# -- death at awkward moments ---------------------------------------------------------------


def test_a_sprite_that_resurrects_itself() -> None:
    saved: list[Sprite] = []

    class Phoenix(Sprite):
        collision = SQUARE

        def __del__(self) -> None:
            saved.append(self)

    before = row_count()
    other = square(5)
    phoenix = Phoenix(3)
    assert every_road(phoenix, other)
    del phoenix
    assert len(saved) == 1
    assert row_count() == before + 2
    newcomer = square(100)
    assert saved[0].x == 3
    assert every_road(saved[0], other)
    assert not every_road(saved[0], newcomer)
    saved[0].x = 95
    assert every_road(saved[0], newcomer)
    saved[0].loop = saved[0]  # type: ignore[attr-defined]
    saved.clear()
    gc.collect()
    assert saved == []
    assert row_count() == before + 2


def test_a_sprite_resurrected_out_of_a_cycle_and_a_group() -> None:
    saved: list[Any] = []

    class Phoenix(Sprite):
        collision = SQUARE

        def __del__(self) -> None:
            saved.append(self)

    phoenix: Any = Phoenix()
    phoenix.group = Group(phoenix, square(5))
    assert len(phoenix.group.pairs()) == 1
    del phoenix
    gc.collect()
    assert len(saved) == 1
    assert len(saved[0].group.pairs()) == 1
    assert len(saved[0].group) == 2
    saved.clear()
    gc.collect()


def test_a_del_that_checks() -> None:
    others = [square(5), square(7)]
    found: list[Any] = []

    class Dying(Sprite):
        collision = SQUARE

        def __del__(self) -> None:
            found.append(self.check(others))
            self.x = 1000
            found.append(self.check(others))
            self.vanish()
            found.append(pairs([self, others]))
            found.append(square(6).check(others))

    dying = Dying()
    group = Group(dying)
    assert len(group.pairs(Group(*others))) == 2
    group.clear()
    del dying
    assert [len(result) for result in found] == [2, 0, 1, 2]


def test_weak_callbacks_may_check_and_create() -> None:
    others = Group(square(5), square(7), square(1000))
    found: list[Any] = []
    born: list[Sprite] = []

    def mourn(reference: Any) -> None:
        assert reference() is None
        found.append(others.pair_indices().tolist())
        born.extend(square(x) for x in range(500))
        found.append(len(born[0].check(others)))
        others.add(born[5])

    sprite = square()
    reference = weakref.ref(sprite, mourn)
    assert sprite.hits(others)
    del sprite
    assert reference() is None
    assert found == [[[0, 1]], 2]
    assert len(others) == 4


def test_weak_callbacks_of_sprites_that_die_within_a_check() -> None:
    found: list[Any] = []
    others = [square(5), square(7)]

    def mourn(reference: Any) -> None:
        found.append(len(pairs(others)))

    references = []

    def fleeting() -> Iterator[Sprite]:
        for x in range(20):
            sprite = square(x)
            references.append(weakref.ref(sprite, mourn))
            yield sprite

    me = square()
    assert me.hits(fleeting())
    assert len(me.check(fleeting())) == 10
    assert len(pairs(fleeting(), fleeting())) == 290
    gc.collect()
    assert not any(reference() for reference in references)
    assert found == [1] * len(references)
    assert len(references) > 60


def test_targets_that_only_the_iterator_knows() -> None:
    me = square()
    assert [sprite.x for sprite in me.check(square(x) for x in range(0, 40, 4))] == [0, 4, 8]
    group = Group(*(square(x) for x in range(0, 40, 4)))
    assert len(me.check(group)) == 3
    found = pairs((square(x) for x in range(0, 40, 4)), [me])
    assert [a.x for a, _ in found] == [0, 4, 8]
    assert all(a.hits(b) for a, b in found)


def test_collecting_garbage_in_callbacks() -> None:
    def litter() -> None:
        for x in range(10):
            loop: Any = square(x)
            loop.me = loop

    def collect(me: Sprite, other: Sprite) -> None:
        litter()
        gc.collect()
        validate()

    litter()
    sprites = [square(3 * x) for x in range(5)]
    group = Group(*sprites)
    expected = pairs(sprites)
    assert same(check(sprites, hit=collect), expected)
    assert same(group.check(hit=collect), expected)


def test_the_collector_may_run_at_any_moment() -> None:
    thresholds = gc.get_threshold()
    gc.set_threshold(1)
    try:
        for _ in range(5):
            loops: list[Any] = [square(3 * x) for x in range(12)]
            for number, sprite in enumerate(loops):
                sprite.me = sprite
                sprite.group = Group(*loops[:number])
            group = Group(*loops)
            assert len(pairs(loops)) == len(group.pairs()) == len(group.pair_indices()) == 30
            assert len(check(iter(loops), group)) == 60
            assert len(loops[0].check([[iter(loops)], group])) == 3
            twin = copy.deepcopy(loops[3])
            assert len(twin.group) == 3
            loops.clear()
    finally:
        gc.set_threshold(*thresholds)


# -- targets that change while they are read ------------------------------------------------


def shrinking(items: list[Any]) -> Iterator[Any]:
    while items:
        yield items.pop()
        del items[: len(items) // 2]


class Meddler:
    """An iterable that does something to its surroundings when it is walked."""

    def __init__(self, act: Callable[[], Any], items: Any = ()) -> None:
        self.act = act
        self.items = items

    def __iter__(self) -> Iterator[Any]:
        self.act()
        return iter(self.items)


@pytest.mark.parametrize("count", [3, 300])
def test_a_list_that_shrinks_or_grows_while_it_is_read(count: int) -> None:
    me = square()
    roads: list[Callable[[Any], Any]] = [
        me.check,
        me.hits,
        pairs,
        check,
        lambda targets: pairs(me, targets),
        lambda targets: pairs(targets, me),
        lambda targets: pairs(targets, [targets]),
    ]
    for road in roads:
        road(shrinking([square(x % 20) for x in range(count)]))
        outer: list[Any] = [square(x % 20) for x in range(count)]
        outer.insert(1, Meddler(outer.clear))
        road(outer)
        assert outer == []
        outer = [square(x % 20) for x in range(count)]
        outer.insert(1, Meddler(lambda o=outer: o.__delitem__(slice(2, None)), outer[1:]))
        road(outer)
        outer = [square(x % 20) for x in range(count)]
        outer.insert(1, Meddler(lambda o=outer: o.extend([square(1)] * 1000)))
        road(outer)
        validate()


def test_a_group_that_changes_while_its_partner_is_read() -> None:
    for act in ("clear", "vanish", "add", "drop"):
        group = Group(*(square(x) for x in range(40)))
        inner = Group(square(3))
        group.add(inner)

        def meddle(group: Group = group, inner: Group = inner, act: str = act) -> None:
            if act == "clear":
                group.clear()
            elif act == "vanish":
                for sprite in group:
                    sprite.vanish()
            elif act == "add":
                for x in range(300):
                    inner.add(square(20 * x))
            else:
                group.discard(inner)
                group.discard(next(iter(group)))

        for road in (pairs, check):
            road(group, [Meddler(meddle), square()])
            road([Meddler(meddle), square()], group)
            road([group, Meddler(meddle), group])
        square().check([group, Meddler(meddle), group])
        square().hits([group, Meddler(meddle)])
        group.hits([Meddler(meddle), square(5)])
        validate()
        assert len(group.pairs()) == len(group.pair_indices())


def test_targets_that_check_while_they_are_read() -> None:
    me = square()
    others = [square(4), square(8), square(20)]
    group = Group(*others)

    def act() -> None:
        assert me.check(others) == others[:2]
        assert me.check(Meddler(lambda: pairs(others), group)) == others[:2]
        assert pairs(group) == [(others[0], others[1])]

    assert me.check([others[0], Meddler(act, others)]) == others[:2]
    assert me.hits([others[2], Meddler(act, group)])
    assert len(pairs([me, Meddler(act, group)], [Meddler(act, others)])) == 4
    assert len(check([me, Meddler(act, others)])) == 3


def test_a_sprite_that_vanishes_while_the_targets_are_read() -> None:
    me, a, b = square(), square(4), square(8)
    assert me.check([a, Meddler(a.vanish), b]) == [b]
    assert pairs([me, Meddler(me.vanish)], [b]) == []
    assert a.check([b, Meddler(b.vanish)]) == []


# -- threads --------------------------------------------------------------------------------


def in_threads(work: Callable[[int], None], count: int = 6) -> None:
    """Runs work(0), work(1), ... at the same time; an error in any of them is raised here."""
    errors: list[BaseException] = []

    def guarded(number: int) -> None:
        try:
            work(number)
        except BaseException as error:
            errors.append(error)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=guarded, args=(number,)) for number in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    if errors:
        raise errors[0]


def test_threads_with_sprites_of_their_own() -> None:
    def work(number: int) -> None:
        for turn in range(30):
            # neighbours hit if and only if they are less than ten pixels apart
            step = 4 + (number + turn) % 8
            sprites = [square(step * x) for x in range(30)]
            reach = (9 // step) if step < 10 else 0
            expected = sum(30 - distance for distance in range(1, reach + 1))
            group = Group(*sprites)
            assert len(pairs(sprites)) == expected
            assert len(group.pair_indices()) == expected
            assert len(check(iter(sprites), group, shot=None, hit=None)) == 2 * expected
            group.x *= 3
            assert group.pairs() == []

    in_threads(work)


def test_threads_that_read_the_same_group() -> None:
    sprites = [square(4 * x) for x in range(100)]
    group = Group(Group(*sprites[:50]), *sprites[50:])

    def work(number: int) -> None:
        for _ in range(30):
            assert len(group.pairs()) == 197
            assert len(group) == 100
            assert len(sprites[50].check(group)) == 4
            assert len(pairs(sprites, group)) == 394

    in_threads(work)


def test_threads_that_change_the_same_group() -> None:
    group = Group(*(square(4 * x) for x in range(50)))

    def work(number: int) -> None:
        for turn in range(60):
            mine = square(4 * turn)
            group.add(mine)
            group.pairs()
            # another thread may change its length between the read and the write
            with contextlib.suppress(ValueError):
                group.x += 1
            mine.check(group)
            group.pair_indices(Group(mine))
            if turn % 2:
                mine.vanish()
            else:
                group.discard(mine)

    in_threads(work)
    assert len(group) == 50
    assert len(group.pairs()) == len(pairs(list(group)))


# -- the end of the interpreter -------------------------------------------------------------

FAREWELLS = {
    "globals": "sprite = S(); other = S(5); group = Group(sprite, Group(other)); group.pairs()",
    "cycles": "sprite = S(); sprite.me = sprite; sprite.group = Group(sprite); del sprite",
    "del": """
others = [S(3), S(4)]
class Last(S):
    def __del__(self, Group=Group, others=others):
        self.x += 1
        self.check([self, others])
        Group(self).pair_indices()
last = Last(); last.me = last
loose = Last()
""",
    "weakref": """
import weakref
others = [S(3), S(4)]
def mourn(reference, pairs=pairs, others=others):
    pairs(others)
sprite = S()
reference = weakref.ref(sprite, mourn)
""",
    "atexit": """
import atexit
sprites = [S(x) for x in range(1000)]
atexit.register(lambda: spritecol.check(sprites))
""",
    "in a module": """
import sys, types
module = types.ModuleType("scene"); module.sprites = [S(x) for x in range(100)]
sys.modules["scene"] = module; sys.sprites = module.sprites
sys.modules["spritecol"] = None
""",
    "in the middle of a check": """
import sys
S.hit = lambda self: sys.exit(0)
spritecol.check([S(), S(5)])
""",
}


@pytest.mark.parametrize("farewell", FAREWELLS)
def test_the_interpreter_ends_in_peace(farewell: str) -> None:
    script = (
        "import spritecol\nfrom spritecol import *\n"
        "class S(Sprite):\n    collision = [0, 0, 9, 9]\n" + FAREWELLS[farewell]
    )
    ended = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", script],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ended.returncode, ended.stderr, ended.stdout) == (0, "", "")
