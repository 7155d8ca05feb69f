cdef extern from "Python.h":
    object PyType_GenericAlloc(type kind, Py_ssize_t count)

cdef struct XY:
    double x
    double y

cdef object new_vector(double x, double y)
cdef XY checked_pair(object given, str name) except *
cdef object without(XY velocity, XY normal, double share)
cpdef object box_of(double left, double top, double right, double bottom)
cdef tuple edges_of(object given, str name)
