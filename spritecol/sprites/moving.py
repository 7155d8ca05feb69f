"""`move_and_collide`, `move_and_slide`, `depenetrate`: motions that targets stop or turn.

A slide solves all planes that it has met together, as Quake's `PM_FlyMove` and Box2D's `mover.c`
do: from the last point of contact it tries the rest of the way to the wanted end, then the
projections of that rest on each plane met there, the nearest to the wanted end first. In two
dimensions that is exact: the sprite comes to rest where the wanted end is nearest. Each try is a
sweep, so every step is verified.
"""

import attrs
import cython
from cython.cimports.libc.math import fabs, sqrt
from cython.cimports.spritecol._engine.pipeline.moved_row import Meeting, size_at
from cython.cimports.spritecol._engine.pipeline.verified import lip_at
from cython.cimports.spritecol._engine.storage.layout import ROTATION_STALE
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._numbers.fast_range_check import checked
from cython.cimports.spritecol._numbers.polar import rotation_of
from cython.cimports.spritecol.sprites.batch import Batch
from cython.cimports.spritecol.sprites.contacts import separation_of
from cython.cimports.spritecol.sprites.records import Records
from cython.cimports.spritecol.sprites.sprite_row import SpriteRow
from cython.cimports.spritecol.sprites.sweeps import Conditions, first_hit_of, turn_of
from cython.cimports.spritecol.sprites.targets import batch_of

from spritecol._numbers.range_check import shown

SLIDES = cython.declare(Records, Records("sweep_hits", "Slide"))

NO_PROGRESS = cython.declare(cython.double, 1e-11)
"""Of the size of the numbers: a shorter step does not leave the point of contact."""

OUTWARD = cython.declare(cython.double, 2e-15)
"""Of the size of the numbers: so far a way along a slanted plane leads away from it, since it
cannot be along it exactly. The only margin there is; along an axis there is none."""

NO_PLANE = cython.declare(cython.int, 1000)
"""Stands for the number of a plane, where there is none."""

Plane = cython.struct(
    nx=cython.double,
    ny=cython.double,
    is_certain=cython.bint,  # the motion must not lead into it; of two edges of a corner, one may
    is_tried=cython.bint,  # the projection on it has led nowhere
)


@cython.cfunc
@cython.exceptval(-1, check=False)
def put_at(
    sprite: SpriteRow, x: cython.double, y: cython.double, angle: cython.double
) -> cython.int:
    """Move a sprite."""
    STORE.x[sprite.row] = x
    STORE.y[sprite.row] = y
    if STORE.groups[sprite.row].angle != angle:
        STORE.groups[sprite.row].angle = angle
        STORE.groups[sprite.row].flags |= ROTATION_STALE
        STORE.mark_dirty(sprite.row)
    else:
        STORE.mark_moved(sprite.row)
    return 0


def collide(
    sprite: SpriteRow,
    dx: object,
    dy: object,
    targets: object,
    turn: object,
    conditions: Conditions,
) -> object:
    """Move a sprite to the first hit, or all the way."""
    way_x: cython.double = checked(dx, "dx")
    way_y: cython.double = checked(dy, "dy")
    turned: cython.double = turn_of(turn)
    batch: Batch = batch_of(targets, "targets", True)
    x: cython.double = checked(STORE.x[sprite.row] + way_x, "x + dx")
    y: cython.double = checked(STORE.y[sprite.row] + way_y, "y + dy")
    angle: cython.double = checked(STORE.groups[sprite.row].angle + turned, "angle + turn")
    hit: object
    first: Meeting
    hit = first_hit_of(sprite, way_x, way_y, turned, batch, conditions, cython.address(first))
    if hit is None:
        put_at(sprite, x, y, angle)
    else:
        angle = first.angle if turned != 0.0 else STORE.groups[sprite.row].angle
        put_at(sprite, first.x, first.y, angle)
    return hit


def free(sprite: SpriteRow, targets: object) -> object:
    """Move a sprite out of the targets by the least move, which is returned."""
    move: tuple = separation_of(sprite, batch_of(targets, "targets", True))
    x: cython.double = checked(STORE.x[sprite.row] + cython.cast(cython.double, move[0]), "x")
    y: cython.double = checked(STORE.y[sprite.row] + cython.cast(cython.double, move[1]), "y")
    put_at(sprite, x, y, STORE.groups[sprite.row].angle)
    return move


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def along(
    plane: cython.pointer(cython.const[Plane]),
    x: cython.double,
    y: cython.double,
    size: cython.double,
    way: cython.p_double,
) -> cython.void:
    """Project a way on a plane."""
    into: cython.double
    if plane.nx == 0.0:
        way[0] = x
        way[1] = 0.0
    elif plane.ny == 0.0:
        way[0] = 0.0
        way[1] = y
    else:
        into = x * plane.nx + y * plane.ny - OUTWARD * size
        way[0] = x - into * plane.nx
        way[1] = y - into * plane.ny


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def keep_in_reach(
    x: cython.double, y: cython.double, reach_squared: cython.double, way: cython.p_double
) -> cython.void:
    """Shorten a way so that its end is no farther from the start than the wanted end is.

    (x, y) is the place from the start. In a corner of two walls that is so anyway, since the
    nearest point of a convex set moves no farther than the point itself; between several round ones
    not.
    """
    length_squared: cython.double = way[0] * way[0] + way[1] * way[1]
    along: cython.double = x * way[0] + y * way[1]
    beyond: cython.double = x * x + y * y - reach_squared
    share: cython.double
    if beyond + 2.0 * along + length_squared <= 1e-12 * reach_squared:
        return
    share = 0.0
    if beyond < 0.0:
        share = -beyond / (along + sqrt(max(0.0, along * along - length_squared * beyond)))
    way[0] = way[0] * share
    way[1] = way[1] * share


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def next_way(
    planes: cython.pointer(cython.const[Plane]),
    count: cython.int,
    x: cython.double,
    y: cython.double,
    size: cython.double,
    way: cython.p_double,
) -> cython.int:
    """The projection of the rest (x, y) that ends nearest to the wanted end and is yet to be tried.

    Returns the number of its plane, NO_PLANE if no plane is in the way of the whole rest, or -1 if
    there is nothing left to try, and writes the way.
    """
    best: cython.int = NO_PLANE
    shortest: cython.double = 0.0
    missing: cython.double
    trial: cython.double[2]
    is_free: cython.bint
    i: cython.int
    k: cython.int
    for i in range(count):
        if planes[i].nx * x + planes[i].ny * y < 0.0:
            best = -1
    if best == NO_PLANE:
        way[0] = x
        way[1] = y
        return best
    for i in range(count):
        if planes[i].is_tried:
            continue
        along(planes + i, x, y, size, trial)
        if trial[0] * trial[0] + trial[1] * trial[1] <= (NO_PROGRESS * size) * (NO_PROGRESS * size):
            continue
        is_free = True
        for k in range(count):
            if planes[k].is_certain and k != i:
                is_free = is_free and planes[k].nx * trial[0] + planes[k].ny * trial[
                    1
                ] >= -1e-12 * (fabs(trial[0]) + fabs(trial[1]))
        missing = (x - trial[0]) * (x - trial[0]) + (y - trial[1]) * (y - trial[1])
        if is_free and (best < 0 or missing < shortest):
            best = i
            shortest = missing
            way[0] = trial[0]
            way[1] = trial[1]
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_plane(
    planes: cython.pointer(Plane),
    count: cython.int,
    nx: cython.double,
    ny: cython.double,
    is_certain: cython.bint,
) -> cython.int:
    """Remember a plane; returns how many there are. One that is known may become certain."""
    i: cython.int
    for i in range(count):
        if planes[i].nx * nx + planes[i].ny * ny > 1.0 - 1e-14:
            if is_certain and not planes[i].is_certain:
                planes[i].is_certain = True
            elif is_certain:  # the way along it has met it again: it leads nowhere
                planes[i].is_tried = True
            return count
    planes[count].nx = nx
    planes[count].ny = ny
    planes[count].is_certain = is_certain
    planes[count].is_tried = False
    return count + 1


def slide(
    sprite: SpriteRow,
    dx: object,
    dy: object,
    targets: object,
    up: object,
    max_floor_angle: object,
    conditions: Conditions,
) -> object:
    """Move a sprite; it slides along what it meets."""
    way: cython.double[2]
    upward: cython.double[2]
    lift: cython.double[2]
    planes: Plane[MOST_PLANES]
    count: cython.int = 0
    used: cython.int = NO_PLANE
    first: Meeting
    hits: list = []
    corners: list = []
    hit: object
    size: cython.double
    height: cython.double
    lifted: cython.bint = False
    way_x: cython.double = checked(dx, "dx")
    way_y: cython.double = checked(dy, "dy")
    steepest: cython.double = floor_slope(max_floor_angle)
    has_up: cython.bint = read_up(up, upward)
    batch: Batch = batch_of(targets, "targets", True)
    start_x: cython.double = STORE.x[sprite.row]
    start_y: cython.double = STORE.y[sprite.row]
    goal_x: cython.double = checked(start_x + way_x, "x + dx")
    goal_y: cython.double = checked(start_y + way_y, "y + dy")
    x: cython.double = start_x
    y: cython.double = start_y
    way[0] = way_x
    way[1] = way_y
    for _ in range(MOST_SWEEPS):
        hit = first_hit_of(sprite, way[0], way[1], 0.0, batch, conditions, cython.address(first))
        size = size_at(STORE, sprite.row) + fabs(way_x) + fabs(way_y)
        if hit is None:
            x = x + way[0]
            y = y + way[1]
            put_at(sprite, x, y, STORE.groups[sprite.row].angle)
            break
        other: SpriteRow = hit.other
        height = 0.0
        if not first.overlapping:
            height = lip_at(
                STORE,
                sprite.row,
                other.row,
                cython.address(first),
                way[0],
                way[1],
                used != NO_PLANE,
                lift,
            )
        if sqrt(way[0] * way[0] + way[1] * way[1]) * first.fraction > NO_PROGRESS * size:
            tell_corners(hits, corners, planes, count, used, upward)
            count = 0
        elif lifted:
            height = 0.0  # over the lip it has met something at once: that is no lip
        lifted = False
        x = first.x
        y = first.y
        put_at(sprite, x, y, STORE.groups[sprite.row].angle)
        if height > 0.0 and (
            first_hit_of(
                sprite, height * lift[0], height * lift[1], 0.0, batch, conditions, cython.NULL
            )
            is None
        ):
            # A lip between two turned tiles: over it, and on in the same direction.
            way[0] = way[0] * (1.0 - first.fraction)
            way[1] = way[1] * (1.0 - first.fraction)
            x = x + height * lift[0]
            y = y + height * lift[1]
            lifted = True
            put_at(sprite, x, y, STORE.groups[sprite.row].angle)
            continue
        if used < count:
            planes[used].is_tried = True
        hits.append(hit)
        if first.other_nx != 0.0 or first.other_ny != 0.0:
            corners.append((len(hits) - 1, (first.other_nx, first.other_ny)))
            count = add_plane(planes, count, first.nx, first.ny, False)
            count = add_plane(planes, count, first.other_nx, first.other_ny, False)
        else:
            count = add_plane(planes, count, first.nx, first.ny, True)
        used = next_way(planes, count, goal_x - x, goal_y - y, size, way)
        if used < 0:
            break
        keep_in_reach(x - start_x, y - start_y, way_x * way_x + way_y * way_y, way)
    tell_corners(hits, corners, planes, count, used, upward)
    return told(
        hits, x - start_x, y - start_y, way_x, way_y, has_up, upward[0], upward[1], steepest
    )


@cython.cfunc
@cython.exceptval(-1, check=False)
def tell_corners(
    hits: list,
    corners: list,
    planes: cython.pointer(cython.const[Plane]),
    count: cython.int,
    used: cython.int,
    upward: cython.p_double,
) -> cython.int:
    """Give hits of corners the normal of the edge that the sprite went along, or that stopped it.

    Where neither did, as at the foot of a slope, it is the one that is more of a floor. `corners`
    holds their positions in `hits` and their second normals, and is emptied.
    """
    k: cython.int
    i: cython.int
    for position, other in corners:
        first = hits[position].normal
        for k in range(-1, count):
            i = used if k < 0 else k
            if not 0 <= i < count or not (k < 0 or planes[i].is_certain):
                continue
            if planes[i].nx * other[0] + planes[i].ny * other[1] > 1.0 - 1e-12:
                hits[position] = attrs.evolve(hits[position], normal=other)
                break
            if planes[i].nx * first[0] + planes[i].ny * first[1] > 1.0 - 1e-12:
                break
        else:
            if (other[0] - first[0]) * upward[0] + (other[1] - first[1]) * upward[1] > 0.0:
                hits[position] = attrs.evolve(hits[position], normal=other)
    corners.clear()
    return 0


@cython.cfunc
@cython.exceptval(-1.0)
def floor_slope(max_floor_angle: object) -> cython.double:
    """The least cosine between up and the normal of a floor."""
    angle: cython.double = checked(max_floor_angle, "max_floor_angle")
    if not 0.0 <= angle < 90.0:
        raise ValueError(
            f"max_floor_angle must be from 0 to less than 90 degrees, got {shown(max_floor_angle)}"
        )
    return rotation_of(angle).cosine - 1e-9


@cython.cfunc
@cython.exceptval(-1, check=False)
def read_up(up: object, upward: cython.p_double) -> cython.bint:
    """Write a unit vector; False if there is no up."""
    length: cython.double
    upward[0] = upward[1] = 0.0
    if up is None:
        return False
    try:  # what has no order, or letters for items, is no vector
        right, down = None if isinstance(up, (str, bytes, dict, set, frozenset)) else up
    except (TypeError, ValueError):
        raise TypeError(
            f"up must be a vector (x, y), such as (0, -1), or None, got {shown(up)}"
        ) from None
    upward[0] = checked(right, "up[0]")
    upward[1] = checked(down, "up[1]")
    length = sqrt(upward[0] * upward[0] + upward[1] * upward[1])
    if length == 0.0:
        raise ValueError(f"up must not be the zero vector, got {shown(up)}")
    upward[0] = upward[0] / length
    upward[1] = upward[1] / length
    return True


@cython.cfunc
def told(
    hits: list,
    x: cython.double,
    y: cython.double,
    way_x: cython.double,
    way_y: cython.double,
    has_up: cython.bint,
    up_x: cython.double,
    up_y: cython.double,
    steepest: cython.double,
) -> object:
    """What a slide has done, by the normals of what it met."""
    on_floor: cython.bint = False
    on_wall: cython.bint = False
    on_ceiling: cython.bint = False
    floor_normal: tuple = (0.0, 0.0)
    rise: cython.double
    for hit in hits:
        rise = hit.normal[0] * up_x + hit.normal[1] * up_y
        if has_up and rise >= steepest:
            on_floor = True
            floor_normal = hit.normal
        elif has_up and rise <= -steepest:
            on_ceiling = True
        else:
            on_wall = True
    return SLIDES.of(
        ((x, y), (way_x - x, way_y - y), hits, on_floor, on_wall, on_ceiling, floor_normal)
    )
