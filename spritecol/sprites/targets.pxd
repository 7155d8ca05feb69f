from spritecol.sprites.batch cimport Batch

cdef list walk(object targets, str name, bint strict, bint lasting=*)
cdef str described(object item)
cdef bint is_container(object item) except -1
cdef Batch batch_of(object targets, str name, bint lasting=*)
cdef int refuse_numbers(object item, str name) except -1
