"""The bullet hell with pygame-ce: Groups of sprites with FRects, which do not turn."""

import math

from scenes.bullet_hell import (
    BULLET,
    BULLET_SPEED,
    BULLETS,
    ENEMIES,
    ENEMY,
    GUN,
    HEIGHT,
    SHIP,
    SHOT,
    SHOTS,
    STRENGTH,
    WIDTH,
    BulletStart,
    EnemyStart,
    Score,
    ShotStart,
    bullet_starts,
    enemy_starts,
    ship_x,
    shot_starts,
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


class Game:
    """Everything on the stage."""

    def __init__(self) -> None:
        self.shots, self.bullets = pygame.sprite.Group(), pygame.sprite.Group()
        self.enemies = pygame.sprite.Group()
        self.ship = Ship()
        self.shot_starts, self.bullet_starts = shot_starts(), bullet_starts()
        self.enemy_starts = enemy_starts()
        self.frames = self.shots_born = self.bullets_born = self.enemies_born = 0
        self.fill()

    def fill(self) -> None:
        """Let as many be born as are missing."""
        shots = SHOTS - len(self.shots)
        bullets = BULLETS - len(self.bullets)
        enemies = ENEMIES - len(self.enemies)
        self.shots.add(Shot(next(self.shot_starts)) for _ in range(shots))
        self.bullets.add(Bullet(next(self.bullet_starts)) for _ in range(bullets))
        self.enemies.add(Enemy(next(self.enemy_starts)) for _ in range(enemies))
        self.shots_born += shots
        self.bullets_born += bullets
        self.enemies_born += enemies

    def frame(self) -> None:
        """One frame."""
        self.frames += 1
        self.ship.rect.centerx = ship_x(self.frames)
        self.shots.update()
        self.enemies.update()
        self.bullets.update()
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
        self.fill()

    @property
    def score(self) -> Score:
        """What has happened so far."""
        destroyed = self.enemies_born - ENEMIES
        enemies_hit = STRENGTH * self.enemies_born - sum(enemy.strength for enemy in self.enemies)
        ship_hit = self.ship.hits_taken
        return Score(enemies_hit, destroyed, ship_hit, self.shots_born, self.bullets_born)
