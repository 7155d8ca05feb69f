"""The benchmarks run, everyone's answers agree, and the pages show the figures that are kept."""

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"

PARTS = (
    "one_pair",
    "one_against_many",
    "two_groups",
    "all_pairs",
    "turning",
    "growth",
    "bullet_hell",
    "imports",
    "tile_maps",
    "pygame_drop_in",
)


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    """Imports a module of the benchmarks."""
    monkeypatch.setattr(sys, "path", [str(FOLDER), *sys.path])
    return import_module


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.filterwarnings("default")  # the peers' warnings are none of ours
def test_a_part_runs_and_answers_agree(part: str, module: Callable[[str], Any]) -> None:
    rows = list(module(part).rows(module("measuring").QUICK))  # stops where answers differ
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


def test_every_target_is_that_of_a_row(module: Callable[[str], Any]) -> None:
    targets = module("targets")
    rows = module("results_file").read()
    assert set(targets.PARTS) == set(PARTS) == {row.part for row in rows}
    for row in rows:
        assert row.allowed == targets.allowed(row.part, row.case, row.size, row.peer)
    keys = {(row.part, row.case, row.peer) for row in rows}
    assert {(part, case, peer) for part, case, _, peer in targets.TARGETS} <= keys


def test_the_readme_shows_the_figures_that_are_kept(module: Callable[[str], Any]) -> None:
    report = module("report")
    assert report.text(module("results_file").read()) in report.PAGE.read_text(encoding="utf-8")


def test_a_wrong_answer_stops_the_benchmark(module: Callable[[str], Any]) -> None:
    scene = module("moving_circles").Circles(30)
    ours = module("moving_circles").Ours(scene)

    class Forgetful(type(ours)):  # type: ignore[misc]
        def frame(self, moment: int) -> Any:
            return super().frame(moment)[1:]

    measuring = module("measuring")
    measuring.compare([ours, module("moving_circles").Ours(scene)])
    with pytest.raises(SystemExit, match="Forgetful"):
        measuring.compare([ours, Forgetful(scene)])


def test_the_broad_phases_agree_and_their_tables_can_be_made(module: Callable[[str], Any]) -> None:
    rows = module("broad_phase").quick()  # stops where answers differ
    assert {row.section for row in rows} >= {"limits", "all move", "a share moves", "movers"}
    assert sum(row.pairs for row in rows) > 0
    written = [{name: str(value) for name, value in row._asdict().items()} for row in rows]
    tables = module("broad_phase_report").tables(written)
    assert all(len(table.splitlines()) > 2 for table in tables.values())


def test_the_page_of_the_broad_phases_shows_the_figures_that_are_kept(
    module: Callable[[str], Any],
) -> None:
    report = module("broad_phase_report")
    page = report.PAGE.read_text(encoding="utf-8")
    for table in report.tables(report.read()).values():
        assert table in page


def test_pygames_functions_and_the_drop_ins_agree(
    module: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    benchmark = module("pygame_drop_in")
    monkeypatch.setattr(benchmark.gc, "collect", int)  # times do not matter here
    for name, value in {"WIDTH": 90, "HEIGHT": 60}.items():
        monkeypatch.setattr(benchmark, name, value)
    rows = list(benchmark.figures([1, 25], quick=True))  # stops where answers differ
    assert {row.shape for row in rows} == set(benchmark.SHAPES)
    assert len([row for row in rows if row.shape == "Rects"]) == 2 * 4 * len(benchmark.COLLIDED)
    assert all(row.ratio > 0 for row in rows)


def test_arcades_functions_and_the_drop_ins_agree(
    module: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("arcade", reason="arcade is not installed")
    benchmark = module("arcade_drop_in")
    for name, value in {"RUNS": 1, "BATCH": 0.0, "WIDTH": 90, "HEIGHT": 60}.items():
        monkeypatch.setattr(benchmark, name, value)
    rows = list(benchmark.figures([1, 25]))  # stops where answers differ
    assert len({row.search for row in rows}) == 9
    assert all(row.ratio > 0 for row in rows)
