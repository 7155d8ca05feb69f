from spritecol._support.libc cimport INFINITY, fabs
from spritecol._support.python cimport PyFloat_AS_DOUBLE, PyFloat_Check
from spritecol._support.python cimport PyLong_AsLongLongAndOverflow, PyLong_CheckExact

cdef double BOUND  # the limit for the magnitude of every number

cdef inline bint is_plain(object value, double* number) noexcept:
    # Write a value and return True if it is a float or int within the limit. Inline, because four
    # of them are read for each box that is put into an index.
    cdef int overflow = 0  # set instead of an exception, because checking for one would be slow
    if PyLong_CheckExact(value):
        number[0] = <double> PyLong_AsLongLongAndOverflow(value, &overflow)
        if overflow:
            return False
    elif PyFloat_Check(value):
        number[0] = PyFloat_AS_DOUBLE(value)
    else:
        return False
    return fabs(number[0]) <= BOUND

cdef inline double plain_number(object value) noexcept:
    # The value of a float or int within the limit, or infinity for anything else, valid or not.
    cdef double result
    return result if is_plain(value, &result) else INFINITY

cdef inline double checked(object value, str name) except? -1.0:
    # Convert a value to a float within the limit. Errors name the attribute (see `number`).
    cdef double result
    return result if is_plain(value, &result) else checked_slowly(value, name)

cdef inline double in_range(double number, str name) except? -1.0:
    # Return a computed number, or raise an error that names it if it is beyond the limit.
    return number if fabs(number) <= BOUND else checked_slowly(number, name)

cdef inline double not_negative(object value, str name) except? -1.0:
    # `checked` for a number from 0.
    cdef double result
    return result if is_plain(value, &result) and result >= 0.0 else uncommon_from_0(value, name)

cdef inline bint is_no_vector(object value) noexcept:
    # Whether it is a text, or a collection without order: these may have two items, too. Cython
    # compiles a test for types that are written here, and calls Python for a tuple of types.
    return isinstance(value, (str, bytes, dict, set, frozenset))

cdef double uncommon_from_0(object value, str name) except? -1.0
cdef double checked_slowly(object value, str name) except? -1.0
cdef bint truth(object value, str name) except -1
cdef unsigned long long bits(object value, str name) except? 0
