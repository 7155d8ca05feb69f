from cpython.float cimport PyFloat_AS_DOUBLE, PyFloat_Check
from libc.math cimport INFINITY

cdef double BOUND  # the limit for the magnitude of every number

cdef inline double plain_number(object value) noexcept:
    # The value of a float or int within the limit; infinity for anything else, valid or not.
    # Inline, since four of them are read for each box that is put into an index.
    cdef double result
    if PyFloat_Check(value):
        result = PyFloat_AS_DOUBLE(value)
        return result if -BOUND <= result <= BOUND else INFINITY
    return plain_int(value)

cdef double plain_int(object value) noexcept

cdef inline double checked(object value, str name) except? -1.0:
    # A value as a float within the limit; errors name the attribute (see `number`).
    cdef double result = plain_number(value)
    return result if result <= BOUND else uncommon(value, name)

cdef double uncommon(object value, str name) except? -1.0
cdef bint truth(object value, str name) except -1
cdef unsigned long long bits(object value, str name) except? 0
cdef object as_numbers(object values, str name)
cdef int demand_order(object values, str name) except -1
cdef bint is_float64_array(object value) except -1
