"""The circles of the classic linear-quadtree benchmark: radius 5 to 10, and all of them move."""

import numpy as np
from numpy.typing import NDArray

from scenes.boxes import Boxes
from scenes.sprites import HEIGHT, WIDTH, circles
from spritecol import Circle, Group

# Places that circles go to before they come back. A processor learns by heart how comparisons end
# in a small scene with but a few moments (measured: with 4, a grid of 1,000 circles took two thirds
# of its time), and no game is like that.
PLACES = 200_000
FEWEST, MOST = 8, 512  # moments

STEP = 2.0  # pixels that a circle is away from where it was made, at most, on each axis

Column = NDArray[np.float64]


class Circles:
    """Where the circles are, moment by moment, in arrays that each peer reads in its own way."""

    def __init__(self, count: int) -> None:
        self.count, self.width, self.height = count, WIDTH, HEIGHT
        sprites = circles(count)
        group = Group(sprites)
        rng = np.random.default_rng(count)
        self.moments = min(max(PLACES // count, FEWEST), MOST)
        self.xs, self.ys = (
            [column + rng.uniform(-STEP, STEP, count) for _ in range(self.moments)]
            for column in (group.x, group.y)
        )
        self.radius: Column = np.array(
            [shape.r for sprite in sprites for shape in sprite.shapes if isinstance(shape, Circle)]
        )
        self.group = group

    def places(self) -> list[list[tuple[float, float]]]:
        """The middles, moment by moment."""
        return [
            list(zip(x.tolist(), y.tolist(), strict=True))
            for x, y in zip(self.xs, self.ys, strict=True)
        ]

    def boxes(self, moment: int) -> Boxes:
        """The boxes round the circles."""
        x, y, r = self.xs[moment], self.ys[moment], self.radius
        return np.stack([x - r, y - r, x + r, y + r], axis=1)

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """A box round everything, at any moment."""
        far = 20 + STEP
        return (-far, -far, self.width + far, self.height + far)
