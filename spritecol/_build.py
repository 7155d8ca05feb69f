"""Lists the compiled modules, and checks that they are built and up to date.

This runs on every import of the package, so it imports only modules that Python has already loaded.
"""

import os
from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES

COMPILED = (
    "_engine.box",
    "_engine.broad_phase.search",
    "_engine.broad_phase.strip_index",
    "_engine.broad_phase.strip_sweep",
    "_engine.memory",
    "_engine.narrow_phase.contact_points",
    "_engine.narrow_phase.contact_table",
    "_engine.narrow_phase.distance_table",
    "_engine.narrow_phase.exact_signs",
    "_engine.narrow_phase.kernel_table",
    "_engine.narrow_phase.least_move",
    "_engine.narrow_phase.obstacles",
    "_engine.narrow_phase.round_distances",
    "_engine.narrow_phase.round_kernels",
    "_engine.narrow_phase.shape_filter",
    "_engine.narrow_phase.straight_distances",
    "_engine.narrow_phase.straight_kernels",
    "_engine.pairs",
    "_engine.pipeline.contacts",
    "_engine.pipeline.kept_index",
    "_engine.pipeline.places",
    "_engine.pipeline.plan",
    "_engine.pipeline.stages",
    "_engine.pipeline.two_cores",
    "_engine.pipeline.workspace",
    "_engine.storage.layout",
    "_engine.storage.row_filter",
    "_engine.storage.row_positions",
    "_engine.storage.store",
    "_engine.storage.validation",
    "_engine.transform.rows",
    "_engine.transform.world_parts",
    "_engine.tuning",
    "_numbers.fast_range_check",
    "_numbers.rotation",
    "integrations.arcade.drop_in.polygons",
    "integrations.arcade.drop_in.searches",
    "integrations.pygame.drop_in.bulk_hits",
    "integrations.pygame.drop_in.sprite_numbers",
    "integrations.pygame.drop_in.strategy",
    "integrations.pygame.sprite.placement",
    "spatial._arguments",
    "spatial._grid",
    "spatial._item_table",
    "spatial._quadtree.cells",
    "spatial._quadtree.validation",
    "spatial._quadtree.walks",
    "spatial.candidate_pairs",
    "spatial.cell_space",
    "spatial.linear_quadtree",
    "spatial.morton",
    "sprites.batch",
    "sprites.callbacks",
    "sprites.columns",
    "sprites.contacts",
    "sprites.detection",
    "sprites.game_loop",
    "sprites.group",
    "sprites.outline_cache",
    "sprites.places",
    "sprites.present_pairs",
    "sprites.selection",
    "sprites.sprite",
    "sprites.sprite_row",
    "sprites.targets",
)
"""The modules below `spritecol` that Cython compiles: those that import `cython`."""

COMMAND = "pip install -e ."
"""The command that builds the compiled modules in place; run it after every edit of one."""

Folder = str | os.PathLike[str]


def sources(
    folder: Folder, compiled: tuple[str, ...] = COMPILED
) -> Iterator[tuple[str, str, str | None]]:
    """Yield (name, path of the source without suffix, path of the binary) for each compiled module.

    The binary is the one for this version of Python, or None if it has not been built.
    """
    for name in compiled:
        source = os.path.join(folder, *name.split("."))
        built = [
            source + suffix for suffix in EXTENSION_SUFFIXES if os.path.exists(source + suffix)
        ]
        yield name, source, built[0] if built else None


def missing_modules(folder: Folder, compiled: tuple[str, ...] = COMPILED) -> list[str]:
    """The names of the modules in `folder` that should be compiled but are not."""
    return [name for name, _, module in sources(folder, compiled) if module is None]


def stale_modules(folder: Folder, compiled: tuple[str, ...] = COMPILED) -> list[str]:
    """The names of compiled modules in `folder` that are older than their own source."""
    return [
        name
        for name, source, module in sources(folder, compiled)
        if module is not None
        and os.path.getmtime(module)
        < max(
            os.path.getmtime(source + suffix)
            for suffix in (".py", ".pxd")
            if os.path.exists(source + suffix)
        )
    ]


def demand() -> None:
    """Raise ImportError, with a message of one line, if the package has not been built."""
    folder = os.path.dirname(os.path.abspath(__file__))
    missing = missing_modules(folder)
    if missing:
        root = os.path.dirname(folder)
        raise ImportError(
            f"spritecol in {folder} is source code that was not built: run `{COMMAND}` in {root}"
        )
