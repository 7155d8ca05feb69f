"""Hits, asked in every way, over a few frames in which some or all sprites move; and of two."""

from collections import Counter

import numpy as np
from oracle import exact, round

from spritecol import (
    Capsule,
    Circle,
    Ellipse,
    Group,
    Rect,
    Segment,
    Shape,
    Sprite,
    Triangle,
    check,
    pairs,
)
from support.campaign.bulk import Ints, Random, Scene
from support.campaign.geometry import world_of
from support.campaign.judge import codes_of, judge
from support.campaign.least_moves import free_after
from support.campaign.tally import Tally, many
from support.scenes import ANY, KIND_PAIRS, WHOLE, Dice, encounter, pose, shape, sprite

FRAMES = 6
PAIRS = 200
"""Pairs of sprites of a round that are judged in fractions."""


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
        verdicts = judge(world, world, sprites, sprites)
        tally.pairs("hits", within(rng, group, sprites), verdicts, lambda f=frame: f"{where} {f}")  # type: ignore[misc]
        verdicts = judge(world, world_of(other), sprites, others)
        found = between(rng, group, strangers, (sprites, others))
        tally.pairs("hits", found, verdicts, lambda f=frame: f"{where} {f}, between")  # type: ignore[misc]
        move(rng, scene, group, sprites)
    many("hits of two", judged, PAIRS)(rng, tally, where)


# --- two sprites, in fractions --------------------------------------------------------------------

FLAT: list[Shape] = [
    Triangle(0, 0, 2, 2, 4, 4), Triangle(4, 4, 0, 0, 1, 1), Triangle(-3, 1, 5, 2, 5, 2),
    Triangle(2, 3, 2, 3, 2, 3), Rect(2, 1, 0, 5), Rect(2, 1, 5, 0), Rect(2, 1, 4, 0, 90),
    Rect(2, 1, 0, 0), Circle(2, 1, 0), Ellipse(2, 1, 0, 3), Ellipse(2, 1, 3, 0),
    Ellipse(2, 1, 3, 0, 90), Ellipse(2, 1, 0, 0), Segment(2, 1, 2, 1), Capsule(1, 2, 4, 6, 0),
    Capsule(1, 2, 1, 2, 0), Capsule(1, 2, 1, 2, 3), Ellipse(2, 1, 3, 3, 30),
]  # fmt: skip
"""Shapes that are segments or points, and some that are one circle."""

COLUMNS = ("x", "y", "angle", "scale_x", "scale_y")
CHANGES = [*COLUMNS, *(f"{name}, a column" for name in COLUMNS)]
CHANGES += ["center_x", "center_y", "scale", "collision_sync", "offset_sync", "collision"]

FORMS = ("whole", "anywhere", "inside", "several", "flat", "no scale", "changed")
BRANCHES = {
    *FORMS, *(f"changed {name}" for name in CHANGES), "touches", "moved far off",
    *(f"{a} {b} {what}" for a, b in KIND_PAIRS for what in ("hits", "misses")),
}  # fmt: skip


def bring_together(r: Dice, a: Sprite, b: Sprite) -> None:
    """Move b by whole numbers into a's middle, or until a side of its box lies on one of a's."""
    if not all(side.is_integer() for sprite in (a, b) for side in sprite.aabb):
        return
    axis, far, is_touch = r.randint(0, 1), r.choice((0, 2)), r.random() < 0.5
    for k, name in enumerate("xy"):
        way = (a.aabb[k] + a.aabb[k + 2] - b.aabb[k] - b.aabb[k + 2]) // 2 + r.randint(-1, 1)
        if is_touch and k == axis:
            way = a.aabb[axis + far] - b.aabb[axis + 2 - far]
        setattr(b, name, getattr(b, name) + way)


def change(r: Dice, one: Sprite, kind: str, way: str) -> None:
    """Change one attribute of a sprite, by itself or as a column."""
    fresh = pose(r, WHOLE) | {"scale": r.choice((2, -3)), "collision": shape(r, kind, WHOLE)}
    name = way.partition(",")[0]
    if name == way:
        setattr(one, name, fresh[name])
    else:
        setattr(Group(one), name, [float(fresh[name])])


def touch(a: Sprite, b: Sprite) -> bool:
    """Whether two sprites that do not hit are not apart, either."""
    pieces = [solid for sprite in (a, b) for solid in exact.solids(sprite)]
    if any(isinstance(piece, exact.Oval) for solid in pieces for piece in solid):
        left, top, right, bottom = a.aabb
        x1, y1, x2, y2 = b.aabb
        return left <= x2 and x1 <= right and top <= y2 and y1 <= bottom
    return exact.distance(a, b) == 0


def wrong_hit(a: Sprite, b: Sprite, *, whole: bool = True) -> list[str]:
    """Return what is wrong with a hit. Only of other numbers, rounding may decide what is close."""
    expected, found, back = exact.hits(a, b), a.hits(b), b.hits(a)
    if found == back == expected:
        return []
    if found == back and not whole and round.verdict(a, b) is round.Verdict.CLOSE:
        return []
    return [f"hits {found}, back {back} instead of {expected}: {a}, {b}"]


def wrong_contacts(a: Sprite, b: Sprite) -> list[str]:
    """Return what is wrong with contacts: one for each hit, whose push frees, and no less does."""
    found, back, hit = a.contacts(b), b.contacts(a), a.hits(b)
    if not bool(found) == bool(back) == hit:
        return [f"contacts {found}, back {back}, hits {hit}: {a}, {b}"]
    wrong = []
    close = 1e-8 * max(1e-3, *map(abs, a.aabb), *map(abs, b.aabb))
    for contact in found if len(b.shapes) == 1 else ():
        if not free_after(a, contact.push, b):
            wrong.append(f"the push {contact.push} does not free: {a}, {b}")
        less = contact.depth * (1 - 1e-6) - close
        if less > 0 and free_after(a, contact.normal * less, b):
            wrong.append(f"less than {contact.depth} frees: {a}, {b}")
    return wrong


def wrong_world(a: Sprite, b: Sprite) -> list[str]:
    """Return what is wrong with the shapes of a sprite in world space, taken for another sprite."""
    if any(isinstance(one, Capsule) for one in b.shapes):
        return []  # stretched, it is shown as a polygon
    again = Sprite(collision=b.world_shapes)
    size = max(1.0, *map(abs, b.aabb))
    wrong = []
    if max(abs(p - q) for p, q in zip(again.aabb, b.aabb, strict=True)) > 1e-9 * size:
        wrong.append(f"the box {again.aabb} instead of {b.aabb}: {b}")
    if a.hits(again) != a.hits(b) and round.verdict(a, b) is not round.Verdict.CLOSE:
        wrong.append(f"as shapes in world space it hits {a.hits(again)}: {a}, {b}")
    return wrong


def judged(seed: int) -> tuple[list[str], Counter[str]]:
    """Return what is wrong with hits and contacts of two sprites, and the branches played."""
    r, (kind, other_kind) = Dice(seed), KIND_PAIRS[seed % len(KIND_PAIRS)]
    form = FORMS[seed // len(KIND_PAIRS) % len(FORMS)]
    seen = Counter([form])
    whole = form not in ("anywhere", "inside")
    numbers = WHOLE if whole else ANY
    several = None if form == "several" else other_kind
    a, b = sprite(r, kind, numbers), sprite(r, several, numbers)
    wrong: list[str] = []
    match form:
        case "anywhere":
            a, b = encounter(r, kind, other_kind)
        case "inside":  # what is small is far from the outline of a large one, or anywhere in it
            b.scale_x, b.scale_y = r.choice((-40, 40)), r.choice((40, 40, 60))
            b.collision_sync = True
            place = b.geometry.representative_point()
            a.x += place.x - a.aabb.center.x
            a.y += place.y - a.aabb.center.y
        case "flat":
            a.collision = FLAT[seed // len(KIND_PAIRS) // len(FORMS) % len(FLAT)]
        case "no scale":
            a.scale_x, a.scale_y = r.choice(((0, 1), (1, 0), (0, 0), (0, -2), (3, 0)))
            a.collision_sync = True
        case "changed":
            a.angle, a.scale = 0, 1
            for way in r.sample(CHANGES, 5):
                wrong += wrong_hit(a, b)
                change(r, a, kind, way)
                seen[f"changed {way}"] += 1
    if whole and r.random() < 0.8:
        bring_together(r, a, b)
    if form == "whole" and r.random() < 0.3:
        seen["moved far off"] += 1
        far = r.choice(((1_000_003, -7), (-(2**24), 2**23)))
        for one in (a, b):
            one.x, one.y = one.x + far[0], one.y + far[1]
    wrong += wrong_hit(a, b, whole=whole) + wrong_contacts(a, b) + wrong_world(a, b)
    hit = a.hits(b)
    if form in ("whole", "anywhere", "inside"):
        seen[f"{kind} {other_kind} {'hits' if hit else 'misses'}"] += 1
    seen["touches"] += whole and not hit and touch(a, b)
    return wrong, +seen
