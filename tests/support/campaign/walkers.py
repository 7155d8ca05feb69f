"""Walkers: what is in something after a move was in it before.

They walk among the sprites of a scene, of which a few move and turn; where they are is judged by
shapely.
"""

import numpy as np
from oracle import round

from spritecol import CharacterController, Group, Sprite
from support.campaign.bulk import Floats, Random, Scene
from support.campaign.geometry import world_of
from support.campaign.tally import Tally
from support.levels import BODIES, HEIGHT, KINDS

THIN = 10.0  # times as far apart as in other scenes, so that there is room to walk
WALKERS = 5
FRAMES = 12  # of each of them
MOVERS = 0.2  # how many of the sprites move, as a share


def rings(scene: Scene) -> tuple[Floats, Floats]:
    """A circle around each sprite: a place, and how far its shapes are from it at most."""
    world = world_of(scene)
    corners, owner = world.corners, world.owner[world.part]
    place = np.zeros((scene.count, 2))
    place[owner[::-1]] = corners[::-1]  # the first corner of each
    away = np.zeros(scene.count)
    np.maximum.at(away, owner, np.hypot(*(corners - place[owner]).T))
    return place, 2 * away  # of a round part the corners are its middle and the ends of two axes


def play(rng: Random, scene: Scene, other: Scene, tally: Tally, where: str) -> None:
    """A few walkers in a scene where some sprites move."""
    scene.thin_out(THIN)
    scene = scene.in_floats()
    place, away = rings(scene)
    size = float(np.median(away)) / HEIGHT
    sprites = scene.sprites()
    group = Group(sprites)
    low, high = place.min(axis=0), place.max(axis=0)
    movers = np.flatnonzero(rng.random(scene.count) < MOVERS)
    for k in range(WALKERS):
        kind = KINDS[k % len(KINDS)]
        walker = Sprite(*rng.uniform(low, high).tolist(), collision=BODIES[kind], scale=size)
        walker.angle = float(rng.choice([0.0, 0.0, rng.uniform(-180, 180)]))
        how = {name: size * float(rng.choice([0, 4, 8])) for name in ("snap", "step", "nudge")}
        controller = CharacterController(walker, **how)
        speed = size * float(rng.choice([1.0, 6.0, 40.0]))
        for frame in range(FRAMES):
            steps = rng.uniform(-4 * size, 4 * size, (len(movers), 2))
            turns = rng.uniform(-5, 5, len(movers))
            for name, change in (("x", steps[:, 0]), ("y", steps[:, 1]), ("angle", turns)):
                scene.pose[name][movers] += change
                for mover in movers.tolist():
                    setattr(sprites[mover], name, float(scene.pose[name][mover]))
            dx, dy = rng.uniform(-speed, speed, 2).tolist()
            before = {id(other) for other in walker.check(group)}
            ghost = Sprite(walker.x, walker.y, collision=BODIES[kind], scale=size)
            ghost.angle = walker.angle
            slide = controller.move(dx, dy, group, drop=bool(rng.random() < 0.1))
            place, away = rings(scene)
            near = np.hypot(*(place - (walker.x, walker.y)).T) < away + 2 * HEIGHT * size
            right = {id(other) for other in walker.check(group)} <= before
            right &= slide.crushed or not walker.hits(group)
            right &= not any(
                round.verdict(walker, sprites[i]) is round.Verdict.HIT
                and round.verdict(ghost, sprites[i]) is round.Verdict.MISS
                for i in np.flatnonzero(near & scene.enabled).tolist()
            )
            tally.one("walkers", bool(right), lambda k=k, f=frame: f"{where} {f}, walker {k}")  # type: ignore[misc]
