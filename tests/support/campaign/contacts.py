"""Contacts: the push parts the two shapes, and no shorter move in any direction does.

This is judged by hits, of one sprite and a few others.
"""

import copy
from collections import Counter

from spritecol import Group, Polygon, Shape, Sprite
from support.campaign.least_moves import free_after, points_outside, shorter_move
from support.campaign.tally import many
from support.hooks import index_forced
from support.scenes import CONDITIONS, KINDS, WHOLE, Dice, counted, sized, sprite

BRANCHES = {
    *CONDITIONS, "whole numbers", "any numbers", "one", "several", "hits", "misses", "concave",
    "deep", "shallow", *(f"{kind} hits" for kind in KINDS),
}  # fmt: skip


def alone(one: Sprite, shape: Shape) -> Sprite:
    """The same sprite with one shape only."""
    found = copy.copy(one)
    found.collision = shape
    return found


def judged(seed: int) -> tuple[list[str], Counter[str]]:
    """Return what is wrong with the contacts of a sprite and a few others, and the branches.

    The exact test says which shapes hit, and whether a push leads out.
    """
    r, kind = Dice(seed), KINDS[seed % len(KINDS)]
    numbers = r.choice((WHOLE, sized(20)))
    asker = sprite(r, kind, numbers)
    asker.scale_x, asker.scale_y = r.choice(((1, 1), (-1, 1), (2, 1)))
    members = [sprite(r, None, numbers) for _ in range(r.choice((1, 1, 4)))]
    for one in members:
        if r.random() < 0.7:  # or it is where it is
            way = [
                round(r.uniform(-5, 5) + (asker.aabb[k] + asker.aabb[k + 2]) / 2)
                - (one.aabb[k] + one.aabb[k + 2]) // 2
                for k in (0, 1)
            ]
            one.x, one.y = one.x + way[0], one.y + way[1]
        one.collision_layer = r.choice((1, 1, 2))
    name = r.choice(list(CONDITIONS))
    how, group = CONDITIONS[name](members), Group(members)
    counts = counted(members, name)
    wanted = [
        (k, i, j)
        for k, one in counts.items()
        for i, mine in enumerate(asker.shapes)
        for j, its in enumerate(one.shapes)
        if alone(asker, mine).hits(alone(one, its))
    ]
    place = asker.x, asker.y, asker.angle
    with index_forced(True):
        found = asker.contacts(group, **how)
    with index_forced(False):
        again = asker.contacts(members, **how)
    wrong = [f"from a list {again} instead of {found}"] if again != found else []
    wrong += ["it has moved"] if (asker.x, asker.y, asker.angle) != place else []
    told = [
        (group.index(hit.other), asker.shapes.index(hit.shape), its.index(hit.other_shape))
        for hit in found
        for its in [hit.other.shapes]
    ]
    if told != wanted:
        wrong.append(f"contacts of {told} instead of {wanted}")
    if name != "where":  # which arrays do not take
        rows = Group(asker).contact_arrays(group, **how)
        same = rows.index[:, 1].tolist() == [key[0] for key in told]
        same &= rows.shape_index.tolist() == [list(key[1:]) for key in told]
        same &= rows.depth.tolist() == [hit.depth for hit in found]
        same &= rows.normal.tolist() == [[*hit.normal] for hit in found]
        wrong += [] if same else [f"arrays {rows}"]
    seen = Counter([name, "whole numbers" if numbers is WHOLE else "any numbers"])
    seen["several" if members[1:] else "one"] += 1
    for hit in found:
        one, other = alone(asker, hit.shape), alone(hit.other, hit.other_shape)
        (back,) = other.contacts(one)
        is_convex = not any(isinstance(s, Polygon) for s in (hit.shape, hit.other_shape))
        is_unit = abs(hit.normal.length - 1) < 1e-9 and hit.depth >= 0
        is_unit &= hit.push.distance_to(hit.depth * hit.normal) <= 1e-9 * (1 + hit.depth)
        if not is_unit or abs(back.depth - hit.depth) > 1e-9 * (1 + hit.depth):
            wrong.append(f"{hit}, and back {back}")
        if not free_after(one, hit.push, other):
            wrong.append(f"hits after {hit}")
        if is_convex and (shorter := shorter_move(one, hit.push, other, 16)):
            wrong.append(f"{shorter} is shorter than {hit}")
        if points_outside(hit):
            wrong.append(f"points of {hit}")
        seen["concave"] += not is_convex
        seen["deep" if hit.depth > 5 else "shallow"] += 1
    seen["hits" if found else "misses"] += 1
    seen[f"{kind} hits"] += bool(found)
    return [f"{one}: {asker}, {name}, {members}" for one in wrong], +seen


play = many("contacts", judged, 60)
