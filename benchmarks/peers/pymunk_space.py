"""pymunk: a circle on a body each, moved in bulk; a step finds who touches, and solves nothing.

Bodies are kinematic, so that the step moves none of them and has no contacts to solve. The batch
module sets positions and reads the touching pairs, which is the fastest that pymunk offers.
"""

from typing import Any

import numpy as np
import pymunk
from harness.contender import Answer, Contender, pair_rows
from numpy.typing import NDArray
from pymunk import batch
from scenes.circles import Circles

from peers.circles import CircleContender

TINY = 1e-9  # seconds of a step
PAIR = batch.ArbiterFields.BODY_A_ID | batch.ArbiterFields.BODY_B_ID


class CirclePairs(CircleContender):
    """All pairs of circles, as the numbers that pymunk gives to bodies."""

    note = "pairs of pymunk's body ids, not of positions"

    def __init__(self, scene: Circles, hashed: bool) -> None:
        super().__init__(scene)
        self.way = "spatial hash" if hashed else "tree of boxes"
        self.space = pymunk.Space()
        self.space.collision_persistence = 1  # forget a pair in the first step that lacks it
        if hashed:
            self.space.use_spatial_hash(2 * float(scene.radius.mean()), scene.count)
        bodies = []
        for radius in scene.radius.tolist():
            body = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
            self.space.add(body, pymunk.Circle(body, radius))
            bodies.append(body.id)
        self.numbers = {number: position for position, number in enumerate(bodies)}
        self.places, self.pairs = batch.Buffer(), batch.Buffer()
        # The order in which the batch module goes through the bodies.
        batch.get_space_bodies(self.space, batch.BodyFields.BODY_ID, self.places)
        order = np.frombuffer(self.places.int_buf(), np.int64).tolist()
        self.order = np.array([self.numbers[number] for number in order])

    def frame(self, moment: int) -> Any:
        x, y = self.scene.xs[moment], self.scene.ys[moment]
        self.places.set_float_buf(np.stack([x[self.order], y[self.order]], axis=1))
        batch.set_space_bodies(self.space, batch.BodyFields.POSITION, self.places)
        self.space.step(TINY)
        self.pairs.clear()
        batch.get_space_arbiters(self.space, PAIR, self.pairs)
        found: NDArray[np.int64] = np.frombuffer(self.pairs.int_buf(), np.int64).copy()
        return found

    def answer(self) -> Answer:
        return pair_rows([self.numbers[number] for number in self.result.tolist()])


def ways(scene: Circles) -> list[Contender]:
    """A contender for each of pymunk's two indexes."""
    return [CirclePairs(scene, hashed) for hashed in (False, True)]
