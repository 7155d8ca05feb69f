"""One side of a search: sprites read once, as the numbers that a test needs.

Everything is read before anything is decided or stored. If a sprite is unusual (its rect is neither
a Rect nor an FRect, its radius is not a number, a number is huge, reading raises an error), `read`
returns False, and the search falls back to pygame's way, which then answers or raises as pygame
does.
"""

import cython
from cython.cimports.libc.math import INFINITY, fabs, trunc
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.spritecol.integrations.pygame.drop_in.fast_reads import (
    FLOATS,
    INTS,
    NO_RECT,
    RectNumbers,
    read_numbers,
    type_of_rect,
)
from pygame.mask import Mask, from_surface
from pygame.surface import Surface

from spritecol.integrations.pygame.drop_in.read_attributes import (
    MISSING,
    masks_of,
    radii_of,
    rects_of,
)

MAX_COORDINATE = cython.declare(cython.double, 1e9)
"""Pixels. The sum of two smaller numbers of a rect fits in the 32 bits in which pygame keeps it."""

TIE = cython.declare(cython.double, 1e-12)
"""Relative; a thousand times the rounding of the few operations on either side of a comparison."""

MAX_EXACT = cython.declare(cython.double, 33554432.0)
"""2**25: sums and squares of integers up to it are exact in a double, as in Python's int."""


@cython.cfunc
def inflated(rect: object, ratio: object) -> object:
    """A rect scaled about its center, with pygame's rounding."""
    width: object = rect.width
    height: object = rect.height
    return rect.inflate(width * ratio - width, height * ratio - height)


def inflated_rects(rects: list, ratio: object) -> list:
    """Rects scaled about their centers."""
    return [inflated(rect, ratio) for rect in rects]


def half_diagonal(rect: object) -> object:
    """The default radius of a sprite: that of the circle around its rect."""
    width: object = rect.width
    height: object = rect.height
    return 0.5 * ((width**2 + height**2) ** 0.5)


@cython.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class SpriteNumbers:
    """The sprites of one side, each with a box outside of which it hits nothing."""

    def __cinit__(self, members):
        self.members = list(members)  # a copy, as `discard` removes some
        self.count = len(self.members)
        self.boxes = cython.cast(
            cython.pointer(Box), malloc(max(1, self.count) * cython.sizeof(Box))
        )
        self.circles = cython.cast(
            cython.pointer(Circle), malloc(max(1, self.count) * cython.sizeof(Circle))
        )
        if self.boxes is cython.NULL or self.circles is cython.NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.boxes)
        free(self.circles)

    def read(self, kind: cython.int, ratio: object) -> cython.bint:
        """Read every sprite for that kind of test. False if one of them is unusual."""
        i: cython.Py_ssize_t
        is_usual: cython.bint = True
        try:
            self.rects = rects_of(self.members)
            if kind == MASK:
                self.masks = masks_of(self.members)
            elif kind in (CIRCLE, CIRCLE_RATIO):
                self.radii = radii_of(self.members)
            for i in range(self.count):
                if kind in (RECT, RECT_RATIO):
                    is_usual = self.read_rect(i, ratio)
                elif kind == MASK:
                    is_usual = self.read_mask(i)
                else:
                    is_usual = self.read_circle(i, ratio)
                if not is_usual:
                    return False
        except Exception:
            return False
        return True

    def read_rect(self, i: cython.Py_ssize_t, ratio: object) -> cython.bint:
        """Read the box of a rect, scaled if there is a ratio, as its own `colliderect` sees it."""
        rect: object = self.rects[i]
        kind: cython.int = type_of_rect(rect)
        is_float: cython.bint = kind == FLOATS
        if kind == NO_RECT:
            return False
        if ratio is not ...:
            rect = inflated(rect, ratio)
            self.rects[i] = rect
        if is_float:
            self.has_float_rects = True
        else:
            self.has_int_rects = True
        return read_rect_box(rect, is_float, self.boxes + i)

    def widen(self) -> cython.int:
        """Extend each box to how a rect of the other type sees the rect.

        `colliderect` converts the other rect to its own type. Whether a pair whose boxes overlap
        hits must then be decided by the rects themselves (see `bulk_hits.confirm`).
        """
        i: cython.Py_ssize_t
        box: cython.pointer(Box)
        other: Box
        self.is_widened = True
        for i in range(self.count):
            box = self.boxes + i
            read_rect_box(self.rects[i], type_of_rect(self.rects[i]) == INTS, cython.address(other))
            box.left = min(box.left, other.left)
            box.top = min(box.top, other.top)
            box.right = max(box.right, other.right)
            box.bottom = max(box.bottom, other.bottom)
        return 0

    def read_circle(self, i: cython.Py_ssize_t, ratio: object) -> cython.bint:
        """Read the circle of a sprite, and a box slightly larger than the circle."""
        box: cython.pointer(Box) = self.boxes + i
        circle: cython.pointer(Circle) = self.circles + i
        rect: object = self.rects[i]
        radius: object = self.radii[i]
        reach: cython.double
        if not is_pygame_rect(rect):
            return False
        if radius is MISSING:
            radius = half_diagonal(rect)
            if self.new_radii is None:
                self.new_radii = {}
            self.new_radii[i] = radius
        if ratio is not ...:
            radius = radius * ratio
        if type(radius) is not float and type(radius) is not int:
            return False
        circle.x, circle.y, circle.radius = rect.centerx, rect.centery, radius
        if not (
            fabs(circle.x) < MAX_COORDINATE
            and fabs(circle.y) < MAX_COORDINATE
            and fabs(circle.radius) < MAX_COORDINATE
        ):
            return False
        reach = fabs(circle.radius) + TIE * MAX_COORDINATE
        box.left = circle.x - reach
        box.right = circle.x + reach
        box.top = circle.y - reach
        box.bottom = circle.y + reach
        return True

    def read_mask(self, i: cython.Py_ssize_t) -> cython.bint:
        """Read the mask of a sprite, or the image to create it from, and a box one pixel larger."""
        box: cython.pointer(Box) = self.boxes + i
        rect: object = self.rects[i]
        mask: object = self.masks[i]
        if not is_pygame_rect(rect):
            return False
        if type_of_rect(rect) == FLOATS:
            self.has_float_rects = True
        if mask is None or mask is not self.last_mask:  # many sprites may share a mask
            if mask is MISSING:
                mask = self.masks[i] = self.members[i].image
                if type(mask) is not Surface:
                    return False
            elif type(mask) is not Mask:
                return False
            self.mask_width, self.mask_height = mask.get_size()
            self.last_mask = mask
        box.left, box.top = rect[0], rect[1]
        if not (fabs(box.left) < MAX_COORDINATE and fabs(box.top) < MAX_COORDINATE):
            return False
        box.right = box.left + self.mask_width + 1.0
        box.bottom = box.top + self.mask_height + 1.0
        box.left -= 1.0
        box.top -= 1.0
        return True

    def mask(self, i: cython.Py_ssize_t) -> object:
        """The mask of a sprite, created lazily from its image."""
        found: object = self.masks[i]
        if type(found) is not Mask:
            found = from_surface(found)
            self.masks[i] = found
        return found

    def discard(self, dead: set) -> cython.int:
        """Remove the members at those positions, closing the gaps."""
        i: cython.Py_ssize_t
        kept: cython.Py_ssize_t = 0
        if not dead:
            return 0
        for i in range(self.count):
            if i not in dead:
                self.members[kept] = self.members[i]
                self.boxes[kept] = self.boxes[i]
                self.circles[kept] = self.circles[i]
                self.rects[kept] = self.rects[i]
                if self.masks is not None:
                    self.masks[kept] = self.masks[i]
                kept += 1
        self.count = kept
        del self.members[kept:]
        return 0

    def store_radius(self, i: cython.Py_ssize_t) -> cython.int:
        """Store the default radius on a sprite that has none, as pygame does."""
        if self.new_radii is not None:
            radius: object = self.new_radii.pop(i, MISSING)
            if radius is not MISSING:
                self.members[i].radius = radius
        return 0

    def store_radii(self) -> cython.int:
        """Store the default radius on all sprites that have none."""
        i: cython.Py_ssize_t
        if self.new_radii is not None:
            for i in range(self.count):
                self.store_radius(i)
        return 0


def is_pygame_rect(rect: object) -> cython.bint:
    """Whether a rect's numbers and methods are pygame's own."""
    return type_of_rect(rect) != NO_RECT


def read_rect_box(rect: object, is_float: cython.bint, box: cython.pointer(Box)) -> cython.bint:
    """Read the box of a rect, taken as an FRect or as a Rect. False if it is none, or too large.

    Two rects collide if these boxes overlap strictly.
    """
    numbers: RectNumbers
    x: cython.double
    y: cython.double
    width: cython.double
    height: cython.double
    far_x: cython.double
    far_y: cython.double
    kind: cython.int = read_numbers(rect, cython.address(numbers))
    if kind == NO_RECT:
        return False
    x, y, width, height = numbers.x, numbers.y, numbers.width, numbers.height
    if not (
        fabs(x) < MAX_COORDINATE
        and fabs(y) < MAX_COORDINATE
        and fabs(width) < MAX_COORDINATE
        and fabs(height) < MAX_COORDINATE
    ):
        return False
    if is_float:  # added in 32 bits, as pygame does
        x = cython.cast(cython.float, x)
        y = cython.cast(cython.float, y)
        far_x = cython.cast(cython.float, x) + cython.cast(cython.float, width)
        far_y = cython.cast(cython.float, y) + cython.cast(cython.float, height)
    else:
        if kind == FLOATS:  # an FRect is truncated to integers
            x, y, width, height = trunc(x), trunc(y), trunc(width), trunc(height)
        far_x = x + width
        far_y = y + height
    if width == 0 or height == 0:  # such a rect hits nothing, not even what surrounds it
        box.left = box.top = INFINITY
        box.right = box.bottom = -INFINITY
        return True
    box.left = min(x, far_x)
    box.right = max(x, far_x)
    box.top = min(y, far_y)
    box.bottom = max(y, far_y)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_exact(circle: cython.pointer(cython.const[Circle])) -> cython.bint:
    """Whether a circle has small integers, with which doubles are as exact as ints."""
    return (
        fabs(circle.x) < MAX_EXACT
        and fabs(circle.y) < MAX_EXACT
        and fabs(circle.radius) < MAX_EXACT
        and circle.x == cython.cast(cython.longlong, circle.x)
        and circle.y == cython.cast(cython.longlong, circle.y)
        and circle.radius == cython.cast(cython.longlong, circle.radius)
    )


def circles_touch(
    a: cython.pointer(cython.const[Circle]), b: cython.pointer(cython.const[Circle])
) -> cython.int:
    """Whether two circles touch: 1 or 0, or -1 if doubles can't tell."""
    x: cython.double = a.x - b.x
    y: cython.double = a.y - b.y
    radius: cython.double = a.radius + b.radius
    distance: cython.double = x * x + y * y
    radius *= radius
    if fabs(distance - radius) <= TIE * (distance + radius) and not (is_exact(a) and is_exact(b)):
        return -1
    return distance <= radius
