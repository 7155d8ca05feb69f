"""Rays: how far the first hit is, whose it is, and where they start inside.

Rays and shapes are in whole numbers, and all hits are judged in fractions.
"""

import math
from collections import Counter
from collections.abc import Sequence

from oracle import exact

from spritecol import Group, RayHit, Segment, Sprite, Vec2
from support.campaign.tally import many
from support.hooks import index_forced
from support.scenes import CONDITIONS, KINDS, WHOLE, Dice, counted, sprite

HOW = {**CONDITIONS, "not from inside": lambda members: {"hit_from_inside": False}}
BRANCHES = {
    *HOW, "thin", "thick", "one", "several", "a tie", "misses", "inside", "checked",
    *(f"{kind} hit" for kind in KINDS), *(f"{kind} hit by a disc" for kind in KINDS),
}  # fmt: skip


def aim(r: Dice, sprite: Sprite, near: int = 3) -> list[int]:
    """Draw a line in whole numbers between places in, on and around a sprite, or by its middle."""
    left, top, right, bottom = map(int, sprite.aabb)

    def place() -> tuple[int, int]:
        return r.randint(left - near, right + near), r.randint(top - near, bottom + near)

    start, end = place(), place()
    if r.random() < 0.3:
        start = (left + right) // 2, (top + bottom) // 2
    if r.random() < 0.3:
        end = left + right - start[0], top + bottom - start[1]
    elif r.random() < 0.4:  # on a side of its box
        end = r.choice((left, right)), r.randint(top, bottom)
        if r.random() < 0.5:
            end = r.randint(left, right), r.choice((top, bottom))
    return [*start, *end]


def unsound(hit: RayHit, line: Sequence[float], radius: float = 0.0) -> list[str]:
    """Return what does not hold for a hit, although it does for each."""
    start, way = Vec2(*line[:2]), Vec2(line[2] - line[0], line[3] - line[1])
    at, close = start + hit.fraction * way, 1e-9 * (1 + way.length)
    if hit.from_inside:
        is_right = (hit.fraction, hit.point, hit.normal) == (0, start, (0, 0))
    else:
        is_right = (
            abs(hit.normal.length - 1) < 1e-9
            and hit.normal.dot(way) <= close
            and hit.point.distance_to(at - radius * hit.normal) < close
        )
    is_right &= 0 <= hit.fraction <= 1 and abs(hit.distance - hit.fraction * way.length) < close
    return [] if is_right else [f"{hit} on {line} by {radius}"]


def order_of(hit: RayHit, members: list[Sprite], line: Sequence[float]) -> tuple[float, ...]:
    """Return by what hits are ordered; at ties, by which would come first further to the right."""
    into = -hit.normal.dot((line[2] - line[0], line[3] - line[1]))
    later = hit.normal.x / into if hit.normal.x and into > 0 else 0.0
    own = next(k for k, shape in enumerate(hit.other.shapes) if shape is hit.other_shape)
    return hit.fraction, -math.inf if hit.from_inside else later, members.index(hit.other), own


def judged(seed: int) -> tuple[list[str], Counter[str]]:
    """Return what is wrong with a ray among a few sprites, and the branches of the scene."""
    r, kind = Dice(seed), KINDS[seed % len(KINDS)]
    members = [sprite(r, kind, WHOLE)]
    members += [sprite(r, None, WHOLE) for _ in range(r.choice((0, 0, 2, 6)))]
    for one in members[1:]:
        one.collision_layer = r.choice((1, 1, 2))
    line, group = aim(r, r.choice(members)), Group(members)
    parts = [part for one in members for solid in exact.solids(one) for part in solid]
    is_oval = any(isinstance(part, exact.Oval) for part in parts)
    radius = 0.0 if is_oval or line[:2] == line[2:] else r.choice((0, 0, 1, 1.5, 3))
    name = r.choice(list(HOW))
    how = HOW[name](members)
    seen = Counter([name, "thick" if radius else "thin", "several" if members[1:] else "one"])
    counts = list(counted(members, name).values())
    wanted = {
        (members.index(one), met.other_shape): (float(met.time), met.inside)
        for one in counts
        for met in exact.ray(one, line[:2], line[2:], radius)
        if not (met.inside and name == "not from inside")
    }
    with index_forced(False):
        found = group.raycast_all(*line, radius=radius, **how)
    with index_forced(True):
        again = group.raycast_all(*line, radius=radius, **how)
    wrong = [f"with an index {again} instead of {found}"] if again != found else []
    orders = [order_of(hit, members, line) for hit in found]
    told = {
        (int(position), int(own)): (hit.fraction, hit.from_inside)
        for hit, (*_, position, own) in zip(found, orders, strict=True)
    }
    if told.keys() != wanted.keys() or len(told) != len(found):
        wrong.append(f"hits of {sorted(told)} instead of {sorted(wanted)}")
    elif any(
        abs(told[key][0] - wanted[key][0]) > 1e-12 or told[key][1] != wanted[key][1] for key in told
    ):
        wrong.append(f"{told} instead of {wanted}")
    keys = [(order[0], not hit.from_inside) for order, hit in zip(orders, found, strict=True)]
    if (keys if radius else orders) != sorted(keys if radius else orders):
        wrong.append(f"in the order {orders}")
    for hit in found:
        wrong += unsound(hit, line, radius)
    if group.raycast(*line, radius=radius, **how) != (found[0] if found else None):
        wrong.append("another first hit")
    if group.line_of_sight(*line, radius=radius, **how) == bool(found):
        wrong.append("a line of sight is no ray")
    if name != "where":  # which arrays do not take
        rows = group.raycast_arrays([line[:2]], [line[2:]], radius=radius, **how)
        fields = [bool(rows.hit[0]), *(rows.fraction.tolist() if found else ())]
        if fields != ([True, found[0].fraction] if found else [False]):
            wrong.append(f"arrays {rows}")
    if name == "all":
        there = group.query_circle(*line[:2], radius) if radius else group.query_point(*line[:2])
        if {id(one) for one in there} != {id(hit.other) for hit in found if hit.from_inside}:
            wrong.append(f"starts in {there}")
        checked = [] if radius else Sprite(collision=Segment(*line)).check(group)
        if not {id(one) for one in checked} <= {id(hit.other) for hit in found}:
            wrong.append(f"its segment hits {checked}")
        seen["checked"] += bool(checked)
    seen["misses"] += not found
    seen["inside"] += any(hit.from_inside for hit in found)
    seen["a tie"] += len({order[:1] for order in orders}) < len(orders)
    seen[f"{kind} hit{' by a disc' if radius else ''}"] += any(
        position == 0 for position, _ in told
    )
    return [f"{one}: {line}, {radius}, {name}, {members}" for one in wrong], +seen


play = many("rays", judged, 200)
