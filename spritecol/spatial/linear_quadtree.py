# cython: binding=False, embedsignature=True, embedsignature.format=clinic, nonecheck=True
# (binding=False gives CPython's own method descriptors. Cython's do not check the type of self, so
# `LinearQuadtree.clear(None)` would crash; see Cython issue 1903.)
"""`LinearQuadtree`: items by bounding box, in cells that are divided into quadrants repeatedly.

This module connects users' items with the boxes of the cells, both by slot (see `_cells`). No user
code runs between the first and the last step of a change: arguments are read before it, and a
removed item is freed after it. Results are built while the garbage collector is paused, because a
finalizer could change the tree halfway through.
"""

from __future__ import annotations

import math
from itertools import chain
from operator import itemgetter

import cython as C
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.memory import memory_of
from cython.cimports.spritecol._engine.pairs import PairList, first_of, pair_of, second_of
from cython.cimports.spritecol._support.fast_range_check import checked
from cython.cimports.spritecol._support.libc import INFINITY, memcmp
from cython.cimports.spritecol._support.python import PyObject_GenericSetAttr
from cython.cimports.spritecol.spatial import _cells, morton
from cython.cimports.spritecol.spatial._cells import Cells, ItemTable, PyGC_Disable, PyGC_Enable
from cython.cimports.spritecol.spatial.candidate_pairs import read_bounds, read_box, read_boxes
from cython.cimports.spritecol.spatial.morton import CellRange

from spritecol._support.lazy_imports import numpy
from spritecol._support.range_check import non_negative, of_public_name, shown, whole_number
from spritecol.spatial.morton import LAST_DEPTH

TREE_NAME = "quadtree"
BY_NUMBER = itemgetter(1)

RELATIVE_LENGTH = 1.0
"""Length of the finest cells if the depth is chosen automatically, relative to the mean side of a
box. Longer cells compare more boxes. Shorter cells make little difference, because fewer boxes fit
into each."""


class LinearQuadtree:
    """LinearQuadtree(bounds, depth)\n--\n
    A quadtree of items by bounding box, to find which items overlap while they move.

    The space is divided into four quadrants, each of these into four again, and so on. A box is
    stored in the smallest cell that contains it. Items outside the bounds are kept and found, too,
    but they all share the outermost cells, which is slow if there are many. A good depth makes the
    finest cells about as long as a typical box; a greater depth costs little.

    An item is any object. Numbers, text and tuples of these are identified by their values,
    everything else by identity. A box is four finite numbers with left <= right and top <= bottom,
    or an object with these four attributes, such as a `pygame.Rect`. Overlap is strict (a.left <
    b.right and so on): boxes that only touch do not overlap. A box without area overlaps another
    box if it lies in its interior.

    `insert`, `move` and `remove` take the same time however many items there are. If a method
    raises an error, the tree is unchanged.

    Args:
        bounds: (left, top, right, bottom) of the space, with an area.
        depth: how many times the space is divided, 0 to 16.

    Raises:
        TypeError: a bound is not a number, or the depth is not a whole number.
        ValueError: the bounds have no area, or a number is out of range.

    >>> tree = LinearQuadtree((0, 0, 640, 480), depth=5)
    >>> tree.insert("player", (100, 100, 132, 132))
    >>> tree.insert("coin", (130, 120, 138, 128))
    >>> tree.pairs()
    [('coin', 'player')]
    >>> tree.move("player", (300, 100, 332, 132))
    >>> tree.pairs(), len(tree)
    ([], 2)
    """  # noqa: D301 (the first lines are the signature, which Cython writes for no class)

    def __cinit__(self, bounds=None, depth=None, **others):
        for name in others:
            raise TypeError(f"LinearQuadtree() got an unexpected keyword argument {name!r}")
        bounds_box: Box
        read_bounds(bounds, C.address(bounds_box))
        self.cells = _cells.cells_of(
            morton.space_of(C.address(bounds_box), morton.read_depth(depth))
        )
        self.table = ItemTable(TREE_NAME)

    @staticmethod
    def build(aabbs, bounds=None, depth=None):
        """Return a new tree, built from many boxes at once.

        When most boxes move, this takes less time than moving them one by one: build a new tree for
        every frame. If you need only the pairs, `candidate_pairs` is faster still.

        Args:
            aabbs: boxes as an array of shape (n, 4), or anything NumPy converts to one. The items
                are the row indices, 0 to n - 1.
            bounds: the bounds of the space. None fits them to the boxes.
            depth: how many times the space is divided, 0 to 16. None chooses it by the number and
                size of the boxes.

        Returns:
            A new `LinearQuadtree`.

        Raises:
            TypeError: an element or a bound is not a number, or the depth is not a whole number.
            ValueError: an array has the wrong shape, a box is inside out, the bounds have no area,
                or a number is out of range.

        >>> tree = LinearQuadtree.build([[0, 0, 2, 2], [1, 1, 3, 3], [8, 8, 9, 9]])
        >>> sorted(tree.query((2.5, 2.5, 8.5, 8.5)))
        [1, 2]
        >>> tree.pair_indices().tolist()
        [[0, 1]]
        """
        bounds_box: Box
        boxes: object = read_boxes(aabbs, "aabbs")
        if bounds is None:
            bounds = fitting_bounds(boxes)
        if depth is None:
            read_bounds(bounds, C.address(bounds_box))
            bounds = (bounds_box.left, bounds_box.top, bounds_box.right, bounds_box.bottom)
            depth = fitting_depth(boxes, bounds)
        tree: LinearQuadtree = LinearQuadtree(bounds, depth)
        if len(boxes):
            tree.cells.bulk_load(C.cast(BoxRef, memory_of(boxes)), len(boxes))
            tree.table = None
        return tree

    @property
    def bounds(self):
        """The bounds of the space, (left, top, right, bottom)."""
        box: Box = self.cells.space.bounds
        return box.left, box.top, box.right, box.bottom

    @property
    def depth(self):
        """The finest level; the root is level 0."""
        return self.cells.space.depth

    def __len__(self):
        return self.cells.allocator.taken if self.table is None else self.table.count()

    def __setattr__(self, name, value):
        try:
            PyObject_GenericSetAttr(self, name, value)  # `object.__setattr__` refuses
        except AttributeError as error:
            raise of_public_name(error, self, name) from None

    def __reduce__(self):
        raise TypeError(f"a {type(self).__name__} can't be copied or pickled: build another one")

    def __contains__(self, item):
        return self.registry().has(item)

    def insert(self, item, aabb):
        """Add a new item.

        Args:
            item: any object.
            aabb: its bounding box.

        Raises:
            TypeError: `aabb` is not a box of numbers.
            ValueError: the item is already in the tree, or the box is inside out or out of range.
        """
        box: Box
        read_box(aabb, "aabb", C.address(box))
        value: object = _cells.identity_of(item)
        table: ItemTable = self.registry()
        cells: Cells = self.cells
        span: CellRange = morton.range_of(C.address(cells.space), C.address(box))
        cell: C.int = cells.find(span)
        slot: C.int = cells.new_slot()
        try:
            table.add(item, value, slot)
        except BaseException:
            cells.free_slot(slot)
            raise
        cells.nodes[slot].box = box
        cells.nodes[slot].span = span
        cells.link(slot, cell)

    def move(self, item, aabb):
        """Change the bounding box of an item.

        Args:
            item: an item of the tree.
            aabb: its new bounding box.

        Raises:
            KeyError: the item is not in the tree.
            TypeError: `aabb` is not a box of numbers.
            ValueError: the box is inside out or out of range.
        """
        box: Box
        read_box(aabb, "aabb", C.address(box))
        value: object = _cells.identity_of(item)
        slot: C.int = self.registry().slot_of(item, value)
        cells: Cells = self.cells
        span: CellRange = morton.range_of(C.address(cells.space), C.address(box))
        if memcmp(C.address(span), C.address(cells.nodes[slot].span), C.sizeof(CellRange)):
            cell: C.int = cells.find(span)
            cells.nodes[slot].span = span
            if cell != cells.links[slot].cell:
                cells.unlink(slot)
                cells.link(slot, cell)
        cells.nodes[slot].box = box

    def remove(self, item):
        """Remove an item.

        Args:
            item: an item of the tree.

        Raises:
            KeyError: it is not in the tree.
        """
        value: object = _cells.identity_of(item)
        table: ItemTable = self.registry()
        slot: C.int = table.remove(item, value)
        self.cells.unlink(slot)
        self.cells.free_slot(slot)
        table.release(slot)

    def clear(self):
        """Remove all items."""
        cells: Cells = _cells.cells_of(self.cells.space)
        table: ItemTable = ItemTable(TREE_NAME)
        old: ItemTable = self.table  # freed last, with users' items: the tree is already empty
        self.cells = cells
        self.table = table
        del old

    def query(self, aabb):
        """Return the items that overlap a box.

        Args:
            aabb: the box in which to search.

        Returns:
            A list of the items whose boxes overlap it, in no particular order.

        Raises:
            TypeError: `aabb` is not a box of numbers.
            ValueError: the box is inside out or out of range.

        >>> tree = LinearQuadtree((0, 0, 640, 480), depth=5)
        >>> tree.insert("coin", (130, 120, 138, 128))
        >>> tree.query((0, 0, 320, 240)), tree.query((138, 0, 320, 240))
        (['coin'], [])
        """
        box: Box
        read_box(aabb, "aabb", C.address(box))
        found: list = []
        _cells.find_overlapping(
            self.cells, C.address(box), None if self.table is None else self.table.items, found
        )
        return found

    def raycast(self, x1, y1, x2, y2):
        """Return the items that a segment overlaps, in the order in which it enters their boxes.

        A segment that only touches a box does not overlap it: it must reach into the interior. This
        is decided without rounding. A segment along an axis finds the same items as `query` with
        the same box.

        Args:
            x1: x of the start of the segment.
            y1: y of the start.
            x2: x of the end.
            y2: y of the end.

        Returns:
            A list of tuples (item, fraction), ordered by fraction. The fraction is how far along
            the segment the box begins, from 0 to 1. It is 0 if the segment starts in the box. Items
            at the same fraction come in no particular order.

        Raises:
            TypeError: a coordinate is not a number.
            ValueError: a coordinate is out of range.

        >>> tree = LinearQuadtree((0, 0, 640, 480), depth=5)
        >>> tree.insert("door", (300, 0, 310, 480))
        >>> tree.insert("coin", (100, 95, 110, 105))
        >>> tree.raycast(0, 100, 400, 100)
        [('coin', 0.25), ('door', 0.75)]
        """
        start_x: C.double = checked(x1, "x1")
        start_y: C.double = checked(y1, "y1")
        end_x: C.double = checked(x2, "x2")
        end_y: C.double = checked(y2, "y2")
        was_enabled: C.bint = PyGC_Disable()
        try:
            found: list = []
            _cells.find_on_segment(self.cells, start_x, start_y, end_x, end_y, found)
            found.sort(key=BY_NUMBER)
            return self.with_items(found)
        finally:
            if was_enabled:
                PyGC_Enable()

    def nearest(self, x, y, k=1, max_distance=math.inf):
        """Return the items whose boxes are nearest to a point.

        Args:
            x: x of the point.
            y: y of the point.
            k: how many items to find.
            max_distance: items farther away are left out. Default infinite.

        Returns:
            A list of up to k tuples (item, distance), nearest first. The distance is 0 inside a box
            and on its edge. Items at the same distance come in no particular order.

        Raises:
            TypeError: a coordinate or the distance is not a number, or k is not a whole number.
            ValueError: a number is out of range, or k or the distance is negative.

        >>> tree = LinearQuadtree((0, 0, 640, 480), depth=5)
        >>> tree.insert("door", (300, 0, 310, 480))
        >>> tree.insert("coin", (100, 95, 110, 105))
        >>> tree.nearest(200, 100), tree.nearest(0, 100, k=2, max_distance=200)
        ([('coin', 90.0)], [('coin', 100.0)])
        """
        point_x: C.double = checked(x, "x")
        point_y: C.double = checked(y, "y")
        most: C.int = whole_number(k, "k", 0, 1 << 30)
        limit: C.double = INFINITY
        if not (type(max_distance) is float and max_distance == INFINITY):
            limit = non_negative(max_distance, "max_distance")
        was_enabled: C.bint = PyGC_Disable()
        try:
            found: list = []
            _cells.find_nearest(self.cells, point_x, point_y, most, limit, found)
            return self.with_items(found)
        finally:
            if was_enabled:
                PyGC_Enable()

    def pairs(self):
        """Return all pairs of items whose boxes overlap.

        Returns:
            A list of tuples (item, item), each pair once, in no particular order.
        """
        return self.item_pairs(None)

    def pairs_with(self, other):
        """Return all pairs of an item of this tree and an item of another tree whose boxes overlap.

        The trees may have different bounds and depths. In that case the tree with fewer boxes is
        first rebuilt in the cells of the other.

        Args:
            other: a `LinearQuadtree`. With the tree itself, the result is the same as `pairs()`.

        Returns:
            A list of tuples (item of this tree, item of the other), in no particular order.

        Raises:
            TypeError: `other` is not a `LinearQuadtree`.

        >>> shots = LinearQuadtree((0, 0, 640, 480), depth=5)
        >>> shots.insert("shot", (10, 10, 14, 14))
        >>> rocks = LinearQuadtree((0, 0, 640, 480), depth=3)
        >>> rocks.insert("rock", (0, 0, 50, 50))
        >>> shots.pairs_with(rocks)
        [('shot', 'rock')]
        """
        if not isinstance(other, LinearQuadtree):
            raise TypeError(f"other must be a LinearQuadtree, got {shown(other)}")
        return self.item_pairs(None if other is self else other)

    def pair_indices(self):
        """Return the pairs of `pairs()` as an array. The items must be integers.

        With a tree from `build`, no Python object is created per item.

        Returns:
            Each pair once, as a sorted intp array of shape (k, 2), the smaller item first.

        Raises:
            TypeError: an item in a pair is not an int.
        """
        if self.table is not None:
            return sorted_pairs(self.item_pairs(None))
        was_enabled: C.bint = PyGC_Disable()
        try:
            out: PairList = PairList()
            _cells.pairs_within_tree(self.cells, out)
            put_smaller_first(out)
            out.sort(self.cells.allocator.top, self.cells.allocator.top)
            return out.array()
        finally:
            if was_enabled:
                PyGC_Enable()

    def cell_of(self, item):
        """Return the cell of an item.

        Args:
            item: an item of the tree.

        Returns:
            A tuple (level, index within the level), as from `morton.locate`.

        Raises:
            KeyError: the item is not in the tree.
        """
        return self.cell_at(self.registry().slot_of(item, _cells.identity_of(item)))

    def occupied_cells(self):
        """Return the cells that contain items.

        Returns:
            A list of tuples (level, index within the level, number of items), coarse cells first.

        >>> tree = LinearQuadtree((0, 0, 4, 4), depth=2)
        >>> tree.insert("small", (2.1, 3.1, 2.9, 3.9))
        >>> tree.insert("across", (1.9, 0.1, 2.1, 0.9))
        >>> tree.occupied_cells()
        [(0, 0, 1), (2, 14, 1)]
        """
        counts: dict = {}
        slot: C.int
        for slot in range(self.cells.allocator.top):
            if self.cells.links[slot].cell >= 0:
                cell = self.cell_at(slot)
                counts[cell] = counts.get(cell, 0) + 1
        return [(*cell, counts[cell]) for cell in sorted(counts)]

    def __sizeof__(self):
        """Return the memory of the cells and boxes in bytes, without the items and their table."""
        return object.__sizeof__(self) + self.cells.memory()

    def registry(self) -> ItemTable:
        """Return the table of items, which a tree from `build` creates lazily."""
        slot: C.int
        if self.table is None:
            table: ItemTable = ItemTable(TREE_NAME)
            for slot in range(self.cells.allocator.top):
                table.items.append(slot)
                table.slots[slot] = slot
            if self.table is None:  # otherwise a finalizer has created it in the meantime
                self.table = table
        return self.table

    def cell_at(self, slot: C.int) -> tuple:
        """Return the cell of the box in a slot: its level, and its index within the level."""
        return morton.place_of(C.address(self.cells.space), self.cells.nodes[slot].span)

    def items_by_slot(self) -> object:
        """Return the item of each slot."""
        return range(self.cells.allocator.top) if self.table is None else self.table.items

    def with_items(self, found: list) -> list:
        """Turn pairs of a slot and a number into pairs of an item and the number."""
        items: object = self.items_by_slot()
        result: list = []
        for slot, number in found:
            result.append((items[slot], number))
        return result

    def item_pairs(self, other: LinearQuadtree | None) -> list:
        """Return the pairs of items within this tree, or between it and another tree."""
        items: object
        other_items: object
        i: C.Py_ssize_t
        was_enabled: C.bint = PyGC_Disable()
        try:
            pairs: PairList = PairList()
            items = other_items = self.items_by_slot()
            if other is None:
                _cells.pairs_within_tree(self.cells, pairs)
            else:
                other_items = other.items_by_slot()
                _cells.pairs_between_trees(self.cells, other.cells, pairs)
            result: list = []
            for i in range(pairs.count):
                result.append(
                    (items[first_of(pairs.items[i])], other_items[second_of(pairs.items[i])])
                )
            return result
        finally:
            if was_enabled:
                PyGC_Enable()


@C.cfunc
def put_smaller_first(pairs: PairList):
    """Swap the pairs whose second number is smaller than the first."""
    i: C.Py_ssize_t
    for i in range(pairs.count):
        first: C.Py_ssize_t = first_of(pairs.items[i])
        second: C.Py_ssize_t = second_of(pairs.items[i])
        pairs.items[i] = pair_of(min(first, second), max(first, second))


@C.cfunc
def sorted_pairs(pairs: list) -> object:
    """Return pairs of integers as a sorted array."""
    for pair in pairs:
        for item in pair:
            if type(item) is not int:
                raise TypeError(
                    f"pair_indices needs items that are whole numbers, got {shown(item)}"
                )
    items: object = chain.from_iterable(pairs)  # `numpy.array` takes seven times as long
    array: object = numpy.fromiter(items, numpy.intp, 2 * len(pairs)).reshape(-1, 2)
    array.sort(axis=1)
    return array[numpy.lexsort((array[:, 1], array[:, 0]))]


@C.cfunc
def fitting_bounds(boxes: object) -> tuple:
    """Return the bounding box of all boxes, widened by 1 along an axis without extent."""
    if not len(boxes):
        return 0.0, 0.0, 1.0, 1.0
    left, top = boxes[:, :2].min(axis=0).tolist()
    right, bottom = boxes[:, 2:].max(axis=0).tolist()
    left, right = made_different(left, right)
    top, bottom = made_different(top, bottom)
    return left, top, right, bottom


@C.cfunc
def made_different(start: C.double, end: C.double) -> tuple:
    """Return two different numbers. Equal numbers are widened toward 0, to stay within the
    limit.
    """
    if start < end:
        return start, end
    return (start - 1.0, end) if start > 0.0 else (start, end + 1.0)


@C.cfunc
def fitting_depth(boxes: object, bounds: tuple) -> object:
    """Return the depth that gives the finest cells the right length, with at most about one per
    box.
    """
    if not len(boxes):
        return 0
    # Logarithms are rounded with powers, because the last bits of the C library's logarithms may
    # differ.
    mantissa, exponent = math.frexp(len(boxes))
    depth = exponent // 2 if mantissa > 0.5 else round((exponent - 1) / 2)
    mean_side = float((boxes[:, 2:] - boxes[:, :2]).mean())
    length = max(bounds[2] - bounds[0], bounds[3] - bounds[1])
    if length < (1 << LAST_DEPTH) * RELATIVE_LENGTH * mean_side:
        mantissa, exponent = math.frexp(length / (RELATIVE_LENGTH * mean_side))
        depth = min(depth, exponent if mantissa * mantissa > 0.5 else exponent - 1)
    return max(0, min(depth, LAST_DEPTH))
