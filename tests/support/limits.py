"""The measured thresholds of the search: where it takes another road to the same answer.

Tests take their sizes from here, so that they lie around the limits whatever these are.
"""

import math

from spritecol._engine import tuning


def limit(name: str) -> int:
    """A threshold by its name in `tuning`."""
    value = getattr(tuning, name)
    assert isinstance(value, int)
    return value


def around(name: str) -> tuple[int, int, int]:
    """The last number before a threshold, the threshold, and the first beyond it."""
    return limit(name) - 1, limit(name), limit(name) + 1


def crowds_around(name: str) -> list[tuple[int, int]]:
    """Sizes of two crowds whose product is a threshold or just beyond, alike and unlike."""
    most = limit(name)
    side = math.isqrt(most)
    sizes = [(side, side), (side + 1, side), (side, side + 1), (side + 1, side + 1)]
    sizes += [(few, most // few + more) for few in (1, 2, 20) for more in (0, 1)]
    return sizes + [(b, a) for a, b in sizes[-6:]]
