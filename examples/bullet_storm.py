"""A bullet hell: 5,000 bullets at 60 frames per second, each of them a sprite.

The bullets are in one Group, and NumPy moves them as columns. A bullet that leaves the window, or
is swept away by the ship's shield, starts again at the flower.

    python examples/bullet_storm.py    # needs pygame-ce
"""

import time

import window
import numpy as np
import pygame

from spritecol import Circle, Group, Sprite, Triangle

WIDTH, HEIGHT, BULLETS = 720, 540, 5_000
FLOWER = WIDTH / 2, HEIGHT * 0.36  # where bullets come from
ARMS = 12  # of the flower
BLAST = 24  # frames for which the shield grows after a hit; nothing hurts the ship meanwhile
NIGHT, PAPER, AMBER, CORAL = (pygame.Color(c) for c in ("#11151f", "#ece7da", "#fac460", "#f0785c"))
COLORS = [
    pygame.Color(c) for c in ("#c67890", "#987eba", "#7a82bc", "#5c86be", "#6296a5", "#68a68c")
]
KEYS = "arrows: steer (without them the ship dodges), Escape: quit"
LEGEND = (("bullets", COLORS[1]), ("ship", PAPER), ("shield: nothing hurts the ship", AMBER))


class Bullet(Sprite):
    """Flies straight ahead, in the direction of its angle."""

    collision = Circle(0, 0, 3.5)


class BulletStorm:
    def __init__(self, count=BULLETS, sway=30.0):
        self.frame = self.hits = self.swept = 0
        number = np.arange(count)
        self.arm = number % ARMS
        self.speed = 1.2 + 0.5 * (number // ARMS % 3)
        self.sway = sway  # degrees, back and forth
        self.bullets = Group(Bullet(*FLOWER) for _ in range(count))
        self.ship = Sprite(WIDTH / 2, HEIGHT - 60, collision=Triangle(0, -14, 9, 9, -9, 9))
        self.shield = 0.0  # its radius
        self.start(number, -number / count * 190)  # as if fired one by one before the first frame

    def start(self, which, frame):
        """Start bullets at the flower; `frame` is when each was fired, for its angle."""
        x, y, angle = self.bullets.x, self.bullets.y, self.bullets.angle
        swing = np.where(self.arm[which] % 2, 1, -1) * (frame + self.sway * np.sin(frame / 31))
        angle[which] = self.arm[which] * 360 / ARMS + swing
        way = self.speed[which] * (self.frame - frame)
        x[which] = FLOWER[0] + way * np.cos(np.radians(angle[which]))
        y[which] = FLOWER[1] + way * np.sin(np.radians(angle[which]))
        self.bullets.x, self.bullets.y, self.bullets.angle = x, y, angle

    def update(self, right=0, down=0):
        self.frame += 1
        self.fly()
        self.steer(right, down)
        self.collide()

    def fly(self):
        direction = np.radians(self.bullets.angle)
        x = self.bullets.x + self.speed * np.cos(direction)
        y = self.bullets.y + self.speed * np.sin(direction)
        self.bullets.x, self.bullets.y = x, y
        out = np.flatnonzero((x < -9) | (x > WIDTH + 9) | (y < -9) | (y > HEIGHT + 9))
        self.start(out, np.full(len(out), float(self.frame)))

    def steer(self, right, down):
        ship, dx, dy = self.ship, 4.0 * right, 4.0 * down
        if not right and not down:  # away from nearby bullets, and back to the middle
            gaps = [ship.x - b.x for b in self.bullets.query_circle(ship.x, ship.y - 12, 45)]
            push = sum((1 if gap > 0 else -1) / (abs(gap) + 3) for gap in gaps)
            dx = min(max(30 * push + (WIDTH / 2 - ship.x) / 60, -4), 4)
        ship.x = min(max(ship.x + dx, 20), WIDTH - 20)
        ship.y = min(max(ship.y + dy, 20), HEIGHT - 20)

    def collide(self):
        if not self.shield and self.ship.hits(self.bullets):
            self.shield = 1.0
            self.hits += 1
        if self.shield:
            self.shield += 90 / BLAST
            place = self.ship.x, self.ship.y, self.shield
            swept = self.bullets.circle_indices([place])[:, 1]
            self.start(swept, np.full(len(swept), float(self.frame)))
            self.swept += len(swept)
            if self.shield > 90:
                self.shield = 0.0


def disc(color):
    """A picture of a bullet."""
    picture = pygame.Surface((8, 8), pygame.SRCALPHA)
    pygame.draw.aacircle(picture, color.lerp(NIGHT, 0.25), (4, 4), 4)
    pygame.draw.aacircle(picture, color.lerp(PAPER, 0.5), (4, 4), 2)
    return picture


def main(storm):
    def score():
        return f"{storm.hits} hits, {storm.swept} bullets swept away"

    screen = window.open(WIDTH, HEIGHT + 48)
    font, seconds = pygame.font.Font(None, 20), 0.0
    pictures = [disc(COLORS[arm % len(COLORS)]) for arm in range(ARMS)]
    for hand in window.frames(score):
        begun = time.perf_counter()
        storm.update(hand.right, hand.down)
        seconds += time.perf_counter() - begun
        screen.fill(NIGHT)
        ship = storm.ship
        if storm.shield:
            pygame.draw.aacircle(screen, NIGHT.lerp(AMBER, 0.25), (ship.x, ship.y), storm.shield)
        corners = np.column_stack((storm.bullets.x, storm.bullets.y)) - 4
        for arm, picture in enumerate(pictures):
            screen.fblits([(picture, corner) for corner in corners[storm.arm == arm].tolist()])
        pygame.draw.aacircle(screen, AMBER, FLOWER, 15)
        pygame.draw.aacircle(screen, CORAL, FLOWER, 9)
        window.paint(screen, ship, AMBER if storm.shield else PAPER)
        pygame.draw.rect(screen, "#1a2030", (0, HEIGHT, WIDTH, 48))
        screen.blit(font.render(f"{score()}. {KEYS}", True, PAPER), (12, HEIGHT + 6))
        x = 12
        for words, color in LEGEND:
            x = screen.blit(font.render(words, True, color), (x, HEIGHT + 27)).right + 20
        text = f"{BULLETS} bullets, moved and checked in {1000 * seconds / storm.frame:.1f} ms"
        screen.blit(font.render(text, True, "#7a869e"), (x + 20, HEIGHT + 27))


game = BulletStorm()
main(game)
