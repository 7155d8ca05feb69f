"""Builds the compiled modules, which `spritecol/_build.py` lists."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 (pip asks only after it has run this file)
    found = f"Python {sys.version_info[0]}.{sys.version_info[1]} ({sys.executable})"
    raise SystemExit(f"spritecol needs Python 3.11 or later, and this is {found}")

# ruff: noqa: E402 (older versions lack some of these modules)
import gc
import os
import re
import runpy
import shutil
import subprocess
import tomllib
from functools import cache
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory


def demand_tools() -> None:
    """End the build if what pyproject.toml asks for is missing or of another version.

    pip installs it, except with `--no-build-isolation`, and does not look then.
    """
    requires = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    for requirement in requires:
        name, least, below = re.fullmatch(r"(\w+)>=([\d.]+)(?:,<([\d.]+))?", requirement).groups()
        try:
            found = f"{name} {import_module(name).__version__}"
        except ImportError:
            found = f"no {name}"
        least, below, given = (
            [*map(int, re.findall(r"\d+", text or ""))] for text in (least, below, found)
        )
        if given < least or (below and given >= below):
            raise SystemExit(
                f"spritecol is built with {requirement}, but this environment has {found}: run "
                f"`pip install {' '.join(map(repr, requires))}`, or leave out --no-build-isolation"
            )


demand_tools()

import Cython
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, PlatformError

PACKAGE = "spritecol"
BUILD_DIR = "build/cython"
MADE = "build/made"  # each module as it was built last, with a digest of what it was made of
# Rooms whose C headers other rooms read, too.
C_HEADERS = [f"{PACKAGE}/_engine/{room}" for room in ("broad_phase", "narrow_phase")]
LOOPS = (f"{PACKAGE}._engine.", f"{PACKAGE}.spatial.")  # rooms with loops over many rows or numbers
# Of the rest. Two numbers that lie side by side are not packed: who reads one of them right after
# would wait for both, and a slide takes 1.07 of the time. Loops of few rounds are unrolled, as each
# method ends with one that releases its arguments: else `a.hits(b)` runs 1.04 times as much.
REST = ["-fno-tree-slp-vectorize", "-fpeel-loops"]
# Modules that count for the tests what they do: only in a build in place, so that no wheel does.
COUNTING = [f"{PACKAGE}.sprites.motion.{name}" for name in ("casts", "leaving")]
# What undoes all that CC or CFLAGS of an environment may ask for at the cost of exact results.
EXACT = ["-fno-fast-math", "-fno-unsafe-math-optimizations", "-fno-associative-math"]
EXACT += ["-fno-reciprocal-math", "-fno-finite-math-only", "-fsigned-zeros", "-ffp-contract=off"]
# On x86, no fused multiply-add either where -march would allow it: gcc's vectorizer makes some of
# them in spite of -ffp-contract=off. All processors that have them have AVX. And no x87.
EXACT_ON_X86 = ["-mno-avx", "-mfpmath=sse"]
# What a linker is told. For -Ofast and -ffast-math, gcc 12 would link in code that changes how the
# whole process treats tiny numbers.
EXACT_LINK = ["-O2", *EXACT[:2]]
BUILD = runpy.run_path(str(Path(PACKAGE, "_build.py")))
SHARED = f"{PACKAGE}._support.shared_by_cython"  # Cython's own functions, once for all modules
INSIDE = sorted(path.stem for path in Path("tests", "inside").glob("[!_]*.py"))  # of no wheel
TRANSLATION = {
    "shared_utility_qualified_name": SHARED,
    "shared_utility_features_disabled": ["MemoryView"],  # the largest, and in no use here
    "compiler_directives": {
        "language_level": 3,
        # Indices of Python objects stay checked; the hot loops run over C arrays.
        "cdivision": True,
        # What can be pickled says so itself; Python refuses the rest, as Cython's own functions
        # would. Without these two in each class the build takes 0.9 of the time.
        "auto_pickle": False,
        "emit_code_comments": False,  # a quarter of the lines, which nobody reads
        # One storage for the process, protected by the GIL: see _build.
        "freethreading_compatible": False,
        "subinterpreters_compatible": "no",
    },
}


class Build(build):
    """Compiles first: who has no compiler is told before 240 lines about copied files."""

    sub_commands = sorted(build.sub_commands, key=lambda command: command[0] != "build_ext")

    def run(self) -> None:
        """Begin with nothing: a wheel takes all that is there, also what has another name now."""
        for package in (PACKAGE, "tests"):
            shutil.rmtree(Path(self.build_lib, package), ignore_errors=True)
        super().run()


class BuildExt(build_ext):
    """Adds the flags that keep answers the same on every machine.

    No fused multiply-add: the exact predicates rest on IEEE rounding of each single operation, and
    an answer must not depend on what the compiler inlined. No fast-math. Ours come last, after what
    the environment asks for. That nobody reads `errno` changes no answer, and lets a compiler take
    several square roots at once.

    No warnings: what Python was built with asks for all, of which those about Cython's C say
    nothing, and finding them is 7 % of a compiler's time.

    -O3 for the rooms of loops, -O2 for the rest. Levels and passes chosen module by module built in
    0.8 of the time (87 s of one core instead of 108), and calls took 0.96 to 1.07 of the time.

    Loops begin with half a line of the cache, functions with a line, whatever else a module holds:
    where its loop lay across two lines, `sprite.check(group)` of 200 took 1.17 times as long.
    """

    def finalize_options(self) -> None:
        """Leave out what only tests import, unless the build is in place.

        There, a binary of a module that is no longer compiled would hide its source.
        """
        super().finalize_options()
        self.counts = self.inplace  # which setuptools resets while it builds
        if not self.inplace:
            self.extensions = [e for e in self.extensions if e.name.startswith(PACKAGE)]
            return
        built = {Path(self.get_ext_filename(extension.name)) for extension in self.extensions}
        for binary in {*Path(PACKAGE).rglob(self.get_ext_filename("*"))} - built:
            binary.unlink()

    def build_extensions(self) -> None:
        """Translate and compile what was not made of the same before, with the compiler found.

        Who only asks for metadata, as pip does twice, does not get here.
        """
        demand_compiler(self.compiler)
        self.choose_flags()
        tools = [sys.version, self.debug, *tools_of(self.compiler)]
        for extension in self.extensions:
            flags = [*extension.extra_compile_args, *extension.extra_link_args]
            made_of = digest_of(texts_of(extension), tools, flags)
            extension.made = Path(MADE, f"{self.get_ext_filename(extension.name)}.{made_of}")
        stale = [e for e in self.extensions if self.force or not e.made.exists()]
        translate(stale)
        # The longest first: none of them is left to one core at the end.
        self.extensions = sorted(stale, key=lambda e: -os.path.getsize(e.sources[0])) + [
            extension for extension in self.extensions if extension not in stale
        ]
        self.parallel = self.parallel or os.cpu_count()
        super().build_extensions()

    def build_extension(self, extension: Extension) -> None:
        """Take what was made before, or build it and keep it in place of the one before.

        Either is newer than its sources, as `_build.stale_modules` wants it.
        """
        made, target = extension.made, Path(self.get_ext_fullpath(extension.name))
        if made.exists() and not self.force:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(made, target)
            return
        target.unlink(missing_ok=True)
        super().build_extension(extension)
        made.parent.mkdir(parents=True, exist_ok=True)
        for old in made.parent.glob(f"{target.name}.*"):
            old.unlink()
        shutil.copy(target, made.with_suffix(".part"))
        made.with_suffix(".part").replace(made)  # never a part of one, whatever ends the build

    def choose_flags(self) -> None:
        """Choose the flags by the compiler; those of SPRITECOL_CFLAGS come last."""
        msvc = self.compiler.compiler_type == "msvc"
        flags = ["/fp:precise"] if msvc else [*EXACT, "-fno-math-errno", "-g0"]
        if not msvc:
            flags += ["-falign-functions=64", "-falign-loops=32", "-Wno-all"]
            flags += EXACT_ON_X86 if takes(self.compiler, EXACT_ON_X86) else []
        last = os.environ.get("SPRITECOL_CFLAGS", "").split()  # of .ci/sanitize and .ci/same-bits
        for extension in self.extensions:
            level = ["-O3"] if extension.name.startswith(LOOPS) else ["-O2", *REST]
            extension.extra_compile_args = [*flags, *(["-O2"] if msvc else level), *last]
            if self.counts and extension.name in COUNTING:
                extension.extra_compile_args.append("-DSPRITECOL_COUNTS")
            extension.extra_link_args = [] if msvc else EXACT_LINK


@cache
def digest_of_file(path: str) -> str:
    """A digest of the text of one file."""
    return blake2b(Path(path).read_bytes()).hexdigest()


def digest_of(*parts: object) -> str:
    """A short digest of all that something is made of."""
    return blake2b(repr(parts).encode(), digest_size=12).hexdigest()


def texts_of(extension: Extension) -> str:
    """A digest of all that the C of a module is made of: its text, headers, Cython, its options."""
    paths = [path for path in (*extension.sources, *extension.depends) if os.path.exists(path)]
    return digest_of(Cython.__version__, TRANSLATION, *((p, digest_of_file(p)) for p in paths))


def tools_of(compiler) -> list[str]:
    """The commands of a compiler, without ccache, which changes no result, and its version."""
    command = getattr(compiler, "compiler_so", None) or [compiler.cc]  # the latter is Microsoft's
    linker = getattr(compiler, "linker_so", [])
    told = subprocess.run([*command, "--version"], capture_output=True, check=False)
    words = [word for word in (*command, *linker) if word != "ccache"]
    return [*words, f"{told.stdout}{told.stderr}"]


def translate(extensions: list[Extension]) -> None:
    """Translate modules to C, and name the C as their sources.

    The last line of each C file says what it was made of, and is written after all others: C that
    was made of the same is left alone, as for other flags, and C of a build that was interrupted
    is not. (Cython would compare times with its own files, which pip unpacks anew for each build.)

    The collector would look through Cython's trees after every few hundred objects, for a third
    of the time that Cython takes. Its processes inherit this where they are forked. Each takes
    about 120 MB more; with no collector at all, one core would take 1 GB.
    """
    last_lines = {}
    stale = []
    for extension in extensions:
        c = Path(BUILD_DIR, extension.sources[0]).with_suffix(".c")
        last_lines[c] = f"/* made of {texts_of(extension)} */\n"
        if not c.exists() or not c.read_text("utf-8").endswith(last_lines[c]):
            c.unlink(missing_ok=True)
            stale.append(extension)
    gc.set_threshold(1_000_000)
    try:
        cythonize(stale, build_dir=BUILD_DIR, nthreads=os.cpu_count() or 1, **TRANSLATION)
    finally:  # also where Cython has refused another one
        for c, last_line in last_lines.items():
            if c.exists() and c.read_text("utf-8").endswith("#endif /* Py_PYTHON_H */\n"):
                with c.open("a", encoding="utf-8", newline="\n") as file:
                    file.write(last_line)
    for extension, c in zip(extensions, last_lines, strict=True):
        extension.sources = [str(c)]


NO_COMPILER = """error: {reason}
spritecol is compiled where it is installed. It needs a C compiler and the headers of Python:
  Debian, Ubuntu  sudo apt install build-essential python3-dev
  Fedora          sudo dnf install gcc python3-devel
  macOS           xcode-select --install
  Windows         "Desktop development with C++" of the Visual Studio Build Tools, from
                  https://visualstudio.microsoft.com/visual-cpp-build-tools/"""


def demand_compiler(compiler) -> None:
    """End the build at once if a compiler does not work, or does not find Python's headers."""
    with TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("int probe;\n")
        try:
            compiler.compile([str(source)], output_dir=folder)
        except (CCompilerError, PlatformError) as error:
            reason = f"no C compiler works here: {error}"
            raise SystemExit(NO_COMPILER.format(reason=reason)) from None
        source.write_text("#include <Python.h>\n")
        try:
            compiler.compile([str(source)], output_dir=folder)
        except CCompilerError:  # what is missing, it has written itself
            reason = "the C compiler cannot include Python.h"
            raise SystemExit(NO_COMPILER.format(reason=reason)) from None


def takes(compiler, flags: list[str]) -> bool:
    """Whether a compiler takes some flags. Which processor it is for may differ from this one's."""
    with TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("int probe;\n")
        command = [*compiler.compiler_so, *flags, "-c", source, "-o", source.with_suffix(".o")]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


HEADERS = BUILD["headers_in"](PACKAGE)
NAMES = [f"{PACKAGE}.{module}" for module in BUILD["COMPILED"]]
EXTENSIONS = [
    Extension(
        name,
        [source],
        include_dirs=C_HEADERS,
        depends=sorted(BUILD["seen_headers"](source, HEADERS)),
    )
    for name in (*NAMES, *(f"tests.inside.{module}" for module in INSIDE))
    for source in [f"{name.replace('.', '/')}.py"]
]
EXTENSIONS.append(Extension(SHARED, [f"{SHARED.replace('.', '/')}.c"]))

if __name__ == "__main__":  # and not where a process of Cython's, not forked, begins with this file
    setup(ext_modules=EXTENSIONS, cmdclass={"build": Build, "build_ext": BuildExt})
