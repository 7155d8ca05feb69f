"""Each recipe is a program of its own, short enough to copy, which asserts its effect."""

import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "guide" / "recipes.md"
TEXT = PAGE.read_text(encoding="utf-8")


class Recipe(NamedTuple):
    name: str
    told: str
    program: str


def recipes() -> Iterator[Recipe]:
    """The parts of the page below headings of the third level."""
    for part in re.split("^##+ ", TEXT, flags=re.MULTILINE)[2:]:
        if "```python\n" in part:
            head, _, rest = part.partition("```python\n")
            name, _, told = head.partition("\n")
            program, _, after = rest.partition("```")
            assert not after.strip(), name
            yield Recipe(name, told, program)


RECIPES = list(recipes())


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)
def test_a_recipe_runs_alone(
    recipe: Recipe, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [line for line in recipe.program.splitlines() if line]
    assert len(lines) <= 40
    assert recipe.told.strip()
    assert [line for line in lines if line.startswith(("assert ", "    assert "))]
    exec(compile(recipe.program, recipe.name, "exec"), vars(ModuleType("recipe")))


def test_the_contents_lead_to_each_recipe() -> None:
    names = re.findall("^### (.+)$", TEXT, flags=re.MULTILINE)
    assert names == [recipe.name for recipe in RECIPES]
    assert len(names) >= 13
    anchors = [re.sub(r"[^\w -]", "", name).lower().replace(" ", "-") for name in names]
    assert [anchor for anchor in anchors if f"](#{anchor})" not in TEXT] == []
