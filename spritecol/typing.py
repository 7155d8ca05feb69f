"""Names for the types in signatures, to annotate code of your own.

>>> from spritecol.typing import Targets
>>> def nearest_wall(walls: Targets) -> None: ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar, Union

from numpy.typing import NDArray

from spritecol.shapes import Shape

if TYPE_CHECKING:
    from spritecol.sprites.sprite import Sprite

__all__ = ["BoxLike", "Callback", "Collision", "Geometry", "Image", "Targets"]

A = TypeVar("A", bound="Sprite")
B = TypeVar("B", bound="Sprite")


class HasGetSize(Protocol):
    """An image like a pygame `Surface`."""

    def get_size(self) -> Iterable[float]:
        """Width and height, in pixels."""


class HasSize(Protocol):
    """An image like one of Pillow's."""

    @property
    def size(self) -> Iterable[float]:
        """Width and height, in pixels."""


class HasWidthAndHeight(Protocol):
    """An image like an arcade `Texture`."""

    @property
    def width(self) -> float:
        """In pixels."""

    @property
    def height(self) -> float:
        """In pixels."""


class Geometry(Protocol):
    """A shapely Polygon or MultiPolygon.

    Named by what it has, since shapely ships no types, and an unknown type would switch off the
    check of everything else.
    """

    @property
    def geom_type(self) -> str:
        """The kind of geometry, such as "Polygon"."""

    @property
    def is_valid(self) -> bool:
        """Whether no ring crosses itself."""


class HasSides(Protocol):
    """A box like a `pygame.Rect`."""

    @property
    def left(self) -> float:
        """The least x, in pixels."""

    @property
    def top(self) -> float:
        """The least y, in pixels."""

    @property
    def right(self) -> float:
        """The greatest x, in pixels."""

    @property
    def bottom(self) -> float:
        """The greatest y, in pixels."""


Image: TypeAlias = HasGetSize | HasSize | HasWidthAndHeight
"""Any object with a size: a pygame Surface, a Pillow Image, an arcade Texture, ..."""

Numbers: TypeAlias = Sequence[float] | NDArray[Any]

Collision: TypeAlias = Shape | Geometry | Numbers | Sequence[Shape | Geometry | Numbers] | None
"""What may be assigned to `Sprite.collision`."""

BoxLike: TypeAlias = HasSides | Sequence[float] | NDArray[Any]
"""A box: (left, top, right, bottom), or an object that has these four."""

Targets: TypeAlias = Union["Sprite", Iterable[Union["Targets", None]]]
"""One sprite, or sprites nested as deep as you like; a Group is an iterable of sprites. (Text is
refused when the program runs; type checkers let it pass, as an iterable of iterables.)"""

Callback: TypeAlias = str | Callable[[A, B], object] | None
"""A method's name, a callable (sprite, other) whose result matters only if it is DISCARD, or None."""
