"""`Sprite.sweep` and `sweep_all`: where on its way a sprite begins to hit others.

A user's `where` is called between two sweeps, never during a sweep. A sprite that it rejects is
left out of the next sweep. So the returned hit is the first among all remaining sprites.
"""

import cython as C
from cython.cimports.cpython.pyport import PY_SSIZE_T_MAX
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.memory import memory_of
from cython.cimports.spritecol._engine.pairs import PairList, new_pairs
from cython.cimports.spritecol._engine.pipeline.row_index import KeptIndex, workspace_of
from cython.cimports.spritecol._engine.storage.store import STORE, put_layers_of
from cython.cimports.spritecol._engine.sweeps.candidates import begin_sweep, box_beside, usual_rules
from cython.cimports.spritecol._engine.sweeps.impact import (
    Impact,
    ImpactList,
    ImpactRef,
    Sweep,
    SweepRules,
    SweepWay,
)
from cython.cimports.spritecol._engine.sweeps.sweep import (
    ManySweeps,
    find_on_way,
    is_settled,
    sweep_rows,
)
from cython.cimports.spritecol._engine.tuning import ALONG_AT_ONCE
from cython.cimports.spritecol._support.fast_range_check import checked, truth
from cython.cimports.spritecol._support.libc import INFINITY
from cython.cimports.spritecol._support.vectors import XY
from cython.cimports.spritecol.sprites.containers import near_targets
from cython.cimports.spritecol.sprites.containers.batch import Batch, hold, release
from cython.cimports.spritecol.sprites.containers.members import is_synced, sync
from cython.cimports.spritecol.sprites.containers.targets import batch_of, pieces_of
from cython.cimports.spritecol.sprites.questions.answers import SweepHit, distance_gone
from cython.cimports.spritecol.sprites.questions.query_filter import (
    QueryFilter,
    query_filter_of,
    shape_at,
    shape_index,
)
from cython.cimports.spritecol.sprites.row.sprite_row import SpriteRow

from spritecol._support.lazy_imports import numpy
from spritecol._support.number_arrays import as_limited_floats
from spritecol._support.range_check import shown
from spritecol.sprites.questions import answer_arrays

MOST_TURN = C.declare(C.double, 360000.0)
"""Degrees: a thousand turns in one motion. More would take long and serve no purpose."""


FOUND_ON_WAY = C.declare(PairList, new_pairs(C.address(workspace_of(STORE).scratch)))
"""The rows that the present sweep may meet. One list serves all sweeps, because no user code runs
while it is needed."""


@C.cfunc
def sweep_batch(
    sprite: SpriteRow,
    way: C.pointer(C.const[SweepWay]),
    batch: Batch,
    query_filter: QueryFilter,
    sweep: C.pointer(Sweep),
    impacts: ImpactList | None,
    witnesses: ImpactList | None,
) -> Batch:
    """Find the first target that a sprite meets on its way, or all of them, by positions in a
    batch.

    With `witnesses`, the other targets that affect the result are written there. Return the batch,
    which for a batch in pieces contains only the targets on the way.
    """
    near: Batch
    rules: SweepRules
    share: C.double = 1.0
    most: C.Py_ssize_t = ALONG_AT_ONCE if impacts is None else PY_SSIZE_T_MAX
    if batch.pieces is None:
        sweep_rows_of(sprite, way, batch, query_filter, sweep, impacts, witnesses)
        return batch
    while True:  # see `find_on_way`
        near = near_targets.sync_pieces(batch)
        rules = usual_rules(C.NULL, 0)
        begin_sweep(STORE, sweep, sprite.row, way, C.address(rules))  # for its box; again below
        box: Box = box_beside(STORE, sweep)
        if not near_targets.take_near(
            batch.pieces, C.address(box), share * way.dx, share * way.dy, near, C.NULL, most
        ):
            share = near_targets.share_of_batch(batch, way.dx, way.dy)
            most = PY_SSIZE_T_MAX
            continue
        sweep_rows_of(sprite, way, near, query_filter, sweep, impacts, witnesses)
        if share >= 1.0 or is_settled(sweep, share):
            return near
        share = min(1.0, 4.0 * share)


@C.cfunc
@C.exceptval(-1)
def sweep_rows_of(
    sprite: SpriteRow,
    way: C.pointer(C.const[SweepWay]),
    batch: Batch,
    query_filter: QueryFilter,
    sweep: C.pointer(Sweep),
    impacts: ImpactList | None,
    witnesses: ImpactList | None,
) -> C.int:
    """Do `sweep_batch` for a batch that is not in pieces."""
    kept: KeptIndex = near_targets.synced_index(batch, near_targets.AS_SPRITES)
    if query_filter.uses_own_layers:
        put_layers_of(C.address(query_filter.rows), STORE, sprite.row)
    rules: SweepRules = usual_rules(batch.rows, batch.row_count)
    rules.chosen = C.address(query_filter.rows)
    rules.overrides = query_filter.overrides
    rules.override_count = query_filter.override_count
    if witnesses is not None:
        witnesses.count = 0
        rules.witnesses = C.cast(C.p_void, witnesses)
    begin_sweep(STORE, sweep, sprite.row, way, C.address(rules))
    FOUND_ON_WAY.free_memory()
    find_on_way(STORE, sweep, kept, FOUND_ON_WAY, impacts)
    return 0


def sweep_hit_of(
    sprite: SpriteRow, other: SpriteRow, angle: C.double, impact: ImpactRef, distance: C.double
) -> object:
    """Return the `SweepHit` for an impact. `angle` is the sprite's angle there, `distance` its
    way.
    """
    hit: SweepHit = SweepHit.__new__(SweepHit)
    hit.sprite = sprite
    hit.other = other
    hit.shape = shape_of_part(sprite, impact.pair.first_a)
    hit.other_shape = shape_of_part(other, impact.pair.first_b)
    hit.fraction = impact.fraction
    hit._point = XY(impact.px, impact.py)
    hit._normal = XY(impact.nx, impact.ny)
    hit.from_inside = impact.overlapping
    hit._position = XY(impact.x, impact.y)
    hit.angle = angle
    hit.distance = distance
    return hit


def shape_of_part(sprite: SpriteRow, part: C.int) -> object:
    """Return the shape of a sprite with a part, or None if a finalizer has changed its shapes."""
    if part >= STORE.records[sprite.row].count:
        return None
    return shape_at(sprite, shape_index(sprite, part))


@C.cfunc
def hit_on_way(
    sprite: SpriteRow,
    way: C.pointer(C.const[SweepWay]),
    other: SpriteRow,
    impact: ImpactRef,
) -> object:
    """Return the `SweepHit` for an impact on a way from where the sprite is."""
    angle: C.double = STORE.records[sprite.row].angle
    if way.turn != 0.0:
        angle += impact.fraction * way.turn
    to_x: C.double = impact.x - STORE.x[sprite.row]
    to_y: C.double = impact.y - STORE.y[sprite.row]
    distance: C.double = distance_gone(way.dx, way.dy, impact.fraction, to_x, to_y)
    return sweep_hit_of(sprite, other, angle, impact, distance)


@C.cfunc
def hits_on_way(
    sprite: SpriteRow,
    way: C.pointer(C.const[SweepWay]),
    batch: Batch,
    impacts: ImpactList,
    latest: C.double,
) -> list:
    """Return a `SweepHit` for each impact with a sprite of the batch that is not later."""
    result: list = []
    k: C.Py_ssize_t
    sprites: list = batch.sprites
    alone: C.bint = hold(batch)
    for k in range(impacts.count):
        impact: Impact = impacts.items[k]
        if impact.fraction <= latest:
            result.append(hit_on_way(sprite, way, sprites[impact.position], C.address(impact)))
    release(batch, sprites, alone)
    return result


def first_hit_on_way(
    sprite: SpriteRow,
    way: C.pointer(C.const[SweepWay]),
    batch: Batch,
    query_filter: QueryFilter,
    first: C.pointer(Impact),
) -> object:
    """Return the first hit that the conditions accept, or None. Write its `Impact` to `first`."""
    sweep: Sweep
    witnesses: ImpactList | None = None if query_filter.where is None else ImpactList()
    query_filter.forget_rejected()
    while True:
        met: Batch = sweep_batch(
            sprite, way, batch, query_filter, C.address(sweep), None, witnesses
        )
        hit: object = None
        other: SpriteRow = None
        if sweep.found:
            first[0] = sweep.first
            other = met.sprites[first.position]
        if witnesses is None:
            return None if other is None else hit_on_way(sprite, way, other, first)
        asked: list = hits_on_way(sprite, way, met, witnesses, sweep.latest)
        if other is not None:
            hit = hit_on_way(sprite, way, other, first)
            asked.insert(0, hit)
        if not query_filter.rejects_one(asked):
            return hit


def way_of(dx: object, dy: object, turn: object, from_inside: object = False) -> SweepWay:
    """Return the way for the arguments dx, dy, turn and hit_from_inside, checked."""
    result: SweepWay
    result.dx = checked(dx, "dx")
    result.dy = checked(dy, "dy")
    result.turn = checked(turn, "turn")
    result.from_inside = truth(from_inside, "hit_from_inside")
    result.hair = 0.0
    if not -MOST_TURN <= result.turn <= MOST_TURN:
        raise ValueError(
            f"turn must be at most {MOST_TURN:g} degrees either way, got {shown(turn)}"
        )
    return result


def first_sweep(
    sprite: SpriteRow, way: C.pointer(C.const[SweepWay]), targets: object, query_filter: QueryFilter
) -> object:
    """Return the first hit on the way of a sprite, or None."""
    first: Impact
    batch: Batch = pieces_of(targets, "targets")
    return first_hit_on_way(sprite, way, batch, query_filter, C.address(first))


def all_sweeps(
    sprite: SpriteRow, way: C.pointer(C.const[SweepWay]), targets: object, query_filter: QueryFilter
) -> list:
    """Return all hits on the way of a sprite that the conditions accept, in order."""
    sweep: Sweep
    impacts: ImpactList = ImpactList()
    witnesses: ImpactList | None = None if query_filter.where is None else ImpactList()
    batch: Batch = pieces_of(targets, "targets")
    while True:
        impacts.count = 0
        met: Batch = sweep_batch(
            sprite, way, batch, query_filter, C.address(sweep), impacts, witnesses
        )
        hits: list = hits_on_way(sprite, way, met, impacts, INFINITY)
        if witnesses is None:
            return hits
        asked: list = [*hits, *hits_on_way(sprite, way, met, witnesses, INFINITY)]
        if not query_filter.rejects_some(asked):
            return hits


def ways_of(dx: object, dy: object, count: C.Py_ssize_t) -> object:
    """Return the ways of all sprites, as a float64 array of shape (n, 2)."""
    ways: object = numpy.empty((count, 2))
    for axis, (numbers, name) in enumerate(((dx, "dx"), (dy, "dy"))):
        if numbers.ndim > 1 or (numbers.ndim == 1 and len(numbers) != count):
            raise ValueError(
                f"{name} must be one number or an array of shape ({count},), "
                f"got shape {numbers.shape}"
            )
        ways[:, axis] = numbers
    return ways


def sweeps_of(
    a: Batch,
    dx: object,
    dy: object,
    targets: object,
    query_filter: QueryFilter,
    by_layers: C.bint,
    from_inside: C.bint = False,
    beside: object = None,
) -> object:
    """Return the first hit of each sprite of a batch that the conditions accept, as arrays.

    With `by_layers`, the layers and masks of both count. `beside` is None, or an array of a bool
    for each sprite: True is written if it meets nothing, but may touch something at one of its
    ends.
    """
    kept: KeptIndex
    question: ManySweeps
    count: C.Py_ssize_t
    # Only once, and before anything else, because a user's `__float__` may change the Groups and
    # lists.
    dx = as_limited_floats(dx, "dx")
    dy = as_limited_floats(dy, "dy")
    b: Batch = batch_of(targets, "targets")
    while True:  # allocating may run the garbage collector, and so code that changes the Groups
        sync(a)
        count = a.row_count
        ways = ways_of(dx, dy, count)
        arrays: tuple = no_hits(count)
        result: object = answer_arrays.SweepArrays(*arrays)
        kept = near_targets.synced_index(b, near_targets.AS_POSITIONS, a)
        if a.row_count == count and is_synced(a):
            break
    if count == 0:
        return result
    question.rows = a.rows
    question.count = count
    question.ways = C.cast(C.p_double, memory_of(ways))
    question.others = b.rows
    question.other_count = b.row_count
    question.selected = C.address(query_filter.rows)
    question.by_layers = by_layers
    question.from_inside = from_inside
    question.beside = C.NULL if beside is None else C.cast(C.p_char, memory_of(beside))
    put_columns(arrays, C.address(question))
    sweep_rows(STORE, C.address(question), kept)
    return result


@C.cfunc
def no_hits(count: C.Py_ssize_t) -> tuple:
    """Return the columns of `SweepArrays` for a number of sprites that meet nothing, without the
    ends.
    """
    return (
        numpy.zeros(count, numpy.bool_),
        numpy.full(count, -1, numpy.intp),
        numpy.ones(count),
        numpy.zeros((count, 2)),
        numpy.zeros((count, 2)),
        numpy.empty((count, 2)),
    )


@C.cfunc
@C.exceptval(-1)
def put_columns(arrays: tuple, question: C.pointer(ManySweeps)) -> C.int:
    """Write where the numbers of some arrays are. The arrays must not be empty."""
    question.columns.hits = C.cast(C.p_char, memory_of(arrays[0]))
    question.columns.positions = C.cast(C.pointer(C.Py_ssize_t), memory_of(arrays[1]))
    question.columns.fractions = C.cast(C.p_double, memory_of(arrays[2]))
    question.columns.points = C.cast(C.p_double, memory_of(arrays[3]))
    question.columns.normals = C.cast(C.p_double, memory_of(arrays[4]))
    question.columns.ends = C.cast(C.p_double, memory_of(arrays[5]))
    return 0


def chosen_sweeps_of(
    a: Batch,
    dx: object,
    dy: object,
    targets: object,
    hit_from_inside: object,
    mask: object,
    exclude: object,
    shapes: object,
    target_shapes: object,
) -> object:
    """Return the first hit of each sprite of a batch that the conditions accept, as arrays."""
    dx = as_limited_floats(dx, "dx")
    dy = as_limited_floats(dy, "dy")
    from_inside: C.bint = truth(hit_from_inside, "hit_from_inside")
    b: Batch = batch_of(targets, "targets")
    query_filter: QueryFilter = query_filter_of(mask, exclude, None, None, shapes, target_shapes)
    return sweeps_of(a, dx, dy, b, query_filter, mask is None, from_inside)
