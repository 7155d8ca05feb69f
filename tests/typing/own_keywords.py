"""Classes with Numbers, keywords and attributes of their own, for strict type checkers."""

from typing import Any, TypeVar

import numpy as np
import pygame

from spritecol import CharacterController, Group, Number, Rect, Sprite, Vec2
from spritecol.integrations import pygame as spritecol_pygame

S = TypeVar("S", bound=Sprite)


class Shot(Sprite):
    collision = [0, 0, 7, 7], np.array([3, 3, 4])
    speed = Number(5.0)
    bounces = Number(3, int)
    trail: list[Vec2]


class FastShot(Shot):
    speed = 9.0  # another default


class Enemy(Sprite):
    hp: int
    rotation = Number(0.0)

    def __init__(self, x: float, y: float, *, color: str, speed: float = 2) -> None:
        super().__init__(x, y, collision=Rect(0, 0, 16, 16))
        self.color = color
        self.speed = speed
        self.hp = 3


class Boss(Enemy):
    def __init__(self, x: float, y: float, **pose: Any) -> None:
        super().__init__(x, y, color="red", **pose)


class Turning(Sprite):
    speed = Number(5.0)

    def __init__(self, x: float, speed: float) -> None:
        super().__init__(x, speed=speed)


class Ship(spritecol_pygame.Sprite):
    speed = Number(5.0)
    lives: int = 3

    def __init__(self, *groups: Any, speed: float = 3) -> None:
        super().__init__(*groups, x=3, image=pygame.Surface((3, 3)), speed=speed)


class Rock(spritecol_pygame.Sprite):
    speed = Number(5.0)
    sinks: bool


class Hero(Sprite):
    collision = Rect(0, 0, 16, 16)

    def __init__(self) -> None:
        super().__init__()
        self.walker: CharacterController[Hero] = CharacterController(self, step=4)
        self.coins = 0


def spawn(kind: type[S], x: float) -> S:
    return kind(x, 3)


def fire(kind: type[Shot], speed: float) -> Shot:
    return kind(0, 0, speed=speed, bounces=1)


def walk(hero: Hero, level: Group[Sprite]) -> float:
    hero.walker.move(3, 4, level)
    hero.walker.sprite.coins += 1
    plain: CharacterController = hero.walker
    floor: Sprite | None = plain.floor
    if isinstance(floor, Turning):
        return floor.speed + plain.sprite.x
    return 0 if floor is None else floor.x


def main() -> None:
    shots = Group(Shot(0, speed=3, bounces=np.int64(2)), FastShot(position=(3, 4), speed=True))
    shots.add(fire(FastShot, 3), spawn(Shot, 5))
    for shot in shots:
        shot.trail = [Vec2(shot.speed, shot.bounces)]
    enemy = Enemy(3, 4, color="blue", speed=3)
    print(enemy.color, enemy.speed, Boss(1, 2, speed=3).hp, Turning(3, speed=2).speed)
    print(Ship(pygame.sprite.Group(), speed=2).speed, Rock(x=3, speed=np.float32(2)).rect)
    everything: list[Sprite] = [Sprite(3, 4, angle=5), *shots, enemy]
    both = [Sprite(collision=[0, 0, 16, 16]), Sprite(collision=[[1, 2], [3, 4, 5]])]
    walk(Hero(), Group(everything, both))


if __name__ == "__main__":
    main()
