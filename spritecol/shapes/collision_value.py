"""Turn a value that is assigned to `Sprite.collision` into shapes, and into the value to return.

The shapes are computed when a list is assigned, so changing the list later would have no effect.
Reading `Sprite.collision` therefore returns a `ReadOnlyList`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn, TypeGuard

from spritecol._support.lazy_imports import is_array, is_geometry, shapely
from spritecol._support.range_check import non_negative, number, shown
from spritecol.shapes import Circle, Point, Polygon, Rect, Shape, Triangle

_LISTS_ALLOWED = (
    "a number list must have 2 numbers [x, y], 3 [x, y, r], 4 [x1, y1, x2, y2] "
    "or 6 [x1, y1, x2, y2, x3, y3]"
)
_CHOICES = "a shape, a shapely Polygon or MultiPolygon, a number list, a sequence of these, or None"


def shapes_from(collision: object, image_size: tuple[float, float] | None) -> tuple[Shape, ...]:
    """Return the shapes for a value of `Sprite.collision`.

    Args:
        collision: one shape, a shapely Polygon or MultiPolygon, a number list as in DXRuby, a
            sequence of any of these, or None for the rectangle of the image. Number lists mean
            whole pixels: 2 numbers are the center of a pixel, 3 are a circle, 4 are a rectangle
            from one pixel to another, both included, and 6 are a triangle through the centers of
            three pixels.
        image_size: width and height of the sprite's image in pixels, or None without an image.

    Returns:
        A tuple of shapes in the order given. A MultiPolygon gives one shape for each part.

    Raises:
        TypeError: `collision` is or contains anything else, or is empty but not a list, tuple or
            array.
        ValueError: a number list has an unknown length, a number is not finite or is beyond 1e12, a
            radius is negative, or a polygon is invalid.

    >>> shapes_from([[0, 0, 9, 9], [5, 5, 2]], None)
    (Rect(0.0, 0.0, 10.0, 10.0), Circle(5.0, 5.0, 2.0))
    """
    if collision is None:
        return () if image_size is None else (Rect(0.0, 0.0, *image_size),)
    if isinstance(collision, Shape):
        return (collision,)
    if is_geometry(collision):
        return _from_geometry(collision, "collision")
    if not _is_sequence(collision) or _is_of_sprites(collision):
        raise TypeError(f"collision must be {_CHOICES}, got {shown(collision)}{_remedy(collision)}")
    items = list(collision)
    if not items:
        if isinstance(collision, list | tuple) or is_array(collision):
            return ()
        raise TypeError(
            f"collision must be {_CHOICES}, got {shown(collision)}, which is empty; for a sprite "
            "without shapes, assign an empty list, []"
        )
    if _is_item(items[0]):
        return tuple(shape for i, item in enumerate(items) for shape in _from_item(item, i))
    return (_from_numbers(collision, "collision"),)


def _is_sequence(value: object) -> TypeGuard[Sequence[Any]]:
    if is_array(value):
        return value.ndim > 0
    return isinstance(value, Sequence) and not isinstance(value, str | bytes | bytearray)


def _is_of_sprites(value: object) -> bool:
    """Whether a value is a Group."""
    return hasattr(type(value), "pair_indices")


def _remedy(value: Any) -> str:
    """Return advice for shapes of other libraries, and for sprites."""
    try:
        if _is_of_sprites(value):
            return "; give shapes to each sprite, and let others check the Group: check(group)"
        if isinstance(value, Mapping):
            first = next((shown(name) for name in value), "name")
            return f"; assign one of them: collision = frames[{first}]"
        if hasattr(value, "collision_layer"):
            return "; to use the shapes of another sprite, pass collision=other.shapes"
        if isinstance(value, type) and issubclass(value, Shape):
            return f"; make one: {value.__name__}(...)"
        if all(hasattr(value, name) for name in ("left", "top", "width", "height")):
            width, height = float(value.width), float(value.height)
            return (
                "; shapes are in the sprite's own coordinates, where (0, 0) is its top left corner:"
                f" Rect(0, 0, {width:g}, {height:g}) of spritecol is a box of that size"
            )
        if hasattr(value, "get_size") or hasattr(value, "outline"):
            return (
                "; shapes_from_surface of spritecol.integrations.pygame turns an image into shapes"
            )
    except Exception:  # whatever a user's object raises, the TypeError comes first
        pass
    return ""


def _is_item(value: object) -> bool:
    """Whether a value is an item of a sequence of shapes, rather than a number."""
    return isinstance(value, Shape) or is_geometry(value) or _is_sequence(value)


def _from_item(item: Any, index: int) -> tuple[Shape, ...]:
    where = f"collision[{index}]"
    if isinstance(item, Shape):
        return (item,)
    if is_geometry(item):
        return _from_geometry(item, where)
    if not _is_sequence(item):
        raise TypeError(f"{where} must be a shape or a number list, got {shown(item)}")
    return (_from_numbers(item, where),)


def _from_geometry(geometry: "shapely.Geometry", where: str) -> tuple[Shape, ...]:
    if not isinstance(geometry, shapely.Polygon | shapely.MultiPolygon):
        raise TypeError(
            f"{where} must be a shapely Polygon or MultiPolygon, got {shown(geometry)}; "
            "for lines and points use Segment and Point"
        )
    parts = geometry.geoms if isinstance(geometry, shapely.MultiPolygon) else [geometry]
    return tuple(Polygon.from_geometry(part) for part in parts if not part.is_empty)


def _from_numbers(items: Sequence[Any], where: str) -> Shape:
    # Of a copy, because reading a number of a user's own type may make the list longer.
    numbers = [number(item, f"{where}[{i}]") for i, item in enumerate(tuple(items))]
    if isinstance(items, tuple):
        raise TypeError(
            f"{where} is a tuple of numbers, {shown(items)}, which can be read in two ways: as the "
            f"list {list(items)!r}, DXRuby's notation of whole pixels, or as a shape, such as "
            "Rect(x, y, width, height), Circle(x, y, radius), or Polygon(points) of corners"
        )
    match numbers:
        case [x, y]:
            return Point(x + 0.5, y + 0.5)
        case [x, y, r]:
            return Circle(x, y, non_negative(r, f"{where}[2]"))
        case [x1, y1, x2, y2]:
            left, top = min(x1, x2), min(y1, y2)
            return Rect(left, top, max(x1, x2) - left + 1.0, max(y1, y2) - top + 1.0)
        case [_, _, _, _, _, _]:
            return Triangle(*(value + 0.5 for value in numbers))
        case _:
            raise ValueError(f"{where}: {_LISTS_ALLOWED}; got {len(numbers)}: {shown(items)}")


class ReadOnlyList(list[Any]):
    """A list that cannot be changed. Its errors say what to do instead. A copy is a plain list."""

    __slots__ = ()

    def _refuse(self, *arguments: Any, **named: Any) -> NoReturn:
        raise TypeError(
            "the shapes of a sprite can only be changed by assignment: sprite.collision = "
            "[*sprite.collision, more]"
        )

    append = clear = extend = insert = pop = remove = reverse = sort = _refuse
    __setitem__ = __delitem__ = __imul__ = _refuse

    def __iadd__(self, more: Any) -> list[Any]:  # type: ignore[override, misc]
        return [*self, *more]  # `sprite.collision += [shape]` assigns this

    def __reduce_ex__(self, protocol: Any) -> Any:
        return list, (list(self),)


def read_only(value: Any) -> Any:
    """Return a value of `collision`, with its lists and arrays replaced by copies that cannot be
    changed.
    """
    if isinstance(value, list) and not isinstance(value, ReadOnlyList):
        return ReadOnlyList([read_only(item) for item in value])
    if type(value) is tuple:
        items = tuple([read_only(item) for item in value])
        return (
            items if any(new is not old for new, old in zip(items, value, strict=True)) else value
        )
    if is_array(value):
        value = value.copy()
        value.flags.writeable = False
    return value
