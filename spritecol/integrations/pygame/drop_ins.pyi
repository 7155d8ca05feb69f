# `spritecollide`, `groupcollide` and `spritecollideany` with pygame's signatures.
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

_A = TypeVar("_A")
_B = TypeVar("_B")

def spritecollide(
    sprite: _A,
    group: Iterable[_B],
    dokill: bool,
    collided: Callable[[_A, _B], Any] | None = None,
) -> list[_B]: ...
def spritecollideany(
    sprite: _A, group: Iterable[_B], collided: Callable[[_A, _B], Any] | None = None
) -> _B | None: ...
def groupcollide(
    groupa: Iterable[_A],
    groupb: Iterable[_B],
    dokilla: bool,
    dokillb: bool,
    collided: Callable[[_A, _B], Any] | None = None,
) -> dict[_A, list[_B]]: ...
