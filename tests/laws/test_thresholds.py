"""At the edges of each threshold: one below, at it, one above; the hit first, last, in the middle.

A threshold is a number of something: members, what has moved or vanished since the last question,
questions at rest, what is asked at once, or how many times one box is as large or as flat as
others. Which of these it is about, its comment says, and that changes. So at each edge each of them
is tried, and every question is asked, against plain comparisons of boxes.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from support.counting import at_least
from support.hooks import index_forced, tuning
from support.processes import run_python

from spritecol import Circle, Group, Overlaps, Rect, Sprite, pairs

THRESHOLDS = {
    name: int(value)
    for name, value in vars(tuning).items()
    if name.isupper() and isinstance(value, int) and value < 1 << 20  # larger ones are bytes
}
EDGES = sorted({value + more for value in THRESHOLDS.values() for more in (-1, 0, 1)} - {0})
FEW, SMALL = 400, 1100
"""Up to so many questions are asked one by one, and so many sprites live in the process of the
tests, some of which look through all rows that there ever were."""

LARGE = [edge for edge in EDGES if edge > SMALL]

SIDE, SPACE, WIDE = 8, 20, 64
"""Boxes of 8 pixels every 20 pixels, 64 in a row."""


def apart(count: int) -> list[Sprite]:
    """Sprites of which no two hit."""
    return [
        Sprite(SPACE * (k % WIDE), SPACE * (k // WIDE), collision=Rect(0, 0, SIDE, SIDE))
        for k in range(count)
    ]


@pytest.fixture(scope="module")
def pool() -> list[Sprite]:
    """As many sprites as most edges need."""
    return apart(SMALL)


class Crowd:
    """Members as they are now: read once, since that takes longer than the questions."""

    def __init__(self, members: list[Sprite], boxes: NDArray[np.float64] | None = None) -> None:
        self.members = members
        sides = (side for sprite in members for side in sprite.aabb)
        if boxes is None:
            boxes = np.fromiter(sides, float, 4 * len(members)).reshape(-1, 4)
        self.boxes = boxes
        self.place = {id(sprite): k for k, sprite in enumerate(members)}


def overlapping(boxes: NDArray[np.float64], box: Any) -> list[int]:
    """The positions of the boxes that overlap one, as the rule says."""
    left, top, right, bottom = box
    hit = (boxes[:, 0] < right) & (left < boxes[:, 2]) & (boxes[:, 1] < bottom)
    return np.flatnonzero(hit & (top < boxes[:, 3])).tolist()  # type: ignore[no-any-return]


def answers(group: Group[Any], crowd: Crowd, probe: Sprite) -> Iterator[tuple[str, Any]]:
    """What every question about a box tells, as positions."""
    members, place = crowd.members, crowd.place

    def at(found: Any) -> list[int]:
        return [place[id(sprite)] for sprite in found]

    left, top, right, bottom = probe.aabb
    yield "check", at(probe.check(group))
    yield "check of a list", at(probe.check(members))
    yield "check of a list before a Group", at(probe.check([*members, Group()]))
    yield "check of a list behind a Group", at(probe.check([Group(members[:9]), *members]))
    yield "pairs", at(two[1] for two in pairs(probe, group))
    yield "pairs of both", at(two[0] for two in group.pairs(Group(probe)))
    yield "pair_indices", Group(probe).pair_indices(group)[:, 1].tolist()
    yield "query_box", at(group.query_box(left, top, right, bottom))
    yield "query_shape", at(group.query_shape(probe))
    yield "box_indices", group.box_indices([probe.aabb])[:, 1].tolist()
    yield "contacts", sorted({place[id(found.other)] for found in probe.contacts(group)})
    yield "Overlaps", at(two[1] for two in Overlaps(probe, group).update().entered)


def judge(group: Group[Any], crowd: Crowd, probe: Sprite) -> int:
    """Compare all answers; returns how many hits there are."""
    members, boxes = crowd.members, crowd.boxes
    wanted = overlapping(boxes, probe.aabb)
    for question, found in answers(group, crowd, probe):
        assert found == wanted, question
    left, top, right, bottom = probe.aabb
    level = (top + bottom) / 2 + 0.25  # on no edge
    met = [hit.other for hit in group.raycast_all(left, level, right, level)]
    crossed = overlapping(boxes, (left, level, right, level))
    assert {id(other) for other in met} == {id(members[k]) for k in crossed}
    first = members[wanted[0]] if wanted else None
    assert group.hits(probe) == probe.hits(group) == Group(probe).hits(members) == bool(wanted)
    near = group.nearest((left + right) / 2, (top + bottom) / 2)
    assert near is not None
    if first is not None:
        assert near.distance < SIDE
        above = Sprite(left, -9e4, collision=Rect(0, 0, right - left, 1))
        hit = above.sweep(0, 2e5, group)
        column = (left, -9e4, right, 1.1e5)
        assert hit is not None
        assert hit.position.y + 1 == min(boxes[k][1] for k in overlapping(boxes, column))
    return len(wanted)


def spots(count: int) -> list[int]:
    """First, in the middle, last."""
    return sorted({0, count // 2, count - 1})


def probe_on(sprite: Sprite) -> Sprite:
    left, top, right, bottom = sprite.aabb
    return Sprite(left + 1, top + 1, collision=Rect(0, 0, right - left - 2, bottom - top - 2))


def rested(group: Group[Any], probe: Sprite) -> Group[Any]:
    """A Group that has been asked so often that it keeps an index, if it is large or told to."""
    for _ in range(tuning.PATIENCE + 2):
        probe.check(group)
    return group


def judge_as_many(known: Crowd) -> None:
    members, count = known.members, len(known.members)
    places = spots(count) if count <= SMALL else [count // 2]
    with at_least(hits=min(count, len(places)), misses=1) as seen:
        for k in places:
            probe = probe_on(members[k])
            nested = Group(Group(members[:k]), Group(members[k:]))
            for group in (Group(members), nested, rested(Group(members), probe)):
                seen["hits"] += judge(group, known, probe)
        group = Group(members)
        gap = Sprite(SPACE - 5, -5, collision=Circle(0, 0, 3))
        seen["misses"] += judge(group, known, gap) == 0
        for others in ([members[places[-1]]], members[:2], []):  # of a whole crowd, few hit
            crowd = [probe_on(other) for other in others]
            assert len(group.pairs(crowd)) == len(crowd)
            assert Group(crowd).hits(group) == group.hits(crowd) == bool(crowd)


@pytest.mark.parametrize("index", [None, True, False])
@pytest.mark.parametrize("count", [edge for edge in EDGES if edge <= SMALL])
def test_as_many_members(count: int, index: bool | None, pool: list[Sprite]) -> None:
    with index_forced(index):
        judge_as_many(Crowd(pool[:count]))


def test_as_many_members_in_a_process_of_their_own() -> None:
    ended = run_python(__file__, helpers=True)
    assert (ended.stdout.split(), ended.stderr) == ([str(edge) for edge in LARGE], "")


@pytest.mark.parametrize("count", [edge for edge in EDGES if edge <= SMALL])
@pytest.mark.parametrize("share", [False, True])
def test_as_many_moved_or_gone_since_the_last_question(count: int, share: bool) -> None:
    """So many, or one in so many of the members; before the one hit, after it, or it alone."""
    total = min(max(8 * count, 320), 1600)
    many = max(1, total // count) if share else min(count, total)
    k = spots(total)[(EDGES.index(count) + share) % 3]
    members = apart(total)
    probe = probe_on(members[k])
    group = rested(Group(members), probe)
    changed = [members[(k + 1 + i) % total] for i in range(min(many, total - 1))]
    with at_least(hits=3) as seen:
        for sprite in changed:
            sprite.y += 2000
        seen["hits"] += judge(group, Crowd(members), probe)
        assert len(group.pairs(probe_on(changed[-1]))) == 1
        members[k].y += 5
        seen["hits"] += judge(group, Crowd(members), probe_on(members[k]))
        for sprite in changed:
            sprite.vanish()
        members = [sprite for sprite in members if not sprite.vanished]
        assert len(group) == len(members)
        seen["hits"] += judge(group, Crowd(members), probe_on(members[0]))


@pytest.mark.parametrize("count", [edge for edge in EDGES if edge <= FEW])
def test_after_as_many_questions_at_rest(count: int, pool: list[Sprite]) -> None:
    """A Group that has rested so long, moves and rests again."""
    members = pool[:150]
    group, probe = Group(members), probe_on(members[75])
    for way in (5, -5):
        for _ in range(count):
            assert probe.check(group) == [members[75]]
        for k in (0, 75, 149):
            members[k].y += way
        crowd = Crowd(members)
        with at_least(hits=3) as seen:
            for k in (0, 75, 149):
                seen["hits"] += judge(group, crowd, probe_on(members[k]))


@pytest.mark.parametrize("count", EDGES)
def test_as_many_asked_at_once(count: int, pool: list[Sprite]) -> None:
    """Points, boxes, circles and rays, of which one hits."""
    group = Group(pool[:150])
    places = np.array([(SPACE * (k % WIDE) - 5.0, -20.0 - k // WIDE) for k in range(count)])
    with at_least(hits=min(count, 3) if count <= SMALL else 1) as seen:
        for k in spots(count) if count <= SMALL else [count // 2]:
            points = places.copy()
            points[k] = (SPACE * 3 + 4, SPACE + 4)
            wanted = [[k, WIDE + 3]]
            boxes = np.hstack([points - 1, points + 1])
            assert group.point_indices(points).tolist() == wanted
            assert group.box_indices(boxes).tolist() == wanted
            assert (
                group.circle_indices(np.column_stack([points, np.ones(count)])).tolist() == wanted
            )
            rays = group.raycast_arrays(points, points + 0.5)
            assert np.flatnonzero(rays.hit).tolist() == [k]
            assert rays.index[k] == WIDE + 3
            positions, distances = group.nearest_indices(points)
            assert positions[k, 0] == WIDE + 3
            assert np.flatnonzero(distances[:, 0] == 0).tolist() == [k]
            seen["hits"] += 1


TIMES = sorted({min(edge, 512) for edge in EDGES})


@pytest.mark.parametrize("times", TIMES)
@pytest.mark.parametrize("form", ["larger", "flatter", "higher"])
def test_some_are_as_many_times_as_large_as_others(times: int, form: str) -> None:
    """First, last, or among the others."""
    width, height = (SIDE * (times if form != other else 1) for other in ("higher", "flatter"))
    k = (0, 100, 199)[TIMES.index(times) % 3]
    members = apart(200)
    for one in {k, (k + 7) % 200}:
        members[one].collision = Rect(0, 0, width, height)
    group, crowd = Group(members), Crowd(members)
    with at_least(hits=3) as seen:
        for one in (k, (k + 1) % 200, (k + 7) % 200):
            seen["hits"] += judge(group, crowd, probe_on(members[one]))
    wanted = [[i, j] for i in range(200) for j in overlapping(crowd.boxes, crowd.boxes[i]) if i < j]
    assert group.pair_indices().tolist() == wanted


SHAPE_EDGES = sorted({count for count in EDGES if count <= 300} | {15, 16, 17, 63, 64, 65})


@pytest.mark.parametrize("index", [None, True, False])
@pytest.mark.parametrize("count", SHAPE_EDGES)
def test_as_many_shapes(count: int, index: bool | None, pool: list[Sprite]) -> None:
    """Of the one that asks, and of one that is asked about; one of them hits, or is near."""
    members = pool[:150]
    with index_forced(index):
        group = rested(Group(members), probe_on(members[0]))
        with at_least(hits=min(count, 3)) as seen:
            for k in spots(count):
                shapes = [
                    Rect(SPACE * (i % WIDE) + 13, SPACE * (i // WIDE) + 2, 2, 2)
                    for i in range(count)
                ]
                left, top = members[k % 150].aabb[:2]
                shapes[k] = Rect(left + 3, top + 3, 2, 2)
                asker, wanted = Sprite(collision=shapes), [members[k % 150]]
                sides = np.array([shape.bounds for shape in shapes])
                near = [
                    member
                    for member in members
                    if overlapping(sides, np.add(member.aabb, (-6, -6, 6, 6)))
                ]
                assert asker.check(group) == [two[1] for two in pairs(asker, group)] == wanted
                assert group.pairs(asker) == [(wanted[0], asker)]
                (contact,) = asker.contacts(group)
                assert (contact.other, contact.shape) == (wanted[0], shapes[k])
                assert asker.hits(group)
                assert group.hits(asker)
                assert sorted(map(id, group.query_within(asker, 6))) == sorted(map(id, near))
                assert group.nearest(asker).other is wanted[0]  # type: ignore[union-attr]
                seen["hits"] += judge_one_of_many(asker, wanted[0])


def judge_one_of_many(target: Sprite, other: Sprite) -> bool:
    """Ask about one that hits one shape of a sprite of many."""
    probe, group = Sprite(*other.position, collision=other.collision), Group(target)
    left, top, right, bottom = probe.aabb
    assert group.query_box(left, top, right, bottom) == probe.check(group) == [target]
    assert [hit.other for hit in group.raycast_all(left, top + 4, right, top + 4)] == [target]
    above = Sprite(left, top - 50, collision=Rect(0, 0, 8, 8))
    assert above.sweep(0, 60, target) is not None
    return probe.hits(target)


def test_each_threshold_has_its_edges() -> None:
    assert len(THRESHOLDS) > 40
    assert {value + more for value in THRESHOLDS.values() for more in (-1, 0, 1)} - {0} == {*EDGES}


if __name__ == "__main__":
    crowd = Crowd(apart(LARGE[-1]))
    for edge in LARGE:
        judge_as_many(Crowd(crowd.members[:edge], crowd.boxes[:edge]))
        print(edge)
