"""A life in which nothing needs NumPy or shapely: every question that gives no array, and walkers.

`PlainLife` can be extended: `arrays` adds polygons to the shapes, and questions that give arrays.
"""

import random
from collections.abc import Callable
from typing import Any

from spritecol import (
    ALL_LAYERS,
    Capsule,
    CharacterController,
    Circle,
    Contact,
    Ellipse,
    Group,
    Number,
    Overlaps,
    Point,
    Rect,
    Segment,
    Shape,
    Slide,
    Sprite,
    SweepHit,
    Triangle,
    Vec2,
    check,
    pairs,
)
from spritecol.spatial import CellSpace, LinearQuadtree, morton
from tape import Tape
from tape.actors import Actor, box_of, fraction, newcomer
from tape.states import States

SIDE = 300  # of the world, in pixels
COUNT = 60  # sprites
DEPTH = 5  # of the trees
SWING = 40  # frames from one end of a lift's way to the other
UP = (0, -1)


class Mover(Actor):
    """A sprite with a velocity."""

    vx = Number(0.0)
    vy = Number(0.25)
    age = Number(0, int)


def wave(frame: int, phase: int) -> float:
    """From -1 to 1 and back, in straight lines, in 2 * SWING frames."""
    at = (frame + phase) % (2 * SWING)
    return (min(at, 2 * SWING - at) * 2 - SWING) / SWING


class PlainLife:
    """The script."""

    def __init__(self, seed: int, tape: Tape) -> None:
        self.rng = random.Random(seed)
        self.tape = tape
        self.frame = 0
        self.shapes = [self.shape() for _ in range(70)]
        self.made = 0
        self.sprites = [self.newcomer() for _ in range(COUNT)]
        half = COUNT // 2
        self.first, self.second = Group(self.sprites[:half]), Group(self.sprites[half:])
        self.everyone = Group(self.first, self.second)
        self.watches = [
            Overlaps(self.first, self.second, swept=True),
            Overlaps(self.everyone, enter=self.met, exit=None, by_shape=True, swept=True),
            Overlaps(self.second, stay=self.met),
        ]
        bounds = (0, 0, SIDE, SIDE)
        self.trees = [LinearQuadtree(bounds, DEPTH), LinearQuadtree(bounds, DEPTH - 2)]
        self.space = CellSpace(SIDE, SIDE, 8, 8)
        for sprite in self.sprites:
            self.trees[0].insert(sprite.number, box_of(sprite))
            self.space.add(sprite.number, sprite.x, sprite.y)
        self.make_level()
        members = (self.everyone, *self.watches, self.level, *self.walkers, self)
        self.states = States(self, *members, columns=("made", "frame", "number"))

    def shape(self) -> Shape:
        """A shape of any kind that needs no library."""
        rng = self.rng

        def at() -> float:
            return fraction(rng, -9, 9)

        def length() -> float:
            return fraction(rng, 1, 12)

        how: dict[str, Any] = {
            "one_way": rng.choice([None, None, None, UP, (at(), 9.5)]),
            "name": rng.choice([None, None, "hurt", "hit"]),
        }
        match rng.randrange(8):
            case 0:
                return Point(at(), at())
            case 1:
                return Segment(at(), at(), at(), at(), **how)
            case 2:
                return Circle(at(), at(), length(), **how)
            case 3:
                return Ellipse(at(), at(), length(), length(), fraction(rng, -90, 90), **how)
            case 4:
                return Rect(at(), at(), length(), length(), **how)
            case 5:
                return Rect(at(), at(), length(), length(), fraction(rng, -90, 90), **how)
            case 6:
                return Triangle(at(), at(), at(), at(), at(), at(), **how)
            case _:
                return Capsule(at(), at(), at(), at(), length(), **how)

    def newcomer(self) -> Mover:
        """A sprite in any pose."""
        sprite = newcomer(Mover, self.rng, self.shapes, SIDE, self.made, self.tape)
        sprite.vx = fraction(self.rng, -9, 9)
        self.made += 1
        return sprite

    def met(self, sprite: Actor, other: Actor, contact: Contact | None) -> None:
        """A callback."""
        told = contact and (contact.shape, contact.normal, contact.depth, contact.points)
        self.tape.add("met", sprite, other, told)

    def choices(self) -> dict[str, Any]:
        """Whom a question passes over."""
        exclude = self.rng.choice([(), (), self.sprites[:5]])
        where = self.rng.choice([None, None, lambda sprite: sprite.number % 5 > 0])
        return {"mask": self.rng.choice([None, None, 5]), "exclude": exclude, "where": where}

    # acts

    def move(self) -> None:
        """By the velocities; who leaves comes back on the other side."""
        for sprite in self.rng.sample(self.sprites, 15):
            sprite.x = (sprite.x + sprite.vx) % SIDE
            sprite.y = (sprite.y + sprite.vy) % SIDE
            sprite.vy += 0.125
            sprite.age += 1
            sprite.angle += self.rng.choice([0, 90, 15, fraction(self.rng, -20, 20)])
            if sprite.number in self.trees[0]:
                self.trees[0].move(sprite.number, box_of(sprite))
            self.space.update(sprite.number, sprite.x, sprite.y)

    def change(self) -> None:
        sprite = self.rng.choice(self.sprites)
        sprite.collision = self.rng.choice([*self.shapes, [0, 0, 9, 9], [3, 3, 5], [[1, 2]], []])
        sprite.scale = self.rng.choice([1, 2, -1, 0, fraction(self.rng, 1, 3)])
        sprite.collision_enable = self.rng.randrange(5) != 0
        sprite.collision_layer = 1 << self.rng.randrange(3)
        sprite.collision_mask = self.rng.choice([7, 7, 7, 3, 5])

    def replace(self) -> None:
        place = self.rng.randrange(COUNT)
        old, new = self.sprites[place], self.newcomer()
        self.trees[old.number not in self.trees[0]].remove(old.number)
        self.space.remove(old.number)
        group = self.first if old in self.first else self.second
        old.vanish()
        self.sprites[place] = new
        group.add(new)
        self.trees[self.rng.randrange(2)].insert(new.number, box_of(new))
        self.space.add(new.number, new.x, new.y)

    # questions

    def hits(self) -> None:
        a, b = self.rng.sample(self.sprites, 2)
        self.tape.add("hits", a.hits(b), b.hits(self.first), self.first.hits(a))
        self.tape.add("check", a.check(self.everyone, **self.choices()))
        self.tape.add("pairs", pairs(self.first), pairs(self.sprites[:9], self.second))
        self.tape.add("check", check(self.first, self.second), check(self.second))
        check(self.sprites[:20], self.second, shot=None, hit=self.met)
        self.tape.add("shapes", tuple(a.aabb), tuple(b.aabb), a.world_shapes, a.vx, b.vy, b.age)

    def depths(self) -> None:
        """Contacts, separations and distances; then a sprite is pushed out."""
        one, other = self.rng.sample(self.sprites, 2)
        for contact in one.contacts(self.everyone, **self.choices()):
            self.tape.add("contact", contact.other, contact.shape, contact.other_shape)
            self.tape.add("contact", contact.normal, contact.depth, contact.points, contact.push)
        asker = Sprite(collision=self.rng.choice(self.shapes))
        for contact in asker.contacts(self.first, mask=ALL_LAYERS):
            self.tape.add("contact", contact.other, contact.normal, contact.depth, contact.points)
        far = one.distance(other)
        self.tape.add("distance", far.distance, far.normal, far.point, far.other_point)
        self.tape.add("separation", one.separation(self.everyone), other.separation(one))
        most = self.rng.choice([1.0e9, 3.0])
        self.tape.add("out", one.depenetrate(self.first, max_distance=most, **self.choices()))
        self.tape.add("out", one.x, one.y)

    def places(self) -> None:
        x, y = fraction(self.rng, 0, SIDE), fraction(self.rng, 0, SIDE)
        group, how = self.everyone, self.choices()
        self.tape.add("point", group.query_point(x, y, **how))
        self.tape.add("box", group.query_box(x, y, x + 40, y + 9.5, **how))
        self.tape.add("circle", group.query_circle(x, y, 30.25, **how))
        self.tape.add("shape", group.query_shape(self.rng.choice(self.shapes), **how))
        for near in group.nearest_k(x, y, 4, max_distance=70.5, **how):
            self.tape.add("near", near.other, near.other_shape, near.distance, near.point)
        nearest = self.first.nearest(x, y)
        self.tape.add("near", nearest and (nearest.other, nearest.distance, nearest.point))

    def rays(self) -> None:
        ends = [fraction(self.rng, 0, SIDE) for _ in range(4)]
        group, one = self.everyone, self.rng.choice(self.sprites)
        for radius in (0, 2.5):
            how = {"radius": radius, "hit_from_inside": self.rng.random() < 0.5, **self.choices()}
            self.tape.add("sight", group.line_of_sight(*ends, **how))
            firsts = [group.raycast(*ends, **how), Group(one).raycast(*ends, **how)]
            for hit in [*filter(None, firsts), *group.raycast_all(*ends, **how)]:
                self.tape.add(
                    "ray", hit.other, hit.other_shape, hit.fraction, hit.point, hit.normal
                )
                self.tape.add("ray", hit.from_inside, hit.distance, hit.bounce(*ends[:2]))

    def way(self) -> tuple[float, float]:
        return fraction(self.rng, -60, 60), fraction(self.rng, -60, 60)

    def put_hit(self, hit: SweepHit) -> None:
        """Return everything in the result of a sweep."""
        self.tape.add("meets", hit.sprite, hit.other, hit.shape, hit.other_shape, hit.fraction)
        self.tape.add("meets", hit.point, hit.normal, hit.from_inside, hit.position, hit.angle)
        vx, vy = self.way()
        self.tape.add("meets", hit.slide(vx, vy), hit.bounce(vx, vy), hit.bounce(vx, vy, 0.5, 0.3))

    def sweeps(self) -> None:
        one, how = self.rng.choice(self.sprites), self.choices() | {"where": None}
        for turn in (0, 12.5, fraction(self.rng, -200, 200)):
            for hit in one.sweep_all(*self.way(), self.everyone, turn=turn, **how):
                self.put_hit(hit)
        if first := one.sweep(*self.way(), self.second, where=lambda other, hit: hit.fraction > 0):
            self.put_hit(first)

    def moves(self) -> None:
        one, other = self.rng.sample(self.sprites, 2)
        up = self.rng.choice([None, UP, Vec2(0.6, -0.8)])
        self.put_slide(one.move_and_slide(*self.way(), self.everyone, up=up, max_floor_angle=50))
        self.tape.add("moved", one.x, one.y)
        turn = self.rng.choice([0, fraction(self.rng, -90, 90)])
        if hit := other.move_and_collide(*self.way(), self.everyone, turn=turn):
            self.put_hit(hit)
        self.tape.add("moved", other.x, other.y, other.angle)

    def put_slide(self, slide: Slide) -> None:
        """Return everything in the result of a move."""
        self.tape.add("slide", slide.travel, slide.remainder, slide.on_floor, slide.on_wall)
        self.tape.add("slide", slide.on_ceiling, slide.floor_normal, slide.floor, slide.carried)
        self.tape.add("slide", slide.stepped, slide.crushed, slide.crushed_by)
        for hit in slide.hits:
            self.tape.add("slide", hit.other, hit.shape, hit.fraction, hit.point, hit.normal)

    def events(self) -> None:
        """What has changed since these were asked for last; at times all is forgotten."""
        watch = self.rng.choice(self.watches)
        changes = watch.update()
        self.tape.add("events", changes.entered, changes.stayed, changes.exited, watch.pairs)
        if self.rng.randrange(20) == 0:
            watch.clear(emit=True)

    def vectors(self) -> None:
        v, w = Vec2(*self.way()), Vec2(self.way())
        turned = v.rotated(w.x)
        self.tape.add("vectors", v + w, v - w, v * w, v / 3, -v, v * 0.3, turned, v.normalized())
        self.tape.add("vectors", v.length, v.length_squared, v.angle, v.dot(w), v.cross(w))
        self.tape.add("vectors", v.distance_to(w), Vec2.from_angle(v.y, 3.5), turned.angle)

    def indexes(self) -> None:
        tree, other = self.trees
        x, y, u, v = (fraction(self.rng, 0, SIDE) for _ in range(4))
        pairs = sorted(sorted(pair) for pair in tree.pairs())
        self.tape.add("tree", pairs, sorted(tree.pairs_with(other)))
        self.tape.add("tree", sorted(tree.query((x, y, x + 50, y + 30))), tree.raycast(x, y, u, v))
        self.tape.add("tree", tree.nearest(x, y, 5), other.nearest(u, v, 3, 99.5))
        self.tape.add("space", sorted(self.space.neighbors(x, y, 55)))
        code = morton.encode(int(x), int(y))
        level, cell = morton.locate(x, y, min(x + 9, SIDE), y, tree.bounds, DEPTH)
        node = morton.linear(level, cell)
        self.tape.add("morton", code, morton.decode(code), level, cell, node, morton.children(node))

    # walkers

    def make_level(self) -> None:
        """Ground, slopes, stairs, a low ceiling, planks, lifts and a press; and who walks there."""
        steps = [Rect(200 + 10 * i, 300 - 4 * i, 10, 60) for i in range(8)]
        solids = [
            Actor(0, 0, collision=Rect(-40, 300, 240, 60)),
            Actor(0, 0, collision=steps),
            Actor(280, 268, collision=[Triangle(0, 0, 90, 0, 0, 40), Rect(0, 0, 90, 60)]),
            Actor(370, 268, collision=Triangle(0, 0, 60, 30, 0, 60)),
            Actor(430, 298, collision=Rect(0, 0, 150, 9, 20)),
            Actor(560, 340, collision=[Circle(20, 40, 40), Ellipse(90, 40, 50, 30, 12)]),
            Actor(0, 0, collision=[Rect(-60, 0, 30, 400), Rect(700, 0, 30, 400)]),
            Actor(0, 0, collision=Rect(-60, 390, 790, 30)),
            Actor(100, 240, collision=[Rect(0, 0, 60, 12), Rect(64, 0, 40, 12, 30)]),
        ]
        planks = [
            Actor(60, 262, collision=Rect(-30, 0, 60, 5, one_way=UP)),
            Actor(330, 220, collision=Segment(-40, 0, 40, 8, one_way=UP)),
            Actor(480, 250, collision=Capsule(-30, 0, 30, 0, 4, one_way=UP), angle=-15),
        ]
        self.lifts = [
            Actor(collision=Rect(-30, 0, 60, 8)),
            Actor(collision=Rect(-40, 0, 80, 8, one_way=UP), center_x=9),
            Actor(collision=Capsule(-25, 4, 25, 4, 6)),
            Actor(collision=[Triangle(-40, 10, 0, 0, 40, 10), Rect(-40, 10, 80, 5)]),
            Actor(collision=Rect(-15, 0, 30, 40)),  # the press: it moves up and down only
        ]
        level = [*solids, *planks, *self.lifts]
        for number, sprite in enumerate(level, 10_000):
            sprite.number, sprite.tape = number, self.tape
        self.level = Group(level)
        self.walkers = [
            CharacterController(self.walker(Rect(-6, -16, 12, 16)), step=8, nudge=4),
            CharacterController(self.walker(Circle(0, -7, 7)), snap=6),
            CharacterController(self.walker(Capsule(0, -12, 0, -6, 6)), step=5, nudge=3),
            CharacterController(self.walker(Triangle(-6, -14, 6, -14, 0, 0)), max_floor_angle=50),
            CharacterController(
                self.walker(Rect(-5, -9, 10, 9), Circle(0, -12, 5)), step=6.5, up=(-0.1, -1)
            ),
        ]
        self.falls = [0.0] * len(self.walkers)

    def walker(self, *shapes: Shape) -> Actor:
        """Return the walkers above the level."""
        sprite = Actor(fraction(self.rng, 0, 600), 200, collision=shapes)
        sprite.number, sprite.tape = self.made, self.tape
        self.made += 1
        return sprite

    def lift(self) -> None:
        """Move what moves in the level."""
        for k, lift in enumerate(self.lifts):
            at = wave(self.frame, 17 * k)
            lift.x = 120 * k + 80 + (0, 30.3, -55, 12, 0)[k] * at
            lift.y = (260, 230, 250, 285, 225)[k] + (45.7, 3, -30, 0, 42)[k] * at
            lift.angle = (0, 20, 0, -7.5, 0)[k] * at
            lift.scale_x = 1 + (0, 0.125, 0, -0.25, 0)[k] * at

    def walk(self) -> None:
        """One frame of everybody in the level."""
        self.lift()
        for k, walker in enumerate(self.walkers):
            sprite, rng = walker.sprite, self.rng
            if walker.on_floor or walker.on_ceiling:
                self.falls[k] = -fraction(rng, 3, 8) if rng.randrange(25) == 0 else 0.0
            self.falls[k] = min(self.falls[k] + 0.5, 12.0)
            across = (2, -3, 2.5, -1.75, 3)[k] * (1 if (self.frame // 150 + k) % 2 else -1)
            across = rng.choice([across, across, 0, across / 3])
            drop = rng.randrange(12) == 0
            slide = walker.move(across, self.falls[k], self.level, drop=drop)
            self.tape.add("walks", sprite.x, sprite.y, walker.floor, walker.floor_motion)
            self.put_slide(slide)
            if rng.randrange(400) == 0:
                sprite.x, sprite.y = fraction(rng, 0, 600), 200

    # the whole

    def look(self) -> None:
        """What else is taken at the end of a frame."""

    def asked(self) -> list[Callable[[], None]]:
        """The questions, of which there is one in each frame."""
        return [
            *(self.hits, self.depths, self.places, self.rays, self.sweeps, self.moves),
            *(self.events, self.events, self.vectors, self.indexes),
        ]

    def play(self, frames: int) -> None:
        """Play that many frames."""
        acts = [self.move, self.move, self.move, self.change, self.replace]
        asked = self.asked()
        for self.frame in range(frames):
            if self.frame % 5:  # else all is at rest
                self.rng.choice(acts)()
            self.rng.choice(asked)()
            self.walk()
            self.states.take(self.frame)
            self.look()


def play(tape: Tape, frames: int) -> None:
    """Play a life."""
    PlainLife(311, tape).play(frames)
