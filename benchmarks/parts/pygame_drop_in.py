"""pygame's collision functions beside the drop-ins of `spritecol.integrations.pygame`.

    python benchmarks/run.py pygame_drop_in
    python benchmarks/pygame_drop_in.py [how many sprites ...]

Squares of 16 px on 1280 by 720, some of them overlapping; where one sprite looks among many, it is
hit by few or none, but for the shape "all hit". The groups are `pygame.sprite.Group`s, but where
a shape names others. Both sides are measured by turns in the same run,
on the same sprites; a figure is the least of several runs, and the table shows pygame's time, ours,
and ours over pygame's. Both must find the same. The rows that are kept are the slowest of each
shape and search, and all of 1,000 by 1,000 sprites.
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
from harness.contest import Row, row
from harness.measuring import Effort, Timing, progress
from pygame import sprite as theirs
from harness.targets import DROP_IN as LIMIT
from harness.targets import DROP_IN_LARGE as LARGE_LIMIT

from spritecol.integrations import pygame as ours

PART = "pygame_drop_in"
PEER = "pygame-ce"
SIZES = (1, 3, 10, 30, 100, 1_000)
LARGE = 1_000  # in each of two groups: here groupcollide has a target of its own

RUNS = 20  # of both, whoever is ahead: to go on only while ours is behind would flatter it
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


SOME = ("rects (None)", "collide_circle", "collide_mask")
LOOKS = ("spritecollide", "spritecollideany", "groupcollide")
GROUPS = ("groupcollide", "groupcollide, kill")
SEARCHES = (*LOOKS, "groupcollide, kill")


class SlotSprite(theirs.Sprite):
    """What it has are plain attributes, not pygame's property."""

    __slots__ = ("mask", "radius", "rect")


class OwnGroup(theirs.Group):  # type: ignore[type-arg]
    """A class of the user's."""


class Shape(NamedTuple):
    """A kind of scene, and what is measured there."""

    sizes: tuple[int, ...] = (1, 30, 1_000)
    tests: tuple[str, ...] = SOME
    searches: tuple[str, ...] = SEARCHES
    kinds: tuple[Any, ...] = (pygame.Rect,)  # of rects, by turns
    sprite: Callable[[], Any] = theirs.Sprite
    attackers: int | None = None  # None: as many as there are sprites
    targets: int | None = None
    near: bool = False  # all at one place
    group: Callable[[], Any] = theirs.Group  # or a list, in which kills leave everything


SHAPES = {
    "Rects": Shape(SIZES, tuple(COLLIDED)),
    "FRects": Shape(kinds=(pygame.FRect,)),
    "Rects and FRects": Shape(kinds=(pygame.Rect, pygame.FRect)),
    "rects in slots": Shape(sprite=SlotSprite),
    "all hit": Shape((3, 16, 100), near=True),
    "all hit, 16 attackers": Shape((100, 1_000), searches=GROUPS, attackers=16, near=True),
    "2 targets": Shape((3, 30, 1_000), searches=GROUPS, targets=2),
    "no targets": Shape((1, 30), targets=0),
    "no sprites": Shape((0,), searches=LOOKS),
    "lists": Shape((0, 1, 3, 30, 1_000), searches=LOOKS, group=list),
    "groups of an own class": Shape((0, 1, 3, 30, 1_000), group=OwnGroup),
    "LayeredUpdates": Shape((0, 1, 3, 30, 1_000), group=theirs.LayeredUpdates),
    "GroupSingle": Shape((0, 1), searches=LOOKS, group=theirs.GroupSingle),
}


class Figure(NamedTuple):
    """One line of the table."""

    shape: str
    search: str
    collided: str
    sprites: int
    pygame_us: float
    ours_us: float

    @property
    def ratio(self) -> float:
        return self.ours_us / self.pygame_us

    @property
    def is_large(self) -> bool:
        """Whether the target for large groups holds."""
        shape = SHAPES[self.shape]
        whole = shape.attackers is None and shape.targets is None and not shape.near
        return self.search == "groupcollide" and self.sprites == LARGE and whole

    def row(self, case: str) -> Row:
        """The figure as one of the kept rows; of many runs only the least is known."""
        ours_s, pygame_s = (
            Timing(micros / 1e6, micros / 1e6, 1) for micros in (self.ours_us, self.pygame_us)
        )
        kept = row(PART, case, self.sprites, PEER, ours_s, pygame_s, way=self.collided)
        return kept._replace(ours_spread=None, theirs_spread=None)


class Scene:
    """Two groups and a sprite."""

    def __init__(self, count: int, shape: Shape = SHAPES["Rects"]) -> None:
        self.chance = random.Random(count)
        self.shape = shape
        self.mask = pygame.mask.Mask((SIDE, SIDE), fill=True)
        attackers = count if shape.attackers is None else shape.attackers
        targets = count if shape.targets is None else shape.targets
        self.sprites_a = [self.sprite(i) for i in range(attackers)]
        self.sprites_b = [self.sprite(i) for i in range(targets)]
        self.a: Any = shape.group()
        self.b: Any = shape.group()
        self.one = self.sprite(0)
        self.fill()

    def sprite(self, number: int) -> Any:
        sprite: Any = self.shape.sprite()
        where = self.chance.randrange(WIDTH - SIDE), self.chance.randrange(HEIGHT - SIDE)
        if self.shape.near:
            where = 0, 0
        kind = self.shape.kinds[number % len(self.shape.kinds)]
        sprite.rect = kind(*where, SIDE, SIDE)
        sprite.mask = self.mask
        sprite.radius = SIDE / 2
        return sprite

    def fill(self) -> None:
        """Put back who was killed."""
        for group, sprites in ((self.a, self.sprites_a), (self.b, self.sprites_b)):
            group.clear() if type(group) is list else group.empty()
            group.extend(sprites) if type(group) is list else group.add(sprites)

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


def figure(scene: Scene, shape: str, count: int, search: str, collided: str, quick: bool) -> Figure:
    """Measure one search with one `collided`, pygame's and ours by turns; quickly: once."""
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
        raise SystemExit(f"{shape}, {search}, {collided}, {count}: the answers differ")
    if not answers[0]:  # who hits nothing kills nothing, and so nobody has to be put back
        kills, before = False, int
    least: dict[Any, float] = {}
    end = perf_counter() + MOST_SECONDS
    rough = seconds(calls[theirs], 1, before)
    times = 1 if kills or quick else max(1, min(10_000, int(BATCH / rough)))
    # Where sprites are killed a run is one call, so more runs take the place of many calls.
    runs = max(5 * RUNS, min(500, int(BATCH / rough))) if kills else RUNS
    for _ in range(1 if quick else runs):
        for module, call in calls.items():
            taken = seconds(call, times, before)
            least[module] = min(taken, least.get(module, taken))
        if perf_counter() > end:
            break
    return Figure(shape, search, collided, count, 1e6 * least[theirs], 1e6 * least[ours])


def figures(counts: Iterable[int] | None = None, quick: bool = False) -> Iterator[Figure]:
    """All figures, one by one; of every shape with these counts instead of its own."""
    for name, shape in SHAPES.items():
        for count in shape.sizes if counts is None else counts:
            scene = Scene(count, shape)
            for search in shape.searches:
                for collided in shape.tests:
                    progress(f"{PART}: {name}, {search}, {collided}, {count:,}")
                    group = search.startswith("group")
                    if group and collided.startswith("a function") and count > 300:
                        continue  # a million calls of the same function on both sides
                    yield figure(scene, name, count, search, collided, quick)


def rows(effort: Effort) -> Iterator[Row]:
    """Of each shape and search the largest ratio, and all large groups; all others are printed."""
    slowest: dict[str, Figure] = {}
    large = []
    for found in figures([1, 25] if effort.quick else None, effort.quick):
        if not effort.quick:
            print(line(found), flush=True)
        if found.is_large:
            large.append(found)
            continue
        case = f"{found.search}: {found.shape}, the slowest"
        if case not in slowest or found.ratio > slowest[case].ratio:
            slowest[case] = found
    yield from (found.row(case) for case, found in slowest.items())
    yield from (found.row(f"groupcollide: {found.shape}, by as many") for found in large)


def line(found: Figure) -> str:
    """A line of the table, with its verdict."""
    limit = LARGE_LIMIT if found.is_large else LIMIT
    verdict = "holds" if found.ratio <= limit else "MISSED"
    name = f"{found.shape:24}{found.search:20}{found.collided:26}{found.sprites:8,}"
    times = f"{found.pygame_us:12.2f}{found.ours_us:12.2f}{found.ratio:9.3f}"
    return f"{name}{times}, at most {limit}: {verdict}"


def main(arguments: list[str]) -> None:
    """Print the table."""
    counts = [int(argument) for argument in arguments] or None
    print(f"pygame-ce {pygame.version.ver}, Python {sys.version.split()[0]}; microseconds\n")
    head = f"{'shape':24}{'search':20}{'collided':26}{'sprites':>8}"
    print(f"{head}{'pygame':>12}{'ours':>12}{'ratio':>9}")
    found = []
    for one in figures(counts):
        found.append(one)
        print(line(one), flush=True)
    worst = max(found, key=lambda one: one.ratio)
    name = f"{worst.shape}, {worst.search}, {worst.collided}, {worst.sprites}"
    print(f"\nlargest ratio: {worst.ratio:.3f} ({name})")


if __name__ == "__main__":
    main(sys.argv[1:])
