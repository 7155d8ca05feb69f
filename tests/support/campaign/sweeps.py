"""Sweeps: no hit is before the returned fraction, the two touch there, and no hit is missed.

A sprite is placed at many fractions of its way, by its pose alone, and judged there like any other.
"""

from typing import Any

import attrs
import numpy as np
import shapely

from spritecol import Group, Sprite, SweepHit
from support.campaign.bulk import Floats, Ints, Random, Scene
from support.campaign.geometry import (
    FINE,
    ROUND,
    World,
    parts_of_pairs,
    set_rounds,
    within_reach,
    world_of,
)
from support.campaign.judge import (
    HALF,
    HIT,
    MISS,
    Verdicts,
    bulk_verdicts,
    codes_of,
    near_parts,
)
from support.campaign.tally import Tally

THIN = 16.0  # times as far apart as in other scenes, so that few overlap at the start
SAMPLES = 24  # fractions at which each sprite is placed
TURNING = 60  # sprites that turn, too, on their way
SINGLE = 20  # of the others, how many are asked one by one
SLACK = 20  # margins


@attrs.define
class Ways:
    """Sprites and how they move.

    Attributes:
        scene: where they start.
        steps: (n, 2), in pixels.
        turns: (n,), in degrees.
    """

    scene: Scene
    steps: Floats
    turns: Floats

    def at(self, fractions: Floats, some: Any) -> World:
        """Some of the sprites, each at its own fraction of its way; the others are disabled."""
        pose = self.scene.pose
        pose = pose | {
            "x": pose["x"] + fractions * self.steps[:, 0],
            "y": pose["y"] + fractions * self.steps[:, 1],
            "angle": pose["angle"] + fractions * self.turns,
        }
        return world_of(attrs.evolve(self.scene, pose=pose, enabled=self.scene.enabled & some))


def verdicts_of(a: World, b: World) -> tuple[Ints, Verdicts]:
    """Codes of pairs of sprites, one for each pair of near parts, and the verdict on the parts."""
    parts = near_parts(a, b)
    owners = np.column_stack([a.owner[parts[:, 0]], b.owner[parts[:, 1]]])
    live = a.scene.enabled[owners[:, 0]] & b.scene.enabled[owners[:, 1]]
    parts, owners = parts[live], owners[live]
    return codes_of(owners), bulk_verdicts(a, b, parts[:, 0], parts[:, 1])


def certain_hits(rng: Random, ways: Ways, until: Floats, some: Any, world: World) -> Ints:
    """Codes of (mover, target) that surely hit at some fraction from 0 to `until`."""
    found = []
    for sample in range(SAMPLES):
        share = rng.random(len(until))
        if sample % 3 == 0:
            share = 1.0 - 10.0 ** rng.uniform(-7, -1, len(until))
        if sample == 0:
            share = np.ones(len(until))
        codes, verdicts = verdicts_of(ways.at(share * until, some), world)
        found.append(codes[verdicts == HIT])
    return np.unique(np.concatenate(found))


def meetings_right(
    ways: Ways, world: World, movers: Ints, targets: Ints, fractions: Floats, points: Floats
) -> tuple[Any, World]:
    """For each meeting (a mover is in one at most): do the two touch there, and at the point?

    If the two overlap at the start, it is a point of the target only.
    """
    where, some = np.zeros(ways.scene.count), np.zeros(ways.scene.count, dtype=bool)
    where[movers], some[movers] = fractions, True
    there = ways.at(where, some)
    slack = SLACK * max(world.margin, there.margin)
    k, p, q = parts_of_pairs(there, movers, world, targets)
    for one, parts in ((there, np.unique(p)), (world, np.unique(q))):
        set_rounds(one, parts[one.kind[parts] == ROUND], FINE)
    dots = shapely.points(points[k])
    right = np.zeros(len(movers), dtype=bool)
    touching = within_reach(world.outer[q], there.outer[p], slack)
    touching &= (fractions[k] == 0) | within_reach(there.outer[p], dots, slack)
    touching &= within_reach(world.outer[q], dots, slack)
    np.logical_or.at(right, k, touching)
    return right, there


def movers_of(rng: Random, scene: Scene, movers: Scene) -> Ways:
    """Thin out both scenes, put the movers all over the other one, and give them ways."""
    scene.thin_out(THIN)
    low, high = (np.array([end(scene.pose["x"]), end(scene.pose["y"])]) for end in (np.min, np.max))
    movers.pose["x"], movers.pose["y"] = rng.uniform(low, high, (movers.count, 2)).T
    lengths = rng.choice([0.02, 0.1, 0.6], (movers.count, 1))
    steps = rng.uniform(-1, 1, (movers.count, 2)) * lengths * (high - low)
    if scene.exact:  # then they meet with corners and along edges
        steps = np.round(steps)
        movers.pose |= {name: np.round(movers.pose[name]) for name in ("x", "y")}
    return Ways(movers.in_floats(), steps, rng.uniform(-300, 300, movers.count))


def same(hit: SweepHit | None, found: Any, k: int, sprites: list[Sprite]) -> bool:
    """Return whether a single answer is the one in the arrays."""
    if hit is None:
        return not found.hit[k]
    return (
        bool(found.hit[k])
        and hit.other is sprites[found.position[k]]
        and hit.fraction == found.fraction[k]
        and hit.point == tuple(found.point[k])
        and hit.normal == tuple(found.normal[k])
    )


def play(rng: Random, scene: Scene, other: Scene, tally: Tally, where: str) -> None:
    """Judge first hits straight ahead and with a turn, and all hits of a few."""
    ways = movers_of(rng, scene, other)
    scene = scene.in_floats()
    sprites, movers, world = scene.sprites(), other.sprites(), world_of(scene)
    group, count = Group(sprites), other.count
    everyone = np.ones(count, dtype=bool)
    codes, verdicts = verdicts_of(ways.at(np.zeros(count), everyone), world)
    at_start = np.unique(codes[verdicts != MISS])  # these may hit before, or be passed over

    straight = attrs.evolve(ways, turns=np.zeros(count))
    found = Group(movers).sweep_arrays(straight.steps[:, 0], straight.steps[:, 1], group)
    late = certain_hits(rng, straight, found.fraction, everyone, world)
    late = np.setdiff1d(late, at_start) >> HALF
    hit = np.flatnonzero(found.hit)
    touching, there = meetings_right(
        straight, world, hit, found.position[hit], found.fraction[hit], found.point[hit]
    )
    right = ~np.isin(np.arange(count), late)
    right[hit] &= touching
    length = np.hypot(*straight.steps.T)
    unit = np.abs(np.hypot(*found.normal.T) - 1) < 1e-9
    against = (found.normal * straight.steps).sum(axis=1) <= 1e-9 * length
    right &= np.where(found.hit, unit & against, found.fraction == 1)
    if scene.name == "rounds":  # convex: all of the mover is on one side
        for k in hit[found.fraction[hit] > 0].tolist():
            ahead = shapely.get_coordinates(there.inner[there.owner == k]) @ found.normal[k]
            level = found.point[k] @ found.normal[k] - SLACK * world.margin
            right[k] &= ahead.min() >= level
    for k in range(count):
        tally.one("sweeps", bool(right[k]), lambda k=k: f"{where} 0, way {k}")  # type: ignore[misc]

    # All that some of them hit on their whole way.
    some = np.arange(count) < SINGLE
    certain = certain_hits(rng, straight, np.ones(count), some, world)
    places = {id(sprite): place for place, sprite in enumerate(sprites)}
    for k in range(min(SINGLE, count)):
        dx, dy = straight.steps[k].tolist()
        hits = movers[k].sweep_all(dx, dy, group)
        alone = same(hits[0] if hits else None, found, k, sprites)
        alone &= same(movers[k].sweep(dx, dy, group), found, k, sprites)
        numbers = np.array([places[id(one.other)] for one in hits], dtype=np.intp)
        shapes = {(id(one.other), id(one.shape), id(one.other_shape)) for one in hits}
        alone &= len(shapes) == len(hits)
        alone &= [one.fraction for one in hits] == sorted(one.fraction for one in hits)
        mine = certain[certain >> HALF == k]
        missed = np.setdiff1d(mine, codes_of(np.column_stack([np.full_like(numbers, k), numbers])))
        alone &= not len(np.setdiff1d(missed, at_start))
        for one, number in zip(hits, numbers, strict=True):
            met, _ = meetings_right(
                straight, world, np.array([k]), np.array([number]),
                np.array([one.fraction]), np.array([one.point]),
            )  # fmt: skip
            alone &= bool(met[0])
        tally.one("sweeps", bool(alone), lambda k=k: f"{where} 0, all on way {k}")  # type: ignore[misc]

    # With a turn.
    some = np.arange(count) < TURNING
    fractions = np.ones(count)
    turned = {
        k: one
        for k in range(min(TURNING, count))
        if (one := movers[k].sweep(*ways.steps[k].tolist(), group, turn=float(ways.turns[k])))
    }
    hit = np.array(list(turned), dtype=np.intp)
    fractions[hit] = [one.fraction for one in turned.values()]
    late = np.setdiff1d(certain_hits(rng, ways, fractions, some, world), at_start) >> HALF
    numbers = np.array([places[id(one.other)] for one in turned.values()], dtype=np.intp)
    points = np.array([one.point for one in turned.values()]).reshape(-1, 2)
    right = ~np.isin(np.arange(count), late)
    right[hit] &= meetings_right(ways, world, hit, numbers, fractions[hit], points)[0]
    for k in np.flatnonzero(some).tolist():
        tally.one("sweeps", bool(right[k]), lambda k=k: f"{where} 0, turning way {k}")  # type: ignore[misc]
