"""The player of examples, without a window that anybody sees."""

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.register_assert_rewrite("docs.plays")

FOLDER = Path(__file__).parents[2] / "examples"


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The module `stage`; what it writes into the environment is forgotten."""
    pygame = pytest.importorskip("pygame", reason="needs pygame-ce")
    for name in ("SDL_VIDEODRIVER", "SDL_AUDIODRIVER"):
        monkeypatch.setenv(name, "dummy")
    monkeypatch.setenv("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    monkeypatch.syspath_prepend(str(FOLDER))
    yield importlib.import_module("stage")
    pygame.display.quit()
