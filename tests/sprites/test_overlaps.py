"""`Overlaps` against plain sets, over the lives of many sprites."""

import copy
import gc
import pickle
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from support.for_each import for_each
from support.processes import run_python

from spritecol import Changes, Circle, Contact, Group, Overlaps, Point, Rect, Segment, Sprite, pairs


class Noted(Sprite):
    """Notes its events."""

    log: list[tuple[str, "Noted", Sprite]]

    def enter(self, other: Sprite) -> None:
        self.log.append(("enter", self, other))

    def stay(self, other: Sprite) -> None:
        self.log.append(("stay", self, other))

    def exit(self, other: Sprite) -> None:
        self.log.append(("exit", self, other))


def one(rng: random.Random, log: list[Any], span: float) -> Noted:
    shape = rng.choice([Circle(0, 0, 9), Rect(-8, -6, 16, 12), Segment(-9, 0, 9, 4), Point(0, 0)])
    sprite = Noted(rng.uniform(0, span), rng.uniform(0, span), collision=shape)
    sprite.log = log
    return sprite


Step = Callable[[random.Random, "Life"], None]


class Life:
    """Sprites that come, move and go, and what a set remembers of their hits."""

    def __init__(self, seed: int, mode: str, count: int = 12, span: float = 60) -> None:
        self.rng = random.Random(seed)
        self.log: list[tuple[str, Noted, Sprite]] = []
        self.span = span
        self.within = mode == "within"
        self.a, self.b = Group(), Group()
        self.loose: list[Noted] = []
        self.alive: list[Noted] = []
        for _ in range(count):
            self.born()
        b = [self.b, self.loose] if mode == "list" else self.b
        self.b_now = b
        self.watch = Overlaps(self.a, stay="stay") if self.within else Overlaps(self.a, b)
        self.before: list[tuple[Sprite, Sprite]] = []

    def born(self) -> None:
        sprite = one(self.rng, self.log, self.span)
        self.alive.append(sprite)
        self.rng.choice([self.a, self.a, self.b]).add(sprite)
        if self.rng.random() < 0.2:
            self.loose.append(sprite)

    def step(self) -> None:
        rng = self.rng
        for _ in range(rng.randint(0, 3)):
            sprite = rng.choice(self.alive)
            match rng.randint(0, 11):
                case 0 | 1 | 2 | 3:
                    sprite.x += rng.uniform(-9, 9)
                case 4:
                    sprite.angle += rng.uniform(-90, 90)
                case 5:
                    sprite.x, sprite.y = rng.uniform(0, self.span), rng.uniform(0, self.span)
                case 6:
                    sprite.collision_enable = not sprite.collision_enable
                case 7:
                    sprite.collision_mask = rng.choice([1, 2, 3])
                    sprite.collision_layer = rng.choice([1, 1, 1, 2])
                case 8:
                    group = rng.choice([self.a, self.b])
                    group.discard(sprite) if sprite in group else group.add(sprite)
                case 9 if len(self.alive) > 5:
                    sprite.vanish()
                    self.alive.remove(sprite)
                case 10 if len(self.alive) < 16:
                    self.born()
                case 11 if len(self.a):  # the order of a Group changes
                    first = next(iter(self.a))
                    self.a.discard(first)
                    self.a.add(first)

    def key(self, pair: tuple[Sprite, Sprite]) -> Any:
        return frozenset(map(id, pair)) if self.within else tuple(map(id, pair))

    def keys(self, found: list[Any]) -> set[Any]:
        keys = {self.key(pair) for pair in found}
        assert len(keys) == len(found)
        return keys

    def look(self) -> Changes:
        now = pairs(self.a) if self.within else pairs(self.a, self.b_now)
        self.log.clear()
        changes = self.watch.update()
        old, new = self.keys(self.before), self.keys(now)
        assert self.keys(changes.entered) == new - old
        assert self.keys(changes.stayed) == new & old
        assert self.keys(changes.exited) == old - new
        # In order, and as tuples of now.
        assert self.watch.pairs == now
        assert changes.entered == [pair for pair in now if self.key(pair) not in old]
        assert changes.stayed == [pair for pair in now if self.key(pair) in old]
        assert changes.exited == [pair for pair in self.before if self.key(pair) not in new]
        called = [
            (event, *both)
            for event, changed in (
                ("enter", changes.entered),
                ("stay", changes.stayed if self.within else []),
                ("exit", changes.exited),
            )
            for pair in changed
            for both in (pair, pair[::-1])
        ]
        assert self.log == called
        self.before = now
        return changes


@for_each("mode", ["within", "between", "list"])
@for_each("seed", range(2))
def test_a_state_machine_of_sets(mode: str, seed: int) -> None:
    life = Life(seed, mode)
    events = 0
    for _ in range(2500):
        life.step()
        changes = life.look()
        events += len(changes.entered) + len(changes.exited)
    assert events > 150


def test_a_sprite_in_the_memory_of_a_gone_one_is_another() -> None:
    wall = Sprite(collision=Circle(0, 0, 9))
    group = Group()
    watch = Overlaps(wall, group)
    for _ in range(200):
        new = Sprite(collision=Circle(0, 0, 9))
        group.add(new)
        changes = watch.update()
        assert changes.entered == [(wall, new)]
        assert not changes.stayed
        new.vanish()
        del new, changes
        gc.collect()


def test_gone_sprites_are_let_go() -> None:
    import weakref

    wall, coin = Sprite(collision=Circle(0, 0, 9)), Sprite(collision=Circle(0, 0, 9))
    watch = Overlaps([wall], Group(coin))
    watch.update()
    seen = weakref.ref(coin)
    coin.vanish()
    del coin
    assert seen() is not None
    assert watch.update().exited[0][1] is seen()
    gc.collect()
    assert seen() is None


def test_shapes_by_name() -> None:
    body = Rect(-5, 0, 10, 20, name="body")
    head = Circle(0, -5, 5, name="head")
    player = Sprite(0, 0, collision=[body, head])
    arrow = Sprite(-50, 10, collision=Segment(-3, 0, 3, 0))
    watch = Overlaps(player, [arrow], by_shape=True)
    assert watch.update() == Changes([], [], [])
    arrow.x = 0
    assert watch.update().entered == [(player, arrow, body, arrow.collision)]
    player.collision = [head, Circle(0, 30, 2), body]  # the same names in another order
    assert watch.update().stayed == [(player, arrow, body, arrow.collision)]
    arrow.y = -5
    changes = watch.update()
    assert [pair[2].name for pair in changes.entered] == ["head"]
    assert [pair[2].name for pair in changes.exited] == ["body"]
    assert watch.pairs == changes.entered
    player.vanish()
    assert [pair[2].name for pair in watch.update().exited] == ["head"]


def test_shapes_without_names_and_of_one_name() -> None:
    a = Sprite(collision=[Circle(0, 0, 5), Circle(50, 0, 5)])
    b = Sprite(collision=[Circle(0, 0, 9, name="x"), Circle(3, 0, 9, name="x")])
    watch = Overlaps([a, b], by_shape=True)
    (entered,) = watch.update().entered
    assert entered == (a, b, a.shapes[0], b.shapes[0])
    b.x = 50
    changes = watch.update()
    assert [pair[2] for pair in changes.entered] == [a.shapes[1]]
    assert [pair[2] for pair in changes.exited] == [a.shapes[0]]


@for_each("seed", range(3))
def test_shapes_within_a_group_whose_order_changes(seed: int) -> None:
    rng = random.Random(seed)
    group = Group(
        Sprite(x, 0, collision=[Circle(0, 0, 9, name="p"), Circle(0, 4, 6)]) for x in range(6)
    )
    watch = Overlaps(group, by_shape=True)
    watch.update()
    for _ in range(20):
        moved = rng.choice(list(group))
        group.discard(moved)
        group.add(moved)
        changes = watch.update()
        assert not changes.entered
        assert not changes.exited


def test_callbacks_of_all_kinds() -> None:
    log: list[Any] = []

    class Plain(Sprite):
        collision = Circle(0, 0, 5)

        def touched(self) -> None:
            log.append(self)

        def left(self, other: Sprite) -> None:
            log.append((self, other))

    a, b = Plain(), Plain(3, 0)
    watch = Overlaps(
        a, b, enter="touched", stay=lambda own, other: log.append([own, other]), exit="left"
    )
    watch.update()
    watch.update()
    b.x = 100
    watch.update()
    assert log == [a, b, [a, b], [b, a], (a, b), (b, a)]
    assert Overlaps(a, Plain(), enter=None, exit=None).update().entered


def test_callbacks_that_ask_for_the_contact() -> None:
    log: list[Any] = []

    class Asks(Sprite):
        collision = Circle(0, 0, 10)

        def enter(self, other: Sprite, contact: Contact) -> None:
            log.append(("enter", self, other, contact))

        def stay(self, contact: Contact) -> None:
            log.append(("stay", self, contact))

        def exit(self, other: Sprite, *, contact: Contact | None = None) -> None:
            log.append(("exit", self, other, contact))

    class Plain(Sprite):
        collision = Circle(0, 0, 10)

        def enter(self, other: Sprite) -> None:
            log.append(("enter", self, other))

    a, b, plain = Asks(0, 0), Asks(15, 0), Plain(-15, 0)
    watch = Overlaps(a, [b, plain], stay="stay", exit="exit")
    plain.stay = plain.exit = lambda: None
    watch.update()
    of_a, of_b, of_plain = a.contacts(b)[0], b.contacts(a)[0], a.contacts(plain)[0]
    assert log == [
        ("enter", a, b, of_a),
        ("enter", b, a, of_b),
        ("enter", a, plain, of_plain),
        ("enter", plain, a),
    ]
    assert (of_a.normal, of_b.normal) == ((-1, 0), (1, 0))
    log.clear()
    b.x = 12  # a contact of this update
    watch.update()
    assert log[:2] == [("stay", a, a.contacts(b)[0]), ("stay", b, b.contacts(a)[0])]
    log.clear()
    watch.clear(emit=True)
    watch.update()
    assert [event[:3] for event in log[:2]] == [("exit", a, b), ("exit", b, a)]
    assert [event[3] for event in log[:3]] == [None] * 3
    log.clear()
    b.collision_enable = False  # whatever the reason, there is none
    watch.update()
    assert [event for event in log if event[0] == "exit"] == [
        ("exit", a, b, None),
        ("exit", b, a, None),
    ]


def test_contacts_are_found_before_the_first_callback() -> None:
    depths = []

    def push(own: Sprite, other: Sprite, contact: Contact | None) -> None:
        if contact is None:
            depths.append(None)
            return
        own.x += 100 * contact.normal[0]
        depths.append(contact.depth)

    player = Sprite(5, 0, collision=Rect(0, 0, 10, 10))
    walls = [Sprite(x, 0, collision=Rect(0, 0, 10, 10)) for x in (0, 12)]
    watch = Overlaps(player, walls, enter=push, exit=push)
    watch.update()
    assert depths == [5, 5, 3, 3]
    watch.update()
    assert depths[4:] == [None] * 4


def test_contacts_of_shapes_are_those_of_the_two() -> None:
    got: list[Any] = []

    def note(own: Sprite, other: Sprite, contact: Contact) -> None:
        got.append((own, contact.shape.name, contact.other_shape, contact.depth))

    fist_shape = Circle(0, 0, 6)
    fighter = Sprite(
        collision=[
            Circle(0, -20, 8, name="head"),
            Rect(-8, -12, 16, 32, name="body"),
            Rect(-12, -12, 24, 8, name="body"),
        ]
    )
    fist = Sprite(-10, -14, collision=fist_shape)
    watch = Overlaps(fighter, fist, enter=None, stay=note, by_shape=True)
    assert watch.update().entered == [
        (fighter, fist, fighter.shapes[0], fist_shape),
        (fighter, fist, fighter.shapes[1], fist_shape),
    ]
    fist.stay = None
    watch.update()
    contacts = fighter.contacts(fist)
    assert [c.shape.name for c in contacts] == ["head", "body", "body"]
    # Of the two bodies the deeper one.
    assert [(name, depth) for own, name, _, depth in got if own is fighter] == [
        ("head", contacts[0].depth),
        ("body", max(contacts[1].depth, contacts[2].depth)),
    ]
    assert contacts[1].depth < contacts[2].depth


def test_an_explicit_name_must_be_that_of_a_method() -> None:
    a, b = Noted(collision=Circle(0, 0, 5)), Sprite(collision=Circle(0, 0, 5))
    watch = Overlaps(a, b, enter="enter")
    a.log = []
    with pytest.raises(AttributeError, match="enter='enter' names no method of <Sprite"):
        watch.update()
    assert watch.pairs == [(a, b)]  # what was found counts as reported


@for_each("event", ["enter", "stay", "exit"])
def test_a_misspelled_name_is_told_before_anything_hits(event: str) -> None:
    near, far = Group(), Sprite(100, 0, collision=Circle(0, 0, 5))
    names: Any = {event: "entr"}
    watch = Overlaps(near, [far], **names)
    message = rf"^{event}='entr' names no method of any sprite here: Noted, Sprite$"
    near.add(Noted(collision=Circle(0, 0, 5)))
    for again in (watch, pickle.loads(pickle.dumps(watch))):
        with pytest.raises(AttributeError, match=message):
            again.update()
        assert again.pairs == []
    far.entr = lambda other: None  # type: ignore[attr-defined]
    assert not watch.update()
    del far.entr  # type: ignore[attr-defined]
    assert not watch.update()  # it was seen


def test_a_name_is_looked_for_when_there_are_sprites() -> None:
    group = Group()
    watch = Overlaps(group, enter="entr")
    assert not watch.update()
    group.add(Sprite(collision=Circle(0, 0, 5)))
    with pytest.raises(AttributeError, match="enter='entr' names no method"):
        watch.update()


def test_vanishing_in_a_callback() -> None:
    log: list[Any] = []

    class Mine(Sprite):
        collision = Circle(0, 0, 5)

        def enter(self, other: Sprite) -> None:
            log.append(("enter", self, other))
            self.vanish()

        def exit(self, other: Sprite) -> None:
            log.append(("exit", self, other))

    mine = Mine()
    feet = [Sprite(x, 0, collision=Circle(0, 0, 5)) for x in (0, 1)]
    watch = Overlaps([mine], feet)
    changes = watch.update()
    assert changes.entered == [(mine, feet[0]), (mine, feet[1])]
    assert log == [("enter", mine, feet[0])]  # the second pair is skipped
    assert watch.update().exited == changes.entered
    # One exit for the one enter.
    assert log == [("enter", mine, feet[0]), ("exit", mine, feet[0])]
    assert watch.update() == Changes([], [], [])


def test_an_update_inside_of_a_callback_and_errors() -> None:
    seen = []

    class Nosy(Sprite):
        collision = Circle(0, 0, 5)

        def enter(self, other: Sprite) -> None:
            seen.append(watch.update())
            raise RuntimeError("stop")

    watch = Overlaps([Nosy(), Nosy()])
    with pytest.raises(RuntimeError, match="stop"):
        watch.update()
    assert len(seen[0].stayed) == 1
    assert len(watch.update().stayed) == 1


def test_an_iterator_that_comes_later_is_an_error() -> None:
    others: list[Any] = []
    watch = Overlaps(Sprite(collision=Circle(0, 0, 5)), others)
    watch.update()
    others.append(iter([Sprite(collision=Circle(0, 0, 5))]))
    with pytest.raises(TypeError, match=r"b must be a Sprite.*used up after one"):
        watch.update()


@for_each("by_shape", [False, True])
def test_changes_are_true_if_anything_entered_or_exited(by_shape: bool) -> None:
    a, b, c = (Sprite(x, 0, collision=Circle(0, 0, 5)) for x in (0, 50, 50))
    watch = Overlaps([a, b, c], by_shape=by_shape)
    seen = []
    for a.x in (0, 0, 50, 50, 0, 0):
        changes = watch.update()
        assert bool(changes) == bool(changes.entered or changes.exited)
        seen.append(bool(changes))
    assert changes.stayed
    assert seen == [True, False, True, False, True, False]


def test_clear() -> None:
    log: list[Any] = []
    sprites = [one(random.Random(k), log, 1) for k in (1, 2)]
    for sprite in sprites:
        sprite.collision = Circle(0, 0, 9)
    watch = Overlaps(sprites)
    watch.update()
    log.clear()
    watch.clear()
    assert (watch.pairs, log) == ([], [])
    watch.update()
    log.clear()
    watch.clear(emit=True)
    assert [event for event, *_ in log] == ["exit", "exit"]
    assert watch.update().entered
    with pytest.raises(TypeError, match="emit must be True or False, got 3"):
        watch.clear(emit=3)  # type: ignore[arg-type]


def test_bad_arguments_are_named() -> None:
    a = Sprite(collision=Circle(0, 0, 5))
    with pytest.raises(TypeError, match=r"a must be a Sprite.*got 3"):
        Overlaps(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"a must be a Sprite.*got None"):
        Overlaps(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"b must be a Sprite.*got None"):
        Overlaps(a, None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"b must be a Sprite.*used up after one"):
        Overlaps(a, (s for s in [a]))
    with pytest.raises(TypeError, match=r"a must be a Sprite.*used up after one: make it a list"):
        Overlaps([a, iter([a])])
    with pytest.raises(TypeError, match=r"stay must be a method's name, .* or None, got 5"):
        Overlaps(a, stay=5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="enter must be a function of two sprites"):
        Overlaps(a, enter=lambda own: None)  # type: ignore[misc, arg-type]
    with pytest.raises(TypeError, match="by_shape must be True or False, got 'yes'"):
        Overlaps(a, by_shape="yes")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Overlaps(a, [a], "enter")  # type: ignore[misc]


def test_changes_are_small_records() -> None:
    a = Sprite(collision=Circle(0, 0, 5))
    assert not hasattr(Changes([], [], []), "__dict__")
    assert repr(Overlaps(a)) == "<Overlaps: 0 pairs of sprites>"


@for_each("mode", ["within", "between", "list"])
@for_each("delay", [1, 2, 5])
def test_what_stayed_is_that_of_its_update_however_late_it_is_read(mode: str, delay: int) -> None:
    life = Life(delay, mode)
    late = Overlaps(life.a) if life.within else Overlaps(life.a, life.b_now)
    waiting: list[tuple[Changes, list[Any]]] = []
    stayed = 0
    for _ in range(2000):
        life.step()
        changes = late.update()  # not read yet
        at_once = life.look().stayed
        waiting.append((changes, at_once))
        stayed += len(at_once)
        if life.rng.random() < 0.05:
            late.clear()
            life.watch.clear()
            life.before = []
        while len(waiting) > delay:
            changes, expected = waiting.pop(0)
            assert changes.stayed == expected
            assert changes.stayed is changes.stayed
    assert stayed > 200


def test_changes_nobody_has_read_are_values_all_the_same() -> None:
    a, b = Sprite(collision=Circle(0, 0, 5)), Sprite(collision=Circle(0, 0, 5))
    watch = Overlaps(a, b)
    watch.update()
    expected = Changes([], [(a, b)], [])
    assert watch.update() == expected
    assert repr(watch.update()) == repr(expected)
    assert copy.copy(watch.update()).stayed == [(a, b)]
    assert len(pickle.loads(pickle.dumps(watch.update())).stayed) == 1
    assert hasattr(watch.update(), "stayed")
    with pytest.raises(AttributeError, match="Changes' object has no attribute 'staid'"):
        watch.update().staid  # type: ignore[attr-defined] # noqa: B018
    with pytest.raises(AttributeError):
        watch.update().stayed = []  # type: ignore[misc]


def test_changes_nobody_has_read_are_let_go_with_their_sprites() -> None:
    import weakref

    a, b = Sprite(collision=Circle(0, 0, 5)), Sprite(collision=Circle(0, 0, 5))
    watch = Overlaps([a], Group(b))
    watch.update()
    changes = watch.update()
    gone = weakref.ref(b)
    b.vanish()
    del b
    watch.update()
    assert gone() is not None  # `stayed` of then may still be asked for
    del changes
    assert gone() is None


@for_each("threshold", [1, 50, 100, 150, 200, 250, 300])
def test_finalizers_that_update_pairs_of_shapes(threshold: int) -> None:
    shapes = [Circle(0, 0, 5, name="a"), Rect(0, 0, 4, 4, name="b")]
    group = Group(Sprite(3 * i, 0, collision=shapes) for i in range(20))
    watch = Overlaps(group, by_shape=True, enter=None, exit=None)
    entered: list[Any] = []

    class Last:
        def __init__(self) -> None:
            self.itself = self

        def __del__(self) -> None:
            entered.extend(watch.update().entered)

    gc.collect()
    gc.disable()
    Last()
    former = gc.get_threshold()
    gc.set_threshold(threshold)
    gc.enable()
    try:
        entered.extend(watch.update().entered)
    finally:
        gc.set_threshold(*former)
    assert len(entered) == len(watch.pairs)  # each once, and they still hit
    assert len({(id(a), id(b), s.name, t.name) for a, b, s, t in entered}) == len(entered)


def test_nothing_is_kept_of_pairs_that_nobody_hears_exit() -> None:
    """A skipped `enter` is remembered for one update, also if there is no `exit` to skip."""

    def swallow(coin: Sprite, _: Sprite) -> None:
        for other in coins:
            other.vanish()

    player = Sprite(collision=Circle(0, 0, 8))
    watch: Overlaps
    for _ in range(3):
        coins = [Sprite(collision=Circle(0, 0, 4)) for _ in range(5)]
        watch = Overlaps(coins, player, enter=swallow, exit=None)
        assert len(watch.update().entered) == 5
        assert len(watch.update().exited) == 5
        assert not watch._silent


# --- forget ---------------------------------------------------------------------------------------


@for_each("swept", [False, True])
def test_what_is_forgotten_enters_again(swept: bool) -> None:
    told: list[tuple[str, float, float]] = []
    one, two, three = (Sprite(x, collision=Circle(0, 0, 8)) for x in (0, 4, 8))
    watch = Overlaps(
        [one, two, three],
        swept=swept,
        enter=lambda a, b: told.append(("enter", a.x, b.x)),
        exit=lambda a, b: told.append(("exit", a.x, b.x)),
    )
    watch.update()
    assert len(watch.pairs) == 3
    told.clear()
    watch.forget(one)
    assert told == []
    assert watch.pairs == [(two, three)]
    changes = watch.update()
    assert changes.entered == [(one, two), (one, three)]
    assert changes.stayed == [(two, three)]
    assert changes.exited == []
    for forget in ((three, one), ((one, three),)):
        watch.forget(*forget)
        assert watch.pairs == [(one, two), (two, three)]
        changes = watch.update()
        assert (changes.entered, len(changes.stayed), changes.exited) == ([(one, three)], 2, [])
    watch.forget(one)
    one.y = 99
    told.clear()
    assert not watch.update()  # it hits no more, and nobody is told of what was forgotten
    assert told == []
    watch.forget(Sprite())
    assert watch.pairs == [(two, three)]


@for_each("within", [False, True])
@for_each("swept", [False, True])
def test_pairs_of_shapes_are_forgotten(within: bool, swept: bool) -> None:
    fist, body = Rect(0, 0, 9, 9, name="fist"), Rect(5, 5, 9, 9, name="body")
    one = Sprite(collision=[fist, body, Circle(4, 4, 5), Circle(5, 5, 5)])
    two = Sprite(2, 2, collision=[fist, body])
    targets = ([one, two],) if within else (one, two)
    watch = Overlaps(*targets, by_shape=True, swept=swept)
    entered = watch.update().entered
    assert len(entered) == 8
    for k, pair in enumerate(entered):
        flipped = (pair[1], pair[0], pair[3], pair[2])
        watch.forget(flipped if k % 2 else pair)
        assert watch.pairs == entered[:k] + entered[k + 1 :]
        changes = watch.update()
        assert (changes.entered, len(changes.stayed), changes.exited) == ([pair], 7, [])
    one.collision = [body, Rect(1, 1, 8, 8, name="fist"), Circle(4, 4, 5), Circle(5, 5, 5)]
    watch.update()
    watch.forget(entered[0])  # the fist of another frame is that fist
    assert [pair[2:] for pair in watch.update().entered] == [(one.shapes[1], two.shapes[0])]
    watch.forget(entered[0])
    one.x = 99
    assert len(watch.update().exited) == 7  # nobody is told of what was forgotten
    one.x = 0
    watch.update()
    watch.forget(two, one)
    assert watch.pairs == []
    assert (len(watch.update().entered), len(watch.update().stayed)) == (8, 8)
    with pytest.raises(TypeError, match="one of pairs"):
        watch.forget((one, two, "fist", "body"))


def test_names_of_an_overlaps_are_known_where_it_is_read() -> None:
    code = """if True:
        import pickle, sys
        from spritecol import Overlaps, Rect, Sprite
        {}
        """
    write = code.format("""
        Rect(0, 0, 9, 9, name="fist"), Rect(0, 0, 9, 9, name="boot")
        a, b = (Sprite(collision=Rect(0, 0, 9, 9, name="hurt")) for _ in range(2))
        watch = Overlaps([a, b], shapes=["fist", "boot"], target_shapes="hurt")
        print(pickle.dumps((a, b, watch)).hex())""")
    read = code.format("""
        a, b, watch = pickle.loads(bytes.fromhex(sys.argv[1]))
        print(len(watch.update().entered))
        a.collision = Rect(0, 0, 9, 9, name="boot")
        print(len(watch.update().entered))""")
    made = run_python("-c", write)
    assert made.returncode == 0, made.stderr
    done = run_python("-c", read, made.stdout.strip())
    assert done.stdout.split() == ["0", "1"], done.stderr


def test_bad_names_in_the_state_of_an_overlaps() -> None:
    watch = Overlaps([Sprite(collision=Circle(0, 0, 8, name="a"))], shapes="a")
    state = watch.__getstate__()  # type: ignore[attr-defined,unused-ignore]
    for bad in ((1,), 1, (None,)):
        crafted = {**state, "_query_filter": (None, (), None, bad, None)}
        with pytest.raises(TypeError):
            Overlaps.__new__(Overlaps).__setstate__(crafted)


def test_a_callback_may_forget() -> None:
    told = []

    def enter(a: Sprite, b: Sprite) -> None:
        told.append((a, b))
        watch.forget(a, b)

    sprites = [Sprite(collision=Circle(0, 0, 8)) for _ in range(3)]
    watch = Overlaps(sprites, enter=enter)
    for turn in range(3):
        watch.update()
        assert watch.pairs == []
        assert len(told) == 6 * (turn + 1)


def test_sprites_that_are_forgotten_need_no_own_equality() -> None:
    class Odd(Sprite):
        collision = Circle(0, 0, 8)

        def __eq__(self, other: object) -> bool:
            raise RuntimeError

        __hash__ = Sprite.__hash__

    one, two = Odd(), Odd()
    watch = Overlaps(one, two)
    watch.update()
    watch.forget(two)
    assert len(watch.update().entered) == 1


@for_each("bad", [None, 1, (), (1, 2), "fist", (Sprite(),)])
def test_only_sprites_are_forgotten(bad: Any) -> None:
    watch = Overlaps([Sprite(collision=Circle(0, 0, 8)) for _ in range(2)])
    watch.update()
    with pytest.raises(TypeError, match="must be a Sprite"):
        watch.forget(bad)
    with pytest.raises(TypeError, match="must be a Sprite"):
        watch.forget(Sprite(), bad if bad is not None else 1)
    assert len(watch.pairs) == 1


SETTINGS = [
    "a",
    "b",
    "enter",
    "stay",
    "exit",
    "by_shape",
    "swept",
    "mask",
    "exclude",
    "where",
    "shapes",
    "target_shapes",
]


@for_each("name", SETTINGS)
def test_settings_of_overlaps_are_given_when_they_are_made(name: str) -> None:
    watch = Overlaps([])
    before = dict(vars(watch))
    with pytest.raises(AttributeError, match=rf"{name} is given when .*{name}=\.\.\.") as caught:
        setattr(watch, name, None)
    assert (caught.value.name, caught.value.obj) == (name, watch)
    assert vars(watch) == before


@for_each("name", ["entr", "owner", "entered", "callback"])
def test_overlaps_take_no_other_attributes(name: str) -> None:
    """Those of a subclass do, also by names of settings."""
    told = f"no attribute '{name}' to assign; when it is made it takes {', '.join(SETTINGS)}; "
    with pytest.raises(AttributeError, match=re.escape(told)):
        setattr(Overlaps([]), name, 1)

    class Own(Overlaps):
        pass

    for each in (name, "enter", "shapes"):
        own = Own([])
        setattr(own, each, 1)
        assert getattr(own, each) == 1
        assert not own.update()


def test_the_error_for_a_keyword_lists_all() -> None:
    with pytest.raises(TypeError, match=re.escape(f"it takes {', '.join(SETTINGS)}")):
        Overlaps([], foo=1)  # type: ignore[call-overload]
