"""The bullet hell with pygame-ce: Groups of sprites with FRects, which do not turn."""

import math

from scenes.bullet_hell import (
    BULLET,
    BULLET_SPEED,
    ENEMY,
    GUN,
    HEIGHT,
    SHIP,
    SHOT,
    STRENGTH,
    WIDTH,
    BulletStart,
    EnemyStart,
    Game,
    ShotStart,
)

from peers.pygame_ce import groupcollide, pygame, spritecollide


def middle(x: float, y: float, size: tuple[float, float]) -> "pygame.FRect":
    """A rectangle around a place."""
    width, height = size
    return pygame.FRect(x - width / 2, y - height / 2, width, height)


class Shot(pygame.sprite.Sprite):
    """Flies up until it hits or leaves the window."""

    def __init__(self, start: ShotStart) -> None:
        super().__init__()
        self.rect = middle(start.x, start.y, SHOT)
        self.speed = start.speed

    def update(self) -> None:
        self.rect.y -= self.speed
        if self.rect.y < -SHOT[1] / 2:
            self.kill()


class Bullet(pygame.sprite.Sprite):
    """Of an enemy; flies one way until it hits or leaves the window."""

    def __init__(self, start: BulletStart) -> None:
        super().__init__()
        self.rect = middle(start.x, start.y, BULLET)
        direction = math.radians(start.direction)
        self.velocity = BULLET_SPEED * math.cos(direction), BULLET_SPEED * math.sin(direction)

    def update(self) -> None:
        rect = self.rect
        rect.move_ip(self.velocity)
        if not WINDOW.collidepoint(rect.center):
            self.kill()


class Enemy(pygame.sprite.Sprite):
    """Sways, turns its picture, and takes some hits."""

    def __init__(self, start: EnemyStart) -> None:
        super().__init__()
        self.rect = middle(start.x, start.y, ENEMY)
        self.sway, self.turn = start.sway, start.turn
        self.angle = 0.0
        self.strength = STRENGTH

    def update(self) -> None:
        self.rect.x += self.sway
        self.angle += self.turn
        if not 0 < self.rect.centerx < WIDTH:
            self.sway = -self.sway

    def hit(self) -> None:
        self.strength -= 1
        if self.strength == 0:
            self.kill()


class Ship(pygame.sprite.Sprite):
    """Counts what hits it."""

    hits_taken = 0

    def __init__(self) -> None:
        super().__init__()
        self.rect = middle(0, GUN, SHIP)

    def hit(self) -> None:
        self.hits_taken += 1


WINDOW = pygame.FRect(0, 0, WIDTH, HEIGHT)


class Program(Game):
    """Sprites in Groups."""

    def __init__(self) -> None:
        super().__init__(pygame.sprite.Group, Shot, Bullet, Enemy, Ship())

    def steer(self, x: float) -> None:
        self.ship.rect.centerx = x

    def move(self) -> None:
        self.shots.update()
        self.enemies.update()
        self.bullets.update()

    def collide(self) -> None:
        for shot, enemies in groupcollide(self.shots, self.enemies, False, False).items():
            for enemy in enemies:
                if enemy.alive():
                    shot.kill()
                    enemy.hit()
                    break
        for _ in spritecollide(self.ship, self.bullets, True):
            self.ship.hit()
        for _ in spritecollide(self.ship, self.enemies, False):
            self.ship.hit()
