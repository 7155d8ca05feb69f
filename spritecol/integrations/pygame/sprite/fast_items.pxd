cdef extern from "Python.h":
    ctypedef struct PySequenceMethods:
        void* sq_item
    ctypedef struct TypeObject "PyTypeObject":
        PySequenceMethods* tp_as_sequence

cdef int share_items(object kind, object base) except -1
