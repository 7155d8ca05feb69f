"""Whatever the road, the form and the conditions: the answer is that of single shapes.

The table of all this is `roads.py`.
"""

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from laws.roads import CONDITIONS, QUESTIONS, ROADS, Answer, Asked, Condition, Road, Scene, cells
from support.counting import at_least
from support.hooks import index_forced, validate

from spritecol import Group, Sprite

SEEDS = range(4)


@cache
def scene_of(seed: int, dress: str) -> Scene:
    return Scene(seed, dress)


@cache
def asked_by(seed: int, dress: str, road: Road) -> Asked:
    """The targets of a scene as a road gives them, to all questions one after another."""
    with index_forced(road.index):
        return road.asked(scene_of(seed, dress))


@cache
def truth_of(name: str, seed: int, condition: Condition) -> Answer:
    return QUESTIONS[name].truth(scene_of(seed, condition.dress), condition)


def near(found: Any, wanted: Any, close: float) -> bool:
    """Whether two answers are the same but for the rounding of numbers that are no counts."""
    if isinstance(wanted, (list, tuple)):
        return len(found) == len(wanted) and all(
            near(one, other, close) for one, other in zip(found, wanted, strict=True)
        )
    if isinstance(wanted, float):
        return math.isclose(found, wanted, rel_tol=close, abs_tol=100 * close)
    return bool(found == wanted)


def in_order(answer: Answer, road: Road) -> Answer:
    """Backwards, the same comes in another order; ties may go to another one."""
    return sorted(answer) if "backwards" in road.name and answer else answer


@pytest.mark.parametrize(
    ("name", "condition"), list(cells()), ids=lambda value: getattr(value, "name", value)
)
def test_every_form_on_every_road_says_what_single_shapes_say(
    name: str, condition: Condition
) -> None:
    question = QUESTIONS[name]
    with at_least(scenes=3, told_apart=question.least_told_apart(condition)) as seen:
        for seed in SEEDS:
            scene = scene_of(seed, condition.dress)
            truth = truth_of(name, seed, condition)
            seen["scenes"] += bool(truth)
            seen["told_apart"] += truth != truth_of(name, seed, CONDITIONS[0])
            keywords = condition.keywords(scene)
            for form, ask, of_truth in question.forms_with(keywords):
                first: Answer | None = None
                for road in ROADS:
                    with index_forced(road.index):
                        answer = in_order(
                            ask(asked_by(seed, condition.dress, road), keywords), road
                        )
                    if answer == first:
                        continue  # as near to the truth: to compare numbers takes most of the time
                    wanted = in_order(of_truth(truth), road)
                    where = f"{form}, {road.name}, scene {seed}: {answer} instead of {wanted}"
                    assert near(answer, wanted, question.close), where
                    assert first is None or "backwards" in road.name, where
                    first = answer if first is None else first
                    assert near(answer, in_order(first, road), question.close), where
        validate()


# --- few among many -------------------------------------------------------------------------------

MANY = 600
"""So many that a Group keeps an index by itself."""
FEW = 20


@cache
def large_scene(dress: str) -> Scene:
    return Scene(40, dress, MANY, FEW)


@pytest.mark.parametrize("condition", [CONDITIONS[0], CONDITIONS[1], CONDITIONS[7], CONDITIONS[9]])
@pytest.mark.parametrize(
    "name",
    [
        "hits",
        "within",
        "contacts",
        "circles",
        "nearest",
        "rays",
        "thick rays",
        "sweeps",
    ],
)
def test_few_among_many(name: str, condition: Condition) -> None:
    question = QUESTIONS[name]
    if condition.name in question.ignores:
        condition = CONDITIONS[0]
    scene = large_scene(condition.dress)
    truth, keywords = question.truth(scene, condition), condition.keywords(scene)
    with at_least(answers=2) as seen:
        seen["answers"] += len(truth)
        for road in ROADS:
            if road.name not in LARGE_ROADS:
                continue
            with index_forced(road.index):
                asked = road.asked(scene)
                for form, ask, of_truth in question.forms_with(keywords):
                    for _ in range(3):  # the first time, and when an index is kept
                        answer = ask(asked, keywords)
                        assert near(answer, of_truth(truth), question.close), (form, road.name)
    validate()


LARGE_ROADS = ("list", "list of Groups", "Group", "Group, by index", "Group, by number")


# --- the whole scene elsewhere --------------------------------------------------------------------


def pivot_of(sprite: Sprite) -> tuple[float, float]:
    """Where a sprite's center is in the world."""
    if sprite.offset_sync:
        return sprite.x, sprite.y
    return sprite.x + sprite.center_x, sprite.y + sprite.center_y


def pivot_to(sprite: Sprite, x: float, y: float) -> None:
    old_x, old_y = pivot_of(sprite)
    # In this order, whole numbers stay exact.
    sprite.x, sprite.y = sprite.x - old_x + x, sprite.y - old_y + y


def moved(dx: float, dy: float) -> Callable[[Sprite], None]:
    def change(sprite: Sprite) -> None:
        sprite.x, sprite.y = sprite.x + dx, sprite.y + dy

    return change


def turned(sprite: Sprite) -> None:
    x, y = pivot_of(sprite)
    pivot_to(sprite, -y, x)
    sprite.angle += 90


def mirrored(sprite: Sprite) -> None:
    """At the upright axis: a turn the other way, of the mirrored shape."""
    x, y = pivot_of(sprite)
    pivot_to(sprite, -x, y)
    sprite.angle, sprite.scale_x = -sprite.angle, -sprite.scale_x


def scaled(factor: float) -> Callable[[Sprite], None]:
    def change(sprite: Sprite) -> None:
        x, y = pivot_of(sprite)
        pivot_to(sprite, factor * x, factor * y)
        sprite.scale_x, sprite.scale_y = factor * sprite.scale_x, factor * sprite.scale_y

    return change


CHANGES: dict[str, tuple[Callable[[Sprite], None], float]] = {
    "moved": (moved(1_000_003, -77), 1),
    "moved far": (moved(-(2.0**30), 2.0**31), 1),
    "moved by a half": (moved(0.5, -1024.25), 1),
    "turned": (turned, 1),
    "mirrored": (mirrored, 1),
    "doubled": (scaled(2), 2),
    "tiny": (scaled(2.0**-20), 2.0**-20),
    "huge": (scaled(2.0**20), 2.0**20),
}


def is_area(sprite: Sprite) -> bool:
    """Not a point, which follows a fill rule that has a direction."""
    return all(shape.bounds[:2] != shape.bounds[2:] for shape in sprite.shapes)


@pytest.mark.parametrize("name", CHANGES)
def test_a_scene_elsewhere_has_the_same_hits_as_deep(name: str) -> None:
    """In whole numbers, where that is exact, and in any: moved, turned, mirrored, scaled."""
    change, factor = CHANGES[name]
    with at_least(hits=90, touches=10) as seen:
        for seed in range(18):
            answers = []
            for apply in (False, True):
                scene = Scene(seed, "plain")
                sprites = [
                    s
                    for s in (*scene.askers, *scene.targets)
                    if is_area(s) or (scene.whole and name.startswith("moved"))
                ]
                for sprite in {id(s): s for s in sprites}.values() if apply else ():
                    change(sprite)
                size = factor if apply else 1
                hits = [[a.hits(b) for b in sprites] for a in sprites]
                depths = [c.depth / size for a in sprites for c in a.contacts(sprites)]
                gaps = [a.distance(b).distance / size for a in sprites for b in sprites]
                outs = [s.separation(sprites).length / size for s in sprites]
                way = size * 40
                dx, dy = {"turned": (0, way), "mirrored": (-way, 0)}.get(name, (way, 0))
                if not apply:
                    dx, dy = 40, 0
                starts = [s.sweep(dx, dy, sprites) for s in sprites] if name != "tiny" else []
                answers.append((hits, depths, gaps, outs, [h and h.fraction for h in starts]))
            seen["hits"] += sum(map(sum, answers[0][0]))
            seen["touches"] += answers[0][2].count(0.0)
            assert answers[0][0] == answers[1][0]
            for plain, other in zip(answers[0][1:], answers[1][1:], strict=True):
                assert near(other, plain, 1e-9 if "far" not in name else 1e-6)


def test_the_same_place_said_otherwise() -> None:
    """A whole turn more; half a turn as two mirrors; `offset_sync` with the base moved along."""
    with at_least(hits=150) as seen:
        for seed in range(30):
            scene = Scene(2 * seed, "plain")
            expected = QUESTIONS["hits"].truth(scene, CONDITIONS[0])
            for k, sprite in enumerate(scene.targets[:9:2] + scene.askers[2:]):
                if k % 3 == 0:
                    sprite.angle += 360
                elif k % 3 == 1:
                    sprite.angle += 180
                    sprite.scale_x, sprite.scale_y = -sprite.scale_x, -sprite.scale_y
                else:
                    x, y = pivot_of(sprite)
                    sprite.offset_sync = True
                    pivot_to(sprite, x, y)
            found = Group(scene.askers).pair_indices(scene.targets).tolist()
            assert [tuple(row) for row in found] == expected, seed
            seen["hits"] += len(expected)
