"""What holds the sources together: ranks, size, stubs, the build's guard, and standing alone."""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from graphlib import TopologicalSorter
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from spritecol import _build

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "spritecol"
SUFFIXES = (".py", ".pxd")

# docs/architecture.md has the same table, and says what each module knows.
RANKS = {
    0: "_build limits angles convex shape_base polygon shapes notation geometry "
    "predicates runs radix scratch arrays second_core cloning tiles",
    1: "storage index_pairs row_table",
    2: "lowering world_parts transform levels strips strip_pairs broad_phase",
    3: "candidates kept_index overlap_straight overlap_round narrow_phase shape_filter",
    4: "pipeline halves spatial.boxes spatial.grid spatial.items spatial.morton spatial.cells "
    "spatial.walks spatial.well_formed spatial.fitting spatial.cell_space spatial.linear_quadtree "
    "spatial.__init__",
    5: "inputs handle batch roster nest sprite",
    6: "columns callbacks",
    7: "group",
    8: "__init__",
    9: "integrations.__init__ integrations.pygame._needed integrations.pygame.collided "
    "integrations.pygame.placed_rect integrations.pygame.reading integrations.pygame.sides "
    "integrations.pygame.group_hits integrations.pygame.ways "
    "integrations.pygame.drop_ins integrations.pygame.patching integrations.pygame.pictures "
    "integrations.pygame.placing integrations.pygame.sprite integrations.pygame.covering "
    "integrations.pygame.outline integrations.pygame.debug_view integrations.pygame.__init__ "
    "integrations.arcade._needed integrations.arcade.polygons "
    "integrations.arcade.drop_ins integrations.arcade.patching integrations.arcade.outline "
    "integrations.arcade.sprite integrations.arcade.searches integrations.arcade.debug_view "
    "integrations.arcade.__init__ integrations.tiled",
}
RANK = {module: rank for rank, modules in RANKS.items() for module in modules.split()}

MODULE_LINES = 350

MODULES = sorted(
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts) for path in PACKAGE.rglob("*.py")
)

# From the storage to the pipeline: they see rows and arrays, and never what users have in hand.
BLIND = [
    module
    for module in MODULES
    if module in ("runs", "predicates", "radix") or 1 <= RANK.get(module, 0) <= 4
]
HANDS = {"handle", "sprite", "batch", "roster", "nest", "columns", "group", "callbacks"}

CIMPORT = re.compile(
    r"^from\s+(?P<module>\S+)\s+c?import\s+(?:\((?P<several>[^)]*)\)|(?P<line>[^\n#(]*))"
    r"|^c?import\s+(?P<whole>[\w.]+)",
    flags=re.MULTILINE,
)


def named(path: Path) -> Iterator[str]:
    """The dotted names that a source imports or cimports, anywhere in it."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".pxd":
        for found in CIMPORT.finditer(text):
            names = re.findall(r"\w+", found["several"] or found["line"] or "")
            yield from (f"{found['module']}.{name}" for name in names)
            if found["whole"]:
                yield found["whole"]
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imported(module: str) -> set[str]:
    """The modules of this package that a module's `.py` and `.pxd` name."""
    found = set()
    place = PACKAGE.joinpath(*module.split("."))
    for path in (place.with_suffix(suffix) for suffix in SUFFIXES):
        for name in named(path) if path.exists() else ():
            parts = name.removeprefix("cython.cimports.").split(".")
            if parts[0] == PACKAGE.name:
                found.add(module_of(parts[1:]))
    return found - {module}


def module_of(parts: list[str]) -> str:
    """The module in which a dotted name, split, lies: the longest beginning that is one."""
    for length in range(len(parts), -1, -1):
        for name in (".".join(parts[:length]), ".".join([*parts[:length], "__init__"])):
            if name in MODULES:
                return name
    raise AssertionError(parts)


def test_the_parser_sees_every_form_of_import() -> None:
    assert "storage" in imported("pipeline")  # from cython.cimports.spritecol.storage import ...
    assert "index_pairs" in imported("broad_phase")  # in the .pxd alone
    assert "limits" in imported("shape_base")  # from spritecol.limits import ...
    assert "_build" in imported("__init__")  # from spritecol import _build
    assert "spatial.morton" in imported("spatial.__init__")  # from spritecol.spatial import morton
    assert "spatial.items" in imported("spatial.cell_space")


def test_every_module_has_a_rank() -> None:
    assert set(MODULES) - set(RANK) == set(), "give new modules a rank, here and in the docs"


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_to_equal_or_lower_ranks(module: str) -> None:
    higher = {other for other in imported(module) if RANK[other] > RANK[module]}
    assert not higher, f"{module} has rank {RANK[module]}"


def test_imports_run_in_no_circle() -> None:
    TopologicalSorter({module: imported(module) for module in MODULES}).prepare()


@pytest.mark.parametrize("module", BLIND)
def test_from_storage_to_pipeline_nothing_knows_of_sprites(module: str) -> None:
    assert not imported(module) & HANDS


@pytest.mark.parametrize("part", ["spatial", "integrations"])
def test_only_users_import_what_is_beside_the_way(part: str) -> None:
    inside = {module for module in MODULES if module.startswith(f"{part}.")}
    users = {module for module in MODULES if module.startswith("integrations.")}
    others = set(MODULES) - inside - users
    assert [module for module in others if imported(module) & inside] == []


def test_the_docs_name_every_module() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    names = [module.removesuffix(".__init__") for module in MODULES if module != "__init__"]
    assert [name for name in names if f"`{name}`" not in text] == []


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.name)
def test_modules_stay_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MODULE_LINES


def test_compiled_modules_have_stubs() -> None:
    declared = sorted(PACKAGE.rglob("*.pxd"))
    assert declared
    assert [path.stem for path in declared if not path.with_suffix(".pyi").exists()] == []
    assert (PACKAGE / "py.typed").exists()


def ignored(path: Path, patterns: list[str]) -> bool:
    return any(
        fnmatch(part, pattern) for part in path.relative_to(ROOT).parts for pattern in patterns
    )


def test_nothing_names_a_place_outside_the_repository() -> None:
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    patterns = [".git", *(line.rstrip("/") for line in lines if line and line[0] not in "#!")]
    outside = re.compile(r"\.\./[s]hared|/[w]ork/")  # written so as not to match itself
    found = []
    for path in sorted(ROOT.rglob("*")):
        if path.is_file() and not ignored(path, patterns):
            text = path.read_text(encoding="utf-8", errors="ignore")
            found += [f"{path.relative_to(ROOT)}: {hit}" for hit in outside.findall(text)]
    assert found == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A package of two compiled modules, `one` and `two`, and one that is not, all just built."""
    for name in ("one.py", "one.pxd", "two.py", "two.pxd", "plain.py"):
        touch(tmp_path / name, 1000)
    for name in ("one", "two"):
        touch(tmp_path / f"{name}{EXTENSION_SUFFIXES[0]}", 2000)
    return tmp_path


def touch(path: Path, seconds: int) -> None:
    path.touch()
    os.utime(path, (seconds, seconds))


def test_a_fresh_build_is_neither_stale_nor_missing(folder: Path) -> None:
    assert _build.stale_modules(folder) == []
    assert _build.missing_modules(folder) == []


@pytest.mark.parametrize("edited", ["two.py", "two.pxd"])
def test_an_edited_source_makes_its_module_stale(folder: Path, edited: str) -> None:
    touch(folder / edited, 3000)
    assert _build.stale_modules(folder) == ["two"]
    assert _build.missing_modules(folder) == []


def test_an_edit_of_a_module_that_is_not_compiled_needs_no_build(folder: Path) -> None:
    touch(folder / "plain.py", 3000)
    assert _build.stale_modules(folder) == []


def test_a_module_that_was_never_built_is_missing(folder: Path) -> None:
    (folder / f"one{EXTENSION_SUFFIXES[0]}").unlink()
    assert _build.missing_modules(folder) == ["one"]
    assert _build.stale_modules(folder) == []


def test_a_module_built_for_another_python_counts_as_missing(folder: Path) -> None:
    built = folder / f"one{EXTENSION_SUFFIXES[0]}"
    built.rename(folder / "one.cpython-39-x86_64-linux-gnu.so")
    assert _build.missing_modules(folder) == ["one"]


def test_demand_names_the_command(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_build, "__file__", str(folder / "_build.py"))
    _build.demand()
    (folder / f"one{EXTENSION_SUFFIXES[0]}").unlink()
    with pytest.raises(ImportError) as caught:
        _build.demand()
    message = str(caught.value)
    assert "\n" not in message
    assert f"`{_build.COMMAND}` in {folder.parent}" in message


def test_an_installed_package_without_declarations_demands_nothing(folder: Path) -> None:
    for path in folder.glob("*.pxd"):
        path.unlink()
    assert _build.missing_modules(folder) == _build.stale_modules(folder) == []


def test_source_that_was_not_built_says_so_in_one_line(tmp_path: Path) -> None:
    copy = tmp_path / PACKAGE.name
    built = shutil.ignore_patterns(*(f"*{suffix}" for suffix in EXTENSION_SUFFIXES), "__pycache__")
    shutil.copytree(PACKAGE, copy, ignore=built)
    done = subprocess.run(
        [sys.executable, "-c", "import spritecol"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ImportError: ")
    assert f"`{_build.COMMAND}` in {tmp_path}" in last
