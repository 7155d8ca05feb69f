"""The sources of the package as Python and Cython see them: modules, and what they import."""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "spritecol"

needs_source = pytest.mark.skipif(
    not PACKAGE.exists(), reason="reads the source, and a wheel is tested without it"
)


@cache
def tree_of(path: Path) -> ast.Module:
    """A source as Python parses it, for several tests."""
    return ast.parse(path.read_text(encoding="utf-8"))


def holds_code(path: Path) -> bool:
    """Whether there is more in a file than a docstring, which is all that most rooms have."""
    return path.name != "__init__.py" or len(tree_of(path).body) > 1


def name_of(path: Path) -> str:
    """A module's dotted name below `spritecol`."""
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts)


ALL = {name_of(path) for suffix in ("py", "pxd") for path in PACKAGE.rglob(f"*.{suffix}")}
MODULES = sorted(name_of(path) for path in PACKAGE.rglob("*.py") if holds_code(path))
SOURCES = sorted(path for suffix in ("py", "pxd", "pyi") for path in PACKAGE.rglob(f"*.{suffix}"))

CIMPORT = re.compile(
    r"^from\s+(?P<module>\S+)\s+c?import\s+(?:\((?P<several>[^)]*)\)|(?P<line>[^\n#(]*))"
    r"|^c?import\s+(?P<whole>[\w.]+)",
    flags=re.MULTILINE,
)


def every_statement(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """All statements, at any depth, but for those that only type checkers see."""
    for node in body:
        yield node
        test = getattr(node, "test", None)
        hidden = isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"
        for field in ("body", "handlers", "cases", "orelse", "finalbody"):
            inside = getattr(node, field, ())
            if isinstance(inside, list) and not hidden:
                yield from every_statement(inside)


@cache
def named(path: Path) -> list[str]:
    """The dotted names that a `.py` or `.pxd` imports or cimports. Several tests ask for them."""
    names: list[str] = []
    if path.suffix == ".pxd":
        for found in CIMPORT.finditer(path.read_text(encoding="utf-8")):
            several = re.findall(r"[\w*]+", found["several"] or found["line"] or "")
            names += [f"{found['module']}.{name}" for name in several]
            if found["whole"]:
                names.append(found["whole"])
        return names
    for node in every_statement(tree_of(path).body):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return names


def imported(*paths: Path) -> set[str]:
    """The modules of this package that sources name."""
    found = set()
    for path in paths:
        for name in named(path) if path.exists() else ():
            parts = name.removeprefix("cython.cimports.").split(".")
            if parts[0] == PACKAGE.name:
                found.add(module_of(parts[1:]))
    return found


def module_of(parts: list[str]) -> str:
    """The module in which a dotted name, split, lies: the longest beginning that is one."""
    for length in range(len(parts), -1, -1):
        for name in (".".join(parts[:length]), ".".join([*parts[:length], "__init__"])):
            if name in ALL:
                return name
    raise AssertionError(parts)


def sources_of(module: str) -> tuple[Path, Path]:
    """A module's `.py` and its `.pxd`, which may not exist."""
    place = PACKAGE.joinpath(*module.split("."))
    return place.with_suffix(".py"), place.with_suffix(".pxd")


def rows_of_changes() -> list[list[str]]:
    """The rows of the table in docs/architecture.md: a change, its files, its build, its tests."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page.partition("## Where do I change what?")[2].partition("\n## ")[0]
    return [line.strip("| ").split(" | ") for line in table.splitlines() if line[:2] == "| "][1:]


def modules_in(cell: str) -> set[str]:
    """The modules that a cell names, some by the end of their path or by their folder."""
    found = set()
    for token in re.findall(r"`([\w/.{},]+)`", cell):
        start, _, rest = token.partition("{")
        several, _, end = rest.partition("}")
        for one in several.split(","):
            path = f"/{start}{one}{end}".removesuffix(".pxd")
            for module in ALL:
                place = f"/{module.replace('.', '/')}"
                if place.endswith(path) or (path.endswith("/") and path in place):
                    found.add(module)
    return {module for module in found if not module.endswith("__init__")}


def tests_in(cell: str) -> list[str]:
    """The tests that a cell names, as pytest takes them."""
    names = dict.fromkeys(re.findall(r"`([\w/]+)`", cell))  # a test of several rows stays one
    return [f"tests/{name if name.endswith('/') else f'{name}.py'}" for name in names]
