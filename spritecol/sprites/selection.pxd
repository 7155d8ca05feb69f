from spritecol._engine.storage.row_filter cimport RowFilter
from spritecol.sprites.sprite_row cimport SpriteRow

cdef class Selection:
    cdef RowFilter rows          # what the engine tests; valid as long as this object lives
    cdef int* excluded_rows
    cdef list excluded           # keeps the excluded sprites alive, and so their rows
    cdef SpriteRow asker         # the only excluded one, if there is no list
    cdef int asker_row
    cdef object where            # None, or what `accepts` calls
    cdef bint accepts(self, object sprite) except -1

cdef bint verdict(object answer) except -1
cdef Selection selection_of(SpriteRow asker, object mask, object exclude, object where)
cdef object shape_at(SpriteRow sprite, Py_ssize_t index)
cdef Py_ssize_t shape_index(SpriteRow sprite, Py_ssize_t part) noexcept
