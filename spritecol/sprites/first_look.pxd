from spritecol.sprites.sprite_row cimport SpriteRow

cdef class FirstLook:
    cdef Py_ssize_t budget     # sprites that may still be looked at; below 1 nothing is done
    cdef Py_ssize_t calls      # calls of `update` and `draw`, likewise
    cdef int at_sprite(self, object sprite) except -1
    cdef int at_list(self, list sprites) except -1

cdef FirstLook LOOK
