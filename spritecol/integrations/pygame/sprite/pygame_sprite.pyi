# The class that users see and subclass, with the attributes of both that it inherits.
from typing import Any

from pygame import sprite as pygame_sprite
from pygame.rect import FRect, Rect
from pygame.surface import Surface

import spritecol
from spritecol.sprites.sprite import NumberKeyword, NumbersOfSubclass
from spritecol.typing import Collision, VectorLike

PYGAME_ATTRIBUTES: dict[str, Any]

class Sprite(spritecol.Sprite[NumbersOfSubclass], pygame_sprite.Sprite):
    smooth: bool
    # Not a property, so that subclasses may set a default. Any instead of None, so that
    # `screen.blit(self.image, ...)` needs no cast.
    image: Surface | Any

    def __init__(
        self,
        *groups: Any,
        x: float = ...,
        y: float = ...,
        image: Surface | None = ...,
        collision: Collision = ...,
        angle: float = ...,
        scale: float = ...,
        scale_x: float = ...,
        scale_y: float = ...,
        center_x: float | None = ...,
        center_y: float | None = ...,
        z: float = ...,
        collision_enable: bool = ...,
        collision_sync: bool = ...,
        offset_sync: bool = ...,
        visible: bool = ...,
        collision_layer: int = ...,
        collision_mask: int = ...,
        position: VectorLike = ...,
        **numbers: NumberKeyword[NumbersOfSubclass],
    ) -> None: ...
    @property
    def rect(self) -> Rect: ...
    @rect.setter
    def rect(self, value: Any) -> None: ...
    @property
    def frect(self) -> FRect:
        """The box around the image before rounding to pixels. Writing to it moves the sprite."""
    @frect.setter
    def frect(self, value: Any) -> None: ...
    @property
    def original_image(self) -> Surface | None:
        """The image that was assigned to `image`. Read-only."""
    @original_image.setter
    def original_image(self, value: object) -> None: ...
    def add(self, *groups: Any) -> None: ...
    def remove(self, *groups: Any) -> None: ...
    def kill(self) -> None: ...
    def vanish(self) -> None: ...
