"""Plays a program of the page "Try it", and tells the page what to draw.

A program is ordinary Python. All sprites that it keeps under a name, also in lists and Groups, are
on the stage. If it has a function `update`, that is called for every frame. Lines in `lines`, as
(x1, y1, x2, y2), are drawn, and the point and normal of every answer that it keeps.
"""

import json
import traceback
from collections.abc import Iterable, Iterator
from typing import Any

from spritecol import Capsule, Circle, Ellipse, Group, Point, Rect, Segment, Shape, Sprite, pairs

FILE = "program.py"
NEAR = 10  # pixels: from how far a sprite can be grabbed
ANSWERS = ("RayHit", "SweepHit", "Near")


class Stage:
    """A program, and what it has made.

    Args:
        code: the text of the program.
    """

    def __init__(self, code: str) -> None:
        self.names: dict[str, Any] = {"__name__": "__main__"}
        self.missing = ""  # the library that the program asked for in vain
        self.failed = False
        self.seen = json.dumps({"shapes": [], "arrows": [], "lines": []})
        self.drawable = True
        self.held: Sprite | None = None
        self._call(lambda: exec(compile(code, FILE, "exec"), self.names))

    def _call(self, part: Any) -> bool:
        """Run a part of the program, and tell whether it raised nothing. What it raises is printed,
        from the program's own lines on.
        """
        try:
            part()
        except BaseException as error:
            self.failed = True
            self.missing = (error.name or "") if isinstance(error, ImportError) else ""
            frames = traceback.extract_tb(error.__traceback__)
            own = [frame for frame in frames if frame.filename == FILE]
            where = f"line {own[-1].lineno}: " if own else ""
            print(where + "".join(traceback.format_exception_only(error)).strip())
            return False
        return True

    def step(self) -> None:
        """The next frame."""
        if callable(self.names.get("update")) and not self.failed:
            self._call(self.names["update"])

    def _things(self) -> Iterator[Any]:
        """What the program keeps under its names, and in the lists and Groups among these."""
        for name, value in list(self.names.items()):
            if not name.startswith("_"):
                yield from inside(value)

    @property
    def sprites(self) -> list[Sprite]:
        """All sprites of the program that have not vanished, each once."""
        found = dict.fromkeys(thing for thing in self._things() if isinstance(thing, Sprite))
        return [sprite for sprite in found if not sprite.vanished]

    def grab(self, x: float, y: float) -> bool:
        """Take the sprite at a place, or the nearest one; whether there is any."""
        near = Group(self.sprites).nearest_k(x, y, 1, max_distance=NEAR)
        self.held = near[0].other if near else None
        return self.held is not None

    def drag(self, dx: float, dy: float) -> None:
        """Move the sprite that was taken."""
        if self.held is not None:
            self.held.x += dx
            self.held.y += dy

    def drop(self) -> None:
        """Let go of it."""
        self.held = None

    def picture(self) -> str:
        """What to draw, as JSON. After an error it stays as it was before."""
        if self.drawable:
            self.drawable = self._call(self._look)
        return self.seen

    def _look(self) -> None:
        """Write down what to draw."""
        sprites = self.sprites
        hits = pairs(sprites)
        hitting = {id(sprite) for pair in hits for sprite in pair}
        arrows = [
            [*point, *contact.normal]
            for sprite, other in hits
            for contact in sprite.contacts(other)
            for point in contact.points
        ]
        answers = [thing for thing in self._things() if type(thing).__name__ in ANSWERS]
        arrows += [[*answer.point, *getattr(answer, "normal", (0, 0))] for answer in answers]
        shapes = [
            {**drawn(shape), "hits": id(sprite) in hitting, "held": sprite is self.held}
            for sprite in sprites
            for shape in sprite.world_shapes
        ]
        lines = self.names.get("lines", [])
        try:
            lines = [[*map(float, (x1, y1, x2, y2))] for x1, y1, x2, y2 in lines]
        except (TypeError, ValueError):
            raise ValueError(f"lines must be a list of (x1, y1, x2, y2), got {lines!r}") from None
        picture = {"shapes": shapes, "arrows": arrows, "lines": lines}
        self.seen = json.dumps(picture, allow_nan=False)


def inside(value: object) -> Iterator[Any]:
    """A value, or what a list, tuple, set, dict or Group holds."""
    if isinstance(value, dict):
        for key, item in list(value.items()):
            yield from inside([key, item])
    elif isinstance(value, list | set | tuple | Group):
        for item in list(value):
            yield from inside(item)
    else:
        yield value


def drawn(shape: Shape) -> dict[str, Any]:
    """A shape in the world, in the words of a canvas."""
    left, top, right, bottom = shape.bounds
    one_way = shape.one_way and [(left + right) / 2, (top + bottom) / 2, *shape.one_way]
    return {"one_way": one_way, **form_of(shape)}


def form_of(shape: Shape) -> dict[str, Any]:
    """Its kind, and its numbers."""
    match shape:
        case Point(x=x, y=y):
            return {"kind": "point", "numbers": [x, y]}
        case Segment():
            return {"kind": "segment", "numbers": [shape.x1, shape.y1, shape.x2, shape.y2]}
        case Circle(x=x, y=y, radius=r):
            return {"kind": "ellipse", "numbers": [x, y, r, r, 0]}
        case Ellipse():
            return {
                "kind": "ellipse",
                "numbers": [shape.x, shape.y, shape.radius_x, shape.radius_y, shape.angle],
            }
        case Capsule():
            ends = [shape.x1, shape.y1, shape.x2, shape.y2]
            return {"kind": "capsule", "numbers": [*ends, shape.radius]}
        case Rect():
            size = [shape.width, shape.height]
            return {"kind": "rect", "numbers": [shape.x, shape.y, *size, shape.angle]}
    return {"kind": "rings", "numbers": rings_of(shape)}


def rings_of(shape: Any) -> Iterable[Any]:
    """The corners of a triangle, or of a polygon and its holes."""
    if hasattr(shape, "x3"):
        return [[[shape.x1, shape.y1], [shape.x2, shape.y2], [shape.x3, shape.y3]]]
    return [shape.points, *shape.holes]
