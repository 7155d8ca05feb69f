from spritecol._support.libc cimport INFINITY, fabs
from spritecol._support.python cimport PyFloat_AS_DOUBLE, PyFloat_Check
from spritecol._support.python cimport PyLong_AsLongLongAndOverflow, PyLong_CheckExact

cdef double BOUND  # the limit for the magnitude of every number

cdef inline double plain_number(object value) noexcept:
    # The value of a float or int within the limit; infinity for anything else, valid or not.
    # Inline, since four of them are read for each box that is put into an index.
    cdef double result = INFINITY
    cdef int overflow = 0  # set instead of an exception, which would be costly to be ready for
    if PyLong_CheckExact(value):
        result = <double> PyLong_AsLongLongAndOverflow(value, &overflow)
    elif PyFloat_Check(value):
        result = PyFloat_AS_DOUBLE(value)
    return result if fabs(result) <= BOUND and not overflow else INFINITY

cdef inline double checked(object value, str name) except? -1.0:
    # A value as a float within the limit; errors name the attribute (see `number`).
    cdef double result = plain_number(value)
    return result if result <= BOUND else uncommon(value, name)

cdef double uncommon(object value, str name) except? -1.0
cdef bint truth(object value, str name) except -1
cdef unsigned long long bits(object value, str name) except? 0
