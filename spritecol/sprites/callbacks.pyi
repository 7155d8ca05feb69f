# `check` and its relatives.
import enum
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias, TypeVar, overload

from spritecol.sprites.group import Group
from spritecol.sprites.sprite import Sprite
from spritecol.typing import Targets

_A = TypeVar("_A", bound=Sprite)
_B = TypeVar("_B", bound=Sprite)

# A method's name, a callable (sprite, other) whose result matters only if it is DISCARD, or None.
Callback: TypeAlias = str | Callable[[_A, _B], object] | None

class Discard(enum.Enum):
    DISCARD = "discard"

POSITIONAL: tuple[object, ...]
DISCARD: Final = Discard.DISCARD

# Runs one callback; for the integrations.
def call(callback: Callback[Any, Any], sprite: object, other: object, /) -> object: ...

# Where sprites are given singly or in one flat iterable, the pairs keep their classes.
@overload
def check(
    attackers: _A | Iterable[_A | None],
    targets: None = None,
    shot: Callback[Any, Any] = "shot",
    hit: Callback[_A, _A] = "hit",
) -> list[tuple[_A, _A]]: ...
@overload
def check(
    attackers: _A | Iterable[_A | None],
    targets: _B | Iterable[_B | None],
    shot: Callback[_A, _B] = "shot",
    hit: Callback[_B, _A] = "hit",
) -> list[tuple[_A, _B]]: ...
@overload
def check(
    attackers: Targets,
    targets: Targets | None = None,
    shot: Callback[Any, Any] = "shot",
    hit: Callback[Any, Any] = "hit",
) -> list[tuple[Sprite, Sprite]]: ...
@overload
def pairs(a: _A | Iterable[_A | None], b: None = None) -> list[tuple[_A, _A]]: ...
@overload
def pairs(a: _A | Iterable[_A | None], b: _B | Iterable[_B | None]) -> list[tuple[_A, _B]]: ...
@overload
def pairs(a: Targets, b: Targets | None = None) -> list[tuple[Sprite, Sprite]]: ...
def update(sprites: object) -> None: ...
def draw(sprites: object) -> None: ...
def clean(sprites: list[Any] | Group) -> None: ...
