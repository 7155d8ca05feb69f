"""pymunk: units that ask the Space after each move; polygons cut up."""

import pymunk
from harness.contender import Answer, Frames
from pymunk import autogeometry
from scenes.units import SIDE, WALL, Corners, Units


class Asking(Frames):
    """Some units move and ask, one after the other."""

    moments = 2

    def __init__(self, scene: Units, asking: int) -> None:
        self.space = space = pymunk.Space()
        self.numbers = {}
        for k, (x, y) in enumerate(scene.walls):
            corners = [(x, y), (x + WALL, y), (x + WALL, y + SIDE), (x, y + SIDE)]
            wall = pymunk.Poly(space.static_body, corners)
            space.add(wall)
            self.numbers[wall] = -1 - k
        for k, place in enumerate(scene.places):
            body = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
            body.position = place
            shape = pymunk.Poly(body, [(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)])
            space.add(body, shape)
            self.numbers[shape] = k
        units = [shape for shape, k in self.numbers.items() if k >= 0]
        self.asking = list(zip(units[:asking], scene.ways, strict=False))
        self.per = len(self.asking)

    def frame(self, moment: int) -> list[list[pymunk.ShapeQueryInfo]]:
        sign, found, space = 1 - 2 * moment, [], self.space
        for shape, (dx, dy) in self.asking:
            body = shape.body
            x, y = body.position
            body.position = (x + sign * dx, y + sign * dy)
            space.reindex_shapes_for_body(body)
            found.append(space.shape_query(shape))
        return found

    def answer(self) -> Answer:
        return [sorted(self.numbers[hit.shape] for hit in hits) for hits in self.result]


def cut(corners: Corners) -> object:
    """A polygon's convex pieces."""
    return autogeometry.convex_decomposition([*corners, corners[0]], 0)
