from spritecol.roster cimport Roster

cdef class Nest(Roster):
    cdef dict members                      # id -> Sprite or Group, in the order added; None while
                                           # there never was a Group: then the roster is all of it
    cdef Py_ssize_t inner                  # how many members are Groups
    cdef unsigned long long version        # how often the members changed
    cdef unsigned long long flat_version   # `version` when the flat list was made
    cdef list tree                         # (Group, its version) of all inside, at that time
    cdef int insert(self, object member) except -1
    cdef int mix(self) except -1
    cdef bint has(self, object item) except -1
    cdef int drop_vanished(self) except -1
    cdef bint is_stale(self) except -1
    cdef bint is_whole(self)
    cdef list direct(self)
    cdef int rebuild(self) except -1
    cdef int begin_again(self) except -1

cdef bint reaches(Nest start, Nest wanted) except -1
