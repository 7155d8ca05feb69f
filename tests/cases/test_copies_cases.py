"""Faults of copies that were found once, and stay away."""

import copy
import pickle

import pytest
from cases.by_hand import ball

from spritecol import Circle, Group, Overlaps, Sprite


def through_pickle(value):
    return pickle.loads(pickle.dumps(value))


copied = pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, through_pickle], ids=["copy", "deepcopy", "pickle"]
)


@copied
def test_what_has_gone_exits_in_the_copy_too(copied):
    wall, coin = ball(0, 0, 9), ball(0, 0, 9)
    group = Group(coin)
    watch = Overlaps(wall, group)
    assert len(watch.update().entered) == 1
    coin.vanish()
    group.add(coin)
    for twin in (copied(watch), watch):
        assert len(twin.update().exited) == 1
        assert not twin.update()


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
@pytest.mark.parametrize("by_shape", [False, True], ids=["by sprite", "by shape"])
def test_an_enter_that_was_skipped_has_no_exit_in_the_copy_either(by_shape, copied):
    log = []

    class Last(Sprite):
        collision = Circle(0, 0, 5)

        def enter(self, other):
            log.append("enter")
            self.vanish()

        def exit(self, other):
            log.append("exit")

    watch = Overlaps([Last()], [Last(), Last()], by_shape=by_shape)
    watch.update()
    copied(watch).update()
    assert log == ["enter", "enter", "exit", "exit"]


@pytest.mark.parametrize(
    "copied",
    [
        pytest.param(lambda watch, door, guest: copy.deepcopy(watch), id="the watch"),
        pytest.param(lambda watch, door, guest: copy.deepcopy(door).watch, id="its owner"),
        pytest.param(lambda watch, door, guest: copy.deepcopy(Group(guest))[0].watch, id="a Group"),
    ],
)
def test_a_sprite_that_holds_its_watch_is_copied_with_it(copied):
    class Watch(Overlaps):
        owner = None

    door, guest = ball(0, 0, 9), ball(0, 0, 9)
    watch = Watch(door, Group(guest), swept=True)
    watch.owner, door.watch, guest.watch = door, watch, watch
    assert len(watch.update().entered) == 1
    twin = copied(watch, door, guest)
    assert type(twin) is Watch
    assert twin is not watch
    ((copied_door, copied_guest),) = twin.pairs
    assert twin.owner is copied_door
    assert copied_guest.watch is twin
    assert len(twin.update().stayed) == 1


@copied
def test_a_copy_has_the_callbacks_also_the_name_of_one_that_is_missing(copied):
    watch = Overlaps([ball(0, 0, 5), ball(0, 0, 5)], enter=max, stay="stay", exit=None)
    copied(watch).clear()
    with pytest.raises(AttributeError, match="stay"):
        copied(watch).update()


def test_a_copy_tells_that_a_callback_is_missing_in_its_first_update() -> None:
    watch = Overlaps([ball(0, 0, 5), ball(0, 0, 5)], enter="enter")
    with pytest.raises(AttributeError, match="enter"):
        copy.deepcopy(watch).update()


def test_a_group_cannot_be_unpickled_into_itself() -> None:
    group = Group(Sprite(1))
    with pytest.raises(ValueError, match="itself"):
        group.__setstate__(((group,), None))
    assert group.x.tolist() == [1]
