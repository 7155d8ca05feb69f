"""`VectorLike`, the type of anything that counts as a vector. `spritecol.typing` shows it to
users.
"""

from typing import Protocol


class VectorLike(Protocol):
    """Two numbers in order: a tuple, a list, a Vec2, a vector of pygame, pyglet or pymunk."""

    def __len__(self) -> int:
        """How many numbers it has: 2."""

    def __getitem__(self, i: int, /) -> float:
        """One of the numbers."""
