# Where a sprite's picture is.
from typing import Any

from pygame.surface import Surface

from spritecol.integrations.pygame.placed_rect import PlacedRect
from spritecol.sprite import Sprite

SET_OWNER: Any

def is_still(sprite: Sprite) -> bool: ...
def box_of(sprite: Sprite, original: Surface) -> tuple[float, float, int, int]: ...
def rect_of(sprite: Sprite, original: Surface) -> PlacedRect: ...
