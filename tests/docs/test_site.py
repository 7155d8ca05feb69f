"""The docs site names everything public, and its menu every page.

That its links hold is seen when it is built.
"""

import importlib
import re
from pathlib import Path

import pytest

API = Path(__file__).parents[2] / "docs" / "api"

PAGES = {
    "spritecol": [
        *("sprite", "group", "functions", "sweeps", "contacts", "shapes", "vectors", "world")
    ],
    "spritecol.testing": ["testing"],
    "spritecol.spatial": ["spatial"],
    "spritecol.integrations.pygame": ["pygame"],
    "spritecol.integrations.arcade": ["arcade"],
    "spritecol.integrations.ray": ["ray"],
}

DIRECTIVE = re.compile(
    r"^\.\. auto(?:class|function|data|module):: ([\w.]+)(?:\(.*\))?$", re.MULTILINE
)

DOCS = API.parent

ENTRY = re.compile(r"^(?:\w+ <)?(docs/[\w/-]+)>?$", re.MULTILINE)
"""A line of the menu: a page, or a title and a page in brackets."""


def written_pages() -> set[str]:
    """The pages of the site in `docs`, as the menu names them: without a suffix."""
    files = [*DOCS.rglob("*.md"), *API.glob("*.rst")]
    return {file.relative_to(DOCS.parent).with_suffix("").as_posix() for file in files}


def test_the_menu_has_every_page_once() -> None:
    entries = ENTRY.findall((DOCS / "conf.py").read_text(encoding="utf-8"))
    assert sorted(entries) == sorted(written_pages())


def test_the_overview_of_the_guide_links_every_page_of_it() -> None:
    overview = (DOCS / "guide" / "index.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"^\| \[[^]]+\]\(([\w-]+)\.md\)", overview, re.MULTILINE))
    assert linked | {"index"} == {file.stem for file in (DOCS / "guide").glob("*.md")}


@pytest.mark.parametrize("module", PAGES)
def test_the_api_pages_have_every_public_name(module: str) -> None:
    if module.endswith((".arcade", ".ray")):
        pytest.importorskip(module.rpartition(".")[2])
    texts = [(API / f"{page}.rst").read_text(encoding="utf-8") for page in PAGES[module]]
    found = {name.removeprefix(f"{module}.") for text in texts for name in DIRECTIVE.findall(text)}
    assert found - {module} == set(importlib.import_module(module).__all__)


SEARCHED = (
    "trigger", "sensor", "stairs", "one-way", "jump-through", "moving platform", "tunneling",
    "restitution", "dt", "step", "snap", "corner correction", "autostep",
)  # fmt: skip
"""What people type into a search box, by the names that other libraries have."""


@pytest.mark.parametrize("word", SEARCHED)
def test_the_overview_of_the_guide_knows_the_names_of_others(word: str) -> None:
    overview = (DOCS / "guide" / "index.md").read_text(encoding="utf-8")
    assert re.search(rf"\b{word}\b", overview)
