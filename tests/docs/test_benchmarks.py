"""A benchmark stops where answers differ, the pages show the figures that are kept, and the gate
that compares with the baseline judges by its limits.

`.ci/run` plays all of them once, by `benchmarks/run.py --quick`, and runs the gate.
"""

import csv
import math
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import ab
import instructions
import pytest
import report
import table
from ab import Compared
from measure import OURS, QUICK, TABLE, Row, Way, Ways, figures
from support.processes import run_python

assert table.load() == []


def test_a_wrong_answer_stops_the_benchmark() -> None:
    def row(theirs: Any) -> Row:
        def make(size: int) -> Ways:
            return {OURS: Way(lambda moment: [1, 2]), "a peer": Way(theirs)}

        return Row("part", "case", (1,), (1,), make, {}, 0, "", True)

    assert len(list(figures([row(lambda moment: [1, 2])], QUICK))) == 1
    with pytest.raises(SystemExit, match="a peer"):
        list(figures([row(lambda moment: [1])], QUICK))


def test_rows_have_names_of_their_own() -> None:
    names = [name for row in TABLE for name, _ in row.named()]
    assert len(set(names)) == len(names)


def test_the_pages_show_the_figures_that_are_kept() -> None:
    """If not, run `benchmarks/run.py --report`. Each figure has a row that measures it."""
    kept = report.read()
    page = report.PAGE.read_text(encoding="utf-8")
    assert report.text(kept) == page
    assert len(page.split()) <= 2_500
    tables = report.all_tables(kept, report.PARTS)
    for part in report.PARTS:
        assert report.all_tables(kept, [part]) in tables
    rows = re.findall(r"^\| .* \| (.*) \|$", tables, re.MULTILINE)
    assert len(rows) > 300
    readme = report.README.read_text(encoding="utf-8")
    assert report.filled(readme, kept) == readme
    measured = {(row.part, row.case, size, row.detail) for row in TABLE for size in row.sizes}
    for figure in kept:
        detail = figure.way if figure.part == "pygame_drop_in" else ""
        assert (figure.part, figure.case, figure.size, detail) in measured


@pytest.mark.skipif(sys.platform != "linux", reason="it reads the memory of the process")
def test_the_page_of_costs_shows_what_its_script_measures() -> None:
    """If not, run `benchmarks/costs.py` on an idle machine."""
    pytest.importorskip("pygame", reason="needs pygame-ce")
    done = run_python(str(report.ROOT / "benchmarks" / "costs.py"), "--quick")
    assert (done.returncode, done.stderr) == (0, "")
    page = (report.ROOT / "docs" / "costs.md").read_text(encoding="utf-8")
    figures = page.partition("<!-- measured")[2]
    rows = re.compile(r"(?m)^(\| .*) \| [^|]* \|$")
    assert rows.findall(done.stdout) == rows.findall(figures)[1:]  # without the head


# --- the gate ------------------------------------------------------------------------------------

GATED = [
    name
    for row in TABLE
    for name, _ in row.named()
    if row.compared and re.search("|".join(ab.GATE), name)
]
CALL, PLAY = "frames: walk on tiles, box, 1", "plays: ride on a lift, 1"


def measured(
    name: str, old: ab.Times | str = "", new: ab.Times | str = "", counts: float = 1.0
) -> Compared:
    """A row that was measured once; `counts` is the ratio of its instructions."""
    row = Compared(name)
    row.look(old or [1.0], new or [1.0])
    row.counts = Counter({"f": 900, "g": 100}), Counter({"f": 900, "g": round(1000 * counts) - 900})
    return row


def judged(*changed: Compared, ratio: float = 1.0, **reasons: float) -> list[str]:
    """What the gate says if all rows have a ratio of times but some, which were measured otherwise.

    `reasons` has the ratios of `CALL` and `PLAY` in the list.
    """
    found = {name: measured(name, new=[ratio]) for name in GATED}
    found |= {row.name: row for row in changed}
    assert len(found) == len(GATED)
    return [*ab.slower([*found.values()], {globals()[name]: r for name, r in reasons.items()})]


def test_the_gate_lets_pass_what_does_no_more_and_is_about_as_fast() -> None:
    assert judged() == judged(ratio=1.09) == judged(ratio=0.3) == []
    assert judged(measured(CALL, new=[1.45])) == []
    assert judged(measured(CALL, counts=1.019), measured(PLAY, counts=0.5)) == []


@pytest.mark.parametrize(
    ("row", "told"),
    [
        pytest.param(
            measured(CALL, counts=1.021), "1.021 times the instructions: g +21", id="more work"
        ),
        pytest.param(measured(CALL, new=[1.6]), "1.60 times as long", id="slow row"),
        pytest.param(measured(CALL, [1, 1], [1, 3]), "2.00 times as long", id="slow moment"),
        pytest.param(
            measured(PLAY, [1.0] * 40 + [25.0], [1.0] * 40 + [25.0]),
            "25.0 medians",
            id="a frame that freezes, though the older one froze, too",
        ),
        pytest.param(measured(PLAY, [1.0] * 9, [1.0] * 8 + [math.inf]), "inf", id="a lost frame"),
        pytest.param(Compared(CALL), "not timed", id="no look"),
        pytest.param(measured(CALL, [math.inf]), "not timed", id="too short"),
        pytest.param(measured(CALL, new="KeyError: 'x'"), "KeyError", id="the new one cannot"),
        pytest.param(measured(CALL, "one", "other"), "other", id="both cannot"),
    ],
)
def test_the_gate_stops(row: Compared, told: str) -> None:
    (line,) = judged(row)
    assert row.name in line
    assert told in line


def test_the_gate_lets_pass_more_work_up_to_the_ratio_in_the_list() -> None:
    row = measured(CALL, counts=1.06)
    assert judged(row, CALL=1.07) == []
    assert len(judged(row, CALL=1.05)) == len(judged(row, PLAY=1.07)) == 1


def test_the_list_has_a_ratio_and_a_reason_for_rows_that_are_there() -> None:
    baseline = (ab.HERE / "baseline").read_text("utf-8").strip()
    with ab.REASONS.open(encoding="utf-8", newline="") as file:
        listed = list(csv.DictReader(file))
    assert len({(one["since"], one["row"]) for one in listed}) == len(listed) > 0
    for one in listed:
        assert one["row"] in GATED
        assert float(one["ratio"]) > ab.MORE
        assert len(one["why"].split()) >= 4, one["row"]
    assert ab.reasons(baseline) == {
        one["row"]: float(one["ratio"]) for one in listed if one["since"] == baseline
    }


def test_the_gate_stops_what_is_a_bit_slower_everywhere() -> None:
    assert judged(ratio=1.12) == ["the geometric mean of the times is 1.120, above 1.1"]


def test_the_gate_judges_by_the_least_of_all_looks() -> None:
    """So another look helps against a busy machine."""
    quiet = [1.0] * 5
    row = measured(PLAY, quiet, [1.0] * 4 + [90.0])
    assert not row.is_settled()
    row.look(quiet, quiet)
    assert row.is_settled()
    assert judged(row) == []
    assert not measured(CALL, new=[1.6]).is_settled()


def test_sides_take_turns_in_going_first(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []

    def asked(version: str, names: list[str], *_: object) -> list[Any]:
        order.append(version)
        return [None, *([9.0] if version == "new" else [1.0] for _ in names)]

    monkeypatch.setattr(ab, "asked", asked)
    row = Compared(CALL)
    ab.time(["old", "new"], [row])
    assert order == ["old", "new", "new", "old"] * (ab.LOOKS // 2)
    assert row.seconds() == (1.0, 9.0)


def test_what_only_the_older_one_cannot_do_is_told_and_left_out() -> None:
    row = measured(CALL, "AttributeError: none")
    assert judged(row) == []
    assert row.is_settled()
    assert "old: AttributeError: none" in ab.line(row)


def test_each_pattern_of_the_gate_has_rows() -> None:
    lost = [name for name in GATED if not name.startswith("frames")]
    assert [*ab.slower([measured(name) for name in lost], {})] == ["no row is called ^frames: "]


def test_a_gate_without_rows_stops() -> None:
    nothing = [*ab.slower([], {})]
    assert len(nothing) == len(ab.GATE) + 1
    assert nothing[-1] == "no row was measured"
    older = [measured(name, "AttributeError: none") for name in GATED]
    assert [*ab.slower(older, {})] == ["no row was measured"]


COUNTED = """
import ctypes, sys
marks = ctypes.PyDLL(sys.argv[1])
marks.start()
for few in (9, 0, 100, 200):
    marks.toggle()
    for _ in range(few):
        hash("a text" * 99)
    marks.toggle()
    marks.dump(b"a row: x, 1" if few else b"nothing")
"""


@pytest.mark.builds
@pytest.mark.skipif(instructions.missing() != "", reason="valgrind counts the instructions")
def test_valgrind_counts_the_instructions_of_what_is_marked(tmp_path: Path) -> None:
    library, before = instructions.library(tmp_path), instructions.command(tmp_path)
    subprocess.run([*before, sys.executable, "-c", COUNTED, library], check=True)
    found = instructions.read(tmp_path)
    (nothing,), (_, once, twice) = found["nothing"], found["a row: x, 1"]
    each = (once.total() - nothing.total()) / 100
    assert (twice - once).total() == pytest.approx(100 * each, rel=0.02)
    assert 500 < each < 50_000
    assert any("hash" in name for name in once)
