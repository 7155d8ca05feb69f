"""Fixtures for tests that use the engine's switches."""

from collections.abc import Iterator

import pytest
from support.engine import use_all_cores, use_index


@pytest.fixture(autouse=True)
def switches_as_they_were() -> Iterator[None]:
    """No test leaves a switch where the next one would not expect it."""
    yield
    use_index(None)
    use_all_cores()
