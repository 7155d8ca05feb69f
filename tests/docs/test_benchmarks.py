"""A benchmark stops where answers differ, the pages show the figures that are kept, and the gate
that compares with the baseline judges by its limits.

`.ci/run` plays all of them once, by `benchmarks/run.py --quick`, and runs the gate.
"""

import math
import re
import sys
from typing import Any

import ab
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


def judged(*changed: Compared, ratio: float = 1.0) -> list[str]:
    """What the gate says if all rows have a ratio but some, which were measured otherwise."""
    found = {name: Compared(name, [([1.0], [ratio])]) for name in GATED}
    found |= {row.name: row for row in changed}
    assert len(found) == len(GATED)
    return [*ab.slower([*found.values()])]


def test_the_gate_lets_pass_what_is_about_as_fast() -> None:
    assert judged() == judged(ratio=1.09) == judged(ratio=0.3) == []
    assert judged(Compared(CALL, [([1.0], [1.45])])) == []


@pytest.mark.parametrize(
    ("row", "told"),
    [
        pytest.param(Compared(CALL, [([1.0], [1.6])]), "1.60 times as long", id="slow row"),
        pytest.param(Compared(CALL, [([1, 1], [1, 3])]), "2.00 times as long", id="slow moment"),
        pytest.param(
            Compared(PLAY, [([1.0] * 40 + [25.0], [1.0] * 40 + [25.0])]),
            "25.0 medians",
            id="a frame that freezes, though the older one froze, too",
        ),
        pytest.param(
            Compared(PLAY, [([1.0] * 9, [1.0] * 8 + [math.inf])]), "inf medians", id="a lost frame"
        ),
        pytest.param(Compared(CALL), "not measured", id="no round"),
        pytest.param(Compared(CALL, [([math.inf], [1.0])]), "not measured", id="too short"),
        pytest.param(Compared(CALL, new="KeyError: 'x'"), "KeyError", id="the new one cannot"),
        pytest.param(Compared(CALL, old="one", new="other"), "other", id="both cannot"),
    ],
)
def test_the_gate_stops(row: Compared, told: str) -> None:
    (line,) = judged(row)
    assert row.name in line
    assert told in line


def test_the_gate_stops_what_is_a_bit_slower_everywhere() -> None:
    assert judged(ratio=1.12) == ["the geometric mean is 1.120, above 1.1"]


def test_the_gate_judges_by_the_least_of_all_rounds() -> None:
    """So a second look helps against a busy machine."""
    busy, quiet = [1.0] * 5, [1.0] * 5
    busy[3] = 90.0
    twice = [(quiet, busy), (quiet, quiet)]
    assert not Compared(PLAY, twice[:1]).is_settled()
    assert Compared(PLAY, twice).is_settled()
    assert judged(Compared(PLAY, twice)) == []
    assert not Compared(CALL, [([1.0], [1.6])]).is_settled()


def test_what_only_the_older_one_cannot_do_is_told_and_left_out() -> None:
    row = Compared(CALL, old="AttributeError: none")
    assert judged(row) == []
    assert row.is_settled()
    assert "not measured  old: AttributeError: none" in [*ab.report([row])][1]


def test_each_pattern_of_the_gate_has_rows() -> None:
    lost = [name for name in GATED if not name.startswith("frames")]
    assert [*ab.slower([Compared(name, [([1.0], [1.0])]) for name in lost])] == [
        "no row is called ^frames: "
    ]


def test_a_gate_without_rows_stops() -> None:
    nothing = [*ab.slower([])]
    assert len(nothing) == len(ab.GATE) + 1
    assert nothing[-1] == "no row was measured"
    older = [Compared(name, old="AttributeError: none") for name in GATED]
    assert [*ab.slower(older)] == ["no row was measured"]
