"""What holds the sources together: the order of the rooms, names, headers, the build's guard."""

import ast
import builtins
import io
import os
import pickle
import platform
import pydoc
import re
import runpy
import shutil
import subprocess
import sys
import tokenize
import tomllib
import zipfile
import zipimport
from collections import Counter
from collections.abc import Callable
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import planted
import pytest
from support.each_kind import SHAPES
from support.processes import run_python

import spritecol
from spritecol import Group, Number, Sprite, _build

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "spritecol"
ENGINE = PACKAGE / "_engine"

# The one rule: a room imports from itself and from rooms before it. Rooms side by side do not
# import from each other. docs/architecture.md says what each of them knows.
ORDER = (
    "_build",
    "_support.libc",
    "_support",
    "shapes",
    "typing",
    "tiles",
    "_engine.pointers",
    "_engine.tuning",
    "_engine.tolerances",
    "_engine.memory",
    "_engine.box",
    "_engine.box_tests",
    "_engine.pairs",
    "_engine.storage",
    "_engine.transform",
    "_engine.broad_phase  _engine.narrow_phase",
    "_engine.pipeline",
    "_engine.sweeps",
    "spatial  sprites",
    "world",
    "testing",
    "paths",
    "__init__",
    "integrations",
    "view",
)
STEP = {room: step for step, rooms in enumerate(ORDER) for room in rooms.split()}


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
    visitor = Named()
    if path.suffix == ".pxd":
        for found in CIMPORT.finditer(path.read_text(encoding="utf-8")):
            names = re.findall(r"\w+", found["several"] or found["line"] or "")
            visitor.names += [f"{found['module']}.{name}" for name in names]
            if found["whole"]:
                visitor.names.append(found["whole"])
    else:
        visitor.visit(tree_of(path))
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
    """The modules that each module names, and each header without a `.py`. It takes a second: only
    where it is asked for.
    """
    headers = {name for name in ALL if not sources_of(name)[0].exists()}
    named_by = {*MODULES, *headers}
    return {module: imported(*sources_of(module)) - {module} for module in sorted(named_by)}


def test_the_parser_sees_imports_of_every_form() -> None:
    """Of Python, of Cython in a source and in a header; not those for type checkers alone."""
    assert sum(map(len, imports().values())) > 500
    assert "_support.range_check" in imports()["shapes.base"]
    assert "_engine.storage.store" in imports()["_engine.transform.rows"]
    assert "sprites.sprite.sprite" not in imports()["typing"]


def test_a_room_imports_from_rooms_before_it() -> None:
    from_later_rooms = [
        (module, other)
        for module in MODULES
        for other in imports()[module]
        if room_of(other) != room_of(module) and STEP[room_of(other)] >= STEP[room_of(module)]
    ]
    assert from_later_rooms == []


def test_imports_run_in_no_circle() -> None:
    """Headers included: what a header cimports, its module imports."""
    assert "_engine.storage.row_tests" in imports()
    TopologicalSorter(imports()).prepare()


def known_to(room: str) -> set[tuple[str, str]]:
    """Which modules of a room import from outside of it, and from which rooms."""
    return {
        (module, room_of(other))
        for module in MODULES
        for other in imports()[module]
        if f"{module}.".startswith(f"{room}.") and not f"{other}.".startswith(f"{room}.")
    }


def test_the_engine_knows_rows_and_numbers() -> None:
    """And one module in it knows shapes, which it makes into numbers."""
    outside = {both for both in known_to("_engine") if not both[1].startswith("_support")}
    assert outside == {("_engine.storage.local_parts", "shapes")}


def test_the_broad_phase_knows_boxes_only() -> None:
    rooms = {room for _, room in known_to("_engine.broad_phase")}
    below = ("box", "box_tests", "memory", "pairs", "pointers", "tuning")
    assert rooms <= {"_support.libc", *(f"_engine.{name}" for name in below)}


SHARED_BY_BRIDGES = {
    f"integrations._{name}"
    for name in ("needed", "debug_geometry", "outlines", "map_grids", "map_notes")
}


def test_integrations_stand_alone() -> None:
    """Nothing but the command that shows them imports one of them, not even another one of them."""
    bridges = [module for module in MODULES if module.startswith("integrations.")]
    others = {
        (module, other)
        for module in MODULES
        if module != "view"
        for other in imports()[module]
        if other in bridges
        and module.split(".")[:2] != other.split(".")[:2]
        and not (module in bridges and other in SHARED_BY_BRIDGES)
    }
    assert others == set()


def test_only_an_integration_imports_its_library() -> None:
    """A frozen game has whatever an import names that it can reach, even inside a function.

    PyInstaller's hook leaves out what imports one.
    """
    known = {"spritecol", "cython", "attrs", "numpy", "shapely", *sys.stdlib_module_names}
    # In the standard library of Pythons that are older or newer than this one.
    known |= {"annotationlib", "compression", "_interpreters", "_xxsubinterpreters"}
    foreign = {
        (".".join(module.split(".")[:2]), library)
        for module in MODULES
        for path in sources_of(module)
        if path.exists() and path.suffix == ".py"
        for library in {name.partition(".")[0] for name in named(path)} - known
    }
    libraries = ("arcade", "pygame", "ray")
    integrations = {(f"integrations.{library}", library) for library in libraries}
    assert foreign == integrations | {("view", "pygame")}
    hook = PACKAGE / "integrations" / "_pyinstaller" / "hook-spritecol.py"
    always = runpy.run_path(str(hook))["hiddenimports"]
    assert "spritecol.world.world" in always
    assert not {name.partition(".")[0] for name in always} & set(libraries)
    assert not [
        n for n in always for room, _ in foreign if f"{n}.".startswith(f"spritecol.{room}.")
    ]


def test_what_is_not_compiled_needs_no_engine() -> None:
    """A public name never needs an import from `_engine`, for our own bridges neither."""
    plain = {module for module in MODULES if room_of(module) == "integrations"}
    plain -= set(_build.COMPILED)
    assert [m for m in sorted(plain) if any(o.startswith("_engine.") for o in imports()[m])] == []
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "docs").rglob("*.rst")]
    texts = [*pages, *(ROOT / "docs").rglob("*.py"), *(ROOT / "examples").rglob("*.py")]
    texts.remove(ROOT / "docs" / "architecture.md")  # it is for those who change the engine
    assert [
        path.name for path in texts if re.search(r"spritecol\._[a-z]", path.read_text("utf-8"))
    ] == []


def test_the_name_of_a_file_stands_once_in_the_tree() -> None:
    stems = Counter(path.stem for path in PACKAGE.rglob("*.py"))
    stems.subtract(["__init__"] * stems["__init__"])
    assert {stem for stem, count in stems.items() if count > 1} == set()


def test_a_room_lists_its_modules() -> None:
    """In the docstring of its `__init__`, with a slash after a room inside."""
    wrong = {}
    for room in PACKAGE.rglob("__init__.py"):
        listed = (ast.get_docstring(tree_of(room)) or "").partition("Modules::")[2]
        if listed:
            names = set(re.findall(r"^ {4}(\w+/?) {2,}", listed, flags=re.MULTILINE))
            files = {path.stem for end in ("py", "pxd") for path in room.parent.glob(f"*.{end}")}
            files |= {f"{inside.parent.name}/" for inside in room.parent.glob("*/__init__.py")}
            if difference := names ^ (files - {"__init__"}):
                wrong[name_of(room)] = sorted(difference)
    assert wrong == {}


def test_the_page_of_the_architecture_names_functions_where_they_are() -> None:
    """In the tables of trips, and in "`function` in `module`"; paths leave out `_engine/`."""
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    trips = re.findall(r"^\| \d \| (.+?) \| (.+?) \|", page, flags=re.MULTILINE)
    told = re.findall(r"((?:`[\w.]+`(?:,| and)? )+)in (`[\w/]+`)", page)
    assert len(trips) > 20
    assert len(told) > 10
    absent = []
    for functions, modules in [*trips, *told]:
        paths = [
            path
            for module in re.findall(r"`([\w/]+)`", modules)
            for path in PACKAGE.rglob(f"{module}.p*")
            if path.suffix in {".py", ".pxd"}
        ]
        text = "\n".join(path.read_text("utf-8") for path in paths)
        for function in re.findall(r"`(?:\w+\.)?(\w+)`", functions):
            if not re.search(rf"\b(?:def|cdef|class)\b[^\n=]*\b{function}\b", text):
                absent.append(f"{function} in {modules}")
    assert absent == []


FOREIGN_NAMES = {
    *("ObliqueRenderer", "ActorClass.options", "pytmx.TiledMap", "concurrent.interpreters"),
    *("on_draw", "are_polygons_intersecting", "get_triangle_orientation", "is_point_in_box"),
    *("are_lines_intersecting", "b2ClipPolygons", "Py_MOD_GIL_USED", "pyproject.toml", "_make"),
    *("k_sin.c", "k_cos.c", "s_atan.c"),  # of others
    *("scale_X", "collisionEnable", "scale_z", "colision", "tangle", "angle2"),  # misspelled
    *("_slide", "_bounce"),  # endings
}
"""Names that comments mention and the package does not have."""


@cache
def code_and_prose(path: Path) -> tuple[set[str], str]:
    """The words of a source's code, and the text of its comments and docstrings."""
    text = path.read_text("utf-8")
    if path.suffix == ".pxd":
        prose = "\n".join(re.findall(r"#(.*)", text))
        return {*re.findall(r"\w+", re.sub(r"#.*", "", text))}, prose
    words: set[str] = set()
    said = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            said.append(token.string.removeprefix("#"))
        elif token.type == tokenize.STRING and '"""' in token.string:
            said.append(token.string)
        else:
            words.update(re.findall(r"\w+", token.string))
    return words, "\n".join(said)


def test_comments_name_what_there_is() -> None:
    """A name of code in backticks is somewhere in the code, and "`this` in `that`" names a
    module that has it, as `that.this` does.
    """
    sources = [path for path in SOURCES if path.suffix != ".pyi"]
    known = {path.stem for path in sources} | {path.parent.name for path in sources}
    known |= {*dir(builtins), *(word for path in sources for word in code_and_prose(path)[0])}
    modules: dict[str, set[str]] = {}
    for path in sources:
        modules.setdefault(path.stem, set()).update(code_and_prose(path)[0])
    del modules["__init__"]
    count = 0
    stale = set()
    for path in sources:
        prose = code_and_prose(path)[1]
        for name in re.findall(r"`(\w+(?:\.\w+)*)`", prose):
            count += 1
            owner, _, rest = name.partition(".")
            is_code = "_" in name.strip("_") or rest or name.islower()
            words = set(name.split("."))
            if is_code and not words <= known and not re.fullmatch(r"__\w+__", name):
                stale.add((path.name, name))
            is_module = "_" in owner and owner in modules and rest not in ("", "py", "pxd")
            if is_module and rest.partition(".")[0] not in modules[owner]:
                stale.add((path.name, name))
        for name, module in re.findall(r"`(?:\w+\.)*(\w+)` in\s+`(?:\w+/)*(\w+)`", prose):
            if module in modules and name not in modules[module]:
                stale.add((path.name, f"{name} in {module}"))
    assert count > 2000
    assert {(file, name) for file, name in stale if name not in FOREIGN_NAMES} == set()


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
    """Modules that cimport it, of the tests too; or all, if it holds a `cpdef enum`."""
    paths = [path for module in ALL for path in sources_of(module) if path.exists()]
    cimported = {
        module_of(name.removeprefix("cython.cimports.").split(".")[1:])
        for path in [*paths, *(ROOT / "tests" / "inside").glob("*.py")]
        for name in named(path)
        if name.startswith("cython.cimports.spritecol." if path.suffix == ".py" else "spritecol.")
    }
    headers = {
        name_of(path)
        for path in PACKAGE.rglob("*.pxd")
        if "cpdef enum" not in path.read_text("utf-8")
    }
    assert headers - cimported == set()


def test_stubs_are_there_for_users() -> None:
    stubs = {name_of(path) for path in PACKAGE.rglob("*.pyi")}
    fronts = [module for module in ALL if module.endswith("__init__")]
    public = set().union(*(imported(sources_of(module)[0]) for module in fronts))
    public |= set(spritecol._LATER.values())
    plain = {"integrations.pygame.sprite.pygame_sprite"}  # its base class would let any pass
    assert stubs <= (set(_build.COMPILED) & public) | plain
    assert (PACKAGE / "py.typed").exists()


SOURCES = sorted(path for suffix in ("py", "pxd", "pyi") for path in PACKAGE.rglob(f"*.{suffix}"))


DECLARED = re.compile(
    r"^(?:cdef|cpdef) (?:struct|class|enum) (\w+)"  # also an enum's name
    r"|^(?:cdef|cpdef) (?!struct|class|enum|extern)[^\n(]*?(\w+)\("  # a function
    r"|^cdef (?!struct|class|enum|extern)[^\n(]*? \*?(\w+)$"  # a variable
    r"|^ctypedef [^\n]*?\(\*(\w+)\)"  # a type of functions
    r"|^ctypedef (?:[^\n(#]* )?\*?(\w+) *(?:#|$)"
    r"|^    ([A-Z][A-Z_\d]+)\b(?= *(?:=|,|#|$))",  # one of an enum
    flags=re.MULTILINE,
)


def defined_in(path: Path) -> set[str]:
    """The names of functions, classes, structs and constants that a source defines at its top."""
    text = path.read_text("utf-8")
    if path.suffix == ".pxd":
        foreign = r'^    """.*?^    """|^from \S+ cimport \([^)]*\)'  # C, and what it cimports
        text = re.sub(foreign, "", text, flags=re.MULTILINE | re.DOTALL)
        return {name for found in DECLARED.findall(text) for name in found if name}
    names = set()
    for node in tree_of(path).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        targets = [node.target] if isinstance(node, ast.AnnAssign) else []
        targets += node.targets if isinstance(node, ast.Assign) else []
        names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return {name for name in names if not re.fullmatch(r"__\w+__", name)}


TWICE = {
    "Body": "public where arcade's sprites have one; the body of a move",
    "Box": "the public class, and the struct of the engine for the same four numbers",
    "FUNCTION": "Python's class of functions, typed in each module for a quick comparison",
    "NO_VALUE": "ABSENT, typed in each module for a quick comparison",
    "Sprite": "public, and the sprites of pygame and arcade that are also one",
    "T": "a type variable",
    "VEC2": "the class Vec2, typed in each module for a quick comparison",
    "XY": "a pair of numbers, in Python and in C",
    "_OMITTED": "the default of arguments, typed in each module for a quick comparison",
    "check": "public, and arcade's for lists of its sprites",
    "hiddenimports": "PyInstaller reads this name of each hook",
    "number": "the check of a number, and its quick way in C",
    "pairs": "public, and arcade's for lists of its sprites",
}
"""Names that stand in several modules on purpose. Each means the same everywhere, or is public."""

COUNTERPARTS = ("integrations.arcade", "integrations.pygame")
"""Rooms that do the same for two libraries, with the same names. No module sees both."""


def test_one_name_does_not_mean_two_things() -> None:
    """At the top of two modules, except for `TWICE` and counterparts."""
    modules: dict[str, set[str]] = {}
    for path in (path for path in SOURCES if path.suffix != ".pyi"):
        for name in defined_in(path):
            modules.setdefault(name, set()).add(name_of(path))
    assert len(modules) > 3000
    assert {"Box", "overlap", "KERNELS", "Visit", "POLYGON"} <= modules.keys()  # of each form
    twice = set()
    for name, found in modules.items():
        rooms = [next((room for room in COUNTERPARTS if n.startswith(room)), n) for n in found]
        if len(found) > 1 and (set(rooms) != set(COUNTERPARTS) or len(rooms) > 2):
            twice.add(name)
    assert twice == set(TWICE)


DECLARERS = {"C.declare", "C.cast"}
MOST_IN_32_BITS = {
    **dict.fromkeys(["int", "long", "Py_ssize_t"], 2**31 - 1),
    **dict.fromkeys(["uint", "ulong", "size_t"], 2**32 - 1),
}
"""The largest number in types that have 32 bits somewhere: in WebAssembly, on ARM, on Windows."""


def test_constants_fit_where_pointers_have_32_bits() -> None:
    kinds = set()
    for module in _build.COMPILED:
        for node in ast.walk(tree_of(sources_of(module)[0])):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in DECLARERS:
                kind, *values = (ast.unparse(value).removeprefix("C.") for value in node.args)
                if kind in MOST_IN_32_BITS and re.fullmatch(r"[-\d<*+ ()]+", " ".join(values)):
                    kinds.add(kind)
                    assert abs(eval(values[0])) <= MOST_IN_32_BITS[kind], ast.unparse(node)
    assert {"int", "Py_ssize_t"} <= kinds


# --- the C library ------------------------------------------------------------------------------

EXACT = {
    *("fabs", "copysign", "floor", "ceil", "trunc", "rint", "frexp", "nextafter", "fmod"),
    *("sqrt", "ldexp", "remainder"),  # rounded correctly, by IEEE 754
    *("INFINITY", "NAN"),
}
"""What the C library gives with the same result on every machine."""

INEXACT = re.compile(
    r"a?(sin|cos|tan)h?|atan2|sincos|hypot|cbrt|pow|exp(2|10|m1)?|log(2|10|1p)?|erfc?|[lt]gamma"
)
"""Functions whose last bit differs between machines: `_support/polar` has some of our own."""


def test_sources_take_exact_functions_from_the_c_library() -> None:
    """All from one header, since Cython's own are long, and each module reads what it sees."""
    own = PACKAGE / "_support" / "libc.pxd"
    mathematics = own.read_text(encoding="utf-8").partition("<math.h>")[2].partition("\ncdef")[0]
    declared = set(re.findall(r"^    \w.* \**(\w+)(?:\(|$)", mathematics, flags=re.MULTILINE))
    assert declared == EXACT
    foreign = {
        name
        for module in ALL
        for path in sources_of(module)
        if path.exists()
        for name in named(path)
        if re.match(r"libc\.(math|stdlib|string)\.", name.removeprefix("cython.cimports."))
    }
    assert foreign == set()
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


# --- state and threads -------------------------------------------------------------------------


def test_the_engine_keeps_no_state_in_its_modules() -> None:
    """Constants, declarations and type aliases; the one instance of a class is STORE."""
    for path in sorted(ENGINE.rglob("*.py")):
        tree = tree_of(path)
        assert not any(isinstance(node, (ast.Global, ast.Nonlocal)) for node in ast.walk(tree))
        for node in tree.body:
            if not isinstance(node, (ast.Assign, ast.AnnAssign)) or node.value is None:
                continue
            statement = ast.unparse(node)
            if isinstance(node.value, ast.Call):
                allowed = ast.unparse(node.value.func) in ("C.declare", "C.struct", "frozenset")
                assert allowed or statement == "STORE = Store()", (path, statement)
            else:  # a number, or an alias of types such as tuple[float, float]
                assert isinstance(node.value, (ast.Constant, ast.Subscript)), (path, statement)


def test_nothing_lets_other_threads_run_meanwhile() -> None:
    """Rows, trees and scratch memory are shared by all threads, and only the GIL protects them."""
    released = re.compile(r"with (\w+\.)?nogil")
    assert [path for path in SOURCES if released.search(path.read_text(encoding="utf-8"))] == []


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
    done = run_python("setup.py", "-q", "build_py", "--build-lib", str(tmp_path), folder=ROOT)
    assert done.returncode == 0, done.stderr
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


PROBE = """
#if defined(__FAST_MATH__) || __FINITE_MATH_ONLY__ || defined(__NO_SIGNED_ZEROS__)
#error "fast math"
#endif
#if defined(__RECIPROCAL_MATH__) || defined(__ASSOCIATIVE_MATH__)
#error "fast math"
#endif
#if defined(__FMA__) || defined(__FMA4__) || defined(__AVX512F__)
#error "fused multiply-add"
#endif
void *PyInit_probe(void) { return 0; }
"""

FAST = {"-Ofast", "-ffast-math", "-ffinite-math-only", "-fno-signed-zeros", "-freciprocal-math"}
FUSED = {"-march=x86-64-v3", "-march=x86-64-v4", "-mfma", "-mfma4"}
UNTOLD = {"-funsafe-math-optimizations", "-fassociative-math", "-ffp-contract=fast"}
"""Of these gcc defines no macro."""

TINY = """
import ctypes, sys
ctypes.CDLL(sys.argv[1])
tiny = [5e-324]
print(tiny[0] * 1.0)
"""


@pytest.mark.skipif(shutil.which("gcc") is None, reason="a compiler tells how it was called")
def test_an_environment_that_asks_for_inexact_modules_gets_exact_ones(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for tool in ("setuptools", "Cython"):
        pytest.importorskip(tool, reason="a wheel is built with it")
    from setuptools import Distribution, Extension

    asked = FAST | (FUSED if platform.machine() in ("x86_64", "AMD64") else set())
    source = tmp_path / "probe.c"
    source.write_text(PROBE)
    for flag in asked:
        told = subprocess.run(["gcc", flag, "-E", source], capture_output=True, check=False)
        assert b"#error" in told.stderr, flag
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("CC", "gcc -Ofast")
    monkeypatch.setenv("CFLAGS", " ".join(sorted(asked | UNTOLD)))
    monkeypatch.setenv("LDFLAGS", "-Ofast -ffast-math -funsafe-math-optimizations")
    command = runpy.run_path("setup.py")["BuildExt"](
        Distribution({"ext_modules": [Extension("probe", [str(source)])]}),
        build_lib=str(tmp_path),
        build_temp=str(tmp_path),
    )
    command.ensure_finalized()
    command.extensions = command.distribution.ext_modules  # which are ours only
    command.run()
    (built,) = tmp_path.glob("probe*.so")
    loaded = run_python("-c", TINY, str(built))
    assert loaded.returncode == 0, loaded.stderr
    assert float(loaded.stdout) == 5e-324  # and not 0, as where gcc's fast start code is linked in


INSTALL = (
    "build-essential python3-dev",
    "dnf install",
    "xcode-select",
    "Visual Studio Build Tools",
)


def built_by(tmp_path: Path, start: str = "pass", **environment: str) -> str:
    """What a build in a folder of its own says, which must end at once and say nothing else.

    `start` runs before it.
    """
    for tool in ("setuptools", "Cython"):
        pytest.importorskip(tool, reason="a build needs it")
    arguments = [
        "setup.py",
        "build",
        f"--build-lib={tmp_path}",
        f"--build-temp={tmp_path}",
    ]
    run = "runpy.run_path('setup.py', {}, '__main__')"
    program = f"import runpy, sys; sys.argv = {arguments}; {start}; {run}"
    translated = {path: path.stat().st_mtime for path in ROOT.glob("build/cython/**/*.c")}
    done = run_python("-c", program, folder=ROOT, **environment)
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stdout.splitlines()) < 9  # of setuptools, which names each file that it copies
    assert translated == {path: path.stat().st_mtime for path in ROOT.glob("build/cython/**/*.c")}
    assert not [path for path in tmp_path.rglob("*") if path.suffix in (".o", ".so", ".pyd")]
    return done.stderr


@pytest.mark.skipif(os.name == "nt", reason="Visual Studio is found by no variable")
def test_a_build_without_a_compiler_says_at_once_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    told = built_by(tmp_path, PATH=str(tmp_path / "empty"), CC="gcc")
    assert "no C compiler works here" in told
    assert "gcc" in told
    assert not [line for line in INSTALL if line not in told]


@pytest.mark.skipif(shutil.which("gcc") is None, reason="a compiler misses the headers")
def test_a_build_without_headers_says_at_once_what_to_install(tmp_path: Path) -> None:
    blind = tmp_path / "blind"
    blind.write_text(
        "#!/bin/sh\nfor given; do\n    shift\n"
        '    case $given in -I*) ;; *) set -- "$@" "$given" ;; esac\n'
        'done\nexec gcc "$@"\n'
    )
    blind.chmod(0o755)
    told = built_by(tmp_path, CC=str(blind), CPATH="", C_INCLUDE_PATH="")
    assert "the C compiler cannot include Python.h" in told
    assert not [line for line in INSTALL if line not in told]


@pytest.mark.parametrize(
    ("start", "told"),
    [
        (
            "sys.version_info = (3, 9, 18)",
            "spritecol needs Python 3.11 or later, and this is Python 3.9",
        ),
        (
            "import Cython; Cython.__version__ = '3.0.12'",
            "Cython>=3.3,<4, but this environment has Cython 3.0.12",
        ),
        (
            "import Cython; Cython.__version__ = '4.0a1'",
            "Cython>=3.3,<4, but this environment has Cython 4.0a1",
        ),
        ("sys.modules['Cython'] = None", "Cython>=3.3,<4, but this environment has no Cython"),
        (
            "import setuptools; setuptools.__version__ = '65.5'",
            "setuptools>=77, but this environment has setuptools 65.5",
        ),
    ],
)
def test_a_build_by_other_versions_says_which_it_needs(
    tmp_path: Path, start: str, told: str
) -> None:
    assert told in built_by(tmp_path, start)


def test_wheels_are_built_for_each_python_that_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    kinds = re.compile(r"Programming Language :: Python :: (3)\.(\d+)")
    declared = [
        found for line in project["project"]["classifiers"] for found in kinds.findall(line)
    ]
    built = project["tool"]["cibuildwheel"]["build"]
    assert built == " ".join(f"cp{major}{minor}-*" for major, minor in declared)
    page = (ROOT / "docs" / "guarantees.md").read_text(encoding="utf-8")
    seen = re.findall(r"^\| (3)\.(\d+)\.\d+ \|.*\| all tests", page, re.MULTILINE)
    assert {*declared} == {*seen}


# --- public names -------------------------------------------------------------------------------


PACKAGES = {
    **{"": 40, "spatial": 5, "paths": 2, "tiles": 1, "testing": 1, "typing": 3},
    **{"integrations.tiled": 2, "integrations.ldtk": 2, "integrations.pygame": 19},
    **{"integrations.arcade": 16, "integrations.ray": 11},
}
"""How many classes and functions at least each shows."""


@pytest.mark.parametrize("package", PACKAGES)
def test_public_names_name_the_package(package: str) -> None:
    for part in package.split(".")[1:]:
        pytest.importorskip(part) if part in ("pygame", "arcade", "ray") else None
    module = import_module(f"spritecol.{package}".rstrip("."))
    shown = 0
    for name in getattr(module, "__all__", None) or [n for n in vars(module) if n[0] != "_"]:
        thing = getattr(module, name)
        own = hasattr(thing, "__qualname__") and thing.__module__.partition(".")[0] == "spritecol"
        if not own or (not hasattr(module, "__all__") and thing.__module__ != module.__name__):
            continue  # a number, an alias, what a module without `__all__` has imported
        shown += 1
        assert (thing.__module__, thing.__qualname__) == (module.__name__, name)
        if isinstance(thing, type):
            assert type.__repr__(thing) == f"<class '{module.__name__}.{name}'>"
        assert pickle.loads(pickle.dumps(thing)) is thing
        text = pydoc.plain(pydoc.render_doc(thing))
        assert text.split("\n", 1)[0].endswith(f" in module {module.__name__}")
    assert shown >= PACKAGES[package]


def test_errors_and_aliases_name_the_package() -> None:
    with pytest.raises(TypeError, match=r"'spritecol\.Group'"):
        Group.clear(object())  # type: ignore[arg-type]
    assert repr(Group[Sprite]) == "spritecol.Group[spritecol.Sprite]"


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_name_no_module_inside(protocol: int) -> None:
    sprite, wall = Sprite(1, 2, collision=SHAPES, angle=5), Sprite(collision=SHAPES[-1])
    things = [sprite, Group(sprite, Group(Sprite(2))), spritecol.DISCARD, Number(3, int)]
    things += [sprite.contacts(wall)[0], sprite.sweep(300, 0, wall), sprite.distance(wall)]
    things += [sprite.move_and_slide(1, 1, []), spritecol.CharacterController(sprite)]
    things += [Group(wall).nearest(0, 0), Group(wall).raycast(-100, 0, 100, 5)]
    pickled = pickle.dumps(things, protocol)
    assert b"spritecol" in pickled
    assert b"spritecol." not in pickled
    assert [type(thing) for thing in pickle.loads(pickled)] == [type(thing) for thing in things]


INSIDE = """
sprites.containers.group Group
sprites.questions.answers Bounces Changes Contact Distance Near RayHit Slide SweepHit
sprites.motion.character_controller CharacterController
"""


def test_pickles_of_former_versions_load() -> None:
    """They name the modules of compiled classes."""
    for line in INSIDE.split("\n")[1:-1]:
        module, *names = line.split()
        for name in names:
            found = pickle.loads(f"cspritecol.{module}\n{name}\n.".encode())
            assert found is getattr(spritecol, name)


# --- the repository -----------------------------------------------------------------------------


def test_nothing_names_a_place_outside_the_repository() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("this is no clone")
    outside = re.compile(r"\.\./[s]hared|/[w]ork/")  # written so as not to match itself
    found = []
    for name in listed.stdout.decode().splitlines():
        if (ROOT / name).is_file():
            text = (ROOT / name).read_text(encoding="utf-8", errors="ignore")
            found += [f"{name}: {hit}" for hit in outside.findall(text)]
    assert found == []


# --- the build's guard --------------------------------------------------------------------------

COMPILED = ("one", "room.two")
BUILT = EXTENSION_SUFFIXES[0]


def touch(path: Path, seconds: int, text: str = "") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    os.utime(path, (seconds, seconds))


def edit_source(folder: Path) -> None:
    touch(folder / "room" / "two.py", 3000)


def edit_header(folder: Path) -> None:
    touch(folder / "room" / "two.pxd", 3000)


def edit_header_without_module(folder: Path) -> None:
    touch(folder / "kinds.pxd", 3000)


def edit_header_in_c(folder: Path) -> None:
    touch(folder / "room" / "fast.h", 3000)


def edit_plain(folder: Path) -> None:
    touch(folder / "plain.py", 3000)


def leave_unbuilt(folder: Path) -> None:
    (folder / f"one{BUILT}").unlink()


def freeze_without_one(folder: Path) -> None:
    """As PyInstaller does where a game does not import it."""
    leave_unbuilt(folder)
    (folder / "one.py").unlink()


def build_for_another_python(folder: Path) -> None:
    (folder / f"one{BUILT}").rename(folder / "one.cpython-39-x86_64-linux-gnu.so")


def install_without_headers(folder: Path) -> None:
    (folder / "room" / "two.pxd").unlink()


@pytest.mark.parametrize(
    ("change", "stale", "missing"),
    [
        (lambda folder: None, [], []),
        (edit_source, ["room.two"], []),
        (edit_header, ["room.two"], []),
        (edit_header_without_module, ["room.two"], []),
        (edit_header_in_c, ["room.two"], []),
        (edit_plain, [], []),
        (leave_unbuilt, [], ["one"]),
        (freeze_without_one, [], []),
        (build_for_another_python, [], ["one"]),
        (install_without_headers, [], []),
    ],
)
def test_what_is_stale_and_what_is_missing(
    change: Callable[[Path], None], stale: list[str], missing: list[str], tmp_path: Path
) -> None:
    """In a package of two compiled modules, one with headers, and one that is not compiled."""
    texts = {
        "room/two.pxd": f"from {tmp_path.name} cimport kinds",
        "kinds.pxd": 'cdef extern from "fast.h"',
    }
    for name in ("one.py", "room/two.py", "room/two.pxd", "plain.py", "kinds.pxd", "room/fast.h"):
        touch(tmp_path / name, 1000, texts.get(name, ""))
    for name in ("one", "room/two"):
        touch(tmp_path / f"{name}{BUILT}", 2000)
    change(tmp_path)
    headers = _build.headers_in(tmp_path)
    assert _build.stale_modules(tmp_path, headers, COMPILED) == stale
    assert _build.missing_modules(tmp_path, COMPILED) == missing


@pytest.mark.parametrize(
    "line",
    [
        "from cython.cimports.game import kinds",
        "from cython.cimports.game.kinds import Kind, other",
        "from cython.cimports.game import (  # all of them\n    other,\n    kinds as k,\n)",
        "    from game cimport other, \\\n kinds",
        "from game.kinds cimport *",
        "import cython.cimports.game.kinds as k",
        "cimport game.other, game.kinds",
    ],
)
def test_no_form_of_cimport_is_missed(line: str, tmp_path: Path) -> None:
    touch(tmp_path / "game" / "kinds.pxd", 1000)
    touch(tmp_path / "one.py", 1000, f"import cython\n{line}\nx = 1")
    touch(tmp_path / "two.py", 1000, line.replace("kinds", "kin").replace("game", "games"))
    headers = _build.headers_in(tmp_path / "game")
    assert _build.seen_headers(str(tmp_path / "one.py"), headers) == set(headers.values()) != set()
    assert _build.seen_headers(str(tmp_path / "two.py"), headers) == set()


def test_headers_are_seen_that_the_parser_of_these_tests_sees() -> None:
    """Whatever a module or a header that it sees cimports; and few others."""
    headers = _build.headers_in(PACKAGE)
    count = 0
    for module in _build.COMPILED:
        source, header = sources_of(module)
        seen = _build.seen_headers(str(source), headers)
        count += len(seen)
        assert str(header) in seen or not header.exists()
        for path in {source} | {Path(path) for path in seen if path.endswith(".pxd")}:
            start = "cython.cimports.spritecol." if path.suffix == ".py" else "spritecol."
            cimported = [name for name in named(path) if name.startswith(start)]
            for name in cimported:
                other = module_of(name.removeprefix("cython.cimports.").split(".")[1:])
                assert str(sources_of(other)[1]) in seen, (module, path, name)
    assert 10 < count / len(_build.COMPILED) < len(headers) / 4


def test_the_page_for_contributors_names_the_headers_that_most_modules_see() -> None:
    headers = _build.headers_in(PACKAGE)
    seen = Counter(
        name_of(Path(header))
        for module in _build.COMPILED
        for header in _build.seen_headers(str(sources_of(module)[0]), headers)
        if header.endswith(".pxd")
    )
    told = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = re.search(r"more than six of ten modules: ([^.]+)\.", told)
    assert named is not None
    folders = re.findall(r"`([\w/]+)/\{([\w,]+)\}`", named[1])
    dear = {f"{folder}/{name}" for folder, names in folders for name in names.split(",")}
    dear = {header.replace("/", ".") for header in dear}
    assert dear == {header for header, n in seen.items() if n > 0.6 * len(_build.COMPILED)}


def test_each_extension_depends_on_the_headers_that_it_sees(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for tool in ("setuptools", "Cython"):
        pytest.importorskip(tool, reason="the build needs it")
    monkeypatch.chdir(ROOT)
    headers = _build.headers_in(PACKAGE)
    for extension in runpy.run_path("setup.py")["EXTENSIONS"]:
        source = ROOT / extension.sources[0]
        if source.suffix == ".py":
            seen = _build.seen_headers(str(source), headers)
            assert {str(ROOT / header) for header in extension.depends} == seen


def test_demand_names_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_build, "__file__", str(tmp_path / "_build.py"))
    for name in _build.COMPILED:
        built = tmp_path.joinpath(*name.split(".")).with_suffix(BUILT)
        touch(built, 1000)
    touch(built.with_name(f"{built.name.partition('.')[0]}.py"), 1000)
    _build.demand()
    built.unlink()
    with pytest.raises(ImportError) as caught:
        _build.demand()
    assert f"`{_build.COMMAND}` in {tmp_path.parent}" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_source_that_was_not_built_says_so_in_one_line(tmp_path: Path) -> None:
    built = shutil.ignore_patterns(*(f"*{suffix}" for suffix in EXTENSION_SUFFIXES), "__pycache__")
    shutil.copytree(PACKAGE, tmp_path / PACKAGE.name, ignore=built)
    done = run_python("-c", "import spritecol", folder=tmp_path, PYTHONPATH=str(tmp_path))
    last = done.stderr.splitlines()[-1]
    assert (done.returncode, last.partition(":")[0]) == (1, "ImportError")
    assert f"`{_build.COMMAND}` in {tmp_path}" in last


def test_a_zip_file_says_that_compiled_modules_cannot_run_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tmp_path / "game.pyz"
    with zipfile.ZipFile(game, "w") as archive:
        archive.writestr("__main__.py", "import spritecol")
        for path in PACKAGE.rglob("*.py"):
            archive.write(path, path.relative_to(ROOT))
        for _, _, binary in _build.sources(PACKAGE):
            archive.writestr(str(Path(str(binary)).relative_to(ROOT)), b"")
    done = run_python(str(game), folder=tmp_path)
    last = done.stderr.splitlines()[-1]
    assert (done.returncode, last.partition(":")[0]) == (1, "ImportError")
    assert f"zip file {game}" in last
    assert "Unpack it" in last
    spec = zipimport.zipimporter(str(game)).find_spec("spritecol")
    monkeypatch.setattr(_build, "__spec__", spec)
    with pytest.raises(ImportError, match="Unpack it"):
        _build.demand()
    monkeypatch.setattr(
        sys, "frozen", True, raising=False
    )  # as by what packs compiled modules, too
    _build.demand()


def test_each_planted_fault_stands_in_its_file() -> None:
    """Else code was moved, and the fault has to be replaced by one of its kind."""
    assert len(planted.faults()) >= 80
    assert len(dict(planted.planted_files(ROOT))) > 40
