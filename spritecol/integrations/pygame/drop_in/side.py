"""One side of a search: sprites read once, as the numbers that a test needs.

Everything is read before anything is decided or stored. A sprite that is not ordinary (its rect is
neither a Rect nor an FRect, its radius is no number, a number is huge, reading raises) makes a side
say so, and the search is left to pygame's way, which then answers or raises as pygame does.
"""

import cython
from cython.cimports.libc.math import INFINITY, fabs, trunc
from cython.cimports.libc.stdlib import free, malloc
from pygame.mask import Mask, from_surface
from pygame.rect import FRect, Rect
from pygame.surface import Surface

from spritecol.integrations.pygame.drop_in.read_attributes import (
    MISSING,
    masks_of,
    radii_of,
    rects_of,
)
from spritecol.integrations.pygame.sprite.live_rect import PlacedRect

LARGEST = cython.declare(cython.double, 1e9)
"""Pixels. Below, no sum of two numbers of a rect leaves the 32 bits that pygame keeps it in."""

DOUBT = cython.declare(cython.double, 1e-12)
"""Relative; a thousand times the rounding of the few operations on either side of a comparison."""

WHOLE = cython.declare(cython.double, 33554432.0)
"""2**25: sums and squares of whole numbers up to it are exact in a double, as in Python's int."""


def inflated(rect: object, ratio: object) -> object:
    """A rect scaled about its middle, rounded as pygame does."""
    width: object = rect.width
    height: object = rect.height
    return rect.inflate(width * ratio - width, height * ratio - height)


def inflated_rects(rects: list, ratio: object) -> list:
    """Rects scaled likewise."""
    return [inflated(rect, ratio) for rect in rects]


def half_diagonal(rect: object) -> object:
    """The radius of a sprite that has none: of the circle round its rect."""
    width: object = rect.width
    height: object = rect.height
    return 0.5 * ((width**2 + height**2) ** 0.5)


@cython.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class Side:
    """The sprites of one side, and of each the box outside of which it hits nothing."""

    def __cinit__(self, members):
        self.members = list(members)  # `drop` takes some out
        self.count = len(self.members)
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

    def read(self, kind: cython.int, ratio: object) -> cython.bint:
        """Read every sprite for that kind of test; False when one of them is not ordinary."""
        i: cython.Py_ssize_t
        ordinary: cython.bint = True
        try:
            self.rects = rects_of(self.members)
            if kind == MASK:
                self.masks = masks_of(self.members)
            elif kind in (CIRCLE, CIRCLE_RATIO):
                self.radii = radii_of(self.members)
            for i in range(self.count):
                if kind in (RECT, RECT_RATIO):
                    ordinary = self.read_rect(i, ratio)
                elif kind == MASK:
                    ordinary = self.read_mask(i)
                else:
                    ordinary = self.read_circle(i, ratio)
                if not ordinary:
                    return False
        except Exception:
            return False
        return True

    def read_rect(self, i: cython.Py_ssize_t, ratio: object) -> cython.bint:
        """The box of a rect, as `colliderect` of its own type sees it; scaled, if by a ratio."""
        rect: object = self.rects[i]
        floats: cython.bint = type(rect) is FRect
        if not floats and type(rect) is not Rect and type(rect) is not PlacedRect:
            return False
        if ratio is not ...:
            rect = inflated(rect, ratio)
            self.rects[i] = rect
        if floats:
            self.has_floats = True
        else:
            self.has_ints = True
        return box_of(rect, floats, self.boxes + i)

    def widen(self) -> cython.int:
        """Let each box hold how a rect of the other type sees the rect, too.

        `colliderect` makes the other rect one of its own type. Whether it hits is then to be asked
        of it, for each pair: `decide` does.
        """
        i: cython.Py_ssize_t
        box: cython.pointer(Box)
        other: Box
        self.is_wide = True
        for i in range(self.count):
            box = self.boxes + i
            box_of(self.rects[i], type(self.rects[i]) is not FRect, cython.address(other))
            box.left = min(box.left, other.left)
            box.top = min(box.top, other.top)
            box.right = max(box.right, other.right)
            box.bottom = max(box.bottom, other.bottom)
        return 0

    def read_circle(self, i: cython.Py_ssize_t, ratio: object) -> cython.bint:
        """The circle of a sprite, and a box that is a little larger than the circle."""
        box: cython.pointer(Box) = self.boxes + i
        disc: cython.pointer(Disc) = self.circles + i
        rect: object = self.rects[i]
        radius: object = self.radii[i]
        reach: cython.double
        if not has_numbers(rect):
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
        disc.x, disc.y, disc.radius = rect.centerx, rect.centery, radius
        if not (fabs(disc.x) < LARGEST and fabs(disc.y) < LARGEST and fabs(disc.radius) < LARGEST):
            return False
        reach = fabs(disc.radius) + DOUBT * LARGEST
        box.left = disc.x - reach
        box.right = disc.x + reach
        box.top = disc.y - reach
        box.bottom = disc.y + reach
        return True

    def read_mask(self, i: cython.Py_ssize_t) -> cython.bint:
        """The mask of a sprite, or its image to make one of, and a box a pixel larger."""
        box: cython.pointer(Box) = self.boxes + i
        rect: object = self.rects[i]
        mask: object = self.masks[i]
        if not has_numbers(rect):
            return False
        if type(rect) is FRect:
            self.has_floats = True
        if mask is None or mask is not self.last_mask:  # many sprites may share one
            if mask is MISSING:
                mask = self.masks[i] = self.members[i].image
                if type(mask) is not Surface:
                    return False
            elif type(mask) is not Mask:
                return False
            self.width, self.height = mask.get_size()
            self.last_mask = mask
        box.left, box.top = rect[0], rect[1]
        if not (fabs(box.left) < LARGEST and fabs(box.top) < LARGEST):
            return False
        box.right = box.left + self.width + 1.0
        box.bottom = box.top + self.height + 1.0
        box.left -= 1.0
        box.top -= 1.0
        return True

    def mask(self, i: cython.Py_ssize_t) -> object:
        """The mask of a sprite, made of its image when it is first asked for."""
        found: object = self.masks[i]
        if type(found) is not Mask:
            found = from_surface(found)
            self.masks[i] = found
        return found

    def drop(self, dead: set) -> cython.int:
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
                self.rects[k] = self.rects[i]
                if self.masks is not None:
                    self.masks[k] = self.masks[i]
                k += 1
        self.count = k
        del self.members[k:]
        return 0

    def store_radius(self, i: cython.Py_ssize_t) -> cython.int:
        """Give a sprite the radius that it lacks, as pygame does."""
        if self.new_radii is not None:
            radius: object = self.new_radii.pop(i, MISSING)
            if radius is not MISSING:
                self.members[i].radius = radius
        return 0

    def store_radii(self) -> cython.int:
        """Give all sprites the radii that they lack."""
        i: cython.Py_ssize_t
        if self.new_radii is not None:
            for i in range(self.count):
                self.store_radius(i)
        return 0


def has_numbers(rect: object) -> cython.bint:
    """Whether a rect is one of pygame's, which computes with the numbers that are read of it."""
    return type(rect) is Rect or type(rect) is FRect or type(rect) is PlacedRect


def box_of(rect: object, floats: cython.bint, box: cython.pointer(Box)) -> cython.bint:
    """The box of a rect, read as an FRect or as a Rect; False where it is too large.

    Rects hit where such boxes overlap strictly.
    """
    x: cython.double = rect[0]
    y: cython.double = rect[1]
    width: cython.double = rect[2]
    height: cython.double = rect[3]
    far_x: cython.double
    far_y: cython.double
    if not (
        fabs(x) < LARGEST and fabs(y) < LARGEST and fabs(width) < LARGEST and fabs(height) < LARGEST
    ):
        return False
    if floats:  # added as pygame adds them, in 32 bits
        x = cython.cast(cython.float, x)
        y = cython.cast(cython.float, y)
        far_x = cython.cast(cython.float, x) + cython.cast(cython.float, width)
        far_y = cython.cast(cython.float, y) + cython.cast(cython.float, height)
    else:  # an FRect is cut to whole numbers
        x, y, width, height = trunc(x), trunc(y), trunc(width), trunc(height)
        far_x = x + width
        far_y = y + height
    if width == 0 or height == 0:  # such a rect hits nothing, not even around it
        box.left = box.top = INFINITY
        box.right = box.bottom = -INFINITY
        return True
    box.left = min(x, far_x)
    box.right = max(x, far_x)
    box.top = min(y, far_y)
    box.bottom = max(y, far_y)
    return True


def whole(disc: cython.pointer(cython.const[Disc])) -> cython.bint:
    """Whether a circle's numbers are whole and small, so that doubles decide as ints do."""
    return (
        fabs(disc.x) < WHOLE
        and fabs(disc.y) < WHOLE
        and fabs(disc.radius) < WHOLE
        and disc.x == cython.cast(cython.longlong, disc.x)
        and disc.y == cython.cast(cython.longlong, disc.y)
        and disc.radius == cython.cast(cython.longlong, disc.radius)
    )


def touch(
    a: cython.pointer(cython.const[Disc]), b: cython.pointer(cython.const[Disc])
) -> cython.int:
    """Whether two circles touch: 1 or 0, and -1 when it is too close to call in doubles."""
    x: cython.double = a.x - b.x
    y: cython.double = a.y - b.y
    radius: cython.double = a.radius + b.radius
    distance: cython.double = x * x + y * y
    radius *= radius
    if fabs(distance - radius) <= DOUBT * (distance + radius) and not (whole(a) and whole(b)):
        return -1
    return distance <= radius
