"""The C++ program of cpp/sweeps.cpp: circles and turned boxes against upright walls in a grid."""

import ctypes
from collections.abc import Callable
from functools import cache
from math import radians
from time import perf_counter

import numpy as np
from harness.contender import Answer, Frames
from numpy.typing import NDArray
from scenes.walls import SIDE, Scene

from peers.cpp import DOUBLES, program

Floats = NDArray[np.float64]


@cache
def library() -> ctypes.CDLL:
    """The built program."""
    built = program("sweeps")
    whole, real = ctypes.c_int32, ctypes.c_double
    built.build.argtypes = [DOUBLES, whole, real, real]
    built.sweep_circles.argtypes = [DOUBLES, whole, real, DOUBLES]
    built.sweep_boxes.argtypes = [DOUBLES, whole, real, real, real, DOUBLES]
    return built


def numbers(array: Floats) -> object:
    """An array as the C++ program takes it."""
    return array.ctypes.data_as(DOUBLES)


class Sweeps(Frames):
    """All ways in one call; the grid is made before."""

    note = "all ways in one call from Python"

    def __init__(self, scene: Scene, call: Callable[[object, int, object], None]) -> None:
        self.scene, self.call = scene, call
        self.ways = np.array(scene.ways)
        self.ways[:, :2] += SIDE / 2  # to the middle of what moves
        self.fractions = np.zeros(len(self.ways))
        self.walls = np.array(scene.walls)
        library().build(numbers(self.walls), len(self.walls), scene.width, scene.width)

    def frame(self, moment: int) -> Floats:
        self.call(numbers(self.ways), len(self.ways), numbers(self.fractions))
        return self.fractions

    def time(self, moment: int) -> float:
        start = perf_counter()
        self.result = self.frame(moment)
        return (perf_counter() - start) / len(self.ways)

    def answer(self) -> Answer:
        return np.minimum(self.result, 2.0).round(6).tolist()


def circles(scene: Scene) -> Sweeps:
    """The circle."""
    return Sweeps(scene, lambda ways, n, out: library().sweep_circles(ways, n, SIDE / 2, out))


def boxes(scene: Scene, angle: float) -> Sweeps:
    """The box, turned by an angle in degrees."""
    half, turned = SIDE / 2, radians(angle)
    return Sweeps(
        scene, lambda ways, n, out: library().sweep_boxes(ways, n, half, half, turned, out)
    )
