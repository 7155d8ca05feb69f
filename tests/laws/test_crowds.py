"""More sprites than caches hold, and where the storage puts those that are created."""

import numpy as np
import pytest
from numpy.typing import NDArray
from support.hooks import demand_inside, limit
from support.processes import run_python

from spritecol import Circle, Group, Sprite
from spritecol.spatial import candidate_pairs

Numbers = NDArray[np.float64]


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
    demand_inside()
    many = 3 * limit("LOOSE")
    done = run_python("-c", CREATED_AGAIN.format(kinds=3, many=many, left=many // 10), helpers=True)
    assert done.stdout == "0\n", done.stderr


def test_a_few_freed_rows_are_taken_as_they_come() -> None:
    demand_inside()
    script = CREATED_AGAIN.format(kinds=1, many=limit("LOOSE") // 2, left=0)
    done = run_python("-c", script, helpers=True)
    assert int(done.stdout) > limit("LOOSE") // 8, done.stderr
