"""`Group.move_and_slide_arrays`, `separation_arrays`: what each member would do alone, at once."""

import cython
from cython import (
    NULL,
    Py_ssize_t,
    address,
    bint,
    cast,
    cfunc,
    declare,
    double,
    p_char,
    p_double,
    pointer,
)
from cython.cimports.libc.math import INFINITY, fabs
from cython.cimports.spritecol._engine.memory import memory_of
from cython.cimports.spritecol._engine.narrow_phase.obstacles import Obstacles
from cython.cimports.spritecol._engine.pipeline.contact_search import ShapeContact, put_contact
from cython.cimports.spritecol._engine.pipeline.shape_pair import ShapePair, whole_rows
from cython.cimports.spritecol._engine.pipeline.stages import chosen_of
from cython.cimports.spritecol._engine.storage.store import STORE, RowFilter
from cython.cimports.spritecol._support.fast_range_check import BOUND, as_numbers, checked
from cython.cimports.spritecol.sprites.containers.batch import Batch, hold, release
from cython.cimports.spritecol.sprites.containers.members import sync
from cython.cimports.spritecol.sprites.containers.targets import batch_of, flattened, pieces_of
from cython.cimports.spritecol.sprites.motion.move_and_slide import Up, put_at, slide_to, up_of
from cython.cimports.spritecol.sprites.motion.sweep_questions import Way, sweeps_of, ways_of
from cython.cimports.spritecol.sprites.motion.vector import Vector
from cython.cimports.spritecol.sprites.questions.answers import Slide, Slides, SweepHit
from cython.cimports.spritecol.sprites.questions.contact_questions import (
    conditional_separation,
    separation_of,
)
from cython.cimports.spritecol.sprites.questions.hits import pair_positions
from cython.cimports.spritecol.sprites.questions.query_filter import (
    QueryFilter,
    hit_query_filter,
    none_given,
    query_filter_of,
    sweep_query_filter,
)
from cython.cimports.spritecol.sprites.sprite.sprite_row import SpriteRow

from spritecol._support.lazy_imports import numpy
from spritecol.sprites.default_arguments import OMITTED

OBSTACLES = declare(Obstacles, Obstacles())
"""Of the last pair; the next one reuses its memory. No user code runs while one is answered."""


def slides_of(
    group: Batch,
    dx: object,
    dy: object,
    targets: object,
    up: object,
    max_floor_angle: object,
    mask: object,
    exclude: object,
    where: object,
    shapes: object,
    target_shapes: object,
) -> object:
    """Move each sprite of a batch as `move_and_slide` would, against the targets as they are now.

    Who meets nothing goes all the way. All are moved at the end: whatever raises, all are where
    they were.
    """
    wanted: Way
    stop: Vector
    k: Py_ssize_t
    # Only once, and before anything else: a user's `__float__` may change the Groups, and lists.
    dx = as_numbers(dx, "dx")
    dy = as_numbers(dy, "dy")
    upward: Up = up_of(up, max_floor_angle)
    batch: Batch = pieces_of(targets, "targets", True)
    left_out: object = exclude
    if exclude is not None and not (type(exclude) is tuple and not exclude):
        left_out = flattened(exclude, "exclude", True)
    sync(group)
    sprites: list = group.sprites
    alone: bint = hold(group)
    try:
        count: Py_ssize_t = len(sprites)
        ways: object = ways_of(dx, dy, count)
        ends: object = numpy.empty((count, 2))
        result: Slides = Slides(
            numpy.zeros((count, 2)),
            numpy.zeros(count, numpy.bool_),
            numpy.zeros((count, 2)),
            numpy.zeros(count, numpy.bool_),
        )
        if count == 0:
            return result
        way: p_double = cast(p_double, memory_of(ways))
        end: p_double = cast(p_double, memory_of(ends))
        travel: p_double = cast(p_double, memory_of(result.travel))
        hit: p_char = cast(p_char, memory_of(result.hit))
        normal: p_double = cast(p_double, memory_of(result.normal))
        on_floor: p_char = cast(p_char, memory_of(result.on_floor))
        query_filter: QueryFilter = query_filter_of(
            mask, left_out, where, None, shapes, target_shapes
        )
        meets: object = which_meet(group, ways, batch, query_filter, mask is None)
        if group.sprites is not sprites:  # a finalizer has changed the Group
            meets[:] = True
        met: p_char = cast(p_char, memory_of(meets))
        for k in range(count):
            sprite: SpriteRow = sprites[k]
            x: double = STORE.x[sprite.row]
            y: double = STORE.y[sprite.row]
            end[2 * k] = x + way[2 * k]
            end[2 * k + 1] = y + way[2 * k + 1]
            if not met[k] and fabs(end[2 * k]) <= BOUND and fabs(end[2 * k + 1]) <= BOUND:
                travel[2 * k] = end[2 * k] - x
                travel[2 * k + 1] = end[2 * k + 1] - y
                continue
            wanted = Way(way[2 * k], way[2 * k + 1], 0.0, False)
            moved: Slide = slide_to(
                sprite,
                address(wanted),
                batch,
                upward,
                sweep_query_filter(sprite, mask, left_out, where, shapes, target_shapes),
                address(stop),
            )
            end[2 * k] = checked(stop.x, "x")
            end[2 * k + 1] = checked(stop.y, "y")
            travel[2 * k] = moved._travel.x
            travel[2 * k + 1] = moved._travel.y
            on_floor[k] = moved.on_floor
            if moved.hits:
                first: SweepHit = moved.hits[0]
                hit[k] = True
                normal[2 * k] = first._normal.x
                normal[2 * k + 1] = first._normal.y
        for k in range(count):
            sprite = sprites[k]
            put_at(sprite, end[2 * k], end[2 * k + 1], STORE.groups[sprite.row].angle)
    finally:
        release(group, sprites, alone)
    return result


@cfunc
def which_meet(
    group: Batch, ways: object, batch: Batch, query_filter: QueryFilter, by_layers: bint
) -> object:
    """Which sprites meet anything on their ways, as an array: most of a crowd do not.

    All are swept at once, which takes a fraction of the time of sweeps one by one.
    """
    meets: object = numpy.zeros(len(ways), numpy.bool_)
    for piece in [batch] if batch.pieces is None else batch.pieces:
        hit = sweeps_of(group, ways[:, 0], ways[:, 1], piece, query_filter, by_layers).hit
        if len(hit) != len(meets):  # a finalizer has changed the Group
            hit = True
        meets |= hit
    return meets


def separations_of(
    group: Batch,
    other: object,
    mask: object,
    exclude: object,
    where: object,
    shapes: object,
    target_shapes: object,
) -> object:
    """How each sprite of a batch is pushed out of what it hits, as an array of shape (n, 2).

    Of two within the batch each takes half of the least move that parts them, which is the same
    for both, the other way round: that of their distance, which is below 0.
    """
    contact: ShapeContact
    selected: RowFilter
    chosen: pointer(cython.const[RowFilter]) = NULL
    i: Py_ssize_t
    j: Py_ssize_t
    plain: bint = none_given(mask, exclude, where, shapes, target_shapes)
    query_filter: QueryFilter = hit_query_filter(None, mask, exclude, where, shapes, target_shapes)
    targets: object = other if other is OMITTED else batch_of(other, "other")
    pairs: list = pair_positions(group, targets, query_filter).tolist()
    sprites: list = group.sprites
    alone: bint = hold(group)
    try:
        result: object = numpy.zeros((len(sprites), 2))
        if len(pairs) == 0:
            return result
        push: p_double = cast(p_double, memory_of(result))
        if other is not OMITTED:
            for i in sorted({first for first, _ in pairs}):
                if plain:
                    push[2 * i], push[2 * i + 1] = separation_of(sprites[i], targets)
                    continue
                query_filter = hit_query_filter(
                    sprites[i], mask, exclude, where, shapes, target_shapes
                )
                push[2 * i], push[2 * i + 1] = conditional_separation(
                    sprites[i], targets, query_filter, INFINITY, False
                )
            return result
        if not plain:
            selected = chosen_of(address(query_filter.rows), query_filter.uses_own_layers)
            chosen = address(selected)
        for i, j in pairs:
            pair: ShapePair = whole_rows(STORE, group.rows[i], group.rows[j])
            pair.chosen = chosen
            put_contact(STORE, address(pair), OBSTACLES, address(contact))
            push[2 * i] += 0.5 * contact.nx * contact.depth
            push[2 * i + 1] += 0.5 * contact.ny * contact.depth
            push[2 * j] -= 0.5 * contact.nx * contact.depth
            push[2 * j + 1] -= 0.5 * contact.ny * contact.depth
    finally:
        release(group, sprites, alone)
    return result
