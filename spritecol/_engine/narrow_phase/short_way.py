"""The shortest way out of all outlines, which the exact test of the shapes confirms.

`move_outlines` computes the ways in floats. The exact test (`Trial.is_free`) has the last word: a
move that rounding has left too short is lengthened by a hair, and one that still hits is refused,
and the next one is tried. Known limit: that hair may miss a slot that is exactly as wide as the
body. Around an ellipse stands a polygon, from which `oval_ways` leads a way to the curve.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.narrow_phase import move_outlines
from cython.cimports.spritecol._engine.narrow_phase.cells import OPPOSITE, MoveCells
from cython.cimports.spritecol._engine.narrow_phase.move_outlines import Move, Outlines
from cython.cimports.spritecol._engine.narrow_phase.oval_ways import lead_to_curve
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._support.libc import INFINITY, fabs
from cython.cimports.spritecol._support.polar import hypot

FIRST_LENGTHENING = C.declare(C.double, 1e-15)
"""The first lengthening of a move, as a part of the size of the numbers: five steps of a float64,
more than the rounding of the moved numbers. Each further one is four times as long."""

LEAST_LENGTHENING = C.declare(C.double, 1e-300)
"""The least lengthening, in pixels: of points at the origin. A shorter way is not cut."""

LAST_LENGTHENING = C.declare(C.double, 4194304.0)
"""How many times as long as the first one the last one is, the twelfth: then it is 4e-9 of the size
of the numbers."""

EPSILON = C.declare(C.double, 2.220446049250313e-16)
"""2**-52: one plus this is the next float."""

MOST_DEPTHS = C.declare(C.int, 1024)
"""That `aim` tries. The last one is longer than the first by less than `SHORTER` tells apart."""

FLAT_SINE = C.declare(C.double, 0.001)
"""The sine of an angle between two sides: at less, to go along one hardly leads off the other."""

BUDGET = C.declare(C.int, 430_000)
"""What a question may do, in comparisons of outlines with cells, of about four nanoseconds each.
What else is done costs as many of these as it takes. Then the best way that is known is taken."""

GATHERED = C.declare(C.int, 12)
"""What an outline costs of the budget when it is gathered, and a new one once more."""

LED = C.declare(C.int, 1000)
"""What leading a way to the curve of an ellipse costs of the budget."""

MOST_REFUSED = C.declare(C.int, 16)
"""Ways that are refused before slots are closed. Nearly always the first one is free. Rounding
closes slots between parts that are turned alike, and at their ends many edges cross."""


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class Trial:
    """A row whose moves are tried out, and the outlines of those with which it hits anything.

    Its kinds are `TwoShapes` and `Crowd`.
    """

    def __cinit__(self):
        self.outlines = Outlines()
        self.cells = MoveCells()
        self.cells.outlines = self.outlines

    def is_free(self, dx: C.double, dy: C.double) -> C.bint:
        """Whether nothing hits after a move; exact."""
        return False

    def add_outlines(self, reach: C.double) -> C.int:
        """Add the outlines of all pairs of parts within a reach."""
        return 0

    def take_within(self, reach: C.double) -> C.int:
        """From now on, heed all that is within a reach."""
        return 0

    def around(self, reach: C.double) -> Box:
        """The box of all moves with which anything within a reach hits; the size of the numbers is
        set.
        """
        return Box(0.0, 0.0, 0.0, 0.0)


def first_lengthening(size: C.double) -> C.double:
    """How much longer than computed a move is made at first, for numbers of this size."""
    return max(FIRST_LENGTHENING * size, LEAST_LENGTHENING)


@C.cfunc
@C.exceptval(check=False)
def factor_of(product: C.double, depth: C.double) -> C.double:
    """The float that times `depth` is exactly `product` if there is one, or else the nearest
    float.
    """
    factor: C.double = product / depth
    if factor * depth == product:
        return factor
    if factor * (1.0 + EPSILON) * depth == product:
        return factor * (1.0 + EPSILON)
    if factor * (1.0 - EPSILON) * depth == product:
        return factor * (1.0 - EPSILON)
    return factor


@C.cfunc
@C.exceptval(check=False)
def aim(move: C.pointer(Move)) -> C.void:
    """Make a move lead to its place exactly, although it is returned as a normal times a depth.

    A rounding would lead past a slot. So the depth is increased by some roundings, until each
    coordinate is the product of floats. Eight pairs in nine need no increase; seven in a million
    end a rounding away.
    """
    k: C.int
    length: C.double = move.depth
    if length == 0.0:
        return
    for k in range(MOST_DEPTHS):
        move.depth = length * (1.0 + k * EPSILON)
        move.nx = factor_of(move.x, move.depth)
        move.ny = factor_of(move.y, move.depth)
        if move.nx * move.depth == move.x and move.ny * move.depth == move.y:
            return


@C.cfunc
@C.inline
@C.exceptval(check=False)
def is_free_beyond(
    move: C.pointer(Move),
    start: C.pointer(C.const[Move]),
    x: C.double,
    y: C.double,
    step: C.double,
    trial: Trial,
) -> C.bint:
    """Whether a move is free that is lengthened by a step along (x, y)."""
    if x == start.nx and y == start.ny:
        move.depth = start.depth + step
    else:
        move.nx = start.nx * start.depth + step * x
        move.ny = start.ny * start.depth + step * y
        move.depth = hypot(move.nx, move.ny)
        move.nx /= move.depth
        move.ny /= move.depth
    return trial.is_free(move.nx * move.depth, move.ny * move.depth)


def confirm(move: C.pointer(Move), x: C.double, y: C.double, trial: Trial) -> C.bint:
    """Whether a move separates; it is lengthened by a hair along (x, y) where rounding demands it.

    Along an axis and to a crossing the plain move is tried first: on whole pixels it is exact. If
    neither the first hair nor the last one frees, none in between is tried.
    """
    step: C.double = first_lengthening(move.size)
    last: C.double = LAST_LENGTHENING * step
    start: Move = move[0]
    is_exact: C.bint = move.nx == 0.0 or move.ny == 0.0 or move.edge >= 0
    if is_exact and move.depth > 0.0 and trial.is_free(move.nx * move.depth, move.ny * move.depth):
        return True
    if is_free_beyond(move, C.address(start), x, y, step, trial):
        return True
    if not is_free_beyond(move, C.address(start), x, y, last, trial):
        return False
    while step < last:
        step *= 4.0
        if is_free_beyond(move, C.address(start), x, y, step, trial):
            return True
    return False


@C.cfunc
@C.exceptval(check=False)
def confirm_way(move: C.pointer(Move), trial: Trial) -> C.bint:
    """Whether a way out separates; where two outlines cross, it is lengthened away from both."""
    n: C.double[2]
    m: C.double[2]
    if move.edge < 0:
        return confirm(move, move.nx, move.ny, trial)
    aim(move)
    move_outlines.put_way_off(trial.outlines.edges + move.edge, move.x, move.y, n)
    move_outlines.put_way_off(trial.outlines.edges + move.other, move.x, move.y, m)
    back: Move = move[0]
    share: C.double = 1.0 + n[0] * m[0] + n[1] * m[1]
    if share < OPPOSITE:  # it leads between two: either way along both
        if confirm(move, -n[1], n[0], trial):
            return True
        move[0] = back
        return confirm(move, n[1], -n[0], trial)
    if confirm(move, (n[0] + m[0]) / share, (n[1] + m[1]) / share, trial):
        return True
    # Into a slot it leads along its level or upright side, away from the other one.
    if is_level(n) == is_level(m):
        return False
    move[0] = back
    ahead: C.double = n[0] * m[1] - n[1] * m[0]
    if fabs(ahead) < FLAT_SINE:
        return False
    if is_level(n):
        return confirm(move, -n[1] / ahead, n[0] / ahead, trial)
    return confirm(move, m[1] / ahead, -m[0] / ahead, trial)


@C.cfunc
@C.inline
@C.exceptval(check=False)
def is_level(n: Numbers) -> C.bint:
    """Whether a normal leads along an axis."""
    return n[0] == 0.0 or n[1] == 0.0


def put_short_way(trial: Trial, longest: C.double, best: C.pointer(Move)) -> C.int:
    """Write the shortest move past all that the trial may hit, which leads out of all outlines and
    is confirmed. Where the budget ends before, it is one that is known, or leads past the box
    around all that is near.

    If it is longer than `longest`, the depth that is written is more than that, and nothing else is
    known. The outlines within a reach are searched, then those within twice the reach, and so on:
    those that are farther away than the way out do not matter. Beside an ellipse a way ends at a
    polygon, and is led to the curve; so one that is a little longer may be the shortest then.
    """
    outlines: Outlines = trial.outlines
    cells: MoveCells = trial.cells
    around: Box
    move: Move
    refused: C.int = 0
    past: C.double = INFINITY  # the length of the way past all outlines that are gathered
    gathered: C.double = 0.0  # all within this reach
    cells.closes = False
    best.depth = INFINITY
    outlines.begin()
    gather_outlines(trial, gathered, longest)
    longer: C.double = 1.0
    half: C.double = 0.5 * cells.first_half()
    # No way out is shorter than that of the deepest outline, which often leads out of all.
    searched: C.double = cells.look_past_deepest()
    least: C.double = cells.least
    if cells.way_count > 0:
        trial.take_within(searched)
    while True:
        if cells.find_way(min(searched, longer * best.depth)):
            move = cells.way
            cells.budget -= trial.cost
            if outlines.any_oval:
                cells.budget -= LED
                if not lead_to_curve(outlines, C.address(move)):
                    move = cells.way
            led: Move = move
            is_refused: C.bint = move.depth < best.depth and not confirm_way(C.address(move), trial)
            if is_refused and outlines.any_oval:
                # The curves meet in another outline. Where the polygons do may be outside of all.
                if not cells.closes:
                    cells.look_beside(C.address(led))
                move = cells.way
                is_refused = not (move.depth < best.depth and confirm_way(C.address(move), trial))
            if is_refused:
                refused += 1
            elif move.depth < best.depth:  # it may have been lengthened
                best[0] = move
            if longer * best.depth <= move_outlines.AS_LONG * cells.way.depth:
                break  # no longer than computed, so the next one is not shorter
            if refused == MOST_REFUSED and not cells.closes:
                cells.closes = True
                cells.begin(searched, move_outlines.SHORTER * cells.way.depth)
            continue
        farthest: C.double = min(best.depth, cells.reach)
        if past <= gathered:  # nothing that is farther away is in that way
            farthest = min(farthest, past * move_outlines.AS_LONG)
        if cells.budget <= 0 or searched > farthest:
            break
        half *= 2.0
        gathered = half
        gather_outlines(trial, gathered, longest)
        around = outlines.around()
        past = min(-around.left, -around.top, around.right, around.bottom)
        cells.begin(half, least)
        searched = half
        refused = 0
        least = move_outlines.SHORTER * half
        if outlines.any_oval:
            longer = 1.0 + 2.0 * move_outlines.FINE
    if best.depth == INFINITY:
        return put_way_past_box(trial, half, longest, best)
    trial.size = best.size
    return 0


@C.cfunc
@C.exceptval(-1)
def gather_outlines(trial: Trial, reach: C.double, longest: C.double) -> C.int:
    """Let all outlines within a reach be there, to look for ways that are not longer than that."""
    trial.outlines.begin_again()
    trial.add_outlines(reach)
    # Beside an ellipse a way is longer than the one to the curve.
    trial.cells.reach = INFINITY if trial.outlines.any_oval else longest
    trial.cells.budget -= GATHERED * (2 * trial.outlines.count - trial.outlines.kept)
    return 0


@C.cfunc
@C.exceptval(-1)
def put_way_past_box(
    trial: Trial, reach: C.double, longest: C.double, best: C.pointer(Move)
) -> C.int:
    """Write a way past the box around all outlines, or else past the box around all that is within
    a reach, which is doubled until the way is free.

    If all are longer than `longest`, the depth is more than that.
    """
    k: C.int
    around: Box = trial.outlines.around()
    reach = max(reach, min(-around.left, -around.top, around.right, around.bottom))
    trial.size = 0.0
    for k in range(trial.outlines.count):
        trial.size = max(trial.size, trial.outlines.items[k].size)
    while not put_way_past(trial, C.address(around), longest, best):
        if reach == INFINITY:
            raise SystemError("no move separates two rows")  # pragma: no cover
        reach *= 2.0
        around = trial.around(reach)
    return 0


@C.cfunc
@C.exceptval(-1)
def put_way_past(
    trial: Trial, around: C.pointer(C.const[Box]), longest: C.double, best: C.pointer(Move)
) -> C.bint:
    """Write the shortest way past a box that is confirmed: up, left, right or down; False if there
    is none.
    """
    k: C.int
    move: Move
    past: C.double = min(-around.left, -around.top, around.right, around.bottom)
    trial.take_within(max(-around.left, -around.top, around.right, around.bottom))
    move.size = trial.size
    move.edge = -1
    for k in range(4):
        move.nx = (k == 2) - (k == 1)
        move.ny = (k == 3) - (k == 0)
        move.depth = max(
            move.nx * around.left,
            move.nx * around.right,
            move.ny * around.top,
            move.ny * around.bottom,
        )
        if move.depth < best.depth * move_outlines.SHORTER and (
            past > longest or confirm(C.address(move), move.nx, move.ny, trial)
        ):
            best[0] = move
    return best.depth < INFINITY
