"""Groups that keep their index from check to check: what they remember must never show.

Whatever happens to the sprites, a Group gives the pairs that a plain list of the same sprites gives
when boxes are compared directly. In small lives an index is kept from the first check on, since it
is forced; large Groups whose members mostly rest keep one by themselves.
"""

import gc
import math
import weakref
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from support.counting import at_least
from support.hooks import around, index_forced, live_row_count, row_count, validate

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
SHARES = [0.3, 0.3, 0.1, 0.1, 0.05, 0.05, 0.05, 0.03, 0.01, 0.01]


def expected(sprites: list[Sprite], others: list[Sprite] | None = None) -> list[list[int]]:
    """The pairs of plain lists as positions, by direct comparison."""
    with index_forced(False):
        found = pairs(sprites) if others is None else pairs(sprites, others)
    first = {id(sprite): k for k, sprite in enumerate(sprites)}
    second = first if others is None else {id(sprite): k for k, sprite in enumerate(others)}
    return [[first[id(a)], second[id(b)]] for a, b in found]


def check_within(group: Group, choice: bool | None) -> int:
    """A Group, and its first sprite against it, against a plain list; how many pairs there are."""
    sprites = list(group)
    # The lists are asked first: what brings sprites up to date must not hide changes from an index.
    within = expected(sprites)
    first = [sprites[k] for _, k in expected(sprites[:1], sprites)]
    with index_forced(choice):
        assert group.pair_indices().tolist() == within
        if sprites:
            assert sprites[0].check(group) == first
            assert sprites[0].hits(group) is bool(first)
    return len(within)


def check_between(group: Group, other: Group, choice: bool | None) -> int:
    """Two Groups against plain lists of the same sprites, both ways."""
    between = expected(list(group), list(other))
    back = expected(list(other), list(group))
    with index_forced(choice):
        assert group.pair_indices(other).tolist() == between
        assert other.pair_indices(group).tolist() == back
        assert group.hits(other) is bool(between)
    return len(between)


def crowd(count: int, rng: np.random.Generator) -> list[Sprite]:
    """Sprites of all shapes, with room enough that most hit nothing or one."""
    side = 30 * math.sqrt(count)
    return [
        Sprite(x, y, collision=SHAPES[kind], angle=angle)
        for x, y, kind, angle in zip(
            *rng.uniform(0, side, (2, count)).tolist(),
            rng.choice(10, count, p=SHARES).tolist(),
            rng.choice([0, 90, 33.5], count).tolist(),
            strict=True,
        )
    ]


class Life:
    """Groups with common members and one round all of them, and strangers.

    Attributes:
        groups: the last one holds all the others.
        choice: whether an index is forced; else Groups keep one by themselves.
        seen: how many pairs there were.
    """

    def __init__(self, seed: int, count: int, choice: bool | None) -> None:
        self.rng, self.choice = np.random.default_rng(seed), choice
        first, second = crowd(count, self.rng), crowd(count - count // 8, self.rng)
        left, right = Group(first), Group(second, first[: count // 12])
        shared = Group(first[-4:], second[:4])
        self.groups = [left, right, shared, Group(right, shared, first[:3])]
        self.groups.append(Group(*self.groups))
        self.strangers = crowd(30, self.rng)
        self.seen: Counter[str] = Counter()
        for _ in range(9):  # at rest
            for group in (left, right, self.groups[-1]):
                group.pair_indices()
                group.pair_indices(left)
        self.check()

    def some(self, count: int) -> list[Sprite]:
        """Sprites from all over the Groups."""
        everything = list(self.groups[-1])
        if not everything:
            return []
        return [everything[k] for k in self.rng.integers(0, len(everything), count).tolist()]

    def a_group(self) -> Group:
        return self.groups[int(self.rng.integers(4))]

    def number(self, reach: float) -> float:
        return float(self.rng.uniform(-reach, reach))

    def check(self) -> None:
        """All of it, against plain lists."""
        left, right, shared, nested, everything = self.groups
        for group in self.groups if self.choice else (left, right, everything):
            self.seen["within"] += check_within(group, self.choice)
        for group, other in ((left, right), (shared, nested), (everything, left)):
            self.seen["between"] += check_between(group, other, self.choice)
        validate()


def move(life: Life, count: int) -> None:
    for sprite in life.some(count):
        sprite.x += life.number(50)


def move_far_away(life: Life, count: int) -> None:
    for sprite in life.some(min(count, 5)):
        sprite.x = 1e11 - sprite.x


def move_and_come_back(life: Life, count: int) -> None:
    for sprite in life.some(min(count, 3)):
        x = sprite.x
        for place in (x + 1000, x):
            sprite.x = place
            life.check()


def write_what_is_there(life: Life, count: int) -> None:
    for sprite in life.some(count):
        sprite.x = sprite.x


def look_at_some(life: Life, count: int) -> None:
    """Brings the sprites up to date outside of any check."""
    for sprite in life.some(count):
        sprite.x += 3
        assert len(sprite.aabb) == 4
        sprite.hits(life.strangers)


def shift_column(life: Life, count: int) -> None:
    group = life.a_group()
    column = group.y
    column[:: 1 + count % 9] += 7
    group.y = column


def renew(life: Life, count: int) -> None:
    """Sprites die, and as many are born into their rows: half of them members, half strangers."""
    gone = life.some(count)
    for group in life.groups[:4]:
        group.discard(*gone)
    gone.clear()
    gc.collect(0)
    born = crowd(count, life.rng)
    life.a_group().add(born[::2])
    life.strangers[:] = born[1::2] or life.strangers


def vanish(life: Life, count: int) -> None:
    for sprite in life.some(count)[: 3 if life.choice else count]:
        sprite.vanish()


def reshape(life: Life, count: int) -> None:
    for sprite in life.some(count):
        sprite.collision = SHAPES[int(life.rng.integers(10 if life.choice else 8))]


def switch(life: Life, count: int) -> None:
    for sprite in life.some(count):
        sprite.collision_enable = not sprite.collision_enable


def turn(life: Life, count: int) -> None:
    for sprite in life.some(count):
        sprite.angle += 45
        sprite.scale_y = float(life.rng.choice([0, 1, -1.5]))


def crowd_one_spot(life: Life, count: int) -> None:
    for sprite in life.some(min(count, 60)):
        sprite.x = sprite.y = 100.0


def join_and_leave(life: Life, count: int) -> None:
    few = min(count, 6)
    life.a_group().add(life.some(few), life.strangers[:2])
    life.a_group().discard(*life.some(few))


def nest_or_take_out(life: Life, count: int) -> None:
    inner, outer = life.groups[2], life.groups[3]
    if inner in outer:
        outer.discard(inner)
    else:
        outer.add(inner)


def others_move(life: Life, count: int) -> None:
    """Very many changes of others, while only one of the Groups is asked."""
    strangers = Group(crowd(1000 if life.choice is None else 60, life.rng))
    for _ in range(20):
        strangers.x += 1
        life.groups[0].pair_indices()


def strangers_come_near(life: Life, count: int) -> None:
    """A list and a small Group against many that rest, by both sides."""
    fleet, group = Group(life.strangers), life.groups[-1]
    fleet.x, fleet.y = fleet.x + life.number(90), fleet.y + life.number(90)
    life.seen["strangers"] += check_between(group, fleet, life.choice)
    found = [(list(group)[i], life.strangers[j]) for i, j in group.pair_indices(fleet).tolist()]
    assert pairs(group, life.strangers) == group.pairs(fleet) == found


DEEDS: list[Callable[[Life, int], None]] = [
    move,
    move_far_away,
    move_and_come_back,
    write_what_is_there,
    look_at_some,
    shift_column,
    renew,
    vanish,
    reshape,
    switch,
    turn,
    crowd_one_spot,
    join_and_leave,
    nest_or_take_out,
    others_move,
    strangers_come_near,
]


@pytest.mark.parametrize("seed", range(1, 8, 2))
def test_small_lives_with_a_forced_index(seed: int) -> None:
    rows = live_row_count()
    life = Life(seed, 12 + 4 * seed, choice=True)
    with at_least(within=400, between=300) as seen:
        for _ in range(30):
            deed = DEEDS[int(life.rng.integers(len(DEEDS)))]
            deed(life, int(life.rng.integers(1, 4)))
            if life.rng.random() < 0.2:  # on another road in between
                check_within(life.a_group(), None)
            life.check()
        seen.update(life.seen)
    del life
    assert live_row_count() == rows
    validate()


@pytest.mark.parametrize("deed", DEEDS)
def test_a_calm_crowd_in_which_one_thing_happens(deed: Callable[[Life, int], None]) -> None:
    life = Life(5, 600, choice=None)
    for count in (3, 200):
        deed(life, count)
        life.check()
        move(life, 2)  # what has moved meets what has moved, in the index that was kept
        life.check()
    assert life.seen["within"] > 400


def test_a_calm_crowd_in_which_anything_happens() -> None:
    life = Life(0, 600, choice=None)
    with at_least(within=40_000, between=40_000) as seen:
        for _ in range(12):
            deed = DEEDS[int(life.rng.integers(len(DEEDS)))]
            deed(life, int(life.rng.choice([1, 2, 5, 20, 300], p=[0.3, 0.3, 0.2, 0.15, 0.05])))
            life.check()
        seen.update(life.seen)


@pytest.mark.parametrize("count", around("KEPT_FROM"))
def test_crowds_around_the_size_from_which_an_index_is_kept(count: int) -> None:
    rng = np.random.default_rng(7)
    sprites = crowd(count, rng)
    group, other = Group(sprites[:-1]), Group(crowd(count, rng))
    with at_least(within=1_000, between=1_000) as seen:
        for step in range(40):
            if step == 7:
                group.add(sprites[-1])  # which makes the Group as large as it is named, at rest
            if step % 4 == 3:
                sprites[2 * step].x += 12
            seen["within"] += check_within(group, choice=None)
            seen["between"] += check_between(group, other, choice=None)
    group.discard(sprites[5])
    check_within(group, choice=None)


def test_movers_more_and_more_until_all_have_moved() -> None:
    sprites = crowd(600, np.random.default_rng(9))
    group = Group(sprites)
    with at_least(pairs=25_000) as seen:
        for sprite in sprites[::12]:
            sprite.x += 40
            seen["pairs"] += check_within(group, choice=None)
        group.x += 5
        for _ in range(9):
            seen["pairs"] += check_within(group, choice=None)


def test_layers_and_masks_count_at_once() -> None:
    """The index of a Group at rest knows nothing of them."""
    walls = Group(Sprite(k, collision=Circle(0, 0, 5)) for k in range(600))
    player = Sprite(collision=Circle(0, 0, 5))
    for _ in range(8):
        assert len(player.check(walls)) == 10
    walls.collision_layer = 2
    player.collision_mask = 1
    assert player.check(walls) == []
    player.collision_mask = 3
    assert len(player.check(walls)) == 10


# --- when sprites die ---------------------------------------------------------------------------


def test_an_index_keeps_no_sprite_alive() -> None:
    gc.collect()
    rows = row_count()
    life = Life(12, 600, choice=None)
    references = [weakref.ref(sprite) for sprite in life.groups[-1]]
    for group in life.groups[:4]:
        group.clear()
    life.check()
    assert not any(reference() for reference in references)
    del life
    assert row_count() == rows


def test_the_index_goes_on_after_most_members_died() -> None:
    life = Life(13, 600, choice=None)
    for left in (400, 100, 10, 1, 0):
        for group in life.groups[:4]:
            group.discard(*list(group)[left:])
        life.check()
        life.check()
    assert life.groups[-1].pair_indices().tolist() == []
    life.groups[0].add(crowd(800, life.rng))  # into the rows of the dead
    for _ in range(9):
        life.check()
        move(life, 1)


def test_a_group_dies_and_its_sprites_live_on() -> None:
    life = Life(15, 600, choice=None)
    survivors, other = list(life.groups[0]), life.groups[1]
    life.groups.clear()
    gc.collect()
    survivors[3].x += 1
    fresh = Group(survivors)
    for _ in range(9):
        check_between(fresh, other, choice=None)
        check_within(fresh, choice=None)
        survivors[4].y += 1
    validate()


@pytest.mark.parametrize("choice", [True, None])
def test_sprites_without_a_box_join_the_index_when_they_get_one(choice: bool | None) -> None:
    sprites = crowd(600, np.random.default_rng(16))
    for sprite in sprites[::2]:
        sprite.collision = []
    sprites[1].collision_enable = False
    group = Group(sprites)
    with at_least(pairs=100, more=1) as seen:
        before = check_within(group, choice)
        for step in range(12):
            if step > 6:
                sprites[2 * step].collision = SHAPES[1]
                sprites[1].collision_enable = step % 2 == 0
            count = check_within(group, choice)
            seen["pairs"] += count
            seen["more"] += count != before
            before = count
