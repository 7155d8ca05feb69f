"""The life of `plain` with polygons among the shapes, and questions that give arrays."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from spritecol import Group, Polygon, Shape
from spritecol.spatial import LinearQuadtree, candidate_pairs, morton, quadtree_nodes
from spritecol.tiles import shapes_from_tiles
from tape import Tape
from tape.actors import Actor, fraction
from tape.plain import DEPTH, SIDE, UP, Mover, PlainLife

OUTLINES: list[tuple[list[tuple[int, int]], list[list[tuple[int, int]]]]] = [
    ([(0, 0), (9, 2), (11, 8), (3, 12), (-2, 5)], []),
    ([(0, 0), (12, 6), (0, 12), (4, 6)], []),
    ([(0, 0), (4, 0), (4, 8), (12, 8), (12, 12), (0, 12)], []),
    ([(0, 0), (14, 0), (14, 10), (0, 10)], [[(2, 2), (6, 2), (6, 6)], [(8, 2), (12, 2), (12, 6)]]),
]


class ArrayLife(PlainLife):
    """The script."""

    def shape(self) -> Shape:
        """One of any kind."""
        if self.rng.randrange(6):
            return super().shape()
        shell, holes = self.rng.choice(OUTLINES)
        return Polygon(shell, holes, one_way=self.rng.choice([None, None, UP]))

    def make_level(self) -> None:
        super().make_level()
        grid = [[self.rng.randrange(4) == 0 for _ in range(20)] for _ in range(4)]
        tiles = shapes_from_tiles(grid, 12.5, 9, one_way=self.rng.choice([None, UP]))
        ground = Polygon([(0, 0), (60, -30), (80, -30), (100, 10), (100, 60), (0, 60)])
        self.tape.add("tiles", list(tiles))
        for number, (x, y, shapes) in enumerate([(40, 150, tiles), (330, 330, ground)], 11_000):
            sprite = Mover(x, y, collision=shapes)
            sprite.number, sprite.tape = number, self.tape
            self.level.add(sprite)

    def numbers(self, count: int, columns: int, most: int = SIDE) -> "np.ndarray[Any, Any]":
        """Fractions from 0 on."""
        made = [[self.rng.randint(0, most * 8) / 8 for _ in range(columns)] for _ in range(count)]
        return np.array(made)

    def columns(self) -> None:
        """Read and write attributes of all at once."""
        first, second = self.first, self.second
        self.tape.add("columns", first.x, first.angle, second.scale_y, self.everyone.aabbs)
        self.tape.add("columns", first.collision_layer, second.collision_mask)
        self.tape.add("columns", self.everyone.column("vx"), second.column("age"))
        steps = self.numbers(len(second), 2, 4)
        second.x += steps[:, 0]
        second.angle += 3.25
        second.scale_x = 1 + steps[:, 1] / 4
        second.set_column("vx", steps[:, 1] - steps[:, 0])
        first.collision_mask = self.rng.choice([7, 3])
        self.tape.add("columns", first.pair_indices(), first.pair_indices(second))

    def many_places(self) -> None:
        some, how = self.numbers(9, 2), self.choices() | {"where": None}
        group = self.everyone
        self.tape.add("points", group.point_indices(some, **how))
        self.tape.add("circles", group.circle_indices(np.column_stack([some, some[:, 0] / 9])))
        self.tape.add("boxes", group.box_indices(np.column_stack([some, some + 12]), **how))
        self.tape.add("nearest", *group.nearest_indices(some, k=3, **how))
        self.tape.add("nearest", *group.nearest_indices(some, max_distance=20.5))

    def many_ways(self) -> None:
        starts, ends = self.numbers(12, 2), self.numbers(12, 2)
        how = self.choices() | {"where": None}
        for radius in (0, 2.5):
            inside = self.rng.random() < 0.5
            found = self.everyone.raycast_arrays(
                starts, ends, radius=radius, hit_from_inside=inside, **how
            )
            self.tape.add("rays", found.hit, found.index, found.shape_index, found.fraction)
            self.tape.add("rays", found.point, found.normal, found.from_inside)
            seen = self.everyone.line_of_sight_arrays(starts, ends, radius=radius, **how)
            self.tape.add("sight", seen)
        dx = self.numbers(len(self.second), 1)[:, 0] / 4 - 20
        swept = self.second.sweep_arrays(dx, self.way()[0], self.everyone)
        self.tape.add("sweeps", swept.hit, swept.index, swept.fraction, swept.point)
        self.tape.add("sweeps", swept.normal)

    def many_contacts(self) -> None:
        self.tape.add("contacts", *self.first.contact_arrays(self.second))
        self.tape.add("contacts", *self.everyone.contact_arrays())

    def many_boxes(self) -> None:
        boxes = self.everyone.aabbs
        boxes = boxes[boxes[:, 0] <= boxes[:, 2]]
        self.tape.add("candidates", candidate_pairs(boxes), candidate_pairs(boxes, boxes[::3]))
        tree = LinearQuadtree.build(boxes)
        self.tape.add("built", tree.bounds, tree.depth, tree.pair_indices())
        if nodes := quadtree_nodes(boxes):
            self.tape.add("nodes", nodes.boxes, nodes.levels, nodes.counts, nodes.node_of)
        cells = self.numbers(9, 2).astype(np.int64)
        codes = morton.encode(cells[:, 0], cells[:, 1])
        self.tape.add("morton", codes, *morton.decode(codes), morton.FIRSTS)
        located = morton.locate(*boxes.clip(0, SIDE).T, (0, 0, SIDE, SIDE), DEPTH)
        self.tape.add("morton", *located, morton.linear(*located))

    def look(self) -> None:
        """World numbers, boxes, and at times a large check.

        Polygons that were cut count by their boxes only: how shapely cuts one may change with its
        version, and no answer depends on it.
        """
        if self.frame % 10 == 9:
            self.tape.add("boxes", self.everyone.aabbs, self.level.aabbs)
        if self.frame % 120 == 1:
            count = 6_100
            side = math.isqrt(count) * 14
            crowd = Group(
                Actor(
                    fraction(self.rng, 0, side),
                    fraction(self.rng, 0, side),
                    collision=self.rng.choice(self.shapes),
                    angle=self.rng.randint(0, 359),
                )
                for _ in range(count)
            )
            self.tape.add("large", crowd.pair_indices(), crowd.aabbs)
            crowd.angle += 1.5
            self.tape.add("large", crowd.pair_indices())

    def asked(self) -> list[Callable[[], None]]:
        """The questions, of which there is one in each frame."""
        return [
            *super().asked(),
            *(self.columns, self.many_places, self.many_ways),
            *(self.many_contacts, self.many_boxes),
        ]


def play(tape: Tape, frames: int) -> None:
    """Play a life."""
    ArrayLife(312, tape).play(frames)
