"""The programs of the guide and the examples have no errors in pyright's basic mode.

What is in `tests/typing` is checked in its strict mode, by pyright itself and by mypy. Both
checkers reject each line of `support/data/rejected_calls.txt`, as Python does.
"""

import builtins
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from docs.test_pages import FILES, ROOT, blocks
from support.tables import lines_of

SETTINGS = {
    "typeCheckingMode": "basic",
    "pythonVersion": "3.11",
    "extraPaths": [str(ROOT)],
    "reportMissingImports": False,  # of libraries that need not be installed
    "reportMissingModuleSource": False,
    "reportRedeclaration": False,  # pages show a class before and after a change
}


def programs(page: Path) -> Iterator[str]:
    """The blocks of a page as one program, on their lines. Each recipe is a program by itself."""
    lines: list[str] = []
    for block in blocks(page.read_text(encoding="utf-8")):
        lines += [""] * (block.line - 1 - len(lines)) + block.code.splitlines()
        if page.parent.name == "recipes":
            yield "\n".join(lines)
            lines = []
    yield "\n".join(lines)


def told_by_pyright(folder: Path) -> list[dict[str, Any]]:
    """What pyright says of the programs in a folder, by the settings there."""
    pytest.importorskip("pyright", reason="needs pyright")
    checked = subprocess.run(
        [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return [
        found
        for found in json.loads(checked.stdout)["generalDiagnostics"]
        if found["severity"] == "error"
    ]


def test_programs_have_no_type_errors(tmp_path: Path) -> None:
    for page in FILES:
        name = page.relative_to(ROOT).with_suffix("").as_posix().replace("-", "_")
        for k, program in enumerate(programs(page)):
            path = tmp_path / "pages" / f"{name.replace('/', '_')}_md_{k}.py"
            path.parent.mkdir(exist_ok=True)
            path.write_text(program, encoding="utf-8")
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
    errors = [
        f"{Path(found['file']).relative_to(tmp_path.resolve())}:"
        f"{found['range']['start']['line'] + 1}: {found['message']}"
        for found in told_by_pyright(tmp_path)
    ]
    assert errors == []


PRELUDE = """
from spritecol import CharacterController, Circle, Number, Rect, Sprite
from spritecol.integrations import pygame as spritecol_pygame

class Shot(Sprite):
    speed = Number(5.0)

class Ship(spritecol_pygame.Sprite):
    speed = Number(5.0)

hero = Sprite(collision=Rect(0, 0, 16, 16))
walker = CharacterController(Shot())
"""

REJECTED = [line.split(maxsplit=3) for line in lines_of("rejected_calls.txt", "calls")]
CALLS = [call for *_, call in REJECTED]


def write_rejected(path: Path) -> dict[int, int]:
    """A program of all rejected lines, each in a function. Returns which one is in which line."""
    bodies = [f"def case_{k}() -> None:\n    {call}\n" for k, call in enumerate(CALLS)]
    text = f"{PRELUDE}\n" + "\n".join(bodies)
    path.write_text(text, encoding="utf-8")
    first = PRELUDE.count("\n") + 3
    lines = text.splitlines()
    places = {first + 3 * k: k for k in range(len(CALLS))}
    assert [lines[line - 1].strip() for line in places] == CALLS
    return places


def demand_rejected(told: list[tuple[int, str]], places: dict[int, int], column: int) -> None:
    """Each line has the error that the table expects, and no other line has one."""
    seen: dict[int, set[str]] = {k: set() for k in range(len(CALLS))}
    for line, rule in told:
        assert line in places, f"line {line}: {rule}"
        seen[places[line]].add(rule)
    missed = [(CALLS[k], rules) for k, rules in seen.items() if REJECTED[k][column] not in rules]
    assert missed == []


def test_mypy_rejects_what_is_an_error(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="needs mypy")
    places = write_rejected(tmp_path / "rejected.py")
    # As at users' homes: the package is an installed one, without settings of ours.
    flags = ["--strict", "--config-file=", "--python-executable", sys.executable]
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", *flags, "rejected.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.stderr == ""
    form = re.compile(r"^rejected\.py:(\d+): error: .*\[([a-z-]+)\]$", re.MULTILINE)
    told = [(int(line), code) for line, code in form.findall(checked.stdout)]
    assert len(told) == checked.stdout.count(": error: ")
    demand_rejected(told, places, 1)


def test_pyright_rejects_what_is_an_error(tmp_path: Path) -> None:
    places = write_rejected(tmp_path / "rejected.py")
    settings = {**SETTINGS, "typeCheckingMode": "strict", "include": ["rejected.py"]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    told = [
        (found["range"]["start"]["line"] + 1, found["rule"]) for found in told_by_pyright(tmp_path)
    ]
    demand_rejected(told, places, 2)


@pytest.mark.parametrize(("error", "call"), [(row[0], row[3]) for row in REJECTED], ids=CALLS)
def test_what_checkers_reject_is_an_error(error: str, call: str) -> None:
    pytest.importorskip("pygame", reason="needs pygame-ce")
    names: dict[str, Any] = {"__name__": "rejected"}
    exec(PRELUDE, names)
    with pytest.raises(getattr(builtins, error)):
        exec(call, names)
