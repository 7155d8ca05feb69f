cdef list found_pairs(object attackers, object targets, str name, str other_name)
cdef int takes_no_argument(object method) except -1
cdef object call(object side, object sprite, object other)
cdef bint has_vanished(object item) noexcept
cdef object run(list items, str name)
