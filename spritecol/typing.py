"""The types that appear in signatures of this library, for annotations in your own code.

>>> from spritecol.typing import Targets
>>> def nearest_wall(walls: Targets) -> None: ...
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypedDict, TypeVar, Union

from spritecol.shapes import Shape

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from spritecol.sprites.questions.answers import SweepHit
    from spritecol.sprites.sprite import Sprite

__all__ = [
    "BoxLike",
    "Callback",
    "Collision",
    "Geometry",
    "Image",
    "Only",
    "OnlyAt",
    "OnlyAtInArrays",
    "OnlyInArrays",
    "OnlyOnWay",
    "Targets",
    "VectorLike",
    "Where",
    "WhereContact",
    "WhereHit",
    "WherePair",
]

A = TypeVar("A", bound="Sprite")
B = TypeVar("B", bound="Sprite")
A_contra = TypeVar("A_contra", bound="Sprite", contravariant=True)
B_contra = TypeVar("B_contra", bound="Sprite", contravariant=True)


class HasGetSize(Protocol):
    """An image like a pygame `Surface`."""

    def get_size(self) -> Iterable[float]:
        """Width and height, in pixels."""


class HasSize(Protocol):
    """An image like a Pillow `Image`."""

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

    It is a protocol, because shapely ships no types: an untyped class would be Any, and disable the
    check of every union that contains it.
    """

    @property
    def geom_type(self) -> str:
        """The type of the geometry, such as "Polygon"."""

    @property
    def is_valid(self) -> bool:
        """Whether the geometry is valid: no ring crosses itself."""


class VectorLike(Protocol):
    """Two numbers in order: a tuple, a list, a Vec2, a vector of pygame, pyglet or pymunk."""

    def __len__(self) -> int:
        """How many numbers it has: 2."""

    def __getitem__(self, i: int, /) -> float:
        """One of the numbers."""


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


class WithContact(Protocol[A_contra, B_contra]):
    """A callback with a parameter named `contact`, which is passed the deepest contact of its
    pair.
    """

    def __call__(self, sprite: A_contra, other: B_contra, /, *, contact: Any) -> object:
        """Called with the two sprites and their Contact, or with None if a pair exits."""


Image: TypeAlias = HasGetSize | HasSize | HasWidthAndHeight
"""Any object with a size: a pygame Surface, a Pillow Image, an arcade Texture, ..."""

# A tuple of numbers is refused at run time. It could be a number list or the arguments of a shape.
NumberList: TypeAlias = Union[list[float], list[int], "NDArray[Any]"]

Collision: TypeAlias = (
    Shape | Geometry | NumberList | Sequence[Shape | Geometry | NumberList] | None
)
"""The values that can be assigned to `Sprite.collision`: one shape, a sequence of shapes, a shapely
Polygon or MultiPolygon, one of DXRuby's number lists or a sequence of them, or None."""

BoxLike: TypeAlias = Union[HasSides, Sequence[float], "NDArray[Any]"]
"""A box: (left, top, right, bottom), or an object with these four attributes."""

Targets: TypeAlias = Union["Sprite", Iterable[Union["Targets", None]]]
"""A sprite, or an iterable of sprites, nested to any depth. A Group is such an iterable. (Type
checkers accept text, because it is an iterable of iterables. At run time it raises TypeError.)"""

Callback: TypeAlias = str | Callable[[A, B], object] | WithContact[A, B] | None
"""A method name, a function (sprite, other) or (sprite, other, contact) whose result is ignored
unless it is DISCARD, or None."""

Names: TypeAlias = str | Collection[str] | None
"""A name of shapes, a collection of names, or None for all shapes."""

Where: TypeAlias = Callable[[Any], "bool | np.bool_"] | None
"""A function of a sprite that returns True or False, or None."""

WhereHit: TypeAlias = (
    Callable[[Any], "bool | np.bool_"] | Callable[[Any, "SweepHit"], "bool | np.bool_"] | None
)
"""A function of a sprite, or of a sprite and the hit, that returns True or False; or None."""

WhereContact: TypeAlias = (
    Callable[[Any], "bool | np.bool_"] | Callable[[Any, Any], "bool | np.bool_"] | None
)
"""A function of a sprite, or of a sprite and its contact, that returns True or False; or None."""

WherePair: TypeAlias = (
    Callable[[Any], "bool | np.bool_"] | Callable[[Any, Any], "bool | np.bool_"] | None
)
"""A function of a sprite, or of both sprites of a pair, that returns True or False; or None."""


class OnlyAt(TypedDict, total=False):
    """The conditions of a query at a position or along a ray: `mask`, `exclude`, `where` and
    `target_shapes`. All are optional keywords. A function of yours hands them on like this.

    >>> from typing import Unpack
    >>> def seen(eye: Sprite, walls: Group, **only: Unpack[OnlyAt]) -> bool:
    ...     return walls.line_of_sight(*eye.position, 0, 0, **only)
    """

    mask: int | None
    exclude: Targets | None
    where: Where
    target_shapes: Names


class OnlyAtInArrays(TypedDict, total=False):
    """The conditions of a query at positions or along rays that returns arrays: no `where`."""

    mask: int | None
    exclude: Targets | None
    where: None
    target_shapes: Names


class Only(TypedDict, total=False):
    """The conditions of a query of a sprite or a Group about other sprites: `mask`, `exclude`,
    `where`, `shapes` and `target_shapes`.
    """

    mask: int | None
    exclude: Targets | None
    where: WherePair | WhereContact
    shapes: Names
    target_shapes: Names


class OnlyOnWay(TypedDict, total=False):
    """The conditions of a sweep or a move: those of `Only`, but `where` may be given the hit."""

    mask: int | None
    exclude: Targets | None
    where: WhereHit
    shapes: Names
    target_shapes: Names


class OnlyInArrays(TypedDict, total=False):
    """The conditions of a query of a Group about other sprites that returns arrays: no `where`."""

    mask: int | None
    exclude: Targets | None
    where: None
    shapes: Names
    target_shapes: Names
