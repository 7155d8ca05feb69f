"""A game of a few lines. Compiled by `.ci/ship`, it must print the same, but for the last line."""

import copy
import sys

import pygame

import spritecol
from spritecol import CharacterController, Group, Number, Overlaps, Polygon, Rect, Sprite, World
from spritecol.integrations.pygame import fill_shapes
from spritecol.paths import Paths


class Hero(Sprite):
    collision = Rect(-8, -16, 16, 16)
    lives = Number(3.0)

    def shot(self, coin):
        self.lives += 1


class Coin(Sprite):
    collision = Polygon([(0, 0), (9, 4), (20, 0), (10, 20)])


hero, coins = Hero(40, 84), Group(Coin(x, 88) for x in (60, 90, 120))
floor = Sprite(0, 100, collision=[Rect(0, 0, 100, 20), Rect(100, -8, 100, 28)])
walker = CharacterController(hero, step=10)
world = World(hero, floor, coins, walker, watch := Overlaps(hero, coins))

saved = world.save().to_bytes()
for _ in range(60):
    walker.move(2, 3, floor)
    watch.update()
    spritecol.check(hero, coins)
print(hero.position, hero.lives, walker.on_floor, world.digest())
world.load(saved)
print(hero.position, hero.lives, walker.on_floor, world.digest())

twin, twins = copy.copy(hero), copy.deepcopy(coins)
print(type(twin).__name__, twin.position, twin.lives, len(twins), twins.aabbs.sum())
print(Paths(floor, radius=5).find((-30, 150), (230, 150)).length)

screen = pygame.display.set_mode((240, 160))
fill_shapes(screen, coins, "gold")
print(pygame.mask.from_threshold(screen, "gold", (9, 9, 9)).count())
spritecol.integrations.pygame.install()
balls = pygame.sprite.Group()
for x in (0, 5, 50):
    ball = pygame.sprite.Sprite(balls)
    ball.rect = pygame.Rect(x, 0, 9, 9)
print(len(pygame.sprite.spritecollide(ball, balls, False)))
modules = [module for name, module in sys.modules.items() if name.startswith("spritecol")]
print(sum(hasattr(module, "__compiled__") for module in modules), "modules compiled by Nuitka")
