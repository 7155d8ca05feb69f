"""Every Python block of the README, the guide and the other docs runs.

Each file is one program: its blocks share a namespace and run in order, in an empty folder, without
a display. A block that can't run is marked by a comment on the line before it:
<!-- no-test: reason -->
"""

import ast
import re
import shutil
import sys
import tomllib
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest
from support.processes import run_python
from support.sources import needs_source

import spritecol

ROOT = Path(__file__).parents[2]
FILES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


NEEDS = {"coming-from-arcade.md": "arcade", "machines.md": "ray", "pymunk.md": "pymunk"}
"""Which pages are about a library that need not be installed."""


FENCE = re.compile(
    r"^(?P<indent>[ ]*)```python[ ]*\n(?P<code>.*?)^(?P=indent)```[ ]*$",
    flags=re.MULTILINE | re.DOTALL,
)
MARK = re.compile(r"<!--\s*no-test\b(?P<reason>[^\n]*?)-->\s*\Z")


class Block(NamedTuple):
    line: int  # of the first line of code, counted from 1
    code: str


def blocks(text: str) -> Iterator[Block]:
    """The Python blocks of a Markdown text that are meant to run."""
    for fence in FENCE.finditer(text):
        line = text.count("\n", 0, fence.start()) + 2
        mark = MARK.search(text, 0, fence.start())
        if mark is None:
            indent = fence["indent"]
            code = re.sub(f"^{indent}", "", fence["code"], flags=re.MULTILINE)
            yield Block(line, code)
        elif not mark["reason"].lstrip(":").strip():
            line = text.count("\n", 0, mark.start()) + 1
            raise ValueError(f"line {line}: say why: <!-- no-test: reason -->")


def run(text: str, path: Path, module: ModuleType) -> None:
    """Run the blocks of a Markdown text in a module; tracebacks name the text's own lines."""
    for block in blocks(text):
        exec(compile("\n" * (block.line - 1) + block.code, str(path), "exec"), module.__dict__)


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """An empty module, in an empty folder and without a display; classes in it can be pickled."""
    monkeypatch.chdir(tmp_path)
    for name, value in {
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
        "PYGAME_HIDE_SUPPORT_PROMPT": "1",
        "ARCADE_HEADLESS": "true",
    }.items():
        monkeypatch.setenv(name, value)
    fresh = ModuleType("readme")
    monkeypatch.setitem(sys.modules, fresh.__name__, fresh)
    return fresh


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=pytest.mark.filterwarnings("ignore"))
        if path.name == "machines.md"  # Ray's own warnings
        else path
        for path in FILES
    ],
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_the_blocks_run(path: Path, module: ModuleType) -> None:
    if path.name in NEEDS:
        library = pytest.importorskip(NEEDS[path.name], reason=f"the page needs {NEEDS[path.name]}")
        if library.__name__ == "ray":  # its processes can't import the page
            library.cloudpickle.register_pickle_by_value(module)
    run(path.read_text(encoding="utf-8"), path, module)


UNTIL = ("<!-- until the release -->\n", "<!-- from the release on:\n", "-->\n")
"""Around what a page says until the release, and around what it says from then on."""


def released(name: str) -> str:
    """What a page says from the release on."""
    text, *parts = (ROOT / name).read_text(encoding="utf-8").split(UNTIL[0])
    for part in parts:
        later, rest = part.split(UNTIL[1])[1].split(UNTIL[2], 1)
        text += later + rest
    return text


@needs_source
def test_from_the_release_on_pages_install_from_the_index(tmp_path: Path) -> None:
    (tmp_path / ".ci").mkdir()
    script = shutil.copy(ROOT / ".ci" / "addresses", tmp_path / ".ci")
    shutil.copytree(ROOT / "docs", tmp_path / "docs", ignore=shutil.ignore_patterns("images"))
    shutil.copy(ROOT / "README.md", tmp_path)
    for _ in range(2):  # the second time, nothing is left to do
        done = run_python(script)
        assert (done.returncode, done.stderr) == (0, "")
    for path in [tmp_path / "README.md", *(tmp_path / "docs").rglob("*.md")]:
        assert path.read_text(encoding="utf-8") == released(path.relative_to(tmp_path).as_posix())
    for name in ("README.md", "docs/guide/start.md"):
        text = (tmp_path / name).read_text(encoding="utf-8")
        first = re.findall(r"^.*\bpip install\b.*$", text, re.MULTILINE)[0]
        assert first.endswith("/pip install spritecol pygame-ce")
        assert "clone the repo" not in text.lower()


@needs_source
def test_an_index_shows_the_addresses_of_the_repository_that_builds(tmp_path: Path) -> None:
    (tmp_path / ".ci").mkdir()
    script = shutil.copy(ROOT / ".ci" / "addresses", tmp_path / ".ci")
    for name in ("README.md", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    done = run_python(script, "someone/spritecol", "v1.2.3")
    assert (done.returncode, done.stderr) == (0, "")
    after = (tmp_path / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]*)\)", after)
    there = "https://github.com/someone/spritecol"
    assert f"{there}/raw/v1.2.3/docs/images/shooter.png" in links
    assert f"{there}/blob/v1.2.3/docs/guide/index.md" in links
    assert all(link.startswith(("https://", "#")) for link in links)
    assert re.sub(f"{there}/(raw|blob)/v1.2.3/", "", after) == released("README.md")
    project = tomllib.loads((tmp_path / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    urls = project.pop("urls")
    assert urls["Homepage"] == there
    for address in urls.values():
        assert address.startswith(there)
        if f"{there}/blob/v1.2.3/" in address:
            assert (ROOT / address.removeprefix(f"{there}/blob/v1.2.3/")).is_file()
    source = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project == source["project"]


@needs_source
def test_an_index_names_what_wheels_are_built_for_and_systems_that_were_seen() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project, built = settings["project"], settings["tool"]["cibuildwheel"]["build"].split()
    named = set(project["classifiers"])
    language = "Programming Language :: Python :: "
    assert {f"{language}3.{tag[3:-2]}" for tag in built} == {
        one for one in named if one.startswith(f"{language}3.")
    }
    workflow = (ROOT / ".github" / "workflows" / "wheels.yml").read_text(encoding="utf-8")
    found = re.findall(r"^ {10}- ([a-z]+)-", workflow, re.MULTILINE)
    assert set(found) == {"ubuntu", "macos", "windows"}
    page = (ROOT / "docs" / "how-it-was-tested.md").read_text(encoding="utf-8")
    (unseen,) = re.findall(r"^- .*nothing has run on (.*)", page, re.MULTILINE)
    names = {"Linux": "POSIX :: Linux", "macOS": "MacOS", "Windows": "Microsoft :: Windows"}
    system = "Operating System :: "
    assert {system + name for word, name in names.items() if word not in unseen} == {
        one for one in named if one.startswith(system)
    }
    assert "Typing :: Typed" in named


PROVISIONAL = {
    "integrations/ray/__init__.py": "advanced/machines.md",
    "paths/__init__.py": "guide/paths.md",
    "spatial/cell_space.py": "advanced/spatial.md",
    "view.py": "guide/levels.md",
}
"""Modules that may change in a minor version, and their pages."""


@pytest.mark.parametrize(("module", "page"), PROVISIONAL.items())
def test_what_is_provisional_says_so(module: str, page: str) -> None:
    source = (Path(spritecol.__file__).parent / module).read_text(encoding="utf-8")
    docstrings = [
        ast.get_docstring(node) or ""
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Module | ast.ClassDef)
    ]
    for text in ("\n".join(docstrings), (ROOT / "docs" / page).read_text(encoding="utf-8")):
        assert "provisional" in text.lower()
        assert "any minor version" in " ".join(text.split())
    promised = (ROOT / "docs" / "guarantees.md").read_text(encoding="utf-8")
    name = module.partition("/__init__")[0].partition("/cell_space")[0].removesuffix(".py")
    assert f"spritecol.{name.replace('/', '.')}`" in promised


@needs_source
def test_the_page_of_guarantees_has_a_row_for_each_known_limit() -> None:
    page = (ROOT / "docs" / "guarantees.md").read_text(encoding="utf-8")
    rows = re.findall(
        "^- ", page.partition("## What is known to differ")[2].partition("\n## ")[0], re.M
    )
    named = [
        path.name
        for kind in ("py", "pyi", "pxd")
        for path in (ROOT / "spritecol").rglob(f"*.{kind}")
        for _ in re.findall(r"known limit", path.read_text(encoding="utf-8"), re.IGNORECASE)
    ]
    assert len(rows) == len(named), sorted(named)


@pytest.mark.parametrize("page", ["README.md", "docs/guide/start.md"])
def test_a_command_installs_into_an_environment_that_it_makes(page: str) -> None:
    """Debian, Ubuntu and others refuse to install anything outside of one."""
    text = (ROOT / page).read_text(encoding="utf-8")
    commands = re.findall(r"^.*\bpip install\b.*$", text, re.MULTILINE)
    assert commands
    for command in commands:
        install = "python3 -m venv .venv && .venv/bin/pip install "
        assert command.startswith((f"{install}-e ", f"{install}spritecol "))  # in a clone, or not


def test_blocks_share_names_and_keep_their_line_numbers(module: ModuleType) -> None:
    text = "# Title\n\n```python\na = 1\n```\n\n1. item\n   ```python\n   b = a + 1\n   ```\n"
    assert list(blocks(text)) == [Block(4, "a = 1\n"), Block(9, "b = a + 1\n")]
    run(text, Path("text.md"), module)
    assert module.b == 2


def test_a_failing_block_fails_with_its_line(module: ModuleType) -> None:
    text = "```python\na = 1\n\nassert a == 2\n```\n"
    with pytest.raises(AssertionError) as caught:
        run(text, Path("text.md"), module)
    innermost = traceback.extract_tb(caught.tb)[-1]
    assert (innermost.filename, innermost.lineno) == ("text.md", 4)


def test_a_marked_block_is_left_out_but_only_for_a_reason() -> None:
    block = "```python\n1 / 0\n```\n"
    assert not list(blocks("<!-- no-test: opens a window -->\n" + block))
    assert not list(blocks("<!-- no-test: opens a window -->\n\n" + block))
    assert len(list(blocks("<!-- no-test: of another block -->\ntext\n" + block))) == 1
    for empty in ("<!-- no-test -->\n", "<!-- no-test: -->\n"):
        with pytest.raises(ValueError, match="line 1: say why"):
            list(blocks(empty + block))
