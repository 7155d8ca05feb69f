"""Scenes as plain arrays, from which both the sprites and the oracle's geometries are made."""

import math
from collections.abc import Callable

import attrs
import numpy as np
import shapely
from numpy.typing import NDArray

from spritecol import Circle, Ellipse, Point, Polygon, Rect, Segment, Shape, Sprite, Triangle

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Random = np.random.Generator

POINT, SEGMENT, ROUND, AREA = range(4)  # how a part is judged

POSE = ("x", "y", "angle", "scale_x", "scale_y", "center_x", "center_y")


@attrs.define
class Parts:
    """Shapes of all sprites, in local space.

    Attributes:
        owner: the sprite of each part.
        kind: POINT, SEGMENT, ROUND or AREA.
        corners: (c, 2), of all parts one after the other: a point; two ends; the center and the
            ends of both half axes; the corners of all rings.
        part: the part of each corner.
        ring: the ring of each corner, counted through the whole scene.
        shapes: what is given to the library.
    """

    owner: list[int] = attrs.field(factory=list)
    kind: list[int] = attrs.field(factory=list)
    corners: list[tuple[float, float]] = attrs.field(factory=list)
    part: list[int] = attrs.field(factory=list)
    ring: list[int] = attrs.field(factory=list)
    shapes: list[list[Shape]] = attrs.field(factory=list)

    def add(
        self, owner: int, kind: int, rings: list[list[tuple[float, float]]], shape: Shape
    ) -> None:
        """Add a part to a sprite."""
        for ring in rings:
            number = self.ring[-1] + 1 if self.ring else 0
            self.corners += ring
            self.part += [len(self.owner)] * len(ring)
            self.ring += [number] * len(ring)
        self.owner.append(owner)
        self.kind.append(kind)
        while len(self.shapes) <= owner:
            self.shapes.append([])
        self.shapes[owner].append(shape)


@attrs.define
class Scene:
    """Sprites by their numbers.

    Attributes:
        name: which kind of scene it is.
        parts: their shapes.
        pose: a column for each name in `POSE`.
        sync, offset, enabled: the switches, a column each.
        exact: whether all numbers are small and whole, so that the oracle can be exact.
    """

    name: str
    parts: Parts
    pose: dict[str, Floats]
    sync: NDArray[np.bool_]
    offset: NDArray[np.bool_]
    enabled: NDArray[np.bool_]
    exact: bool = False

    @property
    def count(self) -> int:
        """How many sprites there are."""
        return len(self.sync)

    def sprites(self, kind: type[Sprite] = Sprite) -> list[Sprite]:
        """The library's sprites for this scene."""
        columns = {name: column.tolist() for name, column in self.pose.items()}
        return [
            kind(
                **{name: columns[name][i] for name in POSE},
                collision=self.parts.shapes[i],
                collision_sync=bool(self.sync[i]),
                offset_sync=bool(self.offset[i]),
                collision_enable=bool(self.enabled[i]),
            )
            for i in range(self.count)
        ]

    def world(self) -> Floats:
        """All corners in world space, by spec: R(angle) . S . (p - center) + center + base."""
        owner = np.array(self.parts.owner)[np.array(self.parts.part)]
        pose = {name: column[owner] for name, column in self.pose.items()}
        sync, offset = self.sync[owner], self.offset[owner]
        p = np.array(self.parts.corners) - np.column_stack([pose["center_x"], pose["center_y"]])
        p = np.where(sync[:, None], p * np.column_stack([pose["scale_x"], pose["scale_y"]]), p)
        cos, sin = cos_sin(pose["angle"])
        turned = np.column_stack([cos * p[:, 0] - sin * p[:, 1], sin * p[:, 0] + cos * p[:, 1]])
        p = np.where(sync[:, None], turned, p)
        center = np.column_stack([pose["center_x"], pose["center_y"]])
        base = np.column_stack([pose["x"], pose["y"]])
        return p + np.where(offset[:, None], 0.0, center) + base

    def in_floats(self) -> "Scene":
        """A copy of the scene for a judge who allows for rounding."""
        return attrs.evolve(self, exact=False)

    def thin_out(self, times: float) -> None:
        """Put all sprites that many times as far apart; at whole numbers if they are now."""
        for name in ("x", "y"):
            column = self.pose[name]
            column = column.mean() + times * (column - column.mean())
            self.pose[name] = np.round(column) if self.exact else column

    def bring_to(self, other: "Scene") -> None:
        """Move the whole scene to where another one is."""
        if not self.exact:  # these are all in one place
            for name in ("x", "y"):
                self.pose[name] = self.pose[name] - self.pose[name].mean() + other.pose[name].mean()

    def size(self) -> float:
        """The largest of the numbers that make up the scene in world space."""
        scale = max(1.0, *(np.abs(self.pose[name]).max() for name in ("scale_x", "scale_y")))
        local = max(
            np.abs(np.array(self.parts.corners)).max(),
            *(np.abs(self.pose[name]).max() for name in ("center_x", "center_y")),
        )
        place = max(np.abs(self.pose[name]).max() for name in ("x", "y"))
        return float(place + 2 * scale * local)


def cos_sin(angle: Floats) -> tuple[Floats, Floats]:
    """Of degrees; exact at multiples of 90."""
    turned = np.mod(angle, 360.0)
    cos, sin = np.cos(np.radians(turned)), np.sin(np.radians(turned))
    for quarter, (c, s) in enumerate([(1, 0), (0, 1), (-1, 0), (0, -1)]):
        cos[turned == 90 * quarter], sin[turned == 90 * quarter] = c, s
    return cos, sin


# --- shapes --------------------------------------------------------------------------------------


def _ring(rng: Random, reach: float, spikes: int, low: float) -> list[tuple[float, float]]:
    """Corners around the middle, at distances from `low` to 1 of the reach."""
    radii = reach * rng.uniform(low, 1, spikes)
    turns = (np.arange(spikes) + rng.uniform(-0.3, 0.3, spikes)) * (2 * math.pi / spikes)
    return list(
        zip((radii * np.cos(turns)).tolist(), (radii * np.sin(turns)).tolist(), strict=True)
    )


def _corners(x: float, y: float, w: float, h: float, angle: float) -> list[tuple[float, float]]:
    """Of a rectangle turned about its middle."""
    c, s = (float(v[0]) for v in cos_sin(np.array([angle])))
    mx, my = x + w / 2, y + h / 2
    sides = [(-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2)]
    return [(mx + c * u - s * v, my + s * u + c * v) for u, v in sides]


def add_shape(parts: Parts, owner: int, rng: Random, kinds: str, reach: float) -> None:
    """A shape of one of the kinds, a letter each, about `reach` in radius, near the local origin.

    p, s, c, e, r, b (an upright box), t, g (any polygon), h (with a hole), n (a needle), l (a lens:
    an ellipse 4 to 1,000 times as long as wide).
    """
    kind = str(rng.choice(list(kinds)))
    x, y = (float(v) for v in rng.uniform(-0.3 * reach, 0.3 * reach, 2))
    a, b = (float(v) for v in rng.uniform(0.2 * reach, reach, 2))
    angle = float(rng.uniform(-360, 360))
    if kind == "p":
        parts.add(owner, POINT, [[(x, y)]], Point(x, y))
    elif kind == "s":
        ends = [(x + a * math.cos(angle), y + a * math.sin(angle)), (x, y)]
        parts.add(owner, SEGMENT, [ends], Segment(*ends[0], *ends[1]))
    elif kind == "c":
        parts.add(owner, ROUND, [[(x, y), (x + a, y), (x, y + a)]], Circle(x, y, a))
    elif kind in "el":
        if kind == "l":
            a, b = rng.permutation([a, a * 10 ** rng.uniform(-3, -0.6)]).tolist()
        c, s = (float(v[0]) for v in cos_sin(np.array([angle])))
        axes = [(x, y), (x + a * c, y + a * s), (x - b * s, y + b * c)]
        parts.add(owner, ROUND, [axes], Ellipse(x, y, a, b, angle))
    elif kind in "rbn":
        width, height = 2 * a, 2 * b * (0.01 if kind == "n" else 1)
        angle = 0.0 if kind == "b" else angle
        corners = _corners(x - a, y - b, width, height, angle)
        parts.add(owner, AREA, [corners], Rect(x - a, y - b, width, height, angle))
    elif kind == "t":
        corners = _ring(rng, reach, 3, 0.3)
        parts.add(owner, AREA, [corners], Triangle(*[v for corner in corners for v in corner]))
    else:
        ring = _ring(rng, reach, int(rng.integers(4, 12)), 0.35)
        hole = [(0.5 * x, 0.5 * y) for x, y in ring] if kind == "h" else []
        rings = [ring, hole] if hole else [ring]
        parts.add(owner, AREA, rings, Polygon(ring, rings[1:]))


# --- scenes --------------------------------------------------------------------------------------

NEAR = 80.0  # how many others the box of a sprite overlaps, more or less


def free(
    rng: Random, name: str, count: int, kinds: str, *, reach: float = 20, several: int = 1,
    spread: float = 1, wide: float = 1,
) -> Scene:  # fmt: skip
    """Sprites in any pose: up to `several` shapes each, sizes up to `spread` times apart."""
    parts = Parts()
    sizes = reach * spread ** rng.uniform(0, 1, count)
    for i in range(count):
        for _ in range(int(rng.integers(1, several + 1))):
            add_shape(parts, i, rng, kinds, float(sizes[i]))
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
    return Scene(name, parts, pose, sync, offset, rng.random(count) < 0.97)


def crowds(rng: Random, count: int) -> Scene:
    """Two crowds far from each other, and a few sprites half way between them."""
    scene = free(rng, "crowds", count, str(rng.choice(["c", "cerbtg"])))
    far = np.array(rng.choice([[1, 0], [0, 1], [1, 1], [-1, 0.3]])) * 10 ** rng.uniform(1, 4.5)
    share = np.where(rng.random(count) < 0.02, 0.5, rng.integers(0, 2, count))
    for name, away in zip("xy", far * np.ptp(scene.pose["x"]), strict=True):
        scene.pose[name] = scene.pose[name] + share * away
    return scene


def lattice(rng: Random, count: int, name: str = "lattice", kinds: str = "psbbtgc") -> Scene:
    """Small whole numbers and quarter turns: much touches, and float64 is exact.

    h is a frame with one hole or two; it is cut into convex pieces along whole numbers, too.
    """
    parts = Parts()

    def at(low: int, high: int) -> float:
        return float(rng.integers(low, high + 1))

    for i in range(count):
        kind = str(rng.choice(list(kinds)))
        x, y, w, h = at(-4, 4), at(-4, 4), at(1, 6), at(1, 6)
        if kind == "p":
            parts.add(i, POINT, [[(x, y)]], Point(x, y))
        elif kind == "s":
            parts.add(i, SEGMENT, [[(x, y), (x + w, y + at(-5, 5))]], Segment(x, y, x + w, y))
            end = parts.corners[-1]
            parts.shapes[i][-1] = Segment(x, y, *end)
        elif kind == "b":
            parts.add(i, AREA, [_corners(x, y, w, h, 0)], Rect(x, y, w, h))
        elif kind == "t":
            ring = [(x, y), (x + w, y + at(-4, 4)), (x + at(-4, 4), y + 7.0)]
            parts.add(i, AREA, [ring], Triangle(*[v for corner in ring for v in corner]))
        elif kind == "c":
            parts.add(i, ROUND, [[(x, y), (x + w, y), (x, y + w)]], Circle(x, y, w))
        elif kind == "h":
            count_of_holes = int(rng.integers(1, 3))
            width = 1 + count_of_holes * (w + 1)
            lefts = [x + 1 + k * (w + 1) for k in range(count_of_holes)]
            rings = [_corners(x, y, width, h + 2, 0), *(_corners(u, y + 1, w, h, 0) for u in lefts)]
            parts.add(i, AREA, rings, Polygon(rings[0], rings[1:]))
        else:
            ell = [(0, 0), (2, 0), (2, h), (2 + w, h), (2 + w, h + 2), (0, h + 2)]
            ring = [(x + u, y + v) for u, v in ell]
            parts.add(i, AREA, [ring], Polygon(ring))
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
    return Scene(name, parts, pose, sync, offset, np.ones(count, dtype=bool), exact=True)


def kissing(rng: Random, count: int) -> Scene:
    """Pairs that all but touch: gaps and overlaps of 1e-3 to 1e-8 of the numbers' size."""
    from support.campaign.geometry import world_of

    scene = free(rng, "kissing", count, "pscerbtgn")
    x, y = scene.pose["x"], scene.pose["y"]
    first, second = np.arange(0, count - 1, 2), np.arange(1, count, 2)
    turn = rng.uniform(0, 2 * math.pi, len(first))
    x[second], y[second] = x[first] + 150 * np.cos(turn), y[first] + 150 * np.sin(turn)
    outer = world_of(scene).outer
    lines = shapely.shortest_line(outer[second], outer[first])
    ends = shapely.get_coordinates(lines).reshape(-1, 2, 2)
    way = ends[:, 1] - ends[:, 0]
    length = np.maximum(1e-9, np.hypot(way[:, 0], way[:, 1]))
    gap = scene.size() * 10 ** rng.uniform(-8, -3, len(first)) * rng.choice([-1, 1], len(first))
    way *= (1 - gap / length)[:, None]
    x[second] += way[:, 0]
    y[second] += way[:, 1]
    return scene


EVERY = "pscerbtghn"
KINDS: dict[str, Callable[[Random, int], Scene]] = {
    "all kinds": lambda rng, n: free(rng, "all kinds", n, EVERY),
    "several shapes": lambda rng, n: free(rng, "several shapes", n // 2, EVERY, several=4),
    "rounds": lambda rng, n: free(rng, "rounds", n, "cce"),
    "straight": lambda rng, n: free(rng, "straight", n, "srbtg"),
    "sizes": lambda rng, n: free(rng, "sizes", n, EVERY, reach=1, spread=1000),
    "strip": lambda rng, n: free(rng, "strip", n, "cerbtg", wide=20),
    "tiny": lambda rng, n: free(rng, "tiny", n, "cerbtg", reach=1e-5),
    "huge": lambda rng, n: free(rng, "huge", n, "cerbtg", reach=1e8),
    "kissing": kissing,
    "lattice": lattice,
    "needles": lambda rng, n: free(rng, "needles", n, "llnshc", several=2),
    "crowds": crowds,
    "frames": lambda rng, n: lattice(rng, n, "frames", "hhhsbg"),
}
"""The kinds of scenes, in the order in which they come."""
