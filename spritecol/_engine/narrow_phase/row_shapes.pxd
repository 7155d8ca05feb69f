from spritecol._engine.box cimport Box
from spritecol._engine.storage.layout cimport SEGMENT, Part, Outline
from spritecol._engine.storage.row_tests cimport rows_need_role_test
from spritecol._engine.storage.store cimport RowFilter, Store, roles_meet
from spritecol._engine.transform.near_parts cimport NearPair

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
