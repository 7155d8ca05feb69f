# The flat columns of all sprites; Python sees what tests and `lowering` need.
from collections.abc import Sequence
from typing import final

# Kinds of convex parts, and how many there are.
POINT: int
SEGMENT: int
BOX: int
CIRCLE: int
ELLIPSE: int
POLYGON: int
SEAM: int
NOTHING: int
KINDS: int

@final
class Outline:
    def __new__(cls, parts: Sequence[tuple[int, Sequence[float], int]]) -> Outline: ...
    @property
    def count(self) -> int: ...
    @property
    def size(self) -> int: ...

@final
class Storage:
    @property
    def vanished(self) -> int: ...
    def validate(self) -> None: ...

def validate() -> None: ...
def row_count() -> int: ...
