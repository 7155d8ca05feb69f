"""Contacts and distances of rows: how deep their shapes overlap, or how far apart they are.

Everything is decided by the exact tests: which shapes hit, and whether a push ends that, which is
tried out (see `trials`).
"""

import cython
from cython.cimports.libc.math import INFINITY, NAN
from cython.cimports.libc.stdlib import free
from cython.cimports.spritecol._engine.box import Box, overlap
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.narrow_phase.contacts import contact_points
from cython.cimports.spritecol._engine.narrow_phase.distances import (
    parts_distance,
    swap_if,
    touching_points,
)
from cython.cimports.spritecol._engine.narrow_phase.least_move import (
    confirm,
    first_lengthening,
    least_move,
)
from cython.cimports.spritecol._engine.narrow_phase.shape_filter import rows_overlap, runs_overlap
from cython.cimports.spritecol._engine.pairs import pair_of
from cython.cimports.spritecol._engine.pipeline.moved_row import shift_row
from cython.cimports.spritecol._engine.pipeline.trials import (
    Trial,
    frees_either,
    frees_marked,
    frees_part,
    frees_shape,
    is_surely_convex,
    size_of_rows,
    surely_frees,
)
from cython.cimports.spritecol._engine.storage.layout import (
    NOTHING,
    NUMBER_CENTER_Y,
    NUMBER_X,
    POLYGON,
    SEAM,
    Collision,
    CollisionGroup,
    LocalCollision,
    Outline,
)
from cython.cimports.spritecol._engine.transform.rows import freshen

MOST_ROUNDS = cython.declare(cython.int, 1000)
"""Limit for the rounds of `separate`, each of which adds at least one row."""

HAIR = cython.declare(cython.double, 1e-9)
"""A gap far above rounding, as a part of the size of the numbers."""


@cython.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class ContactList:
    """A growing array of contacts."""

    def __cinit__(self):
        self.obstacles = Obstacles()

    def __dealloc__(self):
        free(self.items)

    def next(self) -> cython.pointer(ShapeContact):
        """Room for one more, which is counted already. Valid until the next call."""
        room_for(
            cython.address(self.items),
            cython.address(self.capacity),
            self.count + 1,
            16,
            cython.sizeof(ShapeContact),
        )
        self.count += 1
        return self.items + self.count - 1


def new_contacts() -> ContactList:
    """An empty list."""
    return ContactList()


@cython.cfunc
@cython.exceptval(check=False)
def only_part(store: Store, row: cython.int, first: cython.int, count: cython.int) -> cython.int:
    """The part of some shapes that have one: its number in the row, or -1 if they have several."""
    parts: cython.pointer(Collision) = store.parts + store.groups[row].first
    i: cython.int
    for i in range(first + 1, first + count):
        if parts[i].kind != NOTHING:
            return -1
    return first  # the others, if any, are flattened


@cython.cfunc
@cython.exceptval(-1)
def add_obstacles(
    store: Store,
    a: cython.int,
    first_a: cython.int,
    count_a: cython.int,
    b: cython.int,
    first_b: cython.int,
    count_b: cython.int,
    obstacles: Obstacles,
) -> cython.int:
    """Add the moves of row `a` with which each of its parts hits each of those of row `b`."""
    part: cython.pointer(Collision)
    other: cython.pointer(Collision)
    i: cython.int
    j: cython.int
    for i in range(first_a, first_a + count_a):
        part = store.parts + store.groups[a].first + i
        if part.kind in (NOTHING, SEAM):
            continue
        for j in range(first_b, first_b + count_b):
            other = store.parts + store.groups[b].first + j
            if other.kind in (NOTHING, SEAM):
                continue
            obstacles.add(
                part.kind,
                store.pool + part.first,
                part.count,
                other.kind,
                store.pool + other.first,
                other.count,
            )
    obstacles.size = max(obstacles.size, size_of_rows(store, a, b))
    return 0


@cython.cfunc
@cython.exceptval(check=False)
def comes_first(store: Store, a: cython.int, b: cython.int) -> cython.bint:
    """Whether row `a` is to be computed before row `b`.

    Rounding may depend on the order, and the order must not depend on which rows were free when the
    sprites were made. So the one comes first whose box lies further left, and so on. Where boxes
    are equal the poses decide, and the rows only where these are equal, too.
    """
    box: cython.p_double = cython.cast(cython.p_double, store.boxes + a)
    other: cython.p_double = cython.cast(cython.p_double, store.boxes + b)
    k: cython.int
    for k in range(4):
        if box[k] != other[k]:
            return box[k] < other[k]
    for k in range(NUMBER_X, NUMBER_CENTER_Y + 1):
        if store.number_at(a, k)[0] != store.number_at(b, k)[0]:
            return store.number_at(a, k)[0] < store.number_at(b, k)[0]
    return a < b


def put_contact(
    store: Store,
    a: cython.int,
    first_a: cython.int,
    count_a: cython.int,
    b: cython.int,
    first_b: cython.int,
    count_b: cython.int,
    obstacles: Obstacles,
    out: cython.pointer(ShapeContact),
) -> cython.int:
    """Write normal, depth and points of two shapes that hit; they are given by their first parts.

    The geometry is always computed in the same order (see `comes_first`), so that to swap the two
    negates the normal, also where several moves are equally short.
    """
    trial: Trial
    move: Move
    near: Nearest
    deepest: Nearest
    size: cython.double
    part: cython.pointer(Collision)
    other: cython.pointer(Collision)
    swapped: cython.bint = not comes_first(store, a, b)
    single: cython.bint
    freed: cython.bint = False
    i: cython.int
    j: cython.int
    trial.store = cython.cast(cython.p_void, store)
    trial.a = a
    trial.first_a = first_a
    trial.count_a = count_a
    trial.b = b
    trial.first_b = first_b
    trial.count_b = count_b
    trial.sign = -1.0 if swapped else 1.0
    if swapped:
        a, b = b, a
        first_a, first_b = first_b, first_a
        count_a, count_b = count_b, count_a
    i = only_part(store, a, first_a, count_a)
    j = only_part(store, b, first_b, count_b)
    single = i >= 0 and j >= 0
    if single:
        part = store.parts + store.groups[a].first + i
        other = store.parts + store.groups[b].first + j
        parts_distance(part, other, store.pool, cython.address(near))
        size = size_of_rows(store, a, b)
        move.nx = move.wx = near.nx
        move.ny = move.wy = near.ny
        move.depth = max(0.0, -near.distance)
        trial.nx = near.nx
        trial.ny = near.ny
        if not (is_surely_convex(store, a) and is_surely_convex(store, b)):
            freed = confirm(cython.address(move), size, frees_shape, cython.address(trial))
        elif (
            part.kind == POLYGON
            and other.kind == POLYGON
            and surely_frees(store.boxes + a, store.boxes + b, cython.address(near), size)
        ):
            move.depth += first_lengthening(size)  # what `confirm` tries first
            freed = True
        else:
            freed = confirm(cython.address(move), size, frees_part, cython.address(trial))
        out.count = contact_points(part, other, store.pool, cython.address(near), out.points)
    if not freed:
        obstacles.clear()
        add_obstacles(store, a, first_a, count_a, b, first_b, count_b, obstacles)
        if not least_move(obstacles, frees_either, cython.address(trial), cython.address(move)):
            raise SystemError(f"no move separates rows {a} and {b}")  # pragma: no cover
    if not single:
        # The points are those of the deepest pair of parts.
        deepest.distance = INFINITY
        out.count = 0
        for i in range(first_a, first_a + count_a):
            for j in range(first_b, first_b + count_b):
                if not runs_overlap(store, a, i, 1, b, j, 1):
                    continue
                part = store.parts + store.groups[a].first + i
                other = store.parts + store.groups[b].first + j
                if SEAM in (part.kind, other.kind):
                    continue
                parts_distance(part, other, store.pool, cython.address(near))
                if near.distance < deepest.distance:
                    deepest = near
                    out.count = contact_points(
                        part, other, store.pool, cython.address(near), out.points
                    )
        if out.count == 0:  # along a seam: the middle of the segment that lies there
            seam_point(store, a, first_a, count_a, b, first_b, count_b, out)
    out.nx = trial.sign * move.nx + 0.0  # 0.0 instead of -0.0
    out.ny = trial.sign * move.ny + 0.0
    out.depth = move.depth
    return 0


@cython.cfunc
@cython.exceptval(check=False)
def seam_point(
    store: Store,
    a: cython.int,
    first_a: cython.int,
    count_a: cython.int,
    b: cython.int,
    first_b: cython.int,
    count_b: cython.int,
    out: cython.pointer(ShapeContact),
) -> cython.void:
    """A point of contact for a segment that hits a shape only along a seam between its parts."""
    seam: cython.p_double
    segment: cython.p_double
    part: cython.pointer(Collision)
    other: cython.pointer(Collision)
    low: cython.double
    high: cython.double
    t: cython.double
    s: cython.double
    length: cython.double
    i: cython.int
    j: cython.int
    for i in range(first_a, first_a + count_a):
        for j in range(first_b, first_b + count_b):
            part = store.parts + store.groups[a].first + i
            other = store.parts + store.groups[b].first + j
            if part.kind == SEAM:
                part, other = other, part
            if other.kind != SEAM or not runs_overlap(store, a, i, 1, b, j, 1):
                continue
            segment = store.pool + part.first
            seam = store.pool + other.first
            length = (seam[2] - seam[0]) * (seam[2] - seam[0]) + (seam[3] - seam[1]) * (
                seam[3] - seam[1]
            )
            t = (segment[0] - seam[0]) * (seam[2] - seam[0]) + (segment[1] - seam[1]) * (
                seam[3] - seam[1]
            )
            s = (segment[2] - seam[0]) * (seam[2] - seam[0]) + (segment[3] - seam[1]) * (
                seam[3] - seam[1]
            )
            low = max(0.0, min(t, s) / length)
            high = min(1.0, max(t, s) / length)
            t = 0.5 * (low + high)
            out.points[0] = seam[0] + t * (seam[2] - seam[0])
            out.points[1] = seam[1] + t * (seam[3] - seam[1])
            out.count = 1
            return


def contacts_of_rows(
    store: Store,
    a: cython.int,
    b: cython.int,
    position_a: cython.int,
    position_b: cython.int,
    out: ContactList,
) -> cython.int:
    """Add a contact for each pair of shapes of two rows that hit, in the order of the shapes.

    Preconditions: the rows are up to date and hit.
    """
    alone: cython.bint
    local_a: cython.pointer(LocalCollision)
    local_b: cython.pointer(LocalCollision)
    contact: cython.pointer(ShapeContact)
    i: cython.int = 0
    j: cython.int
    local_a = cython.cast(Outline, store.groups[a].outline).parts
    local_b = cython.cast(Outline, store.groups[b].outline).parts
    alone = (
        local_a[0].part_count == store.groups[a].count
        and local_b[0].part_count == store.groups[b].count
    )
    while i < store.groups[a].count:
        j = 0
        while j < store.groups[b].count:
            if alone or runs_overlap(
                store, a, i, local_a[i].part_count, b, j, local_b[j].part_count
            ):
                contact = out.next()
                contact.position_a = position_a
                contact.position_b = position_b
                contact.shape_a = local_a[i].shape
                contact.shape_b = local_b[j].shape
                put_contact(
                    store,
                    a,
                    i,
                    local_a[i].part_count,
                    b,
                    j,
                    local_b[j].part_count,
                    out.obstacles,
                    contact,
                )
            j += local_b[j].part_count
        i += local_a[i].part_count
    return 0


def shape_pairs_of_rows(store: Store, a: cython.int, b: cython.int, out: PairList) -> cython.int:
    """Add the pairs (index of a shape of row `a`, of one of row `b`) that hit, in order."""
    local_a: cython.pointer(LocalCollision)
    local_b: cython.pointer(LocalCollision)
    i: cython.int = 0
    j: cython.int
    freshen(store, a)
    freshen(store, b)
    if a == b or not overlap(store.boxes + a, store.boxes + b):
        return 0
    local_a = cython.cast(Outline, store.groups[a].outline).parts
    local_b = cython.cast(Outline, store.groups[b].outline).parts
    while i < store.groups[a].count:
        j = 0
        while j < store.groups[b].count:
            if runs_overlap(store, a, i, local_a[i].part_count, b, j, local_b[j].part_count):
                if not out.reserve(1):
                    raise MemoryError
                out.items[out.count] = pair_of(local_a[i].shape, local_b[j].shape)
                out.count += 1
            j += local_b[j].part_count
        i += local_a[i].part_count
    return 0


def separate(
    store: Store,
    a: cython.int,
    b: cython.pointer(cython.const[cython.int]),
    nb: cython.Py_ssize_t,
    obstacles: Obstacles,
    out: cython.pointer(Move),
) -> cython.int:
    """The least move of row `a` after which it hits none of the rows `b`; depth 0 without hits.

    Rows that do not hit may be in the way. So the rows that hit are passed first, then those too
    that this move would hit, and so on: each answer is the least move past a part of the rows, and
    the first one that hits nothing is the least of all.
    """
    trial: Trial
    mark: cython.uint = store.next_pass()
    x: cython.double
    y: cython.double
    more: cython.bint = True
    k: cython.Py_ssize_t
    out.nx = 0.0
    out.ny = -1.0
    out.depth = 0.0
    obstacles.clear()
    freshen(store, a)
    trial.store = cython.cast(cython.p_void, store)
    trial.a = a
    trial.rows = b
    trial.row_count = nb
    trial.mark = mark
    for k in range(nb):
        freshen(store, b[k])
    for _ in range(MOST_ROUNDS):
        more = False
        x = store.x[a]
        y = store.y[a]
        if out.depth > 0.0:
            shift_row(store, a, x + out.nx * out.depth, y + out.ny * out.depth)
        for k in range(nb):
            if (
                b[k] != a
                and overlap(store.boxes + a, store.boxes + b[k])
                and rows_overlap(store, a, b[k])
            ):
                store.groups[b[k]].last_pass = mark
                more = True
        if out.depth > 0.0:
            shift_row(store, a, x, y)
        if not more:
            return 0
        obstacles.clear()
        for k in range(nb):
            if store.groups[b[k]].last_pass == mark:
                add_obstacles(
                    store, a, 0, store.groups[a].count, b[k], 0, store.groups[b[k]].count, obstacles
                )
        if not least_move(obstacles, frees_marked, cython.address(trial), out):
            raise SystemError(f"no move separates row {a}")  # pragma: no cover
    return 0


@cython.cfunc
@cython.exceptval(check=False)
def box_gap(
    a: cython.pointer(cython.const[Box]), b: cython.pointer(cython.const[Box])
) -> cython.double:
    """A lower bound of the distance of what is in two boxes: their gap along one axis."""
    return max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom)


@cython.cfunc
@cython.exceptval(check=False)
def nearest_parts(
    store: Store, a: cython.int, b: cython.int, out: cython.pointer(Nearest)
) -> cython.void:
    """Write what the nearest two parts of two rows give, if they are nearer than `out.distance`."""
    near: Nearest
    group_a: cython.pointer(CollisionGroup) = cython.address(store.groups[a])
    group_b: cython.pointer(CollisionGroup) = cython.address(store.groups[b])
    part: cython.pointer(Collision)
    other: cython.pointer(Collision)
    single: cython.bint = group_a.count == 1 or group_b.count == 1
    i: cython.int
    j: cython.int
    for i in range(group_a.count):
        part = store.parts + group_a.first + i
        for j in range(group_b.count):
            other = store.parts + group_b.first + j
            if (
                not single
                and NOTHING not in (part.kind, other.kind)
                and box_gap(store.part_boxes + part.box, store.part_boxes + other.box)
                >= out.distance
            ):
                continue
            parts_distance(part, other, store.pool, cython.address(near))
            if near.distance < out.distance:
                if near.distance <= 0.0:
                    touching_points(part, other, store.pool, cython.address(near))
                out[0] = near


@cython.cfunc
@cython.exceptval(check=False)
def nearest_in_order(
    store: Store, a: cython.int, b: cython.int, out: cython.pointer(Nearest)
) -> cython.void:
    """`nearest_parts`, computed in the order of `comes_first`."""
    swapped: cython.bint = not comes_first(store, a, b)
    nearest_parts(store, b if swapped else a, a if swapped else b, out)
    swap_if(swapped, out)


def rows_distance(
    store: Store,
    a: cython.int,
    b: cython.int,
    obstacles: Obstacles,
    out: cython.pointer(Nearest),
) -> cython.int:
    """The distance of two rows, minus the depth of all their shapes if they hit.

    It is infinite if they cannot hit: the same row twice, no shapes, disabled, or layers apart. The
    order is that of `put_contact`, so that to swap the two negates the normal.
    """
    contact: ShapeContact
    x: cython.double
    y: cython.double
    reach: cython.double
    i: cython.int
    j: cython.int
    freshen(store, a)
    freshen(store, b)
    out.distance = INFINITY
    out.nx = 0.0
    out.ny = -1.0
    out.ax = out.ay = out.bx = out.by = NAN
    if (
        a == b
        or not store.boxes[a].left < store.boxes[a].right
        or not store.boxes[b].left < store.boxes[b].right
        or (store.layered and not store.layers_meet(a, b))
    ):
        return 0
    if not (overlap(store.boxes + a, store.boxes + b) and rows_overlap(store, a, b)):
        nearest_in_order(store, a, b, out)
        # Touching parts may seem to overlap, by rounding.
        if out.distance < 0.0:
            out.distance = 0.0
            out.bx = out.ax
            out.by = out.ay
        out.nx += 0.0  # 0.0 instead of -0.0
        out.ny += 0.0
        return 0
    # All shapes of a row count as one.
    put_contact(
        store,
        a,
        0,
        store.groups[a].count,
        b,
        0,
        store.groups[b].count,
        obstacles,
        cython.address(contact),
    )
    i = only_part(store, a, 0, store.groups[a].count)
    j = only_part(store, b, 0, store.groups[b].count)
    if i >= 0 and j >= 0:
        nearest_in_order(store, a, b, out)
    else:
        # The deepest two parts may lead another way. The points are where the rows touch after the
        # move: a hair further, since where parts overlap by a rounding, any corner may be deepest.
        x = store.x[a]
        y = store.y[a]
        reach = contact.depth + HAIR * size_of_rows(store, a, b)
        shift_row(store, a, x + contact.nx * reach, y + contact.ny * reach)
        nearest_parts(store, a, b, out)
        shift_row(store, a, x, y)
        out.ax = out.bx - contact.depth * contact.nx
        out.ay = out.by - contact.depth * contact.ny
    out.distance = -contact.depth
    out.nx = contact.nx
    out.ny = contact.ny
    out.bx = out.ax + contact.depth * contact.nx
    out.by = out.ay + contact.depth * contact.ny
    return 0
