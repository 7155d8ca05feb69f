"""A plain model of sprites and Groups for the random tests: rectangles, circles, capsules.

It shares nothing with the library: positions are recomputed from the model's own fields, in whole
numbers, so every answer is exact. Only quarter turns and equal scales, so that rectangles stay
upright and circles round; capsules are upright or level.
"""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from spritecol import Capsule, Circle, Group, Rect, Sprite

# cos and sin of 0, 90, 180 and 270 degrees
QUARTERS = ((1, 0), (0, 1), (-1, 0), (0, -1))


class Box(NamedTuple):
    """A rectangle by its sides."""

    left: int
    top: int
    right: int
    bottom: int


class Disc(NamedTuple):
    """A circle."""

    x: int
    y: int
    r: int


class Pill(NamedTuple):
    """An upright or level capsule."""

    x1: int
    y1: int
    x2: int
    y2: int
    r: int


def core(shape: Box | Disc | Pill) -> tuple[Box, int]:
    """The box, maybe flat, and the radius within which of it the shape lies."""
    match shape:
        case Box():
            return shape, 0
        case Disc(x, y, r):
            return Box(x, y, x, y), r
        case Pill(x1, y1, x2, y2, r):
            return Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)), r


def overlap(a: Box | Disc | Pill, b: Box | Disc | Pill) -> bool:
    """Whether the insides of a and b meet."""
    if isinstance(a, Box) and isinstance(b, Box):
        return a.left < b.right and b.left < a.right and a.top < b.bottom and b.top < a.bottom
    (p, r), (q, s) = core(a), core(b)
    away_x = max(p.left - q.right, 0, q.left - p.right)
    away_y = max(p.top - q.bottom, 0, q.top - p.bottom)
    return away_x**2 + away_y**2 < (r + s) ** 2


@dataclass(eq=False)
class Twin:
    """What the model knows of one sprite; `sprite` is the real one."""

    sprite: Sprite
    x: int = 0
    y: int = 0
    quarter: int = 0
    scale: tuple[int, int] = (1, 1)
    center: tuple[int, int] = (0, 0)
    sync: bool = True
    offset: bool = False
    enabled: bool = True
    vanished: bool = False
    shapes: tuple[tuple[int, ...], ...] = ()

    def place(self, x: int, y: int) -> tuple[int, int]:
        """Where a local point lies in the world."""
        dx, dy = x - self.center[0], y - self.center[1]
        if self.sync:
            dx, dy = dx * self.scale[0], dy * self.scale[1]
            cos, sin = QUARTERS[self.quarter]
            dx, dy = cos * dx - sin * dy, sin * dx + cos * dy
        if self.offset:
            return self.x + dx, self.y + dy
        return self.x + self.center[0] + dx, self.y + self.center[1] + dy

    def world(self) -> list[Box | Disc | Pill]:
        """The shapes in the world: see `collision_of`."""
        found: list[Box | Disc | Pill] = []
        factor = abs(self.scale[0]) if self.sync else 1
        for shape in self.shapes:
            if len(shape) == 3:
                found.append(Disc(*self.place(*shape[:2]), shape[2] * factor))
            elif len(shape) == 5:
                ends = (*self.place(*shape[:2]), *self.place(*shape[2:4]))
                found.append(Pill(*ends, shape[4] * factor))
            else:
                x, y, width, height = shape
                x1, y1 = self.place(x, y)
                x2, y2 = self.place(x + width, y + height)
                found.append(Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)))
        return found

    def hits(self, other: "Twin") -> bool:
        """The answer that the library must give."""
        if self is other or self.vanished or other.vanished:
            return False
        if not (self.enabled and other.enabled):
            return False
        return any(overlap(a, b) for a in self.world() for b in other.world())

    def aabb(self) -> tuple[int, ...]:
        """The box round all shapes."""
        boxes = [
            (box.left - r, box.top - r, box.right + r, box.bottom + r)
            for box, r in map(core, self.world())
        ]
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)

    def agrees(self) -> None:
        """Fails where the sprite differs from the model."""
        sprite = self.sprite
        assert (sprite.x, sprite.y) == (self.x, self.y)
        assert sprite.angle % 360 == 90 * self.quarter
        assert (sprite.scale_x, sprite.scale_y) == self.scale
        assert (sprite.center_x, sprite.center_y) == self.center
        assert sprite.collision_sync is self.sync
        assert sprite.offset_sync is self.offset
        assert sprite.collision_enable is self.enabled
        assert sprite.vanished is self.vanished
        assert len(sprite.shapes) == len(self.shapes)
        if self.shapes:
            assert sprite.aabb == self.aabb()
            for shape, world in zip(sprite.world_shapes, self.world(), strict=True):
                if isinstance(world, Disc):
                    assert shape == Circle(*world)
                elif isinstance(world, Pill):
                    assert shape == Capsule(*world)
                else:
                    assert shape.bounds == world


KINDS = {3: Circle, 4: Rect, 5: Capsule}
"""The kinds of the model's shapes, by how many numbers they take."""


def collision_of(shapes: tuple[tuple[int, ...], ...]) -> list[Circle | Rect | Capsule]:
    """What to assign to `Sprite.collision` for the model's shapes."""
    return [KINDS[len(shape)](*shape) for shape in shapes]


@dataclass(eq=False)
class GroupTwin:
    """What the model knows of one Group; `group` is the real one."""

    group: Group = field(default_factory=Group)
    members: list[Any] = field(default_factory=list)

    def flat(self) -> list[Twin]:
        """The sprites, depth-first, each once, without the vanished ones."""
        found: dict[Twin, None] = {}
        for member in self.members:
            if isinstance(member, GroupTwin):
                found.update(dict.fromkeys(member.flat()))
            elif not member.vanished:
                found[member] = None
        return list(found)

    def holds(self, group: "GroupTwin") -> bool:
        """Whether the other is this one or somewhere within."""
        return self is group or any(
            member.holds(group) for member in self.members if isinstance(member, GroupTwin)
        )
