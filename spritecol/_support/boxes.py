"""`Box`, the (left, top, right, bottom) that the library returns; and what it accepts as a box."""

from collections.abc import Sequence
from operator import itemgetter

import cython as C
from cython.cimports.spritecol._support.python import Py_INCREF, PyTuple_SET_ITEM
from cython.cimports.spritecol._support.vectors import KEEPS_HASH, PyType_GenericAlloc, new_vector

from spritecol._support.lazy_imports import is_array
from spritecol._support.range_check import OMITTED, real, shown

EDGES = ("left", "top", "right", "bottom")


def refuse_new_side(box, value):
    """Raise an error that says what to do instead of `sprite.aabb.left = 3`."""
    raise AttributeError(f"a Box can't be changed, got {shown(value)}: move the sprite instead")


class Box(tuple):
    """A box (left, top, right, bottom): a tuple of four floats with names.

    Bounding boxes are returned as a Box. A Box is equal to the tuple of its numbers and can be
    unpacked like it. It cannot be changed. The box of a sprite without shapes contains four NaN.

    Args:
        left: the least x, in pixels; or a box of any library in place of all four numbers.
        top: the least y.
        right: the greatest x.
        bottom: the greatest y.

    Attributes:
        left: the least x.
        top: the least y.
        right: the greatest x.
        bottom: the greatest y.
        width: `right - left`.
        height: `bottom - top`.
        size: (width, height), a `Vec2`.
        center: the middle (x, y), a `Vec2`.

    Raises:
        TypeError: an argument is not a number, or a single argument is not a box.
        ValueError: a single argument is a sequence whose length is not four.

    >>> box = Sprite(10, 20, collision=Circle(0, 0, 5)).aabb
    >>> box, box.right, box.size, box.center
    (Box(5.0, 15.0, 15.0, 25.0), 15.0, Vec2(10.0, 10.0), Vec2(10.0, 20.0))
    >>> left, top, right, bottom = box
    """

    __slots__ = ()
    __match_args__ = EDGES

    def __new__(cls, left, top=OMITTED, right=OMITTED, bottom=OMITTED):
        edges: tuple = (left, top, right, bottom)
        if top is OMITTED and right is OMITTED and bottom is OMITTED:
            edges = edges_of(left, "left")
        return tuple.__new__(
            cls, [real(edge, name) for edge, name in zip(edges, EDGES, strict=True)]
        )

    left = property(itemgetter(0), refuse_new_side)
    top = property(itemgetter(1), refuse_new_side)
    right = property(itemgetter(2), refuse_new_side)
    bottom = property(itemgetter(3), refuse_new_side)

    @property
    def width(self):
        """The width in pixels: `right - left`."""
        return self[2] - self[0]

    @property
    def height(self):
        """The height in pixels: `bottom - top`."""
        return self[3] - self[1]

    @property
    def size(self):
        """The width and the height, as a `Vec2`."""
        return new_vector(self[2] - self[0], self[3] - self[1])

    @property
    def center(self):
        """The center (x, y), as a `Vec2`."""
        return new_vector(0.5 * (self[0] + self[2]), 0.5 * (self[1] + self[3]))

    def __getnewargs__(self):
        return tuple(self)

    def __repr__(self):
        return f"Box{tuple(self)}"


BOX_CLASS = C.declare(object, Box)
NEW_BOX = C.declare(object, tuple.__new__)


def box_of(left: C.double, top: C.double, right: C.double, bottom: C.double) -> object:
    """Return a `Box`, made without calling the class, as `new_vector` makes a `Vec2`."""
    if KEEPS_HASH:
        return NEW_BOX(BOX_CLASS, (left, top, right, bottom))
    # The numbers first, as in `new_vector`.
    at_left: object = left
    at_top: object = top
    at_right: object = right
    at_bottom: object = bottom
    made: object = PyType_GenericAlloc(C.cast(type, BOX_CLASS), 4)
    Py_INCREF(at_left)
    PyTuple_SET_ITEM(made, 0, at_left)
    Py_INCREF(at_top)
    PyTuple_SET_ITEM(made, 1, at_top)
    Py_INCREF(at_right)
    PyTuple_SET_ITEM(made, 2, at_right)
    Py_INCREF(at_bottom)
    PyTuple_SET_ITEM(made, 3, at_bottom)
    return made


def edges_of(given: object, name: str) -> tuple:
    """Return the four edges of a box, from its attributes or from a sequence of four numbers.

    Attributes are tried before the sequence, because a `pygame.Rect` is also a sequence of x, y,
    width and height.

    Raises:
        TypeError: it is not a box.
        ValueError: it is a sequence whose length is not four.
    """
    for edge in EDGES:
        if not hasattr(given, edge):
            break
    else:
        return given.left, given.top, given.right, given.bottom
    if is_array(given) and given.ndim == 1:
        given = given.tolist()
    if not isinstance(given, Sequence) or isinstance(given, (str, bytes, bytearray, memoryview)):
        raise TypeError(
            f"{name} must be four numbers (left, top, right, bottom), got {shown(given)}"
        )
    edges: tuple = tuple(given)  # a copy, because a subclass may say a wrong length
    if len(edges) != 4:
        raise ValueError(
            f"{name} must be four numbers (left, top, right, bottom), "
            f"got {len(edges)}: {shown(given)}"
        )
    return edges
