"""Whether the compiled modules are there and up to date, and the command that builds them.

A module with a `.pxd` beside it is compiled. An installed package has no `.pxd` files. It runs on
every import, so it loads nothing that Python has not loaded by then.
"""

import os
from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES

COMMAND = "pip install -e ."
"""Builds the compiled modules beside their sources; the one command after every edit of one."""

Folder = str | os.PathLike[str]


def sources(folder: Folder) -> Iterator[tuple[str, str, str | None]]:
    """The modules in a folder and below that are to be compiled: name, source, compiled module.

    The name is that below the package `folder`, such as `storage` or `spatial.morton`; the source
    has no suffix; the compiled module, for this Python, is None where there is none.
    """
    for place, _, names in os.walk(folder):
        inside = os.path.relpath(place, folder)
        package = "" if inside == os.curdir else inside.replace(os.sep, ".") + "."
        for name in sorted(names):
            stem, suffix = os.path.splitext(name)
            if suffix == ".pxd":
                built = [stem + ending for ending in EXTENSION_SUFFIXES if stem + ending in names]
                module = os.path.join(place, built[0]) if built else None
                yield package + stem, os.path.join(place, stem), module


def missing_modules(folder: Folder) -> list[str]:
    """The names of sources in `folder` and below that should be compiled and are not."""
    return [name for name, _, module in sources(folder) if module is None]


def stale_modules(folder: Folder) -> list[str]:
    """The names of compiled modules in `folder` and below that are older than their own source."""
    return [
        name
        for name, source, module in sources(folder)
        if module is not None
        and os.path.getmtime(module)
        < max(os.path.getmtime(source + ".pxd"), os.path.getmtime(source + ".py"))
    ]


def demand() -> None:
    """Raise ImportError, in one line, when the package lies here as source only."""
    folder = os.path.dirname(os.path.abspath(__file__))
    missing = missing_modules(folder)
    if missing:
        place = os.path.dirname(folder)
        raise ImportError(
            f"spritecol in {folder} is source code that was not built: run `{COMMAND}` in {place}"
        )
