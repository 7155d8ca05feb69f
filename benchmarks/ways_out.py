"""Compare the ways out of two checkouts: how long they are, row by row of random questions.

    python benchmarks/ways_out.py OLD NEW [--count N] [--only PATTERN]

OLD and NEW each name the root of a checkout that was built in place, or a folder that has spritecol
installed. Each answers the same questions in a child process: a sprite that hits some targets asks
for its `separation`. Shown are the mean and the worst ratio of the lengths, the share of ways that
the newer one finds longer by more than a millionth, the time that both took, and what each row may
reach at most. Ways that do not free the sprite, or that are not opposite where the two are swapped,
are counted: of these there must be none. The command ends with 1 if a row exceeds its limits.
"""

import argparse
import json
import math
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import Any

Question = tuple[Any, list[Any]]

# --- the questions, asked in a child process ------------------------------------------------------


def scenes() -> dict[str, Callable[[random.Random], Question]]:
    """Functions that make a random sprite and its targets, by the name of the row."""
    from spritecol import Capsule, Circle, Ellipse, Polygon, Rect, Sprite, Triangle

    tile = Rect(0, 0, 16, 16)
    ell = Polygon([(0, 0), (60, 0), (60, 20), (20, 20), (20, 60), (0, 60)])
    cup = Polygon([(0, 0), (20, 0), (20, 40), (40, 40), (40, 0), (60, 0), (60, 60), (0, 60)])

    def star(radius: float, points: int, x: float = 0, y: float = 0) -> Polygon:
        turns = [math.pi * k / points for k in range(2 * points)]
        radii = [radius, radius / 2] * points
        return Polygon(
            [(x + r * math.cos(t), y + r * math.sin(t)) for r, t in zip(radii, turns, strict=True)]
        )

    def body(rng: random.Random) -> Any:
        r = rng.uniform(4, 14)
        capsule = Capsule(0, -r, 0, r, r / 2)
        return rng.choice([Rect(-r, -r, 2 * r, 1.5 * r), Circle(0, 0, r), capsule])

    def any_shape(rng: random.Random, x: float = 0, y: float = 0) -> Any:
        r = rng.uniform(6, 18)
        return rng.choice(
            [
                Rect(x - r, y - r / 2, 2 * r, r),
                Circle(x, y, r),
                Capsule(x - r, y, x + r, y, r / 2),
                Triangle(x - r, y - r, x + r, y, x - r / 2, y + r),
                Ellipse(x, y, r, r / 2),
                star(r, 5, x, y),
            ]
        )

    def placed(rng: random.Random, shape: Any, far: float, turned: bool = True) -> Any:
        x, y = rng.uniform(-far, far), rng.uniform(-far, far)
        return Sprite(x, y, angle=rng.uniform(0, 360) if turned else 0, collision=shape)

    def tiles(columns: int, rows: int) -> list[Any]:
        return [Sprite(16 * x, 16 * y, collision=tile) for x in range(columns) for y in range(rows)]

    def floor(rng: random.Random) -> Question:
        shape = body(rng)
        return Sprite(rng.uniform(40, 280), rng.uniform(-12, 2), collision=shape), tiles(20, 3)

    def deep(rng: random.Random) -> Question:
        shape = rng.choice([Circle(0, 0, 4), Rect(-4, -4, 8, 8), Rect(-10, -10, 20, 20)])
        return Sprite(rng.uniform(0, 128), rng.uniform(0, 128), collision=shape), tiles(8, 8)

    def corner(rng: random.Random) -> Question:
        walls = [
            Sprite(collision=Rect(-200, 0, 400, 50)),
            Sprite(collision=Rect(-50, -200, 50, 400)),
        ]
        return Sprite(rng.uniform(-4, 12), rng.uniform(-12, 4), collision=body(rng)), walls

    def on_box(rng: random.Random) -> Question:
        shape = rng.choice([Circle(0, 0, 12), Rect(-9, -6, 18, 12)])
        return placed(rng, shape, 20), [Sprite(collision=Rect(-20, -15, 40, 30))]

    def two_in_two(rng: random.Random) -> Question:
        one, other = (
            [any_shape(rng, rng.uniform(-15, 15), rng.uniform(-15, 15)) for _ in range(2)]
            for _ in range(2)
        )
        return placed(rng, one, 15), [placed(rng, other, 0)]

    def in_corner_shape(rng: random.Random) -> Question:
        shape = rng.choice([ell, cup])
        one = Sprite(rng.uniform(0, 60), rng.uniform(0, 60), collision=body(rng))
        return one, [Sprite(collision=shape)]

    def stars(rng: random.Random) -> Question:
        return placed(rng, star(30, rng.choice([5, 7, 9])), 25), [
            placed(rng, star(35, rng.choice([5, 8])), 0)
        ]

    def pile(count: int) -> Callable[[random.Random], Question]:
        def scene(rng: random.Random) -> Question:
            spread = 4.5 * math.sqrt(count)
            others = [
                placed(rng, Circle(0, 0, rng.uniform(5, 12)), spread, False) for _ in range(count)
            ]
            return placed(rng, Circle(0, 0, 8), spread / 2, False), others

        return scene

    def mixed(count: int) -> Callable[[random.Random], Question]:
        def scene(rng: random.Random) -> Question:
            spread = 6 * math.sqrt(count)
            others = [placed(rng, any_shape(rng), spread) for _ in range(count)]
            return placed(rng, any_shape(rng), spread / 2), others

        return scene

    def turned_boxes(rng: random.Random) -> Question:
        others = [placed(rng, Rect(-10, -6, 20, 12), 60) for _ in range(150)]
        return placed(rng, Rect(-10, -6, 20, 12), 30), others

    def ships(rng: random.Random) -> Question:
        def ship() -> Any:
            boxes = [
                Rect(8 * x, 8 * y, 8, 8) for x in range(20) for y in range(20) if rng.random() < 0.8
            ]
            return boxes

        return placed(rng, ship(), 100), [placed(rng, ship(), 0)]

    return {
        "a body in a floor of tiles": floor,
        "deep in 64 tiles": deep,
        "in the corner of floor and wall": corner,
        "a box or circle against a box": on_box,
        "two shapes against two": two_in_two,
        "a body in an L or U": in_corner_shape,
        "a star in a star": stars,
        "a circle among 12 piled ones": pile(12),
        "a circle among 40 piled ones": pile(40),
        "a circle among 200 piled ones": pile(200),
        "any shape among 30": mixed(30),
        "any shape among 100": mixed(100),
        "150 turned boxes": turned_boxes,
        "two ships of 320 boxes": ships,
    }


# The mean and the worst ratio that a row may reach, and the share of the questions that it asks.
LIMITS: dict[str, tuple[float, float, float]] = {
    "a body in a floor of tiles": (1.0005, 1.1, 1),
    "deep in 64 tiles": (1.0005, 1.1, 1),
    "in the corner of floor and wall": (1.0005, 1.1, 1),
    "a box or circle against a box": (1.0005, 1.1, 1),
    "two shapes against two": (1.02, 2, 1),
    "a body in an L or U": (1.03, 2, 1),
    "a star in a star": (1.1, 2, 1),
    "a circle among 12 piled ones": (1.08, 2, 1),
    "a circle among 40 piled ones": (1.08, 2, 1),
    "a circle among 200 piled ones": (1.08, 2, 0.25),
    "any shape among 30": (1.1, 3, 0.25),
    "any shape among 100": (1.25, 5, 0.05),
    "150 turned boxes": (1.25, 5, 0.05),
    "two ships of 320 boxes": (math.inf, math.inf, 0.02),
}


def questions(
    name: str, scene: Callable[[random.Random], Question], count: int
) -> Iterator[Question]:
    """The first questions of a row in which the sprite hits anything."""
    k = made = 0
    while made < count:
        one, others = scene(random.Random(f"{name} {k}"))
        k += 1
        if one.check(others):
            made += 1
            yield one, others


def answer(count: int, only: str) -> None:
    """Write the answers to all questions, as JSON."""
    from spritecol import Group, Sprite

    answers = {}
    for name, scene in scenes().items():
        if not re.search(only, name):
            continue
        ways, free, opposite, seconds = [], 0, 0, []
        for one, others in questions(name, scene, max(1, round(count * LIMITS[name][2]))):
            targets = others[0] if len(others) == 1 else Group(others)
            start = process_time()
            way = one.separation(targets)
            seconds.append(process_time() - start)
            ways.append(way.length)
            if isinstance(targets, Sprite):
                opposite += (targets.separation(one) + way).length > 1e-9
            place = one.position
            one.position = place + way
            free += not one.check(targets)
            one.position = place
        answers[name] = {
            "ways": ways,
            "bound": len(ways) - free,
            "odd": opposite,
            "seconds": sum(seconds),
            "median": sorted(seconds)[len(seconds) // 2],
        }
    json.dump(answers, sys.stdout)


# --- the comparison -------------------------------------------------------------------------------


def answers_of(root: Path, count: int, only: str) -> dict[str, Any]:
    """What a checkout answers."""
    command = [sys.executable, __file__, "--answer", "--count", str(count), "--only", only]
    environment = {**os.environ, "PYTHONPATH": str(root.resolve())}
    child = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE)
    return dict(json.loads(child.stdout))


def main() -> None:
    """Compare two checkouts, or answer as a child."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("roots", nargs="*", type=Path)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--only", default="")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--keep", type=Path, help="keep the answers of OLD in this file")
    options = parser.parse_args()
    if options.answer:
        answer(options.count, options.only)
        return
    old_root, new_root = options.roots
    if options.keep and options.keep.exists():
        old = json.loads(options.keep.read_text())
    else:
        old = answers_of(old_root, options.count, options.only)
        if options.keep:
            options.keep.write_text(json.dumps(old))
    new = answers_of(new_root, options.count, options.only)
    failed = False
    print(f"{'':34}  mean  worst  longer  not free  not opposite   time  of a median one, in us")
    for name, answers in new.items():
        before = old[name]
        ratios = [
            way / other if other > 0 else 1.0
            for way, other in zip(answers["ways"], before["ways"], strict=True)
        ]
        mean, worst = sum(ratios) / len(ratios), max(ratios)
        longer = sum(ratio > 1.000001 for ratio in ratios) / len(ratios)
        most = LIMITS[name]
        exceeds = mean > most[0] or worst > most[1] or answers["bound"] or answers["odd"]
        failed |= bool(exceeds)
        print(
            f"{name:34} {mean:5.3f} {worst:6.2f} {longer:6.1%} {answers['bound']:9} "
            f"{answers['odd']:13} {answers['seconds'] / before['seconds']:6.2f} "
            f"{1e6 * before['median']:8.1f} -> {1e6 * answers['median']:.1f}"
            + ("  exceeds its limits" if exceeds else "")
        )
    sys.exit(failed)


if __name__ == "__main__":
    main()
