cdef extern from "Python.h":
    ctypedef struct TypeObject "PyTypeObject":
        object (*tp_alloc)(type, Py_ssize_t)

cdef object vector(double x, double y)
cdef object as_vectors(object stored)
cpdef object without(double x, double y, object n, double share)
