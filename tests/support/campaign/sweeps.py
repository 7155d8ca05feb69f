"""Sweeps: no hit is before the returned fraction, the two touch there, and no hit is missed.

A mover is placed at many steps of its way, by its pose alone, and judged there by the exact test.
"""

import math
from collections import Counter

from spritecol import Group, Sprite
from support.campaign.tally import many
from support.hooks import index_forced
from support.scenes import CONDITIONS, KINDS, Dice, counted, shape, sized

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
    one.collision = shape(r, kind or KINDS, sized(9))
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
    counts = list(counted(members, name).values())
    aim = r.choice(counts or members)
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
    if not {id(hit.other) for hit in every} <= set(map(id, counts)):
        wrong.append(f"{every} do not count")
    if not turn and name != "where":  # which arrays do not take
        rows = Group(mover).sweep_arrays([dx], [dy], group, **how)
        told = [bool(rows.hit[0]), float(rows.fraction[0])]
        if told != ([True, first.fraction] if first else [False, 1.0]):
            wrong.append(f"arrays {rows}")

    def at(t: float) -> Sprite:
        mover.x, mover.y, mover.angle = start[0] + t * dx, start[1] + t * dy, start[2] + t * turn
        return mover

    for one in counts:
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


play = many("sweeps", judged, 100)
