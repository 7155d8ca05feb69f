from spritecol.sprites.containers.batch cimport Batch

cdef frozenset PLAIN_CONTAINERS

cdef list flattened(object targets, str name, bint lasting=*, bint whole=*)
cdef object walkable(object targets, str name, bint lasting=*)
cdef str described(object item)
cpdef bint is_container(object item) except -1
cdef Batch batch_of(object targets, str name, bint lasting=*)
cdef Batch pieces_of(object targets, str name, bint lasting=*)
cdef Batch other_pieces_of(object targets, str name, Batch batch)
cdef Batch kept_batch_of(object targets, str name, Batch last)
cpdef int refuse_numbers(object item, str name) except -1
