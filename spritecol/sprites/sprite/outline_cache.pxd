from spritecol._engine.storage.layout cimport Outline

cdef Outline outline_of(object given, object size)
cdef Outline outline_assigned(object given)
