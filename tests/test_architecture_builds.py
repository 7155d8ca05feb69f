"""The build: what it makes of an environment, what is in a wheel, and when it is stale."""

import copy
import os
import platform
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
import zipfile
import zipimport
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from support.processes import run_python
from support.sources import PACKAGE, ROOT, needs_source

from spritecol import _build

pytestmark = needs_source

# --- releases -------------------------------------------------------------------------------------


def test_workflows_name_actions_by_hash() -> None:
    """A tag of somebody else's repository could be moved to another commit."""
    paths = [*(ROOT / ".github" / "workflows").glob("*.yml")]
    used = [
        line.strip().removeprefix("- ")
        for path in paths
        for line in path.read_text(encoding="utf-8").splitlines()
        if "uses: " in line
    ]
    assert used
    by_hash = re.compile(r"uses: (\./\S+|[\w./-]+@[0-9a-f]{40} # v\d.*)")
    assert [line for line in used if not by_hash.fullmatch(line)] == []


@pytest.mark.builds
def test_neither_headers_nor_modules_of_tests_are_part_of_a_wheel(tmp_path: Path) -> None:
    for tool in ("setuptools", "Cython"):
        pytest.importorskip(tool, reason="a wheel is built with it")
    done = run_python("setup.py", "-q", "build_py", "--build-lib", str(tmp_path), folder=ROOT)
    assert done.returncode == 0, done.stderr
    built = {path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()}
    kept = {".py", ".pyi", ".typed"}
    assert built == {path.relative_to(ROOT) for path in PACKAGE.rglob("*") if path.suffix in kept}


def test_what_only_tests_import_is_built_in_place_only(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for tool in ("setuptools", "Cython"):
        pytest.importorskip(tool, reason="a wheel is built with it")
    from setuptools import Distribution

    monkeypatch.chdir(ROOT)
    setup = runpy.run_path("setup.py")
    inside = {"tests.inside.storage", "tests.inside.trees"}
    for in_place in (False, True):
        command = setup["BuildExt"](Distribution({"ext_modules": setup["EXTENSIONS"]}))
        command.inplace, command.build_lib = in_place, str(tmp_path)
        command.ensure_finalized()
        names = {extension.name for extension in command.extensions}
        assert {f"spritecol.{module}" for module in _build.compiled_in(PACKAGE)} <= names
        assert names & inside == (inside if in_place else set())


def test_a_build_of_a_wheel_begins_with_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A build in place has left modules of tests there, an older state modules of other names."""
    for tool in ("setuptools", "Cython"):
        pytest.importorskip(tool, reason="a wheel is built with it")
    from setuptools import Distribution

    monkeypatch.chdir(ROOT)
    setup = runpy.run_path("setup.py")
    places = ["tests/inside/trees.so", "spritecol/former.py", "spritecol/former.so", "other/one.py"]
    for place in places:
        touch(tmp_path / place, 1000)
    command = setup["Build"](Distribution(), build_lib=str(tmp_path))
    command.sub_commands = []
    command.ensure_finalized()
    command.run()
    assert [place for place in places if (tmp_path / place).exists()] == ["other/one.py"]


def test_what_is_gone_or_no_longer_compiled_is_deleted_by_a_build_in_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Python would import it, and not the source beside it."""
    for tool in ("setuptools", "Cython"):
        pytest.importorskip(tool, reason="a build needs it")
    from setuptools import Distribution

    monkeypatch.chdir(ROOT)
    setup = runpy.run_path("setup.py")
    names = ["spritecol.room.former", "spritecol.room.compiled"]
    names += ["tests.inside.former", "tests.inside.compiled"]
    places = [f"{name.replace('.', '/')}{EXTENSION_SUFFIXES[0]}" for name in names]
    binaries = [tmp_path / place for place in places]
    for binary in binaries:
        touch(binary, 1000)
    extensions = [setup["Extension"](name, []) for name in names[1::2]]
    for in_place in (False, True):
        command = setup["BuildExt"](Distribution({"ext_modules": extensions}))
        command.inplace = in_place
        monkeypatch.chdir(tmp_path)
        command.ensure_finalized()
        assert [binary.exists() for binary in binaries] == 2 * [not in_place, True]


PROBE = """
#if defined(__FAST_MATH__) || __FINITE_MATH_ONLY__ || defined(__NO_SIGNED_ZEROS__)
#error "fast math"
#endif
#if defined(__RECIPROCAL_MATH__) || defined(__ASSOCIATIVE_MATH__)
#error "fast math"
#endif
#if defined(__FMA__) || defined(__FMA4__) || defined(__AVX512F__)
#error "fused multiply-add"
#endif
void *PyInit_probe(void) { return 0; }
"""

FAST = {"-Ofast", "-ffast-math", "-ffinite-math-only", "-fno-signed-zeros", "-freciprocal-math"}
FUSED = {"-march=x86-64-v3", "-march=x86-64-v4", "-mfma", "-mfma4"}
UNTOLD = {"-funsafe-math-optimizations", "-fassociative-math", "-ffp-contract=fast"}
"""Of these gcc defines no macro."""

TINY = """
import ctypes, sys
ctypes.CDLL(sys.argv[1])
tiny = [5e-324]
print(tiny[0] * 1.0)
"""


@pytest.mark.builds
@pytest.mark.skipif(shutil.which("gcc") is None, reason="a compiler tells how it was called")
def test_an_environment_that_asks_for_inexact_modules_gets_exact_ones(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for tool in ("setuptools", "Cython"):
        pytest.importorskip(tool, reason="a wheel is built with it")
    from setuptools import Distribution, Extension

    asked = FAST | (FUSED if platform.machine() in ("x86_64", "AMD64") else set())
    source = tmp_path / "build" / "cython" / "probe.c"
    source.parent.mkdir(parents=True)
    source.write_text(PROBE)
    for flag in asked:
        told = subprocess.run(["gcc", flag, "-E", source], capture_output=True, check=False)
        assert b"#error" in told.stderr, flag
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("CC", "gcc -Ofast")
    monkeypatch.setenv("CFLAGS", " ".join(sorted(asked | UNTOLD)))
    monkeypatch.setenv("LDFLAGS", "-Ofast -ffast-math -funsafe-math-optimizations")
    setup = runpy.run_path("setup.py")
    monkeypatch.chdir(tmp_path)
    probe = Extension("probe", ["probe.py"])
    last_line = setup["last_line"](setup["texts_of"](probe), PROBE.encode())
    source.write_bytes(PROBE.encode() + last_line)  # so that Cython translates nothing
    command = setup["BuildExt"](
        Distribution({"ext_modules": [probe]}), build_lib=str(tmp_path), build_temp=str(tmp_path)
    )
    command.ensure_finalized()
    command.extensions = command.distribution.ext_modules  # which are ours only
    command.run()
    (built,) = tmp_path.glob("probe*.so")
    loaded = run_python("-c", TINY, str(built))
    assert loaded.returncode == 0, loaded.stderr
    assert float(loaded.stdout) == 5e-324  # and not 0, as where gcc's fast start code is linked in


INSTALL = (
    "build-essential python3-dev",
    "dnf install",
    "xcode-select",
    "Visual Studio Build Tools",
)


def built_by(tmp_path: Path, start: str = "pass", **environment: str) -> str:
    """What a build in a folder of its own says, which must end at once and say nothing else.

    `start` runs before it.
    """
    for tool in ("setuptools", "Cython"):
        pytest.importorskip(tool, reason="a build needs it")
    arguments = [
        "setup.py",
        "build",
        f"--build-lib={tmp_path}",
        f"--build-temp={tmp_path}",
    ]
    run = "runpy.run_path('setup.py', {}, '__main__')"
    program = f"import runpy, sys; sys.argv = {arguments}; {start}; {run}"
    translated = {path: path.stat().st_mtime for path in ROOT.glob("build/cython/**/*.c")}
    done = run_python("-c", program, folder=ROOT, **environment)
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stdout.splitlines()) < 9  # of setuptools, which names each file that it copies
    assert translated == {path: path.stat().st_mtime for path in ROOT.glob("build/cython/**/*.c")}
    assert not [path for path in tmp_path.rglob("*") if path.suffix in (".o", ".so", ".pyd")]
    return done.stderr


@pytest.mark.builds
@pytest.mark.skipif(os.name == "nt", reason="Visual Studio is found by no variable")
def test_a_build_without_a_compiler_says_at_once_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    told = built_by(tmp_path, PATH=str(tmp_path / "empty"), CC="gcc")
    assert "no C compiler works here" in told
    assert "gcc" in told
    assert not [line for line in INSTALL if line not in told]


@pytest.mark.builds
@pytest.mark.skipif(shutil.which("gcc") is None, reason="a compiler misses the headers")
def test_a_build_without_headers_says_at_once_what_to_install(tmp_path: Path) -> None:
    blind = tmp_path / "blind"
    blind.write_text(
        "#!/bin/sh\nfor given; do\n    shift\n"
        '    case $given in -I*) ;; *) set -- "$@" "$given" ;; esac\n'
        'done\nexec gcc "$@"\n'
    )
    blind.chmod(0o755)
    told = built_by(tmp_path, CC=str(blind), CPATH="", C_INCLUDE_PATH="")
    assert "the C compiler cannot include Python.h" in told
    assert not [line for line in INSTALL if line not in told]


@pytest.mark.builds
@pytest.mark.parametrize(
    ("start", "told"),
    [
        (
            "sys.version_info = (3, 9, 18)",
            "spritecol needs Python 3.11 or later, and this is Python 3.9",
        ),
        (
            "import Cython; Cython.__version__ = '3.0.12'",
            "Cython>=3.3,<4, but this environment has Cython 3.0.12",
        ),
        (
            "import Cython; Cython.__version__ = '4.0a1'",
            "Cython>=3.3,<4, but this environment has Cython 4.0a1",
        ),
        ("sys.modules['Cython'] = None", "Cython>=3.3,<4, but this environment has no Cython"),
        (
            "import setuptools; setuptools.__version__ = '65.5'",
            "setuptools>=77, but this environment has setuptools 65.5",
        ),
    ],
)
def test_a_build_by_other_versions_says_which_it_needs(
    tmp_path: Path, start: str, told: str
) -> None:
    assert told in built_by(tmp_path, start)


def test_wheels_are_built_for_each_python_that_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    kinds = re.compile(r"Programming Language :: Python :: (3)\.(\d+)")
    declared = [
        found for line in project["project"]["classifiers"] for found in kinds.findall(line)
    ]
    built = project["tool"]["cibuildwheel"]["build"]
    assert built == " ".join(f"cp{major}{minor}-*" for major, minor in declared)
    page = (ROOT / "docs" / "how-it-was-tested.md").read_text(encoding="utf-8")
    seen = re.findall(r"^\| (3)\.(\d+)\.\d+ \|.*\| all tests", page, re.MULTILINE)
    assert {*declared} == {*seen}


# --- what is built stays built -------------------------------------------------------------------

MODULES = {
    "one.py": "import cython as C\n\ndef answer() -> int:\n    return 1\n",
    "room/two.py": "import cython as C\nfrom cython.cimports.spritecol.kinds import Kind\n\n"
    "def answer() -> int:\n    kind: Kind = 2\n    return kind\n",
    "room/three.py": "import cython as C\nfrom cython.cimports.spritecol.kinds import Kind\n",
}
HEADER = "ctypedef int Kind\n"
SPY = """#!/bin/sh
for given; do
    case $given in
        *probe*) break ;;
        *.c) basename "$given" .c >>"$SPY_LOG"; [ "$given" != "$SPY_KILLS" ] || kill -9 $PPID ;;
    esac
done
exec "$@"
"""
ALL = ["one", "shared_by_cython", "three", "two"]


class Clone:
    """A clone of a package of three small compiled modules, and how it is built."""

    def __init__(self, folder: Path) -> None:
        """Write it, with the build of this package."""
        self.folder, self.log, self.spy = folder, folder / "log", folder / "spy"
        self.package = folder / "spritecol"
        (self.package / "room").mkdir(parents=True)
        (self.package / "_support").mkdir()
        shutil.copy(ROOT / "setup.py", folder)
        settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
        (folder / "pyproject.toml").write_text(settings.partition("[project]")[0])
        shutil.copy(PACKAGE / "_build.py", self.package)
        for path, source in {**MODULES, "kinds.pxd": HEADER}.items():
            (self.package / path).write_text(source)
        self.spy.write_text(SPY)
        self.spy.chmod(0o755)

    def edit(self, path: str, old: str, new: str) -> None:
        """Replace some words."""
        text = (self.package / path).read_text()
        assert old in text
        (self.package / path).write_text(text.replace(old, new))

    def age(self) -> None:
        """Let all that was built be older than the sources, and than the files of Cython."""
        for path in self.folder.rglob("*"):
            if path.suffix in {".c", ".so"} or "build" in path.parts:
                os.utime(path, (1e9, 1e9))

    def build(self, start: str = "pass", *, ends: int = 0, **environment: str) -> list[str]:
        """Build in place, and name what was compiled. `start` runs before."""
        run = "sys.argv = ['setup.py', '-q', 'build_ext', '--inplace']"
        run += "; runpy.run_path('setup.py', {}, '__main__')"
        return self.compiled_by(f"import runpy, sys; {start}; {run}", ends=ends, **environment)

    def install(self) -> list[str]:
        """Build as pip does by `pip install -e .`, and name what was compiled."""
        (self.folder / "wheel").mkdir(exist_ok=True)
        return self.compiled_by(
            "from setuptools import build_meta; build_meta.build_editable('wheel')"
        )

    def compiled_by(self, program: str, *, ends: int = 0, **environment: str) -> list[str]:
        """What a compiler is asked for by a program."""
        self.log.write_text("")
        given = {
            "SPY_LOG": str(self.log),
            "SPY_KILLS": "",
            "SPRITECOL_CFLAGS": "-O0",
            **environment,
        }
        given.setdefault("CC", f"{self.spy} gcc")
        done = run_python("-c", program, folder=self.folder, **given)
        assert done.returncode == ends, done.stderr
        self.told, self.errors = done.stdout, done.stderr
        return sorted(self.log.read_text().split())

    def answers(self) -> str:
        """What the modules in place answer, after the guard of the tests has looked at them."""
        headers = _build.headers_in(self.package)
        assert _build.stale_modules(self.package, headers) == []
        assert _build.missing_modules(self.package) == []
        (self.package / "__init__.py").touch()
        program = (
            "import spritecol.one as a, spritecol.room.two as b; print(a.answer(), b.answer())"
        )
        environment = {"PYTHONPATH": str(self.folder)}
        done = run_python("-P", "-c", program, folder=self.folder, **environment)
        return done.stdout or done.stderr


@pytest.fixture(scope="module")
def first_build(tmp_path_factory: pytest.TempPathFactory) -> Clone:
    """A clone that was built once. Whoever changes one copies it before."""
    for tool in ("setuptools", "Cython"):
        pytest.importorskip(tool, reason="a build needs it")
    if shutil.which("gcc") is None or os.name == "nt":
        pytest.skip("a script stands before gcc")
    clone = Clone(tmp_path_factory.mktemp("clone") / "clone")
    assert clone.build() == ALL
    assert clone.answers() == "1 2\n"
    return clone


@pytest.fixture
def clone(first_build: Clone, tmp_path: Path) -> Clone:
    """A copy of its own, which was built by the same compiler."""
    shutil.copytree(first_build.folder, tmp_path / "clone")
    copied = copy.copy(first_build)
    copied.folder, copied.log = tmp_path / "clone", tmp_path / "clone" / "log"
    copied.package = copied.folder / "spritecol"
    return copied


@pytest.mark.builds
def test_what_has_not_changed_is_not_built_again(clone: Clone) -> None:
    clone.age()  # as after a change of branches and back, and as where pip has unpacked Cython
    assert clone.build() == []
    assert clone.answers() == "1 2\n"
    clone.age()
    assert clone.install() == []
    assert clone.answers() == "1 2\n"
    assert clone.build(CC=f"ccache {clone.spy} gcc" if shutil.which("ccache") else "") == []


@pytest.mark.builds
@pytest.mark.parametrize("way", ["build", "install"])
def test_an_edit_costs_its_module_and_one_of_a_header_those_that_see_it(
    clone: Clone, way: str
) -> None:
    build = getattr(clone, way)
    clone.age()
    clone.edit("one.py", "return 1", "return 3")
    assert build() == ["one"]
    assert clone.answers() == "3 2\n"
    clone.edit("kinds.pxd", "int", "signed char")
    assert build() == ["three", "two"]
    assert clone.answers() == "3 2\n"
    clone.age()
    clone.edit("one.py", "return 3", "return 1")  # back on the other branch
    assert build() == ["one"]
    assert clone.answers() == "1 2\n"


@pytest.mark.builds
def test_other_flags_and_another_compiler_compile_all_again(clone: Clone) -> None:
    assert clone.build(SPRITECOL_CFLAGS="-O1 -O0") == ALL
    assert clone.build(SPRITECOL_CFLAGS="-O1 -O0") == []
    assert clone.build(CFLAGS="-O1") == ALL
    assert clone.build(LDFLAGS="-g") == ALL
    other = clone.folder / "other"
    other.write_text(SPY.replace("exec", "# of another version\nexec"))
    other.chmod(0o755)
    assert clone.build(CC=f"{other} gcc") == ALL
    other.write_text(SPY.replace("exec", '[ "${*%--version}" = "$*" ] || exec echo 99.1\nexec'))
    assert clone.build(CC=f"{other} gcc") == ALL
    assert "Cythonizing" not in clone.told


@pytest.mark.builds
@pytest.mark.skipif(shutil.which("gcc") is None, reason="headers are found by a compiler")
def test_all_that_a_compiler_is_told_is_what_a_module_is_made_of(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its name below build/made is the same only if all that it is made of is the same."""
    for tool in ("setuptools", "Cython"):
        pytest.importorskip(tool, reason="a build needs it")
    from setuptools import Distribution, Extension

    monkeypatch.chdir(ROOT)
    command = runpy.run_path("setup.py")["BuildExt"]
    for name in ("translate", "demand_compiler", "demand_full_names", "takes"):
        monkeypatch.setitem(command.build_extensions.__globals__, name, lambda *given: False)
    names: list[str] = []
    monkeypatch.setattr(
        command, "build_extension", lambda self, extension: names.append(extension.made.name)
    )
    monkeypatch.chdir(tmp_path)
    Path("probe.py").touch()

    def ask(*options: str, **variables: str) -> None:
        given = {"ext_modules": [Extension("probe", ["probe.py"])], "script_name": "setup.py"}
        given |= {"script_args": ["build_ext", *options], "cmdclass": {"build_ext": command}}
        distribution = Distribution(given)
        distribution.parse_command_line()
        asked = distribution.get_command_obj("build_ext")
        with monkeypatch.context() as patch:
            for name, value in variables.items():
                patch.setenv(name, value)
            asked.ensure_finalized()
            asked.extensions = distribution.ext_modules  # which are ours only
            asked.run()

    ask()
    for option in ("define=BETTER", "define=BETTER=2", "undef=BETTER", "libraries=m", "debug"):
        ask(f"--{option}")
    for option in ("include-dirs", "library-dirs", "rpath"):
        ask(f"--{option}={tmp_path}")
    for name in ("C_INCLUDE_PATH", "LIBRARY_PATH", "LD_RUN_PATH", "CFLAGS", "CPPFLAGS", "LDFLAGS"):
        ask(**{name: f"-I{tmp_path}"})
    for number in (1, 2):  # what is linked in, and what a header says that a variable finds
        Path("linked.o").write_text(f"{number}")
        ask(f"--link-objects={tmp_path}/linked.o")
        Path("math.h").write_text(f"#include_next <math.h>\n#define BETTER {number}\n")
        ask(CPATH=str(tmp_path))
        command.build_extensions.__globals__["digest_of_file"].cache_clear()  # as in a new process
    assert len({*names}) == len(names) == 19
    Path("math.h").unlink()
    monkeypatch.setattr(sys, "exec_prefix", str(tmp_path))  # of an environment of this build's own
    ask()
    assert names[-1] == names[0]


@pytest.mark.builds
@pytest.mark.parametrize(
    ("path", "text", "told"),
    [
        ("kinds.pxd", "from . cimport other\n", "'from .' names: cimport it by its full name"),
        ("kinds.pxd", 'include "others.pxi"\n', "names: cimport it by its full name"),
        ("room/__init__.pxd", "ctypedef int Kind\n", "the build does not see headers of packages"),
    ],
)
def test_what_the_build_would_not_see_is_refused(
    clone: Clone, path: str, text: str, told: str
) -> None:
    (clone.package / path).write_text(text)
    assert clone.build(ends=1) == []
    assert f"{path}: " in clone.errors
    assert told in clone.errors


@pytest.mark.builds
def test_another_cython_translates_all_again(clone: Clone) -> None:
    start = "import Cython; Cython.__version__ += '.1'"
    assert clone.build(start) == ALL
    assert clone.told.count("Cythonizing") == len(MODULES)
    assert clone.build(start) == []


@pytest.mark.builds
def test_two_pythons_in_one_clone_do_not_disturb_each_other(clone: Clone) -> None:
    start = "sys.version += ' of another day'"
    suffix = ".other.so"
    assert clone.build(start, SETUPTOOLS_EXT_SUFFIX=suffix) == ALL
    assert "Cythonizing" not in clone.told
    assert clone.build() == []
    assert clone.build(start, SETUPTOOLS_EXT_SUFFIX=suffix) == []
    assert clone.answers() == "1 2\n"
    assert len([*clone.package.rglob(f"*{suffix}")]) == len(ALL)


@pytest.mark.builds
def test_a_build_that_was_interrupted_is_not_taken_for_whole(clone: Clone) -> None:
    clone.edit("one.py", "return 1", "return 3")
    clone.edit("kinds.pxd", "int", "signed char")
    c = "build/cython/spritecol/one.c"
    clone.build(SPY_KILLS=c, ends=-9)
    assert "one" in clone.build()
    assert clone.answers() == "3 2\n"
    clone.edit("one.py", "return 3", "return 4")
    clone.build(SPY_KILLS=c, ends=-9)
    whole = (clone.folder / c).read_bytes()
    (clone.folder / c).write_bytes(
        whole[: len(whole) // 2]
    )  # as if it had ended while this was written
    assert clone.build() == ["one"]
    assert "Cythonizing" in clone.told
    assert clone.answers() == "4 2\n"


SPOILED: list[Callable[[bytes], bytes]] = [
    lambda data: data[: len(data) // 2],
    lambda data: b"",
    lambda data: bytes(len(data)),  # zeros, as some file systems leave it
    lambda data: data[:4096].ljust(len(data), b"\0"),
    lambda data: data[:5000] + bytes([data[5000] ^ 1]) + data[5001:],
    lambda data: data + b"\0",
]
"""What may be left of a file, where the power was cut while it was written."""


@pytest.mark.builds
def test_what_a_power_cut_has_spoiled_is_not_taken_for_whole(clone: Clone) -> None:
    """Each module, each C file, and each binary in place, in another way each."""

    def spoil(first: int, *patterns: str) -> None:
        for pattern in patterns:
            paths = sorted(clone.folder.glob(pattern))
            assert len(paths) == len(ALL)
            for way, path in zip(SPOILED[first:], paths, strict=False):
                path.write_bytes(way(path.read_bytes()))

    made, translated = "build/made/**/*.so.*", "build/cython/**/*.c"
    spoil(0, made, translated, "spritecol/**/*.so")
    assert clone.build() == ALL
    assert clone.told.count("Cythonizing") == len(MODULES)
    assert clone.answers() == "1 2\n"
    spoil(2, "spritecol/**/*.so")
    assert clone.build() == []
    assert clone.answers() == "1 2\n"
    spoil(2, made, translated)
    assert clone.build() == ALL
    assert clone.told.count("Cythonizing") == len(MODULES)
    assert clone.answers() == "1 2\n"


@pytest.mark.builds
def test_a_module_that_is_gone_cannot_be_imported(clone: Clone) -> None:
    inside = clone.folder / "tests" / "inside"
    inside.mkdir(parents=True)
    for name in ("stays", "goes", "leaves"):
        (inside / f"{name}.py").write_text("import cython as C\n")
    assert clone.build() == ["goes", "leaves", "stays"]

    def importable() -> set[str]:
        binaries = [*clone.package.rglob("*.so"), *inside.rglob("*.so")]
        return {path.name.partition(".")[0] for path in binaries}

    assert importable() == {"one", "two", "three", "shared_by_cython", "goes", "leaves", "stays"}
    (inside / "goes.py").unlink()
    assert clone.build() == []
    assert importable() == {"one", "two", "three", "shared_by_cython", "leaves", "stays"}
    (inside / "leaves.py").unlink()
    (clone.package / "room" / "three.py").unlink()
    assert clone.install() == []
    assert importable() == {"one", "two", "shared_by_cython", "stays"}


@pytest.mark.builds
def test_what_cython_refuses_costs_no_other_module(clone: Clone) -> None:
    clone.edit("one.py", "return 1", "return 3")
    clone.edit("room/three.py", "Kind", "Unknown")
    assert clone.build(ends=1) == []
    clone.edit("room/three.py", "Unknown", "Kind")
    assert clone.build() == ["one"]
    assert clone.answers() == "3 2\n"


# --- the build's guard --------------------------------------------------------------------------

BUILT = EXTENSION_SUFFIXES[0]


def touch(path: Path, seconds: int, text: str = "") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    os.utime(path, (seconds, seconds))


def edit_source(folder: Path) -> None:
    touch(folder / "room" / "two.py", 3000, "import cython")


def edit_header(folder: Path) -> None:
    touch(folder / "room" / "two.pxd", 3000)


def edit_header_without_module(folder: Path) -> None:
    touch(folder / "kinds.pxd", 3000)


def edit_header_in_c(folder: Path) -> None:
    touch(folder / "room" / "fast.h", 3000)


def edit_plain(folder: Path) -> None:
    touch(folder / "plain.py", 3000)


def leave_unbuilt(folder: Path) -> None:
    (folder / f"one{BUILT}").unlink()


def freeze_without_one(folder: Path) -> None:
    """As PyInstaller does where a game does not import it."""
    leave_unbuilt(folder)
    (folder / "one.py").unlink()


def build_for_another_python(folder: Path) -> None:
    (folder / f"one{BUILT}").rename(folder / "one.cpython-39-x86_64-linux-gnu.so")


def install_without_headers(folder: Path) -> None:
    (folder / "room" / "two.pxd").unlink()


@pytest.mark.parametrize(
    ("change", "stale", "missing"),
    [
        (lambda folder: None, [], []),
        (edit_source, ["room.two"], []),
        (edit_header, ["room.two"], []),
        (edit_header_without_module, ["room.two"], []),
        (edit_header_in_c, ["room.two"], []),
        (edit_plain, [], []),
        (leave_unbuilt, [], ["one"]),
        (freeze_without_one, [], []),
        (build_for_another_python, [], ["one"]),
        (install_without_headers, [], []),
    ],
)
def test_what_is_stale_and_what_is_missing(
    change: Callable[[Path], None], stale: list[str], missing: list[str], tmp_path: Path
) -> None:
    """In a package of two compiled modules, one with headers, and one that is not compiled."""
    texts = {
        "one.py": "import cython as C",
        "room/two.py": "from cython import cast",
        "room/two.pxd": f"from {tmp_path.name} cimport kinds",
        "plain.py": '"""It could\n    import cython."""',
        "kinds.pxd": 'cdef extern from "fast.h"',
    }
    for name in ("one.py", "room/two.py", "room/two.pxd", "plain.py", "kinds.pxd", "room/fast.h"):
        touch(tmp_path / name, 1000, texts.get(name, ""))
    for name in ("one", "room/two"):
        touch(tmp_path / f"{name}{BUILT}", 2000)
    change(tmp_path)
    headers = _build.headers_in(tmp_path)
    assert _build.stale_modules(tmp_path, headers) == stale
    assert _build.missing_modules(tmp_path) == missing


@pytest.mark.parametrize(
    "line",
    [
        "from cython.cimports.game import kinds",
        "from cython.cimports.game.kinds import Kind, other",
        "from cython.cimports.game import (  # all of them\n    other,\n    kinds as k,\n)",
        "    from game cimport other, \\\n kinds",
        "from game.kinds cimport *",
        "import cython.cimports.game.kinds as k",
        "cimport game.other, game.kinds",
    ],
)
def test_no_form_of_cimport_is_missed(line: str, tmp_path: Path) -> None:
    touch(tmp_path / "game" / "kinds.pxd", 1000)
    touch(tmp_path / "one.py", 1000, f"import cython\n{line}\nx = 1")
    touch(tmp_path / "two.py", 1000, line.replace("kinds", "kin").replace("game", "games"))
    headers = _build.headers_in(tmp_path / "game")
    assert _build.seen_headers(str(tmp_path / "one.py"), headers) == set(headers.values()) != set()
    assert _build.seen_headers(str(tmp_path / "two.py"), headers) == set()


def test_each_extension_depends_on_the_headers_that_it_sees(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for tool in ("setuptools", "Cython"):
        pytest.importorskip(tool, reason="the build needs it")
    monkeypatch.chdir(ROOT)
    headers = _build.headers_in(PACKAGE)
    for extension in runpy.run_path("setup.py")["EXTENSIONS"]:
        source = ROOT / extension.sources[0]
        if source.suffix == ".py":
            seen = _build.seen_headers(str(source), headers)
            assert {str(ROOT / header) for header in extension.depends} == seen


def test_demand_names_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_build, "__file__", str(tmp_path / "_build.py"))
    built = tmp_path / "sprites" / f"sprite{BUILT}"
    touch(built, 1000)
    touch(tmp_path / "sprites" / "sprite.py", 1000)
    _build.demand()
    built.unlink()
    with pytest.raises(ImportError) as caught:
        _build.demand()
    assert f"`{_build.COMMAND}` in {tmp_path.parent}" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_source_that_was_not_built_says_so_in_one_line(tmp_path: Path) -> None:
    built = shutil.ignore_patterns(*(f"*{suffix}" for suffix in EXTENSION_SUFFIXES), "__pycache__")
    shutil.copytree(PACKAGE, tmp_path / PACKAGE.name, ignore=built)
    done = run_python("-c", "import spritecol", folder=tmp_path, PYTHONPATH=str(tmp_path))
    last = done.stderr.splitlines()[-1]
    assert (done.returncode, last.partition(":")[0]) == (1, "ImportError")
    assert f"`{_build.COMMAND}` in {tmp_path}" in last


def test_a_zip_file_says_that_compiled_modules_cannot_run_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tmp_path / "game.pyz"
    with zipfile.ZipFile(game, "w") as archive:
        archive.writestr("__main__.py", "import spritecol")
        for path in PACKAGE.rglob("*.py"):
            archive.write(path, path.relative_to(ROOT))
        for _, _, binary in _build.sources(PACKAGE):
            archive.writestr(str(Path(str(binary)).relative_to(ROOT)), b"")
    done = run_python(str(game), folder=tmp_path)
    last = done.stderr.splitlines()[-1]
    assert (done.returncode, last.partition(":")[0]) == (1, "ImportError")
    assert f"zip file {game}" in last
    assert "Unpack it" in last
    spec = zipimport.zipimporter(str(game)).find_spec("spritecol")
    monkeypatch.setattr(_build, "__spec__", spec)
    with pytest.raises(ImportError, match="Unpack it"):
        _build.demand()
    monkeypatch.setattr(
        sys, "frozen", True, raising=False
    )  # as by what packs compiled modules, too
    _build.demand()
