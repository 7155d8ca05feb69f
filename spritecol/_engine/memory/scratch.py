"""Scratch memory for the duration of a check, kept for the next one.

The system provides large blocks page by page, and zeroes each page when it is first touched; a
check of 15,000 sprites spent a tenth of its time on that. A pool keeps a few blocks instead of
freeing them. It is used only while the GIL is held, so it needs no lock.
"""

import cython
from cython.cimports.libc.stdlib import free, malloc

SMALLEST_KEPT = cython.declare(cython.size_t, 1 << 14)
"""In bytes. Smaller blocks are cheap to allocate; keeping them would evict larger ones."""

LARGEST_KEPT = cython.declare(cython.size_t, 1 << 25)
"""In bytes. Larger blocks are freed: the work done on them outweighs the cost of their pages."""


def borrow(pool: cython.pointer(ScratchPool), size: cython.size_t) -> Block:
    """A block of at least `size` bytes, to be given back; its memory is NULL if that failed.

    If `pool` is NULL, the block is allocated, and freed when it is given back.
    """
    best: cython.int = -1
    block: Block
    k: cython.int
    block.size = max(size, 16)
    if pool is cython.NULL:
        block.memory = malloc(block.size)
        return block
    for k in range(SLOTS):
        if pool.kept[k].size >= size >= SMALLEST_KEPT and (
            best < 0 or pool.kept[k].size < pool.kept[best].size
        ):
            best = k
    if best >= 0:
        block = pool.kept[best]
        pool.kept[best].memory = cython.NULL
        pool.kept[best].size = 0
    else:
        block.memory = malloc(block.size)
    return block


def give_back(pool: cython.pointer(ScratchPool), block: Block) -> cython.void:
    """Give a block back. If all slots of the pool are full, the smallest block is freed."""
    least: cython.int = 0
    k: cython.int
    if pool is cython.NULL:
        free(block.memory)
        return
    for k in range(1, SLOTS):
        if pool.kept[k].size < pool.kept[least].size:
            least = k
    if SMALLEST_KEPT <= block.size <= LARGEST_KEPT and block.size > pool.kept[least].size:
        free(pool.kept[least].memory)
        pool.kept[least] = block
    else:
        free(block.memory)
