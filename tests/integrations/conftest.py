"""Fixtures for tests of what stands in another library's place."""

from collections.abc import Iterator

import pytest


@pytest.fixture
def installed(request: pytest.FixtureRequest) -> Iterator[None]:
    """The module's `drop_ins` are in their library's place for one test."""
    drop_ins = request.module.drop_ins
    drop_ins.install()
    yield
    drop_ins.uninstall()
