"""A frame of a bullet hell, end to end: three programs that play the same story.

A ship sways at the bottom and shoots upwards; enemies turn and sway above it and shoot in all
directions. What hits or leaves the window vanishes, and as many are born, so that there are always
as many. 2,000 shots move themselves, 2,000 bullets are moved as their library does it best. Nothing
is drawn. Positions are the middles of things; x and y are whatever the library's axes are.
"""

import math
import random
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from measure import OURS, Way, Ways, row

from spritecol import Group, Rect, Sprite, check, update

WIDTH, HEIGHT = 1280, 720
SHOTS, BULLETS, ENEMIES = 2_000, 2_000, 200
SHOT, BULLET, ENEMY, SHIP = (4, 12), (6, 6), (32, 32), (24, 24)  # pixels: width, height
BULLET_SPEED = 4.0
STRENGTH = 30  # hits that an enemy takes before it vanishes
GUN = HEIGHT - 40.0  # the height of the ship and its guns
LOWEST = HEIGHT / 2  # the enemies are above
PLAYED, MOMENTS = 4, 24  # frames before the first that is measured; and how many are, again


class Start(NamedTuple):
    """Where something is born, its speed (to the right, upwards), and how it is turned.

    An enemy's `turn` is that of a frame.
    """

    x: float
    y: float
    across: float
    up: float
    turn: float = 0.0


def starts(seed: int, height: Callable[[random.Random, int], float], speed: Any) -> Iterator[Start]:
    """Starts without end. `height` is told their numbers: the first are all over the window."""
    rng = random.Random(seed)
    for number in range(1_000_000_000):
        y = height(rng, number)
        yield Start(rng.uniform(0, WIDTH), y, *speed(rng))


def flight(rng: random.Random) -> tuple[float, float, float]:
    """A bullet's speed, and its direction in degrees."""
    degrees = rng.uniform(0, 360)
    turn = math.radians(degrees)
    return BULLET_SPEED * math.cos(turn), BULLET_SPEED * math.sin(turn), degrees


class Game:
    """Everything on the stage. A library says how its sprites are made, moved and compared."""

    def __init__(
        self, stage: Any, shot: Any, bullet: Any, enemy: Any, ship: Any, enemies: Any = None
    ) -> None:
        """Give what makes a group and each kind of sprite; `enemies` may be a group made before."""
        self.shots, self.bullets = stage(), stage()
        self.enemies = stage() if enemies is None else enemies
        self.ship = ship
        shots = starts(
            7,
            lambda rng, number: rng.uniform(0, GUN) if number < SHOTS else GUN,
            lambda rng: (0.0, rng.uniform(6, 10)),
        )
        bullets = starts(
            8, lambda rng, number: rng.uniform(0, HEIGHT if number < BULLETS else LOWEST), flight
        )
        enemies_born = starts(
            9,
            lambda rng, number: rng.uniform(0, LOWEST),
            lambda rng: (rng.uniform(-2, 2), 0.0, rng.uniform(-6, 6)),
        )
        self.crowds: list[Any] = [
            (self.shots, SHOTS, map(shot, shots)),
            (self.bullets, BULLETS, map(bullet, bullets)),
            (self.enemies, ENEMIES, map(enemy, enemies_born)),
        ]
        self.frames, self.born = 0, [0, 0, 0]
        self.fill()

    def frame(self) -> None:
        """One frame."""
        self.frames += 1
        self.steer(WIDTH / 2 + 300 * math.sin(self.frames / 50))
        self.move()
        self.collide()
        self.fill()

    def fill(self) -> None:
        """Let as many be born as are missing."""
        for kind, (group, count, following) in enumerate(self.crowds):
            missing = count - len(group)
            self.add(group, islice(following, missing))
            self.born[kind] += missing

    def add(self, group: Any, sprites: Iterable[Any]) -> None:
        """Put new sprites into a group."""
        group.add(sprites)

    def steer(self, x: float) -> None:
        """Put the ship there."""
        raise NotImplementedError

    def move(self) -> None:
        """Move everything else; what leaves the window vanishes."""
        raise NotImplementedError

    def collide(self) -> None:
        """Find the hits and let them have their effect."""
        raise NotImplementedError

    def score(self) -> list[int]:
        """Hits of enemies and of the ship, and who was born."""
        left = sum(enemy.strength for enemy in self.enemies)
        return [STRENGTH * self.born[2] - left, self.ship.hits_taken, *self.born]


# --- ours ---------------------------------------------------------------------------------------


def middle(width: float, height: float) -> Rect:
    """A rectangle around its sprite's place."""
    return Rect(-width / 2, -height / 2, width, height)


class Shot(Sprite):
    """Flies up until it hits or leaves the window."""

    collision = middle(*SHOT)

    def __init__(self, start: Start) -> None:
        super().__init__(start.x, start.y)
        self.speed = start.up

    def update(self) -> None:
        self.y -= self.speed
        if self.y < 0:
            self.vanish()

    def shot(self) -> None:
        self.vanish()


class Bullet(Sprite):
    """Of an enemy; points to where it flies. Moved with all others at once."""

    collision = middle(*BULLET)

    def __init__(self, start: Start) -> None:
        super().__init__(start.x, start.y, angle=start.turn)

    def shot(self) -> None:
        self.vanish()


class Enemy(Sprite):
    """Sways and turns, and takes some hits."""

    collision = middle(*ENEMY)

    def __init__(self, start: Start) -> None:
        super().__init__(start.x, start.y)
        self.sway, self.turn = start.across, start.turn
        self.strength = STRENGTH

    def update(self) -> None:
        self.x += self.sway
        self.angle += self.turn
        if not 0 < self.x < WIDTH:
            self.sway = -self.sway

    def hit(self) -> None:
        self.strength -= 1
        if self.strength == 0:
            self.vanish()


class Ship(Sprite):
    """Counts what hits it."""

    collision = middle(*SHIP)
    hits_taken = 0

    def hit(self) -> None:
        self.hits_taken += 1


class Ours(Game):
    """Sprites in Groups."""

    def __init__(self) -> None:
        super().__init__(Group, Shot, Bullet, Enemy, Ship(0, GUN))

    def steer(self, x: float) -> None:
        self.ship.x = x

    def move(self) -> None:
        update([self.shots, self.enemies])
        bullets = self.bullets  # all at once
        direction = np.radians(bullets.angle)
        x = bullets.x + BULLET_SPEED * np.cos(direction)
        y = bullets.y + BULLET_SPEED * np.sin(direction)
        bullets.x, bullets.y = x, y
        left = np.flatnonzero((x < 0) | (x > WIDTH) | (y < 0) | (y > HEIGHT))
        if len(left):
            members = list(bullets)
            for position in left:
                members[position].vanish()

    def collide(self) -> None:
        check(self.shots, self.enemies)
        check([self.bullets, self.enemies], self.ship)


# --- the row ------------------------------------------------------------------------------------


def played(program: Callable[[], Game], **more: Any) -> Way:
    """The same frames of a game, over and over; the score is the answer."""
    game: list[Game] = []

    def begin(moment: int) -> None:
        if moment == 0:
            game[:] = [program()]
            for _ in range(PLAYED):
                game[0].frame()

    return Way(
        lambda moment: game[0].frame(),
        before=begin,
        moments=MOMENTS,
        **{"read": lambda nothing: game[0].score(), **more},
    )


def about(ours: list[int], theirs: list[int]) -> bool:
    """Whether the scores are alike."""
    return all(abs(a - b) <= max(1, 0.1 * a) for a, b in zip(ours, theirs, strict=True))


@row("bullet_hell", "one frame", 4_201, most={"pygame-ce": 0.05, "arcade": 0.02})
def one_frame(count: int) -> Ways:
    """A frame of each program."""

    def pygame_ce() -> Way:
        from peers.pygame_bullet_hell import Program

        return played(Program, agree=about, note="the turning enemies have upright rects")

    def arcade(hashed: bool) -> Way:
        from peers.arcade_bullet_hell import Program

        # With a hash a shot's hits are found in no order, so the scores are its own.
        more: Any = {"read": None} if hashed else {}
        return played(partial(Program, hashed), **more)

    return {
        OURS: played(Ours),
        "pygame-ce": pygame_ce,
        "arcade": partial(arcade, False),
        "arcade with a spatial hash": partial(arcade, True),
    }
