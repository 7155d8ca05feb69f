# One side of a search: sprites read once, as numbers. For compiled modules only.
from typing import Any, Self, final

from spritecol.integrations.pygame.collided import MISSING as MISSING

PYGAME_RECT: object
STORED_RECT: str

@final
class RectReader: ...

@final
class Side:
    def __new__(cls, members: list[Any]) -> Self: ...

def stores_rect() -> bool: ...
