# cython: nonecheck=True
# (A __del__ or weak reference callback may get here after the collector has cleared the fields.)
"""The common base of both spaces: the users' items by slot, and the search in the cells of the
quadtree.

**Items by slot.** Only `ItemTable` touches users' objects. Everything else works with slots, which
are small integers that are reused. Numbers, text and tuples of these are identified by their
values, everything else by identity, so looking up an item does not run users' code. The slots of a
cell form a doubly linked list, whose links are in the records of the slots, so a slot enters and
leaves its cell in constant time.

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
search then skips the parts of a line that are not near it. (This follows the quad-CIF tree of G.
Kedem, 19th Design Automation Conference, 1982.)

An empty cell stays, because one like it will soon be needed again. All cells are rebuilt when twice
as many were appended as the boxes needed the last time; that amortizes to a small cost per cell.

**Searches.** Every search begins at the root. Overlapping boxes are in the same cell, or one is in
an ancestor of the other's cell. So a single depth-first traversal finds all pairs: a stack holds
the boxes of the ancestors of the current cell, and each box of the cell is compared with the stack
and with the boxes of its own cell. A child inherits only those boxes of the stack that reach into
it. So a box that is in the root only because it crosses the middle line is compared with boxes near
that line and not with everything.

A search in a box, along a segment or around a point skips a cell if no box that the cell may
contain can be in the result. A quadrant contains boxes that lie within it. A line cell contains
boxes that lie within its part of the line and, across the line, from `begin` to `end`. Boxes beyond
the bounds are in the outermost cells, so these cells count as endless.

Overlap is strict: boxes that only touch do not overlap (see `_engine.box`).
"""

import cython as C
from cython.cimports.cpython.number import PyNumber_Check
from cython.cimports.libc.limits import INT_MAX
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.box_tests import overlap_branch_free
from cython.cimports.spritecol._engine.memory import RunAllocator, grow, next_capacity, room_for
from cython.cimports.spritecol._engine.narrow_phase.exact_signs import orient
from cython.cimports.spritecol._engine.pairs import Pair, PairList, pair_of
from cython.cimports.spritecol._engine.tuning import CELLS_REBUILT
from cython.cimports.spritecol._support.libc import *
from cython.cimports.spritecol._support.polar import hypot
from cython.cimports.spritecol.spatial import morton
from cython.cimports.spritecol.spatial.morton import CellRange, Space

from spritecol._support.range_check import shown

# Items by slot -----------------------------------------------------------------------------------


PLAIN_KEYS = C.declare(object, frozenset([str, int, float, bool, bytes, complex, type(None)]))

NUMBER_MODULES = C.declare(object, frozenset(["numpy", "fractions", "decimal"]))
"""Modules whose numbers count as plain numbers, too."""

MOST_TUPLES = C.declare(C.int, 50)
"""The greatest depth of tuples in tuples. Deeper parts are identified by identity, so that the walk
ends."""

IDENTITY = C.declare(object, object())


def uncommon_value(item: object, deep: C.int) -> object:
    """`identity_of` for an item with its own `__hash__` or `__eq__`, nested so deep in tuples."""
    kind: object = type(item)
    if kind in PLAIN_KEYS:
        return item
    if isinstance(item, tuple) and deep < MOST_TUPLES:
        return tuple([value_of_part(part, deep) for part in C.cast(tuple, item)])
    if kind is frozenset and deep < MOST_TUPLES:
        return frozenset([value_of_part(part, deep) for part in item])
    if PyNumber_Check(item) and kind.__module__ in NUMBER_MODULES and kind.__hash__ is not None:
        return item
    return IDENTITY


@C.cfunc
def value_of_part(part: object, deep: C.int) -> object:
    """Return the value that identifies a part of a tuple."""
    value: object = uncommon_value(part, deep + 1) if has_equality(part) else part
    return (IDENTITY, id(part)) if value is IDENTITY else value


class ItemTable:
    """Items by slot and slots by item."""

    def __cinit__(self, container: str):
        self.slots = {}
        self.identities = {}
        self.items = []
        self.container = container

    def count(self) -> C.Py_ssize_t:
        """The number of items."""
        return len(self.slots) + len(self.identities)

    def add(self, item: object, value: object, slot: C.int) -> C.int:
        """Assign a free slot to a new item, given its value. ValueError if it already has one."""
        slots: dict = self.slots
        while len(self.items) <= slot:
            self.items.append(None)
        if value is IDENTITY:
            slots = self.identities
            value = id(item)
        known: C.int = slots.setdefault(value, slot)
        if known != slot:
            raise ValueError(f"already in the {self.container}: {shown(item)}")
        self.items[slot] = item
        return 0

    def has(self, item: object) -> C.bint:
        """Whether an item has a slot."""
        value: object = identity_of(item)
        return id(item) in self.identities if value is IDENTITY else value in self.slots

    def slot_of(self, item: object, value: object) -> C.int:
        """The slot of an item, given its value. KeyError if it has none."""
        return self.look_up(item, value, False)

    def remove(self, item: object, value: object) -> C.int:
        """Remove an item and return its slot, to be released later. KeyError if it has none."""
        return self.look_up(item, value, True)

    def look_up(self, item: object, value: object, remove: C.bint) -> C.int:
        """An item's slot, and remove the item if asked to. KeyError if it has none."""
        slots: dict = self.slots
        if value is IDENTITY:
            slots = self.identities
            value = id(item)
        slot = slots.pop(value, None) if remove else slots.get(value)
        if slot is None:
            raise KeyError(f"not in the {self.container}: {shown(item)}")
        return slot

    def release(self, slot: C.int) -> C.int:
        """Drop the reference to a removed item. Call it last, as the item may be freed here."""
        self.items[slot] = None
        return 0


# The cells of the quadtree -----------------------------------------------------------------------


class Cells:
    """The cells of one space and the boxes in them."""

    def open(self, space: Space) -> C.int:
        """Allocate the cells of a space. Called once, by `cells_of`."""
        self.space = space
        self.allocator = RunAllocator(C.sizeof(CellLink))
        self.dense_count = ((4 << (2 * min(space.depth, TOP_LEVEL))) - 1) // 3
        self.cells = C.cast(C.pointer(Cell), calloc(self.dense_count, C.sizeof(Cell)))
        if self.cells is C.NULL:
            raise MemoryError
        self.cell_count = self.cell_capacity = self.dense_count
        self.rebuild_at = self.dense_count + CELLS_REBUILT
        return 0

    def __dealloc__(self):
        free(self.cells)
        free(self.nodes)

    def memory(self) -> C.Py_ssize_t:
        """The size of all arrays in bytes."""
        by_slot: C.Py_ssize_t = C.sizeof(CellLink) + C.sizeof(Node)
        return self.cell_capacity * C.sizeof(Cell) + self.node_capacity * by_slot

    # Slots

    def reserve(self, count: C.Py_ssize_t) -> C.int:
        """Make room for `count` slots in total."""
        if count > INT_MAX:
            raise MemoryError("a quadtree can hold 2**31 boxes at most")
        self.allocator.reserve(count)
        self.links = C.cast(C.pointer(CellLink), self.allocator.memory)
        if self.allocator.capacity > self.node_capacity:
            grow(C.address(self.nodes), self.allocator.capacity, C.sizeof(Node))
            self.node_capacity = self.allocator.capacity
        return 0

    def new_slot(self) -> C.int:
        """Allocate a slot, not linked into a cell yet."""
        if self.allocator.top == self.node_capacity:
            self.reserve(next_capacity(self.node_capacity, self.node_capacity + 1, 16))
        slot: C.int = self.allocator.take(1)
        self.links[slot].cell = -1
        return slot

    def free_slot(self, slot: C.int) -> C.void:
        """Free a slot that is no longer linked."""
        self.links[slot].cell = -1
        self.allocator.give(slot, 1)

    def put(self, slot: C.int, box: BoxRef) -> C.int:
        """Let a new slot hold a box."""
        self.nodes[slot].box = box[0]
        self.nodes[slot].span = morton.range_of(C.address(self.space), box)
        self.link(slot, self.find(self.nodes[slot].span))
        return 0

    def link(self, slot: C.int, cell: C.int) -> C.void:
        """Insert a slot into a cell's list."""
        link_slot(self.links, C.sizeof(CellLink), slot, cell, C.address(self.cells[cell].head))

    def unlink(self, slot: C.int) -> C.void:
        """Remove a slot from its list."""
        cell: C.int = self.links[slot].cell
        unlink_slot(self.links, C.sizeof(CellLink), slot, C.address(self.cells[cell].head))

    # Cells

    def find(self, span: CellRange) -> C.int:
        """Return the cell or line cell that a range belongs to, and create it if it is missing."""
        width: C.int = morton.bit_length(span.x1 ^ span.x2)  # as heights of cells
        length: C.int = morton.bit_length(span.y1 ^ span.y2)
        height: C.int = max(width, length)
        if self.cell_count >= self.rebuild_at:
            self.rebuild()
        cell: C.int = self.quadrant_of(span, height)
        if width == length or height < LINE_HEIGHT:
            return cell
        lines: C.int = self.cells[cell].lines
        if lines == 0:
            lines = self.append(4)  # upper and lower rows, left and right columns
            self.cells[cell].lines = lines
        height -= 1
        if width > length:
            lines += (span.y1 >> height) & 1
            return self.descend_line(lines, span.y1, height, height - length, span.x1, span.x2)
        lines += 2 + ((span.x1 >> height) & 1)
        return self.descend_line(lines, span.x1, height, height - width, span.y1, span.y2)

    def quadrant_of(self, span: CellRange, height: C.int) -> C.int:
        """Return the cell of a given height that contains a range."""
        level: C.int = self.space.depth - height
        top: C.int = min(level, TOP_LEVEL)
        shift: C.int = self.space.depth - top
        cell: C.int = ((1 << (2 * top)) - 1) // 3 + C.cast(
            C.int, morton.interleave(span.x1 >> shift, span.y1 >> shift)
        )
        self.make_dense(cell)
        return self.descend(cell, span, shift, level - top)

    def make_dense(self, cell: C.int) -> C.void:
        """Mark a dense cell as valid in its ancestors."""
        while cell > 0 and self.cells[cell].head == 0:
            parent: C.int = (cell - 1) >> 2
            if self.cells[parent].children > 0:
                break
            self.cells[parent].children = 4 * parent + 1
            cell = parent

    def children_of(self, cell: C.int, count: C.int) -> C.int:
        """Return the first of a cell's children, and create them if they are missing."""
        children: C.int = self.cells[cell].children
        if children == 0:
            children = self.append(count)
            self.cells[cell].children = children
        return children

    def descend(self, cell: C.int, span: CellRange, height: C.int, steps: C.int) -> C.int:
        """Return the quadrant that contains a range, `steps` levels below a cell of a given
        height.
        """
        while steps > 0:
            height -= 1
            steps -= 1
            cell = self.children_of(cell, 4)
            cell += ((span.x1 >> height) & 1) + 2 * ((span.y1 >> height) & 1)
        return cell

    def descend_line(
        self,
        cell: C.int,
        position: C.int,
        height: C.int,
        steps: C.int,
        begin: C.int,
        end: C.int,
    ) -> C.int:
        """Return the line cell that contains a position, `steps` levels below one of a given
        height.

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

    def append(self, count: C.int) -> C.int:
        """Append `count` empty cells and return the first."""
        first: C.int = self.cell_count
        cell: C.int
        if first > INT_MAX - count:
            raise MemoryError("a quadtree can have 2**31 cells at most")
        if first + count > self.cell_capacity:
            capacity: C.Py_ssize_t = min(
                next_capacity(self.cell_capacity, first + count, 64), INT_MAX
            )
            grow(C.address(self.cells), capacity, C.sizeof(Cell))
            self.cell_capacity = capacity
        memset(self.cells + first, 0, count * C.sizeof(Cell))
        for cell in range(first, first + count):
            self.cells[cell].begin = 0xFFFF
        self.cell_count = first + count
        return first

    def rebuild(self) -> C.int:
        """Discard all cells and create only those that are needed."""
        slot: C.int
        self.rebuild_at = INT_MAX
        memset(self.cells, 0, self.dense_count * C.sizeof(Cell))
        self.cell_count = self.dense_count
        for slot in range(self.allocator.top):
            if self.links[slot].cell >= 0:
                self.link(slot, self.find(self.nodes[slot].span))
        self.schedule_rebuild()
        return 0

    def schedule_rebuild(self) -> C.void:
        """Set when to rebuild next, late enough to amortize the cost."""
        appended: C.Py_ssize_t = max(
            2 * C.cast(C.Py_ssize_t, self.cell_count - self.dense_count), self.allocator.taken
        )
        self.rebuild_at = min(self.dense_count + max(CELLS_REBUILT, appended), INT_MAX)

    # All at once

    def bulk_load(self, boxes: BoxRef, count: C.Py_ssize_t) -> C.int:
        """Add boxes to an empty tree, each in the slot of its index."""
        i: C.Py_ssize_t
        self.reserve(count)
        self.rebuild_at = INT_MAX
        for i in range(count):
            self.put(self.new_slot(), boxes + i)
        self.schedule_rebuild()
        return 0

    def rebuilt_in(self, space: Space) -> Cells:
        """A copy for a search: its boxes keep their slots and lie in the cells of another space."""
        slot: C.int
        result: Cells = cells_of(space)
        for slot in range(self.allocator.top):
            result.new_slot()
            if self.links[slot].cell >= 0:
                result.put(slot, C.address(self.nodes[slot].box))
        return result


def cells_of(space: Space) -> Cells:
    """The cells of a space, all empty."""
    result: Cells = Cells()
    result.open(space)
    return result


# Pairs -------------------------------------------------------------------------------------------

Entry = C.struct(  # a box on the stack, of the current cell or one of its ancestors
    box=Box, span=CellRange, slot=C.int
)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def reaches_quadrant(
    span: C.pointer(C.const[CellRange]), height: C.int, ix: C.int, iy: C.int
) -> C.bint:
    """Whether a range includes a part of the cell of a given height in column ix and row iy."""
    return (
        span.x1 >> height <= ix <= span.x2 >> height
        and span.y1 >> height <= iy <= span.y2 >> height
    )


@C.final
@C.cclass
class AncestorStack:
    """The boxes of one tree that the traversal needs at the moment, level by level."""

    tree: Cells
    entries: C.pointer(Entry)
    capacity: C.Py_ssize_t
    cell: C.int[CELL_LEVELS]  # by level: the current cell, or -1 if the tree has none
    start: C.Py_ssize_t[CELL_LEVELS]  # by level: the first entry; inherited entries come first
    own: C.Py_ssize_t[CELL_LEVELS]  # by level: the first entry of the cell itself
    end: C.Py_ssize_t[CELL_LEVELS]

    def __dealloc__(self):
        free(self.entries)

    @C.cfunc
    @C.exceptval(-1, check=False)
    def reserve(self, count: C.Py_ssize_t) -> C.int:
        """Make room for `count` entries in total."""
        room_for(C.address(self.entries), C.address(self.capacity), count, 64, C.sizeof(Entry))
        return 0

    @C.cfunc
    @C.exceptval(check=False)
    def child(self, level: C.int, quadrant: C.int) -> C.int:
        """One of the four children of the current cell, or -1 if it is empty."""
        cell: C.int = self.cell[level]
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

    @C.cfunc
    @C.exceptval(-1, check=False)
    def append_boxes(self, cell: C.int, is_line: C.bint, count: C.Py_ssize_t) -> C.Py_ssize_t:
        """Append the boxes of a cell, and of the descendants of a line cell; return the count."""
        pending: C.int[MAX_PENDING]
        size: C.int = 1
        pending[0] = cell
        while size > 0:
            size -= 1
            cell = pending[size]
            slot: C.int = self.tree.cells[cell].head - 1
            while slot >= 0:
                self.reserve(count + 1)
                node: C.pointer(Node) = self.tree.nodes + slot
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

    @C.cfunc
    @C.exceptval(check=False)
    def is_empty(self, level: C.int) -> C.bint:
        """Whether this level and the levels below it are empty."""
        return self.cell[level] < 0 and self.start[level] == self.end[level]

    @C.cfunc
    @C.exceptval(-1, check=False)
    def push(self, level: C.int, cell: C.int, ix: C.int, iy: C.int) -> C.int:
        """Make a cell current, with the boxes of its parent's level that reach into it."""
        i: C.Py_ssize_t
        begin: C.Py_ssize_t = 0
        count: C.Py_ssize_t = 0
        height: C.int = self.tree.space.depth - level
        if level > 0:
            begin = count = self.end[level - 1]
            self.reserve(begin + begin - self.start[level - 1])
            for i in range(self.start[level - 1], begin):
                if reaches_quadrant(C.address(self.entries[i].span), height, ix, iy):
                    self.entries[count] = self.entries[i]
                    count += 1
        self.cell[level] = cell
        self.start[level] = begin
        self.own[level] = count
        if cell >= 0:
            count = self.append_boxes(cell, False, count)
            if self.tree.cells[cell].lines > 0:
                for i in range(4):
                    count = self.append_boxes(self.tree.cells[cell].lines + i, True, count)
        self.end[level] = count
        return 0


@C.cfunc
def stack_of(tree: Cells) -> AncestorStack:
    """A stack with the root of a tree as the current cell."""
    stack: AncestorStack = AncestorStack()
    stack.tree = tree
    stack.push(0, 0, 0, 0)
    return stack


@C.cfunc
@C.inline
@C.exceptval(-1)
def compare_entry(
    entry: C.pointer(Entry),
    others: C.pointer(Entry),
    count: C.Py_ssize_t,
    swapped: C.int,
    out: PairList,
) -> C.int:
    """Append the pairs of one entry with many others, as (other, entry) if `swapped`."""
    i: C.Py_ssize_t
    if not out.reserve(count):
        raise MemoryError
    pair: C.pointer(Pair) = out.items + out.count
    for i in range(count):
        pair[0] = (
            pair_of(others[i].slot, entry.slot) if swapped else pair_of(entry.slot, others[i].slot)
        )
        pair += overlap_branch_free(C.address(entry.box), C.address(others[i].box))
    out.count = pair - out.items
    return 0


@C.cfunc
@C.exceptval(-1, check=False)
def compare_level(a: AncestorStack, b: AncestorStack | None, level: C.int, out: PairList) -> C.int:
    """Compare the boxes of the current cell with the stack, or with the stack of another tree."""
    i: C.Py_ssize_t
    start: C.Py_ssize_t
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


@C.cfunc
@C.exceptval(-1, check=False)
def traverse(a: AncestorStack, b: AncestorStack | None, out: PairList) -> C.int:
    """Visit all cells once, depth first, for one tree or for two."""
    quadrants: C.int[CELL_LEVELS]
    ix: C.int[CELL_LEVELS]
    iy: C.int[CELL_LEVELS]
    level: C.int = 0
    child_b: C.int = -1
    ix[0] = iy[0] = quadrants[0] = 0
    compare_level(a, b, 0, out)
    while level >= 0:
        quadrant: C.int = quadrants[level]
        if quadrant == 4:
            level -= 1
            continue
        quadrants[level] = quadrant + 1
        child_a: C.int = a.child(level, quadrant)
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


def pairs_within_tree(tree: Cells, out: PairList) -> C.int:
    """The slots of the boxes of one tree that overlap, each pair once."""
    return traverse(stack_of(tree), None, out)


def pairs_between_trees(a: Cells, b: Cells, out: PairList) -> C.int:
    """The slots of the boxes that overlap, one of tree `a` and one of tree `b`, each pair once."""
    if memcmp(C.address(a.space), C.address(b.space), C.sizeof(Space)):
        if a.allocator.taken < b.allocator.taken:
            a = a.rebuilt_in(b.space)
        else:
            b = b.rebuilt_in(a.space)
    return traverse(stack_of(a), stack_of(b), out)


# Which cells a search needs ----------------------------------------------------------------------

CELL_SLACK = C.declare(C.double, 1e-14)
"""Relative to the largest bound. More than the rounding error of the position where a cell
begins."""

FRACTION_SLACK = C.declare(C.double, 1e-12)
"""More than the rounding error of the fraction at which a segment meets a side."""

DISTANCE_ROUNDING = C.declare(C.double, 1.0 + 1e-12)
"""A distance may be rounded up by less than this factor."""

CellPlace = C.struct(  # a cell and the extent of its boxes
    number=C.int,
    kind=C.int,
    height=C.int,  # levels above the finest
    ix=C.int,  # its column
    iy=C.int,  # its row
    span=CellRange,  # the finest cells that its boxes may cover
    away=C.double,  # their distance from the point
)

FoundBox = C.struct(distance=C.double, slot=C.int)


@C.cfunc
@C.exceptval(check=False)
def begin_of(index: C.int, start: C.double, size: C.double, slack: C.double) -> C.double:
    """A lower limit for where a finest cell begins."""
    return -INFINITY if index == 0 else start + index * size - slack


@C.cfunc
@C.exceptval(check=False)
def end_of(
    index: C.int, start: C.double, size: C.double, slack: C.double, cells: C.int
) -> C.double:
    """An upper limit for where a finest cell ends."""
    return INFINITY if index >= cells - 1 else start + (index + 1) * size + slack


@C.cfunc
@C.exceptval(check=False)
def extent_of(tree: Cells, span: CellRange) -> Box:
    """The extent of the boxes in the finest cells. Cells at the rim are endless."""
    extent: Box
    bounds: Box = tree.space.bounds
    slack_x: C.double = CELL_SLACK * (fabs(bounds.left) + fabs(bounds.right))
    slack_y: C.double = CELL_SLACK * (fabs(bounds.top) + fabs(bounds.bottom))
    width: C.double = tree.space.cell_width
    height: C.double = tree.space.cell_height
    count: C.int = tree.space.cells
    extent.left = begin_of(span.x1, bounds.left, width, slack_x)
    extent.right = end_of(span.x2, bounds.left, width, slack_x, count)
    extent.top = begin_of(span.y1, bounds.top, height, slack_y)
    extent.bottom = end_of(span.y2, bounds.top, height, slack_y, count)
    return extent


@C.cfunc
@C.exceptval(check=False)
def root_of(tree: Cells) -> CellPlace:
    """The root."""
    place: CellPlace
    place.number = place.ix = place.iy = 0
    place.kind = QUADRANT
    place.height = tree.space.depth
    place.span.x1 = place.span.y1 = 0
    place.span.x2 = place.span.y2 = tree.space.cells - 1
    place.away = 0.0
    return place


@C.cfunc
@C.inline
@C.exceptval(check=False)
def put_children(
    tree: Cells, parent: C.pointer(C.const[CellPlace]), wanted: CellRange, out: C.pointer(CellPlace)
) -> C.int:
    """Write the children of a cell that may contain boxes in a range. Return how many, at most
    eight.
    """
    first: C.int = tree.cells[parent.number].children
    lines: C.int = tree.cells[parent.number].lines
    x: C.int = 2 * parent.ix
    y: C.int = 2 * parent.iy
    count: C.int = 0
    i: C.int
    if parent.kind != QUADRANT:
        if first > 0:
            for i in range(2):
                count += put_child(
                    tree, parent, parent.kind, first + i, x + i, y + i, wanted, out + count
                )
        return count
    if first > 0:
        for i in range(4):
            count += put_child(
                tree, parent, QUADRANT, first + i, x + (i & 1), y + (i >> 1), wanted, out + count
            )
    if lines > 0:
        for i in range(2):
            count += put_child(tree, parent, ROWS, lines + i, x, y + i, wanted, out + count)
            count += put_child(tree, parent, COLUMNS, lines + 2 + i, x + i, y, wanted, out + count)
    return count


@C.cfunc
@C.inline
@C.exceptval(check=False)
def put_child(
    tree: Cells,
    parent: C.pointer(C.const[CellPlace]),
    kind: C.int,
    number: C.int,
    ix: C.int,
    iy: C.int,
    wanted: CellRange,
    out: C.pointer(CellPlace),
) -> C.int:
    """Write a child of a cell if it may contain boxes in a range. Return how many were written."""
    cell: C.pointer(Cell) = tree.cells + number
    height: C.int = parent.height - 1
    x1: C.int = ix << height
    x2: C.int = ((ix + 1) << height) - 1
    y1: C.int = iy << height
    y2: C.int = ((iy + 1) << height) - 1
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


def find_overlapping(tree: Cells, box: BoxRef, items: list | None, found: list) -> C.int:
    """Append to `found` the boxes that overlap a box: their items, or their slots without items."""
    pending: CellPlace[MAX_PENDING]
    size: C.int = 1
    span: CellRange = morton.range_of(C.address(tree.space), box)
    pending[0] = root_of(tree)
    while size > 0:
        size -= 1
        parent: CellPlace = pending[size]
        slot: C.int = tree.cells[parent.number].head - 1
        while slot >= 0:
            if overlap_branch_free(C.address(tree.nodes[slot].box), box):
                found.append(slot if items is None else items[slot])
            slot = tree.links[slot].next
        size += put_children(tree, C.address(parent), span, pending + size)
    return 0


# Segments ----------------------------------------------------------------------------------------

SegmentWay = C.struct(  # from the start of a segment to its end
    x1=C.double, y1=C.double, x2=C.double, y2=C.double
)


@C.cfunc
@C.exceptval(check=False)
def clip_to_axis(
    start: C.double,
    way: C.double,
    low: C.double,
    high: C.double,
    enter: C.p_double,
    leave: C.p_double,
) -> C.void:
    """Clip the part of a segment from `enter` to `leave` to the space between two lines."""
    if way == 0.0:
        if not low <= start <= high:
            leave[0] = -1.0
        return
    first: C.double = (low - start) / way
    last: C.double = (high - start) / way
    enter[0] = max(enter[0], min(first, last))
    leave[0] = min(leave[0], max(first, last))


@C.cfunc
@C.exceptval(check=False)
def place_on(way: C.pointer(C.const[SegmentWay]), box: BoxRef) -> C.double:
    """The fraction at which a segment enters a box, by slabs, or INFINITY if it clearly misses the
    box.
    """
    enter: C.double = 0.0
    leave: C.double = 1.0
    clip_to_axis(way.x1, way.x2 - way.x1, box.left, box.right, C.address(enter), C.address(leave))
    clip_to_axis(way.y1, way.y2 - way.y1, box.top, box.bottom, C.address(enter), C.address(leave))
    return min(enter, 1.0) if enter <= leave + FRACTION_SLACK else INFINITY


@C.cfunc
@C.exceptval(check=False)
def overlaps_way(way: C.pointer(C.const[SegmentWay]), box: BoxRef) -> C.bint:
    """Whether a segment overlaps a box, strictly and exactly: no axis of the two separates them."""
    least_x: C.double
    least_y: C.double
    most_x: C.double
    most_y: C.double
    if not (
        min(way.x1, way.x2) < box.right
        and max(way.x1, way.x2) > box.left
        and min(way.y1, way.y2) < box.bottom
        and max(way.y1, way.y2) > box.top
    ):
        return False
    if way.x1 == way.x2 or way.y1 == way.y2:  # the segment is a box, too
        return True
    # The corners farthest to the left and to the right of the segment.
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
    tree: Cells, x1: C.double, y1: C.double, x2: C.double, y2: C.double, found: list
) -> C.int:
    """Append (slot, fraction) to `found` for each box that a segment overlaps; unsorted."""
    way: SegmentWay
    pending: CellPlace[MAX_PENDING]
    children: CellPlace[MOST_CHILDREN]
    size: C.int = 1
    i: C.int
    around: Box
    way.x1, way.y1, way.x2, way.y2 = x1, y1, x2, y2
    around.left, around.right = min(x1, x2), max(x1, x2)
    around.top, around.bottom = min(y1, y2), max(y1, y2)
    span: CellRange = morton.range_of(C.address(tree.space), C.address(around))
    pending[0] = root_of(tree)
    while size > 0:
        size -= 1
        parent: CellPlace = pending[size]
        slot: C.int = tree.cells[parent.number].head - 1
        while slot >= 0:
            if overlaps_way(C.address(way), C.address(tree.nodes[slot].box)):
                found.append((slot, place_on(C.address(way), C.address(tree.nodes[slot].box))))
            slot = tree.links[slot].next
        count: C.int = put_children(tree, C.address(parent), span, children)
        for i in range(count):
            extent: Box = extent_of(tree, children[i].span)
            if place_on(C.address(way), C.address(extent)) <= 1.0:
                pending[size] = children[i]
                size += 1
    return 0


# Nearest boxes ---------------------------------------------------------------------------------


@C.cfunc
@C.exceptval(check=False)
def distance_from(x: C.double, y: C.double, box: BoxRef) -> C.double:
    """The distance of a point from a box, which is 0 inside the box."""
    dx: C.double = max(0.0, box.left - x, x - box.right)
    dy: C.double = max(0.0, box.top - y, y - box.bottom)
    return hypot(dx, dy)


@C.cfunc
@C.exceptval(check=False)
def insert_nearest(best: C.pointer(FoundBox), count: C.int, most: C.int, new: FoundBox) -> C.int:
    """Add a box to the best boxes, nearest first, and keep at most `most`. Return how many there
    are.
    """
    low: C.int = 0
    high: C.int = count
    while low < high:
        middle: C.int = (low + high) >> 1
        if best[middle].distance <= new.distance:
            low = middle + 1
        else:
            high = middle
    if low == most:
        return count
    count = min(count, most - 1)
    memmove(best + low + 1, best + low, (count - low) * C.sizeof(FoundBox))
    best[low] = new
    return count + 1


@C.cfunc
@C.inline
@C.exceptval(check=False)
def push_children(
    tree: Cells,
    parent: C.pointer(C.const[CellPlace]),
    span: CellRange,
    x: C.double,
    y: C.double,
    pending: C.pointer(CellPlace),
) -> C.int:
    """Write the children of a cell, the nearest last, so that it is visited first. Return how
    many.
    """
    children: CellPlace[MOST_CHILDREN]
    i: C.int
    count: C.int = put_children(tree, parent, span, children)
    for i in range(count):
        extent: Box = extent_of(tree, children[i].span)
        children[i].away = distance_from(x, y, C.address(extent))
        k: C.int = i
        while k > 0 and pending[k - 1].away < children[i].away:
            pending[k] = pending[k - 1]
            k -= 1
        pending[k] = children[i]
    return count


def find_nearest(
    tree: Cells, x: C.double, y: C.double, most: C.int, limit: C.double, found: list
) -> C.int:
    """Append (slot, distance) to `found` for the `most` boxes nearest to a point; sorted."""
    pending: CellPlace[MAX_PENDING]
    new: FoundBox
    size: C.int = 1
    kept: C.int = 0
    i: C.int
    most = min(most, tree.allocator.taken)
    if most <= 0:
        return 0
    best: C.pointer(FoundBox) = C.cast(C.pointer(FoundBox), malloc(most * C.sizeof(FoundBox)))
    if best is C.NULL:
        raise MemoryError
    try:
        pending[0] = root_of(tree)
        span: CellRange = pending[0].span
        while size > 0:
            size -= 1
            parent: CellPlace = pending[size]
            if parent.away > limit * DISTANCE_ROUNDING:
                continue
            new.slot = tree.cells[parent.number].head - 1
            while new.slot >= 0:
                new.distance = distance_from(x, y, C.address(tree.nodes[new.slot].box))
                if new.distance <= limit:
                    kept = insert_nearest(best, kept, most, new)
                    if kept == most:
                        limit = min(limit, best[most - 1].distance)
                new.slot = tree.links[new.slot].next
            size += push_children(tree, C.address(parent), span, x, y, pending + size)
        for i in range(kept):
            found.append((best[i].slot, best[i].distance))
    finally:
        free(best)
    return 0
