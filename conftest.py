"""Set-up for all tests: never on a stale build, and one Hypothesis profile."""

from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import spritecol
from spritecol import _build

settings.register_profile(
    "default",
    deadline=None,  # the machines that run this differ too much for a limit in milliseconds
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("default")

# Where a module is compiled its source is not what runs, so its doctests are not looked for there
# (tests/docs/test_docstrings.py runs those of everything public).
collect_ignore = [
    f"{source}.py" for _, source, _ in _build.sources(Path(spritecol.__file__).parent)
]
if find_spec("arcade") is None:  # its modules can't be imported to look for doctests in them
    collect_ignore_glob = ["spritecol/integrations/arcade/*", "tests/support/arcade_*"]


def pytest_sessionstart() -> None:
    """Stop when a compiled module is older than its source: its edits would be ignored."""
    stale = _build.stale_modules(Path(spritecol.__file__).parent)
    if stale:
        pytest.exit(
            f"compiled modules are older than their source ({', '.join(stale)}): "
            f"run `{_build.COMMAND}`",
            returncode=3,
        )
