"""The C++ program of cpp/circles.cpp: brute force, the classic linear quadtree, a uniform grid.

Programs are built with g++ for this very machine when they are first needed. spritecol itself is
built for any.
"""

import ctypes
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from harness.contender import Answer, Contender, UnavailableError, pair_rows
from scenes.circles import Circles, Column

from peers.circles import FLOAT32, CircleContender, without_near_ties

SOURCES = Path(__file__).parents[1] / "cpp"
BUILT = Path(__file__).parents[2] / "build" / "benchmarks"
SWITCHES = ("-std=c++17", "-O3", "-march=native", "-ffp-contract=off", "-shared", "-fPIC")
DEPTHS = range(1, 11)

DOUBLES = ctypes.POINTER(ctypes.c_double)


def program(name: str, *more: str) -> ctypes.CDLL:
    """The program of a source, built if need be, with more words for the compiler."""
    compiler = shutil.which("g++")
    if compiler is None:
        raise UnavailableError("there is no g++")
    source, built = SOURCES / f"{name}.cpp", BUILT / f"{name}.so"
    if not built.exists() or built.stat().st_mtime < source.stat().st_mtime:
        built.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([compiler, *SWITCHES, str(source), *more, "-o", str(built)], check=True)
    return ctypes.CDLL(str(built))


@cache
def library() -> ctypes.CDLL:
    """The program of the circles."""
    built = program("circles")
    columns: list[Any] = [DOUBLES, DOUBLES, DOUBLES, ctypes.c_int32]
    for function in (built.brute_force, built.quadtree, built.uniform_grid):
        function.restype = ctypes.c_double
        function.argtypes = columns
    built.quadtree.argtypes = [*columns, ctypes.c_int, ctypes.c_double, ctypes.c_double]
    built.pair_count.restype = ctypes.c_int64
    built.pairs.restype = ctypes.POINTER(ctypes.c_int32)
    return built


class _Program(CircleContender):
    """A frame of the program; it takes its own time, so that the way into C costs it nothing."""

    function: str

    def __init__(self, scene: Circles) -> None:
        super().__init__(scene)
        self.call = getattr(library(), self.function)
        self.more: tuple[float, ...] = ()

    def frame(self, moment: int) -> float:
        scene = self.scene
        x, y, r = (_numbers(c) for c in (scene.xs[moment], scene.ys[moment], scene.radius))
        return float(self.call(x, y, r, scene.count, *self.more))

    def time(self, moment: int) -> float:
        return self.frame(moment)

    def answer(self) -> Answer:
        count = library().pair_count()
        if count == 0:
            return pair_rows([])
        return pair_rows(np.ctypeslib.as_array(library().pairs(), (count, 2)))


class BruteForce(_Program):
    """Each with each."""

    function = "brute_force"


class Grid(_Program):
    """A uniform grid, made anew every frame. What it says of near ties is not compared."""

    function = "uniform_grid"
    way = "float32"
    geometry = FLOAT32

    def frame(self, moment: int) -> float:
        self.moment = moment
        return super().frame(moment)

    def answer(self) -> Answer:
        return without_near_ties(self.scene, self.moment, super().answer())


class Quadtree(_Program):
    """The classic linear quadtree, made anew every frame."""

    function = "quadtree"

    def __init__(self, scene: Circles, depth: int) -> None:
        super().__init__(scene)
        self.way = f"depth {depth}"
        self.more = (depth, scene.width, scene.height)


def quadtrees(scene: Circles) -> list[Contender]:
    """The tree in all depths."""
    return [Quadtree(scene, depth) for depth in DEPTHS]


def _numbers(column: Column) -> object:
    return column.ctypes.data_as(DOUBLES)
