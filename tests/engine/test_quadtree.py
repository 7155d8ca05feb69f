"""The broad phase's quadtree by itself: invariants, scan and queries, with SIMD and without."""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scenes.boxes import SCENES, Boxes, boxes_at, brute_force, scene
from support.counting import at_least
from support.examples import examples
from support.hooks import TreeOfBoxes

names = pytest.mark.parametrize("name", SCENES)


def in_order(pairs: np.ndarray) -> np.ndarray:
    """Sorted pairs: one found twice stays twice."""
    return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]


def check_tree(boxes: Boxes) -> TreeOfBoxes:
    """Every invariant, and the same pairs from the whole, from three portions, and without SIMD."""
    boxes = np.ascontiguousarray(boxes)
    found = in_order(brute_force(boxes))
    tree = TreeOfBoxes(boxes)
    tree.assert_well_formed()
    np.testing.assert_array_equal(in_order(tree.pairs()), found)
    np.testing.assert_array_equal(TreeOfBoxes(boxes, plain=True).pairs(), tree.pairs())
    return tree


@names
def test_every_scene_is_well_formed_and_complete(name: str) -> None:
    for count in (1, 2, 3, 10, 40, 100, 300):
        for seed in range(3, 6):
            check_tree(scene(name, count, seed))
    check_tree(scene(name, 900))


def test_no_boxes_and_inverted_ones() -> None:
    tree = TreeOfBoxes(np.empty((0, 4)), directory=True)
    tree.assert_well_formed()
    assert len(tree.pairs()) == 0
    assert tree.query(-9, -9, 9, 9) == tree.along(0, 0, 9, 9) == tree.near(0, 0, 9) == []
    check_tree(np.array([[0, 0, 2, 2], [math.inf, 0, -math.inf, 2], [1, 1, 3, 3], [5, 9, 6, 8.0]]))


# --- where a sketch of it went wrong, or might have ----------------------------------------------


@pytest.mark.parametrize("far", [1e6, 1e9, 9e11])
def test_keys_are_no_finer_than_far_coordinates(far: float) -> None:
    """Boxes of hardly any size, where a float64 has steps of 1e-4 pixels."""
    random = np.random.default_rng(5)
    with at_least(pairs=100) as seen:
        for size in (0.0, 1e-12, 1e-3, 0.02):
            for seed in range(20):
                steps = random.integers(0, 30, (60, 2)) * np.spacing(far) * 2**seed
                boxes = boxes_at(far + steps[:, 0], -far - steps[:, 1], size, size)
                boxes = np.concatenate([boxes, [[0, 0, 1, 1]]])
                boxes[::3, 2:] += 40 * np.spacing(far)
                seen["pairs"] += len(check_tree(boxes).pairs())


def test_levels_shift_by_more_than_a_word_has_bits() -> None:
    """From 5e-324 to 1e11 pixels: rows of ancestors are far beyond 64 bits to the right."""
    sizes = 10.0 ** np.linspace(-323, 11, 300)
    random = np.random.default_rng(6)
    with at_least(pairs=100) as seen:
        for _ in range(6):
            boxes = boxes_at(*(random.uniform(-1, 1, (2, 300)) * sizes), sizes, sizes)
            seen["pairs"] += len(check_tree(boxes).pairs())


def test_groups_of_eight_end_beyond_the_last_entry() -> None:
    for count in range(1, 40):
        check_tree(boxes_at(np.zeros(count), 0, 4, 4))
        check_tree(boxes_at(np.zeros(count), np.arange(count) * 3.0, 4, 4))


def test_a_pair_across_two_rows_is_found_once() -> None:
    """The last entries of a row, whose group reaches into the next row."""
    for dy in (3.0, 3.9, 4.0, 4.1, 7.9):
        rows = [boxes_at(np.arange(n) * 2.0, k * dy, 4, 4) for k, n in enumerate((3, 5, 1, 2, 9))]
        check_tree(np.concatenate(rows))


def test_blocks_run_across_rows_of_one_entry() -> None:
    for count in (63, 64, 65, 127, 128, 129, 400):
        check_tree(scene("vertical_line", count))
        check_tree(scene("horizontal_line", count))


@pytest.mark.parametrize("name", ["uniform", "bosses", "all_sizes", "touching", "flat_needles"])
def test_what_is_taken_out_is_found_no_more(name: str) -> None:
    random = np.random.default_rng(8)
    boxes = scene(name, 400)
    tree = TreeOfBoxes(boxes, directory=True)
    left = np.ones(400, dtype=bool)
    every = in_order(brute_force(boxes))
    for _ in range(6):
        for item in random.choice(np.flatnonzero(left), 40, replace=False).tolist():
            tree.take_out(item)
            left[item] = False
        tree.assert_well_formed()
        found = every[left[every].all(axis=1)]
        np.testing.assert_array_equal(in_order(tree.pairs()), found)
        area = [boxes[7, 0] - 30, boxes[7, 1] - 30, boxes[7, 2] + 30, boxes[7, 3] + 30]
        around = {j for i, j in brute_force(np.array([area]), boxes).tolist()}
        gone = set(np.flatnonzero(~left).tolist())
        assert tree.query(*area) == sorted(around - gone)
        assert not {item for item, _ in tree.along(*area)} & gone
        assert not {item for item, _ in tree.near(0, 0, 1e9)} & gone


def test_a_level_too_wide_for_a_word_is_made_in_parts() -> None:
    """Two crowds at the ends of the world, of boxes so small that rows and keys need many bits."""
    random = np.random.default_rng(9)
    places = random.uniform(0, 1, (2, 3000)) + np.where(random.random(3000) < 0.5, -1e11, 1e11)
    sides = check_tree(boxes_at(*places, 2e-2, 2e-2)).level_sides()
    assert len(sides) > 1
    assert len({side for side, _, _ in sides}) == 1, "on the same grid"


def test_levels_follow_the_sizes_of_boxes() -> None:
    """Flat ones turn their level; few of a size live in larger nodes; bosses have their own."""
    for name, turned in (("flat_needles", True), ("upright_needles", False), ("uniform", False)):
        tree = check_tree(scene(name, 300))
        assert {is_turned for _, _, is_turned in tree.level_sides()} == {turned}
    check_tree(scene("cross", 300))  # of two levels that meet, one is turned
    dust = np.concatenate([scene("uniform", 400), boxes_at([3, 50], [3, 50], 0.1, 0.1)])
    assert len(check_tree(dust).level_sides()) == 1
    assert len(check_tree(scene("bosses", 400)).level_sides()) == 2


def test_levels_are_compared_both_ways() -> None:
    """Coarse boxes walk down, fine boxes look up, with boxes far away."""
    for left in (1000.0, -9000.0, 0.0):
        for fine in (20, 200, 1500):
            comb = boxes_at(left + np.arange(150) * 2.0, 0, 1, 5000)
            column = boxes_at(0, np.arange(fine) * 10.0, 4, 4)
            far = boxes_at([1e4, -1e4], [-50, 3e4], 4, 4)
            check_tree(np.concatenate([comb, column, far]))


# --- queries -------------------------------------------------------------------------------------


@names
def test_boxes_and_points_look_up_what_brute_force_finds(name: str) -> None:
    random = np.random.default_rng(10)
    for count in (1, 5, 60, 900):
        boxes = scene(name, count)
        trees = [
            TreeOfBoxes(boxes),
            TreeOfBoxes(boxes, directory=True),
            TreeOfBoxes(boxes, plain=True),
        ]
        asked = boxes[random.integers(0, count, 30)].copy()
        scale = asked[:, 2:] - asked[:, :2]
        asked[:10] += np.tile(scale[:10], 2) * 0.7
        asked[10:20, 2:] = asked[10:20, :2]  # points at corners
        asked[20:25, 2:] += scale[20:25] * 100
        everything = [[-1e12, -1e12, 1e12, 1e12], [boxes[0, 0], -1e12, boxes[0, 2], 1e12]]
        asked = np.concatenate([np.clip(asked, -1e12, 1e12), everything])
        found = brute_force(asked, boxes)
        for k, area in enumerate(asked.tolist()):
            wanted = found[found[:, 0] == k, 1].tolist()
            assert [tree.query(*area) for tree in trees] == [wanted] * 3


def meets(box: list[Any], x1: float, y1: float, x2: float, y2: float) -> Fraction | None:
    """Where a segment first meets or touches a box, in fractions of its length; exact."""
    if max(x1, x2) < box[0] or min(x1, x2) > box[2] or max(y1, y2) < box[1] or min(y1, y2) > box[3]:
        return None
    enter, leave = Fraction(0), Fraction(1)
    for low, high, start, end in ((box[0], box[2], x1, x2), (box[1], box[3], y1, y2)):
        step = Fraction(end) - Fraction(start)
        if step:
            ends = [(Fraction(side) - Fraction(start)) / step for side in (low, high)]
            enter, leave = max(enter, min(ends)), min(leave, max(ends))
        elif not low <= start <= high:
            return None
    return enter if enter <= leave else None


RAY_SCENES = ("uniform", "bosses", "touching", "flat_needles", "lattice", "all_sizes", "points",
              "lost", "clusters", "huge_world")  # fmt: skip


WALKED: dict[str, Callable[[Boxes], Any]] = {
    "tree": TreeOfBoxes,
    "with a directory": partial(TreeOfBoxes, directory=True),
    "roomy": partial(TreeOfBoxes, directory=True, roomy=True),
}


@pytest.mark.parametrize("name", RAY_SCENES)
def test_segments_visit_what_they_meet(name: str) -> None:
    random = np.random.default_rng(11)
    boxes = scene(name, 120)
    trees = [make(boxes) for make in WALKED.values()]
    with at_least(met=40) as seen:
        for k in range(32):
            one, other = boxes[random.integers(0, 120, 2)].tolist()
            start, end = list(one[:2]), list(other[2:])
            if k % 4 == 1:
                end[0] = start[0]  # upright, along a side
            if k % 4 == 2:
                end[1] = start[1]
            if k % 4 == 3:
                start = [start[0] - 300.0, start[1] + 100.0]
            if k == 7:
                end = start
            ray = (*start, *end)
            exact = {
                i: at
                for i, box in enumerate(boxes.tolist())
                if (at := meets(box, *ray)) is not None
            }
            seen["met"] += len(exact)
            for tree in trees:
                visits_are_right(tree, boxes, ray, exact)
                starts_are_right(tree, boxes, ray, exact)


def visits_are_right(
    tree: Any, boxes: Boxes, ray: Any, exact: dict[int, Fraction], reach: Any = (0.0, 0.0)
) -> None:
    """All that is met is visited, each once, and little else; the first one among the first.

    What moves is a point, or a box that reaches so far from it.
    """
    visited = tree.along(*ray, rx=reach[0], ry=reach[1])
    at = dict(visited)
    assert len(at) == len(visited), "each once"
    assert exact.keys() <= at.keys()
    for item in at.keys() & exact.keys():
        assert math.isclose(at[item], exact[item], abs_tol=1e-6)
    slack = 1e-6 * max(map(abs, (*ray, 1.0)))
    x, y = reach[0] + slack, reach[1] + slack
    grown = (boxes + np.array([-x, -y, x, y])).tolist()
    for item in at.keys() - exact.keys():
        assert meets(grown[item], *ray) is not None
    if exact:
        first = min(exact.values())
        firsts = tree.first_along(*ray, *reach)
        assert min(at for _, at in firsts) <= float(first) + 1e-9
        assert {i for i, at in exact.items() if at == first} & {item for item, _ in firsts}


def starts_are_right(tree: Any, boxes: Boxes, ray: Any, exact: dict[int, Fraction]) -> None:
    """What a segment starts in is known apart from what it comes to later."""
    slack = 1e-6 * max(map(abs, (*ray, 1.0)))
    grown = (boxes + np.array([-slack, -slack, slack, slack])).tolist()
    at = dict(tree.along(*ray))
    begun, later = tree.at_start(*ray), [item for item, _ in tree.along(*ray, started=True)]
    assert {item for item, at in exact.items() if at == 0} <= set(begun)
    start = ray[:2]
    assert all(meets(grown[item], *start, *start) is not None for item in begun)
    assert at.keys() - set(begun) <= set(later) <= at.keys()


@pytest.mark.parametrize("name", RAY_SCENES)
def test_ways_of_boxes_visit_what_they_meet(name: str) -> None:
    random = np.random.default_rng(14)
    boxes = scene(name, 120)
    size = float(np.median(boxes[:, 2:] - boxes[:, :2])) or 1.0
    trees = [make(boxes) for make in WALKED.values()]
    with at_least(met=40) as seen:
        for k in range(24):
            one, other = boxes[random.integers(0, 120, 2)].tolist()
            reach = (random.uniform(0, 2 * size), random.uniform(0, 2 * size) if k % 3 else 0.0)
            end = list(other[2:]) if k % 5 else [other[2], one[1]]  # level, along sides
            way = (*one[:2], *end)
            sides = [(way[i] - reach[i], way[i] + reach[i]) for i in range(2)]
            exact = {
                i: at
                for i, box in enumerate(boxes.tolist())
                if (at := meets(grown_by(box, way, sides), *way)) is not None
            }
            seen["met"] += len(exact)
            for tree in trees:
                visits_are_right(tree, boxes, way, exact, reach)


def grown_by(box: list[float], way: Any, sides: list[tuple[float, float]]) -> list[Any]:
    """The box that a point at the start of a way meets when a box with these sides meets this."""
    before = [Fraction(way[i]) - Fraction(sides[i][0]) for i in range(2)]
    behind = [Fraction(sides[i][1]) - Fraction(way[i]) for i in range(2)]
    return [Fraction(box[i]) - behind[i] for i in range(2)] + [
        Fraction(box[i + 2]) + before[i] for i in range(2)
    ]


def test_visits_of_a_ray_and_of_a_point_do_not_grow_with_the_boxes() -> None:
    for count in (100, 1_000, 10_000):
        width = math.sqrt(count) * 8.0  # three or four boxes over each other everywhere
        random = np.random.default_rng(count)
        places = random.uniform(0, width, (2, count))
        tree = TreeOfBoxes(np.ascontiguousarray(boxes_at(*places, 15, 15)), directory=True)
        starts, ways = random.uniform(0, width, (100, 2)), random.uniform(-200, 200, (100, 2))
        rays = np.concatenate((starts, starts + ways), axis=1).tolist()
        assert sum(len(tree.along(*ray)) for ray in rays) > 100 * 6
        assert sum(len(tree.first_along(*ray)) for ray in rays) < 100 * 6
        assert sum(len(tree.near(*start, 1e9, shrink=True)) for start in starts) < 100 * 12
        assert len(tree.along(0, 0, width, width, stop_after=3)) == 3


def test_segments_in_the_plain_version_visit_the_same_in_the_same_order() -> None:
    random = np.random.default_rng(13)
    for name in RAY_SCENES:
        boxes = scene(name, 150)
        quick, plain = (TreeOfBoxes(boxes, plain=p, directory=True) for p in (False, True))
        for _ in range(20):
            one, other = boxes[random.integers(0, 150, 2)].tolist()
            for ray in ((*one[:2], *other[2:]), (*one[:2], one[0], other[3])):
                assert quick.along(*ray) == plain.along(*ray)
                assert quick.first_along(*ray) == plain.first_along(*ray)


@names
def test_nearest_visits_each_within_the_limit_once(name: str) -> None:
    random = np.random.default_rng(12)
    boxes = scene(name, 200)
    trees = [TreeOfBoxes(boxes, directory=directory) for directory in (False, True)]
    for k in range(20):
        x, y = boxes[random.integers(0, 200), :2] + random.uniform(-1, 1, 2) * 10.0 ** (k % 7 - 1)
        dx = np.maximum(0, np.maximum(boxes[:, 0] - x, x - boxes[:, 2]))
        dy = np.maximum(0, np.maximum(boxes[:, 1] - y, y - boxes[:, 3]))
        away = np.sqrt(dx * dx + dy * dy)
        limit = float(np.sort(away)[int(random.integers(0, 200))])
        within = np.flatnonzero(away <= limit * (1 + 1e-12)).tolist()
        for tree in trees:
            visited = tree.near(x, y, limit, wanted=1 + k % 3)
            assert sorted(item for item, _ in visited) == within
            for item, at in visited:
                assert math.isclose(at, away[item], rel_tol=1e-9, abs_tol=1e-300)
            assert min(at for _, at in tree.near(x, y, 1e13, shrink=True)) == away.min()


coordinates = st.one_of(
    st.integers(-12, 12).map(float),
    st.builds(lambda d, p: d * 10.0**p, st.floats(-10, 10), st.integers(-15, 10)),
    st.floats(-1e12, 1e12),
)


def test_any_boxes() -> None:
    with at_least(pairs=100, found=100) as seen:

        @examples(60)
        @given(st.lists(st.tuples(*[coordinates] * 4), min_size=1, max_size=40))
        def law(rows: list[tuple[float, float, float, float]]) -> None:
            boxes = np.array([(min(a, c), min(b, d), max(a, c), max(b, d)) for a, b, c, d in rows])
            tree = check_tree(boxes)
            found = brute_force(boxes[:5], boxes)
            seen.update(pairs=len(tree.pairs()), found=len(found))
            opened = TreeOfBoxes(boxes, directory=True)
            for k, area in enumerate(boxes[:5].tolist()):
                wanted = found[found[:, 0] == k, 1].tolist()
                assert tree.query(*area) == opened.query(*area) == wanted

        law()
