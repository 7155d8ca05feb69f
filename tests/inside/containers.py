"""The invariants of `LinearQuadtree`, from the root down, and of `CellSpace`.

They share nothing with the code they judge except the memory layout and the grid.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol.spatial import _cells
from cython.cimports.spritecol.spatial._cells import Cell, CellLink, Cells, ItemTable
from cython.cimports.spritecol.spatial.cell_space import CellRecord, CellSpace
from cython.cimports.spritecol.spatial.linear_quadtree import LinearQuadtree
from cython.cimports.spritecol.spatial.morton import CellRange, bit_length, height_of, range_of


def check_quadtree(tree: LinearQuadtree) -> None:
    """AssertionError if an invariant of a quadtree is broken."""
    slots: set = check_cells(tree.cells)
    if tree.table is not None:
        check_table(tree.table, slots)
    else:
        require(len(slots) == tree.cells.allocator.top, "only {} loaded boxes are left", len(slots))


def check_cell_space(space: CellSpace) -> None:
    """AssertionError if an invariant of a cell space is broken."""
    cell: C.int
    slot: C.int
    used: set = set()
    for cell in range(space.columns * space.rows):
        previous: C.int = -1
        slot = space.heads[cell] - 1
        while slot >= 0:
            require(slot not in used, "slot {} is in two lists", slot)
            require(slot < space.allocator.top, "slot {} is out of range", slot)
            record: CellRecord = space.records[slot]
            at_home: C.bint = cell == space.cell_at(record.x, record.y)
            require(record.link.cell == cell and at_home, "slot {} is in another cell", slot)
            require(record.link.previous == previous, "the links disagree at slot {}", slot)
            used.add(slot)
            previous = slot
            slot = record.link.next
    require(len(used) == space.allocator.taken, "{} slots are in cells", len(used))
    for slot in set(range(space.allocator.top)) - used:
        require(space.records[slot].link.cell == -1, "slot {} is neither used nor free", slot)
    check_table(space.table, used)


@C.cfunc
def check_table(table: ItemTable, used: set):
    """The used slots are exactly those of the items."""
    for value, slot in table.slots.items():
        own: object = _cells.identity_of(table.items[slot])
        require(slot in used and (value is own or value == own), "slot {} is another item's", slot)
    for value, slot in table.identities.items():
        is_own: C.bint = value == id(table.items[slot])
        require(slot in used and is_own, "slot {} is another item's", slot)
    free: list = [slot for slot in range(len(table.items)) if slot not in used]
    require(len(used) == table.count(), "{} slots have items", table.count())
    require(not [slot for slot in free if table.items[slot] is not None], "{} are free", free)


@C.cfunc
def require(holds: C.bint, message: str, where: object):
    """Raise AssertionError unless an invariant holds."""
    if not holds:
        raise AssertionError(message.format(where))


@C.cfunc
def check_cells(tree: Cells) -> set:
    """Check all invariants and return the slots that are in cells."""
    found: set = set()
    visited: set = {0}
    # Cell numbers with their location: the height, column and row of a quadrant; for a line cell
    # also its axis, its height on the line, and its column or row. See `location_of`.
    pending: list = [(0, (tree.space.depth, 0, 0))]
    while pending:
        number, location = pending.pop()
        cell: Cell = tree.cells[number]
        for slot in slots_in(tree, number):
            require(slot not in found, "slot {} is in two lists", slot)
            found.add(slot)
            check_node(tree, slot, location)
        height, ix, iy = location[:3]
        children: list = []
        if cell.lines:
            require(
                len(location) == 3 and height >= _cells.LINE_HEIGHT,
                "cell {} must not have lines",
                location,
            )
            for i in range(4):
                axis, position = ("y", iy) if i < 2 else ("x", ix)
                half = (height, ix, iy, axis, height - 1, 2 * position + (i & 1))
                children.append((cell.lines + i, half))
        if cell.children and len(location) == 3:
            level = tree.space.depth - height
            if level < _cells.TOP_LEVEL:
                require(
                    cell.children == 4 * number + 1,
                    "the children of cell {} are misplaced",
                    location,
                )
            else:
                require(
                    cell.children >= tree.dense_count,
                    "the children of cell {} are misplaced",
                    location,
                )
            for i in range(4):
                quadrant = (height - 1, 2 * ix + (i & 1), 2 * iy + (i >> 1))
                children.append((cell.children + i, quadrant))
        elif cell.children:
            axis, line_height, position = location[3:]
            for i in range(2):
                child: Cell = tree.cells[cell.children + i]
                require(cell.begin <= child.begin, "a child of cell {} begins before it", location)
                require(cell.end >= child.end, "a child of cell {} ends after it", location)
                half = (height, ix, iy, axis, line_height - 1, 2 * position + i)
                children.append((cell.children + i, half))
        for number, location in children:
            require(number not in visited, "cell {} was reached twice", location)
            require(0 < number < tree.cell_count, "the number of cell {} is out of range", location)
            require(
                location[0] >= 0 and location[-2] >= 0,
                "cell {} is below the finest level",
                location,
            )
            visited.add(number)
        pending.extend(children)
    check_slots(tree, found)
    return found


@C.cfunc
def slots_in(tree: Cells, number: C.int) -> list:
    """The slots in a cell's list, after checking their links."""
    slots: list = []
    previous: C.int = -1
    slot: C.int = tree.cells[number].head - 1
    while slot >= 0:
        require(slot < tree.allocator.top, "slot {} is out of range", slot)
        link: CellLink = tree.links[slot]
        require(link.cell == number, "slot {} is in the list of another cell", slot)
        require(link.previous == previous, "the links disagree at slot {}", slot)
        slots.append(slot)
        previous = slot
        slot = link.next
    return slots


@C.cfunc
def check_node(tree: Cells, slot: C.int, location: tuple):
    """Check the box in a slot and that it is in the right cell."""
    box: Box = tree.nodes[slot].box
    stored: CellRange = tree.nodes[slot].span
    span: CellRange = range_of(C.address(tree.space), C.address(box))
    cell: Cell = tree.cells[tree.links[slot].cell]
    require(
        box.left <= box.right and box.top <= box.bottom, "the box in slot {} is inside out", slot
    )
    require(
        (span.x1, span.y1, span.x2, span.y2) == (stored.x1, stored.y1, stored.x2, stored.y2),
        "the range and the box disagree in slot {}",
        slot,
    )
    require(location_of(span) == location, "(slot, location) {} is misplaced", (slot, location))
    if len(location) > 3:
        first, last = (span.x1, span.x2) if location[3] == "y" else (span.y1, span.y2)
        require(
            cell.begin <= first and last <= cell.end,
            "slot {} is beyond the extent of its cell",
            slot,
        )


@C.cfunc
def location_of(span: CellRange) -> tuple:
    """The location of the cell that a range belongs to, in the form used by `check_cells`."""
    width: C.int = bit_length(span.x1 ^ span.x2)
    length: C.int = bit_length(span.y1 ^ span.y2)
    height: C.int = height_of(span)
    quadrant: tuple = (height, span.x1 >> height, span.y1 >> height)
    if width == length or height < _cells.LINE_HEIGHT:
        return quadrant
    if width > length:
        return (*quadrant, "y", length, span.y1 >> length)
    return (*quadrant, "x", width, span.x1 >> width)


@C.cfunc
def check_slots(tree: Cells, found: set):
    """Check that every slot is either in a cell or free."""
    slot: C.int
    free: set = set(range(tree.allocator.top)) - found
    require(
        len(found) == tree.allocator.taken,
        "the counts (linked, allocated) differ: {}",
        (len(found), tree.allocator.taken),
    )
    for slot in free:
        require(tree.links[slot].cell == -1, "slot {} is neither linked nor free", slot)
