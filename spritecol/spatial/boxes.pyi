# Boxes as users give them, made into numbers; all of it is for compiled modules.
from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

from numpy.typing import NDArray

from spritecol.limits import LIMIT as LIMIT

class _HasSides(Protocol):
    @property
    def left(self) -> float: ...
    @property
    def top(self) -> float: ...
    @property
    def right(self) -> float: ...
    @property
    def bottom(self) -> float: ...

# (left, top, right, bottom), or an object with these, such as a `pygame.Rect`.
_Box: TypeAlias = Sequence[float] | NDArray[Any] | _HasSides

SIDES: tuple[str, str, str, str]
