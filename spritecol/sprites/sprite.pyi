# The class that users see and subclass, with the attributes that it inherits from `SpriteRow`.
from collections.abc import Iterable
from typing import Any, ClassVar, TypeVar, overload

import shapely

from spritecol.shapes import Shape
from spritecol.sprites.contact_records import Contact, Distance
from spritecol.typing import Collision, Image, Targets

_S = TypeVar("_S", bound=Sprite)

# Writable attributes are declared as variables instead of properties, so that type checkers let
# subclasses state defaults: `angle = 90.0` in the body of a class.
class Sprite:
    __spritecol_defaults__: ClassVar[tuple[object, list[tuple[object, object]]] | None]
    x: float
    y: float
    angle: float
    scale: float
    scale_x: float
    scale_y: float
    z: float
    visible: bool
    collision_layer: int
    collision_mask: int
    collision_enable: bool
    collision_sync: bool
    offset_sync: bool
    image: Image | None
    collision: Collision

    # Any argument left out has the default of the class. Unless a subclass states another one, that
    # is 0 for x, y, angle and z, 1 for the scales and collision_layer, None for image, collision
    # and center, ALL_LAYERS for collision_mask, True for collision_enable, collision_sync and
    # visible, and False for offset_sync.
    def __init__(
        self,
        x: float = ...,
        y: float = ...,
        image: Image | None = ...,
        *,
        collision: Collision = ...,
        angle: float = ...,
        scale: float = ...,
        scale_x: float = ...,
        scale_y: float = ...,
        center_x: float | None = ...,
        center_y: float | None = ...,
        z: float = ...,
        collision_enable: bool = ...,
        collision_sync: bool = ...,
        offset_sync: bool = ...,
        visible: bool = ...,
        collision_layer: int = ...,
        collision_mask: int = ...,
    ) -> None: ...
    def __init_subclass__(cls, **kwargs: Any) -> None: ...
    # Reading returns a float; None may be assigned too. `float | None` in the setter would forbid
    # defaults in subclasses (`center_x = 8.0`).
    @property
    def center_x(self) -> float: ...
    @center_x.setter
    def center_x(self, value: Any) -> None: ...
    @property
    def center_y(self) -> float: ...
    @center_y.setter
    def center_y(self, value: Any) -> None: ...
    @property
    def shapes(self) -> tuple[Shape, ...]: ...
    @property
    def vanished(self) -> bool: ...
    @property
    def aabb(self) -> tuple[float, float, float, float]: ...
    @property
    def world_shapes(self) -> tuple[Shape, ...]: ...
    @property
    def geometry(self) -> shapely.Geometry: ...
    def vanish(self) -> None: ...
    @overload
    def check(self, targets: _S | Iterable[_S | None]) -> list[_S]: ...
    @overload
    def check(self, targets: Targets) -> list[Sprite]: ...
    def hits(self, targets: Targets) -> bool: ...
    def contacts(self, targets: Targets) -> list[Contact]: ...
    def separation(self, targets: Targets) -> tuple[float, float]: ...
    def distance(self, other: Sprite) -> Distance: ...
