"""arcade's collision functions beside the drop-ins of `spritecol.integrations.arcade`.

    python benchmarks/run.py arcade_drop_in
    python benchmarks/arcade_drop_in.py [how many sprites ...]

Squares of 16 px on 1280 by 720, at random. Both sides are measured by turns in the same run, on the
same sprites; a figure is the least of several runs, and the table shows arcade's time, ours, and
ours over arcade's. Both must find the same. Before each call of "all moving" every sprite of the
list is given a new position, which is not measured. In a window (arcade opens one without a
display, given EGL) SpriteLists keep buffers that ours reads; without one the others are measured.
The last line is the largest ratio of all.
"""

import gc
import os
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from time import perf_counter
from typing import Any, NamedTuple

os.environ.setdefault("ARCADE_HEADLESS", "true")

import arcade
from arcade.sprite_list import collision as theirs

from spritecol.integrations import arcade as ours

SIZES = (1, 3, 10, 30, 100, 1_000, 10_000)

RUNS = 7
BATCH = 0.004  # seconds that a measured batch of calls takes, about: long enough for the clock
WIDTH, HEIGHT, SIDE = 1280, 720, 16


class Figure(NamedTuple):
    """One line of the table."""

    search: str
    sprites: int
    arcade_us: float
    ours_us: float

    @property
    def ratio(self) -> float:
        return self.ours_us / self.arcade_us


class Scene:
    """A list, the same with a spatial hash, and sprites that are compared with them."""

    def __init__(self, count: int) -> None:
        self.chance = random.Random(count)
        self.texture = arcade.Texture.create_empty("square", (SIDE, SIDE))
        self.sprites: Any = arcade.SpriteList()
        self.hashed: Any = arcade.SpriteList(use_spatial_hash=True)
        for sprites in (self.sprites, self.hashed):
            for _ in range(count):
                sprites.append(arcade.Sprite(self.texture, 1.0, *self.place()))
        self.one = arcade.Sprite(self.texture, 1.0, *self.place())
        self.turned = arcade.Sprite(self.texture, 1.0, *self.place(), angle=30)

    def place(self) -> tuple[float, float]:
        return self.chance.uniform(0, WIDTH), self.chance.uniform(0, HEIGHT)

    def move(self) -> None:
        """Give all of the first list new places."""
        for sprite in self.sprites:
            sprite.position = self.place()

    def searches(self) -> dict[str, Callable[[Any], Any]]:
        """The calls to measure, of either module."""
        near = self.sprites[0]
        return {
            "pair, far": lambda m: m.check_for_collision(self.one, near),
            "pair, same place": lambda m: m.check_for_collision(near, near),
            "list": lambda m: m.check_for_collision_with_list(self.one, self.sprites, 3),
            "list, turned": lambda m: m.check_for_collision_with_list(self.turned, self.sprites, 3),
            "list, all moving": lambda m: m.check_for_collision_with_list(
                self.one, self.sprites, 3
            ),
            "list, spatial hash": lambda m: m.check_for_collision_with_list(self.one, self.hashed),
            "lists": lambda m: m.check_for_collision_with_lists(
                self.one, [self.sprites, self.hashed], 3
            ),
            "at a point": lambda m: m.get_sprites_at_point((400, 300), self.sprites),
            "at a point, hash": lambda m: m.get_sprites_at_point((400, 300), self.hashed),
        }


def seconds(call: Callable[[], object], times: int, before: Callable[[], object]) -> float:
    """The time of one call; `before` is called once before each batch and is not measured."""
    before()
    gc.collect()
    gc.disable()
    start = perf_counter()
    for _ in range(times):
        call()
    taken = perf_counter() - start
    gc.enable()
    return taken / times


def figure(scene: Scene, count: int, search: str) -> Figure:
    """Measure one search, arcade's and ours by turns."""
    moving = search.endswith("moving")
    before: Callable[[], object] = scene.move if moving else int
    search_with = scene.searches()[search]
    if search_with(theirs) != search_with(ours):
        raise SystemExit(f"{search}, {count}: the answers differ")
    least: dict[Any, float] = {}
    rough = seconds(lambda: search_with(theirs), 1, before)
    times = 1 if moving else max(1, min(10_000, int(BATCH / rough)))
    for _ in range(RUNS):
        for module in (theirs, ours):
            taken = seconds(lambda m=module: search_with(m), times, before)  # type: ignore[misc]
            least[module] = min(taken, least.get(module, taken))
    return Figure(search, count, 1e6 * least[theirs], 1e6 * least[ours])


def figures(counts: Iterable[int]) -> Iterator[Figure]:
    """All figures, one by one."""
    for count in counts:
        scene = Scene(count)
        for search in scene.searches():
            if not search.startswith("pair") or count == 1:
                yield figure(scene, count, search)


def window() -> str:
    """Open a window; what draws in it."""
    try:
        return str(arcade.Window(320, 240, visible=False).ctx.info.RENDERER)
    except Exception as error:
        return f"no window: {type(error).__name__}"


def main(arguments: list[str]) -> None:
    """Print the table."""
    counts = [int(argument) for argument in arguments] or SIZES
    renderer = window()
    print(f"arcade {arcade.__version__}, Python {sys.version.split()[0]}, {renderer}; microseconds")
    print(f"\n{'search':20}{'sprites':>8}{'arcade':>12}{'ours':>12}{'ratio':>9}")
    found = []
    for row in figures(counts):
        found.append(row)
        name = f"{row.search:20}{row.sprites:8,}"
        print(f"{name}{row.arcade_us:12.2f}{row.ours_us:12.2f}{row.ratio:9.3f}", flush=True)
    worst = max(found, key=lambda row: row.ratio)
    print(f"\nlargest ratio: {worst.ratio:.3f} ({worst.search}, {worst.sprites})")


def quick() -> None:
    """Run everything on few sprites; stops where answers differ."""
    for _ in figures([1, 25]):
        pass


if __name__ == "__main__":
    main(sys.argv[1:])
