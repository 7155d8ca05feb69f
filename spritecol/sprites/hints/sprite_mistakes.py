"""Likely mistakes in sprites: values that are never read, and shapes that are elsewhere."""

import inspect
import types
from collections.abc import Collection, Iterator
from math import hypot
from numbers import Real
from typing import Any

from spritecol._support.range_check import shown
from spritecol.shapes import Shape
from spritecol.sprites.hints import call_mistakes
from spritecol.sprites.hints.mistakes import (
    hiding,
    is_number_class,
    is_unassignable,
    meant_with,
    misnamed,
    of_class,
)
from spritecol.sprites.tables.attribute_table import ATTRIBUTES

PLACES = ("pos", "center", "topleft", "rect", "location", "global_position")
"""Attributes in which users keep a position, which `x` and `y` do not follow."""

BOXES = ("hitbox", "hit_box", "hit_rect", "hitrect", "collision_rect", "hurtbox", "collider")
"""Attributes in which games of pygame keep the box that hits, beside the picture's `rect`."""

OUTLINES = ("rect", *BOXES, "radius", "mask", "size", "shape")
"""Attributes in which users keep values that may be meant as the shape of a sprite."""

_ONE = 1.0
"""In a variable, so that Python does not compute the sum at compile time."""


def of_rounding() -> Iterator[str]:
    """Warn if floating point does not round to the nearest number in this process."""
    step = 2.0**-52  # from 1.0 to the next number
    if _ONE + 0.75 * step == _ONE + step and _ONE + 0.25 * step == _ONE:
        return
    yield (
        "floating point in this process does not round to the nearest number, so answers may be "
        "wrong; a library has called fesetround: undo it with fesetround(FE_TONEAREST)"
    )


def of_sprite(sprite: Any) -> Iterator[str]:
    """Warn about values assigned to a sprite, or to its class after the class was created."""
    yield from of_rounding()
    kind = type(sprite)
    # A sprite with no attributes of its own has no state. To read `__dict__`, up to Python 3.12,
    # would slow down each later call of its methods (36 -> 56 ns in the row "upright, hit").
    has_attributes = object.__getstate__(sprite) is not None
    if (
        not has_attributes
        and kind.__module__ == "spritecol"
        and vars(kind).keys().isdisjoint(ATTRIBUTES)
    ):
        return  # a plain Sprite; reading on took 20 us in the row "import: the first check"
    library = [base for base in kind.__mro__ if base.__module__ == "spritecol"][-1]  # Sprite
    for base in kind.__mro__:
        if base is not library and issubclass(base, library):
            yield from of_class(base, library)
    hidden = _assigned_later(kind)
    for name, base in hidden.items():
        yield (
            f"{base.__name__}.{name} = {shown(vars(base)[name])} was assigned after the class was "
            f"created, and hides the sprites' {name}, which hits, moves, columns and saves use: "
            "instead, set it in the body of the class, or assign it to each sprite"
        )
    yield from call_mistakes.of_engines(kind)
    own = getattr(sprite, "__dict__", {}) if has_attributes else {}
    yield from _warn_of_name_only(sprite, own)
    yield from _of_own_attributes(sprite, own, library, hidden)
    yield from _of_other_shapes(sprite)


def _assigned_later(kind: type) -> dict[str, type]:
    """Return the stored attributes that plain values of a class hide, each with its class.

    Nobody can be told at the assignment: only a metaclass sees it, and a metaclass of Sprite would
    refuse mixins with another one, and make `isinstance` of a subclass three times slower.
    """
    numbers = {name for base in kind.__mro__ for name in vars(base).get("_spritecol_numbers", ())}
    found: dict[str, type] = {}
    for name in (*ATTRIBUTES, *numbers):
        base = next((one for one in kind.__mro__ if name in vars(one)), None)
        if base is not None and not hasattr(type(vars(base)[name]), "__get__"):
            found[name] = base
    return found


def _of_own_attributes(
    sprite: Any, own: dict[str, Any], library: type, hidden: Collection[str]
) -> Iterator[str]:
    """Warn about values that were assigned to a sprite and are never read."""
    kind = type(sprite)
    for name, value in own.items():
        meant = meant_with(name, value)
        if meant is not None:
            yield misnamed(kind.__name__, name, meant)
        elif name[:1] != "_" and is_unassignable(name, library):
            yield hiding(kind.__name__, name, value)
        elif is_number_class(type(value)):
            yield (
                f"{kind.__name__}.{name} is a Number instead of a number: define it in the body of "
                f"the class, {name} = Number(...), which is read once"
            )
        elif name in hidden:
            continue  # the class is what has to change
        elif name in ATTRIBUTES or is_number_class(type(inspect.getattr_static(kind, name, None))):
            yield (
                f"{kind.__name__}.{name} is a field of a frozen class without slots, which stores "
                "values where the sprite does not read them: create the class with slots=True"
            )
    for name in PLACES:
        if name in own and _is_elsewhere(own[name], sprite):
            yield (
                f"{kind.__name__}.{name} is {shown(own[name])}, but the sprite is at (0, 0): "
                "spritecol reads x and y only"
            )


def _warn_of_name_only(sprite: Any, own: dict[str, Any]) -> Iterator[str]:
    """Warn about a sprite that is one-way by name only, because its shapes stop from all sides."""
    kind = type(sprite)
    value = own.get("one_way", inspect.getattr_static(kind, "one_way", None))
    is_meant = value is True or isinstance(value, tuple | list)
    if is_meant and sprite.shapes and all(shape.one_way is None for shape in sprite.shapes):
        yield (
            f"{kind.__name__}.one_way is an attribute of your own, and the sprite stops others "
            "from all sides: set it on its shapes, as in collision = Rect(0, 0, 64, 8, "
            "one_way=(0, -1)) for from above"
        )


def _of_other_shapes(sprite: Any) -> Iterator[str]:
    """Warn about a shape under another name than `collision`, which is not set."""
    kind = type(sprite)
    library = [base for base in kind.__mro__ if base.__module__ == "spritecol"][-1]  # Sprite
    if library.collision.__get__(sprite) is not None:  # type: ignore[attr-defined]
        return  # without a user's own property, which may raise
    state = object.__getstate__(sprite)  # None, its dict, or a tuple of its dict and its slots
    places = [(kind, part) for part in (state if isinstance(state, tuple) else (state,)) if part]
    places += [(base, vars(base)) for base in kind.__mro__[: kind.__mro__.index(library)]]
    hits = "its image alone says what it hits" if sprite.shapes else "it hits nothing"
    for owner, names in places:
        for name, value in list(names.items()):
            if name[:1] == "_" or name in ATTRIBUTES:
                continue
            if _has_only_shapes(value):
                what, remedy = (
                    "a shape in an attribute",
                    "to hit with this shape, call it collision",
                )
            elif sprite.shapes and (shape := _shape_meant(name, value, sprite)):
                what, remedy = "an attribute", f"to hit with it, assign {shape}"
            else:
                continue
            yield (
                f"{owner.__name__}.{name} is {what} of your own, but the sprite's collision is "
                f"not set, so {hits}: {remedy}"
            )
            return


def _has_only_shapes(value: Any) -> bool:
    """Whether a value is one of the library's shapes, or a list or tuple of some."""
    items = value if isinstance(value, list | tuple) else (value,)
    return bool(items) and all(isinstance(item, Shape) for item in items)


def _shape_meant(name: str, value: Any, sprite: Any) -> str | None:
    """Return how to write what pygame's collision functions read of a sprite with an image."""
    shapes = "self.collision"
    if name == "mask":
        is_mask = hasattr(value, "overlap_area")
        return f"{shapes} = shapes_from_surface(self.image)" if is_mask else None
    if name == "radius":
        _, _, width, height = _local_box(sprite)
        is_number = isinstance(value, Real) and not isinstance(value, bool)
        # A radius beyond the corners is rather how far the sprite sees or shoots.
        if is_number and 0 < value <= hypot(width, height) / 2:
            return f"{shapes} = Circle(self.center_x, self.center_y, self.radius)"
    elif name in BOXES:
        size = value[2:] if isinstance(value, list | tuple) else getattr(value, "size", ())
        if isinstance(size, list | tuple) and len(size) == 2:
            return f"{shapes} = Rect(left, top, {size[0]}, {size[1]}), from the image's corner"
    return None


def _is_elsewhere(place: Any, sprite: Any) -> bool:
    """Whether a position is neither (0, 0) nor the middle of the sprite, which is still at (0,
    0).
    """
    if sprite.x != 0 or sprite.y != 0 or isinstance(place, str):
        return False
    try:
        x, y = getattr(place, "topleft", place)
        left, top, right, bottom = sprite.aabb
        return (float(x), float(y)) not in ((0.0, 0.0), ((left + right) / 2, (top + bottom) / 2))
    except (TypeError, ValueError):
        return False


def of_points(given: Any) -> Iterator[str]:
    """Warn about corners that are given as an array, which as a collision are single points.

    Lists are DXRuby's notation, so points given as lists are assumed to be intended.
    """
    if len(given) > 2 and getattr(given, "shape", ())[1:] == (2,):
        yield (
            f"collision = {shown(given)} is {len(given)} single points; the polygon with these "
            "corners is Polygon([...])"
        )


def of_box_for_image(image: Any) -> Iterator[str]:
    """Warn about a box, such as a Rect, that is given as an image."""
    yield (
        f"image = {shown(image)} is a box, not a picture: only its size is used, and a sprite "
        "without an image needs none. To say what can be hit, assign collision, for example "
        "collision = Rect(0, 0, width, height)"
    )


def of_image(sprite: Any) -> Iterator[str]:
    """Warn about a sprite with an image whose shapes are around (0, 0), which is the image's
    corner.
    """
    if not sprite.shapes:
        return
    left, top, right, bottom = _local_box(sprite)
    x, y = left / 2 + right / 2, top / 2 + bottom / 2
    across, down = sprite.center_x, sprite.center_y
    if left < 0 < right and top < 0 < bottom and x * across + y * down < (across**2 + down**2) / 2:
        keep = (
            "pass center_x=0 and center_y=0 to keep its center of rotation, and draw the image "
            "around (x, y); or "
        )
        yield (
            f"a sprite of class {type(sprite).__name__} has an image, and its shapes are around "
            "(0, 0), which is now the image's corner, while the sprite rotates about the image's "
            f"center: {'' if hasattr(sprite, '_draws_its_image') else keep}define the shapes "
            "relative to the image's corner, around its center"
        )


def _local_box(sprite: Any) -> tuple[float, float, float, float]:
    """Return the box around the shapes of a sprite, which has shapes, in local space."""
    lefts, tops, rights, bottoms = zip(*(shape.bounds for shape in sprite.shapes), strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


_FAR = 10  # times the size of the shapes; sprites seldom rotate about a point farther away


def of_far_center(sprite: Any, x: float, y: float) -> Iterator[str]:
    """Warn about a sprite at (0, 0) with a center far from its shapes, probably meant as its
    position.

    A center of (0, 0) is not such a mistake, because the sprite is at that position. Points have no
    size to compare with.
    """
    if not sprite.shapes or (x, y) == (0, 0):
        return
    left, top, right, bottom = _local_box(sprite)
    size = max(right - left, bottom - top)
    across, down = max(left - x, x - right, 0), max(top - y, y - bottom, 0)
    if across**2 + down**2 > (_FAR * size) ** 2 > 0:
        yield (
            f"a sprite of class {type(sprite).__name__} is at (0, 0): its center_x and center_y "
            "are not its position but the point that it rotates about, and far from its shapes. "
            "To place it, write position=(x, y). To let it orbit a point, set x and y to that "
            "point, and define its shapes around (0, 0) with center_x=0, center_y=0"
        )


def of_shapeless(sprite: Any) -> Iterator[str]:
    """Warn about a sprite in a check that has never had shapes."""
    kind = type(sprite)
    if told := list(_of_other_shapes(sprite)):
        yield from told
        return
    own = [name for name in OUTLINES if name in getattr(sprite, "__dict__", {})]
    hint = f" ({own[0]} is an attribute of your own)" if own else ""
    value = inspect.getattr_static(kind, "collision")
    if isinstance(value, property | types.FunctionType):
        what = "property" if isinstance(value, property) else "method"
        hint = f" (collision is a {what} of your own, which is not called)"
    yield (
        f"a sprite of class {kind.__name__} is checked or moved, has neither image nor collision, "
        f"and hits nothing{hint}: assign collision, for example collision = Circle(0, 0, 8), or "
        "collision = [] if that is meant"
    )


def of_vanished(sprite: Any) -> Iterator[str]:
    """Warn about a vanished sprite that is added to a Group, which ignores it."""
    kind = type(sprite).__name__
    leave = "kill() or vanish()" if hasattr(sprite, "kill") else "vanish()"
    back = "; one of pygame's groups takes it back" if hasattr(sprite, "kill") else ""
    yield (
        f"a Group ignores a sprite of class {kind} that has vanished{back}: to take a sprite out "
        f"of one Group, write group.remove(sprite) instead of {leave}; to switch it off for a "
        "while, write collision_enable = False"
    )


def of_lost_size(sprite: Any, size: tuple[float, float], own: tuple[float, float]) -> Iterator[str]:
    """Warn about a rect that is assigned to a sprite and differs in size from the sprite's own
    rect.
    """
    name, (width, height) = type(sprite).__name__, size
    if getattr(sprite, "image", None) is None and not sprite.shapes:
        yield (
            f"a rect of {width:g} by {height:g} is assigned to a sprite of class {name} that has "
            "neither image nor collision: only its position is used, and the size follows from "
            f"them; first assign an image, or collision = Rect(0, 0, {width:g}, {height:g}) with "
            "Rect of spritecol"
        )
    elif abs(width - own[0]) >= 1 or abs(height - own[1]) >= 1:  # a frect has fractions
        yield (
            f"a rect of another size is assigned to a sprite of class {name}: only its left and "
            "top are used, and the size follows from the image, its scale and angle; to hit with "
            "another box, assign collision = Rect(...) with Rect of spritecol, from the image's "
            "corner"
        )
