"""The circles of the seeds' table: any number of them, radius 5 to 10, and all of them move."""

from collections.abc import Callable

import numpy as np
from scenes.boxes import Boxes, brute_force
from harness.measuring import Answer, Contender, pair_rows
from numpy.typing import NDArray
from scenes.sprites import HEIGHT, WIDTH, circles

from spritecol import Circle, Group, Sprite
from spritecol.spatial import candidate_pairs

# Places that circles go to before they come back. A processor learns by heart how comparisons end
# in a small scene with but a few moments (measured: with 4, a grid of 1,000 circles took two thirds
# of its time), and no game is like that.
PLACES = 200_000
FEWEST, MOST = 8, 512  # moments

STEP = 2.0  # pixels that a circle is away from where it was made, at most, on each axis

Column = NDArray[np.float64]


class Circles:
    """Where the circles are, moment by moment, in arrays that each peer reads in its own way."""

    def __init__(self, count: int, scale: float = 1) -> None:
        """In a window that is `scale` times as wide and as high as that of the scenes."""
        self.count, self.width, self.height = count, WIDTH * scale, HEIGHT * scale
        sprites = circles(count, width=self.width, height=self.height)
        group = Group(sprites)
        rng = np.random.default_rng(count)
        self.moments = min(max(PLACES // count, FEWEST), MOST)
        self.xs, self.ys = (
            [column + rng.uniform(-STEP, STEP, count) for _ in range(self.moments)]
            for column in (group.x, group.y)
        )
        self.radius: Column = np.array([_radius(sprite) for sprite in sprites])
        self.group = group

    def boxes(self, moment: int) -> Boxes:
        """The boxes round the circles."""
        x, y, r = self.xs[moment], self.ys[moment], self.radius
        return np.stack([x - r, y - r, x + r, y + r], axis=1)

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """A box round everything, at any moment."""
        far = 20 + STEP
        return (-far, -far, self.width + far, self.height + far)

    def reference(self) -> dict[str, Callable[[int], Answer]]:
        """The answers of those who compare boxes."""
        return {"boxes": self._pairs_of_boxes}

    def _pairs_of_boxes(self, moment: int) -> Answer:
        boxes = self.boxes(moment)
        if self.count <= BRUTE:
            return pair_rows(brute_force(boxes))
        return pair_rows(candidate_pairs(boxes))


def _radius(sprite: Sprite) -> float:
    (shape,) = sprite.shapes
    assert isinstance(shape, Circle)
    return shape.r


BRUTE = 2_000  # boxes that NumPy compares each with each; more would need gigabytes


class CircleContender(Contender):
    """Whoever finds the pairs of that scene."""

    def __init__(self, scene: Circles) -> None:
        self.scene, self.moments = scene, scene.moments


class Ours(CircleContender):
    """Sprites in a Group: new columns, then the pairs as positions."""

    def __init__(self, scene: Circles) -> None:
        super().__init__(scene)
        self.group = scene.group

    def frame(self, moment: int) -> NDArray[np.intp]:
        self.group.x = self.scene.xs[moment]
        self.group.y = self.scene.ys[moment]
        return self.group.pair_indices()
