"""What games make a World of: few objects of many classes, many pairs, many walkers."""

from typing import Any

from spritecol import CharacterController, Circle, Group, Number, Overlaps, Rect, Sprite, World


class Hero(Sprite):
    """The player's."""

    collision = Rect(0, 0, 12, 24)
    vx, vy = Number(), Number()
    hp, ammo, cooldown = 100, 30, 0
    mood: Any = "idle"
    held: Any = None


class Enemy(Sprite):
    """Looks at somebody."""

    collision = Rect(0, 0, 12, 24)
    vx = Number(1.0)
    hp, cooldown, alert = 3, 0, 0.0
    mood: Any = "idle"
    target: Any = None


class Shot(Sprite):
    """Is somebody's."""

    collision = Circle(0, 0, 3)
    vx = Number(4.0)
    power, life = 1, 60
    owner: Any = None


class Coin(Sprite):
    """Spins."""

    collision = Circle(0, 0, 6)
    worth, phase = 1, 0.0


class Lift(Sprite):
    """Goes up and down."""

    collision = Rect(0, 0, 48, 8)
    phase, speed = 0.0, 1.0
    ends: Any = (0, 100)


class Door(Sprite):
    """Opens."""

    collision = Rect(0, 0, 8, 48)
    is_open, cooldown = False, 0
    key: Any = None


class Boss(Enemy):
    """Has phases."""

    phase = 0.0
    stage: Any = ("rest", 0)


class Match:
    """The score."""

    def __init__(self) -> None:
        self.frame, self.score, self.dice = 0, 0, 1
        self.stage: Any = ("level", 1)


class Camera:
    """What is seen."""

    def __init__(self) -> None:
        self.left, self.top, self.shake = 0.0, 0.0, 0.0
        self.target: Any = None


class Wave:
    """When enemies come."""

    def __init__(self) -> None:
        self.frame, self.left, self.speed = 0, 10, 0.5


COLUMNS = (
    "hp", "ammo", "cooldown", "alert", "power", "life", "worth", "phase", "speed", "is_open",
    "frame", "score", "dice", "left",
)  # fmt: skip
ATTRIBUTES = "mood", "target", "owner", "stage"


class SmallGame:
    """39 objects of 10 classes and four Groups, and 18 names."""

    def __init__(self) -> None:
        self.hero, self.match, self.camera, self.wave = Hero(100, 50), Match(), Camera(), Wave()
        self.enemies = Group(Enemy(40 * k, 50) for k in range(11))
        self.shots = Group(Shot(20 * k, 30) for k in range(9))
        self.coins = Group(Coin(30 * k, 10) for k in range(6))
        self.rest = Group[Sprite](Lift(9), Lift(200), Door(50), Door(300), Boss(400))
        groups = self.enemies, self.shots, self.coins, self.rest
        others = self.hero, self.match, self.camera, self.wave
        self.world = World(*groups, *others, columns=COLUMNS, attributes=ATTRIBUTES)

    def change(self) -> None:
        """As a frame does it: much moves, and half of the objects have other numbers."""
        self.enemies.x += self.enemies.column("vx")
        self.shots.x += self.shots.column("vx")
        self.match.frame += 1
        self.match.dice = (self.match.dice * 6364136223846793005 + 1442695040888963407) % 2**64
        self.camera.left += 0.5
        self.wave.left = self.match.frame % 9
        self.hero.mood = ("idle", "running")[self.match.frame % 2]
        for enemy in self.enemies:
            enemy.cooldown = self.match.frame % 7
            enemy.alert += 0.25
            enemy.target = self.hero if self.match.frame % 2 else None
        for shot in self.shots:
            shot.life -= 1
            shot.owner = self.hero
        for coin in self.coins:
            coin.phase += 0.1


class ManyPairs:
    """An Overlaps of 7,140 pairs: a field of circles, each of which hits its neighbors."""

    def __init__(self) -> None:
        side, radius = 43, 9.0
        places = [(12 * (k % side), 12 * (k // side)) for k in range(side * side)]
        self.dots = Group(Sprite(x, y, collision=Circle(0, 0, radius)) for x, y in places)
        self.watch = Overlaps(self.dots, self.dots)
        self.world = World(self.dots, self.watch)
        self.watch.update()

    def change(self) -> None:
        """A frame in which few move: one more pair, or one less."""
        self.dots[0].x = 100 if self.dots[0].x == 0 else 0
        self.watch.update()


class ManyWalkers:
    """200 walkers on a floor, which walk to and fro."""

    def __init__(self) -> None:
        self.floor = Group(Sprite(16 * k, 0, collision=Rect(0, 0, 16, 16)) for k in range(500))
        body = Rect(-6, -24, 12, 24)
        self.bodies = [Sprite(20 + 35 * k, 0, collision=body) for k in range(200)]
        self.walkers = [CharacterController(body) for body in self.bodies]
        self.world = World(*self.walkers)
        self.way = 2.0
        self.change()

    def change(self) -> None:
        """A frame."""
        self.way = -self.way
        for walker in self.walkers:
            walker.move(self.way, 0.5, self.floor)
