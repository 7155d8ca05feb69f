"""The page of signatures is that of the present stubs and docstrings."""

import importlib
from pathlib import Path

import pytest

pytest.importorskip("sphinx", reason="needs Sphinx, which reads the docstrings")

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.syspath_prepend(str(DOCS))
    return str(importlib.import_module("write_signatures").page())


def test_the_page_is_up_to_date(page: str) -> None:
    """If not, run `python docs/write_signatures.py`."""
    assert (DOCS / "signatures.md").read_text(encoding="utf-8") == page
