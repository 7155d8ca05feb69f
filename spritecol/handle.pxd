import cython

from spritecol.storage cimport Row

cdef class Handle:
    cdef int row
    cdef bint seen               # visible
    cdef object given            # what was assigned to `collision`
    cdef tuple picture           # the image and its (width, height), or None without one
    cdef object depth
    cdef Row* data(self) noexcept
    cdef int change(self, int flags) noexcept
    cdef int put(self, int column, object value, str name) except -1
    cdef int put_center(self, int axis, object value, str name) except -1
    cdef bint follows_image(self, int axis) noexcept
    cdef int switch(self, int flag, object value, str name) except -1
    cdef int take_shapes(self, object given, object size) except -1
    cdef object size(self)
    cdef object meant(self)
    cdef double middle(self, int axis) except? -1.0
