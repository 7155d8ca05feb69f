"""Box2D 3, by the C++ program of cpp/box2d.cpp: rays, casts, manifolds and movers.

The headers and the static library are those of the wheel of pyb2d3. Its library is built for any
x86-64, without AVX2, as spritecol is. The loops are in C++: Box2D pays for no call from Python.
"""

import ctypes
from collections.abc import Callable
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from typing import Any

import numpy as np
from harness.contender import Answer, Frames, UnavailableError
from numpy.typing import NDArray

from peers.cpp import program

Floats = NDArray[np.float64]
WHEEL = "pyb2d3"


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
    return program("box2d", f"-I{headers}", str(wheel.locate_file(files[0])))


def passed(value: Any) -> Any:
    """What the program takes: a pointer that keeps the array, or the number."""
    if isinstance(value, np.ndarray):
        return np.ascontiguousarray(value).ctypes.data_as(ctypes.c_void_p)
    return ctypes.c_double(value) if isinstance(value, float) else value


class Task(Frames):
    """A function of the program about its one world, which writes a number for each question."""

    def __init__(
        self,
        shapes: Floats,
        function: str,
        *asked: Any,
        read: Callable[[Floats], Answer] | None = None,
        note: str = "",
        units: tuple[Floats, float, float] | None = None,
    ) -> None:
        """Circles are rows of 3 numbers, boxes are rows of 5; the last array asked has the count.

        Units are upright capsules: their places, half of the core's length, and the radius.
        """
        library().begin(passed(shapes), *shapes.shape)
        if units:
            library().add_units(passed(units[0]), len(units[0]), *map(passed, units[1:]))
        library().settle()
        self.call = getattr(library(), function)
        self.found, self.read = np.empty(len(asked[-1])), read
        self.asked = [*map(passed, asked), len(self.found), passed(self.found)]
        self.note = f"float32; its wheel's library, for any x86-64{note}"

    def frame(self, moment: int) -> Floats:
        self.call(*self.asked)
        return self.found

    def answer(self) -> Answer:
        return self.read(self.found) if self.read else None


class Moving(Task):
    """Units that move to and fro, and slide as in Box2D's sample; its rule is another one."""

    geometry = None
    moments = 2

    def __init__(self, walls: Floats, together: bool, ways: Floats, **more: Any) -> None:
        """All are moved at the end if `together`."""
        super().__init__(walls, "move_units", together, ways, **more)
        forth, back = self.asked, [*self.asked]
        back[1] = passed(-ways)
        self.both = forth, back

    def frame(self, moment: int) -> Floats:
        self.asked = self.both[moment]
        return super().frame(moment)
