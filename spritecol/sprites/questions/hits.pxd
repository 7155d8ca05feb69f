from spritecol._engine.pairs cimport PairList
from spritecol.sprites.containers.batch cimport Batch
from spritecol.sprites.questions.query_filter cimport QueryFilter
from spritecol.sprites.row.sprite_row cimport SpriteRow

# Users' queries: sprites in, sprites or positions out.
cdef enum:
    # How many hits are wanted.
    ANY_HIT = 1
    ALL_HITS = 2147483647

cdef list sprites_hit(SpriteRow sprite, object targets, QueryFilter query_filter)
cdef bint hits_any(SpriteRow sprite, object targets, QueryFilter query_filter) except -1
cdef bint batch_hits_any(Batch a, object targets, QueryFilter query_filter=*) except -1
cdef list sprites_hit_in_batch(SpriteRow asker, Batch batch, QueryFilter query_filter)
cdef list accepted_sprites(Batch batch, PairList hits, QueryFilter query_filter, list found)
cdef list found_pairs(
    object attackers, object targets, str name, str other_name, QueryFilter query_filter=*
)
cdef object pair_positions(Batch a, object other, QueryFilter query_filter)

cdef int find_hits(
    Batch a, Batch b, int answer, PairList out, QueryFilter query_filter=*
) except -1
cdef list verdicts_on(list pairs, QueryFilter query_filter, bint both)
