"""Fixtures for every room; those of one room are in a conftest.py of its own."""

import gc
import sys
import sysconfig
from collections.abc import Iterator

import pytest
from support.hooks import row_count, use_index, validate

from spritecol import Sprite

CLASSES_STAY = sys.version_info[:2] == (3, 13) and bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
"""Free-threaded Python 3.13 keeps each class that is made after the first thread began, with all
that its methods close over: sprites, in some tests. Later ones do not."""


@pytest.fixture(autouse=True, scope="module")
def only_young_garbage() -> None:
    """Takes everything that exists out of the collector's sight.

    Many tests collect garbage, some of them at every step, and would spend most of their time on
    what belongs to pytest and to other tests.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def switches_as_they_were() -> Iterator[None]:
    """No test leaves a switch of the engine, or the collector, in another state."""
    yield
    use_index(None)
    is_enabled = gc.isenabled()
    gc.enable()
    assert is_enabled


@pytest.fixture(autouse=True)
def hints_as_they_were() -> Iterator[None]:
    """A name such as `rotation` warns for one sprite of the process: then it is the user's own."""
    own = dict(vars(Sprite))
    yield
    for name in own.keys() - vars(Sprite).keys():
        setattr(Sprite, name, own[name])


@pytest.fixture
def rows_are_given_back() -> Iterator[None]:
    """Whatever a test does, every row it took is free again after it, and the storage is whole."""
    gc.collect()
    before = row_count()
    yield
    gc.collect()
    validate()
    assert CLASSES_STAY or row_count() == before
