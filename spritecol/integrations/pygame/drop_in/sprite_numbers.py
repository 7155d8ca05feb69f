"""One side of a search: sprites read once, as the numbers that a test needs.

Everything is read before anything is decided or stored. If a sprite is unusual (its rect is neither
a Rect nor an FRect, its radius is not a number, a number is huge, reading raises an error), `read`
returns False, and the search falls back to comparing pair by pair, with pygame's results and
errors.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.broad_phase.lanes import lowest_bit, overlaps_of_four
from cython.cimports.spritecol._support.libc import INFINITY, fabs, free, malloc
from cython.cimports.spritecol.integrations.pygame.drop_in import rects
from pygame.mask import Mask, from_surface
from pygame.surface import Surface

from spritecol.integrations.pygame.drop_in.read_attributes import (
    NO_ATTRIBUTE,
    masks_of,
    radii_of,
    rects_of,
)

NEAR_TIE = C.declare(C.double, 1e-12)
"""A relative margin: a thousand times the rounding on either side of a comparison."""

MAX_EXACT = C.declare(C.double, 33554432.0)
"""2**25: sums and squares of integers up to it are exact in a double, as in Python's int."""

NO_BOX = C.declare(Box)
"""A box that overlaps nothing."""

NO_BOX.left = NO_BOX.top = INFINITY
NO_BOX.right = NO_BOX.bottom = -INFINITY


@C.cfunc
def inflated(rect: object, ratio: object) -> object:
    """A rect scaled about its center, with pygame's rounding."""
    width: object = rect.width
    height: object = rect.height
    return rect.inflate(width * ratio - width, height * ratio - height)


def half_diagonal(rect: object) -> object:
    """The default radius of a sprite: the radius of the circle around its rect."""
    width: object = rect.width
    height: object = rect.height
    return 0.5 * ((width**2 + height**2) ** 0.5)


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class SpriteNumbers:
    """The sprites of one side, each with a box outside of which it hits nothing."""

    def __cinit__(self, members):
        self.members = list(members)  # a copy, as a user's code may change the list
        self.count = self.alive = len(self.members)
        padded: C.size_t = self.count + 4  # four boxes are compared at once
        i: C.Py_ssize_t
        self.columns.low = C.cast(
            C.p_double, malloc(padded * (4 * C.sizeof(C.double) + C.sizeof(C.Py_ssize_t)))
        )
        if self.columns.low is C.NULL:
            raise MemoryError
        self.columns.top = self.columns.low + padded
        self.columns.high = self.columns.top + padded
        self.columns.bottom = self.columns.high + padded
        self.hits = C.cast(C.pointer(C.Py_ssize_t), self.columns.bottom + padded)
        for i in range(self.count, self.count + 4):
            rects.put_in_columns(C.address(self.columns), i, C.address(NO_BOX))

    def __dealloc__(self):
        free(self.columns.low)
        free(self.circles)
        free(self.boxes)

    def read(self, kind: C.int, ratio: object) -> C.bint:
        """Read every sprite for a kind of test. Return False if a sprite is unusual."""
        try:
            self.rects = rects_of(self.members)
            if kind == RECT_RATIO:
                self.rects = [inflated(rect, ratio) for rect in self.rects]
            if kind in (RECT_TEST, RECT_RATIO):
                self.kinds = rects.read_rects(self.rects, C.address(self.columns))
                return self.kinds != rects.NO_RECT or self.count == 0
            return self.read_masks() if kind == MASK else self.read_circles(ratio)
        except Exception:
            return False

    def widen(self) -> C.int:
        """Extend each box to cover the rect after conversion to the other type, Rect or FRect."""
        self.is_widened = True
        return rects.widen_boxes(self.rects, C.address(self.columns))

    def read_circles(self, ratio: object) -> C.bint:
        """Read the circle of each sprite, and a box slightly larger than the circle."""
        box: Box
        circle: CircleNumbers
        i: C.Py_ssize_t
        radii: list = radii_of(self.members)
        self.circles = C.cast(
            C.pointer(CircleNumbers), malloc((self.count + 1) * C.sizeof(CircleNumbers))
        )
        if self.circles is C.NULL:
            raise MemoryError
        for i in range(self.count):
            rect: object = self.rects[i]
            radius: object = radii[i]
            if rects.type_of_rect(rect) == rects.NO_RECT:
                return False
            if radius is NO_ATTRIBUTE:
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
                fabs(circle.x) < rects.MAX_COORDINATE
                and fabs(circle.y) < rects.MAX_COORDINATE
                and fabs(circle.radius) < rects.MAX_COORDINATE
            ):
                return False
            self.circles[i] = circle
            reach: C.double = fabs(circle.radius) + NEAR_TIE * rects.MAX_COORDINATE
            box.left = circle.x - reach
            box.right = circle.x + reach
            box.top = circle.y - reach
            box.bottom = circle.y + reach
            rects.put_in_columns(C.address(self.columns), i, C.address(box))
        return True

    def read_masks(self) -> C.bint:
        """Read the mask of each sprite, or the image to create it from, and a box around it."""
        box: Box
        width: C.double = 0
        height: C.double = 0
        last: object = None  # the mask that was read before: many sprites may share one
        i: C.Py_ssize_t
        self.masks = masks_of(self.members)
        for i in range(self.count):
            rect: object = self.rects[i]
            mask: object = self.masks[i]
            if rects.type_of_rect(rect) == rects.NO_RECT:
                return False
            self.kinds |= rects.type_of_rect(rect)
            if mask is None or mask is not last:
                if mask is NO_ATTRIBUTE:
                    mask = self.masks[i] = self.members[i].image
                    if type(mask) is not Surface:
                        return False
                elif type(mask) is not Mask:
                    return False
                width, height = mask.get_size()
                last = mask
            box.left, box.top = rect[0], rect[1]
            if not (fabs(box.left) < rects.MAX_COORDINATE and fabs(box.top) < rects.MAX_COORDINATE):
                return False
            box.right = box.left + width + 1.0  # one pixel more on each side
            box.bottom = box.top + height + 1.0
            box.left -= 1.0
            box.top -= 1.0
            rects.put_in_columns(C.address(self.columns), i, C.address(box))
        return True

    def mask(self, i: C.Py_ssize_t) -> object:
        """The mask of a sprite, created lazily from its image."""
        found: object = self.masks[i]
        if type(found) is not Mask:
            found = from_surface(found)
            self.masks[i] = found
        return found

    def make_boxes(self) -> C.pointer(Box):
        """Return the boxes in sequence, for the broad phase. The boxes of buried sprites are
        empty.
        """
        i: C.Py_ssize_t
        if self.boxes is C.NULL:
            self.boxes = C.cast(C.pointer(Box), malloc((self.count + 1) * C.sizeof(Box)))
            if self.boxes is C.NULL:
                raise MemoryError
            for i in range(self.count):
                self.boxes[i].left = self.columns.low[i]
                self.boxes[i].top = self.columns.top[i]
                self.boxes[i].right = self.columns.high[i]
                self.boxes[i].bottom = self.columns.bottom[i]
        return self.boxes

    def find(self, other: SpriteNumbers, k: C.Py_ssize_t) -> C.void:
        """Set `hits` to the positions of the sprites whose boxes overlap the box at `k` of
        `other`.
        """
        left: C.double = other.columns.low[k]
        top: C.double = other.columns.top[k]
        right: C.double = other.columns.high[k]
        bottom: C.double = other.columns.bottom[k]
        i: C.Py_ssize_t = 0
        self.hit_count = 0
        while i < self.count:
            bits: C.uint = overlaps_of_four(
                C.address(self.columns), i, left, top, right, bottom, False
            )
            while bits:
                self.hits[self.hit_count] = i + lowest_bit(bits)
                self.hit_count += 1
                bits &= bits - 1
            i += 4

    def add_hit(self, i: C.Py_ssize_t) -> C.void:
        """Add a position to `hits`, unless the sprite there is buried."""
        if self.columns.low[i] != NO_BOX.left:
            self.hits[self.hit_count] = i
            self.hit_count += 1

    def bury(self) -> C.void:
        """Exclude the sprites at the positions in `hits` from further searches."""
        k: C.Py_ssize_t
        for k in range(self.hit_count):
            rects.put_in_columns(C.address(self.columns), self.hits[k], C.address(NO_BOX))
            if self.boxes is not C.NULL:
                self.boxes[self.hits[k]] = NO_BOX
        self.alive -= self.hit_count

    def store_radius(self, i: C.Py_ssize_t) -> C.int:
        """Store the default radius on a sprite that has none, as pygame does."""
        if self.new_radii is not None:
            radius: object = self.new_radii.pop(i, NO_ATTRIBUTE)
            if radius is not NO_ATTRIBUTE:
                self.members[i].radius = radius
        return 0

    def store_radii(self) -> C.int:
        """Store the default radius on all sprites that have none."""
        i: C.Py_ssize_t
        if self.new_radii is not None:
            for i in range(self.count):
                self.store_radius(i)
        return 0


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def is_exact(circle: C.pointer(C.const[CircleNumbers])) -> C.bint:
    """Whether a circle has small integers, for which doubles are as exact as ints."""
    return (
        fabs(circle.x) < MAX_EXACT
        and fabs(circle.y) < MAX_EXACT
        and fabs(circle.radius) < MAX_EXACT
        and circle.x == C.cast(C.longlong, circle.x)
        and circle.y == C.cast(C.longlong, circle.y)
        and circle.radius == C.cast(C.longlong, circle.radius)
    )


def circles_touch(
    a: C.pointer(C.const[CircleNumbers]), b: C.pointer(C.const[CircleNumbers])
) -> C.int:
    """Whether two circles touch: 1 or 0, or -1 if doubles cannot decide."""
    x: C.double = a.x - b.x
    y: C.double = a.y - b.y
    radius: C.double = a.radius + b.radius
    distance: C.double = x * x + y * y
    radius *= radius
    if fabs(distance - radius) <= NEAR_TIE * (distance + radius) and not (
        is_exact(a) and is_exact(b)
    ):
        return -1
    return distance <= radius
