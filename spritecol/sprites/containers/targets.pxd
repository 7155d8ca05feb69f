from spritecol.sprites.containers.batch cimport Batch

cdef frozenset PLAIN_CONTAINERS

cdef enum:
    LASTING = 1          # targets that are read again later: an iterator is an error
    WITH_GROUPS = 2      # Groups are returned as they are, not as their sprites

cdef list flattened(object targets, str name, int asked=*)
cdef object walkable(object targets, str name, int asked=*)
cdef str described(object item)
cpdef bint is_container(object item) except -1
cdef Batch batch_of(object targets, str name, int asked=*)
cdef Batch pieces_of(object targets, str name, int asked=*)
cdef Batch other_pieces_of(object targets, str name, Batch batch)
cdef Batch kept_batch_of(object targets, str name, Batch last)
cpdef int refuse_numbers(object item, str name) except -1
