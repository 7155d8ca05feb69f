# One side of a search: sprites read once, as numbers. For compiled modules only.
from typing import Any, Self, final

OTHER: int
RECT: int
RECT_RATIO: int
CIRCLE: int
CIRCLE_RATIO: int
MASK: int

MISSING: object

@final
class Side:
    def __new__(cls, members: list[Any]) -> Self: ...
