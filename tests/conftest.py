"""Fixtures for every room, asked for by `pytestmark = pytest.mark.usefixtures(...)`."""

import gc
from collections.abc import Iterator

import pytest
from support.engine import row_count, validate


@pytest.fixture(scope="module")
def only_young_garbage() -> Iterator[None]:
    """Takes everything that exists out of the collector's sight, which makes it fast."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture
def rows_are_given_back() -> Iterator[None]:
    """Whatever a test does, every row it took is free again after it, and the storage is whole."""
    gc.collect()
    before = row_count()
    yield
    gc.collect()
    validate()
    assert row_count() == before
