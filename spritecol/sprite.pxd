from spritecol.handle cimport Handle

cdef list hit_sprites(Handle sprite, object targets)
cdef bint hits_any(Handle sprite, object targets) except -1
cdef bint hit_among_list(Handle sprite, list targets, list found) except -1
cdef Handle handle_of(object sprite)
