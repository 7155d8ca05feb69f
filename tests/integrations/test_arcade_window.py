"""What takes a window of arcade's, and arcade's own tests with the drop-ins in place."""

import os
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.processes import HELPERS, run_python

pytest.importorskip("arcade", reason="arcade is not installed")

TESTS = HELPERS[0]


def run(*arguments: str, folder: Path = TESTS) -> subprocess.CompletedProcess[str]:
    """Run Python where it finds this project's tests and package, without a display."""
    return run_python(*arguments, folder=folder, helpers=True, ARCADE_HEADLESS="true")


def test_in_a_window() -> None:
    done = run(str(TESTS / "support" / "arcade_in_a_window.py"), "4")
    if done.stdout.startswith("no window"):
        pytest.skip(f"arcade can open no window here: {done.stdout.strip()}")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "searches by buffers",
        "the GPU finds the same",
        "shapes are drawn",
    ]


def test_arcades_own_collision_tests(tmp_path: Path) -> None:
    """What passes without the drop-ins passes with them; arcade's own failures are arcade's.

    The tests are neither in arcade's wheel nor in its sdist, only in its repository.
    """
    place = os.environ.get("ARCADE_TESTS")
    if place is None:
        pytest.skip("set ARCADE_TESTS to the folder tests/unit of a clone of arcade's repository")
    tests = [
        str(path)
        for name in ("sprite/test_sprite_collision.py", "spritelist", "physics_engine")
        if (path := Path(place) / name).exists()
    ]
    assert tests
    without = outcomes(tests, Path(place), tmp_path / "without.xml")
    with_ours = outcomes(
        tests, Path(place), tmp_path / "with.xml", "-p", "support.arcade_installed"
    )
    assert with_ours.keys() == without.keys()
    passed = {name for name, outcome in without.items() if outcome == "passed"}
    assert passed, "arcade's own tests fail here without ours too"
    assert {name: with_ours[name] for name in passed} == dict.fromkeys(passed, "passed")


def outcomes(tests: list[str], folder: Path, report: Path, *options: str) -> dict[str, str]:
    """How each of arcade's tests went: "passed", or the name of what it has in pytest's report."""
    done = run(
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}"),
        *options,
        *tests,
        folder=folder,
    )
    print(done.stdout)
    assert report.exists(), done.stderr
    return {
        f"{case.get('classname')}.{case.get('name')}": next(
            (part.tag for part in case if part.tag in ("failure", "error", "skipped")), "passed"
        )
        for case in ElementTree.parse(report).iter("testcase")
    }
