"""Where Python runs in WebAssembly: skips the tests that ask for what is not there.

That is processes, threads, and libraries that were not built for it. `conftest.py` imports this
when `.ci/wasm` runs the tests in Pyodide.
"""

import subprocess
import sys
import threading
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from typing import Any, NoReturn

import pytest

from spritecol._numbers.lazy_imports import has_shapely

MISSING = ("arcade", "matplotlib", "numpy", "PIL", "pygame", "pymunk", "pytmx", "ray", "shapely")


class Finder:
    """Skips the test, or the module of tests, that imports a library which is missing."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: Any = None) -> ModuleSpec | None:
        if name in MISSING:
            pytest.skip(f"needs {name}", allow_module_level=True)
        return None


def no_process(*arguments: Any, **named: Any) -> NoReturn:
    pytest.skip("needs processes", allow_module_level=True)


def no_thread(self: threading.Thread) -> NoReturn:
    pytest.skip("needs threads")


has_shapely()  # which remembers that there is none: the library does without
sys.meta_path.append(Finder())  # type: ignore[arg-type]
subprocess.run = subprocess.Popen = no_process  # type: ignore[assignment,misc]
threading.Thread.start = no_thread  # type: ignore[method-assign]
