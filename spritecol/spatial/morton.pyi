# Morton codes. Integers give `int`; if any argument is an array or a list, the result is an array:
# uint64 from `encode`, int64 from the others.
from collections.abc import Sequence
from typing import Any, SupportsIndex, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from spritecol.typing import BoxLike

_Many: TypeAlias = NDArray[Any] | Sequence[Any]
_One: TypeAlias = int | np.integer[Any]
_Any: TypeAlias = _One | _Many

__all__ = ["children", "decode", "encode", "linear", "locate", "parent"]

LAST_COORDINATE: int
LAST_MORTON: int
LAST_LEVEL: int
LAST_LINEAR: int
FIRSTS: NDArray[np.int64]

@overload
def encode(ix: _One, iy: _One) -> int: ...
@overload
def encode(ix: _Many, iy: _Any) -> NDArray[np.uint64]: ...
@overload
def encode(ix: _Any, iy: _Many) -> NDArray[np.uint64]: ...
@overload
def decode(m: _One) -> tuple[int, int]: ...
@overload
def decode(m: _Many) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...
@overload
def locate(  # type: ignore[overload-overlap]  # the second: at least one of the four is an array
    left: float, top: float, right: float, bottom: float, bounds: BoxLike, depth: SupportsIndex
) -> tuple[int, int]: ...
@overload
def locate(
    left: float | _Many,
    top: float | _Many,
    right: float | _Many,
    bottom: float | _Many,
    bounds: BoxLike,
    depth: SupportsIndex,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...
@overload
def linear(level: _One, index: _One) -> int: ...
@overload
def linear(level: _Many, index: _Any) -> NDArray[np.int64]: ...
@overload
def linear(level: _Any, index: _Many) -> NDArray[np.int64]: ...
@overload
def parent(n: _One) -> int: ...
@overload
def parent(n: _Many) -> NDArray[np.int64]: ...
@overload
def children(n: _One) -> tuple[int, int, int, int]: ...
@overload
def children(n: _Many) -> NDArray[np.int64]: ...
