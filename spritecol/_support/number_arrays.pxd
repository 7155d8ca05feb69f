cdef object as_limited_floats(object values, str name)
cdef object as_floats(object values, str name)
cdef object as_whole_numbers(object values, str name)
cdef object as_layers(object values, str name)
cdef bint is_float64_array(object value) except -1
