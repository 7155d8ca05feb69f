"""Plays of bodies that movers push: aslant, where pieces push like a whole mover, and turning.

No answer is told beforehand. The same play is played in other forms: the mover cut in two to
sixteen, as one sprite or as several, unless it turns; the floor as tiles, as one sprite of tiles
and as a polygon; with a thing nearby that `where` rejects, or that touches nothing; at half and
double scale.
"""

import math
import random
from collections import Counter
from typing import Any, NamedTuple

from spritecol import Capsule, CharacterController, Circle, Polygon, Rect, Sprite, Vec2

MOTIONS = "slant", "slow", "turn", "both"
FRAMES = 40
NEAR = 1e-6
Piece = tuple[float, float, float, float]


class Form(NamedTuple):
    """How a play is played."""

    mover: str = "whole"  # "cut", "sprites"
    floor: str = "whole"  # "tiles", "one sprite", "polygon"
    scale: float = 1.0
    other: str = ""  # "ghost", "bird"


FORMS = {
    "cut": Form("cut"),
    "sprites": Form("sprites"),
    "tiles": Form("cut", "tiles"),
    "one sprite": Form("whole", "one sprite"),
    "polygon": Form("whole", "polygon"),
    "half": Form(scale=0.5),
    "double": Form("cut", scale=2.0),
    "ghost": Form(other="ghost"),
    "bird": Form(other="bird"),
}
WHOLE = "one sprite", "polygon", "half", "ghost", "bird"
"""The forms of a mover that turns: cut into pieces, it may crush where a whole one pushes."""


class Scene:
    """A mover and a body, drawn at random: of boxes, in numbers."""

    def __init__(self, seed: Any, kind: str) -> None:
        r = self.random = random.Random(f"cut movers {seed} {kind}")
        pieces, wide, thick = r.randint(2, 8), r.choice([8, 16, 24]), r.choice([8, 16, 40])
        rows = r.choice([1, 1, 2])
        flip = r.random() < 0.5
        self.whole: Piece = (0, 0, pieces * wide, thick)
        self.cut: list[Piece] = [
            (i * wide, j * thick / rows, wide, thick / rows)
            for i in range(pieces)
            for j in range(rows)
        ]
        if flip:
            self.whole = (0, 0, thick, pieces * wide)
            self.cut = [(y, x, b, a) for x, y, a, b in self.cut]
        self.body, self.size = r.choice(["box", "box", "circle", "capsule"]), r.choice([10, 16, 28])
        self.up = r.choice([None, None, (0, -1)])
        self.step = r.choice([0, 0, 4])
        self.longest = r.choice([None, None, 5, 60])
        start = r.uniform(-80, 80), r.uniform(-80, 80)
        self.has_floor = r.random() < 0.3
        self.angle = r.choice([0, 0, 30, 45])
        self.motion = {
            "slant": (r.uniform(-8, 8), r.uniform(-8, 8), 0.0),
            "slow": (r.choice([-2, -1, 1, 2]), r.choice([-1, -0.5, 0.5, 1]), 0.0),
            "turn": (0.0, 0.0, r.choice([-6, -3, 2, 5])),
            "both": (r.uniform(-3, 3), r.uniform(-3, 3), r.uniform(-5, 5)),
        }[kind]
        if kind in ("slant", "slow"):  # where that leads
            along, frames = Vec2(self.motion[:2]), r.uniform(4, 20)
            x, y, wide, high = self.whole
            place = Vec2(x + r.random() * wide, y + r.random() * high).rotated(self.angle)
            start = place + along * frames + along * ((8 + self.size) / along.length)
        self.start = tuple(start)

    def bodies(self, form: Form) -> Any:
        s, half = form.scale, self.size / 2
        if self.body == "circle":
            return Circle(0, 0, half * s)
        if self.body == "capsule":
            return Capsule(0, -half * s, 0, half * s, 6 * s)
        return Rect(-8 * s, -half * s, 16 * s, 2 * half * s)

    def floor(self, form: Form) -> list[Sprite]:
        s, level = form.scale, 60.0
        if not self.has_floor:
            return []
        tiles = [Rect(x * s, level * s, 16 * s, 16 * s) for x in range(-320, 320, 16)]
        if form.floor == "tiles":
            return [Sprite(collision=tile) for tile in tiles]
        if form.floor == "one sprite":
            return [Sprite(collision=tiles)]
        if form.floor == "polygon":
            corners = [(-320, level), (320, level), (320, level + 16), (-320, level + 16)]
            return [Sprite(collision=Polygon([(x * s, y * s) for x, y in corners]))]
        return [Sprite(collision=Rect(-320 * s, level * s, 640 * s, 16 * s))]


class Player:
    """A play in one form."""

    def __init__(self, scene: Scene, form: Form) -> None:
        s = self.scale = form.scale
        parts = [scene.whole] if form.mover == "whole" else scene.cut
        shapes = [Rect(x * s, y * s, a * s, b * s) for x, y, a, b in parts]
        pieces = shapes if form.mover == "sprites" else [shapes]
        self.movers = [
            Sprite(collision=piece, center_x=0, center_y=0, angle=scene.angle) for piece in pieces
        ]
        sprite = Sprite(*(s * n for n in scene.start), collision=scene.bodies(form))
        longest = None if scene.longest is None else scene.longest * s
        self.walker = CharacterController(
            sprite, up=scene.up, snap=4 * s, step=scene.step * s, max_push=longest
        )
        self.targets = [*self.movers, *scene.floor(form)]
        self.ghosts = [Sprite(collision=Rect(-9, -9, 18, 18))] * (form.other == "ghost")
        self.birds = [Sprite(collision=Rect(-3, -3, 6, 6))] * (form.other == "bird")
        self.high = scene.size + 24
        for bird in self.birds:
            bird.position = sprite.position - (0, self.high)

    def begins_inside(self) -> bool:
        return bool(self.walker.sprite.hits(self.targets))

    def move(self, fall: float) -> Any:
        targets = [*self.ghosts, *self.targets, *self.birds]
        if not self.ghosts:
            return self.walker.move(0, fall * self.scale, targets)
        return self.walker.move(0, fall * self.scale, targets, where=lambda o: o not in self.ghosts)

    def go(self, motion: tuple[float, float, float], frame: int) -> None:
        dx, dy, turn = motion
        for mover in self.movers:
            mover.x, mover.y = mover.x + dx * self.scale, mover.y + dy * self.scale
            mover.angle += turn
        at, off = self.walker.sprite.position, Vec2(5 * math.sin(frame), 5 * math.cos(frame))
        for ghost in self.ghosts:
            ghost.position = at + off
        for bird in self.birds:
            bird.position = at + off - (0, self.high)

    def place(self) -> tuple[float, float]:
        return self.walker.sprite.x / self.scale, self.walker.sprite.y / self.scale


def play(seed: Any, kind: str) -> Counter[str]:
    """Play a scene whole, and in other forms; each frame is compared.

    Returns "what: where" of what is wrong, and how many frames were compared and pushed.
    """
    scene, found = Scene(seed, kind), Counter[str]()
    whole = Player(scene, Form())
    forms = WHOLE if scene.motion[2] else FORMS
    others = {name: Player(scene, FORMS[name]) for name in forms}
    if whole.begins_inside():
        return found
    fall = 0.0 if scene.up is None else 1.0
    for player in (whole, *others.values()):
        player.move(fall)
    for frame in range(FRAMES):
        whole.go(scene.motion, frame)
        before = whole.walker.sprite.check(whole.targets)
        slide = whole.move(fall)
        told = f"{seed} {kind} frame {frame}"
        found.update(["frames", *["pushed"] * bool(slide.pushed), *["crushed"] * slide.crushed])
        if not set(whole.walker.sprite.check(whole.targets)) <= set(before):
            found[f"got into something: {told}"] += 1
        for name, player in [*others.items()]:
            player.go(scene.motion, frame)
            other = player.move(fall)
            away = math.dist(whole.place(), player.place())
            found["compared"] += 1
            if away > NEAR and not slide.crushed:  # where that goes on, pieces may stop it
                found[f"{name} went elsewhere by {away}: {told}"] += 1
            elif slide.crushed is not other.crushed:
                found[f"{name} is crushed {other.crushed}: {told}"] += 1
            else:
                continue
            del others[name]
        if slide.crushed:
            break  # what it goes on in may be one piece or several
    return +found
