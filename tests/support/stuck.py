"""Plays of bodies that are in something standing: walls of any form hold them alike.

A body grows below a low roof, is turned or written into a wall, or is crushed by a press or a door.
It goes on by held keys. No answer is told beforehand: the same play is played in other forms. The
level is whole walls, tiles, or one sprite of tiles; the machine is whole or cut, and so is the
body; something nearby touches nothing; settings are larger than the body; all is half or double as
large, or comes in another order.
"""

import math
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from spritecol import Capsule, CharacterController, Circle, Point, Polygon, Rect, Sprite
from support.levels import Box

SIZES = 8, 12, 16, 24, 32
"""Of a tile, in pixels."""

EVENTS = "grow", "turn", "write", "press", "door", "slant"
FRAMES = 60
NEAR = 1e-6


class Form(NamedTuple):
    """How a play is played."""

    level: str = "whole"  # "tiles", "one sprite"
    machine: str = "whole"  # "cut", "sprites"
    body: str = "whole"  # "cut"
    scale: float = 1.0
    other: str = ""  # "bird", "order"


FORMS = {
    "tiles": Form("tiles", "sprites"),
    "one sprite": Form("one sprite", "cut"),
    "cut body": Form(body="cut"),
    "cut body in tiles": Form("tiles", "cut", "cut"),
    "half": Form("tiles", scale=0.5),
    "double": Form("whole", "sprites", scale=2.0),
    "bird": Form(other="bird"),
    "order": Form("tiles", "sprites", other="order"),
}


class Scene:
    """A level, a body, and what happens to it: in numbers."""

    def __init__(self, seed: Any, event: str) -> None:
        r = self.random = random.Random(f"stuck {seed} {event}")
        t = self.tile = r.choice(SIZES)
        self.event = event
        self.kind = r.choice(["box", "box", "circle", "capsule", "hexagon"])
        self.wide, self.high = r.choice([8, 12, 16, 20]), r.choice([16, 20, 28])
        self.cuts, self.is_cut_level = r.randint(2, 8), r.random() < 0.5
        self.walls = self.draw_walls(r, t)
        self.up = r.choice([None, (0, -1), (0, -1), (0, -1)])
        self.settings = {
            "snap": r.choice([0, 4, 100]),
            "step": r.choice([0, 0, 4, 60]),
            "nudge": r.choice([0, 0, 4, 60]),
        }
        self.longest = r.choice([None, 0, 0, 1])
        self.start = r.uniform(-3 * t, 3 * t), -r.choice([0.0, 0.0, r.uniform(0, 30)])
        if r.random() < 0.5:
            self.start = round(self.start[0]), round(self.start[1])
        self.size = r.choice([1.25, 1.5, 1.75, 2])
        self.turn = r.choice([10, 30, 45, 90])
        self.shift = r.randint(-8, 8), r.randint(-8, 8)
        self.machine = self.draw_machine(r)
        self.motion = {
            "press": (0.0, r.choice([0.5, 1, 2])),
            "door": (r.choice([-2, -1, 1, 2]), 0.0),
            "slant": (r.uniform(-2, 2), r.uniform(0.3, 2)),
        }.get(event, (0.0, 0.0))
        self.depth = r.choice([1, 2, 4, 7])

    def draw_walls(self, r: random.Random, t: int) -> list[Box]:
        walls: list[Box] = [(-12 * t, 0, 12 * t, t)]
        rows = max(1, math.ceil(self.high / t))
        if self.event in ("grow", "turn", "write"):
            top = -(rows + r.choice([0, 0, 1])) * t
            walls.append((-6 * t, top - 2 * t, r.choice([4, 6]) * t, top))
        if r.random() < 0.5:
            side = r.choice([-7, 6])
            walls.append((side * t, -r.randint(1, 3) * t, (side + 1) * t, 0))
        for _ in range(r.choice([0, 0, 1, 2])):
            x = r.randint(-5, 5)
            walls.append((x * t, -t * r.choice([1, rows + 1]), (x + 1) * t, 0))
        return [(a, b, c, d) for k, (a, b, c, d) in enumerate(walls) if self.is_apart(k, walls)]

    @staticmethod
    def is_apart(k: int, walls: Sequence[Box]) -> bool:
        """Whether a wall overlaps none before it."""
        a, b, c, d = walls[k]
        return not any(a < g and e < c and b < h and f < d for e, f, g, h in walls[:k])

    def draw_machine(self, r: random.Random) -> Box:
        pieces, wide, thick = self.cuts, r.choice([8, 16]), r.choice([8, 16, 32])
        if self.event == "door":
            return (0, -pieces * wide, thick, 0)
        left = -r.uniform(0, pieces * wide)
        return (round(left), -thick, round(left) + pieces * wide, 0)

    def body(self, form: Form, size: float = 1.0) -> Any:
        s = form.scale * size
        half, high = self.wide / 2 * s, self.high * s
        if self.kind == "circle":
            return Circle(0, -half, half)
        if self.kind == "capsule":
            return Capsule(0, -max(high - half, half), 0, -half, half)
        if self.kind == "hexagon":
            corners = [(half * x, high * y) for x, y in HEXAGON]
            return Polygon(corners)
        if form.body == "cut":
            rows = 2 if self.cuts % 2 else 1
            columns = max(2, self.cuts // 2)
            return [
                Rect(
                    -half + i * 2 * half / columns,
                    -high + j * high / rows,
                    2 * half / columns,
                    high / rows,
                )
                for i in range(columns)
                for j in range(rows)
            ]
        return Rect(-half, -high, 2 * half, high)

    def level(self, form: Form) -> list[Sprite]:
        s, t = form.scale, self.tile
        boxes = self.walls
        if form.level != "whole":
            boxes = [
                (x, y, x + t, y + t)
                for a, b, c, d in self.walls
                for x in range(int(a), int(c), t)
                for y in range(int(b), int(d), t)
            ]
        shapes = [Rect(s * a, s * b, s * (c - a), s * (d - b)) for a, b, c, d in boxes]
        if form.level == "one sprite":
            return [Sprite(collision=shapes)]
        return [Sprite(collision=shape) for shape in shapes]

    def machines(self, form: Form) -> list[Sprite]:
        if self.event not in ("press", "door", "slant"):
            return []
        s = form.scale
        a, b, c, d = self.machine
        boxes = [self.machine]
        if form.machine != "whole":
            n = self.cuts
            wide, high = (c - a) / n, (d - b) / n
            boxes = (
                [(a, b + i * high, c, b + (i + 1) * high) for i in range(n)]
                if self.event == "door"
                else [(a + i * wide, b, a + (i + 1) * wide, d) for i in range(n)]
            )
        shapes = [Rect(s * a, s * b, s * (c - a), s * (d - b)) for a, b, c, d in boxes]
        pieces: list[Any] = list(shapes) if form.machine == "sprites" else [shapes]
        x, y = self.machine_start()
        return [Sprite(s * x, s * y, collision=piece, center_x=0, center_y=0) for piece in pieces]

    def machine_start(self) -> tuple[float, float]:
        """Where a machine touches the body, or is beside it."""
        x, y = self.start
        high = self.wide if self.kind == "circle" else max(self.high, self.wide)
        if self.event == "press":
            return round(x), y - high
        if self.event == "door":
            half = self.wide / 2
            thick = self.machine[2]
            return (x + half, 0) if self.motion[0] < 0 else (x - half - thick, 0)
        return x, y - high - 6


HEXAGON = (-0.5, 0), (0.5, 0), (1, -0.4), (0.6, -1), (-0.6, -1), (-1, -0.4)


class Player:
    """A play in one form."""

    def __init__(self, scene: Scene, form: Form) -> None:
        s = self.scale = form.scale
        self.scene, self.form = scene, form
        self.machines = scene.machines(form)
        sprite = Sprite(*(s * n for n in scene.start), collision=scene.body(form))
        sprite.center_x = sprite.center_y = 0.0
        longest = None if scene.longest is None else scene.longest * s
        how: dict[str, Any] = {name: s * value for name, value in scene.settings.items()}
        self.walker = CharacterController(sprite, up=scene.up, max_push=longest, **how)
        self.targets = [*scene.level(form), *self.machines]
        if form.other == "order":
            random.Random(1).shuffle(self.targets)
        self.birds = [Sprite(collision=Rect(-3, -3, 6, 6))] * (form.other == "bird")

    def place(self) -> tuple[float, float]:
        return self.walker.sprite.x / self.scale, self.walker.sprite.y / self.scale

    def is_buried(self) -> bool:
        """Whether its middle is in a target, or it is deeper in one than it is wide or high.

        Then no law compares it: it is led out of one tile as of no whole wall.
        """
        left, top, right, bottom = self.walker.sprite.aabb
        thin = min(right - left, bottom - top) - NEAR
        middle = Sprite(0.5 * (left + right), 0.5 * (top + bottom), collision=Point(0, 0))
        return middle.hits(self.targets) or any(
            self.walker.sprite.separation(one).length >= thin
            for one in self.walker.sprite.check(self.targets)
        )

    def happens(self, frame: int) -> None:
        """Change the body, or move the machine."""
        scene, hero = self.scene, self.walker.sprite
        dx, dy = scene.motion
        gone = dy if scene.event == "slant" else abs(dx + dy)
        if gone * frame <= scene.depth + (6 if scene.event == "slant" else 0):
            for machine in self.machines:
                machine.x, machine.y = machine.x + dx * self.scale, machine.y + dy * self.scale
        if frame == 3 and scene.event == "grow":
            hero.collision = scene.body(self.form, scene.size)
        if frame == 3 and scene.event == "turn":
            hero.angle += scene.turn
        if frame == 3 and scene.event == "write":
            hero.x += scene.shift[0] * self.scale
            hero.y += scene.shift[1] * self.scale
        for bird in self.birds:
            bird.position = hero.position - (7 * math.sin(frame), 3 * scene.high + 40)

    def move(self, dx: float, dy: float) -> Any:
        return self.walker.move(dx * self.scale, dy * self.scale, [*self.birds, *self.targets])


def keys(r: random.Random, frame: int, held: list[float]) -> tuple[float, float]:
    """By held keys; it falls, and jumps at times."""
    if frame < 6:
        return 0.0, 1.0
    if frame % 8 == 6:
        held[:] = r.choice([-2, 2, 2, -2, 0, 1.5]), r.choice([1, 1, 1, -3, -1])
    return held[0], held[1]


def play(seed: Any, event: str, forms: Any = tuple(FORMS), frames: int = FRAMES) -> Counter[str]:
    """Play a scene whole, and in other forms; each frame is compared.

    Returns "what: where" of what is wrong, and how many frames were compared, and stuck.
    """
    scene, found = Scene(seed, event), Counter[str]()
    whole = Player(scene, Form())
    if whole.walker.sprite.hits(whole.targets):
        return found
    others = {name: Player(scene, FORMS[name]) for name in forms}
    held = [0.0, 1.0]
    for frame in range(frames):
        dx, dy = keys(scene.random, frame, held)
        whole.happens(frame)
        was_in = whole.walker.sprite.hits(whole.targets)
        if whole.is_buried():
            found["buried"] += 1
            break
        slide = whole.move(dx, dy)
        told = f"{seed} {event} {scene.kind} frame {frame}"
        found.update(["frames", *["stuck"] * was_in, *["crushed"] * slide.crushed])
        for name, player in [*others.items()]:
            player.happens(frame)
            if player.is_buried():
                del others[name]
                continue
            other = player.move(dx, dy)
            away = math.dist(whole.place(), player.place())
            found["compared"] += 1
            found["compared while stuck"] += was_in
            if away > NEAR:
                found[f"{name} went elsewhere by {away}: {told}"] += 1
            elif slide.crushed is not other.crushed:
                found[f"{name} is crushed {other.crushed}: {told}"] += 1
            elif slide.on_floor is not other.on_floor and player.form.body == "whole":
                found[f"{name} is on the floor {other.on_floor}: {told}"] += 1
            else:
                continue
            del others[name]
    return +found
