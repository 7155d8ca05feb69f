from spritecol._support.python cimport PyFloat_Check, PyLong_CheckExact

cdef object OMITTED  # a C variable: to look up a module global takes as long as the comparison
cdef tuple PLACE
cdef tuple MOTION
cdef bint is_place(object value) except -1
cpdef list unfold(str call, tuple names, tuple given)

cdef inline bint is_number(object value) noexcept:
    # Whether a value is an ordinary number and therefore not a pair. `unfold` handles other values.
    return PyFloat_Check(value) or PyLong_CheckExact(value)
