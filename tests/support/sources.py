"""The sources of the package as Python and Cython see them: modules, and what they import."""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

import spritecol

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


@cache
def public_modules() -> set[str]:
    """The modules whose names users import: those that the `__init__` of a room imports, but for
    support.
    """
    fronts = [module for module in ALL if module.endswith("__init__")]
    named = set().union(*(imported(sources_of(module)[0]) for module in fronts))
    named |= {*spritecol._LATER.values(), "testing", "typing", "view"}
    return {module for module in named if not module.startswith(("_build", "_support"))}


@cache
def remembering_modules() -> set[str]:
    """The modules of sprites that write what bytes and pickles contain, or read it again."""
    wanted = re.compile(r"def (?:_?recall|_?memory|remembered|told_of|reduced|__reduce__)\(")
    return {
        module
        for module in ALL
        if module.startswith(("sprites.", "shapes.", "world."))
        for path in sources_of(module)
        if path.exists() and wanted.search(path.read_text(encoding="utf-8"))
    }


FOLLOW_UPS = {
    "any": "`test_architecture`",
    "public": "`test_public_names`, `test_bad_input`, `test_first_hour`, `sprites/test_names`, "
    "`docs/test_calls`, `docs/test_docstrings`, `docs/test_named_in_prose`, `docs/test_types`",
    "remembering": "`world/test_bytes`, `world/test_bytes_of_versions`, `lifetimes/test_copies`",
}
"""The tests that a change breaks later, by what the modules of its row are."""


def follow_ups(modules: set[str]) -> str:
    """The cell of the tests that changes of some modules break besides those of their row. Without
    modules, these are all.
    """
    kinds = {
        "any": True,
        "public": not modules or modules & public_modules(),
        "remembering": not modules or modules & remembering_modules(),
    }
    return ", ".join(FOLLOW_UPS[kind] for kind, is_one in kinds.items() if is_one)


def tests_of_change(words: str) -> list[str]:
    """The tests of the rows whose change has these words, and what follows, as pytest takes them.

    There are none if there is no such row.
    """
    wanted = words.replace("`", "").lower()
    rows = [row for row in rows_of_changes() if wanted in row[0].replace("`", "").lower()]
    return tests_in(" ".join(f"{row[3]} {follow_ups(modules_in(row[1]))}" for row in rows))


def tests_in(cell: str) -> list[str]:
    """The tests that a cell names, as pytest takes them."""
    names = dict.fromkeys(re.findall(r"`([\w/]+)`", cell))  # a test of several rows stays one
    return [f"tests/{name if name.endswith('/') else f'{name}.py'}" for name in names]
