"""One side of a search: sprites read once, as the numbers that a test needs.

Everything is read before anything is decided or stored. A sprite that is not ordinary (its rect is
neither a Rect nor an FRect, its radius is no number, a number is huge, reading raises) makes a side
say so, and the search is left to pygame's way, which then answers or raises as pygame does.
"""

import cython
from cython.cimports.libc.math import INFINITY, fabs
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.spritecol.integrations.pygame.collided import (
    MASK,
    RECT,
    RECT_RATIO,
    half_diagonal,
    inflated,
)
from pygame import sprite as pygame_sprite
from pygame.mask import Mask, from_surface
from pygame.rect import FRect, Rect
from pygame.surface import Surface

from spritecol.integrations.pygame.collided import MISSING
from spritecol.integrations.pygame.placed_rect import PlacedRect

LARGEST = cython.declare(cython.double, 1e9)
"""Pixels. Below, no sum of two numbers of a rect leaves the 32 bits that pygame keeps it in."""

DOUBT = cython.declare(cython.double, 1e-12)
"""Relative; a thousand times the rounding of the few operations on either side of a comparison."""

WHOLE = cython.declare(cython.double, 33554432.0)
"""2**25: sums and squares of whole numbers up to it are exact in a double, as in Python's int."""

PYGAME_RECT = pygame_sprite.Sprite.__dict__.get("rect")
"""pygame-ce's own property `rect`, since 2.5.6; before, a rect was a plain attribute."""

STORED_RECT = "_Sprite__rect"
"""Where that property keeps the rect."""


def stores_rect():
    """Whether the property's place for the rect is where it is expected."""
    probe = pygame_sprite.Sprite()
    probe.rect = rect = Rect(1, 2, 3, 4)
    return PYGAME_RECT is not None and getattr(probe, STORED_RECT, None) is rect


STORES_RECT = cython.declare(cython.bint, stores_rect())


def is_ordinary(rect):
    """Whether a rect is one whose numbers and methods are pygame's."""
    return type(rect) is Rect or type(rect) is FRect or type(rect) is PlacedRect


@cython.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class RectReader:
    """Reads `sprite.rect`; where that is pygame's property, without calling its Python code."""

    def read(self, sprite):
        """`sprite.rect`, or whatever error reading it raises."""
        kind: object = type(sprite)
        if kind is not self.kind:
            self.kind = kind
            self.stored = (
                STORES_RECT
                and getattr(kind, "rect", None) is PYGAME_RECT
                and kind.__getattribute__ is object.__getattribute__
            )
        if self.stored:
            return getattr(sprite, STORED_RECT)
        return sprite.rect


@cython.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class Side:
    """The sprites of one side, and of each the box outside of which it hits nothing."""

    def __cinit__(self, members):
        self.members = list(members)  # `drop` takes some out
        self.count = len(members)
        self.reader = RectReader()
        self.boxes = cython.cast(
            cython.pointer(Box), malloc(max(1, self.count) * cython.sizeof(Box))
        )
        self.circles = cython.cast(
            cython.pointer(Disc), malloc(max(1, self.count) * cython.sizeof(Disc))
        )
        if self.boxes is cython.NULL or self.circles is cython.NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.boxes)
        free(self.circles)

    def read(self, kind, ratio):
        """Read every sprite for that kind of test; False when one of them is not ordinary."""
        i: cython.Py_ssize_t
        ordinary: cython.bint = True
        try:
            for i in range(self.count):
                if kind == RECT:
                    ordinary = self.read_rect(i, self.reader.read(self.members[i]))
                elif kind == RECT_RATIO:
                    ordinary = self.read_inflated(i, ratio)
                elif kind == MASK:
                    ordinary = self.read_mask(i)
                else:
                    ordinary = self.read_circle(i, ratio)
                if not ordinary:
                    return False
        except Exception:
            return False
        return True

    def read_rect(self, i, rect):
        """The box of a rect, as `colliderect` sees it; strictly overlapping boxes are hits."""
        box: cython.pointer(Box) = self.boxes + i
        x: cython.double
        y: cython.double
        width: cython.double
        height: cython.double
        far_x: cython.double
        far_y: cython.double
        floats: cython.bint = type(rect) is FRect
        if not is_ordinary(rect):
            return False
        if i and floats != self.floats:
            return False  # colliderect turns the one kind into the other, which depends on the pair
        self.floats = floats
        x, y, width, height = rect[0], rect[1], rect[2], rect[3]
        if not (
            fabs(x) < LARGEST
            and fabs(y) < LARGEST
            and fabs(width) < LARGEST
            and fabs(height) < LARGEST
        ):
            return False
        if width == 0 or height == 0:  # such a rect hits nothing, not even around it
            box.left = box.top = INFINITY
            box.right = box.bottom = -INFINITY
            return True
        if floats:  # added as pygame adds them, in 32 bits
            far_x = cython.cast(cython.float, x) + cython.cast(cython.float, width)
            far_y = cython.cast(cython.float, y) + cython.cast(cython.float, height)
        else:
            far_x = x + width
            far_y = y + height
        box.left = min(x, far_x)
        box.right = max(x, far_x)
        box.top = min(y, far_y)
        box.bottom = max(y, far_y)
        return True

    def read_inflated(self, i, ratio):
        """The box of a scaled rect."""
        rect: object = self.reader.read(self.members[i])
        if not is_ordinary(rect):
            return False
        return self.read_rect(i, inflated(rect, ratio))

    def read_circle(self, i, ratio):
        """The circle of a sprite, and a box that is a little larger than the circle."""
        box: cython.pointer(Box) = self.boxes + i
        disc: cython.pointer(Disc) = self.circles + i
        sprite: object = self.members[i]
        rect: object = self.reader.read(sprite)
        radius: object
        reach: cython.double
        if not is_ordinary(rect):
            return False
        radius = getattr(sprite, "radius", MISSING)
        if radius is MISSING:
            radius = half_diagonal(rect)
            if self.new_radii is None:
                self.new_radii = {}
            self.new_radii[i] = radius
        if ratio is not ...:
            radius = radius * ratio
        if type(radius) is not float and type(radius) is not int:
            return False
        disc.x, disc.y, disc.radius = rect.centerx, rect.centery, radius
        if not (fabs(disc.x) < LARGEST and fabs(disc.y) < LARGEST and fabs(disc.radius) < LARGEST):
            return False
        reach = fabs(disc.radius) + DOUBT * LARGEST
        box.left = disc.x - reach
        box.right = disc.x + reach
        box.top = disc.y - reach
        box.bottom = disc.y + reach
        return True

    def read_mask(self, i):
        """The mask of a sprite, or its image to make one of, and a box a pixel larger."""
        box: cython.pointer(Box) = self.boxes + i
        sprite: object = self.members[i]
        rect: object = self.reader.read(sprite)
        mask: object
        size: tuple
        if not is_ordinary(rect):
            return False
        mask = getattr(sprite, "mask", MISSING)
        if mask is MISSING:
            mask = sprite.image
            if type(mask) is not Surface:
                return False
        elif type(mask) is not Mask:
            return False
        size = mask.get_size()
        box.left, box.top = rect[0], rect[1]
        if not (fabs(box.left) < LARGEST and fabs(box.top) < LARGEST):
            return False
        box.right = box.left + cython.cast(cython.double, size[0]) + 1.0
        box.bottom = box.top + cython.cast(cython.double, size[1]) + 1.0
        box.left -= 1.0
        box.top -= 1.0
        if self.masks is None:
            self.masks = []
            self.rects = []
        self.masks.append(mask)
        self.rects.append(rect)
        return True

    def mask(self, i):
        """The mask of a sprite, made of its image when it is first asked for."""
        found: object = self.masks[i]
        if type(found) is not Mask:
            found = from_surface(found)
            self.masks[i] = found
        return found

    def drop(self, dead):
        """Forget the members at those positions; the rest close ranks."""
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t = 0
        if not dead:
            return 0
        for i in range(self.count):
            if i not in dead:
                self.members[k] = self.members[i]
                self.boxes[k] = self.boxes[i]
                self.circles[k] = self.circles[i]
                if self.masks is not None:
                    self.masks[k] = self.masks[i]
                    self.rects[k] = self.rects[i]
                k += 1
        self.count = k
        del self.members[k:]
        return 0

    def store_radius(self, i):
        """Give a sprite the radius that it lacks, as pygame does."""
        if self.new_radii is not None:
            radius: object = self.new_radii.pop(i, MISSING)
            if radius is not MISSING:
                self.members[i].radius = radius
        return 0

    def store_radii(self):
        """Give all sprites the radii that they lack."""
        i: cython.Py_ssize_t
        if self.new_radii is not None:
            for i in range(self.count):
                self.store_radius(i)
        return 0


def whole(disc):
    """Whether a circle's numbers are whole and small, so that doubles decide as ints do."""
    return (
        fabs(disc.x) < WHOLE
        and fabs(disc.y) < WHOLE
        and fabs(disc.radius) < WHOLE
        and disc.x == cython.cast(cython.longlong, disc.x)
        and disc.y == cython.cast(cython.longlong, disc.y)
        and disc.radius == cython.cast(cython.longlong, disc.radius)
    )


def touch(a, b):
    """Whether two circles touch: 1 or 0, and -1 when it is too close to call in doubles."""
    x: cython.double = a.x - b.x
    y: cython.double = a.y - b.y
    radius: cython.double = a.radius + b.radius
    distance: cython.double = x * x + y * y
    radius *= radius
    if fabs(distance - radius) <= DOUBT * (distance + radius) and not (whole(a) and whole(b)):
        return -1
    return distance <= radius
