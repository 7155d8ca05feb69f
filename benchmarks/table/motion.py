"""Contacts, distances and events; sweeps and slides; walkers."""

import random
from functools import partial
from typing import Any

import numpy as np
import shapely
from measure import OURS, Way, Ways, row

from spritecol import CharacterController, Circle, Group, Overlaps, Polygon, Rect, Sprite

WINDOW = (1280, 720)
ALONE = "pair_indices alone"
Box = tuple[float, float, float]  # x and y of the middle, angle in degrees

# --- contacts, distances, events ----------------------------------------------------------------

SIDE = 20  # pixels


def square(box: Box) -> Sprite:
    """A square that is turned about its middle."""
    x, y, angle = box
    return Sprite(x, y, collision=Rect(-SIDE / 2, -SIDE / 2, SIDE, SIDE), angle=angle)


def overlapping(count: int) -> tuple[list[Box], list[Box]]:
    """Pairs of boxes that overlap, more or less deep, on a grid; no pair meets another."""
    rng = random.Random(count)
    a: list[Box] = []
    b: list[Box] = []
    for k in range(count):
        x, y = 60 * (k % 100), 60 * (k // 100)
        a.append((x, y, rng.uniform(0, 360)))
        b.append((x + rng.uniform(-12, 12), y + rng.uniform(-8, 8), rng.uniform(0, 360)))
    return a, b


def in_pymunk(box: Box) -> Any:
    """A square on a body of its own, which needs no space."""
    import pymunk

    body = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
    body.position, body.angle = box[:2], np.radians(box[2])
    shape = pymunk.Poly.create_box(body, (SIDE, SIDE))
    shape.cache_bb()
    return shape


def depth(found: Any) -> float:
    """How deep the deepest of pymunk's points is, rounded."""
    return round(-min(float(point.distance) for point in found.points), 6)


@row("contacts", "contacts of a turned pair", 2, most={"pymunk": 0.3})
def one_contact(count: int) -> Ways:
    """A square and another that it hits."""
    places = (0.0, 0.0, 17.0), (12.0, 5.0, 50.0)

    def names(made: Any) -> dict[str, Any]:
        return dict(zip("ab", map(made, places), strict=True))

    return {
        OURS: Way("a.contacts(b)", names(square), read=lambda found: round(found[0].depth, 6)),
        "pymunk": lambda: Way("a.shapes_collide(b)", names(in_pymunk), read=depth),
    }


@row("contacts", "contact_arrays of turned pairs", 5_000, quick=200, most={"pymunk": 0.05})
def all_contacts(count: int) -> Ways:
    """Of two Groups, whose pairs are found first."""
    boxes = overlapping(count)
    a, b = (Group(map(square, some)) for some in boxes)

    def pymunk() -> Way:
        pairs = list(zip(*(map(in_pymunk, some) for some in boxes), strict=True))
        return Way(
            lambda moment: [a.shapes_collide(b) for a, b in pairs],
            read=lambda found: list(map(depth, found)),
            note="the pairs are given",
        )

    ours = Way(lambda moment: a.contact_arrays(b), read=lambda f: f.depth.round(6).tolist())
    return {OURS: ours, "pymunk": pymunk}


@row("contacts", "distance of a turned pair", 2, most={"shapely": 0.02})
def one_distance(count: int) -> Ways:
    """A square and another that it misses."""
    a, b = square((0, 0, 17)), square((42, 15, 50))

    def way(code: str, note: str = "", **names: Any) -> Way:
        names["distance"] = shapely.distance
        return Way(code, names, read=lambda found: round(found, 6), note=note)

    made, at_hand = "makes the geometry of two sprites", "of sprites that never move"
    there: Any = {"a": a.geometry, "b": b.geometry}
    return {
        OURS: way("a.distance(b).distance", a=a, b=b),
        "shapely": way("distance(a.geometry, b.geometry)", made, a=a, b=b),
        "shapely, geometry at hand": way("distance(a, b)", at_hand, **there),
    }


@row("contacts", "Overlaps.update() of moving circles", 1_000, quick=100, most={ALONE: 1.4})
def changes(count: int) -> Ways:
    """Circles, each on its way to and fro: which pairs are new, which are gone."""
    rng = np.random.default_rng(count)
    x, y = rng.uniform(0, WINDOW[0], count), rng.uniform(0, WINDOW[1], count)
    dx, dy = rng.uniform(-1, 1, (2, count))

    def way(watch: bool, read: Any) -> Way:
        group = Group(Sprite(collision=Circle(0, 0, 15)) for _ in range(count))
        ask: Any = Overlaps(group).update if watch else group.pair_indices

        def frame(moment: int) -> Any:
            away = min(moment, 64 - moment)
            group.x = x + away * dx
            group.y = y + away * dy
            return ask()

        return Way(frame, moments=64, read=read)

    return {
        OURS: way(True, lambda found: len(found.entered) + len(found.stayed)),
        ALONE: way(False, len),
    }


# --- sweeps and slides --------------------------------------------------------------------------

TILE = 16  # pixels
PLAYER = 12, 20
START = (8_000, -21)  # a pixel above the floor
STEPS = [(3, 2), (-3, 2)] * 8


@row("sweeps", "move_and_slide on tiles", 5_000, quick=1_000, most={"arcade": 0.5})
def walk(count: int) -> Ways:
    """To and fro on a floor of tiles, from y = 0 down, while gravity pulls."""
    level = [(float(TILE * (k % 1_000)), float(TILE * (k // 1_000))) for k in range(count)]
    tiles = Group(Sprite(x, y, collision=Rect(0, 0, TILE, TILE)) for x, y in level)
    player = Sprite(*START, collision=Rect(0, 0, *PLAYER))

    def arcade() -> Way:
        """Of a level with a spatial hash; y is up there."""
        from peers.arcade_lists import arcade

        tile, wide, high = arcade.Texture.create_empty("tile", (TILE, TILE)), *PLAYER
        walls = arcade.SpriteList(use_spatial_hash=True)
        for x, y in level:
            walls.append(arcade.Sprite(tile, center_x=x + TILE / 2, center_y=-y - TILE / 2))
        walker = arcade.Sprite(
            arcade.Texture.create_empty("player", PLAYER),
            center_x=START[0] + wide / 2,
            center_y=-START[1] - high / 2,
        )
        engine = arcade.PhysicsEngineSimple(walker, walls)

        def frame(moment: int) -> None:
            dx, dy = STEPS[moment]
            walker.change_x, walker.change_y = dx, -dy
            engine.update()

        return Way(
            frame,
            moments=len(STEPS),
            read=lambda nothing: (walker.center_x - wide / 2, -walker.center_y - high / 2),
            agree=lambda ours, theirs: bool(np.allclose(ours, theirs, rtol=0, atol=1e-6)),
            note="with a spatial hash",
        )

    ours = Way(
        lambda moment: player.move_and_slide(*STEPS[moment], tiles, up=(0, -1)),
        moments=len(STEPS),
        read=lambda slide: (player.x, player.y),
    )
    return {OURS: ours, "arcade": arcade}


@row("sweeps", "sweep_arrays of bullets", 5_000, quick=100, most={ALONE: 4.0})
def bullets_swept(count: int) -> Ways:
    """Bullets among turned enemies, all in motion: the first hit of each on its way."""
    rng = random.Random(count)

    def place() -> tuple[float, float]:
        return rng.uniform(0, WINDOW[0]), rng.uniform(0, WINDOW[1])

    bullets = Group(Sprite(*place(), collision=Circle(0, 0, 3)) for _ in range(count))
    enemies = Group(
        Sprite(*place(), collision=Rect(-12, -12, 24, 24), angle=rng.uniform(0, 360))
        for _ in range(count // 10)
    )
    dx, dy = np.random.default_rng(count).uniform(-20, 20, (2, count))
    x, y = bullets.x, bullets.y

    def frame(ask: Any, moment: int) -> Any:
        bullets.x, bullets.y = x + moment * dx, y + moment * dy
        return ask()

    swept = partial(frame, lambda: bullets.sweep_arrays(dx, dy, enemies))
    alone = partial(frame, lambda: bullets.pair_indices(enemies))
    note = "no way, only where they are"
    return {OURS: Way(swept, moments=2), ALONE: Way(alone, moments=2, read=None, note=note)}


# --- walkers ------------------------------------------------------------------------------------

DEEP = 10  # tiles in a column
BODIES = {"box": Rect(-6, -24, 12, 24), "circle": Circle(0, -6, 6)}
RUN, FALL, MOMENTS = 2.0, 0.5, 16  # half of the moments to the right, half to the left


def hills(tiles: int, walkers: int) -> tuple[Group, list[tuple[float, float]]]:
    """So many tiles in all, and where walkers start, a bit above the ground.

    Every third column or so is a slope of 27 or 45 degrees.
    """
    rng = random.Random(tiles)
    level, tops, top = Group(), [], 0.0
    for column in range(tiles // DEEP):
        left, right = float(TILE * column), float(TILE * (column + 1))
        rise = rng.choice([0, 0, 0, 0, 8, 16]) * rng.choice([-1, 1])
        high, low = min(top, top - rise), max(top, top - rise)
        if rise:
            ends = (low, high) if rise > 0 else (high, low)
            corners = [(left, ends[0]), (right, ends[1]), (right, low + 1), (left, low + 1)]
            level.add(Sprite(collision=Polygon(corners)))
        for deep in range(DEEP - bool(rise)):
            level.add(Sprite(left, low + TILE * deep, collision=Rect(0, 0, TILE, TILE)))
        tops.append(high)
        top -= rise
    places = [rng.uniform(4, tiles // DEEP - 4) for _ in range(walkers)]
    return level, [(TILE * x, min(tops[int(x) - 1 : int(x) + 2]) - 1) for x in places]


def walking(body: str, count: int) -> Ways:
    """All walk to and fro for a few frames, and are then put where they started.

    So both sides stay in the same scene: a sprite that only slides rolls down every slope.
    """
    level, starts = hills(10 * count, count)

    def way(by_controller: bool, note: str = "") -> Way:
        sprites = [Sprite(collision=BODIES[body]) for _ in starts]
        walkers: list[CharacterController] = []

        def begin(moment: int) -> None:
            if moment == 0:
                for sprite, (x, y) in zip(sprites, starts, strict=True):
                    sprite.x, sprite.y = x, y
                    sprite.move_and_slide(0, 2 * TILE, level, up=(0, -1))
                walkers[:] = map(CharacterController, sprites)
                for walker in walkers:
                    walker.move(0, FALL, level)

        def frame(moment: int) -> Any:
            dx = RUN if moment < MOMENTS // 2 else -RUN
            if by_controller:
                return [walker.move(dx, FALL, level) for walker in walkers]
            return [sprite.move_and_slide(dx, FALL, level, up=(0, -1)) for sprite in sprites]

        def on_the_ground(moves: Any) -> None:
            if any(not w.on_floor or w.sprite.hits(level) for w in walkers):
                raise SystemExit("a walker is not on the ground")

        strict = on_the_ground if by_controller and body == "box" else None
        return Way(frame, moments=MOMENTS, before=begin, per=count, read=strict, note=note)

    alone = way(False, "no slopes, steps or lifts of its own")
    return {OURS: way(True), "move_and_slide alone": alone} if body == "box" else {OURS: way(True)}


row(
    "walkers",
    "CharacterController.move, on tiles and slopes",
    200,
    quick=40,
    most={"move_and_slide alone": 3.0},
    within=20,  # of 200 walkers at 60 frames a second, a quarter of the time
)(partial(walking, "box"))
row("walkers", "CharacterController.move, of circles", 200, quick=40)(partial(walking, "circle"))
