"""Questions to a Group that members have left answer as a new Group of those that remain does.

A Group that keeps an index leaves holes where members were.
"""

import random
from collections.abc import Callable
from typing import Any

from support.for_each import for_each

from spritecol import Capsule, Circle, Group, Point, Polygon, Rect, Shape, Sprite

SHAPES: list[Shape | list[Shape]] = [
    Circle(0, 0, 6),
    Rect(-5, -5, 10, 10),
    Rect(-12, -2, 24, 4, one_way=(0, -1)),
    Capsule(-6, 0, 6, 0, 3),
    Point(0, 0),
    [Polygon([(0, 0), (9, 0), (0, 9)]), Circle(-6, -6, 4)],
]

QUESTIONS: dict[str, Callable[[Sprite, Group, tuple[float, float]], Any]] = {
    "raycast": lambda mover, group, to: group.raycast(mover.x, mover.y, *to),
    "thick raycast": lambda mover, group, to: group.raycast(mover.x, mover.y, *to, radius=4),
    "raycast_all": lambda mover, group, to: group.raycast_all(mover.x, mover.y, *to),
    "line_of_sight": lambda mover, group, to: group.line_of_sight(mover.x, mover.y, *to),
    "sweep": lambda mover, group, to: mover.sweep(to[0] - mover.x, to[1] - mover.y, group),
    "sweep_all": lambda mover, group, to: mover.sweep_all(30, -20, group, turn=90),
    "masked sweep": lambda mover, group, to: mover.sweep(50, 9, group, mask=2),
    "contacts": lambda mover, group, to: mover.contacts(group),
    "masked contacts": lambda mover, group, to: mover.contacts(group, mask=2),
    "separation": lambda mover, group, to: mover.separation(group),
    "check": lambda mover, group, to: mover.check(group),
    "nearest_k": lambda mover, group, to: group.nearest_k(mover.x, mover.y, 5),
}


@for_each("name", QUESTIONS)
@for_each("leaving", ["vanish", "discard"])
def test_removed(name: str, leaving: str) -> None:
    """In a Group with an index, and in that of the remaining ones, which keeps none."""
    ask = QUESTIONS[name]
    rng = random.Random(5)

    def place() -> tuple[float, float]:
        return rng.uniform(0, 400), rng.uniform(0, 400)

    sprites = [
        Sprite(
            *place(),
            collision=rng.choice(SHAPES),
            angle=rng.choice([0, 30]),
            collision_layer=rng.choice([1, 2, 3]),
        )
        for _ in range(600)
    ]
    group = Group(sprites)
    mover = Sprite(200, 200, collision=Rect(-8, -8, 16, 16))
    found = 0
    for step in range(60):
        for _ in range(4):  # the index is made when it pays
            ask(mover, group, (250.0, 260.0))
        gone = sprites.pop(rng.randrange(len(sprites)))
        if leaving == "vanish":
            gone.vanish()
        else:
            group.discard(gone)
        mover.x, mover.y = place()
        to = (mover.x + rng.uniform(-40, 40), mover.y + rng.uniform(-40, 40))
        answer = ask(mover, group, to)
        assert answer == ask(mover, Group(sprites), to), step
        found += bool(answer)
    assert found > 10
