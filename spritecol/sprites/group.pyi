# The container of sprites that users create.
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import disjoint_base

from spritecol.shapes import Shape
from spritecol.sprites.contact_records import ContactArrays
from spritecol.sprites.sprite import Sprite
from spritecol.typing import Callback, Targets, Where

@disjoint_base
class Group:
    def __init__(self, *sprites: Targets) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Sprite]: ...
    def __contains__(self, item: object, /) -> bool: ...
    def add(self, *sprites: Targets) -> None: ...
    def discard(self, *sprites: Sprite | Group) -> None: ...
    def remove(self, *sprites: Sprite | Group) -> None: ...
    def clear(self) -> None: ...
    @property
    def x(self) -> NDArray[np.float64]: ...
    @x.setter
    def x(self, values: ArrayLike) -> None: ...
    @property
    def y(self) -> NDArray[np.float64]: ...
    @y.setter
    def y(self, values: ArrayLike) -> None: ...
    @property
    def angle(self) -> NDArray[np.float64]: ...
    @angle.setter
    def angle(self, values: ArrayLike) -> None: ...
    @property
    def scale_x(self) -> NDArray[np.float64]: ...
    @scale_x.setter
    def scale_x(self, values: ArrayLike) -> None: ...
    @property
    def scale_y(self) -> NDArray[np.float64]: ...
    @scale_y.setter
    def scale_y(self, values: ArrayLike) -> None: ...
    @property
    def aabbs(self) -> NDArray[np.float64]: ...
    @property
    def collision_layer(self) -> NDArray[np.uint64]: ...
    @collision_layer.setter
    def collision_layer(self, values: ArrayLike) -> None: ...
    @property
    def collision_mask(self) -> NDArray[np.uint64]: ...
    @collision_mask.setter
    def collision_mask(self, values: ArrayLike) -> None: ...
    def check(
        self,
        other: Targets | None = None,
        shot: Callback[Any, Any] = ...,
        hit: Callback[Any, Any] = ...,
    ) -> list[tuple[Sprite, Sprite]]: ...
    def pairs(self, other: Targets | None = None) -> list[tuple[Sprite, Sprite]]: ...
    def pair_indices(self, other: Targets | None = None) -> NDArray[np.intp]: ...
    def hits(self, targets: Targets) -> bool: ...
    def contact_arrays(self, other: Targets | None = None) -> ContactArrays: ...

    # Questions about a place.
    def query_point(
        self,
        x: float,
        y: float,
        *,
        mask: int | None = None,
        exclude: Targets = (),
        where: Where = None,
    ) -> list[Sprite]: ...
    def query_box(
        self,
        left: float,
        top: float,
        right: float,
        bottom: float,
        *,
        mask: int | None = None,
        exclude: Targets = (),
        where: Where = None,
    ) -> list[Sprite]: ...
    def query_circle(
        self,
        x: float,
        y: float,
        radius: float,
        *,
        mask: int | None = None,
        exclude: Targets = (),
        where: Where = None,
    ) -> list[Sprite]: ...
    def query_shape(
        self,
        shape: Shape | Sprite,
        *,
        mask: int | None = None,
        exclude: Targets = (),
        where: Where = None,
    ) -> list[Sprite]: ...
    def point_indices(
        self,
        points: ArrayLike,
        *,
        mask: int | None = None,
        exclude: Targets = (),
        where: Where = None,
    ) -> NDArray[np.intp]: ...
    def box_indices(
        self,
        boxes: ArrayLike,
        *,
        mask: int | None = None,
        exclude: Targets = (),
        where: Where = None,
    ) -> NDArray[np.intp]: ...
    def circle_indices(
        self,
        circles: ArrayLike,
        *,
        mask: int | None = None,
        exclude: Targets = (),
        where: Where = None,
    ) -> NDArray[np.intp]: ...
