"""The names of `support.hooks` for tests that still ask for them here."""

from support.hooks import (
    core_count,
    helper_count,
    index_forced,
    live_row_count,
    numbers_by_row,
    row_count,
    share_from,
    use_all_cores,
    use_cores,
    use_index,
    validate,
    world_numbers,
)

__all__ = [
    "core_count",
    "helper_count",
    "index_forced",
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
