"""The sources compute the same everywhere, keep no state, and let no other thread run meanwhile."""

import ast
import re
import shutil
import subprocess
import sys

import pytest
from support.sources import ALL, PACKAGE, SOURCES, named, needs_source, sources_of, tree_of

from spritecol import _build

pytestmark = needs_source

ENGINE = PACKAGE / "_engine"

DECLARERS = {"C.declare", "C.cast"}
MOST_IN_32_BITS = {
    **dict.fromkeys(["int", "long", "Py_ssize_t"], 2**31 - 1),
    **dict.fromkeys(["uint", "ulong", "size_t"], 2**32 - 1),
}
"""The largest number in types that have 32 bits somewhere: in WebAssembly, on ARM, on Windows."""


def test_constants_fit_where_pointers_have_32_bits() -> None:
    kinds = set()
    for module in _build.compiled_in(PACKAGE):
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


ASKS_GHOST = re.compile(
    r"ghost\.row\b|self\.row\b|\b(shapes_hit|deepest_normal|note_point|touching_point|prove)\("
)
PUTS_GHOST = re.compile(r"\.place\(|\bplace_row\(")
WHEREVER_IT_IS = {"__cinit__", "__dealloc__", "imitate", "meets_floor", "meets_middle"}
"""They make the ghost, or ask which of its shapes count."""


def test_who_asks_the_ghost_puts_it_there() -> None:
    """No function of a move depends on where another one has left the hidden row."""
    asked, elsewhere = 0, set()
    for path in sorted((PACKAGE / "sprites" / "motion").glob("*.py")):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.FunctionDef) and ASKS_GHOST.search(text := ast.unparse(node)):
                asked += 1
                if not PUTS_GHOST.search(text):
                    elsewhere.add(node.name)
    assert asked > 15
    assert elsewhere == WHEREVER_IT_IS


def test_nothing_lets_other_threads_run_meanwhile() -> None:
    """Rows, trees and scratch memory are shared by all threads, and only the GIL protects them."""
    released = re.compile(r"with (\w+\.)?nogil")
    assert [path for path in SOURCES if released.search(path.read_text(encoding="utf-8"))] == []
