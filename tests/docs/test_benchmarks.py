"""A benchmark stops where answers differ, and the pages show the figures that are kept.

`.ci/run` plays all of them once, by `benchmarks/run.py --quick`.
"""

import re
import sys
from typing import Any

import pytest
import report
import table
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
    assert report.text(kept) == report.PAGE.read_text(encoding="utf-8")
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
