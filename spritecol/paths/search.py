"""The triangles of a mesh, tile by tile, and the search for the shortest way through them.

A search goes from edge to edge and keeps, for each, the last corner of the way (its root) and the
part of the edge that is seen from there (Polyanya: M. Cui, D. Harabor, A. Grastien,
"Compromise-free Pathfinding on a Navigation Mesh", IJCAI 2017). Ways turn at corners of walls only.

An edge is known by its number within its tile: 3 times that of its triangle, and 0, 1 or 2. It
begins at the corner of that number, and the inside of the triangle is to its left, with y up. Who
comes in through it sees its beginning on the left.

The collector may run where Python is called, and with it whatever users wrote in a `__del__`, even
`rebuild`. So a search holds on to each tile that it has come to, and calls Python only where it
keeps no address of what `forget` clears.
"""

import cython
from cython import (
    NULL,
    Py_ssize_t,
    address,
    binding,
    bint,
    cast,
    cclass,
    cfunc,
    declare,
    double,
    exceptval,
    final,
    inline,
    longlong,
    nogil,
    p_char,
    p_double,
    p_int,
    p_longlong,
    p_void,
    pointer,
    size_t,
    sizeof,
    struct,
    ulonglong,
)
from cython.cimports.spritecol._engine.fault import fault
from cython.cimports.libc.math import INFINITY, fabs
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memcpy
from cython.cimports.spritecol._engine.memory import Doubles, points_of, room_for
from cython.cimports.spritecol._support.polar import hypot

Spot = struct(  # a corner of a wall: on which arc, and how much longer that is than its chords
    x=double, y=double, arc=double, stretch=double
)
"""A place; with `arc` 0 it is no corner."""

Door = struct(  # from an edge on the border of a tile to one of the next tile
    far=cython.int,  # that edge
    side=cython.int,
    left=Spot,  # the ends of what both share
    right=Spot,
    is_last=bint,  # of this edge
)

Root = struct(x=double, y=double, arc=double, g=double, parent=Py_ssize_t)
"""The start or a corner of a wall, how far it is to there, and by which root."""

Part = struct(  # of an edge, all of which is seen from a root; with no tile: the goal is
    g=double,  # how far it is to the root
    root=Py_ssize_t,
    tile=p_void,
    edge=cython.int,
    left=Spot,
    right=Spot,
)

Entry = struct(f=double, part=Py_ssize_t)
"""Of the heap: how far it is at least from start to goal through a part."""

Facet = struct(tile=p_void, number=cython.int)

Flood = struct(
    items=pointer(Facet),  # the triangles that it has reached
    room=Py_ssize_t,
    count=Py_ssize_t,
    done=Py_ssize_t,  # how many of them it has gone on from
    mark=longlong,
)

Exit = struct(spot=Spot, on_left=bint)
"""Where a ray leaves a triangle: and whether by the edge to the left."""

WALL = declare(cython.int, -1)
"""Behind an edge is nothing."""

BORDER = declare(cython.int, -2)
"""What is behind an edge on the border of a tile is not known yet."""

DOORS = declare(cython.int, -3)
"""Behind the edge are the doors from number DOORS - across."""

MIXER = declare(ulonglong, 0x9E3779B97F4A7C15)
"""2^64 divided by the golden ratio, which spreads the bits of a hash."""

PATIENCE = declare(Py_ssize_t, 1000)
"""Steps of a search, after which it looks whether there is any way."""

FEWEST = declare(Py_ssize_t, 256)
"""What tables and arrays have room for at first."""


@cfunc
@inline
@nogil
@exceptval(check=False)
def spot_of(x: double, y: double) -> Spot:
    """A spot that is no corner, without negative zeros."""
    spot: Spot
    spot.x = x + 0.0
    spot.y = y + 0.0
    spot.arc = 0.0
    spot.stretch = 1.0
    return spot


@cfunc
@inline
@nogil
@exceptval(check=False)
def area(o: Spot, a: Spot, b: Spot) -> double:
    """Twice the area of a triangle: above 0 if b is to the left of o -> a, with y up."""
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x)


@cfunc
@inline
@nogil
@exceptval(check=False)
def distance(a: Spot, b: Spot) -> double:
    """How far apart two spots are."""
    return hypot(b.x - a.x, b.y - a.y)


@cfunc
@inline
@nogil
@exceptval(check=False)
def same(a: Spot, b: Spot) -> bint:
    """Whether two spots have the same numbers."""
    return a.x == b.x and a.y == b.y


@cfunc
@inline
@nogil
@exceptval(check=False)
def hashed(value: ulonglong, number: double) -> ulonglong:
    """A hash of a hash and of the bits of a number."""
    bits: ulonglong
    memcpy(address(bits), address(number), sizeof(double))
    value = (value ^ bits) * MIXER
    return value ^ (value >> 29)


@cfunc
@inline
@nogil
@exceptval(check=False)
def following(edge: cython.int) -> cython.int:
    """The next edge of a triangle."""
    return edge - 2 if edge % 3 == 2 else edge + 1


@cfunc
@nogil
@exceptval(check=False)
def common(
    left: Spot, right: Spot, far_left: Spot, far_right: Spot, least: double, found: pointer(Spot)
) -> bint:
    """Write what two parts of one line share, left and right; False if it is no longer than that.

    A spot that both have is a corner if one of them says so.
    """
    dx: double = left.x - right.x
    dy: double = left.y - right.y
    begin: double = dx * left.x + dy * left.y
    far_begin: double = dx * far_left.x + dy * far_left.y
    end: double = dx * right.x + dy * right.y
    far_end: double = dx * far_right.x + dy * far_right.y
    found[0] = left if begin <= far_begin else far_left
    found[1] = right if end >= far_end else far_right
    if begin == far_begin and far_left.arc:
        found[0] = far_left
    if end == far_end and far_right.arc:
        found[1] = far_right
    return min(begin, far_begin) - max(end, far_end) > least * (fabs(dx) + fabs(dy))


@binding(False)  # plain method descriptors: CPython checks the type of their `self`
@final
@cclass
class Tile:
    """The triangles of a tile, each anticlockwise with y up.

    Attributes:
        place: the column and the row of the tile.
        turns: the corners of walls, by where they are.
        count: how many triangles there are.
    """

    place = declare(object, visibility="readonly")
    turns = declare(object, visibility="readonly")
    count = declare(Py_ssize_t, visibility="readonly")
    spots: pointer(Spot)  # where each edge begins
    across: p_int  # the edge on its other side, WALL, BORDER, or doors
    sides: p_char  # of the tile, on which it lies: 0 left, 1 top, 2 right, 3 bottom; -1 on none
    marks: p_longlong  # by triangle: which flood has reached it last
    doors: pointer(Door)
    door_count: Py_ssize_t
    door_room: Py_ssize_t
    neighbors: list  # by side: the tile to which doors lead, or None

    def __cinit__(self, *_):
        self.neighbors = [None, None, None, None]

    def __init__(
        self,
        place: object,
        turns: object,
        points: object,
        arcs: object,
        lines: tuple,
        near: double,
    ) -> None:
        """Link the triangles.

        Args:
            place: the column and the row of the tile.
            turns: the corners of walls, by where they are.
            points: an array of shape (n, 2): three corners of each triangle, in any direction.
            arcs: for each of them, on which arc of a wall it is a corner (0 for none), and how much
                longer that is than its chords: an array of shape (n, 2).
            lines: x or y of each side of the tile, infinite if nothing is beyond.
            near: spots that are so close to a side are on it.
        """
        given: Doubles = points_of(points)
        bent: Doubles = points_of(arcs)
        if given.memory is NULL or bent.memory is NULL or given.count != bent.count:
            raise ValueError("points and arcs must be arrays of float64 of shape (n, 2)")
        if self.spots is not NULL:
            raise RuntimeError("a tile is made once")
        self.place = place
        self.turns = turns
        triangles: Py_ssize_t = given.count // 3
        room: size_t = cast(size_t, max(1, given.count))
        self.spots = cast(pointer(Spot), calloc(room, sizeof(Spot)))
        self.across = cast(p_int, calloc(room, sizeof(cython.int)))
        self.sides = cast(p_char, calloc(room, 1))
        self.marks = cast(p_longlong, calloc(room, sizeof(longlong)))
        if self.spots is NULL or self.across is NULL or self.sides is NULL or self.marks is NULL:
            raise MemoryError
        numbers: p_double = cast(p_double, given.memory)
        bends: p_double = cast(p_double, bent.memory)
        spots: Spot[3]
        a: Spot
        b: Spot
        c: Spot
        k: Py_ssize_t
        i: Py_ssize_t
        for k in range(triangles):
            for i in range(3):
                spots[i] = spot_of(numbers[6 * k + 2 * i], numbers[6 * k + 2 * i + 1])
                spots[i].arc = bends[6 * k + 2 * i]
                spots[i].stretch = bends[6 * k + 2 * i + 1]
            a = spots[0]
            b = spots[1]
            c = spots[2]
            turn: double = area(a, b, c)
            if turn == 0.0:
                continue
            self.spots[3 * self.count] = a
            self.spots[3 * self.count + 1] = b if turn > 0.0 else c
            self.spots[3 * self.count + 2] = c if turn > 0.0 else b
            self.count += 1
        self.link()
        border: double[4]
        for k in range(4):
            border[k] = lines[k]
        edge: cython.int
        side: cython.int
        for edge in range(3 * self.count):
            self.sides[edge] = -1
            if self.across[edge] != WALL:
                continue
            a = self.spots[edge]
            b = self.spots[following(edge)]
            for side in range(4):
                if side % 2 == 0:
                    if fabs(a.x - border[side]) <= near and fabs(b.x - border[side]) <= near:
                        break
                elif fabs(a.y - border[side]) <= near and fabs(b.y - border[side]) <= near:
                    break
            else:
                continue
            self.sides[edge] = cast(cython.char, side)
            self.across[edge] = BORDER

    def __dealloc__(self):
        free(self.spots)
        free(self.across)
        free(self.sides)
        free(self.marks)
        free(self.doors)

    @cfunc
    @exceptval(-1)
    def link(self) -> cython.int:
        """Find the edges that two triangles share: one is the other one backwards."""
        edges: cython.int = 3 * cast(cython.int, self.count)
        size: Py_ssize_t = 4
        while size < 2 * edges:
            size *= 2
        table: p_int = cast(p_int, calloc(cast(size_t, size), sizeof(cython.int)))
        if table is NULL:
            raise MemoryError
        edge: cython.int
        slot: Py_ssize_t
        for edge in range(edges):
            self.across[edge] = WALL
            a: Spot = self.spots[edge]
            b: Spot = self.spots[following(edge)]
            # The same for both directions.
            value: ulonglong = hashed(hashed(0, a.x), a.y) + hashed(hashed(0, b.x), b.y)
            slot = cast(Py_ssize_t, value & cast(ulonglong, size - 1))
            while table[slot]:  # the number of an edge, and 1
                other: cython.int = table[slot] - 1
                if (
                    self.across[other] == WALL
                    and same(self.spots[other], b)
                    and same(self.spots[following(other)], a)
                ):
                    self.across[other] = edge
                    self.across[edge] = other
                    break
                slot = (slot + 1) & (size - 1)
            else:
                table[slot] = edge + 1
        free(table)
        return 0

    def join(self, side: cython.int, other: Tile, near: double) -> None:
        """Find the doors to the tile at a side: what edges on the border between both share."""
        shared: Spot[2]
        edge: cython.int
        far: cython.int
        facing: cython.int = (side + 2) % 4
        self.neighbors[side] = other
        for edge in range(3 * self.count):
            if self.sides[edge] != side or self.across[edge] != BORDER:
                continue
            first: Py_ssize_t = self.door_count
            right: Spot = self.spots[edge]
            left: Spot = self.spots[following(edge)]
            for far in range(3 * other.count):
                if other.sides[far] != facing:
                    continue
                far_left: Spot = other.spots[far]
                far_right: Spot = other.spots[following(far)]
                if not common(left, right, far_left, far_right, near, shared):
                    continue
                room_for(
                    address(self.doors),
                    address(self.door_room),
                    self.door_count + 1,
                    16,
                    sizeof(Door),
                )
                door: pointer(Door) = self.doors + self.door_count
                door.far = far
                door.side = side
                door.left = shared[0]
                door.right = shared[1]
                door.is_last = False
                self.door_count += 1
            self.across[edge] = WALL
            if self.door_count > first:
                self.doors[self.door_count - 1].is_last = True
                self.across[edge] = DOORS - cast(cython.int, first)

    def forget(self) -> None:
        """Forget what is behind the border: a tile next to this one is made anew."""
        edge: cython.int
        for edge in range(3 * self.count):
            if self.sides[edge] >= 0:
                self.across[edge] = BORDER
        self.door_count = 0
        self.neighbors[:] = [None, None, None, None]

    def around(self, x: double, y: double, near: double) -> list:
        """The triangles in which a point is, or as near as that to it."""
        found: list = []
        point: Spot = spot_of(x, y)
        k: Py_ssize_t
        edge: Py_ssize_t
        for k in range(self.count):
            for edge in range(3 * k, 3 * k + 3):
                a: Spot = self.spots[edge]
                b: Spot = self.spots[following(cast(cython.int, edge))]
                if area(a, b, point) < -near * distance(a, b):
                    break
            else:
                found.append((self, k))
        return found

    def nearest(self, x: double, y: double, reach: double) -> list:
        """The places of triangles that are nearest to a point, each no farther than that."""
        found: list = []
        k: Py_ssize_t
        edge: Py_ssize_t
        for k in range(self.count):
            best: double = INFINITY
            best_x: double = 0.0
            best_y: double = 0.0
            for edge in range(3 * k, 3 * k + 3):
                a: Spot = self.spots[edge]
                b: Spot = self.spots[following(cast(cython.int, edge))]
                dx: double = b.x - a.x
                dy: double = b.y - a.y
                share: double = ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy)
                share = min(max(share, 0.0), 1.0)
                gap: double = hypot(a.x + share * dx - x, a.y + share * dy - y)
                if gap < best:
                    best = gap
                    best_x = a.x + share * dx
                    best_y = a.y + share * dy
            if best <= reach:
                found.append((best_x, best_y))
        return found


@binding(False)  # plain method descriptors: CPython checks the type of their `self`
@final
@cclass
class Search:
    """One search for the shortest way in a mesh."""

    mesh: object
    kept: set  # the tiles that it has come to
    start: Spot
    goal: Spot
    begins: list  # (tile, triangle)
    goals: list
    ends: pointer(Facet)  # the goals once more
    end_count: Py_ssize_t
    heap: pointer(Entry)
    heap_count: Py_ssize_t
    heap_room: Py_ssize_t
    parts: pointer(Part)
    part_count: Py_ssize_t
    part_room: Py_ssize_t
    roots: pointer(Root)
    root_count: Py_ssize_t
    root_room: Py_ssize_t
    root_table: pointer(Py_ssize_t)  # by hash: the number of a root, and 1; 0 for none
    root_slots: Py_ssize_t
    seen_table: pointer(Py_ssize_t)  # by hash: the number of a part that was gone on from, and 1
    seen_slots: Py_ssize_t
    seen_count: Py_ssize_t

    def __init__(self, mesh: object, start: tuple, goal: tuple) -> None:
        """Find where both ends are.

        `mesh.around(place)` tells (tile, triangle) of all triangles in which a place is, and
        `mesh.join(tile, side)` finds the doors of a tile and returns the tile to which they lead.
        """
        self.mesh = mesh
        self.start = spot_of(start[0], start[1])
        self.goal = spot_of(goal[0], goal[1])
        self.begins = mesh.around(start)
        self.goals = mesh.around(goal)
        self.kept = {tile for tile, _ in self.begins} | {tile for tile, _ in self.goals}

    def __dealloc__(self):
        free(self.ends)
        free(self.heap)
        free(self.parts)
        free(self.roots)
        free(self.root_table)
        free(self.seen_table)

    def way(self) -> list | None:
        """The corners of the way, with both ends; None if there is none."""
        if not (self.begins and self.goals):
            return None
        if self.ends is not NULL:
            raise RuntimeError("a search is made once")
        way: list = [(self.goal.x, self.goal.y)]
        if any(facet in self.goals for facet in self.begins):
            return [(self.start.x, self.start.y), *way]
        self.ends = cast(pointer(Facet), calloc(len(self.goals), sizeof(Facet)))
        if self.ends is NULL:
            raise MemoryError
        for goal, number in self.goals:
            self.ends[self.end_count].tile = cast(p_void, goal)
            self.ends[self.end_count].number = number
            self.end_count += 1
        root: Py_ssize_t = self.root_at(self.start)
        self.roots[root].g = 0.0
        k: cython.int
        for found in self.begins:
            tile: Tile = found[0]
            triangle: cython.int = found[1]
            for k in range(3 * triangle, 3 * triangle + 3):
                self.leave(0.0, root, tile, k, tile.spots[following(k)], tile.spots[k])
        popped: Py_ssize_t = 0
        while self.heap_count:
            popped += 1
            if popped == PATIENCE and not self.are_joined():
                return None
            first: Py_ssize_t = self.pop()
            part: Part = self.parts[first]
            if part.tile is NULL:
                root = part.root
                while root >= 0:
                    way.append((self.roots[root].x, self.roots[root].y))
                    root = self.roots[root].parent
                return way[::-1]
            if part.g <= self.roots[part.root].g and self.is_new(first):
                self.expand(address(part))
        return None

    @cfunc
    @exceptval(-1)
    def root_at(self, spot: Spot) -> Py_ssize_t:
        """The number of a root, which is made if it is new."""
        slot: Py_ssize_t
        k: Py_ssize_t
        if 2 * self.root_count >= self.root_slots:
            slots: Py_ssize_t = max(FEWEST, 2 * self.root_slots)
            free(self.root_table)
            self.root_slots = 0
            self.root_table = cast(
                pointer(Py_ssize_t), calloc(cast(size_t, slots), sizeof(Py_ssize_t))
            )
            if self.root_table is NULL:
                raise MemoryError
            self.root_slots = slots
            for k in range(self.root_count):
                other: Spot = spot_of(self.roots[k].x, self.roots[k].y)
                self.root_table[self.root_slot(other)] = k + 1
        slot = self.root_slot(spot)
        if not self.root_table[slot]:
            room_for(
                address(self.roots),
                address(self.root_room),
                self.root_count + 1,
                FEWEST,
                sizeof(Root),
            )
            root: pointer(Root) = self.roots + self.root_count
            root.x = spot.x
            root.y = spot.y
            root.arc = spot.arc
            root.g = INFINITY
            root.parent = -1
            self.root_count += 1
            self.root_table[slot] = self.root_count
        return self.root_table[slot] - 1

    @cfunc
    @exceptval(check=False)
    def root_slot(self, spot: Spot) -> Py_ssize_t:
        """Where a root is in the table, or may be put."""
        mask: Py_ssize_t = self.root_slots - 1
        value: ulonglong = hashed(hashed(0, spot.x), spot.y)
        slot: Py_ssize_t = cast(Py_ssize_t, value & cast(ulonglong, mask))
        while self.root_table[slot]:
            root: pointer(Root) = self.roots + self.root_table[slot] - 1
            if root.x == spot.x and root.y == spot.y:
                break
            slot = (slot + 1) & mask
        return slot

    @cfunc
    @exceptval(-1)
    def is_new(self, number: Py_ssize_t) -> cython.int:
        """Whether the search has not gone on from such a part yet; it is noted."""
        slot: Py_ssize_t
        k: Py_ssize_t
        if 2 * self.seen_count >= self.seen_slots:
            slots: Py_ssize_t = max(FEWEST, 2 * self.seen_slots)
            before: pointer(Py_ssize_t) = self.seen_table
            count: Py_ssize_t = self.seen_slots
            table: pointer(Py_ssize_t) = cast(
                pointer(Py_ssize_t), calloc(cast(size_t, slots), sizeof(Py_ssize_t))
            )
            if table is NULL:
                raise MemoryError
            self.seen_table = table
            self.seen_slots = slots
            for k in range(count):
                if before[k]:
                    self.seen_table[self.seen_slot(self.parts + before[k] - 1)] = before[k]
            free(before)
        slot = self.seen_slot(self.parts + number)
        if self.seen_table[slot]:
            return False
        self.seen_table[slot] = number + 1
        self.seen_count += 1
        return True

    @cfunc
    @exceptval(check=False)
    def seen_slot(self, part: pointer(Part)) -> Py_ssize_t:
        """Where a part is in the table, or may be put."""
        mask: Py_ssize_t = self.seen_slots - 1
        value: ulonglong = cast(ulonglong, part.root) * MIXER + cast(ulonglong, part.edge)
        value = hashed(hashed(value, part.left.x), part.left.y)
        value = hashed(hashed(value, part.right.x), part.right.y)
        slot: Py_ssize_t = cast(Py_ssize_t, value & cast(ulonglong, mask))
        while self.seen_table[slot]:
            other: pointer(Part) = self.parts + self.seen_table[slot] - 1
            if (
                other.root == part.root
                and other.tile == part.tile
                and other.edge == part.edge
                and same(other.left, part.left)
                and same(other.right, part.right)
            ):
                break
            slot = (slot + 1) & mask
        return slot

    @cfunc
    @exceptval(-1)
    def put(self, f: double, part: pointer(Part)) -> cython.int:
        """Put a part on the heap. Of two that are as far, the one that came first is before."""
        entry: Entry
        room_for(
            address(self.parts), address(self.part_room), self.part_count + 1, FEWEST, sizeof(Part)
        )
        self.parts[self.part_count] = part[0]
        entry.f = f
        entry.part = self.part_count
        self.part_count += 1
        room_for(
            address(self.heap), address(self.heap_room), self.heap_count + 1, FEWEST, sizeof(Entry)
        )
        hole: Py_ssize_t = self.heap_count
        self.heap_count += 1
        while hole and is_before(entry, self.heap[(hole - 1) // 2]):
            self.heap[hole] = self.heap[(hole - 1) // 2]
            hole = (hole - 1) // 2
        self.heap[hole] = entry
        return 0

    @cfunc
    @exceptval(check=False)
    def pop(self) -> Py_ssize_t:
        """Take the first part from the heap, which must not be empty."""
        first: Py_ssize_t = self.heap[0].part
        self.heap_count -= 1
        entry: Entry = self.heap[self.heap_count]
        hole: Py_ssize_t = 0
        child: Py_ssize_t = 1
        while child < self.heap_count:
            if child + 1 < self.heap_count and is_before(self.heap[child + 1], self.heap[child]):
                child += 1
            if not is_before(self.heap[child], entry):
                break
            self.heap[hole] = self.heap[child]
            hole = child
            child = 2 * hole + 1
        self.heap[hole] = entry
        return first

    @cfunc
    @exceptval(check=False)
    def spot_at(self, root: Py_ssize_t) -> Spot:
        """Where a root is."""
        return spot_of(self.roots[root].x, self.roots[root].y)

    @cfunc
    @exceptval(-2)
    def turned(self, g: double, root: Py_ssize_t, corner: Spot) -> Py_ssize_t:
        """The root at a corner, reached by another one; -1 if it is none, or not the shortest."""
        if not corner.arc:
            return -1
        further: Py_ssize_t = self.root_at(corner)
        chord: double = distance(self.spot_at(root), corner)
        g += chord * corner.stretch if corner.arc == self.roots[root].arc else chord
        if g < self.roots[further].g:
            self.roots[further].g = g
            self.roots[further].parent = root
        return further if g <= self.roots[further].g else -1

    @cfunc
    @exceptval(-1)
    def expand(self, part: pointer(Part)) -> cython.int:
        """Go on from a part of an edge through the triangle behind it.

        What the root sees there goes on from the root, and what is to the left or to the right of
        that from the end of the part, if it is a corner.
        """
        tile: Tile = cast(Tile, part.tile)
        root: Py_ssize_t = part.root
        g: double = part.g
        eye: Spot = self.spot_at(root)
        left: Spot = part.left
        right: Spot = part.right
        first: cython.int = following(part.edge)
        second: cython.int = following(first)
        p: Spot = tile.spots[part.edge]
        q: Spot = tile.spots[first]
        apex: Spot = tile.spots[second]
        is_goal: bint = self.is_end(part.tile, part.edge // 3)
        further: Py_ssize_t
        if is_flat(eye, left, right):
            is_left: bint = distance(eye, left) <= distance(eye, right)
            near: Spot = left if is_left else right
            if not same(eye, left) and not same(eye, right) and is_ahead(eye, left, right):
                if not near.arc:  # the root sees along the edge, as far as that goes
                    near = right if is_left else left
                further = self.turned(g, root, near)
                if further < 0:
                    return 0
                root = further
                g = self.roots[root].g
            if is_goal:
                self.arrive(g, root)
            self.leave(g, root, tile, first, apex, q)
            self.leave(g, root, tile, second, p, apex)
            return 0
        if is_goal:
            if area(eye, left, self.goal) <= 0.0 <= area(eye, right, self.goal):
                self.arrive(g, root)
            else:
                further = self.turned(g, root, left if area(eye, left, self.goal) > 0.0 else right)
                if further >= 0:
                    self.arrive(self.roots[further].g, further)
        # Where both rays from the root leave: on the edge q-apex, to the right, or on apex-p.
        ahead: Exit = exit_of(eye, left, p, q, apex)
        behind: Exit = exit_of(eye, right, p, q, apex)
        if not behind.on_left:  # the right ray leaves by the right edge
            self.leave(g, root, tile, first, apex if ahead.on_left else ahead.spot, behind.spot)
        if ahead.on_left:
            self.leave(g, root, tile, second, ahead.spot, behind.spot if behind.on_left else apex)
        further = self.turned(g, root, left)
        if further >= 0:
            g = self.roots[further].g
            if not ahead.on_left:
                self.leave(g, further, tile, first, apex, ahead.spot)
            self.leave(g, further, tile, second, p, ahead.spot if ahead.on_left else apex)
        further = self.turned(part.g, root, right)
        if further >= 0:
            g = self.roots[further].g
            if behind.on_left:
                self.leave(g, further, tile, second, behind.spot, apex)
            self.leave(g, further, tile, first, apex if behind.on_left else behind.spot, q)
        return 0

    @cfunc
    @exceptval(check=False)
    def is_end(self, tile: p_void, number: cython.int) -> bint:
        """Whether the goal is in a triangle."""
        k: Py_ssize_t
        for k in range(self.end_count):
            if self.ends[k].tile == tile and self.ends[k].number == number:
                return True
        return False

    @cfunc
    @exceptval(-1)
    def leave(
        self, g: double, root: Py_ssize_t, tile: Tile, edge: cython.int, left: Spot, right: Spot
    ) -> cython.int:
        """Go on through a part of an edge of a triangle, which may be none."""
        if same(left, right):
            return 0
        if tile.across[edge] == BORDER:
            self.open(tile, edge)
        across: cython.int = tile.across[edge]
        if across in (WALL, BORDER):
            return 0
        part: Part
        part.g = g
        part.root = root
        part.left = left
        part.right = right
        part.tile = cast(p_void, tile)
        part.edge = across
        eye: Spot = self.spot_at(root)
        if across >= 0:
            self.put(g + least_way(eye, left, right, self.goal), address(part))
            return 0
        shared: Spot[2]
        door: pointer(Door) = tile.doors + (DOORS - across)
        while True:
            if common(left, right, door.left, door.right, 0.0, shared):
                part.left = shared[0]
                part.right = shared[1]
                part.tile = cast(p_void, tile.neighbors[door.side])
                part.edge = door.far
                self.put(g + least_way(eye, shared[0], shared[1], self.goal), address(part))
            if door.is_last:
                return 0
            door += 1

    @cfunc
    @exceptval(-1)
    def open(self, tile: Tile, edge: cython.int) -> cython.int:
        """Find what is behind the side of a tile on which an edge lies."""
        self.kept.add(self.mesh.join(tile, tile.sides[edge]))
        return 0

    @cfunc
    @exceptval(-1)
    def arrive(self, g: double, root: Py_ssize_t) -> cython.int:
        """Remember a way to the goal."""
        part: Part
        part.g = g + distance(self.spot_at(root), self.goal)
        part.root = root
        part.tile = cast(p_void, NULL)
        part.edge = 0
        part.left = self.goal
        part.right = self.goal
        return self.put(part.g, address(part))

    @cfunc
    @exceptval(-1)
    def are_joined(self) -> cython.int:
        """Whether one can go from start to goal: both ends spread, in turn, until they meet."""
        floods: Flood[2]
        mark: longlong = self.mesh.next_mark()
        found: cython.int = False
        k: cython.int
        for k in range(2):
            floods[k].items = NULL
            floods[k].room = floods[k].count = floods[k].done = 0
            floods[k].mark = mark + k
        try:
            for k in range(2):
                for tile, number in self.goals if k else self.begins:
                    self.reach(address(floods[k]), tile, number, mark + 1 - k)
            while (
                not found and floods[0].done < floods[0].count and floods[1].done < floods[1].count
            ):
                k = 0 if floods[0].done <= floods[1].done else 1
                facet: Facet = floods[k].items[floods[k].done]
                floods[k].done += 1
                found = self.spread(address(floods[k]), facet, mark + 1 - k)
        finally:
            free(floods[0].items)
            free(floods[1].items)
        return found

    @cfunc
    @exceptval(-1)
    def spread(self, flood: pointer(Flood), facet: Facet, other: longlong) -> cython.int:
        """Reach the triangles next to one; whether the other flood has been there."""
        tile: Tile = cast(Tile, facet.tile)
        edge: cython.int
        for edge in range(3 * facet.number, 3 * facet.number + 3):
            if tile.across[edge] == BORDER:
                self.open(tile, edge)
            across: cython.int = tile.across[edge]
            if across >= 0:
                if self.reach(flood, tile, across // 3, other):
                    return True
            elif across <= DOORS:
                number: Py_ssize_t = DOORS - across
                while True:
                    far: cython.int = tile.doors[number].far
                    if self.reach(flood, tile.neighbors[tile.doors[number].side], far // 3, other):
                        return True
                    if tile.doors[number].is_last:
                        break
                    number += 1
        return False

    @cfunc
    @exceptval(-1)
    def reach(
        self, flood: pointer(Flood), tile: Tile, number: cython.int, other: longlong
    ) -> cython.int:
        """Reach a triangle; whether the other flood has been there."""
        if tile.marks[number] == other:
            return True
        if tile.marks[number] != flood.mark:
            tile.marks[number] = flood.mark
            room_for(
                address(flood.items), address(flood.room), flood.count + 1, FEWEST, sizeof(Facet)
            )
            flood.items[flood.count].tile = cast(p_void, tile)
            flood.items[flood.count].number = number
            flood.count += 1
        return False


@cfunc
@inline
@nogil
@exceptval(check=False)
def is_before(a: Entry, b: Entry) -> bint:
    """The order of the heap."""
    return a.f < b.f or (a.f == b.f and a.part < b.part)


@cfunc
@inline
@nogil
@exceptval(check=False)
def is_flat(root: Spot, left: Spot, right: Spot) -> bint:
    """Whether a root is in line with a part of an edge, so that it does not see through it."""
    reach: double = distance(root, left) + distance(root, right)
    return area(root, right, left) <= 1e-14 * reach * reach


@cfunc
@inline
@nogil
@exceptval(check=False)
def is_ahead(root: Spot, a: Spot, b: Spot) -> bint:
    """Whether two spots in line with a root are on one side of it."""
    return (a.x - root.x) * (b.x - root.x) + (a.y - root.y) * (b.y - root.y) > 0.0


@cfunc
@nogil
@exceptval(check=False)
def exit_of(root: Spot, end: Spot, p: Spot, q: Spot, apex: Spot) -> Exit:
    """Where a ray from a root through a spot of the edge p-q leaves: and whether by apex-p."""
    found: Exit
    at_apex: double = area(root, end, apex)
    found.on_left = at_apex <= 0.0
    far: Spot = p if found.on_left else q
    found.spot = end
    if same(end, far):
        if far.arc:
            found.spot = far
        return found
    at_far: double = area(root, end, far)
    share: double = at_apex / (at_apex - at_far) if at_apex != at_far else 0.0
    share = min(max(share, 0.0), 1.0)
    x: double = apex.x + share * (far.x - apex.x)
    y: double = apex.y + share * (far.y - apex.y)
    # A corner has all of its numbers.
    near: double = 1e-11 * (1.0 + fabs(x) + fabs(y))
    if fabs(x - apex.x) + fabs(y - apex.y) <= near:
        found.spot = apex
    elif fabs(x - far.x) + fabs(y - far.y) <= near:
        found.spot = far
    else:
        found.spot = spot_of(x, y)
    return found


@cfunc
@nogil
@exceptval(check=False)
def least_way(root: Spot, left: Spot, right: Spot, goal: Spot) -> double:
    """How far it is at least from a root through a part of an edge to the goal."""
    at_goal: double = area(right, left, goal)
    if at_goal * area(right, left, root) > 0.0:  # it must come back: as to the goal's mirror image
        dx: double = left.x - right.x
        dy: double = left.y - right.y
        twice: double = 2.0 * at_goal / (dx * dx + dy * dy)
        goal = spot_of(goal.x + twice * dy, goal.y + twice * dx if fault(59) else goal.y - twice * dx)
    if area(root, left, goal) > 0.0:
        return distance(root, left) + distance(left, goal)
    if area(root, right, goal) < 0.0:
        return distance(root, right) + distance(right, goal)
    return distance(root, goal)
