"""Fixtures for every room; those of one room are in a conftest.py of its own."""

import gc
from collections.abc import Iterator

import pytest
from support.engine import row_count, validate


@pytest.fixture(autouse=True, scope="module")
def only_young_garbage() -> None:
    """Takes everything that exists out of the collector's sight.

    Many tests collect garbage, some of them at every step, and would spend most of their time on
    what belongs to pytest and to other tests.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture
def rows_are_given_back() -> Iterator[None]:
    """Whatever a test does, every row it took is free again after it, and the storage is whole."""
    gc.collect()
    before = row_count()
    yield
    gc.collect()
    validate()
    assert row_count() == before
