cpdef object box_of(double left, double top, double right, double bottom)
cdef tuple edges_of(object given, str name)
