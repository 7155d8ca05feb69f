cdef struct Doubles:
    char* memory
    Py_ssize_t count
    Py_ssize_t stride    # in bytes, from one number to the next

cdef Doubles doubles_of(object array)
cdef void* memory_of(object array) except NULL
