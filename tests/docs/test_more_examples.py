"""The nightly workflow plays more examples of Hypothesis tests than the tests ask for."""

import re
from pathlib import Path

from support.processes import ROOT, run_python

TESTS = """
from hypothesis import given, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

counts = {"explicit": 0, "default": 0, "machine": 0}

@settings(max_examples=4, database=None)
@given(st.integers())
def test_explicit(n):
    counts["explicit"] += 1

@given(st.integers())
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
TestMachine.settings = settings(max_examples=3, stateful_step_count=2, database=None)

def test_last():
    print(counts)
"""


def test_the_environment_multiplies_the_examples(tmp_path: Path) -> None:
    times = 3
    (tmp_path / "conftest.py").write_text((ROOT / "conftest.py").read_text(encoding="utf-8"))
    (tmp_path / "support").mkdir()
    (tmp_path / "test_it.py").write_text(TESTS, encoding="utf-8")
    arguments = ["-m", "pytest", "-q", "-s", "-p", "no:cacheprovider", "test_it.py"]
    done = run_python(*arguments, folder=tmp_path, SPRITECOL_EXAMPLES=str(times), PYTEST_ADDOPTS="")
    assert done.returncode == 0, done.stdout + done.stderr
    counts = dict(re.findall(r"'(\w+)': (\d+)", done.stdout))
    assert 4 * times - 3 <= int(counts["explicit"]) <= 4 * times
    assert 40 * times - 3 <= int(counts["default"]) <= 40 * times
    assert int(counts["machine"]) >= (3 * times) - 2
