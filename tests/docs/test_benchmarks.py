"""The benchmarks run, everyone's answers agree, and the pages show the figures that are kept."""

from importlib import import_module
from typing import Any

import ordinary
import pytest
from harness import page, readme, results, targets
from harness.measuring import QUICK, compare
from parts import PARTS
from peers.circles import Ours
from scenes.circles import Circles


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.filterwarnings("default")  # the peers' warnings are none of ours
def test_a_part_runs_and_answers_agree(part: str) -> None:
    rows = list(import_module(f"parts.{part}").rows(QUICK))  # stops where answers differ
    assert rows
    for row in rows:
        if row.ratio is None:
            assert row.note  # why
        else:
            assert min(row.ratio, row.ours, row.theirs) > 0
    missing = {row.peer: row.note for row in rows if row.ratio is None}
    if missing:
        why = "; ".join(f"{peer}: {note}" for peer, note in missing.items())
        pytest.skip(f"nobody disagrees, but some are not here (extra `bench`, g++): {why}")


def test_ordinary_calls_run() -> None:
    known = ordinary.names()
    for row in ordinary.ROWS:
        exec(row.call, dict(known))
        exec(row.beside, dict(known))
    assert len({row.call for row in ordinary.ROWS}) == len(ordinary.ROWS) >= 60


def test_a_wrong_answer_stops_the_benchmark() -> None:
    class Forgetful(Ours):
        def frame(self, moment: int) -> Any:
            return super().frame(moment)[1:]

    scene = Circles(30)
    compare([Ours(scene), Ours(scene)])
    with pytest.raises(SystemExit, match="Forgetful"):
        compare([Ours(scene), Forgetful(scene)])


def test_the_pages_show_the_figures_that_are_kept() -> None:
    """If not, run `benchmarks/run.py --report`, then `--readme`."""
    rows = results.read()
    assert page.text(rows) == page.PAGE.read_text(encoding="utf-8")
    text = readme.README.read_text(encoding="utf-8")
    assert readme.filled(text, page.PAGE.read_text(encoding="utf-8")) == text
    for row in rows:
        assert row.allowed == targets.allowed(row.part, row.case, row.size, row.peer)
