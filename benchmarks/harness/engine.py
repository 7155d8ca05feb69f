"""The one place where benchmarks and their scenes reach behind the library's public names.

What is here moves when the library's rooms move; nothing else of the benchmarks does.
"""

from spritecol.limits import LIMIT
from spritecol.pipeline import use_index
from spritecol.second_core import cores, use_cores

__all__ = ["DIRECT_SELF", "LIMIT", "ONE_STRIP", "cores", "use_cores", "use_index"]

# Thresholds of the search, in boxes. They are C constants, so these are copies of `DIRECT_SELF` in
# broad_phase.py and `FEW` in strips.pxd.
DIRECT_SELF = 40  # up to here boxes are compared directly
ONE_STRIP = 256  # up to here the index is a single strip
