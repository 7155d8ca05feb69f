"""Rows and memory: what sprites take they give back, however they come and go."""

import copy
from importlib.util import find_spec
from typing import Any

import pytest
from support.behavior import SQUARE, square
from support.engine import row_count, validate
from support.processes import SANITIZED, run_python

from spritecol import Circle, Sprite

pytestmark = pytest.mark.usefixtures("rows_are_given_back")


def test_a_row_for_each_living_sprite() -> None:
    before = row_count()
    a = square()
    assert row_count() == before + 1
    b = copy.copy(a)
    assert row_count() == before + 2
    del a
    assert row_count() == before + 1
    b.collision = []
    b.collision = SQUARE
    assert row_count() == before + 1
    del b
    assert row_count() == before


def test_init_again_and_failed_constructors_keep_no_row() -> None:
    before = row_count()
    sprite = square()
    sprite.__init__(1, 2)  # type: ignore[misc]
    assert row_count() == before + 1
    for _ in range(100):
        with pytest.raises(TypeError):
            Sprite(colour="red")  # type: ignore[call-arg]
        with pytest.raises(ValueError, match="nan"):
            Sprite(float("nan"))
    assert row_count() == before + 1


def test_a_sprite_whose_making_fails_gives_back_no_row_of_others() -> None:
    class Meta(type(Sprite)):  # type: ignore[misc]
        broken = False

        def __getattribute__(cls, name: str) -> Any:
            if name == "_spritecol_defaults" and Meta.broken:
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


def test_a_hundred_thousand_sprites_come_and_go() -> None:
    done = run_python("-m", "support.many_sprites", "crowd", helpers=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(find_spec("resource") is None, reason="this system does not tell")
@pytest.mark.skipif(SANITIZED, reason="freed memory is set aside there, and not used again")
@pytest.mark.parametrize(
    ("kind", "most"), [("rows", 2**24), ("runs", 2**24), ("lives", 120_000 * 42)], ids=str
)
def test_memory_is_used_again(kind: str, most: int) -> None:
    """Rows of sprites that come and go; runs of shapes and vertices of sprites that change.

    And whole lives, of which none may leave 42 bytes; ten million by hand: `support.many_sprites`.
    """
    done = run_python("-m", "support.many_sprites", kind, helpers=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < most
