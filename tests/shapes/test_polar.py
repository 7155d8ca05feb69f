"""Polar coordinates: cosine and sine of degrees, and lengths of vectors."""

import math
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.hooks import cos_sin, degrees_of, length

TURNS = st.one_of(st.floats(-720, 720), st.integers(-8, 8).map(lambda i: i * 90.0))
PARTS = st.floats(-1e154, 1e154)
RELATIVE = Fraction(1, 2**52)
SUBNORMAL = Fraction(1, 2**1074)  # the least float above 0


def test_quarter_turns_are_exact() -> None:
    exact = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]
    for i in range(-40, 41):
        c, s = cos_sin(90.0 * i)
        assert (c, s) == exact[i % 4]
        assert 0.0 not in (c, s) or "-0.0" not in (repr(c), repr(s))
    assert cos_sin(90e10) == (1.0, 0.0)


@given(TURNS, st.integers(-5, 5))
def test_cos_sin(angle: float, rounds: int) -> None:
    c, s = cos_sin(angle)
    assert c == pytest.approx(math.cos(math.radians(angle)), abs=1e-14)
    assert s == pytest.approx(math.sin(math.radians(angle)), abs=1e-14)
    assert math.hypot(c, s) == pytest.approx(1.0, abs=1e-15)
    if math.fmod(angle, 1 / 1024) == 0:  # then whole rounds add up without rounding
        assert cos_sin(angle + 360.0 * rounds) == (c, s)


@pytest.mark.parametrize("eighth", range(-3, 5))
@pytest.mark.parametrize("size", [1e-300, 1.0, 7.0, 1e12])
def test_directions_of_eighths_are_exact(eighth: int, size: float) -> None:
    x, y = (size * round(part) for part in cos_sin(45.0 * eighth))
    assert degrees_of(x, y) == 45.0 * eighth


@given(PARTS, PARTS)
@example(-3.2683634877906932e16, 3.524219851576042e16)
@example(-7.080225678564212e16, 7.205181399738518e16)
def test_directions(x: float, y: float) -> None:
    found = degrees_of(x, y)
    assert found == pytest.approx(math.degrees(math.atan2(y + 0.0, x + 0.0)), rel=1e-15, abs=1e-300)
    assert -180.0 <= found <= 180.0
    if x or y:
        c, s = cos_sin(found)
        size = max(abs(x), abs(y))
        assert abs(c * (y / size) - s * (x / size)) < 1e-15  # an ulp of 180 degrees is 5e-16
        assert c * (x / size) + s * (y / size) > 0.0


def test_a_vector_without_length_has_the_direction_0() -> None:
    assert [degrees_of(x, y) for x in (0.0, -0.0) for y in (0.0, -0.0)] == [0.0] * 4


@given(PARTS, PARTS)
@example(1e12, 1e-300)
@example(3e-300, 4e-300)
@example(1e-140, 7e-141)
@example(5e-324, 5e-324)
@example(1e154, -1e154)
def test_lengths_are_nearly_exact(x: float, y: float) -> None:
    found = Fraction(length(x, y))
    squared = Fraction(x) ** 2 + Fraction(y) ** 2
    assert max(0, found * (1 - RELATIVE) - SUBNORMAL) ** 2 <= squared
    assert squared <= (found * (1 + RELATIVE) + SUBNORMAL) ** 2
    assert length(y, x) == length(-x, y) == found


@given(st.floats(allow_nan=False))
def test_lengths_along_an_axis_are_exact(x: float) -> None:
    assert length(x, 0.0) == length(0.0, x) == abs(x)


@pytest.mark.parametrize("sides", [(3, 4, 5), (20, 21, 29), (119, 120, 169), (0, 0, 0)])
@pytest.mark.parametrize("power", [-1070, -540, -470, -464, 0, 40, 509, 511, 1015])
def test_lengths_of_whole_numbers_are_exact(sides: tuple[int, int, int], power: int) -> None:
    x, y, expected = (math.ldexp(side, power) for side in sides)
    assert length(x, y) == expected


def test_lengths_out_of_range() -> None:
    assert length(1.5e308, 1.5e308) == math.inf
    assert length(-math.inf, 1.0) == math.inf
    assert math.isnan(length(math.nan, 1.0))
