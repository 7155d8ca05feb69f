"""pymunk: `shapes_collide` of boxes on bodies of their own, which needs no space."""

from collections.abc import Sequence
from math import radians

import pymunk
from harness.contender import Answer, Contender, Frames, Statement

Box = tuple[float, float, float]  # x and y of the middle, angle in degrees


def box(place: Box, side: float) -> pymunk.Shape:
    """A square that is turned about its middle."""
    body = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
    body.position = place[0], place[1]
    body.angle = radians(place[2])
    shape = pymunk.Poly.create_box(body, (side, side))
    shape.cache_bb()
    return shape


def depth(found: pymunk.ContactPointSet) -> float:
    """How deep the deepest of the points is, rounded."""
    return round(-min(float(point.distance) for point in found.points), 6)


def one_pair(a: Box, b: Box, side: float) -> list[Contender]:
    """One call."""
    return [Statement("a.shapes_collide(b)", {"a": box(a, side), "b": box(b, side)}, read=depth)]


class Loop(Frames):
    """A call for each of many pairs, which are known already."""

    note = "the pairs are given"

    def __init__(self, a: Sequence[Box], b: Sequence[Box], side: float) -> None:
        self.pairs = [(box(p, side), box(q, side)) for p, q in zip(a, b, strict=True)]

    def frame(self, moment: int) -> list[pymunk.ContactPointSet]:
        return [a.shapes_collide(b) for a, b in self.pairs]

    def answer(self) -> Answer:
        return [depth(found) for found in self.result]
