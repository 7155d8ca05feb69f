"""Fixtures for tests of the pages, the examples and the benchmarks."""

import pytest


@pytest.fixture(scope="module", autouse=True)
def fast_collection(only_young_garbage: None) -> None:
    """Benchmarks collect garbage before they measure, and need not look at what is pytest's."""
