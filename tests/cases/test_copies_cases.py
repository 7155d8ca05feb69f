"""Faults of copies that were found once, and stay away."""

import copy
import pickle

import pytest
from spritecol import Circle, Group, Overlaps, Sprite


def test_what_has_gone_exits_in_the_copy_too() -> None:
    wall, coin = Sprite(collision=Circle(0, 0, 9)), Sprite(collision=Circle(0, 0, 9))
    group = Group(coin)
    watch = Overlaps(wall, group)
    assert len(watch.update().entered) == 1
    coin.vanish()
    group.add(coin)
    twins = [copy.copy(watch), copy.deepcopy(watch), pickle.loads(pickle.dumps(watch)), watch]
    assert [[len(twin.update().exited), bool(twin.update())] for twin in twins] == [[1, False]] * 4


def test_an_enter_that_was_skipped_has_no_exit_in_the_copy_either() -> None:
    log = []

    class Last(Sprite):
        collision = Circle(0, 0, 5)

        def enter(self, other):
            log.append("enter")
            self.vanish()

        def exit(self, other):
            log.append("exit")

    for clone in (copy.copy, copy.deepcopy):
        for by_shape in (False, True):
            watch = Overlaps([Last()], [Last(), Last()], by_shape=by_shape)
            watch.update()
            clone(watch).update()
    assert log == ["enter", "enter", "exit", "exit"] * 4


def test_a_sprite_that_holds_its_watch_is_copied_with_it() -> None:
    class Watch(Overlaps):
        owner = None

    door, guest = Sprite(collision=Circle(0, 0, 9)), Sprite(collision=Circle(0, 0, 9))
    watch = Watch(door, Group(guest), swept=True)
    watch.owner, door.watch, guest.watch = door, watch, watch
    assert len(watch.update().entered) == 1
    twins = [copy.deepcopy(watch), copy.deepcopy(door).watch, copy.deepcopy(Group(guest))[0].watch]
    assert [type(twin) is Watch and twin is not watch for twin in twins] == [True] * 3
    assert [twin.owner is twin.pairs[0][0] and twin.pairs[0][1].watch is twin for twin in twins] == [True] * 3
    assert [len(twin.update().stayed) for twin in twins] == [1] * 3


def test_callbacks_are_kept_as_they_are() -> None:
    a = Sprite(collision=Circle(0, 0, 5))
    watch = Overlaps([a, Sprite(collision=Circle(0, 0, 5))], enter=max, stay="stay", exit=None)
    twins = [copy.copy(watch), copy.deepcopy(watch), pickle.loads(pickle.dumps(watch))]
    for twin in twins:
        twin.clear()
    with pytest.raises(AttributeError, match="stay"):
        copy.copy(watch).update()
    with pytest.raises(AttributeError, match="enter"):
        copy.deepcopy(Overlaps([a, Sprite(collision=Circle(0, 0, 5))], enter="enter")).update()


def test_a_group_cannot_be_unpickled_into_itself() -> None:
    group = Group(Sprite(1))
    with pytest.raises(ValueError, match="itself"):
        group.__setstate__(((group,), None))
    assert group.x.tolist() == [1]
