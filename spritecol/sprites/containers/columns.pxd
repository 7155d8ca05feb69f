from spritecol._engine.memory cimport Doubles
from spritecol.sprites.containers.batch cimport Batch

cdef bint is_float64_array(object value) except -1
cdef object column(Batch batch, int number)
cdef int set_column(Batch batch, int number, object values, str name) except -1
cdef object layers(Batch batch, bint masks)
cdef int set_layers(Batch batch, bint masks, object values, str name) except -1
cdef object aabb(Batch batch)
cdef object aabbs(Batch batch)
cdef object number_column(Batch batch, object name)
cdef int set_number_column(Batch batch, object name, object values) except -1
