from spritecol._support.python cimport PyFloat_Check, PyLong_CheckExact

cdef tuple PLACE
cdef tuple MOTION
cdef bint is_place(object value) except -1
cpdef list unfold(str call, tuple names, tuple given)

cdef inline bint is_number(object value) noexcept:
    # Whether a value is an ordinary number and therefore not a pair. `unfold` handles other values.
    return PyFloat_Check(value) or PyLong_CheckExact(value)
