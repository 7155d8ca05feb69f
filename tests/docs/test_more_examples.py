"""The nightly profile plays more examples of all Hypothesis tests, also of those with a number."""

import re
from pathlib import Path

from support.processes import ROOT, run_python

TESTS = """
from hypothesis import settings
from support.examples import examples

EXPLICIT, PLAIN = examples(4).max_examples, settings().max_examples  # as a decorator reads them

def test_it():
    print(f"{EXPLICIT} and {PLAIN} examples")
"""


def test_the_nightly_profile_multiplies_the_examples(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text((ROOT / "conftest.py").read_text(encoding="utf-8"))
    (tmp_path / "support").mkdir()
    source = ROOT / "tests" / "support" / "examples.py"
    (tmp_path / "support" / "examples.py").write_text(source.read_text(encoding="utf-8"))
    (tmp_path / "test_it.py").write_text(TESTS, encoding="utf-8")
    arguments = ["-m", "pytest", "-q", "-s", "-p", "no:cacheprovider", "test_it.py"]
    told = "--hypothesis-profile=nightly"
    done = run_python(*arguments, told, folder=tmp_path, PYTEST_ADDOPTS="")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "200 and 1250 examples" in done.stdout


def test_no_test_has_a_number_that_the_profile_cannot_change() -> None:
    files = [*(ROOT / "tests").rglob("*.py")]
    own = [file.name for file in files if re.search(r"max_examples=\w", file.read_text("utf-8"))]
    assert own == ["examples.py"]
