"""The flat storage that all sprites share.

One row is one collision group: a sprite's pose, and where its parts lie. A part is a point, a
segment, a disc or a convex polygon; most shapes are one part, a concave polygon is several. A row's
parts lie in one run of the part block, their numbers in one run of the number pool, so that a check
walks through memory in order:

    rows   [ pose, matrix, first part, count | ... ]
    boxes  [ left, top, right, bottom | ... ]             by row, what the broad phase reads
    dirty  [ 0 | 1 | ... ]                                by row
    parts  [ kind, count, first number, box | ... ]
    pool   [ x y r . . . | x1 y1 x2 y2 | x y x y x y ... ]

What a sprite's shapes are in local space is an `Outline`, which sprites of one class share.
`transform` fills parts, pool and boxes from the pose and the outline when a check needs them.
"""

import gc
from collections.abc import Sequence

import cython
from cython.cimports.cpython.mem import PyMem_Free, PyMem_Malloc
from cython.cimports.cpython.ref import Py_INCREF, Py_XDECREF, PyObject
from cython.cimports.libc.math import INFINITY
from cython.cimports.libc.stdlib import realloc
from cython.cimports.libc.string import memset
from cython.cimports.spritecol.runs import Runs


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def room_for(kind: cython.int, count: cython.int) -> cython.int:
    """How many numbers a part of that kind may need in world space.

    A disc may become an ellipse, a box a turned parallelogram, and anything a flat segment.
    """
    if kind in (CIRCLE, ELLIPSE):
        return 6
    if kind == BOX:
        return 8
    return max(4, 2 * count)


@cython.cfunc
@cython.exceptval(-1)
def fits(kind: cython.int, length: cython.Py_ssize_t) -> cython.bint:
    """Whether a part of that kind has so many numbers."""
    if kind == POLYGON:
        return length >= 6 and length % 2 == 0
    return length == {POINT: 2, SEGMENT: 4, SEAM: 4, BOX: 4, CIRCLE: 3, ELLIPSE: 6}.get(kind, -1)


class Outline:
    """A sprite's shapes in local space as flat numbers, made once and shared.

    Built from (kind, numbers, run) for each part: `run` is the number of parts of one shape on its
    first part and 0 on the others (see `lowering`).
    """

    def __cinit__(self, parts: Sequence[tuple[int, Sequence[float], int]]):
        part: cython.pointer(LocalPart)
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        taken: list = [(int(kind), tuple(numbers), int(run)) for kind, numbers, run in parts]
        self.shapes = ()
        self.count = len(taken)
        self.parts = cython.cast(
            cython.pointer(LocalPart), PyMem_Malloc(max(1, self.count) * cython.sizeof(LocalPart))
        )
        if self.parts is cython.NULL:
            raise MemoryError
        for i in range(self.count):
            kind, numbers, run = taken[i]
            if not fits(kind, len(numbers)):
                raise ValueError(f"{numbers!r} are not the numbers of a part of kind {kind}")
            if run < 0 or run + i > self.count:
                raise ValueError(f"a shape of {run} parts does not fit into {self.count}")
            part = cython.address(self.parts[i])
            part.kind = kind
            part.count = len(numbers) // 2
            part.run = run
            part.first = self.size
            self.size += room_for(part.kind, part.count)
        self.values = cython.cast(
            cython.p_double, PyMem_Malloc(max(1, self.size) * cython.sizeof(cython.double))
        )
        if self.values is cython.NULL:
            raise MemoryError
        for i in range(self.count):
            numbers = taken[i][1]
            for k in range(len(numbers)):
                self.values[self.parts[i].first + k] = numbers[k]

    def __dealloc__(self):
        PyMem_Free(self.parts)
        PyMem_Free(self.values)


@cython.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class Storage:
    """Rows, parts and numbers, handed out to sprites and taken back."""

    def __cinit__(self):
        self.row_runs = Runs(cython.sizeof(Row))
        self.part_runs = Runs(cython.sizeof(Part))
        self.box_runs = Runs(cython.sizeof(Box))
        self.pool_runs = Runs(cython.sizeof(cython.double))

    def open(self):
        """A row for a new sprite: at the origin, unturned, without shapes."""
        index: cython.Py_ssize_t = self.row_runs.take(1)
        row: cython.pointer(Row)
        self.rows = cython.cast(cython.pointer(Row), self.row_runs.memory)
        if self.row_runs.capacity > self.side_capacity:
            self.grow_sides(self.row_runs.capacity)
        row = cython.address(self.rows[index])
        memset(row, 0, cython.sizeof(Row))
        row.scale_x = 1.0
        row.scale_y = 1.0
        row.cosine = 1.0
        row.flags = ENABLED | SYNC
        self.mark(index)
        return index

    def close(self, row):
        """Take a row back, with its parts and numbers."""
        outline: cython.pointer(PyObject) = self.rows[row].outline
        self.release_parts(row)
        self.rows[row].outline = cython.NULL
        self.rows[row].count = 0
        self.dirty[row] &= PENDING
        self.boxes[row].left = INFINITY
        self.boxes[row].right = -INFINITY
        self.row_runs.give(row, 1)
        Py_XDECREF(outline)

    def set_outline(self, row, outline):
        """Give a row other shapes; on an error it keeps those it has."""
        parts: cython.Py_ssize_t = self.part_runs.take(outline.count)
        boxes: cython.Py_ssize_t = 0
        pool: cython.Py_ssize_t = 0
        old: cython.pointer(PyObject)
        part: cython.pointer(Part)
        several: cython.Py_ssize_t = outline.count if outline.count > 1 else 0
        k: cython.int
        self.parts = cython.cast(cython.pointer(Part), self.part_runs.memory)
        try:
            boxes = self.box_runs.take(several)
            try:
                pool = self.pool_runs.take(outline.size)
            except MemoryError:
                self.box_runs.give(boxes, several)
                raise
        except MemoryError:
            self.part_runs.give(parts, outline.count)
            raise
        self.part_boxes = cython.cast(cython.pointer(Box), self.box_runs.memory)
        self.pool = cython.cast(cython.p_double, self.pool_runs.memory)
        self.release_parts(row)
        old = self.rows[row].outline
        Py_INCREF(outline)
        self.rows[row].outline = cython.cast(cython.pointer(PyObject), outline)
        self.rows[row].first = parts
        self.rows[row].count = outline.count
        self.rows[row].flags &= ~ROUND
        for k in range(outline.count):
            part = self.parts + parts + k
            part.kind = outline.parts[k].kind
            part.count = outline.parts[k].count
            part.first = pool + outline.parts[k].first
            part.box = boxes + k if several else 0
        self.mark(row)
        Py_XDECREF(old)
        return 0

    def log(self, row):
        """Add a row to the journal, from which kept indexes learn what moved.

        The journal is dropped when it is longer than all that any of them would follow.
        """
        journal: cython.p_int
        capacity: cython.Py_ssize_t
        if self.journal_count >= 4096 + 2 * self.side_capacity:
            self.journal_base += self.journal_count
            self.journal_count = 0
        if self.journal_count == self.journal_capacity:
            capacity = max(1024, self.journal_capacity + self.journal_capacity // 2)
            journal = cython.cast(
                cython.p_int, realloc(self.journal, capacity * cython.sizeof(cython.int))
            )
            if journal is cython.NULL:
                with cython.gil:
                    raise MemoryError
            self.journal = journal
            self.journal_capacity = capacity
        self.journal[self.journal_count] = row
        self.journal_count += 1
        return 0

    def next_sweep(self):
        """A number that no row's `seen` has yet."""
        i: cython.Py_ssize_t
        self.sweep += 1
        if self.sweep == 0:  # all 2**32 have been used: begin again
            self.sweep = 1
            for i in range(self.row_runs.top):
                self.rows[i].seen = 0
        return self.sweep

    def release_parts(self, row):
        """Give the runs of a row's outline back."""
        outline: Outline
        part: cython.pointer(Part) = self.parts + self.rows[row].first
        if self.rows[row].outline is not cython.NULL and self.rows[row].count:
            outline = cython.cast(Outline, self.rows[row].outline)
            self.pool_runs.give(part.first - outline.parts[0].first, outline.size)
            if outline.count > 1:
                self.box_runs.give(part.box, outline.count)
            self.part_runs.give(self.rows[row].first, outline.count)

    def grow_sides(self, capacity):
        """Let the arrays beside the rows follow their capacity."""
        boxes: cython.pointer(Box) = cython.cast(
            cython.pointer(Box), realloc(self.boxes, capacity * cython.sizeof(Box))
        )
        if boxes is cython.NULL:
            raise MemoryError
        self.boxes = boxes
        lone: cython.p_int = cython.cast(
            cython.p_int, realloc(self.lone, capacity * cython.sizeof(cython.int))
        )
        if lone is cython.NULL:
            raise MemoryError
        self.lone = lone
        dirty: cython.p_uchar = cython.cast(cython.p_uchar, realloc(self.dirty, capacity))
        if dirty is cython.NULL:
            raise MemoryError
        self.dirty = dirty
        memset(dirty + self.side_capacity, 0, capacity - self.side_capacity)
        pending: cython.p_int = cython.cast(
            cython.p_int, realloc(self.pending, capacity * cython.sizeof(cython.int))
        )
        if pending is cython.NULL:
            raise MemoryError
        self.pending = pending
        self.side_capacity = capacity
        return 0

    def validate(self) -> None:
        """Raise AssertionError if an invariant is broken. For tests: it walks through all of it."""
        row: cython.pointer(Row)
        part: cython.pointer(Part)
        outline: Outline
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        rows: bytearray = bytearray(self.row_runs.top)
        parts: bytearray = bytearray(self.part_runs.top)
        boxes: bytearray = bytearray(self.box_runs.top)
        pool: bytearray = bytearray(self.pool_runs.top)
        box: cython.pointer(Box)
        if rows:
            self.row_runs.claim_free(rows)
        if parts:
            self.part_runs.claim_free(parts)
            self.pool_runs.claim_free(pool)
        if boxes:
            self.box_runs.claim_free(boxes)
        if rows.count(0) != self.row_runs.taken:
            raise AssertionError(f"{rows.count(0)} rows in use, {self.row_runs.taken} counted")
        for i in range(self.row_runs.top):
            if rows[i]:
                continue
            row = cython.address(self.rows[i])
            if row.outline is cython.NULL:
                if row.count:
                    raise AssertionError(f"row {i} has {row.count} parts and no outline")
                continue
            outline = cython.cast(Outline, row.outline)
            if row.count != outline.count:
                raise AssertionError(f"row {i} has {row.count} parts, not {outline.count}")
            if row.count:
                self.part_runs.claim(parts, row.first, outline.count)
                part = cython.address(self.parts[row.first])
                self.pool_runs.claim(pool, part.first - outline.parts[0].first, outline.size)
                if row.count > 1:
                    self.box_runs.claim(boxes, part.box, outline.count)
            for k in range(row.count):
                part = cython.address(self.parts[row.first + k])
                if not 0 <= part.kind < KINDS:
                    raise AssertionError(f"part {row.first + k} has kind {part.kind}")
                if (
                    part.first - self.parts[row.first].first
                    != outline.parts[k].first - outline.parts[0].first
                ):
                    raise AssertionError(f"part {row.first + k} points outside of its run")
                if row.count == 1:
                    continue
                if part.box != self.parts[row.first].box + k:
                    raise AssertionError(f"part {row.first + k} has another part's box")
                box = self.part_boxes + part.box
                if (
                    not self.dirty[i] & DIRTY
                    and part.kind != NOTHING
                    and not (box.left < box.right and box.top < box.bottom)
                ):
                    raise AssertionError(f"part {row.first + k} has a box without area")
        if parts.count(0) or pool.count(0) or boxes.count(0):
            raise AssertionError("some parts or numbers belong to no run")


STORE = Storage()


def validate() -> None:
    """Check every invariant of the storage; AssertionError names the first that is broken."""
    enabled = gc.isenabled()
    gc.disable()  # a collection in the middle would take sprites away
    try:
        STORE.validate()
    finally:
        if enabled:
            gc.enable()


def row_count() -> int:
    """How many rows are in use: the number of sprites alive."""
    return STORE.row_runs.taken
