from cpython.object cimport PyObject

# What pygame keeps of a Rect: the first part of its `pgRectObject`.
cdef struct RectObject:
    PyObject head
    int x
    int y
    int width
    int height

cdef struct RectInts:
    int x
    int y
    int width
    int height

cpdef bint are_all(list members, object kind) except -1
cdef bint read_ints(object rect, RectInts* numbers) except -1
