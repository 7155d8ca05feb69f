"""A platformer on a map of the editor Tiled, which is loaded by one call.

The ground is one sprite; its slopes and tiles have no seams to get caught on. The coins, the flag
and the start are objects in the map. The runner slides along whatever it meets, at any speed. One
plank can be entered from below, and one platform moves up and down.

    python examples/platformer.py                # in a window (needs pygame-ce): left and right
                                                 # run, up or space jumps, Escape quits
    python examples/platformer.py --frames 600   # no window: runs by itself, writes a picture

Both need pytmx.
"""

import os
import sys
from math import sin
from pathlib import Path

from stage import AMBER, BLUE, CORAL, FAINT, MIST, NIGHT, PAPER, ROSE, SAGE, Stage, mix

from spritecol import Circle, Group, Rect, Sprite, SweepHit

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # pytmx imports pygame

from spritecol.integrations.tiled import MapSprite, sprites_from_tmx

MAP = Path(__file__).with_name("platformer_map") / "hills.tmx"
WIDTH, HEIGHT = 720, 416
PLANKS = [(300, 250), (40, 262)]  # upper left corners
LIFT = (505, 190)
RUN, JUMP, GRAVITY = 2.4, 6.4, 0.34  # pixels per frame; gravity: per frame squared


class Runner(Sprite):
    """Runs, jumps and climbs slopes of 45 degrees. (x, y) is between its feet."""

    collision = (Rect(-5, -13, 10, 13, name="body"), Circle(0, -16, 5.5, name="head"))
    falling = 0.0
    stands = False

    slope = 0.0  # of the floor that it stands on: how far down for each pixel to the right

    def move(self, solid: Group, planks: Group, across: float) -> None:
        """Advance by one frame."""

        def stops(other: Sprite, hit: SweepHit) -> bool:
            return other not in planks or (hit.normal == (0, -1) and not hit.overlapping)

        stood = self.stands and self.falling == 0.0
        self.falling = min(self.falling + GRAVITY, 8.0)
        climb = across * self.slope if stood else 0.0  # as fast on a slope as on the flat
        slide = self.move_and_slide(
            across, climb + self.falling, solid, up=(0, -1), max_floor_angle=50, where=stops
        )
        below = self.sweep(0, 4, solid, where=stops) if stood and not slide.on_floor else None
        if below:  # stay on the ground when it slopes down
            self.y = below.position[1]
        self.stands = slide.on_floor or below is not None
        x, y = below.normal if below else slide.floor_normal
        self.slope = -x / y if self.stands and y else 0.0
        if self.stands or slide.on_ceiling:
            self.falling = 0.0


class Hills:
    """The scene."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        sprites = sprites_from_tmx(MAP)
        self.ground, self.spikes = (
            sprite for sprite in sprites if sprite.name in ("ground", "spikes")
        )
        self.hill = self.ground.geometry
        self.start, self.flag = (self.named(sprites, name) for name in ("start", "flag"))
        self.coins = Group(sprite for sprite in sprites if sprite.type == "coin")
        self.planks = Group(Sprite(*place, collision=Rect(0, 0, 48, 5)) for place in PLANKS)
        self.lift = Sprite(*LIFT, collision=Rect(0, 0, 48, 6))
        self.solid = Group(self.ground, self.lift, self.planks)
        self.runner = Runner(self.start.x, self.start.y)
        self.facing = 1
        self.time = 0
        self.trail: list[tuple[float, float]] = []
        # What the runner watches when nobody plays.
        self.ahead = Sprite(collision=Rect(8, -12, 22, 11))
        self.below = Sprite(collision=Rect(10, 0, 10, 40))
        self.next_coin: tuple[float, float] | None = None  # if there is one in sight
        chance = stage.random.uniform
        self.far = [(90.0 * i, chance(90, 190), 0.1 + i % 2 * 0.06) for i in range(9)]

    @staticmethod
    def named(sprites: list[MapSprite], name: str) -> MapSprite:
        return next(sprite for sprite in sprites if sprite.name == name)

    def update(self) -> None:
        runner, tally = self.runner, self.stage.tally
        keys = self.stage.keys
        if keys is None:  # nobody plays
            keys = self.run_along()
        across = ("right" in keys) - ("left" in keys)
        self.facing = across or self.facing
        if keys & {"up", "fire"} and runner.stands:
            runner.falling = -JUMP
            tally["jumps"] += 1
        self.move_lift()
        runner.move(self.solid, self.planks, RUN * across)
        runner.x = min(max(runner.x, 6), WIDTH - 6)
        self.trail = [*self.trail[-40:], (runner.x, runner.y - 9)]
        self.look_for_coins()
        for coin in runner.check(self.coins):
            coin.vanish()
            tally["coins"] += 1
        if runner.hits(self.spikes) or runner.hits(self.flag):
            tally["flags reached" if runner.hits(self.flag) else "fell on spikes"] += 1
            runner.x, runner.y, runner.falling = self.start.x, self.start.y, 0.0
            self.trail.clear()

    def move_lift(self) -> None:
        """Up and down; whoever stands on it goes with it."""
        self.time += 1
        y = LIFT[1] + 30 * sin(self.time / 50)
        rider = self.runner.sweep(0, 1, self.lift) is not None
        way = y - self.lift.y
        self.lift.y = y
        if rider:
            self.runner.move_and_slide(0, way, self.ground)
        self.runner.depenetrate([self.lift])

    def look_for_coins(self) -> None:
        """The nearest coin, if no ground is between it and the runner's eyes."""
        eyes = self.runner.x, self.runner.y - 16
        near = self.coins.nearest(*eyes, max_distance=160)
        self.next_coin = near.point if near and self.in_sight(eyes, near.point) else None

    def in_sight(self, eyes: tuple[float, float], place: tuple[float, float]) -> bool:
        return Group(self.ground).line_of_sight(*eyes, *place)

    def run_along(self) -> frozenset[str]:
        """The keys when nobody plays: run to the right, and jump over obstacles."""
        for look in (self.ahead, self.below):
            look.x, look.y = self.runner.x, self.runner.y
        wall = self.ahead.hits(self.ground) and not self.climbs()
        danger = self.ahead.hits(self.spikes) or self.below.hits(self.spikes)
        leap = wall or danger or not self.below.hits(self.ground)
        return frozenset(["right", "up"] if leap else ["right"])

    def climbs(self) -> bool:
        """Whether what is ahead is a slope."""
        return not Sprite(self.runner.x, self.runner.y, collision=Rect(5, -16, 6, 6)).hits(
            self.ground
        )

    def draw(self) -> None:
        canvas, runner = self.stage.canvas, self.runner
        for x, radius, shade in self.far:  # hills in the distance
            canvas.circle(x, HEIGHT + 40, radius, mix(NIGHT, BLUE, shade))
        for sprite, color in ((self.spikes, ROSE), (self.ground, mix(NIGHT, SAGE, 0.45))):
            canvas.fill(sprite.geometry, color)
        self.stage.paint(self.lift, mix(NIGHT, MIST, 0.6))
        for plank in self.planks:
            self.stage.paint(plank, mix(NIGHT, AMBER, 0.6))
        canvas.outline(self.hill, mix(SAGE, PAPER, 0.25), 2.5)
        for x, y in self.trail[::3]:
            canvas.circle(x, y, 1.5, mix(NIGHT, AMBER, 0.5))
        for coin in self.coins:
            self.stage.paint(coin, AMBER)
        left, top, right, bottom = self.flag.aabb
        canvas.line([(left + 3, top), (left + 3, bottom)], PAPER, 2)
        canvas.polygon([(left + 3, top), (right + 4, top + 6), (left + 3, top + 12)], CORAL)
        self.stage.paint(runner, PAPER)
        canvas.circle(runner.x + 2 * self.facing, runner.y - 17, 1.5, NIGHT)
        if self.next_coin:
            canvas.line([(runner.x, runner.y - 16), self.next_coin], mix(NIGHT, AMBER, 0.5), 0.5)
        canvas.line([(0, HEIGHT), (WIDTH, HEIGHT)], FAINT)


if __name__ == "__main__":
    stage = Stage("platformer", WIDTH, HEIGHT, sys.argv[1:])
    stage.run(Hills(stage))
