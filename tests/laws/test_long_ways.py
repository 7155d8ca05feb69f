"""Long ways through a crowd: what is looked at along the way, and how far, must never show.

An index looks at what is near on a way first, and goes on until the first hit is known. Without one
each sprite is compared. The answers are the same to the last bit.
"""

import math
import random
from collections.abc import Callable
from typing import Any

import pytest
from support.counting import at_least
from support.hooks import index_forced

from spritecol import Capsule, Circle, Ellipse, Group, Point, Polygon, Rect, Segment, Sprite

SHAPES: dict[str, Any] = {
    "point": Point(0, 0),
    "segment": Segment(-9, -4, 9, 4),
    "disc": Circle(0, 0, 9),
    "ellipse": Ellipse(0, 0, 12, 5, 30),
    "box": Rect(-8, -8, 16, 16),
    "capsule": Capsule(-8, 0, 8, 0, 5),
    "corner": Polygon([(-12, -12), (12, -12), (12, -4), (-4, -4), (-4, 12), (-12, 12)]),
    "slope": Segment(-160, -150, 160, 150),
    "plank": Rect(-16, -3, 32, 6, one_way=(0, -1)),
    "row of planks": [Rect(-24, 0, 24, 6, one_way=(0, -1)), Rect(0, 0, 24, 6, one_way=(0, -1))],
}
LENGTHS = (3, 40, 300, 1_200, 4_000)


def crowd(chance: random.Random, on_grid: bool) -> list[Sprite]:
    """Sprites of all shapes in a field of 3,000 pixels; half of it is free."""
    sprites = []
    for _ in range(1_500):
        x, y = chance.uniform(-1500, 1500), chance.uniform(-1500, 1500)
        if on_grid:
            x, y = 48 * (x // 48), 48 * (y // 48)
        if abs(x - y) > 200:
            sprites.append(Sprite(x, y, collision=SHAPES[chance.choice(list(SHAPES))]))
    return sprites


def told(hit: Any) -> Any:
    """All that a hit tells but for its sprites, and which sprite it is with."""
    names = ("fraction", "point", "normal", "position", "angle", "from_inside")
    return hit and (hit.other.z, *(getattr(hit, name, None) for name in names))


def columns(found: Any) -> list[Any]:
    """All that the arrays of sweeps tell."""
    names = ("hit", "index", "fraction", "point", "normal", "end")
    return [getattr(found, name).tolist() for name in names]


def moved(name: str) -> Callable[..., Any]:
    """A move, which is told and taken back."""

    def ask(mover: Sprite, dx: float, dy: float, targets: Any) -> Any:
        start = mover.position
        done = getattr(mover, name)(dx, dy, targets)
        end, mover.position = mover.position, start
        return end, [told(hit) for hit in done.hits]

    return ask


ASKED: dict[str, Callable[..., Any]] = {
    "sweep": lambda mover, dx, dy, targets: told(mover.sweep(dx, dy, targets)),
    "turning sweep": lambda mover, dx, dy, targets: told(mover.sweep(dx, dy, targets, turn=50)),
    "from inside": lambda mover, dx, dy, targets: told(
        mover.sweep(dx, dy, targets, hit_from_inside=True)
    ),
    "where": lambda mover, dx, dy, targets: told(
        mover.sweep(dx, dy, targets, where=lambda other: other.z % 3 != 0)
    ),
    "sweep_all": lambda mover, dx, dy, targets: list(map(told, mover.sweep_all(dx, dy, targets))),
    "sweep_arrays": lambda mover, dx, dy, targets: columns(
        Group(mover, Sprite(mover.y, mover.x, collision=Circle(0, 0, 4))).sweep_arrays(
            dx, dy, targets
        )
    ),
    "slide": moved("move_and_slide"),
    "bounce": moved("move_and_bounce"),
}
RAYS: dict[str, Callable[..., Any]] = {
    "raycast": lambda group, line, r: told(group.raycast(*line, radius=r)),
    "raycast_all": lambda group, line, r: list(map(told, group.raycast_all(*line, radius=r))),
    "line_of_sight": lambda group, line, r: group.line_of_sight(*line, radius=r),
}


def ways(chance: random.Random, on_grid: bool) -> Any:
    """Ways of all lengths, along the free half, along an axis, and any other."""
    for length in LENGTHS:
        for angle in (45, 90 * chance.randrange(4), chance.uniform(0, 360)):
            dx, dy = length * math.cos(math.radians(angle)), length * math.sin(math.radians(angle))
            at = chance.uniform(-1000, 1000)
            x, y = (at, at) if angle == 45 else (at, chance.uniform(-1000, 1000))
            yield (round(x), round(y), round(dx), round(dy)) if on_grid else (x, y, dx, dy)


@pytest.mark.parametrize("on_grid", [False, True])
def test_what_a_long_way_meets_does_not_depend_on_how_it_is_found(on_grid: bool) -> None:
    chance = random.Random(84)
    with at_least(met=35, free=30, slid=17) as seen:
        for _ in range(4):
            sprites = crowd(chance, on_grid)
            for k, sprite in enumerate(sprites):
                sprite.z = k
            halves = [Group(sprites[k::2]) for k in range(2)]
            forms = [Group(sprites), halves, Group(*halves), [*halves, *sprites]]
            for x, y, dx, dy in ways(chance, on_grid):
                mover = Sprite(x, y, collision=SHAPES[chance.choice(list(SHAPES)[:-3])])
                radius = chance.choice([0, 9])
                for name, ask in ASKED.items():
                    check(seen, name, [(ask, (mover, dx, dy, form)) for form in forms])
                for name, look in RAYS.items():
                    line = (x, y, x + dx, y + dy)
                    check(seen, name, [(look, (forms[k], line, radius)) for k in (0, 2)])


def check(seen: Any, name: str, calls: list[tuple[Callable[..., Any], tuple[Any, ...]]]) -> None:
    """Each call gives one answer with an index and without; those of one order the same."""
    answers = []
    for ask, arguments in calls:
        with index_forced(False):
            answers.append(ask(*arguments))
        with index_forced(True):
            assert ask(*arguments) == answers[-1], name
    if name == "slide":
        seen["slid"] += len(answers[0][1]) > 0
    elif name in ("sweep", "raycast"):
        seen["met" if answers[0] else "free"] += 1


def test_a_long_slide_and_a_bounce_begin_where_a_sweep_ends() -> None:
    chance = random.Random(85)
    with at_least(met=15, far=3) as seen:
        for _ in range(4):
            targets = Group(crowd(chance, False))
            for x, y, dx, dy in ways(chance, False):
                mover = Sprite(x, y, collision=SHAPES[chance.choice(["disc", "box", "corner"])])
                hit = mover.sweep(dx, dy, targets)
                if hit is None or mover.hits(targets):
                    continue
                seen["met"] += 1
                seen["far"] += hit.fraction > 0.2
                for name in ("move_and_slide", "move_and_bounce"):
                    first = getattr(mover, name)(dx, dy, targets).hits[0]
                    mover.position = x, y
                    assert first.fraction == pytest.approx(hit.fraction, abs=1e-6), name
