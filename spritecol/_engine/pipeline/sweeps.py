"""How far a row can move until it begins to hit others, and the proof by the exact test.

The rows are at rest but one. Its shapes are swept against those whose boxes it may meet; parts give
intervals of time, and the union of those of two shapes begins where a hit begins. Every fraction is
then verified: the row is placed there, its world geometry computed as for a check, and the exact
test decides. If it finds the hit already, the row is stepped back by some ulps. So after the motion
there is no hit that was not there before, as a fact.

Rows are moved in place and put back before a function returns; no code of users runs in between.
"""

import cython
from cython.cimports.libc.math import INFINITY, fabs, sqrt
from cython.cimports.libc.stdlib import free
from cython.cimports.spritecol._engine.box import Box, overlap
from cython.cimports.spritecol._engine.memory import grow, next_capacity
from cython.cimports.spritecol._engine.narrow_phase.kernel_table import parts_overlap
from cython.cimports.spritecol._engine.narrow_phase.part_axes import (
    axis_gap,
    best_axis,
    reach_of,
    touching_point,
)
from cython.cimports.spritecol._engine.narrow_phase.straight_sweeps import Passage
from cython.cimports.spritecol._engine.narrow_phase.sweep_table import sweep_parts
from cython.cimports.spritecol._engine.pairs import GIVEN, pair_of, second_of
from cython.cimports.spritecol._engine.storage.layout import (
    CIRCLE,
    NOTHING,
    OFFSET,
    ROTATION_STALE,
    SYNC,
    Collision,
    CollisionGroup,
    Outline,
)
from cython.cimports.spritecol._engine.transform.rows import freshen, refresh

END_SLACK = cython.declare(cython.double, 1e-9)
"""Fractions up to this far beyond the end, or behind the best, may become smaller when verified."""

ULP = cython.declare(cython.double, 2.3e-16)
"""About the relative distance of two neighboring float64 numbers."""

STEPS_BACK = cython.declare(cython.int, 60)
"""So many steps back, each twice as long as the one before, lead from any fraction to 0."""


@cython.final
@cython.cclass
class Meetings:
    """A growing list of meetings."""

    def __dealloc__(self):
        free(self.items)

    def add(self, meeting: cython.pointer(cython.const[Meeting])) -> cython.int:
        """Append a copy."""
        capacity: cython.Py_ssize_t
        if self.count == self.capacity:
            capacity = next_capacity(self.capacity, self.count + 1, 8)
            grow(
                cython.cast(cython.pp_void, cython.address(self.items)),
                capacity,
                cython.sizeof(Meeting),
            )
            self.capacity = capacity
        self.items[self.count] = meeting[0]
        self.count += 1
        return 0

    def sort(self) -> cython.void:
        """Sort by insertion: by fraction, then by position, then by shape."""
        item: Meeting
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        for i in range(1, self.count):
            item = self.items[i]
            k = i
            while k > 0 and is_before(cython.address(item), self.items + k - 1):
                self.items[k] = self.items[k - 1]
                k -= 1
            self.items[k] = item


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_before(
    a: cython.pointer(cython.const[Meeting]), b: cython.pointer(cython.const[Meeting])
) -> cython.bint:
    """Whether one meeting comes before another one."""
    if a.fraction != b.fraction:
        return a.fraction < b.fraction
    if a.position != b.position:
        return a.position < b.position
    if a.shape != b.shape:
        return a.shape < b.shape
    return a.other_shape < b.other_shape


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def motion_of(
    store: Store,
    row: cython.int,
    dx: cython.double,
    dy: cython.double,
    turn: cython.double,
) -> Motion:
    """A motion from the present pose of a row."""
    result: Motion
    result.x = store.groups[row].x
    result.y = store.groups[row].y
    result.angle = store.groups[row].angle
    result.dx = dx
    result.dy = dy
    result.turn = turn
    return result


def shape_number(store: Store, row: cython.int, first: cython.int) -> cython.int:
    """The position of a shape among those of its row, from its first part."""
    number: cython.int = 0
    i: cython.int
    for i in range(first):
        number += parts_in_shape(store, row, i) > 0
    return number


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def swept_box(
    store: Store,
    row: cython.int,
    motion: cython.pointer(cython.const[Motion]),
    box: cython.pointer(Box),
) -> cython.void:
    """A box round all places of a row on its way, widened a little."""
    group: cython.pointer(CollisionGroup) = cython.address(store.groups[row])
    part: cython.pointer(Collision)
    reach: cython.double = 0.0
    slack: cython.double
    x: cython.double
    y: cython.double
    i: cython.int
    box[0] = store.boxes[row]
    if motion.turn != 0.0:
        x = motion.x + (0.0 if group.flags & OFFSET else group.center_x)
        y = motion.y + (0.0 if group.flags & OFFSET else group.center_y)
        for i in range(group.count):
            part = store.parts + group.first + i
            if part.kind != NOTHING:
                reach = max(reach, reach_of(part, store.pool, x, y))
        box.left = x - reach
        box.right = x + reach
        box.top = y - reach
        box.bottom = y + reach
    slack = 1e-12 * (
        fabs(box.left)
        + fabs(box.right)
        + fabs(box.top)
        + fabs(box.bottom)
        + fabs(motion.dx)
        + fabs(motion.dy)
    )
    box.left += min(0.0, motion.dx) - slack
    box.right += max(0.0, motion.dx) + slack
    box.top += min(0.0, motion.dy) - slack
    box.bottom += max(0.0, motion.dy) + slack


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def turns_nothing(store: Store, row: cython.int) -> cython.bint:
    """Whether a turn changes no shape: angles are ignored, or all are circles about the center."""
    group: cython.pointer(CollisionGroup) = cython.address(store.groups[row])
    x: cython.double = group.x + (0.0 if group.flags & OFFSET else group.center_x)
    y: cython.double = group.y + (0.0 if group.flags & OFFSET else group.center_y)
    v: cython.p_double
    i: cython.int
    if not group.flags & SYNC:
        return True
    for i in range(group.count):
        v = store.pool + store.parts[group.first + i].first
        if store.parts[group.first + i].kind != CIRCLE or v[0] != x or v[1] != y:
            return False
    return True


@cython.cfunc
@cython.exceptval(-1, check=False)
def find_candidates(
    store: Store,
    row: cython.int,
    motion: cython.pointer(cython.const[Motion]),
    b: cython.pointer(cython.const[cython.int]),
    count: cython.Py_ssize_t,
    kept: KeptIndex | None,
    skipped_pass: cython.uint,
    found: PairList,
) -> cython.Py_ssize_t:
    """Add (0, position) of those rows of `b` whose boxes a row may meet on its way, in order.

    Brings them up to date. `kept` is an up-to-date index of them, or None.
    """
    box: Box
    k: cython.Py_ssize_t
    n: cython.Py_ssize_t = 0
    other: cython.int
    if store.groups[row].count == 0 or not store.boxes[row].left <= store.boxes[row].right:
        return 0
    swept_box(store, row, motion, cython.address(box))
    if kept is not None:
        kept.query(cython.address(box), 0, GIVEN, found)
        found.sort(1, count)
        for k in range(found.count):
            found.items[n] = found.items[k]
            other = b[second_of(found.items[k])]
            n += other != row and store.groups[other].last_pass != skipped_pass
        found.count = n
        return n
    for k in range(count):
        freshen(store, b[k])
        if (
            overlap(cython.address(box), store.boxes + b[k])
            and b[k] != row
            and store.groups[b[k]].last_pass != skipped_pass
        ):
            if not found.reserve(1):
                break
            found.items[found.count] = pair_of(0, k)
            found.count += 1
    if found.failed:
        raise MemoryError
    return found.count


def place(
    store: Store, row: cython.int, x: cython.double, y: cython.double, angle: cython.double
) -> cython.void:
    """Compute the world geometry of a row for another pose, without a word to anyone."""
    group: cython.pointer(CollisionGroup) = cython.address(store.groups[row])
    group.x = x
    group.y = y
    if angle != group.angle:
        group.angle = angle
        group.flags |= ROTATION_STALE
    refresh(store, row)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def place_back(
    store: Store, row: cython.int, motion: cython.pointer(cython.const[Motion])
) -> cython.void:
    """Put a row back to the start of its motion."""
    place(store, row, motion.x, motion.y, motion.angle)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def place_at(
    store: Store,
    row: cython.int,
    motion: cython.pointer(cython.const[Motion]),
    meeting: cython.pointer(Meeting),
) -> cython.void:
    """Place a row at the fraction of a meeting, and note the pose."""
    meeting.x = motion.x + meeting.fraction * motion.dx
    meeting.y = motion.y + meeting.fraction * motion.dy
    meeting.angle = motion.angle + meeting.fraction * motion.turn
    place(store, row, meeting.x, meeting.y, meeting.angle)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def box_of_part(
    store: Store,
    row: cython.int,
    part: cython.pointer(cython.const[Collision]),
) -> cython.pointer(cython.const[Box]):
    """The box of a part."""
    return store.boxes + row if store.groups[row].count == 1 else store.part_boxes + part.box


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def shapes_overlap(
    store: Store,
    a: cython.int,
    first_a: cython.int,
    count_a: cython.int,
    b: cython.int,
    first_b: cython.int,
    count_b: cython.int,
) -> cython.bint:
    """Whether two shapes hit; the numbers are those of their first parts, within the rows."""
    part: cython.pointer(Collision)
    other: cython.pointer(Collision)
    i: cython.int
    j: cython.int
    for i in range(first_a, first_a + count_a):
        part = store.parts + store.groups[a].first + i
        if part.kind == NOTHING:
            continue
        for j in range(first_b, first_b + count_b):
            other = store.parts + store.groups[b].first + j
            if (
                other.kind != NOTHING
                and overlap(box_of_part(store, a, part), box_of_part(store, b, other))
                and parts_overlap(part, other, store.pool)
            ):
                return True
    return False


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def parts_in_shape(store: Store, row: cython.int, first: cython.int) -> cython.int:
    """How many parts the shape has whose first part is given."""
    return cython.cast(Outline, store.groups[row].outline).parts[first].part_count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def box_passage(
    a: cython.pointer(cython.const[Box]),
    b: cython.pointer(cython.const[Box]),
    dx: cython.double,
    dy: cython.double,
) -> cython.double:
    """A time before which box `a`, moving, does not overlap box `b`; infinity if it never does.

    The boxes are widened a little, so that rounding loses nothing.
    """
    slack: cython.double = 1e-12 * (
        fabs(a.left) + fabs(a.right) + fabs(a.top) + fabs(a.bottom) + fabs(dx) + fabs(dy)
    )
    enter: cython.double = 0.0
    leave: cython.double = 1.0 + END_SLACK
    near: cython.double = b.left - a.right - slack
    far: cython.double = b.right - a.left + slack
    k: cython.int
    speed: cython.double = dx
    one: cython.double
    two: cython.double
    for k in range(2):
        if speed == 0.0:
            if near > 0.0 or far < 0.0:
                return INFINITY
        else:
            one = near / speed
            two = far / speed
            enter = max(enter, min(one, two))
            leave = min(leave, max(one, two))
        near = b.top - a.bottom - slack
        far = b.bottom - a.top + slack
        speed = dy
    return enter if enter <= leave else INFINITY


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def deepest_normal(
    store: Store,
    a: cython.int,
    b: cython.int,
    count_a: cython.int,
    count_b: cython.int,
    meeting: cython.pointer(Meeting),
) -> cython.void:
    """The normal of two shapes that overlap, by the parts that do so most; and a point of it."""
    part: cython.pointer(Collision)
    other: cython.pointer(Collision)
    normal: cython.double[2]
    gap: cython.double
    deepest: cython.double = INFINITY
    i: cython.int
    j: cython.int
    for i in range(meeting.shape, meeting.shape + count_a):
        part = store.parts + store.groups[a].first + i
        if part.kind == NOTHING:
            continue
        for j in range(meeting.other_shape, meeting.other_shape + count_b):
            other = store.parts + store.groups[b].first + j
            if (
                other.kind != NOTHING
                and overlap(box_of_part(store, a, part), box_of_part(store, b, other))
                and parts_overlap(part, other, store.pool)
            ):
                gap = best_axis(part, other, store.pool, normal)
                if gap < deepest:
                    deepest = gap
                    meeting.part = i
                    meeting.other_part = j
                    meeting.nx = normal[0]
                    meeting.ny = normal[1]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def first_passage(
    store: Store,
    a: cython.int,
    b: cython.int,
    count_a: cython.int,
    count_b: cython.int,
    motion: cython.pointer(cython.const[Motion]),
    started: cython.bint,
    after: cython.double,
    reach: cython.p_double,
    meeting: cython.pointer(Meeting),
) -> cython.bint:
    """The earliest passage of two shapes' parts that begins after a time.

    Writes to `reach` the end of those that begin no later than `after`, which are connected with it.
    If the shapes do not overlap at the start, a passage lies wholly before it or after it, whatever
    rounding says.
    """
    passage: Passage
    part: cython.pointer(Collision)
    other: cython.pointer(Collision)
    best: cython.double = INFINITY
    i: cython.int
    j: cython.int
    for i in range(meeting.shape, meeting.shape + count_a):
        part = store.parts + store.groups[a].first + i
        for j in range(meeting.other_shape, meeting.other_shape + count_b):
            other = store.parts + store.groups[b].first + j
            if not sweep_parts(
                part, other, store.pool, motion.dx, motion.dy, cython.address(passage)
            ):
                continue
            if started:
                if passage.exit <= 0.0:
                    continue
                if passage.enter <= after + 1e-12 * (1.0 + fabs(after)):
                    reach[0] = max(reach[0], passage.exit)
                    continue
            elif passage.enter < 0.0:
                if passage.exit < -passage.enter or passage.exit <= 0.0:
                    continue
                passage.enter = 0.0
            if passage.enter < best:
                best = passage.enter
                meeting.instant = not passage.enter < passage.exit
                meeting.part = i
                meeting.other_part = j
                meeting.nx = passage.nx
                meeting.ny = passage.ny
                meeting.other_nx = passage.other_nx
                meeting.other_ny = passage.other_ny
    meeting.fraction = best
    return best <= 1.0 + END_SLACK


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def meet_shapes(
    store: Store,
    a: cython.int,
    b: cython.int,
    count_a: cython.int,
    count_b: cython.int,
    motion: cython.pointer(cython.const[Motion]),
    meeting: cython.pointer(Meeting),
) -> cython.bint:
    """When two shapes begin to hit, on a straight way: not yet verified."""
    reach: cython.double = 0.0
    after: cython.double = -1.0
    started: cython.bint = shapes_overlap(
        store, a, meeting.shape, count_a, b, meeting.other_shape, count_b
    )
    meeting.overlapping = meeting.instant = False
    meeting.other_nx = meeting.other_ny = 0.0
    if not started:
        return first_passage(
            store, a, b, count_a, count_b, motion, False, 0.0, cython.address(reach), meeting
        )
    deepest_normal(store, a, b, count_a, count_b, meeting)
    if meeting.nx * motion.dx + meeting.ny * motion.dy < 0.0:
        meeting.overlapping = True
        meeting.fraction = 0.0
        return True
    if count_a == 1 and count_b == 1:
        return False  # convex parts that have separated never meet again
    while after < reach <= 1.0 + END_SLACK:
        after = max(reach, 0.0)
        if not first_passage(
            store, a, b, count_a, count_b, motion, True, after, cython.address(reach), meeting
        ):
            return False
        if reach <= after:
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def size_of_row(
    store: Store, row: cython.int, motion: cython.pointer(cython.const[Motion])
) -> cython.double:
    """The size of the numbers involved in a motion, for steps of some ulps."""
    box: cython.pointer(Box) = store.boxes + row
    return (
        max(fabs(box.left), fabs(box.right), fabs(box.top), fabs(box.bottom))
        + fabs(motion.x)
        + fabs(motion.y)
        + fabs(motion.dx)
        + fabs(motion.dy)
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def step_of(
    store: Store, row: cython.int, motion: cython.pointer(cython.const[Motion])
) -> cython.double:
    """A step back along a motion, as a fraction, that moves the row by about an ulp."""
    way: cython.double = sqrt(motion.dx * motion.dx + motion.dy * motion.dy)
    way += 0.01 * fabs(motion.turn) * (
        store.boxes[row].right - store.boxes[row].left + store.boxes[row].bottom - store.boxes[row].top
    )
    return max(ULP, ULP * size_of_row(store, row, motion) / way) if way > 0.0 else 1.0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_new_hit(
    store: Store,
    a: cython.int,
    b: cython.int,
    motion: cython.pointer(cython.const[Motion]),
    meeting: cython.pointer(Meeting),
) -> cython.bint:
    """Whether two rows hit, as they are placed, in a pair of shapes that do not hit at the start.

    Writes that pair. The row stays where it is.
    """
    i: cython.int = 0
    j: cython.int
    count_a: cython.int
    count_b: cython.int
    hit_before: cython.bint
    x: cython.double = store.groups[a].x
    y: cython.double = store.groups[a].y
    angle: cython.double = store.groups[a].angle
    while i < store.groups[a].count:
        count_a = parts_in_shape(store, a, i)
        j = 0
        while j < store.groups[b].count:
            count_b = parts_in_shape(store, b, j)
            if shapes_overlap(store, a, i, count_a, b, j, count_b):
                place_back(store, a, motion)
                hit_before = shapes_overlap(store, a, i, count_a, b, j, count_b)
                place(store, a, x, y, angle)
                if not hit_before:
                    meeting.shape = i
                    meeting.other_shape = j
                    return True
            j += count_b
        i += count_a
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def settle(
    store: Store,
    row: cython.int,
    other: cython.int,
    motion: cython.pointer(cython.const[Motion]),
    meeting: cython.pointer(Meeting),
) -> cython.bint:
    """Verify a meeting of two shapes: step back until they do not hit. Leaves the row there.

    A coordinate along which they meet squarely is computed from their gap, without the fraction:
    what lands on a floor at 84 is at 84. False if they do not hit at the end of the motion after
    all.
    """
    count_a: cython.int = parts_in_shape(store, row, meeting.shape)
    count_b: cython.int = parts_in_shape(store, other, meeting.other_shape)
    a: cython.pointer(Collision) = store.parts + store.groups[row].first + meeting.part
    b: cython.pointer(Collision) = store.parts + store.groups[other].first + meeting.other_part
    step: cython.double
    gap: cython.double
    fraction: cython.double = meeting.fraction
    if meeting.overlapping:
        place_at(store, row, motion, meeting)
        return True
    if fraction >= 1.0:
        meeting.fraction = fraction = 1.0
        place_at(store, row, motion, meeting)
        if not shapes_overlap(
            store, row, meeting.shape, count_a, other, meeting.other_shape, count_b
        ):
            return False
        place_back(store, row, motion)
    step = step_of(store, row, motion)
    if meeting.instant:
        meeting.fraction = max(0.0, fraction - step)
    elif motion.turn == 0.0 and (meeting.nx == 0.0 or meeting.ny == 0.0):
        gap = axis_gap(a, b, store.pool, meeting.nx, meeting.ny)
        meeting.x = motion.x + (fraction * motion.dx if meeting.nx == 0.0 else -gap * meeting.nx)
        meeting.y = motion.y + (fraction * motion.dy if meeting.ny == 0.0 else -gap * meeting.ny)
        meeting.angle = motion.angle
        place(store, row, meeting.x, meeting.y, motion.angle)
        if fabs(meeting.x - motion.x - fraction * motion.dx) + fabs(
            meeting.y - motion.y - fraction * motion.dy
        ) <= 1e-9 * size_of_row(store, row, motion) and not shapes_overlap(
            store, row, meeting.shape, count_a, other, meeting.other_shape, count_b
        ):
            return True
    for _ in range(STEPS_BACK):
        place_at(store, row, motion, meeting)
        if meeting.fraction == 0.0 or not shapes_overlap(
            store, row, meeting.shape, count_a, other, meeting.other_shape, count_b
        ):
            return True
        meeting.fraction = max(0.0, fraction - step)
        step *= 2.0
    meeting.fraction = 0.0
    place_at(store, row, motion, meeting)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def note_point(
    store: Store, row: cython.int, other: cython.int, meeting: cython.pointer(Meeting)
) -> cython.void:
    """Write where the two touch, for a row that is placed at its meeting."""
    point: cython.double[2]
    touching_point(
        store.parts + store.groups[row].first + meeting.part,
        store.parts + store.groups[other].first + meeting.other_part,
        store.pool,
        meeting.nx,
        meeting.ny,
        point,
    )
    meeting.px = point[0]
    meeting.py = point[1]


@cython.cfunc
@cython.exceptval(-1)
def sweep_row(
    store: Store,
    row: cython.int,
    motion: cython.pointer(Motion),
    b: cython.pointer(cython.const[cython.int]),
    candidates: PairList,
    first_only: cython.bint,
    out: Meetings,
) -> cython.int:
    """Add the meetings of a row on its way, in order; only the first one with `first_only`.

    All rows are up to date. `candidates` are those of `find_candidates`. Of each two shapes the first meeting is found.
    """
    best: cython.double = INFINITY
    meeting: Meeting
    k: cython.Py_ssize_t
    i: cython.int
    j: cython.int
    count_a: cython.int
    count_b: cython.int
    other: cython.int
    start: cython.Py_ssize_t = out.count
    moves: cython.bint = motion.dx != 0.0 or motion.dy != 0.0
    for k in range(candidates.count):
        other = b[second_of(candidates.items[k])]
        if not moves or (
            motion.turn == 0.0
            and box_passage(store.boxes + row, store.boxes + other, motion.dx, motion.dy)
            > min(best + END_SLACK, 1e300)
        ):
            continue
        i = 0
        while i < store.groups[row].count:
            count_a = parts_in_shape(store, row, i)
            j = 0
            while j < store.groups[other].count:
                count_b = parts_in_shape(store, other, j)
                meeting.position = second_of(candidates.items[k])
                meeting.shape = i
                meeting.other_shape = j
                j += count_b
                if (
                    not meet_shapes(
                        store, row, other, count_a, count_b, motion, cython.address(meeting)
                    )
                    or meeting.fraction > best + END_SLACK
                ):
                    continue
                if settle(store, row, other, motion, cython.address(meeting)):
                    note_point(store, row, other, cython.address(meeting))
                    place_back(store, row, motion)
                    if not first_only or out.count == start:
                        out.add(cython.address(meeting))
                    elif is_before(cython.address(meeting), out.items + start):
                        out.items[start] = meeting
                    if first_only:
                        best = out.items[start].fraction
                place_back(store, row, motion)
            i += count_a
    out.sort()
    return verify_first(store, row, motion, b, candidates, start, out)


@cython.cfunc
@cython.exceptval(-1)
def verify_first(
    store: Store,
    row: cython.int,
    motion: cython.pointer(Motion),
    b: cython.pointer(cython.const[cython.int]),
    candidates: PairList,
    start: cython.Py_ssize_t,
    out: Meetings,
) -> cython.int:
    """Verify that up to the first meeting, or at the end, the row hits nothing new of all targets.

    A motion that ends a hair before a hit, or passes by one, may hit at its end by rounding. Then
    there is a meeting a hair before.
    """
    meeting: Meeting
    fresh: Meeting
    step: cython.double = step_of(store, row, motion)
    k: cython.Py_ssize_t = 0
    other: cython.int
    found: cython.bint = out.count > start
    if found:
        meeting = out.items[start]
        if meeting.overlapping or meeting.fraction == 0.0:
            return 0
        place(store, row, meeting.x, meeting.y, meeting.angle)
    else:
        meeting.fraction = 1.0
        place_at(store, row, motion, cython.address(meeting))
    while k < candidates.count:
        other = b[second_of(candidates.items[k])]
        if (
            meeting.fraction > 0.0
            and overlap(store.boxes + row, store.boxes + other)
            and is_new_hit(store, row, other, motion, cython.address(fresh))
        ):
            if not found:
                found = True
                fresh.position = second_of(candidates.items[k])
                name_normal(store, row, other, motion, cython.address(fresh))
                fresh.fraction = 1.0
                out.add(cython.address(fresh))
                meeting = out.items[start]
            meeting.fraction = max(0.0, meeting.fraction - step)
            step *= 2.0
            place_at(store, row, motion, cython.address(meeting))
            note_point(store, row, b[meeting.position], cython.address(meeting))
            k = 0
        else:
            k += 1
    if found:
        out.items[start] = meeting
    place_back(store, row, motion)
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def name_normal(
    store: Store,
    row: cython.int,
    other: cython.int,
    motion: cython.pointer(cython.const[Motion]),
    meeting: cython.pointer(Meeting),
) -> cython.void:
    """The parts and the normal of a meeting that only the exact test has found."""
    meeting.overlapping = meeting.instant = False
    meeting.other_nx = meeting.other_ny = 0.0
    meeting.part = meeting.shape
    meeting.other_part = meeting.other_shape
    meeting.nx = 0.0
    meeting.ny = -1.0
    deepest_normal(
        store,
        row,
        other,
        parts_in_shape(store, row, meeting.shape),
        parts_in_shape(store, other, meeting.other_shape),
        meeting,
    )


def sweep_among(
    store: Store,
    row: cython.int,
    dx: cython.double,
    dy: cython.double,
    turn: cython.double,
    b: cython.pointer(cython.const[cython.int]),
    count: cython.Py_ssize_t,
    kept: KeptIndex | None,
    skipped_pass: cython.uint,
    first_only: cython.bint,
    found: PairList,
    out: Meetings,
) -> cython.int:
    """All stages for one row that moves, and turns by `turn` degrees on its way.

    Rows whose `last_pass` is `skipped_pass` are left out. `kept` is an up-to-date index of the rows
    `b`, or None. `found` is memory for the candidates. Adds the meetings, in order.
    """
    motion: Motion
    freshen(store, row)
    motion = motion_of(store, row, dx, dy, turn)
    if turn != 0.0 and turns_nothing(store, row):
        motion.turn = 0.0
    found.count = 0
    if find_candidates(
        store, row, cython.address(motion), b, count, kept, skipped_pass, found
    ):
        sweep_row(store, row, cython.address(motion), b, found, first_only, out)
    return 0
