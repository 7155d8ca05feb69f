"""Reads the size of a sprite's image."""

from typing import Any

from spritecol._numbers.range_check import non_negative, shown
from spritecol.shapes import Shape
from spritecol.sprites.hints import misuse


def size_of(image: Any) -> tuple[float, float] | None:
    """The (width, height) of an image, from `get_size()`, `.size`, or `.width` and `.height`.

    Raises:
        TypeError: the image has none of these, or they are not numbers.
        ValueError: a size is negative, not finite or beyond 1e12.
    """
    if image is None:
        return None
    get_size: Any = getattr(image, "get_size", None)
    if callable(get_size):
        try:
            size: Any = get_size()
        except TypeError:
            if isinstance(image, type):
                raise TypeError(f"image must be an image, got the class {shown(image)}") from None
            raise
    else:
        size = getattr(image, "size", None)
        if isinstance(image, Shape) or (hasattr(image, "left") and hasattr(image, "colliderect")):
            misuse.tell(misuse.of_box_for_image(image), level=3)
    if type(size) is tuple and len(size) == 2:  # the fast path, for Surfaces
        width, height = size
        if type(width) is int and type(height) is int and 0 <= width < 2**31 > height >= 0:
            return float(width), float(height)
    try:
        width, height = size
    except (TypeError, ValueError):
        try:
            width, height = image.width, image.height
        except AttributeError:
            raise TypeError(
                "image must be None or have get_size(), .size, or .width and .height, "
                f"got {shown(image)}"
            ) from None
    return non_negative(width, "image width"), non_negative(height, "image height")
