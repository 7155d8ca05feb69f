"""A fight: two fighters, one of whom plays by itself. Each is one sprite of shapes with roles.

Left and right walk, up jumps, A jabs, S kicks twice, D shows the shapes, R starts again, Escape
quits. Needs pygame-ce.
"""

import window
import pygame

from spritecol import Frames, Group, Overlaps, Rect, Sprite
from spritecol.integrations.pygame import draw_shapes

WIDTH, HEIGHT, FLOOR = 720, 416, 376
PUSH, HURT, HIT = 1, 2, 4  # layers: who stands in whose way, what can be hurt, what hurts
WALK, JUMP, GRAVITY, HEALTH, HITSTOP = 3.0, 11.0, 0.6, 20, 7
ROLES = {"body": "#68a68c", "hurt": "#7fb4ff", "fist": "#f0785c", "foot": "#f0785c"}
KEYS = "left, right, up: move, A: jab, S: kicks, D: shapes, R: again, Escape: quit"


def body(lean=0) -> tuple[Rect, ...]:
    """What others bump into, and what can be hurt; (0, 0) is between the feet."""
    return (
        Rect(-14, -70, 28, 70, name="body", layer=PUSH, mask=PUSH),
        Rect(-16, -74, 32, 74, name="hurt", layer=HURT, mask=HIT),
        Rect(lean - 9, -92, 18, 20, name="hurt", layer=HURT, mask=HIT),
    )


def blow(name, x, y, width):
    return Rect(x, y, width, 12, name=name, layer=HIT, mask=HURT)


POSES = {"stand": body(), "ready": body(-4), "hurt": body(-12)}
POSES["jab"] = (*body(6), blow("fist", 14, -66, 36))
POSES["kick"] = (*body(-8), blow("foot", 14, -48, 48))
FRAMES = Frames(POSES)
ACTIONS = {  # frames, and for how long each is shown
    "jab": [("ready", 4), ("jab", 5), ("ready", 8)],
    "kick": [("ready", 8), ("kick", 18), ("ready", 14)],
    "hurt": [("hurt", 16)],
}


class Fighter(Sprite):
    collision = FRAMES["stand"]
    vx = vy = 0.0
    health, time, stop = HEALTH, 0, 0
    action: str | None = None

    def begin(self, action):
        self.action, self.time = action, 0

    def update(self, hand, other, walls):
        walk, jump, struck = hand
        if self.stop:  # a blow has landed: both hold still for a moment
            self.stop -= 1
            return
        grounded = self.y >= FLOOR
        if self.action is None:
            self.vx = WALK * walk if grounded else self.vx
            self.scale_x = 1 if other.x > self.x else -1  # a negative scale mirrors the shapes
            if struck:
                self.begin(struck)
            elif jump and grounded:
                self.vy = -JUMP
        elif grounded:
            self.vx *= 0.8
        self.vy += GRAVITY
        slide = self.move_and_slide(self.vx, self.vy, walls, up=(0, -1))  # the body stops, no fist
        self.vy = 0.0 if slide.on_floor else self.vy
        self.collision = FRAMES[self.pose()]

    def pose(self):
        left = self.time
        for name, length in ACTIONS.get(self.action or "", ()):
            if left < length:
                self.time += 1
                return name
            left -= length
        self.action = None
        return "stand"


class Fight:
    def __init__(self):
        sides = (Rect(-40, -400, 40, 800), Rect(WIDTH, -400, 40, 800), Rect(0, FLOOR, WIDTH, 39))
        self.walls = Group(Sprite(collision=side, collision_layer=PUSH) for side in sides)
        self.frame, self.won = 0, [0, 0]
        self.begin()

    def begin(self):
        self.fighters = Group(Fighter(240, FLOOR), Fighter(480, FLOOR, scale_x=-1))
        by, hurt = ("fist", "foot"), "hurt"
        self.blows = Overlaps(self.fighters, by_shape=True, shapes=by, target_shapes=hurt)

    def update(self, hands):
        self.frame += 1
        pair = list(self.fighters)
        for fighter, other, hand in zip(pair, pair[::-1], hands, strict=True):
            fighter.update(hand, other, self.walls)
        one, two = pair
        # Bodies part, and sideways: nobody climbs on a head.
        push = one.separation(two, along=(1, 0), shapes="body", target_shapes="body")
        one.move_and_slide(push.x / 2, 0, self.walls)
        two.move_and_slide(-push.x / 2, 0, self.walls)
        for a, b, shape, _ in self.blows.update().entered:
            by, who = (b, a) if shape.name == "hurt" else (a, b)
            who.health -= 1
            who.begin("hurt")
            who.vx = 5 * by.scale_x
            who.stop = by.stop = HITSTOP
        for fighter in pair:
            if fighter.action == "kick" and fighter.time == 17 and not fighter.stop:
                self.blows.forget(fighter)  # the same kick may hit a second time
        if min(one.health, two.health) <= 0:
            self.won[one.health <= 0] += 1
            self.begin()

    def think(self, me, patience):
        """What a fighter does that plays by itself: walk, jump, action."""
        gap = self.fighters[1 - me].x - self.fighters[me].x
        ahead = 1 if gap > 0 else -1
        beat = (self.frame * 7 + 31 * me) % patience
        if abs(gap) > 52:
            return ahead, beat == 5, None
        return -ahead * (beat == 9), False, {0: "jab", 20: "kick"}.get(beat)


def score():
    left, right = fight.fighters
    return f"{fight.won[0]} to {fight.won[1]}, health {left.health} and {right.health}"


def pilot(frame):
    """Fight as the other one does, and not as fast."""
    walk, jumps, struck = fight.think(0, 43)
    keys = [name for name, held in (("left", walk < 0), ("right", walk > 0), ("up", jumps)) if held]
    keys += [key for key, action in (("a", "jab"), ("s", "kick")) if action == struck]
    return window.Hand(keys, struck=keys)


screen = window.open(WIDTH, HEIGHT + 48)
font, fight, shown = pygame.font.Font(None, 21), Fight(), False
for hand in window.frames(score, pilot):
    if "r" in hand.struck:
        fight = Fight()
    shown ^= "d" in hand.struck
    struck = "jab" if "a" in hand.struck else "kick" if "s" in hand.struck else None
    player = hand.right, "up" in hand.keys, struck
    fight.update([player, fight.think(1, 61)])
    screen.fill("#11151f")
    window.paint(screen, fight.walls, "#3c4660")
    for k, colors in enumerate((("#89b6a0", "#fac460"), ("#c67890", "#ece7da"))):
        window.paint(screen, fight.fighters[k], colors[0])
        pygame.draw.rect(screen, colors[1], (16 + 360 * k, 16, 16 * fight.fighters[k].health, 8))
    if shown:
        draw_shapes(screen, fight.fighters, roles=ROLES, hit=None, aabb=None)
    screen.blit(font.render(f"{score()}. {KEYS}", True, "#ece7da"), (16, HEIGHT + 16))
