"""A Group's numbers as columns: one array an attribute, in the order of its sprites."""

import cython
import numpy
from cython.cimports.spritecol.inputs import as_numbers
from cython.cimports.spritecol.storage import MATRIX_OLD, STORE, Box
from cython.cimports.spritecol.transform import refresh_all, true_box


@cython.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class Columns(Batch):
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
        view: cython.double[::1]
        i: cython.Py_ssize_t
        while True:  # making an array may run the collector, and that a __del__ that adds sprites
            self.sync()
            result = numpy.empty(self.count)
            view = result
            if view.shape[0] == self.count:
                break
        for i in range(self.count):
            view[i] = cython.cast(cython.p_double, cython.address(STORE.rows[self.rows[i]]))[index]
        return result

    def set_column(self, index, values, name):
        """Write one number of each sprite: all of them, or on an error none."""
        view: cython.double[::1]
        i: cython.Py_ssize_t
        numbers: object = as_numbers(values, name)
        while True:  # as in `column`
            self.sync()
            if numbers.shape not in ((), (self.count,)):
                raise ValueError(
                    f"{name} must be one number or an array of shape ({self.count},), "
                    f"got shape {numbers.shape}"
                )
            view = numpy.array(numpy.broadcast_to(numbers, (self.count,)))
            if view.shape[0] == self.count:
                break
        for i in range(self.count):
            cython.cast(cython.p_double, cython.address(STORE.rows[self.rows[i]]))[index] = view[i]
            STORE.mark(self.rows[i])
            if index >= 2:
                STORE.rows[self.rows[i]].flags |= MATRIX_OLD
        return 0

    @property
    def aabbs(self):
        """`aabb` of each sprite: a new float64 array of shape (n, 4), to read only."""
        result: object
        view: cython.double[:, ::1]
        box: Box
        i: cython.Py_ssize_t
        while True:  # as in `column`
            self.sync()
            result = numpy.empty((self.count, 4))
            view = result
            if view.shape[0] == self.count:
                break
        refresh_all(STORE, self.rows, self.count)
        for i in range(self.count):
            box = true_box(STORE, self.rows[i])
            view[i, 0] = box.left
            view[i, 1] = box.top
            view[i, 2] = box.right
            view[i, 3] = box.bottom
        return result
