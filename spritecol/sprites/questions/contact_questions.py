"""Contacts, separations and distances of sprites."""

import cython as C
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.memory import memory_of
from cython.cimports.spritecol._engine.narrow_phase.move_outlines import Move
from cython.cimports.spritecol._engine.narrow_phase.nearest_points import Nearest
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import size_at
from cython.cimports.spritecol._engine.narrow_phase.short_way import BUDGET
from cython.cimports.spritecol._engine.pairs import PairList, first_of, new_pairs, second_of
from cython.cimports.spritecol._engine.pipeline import (
    contact_search,
    row_distances,
    stages,
    way_out,
)
from cython.cimports.spritecol._engine.pipeline.contact_search import (
    ContactList,
    ShapeContact,
    TwoShapes,
)
from cython.cimports.spritecol._engine.pipeline.row_index import workspace_of
from cython.cimports.spritecol._engine.pipeline.way_out import Crowd
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage import layout, store
from cython.cimports.spritecol._engine.storage.store import RowFilter, RowFilterRef
from cython.cimports.spritecol._engine.transform.rows import freshen
from cython.cimports.spritecol._support.fast_range_check import checked, is_no_vector
from cython.cimports.spritecol._support.libc import INFINITY, frexp, ldexp
from cython.cimports.spritecol._support.polar import hypot
from cython.cimports.spritecol._support.vectors import XY, checked_pair, new_vector
from cython.cimports.spritecol.sprites.containers import near_targets
from cython.cimports.spritecol.sprites.containers.batch import Batch, hold, release
from cython.cimports.spritecol.sprites.containers.targets import LASTING, other_pieces_of, pieces_of
from cython.cimports.spritecol.sprites.questions.answers import Contact, new_distance
from cython.cimports.spritecol.sprites.questions.hits import find_hits, sprites_hit
from cython.cimports.spritecol.sprites.questions.query_filter import (
    QueryFilter,
    hit_query_filter,
    put_row_filter,
    query_filter_of,
    row_filter_of,
    shape_at,
)
from cython.cimports.spritecol.sprites.row import sprite_row
from cython.cimports.spritecol.sprites.row.sprite_row import SpriteRow

from spritecol._support.lazy_imports import numpy
from spritecol._support.range_check import ALL_LAYERS, OMITTED, shown
from spritecol.shapes import Point
from spritecol.sprites.questions import answer_arrays

NO_MOVE = C.declare(object, new_vector(0.0, 0.0))


@C.cfunc
def poses_of(sprite: SpriteRow, other: SpriteRow) -> object:
    """Return the poses of two sprites, in the form of `Contact`."""
    poses: C.double[14]
    sprite_row.put_world_pose(sprite.row, poses)
    sprite_row.put_world_pose(other.row, poses + 7)
    return C.cast(C.p_char, poses)[: C.sizeof(poses)]


@C.cfunc
@C.exceptval(-1)
def collect(
    sprite: SpriteRow, other: SpriteRow, found: C.pointer(ShapeContact), out: list
) -> C.int:
    """Append the `HELD` objects of a contact's record, in the order of `SPRITE` to `HELD_POSES`.

    This creates no object that the garbage collector tracks, so it does not run, and no finalizer
    can change the shapes of a sprite meanwhile.
    """
    out.append(sprite)
    out.append(other)
    out.append(shape_at(sprite, found.shape_a))
    out.append(shape_at(other, found.shape_b))
    out.append(poses_of(sprite, other))
    return 0


@C.cfunc
def contact_of(held: list, k: C.Py_ssize_t, found: C.pointer(ShapeContact)) -> object:
    """Make the `Contact` from the objects that `collect` has kept for contact k."""
    i: C.int
    contact: Contact = Contact.__new__(Contact)
    contact.sprite = held[HELD * k + SPRITE]
    contact.other = held[HELD * k + HELD_OTHER]
    contact.shape = held[HELD * k + SHAPE]
    contact.other_shape = held[HELD * k + OTHER_SHAPE]
    contact._normal = XY(found.nx, found.ny)
    contact.depth = found.depth
    contact._count = found.count
    for i in range(found.count):
        contact._points[i] = XY(found.points[2 * i], found.points[2 * i + 1])
    contact._poses = held[HELD * k + HELD_POSES]
    return contact


@C.cfunc
def records_of(held: list, found: ContactList) -> list:
    """Return the `Contact` of each contact that was found and collected."""
    result: list = []
    k: C.Py_ssize_t
    for k in range(found.count):
        result.append(contact_of(held, k, found.items + k))
    return result


def touch_of(
    sprite: SpriteRow,
    other: SpriteRow,
    shape: object,
    other_shape: object,
    nx: C.double,
    ny: C.double,
    px: C.double,
    py: C.double,
) -> object:
    """Return the `Contact` of two shapes that only touch, at a point."""
    contact: Contact = Contact.__new__(Contact)
    contact.sprite = sprite
    contact.other = other
    contact.shape = shape
    contact.other_shape = other_shape
    contact._normal = XY(nx, ny)
    contact._count = 1
    contact._points[0] = XY(px, py)
    contact._poses = poses_of(sprite, other)
    return contact


def seen_from_other(contact: Contact) -> object:
    """Return the `Contact` of a touch, as seen from its other sprite."""
    return touch_of(
        contact.other,
        contact.sprite,
        contact.other_shape,
        contact.shape,
        0.0 - contact._normal.x,  # not -0.0
        0.0 - contact._normal.y,
        contact._points[0].x,
        contact._points[0].y,
    )


def contacts_of(
    sprite: SpriteRow, targets: object, query_filter: QueryFilter | None = None
) -> list:
    """Return a contact for each pair of shapes that hit, ordered by target, then by shape.

    `where` is called last, for each contact, or once for each sprite.
    """
    found: ContactList = ContactList()
    held: list = []
    k: C.Py_ssize_t
    other: SpriteRow
    others: list = sprites_hit(sprite, targets, query_filter)
    for k in range(len(others)):
        other = others[k]
        contact_search.contacts_of_rows(
            workspace_of(store.STORE).two_shapes,
            row_filter_of(query_filter),
            sprite.row,
            other.row,
            False,
            0,
            k,
            found,
        )
    for k in range(found.count):
        collect(sprite, others[found.items[k].position_b], found.items + k, held)
    result: list = records_of(held, found)
    if query_filter is not None and query_filter.wants_hit:
        result = [contact for contact in result if query_filter.accepts_hit(contact)]
    elif query_filter is not None and query_filter.where is not None:
        verdicts: dict = {}
        result = [
            result[k]
            for k in range(found.count)
            if query_filter.accepts_once(held[HELD * k + HELD_OTHER], verdicts)
        ]
    return result


@C.cfunc
@C.exceptval(-1, check=False)
def is_meant(shape: object, wanted: object) -> C.bint:
    """Whether a shape counts as a wanted shape, by its name or, without a name, by identity."""
    return shape is wanted or (wanted.name is not None and shape.name == wanted.name)


def deepest_contact(
    pair: tuple, side: C.Py_ssize_t, query_filter: QueryFilter | None = None
) -> object:
    """Return the deepest contact of a pair as seen from one side; of equal ones, the first.

    A pair is (sprite, other) or (sprite, other, shape, other_shape), see `Overlaps`. Return None if
    they do not hit, because a finalizer may have moved them since they were found. The conditions
    of the query that found the pair decide which shapes count. The first sprite is the one that
    made the query.
    """
    found: ContactList = ContactList()
    held: list = []
    sprite: SpriteRow = pair[side]
    other: SpriteRow = pair[1 - side]
    best: C.Py_ssize_t = -1
    k: C.Py_ssize_t
    chosen: RowFilterRef = row_filter_of(query_filter)
    first: SpriteRow = pair[0]
    if not stages.chosen_shapes_hit(store.STORE, chosen, first.row, C.cast(SpriteRow, pair[1]).row):
        return None
    contact_search.contacts_of_rows(
        workspace_of(store.STORE).two_shapes, chosen, sprite.row, other.row, side == 1, 0, 0, found
    )
    for k in range(found.count):
        collect(sprite, other, found.items + k, held)
    for k in range(found.count):
        if len(pair) == 4 and not (
            is_meant(held[HELD * k + SHAPE], pair[2 + side])
            and is_meant(held[HELD * k + OTHER_SHAPE], pair[3 - side])
        ):
            continue
        if best < 0 or found.items[k].depth > found.items[best].depth:
            best = k
    return contact_of(held, best, found.items + best) if best >= 0 else None


def accepted_hits(sprite: SpriteRow, found: list, query_filter: QueryFilter) -> list:
    """Return the sprites that a sprite hits and `where` accepts, or all without `where`.

    A `where` that takes contacts is called after all of them are found.
    """
    if not query_filter.wants_hit:
        return query_filter.accepted(found)
    contacts: list = [deepest_contact((sprite, other), 0, query_filter) for other in found]
    return [
        other
        for other, contact in zip(found, contacts, strict=True)
        if query_filter.ask_where(other, contact)
    ]


def separation_of(
    sprite: SpriteRow, targets: object, longest: C.double = INFINITY, moves: C.bint = False
) -> object:
    """Return the shortest move that ends all hits with the targets, or (0, 0) if longer than
    `longest`.

    If the sprite `moves`, one-way shapes are ignored, and an iterator is refused.
    """
    move: Move
    row: C.int
    selected: RowFilter
    if isinstance(targets, SpriteRow):
        row = C.cast(SpriteRow, targets).row
        store.put_filter_of(C.address(selected), store.STORE, C.address(sprite.row))
        way_out.short_way_out(
            crowd_with_budget(),
            sprite.row,
            C.address(row),
            1,
            C.address(selected),
            moves,
            C.NULL,
            False,
            longest,
            C.address(move),
        )
    else:
        batch: Batch = pieces_of(targets, "targets", LASTING if moves else 0)
        separate_from(
            sprite, sprite.row, batch, None, moves, C.NULL, False, longest, C.address(move)
        )
    return way_of_move(C.address(move), longest)


@C.cfunc
def crowd_with_budget() -> Crowd:
    """Return what searches for ways out of several rows, with a whole budget."""
    crowd: Crowd = workspace_of(store.STORE).crowd
    crowd.cells.budget = BUDGET
    return crowd


@C.cfunc
@C.exceptval(-1)
def take_within(batch: Batch, row: C.int, reach: C.double, near: Batch) -> C.int:
    """Add to `near` what of a batch in pieces is within a reach of the box of a row."""
    box: Box = store.STORE.boxes[row]
    # Rounding adds less to a move.
    margin: C.double = reach + 1e-9 * (reach + size_at(store.STORE, row))
    box.left -= margin
    box.top -= margin
    box.right += margin
    box.bottom += margin
    near_targets.take_near(batch.pieces, C.address(box), 0.0, 0.0, near)
    return 0


def separate_from(
    sprite: SpriteRow,
    row: C.int,
    batch: Batch,
    query_filter: QueryFilter | None,
    moves: C.bint,
    along: Numbers,
    ahead: C.bint,
    longest: C.double,
    move: C.pointer(Move),
    decided: list | None = None,
) -> C.int:
    """Find a short move out of a batch, or the shortest one on a line.

    If it is longer than `longest`, its depth is more than that, and nothing else is known of it.

    The row is the sprite's, or a hidden row at another position. With `ahead`, the move leads only
    in the direction of the line. The sprites that affect the result are added to `decided`: the row
    hits them, or they are in its way. For a batch in pieces, or with an index, only the sprites
    within reach of this move are searched, because nothing else can be in its way.
    """
    k: C.Py_ssize_t
    selected: RowFilter
    reach: C.double = 0.0
    pieces: Batch = batch
    near: Batch = batch
    crowd: Crowd = crowd_with_budget()
    if (
        batch.pieces is None
        and near_targets.synced_index(batch, near_targets.AS_SPRITES) is not None
    ):
        pieces = Batch()
        pieces.pieces = [batch]
    while True:
        if pieces.pieces is not None:
            near = near_targets.sync_pieces(pieces)
            freshen(store.STORE, row)
            box: C.pointer(Box) = store.STORE.boxes + row
            # Usually enough. If it is not, the search starts again, and a few more rows cost
            # little.
            reach = max(reach, 2.0 * (box.right - box.left), 2.0 * (box.bottom - box.top))
            take_within(pieces, row, reach, near)
        put_row_filter(sprite, query_filter, C.address(selected))
        mark: C.uint = way_out.short_way_out(
            crowd,
            row,
            near.rows,
            near.row_count,
            C.address(selected),
            moves,
            along,
            ahead,
            longest if pieces.pieces is None else min(longest, reach),
            move,
        )
        if pieces.pieces is None or not move.depth > reach or reach >= longest:
            break
        # Of a point, twice the reach may be nearly nothing.
        reach = max(2.0 * reach, min(move.depth, longest))
    for k in range(near.row_count if decided is not None else 0):
        if store.STORE.records[near.rows[k]].last_pass == mark:
            decided.append(near.sprites[k])
    return 0


@C.cfunc
def way_of_move(move: C.pointer(C.const[Move]), longest: C.double) -> object:
    """Return a move as (dx, dy), or (0, 0) if it is longer than `longest`.

    Its length and the length of the rounded vector differ by rounding, and `longest` may be either.
    """
    dx: C.double = move.nx * move.depth + 0.0  # 0.0 instead of -0.0
    dy: C.double = move.ny * move.depth + 0.0
    if move.depth == 0.0 or (move.depth > longest and hypot(dx, dy) > longest):
        return NO_MOVE
    return new_vector(dx, dy)


@C.cfunc
@C.exceptval(-1)
def put_along(along: object, out: C.p_double) -> C.int:
    """Write the direction vector of `along`, with a length in (0.5, 1].

    It is only halved or doubled, which rounds nothing. So a move along it that ends at whole
    numbers is exact, which matters in a slot.

    Raises:
        TypeError: it is not a pair of numbers.
        ValueError: a number is not finite or is beyond 1e12, or both are 0.
    """
    try:
        right, down = None if is_no_vector(along) else along
    except (TypeError, ValueError):
        raise TypeError(
            f"along must be a vector (x, y), such as (1, 0), or None, got {shown(along)}"
        ) from None
    out[0] = checked(right, "along[0]")
    out[1] = checked(down, "along[1]")
    exponent: C.int
    length: C.double = hypot(out[0], out[1])
    if length == 0.0:
        raise ValueError(f"along must not be the zero vector, got {shown(along)}")
    if frexp(length, C.address(exponent)) == 0.5:
        exponent -= 1
    out[0] = ldexp(out[0], -exponent)
    out[1] = ldexp(out[1], -exponent)
    return 0


def separation_along(
    sprite: SpriteRow,
    targets: object,
    query_filter: QueryFilter | None,
    longest: C.double,
    moves: C.bint,
    along: object,
) -> object:
    """Return `conditional_separation` on a line, also without conditions."""
    if query_filter is None:
        query_filter = query_filter_of(None, (), None, sprite)
        query_filter.uses_own_layers = True
    batch: Batch = pieces_of(targets, "targets", LASTING if moves else 0)
    return conditional_separation(sprite, batch, query_filter, longest, moves, along)


def conditional_separation(
    sprite: SpriteRow,
    batch: Batch,
    query_filter: QueryFilter,
    longest: C.double,
    moves: C.bint,
    along: object = None,
) -> object:
    """Return the shortest move that ends all hits with the targets that the conditions accept.

    With `along`, it is the shortest move on that line, in either direction. It is (0, 0) if there
    is no such move, or if it is longer than `longest`. If the sprite `moves`, one-way shapes are
    ignored. `where` is called only for targets that affect the result, once each. If it rejects a
    target, the move is computed again without it.
    """
    move: Move
    asked: dict = {}
    more: C.bint = True
    line: C.double[2]
    direction: Numbers = C.NULL
    if along is not None:
        put_along(along, line)
        direction = line
    while more:
        more = False
        # Made now, because allocating may run user code.
        decided: list | None = None if query_filter.where is None else []
        separate_from(
            sprite,
            sprite.row,
            batch,
            query_filter,
            moves,
            direction,
            False,
            longest,
            C.address(move),
            decided,
        )
        for other in decided or ():
            if id(other) in asked:
                continue
            asked[id(other)] = other
            contact: object = None
            if query_filter.wants_hit:
                contact = deepest_contact((sprite, other), 0, query_filter)
            if not query_filter.ask_where(other, contact):
                query_filter.reject(other)
                more = True
    return way_of_move(C.address(move), longest)


def separations_of(
    group: Batch,
    other: object,
    mask: object,
    exclude: object,
    shapes: object,
    target_shapes: object,
) -> object:
    """Return how each sprite of a batch is pushed out of its hits, as an array of shape (n, 2).

    Two sprites within the batch each take half of the move that separates them, in
    opposite directions. It is the move for their distance, which is negative.
    """
    k: C.Py_ssize_t
    within: C.bint = other is OMITTED or other is group
    query_filter: QueryFilter | None = hit_query_filter(
        None, mask, exclude, None, shapes, target_shapes
    )
    targets: Batch = group if within else other_pieces_of(other, "other", group)
    found: PairList = new_pairs(C.NULL)
    pushes: ContactList = ContactList()
    find_hits(group, targets, near_targets.AS_FIRST_POSITIONS, found, query_filter)
    if within:
        find_pushes(group, found, query_filter, pushes)
    sprites: list = group.sprites
    alone: C.bint = hold(group)
    try:
        result: object = numpy.zeros((len(sprites), 2))
        if found.count and within:
            add_halves(found, pushes, result)
        elif found.count:
            for k in sorted({first_of(found.items[k]) for k in range(found.count)}):
                if query_filter is None:
                    result[k] = separation_of(sprites[k], targets)
                    continue
                query_filter = hit_query_filter(
                    sprites[k], mask, exclude, None, shapes, target_shapes
                )
                result[k] = conditional_separation(
                    sprites[k], targets, query_filter, INFINITY, False
                )
    finally:
        release(group, sprites, alone)
    return result


@C.cfunc
def find_pushes(
    group: Batch, found: PairList, query_filter: QueryFilter | None, pushes: ContactList
) -> C.int:
    """Find the move that separates each pair of a batch."""
    k: C.Py_ssize_t
    chosen: RowFilterRef = row_filter_of(query_filter)
    trial: TwoShapes = workspace_of(store.STORE).two_shapes
    for k in range(found.count):
        trial.cells.budget = BUDGET
        contact_search.put_push_of_rows(
            trial,
            chosen,
            group.rows[first_of(found.items[k])],
            group.rows[second_of(found.items[k])],
            INFINITY,
            pushes.next(),
        )
    return 0


@C.cfunc
def add_halves(found: PairList, pushes: ContactList, result: object) -> C.int:
    """Add half of the push of each pair to both of its sprites."""
    k: C.Py_ssize_t
    push: C.p_double = C.cast(C.p_double, memory_of(result))
    for k in range(found.count):
        one: C.p_double = push + 2 * first_of(found.items[k])
        other: C.p_double = push + 2 * second_of(found.items[k])
        item: C.pointer(ShapeContact) = pushes.items + k
        one[0] += 0.5 * item.nx * item.depth
        one[1] += 0.5 * item.ny * item.depth
        other[0] -= 0.5 * item.nx * item.depth
        other[1] -= 0.5 * item.ny * item.depth
    return 0


def distance_of(
    sprite: SpriteRow,
    other: SpriteRow,
    query_filter: QueryFilter | None = None,
    below: C.double = INFINITY,
) -> object:
    """Return the distance of two sprites. It is infinite if the conditions reject the other one.

    `where` is called only for a distance below a limit.
    """
    near: Nearest
    row: C.int = other.row
    if query_filter is not None and not store.passes(
        C.address(query_filter.rows), store.STORE, row
    ):
        row = sprite.row  # whose distance is infinite
    if query_filter is not None and query_filter.uses_own_layers:
        store.put_layers_of(C.address(query_filter.rows), store.STORE, sprite.row)
    row_distances.rows_distance(
        workspace_of(store.STORE).two_shapes,
        row_filter_of(query_filter),
        sprite.row,
        row,
        C.address(near),
    )
    distance: object = new_distance(
        near.distance, XY(near.nx, near.ny), XY(near.ax, near.ay), XY(near.bx, near.by)
    )
    if query_filter is None or query_filter.where is None or row != other.row:
        return distance
    if near.distance >= below:
        return distance
    return distance if query_filter.ask_where(other, distance) else distance_of(sprite, sprite)


def distance_of_place(sprite: SpriteRow, place: object, shapes: object) -> object:
    """Return the distance to a point, which is not on a layer, as for a sprite that meets all
    layers.
    """
    at: XY = checked_pair(place, "other")
    x: C.double = checked(at.x, "x")
    y: C.double = checked(at.y, "y")
    point: SpriteRow = SpriteRow.__new__(SpriteRow)
    sprite_row.set_shapes(point, Point(0.0, 0.0), None)
    sprite_row.put_place(point.row, layout.NUMBER_X, x)
    sprite_row.put_place(point.row, layout.NUMBER_Y, y)
    return distance_of(
        sprite, point, hit_query_filter(sprite, ALL_LAYERS, None, None, shapes, None)
    )


def hitting_shapes(
    sprite: SpriteRow, other: SpriteRow, query_filter: QueryFilter | None = None
) -> list:
    """Return the pairs of shapes that hit, in order: (index, shape, index of the other, other
    shape).

    The conditions decide which shapes count.
    """
    hits: PairList = new_pairs(C.NULL)
    held: list = []
    result: list = []
    k: C.Py_ssize_t
    chosen: RowFilterRef = row_filter_of(query_filter)
    if stages.chosen_shapes_hit(store.STORE, chosen, sprite.row, other.row):
        contact_search.shape_pairs_of_rows(store.STORE, chosen, sprite.row, other.row, hits)
    for k in range(hits.count):  # first all shapes, see `collect`
        held.append(shape_at(sprite, first_of(hits.items[k])))
        held.append(shape_at(other, second_of(hits.items[k])))
    for k in range(hits.count):
        result.append(
            (first_of(hits.items[k]), held[2 * k], second_of(hits.items[k]), held[2 * k + 1])
        )
    return result


@C.cfunc
@C.exceptval(-1)
def fill_contact_arrays(found: ContactList, arrays: tuple) -> C.int:
    """Write contacts into arrays: of positions, shapes, normals, depths, points and counts."""
    k: C.Py_ssize_t
    i: C.int
    position: C.pointer(C.Py_ssize_t) = C.cast(C.pointer(C.Py_ssize_t), memory_of(arrays[0]))
    shape: C.pointer(C.Py_ssize_t) = C.cast(C.pointer(C.Py_ssize_t), memory_of(arrays[1]))
    normal: C.p_double = C.cast(C.p_double, memory_of(arrays[2]))
    depth: C.p_double = C.cast(C.p_double, memory_of(arrays[3]))
    point: C.p_double = C.cast(C.p_double, memory_of(arrays[4]))
    number: C.pointer(C.Py_ssize_t) = C.cast(C.pointer(C.Py_ssize_t), memory_of(arrays[5]))
    for k in range(found.count):
        item: C.pointer(ShapeContact) = found.items + k
        position[2 * k] = item.position_a
        position[2 * k + 1] = item.position_b
        shape[2 * k] = item.shape_a
        shape[2 * k + 1] = item.shape_b
        normal[2 * k] = item.nx
        normal[2 * k + 1] = item.ny
        depth[k] = item.depth
        number[k] = item.count
        for i in range(2):  # a single point is repeated
            point[4 * k + i] = item.points[i]
            point[4 * k + 2 + i] = item.points[i + 2 * (item.count - 1)]
    return 0


def contact_arrays_of(a: Batch, other: object, query_filter: QueryFilter | None) -> object:
    """Return the contacts of all pairs that hit, as arrays."""
    found: ContactList = ContactList()
    hits: PairList = new_pairs(C.address(workspace_of(store.STORE).scratch))
    b: Batch = a if other is OMITTED or other is a else other_pieces_of(other, "other", a)
    k: C.Py_ssize_t
    find_hits(a, b, near_targets.AS_POSITIONS, hits, query_filter)
    chosen: RowFilterRef = row_filter_of(query_filter)
    found.reserve(C.address(workspace_of(store.STORE).scratch), hits.count)
    for k in range(hits.count):
        contact_search.contacts_of_rows(
            workspace_of(store.STORE).two_shapes,
            chosen,
            a.rows[first_of(hits.items[k])],
            b.rows[second_of(hits.items[k])],
            False,
            first_of(hits.items[k]),
            second_of(hits.items[k]),
            found,
        )
    count: C.Py_ssize_t = found.count
    positions: object = numpy.empty((count, 2), dtype=numpy.intp)
    shapes: object = numpy.empty((count, 2), dtype=numpy.intp)
    normals: object = numpy.empty((count, 2))
    depths: object = numpy.empty(count)
    points: object = numpy.empty((count, 2, 2))
    counts: object = numpy.empty(count, dtype=numpy.intp)
    arrays: tuple = (positions, shapes, normals, depths, points, counts)
    if count:
        fill_contact_arrays(found, arrays)
    return answer_arrays.ContactArrays(*arrays)
