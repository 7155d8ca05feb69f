"""`Overlaps` over random lives: what entered, stayed and exited, by sets and fractions."""

import copy
import gc
import pickle
import random
import weakref
from collections.abc import Callable
from typing import Any

import pytest
from oracle.lives import EVENT_ACTS, Actor, Life, Watch
from support.campaign import events
from support.campaign.events import WATCHED, fraction_of
from support.campaign.tally import assert_right
from support.counting import at_least

from spritecol import Changes, Circle, Group, Overlaps, Point, Polygon, Rect, Sprite

WATCHES = pytest.mark.parametrize(("b", "by_shape", "swept"), WATCHED, ids=str)
CLONES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "pickle 2": lambda thing: pickle.loads(pickle.dumps(thing, 2)),
}


def told(watch: Watch, changes: Changes[Any]) -> dict[str, list[Any]]:
    """What changed, by keys."""
    names = ("entered", "stayed", "exited")
    return {name: list(map(watch.key, getattr(changes, name))) for name in names}


def test_events_are_those_of_sets() -> None:
    """Of one Group or two, by sprites or shapes, also on their way, with an index and without."""
    assert_right(events.judged, range(24), events.BRANCHES)


@pytest.mark.parametrize("name", CLONES)
@WATCHES
def test_a_copy_goes_on_as_the_original(
    b: int | None, by_shape: bool, swept: int, name: str
) -> None:
    """With the sprites, Groups and pairs of its own; `copy.copy` has the very same ones."""
    with at_least(events=16) as seen:
        life = Life(f"{b} {by_shape} {swept}", 9, fraction_of(swept), groups=2)
        watch = Watch(life, 0, b, by_shape, bool(swept))
        for _ in range(25):
            twin, other = CLONES[name](watch.real), life
            if name != "copy":
                other, twin = CLONES[name]((life, watch.real))
                other.rng.setstate(life.rng.getstate())
                own = set(map(id, other.sprites.values()))
                assert all(id(s) in own for pair in twin.pairs for s in pair[:2])
            assert list(map(watch.key, twin.pairs)) == list(map(watch.key, watch.real.pairs))
            for _ in range(2):
                for each in (life, other) if other is not life else (life,):
                    for _ in range(4):
                        each.act(*EVENT_ACTS)
                logs = []
                for each in (watch.real, twin):
                    Actor.log.clear()
                    logs.append((told(watch, each.update()), list(Actor.log)))
                assert logs[0] == logs[1]
                seen["events"] += len(logs[0][1])


@pytest.mark.parametrize("delay", [1, 2, 5])
def test_what_stayed_is_that_of_its_update_however_late_it_is_read(delay: int) -> None:
    life = Life(delay, 9, groups=2)
    watch = Watch(life, 0, None, False, False)
    waiting: list[tuple[Changes[Any], list[Any]]] = []
    with at_least(stayed=90) as seen:
        for _ in range(400):
            life.act(*EVENT_ACTS)
            wanted = watch.update()
            waiting.append((watch.real.update(), wanted.stayed))
            while len(waiting) > delay:
                changes, stayed = waiting.pop(0)
                assert list(map(watch.key, changes.stayed)) == stayed
                assert changes.stayed is changes.stayed
                seen["stayed"] += len(stayed)


def test_changes_that_nobody_has_read_are_values() -> None:
    a, b = Actor(), Actor()
    watch = Overlaps([a], Group(b))
    watch.update()
    wanted = Changes([], [(a, b)], [])
    assert watch.update() == wanted
    assert repr(watch.update()) == repr(wanted)
    assert copy.copy(watch.update()).stayed == [(a, b)]
    assert len(pickle.loads(pickle.dumps(watch.update())).stayed) == 1
    with pytest.raises(AttributeError, match="staid"):
        watch.update().staid  # type: ignore[attr-defined] # noqa: B018
    with pytest.raises(AttributeError):
        watch.update().stayed = []  # type: ignore[misc]


# --- ways ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("turned", [False, True])
def test_a_way_is_swept_as_one_sprite_would(turned: bool) -> None:
    """Turned, concave and thin shapes: `Sprite.sweep_all` of one relative to the other tells."""
    rng = Life(turned).rng
    shapes = [
        Circle(0, 0, 5),
        Rect(-5, -3, 10, 6, 20),
        Polygon([(0, 0), (2, 0), (2, 8), (8, 8), (8, 0), (10, 0), (10, 10), (0, 10)]),
    ]
    with at_least(crossed=40, missed=60) as seen:
        for _ in range(300):
            a, b = (Sprite(collision=rng.choice(shapes), angle=rng.uniform(0, 90)) for _ in "ab")
            starts = [(rng.uniform(-60, 60), rng.uniform(-60, 60)) for _ in "ab"]
            ends = [(rng.uniform(-60, 60), rng.uniform(-60, 60)) for _ in "ab"]
            (a.x, a.y), (b.x, b.y) = starts
            got: dict[int, Any] = {}

            def note(own: Any, other: Any, contact: Any) -> None:
                got[id(own)] = contact  # noqa: B023 (called at once)

            watch = Overlaps(*((b, a) if turned else (a, b)), swept=True, enter=note)
            if watch.update():
                continue
            (a.x, a.y), (b.x, b.y) = ends
            changes = watch.update()
            if not a.hits(b):
                way = [ends[0][k] - starts[0][k] - ends[1][k] + starts[1][k] for k in (0, 1)]
                a.x, a.y = a.x - way[0], a.y - way[1]
                hit = a.sweep(*way, b)
                assert bool(changes.entered) is (hit is not None)
                assert changes.entered == changes.exited
                seen["crossed" if hit else "missed"] += 1
                if hit:
                    assert got[id(a)].normal == pytest.approx(hit.normal, abs=1e-6)
                    assert got[id(b)].normal == -got[id(a)].normal
                    assert got[id(b)].points == got[id(a)].points


def test_turns_are_not_followed() -> None:
    blade = Sprite(0, 0, collision=Rect(0, -1, 50, 2))
    post = Sprite(10, 30, collision=Circle(0, 0, 3))
    watch = Overlaps(blade, post, swept=True)
    watch.update()
    blade.angle = 180  # over the post, at 90 degrees
    assert not watch.update()
    blade.y = 60  # as it is turned now, to the left
    assert not watch.update()
    blade.x, blade.y = 30, 0
    assert watch.update()


@pytest.mark.parametrize("moves", [0, 1])
def test_the_contact_of_a_way_is_where_they_met(moves: int) -> None:
    """As a sweep finds it, with depth 0, seen from the sprite that is called."""
    got: list[Any] = []

    def note(own: Any, other: Any, contact: Any) -> None:
        got.append((own, other, contact))

    ball, wall = (
        Sprite(0, 0, collision=Circle(0, 0, 4)),
        Sprite(50, -50, collision=Rect(0, 0, 4, 99)),
    )
    watch = Overlaps(ball, wall, swept=True, enter=note, exit=note)
    watch.update()
    hit = ball.sweep(100, 0, wall)
    assert hit
    (wall if moves else ball).x += -100 if moves else 100
    watch.update()
    (first, _, own), (second, _, others), *rest = got
    assert (first, second) == (ball, wall)
    assert (own.normal, others.normal, own.depth) == ((-1, 0), (1, 0), 0)
    assert (own.shape, own.other_shape) == (ball.collision, wall.collision)
    assert own.points == others.points == ((hit.point[0] - 46 * moves, hit.point[1]),)
    assert own.region.is_empty
    assert [contact for *_, contact in rest] == [None, None]


# --- who is let go -------------------------------------------------------------------------------


@pytest.mark.parametrize("swept", [False, True])
def test_pairs_keep_their_sprites_until_they_have_exited(swept: bool) -> None:
    wall, coin = Actor(), Actor()
    group = Group(coin)
    watch = Overlaps(wall, group, swept=swept)
    for _ in range(2):
        watch.update()
    changes = watch.update()
    twin = copy.copy(watch)
    gone = weakref.ref(coin)
    coin.vanish()
    del coin
    assert gone() is not None
    assert watch.update().exited[0][1] is twin.update().exited[0][1] is gone()
    assert gone() is not None  # `stayed` of then may still be asked for
    del changes
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize("swept", [False, True])
def test_a_sprite_in_the_memory_of_a_gone_one_is_another(swept: bool) -> None:
    """It enters anew, and has no way."""
    wall, group = Actor(50, -9, collision=Rect(0, 0, 4, 99)), Group[Any]()
    watch = Overlaps(wall, group, swept=swept)
    for x in (50, 0, 100) * 30:
        group.add(Actor(x))
        changes = watch.update()
        assert changes.entered == [(wall, group[0])][: x == 50]
        group[0].vanish()
        del changes
        gc.collect()
        watch.update()


class Room(Sprite):
    collision = Rect(0, 0, 20, 20)

    def enter(self, hero: Any) -> None:
        hero.room = self

    def exit(self, hero: Any) -> None:
        hero.room = None


@pytest.mark.parametrize("by_shape", [False, True])
@pytest.mark.parametrize("kind", [list, tuple, Group, lambda some: some[::-1]])
def test_the_old_room_is_left_before_the_new_one_is_entered(kind: Any, by_shape: bool) -> None:
    """A point is in one room at a time, in whichever order the rooms stand."""
    rooms = [Room(x, y) for y in (0, 20, 40) for x in (0, 20, 40)]
    hero: Any = Sprite(30, 30, collision=Point(0, 0))
    hero.room = None
    watch = Overlaps(kind(rooms), hero, by_shape=by_shape)
    chance = random.Random(1)
    with at_least(moved=50) as seen:
        for _ in range(200):
            before = hero.room
            hero.position = chance.randrange(60), chance.randrange(60)
            watch.update()
            assert hero.room is rooms[int(hero.y // 20) * 3 + int(hero.x // 20)]
            seen["moved"] += hero.room is not before


def test_what_was_only_passed_is_left_last() -> None:
    ball = Sprite(4, 4, collision=Circle(0, 0, 2))
    zones = {
        name: Sprite(x, 0, collision=Rect(0, 0, width, 10))
        for name, x, width in (("new", 40, 9), ("old", 0, 9), ("passed", 20, 9), ("all", 0, 99))
    }
    names = {id(zone): name for name, zone in zones.items()}
    log: list[tuple[str, str]] = []

    def note(event: str) -> Callable[[Sprite, Sprite], None]:
        def call(own: Sprite, other: Sprite) -> None:
            if own is ball:
                log.append((event, names[id(other)]))

        return call

    told = {event: note(event) for event in ("enter", "stay", "exit")}
    watch = Overlaps(ball, zones.values(), swept=True, **told)
    watch.update()
    assert log == [("enter", "old"), ("enter", "all")]
    log.clear()
    ball.x = 44
    watch.update()
    assert log == [
        ("exit", "old"),
        ("enter", "new"),
        ("enter", "passed"),
        ("stay", "all"),
        ("exit", "passed"),
    ]


@pytest.mark.parametrize("by_shape", [False, True])
def test_who_passes_is_told_once_also_where_an_update_asks_for_another(by_shape: bool) -> None:
    """The update within the first one has seen the same way, and tells of it."""
    one, other = (Sprite(x, 0, collision=Circle(0, 0, 2)) for x in (0, 20))
    inner: list[Any] = []

    def where(_: Sprite, __: Sprite) -> bool:
        if not inner:
            inner.append(None)
            inner[0] = watch.update()
        return True

    watch = Overlaps(one, other, swept=True, by_shape=by_shape, enter=None, exit=None, where=where)
    watch.update()
    assert not inner
    one.x = 40
    outer = watch.update()
    assert [len(found.entered) for found in (inner[0], outer)] == [1, 0]
    assert [len(found.exited) for found in (inner[0], outer)] == [1, 0]


def test_a_shape_is_known_by_its_name_or_its_place() -> None:
    body, head = Rect(-5, 0, 10, 20, name="body"), Circle(0, -5, 5, name="head")
    player = Sprite(collision=[body, head])
    arrow = Sprite(0, 10, collision=Circle(0, 0, 1))
    watch = Overlaps(player, [arrow], by_shape=True)
    assert watch.update().entered == [(player, arrow, body, arrow.collision)]
    player.collision = [head, Circle(0, 30, 2), body]  # the same names in another order
    assert watch.update().stayed == [(player, arrow, body, arrow.collision)]
    arrow.y = -5
    changes = watch.update()
    assert [pair[2].name for pair in (*changes.entered, *changes.exited)] == ["head", "body"]
    watch.forget((arrow, player, arrow.collision, head))
    assert watch.pairs == []
    with pytest.raises(TypeError, match="one of pairs"):
        watch.forget((player, arrow, "head", "body"))  # type: ignore[arg-type]
