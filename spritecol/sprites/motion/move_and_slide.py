"""`move_and_collide`, `move_and_slide`, `depenetrate`: motions that targets stop or turn.

A slide solves all planes that it has met together, as Quake's `PM_FlyMove` and Box2D's `mover.c`
do: from the last point of contact it tries the rest of the way to the wanted end, then the
projections of that rest on each plane met there, the nearest to the wanted end first. In two
dimensions that is exact: the sprite comes to rest where the wanted end is nearest. Each try is a
sweep, so every step is verified.
"""

import cython
from cython import address, bint, cast, cfunc, declare, double, exceptval, inline, nogil, pointer
from cython.cimports.spritecol._engine.fault import fault
from cython.cimports.libc.math import fabs, sqrt
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.narrow_phase.distances import Nearest, parts_distance
from cython.cimports.spritecol._engine.narrow_phase.part import Axes, axes_of, disc_of, is_disc
from cython.cimports.spritecol._engine.pipeline.motion.impact import Impact
from cython.cimports.spritecol._engine.pipeline.motion.normals import deepest_normal
from cython.cimports.spritecol._engine.pipeline.shape_pair import (
    box_of_part,
    part_of,
    place_row,
    size_at,
)
from cython.cimports.spritecol._engine.storage.layout import ROTATION_STALE, Part
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._engine.transform.rows import freshen
from cython.cimports.spritecol._support.fast_range_check import checked
from cython.cimports.spritecol._support.polar import rotation_of
from cython.cimports.spritecol._support.vectors import XY
from cython.cimports.spritecol.sprites.containers.batch import Batch
from cython.cimports.spritecol.sprites.containers.targets import pieces_of
from cython.cimports.spritecol.sprites.motion.sweeps import Way, first_hit_on_way, way_of
from cython.cimports.spritecol.sprites.motion.vector import Vector, length_of, vector
from cython.cimports.spritecol.sprites.questions.answers import Slide, SweepHit
from cython.cimports.spritecol.sprites.questions.contacts import (
    conditional_separation,
    separation_along,
    separation_of,
)
from cython.cimports.spritecol.sprites.questions.nearest import limit_of
from cython.cimports.spritecol.sprites.questions.query_filter import QueryFilter
from cython.cimports.spritecol.sprites.sprite.sprite_row import SpriteRow

from spritecol._support.range_check import shown

OUTWARD = declare(double, 2e-15)
"""Relative to the size of the numbers: how far a way along a slanted plane leads away from it,
since rounding keeps it from being parallel. It is the only margin; along an axis there is none."""

SAME = declare(double, 1e-15)
"""The sine of an angle that comes from rounding: it is between two normals of one plane."""

ALIKE = declare(double, 1.0 - 1e-12)
"""The least cosine of an angle between the normal of a corner's edge and that of a plane which lies
along that edge."""

SAME_EDGE = declare(double, 1.0 - 1e-9)
"""The least cosine of an angle between two normals of one edge, one of which is found a hair
farther on."""

INTERNAL_EDGE = declare(double, 1e-9)
"""Relative to the size of the numbers: an edge between two turned tiles that is no higher than this
comes from rounding. It is internal: a sprite goes over it."""

ABOVE_INTERNAL_EDGE = declare(double, 3.68e-15)
"""Relative to the size of the numbers: how far above an internal edge a sprite is lifted, about
16 ulps."""


def put_at(sprite: SpriteRow, x: double, y: double, angle: double) -> cython.int:
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
    query_filter: QueryFilter,
) -> object:
    """Move a sprite to the first hit, or all the way.

    What its way leads into by no more than rounding, it only touches: it goes on along that.
    """
    way: Way = way_of(dx, dy, turn)
    along: Way = way
    plane: Plane
    batch: Batch = pieces_of(targets, "targets", True)
    x: double = checked(STORE.x[sprite.row] + way.dx, "x + dx")
    y: double = checked(STORE.y[sprite.row] + way.dy, "y + dy")
    angle: double = checked(STORE.groups[sprite.row].angle + way.turn, "angle + turn")
    first: Impact
    later: Impact
    hit: object = first_hit_on_way(sprite, address(way), batch, query_filter, address(first))
    if hit is not None and way.turn == 0.0:
        size: double = size_at(STORE, sprite.row) + size_at(STORE, first.pair.b)
        size += fabs(way.dx) + fabs(way.dy)
        plane.nx = first.nx
        plane.ny = first.ny
        if -(plane.nx * way.dx + plane.ny * way.dy) <= OUTWARD * size:
            project_on_plane(address(plane), way.dx, way.dy, size, address(along))
            beyond: object = first_hit_on_way(
                sprite, address(along), batch, query_filter, address(later)
            )
            if beyond is None or later.fraction > first.fraction:
                hit = beyond
                first = later
                x = STORE.x[sprite.row] + along.dx
                y = STORE.y[sprite.row] + along.dy
    if hit is None:
        put_at(sprite, x, y, angle)
    else:
        put_at(sprite, first.x, first.y, hit.angle)  # a disc turns, too, though its sweep does not
    return hit


def move_out(
    sprite: SpriteRow,
    targets: object,
    max_distance: object,
    query_filter: QueryFilter | None,
    along: object,
) -> object:
    """Move a sprite out of the targets by the least move, which is returned.

    Without conditions this is as quick as `separation`.
    """
    longest: double = limit_of(max_distance)
    move: object
    if along is not None:
        move = separation_along(sprite, targets, query_filter, longest, True, along)
    elif query_filter is None:
        move = separation_of(sprite, targets, longest, True)
    else:
        batch: Batch = pieces_of(targets, "targets", True)
        move = conditional_separation(sprite, batch, query_filter, longest, True)
    dx: double = cast(tuple, move)[0]
    dy: double = cast(tuple, move)[1]
    if dx != 0.0 or dy != 0.0:  # what stays need not be looked at anew
        x: double = checked(STORE.x[sprite.row] + dx, "x")
        y: double = checked(STORE.y[sprite.row] + dy, "y")
        put_at(sprite, x, y, STORE.groups[sprite.row].angle)
    return move


@cfunc
@nogil
@exceptval(check=False)
def project_on_plane(
    plane: pointer(cython.const[Plane]), x: double, y: double, size: double, way: pointer(Way)
) -> cython.void:
    """Project (x, y) on a plane."""
    if plane.nx == 0.0:
        way.dx = x
        way.dy = 0.0
    elif plane.ny == 0.0:
        way.dx = 0.0
        way.dy = y
    else:
        into: double = x * plane.nx + y * plane.ny - OUTWARD * size
        way.dx = x - into * plane.nx
        way.dy = y - into * plane.ny


def keep_in_reach(x: double, y: double, reach_squared: double, way: pointer(Way)) -> cython.void:
    """Shorten a way so that its end is no farther from the start than the wanted end is.

    (x, y) is where the sprite is, from the start of the slide. In a corner of two walls the end is
    never farther, since projecting on a convex set shortens distances. Between several round
    targets it may be.
    """
    length_squared: double = way.dx * way.dx + way.dy * way.dy
    ahead: double = x * way.dx + y * way.dy
    beyond: double = x * x + y * y - reach_squared
    if fault(28) or beyond + 2.0 * ahead + length_squared <= 1e-12 * reach_squared:
        return
    # The root of |(x, y) + share * way|**2 = reach_squared that is ahead, without cancellation.
    share: double = 0.0
    if beyond < 0.0:
        share = -beyond / (ahead + sqrt(max(0.0, ahead * ahead - length_squared * beyond)))
    way.dx = way.dx * share
    way.dy = way.dy * share


def next_way(
    planes: pointer(Planes), x: double, y: double, size: double, way: pointer(Way)
) -> cython.int:
    """Choose where to go with the rest (x, y) of the motion: as near to the wanted end as possible.

    Writes to `way` the whole rest if no plane is in its way, and else the projection of the rest
    that ends nearest to the wanted end, among those not yet tried. Returns the number of the plane,
    NO_PLANE for the whole rest, or -1 if nothing is left to try.
    """
    best: cython.int = -1
    shortest: double = 0.0
    trial: Way
    i: cython.int
    k: cython.int
    is_blocked: bint = False
    for i in range(planes.count):
        is_blocked |= planes.items[i].nx * x + planes.items[i].ny * y < 0.0
    if not is_blocked:
        way.dx = x
        way.dy = y
        return NO_PLANE
    for i in range(planes.count):
        if planes.items[i].is_tried:
            continue
        project_on_plane(address(planes.items[i]), x, y, size, address(trial))
        if trial.dx * trial.dx + trial.dy * trial.dy <= (NO_PROGRESS * size) * (NO_PROGRESS * size):
            continue
        is_free: bint = True
        for k in range(planes.count):
            if planes.items[k].is_certain and k != i:
                across: double = planes.items[k].nx * trial.dx + planes.items[k].ny * trial.dy
                is_free = is_free and across >= -1e-12 * (fabs(trial.dx) + fabs(trial.dy))
        missing: double = (x - trial.dx) * (x - trial.dx) + (y - trial.dy) * (y - trial.dy)
        if is_free and (best < 0 or missing < shortest):
            best = i
            shortest = missing
            way.dx = trial.dx
            way.dy = trial.dy
    return best


def note_plane(planes: pointer(Planes), nx: double, ny: double, is_certain: bint) -> cython.void:
    """Add a plane, unless it is known; a known one may become certain."""
    plane: pointer(Plane)
    i: cython.int
    for i in range(planes.count):
        plane = address(planes.items[i])
        if plane.nx * nx + plane.ny * ny > 0.0 and fabs(plane.nx * ny - plane.ny * nx) <= SAME:
            if is_certain and not plane.is_certain:
                plane.is_certain = True
            elif is_certain:  # the way along it has met it again: it leads nowhere
                plane.is_tried = True
            return
    plane = address(planes.items[planes.count])
    plane.nx = nx
    plane.ny = ny
    plane.is_certain = is_certain
    plane.is_tried = False
    planes.count += 1


@cfunc
@nogil
@exceptval(check=False)
def is_at_corner(
    row: cython.int, other: cython.int, part: cython.int, nx: double, ny: double
) -> bint:
    """Whether a row touches an upright or level side of a part only at its end, by a rounding.

    At a seam between two tiles whose places are rounded, the side of the next one may be met.
    """
    if part >= STORE.groups[other].count:
        return False  # user code has changed the shapes since
    freshen(STORE, row)
    freshen(STORE, other)
    a: pointer(cython.const[Box]) = STORE.boxes + row
    b: pointer(cython.const[Box]) = box_of_part(STORE, other, part_of(STORE, other, part))
    length: double  # of the side along which they touch
    shorter: double  # of the two sides
    if ny == 0.0:
        length = min(a.bottom, b.bottom) - max(a.top, b.top)
        shorter = min(a.bottom - a.top, b.bottom - b.top)
    elif nx == 0.0:
        length = min(a.right, b.right) - max(a.left, b.left)
        shorter = min(a.right - a.left, b.right - b.left)
    else:
        return False
    return length <= INTERNAL_EDGE * size_at(STORE, row) and length < shorter


@cfunc
@nogil
@exceptval(check=False)
def loosen(planes: pointer(Planes)) -> bint:
    """Let the motion lead into all planes, if all are slanted: the next sweep tells which count."""
    i: cython.int
    for i in range(planes.count):
        if planes.items[i].nx == 0.0 or planes.items[i].ny == 0.0:
            return False
    for i in range(planes.count):
        planes.items[i].is_certain = False
    return planes.count > 1


@cfunc
@nogil
@exceptval(check=False)
def bend_of(row: cython.int, part: cython.int) -> double:
    """The largest curvature of a part, in radians a pixel; 0 if it is straight."""
    axes: Axes
    disc: double[6]
    if part >= STORE.groups[row].count:
        return 0.0  # user code has changed the shapes since
    place: pointer(Part) = part_of(STORE, row, part)
    if not is_disc(place.kind):
        return 0.0
    axes = axes_of(disc_of(place.kind, STORE.pool + place.first, disc))
    return axes.major / (axes.minor * axes.minor) if axes.minor > 0.0 else 0.0


def internal_edge_height(
    row: cython.int,
    other: cython.int,
    impact: pointer(cython.const[Impact]),
    way: pointer(cython.const[Way]),
    slides: bint,
    over: pointer(Way),
) -> double:
    """The height of an internal edge that a row has met on its way; 0 for a real obstacle.

    The row is moved a hair (10 `INTERNAL_EDGE`) farther on, and the shortest way between the two is
    looked at. It leads

    - back, along a normal that was met, or that of the same arc: a real obstacle. On the hair, an
      arc turns by the length of the hair times its curvature; twice that leaves room for rounding;
    - nowhere, as they are apart on that side again: a corner that was only grazed;
    - elsewhere, and at most `INTERNAL_EDGE` far: an internal edge. It leads onto the next tile, or
      onto a slope whose side goes on below the floor along which the row `slides`;
    - elsewhere, but farther, or they are apart on the other side of what is thin: a real obstacle.

    Writes the way over an internal edge, or past a corner, to `over`.
    """
    x: double = STORE.x[row]
    y: double = STORE.y[row]
    angle: double = STORE.groups[row].angle
    length: double = sqrt(way.dx * way.dx + way.dy * way.dy)
    size: double = size_at(STORE, row)
    ahead: double = 10.0 * INTERNAL_EDGE * size / length if length > 0.0 else 0.0
    nearest: Nearest
    deepest: Impact = impact[0]
    if impact.overlapping:
        return 0.0
    if impact.part >= STORE.groups[row].count or impact.other_part >= STORE.groups[other].count:
        return 0.0  # user code has changed the shapes since
    freshen(STORE, other)
    place_row(STORE, row, impact.x + ahead * way.dx, impact.y + ahead * way.dy, impact.angle)
    parts_distance(
        part_of(STORE, row, impact.part),
        part_of(STORE, other, impact.other_part),
        STORE.pool,
        address(nearest),
    )
    if impact.pair.count_a + impact.pair.count_b > 2:
        # Another part may be deeper: a cut between two parts is no way out.
        depth_of_all: double = deepest_normal(STORE, address(deepest))
        if depth_of_all > -nearest.distance:
            nearest.distance = -depth_of_all
            nearest.nx = deepest.nx
            nearest.ny = deepest.ny
    place_row(STORE, row, x, y, angle)
    alike: double = nearest.nx * impact.nx + nearest.ny * impact.ny
    across: double = nearest.nx * impact.ny - nearest.ny * impact.nx
    bend: double = bend_of(row, deepest.part) + bend_of(other, deepest.other_part)
    if alike > SAME_EDGE or (alike > 0.0 and fabs(across) <= 2.0 * ahead * length * bend):
        return 0.0  # it is the same edge, or the same arc
    if nearest.nx * impact.other_nx + nearest.ny * impact.other_ny > SAME_EDGE:
        return 0.0  # it is the second edge of a corner that is met exactly
    depth: double = -nearest.distance  # negative where they are apart
    is_past: bint = depth < 0.0 and alike > 0.0
    # How far the way leads into each: positive if it leads in.
    into_met: double = -(impact.nx * way.dx + impact.ny * way.dy)
    into_nearest: double = -(nearest.nx * way.dx + nearest.ny * way.dy)
    if slides and impact.other_nx == 0.0 and impact.other_ny == 0.0 and into_nearest < into_met:
        # `nearest` is a slope if the way leads into it less than into what was met. How deep the
        # row got into it on the hair is a climb and no step, so it is taken off. (A corner that is
        # met exactly has the slope's normal already: `other_nx`.)
        depth -= max(0.0, ahead * into_nearest)
    if fabs(depth) > INTERNAL_EDGE * size and not is_past:
        return 0.0
    height: double = max(0.0, depth) + ABOVE_INTERNAL_EDGE * size
    over.dx = height * nearest.nx
    over.dy = height * nearest.ny
    over.turn = 0.0
    return height


@cfunc
@nogil
@exceptval(check=False)
def start_to_reach(goal: double, at: double, rest: double) -> double:
    """From where to go a rest so that it ends exactly at a goal.

    `at + (goal - at)` may miss the goal: near 0, `at` has finer digits than the rest. Then the
    answer is `goal - rest`, a rounding off `at`. It is `at` itself if that is right already, if the
    rest was shortened, or if nothing helps.
    """
    if rest != goal - at or at + rest == goal or goal - rest + rest != goal:
        return at
    return goal - rest


def slide(
    sprite: SpriteRow,
    dx: object,
    dy: object,
    targets: object,
    up: object,
    max_floor_angle: object,
    query_filter: QueryFilter,
) -> object:
    """Do what `slide_along` does. Whatever raises, the sprite is where it was."""
    x: double = STORE.x[sprite.row]
    y: double = STORE.y[sprite.row]
    try:
        return slide_along(sprite, dx, dy, targets, up, max_floor_angle, query_filter)
    except BaseException:
        if not fault(29):
            put_at(sprite, x, y, STORE.groups[sprite.row].angle)
        raise


@cfunc
def slide_along(
    sprite: SpriteRow,
    dx: object,
    dy: object,
    targets: object,
    up: object,
    max_floor_angle: object,
    query_filter: QueryFilter,
) -> object:
    """Move a sprite, sliding along what it meets.

    Each round is one sweep, to the first hit. There it goes on over an internal edge between tiles,
    or notes the planes that it has met at this point, and takes the best way that they leave.
    """
    wanted: Way = way_of(dx, dy, 0.0)
    upward: Up = up_of(up, max_floor_angle)
    batch: Batch = pieces_of(targets, "targets", True)
    start_x: double = STORE.x[sprite.row]
    start_y: double = STORE.y[sprite.row]
    goal_x: double = checked(start_x + wanted.dx, "x + dx")
    goal_y: double = checked(start_y + wanted.dy, "y + dy")
    x: double = start_x
    y: double = start_y
    way: Way = wanted
    over: Way
    shift: Way
    planes: Planes
    first: Impact
    beyond: Impact
    hits: list = []
    corners: list = []
    lifted: bint = False
    loosened: bint = False
    shift.turn = 0.0
    planes.count = 0
    planes.used = NO_PLANE
    for _ in range(MOST_SWEEPS):
        hit: object = first_hit_on_way(sprite, address(way), batch, query_filter, address(first))
        size: double = size_at(STORE, sprite.row) + fabs(wanted.dx) + fabs(wanted.dy)
        if hit is None:
            x = x + way.dx
            y = y + way.dy
            put_at(sprite, x, y, STORE.groups[sprite.row].angle)
            break
        other: SpriteRow = hit.other
        height: double = internal_edge_height(
            sprite.row,
            other.row,
            address(first),
            address(way),
            planes.used != NO_PLANE,
            address(over),
        )
        length: double = sqrt(way.dx * way.dx + way.dy * way.dy)
        is_new_point: bint = length * first.fraction > NO_PROGRESS * size
        if is_new_point:
            choose_corner_normals(hits, corners, address(planes), address(upward))
            planes.count = 0
            loosened = False
        # What stops the sprite right where it was lifted over an internal edge is a real one.
        is_internal: bint = height > 0.0 and (is_new_point or not lifted)
        lifted = False
        if loosened and not is_new_point and not is_internal:
            break  # it is a real corner
        x = first.x
        y = first.y
        put_at(sprite, x, y, STORE.groups[sprite.row].angle)
        if is_internal and (
            first_hit_on_way(sprite, address(over), batch, query_filter, address(beyond)) is None
        ):
            # An internal edge between two turned tiles: go over it, and on in the same direction.
            way.dx = way.dx * (1.0 - first.fraction)
            way.dy = way.dy * (1.0 - first.fraction)
            x = x + over.dx
            y = y + over.dy
            lifted = True
            put_at(sprite, x, y, STORE.groups[sprite.row].angle)
            continue
        # At a new point the plane along which the sprite came is forgotten: `count` is 0.
        if planes.used < planes.count:
            planes.items[planes.used].is_tried = True
        hits.append(hit)
        if first.other_nx != 0.0 or first.other_ny != 0.0:
            corners.append((len(hits) - 1, (first.other_nx, first.other_ny)))
            note_plane(address(planes), first.nx, first.ny, False)
            note_plane(address(planes), first.other_nx, first.other_ny, False)
        else:
            # Of what the sprite overlaps, this is the normal of perhaps one way out of several: no
            # plane that it must keep off.
            is_certain: bint = not first.overlapping and not is_at_corner(
                sprite.row, other.row, first.other_part, first.nx, first.ny
            )
            note_plane(address(planes), first.nx, first.ny, is_certain)
        planes.used = next_way(address(planes), goal_x - x, goal_y - y, size, address(way))
        if (
            planes.used < 0
            and bend_of(sprite.row, first.part) + bend_of(other.row, first.other_part) == 0.0
            and loosen(address(planes))
        ):
            # At a seam between two turned tiles, the side of the next one may be met first.
            loosened = True
            planes.used = next_way(address(planes), goal_x - x, goal_y - y, size, address(way))
        if planes.used < 0:
            break
        keep_in_reach(
            x - start_x, y - start_y, wanted.dx * wanted.dx + wanted.dy * wanted.dy, address(way)
        )
        # Along an upright wall or a level floor, shift the sprite by a rounding, if it is free
        # there, so that the rest ends exactly at the goal: in whole numbers if the goal is.
        shift.dx = start_to_reach(goal_x, x, way.dx) - x if way.dy == 0.0 else 0.0
        shift.dy = start_to_reach(goal_y, y, way.dy) - y if way.dx == 0.0 else 0.0
        if (shift.dx != 0.0 or shift.dy != 0.0) and (
            first_hit_on_way(sprite, address(shift), batch, query_filter, address(beyond)) is None
        ):
            x = x + shift.dx
            y = y + shift.dy
            put_at(sprite, x, y, STORE.groups[sprite.row].angle)
    choose_corner_normals(hits, corners, address(planes), address(upward))
    travel: Vector = vector(x - start_x, y - start_y)
    left: Vector = vector(wanted.dx - travel.x, wanted.dy - travel.y)
    return slide_of(hits, travel, left, upward.up, upward.min_floor_cosine)


@cfunc
@inline
@nogil
@exceptval(check=False)
def which_normal(plane: pointer(cython.const[Plane]), first: XY, second: XY) -> cython.int:
    """Which of two normals a plane has: 1 for the first, 2 for the second, 0 for neither."""
    if plane.nx * second.x + plane.ny * second.y > ALIKE:
        return 2
    return 1 if plane.nx * first.x + plane.ny * first.y > ALIKE else 0


@cfunc
@exceptval(-1, check=False)
def choose_corner_normals(
    hits: list,
    corners: list,
    planes: pointer(cython.const[Planes]),
    upward: pointer(cython.const[Up]),
) -> cython.int:
    """Give hits at corners the normal of the edge that the sprite went along, or that stopped it.

    If that is neither of the two edges, as at the foot of a slope, the normal that points more
    upward is taken. `corners` holds (position in `hits`, second normal), and is emptied.
    """
    k: cython.int
    position: cython.int
    choice: cython.int
    for position, other in corners:
        first: XY = cast(SweepHit, hits[position])._normal
        second: XY = XY(other[0], other[1])
        choice = 0
        if 0 <= planes.used < planes.count:  # the plane along which it went
            choice = which_normal(address(planes.items[planes.used]), first, second)
        for k in range(planes.count):
            if choice == 0 and planes.items[k].is_certain:
                choice = which_normal(address(planes.items[k]), first, second)
        rise: double = (second.x - first.x) * upward.up.x + (second.y - first.y) * upward.up.y
        if choice == 2 or (choice == 0 and rise > 0.0):
            hits[position] = hits[position].__replace__(normal=other)
    corners.clear()
    return 0


def as_given(up: object) -> object:
    """`up` as a tuple, if it can be one."""
    is_vector: bint = hasattr(type(up), "__iter__") and not isinstance(up, (str, bytes, dict, set))
    return tuple(up) if is_vector else up


def up_of(up: object, max_floor_angle: object) -> Up:
    """The arguments `up` and `max_floor_angle`, checked."""
    result: Up
    angle: double = checked(max_floor_angle, "max_floor_angle")
    if not 0.0 <= angle < 90.0 and not (fault(74) and angle == 90.0):
        raise ValueError(
            f"max_floor_angle must be from 0 to less than 90 degrees, got {shown(max_floor_angle)}"
        )
    result.min_floor_cosine = max(1e-9, rotation_of(angle).cosine - 1e-9)  # a wall is no floor
    result.up = vector(0.0, 0.0)
    if up is None:
        result.min_floor_cosine = 2.0
        return result
    try:  # a str, and what has no order, is no vector
        right, down = None if isinstance(up, (str, bytes, dict, set, frozenset)) else up
    except (TypeError, ValueError):
        raise TypeError(
            f"up must be a vector (x, y), such as (0, -1), or None, got {shown(up)}"
        ) from None
    result.up = vector(checked(right, "up[0]"), checked(down, "up[1]"))
    length: double = length_of(result.up)
    if length == 0.0:
        raise ValueError(f"up must not be the zero vector, got {shown(up)}")
    result.up = vector(result.up.x / length, result.up.y / length)
    return result


def slide_of(
    hits: list, travel: Vector, left: Vector, up: Vector, min_floor_cosine: double
) -> Slide:
    """The `Slide` for a motion: floors, walls and ceilings are told by the normals of its hits."""
    hit: SweepHit
    most_level: double = 0.0
    slide: Slide = Slide.__new__(Slide)
    slide._travel = XY(travel.x, travel.y)
    slide._remainder = XY(left.x, left.y)
    slide.hits = hits
    for hit in hits:
        rise: double = hit._normal.x * up.x + hit._normal.y * up.y
        if rise >= min_floor_cosine:
            slide.on_floor = True
            slide._floor_normal = hit._normal
            if slide.floor is None or rise > most_level:
                slide.floor = hit.other
                most_level = rise
        elif rise <= -min_floor_cosine:
            slide.on_ceiling = True
        else:
            slide.on_wall = True
            slide._wall_normal = hit._normal
    return slide
