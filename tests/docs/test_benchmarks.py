"""The benchmarks run, everyone's answers agree, and the page shows the figures that are kept."""

import ast
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from harness import page, results, targets
from harness.contender import Frames
from harness.contest import contest
from harness.measuring import QUICK, compare
from harness.rows import Row
from parts import PARTS
from peers.circles import FLOAT32, Ours, reference, without_near_ties
from scenes.circles import Circles


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    return results.read()


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.filterwarnings("default")  # the peers' warnings are none of ours
def test_a_part_runs_and_answers_agree(part: str) -> None:
    rows = list(import_module(f"parts.{part}").rows(QUICK))  # stops where answers differ
    assert rows
    assert {row.part for row in rows} == {part}
    for row in rows:
        if row.ratio is None:
            assert row.note  # why
        else:
            assert row.ratio > 0
            assert row.ours > 0
            assert row.theirs > 0
    missing = {row.peer: row.note for row in rows if row.ratio is None}
    if missing:
        why = "; ".join(f"{peer}: {note}" for peer, note in missing.items())
        pytest.skip(f"nobody disagrees, but some are not here (extra `bench`, g++): {why}")


def test_every_target_is_that_of_a_row(rows: list[Row]) -> None:
    assert {row.part for row in rows} <= set(PARTS)
    for row in rows:
        assert row.allowed == targets.allowed(row.part, row.case, row.size, row.peer)
    keys = {(row.part, row.case, row.peer) for row in rows}
    assert {(part, case, peer) for part, case, _, peer in targets.TARGETS} <= keys


def test_the_page_shows_the_figures_that_are_kept(rows: list[Row]) -> None:
    assert page.text(rows) == page.PAGE.read_text(encoding="utf-8"), (
        "run `benchmarks/run.py --report`"
    )


def test_the_page_has_a_place_for_every_part() -> None:
    marks = page.MARK.findall(page.TEXT.read_text(encoding="utf-8"))
    assert set(marks) >= set(page.TABLES)
    assert {mark.partition(",")[0] for mark in marks} == set(PARTS)


@pytest.mark.filterwarnings("default")
def test_the_page_can_be_made_of_what_any_run_gives() -> None:
    """Of small runs too, whose numbers are others than those of the page."""
    quick = [
        row for part in ("one_pair", "worlds") for row in import_module(f"parts.{part}").rows(QUICK)
    ]
    made = page.text(quick)
    assert "## Worlds: save" in made
    assert "## Crowds" not in made
    assert "<!-- table" not in made


def test_a_wrong_answer_stops_the_benchmark() -> None:
    scene = Circles(30)

    class Forgetful(Ours):
        def frame(self, moment: int) -> Any:
            return super().frame(moment)[1:]

    compare([Ours(scene), Ours(scene)])
    with pytest.raises(SystemExit, match="Forgetful"):
        compare([Ours(scene), Forgetful(scene)])


def test_only_near_ties_are_excused_in_float32() -> None:
    scene = Circles(30)
    x, y, r = scene.xs[0], scene.ys[0], scene.radius
    x[1], y[1], r[:4] = x[0] + 12 + 1e-6, y[0], 6  # all but touch
    x[3], y[3] = x[2] + 12 - 1e-3, y[2]  # overlap a bit
    pairs = np.array([[0, 1], [2, 3]])
    assert without_near_ties(scene, 0, pairs).tolist() == [[2, 3]]

    class Forgetful(Ours):
        geometry = FLOAT32

        def frame(self, moment: int) -> Any:
            return super().frame(moment)[1:]

    scene = Circles(30)
    with pytest.raises(SystemExit, match="Forgetful"):
        compare([Forgetful(scene)], reference(scene))


def test_a_contest_stops_as_well() -> None:
    class Number(Frames):
        def __init__(self, number: int) -> None:
            self.number = number

        def frame(self, moment: int) -> int:
            return self.number

        def answer(self) -> int:
            return self.number

    assert len(list(contest("", "", 1, Number(1), {"peer": lambda: [Number(1)]}, QUICK))) == 1
    with pytest.raises(SystemExit, match="found 2, not 1"):
        list(contest("", "", 1, Number(1), {"peer": lambda: [Number(2)]}, QUICK))


def test_a_room_imports_only_from_rooms_before_it() -> None:
    folder = Path(page.__file__).parents[1]
    rooms = ["harness", "scenes", "peers", "parts"]
    for place, room in enumerate(rooms):
        for source in (folder / room).glob("*.py"):
            for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom):
                    used = (node.module or "").partition(".")[0]
                    assert used not in rooms[place + 1 :], f"{source}: {used}"
