"""What ordinary games do in each frame, and whole plays: by these, two checkouts are judged.

A play goes through its frames over and over, always the same ones, and of each frame the least time
counts. So its worst frame is one in which the library has much to do, and not one in which the
machine was busy.
"""

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from measure import OURS, Way, Ways, row
from scenes.crowd import crowd
from scenes.levels import UP, View, body, ordinary
from scenes.sprites import tiles

from spritecol import Capsule, CharacterController, Circle, Group, Rect, Shape, Sprite

TILE = 16  # pixels
BODIES: dict[str, Shape] = {
    "box": Rect(-6, -24, 12, 24),
    "circle": Circle(0, -6, 6),
    "capsule": Capsule(0, -18, 0, -6, 6),
}
FALL, SPEED, BACK = 0.5, 2.0, 8  # pixels a frame, and frames until a walker turns around
MIDDLE = 100 * TILE  # of a floor of 200 columns


def to_and_fro(moment: int) -> float:
    """So far to the right or to the left."""
    return SPEED if moment % (2 * BACK) < BACK else -SPEED


# --- frames of one sprite ------------------------------------------------------------------------


def walk(kind: str, walks: bool, _: int) -> Ways:
    """A walker walks to and fro on a floor of tiles, or stands there."""
    floor, walker = Group(tiles(200, 3, TILE)), CharacterController(Sprite(MIDDLE, 0))
    walker.sprite.collision = BODIES[kind]

    def frame(moment: int) -> Any:
        return walker.move(to_and_fro(moment) if walks else 0.0, FALL, floor)

    return {OURS: Way(frame, moments=2 * BACK, read=None)}


def slide(kind: str, deep: float, _: int) -> Ways:
    """A sprite slides to and fro on a floor of tiles, or so deep in it."""
    floor, sprite = Group(tiles(200, 3, TILE)), Sprite(collision=BODIES[kind])

    def before(moment: int) -> None:
        sprite.position = MIDDLE + 3, deep

    def frame(moment: int) -> Any:
        return sprite.move_and_slide(to_and_fro(moment), FALL, floor, up=UP)

    return {OURS: Way(frame, moments=2 * BACK, before=before, read=None)}


for _kind in BODIES:
    row("frames", f"walk on tiles, {_kind}")(partial(walk, _kind, True))
    row("frames", f"stand on tiles, {_kind}")(partial(walk, _kind, False))
    row("frames", f"slide on a floor, {_kind}")(partial(slide, _kind, 0.0))
    row("frames", f"slide inside a floor, {_kind}")(partial(slide, _kind, 3.0))


@row("frames", "slide in a room seen from above")
def room(_: int) -> Ways:
    """Around in a room of tiles, along its walls."""
    walls = [one for one in tiles(12, 12, TILE) if {one.x, one.y} & {0.0, 11.0 * TILE}]
    level, sprite = Group(walls), Sprite(collision=Circle(0, 0, 6))
    ways = [(3, 1), (-1, 3), (-3, -1), (1, -3)]

    def before(moment: int) -> None:
        if moment == 0:
            sprite.position = 5 * TILE, 5 * TILE

    def frame(moment: int) -> Any:
        return sprite.move_and_slide(*ways[moment // 40], level)

    return {OURS: Way(frame, moments=160, before=before, read=None)}


# --- frames of many sprites ----------------------------------------------------------------------


def sliding(walled: bool, count: int) -> Ways:
    """Circles, half of which overlap others, slide one after the other among all of them."""
    group, places, rng = crowd("circles", count)
    walls = Group(Sprite(x, y, collision=Rect(-3, -9, 6, 18)) for x, y in places[::20] + 9)
    targets: Any = [group, walls] if walled else group
    moving = list(zip(group, *rng.uniform(-2, 2, (2, count)).tolist(), strict=True))

    def before(moment: int) -> None:
        if moment == 0:
            group.x, group.y = places.T

    def frame(moment: int) -> None:
        for sprite, dx, dy in moving:
            sprite.move_and_slide(dx, dy, targets)

    return {OURS: Way(frame, moments=4, before=before, per=count, read=None)}


row("frames", "slide in a crowd that overlaps", 1_000, quick=60)(partial(sliding, False))
row("frames", "slide in a crowd among walls", 1_000, quick=60)(partial(sliding, True))


def in_bulk(overlapping: bool, count: int) -> Ways:
    """All circles slide at once; of those that stand apart, none overlaps another."""
    group, places, rng = crowd("circles", count)
    dx, dy = rng.uniform(-2, 2, (2, count))
    if not overlapping:
        across = int(count**0.5)
        places = [(21 * (k % across), 21 * (k // across)) for k in range(count)]
    x, y = zip(*places, strict=True)

    def before(moment: int) -> None:
        group.x, group.y = x, y

    def frame(moment: int) -> Any:
        return group.move_and_slide_arrays(dx, dy, group)

    return {OURS: Way(frame, before=before, read=None)}


for _overlapping in (True, False):
    row(
        "frames",
        f"move_and_slide_arrays, {'overlapping' if _overlapping else 'apart'}",
        10_000,
        quick=100,
    )(partial(in_bulk, _overlapping))

# --- plays of one situation ----------------------------------------------------------------------

JUMP, GRAVITY, FASTEST = 6.0, 0.4, 8.0  # pixels a frame, and how they grow with each
HERO, LOW = Rect(-6, -24, 12, 24), Rect(-6, -10, 12, 10)
WIDE = 400  # tiles in a row
FIRST, LEVELS, FRAMES = 12, 8, 240
"""The first seed, levels for each kind of body, and frames in each. No frame of these takes the
first baseline more than 14 medians. In a few other seeds one comes near the 20 of the gate.
"""
Keys = list[tuple[int, bool, bool]]  # for each frame: the side, whether it jumps, whether it drops


class Play:
    """A hero and the keys that are held; `scene` changes the level before each frame."""

    def __init__(
        self,
        hero: Sprite,
        targets: Any,
        keys: Keys,
        scene: Callable[[int], object] = lambda frame: None,
        **how: Any,
    ) -> None:
        self.hero, self.targets, self.keys, self.scene, self.how = hero, targets, keys, scene, how
        self.start = hero.position

    def prepare(self, frame: int) -> None:
        """Begin again with the first frame."""
        self.scene(frame)
        if frame == 0:
            self.hero.position, self.fall = self.start, 0.0
            self.walker = CharacterController(self.hero, **self.how)

    def frame(self, frame: int) -> Any:
        """Move as a game does."""
        (side, jumps, drops), walker = self.keys[frame], self.walker
        if walker.on_floor or walker.on_ceiling:
            self.fall = 0.0
        self.fall = min(self.fall + GRAVITY, FASTEST)
        if jumps and walker.on_floor:
            self.fall = -JUMP
        return walker.move(SPEED * side, self.fall, self.targets, drop=drops)


def played(*plays: Play) -> Ways:
    """One play after the other."""
    frames = [(one, frame) for one in plays for frame in range(len(one.keys))]

    def before(moment: int) -> None:
        one, frame = frames[moment]
        one.prepare(frame)

    def ask(moment: int) -> Any:
        one, frame = frames[moment]
        return one.frame(frame)

    return {OURS: Way(ask, moments=len(frames), before=before, read=None)}


def corridor(high: float) -> list[Sprite]:
    """A floor of tiles with its top at 0, and a ceiling of tiles so high above it."""
    return tiles(WIDE, 1, TILE) + tiles(WIDE, 1, TILE, top=-high - TILE)


def in_the_middle() -> Sprite:
    return Sprite(WIDE * TILE / 2, 0, collision=HERO)


@row("plays", "jump under 400 tiles, nudge=4")
def jump(_: int) -> Ways:
    """It walks, and jumps again and again, and its head meets the ceiling."""
    keys = [(1, frame % 30 == 10, False) for frame in range(120)]
    return played(Play(in_the_middle(), Group(corridor(40)), keys, nudge=4))


@row("plays", "stand up under 400 tiles")
def stand_up(_: int) -> Ways:
    """It crawls into a low passage, and tries to stand up there for most of the time."""
    hero = in_the_middle()

    def scene(frame: int) -> None:
        hero.collision = LOW if frame % 30 < 10 else HERO

    return played(Play(hero, Group(corridor(TILE)), [(1, False, False)] * 120, scene))


@row("plays", "ride on a lift")
def ride(_: int) -> Ways:
    """Up and down beside tiles."""
    lift, hero = Sprite(collision=Rect(0, 0, 2 * TILE, 8)), in_the_middle()
    lift.x = hero.x - TILE

    def scene(frame: int) -> None:
        lift.y = -min(frame % 80, 80 - frame % 80)

    level = Group(corridor(120), lift)
    return played(Play(hero, level, [(0, False, False)] * 160, scene))


@row("plays", "lift to a ceiling of 400 tiles")
def crush(_: int) -> Ways:
    """It is carried to the ceiling and crushed there, once: old versions then let it sink into the
    lift.
    """
    lift, hero = Sprite(collision=Rect(0, 0, 2 * TILE, 8)), in_the_middle()
    lift.x = hero.x - TILE

    def scene(frame: int) -> None:
        lift.y = -frame

    return played(Play(hero, Group(corridor(34), lift), [(0, False, False)] * 12, scene))


# --- plays in ordinary levels --------------------------------------------------------------------


def held_keys(r: random.Random) -> Keys:
    """Keys are held for a while; now and then somebody jumps, or drops."""
    keys: Keys = []
    while len(keys) < FRAMES:
        side = r.choice([-1, 1, 1, -1, 0])
        keys += [(side, r.random() < 0.05, r.random() < 0.02) for _ in range(r.randint(3, 50))]
    return keys[:FRAMES]


def in_a_level(kind: str, seed: int) -> Play:
    """An ordinary level of tiles, slopes, stairs, one-way platforms, lifts, doors and presses."""
    r = random.Random(seed)
    shape, size = body(r, kind)
    level = ordinary(r, False, size, 4.0)
    view = View(level)
    solid = [s for p, s in zip(level.parts, view.sprites, strict=True) if not p.shape.one_way]
    hero = Sprite(*level.start, collision=shape)
    while hero.hits(solid):
        hero.y -= level.tile
    keys = held_keys(r)
    return Play(hero, Group(view.sprites), keys, view.go, snap=4, step=4, nudge=4)


def levels(kind: str, count: int) -> Ways:
    """So many levels."""
    return played(*(in_a_level(kind, FIRST + k) for k in range(count)))


for _kind in BODIES:
    row("plays", f"a {_kind} in ordinary levels", LEVELS, quick=1)(partial(levels, _kind))
