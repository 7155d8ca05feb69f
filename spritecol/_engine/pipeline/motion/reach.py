"""How far parts of a row reach along a direction, and how far that leads out of another shape."""

import cython
from cython import NULL, address, bint, double, pointer
from cython.cimports.libc.math import INFINITY
from cython.cimports.spritecol._engine.narrow_phase.part import support
from cython.cimports.spritecol._engine.narrow_phase.sweeps import Interval, sweep_parts
from cython.cimports.spritecol._engine.pipeline.shape_pair import (
    ShapePair,
    pair_needs_role_test,
    pair_roles_meet,
    part_of,
)
from cython.cimports.spritecol._engine.storage.layout import NOTHING, SEAM, Part


def reach(
    store: Store,
    row: cython.int,
    first: cython.int,
    count: cython.int,
    dx: double,
    dy: double,
    against: pointer(cython.const[ShapePair]),
) -> double:
    """How far some parts of a row reach along a direction, as a coordinate along it.

    `against` is NULL, or a pair: then only those parts count that can meet its second shape.
    """
    result: double = -INFINITY
    i: cython.int
    some: bint = against is not NULL and pair_needs_role_test(store, against)
    for i in range(first, first + count):
        part: pointer(Part) = part_of(store, row, i)
        if part.kind == NOTHING or part.kind == SEAM:  # noqa: PLR1714 (a set is slow)
            continue
        if not some or pair_roles_meet(store, against, i, against.first_b):
            result = max(result, support(part, store.pool, dx, dy))
    return result


def way_out(
    store: Store,
    pair: pointer(cython.const[ShapePair]),
    dx: double,
    dy: double,
    far: double,
    slack: double,
) -> double:
    """How far a direction leads until no parts of a pair overlap that did so that `far` on it.

    What overlaps there by no more than a `slack` of the way is out of it.
    """
    interval: Interval
    some: bint = pair_needs_role_test(store, pair)
    i: cython.int
    j: cython.int
    for j in range(pair.first_b, pair.first_b + pair.count_b):
        other: pointer(Part) = part_of(store, pair.b, j)
        for i in range(pair.first_a, pair.first_a + pair.count_a):
            if some and not pair_roles_meet(store, pair, i, j):
                continue
            part: pointer(Part) = part_of(store, pair.a, i)
            if sweep_parts(part, other, store.pool, dx, dy, address(interval)) and (
                interval.enter < far - slack < interval.exit
            ):
                far = max(far, interval.exit)
    return far
