# cython: nonecheck=True
# (The collector may have set fields to None when a __del__ or a weak reference still comes here.)
"""The invariants of a quadtree's cells, checked from the root down; and what lies where.

Nothing here is shared with the code that it checks but the layout of the memory and `grid`.
"""

import cython
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol.spatial._grid import Range, bit_length, height_of, range_of
from cython.cimports.spritecol.spatial._quadtree.cells import (
    LINE_HEIGHT,
    TOP_LEVEL,
    Cell,
    Cells,
    Link,
)
from cython.cimports.spritecol.spatial.morton import interleave


@cython.cfunc
def require(fine: cython.bint, message: str, where: object):
    """AssertionError unless it is fine."""
    if not fine:
        raise AssertionError(f"{message}: {where}")


def check_cells(tree: Cells) -> set:
    """Check everything; return the slots that are in cells."""
    cell: Cell
    child: Cell
    found: set = set()
    seen: set = {0}
    # By number: the height of a quarter, its column and row; then for a line cell the axis along
    # which it runs, its own height there, and its column or row. As `home_of` has them.
    waiting: list = [(0, (tree.space.depth, 0, 0))]
    while waiting:
        number, home = waiting.pop()
        cell = tree.cells[number]
        for slot in listed(tree, number):
            require(slot not in found, "two lists have the slot", slot)
            found.add(slot)
            check_node(tree, slot, home)
        height, ix, iy = home[:3]
        inside: list = []
        if cell.lines:
            require(len(home) == 3 and height >= LINE_HEIGHT, "lines in a cell of", home)
            for i in range(4):
                axis, place = ("y", iy) if i < 2 else ("x", ix)
                half = (height, ix, iy, axis, height - 1, 2 * place + (i & 1))
                inside.append((cell.lines + i, half))
        if cell.children and len(home) == 3:
            level = tree.space.depth - height
            if level < TOP_LEVEL:
                require(cell.children == 4 * number + 1, "misplaced children of", home)
            else:
                require(cell.children >= tree.dense, "misplaced children of", home)
            for i in range(4):
                quarter = (height - 1, 2 * ix + (i & 1), 2 * iy + (i >> 1))
                inside.append((cell.children + i, quarter))
        elif cell.children:
            axis, span, place = home[3:]
            for i in range(2):
                child = tree.cells[cell.children + i]
                require(cell.begin <= child.begin, "begins before its parent: half of", home)
                require(cell.end >= child.end, "ends behind its parent: half of", home)
                half = (height, ix, iy, axis, span - 1, 2 * place + i)
                inside.append((cell.children + i, half))
        for number, home in inside:
            require(number not in seen, "two ways lead to cell", home)
            require(0 < number < tree.cell_count, "outside of the memory lies cell", home)
            require(home[0] >= 0 and home[-2] >= 0, "finer than the finest is cell", home)
            seen.add(number)
        waiting.extend(inside)
    check_slots(tree, found)
    return found


@cython.cfunc
def listed(tree: Cells, number: cython.int) -> list:
    """The slots in a cell's list, whose links must agree."""
    link: Link
    slots: list = []
    previous: cython.int = -1
    slot: cython.int = tree.cells[number].latest - 1
    while slot >= 0:
        require(slot < tree.runs.top, "outside of the memory lies slot", slot)
        link = tree.links[slot]
        require(link.cell == number, "a list has the slot of another cell", slot)
        require(link.previous == previous, "the links disagree at slot", slot)
        slots.append(slot)
        previous = slot
        slot = link.next
    return slots


@cython.cfunc
def check_node(tree: Cells, slot: cython.int, home: tuple):
    """A box must be one, and lie where it belongs."""
    box: Box = tree.nodes[slot].box
    stored: Range = tree.nodes[slot].range
    range_: Range = range_of(cython.address(tree.space), cython.address(box))
    cell: Cell = tree.cells[tree.links[slot].cell]
    require(box.left <= box.right and box.top <= box.bottom, "no box is in slot", slot)
    require(
        (range_.x1, range_.y1, range_.x2, range_.y2)
        == (stored.x1, stored.y1, stored.x2, stored.y2),
        "the range and the box disagree in slot",
        slot,
    )
    require(home_of(range_) == home, "misplaced is slot", (slot, home))
    if len(home) > 3:
        first, last = (range_.x1, range_.x2) if home[3] == "y" else (range_.y1, range_.y2)
        require(cell.begin <= first and last <= cell.end, "beyond its cell reaches slot", slot)


@cython.cfunc
def home_of(range_: Range) -> tuple:
    """The cell in which a range belongs, as `check_cells` describes cells."""
    wide: cython.int = bit_length(range_.x1 ^ range_.x2)
    high: cython.int = bit_length(range_.y1 ^ range_.y2)
    height: cython.int = height_of(range_)
    quarter: tuple = (height, range_.x1 >> height, range_.y1 >> height)
    if wide == high or height < LINE_HEIGHT:
        return quarter
    if wide > high:
        return (*quarter, "y", high, range_.y1 >> high)
    return (*quarter, "x", wide, range_.x1 >> wide)


@cython.cfunc
def check_slots(tree: Cells, found: set):
    """Every slot must be in a cell or marked as free, and no two have the same label."""
    slot: cython.int
    free: set = set(range(tree.runs.top)) - found
    require(len(found) == tree.runs.taken, "miscounted are", (len(found), tree.runs.taken))
    for slot in free:
        require(tree.links[slot].cell == -1, "lost, and not free, is slot", slot)
    labels: set = {tree.label(slot) for slot in found}
    require(len(labels) == len(found), "two slots have a label of", sorted(labels))


def count_cells(tree: Cells) -> list:
    """(level, index, how many boxes) of each cell that holds any, coarse ones first."""
    counts: dict = {}
    slot: cython.int
    range_: Range
    height: cython.int
    for slot in range(tree.runs.top):
        if tree.links[slot].cell >= 0:
            range_ = tree.nodes[slot].range
            height = height_of(range_)
            cell = (
                tree.space.depth - height,
                interleave(range_.x1 >> height, range_.y1 >> height),
            )
            counts[cell] = counts.get(cell, 0) + 1
    return [(*cell, counts[cell]) for cell in sorted(counts)]
