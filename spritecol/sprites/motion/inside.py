"""The things that a body overlaps, and the ways out of them."""

import cython as C
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.narrow_phase import row_shapes
from cython.cimports.spritecol._engine.narrow_phase.distances import parts_distance
from cython.cimports.spritecol._engine.narrow_phase.move_outlines import Move
from cython.cimports.spritecol._engine.narrow_phase.nearest_points import Nearest
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage import layout, store
from cython.cimports.spritecol._engine.sweeps.candidates import reach
from cython.cimports.spritecol._engine.sweeps.impact import Impact, ImpactList, Sweep
from cython.cimports.spritecol._engine.sweeps.sweep import find_overlaps
from cython.cimports.spritecol._engine.transform.lone_parts import is_front
from cython.cimports.spritecol._engine.transform.rows import freshen, put_direction
from cython.cimports.spritecol._support.libc import INFINITY
from cython.cimports.spritecol.sprites.containers.batch import Batch, fill
from cython.cimports.spritecol.sprites.motion.body import IN_THE_WAY, WORK, Body, Ghost, Nearby
from cython.cimports.spritecol.sprites.motion.surroundings import ask_for
from cython.cimports.spritecol.sprites.motion.vector import Vector, is_zero, plus, times, vector
from cython.cimports.spritecol.sprites.questions.contact_questions import separate_from
from cython.cimports.spritecol.sprites.sprite.sprite_row import SpriteRow

MOST_WAYS_OUT = C.declare(C.int, 32)
"""How many ways out are tried, each out of more targets. In 18,000 ordinary frames no more than 4
were. Without it, a body deep in a thousand tiles tries for half a minute.
"""


def find_inside(body: Body, by_a_hair: C.bint = False) -> ImpactList:
    """Find the targets that the body overlaps by more than a hair, or at all, and `where` accepts.

    One-way shapes do not count. Moving the body by depth * normal ends an overlap. The list is
    valid until the next query.
    """
    sweep: Sweep
    k: C.Py_ssize_t
    kept: C.Py_ssize_t = 0
    last: C.Py_ssize_t = -1
    accepted: C.bint = False
    inside: ImpactList = body.scratch.inside
    ask_for(body, body.ghost.here(), vector(0.0, 0.0), 0.0)
    body.begin(C.address(sweep), vector(0.0, 0.0), 0.0, body.scratch.found, 0)
    find_overlaps(store.STORE, C.address(sweep), inside)
    for k in range(inside.count):
        impact: Impact = inside.items[k]
        if impact.depth <= body.ghost.hair and not by_a_hair:
            continue
        if impact.position != last:
            last = impact.position
            accepted = body.accepts(C.address(impact))
        if accepted:
            inside.items[kept] = impact
            kept += 1
    inside.count = kept
    return inside


def way_past(ghost: Ghost, other: C.int, first: C.int, direction: Vector) -> C.double:
    """Return how far along a direction the body is past a shape, given by its row."""
    freshen(store.STORE, other)
    # User code may have changed the shapes since.
    known: C.bint = first < store.STORE.records[other].count
    count: C.int = row_shapes.parts_in_shape(store.STORE, other, first) if known else 0
    result: C.double = reach(store.STORE, other, first, count, direction.x, direction.y, C.NULL)
    return result + ghost.farthest(times(direction, -1.0))


def way_out(body: Body, line: Vector, longest: C.double, ahead: C.bint = False) -> Vector:
    """Find the shortest way out of the targets nearby on a line, or a short one if it has no
    length.

    With `ahead` it leads only in the direction of the line. It is 0 if there is none that is no
    longer than `longest`: nothing farther away is looked at. Only targets that the sprite overlaps
    count, here or where shorter ways lead, because `where` can be called for these. The order of
    the targets does not matter.
    """
    ghost: Ghost = body.ghost
    nearby: Nearby = body.nearby
    k: C.Py_ssize_t
    move: Move
    direction: C.double[2]
    direction[0] = line.x
    direction[1] = line.y
    along: Numbers = C.NULL if is_zero(line) else direction
    here: Vector = ghost.here()
    way: Vector = vector(0.0, 0.0)
    met: list = []
    WORK.ways_out += 1
    for k in range(nearby.batch.row_count):
        nearby.marks[k] &= ~IN_THE_WAY
    for _ in range(MOST_WAYS_OUT):
        known: C.Py_ssize_t = len(met)
        ghost.place(plus(here, way))
        inside: ImpactList = find_inside(body)
        ghost.place(here)
        for k in range(inside.count):
            position: C.Py_ssize_t = inside.items[k].position
            if not nearby.marks[position] & IN_THE_WAY:
                nearby.marks[position] |= IN_THE_WAY
                met.append(nearby.batch.sprites[position])
        if len(met) == known:
            return way
        around: Batch = Batch()
        fill(around, sorted(met, key=sprite_box))
        separate_from(
            body.sprite,
            ghost.row,
            around,
            body.query_filter,
            True,
            along,
            ahead,
            longest,
            C.address(move),
        )
        if move.depth == 0.0 or move.depth > longest:
            return vector(0.0, 0.0)
        way = times(vector(move.nx, move.ny), move.depth)
    return vector(0.0, 0.0)


def is_passing(ghost: Ghost, other: C.int, first: C.int) -> C.bint:
    """Whether a body is passing through a one-way shape: inside it, or on both sides of its front.

    Each part of the body that counts is compared with the nearest part of the shape.
    """
    i: C.int
    j: C.int
    near: Nearest
    nearest: Nearest
    direction: C.double[2]
    any_in_front: C.bint = False
    any_behind: C.bint = False
    row: C.int = ghost.row
    if first >= store.STORE.records[other].count or not is_one_way(other, first):
        return False
    freshen(store.STORE, row)
    put_direction(store.STORE, other, first, direction)
    for i in range(store.STORE.records[row].count):
        if ghost.part_count >= 0 and not (i < ghost.part_count and ghost.counted[i]):
            continue
        nearest.distance = INFINITY
        for j in range(row_shapes.parts_in_shape(store.STORE, other, first)):
            parts_distance(
                row_shapes.part_of(store.STORE, row, i),
                row_shapes.part_of(store.STORE, other, first + j),
                store.STORE.pool,
                C.address(near),
            )
            if near.distance < nearest.distance:
                nearest = near
        if nearest.distance < -ghost.hair:
            return True
        if is_front(direction, nearest.nx, nearest.ny):
            any_in_front = True
        else:
            any_behind = True
    return any_in_front and any_behind


def is_one_way(row: C.int, first: C.int) -> C.bint:
    """Whether a shape is one-way, given by its first part. False if user code has changed
    shapes.
    """
    direction: C.double[2]
    if not store.STORE.flags[row] & layout.ONE_WAY or first >= store.STORE.records[row].count:
        return False
    freshen(store.STORE, row)
    return put_direction(store.STORE, row, first, direction)


@C.cfunc
def sprite_box(sprite: SpriteRow) -> tuple:
    """Return the bounding box of a sprite and whether it is one-way, to sort by position only."""
    freshen(store.STORE, sprite.row)
    box: Box = store.STORE.boxes[sprite.row]
    return (
        box.left,
        box.top,
        box.right,
        box.bottom,
        bool(store.STORE.flags[sprite.row] & layout.ONE_WAY),
    )
