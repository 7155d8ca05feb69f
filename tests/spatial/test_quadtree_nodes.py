"""`quadtree_nodes` against the rules in docs/architecture.md, and what the engine builds."""

import copy
import math
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scenes.boxes import SCENES, scene
from support.examples import examples
from support.hooks import TreeOfBoxes, use_index

from spritecol.spatial import QuadtreeNodes, candidate_pairs, quadtree_nodes

Boxes = NDArray[np.float64]
ROUNDING = 1e-9


def always(boxes: Boxes) -> QuadtreeNodes:
    """The nodes of these boxes, whether or not comparing directly is less work."""
    use_index(True)
    try:
        nodes = quadtree_nodes(boxes)
    finally:
        use_index(None)
    assert nodes is not None
    return nodes


def hold_rules(boxes: Boxes, nodes: QuadtreeNodes) -> None:
    """Assert all that the docs say of nodes and of the boxes that live in them."""
    left, top, right, bottom = nodes.boxes.T
    side = right - left
    far = np.abs(boxes).max()
    assert np.allclose(side, bottom - top, rtol=ROUNDING, atol=ROUNDING * far)
    assert nodes.node_of.shape == (len(boxes),)
    assert np.bincount(nodes.node_of, minlength=len(side)).tolist() == nodes.counts.tolist()
    assert nodes.counts.min() >= 1
    own = nodes.boxes[nodes.node_of]
    slack = ROUNDING * (side[nodes.node_of] + far)
    for begin, end in ((0, 2), (1, 3)):
        assert (boxes[:, begin] >= own[:, begin] - slack).all(), "the corner lies in the node"
        assert (boxes[:, begin] <= own[:, end] + slack).all(), "the corner lies in the node"
        size = boxes[:, end] - boxes[:, begin]
        assert (size <= side[nodes.node_of] + slack).all(), "no smaller than its boxes"
    assert nodes.levels[0] == 0
    order = list(zip(nodes.levels.tolist(), top.tolist(), left.tolist(), strict=True))
    assert order == sorted(set(order)), "each node once, the largest first"
    largest = math.ulp(far) / ROUNDING if side[0] < ROUNDING * far else side[0]
    for level, length in zip(nodes.levels.tolist(), side.tolist(), strict=True):
        assert length == pytest.approx(math.ldexp(side[0], -level), abs=ROUNDING * (far + largest))


@pytest.mark.parametrize("count", [1, 7, 150, 900])
@pytest.mark.parametrize("name", SCENES)
def test_the_rules_hold_in_every_scene(name: str, count: int) -> None:
    boxes = scene(name, count)
    hold_rules(boxes, always(boxes))


@pytest.mark.parametrize("name", SCENES)
def test_the_levels_are_those_of_the_engine(name: str) -> None:
    boxes = scene(name, 500)
    nodes = always(boxes)
    counts: dict[float, int] = {}
    for side, count, _ in TreeOfBoxes(boxes).level_sides():
        counts[side] = counts.get(side, 0) + count
    wanted = [counts[side] for side in sorted(counts, reverse=True)]
    found = np.bincount(nodes.levels, weights=nodes.counts)
    assert found[found > 0].tolist() == wanted


sizes = st.floats(0, 400, width=32) | st.sampled_from([0.0, 1.0, 64.0])
places = st.floats(-1000, 1000, width=32) | st.integers(-20, 20).map(lambda k: 32.0 * k)


@examples(20)
@given(st.lists(st.tuples(places, places, sizes, sizes), min_size=1, max_size=60))
def test_the_rules_hold_for_any_boxes(rows: list[tuple[float, ...]]) -> None:
    boxes = np.array([(x, y, x + width, y + height) for x, y, width, height in rows])
    hold_rules(boxes, always(boxes))


def test_two_boxes_overlap_only_in_nodes_that_meet() -> None:
    """A box reaches one node beyond its own at most, which is what a sweep relies on."""
    boxes = scene("bosses", 600)
    nodes = always(boxes)
    reach = nodes.boxes.copy()
    reach[:, 2:] += reach[:, 2:] - reach[:, :2]
    own = reach[nodes.node_of]
    assert (boxes[:, 2:] <= own[:, 2:] + 1e-6).all()
    for i, j in candidate_pairs(boxes):
        assert (own[i, :2] < own[j, 2:]).all()
        assert (own[j, :2] < own[i, 2:]).all()


def test_none_is_built_where_comparing_directly_is_less_work() -> None:
    boxes = scene("uniform", 80)
    assert quadtree_nodes(boxes) is None
    assert quadtree_nodes(np.concatenate([boxes, boxes])) is not None
    assert quadtree_nodes(np.empty((0, 4))) is None
    assert quadtree_nodes([]) is None
    crowd = np.tile([[0.0, 0.0, 10.0, 10.0]], (200, 1))
    assert quadtree_nodes(crowd) is None
    use_index(False)
    assert quadtree_nodes(scene("uniform", 2000)) is None


def test_small_boxes_live_in_smaller_nodes() -> None:
    random = np.random.default_rng(5)
    corners = random.uniform(0, 2000, (900, 2))
    size = np.where(np.arange(900) < 300, 400.0, 4.0)[:, None]
    nodes = quadtree_nodes(np.hstack([corners, corners + size]))
    assert nodes is not None
    assert set(nodes.levels[nodes.node_of[:300]].tolist()) == {0}
    assert nodes.levels[nodes.node_of[300:]].min() > 3


def test_nodes_are_a_value() -> None:
    boxes = scene("bosses", 300)
    nodes = always(boxes)
    assert nodes == always(boxes.copy())
    assert nodes != always(boxes[:-1])
    assert copy.deepcopy(nodes) == nodes
    assert pickle.loads(pickle.dumps(nodes)) == nodes
    assert b"spritecol.spatial._nodes" not in pickle.dumps(nodes)
    with pytest.raises(AttributeError):
        nodes.levels = nodes.counts  # type: ignore[misc]
    assert not hasattr(nodes, "__dict__")
    assert [nodes.boxes.dtype, nodes.levels.dtype, nodes.counts.dtype, nodes.node_of.dtype] == [
        np.float64,
        np.intp,
        np.intp,
        np.intp,
    ]
