from collections.abc import Iterable
from types import GenericAlias
from typing import Any, Generic, Unpack, overload

from typing_extensions import TypeVar, disjoint_base

from spritecol._support.vectors import Vec2
from spritecol.sprites.questions.answers import Slide
from spritecol.sprites.sprite import Sprite
from spritecol.typing import OnlyOnWay, Targets, VectorLike

SETTINGS: tuple[str, ...]

_S = TypeVar("_S", bound=Sprite)
_Walker_co = TypeVar("_Walker_co", bound=Sprite, default=Sprite, covariant=True)

@disjoint_base
class CharacterController(Generic[_Walker_co]):
    max_floor_angle: float
    """The steepest floor, in degrees, from 0 to less than 90. Steeper slopes are not floors."""
    snap: float
    """How far down the sprite moves to stay on a floor that slopes away, in pixels."""
    step: float
    """The highest step that the sprite walks up or down, in pixels."""
    nudge: float
    """How far the sprite gives way sideways to pass the edge of a ceiling, in pixels."""
    max_push: float | None
    """The farthest that one move may push the sprite, in pixels. None means the sprite's size."""

    def __init__(
        self,
        sprite: _Walker_co,
        *,
        up: VectorLike | None = (0, -1),
        max_floor_angle: float = 45,
        snap: float = 4,
        step: float = 0,
        nudge: float = 0,
        max_push: float | None = None,
    ) -> None: ...
    def __class_getitem__(cls, item: Any) -> GenericAlias: ...
    @overload
    def move(
        self,
        dx: float,
        dy: float,
        targets: _S | Iterable[_S | None],
        *more: _S | Iterable[_S | None],
        drop: bool = False,
        **only: Unpack[OnlyOnWay],
    ) -> Slide[_S]: ...
    @overload
    def move(
        self,
        dx: float,
        dy: float,
        targets: Targets,
        *more: Targets,
        drop: bool = False,
        **only: Unpack[OnlyOnWay],
    ) -> Slide: ...
    @overload
    def move(
        self,
        dx: VectorLike,
        targets: _S | Iterable[_S | None],
        *more: _S | Iterable[_S | None],
        drop: bool = False,
        **only: Unpack[OnlyOnWay],
    ) -> Slide[_S]: ...
    @overload
    def move(
        self,
        dx: VectorLike,
        targets: Targets,
        *more: Targets,
        drop: bool = False,
        **only: Unpack[OnlyOnWay],
    ) -> Slide: ...
    @property
    def up(self) -> Vec2 | None:
        """The direction against gravity, as it was given, or None in a game seen from above."""
    @up.setter
    def up(self, value: VectorLike | None) -> None: ...
    @property
    def sprite(self) -> _Walker_co: ...
    @property
    def on_floor(self) -> bool: ...
    @property
    def on_wall(self) -> bool: ...
    @property
    def on_ceiling(self) -> bool: ...
    @property
    def floor(self) -> Sprite | None: ...
    @property
    def floor_normal(self) -> Vec2: ...
    @property
    def floor_motion(self) -> Vec2: ...
