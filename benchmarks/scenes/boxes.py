"""Seeded scenes of bare boxes, shared by tests and benchmarks, and the brute force they answer to.

A scene is an array of shape (n, 4): left, top, right, bottom, in pixels.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

Boxes = NDArray[np.float64]
Random = np.random.Generator

LIMIT = 1e12  # pixels: the largest number that spritecol takes


def brute_force(boxes: Boxes, other: Boxes | None = None) -> NDArray[np.intp]:
    """All pairs of overlapping boxes, sorted, by comparing each with each."""
    a, b = boxes[:, None], (boxes if other is None else other)[None]
    meet = (
        (a[..., 0] < b[..., 2])
        & (b[..., 0] < a[..., 2])
        & (a[..., 1] < b[..., 3])
        & (b[..., 1] < a[..., 3])
    )
    return np.argwhere(np.triu(meet, 1) if other is None else meet)


def boxes_at(x: ArrayLike, y: ArrayLike, width: ArrayLike, height: ArrayLike) -> Boxes:
    """Boxes by their left top corners and sizes; numbers stand for columns of them."""
    left, top, w, h = np.broadcast_arrays(*np.atleast_1d(x, y, width, height))
    return np.stack([left, top, left + w, top + h], axis=1).astype(np.float64)


def uniform(count: int, random: Random) -> Boxes:
    """The window of the classic linear-quadtree benchmark: 1280 x 720 pixels, boxes of 10 to 20."""
    size = random.uniform(10, 20, count)
    return boxes_at(random.uniform(0, 1280, count), random.uniform(0, 720, count), size, size)


def sparse(count: int, random: Random) -> Boxes:
    """A hundred times as much room as boxes, however many they are."""
    side = 150 * np.sqrt(count)
    size = random.uniform(10, 20, count)
    x, y = random.uniform(0, side, (2, count))
    return boxes_at(x, y, size, size)


def bosses(count: int, random: Random) -> Boxes:
    """Bullets of 4 pixels, and in every hundred a boss of 2,000."""
    size = np.where(random.random(count) < 0.01, 2000.0, 4.0)
    x, y = random.uniform(0, 100 * np.sqrt(count), (2, count))
    return boxes_at(x, y, size, size)


def clusters(count: int, random: Random) -> Boxes:
    """Crowds in five places of a wide world."""
    middles = random.uniform(-50_000, 50_000, (5, 2))
    x, y = (middles[random.integers(0, 5, count)] + random.normal(0, 60, (count, 2))).T
    return boxes_at(x, y, 8, random.uniform(4, 12, count))


def one_spot(count: int, random: Random) -> Boxes:
    """Everything in one spot: every pair overlaps."""
    del random
    return boxes_at(np.full(count, 100.0), 100, 16, 16)


def huge_world(count: int, random: Random) -> Boxes:
    """1e9 pixels wide, with some pairs that stand close."""
    x, y = random.uniform(-5e8, 5e8, (2, count))
    x[1::3], y[1::3] = x[: len(x[1::3])], y[: len(y[1::3])]
    return boxes_at(x, y, random.uniform(1, 100, count), random.uniform(1, 100, count))


def horizontal_line(count: int, random: Random) -> Boxes:
    """One row, each overlapping the next."""
    return boxes_at(random.permutation(count) * 10.0, 0, 12, 12)


def vertical_line(count: int, random: Random) -> Boxes:
    """One column, each overlapping the next."""
    return boxes_at(0, random.permutation(count) * 10.0, 12, 12)


def diagonal_line(count: int, random: Random) -> Boxes:
    """One diagonal, each overlapping the next."""
    along = random.permutation(count) * 10.0
    return boxes_at(along, -along, 12, 12)


def negative(count: int, random: Random) -> Boxes:
    """Left of and above the origin, and across it."""
    x, y = random.uniform(-1500, 50, (2, count))
    return boxes_at(x, y, random.uniform(0, 80, count), random.uniform(0, 80, count))


def far_corners(count: int, random: Random) -> Boxes:
    """At the ends of the allowed numbers, where a float64 resolves 1e-4 pixels."""
    x, y = random.choice([-LIMIT, LIMIT - 1000.0], (2, count)) + random.uniform(0, 900, (2, count))
    return boxes_at(x, y, random.uniform(0, 100, count), random.uniform(0, 100, count))


def across_the_split(count: int, random: Random) -> Boxes:
    """A crowd in the middle of a world so wide that its index is made in halves."""
    x = random.uniform(-44, 36, count)
    x[:2] = [-LIMIT, LIMIT - 8][:count]
    return boxes_at(x, random.uniform(0, 30, count), 8, 8)


def lost(count: int, random: Random) -> Boxes:
    """A window full of boxes, and in every fifty one that flew off, alone or with a friend."""
    boxes = uniform(count, random)
    gone = random.random(count) < 0.02
    x = 10.0 ** random.integers(5, 12, count) * random.choice([-1, 1], count)
    y = np.where(random.random(count) < 0.5, 0, x / 2)
    boxes[gone] += np.stack([x, y, x, y], axis=1)[gone]
    return boxes


def rounded_off(count: int, random: Random) -> Boxes:
    """A column of boxes whose left sides differ by what rounding leaves, at most."""
    x = random.choice([0.0, 0.1 + 0.2 - 0.3, 5e-324], count)
    boxes = boxes_at(x, np.arange(count) * 4.0, 90, 5)
    return random.permutation(boxes)


def points(count: int, random: Random) -> Boxes:
    """Boxes without width, without height, without both, and some with area for them to lie in."""
    width, height = random.choice([0.0, 0.0, 0.0, 30.0], (2, count))
    x, y = random.integers(0, 200, (2, count))
    return boxes_at(x, y, width, height)


def lattice(count: int, random: Random) -> Boxes:
    """Tiles of whole numbers that touch and never overlap, in any order."""
    side = int(np.ceil(np.sqrt(max(count, 1))))
    places = random.permutation(side * side)[:count]
    return boxes_at(places % side * 8, places // side * 8, 8, 8)


def touching(count: int, random: Random) -> Boxes:
    """Small whole numbers: edges that touch and overlaps by one, all over."""
    side = int(3 * np.sqrt(count)) + 2
    x, y = random.integers(0, side, (2, count))
    width, height = random.integers(0, 5, (2, count))
    return boxes_at(x, y, width, height)


def all_sizes(count: int, random: Random) -> Boxes:
    """Sizes over 20 orders of magnitude, each box about as far from the origin as it is large."""
    size = 10.0 ** random.uniform(-10, 10, count)
    x, y = random.uniform(-4, 4, (2, count)) * size
    return boxes_at(x, y, size, size * random.uniform(0.01, 1, count))


def dust_to_stars(count: int, random: Random) -> Boxes:
    """Sizes from the smallest number there is: far more levels than an index makes."""
    size = 10.0 ** random.uniform(-320, 11, count)
    x, y = random.uniform(-1, 1, (2, count)) * size
    return boxes_at(x, y, size, size)


def upright_needles(count: int, random: Random) -> Boxes:
    """Tall and thin, side by side."""
    return boxes_at(random.permutation(count) * 2.0, random.uniform(0, 9, count), 1, 10_000)


def flat_needles(count: int, random: Random) -> Boxes:
    """Wide and thin, one above the other."""
    return boxes_at(random.uniform(0, 9, count), random.permutation(count) * 2.0, 10_000, 1)


def cross(count: int, random: Random) -> Boxes:
    """Half of them needles that stand, half needles that lie across all of those."""
    half = count // 2
    standing = boxes_at(np.arange(half) * 2.0, -10 * count, 1, 20 * count)
    lying = boxes_at(-10 * count, np.arange(count - half) * 2.0, 20 * count, 1)
    return random.permutation(np.concatenate([standing, lying]))


def comb_beside_column(count: int, random: Random) -> Boxes:
    """A comb of tall needles, and a column beside it of as many small ones: no pair at all."""
    return random.permutation(np.concatenate(comb_and_column(count)))


def comb_and_column(count: int) -> tuple[Boxes, Boxes]:
    """Needles that reach past all of a column of small boxes, far from it; the two halves."""
    half = count // 2
    comb = boxes_at(1000 + np.arange(half) * 2.0, 0, 1, 10 * count)
    column = boxes_at(0, np.arange(count - half) * 10.0, 4, 4)
    return comb, column


SCENES: dict[str, Callable[[int, Random], Boxes]] = {
    scene.__name__: scene
    for scene in (
        uniform,
        sparse,
        bosses,
        clusters,
        one_spot,
        huge_world,
        horizontal_line,
        vertical_line,
        diagonal_line,
        negative,
        far_corners,
        across_the_split,
        lost,
        rounded_off,
        points,
        lattice,
        touching,
        all_sizes,
        dust_to_stars,
        upright_needles,
        flat_needles,
        cross,
        comb_beside_column,
    )
}


def scene(name: str, count: int, seed: int = 3) -> Boxes:
    """A scene by its name: the same for the same numbers."""
    return SCENES[name](count, np.random.default_rng([seed, count]))
