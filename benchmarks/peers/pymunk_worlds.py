"""pymunk: a Space of kinematic circles, copied or pickled as a whole.

A step moves them by their velocities, and finds who touches.
"""

import pickle
from typing import Any

import pymunk
from harness.contender import Answer
from scenes.drifters import RADIUS, Drifters


class Copied:
    """A Space that is kept by `Space.copy`."""

    way = "Space.copy"

    def __init__(self, scene: Drifters) -> None:
        self.space = pymunk.Space()
        for place, way in zip(scene.places.tolist(), scene.ways.tolist(), strict=True):
            body = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
            body.position, body.velocity = tuple(place), tuple(way)
            self.space.add(body, pymunk.Circle(body, RADIUS))

    def save(self) -> Any:
        return self.space.copy()

    def restore(self, saved: Any) -> None:
        self.space = saved.copy()

    def change(self) -> None:
        for body in self.space.bodies:
            body.position += (1, 1)
            body.velocity += (1, 1)

    def play(self) -> None:
        self.space.step(1.0)

    def where(self) -> Answer:
        return sorted((*body.position, *body.velocity) for body in self.space.bodies)


class Pickled(Copied):
    """A Space that is kept by pickle."""

    way = "pickle"

    def save(self) -> Any:
        return pickle.dumps(self.space, pickle.HIGHEST_PROTOCOL)

    def restore(self, saved: Any) -> None:
        self.space = pickle.loads(saved)


def sides(scene: Drifters) -> list[Copied]:
    """Both ways."""
    return [Copied(scene), Pickled(scene)]
