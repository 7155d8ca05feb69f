"""The programs of the guide and the examples have no errors in pyright's basic mode.

What is in `tests/typing` is checked in its strict mode, by pyright itself and by mypy.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from docs.test_pages import FILES, ROOT, blocks

pytest.importorskip("pyright", reason="needs pyright")

SETTINGS = {
    "typeCheckingMode": "basic",
    "pythonVersion": "3.11",
    "extraPaths": [str(ROOT)],
    "reportMissingImports": False,  # of libraries that need not be installed
    "reportMissingModuleSource": False,
    "reportRedeclaration": False,  # pages show a class before and after a change
}


def program(page: Path) -> str:
    """The blocks of a page as one program, on their lines."""
    lines: list[str] = []
    for block in blocks(page.read_text(encoding="utf-8")):
        lines += [""] * (block.line - 1 - len(lines)) + block.code.splitlines()
    return "\n".join(lines)


def test_programs_have_no_type_errors(tmp_path: Path) -> None:
    for page in FILES:
        name = page.relative_to(ROOT).with_suffix("").as_posix().replace("-", "_")
        path = tmp_path / "pages" / f"{name.replace('/', '_')}_md.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(program(page), encoding="utf-8")
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
    checked = subprocess.run(
        [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    errors = [
        f"{Path(found['file']).relative_to(tmp_path.resolve())}:"
        f"{found['range']['start']['line'] + 1}: {found['message']}"
        for found in json.loads(checked.stdout)["generalDiagnostics"]
        if found["severity"] == "error"
    ]
    assert errors == []
