"""Box2D 3, by the C++ program of cpp/box2d.cpp: rays, casts of a box, manifolds.

The headers and the static library are those of the wheel of pyb2d3. Its library is built for any
x86-64, without AVX2, as spritecol is. The loops are in C++: Box2D pays for no call from Python.
"""

import ctypes
from collections.abc import Callable
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution

import numpy as np
from harness.contender import Answer, Frames, UnavailableError
from numpy.typing import NDArray

from peers.cpp import DOUBLES, program

Floats = NDArray[np.float64]
WHEEL = "pyb2d3"
POSITIONS = ctypes.POINTER(ctypes.c_int64)


@cache
def library() -> ctypes.CDLL:
    """The program, linked with the wheel's library."""
    try:
        wheel = distribution(WHEEL)
    except PackageNotFoundError as error:
        raise UnavailableError(f"{WHEEL} is not installed") from error
    files = [file for file in wheel.files or () if file.name == "libbox2d.a"]
    if not files:
        raise UnavailableError(f"the wheel of {WHEEL} has no libbox2d.a")
    headers = str(wheel.locate_file("include"))
    built = program("box2d", f"-I{headers}", str(wheel.locate_file(files[0])))
    built.add_circles.argtypes = built.add_boxes.argtypes = [DOUBLES, ctypes.c_int32]
    built.cast_rays.argtypes = [DOUBLES, DOUBLES, ctypes.c_int32, DOUBLES]
    built.cast_boxes.argtypes = [*[ctypes.c_double] * 3, *built.cast_rays.argtypes]
    built.add_units.argtypes = [DOUBLES, ctypes.c_int32, ctypes.c_double, ctypes.c_double]
    built.cast_units.argtypes = [DOUBLES, ctypes.c_int32, DOUBLES]
    built.move_units.argtypes = [
        DOUBLES,
        ctypes.c_double,
        ctypes.c_int32,
        *built.cast_units.argtypes[1:],
    ]
    built.collide.argtypes = [POSITIONS, ctypes.c_int32, DOUBLES]
    return built


class Task(Frames):
    """A call of the program about the one world, which writes a number for each question."""

    note = "float32; its wheel's library, for any x86-64"

    def __init__(self, shapes: Floats, count: int, read: Callable[[Floats], Answer]) -> None:
        """Circles are rows of 3 numbers, boxes are rows of 5."""
        shapes = np.ascontiguousarray(shapes)
        self.found, self.read = np.empty(count), read
        add = library().add_circles if shapes.shape[1] == 3 else library().add_boxes
        library().begin()
        add(shapes.ctypes.data_as(DOUBLES), len(shapes))
        library().settle()

    def ask(self, function: str, *arguments: object) -> "Task":
        """Say what is called."""
        self.call, self.arguments = getattr(library(), function), arguments
        self.out = numbers(self.found)
        return self

    def frame(self, moment: int) -> Floats:
        self.call(*self.arguments, len(self.found), self.out)
        return self.found

    def answer(self) -> Answer:
        return self.read(self.found)


def numbers(array: Floats) -> object:
    """A pointer that keeps the array."""
    return np.ascontiguousarray(array).ctypes.data_as(DOUBLES)


def rays(circles: Floats, starts: Floats, ends: Floats, read: Callable[[Floats], Answer]) -> Task:
    """Rays among circles: the fraction of each."""
    return Task(circles, len(starts), read).ask("cast_rays", numbers(starts), numbers(ends))


def casts(
    boxes: Floats,
    mover: tuple[float, float, float],
    starts: Floats,
    ways: Floats,
    read: Callable[[Floats], Answer],
) -> Task:
    """Casts of a box (width, height, angle) among boxes: the fraction of each."""
    task = Task(boxes, len(starts), read)
    return task.ask("cast_boxes", *mover, numbers(starts), numbers(ways))


def manifolds(boxes: Floats, pairs: NDArray[np.int64], read: Callable[[Floats], Answer]) -> Task:
    """The manifolds of pairs of boxes, which are known already: the depth of each."""
    positions = np.ascontiguousarray(pairs, dtype=np.int64).ctypes.data_as(POSITIONS)
    return Task(boxes, len(pairs), read).ask("collide", positions)


class Units(Task):
    """Upright capsules among each other and among boxes: movers that are cast, or move."""

    def __init__(
        self,
        places: Floats,
        ways: Floats,
        walls: Floats,
        size: tuple[float, float],
        read: Callable[[Floats], Answer],
        way: str = "",
    ) -> None:
        """Walls are rows of 5 numbers; `size` is half of the core's length, and the radius."""
        super().__init__(walls, len(places), read)
        library().add_units(numbers(places), len(places), *size)
        library().settle()
        self.way = way
        self.ways = numbers(ways)
        self.ask("cast_units", self.ways)


class Moving(Units):
    """Each mover slides by its planes, as in Box2D's sample; there is no other who turns back."""

    geometry = None
    moments = 2
    together = False

    def frame(self, moment: int) -> Floats:
        library().move_units(self.ways, 1 - 2 * moment, self.together, len(self.found), self.out)
        return self.found


class MovingTogether(Moving):
    """All are moved at the end."""

    together = True
