"""The layout of a level of boxes of similar size: its strips, its keys, and words that hold both.

A level is cut into horizontal strips as high as its largest box. A box belongs to the strip that
contains its top edge, so boxes that overlap it are in the same strip or in one of the two next to
it. Its key is an integer that grows with its left edge. Words hold strip, key and item, and are
sorted by them in that order.
"""

import cython
from cython.cimports.libc.math import fabs
from cython.cimports.spritecol._engine.tuning import FINENESS

STRIP_BITS = cython.declare(cython.int, 24)
"""A level has no more than 2**24 strips; in larger worlds they are made higher."""

SMALLEST = cython.declare(cython.double, 1e-290)
"""Stands for the size of a level whose boxes are all points at the origin."""

WORD_BITS = cython.declare(cython.int, 62)
"""The maximal number of bits of a word, so that sentinels are greater than all words."""


def lay_out(
    level: cython.pointer(Level),
    size: cython.double,
    origins: cython.pointer(cython.const[Box]),
    item_bits: cython.int,
) -> cython.int:
    """Lay out a level of boxes no larger than `size`, with their left top corners in `origins`.

    Returns the number of bits of its strip numbers.
    """
    width: cython.double = origins.right - origins.left
    height: cython.double = origins.bottom - origins.top
    farthest: cython.double = max(
        fabs(origins.left), fabs(origins.right), fabs(origins.top), fabs(origins.bottom)
    )
    strip_bits: cython.int
    finest: cython.double
    # A little more than the largest box, so that rounding cannot put two boxes that overlap
    # farther apart than one strip, or than `size` in x.
    size = max(size * (1.0 + 1e-6) + 1e-15 * farthest, SMALLEST)
    level.size = size
    level.origin_x = origins.left
    level.origin_y = origins.top
    level.height = max(size, height / (1 << STRIP_BITS))
    level.scale_y = 1.0 / level.height
    level.slack = 1e-6 * size + 1e-14 * (level.height + farthest)
    strip_bits = bits_for(height * level.scale_y)
    finest = (1 << (min(31, WORD_BITS - strip_bits - item_bits) - 1)) - 4
    level.scale_x = FINENESS / size
    if (width + size) * level.scale_x > finest:
        level.scale_x = finest / (width + size)
    level.last_key = (width + size) * level.scale_x + 2.0
    level.reach = cython.cast(cython.Py_ssize_t, size * level.scale_x) + 2
    level.strip_shift = item_bits + bits_for(level.last_key)
    return strip_bits


def is_strained(level: cython.pointer(cython.const[Level])) -> cython.bint:
    """Whether the strips or keys of a level are coarser than wanted, because it is too large."""
    return level.height > 2.0 * level.size or level.scale_x * level.size < 0.5 * FINENESS
