# The pairs of near parts of two shapes: the one loop of all questions about the parts of two rows.

from spritecol._engine.box cimport Box
from spritecol._engine.box_tests cimport overlap
from spritecol._engine.narrow_phase.row_shapes cimport (
    ShapePair, box_of_part, pair_needs_role_test, pair_roles_meet, part_of
)
from spritecol._engine.storage.layout cimport NOTHING, Part
from spritecol._engine.storage.store cimport Store
from spritecol._engine.transform.near_parts cimport LOOK_AGAIN, NearPair, put_parts_beside
from spritecol._engine.transform.nearness cimport next_near
from spritecol._support.libc cimport INFINITY

cdef struct PartPairs:
    # Two shapes, which of their parts are near, and the pair of parts that one is at.
    const ShapePair* shapes
    const NearPair* near
    double reach         # boxes of parts that are farther apart are skipped
    bint tests_roles
    int i                # the pair: the first part is counted from the first one of row `a`...
    int j                # ... and the second part from the first one of row `b`
    const Part* part
    const Part* other
    const Box* box       # of each part
    const Box* other_box
    Box around           # the box of the first part, and all within the reach
    bint asks_tree       # for what of row `b` is around the first part
    int beside_count     # how much that is; -1 if all near parts are gone through
    int place            # in `beside`
    int[LOOK_AGAIN] beside

cdef inline void find_own_part(Store store, PartPairs* pairs, int start) noexcept nogil:
    # Go on to the next part of row `a`, before the first part of row `b`.
    cdef const ShapePair* shapes = pairs.shapes
    cdef int end = shapes.first_a + shapes.count_a
    pairs.j = shapes.first_b - 1
    pairs.i = next_near(&pairs.near.a, start, end)
    while pairs.i < end:
        pairs.part = part_of(store, shapes.a, pairs.i)
        if pairs.part.kind != NOTHING:
            pairs.box = box_of_part(store, shapes.a, pairs.part)
            pairs.around.left = pairs.box.left - pairs.reach
            pairs.around.top = pairs.box.top - pairs.reach
            pairs.around.right = pairs.box.right + pairs.reach
            pairs.around.bottom = pairs.box.bottom + pairs.reach
            if pairs.asks_tree:
                pairs.place = 0
                pairs.beside_count = put_parts_beside(store, shapes.b, &pairs.around, pairs.beside)
            return
        pairs.i = next_near(&pairs.near.a, pairs.i + 1, end)

cdef inline void begin_pairs(
    Store store, PartPairs* pairs, const ShapePair* shapes, const NearPair* near, double reach
) noexcept nogil:
    # Stand before the first pair of near parts whose boxes overlap if one is widened by a reach. A
    # pair of parts counts if neither is empty, and the roles of their shapes meet. If many parts of
    # row `b` are near, the tree of its outline says which of them are around each part of row `a`.
    # The pairs are written in place: to copy them takes as long as to measure two circles.
    pairs.shapes = shapes
    pairs.near = near
    pairs.reach = reach
    pairs.tests_roles = pair_needs_role_test(store, shapes)
    pairs.beside_count = -1
    pairs.asks_tree = (
        shapes.count_b > LOOK_AGAIN and not near.b.all and near.b.count > LOOK_AGAIN
        and reach < INFINITY
    )
    find_own_part(store, pairs, shapes.first_a)

cdef inline int next_other(PartPairs* pairs, int end) noexcept nogil:
    # The next near part of row `b` that may be around the first part; `end` after the last one.
    cdef int j
    if pairs.beside_count < 0:
        return next_near(&pairs.near.b, pairs.j + 1, end)
    while pairs.place < pairs.beside_count:
        j = pairs.beside[pairs.place]
        pairs.place += 1
        if pairs.shapes.first_b <= j < end and next_near(&pairs.near.b, j, end) == j:
            return j
    return end

cdef inline bint next_pair(Store store, PartPairs* pairs) noexcept nogil:
    # Go on to the next pair, if there is one.
    cdef const ShapePair* shapes = pairs.shapes
    cdef int end = shapes.first_b + shapes.count_b
    while pairs.i < shapes.first_a + shapes.count_a:
        pairs.j = next_other(pairs, end)
        if pairs.j >= end:
            find_own_part(store, pairs, pairs.i + 1)
            continue
        pairs.other = part_of(store, shapes.b, pairs.j)
        pairs.other_box = box_of_part(store, shapes.b, pairs.other)
        if (
            pairs.other.kind != NOTHING
            and overlap(&pairs.around, pairs.other_box)
            and not (
                pairs.tests_roles and not pair_roles_meet(store, shapes, pairs.i, pairs.j)
            )
        ):
            return True
    return False
