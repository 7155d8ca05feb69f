cdef enum:
    MANY = 1000          # means a number without a limit

cdef class Takes:
    cdef readonly int positional
    cdef readonly int behind
    cdef readonly int others
    cdef readonly int needed
    cdef readonly bint contact
    cdef readonly list required
    cdef object source   # a weak reference to the object it is stored for

cpdef object function_of(object callback)
cpdef Takes takes_of(object function)
