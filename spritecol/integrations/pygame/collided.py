"""pygame's ready-made `collided` functions, compiled, and which of them a callable is.

Each follows pygame's own to the letter: what it reads, in which order, what it stores on a sprite
and what it raises. The searches in `drop_ins` ask `kind_of` whether they know a callable; any other
is called for every pair, as pygame does.
"""

from pygame import sprite as pygame_sprite
from pygame.mask import from_surface

PYGAME_COLLIDE_RECT = pygame_sprite.collide_rect
PYGAME_COLLIDE_RECT_RATIO = pygame_sprite.collide_rect_ratio
PYGAME_COLLIDE_CIRCLE = pygame_sprite.collide_circle
PYGAME_COLLIDE_CIRCLE_RATIO = pygame_sprite.collide_circle_ratio
PYGAME_COLLIDE_MASK = pygame_sprite.collide_mask


MISSING = object()
"""Stands for an attribute that a sprite does not have."""


def collide_rect(left, right):
    """Whether the rects of two sprites overlap, as `pygame.sprite.collide_rect`."""
    return left.rect.colliderect(right.rect)


def inflated(rect, ratio):
    """A rect scaled about its middle, rounded as pygame does."""
    width: object = rect.width
    height: object = rect.height
    return rect.inflate(width * ratio - width, height * ratio - height)


class Ratio:
    """What the two ratio classes share."""

    def __init__(self, ratio):
        self.ratio = ratio

    def __repr__(self):
        attributes = " ".join([f"{name}={value!r}" for name, value in self.__dict__.items()])
        return f"<{type(self).__name__} @{id(self) & 0xFFFFFF:x} {attributes}>"


class collide_rect_ratio(Ratio):  # noqa: N801 (pygame's name: it serves as a function)
    """Whether rects scaled by `ratio` overlap, as `pygame.sprite.collide_rect_ratio`."""

    def __call__(self, left, right):
        ratio = self.ratio
        left_rect = inflated(left.rect, ratio)
        return left_rect.colliderect(inflated(right.rect, ratio))


def half_diagonal(rect):
    """The radius of a sprite that has none: of the circle round its rect."""
    width: object = rect.width
    height: object = rect.height
    return 0.5 * ((width**2 + height**2) ** 0.5)


def radius_of(sprite):
    """`sprite.radius`; where there is none, the circle round its rect, which is stored."""
    radius: object = getattr(sprite, "radius", MISSING)
    if radius is MISSING:
        radius = half_diagonal(sprite.rect)
        sprite.radius = radius
    return radius


def circles_touch(left, right, ratio):
    """Whether two sprites' circles touch, scaled by a ratio that is not `...`."""
    x: object = left.rect.centerx - right.rect.centerx
    y: object = left.rect.centery - right.rect.centery
    distance: object = x**2 + y**2
    left_radius: object = radius_of(left)
    right_radius: object
    if ratio is not ...:
        left_radius = left_radius * ratio
    right_radius = radius_of(right)
    if ratio is not ...:
        right_radius = right_radius * ratio
    return distance <= (left_radius + right_radius) ** 2


def collide_circle(left, right):
    """Whether the circles of two sprites touch, as `pygame.sprite.collide_circle`."""
    return circles_touch(left, right, ...)


class collide_circle_ratio(Ratio):  # noqa: N801 (likewise)
    """Whether circles scaled by `ratio` touch, as `pygame.sprite.collide_circle_ratio`."""

    def __call__(self, left, right):
        return circles_touch(left, right, self.ratio)


def mask_of(sprite):
    """`sprite.mask`, or where there is none the mask of its image."""
    mask: object = getattr(sprite, "mask", MISSING)
    return from_surface(sprite.image) if mask is MISSING else mask


def masks_overlap(left, right):
    """Where the masks of two sprites first overlap, or None."""
    x: object = right.rect[0] - left.rect[0]
    y: object = right.rect[1] - left.rect[1]
    mask: object = mask_of(left)
    return mask.overlap(mask_of(right), (x, y))


def collide_mask(left, right):
    """Where the masks of two sprites first overlap, or None, as `pygame.sprite.collide_mask`."""
    return masks_overlap(left, right)


def kind_of(collided):
    """Which test a `collided` argument is, pygame's or ours; OTHER for anybody else's."""
    if collided is None:
        return RECT
    if collided is collide_rect or collided is PYGAME_COLLIDE_RECT:
        return RECT
    if collided is collide_circle or collided is PYGAME_COLLIDE_CIRCLE:
        return CIRCLE
    if collided is collide_mask or collided is PYGAME_COLLIDE_MASK:
        return MASK
    if type(collided) is collide_rect_ratio or type(collided) is PYGAME_COLLIDE_RECT_RATIO:
        return RECT_RATIO
    if type(collided) is collide_circle_ratio or type(collided) is PYGAME_COLLIDE_CIRCLE_RATIO:
        return CIRCLE_RATIO
    return OTHER
