"""Finds the compiled modules, and checks that they are built, up to date, and safe to load here.

This is imported with the package, so it imports only modules that NumPy imports, too, and the small
module for interpreters. Then it reads no file.
"""

import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES

COMMAND = "pip install -e ."
"""The command that builds the compiled modules in place. Run it after every edit of one."""

Folder = str | os.PathLike[str]


def compiled_in(folder: Folder) -> list[str]:
    """Return the names of the modules in a folder that Cython compiles: those that import `cython`.

    They are dotted, without the name of the folder, and sorted.
    """
    names = []
    for room, _, files in os.walk(folder):
        inner = os.path.relpath(room, folder).replace(os.sep, ".")
        for name, suffix in map(os.path.splitext, files):
            if suffix == ".py" and imports_cython(os.path.join(room, f"{name}.py")):
                names.append(name if inner == "." else f"{inner}.{name}")
    return sorted(names)


def imports_cython(path: str) -> bool:
    """Whether a module imports `cython`, or something from there."""
    with open(path, encoding="utf-8") as file:
        return re.search(r"^(import|from) cython\b", file.read(), re.MULTILINE) is not None


def sources(folder: Folder) -> Iterator[tuple[str, str, str | None]]:
    """Yield (name, path of the source without suffix, path of the binary) for each compiled module.

    The binary is for this version of Python, or None if it has not been built.
    """
    for name in compiled_in(folder):
        source = os.path.join(folder, *name.split("."))
        yield name, source, binary_of(source)


def binary_of(source: str) -> str | None:
    """Return the path of a binary for this version of Python, given the source without suffix."""
    built = (source + suffix for suffix in EXTENSION_SUFFIXES if os.path.exists(source + suffix))
    return next(built, None)


def missing_modules(folder: Folder) -> list[str]:
    """Return the names of the modules in `folder` that should be compiled but are not."""
    return [name for name, _, module in sources(folder) if module is None]


def stale_modules(folder: Folder, headers: dict[str, str]) -> list[str]:
    """Return the names of compiled modules in `folder` older than their source or a header they
    see.
    """
    return [
        name
        for name, source, module in sources(folder)
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
    one = os.path.join(folder, "sprites", "sprite")  # what a build makes, it makes together
    if os.path.exists(f"{one}.py") and binary_of(one) is None:
        root = os.path.dirname(folder)
        raise ImportError(
            f"spritecol in {folder} is source code that was not built: run `{COMMAND}` in {root}, "
            f"with the pip of {sys.executable}. If it is installed elsewhere, start Python in "
            "another folder"
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
