# cython: binding=False, embedsignature=True, embedsignature.format=clinic, nonecheck=True
# (binding=False gives CPython's own method descriptors. Cython's do not check the type of self, so
# `CellSpace.clear(None)` would crash; see Cython issue 1903.)
"""`CellSpace`: items by position, in a grid of equal cells, to find neighbors within a radius.

The items of a cell form a doubly linked list, so moving an item takes constant time. An item beyond
the edges belongs to the outermost cell.
"""

import cython as C
from cython.cimports.spritecol._engine.memory import RunAllocator
from cython.cimports.spritecol._support.fast_range_check import checked
from cython.cimports.spritecol._support.libc import calloc, free, memset
from cython.cimports.spritecol._support.python import PyObject_GenericSetAttr
from cython.cimports.spritecol.spatial._cells import ItemTable, identity_of, link_slot, unlink_slot
from cython.cimports.spritecol.spatial.morton import axis_cell

from spritecol._support.range_check import number, of_public_name, shown, whole_number

SPACE_NAME = "cell space"

MAX_CELLS = 2**24
"""More cells would take more than 64 MB, and scanning them would take longer than scanning
items."""


class CellSpace:
    """CellSpace(width, height, columns, rows)\n--\n
    A grid of items by position, to find the items within a radius while they move.

    The space extends from (0, 0) to (`width`, `height`) and is divided into `columns` by `rows`
    equal cells. Items outside the space are kept and found, too. Cells about as wide as the usual
    radius work well.

    An item is any object. Numbers, text and tuples of these are identified by their values,
    everything else by identity. If a method raises an error, the space is unchanged.

    Provisional: it may change in any minor version, see docs/guarantees.md.

    Args:
        width: the width of the space, in the unit of the positions.
        height: the height of the space.
        columns: the number of cells along x, from 1.
        rows: the number of cells along y, from 1; `columns * rows` is at most 2**24.

    Raises:
        TypeError: a size is not a number, or a count is not a whole number.
        ValueError: a size is not greater than 0 or not within 1e12, or there are too many cells.

    >>> space = CellSpace(640, 480, columns=8, rows=6)
    >>> space.add("nest", 100, 100)
    >>> space.add("ant", 103, 104)
    >>> space.neighbors(100, 100, radius=5), space.neighbors(100, 100, radius=5.1)
    (['nest'], ['ant', 'nest'])
    """  # noqa: D301 (the first lines are the signature, which Cython writes for no class)

    def __cinit__(self, width=None, height=None, columns=None, rows=None, **others):
        for name in others:
            raise TypeError(f"CellSpace() got an unexpected keyword argument {name!r}")
        self.width = positive(width, "width")
        self.height = positive(height, "height")
        self.columns = whole_number(columns, "columns", 1, MAX_CELLS)
        self.rows = whole_number(rows, "rows", 1, MAX_CELLS)
        if C.cast(C.longlong, self.columns) * self.rows > MAX_CELLS:
            raise ValueError(f"columns * rows must be at most {MAX_CELLS}, got {columns} * {rows}")
        self.cell_width = self.width / self.columns
        self.cell_height = self.height / self.rows
        self.heads = C.cast(C.p_int, calloc(self.columns * self.rows, C.sizeof(C.int)))
        if self.heads is C.NULL:
            raise MemoryError
        self.table = ItemTable(SPACE_NAME)
        self.allocator = RunAllocator(C.sizeof(CellRecord))

    def __dealloc__(self):
        free(self.heads)

    def __len__(self):
        return self.table.count()

    def __setattr__(self, name, value):
        try:
            PyObject_GenericSetAttr(self, name, value)  # `object.__setattr__` refuses
        except AttributeError as error:
            raise of_public_name(error, self, name) from None

    def __reduce__(self):
        raise TypeError(f"a {type(self).__name__} can't be copied or pickled: build another one")

    def __contains__(self, item):
        return self.table.has(item)

    def add(self, item, x, y):
        """Add a new item.

        Args:
            item: any object.
            x: x of its position, any number up to a magnitude of 1e12.
            y: y of its position, in the same range.

        Raises:
            TypeError: a coordinate is not a number.
            ValueError: the item is already in the space, or a coordinate is out of range.
        """
        item_x: C.double = checked(x, "x")
        item_y: C.double = checked(y, "y")
        value: object = identity_of(item)
        slot: C.int = self.allocator.take(1)
        self.records = C.cast(C.pointer(CellRecord), self.allocator.memory)
        self.records[slot].link.cell = -1
        try:
            self.table.add(item, value, slot)
        except BaseException:
            self.allocator.give(slot, 1)
            raise
        self.records[slot].x = item_x
        self.records[slot].y = item_y
        self.link(slot, self.cell_at(item_x, item_y))

    def update(self, item, x, y):
        """Move an item to another position.

        Args:
            item: an item of the space.
            x: x of its new position, as in `add`.
            y: y of its new position.

        Raises:
            KeyError: the item is not in the space.
            TypeError: a coordinate is not a number.
            ValueError: a coordinate is out of range.
        """
        item_x: C.double = checked(x, "x")
        item_y: C.double = checked(y, "y")
        value: object = identity_of(item)
        slot: C.int = self.table.slot_of(item, value)
        cell: C.int = self.cell_at(item_x, item_y)
        if cell != self.records[slot].link.cell:
            self.unlink(slot)
            self.link(slot, cell)
        self.records[slot].x = item_x
        self.records[slot].y = item_y

    def remove(self, item):
        """Remove an item.

        Args:
            item: an item of the space.

        Raises:
            KeyError: it is not in the space.
        """
        value: object = identity_of(item)
        table: ItemTable = self.table
        slot: C.int = table.remove(item, value)
        self.unlink(slot)
        self.records[slot].link.cell = -1
        self.allocator.give(slot, 1)
        table.release(slot)

    def clear(self):
        """Remove all items."""
        allocator: RunAllocator = RunAllocator(C.sizeof(CellRecord))
        table: ItemTable = ItemTable(SPACE_NAME)
        old: ItemTable = self.table  # freed last, with users' items: the space is already empty
        memset(self.heads, 0, self.columns * self.rows * C.sizeof(C.int))
        self.allocator = allocator
        self.records = C.NULL
        self.table = table
        del old

    def neighbors(self, x, y, radius):
        """Return the items near a position.

        Args:
            x: x of the position. An item does not have to be there.
            y: y of the position.
            radius: 0 or more, in the unit of the positions.

        Returns:
            A list of the items whose distance from (x, y) is less than `radius`, in no particular
            order. An item at (x, y) itself is included unless the radius is 0.

        Raises:
            TypeError: an argument is not a number.
            ValueError: the radius is negative, or a number is not finite or not within 1e12.
        """
        # An item nearer than the radius is in a cell between the cells of x - radius and x +
        # radius: its distance dx satisfies dx < radius even before rounding, and every step from
        # there to the cell is monotone, including the rounding.
        center_x: C.double = checked(x, "x")
        center_y: C.double = checked(y, "y")
        reach: C.double = checked(radius, "radius")
        column: C.int
        row: C.int
        if reach < 0.0:
            raise ValueError(f"radius must be 0 or more, got {shown(radius)}")
        found: list = []
        first: C.int = self.cell_at(center_x - reach, center_y - reach)
        last: C.int = self.cell_at(center_x + reach, center_y + reach)
        items: list = self.table.items
        for row in range(first // self.columns, last // self.columns + 1):
            for column in range(first % self.columns, last % self.columns + 1):
                slot: C.int = self.heads[row * self.columns + column] - 1
                while slot >= 0:
                    dx: C.double = self.records[slot].x - center_x
                    dy: C.double = self.records[slot].y - center_y
                    if dx * dx + dy * dy < reach * reach:
                        found.append(items[slot])
                    slot = self.records[slot].link.next
        return found

    def cell_at(self, x: C.double, y: C.double) -> C.int:
        """Return the cell that contains a position."""
        return axis_cell(y, 0.0, self.cell_height, self.rows) * self.columns + axis_cell(
            x, 0.0, self.cell_width, self.columns
        )

    def link(self, slot: C.int, cell: C.int) -> C.void:
        """Insert a slot into a cell's list."""
        link_slot(self.records, C.sizeof(CellRecord), slot, cell, self.heads + cell)

    def unlink(self, slot: C.int) -> C.void:
        """Remove a slot from its list."""
        cell: C.int = self.records[slot].link.cell
        unlink_slot(self.records, C.sizeof(CellRecord), slot, self.heads + cell)


@C.cfunc
def positive(value: object, name: str) -> float:
    """Return the value as a float if it is greater than 0."""
    result = number(value, name)
    if result <= 0.0:
        raise ValueError(f"{name} must be greater than 0, got {shown(value)}")
    return result
