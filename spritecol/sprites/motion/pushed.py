"""How floors take a body along, and how what has moved pushes it.

As seen from what has moved, it is the body that has moved, the other way. What that way meets is a
half plane of ways. The nearest way within all of them to that of the floor is taken: so being
carried, pushed and squeezed are one.
"""

import cython
from cython import Py_ssize_t, address, bint, cfunc, declare, double, exceptval, pointer
from cython.cimports.libc.math import fabs, remainder
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.pipeline.motion.candidates import (
    begin_sweep,
    find_candidates,
)
from cython.cimports.spritecol._engine.pipeline.motion.impact import Impact, Sweep
from cython.cimports.spritecol._engine.pipeline.motion.sweep import find_impacts
from cython.cimports.spritecol._engine.pipeline.shape_pair import place_row
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._engine.transform.rows import freshen
from cython.cimports.spritecol._support.polar import Rotation, rotation_of
from cython.cimports.spritecol.sprites.motion.body import (
    MOVED,
    OVERLAPPED,
    Body,
    Contact,
    Hit,
    has_shape,
    is_one_way,
)
from cython.cimports.spritecol.sprites.motion.planes import HalfPlanes, add_plane, nearest_way
from cython.cimports.spritecol.sprites.motion.vector import (
    Vector,
    dot,
    length_of,
    minus,
    plus,
    times,
    vector,
)
from cython.cimports.spritecol.sprites.sprite.sprite_row import Pose, is_shifted, pose_of

CORNER = declare(double, 2.0)
"""How much longer a push into a corner of two half planes may be than into one of them."""

MOST_TRIES = declare(cython.int, 12)
"""How many half planes that were met on trial ways are heeded."""

Ways = cython.struct(
    # Ways out of what a body is in.
    items=Vector[3],
    reaches=double[3],  # how far each must lead until the bounding boxes are apart
    count=cython.int,
)


def taken_along(
    old: pointer(cython.const[Pose]), new: pointer(cython.const[Pose]), point: Vector
) -> Vector:
    """Where a point goes with a sprite that moves from one pose to another."""
    if is_shifted(old, new):
        return plus(point, vector(new.x - old.x, new.y - old.y))
    before: Rotation = rotation_of(old.angle)
    after: Rotation = rotation_of(new.angle)
    right: double = point.x - old.x - (0.0 if old.offset_sync else old.center_x)
    down: double = point.y - old.y - (0.0 if old.offset_sync else old.center_y)
    x: double = right * before.cosine + down * before.sine
    y: double = down * before.cosine - right * before.sine
    if old.scale_x != 0.0 and old.scale_y != 0.0:
        x *= new.scale_x / old.scale_x
        y *= new.scale_y / old.scale_y
    x += (old.center_x - new.center_x) * new.scale_x
    y += (old.center_y - new.center_y) * new.scale_y
    return vector(
        x * after.cosine - y * after.sine + new.x + (0.0 if new.offset_sync else new.center_x),
        x * after.sine + y * after.cosine + new.y + (0.0 if new.offset_sync else new.center_y),
    )


def settle(
    body: Body,
    poses: pointer(cython.const[Pose]),
    motion: Vector,
    floor_point: Vector,
    across: double,
) -> Push:
    """Go where the floor goes, and out of what has moved.

    `poses` has where each target was that is marked as `MOVED`. The body is at its start. Where it
    has no way, it stays there.
    """
    push: Push
    if try_to_settle(body, poses, motion, floor_point, across, address(push)):
        return push
    if body.off.x != 0.0 or body.off.y != 0.0:  # there may be no room for a hair
        body.off = vector(0.0, 0.0)
        if try_to_settle(body, poses, motion, floor_point, across, address(push)):
            return push
    if (motion.x != 0.0 or motion.y != 0.0) and try_to_settle(
        body, poses, vector(0.0, 0.0), floor_point, across, address(push)
    ):
        return push
    # One-way shapes never crush: what the body is in lets it pass.
    k: Py_ssize_t
    passed: bint = False
    body.find_inside()
    for k in range(body.contact_count):
        contact: Contact = body.contacts[k]
        if contact.is_one_way:
            passed = True
            body.query_filter.add_override(body.near.rows[contact.other], contact.first, False)
            sprite = body.near.sprites[contact.other]
            body.solid = [
                (other, first)
                for other, first in body.solid
                if not (other is sprite and first == contact.first)
            ]
    if passed:
        for k in range(body.near.row_count):
            body.marks[k] &= ~MOVED
        if body.find_inside():
            body.mark_contacts(OVERLAPPED)
        return settle(body, poses, motion, floor_point, across)
    push.carried = vector(0.0, 0.0)
    push.moved = True
    push.crusher = body.deepest().other if body.contact_count else -1
    return push


@cfunc
@exceptval(-1)
def try_to_settle(
    body: Body,
    poses: pointer(cython.const[Pose]),
    motion: Vector,
    floor_point: Vector,
    across: double,
    push: pointer(Push),
) -> bint:
    """Go the way nearest to a motion; False if there is none, and the body is at its start."""
    planes: HalfPlanes
    near: HalfPlanes
    start: Vector = body.here()
    hair: double = body.hair
    wanted: Vector = plus(motion, body.off)
    way: Vector = wanted
    any_moved: bint = False
    k: Py_ssize_t
    i: cython.int
    planes.count = 0
    push.crusher = -1
    for k in range(body.near.row_count):
        if body.marks[k] & MOVED:
            any_moved = True
            meet_from(body, k, poses + k, motion, floor_point, address(planes))
    # A push is at most as long as the body, but for what one of them pushes by itself.
    longest: double = body.size + 9.0 * hair
    for i in range(planes.count):
        deep: double = planes.items[i].offset - dot(wanted, planes.items[i].normal)
        longest = max(longest, CORNER * deep)
    square: double = dot(wanted, wanted)
    for _ in range(MOST_TRIES if any_moved else 0):
        if not nearest_way(address(planes), wanted, 0.1 * hair, False, address(way)) and not (
            nearest_way(address(planes), wanted, 1.2 * hair, False, address(way))
        ):
            break
        share: double = 0.0 if square == 0.0 else min(1.0, max(0.0, dot(way, wanted) / square))
        if length_of(minus(way, times(wanted, share))) > longest:
            break
        body.place(start)
        hit: Hit = body.cast(way, MOVED)
        if hit.found:
            add_plane(
                address(planes),
                hit.normal,
                dot(hit.normal, way) * hit.impact.fraction + hair,
                hit.impact.position == body.floor,
                hit.impact.position,
            )
            body.note_hit(address(hit.impact))
            continue
        body.place(plus(start, way))
        if body.find_inside():
            deepest: Contact = body.deepest()
            push_plane(
                body, address(planes), deepest.other, deepest.normal, deepest.depth + hair, way
            )
            continue
        push.carried = motion
        nearest_way(address(planes), motion, 0.1 * hair, True, address(push.carried))
        push.moved = way.x != wanted.x or way.y != wanted.y
        near.count = 0
        for i in range(planes.count):  # it touches these
            if dot(way, planes.items[i].normal) < planes.items[i].offset + hair:
                add_plane(address(near), planes.items[i].normal, hair, False, -1)
        nearest_way(address(near), body.off, 0.1 * hair, False, address(body.off))
        if not push.moved:
            body.place_base(plus(start, motion))
        else:
            body.base = minus(body.here(), body.off)
        return True
    body.place(start)
    push.moved = True
    push.carried = motion
    if try_to_leave(body, start, plus(start, wanted), any_moved, across) or (
        try_to_leave(body, start, start, any_moved, across)
    ):
        return True
    if planes.count:
        push.crusher = planes.items[planes.count - 1].other
    return False


@cfunc
@exceptval(-1)
def try_to_leave(body: Body, start: Vector, base: Vector, any_moved: bint, across: double) -> bint:
    """Go straight aside, or the least way, out of what is at a place; False if there is none.

    It is proved as two legs: aside, and along with the floor.
    """
    ways: Ways
    i: cython.int
    along: Vector = minus(base, start)
    ways.count = 0
    body.place(base)
    if body.find_inside():
        find_ways(body, any_moved, across, address(ways))
    for i in range(ways.count):
        if ways.reaches[i] > body.size + 9.0 * body.hair:
            continue
        body.place(start)
        met: bint = body.go(ways.items[i], MOVED | OVERLAPPED).found
        if not met and not body.go(along, MOVED | OVERLAPPED).found and not body.find_inside():
            body.base = minus(body.here(), body.off)
            return True
    body.place(start)
    return False


@cfunc
@exceptval(-1, check=False)
def find_ways(body: Body, any_moved: bint, across: double, ways: pointer(Ways)) -> cython.int:
    """Ways out of what a body was found in: straight aside, the nearer first, and the least."""
    i: cython.int
    k: Py_ssize_t
    lengths: double[2]
    ways.count = ways_aside(body, body.size, across, ways.items, lengths)
    least: Vector = body.least_way()
    ways.items[ways.count] = least
    ways.count += 1
    if not any_moved or body.min_floor_cosine > 1.0:  # by the length; also seen from above
        i = ways.count - 1
        while i > 0 and length_of(least) < length_of(ways.items[i - 1]) - body.hair:
            ways.items[i] = ways.items[i - 1]
            ways.items[i - 1] = least
            i -= 1
    for i in range(ways.count):
        # A press crushes alike at any speed: its way past is until the bounding box is out of it.
        way: Vector = ways.items[i]
        length: double = length_of(way)
        ways.reaches[i] = length
        for k in range(body.contact_count):
            along: double = dot(body.contacts[k].normal, way)
            if body.contacts[k].depth < length - 9.0 * body.hair and fabs(along) <= 1e-9 * length:
                other: cython.int = body.near.rows[body.contacts[k].other]
                first: cython.int = body.contacts[k].first
                far: double = body.way_past(other, first, times(way, 1.0 / length))
                ways.reaches[i] = max(ways.reaches[i], far)
    return 0


def ways_aside(
    body: Body, longest: double, across: double, out: pointer(Vector), lengths: pointer(double)
) -> cython.int:
    """Straight ways aside out of what a body was found in, the nearer first; how many there are.

    Of equally near ones that on the side of the motion, else the left one.
    """
    side: double = 1.0 if across > 0.0 else -1.0
    count: cython.int = 0
    for _ in range(2):
        direction: Vector = times(body.right, side)
        lengths[count] = body.way_out(direction)
        if lengths[count] <= longest + 4.0 * body.hair:
            out[count] = times(direction, lengths[count])
            count += 1
        side = -side
    if count == 2 and lengths[1] < lengths[0] - 0.1 * body.hair:
        first: Vector = out[0]
        out[0] = out[1]
        out[1] = first
    return count


@cfunc
@exceptval(-1, check=False)
def push_plane(
    body: Body,
    planes: pointer(HalfPlanes),
    other: Py_ssize_t,
    normal: Vector,
    depth: double,
    way: Vector,
) -> cython.int:
    """Add a half plane out of which a way leads by a depth: a floor pushes along `up`."""
    if body.is_floor(normal):
        depth /= dot(normal, body.up)
        normal = body.up
    is_moving: bint = other == body.floor or body.marks[other] & MOVED
    add_plane(planes, normal, dot(way, normal) + depth, is_moving, other)
    return 0


@cfunc
@exceptval(-1, check=False)
def meet_from(
    body: Body,
    position: Py_ssize_t,
    old: pointer(cython.const[Pose]),
    motion: Vector,
    floor_point: Vector,
    planes: pointer(HalfPlanes),
) -> cython.int:
    """Add the half planes of a target that has moved: seen from it, the body has moved.

    So the body is swept from where it was, as seen from the target's new pose. If that has turned,
    so has the body.
    """
    sweep: Sweep
    front: double[2]
    k: Py_ssize_t
    row: cython.int = body.sprite.row
    other: cython.int = body.near.rows[position]
    sprite: object = body.near.sprites[position]
    new: Pose = pose_of(other)
    own: Pose = pose_of(row)
    here: Vector = vector(own.x, own.y)
    box: Box = body.box()
    pivot: Vector = plus(here, body.off)
    if not own.offset_sync:
        pivot = plus(pivot, vector(own.center_x, own.center_y))
    # The point that goes along: where it stands on this, else its foot.
    foot: Vector = vector(
        0.5 * (box.left + box.right - body.up.x * (box.right - box.left)),
        0.5 * (box.top + box.bottom - body.up.y * (box.bottom - box.top)),
    )
    foot = plus(floor_point if position == body.floor else foot, body.off)
    turn: double = remainder(new.angle - old.angle, 360.0)
    turned: Rotation = rotation_of(turn)
    arm: Vector = minus(foot, pivot)
    arm = vector(
        arm.x * turned.cosine - arm.y * turned.sine, arm.x * turned.sine + arm.y * turned.cosine
    )
    back: Vector = minus(minus(taken_along(old, address(new), foot), pivot), arm)
    way: Vector = minus(motion, back)
    if length_of(way) < 1e-3 * body.hair and turn == 0.0:
        return 0
    begin: Vector = plus(plus(here, body.off), back)
    body.impacts.count = 0
    place_row(STORE, row, begin.x, begin.y, own.angle + turn)
    try:
        freshen(STORE, other)
        begin_sweep(STORE, address(sweep), row, way.x, way.y, -turn)
        sweep.others = address(other)
        sweep.other_count = 1
        sweep.overrides = body.query_filter.overrides
        sweep.override_count = body.query_filter.override_count
        find_candidates(STORE, address(sweep), None, address(body.query_filter.rows), body.found)
        find_impacts(STORE, address(sweep), body.impacts)
    finally:
        place_row(STORE, row, own.x, own.y, own.angle)
    count: Py_ssize_t = body.impacts.count
    met: list = []
    for k in range(count):
        body.impacts.items[k].position = position
        met.append(
            body.query_filter.where is None or body.accepts(position, body.impacts.items + k)
        )
    at: Vector = plus(motion, body.off)
    for k in range(count):
        impact: Impact = body.impacts.items[k]
        normal: Vector = vector(impact.nx, impact.ny)
        if impact.overlapping or not met[k]:
            continue
        if is_one_way(other, impact.pair.first_b, front):
            if front[0] * body.up.x + front[1] * body.up.y > 0.0 and not body.is_floor(normal):
                continue
            if not has_shape(body.solid, sprite, impact.pair.first_b):
                body.solid.append((sprite, impact.pair.first_b))
        # All that can meet it counts, not only what it meets by: floors may be thin, and tilt.
        reach: double = body.extent(times(normal, -1.0), address(impact.pair))
        depth: double = impact.px * normal.x + impact.py * normal.y + reach - dot(at, normal)
        push_plane(body, planes, position, normal, depth + body.hair, at)
    return 0
