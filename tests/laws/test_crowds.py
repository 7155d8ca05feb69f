"""Many sprites over many frames, each frame compared with brute force over plain columns."""

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray
from support.counting import at_least
from support.hooks import limit, validate
from support.processes import run_python

from spritecol import Circle, Group, Rect, Shape, Sprite, pairs
from spritecol.spatial import candidate_pairs

Numbers = NDArray[np.float64]


def shape_of(width: int, height: int, is_round: int) -> Shape:
    """A circle or a rectangle about the sprite's own point."""
    return Circle(0, 0, width) if is_round else Rect(-width, -height, 2 * width, 2 * height)


class Crowd:
    """Rectangles and circles in columns, so that all pairs can be found by brute force.

    The columns are x, y, half width, half height, whether it is round, whether it is enabled.
    """

    def __init__(self, count: int, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.side = int(12 * np.sqrt(count)) + 20
        self.group = Group()
        self.columns = np.zeros((0, 6), dtype=np.int64)
        self.grow(count)

    def grow(self, count: int) -> None:
        new = np.ones((count, 6), dtype=np.int64)
        new[:, :2] = self.rng.integers(0, self.side, (count, 2))
        new[:, 2:4] = self.rng.integers(1, 9, (count, 2))
        new[self.rng.random(count) < 0.02, 2:4] *= 20
        new[:, 4] = self.rng.integers(0, 2, count)
        new[:, 3] = np.where(new[:, 4], new[:, 2], new[:, 3])
        for x, y, *form, _ in new.tolist():
            self.group.add(Sprite(x, y, collision=shape_of(*form)))
        self.columns = np.concatenate([self.columns, new])

    def shrink(self, vanish: bool) -> None:
        gone = self.rng.random(len(self.columns)) < 0.1
        for sprite in self.group[gone]:
            if vanish:
                sprite.vanish()
            else:
                self.group.discard(sprite)
        self.columns = self.columns[~gone]

    def switch(self) -> None:
        """Others take part, and others have other shapes."""
        for k in np.flatnonzero(self.rng.random(len(self.columns)) < 0.1).tolist():
            row = self.columns[k]
            row[4], row[2:4], row[5] = 1 - row[4], row[3], row[5] ^ 1
            self.group[k].collision = shape_of(*row[2:5].tolist())
            self.group[k].collision_enable = bool(row[5])

    def move(self, share: float, in_bulk: bool) -> None:
        movers = self.rng.random(len(self.columns)) < share
        steps = self.rng.integers(-15, 16, (len(movers), 2)) * movers[:, None]
        self.columns[:, :2] += steps
        if in_bulk:
            self.group.x += steps[:, 0]
            self.group.y += steps[:, 1]
            return
        for k in np.flatnonzero(movers).tolist():
            self.group[k].x += steps[k, 0]
            self.group[k].y += steps[k, 1]


def meet(a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which rows of a hit which rows of b."""
    ax, ay, aw, ah, a_round, a_awake = a.T[:, :, None]
    bx, by, bw, bh, b_round, b_awake = b.T[:, None, :]
    a_round, b_round = a_round.astype(bool), b_round.astype(bool)
    dx, dy = np.abs(ax - bx), np.abs(ay - by)
    boxes, discs = (dx < aw + bw) & (dy < ah + bh), dx**2 + dy**2 < (aw + bw) ** 2
    radius = np.where(a_round, aw, bw)
    half_width, half_height = np.where(a_round, bw, aw), np.where(a_round, bh, ah)
    away_x, away_y = np.maximum(dx - half_width, 0), np.maximum(dy - half_height, 0)
    mixed = away_x**2 + away_y**2 < radius**2
    straight = np.where(a_round | b_round, mixed, boxes)
    result: NDArray[np.bool_] = np.where(a_round & b_round, discs, straight)
    return result & (a_awake & b_awake == 1)


@pytest.mark.parametrize(("count", "frames"), [(3, 60), (25, 60), (150, 40), (700, 12), (1200, 4)])
def test_a_crowd_over_many_frames(count: int, frames: int) -> None:
    crowd, other = Crowd(count, seed=count), Crowd(max(count // 3, 2), seed=count + 1)
    both = Group(crowd.group, other.group)
    with at_least(pairs=min(frames * count // 9, 2000)) as seen:
        for frame in range(frames):
            deed = frame % 11
            if deed in (1, 2, 3, 4, 5):
                crowd.move(1.0 if deed < 3 else 0.05, in_bulk=deed in (1, 3))
            elif deed in (6, 7) and len(crowd.columns) > 2:
                crowd.shrink(vanish=deed == 6)
            elif deed == 8:
                crowd.grow(max(count // 8, 1))
            elif deed == 9:
                other.move(0.5, in_bulk=True)
            elif deed == 10:
                crowd.switch()
            within = np.argwhere(np.triu(meet(crowd.columns, crowd.columns), 1))
            between = np.argwhere(meet(crowd.columns, other.columns))
            np.testing.assert_array_equal(crowd.group.pair_indices(), within)
            np.testing.assert_array_equal(crowd.group.pair_indices(other.group), between)
            seen["pairs"] += len(within) + len(between)
            if frame % 3 == 0:
                everything = np.concatenate([crowd.columns, other.columns])
                all_pairs = np.argwhere(np.triu(meet(everything, everything), 1))
                np.testing.assert_array_equal(both.pair_indices(), all_pairs)
                sprites = list(both)
                assert len(pairs(sprites)) == len(all_pairs)
                first = [sprites[j] for i, j in all_pairs.tolist() if i == 0]
                assert sprites[0].check(sprites) == first
            validate()


def test_a_crowd_that_is_far_away_comes_near() -> None:
    crowd, other = Crowd(200, seed=1), Crowd(200, seed=2)
    with at_least(near=2, far=3) as seen:
        for before, now in pairwise((0, 10_000, 10_000, 6_000, 0, 3, 20_000)):
            other.group.x += now - before
            other.columns[:, 0] += now - before
            between = np.argwhere(meet(crowd.columns, other.columns))
            seen["near" if len(between) else "far"] += 1
            np.testing.assert_array_equal(crowd.group.pair_indices(other.group), between)
            back = np.argwhere(meet(other.columns, crowd.columns))
            np.testing.assert_array_equal(other.group.pair_indices(crowd.group), back)
            assert crowd.group.hits(other.group) is bool(len(between))


# --- more than the caches hold --------------------------------------------------------------------

MANY = limit("CACHED") // 2 + 1_000
"""So many sprites that the pairs among them are sorted by one position, then each."""
POSITIONS = 4_096
"""That have no pair, side by side."""


def pairs_by_columns(x: Numbers, y: Numbers, reach: Numbers) -> NDArray[np.intp]:
    """All pairs of circles, whose numbers are whole: each with those that follow it along x."""
    order = np.argsort(x, kind="stable")
    x, y, reach = x[order], y[order], reach[order]
    found, step, widest = [], 1, 2 * reach.max()
    while True:
        near = x[step:] - x[:-step]
        if not (near < widest).any():
            break
        apart = near**2 + (y[step:] - y[:-step]) ** 2
        (at,) = np.nonzero(apart < (reach[step:] + reach[:-step]) ** 2)
        found.append(np.stack([order[at], order[at + step]], axis=1))
        step += 1
    rows = np.sort(np.concatenate(found), axis=1)
    return rows[np.lexsort((rows[:, 1], rows[:, 0]))]


@pytest.mark.parametrize("crowded", [0.02, 0.6, 4.0])
def test_pairs_of_very_many_circles(crowded: float) -> None:
    """Few pairs, some, and several to a circle; positions side by side without any."""
    rng = np.random.default_rng(MANY)
    x = rng.integers(0, round(MANY * 60 / crowded / 100), MANY).astype(float)
    y = rng.integers(0, 100, MANY).astype(float)
    y[POSITIONS : 2 * POSITIONS] += 1e6 + 200 * np.arange(POSITIONS)
    radius = rng.integers(1, 5, MANY)
    shapes = [Circle(0, 0, r) for r in range(5)[1:]]
    group = Group(Sprite(0, 0, collision=shapes[r - 1]) for r in radius.tolist())
    for x_now, y_now in ((x, y), (x[::-1].copy(), y[::-1].copy())):
        group.x, group.y = x_now, y_now
        expected = pairs_by_columns(x_now, y_now, radius.astype(float))
        assert len(expected) > 500
        np.testing.assert_array_equal(group.pair_indices(), expected)


@pytest.mark.parametrize("count", [limit("CACHED") + more for more in (-1, 0, 1)])
def test_pairs_between_unlike_sequences(count: int) -> None:
    """One box has all the pairs, of few positions and of many."""
    boxes = np.zeros((count - 3, 4))
    boxes[:, 0] = np.arange(count - 3)[::-1]
    boxes[:, 2], boxes[:, 3] = boxes[:, 0] + 0.5, 1.0
    few = np.array([[-1.0, 0, count, 1], [5e9, 0, 6e9, 1], [10, 0, 12.2, 1]])
    last = count - 4
    expected = [[0, k] for k in range(count - 3)] + [[2, k] for k in range(last - 12, last - 9)]
    assert candidate_pairs(few, boxes).tolist() == expected
    swapped = candidate_pairs(boxes, few).tolist()
    assert swapped == sorted(swapped)
    assert sorted(pair[::-1] for pair in swapped) == expected


CREATED_AGAIN = """
import random
import struct

from spritecol import Circle, Group, Rect, Sprite
from support.hooks import numbers_by_row, validate

kinds = [[Circle(0, 0, 5)], [Rect(0, 0, 2, 2), Circle(1, 1, 3)], []]
rng = random.Random(7)
old = [Sprite(k, 0, collision=kinds[k % {kinds}]) for k in range({many})]
rng.shuffle(old)
while len(old) > {left}:
    old.pop()
validate()
new = Group(Sprite(k, 1e6, collision=Circle(0, 0, 7)) for k in range({many} - {left}))
validate()
new.aabbs  # brings all of them up to date
circles = [row for row in numbers_by_row() if row.endswith(struct.pack("dd", 1e6, 7))]
places = [struct.unpack("d", row[1:9])[0] for row in circles]
assert len(places) == {many} - {left}
print(sum(a > b for a, b in zip(places, places[1:])))
"""


def test_what_is_created_together_lies_together() -> None:
    """In rows that others have left in any order: one after another, in the order of the storage.

    In a process of its own, since there the storage holds nothing else.
    """
    many = 3 * limit("LOOSE")
    done = run_python("-c", CREATED_AGAIN.format(kinds=3, many=many, left=many // 10), helpers=True)
    assert done.stdout == "0\n", done.stderr


def test_a_few_freed_rows_are_taken_as_they_come() -> None:
    script = CREATED_AGAIN.format(kinds=1, many=limit("LOOSE") // 2, left=0)
    done = run_python("-c", script, helpers=True)
    assert int(done.stdout) > limit("LOOSE") // 8, done.stderr
