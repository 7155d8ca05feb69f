"""Crates and a ragdoll that pymunk moves, beside a hero who walks: needs pygame-ce and pymunk.

Left and right walk, up or space jumps, a click shoots to that place, Escape quits.
See docs/advanced/pymunk.md for who writes what, and in which order.
"""

import math
import os
import sys

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
try:
    import pygame
    import pymunk
except ImportError as error:
    sys.exit(f"beside_pymunk cannot start: {error}: .venv/bin/pip install pygame-ce pymunk")

from spritecol import Capsule, CharacterController, Circle, Group, Polygon, Rect, Sprite
from spritecol.integrations.pygame import draw_shapes

DT, WIDTH, HEIGHT = 1 / 60, 640, 340


class Body(Sprite):
    """A sprite with a body of pymunk that has the same shapes."""

    def __init__(self, space, x, y, shapes, kind=pymunk.Body.DYNAMIC, group=0):
        super().__init__(x, y, collision=shapes)
        self.body = pymunk.Body(body_type=kind)
        self.body.position = x, y
        space.add(self.body)
        for shape in self.shapes:
            match shape:
                case Circle():
                    twin = pymunk.Circle(self.body, shape.radius, (shape.x, shape.y))
                case Capsule(x1=x1, y1=y1, x2=x2, y2=y2):
                    twin = pymunk.Segment(self.body, (x1, y1), (x2, y2), shape.radius)
                case Rect():
                    twin = pymunk.Poly(self.body, list(shape.corners))
                case Polygon():
                    twin = pymunk.Poly(self.body, list(shape.points))
            twin.friction, twin.density = 0.7, 0.002
            twin.filter = pymunk.ShapeFilter(group=group)
            space.add(twin)

    def update(self):
        """Take the pose that the last step gave to the body."""
        self.position, self.angle = self.body.position, math.degrees(self.body.angle)


class Scene:
    def __init__(self):
        self.space = space = pymunk.Space()
        space.gravity = 0, 900
        hill = Polygon([(420, 300), (640, 200), (640, 300)])
        walls = [Rect(0, 300, 640, 40), Rect(-20, -400, 20, 740), Rect(640, -400, 20, 740), hill]
        self.ground = Group(Body(space, 0, 0, walls, pymunk.Body.STATIC))
        self.crates = Group(
            Body(space, x + k % 2 * 3, 288 - 24 * k, Rect.centered(24, 24))
            for x in (200, 300)
            for k in range(4)
        )
        self.doll = self.ragdoll(400, 200)
        self.things = Group(self.crates, self.doll)
        self.hero = Body(space, 60, 300, Rect(-8, -28, 16, 28), pymunk.Body.KINEMATIC)
        self.walker, self.fall = CharacterController(self.hero, step=4), 0.0
        self.everything = Group(self.ground, self.things, self.hero)

    def ragdoll(self, x, y):
        head = Body(self.space, x, y - 28, Circle(0, 0, 8), group=1)
        chest = Body(self.space, x, y, Capsule(0, -12, 0, 12, 6), group=1)
        limbs = [
            Body(self.space, x + side, y + low, Capsule(0, -12, 0, 12, 4), group=1)
            for side, low in ((-4, 30), (4, 30), (-9, 4), (9, 4))
        ]
        joints = [(x, y - 20), (x, y + 16), (x, y + 16), (x - 6, y - 10), (x + 6, y - 10)]
        for part, joint in zip((head, *limbs), joints, strict=True):
            self.space.add(pymunk.constraints.PivotJoint(chest.body, part.body, joint))
        return Group(head, chest, limbs)

    def update(self, across, jump):
        self.space.step(DT)
        self.things.update()
        if self.walker.on_ceiling:
            self.fall = max(self.fall, 0.0)
        if self.walker.on_floor:
            self.fall = min(self.fall, -6.0 if jump else 0.0)
        self.fall += 0.3
        slide = self.walker.move(2 * across, self.fall, [self.ground, self.things])
        for hit in slide.hits:
            if hit.other in self.things:
                hit.other.body.apply_impulse_at_world_point(-50 * hit.normal, hit.point)
        self.hero.body.velocity = (self.hero.position - self.hero.body.position) / DT

    def shoot(self, goal):
        """Push whatever is first between the hero and a place. Return the hit of the ray."""
        muzzle = self.hero.position - (0, 18)
        hit = self.everything.raycast(muzzle, goal, exclude=self.hero)
        if hit and hit.other in self.things:
            hit.other.body.apply_impulse_at_world_point(
                (goal - muzzle).normalized() * 400, hit.point
            )
        return hit


def main():
    screen, clock, scene = pygame.display.set_mode((WIDTH, HEIGHT)), pygame.time.Clock(), Scene()
    seen = pygame.display.get_driver() not in ("dummy", "offscreen")
    for frame in range(10**9 if seen else 600):
        events, keys = pygame.event.get(), pygame.key.get_pressed()
        if keys[pygame.K_ESCAPE] or pygame.QUIT in [event.type for event in events]:
            break
        across, jump = keys[pygame.K_RIGHT] - keys[pygame.K_LEFT], keys[pygame.K_UP]
        if not seen:  # nobody is there to play
            across, jump = math.cos(frame / 150), frame % 90 == 0
        scene.update(across, jump or keys[pygame.K_SPACE])
        for event in events:
            if event.type == pygame.MOUSEBUTTONDOWN:
                scene.shoot(pygame.Vector2(event.pos))
        screen.fill("#11151f")
        draw_shapes(screen, scene.everything, outline="#ece7da", hit=None)
        pygame.display.flip()
        clock.tick(60 if seen else 0)
    if not seen:
        pygame.image.save(screen, "beside_pymunk.png")
        print("beside_pymunk: no display, so it played by itself: 600 frames")


if __name__ == "__main__":
    main()
