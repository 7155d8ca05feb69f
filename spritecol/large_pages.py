"""Large blocks of memory in large pages, where the system offers them to those who ask.

A check of a million sprites reads from anywhere in some hundred megabytes. With pages of 4 KB the
processor has to look up where most of them are, in memory again.
"""

import cython

LARGE = cython.declare(cython.size_t, 1 << 22)
"""In bytes. A block of less is not worth asking."""


def ask_for_large_pages(memory, size):
    """Ask for large pages for a new or grown block; nothing happens where there are none."""
    if size >= LARGE and memory is not cython.NULL:
        advise(memory, size)
