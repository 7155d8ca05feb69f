"""Sweeps: no hit is before the returned fraction, the two touch there, and no hit is missed.

A sprite is placed at many fractions of its way, by its pose alone, and judged there like any other:
of many sprites in any scene by bounds, of one by the exact test.
"""

import math
from collections import Counter
from collections.abc import Callable
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
from support.campaign.tally import Tally, many
from support.hooks import index_forced
from support.scenes import KINDS, Dice, shape, sized

THIN = 16.0  # times as far apart as in other scenes, so that few overlap at the start
SAMPLES = 24  # fractions at which each sprite is placed
TURNING = 60  # sprites that turn, too, on their way
SINGLE = 20  # of the others, how many are asked one by one
SLACK = 20  # margins
COUNT = 100  # movers that are judged one by one


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
        and hit.other is sprites[found.index[k]]
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
        straight, world, hit, found.index[hit], found.fraction[hit], found.point[hit]
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
    many("sweeps of one", judged, COUNT)(rng, tally, where)


# --- one mover, step by step ----------------------------------------------------------------------

CONDITIONS: dict[str, Callable[[list[Sprite]], dict[str, Any]]] = {
    "all": lambda members: {},
    "mask": lambda members: {"mask": 2},
    "exclude": lambda members: {"exclude": members[::2]},
    "where": lambda members: {"where": lambda other: other.collision_layer == 1},
}
STEPS = 60
"""Places at which a mover is tested on its way: what it only grazes between them is not seen."""
SOON = (1e-9, 1e-7, 1e-5, 1e-3, 1e-1)
"""Pixels after an impact. At one of them at least two shapes with an area overlap."""
BRANCHES = {
    *CONDITIONS, "straight", "turning", "one", "several", "meets", "misses", "turning meets",
    *(f"{kind} meets" for kind in KINDS), *(f"{kind} is met" for kind in KINDS),
}  # fmt: skip


def posed(r: Dice, kind: str | None, reach: float) -> Sprite:
    """A sprite of one shape of some pixels, upright or turned, of any scale and center."""
    one = Sprite(r.uniform(-reach, reach), r.uniform(-reach, reach))
    one.collision = shape(r, kind or r.choice(KINDS), sized(9))
    one.angle = r.choice([0.0, 90.0, r.uniform(0, 360)])
    one.scale_x, one.scale_y = r.choice([(1, 1), (1, 1), (-1, 1), (2, 0.5)])
    one.center_x, one.center_y = r.choice([(0, 0), (r.uniform(-9, 9), r.uniform(-9, 9))])
    one.collision_layer = r.choice((1, 1, 2))
    return one


def judged(seed: int) -> tuple[list[str], Counter[str]]:
    """Return what is wrong with a sweep among a few sprites, and the branches of the scene.

    The exact test is the referee, wherever the mover is put by its pose alone.
    """
    r, kind = Dice(seed), KINDS[seed % len(KINDS)]
    mover = posed(r, kind, 40)
    members = [posed(r, None, 60) for _ in range(r.choice((1, 1, 3, 8)))]
    members = [one for one in members if not mover.hits(one)] or [Sprite(500, 0)]
    start, name = (mover.x, mover.y, mover.angle), r.choice(list(CONDITIONS))
    how, group = CONDITIONS[name](members), Group(members)
    counted = [
        one
        for k, one in enumerate(members)
        if not (name == "mask" and one.collision_layer != 2)
        and not (name == "where" and one.collision_layer != 1)
        and not (name == "exclude" and k % 2 == 0)
    ]
    aim = r.choice(counted or members)
    dx, dy = (
        r.choice((0.7, 1, 3)) * d + r.uniform(-5, 5) for d in (aim.x - mover.x, aim.y - mover.y)
    )
    turn = r.choice((0.0, 0.0, r.uniform(-60, 60), r.uniform(-500, 500)))
    with index_forced(False):
        every = mover.sweep_all(dx, dy, group, turn=turn, **how)
    with index_forced(True):
        again = mover.sweep_all(dx, dy, group, turn=turn, **how)
    first = mover.sweep(dx, dy, members, turn=turn, **how)
    wrong = [f"with an index {again} instead of {every}"] if again != every else []
    wrong += ["it has moved"] if (mover.x, mover.y, mover.angle) != start else []
    wrong += [f"first {first} of {every}"] if first != (every[0] if every else None) else []
    fractions = {id(hit.other): hit.fraction for hit in every[::-1]}
    if [hit.fraction for hit in every] != sorted(hit.fraction for hit in every):
        wrong.append(f"in the order {every}")
    if not {id(hit.other) for hit in every} <= set(map(id, counted)):
        wrong.append(f"{every} do not count")
    if not turn and name != "where":  # which arrays do not take
        rows = Group(mover).sweep_arrays([dx], [dy], group, **how)
        told = [bool(rows.hit[0]), float(rows.fraction[0])]
        if told != ([True, first.fraction] if first else [False, 1.0]):
            wrong.append(f"arrays {rows}")

    def at(t: float) -> Sprite:
        mover.x, mover.y, mover.angle = start[0] + t * dx, start[1] + t * dy, start[2] + t * turn
        return mover

    for one in counted:
        end = fractions.get(id(one), 1.0)
        # At the end, only what is told may be hit, by rounding.
        early = [k for k in range(STEPS) if at(end * k / STEPS).hits(one)]
        wrong += [f"hits {one} at step {early[0]} before {end}"] if early else []
    speed = math.hypot(dx, dy) + abs(turn)
    for hit in every:
        at(0)
        (mover.x, mover.y), mover.angle = hit.position, hit.angle
        if mover.hits(hit.other) or mover.distance(hit.other).distance > 1e-6:
            wrong.append(f"does not touch there: {hit}")
        if abs(hit.normal.length - 1) > 1e-9 or hit.from_inside:
            wrong.append(f"normal of {hit}")
        has_area = mover.geometry.area and hit.other.geometry.area
        if has_area and not any(at(hit.fraction + d / speed).hits(hit.other) for d in SOON):
            wrong.append(f"nothing after {hit}")
    at(0)
    seen = Counter([name, "turning" if turn else "straight", "several" if members[1:] else "one"])
    seen["meets" if every else "misses"] += 1
    seen["turning meets"] += bool(turn and every)
    seen[f"{kind} meets"] += bool(every)
    for hit in every:
        seen[f"{type(hit.other_shape).__name__.lower()} is met"] += 1
    way = f"({dx}, {dy}), turn {turn}, {name}"
    return [f"{one}: {mover} on {way} among {members}" for one in wrong], +seen
