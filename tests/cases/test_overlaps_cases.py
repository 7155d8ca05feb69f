"""Faults of overlaps that were found once, and stay away."""

import pytest
from cases.by_hand import ball, box

from spritecol import Changes, Circle, Group, Overlaps, Polygon, Rect, Segment, Sprite


def names(changes: Changes, which: str) -> list[str]:
    """The names of the first shapes of the pairs that entered or exited."""
    return [pair[2].name for pair in getattr(changes, which)]


# --- ways -----------------------------------------------------------------------------------------


def test_a_pair_that_hit_before_only_exits_although_it_is_met_again_on_the_way() -> None:
    outline = [(0, 0), (2, 0), (2, 30), (20, 30), (20, 0), (22, 0), (22, 40), (0, 40)]
    hook, disc = Sprite(collision=Polygon(outline)), ball(-2, 10, 3)
    watch = Overlaps(hook, disc, swept=True)
    assert len(watch.update().entered) == 1
    disc.x = 60
    assert watch.update() == Changes([], [], [(hook, disc)])


def test_only_the_way_of_one_relative_to_the_other_counts() -> None:
    one, other = ball(0, 0, 4), ball(0, 20, 4)
    watch = Overlaps([one, other], swept=True)
    assert not watch.update()
    one.x = other.x = 500
    assert not watch.update()
    one.x, other.x = 0, 1000
    assert not watch.update()
    one.x, one.y, other.x, other.y = 1000, 20, 0, 0
    assert watch.update() == Changes([(one, other)], [], [(one, other)])


def test_what_has_just_joined_has_no_way() -> None:
    group, wall = Group(), box(50, -50, 4, 100)
    watch = Overlaps(group, wall, swept=True)
    assert not watch.update()
    disc = ball(0, 0, 4)
    disc.x = 100
    group.add(disc)
    assert not watch.update()
    group.discard(disc)
    group.add(disc)
    disc.x = 0
    assert watch.update()


def test_after_clear_nothing_has_a_way() -> None:
    disc, wall = ball(0, 0, 4), box(50, -50, 4, 100)
    watch = Overlaps(disc, wall, swept=True)
    assert not watch.update()
    disc.x = 100
    watch.clear()
    assert not watch.update()


def test_contacts_of_another_sprite_on_other_layers_change_no_sweep_of_an_update() -> None:
    enemy = box(0, 0, 9, 9, collision_layer=2, collision_mask=4)
    bullet, wall = ball(-50, 0, 2), Sprite(collision=Rect(-1, -9, 2, 18))
    watch = Overlaps(bullet, wall, swept=True)
    assert not watch.update()
    assert enemy.contacts([wall, Sprite()]) == []
    bullet.x = 50
    assert watch.update().entered == [(bullet, wall)]


def test_a_shape_that_replaced_another_one_may_pass() -> None:
    a = Sprite(0, 0, collision=Rect(0, 0, 10, 10, name="head"))
    b = Sprite(5, 0, collision=Rect(0, 0, 10, 10, name="legs"))
    watch = Overlaps(a, b, by_shape=True, swept=True)
    assert len(watch.update().entered) == 1
    a.collision = Rect(0, 0, 10, 10, name="body")
    a.x = 100
    changes = watch.update()
    assert names(changes, "entered") == ["body"]
    assert names(changes, "exited") == ["head", "body"]


def test_all_shapes_on_the_way_are_met_also_those_on_the_way_out_of_another_one() -> None:
    body, head = Rect(-5, 0, 10, 20, name="body"), Circle(0, -5, 5, name="head")
    player = Sprite(50, 0, collision=[body, head])
    arrow = Sprite(50, -30, collision=Segment(-3, 0, 3, 0))
    watch = Overlaps(player, [arrow], by_shape=True, swept=True)
    assert not watch.update()
    arrow.y = 10
    changes = watch.update()
    assert names(changes, "entered") == ["body", "head"]
    assert names(changes, "exited") == ["head"]
    arrow.y = -40
    changes = watch.update()
    assert names(changes, "entered") == ["head"]
    assert names(changes, "exited") == ["body", "head"]


# --- callbacks ------------------------------------------------------------------------------------


def test_a_pair_on_the_way_whose_enter_was_skipped_has_no_exit() -> None:
    log = []

    class Bullet(Sprite):
        collision = Circle(0, 0, 2)

        def enter(self, other):
            log.append(("enter", other))
            self.vanish()

        def exit(self, other):
            log.append(("exit", other))

    walls, bullet = [box(x, -50, 4, 100) for x in (50, 70)], Bullet(0, 0)
    watch = Overlaps([bullet], walls, swept=True)
    assert not watch.update()
    bullet.x = 100
    assert watch.update().exited == [(bullet, wall) for wall in walls]
    assert log == [("enter", walls[0]), ("exit", walls[0])]
    assert watch.update() == Changes([], [], [])


def test_an_exception_on_the_way_leaves_nothing_behind() -> None:
    disc, wall = ball(0, 0, 4), box(50, -50, 4, 100)

    def fail(own, other):
        raise RuntimeError("stop")

    watch = Overlaps(disc, wall, swept=True, enter=fail, exit=fail)
    assert not watch.update()
    disc.x = 100
    with pytest.raises(RuntimeError, match="stop"):
        watch.update()
    assert watch.update() == Changes([], [], [])


def test_an_update_in_a_callback_which_then_raises_is_kept() -> None:
    seen = []

    class Nosy(Sprite):
        collision = Circle(0, 0, 5)

        def enter(self, other):
            seen.append(watch.update())
            raise RuntimeError("stop")

    watch = Overlaps([Nosy(), Nosy()])
    with pytest.raises(RuntimeError, match="stop"):
        watch.update()
    assert len(seen[0].stayed) == 1
    assert len(watch.update().stayed) == 1


def test_a_callback_may_forget_its_own_pair() -> None:
    entered = []

    def enter(a, b):
        entered.append((a, b))
        watch.forget(a, b)

    watch = Overlaps([ball(0, 0, 8) for _ in range(3)], enter=enter)
    for _ in range(3):
        watch.update()
    assert watch.pairs == []
    assert len(entered) == 18


def test_nothing_is_kept_of_pairs_of_which_nobody_hears_the_exit() -> None:
    def swallow(coin, player):
        for other in coins:
            other.vanish()

    player, coins = ball(0, 0, 8), [ball(0, 0, 4) for _ in range(5)]
    watch = Overlaps(coins, player, enter=swallow, exit=None)
    assert len(watch.update().entered) == 5
    assert len(watch.update().exited) == 5
    assert watch.update() == Changes([], [], [])
    assert repr(watch) == "<Overlaps: 0 pairs of sprites>"
    assert not hasattr(Changes([], [], []), "__dict__")


# --- who is who -----------------------------------------------------------------------------------


def test_a_shape_of_another_frame_of_an_animation_is_known_by_its_name() -> None:
    fist, body = Rect(0, 0, 9, 9, name="fist"), Rect(5, 5, 9, 9, name="body")
    one, two = Sprite(collision=[fist, body]), Sprite(2, 2, collision=[fist, body])
    watch = Overlaps(one, two, by_shape=True)
    entered = watch.update().entered
    assert len(entered) == 4
    one.collision = [body, Rect(1, 1, 8, 8, name="fist")]
    assert len(watch.update().stayed) == 4
    watch.forget(entered[0])
    assert [pair[2:] for pair in watch.update().entered] == [(one.shapes[1], two.shapes[0])]
    watch.forget(entered[0])
    one.x = 99
    assert len(watch.update().exited) == 3


def test_shapes_of_one_name_count_as_one_and_shapes_without_a_name_by_their_places() -> None:
    a = Sprite(collision=[Circle(0, 0, 5), Circle(50, 0, 5)])
    b = Sprite(collision=[Circle(0, 0, 9, name="x"), Circle(3, 0, 9, name="x")])
    watch = Overlaps([a, b], by_shape=True)
    assert watch.update().entered == [(a, b, a.shapes[0], b.shapes[0])]
    b.x = 50
    changes = watch.update()
    assert [pair[2] for pair in changes.entered] == [a.shapes[1]]
    assert [pair[2] for pair in changes.exited] == [a.shapes[0]]


def test_forget_asks_nobody_whether_sprites_are_equal() -> None:
    class Odd(Sprite):
        collision = Circle(0, 0, 8)
        __hash__ = Sprite.__hash__

        def __eq__(self, other):
            raise RuntimeError

    one, two = Odd(), Odd()
    watch = Overlaps(one, two)
    assert watch.update()
    watch.forget(two)
    assert len(watch.update().entered) == 1


def test_an_iterator_that_joins_the_targets_later_is_an_error() -> None:
    others = []
    watch = Overlaps(ball(0, 0, 5), others)
    assert not watch.update()
    others.append(iter([ball(0, 0, 5)]))
    with pytest.raises(TypeError, match=r"used up"):
        watch.update()
