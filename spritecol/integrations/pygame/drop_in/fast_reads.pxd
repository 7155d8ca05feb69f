from cpython.object cimport PyObject

# What pygame keeps of a Rect: the first part of its `pgRectObject`.
cdef struct RectObject:
    PyObject head
    int x
    int y
    int width
    int height

# And of an FRect.
cdef struct FRectObject:
    PyObject head
    float x
    float y
    float width
    float height

cdef struct RectNumbers:
    double x
    double y
    double width
    double height

cpdef enum:
    NO_RECT
    INTS    # a Rect
    FLOATS  # an FRect

cpdef bint are_all(list members, object kind) except -1
cdef int type_of_rect(object rect) noexcept
cdef int read_numbers(object rect, RectNumbers* numbers) except -1
