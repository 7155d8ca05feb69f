"""A shape of every kind that there is: a new kind is in all tables that are made from these."""

import inspect
from typing import Any

import spritecol
from spritecol import Polygon, Shape

NUMBERS = (1, 2, 7, 3, 4, 9)
HOLLOW = Polygon([(0, 0), (9, 0), (9, 9), (0, 9)], [[(1, 1), (8, 1), (8, 8), (1, 8)]])


def example_of(kind: Any) -> Shape:
    """A shape of one kind, of small whole numbers."""
    if kind is Polygon:
        return Polygon([(0, 0), (9, 0), (2, 2), (0, 9)])  # concave
    needed = [
        one for one in inspect.signature(kind).parameters.values() if one.default is one.empty
    ]
    shape = kind(*NUMBERS[: len(needed)])
    assert isinstance(shape, Shape)
    return shape


KINDS: list[type[Shape]] = [
    kind
    for kind in (getattr(spritecol, name) for name in spritecol.__all__)
    if isinstance(kind, type) and issubclass(kind, Shape) and not inspect.isabstract(kind)
]
SHAPES = [*map(example_of, KINDS), HOLLOW]
