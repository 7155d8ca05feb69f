# cython: nonecheck=True
# (A __del__ or weak reference callback may get here after the collector has cleared the fields.)
"""What both spaces stand on: the items of users by slot, and the cells of the quadtree.

**Items by slot.** Users' objects are touched in `ItemTable` only. Everything else works with slots,
small integers that are reused. An item can be any hashable object, so looking it up may run
arbitrary code. The table is not re-entrant: it is marked as busy during a lookup, and any change in
that time is refused, so no change can happen halfway through. The slots of a cell form a doubly
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
"""

import cython
from cython import (
    NULL,
    Py_ssize_t,
    address,
    bint,
    cast,
    pointer,
    sizeof,
)
from cython.cimports.libc.limits import INT_MAX
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memset
from cython.cimports.spritecol._engine.memory import RunAllocator, grow, next_capacity
from cython.cimports.spritecol._engine.tuning import CELLS_REBUILT
from cython.cimports.spritecol.spatial.morton import bit_length, interleave, range_of

from spritecol._support.range_check import shown

# Items by slot -----------------------------------------------------------------------------------


class ItemTable:
    """Items by slot and slots by item."""

    def __cinit__(self, container: str):
        self.slots = {}
        self.items = []
        self.container = container

    def guard(self) -> cython.int:
        """Raise RuntimeError if an item is being looked up."""
        if self.is_busy:
            raise RuntimeError(
                f"the {self.container} must not be changed by the __hash__ or __eq__ of an item "
                "that is being looked up in it"
            )
        return 0

    def add(self, item: object, slot: cython.int) -> cython.int:
        """Assign a free slot to a new item. ValueError if the item already has one."""
        known: cython.int
        while len(self.items) <= slot:
            self.items.append(None)
        self.is_busy = True
        try:
            known = self.slots.setdefault(item, slot)
        finally:
            self.is_busy = False
        if known != slot:
            raise ValueError(f"already in the {self.container}: {shown(item)}")
        self.items[slot] = item
        return 0

    def slot_of(self, item: object) -> cython.int:
        """An item's slot. KeyError if it has none."""
        return self.look_up(item, False)

    def remove(self, item: object) -> cython.int:
        """Remove an item and return its slot, to be released later. KeyError if it has none."""
        return self.look_up(item, True)

    def look_up(self, item: object, remove: bint) -> cython.int:
        """An item's slot, and remove the item if asked to. KeyError if it has none."""
        self.guard()
        self.is_busy = True
        try:
            slot = self.slots.pop(item, None) if remove else self.slots.get(item)
        finally:
            self.is_busy = False
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

    def put(self, slot: cython.int, box: pointer(cython.const[Box])) -> cython.int:
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

        The extent of every cell on the way is widened to that of the box across the line, `begin`
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

    def bulk_load(self, boxes: pointer(cython.const[Box]), count: Py_ssize_t) -> cython.int:
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
