"""The one place where the tests' helpers reach behind the library's public names.

Tests of a single internal module import that module itself.
"""

import gc

from spritecol import use_cores
from spritecol._engine.pipeline.plan import helper_count, share_from, use_all_cores, use_index
from spritecol._engine.pipeline.workspace import core_count
from spritecol._engine.storage.validation import (
    numbers_by_row,
    row_count,
    validate,
    world_numbers,
)

__all__ = [
    "core_count",
    "helper_count",
    "live_row_count",
    "numbers_by_row",
    "row_count",
    "share_from",
    "use_all_cores",
    "use_cores",
    "use_index",
    "validate",
    "world_numbers",
]


def live_row_count() -> int:
    """How many rows there are once all is collected that nobody refers to.

    What finalizers let go of is found by the next collection only, and tests before may have left
    some: as long as that goes, it would go while another test counts.
    """
    while gc.collect():
        pass
    return row_count()
