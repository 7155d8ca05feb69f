"""arcade: units with hit boxes that ask two SpriteLists after each move."""

from typing import Any

from harness.contender import Answer, Frames
from scenes.units import SIDE, WALL, Units

from peers.arcade_sprites import FEW, HASHED, Solid, arcade, sprite_list

__all__ = ["FEW", "HASHED", "Asking"]


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
        self.per = len(self.asking)

    def frame(self, moment: int) -> list[tuple[Solid, list[Any]]]:
        sign, found, lists = 1 - 2 * moment, [], [self.walls, self.units]
        for unit, (dx, dy) in self.asking:
            x, y = unit.position
            unit.position = (x + sign * dx, y + sign * dy)
            found.append((unit, arcade.check_for_collision_with_lists(unit, lists)))
        return found

    def answer(self) -> Answer:
        return [sorted(other.number for other in hit) for _, hit in self.result]
