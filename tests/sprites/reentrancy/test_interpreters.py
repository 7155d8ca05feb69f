"""Where the library does not work it says so when it is imported: subinterpreters, and no GIL."""

import sys
import warnings

import pytest
from support.processes import run_python

from spritecol import _build

CREATE = """
import sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters

def create(isolated):
    if hasattr(interpreters, "new_config"):
        return interpreters.create("isolated" if isolated else "legacy")
    return interpreters.create(isolated=isolated)

def attempt(isolated):
    code = '''
try:
    import spritecol
except ImportError as error:
    print(f"ImportError: {error}", flush=True)
else:
    print("imported", flush=True)
'''
    print(interpreters.run_string(create(isolated), code), flush=True)
"""
REFUSED = "ImportError: spritecol works in the main interpreter of a process only"


def test_a_subinterpreter_gets_an_import_error() -> None:
    """Before the main one has imported it, and after; and the main one is none the worse."""
    code = f"""{CREATE}
attempt(True)
attempt(False)
import spritecol
sprite = spritecol.Sprite(collision=spritecol.Circle(0, 0, 5))
attempt(True)
attempt(False)
print(sprite.hits(spritecol.Sprite(3, collision=spritecol.Circle(0, 0, 5))))
"""
    done = run_python("-c", code)
    assert done.returncode == 0, done.stderr
    lines = [line for line in done.stdout.splitlines() if line != "None"]
    assert [line.startswith(REFUSED) for line in lines[:4]] == [True] * 4, lines
    assert lines[4:] == ["True"]


@pytest.mark.parametrize("has_lock", [True, False, None])
def test_without_the_gil_there_is_an_import_error(
    has_lock: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """False: a free-threaded Python that was told to leave the GIL off. None: an older Python."""
    if has_lock is None:
        monkeypatch.delattr(sys, "_is_gil_enabled", raising=False)
    else:
        monkeypatch.setattr(sys, "_is_gil_enabled", lambda: has_lock, raising=False)
    if has_lock is False:
        with pytest.raises(ImportError, match="spritecol needs the GIL"):
            _build.demand_lock()
    else:
        _build.demand_lock()


def test_the_package_asks_for_the_gil_when_it_is_imported() -> None:
    code = "import sys; sys._is_gil_enabled = lambda: False; import spritecol"
    done = run_python("-c", code)
    assert done.returncode == 1
    assert "ImportError: spritecol needs the GIL" in done.stderr


def test_the_tests_go_on_where_an_import_switches_the_gil_on() -> None:
    """Free-threaded Python says so in a warning, and these tests take warnings for errors."""
    words = "The global interpreter lock (GIL) has been enabled to load module 'spritecol.records'"
    warnings.warn(f"{words}, which has not declared it", RuntimeWarning, stacklevel=1)
    with pytest.raises(RuntimeWarning, match="any other"):
        warnings.warn("any other", RuntimeWarning, stacklevel=1)
