# What a function in Python takes, without a Python object for each number.
cdef extern from "Python.h":
    ctypedef struct PyCodeObject:
        int co_argcount
        int co_kwonlyargcount
    void* PyFunction_GET_CODE(object function)

cdef int takes_no_argument(object method) except -1
cdef int asks_for_contact(object function) except -1
cpdef int demand_callable(object callback, str name) except -1
cdef bint may_need_more(object function, int count) noexcept
cdef int demand_no_more(object callback, Py_ssize_t given, object name) except -1
