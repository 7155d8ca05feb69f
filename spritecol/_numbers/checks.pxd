cdef double BOUND  # no number of a pose is larger

cdef double plain_number(object value) noexcept
cdef double checked(object value, str name) except? -1.0
cdef bint truth(object value, str name) except -1
cdef object as_numbers(object values, str name)
