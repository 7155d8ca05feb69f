"""The one place where the tests' helpers reach behind the library's public names.

Tests of a single internal module import that module itself.
"""

from spritecol import use_cores
from spritecol._engine.pipeline.plan import has_helper, share_from, use_index
from spritecol._engine.pipeline.workspace import core_count
from spritecol._engine.storage.validation import row_count, validate, world_numbers

__all__ = [
    "core_count",
    "has_helper",
    "row_count",
    "share_from",
    "use_cores",
    "use_index",
    "validate",
    "world_numbers",
]
