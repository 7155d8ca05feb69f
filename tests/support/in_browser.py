"""A plugin for pytest where Python runs in WebAssembly: skips what asks for what is not there.

That is processes, threads, and libraries that were not built for it. `conftest.py` registers this
when `.ci/wasm` runs the tests in Pyodide.
"""

import subprocess
import sys
import threading
from collections.abc import Generator, Sequence
from importlib.machinery import ModuleSpec
from typing import Any, NoReturn

import pytest

MISSING = ("arcade", "matplotlib", "numpy", "PIL", "pygame", "pymunk", "pytmx", "ray", "shapely")


class Finder:
    """Skips the module of tests, or the test, that imports a library which is missing.

    The library's own import is an ImportError, as anywhere.
    """

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: Any = None) -> ModuleSpec | None:
        if name in MISSING and importer() != "spritecol._support.lazy_imports":
            pytest.skip(f"needs {name}", allow_module_level=True)
        return None


def importer() -> str:
    """The module whose import is looked for."""
    frame = sys._getframe(2)
    while frame.f_back and frame.f_globals["__name__"].partition(".")[0] == "importlib":
        frame = frame.f_back
    return str(frame.f_globals["__name__"])


def wanted(error: BaseException | None) -> str | None:
    """The missing library that an ImportError names, also one among others of Hypothesis."""
    if isinstance(error, BaseExceptionGroup):
        names = [wanted(one) for one in error.exceptions]
        return names[0] if all(names) else None
    return error.name if isinstance(error, ImportError) and error.name in MISSING else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that the library refused for want of a library was skipped."""
    report = yield
    if report.failed and (library := wanted(call.excinfo and call.excinfo.value)):
        path, line, _ = item.location
        report.outcome = "skipped"
        report.longrepr = (path, line or 0, f"Skipped: needs {library}")
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """So was a module of tests that asks for an array when it is imported."""
    report = yield
    if report.failed and "arrays need numpy, which can't be imported" in str(report.longrepr):
        report.outcome = "skipped"
        report.longrepr = (str(collector.path), 0, "Skipped: needs numpy")
    return report


def no_process(*arguments: Any, **named: Any) -> NoReturn:
    pytest.skip("needs processes", allow_module_level=True)


def no_thread(self: threading.Thread) -> NoReturn:
    pytest.skip("needs threads")


def pytest_configure() -> None:
    """Put them in place, once the conftest has looked for what is installed."""
    sys.meta_path.insert(0, Finder())  # type: ignore[arg-type]
    subprocess.run = subprocess.Popen = no_process  # type: ignore[assignment,misc]
    threading.Thread.start = no_thread  # type: ignore[method-assign]
