from spritecol.columns cimport Columns
from spritecol.handle cimport Handle

cdef class Group(Columns):
    cdef dict members                      # id -> Sprite or Group, in the order added
    cdef Py_ssize_t inner                  # how many members are Groups
    cdef unsigned long long version        # how often the members changed
    cdef unsigned long long purged         # STORE.vanished when vanished members were last looked for
    cdef unsigned long long flat_version   # `version` when the flat list was made
    cdef list tree                         # (Group, its version) of all inside, at that time
    cdef Py_ssize_t calm                   # checks in a row that found nearly all at rest
    cdef Py_ssize_t patience               # so many of them make an index worth keeping
    cdef bint lent                         # `sprites` is in someone's hands and must not change
    cdef int purge(self) except -1
    cdef bint is_stale(self) except -1
    cdef int rebuild(self) except -1
    cdef int insert(self, object member) except -1
    cdef object __weakref__

cdef bint reaches(Group start, Group wanted) except -1
