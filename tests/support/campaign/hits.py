"""Hits, asked in every way, over a few frames in which some or all sprites move."""

import numpy as np

from spritecol import Group, Sprite, check, pairs
from support.campaign.bulk import Ints, Random, Scene
from support.campaign.geometry import world_of
from support.campaign.judge import codes_of, judge
from support.campaign.tally import Tally

FRAMES = 6


def places_of(sprites: list[Sprite]) -> dict[int, int]:
    """Return the number of each sprite, by its id."""
    return {id(sprite): place for place, sprite in enumerate(sprites)}


def as_numbers(found: list[tuple[Sprite, Sprite]], *sides: list[Sprite]) -> Ints:
    """Return pairs of sprites as pairs of numbers."""
    a, b = places_of(sides[0]), places_of(sides[-1])
    numbers = [(a[id(p)], b[id(q)]) for p, q in found]
    return np.array(numbers, dtype=np.intp).reshape(-1, 2)


def within(rng: Random, group: Group, sprites: list[Sprite]) -> Ints:
    """Return all pairs of a Group, asked in one of the ways."""
    match int(rng.integers(5)):
        case 0:
            return as_numbers(group.pairs(), sprites)
        case 1:
            return as_numbers(pairs(sprites), sprites)
        case 2:
            return as_numbers(check(sprites, shot=None, hit=None), sprites)
        case 3:
            found = [(one, other) for one in sprites for other in one.check(group)]
            numbers = as_numbers(found, sprites)
            upper = numbers[:, 0] < numbers[:, 1]
            lower = numbers[~upper][:, ::-1]
            assert (np.sort(codes_of(numbers[upper])) == np.sort(codes_of(lower))).all()
            return numbers[upper]
        case _:
            return group.pair_indices()


def between(rng: Random, a: Group, b: Group, sides: tuple[list[Sprite], list[Sprite]]) -> Ints:
    """Return all pairs between two Groups, asked in one of the ways."""
    match int(rng.integers(4)):
        case 0:
            return as_numbers(pairs(*sides), *sides)
        case 1:
            found = [(one, other) for one in sides[0] for other in one.check(b)]
            return as_numbers(found, *sides)
        case 2:
            return b.pair_indices(a)[:, ::-1]
        case _:
            return a.pair_indices(b)


def move(rng: Random, scene: Scene, group: Group, sprites: list[Sprite]) -> None:
    """Move all sprites through the Group's columns, or a few one by one, and turn them.

    Where all move, they change places in half of the cases.
    """
    count = scene.count
    share = float(rng.choice([1.0, 1.0, 0.02]))
    if share == 1.0 and rng.random() < 0.5:
        order = rng.permutation(count)
        scene.pose["x"], scene.pose["y"] = scene.pose["x"][order], scene.pose["y"][order]
    movers = rng.random(count) < share
    if scene.exact:
        steps = rng.integers(-3, 4, (2, count)).astype(float)
        turn = rng.choice([0.0, 90.0, -180.0], count)
    else:
        length = scene.size() * 0.01
        steps, turn = rng.uniform(-length, length, (2, count)), rng.uniform(-30, 30, count)
    for name, step in (("x", steps[0]), ("y", steps[1]), ("angle", turn)):
        scene.pose[name] = np.where(movers, scene.pose[name] + step, scene.pose[name])
        if share == 1.0:
            setattr(group, name, scene.pose[name])
        else:
            for i in np.flatnonzero(movers).tolist():
                setattr(sprites[i], name, scene.pose[name][i])


def play(rng: Random, scene: Scene, other: Scene, tally: Tally, where: str) -> None:
    """Compare all hits of two scenes, within and between, frame by frame."""
    sprites, others = scene.sprites(), other.sprites()
    group, strangers = Group(sprites), Group(others)
    for frame in range(FRAMES):
        world = world_of(scene)
        judged = judge(world, world, sprites, sprites)
        tally.pairs("hits", within(rng, group, sprites), judged, lambda f=frame: f"{where} {f}")  # type: ignore[misc]
        judged = judge(world, world_of(other), sprites, others)
        found = between(rng, group, strangers, (sprites, others))
        tally.pairs("hits", found, judged, lambda f=frame: f"{where} {f}, between")  # type: ignore[misc]
        move(rng, scene, group, sprites)
