from spritecol._engine.storage.layout cimport NumberLayout

cdef NumberLayout layout_for(object kind, object base)
cdef dict stored_numbers_of(int row)
cdef bint put_stored_number(int row, str name, object value) except -1
cdef list names_of_numbers(int row)
cdef dict put_stored_numbers(int row, dict given)
