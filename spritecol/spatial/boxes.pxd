from spritecol.storage cimport Box

cdef int read_box(object aabb, str name, Box* box) except -1
cdef int read_bounds(object bounds, Box* box) except -1
cdef double read_number(object value, str name) except? -1.0
