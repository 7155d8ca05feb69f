"""Faults by chance: what is drawn, that it sleeps behind its switch, and what is told of it."""

import ast
from pathlib import Path
from textwrap import dedent

import pytest
from support.sources import ROOT, needs_source

import planted
from planted import Fault, drawn
from planted import __main__ as command

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
HEADER = '''
cdef inline bint is_in(double x, double[2] side) noexcept nogil:
    """Whether it is inside."""
    cdef double low = side[0] - x
    cdef double *end = &side[1]
    if low < 0:
        return False
    elif low > 9:
        return <bint>low
    return True
cdef double other = 1 - 2
'''


@pytest.mark.parametrize("line", DRAWN)
def test_what_a_statement_may_become(line: str) -> None:
    found = drawn.faults_of(f"def f(a, b=1):\n    {line}\n", "some.py")
    assert {fault.new for fault in found} == DRAWN[line]


def test_of_a_header_inline_functions_are_read() -> None:
    found = {(fault.old, fault.new) for fault in drawn.faults_of(HEADER, "some.pxd")}
    wanted = {("side[0] - x", "side[0] + x"), ("low < 0", "low <= 0"), ("low > 9", "False")}
    assert wanted <= found
    assert not any("<bint>" in old or "&" in old or "1 - 2" in old for old, _ in found)
    assert all(HEADER[f.at :].startswith(f.old) for f in drawn.faults_of(HEADER, "some.pxd"))


class Asleep(ast.NodeTransformer):
    """What runs if no fault is on."""

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        if not ast.unparse(node.test).startswith("planted("):
            return node
        old = node.orelse
        if ast.unparse(node.body).startswith("not ") or ast.unparse(node.body) == "False":
            old = old.operand.operand  # type: ignore[attr-defined]
        return old

    def visit_If(self, node: ast.If) -> ast.AST:
        self.generic_visit(node)
        return node.body[0] if ast.unparse(node.test).startswith("not planted(") else node


@needs_source
def test_faults_sleep() -> None:
    """With all switches off, a planted file is the file as it was."""
    words = ["narrow_phase/d"]
    chosen = drawn.drawn(ROOT, words, 60, 1, is_plain=False)
    assert len(chosen) > 40
    assert chosen == drawn.drawn(ROOT, words, 60, 1, is_plain=False)
    assert len({fault.number for fault in chosen}) == len(chosen)
    for file, text in planted.planted_files(ROOT, chosen):
        if file.startswith(planted.SWITCH):
            continue
        asleep = ast.unparse(Asleep().visit(ast.parse(text)))
        original = ast.unparse(ast.parse((ROOT / file).read_text("utf-8")))
        assert [line for line in asleep.splitlines() if "planted" not in line] == (
            original.splitlines()
        )
        assert text.count("planted(") == sum(fault.file == file for fault in chosen)


@needs_source
def test_faults_are_spread_by_lines() -> None:
    chosen = drawn.drawn(ROOT, ["engine/sweeps/"], 40, 2, is_plain=False)
    files = {fault.file for fault in chosen}
    assert len(files) > 8
    assert not any(a.overlaps(b) for a in chosen for b in chosen if a is not b)


@needs_source
def test_faults_of_a_file_need_no_call(tmp_path: Path) -> None:
    path = tmp_path / "some.toml"
    path.write_text(
        dedent("""
            [[fault]]
            name = "a wall is a floor"
            file = "spritecol/_engine/sweeps/proof.py"
            old = "a < b"
            new = "a <= b"
        """)
    )
    (fault,) = planted.faults(path)
    assert (fault.shows, fault.topic, fault.at) == ("", "", None)
    assert "tests/motion/" in command.topic_of(fault)


FAULT = Fault("one", "spritecol/_engine/sweeps/proof.py", "a < b", "a <= b", at=7)
VERDICTS = {
    "caught": {"topic"},
    "caught elsewhere only": {"elsewhere"},
    "MISSED": {"campaign"},
    "without effect": set(),
    "ITS TESTS FAIL WITHOUT IT": {"topic", "without it"},
}


@pytest.mark.parametrize("verdict", VERDICTS)
def test_what_is_told_of_a_fault(verdict: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seeing = VERDICTS[verdict]

    def ended(number: int, *tests: str) -> tuple[int, str]:
        place = "elsewhere" if "tests/docs" in tests else "topic"
        is_seen = place in seeing and (number == FAULT.number or "without it" in seeing)
        return (1, f"tests/{place}.py::test") if is_seen else (0, "")

    monkeypatch.setattr(command, "ended", ended)
    monkeypatch.setattr(
        command, "campaign", lambda number: "campaign" in seeing and number == FAULT.number
    )
    command.ended_without.cache_clear()
    found = command.by_topic(FAULT)[0]
    assert (command.by_others(FAULT)[0] if found == "MISSED" else found) == verdict
    command.ended_without.cache_clear()


def test_a_topic_that_lacks_a_library_was_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its files that are skipped might see the fault. Of all tests, some are always skipped."""
    monkeypatch.setattr(command, "ended", lambda number, *tests: (0, "arcade"))
    monkeypatch.setattr(command, "campaign", str)
    assert command.by_topic(FAULT) == (command.NOT_LOOKED, "arcade")
    assert command.by_others(FAULT)[0] == "MISSED"
