from spritecol._engine.pairs cimport PairList
from spritecol._engine.pipeline.motion.impact cimport Impact, ImpactList
from spritecol.sprites.containers.batch cimport Batch
from spritecol.sprites.questions.query_filter cimport QueryFilter
from spritecol.sprites.sprite.sprite_row cimport SpriteRow

cdef class Places:
    cdef list sprites
    cdef int* rows               # of the sprites
    cdef double* numbers         # x, y of each; NaN if it could not hit, so that it has no way
    cdef Py_ssize_t count
    cdef int make_room(self, Py_ssize_t count) except -1
    cdef int note(self, Batch batch) except -1

cdef class Crossing:
    cdef readonly SpriteRow sprite
    cdef readonly SpriteRow other
    cdef readonly object shape
    cdef readonly object other_shape
    cdef readonly Py_ssize_t index        # of the shape, among those of the sprite
    cdef readonly Py_ssize_t other_index
    cdef double nx                        # the normal, outward from the other sprite
    cdef double ny
    cdef double px                        # where they touched
    cdef double py

cdef int find_passed(
    Batch a, Places was_a, Batch b, Places was_b, PairList known, QueryFilter query_filter,
    bint by_shape, PairList pairs, ImpactList impacts
) except -1
cdef Crossing crossing_of(SpriteRow sprite, SpriteRow other, const Impact* impact)
