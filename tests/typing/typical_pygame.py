"""A game of pygame's sprites with shapes, as users write it: for mypy and pyright, strict."""

import pygame

from spritecol import Circle, Group, check
from spritecol.integrations.pygame import (
    Sprite,
    draw_answers,
    groupcollide,
    install,
)

MOON = pygame.Surface((32, 32))


class Moon(Sprite):
    image = MOON


class Ship(Sprite):
    collision = Circle(16, 16, 16)

    def __init__(self, image: pygame.Surface) -> None:
        super().__init__(position=(3, 4), image=image, scale=2)
        self.lives = 3

    def update(self, seconds: float) -> None:
        self.rect.x += 5
        self.rect.clamp_ip(pygame.Rect(0, 0, 640, 480))
        self.angle += 90 * seconds

    def draw(self, screen: pygame.Surface) -> None:
        screen.blit(self.image, self.rect)

    def hit(self, other: Sprite) -> None:
        self.lives -= 1


def main() -> None:
    install()
    screen = pygame.display.set_mode((640, 480))
    ships: pygame.sprite.Group[Ship] = pygame.sprite.Group()
    rocks: pygame.sprite.Group[Ship] = pygame.sprite.Group()
    for ship in (Ship(pygame.Surface((32, 32))), Ship(pygame.Surface((32, 32)))):
        ships.add(ship)
        ship.draw(screen)
    for ship, rock in check(ships, rocks):
        print(ship.lives, rock.rect.bottom)
        draw_answers(screen, ship.contacts(rocks), region="brown")
        draw_answers(screen, [ship.sweep(5, 5, rocks), rock.sweep(5, 5, ships)])
        draw_answers(screen, ship.move_and_slide(5, 5, rocks), zoom=2)
    view = Group(rocks)
    draw_answers(screen, view.raycast_all(0, 0, 9, 9), starts=(0, 0), ends=(9, 9))
    ends = [(9, 9), (5, 5)]
    draw_answers(screen, view.raycast_arrays((0, 0), ends), starts=(0, 0), ends=ends)
    draw_answers(screen, view.contact_arrays())
    for ship, found in groupcollide(ships, rocks, False, True).items():
        print(ship.lives, [rock.lives for rock in found])


if __name__ == "__main__":
    main()
