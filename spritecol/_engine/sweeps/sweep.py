"""The first row or all rows that a row meets on its way, and the same query for many rows at once.

The shapes of the row are swept against the shapes of its candidates, and each impact that may be
the first is proved. Then it is proved that the row hits nothing else where it stops.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.box_tests import include_box, overlap, overlap_branch_free
from cython.cimports.spritecol._engine.narrow_phase import shape_pair
from cython.cimports.spritecol._engine.narrow_phase.distances import parts_distance
from cython.cimports.spritecol._engine.narrow_phase.nearest_points import Nearest
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import ShapePair
from cython.cimports.spritecol._engine.pairs import Pair, PairList, new_pairs, second_of
from cython.cimports.spritecol._engine.pipeline.row_index import KeptIndex, index_for, workspace_of
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import Part, RowRecord
from cython.cimports.spritecol._engine.storage.store import RowFilter, Store, put_layers_of
from cython.cimports.spritecol._engine.sweeps import candidates, normals, proof
from cython.cimports.spritecol._engine.sweeps.blocks import Block as MotionBlock
from cython.cimports.spritecol._engine.sweeps.blocks import Blocks, add_row, is_free
from cython.cimports.spritecol._engine.sweeps.impact import (
    Impact,
    ImpactList,
    ImpactRef,
    Motion,
    MotionRef,
    Sweep,
    SweepRules,
    SweepWay,
    comes_before,
    is_at_corner,
    is_at_start,
    leads_to_place,
    note_witness,
    place_at_impact,
    place_back,
    size_of_motion,
)
from cython.cimports.spritecol._engine.sweeps.meeting import meet_on_any_way
from cython.cimports.spritecol._engine.sweeps.one_way import lets_pass
from cython.cimports.spritecol._engine.tolerances import GRAZING, TOUCHING
from cython.cimports.spritecol._engine.transform import near_parts
from cython.cimports.spritecol._engine.transform.near_parts import NearPair
from cython.cimports.spritecol._engine.transform.rows import put_direction
from cython.cimports.spritecol._engine.tuning import ALONG_AT_ONCE
from cython.cimports.spritecol._support.libc import INFINITY, fabs, sqrt

AT_START = C.declare(C.bint, True)
LATER = C.declare(C.bint, False)
"""When the box of a candidate overlaps that of the row, if it does."""


def find_impacts(store: Store, sweep: C.pointer(Sweep), impacts: ImpactList | None) -> C.int:
    """Find the first impact of a row with its candidates, or all of them, in order.

    Candidates that certainly become no new hit are dropped. The row is at its start afterwards,
    also after a MemoryError.
    """
    start: Motion = sweep.motion
    is_done: C.bint = False
    try:
        look_for_impacts(store, sweep, impacts)
        is_done = True
    finally:
        if not is_done:
            sweep.motion = start
            place_back(store, sweep.row, C.address(start))
    return 0


@C.cfunc
@C.nogil
@C.exceptval(-1)
def look_for_impacts(store: Store, sweep: C.pointer(Sweep), impacts: ImpactList | None) -> C.int:
    """Find impacts, and leave the row where an error is raised."""
    sweep.all_count = sweep.count
    if sweep.count == 0 or (
        sweep.motion.dx == 0.0
        and sweep.motion.dy == 0.0
        and sweep.motion.turn == 0.0
        and not sweep.motion.from_inside
    ):
        return 0
    measure(store, sweep)
    if meet_candidates(store, sweep, impacts):
        return 0  # nothing comes before it: the next ones have larger positions
    if impacts is not None and impacts.count:
        impacts.sort()
        sweep.first = impacts.items[0]
        sweep.found = True
    if sweep.count == 0 or sweep.motion.hair > 0.0:
        return 0  # what is left out hits nothing anew, wherever the row is on its way
    prove_end(store, sweep)
    if impacts is not None and sweep.found:
        impacts.put(C.address(sweep.first))
        impacts.sort()
    return 0


def measure(store: Store, sweep: C.pointer(Sweep)) -> C.void:
    """Compute the sizes by which a sweep decides; the row is at its start."""
    sweep.motion.size = size_of_motion(store, sweep.row, C.address(sweep.motion))
    sweep.motion.step = proof.step_of(store, sweep.row, C.address(sweep.motion))


@C.cfunc
@C.nogil
@C.exceptval(-1)
def meet_candidates(store: Store, sweep: C.pointer(Sweep), impacts: ImpactList | None) -> C.bint:
    """Sweep the candidates, those first whose boxes overlap from the start: is one hit there?

    Then no other is swept.
    """
    k: C.Py_ssize_t
    # A lone candidate on a straight way needs no order, and its kernel is as quick as its box.
    looks_at_boxes: C.bint = sweep.count > 1 or sweep.motion.turn != 0.0
    some_deep: C.bint = False
    some_at_start: C.bint = False
    # A box round the whole way: what it does not overlap is not met. Targets along a way within a
    # hair are only touched. These are most floors, which need no kernel.
    deep: Box
    slack: C.double = sweep.slack
    if (
        sweep.motion.hair > 0.0
        and sweep.motion.turn == 0.0
        and not shape_pair.is_thin(store, sweep.row)
    ):
        slack = -0.5 * sweep.motion.hair
    candidates.way_box(C.address(sweep.box), C.address(sweep.motion), slack, C.address(deep))
    for k in range(sweep.count):
        other: C.int = sweep.rules.others[second_of(sweep.candidates[k])]
        if overlap(C.address(deep), store.boxes + other):
            some_deep = True
            if looks_at_boxes and candidates.meets_at_start(sweep, store.boxes + other):
                some_at_start = True
                break
    if some_at_start and meet_round(
        store, sweep, C.address(deep), AT_START, some_at_start, looks_at_boxes, impacts
    ):
        return True
    return some_deep and meet_round(
        store, sweep, C.address(deep), LATER, some_at_start, looks_at_boxes, impacts
    )


@C.cfunc
@C.nogil
@C.exceptval(-1)
def meet_round(
    store: Store,
    sweep: C.pointer(Sweep),
    deep: BoxRef,
    wanted: C.bint,
    some_at_start: C.bint,
    looks_at_boxes: C.bint,
    impacts: ImpactList | None,
) -> C.bint:
    """Sweep the candidates whose boxes overlap AT_START, or LATER: is one hit at the start?"""
    k: C.Py_ssize_t
    kept: C.Py_ssize_t = 0
    for k in range(sweep.count):
        position: C.Py_ssize_t = second_of(sweep.candidates[k])
        box: BoxRef = store.boxes + sweep.rules.others[position]
        at_start: C.bint = some_at_start and candidates.meets_at_start(sweep, box)
        is_dropped: C.bint = False
        if at_start == wanted:
            soonest: C.double = 0.0
            if not overlap(deep, box):
                soonest = INFINITY
            elif looks_at_boxes and not at_start:
                soonest = candidates.soonest_by_boxes(
                    C.address(sweep.motion), sweep.slack, C.address(sweep.box), box
                )
            if not soonest > sweep.latest:
                is_dropped = meet_row(store, sweep, position, soonest, impacts)
                if (
                    sweep.found
                    and impacts is None
                    and is_at_start(C.address(sweep.motion), C.address(sweep.first))
                ):
                    return True
        if not is_dropped:
            # One that is dropped goes to the place of one that is kept.
            candidate: Pair = sweep.candidates[k]
            sweep.candidates[k] = sweep.candidates[kept]
            sweep.candidates[kept] = candidate
            kept += 1
    sweep.count = kept
    return False


def find_on_way(
    store: Store,
    sweep: C.pointer(Sweep),
    kept: KeptIndex | None,
    found: PairList,
    impacts: ImpactList | None,
) -> C.int:
    """Find the first impact of a row, or all of them; `found` is memory for its candidates.

    `kept` is an up-to-date index of the other rows, or None. With it, if much lies along the way,
    what is near is looked at first, and then always four times as much of it, until the first
    impact is known: what the row meets at all, it most often meets soon.
    """
    share: C.double = 1.0
    if kept is not None:
        share = candidates.first_share(kept, C.address(sweep.box), sweep.motion.dx, sweep.motion.dy)
    if share >= 1.0:
        candidates.find_candidates(store, sweep, kept, found)
        return find_impacts(store, sweep, impacts)
    most: C.Py_ssize_t = ALONG_AT_ONCE if impacts is None else sweep.rules.other_count
    if candidates.find_candidates_along(store, sweep, kept, 1.0, most, found):
        return find_impacts(store, sweep, impacts)
    while True:
        candidates.find_candidates_along(store, sweep, kept, share, sweep.rules.other_count, found)
        find_impacts(store, sweep, impacts)
        if share >= 1.0 or is_settled(sweep, share):
            return 0
        share = min(1.0, 4.0 * share)
        forget_impacts(sweep)


def is_settled(sweep: C.pointer(C.const[Sweep]), share: C.double) -> C.bint:
    """Whether nothing beyond a share of the way can come before the first impact."""
    return sweep.found and sweep.latest <= share


@C.cfunc
@C.exceptval(check=False)
def forget_impacts(sweep: C.pointer(Sweep)) -> C.void:
    """Ask again what the row meets."""
    sweep.found = False
    sweep.latest = 2.0
    if sweep.rules.witnesses is not C.NULL:
        C.cast(ImpactList, sweep.rules.witnesses).count = 0


def find_overlaps(store: Store, sweep: C.pointer(Sweep), overlaps: ImpactList) -> C.int:
    """Find what a row overlaps where it is, among its candidates: the shapes, and how deep.

    It may be in one-way shapes.
    """
    impact: Impact
    near: C.pointer(NearPair) = C.address(sweep.near)
    k: C.Py_ssize_t
    direction: C.double[2]
    overlaps.count = 0
    impact.overlapping = True
    impact.fraction = 0.0
    impact.x = sweep.motion.x
    impact.y = sweep.motion.y
    for k in range(sweep.count):
        impact.position = second_of(sweep.candidates[k])
        other: C.int = sweep.rules.others[impact.position]
        find_near_way(store, sweep, other)
        impact.pair = shape_pair.first_near(
            store, sweep.rules.chosen, sweep.row, other, False, near
        )
        while impact.pair.count_a:
            if shape_pair.shapes_hit(store, C.address(impact.pair)) and not (
                put_direction(store, other, impact.pair.first_b, direction)
            ):
                normals.contact_normal(store, C.address(impact))
                overlaps.add(C.address(impact))
            shape_pair.next_shapes(store, C.address(impact.pair), near)
    return 0


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def find_near_way(store: Store, sweep: C.pointer(Sweep), other: C.int) -> C.void:
    """Find which parts of the moving row, and of another one, may meet on the way, if unknown."""
    if sweep.near_row == other:
        return
    pair: ShapePair = shape_pair.whole_rows(store, sweep.row, other)
    sweep.near_row = other
    candidates.find_parts_on_way(
        store,
        C.address(pair),
        C.address(sweep.box),
        C.address(sweep.motion),
        C.address(sweep.near),
    )


@C.cfunc
@C.nogil
@C.exceptval(-1)
def meet_row(
    store: Store,
    sweep: C.pointer(Sweep),
    position: C.Py_ssize_t,
    soonest: C.double,
    impacts: ImpactList | None,
) -> C.bint:
    """Sweep one candidate: keep its first impact if it is the best, or with `impacts` each of them.

    No impact comes before `soonest`. Return whether the candidate can be dropped, because the two
    certainly do not begin to hit. This can be decided for rows of one part each (`ruled_out`), and
    for rows of many parts none of which is near.
    """
    impact: Impact
    near: NearPair
    other: C.int = sweep.rules.others[position]
    impact.position = position
    if store.records[sweep.row].count != 1 or store.records[other].count != 1:
        return meet_all_shapes(store, sweep, other, soonest, C.address(impact), impacts)
    impact.pair = shape_pair.first_chosen(store, sweep.rules.chosen, sweep.row, other, False)
    if not impact.pair.count_a:
        return False
    near.a.all = near.b.all = True
    meet_shapes(store, sweep, soonest, C.address(near), C.address(impact), impacts)
    # One-way candidates stay: `is_in_next` in `one_way` looks for neighbors among all candidates.
    return impact.ruled_out and not store.flags[other] & layout.ONE_WAY


@C.cfunc
@C.nogil
@C.exceptval(-1)
def meet_all_shapes(
    store: Store,
    sweep: C.pointer(Sweep),
    other: C.int,
    soonest: C.double,
    impact: C.pointer(Impact),
    impacts: ImpactList | None,
) -> C.bint:
    """`meet_row`, of rows that have several parts."""
    pair: C.pointer(ShapePair) = C.address(impact.pair)
    near: C.pointer(NearPair) = C.address(sweep.near)
    find_near_way(store, sweep, other)
    pair[0] = shape_pair.first_near(store, sweep.rules.chosen, sweep.row, other, False, near)
    while pair.count_a:
        # The boxes of the shapes tell most often that they do not meet, or too late to count: so a
        # ball among the tiles of one sprite takes a third of the time.
        if sweep.motion.turn == 0.0:
            of_a: Box = shape_box(store, pair.a, pair.first_a, pair.count_a)
            of_b: Box = shape_box(store, pair.b, pair.first_b, pair.count_b)
            soonest = candidates.soonest_by_boxes(
                C.address(sweep.motion), sweep.slack, C.address(of_a), C.address(of_b)
            )
        if not soonest > sweep.latest:
            meet_shapes(store, sweep, soonest, near, impact, impacts)
        shape_pair.next_shapes(store, pair, near)
    if near.b.all or store.flags[other] & layout.ONE_WAY:
        return False
    return (
        near_parts.next_near(C.address(near.b), 0, store.records[other].count)
        == store.records[other].count
    )


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def shape_box(store: Store, row: C.int, first: C.int, count: C.int) -> Box:
    """The bounding box of a shape, from that of its parts."""
    i: C.int
    result: Box = shape_pair.box_of_part(store, row, shape_pair.part_of(store, row, first))[0]
    for i in range(first + 1, first + count):
        include_box(
            C.address(result),
            shape_pair.box_of_part(store, row, shape_pair.part_of(store, row, i)),
        )
    return result


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(-1)
def meet_shapes(
    store: Store,
    sweep: C.pointer(Sweep),
    soonest: C.double,
    near: C.pointer(C.const[NearPair]),
    impact: C.pointer(Impact),
    impacts: ImpactList | None,
) -> C.int:
    """Sweep one pair of shapes: when they meet, and whether that counts."""
    motion: C.pointer(Motion) = C.address(sweep.motion)
    met: C.bint = meet_on_any_way(store, motion, soonest, sweep.latest, near, impact)
    if not met or impact.fraction > sweep.latest:
        return 0
    # A query for the first impact within a hair then finds again what is touched there, and where.
    looks_anew: C.bint = motion.hair > 0.0 and impacts is None and sweep.rules.witnesses is C.NULL
    is_one_way: C.bint = (
        store.flags[impact.pair.b] & layout.ONE_WAY
    ) != 0  # `lets_pass` needs where
    proof.prove(store, motion, impact, is_one_way or not looks_anew)
    if motion.hair == 0.0 and is_at_corner(impact):
        take_side(store, sweep, impact)
    if is_one_way and lets_pass(store, sweep, soonest, impact):
        return 0
    if impacts is not None:
        impacts.add(impact)
    elif not sweep.found or comes_before(impact, C.address(sweep.first)):
        sweep.found = True
        sweep.first = impact[0]
        sweep.latest = impact.fraction + proof.near_fractions(motion)
    return 0


# --- corners of tiles ----------------------------------------------------------------------------


@C.cfunc
@C.with_gil
@C.exceptval(-1)
def take_side(store: Store, sweep: C.pointer(Sweep), corner: C.pointer(Impact)) -> C.int:
    """Give an impact at a corner the normal of one side, if only that is exposed: see `blocks`.

    A side is covered if a way along it is blocked. The blocking target is stored as a witness. If
    that is not enough, a slightly shifted way decides, because a part without width fits into a
    seam. Only what touches the corner itself has a say. The row is at its start.
    """
    blocks: Blocks = corner_blocks(store, sweep, corner)
    is_covered: C.bint[2]
    i: C.int
    off: C.int
    k: C.Py_ssize_t
    turn: C.double = corner.nx * corner.other_ny - corner.ny * corner.other_nx
    for off in range(2):
        for i in range(2):
            nx: C.double = corner.other_nx if i else corner.nx
            ny: C.double = corner.other_ny if i else corner.ny
            sign: C.double = 1.0 if (turn > 0.0) == (i == 0) else -1.0  # against the other side
            tx: C.double = sign * ny + off * GRAZING * nx
            ty: C.double = -sign * nx + off * GRAZING * ny
            k = 0
            while k < blocks.count and is_free(blocks.items + k, tx, ty, 0.0):
                k += 1
            is_covered[i] = k < blocks.count
            if is_covered[i]:
                block: C.pointer(MotionBlock) = blocks.items + k
                note_witness(sweep, corner, block.position, block.part, block.other_part)
        if is_covered[0] != is_covered[1]:
            if is_covered[0]:
                corner.nx = corner.other_nx
                corner.ny = corner.other_ny
            corner.other_nx = corner.other_ny = 0.0
            return 0
    return 0


@C.cfunc
def corner_blocks(store: Store, sweep: C.pointer(Sweep), corner: ImpactRef) -> Blocks:
    """The blocks of the row at a corner that it meets there."""
    start: Motion = sweep.motion
    result: Blocks = Blocks()
    k: C.Py_ssize_t
    kept: C.Py_ssize_t = 0
    hair: C.double = TOUCHING * sweep.motion.size
    sweep.motion.x = corner.x
    sweep.motion.y = corner.y
    sweep.motion.angle = corner.angle
    place_back(store, sweep.row, C.address(sweep.motion))
    for k in range(sweep.all_count):
        add_row(store, sweep, second_of(sweep.candidates[k]), hair, result)
    sweep.motion = start
    place_back(store, sweep.row, C.address(sweep.motion))
    for k in range(result.count):
        block: C.pointer(MotionBlock) = result.items + k
        away: C.double = shape_pair.distance_to(
            store, block.pair.b, block.other_part, 1, corner.px, corner.py
        )
        if away <= hair:
            result.items[kept] = block[0]
            kept += 1
    result.count = kept
    return result


# --- where the row stops -------------------------------------------------------------------------


@C.cfunc
@C.nogil
@C.exceptval(-1)
def prove_end(store: Store, sweep: C.pointer(Sweep)) -> C.int:
    """Prove by the exact test that at the first impact, or at the end, the row hits nothing anew.

    A motion that ends just before a hit, or passes by one, may hit at its end by rounding. Then
    there is an impact just before the end, which is noted. The row is placed only where it might
    hit something.
    """
    motion: C.pointer(Motion) = C.address(sweep.motion)
    impact: C.pointer(Impact) = C.address(sweep.first)
    fresh: Impact
    proved: C.Py_ssize_t = -1  # a target all of whose shapes `prove` has tested at this pose
    if sweep.found:
        if impact.overlapping or is_at_start(motion, impact):
            return 0
        if shape_pair.are_whole(store, C.address(impact.pair)):
            proved = impact.position
            if sweep.count == 1 and second_of(sweep.candidates[0]) == proved:
                return 0
    else:
        impact.fraction = 1.0
        impact.x = motion.x + motion.dx
        impact.y = motion.y + motion.dy
        impact.angle = motion.angle + motion.turn
    if hits_anew(
        store,
        sweep,
        impact.x,
        impact.y,
        impact.angle,
        impact.fraction,
        True,
        proved,
        C.address(fresh),
    ):
        free: C.double = free_before(store, sweep, impact.fraction, C.address(fresh))
        if not sweep.found or impact.fraction - free > proof.near_fractions(motion):
            sweep.found = True
            impact[0] = fresh
        impact.fraction = free
        place_at_impact(store, motion, impact)
        normals.note_point(store, impact)
    elif not leads_to_place(motion, impact) and hits_anew_at(
        store, sweep, impact.fraction, proved, C.address(fresh)
    ):
        impact.fraction = free_before(store, sweep, impact.fraction, C.address(fresh))
    place_back(store, sweep.row, motion)
    return 0


@C.cfunc
@C.nogil
@C.exceptval(-1.0)
def free_before(
    store: Store, sweep: C.pointer(Sweep), fraction: C.double, fresh: C.pointer(Impact)
) -> C.double:
    """The last fraction before one at which the row hits nothing anew, up to `near_fractions`.

    It hits something at the given one. The row that it hits right after the result is written to
    `fresh`.
    """
    seen: Impact
    step: C.double = sweep.motion.step
    free: C.double = max(0.0, fraction - step)
    while free > 0.0 and hits_anew_at(store, sweep, free, -1, C.address(seen)):
        fresh[0] = seen
        fraction = free
        step *= 2.0
        free = max(0.0, fraction - step)
    while fraction - free > proof.near_fractions(C.address(sweep.motion)):
        middle: C.double = 0.5 * (free + fraction)
        if hits_anew_at(store, sweep, middle, -1, C.address(seen)):
            fresh[0] = seen
            fraction = middle
        else:
            free = middle
    return free


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(-1)
def hits_anew_at(
    store: Store,
    sweep: C.pointer(Sweep),
    fraction: C.double,
    proved: C.Py_ssize_t,
    fresh: C.pointer(Impact),
) -> C.bint:
    """`hits_anew`, where a fraction of the way leads."""
    return hits_anew(
        store,
        sweep,
        sweep.motion.x + fraction * sweep.motion.dx,
        sweep.motion.y + fraction * sweep.motion.dy,
        sweep.motion.angle + fraction * sweep.motion.turn,
        fraction,
        True,
        proved,
        fresh,
    )


def hits_nothing_anew(
    store: Store, sweep: C.pointer(Sweep), x: C.double, y: C.double, fresh: C.pointer(Impact)
) -> C.bint:
    """Whether a row hits nothing anew at (x, y), by the exact test, after a way within a hair.

    Else what it hits is written to `fresh`. The row may stay there. The sweep has been measured.
    """
    first: C.pointer(Impact) = C.address(sweep.first)
    proved: C.Py_ssize_t = -1  # a target all of whose parts `prove` has tested there
    if (
        sweep.found
        and first.x == x
        and first.y == y
        and first.pair.count_a == 1
        and first.pair.count_b == 1
        and shape_pair.are_whole(store, C.address(first.pair))
    ):
        proved = first.position
    if sweep.count == 0 or not hits_anew(
        store, sweep, x, y, sweep.motion.angle, 1.0, False, proved, fresh
    ):
        return True
    fresh.fraction = 1.0
    fresh.x = fresh.px = x
    fresh.y = fresh.py = y
    fresh.angle = sweep.motion.angle
    return False


@C.cfunc
@C.nogil
@C.exceptval(-1)
def hits_anew(
    store: Store,
    sweep: C.pointer(Sweep),
    x: C.double,
    y: C.double,
    angle: C.double,
    fraction: C.double,
    is_on_way: C.bint,
    proved: C.Py_ssize_t,
    fresh: C.pointer(Impact),
) -> C.bint:
    """Whether the row hits anything anew in a pose, at a fraction of its way; what it is.

    If it is not on the way, it is off it by rounding, or a hair. `proved` is the position of a
    target that it does not hit there, or -1. The row may stay there.
    """
    motion: C.pointer(Motion) = C.address(sweep.motion)
    row: C.int = sweep.row
    there: Box = sweep.box
    placed: C.bint = False
    thin: C.bint = shape_pair.is_thin(store, row)
    found: C.bint = False
    k: C.Py_ssize_t
    record: C.pointer(RowRecord) = C.address(store.records[row])
    slack: C.double = TOUCHING * (motion.size + fabs(record.center_x) + fabs(record.center_y))
    there.left += x - motion.x - slack
    there.right += x - motion.x + slack
    there.top += y - motion.y - slack
    there.bottom += y - motion.y + slack
    for k in range(sweep.count):
        fresh.position = second_of(sweep.candidates[k])
        other: C.int = sweep.rules.others[fresh.position]
        if fresh.position == proved or not overlap_branch_free(
            C.address(there), store.boxes + other
        ):
            continue
        if not placed:
            placed = True
            shape_pair.place_row(store, row, x, y, angle)
        if (thin or overlap(store.boxes + row, store.boxes + other)) and is_new_hit(
            store, sweep, other, thin or is_on_way, fraction, fresh
        ):
            found = True
            break
    return found


@C.cfunc
@C.nogil
@C.exceptval(-1)
def is_new_hit(
    store: Store,
    sweep: C.pointer(Sweep),
    other: C.int,
    looks_along: C.bint,
    fraction: C.double,
    impact: C.pointer(Impact),
) -> C.bint:
    """Whether two rows hit, as they are placed, in a pair of shapes that do not hit at the start.

    Two shapes without area that are past each other hit, too; a one-way shape that lets the row
    pass does not. Writes that pair, its parts and the normal. The row stays where it is placed, at
    a fraction of its way, or beside it: then `looks_along` means that the whole way is tested.
    """
    row: C.int = sweep.row
    x: C.double = store.x[row]
    y: C.double = store.y[row]
    angle: C.double = store.records[row].angle
    there: NearPair
    near: C.pointer(NearPair) = C.address(sweep.near)
    if looks_along:  # what is thin may be past what it does not overlap
        find_near_way(store, sweep, other)
    else:
        near = C.address(there)
        near_parts.find_near_parts(store, other, store.boxes + row, 0.0, 0.0, C.address(near.b))
    near.a.all = True  # the row is placed elsewhere
    impact.pair = shape_pair.first_near(store, sweep.rules.chosen, row, other, False, near)
    while impact.pair.count_a:
        hit: C.bint = shape_pair.shapes_hit(store, C.address(impact.pair))
        if hit or proof.are_past(store, C.address(sweep.motion), C.address(impact.pair)):
            note_normal(store, C.address(sweep.motion), hit, impact)
            place_back(store, row, C.address(sweep.motion))
            is_new: C.bint = not shape_pair.shapes_hit(store, C.address(impact.pair))
            if is_new and store.flags[other] & layout.ONE_WAY:
                impact.fraction = fraction
                impact.x = x
                impact.y = y
                impact.angle = angle
                is_new = not has_passed(store, sweep, impact)
            shape_pair.place_row(store, row, x, y, angle)
            if is_new:
                return True
        shape_pair.next_shapes(store, C.address(impact.pair), near)
    return False


@C.cfunc
@C.nogil
@C.exceptval(-1)
def has_passed(store: Store, sweep: C.pointer(Sweep), impact: C.pointer(Impact)) -> C.bint:
    """Whether a one-way shape that the row meets somewhere on its way lets it pass.

    If the sweep finds where they begin to hit, that decides: later the normal is another one.
    """
    first: Impact = impact[0]
    if (
        meet_on_any_way(store, C.address(sweep.motion), 0.0, 1.0, C.NULL, C.address(first))
        and first.fraction <= impact.fraction
    ):
        proof.prove(store, C.address(sweep.motion), C.address(first), True)
        return lets_pass(store, sweep, 0.0, C.address(first))
    return lets_pass(store, sweep, 0.0, impact)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def note_normal(store: Store, motion: MotionRef, hit: C.bint, impact: C.pointer(Impact)) -> C.void:
    """Write the parts and the normal of an impact that only the proof of the end has found.

    If the two do not `hit`, but are past each other, one of them is a segment.
    """
    pair: C.pointer(ShapePair) = C.address(impact.pair)
    impact.overlapping = impact.momentary = False
    impact.other_nx = impact.other_ny = 0.0
    impact.part = pair.first_a
    impact.other_part = pair.first_b
    impact.nx = 0.0  # stays, if they hit only along a seam of their parts
    impact.ny = -1.0
    if hit:
        normals.deepest_normal(store, impact)
        return
    segment: C.pointer(Part) = shape_pair.part_of(store, pair.b, pair.first_b)
    if segment.kind != layout.SEGMENT:
        segment = shape_pair.part_of(store, pair.a, pair.first_a)
    v: Numbers = store.pool + segment.first
    nx: C.double = v[3] - v[1]
    ny: C.double = v[0] - v[2]
    length: C.double = sqrt(nx * nx + ny * ny)
    if nx * motion.dx + ny * motion.dy > 0.0:
        length = -length
    impact.nx = nx / length + 0.0  # not -0.0
    impact.ny = ny / length + 0.0


# --- many rows ------------------------------------------------------------------------------------


def sweep_rows(
    store: Store, sweeps: C.pointer(C.const[ManySweeps]), kept: KeptIndex | None
) -> C.int:
    """Write the first impact of each row, if it alone moved, and where its way ends.

    `kept` is an up-to-date index of the others, or None.
    """
    sweep: Sweep
    selected: RowFilter = sweeps.selected[0]
    i: C.Py_ssize_t
    found: PairList = new_pairs(C.address(workspace_of(store).scratch))
    way: SweepWay
    rules: SweepRules = candidates.usual_rules(sweeps.others, sweeps.other_count)
    rules.chosen = C.address(selected)
    way.turn = way.hair = 0.0
    way.from_inside = sweeps.from_inside
    kept = index_for(store, sweeps.others, sweeps.other_count, kept, sweeps.count)
    for i in range(sweeps.count):
        row: C.int = sweeps.rows[i]
        if sweeps.by_layers:
            put_layers_of(C.address(selected), store, row)
        way.dx = sweeps.ways[2 * i]
        way.dy = sweeps.ways[2 * i + 1]
        candidates.begin_sweep(store, C.address(sweep), row, C.address(way), C.address(rules))
        if sweeps.beside is not C.NULL:  # what it may touch is among the candidates
            box: BoxRef = C.address(sweep.box)
            sweep.slack += TOUCHING * (box.right - box.left + box.bottom - box.top)
        sweeps.columns.ends[2 * i] = sweep.motion.x + sweep.motion.dx
        sweeps.columns.ends[2 * i + 1] = sweep.motion.y + sweep.motion.dy
        find_on_way(store, C.address(sweep), kept, found, None)
        if sweep.found:
            put_first(C.address(sweeps.columns), i, C.address(sweep.first))
        elif sweeps.beside is not C.NULL:
            sweeps.beside[i] = begins_or_ends_beside(store, C.address(sweep))
    return 0


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def begins_or_ends_beside(store: Store, sweep: C.pointer(C.const[Sweep])) -> C.bint:
    """Whether a row that meets nothing may touch a candidate where its way begins or ends."""
    k: C.Py_ssize_t
    motion: MotionRef = C.address(sweep.motion)
    for k in range(sweep.all_count):
        other: C.int = sweep.rules.others[second_of(sweep.candidates[k])]
        if is_within_slack(store, sweep, other, 0.0, 0.0):
            return True
        if is_within_slack(store, sweep, other, motion.dx, motion.dy):
            return True
    return False


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def is_within_slack(
    store: Store, sweep: C.pointer(C.const[Sweep]), other: C.int, dx: C.double, dy: C.double
) -> C.bint:
    """Whether a row that is moved by (dx, dy) may touch another one.

    What has several parts may, if the boxes touch there.
    """
    nearest: Nearest
    row: C.int = sweep.row
    box: BoxRef = store.boxes + other
    if (
        sweep.box.left + dx > box.right + sweep.slack
        or sweep.box.right + dx < box.left - sweep.slack
        or sweep.box.top + dy > box.bottom + sweep.slack
        or sweep.box.bottom + dy < box.top - sweep.slack
    ):
        return False
    if store.records[row].count > 1 or store.records[other].count > 1:
        return True
    motion: MotionRef = C.address(sweep.motion)
    shape_pair.place_row(store, row, motion.x + dx, motion.y + dy, motion.angle)
    parts_distance(
        shape_pair.part_of(store, row, 0),
        shape_pair.part_of(store, other, 0),
        store.pool,
        C.address(nearest),
    )
    place_back(store, row, motion)
    return fabs(nearest.distance) <= sweep.slack


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def put_first(
    columns: C.pointer(C.const[SweepColumns]),
    i: C.Py_ssize_t,
    impact: ImpactRef,
) -> C.void:
    """Write the first impact of the row at position `i`."""
    columns.hits[i] = True
    columns.positions[i] = impact.position
    columns.fractions[i] = impact.fraction
    columns.points[2 * i] = impact.px
    columns.points[2 * i + 1] = impact.py
    columns.normals[2 * i] = impact.nx
    columns.normals[2 * i + 1] = impact.ny
    columns.ends[2 * i] = impact.x
    columns.ends[2 * i + 1] = impact.y
