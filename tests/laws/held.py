"""Lives: however sprites are held, and whatever happens to them, answers are those of new sprites.

A `Node` is a Group or a list, and knows as plain data what is in it. HOLDS are the ways to hold
sprites, DEEDS what happens between two questions. The questions are those of `roads.py`. Each is
asked of what is held, and of twins: new sprites of the same values in one plain list, of which each
is compared with each. What an index, a flat list or a place in a list remembers must never show.
"""

import gc
import math
import random
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
from laws.roads import CONDITIONS, QUESTIONS, Asked, Condition, shape_of, sprite_of
from support.hooks import index_forced, limit, use_index, validate

from spritecol import (
    CharacterController,
    Circle,
    Group,
    Overlaps,
    Point,
    Rect,
    Segment,
    Shape,
    Sprite,
    World,
)

VALUES: dict[str, list[Any]] = {
    "x": [40, -7.5],
    "y": [40, -7.5],
    "angle": [90, 200],
    "scale": [2, -1.5],
    "scale_x": [2, -2, 0],
    "scale_y": [2, -2, 0],
    "center_x": [30],
    "center_y": [30],
    "collision_layer": [1, 2, 6],
    "collision_mask": [3, 5, 0],
    "collision_enable": [False, True],
    "collision_sync": [False],
    "offset_sync": [True],
}
COLUMNS = [name for name in VALUES if hasattr(Group, name)]
POSE = [name for name in VALUES if name != "scale"]

ODD: list[Callable[[], list[Shape]]] = [
    lambda: [Rect(-40, -2, 80, 4)],
    lambda: [Segment(-60, -50, 60, 50)],
    lambda: [Segment(-300, y - 260, 300, y + 260) for y in (0, 6)],
    lambda: [Rect(-100, -100, 200, 200)],
    lambda: [Point(0, 0)],
    lambda: [],
    lambda: [Circle(5 * k, 4 * k, 3) for k in range(-35, 35)],
]


@cache
def forms(whole: bool) -> list[list[Shape]]:
    """One to three shapes, which many sprites share, so that few polygons have to be cut."""
    rng = random.Random(5)
    return [[shape_of(rng, whole) for _ in range(1 + k % 3)] for k in range(60)]


def crowd(rng: random.Random, count: int, spread: float) -> list[Sprite]:
    """Sprites of one to three shapes, a few long, large, empty, or of many shapes."""
    whole = rng.random() < 0.5
    found = [sprite_of(rng, whole, spread, rng.choice(forms(whole))) for _ in range(count)]
    for one in found[:: len(ODD)]:
        if rng.random() < 0.3:
            one.collision = rng.choice(ODD)()
    for one in found[::9]:
        one.collision_layer, one.collision_mask = rng.choice([(2, 7), (4, 1), (1, 3)])
    return found


def twin_of(one: Sprite) -> Sprite:
    """A new sprite of the same values."""
    return Sprite(collision=list(one.shapes), **{name: getattr(one, name) for name in POSE})


class Node:
    """A Group or a list, and its sprites and nodes as plain data.

    To walk through the Group would close the holes that its members have left, or build its flat
    list again.
    """

    def __init__(self, kind: type, *items: Any) -> None:
        self.items: list[Any] = list(items)
        given = [item.held if isinstance(item, Node) else item for item in items]
        self.held: Any = Group(*given) if kind is Group else given

    def sprites(self) -> list[Sprite]:
        """All sprites, each once, at its first place."""
        found: dict[int, Sprite] = {}
        waiting: list[Any] = [self]
        while waiting:
            item = waiting.pop()
            if isinstance(item, Node):
                waiting += reversed(item.items)
            elif not item.vanished:
                found.setdefault(id(item), item)
        return list(found.values())

    def nodes(self) -> list["Node"]:
        """The node itself and all nodes inside."""
        inner = [item.nodes() for item in self.items if isinstance(item, Node)]
        return [self, *(node for nodes in inner for node in nodes)]

    def add(self, item: Any) -> None:
        held = item.held if isinstance(item, Node) else item
        if not any(held is (one.held if isinstance(one, Node) else one) for one in self.items):
            self.items.append(item)
            if not isinstance(self.held, Group):
                self.held.append(held)
        if isinstance(self.held, Group):
            self.held.add(held)

    def drop(self, item: Any) -> None:
        held = item.held if isinstance(item, Node) else item
        if isinstance(self.held, Group):
            self.held.discard(held)
        else:
            self.held[:] = [one for one in self.held if one is not held]
        self.items = [one for one in self.items if one is not item]

    def forget_vanished(self) -> None:
        for node in self.nodes():
            node.items = [one for one in node.items if isinstance(one, Node) or not one.vanished]


def quarters(some: list[Sprite]) -> list[list[Sprite]]:
    """Unequal ones: the first and second may have an index of their own, the others have none."""
    first, second, third = (len(some) * share // 100 for share in (40, 75, 90))
    return [some[:first], some[first:second], some[second:third], some[third:]]


def list_of_groups(some: list[Sprite]) -> Node:
    a, b, c, d = quarters(some)
    few = Node(Group, *c)
    shared = Node(Group, *a[::9], *c[:5], *d[1:])
    inner = Node(list, Node(Group, *d[:9]), a[3])
    return Node(list, Node(Group, *a), d[0], Node(Group, Node(Group, *b), few), shared, inner)


def group_of_groups(some: list[Sprite]) -> Node:
    """Those behind have sprites of those before, and the first one is empty."""
    a, b, c, d = (Node(Group, *part) for part in quarters(some))
    return Node(Group, Node(Group), a, some[-1], Node(Group, b, c, *a.items[:9]), *b.items[:9], d)


def three_levels(some: list[Sprite]) -> Node:
    """In a list, which is another collection than the Group in it."""
    a, b, c, d = quarters(some)
    lowest = Node(Group, Node(Group, *b), *c)
    return Node(list, Node(Group, Node(Group, lowest, *d), Node(Group, *a), *b[:5]))


HOLDS: dict[str, Callable[[list[Sprite]], Node]] = {
    "Group": lambda some: Node(Group, *some),
    "Group of Groups": group_of_groups,
    "Groups in three levels": three_levels,
    "list of Groups": list_of_groups,
    "list of many and a Group": lambda some: Node(list, *some[9:], Node(Group, *some[:30])),
}

LIVES = ("an index by number", "an index or none")
"""How boxes are compared: as many are, by a Group that keeps an index and rests; or, in turn, by an
index that is forced and by none."""
TAIL = limit("MOST_TAIL") + 1
"""Sprites that change at once, so that they get a tree of their own."""
COUNTS = {"an index by number": limit("MOVED_SHARE") * TAIL + 10, "an index or none": 60}

ASKERS = ("few", "in one place", "many", "in Groups", "targets", "itself", "one")
"""Who asks in bulk."""


class Life:
    """What is held, strangers, and what remembers its last frame: an `Overlaps` and a walker."""

    def __init__(self, hold: str, kind: str, seed: int) -> None:
        self.index: bool | None = None if kind == "an index by number" else True
        count = COUNTS[kind]
        self.rng = random.Random(f"{hold} {kind} {seed}")
        self.seed = self.turn = seed
        self.spread = 30 * math.sqrt(count)
        self.node = HOLDS[hold](self.crowd(count))
        self.strangers = self.crowd(20)
        self.seen: Counter[str] = Counter()
        self.probe = Sprite(collision=Circle(0, 0, self.spread / 3))
        self.whole = Sprite(collision=Circle(0, 0, 4 * self.spread))
        self.watch = Overlaps(self.probe, self.node.held, enter=None, exit=None)
        self.before: list[Sprite] = []
        bodies = [Sprite(collision=Rect(0, 0, 10, 16)) for _ in "ab"]
        self.walkers = [CharacterController(body, step=4) for body in bodies]

    # --- what deeds need ---

    def crowd(self, count: int) -> list[Sprite]:
        return crowd(self.rng, count, self.spread)

    def some(self, count: int = 0) -> list[Sprite]:
        """Some sprites: one, a few, or more than a tail of changes holds."""
        every = self.node.sprites()
        return self.rng.sample(every, min(count or self.rng.choice((1, 3, TAIL)), len(every)))

    def groups(self) -> list[Node]:
        return [node for node in self.node.nodes() if isinstance(node.held, Group)]

    def a_group(self) -> Node:
        """A Group, or the list if there is none."""
        return self.rng.choice(self.groups() or [self.node])

    def inner(self) -> tuple[Node, Node] | None:
        """A node and a Group in it, if there is one."""
        found = [
            (outer, item)
            for outer in self.node.nodes()
            for item in outer.items
            if isinstance(item, Node) and isinstance(item.held, Group)
        ]
        return self.rng.choice(found) if found else None

    def number(self, reach: float) -> float:
        return self.rng.uniform(-reach, reach)

    def look(self) -> None:
        """One question, so that there is something to remember."""
        self.probe.position = self.place()
        known, forced = self.node.sprites(), self.index
        one = self.rng.choice((self.probe, self.whole))
        found = one.check(self.node.held)
        with index_forced(False):
            wanted = one.check(known)
        use_index(forced)
        assert list(map(id, found)) == list(map(id, wanted))
        self.seen["looks"] += len(found)

    # --- questions ---

    def ask(self, deed: str) -> None:
        """Half of the questions, of a few askers, and some of many; then events and a walker."""
        self.turn += 1
        names = ASKED[(self.seed + list(DEEDS).index(deed)) % 2 :: 2]
        self.rng.shuffle(names)
        condition = CONDITIONS[1 + self.turn % (len(CONDITIONS) - 1)]
        some = [name for name in names if condition.name not in QUESTIONS[name].ignores][:1]
        members = self.node.sprites()
        a_few = [
            *self.crowd(2),
            Sprite(*self.place(), collision=self.rng.choice(ODD)()),
            *self.rng.sample(members, 1),
        ]
        kind = ASKERS[self.turn % len(ASKERS)]
        self.seen[f"by {kind}"] += 1
        many, by = self.many(kind, members)
        twins = {id(one): twin_of(one) for one in (*members, *a_few, *many)}
        self.compare(deed, names, CONDITIONS[0], a_few, a_few, members, twins)
        self.compare(deed, some, condition, a_few, a_few, members, twins)
        self.compare(deed, IN_BULK, CONDITIONS[0], many, by, members, twins)
        boxes = [Group(some).aabbs for some in (members, [twins[id(one)] for one in members])]
        assert np.array_equal(*boxes, equal_nan=True), f"boxes after {deed}"
        self.see_events(deed)
        self.walk(deed)
        validate()
        if self.index is not None:
            self.index = self.rng.random() < 0.7

    def place(self) -> tuple[float, float]:
        return self.number(self.spread), self.number(self.spread)

    def many(self, kind: str, members: list[Sprite]) -> tuple[list[Sprite], Any]:
        """Those who ask, and how they are held."""
        some = self.crowd(12)
        if kind == "in one place":
            some = [Sprite(k, -k, collision=Rect(0, 0, 9, 9)) for k in range(60)]
            return some, Group(some)
        if kind == "many":
            some = self.crowd(min(150, 2 * len(members)))
            return some, Group(some)
        if kind == "in Groups":
            return some, [Group(some[:5]), some[5], Group(Group(some[6:]), some[:2])]
        if kind == "targets":
            some = list({id(one): one for one in (*some[:3], *members)}.values())
            return some, [Group(some[:3]), self.node.held]
        if kind == "itself":  # in another list, or without the list about it
            first = self.node.items[0]
            if isinstance(first, Node):
                return first.sprites(), first.held
            return members, [self.node.held]
        return some[:1] if kind == "one" else some, some[0] if kind == "one" else some

    def compare(
        self,
        deed: str,
        names: list[str],
        condition: Condition,
        askers: list[Sprite],
        by: Any,
        members: list[Sprite],
        twins: dict[int, Sprite],
    ) -> None:
        """All forms of some questions: of what is held, and of twins."""
        own = [twins[id(one)] for one in askers]
        others = [twins[id(one)] for one in members]
        spots = [self.place(), *(one.position for one in self.rng.sample(members, 2))]
        places = [(x, y, self.rng.uniform(3, 15)) for x, y in spots]
        told: dict[str, Any] = {
            "places": places,
            "lines": [(*a[:2], *b[:2]) for a, b in pairwise(places)],
            "way": self.place(),
        }
        for name in names:
            question = QUESTIONS[name]
            some = list(range(len(askers)))
            if name in DEAR:
                # A way past each shape of others, of each of many shapes, takes seconds.
                some = self.rng.sample([k for k in some if len(askers[k].shapes) < MANY], 1)
            told["places"] = places[:1] if name in DEAR else places
            scene = SimpleNamespace(
                askers=[askers[k] for k in some], by=by, targets=members,
                excluded=members[2::40], **told,
            )  # fmt: skip
            twin = SimpleNamespace(
                askers=[own[k] for k in some], by=own, targets=others,
                excluded=others[2::40], **told,
            )  # fmt: skip
            if by is askers:
                scene.by, twin.by = scene.askers, twin.askers
            held = Asked(scene, lambda: self.node.held, members=members)
            plain = Asked(twin, lambda: others, members=others)
            given, same = condition.keywords(scene), condition.keywords(twin)  # type: ignore[arg-type]
            for form, ask, _ in question.forms_with(given):
                if form == ONE_TO_ONE or (by is not askers and form not in BULK_FORMS):
                    continue
                with index_forced(self.index):
                    found = ask(held, given)
                with index_forced(False):
                    wanted = ask(plain, same)
                assert found == wanted, f"{form} ({name}) after {deed}, {condition.name}"
                self.seen[f"{name} after {deed}"] += 1
                self.seen.update({name: bool(found), deed: bool(found)})

    def see_events(self, deed: str) -> None:
        with index_forced(False):
            now = self.probe.check(self.node.sprites())
        with index_forced(self.index):
            changes = self.watch.update()
        before = set(map(id, self.before))
        assert [one for _, one in changes.entered] == [one for one in now if id(one) not in before]
        there = set(map(id, now))
        left = before - there
        assert {id(one) for _, one in changes.exited} == left, f"exited after {deed}"
        self.seen["entered"] += len(changes.entered)
        self.seen["exited"] += len(left)
        self.before = now
        self.probe.position = self.place()

    def walk(self, deed: str) -> None:
        """One among what is held, one among a list."""
        start, way = self.place(), (self.number(12), self.number(12))
        for walker in self.walkers:
            walker.sprite.position = start
        for _ in range(2):
            told = []
            plain = self.node.sprites()
            for walker, among in zip(self.walkers, (self.node.held, plain), strict=True):
                with index_forced(self.index if among is not plain else False):
                    move = walker.move(*way, among)
                hits = [(id(hit.other), hit.fraction, hit.normal) for hit in move.hits]
                told.append((hits, walker.sprite.position, id(move.floor)))
            assert told[0] == told[1], f"a walker after {deed}"
            self.seen["walls"] += bool(told[0][0])


MANY = 16
"""Shapes of one that asks."""
IN_BULK = ["hits", "contacts", "sweeps"]
BULK_FORMS = {
    "pairs",
    "pairs of a Group",
    "the function check",
    "Overlaps",
    "pair_indices",
    "contact_arrays",
    "sweep_arrays",
}
ONE_TO_ONE = "one to one"
"""A form that is given no container."""
ASKED = [name for name in QUESTIONS if name != "distances"]
"""All questions that are given a container."""
DEAR = {"ways out", "turned sweeps", "near sprites", "sight"}
"""Questions of one sprite, or from one place, at a time."""

# --- deeds ---------------------------------------------------------------------------------------


def rest(life: Life) -> None:
    """So long that what is large keeps an index; also a Group inside."""
    for held in (life.node.held, life.a_group().held):
        for _ in range(limit("PATIENCE") + 2):
            life.probe.check(held)


def move(life: Life) -> None:
    for one in life.some():
        one.x += life.number(50)


def all_move(life: Life) -> None:
    for one in life.node.sprites():
        one.x, one.y = one.x + life.number(9), one.y + life.number(9)


def move_far_away(life: Life) -> None:
    for one in life.some(3):
        one.x = 1e9 - one.x


def move_and_come_back(life: Life) -> None:
    for one in life.some(3):
        x = one.x
        for place in (x + 1000, x):
            one.x = place
            life.look()


def move_on_and_on(life: Life) -> None:
    """Until all settle in a new tree."""
    movers = life.some(TAIL)
    for _ in range(limit("SETTLING") * 30):
        for one in movers:
            one.x += life.number(3)
        life.look()


def write_what_is_there(life: Life) -> None:
    for one in life.some():
        one.x = one.x


def bring_up_to_date(life: Life) -> None:
    """Outside of any check."""
    for one in life.some():
        one.x += 3
        assert len(one.aabb) == 4
        one.hits(life.strangers)


def write_attributes(life: Life) -> None:
    for name, values in VALUES.items():
        for one in life.some(3):
            setattr(one, name, life.rng.choice(values))
            life.seen[f"write {name}"] += 1


def write_columns(life: Life) -> None:
    for name in COLUMNS:
        group = Group(life.some(3))
        setattr(group, name, [life.rng.choice(VALUES[name]) for _ in group])
        life.seen[f"column {name}"] += 1


def shift_a_column(life: Life) -> None:
    group = Group(life.some(40))
    group.y = group.y + life.number(9)


def reshape(life: Life) -> None:
    for one in life.some():
        one.collision = [shape_of(life.rng, True) for _ in range(life.rng.choice((1, 2)))]
    for one in life.some(1):
        one.collision = life.rng.choice(ODD)()


def crowd_one_spot(life: Life) -> None:
    for one in life.some(12):
        one.position = 9, 9


def join(life: Life) -> None:
    """New ones, and some from elsewhere, into a Group that is asked and rests meanwhile."""
    for _ in range(2):
        node = (life.inner() or (life.node, life.a_group()))[1]
        for count in (1, 4, 1, 1, 2, 1):
            for one in life.some(1) if life.rng.random() < 0.3 else life.crowd(count):
                node.add(one)
            for _ in range(limit("PATIENCE") + 1):
                life.look()


def come_and_go(life: Life) -> None:
    """As shots do, of which there may be none."""
    nodes = life.groups() or [life.node]
    for _ in range(9):
        node = life.rng.choice(nodes)
        (shot,) = life.crowd(1)
        node.add(shot)
        life.look()
        life.rng.choice((node.drop, lambda one: one.vanish()))(shot)
        life.node.forget_vanished()
        life.look()


def join_from_elsewhere(life: Life) -> None:
    for one in life.some(3):
        life.a_group().add(one)


def leave(life: Life) -> None:
    for one in life.some(6):
        for node in life.node.nodes():
            if life.rng.random() < 0.8:
                node.drop(one)


def vanish(life: Life) -> None:
    """Each is freed at the next question."""
    gone = [weakref.ref(one) for one in life.some(3)]
    for reference in gone:
        reference().vanish()  # type: ignore[union-attr]
    life.node.forget_vanished()
    if not isinstance(life.node.held, list):
        life.look()
        life.watch.update()
        life.watch.clear()
        life.before = []
        for node in life.groups():
            node.held.query_point(0, 0)
        for walker in life.walkers:
            walker.move(0, 0, [])
        assert not any(reference() for reference in gone)


def vanish_many(life: Life) -> None:
    """More than the storage remembers, or most of few."""
    for one in life.some(min(limit("RECENT") + 6, len(life.node.sprites()) // 2)):
        one.vanish()
    life.node.forget_vanished()


def renew(life: Life) -> None:
    """Some die, and as many are born into their rows: half of them members, half strangers."""
    gone = life.some(9)
    for node in life.node.nodes():
        for one in gone:
            node.drop(one)
    gone.clear()
    life.before = []
    life.watch.clear()
    gc.collect(0)
    born = life.crowd(9)
    for one in born[::2]:
        life.a_group().add(one)
    life.strangers[:9] = born[1::2]


def take_out_and_put_back(life: Life) -> None:
    if found := life.inner():
        outer, inner = found
        outer.drop(inner)
        life.look()
        if inner not in life.node.nodes():
            life.rng.choice(life.groups() or [outer]).add(inner)
    else:
        leave(life)


def a_group_comes(life: Life) -> None:
    life.a_group().add(Node(Group, *life.crowd(5), Node(Group)))


def a_group_dies(life: Life) -> None:
    """Its sprites live on in the one around it."""
    if found := life.inner():
        outer, inner = found
        some = inner.sprites()
        outer.drop(inner)
        for one in some:
            outer.add(one)


def empty_and_fill(life: Life) -> None:
    node = life.a_group()
    items = node.items
    if isinstance(node.held, Group):
        node.held.clear()
    else:
        node.held.clear()
    node.items = []
    life.look()
    for item in items[::-1]:
        node.add(item)


def read(life: Life) -> None:
    """Positions are asked for, from either end, and some at once."""
    for node in life.groups():
        group, known = node.held, node.sprites()
        assert len(group) == len(known)
        for k in life.rng.sample(range(len(known)), min(3, len(known))):
            assert group[k] is group[k - len(known)] is known[k]
            assert group.index(known[k]) == k
            assert group[[k, 0, -1]] == [known[k], known[0], known[-1]]
            assert known[k] in group
        for wrong in (len(known), -len(known) - 1):
            for place in (wrong, [wrong]):
                try:
                    group[place]
                except IndexError:
                    life.seen["no such position"] += 1
                else:
                    raise AssertionError(f"position {wrong} of {len(known)}")
        assert list(group) == known
        assert [one.x for one in known] == group.x.tolist()


def grow_within_a_walk(life: Life) -> None:
    """Those who join are not in it."""
    node, known = life.a_group(), life.node.sprites()
    walk = walk_through(life.node.held)
    for one in life.crowd(2):
        node.add(one)
        life.look()
    if isinstance(life.node.held, Group):
        assert list(walk) == known


def walk_through(held: Any) -> Iterator[Any]:
    return iter(held)


def others_move(life: Life) -> None:
    """Very many changes of others."""
    strangers = Group(life.crowd(100))
    for _ in range(20):
        strangers.x = strangers.x + 1
        life.look()


def go_back(life: Life) -> None:
    """What has been gained is restored, and lost again."""
    world = World(*([life.node.held] if isinstance(life.node.held, Group) else life.node.sprites()))
    saved, node = world.save(), life.a_group()
    if not isinstance(life.node.held, Group):
        node = Node(Group)  # of which the world knows nothing
    before = list(node.items)
    for one in (*life.crowd(3), *life.some(1)):
        node.add(one)
    move(life)
    life.look()
    life.probe.check(node.held)
    world.restore(saved)
    node.items = before
    assert node.held is life.node.held or len(node.held) >= 0


DEEDS: dict[str, Callable[[Life], None]] = {
    deed.__name__: deed
    for deed in (
        rest,
        move,
        all_move,
        move_far_away,
        move_and_come_back,
        move_on_and_on,
        write_what_is_there,
        bring_up_to_date,
        write_attributes,
        write_columns,
        shift_a_column,
        reshape,
        crowd_one_spot,
        join,
        come_and_go,
        join_from_elsewhere,
        leave,
        vanish,
        vanish_many,
        renew,
        take_out_and_put_back,
        a_group_comes,
        a_group_dies,
        empty_and_fill,
        read,
        grow_within_a_walk,
        others_move,
        go_back,
    )
}


def live(hold: str, kind: str, seed: int) -> Counter[str]:
    """A life with each deed once, in any order; how many answers there were that tell something."""
    life = Life(hold, kind, seed)
    deeds = list(DEEDS)
    life.rng.shuffle(deeds)
    with index_forced(life.index):
        rest(life)
    for deed in deeds:
        with index_forced(life.index):
            DEEDS[deed](life)
        life.ask(deed)
    with index_forced(life.index):
        read(life)
    return life.seen


def play(rng: Any, tally: Any, where: str) -> None:
    """Of the campaign: a life of its own."""
    hold = list(HOLDS)[int(rng.integers(len(HOLDS)))]
    kind, seed = LIVES[int(rng.integers(len(LIVES)))], int(rng.integers(1 << 40))
    wrong = ""
    try:
        live(hold, kind, seed)
    except AssertionError as error:
        wrong = f"{hold}, {kind}, {seed}: {error}"
    tally.one("held", not wrong, lambda: f"{wrong} in {where}")
