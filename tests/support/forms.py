"""Scenes in numbers, and the forms in which they are played: whatever the form, the same happens.

A scene is walls, which are boxes on a grid, a body, and what both do in each frame. A form says
what the walls are cut into, whether all of it is mirrored, how large it is, and in which list or
Group the targets are. No answer is told beforehand: a `Player` plays the scene in one form, and
tells places in the numbers of the scene.
"""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from spritecol import CharacterController, Group, Polygon, Rect, Sprite, Vec2
from support.levels import Box, Place

NEAR = 1e-6
"""How far apart the ends of two forms of a play may be, in pixels."""

BIRD = 20
"""How far its middle is above a body, in pixels."""


class CountedDice(random.Random):
    """CountedDice that count each option that they pick; `seen` has 0 for those that never came."""

    def __init__(self, seed: Any) -> None:
        super().__init__(seed)
        self.seen: Counter[str] = Counter()

    def pick(self, what: str, options: Sequence[Any]) -> Any:
        """Return one of some options: names, or values that are told by their `repr`."""
        for option in options:
            self.seen[f"{what}: {option}"] += 0
        option = self.choice(options)
        self.seen[f"{what}: {option}"] += 1
        return option


def unplayed(seen: Counter[str]) -> list[str]:
    """The branches of a generator that no play has taken."""
    return [branch for branch, count in seen.items() if not count]


class Wall(NamedTuple):
    """A box, and the size of the tiles into which it may be cut; without one, it stays whole."""

    box: Box
    tile: Place | None = None

    def tiles(self) -> list[Box]:
        """The boxes of its tiles, row by row."""
        left, top, right, bottom = self.box
        if self.tile is None:
            return [self.box]
        wide, high = self.tile
        return [
            (left + i * wide, top + j * high, left + (i + 1) * wide, top + (j + 1) * high)
            for j in range(round((bottom - top) / high))
            for i in range(round((right - left) / wide))
        ]


class Form(NamedTuple):
    """How a scene is played.

    Attributes:
        cut: what a wall is: "whole", "tiles" (a sprite each), "one sprite" (of tiles), "polygon".
        side: -1 if all of it is mirrored.
        scale: how large it is.
        order: "as it is", "reversed", "Group" or "lists".
        other: what else is near: "ghost" is rejected by `where`, "bird" is met by long pushes only.
    """

    cut: str = "whole"
    side: int = 1
    scale: float = 1.0
    order: str = "as it is"
    other: str = ""

    def shape(self, box: Box) -> Rect:
        """A box of the scene as a shape of this form."""
        left, top, right, bottom = (self.scale * n for n in box)
        return Rect(left if self.side > 0 else -right, top, right - left, bottom - top)

    def sprites(self, wall: Wall) -> list[Sprite]:
        """A wall of the scene as sprites of this form, whose pivots are at their places."""
        shapes = [self.shape(box) for box in (wall.tiles() if "whole" not in self.cut else [])]
        if self.cut == "polygon" or not shapes:
            whole = self.shape(wall.box)
            collision: list[Any] = [Polygon(whole.corners) if self.cut == "polygon" else whole]
        else:
            collision = [shapes] if self.cut == "one sprite" else shapes
        return [Sprite(collision=one, center_x=0, center_y=0) for one in collision]

    def targets(self, groups: Sequence[list[Sprite]]) -> Any:
        """The sprites of several walls as the targets of a move."""
        sprites = [sprite for group in groups for sprite in group]
        return {
            "as it is": sprites,
            "reversed": sprites[::-1],
            "Group": Group(sprites),
            "lists": [Group(groups[0]), *groups[1:]],
        }[self.order]


FORMS = {
    "tiles": Form("tiles"),
    "one sprite": Form("one sprite", order="reversed"),
    "polygon": Form("polygon", order="Group"),
    "half": Form(scale=0.5, order="lists"),
    "double": Form("tiles", scale=2.0, order="reversed"),
    "ghost": Form(other="ghost"),
    "bird": Form(other="bird"),
    "mirrored": Form("tiles", side=-1),
}
"""The forms that are compared with the whole one."""


class Player:
    """A scene in one form: `walls` has the sprites of each of its walls, `walker` the body."""

    def __init__(
        self, form: Form, walls: Sequence[Wall], body: Any, start: Place, **how: Any
    ) -> None:
        self.form = form
        self.walls = [form.sprites(wall) for wall in walls]
        self.targets = form.targets(self.walls)
        lengths = "snap", "step", "nudge", "max_push"
        settings = {
            name: value * form.scale if name in lengths and value is not None else value
            for name, value in {"snap": 4, **how}.items()
        }
        sprite = Sprite(collision=body, center_x=0, center_y=0)
        self.walker = CharacterController(sprite, **settings)
        self.put(start, 0.0, 1.0)
        self.strangers = [Sprite(collision=Rect(-9, -9, 18, 18))] if form.other else []
        self.frame = 0

    @property
    def place(self) -> Place:
        """Where its body is, in the numbers of the scene."""
        sprite, form = self.walker.sprite, self.form
        return form.side * sprite.x / form.scale, sprite.y / form.scale

    @property
    def is_inside(self) -> bool:
        """Whether its body is in any wall."""
        return self.walker.sprite.hits(self.targets)

    def put(self, place: Place, angle: float, size: float) -> None:
        """Place, turn and scale the body."""
        form, sprite = self.form, self.walker.sprite
        sprite.x, sprite.y = form.side * form.scale * place[0], form.scale * place[1]
        sprite.angle = form.side * angle
        sprite.scale_x, sprite.scale_y = form.side * form.scale * size, form.scale * size

    def shift(self, wall: int, dx: float, dy: float, turn: float = 0.0) -> None:
        """Move a wall and turn it about the origin of its sprites."""
        form = self.form
        for sprite in self.walls[wall]:
            sprite.position += form.scale * Vec2(form.side * dx, dy)
            sprite.angle += form.side * turn

    def slide(self, dx: float, dy: float) -> Any:
        """Let the sprite of the body slide, without its walker."""
        form = self.form
        way = form.side * form.scale * dx, form.scale * dy
        return self.walker.sprite.move_and_slide(*way, self.targets)

    def move(self, dx: float, dy: float) -> Any:
        """Move the body. What does not count is each time elsewhere about it."""
        form, hero = self.form, self.walker.sprite
        self.frame += 1
        for stranger in self.strangers:
            stranger.position = hero.position + Vec2(5, 0).rotated(57 * self.frame)
            if form.other == "bird":
                stranger.y = hero.aabb.top - BIRD
        way = form.side * form.scale * dx, form.scale * dy
        if form.other != "ghost":
            return self.walker.move(*way, [*self.strangers, self.targets])
        return self.walker.move(
            *way, [*self.strangers, self.targets], where=lambda other: other not in self.strangers
        )
