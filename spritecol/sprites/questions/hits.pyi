# `pairs`. The other functions of the module are for compiled modules only.
from collections.abc import Iterable
from typing import TypeVar, overload

from spritecol.sprites.sprite import Sprite
from spritecol.typing import (
    Names,
    Targets,
    WherePair,
)

_A = TypeVar("_A", bound=Sprite)
_B = TypeVar("_B", bound=Sprite)

# If sprites are given singly or in one flat iterable, checkers know their classes in the pairs.
@overload
def pairs(
    a: _A | Iterable[_A | None],
    *,
    mask: int | None = None,
    exclude: Targets | None = (),
    where: WherePair = None,
    shapes: Names = None,
    target_shapes: Names = None,
) -> list[tuple[_A, _A]]: ...
@overload
def pairs(
    a: _A | Iterable[_A | None],
    b: _B | Iterable[_B | None],
    *more: _B | Iterable[_B | None],
    mask: int | None = None,
    exclude: Targets | None = (),
    where: WherePair = None,
    shapes: Names = None,
    target_shapes: Names = None,
) -> list[tuple[_A, _B]]: ...
@overload
def pairs(
    a: Targets,
    b: Targets = ...,
    *more: Targets,
    mask: int | None = None,
    exclude: Targets | None = (),
    where: WherePair = None,
    shapes: Names = None,
    target_shapes: Names = None,
) -> list[tuple[Sprite, Sprite]]: ...
