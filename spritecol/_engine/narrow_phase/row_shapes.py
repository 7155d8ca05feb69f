"""The shapes of rows, and pairs of them.

The parts of a shape follow each other, and so do the shapes of a row. Most rows have one shape. The
header goes through the pairs of shapes that count, by their layers and names. This module leaves
out those without near parts, in rows of which one has many.
"""

import cython as C
from cython.cimports.spritecol._engine.transform.nearness import next_near


def skip_far_shapes(
    store: Store, pair: C.pointer(ShapePair), near: C.pointer(C.const[NearPair])
) -> C.void:
    """`skip_far`, of rows of which one has many parts."""
    some: C.bint = pair.count_a and pair_needs_role_test(store, pair)
    while pair.count_a:
        end_a: C.int = store.records[pair.a].count
        end_b: C.int = store.records[pair.b].count
        part: C.int = next_near(C.address(near.b), pair.first_b, end_b)
        # With no more of row `b`, on to the next shape of row `a`.
        start: C.int = pair.first_a + (pair.count_a if part == end_b else 0)
        own_part: C.int = next_near(C.address(near.a), start, end_a)
        if own_part == end_a:
            pair.count_a = 0
        elif own_part >= pair.first_a + pair.count_a:
            put_shape_of(store, pair.a, own_part, C.address(pair.first_a), C.address(pair.count_a))
            put_shape_of(store, pair.b, 0, C.address(pair.first_b), C.address(pair.count_b))
        elif part >= pair.first_b + pair.count_b:
            put_shape_of(store, pair.b, part, C.address(pair.first_b), C.address(pair.count_b))
        elif some and not pair_roles_meet(store, pair, pair.first_a, pair.first_b):
            step_shapes(store, pair)
        else:
            return
