# cython: nonecheck=True
# (The collector may have set fields to None when a __del__ or a weak reference still comes here.)
"""The linear quadtree itself: boxes by slot, linked into cells. It knows no items.

A box lies in the smallest cell that holds it whole. The boxes of a cell form a list whose links lie
in an array by slot, so a box leaves its cell on its own, however many are there: it joins its two
neighbors, and only if it was the latest to come must the cell hear of it.

    links  [ next, previous, cell | ... ]           by slot
    nodes  [ box, range of finest cells | ... ]     by slot
    cells  [ latest, children, lines | ... ]        all of the upper levels, then others as needed

The cells of the upper levels stand in a row by their linear numbers (see `morton`), so that one
step leads to any of them; memory that was never touched costs nothing. Finer cells are appended in
blocks of four when a box first needs one. A cell is made together with its parents.

A small box on a middle line belongs to a large cell for that reason alone, and there are many such.
So a larger cell has, beside its own list, two binary trees along its two middle lines: a box across
the vertical one alone lies in the smallest run of rows that holds it, one across the horizontal one
in the smallest run of columns. A search then passes by all of a line but what is near. (Follows the
quad-CIF tree of G. Kedem, 19th Design Automation Conference, 1982.)

A cell that has become empty stays, as its like will be needed again; only when the appended ones
are twice as many as the boxes last needed are all made anew, which costs each of them a little.
"""

import cython
from cython.cimports.libc.limits import INT_MAX
from cython.cimports.libc.stdlib import calloc, free, malloc, realloc
from cython.cimports.libc.string import memset
from cython.cimports.spritecol._engine.memory.run_allocator import RunAllocator
from cython.cimports.spritecol.spatial._grid import bit_length, range_of
from cython.cimports.spritecol.spatial.morton import interleave

FEWEST_SWEPT = cython.declare(cython.int, 4096)
"""So many appended cells are never too many: 64 kB."""


class Cells:
    """The cells of one space and the boxes in them."""

    def open(self, space: Space) -> cython.int:
        """Set up the cells of a space; called once, by `cells_of`."""
        self.space = space
        self.runs = RunAllocator(cython.sizeof(Link))
        self.dense = ((4 << (2 * min(space.depth, TOP_LEVEL))) - 1) // 3
        self.cells = cython.cast(cython.pointer(Cell), calloc(self.dense, cython.sizeof(Cell)))
        if self.cells is cython.NULL:
            raise MemoryError
        self.cell_count = self.cell_capacity = self.dense
        self.sweep_at = self.dense + FEWEST_SWEPT
        return 0

    def __dealloc__(self):
        free(self.cells)
        free(self.nodes)
        free(self.numbers)

    def memory(self) -> cython.Py_ssize_t:
        """How many bytes everything takes."""
        by_slot: cython.Py_ssize_t = cython.sizeof(Link) + cython.sizeof(Node)
        if self.numbers is not cython.NULL:
            by_slot += cython.sizeof(cython.int)
        return self.cell_capacity * cython.sizeof(Cell) + self.node_capacity * by_slot

    # Slots

    def reserve(self, count: cython.Py_ssize_t) -> cython.int:
        """Make room for so many slots in all."""
        grown: cython.pointer(Node)
        if count > INT_MAX:
            raise MemoryError("a quadtree can hold 2**31 boxes at most")
        self.runs.reserve(count)
        self.links = cython.cast(cython.pointer(Link), self.runs.memory)
        if self.runs.capacity > self.node_capacity:
            grown = cython.cast(
                cython.pointer(Node), realloc(self.nodes, self.runs.capacity * cython.sizeof(Node))
            )
            if grown is cython.NULL:
                raise MemoryError
            self.nodes = grown
            self.node_capacity = self.runs.capacity
        return 0

    def take(self) -> cython.int:
        """A free slot, in no cell yet."""
        slot: cython.int
        if self.runs.top == self.node_capacity:
            self.reserve(self.node_capacity + self.node_capacity // 2 + 16)
        slot = self.runs.take(1)
        self.links[slot].cell = -1
        return slot

    def give(self, slot: cython.int) -> cython.void:
        """Take a slot back."""
        self.links[slot].cell = -1
        self.runs.give(slot, 1)

    def label(self, slot: cython.int) -> cython.int:
        """What the walks call a slot: the number of the box that `fill` was given, or the slot."""
        return slot if self.numbers is cython.NULL else self.numbers[slot]

    def link(self, slot: cython.int, cell: cython.int) -> cython.void:
        """Put a slot in front of a cell's list."""
        latest: cython.int = self.cells[cell].latest - 1
        self.links[slot].cell = cell
        self.links[slot].next = latest
        self.links[slot].previous = -1
        if latest >= 0:
            self.links[latest].previous = slot
        self.cells[cell].latest = slot + 1

    def unlink(self, slot: cython.int) -> cython.void:
        """Take a slot out of its list; the cell only hears of it if it was the latest there."""
        link: Link = self.links[slot]
        if link.previous >= 0:
            self.links[link.previous].next = link.next
        else:
            self.cells[link.cell].latest = link.next + 1
        if link.next >= 0:
            self.links[link.next].previous = link.previous

    # Cells

    def find(self, range: Range) -> cython.int:
        """Where a range belongs: its cell, or a line cell of that. Made if it is new."""
        wide: cython.int = bit_length(range.x1 ^ range.x2)
        high: cython.int = bit_length(range.y1 ^ range.y2)
        height: cython.int = max(wide, high)
        cell: cython.int
        lines: cython.int
        if self.cell_count >= self.sweep_at:
            self.sweep()
        cell = self.quarter(range, height)
        if wide == high or height < LINE_HEIGHT:
            return cell
        lines = self.cells[cell].lines
        if lines == 0:
            lines = self.append(4)  # upper and lower rows, left and right columns
            self.cells[cell].lines = lines
        height -= 1
        if wide > high:
            lines += (range.y1 >> height) & 1
            return self.along(lines, range.y1, height, height - high, range.x1, range.x2)
        lines += 2 + ((range.x1 >> height) & 1)
        return self.along(lines, range.x1, height, height - wide, range.y1, range.y2)

    def quarter(self, range: Range, height: cython.int) -> cython.int:
        """The cell of that height that holds a range."""
        level: cython.int = self.space.depth - height
        top: cython.int = min(level, TOP_LEVEL)
        shift: cython.int = self.space.depth - top
        cell: cython.int = ((1 << (2 * top)) - 1) // 3 + cython.cast(
            cython.int, interleave(range.x1 >> shift, range.y1 >> shift)
        )
        self.make_dense(cell)
        return self.descend(cell, range, shift, level - top)

    def make_dense(self, cell: cython.int) -> cython.void:
        """Let the parents of a dense cell know that it is there."""
        parent: cython.int
        while cell > 0 and self.cells[cell].latest == 0:
            parent = (cell - 1) >> 2
            if self.cells[parent].children > 0:
                break
            self.cells[parent].children = 4 * parent + 1
            cell = parent

    def descend(
        self, cell: cython.int, range: Range, height: cython.int, steps: cython.int
    ) -> cython.int:
        """The quarter that holds a range so many steps below a cell of that height."""
        children: cython.int
        while steps > 0:
            height -= 1
            steps -= 1
            children = self.cells[cell].children
            if children == 0:
                children = self.append(4)
                self.cells[cell].children = children
            cell = children + ((range.x1 >> height) & 1) + 2 * ((range.y1 >> height) & 1)
        return cell

    def along(
        self,
        cell: cython.int,
        place: cython.int,
        height: cython.int,
        steps: cython.int,
        begin: cython.int,
        end: cython.int,
    ) -> cython.int:
        """The line cell that holds a place so many steps below one of that height.

        All on the way take note of how far across the line the range reaches, `begin` to `end`.
        """
        children: cython.int
        while True:
            self.cells[cell].begin = min(self.cells[cell].begin, begin)
            self.cells[cell].end = max(self.cells[cell].end, end)
            if steps == 0:
                return cell
            height -= 1
            steps -= 1
            children = self.cells[cell].children
            if children == 0:
                children = self.append(2)
                self.cells[cell].children = children
            cell = children + ((place >> height) & 1)

    def append(self, count: cython.int) -> cython.int:
        """So many new cells side by side; the first of them."""
        first: cython.int = self.cell_count
        capacity: cython.Py_ssize_t
        grown: cython.pointer(Cell)
        cell: cython.int
        if first > INT_MAX - count:
            raise MemoryError("a quadtree can have 2**31 cells at most")
        if first + count > self.cell_capacity:
            capacity = min(max(64, self.cell_capacity + self.cell_capacity // 2), INT_MAX)
            grown = cython.cast(
                cython.pointer(Cell), realloc(self.cells, capacity * cython.sizeof(Cell))
            )
            if grown is cython.NULL:
                raise MemoryError
            self.cells = grown
            self.cell_capacity = capacity
        memset(self.cells + first, 0, count * cython.sizeof(Cell))
        for cell in range(first, first + count):
            self.cells[cell].begin = 0xFFFF
        self.cell_count = first + count
        return first

    def sweep(self) -> cython.int:
        """Make the cells anew, only those that are needed."""
        slot: cython.int
        self.sweep_at = INT_MAX
        memset(self.cells, 0, self.dense * cython.sizeof(Cell))
        self.cell_count = self.dense
        for slot in range(self.runs.top):
            if self.links[slot].cell >= 0:
                self.link(slot, self.find(self.nodes[slot].range))
        self.set_sweep()
        return 0

    def set_sweep(self) -> cython.void:
        """Choose when the next sweep is due: when what came between will have paid for it."""
        appended: cython.Py_ssize_t = max(
            2 * cython.cast(cython.Py_ssize_t, self.cell_count - self.dense), self.runs.taken
        )
        self.sweep_at = min(self.dense + max(FEWEST_SWEPT, appended), INT_MAX)

    # All at once

    def fill(
        self, boxes: cython.pointer(cython.const[Box]), count: cython.Py_ssize_t
    ) -> cython.int:
        """Put boxes into cells that are all empty, in one go: those of a cell side by side."""
        i: cython.Py_ssize_t
        slot: cython.int
        cell: cython.int
        ends: cython.p_int = cython.NULL
        homes: cython.p_int = new_ints(count)
        try:
            self.numbers = new_ints(count)
            self.reserve(count)
            self.sweep_at = INT_MAX
            for i in range(count):
                homes[self.take()] = self.find(range_of(cython.address(self.space), boxes + i))
            ends = new_ints(self.cell_count)
            for i in range(count):
                ends[homes[i]] += 1
            for cell in range(1, self.cell_count):
                ends[cell] += ends[cell - 1]
            for i in range(count - 1, -1, -1):
                cell = homes[i]
                ends[cell] -= 1
                slot = ends[cell]
                self.numbers[slot] = i
                self.nodes[slot].box = boxes[i]
                self.nodes[slot].range = range_of(cython.address(self.space), boxes + i)
                self.link(slot, cell)
        finally:
            free(homes)
            free(ends)
        self.set_sweep()
        return 0

    def moved_to(self, space: Space) -> Cells:
        """The same boxes, under the same labels, in the cells of another space."""
        slot: cython.int
        count: cython.Py_ssize_t = 0
        result: Cells = cells_of(space)
        labels: cython.p_int = cython.NULL
        boxes: cython.pointer(Box) = cython.cast(
            cython.pointer(Box), malloc((self.runs.taken + 1) * cython.sizeof(Box))
        )
        try:
            if boxes is cython.NULL:
                raise MemoryError
            labels = new_ints(self.runs.taken)
            for slot in range(self.runs.top):
                if self.links[slot].cell >= 0:
                    boxes[count] = self.nodes[slot].box
                    labels[count] = self.label(slot)
                    count += 1
            result.fill(boxes, count)
            for slot in range(count):
                result.numbers[slot] = labels[result.numbers[slot]]
        finally:
            free(boxes)
            free(labels)
        return result


def cells_of(space: Space) -> Cells:
    """The cells of a space, empty."""
    result: Cells = Cells()
    result.open(space)
    return result


@cython.cfunc
def new_ints(count: cython.Py_ssize_t) -> cython.p_int:
    """Memory for so many numbers, all 0, or MemoryError."""
    result: cython.p_int = cython.cast(cython.p_int, calloc(count + 1, cython.sizeof(cython.int)))
    if result is cython.NULL:
        raise MemoryError
    return result
