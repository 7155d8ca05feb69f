"""The docs site names everything public; that its links hold is seen when it is built."""

import importlib
import re
from pathlib import Path

import pytest

API = Path(__file__).parents[2] / "docs" / "api"

PAGES = {
    "spritecol": ["sprite", "group", "functions", "shapes"],
    "spritecol.spatial": ["spatial"],
    "spritecol.integrations.pygame": ["pygame"],
    "spritecol.integrations.arcade": ["arcade"],
}

DIRECTIVE = re.compile(r"^\.\. auto(?:class|function|data|module):: (\S+?)(?:\(\))?$", re.MULTILINE)


@pytest.mark.parametrize("module", PAGES)
def test_the_api_pages_have_every_public_name(module: str) -> None:
    if module.endswith(".arcade"):
        pytest.importorskip("arcade")
    texts = [(API / f"{page}.rst").read_text(encoding="utf-8") for page in PAGES[module]]
    found = {name.removeprefix(f"{module}.") for text in texts for name in DIRECTIVE.findall(text)}
    assert found - {module} == set(importlib.import_module(module).__all__)
