# The functions that the modules use from Python's C API, in one short header; see `libc`. And Ctrl-C,
# asked for in loops that may run for seconds.

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
    bint PyOS_InterruptOccurred() noexcept
    void PyErr_SetInterrupt() noexcept

cdef inline int check_interrupt() except -1:
    # Raise KeyboardInterrupt after Ctrl-C, as Python does by default. It takes few nanoseconds. The
    # caller's state must be one that may be left. A handler of the user's own is user code, which must
    # not run in the middle of a question. So it is called after it.
    if PyOS_InterruptOccurred():
        import signal

        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            raise KeyboardInterrupt
        PyErr_SetInterrupt()  # which leaves it to the interpreter
    return 0
