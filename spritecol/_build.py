"""Says in one line how to build, where the compiled modules are missing."""

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

COMMAND = "pip install -e ."
"""Builds the compiled modules beside their sources; the one command after every edit of one."""

_FOLDER = Path(__file__).parent

for _source in sorted(_FOLDER.glob("*.pxd")):
    if not any((_FOLDER / f"{_source.stem}{suffix}").exists() for suffix in EXTENSION_SUFFIXES):
        raise ImportError(
            f"spritecol is not built: {_source.stem}.py in {_FOLDER} has no compiled module; "
            f"run `{COMMAND}` in the project's root"
        )
