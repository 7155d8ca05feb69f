"""Builds the compiled modules, which `spritecol/_build.py` lists."""

import gc
import os
import runpy
import shutil
from pathlib import Path
from sysconfig import get_platform

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

PACKAGE = "spritecol"
LANES = Path(PACKAGE, "_engine", "broad_phase")  # whose headers other rooms read, too
LOOPS = (  # over many rows or numbers; in `sprite`, over the keywords of calls that take 35 ns
    "_engine.",
    "spatial.morton",
    "sprites.containers.columns",
    "sprites.containers.group",
    "sprites.sprite.sprite",
    "world.wire_format",
    "world.saved_rows",
)
PACKED = (  # whose loops write or read boxes, four numbers each
    "_engine.broad_phase.quadtree",
    "_engine.broad_phase.scan",
    "_engine.transform.rows",
)
COLD = (  # what runs seldom, or mostly calls Python
    "integrations.arcade",
    "integrations.pygame.sprite",
    "spatial._",
    "spatial.cell_space",
    "spatial.linear_quadtree",
    "sprites.events",
    "sprites.hints",
    "sprites.questions.answers",
    "sprites.sprite.outline_cache",
    "sprites.sprite.stored_numbers",
    "world.attributes",
    "world.reachable",
)
COMPILED = runpy.run_path(str(Path(PACKAGE, "_build.py")))["COMPILED"]
INSIDE = sorted(path.stem for path in Path("tests", "inside").glob("[!_]*.py"))  # of no wheel


class BuildExt(build_ext):
    """Adds the flags that keep answers the same on every machine.

    No fused multiply-add: the exact predicates rest on IEEE rounding of each single operation, and
    an answer must not depend on what the compiler inlined. No fast-math, no -march=native. That
    nobody reads `errno` changes no answer, and lets a compiler take several square roots at once.

    -O3 where loops are. To all other modules it brings nothing that could be measured, and they
    take up to a third longer to compile than with -O2, those in `COLD` twice as long as with -O1.
    `sprite.hits(other)` takes 33 ns instead of 35: its unused keywords are dropped one after the
    other.

    Numbers that lie side by side are packed only where that pays, in `PACKED`: who reads one of a
    pair next waits for both. With packed ones, `group.query_point(x, y)` takes 178 ns instead of
    170; without, all pairs of 2,000 boxes of which some are huge take 260 us instead of 232.

    Functions begin with a line of the cache, so that loops lie in lines as they do, whatever the
    linker puts before them: 1,000 moving circles took 1 to 2 % less time. Loops begin with half a
    line: reading the column `x` took 1.5 times as long where its loop lay across two lines.

    Code and constants share their pages, since there are many small modules: 6 % of the time that
    the import takes, and 7 % of the size.
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
        translated = cythonize(
            self.extensions,
            build_dir="build/cython",
            nthreads=os.cpu_count() or 1,
            compiler_directives={
                "language_level": 3,
                # Indices of Python objects stay checked; the hot loops run over C arrays.
                "cdivision": True,
                # What can be pickled says so itself; Python refuses the rest, as Cython's own
                # functions would. Without these two in each class the build takes 0.9 of the time.
                "auto_pickle": False,
                # One storage for the process, protected by the GIL: see _build.
                "freethreading_compatible": False,
                "subinterpreters_compatible": "no",
            },
        )
        for extension, result in zip(self.extensions, translated, strict=True):
            extension.sources = result.sources
            extension.depends = result.depends
            extension.include_dirs = result.include_dirs
        super().run()

    def build_extensions(self) -> None:
        """Choose the flags by the compiler that was found; those of the environment come last."""
        msvc = self.compiler.compiler_type == "msvc"
        flags = ["-ffp-contract=off", "-fno-math-errno"]
        flags += ["-falign-functions=64", "-falign-loops=32", "-g0"]
        if msvc:
            flags = ["/fp:precise"]
        flags += os.environ.get("SPRITECOL_CFLAGS", "").split()  # of .ci/sanitize and .ci/same-bits
        for extension in self.extensions:
            name = extension.name.removeprefix(f"{PACKAGE}.")
            level = "-O3" if name.startswith(LOOPS) else "-O1" if name.startswith(COLD) else "-O2"
            extension.extra_compile_args = ["/O2" if msvc else level, *flags]
            if not msvc and not extension.name.endswith(PACKED):
                extension.extra_compile_args.append("-fno-tree-slp-vectorize")
            if get_platform().startswith("linux"):  # two mappings for each module instead of four
                extension.extra_link_args = ["-Wl,-z,noseparate-code"]
        # The longest first: none of them is left to one core at the end.
        self.extensions.sort(key=lambda extension: -os.path.getsize(extension.sources[0]))
        self.parallel = self.parallel or os.cpu_count()
        super().build_extensions()


EXTENSIONS = [
    Extension(name, [f"{name.replace('.', '/')}.py"], include_dirs=[LANES.as_posix()])
    for name in (
        *(f"{PACKAGE}.{module}" for module in COMPILED),
        *(f"tests.inside.{module}" for module in INSIDE),
    )
]

if __name__ == "__main__":  # and not where a process of Cython's, not forked, begins with this file
    setup(ext_modules=EXTENSIONS, cmdclass={"build_ext": BuildExt})
