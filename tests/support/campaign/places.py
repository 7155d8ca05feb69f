"""Questions about a place: each is a sprite of one shape, and the answer is what it hits.

Shapes and places are in whole numbers, and answers are judged in fractions.
"""

import random
from collections import Counter

from oracle import exact

from spritecol import Circle, Group, Point, Rect, Shape, Sprite
from support.campaign.tally import many
from support.scenes import KINDS as SHAPES
from support.scenes import WHOLE, sprite

KINDS = ("point", "circle", "box")


BRANCHES = {*SHAPES, *(f"{kind} {found}" for kind in KINDS for found in ("hits", "hits nothing"))}


def judged(seed: int) -> tuple[list[str], Counter[str]]:
    """Return what is wrong with questions about a place, and the branches of the scene."""
    r, own = random.Random(seed), SHAPES[seed % len(SHAPES)]
    members = [sprite(r, own, WHOLE), *(sprite(r, None, WHOLE) for _ in range(r.randint(2, 8)))]
    group, seen, wrong = Group(members), Counter([own]), []
    for member in members:
        left, top, right, bottom = map(int, member.aabb)
        x, y = r.randint(left - 1, right), r.randint(top - 1, bottom)
        w, h = r.randint(0, 9), r.randint(0, 9)
        asked: list[tuple[str, Shape, list[Sprite]]] = [
            ("point", Point(x, y), group.query_point(x, y)),
            ("circle", Circle(x, y, w), group.query_circle(x, y, w)),
            ("box", Rect(x, y, w, h), group.query_box(x, y, x + w, y + h)),
        ]
        for kind, shape, found in asked:
            expected = [one for one in members if exact.hits(Sprite(collision=shape), one)]
            if found != expected:
                wrong.append(f"{shape} hits {found} instead of {expected}")
            seen[f"{kind} hits" if found else f"{kind} hits nothing"] += 1
    return wrong, seen


play = many("places", judged, 60)
