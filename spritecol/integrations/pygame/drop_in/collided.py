"""pygame's ready-made `collided` functions, and which of them a callable is.

Each follows pygame's own to the letter: in which order it reads, what it stores on a sprite and
what it raises. Only that it reads each rect once, where pygame's may read it two or three times.
The searches in `drop_ins` ask `kind_of` whether they know a callable; any other is called for every
pair, as pygame does. Why this is not compiled is said in `drop_ins`.
"""

from types import FunctionType
from typing import Any

from pygame import sprite as pygame_sprite
from pygame.mask import from_surface

from spritecol.integrations.pygame.drop_in.side import (
    CIRCLE,
    CIRCLE_RATIO,
    MASK,
    OTHER,
    RECT,
    RECT_RATIO,
)

PYGAME_RECT_RATIO = pygame_sprite.collide_rect_ratio
PYGAME_CIRCLE_RATIO = pygame_sprite.collide_circle_ratio


def collide_rect(left: Any, right: Any) -> bool:
    """Whether the rects of two sprites overlap, as `pygame.sprite.collide_rect`."""
    return left.rect.colliderect(right.rect)  # type: ignore[no-any-return]


class Ratio:
    """What the two ratio classes share."""

    def __init__(self, ratio: float) -> None:
        self.ratio = ratio

    def __repr__(self) -> str:
        attributes = " ".join([f"{name}={value!r}" for name, value in self.__dict__.items()])
        return f"<{type(self).__name__} @{id(self) & 0xFFFFFF:x} {attributes}>"


class collide_rect_ratio(Ratio):  # noqa: N801 (pygame's name: it serves as a function)
    """Whether rects scaled by `ratio` overlap, as `pygame.sprite.collide_rect_ratio`."""

    def __call__(self, left: Any, right: Any) -> bool:
        ratio = self.ratio
        rect = left.rect
        width, height = rect.width, rect.height
        scaled = rect.inflate(width * ratio - width, height * ratio - height)
        rect = right.rect
        width, height = rect.width, rect.height
        return scaled.colliderect(  # type: ignore[no-any-return]
            rect.inflate(width * ratio - width, height * ratio - height)
        )


def collide_circle(left: Any, right: Any) -> bool:
    """Whether the circles of two sprites touch, as `pygame.sprite.collide_circle`."""
    x = (a := left.rect).centerx - (b := right.rect).centerx
    y = a.centery - b.centery
    distance = x**2 + y**2
    try:
        left_radius = left.radius
    except AttributeError:
        left.radius = left_radius = half_diagonal(a)
    try:
        right_radius = right.radius
    except AttributeError:
        right.radius = right_radius = half_diagonal(b)
    return distance <= (left_radius + right_radius) ** 2  # type: ignore[no-any-return]


def half_diagonal(rect: Any) -> Any:
    """The radius of a sprite that has none: of the circle round its rect."""
    return 0.5 * ((rect.width**2 + rect.height**2) ** 0.5)


class collide_circle_ratio(Ratio):  # noqa: N801 (likewise)
    """Whether circles scaled by `ratio` touch, as `pygame.sprite.collide_circle_ratio`."""

    def __call__(self, left: Any, right: Any) -> bool:
        ratio = self.ratio
        x = (a := left.rect).centerx - (b := right.rect).centerx
        y = a.centery - b.centery
        distance = x**2 + y**2
        try:
            left_radius = left.radius
        except AttributeError:
            left.radius = left_radius = half_diagonal(a)
        left_radius *= ratio
        try:
            right_radius = right.radius
        except AttributeError:
            right.radius = right_radius = half_diagonal(b)
        right_radius *= ratio
        return distance <= (left_radius + right_radius) ** 2  # type: ignore[no-any-return]


def collide_mask(left: Any, right: Any) -> tuple[int, int] | None:
    """Where the masks of two sprites first overlap, or None, as `pygame.sprite.collide_mask`."""
    x = (b := right.rect)[0] - (a := left.rect)[0]
    y = b[1] - a[1]
    try:
        left_mask = left.mask
    except AttributeError:
        left_mask = from_surface(left.image)
    try:
        right_mask = right.mask
    except AttributeError:
        right_mask = from_surface(right.image)
    return left_mask.overlap(right_mask, (x, y))  # type: ignore[no-any-return]


FUNCTIONS = {
    collide_rect: RECT,
    pygame_sprite.collide_rect: RECT,
    collide_circle: CIRCLE,
    pygame_sprite.collide_circle: CIRCLE,
    collide_mask: MASK,
    pygame_sprite.collide_mask: MASK,
}


def kind_of(collided: Any) -> int:
    """Which test a callable is, pygame's or ours; OTHER for anybody else's."""
    kind = type(collided)
    if kind is FunctionType:  # else looking it up might call a `__hash__` of the user's
        return FUNCTIONS.get(collided, OTHER)
    if kind is collide_rect_ratio or kind is PYGAME_RECT_RATIO:
        return RECT_RATIO
    if kind is collide_circle_ratio or kind is PYGAME_CIRCLE_RATIO:
        return CIRCLE_RATIO
    return OTHER
