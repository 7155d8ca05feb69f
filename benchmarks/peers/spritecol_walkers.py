"""Walkers of spritecol on a map of tiles with slopes."""

from typing import Any

from harness.contender import Frames
from scenes.hills import BODY, FALL, MOMENTS, RUN, TILE, Hills

from spritecol import CharacterController, Circle, Group, Polygon, Rect, Sprite

UP = (0, -1)
WIDTH, HEIGHT = BODY
BODIES = {
    "box": Rect(-WIDTH / 2, -HEIGHT, WIDTH, HEIGHT),
    "circle": Circle(0, -WIDTH / 2, WIDTH / 2),
}


class Walkers(Frames):
    """Each walks by its controller; the time is that of one move."""

    geometry = None
    moments = MOMENTS

    def __init__(self, scene: Hills, body: str = "box") -> None:
        self.level = Group(Sprite(x, y, collision=Rect(0, 0, TILE, TILE)) for x, y in scene.tiles)
        self.level.add(Sprite(collision=Polygon(corners)) for corners in scene.slopes)
        self.starts = scene.starts
        self.sprites = [Sprite(x, y, collision=BODIES[body]) for x, y in scene.starts]
        self.per = len(self.sprites)
        self.begin()

    def begin(self) -> None:
        """Back to where they started, and onto the ground."""
        for sprite, (x, y) in zip(self.sprites, self.starts, strict=True):
            sprite.x, sprite.y = x, y
            sprite.move_and_slide(0, 2 * TILE, self.level, up=UP)
        self.walkers = [CharacterController(sprite) for sprite in self.sprites]
        for walker in self.walkers:
            walker.move(0, FALL, self.level)

    def time(self, moment: int) -> float:
        if moment == 0:
            self.begin()
        return super().time(moment)

    def frame(self, moment: int) -> Any:
        level, dx = self.level, RUN if moment < MOMENTS // 2 else -RUN
        return [walker.move(dx, FALL, level) for walker in self.walkers]

    def compare(self) -> None:
        """Stop if one leaves the ground, or gets into it."""
        self.begin()
        for moment in range(MOMENTS):
            self.frame(moment)
            for walker in self.walkers:
                if not walker.on_floor or walker.sprite.hits(self.level):
                    raise SystemExit("a walker is not on the ground")
