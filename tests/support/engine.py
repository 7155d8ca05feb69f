"""The one place where the tests' helpers reach behind the library's public names.

Tests of a single internal module import that module itself.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from spritecol._engine.pipeline.plan import use_index
from spritecol._engine.storage.validation import (
    numbers_by_row,
    row_count,
    validate,
    world_numbers,
)

__all__ = [
    "index_forced",
    "live_row_count",
    "numbers_by_row",
    "row_count",
    "use_index",
    "validate",
    "world_numbers",
]


@contextmanager
def index_forced(choice: bool | None) -> Iterator[None]:
    """Compare boxes through an index always, never, or by number; afterwards by number again."""
    use_index(choice)
    try:
        yield
    finally:
        use_index(None)


def live_row_count() -> int:
    """How many rows there are once all is collected that nobody refers to.

    What finalizers let go of is found by the next collection only, and tests before may have left
    some: as long as that goes, it would go while another test counts.
    """
    while gc.collect():
        pass
    return row_count()
