"""The bullet hell with pygame-ce: Groups of sprites with FRects, which do not turn."""

from scenes import bullet_hell as story

from peers.pygame_ce import groupcollide, pygame, spritecollide


def middle(x: float, y: float, size: tuple[float, float]) -> "pygame.FRect":
    """A rectangle around a place."""
    width, height = size
    return pygame.FRect(x - width / 2, y - height / 2, width, height)


class Shot(pygame.sprite.Sprite):
    """Flies up until it hits or leaves the window."""

    def __init__(self, start: story.ShotStart) -> None:
        super().__init__()
        self.rect = middle(start.x, start.y, story.SHOT)
        self.speed = start.speed

    def update(self) -> None:
        self.rect.y -= self.speed
        if self.rect.y < -story.SHOT[1] / 2:
            self.kill()


class Bullet(pygame.sprite.Sprite):
    """Of an enemy; flies one way until it hits or leaves the window."""

    def __init__(self, start: story.BulletStart) -> None:
        super().__init__()
        self.rect = middle(start.x, start.y, story.BULLET)
        self.velocity = start.velocity

    def update(self) -> None:
        rect = self.rect
        rect.move_ip(self.velocity)
        if not WINDOW.collidepoint(rect.center):
            self.kill()


class Enemy(pygame.sprite.Sprite):
    """Sways, turns its picture, and takes some hits."""

    def __init__(self, start: story.EnemyStart) -> None:
        super().__init__()
        self.rect = middle(start.x, start.y, story.ENEMY)
        self.sway, self.turn = start.sway, start.turn
        self.angle = 0.0
        self.strength = story.STRENGTH

    def update(self) -> None:
        self.rect.x += self.sway
        self.angle += self.turn
        if not 0 < self.rect.centerx < story.WIDTH:
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
        self.rect = middle(0, story.GUN, story.SHIP)

    def hit(self) -> None:
        self.hits_taken += 1


WINDOW = pygame.FRect(0, 0, story.WIDTH, story.HEIGHT)


class Program(story.Game):
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
