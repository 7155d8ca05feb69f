"""Questions about rays: which rows they enter first, or all of them.

A walk calls a function for each row whose box a ray meets, with a limit beyond which nothing counts
any more: the fraction of the best hit so far.
"""

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
    exceptval,
    inline,
    nogil,
    p_void,
    pointer,
    sizeof,
    struct,
    ulonglong,
)
from cython.cimports.libc.math import INFINITY, fabs
from cython.cimports.libc.stdlib import free, qsort
from cython.cimports.spritecol._engine.box import Box, BoxView, view_of
from cython.cimports.spritecol._engine.broad_phase.directory import open_directory
from cython.cimports.spritecol._engine.broad_phase.lanes import lowest_bit
from cython.cimports.spritecol._engine.broad_phase.quadtree import (
    BuildOptions,
    Quadtree,
    usual_options,
)
from cython.cimports.spritecol._engine.broad_phase.queries import (
    STOP,
    box_at_start,
    pairs_at_start,
    pairs_with_box,
    walk_segment,
)
from cython.cimports.spritecol._engine.broad_phase.search import DIRECTLY
from cython.cimports.spritecol._engine.broad_phase.stripes import (
    MOST_BOXES,
    Spot,
    Stripes,
    boxes_at,
    make_stripes,
    spot_of,
    walk_stripes,
)
from cython.cimports.spritecol._engine.memory import make_room
from cython.cimports.spritecol._engine.narrow_phase.rays import (
    Ray,
    RayContact,
    is_one_part,
    next_shape_on_ray,
    ray_enters_one_part,
    surely_starts_in_circle,
)
from cython.cimports.spritecol._engine.pairs import GIVEN, Pair, PairList, new_pairs, second_of
from cython.cimports.spritecol._engine.pipeline.motion.one_way import Front, next_at_front
from cython.cimports.spritecol._engine.pipeline.plan import method_between
from cython.cimports.spritecol._engine.pipeline.shape_pair import distance_to
from cython.cimports.spritecol._engine.pipeline.workspace import Workspace, workspace_of
from cython.cimports.spritecol._engine.storage.layout import ONE_WAY
from cython.cimports.spritecol._engine.storage.store import (
    STORE,
    needs_role_test,
    passes,
    role_passes,
)
from cython.cimports.spritecol._engine.transform.near_parts import (
    LOOK_AGAIN,
    NearParts,
    find_near_parts,
    spacing_of,
)
from cython.cimports.spritecol._engine.transform.rows import freshen_all

NEXT = declare(double, 1e-9)
"""A share of the size of the numbers: shapes that are not farther apart are side by side."""

BESIDE_LINE = declare(double, 1e-15)
"""More than the relative rounding error of a difference times another one, and of sums of these."""

SURELY = declare(double, 1.0 - 1e-9)
"""A fraction that is less than this share of another one is less, however both are rounded."""

NEAR_SPACINGS = declare(double, 2.0)
"""How far a ray looks at first, in spacings of the parts of a row."""

UNDERFLOW = declare(double, 1e-300)
"""Products that should exceed this and are smaller may have underflowed."""

NEAR_ROWS = declare(PairList, new_pairs(address(workspace_of(STORE).scratch)))
"""Which rows the present ray may start in, or a disc may meet on its way. One list serves all rays,
since no user code runs while it is needed."""

Cast = struct(
    # What the walk of one ray carries along. References to Python objects are borrowed.
    store=p_void,
    ray=Ray,
    question=pointer(cython.const[RayQuestion]),
    best=RayAnswer,
    answers=p_void,  # the `RayAnswers` that collects all hits, or NULL
    near_rows=p_void,  # of a disc: the `PairList` of the rows on its way, or NULL for all rows
    stripes=pointer(cython.const[Stripes]),  # of the rows' boxes; or NULL
    boxes=BoxView,
)


class RayAnswers:
    """A growing list of answers."""

    def __dealloc__(self):
        free(self.items)

    def add(self, answer: pointer(cython.const[RayAnswer])) -> cython.void:
        """Append an answer."""
        if self.count == self.capacity and not make_room(
            address(self.items), address(self.capacity), self.count + 1, 64, sizeof(RayAnswer)
        ):
            self.failed = True
            return
        self.items[self.count] = answer[0]
        self.count += 1


@cfunc
@inline
@nogil
@exceptval(check=False)
def comes_before(a: pointer(cython.const[RayAnswer]), b: pointer(cython.const[RayAnswer])) -> bint:
    """Whether one answer comes before another: by fraction, position in the Group, and shape.

    Of equal fractions that comes first which the ray, shifted as `narrow_phase/rays` tells, enters
    first: so a ray to where two tiles meet enters through their common side, and not between them.
    """
    if a.contact.fraction != b.contact.fraction:
        return a.contact.fraction < b.contact.fraction
    if a.delay != b.delay:
        return a.delay < b.delay
    if a.position != b.position:
        return a.position < b.position
    return a.shape < b.shape


@cfunc
@nogil
@exceptval(check=False)
def compare_answers(
    a: pointer(cython.const[cython.void]), b: pointer(cython.const[cython.void])
) -> cython.int:
    """Compare two answers, for qsort."""
    x: pointer(cython.const[RayAnswer]) = cast(pointer(cython.const[RayAnswer]), a)
    y: pointer(cython.const[RayAnswer]) = cast(pointer(cython.const[RayAnswer]), b)
    return comes_before(y, x) - comes_before(x, y)


@cfunc
@inline
@nogil
@exceptval(check=False)
def delay_of(walking: pointer(Cast), contact: pointer(cython.const[RayContact])) -> double:
    """How much later a ray beside this one enters there, for each pixel that it lies to the right.

    What the ray starts in comes before all that it enters.
    """
    into: double = -(contact.nx * walking.ray.dx + contact.ny * walking.ray.dy)
    if contact.inside:
        return -INFINITY
    if contact.nx == 0.0 or into <= 0.0 or walking.question.radius > 0.0:
        return 0.0
    return contact.nx / into


@cfunc
@inline
@nogil
@exceptval(check=False)
def keep(walking: pointer(Cast), answer: pointer(RayAnswer)) -> cython.void:
    """Keep an answer: all are collected, or the first counts."""
    answer.delay = delay_of(walking, address(answer.contact))
    if walking.answers is not NULL:
        cast(RayAnswers, walking.answers).add(answer)
    elif walking.best.position < 0 or comes_before(answer, address(walking.best)):
        walking.best = answer[0]


@cfunc
@nogil
@exceptval(check=False)
def visit(item: Py_ssize_t, at: double, context: p_void) -> double:
    """Test one row on a walk; returns the fraction beyond which nothing counts, or STOP."""
    walking: pointer(Cast) = cast(pointer(Cast), context)
    return visit_row(cast(Store, walking.store), item, walking)


@cfunc
@inline
@nogil
@exceptval(check=False)
def visit_row(store: Store, item: Py_ssize_t, walking: pointer(Cast)) -> double:
    """`visit`, where the store is at hand."""
    row: cython.int = walking.question.rows[item]
    answer: RayAnswer
    one_way: bint = store.has_one_way and (store.dirty[row] & ONE_WAY) != 0
    if not passes(walking.question.row_filter, store, row):
        return walking.best.contact.fraction
    if (
        walking.question.hit_from_inside
        and walking.question.radius == 0.0
        and walking.answers is NULL
        and not one_way
        and surely_starts_in_circle(store, address(walking.ray), row)
    ):  # most hits of a crowd; no answer is copied
        if not walking.best.contact.inside or item < walking.best.position:
            walking.best.position = item
            walking.best.shape = 0
            walking.best.delay = -INFINITY
            walking.best.contact.fraction = 0.0
            walking.best.contact.x = walking.ray.x1
            walking.best.contact.y = walking.ray.y1
            walking.best.contact.nx = 0.0
            walking.best.contact.ny = 0.0
            walking.best.contact.inside = True
        return STOP if walking.question.any_hit else 0.0
    if walking.question.radius == 0.0 and not one_way and is_one_part(store, row):
        answer.ray = walking.best.ray
        answer.position = item
        answer.shape = 0
        if ray_enters_one_part(
            store,
            address(walking.ray),
            walking.question.hit_from_inside,
            row,
            address(answer.contact),
        ):
            keep(walking, address(answer))
    else:
        visit_shapes(store, item, one_way, walking)
    if walking.question.any_hit and walking.best.position >= 0:
        return STOP
    return walking.best.contact.fraction


@cfunc
@nogil
@exceptval(check=False)
def visit_shapes(
    store: Store, item: Py_ssize_t, one_way: bint, walking: pointer(Cast)
) -> cython.void:
    """Test the shapes of a row one by one: of many parts, first those near the start of the ray."""
    row: cython.int = walking.question.rows[item]
    answer: RayAnswer
    near_parts: NearParts
    part: cython.int = 0
    reach: double = 1.0  # the fraction of the ray up to which parts are looked at
    tests_roles: bint = needs_role_test(store, walking.question.row_filter, row)
    answer.ray = walking.best.ray
    answer.position = item
    near_parts.all = store.groups[row].count <= LOOK_AGAIN
    if not near_parts.all and walking.answers is NULL:
        reach = first_reach(store, address(walking.ray), row)
    while True:
        if not near_parts.all:
            find_parts_on_ray(
                store,
                address(walking.ray),
                walking.question.radius,
                reach,
                row,
                address(near_parts),
            )
        part = 0
        while True:
            answer.shape = next_shape_on_ray(
                store,
                address(walking.ray),
                walking.question.radius,
                walking.question.hit_from_inside,
                row,
                address(near_parts),
                address(part),
                address(answer.contact),
            )
            if answer.shape < 0:
                break
            # `part` is now behind the last part of that shape.
            if tests_roles and not role_passes(store, walking.question.row_filter, row, part - 1):
                continue
            if (
                one_way
                and walking.question.radius > 0.0
                and disc_is_in_next(store, walking, address(answer))
            ):
                continue
            keep(walking, address(answer))
        if near_parts.all or reach >= 1.0 or walking.best.contact.fraction < SURELY * reach:
            return
        reach = min(1.0, 4.0 * reach)


@cfunc
@nogil
@exceptval(check=False)
def find_parts_on_ray(
    store: Store,
    ray: pointer(cython.const[Ray]),
    radius: double,
    reach: double,
    row: cython.int,
    near_parts: pointer(NearParts),
) -> cython.void:
    """Find the parts of a row that a ray may enter, up to a fraction of its way."""
    box: Box
    box.left = ray.x1 - radius
    box.top = ray.y1 - radius
    box.right = ray.x1 + radius
    box.bottom = ray.y1 + radius
    find_near_parts(
        store, row, address(box), reach * (ray.x2 - ray.x1), reach * (ray.y2 - ray.y1), near_parts
    )


@cfunc
@nogil
@exceptval(check=False)
def first_reach(store: Store, ray: pointer(cython.const[Ray]), row: cython.int) -> double:
    """The fraction of a ray up to which the parts of a row are looked at first.

    Most rays that hit one of many parts hit one that is near. The fraction counts from where the
    ray comes to the row's box.
    """
    box: pointer(cython.const[Box]) = store.boxes + row
    away: double = max(0.0, box.left - ray.x1, ray.x1 - box.right)
    away += max(0.0, box.top - ray.y1, ray.y1 - box.bottom)
    length: double = fabs(ray.dx) + fabs(ray.dy)
    reach: double = away + NEAR_SPACINGS * spacing_of(store, row)
    return reach / length if reach < length else 1.0


@cfunc
@nogil
@exceptval(check=False)
def disc_is_in_next(
    store: Store, walking: pointer(Cast), answer: pointer(cython.const[RayAnswer])
) -> bint:
    """Whether a disc is, at a hit of a one-way shape, in another one that goes on there.

    Then it passes both, since shapes side by side are like one: see `motion/one_way`.
    """
    contact: pointer(cython.const[RayContact]) = address(answer.contact)
    ray: pointer(Ray) = address(walking.ray)
    radius: double = walking.question.radius
    x: double = ray.x1 + contact.fraction * ray.dx
    y: double = ray.y1 + contact.fraction * ray.dy
    front: Front
    k: Py_ssize_t
    first: cython.int = 0
    size: cython.int
    count: Py_ssize_t = walking.question.row_count
    if contact.inside:
        return False
    front.row = walking.question.rows[answer.position]
    front.shape = answer.shape
    front.nx = contact.nx
    front.ny = contact.ny
    front.x = contact.x
    front.y = contact.y
    front.touching = NEXT * (radius + fabs(ray.x1) + fabs(ray.y1) + fabs(ray.x2) + fabs(ray.y2))
    if walking.near_rows is not NULL:
        count = cast(PairList, walking.near_rows).count
    for k in range(count):
        item: Py_ssize_t = k
        if walking.near_rows is not NULL:
            item = second_of(cast(PairList, walking.near_rows).items[k])
        row: cython.int = walking.question.rows[item]
        if not passes(walking.question.row_filter, store, row):
            continue
        first = size = 0
        while next_at_front(store, address(front), row, address(first), address(size)):
            if needs_role_test(store, walking.question.row_filter, row) and not role_passes(
                store, walking.question.row_filter, row, first
            ):
                continue
            if distance_to(store, row, first, size, x, y) < radius - front.touching:
                return True
    return False


@cfunc
@inline
@nogil
@exceptval(check=False)
def is_beside(
    box: pointer(cython.const[Box]), ray: pointer(cython.const[Ray]), reach: double
) -> bint:
    """Whether a box lies on one side of the line of a ray, by more than rounding.

    The four products are the distances of its sides from the start, times the ray's length. `reach`
    is how far from the line it may lie, times that length.
    """
    left: double = (box.left - ray.x1) * ray.dy
    right: double = (box.right - ray.x1) * ray.dy
    top: double = (box.top - ray.y1) * ray.dx
    bottom: double = (box.bottom - ray.y1) * ray.dx
    reach += BESIDE_LINE * (fabs(left) + fabs(right) + fabs(top) + fabs(bottom)) + UNDERFLOW
    gap: double = max(min(left, right) - max(top, bottom), min(top, bottom) - max(left, right))
    return gap > reach


@cfunc
@nogil
@exceptval(check=False)
def walk_rows(store: Store, walking: pointer(Cast)) -> cython.void:
    """Visit every row whose box the ray meets or touches, or comes near: its line is looked at."""
    ray: pointer(Ray) = address(walking.ray)
    radius: double = walking.question.radius
    left: double = min(ray.x1, ray.x2) - radius
    right: double = max(ray.x1, ray.x2) + radius
    top: double = min(ray.y1, ray.y2) - radius
    bottom: double = max(ray.y1, ray.y2) + radius
    reach: double = radius * (fabs(ray.dx) + fabs(ray.dy))
    k: Py_ssize_t
    for k in range(walking.question.row_count):
        box: pointer(cython.const[Box]) = store.boxes + walking.question.rows[k]
        if (
            left <= box.right
            and right >= box.left
            and top <= box.bottom
            and bottom >= box.top
            and not is_beside(box, ray, reach)
            and visit_row(store, k, walking) < 0.0
        ):
            return


@cfunc
@nogil
@exceptval(check=False)
def begin(walking: pointer(Cast), ray: pointer(cython.const[Ray])) -> cython.void:
    """Make a cast ready for a ray, without a hit."""
    walking.ray = ray[0]
    walking.near_rows = NULL
    walking.best.position = NO_POSITION
    walking.best.shape = NO_POSITION
    walking.best.contact.fraction = 1.0
    walking.best.contact.x = ray.x2
    walking.best.contact.y = ray.y2
    walking.best.contact.nx = 0.0
    walking.best.contact.ny = 0.0
    walking.best.contact.inside = False


@cfunc
@inline
@nogil
@exceptval(check=False)
def hits_at_start(store: Store, near_rows: PairList, walking: pointer(Cast)) -> bint:
    """Test the rows whose boxes the ray meets where it starts; whether one of them is the answer.

    Of those that it starts in the first one counts. So that of all rows is tested first, and those
    behind one that it starts in are left out: usually one test is enough.
    """
    smallest: Py_ssize_t = 0
    k: Py_ssize_t
    if near_rows.count == 0:
        return False
    for k in range(1, near_rows.count):
        if near_rows.items[k] < near_rows.items[smallest]:
            smallest = k
    pair: Pair = near_rows.items[0]
    near_rows.items[0] = near_rows.items[smallest]
    near_rows.items[smallest] = pair
    for k in range(near_rows.count):
        item: Py_ssize_t = second_of(near_rows.items[k])
        if walking.best.contact.inside and item > walking.best.position:
            continue
        if visit_row(store, item, walking) < 0.0:
            return True
    return walking.best.position >= 0 and walking.best.contact.fraction == 0.0


@cfunc
@inline
@nogil
@exceptval(check=False)
def hits_in_stripes(store: Store, walking: pointer(Cast)) -> bint:
    """Test the rows that stripes find where the ray starts; whether one of them is the answer.

    Stripes give rows in order, so none after the first one that it starts in needs to be tested.
    """
    stripes: pointer(cython.const[Stripes]) = walking.stripes
    ray: pointer(Ray) = address(walking.ray)
    around: Box = box_at_start(ray.x1, ray.y1, ray.x2, ray.y2)
    spot: Spot = spot_of(stripes, address(around))
    k: cython.int
    for k in range(stripes.words):
        bits: ulonglong = boxes_at(stripes, address(spot), k)
        while bits:
            item: Py_ssize_t = 64 * k + lowest_bit(bits)
            bits &= bits - 1
            if visit_row(store, item, walking) < 0.0:
                return True
            if walking.best.contact.inside:
                return True
    return walking.best.position >= 0 and walking.best.contact.fraction == 0.0


@cfunc
@nogil
@exceptval(check=False)
def walk(
    store: Store,
    kept: KeptIndex | None,
    tree: Quadtree | None,
    near_rows: PairList,
    walking: pointer(Cast),
) -> cython.void:
    """Visit the rows whose boxes the ray of a cast meets, by an index if there is one.

    A disc asks for all rows in the box around its way; `near_rows` is a list for them.
    """
    ray: pointer(Ray) = address(walking.ray)
    radius: double = walking.question.radius
    wants_first: bint = walking.answers is NULL  # else all hits are wanted
    started: bint = False  # whether the rows at the start of the ray have been visited
    limit: double
    box: Box
    k: Py_ssize_t
    if walking.stripes is not NULL:
        started = wants_first and walking.stripes.crowded
        if started and hits_in_stripes(store, walking):
            return
        limit = walking.best.contact.fraction
        walk_stripes(
            walking.stripes,
            address(walking.boxes),
            ray.x1,
            ray.y1,
            ray.x2,
            ray.y2,
            started,
            limit,
            visit,
            walking,
        )
    elif kept is None and tree is None:
        walk_rows(store, walking)
    elif radius > 0.0:
        box.left = min(ray.x1, ray.x2) - radius
        box.top = min(ray.y1, ray.y2) - radius
        box.right = max(ray.x1, ray.x2) + radius
        box.bottom = max(ray.y1, ray.y2) + radius
        near_rows.count = 0
        walking.near_rows = cast(p_void, near_rows)
        if kept is not None:
            kept.query(address(box), 0, GIVEN, near_rows)
        else:
            pairs_with_box(tree, address(box), 0, GIVEN, near_rows)
        for k in range(near_rows.count):
            if visit_row(store, second_of(near_rows.items[k]), walking) < 0.0:
                return
    else:
        started = wants_first
        if started:
            near_rows.count = 0
            if kept is not None:
                kept.pairs_at_start(ray.x1, ray.y1, ray.x2, ray.y2, near_rows)
            else:
                pairs_at_start(tree, ray.x1, ray.y1, ray.x2, ray.y2, near_rows)
            if hits_at_start(store, near_rows, walking):
                return
        limit = walking.best.contact.fraction
        if kept is not None:
            kept.walk_segment(ray.x1, ray.y1, ray.x2, ray.y2, started, limit, visit, walking)
        else:
            walk_segment(tree, ray.x1, ray.y1, ray.x2, ray.y2, started, limit, visit, walking)


@cfunc
def open_cast(
    store: Store,
    question: pointer(cython.const[RayQuestion]),
    kept: KeptIndex | None,
    count: Py_ssize_t,
    stripes: pointer(Stripes),
    walking: pointer(Cast),
) -> Quadtree:
    """Make a cast ready for so many rays.

    Without a kept index, it brings the rows up to date, and makes an index of them if it is worth
    that: the stripes, if they are few, or the tree that is returned. For one ray it is neither,
    unless `use_index(True)` asks for it.
    """
    walking.store = cast(p_void, store)
    walking.question = question
    walking.answers = NULL
    walking.stripes = NULL
    NEAR_ROWS.free_memory()
    if kept is not None:
        return None
    workspace: Workspace = workspace_of(store)
    freshen_all(store, question.rows, question.row_count)
    if method_between(workspace, count, question.row_count) == DIRECTLY:
        return None
    walking.boxes = view_of(store.boxes, question.rows, question.row_count)
    if (
        question.row_count <= MOST_BOXES
        and question.radius == 0.0
        and make_stripes(stripes, address(walking.boxes))
    ):
        walking.stripes = stripes
        return None
    options: BuildOptions = usual_options()
    options.roomy = True
    workspace.tree.build(address(walking.boxes), address(options), address(workspace.scratch))
    open_directory(workspace.tree)
    return workspace.tree


def first_on_ray(
    store: Store,
    ray: pointer(cython.const[Ray]),
    question: pointer(cython.const[RayQuestion]),
    kept: KeptIndex | None,
    answer: pointer(RayAnswer),
) -> cython.int:
    """Find the first hit of a ray. `kept` is an up-to-date index of the rows, or None."""
    walking: Cast
    stripes: Stripes
    near_rows: PairList = NEAR_ROWS
    tree: Quadtree = open_cast(store, question, kept, 1, address(stripes), address(walking))
    begin(address(walking), ray)
    walking.best.ray = 0
    walk(store, kept, tree, near_rows, address(walking))
    answer[0] = walking.best
    if near_rows.failed:
        raise MemoryError
    return 0


def first_on_rays(
    store: Store,
    lines: pointer(cython.const[RayLines]),
    count: Py_ssize_t,
    question: pointer(cython.const[RayQuestion]),
    kept: KeptIndex | None,
    out: pointer(cython.const[RayColumns]),
) -> bint:
    """Write the first hit of each of many rays; see `first_on_ray`.

    Returns False, and writes only some answers, if a ray is beyond the limit of coordinates.
    """
    walking: Cast
    i: Py_ssize_t
    stripes: Stripes
    near_rows: PairList = NEAR_ROWS
    tree: Quadtree = open_cast(store, question, kept, count, address(stripes), address(walking))
    for i in range(count):
        ray: Ray = ray_at(lines, i)
        if not is_within(address(ray)):
            return False
        begin(address(walking), address(ray))
        walking.best.ray = i
        walk(store, kept, tree, near_rows, address(walking))
        put_answer(out, i, address(walking.best))
    if near_rows.failed:
        raise MemoryError
    return True


def all_on_rays(
    store: Store,
    lines: pointer(cython.const[RayLines]),
    count: Py_ssize_t,
    question: pointer(cython.const[RayQuestion]),
    kept: KeptIndex | None,
    answers: RayAnswers,
) -> bint:
    """Add all hits of many rays, ordered by ray, fraction, position and shape.

    Returns False, and adds only some, if a ray is beyond the limit of coordinates.
    """
    walking: Cast
    i: Py_ssize_t
    stripes: Stripes
    near_rows: PairList = NEAR_ROWS
    tree: Quadtree = open_cast(store, question, kept, count, address(stripes), address(walking))
    walking.answers = cast(p_void, answers)
    for i in range(count):
        first: Py_ssize_t = answers.count
        ray: Ray = ray_at(lines, i)
        if not is_within(address(ray)):
            return False
        begin(address(walking), address(ray))
        walking.best.ray = i
        walk(store, kept, tree, near_rows, address(walking))
        if answers.count - first > 1:
            qsort(answers.items + first, answers.count - first, sizeof(RayAnswer), compare_answers)
    if answers.failed or near_rows.failed:
        raise MemoryError
    return True
