"""Crowds: from a hundred to 20,000 sprites, near and far, alike and unlike."""

import math
import random
from collections.abc import Callable

import numpy as np

from spritecol import Circle, Group, Rect, Shape, Sprite
from support.answer_scenes.cast import MIXED
from support.tape import Tape, scene, several


def _circles(rng: random.Random, k: int) -> Shape:
    return Circle(0, 0, rng.uniform(5, 10))


def _rects(rng: random.Random, k: int) -> Shape:
    return Rect(0, 0, rng.randint(4, 18), rng.randint(4, 18))


def _mixed(rng: random.Random, k: int) -> Shape:
    return MIXED[k % len(MIXED)]


CROWDS: dict[str, Callable[[random.Random, int], Shape]] = {
    "circles": _circles,
    "rects": _rects,
    "mixed": _mixed,
}


def crowd(kind: str, count: int, seed: int = 0, far: float = 0) -> Group:
    """A Group in a window in which each overlaps about two others."""
    rng = random.Random(f"{kind} {count} {seed}")
    side = 21.5 * math.sqrt(count)
    places = [(far + rng.uniform(0, side), far + rng.uniform(0, side)) for _ in range(count)]
    if kind == "rects":
        places = [(math.floor(x), math.floor(y)) for x, y in places]
    turned = kind == "mixed"
    return Group(
        Sprite(
            x,
            y,
            collision=CROWDS[kind](rng, k),
            angle=rng.uniform(0, 360) if turned else 0,
            scale_x=rng.uniform(0.5, 1.5) if turned else 1,
        )
        for k, (x, y) in enumerate(places)
    )


def _play_crowd(tape: Tape, value: str) -> None:
    kind, count = value.split()
    many = int(count.replace(",", ""))
    group, other = crowd(kind, many), crowd(kind, max(1, many // 3), seed=1)
    sprites = list(group)
    rng = np.random.default_rng(many)
    for frame in range(4 if many < 20_000 else 2):
        tape.add("self", group.pair_indices(), group.aabbs)
        tape.add("cross", group.pair_indices(other), other.pair_indices(group))
        tape.add("one", sprites[frame].hits(other), group.hits(other))
        positions = {id(sprite): k for k, sprite in enumerate(sprites)}
        one = sprites[many // 2]
        one.scale_x = one.scale_y = 20
        tape.add("check", [positions[id(sprite)] for sprite in one.check(group)])
        one.scale_x = one.scale_y = 1
        group.x += rng.uniform(-3, 3, many)
        group.y += rng.integers(-3, 4, many)
        if kind == "mixed":
            group.angle += rng.uniform(-5, 5, many)


several(
    "crowd",
    [f"{kind} {count:,}" for kind in CROWDS for count in (100, 257, 1_000, 5_000, 20_000)],
    _play_crowd,
)


@scene("crowds, far and unlike")
def _far(tape: Tape) -> None:
    for kind in CROWDS:
        for far in (1e6, -1e9, 9e11):
            tape.add("far", crowd(kind, 700, far=far).pair_indices())
        spread = crowd(kind, 900)
        x = spread.x
        x[::50] += 10.0 ** np.arange(18)[: len(x[::50])].clip(0, 11)
        spread.x = x
        tape.add("lost", spread.pair_indices(), spread.aabbs)
        spread.scale_x = spread.scale_y = 10.0 ** np.random.default_rng(4).uniform(-3, 1, 900)
        tape.add("sizes", spread.pair_indices(), spread.aabbs)
        split = crowd(kind, 900)
        half = Group(*list(split)[:450])
        half.y += 1e6
        tape.add("halves", split.pair_indices(), half.pair_indices(split))


@scene("hits that come late or never")
def _late(tape: Tape) -> None:
    """Rows of circles side by side, of which none hit the others, or only the last two do."""
    ball = Circle(0, 0, 4)
    for count in (1, 7, 40, 160, 300, 700):
        for many in (1, 10, 200, 600):
            a = [Sprite(10 * k, 0, collision=ball) for k in range(count)]
            b = [Sprite(10 * k, 50, collision=ball) for k in range(many)]
            groups = Group(a), Group(b)
            for y in (50, 1):
                b[-1].x, b[-1].y = a[-1].x, y
                tape.add("hits", groups[0].hits(b), groups[1].hits(groups[0]), b[-1].hits(a))
                tape.add("one", a[-1].hits(groups[1]), len(a[-1].check(b)))
                tape.add("pairs", groups[0].pair_indices(b), groups[1].pair_indices(groups[0]))
