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
LOOPS = ("_engine.", "spatial.morton")  # over many rows or numbers
ROWS = (  # loops, too, which -O3 makes no faster than -O2
    "sprites.containers.columns",
    "sprites.questions.hits",
    "world.saved_rows",
)
PLAIN = (  # of the engine, what -O3 makes no faster
    "_engine.narrow_phase.contact_kernels",
    "_engine.narrow_phase.distances",
    "_engine.narrow_phase.least_move",
    "_engine.narrow_phase.ray_kernels",
    "_engine.pipeline.contact_search",
    "_engine.pipeline.place_queries",
    "_engine.pipeline.ray_search",
    "_engine.sweeps.crossing_times",
    "_engine.sweeps.meeting",
    "_engine.sweeps.sweep",
)
COLD = (  # what runs seldom, or mostly calls Python
    "_engine.storage.layout",
    "_support.signatures",
    "integrations._outlines",
    "integrations.arcade",
    "integrations.pygame.sprite",
    "spatial",
    "sprites.events",
    "sprites.hints",
    "sprites.questions.answers",
    "sprites.questions.contact_questions",
    "sprites.questions.place_questions",
    "sprites.questions.ray_questions",
    "sprites.sprite.stored_numbers",
    "world",
)
# Of what -O2 adds to -O1, the passes that make calls faster. All would take half as long again.
CHOSEN = (
    "-O1 -fcse-follow-jumps -finline-functions -fipa-cp -fpeephole2 -freorder-blocks-and-partition "
    "-fschedule-insns2 -fstrict-aliasing -fthread-jumps"
)
UNPACKED = "-O3 -fno-tree-slp-vectorize"
# By prefix; the longest one that fits a name tells its level.
LEVELS = {
    "": CHOSEN,
    **dict.fromkeys(LOOPS, "-O3"),
    **dict.fromkeys(ROWS, "-O2"),
    **dict.fromkeys(COLD, "-O1"),
    **dict.fromkeys(PLAIN, CHOSEN),
    # A list of 1,000 targets takes 0.8 of what it takes with -O2 or -O3; and 1.1 where this module
    # and what it calls happen to lie badly, as they did without the larger steps.
    "_engine.pipeline.stages": f"{CHOSEN} -falign-functions=256",
    # What lies side by side is not packed: who reads one of two next waits for both.
    **dict.fromkeys(("_engine.sweeps", "sprites.motion.body", "sprites.sprite"), UNPACKED),
}
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

    -O3 where hot loops are. To all other modules it brings nothing that could be measured, and with
    `CHOSEN` they take half as long to compile; those in `COLD` lose nothing with -O1 alone, either.
    Other compilers than gcc know these passes by other names: there it is -O2.

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
        is_gcc = not msvc and "gcc" in self.compiler.compiler[0]
        flags = ["/fp:precise"] if msvc else ["-ffp-contract=off", "-fno-math-errno", "-g0"]
        if not msvc:
            flags += ["-falign-functions=64", "-falign-loops=32", "-Wno-all"]
            for command in ("compiler_so", "linker_so"):
                asked = getattr(self.compiler, command)
                setattr(self.compiler, command, [flag for flag in asked if flag not in INEXACT])
        last = os.environ.get("SPRITECOL_CFLAGS", "").split()  # of .ci/sanitize and .ci/same-bits
        for extension in self.extensions:
            name = extension.name.removeprefix(f"{PACKAGE}.")
            level = LEVELS[max(filter(name.startswith, LEVELS), key=len)]
            if level.startswith(CHOSEN) and not is_gcc:
                level = "-O2"
            extension.extra_compile_args = flags + (["/O2"] if msvc else level.split()) + last
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
