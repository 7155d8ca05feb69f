"""What holds the sources together: the order of the rooms, headers and stubs, the build's guard."""

import ast
import os
import pickle
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from functools import cache
from graphlib import TopologicalSorter
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

import pytest
from support.for_each import for_each
from support.hooks import tuning

import spritecol
from spritecol import Circle, Group, Number, Point, Polygon, Rect, Sprite, _build

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "spritecol"
ENGINE = PACKAGE / "_engine"
PAGE = ROOT / "docs" / "architecture.md"

# The one rule: a room imports from itself and from rooms before it. Rooms side by side do not
# import from each other. docs/architecture.md says what each of them knows.
ORDER = (
    "_build",
    "_support",
    "shapes",
    "typing",
    "tiles",
    "_engine.pointers",
    "_engine.tuning",
    "_engine.large_pages  _engine.portions",
    "_engine.memory",
    "_engine.box",
    "_engine.pairs",
    "_engine.storage",
    "_engine.transform",
    "_engine.broad_phase  _engine.narrow_phase",
    "_engine.pipeline",
    "spatial  sprites",
    "world",
    "testing",
    "paths",
    "__init__",
    "integrations",
)
STEP = {room: step for step, rooms in enumerate(ORDER) for room in rooms.split()}


# Beyond this, think again: is it one topic?
FILE_LINES = 1530
STUBS = 13


def holds_code(path: Path) -> bool:
    """Whether there is more in a file than a docstring, which is all that most rooms have."""
    return len(ast.parse(path.read_text(encoding="utf-8")).body) > 1


def name_of(path: Path) -> str:
    """A module's dotted name below `spritecol`."""
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts)


ALL = {name_of(path) for suffix in ("py", "pxd") for path in PACKAGE.rglob(f"*.{suffix}")}
MODULES = sorted(name_of(path) for path in PACKAGE.rglob("*.py") if holds_code(path))


def room_of(module: str) -> str:
    """The room of the order in which a module lies."""
    parts = module.split(".")
    for length in range(len(parts), 0, -1):
        if ".".join(parts[:length]) in STEP:
            return ".".join(parts[:length])
    raise AssertionError(f"{module} lies in no room")


# --- imports ------------------------------------------------------------------------------------

CIMPORT = re.compile(
    r"^from\s+(?P<module>\S+)\s+c?import\s+(?:\((?P<several>[^)]*)\)|(?P<line>[^\n#(]*))"
    r"|^c?import\s+(?P<whole>[\w.]+)",
    flags=re.MULTILINE,
)


class Named(ast.NodeVisitor):
    """The dotted names that a source imports or cimports anywhere but for type checkers."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def visit_If(self, node: ast.If) -> None:
        """Pass over what only type checkers see."""
        if not (isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        """`import a.b`."""
        self.names += [alias.name for alias in node.names]

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """`from a import b`."""
        assert node.level == 0, "imports are absolute"
        self.names += [f"{node.module}.{alias.name}" for alias in node.names]


@cache
def named(path: Path) -> list[str]:
    """The dotted names that a `.py` or `.pxd` imports or cimports. Several tests ask for them."""
    text = path.read_text(encoding="utf-8")
    visitor = Named()
    if path.suffix == ".pxd":
        for found in CIMPORT.finditer(text):
            names = re.findall(r"\w+", found["several"] or found["line"] or "")
            visitor.names += [f"{found['module']}.{name}" for name in names]
            if found["whole"]:
                visitor.names.append(found["whole"])
    else:
        visitor.visit(ast.parse(text))
    return visitor.names


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


@cache
def imports() -> dict[str, set[str]]:
    """The modules that each module names. It takes a second: only where it is asked for."""
    return {module: imported(*sources_of(module)) - {module} for module in MODULES}


def test_the_parser_sees_every_form_of_import() -> None:
    assert "_engine.storage.store" in imports()["_engine.pipeline.stages"]  # cython.cimports
    assert "_engine.broad_phase.quadtree" in imports()["_engine.broad_phase.scan"]
    assert "_engine.pipeline.plan" in imports()["sprites.containers.batch"]  # in the .pxd alone
    assert "_support.range_check" in imports()["shapes.base"]  # from ... import ...
    assert (
        "sprites.events.callbacks" in imports()["sprites.containers.group"]
    )  # from spritecol.sprites import ...
    assert "__init__" in imports()["integrations.arcade.sprite_lists"]  # from spritecol import ...
    assert "sprites.sprite.sprite" not in imports()["typing"]  # for type checkers only


def test_a_room_imports_from_rooms_before_it() -> None:
    from_later_rooms = [
        (module, other)
        for module in MODULES
        for other in imports()[module]
        if room_of(other) != room_of(module) and STEP[room_of(other)] >= STEP[room_of(module)]
    ]
    assert from_later_rooms == []


def test_imports_run_in_no_circle() -> None:
    TopologicalSorter(imports()).prepare()


def test_the_engine_knows_rows_and_numbers() -> None:
    """And one module in it knows shapes, which it makes into numbers."""
    outside = {
        (module, room_of(other))
        for module in MODULES
        if module.startswith("_engine.")
        for other in imports()[module]
        if room_of(other) != "_support" and not other.startswith("_engine.")
    }
    assert outside == {("_engine.storage.local_parts", "shapes")}


def test_the_broad_phase_knows_boxes_only() -> None:
    known = {
        room_of(other)
        for module in MODULES
        for other in imports()[module]
        if room_of(module) == "_engine.broad_phase"
    } - {"_engine.broad_phase"}
    below = ("box", "large_pages", "memory", "pairs", "pointers", "portions", "tuning")
    assert known == {f"_engine.{name}" for name in below}


SHARED_BY_BRIDGES = {"integrations._needed", "integrations._debug_geometry"}


def test_integrations_stand_alone() -> None:
    """Nothing imports one of them, not even another one of them."""
    bridges = [module for module in MODULES if module.startswith("integrations.")]
    others = {
        (module, other)
        for module in MODULES
        for other in imports()[module]
        if other in bridges
        and module.split(".")[:2] != other.split(".")[:2]
        and not (module in bridges and other in SHARED_BY_BRIDGES)
    }
    assert others == set()


def test_what_is_not_compiled_needs_no_engine() -> None:
    """A public name never needs an import from `_engine`, for our own bridges neither."""
    plain = {module for module in MODULES if room_of(module) == "integrations"}
    plain -= set(_build.COMPILED)
    assert [m for m in sorted(plain) if any(o.startswith("_engine.") for o in imports()[m])] == []
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "docs").rglob("*.rst")]
    texts = [*pages, *(ROOT / "docs").rglob("*.py"), *(ROOT / "examples").rglob("*.py")]
    texts.remove(PAGE)  # it is for those who change the engine
    assert [
        path.name for path in texts if re.search(r"spritecol\._[a-z]", path.read_text("utf-8"))
    ] == []


def test_one_module_of_the_tests_imports_private_names() -> None:
    """`support.hooks`, and what it imports from `inside`; `_build` is about the build."""
    folder = ROOT / "tests"
    private = re.compile(r"spritecol\.(?!_build\b)([a-z]\w*\.)*_\w+")
    found = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.py")
        if path.parent != folder / "inside" and any(private.match(name) for name in named(path))
    }
    assert found == {"support/hooks.py"}


# --- compiled modules, headers and stubs --------------------------------------------------------


def test_the_compiled_modules_are_those_that_import_cython() -> None:
    compiled = {
        module
        for module in ALL
        if sources_of(module)[0].exists()
        and any(re.match(r"cython(\.|$)", name) for name in named(sources_of(module)[0]))
    }
    assert list(_build.COMPILED) == sorted(compiled)


def test_a_header_is_there_for_others() -> None:
    """Other modules, or those of the tests that see what only a header tells."""
    paths = [path for module in ALL for path in sources_of(module) if path.exists()]
    cimported = {
        module_of(name.removeprefix("cython.cimports.").split(".")[1:])
        for path in [*paths, *(ROOT / "tests" / "inside").glob("*.py")]
        for name in named(path)
        if name.startswith("cython.cimports.spritecol." if path.suffix == ".py" else "spritecol.")
    }
    headers = {name_of(path) for path in PACKAGE.rglob("*.pxd")}
    assert headers - cimported == set()


def test_stubs_are_there_for_users() -> None:
    stubs = {name_of(path) for path in PACKAGE.rglob("*.pyi")}
    fronts = [module for module in ALL if module.endswith("__init__")]
    public = set().union(*(imported(sources_of(module)[0]) for module in fronts))
    public |= set(spritecol._LATER.values())
    assert stubs <= set(_build.COMPILED) & public
    assert len(stubs) <= STUBS
    assert (PACKAGE / "py.typed").exists()


SOURCES = sorted(path for suffix in ("py", "pxd", "pyi") for path in PACKAGE.rglob(f"*.{suffix}"))


def test_a_file_is_one_topic() -> None:
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in SOURCES}
    assert [path for path, count in lines.items() if count > FILE_LINES] == [], "think again"


DECLARERS = {"cython.declare", "declare", "cython.cast", "cast"}
MOST_IN_32_BITS = {
    **dict.fromkeys(["int", "long", "Py_ssize_t"], 2**31 - 1),
    **dict.fromkeys(["uint", "ulong", "size_t"], 2**32 - 1),
}
"""The largest number in types that have 32 bits somewhere: in WebAssembly, on ARM, on Windows."""


def test_constants_fit_where_pointers_have_32_bits() -> None:
    kinds = set()
    for module in _build.COMPILED:
        for node in ast.walk(ast.parse(sources_of(module)[0].read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in DECLARERS:
                kind, *values = (ast.unparse(value).removeprefix("cython.") for value in node.args)
                if kind in MOST_IN_32_BITS and re.fullmatch(r"[-\d<*+ ()]+", " ".join(values)):
                    kinds.add(kind)
                    assert abs(eval(values[0])) <= MOST_IN_32_BITS[kind], ast.unparse(node)
    assert {"int", "Py_ssize_t"} <= kinds


# --- the C library ------------------------------------------------------------------------------

EXACT = {
    "sqrt": "rounded correctly, by IEEE 754",
    "fmod": "the remainder of two numbers is a number",
    "fabs": "changes the sign bit",
    "copysign": "changes the sign bit",
    "floor": "a whole number",
    "ceil": "a whole number",
    "trunc": "a whole number",
    "frexp": "splits the bits of a number",
    "ldexp": "a power of two, rounded correctly where it underflows",
    "nextafter": "the next number",
    "remainder": "exact by its definition",
    "rint": "the nearest whole number, of two the even one",
}
"""Functions of the C library with the same result on every machine, and why."""

INEXACT = re.compile(
    r"a?(sin|cos|tan)h?|atan2|sincos|hypot|cbrt|pow|exp(2|10|m1)?|log(2|10|1p)?|erfc?|[lt]gamma"
)
"""Functions whose last bit differs between machines: `_support/polar` has some of our own."""


def test_sources_take_exact_functions_from_the_c_library() -> None:
    taken = {
        name.rpartition(".")[2]
        for module in ALL
        for path in sources_of(module)
        if path.exists()
        for name in named(path)
        if name.removeprefix("cython.cimports.").startswith("libc.math.")
    }
    assert {"sqrt", "fabs"} <= taken <= {*EXACT, "INFINITY", "NAN"}
    for header in PACKAGE.rglob("*.h"):
        words = re.findall(r"\w+", header.read_text(encoding="utf-8"))
        assert not [word for word in words if INEXACT.fullmatch(word)], header


def test_nothing_takes_inexact_functions_from_python() -> None:
    """Those of `math` are the C library's, or Python's own, which differ between its versions."""
    taken = {
        f"{path.relative_to(PACKAGE).as_posix()} {found}"
        for path in PACKAGE.rglob("*.py")
        for found in re.findall(r"\bmath\.(\w+)", path.read_text(encoding="utf-8"))
        if INEXACT.fullmatch(found)
    }
    assert taken == set()


@pytest.mark.skipif(shutil.which("nm") is None, reason="nm lists what a binary imports")
def test_binaries_take_exact_functions_from_the_c_library() -> None:
    """A compiler makes `pow` of `**` and `sincos` of two calls, which no source imports."""
    binaries = [binary for _, _, binary in _build.sources(PACKAGE) if binary is not None]
    command = ["nm", "-u" if sys.platform == "darwin" else "-Du", "--", *binaries]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    symbols = set(re.findall(r"^\s*(?:U )?_?(\w+)", done.stdout, re.MULTILINE))
    assert {"malloc", "free"} <= symbols
    assert not [symbol for symbol in symbols if INEXACT.fullmatch(symbol)]


# --- state and thresholds -----------------------------------------------------------------------


@for_each("path", sorted(ENGINE.rglob("*.py")))
def test_the_engine_keeps_no_state_in_its_modules(path: Path) -> None:
    """Constants, declarations and type aliases; the one instance of a class is STORE."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not [node for node in ast.walk(tree) if isinstance(node, (ast.Global, ast.Nonlocal))]
    for node in tree.body:
        if not isinstance(node, (ast.Assign, ast.AnnAssign)) or node.value is None:
            continue
        statement = ast.unparse(node)
        if isinstance(node.value, ast.Call):
            maker = ast.unparse(node.value.func)
            allowed = maker in ("declare", "struct", "frozenset")
            assert allowed or statement == "STORE = Store()", statement
        else:  # a number, or an alias of types such as tuple[float, float]
            assert isinstance(node.value, (ast.Constant, ast.Subscript)), statement


def test_nothing_lets_other_threads_run_meanwhile() -> None:
    """Rows, trees and scratch memory are shared by all threads, and only the GIL protects them."""
    released = re.compile(r"with (cython\.)?nogil")
    assert [path for path in SOURCES if released.search(path.read_text(encoding="utf-8"))] == []


def test_every_threshold_says_what_it_is() -> None:
    """In two lines or more: its unit, where it is seen in the benchmarks, what changes with it."""
    lines = (ENGINE / "tuning.pxd").read_text(encoding="utf-8").splitlines()
    constants = {}
    for number, line in enumerate(lines):
        if found := re.fullmatch(r"\s+([A-Z_]+) = (\d+)", line):
            assert [above.lstrip()[:1] for above in lines[number - 2 : number]] == ["#", "#"], line
            constants[found[1]] = int(found[2])
    assert constants
    assert {name: getattr(tuning, name) for name in constants} == constants
    assert {name for name in dir(tuning) if name.isupper()} == set(constants)


def test_thresholds_name_benchmarks_that_exist() -> None:
    text = (ENGINE / "tuning.pxd").read_text(encoding="utf-8")
    page = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    page += (ROOT / "benchmarks" / "ab_rows.py").read_text(encoding="utf-8")
    rows = re.findall(r'"([^"]+)"', re.sub(r"\n\s+# ", " ", text))
    assert rows
    assert [row for row in rows if row not in page] == []


# --- releases -------------------------------------------------------------------------------------


def test_workflows_name_actions_by_hash() -> None:
    """A tag of somebody else's repository could be moved to another commit."""
    paths = [*(ROOT / ".github" / "workflows").glob("*.yml")]
    used = [
        line.strip().removeprefix("- ")
        for path in paths
        for line in path.read_text(encoding="utf-8").splitlines()
        if "uses: " in line
    ]
    assert used
    by_hash = re.compile(r"uses: (\./\S+|[\w./-]+@[0-9a-f]{40} # v\d.*)")
    assert [line for line in used if not by_hash.fullmatch(line)] == []


def test_neither_headers_nor_modules_of_tests_are_part_of_a_wheel(tmp_path: Path) -> None:
    for tool in ("setuptools", "Cython"):
        pytest.importorskip(tool, reason="a wheel is built with it")
    command = [sys.executable, "setup.py", "-q", "build_py", "--build-lib", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    built = {path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()}
    kept = {".py", ".pyi", ".typed"}
    assert built == {path.relative_to(ROOT) for path in PACKAGE.rglob("*") if path.suffix in kept}


def test_what_only_tests_import_is_built_in_place_only(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for tool in ("setuptools", "Cython"):
        pytest.importorskip(tool, reason="a wheel is built with it")
    from setuptools import Distribution

    monkeypatch.chdir(ROOT)
    setup = runpy.run_path("setup.py")
    inside = {"tests.inside.storage", "tests.inside.trees"}
    for in_place in (False, True):
        command = setup["BuildExt"](Distribution({"ext_modules": setup["EXTENSIONS"]}))
        command.inplace, command.build_lib = in_place, str(tmp_path)
        (tmp_path / "tests").mkdir(exist_ok=True)  # as a build in place before has left it
        command.ensure_finalized()
        names = {extension.name for extension in command.extensions}
        assert {f"spritecol.{module}" for module in _build.COMPILED} <= names
        assert names & inside == (inside if in_place else set())
        assert (tmp_path / "tests").exists() == in_place


def test_wheels_are_built_for_each_python_that_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    kinds = re.compile(r"Programming Language :: Python :: (3)\.(\d+)")
    declared = [
        found for line in project["project"]["classifiers"] for found in kinds.findall(line)
    ]
    built = project["tool"]["cibuildwheel"]["build"]
    assert built == " ".join(f"cp{major}{minor}-*" for major, minor in declared)


# --- public names -------------------------------------------------------------------------------

PICKLED: list[Any] = [
    Circle(0, 0, 1),
    Polygon([(0, 0), (9, 0), (9, 9)]),
    Sprite(1, 2, collision=[Rect(0, 0, 3, 4), Point(1, 1)], angle=5),
    Group(Sprite(1), Group(Sprite(2))),
    spritecol.DISCARD,
    Number(3, int),
]


@for_each(
    "name", [name for name in spritecol.__all__ if not isinstance(getattr(spritecol, name), int)]
)
def test_public_names_name_the_package(name: str) -> None:
    kind = getattr(spritecol, name)
    if kind.__module__.removeprefix("spritecol.") not in _build.COMPILED:  # these name their module
        assert kind.__module__ == "spritecol"


@for_each("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
@for_each("thing", PICKLED)
def test_pickles_name_no_module_inside(thing: Any, protocol: int) -> None:
    pickled = pickle.dumps(thing, protocol)
    assert b"spritecol" in pickled
    assert b"spritecol." not in pickled
    assert type(pickle.loads(pickled)) is type(thing)


# --- what docs/architecture.md says -------------------------------------------------------------


PACKAGES = sorted({path.parent for path in PACKAGE.rglob("*.py")} - {PACKAGE})


def test_the_tree_of_the_page_is_that_of_the_package() -> None:
    """Rooms, and the modules that lie in none; four spaces a level."""
    block = re.search(r"```text\nspritecol/\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    found = []
    rooms: list[str] = []
    for line in block[1].splitlines():
        name = line.split()[0]
        level = (len(line) - len(line.lstrip())) // 4
        assert 1 <= level <= len(rooms) + 1, line
        del rooms[level - 1 :]
        if name.endswith("/"):
            rooms.append(name)
        assert len(line.split()) > 1, f"{line}: say what it is"
        found.append("".join(rooms) + ("" if name.endswith("/") else name))
    expected = [f"{room.relative_to(PACKAGE).as_posix()}/" for room in PACKAGES]
    expected += [path.stem for path in PACKAGE.glob("*.py")]
    assert sorted(found) == sorted(expected)


@for_each("room", PACKAGES)
def test_a_room_lists_its_modules(room: Path) -> None:
    """In the docstring of its `__init__`, each once."""
    docstring = ast.get_docstring(ast.parse((room / "__init__.py").read_text(encoding="utf-8")))
    _, _, listed = (docstring or "").partition("Modules::\n\n")
    names = re.findall(r"^    (\w+/?) +\S", listed, re.MULTILINE)
    expected = [f"{path.name}/" for path in PACKAGES if path.parent == room]
    headers = {path.stem for suffix in ("py", "pxd") for path in room.glob(f"*.{suffix}")}
    assert sorted(names) == sorted([*expected, *(headers - {"__init__"})])


def place_of(name: str) -> Path | None:
    """The file or folder that a path on the page means, in the package or in the repository."""
    for start in (PACKAGE, ENGINE, ROOT):
        for end in ("", ".py", ".pxd"):
            if (start / f"{name.rstrip('/')}{end}").exists():
                return start / f"{name.rstrip('/')}{end}"
    return None


def test_every_path_on_the_page_exists() -> None:
    text = PAGE.read_text(encoding="utf-8")
    names = set(re.findall(r"`((?:\w+/)+[\w.]*)`", text))
    assert names
    assert sorted(name for name in names if place_of(name) is None) == []


def test_the_functions_of_the_trips_are_where_the_page_says() -> None:
    rows = re.findall(
        r"^\| \d+ \| (`.*`) \| `([\w/]+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert len(rows) > 30
    named = [(name, module) for names, module in rows for name in re.findall(r"[\w.]+", names)]
    for function, module in named:
        path = place_of(module)
        assert path is not None, module
        name = function.rpartition(".")[2]
        texts = [end.read_text("utf-8") for end in (path, path.with_suffix(".pxd")) if end.exists()]
        pattern = rf"^ *(?:def|cdef inline .*) {name}\("
        assert any(re.search(pattern, text, re.MULTILINE) for text in texts), function


def test_the_labels_of_the_picture_are_rooms() -> None:
    text = (ROOT / "docs" / "images" / "pipeline.svg").read_text(encoding="utf-8")
    labels = re.findall(r">((?:\w+/)+\w*)<", text)
    assert labels
    assert [label for label in labels if place_of(label) is None] == []


# --- the repository -----------------------------------------------------------------------------


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


# --- the build's guard --------------------------------------------------------------------------

COMPILED = ("one", "room.two")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A package of two compiled modules, one with a header, and one that is not compiled."""
    (tmp_path / "room").mkdir()
    for name in ("one.py", "room/two.py", "room/two.pxd", "plain.py"):
        touch(tmp_path / name, 1000)
    for name in ("one", "room/two"):
        touch(tmp_path / f"{name}{EXTENSION_SUFFIXES[0]}", 2000)
    return tmp_path


def touch(path: Path, seconds: int) -> None:
    path.touch()
    os.utime(path, (seconds, seconds))


def test_a_fresh_build_is_neither_stale_nor_missing(folder: Path) -> None:
    assert _build.stale_modules(folder, COMPILED) == []
    assert _build.missing_modules(folder, COMPILED) == []


def test_sources_have_no_suffix_and_compiled_modules_have_one(folder: Path) -> None:
    built = str(folder / f"one{EXTENSION_SUFFIXES[0]}")
    assert next(_build.sources(folder, COMPILED)) == ("one", str(folder / "one"), built)


@pytest.mark.parametrize("edited", ["two.py", "two.pxd"])
def test_an_edited_source_makes_its_module_stale(folder: Path, edited: str) -> None:
    touch(folder / "room" / edited, 3000)
    assert _build.stale_modules(folder, COMPILED) == ["room.two"]
    assert _build.missing_modules(folder, COMPILED) == []


def test_an_edit_of_a_module_that_is_not_compiled_needs_no_build(folder: Path) -> None:
    touch(folder / "plain.py", 3000)
    assert _build.stale_modules(folder, COMPILED) == []


def test_a_module_that_was_never_built_is_missing(folder: Path) -> None:
    (folder / f"one{EXTENSION_SUFFIXES[0]}").unlink()
    assert _build.missing_modules(folder, COMPILED) == ["one"]
    assert _build.stale_modules(folder, COMPILED) == []


def test_a_module_built_for_another_python_counts_as_missing(folder: Path) -> None:
    built = folder / f"one{EXTENSION_SUFFIXES[0]}"
    built.rename(folder / "one.cpython-39-x86_64-linux-gnu.so")
    assert _build.missing_modules(folder, COMPILED) == ["one"]


def test_an_installed_package_without_headers_is_whole(folder: Path) -> None:
    (folder / "room" / "two.pxd").unlink()
    assert _build.missing_modules(folder, COMPILED) == []
    assert _build.stale_modules(folder, COMPILED) == []


def test_demand_names_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_build, "__file__", str(tmp_path / "_build.py"))
    for name in _build.COMPILED:
        built = tmp_path.joinpath(*name.split(".")).with_suffix(EXTENSION_SUFFIXES[0])
        built.parent.mkdir(parents=True, exist_ok=True)
        built.touch()
    _build.demand()
    built.unlink()
    with pytest.raises(ImportError) as caught:
        _build.demand()
    message = str(caught.value)
    assert "\n" not in message
    assert f"`{_build.COMMAND}` in {tmp_path.parent}" in message


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
