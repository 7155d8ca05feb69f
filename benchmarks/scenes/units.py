"""Crowds of units, with walls among them; polygons of many corners."""

import math
import random
from typing import Any, NamedTuple

from spritecol import Group, Rect, Sprite

CELL = 14  # pixels between neighbors
SIDE = 11  # pixels of a unit; its places are even numbers, so two units never just touch
WALL = 3  # pixels, odd as well

Place = tuple[int, int]
Corners = list[tuple[float, float]]


class Units(NamedTuple):
    """Where units are, in no order, how far each goes, and walls among them (their corners)."""

    places: list[Place]
    ways: list[Place]
    walls: list[Place]


def units(count: int) -> Units:
    """A crowd as dense as 4 neighbors each; one wall for 20 units."""
    rng = random.Random(count)
    across = math.ceil(count**0.5)
    cells = [(k % across, k // across) for k in range(count)]
    rng.shuffle(cells)
    places = [(CELL * x + rng.choice((-2, 0, 2)), CELL * y) for x, y in cells]
    ways = [(rng.choice((-2, 2)), rng.choice((-2, 2))) for _ in places]
    walls = [(CELL * x + 12, CELL * y - 2) for x, y in rng.sample(cells, max(1, count // 20))]
    return Units(places, ways, walls)


def groups(scene: Units, body: Any, offset: int = 0) -> tuple[Group, Group]:
    """The units and their walls; round bodies are `offset` from the corners of boxes."""
    wall = Rect(0, 0, WALL, SIDE)
    members = Group(Sprite(x + offset, y + offset, collision=body) for x, y in scene.places)
    return members, Group(Sprite(x, y, collision=wall) for x, y in scene.walls)


def star(corners: int, number: int) -> Corners:
    """A star-shaped polygon, one for each number."""
    rng = random.Random(corners + number)
    turns = [k * math.tau / corners for k in range(corners)]
    reach = [rng.uniform(40, 100) for _ in turns]
    return [(r * math.cos(a), r * math.sin(a)) for r, a in zip(reach, turns, strict=True)]
