"""What every shape shares: the base class, the checks of its numbers, boxes and round outlines."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import Any, TypeVar

import attrs
import numpy as np
import shapely

from spritecol._numbers.limits import non_negative, number, shown
from spritecol._numbers.rotation import cos_sin
from spritecol.shapes.convex_cut import Pair

# Sides of the polygon that stands for a circle or an ellipse in `.geometry`. Its corners lie on the
# curve and its sides stay within 0.03 % of the radius from it: less than half a pixel up to a
# radius of 1,600. Only drawing and users' own shapely work see it; hits are decided on the curve.
ROUND_SIDES = 128
_UNIT_CIRCLE = np.array([cos_sin(360.0 * i / ROUND_SIDES) for i in range(ROUND_SIDES)])

# Fields that are a length, and therefore not negative.
_LENGTHS = frozenset({"r", "rx", "ry", "width", "height"})

Bounds = tuple[float, float, float, float]
AnyShape = TypeVar("AnyShape", bound="Shape")


def _as_number(value: object, shape: attrs.AttrsInstance, field: "attrs.Attribute[Any]") -> float:
    return number(value, f"{type(shape).__name__}.{field.name}")


def _as_length(value: object, shape: attrs.AttrsInstance, field: "attrs.Attribute[Any]") -> float:
    return non_negative(value, f"{type(shape).__name__}.{field.name}")


# One for all fields: attrs looks through the signature of each that it is given.
_AS_NUMBER = attrs.Converter(_as_number, takes_self=True, takes_field=True)
_AS_LENGTH = attrs.Converter(_as_length, takes_self=True, takes_field=True)


def with_range_checks(
    cls: type, fields: list["attrs.Attribute[Any]"]
) -> list["attrs.Attribute[Any]"]:
    """Give every field that is a number the range check that its name asks for."""
    return [
        field.evolve(converter=_AS_LENGTH if field.name in _LENGTHS else _AS_NUMBER)
        if field.type is float
        else field
        for field in fields
    ]


def _check_name(shape: "Shape", field: "attrs.Attribute[Any]", value: object) -> None:
    if not (value is None or isinstance(value, str)):
        raise TypeError(f"{type(shape).__name__}.name must be a str or None, got {shown(value)}")


@attrs.frozen(repr=False)
class Shape(ABC):
    """What all shapes have in common. Make one of the others.

    Shapes are equal when kind, numbers and name are equal; they can be hashed, copied and pickled.

    Attributes:
        name: a label of the user's, such as "hurtbox"; the library never looks at it.
    """

    name: str | None = attrs.field(default=None, kw_only=True, validator=_check_name)

    @property
    @abstractmethod
    def geometry(self) -> shapely.Geometry:
        """The shape as a shapely geometry in local space."""

    @property
    @abstractmethod
    def bounds(self) -> Bounds:
        """The box round the shape in local space: (left, top, right, bottom)."""

    def __repr__(self) -> str:
        """The call that makes this shape; what has its default value is left out."""
        parts = []
        for field in attrs.fields(type(self)):
            value = getattr(self, field.name)
            if field.init and not field.kw_only and value != field.default:
                keyword = f"{field.name}=" if field.default is not attrs.NOTHING else ""
                parts.append(f"{keyword}{value!r}")
        if self.name is not None:
            parts.append(f"name={self.name!r}")
        return f"{type(self).__name__}({', '.join(parts)})"


def unchecked(kind: type[AnyShape], **fields: Any) -> AnyShape:
    """A shape of this kind from all its fields (the name may be left out), taken as they are.

    For results of the library's own arithmetic: rounding may take them over the limit, or let a
    polygon's outline touch itself, and neither is the user's error.
    """
    shape = object.__new__(kind)
    values = {"name": None, **fields}
    for field in attrs.fields(kind):
        object.__setattr__(shape, field.name, values[field.name])
    return shape


def unchecked_many(kind: type[AnyShape], count: int, **fields: Any) -> list[AnyShape]:
    """Shapes of this kind, each field a column of numbers or one value for all; see `unchecked`.

    For thousands of shapes at once: slots are filled one column after the other, by their own
    setters and without a step of the interpreter for each.
    """
    shapes = list(map(object.__new__, repeat(kind, count)))
    for field in attrs.fields(kind):
        value = fields.get(field.name)
        column = value.tolist() if isinstance(value, np.ndarray) else repeat(value)
        deque(map(getattr(kind, field.name).__set__, shapes, column), maxlen=0)
    return shapes


def bounds_of(points: Iterable[Pair]) -> Bounds:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def flat(points: Sequence[Pair]) -> shapely.Geometry:
    """The LineString or Point that points on one line span."""
    first, last = min(points), max(points)
    return shapely.Point(first) if first == last else shapely.LineString((first, last))


def round_geometry(x: float, y: float, rx: float, ry: float, angle: float) -> shapely.Geometry:
    c, s = cos_sin(angle)
    if rx == 0.0 or ry == 0.0:
        ends = ((rx, 0.0), (-rx, 0.0)) if ry == 0.0 else ((0.0, ry), (0.0, -ry))
        return flat([(x + u * c - v * s, y + u * s + v * c) for u, v in ends])
    u, v = rx * _UNIT_CIRCLE[:, 0], ry * _UNIT_CIRCLE[:, 1]
    return shapely.polygons(np.column_stack((x + u * c - v * s, y + u * s + v * c)))
