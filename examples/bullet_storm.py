"""A bullet hell: 5,000 bullets at 60 frames per second, each of them a sprite.

The bullets are in one Group, and NumPy moves them as columns. A bullet that leaves the window, or
is swept away by the ship's shield, starts again at the flower. At the end the script prints how
long a frame took.

    python examples/bullet_storm.py                # in a window (needs pygame-ce): arrow keys move
                                                   # the ship, Escape quits
    python examples/bullet_storm.py --frames 300   # no window: dodges by itself, writes a picture
"""

import math
import sys
import time

import numpy as np
import numpy.typing as npt
from stage import AMBER, BLUE, CORAL, MAUVE, NIGHT, PAPER, ROSE, SAGE, Stage, mix

from spritecol import Circle, Group, Sprite, Triangle

WIDTH, HEIGHT = 720, 540
BULLETS = 5_000
FLOWER = WIDTH / 2, HEIGHT * 0.36  # where bullets come from
ARMS = 12  # of the flower
BLAST = 24  # frames for which the shield grows after a hit; nothing hurts the ship meanwhile
COLORS = (ROSE, MAUVE, mix(MAUVE, BLUE, 0.5), BLUE, mix(BLUE, SAGE, 0.5), SAGE)

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.intp]


class Bullet(Sprite):
    """Flies straight ahead, in the direction of its angle."""

    collision = Circle(0, 0, 3.5)


class BulletStorm:
    """The scene."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.frame = 0
        self.seconds = 0.0
        number = np.arange(BULLETS)
        self.arm = number % ARMS
        self.speed = 1.2 + 0.5 * (number // ARMS % 3)
        self.sway = stage.random.uniform(20, 40)  # degrees, back and forth
        self.bullets = Group(Bullet(*FLOWER) for _ in range(BULLETS))
        self.ship = Sprite(WIDTH / 2, HEIGHT - 60, collision=[Triangle(0, -14, 9, 9, -9, 9)])
        self.shield = Sprite(collision=Circle(0, 0, 90), collision_enable=False)
        self.sight = Sprite(collision=Circle(0, 0, 45))  # what the ship sees when nobody plays
        self.start(number, -number / BULLETS * 190)  # as if fired one by one before the start

    def start(self, which: Indices, frame: Floats) -> None:
        """Start bullets at the flower; `frame` is when each was fired, for its angle."""
        x, y, angle = self.bullets.x, self.bullets.y, self.bullets.angle
        swing = np.where(self.arm[which] % 2, 1, -1) * (frame + self.sway * np.sin(frame / 31))
        angle[which] = self.arm[which] * 360 / ARMS + swing
        way = self.speed[which] * (self.frame - frame)
        x[which] = FLOWER[0] + way * np.cos(np.radians(angle[which]))
        y[which] = FLOWER[1] + way * np.sin(np.radians(angle[which]))
        self.bullets.x, self.bullets.y, self.bullets.angle = x, y, angle

    def update(self) -> None:
        begun = time.perf_counter()
        self.frame += 1
        self.fly()
        self.steer()
        self.collide()
        self.seconds += time.perf_counter() - begun

    def fly(self) -> None:
        direction = np.radians(self.bullets.angle)
        x = self.bullets.x + self.speed * np.cos(direction)
        y = self.bullets.y + self.speed * np.sin(direction)
        self.bullets.x, self.bullets.y = x, y
        out = np.flatnonzero((x < -9) | (x > WIDTH + 9) | (y < -9) | (y > HEIGHT + 9))
        self.start(out, np.full(len(out), float(self.frame)))

    def steer(self) -> None:
        keys, ship = self.stage.keys, self.ship
        if keys is None:  # nobody plays: away from nearby bullets, and back to the middle
            self.sight.x, self.sight.y = ship.x, ship.y - 12
            near = self.sight.check(self.bullets)
            push = sum(math.copysign(1 / (abs(ship.x - b.x) + 3), ship.x - b.x) for b in near)
            dx, dy = 30 * push + (WIDTH / 2 - ship.x) / 60, 0.0
        else:
            dx = 4.0 * (("right" in keys) - ("left" in keys))
            dy = 4.0 * (("down" in keys) - ("up" in keys))
        ship.x = min(max(ship.x + min(max(dx, -4), 4), 20), WIDTH - 20)
        ship.y = min(max(ship.y + dy, 20), HEIGHT - 20)

    def collide(self) -> None:
        ship, shield = self.ship, self.shield
        shield.x, shield.y = ship.x, ship.y
        if ship.hits(self.bullets) and not shield.collision_enable:
            shield.collision_enable, shield.scale_x = True, 0.0
            self.stage.tally["ship hit"] += 1
        if shield.collision_enable:
            shield.scale_x = shield.scale_y = shield.scale_x + 1 / BLAST
            swept = Group(shield).pair_indices(self.bullets)[:, 1]
            self.start(swept, np.full(len(swept), float(self.frame)))
            self.stage.tally["bullets swept away"] += len(swept)
            shield.collision_enable = shield.scale_x < 1

    def draw(self) -> None:
        canvas = self.stage.canvas
        if self.shield.collision_enable:
            canvas.circle(
                self.ship.x, self.ship.y, 90 * self.shield.scale_x, mix(NIGHT, AMBER, 0.25)
            )
        places = np.column_stack((self.bullets.x, self.bullets.y))
        for arm in range(ARMS):
            color = COLORS[arm % len(COLORS)]
            canvas.dots(places[self.arm == arm], 3.5, mix(color, NIGHT, 0.25))
            canvas.dots(places[self.arm == arm], 2, mix(color, PAPER, 0.5))
        canvas.circle(*FLOWER, 15, AMBER)
        canvas.circle(*FLOWER, 9, CORAL)
        self.stage.paint(self.ship, AMBER if self.shield.collision_enable else PAPER)


if __name__ == "__main__":
    stage = Stage("bullet_storm", WIDTH, HEIGHT, sys.argv[1:])
    scene = BulletStorm(stage)
    stage.run(scene)
    milliseconds = 1000 * scene.seconds / scene.frame
    print(f"moving and checking {BULLETS} bullets took {milliseconds:.2f} ms per frame")
