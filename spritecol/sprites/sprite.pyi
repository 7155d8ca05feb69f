# The class that users see and subclass.
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, TypeVar, overload

from spritecol.sprites.sprite_row import SpriteRow
from spritecol.typing import Collision, Image

_S = TypeVar("_S", bound=Sprite)

# One sprite, or sprites nested as deep as you like; a Group is an iterable of sprites. (Text is
# refused when the program runs; type checkers let it pass, as an iterable of iterables.)
Targets: TypeAlias = Sprite | Iterable[Targets | None]

NUMBERS: tuple[str, ...]
SWITCHES: tuple[str, ...]
SETTERS: dict[str, Callable[[SpriteRow, Any], None]]

class Sprite(SpriteRow):
    # What is not given has the default of its class: 0 for x, y, angle and z, 1 for the scales,
    # None for image, collision and center, True for collision_enable, collision_sync and visible,
    # False for offset_sync, unless a subclass says otherwise.
    def __init__(
        self,
        x: float = ...,
        y: float = ...,
        image: Image | None = ...,
        *,
        collision: Collision = ...,
        angle: float = ...,
        scale_x: float = ...,
        scale_y: float = ...,
        center_x: float | None = ...,
        center_y: float | None = ...,
        z: float = ...,
        collision_enable: bool = ...,
        collision_sync: bool = ...,
        offset_sync: bool = ...,
        visible: bool = ...,
    ) -> None: ...
    def __init_subclass__(cls, **kwargs: Any) -> None: ...
    @overload
    def check(self, targets: _S | Iterable[_S | None]) -> list[_S]: ...
    @overload
    def check(self, targets: Targets) -> list[Sprite]: ...
    def hits(self, targets: Targets) -> bool: ...

def class_value(kind: type, name: str) -> object: ...
def defaults_of(values: Mapping[str, object]) -> tuple[object, list[tuple[object, object]]]: ...
