from spritecol._engine.box cimport Box

cdef int read_box(object aabb, str name, Box* box) except -1
cdef int read_bounds(object bounds, Box* box) except -1
cdef object read_boxes(object aabbs, str name)
