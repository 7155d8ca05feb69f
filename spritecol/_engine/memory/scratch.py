"""Memory for the length of a check, kept for the next one.

Large blocks come from the system page by page, each zeroed when it is first touched; a check of
15,000 sprites spent a tenth of its time on that. A pool keeps a few blocks instead of giving them
back. A pool is used only while the interpreter's lock is held, so no two threads meet here.
"""

import cython
from cython.cimports.libc.stdlib import free, malloc

SMALLEST = cython.declare(cython.size_t, 1 << 14)
"""In bytes. The C library is quick with blocks below; keeping them would only push others out."""

LARGEST = cython.declare(cython.size_t, 1 << 25)
"""In bytes. The work on larger blocks outweighs their pages; they go back to the system."""


def borrow(pool: cython.pointer(ScratchPool), size: cython.size_t) -> Block:
    """A block of at least that many bytes, to be given back; its memory is NULL if there is none.

    Without a pool (NULL) it comes from the system, and goes back there.
    """
    best: cython.int = -1
    block: Block
    k: cython.int
    block.size = max(size, 16)
    if pool is cython.NULL:
        block.memory = malloc(block.size)
        return block
    for k in range(SLOTS):
        if pool.kept[k].size >= size >= SMALLEST and (
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
    """Take a block back. Where all slots are full, the smallest block is freed."""
    least: cython.int = 0
    k: cython.int
    if pool is cython.NULL:
        free(block.memory)
        return
    for k in range(1, SLOTS):
        if pool.kept[k].size < pool.kept[least].size:
            least = k
    if SMALLEST <= block.size <= LARGEST and block.size > pool.kept[least].size:
        free(pool.kept[least].memory)
        pool.kept[least] = block
    else:
        free(block.memory)
