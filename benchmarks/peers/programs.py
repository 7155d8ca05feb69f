"""Programs of cpp/, built with g++ for this very machine when they are first needed.

spritecol itself is built for any machine. So is the library of Box2D: it is that of a wheel, whose
headers and static library are used. The loops are in C++: nobody pays for calls from Python.
"""

import ctypes
import shutil
import subprocess
from functools import cache
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import numpy as np

SOURCES = Path(__file__).parents[1] / "cpp"
BUILT = Path(__file__).parents[2] / "build" / "benchmarks"
SWITCHES = ("-std=c++17", "-O3", "-march=native", "-ffp-contract=off", "-shared", "-fPIC")


@cache
def program(name: str, *more: str) -> ctypes.CDLL:
    """The program of a source, built if need be, with more words for the compiler."""
    compiler = shutil.which("g++")
    if compiler is None:
        raise ImportError("there is no g++")
    source, built = SOURCES / f"{name}.cpp", BUILT / f"{name}.so"
    if not built.exists() or built.stat().st_mtime < source.stat().st_mtime:
        built.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([compiler, *SWITCHES, str(source), *more, "-o", str(built)], check=True)
    return ctypes.CDLL(str(built))


def passed(value: Any) -> Any:
    """What a program takes: a pointer that keeps the array, or the number."""
    if isinstance(value, np.ndarray):
        return np.ascontiguousarray(value).ctypes.data_as(ctypes.c_void_p)
    return ctypes.c_double(value) if isinstance(value, float) else value


def circles() -> ctypes.CDLL:
    """Pairs of circles: brute force, the classic linear quadtree, a uniform grid."""
    built = program("circles")
    for function in (built.brute_force, built.quadtree, built.uniform_grid):
        function.restype = ctypes.c_double  # the seconds it took
    built.pair_count.restype = ctypes.c_int64
    built.pairs.restype = ctypes.POINTER(ctypes.c_int32)
    return built


def box2d() -> ctypes.CDLL:
    """Box2D 3: rays, casts, manifolds and movers."""
    wheel = distribution("pyb2d3")
    files = [file for file in wheel.files or () if file.name == "libbox2d.a"]
    if not files:
        raise ImportError("the wheel of pyb2d3 has no libbox2d.a")
    headers = str(wheel.locate_file("include"))
    return program("box2d", f"-I{headers}", str(wheel.locate_file(files[0])))
