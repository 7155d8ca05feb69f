from spritecol.storage cimport Outline

cdef double BOUND  # no number of a pose is larger

cdef double checked(object value, str name) except? -1.0
cdef bint truth(object value, str name) except -1
cdef Outline outline_of(object given, object size)
cdef object as_numbers(object values, str name)
