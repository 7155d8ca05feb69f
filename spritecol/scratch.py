"""Memory for the length of a check, kept for the next one.

Large blocks come from the system page by page, each zeroed when it is first touched; a check of
15,000 sprites spent a tenth of its time on that. A few blocks are kept instead of given back. All
of it is done while the interpreter's lock is held, so no two threads meet here.
"""

import cython
from cython.cimports.libc.stdlib import free, malloc

SLOTS = cython.declare(cython.int, 6)
"""A check has about that many blocks in hand at once."""

SMALLEST = cython.declare(cython.size_t, 1 << 14)
"""In bytes. The C library is quick with blocks below; keeping them would only push others out."""

LARGEST = cython.declare(cython.size_t, 1 << 25)
"""In bytes. The work on larger blocks outweighs their pages; they go back to the system."""

SIZES = cython.declare(cython.size_t[6])
BLOCKS = cython.declare(cython.p_void[6])


def take(size):
    """A block of at least that many bytes, which `give` takes back; NULL when there is none."""
    best: cython.int = -1
    block: Block
    k: cython.int
    for k in range(SLOTS):
        if SIZES[k] >= size >= SMALLEST and (best < 0 or SIZES[k] < SIZES[best]):
            best = k
    if best >= 0:
        block.memory = BLOCKS[best]
        block.size = SIZES[best]
        BLOCKS[best] = cython.NULL
        SIZES[best] = 0
    else:
        block.size = max(size, 16)
        block.memory = malloc(block.size)
    return block


def give(block):
    """Take a block back. Where all slots are full, the smallest block goes."""
    least: cython.int = 0
    k: cython.int
    for k in range(1, SLOTS):
        if SIZES[k] < SIZES[least]:
            least = k
    if SMALLEST <= block.size <= LARGEST and block.size > SIZES[least]:
        free(BLOCKS[least])
        BLOCKS[least] = block.memory
        SIZES[least] = block.size
    else:
        free(block.memory)
