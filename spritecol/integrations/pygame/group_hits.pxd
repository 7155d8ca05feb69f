from spritecol.integrations.pygame.sides cimport Side

cdef list members_of(object group)
cdef bint can_be_listed(object group) except -1
cdef bint is_large(object group) except -1
cdef bint decide(
    Side a, Py_ssize_t i, Side b, Py_ssize_t j, int kind, object ratio
) except -1
cdef bint placed_masks_overlap(Side a, Py_ssize_t i, Side b, Py_ssize_t j) except -1
cdef dict group_hits(object groupa, object groupb, object dokillb, int kind, object ratio)
cdef dict all_hits(Side a, Side b, int kind, object ratio)
cdef bint kills_are_ordinary(object groupb, list members) except -1
cdef dict killing_hits(Side a, Side b, object groupb, int kind, object ratio)
cdef list killed(Side side, object group, list positions, set dead)
