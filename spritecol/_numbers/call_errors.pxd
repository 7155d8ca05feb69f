# A module that cimports this refuses wrong arguments in the words of `call_errors.py`. Such an
# error is what Cython raises with a format that begins with the name of a function: only there,
# where a call has failed anyway, does anything happen here. If another version of Cython raised it
# otherwise, its own words would come back, and the tests of ours would fail.
cdef extern from *:
    """
    #include <stdarg.h>
    #include <string.h>

    static PyObject *spritecol_format(PyObject *kind, const char *format, ...) {
        PyObject *errors, *text, *error = NULL;
        const char *function;
        va_list values;
        va_start(values, format);
        if (strncmp(format, "%s() ", 5) && strncmp(format, "%.200s() ", 9)) {
            PyErr_FormatV(kind, format, values);
            va_end(values);
            return NULL;
        }
        text = PyUnicode_FromFormatV(format, values);
        va_end(values);
        va_start(values, format);
        function = va_arg(values, const char *);
        errors = text ? PyImport_ImportModule("spritecol._numbers.call_errors") : NULL;
        if (errors)
            error = PyObject_CallMethod(errors, "wrong_call", "ssO", __FILE__, function, text);
        if (error)
            PyErr_SetObject(kind, error);
        Py_XDECREF(error);
        Py_XDECREF(errors);
        Py_XDECREF(text);
        va_end(values);
        return NULL;
    }
    #define PyErr_Format spritecol_format
    """
