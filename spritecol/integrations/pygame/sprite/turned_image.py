"""A rotated and scaled image, created with pygame's transforms."""

import pygame
from pygame.surface import Surface


def transformed(
    image: Surface, angle: float, scale_x: float, scale_y: float, smooth: bool
) -> Surface:
    """An image scaled, mirrored where a scale is negative, and rotated clockwise.

    The center stays in place. The result has a whole number of pixels along each side, so the exact
    image may extend beyond it by a fraction of a pixel.
    """
    is_slanted = angle % 90 != 0
    width, height = image.get_size()
    size = round(abs(scale_x) * width), round(abs(scale_y) * height)
    if not image.get_flags() & pygame.SRCALPHA and (
        smooth or (is_slanted and image.get_colorkey() is None)
    ):
        # pygame fills the new corners of an opaque image with one of its colors, and its filters
        # blend the color key with the neighboring colors.
        image = _with_alpha(image)
    if scale_x < 0 or scale_y < 0:
        image = pygame.transform.flip(image, scale_x < 0, scale_y < 0)
    if size != (width, height):
        scale = pygame.transform.smoothscale if smooth else pygame.transform.scale
        image = scale(image, size)
    if angle % 360 == 0 or 0 in size:
        return image
    if smooth and is_slanted:
        return pygame.transform.rotozoom(image, -angle, 1)
    return pygame.transform.rotate(image, -angle)


def _with_alpha(image: Surface) -> Surface:
    """A copy with an alpha channel."""
    alpha = image.get_alpha()
    opaque = image.copy()
    opaque.set_alpha(None)
    copy = Surface(image.get_size(), pygame.SRCALPHA, 32)
    copy.blit(opaque, (0, 0))
    copy.set_alpha(alpha)
    return copy
