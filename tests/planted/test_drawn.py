"""Faults by chance: what is drawn. A run tells itself if a fault does not sleep."""

import pytest

from planted import drawn

DRAWN = {
    "return a < b": {"a <= b"},
    "return a <= b < c": {"a < b < c", "a <= b <= c"},
    "return a - b": {"a + b", "a"},
    "return a and b": {"a or b", "a", "b"},
    "return -a": {"a"},
    "return not a": {"not not (a)"},
    "return 2.5": {"3.5"},
    "return 0": set(),
    "return 0 if a else 1": {"1", "2", "not (a)", "False"},
    "return True": {"False"},
    "if a: return": {"not (a)", "False"},
    "while a: a.go()": {"False", "pass"},
    "return box.left": {"(box).top"},
    "return dx if a else dy": {"not (a)", "False", "dy", "dx"},
    "return min(a, b)": {"max((a), (b))"},
    "a += b": {"-(b)"},
    "raise ValueError(a + 1)": set(),
    "n: C.double[4] = C.declare(C.double[4])": set(),
}


@pytest.mark.parametrize("line", DRAWN)
def test_what_a_statement_may_become(line: str) -> None:
    found = drawn.faults_of(f"def f(a, b=1):\n    {line}\n", "some.py")
    assert {fault.new for fault in found} == DRAWN[line]
