"""The tuples with names that answers consist of.

`Vec2` is the (x, y) of all points, normals, pushes and motions, and `Box` the (left, top, right,
bottom) of all boxes. This module also reads the pairs and boxes that users give instead.
"""

import sys
from collections.abc import Sequence
from operator import itemgetter

import cython as C
from cython.cimports.spritecol._support import fast_range_check
from cython.cimports.spritecol._support.polar import Rotation, angle_of, hypot, rotation_of
from cython.cimports.spritecol._support.python import Py_INCREF, PyTuple_SET_ITEM

from spritecol._support.arguments import surplus
from spritecol._support.lazy_imports import is_array
from spritecol._support.range_check import OMITTED, real, shown


@C.cfunc
@C.exceptval(-1.0)
def coordinate(value: object) -> C.double:
    """Return a coordinate of a vector: any real number, including infinity and NaN."""
    if isinstance(value, float):
        return C.cast(C.double, value)
    try:
        if type(value) is int:
            return C.cast(C.double, value)
    except OverflowError:  # an error with a name follows
        pass
    return real(value, "a coordinate")


@C.cfunc
@C.exceptval(-1)
def read_pair(given: object, out: C.pointer(XY)) -> C.bint:
    """Read two numbers from a tuple, a list or a vector of any library. Return False for anything
    else.
    """
    if isinstance(given, tuple):
        if len(C.cast(tuple, given)) != 2:
            return False
        out.x = coordinate(C.cast(tuple, given)[0])
        out.y = coordinate(C.cast(tuple, given)[1])
        return True
    if fast_range_check.is_no_vector(given):
        return False
    if not hasattr(type(given), "__len__"):
        return False
    try:
        x, y = given
    except (TypeError, ValueError):
        return False
    out.x = coordinate(x)
    out.y = coordinate(y)
    return True


@C.cfunc
@C.exceptval(-1)
def read_operand(given: object, out: C.pointer(XY)) -> C.bint:
    """Read two numbers, or one number for both. Return False for anything else.

    NumPy's arrays are left to NumPy, which treats a vector as a row of two numbers.
    """
    if type(given) is float or type(given) is int:
        out.x = out.y = coordinate(given)
        return True
    if not isinstance(given, tuple) and is_array(given):
        return False
    if read_pair(given, out):
        return True
    if not hasattr(type(given), "__float__"):
        return False
    out.x = out.y = coordinate(given)
    return True


def checked_pair(given: object, name: str) -> XY:
    """Read an argument that has to be a pair."""
    result: XY
    is_pair: C.bint
    try:
        is_pair = read_pair(given, C.address(result))
    except TypeError:  # it is a pair, but not of numbers
        is_pair = False
    if not is_pair:
        remedy: str = ": pass its position" if hasattr(given, "position") else ""
        raise TypeError(f"{name} must be a vector (x, y), got {shown(given)}{remedy}")
    return result


@C.cfunc
@C.exceptval(check=True)
def own(vector: object) -> XY:
    """The two numbers of a `Vec2`. It has other items if somebody makes one by `tuple.__new__`."""
    return checked_pair(vector, "self")


@C.cfunc
@C.exceptval(check=True)
def unit(a: XY) -> XY:
    """Return the vector of length 1 in the same direction."""
    if a.x == 0.0 and a.y == 0.0:
        raise ValueError("the zero vector has no direction: it cannot be normalized")
    length: C.double = hypot(a.x, a.y)
    if not 1e-290 < length < 1e300:  # too few bits: first scale it to about 1
        size: C.double = max(abs(a.x), abs(a.y))
        a.x = a.x / size
        a.y = a.y / size
        length = hypot(a.x, a.y)
    a.x = a.x / length
    a.y = a.y / length
    return a


def refuse_change(vector, value):
    """Raise an error that says what to write instead of `sprite.position.x = 3`."""
    raise AttributeError(
        f"a Vec2 can't be changed, got {shown(value)}: assign another one, v = Vec2(x, y); for a "
        "sprite's position, write sprite.x and sprite.y"
    )


class Vec2(tuple):
    """A vector (x, y): a tuple of two floats that you can use in calculations.

    Points, normals and motions are returned as a Vec2. A Vec2 is equal to the tuple of its numbers
    and can be unpacked like it. It cannot be changed. The zero vector is false.

    `+ - * /` work on each coordinate. The other operand is a vector, or one number for both
    coordinates. A vector may be any pair of numbers, such as a vector of pygame, pyglet or pymunk.
    If the other operand is a NumPy array, NumPy calculates.

    Args:
        x: to the right; or a pair (x, y) in place of `x` and `y`. Without arguments both are 0.
        y: down.

    Attributes:
        x: to the right.
        y: down.
        length: the length.
        length_squared: the square of the length, `x * x + y * y`.
        angle: the direction in degrees, clockwise on screen, from -180 to 180: 0 to the right, 90
            down. 0 for the zero vector.

    Raises:
        TypeError: an argument is not a number.

    >>> velocity = Vec2(3, 4)
    >>> velocity * 2, velocity - (1, 1), -velocity
    (Vec2(6.0, 8.0), Vec2(2.0, 3.0), Vec2(-3.0, -4.0))
    >>> velocity.length, velocity.normalized(), velocity == (3, 4)
    (5.0, Vec2(0.6, 0.8), True)
    >>> x, y = velocity
    """

    __slots__ = ()
    __match_args__ = ("x", "y")

    def __new__(cls, x=(0.0, 0.0), y=None, *more, **named):
        pair: XY
        if named:
            raise surplus("Vec2", ("x", "y"), more, named)
        if more:
            raise TypeError(
                f"Vec2 takes two numbers or a pair of them, got {len(more) + 2}: Vec2(x, y)"
            )
        try:
            if y is None:
                pair = checked_pair(x, "x")
            else:
                pair.x = coordinate(x)
                pair.y = coordinate(y)
        except TypeError as error:
            given = shown(x) if y is None else f"{shown(x)} and {shown(y)}"
            raise TypeError(f"Vec2 takes two numbers or a pair of them, got {given}") from error
        if cls is VEC2:
            return new_vector(pair.x, pair.y)
        return tuple.__new__(cls, (pair.x, pair.y))

    x = property(itemgetter(0), refuse_change)
    y = property(itemgetter(1), refuse_change)

    @staticmethod
    def from_angle(degrees, length=1):
        """Return the vector with a given angle and length.

        Args:
            degrees: the angle, clockwise on screen: 0 to the right, 90 down.
            length: the length; a negative length turns the vector around.

        Returns:
            A new `Vec2`.

        Raises:
            TypeError: an argument is not a number.
            ValueError: an argument is not finite or beyond 1e12.

        >>> Vec2.from_angle(90, 5)
        Vec2(0.0, 5.0)
        """
        turn: Rotation = rotation_of(fast_range_check.checked(degrees, "degrees"))
        long: C.double = fast_range_check.checked(length, "length")
        return new_vector(long * turn.cosine, long * turn.sine)

    def __add__(self, other):
        b: XY
        if not read_operand(other, C.address(b)):
            if isinstance(other, tuple):  # which would be concatenated with this one
                raise TypeError(
                    f"only a vector or a number can be added to a vector, got {shown(other)}; to "
                    "join tuples, write (*one, *other)"
                )
            return NotImplemented
        a: XY = own(self)
        return new_vector(a.x + b.x, a.y + b.y)

    __radd__ = __add__

    def __sub__(self, other):
        b: XY
        if not read_operand(other, C.address(b)):
            return NotImplemented
        a: XY = own(self)
        return new_vector(a.x - b.x, a.y - b.y)

    def __rsub__(self, other):
        b: XY
        if not read_operand(other, C.address(b)):
            return NotImplemented
        a: XY = own(self)
        return new_vector(b.x - a.x, b.y - a.y)

    def __mul__(self, other):
        b: XY
        if not read_operand(other, C.address(b)):
            return NotImplemented
        a: XY = own(self)
        return new_vector(a.x * b.x, a.y * b.y)

    __rmul__ = __mul__

    def __truediv__(self, other):
        b: XY
        if not read_operand(other, C.address(b)):
            return NotImplemented
        a: XY = own(self)
        return quotient(C.address(a), C.address(b))

    def __rtruediv__(self, other):
        b: XY
        if not read_operand(other, C.address(b)):
            return NotImplemented
        a: XY = own(self)
        return quotient(C.address(b), C.address(a))

    def __bool__(self):
        """False for the zero vector, else True."""
        a: XY = own(self)
        return a.x != 0.0 or a.y != 0.0

    def __neg__(self):
        a: XY = own(self)
        return new_vector(0.0 - a.x, 0.0 - a.y)  # 0.0 instead of -0.0

    @property
    def length(self):
        """The length."""
        a: XY = own(self)
        return hypot(a.x, a.y)

    @property
    def length_squared(self):
        """The square of the length."""
        a: XY = own(self)
        return a.x * a.x + a.y * a.y

    @property
    def angle(self):
        """The direction in degrees, clockwise on screen, from -180 to 180."""
        a: XY = own(self)
        return angle_of(a.x, a.y)

    def normalized(self):
        """Return the vector of length 1 in the same direction.

        Returns:
            A new `Vec2`.

        Raises:
            ValueError: this is the zero vector, which has no direction.

        >>> Vec2(0, -20).normalized()
        Vec2(0.0, -1.0)
        """
        a: XY = unit(own(self))
        return new_vector(a.x, a.y)

    def rotated(self, degrees):
        """Return the vector, rotated.

        Args:
            degrees: by how much, clockwise on screen. Multiples of 90 are exact.

        Returns:
            A new `Vec2`.

        Raises:
            TypeError: `degrees` is not a number.
            ValueError: `degrees` is not finite or beyond 1e12.

        >>> Vec2(2, 1).rotated(90)
        Vec2(-1.0, 2.0)
        """
        turn: Rotation = rotation_of(fast_range_check.checked(degrees, "degrees"))
        a: XY = own(self)
        return new_vector(a.x * turn.cosine - a.y * turn.sine, a.x * turn.sine + a.y * turn.cosine)

    def dot(self, other):
        """Return the dot product with another vector.

        Args:
            other: the other vector, any pair of numbers.

        Returns:
            A float, positive if the angle between the two is less than 90 degrees.

        Raises:
            TypeError: `other` is not a vector.

        >>> Vec2(2, 3).dot((4, 5))
        23.0
        """
        b: XY = checked_pair(other, "other")
        a: XY = own(self)
        return a.x * b.x + a.y * b.y

    def cross(self, other):
        """Return the cross product with another vector.

        Args:
            other: the other vector, any pair of numbers.

        Returns:
            A float, positive if the other vector is clockwise from this one on screen.

        Raises:
            TypeError: `other` is not a vector.

        >>> Vec2(1, 0).cross((0, 1))
        1.0
        """
        b: XY = checked_pair(other, "other")
        a: XY = own(self)
        return a.x * b.y - a.y * b.x

    def distance_to(self, other):
        """Return the distance to another point.

        Args:
            other: the other point, any pair of numbers.

        Returns:
            A float, in pixels.

        Raises:
            TypeError: `other` is not a vector.

        >>> Vec2(1, 2).distance_to((4, 6))
        5.0
        """
        b: XY = checked_pair(other, "other")
        a: XY = own(self)
        return hypot(b.x - a.x, b.y - a.y)

    def distance_squared_to(self, other):
        """Return the square of the distance to another point, which is enough to compare distances.

        Args:
            other: the other point, any pair of numbers.

        Returns:
            A float.

        Raises:
            TypeError: `other` is not a vector.

        >>> Vec2(1, 2).distance_squared_to((4, 6))
        25.0
        """
        b: XY = checked_pair(other, "other")
        a: XY = own(self)
        return (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)

    def angle_to(self, other):
        """Return by how much to rotate this vector so that it points in the direction of another.

        Args:
            other: the other vector, any pair of numbers.

        Returns:
            The angle in degrees, clockwise on screen, from -180 to 180. The zero vector counts as
            pointing to the right.

        Raises:
            TypeError: `other` is not a vector.

        >>> Vec2(1, 0).angle_to((0, 5)), Vec2(0, 1).angle_to((1, 0))
        (90.0, -90.0)
        """
        b: XY = checked_pair(other, "other")
        a: XY = own(self)
        turn: C.double = angle_of(b.x, b.y) - angle_of(a.x, a.y)
        if turn > 180.0:
            return turn - 360.0
        return turn + 360.0 if turn < -180.0 else turn

    def lerp(self, other, share):
        """Return a point between this point and another one (linear interpolation).

        Args:
            other: the other point, any pair of numbers.
            share: the fraction of the distance, from 0 (this point) to 1 (the other point).

        Returns:
            A new `Vec2`.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: `share` is not from 0 to 1.

        >>> Vec2(0, 0).lerp((10, 20), 0.25)
        Vec2(2.5, 5.0)
        """
        b: XY = checked_pair(other, "other")
        part: C.double = fast_range_check.checked(share, "share")
        if not 0.0 <= part <= 1.0:
            raise ValueError(f"share must be from 0 to 1, got {shown(share)}")
        a: XY = own(self)
        if part == 1.0:  # exactly, which the sum below is not
            return new_vector(b.x, b.y)
        return new_vector(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part)

    def move_towards(self, other, distance):
        """Return this point moved toward another one by a distance, but not beyond it.

        Args:
            other: the other point, any pair of numbers.
            distance: how far to move, in pixels; a negative distance leads away.

        Returns:
            A new `Vec2`. If the other point is within `distance`, it is that point.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: `distance` is not finite or is beyond 1e12.

        >>> Vec2(0, 0).move_towards((6, 8), 5), Vec2(0, 0).move_towards((6, 8), 50)
        (Vec2(3.0, 4.0), Vec2(6.0, 8.0))
        """
        b: XY = checked_pair(other, "other")
        far: C.double = fast_range_check.checked(distance, "distance")
        a: XY = own(self)
        whole: C.double = hypot(b.x - a.x, b.y - a.y)
        if whole <= far or whole == 0.0:
            return new_vector(b.x, b.y)
        return new_vector(a.x + (b.x - a.x) * (far / whole), a.y + (b.y - a.y) * (far / whole))

    def project(self, other):
        """Return the projection of this vector onto another one: its part along it.

        Args:
            other: the direction, any pair of numbers; its length does not matter.

        Returns:
            A new `Vec2`.

        Raises:
            TypeError: `other` is not a vector.
            ValueError: `other` is the zero vector, which has no direction.

        >>> Vec2(3, 4).project((10, 0))
        Vec2(3.0, 0.0)
        """
        b: XY = unit(checked_pair(other, "other"))
        a: XY = own(self)
        along: C.double = a.x * b.x + a.y * b.y
        return new_vector(along * b.x, along * b.y)

    def reflect(self, normal):
        """Return the vector reflected by a surface, as a ball bounces off it.

        Args:
            normal: the normal of the surface, any pair of numbers. It may point to either side, and
                its length does not matter.

        Returns:
            A new `Vec2`, as long as this one.

        Raises:
            TypeError: `normal` is not a vector.
            ValueError: `normal` is the zero vector, which has no direction.

        >>> Vec2(3, 4).reflect((0, -1))
        Vec2(3.0, -4.0)
        """
        n: XY = unit(checked_pair(normal, "normal"))
        a: XY = own(self)
        into: C.double = 2.0 * (a.x * n.x + a.y * n.y)
        return new_vector(a.x - into * n.x, a.y - into * n.y)

    def clamp_magnitude(self, longest):
        """Return the vector, shortened if it is longer than a limit.

        Args:
            longest: the greatest length of the result.

        Returns:
            A new `Vec2`.

        Raises:
            TypeError: `longest` is not a number.
            ValueError: `longest` is negative, not finite, or beyond 1e12.

        >>> Vec2(30, 40).clamp_magnitude(5), Vec2(0, 0).clamp_magnitude(5)
        (Vec2(3.0, 4.0), Vec2(0.0, 0.0))
        """
        most: C.double = fast_range_check.not_negative(longest, "longest")
        a: XY = own(self)
        length: C.double = hypot(a.x, a.y)
        if length <= most:
            return new_vector(a.x, a.y)
        return new_vector(a.x * (most / length), a.y * (most / length))

    def perpendicular(self):
        """Return the vector, rotated by 90 degrees clockwise on screen: `rotated(90)`.

        Returns:
            A new `Vec2`.

        >>> Vec2(2, 1).perpendicular()
        Vec2(-1.0, 2.0)
        """
        a: XY = own(self)
        return new_vector(0.0 - a.y, a.x)

    def __abs__(self):
        """The length."""
        return self.length

    def __round__(self, digits=0):
        """Round both numbers to a number of decimal places. They stay floats.

        >>> round(Vec2(1.26, -3.14), 1)
        Vec2(1.3, -3.1)
        """
        a: XY = own(self)
        return new_vector(round(a.x, digits), round(a.y, digits))

    def __getnewargs__(self):
        return tuple(self)

    def __format__(self, spec):
        """Format both numbers alike: `f"{Vec2(1, 2.5):.2f}"` is `(1.00, 2.50)`.

        >>> f"{Vec2(1, 2.5):.1f}"
        '(1.0, 2.5)'
        """
        x, y = own(self).x, own(self).y
        return f"({format(x, spec)}, {format(y, spec)})" if spec else str(self)

    def __repr__(self):
        return f"Vec2{tuple(self)}"


VEC2 = C.declare(object, Vec2)


NEW_VECTOR = C.declare(object, tuple.__new__)


KEEPS_HASH = C.declare(C.bint, sys.version_info >= (3, 14))
"""Whether a tuple caches its hash, which only its own constructors can prepare."""


def new_vector(x: C.double, y: C.double) -> object:
    """Return a `Vec2`, made without calling the class, which takes six times as long.

    Before Python 3.14 it is made in the way that the documentation of the C API describes for a new
    tuple: get the memory and fill it in. The plain way, `tuple.__new__`, takes 100 ns longer, so
    that the sum of two vectors would take 330 ns instead of 200. Cython cannot compile a subclass
    of tuple.
    """
    if KEEPS_HASH:
        return NEW_VECTOR(VEC2, (x, y))
    # Create the numbers first. Creating objects may run the garbage collector, which must not see a
    # vector without its numbers.
    right: object = x
    down: object = y
    made: object = PyType_GenericAlloc(C.cast(type, VEC2), 2)
    Py_INCREF(right)
    PyTuple_SET_ITEM(made, 0, right)
    Py_INCREF(down)
    PyTuple_SET_ITEM(made, 1, down)
    return made


def vectors(pairs: object) -> tuple:
    """Return pairs of floats as a tuple of `Vec2`."""
    return tuple([new_vector(x, y) for x, y in pairs])


def without(velocity: XY, normal: XY, share: C.double) -> object:
    """Subtract a share of a motion's part against a normal. A share of 1 slides, 2 reflects."""
    into: C.double = share * min(0.0, velocity.x * normal.x + velocity.y * normal.y)
    return new_vector(velocity.x - into * normal.x, velocity.y - into * normal.y)


@C.cfunc
def quotient(a: C.pointer(XY), b: C.pointer(XY)) -> object:
    """Return the quotient of two vectors, coordinate by coordinate."""
    if b.x == 0.0 or b.y == 0.0:
        raise ZeroDivisionError("division of a vector by zero")
    return new_vector(a.x / b.x, a.y / b.y)


# --- boxes ---------------------------------------------------------------------------------------


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

    def __new__(cls, left=OMITTED, top=OMITTED, right=OMITTED, bottom=OMITTED, *more, **named):
        edges: tuple = (left, top, right, bottom)
        if more or named:
            raise surplus("Box", EDGES, more, named)
        if left is OMITTED:
            raise TypeError("write Box(left, top, right, bottom)")
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
