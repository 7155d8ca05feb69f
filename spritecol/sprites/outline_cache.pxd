from spritecol._engine.storage.outline cimport Outline

cdef Outline outline_of(object given, object size)
