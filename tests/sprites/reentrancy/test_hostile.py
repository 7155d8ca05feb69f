"""Code that means harm, or has bad luck: no row is lost, no Group runs in circles."""

import contextlib
import gc
import weakref
from typing import Any

import pytest

from spritecol import Circle, Group, Sprite
from spritecol.spatial import CellSpace, LinearQuadtree
from spritecol.storage import row_count, validate


def test_a_sprite_whose_making_fails_gives_back_no_row_of_others() -> None:
    class Meta(type(Sprite)):  # type: ignore[misc]
        broken = False

        def __getattribute__(cls, name: str) -> Any:
            if name == "__spritecol_defaults__" and Meta.broken:
                raise RuntimeError(name)
            return super().__getattribute__(name)

    class Odd(Sprite, metaclass=Meta):
        pass

    victim = Sprite(1, collision=Circle(0, 0, 5))
    before = row_count()
    Meta.broken = True
    for _ in range(3):
        with pytest.raises(RuntimeError):
            Odd()
    assert row_count() == before
    validate()
    assert victim.aabb == (-4, -5, 6, 5)


@pytest.mark.parametrize("members", [(None,), (1, 2), (Sprite(), "x")])
def test_a_crafted_state_is_refused(members: tuple[Any, ...]) -> None:
    sprite = Sprite()
    group = Group(sprite)
    with pytest.raises(TypeError):
        group.__setstate__((members, None))  # type: ignore[attr-defined]
    assert list(group) == [sprite]


def test_a_state_that_holds_the_group_itself_is_refused() -> None:
    group = Group()
    with pytest.raises(ValueError, match="contain itself"):
        group.__setstate__(((group,), None))  # type: ignore[attr-defined]
    assert len(group) == 0


def test_a_ring_of_groups_closed_by_a_finalizer_ends() -> None:
    inner = Group()

    class Dying(Sprite):
        def __del__(self) -> None:
            with contextlib.suppress(ValueError):  # whichever of the two comes second
                inner.add(outer)

    dying = Dying()
    outer = Group(Group(), dying, Sprite())
    dying.vanish()
    del dying
    with contextlib.suppress(ValueError):
        outer.add(inner)
    assert len(outer) == len(list(outer)) == 1
    inner.clear()
    outer.clear()


@pytest.mark.parametrize("kind", ["tree", "space", "group"])
def test_a_container_seen_from_a_weak_reference_while_it_is_collected(kind: str) -> None:
    seen: list[int] = []
    kept: list[Any] = []

    class Node:
        pass

    class Last:
        owner: Any
        late: Any

        def __del__(self) -> None:
            ref = weakref.ref(self.owner)

            def look(_: object) -> None:
                with contextlib.suppress(Exception):  # an error will do, a crash will not
                    seen.append(len(ref().index))

            kept.append(weakref.ref(self.late, look))
            del self.late

    def litter() -> None:
        index: Any
        if kind == "tree":
            index = LinearQuadtree((0, 0, 9, 9), 3)
            index.insert(Node(), (0, 0, 1, 1))
        elif kind == "space":
            index = CellSpace(9, 9, 2, 2)
            index.add(Node(), 1, 1)
        else:
            index = Group(Sprite())
        ring: Any = Node()
        ring.me, ring.late = ring, Node()
        last, owner = Last(), Node()
        owner.index, owner.ring, owner.last, owner.me = index, ring, last, owner  # type: ignore[attr-defined]
        last.owner, last.late = owner, ring.late

    litter()
    gc.collect()
    assert all(length in (0, 1) for length in seen)
