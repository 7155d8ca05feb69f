"""For PyInstaller: which modules a frozen game needs. Each `hook-` file is for one package here.

PyInstaller follows imports in Python's bytecode, and does not see the imports of a compiled module.
The sources of compiled modules are beside them in every installation, and show their imports.
"""

import ast
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules

from spritecol import _build

PACKAGE = Path(_build.__file__).parent
COMPILED_MODULES = {f"spritecol.{name}" for name in _build.compiled_in(PACKAGE)}


def get_hook_dirs() -> list[str]:
    """Return the folder of the hooks. PyInstaller calls this by an entry point in
    `pyproject.toml`.
    """
    return [str(Path(__file__).parent)]


def hidden_imports(package: str, leave_out: tuple[str, ...] = ()) -> list[str]:
    """Return all modules in a package, and the modules that its compiled modules import.

    All of them are listed, because some are imported by name when they are first used.

    Args:
        package: Its dotted name.
        leave_out: Packages inside it that are not needed.

    Returns:
        Their dotted names, sorted.
    """
    own = set(modules_in(PACKAGE, "spritecol"))
    unread = {name for name in own if is_in(name, package) and not is_in(name, *leave_out)}
    found = set(unread)
    while unread:
        name = unread.pop()
        if name in COMPILED_MODULES:
            new = {other for other in imports_of(name) if other in own or is_foreign(other)} - found
            found |= new
            unread |= new
    return sorted(found)


def modules_in(folder: Path, package: str) -> Iterator[str]:
    """Return the dotted names of all modules in a folder, by their files, without importing
    them.
    """
    for module in iter_modules([str(folder)]):
        name = f"{package}.{module.name}"
        yield name
        if module.ispkg:
            yield from modules_in(folder / module.name, name)


def is_in(name: str, *packages: str) -> bool:
    """Whether a module is one of some packages or in it."""
    return f"{name}.".startswith(tuple(f"{package}." for package in packages))


def is_foreign(name: str) -> bool:
    """Whether a module belongs to another package, which can be imported here."""
    top = name.partition(".")[0]
    return top not in {"cython", "spritecol"} and find_spec(top) is not None


def imports_of(module: str) -> set[str]:
    """Return the modules that a source imports or cimports, without imports for type checkers.

    Some names may belong to objects in modules: `from a import b` gives `a`, and in this package
    also `a.b`.
    """
    source = PACKAGE.parent.joinpath(*module.split(".")).with_suffix(".py")
    names = set()
    unread: list[ast.AST] = [ast.parse(source.read_text(encoding="utf-8"))]
    while unread:
        node = unread.pop()
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            origin = str(node.module).removeprefix("cython.cimports.")
            names.add(origin)
            if is_in(origin, "spritecol"):
                names |= {f"{origin}.{alias.name}" for alias in node.names}
        elif not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            unread += ast.iter_child_nodes(node)
    return names
