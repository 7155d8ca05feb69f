"""Whether a one-way shape lets a moving row pass.

On each way, a one-way shape either is like any other shape, or might as well not be there. It is
like any other if no shape of the row overlaps it at the start, and if the first of them that meets
it does so from its front: the normal is within 60 degrees of `one_way`, and for a walker it is also
the normal of a floor (`is_stopped_by`). So the row passes or is stopped as a whole: a body with its
legs in a plank is not caught by its arms. And round feet that are well below the top of a plank
pass its end, as boxes do.

Shapes side by side are like one. A ball that is halfway through a row of planks from below meets
the corners of the next one from above. It passes that, too: where it meets it, the plank goes on
that it is in.

(Of rays, `lets_through` in `narrow_phase/ray_kernels` decides that.)
"""

import cython as C
from cython.cimports.spritecol._engine.narrow_phase import shape_pair
from cython.cimports.spritecol._engine.narrow_phase.part import support
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import Front, ShapePair, ShapePairRef
from cython.cimports.spritecol._engine.pairs import second_of
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage.layout import ONE_WAY, Part, RowRecord
from cython.cimports.spritecol._engine.storage.store import Store
from cython.cimports.spritecol._engine.sweeps import normals
from cython.cimports.spritecol._engine.sweeps.impact import (
    Fronts,
    Impact,
    ImpactRef,
    MotionRef,
    Sweep,
    is_stopped_by,
    note_witness,
    place_back,
)
from cython.cimports.spritecol._engine.sweeps.meeting import meet_on_any_way
from cython.cimports.spritecol._engine.sweeps.normals import Edge, Wanted
from cython.cimports.spritecol._engine.sweeps.proof import near_fractions, prove
from cython.cimports.spritecol._engine.tolerances import SAME
from cython.cimports.spritecol._engine.transform.rows import put_direction
from cython.cimports.spritecol._support.libc import INFINITY, sqrt


def lets_pass(
    store: Store,
    sweep: C.pointer(C.const[Sweep]),
    soonest: C.double,
    impact: C.pointer(Impact),
) -> C.bint:
    """Whether the shape that is met lets the moving row pass, because it is one-way.

    `impact` is proved, with any of the row's shapes; if it stops the row, its normal becomes the
    normal of the front. No impact comes before `soonest`. The row is at its start.
    """
    whole: ShapePair = impact.pair
    passage: Passage = passage_of(store, sweep, whole.b, whole.first_b)
    if passage.kind != FROM_FRONT:
        return passage.kind == PASSES
    whole.first_a = 0
    whole.count_a = store.records[whole.a].count
    if impact.overlapping or is_inside_one_way(store, C.address(whole), sweep.motion.hair):
        return True
    stops: C.bint = is_from_front(store, sweep, passage.front, impact)
    if impact.pair.count_a == whole.count_a:
        return not stops
    return not stops_whole(store, sweep, soonest, passage.front, impact, stops)


def passage_of(
    store: Store,
    sweep: C.pointer(C.const[Sweep]),
    row: C.int,
    first: C.int,
) -> Passage:
    """How a shape treats the row on its way, by its direction and by what the asker has decided."""
    result: Passage
    result.kind = STOPS
    result.front[0] = result.front[1] = 0.0
    if not store.flags[row] & ONE_WAY or not put_direction(store, row, first, result.front):
        return result
    if is_overridden(sweep, row, first):
        result.kind = PASSES
    elif sweep.rules.one_way:
        result.kind = FROM_FRONT
    return result


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def is_inside_one_way(store: Store, whole: ShapePairRef, hair: C.double) -> C.bint:
    """Whether any shape of a row overlaps a one-way shape, by more than a hair."""
    inside: Impact
    if not shape_pair.shapes_hit(store, whole):
        return False
    inside.pair = whole[0]
    return hair == 0.0 or normals.deepest_normal(store, C.address(inside)) > hair


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def is_overridden(sweep: C.pointer(C.const[Sweep]), row: C.int, first: C.int) -> C.bint:
    """Whether the asker lets the row pass a shape from wherever it comes."""
    k: C.Py_ssize_t
    for k in range(sweep.rules.override_count):
        if sweep.rules.overrides[k].row == row and sweep.rules.overrides[k].first == first:
            return True
    return False


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def is_from_front(
    store: Store,
    sweep: C.pointer(C.const[Sweep]),
    direction: Numbers,
    impact: C.pointer(Impact),
) -> C.bint:
    """Whether a one-way shape is met from its front, by a row that is not yet in its neighbor."""
    return turn_to_front(
        store, C.address(sweep.motion), direction, C.address(sweep.rules.fronts), impact
    ) and not is_in_next(store, sweep, impact)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def is_in_next(store: Store, sweep: C.pointer(C.const[Sweep]), impact: ImpactRef) -> C.bint:
    """Whether the row is, at an impact, in another one-way shape that continues this one's front.

    That shape lets the row pass: else the row would have stopped before. Where all impacts are
    wanted, it may have stopped the row; then this one is left out, as for one long shape. The row
    is at its start.
    """
    front: Front = front_at(store, sweep, impact)
    inside: Impact = impact[0]
    k: C.Py_ssize_t
    result: C.bint = False
    inside.pair.first_a = 0
    inside.pair.count_a = store.records[sweep.row].count
    for k in range(sweep.count):
        inside.pair.b = sweep.rules.others[second_of(sweep.candidates[k])]
        inside.pair.first_b = inside.pair.count_b = 0
        while shape_pair.next_at_front(
            store,
            C.address(front),
            inside.pair.b,
            C.address(inside.pair.first_b),
            C.address(inside.pair.count_b),
        ):
            shape_pair.place_row(store, sweep.row, impact.x, impact.y, impact.angle)
            result = normals.deepest_normal(store, C.address(inside)) > front.touching
            place_back(store, sweep.row, C.address(sweep.motion))
            if result:
                note_witness(
                    sweep,
                    impact,
                    second_of(sweep.candidates[k]),
                    inside.part,
                    inside.pair.first_b,
                )
                return True
    return False


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def front_at(store: Store, sweep: C.pointer(C.const[Sweep]), impact: ImpactRef) -> Front:
    """The front that is met. An overlap within rounding counts as touching."""
    front: Front
    front.row = impact.pair.b
    front.shape = shape_pair.shape_of(store, impact.pair.b, impact.pair.first_b)
    front.nx = impact.nx
    front.ny = impact.ny
    front.x = impact.px
    front.y = impact.py
    front.touching = normals.touching_distance(
        store, C.address(sweep.motion), C.address(impact.pair)
    )
    return front


@C.cfunc
@C.nogil
@C.exceptval(-1)
def stops_whole(
    store: Store,
    sweep: C.pointer(C.const[Sweep]),
    soonest: C.double,
    direction: Numbers,
    known: ImpactRef,
    known_from_front: C.bint,
) -> C.bint:
    """Whether the first of a row's shapes that meets a one-way shape does so from its front.

    The impact of one of them is known. Of several at the same time any may be from the front.
    """
    motion: MotionRef = C.address(sweep.motion)
    near: C.double = near_fractions(motion)
    first: C.double = known.fraction
    first_from_front: C.double = known.fraction if known_from_front else INFINITY
    impact: Impact = known[0]
    part: C.int = 0
    while part < store.records[known.pair.a].count:
        impact.pair.first_a = part
        impact.pair.count_a = shape_pair.parts_in_shape(store, known.pair.a, part)
        part += impact.pair.count_a
        if (
            impact.pair.first_a != known.pair.first_a
            and not (
                shape_pair.pair_needs_role_test(store, C.address(impact.pair))
                and not shape_pair.pair_roles_meet(
                    store, C.address(impact.pair), impact.pair.first_a, impact.pair.first_b
                )
            )
            and meet_on_any_way(
                store, motion, soonest, known.fraction + near, C.NULL, C.address(impact)
            )
            and impact.fraction <= known.fraction + near
        ):
            prove(store, motion, C.address(impact), True)
            first = min(first, impact.fraction)
            if is_from_front(store, sweep, direction, C.address(impact)):
                first_from_front = min(first_from_front, impact.fraction)
    return first_from_front <= first + near


# --- the side from which it is met ---------------------------------------------------------------


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def turn_to_front(
    store: Store,
    motion: MotionRef,
    direction: Numbers,
    fronts: C.pointer(C.const[Fronts]),
    impact: C.pointer(Impact),
) -> C.bint:
    """Whether a one-way shape is met from its front: see `is_stopped_by`.

    If a corner is met, exactly or nearly, the normal is the front edge's normal, because rounding
    decides which edge is met first. But what lies that close to the line along which the row goes
    is an internal edge, and keeps its normal.
    """
    return is_stopped_by(fronts, direction, impact.nx, impact.ny) or turn_to_front_edge(
        store, motion, direction, fronts, impact
    )


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def turn_to_front_edge(
    store: Store,
    motion: MotionRef,
    direction: Numbers,
    fronts: C.pointer(C.const[Fronts]),
    impact: C.pointer(Impact),
) -> C.bint:
    """Whether an edge of the front is met, exactly or nearly; take its normal.

    Of several, the one that faces the motion most. The row is at its start, and is put back.
    """
    wanted: Wanted
    v: C.double[2]
    pair: C.pointer(ShapePair) = C.address(impact.pair)
    record: C.pointer(RowRecord) = C.address(store.records[pair.a])
    if (
        pair.first_a + pair.count_a > record.count
        or pair.first_b + pair.count_b > store.records[pair.b].count
    ):
        return False  # user code has changed the shapes since
    normals.put_velocity(store, motion, impact.x, impact.y, impact, v)
    wanted.vx = v[0]
    wanted.vy = v[1]
    wanted.front = direction
    wanted.least = fronts.least
    wanted.near = normals.touching_distance(store, motion, pair)
    shape_pair.place_row(store, pair.a, impact.x, impact.y, impact.angle)
    edge: Edge = normals.best_edge(store, pair, C.address(wanted))
    found: C.bint = edge.found and is_stopped_by(fronts, direction, edge.nx, edge.ny)
    if found and edge.facing < -SAME * sqrt(v[0] * v[0] + v[1] * v[1]):
        impact.nx = edge.nx
        impact.ny = edge.ny
    elif found:  # it goes along that edge: does it lie before it?
        found = lies_before(store, pair, C.address(edge), wanted.near)
    place_back(store, pair.a, motion)
    return found


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def lies_before(
    store: Store,
    pair: ShapePairRef,
    edge: C.pointer(C.const[Edge]),
    near: C.double,
) -> C.bint:
    """Whether the first of two shapes, as it is placed, lies before an edge of the second one."""
    i: C.int
    other: C.pointer(Part) = shape_pair.part_of(store, pair.b, edge.other_part)
    level: C.double = support(other, store.pool, edge.nx, edge.ny) - near
    for i in range(pair.first_a, pair.first_a + pair.count_a):
        part: C.pointer(Part) = shape_pair.part_of(store, pair.a, i)
        if -support(part, store.pool, -edge.nx, -edge.ny) < level:
            return False
    return True
