"""The one place where benchmarks and their scenes reach behind the library's public names.

What is here moves when the library's rooms move; nothing else of the benchmarks does.
"""

from spritecol import use_cores
from spritecol._engine.pipeline.plan import share_in_turn, use_all_cores, use_index
from spritecol._engine.pipeline.workspace import core_count
from spritecol._support.range_check import LIMIT

__all__ = [
    "LIMIT",
    "core_count",
    "share_in_turn",
    "use_all_cores",
    "use_cores",
    "use_index",
]
