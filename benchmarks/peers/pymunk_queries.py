"""pymunk: rays and points among static shapes, one call for each."""

import numpy as np
import pymunk
from harness.contender import Answer, Contender, Frames, Statement
from numpy.typing import NDArray

Floats = NDArray[np.float64]
DIGITS = 6  # of fractions that are compared

EVERYTHING = pymunk.ShapeFilter()


def space_of(circles: Floats, polygons: list[list[tuple[float, float]]]) -> pymunk.Space:
    """A space with these shapes on its static body."""
    space = pymunk.Space()
    body = space.static_body
    space.add(*[pymunk.Circle(body, r, (x, y)) for x, y, r in circles.tolist()])
    if polygons:
        space.add(*[pymunk.Poly(body, corners) for corners in polygons])
    return space


def fraction(found: pymunk.SegmentQueryInfo | None) -> float:
    """Where a ray ends."""
    return 1.0 if found is None else round(float(found.alpha), DIGITS)


class Rays(Frames):
    """A call for each ray."""

    def __init__(self, space: pymunk.Space, starts: Floats, ends: Floats) -> None:
        self.space = space
        self.rays = list(zip(map(tuple, starts.tolist()), map(tuple, ends.tolist()), strict=True))

    def frame(self, moment: int) -> list[pymunk.SegmentQueryInfo | None]:
        query = self.space.segment_query_first
        return [query(start, end, 0, EVERYTHING) for start, end in self.rays]

    def answer(self) -> Answer:
        return [fraction(found) for found in self.result]


def one_ray(space: pymunk.Space, start: Floats, end: Floats) -> list[Contender]:
    """One call."""
    names = {
        "space": space,
        "start": tuple(start.tolist()),
        "end": tuple(end.tolist()),
        "everything": EVERYTHING,
    }
    code = "space.segment_query_first(start, end, 0, everything)"
    return [Statement(code, names, read=fraction)]


def one_point(space: pymunk.Space, point: Floats) -> list[Contender]:
    """One call."""
    names = {"space": space, "point": tuple(point.tolist()), "everything": EVERYTHING}
    return [Statement("space.point_query(point, 0, everything)", names, read=len)]
