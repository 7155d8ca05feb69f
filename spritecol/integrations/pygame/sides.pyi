# One side of a search: sprites read once, as numbers.
from typing import Any, Self, final

from spritecol.integrations.pygame.reading import MISSING as MISSING

OTHER: int
RECT: int
RECT_RATIO: int
CIRCLE: int
CIRCLE_RATIO: int
MASK: int

@final
class Side:
    def __new__(cls, members: list[Any]) -> Self: ...

def inflated_rects(rects: list[Any], ratio: Any) -> list[Any]: ...
