# cython: binding=False, embedsignature=True, embedsignature.format=clinic, nonecheck=True
# (Methods as CPython's own descriptors: Cython's do not check the type of self, and would crash on
# `LinearQuadtree.clear(None)`; see Cython's issue 1903.)
"""`LinearQuadtree`: any items by their boxes, in cells that are quartered again and again.

This module joins the two halves, `items` (what users put in, by slot) and `cells` (boxes by slot).
Nothing of a user's runs between the first and the last step of a change: arguments are read before,
an item that leaves may die only after. Results are made while the garbage collector rests, as one
of its finalizers might change the tree halfway.
"""

import cython
import numpy
from cython.cimports.libc.stdlib import free
from cython.cimports.libc.string import memcmp
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.memory.buffers import memory_of
from cython.cimports.spritecol._engine.pairs import PairList, first_of, pair_of, second_of
from cython.cimports.spritecol.spatial._arguments import as_boxes, read_bounds, read_box
from cython.cimports.spritecol.spatial._grid import (
    Range,
    height_of,
    range_of,
    read_depth,
    space_of,
)
from cython.cimports.spritecol.spatial._item_table import ItemTable
from cython.cimports.spritecol.spatial._quadtree.cells import Cells, cells_of
from cython.cimports.spritecol.spatial._quadtree.validation import check_cells, count_cells
from cython.cimports.spritecol.spatial._quadtree.walks import cross_pairs, query, self_pairs
from cython.cimports.spritecol.spatial.morton import interleave

from spritecol._numbers.limits import shown
from spritecol.spatial._quadtree.fit import bounds_round, fitting_depth

PLACE = "quadtree"


class LinearQuadtree:
    """Items by their boxes, for finding which overlap while they move.

    `bounds` is (left, top, right, bottom) of the space. It is cut in four, each quarter in four
    again, `depth` times (0 to 16); a box lies in the smallest cell that holds it. Items beyond the
    bounds are kept and found too, but all in the outermost cells, which is slow if they are many.
    A good depth makes the finest cells about as long as a usual box; a greater one costs little.

    An item is anything hashable; equal items are the same item. A box is four finite numbers with
    left <= right and top <= bottom, or an object that has these four, such as a `pygame.Rect`.
    Overlap is strict (a.left < b.right and so on): boxes that only touch do not overlap, and a box
    without area overlaps what it lies inside of.

    `insert`, `move` and `remove` take the same time however many items there are. Whatever raises
    an error leaves the tree as it was.

    >>> tree = LinearQuadtree((0, 0, 640, 480), depth=5)
    >>> tree.insert("player", (100, 100, 132, 132))
    >>> tree.insert("coin", (130, 120, 138, 128))
    >>> tree.pairs()
    [('coin', 'player')]
    >>> tree.move("player", (300, 100, 332, 132))
    >>> tree.pairs(), len(tree)
    ([], 2)
    """

    def __cinit__(self, bounds, depth):
        edges: Box
        read_bounds(bounds, cython.address(edges))
        self.cells = cells_of(space_of(cython.address(edges), read_depth(depth)))
        self.table = ItemTable(PLACE)

    @staticmethod
    def build(aabbs, bounds=None, depth=None):
        """A tree of the rows of an (n, 4) array, made in one go; the items are 0 to n - 1.

        The way to go when most boxes move: a new tree every frame. Bounds and depth fit the boxes
        unless given.

        >>> tree = LinearQuadtree.build([[0, 0, 2, 2], [1, 1, 3, 3], [8, 8, 9, 9]])
        >>> sorted(tree.query((2.5, 2.5, 8.5, 8.5)))
        [1, 2]
        >>> tree.pair_indices().tolist()
        [[0, 1]]
        """
        edges: Box
        tree: LinearQuadtree
        boxes: object = as_boxes(aabbs, "aabbs")
        if bounds is None:
            bounds = bounds_round(boxes)
        if depth is None:
            read_bounds(bounds, cython.address(edges))
            bounds = (edges.left, edges.top, edges.right, edges.bottom)
            depth = fitting_depth(boxes, bounds)
        tree = LinearQuadtree(bounds, depth)
        if len(boxes):
            tree.cells.fill(
                cython.cast(cython.pointer(cython.const[Box]), memory_of(boxes)), len(boxes)
            )
            tree.table = None
        return tree

    @property
    def bounds(self):
        """The space, (left, top, right, bottom)."""
        edges: Box = self.cells.space.bounds
        return edges.left, edges.top, edges.right, edges.bottom

    @property
    def depth(self):
        """The finest level; the root is level 0."""
        return self.cells.space.depth

    def __len__(self):
        return self.cells.runs.taken if self.table is None else len(self.table.slots)

    def __contains__(self, item):
        return item in self.registry().slots

    def insert(self, item, aabb):
        """Add a new item. ValueError if it is in the tree already, which changes nothing."""
        box: Box
        range_: Range
        slot: cython.int
        cell: cython.int
        cells: Cells
        table: ItemTable
        read_box(aabb, "aabb", cython.address(box))
        table = self.registry()
        table.guard()
        cells = self.cells
        range_ = range_of(cython.address(cells.space), cython.address(box))
        cell = cells.find(range_)
        slot = cells.take()
        try:
            table.enter(item, slot)
        except BaseException:
            cells.give(slot)
            raise
        cells.nodes[slot].box = box
        cells.nodes[slot].range = range_
        cells.link(slot, cell)

    def move(self, item, aabb):
        """Give an item another box. KeyError if it is not in the tree."""
        box: Box
        range_: Range
        slot: cython.int
        cell: cython.int
        cells: Cells
        read_box(aabb, "aabb", cython.address(box))
        slot = self.registry().slot_of(item)
        cells = self.cells
        range_ = range_of(cython.address(cells.space), cython.address(box))
        if memcmp(
            cython.address(range_), cython.address(cells.nodes[slot].range), cython.sizeof(Range)
        ):
            cell = cells.find(range_)
            cells.nodes[slot].range = range_
            if cell != cells.links[slot].cell:
                cells.unlink(slot)
                cells.link(slot, cell)
        cells.nodes[slot].box = box

    def remove(self, item):
        """Take an item out. KeyError if it is not in the tree."""
        table: ItemTable = self.registry()
        slot: cython.int = table.leave(item)
        self.cells.unlink(slot)
        self.cells.give(slot)
        table.release(slot)

    def clear(self):
        """Take all items out."""
        if self.table is not None:
            self.table.guard()
        cells: Cells = cells_of(self.cells.space)
        table: ItemTable = ItemTable(PLACE)
        self.cells = cells
        self.table = table  # items may die here, when the tree is empty already

    def query(self, aabb):
        """The items whose boxes overlap a box, in no particular order.

        >>> tree = LinearQuadtree((0, 0, 640, 480), depth=5)
        >>> tree.insert("coin", (130, 120, 138, 128))
        >>> tree.query((0, 0, 320, 240)), tree.query((138, 0, 320, 240))
        (['coin'], [])
        """
        box: Box
        found: list
        read_box(aabb, "aabb", cython.address(box))
        found = []
        query(
            self.cells,
            cython.address(box),
            None if self.table is None else self.table.items,
            found,
        )
        return found

    def pairs(self):
        """All pairs of items whose boxes overlap, each once, in no particular order."""
        return self.named_pairs(None)

    def pairs_with(self, other):
        """All pairs of an item of this tree and one of another, whose boxes overlap.

        The other tree may have other bounds and another depth; its boxes, or those of this tree if
        they are fewer, are then put in the other's cells first. With itself: the same as `pairs()`.

        >>> shots = LinearQuadtree((0, 0, 640, 480), depth=5)
        >>> shots.insert("shot", (10, 10, 14, 14))
        >>> rocks = LinearQuadtree((0, 0, 640, 480), depth=3)
        >>> rocks.insert("rock", (0, 0, 50, 50))
        >>> shots.pairs_with(rocks)
        [('shot', 'rock')]
        """
        if not isinstance(other, LinearQuadtree):
            raise TypeError(f"other must be a LinearQuadtree, got {shown(other)}")
        return self.named_pairs(None if other is self else other)

    def pair_indices(self):
        """`pairs()` as a (k, 2) array, sorted, the smaller first; the items must be whole numbers.

        For a tree from `build` nothing is made for each item.
        """
        out: PairList
        collects: cython.bint
        if self.table is not None:
            return sorted_pairs(self.named_pairs(None))
        collects = PyGC_Disable()
        try:
            out = PairList()
            self_pairs(self.cells, out)
            smaller_first(out)
            out.sort(self.cells.runs.top, self.cells.runs.top)
            return out.array()
        finally:
            if collects:
                PyGC_Enable()

    def cell_of(self, item):
        """The cell of an item, as (level, index within the level) like `morton.locate`."""
        slot: cython.int = self.registry().slot_of(item)
        range_: Range = self.cells.nodes[slot].range
        height: cython.int = height_of(range_)
        return (
            self.cells.space.depth - height,
            interleave(range_.x1 >> height, range_.y1 >> height),
        )

    def occupied_cells(self):
        """The cells that hold items, as (level, index within the level, how many items).

        >>> tree = LinearQuadtree((0, 0, 4, 4), depth=2)
        >>> tree.insert("small", (2.1, 3.1, 2.9, 3.9))
        >>> tree.insert("across", (1.9, 0.1, 2.1, 0.9))
        >>> tree.occupied_cells()
        [(0, 0, 1), (2, 14, 1)]
        """
        return count_cells(self.cells)

    def __sizeof__(self):
        """The memory of cells and boxes in bytes, without the items and the table of them."""
        return object.__sizeof__(self) + self.cells.memory()

    def assert_well_formed(self):
        """Raise AssertionError if an invariant is broken. For tests; takes time."""
        slots: set = check_cells(self.cells)
        if self.table is not None:
            self.table.check(slots)
        elif len(slots) != self.cells.runs.top:
            raise AssertionError(f"{len(slots)} of {self.cells.runs.top} built boxes are left")

    def registry(self) -> ItemTable:
        """The table of items; a built tree gets one when it is first asked for an item."""
        table: ItemTable
        label: cython.int
        slot: cython.int
        if self.table is None:
            table = ItemTable(PLACE)
            for slot in range(self.cells.runs.top):
                label = self.cells.label(slot)
                table.items.append(label)
                table.slots[label] = slot
            if self.table is None:  # else a finalizer has come here meanwhile
                free(self.cells.numbers)
                self.cells.numbers = cython.NULL
                self.table = table
        return self.table

    def names(self) -> list:
        """The item for each label that the walks give."""
        return list(range(self.cells.runs.top)) if self.table is None else self.table.items

    def named_pairs(self, other: LinearQuadtree | None) -> list:
        """The pairs of items within this tree, or with another tree."""
        pairs: PairList
        mine: list
        others: list
        result: list
        i: cython.Py_ssize_t
        collects: cython.bint = PyGC_Disable()
        try:
            pairs = PairList()
            mine = others = self.names()
            if other is None:
                self_pairs(self.cells, pairs)
            else:
                others = other.names()
                cross_pairs(self.cells, other.cells, pairs)
            result = []
            for i in range(pairs.count):
                result.append((mine[first_of(pairs.items[i])], others[second_of(pairs.items[i])]))
            return result
        finally:
            if collects:
                PyGC_Enable()


@cython.cfunc
def smaller_first(pairs: PairList):
    """Turn round the pairs whose second number is the smaller."""
    i: cython.Py_ssize_t
    first: cython.Py_ssize_t
    second: cython.Py_ssize_t
    for i in range(pairs.count):
        first = first_of(pairs.items[i])
        second = second_of(pairs.items[i])
        pairs.items[i] = pair_of(min(first, second), max(first, second))


@cython.cfunc
def sorted_pairs(pairs: list) -> object:
    """Pairs of whole numbers as a sorted array."""
    for pair in pairs:
        for item in pair:
            if type(item) is not int:
                raise TypeError(
                    f"pair_indices needs items that are whole numbers, got {shown(item)}"
                )
    array: object = numpy.sort(numpy.array(pairs, dtype=numpy.intp).reshape(-1, 2), axis=1)
    return array[numpy.lexsort((array[:, 1], array[:, 0]))]
