"""Each recipe is a program of its own, short enough to copy, which asserts its effect."""

import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

GUIDE = Path(__file__).parents[2] / "docs" / "guide"
PAGES = {name: (GUIDE / name).read_text("utf-8") for name in ("recipes.md", "recipes-more.md")}


class Recipe(NamedTuple):
    name: str
    told: str
    program: str


def recipes(page: str) -> Iterator[Recipe]:
    """The parts of a page below headings of the third level."""
    for part in re.split("^### ", PAGES[page], flags=re.MULTILINE)[1:]:
        head, _, rest = part.partition("```python\n")
        name, _, told = head.partition("\n")
        program, _, after = rest.partition("```")
        assert "```" not in after, name
        yield Recipe(name, told, program)


@pytest.mark.parametrize(
    "recipe", [recipe for page in PAGES for recipe in recipes(page)], ids=lambda recipe: recipe.name
)
def test_a_recipe_runs_alone(
    recipe: Recipe, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [line for line in recipe.program.splitlines() if line]
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 100
    assert recipe.told.strip()
    assert [line for line in lines if line.startswith(("assert ", "    assert "))]
    exec(compile(recipe.program, recipe.name, "exec"), vars(ModuleType("recipe")))
