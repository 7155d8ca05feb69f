"""What holds the sources together: the order of the rooms, headers, stubs, one name a thing."""

import ast
import builtins
import io
import re
import runpy
import subprocess
import sys
import tokenize
from collections import Counter
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import planted
import pytest
from support import sources
from support.sources import (
    ALL,
    FOLLOW_UPS,
    MODULES,
    PACKAGE,
    ROOT,
    SOURCES,
    imported,
    module_of,
    modules_in,
    name_of,
    named,
    needs_source,
    rows_of_changes,
    sources_of,
    tree_of,
)

import spritecol
from spritecol import _build

COMPILED = _build.compiled_in(PACKAGE)

pytestmark = needs_source

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
    "spatial  sprites.tables",
    "sprites.hints",
    "sprites.row",
    "sprites.containers",
    "sprites.questions",
    "sprites.motion",
    "sprites.events",
    "sprites",
    "world",
    "testing",
    "paths",
    "__init__",
    "integrations",
    "view",
)
STEP = {room: step for step, rooms in enumerate(ORDER) for room in rooms.split()}


def room_of(module: str) -> str:
    """The room of the order in which a module lies."""
    parts = module.split(".")
    for length in range(len(parts), 0, -1):
        if ".".join(parts[:length]) in STEP:
            return ".".join(parts[:length])
    raise AssertionError(f"{module} lies in no room")


# --- imports ------------------------------------------------------------------------------------


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
    assert "sprites.sprite" not in imports()["typing"]


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
    assert "_engine.narrow_phase.cores" in imports()
    TopologicalSorter(imports()).prepare()


def test_each_folder_of_the_engine_and_of_the_sprites_is_a_room() -> None:
    """Else a folder could hide an arrow that leads up, inside the room that has it."""
    folders = {
        name_of(path).removesuffix(".__init__")
        for part in ("_engine", "sprites")
        for path in (PACKAGE / part).glob("*/**/__init__.py")
    }
    assert len(folders) > 10
    assert folders - STEP.keys() == set()


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


def test_sprites_do_not_know_the_indexes_without_sprites() -> None:
    assert "spatial" not in {room for _, room in known_to("sprites")}


def test_the_broad_phase_knows_boxes_only() -> None:
    rooms = {room for _, room in known_to("_engine.broad_phase")}
    below = ("box", "box_tests", "memory", "pairs", "pointers", "tuning")
    assert rooms <= {"_support.libc", *(f"_engine.{name}" for name in below)}


SHARED_BY_BRIDGES = {f"integrations._{name}" for name in ("needed", "drawing", "maps")}


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
        and not (module in bridges and ".".join(other.split(".")[:2]) in SHARED_BY_BRIDGES)
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
    plain -= set(COMPILED)
    assert [m for m in sorted(plain) if any(o.startswith("_engine.") for o in imports()[m])] == []
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    texts = [*pages, *(ROOT / "docs").rglob("*.py"), *(ROOT / "examples").rglob("*.py")]
    texts.remove(ROOT / "docs" / "architecture.md")  # it is for those who change the engine
    assert [
        path.name for path in texts if re.search(r"spritecol\._[a-z]", path.read_text("utf-8"))
    ] == []


SMALL, LARGE = 200, 1_000  # lines of a file
LONG = {"sprites.sprite", "sprites.group"}  # whose docstrings are pages


def test_a_file_has_the_size_of_a_topic() -> None:
    """A small compiled module says why it stands alone; a large file has more than one topic."""
    sizes = {path: path.read_text("utf-8").count("\n") for path in SOURCES if path.suffix == ".py"}
    lines = {name_of(path): size for path, size in sizes.items()}
    small = [name for name in COMPILED if lines[name] < SMALL]
    assert small
    docs = {name: ast.get_docstring(tree_of(sources_of(name)[0])) or "" for name in small}
    assert [name for name, doc in docs.items() if not re.search(r"stands?\s+alone", doc)] == []
    assert {name for name in lines if lines[name] > LARGE} == LONG


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
            for module, header in re.findall(r"`([\w/]+)(\.pxd)?`", modules)
            for path in PACKAGE.rglob(f"{module}.p*")
            if path.suffix in ({header} if header else {".py", ".pxd"})
        ]
        text = "\n".join(path.read_text("utf-8") for path in paths)
        for function in re.findall(r"`(?:\w+\.)?(\w+)`", functions):
            if not re.search(rf"\b(?:def|cdef|class)\b[^\n=]*\b{function}\b", text):
                absent.append(f"{function} in {modules}")
    assert absent == []


def test_the_table_of_changes_tells_what_is_built_and_which_tests_see_it() -> None:
    """Each planted fault in a module that a row names is one for the tests of such a row."""
    rows = rows_of_changes()
    assert [row[0] for row in rows if len(row) != 4] == []
    tests_of: dict[str, set[str]] = {}
    for change, files, build, tests in rows:
        modules = modules_in(files)
        compiled = {m for m in modules if m in COMPILED or not sources_of(m)[0].exists()}
        right = "no" if not compiled else "yes" if compiled == modules else "some"
        assert build in ({right} if modules else {"yes", "no", "some"}), change
        names = re.findall(r"`([\w/]+)`", tests)
        assert names
        for name in names:
            place = ROOT / "tests" / (name if name.endswith("/") else f"{name}.py")
            assert place.exists(), (change, name)
        for module in modules:
            tests_of.setdefault(module, set()).update(names)
    judged = 0
    for fault in planted.faults():
        if told := tests_of.get(name_of(ROOT / fault.file)):
            seen_by = {test.partition(".py")[0][6:] for test in fault.topic.split()}
            rooms = {f"{test.partition('/')[0]}/" for test in seen_by}
            assert told & (seen_by | rooms), (fault.name, fault.topic)
            judged += 1
    assert judged > 100
    assert set(COMPILED) <= set(tests_of), "modules without a row"


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ("advice", {"any"}),
        ("exact test", {"any"}),
        ("debug views", {"any", "public"}),
        ("members of a Group", {"any", "public", "remembering"}),
        ("a walker's memory", {"any", "public", "remembering"}),
        ("Overlaps notes", {"any", "public", "remembering"}),
        ("World saves", {"any", "public", "remembering"}),
        ("new kind of shape", {"any", "public", "remembering"}),
        ("name that users import", {"any", "public"}),
    ],
)
def test_a_change_also_runs_the_tests_that_it_breaks_later(words: str, kinds: set[str]) -> None:
    (row,) = (row for row in rows_of_changes() if words in row[0].replace("`", ""))
    told = set(sources.tests_of_change(words))
    of_rows = set(sources.tests_in(row[3]))
    later = {kind: set(sources.tests_in(cell)) for kind, cell in FOLLOW_UPS.items()}
    assert of_rows <= told
    assert {kind for kind in later if later[kind] <= told} >= kinds
    assert told - of_rows <= set().union(*(later[kind] for kind in kinds))
    assert [name for name in set().union(*later.values()) if not (ROOT / name).exists()] == []


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
    likely = re.compile(r"spritecol[\w.]*(\._|\s+import\s[^)]*?\b_)")  # only those are parsed
    found = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.py")
        if path.parent != folder / "inside"
        and likely.search(path.read_text(encoding="utf-8"))
        and any(private.match(name) for name in named(path))
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
    assert sorted(compiled) == COMPILED


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


VOCABULARIES = {"_engine.narrow_phase.two_lanes", "_support.libc", "sprites.motion.vector"}
"""Headers of many short names, which modules may cimport with `*`."""


def variables_of(tree: ast.Module) -> set[str]:
    """The names that a source gives to variables and arguments."""
    nodes = [*ast.walk(tree)]
    arguments = {node.arg for node in nodes if isinstance(node, ast.arg)}
    names = [node for node in nodes if isinstance(node, ast.Name)]
    return arguments | {name.id for name in names if isinstance(name.ctx, ast.Store)}


def sizes_in(tree: ast.Module) -> set[str]:
    """The names in sizes of arrays, such as `SPREAD` in `C.double[SPREAD]`."""
    return {
        name.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript)
        for name in ast.walk(node.slice)
        if isinstance(name, ast.Name)
    }


def test_modules_are_cimported_where_their_names_would_take_several_lines() -> None:
    """As CONTRIBUTING.md says. Types and sizes are cimported by name, and so is whatever is in a
    module whose name is also one of a variable.
    """
    wrong = set()
    several = 0
    for path in (path for path in SOURCES if path.suffix == ".py"):
        tree = tree_of(path)
        for node in (node for node in tree.body if isinstance(node, ast.ImportFrom)):
            start, _, module = node.module.partition(".spritecol.")
            if start != "cython.cimports":
                continue
            names = {alias.name for alias in node.names}
            if names == {"*"} and module not in VOCABULARIES:
                wrong.add((name_of(path), f"{module}.*"))
            if node.end_lineno == node.lineno or module.rpartition(".")[2] in variables_of(tree):
                continue
            several += 1
            types = {name for name in names if name[0].isupper() and not name.isupper()}
            modules = {name for name in names if f"{module}.{name}" in ALL}
            if by_name := names - types - modules - sizes_in(tree):
                wrong.add((name_of(path), f"{module}: {sorted(by_name)}"))
    assert several > 5
    assert wrong == set()


def test_stubs_are_there_for_users() -> None:
    stubs = {name_of(path) for path in PACKAGE.rglob("*.pyi")}
    fronts = [module for module in ALL if module.endswith("__init__")]
    public = set().union(*(imported(sources_of(module)[0]) for module in fronts))
    public |= set(spritecol._LATER.values())
    plain = {"integrations.pygame.sprite.pygame_sprite"}  # its base class would let any pass
    assert stubs <= (set(COMPILED) & public) | plain
    assert (PACKAGE / "py.typed").exists()


DECLARED = re.compile(
    r"^(?:cdef|cpdef) (?:struct|class|enum) (\w+)"  # also an enum's name
    r"|^(?:cdef|cpdef) (?!struct|class|enum|extern)[^\n(]*?(\w+)\("  # a function
    r"|^cdef (?!struct|class|enum|extern)[^\n(]*? \*?(\w+)$"  # a variable
    r"|^ctypedef [^\n]*?\(\*(\w+)\)"  # a type of functions
    r"|^ctypedef (?:[^\n(#]* )?\*?(\w+) *(?:#|$)"
    r"|^    ([A-Z][A-Z_\d]+)\b(?= *(?:=|,|#|$))"  # one of an enum
    r"|^    const [\w ]*?(\w+) \"",  # a constant of C
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
    of_each_form = {"Box", "overlap", "KERNELS", "Visit", "POLYGON", "PARALLEL", "FRONT"}
    assert of_each_form <= modules.keys()
    twice = set()
    for name, found in modules.items():
        rooms = [next((room for room in COUNTERPARTS if n.startswith(room)), n) for n in found]
        if len(found) > 1 and (set(rooms) != set(COUNTERPARTS) or len(rooms) > 2):
            twice.add(name)
    assert twice == set(TWICE)


def test_headers_are_seen_that_the_parser_of_these_tests_sees() -> None:
    """Whatever a module or a header that it sees cimports; and few others."""
    headers = _build.headers_in(PACKAGE)
    count = 0
    for module in COMPILED:
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
    assert 10 < count / len(COMPILED) < len(headers) / 4


def test_the_page_for_contributors_names_the_headers_that_most_modules_see() -> None:
    headers = _build.headers_in(PACKAGE)
    seen = Counter(
        name_of(Path(header))
        for module in COMPILED
        for header in _build.seen_headers(str(sources_of(module)[0]), headers)
        if header.endswith(".pxd")
    )
    told = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = re.search(r"more than six of ten modules: ([^.]+)\.", told)
    assert named is not None
    folders = re.findall(r"`([\w/]+)/\{([\w,]+)\}`", named[1])
    dear = {f"{folder}/{name}" for folder, names in folders for name in names.split(",")}
    dear = {header.replace("/", ".") for header in dear}
    assert dear == {header for header, n in seen.items() if n > 0.6 * len(COMPILED)}


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


def test_each_planted_fault_stands_in_its_file() -> None:
    """Else code was moved, and the fault has to be replaced by one of its kind."""
    assert len(planted.faults()) >= 80
    assert len(dict(planted.planted_files(ROOT, planted.faults()))) > 40
