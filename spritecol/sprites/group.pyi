# The container of sprites that users create.
from collections.abc import Iterable, Iterator, Sequence
from types import GenericAlias
from typing import Any, Generic, Self, SupportsIndex, Unpack, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import TypeVar

from spritecol._support.vectors import Box
from spritecol.shapes import Polygon, Shape
from spritecol.sprites.questions.answer_arrays import (
    ContactArrays,
    RayArrays,
    SlideArrays,
    SweepArrays,
)
from spritecol.sprites.questions.answers import Near, RayHit
from spritecol.sprites.sprite import Sprite
from spritecol.typing import (
    BoxLike,
    Names,
    Only,
    OnlyAt,
    OnlyAtInArrays,
    OnlyInArrays,
    Targets,
    VectorLike,
    WherePair,
)

# A Group of sprites of one class, or of any sprites without a type argument. It is covariant,
# although sprites can be added, so that a function that takes a Group also takes a Group[Enemy].
_S_co = TypeVar("_S_co", bound=Sprite, default=Sprite, covariant=True)
_B = TypeVar("_B", bound=Sprite)

class Group(Sequence[_S_co], Generic[_S_co]):
    # Checkers infer the class from sprites given singly or in flat iterables, not from nested ones.
    @overload
    def __init__(self) -> None: ...
    @overload
    def __init__(self, *sprites: _S_co | Iterable[_S_co | None]) -> None: ...
    @overload
    def __init__(self: Group[Sprite], *sprites: Targets) -> None: ...
    def __class_getitem__(cls, item: Any) -> GenericAlias: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[_S_co]: ...
    def __reversed__(self) -> Iterator[_S_co]: ...
    def __contains__(self, item: object, /) -> bool: ...
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> _S_co: ...  # type: ignore[overload-overlap]
    @overload
    def __getitem__(
        self, index: slice | Sequence[int] | NDArray[np.integer | np.bool_], /
    ) -> list[_S_co]: ...
    def index(self, sprite: object, start: int = 0, stop: int | None = None) -> int: ...
    def count(self, sprite: object) -> int: ...
    def add(
        self, *sprites: _S_co | Iterable[_S_co | None] | Iterable[Iterable[_S_co | None]]
    ) -> None: ...
    def __iadd__(
        self, sprites: _S_co | Iterable[_S_co | None] | Iterable[Iterable[_S_co | None]], /
    ) -> Self: ...
    def discard(self, *sprites: Targets) -> None: ...
    def remove(self, *sprites: Targets) -> None: ...
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
    def update(self, *arguments: Any, **named: Any) -> None: ...
    def draw(self, *arguments: Any, **named: Any) -> None: ...
    @property
    def aabb(self) -> Box: ...
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
    def column(self, name: str) -> NDArray[Any]: ...
    def set_column(self, name: str, values: ArrayLike) -> None: ...
    @overload
    def pairs(
        self,
        *,
        mask: int | None = None,
        exclude: Targets | None = (),
        where: WherePair = None,
        shapes: Names = None,
        target_shapes: Names = None,
    ) -> list[tuple[_S_co, _S_co]]: ...
    @overload
    def pairs(
        self,
        other: _B | Iterable[_B | None],
        *more: _B | Iterable[_B | None],
        mask: int | None = None,
        exclude: Targets | None = (),
        where: WherePair = None,
        shapes: Names = None,
        target_shapes: Names = None,
    ) -> list[tuple[_S_co, _B]]: ...
    @overload
    def pairs(
        self,
        other: Targets = ...,
        *more: Targets,
        mask: int | None = None,
        exclude: Targets | None = (),
        where: WherePair = None,
        shapes: Names = None,
        target_shapes: Names = None,
    ) -> list[tuple[_S_co, Sprite]]: ...
    def pair_indices(
        self,
        other: Targets = ...,
        *more: Targets,
        **only: Unpack[OnlyInArrays],
    ) -> NDArray[np.intp]: ...
    def hits(
        self,
        targets: Targets,
        *more: Targets,
        **only: Unpack[Only],
    ) -> bool: ...
    def contact_arrays(
        self,
        other: Targets = ...,
        *more: Targets,
        **only: Unpack[OnlyInArrays],
    ) -> ContactArrays: ...

    # Questions about a place.
    @overload
    def query_point(
        self,
        x: float,
        y: float,
        **only: Unpack[OnlyAt],
    ) -> list[_S_co]: ...
    @overload
    def query_point(
        self,
        x: VectorLike,
        **only: Unpack[OnlyAt],
    ) -> list[_S_co]: ...
    @overload
    def query_box(
        self,
        left: float,
        top: float,
        right: float,
        bottom: float,
        **only: Unpack[OnlyAt],
    ) -> list[_S_co]: ...
    @overload
    def query_box(
        self,
        left: BoxLike,
        **only: Unpack[OnlyAt],
    ) -> list[_S_co]: ...
    @overload
    def query_box(
        self,
        left: VectorLike,
        top: VectorLike,
        **only: Unpack[OnlyAt],
    ) -> list[_S_co]: ...
    @overload
    def query_inside(
        self,
        left: float,
        top: float,
        right: float,
        bottom: float,
        **only: Unpack[OnlyAt],
    ) -> list[_S_co]: ...
    @overload
    def query_inside(
        self,
        left: BoxLike,
        **only: Unpack[OnlyAt],
    ) -> list[_S_co]: ...
    @overload
    def query_inside(
        self,
        left: VectorLike,
        top: VectorLike,
        **only: Unpack[OnlyAt],
    ) -> list[_S_co]: ...
    @overload
    def query_outside(
        self,
        left: float,
        top: float,
        right: float,
        bottom: float,
        **only: Unpack[OnlyAt],
    ) -> list[_S_co]: ...
    @overload
    def query_outside(
        self,
        left: BoxLike,
        **only: Unpack[OnlyAt],
    ) -> list[_S_co]: ...
    @overload
    def query_outside(
        self,
        left: VectorLike,
        top: VectorLike,
        **only: Unpack[OnlyAt],
    ) -> list[_S_co]: ...
    @overload
    def query_circle(
        self,
        x: float,
        y: float,
        radius: float,
        **only: Unpack[OnlyAt],
    ) -> list[_S_co]: ...
    @overload
    def query_circle(
        self,
        x: VectorLike,
        radius: float,
        **only: Unpack[OnlyAt],
    ) -> list[_S_co]: ...
    def query_shape(
        self,
        shape: Shape | Sprite,
        **only: Unpack[Only],
    ) -> list[_S_co]: ...
    @overload
    def nearest(
        self,
        x: float,
        y: float,
        *,
        max_distance: float = ...,
        **only: Unpack[OnlyAt],
    ) -> Near[_S_co] | None: ...
    @overload
    def nearest(
        self,
        x: VectorLike,
        *,
        max_distance: float = ...,
        **only: Unpack[OnlyAt],
    ) -> Near[_S_co] | None: ...
    @overload
    def nearest(
        self,
        x: Sprite,
        *,
        max_distance: float = ...,
        **only: Unpack[Only],
    ) -> Near[_S_co] | None: ...
    @overload
    def nearest_k(
        self,
        x: float,
        y: float,
        k: int,
        *,
        max_distance: float = ...,
        **only: Unpack[OnlyAt],
    ) -> list[Near[_S_co]]: ...
    @overload
    def nearest_k(
        self,
        x: VectorLike,
        k: int,
        *,
        max_distance: float = ...,
        **only: Unpack[OnlyAt],
    ) -> list[Near[_S_co]]: ...
    @overload
    def nearest_k(
        self,
        x: Sprite,
        k: int,
        *,
        max_distance: float = ...,
        **only: Unpack[Only],
    ) -> list[Near[_S_co]]: ...
    @overload
    def query_within(
        self,
        x: Sprite,
        distance: float,
        **only: Unpack[Only],
    ) -> list[_S_co]: ...
    @overload
    def query_within(
        self,
        x: VectorLike,
        distance: float,
        **only: Unpack[OnlyAt],
    ) -> list[_S_co]: ...
    @overload
    def query_within(
        self,
        x: float,
        y: float,
        distance: float,
        **only: Unpack[OnlyAt],
    ) -> list[_S_co]: ...
    def nearest_indices(
        self,
        points: ArrayLike,
        k: int = 1,
        *,
        max_distance: float = ...,
        **only: Unpack[OnlyAtInArrays],
    ) -> tuple[NDArray[np.intp], NDArray[np.float64]]: ...
    def point_indices(
        self,
        points: ArrayLike,
        **only: Unpack[OnlyAtInArrays],
    ) -> NDArray[np.intp]: ...
    def box_indices(
        self,
        boxes: ArrayLike,
        **only: Unpack[OnlyAtInArrays],
    ) -> NDArray[np.intp]: ...
    def circle_indices(
        self,
        circles: ArrayLike,
        **only: Unpack[OnlyAtInArrays],
    ) -> NDArray[np.intp]: ...

    # Rays.
    @overload
    def raycast(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        *,
        radius: float = 0,
        hit_from_inside: bool = True,
        **only: Unpack[OnlyAt],
    ) -> RayHit[_S_co] | None: ...
    @overload
    def raycast(
        self,
        x1: VectorLike,
        y1: VectorLike,
        *,
        radius: float = 0,
        hit_from_inside: bool = True,
        **only: Unpack[OnlyAt],
    ) -> RayHit[_S_co] | None: ...
    @overload
    def raycast_all(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        *,
        radius: float = 0,
        hit_from_inside: bool = True,
        **only: Unpack[OnlyAt],
    ) -> list[RayHit[_S_co]]: ...
    @overload
    def raycast_all(
        self,
        x1: VectorLike,
        y1: VectorLike,
        *,
        radius: float = 0,
        hit_from_inside: bool = True,
        **only: Unpack[OnlyAt],
    ) -> list[RayHit[_S_co]]: ...
    @overload
    def line_of_sight(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        *,
        radius: float = 0,
        hit_from_inside: bool = True,
        **only: Unpack[OnlyAt],
    ) -> bool: ...
    @overload
    def line_of_sight(
        self,
        x1: VectorLike,
        y1: VectorLike,
        *,
        radius: float = 0,
        hit_from_inside: bool = True,
        **only: Unpack[OnlyAt],
    ) -> bool: ...
    def raycast_arrays(
        self,
        starts: ArrayLike,
        ends: ArrayLike,
        *,
        radius: float = 0,
        hit_from_inside: bool = True,
        **only: Unpack[OnlyAtInArrays],
    ) -> RayArrays: ...
    def line_of_sight_arrays(
        self,
        starts: ArrayLike,
        ends: ArrayLike,
        *,
        radius: float = 0,
        hit_from_inside: bool = True,
        **only: Unpack[OnlyAtInArrays],
    ) -> NDArray[np.bool_]: ...
    @overload
    def visible_area(
        self,
        x: float,
        y: float,
        radius: float,
        *,
        angle: float | None = None,
        spread: float = 360,
        tolerance: float = ...,
        **only: Unpack[OnlyAt],
    ) -> Polygon | None: ...
    @overload
    def visible_area(
        self,
        x: VectorLike,
        radius: float,
        *,
        angle: float | None = None,
        spread: float = 360,
        tolerance: float = ...,
        **only: Unpack[OnlyAt],
    ) -> Polygon | None: ...

    # Sweeps.
    def sweep_arrays(
        self,
        dx: ArrayLike,
        dy: ArrayLike,
        targets: Targets,
        *more: Targets,
        hit_from_inside: bool = False,
        **only: Unpack[OnlyInArrays],
    ) -> SweepArrays: ...
    def move_and_slide_arrays(
        self,
        dx: ArrayLike,
        dy: ArrayLike,
        targets: Targets,
        *more: Targets,
        up: VectorLike | None = None,
        max_floor_angle: float = 45,
        **only: Unpack[OnlyInArrays],
    ) -> SlideArrays: ...
    def separation_arrays(
        self,
        other: Targets = ...,
        *more: Targets,
        **only: Unpack[OnlyInArrays],
    ) -> NDArray[np.float64]: ...
