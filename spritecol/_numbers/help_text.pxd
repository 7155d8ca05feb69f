cdef extern from "Python.h":
    ctypedef struct PyMethodDef:
        const char* ml_doc
    ctypedef struct PyCFunctionObject:
        PyMethodDef* m_ml
    object PyCFunction_NewEx(PyMethodDef* definition, object owner, void* module)
    ctypedef struct PyTypeObject:
        void* tp_dict
    void PyType_Modified(PyTypeObject* kind)

cdef int explain_new(object kind, bytes text) except -1
cdef int put_into_class(object kind, str name, object value) except -1
cdef int leave_out_table(object kind) except -1
