"""pygame-ce: units with rects that ask two Groups after each move."""

from typing import Any

from harness.contender import Answer, Frames
from scenes.units import SIDE, WALL, Units

from peers.pygame_ce import Box, pygame, spritecollide


class Asking(Frames):
    """Some units move and ask, one after the other."""

    note = "whole-pixel rects; each finds itself, too"
    moments = 2

    def __init__(self, scene: Units, asking: int) -> None:
        units = [Box(x, y, SIDE, SIDE, k) for k, (x, y) in enumerate(scene.places)]
        walls = [Box(x, y, WALL, SIDE, -1 - k) for k, (x, y) in enumerate(scene.walls)]
        self.units, self.walls = pygame.sprite.Group(units), pygame.sprite.Group(walls)
        self.asking = list(zip(units[:asking], scene.ways, strict=False))
        self.per = len(self.asking)

    def frame(self, moment: int) -> list[tuple[Box, list[Any]]]:
        sign, found = 1 - 2 * moment, []
        for unit, (dx, dy) in self.asking:
            unit.rect.move_ip(sign * dx, sign * dy)
            hit = spritecollide(unit, self.walls, False) + spritecollide(unit, self.units, False)
            found.append((unit, hit))
        return found

    def answer(self) -> Answer:
        return [sorted(o.number for o in hit if o is not unit) for unit, hit in self.result]
