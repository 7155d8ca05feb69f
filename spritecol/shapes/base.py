"""The base class of all shapes, and helpers for range checks, bounds and shapely geometries."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from copy import deepcopy
from functools import cache
from itertools import repeat
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from spritecol._support.fast_range_check import number_converter, put_fields
from spritecol._support.lazy_imports import is_array, shapely
from spritecol._support.lazy_imports import numpy as np
from spritecol._support.names import TellsNames
from spritecol._support.polar import cos_sin
from spritecol._support.range_check import (
    LIMIT,
    OMITTED,
    layer_bits,
    non_negative,
    number,
    shown,
)
from spritecol._support.vectors import Box, Vec2, box_of
from spritecol.shapes.convex_cut import XY

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# Sides of the polygon that approximates a circle or an ellipse in `.geometry`. Its corners are on
# the curve, and its sides are at most 0.03 % of the radius away from it, which is half a pixel for
# a radius of 1,600. Drawing and users' shapely code use it, while checks use the exact curve.
ROUND_SIDES = 128

# Fields that must not be negative.
_NAMES_OF_LENGTHS = frozenset({"radius", "radius_x", "radius_y", "width", "height"})

# Fields of every shape. They are keywords, and None by default.
_KEYWORDS = ("name", "one_way", "layer", "mask")

# A number for each name that a shape has ever had. The engine compares these numbers. 0 means no
# name.
_NAME_NUMBERS: dict[str, int] = {}

# The `__module__` of the library's own classes (see the package's `__init__`), unlike users'
# classes.
_LIBRARY = "spritecol"

AnyShape = TypeVar("AnyShape", bound="Shape")

NOT_GIVEN: Any = OMITTED
"""The default of a number that a shape needs. The converter refuses it with an error that says what
to write. Python's own error would name the last number if somebody passes two pairs."""


def _number_converter(name: str, owner: str, call: str) -> Callable[[object], float]:
    least = 0.0 if name in _NAMES_OF_LENGTHS else -LIMIT
    name = f"{owner}.{name}"

    def uncommon(value: object) -> float:
        if value is OMITTED:
            raise TypeError(f"{name} is missing: write {call}")
        try:
            return non_negative(value, name) if least == 0.0 else number(value, name)
        except TypeError as error:
            raise TypeError(f"{error}: write {call}") from None

    convert: Callable[[object], float] = number_converter(least, uncommon)
    return convert


def with_range_checks(
    cls: type, fields: list["attrs.Attribute[Any]"]
) -> list["attrs.Attribute[Any]"]:
    """An attrs field transformer that adds the range check to every numeric field."""
    needed = [each.name for each in fields if each.init and each.default is attrs.NOTHING]
    call = f"{cls.__name__}({', '.join(needed)})"
    return [
        field.evolve(converter=_number_converter(field.name, cls.__name__, call))
        if field.type is float
        else field
        for field in fields
    ]


def _as_direction(value: object) -> Vec2 | None:
    return None if value is None else Vec2(checked_direction(value, "one_way"))


def checked_direction(value: object, name: str) -> tuple[float, float]:
    """Convert a direction, such as the value of `one_way`, to two floats.

    Raises:
        TypeError: it is not a pair, or not of numbers.
        ValueError: its length is not two, a number is not finite or is beyond 1e12, or both are 0.
    """
    if isinstance(value, str | bytes | Mapping | Set) or not isinstance(value, Iterable):
        raise TypeError(_no_direction(value, name))
    items = list(value)
    if len(items) != 2:
        raise ValueError(_no_direction(value, name))
    dx, dy = number(items[0], f"{name}[0]"), number(items[1], f"{name}[1]")
    if dx == dy == 0.0:
        raise ValueError(_no_direction(value, name))
    return dx, dy


def _no_direction(value: object, name: str) -> str:
    return (
        f"{name} must be a direction (dx, dy), such as (0, -1) for from above, or None, "
        f"got {shown(value)}"
    )


def as_name(value: object) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise TypeError(f"name must be a str or None, got {shown(value)}")
    name_number(value)
    return value


def name_number(name: str | None) -> int:
    """Return the number of a shape name, which is above 0 and new for a new name. Return 0 for
    None.
    """
    return (
        0 if name is None else _NAME_NUMBERS.setdefault(str.__str__(name), 1 + len(_NAME_NUMBERS))
    )


def known_names() -> Mapping[str, int]:
    """Return all names that shapes have had, with their numbers."""
    return _NAME_NUMBERS


def _as_layer(value: object) -> int | None:
    return None if value is None else layer_bits(value, "layer")


def _as_mask(value: object) -> int | None:
    return None if value is None else layer_bits(value, "mask")


def _refuse_change(shape: "Shape", name: str, value: object) -> None:
    raise _frozen_error(shape, f"{name}={shown(value)}")


def _refuse_deletion(shape: "Shape", name: str) -> None:
    raise _frozen_error(shape, f"del {name}")


def _frozen_error(shape: "Shape", given: str) -> attrs.exceptions.FrozenInstanceError:
    """Return attrs' error with a message. By itself it says nothing before attrs 26.1, and little
    since.
    """
    kind, error = type(shape).__name__, attrs.exceptions.FrozenInstanceError()
    words = f"{kind} can't be changed, got {given}: set a new one, sprite.collision = {kind}(...)"
    AttributeError.__init__(error, words)
    return error


@attrs.frozen(repr=False)
class Shape(TellsNames, ABC):
    """The abstract base class of all shapes.

    Shapes are immutable. Two shapes are equal if their classes, numbers, names, directions and
    layers are equal. They can be hashed, copied and pickled.

    Attributes:
        name: a label such as "hurtbox", or None. Queries can be limited to shapes with a name.
        one_way: the only side from which the shape stops moving sprites, as a direction (dx, dy) in
            local space. (0, -1) means from above. None (the default) means every side. A Point
            always stops from every side.
        layer: the layers that the shape is on, an int of 64 bits like `Sprite.collision_layer`.
            None (the default) uses the sprite's layers.
        mask: the layers that the shape sees, likewise. None (the default) uses the sprite's mask.
    """

    name: str | None = attrs.field(default=None, kw_only=True, converter=as_name)
    one_way: Vec2 | None = attrs.field(default=None, kw_only=True, converter=_as_direction)
    layer: int | None = attrs.field(default=None, kw_only=True, converter=_as_layer)
    mask: int | None = attrs.field(default=None, kw_only=True, converter=_as_mask)

    def __init_subclass__(cls, **keywords: Any) -> None:
        """Add a message where attrs refuses a change."""
        super().__init_subclass__(**keywords)
        if vars(cls).get("__setattr__") is Shape.__setattr__:
            cls.__setattr__ = _refuse_change  # type: ignore[assignment]
            cls.__delattr__ = _refuse_deletion  # type: ignore[assignment]

    @property
    @abstractmethod
    def geometry(self) -> "BaseGeometry":
        """The shape as a shapely geometry in local space."""

    @property
    @abstractmethod
    def bounds(self) -> Box:
        """The bounding box in local space: a `Box` (left, top, right, bottom), in pixels."""

    def __getstate__(self) -> dict[str, Any]:
        """Return the constructor's arguments, and attributes of a user's class. Pieces are cut
        again later.
        """
        own = {} if type(self).__module__ == _LIBRARY else getattr(self, "__dict__", {})
        return {**arguments_of(self, type(self)), **own}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Fill an empty shape, with all checks of the constructor, because anybody can write a
        pickle.

        Raises:
            TypeError: the shape is not empty, or the state is not a dict with the needed items.
            ValueError: as in the constructor.
        """
        try:
            object.__getattribute__(self, "name")  # `hasattr` would look for what to read instead
        except AttributeError:
            pass
        else:
            raise TypeError(f"__setstate__ fills empty shapes only, not {shown(self)}")
        if not isinstance(state, dict):
            raise TypeError(f"the state of a shape must be a dict, got {shown(state)}")
        # A user's class may have a constructor of its own, so the library's own constructor checks
        # the fields.
        kind = library_class(type(self))
        fields: dict[str, Any] = {field.name: field for field in attrs.fields(kind)}
        own = None if type(self).__module__ == _LIBRARY else getattr(self, "__dict__", None)
        checked = kind(**{n: value for n, value in state.items() if n in fields or own is None})
        if own is not None:
            own.update({n: value for n, value in state.items() if n not in fields})
        for name in fields:
            object.__setattr__(self, name, getattr(checked, name))

    def __copy__(self: AnyShape) -> AnyShape:
        """Return the shape itself, because it is immutable, or a copy if its class is a user's."""
        return self if type(self).__module__ == _LIBRARY else _filled(self, self.__getstate__())

    def __deepcopy__(self: AnyShape, memo: dict[int, Any]) -> AnyShape:
        """Return the shape itself, because it is immutable, or a copy if its class is a user's."""
        if type(self).__module__ == _LIBRARY:
            return self
        return _filled(self, deepcopy(self.__getstate__(), memo))

    def __repr__(self) -> str:
        """Return the constructor call for this shape, without arguments that have their default
        value.
        """
        parts = []
        for field in attrs.fields(type(self)):
            value = plain(getattr(self, field.name))
            if field.init and not field.kw_only and value != field.default:
                keyword = f"{field.name}=" if field.default is not attrs.NOTHING else ""
                parts.append(f"{keyword}{value!r}")
        for keyword in _KEYWORDS:
            if (value := plain(getattr(self, keyword))) is not None:
                parts.append(f"{keyword}={value!r}")
        return f"{type(self).__name__}({', '.join(parts)})"


def library_class(kind: type) -> Any:
    """Return the library's class that a class of shapes is or derives from."""
    return next(base for base in kind.__mro__ if base.__module__ == _LIBRARY)


def plain(value: Any) -> Any:
    """Return a value as it is written and stored: vectors as pairs of numbers."""
    return tuple(map(plain, value)) if isinstance(value, tuple) else value


def arguments_of(shape: Shape, kind: type) -> dict[str, Any]:
    """Return the constructor arguments that make a shape.

    For a shape without layers, they are the same as before shapes had layers.
    """
    return {
        field.name: plain(value)
        for field in attrs.fields(kind)
        if field.init
        and not ((value := getattr(shape, field.name)) is None and field.name in ("layer", "mask"))
    }


def _filled(like: AnyShape, state: Any) -> AnyShape:
    """Return another shape of the same class, made from a state."""
    twin = object.__new__(type(like))
    twin.__setstate__(state)
    return twin


def unchecked(kind: type[AnyShape], **fields: Any) -> AnyShape:
    """Create a shape from all its fields without checking them. Keywords may be omitted.

    Use it for results of the library's own arithmetic. Rounding may push them over the limit, or
    make the outline of a polygon touch itself, and neither is the user's error.
    """
    shape = object.__new__(kind)
    names = _names_of(kind)
    put_fields(shape, names, tuple(map(fields.get, names)))
    return shape


def unchecked_many(kind: type[AnyShape], count: int, **fields: Any) -> list[AnyShape]:
    """Create many shapes. Each field is an array with one number per shape, or one value for all.

    Like `unchecked`, but fast for thousands of shapes.
    """
    shapes = list(map(object.__new__, repeat(kind, count)))
    names = _names_of(kind)
    columns = [
        column.tolist() if is_array(column) else repeat(column) for column in map(fields.get, names)
    ]
    deque(map(put_fields, shapes, repeat(names), zip(*columns, strict=False)), maxlen=0)
    return shapes


def _names_of(kind: type[Shape]) -> tuple[str, ...]:
    return tuple([field.name for field in attrs.fields(kind)])


def bounds_of(points: Iterable[XY]) -> Box:
    """Return the bounding box of some points."""
    xs, ys = zip(*points, strict=True)
    return box_of(min(xs), min(ys), max(xs), max(ys))


def flat(points: Sequence[XY]) -> "shapely.Geometry":
    """Return the LineString or Point that collinear points span."""
    first, last = min(points), max(points)
    return shapely.Point(first) if first == last else shapely.LineString((first, last))


@cache
def _unit_circle() -> "np.ndarray[Any, Any]":
    return np.array([cos_sin(360.0 * i / ROUND_SIDES) for i in range(ROUND_SIDES)])


def half_circle(x: float, y: float, across: float, down: float) -> list[XY]:
    """Return points on the half circle about (x, y), clockwise on screen, starting at (across,
    down).
    """
    turns = [cos_sin(360.0 * i / ROUND_SIDES) for i in range(ROUND_SIDES // 2 + 1)]
    return [(x + c * across - s * down, y + c * down + s * across) for c, s in turns]


def round_geometry(x: float, y: float, rx: float, ry: float, angle: float) -> "shapely.Geometry":
    """Return the shapely geometry of an ellipse: a polygon of `ROUND_SIDES` sides, or simpler if
    flat.
    """
    c, s = cos_sin(angle)
    if rx == 0.0 or ry == 0.0:
        ends = ((rx, 0.0), (-rx, 0.0)) if ry == 0.0 else ((0.0, ry), (0.0, -ry))
        return flat([(x + u * c - v * s, y + u * s + v * c) for u, v in ends])
    u, v = (_unit_circle() * (rx, ry)).T
    return shapely.polygons(np.column_stack((x + u * c - v * s, y + u * s + v * c)))
