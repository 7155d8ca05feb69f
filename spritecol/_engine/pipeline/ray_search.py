"""Questions about rays: which rows they enter first, or all of them.

A search visits each row whose box a ray meets, and keeps the best answer so far. Its fraction is
the limit: nothing beyond it counts any more. Without an answer it is 1, the end of the ray.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.broad_phase.quadtree import STOP
from cython.cimports.spritecol._engine.broad_phase.tree_queries import box_at_start
from cython.cimports.spritecol._engine.memory import make_room
from cython.cimports.spritecol._engine.narrow_phase import ray_kernels, shape_pair
from cython.cimports.spritecol._engine.narrow_phase.ray_contact import Ray, RayContact, RayRef
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import Front
from cython.cimports.spritecol._engine.pairs import GIVEN, PairList, new_pairs, second_of
from cython.cimports.spritecol._engine.pipeline.row_index import KeptIndex, index_for, workspace_of
from cython.cimports.spritecol._engine.pointers import Rows
from cython.cimports.spritecol._engine.storage.layout import ONE_WAY
from cython.cimports.spritecol._engine.storage.store import (
    STORE,
    Store,
    passes,
    role_passes,
    row_needs_role_test,
)
from cython.cimports.spritecol._engine.transform.near_parts import (
    LOOK_AGAIN,
    NearParts,
    find_near_parts,
    spacing_of,
)
from cython.cimports.spritecol._engine.transform.rows import put_direction
from cython.cimports.spritecol._support.libc import INFINITY, fabs, free, qsort

NEXT = C.declare(C.double, 1e-9)
"""A share of the size of the numbers: shapes that are not farther apart are side by side."""

BESIDE_LINE = C.declare(C.double, 1e-15)
"""More than the relative rounding error of a difference times another one, and of sums of these."""

DISC_SLACK = C.declare(C.double, 1e-12)
"""A share of the size of the numbers: more than rounding moves where a disc meets a box."""

SURELY = C.declare(C.double, 1.0 - 1e-9)
"""A fraction that is less than this share of another one is less, however both are rounded."""

NEAR_SPACINGS = C.declare(C.double, 2.0)
"""How far a ray looks at first, in spacings of the parts of a row."""

PRODUCT_UNDERFLOW = C.declare(C.double, 1e-300)
"""Products that should exceed this and are smaller may have underflowed."""

NEIGHBORS = C.declare(PairList, new_pairs(C.address(workspace_of(STORE).scratch)))
"""What an index has found at a place where a disc meets a one-way shape."""

FOUND_ROWS = C.declare(PairList, new_pairs(C.address(workspace_of(STORE).scratch)))
"""What an index has found: which rows a ray may start in, or a disc may meet. One list serves all
rays, since no user code runs while it is needed."""

RaySearch = C.struct(
    # The search for what one ray enters. References to Python objects are borrowed.
    store=C.p_void,
    ray=Ray,
    question=C.pointer(C.const[RayQuestion]),
    best=RayAnswer,
    answers=C.p_void,  # the `RayAnswers` that collects all hits, or NULL
    index=C.p_void,  # the `KeptIndex` of the rows, or NULL
)


class RayAnswers:
    """A growing list of answers."""

    def __dealloc__(self):
        free(self.items)

    def add(self, answer: C.pointer(C.const[RayAnswer])) -> C.void:
        """Append an answer."""
        if self.count == self.capacity and not make_room(
            C.address(self.items), C.address(self.capacity), self.count + 1, 64, C.sizeof(RayAnswer)
        ):
            self.failed = True
            return
        self.items[self.count] = answer[0]
        self.count += 1


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def enters_before(a: C.pointer(C.const[RayAnswer]), b: C.pointer(C.const[RayAnswer])) -> C.bint:
    """Whether one answer comes before another: by fraction, delay, position, shape.

    Among equal fractions, the first is the shape that the ray enters first if it is shifted as in
    `narrow_phase/ray_kernels`. So a ray to the point where two tiles meet enters through their
    common side, and not between them.
    """
    if a.contact.fraction != b.contact.fraction:
        return a.contact.fraction < b.contact.fraction
    if a.delay != b.delay:
        return a.delay < b.delay
    if a.position != b.position:
        return a.position < b.position
    return a.shape < b.shape


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def compare_ray_answers(a: C.pointer(C.const[C.void]), b: C.pointer(C.const[C.void])) -> C.int:
    """Compare two answers, for qsort."""
    x: C.pointer(C.const[RayAnswer]) = C.cast(C.pointer(C.const[RayAnswer]), a)
    y: C.pointer(C.const[RayAnswer]) = C.cast(C.pointer(C.const[RayAnswer]), b)
    return enters_before(y, x) - enters_before(x, y)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def delay_of(search: C.pointer(RaySearch), contact: C.pointer(C.const[RayContact])) -> C.double:
    """How much later the ray enters there for each pixel by which it is shifted along x.

    It is shifted by (e, e*e), as explained in `narrow_phase/ray_kernels`, and e*e does not count
    beside e. Shapes in which the ray starts come before all shapes that it enters.
    """
    into: C.double = -(contact.nx * search.ray.dx + contact.ny * search.ray.dy)
    if contact.inside:
        return -INFINITY
    if contact.nx == 0.0 or into <= 0.0 or search.question.radius > 0.0:
        return 0.0
    return contact.nx / into


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def note_answer(search: C.pointer(RaySearch), answer: C.pointer(RayAnswer)) -> C.void:
    """Take an answer: all are collected, or the first one counts."""
    answer.delay = delay_of(search, C.address(answer.contact))
    if search.answers is not C.NULL:
        C.cast(RayAnswers, search.answers).add(answer)
    elif search.best.position < 0 or enters_before(answer, C.address(search.best)):
        search.best = answer[0]


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def visit(position: C.Py_ssize_t, at: C.double, context: C.p_void) -> C.double:
    """Test the row at a position; returns the fraction beyond which nothing counts, or STOP."""
    search: C.pointer(RaySearch) = C.cast(C.pointer(RaySearch), context)
    return visit_row(C.cast(Store, search.store), position, search)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def visit_row(store: Store, position: C.Py_ssize_t, search: C.pointer(RaySearch)) -> C.double:
    """`visit`, where the store is at hand."""
    row: C.int = search.question.rows[position]
    answer: RayAnswer
    one_way: C.bint = store.has_one_way and (store.flags[row] & ONE_WAY) != 0
    if not passes(search.question.row_filter, store, row):
        return search.best.contact.fraction
    if search.question.radius == 0.0 and not one_way and ray_kernels.is_one_part(store, row):
        answer.ray = search.best.ray
        answer.position = position
        answer.shape = 0
        if ray_kernels.ray_enters_one_part(
            store,
            C.address(search.ray),
            search.question.hit_from_inside,
            row,
            C.address(answer.contact),
        ):
            note_answer(search, C.address(answer))
    else:
        visit_shapes(store, position, one_way, search)
    if search.question.any_hit and search.best.position >= 0:
        return STOP
    return search.best.contact.fraction


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def note_shapes_among(
    store: Store,
    position: C.Py_ssize_t,
    one_way: C.bint,
    near_parts: C.pointer(C.const[NearParts]),
    search: C.pointer(RaySearch),
) -> C.void:
    """Store the shapes of a row that the ray hits, among the shapes with a part nearby."""
    row: C.int = search.question.rows[position]
    answer: RayAnswer
    direction: C.double[2]
    part: C.int = 0
    tests_roles: C.bint = row_needs_role_test(store, search.question.row_filter, row)
    answer.ray = search.best.ray
    answer.position = position
    while True:
        answer.shape = ray_kernels.next_shape_on_ray(
            store,
            C.address(search.ray),
            search.question.radius,
            search.question.hit_from_inside,
            row,
            near_parts,
            C.address(part),
            C.address(answer.contact),
        )
        if answer.shape < 0:
            return
        # `part` is now behind the last part of that shape.
        if tests_roles and not role_passes(store, search.question.row_filter, row, part - 1):
            continue
        if (
            one_way
            and search.question.radius > 0.0
            and put_direction(store, row, part - 1, direction)
            and disc_is_in_neighbor(store, search, C.address(answer))
        ):
            continue
        note_answer(search, C.address(answer))


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def visit_shapes(
    store: Store, position: C.Py_ssize_t, one_way: C.bint, search: C.pointer(RaySearch)
) -> C.void:
    """Test the shapes of a row one by one: of many parts, first those near the start of the ray."""
    row: C.int = search.question.rows[position]
    near_parts: NearParts
    up_to: C.double = 1.0  # the fraction of the ray up to which parts are looked at
    near_parts.all = store.records[row].count <= LOOK_AGAIN
    if not near_parts.all and search.answers is C.NULL:
        up_to = first_up_to(store, C.address(search.ray), row)
    while True:
        if not near_parts.all:
            find_parts_on_ray(
                store,
                C.address(search.ray),
                search.question.radius,
                up_to,
                row,
                C.address(near_parts),
            )
        note_shapes_among(store, position, one_way, C.address(near_parts), search)
        if near_parts.all or up_to >= 1.0 or search.best.contact.fraction < SURELY * up_to:
            return
        up_to = min(1.0, 4.0 * up_to)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def find_parts_on_ray(
    store: Store,
    ray: RayRef,
    radius: C.double,
    up_to: C.double,
    row: C.int,
    near_parts: C.pointer(NearParts),
) -> C.void:
    """Find the parts of a row that a ray may enter, up to a fraction of its way."""
    box: Box
    box.left = ray.x1 - radius
    box.top = ray.y1 - radius
    box.right = ray.x1 + radius
    box.bottom = ray.y1 + radius
    find_near_parts(
        store, row, C.address(box), up_to * (ray.x2 - ray.x1), up_to * (ray.y2 - ray.y1), near_parts
    )


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def first_up_to(store: Store, ray: RayRef, row: C.int) -> C.double:
    """The fraction of a ray up to which the parts of a row are looked at first.

    Most rays that hit one of many parts hit one that is near. The fraction counts from where the
    ray comes to the row's box.
    """
    box: BoxRef = store.boxes + row
    away: C.double = max(0.0, box.left - ray.x1, ray.x1 - box.right)
    away += max(0.0, box.top - ray.y1, ray.y1 - box.bottom)
    length: C.double = fabs(ray.dx) + fabs(ray.dy)
    distance: C.double = away + NEAR_SPACINGS * spacing_of(store, row)
    return distance / length if distance < length else 1.0


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def front_of(search: C.pointer(RaySearch), answer: C.pointer(C.const[RayAnswer])) -> Front:
    """The side of a shape that a disc hits."""
    ray: C.pointer(Ray) = C.address(search.ray)
    radius: C.double = search.question.radius
    front: Front
    front.row = search.question.rows[answer.position]
    front.shape = answer.shape
    front.nx = answer.contact.nx
    front.ny = answer.contact.ny
    front.x = answer.contact.x
    front.y = answer.contact.y
    front.touching = NEXT * (radius + fabs(ray.x1) + fabs(ray.y1) + fabs(ray.x2) + fabs(ray.y2))
    return front


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def disc_is_in_neighbor(
    store: Store, search: C.pointer(RaySearch), answer: C.pointer(C.const[RayAnswer])
) -> C.bint:
    """Whether a disc that hits a one-way shape is in its neighbor: one that goes on beside it.

    Then it passes both, since shapes side by side are like one: see `next_at_front`.
    """
    contact: C.pointer(C.const[RayContact]) = C.address(answer.contact)
    ray: C.pointer(Ray) = C.address(search.ray)
    radius: C.double = search.question.radius
    x: C.double = ray.x1 + contact.fraction * ray.dx
    y: C.double = ray.y1 + contact.fraction * ray.dy
    k: C.Py_ssize_t
    first: C.int = 0
    size: C.int
    count: C.Py_ssize_t = search.question.row_count
    if contact.inside:
        return False
    front: Front = front_of(search, answer)
    if search.index is not C.NULL:
        around: Box = Box(x - radius, y - radius, x + radius, y + radius)
        NEIGHBORS.count = 0
        C.cast(KeptIndex, search.index).query(C.address(around), 0, GIVEN, NEIGHBORS)
        FOUND_ROWS.failed |= NEIGHBORS.failed
        count = NEIGHBORS.count
    for k in range(count):
        position: C.Py_ssize_t = k if search.index is C.NULL else second_of(NEIGHBORS.items[k])
        row: C.int = search.question.rows[position]
        if not passes(search.question.row_filter, store, row):
            continue
        first = size = 0
        while shape_pair.next_at_front(
            store, C.address(front), row, C.address(first), C.address(size)
        ):
            if row_needs_role_test(store, search.question.row_filter, row) and not role_passes(
                store, search.question.row_filter, row, first
            ):
                continue
            if shape_pair.distance_to(store, row, first, size, x, y) < radius - front.touching:
                return True
    return False


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def is_beside_ray(box: BoxRef, ray: RayRef, allowed: C.double) -> C.bint:
    """Whether a box lies on one side of the line of a ray, by more than rounding.

    A product of x less one of y is the distance of a corner from the line, times the ray's length.
    `allowed` is how far from the line it may lie, times that length.
    """
    left: C.double = (box.left - ray.x1) * ray.dy
    right: C.double = (box.right - ray.x1) * ray.dy
    top: C.double = (box.top - ray.y1) * ray.dx
    bottom: C.double = (box.bottom - ray.y1) * ray.dx
    allowed += (
        BESIDE_LINE * (fabs(left) + fabs(right) + fabs(top) + fabs(bottom)) + PRODUCT_UNDERFLOW
    )
    gap: C.double = max(min(left, right) - max(top, bottom), min(top, bottom) - max(left, right))
    return gap > allowed


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def search_without_index(store: Store, search: C.pointer(RaySearch)) -> C.void:
    """Visit every row whose box the ray may meet or touch: its line is compared with each box."""
    ray: Ray = search.ray
    boxes: BoxRef = store.boxes
    rows: Rows = search.question.rows
    radius: C.double = search.question.radius
    left: C.double = min(ray.x1, ray.x2) - radius
    right: C.double = max(ray.x1, ray.x2) + radius
    top: C.double = min(ray.y1, ray.y2) - radius
    bottom: C.double = max(ray.y1, ray.y2) + radius
    allowed: C.double = radius * (fabs(ray.dx) + fabs(ray.dy))
    k: C.Py_ssize_t
    for k in range(search.question.row_count):
        box: BoxRef = boxes + rows[k]
        if (
            left <= box.right
            and right >= box.left
            and top <= box.bottom
            and bottom >= box.top
            and not is_beside_ray(box, C.address(ray), allowed)
            and visit_row(store, k, search) < 0.0
        ):
            return


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def start_ray(search: C.pointer(RaySearch), ray: RayRef, number: C.Py_ssize_t) -> C.void:
    """Begin the search for a ray, by its number: so far it hits nothing."""
    search.ray = ray[0]
    search.best.ray = number
    search.best.position = NO_POSITION
    search.best.shape = NO_POSITION
    search.best.contact.fraction = 1.0
    search.best.contact.x = ray.x2
    search.best.contact.y = ray.y2
    search.best.contact.nx = 0.0
    search.best.contact.ny = 0.0
    search.best.contact.inside = False


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def ends_at_start(store: Store, found_rows: PairList, search: C.pointer(RaySearch)) -> C.bint:
    """Test the rows whose boxes the ray meets where it starts; True if that ends the search."""
    k: C.Py_ssize_t
    for k in range(found_rows.count):
        if visit_row(store, second_of(found_rows.items[k]), search) < 0.0:
            return True
    return search.best.position >= 0 and search.best.contact.fraction == 0.0


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def visit_around(
    store: Store,
    index: KeptIndex,
    reach: C.double,
    found_rows: PairList,
    search: C.pointer(RaySearch),
) -> C.void:
    """Visit the rows that a disc may meet on a short way: in the box around it, but not beside it.

    The box is made from the ray's own ends: by `query_way`, which widens a copy of the box where
    the disc starts, rays of 30 pixels take 1.15 of the time.
    """
    ray: C.pointer(Ray) = C.address(search.ray)
    around: Box
    around.left = min(ray.x1, ray.x2) - reach
    around.top = min(ray.y1, ray.y2) - reach
    around.right = max(ray.x1, ray.x2) + reach
    around.bottom = max(ray.y1, ray.y2) + reach
    found_rows.count = 0
    index.query(C.address(around), 0, GIVEN, found_rows)
    allowed: C.double = search.question.radius * (fabs(ray.dx) + fabs(ray.dy))
    k: C.Py_ssize_t
    for k in range(found_rows.count):
        position: C.Py_ssize_t = second_of(found_rows.items[k])
        if (
            not is_beside_ray(store.boxes + search.question.rows[position], ray, allowed)
            and visit_row(store, position, search) < 0.0
        ):
            return


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def search_rows(
    store: Store,
    index: KeptIndex | None,
    found_rows: PairList,
    search: C.pointer(RaySearch),
) -> C.void:
    """Visit the rows whose boxes the ray meets, by an index if there is one.

    To find the first hit, a ray visits what it starts in, and then goes on along its way.
    `found_rows` is memory for that.
    """
    ray: C.pointer(Ray) = C.address(search.ray)
    radius: C.double = search.question.radius
    # Else all hits are wanted, or what the ray starts in is on the way of a disc that comes to it.
    past_start: C.bint = search.answers is C.NULL and radius == 0.0
    reach: C.double = radius
    around: Box
    if index is None:
        search_without_index(store, search)
        return
    if past_start:
        found_rows.count = 0
        around = box_at_start(ray.x1, ray.y1, ray.dx, ray.dy)
        index.query(C.address(around), 0, GIVEN, found_rows)
        if ends_at_start(store, found_rows, search):
            return
    if radius > 0.0:
        reach += DISC_SLACK * (radius + fabs(ray.x1) + fabs(ray.y1) + fabs(ray.dx) + fabs(ray.dy))
        if index.near_share(ray.dx, ray.dy) >= 1.0:
            visit_around(store, index, reach, found_rows, search)
            return
    around = Box(ray.x1 - reach, ray.y1 - reach, ray.x1 + reach, ray.y1 + reach)
    limit: C.double = search.best.contact.fraction
    index.walk_way(C.address(around), ray.dx, ray.dy, past_start, limit, visit, search)


@C.cfunc
@C.exceptval(check=False)
def new_search(
    store: Store, question: C.pointer(C.const[RayQuestion]), index: KeptIndex | None
) -> RaySearch:
    """A search that has no ray yet."""
    search: RaySearch
    search.store = C.cast(C.p_void, store)
    search.index = C.NULL if index is None else C.cast(C.p_void, index)
    search.question = question
    search.answers = C.NULL
    FOUND_ROWS.free_memory()
    return search


def first_on_ray(
    store: Store,
    ray: RayRef,
    question: C.pointer(C.const[RayQuestion]),
    kept: KeptIndex | None,
    answer: C.pointer(RayAnswer),
) -> C.int:
    """Find the first hit of a ray. `kept` is an up-to-date index of the rows, or None."""
    found_rows: PairList = FOUND_ROWS
    index: KeptIndex = index_for(store, question.rows, question.row_count, kept, 1)
    search: RaySearch = new_search(store, question, index)
    start_ray(C.address(search), ray, 0)
    search_rows(store, index, found_rows, C.address(search))
    answer[0] = search.best
    if found_rows.failed:
        raise MemoryError
    return 0


def first_on_rays(
    store: Store,
    rays: C.pointer(C.const[ManyRays]),
    count: C.Py_ssize_t,
    question: C.pointer(C.const[RayQuestion]),
    kept: KeptIndex | None,
    out: C.pointer(C.const[RayColumns]),
) -> C.bint:
    """Write the first hit of each of many rays; see `first_on_ray`.

    Returns False, and writes only some answers, if a ray is beyond the limit of coordinates.
    """
    i: C.Py_ssize_t
    found_rows: PairList = FOUND_ROWS
    index: KeptIndex = index_for(store, question.rows, question.row_count, kept, count)
    search: RaySearch = new_search(store, question, index)
    for i in range(count):
        ray: Ray = ray_at(rays, i)
        if not is_within(C.address(ray)):
            return False
        start_ray(C.address(search), C.address(ray), i)
        search_rows(store, index, found_rows, C.address(search))
        put_answer(out, i, C.address(search.best))
    if found_rows.failed:
        raise MemoryError
    return True


def all_on_rays(
    store: Store,
    rays: C.pointer(C.const[ManyRays]),
    count: C.Py_ssize_t,
    question: C.pointer(C.const[RayQuestion]),
    kept: KeptIndex | None,
    answers: RayAnswers,
) -> C.bint:
    """Add all hits of many rays, ordered by ray, fraction, delay, position, shape.

    Returns False, and adds only some, if a ray is beyond the limit of coordinates.
    """
    i: C.Py_ssize_t
    found_rows: PairList = FOUND_ROWS
    index: KeptIndex = index_for(store, question.rows, question.row_count, kept, count)
    search: RaySearch = new_search(store, question, index)
    search.answers = C.cast(C.p_void, answers)
    for i in range(count):
        first: C.Py_ssize_t = answers.count
        ray: Ray = ray_at(rays, i)
        if not is_within(C.address(ray)):
            return False
        start_ray(C.address(search), C.address(ray), i)
        search_rows(store, index, found_rows, C.address(search))
        if answers.count - first > 1:
            qsort(
                answers.items + first,
                answers.count - first,
                C.sizeof(RayAnswer),
                compare_ray_answers,
            )
    if answers.failed or found_rows.failed:
        raise MemoryError
    return True
