"""The outlines of obstacles with an ellipse: feet of 0 on them, and where they cross others.

Both take a search: a foot is where the derivative of the distance is 0, and a crossing is where the
gap to the other obstacle is.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.narrow_phase.confirmed_moves import try_crossing
from cython.cimports.spritecol._engine.narrow_phase.covering import box_around, piece_is_covered
from cython.cimports.spritecol._engine.narrow_phase.nearest_points import Nearest
from cython.cimports.spritecol._engine.narrow_phase.obstacles import (
    PIECES,
    Element,
    Obstacles,
    rounding_of,
)
from cython.cimports.spritecol._engine.storage.box_tree import next_meeting
from cython.cimports.spritecol._engine.tuning import BISECTIONS_AT_ONCE
from cython.cimports.spritecol._support.libc import fabs, floor

STEPS = C.declare(C.int, 60)
"""Bisections, which halve an interval until no float is left between its ends."""

STRAIGHT = C.declare(C.double, 1e-12)
"""Degrees. A foot found so near an axis is on that axis, which bisection may miss by a rounding."""


@C.cfunc
@C.exceptval(check=False)
def put_foot_between(
    obstacles: Obstacles,
    element: C.pointer(Element),
    low: C.double,
    high: C.double,
    here: C.p_double,
) -> C.void:
    """Write the place and the normal of the foot that is between two places of an arc."""
    for _ in range(STEPS):
        middle: C.double = 0.5 * (low + high)
        obstacles.at(element, middle, here)
        if here[1] * here[2] - here[0] * here[3] < 0.0:
            low = middle
        else:
            high = middle
    angle: C.double = element.x2 + high * (element.y2 - element.x2)
    upright: C.double = 90.0 * floor(angle * (1.0 / 90.0) + 0.5)
    if fabs(angle - upright) < STRAIGHT:
        obstacles.at_angle(element, upright, here)


def note_feet_on_oval(obstacles: Obstacles, element: C.pointer(Element)) -> C.int:
    """Note the feet of 0 on what is open of an arc with an ellipse."""
    here: C.double[4]
    k: C.int
    # The distance of the tangent at angle t is h(t), its derivative the point along the
    # tangent: a foot is where that changes from negative to positive, or is 0 at an end, exactly.
    for k in range(PIECES):
        if not element.pieces >> k & 1:
            continue
        low: C.double = C.cast(C.double, k) / PIECES
        high: C.double = C.cast(C.double, k + 1) / PIECES
        obstacles.at(element, low, here)
        slope: C.double = here[1] * here[2] - here[0] * here[3]
        if slope < 0.0:
            obstacles.at(element, high, here)
            slope = here[1] * here[2] - here[0] * here[3]
            if slope < 0.0:
                continue
            if slope > 0.0:
                put_foot_between(obstacles, element, low, high, here)
        elif slope > 0.0:
            continue
        depth: C.double = here[0] * here[2] + here[1] * here[3]
        if depth >= -rounding_of(obstacles.size):
            obstacles.note(here[2], here[3], depth)
    return 0


def cross_arc(
    trial: Trial,
    arc: C.pointer(Element),
    best: C.pointer(Move),
) -> C.bint:
    """`cross_round`, of an arc, piece by piece."""
    obstacles: Obstacles = trial.obstacles
    found: C.bint = False
    i: C.int
    # In one piece, at most one crossing, or two around a minimum, are searched. Pieces are opened
    # by sixes (`COARSE`), so with a step of 2 bit i also speaks for i + 1.
    step: C.int = 2 if arc.y2 - arc.x2 < 183.0 else 1
    for i in range(0, PIECES, step):
        if arc.pieces >> i & 1 and not piece_is_covered(
            obstacles,
            arc,
            C.cast(C.double, i) / PIECES,
            C.cast(C.double, i + step) / PIECES,
            best.depth,
        ):
            found |= cross_round(
                trial,
                arc,
                C.cast(C.double, i) / PIECES,
                C.cast(C.double, i + step) / PIECES,
                best,
            )
    return found


def cross_round(
    trial: Trial,
    element: C.pointer(Element),
    start: C.double,
    end: C.double,
    best: C.pointer(Move),
) -> C.bint:
    """Try where a piece of an element crosses the outlines of others, if either has an ellipse."""
    obstacles: Obstacles = trial.obstacles
    found: C.bint = False
    is_oval: C.bint = element.is_arc and obstacles.items[element.obstacle].discs > 0
    around: Box = box_around(obstacles, element, start, end)
    node: C.int = next_meeting(obstacles.tree, 0, C.address(around))
    while node < obstacles.tree.node_count:
        k: C.Py_ssize_t = obstacles.tree.nodes[node].number
        node = next_meeting(obstacles.tree, obstacles.tree.nodes[node].beyond, C.address(around))
        if (
            k != element.obstacle
            and obstacles.items[k].near < best.depth
            and (is_oval or obstacles.items[k].discs)
        ):
            found |= cross_between(trial, element, start, end, k, best)
    return found


@C.cfunc
@C.exceptval(check=False)
def cross_between(
    trial: Trial,
    element: C.pointer(Element),
    start: C.double,
    end: C.double,
    k: C.Py_ssize_t,
    best: C.pointer(Move),
) -> C.bint:
    """Try where a piece of an element crosses an obstacle's outline: once, or in and out."""
    obstacles: Obstacles = trial.obstacles
    here: C.double[4]
    there: C.double[4]
    gap: Nearest
    obstacles.at(element, start, here)
    obstacles.at(element, end, there)
    if obstacles.is_deep(k, here[0], here[1]) and obstacles.is_deep(k, there[0], there[1]):
        return False
    obstacles.gap_at(k, here[0], here[1], C.address(gap))
    at_start: C.double = gap.distance
    falls: C.bint = gap.nx * -here[3] + gap.ny * here[2] < 0.0
    obstacles.gap_at(k, there[0], there[1], C.address(gap))
    at_end: C.double = gap.distance
    if at_start < 0.0 and at_end < 0.0:
        return False
    if (at_start < 0.0) != (at_end < 0.0):
        return cross_once(trial, element, start, end, k, best)
    if not falls or gap.nx * -there[3] + gap.ny * there[2] <= 0.0:
        return False
    return cross_at_minimum(trial, element, start, end, k, best)


@C.cfunc
@C.exceptval(check=False)
def cross_at_minimum(
    trial: Trial,
    element: C.pointer(Element),
    start: C.double,
    end: C.double,
    k: C.Py_ssize_t,
    best: C.pointer(Move),
) -> C.bint:
    """Try where a piece of an element enters an obstacle and leaves it, if it does.

    Both of its ends are outside, and the gap is least in between. The gap changes along the piece
    by n . t, with the normal n of the gap and the tangent t of the piece. So the sign of n . t says
    on which side the least gap is, and bisection looks for a point that is inside.
    """
    obstacles: Obstacles = trial.obstacles
    here: C.double[4]
    gap: Nearest
    low: C.double = start
    high: C.double = end
    for _ in range(STEPS):
        middle: C.double = 0.5 * (low + high)
        obstacles.at(element, middle, here)
        obstacles.gap_at(k, here[0], here[1], C.address(gap))
        if gap.distance < 0.0:
            found: C.bint = cross_once(trial, element, start, middle, k, best)
            return cross_once(trial, element, middle, end, k, best) or found
        if gap.nx * -here[3] + gap.ny * here[2] < 0.0:
            low = middle
        else:
            high = middle
    return False


@C.cfunc
@C.exceptval(check=False)
def cross_once(
    trial: Trial,
    element: C.pointer(Element),
    start: C.double,
    end: C.double,
    k: C.Py_ssize_t,
    best: C.pointer(Move),
) -> C.bint:
    """Try where a piece crosses an outline, when one end of it is inside.

    Most crossings are inside of a third obstacle, or too far away: then the bisection stops early.
    """
    obstacles: Obstacles = trial.obstacles
    here: C.double[4]
    normal: C.double[2]
    gap: Nearest
    middle: C.double = start
    step: C.int
    obstacles.at(element, start, here)
    obstacles.gap_at(k, here[0], here[1], C.address(gap))
    inside: C.bint = gap.distance < 0.0
    for step in range(STEPS):
        if step % BISECTIONS_AT_ONCE == 0 and piece_is_covered(
            obstacles, element, start, end, best.depth
        ):
            return False
        middle = 0.5 * (start + end)
        obstacles.at(element, middle, here)
        obstacles.gap_at(k, here[0], here[1], C.address(gap))
        if (gap.distance < 0.0) == inside:
            start = middle
        else:
            end = middle
    normal[0] = gap.nx
    normal[1] = gap.ny
    edge: C.pointer(C.const[Element]) = C.NULL if element.is_arc else element
    return try_crossing(trial, here[0], here[1], edge, C.NULL, here + 2, normal, best)
