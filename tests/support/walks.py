"""Plays of walkers, and the laws that hold for each frame of one.

In ordinary levels what a player would expect is judged frame by frame: `by_axes` tells where an
upright box goes among upright boxes, a mover of the classic kind, which goes until its box meets
another one, and shares no code with the library. In wild ones what holds for every play is judged.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from operator import sub
from typing import Any, NamedTuple

from oracle import round
from scenes.levels import UP, Box, Level, Place, View, body, ordinary, turned

from spritecol import CharacterController, Group, Polygon, Rect, Sprite
from support.forms import CountedDice
from support.hooks import ARE_INSIDE, work
from support.levels import BLUNT, BODIES, Keys, wild

NEAR = 1e-7  # of the level's numbers: what is nearer touches
FRAMES = 150
MOST_CASTS = 40
"""In one frame of an ordinary level. In 18,000 frames no more than 25 were seen."""
MOST_IN_A_WEDGE = 100
"""Casts of a round body that two corners stop: it zigzags between them for all legs of a walk."""
MOST_WAYS_OUT = 9
"""Four with the motion of the floor, four without it, and one for a nudge."""


def judged(seed: Any) -> tuple[list[str], Counter[str]]:
    """Play an ordinary level, and a wild one twice.

    Returns what is wrong, each with its place, and how often each branch was played.
    """
    wrong: list[str] = []
    seen: Counter[str] = Counter()
    for play in (in_ordinary_levels, in_wild_levels):
        dice = CountedDice(f"{play.__name__} {seed}")
        wrong += [f"{line}, {play.__name__} {seed}" for line in play(dice)]
        seen.update(dice.seen)
    return wrong, seen


# --- what holds for every move -------------------------------------------------------------------


def state(c: CharacterController) -> tuple[Any, ...]:
    return c.on_floor, c.on_wall, c.on_ceiling, c.floor, c.floor_normal


def is_deepest(slide: Any, sprite: Sprite, inside: Sequence[Sprite]) -> bool:
    """Whether the crusher is what it is deepest in; what has no area is in all to no depth."""
    depths = {other: sprite.separation(other).length for other in inside}
    if not sprite.geometry.area:
        return slide.crushed_by is not None
    return depths.get(slide.crushed_by, -1.0) > max(depths.values(), default=0.0) - 1e-6


def wrong_move(
    c: CharacterController,
    move: tuple[float, float, bool],
    targets: Any,
    firm: Sequence[Sprite],
    size: float,
) -> tuple[Any, list[str]]:
    """Move, and return what does not fit together in the result. `firm` contains everything that
    stops.
    """
    dx, dy, drop = move
    sprite, x, y = c.sprite, c.sprite.x, c.sprite.y
    before = {id(other) for other in sprite.check(firm)}
    slide = c.move(dx, dy, targets, drop=drop)
    now = sprite.check(firm)
    on = slide.on_floor, slide.on_wall, slide.on_ceiling, slide.floor, slide.floor_normal
    cosine = math.cos(math.radians(c.max_floor_angle))
    nx, ny = c.floor_normal
    up = c.up or (0.0, 0.0)
    level = (nx * up[0] + ny * up[1]) / (math.hypot(*up) or 1.0)
    laws = {
        "got into something": {id(other) for other in now} <= before,
        "in something and not crushed": slide.crushed
        or not now
        or sprite.separation(now).length <= 1e-9 * size,
        "crushed by nothing": bool(before) if slide.crushed else slide.crushed_by is None,
        "crushed by what is not the deepest": not slide.crushed or is_deepest(slide, sprite, now),
        "travel": math.dist(slide.travel, (sprite.x - x, sprite.y - y)) <= 1e-9 * size,
        "remainder": math.dist(slide.travel - slide.carried + slide.remainder, (dx, dy))
        <= 1e-9 * size,
        "the slide tells another state": on == state(c),
        "a floor from above": c.up is not None or not c.on_floor,
        "a floor without standing": c.on_floor or (c.floor is None and (nx, ny) == (0, 0)),
        "a floor too steep": not c.on_floor or level > cosine - 1e-9,
        "a normal of another length": not c.on_floor or abs(math.hypot(nx, ny) - 1) < 1e-9,
    }
    return slide, [law for law, holds in laws.items() if not holds]


# --- plays that must be alike --------------------------------------------------------------------

CHANGES: dict[str, Any] = {
    "again": {},
    "order": {},
    "mirror": {"side": -1},
    "quarters": {"turn": 90.0},
    "turned": {"turn": 30.0},
    "elsewhere": {"at": (2.0**12, -(2.0**10))},
    "merged": {"merged": True},
}
TO_THE_BIT = "again", "order"
JUDGED = 30
"""In every so many frames of a wild level shapely is asked."""


def in_wild_levels(dice: CountedDice) -> Iterator[str]:
    """A walker in a wild level, and one in the same level changed: both end at the same place.

    The laws of every move are judged, too. Where rounding decides which of two ways a body goes
    round a corner, the two have `parted`, which is rare.
    """
    level = wild(dice)
    kind, change = dice.pick("body", list(BODIES)), dice.pick("change", list(CHANGES))
    above, found = dice.pick("from above", [True, False, False]), dice.seen
    how: dict[str, Any] = {
        "snap": dice.pick("snap", [0, 4, 8]),
        "step": dice.pick("step", [0, 0, 4, 8, 16]),
        "nudge": dice.pick("nudge", [0, 0, 6]),
        "max_floor_angle": dice.pick("max_floor_angle", [45, 45, 30, 60]),
    }
    if change == "merged":
        level = merged_level(level)
    views = View(level), View(level, **CHANGES[change])
    walkers = []
    for view in views:
        sprite = Sprite(*view.place(*level.start), collision=BODIES[kind])
        sprite.center_x = sprite.center_y = 0.0
        sprite.scale_x, sprite.angle = view.side, view.turn
        up = None if above else turned(view.turn, *UP)
        walkers.append(CharacterController(sprite, up=up, **how))
    firm = [s for p, s in zip(level.parts, views[0].sprites, strict=True) if not p.shape.one_way]
    if walkers[0].sprite.hits(views[0].sprites):
        return  # what it is in from the start, it may leave on any side
    group, keys = Group(views[1].sprites), Keys(dice)
    for frame in range(90):
        dx, dy, drop = keys.wanted(walkers[0])
        if above:
            dx, dy = turned(frame % 40 * 9.0, dx, 0.0)
        for view in views:
            view.go(frame)
        told = f"of {kind}, {change} in frame {frame}"
        _, wrong = wrong_move(walkers[0], (dx, dy, drop), views[0].sprites, firm, 1e3)
        yield from (f"{law} {told}" for law in wrong)
        targets: Any = views[1].sprites
        if change == "order":
            targets = dice.choice([group, dice.sample(targets, len(targets))])
        walkers[1].move(*views[1].vector(dx, dy), targets, drop=drop)
        here = walkers[0].sprite.x, walkers[0].sprite.y
        there = walkers[1].sprite.x, walkers[1].sprite.y
        away = math.dist(here, views[1].back(*there))
        # To slide along round things makes a difference larger from frame to frame.
        if change in TO_THE_BIT:
            if here != there:
                yield f"went elsewhere by {away} {told}"
                return
        elif away > (1e-4 if change == "elsewhere" else 1e-6):
            found.update(unclear=1, parted=1)
            return
        if walkers[0].on_floor != walkers[1].on_floor:
            yield f"stands in one {told}"
            return
        found.update(frames=1, wild=1, stood=walkers[0].on_floor, stopped=walkers[0].on_wall)
        if frame % JUDGED == 0 and not walkers[0].sprite.hits(firm):
            verdicts = [round.verdict(walkers[0].sprite, other) for other in firm]
            if round.Verdict.HIT in verdicts:
                yield f"in something, by shapely, {told}"


def merged_level(level: Level) -> Level:
    """Only what is upright, with all that rests in one space."""
    parts = [part for part in level.parts if not part.moves and part.path[0][2] == 0]
    return Level([p.__class__(moved(p), [(0, 0, 0)]) for p in parts], level.start)


def moved(part: Any) -> Any:
    """The shape of a part as it lies in the level, by its world shapes."""
    x, y, _ = part.path[0]
    (shape,) = Sprite(x, y, collision=part.shape).world_shapes
    return shape


# --- ordinary levels -----------------------------------------------------------------------------


class Thing(NamedTuple):
    """An upright box, whether it is one-way, and how it has just moved."""

    box: Box
    one_way: bool
    motion: Place
    sprite: Sprite


class Expected(NamedTuple):
    """How far an upright box goes, and whether it stands then."""

    x: float
    y: float
    stands: bool


def met(box: Box, way: Place, thing: Thing, near: float) -> tuple[float, str] | None:
    """When a box meets another one for ever, and as what; ("", time) is not clear."""
    (left, top, right, bottom), (vx, vy) = box, way
    a, b, c, d = thing.box
    a, c, b, d = a - right, c - left, b - bottom, d - top
    if thing.one_way and (vy <= 0 or b < -near):
        return None
    if a < -near and near < c and b < -near and near < d:
        return 0.0, ""  # it is in it
    times = []
    for low, high, v in ((a, c, vx), (b, d, vy)):
        if v:
            times.append((low / v, high / v) if v > 0 else (high / v, low / v))
        elif low < -near and near < high:
            times.append((-math.inf, math.inf))
        elif low < 0 < high:
            return 0.0, ""  # by rounding, it does not fit
        else:
            return None
    enter, leave, speed = max(t[0] for t in times), min(t[1] for t in times), math.hypot(vx, vy)
    if enter >= leave or enter * speed < -near:
        return (enter, "") if abs(enter - leave) * speed <= 2 * near else None  # a corner is grazed
    if abs(times[0][0] - times[1][0]) * speed <= 2 * near:
        return enter, ""  # a corner is met
    what = "wall" if times[0][0] > times[1][0] else ("floor" if vy > 0 else "ceiling")
    if thing.one_way and what != "floor":
        return None
    return enter, "" if thing.one_way and b < 0.0 else what  # by rounding below its top


def held(box: Box, things: Sequence[Thing], within: float, near: float) -> list[Box]:
    """The boxes on whose tops it stands, by more than so much."""
    left, _, right, bottom = box
    return [
        t.box
        for t in things
        if abs(t.box[1] - bottom) <= near and t.box[0] < right - within and left + within < t.box[2]
    ]


def end_of_floor(box: Box, dx: float, things: Sequence[Thing], near: float) -> float:
    """How far the floor goes on, over all that is flush with it."""
    (left, top, right, bottom), reach = box, 0.0
    while True:
        slack = near if dx > 0 else -near
        at = left + reach + max(slack, 0), top, right + reach + min(slack, 0), bottom
        ends = [c - left if dx > 0 else a - right for a, _, c, _ in held(at, things, 0.0, near)]
        end = (max(ends) if dx > 0 else min(ends)) if ends else 0.0
        if abs(end) <= abs(reach) + near:
            return reach
        reach = end


def by_axes(
    box: Box, dx: float, dy: float, stood: bool, things: Sequence[Thing], near: float
) -> Expected | None:
    """How far an upright box goes; None where that is not clear.

    It walks until a wall or the end of its floor, and flies until its box meets another one.
    """
    x = y = 0.0
    share, walks, walls = 1.0, stood and dy >= 0, list[Box]()

    def here() -> Box:
        return box[0] + x, box[1] + y, box[2] + x, box[3] + y

    for _ in range(12):
        way = dx, 0.0 if walks else dy
        speed = math.hypot(*way)
        if share <= 0 or not speed:
            break
        first, what, wall = share, "", box
        for thing in things:
            found = met(here(), way, thing, near)
            if found is None or (found[0] - first) * speed > near:
                continue
            time, kind = found
            if not kind or (abs(time - first) * speed <= near and what and kind != what):
                return None
            if time < first or not what:
                first, what, wall = max(0.0, time), kind, thing.box
        if walks:
            reach = abs(end_of_floor(here(), dx, things, near) / dx)
            if reach < first - near / abs(dx):
                if abs(reach - share) * abs(dx) <= 1e-3:
                    return None
                x, share, walks = x + dx * reach, share - reach, False
                continue
        if abs(first - share) * speed <= near and what:
            return None  # it is met at the very end
        x, y, share = x + way[0] * first, y + way[1] * first, share - first
        if what == "wall":
            walls.append(wall)
            dx = 0.0
        elif what == "ceiling":
            dy = 0.0
        elif what == "floor":
            walks, dy = True, max(dy, 0.0)
        else:
            break
    _, top, _, bottom = here()
    if any(top >= d - near or bottom <= b + near for _, b, _, d in walls):
        return None  # it has left the wall: it may go on, or not
    stands = bool(held(here(), things, near, near))
    return (
        None
        if stands != bool(held(here(), things, -near, near))
        else Expected(x, y, walks and stands)
    )


def depth(kind: str, size: Place, x: float, y: float, box: Box) -> float:
    """How deep one of BLUNT with its feet at (x, y) is in an upright box; below 0 how far off."""
    (_, high), half = size, size[0] / 2
    left, top, right, bottom = box
    if kind == "box":
        return min(right - x + half, x + half - left, bottom - y + high, y - top)
    low, up = y - half, y - high + half  # the middle line of a capsule
    dx, dy = max(left - x, 0.0, x - right), max(top - low, 0.0, up - bottom)
    return half - math.hypot(dx, dy) if dx or dy else half


def lies_in(one: Box, other: Box, dx: float, dy: float) -> bool:
    """Whether two boxes overlap if the other is grown by so much to all sides."""
    return (
        other[0] - dx < one[2]
        and one[0] < other[2] + dx
        and other[1] - dy < one[3]
        and one[1] < other[3] + dy
    )


def in_ordinary_levels(dice: CountedDice) -> Iterator[str]:
    """Play an ordinary level with one of BLUNT, and judge each frame."""
    kind, found = dice.pick("ordinary body", BLUNT), dice.seen
    shape, size = body(dice, kind)
    flat = dice.pick("flat", [True, False])
    step = 0.0 if flat else dice.pick("ordinary step", [0.0, 4.0, 8.0])
    level = ordinary(dice, flat, size, step)
    view, keys = View(level), Keys(dice, dice.pick("speed fades", [True, False, False]))
    near = NEAR * max(1.0, 1e-4 * level.numbers)
    snap = 0.0 if flat else dice.pick("ordinary snap", [4.0, 4.0, 8.0, 0.0])
    nudge = 0.0 if flat else dice.pick("ordinary nudge", [0.0, 4.0])
    pairs = list(zip(level.parts, view.sprites, strict=True))
    solid = [sprite for part, sprite in pairs if not part.shape.one_way]
    hills = [sprite for part, sprite in pairs if isinstance(part.shape, Polygon)]
    targets: Any = dice.sample(view.sprites, len(view.sprites))
    targets = Group(targets) if dice.pick("targets", ["Group", "list"]) == "Group" else targets
    hero = Sprite(*level.start, collision=shape)
    while hero.hits(solid):
        hero.y -= level.tile
    c = CharacterController(hero, snap=snap, step=step, nudge=nudge)
    dropped: list[Sprite] = []
    for frame in range(FRAMES):
        view.go(frame)
        things = []
        for part, sprite in pairs:
            if isinstance(part.shape, Rect):
                last = part.pose(max(0, frame - 1))
                motion = sprite.x - last[0], sprite.y - last[1]
                things.append(Thing(part.box(frame), bool(part.shape.one_way), motion, sprite))
        dx, dy, drop = keys.wanted(c)
        left, top, right, bottom = hero.aabb
        stood, floor, normal, x, y = c.on_floor, c.floor, c.floor_normal, hero.x, hero.y
        under = next((t for t in things if t.sprite is floor and any(t.motion)), None)
        rides = next((t for t in things if t.sprite is floor and level_moves(pairs, floor)), None)
        mx, my = under.motion if under else (0.0, 0.0)
        pushed = hero.hits(solid)
        asked = work() if ARE_INSIDE else (0, 0)
        slide, wrong = wrong_move(c, (dx, dy, drop), targets, solid, level.numbers)
        wrong = list(wrong)
        casts, ways_out = map(sub, work() if ARE_INSIDE else (0, 0), asked)
        if casts > (MOST_CASTS if kind == "box" else MOST_IN_A_WEDGE) or ways_out > MOST_WAYS_OUT:
            wrong.append(f"asked {casts} casts and {ways_out} ways out")
        elif casts > MOST_CASTS:
            found["zigzags"] = 1
        found["frames"] += 1
        now = hero.aabb
        if not slide.crushed and any(
            depth(kind, size, (now[0] + now[2]) / 2, now[3], t.box) > near
            for t in things
            if not t.one_way
        ):
            wrong.append("in a box")
        # What is near and has moved, but is not its floor, makes it unclear what is expected.
        reach = abs(mx) + abs(my) + abs(dx) + abs(dy) + 2 + (snap + step if not flat else 0)
        pushed |= any(
            t.sprite is not floor
            and lies_in(
                (left, top, right, bottom),
                t.box,
                reach + abs(t.motion[0]),
                reach + abs(t.motion[1]),
            )
            for t in things
            if level_moves(pairs, t.sprite)
        )
        way = (
            min(left, left + mx),
            min(top, top + my) - 1,
            max(right, right + mx),
            max(bottom, bottom + my),
        )
        if rides and stood:
            pushed |= any(
                t.sprite is not floor and lies_in(way, t.box, 1 + abs(dx), near) for t in things
            )
            pushed |= Sprite(hero.x, hero.y, collision=Rect(-40, -60, 80, 100)).hits(hills)
        if drop and stood:
            carried = left + mx, top + my, right + mx, bottom + my
            planks = [t for t in things if t.one_way]
            feet = held(carried, planks, 0.0, near + abs(my))
            dropped += [t.sprite for t in things if t.one_way and t.box in feet]
            pushed |= bool(dropped)
        dropped = [
            t.sprite
            for t in things
            if t.sprite in dropped
            and now[3] > t.box[1] + near  # else its feet are at or above the top again
            and lies_in(now, t.box, near, 1 + max(snap, step))
        ]
        if not pushed and kind == "box" and flat and (stood or dy):
            moved = left + mx, top + my, right + mx, bottom + my
            others = [t for t in things if t.sprite not in dropped]
            expected = by_axes(moved, dx, dy, stood, others, near)
            found["unclear" if expected is None else "by axes"] += 1
            if expected is not None:
                ended = hero.x - x - mx, hero.y - y - my
                if math.dist(ended, expected[:2]) > 10 * near:
                    wrong.append(f"went {ended} and not {expected[:2]}")
                elif expected.stands != c.on_floor:
                    wrong.append(f"on_floor is {c.on_floor}")
        # A walker that drops may stand on a thing beside the plank.
        if kind == "box" and stood and c.on_floor and c.floor_normal == UP and not drop:
            own = [t for t in things if t.sprite is floor]
            both = held(now, things, 10 * near, near)
            if len(both) > 1 and held(now, own, 10 * near, near):
                found["on two floors"] += 1
                if c.floor is not floor:
                    wrong.append("is told another floor than the one that it comes from")
        if c.on_floor:
            lower = Sprite(hero.x, hero.y + 10 * near, collision=shape)
            in_gap = kind != "box" and any(
                min(abs(t.box[0] - now[2]), abs(t.box[2] - now[0])) <= 10 * near for t in things
            )
            if not (in_gap or lower.hits(targets)):
                wrong.append("stands on nothing")
        walks = stood and not pushed and dy >= 0 and not dropped
        plain = not (slide.on_wall or slide.on_ceiling or slide.stepped)
        if walks and rides:
            a, _, e, _ = rides.box
            if not (a < left + mx - abs(dx) - 1 and right + mx + abs(dx) + 1 < e):
                walks = False  # it may walk off
        if walks and rides:
            found["rides"] += 1
            off = math.dist((hero.x - x, hero.y - y), (mx + dx, my))
            if off > 10 * near or not c.on_floor:
                wrong.append(f"off its lift by {off}")
        elif walks and dx and c.on_floor and plain:
            across = normal[0] * slide.travel[0] + normal[1] * slide.travel[1]
            if kind == "box" and c.floor_normal == normal and abs(across) <= near:
                found["speeds"] += 1
                if abs(slide.travel.length - abs(dx)) > 10 * near:
                    wrong.append(f"walked {slide.travel.length} and not {abs(dx)}")
        if walks and dx == 0 and not drop and not (mx or my) and c.on_floor:
            found["stands"] += 1
            if (hero.x, hero.y) != (x, y):
                wrong.append("stood and moved")
        if dy < 0 and not (
            pushed or slide.on_ceiling or slide.on_floor or nudge or hills or slide.crushed
        ):
            found["rises"] += 1
            if kind == "box" and abs(hero.y - y - dy - my) > 10 * near:
                wrong.append(f"rose {hero.y - y} and not {dy + my}")
        fell = hero.y > level.start[1] + 22 * level.tile
        yield from (f"{law} of {kind} in frame {frame}" for law in [*wrong, *["fell out"] * fell])
        if fell:
            return


def level_moves(pairs: Sequence[Any], sprite: Sprite | None) -> bool:
    """Whether it is a part that moves."""
    return any(part.moves for part, other in pairs if other is sprite)
