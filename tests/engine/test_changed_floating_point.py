"""Right answers, or a warning, in a process whose floating point another library has changed.

gcc links code into a library built with -Ofast that makes the CPU take denormal numbers for 0 as
soon as the library is loaded. Not all versions do, so the library here does it by itself, too.
"""

import shutil
import subprocess
from pathlib import Path

import pytest
from support.processes import run_python

COMPILER = shutil.which("gcc")
SOURCE = """
#ifdef __aarch64__
__attribute__((constructor)) static void flush(void) {
    unsigned long long mode;
    __asm__ volatile("mrs %0, fpcr" : "=r"(mode));
    __asm__ volatile("msr fpcr, %0" : : "r"(mode | 1ULL << 24));
}
#else
#include <xmmintrin.h>
__attribute__((constructor)) static void flush(void) { _mm_setcsr(_mm_getcsr() | 0x8040); }
#endif
double twice(double x) { return 2 * x; }
"""
ROUND = """
#include <fenv.h>
void set_mode(int mode) { fesetround(mode); }
int modes[3] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
"""
WARNED = """
import ctypes, sys, warnings
from spritecol import Circle, Group, Rect, Sprite, SpritecolWarning
library = ctypes.CDLL(sys.argv[1])
library.set_mode((ctypes.c_int * 3).in_dll(library, "modes")[int(sys.argv[2])])
one, other = Sprite(collision=Rect(0, 0, 2, 2)), Sprite(collision=Circle(0, 0, 1))
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    one.hits(other) if sys.argv[3] == "hits" else Group(one).raycast(0, 0, 9, 9)
    one.hits(other)
assert [warning.category for warning in told] == [SpritecolWarning]
assert "fesetround(FE_TONEAREST)" in str(told[0].message)
"""
LOAD = """
import ctypes, sys
library = ctypes.CDLL(sys.argv[1])
library.twice.restype, library.twice.argtypes = ctypes.c_double, [ctypes.c_double]
assert library.twice(5e-324) == 0  # so the floating point is changed
"""
AT_ZERO = """
from spritecol import Group, Point, Rect, Segment, Sprite
point = Sprite(collision=Point(0, 0))
assert point.distance(Sprite(5, -1, collision=Rect(0, 0, 2, 2))).distance == 5
for shape in (Segment(-3, 0, 3, 0), Segment(0, -3, 0, 3), Segment(-3, -3, 3, 3), Point(0, 0)):
    flat = Sprite(collision=shape)
    group = Group(flat, Sprite(90, 0, collision=shape))
    assert group.query_point(0, 0) == [flat]
    assert group.query_box(-1, -1, 1, 1) == [flat]
    assert group.query_circle(0, 0, 1) == [flat]
    assert group.query_inside(-3, -3, 3, 3) == [flat]
    assert group.nearest(0, 5).other is flat
    assert flat.check(Group(Sprite(collision=Rect(-1, -1, 2, 2)))) != []
    assert group.raycast(-5, 7, 5, -7).other is flat
    assert Sprite(collision=Point(0, 0)).hits(flat)
    assert flat.aabb[:2] == (min(shape.bounds[0], 0), min(shape.bounds[1], 0))
hit = Sprite(-9, 0, collision=Segment(0, -3, 0, 3)).sweep(18, 0, point)
assert abs(hit.fraction - 0.5) < 1e-9
"""
SCENES = """
import random
from spritecol import Group, pairs
from support import scenes
for seed in range(40):
    rng, numbers = random.Random(seed), scenes.WHOLE if seed % 2 else scenes.ANY
    group = Group(scenes.sprite(rng, None, numbers) for _ in range(12))
    place = lambda: (rng.randint(-9, 9), rng.randint(-9, 9))
    number = {sprite: k for k, sprite in enumerate(group)}
    print(group.pair_indices().tolist(), group.aabbs.tolist())
    for _ in range(9):
        start, end = place(), place()
        print([number[sprite] for sprite in group.query_point(*start)])
        print([(number[h.other], h.fraction, h.normal) for h in group.raycast_all(*start, *end)])
        near = group.nearest(*start)
        print(near and (number[near.other], near.distance, near.point))
    for sprite in group:
        print([(number[c.other], c.normal, c.depth, c.points) for c in sprite.contacts(group)])
        hit = sprite.sweep(*place(), group)
        print(hit and (number[hit.other], hit.fraction, hit.normal))
"""

pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no compiler")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library that has the CPU take denormal numbers for 0 as soon as it is loaded."""
    return built(tmp_path_factory.mktemp("library"), SOURCE)


@pytest.fixture(scope="module")
def rounding(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library that changes how the CPU rounds."""
    return built(tmp_path_factory.mktemp("rounding"), ROUND)


def built(folder: Path, source: str) -> Path:
    """A library, built with -Ofast."""
    (folder / "made.c").write_text(source, encoding="utf-8")
    command = [str(COMPILER), "-Ofast", "-shared", "-fPIC", "made.c", "-o", "made.so", "-lm"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder / "made.so"


def play(program: str, *arguments: str) -> str:
    """What a program prints in a process of its own."""
    ended = run_python("-c", program, *arguments, helpers=True)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_what_is_flat_at_0_is_found(library: Path) -> None:
    play(LOAD + AT_ZERO, str(library))


def test_random_scenes_answer_as_in_any_other_process(library: Path) -> None:
    """Every answer, to the last bit, in whole numbers and in any."""
    usual = play(SCENES)
    assert len(usual) > 50_000
    assert play(LOAD + SCENES, str(library)) == usual


@pytest.mark.parametrize("question", ["hits", "raycast"])
@pytest.mark.parametrize("mode", ["0", "1", "2"], ids=["upward", "downward", "toward 0"])
def test_another_rounding_is_told_at_the_first_call(
    rounding: Path, mode: str, question: str
) -> None:
    play(WARNED, str(rounding), mode, question)
