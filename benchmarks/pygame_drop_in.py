"""pygame's collision functions beside the drop-ins of `spritecol.integrations.pygame`.

    python benchmarks/run.py pygame_drop_in
    python benchmarks/pygame_drop_in.py [how many sprites ...]

Squares of 16 px on 1280 by 720, some of them overlapping; where one sprite looks among many, it is
hit by few or none. Both sides are measured by turns in the same run, on the same sprites; a figure
is the least of several runs, and the table shows pygame's time, ours, and ours over pygame's. Both
must find the same. The last line is the largest ratio of all.
"""

import gc
import os
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from time import perf_counter
from typing import Any, NamedTuple

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
from pygame import sprite as theirs

from spritecol.integrations import pygame as ours

SIZES = (1, 3, 10, 30, 100, 1_000)

RUNS = 15
ROUNDS = 5  # of runs, at most, while ours seems to be the slower one
BATCH = 0.002  # seconds that a measured batch of calls takes, about: long enough for the clock
MOST_SECONDS = 6.0  # for one figure; the slowest of pygame's take their time
WIDTH, HEIGHT, SIDE = 1280, 720, 16

COLLIDED: dict[str, Callable[[Any], Any]] = {
    "rects (None)": lambda module: None,
    "collide_rect": lambda module: module.collide_rect,
    "collide_rect_ratio": lambda module: module.collide_rect_ratio(0.8),
    "collide_circle": lambda module: module.collide_circle,
    "collide_circle_ratio": lambda module: module.collide_circle_ratio(0.8),
    "collide_mask": lambda module: module.collide_mask,
    "a function of the user's": lambda module: lambda left, right: False,
}


class Figure(NamedTuple):
    """One line of the table."""

    search: str
    collided: str
    sprites: int
    pygame_us: float
    ours_us: float

    @property
    def ratio(self) -> float:
        return self.ours_us / self.pygame_us


class Scene:
    """Two groups and a sprite."""

    def __init__(self, count: int) -> None:
        self.chance = random.Random(count)
        self.mask = pygame.mask.Mask((SIDE, SIDE), fill=True)
        self.sprites_a = [self.sprite() for _ in range(count)]
        self.sprites_b = [self.sprite() for _ in range(count)]
        self.a: Any = theirs.Group()
        self.b: Any = theirs.Group()
        self.one = self.sprite()
        self.fill()

    def sprite(self) -> Any:
        sprite: Any = theirs.Sprite()
        where = self.chance.randrange(WIDTH - SIDE), self.chance.randrange(HEIGHT - SIDE)
        sprite.rect = pygame.Rect(*where, SIDE, SIDE)
        sprite.mask = self.mask
        sprite.radius = SIDE / 2
        return sprite

    def fill(self) -> None:
        """Put back who was killed."""
        self.a.empty()
        self.b.empty()
        self.a.add(self.sprites_a)
        self.b.add(self.sprites_b)

    def searches(self) -> dict[str, Callable[[Any, Any], Any]]:
        """The calls to measure, of either module with a `collided` argument."""
        return {
            "spritecollide": lambda m, c: m.spritecollide(self.one, self.b, False, c),
            "spritecollideany": lambda m, c: m.spritecollideany(self.one, self.b, c),
            "groupcollide": lambda m, c: m.groupcollide(self.a, self.b, False, False, c),
            "groupcollide, kill": lambda m, c: m.groupcollide(self.a, self.b, False, True, c),
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


def figure(scene: Scene, count: int, search: str, collided: str) -> Figure:
    """Measure one search with one `collided`, pygame's and ours by turns."""
    kills = search.endswith("kill")
    before: Callable[[], object] = scene.fill if kills else int
    search_with = scene.searches()[search]

    def call_of(module: Any) -> Callable[[], Any]:
        test = COLLIDED[collided](module)
        return lambda: search_with(module, test)

    calls = {module: call_of(module) for module in (theirs, ours)}
    answers = []
    for call in calls.values():
        before()
        answers.append(call())
    if answers[0] != answers[1]:
        raise SystemExit(f"{search}, {collided}, {count}: the answers differ")
    least: dict[Any, float] = {}
    end = perf_counter() + MOST_SECONDS
    rough = seconds(calls[theirs], 1, before)
    times = 1 if kills else max(1, min(10_000, int(BATCH / rough)))
    # Where sprites are killed a run is one call, so more runs take the place of many calls.
    runs = max(5 * RUNS, min(500, int(BATCH / rough))) if kills else RUNS
    for _ in range(ROUNDS):
        for _ in range(runs):
            for module, call in calls.items():
                taken = seconds(call, times, before)
                least[module] = min(taken, least.get(module, taken))
            if perf_counter() > end:
                break
        if least[ours] <= least[theirs]:
            break  # else perhaps the machine had other work: the least of more runs, of both
    return Figure(search, collided, count, 1e6 * least[theirs], 1e6 * least[ours])


def figures(counts: Iterable[int]) -> Iterator[Figure]:
    """All figures, one by one."""
    for count in counts:
        scene = Scene(count)
        for search in scene.searches():
            for collided in COLLIDED:
                if search.startswith("group") and collided.startswith("a function") and count > 300:
                    continue  # a million calls of the same function on both sides
                yield figure(scene, count, search, collided)


def main(arguments: list[str]) -> None:
    """Print the table."""
    counts = [int(argument) for argument in arguments] or SIZES
    print(f"pygame-ce {pygame.version.ver}, Python {sys.version.split()[0]}; microseconds\n")
    print(f"{'search':20}{'collided':26}{'sprites':>8}{'pygame':>12}{'ours':>12}{'ratio':>9}")
    found = []
    for row in figures(counts):
        found.append(row)
        name = f"{row.search:20}{row.collided:26}{row.sprites:8,}"
        print(f"{name}{row.pygame_us:12.2f}{row.ours_us:12.2f}{row.ratio:9.3f}", flush=True)
    worst = max(found, key=lambda row: row.ratio)
    print(f"\nlargest ratio: {worst.ratio:.3f} ({worst.search}, {worst.collided}, {worst.sprites})")


def quick() -> None:
    """Run everything on few sprites; stops where answers differ."""
    for _ in figures([1, 25]):
        pass


if __name__ == "__main__":
    main(sys.argv[1:])
