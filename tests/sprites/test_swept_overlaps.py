"""`Overlaps(swept=True)`: pairs that began to hit between two updates, and do not hit any more.

Boxes and discs in whole numbers are judged in fractions; any shapes by a sweep of one pair at a
time, and by many small steps with the exact test.
"""

import gc
import random
import weakref
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.for_each import for_each
from support.hooks import use_index
from support.strategies import KINDS, shapes, sprites

from spritecol import (
    Changes,
    Circle,
    Contact,
    Group,
    Overlaps,
    Point,
    Polygon,
    Rect,
    Segment,
    Sprite,
    pairs,
)

Pair = tuple[Sprite, Sprite]

# --- in fractions --------------------------------------------------------------------------------


def boxes_hit_on_the_way(a: Sprite, b: Sprite, way: tuple[int, int]) -> bool:
    """Whether two boxes overlap at some time in (0, 1), if `a` comes along a way to where it is."""
    start, end = Fraction(0), Fraction(1)
    (left, top, right, bottom), other = a.aabb, b.aabb
    for low, high, other_low, other_high, speed in (
        (left, right, other[0], other[2], way[0]),
        (top, bottom, other[1], other[3], way[1]),
    ):
        gaps = int(other_low - high + speed), int(other_high - low + speed)  # at the start
        if speed == 0:
            if not gaps[0] < 0 < gaps[1]:
                return False
        else:
            times = sorted(Fraction(gap, speed) for gap in gaps)
            start, end = max(start, times[0]), min(end, times[1])
    return start < end


def discs_hit_on_the_way(a: Sprite, b: Sprite, way: tuple[int, int]) -> bool:
    """Whether two discs about their sprites' places overlap at some time in (0, 1)."""
    x, y = int(a.x - way[0] - b.x), int(a.y - way[1] - b.y)
    size = way[0] ** 2 + way[1] ** 2
    if size == 0:
        return False
    nearest = max(Fraction(0), min(Fraction(1), Fraction(-(x * way[0] + y * way[1]), size)))
    dx, dy = x + nearest * way[0], y + nearest * way[1]
    reach = Fraction(a.shapes[0].r + b.shapes[0].r)  # type: ignore[attr-defined]
    return dx * dx + dy * dy < reach * reach


@for_each("kind", ["boxes", "discs"])
@for_each("within", [False, True])
@for_each("seed", range(2))
def test_whole_numbers_in_fractions(kind: str, within: bool, seed: int) -> None:
    rng = random.Random(seed)
    span = 40

    def one() -> Sprite:
        x, y = rng.randint(0, span), rng.randint(0, span)
        if kind == "discs":
            # Never exactly as far apart as they reach.
            return Sprite(x, y, collision=Circle(0, 0, rng.randint(1, 4) + 0.25))
        return Sprite(x, y, collision=Rect(0, 0, rng.randint(1, 5), rng.randint(1, 5)))

    a, b = [one() for _ in range(12)], [one() for _ in range(8)]
    others = a if within else b
    watch = Overlaps(Group(a), swept=True) if within else Overlaps(a, Group(b), swept=True)
    met = boxes_hit_on_the_way if kind == "boxes" else discs_hit_on_the_way
    watch.update()
    found = 0
    for _ in range(60):
        before = {sprite: (sprite.x, sprite.y) for sprite in {*a, *b}}
        hit_before = pairs(a) if within else pairs(a, b)
        for sprite in before:
            if rng.random() < 0.6:  # the others rest
                sprite.x = min(span, max(0, sprite.x + rng.randint(-15, 15)))
                sprite.y = min(span, max(0, sprite.y + rng.randint(-15, 15)))
        hit_now = pairs(a) if within else pairs(a, b)
        expected = []
        for i, sprite in enumerate(a):
            for other in others[i + 1 :] if within else others:
                (x, y), (u, v) = before[sprite], before[other]
                way = int(sprite.x - x - other.x + u), int(sprite.y - y - other.y + v)
                if met(sprite, other, way):
                    pair = sprite, other
                    if pair not in hit_before and pair not in hit_now:
                        expected.append(pair)
        changes = watch.update()
        entered = [pair for pair in hit_now if pair not in hit_before]
        assert changes.entered == entered + expected
        assert changes.exited == [pair for pair in hit_before if pair not in hit_now] + expected
        assert watch.pairs == hit_now
        found += len(expected)
    assert found > 30


# --- any shapes, by a sweep of one pair ----------------------------------------------------------


def swept(a: Sprite, was_a: Any, b: Sprite, was_b: Any) -> list[Any]:
    """What the sweep of one pair finds: the second moves only if it alone has a way."""
    way_a, way_b = ((s.x - x, s.y - y) for s, (x, y) in ((a, was_a), (b, was_b)))
    mover, other, way, start = a, b, way_a, was_a
    if way_a == (0, 0):
        mover, other, way, start = b, a, way_b, was_b
    elif way_b != (0, 0):
        way = way_a[0] - way_b[0], way_a[1] - way_b[1]
        start = a.x - way[0], a.y - way[1]
    now = mover.x, mover.y
    mover.x, mover.y = start
    hits = mover.sweep_all(*way, other)
    mover.x, mover.y = now
    if mover is a:
        return [(hit.shape, hit.other_shape) for hit in hits]
    return [(hit.other_shape, hit.shape) for hit in hits]


class Life:
    """Sprites of all kinds that come, move, turn and go, and where they were."""

    def __init__(self, seed: int, within: bool, by_shape: bool) -> None:
        self.rng = random.Random(seed)
        self.within, self.by_shape = within, by_shape
        self.a, self.b = Group(), Group()
        self.alive: list[Sprite] = []
        for _ in range(16):
            self.born()
        arguments = (self.a,) if within else (self.a, self.b)
        self.watch = Overlaps(*arguments, swept=True, by_shape=by_shape)
        self.plain = Overlaps(*arguments, by_shape=by_shape)
        self.places: list[dict[Sprite, tuple[float, float]]] = [{}, {}]
        self.crossed = 0

    def shapes(self) -> list[Any]:
        rng = self.rng
        kinds: list[Any] = [
            Circle(0, 0, rng.uniform(2, 6), name="c"),
            Rect(-5, -3, 10, 6, name="r"),
            Segment(-6, 0, 6, 4, name="s"),
            Point(0, 0, name="p"),
            Polygon([(0, 0), (2, 0), (2, 8), (8, 8), (8, 0), (10, 0), (10, 10), (0, 10)], name="u"),
        ]
        return rng.sample(kinds, rng.choice([1, 1, 2]))

    def born(self) -> None:
        rng = self.rng
        sprite = Sprite(
            rng.uniform(0, 150),
            rng.uniform(0, 150),
            collision=self.shapes(),
            angle=rng.choice([0, rng.uniform(0, 360)]),
        )
        self.alive.append(sprite)
        rng.choice([self.a, self.a, self.b]).add(sprite)

    def step(self) -> None:
        rng = self.rng
        for sprite in self.alive:
            if rng.random() < 0.5:
                sprite.x += rng.uniform(-60, 60)
                sprite.y += rng.uniform(-60, 60)
                if not (0 < sprite.x < 150 and 0 < sprite.y < 150):
                    sprite.x, sprite.y = rng.uniform(0, 150), rng.uniform(0, 150)
        for _ in range(rng.randint(0, 2)):
            sprite = rng.choice(self.alive)
            match rng.randint(0, 7):
                case 0:
                    sprite.angle += rng.uniform(-40, 40)
                case 1:
                    sprite.collision_enable = not sprite.collision_enable
                case 2:
                    sprite.collision_layer = rng.choice([1, 2])
                    sprite.collision_mask = rng.choice([1, 3])
                case 3:
                    group = rng.choice([self.a, self.b])
                    group.discard(sprite) if sprite in group else group.add(sprite)
                case 4 if len(self.alive) > 10:
                    sprite.vanish()
                    self.alive.remove(sprite)
                case 5 if len(self.alive) < 20:
                    self.born()
                case 6 if len(self.a):
                    first = next(iter(self.a))
                    self.a.discard(first)
                    self.a.add(first)
                case 7:
                    for other in rng.sample(self.alive, 5):
                        other.collision = self.shapes()

    def expected(self) -> list[Any]:
        """The pairs that were met on the way, in order; with `by_shape`, all pairs of shapes."""
        a, b = list(self.a), list(self.a if self.within else self.b)
        was_b = self.places[0 if self.within else 1]
        found: list[Any] = []
        for i, one in enumerate(a):
            for other in b[i + 1 :] if self.within else b:
                if one is other:
                    continue
                here, there = (one.x, one.y), (other.x, other.y)
                hits = swept(one, self.places[0].get(one, here), other, was_b.get(other, there))
                if hits:
                    pair = one, other
                    found += [(*pair, *hit) for hit in hits] if self.by_shape else [pair]
        return found

    def key(self, pair: Any) -> Any:
        ends = [(id(pair[k]), *[shape.name for shape in pair[2 + k : 3 + k]]) for k in (0, 1)]
        return tuple(sorted(ends) if self.within else ends)

    def look(self) -> Changes:
        known = {self.key(pair) for pair in self.watch.pairs}
        met = self.expected()
        changes, plain = self.watch.update(), self.plain.update()
        known |= {self.key(pair) for pair in self.watch.pairs}
        between = [pair for pair in met if self.key(pair) not in known]
        assert changes.entered == plain.entered + between
        assert changes.stayed == plain.stayed
        assert changes.exited == plain.exited + between
        assert self.watch.pairs == self.plain.pairs
        self.crossed += len(between)
        self.places = [
            {sprite: (sprite.x, sprite.y) for sprite in group if sprite.collision_enable}
            for group in (self.a, self.b)
        ]
        return changes


@for_each("by_shape", [False, True])
@for_each("within", [False, True])
@for_each("index", [None, True, False])
def test_a_life_is_swept_pair_by_pair(within: bool, by_shape: bool, index: bool | None) -> None:
    use_index(index)
    life = Life(10, within, by_shape)
    life.look()
    for _ in range(400):
        life.step()
        life.look()
    assert life.crossed > 200


@for_each("moves", ["a", "b", "both", "none"])
@for_each("within", [False, True])
def test_many_are_found_whichever_way_is_taken(moves: str, within: bool) -> None:
    """Bullets against walls: by the kept index of what rests, by a quadtree, directly."""
    rng = random.Random(3)
    a, b = (
        Group(
            Sprite(rng.uniform(0, 900), rng.uniform(0, 900), collision=Circle(0, 0, 2))
            for _ in range(count)
        )
        for count in (150, 400)
    )
    watches = {
        road: Overlaps(a, swept=True) if within else Overlaps(a, b, swept=True)
        for road in (None, True, False)
    }
    crossed = 0
    for frame in range(12):
        if frame > 5:
            for name, group in (("a", a), ("b", b)):
                if moves in (name, "both"):
                    group.x += [rng.uniform(-60, 60) for _ in group]
        answers = []
        for road, watch in watches.items():
            use_index(road)
            answers.append(watch.update())
        assert answers[0] == answers[1] == answers[2]
        crossed += len(answers[0].exited)
    assert (crossed > 10) == (moves not in (("b", "none") if within else ("none",)))


singles = st.sampled_from(KINDS).flatmap(sprites)
ways = st.tuples(*[st.floats(-200, 200, width=32)] * 4)


@given(singles, singles, ways)
def test_small_steps_find_no_more(a: Sprite, b: Sprite, way: Any) -> None:
    assume(min(abs(a.scale_x), abs(a.scale_y), abs(b.scale_x), abs(b.scale_y)) > 0)
    assume(not a.hits(b))
    start = a.x, a.y, b.x, b.y
    seen = False
    watch = Overlaps(a, b, swept=True)
    assert not watch.update()
    steps = 40
    for k in range(1, steps + 1):
        a.x, a.y, b.x, b.y = (
            where + k / steps * part for where, part in zip(start, way, strict=True)
        )
        seen = seen or a.hits(b)
    changes = watch.update()
    if seen:
        assert changes.entered == [(a, b)]
    assert changes.exited == ([] if a.hits(b) else changes.entered)


@given(shapes(), shapes(), ways)
def test_who_is_first_does_not_matter(one: Any, two: Any, way: Any) -> None:
    found = []
    for turned in (False, True):
        a, b = Sprite(collision=one), Sprite(collision=two)
        watch = Overlaps(b, a, swept=True) if turned else Overlaps(a, b, swept=True)
        watch.update()
        b.x, b.y = way[2:]
        found.append(bool(watch.update()))
    assert found[0] == found[1]


# --- lives ---------------------------------------------------------------------------------------


class Ball(Sprite):
    collision = Circle(0, 0, 4)


def wall_at(x: float) -> Sprite:
    return Sprite(x, -50, collision=Rect(0, 0, 4, 100))


def test_a_new_sprite_has_no_way() -> None:
    group, wall = Group(), wall_at(50)
    watch = Overlaps(group, wall, swept=True)
    watch.update()
    ball = Ball(0, 0)
    ball.x = 100  # before anybody has watched it
    group.add(ball)
    assert not watch.update()
    ball.x = 0
    changes = watch.update()
    assert changes.entered == changes.exited == [(ball, wall)]
    assert watch.pairs == []
    assert not watch.update()


def test_what_was_not_in_the_group_has_no_way() -> None:
    ball, wall = Ball(0, 0), wall_at(50)
    group = Group(ball)
    watch = Overlaps(group, wall, swept=True)
    watch.update()
    group.discard(ball)
    watch.update()
    ball.x = 100
    group.add(ball)
    assert not watch.update()
    group.discard(ball)  # and back before the next update: it was there at both
    group.add(ball)
    ball.x = 0
    assert watch.update()


def test_a_sprite_in_the_memory_of_a_gone_one_has_no_way() -> None:
    wall, group = wall_at(50), Group(Ball(0, 0))
    watch = Overlaps(group, wall, swept=True)
    for _ in range(50):
        assert not watch.update()
        group[0].vanish()
        group.add(Ball(0, 0))
        group[0].x = 100
        assert not watch.update()
        group[0].vanish()
        group.add(Ball(0, 0))
        gc.collect()


def test_sprites_that_have_gone_are_let_go_at_the_next_update() -> None:
    wall, ball = wall_at(50), Ball(0, 0)
    watch = Overlaps(Group(ball), wall, swept=True)
    watch.update()
    seen = weakref.ref(ball)
    ball.vanish()
    del ball
    watch.update()
    assert seen() is None
    other = Ball(0, 0)
    gone = weakref.ref(other)
    watch = Overlaps([other], wall, swept=True)
    watch.update()
    del watch
    del other
    gc.collect()
    assert gone() is None


def test_a_group_may_change_while_its_sprites_are_remembered() -> None:
    rng = random.Random(1)
    group, wall = Group(Ball(0, 9 * k) for k in range(40)), wall_at(50)
    watch = Overlaps(group, wall, swept=True)
    watch.update()
    for _ in range(100):
        for ball in rng.sample(list(group), 5):
            rng.choice([ball.vanish, lambda ball=ball: group.discard(ball)])()
        group.add(Ball(0, rng.uniform(0, 300)) for _ in range(5))
        before = list(group)
        watch.update()
        assert list(group) == before
        group.add(Ball(0, 0))
        group[-1].vanish()
        assert list(group) == before


def test_clear_forgets_where_they_were() -> None:
    ball, wall = Ball(0, 0), wall_at(50)
    watch = Overlaps(ball, wall, swept=True)
    watch.update()
    ball.x = 100
    watch.clear()
    assert not watch.update()


def test_both_move_and_only_the_relative_way_counts() -> None:
    one, other = Ball(0, 0), Ball(0, 20)
    watch = Overlaps([one, other], swept=True)
    watch.update()
    one.x = other.x = 500
    assert not watch.update()
    one.x, other.x = 0, 1000
    assert not watch.update()
    one.x, one.y, other.x, other.y = 1000, 20, 0, 0  # they change places
    changes = watch.update()
    assert changes.exited == changes.entered == [(one, other)]


def test_a_turn_is_not_followed() -> None:
    blade = Sprite(0, 0, collision=Rect(0, -1, 50, 2))
    post = Sprite(10, 30, collision=Circle(0, 0, 3))
    watch = Overlaps(blade, post, swept=True)
    watch.update()
    blade.angle = 180  # over the post, at 90 degrees
    assert not watch.update()
    blade.y = 60  # as it is turned now, to the left of the center
    assert not watch.update()
    blade.x = 30
    blade.y = 0
    assert watch.update()


def test_a_pair_that_hit_before_only_exits() -> None:
    hook = Sprite(
        collision=Polygon([(0, 0), (2, 0), (2, 30), (20, 30), (20, 0), (22, 0), (22, 40), (0, 40)])
    )
    ball = Sprite(-2, 10, collision=Circle(0, 0, 3))
    watch = Overlaps(hook, ball, swept=True)
    assert watch.update().entered
    ball.x = 60  # out of one arm, through the other one
    changes = watch.update()
    assert (changes.entered, changes.exited) == ([], [(hook, ball)])


# --- callbacks -----------------------------------------------------------------------------------


def test_enter_comes_before_exit_and_both_are_told() -> None:
    log: list[Any] = []

    class Noted(Sprite):
        collision = Circle(0, 0, 4)

        def enter(self, other: Sprite, contact: Contact) -> None:
            log.append(("enter", self, other, contact))

        def exit(self, other: Sprite, contact: Contact | None) -> None:
            log.append(("exit", self, other, contact))

    ball, near, far = Noted(0, 0), Noted(20, 0), Noted(60, 0)
    watch = Overlaps(ball, [near, far], swept=True, stay="enter")
    watch.update()
    ball.x = 60
    changes = watch.update()
    assert changes.entered == [(ball, far), (ball, near)]
    assert changes.exited == [(ball, near)]
    assert [event[:3] for event in log] == [
        ("enter", ball, far),
        ("enter", far, ball),
        ("enter", ball, near),
        ("enter", near, ball),
        ("exit", ball, near),
        ("exit", near, ball),
    ]
    own, others = log[2][3], log[3][3]
    assert (own.sprite, own.other, own.shape, own.other_shape) == (
        ball,
        near,
        ball.shapes[0],
        near.shapes[0],
    )
    assert (own.normal, own.depth, own.points) == ((-1, 0), 0, ((16, 0),))
    assert (others.sprite, others.normal, others.points) == (near, (1, 0), ((16, 0),))
    assert own.region.is_empty
    assert [event[3] for event in log[4:]] == [None, None]


def test_the_contact_is_as_the_sweep_finds_it_whoever_moves() -> None:
    got: list[Contact] = []

    def note(own: Sprite, other: Sprite, contact: Contact) -> None:
        got.append(contact)

    for moves in (0, 1):
        ball, wall = Ball(0, 0), wall_at(50)
        watch = Overlaps(ball, wall, swept=True, enter=note, exit=None)
        watch.update()
        hit = ball.sweep(100, 0, wall)
        if moves:
            wall.x -= 100
        else:
            ball.x += 100
        watch.update()
        assert hit is not None
        first, second = got[-2:]
        assert first.normal == hit.normal == (-1, 0)
        assert second.normal == (1, 0)
        x, y = hit.point
        assert first.points == second.points == ((x - 46 * moves, y),)


def test_by_shape_all_shapes_on_the_way() -> None:
    body, head = Rect(-5, 0, 10, 20, name="body"), Circle(0, -5, 5, name="head")
    player = Sprite(50, 0, collision=[body, head])
    arrow = Sprite(0, 10, collision=Segment(-3, 0, 3, 0))
    names: list[str] = []

    def note(own: Sprite, other: Sprite, contact: Contact) -> None:
        if own is player:
            names.append(str(contact.shape.name))

    watch = Overlaps(player, [arrow], by_shape=True, swept=True, enter=note)
    watch.update()
    arrow.x = 100
    assert [pair[2] for pair in watch.update().exited] == [body]
    arrow.x, arrow.y = 50, -30
    watch.update()
    arrow.y = 10  # through the head into the body
    changes = watch.update()
    assert [pair[2] for pair in changes.entered] == [body, head]
    assert [pair[2] for pair in changes.exited] == [head]
    assert watch.pairs == [(player, arrow, body, arrow.collision)]
    arrow.y = -40  # out of the body, through the head
    changes = watch.update()
    assert [pair[2] for pair in changes.entered] == [head]
    assert [pair[2] for pair in changes.exited] == [body, head]
    assert names == ["body", "body", "head", "head"]


def test_by_shape_a_shape_that_replaced_another_may_pass() -> None:
    a = Sprite(0, 0, collision=Rect(0, 0, 10, 10, name="head"))
    b = Sprite(5, 0, collision=Rect(0, 0, 10, 10, name="legs"))
    watch = Overlaps(a, b, by_shape=True, swept=True)
    watch.update()
    a.collision = Rect(0, 0, 10, 10, name="body")
    a.x = 100
    changes = watch.update()
    assert [pair[2].name for pair in changes.entered] == ["body"]
    assert [pair[2].name for pair in changes.exited] == ["head", "body"]


def test_a_pair_whose_enter_was_skipped_has_no_exit() -> None:
    log: list[Any] = []

    class Bullet(Sprite):
        collision = Circle(0, 0, 2)

        def enter(self, other: Sprite) -> None:
            log.append(("enter", other))
            self.vanish()

        def exit(self, other: Sprite) -> None:
            log.append(("exit", other))

    walls = [wall_at(50), wall_at(70)]
    for _ in range(3):
        log.clear()
        bullet = Bullet(0, 0)
        watch = Overlaps([bullet], walls, swept=True)
        watch.update()
        bullet.x = 100
        changes = watch.update()
        assert changes.exited == changes.entered == [(bullet, wall) for wall in walls]
        assert log == [("enter", walls[0]), ("exit", walls[0])]
        assert watch.update() == Changes([], [], [])
        assert not watch._silent


def test_an_exception_in_a_callback_leaves_all_in_order() -> None:
    ball, wall = Ball(0, 0), wall_at(50)

    def fail(own: Sprite, other: Sprite) -> None:
        raise RuntimeError("stop")

    watch = Overlaps(ball, wall, swept=True, enter=fail, exit=fail)
    watch.update()
    ball.x = 100
    with pytest.raises(RuntimeError, match="stop"):
        watch.update()
    assert watch.update() == Changes([], [], [])
    assert (ball.x, wall.x) == (100, 50)


@for_each("swept", [False, True])
def test_finalizers_that_update(swept: bool) -> None:
    """Making tuples may run the garbage collector, which may call this very watch."""

    class Ends(Sprite):
        collision = Circle(0, 0, 5)

        def __del__(self) -> None:
            if busy:
                watch.update()
                group[0].collision = Circle(0, 0, 3)

    busy: list[int] = []
    group = Group(Ends(10 * k, 0) for k in range(40))
    group[0].collision = Circle(0, 0, 3)  # as finalizers leave it, also right after an update
    watch = Overlaps(group, swept=swept)
    watch.update()
    busy.append(1)
    former = gc.get_threshold()
    gc.set_threshold(5)
    try:
        for seed in range(150):
            loop: list[Any] = [Ends(0, 0)]
            loop.append(loop)
            del loop
            rng = random.Random(seed)
            for sprite in group:
                sprite.x = rng.uniform(0, 400)
            watch.update()
            assert {frozenset(map(id, p)) for p in watch.pairs} == {
                frozenset(map(id, p)) for p in pairs(group)
            }
    finally:
        gc.set_threshold(*former)
        busy.clear()


def test_what_was_asked_before_changes_nothing() -> None:
    """Contacts of another sprite, on other layers, with a list."""
    enemy = Sprite(collision=Rect(0, 0, 9, 9), collision_layer=2, collision_mask=4)
    bullet, wall = Sprite(-50, 0, collision=Circle(0, 0, 2)), Sprite(collision=Rect(-1, -9, 2, 18))
    watch = Overlaps(bullet, wall, swept=True)
    watch.update()
    enemy.contacts([wall, Sprite()])
    bullet.x = 50
    assert watch.update().entered == [(bullet, wall)]


def test_bad_arguments_are_named() -> None:
    with pytest.raises(TypeError, match="swept must be True or False, got 1"):
        Overlaps(Ball(), swept=1)  # type: ignore[arg-type]
