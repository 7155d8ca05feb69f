"""The names of `support.hooks` for tests that still ask for them here."""

from support.hooks import (
    index_forced,
    live_row_count,
    numbers_by_row,
    row_count,
    use_index,
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
