"""The ways out of all outlines, the shortest first, by cells.

A way out leads to the nearest place of one outline or to where two cross, and into no other one.
None is shorter than that of the deepest outline, which often leads out of all: it is tried first.
Around no move lies a square, the first cell. The nearest cell is divided into quarters, again and
again. A quarter that is inside of one outline is dropped, and outlines that do not touch it are not
handed on to it. If few edges are in it, or if it is very small, the ways to these are looked at. So
the least way is found, and what is farther away is not looked at.

Two outlines that meet in a line leave a slot that is exactly as wide as the body. At first outlines
count as smaller than they are by more than rounding, so such slots are open, and the exact test
decides. If `closes` is set, they count as larger, so that the slots are closed: then the ways are
free.

All that is done is counted in one budget.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.box_tests import overlap_branch_free
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.narrow_phase import move_outlines
from cython.cimports.spritecol._engine.narrow_phase.move_outlines import (
    Move,
    MoveOutline,
    OutlineEdge,
)
from cython.cimports.spritecol._engine.narrow_phase.oval_ways import FEET, lead_to_curve, put_feet
from cython.cimports.spritecol._engine.tolerances import EVEN
from cython.cimports.spritecol._support import libc
from cython.cimports.spritecol._support.polar import hypot

PARALLEL_SIDES = C.declare(C.double, 1e-9)
"""The sine of an angle: sides that meet at less do not cross."""

OPPOSITE = 1e-9
"""One plus the product of two normals that lead apart."""

FEW_EDGES = C.declare(C.int, 12)
"""With as many edges in a cell, or fewer, it is looked at."""

ALL_EDGES = C.declare(C.int, 2_147_483_647)
"""All that are in a cell."""

FOOT_ROUNDING = C.declare(C.double, 1e-4)
"""Of the rounding by which outlines count as smaller: how near an edge is is rounded by less."""

LEAST_SHARE = C.declare(C.double, 0.0009765625)
"""Of the larger side of an outline: the first cell is larger."""

SMALLEST = C.declare(C.double, 0.000244140625)
"""A share of the first cell: smaller ones are looked at with all of their edges."""

MANY_OUTLINES = C.declare(C.int, 16)
"""Outlines in a cell. Of more, only those are compared exactly that are much larger."""

LARGE_CELL = C.declare(C.double, 0.1)
"""A share of the width and height of an outline, together: cells that are larger are large."""

DIAGONAL = C.declare(C.double, 1.4142135623731)
"""Of a square, in sides."""

LEAST_CELL = C.declare(C.double, 1e-300)
"""Pixels. No cell is smaller, since the sides of its quarters must be numbers."""

WELL_OUTSIDE = C.declare(C.double, 0.875)
"""Of the rounding by which outlines count as larger: a place on an outline is this far outside."""

CORNER_MADE = C.declare(C.int, 8)
"""What a corner of a new outline costs, when its edges are computed."""

TANGENT_MADE = C.declare(C.int, 16)
"""What a corner of a new outline about an ellipse costs, when its edges are computed."""

CROSSED = C.declare(C.int, 8)
"""What looking at where two straight sides cross costs."""

CIRCLES_CROSSED = C.declare(C.int, 64)
"""What looking at where two edges cross costs, if one has a circle about its corner."""

CELL_APART = C.declare(C.int, 0)
CELL_TOUCHED = C.declare(C.int, 1)
CELL_COVERED = C.declare(C.int, 2)


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class MoveCells:
    """A search for the ways out of some outlines."""

    def __dealloc__(self):
        libc.free(self.cells)
        libc.free(self.ways)
        libc.free(self.lists)
        libc.free(self.edges)

    def begin(self, half: C.double, least: C.double) -> C.int:
        """Begin a search for the ways out of the outlines that end in a square about no move, whose
        side is twice `half`. Ways that are shorter than `least` are known not to be free.
        """
        k: C.int
        self.count = self.way_count = 0
        self.least = least
        self.smallest = SMALLEST * half
        self.beyond = 0.0
        self.list_count = 0
        self.make_room(self.outlines.count)
        for k in range(self.outlines.count):
            self.lists[k] = k
            self.beyond = max(self.beyond, move_outlines.rounding_of(self.outlines.items[k].size))
        self.hair = self.beyond if self.closes else 0.0
        self.list_count = self.outlines.count
        return self.visit(0.0, 0.0, half, 0, self.list_count)

    def first_half(self) -> C.double:
        """A power of two that is longer than the way out of each of the outlines alone.

        So the sides of cells are exact and leave no gap.
        """
        k: C.int
        far: C.double = LEAST_CELL
        for k in range(self.outlines.count):
            box: BoxRef = C.address(self.outlines.items[k].box)
            far = max(far, min(-box.left, -box.top, box.right, box.bottom))
            far = max(far, LEAST_SHARE * max(box.right - box.left, box.bottom - box.top))
        return power_above(far)

    def look_past_deepest(self) -> C.double:
        """Look at the ways out of the deepest of few outlines; returns how long these may be."""
        i: C.int
        k: C.int
        cell: C.pointer(MoveCell) = C.address(self.cell)
        count: C.int = self.outlines.count
        self.count = self.way_count = self.list_count = 0
        self.least = self.outlines.least = 0.0
        # Its depth tells how fine polygons must be.
        oval: C.int = self.find_deepest_oval() if self.outlines.any_oval else -1
        if count > MANY_OUTLINES:
            return 0.0
        deepest: C.double = self.outlines.least
        self.make_room(count)
        self.beyond = self.hair = 0.0
        cell.first = cell.count = 0
        for i in range(count):
            outline: C.pointer(C.const[MoveOutline]) = self.outlines.items + i
            rounding: C.double = move_outlines.rounding_of(outline.size)
            self.beyond = max(self.beyond, rounding)
            if outline.is_oval:  # that is left to the exact test
                continue
            self.lists[cell.count] = i
            cell.count += 1
            self.put_edges(i)
            if move_outlines.leads_inside(outline, self.outlines.edges, 0.0, 0.0, -rounding):
                depth: C.double = libc.INFINITY
                for k in range(outline.first, outline.end):
                    depth = min(depth, self.outlines.edges[k].near)
                deepest = max(deepest, depth)
        cell.x = cell.y = 0.0
        cell.half = libc.INFINITY
        cell.looked = -1.0
        self.least = deepest - self.beyond
        self.limit = move_outlines.AS_LONG * deepest + FOOT_ROUNDING * self.beyond
        farthest: C.double = self.limit
        if oval >= 0:
            self.add_feet(self.outlines.items + oval)
        self.edge_count = 0
        for k in range(self.outlines.edge_count):
            edge: C.pointer(OutlineEdge) = self.outlines.edges + k
            if self.least <= edge.near <= farthest:
                self.take_edge(edge)
        libc.qsort(self.edges, self.edge_count, C.sizeof(C.p_void), move_outlines.compare_edges)
        for k in range(self.edge_count):
            self.look_at_feet(self.edges[k])
        return farthest

    def find_deepest_oval(self) -> C.int:
        """Find the deepest outline with an ellipse, and set how deep it is; -1 if there is none."""
        i: C.int
        k: C.int
        feet: C.double[FEET]
        result: C.int = -1
        for i in range(self.outlines.count):
            outline: C.pointer(C.const[MoveOutline]) = self.outlines.items + i
            if not outline.is_oval:
                continue
            self.budget -= TANGENT_MADE
            count: C.int = put_feet(outline, self.outlines.least, feet)
            if count > 0:
                self.budget -= TANGENT_MADE * move_outlines.TANGENTS
                self.outlines.least = libc.INFINITY
                result = i
            for k in range(count):
                self.outlines.least = min(self.outlines.least, feet[3 * k + 2])
        return result

    def add_feet(self, outline: C.pointer(C.const[MoveOutline])) -> C.int:
        """Add the ways to the feet of an outline with an ellipse up to the limit."""
        k: C.int
        move: Move
        feet: C.double[FEET]
        move.size = outline.size
        move.edge = move.other = -1
        for k in range(put_feet(outline, 0.0, feet)):
            move.nx = feet[3 * k]
            move.ny = feet[3 * k + 1]
            move.depth = feet[3 * k + 2]
            if move.depth <= self.limit:
                self.add_way(C.address(move))
        return 0

    def make_room(self, count: C.int) -> C.int:
        """Make room for a list of so many outlines."""
        room_for(
            C.address(self.lists),
            C.address(self.list_capacity),
            self.list_count + count,
            256,
            C.sizeof(C.int),
        )
        return 0

    def find_way(self, limit: C.double) -> C.bint:
        """Find the next way out that is shorter than a limit; False if there is none. It is in
        `way`.
        """
        k: C.int
        cell: MoveCell
        while (
            self.budget > 0
            and self.count > 0
            and self.cells[0].near < limit
            and (
                self.way_count == 0
                or move_outlines.SHORTER * self.cells[0].near <= self.ways[0].depth
            )
        ):
            cell = self.take_cell()
            if cell.looked >= 0.0:
                self.cell = cell
                self.find_edges(ALL_EDGES)
                self.look()
                continue
            half: C.double = 0.5 * cell.half
            for k in range(4):
                self.visit(
                    cell.x + (half if k & 1 else -half),
                    cell.y + (half if k & 2 else -half),
                    half,
                    cell.first,
                    cell.count,
                )
        if self.way_count == 0 or not self.ways[0].depth < limit:
            return False
        self.way = self.take_way()
        return True

    def is_farther_than_known(self, near: C.double) -> C.bint:
        """Whether a cell is farther away than the first way that is known leads."""
        return self.way_count > 0 and move_outlines.SHORTER * near > self.ways[0].depth

    # --- cells ------------------------------------------------------------------------------------

    def visit(self, x: C.double, y: C.double, half: C.double, first: C.int, count: C.int) -> C.int:
        """Look at a cell with some of the outlines, or add it to those that wait."""
        k: C.int
        cell: C.pointer(MoveCell) = C.address(self.cell)
        cell.near = hypot(max(0.0, libc.fabs(x) - half), max(0.0, libc.fabs(y) - half))
        if (
            cell.near > self.reach + self.hair
            or hypot(libc.fabs(x) + half, libc.fabs(y) + half) < self.least
        ):
            return 0
        cell.x = x
        cell.y = y
        cell.half = half
        cell.first = self.list_count
        cell.count = 0
        cell.looked = -1.0
        self.make_room(count)
        self.budget -= count
        # An edge on the border of a cell is in it, whatever rounding does.
        wide: C.double = half + self.beyond
        around: Box = Box(x - wide, y - wide, x + wide, y + wide)
        for k in range(first, first + count):
            i: C.int = self.lists[k]
            outline: C.pointer(MoveOutline) = self.outlines.items + i
            u: C.double = libc.fabs(x - outline.x) + half
            v: C.double = libc.fabs(y - outline.y) + half
            if u * u + v * v < outline.inside:
                # What covers is asked sooner: it often covers the next cell, too.
                self.lists[k] = self.lists[first]
                self.lists[first] = i
                return 0
            # Without a branch, which the processor would predict wrongly.
            self.lists[cell.first + cell.count] = i
            cell.count += overlap_branch_free(C.address(around), C.address(outline.box))
        touched: C.int = cell.count
        cell.count = 0
        for k in range(cell.first, cell.first + touched):
            i = self.lists[k]
            box: BoxRef = C.address(self.outlines.items[i].box)
            is_how: C.int = CELL_TOUCHED
            # Of many, those that are hardly larger than the cell are not compared exactly.
            if (touched <= MANY_OUTLINES and cell.near > 0.0) or half < LARGE_CELL * (
                box.right - box.left + box.bottom - box.top
            ):
                if self.budget < 0:
                    return 0
                self.budget -= 2 * self.outlines.items[i].corners
                is_how = self.compare(i, x, y, half)
                if is_how == CELL_COVERED:
                    return 0
                if is_how == CELL_TOUCHED:
                    cell.near = max(cell.near, self.bound)
            if is_how == CELL_TOUCHED:
                self.lists[cell.first + cell.count] = i
                cell.count += 1
        if cell.count == 0 or cell.near > self.reach + self.hair:
            return 0
        is_small: C.bint = half < self.smallest
        # What all touch may be one edge of many that are the same.
        repeats: C.bint = cell.count == count and cell.near > 0.0
        if (is_small or cell.count <= FEW_EDGES or repeats) and self.find_edges(
            ALL_EDGES if is_small else FEW_EDGES
        ):
            return self.look()
        self.list_count += cell.count
        return self.add_cell()

    def compare(self, i: C.int, x: C.double, y: C.double, half: C.double) -> C.int:
        """Tell whether an outline covers a cell, touches it, or neither; set `bound`."""
        k: C.int
        if self.outlines.items[i].end == 0:
            self.put_edges(i)
        outline: C.pointer(C.const[MoveOutline]) = self.outlines.items + i
        crossed: C.int = 0
        grow: C.double = self.growth(outline, libc.fabs(x) + libc.fabs(y) + half)
        self.bound = 0.0
        if outline.end - outline.first == 1:
            return self.compare_disc(outline, x, y, half, grow)
        edges: C.pointer(OutlineEdge) = self.outlines.edges
        is_straight: C.bint = outline.r == 0.0 and outline.end - outline.first > 2
        for k in range(outline.first, outline.end):
            edge: C.pointer(OutlineEdge) = edges + k
            u: C.double = x - edge.x
            v: C.double = y - edge.y
            level: C.double = edge.dy * u - edge.dx * v - outline.r
            extent: C.double = (libc.fabs(edge.dx) + libc.fabs(edge.dy)) * half
            if level - extent >= self.beyond:
                return CELL_APART
            if level + extent >= grow:
                crossed += 1
                if crossed == 1 and is_straight:
                    # All that is left of the cell is beyond the line along this edge.
                    far: C.double = edge.dy * edge.x - edge.dx * edge.y + grow
                    aside: C.double = libc.fabs(edge.dx * x + edge.dy * y) - extent
                    if far > 0.0:
                        self.bound = hypot(far, max(0.0, aside))
        if crossed != 1:
            self.bound = 0.0
        if crossed > 0:
            return CELL_TOUCHED
        if is_straight:
            return CELL_COVERED
        for k in range(4):
            if not move_outlines.leads_inside(
                outline,
                edges,
                x + (half if k & 1 else -half),
                y + (half if k & 2 else -half),
                grow,
            ):
                return CELL_TOUCHED
        return CELL_COVERED

    def growth(self, outline: C.pointer(C.const[MoveOutline]), far: C.double) -> C.double:
        """By how much larger an outline counts that far from no move. One with an ellipse is not
        known more precisely by the polygon around it.
        """
        if self.closes:
            return WELL_OUTSIDE * self.hair
        return -move_outlines.rounding_of(outline.size) - (
            move_outlines.FINE * far if outline.is_oval else 0.0
        )

    def compare_disc(
        self,
        outline: C.pointer(C.const[MoveOutline]),
        x: C.double,
        y: C.double,
        half: C.double,
        grow: C.double,
    ) -> C.int:
        """Tell the same of a disc."""
        k: C.int
        u: C.double = libc.fabs(x - outline.x)
        v: C.double = libc.fabs(y - outline.y)
        r: C.double = outline.r + grow
        if hypot(max(0.0, u - half), max(0.0, v - half)) >= outline.r + max(
            self.hair, move_outlines.rounding_of(outline.size)
        ):
            return CELL_APART
        if hypot(u + half, v + half) < r:
            return CELL_COVERED
        off: C.double = outline.x * outline.x + outline.y * outline.y
        if off >= r * r or (libc.fabs(x) <= half and libc.fabs(y) <= half):
            return CELL_TOUCHED
        # The way out of the disc is shortest in that direction to the cell which leads least toward
        # the middle of the disc.
        ahead: C.double = libc.INFINITY
        left: C.bint = False
        right: C.bint = False
        for k in range(4):
            px: C.double = x + (half if k & 1 else -half)
            py: C.double = y + (half if k & 2 else -half)
            ahead = min(ahead, (outline.x * px + outline.y * py) / hypot(px, py))
            turn: C.double = outline.x * py - outline.y * px
            left |= turn <= 0.0
            right |= turn >= 0.0
        if left and right and ahead < 0.0:
            ahead = -libc.sqrt(off)
        self.bound = move_outlines.SHORTER * (ahead + libc.sqrt(r * r - off + ahead * ahead))
        return CELL_TOUCHED

    def put_edges(self, i: C.int) -> C.int:
        """Compute the edges of an outline."""
        outline: C.pointer(C.const[MoveOutline]) = self.outlines.items + i
        self.outlines.put_edges(i)
        self.budget -= (TANGENT_MADE if outline.is_oval else CORNER_MADE) * outline.corners
        return 0

    def find_edges(self, most: C.int) -> C.bint:
        """Find the edges of the outlines of the cell that are in it; False if they are more."""
        i: C.int
        k: C.int
        cell: C.pointer(MoveCell) = C.address(self.cell)
        half: C.double = cell.half + 8.0 * self.beyond
        self.edge_count = 0
        for i in range(cell.first, cell.first + cell.count):
            if self.budget < 0:
                return False
            if self.outlines.items[self.lists[i]].end == 0:
                self.put_edges(self.lists[i])
        for i in range(cell.first, cell.first + cell.count):
            outline: C.pointer(C.const[MoveOutline]) = self.outlines.items + self.lists[i]
            self.budget -= 2 * (outline.end - outline.first)
            for k in range(outline.first, outline.end):
                edge: C.pointer(OutlineEdge) = self.outlines.edges + k
                if (
                    edge.box.left <= cell.x + half
                    and edge.box.right >= cell.x - half
                    and edge.box.top <= cell.y + half
                    and edge.box.bottom >= cell.y - half
                    and is_near_border(edge, cell.x, cell.y, half)
                ):
                    self.take_edge(edge)
                    if self.edge_count > most:
                        return False
        return True

    def take_edge(self, edge: C.pointer(OutlineEdge)) -> C.int:
        """Take an edge in the cell. Of those that are the same, as in a heap, one is kept."""
        k: C.int
        self.budget -= self.edge_count // 4
        for k in range(self.edge_count):
            if is_same_edge(edge, self.edges[k]):
                if edge.size > self.edges[k].size:
                    self.edges[k] = edge
                return 0
        room_for(
            C.address(self.edges),
            C.address(self.edge_capacity),
            self.edge_count + 1,
            64,
            C.sizeof(C.p_void),
        )
        self.edges[self.edge_count] = edge
        self.edge_count += 1
        return 0

    def add_cell(self) -> C.int:
        """Add the cell to those that wait."""
        room_for(
            C.address(self.cells),
            C.address(self.capacity),
            self.count + 1,
            64,
            C.sizeof(MoveCell),
        )
        i: C.int = self.count
        self.count += 1
        while i > 0 and self.cell.near < self.cells[(i - 1) >> 1].near:
            self.cells[i] = self.cells[(i - 1) >> 1]
            i = (i - 1) >> 1
        self.cells[i] = self.cell
        return 0

    def take_cell(self) -> MoveCell:
        """Take the nearest of the cells that wait."""
        i: C.int = 0
        first: MoveCell = self.cells[0]
        self.count -= 1
        last: MoveCell = self.cells[self.count]
        child: C.int = 1
        while child < self.count:
            if child + 1 < self.count and self.cells[child + 1].near < self.cells[child].near:
                child += 1
            if not self.cells[child].near < last.near:
                break
            self.cells[i] = self.cells[child]
            i = child
            child = 2 * i + 1
        self.cells[i] = last
        return first

    # --- ways -------------------------------------------------------------------------------------

    def add_way(self, way: C.pointer(C.const[Move])) -> C.int:
        """Add a way out to those that are known."""
        room_for(
            C.address(self.ways),
            C.address(self.way_capacity),
            self.way_count + 1,
            64,
            C.sizeof(Move),
        )
        self.ways[self.way_count] = way[0]
        self.way_count += 1
        self.put_first(self.way_count - 1)
        return 0

    def leads_first(self, a: C.pointer(C.const[Move]), b: C.pointer(C.const[Move])) -> C.bint:
        """Whether a move is shorter by more than rounding; of equal ones, up and then left comes
        first, then the rest. To a place that is a crossing, too, it is tried as such afterward;
        where several edges cross, by each two of them, as not all two lead out.
        """
        far: C.double = 4096.0 * a.depth  # to add it rounds to 40 digits
        far_b: C.double = 4096.0 * b.depth
        length: C.double = (a.depth + far) - far
        other: C.double = (b.depth + far_b) - far_b
        if length != other:
            return length < other
        if a.ny != b.ny:
            return a.ny < b.ny
        if a.nx != b.nx:
            return a.nx < b.nx
        if a.edge < 0 or b.edge < 0:
            return a.edge < 0 <= b.edge
        order: C.int = self.compare_edges(a.edge, b.edge)
        return order < 0 or (order == 0 and self.compare_edges(a.other, b.other) < 0)

    def compare_edges(self, a: C.int, b: C.int) -> C.int:
        """Compare two edges by their numbers."""
        edge: C.pointer(OutlineEdge) = self.outlines.edges + a
        other: C.pointer(OutlineEdge) = self.outlines.edges + b
        return move_outlines.compare_edges(C.address(edge), C.address(other))

    def put_first(self, k: C.int) -> C.void:
        """Let a way be the first one if it leads first."""
        if self.leads_first(self.ways + k, self.ways):
            self.ways[0], self.ways[k] = self.ways[k], self.ways[0]

    def take_way(self) -> Move:
        """Take the first of the ways out that are known."""
        k: C.int
        first: Move = self.ways[0]
        self.way_count -= 1
        self.ways[0] = self.ways[self.way_count]
        for k in range(1, self.way_count):
            self.put_first(k)
        return first

    def is_in_cell(self, x: C.double, y: C.double) -> C.bint:
        """Whether a place is in the cell."""
        cell: C.pointer(C.const[MoveCell]) = C.address(self.cell)
        return libc.fabs(x - cell.x) <= cell.half and libc.fabs(y - cell.y) <= cell.half

    def offer(self, move: C.pointer(C.const[Move]), x: C.double, y: C.double) -> C.int:
        """Add a move if it ends in the cell, and leads out of all outlines: to that place."""
        k: C.int
        cell: C.pointer(MoveCell) = C.address(self.cell)
        if not self.is_in_cell(x, y) or move.depth < self.least or move.depth <= cell.looked:
            return 0
        if move.depth > self.limit:
            self.skips = True
            return 0
        self.budget -= 4 * cell.count
        for k in range(cell.first, cell.first + cell.count):
            outline: C.pointer(C.const[MoveOutline]) = self.outlines.items + self.lists[k]
            grow: C.double = self.growth(outline, move.depth)
            if move_outlines.leads_inside(outline, self.outlines.edges, x, y, grow):
                return 0
        self.limit = min(self.limit, move_outlines.AS_LONG * move.depth)
        return self.add_way(move)

    def look(self) -> C.int:
        """Look at the ways to the edges in the cell that are no longer than the first one that is
        known; if others are left, the cell waits to be looked at again.
        """
        i: C.int
        j: C.int
        cell: C.pointer(MoveCell) = C.address(self.cell)
        self.skips = False
        self.limit = self.reach
        if self.way_count > 0:
            self.limit = min(self.limit, move_outlines.AS_LONG * self.ways[0].depth)
        libc.qsort(self.edges, self.edge_count, C.sizeof(C.p_void), move_outlines.compare_edges)
        for i in range(self.edge_count):
            edge: C.pointer(OutlineEdge) = self.edges[i]
            if edge.near > self.limit + move_outlines.rounding_of(edge.size):
                self.skips = True
                break
            if self.budget < 0:
                return 0
            self.budget -= i
            self.look_at_feet(edge)
            for j in range(i):
                other: C.pointer(OutlineEdge) = self.edges[j]
                if (
                    edge.outline != other.outline
                    and edge.box.left <= other.box.right
                    and other.box.left <= edge.box.right
                    and edge.box.top <= other.box.bottom
                    and other.box.top <= edge.box.bottom
                ):
                    self.budget -= CROSSED if edge.r == 0.0 and other.r == 0.0 else CIRCLES_CROSSED
                    self.look_at_crossings(other, edge)
        if self.skips and self.limit < self.reach:
            cell.looked = self.limit
            cell.near = max(
                cell.near, self.limit * move_outlines.AS_LONG * move_outlines.AS_LONG, LEAST_CELL
            )
            self.list_count = max(self.list_count, cell.first + cell.count)
            self.add_cell()
        return 0

    def look_at(
        self,
        x: C.double,
        y: C.double,
        edge: C.pointer(OutlineEdge),
        other: C.pointer(OutlineEdge),
    ) -> C.int:
        """Look at the move to a place where two edges cross."""
        move: Move
        n: C.double[2]
        m: C.double[2]
        if not self.closes and not self.is_in_cell(x, y):
            return 0
        move.depth = hypot(x, y)
        move.nx = x / move.depth if move.depth > 0.0 else 0.0  # where no move is, too
        move.ny = y / move.depth if move.depth > 0.0 else 0.0
        move.x = x
        move.y = y
        move.size = max(edge.size, other.size)
        move.edge = C.cast(C.int, edge - self.outlines.edges)
        move.other = C.cast(C.int, other - self.outlines.edges)
        if self.closes:
            move_outlines.put_way_off(edge, x, y, n)
            move_outlines.put_way_off(other, x, y, m)
            share: C.double = 1.0 + n[0] * m[0] + n[1] * m[1]
            if share < OPPOSITE:
                return 0
            x += (n[0] + m[0]) * self.hair / share
            y += (n[1] + m[1]) * self.hair / share
        return self.offer(C.address(move), x, y)

    def look_ahead(
        self, edge: C.pointer(C.const[OutlineEdge]), nx: C.double, ny: C.double, depth: C.double
    ) -> C.int:
        """Look at the move along a unit vector straight to an edge."""
        move: Move
        rounding: C.double = move_outlines.rounding_of(edge.size)
        move.nx = nx
        move.ny = ny
        move.depth = max(0.0, depth)
        move.size = edge.size
        move.edge = -1
        move.other = C.cast(C.int, edge - self.outlines.edges)
        if depth < -rounding:
            return 0
        depth = move.depth + self.hair
        return self.offer(C.address(move), nx * depth, ny * depth)

    def look_at_foot(self, edge: C.pointer(OutlineEdge)) -> C.bint:
        """Look at the nearest place of a slanted side if that is round, and then exact: there may
        be a slot. Whether it is.
        """
        outline: C.pointer(C.const[MoveOutline]) = self.outlines.items + edge.outline
        following: C.pointer(C.const[OutlineEdge]) = edge + 1
        if following == self.outlines.edges + outline.end:
            following = self.outlines.edges + outline.first
        u: C.double = following.x - edge.x
        v: C.double = following.y - edge.y
        if outline.is_oval or edge.r > 0.0 or u == 0.0 or v == 0.0:
            return False
        share: C.double = (edge.x * v - edge.y * u) / (u * u + v * v)
        x: C.double = v * share
        y: C.double = -u * share
        if not (has_few_digits(x) and has_few_digits(y)) or self.closes:
            return False
        self.look_at(x, y, edge, edge)
        return True

    def look_on(
        self,
        side: C.pointer(OutlineEdge),
        t: C.double,
        other: C.pointer(OutlineEdge),
    ) -> C.int:
        """Look at the move to where a side meets another edge, if that is on the side."""
        slack: C.double = move_outlines.rounding_of(side.size)
        if -slack <= t <= side.length + slack:
            self.look_at(
                side.x + side.r * side.dy + t * side.dx,
                side.y - side.r * side.dx + t * side.dy,
                side,
                other,
            )
        return 0

    def look_on_circle(self, side: C.pointer(OutlineEdge), arc: C.pointer(OutlineEdge)) -> C.int:
        """Look at where a side crosses the circle about a corner, or touches it."""
        u: C.double = arc.x - side.x - side.r * side.dy
        v: C.double = arc.y - side.y + side.r * side.dx
        beyond: C.double = libc.fabs(side.dy * u - side.dx * v)
        if (
            arc.r > 0.0
            and side.length > 0.0
            and beyond <= arc.r + move_outlines.rounding_of(arc.size)
        ):
            half: C.double = libc.sqrt(max(0.0, (arc.r - beyond) * (arc.r + beyond)))
            self.look_on(side, side.dx * u + side.dy * v - half, arc)
            self.look_on(side, side.dx * u + side.dy * v + half, arc)
        return 0

    def look_between_circles(self, a: C.pointer(OutlineEdge), b: C.pointer(OutlineEdge)) -> C.int:
        """Look at where the circles about two corners cross, or touch."""
        u: C.double = b.x - a.x
        v: C.double = b.y - a.y
        apart: C.double = hypot(u, v)
        if apart == 0.0:
            return 0
        # Where the line through both crossings is, from `a` on, and how far beside they are.
        ahead: C.double = 0.5 * (apart + (a.r - b.r) * (a.r + b.r) / apart)
        if libc.fabs(ahead) <= a.r + move_outlines.rounding_of(a.size):
            half: C.double = libc.sqrt(max(0.0, (a.r - ahead) * (a.r + ahead)))
            u /= apart
            v /= apart
            self.look_at(a.x + ahead * u - half * v, a.y + ahead * v + half * u, a, b)
            self.look_at(a.x + ahead * u + half * v, a.y + ahead * v - half * u, a, b)
        return 0

    def look_beside(self, move: C.pointer(C.const[Move])) -> C.int:
        """Look at where the edges at the end of a way, which is not free, cross what covers it.

        Two curves that hardly cross may do so far from where the polygons around them do.
        """
        i: C.int
        k: C.int
        way: Move
        edges: C.p_int = C.address(move.edge)
        x: C.double = move.nx * move.depth
        y: C.double = move.ny * move.depth
        self.budget -= self.outlines.count
        for i in range(self.outlines.count):
            outline: C.pointer(C.const[MoveOutline]) = self.outlines.items + i
            box: BoxRef = C.address(outline.box)
            if not (box.left < x < box.right and box.top < y < box.bottom):
                continue
            if outline.end == 0:
                self.put_edges(i)
            if not move_outlines.leads_inside(outline, self.outlines.edges, x, y, 0.0):
                continue
            nearest: C.int = outline.first
            least: C.double = libc.INFINITY
            for k in range(outline.first, outline.end):
                edge: C.pointer(C.const[OutlineEdge]) = self.outlines.edges + k
                level: C.double = edge.dx * (y - edge.y) - edge.dy * (x - edge.x)
                if level < least:
                    least = level
                    nearest = k
            for k in range(2):
                if edges[k] < 0 or (self.outlines.edges + edges[k]).outline == i:
                    continue
                way = move[0]
                way.x = x
                way.y = y
                way.edge = edges[k]
                way.other = nearest
                if lead_to_curve(self.outlines, C.address(way)) and way.depth > move.depth:
                    self.add_way(C.address(way))
        return 0

    def look_at_crossings(self, a: C.pointer(OutlineEdge), b: C.pointer(OutlineEdge)) -> C.int:
        """Look at where two outlines cross: their sides, and the circles about their corners."""
        cross: C.double = a.dx * b.dy - a.dy * b.dx
        slack: C.double = move_outlines.rounding_of(b.size)
        if a.r > 0.0 and b.r > 0.0:
            self.look_between_circles(a, b)
        self.look_on_circle(a, b)
        self.look_on_circle(b, a)
        if libc.fabs(cross) > PARALLEL_SIDES:
            u: C.double = b.x + b.r * b.dy - a.x - a.r * a.dy
            v: C.double = b.y - b.r * b.dx - a.y + a.r * a.dx
            t: C.double = (u * a.dy - v * a.dx) / cross
            if -slack <= t <= b.length + slack:
                self.look_on(a, (u * b.dy - v * b.dx) / cross, b)
        return 0

    def look_at_feet(self, edge: C.pointer(OutlineEdge)) -> C.int:
        """Look at the nearest places of a side, and of the circle about its corner."""
        t: C.double = -edge.x * edge.dx - edge.y * edge.dy
        slack: C.double = move_outlines.rounding_of(edge.size)
        if edge.length > 0.0 and -slack <= t <= edge.length + slack:
            level: C.double = edge.x * edge.dy - edge.y * edge.dx + edge.r
            if not self.look_at_foot(edge):
                self.look_ahead(edge, edge.dy, -edge.dx, level)
            if level < -slack and not self.closes:  # it may be the other side of a slot
                self.look_ahead(edge, -edge.dy, edge.dx, -level)
        if edge.r > 0.0:
            off: C.double = hypot(edge.x, edge.y)
            if off > 0.0:
                self.look_ahead(edge, -edge.x / off, -edge.y / off, edge.r - off)
            if off <= slack:  # all ways out of the circle are as long
                self.look_ahead(edge, 0.0, -1.0, edge.r)
                self.look_ahead(edge, -1.0, 0.0, edge.r)
                self.look_ahead(edge, 1.0, 0.0, edge.r)
                self.look_ahead(edge, 0.0, 1.0, edge.r)
        return 0


def power_above(number: C.double) -> C.double:
    """A power of two that is greater than a number."""
    exponent: C.int
    libc.frexp(number, C.address(exponent))
    return libc.ldexp(1.0, exponent)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def has_few_digits(number: C.double) -> C.bint:
    """Whether a number has few digits."""
    return libc.floor(number * EVEN) == number * EVEN


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def is_same_edge(a: C.pointer(C.const[OutlineEdge]), b: C.pointer(C.const[OutlineEdge])) -> C.bint:
    """Whether two edges are the same."""
    return (
        a.x == b.x
        and a.y == b.y
        and a.r == b.r
        and a.length == b.length
        and a.dx == b.dx
        and a.dy == b.dy
    )


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def is_near_border(
    edge: C.pointer(C.const[OutlineEdge]), x: C.double, y: C.double, half: C.double
) -> C.bint:
    """Whether the line along an edge meets a cell; or, if there is a disc about the edge, whether
    the border of all that this covers may do so.
    """
    u: C.double = x - edge.x
    v: C.double = y - edge.y
    if edge.r == 0.0:
        extent: C.double = (libc.fabs(edge.dx) + libc.fabs(edge.dy)) * half
        return libc.fabs(edge.dy * u - edge.dx * v) <= extent
    t: C.double = min(max(edge.dx * u + edge.dy * v, 0.0), edge.length)
    return libc.fabs(hypot(u - t * edge.dx, v - t * edge.dy) - edge.r) <= DIAGONAL * half
