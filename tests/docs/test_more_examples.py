"""The nightly profile plays more examples of all Hypothesis tests, also of those with a number."""

import re
from pathlib import Path

import pytest
from support.processes import ROOT, run_python

TESTS = """
from hypothesis import given, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule
from support.examples import examples

counts = {"explicit": 0, "default": 0, "machine": 0}

@examples(4)
@given(st.floats())
def test_explicit(n):
    counts["explicit"] += 1

@given(st.floats())
def test_default(n):
    counts["default"] += 1

class Machine(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        counts["machine"] += 1
    @rule()
    def act(self):
        pass

TestMachine = Machine.TestCase
TestMachine.settings = examples(3, stateful_step_count=2)

def test_last():
    print(counts)
"""


@pytest.mark.parametrize(("profile", "times"), [("default", 1), ("nightly", 50)])
def test_a_profile_multiplies_the_examples(profile: str, times: int, tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text((ROOT / "conftest.py").read_text(encoding="utf-8"))
    (tmp_path / "support").mkdir()
    source = ROOT / "tests" / "support" / "examples.py"
    (tmp_path / "support" / "examples.py").write_text(source.read_text(encoding="utf-8"))
    (tmp_path / "test_it.py").write_text(TESTS, encoding="utf-8")
    arguments = ["-m", "pytest", "-q", "-s", "-p", "no:cacheprovider", "test_it.py"]
    told = f"--hypothesis-profile={profile}"
    done = run_python(*arguments, told, folder=tmp_path, PYTEST_ADDOPTS="")
    assert done.returncode == 0, done.stdout + done.stderr
    counts = {kind: int(count) for kind, count in re.findall(r"'(\w+)': (\d+)", done.stdout)}
    for kind, wanted in {"explicit": 4, "default": 25, "machine": 3}.items():
        # A machine is made once more, to see whether it can be.
        assert wanted * times - 3 <= counts[kind] <= wanted * times + 1, (kind, counts)


def test_no_test_has_a_number_that_the_profile_cannot_change() -> None:
    files = [*(ROOT / "tests").rglob("*.py")]
    own = [file.name for file in files if re.search(r"max_examples=\w", file.read_text("utf-8"))]
    assert own == ["examples.py"]
