"""A game as users write it: pyright and mypy are strict with it."""

import pygame

import spritecol
from spritecol import DISCARD, Circle, Group, Number, Rect, Sprite, check, draw, pairs, update
from spritecol.typing import Collision


class Player(Sprite):
    collision = Rect(0, 0, 32, 32)
    image = pygame.Surface((32, 32))
    lives: int = 3

    def update(self, seconds: float) -> None:
        self.x += 60 * seconds
        self.angle = (self.angle + 1) % 360

    def draw(self, screen: pygame.Surface) -> None:
        screen.blit(self.image, (self.x, self.y))

    def hit(self, other: Sprite) -> object:
        self.lives -= 1
        return DISCARD


class Bullet(Sprite):
    collision = Circle(0, 0, 3)
    scale = 2

    def __init__(self, x: float, y: float, vx: float = 5) -> None:
        super().__init__(x, y)
        self.vx = vx

    def shot(self, target: Sprite) -> None:
        self.vanish()


class Coin(Sprite):
    collision: Collision = Circle(0, 0, 5)


class Bar(Coin):
    collision = Rect(0, 0, 9, 4)


class Shot(Sprite):
    collision = Circle(0, 0, 2)
    power = Number(1.0)
    bounces = Number(3, int)


class Enemy(Sprite):
    collision = [Circle(8, 8, 8), Rect(0, 0, 16, 4)]
    hp = 2

    def hit(self) -> None:
        self.hp -= 1
        if self.hp == 0:
            self.vanish()


def count_all(group: Group) -> int:
    """A Group of enemies is a Group."""
    return len(group)


def main() -> None:
    screen = pygame.display.set_mode((640, 480))
    player = Player(100, 100)
    bullets: Group[Bullet] = Group()
    enemies = Group(Enemy(x, 0) for x in range(0, 640, 40))
    shots = Group(Shot(3, 4, power=2.5, bounces=1))
    everything: Group[Sprite] = Group(player, bullets, enemies, shots)
    bullets.add(Bullet(player.x, player.y))
    update(everything, 1 / 60)
    for bullet, enemy in check(bullets, enemies):
        print(bullet.vx, enemy.hp)
    for bullet, enemy in pairs(bullets, enemies):
        print(bullet.vx, enemy.hp)
    for one, other in enemies.pairs():
        print(one.hp, other.hp)
    for bullet, enemy in check(bullets, enemies, hit=lambda enemy, bullet: print(enemy.hp)):
        print(bullet.vx, enemy.hp)
    for bullet, hit_player in check(bullets, player):
        print(bullet.vx, hit_player.lives)
    for enemy in player.check(enemies):
        print(enemy.hp)
    first = enemies[0].hp + sum(enemy.hp for enemy in enemies[1:])
    for row in bullets.pair_indices(enemies):
        print(bullets[int(row[0])].vx, enemies[int(row[1])].hp, first)
    bullets.x += bullets.column("vx")
    bullets.set_column("vx", bullets.column("vx") * 0.9)
    for enemy in enemies.query_circle(player.x, player.y, 100):
        print(enemy.hp)
    count_all(enemies)
    draw(everything, screen)
    left, top, _right, _bottom = player.aabb
    print(left, top, spritecol.__version__)


if __name__ == "__main__":
    main()
