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

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, PlatformError

PACKAGE = "spritecol"
BUILD_DIR = "build/cython"
# Rooms whose C headers other rooms read, too.
C_HEADERS = [f"{PACKAGE}/_engine/{room}" for room in ("broad_phase", "narrow_phase")]
LOOPS = (f"{PACKAGE}._engine.", f"{PACKAGE}.spatial.")  # rooms with loops over many rows or numbers
# Of the rest. Two numbers that lie side by side are not packed: who reads one of them right after
# would wait for both, and a slide takes 1.07 of the time. Loops of few rounds are unrolled, as each
# method ends with one that releases its arguments: else `a.hits(b)` runs 1.04 times as much.
REST = ["-fno-tree-slp-vectorize", "-fpeel-loops"]
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


class Build(build):
    """Compiles first: who has no compiler is told before 240 lines about copied files."""

    sub_commands = sorted(build.sub_commands, key=lambda command: command[0] != "build_ext")


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
        if not self.inplace:
            self.extensions = [e for e in self.extensions if e.name.startswith(PACKAGE)]
            shutil.rmtree(Path(self.build_lib, "tests"), ignore_errors=True)  # of a build in place
            return
        built = {Path(self.get_ext_filename(extension.name)) for extension in self.extensions}
        for binary in {*Path(PACKAGE).rglob(self.get_ext_filename("*"))} - built:
            binary.unlink()

    def build_extensions(self) -> None:
        """Translate and compile, with the compiler that was found.

        Who only asks for metadata, as pip does twice, does not get here.
        """
        demand_compiler(self.compiler)
        self.translate()
        self.choose_flags()
        # The longest first: none of them is left to one core at the end.
        self.extensions.sort(key=lambda extension: -os.path.getsize(extension.sources[0]))
        self.parallel = self.parallel or os.cpu_count()
        super().build_extensions()

    def translate(self) -> None:
        """Translate what has changed to C.

        The collector would look through Cython's trees after every few hundred objects, for a third
        of the time that Cython takes. Its processes inherit this where they are forked. Each takes
        about 120 MB more; with no collector at all, one core would take 1 GB.
        """
        gc.set_threshold(1_000_000)
        for extension in self.extensions:
            old = Path(BUILD_DIR, extension.sources[0]).with_suffix(".c")
            newest = max(map(os.path.getmtime, extension.depends), default=0)
            if old.exists() and os.path.getmtime(old) < newest:
                old.unlink()  # Cython does not know all headers: see `seen_headers`
        translated = cythonize(
            self.extensions,
            build_dir=BUILD_DIR,
            nthreads=os.cpu_count() or 1,
            shared_utility_qualified_name=SHARED,
            shared_utility_features_disabled=["MemoryView"],  # the largest, and in no use here
            compiler_directives={
                "language_level": 3,
                # Indices of Python objects stay checked; the hot loops run over C arrays.
                "cdivision": True,
                # What can be pickled says so itself; Python refuses the rest, as Cython's own
                # functions would. Without these two in each class the build takes 0.9 of the time.
                "auto_pickle": False,
                "emit_code_comments": False,  # a quarter of the lines, which nobody reads
                # One storage for the process, protected by the GIL: see _build.
                "freethreading_compatible": False,
                "subinterpreters_compatible": "no",
            },
        )
        for extension, result in zip(self.extensions, translated, strict=True):
            extension.sources = result.sources
            extension.include_dirs = result.include_dirs

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
            extension.extra_link_args = [] if msvc else EXACT_LINK


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
