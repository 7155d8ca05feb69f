"""The invariants of the storage, and the numbers of its rows in world space."""

import gc

import cython as C
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.memory import (
    LENGTH_CLASSES,
    RunAllocator,
    class_length,
    class_of,
)
from cython.cimports.spritecol._engine.storage.layout import (
    BOX,
    CAPSULE,
    CIRCLE,
    DIRTY,
    ELLIPSE,
    KINDS,
    NOTHING,
    ONE_WAY,
    POINT,
    POLYGON,
    ROLES,
    SEAM,
    SEGMENT,
    SHIFTED,
    STRETCHED,
    WATCHED,
    NumberLayout,
    Outline,
    Part,
    RowRecord,
)
from cython.cimports.spritecol._engine.storage.store import STORE, Link, Store
from cython.cimports.spritecol._support.python import PyObject
from cython.cimports.spritecol.sprites.motion.body import SPARE


@C.cfunc
def claim(
    runs: RunAllocator, marks: bytearray, first: C.Py_ssize_t, length: C.Py_ssize_t
) -> object:
    """Mark the elements of a run as owned; AssertionError if one is owned already."""
    k: C.Py_ssize_t
    length = class_length(class_of(length))
    if not 0 <= first <= runs.top - length:
        raise AssertionError(f"the run of {length} elements at {first} exceeds the block")
    for k in range(first, first + length):
        if marks[k]:
            raise AssertionError(f"element {k} belongs to two runs")
        marks[k] = 1


@C.cfunc
def claim_free(runs: RunAllocator, marks: bytearray) -> object:
    """Mark the elements of all free runs."""
    index: C.Py_ssize_t
    for index in range(1, LENGTH_CLASSES):
        first: C.Py_ssize_t = runs.free[index]
        while first >= 0:
            claim(runs, marks, first, class_length(index))
            first = runs.link(first)


@C.cfunc
def check_watches(store: Store) -> object:
    """Check the links from rows to watchers, and that no change can go unnoticed."""
    number: C.int
    seen: set = set()
    i: C.Py_ssize_t
    for i in range(store.row_array_capacity if store.watches.first is not C.NULL else 0):
        number = store.watches.first[i]
        while number >= 0:
            link: C.pointer(Link) = C.address(store.watches.links[number])
            if number in seen or link.watcher.rows[link.position] != i:
                raise AssertionError(f"link {number} of row {i} leads to another")
            if not store.flags[i] & WATCHED and not link.watcher.noted[link.position]:
                raise AssertionError(f"row {i} has changed and a watcher has not noted it")
            seen.add(number)
            number = link.next
    number = store.watches.free_link
    while number >= 0:
        seen.add(number)
        number = store.watches.links[number].next
    if len(seen) != store.watches.link_count:
        raise AssertionError("some links belong to no row")


@C.cfunc
def check_store(store: Store):
    """Raise AssertionError if an invariant of a store is broken."""
    part: C.pointer(Part)
    i: C.Py_ssize_t
    k: C.Py_ssize_t
    rows: bytearray = bytearray(store.row_runs.top)
    parts: bytearray = bytearray(store.part_runs.top)
    boxes: bytearray = bytearray(store.box_runs.top)
    pool: bytearray = bytearray(store.pool_runs.top)
    if rows:
        claim_free(store.row_runs, rows)
    if parts:
        claim_free(store.part_runs, parts)
        claim_free(store.pool_runs, pool)
    if boxes:
        claim_free(store.box_runs, boxes)
    numbers: bytearray = bytearray(store.number_runs.top)
    if numbers:
        claim_free(store.number_runs, numbers)
    if rows.count(0) != store.row_runs.taken:
        raise AssertionError(f"{rows.count(0)} rows in use, {store.row_runs.taken} counted")
    for i in range(store.row_runs.top):
        outline: Outline = store.outlines[i]
        if store.records[i].outline != (
            C.NULL if outline is None else C.cast(C.pointer(PyObject), outline)
        ):
            raise AssertionError(f"row {i} has another outline than `outlines`")
        if rows[i]:
            continue
        first: C.int = store.first_number_of(i)
        if first:
            layout: NumberLayout = store.layout_at(first)
            claim(store.number_runs, numbers, first - 1, 1 + layout.count)
        record: C.pointer(RowRecord) = C.address(store.records[i])
        if record.outline is C.NULL:
            if record.count:
                raise AssertionError(f"row {i} has {record.count} parts and no outline")
            continue
        if bool(store.flags[i] & ONE_WAY) != (outline.directions is not C.NULL):
            raise AssertionError(f"row {i} is marked as one-way, or not, against its outline")
        if bool(store.flags[i] & ROLES) != outline.has_layers:
            raise AssertionError(f"row {i} is marked as having roles, or not, against its outline")
        if record.count != outline.count:
            raise AssertionError(f"row {i} has {record.count} parts, not {outline.count}")
        if store.flags[i] & SHIFTED and (
            record.count != 1
            or outline.parts[0].kind not in (CIRCLE, BOX)
            or store.parts[record.first].kind != outline.parts[0].kind
            or (record.angle, record.scale_x, record.scale_y) != (0.0, 1.0, 1.0)
        ):
            raise AssertionError(f"row {i} has not only been shifted")
        if record.count:
            claim(store.part_runs, parts, record.first, outline.count)
            part = C.address(store.parts[record.first])
            claim(store.pool_runs, pool, part.first - outline.parts[0].first, outline.size)
            if record.count > 1:
                claim(store.box_runs, boxes, part.box, outline.count)
        for k in range(record.count):
            part = C.address(store.parts[record.first + k])
            if not 0 <= part.kind < KINDS:
                raise AssertionError(f"part {record.first + k} has kind {part.kind}")
            if (
                part.first - store.parts[record.first].first
                != outline.parts[k].first - outline.parts[0].first
            ):
                raise AssertionError(f"part {record.first + k} has numbers outside its row's run")
            if record.count == 1:
                continue
            if part.box != store.parts[record.first].box + k:
                raise AssertionError(f"part {record.first + k} has another part's box")
            box: C.pointer(Box) = store.part_boxes + part.box
            if (
                not store.flags[i] & DIRTY
                and part.kind != NOTHING
                and not (box.left < box.right and box.top < box.bottom)
            ):
                raise AssertionError(f"part {record.first + k} has a box without area")
    if parts.count(0) or pool.count(0) or boxes.count(0) or numbers.count(0):
        raise AssertionError("some parts or numbers belong to no run")


def validate() -> None:
    """Check every invariant of the default store; AssertionError names the first one broken."""
    enabled = gc.isenabled()
    gc.disable()  # a collection in between would free rows
    try:
        check_store(STORE)
        check_watches(STORE)
    finally:
        if enabled:
            gc.enable()


def row_count() -> int:
    """How many rows are in use: those of live sprites, and of walkers. A slide keeps its own."""
    return STORE.row_runs.taken - (SPARE is not None)


def use_up_passes(left: C.uint) -> None:
    """Take the count of passes to so many before its last, as after four billion of them."""
    STORE.last_pass = 0xFFFFFFFF - left


@C.cfunc
def number_count(part: C.pointer(Part)) -> C.Py_ssize_t:
    """How many numbers a part has in world space."""
    numbers: dict = {NOTHING: 0, POINT: 2, SEGMENT: 4, SEAM: 4, BOX: 4, CIRCLE: 3, ELLIPSE: 6}
    numbers |= {CAPSULE: 5, STRETCHED: 8, POLYGON: 2 * part.count}
    return numbers[part.kind]


def numbers_by_row() -> list[bytes]:
    """For each row that is up to date: the kinds of its parts and all their numbers, as bytes."""
    i: C.Py_ssize_t
    k: C.Py_ssize_t
    free: bytearray = bytearray(STORE.row_runs.top)
    found: list = []
    if free:
        claim_free(STORE.row_runs, free)
    for i in range(STORE.row_runs.top):
        if free[i] or STORE.flags[i] & DIRTY:
            continue
        record: C.pointer(RowRecord) = C.address(STORE.records[i])
        row: list = []
        for k in range(record.count):
            part: C.pointer(Part) = C.address(STORE.parts[record.first + k])
            size: C.Py_ssize_t = number_count(part) * C.sizeof(C.double)
            row.append(bytes([part.kind]))
            row.append(C.cast(C.p_char, STORE.pool + part.first)[:size])
        found.append(b"".join(row))
    return found


def world_numbers() -> list[bytes]:
    """What `numbers_by_row` gives, sorted: which row a sprite has is not part of an answer."""
    return sorted(numbers_by_row())
