"""The figures of docs/costs.md: what single things cost, in time and in memory.

    python benchmarks/costs.py [--quick]    # --quick: everything once, and writes nothing

`run.py` compares with other libraries; here nothing is compared. Least times count.
"""

import os
import platform
import resource
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

os.environ |= {"SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}

import measure
import numpy as np
import pygame
import report
import shapely
from measure import OURS, Effort, Way, amount, in_turns

from spritecol import (
    Capsule,
    Circle,
    Ellipse,
    Frames,
    Group,
    Number,
    Polygon,
    Rect,
    Sprite,
    Vec2,
    World,
)
from spritecol.integrations.pygame import draw_shapes, fill_shapes, shapes_from_surface
from spritecol.paths import Paths
from spritecol.spatial import LinearQuadtree
from spritecol.tiles import shapes_from_tiles

PAGE = Path(__file__).parents[1] / "docs" / "costs.md"
BEGIN, END = "<!-- measured: benchmarks/costs.py -->", "<!-- end -->"
QUICK = "--quick" in sys.argv
EFFORT = measure.QUICK if QUICK else Effort(rounds=7, seconds=0.0, fewest=1)
NOTHING = partial(int)


def least(call: Callable[[], object], before: Callable[[], object] | None = None) -> str:
    """The least time of a call. After a preparation, which is not timed, it is timed alone."""
    if before is None:
        return statement("call()", call=call)
    return least_of(Way(lambda _: call(), before=lambda _: before()))


def statement(text: str, **names: Any) -> str:
    """The least time of a short statement."""
    return least_of(Way(text, names))


def least_of(way: Way) -> str:
    """The least time of one way to ask."""
    return amount(min(in_turns({OURS: [way]}, EFFORT)[way]))


def memory(number: int) -> str:
    """How much the process grows by each of so many sprites that share their shape."""

    def grown() -> int:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])

    shape, before = Circle(0, 0, 5), grown()
    kept = [Sprite(k, 0, collision=shape) for k in range(number)]
    size = (grown() - before) * resource.getpagesize()
    return f"{size / len(kept):.0f} bytes"


def star(corners: int, radius: float = 100.0) -> list[Vec2]:
    """The corners of a star."""
    return [
        Vec2.from_angle(360 * k / corners, radius * (1 + k % 2 * (0.4 + k % 7 / 30)))
        for k in range(corners)
    ]


class Thing(Sprite):
    """A sprite with two numbers, one of another kind, and a plain attribute."""

    collision = Circle(0, 0, 5)
    vx, vy = Number(0.0), Number(0.0)
    plain = 0.0


def scattered(number: int, side: float, shape: Any = Thing.collision) -> Group[Thing]:
    """Sprites at random places."""
    chance = Random(number)
    return Group(
        Thing(chance.uniform(0, side), chance.uniform(0, side), collision=shape)
        for _ in range(number)
    )


def sprites() -> Iterator[tuple[str, str]]:
    """Poses, shapes and tiles."""
    yield "memory of a sprite that shares its shapes", memory(100 if QUICK else 400_000)
    thing = Thing()
    yield "`sprite.x += 1`", statement("s.x += 1", s=thing)
    yield "`sprite.plain += 1`, an attribute of your own", statement("s.plain += 1", s=thing)
    fresh = iter([Rect(0, 0, 9, 9 + k / 1e6) for k in range(400_000)])
    yield "assign a shape that is new", least(lambda: setattr(thing, "collision", next(fresh)))
    equal = [Rect(0, 0, 9, 9), Rect(0, 0, 8, 8)]
    turn = iter(range(10**9))
    yield (
        "assign a shape that other sprites have",
        least(lambda: setattr(thing, "collision", equal[next(turn) % 2])),
    )
    frames = Frames({"a": [equal[0]], "b": [equal[1]]})
    one, other = frames["a"], frames["b"]
    yield (
        "assign shapes of `Frames`, twice",
        statement("s.collision = a; s.collision = b", s=thing, a=one, b=other),
    )
    yield "make a `Rect`", statement("Rect(0, 0, 9, 9)", Rect=Rect)
    yield "make a `Polygon` of 8 corners", statement("P(c)", P=Polygon, c=star(8, 10))
    for corners in (8, 600, 6_000):
        yield f"assign a new concave `Polygon`, a star of {corners:,} corners", cutting(corners)
    side = 30 if QUICK else 1_000
    noise = np.random.default_rng(1).random((side, side)) < 0.5
    caves = np.kron(
        np.random.default_rng(1).random((side // 10, side // 10)) < 0.5, np.ones((10, 10))
    )
    for name, grid in (("blocks", caves), ("noise", noise)):
        yield (
            f"`shapes_from_tiles` of 1,000 by 1,000 cells, {name}",
            least(partial(shapes_from_tiles, grid, 16, 16), NOTHING),
        )


def cutting(corners: int) -> str:
    """The least time of cutting a star into pieces."""
    sprite, made = Sprite(), [Polygon([(0, 0), (1, 0), (0, 1)])]
    outlines = ([(x + k, y) for x, y in star(corners)] for k in count())

    def assign() -> None:
        sprite.collision = made[-1]

    return least(assign, lambda: made.append(Polygon(next(outlines))))


def questions() -> Iterator[tuple[str, str]]:
    """Checks, places, sight and ways."""
    thousand = scattered(1_000, 2_000)

    def moved() -> None:
        thousand.x += 1

    yield "`group.pair_indices()` of 1,000 moving circles", least(thousand.pair_indices, moved)
    many = scattered(100 if QUICK else 100_000, 10_000)
    for _ in range(6):
        many.query_point(1, 1)
    yield (
        "`group.query_point(x, y)` among 100,000 at rest",
        statement("g.query_point(5000.0, 5000.0)", g=many),
    )
    for name, shape in (
        ("boxes", Rect(-10, -10, 20, 20)),
        ("discs", Circle(0, 0, 10)),
        ("capsules", Capsule(-8, 0, 8, 0, 5)),
    ):
        walls = scattered(200, 1_000, shape)
        walls.angle = np.arange(200) * 7.0
        eye = next((x, 500.0) for x in range(300, 700) if not walls.query_circle(float(x), 500, 1))
        yield (
            f"`visible_area` among 200 {name}",
            least(partial(walls.visible_area, *eye, radius=700)),
        )
    for number in (100, 1_000):
        side = 100.0 * number**0.5
        walls = scattered(number, side, Rect(-20, -20, 40, 40))
        ends = (-50.0, -50.0), (side + 50, side + 50)
        kept = [Paths(walls, radius=8)]

        def first(kept: list[Paths] = kept, ends: Any = ends) -> None:
            kept[-1].find(*ends)

        def fresh(kept: list[Paths] = kept, walls: Group[Thing] = walls) -> None:
            kept.append(Paths(walls, radius=8))

        yield f"the first way across {number:,} walls", least(first, fresh)
        yield f"a later way across {number:,} walls", least(partial(kept[-1].find, *ends))


def worlds() -> Iterator[tuple[str, str]]:
    """Saved states."""
    things = scattered(1_000, 2_000)
    world = World(things)
    before = world.save()

    def moved() -> None:
        things.x += 1

    yield "`world.save()`, 1,000 sprites with two Numbers", least(world.save, moved)
    yield "`world.restore()` of all of them", least(partial(world.restore, before), moved)
    yield "`world.digest()`", least(world.digest, moved)
    size = len(world.save().to_bytes()) / len(things)
    yield "bytes of a snapshot, per sprite", f"{size:.0f} bytes"


def drawing() -> Iterator[tuple[str, str]]:
    """Shapes on a surface, and shapes of an image."""
    screen = pygame.Surface((640, 480))
    yield (
        "`pygame.draw.circle` of radius 10",
        statement("f(s, 'red', (99, 99), 10)", f=pygame.draw.circle, s=screen),
    )
    for name, shape in {
        "a circle of radius 10": Circle(99, 99, 10),
        "a rectangle of 20 by 20": Rect(99, 99, 20, 20),
        "a capsule": Capsule(90, 99, 110, 99, 10),
        "an ellipse": Ellipse(99, 99, 14, 10, 30),
    }.items():
        group = Group(Sprite(collision=shape) for _ in range(100))
        yield (
            f"`fill_shapes` of 100 sprites, {name}",
            least(partial(fill_shapes, screen, group, "red")),
        )
    yield "`draw_shapes` of 100 circles", least(partial(draw_shapes, screen, scattered(100, 400)))
    image = pygame.Surface((60, 60), pygame.SRCALPHA)
    pygame.draw.circle(image, "white", (30, 30), 28)
    yield "`shapes_from_surface`, 60 by 60 pixels", least(partial(shapes_from_surface, image))
    tree = LinearQuadtree((0, 0, 10_000, 10_000), 8)
    for k, sprite in enumerate(scattered(100 if QUICK else 100_000, 10_000)):
        tree.insert(k, sprite.aabb)

    def once() -> None:
        tree.insert("box", (5.0, 5.0, 9.0, 9.0))
        tree.remove("box")

    yield "add a box to a `LinearQuadtree` of 100,000, and remove it", least(once)


BLASTS, WIDTH, COLUMN, CELL = 60, 6_400, 160, 8


def terrain() -> Iterator[tuple[str, str]]:
    """One more hole in ground that has many, in three ways."""
    chance = Random(3)
    holes = [
        Circle(chance.uniform(0, WIDTH), chance.uniform(100, 400), 20).geometry
        for _ in range(3 if QUICK else BLASTS)
    ]
    dug = shapely.union_all(holes)
    for name, width in (("one polygon", WIDTH), ("columns", COLUMN)):
        boxes = [shapely.box(left, 100, left + width, 500) for left in range(0, WIDTH, width)]
        ground = [Sprite(collision=box.difference(dug)) for box in boxes]
        more = (Circle(1_000 + 9 * k, 300, 20).geometry for k in count())

        def dig(ground: list[Sprite] = ground, more: Iterator[Any] = more) -> None:
            hole = next(more)
            left, _, right, _ = hole.bounds
            for sprite in ground:
                if sprite.aabb.left < right and left < sprite.aabb.right:
                    sprite.collision = sprite.geometry.difference(hole)

        yield f"a hole in ground with {BLASTS} holes, {name}", least(dig, NOTHING)
    cells = np.ones((50, COLUMN // CELL), bool)
    rows, columns = np.indices(cells.shape)
    for k in range(BLASTS * COLUMN // WIDTH):
        cells[np.hypot(rows - 7 * k % 50, columns - 5 * k % 20) < 20 / CELL] = False
    column = Sprite()

    def again() -> None:
        column.collision = shapes_from_tiles(cells, CELL, CELL)

    yield f"the same, cells of {CELL} pixels in columns", least(again)


def main() -> None:
    """Measure, print, and write the page."""
    before = os.getloadavg()[0]
    lines = ["| what | takes |", "|---|---:|"]
    for part in (sprites, questions, worlds, drawing, terrain):
        for what, cost in part():
            lines.append(f"| {what} | {cost} |")
            print(lines[-1], flush=True)
    machine = (
        f"Measured on {report.machine()['processor']}, one core, Python "
        f"{platform.python_version()}; least processor times. The load average was {before:.1f} "
        "when it began."
    )
    if not QUICK:
        page = PAGE.read_text(encoding="utf-8")
        head, tail = page.partition(BEGIN)[0], page.partition(END)[2]
        text = "\n".join(lines)
        PAGE.write_text(f"{head}{BEGIN}\n\n{machine}\n\n{text}\n\n{END}{tail}", encoding="utf-8")


if __name__ == "__main__":
    main()
