from cpython.object cimport PyTypeObject

cdef extern from "structmember.h":
    ctypedef struct PyMemberDef:
        Py_ssize_t offset
    ctypedef struct PyMemberDescrObject:
        PyMemberDef* d_member
    object PyType_GenericAlloc(PyTypeObject* kind, Py_ssize_t items)

cdef enum:
    MOST_FIELDS = 16

cdef class RecordMaker:
    cdef str name                        # of the class
    cdef object kind                     # the class, or None before the first record
    cdef Py_ssize_t count                # of its fields
    cdef Py_ssize_t[MOST_FIELDS] offsets  # of its fields, in order; see `offset_of`
    cdef int learn(self) except -1
    cdef object of(self, tuple values)
