"""What `help` shows of a compiled class: a text for `__new__`, and no attribute of Cython's own.

CPython makes `__new__`, and its text is the same for all classes, with `(*args, **kwargs)` for
what it takes. Another method with the same C function takes its place. It has to be that function:
by it a new subclass sees that it can use the slot `tp_new` itself. Anything else, such as a
function in Python, would be called for each new object of a subclass.
"""

import types

import cython
from cython import NULL, cast, declare, pointer, sizeof
from cython.cimports.libc.stdlib import malloc

KEPT = declare(list, [])
"""The texts, to which C keeps pointers. They last until the process ends, as their classes do."""


def explain_new(kind: object, text: bytes) -> cython.int:
    """Give the `__new__` that CPython has made for a class a text of its own.

    Do so before there are subclasses.
    """
    found: object = kind.__dict__["__new__"]
    if type(found) is not types.BuiltinMethodType or found.__self__ is not kind:
        return 0  # an unknown implementation of Python: `help` shows more there
    definition: pointer(PyMethodDef) = cast(pointer(PyMethodDef), malloc(sizeof(PyMethodDef)))
    if definition is NULL:
        raise MemoryError
    definition[0] = cast(pointer(PyCFunctionObject), found).m_ml[0]
    definition.ml_doc = text
    KEPT.append(text)
    made: object = PyCFunction_NewEx(definition, kind, NULL)
    return put_into_class(kind, "__new__", made)


def leave_out_table(kind: object) -> cython.int:
    """Take from a compiled class the table of its C functions, which `help` shows.

    Only a compiled module that imports the class for its C functions looks for it there, so this is
    for classes that no module does that with.
    """
    own: object = cast(object, cast(pointer(PyTypeObject), kind).tp_dict)
    cast(dict, own).pop("__pyx_vtable__", None)
    PyType_Modified(cast(pointer(PyTypeObject), kind))
    return 0


def put_into_class(kind: object, name: str, value: object) -> cython.int:
    """Give a compiled class one more attribute, which Python code could not assign."""
    own: object = cast(object, cast(pointer(PyTypeObject), kind).tp_dict)
    cast(dict, own)[name] = value
    PyType_Modified(cast(pointer(PyTypeObject), kind))
    return 0
