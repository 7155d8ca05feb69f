"""Worlds: sprites come back from any change, and a game over a bad line never comes apart."""

from typing import Any

import numpy as np
from world.lives import judged

from spritecol import Group, Overlaps, Sprite, World
from support.campaign.bulk import Random, Scene
from support.campaign.tally import Tally
from support.netcode import Link
from support.netcode import play as play_over_a_line

CHANGES = 6
FRAMES = 150  # of a game over a line
ACTS = 300  # of a life


def seen(groups: list[Group], watch: Overlaps) -> list[Any]:
    """Return answers to the last bit, in their order."""
    told: list[Any] = [[tuple(map(id, pair)) for pair in watch.pairs]]
    for group in groups:
        points = group.aabbs[:, :2]
        told += [
            list(map(id, group)),
            group.aabbs.tobytes(),
            group.pair_indices().tobytes(),
            *(
                array.tobytes()
                for array in group.nearest_indices(points[np.isfinite(points[:, 0])])
            ),
        ]
    return told


def change(rng: Random, sprites: list[Sprite], groups: list[Group]) -> None:
    """A few changes, or many, of all kinds."""
    share = float(rng.choice([0.01, 0.2, 1.0]))
    some = [sprites[k] for k in np.flatnonzero(rng.random(len(sprites)) < share).tolist()]
    for sprite in some:
        match int(rng.integers(7)):
            case 0:
                sprite.vanish()
            case 1:
                sprite.collision = sprites[int(rng.integers(len(sprites)))].shapes
            case 2:
                sprite.angle += float(rng.uniform(-90, 90))
            case 3:
                sprite.collision_enable = not sprite.collision_enable
            case 4:
                groups[0].discard(sprite)
            case 5:
                sprite.collision_layer = 1 << int(rng.integers(64))
            case _:
                sprite.x += float(rng.uniform(-9, 9))
    if rng.random() < 0.3:
        groups[1].clear()
    if rng.random() < 0.3:
        groups[0].add(groups[2])


def play(rng: Random, scene: Scene, other: Scene, tally: Tally, where: str) -> None:
    """Save, change and restore in any order; then lives of few sprites, and a game."""
    sprites = [*scene.sprites(), *other.sprites()]
    half = len(sprites) // 2
    groups = [Group(sprites[:half]), Group(sprites[half:]), Group(sprites[::3])]
    watch = Overlaps(groups[0], groups[1])
    world = World(*groups, watch)
    kept = []
    for frame in range(CHANGES):
        watch.update()
        kept.append((world.save(), seen(groups, watch)))
        change(rng, sprites, groups)
        for k in rng.permutation(len(kept)).tolist():
            saved, told = kept[k]
            world.restore(saved)
            right = world.digest() == saved.digest() and seen(groups, watch) == told
            right &= not saved.differences(world.save())
            tally.one("worlds", right, lambda frame=frame, k=k: f"{where} {frame}, back to {k}")  # type: ignore[misc]
    seed = int(rng.integers(2**32))
    for few in (False, True):
        wrong, _ = judged(seed, few, None, ACTS)
        tally.one("worlds", wrong == "", lambda wrong=wrong: f"{where}: {wrong}")  # type: ignore[misc]
    latency = int(rng.integers(1, 10))
    link = Link(latency, int(rng.integers(latency + 1)), float(rng.uniform(0, 0.3)))
    played = play_over_a_line(seed, FRAMES, link)
    tally.judged["frames over a line"] += played.frames
    tally.one("worlds", played.desync is None, lambda: f"{where}: {seed}, {link}, {played}")
