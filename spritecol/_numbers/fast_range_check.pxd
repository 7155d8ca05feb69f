cdef double BOUND  # the limit for the magnitude of every number

cdef double plain_number(object value) noexcept
cdef double checked(object value, str name) except? -1.0
cdef bint truth(object value, str name) except -1
cdef object as_numbers(object values, str name)
