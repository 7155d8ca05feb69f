"""How much the moves have asked: casts, and ways out."""

from cython.cimports.spritecol.sprites.motion.body import WORK


def work() -> tuple[int, int]:
    """How many casts and how many ways out all moves since the import have taken."""
    return WORK.casts, WORK.ways_out
