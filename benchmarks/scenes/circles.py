"""The circles of the classic linear-quadtree benchmark: radius 5 to 10, and all of them move."""

import numpy as np
from numpy.typing import NDArray

from scenes.boxes import Boxes
from scenes.sprites import HEIGHT, WIDTH, circles
from spritecol import Circle, Group, Sprite

# Places that circles go to before they come back. A processor learns by heart how comparisons end
# in a small scene with but a few moments (measured: with 4, a grid of 1,000 circles took two thirds
# of its time), and no game is like that.
PLACES = 200_000
FEWEST, MOST = 8, 512  # moments

ANY, AGAIN, WORLD, ROWS = "any", "again", "world", "rows"
"""The order of very many sprites: as they come; the same after as many others were dropped, in any
order; created and grouped as they lie in the world, band by band; only created so, and grouped in
any order, as if a storage had moved its rows."""

STEP = 2.0  # pixels that a circle is away from where it was made, at most, on each axis

Column = NDArray[np.float64]


class Circles:
    """Where the circles are, moment by moment, in arrays that each peer reads in its own way."""

    def __init__(self, count: int, scale: float = 1, order: str = ANY) -> None:
        """In a window that is `scale` times as wide and as high as that of the scenes."""
        self.count, self.width, self.height = count, WIDTH * scale, HEIGHT * scale
        if order == AGAIN:
            create_and_drop(count)
        sprites = circles(count, width=self.width, height=self.height)
        if order in (WORLD, ROWS):
            sprites = created_as_in_world(sprites, group_too=order == WORLD)
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


def create_and_drop(count: int) -> None:
    """Create sprites and drop them in any order, as a level that is left does."""
    old: list[Sprite | None] = [Sprite(0, 0, collision=Circle(0, 0, 5)) for _ in range(count)]
    for k in np.random.default_rng(count).permutation(count).tolist():
        old[k] = None


def created_as_in_world(sprites: list[Sprite], *, group_too: bool) -> list[Sprite]:
    """Copies of sprites, created in the order of the world; listed so too, if `group_too`."""
    group = Group(sprites)
    order = np.lexsort((group.x, np.floor(group.y / 20))).tolist()
    # While the others hold their rows, each of these gets the next row.
    created = [Sprite(sprites[k].x, sprites[k].y, collision=sprites[k].shapes) for k in order]
    if group_too:
        return created
    at = dict(zip(order, created, strict=True))
    return [at[k] for k in range(len(sprites))]


def _radius(sprite: Sprite) -> float:
    (shape,) = sprite.shapes
    assert isinstance(shape, Circle)
    return shape.r
