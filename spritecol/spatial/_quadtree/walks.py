# cython: nonecheck=True
# (The collector may have set fields to None when a __del__ or a weak reference still comes here.)
"""The walks over the cells: all pairs of one tree, of two, and the boxes that a box overlaps.

Boxes that overlap lie in the same cell or one in a cell round the other's. So one walk from the
root finds all pairs: on the way down a stack holds the boxes of the cells round the one at hand,
and each box of a cell is compared with the stack and with those of its own cell. Of the stack, only
those go along into a child that reach into it; a box across the middle line, which lies in the root
for that reason alone, meets what lies along that line, not everything.

Boxes that only touch do not overlap (a.left < b.right and so on, strictly).
"""

import cython
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.spritecol._engine.pairs import Pair, pair_of
from cython.cimports.spritecol.spatial._grid import Space, range_of
from cython.cimports.spritecol.spatial._quadtree.cells import Node


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def overlap(
    a: cython.pointer(cython.const[Box]), b: cython.pointer(cython.const[Box])
) -> cython.bint:
    """Whether two boxes share more than an edge."""
    return (a.left < b.right) & (b.left < a.right) & (a.top < b.bottom) & (b.top < a.bottom)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def reaches(
    range: cython.pointer(cython.const[Range]), height: cython.int, ix: cython.int, iy: cython.int
) -> cython.bint:
    """Whether a range has part in the cell of that height in column ix and row iy."""
    return (
        range.x1 >> height <= ix <= range.x2 >> height
        and range.y1 >> height <= iy <= range.y2 >> height
    )


class Stack:
    """The boxes of one tree that a walk has at hand, level by level."""

    def __dealloc__(self):
        free(self.entries)

    def reserve(self, count: cython.Py_ssize_t) -> cython.int:
        """Make room for so many entries in all; the block grows by 3/2 at least."""
        capacity: cython.Py_ssize_t
        grown: cython.pointer(Entry)
        if count > self.capacity:
            capacity = max(count, self.capacity + self.capacity // 2, 64)
            grown = cython.cast(
                cython.pointer(Entry), realloc(self.entries, capacity * cython.sizeof(Entry))
            )
            if grown is cython.NULL:
                raise MemoryError
            self.entries = grown
            self.capacity = capacity
        return 0

    def child(self, level: cython.int, quarter: cython.int) -> cython.int:
        """One of the four children of the cell at hand, or -1 where nothing lies."""
        cell: cython.int = self.cell[level]
        if cell < 0 or self.tree.cells[cell].children == 0:
            return -1
        cell = self.tree.cells[cell].children + quarter
        if (
            self.tree.cells[cell].latest == 0
            and self.tree.cells[cell].children == 0
            and self.tree.cells[cell].lines == 0
        ):
            return -1
        return cell

    def gather(
        self, cell: cython.int, is_line: cython.bint, count: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """Append the boxes of a cell's own list, and for a line cell those further down."""
        waiting: cython.int[PLACES]
        size: cython.int = 1
        slot: cython.int
        node: cython.pointer(Node)
        waiting[0] = cell
        while size > 0:
            size -= 1
            cell = waiting[size]
            slot = self.tree.cells[cell].latest - 1
            while slot >= 0:
                self.reserve(count + 1)
                node = self.tree.nodes + slot
                self.entries[count].box = node.box
                self.entries[count].range = node.range
                self.entries[count].label = self.tree.label(slot)
                count += 1
                slot = self.tree.links[slot].next
            if is_line and self.tree.cells[cell].children > 0:
                waiting[size] = self.tree.cells[cell].children
                waiting[size + 1] = waiting[size] + 1
                size += 2
        return count

    def is_barren(self, level: cython.int) -> cython.bint:
        """Whether no box is at hand and none lies further down."""
        return self.cell[level] < 0 and self.start[level] == self.end[level]

    def enter(
        self, level: cython.int, cell: cython.int, ix: cython.int, iy: cython.int
    ) -> cython.int:
        """Have a cell at hand, in that column and row, and what reaches into it from its parent."""
        i: cython.Py_ssize_t
        begin: cython.Py_ssize_t = 0
        count: cython.Py_ssize_t = 0
        height: cython.int = self.tree.space.depth - level
        if level > 0:
            begin = count = self.end[level - 1]
            self.reserve(begin + begin - self.start[level - 1])
            for i in range(self.start[level - 1], begin):
                if reaches(cython.address(self.entries[i].range), height, ix, iy):
                    self.entries[count] = self.entries[i]
                    count += 1
        self.cell[level] = cell
        self.start[level] = begin
        self.own[level] = count
        if cell >= 0:
            count = self.gather(cell, False, count)
            for i in range(4 if self.tree.cells[cell].lines > 0 else 0):
                count = self.gather(self.tree.cells[cell].lines + i, True, count)
        self.end[level] = count
        return 0


@cython.cfunc
def stack_of(tree: Cells) -> Stack:
    """A stack with the root of a tree at hand."""
    stack: Stack = Stack()
    stack.tree = tree
    stack.enter(0, 0, 0, 0)
    return stack


@cython.cfunc
@cython.inline
@cython.exceptval(-1)
def compare(
    entry: cython.pointer(Entry),
    others: cython.pointer(Entry),
    count: cython.Py_ssize_t,
    swapped: cython.int,
    out: PairList,
) -> cython.int:
    """Note the pairs of one entry with many."""
    i: cython.Py_ssize_t
    if not out.reserve(count):
        raise MemoryError
    pair: cython.pointer(Pair) = out.items + out.count
    for i in range(count):
        pair[0] = (
            pair_of(others[i].label, entry.label)
            if swapped
            else pair_of(entry.label, others[i].label)
        )
        pair += overlap(cython.address(entry.box), cython.address(others[i].box))
    out.count = pair - out.items
    return 0


def meet(a: Stack, b: Stack | None, level: cython.int, out: PairList) -> cython.int:
    """Compare what the cell at hand adds: with what lies there already, or with another tree's."""
    i: cython.Py_ssize_t
    start: cython.Py_ssize_t
    if b is None:
        start = a.start[level]
        for i in range(a.own[level], a.end[level]):
            compare(a.entries + i, a.entries + start, i - start, 0, out)
        return 0
    start = b.start[level]
    for i in range(a.own[level], a.end[level]):
        compare(a.entries + i, b.entries + start, b.end[level] - start, 0, out)
    start = a.start[level]
    for i in range(b.own[level], b.end[level]):
        compare(b.entries + i, a.entries + start, a.own[level] - start, 1, out)
    return 0


def walk(a: Stack, b: Stack | None, out: PairList) -> cython.int:
    """Go through all cells once, depth first, with one stack or with two."""
    quarter: cython.int[LEVELS]
    ix: cython.int[LEVELS]
    iy: cython.int[LEVELS]
    level: cython.int = 0
    q: cython.int
    child: cython.int
    other: cython.int = -1
    ix[0] = iy[0] = quarter[0] = 0
    meet(a, b, 0, out)
    while level >= 0:
        q = quarter[level]
        if q == 4:
            level -= 1
            continue
        quarter[level] = q + 1
        child = a.child(level, q)
        if b is not None:
            other = b.child(level, q)
        if child < 0 and other < 0:
            continue
        ix[level + 1] = 2 * ix[level] + (q & 1)
        iy[level + 1] = 2 * iy[level] + (q >> 1)
        quarter[level + 1] = 0
        a.enter(level + 1, child, ix[level + 1], iy[level + 1])
        if b is not None:
            b.enter(level + 1, other, ix[level + 1], iy[level + 1])
            if a.is_barren(level + 1) or b.is_barren(level + 1):
                continue
        level += 1
        meet(a, b, level, out)
    return 0


def self_pairs(tree: Cells, out: PairList) -> cython.int:
    """The labels of boxes of one tree that overlap, each pair once."""
    return walk(stack_of(tree), None, out)


def cross_pairs(a: Cells, b: Cells, out: PairList) -> cython.int:
    """The labels of boxes that overlap, one of tree `a` and one of tree `b`, each pair once."""
    if not same_space(cython.address(a.space), cython.address(b.space)):
        if a.runs.taken < b.runs.taken:
            a = a.moved_to(b.space)
        else:
            b = b.moved_to(a.space)
    return walk(stack_of(a), stack_of(b), out)


@cython.cfunc
@cython.exceptval(check=False)
def same_space(a: cython.pointer(Space), b: cython.pointer(Space)) -> cython.bint:
    """Whether two spaces have the same cells."""
    return (
        a.depth == b.depth
        and a.bounds.left == b.bounds.left
        and a.bounds.top == b.bounds.top
        and a.bounds.right == b.bounds.right
        and a.bounds.bottom == b.bounds.bottom
    )


def query(
    tree: Cells, box: cython.pointer(cython.const[Box]), items: list | None, found: list
) -> cython.int:
    """Append to `found` what overlaps a box: the item of each slot, or its label without items.

    The way to the cell of the box leads through those round it, and on into all inside it that the
    box reaches.
    """
    stack: Place[PLACES]
    size: cython.int = 1
    quarter: cython.int
    first: cython.int
    slot: cython.int
    place: Place
    child: Place
    node: cython.pointer(Node)
    range_: Range = range_of(cython.address(tree.space), box)
    stack[0].cell = stack[0].ix = stack[0].iy = 0
    stack[0].kind = QUARTER
    stack[0].height = tree.space.depth
    while size > 0:
        size -= 1
        place = stack[size]
        slot = tree.cells[place.cell].latest - 1
        while slot >= 0:
            node = tree.nodes + slot
            if overlap(cython.address(node.box), box):
                found.append(tree.label(slot) if items is None else items[slot])
            slot = tree.links[slot].next
        child.height = place.height - 1
        first = tree.cells[place.cell].children
        if place.kind == QUARTER:
            for quarter in range(4 if first > 0 else 0):
                child.cell = first + quarter
                child.kind = QUARTER
                child.ix = 2 * place.ix + (quarter & 1)
                child.iy = 2 * place.iy + (quarter >> 1)
                if reaches(cython.address(range_), child.height, child.ix, child.iy):
                    stack[size] = child
                    size += 1
            first = tree.cells[place.cell].lines
        if first > 0 and place.kind != COLUMNS:
            for quarter in range(2):
                child.cell = first + quarter
                child.kind = ROWS
                child.iy = 2 * place.iy + quarter
                if (
                    range_.y1 >> child.height <= child.iy
                    and child.iy <= range_.y2 >> child.height
                    and tree.cells[child.cell].begin <= range_.x2
                    and range_.x1 <= tree.cells[child.cell].end
                ):
                    stack[size] = child
                    size += 1
            if place.kind == QUARTER:
                first += 2
        if first > 0 and place.kind != ROWS:
            for quarter in range(2):
                child.cell = first + quarter
                child.kind = COLUMNS
                child.ix = 2 * place.ix + quarter
                if (
                    range_.x1 >> child.height <= child.ix
                    and child.ix <= range_.x2 >> child.height
                    and tree.cells[child.cell].begin <= range_.y2
                    and range_.y1 <= tree.cells[child.cell].end
                ):
                    stack[size] = child
                    size += 1
    return 0
