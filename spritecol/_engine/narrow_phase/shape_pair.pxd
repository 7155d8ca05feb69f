from spritecol._engine.box cimport Box
from spritecol._engine.box_tests cimport overlap
from spritecol._engine.storage.layout cimport NOTHING, SEGMENT, Outline, Part
from spritecol._engine.storage.store cimport (
    RowFilter, Store, may_hit, roles_meet, rows_need_role_test
)
from spritecol._engine.transform.near_parts cimport (
    LOOK_AGAIN, NearPair, NearParts, next_near, put_parts_beside
)
from spritecol._support.libc cimport INFINITY, fabs

cdef struct ShapePair:
    # One shape of row `a` and one of row `b`. The parts of a shape follow each other; they are
    # counted from the first part of the row. Where `count_a` and `count_b` span several shapes, only
    # those pairs of them count that `pair_roles_meet` accepts.
    int a
    int first_a
    int count_a
    int b
    int first_b
    int count_b
    const RowFilter* chosen      # which pairs of shapes count; NULL: those whose layers meet
    bint swapped                 # whether the two rows have changed places since

ctypedef const ShapePair* ShapePairRef  # which is only read

cdef void skip_far_shapes(Store store, ShapePair* pair, const NearPair* near) noexcept nogil

cdef inline Part* part_of(Store store, int row, int index) noexcept nogil:
    return store.parts + store.records[row].first + index

cdef inline bint pair_roles_meet(Store store, const ShapePair* pair, int i, int j) noexcept nogil:
    # Whether the shapes of a part of each row count for each other. To be called only if `pair_needs_role_test`.
    return roles_meet(store, pair.chosen, pair.swapped, pair.a, i, pair.b, j)

cdef inline bint pair_needs_role_test(Store store, const ShapePair* pair) noexcept nogil:
    # Whether only some pairs of shapes of the two rows count.
    return rows_need_role_test(store, pair.chosen, pair.a, pair.b)

cdef inline int parts_in_shape(Store store, int row, int first) noexcept nogil:
    # How many parts the shape has whose first part is given.
    if store.records[row].count == 1:
        return 1
    return (<Outline> store.records[row].outline).parts[first].part_count

cdef inline int lead_of(Store store, int row, int part) noexcept nogil:
    # The first part of the shape that a part belongs to.
    if store.records[row].count == 1:
        return 0
    return (<Outline> store.records[row].outline).parts[part].lead

cdef inline void put_shape_of(Store store, int row, int part, int* first, int* count) noexcept nogil:
    # Write the first part of the shape that a part belongs to, and how many parts that has.
    first[0] = lead_of(store, row, part)
    count[0] = parts_in_shape(store, row, first[0])

cdef inline int first_part_of(Store store, int row, Py_ssize_t shape) noexcept nogil:
    # The first part of one of a row's shapes, counted from 0; past the last part if there is none.
    cdef int part = 0
    while shape > 0 and part < store.records[row].count:
        part += parts_in_shape(store, row, part)
        shape -= 1
    return part

cdef inline int shape_of(Store store, int row, int part) noexcept nogil:
    # Which of a row's shapes a part belongs to.
    return (<Outline> store.records[row].outline).parts[part].shape

cdef inline ShapePair first_shapes(
    Store store, const RowFilter* chosen, int a, int b, bint b_asks
) noexcept nogil:
    # The first pair of shapes of two rows. With `b_asks`, the filter belongs to a query of row `b`.
    cdef ShapePair pair
    pair.a = a
    pair.b = b
    pair.first_a = pair.first_b = pair.count_a = pair.count_b = 0
    pair.chosen = chosen
    pair.swapped = b_asks
    if store.records[a].count and store.records[b].count:
        pair.count_a = parts_in_shape(store, a, 0)
        pair.count_b = parts_in_shape(store, b, 0)
    return pair

cdef inline void step_shapes(Store store, ShapePair* pair) noexcept nogil:
    pair.first_b += pair.count_b
    if pair.first_b == store.records[pair.b].count:
        pair.first_b = 0
        pair.first_a += pair.count_a
        if pair.first_a == store.records[pair.a].count:
            pair.count_a = 0
            return
        pair.count_a = parts_in_shape(store, pair.a, pair.first_a)
    pair.count_b = parts_in_shape(store, pair.b, pair.first_b)

cdef inline void skip_strange(Store store, ShapePair* pair) noexcept nogil:
    # Skip the pairs that do not count. After the last pair `count_a` is 0.
    if pair.count_a and pair_needs_role_test(store, pair):
        while pair.count_a and not pair_roles_meet(store, pair, pair.first_a, pair.first_b):
            step_shapes(store, pair)

cdef inline void skip_far(Store store, ShapePair* pair, const NearPair* near) noexcept nogil:
    # Skip those, too, in which either shape has no near part. Without many parts all are near.
    if near.a.all and near.b.all:
        skip_strange(store, pair)
    else:
        skip_far_shapes(store, pair, near)

cdef inline ShapePair first_chosen(
    Store store, const RowFilter* chosen, int a, int b, bint b_asks
) noexcept nogil:
    # The first of those pairs of shapes of two rows that count.
    cdef ShapePair pair = first_shapes(store, chosen, a, b, b_asks)
    skip_strange(store, &pair)
    return pair

cdef inline ShapePair first_near(
    Store store, const RowFilter* chosen, int a, int b, bint b_asks, const NearPair* near
) noexcept nogil:
    # The first of those that have near parts.
    cdef ShapePair pair = first_shapes(store, chosen, a, b, b_asks)
    skip_far(store, &pair, near)
    return pair

cdef inline void next_shapes(Store store, ShapePair* pair, const NearPair* near) noexcept nogil:
    # Go on to the next pair that counts and has near parts.
    step_shapes(store, pair)
    skip_far(store, pair, near)

cdef inline ShapePair whole_rows(Store store, int a, int b) noexcept nogil:
    # All shapes of each row as if they were one.
    cdef ShapePair pair
    pair.chosen = NULL
    pair.swapped = False
    pair.a = a
    pair.first_a = 0
    pair.count_a = store.records[a].count
    pair.b = b
    pair.first_b = 0
    pair.count_b = store.records[b].count
    return pair

cdef inline bint are_whole(Store store, const ShapePair* pair) noexcept nogil:
    # Whether each row has no other shape.
    return (
        pair.count_a == store.records[pair.a].count and pair.count_b == store.records[pair.b].count
    )

cdef inline ShapePair swapped_shapes(const ShapePair* pair) noexcept nogil:
    cdef ShapePair swapped
    swapped.a = pair.b
    swapped.first_a = pair.first_b
    swapped.count_a = pair.count_b
    swapped.b = pair.a
    swapped.first_b = pair.first_a
    swapped.count_b = pair.count_a
    swapped.chosen = pair.chosen
    swapped.swapped = not pair.swapped
    return swapped

cdef inline const Box* box_of_part(Store store, int row, const Part* part) noexcept nogil:
    return store.boxes + row if store.records[row].count == 1 else store.part_boxes + part.box

cdef inline bint is_thin(Store store, int row) noexcept nogil:
    # Whether any part of a row has no area.
    cdef int i
    cdef bint result = False
    for i in range(store.records[row].count):
        result |= part_of(store, row, i).kind <= SEGMENT
    return result

# The pairs of near parts of two shapes: the one loop of all questions about the parts of two rows.
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

cdef inline double size_at(Store store, int row) noexcept nogil:
    # The size of the numbers of an up-to-date row: its largest coordinate.
    cdef const Box* box = store.boxes + row
    return max(fabs(box.left), fabs(box.right), fabs(box.top), fabs(box.bottom))

cdef double distance_to(
    Store store, int row, int first, int count, double x, double y
) noexcept nogil
cdef bint any_shapes_hit(Store store, const RowFilter* chosen, int a, int b) noexcept nogil
cdef bint shapes_hit(Store store, const ShapePair* pair) noexcept nogil
cdef bint hit_after_move(
    Store store, const ShapePair* pair, const NearPair* near, int row, double dx, double dy
) noexcept nogil
cdef void put_near(Store store, int row, double x, double y, const NearParts* near) noexcept nogil
cdef void shift_row(Store store, int row, double x, double y) noexcept nogil
cdef void place_row(Store store, int row, double x, double y, double angle) noexcept nogil

cdef struct Front:
    # Where a one-way shape is met.
    int row
    int shape            # of the row
    double nx            # the normal
    double ny
    double x
    double y
    double touching      # what is not farther away is side by side

cdef bint next_at_front(
    Store store, const Front* front, int row, int* first, int* count
) noexcept nogil

cdef inline bint fresh_rows_hit(
    Store store, const RowFilter* chosen, int a, int b, bint within
) noexcept nogil:
    # Whether two rows hit whose boxes overlap: what `may_hit` says, then as `any_shapes_hit`. Both
    # must be up to date.
    return may_hit(store, chosen, a, b, within) and any_shapes_hit(store, chosen, a, b)
