cdef extern from "Python.h":
    enum:
        Py_mp_subscript
        Py_sq_item
        Py_TPFLAGS_BASETYPE
        Py_TPFLAGS_DEFAULT
    ctypedef struct PyTypeObject
    ctypedef struct PyType_Slot:
        int slot
        void* pfunc
    ctypedef struct PyType_Spec:
        const char* name
        int basicsize
        int itemsize
        unsigned int flags
        PyType_Slot* slots
    object PyType_FromSpecWithBases(PyType_Spec* spec, object bases)
    void* PyType_GetSlot(PyTypeObject* kind, int slot)

cdef object with_items_of(type base, object kind, const char* name)
