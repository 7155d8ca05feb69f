"""Shapes of every kind that spritecol exports. A new kind is in all tables made from these."""

import inspect
from typing import Any

import spritecol
from spritecol import Polygon, Shape

NUMBERS = (1, 2, 7, 3, 4, 9)
CONCAVE = Polygon([(0, 0), (9, 0), (2, 2), (0, 9)])
HOLLOW = Polygon([(0, 0), (9, 0), (9, 9), (0, 9)], [[(1, 1), (8, 1), (8, 8), (1, 8)]])

KINDS: list[Any] = [
    kind
    for kind in (getattr(spritecol, name) for name in spritecol.__all__)
    if isinstance(kind, type) and issubclass(kind, Shape) and not inspect.isabstract(kind)
]


def examples_of(kind: Any) -> list[Shape]:
    """Return shapes of one kind in small whole numbers, with a turned one if it has an angle."""
    if kind is Polygon:
        return [CONCAVE, HOLLOW]
    arguments = inspect.signature(kind).parameters
    needed = [
        one
        for one in arguments.values()
        if one.kind is one.POSITIONAL_OR_KEYWORD and one.name != "angle"
    ]
    shapes = [kind(*NUMBERS[: len(needed)])]
    if "angle" in arguments:
        shapes.append(kind(*NUMBERS[: len(needed)], angle=30))
    return shapes


SHAPES = [shape for kind in KINDS for shape in examples_of(kind)]
