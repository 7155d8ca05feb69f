from spritecol.integrations.pygame.drop_in.side cimport Side

cdef bint are_read(Side a, Side b, int kind, object collided) except -1
cdef bint decide(
    Side a, Py_ssize_t i, Side b, Py_ssize_t j, int kind, object collided
) except -1
cdef bint placed_masks_overlap(Side a, Py_ssize_t i, Side b, Py_ssize_t j) except -1
cpdef list side_hits(object sprite, object members, int kind, object collided)
cpdef Py_ssize_t group_hits(
    dict found, object attackers, object targets, int kind, object collided
) except -1
cdef int all_hits(dict found, Side a, Side b, int kind, object collided) except -1
cpdef Py_ssize_t killing_hits(
    dict found, object attackers, Py_ssize_t start, object group, int kind, object collided
) except -1
cdef bint is_own(object method, object owner, object functions) except -1
cdef bint holds_ordinarily(object group) except -1
cdef bint are_killed(list members, object group) except -1
cdef bint leaves_ordinarily(object member, object group) except -1
