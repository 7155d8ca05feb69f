# pygame's ready-made `collided` functions. Sprites are of any make, as in pygame: what they need is
# the attribute `rect`, and `radius`, or `mask` or `image`.
from typing import Any

OTHER: int
RECT: int
RECT_RATIO: int
CIRCLE: int
CIRCLE_RATIO: int
MASK: int

MISSING: object

class Ratio:
    ratio: float
    def __init__(self, ratio: float) -> None: ...

class collide_rect_ratio(Ratio):  # noqa: N801
    def __call__(self, left: Any, right: Any) -> bool: ...

class collide_circle_ratio(Ratio):  # noqa: N801
    def __call__(self, left: Any, right: Any) -> bool: ...

def collide_rect(left: Any, right: Any) -> bool: ...
def collide_circle(left: Any, right: Any) -> bool: ...
def collide_mask(left: Any, right: Any) -> tuple[int, int] | None: ...
