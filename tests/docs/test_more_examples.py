"""The nightly profile plays more examples of all Hypothesis tests, also of those with a number."""

import re

from hypothesis import settings
from support.examples import examples
from support.processes import ROOT


def test_the_nightly_profile_multiplies_the_examples() -> None:
    profile = "default" if settings().max_examples == 25 else "nightly"
    settings.load_profile("nightly")
    try:
        assert (examples(4).max_examples, settings().max_examples) == (200, 1250)
    finally:
        settings.load_profile(profile)


def test_no_test_has_a_number_that_the_profile_cannot_change() -> None:
    files = [*(ROOT / "tests").rglob("*.py")]
    own = [file.name for file in files if re.search(r"max_examples=\w", file.read_text("utf-8"))]
    assert own == ["examples.py"]
