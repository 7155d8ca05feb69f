"""Builds the compiled modules, which `spritecol/_build.py` lists."""

import gc
import os
import runpy
import shutil
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

PACKAGE = "spritecol"
BUILD_DIR = "build/cython"
LANES = Path(PACKAGE, "_engine", "broad_phase")  # whose headers other rooms read, too
LOOPS = (f"{PACKAGE}._engine.", f"{PACKAGE}.spatial.")  # rooms with loops over many rows or numbers
# Of the rest. Two numbers that lie side by side are not packed: who reads one of them right after
# would wait for both, and a slide takes 1.07 of the time. Loops of few rounds are unrolled, as each
# method ends with one that releases its arguments: else `a.hits(b)` runs 1.04 times as much.
REST = ["-fno-tree-slp-vectorize", "-fpeel-loops"]
# What an environment's CFLAGS or CC must not ask for. Linked with it, a module would even change
# how the whole process treats tiny numbers.
INEXACT = {
    "-Ofast",
    "-fassociative-math",
    "-fcx-limited-range",
    "-ffast-math",
    "-ffinite-math-only",
    "-ffp-model=fast",
    "-fno-signed-zeros",
    "-freciprocal-math",
    "-funsafe-math-optimizations",
}
BUILD = runpy.run_path(str(Path(PACKAGE, "_build.py")))
SHARED = f"{PACKAGE}._support.shared_by_cython"  # Cython's own functions, once for all modules
INSIDE = sorted(path.stem for path in Path("tests", "inside").glob("[!_]*.py"))  # of no wheel


class BuildExt(build_ext):
    """Adds the flags that keep answers the same on every machine.

    No fused multiply-add: the exact predicates rest on IEEE rounding of each single operation, and
    an answer must not depend on what the compiler inlined. No fast-math, also where the environment
    asks for it, no -march=native. That nobody reads `errno` changes no answer, and lets a compiler
    take several square roots at once.

    No warnings: what Python was built with asks for all, of which those about Cython's C say
    nothing, and finding them is 7 % of a compiler's time.

    -O3 for the rooms of loops, -O2 for the rest. Levels and passes chosen module by module built in
    0.8 of the time (87 s of one core instead of 108), and calls took 0.96 to 1.07 of the time.

    Loops begin with half a line of the cache, functions with a line, whatever else a module holds:
    where its loop lay across two lines, `sprite.check(group)` of 200 took 1.17 times as long.
    """

    def finalize_options(self) -> None:
        """Leave out what only tests import, unless the build is in place."""
        super().finalize_options()
        if not self.inplace:
            self.extensions = [e for e in self.extensions if e.name.startswith(PACKAGE)]
            shutil.rmtree(Path(self.build_lib, "tests"), ignore_errors=True)  # of a build in place

    def run(self) -> None:
        """Translate to C here: who only asks for metadata, as pip does twice, need not wait for it.

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
        super().run()

    def build_extensions(self) -> None:
        """Choose the flags by the compiler that was found; those of the environment come last."""
        msvc = self.compiler.compiler_type == "msvc"
        flags = ["/fp:precise"] if msvc else ["-ffp-contract=off", "-fno-math-errno", "-g0"]
        if not msvc:
            flags += ["-falign-functions=64", "-falign-loops=32", "-Wno-all"]
            for command in ("compiler_so", "linker_so"):
                asked = getattr(self.compiler, command)
                setattr(self.compiler, command, [flag for flag in asked if flag not in INEXACT])
        last = os.environ.get("SPRITECOL_CFLAGS", "").split()  # of .ci/sanitize and .ci/same-bits
        for extension in self.extensions:
            level = ["-O3"] if extension.name.startswith(LOOPS) else ["-O2", *REST]
            extension.extra_compile_args = [*flags, *(["-O2"] if msvc else level), *last]
        # The longest first: none of them is left to one core at the end.
        self.extensions.sort(key=lambda extension: -os.path.getsize(extension.sources[0]))
        self.parallel = self.parallel or os.cpu_count()
        super().build_extensions()


HEADERS = BUILD["headers_in"](PACKAGE)
NAMES = [f"{PACKAGE}.{module}" for module in BUILD["COMPILED"]]
EXTENSIONS = [
    Extension(
        name,
        [source],
        include_dirs=[LANES.as_posix()],
        depends=sorted(BUILD["seen_headers"](source, HEADERS)),
    )
    for name in (*NAMES, *(f"tests.inside.{module}" for module in INSIDE))
    for source in [f"{name.replace('.', '/')}.py"]
]
EXTENSIONS.append(Extension(SHARED, [f"{SHARED.replace('.', '/')}.c"]))

if __name__ == "__main__":  # and not where a process of Cython's, not forked, begins with this file
    setup(ext_modules=EXTENSIONS, cmdclass={"build_ext": BuildExt})
