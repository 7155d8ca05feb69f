"""A life of a crowd of sprites by a script: every answer, and every world number in it."""

import hashlib
import random
from pathlib import Path

import numpy as np

from spritecol import (
    Circle,
    Contact,
    Ellipse,
    Group,
    Overlaps,
    Point,
    Polygon,
    Rect,
    Segment,
    Shape,
    Triangle,
    check,
    pairs,
)
from spritecol.spatial import CellSpace, LinearQuadtree, candidate_pairs
from support.engine import world_numbers
from support.limits import limit
from support.same_bits.actors import Actor, box_of, fraction, newcomer
from support.same_bits.states import States
from support.tape import Tape

SIDE = 420  # of the world, in pixels
COUNT = 90  # sprites
LARGE = 40  # how many frames have a check that is large enough for several cores

SHELLS: list[tuple[list[tuple[int, int]], list[list[tuple[int, int]]]]] = [
    ([(0, 0), (12, 6), (0, 12), (4, 6)], []),
    ([(0, 0), (4, 0), (4, 8), (12, 8), (12, 12), (0, 12)], []),
    ([(0, 0), (14, 0), (14, 10), (0, 10)], [[(2, 2), (6, 2), (6, 6)], [(8, 2), (12, 2), (12, 6)]]),
]


def shape(rng: random.Random) -> Shape:
    """A shape of any kind."""

    def at() -> float:
        return fraction(rng, -9, 9)

    def length() -> float:
        return fraction(rng, 1, 12)

    match rng.randrange(9):
        case 0:
            return Point(at(), at())
        case 1:
            return Segment(at(), at(), at(), at())
        case 2:
            return Circle(at(), at(), length())
        case 3:
            return Ellipse(at(), at(), length(), length(), fraction(rng, -90, 90))
        case 4:
            return Rect(at(), at(), length(), length())
        case 5:
            return Rect(at(), at(), length(), length(), fraction(rng, -90, 90))
        case 6:
            return Triangle(at(), at(), at(), at(), at(), at())
        case 7:
            shell, holes = rng.choice(SHELLS)
            return Polygon(shell, holes, name="cut")
        case _:
            return Polygon([(0, 0), (9, 2), (11, 8), (3, 12), (-2, 5)])


class Life:
    """The script."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.tape = Tape(Path())
        self.numbers = hashlib.sha256()
        self.shapes = [shape(self.rng) for _ in range(80)]
        self.made = 0
        self.sprites = [self.newcomer() for _ in range(COUNT)]
        half = COUNT // 2
        self.first, self.second = Group(self.sprites[:half]), Group(self.sprites[half:])
        self.everyone = Group(self.first, self.second)
        self.watches = [
            Overlaps(self.first, self.second),
            Overlaps(self.everyone, enter=None, by_shape=True),
        ]
        members = (self.everyone, *self.watches, self)
        self.states = States(self, *members, columns=("made", "number"))
        self.tree = LinearQuadtree((0, 0, SIDE, SIDE), 5)
        self.space = CellSpace(SIDE, SIDE, 8, 8)
        for sprite in self.sprites:
            self.tree.insert(sprite.number, box_of(sprite))
            self.space.add(sprite.number, sprite.x, sprite.y)

    def newcomer(self) -> Actor:
        """A sprite in any pose."""
        sprite = newcomer(Actor, self.rng, self.shapes, SIDE, self.made, self.tape)
        self.made += 1
        return sprite

    # acts

    def move(self) -> None:
        for sprite in self.rng.sample(self.sprites, 12):
            sprite.x += fraction(self.rng, -9, 9)
            sprite.y = fraction(self.rng, 0, SIDE)
            sprite.angle += self.rng.choice([90, 15, fraction(self.rng, -20, 20)])
            self.tree.move(sprite.number, box_of(sprite))
            self.space.update(sprite.number, sprite.x, sprite.y)

    def drift(self) -> None:
        steps = np.array([self.rng.randint(-8, 8) / 4 for _ in range(len(self.second))])
        self.second.x += steps
        self.second.angle += 3.25
        self.second.scale_x = 1 + np.abs(steps)

    def change(self) -> None:
        sprite = self.rng.choice(self.sprites)
        sprite.collision = self.rng.choice([*self.shapes, [0, 0, 9, 9], [3, 3, 5], []])
        sprite.scale_y = self.rng.choice([1, 2, -1, 0, fraction(self.rng, 1, 3)])
        sprite.collision_enable = self.rng.randrange(5) != 0
        sprite.collision_layer = 1 << self.rng.randrange(3)
        sprite.collision_mask = self.rng.choice([7, 7, 7, 3, 5])

    def replace(self) -> None:
        place = self.rng.randrange(COUNT)
        old, new = self.sprites[place], self.newcomer()
        group = self.first if old in self.first else self.second
        self.tree.remove(old.number)
        self.space.remove(old.number)
        old.vanish()
        self.sprites[place] = new
        group.add(new)
        self.tree.insert(new.number, box_of(new))
        self.space.add(new.number, new.x, new.y)

    # questions

    def hits(self) -> None:
        a, b = self.rng.sample(self.sprites, 2)
        self.tape.add("hits", a.hits(b), b.hits(a), a.check(self.everyone), b.hits(self.first))
        self.tape.add("pairs", pairs(self.first), pairs(self.sprites[:9], self.second))
        self.tape.add("check", check(self.first, self.second), check(self.second))

    def indices(self) -> None:
        a, b = self.first, self.second
        self.tape.add("indices", a.pair_indices(), a.pair_indices(b), self.everyone.pair_indices())
        self.tape.add("columns", a.x, b.angle, b.scale_x, self.everyone.aabbs)

    def places(self) -> None:
        x, y = fraction(self.rng, 0, SIDE), fraction(self.rng, 0, SIDE)
        group, mask = self.everyone, self.rng.choice([None, 5])
        self.tape.add("point", group.query_point(x, y, mask=mask))
        self.tape.add("box", group.query_box(x, y, x + 40, y + 9.5, exclude=self.sprites[0]))
        self.tape.add("circle", group.query_circle(x, y, 30.25))
        self.tape.add("shape", group.query_shape(self.rng.choice(self.shapes)))
        some = np.array([[self.rng.randint(0, SIDE * 4) / 4 for _ in range(2)] for _ in range(9)])
        self.tape.add("points", group.point_indices(some))
        self.tape.add("circles", group.circle_indices(np.column_stack([some, some[:, 0] / 9])))
        self.tape.add("boxes", group.box_indices(np.column_stack([some, some + 12])))

    def ways(self) -> None:
        group = self.everyone
        ends = np.array([[self.rng.randint(0, SIDE * 8) / 8 for _ in range(4)] for _ in range(12)])
        starts, ends = ends[:, :2], ends[:, 2:]
        for radius in (0, 2.5):
            found = group.raycast_arrays(starts, ends, radius=radius)
            self.tape.add("ray", found.hit, found.position, found.shape, found.fraction)
            self.tape.add("ray", found.point, found.normal, found.inside)
        self.tape.add("sight", group.line_of_sight_arrays(starts, ends))
        for hit in group.raycast_all(*starts[0].tolist(), *ends[0].tolist()):
            self.tape.add("way", hit.sprite, hit.fraction, hit.point, hit.normal, hit.distance)
        self.tape.add("nearest", *group.nearest_indices(starts, k=3))
        for near in group.nearest_k(*ends[0].tolist(), 4):
            self.tape.add("near", near.sprite, near.distance, near.point)

    def moves(self) -> None:
        """Sweeps, and a sprite that moves by them."""
        one, dx, dy = self.rng.choice(self.sprites), self.step(), self.step()
        found = self.second.sweep_arrays(dx, self.step(), self.first)
        self.tape.add("sweep", found.hit, found.position, found.fraction, found.normal)
        for hit in one.sweep_all(dx, dy, self.everyone, turn=self.rng.choice([0, 0, 12.5])):
            self.tape.add("sweep", hit.other, hit.fraction, hit.point, hit.normal, hit.overlapping)
        slide = one.move_and_slide(dx, dy, self.first, up=self.rng.choice([None, (0, -1)]))
        self.tape.add("slide", slide.travel, slide.remainder, slide.on_floor, slide.floor_normal)
        self.tape.add("slide", [hit.other for hit in slide.hits], one.x, one.y)
        hit = one.move_and_collide(dy, dx, self.everyone, turn=self.rng.choice([0, 0, 7.25]))
        self.tape.add("moved", hit and hit.other, one.x, one.y, one.angle)

    def step(self) -> float:
        """How far to move along an axis."""
        return fraction(self.rng, -60, 60)

    def depths(self) -> None:
        """Contacts, separations and distances; at times a sprite is pushed out."""
        one, other = self.rng.sample(self.sprites, 2)

        def met(sprite: Actor, target: Actor, contact: Contact) -> None:
            self.tape.add("met", sprite, target, contact.normal, contact.depth, contact.points)

        for contact in one.contacts(self.everyone):
            shapes = contact.shape, contact.other_shape
            self.tape.add("contact", contact.other, shapes, contact.normal, contact.depth)
            self.tape.add("contact", contact.points, contact.push)
        self.tape.add("contacts", *self.first.contact_arrays(self.second))
        check(self.sprites[:20], self.second, shot=None, hit=met)
        far = one.distance(other)
        self.tape.add("distance", far.distance, far.normal, far.point, far.other_point)
        self.tape.add("separation", one.separation(self.everyone), other.separation(one))
        if self.rng.randrange(3) == 0:
            self.tape.add("out", one.depenetrate(self.first), one.x, one.y)

    def events(self) -> None:
        """What has changed since these were asked for last; at times all is forgotten."""
        watch = self.rng.choice(self.watches)
        changes = watch.update()
        self.tape.add("events", changes.entered, changes.stayed, changes.exited)
        if self.rng.randrange(20) == 0:
            watch.clear(emit=True)

    def indexes(self) -> None:
        boxes = self.everyone.aabbs
        boxes = boxes[boxes[:, 0] <= boxes[:, 2]]
        self.tape.add("candidates", candidate_pairs(boxes), candidate_pairs(boxes, boxes[::3]))
        self.tape.add("tree", sorted(self.tree.pairs()), sorted(self.tree.query((9, 9, 99, 99))))
        self.tape.add("space", sorted(self.space.neighbors(99, 99, 55)))

    # the whole

    def take_numbers(self) -> None:
        """Hash all world numbers. Polygons that were cut count by their boxes only.

        How shapely cuts one may change with its version, and no answer depends on it.
        """
        for sprite in self.sprites:
            self.tape.add("box", sprite.aabb)
        uncut = [sprite for sprite in self.sprites if "cut" not in {s.name for s in sprite.shapes}]
        self.tape.add("uncut", len(uncut))
        for numbers in world_numbers():
            self.numbers.update(numbers)

    def large(self) -> None:
        """A check that several cores share."""
        count = limit("WORTH_SHARING") + 100
        side = int(count**0.5) * 14
        crowd = [
            Actor(
                fraction(self.rng, 0, side),
                fraction(self.rng, 0, side),
                collision=self.rng.choice(self.shapes),
                angle=self.rng.randint(0, 359),
            )
            for _ in range(count)
        ]
        group = Group(crowd)
        self.tape.add("large", group.pair_indices(), group.aabbs)
        group.angle += 1.5
        self.tape.add("large", group.pair_indices())

    def frames(self, count: int) -> None:
        """Play that many frames."""
        acts = [self.move, self.move, self.drift, self.change, self.change, self.replace]
        asked = [self.hits, self.indices, self.places, self.ways, self.moves, self.indexes]
        asked += [self.depths, self.events]
        for frame in range(count):
            if frame % 5:  # else all is at rest
                self.rng.choice(acts)()
            self.rng.choice(asked)()
            if frame % 10 == 9:
                self.take_numbers()
            self.states.take(frame)
            if frame % max(1, count // LARGE) == 1:
                self.large()


def hashes(frames: int) -> dict[str, str]:
    """The hash of all answers, of all world numbers, and of the digests."""
    life = Life(2026)
    life.frames(frames)
    return {
        "answers": life.tape.digest(),
        "world numbers": life.numbers.hexdigest(),
        "digests": life.states.hash.hexdigest(),
    }
