cdef bint matches(object left, object right, int kind, object collided) except -1
cdef object ratio_of(int kind, object collided)
cdef list rects_of(list members, int kind, object ratio)
cdef list rect_hits(object sprite, list members, int kind, object ratio)
cdef list side_hits(object sprite, list members, int kind, object ratio)
cdef list find(object sprite, object group, int kind, object collided)
cdef object first_rect_hit(object rect, object group)
cdef object first_in_chunks(object rect, list members)
