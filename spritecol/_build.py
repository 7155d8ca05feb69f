"""Lists the compiled modules, and checks that they are built, up to date, and safe to load here.

This runs on every import of the package, so it imports only modules that NumPy imports, too, and
the small module for interpreters.
"""

import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES

COMPILED = (
    "_engine.broad_phase.levels",
    "_engine.broad_phase.quadtree",
    "_engine.broad_phase.search",
    "_engine.broad_phase.tree_queries",
    "_engine.memory",
    "_engine.narrow_phase.contact_kernels",
    "_engine.narrow_phase.distances",
    "_engine.narrow_phase.exact_signs",
    "_engine.narrow_phase.hit_kernels",
    "_engine.narrow_phase.kernel_table",
    "_engine.narrow_phase.move_outlines",
    "_engine.narrow_phase.oval_contacts",
    "_engine.narrow_phase.oval_distances",
    "_engine.narrow_phase.oval_hits",
    "_engine.narrow_phase.part",
    "_engine.narrow_phase.ray_kernels",
    "_engine.narrow_phase.shape_pair",
    "_engine.narrow_phase.short_way",
    "_engine.narrow_phase.sweep_kernels",
    "_engine.pairs",
    "_engine.pipeline.contact_search",
    "_engine.pipeline.place_queries",
    "_engine.pipeline.ray_search",
    "_engine.pipeline.row_distances",
    "_engine.pipeline.row_index",
    "_engine.pipeline.stages",
    "_engine.pipeline.way_out",
    "_engine.storage.box_tree",
    "_engine.storage.layout",
    "_engine.storage.store",
    "_engine.sweeps.blocks",
    "_engine.sweeps.candidates",
    "_engine.sweeps.crossing_times",
    "_engine.sweeps.impact",
    "_engine.sweeps.meeting",
    "_engine.sweeps.normals",
    "_engine.sweeps.one_way",
    "_engine.sweeps.proof",
    "_engine.sweeps.sweep",
    "_engine.sweeps.turning",
    "_engine.transform.near_parts",
    "_engine.transform.rows",
    "_engine.transform.world_parts",
    "_engine.tuning",
    "_support.fast_range_check",
    "_support.forms",
    "_support.polar",
    "_support.public_classes",
    "_support.signatures",
    "_support.vectors",
    "integrations._drawing.outlines",
    "integrations.arcade.drop_in.arcade_searches",
    "integrations.arcade.drop_in.polygons",
    "integrations.pygame.drop_in.bulk_hits",
    "integrations.pygame.drop_in.rects",
    "integrations.pygame.drop_in.sprite_numbers",
    "integrations.pygame.sprite.fast_items",
    "integrations.pygame.sprite.placement",
    "paths.tangents",
    "spatial._cells",
    "spatial.candidate_pairs",
    "spatial.cell_space",
    "spatial.linear_quadtree",
    "spatial.morton",
    "sprites.character_controller",
    "sprites.containers.batch",
    "sprites.containers.columns",
    "sprites.containers.members",
    "sprites.containers.near_targets",
    "sprites.containers.targets",
    "sprites.containers.when_to_warn",
    "sprites.events.callbacks",
    "sprites.events.present_pairs",
    "sprites.group",
    "sprites.motion.body",
    "sprites.motion.casts",
    "sprites.motion.leaving",
    "sprites.motion.move_and_slide",
    "sprites.motion.poses",
    "sprites.motion.pushed",
    "sprites.motion.sweep_questions",
    "sprites.motion.touched",
    "sprites.motion.walk_and_step",
    "sprites.motion.walker_move",
    "sprites.questions.answers",
    "sprites.questions.contact_questions",
    "sprites.questions.hits",
    "sprites.questions.place_questions",
    "sprites.questions.query_filter",
    "sprites.questions.ray_questions",
    "sprites.row.sprite_row",
    "sprites.row.stored_numbers",
    "sprites.sprite",
    "sprites.tables.attribute_table",
    "world.attributes",
    "world.reachable",
    "world.saved_rows",
    "world.wire_format",
)
"""The modules below `spritecol` that Cython compiles: the modules that import `cython`."""

COMMAND = "pip install -e ."
"""The command that builds the compiled modules in place. Run it after every edit of one."""

Folder = str | os.PathLike[str]


def sources(
    folder: Folder, compiled: tuple[str, ...] = COMPILED
) -> Iterator[tuple[str, str, str | None]]:
    """Yield (name, path of the source without suffix, path of the binary) for each compiled module.

    The binary is for this version of Python, or None if it has not been built.
    """
    start = os.path.join(folder, "")
    for name in compiled:
        source = start + name.replace(".", os.sep)
        built = (
            source + suffix for suffix in EXTENSION_SUFFIXES if os.path.exists(source + suffix)
        )
        yield name, source, next(built, None)


def missing_modules(folder: Folder, compiled: tuple[str, ...] = COMPILED) -> list[str]:
    """Return the names of the modules in `folder` that should be compiled but are not.

    A frozen game has no sources, and contains only the modules that it needs.
    """
    return [
        name
        for name, source, module in sources(folder, compiled)
        if module is None and os.path.exists(f"{source}.py")
    ]


def stale_modules(
    folder: Folder, headers: dict[str, str], compiled: tuple[str, ...] = COMPILED
) -> list[str]:
    """Return the names of compiled modules in `folder` older than their source or a header they
    see.
    """
    return [
        name
        for name, source, module in sources(folder, compiled)
        if module is not None
        and os.path.getmtime(module)
        < max(map(os.path.getmtime, [f"{source}.py", *seen_headers(f"{source}.py", headers)]))
    ]


def headers_in(package: Folder) -> dict[str, str]:
    """Return the path of each header by the name that sources use. A wheel has no headers."""
    headers = {}
    for folder, _, files in os.walk(package):
        room = os.path.relpath(folder, os.path.dirname(package)).replace(os.sep, ".")
        for file in files:
            name, suffix = os.path.splitext(file)
            if suffix in {".pxd", ".h"}:
                headers[f"{room}.{name}" if suffix == ".pxd" else file] = os.path.join(folder, file)
    return headers


def seen_headers(source: str, headers: dict[str, str]) -> set[str]:
    """Return the headers that a module sees: its own, and the headers that it and they name.

    A text names a header if it contains its full name, or both the name of its package and its own
    name, whatever is in between. So no form of cimport is missed. (Cython 3.3 misses the modules of
    `from package cimport module`.) A text seldom has both words for another reason.
    """
    own = os.path.splitext(source)[0] + ".pxd"
    seen = {own} & set(headers.values())
    unread = [source, *seen]
    while unread:
        words = words_of(unread.pop())
        for name, path in headers.items():
            if path not in seen and (name in words or words.issuperset(name.rsplit(".", 1))):
                seen.add(path)
                unread.append(path)
    return seen


@cache
def words_of(path: str) -> set[str]:
    """Return the words and dotted names in a file, with modules for Cython without their prefix."""
    with open(path, encoding="utf-8") as file:
        return set(re.findall(r"[\w.]+", file.read().replace("cython.cimports.", "")))


def demand() -> None:
    """Raise ImportError, with a message of one line, if the compiled modules cannot be loaded."""
    folder = os.path.dirname(os.path.abspath(__file__))
    archive = getattr(__spec__.loader, "archive", None) if __spec__ else None  # of a zipimporter
    if archive and not hasattr(sys, "frozen"):
        raise ImportError(
            f"spritecol cannot be imported from inside the zip file {archive}, as Python loads "
            "compiled modules from folders only. Unpack it and run the game from the folder, or "
            "make a program of the game with PyInstaller (docs/advanced/ship-it.md)"
        )
    missing = missing_modules(folder)
    if missing:
        root = os.path.dirname(folder)
        raise ImportError(
            f"spritecol in {folder} is source code that was not built: run `{COMMAND}` in {root}, "
            f"with the pip of {sys.executable}"
        )


def demand_main_interpreter() -> None:
    """Raise ImportError in a subinterpreter.

    The storage of the sprites belongs to the process. Cython would refuse, too, but only the second
    interpreter. If a subinterpreter were the first to import spritecol, the main one could not
    import it any more. The names used here are private, because the public
    `concurrent.interpreters`, which also says which interpreter this is, is new in Python 3.14.
    """
    try:
        if sys.version_info >= (3, 13):
            import _interpreters as interpreters
        else:
            import _xxsubinterpreters as interpreters  # type: ignore[import-not-found]
    except ImportError:
        return  # this Python was built without subinterpreters
    if interpreters.get_current() != interpreters.get_main():
        raise ImportError(
            "spritecol works only in the main interpreter of a process, not in a subinterpreter"
        )


def demand_lock() -> None:
    """Raise ImportError if threads run without the GIL, which protects the storage.

    On a free-threaded Python, importing a compiled module enables the GIL, as each of them declares
    (`Py_MOD_GIL_USED`; `setup.py` says so). `PYTHON_GIL=0` and `-X gil=0` prevent it.
    """
    has_lock = getattr(sys, "_is_gil_enabled", None)
    if has_lock is not None and not has_lock():
        raise ImportError(
            "spritecol needs the GIL, which protects its storage: start Python without "
            "PYTHON_GIL=0 and without -X gil=0"
        )
