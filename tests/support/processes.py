"""Run Python in a process of its own, for what must not affect the process of the tests."""

import os
import subprocess
import sys
from pathlib import Path

import spritecol

ROOT = Path(__file__).parents[2]
PACKAGE = Path(spritecol.__file__).parents[1]
HELPERS = (ROOT / "tests", ROOT / "benchmarks")  # where `support` and `scenes` are found

SANITIZED = "SPRITECOL_SANITIZED" in os.environ  # built and run by .ci/sanitize, which is slow
# Seconds, for what hangs: less than a test may take, which then says what it ran. PyInstaller takes
# 20 of the processor, and 40 while coverage measures it: where other processes take the cores, that
# may be more than five minutes.
TIME_LIMIT = 3000 if SANITIZED else 600

# Free-threaded Python begins with the GIL on, else it says on stderr that an import did. The other
# two may be set for the tests themselves; children are told by arguments what they shall warn of.
DEFAULTS = {"PYTHON_GIL": "1", "PYTHONDEVMODE": "", "PYTHONWARNINGS": ""}


def run_python(
    *arguments: str, folder: Path | None = None, helpers: bool = False, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run Python to its end, with the same spritecol that these tests import.

    Args:
        arguments: of the command line, after `python`.
        folder: the working directory.
        helpers: whether it can also import modules of the tests and the benchmarks.
        environment: variables that are added to the environment of the tests.

    Returns:
        Its exit code and all that it printed.
    """
    path = os.pathsep.join(map(str, (PACKAGE, *HELPERS) if helpers else (PACKAGE,)))
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, **DEFAULTS, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        timeout=TIME_LIMIT,
        check=False,
    )
