"""A Group's numbers as columns: one array an attribute, in the order of its sprites."""

import cython
import numpy
from cython.cimports.libc.math import fabs
from cython.cimports.libc.string import memcpy
from cython.cimports.spritecol.arrays import Doubles, doubles_of
from cython.cimports.spritecol.inputs import BOUND, as_numbers, checked
from cython.cimports.spritecol.storage import DIRTY, PENDING, STORE, TURN_OLD, Box, Row
from cython.cimports.spritecol.transform import refresh_all, true_box

FLOAT64 = numpy.dtype(numpy.float64)
NDARRAY = numpy.ndarray

ANGLE = cython.declare(cython.int, 2)
"""The place of the angle among the numbers of a row."""

UNSIGNED = cython.declare(cython.longlong, 0x7FFFFFFFFFFFFFFF)
"""All bits of a float64 but its sign."""


@cython.cfunc
@cython.exceptval(check=False)
def within(numbers: Doubles, bound: cython.double) -> cython.bint:
    """Whether all numbers are finite and of no larger size.

    Side by side they are compared as whole numbers: without its sign, the bits of a float64 grow
    with its size, and those of NaN lie beyond infinity's. Any processor does that two at a time.
    """
    side_by_side: cython.p_longlong = cython.cast(cython.p_longlong, numbers.memory)
    highest: cython.longlong
    below: cython.longlong = 0
    i: cython.Py_ssize_t
    if numbers.stride == cython.sizeof(cython.double):
        memcpy(cython.address(highest), cython.address(bound), 8)
        for i in range(numbers.count):
            below |= highest - (side_by_side[i] & UNSIGNED)
        return below >= 0
    for i in range(numbers.count):
        if not fabs(cython.cast(cython.p_double, numbers.memory + i * numbers.stride)[0]) <= bound:
            return False
    return True


@cython.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class Columns(Nest):
    """A batch of sprites whose poses can be read and written all at once."""

    @property
    def x(self):
        """`x` of each sprite, a new float64 array (n,). Assign n numbers, or one for all."""
        return self.column(0)

    @x.setter
    def x(self, values):
        self.set_column(0, values, "x")

    @property
    def y(self):
        """`y` of each sprite, in pixels; as column `x`."""
        return self.column(1)

    @y.setter
    def y(self, values):
        self.set_column(1, values, "y")

    @property
    def angle(self):
        """`angle` of each sprite, in degrees; as column `x`."""
        return self.column(2)

    @angle.setter
    def angle(self, values):
        self.set_column(2, values, "angle")

    @property
    def scale_x(self):
        """`scale_x` of each sprite; as column `x`."""
        return self.column(3)

    @scale_x.setter
    def scale_x(self, values):
        self.set_column(3, values, "scale_x")

    @property
    def scale_y(self):
        """`scale_y` of each sprite; as column `x`."""
        return self.column(4)

    @scale_y.setter
    def scale_y(self, values):
        self.set_column(4, values, "scale_y")

    def column(self, index):
        """One number of each sprite, as a new array."""
        result: object
        view: cython.p_double
        i: cython.Py_ssize_t
        while True:  # making an array may run the collector, and that a __del__ that adds sprites
            self.sync()
            result = numpy.empty(self.count)
            if len(result) == self.count and self.is_whole():
                break
        view = cython.cast(cython.p_double, doubles_of(result).memory)
        for i in range(self.count):
            view[i] = cython.cast(cython.p_double, cython.address(STORE.rows[self.rows[i]]))[index]
        return result

    def set_column(self, index, values, name):
        """Write one number of each sprite: all of them, or on an error none.

        From the call of `doubles_of` on no code of a user's runs.
        """
        array: object = values
        single: cython.double
        numbers: Doubles
        if type(values) is NDARRAY and values.dtype is FLOAT64:  # the usual case
            self.sync()
            numbers = doubles_of(values)
            if (
                numbers.memory is not cython.NULL
                and numbers.count == self.count
                and within(numbers, BOUND)
            ):
                self.write(index, numbers)
                return 0
        if type(values) is not float and type(values) is not int:
            array = as_numbers(values, name)
        if array is values or array.ndim == 0:
            single = checked(float(array), name) if array is not values else checked(values, name)
            self.sync()
            numbers.memory = cython.cast(cython.p_char, cython.address(single))
            numbers.count = self.count
            numbers.stride = 0
        else:
            self.sync()
            numbers = doubles_of(array)
            if numbers.memory is cython.NULL or numbers.count != self.count:
                raise ValueError(
                    f"{name} must be one number or an array of shape ({self.count},), "
                    f"got shape {array.shape}"
                )
        self.write(index, numbers)
        return 0

    def write(self, index, numbers):
        """Store one number of each sprite, and mark those whose number changes.

        As `STORE.mark` does, but with all that it looks up in local variables: a compiler must take
        it that a write to `dirty`, which is made of chars, changed any of it.
        """
        rows: cython.p_int = self.rows
        poses: cython.pointer(Row) = STORE.rows
        dirty: cython.p_uchar = STORE.dirty
        pending: cython.p_int = STORE.pending
        waiting: cython.Py_ssize_t = STORE.pending_count
        place: cython.p_char = numbers.memory
        data: cython.p_double
        value: cython.double
        row: cython.int
        i: cython.Py_ssize_t
        for i in range(self.count):
            row = rows[i]
            data = cython.cast(cython.p_double, poses + row) + index
            value = cython.cast(cython.p_double, place)[0]
            place += numbers.stride
            if value != data[0]:
                if not dirty[row] & PENDING:
                    pending[waiting] = row
                    waiting += 1
                dirty[row] |= DIRTY | PENDING
                if index == ANGLE:
                    poses[row].flags |= TURN_OLD
            data[0] = value  # a negative zero changes nothing, but is what will be read
        STORE.pending_count = waiting

    @property
    def aabbs(self):
        """`aabb` of each sprite: a new float64 array of shape (n, 4), to read only."""
        result: object
        boxes: cython.pointer(Box)
        i: cython.Py_ssize_t
        while True:  # as in `column`
            self.sync()
            result = numpy.empty(4 * self.count)
            if len(result) == 4 * self.count and self.is_whole():
                break
        boxes = cython.cast(cython.pointer(Box), doubles_of(result).memory)
        refresh_all(STORE, self.rows, self.count)
        for i in range(self.count):
            boxes[i] = true_box(STORE, self.rows[i])
        return result.reshape(-1, 4)
