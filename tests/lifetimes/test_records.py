"""Contacts are made while finalizers free targets and replace shapes."""

import gc
import sysconfig
from typing import Any

import pytest

from spritecol import Circle, Contact, Group, Overlaps, Sprite, check


def test_targets_may_be_freed_while_records_are_made() -> None:
    class Dies(Sprite):
        def __del__(self) -> None:
            group.clear()

    group: Group = Group()
    for _ in range(30):
        group.add(Dies(collision=Circle(0, 0, 5)))
        loop: list[Any] = [Dies(collision=Circle(0, 0, 5))]
        loop.append(loop)
    gc.collect()
    ball = Sprite(collision=Circle(0, 0, 5))
    for _ in range(20):
        group.add(*(Dies(collision=Circle(0, 0, 5)) for _ in range(50)))
        assert {type(c) for c in ball.contacts(group)} <= {Contact}
        group.contact_arrays(group)


@pytest.mark.skipif(
    bool(sysconfig.get_config_var("Py_GIL_DISABLED")),
    reason="free-threaded Python counts allocations in batches: no collector runs in between",
)
def test_shapes_may_be_replaced_while_records_are_made() -> None:
    """The shapes are those that hit, whatever a finalizer does meanwhile."""
    many = [Circle(x, 0, 5, name=str(x)) for x in range(4)]
    lone = Circle(0, 0, 5, name="lone")
    ball = Sprite(collision=many)
    targets = [Sprite(collision=many) for _ in range(3)]
    meddled = 0

    class Meddler:
        me: Any = None

        def __del__(self) -> None:
            nonlocal meddled
            if busy:
                meddled += 1
                loop = Meddler()
                loop.me = loop
                for sprite in (ball, *targets):
                    sprite.collision = many if meddled % 2 else lone

    class Asker(Sprite):
        collision = Circle(0, 0, 5)

        def hit(self, other: Sprite, contact: Contact | None) -> None:
            assert contact is None or contact.sprite is self

    thresholds = gc.get_threshold()
    busy = True
    loop = Meddler()
    loop.me = loop
    del loop
    try:
        for threshold in range(1, 60):
            gc.set_threshold(threshold)
            for contact in ball.contacts(targets) + ball.contacts(targets[0]):
                assert (contact.shape is lone) == (contact.other_shape is lone)
            Group(ball).contact_arrays(Group(targets))
            Overlaps(ball, targets, by_shape=True).update()
            check(Asker(), [ball, *targets])
    finally:
        busy = False
        gc.set_threshold(*thresholds)
    assert meddled
