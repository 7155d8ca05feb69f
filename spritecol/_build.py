"""Whether the compiled modules are there and up to date, and the command that builds them.

A module with a `.pxd` beside it is compiled. An installed package has no `.pxd` files.
"""

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

COMMAND = "pip install -e ."
"""Builds the compiled modules beside their sources; the one command after every edit of one."""


def compiled(source: Path) -> Path | None:
    """The compiled module beside a source, for this Python; None where there is none."""
    for suffix in EXTENSION_SUFFIXES:
        module = source.with_name(source.stem + suffix)
        if module.exists():
            return module
    return None


def dotted(source: Path, folder: Path) -> str:
    """The name of a module below the package `folder`, such as `storage` or `spatial.morton`."""
    return ".".join(source.relative_to(folder).with_suffix("").parts)


def missing_modules(folder: Path) -> list[str]:
    """The names of sources in `folder` and below that should be compiled and are not."""
    return [dotted(path, folder) for path in sorted(folder.rglob("*.pxd")) if not compiled(path)]


def stale_modules(folder: Path) -> list[str]:
    """The names of compiled modules in `folder` and below that are older than their own source."""
    return [
        dotted(declarations, folder)
        for declarations in sorted(folder.rglob("*.pxd"))
        if (module := compiled(declarations)) is not None
        and module.stat().st_mtime
        < max(declarations.stat().st_mtime, declarations.with_suffix(".py").stat().st_mtime)
    ]


def demand() -> None:
    """Raise ImportError, in one line, when the package lies here as source only."""
    folder = Path(__file__).parent
    missing = missing_modules(folder)
    if missing:
        raise ImportError(
            f"spritecol in {folder} is source code that was not built: "
            f"run `{COMMAND}` in {folder.parent}"
        )
