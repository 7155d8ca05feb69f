# The functions that the modules use from Python's C API, in one short header; see `libc`.

cdef extern from "Python.h":
    ctypedef struct PyObject:
        pass
    ctypedef struct PyTypeObject:
        const char* tp_name
    unsigned long Py_TPFLAGS_HEAPTYPE
    bint PyType_HasFeature(PyTypeObject* kind, unsigned long feature)
    void Py_INCREF(object thing)
    ctypedef struct PyFloatObject:
        double ob_fval
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
    void PyTuple_SET_ITEM(object items, Py_ssize_t position, object item)
