"""Stripes: no box is missed at a place, and most that are found are there."""

import numpy as np
import pytest
from numpy.typing import NDArray

from spritecol._engine.broad_phase.validation import found_in_stripes

Boxes = NDArray[np.float64]


def some_boxes(rng: np.random.Generator, count: int, width: float, size: float) -> Boxes:
    """Boxes as rows left, top, right, bottom."""
    corners = rng.uniform(-width, width, (count, 2))
    return np.hstack((corners, corners + rng.uniform(0, size, (count, 2))))


def touching(boxes: Boxes, place: Boxes) -> list[int]:
    """The boxes that meet or touch a place, by comparing each."""
    left, top, right, bottom = boxes.T
    meets = (left <= place[2]) & (right >= place[0]) & (top <= place[3]) & (bottom >= place[1])
    return np.flatnonzero(meets & (left <= right) & (top <= bottom)).tolist()


@pytest.mark.parametrize("count", [1, 2, 63, 64, 65, 128, 300, 512])
@pytest.mark.parametrize("width", [1e-300, 1e-9, 50.0, 1e12])
def test_no_box_is_missed(count: int, width: float) -> None:
    rng = np.random.default_rng(count)
    boxes = some_boxes(rng, count, width, width / 4)
    boxes[::7, 2:] = boxes[::7, :2]  # points
    boxes[3::9] = (np.inf, np.inf, -np.inf, -np.inf)  # of sprites that cannot hit
    places = some_boxes(rng, 200, 1.2 * width, width / 100)
    places[::3, 2:] = places[::3, :2]
    places[1::5] = boxes[rng.integers(0, count, 40)]
    places[1::5, 2:] = places[1::5, :2]
    places = places[np.isfinite(places).all(axis=1)]
    found, _ = found_in_stripes(boxes, np.ascontiguousarray(places))
    assert any(found) or count < 3
    for items, place in zip(found, places, strict=True):
        assert items == sorted(items)
        assert set(items) >= set(touching(boxes, place))
        assert not any(np.isinf(boxes[item]).any() for item in items)


def test_most_boxes_that_are_found_are_there() -> None:
    boxes = some_boxes(np.random.default_rng(1), 300, 100.0, 20.0)
    places = np.random.default_rng(2).uniform(-100, 100, (500, 2))[:, [0, 1, 0, 1]]
    found, tell_apart = found_in_stripes(boxes, np.ascontiguousarray(places))
    there = sum(len(touching(boxes, place)) for place in places)
    assert tell_apart
    assert there > 300
    assert sum(map(len, found)) < 1.5 * there


def test_what_lies_before_or_behind_all_boxes_meets_none() -> None:
    boxes = some_boxes(np.random.default_rng(1), 100, 100.0, 20.0)
    outside = [(x, y, x, y) for x in (-101.0, 0.0, 121.0) for y in (-101.0, 122.0)]
    found, _ = found_in_stripes(boxes, np.array(outside))
    assert sum(map(len, found)) == 0


def test_one_box_far_away_makes_stripes_too_wide() -> None:
    boxes = some_boxes(np.random.default_rng(1), 100, 100.0, 20.0)
    boxes[50] += 1e6
    assert not found_in_stripes(boxes, boxes)[1]


@pytest.mark.parametrize("count", [1, 100])
def test_boxes_in_one_place(count: int) -> None:
    boxes = np.tile((5.0, 5.0, 6.0, 7.0), (count, 1))
    found, tell_apart = found_in_stripes(boxes, np.array([(5.5, 6.0, 5.5, 6.0)]))
    assert (found, tell_apart) == ([list(range(count))], True)


def test_no_box_that_can_hit() -> None:
    boxes = np.tile((np.inf, np.inf, -np.inf, -np.inf), (9, 1))
    found, _ = found_in_stripes(boxes, np.array([(0.0, 0.0, 0.0, 0.0), (-1e12, 0.0, 1e12, 9.0)]))
    assert found == [[], []]
