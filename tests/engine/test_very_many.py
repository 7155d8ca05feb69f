"""More sprites than the caches hold: the same pairs in the same order as by plain columns."""

import numpy as np
import pytest
from numpy.typing import NDArray
from support.for_each import for_each
from support.hooks import limit
from support.processes import run_python

from spritecol import Circle, Group, Sprite
from spritecol.spatial import candidate_pairs

MANY = limit("CACHED") // 2 + 1_000  # sprites, so many that pairs among them are sorted by buckets
POSITIONS = 1 << limit("BUCKET_DOUBLINGS")  # of a bucket

Numbers = NDArray[np.float64]


def pairs_by_columns(x: Numbers, y: Numbers, reach: Numbers) -> NDArray[np.intp]:
    """All pairs of circles, whose numbers are whole: each with those that follow it along x."""
    order = np.argsort(x, kind="stable")
    x, y, reach = x[order], y[order], reach[order]
    found, step, widest = [], 1, 2 * reach.max()
    while True:
        gap = x[step:] - x[:-step]
        if not (gap < widest).any():
            break
        apart = gap**2 + (y[step:] - y[:-step]) ** 2
        (at,) = np.nonzero(apart < (reach[step:] + reach[:-step]) ** 2)
        found.append(np.stack([order[at], order[at + step]], axis=1))
        step += 1
    rows = np.sort(np.concatenate(found), axis=1)
    return rows[np.lexsort((rows[:, 1], rows[:, 0]))]


@pytest.mark.parametrize("crowded", [0.02, 0.6, 4.0])
def test_pairs_of_very_many_circles(crowded: float) -> None:
    """Few pairs, some, and several to a circle; buckets full, empty, and at the end of the list."""
    rng = np.random.default_rng(MANY)
    width = round(MANY * 60 / crowded / 100)
    x = rng.integers(0, width, MANY).astype(float)
    y = rng.integers(0, 100, MANY).astype(float)
    y[POSITIONS : 2 * POSITIONS] += 1e6 + 200 * np.arange(POSITIONS)  # a bucket without a pair
    radius = rng.integers(1, 5, MANY)
    shapes = [Circle(0, 0, r) for r in range(5)[1:]]
    group = Group(Sprite(0, 0, collision=shapes[r - 1]) for r in radius.tolist())
    group.x, group.y = x, y
    expected = pairs_by_columns(x, y, radius.astype(float))
    np.testing.assert_array_equal(group.pair_indices(), expected)
    group.x, group.y = x[::-1].copy(), y[::-1].copy()
    expected = pairs_by_columns(x[::-1], y[::-1], radius.astype(float))
    np.testing.assert_array_equal(group.pair_indices(), expected)


@for_each("count", [limit("CACHED") - 1, limit("CACHED"), limit("CACHED") + 1])
def test_pairs_between_unlike_sequences(count: int) -> None:
    """One box has all the pairs, in buckets of many positions or in a single one."""
    boxes = np.zeros((count - 3, 4))
    boxes[:, 0] = np.arange(count - 3)[::-1]
    boxes[:, 2] = boxes[:, 0] + 0.5
    boxes[:, 3] = 1.0
    few = np.array([[-1.0, 0, count, 1], [5e9, 0, 6e9, 1], [10, 0, 12.2, 1]])
    found = candidate_pairs(few, boxes)
    last = count - 4
    expected = [(0, k) for k in range(count - 3)] + [(2, last - 12), (2, last - 11), (2, last - 10)]
    assert found.tolist() == [list(pair) for pair in expected]
    swapped = candidate_pairs(boxes, few)
    assert sorted(map(tuple, swapped[:, ::-1].tolist())) == expected
    assert swapped.tolist() == sorted(swapped.tolist())


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


@pytest.mark.parametrize("kinds", [1, 3])
def test_what_is_created_together_lies_together(kinds: int) -> None:
    """In rows that others have left in any order: one after another, in the order of the storage.

    In a process of its own, since there the storage holds nothing else.
    """
    many = 3 * limit("LOOSE")
    script = CREATED_AGAIN.format(kinds=kinds, many=many, left=many // 10)
    done = run_python("-c", script, helpers=True)
    assert done.stdout == "0\n", done.stderr


def test_a_few_freed_rows_are_taken_as_they_come() -> None:
    script = CREATED_AGAIN.format(kinds=1, many=limit("LOOSE") // 2, left=0)
    done = run_python("-c", script, helpers=True)
    assert int(done.stdout) > limit("LOOSE") // 8, done.stderr
