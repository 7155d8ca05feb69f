"""Faults of callbacks that were found once, and stay away."""

from cases.by_hand import ball, box

from spritecol import DISCARD, Group, Rect, Sprite, check


def test_a_misspelled_name_is_told_only_of_sprites_on_which_it_is_called() -> None:
    class Target(Sprite):
        collision = Rect(0, 0, 10, 10)

        def damage(self):
            bullet.vanish()

    bullet, other, target = box(0, 0, 10, 10), box(0, 0, 10, 10), Target()
    pairs = check(bullet, [target, other], hit="damage")
    assert pairs == [(bullet, target), (bullet, other)]


def test_a_bystander_that_vanishes_is_not_called() -> None:
    a, b, c = (box(x, 0, 10, 10) for x in range(3))
    log = []
    a.shot, c.hit, b.hit = c.vanish, lambda: log.append("c"), lambda: log.append("b")
    assert len(check([a, b], [c, b])) == 3
    assert log == ["c", "b"]


def test_a_discarded_sprite_is_not_called_in_either_role() -> None:
    a, b, c = (box(x, 0, 10, 10) for x in range(3))
    log = []
    a.shot, b.shot = lambda: DISCARD, log.append
    assert len(check([a, b], [b, a, c])) == 4
    assert log == [c]


def test_one_collection_given_twice_is_one_collection_and_an_equal_list_is_another() -> None:
    a, b = box(0, 0, 10, 10), box(0, 0, 10, 10)
    both = [a, b]
    assert check(both, both) == [(a, b)]
    assert check(both, list(both)) == [(a, b), (b, a)]


def test_a_sprite_counts_once_in_each_collection_and_not_against_itself() -> None:
    a, b = box(0, 0, 10, 10), box(0, 0, 10, 10)
    assert check([a, b, a, Group(b)]) == [(a, b)]
    assert check([a, a], [b, [b]]) == [(a, b)]
    assert check([a, b], [a]) == [(b, a)]
    assert check(a, a) == []
    assert check([[a], None], Group(Group(b))) == [(a, b)]
    assert check(Group(), [a]) == []


def test_who_was_created_in_a_callback_is_in_no_pair_of_it() -> None:
    born, group = [], Group(box(0, 0, 10, 10), box(5, 0, 10, 10))

    def spawn(own, other):
        born.extend(box(x / 100, 0, 10, 10) for x in range(2000))
        group.add(*born[:10])

    assert len(check(group, hit=spawn)) == 1
    assert len(born) == 4000
    assert len(group.pairs()) == 66


def test_callbacks_may_clear_the_collections_under_check() -> None:
    left, right, calls = Group(ball(0, 0, 5) for _ in range(3)), [ball(0, 0, 5)], []

    def clear(own, other):
        left.clear()
        right.clear()
        calls.append(own)

    assert len(check(left, right, shot=clear, hit=None)) == 3
    assert len(calls) == 3
    assert len(left) == 0
    assert right == []


def test_who_vanishes_under_a_check_of_its_own_group_leaves_it() -> None:
    group = Group(ball(x, 0, 5) for x in range(3))
    last = group[2]
    assert len(check(group, hit=lambda own, other: own.vanish())) == 3
    assert list(group) == [last]
