cdef object as_boxes(object aabbs, str name)
