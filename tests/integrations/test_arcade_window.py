"""What takes a window of arcade's, in a process without a display."""

import pytest
from support.processes import HELPERS, run_python

pytest.importorskip("arcade", reason="arcade is not installed")


def test_in_a_window() -> None:
    program = str(HELPERS[0] / "integrations" / "arcade_in_a_window.py")
    done = run_python(program, "4", helpers=True, ARCADE_HEADLESS="true")
    if done.stdout.startswith("no window"):
        pytest.skip(f"arcade can open no window here: {done.stdout.strip()}")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "searches by buffers",
        "the GPU finds the same",
        "shapes are drawn",
    ]
