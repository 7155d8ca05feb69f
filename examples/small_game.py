"""A whole game to copy, without any file besides this one: it needs spritecol and pygame-ce.

WASD or the arrows move, the mouse aims, its button fires, R starts again, Escape quits.
"""

import math
import os
import random

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # no greeting
import pygame

from spritecol import Circle, Group, Rect, Sprite, Triangle, Vec2, check
from spritecol.integrations.pygame import fill_shapes

FRAME = [Rect(-9, -9, 658, 49), Rect(-9, 470, 658, 19), Rect(-9, 0, 19, 480), Rect(630, 0, 19, 480)]
PILLARS = [Rect(150, 120, 60, 60, 30), Circle(460, 150, 45), Triangle(250, 400, 390, 400, 330, 310)]
KEYS = "WASD or arrows: move, mouse: aim, button: fire, R: again, Escape: quit"


class Player(Sprite):
    collision = Circle(0, 0, 12)

    def hit(self, enemy):  # called by check
        self.vanish()


class Enemy(Sprite):
    collision = Rect(-11, -11, 22, 22)


class Shot(Sprite):
    collision = Circle(0, 0, 4)


class Game:
    def __init__(self):
        self.player = Player(320, 240)
        self.walls = Group(Sprite(collision=shape) for shape in FRAME + PILLARS)
        self.shots, self.enemies = Group(), Group()
        self.frame = self.score = 0

    def update(self, right, down, aim, fires):
        self.frame += 1
        self.player.move_and_slide(3.5 * right, 3.5 * down, self.walls)
        if fires and self.frame % 8 == 0:
            way = Vec2(aim[0] - self.player.x, aim[1] - self.player.y)
            self.shots.add(Shot(self.player.x, self.player.y, angle=way.angle))
        for shot in self.shots:
            way = Vec2.from_angle(shot.angle, 40)
            met = shot.move_and_collide(*way, [self.walls, self.enemies], hit_from_inside=True)
            if met:  # whichever is first
                shot.vanish()
                if met.other in self.enemies:
                    met.other.vanish()
                    self.score += 1
        if self.frame % 45 == 1:
            self.enemies.add(Enemy(*random.choice([(30, 60), (610, 60), (30, 450), (610, 450)])))
        for enemy in self.enemies:
            way = Vec2(self.player.x - enemy.x, self.player.y - enemy.y)
            enemy.move_and_slide(*Vec2.from_angle(way.angle, 1.6), self.walls)
        check(self.enemies, self.player)


def painted(size, sprites, color, x=0, y=0):
    """An image of shapes, to be painted once. (x, y) of the world is its corner."""
    image = pygame.Surface(size, pygame.SRCALPHA)
    fill_shapes(image, sprites, color, offset=(x, y))
    return image


pygame.font.init()  # and not pygame.init, which would open a sound device too
screen, clock = pygame.display.set_mode((640, 480)), pygame.time.Clock()
font, game, shown, passed = pygame.font.Font(None, 22), Game(), 0, 0
ground = painted((640, 480), game.walls, "#3c4660")
colors = {Player: "#ece7da", Enemy: "#f0785c", Shot: "#fac460"}
images = {kind: painted((30, 30), kind(), color, -15, -15) for kind, color in colors.items()}
seen = pygame.display.get_driver() not in ("dummy", "offscreen")  # else it plays 600 frames alone
while (seen or shown < 600) and pygame.QUIT not in [event.type for event in pygame.event.get()]:
    if (keys := pygame.key.get_pressed())[pygame.K_ESCAPE]:
        break
    right = (keys[pygame.K_d] or keys[pygame.K_RIGHT]) - (keys[pygame.K_a] or keys[pygame.K_LEFT])
    down = (keys[pygame.K_s] or keys[pygame.K_DOWN]) - (keys[pygame.K_w] or keys[pygame.K_UP])
    aim, fires = pygame.mouse.get_pos(), pygame.mouse.get_pressed()[0]
    if not seen:  # nobody is there to play
        near = game.enemies.nearest(game.player.x, game.player.y)
        right, down, aim = math.cos(shown / 40), math.sin(shown / 40), near.point if near else aim
    game = Game() if keys[pygame.K_r] else game
    if not game.player.vanished:
        game.update(right, down, aim, fires or not seen)
    screen.fill("#11151f")
    screen.blit(ground, (0, 0))
    for sprite in Group(game.enemies, game.shots, game.player):  # without what has vanished
        screen.blit(images[type(sprite)], (sprite.x - 15, sprite.y - 15))
    screen.blit(font.render(f"{game.score} points. {KEYS}", True, "#ece7da"), (16, 12))
    pygame.display.flip()
    passed, shown = passed + clock.tick(60 if seen else 0), shown + 1
if not seen:
    pygame.image.save(screen, "small_game.png")
    print(f"small_game: no display, so it played by itself: {shown} frames, {game.score} hits, "
          f"{passed / shown:.1f} ms a frame; the last is small_game.png")  # fmt: skip
