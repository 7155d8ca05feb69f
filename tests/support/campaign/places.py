"""Questions about a place: each is a sprite of one shape, and the answer is what it hits.

Of many sprites in any scene, answers are judged as hits are; of a few in whole numbers, in
fractions.
"""

import random
from collections import Counter
from collections.abc import Callable

import numpy as np
from oracle import exact

from spritecol import Circle, Group, Point, Rect, Shape, Sprite
from support.campaign.bulk import POSE, Floats, Random, Scene
from support.campaign.geometry import world_of
from support.campaign.judge import judge
from support.campaign.tally import Tally, many
from support.scenes import KINDS as SHAPES
from support.scenes import WHOLE, sprite

COUNT = 400  # questions of a kind
SINGLE = 25  # of them one by one, too
FEW = 60  # scenes of a few sprites, in a round

KINDS = ("point", "circle", "box")


def questions(rng: Random, kind: str, scene: Scene) -> tuple[Scene, Floats]:
    """Questions all over a scene, as a scene of their own, and as rows for the library."""
    places = np.column_stack([scene.pose["x"], scene.pose["y"]])
    low, high = places.min(axis=0), places.max(axis=0)
    at = rng.uniform(low, high, (COUNT, 2))
    near = rng.random(COUNT) < 0.5  # half of them by a sprite
    at[near] = places[rng.integers(0, len(places), near.sum())]
    reach = 5.0 if scene.exact else 40 * float(np.prod(high - low) / len(places)) ** 0.5 / 50
    sizes = rng.uniform(0.1 * reach, reach, (COUNT, 2))
    if scene.exact:
        at, sizes = np.round(at), np.ceil(sizes)
    makers: dict[str, Callable[[float, float], Shape]] = {
        "point": lambda w, h: Point(0, 0),
        "circle": lambda w, h: Circle(0, 0, w),
        "box": lambda w, h: Rect(0, 0, w, h),
    }
    shapes = [[makers[kind](w, h)] for w, h in sizes.tolist()]
    rows = {
        "point": at,
        "circle": np.column_stack([at, sizes[:, 0]]),
        "box": np.column_stack([at, at + sizes]),
    }[kind]
    pose = dict.fromkeys(POSE, np.zeros(COUNT))
    pose |= {"x": at[:, 0], "y": at[:, 1]}
    pose |= {"scale_x": np.ones(COUNT), "scale_y": np.ones(COUNT)}
    yes = np.ones(COUNT, dtype=bool)
    return Scene(f"{kind} questions", shapes, pose, yes, ~yes, yes, scene.exact), rows


def play(rng: Random, scene: Scene, other: Scene, tally: Tally, where: str) -> None:
    """Ask for points, circles and boxes: many at once, and some one by one."""
    sprites = scene.sprites()
    group, world = Group(sprites), world_of(scene)
    for kind in KINDS:
        asked, rows = questions(rng, kind, scene)
        verdicts = judge(world_of(asked), world, asked.sprites(), sprites)
        found = getattr(group, f"{kind}_indices")(rows)
        tally.pairs("places", found, verdicts, lambda k=kind: f"{where} 0, {k}")  # type: ignore[misc]
        for i in range(SINGLE):
            one = getattr(group, f"query_{kind}")(*rows[i].tolist())
            mine = [sprites[j] for j in found[found[:, 0] == i, 1].tolist()]
            tally.one("places", one == mine, lambda i=i, k=kind: f"{where} 0, {k} {i}")  # type: ignore[misc]
    many("places in fractions", judged, FEW)(rng, tally, where)


# --- in whole numbers, in fractions ---------------------------------------------------------------

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
