"""Contacts and distances of rows: how deep their shapes overlap, or how far apart they are.

Everything is decided by the exact tests: which shapes hit, and whether a push ends that. A push is
tried out, by moving the row for the length of a test, so that it is right for the very numbers that
the sprite will have. No user code runs in between, and afterwards the row is as it was.
"""

import cython
from cython.cimports.libc.math import INFINITY, NAN, fabs
from cython.cimports.libc.stdlib import free
from cython.cimports.spritecol._engine.box import Box, overlap
from cython.cimports.spritecol._engine.memory import grow, next_capacity
from cython.cimports.spritecol._engine.narrow_phase.contact_table import contact_points
from cython.cimports.spritecol._engine.narrow_phase.distance_table import parts_distance
from cython.cimports.spritecol._engine.narrow_phase.least_move import confirm, least_move
from cython.cimports.spritecol._engine.narrow_phase.shape_filter import rows_overlap, runs_overlap
from cython.cimports.spritecol._engine.narrow_phase.straight_distances import corners_of
from cython.cimports.spritecol._engine.pairs import pair_of
from cython.cimports.spritecol._engine.storage.layout import (
    BOX,
    CIRCLE,
    ELLIPSE,
    NOTHING,
    POINT,
    SEAM,
    SEGMENT,
    Collision,
    CollisionGroup,
    LocalCollision,
    Outline,
)
from cython.cimports.spritecol._engine.transform.rows import freshen, refresh

MOST_ROUNDS = cython.declare(cython.int, 1000)
"""Limit for the rounds of `separate`, each of which adds at least one row."""

GAP_BOUND = cython.declare(cython.double, 1e-15)
"""A generous relative error bound for the gap of two parts along a unit vector."""

Trial = cython.struct(
    nx=cython.double,
    ny=cython.double,
    store=cython.p_void,
    a=cython.int,
    first_a=cython.int,
    count_a=cython.int,
    b=cython.int,
    first_b=cython.int,
    count_b=cython.int,
    sign=cython.double,
    rows=cython.pointer(cython.const[cython.int]),
    row_count=cython.Py_ssize_t,
    mark=cython.uint,
)
"""What is to be tried out: a row and its parts, and those of another row, or several rows."""


@cython.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class ContactList:
    """A growing array of contacts."""

    def __cinit__(self):
        self.obstacles = Obstacles()

    def __dealloc__(self):
        free(self.items)

    def next(self) -> cython.pointer(ShapeContact):
        """Room for one more, which is counted already. Valid until the next call."""
        capacity: cython.Py_ssize_t
        if self.count == self.capacity:
            capacity = next_capacity(self.capacity, self.count + 1, 16)
            grow(
                cython.cast(cython.pp_void, cython.address(self.items)),
                capacity,
                cython.sizeof(ShapeContact),
            )
            self.capacity = capacity
        self.count += 1
        return self.items + self.count - 1


def new_contacts() -> ContactList:
    """An empty list."""
    return ContactList()


@cython.cfunc
@cython.exceptval(check=False)
def shift_row(store: Store, row: cython.int, x: cython.double, y: cython.double) -> cython.void:
    """Put a row at (x, y), without a note that it has moved."""
    store.groups[row].x = x
    store.groups[row].y = y
    refresh(store, row)


@cython.cfunc
@cython.exceptval(check=False)
def frees_shape(context: cython.p_void, dx: cython.double, dy: cython.double) -> cython.bint:
    """Whether two shapes do not hit after a move of the first row."""
    trial: cython.pointer(Trial) = cython.cast(cython.pointer(Trial), context)
    store: Store = cython.cast(Store, trial.store)
    x: cython.double = store.groups[trial.a].x
    y: cython.double = store.groups[trial.a].y
    hit: cython.bint
    shift_row(store, trial.a, x + trial.sign * dx, y + trial.sign * dy)
    hit = overlap(store.boxes + trial.a, store.boxes + trial.b) and runs_overlap(
        store, trial.a, trial.first_a, trial.count_a, trial.b, trial.first_b, trial.count_b
    )
    shift_row(store, trial.a, x, y)
    return not hit


@cython.cfunc
@cython.exceptval(check=False)
def is_surely_convex(store: Store, row: cython.int) -> cython.bint:
    """Whether a row is one part that is no ellipse, and that rounding cannot make hollow."""
    outline: Outline
    if store.groups[row].count != 1:
        return False
    outline = cython.cast(Outline, store.groups[row].outline)
    return outline.parts[0].kind in (POINT, SEGMENT, BOX, CIRCLE) and (
        store.parts[store.groups[row].first].kind != ELLIPSE
    )


@cython.cfunc
@cython.exceptval(check=False)
def sure_gap(
    a: cython.pointer(cython.const[Collision]),
    b: cython.pointer(cython.const[Collision]),
    pool: cython.pointer(cython.const[cython.double]),
    nx: cython.double,
    ny: cython.double,
) -> cython.bint:
    """Whether there is certainly a gap along n: then the exact test would find one, too."""
    corners: cython.double[8]
    v: cython.pointer(cython.const[cython.double])
    part: cython.pointer(cython.const[Collision])
    x: cython.double = pool[b.first]
    y: cython.double = pool[b.first + 1]
    dx: cython.double
    dy: cython.double
    along: cython.double
    low: cython.double = INFINITY
    high: cython.double = -INFINITY
    size: cython.double = 0.0
    count: cython.int
    i: cython.int
    k: cython.int
    for i in range(2):
        part = b if i else a
        v = pool + part.first
        count = part.count
        if part.kind == BOX:
            corners_of(v, corners)
            v = corners
            count = 4
        elif part.kind == CIRCLE:
            count = 1
        for k in range(count):
            dx = v[2 * k] - x
            dy = v[2 * k + 1] - y
            along = nx * dx + ny * dy
            size = max(size, fabs(dx) + fabs(dy))
            if i:
                high = max(high, along)
            else:
                low = min(low, along)
        if part.kind == CIRCLE:
            size = max(size, v[2])
            if i:
                high += v[2]
            else:
                low -= v[2]
    return low - high > GAP_BOUND * size


@cython.cfunc
@cython.exceptval(check=False)
def frees_part(context: cython.p_void, dx: cython.double, dy: cython.double) -> cython.bint:
    """The same for two rows of one part each, which come apart along a known normal.

    A gap that is wider than any rounding error needs no exact test.
    """
    trial: cython.pointer(Trial) = cython.cast(cython.pointer(Trial), context)
    store: Store = cython.cast(Store, trial.store)
    x: cython.double = store.groups[trial.a].x
    y: cython.double = store.groups[trial.a].y
    free: cython.bint
    shift_row(store, trial.a, x + trial.sign * dx, y + trial.sign * dy)
    free = (
        sure_gap(
            store.parts + store.groups[trial.a].first,
            store.parts + store.groups[trial.b].first,
            store.pool,
            trial.sign * trial.nx,
            trial.sign * trial.ny,
        )
        or not overlap(store.boxes + trial.a, store.boxes + trial.b)
        or not runs_overlap(store, trial.a, 0, 1, trial.b, 0, 1)
    )
    shift_row(store, trial.a, x, y)
    return free


@cython.cfunc
@cython.exceptval(check=False)
def frees_marked(context: cython.p_void, dx: cython.double, dy: cython.double) -> cython.bint:
    """Whether a row hits none of the marked rows after a move."""
    trial: cython.pointer(Trial) = cython.cast(cython.pointer(Trial), context)
    store: Store = cython.cast(Store, trial.store)
    x: cython.double = store.groups[trial.a].x
    y: cython.double = store.groups[trial.a].y
    hit: cython.bint = False
    k: cython.Py_ssize_t
    shift_row(store, trial.a, x + dx, y + dy)
    for k in range(trial.row_count):
        if (
            store.groups[trial.rows[k]].last_pass == trial.mark
            and overlap(store.boxes + trial.a, store.boxes + trial.rows[k])
            and rows_overlap(store, trial.a, trial.rows[k])
        ):
            hit = True
            break
    shift_row(store, trial.a, x, y)
    return not hit


@cython.cfunc
@cython.exceptval(check=False)
def size_of_rows(store: Store, a: cython.int, b: cython.int) -> cython.double:
    """The size of the numbers of two rows, which bounds their rounding errors."""
    size: cython.double = 0.0
    group: cython.pointer(CollisionGroup)
    box: cython.pointer(Box)
    i: cython.int
    for i in range(2):
        group = cython.address(store.groups[b if i else a])
        box = store.boxes + (b if i else a)
        size = max(size, fabs(group.x) + fabs(group.center_x), fabs(group.y) + fabs(group.center_y))
        size = max(size, fabs(box.left), fabs(box.right))
        size = max(size, fabs(box.top), fabs(box.bottom))
    return size


@cython.cfunc
@cython.exceptval(check=False)
def only_part(store: Store, row: cython.int, first: cython.int, count: cython.int) -> cython.int:
    """The part of a shape that has one: its number in the row, or -1 if it has several."""
    parts: cython.pointer(Collision) = store.parts + store.groups[row].first
    if count == 1 or parts[first + 1].kind == NOTHING:  # flattened to its first part
        return first
    return -1


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
        if part.kind == NOTHING or part.kind == SEAM:
            continue
        for j in range(first_b, first_b + count_b):
            other = store.parts + store.groups[b].first + j
            if other.kind == NOTHING or other.kind == SEAM:
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
@cython.exceptval(-1)
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
    """Write normal, depth and points of two shapes that hit.

    The geometry is always computed for the lower row first, so that to swap the two negates the
    normal, also where several moves are equally short.
    """
    trial: Trial
    move: Move
    near: Nearest
    deepest: Nearest
    size: cython.double
    part: cython.pointer(Collision)
    other: cython.pointer(Collision)
    swapped: cython.bint = a > b
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
    if i >= 0 and j >= 0:
        part = store.parts + store.groups[a].first + i
        other = store.parts + store.groups[b].first + j
        parts_distance(part, other, store.pool, cython.address(near))
        size = size_of_rows(store, a, b)
        move.nx = move.wx = near.nx
        move.ny = move.wy = near.ny
        move.depth = max(0.0, -near.distance)
        trial.nx = near.nx
        trial.ny = near.ny
        if is_surely_convex(store, a) and is_surely_convex(store, b):
            confirm(cython.address(move), size, frees_part, cython.address(trial))
        else:
            confirm(cython.address(move), size, frees_shape, cython.address(trial))
        out.count = contact_points(part, other, store.pool, cython.address(near), out.points)
    else:
        obstacles.clear()
        add_obstacles(store, a, first_a, count_a, b, first_b, count_b, obstacles)
        if not least_move(obstacles, frees_shape, cython.address(trial), cython.address(move)):
            raise SystemError(f"no move separates rows {a} and {b}")  # pragma: no cover
        # The points are those of the deepest pair of parts.
        deepest.distance = INFINITY
        out.count = 0
        for i in range(first_a, first_a + count_a):
            for j in range(first_b, first_b + count_b):
                if not runs_overlap(store, a, i, 1, b, j, 1):
                    continue
                part = store.parts + store.groups[a].first + i
                other = store.parts + store.groups[b].first + j
                if part.kind == SEAM or other.kind == SEAM:
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
        x = store.groups[a].x
        y = store.groups[a].y
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
    return max(max(a.left - b.right, b.left - a.right), max(a.top - b.bottom, b.top - a.bottom))


def rows_distance(
    store: Store,
    a: cython.int,
    b: cython.int,
    obstacles: Obstacles,
    out: cython.pointer(Nearest),
) -> cython.int:
    """The distance of two rows, minus the depth of all their shapes if they hit.

    It is infinite if they cannot hit: the same row twice, no shapes, disabled, or layers apart.
    """
    near: Nearest
    move: Move
    group_a: cython.pointer(CollisionGroup)
    group_b: cython.pointer(CollisionGroup)
    part: cython.pointer(Collision)
    other: cython.pointer(Collision)
    i: cython.int
    j: cython.int
    row: cython.int = b
    hit: cython.bint
    single: cython.bint
    freshen(store, a)
    freshen(store, b)
    group_a = cython.address(store.groups[a])
    group_b = cython.address(store.groups[b])
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
    hit = overlap(store.boxes + a, store.boxes + b) and rows_overlap(store, a, b)
    for i in range(group_a.count):
        part = store.parts + group_a.first + i
        for j in range(group_b.count):
            other = store.parts + group_b.first + j
            single = group_a.count == 1 or group_b.count == 1
            if (
                not single
                and part.kind != NOTHING
                and other.kind != NOTHING
                and box_gap(store.part_boxes + part.box, store.part_boxes + other.box)
                >= out.distance
            ):
                continue
            parts_distance(part, other, store.pool, cython.address(near))
            if near.distance < out.distance:
                out[0] = near
    if not hit:
        # Touching parts may seem to overlap, by rounding.
        if out.distance < 0.0:
            out.distance = 0.0
            out.bx = out.ax
            out.by = out.ay
        out.nx += 0.0  # 0.0 instead of -0.0
        out.ny += 0.0
        return 0
    separate(store, a, cython.address(row), 1, obstacles, cython.address(move))
    out.distance = -move.depth
    out.nx = move.nx + 0.0
    out.ny = move.ny + 0.0
    out.bx = out.ax + move.depth * move.nx
    out.by = out.ay + move.depth * move.ny
    return 0
