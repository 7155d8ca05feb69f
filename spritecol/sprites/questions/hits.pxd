from spritecol._engine.box cimport Box
from spritecol._engine.pairs cimport PairList
from spritecol._engine.pipeline.row_index cimport KeptIndex
from spritecol._engine.storage.store cimport RowFilter
from spritecol.sprites.containers.batch cimport Batch
from spritecol.sprites.questions.query_filter cimport QueryFilter
from spritecol.sprites.sprite.sprite_row cimport SpriteRow

# Users' queries: sprites in, sprites or positions out.
cdef enum:
    # How many hits are wanted.
    ANY_HIT = 1
    ALL_HITS = 2147483647

cdef list hit_sprites(SpriteRow sprite, object targets, QueryFilter query_filter)
cdef bint hits_any(SpriteRow sprite, object targets, QueryFilter query_filter) except -1
cdef bint batch_hits_any(Batch a, object targets, QueryFilter query_filter=*) except -1
cdef list sprites_at_row(SpriteRow asker, Batch batch, QueryFilter query_filter)
cdef list accepted_sprites(Batch batch, PairList hits, QueryFilter query_filter, list found)
cdef list found_pairs(
    object attackers, object targets, str name, str other_name, QueryFilter query_filter=*
)
cdef object pair_positions(Batch a, object other, QueryFilter query_filter)

cdef enum:
    # The form of a result. Holes that removed members have left in a Group are closed only for
    # positions, because they are never found.
    AS_SPRITES
    AS_POSITIONS
    AS_FIRST_POSITIONS  # of the first batch; the second one may be as for AS_SPRITES

cdef KeptIndex synced_index(Batch batch, int answer, Batch other=*)
cdef Batch sync_pieces(Batch batch)
cdef int sync_all(list pieces, int answer=*, list plain=*) except -1
cdef double share_of_batch(Batch batch, double dx, double dy)
cdef bint take_near(
    Batch batch, const Box* box, double dx, double dy, Batch near, const RowFilter* chosen=*,
    Py_ssize_t most=*
) except -1
cdef int put_row_filter(SpriteRow asker, QueryFilter query_filter, RowFilter* out) except -1
cdef int find_hits(
    Batch a, Batch b, int answer, PairList out, QueryFilter query_filter=*
) except -1
cdef list verdicts_on(list pairs, QueryFilter query_filter, bint both)
