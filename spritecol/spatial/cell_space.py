# cython: binding=False, embedsignature=True, embedsignature.format=clinic, nonecheck=True
# (Methods as CPython's own descriptors: Cython's do not check the type of self, and would crash on
# `CellSpace.clear(None)`; see Cython's issue 1903.)
"""`CellSpace`: any items by their places, in equal cells, for finding what is near.

The items of a cell form a list whose links lie with their places, in an array by slot; so moving an
item costs the same however many there are. An item beyond the edges belongs to the outermost cell.
"""

import operator

import cython
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memset
from cython.cimports.spritecol._engine.memory.run_allocator import RunAllocator
from cython.cimports.spritecol._numbers.checks import checked
from cython.cimports.spritecol.spatial._grid import axis_cell
from cython.cimports.spritecol.spatial._item_table import ItemTable

from spritecol._numbers.limits import number, shown

PLACE = "cell space"

MOST_CELLS = 2**24
"""More cells than this would take more than 64 MB, and longer to look through than items."""


Spot = cython.struct(
    # Where one item is, and its links to the others of its cell.
    x=cython.double,
    y=cython.double,
    next=cython.int,  # the item that came before it, or -1
    previous=cython.int,  # the item that came after it, or -1 for the latest
    cell=cython.int,  # -1: the slot is free
)


@cython.final
@cython.cclass
class CellSpace:
    """Items by their places, for finding those within a radius while they move.

    The space is `width` by `height`, from (0, 0), cut into `columns` by `rows` equal cells. Items
    beyond it are kept and found too. Cells as wide as the usual radius are a good choice.

    An item is anything hashable; equal items are the same item. Whatever raises an error leaves the
    space as it was.

    >>> space = CellSpace(640, 480, columns=8, rows=6)
    >>> space.add("nest", 100, 100)
    >>> space.add("ant", 103, 104)
    >>> space.neighbors(100, 100, radius=5), space.neighbors(100, 100, radius=5.1)
    (['nest'], ['ant', 'nest'])
    """

    table: ItemTable
    runs: RunAllocator
    spots: cython.pointer(Spot)  # by slot
    latest: cython.p_int  # by cell: 1 + the slot that came last, or 0
    width = cython.declare(cython.double, visibility="readonly")
    height = cython.declare(cython.double, visibility="readonly")
    columns = cython.declare(cython.int, visibility="readonly")
    rows = cython.declare(cython.int, visibility="readonly")
    cell_width: cython.double
    cell_height: cython.double
    __weakref__: object

    def __cinit__(self, width, height, columns, rows):
        self.width = positive(width, "width")
        self.height = positive(height, "height")
        self.columns = count_of(columns, "columns")
        self.rows = count_of(rows, "rows")
        if cython.cast(cython.longlong, self.columns) * self.rows > MOST_CELLS:
            raise ValueError(f"columns * rows must be at most {MOST_CELLS}, got {columns} * {rows}")
        self.cell_width = self.width / self.columns
        self.cell_height = self.height / self.rows
        self.latest = cython.cast(
            cython.p_int, calloc(self.columns * self.rows, cython.sizeof(cython.int))
        )
        if self.latest is cython.NULL:
            raise MemoryError
        self.table = ItemTable(PLACE)
        self.runs = RunAllocator(cython.sizeof(Spot))

    def __dealloc__(self):
        free(self.latest)

    def __len__(self):
        return len(self.table.slots)

    def __contains__(self, item):
        return item in self.table.slots

    def add(self, item, x, y):
        """Add a new item. ValueError if it is in the space already, which changes nothing."""
        slot: cython.int
        px: cython.double = checked(x, "x")
        py: cython.double = checked(y, "y")
        self.table.guard()
        slot = self.runs.take(1)
        self.spots = cython.cast(cython.pointer(Spot), self.runs.memory)
        self.spots[slot].cell = -1
        try:
            self.table.enter(item, slot)
        except BaseException:
            self.runs.give(slot, 1)
            raise
        self.spots[slot].x = px
        self.spots[slot].y = py
        self.link(slot, self.cell_at(px, py))

    def update(self, item, x, y):
        """Give an item another place. KeyError if it is not in the space."""
        px: cython.double = checked(x, "x")
        py: cython.double = checked(y, "y")
        slot: cython.int = self.table.slot_of(item)
        cell: cython.int = self.cell_at(px, py)
        if cell != self.spots[slot].cell:
            self.unlink(slot)
            self.link(slot, cell)
        self.spots[slot].x = px
        self.spots[slot].y = py

    def remove(self, item):
        """Take an item out. KeyError if it is not in the space."""
        table: ItemTable = self.table
        slot: cython.int = table.leave(item)
        self.unlink(slot)
        self.spots[slot].cell = -1
        self.runs.give(slot, 1)
        table.release(slot)

    def clear(self):
        """Take all items out."""
        self.table.guard()
        runs: RunAllocator = RunAllocator(cython.sizeof(Spot))
        table: ItemTable = ItemTable(PLACE)
        memset(self.latest, 0, self.columns * self.rows * cython.sizeof(cython.int))
        self.runs = runs
        self.spots = cython.NULL
        self.table = table  # items may die here, when the space is empty already

    def neighbors(self, x, y, radius):
        """The items whose distance from (x, y) is less than `radius`, in no particular order.

        An item at (x, y) itself is among them, unless the radius is 0.
        """
        # An item nearer than the radius lies in a cell between those of x - radius and x + radius:
        # of its distance dx, dx < radius holds before rounding as well, and from there on to the
        # cell every step is monotone, with rounding.
        px: cython.double = checked(x, "x")
        py: cython.double = checked(y, "y")
        reach: cython.double = checked(radius, "radius")
        column: cython.int
        row: cython.int
        slot: cython.int
        dx: cython.double
        dy: cython.double
        if reach < 0.0:
            raise ValueError(f"radius must be 0 or more, got {shown(radius)}")
        found: list = []
        first: cython.int = self.cell_at(px - reach, py - reach)
        last: cython.int = self.cell_at(px + reach, py + reach)
        items: list = self.table.items
        for row in range(first // self.columns, last // self.columns + 1):
            for column in range(first % self.columns, last % self.columns + 1):
                slot = self.latest[row * self.columns + column] - 1
                while slot >= 0:
                    dx = self.spots[slot].x - px
                    dy = self.spots[slot].y - py
                    if dx * dx + dy * dy < reach * reach:
                        found.append(items[slot])
                    slot = self.spots[slot].next
        return found

    def assert_well_formed(self):
        """Raise AssertionError if an invariant is broken. For tests; takes time."""
        cell: cython.int
        slot: cython.int
        previous: cython.int
        spot: Spot
        taken: set = set()
        for cell in range(self.columns * self.rows):
            previous = -1
            slot = self.latest[cell] - 1
            while slot >= 0:
                if slot in taken or slot >= self.runs.top:
                    raise AssertionError(f"slot {slot} is in two lists, or is none")
                spot = self.spots[slot]
                if spot.cell != cell or cell != self.cell_at(spot.x, spot.y):
                    raise AssertionError(f"slot {slot} is misplaced in cell {cell}")
                if spot.previous != previous:
                    raise AssertionError(f"the links disagree at slot {slot}")
                taken.add(slot)
                previous = slot
                slot = spot.next
        if len(taken) != self.runs.taken:
            raise AssertionError(f"{len(taken)} slots are in cells, {self.runs.taken} are taken")
        for slot in set(range(self.runs.top)) - taken:
            if self.spots[slot].cell != -1:
                raise AssertionError(f"slot {slot} is lost, and not free")
        self.table.check(taken)

    @cython.cfunc
    @cython.exceptval(check=False)
    def cell_at(self, x: cython.double, y: cython.double) -> cython.int:
        """The cell of a place."""
        return axis_cell(y, 0.0, self.cell_height, self.rows) * self.columns + axis_cell(
            x, 0.0, self.cell_width, self.columns
        )

    @cython.cfunc
    @cython.exceptval(check=False)
    def link(self, slot: cython.int, cell: cython.int) -> cython.void:
        """Put a slot in front of a cell's list."""
        latest: cython.int = self.latest[cell] - 1
        self.spots[slot].cell = cell
        self.spots[slot].next = latest
        self.spots[slot].previous = -1
        if latest >= 0:
            self.spots[latest].previous = slot
        self.latest[cell] = slot + 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def unlink(self, slot: cython.int) -> cython.void:
        """Take a slot out of its list; the cell only hears of it if it was the latest there."""
        spot: Spot = self.spots[slot]
        if spot.previous >= 0:
            self.spots[spot.previous].next = spot.next
        else:
            self.latest[spot.cell] = spot.next + 1
        if spot.next >= 0:
            self.spots[spot.next].previous = spot.previous


@cython.cfunc
def positive(value: object, name: str) -> float:
    """A size greater than 0, or an error."""
    result = number(value, name)
    if result <= 0.0:
        raise ValueError(f"{name} must be greater than 0, got {shown(value)}")
    return result


@cython.cfunc
def count_of(value: object, name: str) -> int:
    """How many columns or rows, or an error."""
    try:
        result = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, got {shown(value)}") from None
    if not 1 <= result <= MOST_CELLS:
        raise ValueError(f"{name} must be from 1 to {MOST_CELLS}, got {shown(value)}")
    return result
