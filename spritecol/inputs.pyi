# What users assign to a sprite. The names with an underscore exist for type checkers alone.
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeAlias

from numpy.typing import NDArray

from spritecol.limits import LIMIT as LIMIT
from spritecol.shapes import Shape
from spritecol.storage import Outline

class _HasGetSize(Protocol):
    def get_size(self) -> Iterable[float]: ...

class _HasSize(Protocol):
    @property
    def size(self) -> Iterable[float]: ...

class _HasWidthAndHeight(Protocol):
    @property
    def width(self) -> float: ...
    @property
    def height(self) -> float: ...

# Any object with a size: a pygame Surface, a Pillow Image, an arcade Texture, ...
_Image: TypeAlias = _HasGetSize | _HasSize | _HasWidthAndHeight

# A shapely Polygon or MultiPolygon. Named by what it has, since shapely brings no types of its own
# and an unknown type here would switch off the check of everything else.
class _Geometry(Protocol):
    @property
    def geom_type(self) -> str: ...
    @property
    def is_valid(self) -> bool: ...

_Numbers: TypeAlias = Sequence[float] | NDArray[Any]
_Collision: TypeAlias = Shape | _Geometry | _Numbers | Sequence[Shape | _Geometry | _Numbers] | None

RECENT: dict[int, tuple[Shape, Outline]]
MOST: int

def shared_outline(shapes: tuple[Shape, ...]) -> Outline: ...
def size_of(image: _Image | None) -> tuple[float, float] | None: ...
