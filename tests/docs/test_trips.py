"""The trips on the page of the architecture, compared with what a profiler sees of real calls."""

import ast
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from support.hooks import ARE_INSIDE
from support.processes import SANITIZED
from support.sources import needs_source

from spritecol import _build

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "spritecol"

CALLS = {
    "player.check(group)": "player.check(slopes)",
    "player.move_and_slide(dx, dy, walls)": "player.move_and_slide(30, 20, floor)",
    "walker.move(dx, dy, level)": "walker.move(1, 1, level)",
    "group.raycast": "tiles.raycast(-50, 110, 300, 110)",
    "sprite.contacts": "corner.contacts(slopes), ring.contacts(slopes)",
    "Overlaps.update": "seen.update()",
}
"""By a trip of the page: calls that go all the ways that it names."""

SCENE = """
import gc, os
from spritecol import CharacterController, Circle, Group, Overlaps, Polygon, Sprite

floor = Group(Sprite(x * 32, 100, collision=[0, 0, 31, 31]) for x in range(30))
slope = Polygon([(0, 0), (30, 0), (15, 30)])
slopes = Group(Sprite(x * 40, 95, collision=slope) for x in range(20))
tiles = Group(Sprite(x % 50 * 32, x // 50 * 32, collision=[0, 0, 32, 32]) for x in range(2000))
player = Sprite(60, 85, collision=Circle(0, 0, 12))
corner = Sprite(60, 85, collision=slope)
notch = Polygon([(0, 0), (30, 0), (30, 30), (15, 5), (0, 30)])
ring = Sprite(50, 90, collision=notch)
lift = Sprite(300, 90, collision=[0, 0, 60, 8])
level = Group(floor, lift)
walker = CharacterController(Sprite(310, 70, collision=[0, 0, 20, 20]))
seen = Overlaps(player, slopes, swept=True, enter=lambda sprite, other: None)
for _ in range(9):
    walker.move(0, 1, level)
    tiles.raycast(-50, 110, 300, 110)
seen.update()
lift.x += 3
lift.y -= 2
player.x -= 60
gc.disable()
os.getppid()
"""

Function = tuple[str, str]
"""A module, such as `sprites/motion/casts`, and the name of a function or method there."""


def trips() -> dict[str, list[tuple[str, str]]]:
    """By the call of a trip: what the page names, as functions and modules in a row."""
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    found = {}
    for call, table in re.findall(
        r"the\s+steps\s+of `(.+?)`(.+?)(?=These\b|\n## )", page, re.DOTALL
    ):
        found[call] = re.findall(r"^\| \d+ \| (.+?) \| (.+?) \|", table, re.MULTILINE)
    for call, way in re.findall(r"^\| `([\w.]+)` \| (.+?) \|$", page, re.MULTILINE):
        found[call] = re.findall(r"((?:`[\w.]+`(?:,| and)? )+)in (`[\w/]+`)", way)
    return found


def traces(folder: Path) -> dict[str, str]:
    """By the call of a trip: the C functions that ran in it, one a line.

    At each call of `getppid`, the profiler writes what has run since the last one.
    """
    program = SCENE + "".join(f"{call}\nos.getppid()\n" for call in CALLS.values())
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder / 'trace'}"]
    command += ["--dump-before=getppid", sys.executable, "-c", program]
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    parts = [folder / f"trace.{number}" for number in range(2, len(CALLS) + 2)]
    ran = [re.findall(r"^c?fn=\(\d+\) (.+)$", part.read_text(), re.MULTILINE) for part in parts]
    return {call: "\n".join(names) for call, names in zip(CALLS, ran, strict=True)}


@cache
def in_binaries() -> str:
    """The functions that the compiled modules have, one a line."""
    binaries = [binary for _, _, binary in _build.sources(PACKAGE) if binary is not None]
    return subprocess.run(["nm", *binaries], capture_output=True, text=True, check=True).stdout


def is_among(function: Function, names: str) -> bool:
    """Whether a function is among names in C, to which a compiler may append something."""
    module, name = function
    mangled = "".join(f"{len(part)}{part}_" for part in module.split("/"))
    form = rf"\b__pyx_(?:f|pf|pw)_9spritecol_{mangled}(?:\d+[A-Z]\w*_)?\d*{name}(?:\.[\w.]+)?$"
    return re.search(form, names, re.MULTILINE) is not None


@cache
def texts() -> dict[Function, str]:
    """The text of each function of compiled modules, and of each inline function of headers."""
    found = {}
    for module in _build.compiled_in(PACKAGE):
        path = PACKAGE.joinpath(*module.split(".")).with_suffix(".py")
        text = path.read_text("utf-8")
        lines = text.splitlines()
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                body = "\n".join(lines[node.lineno - 1 : node.end_lineno])
                found[module.replace(".", "/"), node.name] = body
    inline = re.compile(
        r"^( *)cdef inline [^(]*?(\w+)\((.*?)(?=^\1\w|\Z)", re.MULTILINE | re.DOTALL
    )
    for path in PACKAGE.rglob("*.pxd"):
        module = path.relative_to(PACKAGE).with_suffix("").as_posix()
        for _, name, body in inline.findall(path.read_text("utf-8")):
            found[module, name] = f"inline {body}"
    return found


def has_run(function: Function, ran: str, inside: tuple[Function, ...] = ()) -> bool:
    """Whether a function ran. One that a compiler may have inlined did if one that calls it did."""
    if is_among(function, ran):
        return True
    if is_among(function, in_binaries()) and not texts()[function].startswith("inline "):
        return False
    calls = re.compile(rf"\b{function[1]}\(")
    return any(
        has_run(caller, ran, (*inside, function))
        for caller, text in texts().items()
        if caller not in inside and caller != function and calls.search(text)
    )


def named_in(rows: list[tuple[str, str]]) -> list[tuple[str, list[str]]]:
    """Each function that rows of the page name, with the modules beside it."""
    return [
        (name, re.findall(r"`([\w/]+)(?:\.pxd)?`", modules))
        for functions, modules in rows
        for name in re.findall(r"`(?:\w+\.)?(\w+)`", functions)
    ]


@needs_source
def test_trips_name_the_header_of_an_inline_function() -> None:
    """A reader would look for it in the `.py` in vain."""
    headers = 0
    for row in [row for rows in trips().values() for row in rows]:
        for name, modules in named_in([row]):
            for module in modules:
                is_inline = any(
                    text.startswith("inline ")
                    for function, text in texts().items()
                    if function[1] == name and function[0].endswith(module)
                )
                assert is_inline == (f"`{module}.pxd`" in row[1]), row
                headers += is_inline
    assert headers > 3


@pytest.mark.builds
@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind says which functions ran")
@pytest.mark.skipif(not ARE_INSIDE or SANITIZED, reason="a usual build in place is profiled")
def test_trips_call_what_the_page_of_the_architecture_names(tmp_path: Path) -> None:
    ran = traces(tmp_path)
    named = {call: named_in(rows) for call, rows in trips().items()}
    assert named.keys() == CALLS.keys()
    assert min(map(len, named.values())) > 3
    absent = [
        (call, name)
        for call, functions in named.items()
        for name, modules in functions
        if not any(
            has_run(function, ran[call])
            for function in texts()
            if function[1] == name and function[0].endswith(tuple(modules))
        )
    ]
    assert absent == []
