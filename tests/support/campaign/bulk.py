"""Scenes of many sprites, in columns of numbers, drawn at random."""

import math
from collections.abc import Callable

import attrs
import numpy as np
from numpy.typing import NDArray

from spritecol import Point, Segment, Shape, Sprite
from support.scenes import SOLID, Dice, approach, shape, sized

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Random = np.random.Generator

POSE = ("x", "y", "angle", "scale_x", "scale_y", "center_x", "center_y")
NEAR = 80.0
"""How many others the box of a sprite overlaps, more or less."""


@attrs.define
class Scene:
    """Sprites by their numbers.

    Attributes:
        name: which kind of scene it is.
        shapes: those of each sprite.
        pose: a column for each name in `POSE`.
        sync, offset, enabled: the switches, a column each.
        exact: whether all numbers are small and whole, so that the oracle can be exact.
    """

    name: str
    shapes: list[list[Shape]]
    pose: dict[str, Floats]
    sync: NDArray[np.bool_]
    offset: NDArray[np.bool_]
    enabled: NDArray[np.bool_]
    exact: bool = False

    @property
    def count(self) -> int:
        return len(self.sync)

    def sprites(self, kind: type[Sprite] = Sprite) -> list[Sprite]:
        """The library's sprites for this scene."""
        columns = {name: column.tolist() for name, column in self.pose.items()}
        return [
            kind(
                **{name: columns[name][i] for name in POSE},
                collision=self.shapes[i],
                collision_sync=bool(self.sync[i]),
                offset_sync=bool(self.offset[i]),
                collision_enable=bool(self.enabled[i]),
            )
            for i in range(self.count)
        ]

    def bring_to(self, other: "Scene") -> None:
        """Move the whole scene to where another one is."""
        if not self.exact:  # these are all in one place
            for name in ("x", "y"):
                self.pose[name] = self.pose[name] - self.pose[name].mean() + other.pose[name].mean()

    def size(self) -> float:
        """The largest of the numbers that make up the scene in world space."""
        largest = {name: float(np.abs(column).max()) for name, column in self.pose.items()}
        local = max(abs(side) for some in self.shapes for shape in some for side in shape.bounds)
        scale = max(1.0, largest["scale_x"], largest["scale_y"])
        local = max(local, largest["center_x"], largest["center_y"])
        return max(largest["x"], largest["y"]) + 2 * scale * local


def free(
    rng: Random, name: str, count: int, kinds: str, *, reach: float = 20, several: int = 1,
    spread: float = 1, wide: float = 1,
) -> Scene:  # fmt: skip
    """Sprites in any pose: up to `several` shapes each, sizes up to `spread` times apart."""
    r = Dice(int(rng.integers(1 << 60)))
    sizes = reach * spread ** rng.uniform(0, 1, count)
    collisions = [
        [shape(r, kinds.split(), sized(far)) for _ in range(r.randint(1, several))]
        for far in sizes.tolist()
    ]
    side = float(np.sqrt((sizes**2).sum() * 5.0 / NEAR))
    pose = {
        "x": rng.uniform(0, side * wide, count) + rng.choice([0.0, -side, 30 * side]),
        "y": rng.uniform(0, side / wide, count),
        "angle": np.where(rng.random(count) < 0.3, 0.0, rng.uniform(-720, 720, count)),
        "scale_x": rng.uniform(0.5, 1.5, count) * rng.choice([-1, 1], count),
        "scale_y": np.where(rng.random(count) < 0.3, 1.0, rng.uniform(0.5, 1.5, count)),
        "center_x": sizes * rng.uniform(-0.5, 0.5, count),
        "center_y": sizes * rng.uniform(-0.5, 0.5, count),
    }
    sync, offset = rng.random(count) < 0.95, rng.random(count) < 0.3
    return Scene(name, collisions, pose, sync, offset, rng.random(count) < 0.97)


def crowds(rng: Random, count: int) -> Scene:
    """Two crowds far from each other, and a few sprites half way between them."""
    scene = free(rng, "crowds", count, str(rng.choice(["circle", THICK])))
    far = np.array(rng.choice([[1, 0], [0, 1], [1, 1], [-1, 0.3]])) * 10 ** rng.uniform(1, 4.5)
    share = np.where(rng.random(count) < 0.02, 0.5, rng.integers(0, 2, count))
    for name, away in zip("xy", far * np.ptp(scene.pose["x"]), strict=True):
        scene.pose[name] = scene.pose[name] + share * away
    return scene


def lattice(
    rng: Random, count: int, name: str = "lattice",
    kinds: str = "point segment box box triangle polygon circle",
) -> Scene:  # fmt: skip
    """Small whole numbers and quarter turns: much touches, and float64 is exact."""
    r = Dice(int(rng.integers(1 << 60)))

    def solid() -> Shape:
        while True:
            made = shape(r, kinds.split(), SOLID)
            area = made.geometry
            if isinstance(made, Point) or (area.length if isinstance(made, Segment) else area.area):
                return made

    side = int(math.sqrt(count * 100 / NEAR))
    scale = rng.choice([1.0, 1.0, 1.0, -1.0, 2.0], count)
    pose = {
        "x": rng.integers(0, side, count).astype(float),
        "y": rng.integers(0, side, count).astype(float),
        "angle": rng.choice([0.0, 0.0, 90.0, 180.0, -90.0, 450.0], count),
        "scale_x": scale * rng.choice([1.0, -1.0], count),
        "scale_y": scale,
        "center_x": rng.integers(-3, 4, count).astype(float),
        "center_y": rng.integers(-3, 4, count).astype(float),
    }
    sync, offset = rng.random(count) < 0.9, rng.random(count) < 0.3
    collisions = [[solid()] for _ in range(count)]
    return Scene(name, collisions, pose, sync, offset, np.ones(count, dtype=bool), exact=True)


def kissing(rng: Random, count: int) -> Scene:
    """Pairs that all but touch: gaps and overlaps of 1e-3 to 1e-8 of the numbers' size."""
    scene = free(rng, "kissing", count, EVERY)
    sprites = scene.sprites()
    r = Dice(int(rng.integers(1 << 60)))
    for a, b in zip(sprites[::2], sprites[1::2], strict=False):
        gap = r.choice((-1, 1)) * scene.size() * 10 ** r.uniform(-8, -3)
        approach(a, b, (r.randint(0, 20), r.uniform(1 / 64, 63 / 64)), gap)
    for name in ("x", "y"):
        scene.pose[name] = np.array([getattr(sprite, name) for sprite in sprites])
    return scene


EVERY = "point segment circle ellipse rect box triangle star ring needle"
THICK = "circle ellipse rect box triangle star"
BULK: dict[str, Callable[[Random, int], Scene]] = {
    "all kinds": lambda rng, n: free(rng, "all kinds", n, EVERY),
    "several shapes": lambda rng, n: free(rng, "several shapes", n // 2, EVERY, several=4),
    "rounds": lambda rng, n: free(rng, "rounds", n, "circle circle ellipse"),
    "straight": lambda rng, n: free(rng, "straight", n, "segment rect box triangle star"),
    "sizes": lambda rng, n: free(rng, "sizes", n, EVERY, reach=1, spread=1000),
    "strip": lambda rng, n: free(rng, "strip", n, THICK, wide=20),
    "tiny": lambda rng, n: free(rng, "tiny", n, THICK, reach=1e-5),
    "huge": lambda rng, n: free(rng, "huge", n, THICK, reach=1e8),
    "kissing": kissing,
    "lattice": lattice,
    "needles": lambda rng, n: free(rng, "needles", n, "lens needle segment ring", several=2),
    "crowds": crowds,
    "frames": lambda rng, n: lattice(rng, n, "frames", "frame frame segment box polygon"),
}
"""The kinds of scenes, in the order in which they come."""
