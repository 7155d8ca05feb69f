"""Casts: the ghost moves straight to an end, or to the first thing that it meets.

Where it is then, it hits nothing new by the exact test. If rounding or a narrow gap does not allow
that, a cast ends at the free position nearest to it.
"""

import cython as C
from cython.cimports.spritecol._engine import tolerances
from cython.cimports.spritecol._engine.narrow_phase import shape_pair
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import ShapePair
from cython.cimports.spritecol._engine.pipeline import ray_search
from cython.cimports.spritecol._engine.pipeline.ray_search import (
    ManyRays,
    RayAnswer,
    RayAnswers,
    RayQuestion,
)
from cython.cimports.spritecol._engine.storage import layout, store
from cython.cimports.spritecol._engine.storage.layout import Part
from cython.cimports.spritecol._engine.storage.store import RowFilter, RowFilterRef
from cython.cimports.spritecol._engine.sweeps.blocks import Block, Blocks, Side
from cython.cimports.spritecol._engine.sweeps.candidates import renew_sweep
from cython.cimports.spritecol._engine.sweeps.impact import (
    Impact,
    ImpactList,
    ImpactRef,
    Sweep,
    SweepRules,
    SweepWay,
)
from cython.cimports.spritecol._engine.sweeps.normals import note_point
from cython.cimports.spritecol._engine.sweeps.proof import prove
from cython.cimports.spritecol._engine.sweeps.sweep import find_impacts, hits_nothing_anew
from cython.cimports.spritecol._support.libc import fabs, rint
from cython.cimports.spritecol.sprites.motion import touched
from cython.cimports.spritecol.sprites.motion.body import (
    ACCEPTED,
    REJECTED,
    WORK,
    Body,
    Ghost,
    Nearby,
    Scratch,
    Stop,
    ask_for,
    ask_for_way,
    count_one,
    gather_along,
    has_gathered,
    near_share,
    straight,
)
from cython.cimports.spritecol.sprites.motion.touched import Exposed, LentBlocks
from cython.cimports.spritecol.sprites.motion.vector import *
from cython.cimports.spritecol.sprites.questions.ray_questions import question_of


def cast_to(
    body: Body,
    start: Vector,
    end: Vector,
    stop: C.pointer(Stop),
    skipped: C.int = 0,
    one_way: C.bint = True,
) -> C.bint:
    """Move the body straight to an end. Write what it meets and where. Return whether it met
    anything.

    It hits nothing new there, by the exact test. Targets with a mark of `skipped` are left out.
    Without `one_way`, one-way shapes are like any other shapes.
    """
    ghost: Ghost = body.ghost
    place: FreePlace
    sweep: Sweep
    way: Vector = minus(end, start)
    stop.found = False
    stop.latest = 1.0
    stop.at = start
    if is_zero(way):
        return False
    count_one(WORK.casts)
    # By more than what is looked at beside the way: what is near must stay where it is meanwhile.
    ask_for(body, start, way, tolerances.ASIDE * ghost.size + 2.0 * ghost.hair)
    stop.found = find_first(body, C.address(sweep), start, way, ghost.hair, skipped, one_way)
    while not stop.found:
        place = free_place_near(body, end, vector(0.0, 0.0), C.address(sweep))
        stop.at = place.at
        if place.found:
            return False
        # Two things together leave no room, as in a rotated tunnel exactly as high.
        if rejects_touched(body, end, way):
            stop.found = find_first(
                body, C.address(sweep), start, way, ghost.hair, skipped, one_way
            )
            continue
        stop.found = find_first(body, C.address(sweep), start, way, 0.0, skipped, one_way)
        break
    if not stop.found:
        stop.at = last_free(body, start, end, C.address(sweep))
        return False
    stop.at = last_free(body, start, vector(sweep.first.x, sweep.first.y), C.address(sweep))
    stop.at = evened_position(body, stop.at, C.address(sweep))
    stop.latest = sweep.latest
    stop.impact = sweep.first
    return True


@C.cfunc
@C.exceptval(-1)
def rejects_touched(body: Body, at: Vector, way: Vector) -> C.bint:
    """Whether `where` rejects further targets that the body touches at the end of a way.

    A target that is only touched on a way is not met there, so `where` was not called for it.
    """
    nearby: Nearby = body.nearby
    k: C.Py_ssize_t
    rejected: C.Py_ssize_t = 0
    if body.query_filter.where is None:
        return False
    for k in range(nearby.batch.row_count):
        rejected -= (nearby.marks[k] & REJECTED) != 0
    blocks: Blocks = touched.blocks_at(body, at, way, body.scratch.touched)
    while touched.any_asked(body, blocks, at, way):
        pass
    for k in range(nearby.batch.row_count):
        rejected += (nearby.marks[k] & REJECTED) != 0
    return rejected != 0


def go_to(body: Body, start: Vector, end: Vector) -> Vector:
    """Return where the body ends if it moves straight to an end until it meets anything: see
    `cast_to`.
    """
    stop: Stop
    cast_to(body, start, end, C.address(stop))
    return stop.at


def cast_along(
    body: Body,
    at: Vector,
    end: Vector,
    margin: C.double,
    stop: C.pointer(Stop),
    skipped: C.int = 0,
) -> C.bint:
    """Do `cast_to`. With a margin, gather the targets within it along the way, as far as needed.

    Gather first near the position, and then four times as far each time, until the result is known.
    """
    way: Vector = minus(end, at)
    if margin == 0.0:
        return cast_to(body, at, end, stop, skipped)
    share: C.double = near_share(body, way)
    while True:
        if has_gathered(body.nearby, at, way):
            share = 1.0
        elif share >= 1.0 or not has_gathered(body.nearby, at, times(way, share)):
            share = gather_along(body, at, way, margin, share)
            body.measure(at, body.ghost.length)
        cast_to(body, at, end, stop, skipped)
        if share >= 1.0 or (stop.found and stop.latest <= share):
            return stop.found
        share = min(1.0, 4.0 * share)


@C.cfunc
@C.exceptval(-1)
def find_first(
    body: Body,
    sweep: C.pointer(Sweep),
    start: Vector,
    way: Vector,
    hair: C.double,
    skipped: C.int,
    one_way: C.bint,
) -> C.bint:
    """Find the first target that the body meets on a way and that `where` accepts: see
    `cast_to`.
    """
    scratch: Scratch = body.scratch
    rules: SweepRules
    ahead: SweepWay = straight(way, hair)
    while True:
        rules = body.rules()
        rules.one_way = one_way
        if body.query_filter.where is not None:
            scratch.witnesses.count = 0
            rules.witnesses = C.cast(C.p_void, scratch.witnesses)
        body.begin(
            sweep, start, C.address(ahead), C.address(rules), scratch.on_way, skipped | REJECTED
        )
        find_impacts(store.STORE, sweep, None)
        if body.ghost.has_points:
            find_seam(body, sweep, start, way, skipped | REJECTED, one_way)
        if body.query_filter.where is None:
            return sweep.found
        accepted: C.bint = not rejects_witness(body, sweep.latest)
        if accepted and sweep.found:
            accepted = body.accepts(C.address(sweep.first))
        if accepted:
            renew_sweep(store.STORE, sweep)  # it may have changed any shapes
            return sweep.found


@C.cfunc
@C.exceptval(-1)
def find_seam(
    body: Body,
    sweep: C.pointer(Sweep),
    start: Vector,
    way: Vector,
    skipped: C.int,
    one_way: C.bint,
) -> C.int:
    """Let a point of the body meet a seam on its way, before the thing that the cast has met.

    A point that moves along a seam is inside neither side by more than a hair, so each alone is
    overlooked. But no position nearby is free: a little to the left the point is inside one side,
    and a little to the right inside the other. Then it meets the side that begins later.
    """
    ghost: Ghost = body.ghost
    k: C.Py_ssize_t
    one: C.Py_ssize_t
    other: C.Py_ssize_t
    left: ImpactList = ImpactList()
    right: ImpactList = ImpactList()
    hair: C.double = ghost.hair / length_of(way)
    aside: Vector = times(vector(way.y, -way.x), tolerances.SAME_PLACE * hair)
    find_all(body, plus(start, aside), way, skipped, one_way, left)
    if left.count:
        find_all(body, minus(start, aside), way, skipped, one_way, right)
    if right.count == 0:
        return 0
    for k in range(left.count + right.count):
        impact: Impact = left.items[k] if k < left.count else right.items[k - left.count]
        inside: C.double = impact.fraction + tolerances.PAST_CORNERS * hair
        part: C.pointer(Part) = shape_pair.part_of(store.STORE, ghost.row, impact.part)
        if part.kind != layout.POINT or inside > (sweep.first.fraction if sweep.found else 1.0):
            continue
        if impact.overlapping and (  # it may leave a seam in which it begins, but enters none
            first_at(ghost, left, 0.0, start) >= 0 or first_at(ghost, right, 0.0, start) >= 0
        ):
            continue
        at: Vector = plus(start, times(way, inside))
        one = first_at(ghost, left, impact.fraction, plus(at, aside))
        other = first_at(ghost, right, impact.fraction, minus(at, aside))
        if one >= 0 and other >= 0:
            ghost.place(start)
            sweep.found = True
            sweep.first = impact
            prove(store.STORE, C.address(sweep.motion), C.address(sweep.first), False)
            if body.query_filter.where is not None:
                body.scratch.witnesses.add(left.items + one)
                body.scratch.witnesses.add(right.items + other)
    return 0


@C.cfunc
@C.exceptval(-1)
def find_all(
    body: Body, start: Vector, way: Vector, skipped: C.int, one_way: C.bint, found: ImpactList
) -> C.int:
    """Find all targets that the body meets on a way by more than a hair, and those it starts in."""
    sweep: Sweep
    ahead: SweepWay = straight(way, body.ghost.hair)
    rules: SweepRules = body.rules()
    ahead.from_inside = True
    rules.one_way = one_way
    body.begin(
        C.address(sweep), start, C.address(ahead), C.address(rules), body.scratch.found, skipped
    )
    find_impacts(store.STORE, C.address(sweep), found)
    return 0


def accepts_on_way(body: Body, start: Vector, way: Vector, position: C.Py_ssize_t) -> C.bint:
    """Whether `where` accepts a target, which it sees as the body meets it on a way. False if the
    body does not meet it there.
    """
    k: C.Py_ssize_t
    met: ImpactList
    if body.query_filter.where is None:
        return True
    if body.nearby.marks[position] & (ACCEPTED | REJECTED):
        return body.nearby.marks[position] & ACCEPTED != 0
    met = ImpactList()
    find_all(body, start, way, 0, False, met)
    for k in range(met.count):
        pair: ShapePair = met.items[k].pair
        if met.items[k].position == position and not touched.is_one_way(pair.b, pair.first_b):
            return body.accepts(met.items + k)
    return False


@C.cfunc
@C.exceptval(-2)
def first_at(ghost: Ghost, met: ImpactList, latest: C.double, at: Vector) -> C.Py_ssize_t:
    """Return which target that the body met by then it still hits at a position, or -1."""
    k: C.Py_ssize_t
    ghost.place(at)
    for k in range(met.count):
        impact: ImpactRef = met.items + k
        if impact.fraction <= latest and (
            shape_pair.shapes_hit(store.STORE, C.address(impact.pair))
        ):
            return k
    return -1


def meet(
    body: Body,
    start: Vector,
    way: Vector,
    stop: C.pointer(Stop),
    skipped: C.int = 0,
    margin: C.double = 0.0,
) -> C.bint:
    """Find the first thing that the body meets on a way. Return whether it meets any.

    With a margin, targets are gathered first: see `cast_along`.
    """
    ghost: Ghost = body.ghost
    exposed: Exposed
    cast_along(body, start, plus(start, way), margin, stop, skipped)
    stop.distance = length_of(minus(stop.at, start))
    if stop.found:
        stop.normal = vector(stop.impact.nx, stop.impact.ny)
        blocks: LentBlocks = touched.find_exposed(
            body, stop.at, plus(stop.at, way), stop, C.address(exposed)
        )
        if exposed.count:
            stop.normal = exposed.sides[0].normal
            touched.put_impact(
                ghost, blocks, exposed.sides[0].block, stop.normal, stop.at, C.address(stop.impact)
            )
        elif stop.impact.other_part < store.STORE.records[stop.impact.pair.b].count:
            ghost.place(stop.at)
            note_point(store.STORE, C.address(stop.impact))  # else user code has changed shapes
    return stop.found


@C.cfunc
@C.exceptval(-1)
def rejects_witness(body: Body, latest: C.double) -> C.bint:
    """Whether `where` rejects any other target that decided the result no later than the hit."""
    k: C.Py_ssize_t
    result: C.bint = False
    for k in range(body.scratch.witnesses.count):
        witness: Impact = body.scratch.witnesses.items[k]
        if body.nearby.marks[witness.position] & REJECTED or witness.fraction > latest:
            continue
        result |= not body.accepts(C.address(witness))
    return result


def meets_floor(body: Body, start: Vector, end: Vector, met: ImpactRef) -> C.bint:
    """Whether the first thing that a point meets on the way to another point is a floor.

    The point meets the same targets as the part of the sprite that made the impact. `where` is
    called for what the body meets where the point is that the impact has.
    """
    k: C.Py_ssize_t
    impact: Impact = met[0]
    chosen: RowFilter = body.query_filter.rows
    if body.query_filter.uses_own_layers:
        store.put_layers_of_part(C.address(chosen), store.STORE, body.ghost.row, impact.part)
    answers: RayAnswers = find_on_ray(body, start, end, C.address(chosen), True)
    aside: Vector = minus(start, vector(met.px, met.py))
    begins: Vector = plus(vector(met.x, met.y), aside)
    for k in range(answers.count):
        put_ray_answer(body, answers.items + k, C.address(impact))
        if accepts_on_way(body, begins, minus(end, start), impact.position):
            return body.is_floor(vector(impact.nx, impact.ny))
    return False


def find_on_ray(
    body: Body, start: Vector, end: Vector, chosen: RowFilterRef, hit_from_inside: C.bint
) -> RayAnswers:
    """Return all that a point meets on a way, in order."""
    one: ManyRays
    answers: RayAnswers = RayAnswers()
    ask_for_way(body, start, end)
    question: RayQuestion = question_of(body.nearby.batch, body.query_filter, 0.0, hit_from_inside)
    question.row_filter = chosen
    one.starts = C.address(start.x)
    one.ends = C.address(end.x)
    one.start_step = one.end_step = 0
    ray_search.all_on_rays(store.STORE, C.address(one), 1, C.address(question), None, answers)
    return answers


def put_ray_answer(
    body: Body, answer: C.pointer(C.const[RayAnswer]), impact: C.pointer(Impact)
) -> C.void:
    """Write which shape a point meets, and where, into an impact of the sprite."""
    impact.position = answer.position
    impact.pair.b = body.nearby.batch.rows[answer.position]
    impact.pair.first_b = shape_pair.first_part_of(store.STORE, impact.pair.b, answer.shape)
    impact.nx = answer.contact.nx
    impact.ny = answer.contact.ny
    impact.px = answer.contact.x
    impact.py = answer.contact.y


# --- the free position next to the end of a way --------------------------------------------------


@C.cfunc
@C.exceptval(check=True)
def evened_position(body: Body, at: Vector, sweep: C.pointer(Sweep)) -> Vector:
    """Return the round position among those that differ only by rounding, at a level or upright
    side.
    """
    even: Vector = at
    rounding: C.double = rounding_at(body.ghost, at)
    if sweep.first.nx == 0.0:
        even.y = even_near(at.y, rounding)
    elif sweep.first.ny == 0.0:
        even.x = even_near(at.x, rounding)
    if is_zero(minus(even, at)):
        return at
    return even if is_free_at(body, even, sweep) else at


@C.cfunc
@C.exceptval(check=False)
def rounding_at(ghost: Ghost, at: Vector) -> C.double:
    """Return how far apart two positions can be that differ only by rounding."""
    return 4.0 * tolerances.ULP * (fabs(at.x) + fabs(at.y) + ghost.size)


@C.cfunc
@C.exceptval(check=True)
def last_free(body: Body, start: Vector, end: Vector, sweep: C.pointer(Sweep)) -> Vector:
    """Return the last free position on a way. A position beside its end within rounding counts,
    too.
    """
    way: Vector = minus(end, start)
    if is_zero(way):
        return end
    near: FreePlace = free_place_near(body, end, vector(0.0, 0.0), sweep)
    if near.found:
        return near.at
    for _ in range(tolerances.MOST_HALVES):
        way = times(way, 0.5)
        if is_free_at(body, plus(start, way), sweep):
            start = plus(start, way)
    return start


@C.cfunc
@C.exceptval(-1)
def is_free_at(body: Body, at: Vector, sweep: C.pointer(Sweep)) -> C.bint:
    """Whether the body hits nothing at a position, by the exact test.

    With a sweep, only targets count that the sweep may meet and that the body was not in at its
    start.
    """
    fresh: Impact
    if sweep is not C.NULL:
        return hits_nothing_anew(store.STORE, sweep, at.x, at.y, C.address(fresh))
    return touched.find_inside(body, at, True).count == 0


def free_place_near(body: Body, at: Vector, way: Vector, sweep: C.pointer(Sweep)) -> FreePlace:
    """Return the free position nearest to a position, which usually is free itself: see
    `is_free_at`.

    Otherwise it is moved off the things that it touches there by as little as possible, or it is a
    round position in a gap exactly as wide. If no position beside it is free, as in a tunnel
    exactly as high, it is a position farther back on the way.
    """
    ghost: Ghost = body.ghost
    k: C.int
    place: FreePlace
    size: C.double = tolerances.ULP * (fabs(at.x) + fabs(at.y) + 2.0 * ghost.size)
    place.at = at
    place.found = is_free_at(body, at, sweep)
    if place.found:
        return place
    blocks: Blocks = touched.blocks_at(body, at, vector(0.0, 0.0), body.scratch.touched)
    for k in range(tolerances.TRIES):
        off: C.double = size * (1 << k) if k else 0.0
        move: Vector = least_move_off(ghost, blocks, off)
        if is_zero(move) and not is_zero(way):
            move = times(way, off / length_of(way))
        place.at = plus(at, move)
        place.found = is_free_at(body, place.at, sweep)
        if k == 0 and not place.found:
            place.at = even_place(ghost, blocks, at, size)
            place.found = is_free_at(body, place.at, sweep)
        if place.found:
            return place
    place.at = at
    return place


@C.cfunc
@C.exceptval(check=False)
def even_place(ghost: Ghost, blocks: Blocks, at: Vector, size: C.double) -> Vector:
    """Return the round position near one that is moved off the things that it touches, up to a
    distance.
    """
    place: Vector = plus(at, least_move_off(ghost, blocks, -size))
    rounding: C.double = rounding_at(ghost, place)
    return vector(even_near(place.x, rounding), even_near(place.y, rounding))


@C.cfunc
@C.exceptval(check=False)
def least_move_off(ghost: Ghost, blocks: Blocks, off: C.double) -> Vector:
    """Return the shortest move by a distance off everything that the body touches, or 0."""
    k: C.Py_ssize_t
    m: C.Py_ssize_t
    i: C.int
    j: C.int
    best: Vector = vector(0.0, 0.0)
    found: C.bint = is_off(ghost, blocks, best, off)
    if found:
        return best
    for k in range(blocks.count):
        one: C.pointer(C.const[Block]) = blocks.items + k
        if one.is_deep:
            continue
        for i in range(one.count):
            n: Vector = vector(one.sides[i].nx, one.sides[i].ny)
            level: C.double = off - one.sides[i].gap
            for m in range(k + 1):
                other: C.pointer(C.const[Block]) = blocks.items + m
                if other.is_deep:
                    continue
                for j in range(other.count):
                    move: Vector = times(n, level)
                    v: Vector = vector(other.sides[j].nx, other.sides[j].ny)
                    turn: C.double = cross(n, v)
                    if m == k and j == i:
                        pass
                    elif fabs(turn) > tolerances.SAME:
                        beyond: C.double = off - other.sides[j].gap
                        move = vector(
                            (level * v.y - beyond * n.y) / turn,
                            (beyond * n.x - level * v.x) / turn,
                        )
                    else:
                        continue
                    if (not found or length_of(move) < length_of(best)) and (
                        is_off(ghost, blocks, move, off)
                    ):
                        found = True
                        best = move
    return best


@C.cfunc
@C.exceptval(check=False)
def is_off(ghost: Ghost, blocks: Blocks, move: Vector, off: C.double) -> C.bint:
    """Whether a move leads by a distance off everything that the body touches, up to rounding."""
    k: C.Py_ssize_t
    i: C.int
    for k in range(blocks.count):
        block: C.pointer(C.const[Block]) = blocks.items + k
        free: C.bint = block.is_deep
        for i in range(block.count):
            side: Side = block.sides[i]
            ahead: C.double = side.gap + side.nx * move.x + side.ny * move.y
            free |= ahead >= off - tolerances.NOISE * ghost.hair
        if not free:
            return False
    return True


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def even_near(value: C.double, rounding: C.double) -> C.double:
    """Return the round number next to another number if it is near enough, or else the other
    number.
    """
    even: C.double = rint(value * tolerances.EVEN) / tolerances.EVEN
    return even if fabs(even - value) <= rounding else value
