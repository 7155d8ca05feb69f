"""pygame's ready-made `collided` functions, and how to recognize them.

Each reproduces pygame's exactly: the order in which it reads attributes, what it stores on a sprite
and what it raises. The only difference is that it reads each rect once, while pygame's function may
read it two or three times. The searches use `test_of` to recognize a callable. Any other callable
is called for every pair, as in pygame. `pygame_searches` explains why this module is not compiled,
and why the two circle tests do not share a function for reading a radius: most of their time is
spent on calls.
"""

from types import FunctionType
from typing import Any

from pygame import sprite as pygame_sprite
from pygame.mask import from_surface

from spritecol.integrations.pygame.drop_in.sprite_numbers import (
    CIRCLE_RATIO,
    CIRCLE_TEST,
    MASK,
    OTHER_TEST,
    RECT_RATIO,
    RECT_TEST,
    half_diagonal,
)

PYGAME_RECT_RATIO = pygame_sprite.collide_rect_ratio
PYGAME_CIRCLE_RATIO = pygame_sprite.collide_circle_ratio


def collide_rect(left: Any, right: Any) -> bool:
    """Return whether the rects of two sprites overlap, like `pygame.sprite.collide_rect`.

    Args:
        left: a sprite with a `rect`.
        right: the other sprite.

    Returns:
        A bool.

    >>> import pygame
    >>> left, right = pygame.sprite.Sprite(), pygame.sprite.Sprite()
    >>> left.rect, right.rect = pygame.Rect(0, 0, 10, 10), pygame.Rect(9, 9, 10, 10)
    >>> collide_rect(left, right)
    True
    """
    return left.rect.colliderect(right.rect)


class Ratio:
    """The common part of both ratio classes."""

    def __init__(self, ratio: float) -> None:
        self.ratio = ratio

    def __repr__(self) -> str:
        attributes = " ".join([f"{name}={value!r}" for name, value in self.__dict__.items()])
        return f"<{type(self).__name__} @{id(self) & 0xFFFFFF:x} {attributes}>"


class collide_rect_ratio(Ratio):  # noqa: N801 (pygame's name: it is used like a function)
    """A test for whether scaled rects overlap, like `pygame.sprite.collide_rect_ratio`.

    Args:
        ratio: the factor by which both rects are scaled about their centers.

    >>> import pygame
    >>> left, right = pygame.sprite.Sprite(), pygame.sprite.Sprite()
    >>> left.rect, right.rect = pygame.Rect(0, 0, 10, 10), pygame.Rect(9, 9, 10, 10)
    >>> collide_rect_ratio(0.5)(left, right)
    False
    """

    def __call__(self, left: Any, right: Any) -> bool:
        ratio = self.ratio
        rect = left.rect
        width, height = rect.width, rect.height
        scaled = rect.inflate(width * ratio - width, height * ratio - height)
        rect = right.rect
        width, height = rect.width, rect.height
        return scaled.colliderect(rect.inflate(width * ratio - width, height * ratio - height))


def collide_circle(left: Any, right: Any) -> bool:
    """Return whether the circles of two sprites touch, like `pygame.sprite.collide_circle`.

    Args:
        left: a sprite with a `rect`, whose center is the center of the circle, and maybe a `radius`
            in pixels. Without one, it gets the radius of the circle around its rect.
        right: the other sprite.

    Returns:
        A bool.

    >>> import pygame
    >>> left, right = pygame.sprite.Sprite(), pygame.sprite.Sprite()
    >>> left.rect, right.rect = pygame.Rect(0, 0, 10, 10), pygame.Rect(9, 9, 10, 10)
    >>> left.radius = right.radius = 5
    >>> collide_circle(left, right)
    False
    """
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
    return distance <= (left_radius + right_radius) ** 2


class collide_circle_ratio(Ratio):  # noqa: N801 (pygame's name: it is used like a function)
    """A test for whether scaled circles touch, like `pygame.sprite.collide_circle_ratio`.

    Args:
        ratio: the factor by which both radii are scaled.

    >>> import pygame
    >>> left, right = pygame.sprite.Sprite(), pygame.sprite.Sprite()
    >>> left.rect, right.rect = pygame.Rect(0, 0, 10, 10), pygame.Rect(9, 9, 10, 10)
    >>> left.radius = right.radius = 5
    >>> collide_circle_ratio(1.5)(left, right)
    True
    """

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
        return distance <= (left_radius + right_radius) ** 2


def collide_mask(left: Any, right: Any) -> tuple[int, int] | None:
    """Return where the masks of two sprites overlap, like `pygame.sprite.collide_mask`.

    Args:
        left: a sprite with a `rect`, whose corner is the corner of the mask, and a `mask`, or an
            `image` to create one from.
        right: the other sprite.

    Returns:
        The first overlapping pixel (x, y) in the mask of `left`, or None.

    >>> import pygame
    >>> left, right = pygame.sprite.Sprite(), pygame.sprite.Sprite()
    >>> left.rect, right.rect = pygame.Rect(0, 0, 10, 10), pygame.Rect(9, 9, 10, 10)
    >>> left.mask = right.mask = pygame.Mask((10, 10), fill=True)
    >>> collide_mask(left, right)
    (9, 9)
    """
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
    return left_mask.overlap(right_mask, (x, y))


FUNCTIONS = {
    collide_rect: RECT_TEST,
    pygame_sprite.collide_rect: RECT_TEST,
    collide_circle: CIRCLE_TEST,
    pygame_sprite.collide_circle: CIRCLE_TEST,
    collide_mask: MASK,
    pygame_sprite.collide_mask: MASK,
}


def test_of(collided: Any) -> int:
    """Return which test a callable is, pygame's or this package's, or OTHER for a user's."""
    kind = type(collided)
    if kind is FunctionType:  # otherwise the lookup might call a user's `__hash__`
        return FUNCTIONS.get(collided, OTHER_TEST)
    if kind is collide_rect_ratio or kind is PYGAME_RECT_RATIO:
        return RECT_RATIO
    if kind is collide_circle_ratio or kind is PYGAME_CIRCLE_RATIO:
        return CIRCLE_RATIO
    return OTHER_TEST
