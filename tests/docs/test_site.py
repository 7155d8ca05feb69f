"""The docs site names everything public, and its menu every page.

That its links hold is seen when it is built.
"""

import importlib
import re
from pathlib import Path

import pytest
from support.for_each import for_each

from spritecol import Group, Sprite
from spritecol.sprites.hints.mistakes import Misnamed
from spritecol.sprites.hints.unknown_names import OF_GROUPS, OF_SPRITES, NamedElsewhere

API = Path(__file__).parents[2] / "docs" / "api"

PAGES = {
    "spritecol": [
        *("sprite", "group", "functions", "sweeps", "contacts", "shapes", "vectors", "world")
    ],
    "spritecol.testing": ["testing"],
    "spritecol.paths": ["paths"],
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


def test_the_guide_has_one_order() -> None:
    """In the menu, in the overview's table, and in llms.txt, where two pages come before."""
    menu = re.findall(r"^docs/guide/([\w-]+)$", (DOCS / "conf.py").read_text("utf-8"), re.MULTILINE)
    overview = (DOCS / "guide" / "index.md").read_text("utf-8").split("## Pages")[1]
    assert re.findall(r"^\| \[[^]]+\]\(([\w-]+)\.md\)", overview, re.MULTILINE) == menu
    told = (DOCS / "llms.txt").read_text("utf-8").split("## Guide")[1].split("##")[0]
    listed = re.findall(r"_sources/docs/guide/([\w-]+)\.md", told)
    assert listed == [page for page in menu if page in listed]


@for_each("module", PAGES)
def test_the_api_pages_have_every_public_name(module: str) -> None:
    if module.endswith((".arcade", ".ray")):
        pytest.importorskip(module.rpartition(".")[2])
    texts = [(API / f"{page}.rst").read_text(encoding="utf-8") for page in PAGES[module]]
    found = {name.removeprefix(f"{module}.") for text in texts for name in DIRECTIVE.findall(text)}
    assert found - {module} == set(importlib.import_module(module).__all__)


@pytest.mark.parametrize("kind", [Sprite, Group])
def test_the_page_of_a_class_begins_with_every_call_by_purpose(kind: type) -> None:
    page = (API / f"{kind.__name__.lower()}.rst").read_text(encoding="utf-8")
    table, _ = page.split(f"\n.. autoclass:: {kind.__name__}", 1)
    told = set(re.findall(rf":(?:meth|attr):`~{kind.__name__}\.(\w+)`", table))
    elsewhere = (NamedElsewhere, Misnamed)
    names = {
        name
        for base in kind.__mro__[:-1]
        for name, value in vars(base).items()
        if name[0] != "_" and not isinstance(value, elsewhere)
    }
    assert told == names


SEARCHED = (
    "trigger", "sensor", "area", "kinematic body", "static body", "cast", "shape cast",
    "overlap test", "AABB tree", "broad phase", "collision layer", "category", "collision mask",
    "spatial hash",
    "tunneling", "isTrigger", "Area2D", "KinematicBody2D", "CharacterBody2D", "move_and_collide",
    "move_and_slide", "spritecollide", "groupcollide", "collide_mask", "PhysicsEngineSimple",
    "PhysicsEnginePlatformer", "has_line_of_sight", "stairs", "one-way", "jump-through",
    "moving platform", "restitution", "dt", "step offset", "snap", "corner correction", "autostep",
    "minimum translation vector", "manifold", "hitbox", "OnTriggerEnter", "body_entered",
)  # fmt: skip
"""What people type into a search box, by the names that other libraries have."""

OTHER_WORDS = (DOCS / "guide" / "other-words.md").read_text(encoding="utf-8")


@for_each("word", SEARCHED)
def test_the_words_of_other_libraries_are_known(word: str) -> None:
    assert re.search(rf"\b{word}\b", OTHER_WORDS)


def test_what_an_error_tells_of_another_library_is_a_word_of_the_page() -> None:
    """Names that raise here, because pygame, arcade or Godot have them."""
    told = {*OF_SPRITES, *OF_GROUPS} - {*dir(Sprite), *dir(Group)}
    names = {name for name in told if "_" in name} - {"add_internal"}
    assert {name for name in names if not re.search(rf"\b{name}\b", OTHER_WORDS)} == set()


def test_each_word_is_in_one_row() -> None:
    rows = re.findall(r"^\| (?!you look)(\w.*?) \|", OTHER_WORDS, re.MULTILINE)
    words = [word for row in rows for word in re.split(", | or ", row)]
    assert sorted(words) == sorted(set(words))


LINK = re.compile(r"^- \[([^]]+)\]\(([^)]+)\): .{20,}\.$", re.MULTILINE)
"""A line of llms.txt: a title, a link, what the page tells."""


def page_of(link: str) -> str:
    """The page that a link of llms.txt leads to, as the menu names it.

    Pages written in Markdown are linked as such: that is what Sphinx copies into `_sources`. Of the
    API, which is made of docstrings, it is the page itself.
    """
    if link.startswith("_sources/"):
        assert link.endswith(".md.txt")
        return link.removeprefix("_sources/").removesuffix(".md.txt")
    assert link.endswith(".html")
    return link.removesuffix(".html")


def test_llms_txt_has_every_page_of_the_site_once() -> None:
    """By https://llmstxt.org: a title, a quoted summary, and sections of links."""
    text = (DOCS / "llms.txt").read_text(encoding="utf-8")
    title, summary, *_ = [line for line in text.splitlines() if line]
    assert title == "# spritecol"
    assert summary.startswith("> ")
    sections = re.split(r"^## .+\n", text, flags=re.MULTILINE)[1:]
    lines = [line for section in sections for line in section.splitlines() if line]
    assert all(LINK.fullmatch(line) for line in lines), "not a title, a link and a sentence"
    linked = [page_of(link) for _, link in LINK.findall(text)]
    root = {"README", "CONTRIBUTING", "CHANGELOG"}
    assert sorted(linked) == sorted(written_pages() | root)
    for page in linked:
        suffix = ".rst" if page.startswith("docs/api/") else ".md"
        assert (DOCS.parent / page).with_suffix(suffix).exists()
