# cython: nonecheck=True
# (A __del__ or weak reference callback may get here after the collector has cleared the fields.)
"""The common base of both spaces: the items of users by slot, and the search in the cells of the
quadtree.

**Items by slot.** Users' objects are touched in `ItemTable` only. Everything else works with slots,
small integers that are reused. Numbers, text and tuples of these are told apart by their values,
all else by identity: so looking an item up runs no code of users. The slots of a cell form a doubly
linked list, whose links are in the records of the slots, so a slot enters and leaves its cell in
constant time.

**The cells of the quadtree.** A box is stored in the smallest cell that contains it.

    links  [ next, previous, cell | ... ]           by slot
    nodes  [ box, range of finest cells | ... ]     by slot
    cells  [ head, children, lines | ... ]          all of the upper levels, then others as needed

The cells of the upper levels are dense: stored in the order of their linear numbers (see `morton`),
so each is found in one step. Memory that is never touched costs nothing. Finer cells are appended
lazily in blocks of four. A cell is created together with its ancestors.

A small box that crosses a middle line belongs to a large cell for that reason alone, and there are
many such boxes. So a larger cell has two binary trees along its middle lines, in addition to its
own list. A box that crosses only the vertical line is stored in the smallest range of rows that
contains it, and a box that crosses only the horizontal line in the smallest range of columns. A
search then skips the parts of a line that are not near. (This follows the quad-CIF tree of
G. Kedem, 19th Design Automation Conference, 1982.)

An empty cell stays, because one like it will soon be needed again. All cells are rebuilt when twice
as many were appended as the boxes needed the last time; that amortizes to a small cost per cell.

**Searches.** All begin at the root. Boxes that overlap are in the same cell, or one is in an
ancestor of the other's cell. So a single depth-first traversal finds all pairs: a stack holds the
boxes of the ancestors of the current cell, and each box of the cell is compared with the stack and
with the boxes of its own cell. A child inherits only those boxes of the stack that reach into it.
So a box that is in the root only because it crosses the middle line is compared with boxes near
that line and not with everything.

A search in a box, along a segment or around a point leaves out a cell if what it may hold is out of
the way: a quadrant holds what lies within it; a line cell what lies within its part of the line,
and across it, from `begin` to `end`. Boxes beyond the bounds are in the outermost cells, so these
are endless.

Overlap is strict: boxes that only touch do not overlap (see `_engine.box`).
"""

import cython
from cython import (
    NULL,
    Py_ssize_t,
    address,
    bint,
    cast,
    cclass,
    cfunc,
    declare,
    double,
    exceptval,
    final,
    inline,
    nogil,
    p_double,
    pointer,
    sizeof,
    struct,
)
from cython.cimports.cpython.number import PyNumber_Check
from cython.cimports.libc.limits import INT_MAX
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.box_tests import overlap_branch_free
from cython.cimports.spritecol._engine.memory import (
    RunAllocator,
    grow,
    next_capacity,
    room_for,
)
from cython.cimports.spritecol._engine.narrow_phase.exact_signs import orient
from cython.cimports.spritecol._engine.pairs import Pair, PairList, pair_of
from cython.cimports.spritecol._engine.tuning import CELLS_REBUILT
from cython.cimports.spritecol._support.libc import (
    INFINITY,
    calloc,
    fabs,
    free,
    malloc,
    memcmp,
    memmove,
    memset,
)
from cython.cimports.spritecol._support.polar import hypot
from cython.cimports.spritecol.spatial.morton import (
    CellRange,
    Space,
    bit_length,
    interleave,
    range_of,
)

from spritecol._support.range_check import shown

# Items by slot -----------------------------------------------------------------------------------


PLAIN_KEYS = declare(object, frozenset([str, int, float, bool, bytes, complex, type(None)]))

NUMBER_MODULES = declare(object, frozenset(["numpy", "fractions", "decimal"]))
"""Modules whose numbers are plain, too."""

MOST_DEEP = declare(cython.int, 50)
"""Tuples in tuples: what is deeper counts by identity, since a walk through it has an end."""

IDENTITY = declare(object, object())


def uncommon_value(item: object, deep: cython.int) -> object:
    """`value_of` an item that has its own `__hash__` or `__eq__`, so many tuples deep."""
    kind: object = type(item)
    if kind in PLAIN_KEYS:
        return item
    if isinstance(item, tuple) and deep < MOST_DEEP:
        return tuple([part_of(part, deep) for part in cast(tuple, item)])
    if kind is frozenset and deep < MOST_DEEP:
        return frozenset([part_of(part, deep) for part in item])
    if PyNumber_Check(item) and kind.__module__ in NUMBER_MODULES and kind.__hash__ is not None:
        return item
    return IDENTITY


@cfunc
def part_of(part: object, deep: cython.int) -> object:
    """The value that identifies a part of a tuple."""
    value: object = uncommon_value(part, deep + 1) if has_equality(part) else part
    return (IDENTITY, id(part)) if value is IDENTITY else value


class ItemTable:
    """Items by slot and slots by item."""

    def __cinit__(self, container: str):
        self.slots = {}
        self.identities = {}
        self.items = []
        self.container = container

    def count(self) -> Py_ssize_t:
        """How many items there are."""
        return len(self.slots) + len(self.identities)

    def add(self, item: object, value: object, slot: cython.int) -> cython.int:
        """Assign a free slot to a new item, given its value. ValueError if it already has one."""
        slots: dict = self.slots
        while len(self.items) <= slot:
            self.items.append(None)
        if value is IDENTITY:
            slots = self.identities
            value = id(item)
        known: cython.int = slots.setdefault(value, slot)
        if known != slot:
            raise ValueError(f"already in the {self.container}: {shown(item)}")
        self.items[slot] = item
        return 0

    def has(self, item: object) -> bint:
        """Whether an item has a slot."""
        value: object = value_of(item)
        return id(item) in self.identities if value is IDENTITY else value in self.slots

    def slot_of(self, item: object, value: object) -> cython.int:
        """The slot of an item, given its value. KeyError if it has none."""
        return self.look_up(item, value, False)

    def remove(self, item: object, value: object) -> cython.int:
        """Remove an item and return its slot, to be released later. KeyError if it has none."""
        return self.look_up(item, value, True)

    def look_up(self, item: object, value: object, remove: bint) -> cython.int:
        """An item's slot, and remove the item if asked to. KeyError if it has none."""
        slots: dict = self.slots
        if value is IDENTITY:
            slots = self.identities
            value = id(item)
        slot = slots.pop(value, None) if remove else slots.get(value)
        if slot is None:
            raise KeyError(f"not in the {self.container}: {shown(item)}")
        return slot

    def release(self, slot: cython.int) -> cython.int:
        """Drop the reference to a removed item. Call it last, as the item may be freed here."""
        self.items[slot] = None
        return 0


# The cells of the quadtree -----------------------------------------------------------------------


class Cells:
    """The cells of one space and the boxes in them."""

    def open(self, space: Space) -> cython.int:
        """Allocate the cells of a space. Called once, by `cells_of`."""
        self.space = space
        self.allocator = RunAllocator(sizeof(Link))
        self.dense_count = ((4 << (2 * min(space.depth, TOP_LEVEL))) - 1) // 3
        self.cells = cast(pointer(Cell), calloc(self.dense_count, sizeof(Cell)))
        if self.cells is NULL:
            raise MemoryError
        self.cell_count = self.cell_capacity = self.dense_count
        self.rebuild_at = self.dense_count + CELLS_REBUILT
        return 0

    def __dealloc__(self):
        free(self.cells)
        free(self.nodes)

    def memory(self) -> Py_ssize_t:
        """The size of all arrays in bytes."""
        by_slot: Py_ssize_t = sizeof(Link) + sizeof(Node)
        return self.cell_capacity * sizeof(Cell) + self.node_capacity * by_slot

    # Slots

    def reserve(self, count: Py_ssize_t) -> cython.int:
        """Make room for `count` slots in total."""
        if count > INT_MAX:
            raise MemoryError("a quadtree can hold 2**31 boxes at most")
        self.allocator.reserve(count)
        self.links = cast(pointer(Link), self.allocator.memory)
        if self.allocator.capacity > self.node_capacity:
            grow(address(self.nodes), self.allocator.capacity, sizeof(Node))
            self.node_capacity = self.allocator.capacity
        return 0

    def new_slot(self) -> cython.int:
        """Allocate a slot, not linked into a cell yet."""
        if self.allocator.top == self.node_capacity:
            self.reserve(next_capacity(self.node_capacity, self.node_capacity + 1, 16))
        slot: cython.int = self.allocator.take(1)
        self.links[slot].cell = -1
        return slot

    def free_slot(self, slot: cython.int) -> cython.void:
        """Free a slot that is no longer linked."""
        self.links[slot].cell = -1
        self.allocator.give(slot, 1)

    def put(self, slot: cython.int, box: BoxRef) -> cython.int:
        """Let a new slot hold a box."""
        self.nodes[slot].box = box[0]
        self.nodes[slot].span = range_of(address(self.space), box)
        self.link(slot, self.find(self.nodes[slot].span))
        return 0

    def link(self, slot: cython.int, cell: cython.int) -> cython.void:
        """Insert a slot into a cell's list."""
        link_slot(self.links, sizeof(Link), slot, cell, address(self.cells[cell].head))

    def unlink(self, slot: cython.int) -> cython.void:
        """Remove a slot from its list."""
        cell: cython.int = self.links[slot].cell
        unlink_slot(self.links, sizeof(Link), slot, address(self.cells[cell].head))

    # Cells

    def find(self, span: CellRange) -> cython.int:
        """The cell, or line cell, that a range belongs to, created if it is missing."""
        width: cython.int = bit_length(span.x1 ^ span.x2)  # as heights of cells
        length: cython.int = bit_length(span.y1 ^ span.y2)
        height: cython.int = max(width, length)
        if self.cell_count >= self.rebuild_at:
            self.rebuild()
        cell: cython.int = self.quadrant_of(span, height)
        if width == length or height < LINE_HEIGHT:
            return cell
        lines: cython.int = self.cells[cell].lines
        if lines == 0:
            lines = self.append(4)  # upper and lower rows, left and right columns
            self.cells[cell].lines = lines
        height -= 1
        if width > length:
            lines += (span.y1 >> height) & 1
            return self.descend_line(lines, span.y1, height, height - length, span.x1, span.x2)
        lines += 2 + ((span.x1 >> height) & 1)
        return self.descend_line(lines, span.x1, height, height - width, span.y1, span.y2)

    def quadrant_of(self, span: CellRange, height: cython.int) -> cython.int:
        """The cell of that height that contains a range."""
        level: cython.int = self.space.depth - height
        top: cython.int = min(level, TOP_LEVEL)
        shift: cython.int = self.space.depth - top
        cell: cython.int = ((1 << (2 * top)) - 1) // 3 + cast(
            cython.int, interleave(span.x1 >> shift, span.y1 >> shift)
        )
        self.make_dense(cell)
        return self.descend(cell, span, shift, level - top)

    def make_dense(self, cell: cython.int) -> cython.void:
        """Mark a dense cell as valid in its ancestors."""
        while cell > 0 and self.cells[cell].head == 0:
            parent: cython.int = (cell - 1) >> 2
            if self.cells[parent].children > 0:
                break
            self.cells[parent].children = 4 * parent + 1
            cell = parent

    def children_of(self, cell: cython.int, count: cython.int) -> cython.int:
        """The first of a cell's children, which are created if they are missing."""
        children: cython.int = self.cells[cell].children
        if children == 0:
            children = self.append(count)
            self.cells[cell].children = children
        return children

    def descend(
        self, cell: cython.int, span: CellRange, height: cython.int, steps: cython.int
    ) -> cython.int:
        """The quadrant that contains a range, `steps` levels below a cell of that height."""
        while steps > 0:
            height -= 1
            steps -= 1
            cell = self.children_of(cell, 4)
            cell += ((span.x1 >> height) & 1) + 2 * ((span.y1 >> height) & 1)
        return cell

    def descend_line(
        self,
        cell: cython.int,
        position: cython.int,
        height: cython.int,
        steps: cython.int,
        begin: cython.int,
        end: cython.int,
    ) -> cython.int:
        """The line cell that contains a position, `steps` levels below one of that height.

        The extent of every cell on the way is widened to the box's extent across the line, `begin`
        to `end`.
        """
        while True:
            self.cells[cell].begin = min(self.cells[cell].begin, begin)
            self.cells[cell].end = max(self.cells[cell].end, end)
            if steps == 0:
                return cell
            height -= 1
            steps -= 1
            cell = self.children_of(cell, 2) + ((position >> height) & 1)

    def append(self, count: cython.int) -> cython.int:
        """Append `count` empty cells and return the first."""
        first: cython.int = self.cell_count
        cell: cython.int
        if first > INT_MAX - count:
            raise MemoryError("a quadtree can have 2**31 cells at most")
        if first + count > self.cell_capacity:
            capacity: Py_ssize_t = min(
                next_capacity(self.cell_capacity, first + count, 64), INT_MAX
            )
            grow(address(self.cells), capacity, sizeof(Cell))
            self.cell_capacity = capacity
        memset(self.cells + first, 0, count * sizeof(Cell))
        for cell in range(first, first + count):
            self.cells[cell].begin = 0xFFFF
        self.cell_count = first + count
        return first

    def rebuild(self) -> cython.int:
        """Discard all cells and create only those that are needed."""
        slot: cython.int
        self.rebuild_at = INT_MAX
        memset(self.cells, 0, self.dense_count * sizeof(Cell))
        self.cell_count = self.dense_count
        for slot in range(self.allocator.top):
            if self.links[slot].cell >= 0:
                self.link(slot, self.find(self.nodes[slot].span))
        self.schedule_rebuild()
        return 0

    def schedule_rebuild(self) -> cython.void:
        """Set when to rebuild next, late enough to amortize the cost."""
        appended: Py_ssize_t = max(
            2 * cast(Py_ssize_t, self.cell_count - self.dense_count), self.allocator.taken
        )
        self.rebuild_at = min(self.dense_count + max(CELLS_REBUILT, appended), INT_MAX)

    # All at once

    def bulk_load(self, boxes: BoxRef, count: Py_ssize_t) -> cython.int:
        """Add boxes to an empty tree, each in the slot of its index."""
        i: Py_ssize_t
        self.reserve(count)
        self.rebuild_at = INT_MAX
        for i in range(count):
            self.put(self.new_slot(), boxes + i)
        self.schedule_rebuild()
        return 0

    def rebuilt_in(self, space: Space) -> Cells:
        """A copy for a search: its boxes keep their slots and lie in the cells of another space."""
        slot: cython.int
        result: Cells = cells_of(space)
        for slot in range(self.allocator.top):
            result.new_slot()
            if self.links[slot].cell >= 0:
                result.put(slot, address(self.nodes[slot].box))
        return result


def cells_of(space: Space) -> Cells:
    """The cells of a space, all empty."""
    result: Cells = Cells()
    result.open(space)
    return result


# Pairs -------------------------------------------------------------------------------------------

Entry = struct(  # a box on the stack, of the current cell or one of its ancestors
    box=Box, span=CellRange, slot=cython.int
)


@cfunc
@inline
@nogil
@exceptval(check=False)
def reaches_quadrant(
    span: pointer(cython.const[CellRange]), height: cython.int, ix: cython.int, iy: cython.int
) -> bint:
    """Whether a range includes a part of the cell of that height in column ix and row iy."""
    return (
        span.x1 >> height <= ix <= span.x2 >> height
        and span.y1 >> height <= iy <= span.y2 >> height
    )


@final
@cclass
class AncestorStack:
    """The boxes of one tree that the traversal currently needs, level by level."""

    tree: Cells
    entries: pointer(Entry)
    capacity: Py_ssize_t
    cell: cython.int[CELL_LEVELS]  # by level: the current cell, or -1 where the tree has none
    start: Py_ssize_t[CELL_LEVELS]  # by level: the first entry; inherited entries come first
    own: Py_ssize_t[CELL_LEVELS]  # by level: the first entry of the cell itself
    end: Py_ssize_t[CELL_LEVELS]

    def __dealloc__(self):
        free(self.entries)

    @cfunc
    @exceptval(-1, check=False)
    def reserve(self, count: Py_ssize_t) -> cython.int:
        """Make room for `count` entries in total."""
        room_for(address(self.entries), address(self.capacity), count, 64, sizeof(Entry))
        return 0

    @cfunc
    @exceptval(check=False)
    def child(self, level: cython.int, quadrant: cython.int) -> cython.int:
        """One of the four children of the current cell, or -1 if it is empty."""
        cell: cython.int = self.cell[level]
        if cell < 0 or self.tree.cells[cell].children == 0:
            return -1
        cell = self.tree.cells[cell].children + quadrant
        if (
            self.tree.cells[cell].head == 0
            and self.tree.cells[cell].children == 0
            and self.tree.cells[cell].lines == 0
        ):
            return -1
        return cell

    @cfunc
    @exceptval(-1, check=False)
    def append_boxes(self, cell: cython.int, is_line: bint, count: Py_ssize_t) -> Py_ssize_t:
        """Append the boxes of a cell, and of the descendants of a line cell; return the count."""
        pending: cython.int[MAX_PENDING]
        size: cython.int = 1
        pending[0] = cell
        while size > 0:
            size -= 1
            cell = pending[size]
            slot: cython.int = self.tree.cells[cell].head - 1
            while slot >= 0:
                self.reserve(count + 1)
                node: pointer(Node) = self.tree.nodes + slot
                self.entries[count].box = node.box
                self.entries[count].span = node.span
                self.entries[count].slot = slot
                count += 1
                slot = self.tree.links[slot].next
            if is_line and self.tree.cells[cell].children > 0:
                pending[size] = self.tree.cells[cell].children
                pending[size + 1] = pending[size] + 1
                size += 2
        return count

    @cfunc
    @exceptval(check=False)
    def is_empty(self, level: cython.int) -> bint:
        """Whether this level and the levels below it are empty."""
        return self.cell[level] < 0 and self.start[level] == self.end[level]

    @cfunc
    @exceptval(-1, check=False)
    def push(
        self, level: cython.int, cell: cython.int, ix: cython.int, iy: cython.int
    ) -> cython.int:
        """Make a cell current, with the boxes of its parent's level that reach into it."""
        i: Py_ssize_t
        begin: Py_ssize_t = 0
        count: Py_ssize_t = 0
        height: cython.int = self.tree.space.depth - level
        if level > 0:
            begin = count = self.end[level - 1]
            self.reserve(begin + begin - self.start[level - 1])
            for i in range(self.start[level - 1], begin):
                if reaches_quadrant(address(self.entries[i].span), height, ix, iy):
                    self.entries[count] = self.entries[i]
                    count += 1
        self.cell[level] = cell
        self.start[level] = begin
        self.own[level] = count
        if cell >= 0:
            count = self.append_boxes(cell, False, count)
            for i in range(4 if self.tree.cells[cell].lines > 0 else 0):
                count = self.append_boxes(self.tree.cells[cell].lines + i, True, count)
        self.end[level] = count
        return 0


@cfunc
def stack_of(tree: Cells) -> AncestorStack:
    """A stack with the root of a tree as the current cell."""
    stack: AncestorStack = AncestorStack()
    stack.tree = tree
    stack.push(0, 0, 0, 0)
    return stack


@cfunc
@inline
@exceptval(-1)
def compare_entry(
    entry: pointer(Entry),
    others: pointer(Entry),
    count: Py_ssize_t,
    swapped: cython.int,
    out: PairList,
) -> cython.int:
    """Append the pairs of one entry with many others, as (other, entry) if `swapped`."""
    i: Py_ssize_t
    if not out.reserve(count):
        raise MemoryError
    pair: pointer(Pair) = out.items + out.count
    for i in range(count):
        pair[0] = (
            pair_of(others[i].slot, entry.slot) if swapped else pair_of(entry.slot, others[i].slot)
        )
        pair += overlap_branch_free(address(entry.box), address(others[i].box))
    out.count = pair - out.items
    return 0


@cfunc
@exceptval(-1, check=False)
def compare_level(
    a: AncestorStack, b: AncestorStack | None, level: cython.int, out: PairList
) -> cython.int:
    """Compare the boxes of the current cell with the stack, or with the stack of another tree."""
    i: Py_ssize_t
    start: Py_ssize_t
    if b is None:
        start = a.start[level]
        for i in range(a.own[level], a.end[level]):
            compare_entry(a.entries + i, a.entries + start, i - start, 0, out)
        return 0
    start = b.start[level]
    for i in range(a.own[level], a.end[level]):
        compare_entry(a.entries + i, b.entries + start, b.end[level] - start, 0, out)
    start = a.start[level]
    for i in range(b.own[level], b.end[level]):
        compare_entry(b.entries + i, a.entries + start, a.own[level] - start, 1, out)
    return 0


@cfunc
@exceptval(-1, check=False)
def traverse(a: AncestorStack, b: AncestorStack | None, out: PairList) -> cython.int:
    """Visit all cells once, depth first, for one tree or for two."""
    quadrants: cython.int[CELL_LEVELS]
    ix: cython.int[CELL_LEVELS]
    iy: cython.int[CELL_LEVELS]
    level: cython.int = 0
    child_b: cython.int = -1
    ix[0] = iy[0] = quadrants[0] = 0
    compare_level(a, b, 0, out)
    while level >= 0:
        quadrant: cython.int = quadrants[level]
        if quadrant == 4:
            level -= 1
            continue
        quadrants[level] = quadrant + 1
        child_a: cython.int = a.child(level, quadrant)
        if b is not None:
            child_b = b.child(level, quadrant)
        if child_a < 0 and child_b < 0:
            continue
        ix[level + 1] = 2 * ix[level] + (quadrant & 1)
        iy[level + 1] = 2 * iy[level] + (quadrant >> 1)
        quadrants[level + 1] = 0
        a.push(level + 1, child_a, ix[level + 1], iy[level + 1])
        if b is not None:
            b.push(level + 1, child_b, ix[level + 1], iy[level + 1])
            if a.is_empty(level + 1) or b.is_empty(level + 1):
                continue
        level += 1
        compare_level(a, b, level, out)
    return 0


def pairs_within_tree(tree: Cells, out: PairList) -> cython.int:
    """The slots of the boxes of one tree that overlap, each pair once."""
    return traverse(stack_of(tree), None, out)


def pairs_between_trees(a: Cells, b: Cells, out: PairList) -> cython.int:
    """The slots of the boxes that overlap, one of tree `a` and one of tree `b`, each pair once."""
    if memcmp(address(a.space), address(b.space), sizeof(Space)):
        if a.allocator.taken < b.allocator.taken:
            a = a.rebuilt_in(b.space)
        else:
            b = b.rebuilt_in(a.space)
    return traverse(stack_of(a), stack_of(b), out)


# Which cells a search needs ----------------------------------------------------------------------

CELL_SLACK = declare(double, 1e-14)
"""A share of the largest bound: more than the rounding error of where a cell begins."""

FRACTION_SLACK = declare(double, 1e-12)
"""More than the rounding error of the fraction at which a side is met."""

DISTANCE_ROUNDING = declare(double, 1.0 + 1e-12)
"""A distance may be rounded up by less than this factor."""

Place = struct(  # a cell with what it may hold
    number=cython.int,
    kind=cython.int,
    height=cython.int,  # levels above the finest
    ix=cython.int,  # its column
    iy=cython.int,  # its row
    span=CellRange,  # the finest cells that it may hold
    away=double,  # their distance from the point
)

Found = struct(distance=double, slot=cython.int)


@cfunc
@exceptval(check=False)
def begin_of(index: cython.int, start: double, size: double, slack: double) -> double:
    """Where a finest cell begins at the earliest."""
    return -INFINITY if index == 0 else start + index * size - slack


@cfunc
@exceptval(check=False)
def end_of(
    index: cython.int, start: double, size: double, slack: double, cells: cython.int
) -> double:
    """Where a finest cell ends at the latest."""
    return INFINITY if index >= cells - 1 else start + (index + 1) * size + slack


@cfunc
@exceptval(check=False)
def extent_of(tree: Cells, span: CellRange) -> Box:
    """The capacity of the finest cells. Those at the rim are endless."""
    extent: Box
    bounds: Box = tree.space.bounds
    slack_x: double = CELL_SLACK * (fabs(bounds.left) + fabs(bounds.right))
    slack_y: double = CELL_SLACK * (fabs(bounds.top) + fabs(bounds.bottom))
    width: double = tree.space.cell_width
    height: double = tree.space.cell_height
    count: cython.int = tree.space.cells
    extent.left = begin_of(span.x1, bounds.left, width, slack_x)
    extent.right = end_of(span.x2, bounds.left, width, slack_x, count)
    extent.top = begin_of(span.y1, bounds.top, height, slack_y)
    extent.bottom = end_of(span.y2, bounds.top, height, slack_y, count)
    return extent


@cfunc
@exceptval(check=False)
def root_of(tree: Cells) -> Place:
    """The root."""
    place: Place
    place.number = place.ix = place.iy = 0
    place.kind = QUADRANT
    place.height = tree.space.depth
    place.span.x1 = place.span.y1 = 0
    place.span.x2 = place.span.y2 = tree.space.cells - 1
    place.away = 0.0
    return place


@cfunc
@inline
@exceptval(check=False)
def put_children(
    tree: Cells, parent: pointer(cython.const[Place]), wanted: CellRange, out: pointer(Place)
) -> cython.int:
    """Write the children of a cell that may hold what is in a range, eight at most; how many."""
    first: cython.int = tree.cells[parent.number].children
    lines: cython.int = tree.cells[parent.number].lines
    x: cython.int = 2 * parent.ix
    y: cython.int = 2 * parent.iy
    count: cython.int = 0
    i: cython.int
    if parent.kind != QUADRANT:
        for i in range(2 if first > 0 else 0):
            count += put_child(
                tree, parent, parent.kind, first + i, x + i, y + i, wanted, out + count
            )
        return count
    for i in range(4 if first > 0 else 0):
        count += put_child(
            tree, parent, QUADRANT, first + i, x + (i & 1), y + (i >> 1), wanted, out + count
        )
    for i in range(2 if lines > 0 else 0):
        count += put_child(tree, parent, ROWS, lines + i, x, y + i, wanted, out + count)
        count += put_child(tree, parent, COLUMNS, lines + 2 + i, x + i, y, wanted, out + count)
    return count


@cfunc
@inline
@exceptval(check=False)
def put_child(
    tree: Cells,
    parent: pointer(cython.const[Place]),
    kind: cython.int,
    number: cython.int,
    ix: cython.int,
    iy: cython.int,
    wanted: CellRange,
    out: pointer(Place),
) -> cython.int:
    """Write a child of a cell, if it may hold what is in a range; how many were written."""
    cell: pointer(Cell) = tree.cells + number
    height: cython.int = parent.height - 1
    x1: cython.int = ix << height
    x2: cython.int = ((ix + 1) << height) - 1
    y1: cython.int = iy << height
    y2: cython.int = ((iy + 1) << height) - 1
    if kind == ROWS:
        x1 = cell.begin
        x2 = cell.end
    elif kind == COLUMNS:
        y1 = cell.begin
        y2 = cell.end
    if x1 > wanted.x2 or x2 < wanted.x1 or y1 > wanted.y2 or y2 < wanted.y1:
        return 0
    if cell.head == 0 and cell.children == 0 and cell.lines == 0:
        return 0
    out.number = number
    out.kind = kind
    out.height = height
    out.ix = ix
    out.iy = iy
    out.away = 0.0
    out.span.x1, out.span.x2 = x1, x2
    out.span.y1, out.span.y2 = y1, y2
    return 1


# Boxes -------------------------------------------------------------------------------------------


def find_overlapping(tree: Cells, box: BoxRef, items: list | None, found: list) -> cython.int:
    """Append to `found` the boxes that overlap a box: their items, or their slots without items."""
    pending: Place[MAX_PENDING]
    size: cython.int = 1
    span: CellRange = range_of(address(tree.space), box)
    pending[0] = root_of(tree)
    while size > 0:
        size -= 1
        parent: Place = pending[size]
        slot: cython.int = tree.cells[parent.number].head - 1
        while slot >= 0:
            if overlap_branch_free(address(tree.nodes[slot].box), box):
                found.append(slot if items is None else items[slot])
            slot = tree.links[slot].next
        size += put_children(tree, address(parent), span, pending + size)
    return 0


# Segments ----------------------------------------------------------------------------------------

SegmentWay = struct(  # from the start of a segment to its end
    x1=double, y1=double, x2=double, y2=double
)


@cfunc
@exceptval(check=False)
def narrow(
    start: double, way: double, low: double, high: double, enter: p_double, leave: p_double
) -> cython.void:
    """Of the part of a segment from `enter` to `leave`, keep what is between two lines."""
    if way == 0.0:
        if not low <= start <= high:
            leave[0] = -1.0
        return
    first: double = (low - start) / way
    last: double = (high - start) / way
    enter[0] = max(enter[0], min(first, last))
    leave[0] = min(leave[0], max(first, last))


@cfunc
@exceptval(check=False)
def place_on(way: pointer(cython.const[SegmentWay]), box: BoxRef) -> double:
    """The fraction at which a segment enters a box, by slabs; INFINITY if it misses it by far."""
    enter: double = 0.0
    leave: double = 1.0
    narrow(way.x1, way.x2 - way.x1, box.left, box.right, address(enter), address(leave))
    narrow(way.y1, way.y2 - way.y1, box.top, box.bottom, address(enter), address(leave))
    return min(enter, 1.0) if enter <= leave + FRACTION_SLACK else INFINITY


@cfunc
@exceptval(check=False)
def overlaps_way(way: pointer(cython.const[SegmentWay]), box: BoxRef) -> bint:
    """Whether a segment overlaps a box, strictly and exactly: no axis of the two separates them."""
    least_x: double
    least_y: double
    most_x: double
    most_y: double
    if not (
        min(way.x1, way.x2) < box.right
        and max(way.x1, way.x2) > box.left
        and min(way.y1, way.y2) < box.bottom
        and max(way.y1, way.y2) > box.top
    ):
        return False
    if way.x1 == way.x2 or way.y1 == way.y2:  # the segment is a box, too
        return True
    # The corners that are farthest to the left and to the right of the segment.
    least_x, most_x = box.left, box.right
    least_y, most_y = box.bottom, box.top
    if way.x2 < way.x1:
        least_y, most_y = most_y, least_y
    if way.y2 < way.y1:
        least_x, most_x = most_x, least_x
    return (
        orient(way.x1, way.y1, way.x2, way.y2, least_x, least_y) > 0.0
        and orient(way.x1, way.y1, way.x2, way.y2, most_x, most_y) < 0.0
    )


def find_on_segment(
    tree: Cells, x1: double, y1: double, x2: double, y2: double, found: list
) -> cython.int:
    """Append (slot, fraction) to `found` for each box that a segment overlaps; unsorted."""
    way: SegmentWay
    pending: Place[MAX_PENDING]
    children: Place[MOST_CHILDREN]
    size: cython.int = 1
    i: cython.int
    around: Box
    way.x1, way.y1, way.x2, way.y2 = x1, y1, x2, y2
    around.left, around.right = min(x1, x2), max(x1, x2)
    around.top, around.bottom = min(y1, y2), max(y1, y2)
    span: CellRange = range_of(address(tree.space), address(around))
    pending[0] = root_of(tree)
    while size > 0:
        size -= 1
        parent: Place = pending[size]
        slot: cython.int = tree.cells[parent.number].head - 1
        while slot >= 0:
            if overlaps_way(address(way), address(tree.nodes[slot].box)):
                found.append((slot, place_on(address(way), address(tree.nodes[slot].box))))
            slot = tree.links[slot].next
        count: cython.int = put_children(tree, address(parent), span, children)
        for i in range(count):
            extent: Box = extent_of(tree, children[i].span)
            if place_on(address(way), address(extent)) <= 1.0:
                pending[size] = children[i]
                size += 1
    return 0


# What is nearest ---------------------------------------------------------------------------------


@cfunc
@exceptval(check=False)
def distance_from(x: double, y: double, box: BoxRef) -> double:
    """The distance of a point from a box, 0 inside of it."""
    dx: double = max(0.0, box.left - x, x - box.right)
    dy: double = max(0.0, box.top - y, y - box.bottom)
    return hypot(dx, dy)


@cfunc
@exceptval(check=False)
def put_in_order(
    best: pointer(Found), count: cython.int, most: cython.int, new: Found
) -> cython.int:
    """Add a box to the best ones, nearest first, and keep at most `most`; how many there are."""
    low: cython.int = 0
    high: cython.int = count
    while low < high:
        middle: cython.int = (low + high) >> 1
        if best[middle].distance <= new.distance:
            low = middle + 1
        else:
            high = middle
    if low == most:
        return count
    count = min(count, most - 1)
    memmove(best + low + 1, best + low, (count - low) * sizeof(Found))
    best[low] = new
    return count + 1


@cfunc
@inline
@exceptval(check=False)
def push_children(
    tree: Cells,
    parent: pointer(cython.const[Place]),
    span: CellRange,
    x: double,
    y: double,
    pending: pointer(Place),
) -> cython.int:
    """Write the children of a cell, the nearest last: it is visited first. Returns how many."""
    children: Place[MOST_CHILDREN]
    i: cython.int
    count: cython.int = put_children(tree, parent, span, children)
    for i in range(count):
        extent: Box = extent_of(tree, children[i].span)
        children[i].away = distance_from(x, y, address(extent))
        k: cython.int = i
        while k > 0 and pending[k - 1].away < children[i].away:
            pending[k] = pending[k - 1]
            k -= 1
        pending[k] = children[i]
    return count


def find_nearest(
    tree: Cells, x: double, y: double, most: cython.int, limit: double, found: list
) -> cython.int:
    """Append (slot, distance) to `found` for the `most` boxes nearest to a point; sorted."""
    pending: Place[MAX_PENDING]
    new: Found
    size: cython.int = 1
    kept: cython.int = 0
    i: cython.int
    most = min(most, tree.allocator.taken)
    if most <= 0:
        return 0
    best: pointer(Found) = cast(pointer(Found), malloc(most * sizeof(Found)))
    if best is NULL:
        raise MemoryError
    try:
        pending[0] = root_of(tree)
        span: CellRange = pending[0].span
        while size > 0:
            size -= 1
            parent: Place = pending[size]
            if parent.away > limit * DISTANCE_ROUNDING:
                continue
            new.slot = tree.cells[parent.number].head - 1
            while new.slot >= 0:
                new.distance = distance_from(x, y, address(tree.nodes[new.slot].box))
                if new.distance <= limit:
                    kept = put_in_order(best, kept, most, new)
                    if kept == most:
                        limit = min(limit, best[most - 1].distance)
                new.slot = tree.links[new.slot].next
            size += push_children(tree, address(parent), span, x, y, pending + size)
        for i in range(kept):
            found.append((best[i].slot, best[i].distance))
    finally:
        free(best)
    return 0
