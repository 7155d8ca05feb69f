# The attributes of every sprite.
from typing import Any, ClassVar

import shapely
from typing_extensions import disjoint_base

from spritecol.inputs import _Collision, _Image
from spritecol.shapes import Shape

# What can be written is declared as a variable, not as a property, so that type checkers let
# subclasses give defaults: `angle = 90.0` in the body of a class.
@disjoint_base
class Handle:
    __spritecol_defaults__: ClassVar[tuple[object, list[tuple[object, object]]] | None]
    x: float
    y: float
    angle: float
    scale_x: float
    scale_y: float
    z: float
    visible: bool
    collision_enable: bool
    collision_sync: bool
    offset_sync: bool
    image: _Image | None
    collision: _Collision
    # A float is read; None may be written too. `float | None` in the setter would forbid defaults
    # in subclasses (`center_x = 8.0`), which take no None.
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
