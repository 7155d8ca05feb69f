"""What needs a process of its own: the interpreter's end, other interpreters, memory."""

import shutil
import subprocess
import sys
import warnings
from importlib.util import find_spec
from pathlib import Path

import pytest
from lifetimes import filled_memory, full_memory
from support.hooks import demand_inside
from support.processes import SANITIZED, run_python

from spritecol import _build

FAREWELLS = {
    "globals": "sprite = S(); other = S(5); group = Group(sprite, Group(other)); group.pairs()",
    "cycles": "sprite = S(); sprite.me = sprite; sprite.group = Group(sprite); del sprite",
    # The first array imports numpy, which Python refuses to do while it ends.
    "del": """
others = [S(3), S(4)]
Group(*others).pair_indices()
class Last(S):
    def __del__(self, Group=Group, others=others):
        self.x += 1
        self.check([self, others])
        Group(self).pair_indices()
last = Last(); last.me = last
loose = Last()
""",
    "weakref": """
import weakref
others = [S(3), S(4)]
def mourn(reference, pairs=pairs, others=others):
    pairs(others)
sprite = S()
reference = weakref.ref(sprite, mourn)
""",
    "atexit": """
import atexit
sprites = [S(x) for x in range(1000)]
atexit.register(lambda: spritecol.check(sprites))
""",
    "in a module": """
import sys, types
module = types.ModuleType("scene"); module.sprites = [S(x) for x in range(100)]
sys.modules["scene"] = module; sys.sprites = module.sprites
sys.modules["spritecol"] = None
""",
    "in the middle of a check": """
import sys
S.hit = lambda self: sys.exit(0)
spritecol.check([S(), S(5)])
""",
}


@pytest.mark.parametrize("farewell", FAREWELLS)
def test_the_interpreter_ends_in_peace(farewell: str) -> None:
    script = (
        "import spritecol\nfrom spritecol import *\n"
        "class S(Sprite):\n    collision = [0, 0, 9, 9]\n" + FAREWELLS[farewell]
    )
    ended = run_python("-X", "faulthandler", "-c", script)
    assert (ended.returncode, ended.stderr, ended.stdout) == (0, "", "")


SUBINTERPRETERS = """
import sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters

def create(isolated):
    if hasattr(interpreters, "new_config"):
        return interpreters.create("isolated" if isolated else "legacy")
    return interpreters.create(isolated=isolated)

def attempt():
    for isolated in (True, False):
        interpreters.run_string(create(isolated), '''
try:
    import spritecol
except ImportError as error:
    print(f"ImportError: {error}", flush=True)
''')

attempt()
import spritecol
sprite = spritecol.Sprite(collision=spritecol.Circle(0, 0, 5))
attempt()
print(sprite.hits(spritecol.Sprite(3, collision=spritecol.Circle(0, 0, 5))))
"""


def test_a_subinterpreter_gets_an_import_error() -> None:
    """Before the main one has imported it, and after; and the main one is none the worse."""
    done = run_python("-c", SUBINTERPRETERS)
    assert done.returncode == 0, done.stderr
    *refused, told = done.stdout.splitlines()
    assert told == "True"
    assert len(refused) == 4
    assert all(line.startswith("ImportError") and "main" in line for line in refused)


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
        with pytest.raises(ImportError, match="GIL"):
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


def test_a_hundred_thousand_sprites_come_and_go() -> None:
    demand_inside()
    done = run_python("-m", "lifetimes.many_sprites", "crowd", helpers=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(find_spec("resource") is None, reason="this system does not tell")
@pytest.mark.skipif(SANITIZED, reason="freed memory is set aside there, and not used again")
@pytest.mark.parametrize(
    ("kind", "most"), [("rows", 2**22), ("runs", 2**21), ("lives", 45_000 * 42)], ids=str
)
def test_memory_is_used_again(kind: str, most: int) -> None:
    """Rows of sprites that come and go; runs of shapes and vertices of sprites that change.

    And whole lives, of which none may leave 42 bytes. `lifetimes.many_sprites` does ten million, by
    hand.
    """
    if kind == "lives":
        demand_inside()
    done = run_python("-m", "lifetimes.many_sprites", kind, helpers=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < most


def test_spoiled_pickles_crash_nothing() -> None:
    command = ("-X", "faulthandler", "-m", "lifetimes.spoiled_pickles", "1", "3000")
    done = run_python(*command, helpers=True)
    assert done.returncode == 0, done.stderr[-3000:]
    assert int(done.stdout) > 120


def test_sequences_that_lie_or_change_crash_nothing() -> None:
    done = run_python(
        *("-X", "faulthandler", "-m", "lifetimes.lying_sequences", "199"), helpers=True
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert int(done.stdout) > 4_000


COMES_BEFORE_MALLOC = pytest.mark.skipif(
    sys.platform != "linux" or SANITIZED or shutil.which("cc") is None,
    reason="compiles a library, and puts it before malloc",
)


def preloaded(folder: Path, source: str) -> str:
    """Compile a library that comes before `malloc`, and return where it is."""
    code, library = folder / "shim.c", folder / "shim.so"
    code.write_text(source)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, code, "-ldl"], check=True)
    return str(library)


@COMES_BEFORE_MALLOC
def test_an_allocation_that_fails_moves_nothing_and_ends_with_its_call(tmp_path: Path) -> None:
    library = preloaded(tmp_path, full_memory.SHIM)
    done = run_python("-m", "lifetimes.full_memory", helpers=True, LD_PRELOAD=library)
    *wrong, tried = done.stdout.split("\n")[:-1]
    assert (done.returncode, wrong) == (0, []), done.stderr
    assert int(tried) > 60


@COMES_BEFORE_MALLOC
def test_no_answer_depends_on_what_fresh_memory_holds(tmp_path: Path) -> None:
    library = preloaded(tmp_path, filled_memory.SHIM)
    command = ("-m", "lifetimes.filled_memory")
    zeros, ones = (
        run_python(*command, helpers=True, LD_PRELOAD=library, FILLED_WITH=byte)
        for byte in ("0", "255")
    )
    assert (zeros.returncode, ones.returncode) == (0, 0), zeros.stderr + ones.stderr
    assert zeros.stdout == ones.stdout
