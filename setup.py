"""Builds the compiled modules, which `spritecol/_build.py` finds."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 (pip asks only after it has run this file)
    found = f"Python {sys.version_info[0]}.{sys.version_info[1]} ({sys.executable})"
    raise SystemExit(f"spritecol needs Python 3.11 or later, and this is {found}")

# ruff: noqa: E402 (older versions lack some of these modules)
import gc
import glob
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
# Each module as it was built last. Its name ends with a digest of what it was made of, and with one
# of its bytes: a file that a power cut has left empty or too short is never taken.
MADE = "build/made"
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
# What compilers read besides their arguments, for gcc, clang and Microsoft's.
READ_BY_COMPILERS = ["CPATH", "C_INCLUDE_PATH", "LIBRARY_PATH", "LD_RUN_PATH", "COMPILER_PATH"]
READ_BY_COMPILERS += ["GCC_EXEC_PREFIX", "CCC_OVERRIDE_OPTIONS", "SDKROOT"]
READ_BY_COMPILERS += ["MACOSX_DEPLOYMENT_TARGET", "INCLUDE", "LIB", "CL", "_CL_", "LINK", "_LINK_"]
# The headers of Python and of C that modules include.
INCLUDED = ["Python.h", "frameobject.h", "structmember.h", "float.h", "limits.h", "math.h"]
INCLUDED += ["stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h"]
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

        There, a binary of a module that is no longer compiled would hide its source, and one of a
        module that is gone could still be imported.
        """
        super().finalize_options()
        self.counts = self.inplace  # which setuptools resets while it builds
        if not self.inplace:
            self.extensions = [e for e in self.extensions if e.name.startswith(PACKAGE)]
            return
        built = {Path(self.get_ext_filename(extension.name)) for extension in self.extensions}
        for root in (Path(PACKAGE), Path("tests", "inside")):
            for binary in {*root.rglob(self.get_ext_filename("*"))} - built:
                binary.unlink()

    def build_extensions(self) -> None:
        """Translate and compile what was not made of the same before, with the compiler found.

        Who only asks for metadata, as pip does twice, does not get here.
        """
        demand_compiler(self.compiler)
        demand_full_names(self.extensions)
        self.choose_flags()
        tools = [sys.version, self.debug, *tools_of(self.compiler)]
        for extension in self.extensions:
            flags = [*extension.extra_compile_args, *extension.extra_link_args]
            made_of = digest_of(texts_of(extension), tools, flags)
            extension.made = Path(MADE, f"{self.get_ext_filename(extension.name)}.{made_of}")
            extension.kept = None if self.force else whole_copy_of(extension.made)
        stale = [e for e in self.extensions if e.kept is None]
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
        if extension.kept is not None:
            copy_whole(extension.kept, target)
            return
        target.unlink(missing_ok=True)
        super().build_extension(extension)
        for old in made.parent.glob(f"{target.name}.*"):
            old.unlink()
        copy_whole(target, checked_name(made, target.read_bytes()))

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


def copy_whole(source: Path, target: Path) -> None:
    """Copy a file, under its name only once it is complete."""
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f"{target.name}.part")
    shutil.copy(source, part)
    part.replace(target)


def checked_name(made: Path, data: bytes) -> Path:
    """The name of what was made, with a digest of its bytes."""
    return made.with_name(f"{made.name}.{digest_of(data)}")


def whole_copy_of(made: Path) -> Path | None:
    """The file of what was made before, if its bytes are still those of its name."""
    found = made.parent.glob(f"{glob.escape(made.name)}.*")
    return next((path for path in found if path == checked_name(made, path.read_bytes())), None)


@cache
def digest_of_file(path: str) -> str:
    """A digest of the text of one file."""
    return blake2b(Path(path).read_bytes()).hexdigest()


def digest_of(*parts: object) -> str:
    """A short digest of some bytes, or of all that something is made of."""
    return blake2b(repr(parts).encode(), digest_size=12).hexdigest()


def texts_of(extension: Extension) -> str:
    """A digest of all that the C of a module is made of: its text, headers, Cython, its options."""
    paths = [path for path in (*extension.sources, *extension.depends) if os.path.exists(path)]
    return digest_of(Cython.__version__, TRANSLATION, *((p, digest_of_file(p)) for p in paths))


UNSEEN = re.compile(r"^\s*(?:from\s+\.|c?import\s+\.|include\s+[\"'])", re.MULTILINE)


def demand_full_names(extensions: list[Extension]) -> None:
    """End the build where a module would be made of a file that `seen_headers` does not find."""
    paths = {*HEADERS.values(), *(path for extension in extensions for path in extension.sources)}
    for path in sorted(filter(os.path.exists, paths)):
        if Path(path).name == "__init__.pxd":
            raise SystemExit(f"{path}: the build does not see headers of packages: rename it")
        if found := UNSEEN.search(Path(path).read_text("utf-8")):
            raise SystemExit(
                f"{path}: the build does not see what {found[0].strip()!r} names: cimport it by "
                "its full name"
            )


def tools_of(compiler) -> list[object]:
    """All that a compiler is asked for besides the arguments of a module, and what it finds itself.

    These are its commands, without ccache, which changes no result; its version; the options of the
    command line, such as `--define`; the variables that it reads, such as CPATH; and what Python's
    headers and those of C say there. Where this environment is does not matter: pip and uv build in
    a new one each time.
    """
    command = getattr(compiler, "compiler_so", None) or [compiler.cc]  # the latter is Microsoft's
    linker = getattr(compiler, "linker_so", [])
    told = subprocess.run([*command, "--version"], capture_output=True, check=False)
    words = [word for word in (*command, *linker) if word != "ccache"]
    folders = [compiler.include_dirs, compiler.library_dirs, compiler.runtime_library_dirs]
    asked = [[path.removeprefix(sys.exec_prefix) for path in paths] for paths in folders]
    asked += [compiler.macros, compiler.libraries, compiler.objects]
    linked = [digest_of_file(path) for path in compiler.objects if os.path.exists(path)]
    read = [os.environ.get(name) for name in READ_BY_COMPILERS]
    return [*words, f"{told.stdout}{told.stderr}", asked, linked, read, digest_of_headers(compiler)]


def digest_of_headers(compiler) -> str:
    """A digest of what the headers of Python and of C say to a compiler, for it may find others.

    Microsoft's compiler finds them by variables and options only.
    """
    if compiler.compiler_type == "msvc":
        return ""
    with TemporaryDirectory() as folder:
        source, told = Path(folder, "probe.c"), Path(folder, "probe.i")
        source.write_text("".join(f"#include <{name}>\n" for name in INCLUDED))
        compiler.preprocess(str(source), str(told), extra_postargs=["-P", "-dD"])
        return digest_of(told.read_bytes())


MARK = b"/* made of "


def last_line(made_of: str, above: bytes) -> bytes:
    """The last line of C that was made of something."""
    return MARK + f"{made_of}, below {digest_of(above)} */\n".encode()


def translate(extensions: list[Extension]) -> None:
    """Translate modules to C, and name the C as their sources.

    The last line of each C file says what it was made of, and which text is above it. It is written
    after all others: C that was made of the same is left alone, as for other flags, and C of a
    build that was interrupted is not. (Cython would compare times with its own files, which pip
    unpacks anew for each build.)

    The collector would look through Cython's trees after every few hundred objects, for a third
    of the time that Cython takes. Its processes inherit this where they are forked. Each takes
    about 120 MB more; with no collector at all, one core would take 1 GB.
    """
    translated = {}
    stale = []
    for extension in extensions:
        c = Path(BUILD_DIR, extension.sources[0]).with_suffix(".c")
        translated[c] = texts_of(extension)
        above, mark, _ = c.read_bytes().rpartition(MARK) if c.exists() else (b"", b"", b"")
        if not mark or c.read_bytes() != above + last_line(translated[c], above):
            c.unlink(missing_ok=True)
            stale.append(extension)
    gc.set_threshold(1_000_000)
    try:
        cythonize(stale, build_dir=BUILD_DIR, nthreads=os.cpu_count() or 1, **TRANSLATION)
    finally:  # also where Cython has refused another one
        for c, made_of in translated.items():
            above = c.read_bytes() if c.exists() else b""
            if above.rstrip().endswith(b"#endif /* Py_PYTHON_H */"):
                with c.open("ab") as file:
                    file.write(last_line(made_of, above))
    for extension, c in zip(extensions, translated, strict=True):
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
NAMES = [f"{PACKAGE}.{module}" for module in BUILD["compiled_in"](PACKAGE)]
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
