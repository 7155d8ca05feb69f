"""The bullet hell: its story in numbers, and the frame loop of the three programs that play it.

A ship sways at the bottom and shoots upwards; enemies turn and sway above it and shoot in all
directions. What hits or leaves the window vanishes, and as many are born, so that there are always
as many. Positions are the middles of things; x and y are whatever the library's axes are.
"""

import math
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

WIDTH, HEIGHT = 1280, 720
SHOTS, BULLETS, ENEMIES = 2_000, 2_000, 200
SHOT, BULLET, ENEMY, SHIP = (4, 12), (6, 6), (32, 32), (24, 24)  # pixels: width, height
SPEEDS = (6.0, 10.0)  # pixels a frame of a shot
BULLET_SPEED = 4.0
SWAY, TURN = 2.0, 6.0  # of an enemy in a frame, at most: pixels, degrees
STRENGTH = 30  # hits that an enemy takes before it vanishes
GUN = HEIGHT - 40.0  # the height of the ship and its guns
LOWEST = HEIGHT / 2  # the enemies are above
SEED = 7


class ShotStart(NamedTuple):
    """Where a shot is born, and its pixels a frame."""

    x: float
    y: float
    speed: float


class BulletStart(NamedTuple):
    """Where an enemy's bullet is born, and where to it flies, in degrees."""

    x: float
    y: float
    direction: float

    @property
    def velocity(self) -> tuple[float, float]:
        """Its pixels a frame along both axes."""
        turn = math.radians(self.direction)
        return BULLET_SPEED * math.cos(turn), BULLET_SPEED * math.sin(turn)


class EnemyStart(NamedTuple):
    """Where an enemy is born, and what it does in a frame: pixels to the right, degrees."""

    x: float
    y: float
    sway: float
    turn: float


def shot_starts() -> Iterator[ShotStart]:
    """Where shots start: first all over the window, then, without end, at the guns."""
    rng = random.Random(SEED)
    for number in range(1_000_000_000):
        y = rng.uniform(0, GUN) if number < SHOTS else GUN
        yield ShotStart(rng.uniform(0, WIDTH), y, rng.uniform(*SPEEDS))


def bullet_starts() -> Iterator[BulletStart]:
    """Where bullets start: first all over the window, then, without end, among the enemies."""
    rng = random.Random(SEED + 1)
    for number in range(1_000_000_000):
        y = rng.uniform(0, HEIGHT if number < BULLETS else LOWEST)
        yield BulletStart(rng.uniform(0, WIDTH), y, rng.uniform(0, 360))


def enemy_starts() -> Iterator[EnemyStart]:
    """Where enemies start, one after the other, without end."""
    rng = random.Random(SEED + 2)
    while True:
        yield EnemyStart(
            rng.uniform(0, WIDTH),
            rng.uniform(0, LOWEST),
            rng.uniform(-SWAY, SWAY),
            rng.uniform(-TURN, TURN),
        )


def ship_x(frame: int) -> float:
    """Where the ship is."""
    return WIDTH / 2 + 300 * math.sin(frame / 50)


class Score(NamedTuple):
    """What has happened so far."""

    enemies_hit: int
    enemies_destroyed: int
    ship_hit: int
    shots_born: int
    bullets_born: int


class Game(ABC):
    """Everything on the stage. A library says how its sprites are made, moved and compared."""

    def __init__(
        self,
        stage: Callable[[], Any],
        shot: Callable[[ShotStart], Any],
        bullet: Callable[[BulletStart], Any],
        enemy: Callable[[EnemyStart], Any],
        ship: Any,
        *,
        enemies: Any = None,
    ) -> None:
        """Give what makes a group and each kind of sprite; `enemies` may be a group made before."""
        self.shots, self.bullets = stage(), stage()
        self.enemies = stage() if enemies is None else enemies
        self.ship = ship
        self.next_shots = map(shot, shot_starts())
        self.next_bullets = map(bullet, bullet_starts())
        self.next_enemies = map(enemy, enemy_starts())
        self.frames = self.shots_born = self.bullets_born = self.enemies_born = 0
        self.fill()

    def frame(self) -> None:
        """One frame."""
        self.frames += 1
        self.steer(ship_x(self.frames))
        self.move()
        self.collide()
        self.fill()

    def fill(self) -> None:
        """Let as many be born as are missing."""
        shots = SHOTS - len(self.shots)
        bullets = BULLETS - len(self.bullets)
        enemies = ENEMIES - len(self.enemies)
        self.add(self.shots, islice(self.next_shots, shots))
        self.add(self.bullets, islice(self.next_bullets, bullets))
        self.add(self.enemies, islice(self.next_enemies, enemies))
        self.shots_born += shots
        self.bullets_born += bullets
        self.enemies_born += enemies

    @abstractmethod
    def steer(self, x: float) -> None:
        """Put the ship there."""

    @abstractmethod
    def move(self) -> None:
        """Move everything else; what leaves the window vanishes."""

    @abstractmethod
    def collide(self) -> None:
        """Find the hits and let them have their effect."""

    def add(self, group: Any, sprites: Iterable[Any]) -> None:
        """Put new sprites into a group."""
        group.add(sprites)

    @property
    def score(self) -> Score:
        """What has happened so far."""
        destroyed = self.enemies_born - ENEMIES
        enemies_hit = STRENGTH * self.enemies_born - sum(enemy.strength for enemy in self.enemies)
        ship_hit = self.ship.hits_taken
        return Score(enemies_hit, destroyed, ship_hit, self.shots_born, self.bullets_born)
