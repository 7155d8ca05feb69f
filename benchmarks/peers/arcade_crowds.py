"""arcade: units with hit boxes that ask two SpriteLists after each move; a level in one."""

from typing import Any

from harness.contender import Answer, Contender, Frames, Statement
from scenes.units import SIDE, TILE, WALL, Place, Units

from peers.arcade_sprites import (
    FEW,
    HASHED,
    Solid,
    arcade,
    box,
    check_for_collision_with_list,
    sprite_list,
)


class Asking(Frames):
    """Some units move and ask, one after the other. The walls have a spatial hash."""

    moments = 2

    def __init__(self, scene: Units, asking: int, hashed: bool) -> None:
        self.way = HASHED[hashed]
        self.units = sprite_list([(x, y, SIDE, SIDE) for x, y in scene.places], hashed)
        self.walls = sprite_list([(x, y, WALL, SIDE) for x, y in scene.walls], True)
        for wall in self.walls:
            wall.number = -1 - wall.number
        self.asking = list(zip(self.units[:asking], scene.ways, strict=False))

    def frame(self, moment: int) -> list[tuple[Solid, list[Any]]]:
        sign, found, lists = 1 - 2 * moment, [], [self.walls, self.units]
        for unit, (dx, dy) in self.asking:
            x, y = unit.position
            unit.position = (x + sign * dx, y + sign * dy)
            found.append((unit, arcade.check_for_collision_with_lists(unit, lists)))
        return found

    def answer(self) -> Answer:
        return [sorted(other.number for other in hit) for _, hit in self.result]


def ways(scene: Units, asking: int, each: Any) -> list[Contender]:
    """With and without a spatial hash of the units, which move; `each` makes the time one's."""
    few = len(scene.places) <= FEW
    return [each(Asking)(scene, asking, hashed) for hashed in HASHED if hashed or few]


def check(tiles: list[Place], body: tuple[int, int, int]) -> list[Contender]:
    """A body, as x, y and its side, against all tiles."""
    x, y, side = body
    names = {
        "a": box(x, y, side, side),
        "b": sprite_list([(*place, TILE, TILE) for place in tiles], True),
        "ask": check_for_collision_with_list,
    }
    return [Statement("ask(a, b)", names, read=len, note=HASHED[True])]
