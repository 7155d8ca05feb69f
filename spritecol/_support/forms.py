"""Turns the arguments of a call into numbers: a pair replaces two numbers, and a box replaces four.

A method calls this only if an argument is missing or is not an ordinary number, so plain numbers
cost nothing. It is compiled, because a pair is as ordinary. It stands alone, because sprites,
Groups, walkers, records and paths all use it.
"""

import cython as C
from cython.cimports.spritecol._support.fast_range_check import is_no_vector
from cython.cimports.spritecol._support.vectors import edges_of

from spritecol._support.range_check import OMITTED, number, shown
from spritecol._support.vectors import EDGES

SECOND = C.declare(dict, {"x": "y", "dx": "dy", "vx": "vy", "x1": "y1", "x2": "y2"})
SECOND.update({"left": "top", "right": "bottom"})
"""The names of numbers that a pair may replace, with the names of the second numbers."""

PLACE = ("x", "y")
"""The arguments of a call about a place."""

MOTION = ("dx", "dy", "targets")
"""The arguments of a call about a motion among targets."""


def unfold(call: str, names: tuple, given: tuple) -> list:
    """Return the arguments of a call, one for each name.

    Args:
        call: its name in errors, such as "group.query_circle".
        names: the names of its parameters, in order. The last may be "targets", which takes all the
            rest.
        given: the given arguments, in the same order, with `OMITTED` for missing ones. Arguments
            after a pair or a box may follow directly, or be given by name.

    Returns:
        A list as long as `names`. The numbers are not checked yet.

    Raises:
        TypeError: there are too few or too many.
        ValueError: a tuple or a list in place of a box has its corners in reverse.

    >>> unfold("group.query_circle", ("x", "y", "radius"), ((3, 4), 50, OMITTED))
    [3, 4, 50]
    """
    result: list = []
    room: C.Py_ssize_t = len(names)
    skips: C.int = 0  # how many may be omitted here: a pair, a box or a sprite replaces them
    for value in given:
        if value is OMITTED:
            skips -= 1
            continue
        place: C.Py_ssize_t = len(result)
        if skips < 0 or (place >= room and names[room - 1] != "targets"):
            raise misused(call, names, given)
        skips = 0
        if place == 0 and names[0] == "left" and is_alone(given):
            result.extend(edges_in_order(call, value))
            skips = 3
        elif place < room and names[place] in SECOND and is_pair(value):
            result.extend(value)
            skips = 1
        elif place == room - 1 and names[place] == "targets" and is_number(value):
            raise misused(call, names, given)
        else:
            result.append(value)
            skips = int(place == 0 and names[0] == "sprite")
    if len(result) < room:
        raise misused(call, names, given)
    if len(result) > room:
        result[room - 1 :] = [result[room - 1 :]]
    return result


@C.cfunc
def edges_in_order(call: str, box: object) -> tuple:
    """Return the four edges of a box. A sequence with its corners in reverse is an error, because
    it most likely means x, y, width and height.
    """
    edges: tuple = edges_of(box, "a box")
    if hasattr(box, "left"):
        return edges
    left, top, right, bottom = [number(edges[k], EDGES[k]) for k in range(4)]
    if right < left or bottom < top:
        raise ValueError(
            f"a box is (left, top, right, bottom), with left <= right and top <= bottom, got "
            f"{shown(box)}; from a width and a height, write {call}(x, y, x + width, y + height); "
            f"the two ends of a drag, in any order, are {call}(start, end)"
        )
    return left, top, right, bottom


@C.cfunc
@C.exceptval(-1)
def is_pair(value: object) -> C.bint:
    """Whether a value has two items in order: a tuple, a list, a vector of any library."""
    if is_no_vector(value):
        return False
    kind: object = type(value)
    return hasattr(kind, "__len__") and hasattr(kind, "__getitem__") and len(value) == 2


def is_place(value: object) -> C.bint:
    """Whether a value is a pair of numbers."""
    return is_pair(value) and not [one for one in value if not hasattr(type(one), "__float__")]


@C.cfunc
@C.exceptval(-1)
def is_alone(given: tuple) -> C.bint:
    """Whether only the first argument was given."""
    return len([value for value in given if value is not OMITTED]) == 1


@C.cfunc
def misused(call: str, names: tuple, given: tuple) -> object:
    """Return the error for missing or surplus arguments."""
    got: list = [one for one in given if one is not OMITTED]
    told: str = f"write {call}({', '.join(names)})"
    if names[0] == "left":
        told += f" or {call}(box)"
    elif names[0] in SECOND:
        short: str = ", ".join(names)
        for first, second in SECOND.items():
            short = short.replace(f"{first}, {second}", f"({first}, {second})")
        told += f" or {call}({short})"
    told += f", and everything else by keyword; got ({', '.join(map(shown, got))})"
    if names[0] == "left":
        told += ": a box is four numbers or two corners"
    elif [one for one in got if is_place(one)]:
        told += ": a pair replaces two numbers"
    elif [one for one in got if hasattr(one, "position")] and (
        "sprite" not in names and "targets" not in names
    ):
        told += ": with a sprite, pass its position"
    return TypeError(told)
