# The functions that the modules use from Python's C API, in one short header; see `libc`.

cdef extern from "Python.h":
    ctypedef struct PyObject:
        pass
    ctypedef int (*visitproc)(PyObject* thing, void* argument) noexcept
    ctypedef struct PyTypeObject:
        const char* tp_name
        int (*tp_traverse)(PyObject* thing, visitproc visit, void* argument) noexcept
    unsigned long Py_TPFLAGS_HEAPTYPE
    bint PyType_HasFeature(PyTypeObject* kind, unsigned long feature)
    PyTypeObject* Py_TYPE(PyObject* thing)
    void Py_INCREF(object thing)
    bint PyFloat_Check(object thing)
    double PyFloat_AS_DOUBLE(object number)
    bint PyLong_CheckExact(object thing)
    # Only called for an int, for which it never raises. A function that checks for errors is not
    # inlined.
    long long PyLong_AsLongLongAndOverflow(object number, int* overflow) noexcept
    bint PyMethod_Check(object thing)
    PyObject* PyMethod_GET_FUNCTION(object method)
    PyObject* PyMethod_GET_SELF(object method)
    int PyObject_GenericSetAttr(object thing, object name, object value) except -1
    int PyObject_GenericDelAttr "PyObject_GenericSetAttr" (
        object thing, object name, PyObject* null
    ) except -1
    bint PyDict_CheckExact(PyObject* thing)
    Py_ssize_t PyDict_GET_SIZE(PyObject* thing)
    void PyTuple_SET_ITEM(object items, Py_ssize_t position, object item)
