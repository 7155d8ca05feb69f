from spritecol._engine.box cimport Box
from spritecol._engine.pairs cimport PairList
from spritecol._engine.pipeline.row_index cimport KeptIndex
from spritecol._engine.storage.store cimport RowFilter
from spritecol.sprites.containers.batch cimport Batch
from spritecol.sprites.row.sprite_row cimport SpriteRow

cdef enum:
    # The form of a result. Holes that removed members have left in a Group are closed only for
    # positions, because they are never found.
    AS_SPRITES
    AS_POSITIONS
    AS_FIRST_POSITIONS  # of the first batch; the second one may be as for AS_SPRITES

cdef PairList NEAR_HITS

cdef KeptIndex synced_index(Batch batch, int answer, Batch other=*)
cdef int sync_rows(Batch batch, int answer) except -1
cdef int sync_both(Batch a, Batch b, int answer) except -1
cdef int sync_all(list pieces, int answer=*, list plain=*) except -1
cdef Batch sync_pieces(Batch batch)
cdef Batch near_sprite(SpriteRow sprite, Batch batch)
cdef double share_of_batch(Batch batch, double dx, double dy)
cdef bint take_near(
    list pieces, const Box* box, double dx, double dy, Batch near, const RowFilter* chosen=*,
    Py_ssize_t most=*
) except -1
