"""The benchmarks run and their contenders agree; a page shows the figures of its benchmark."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[1] / "benchmarks"


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any]:
    """The benchmark, its measurements cut short, and its report."""
    monkeypatch.setattr(sys, "path", [str(FOLDER), *sys.path])
    benchmark, report = import_module("broad_phase"), import_module("broad_phase_report")
    for name, value in {
        "SECONDS": 0.0,
        "MOST_SECONDS": 0.0,
        "LIMITS": (30,),
        "COUNTS": (1, 60, 200),
        "SHARED": 200,
        "RESTING": 300,
        "MOVERS": (1, 40),
        "NASTY": (80, 170),
    }.items():
        monkeypatch.setattr(benchmark, name, value)
    return benchmark, report


def test_all_contenders_agree_and_the_tables_can_be_made(modules: tuple[Any, Any]) -> None:
    benchmark, report = modules
    rows = list(benchmark.figures())  # stops where answers differ
    assert {row.section for row in rows} >= {"limits", "all move", "a share moves", "movers"}
    assert sum(row.pairs for row in rows) > 0
    written = [{name: str(value) for name, value in row._asdict().items()} for row in rows]
    assert all(len(table.splitlines()) > 2 for table in report.tables(written).values())


def test_the_page_shows_the_figures_that_are_kept(modules: tuple[Any, Any]) -> None:
    _, report = modules
    page = report.PAGE.read_text(encoding="utf-8")
    for table in report.tables(report.read()).values():
        assert table in page


def test_pygames_functions_and_the_drop_ins_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(FOLDER), *sys.path])
    benchmark = import_module("pygame_drop_in")
    for name, value in {"RUNS": 1, "BATCH": 0.0, "WIDTH": 90, "HEIGHT": 60}.items():
        monkeypatch.setattr(benchmark, name, value)
    rows = list(benchmark.figures([1, 25]))  # stops where answers differ
    assert len(rows) == 2 * 4 * len(benchmark.COLLIDED)
    assert all(row.ratio > 0 for row in rows)
