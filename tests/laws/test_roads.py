"""Whatever the road, the form and the conditions: the answer is that of single shapes.

The table of all this is `roads.py`.
"""

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from laws.roads import (
    CONDITIONS,
    OUT,
    QUESTIONS,
    ROADS,
    SLIDES,
    USED_UP,
    Answer,
    Asked,
    Condition,
    Levels,
    Road,
    Scene,
    cells,
)
from support.counting import at_least
from support.hooks import index_forced, limit, use_up_passes, validate

from spritecol import Circle, Group, Sprite

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
    roads = {road.name: 1 for road in ROADS}
    with at_least(scenes=3, told_apart=question.least_told_apart(condition), **roads) as seen:
        for seed in SEEDS:
            scene = scene_of(seed, condition.dress)
            truth = truth_of(name, seed, condition)
            seen["scenes"] += bool(truth)
            seen["told_apart"] += truth != truth_of(name, seed, CONDITIONS[0])
            keywords = condition.keywords(scene)
            for form, ask, of_truth in question.forms_with(keywords):
                first: Answer | None = None
                for road in [ROADS[0], *ROADS[1 + seed % question.scenes :: question.scenes]]:
                    seen[road.name] += 1
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


@pytest.mark.parametrize("kind", USED_UP)
def test_a_move_refuses_what_is_used_up(kind: Callable[[list[Sprite]], Any]) -> None:
    """A game that keeps it from frame to frame would have no walls after the first one."""
    bodies, walls = Group(Sprite(collision=Circle(0, 0, 5))), [Sprite() for _ in range(9)]
    for move in (
        bodies.move_and_slide_arrays,
        bodies[0].move_and_slide,
        bodies[0].move_and_collide,
    ):
        with pytest.raises(TypeError, match="make it a list"):
            move(1, 2, kind(walls))


def test_after_four_billion_lists_of_targets_each_is_still_met_once() -> None:
    """The number of a list marks what it holds. There are no more than that, and it begins anew."""
    me, first, second = (Sprite(collision=Circle(0, 0, 5)) for _ in range(3))
    for left in (3, 2, 1, 0, 0, 0):  # the last ones have the number of the one before
        use_up_passes(left)
        for _ in range(left + 1):
            assert me.check([first, [second, first]]) == [first, second]


# --- few among many -------------------------------------------------------------------------------

MANY = 2 * limit("KEPT_FROM")
"""So many that a Group keeps an index by itself."""
FEW = 8
FEW_ASK = (
    "hits",
    "within",
    "contacts",
    "circles",
    "nearest",
    "rays",
    "thick rays",
    "sweeps",
    "turned sweeps",
)


@cache
def large_scene(dress: str) -> Scene:
    return Scene(42, dress, MANY, FEW)


@pytest.mark.parametrize("condition", [CONDITIONS[0], CONDITIONS[1], CONDITIONS[7], CONDITIONS[9]])
@pytest.mark.parametrize("name", FEW_ASK)
def test_few_among_many(name: str, condition: Condition) -> None:
    """Also long slanted ones, on a long slanted way, and such as have many shapes and turn."""
    question = QUESTIONS[name]
    if condition.name in question.ignores:
        condition = CONDITIONS[0]
    scene = large_scene(condition.dress)
    truth, keywords = question.truth(scene, condition), condition.keywords(scene)
    first: dict[str, Answer] = {}
    with at_least(answers=2) as seen:
        seen["answers"] += len(truth)
        for road in ROADS:
            if road.name not in LARGE_ROADS:
                continue
            with index_forced(road.index):
                asked = road.asked(scene)
                # The first time, and when an index is kept. A plain list keeps nothing.
                for _ in range(1 if road.name == "list" else 3):
                    for form, ask, of_truth in question.forms_with(keywords):
                        answer = ask(asked, keywords)
                        if form not in first:
                            assert near(answer, of_truth(truth), question.close), form
                            first[form] = answer
                        assert answer == first[form], (form, road.name)
    validate()


LARGE_ROADS = ("list", "list of Groups", "Group, by index", "Group, by number")


# --- many shapes ---------------------------------------------------------------------------------

levels = cache(Levels)
LEVEL_ROADS = ("list", "Group, by index", "Group of Groups")


@pytest.mark.parametrize("name", [name for name in QUESTIONS if name not in ("sight", "within")])
def test_many_shapes_say_what_single_shapes_say(name: str) -> None:
    """Also turned, scaled, flat, far out, and with more pairs of near parts than shapes."""
    question = QUESTIONS[name]
    kinds = ["bodies"] if question is OUT or question is SLIDES else [*Levels.KINDS]
    with at_least(**dict.fromkeys(kinds, 2), answers=4) as seen:
        for scene in map(levels, range(12)):
            if scene.kind not in kinds:
                continue
            truth = question.truth(scene, CONDITIONS[0])
            seen.update({scene.kind: 1, "answers": len(truth)})
            for road in ROADS:
                if road.name not in LEVEL_ROADS:
                    continue
                with index_forced(road.index):
                    asked = road.asked(scene)
                    for form, ask, of_truth in question.forms_with({}):
                        found, wanted = ask(asked, {}), of_truth(truth)
                        assert near(found, wanted, question.close), (form, road.name, scene.kind)
    validate()


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


def sprites_of(seed: int, points: bool) -> list[Sprite]:
    scene = Scene(seed, "plain")
    return [s for s in (*scene.askers, *scene.targets) if is_area(s) or (scene.whole and points)]


def answers_of(sprites: list[Sprite], size: float, way: tuple[float, float]) -> list[Any]:
    """All hits, and all numbers as if everything were of its size before a change."""
    met = [s.sweep(*way, sprites) for s in sprites]
    return [
        [[a.hits(b) for b in sprites] for a in sprites],
        [c.depth / size for a in sprites for c in a.contacts(sprites)],
        [a.distance(b).distance / size for a in sprites for b in sprites],
        [s.separation(sprites).length / size for s in sprites],
        [hit and hit.fraction for hit in met],
    ]


@cache
def plain_answers(seed: int, points: bool) -> list[Any]:
    return answers_of(sprites_of(seed, points), 1, (40, 0))


@pytest.mark.parametrize("name", CHANGES)
def test_a_scene_elsewhere_has_the_same_hits_as_deep(name: str) -> None:
    """In whole numbers, where that is exact, and in any: moved, turned, mirrored, scaled."""
    change, factor = CHANGES[name]
    points, way = name.startswith("moved"), factor * 40
    with at_least(hits=30, touches=3) as seen:
        for seed in range(5):
            sprites = sprites_of(seed, points)
            for sprite in {id(s): s for s in sprites}.values():
                change(sprite)
            ways = {"turned": (0.0, way), "mirrored": (-way, 0.0)}
            plain, found = (
                plain_answers(seed, points),
                answers_of(sprites, factor, ways.get(name, (way, 0.0))),
            )
            seen["hits"] += sum(map(sum, plain[0]))
            seen["touches"] += plain[2].count(0.0)
            assert found[0] == plain[0]
            # In what is tiny, a hair is a part of the way.
            for one, other in list(zip(plain, found, strict=True))[1 : 4 if name == "tiny" else 5]:
                assert near(other, one, 1e-9 if "far" not in name else 1e-6)


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
