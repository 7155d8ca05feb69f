"""pymunk: units that ask the Space after each move; a level of tiles; polygons cut up."""

import pymunk
from harness.contender import Answer, Calls, Contender, Frames, Statement
from pymunk import autogeometry
from scenes.units import SIDE, TILE, WALL, Place, Units

EVERYTHING = pymunk.ShapeFilter()


def box_at(
    space: pymunk.Space, left: float, top: float, width: float, height: float
) -> pymunk.Poly:
    """A box on a static body."""
    corners = [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]
    shape = pymunk.Poly(space.static_body, corners)
    space.add(shape)
    return shape


class Asking(Frames):
    """Some units move and ask, one after the other."""

    moments = 2

    def __init__(self, scene: Units, asking: int) -> None:
        self.space = space = pymunk.Space()
        self.numbers = {}
        for k, (x, y) in enumerate(scene.walls):
            self.numbers[box_at(space, x, y, WALL, SIDE)] = -1 - k
        for k, place in enumerate(scene.places):
            body = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
            body.position = place
            shape = pymunk.Poly(body, [(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)])
            space.add(body, shape)
            self.numbers[shape] = k
        units = [shape for shape, k in self.numbers.items() if k >= 0]
        self.asking = list(zip(units[:asking], scene.ways, strict=False))

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


def level(tiles: list[Place]) -> pymunk.Space:
    """A space with these tiles."""
    space = pymunk.Space()
    for x, y in tiles:
        box_at(space, x, y, TILE, TILE)
    return space


def check(tiles: list[Place], body: tuple[int, int, int]) -> list[Contender]:
    """A body, as x, y and its side, against all tiles."""
    x, y, side = body
    space = level(tiles)
    mover = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
    mover.position = (x, y)
    shape = pymunk.Poly(mover, [(0, 0), (side, 0), (side, side), (0, side)])
    space.add(mover, shape)
    return [Statement("space.shape_query(a)", {"space": space, "a": shape}, read=len)]


def ray(tiles: list[Place], start: Place, end: Place) -> list[Contender]:
    """One ray."""
    names = {"space": level(tiles), "start": start, "end": end, "everything": EVERYTHING}
    code = "space.segment_query_first(start, end, 0, everything)"
    return [Statement(code, names, read=lambda hit: 1.0 if hit is None else round(hit.alpha, 6))]


def cut(corners: list[tuple[float, float]]) -> list[Contender]:
    """Cut a polygon into convex pieces."""
    ring = [*corners, corners[0]]
    made = Calls(lambda: autogeometry.convex_decomposition(ring, 0))
    made.geometry = None
    made.note = "the pieces alone, and no proof that they are the polygon"
    return [made]
