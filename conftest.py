"""Set-up for all tests: never on a stale build, and one Hypothesis profile.

The tests stand in rooms, as the package does: `tests/shapes` (values in local space, tiles),
`tests/sprites` (Sprite, Group), `tests/events` (callbacks, Overlaps), `tests/lifetimes` (what user
code may do meanwhile), `tests/tape` (the same bits everywhere),
`tests/engine` (hits against the oracles), `tests/laws` (what holds for every question, and every
road to an answer), `tests/cases` (faults that were found once, each a few lines), `tests/spatial`,
`tests/integrations`, and `tests/docs` (pages, docstrings, examples, benchmarks). Code that tests of
several rooms share is in the package `support`: for instance, `support.scenes` draws shapes and
sprites. Code that only one room needs is in the folder of that room. Large scenes and ordinary
levels are those of the benchmarks, `scenes` in `benchmarks/`. Oracles (`oracle`,
`scenes.boxes.brute_force`) share no code with the library.

The default run is the same every time. `pytest --hypothesis-profile=nightly` draws fifty times as
many examples, and new ones each time; the campaign (`tests/campaign.py`) has the volume. What
compiles, freezes or profiles something is marked `builds`, and runs with `-m builds` only.
"""

from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.database import DirectoryBasedExampleDatabase

import spritecol
from spritecol import _build

try:
    from hypothesis.internal.conjecture import providers
except ImportError:  # before Hypothesis had it, it drew no such numbers
    providers = None

# Assertions of these modules say as much as those of tests.
pytest.register_assert_rewrite("cases", "integrations", "laws", "lifetimes", "support", "world")

settings.register_profile(
    "default",
    derandomize=True,
    database=None,
    max_examples=25,
    deadline=None,  # the machines that run this differ too much for a limit in milliseconds
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "nightly",
    settings.get_profile("default"),
    derandomize=False,
    database=DirectoryBasedExampleDatabase(".hypothesis/examples"),
    max_examples=50 * 25,
    print_blob=True,
)
settings.load_profile("default")

# Hypothesis also draws numbers that stand in modules of ours, of those that are loaded by then:
# what a law draws would change with the tests that ran before it, and with what is installed.
# Where it has these private names no more, laws are as true, but not the same every time.
of_loaded_modules = getattr(providers, "_get_local_constants", None)
if of_loaded_modules is not None and hasattr(providers, "Constants"):
    providers._get_local_constants = lambda: (
        providers.Constants() if settings().derandomize else of_loaded_modules()
    )

# Where a module is compiled its source is not what runs, so its doctests are not looked for there
# (tests/docs/test_docstrings.py runs those of everything public).
PACKAGE = Path(spritecol.__file__).parent
INSIDE = Path(__file__).parent / "tests" / "inside"
IN_PLACE = PACKAGE.parent == Path(__file__).parent
"""Whether the package lies where it was built, and not where a wheel was installed."""

COMPILED = {
    f"{source}.py" for folder in (PACKAGE, INSIDE) for _, source, _ in _build.sources(folder)
}
# Modules that can't be imported to look for doctests in them.
collect_ignore_glob = []
if find_spec("arcade") is None:
    collect_ignore_glob += ["spritecol/integrations/arcade/*", "tests/integrations/arcade_in_*"]
if find_spec("ray") is None:
    collect_ignore_glob += ["spritecol/integrations/ray/*"]


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """As `collect_ignore` of what is compiled, which would compare each path with all of them."""
    return True if str(collection_path) in COMPILED else None


def pytest_addoption(parser: pytest.Parser) -> None:
    """A row of a page instead of a list of files."""
    told = "run the tests of rows of the table in docs/architecture.md whose change has these words"
    parser.addoption("--change", metavar="WORDS", help=told)


def pytest_configure(config: pytest.Config) -> None:
    """Take the tests of the rows that are asked for."""
    if words := config.getoption("change"):
        from support.sources import rows_of_changes, tests_of_change

        config.args = tests_of_change(words)
        if not config.args:
            changes = "\n".join(row[0] for row in rows_of_changes())
            raise pytest.UsageError(f"no change has {words!r} in its name:\n{changes}")


def pytest_report_header() -> str | None:
    """What a run without `tests/inside` does not check."""
    return None if IN_PLACE else "a wheel: without tests/inside, which checks invariants"


def pytest_sessionstart() -> None:
    """Stop when a compiled module is older than what it is built from: edits would be ignored.

    In an installed wheel nobody edits, and the files have the times at which they were unpacked.
    """
    headers = _build.headers_in(PACKAGE)
    stale = [
        name
        for folder in (PACKAGE, INSIDE)
        for name in _build.missing_modules(folder) + _build.stale_modules(folder, headers)
    ]
    if stale and IN_PLACE:
        pytest.exit(
            f"compiled modules are missing or older than their source ({', '.join(stale)}): "
            f"run `{_build.COMMAND}`",
            returncode=3,
        )
