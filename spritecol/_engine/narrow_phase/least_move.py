"""The least move out of several convex obstacles at once: the depth of concave shapes, and unions.

Two convex parts a and b hit after a move t of a if t is inside their Minkowski difference b - a,
which is convex, too. Two shapes of several parts hit if t is inside any of these obstacles. So the
depth of whole shapes is the distance from 0 to the nearest point outside of all obstacles (Y. Kim,
M. Otaduy, M. Lin, D. Manocha, "Fast Penetration Depth Estimation for Physically-based Animation",
2002, use the same candidates in space). That point is

* the foot of 0 on the outline of one obstacle, or
* where the outlines of two obstacles cross,

and in no other obstacle. Candidates are computed in floats; the exact test of the shapes themselves
(`Trial.is_free`) has the last word, and a move that rounding has left too short is lengthened by a
hair. Known limit: that hair may miss a slot that is exactly as wide as the body, so the move is too
long.

The feet on edges cost little. The least of their moves that is confirmed bounds all else.

Among many obstacles, most pieces of their outlines are inside of others: see `covering`.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.narrow_phase.confirmed_moves import (
    FIRST_LENGTHENING,
    SHORTER,
    confirm,
    confirm_foot,
    try_crossing,
)
from cython.cimports.spritecol._engine.narrow_phase.covering import (
    WORTH_CELLS,
    box_around,
    find_open_pieces,
)
from cython.cimports.spritecol._engine.narrow_phase.nearest_points import Nearest
from cython.cimports.spritecol._engine.narrow_phase.obstacles import (
    PIECES,
    Element,
    Obstacle,
    Obstacles,
    rounding_of,
)
from cython.cimports.spritecol._engine.narrow_phase.ovals.oval_outlines import (
    cross_arc,
    cross_round,
    note_feet_on_oval,
)
from cython.cimports.spritecol._engine.storage.box_tree import BoxTree, next_meeting
from cython.cimports.spritecol._engine.tuning import WORTH_COVERING
from cython.cimports.spritecol._support.libc import INFINITY, fabs, qsort, sqrt
from cython.cimports.spritecol._support.polar import angle_of, hypot
from cython.cimports.spritecol._support.python import check_interrupt

LEAST = C.declare(C.double, 8.0)
"""In first lengthenings. A move that is shorter than this is not cut at crossings of obstacles, and
the foot on a circle whose center is nearer than this is not looked for."""


AT_END = C.declare(C.double, 1e-9)
"""A share of an element: what is so little beyond its end is there by rounding."""


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def compare_moves(a: C.pointer(C.const[C.void]), b: C.pointer(C.const[C.void])) -> C.int:
    """Compare two moves by length; of equal ones, up and then left comes first, then the rest."""
    x: C.pointer(Move) = C.cast(C.pointer(Move), a)
    y: C.pointer(Move) = C.cast(C.pointer(Move), b)
    if x.depth != y.depth:
        return (x.depth > y.depth) - (x.depth < y.depth)
    if x.ny != y.ny:
        return (x.ny > y.ny) - (x.ny < y.ny)
    if x.nx != y.nx:
        return (x.nx > y.nx) - (x.nx < y.nx)
    if x.size != y.size:
        return (x.size > y.size) - (x.size < y.size)
    return (x.edge > y.edge) - (x.edge < y.edge)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def sink(moves: C.pointer(Move), k: C.Py_ssize_t, count: C.Py_ssize_t) -> C.void:
    """Let move k sink to its place in a heap, whose first move is the least."""
    move: Move = moves[k]
    child: C.Py_ssize_t = 2 * k + 1
    while child < count:
        if child + 1 < count and compare_moves(moves + child + 1, moves + child) < 0:
            child += 1
        if compare_moves(C.address(move), moves + child) < 0:
            break
        moves[k] = moves[child]
        k = child
        child = 2 * k + 1
    moves[k] = move


def sort_moves(obstacles: Obstacles) -> C.void:
    """Sort the moves that were noted."""
    qsort(obstacles.moves, obstacles.move_count, C.sizeof(Move), compare_moves)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def compare_elements(a: C.pointer(C.const[C.void]), b: C.pointer(C.const[C.void])) -> C.int:
    """Compare two elements by their distance, then by their number, for qsort."""
    x: C.pointer(Element) = C.cast(C.pointer(Element), a)
    y: C.pointer(Element) = C.cast(C.pointer(Element), b)
    if x.near != y.near:
        return (x.near > y.near) - (x.near < y.near)
    return (x.number > y.number) - (x.number < y.number)


@C.cfunc
@C.exceptval(-1)
def note_end(obstacles: Obstacles, nx: C.double, ny: C.double) -> C.int:
    """Note the move along a unit vector that leaves all obstacles behind."""
    depth: C.double = 0.0
    k: C.Py_ssize_t
    i: C.int
    for k in range(obstacles.count):
        obstacle: C.pointer(Obstacle) = obstacles.items + k
        core: C.p_double = obstacles.vertices + 2 * obstacle.first
        x: C.double = obstacle.r * nx
        y: C.double = obstacle.r * ny
        obstacles.add_reach(obstacle, nx, ny, C.address(x), C.address(y))
        for i in range(obstacle.count):
            depth = max(depth, nx * (core[2 * i] + x) + ny * (core[2 * i + 1] + y))
    return obstacles.note(nx, ny, depth)


@C.cfunc
@C.exceptval(-1)
def note_feet_on_edges(obstacles: Obstacles) -> C.int:
    """Note the feet of 0 on the edges of all outlines that 0 is on the inner side of."""
    k: C.Py_ssize_t
    for k in range(obstacles.element_count):
        edge: C.pointer(Element) = obstacles.elements + k
        if edge.is_arc:
            continue
        depth: C.double = edge.nx * edge.x1 + edge.ny * edge.y1
        dx: C.double = edge.x2 - edge.x1
        dy: C.double = edge.y2 - edge.y1
        along: C.double = -(edge.x1 * dx + edge.y1 * dy)
        low: C.double = 1e-9 * (dx * dx + dy * dy) + rounding_of(obstacles.size) * hypot(dx, dy)
        if depth >= -rounding_of(obstacles.size) and -low <= along <= dx * dx + dy * dy + low:
            obstacles.note(edge.nx, edge.ny, depth)
            if depth > 0.0 and edge.nx != 0.0 and edge.ny != 0.0:
                obstacles.moves[obstacles.move_count - 1].edge = edge
    return 0


@C.cfunc
@C.exceptval(check=False)
def is_open_at(element: C.pointer(C.const[Element]), s: C.double) -> C.bint:
    """Whether a place of an element, from 0 to 1, is on a piece that is open; also if rounded."""
    if not -AT_END <= s <= 1.0 + AT_END:
        return False
    k: C.int = C.cast(C.int, max(0.0, min(s * PIECES, PIECES - 1.0)))
    return element.pieces >> k & 1


@C.cfunc
@C.exceptval(check=False)
def is_on_arc(element: C.pointer(C.const[Element]), nx: C.double, ny: C.double) -> C.bint:
    """Whether an arc of a circle has a normal, on a piece that is open."""
    width: C.double = element.y2 - element.x2
    angle: C.double = angle_of(nx, ny)
    while angle < element.x2 - AT_END * width:
        angle += 360.0
    while angle >= element.x2 + 360.0:
        angle -= 360.0
    return width > 0.0 and is_open_at(element, (angle - element.x2) / width)


@C.cfunc
@C.exceptval(-1)
def note_feet_on_arc(obstacles: Obstacles, element: C.pointer(Element)) -> C.int:
    """Note the feet of 0 on what is open of an arc that 0 is on the inner side of."""
    here: C.double[4]
    depth: C.double
    k: C.int
    off: C.double = hypot(element.x1, element.y1)
    if (
        off <= LEAST * FIRST_LENGTHENING * obstacles.size
        and obstacles.items[element.obstacle].discs == 0
    ):
        # 0 is the center of a circle, and all of the arc is equally far: rounding would choose. So
        # what lies along an axis counts; the edges at its ends have feet of their own.
        for k in range(4):
            here[2] = (k == 0) - (k == 1)
            here[3] = (k == 2) - (k == 3)
            if is_on_arc(element, here[2], here[3]):
                obstacles.note(here[2], here[3], obstacles.items[element.obstacle].r)
        return 0
    if obstacles.items[element.obstacle].discs == 0:
        # Where the line from the center through 0 leaves the circle.
        depth = obstacles.items[element.obstacle].r - off
        here[2] = -element.x1 / off
        here[3] = -element.y1 / off
        if depth >= -rounding_of(obstacles.size) and is_on_arc(element, here[2], here[3]):
            obstacles.note(here[2], here[3], depth)
        return 0
    return note_feet_on_oval(obstacles, element)


@C.cfunc
@C.exceptval(-1)
def note_feet_on_arcs(obstacles: Obstacles) -> C.int:
    """Note the feet of 0 on what is open of the arcs of all outlines."""
    k: C.Py_ssize_t
    for k in range(obstacles.element_count):
        if obstacles.elements[k].is_arc:
            note_feet_on_arc(obstacles, obstacles.elements + k)
    return 0


@C.cfunc
@C.exceptval(-1)
def try_feet(trial: Trial, best: C.pointer(Move)) -> C.bint:
    """Write the shortest of the moves noted that is confirmed; False if there is none."""
    obstacles: Obstacles = trial.obstacles
    found: C.bint = False
    left: C.Py_ssize_t = obstacles.move_count
    k: C.Py_ssize_t
    best.depth = obstacles.bound
    for k in range(left // 2 - 1, -1, -1):
        sink(obstacles.moves, k, left)
    while left:  # mostly the first is the answer, so they are not sorted
        check_interrupt()
        move: Move = obstacles.moves[0]
        if not move.depth < best.depth * SHORTER:
            break
        left -= 1
        obstacles.moves[0] = obstacles.moves[left]
        obstacles.moves[left] = move
        sink(obstacles.moves, 0, left)
        # The first need not be it: one that leads onto a seam is lengthened across it.
        if (
            obstacles.is_outside(move.nx * move.depth, move.ny * move.depth)
            and (
                confirm(C.address(move), obstacles.size, trial)
                or confirm_foot(C.address(move), obstacles.size, trial)
            )
            and move.depth < best.depth
        ):
            best[0] = move
            found = True
    return found


def least_move(trial: Trial, best: C.pointer(Move)) -> C.bint:
    """Write the shortest move that is confirmed; False if there is none."""
    obstacles: Obstacles = trial.obstacles
    gap: Nearest
    found: C.bint = False
    any_round: C.bint = False
    any_oval: C.bint = False
    bound: C.double = 0.0
    element: C.pointer(Element)
    k: C.Py_ssize_t
    obstacles.element_count = 0
    obstacles.move_count = 0
    obstacles.build_tree()
    for k in range(obstacles.count):
        if obstacles.items[k].repeats:
            continue
        if obstacles.items[k].near <= 0.0 and obstacles.items[k].count == 1:
            # Its core is a point: two equal points, or round parts.
            obstacles.gap_at(k, 0.0, 0.0, C.address(gap))
            obstacles.note(gap.nx, gap.ny, -gap.distance)
        obstacles.outline(C.cast(C.int, k))
        any_oval = any_oval or obstacles.items[k].discs > 0
        any_round = any_round or any_oval or obstacles.items[k].r > 0.0
    for k in range(obstacles.element_count):
        element = obstacles.elements + k
        element.number = C.cast(C.int, k)
        if element.is_arc:  # at least as far as the obstacle
            element.near = max(0.0, obstacles.items[element.obstacle].near)
    for k in range(4):  # past everything along an axis: seldom the least, but always a move
        note_end(obstacles, (k == 0) - (k == 1), (k == 2) - (k == 3))
        bound = max(bound, obstacles.moves[obstacles.move_count - 1].depth)
    proves: C.bint = obstacles.tree.count >= (2 if any_round else WORTH_COVERING)
    if proves:
        obstacles.prepare_proofs()
    # What the edges give is found soon, and of arcs only what is nearer is looked at.
    end_moves: C.Py_ssize_t = obstacles.move_count
    note_feet_on_edges(obstacles)
    if obstacles.move_count > end_moves or not any_round:
        found = try_feet(trial, best)
        bound = best.depth
    if proves:
        find_open_pieces(obstacles, 1.001 * min(bound, obstacles.longest))
    if any_round:
        note_feet_on_arcs(obstacles)
        found = try_feet(trial, best)
    # A move of a few steps of the numbers can't be made shorter.
    if obstacles.tree.count < 2 or best.depth < LEAST * FIRST_LENGTHENING * obstacles.size:
        return found
    return found | try_all_crossings(trial, any_oval, best)


@C.cfunc
@C.exceptval(-1)
def try_all_crossings(
    trial: Trial,
    any_oval: C.bint,
    best: C.pointer(Move),
) -> C.bint:
    """Try where two elements cross that are nearer than the best move, the nearest ones first."""
    obstacles: Obstacles = trial.obstacles
    found: C.bint = False
    near: C.Py_ssize_t = 0
    k: C.Py_ssize_t
    i: C.Py_ssize_t
    tree: BoxTree = obstacles.open_tree
    for k in range(obstacles.element_count):
        obstacles.elements[near] = obstacles.elements[k]
        near += obstacles.elements[k].near < best.depth
    qsort(obstacles.elements, near, C.sizeof(Element), compare_elements)
    room_for(
        C.address(obstacles.slots),
        C.address(obstacles.slot_capacity),
        near,
        64,
        C.sizeof(C.int),
    )
    few: C.bint = near < WORTH_CELLS
    tree.clear()
    for k in range(near):
        if few:
            break
        put_open_box(obstacles, obstacles.elements + k)
        tree.add(C.address(obstacles.elements[k].box), C.cast(C.int, k))
    tree.build()
    for k in range(near):
        check_interrupt()
        element: C.pointer(Element) = obstacles.elements + k
        if element.near >= best.depth:
            break
        for i in range(find_before(obstacles, k, few)):
            found |= cross_elements(
                trial,
                element,
                obstacles.elements + obstacles.slots[i],
                best,
            )
        if any_oval and element.is_arc:
            found |= cross_arc(trial, element, best)
        elif any_oval:
            found |= cross_round(trial, element, 0.0, 1.0, best)
    return found


@C.cfunc
@C.exceptval(check=False)
def put_open_box(obstacles: Obstacles, element: C.pointer(Element)) -> C.void:
    """Set the box around the open pieces of an element, wider than rounding reaches."""
    low: C.int = 0
    high: C.int = PIECES
    while low + 1 < high and not element.pieces >> low & 1:
        low += 1
    while low + 1 < high and not element.pieces >> (high - 1) & 1:
        high -= 1
    box: Box = box_around(
        obstacles, element, C.cast(C.double, low) / PIECES, C.cast(C.double, high) / PIECES
    )
    if not box.left > -INFINITY:
        box = obstacles.items[element.obstacle].box
    # What crosses beyond an end by `AT_END` counts, too.
    margin: C.double = AT_END * (box.right - box.left + box.bottom - box.top)
    margin = 2.0 * margin + rounding_of(obstacles.size)
    element.box.left = box.left - margin
    element.box.top = box.top - margin
    element.box.right = box.right + margin
    element.box.bottom = box.bottom + margin


@C.cfunc
@C.exceptval(check=False)
def find_before(obstacles: Obstacles, k: C.Py_ssize_t, few: C.bint) -> C.Py_ssize_t:
    """Find the elements before an element that may cross it; returns how many.

    They are in `slots`, in their order.
    """
    count: C.Py_ssize_t = 0
    tree: BoxTree = obstacles.open_tree
    element: C.pointer(Element) = obstacles.elements + k
    j: C.int
    if few:
        for j in range(k):
            obstacles.slots[count] = j
            count += obstacles.elements[j].obstacle != element.obstacle
        return count
    node: C.int = next_meeting(tree, 0, C.address(element.box))
    while node < tree.node_count:
        j = tree.nodes[node].number
        if j < k and obstacles.elements[j].obstacle != element.obstacle:
            obstacles.slots[count] = j
            count += 1
        node = next_meeting(tree, tree.nodes[node].beyond, C.address(element.box))
    if tree.node_count > tree.count:  # otherwise they are in order
        qsort(obstacles.slots, count, C.sizeof(C.int), compare_numbers)
    return count


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def compare_numbers(a: C.pointer(C.const[C.void]), b: C.pointer(C.const[C.void])) -> C.int:
    """Compare two numbers, for qsort."""
    return C.cast(C.pointer(C.int), a)[0] - C.cast(C.pointer(C.int), b)[0]


@C.cfunc
@C.exceptval(check=False)
def cross_elements(
    trial: Trial,
    a: C.pointer(Element),
    b: C.pointer(Element),
    best: C.pointer(Move),
) -> C.bint:
    """Try where two elements cross that are edges, or arcs of circles."""
    obstacles: Obstacles = trial.obstacles
    normals: C.double[4]
    found: C.bint = False
    if not a.is_arc and not b.is_arc:
        return cross_edges(trial, a, b, best)
    if (a.is_arc and obstacles.items[a.obstacle].discs) or (
        b.is_arc and obstacles.items[b.obstacle].discs
    ):
        return False
    if not a.is_arc:
        a, b = b, a
    line: C.double[3]
    r: C.double = obstacles.items[a.obstacle].r
    if not put_line_of_crossings(a, b, r, obstacles.items[b.obstacle].r, line):
        return False
    off: C.double = line[2]
    beyond: C.double = fabs(off) - r
    if beyond > rounding_of(obstacles.size):
        return False
    half: C.double = sqrt(max(0.0, (r - off) * (r + off)))
    for _ in range(2 if half > 0.0 else 1):
        x: C.double = a.x1 + off * line[0] - half * line[1]
        y: C.double = a.y1 + off * line[1] + half * line[0]
        half = -half
        if (
            hypot(x, y) < best.depth * SHORTER
            and put_normal_at(obstacles, a, x, y, normals)
            and put_normal_at(obstacles, b, x, y, normals + 2)
        ):
            found |= try_crossing(
                trial,
                x,
                y,
                C.NULL,
                C.NULL if b.is_arc else b,
                normals,
                normals + 2,
                best,
            )
    return found


@C.cfunc
@C.inline
@C.exceptval(check=False)
def put_line_of_crossings(
    a: C.pointer(Element), b: C.pointer(Element), r: C.double, other_r: C.double, line: C.p_double
) -> C.bint:
    """Write the line through both crossings of an arc and another element; False if none is known.

    That is its normal, and how far the center of the arc is from it.
    """
    line[0] = b.nx
    line[1] = b.ny
    line[2] = b.nx * (b.x1 - a.x1) + b.ny * (b.y1 - a.y1)
    if b.is_arc:
        x: C.double = b.x1 - a.x1
        y: C.double = b.y1 - a.y1
        apart: C.double = hypot(x, y)
        if apart == 0.0:
            return False
        line[0] = x / apart
        line[1] = y / apart
        line[2] = 0.5 * (apart + (r - other_r) * (r + other_r) / apart)
    return True


@C.cfunc
@C.inline
@C.exceptval(check=False)
def put_normal_at(
    obstacles: Obstacles, element: C.pointer(Element), x: C.double, y: C.double, normal: C.p_double
) -> C.bint:
    """Write the normal of an arc of a circle or of an edge in a place; False beyond its ends."""
    if element.is_arc:
        r: C.double = obstacles.items[element.obstacle].r
        normal[0] = (x - element.x1) / r
        normal[1] = (y - element.y1) / r
        return is_on_arc(element, normal[0], normal[1])
    normal[0] = element.nx
    normal[1] = element.ny
    dx: C.double = element.x2 - element.x1
    dy: C.double = element.y2 - element.y1
    at: C.double = ((x - element.x1) * dx + (y - element.y1) * dy) / (dx * dx + dy * dy)
    return is_open_at(element, at)


@C.cfunc
@C.exceptval(check=False)
def cross_edges(
    trial: Trial,
    a: C.pointer(Element),
    b: C.pointer(Element),
    best: C.pointer(Move),
) -> C.bint:
    """Try where two edges cross."""
    ax: C.double = a.x2 - a.x1
    ay: C.double = a.y2 - a.y1
    bx: C.double = b.x2 - b.x1
    by: C.double = b.y2 - b.y1
    dx: C.double = b.x1 - a.x1
    dy: C.double = b.y1 - a.y1
    det: C.double = ax * by - ay * bx
    n: C.double[4]
    if det == 0.0:
        return False
    s: C.double = (dx * by - dy * bx) / det
    t: C.double = (dx * ay - dy * ax) / det
    if not (-1e-9 <= s <= 1.0 + 1e-9 and -1e-9 <= t <= 1.0 + 1e-9):
        return False
    n[0] = a.nx
    n[1] = a.ny
    n[2] = b.nx
    n[3] = b.ny
    # In whole numbers only the divisions round.
    x: C.double = a.x1 + (dx * by - dy * bx) * ax / det
    y: C.double = a.y1 + (dx * by - dy * bx) * ay / det
    return try_crossing(trial, x, y, a, b, n, n + 2, best)
