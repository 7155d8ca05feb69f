"""Groups that keep their index from check to check: what they remember must never show.

Whatever happens to the sprites, a Group gives the pairs that a plain list of the same sprites gives
when boxes are compared directly. Indices are kept from the first check on where that is forced,
and by themselves in large Groups whose members mostly rest.
"""

import gc
import math
import weakref
from collections.abc import Callable

import numpy as np
from hypothesis import HealthCheck
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from support.engine import index_forced, live_row_count, row_count, use_index, validate
from support.examples import examples
from support.for_each import for_each
from support.limits import around

from spritecol import Circle, Ellipse, Group, Point, Polygon, Rect, Segment, Shape, Sprite, pairs

SHAPES: list[list[Shape]] = [
    [Circle(0, 0, 6)],
    [Rect(-5, -5, 10, 10)],
    [Rect(-40, -2, 80, 4)],
    [Ellipse(3, 0, 12, 4)],
    [Point(0, 0)],
    [Segment(-10, 0, 10, 0)],
    [Circle(-20, 0, 4), Circle(20, 0, 4)],
    [Polygon([(0, 0), (24, 0), (24, 8), (8, 8), (8, 24), (0, 24)])],
    [Rect(-200, -200, 400, 400)],
    [],
]


def expected(sprites: list[Sprite], others: list[Sprite] | None = None) -> np.ndarray:
    """The pairs of plain lists as positions, by direct comparison."""
    with index_forced(False):
        found = pairs(sprites) if others is None else pairs(sprites, others)
    first = {id(sprite): i for i, sprite in enumerate(sprites)}
    second = first if others is None else {id(sprite): i for i, sprite in enumerate(others)}
    columns = zip(*found, strict=True) if found else ((), ())
    places = [
        list(map(numbers.__getitem__, map(id, column)))
        for numbers, column in zip((first, second), columns, strict=True)
    ]
    return np.array(places, dtype=np.intp).T


def check_within(group: Group, choice: bool | None) -> None:
    """A Group, and its first sprite against it, against a plain list of the same sprites."""
    sprites = list(group)
    # The lists are asked first: what brings sprites up to date must not hide changes from an index.
    within = expected(sprites)
    first = expected(sprites[:1], sprites)[:, 1].tolist()
    with index_forced(choice):
        assert np.array_equal(group.pair_indices(), within)
        if sprites:
            assert sprites[0].check(group) == [sprites[k] for k in first]


def check_between(group: Group, other: Group, choice: bool | None) -> None:
    """Two Groups against plain lists of the same sprites, both ways."""
    between = expected(list(group), list(other))
    back = expected(list(other), list(group))
    with index_forced(choice):
        assert np.array_equal(group.pair_indices(other), between)
        assert np.array_equal(other.pair_indices(group), back)


# --- random lives, the index forced -------------------------------------------------------------

where = st.integers(-60, 60)
which = st.integers(0, 10**6)
some = st.lists(which, min_size=1, max_size=3)
kinds = st.integers(0, len(SHAPES) - 1)


class Life(RuleBasedStateMachine):
    """Few or many sprites move, change, die and join; five Groups share and nest them."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = live_row_count()
        self.strangers: list[Sprite] = []
        self.groups: list[Group] = []

    def teardown(self) -> None:
        use_index(None)
        self.strangers.clear()
        self.groups.clear()
        assert live_row_count() == self.rows
        validate()

    def sprites(self, chosen: list[int]) -> list[Sprite]:
        """Some of the sprites in the outermost Group."""
        everything = list(self.groups[-1])
        return [everything[index % len(everything)] for index in chosen] if everything else []

    @initialize(count=st.integers(12, 40), seed=st.integers(0, 10**6))
    def begin(self, count: int, seed: int) -> None:
        random = np.random.default_rng(seed)
        sprites = [
            Sprite(int(x), int(y), collision=SHAPES[kind])
            for x, y, kind in zip(
                *random.integers(-60, 60, (2, count)),
                random.integers(0, len(SHAPES), count),
                strict=True,
            )
        ]
        half = count // 2
        left, right = Group(sprites[:half]), Group(sprites[half:])
        shared = Group(sprites[half - 4 : half + 4])
        nested = Group(right, sprites[:3])
        self.groups = [left, right, shared, nested, Group(left, nested, shared)]
        self.strangers = [Sprite(i * 10, 0, collision=SHAPES[0]) for i in range(5)]

    # -- changes of sprites

    @rule(chosen=some, x=where, y=where)
    def move_few(self, chosen: list[int], x: int, y: int) -> None:
        for sprite in self.sprites(chosen):
            sprite.x += x
            sprite.y = y

    @rule(group=which, x=where)
    def move_many(self, group: int, x: int) -> None:
        self.groups[group % 5].x += x

    @rule(group=which, x=where, every=st.integers(2, 9))
    def move_every_other(self, group: int, x: int, every: int) -> None:
        column = self.groups[group % 5].x
        column[::every] += x
        self.groups[group % 5].x = column

    @rule(chosen=some)
    def move_far_away(self, chosen: list[int]) -> None:
        for sprite in self.sprites(chosen):
            sprite.x = 1e11 - sprite.x

    @rule(chosen=some)
    def write_what_is_there(self, chosen: list[int]) -> None:
        for sprite in self.sprites(chosen):
            sprite.x = sprite.x

    @rule(chosen=some, angle=st.sampled_from([0, 30, 90, 200]), scale=st.sampled_from([0, 1, -2]))
    def turn(self, chosen: list[int], angle: int, scale: int) -> None:
        for sprite in self.sprites(chosen):
            sprite.angle += angle
            sprite.scale_x = scale

    @rule(chosen=some, kind=kinds)
    def reshape(self, chosen: list[int], kind: int) -> None:
        for sprite in self.sprites(chosen):
            sprite.collision = SHAPES[kind]

    @rule(chosen=some)
    def enable_or_disable(self, chosen: list[int]) -> None:
        for sprite in self.sprites(chosen):
            sprite.collision_enable = not sprite.collision_enable

    @rule(chosen=some)
    def look_at_some(self, chosen: list[int]) -> None:
        """Brings the sprites up to date outside of any check."""
        for sprite in self.sprites(chosen):
            sprite.x += 3
            assert len(sprite.aabb) == 4

    @rule(x=where)
    def move_strangers(self, x: int) -> None:
        for sprite in self.strangers:
            sprite.x += x
        self.strangers[0].hits(self.strangers)

    # -- changes of Groups

    @rule(chosen=some)
    def vanish(self, chosen: list[int]) -> None:
        for sprite in self.sprites(chosen[:2]):
            sprite.vanish()

    @rule(chosen=some, group=which)
    def add(self, chosen: list[int], group: int) -> None:
        self.groups[group % 4].add(self.sprites(chosen))

    @rule(chosen=some, group=which)
    def discard(self, chosen: list[int], group: int) -> None:
        self.groups[group % 4].discard(*self.sprites(chosen))

    @rule(x=where, y=where, kind=kinds, group=which, stays=st.booleans())
    def replace(self, x: int, y: int, kind: int, group: int, stays: bool) -> None:
        """A sprite dies, and one that is born takes its row: as a member or as a stranger."""
        doomed = self.sprites([group])
        for holder in self.groups:
            holder.discard(*doomed)
        doomed.clear()
        gc.collect()
        born = Sprite(x, y, collision=SHAPES[kind])
        if stays:
            self.groups[group % 4].add(born)
        else:
            self.strangers[1:] = [*self.strangers[2:], born]

    @rule()
    def nest_or_take_out(self) -> None:
        inner, outer = self.groups[2], self.groups[3]
        if inner in outer:
            outer.discard(inner)
        else:
            outer.add(inner)

    # -- checks

    @precondition(lambda self: self.groups)
    @rule(group=which, choice=st.sampled_from([None, False]))
    def check_on_another_road(self, group: int, choice: bool | None) -> None:
        check_within(self.groups[group % 5], choice)

    @rule(group=which)
    def check_strangers(self, group: int) -> None:
        one = self.groups[group % 5]
        check_between(one, Group(self.strangers), choice=True)
        found = expected(list(one), self.strangers)
        with index_forced(True):
            assert np.array_equal(one.pair_indices(self.strangers), found)
            assert one.hits(self.strangers) is bool(len(found))

    @invariant()
    def every_group_agrees_with_plain_lists(self) -> None:
        for group in self.groups:
            check_within(group, choice=True)
        left, right, shared, nested, everything = self.groups
        for group, other in ((left, right), (shared, nested), (everything, right)):
            check_between(group, other, choice=True)
        validate()


TestLife = Life.TestCase
TestLife.settings = examples(
    15,
    stateful_step_count=20,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


# --- Groups that keep their index by themselves -------------------------------------------------


def crowd(count: int, seed: int) -> list[Sprite]:
    """Sprites of all shapes, with room enough that most hit nothing or one."""
    random = np.random.default_rng(seed)
    side = 30 * math.sqrt(count)
    kinds = random.choice(
        len(SHAPES), count, p=[0.3, 0.3, 0.1, 0.1, 0.05, 0.05, 0.05, 0.03, 0.01, 0.01]
    )
    return [
        Sprite(x, y, collision=SHAPES[kind], angle=angle)
        for x, y, kind, angle in zip(
            *random.uniform(0, side, (2, count)).tolist(),
            kinds.tolist(),
            random.choice([0, 90, 33.5], count).tolist(),
            strict=True,
        )
    ]


class Calm:
    """Two large Groups with common members and one round both, after some checks without change."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        first, second = crowd(600, seed), crowd(520, seed + 1000)
        self.groups = [Group(first), Group(second, first[:50])]
        self.groups.append(Group(*self.groups))
        self.strangers = crowd(30, seed + 2000)
        for _ in range(9):
            self.check()

    def some(self, count: int) -> list[Sprite]:
        """Sprites from all over the Groups."""
        everything = list(self.groups[2])
        return [everything[i] for i in self.random.integers(0, len(everything), count).tolist()]

    def check(self) -> None:
        """All of it, against plain lists."""
        first, second, both = self.groups
        for group in self.groups:
            check_within(group, choice=None)
        check_between(first, second, choice=None)
        check_between(both, first, choice=None)
        validate()


def move(calm: Calm, count: int) -> None:
    for sprite in calm.some(count):
        sprite.x += float(calm.random.uniform(-50, 50))


def renew(calm: Calm, count: int) -> None:
    """Sprites die, and as many are born into their rows: half of them members, half strangers."""
    gone = calm.some(count)
    for group in calm.groups[:2]:
        group.discard(*gone)
    gone.clear()
    rows = row_count()
    born = crowd(count, int(calm.random.integers(10**6)))
    assert row_count() == rows + count
    calm.groups[0].add(born[::2])
    calm.strangers[:] = born[1::2]


def shift_column(calm: Calm, count: int) -> None:
    column = calm.groups[1].y
    column[:count] += 7
    calm.groups[1].y = column


def vanish(calm: Calm, count: int) -> None:
    for sprite in calm.some(count):
        sprite.vanish()


def reshape(calm: Calm, count: int) -> None:
    for sprite in calm.some(count):
        sprite.collision = SHAPES[int(calm.random.integers(8))]


def switch(calm: Calm, count: int) -> None:
    for sprite in calm.some(count):
        sprite.collision_enable = not sprite.collision_enable


def turn(calm: Calm, count: int) -> None:
    for sprite in calm.some(count):
        sprite.angle += 45
        sprite.scale_y = float(calm.random.choice([0, 1, -1.5]))


def crowd_one_spot(calm: Calm, count: int) -> None:
    for sprite in calm.some(min(count, 60)):
        sprite.x = sprite.y = 100.0


def others_move(calm: Calm, count: int) -> None:
    """Very many changes of others, while only one of the Groups is asked."""
    move(calm, count)
    strangers = Group(crowd(2000, count))
    for _ in range(30):
        strangers.x += 1
        calm.groups[0].pair_indices()


DEEDS: list[Callable[[Calm, int], None]] = [
    move,
    renew,
    shift_column,
    vanish,
    reshape,
    switch,
    turn,
    crowd_one_spot,
    others_move,
]


@for_each("deed", DEEDS)
def test_a_calm_crowd_in_which_one_thing_happens(deed: Callable[[Calm, int], None]) -> None:
    calm = Calm(seed=5)
    for count in (3, 400, 2):
        deed(calm, count)
        calm.check()
        move(calm, 2)  # what has moved meets what has moved, in the index that was kept
        calm.check()


@for_each("seed", range(2))
def test_a_calm_crowd_in_which_anything_happens(seed: int) -> None:
    calm = Calm(seed)
    for _ in range(15):
        deed = DEEDS[int(calm.random.integers(len(DEEDS)))]
        deed(calm, int(calm.random.choice([1, 2, 5, 20, 300], p=[0.3, 0.3, 0.2, 0.15, 0.05])))
        calm.check()


@for_each("count", around("KEPT_FROM"))
def test_crowds_around_the_size_from_which_an_index_is_kept(count: int) -> None:
    sprites = crowd(count, seed=7)
    group, other = Group(sprites[:-1]), Group(crowd(count, seed=8))
    for step in range(14):
        if step == 7:
            group.add(sprites[-1])  # which makes the Group as large as it is named, when it rests
        if step % 4 == 3:
            sprites[31 * step].x += 12
        check_within(group, choice=None)
        check_between(group, other, choice=None)
    group.discard(sprites[5])
    check_within(group, choice=None)


def test_movers_more_and_more_until_all_have_moved() -> None:
    calm = Calm(seed=9)
    for sprite in list(calm.groups[0])[::5]:
        sprite.x += 40
        check_within(calm.groups[0], choice=None)
    calm.groups[0].x += 5
    calm.check()
    calm.check()


def test_a_mover_that_comes_back() -> None:
    calm = Calm(seed=10)
    before = calm.groups[2].pair_indices().tolist()
    for sprite in calm.some(5):
        x = sprite.x
        for place in (x + 1000, x):
            sprite.x = place
            calm.check()
    assert calm.groups[2].pair_indices().tolist() == before


def test_few_against_a_calm_crowd() -> None:
    """A ship, a list and a small Group against many that rest, by both sides."""
    calm = Calm(seed=11)
    crowd_, everything = calm.groups[2], list(calm.groups[2])
    ship, fleet = calm.strangers[0], Group(calm.strangers)
    for step in range(30):
        ship.x = 25.0 * step
        fleet.y = 20.0 * step
        everything[step].x += 9
        check_between(crowd_, fleet, choice=None)
        assert pairs(calm.strangers, crowd_) == fleet.pairs(crowd_)
        hit = [target for target in everything if ship.hits(target)]
        assert ship.check(crowd_) == hit
        assert ship.hits(crowd_) is crowd_.hits(ship) is bool(hit)
        if hit:
            assert pairs(ship, crowd_) == [(ship, target) for target in hit]


# --- when sprites die ---------------------------------------------------------------------------


def test_an_index_keeps_no_sprite_alive() -> None:
    gc.collect()
    rows = row_count()
    calm = Calm(seed=12)
    references = [weakref.ref(sprite) for sprite in calm.groups[2]]
    calm.groups[0].clear()
    calm.groups[1].clear()
    calm.check()
    assert not any(reference() for reference in references)
    del calm
    assert row_count() == rows


def test_the_index_goes_on_after_most_members_died() -> None:
    calm = Calm(seed=13)
    for left in (400, 100, 10, 1, 0):
        for group in calm.groups[:2]:
            group.discard(*list(group)[left:])
        calm.check()
        calm.check()
    assert calm.groups[2].pair_indices().tolist() == []
    calm.groups[0].add(crowd(800, 14))  # into the rows of the dead
    for _ in range(9):
        calm.check()
        move(calm, 1)


def test_a_group_dies_and_its_sprites_live_on() -> None:
    calm = Calm(seed=15)
    survivors = list(calm.groups[0])
    calm.groups[:] = [calm.groups[1]]
    gc.collect()
    survivors[3].x += 1
    fresh = Group(survivors)
    for _ in range(9):
        check_between(fresh, calm.groups[0], choice=None)
        check_within(fresh, choice=None)
        survivors[4].y += 1
    validate()


def test_sprites_without_a_box_join_the_index_when_they_get_one() -> None:
    for choice in (True, None):
        sprites = crowd(600, 16)
        for sprite in sprites[::2]:
            sprite.collision = []
        sprites[1].collision_enable = False
        group = Group(sprites)
        for step in range(12):
            if step > 6:
                sprites[2 * step].collision = SHAPES[1]
                sprites[1].collision_enable = step % 2 == 0
            check_within(group, choice)
