cdef extern from "Python.h":
    ctypedef struct TypeObject "PyTypeObject":
        object (*tp_alloc)(type, Py_ssize_t)

cdef struct XY:
    double x
    double y

cdef object vector(double x, double y)
cdef XY pair_of(object given, str name) except *
cdef object without(XY velocity, XY normal, double share)
