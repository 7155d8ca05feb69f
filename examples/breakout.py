"""Breakout with bricks of any shape, and a ball of any speed, which bounces off all of them.

The mouse moves the paddle, up and down change the speed, R starts again, Escape quits. Needs
pygame-ce.
"""

import window
import pygame

from spritecol import Circle, Ellipse, Group, Polygon, Rect, Sprite, Triangle, Vec2

FRAME = [Rect(-9, 0, 19, 480), Rect(630, 0, 19, 480), Rect(0, -9, 640, 49)]
ARROW = Polygon([(-22, -12), (0, -2), (22, -12), (0, 14)])
KINDS = [Rect(-20, -9, 40, 18), Circle(0, 0, 13), Ellipse(0, 0, 24, 9), ARROW]
KINDS.append(Triangle(-22, 10, 22, 10, 0, -14))
KEYS = "mouse: paddle, up and down: speed, R: again, Escape: quit"


class Breakout:
    def __init__(self):
        self.walls = Group(Sprite(collision=shape) for shape in FRAME)
        self.bricks = Group(
            Sprite(60 + 58 * i, 70 + 40 * j, collision=KINDS[(i + j) % 5], angle=15 * i)
            for i in range(10)
            for j in range(5)
        )
        self.paddle = Sprite(320, 440, collision=Ellipse(0, 0, 50, 9))
        self.ball = Sprite(320, 400, collision=Circle(0, 0, 6))
        self.way = Vec2(0.6, -0.8)
        self.speed, self.lost = 7.0, 0

    def update(self, x, faster):
        self.speed = min(max(self.speed * 1.02**faster, 1.0), 500.0)  # pixels a frame
        self.paddle.move_and_collide(x - self.paddle.x, 0, [self.walls, self.ball])
        things = [self.walls, self.bricks, self.paddle]
        bounces = self.ball.move_and_bounce(*self.way * self.speed, things, max_bounces=100)
        self.way = bounces.velocity.normalized()
        for hit in bounces.hits:
            if hit.other in self.bricks:
                hit.other.vanish()
        if self.ball.y > 490:
            self.ball.x, self.ball.y, self.way = 320, 400, Vec2(0.6, -0.8)
            self.lost += 1


def score():
    return f"{len(game.bricks)} bricks, {game.lost} lost, speed {game.speed:.0f}"


def pilot(frame):
    return window.Hand(mouse=(game.ball.x, 0))


screen = window.open(640, 480)
font, game = pygame.font.Font(None, 21), Breakout()
for hand in window.frames(score, pilot):
    if "r" in hand.keys or not game.bricks:
        game = Breakout()
    game.update(hand.mouse[0], -hand.down)
    screen.fill("#11151f")
    for sprites, color in ((game.walls, "#3c4660"), (game.bricks, "#68a68c")):
        window.paint(screen, sprites, color)
    window.paint(screen, [game.paddle, game.ball], "#ece7da")
    screen.blit(font.render(f"{score()}. {KEYS}", True, "#ece7da"), (16, 13))
