"""What `exclude` leaves out, and in what form it is told.

A Group, the list of its sprites, and targets without these sprites give the same answer. This holds
in every question, also while members vanish, join, leave, and move to Groups inside.
"""

import random
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest
from laws.held import HOLDS, Node
from laws.roads import QUESTIONS, Asked, Scene, as_group
from support.counting import at_least
from support.hooks import index_forced, live_row_count, validate

from spritecol import CharacterController, Circle, Group, Overlaps, Rect, Sprite, explain, pairs

CONTAINERS: list[tuple[Callable[[list[Sprite]], Any], bool | None]] = [
    (Group, True),
    (lambda some: [Group(some[:5]), *some[5:7], Group(some[7:])], None),
    (lambda some: Group(Group(some[:4]), some), True),
    (list, False),
]
"""How the targets are given, and whether their boxes are compared through an index."""


# --- questions that `roads.py` does not ask -------------------------------------------------------


def walks(asked: Asked, given: dict[str, Any]) -> list[Any]:
    """Two steps of each asker."""
    found: list[Any] = []
    for one in asked.scene.askers:
        x, y = one.position
        walker = CharacterController(one, step=3)
        for _ in range(2):
            slide = walker.move(*asked.scene.way, asked.lasting(), **given)
            found.append((one.position, [asked.place[id(hit.other)] for hit in slide.hits]))
        one.position = x, y
    return found


def bounces(asked: Asked, given: dict[str, Any]) -> list[Any]:
    found: list[Any] = []
    for one in asked.scene.askers:
        x, y = one.position
        one.move_and_bounce(*asked.scene.way, asked.lasting(), **given)
        found.append(one.position)
        one.position = x, y
    return found


def slides_in_bulk(asked: Asked, given: dict[str, Any]) -> list[Any]:
    group = as_group(asked.scene.by)
    before = group.x, group.y
    slides = group.move_and_slide_arrays(*asked.scene.way, asked.lasting(), **given)
    group.x, group.y = before
    return [slides.travel.tolist(), slides.hit.tolist(), slides.normal.tolist()]


def swept_overlaps(asked: Asked, given: dict[str, Any]) -> list[Any]:
    """What is crossed on the way."""
    askers, (dx, dy) = asked.scene.askers, asked.scene.way
    watch = Overlaps(askers, asked.lasting(), swept=True, **given)
    watch.update()
    for one in askers:
        one.position += dx, dy
    changes = watch.update()
    for one in askers:
        one.position -= dx, dy
    number = {id(one): i for i, one in enumerate(askers)}
    return [
        [(number[id(a)], asked.place[id(b)]) for a, b in some]
        for some in (changes.entered, changes.exited)
    ]


FURTHER: dict[str, Callable[[Asked, dict[str, Any]], list[Any]]] = {
    "walks": walks,
    "bounces": bounces,
    "slides in bulk": slides_in_bulk,
    "swept Overlaps": swept_overlaps,
    "distance to all": lambda asked, given: [
        repr(found) for one in asked.scene.askers for found in [one.distance(asked.give(), **given)]
    ],
    "query_outside": lambda asked, given: [
        asked.place[id(one)] for one in asked.group().query_outside(-20, -20, 20, 20, **given)
    ],
}


# --- the law --------------------------------------------------------------------------------------


def live(node: Node, scene: Scene, rng: random.Random, strangers: list[Sprite]) -> None:
    """Something happens to what is excluded."""
    groups = [one for one in node.nodes() if isinstance(one.held, Group)]
    group, members = rng.choice(groups), node.sprites()
    deed = rng.randrange(7)
    if deed <= 1 and members:
        rng.choice(members).vanish()
    elif deed == 2:
        group.add(rng.choice([one for one in scene.targets if not one.vanished]))
    elif deed == 3 and members:
        group.drop(rng.choice(members))
    elif deed == 4:
        group.add(Node(Group, *rng.sample(members, min(2, len(members)))))
    elif deed == 5:
        group.add(strangers.pop())
    elif deed == 6 and members:
        one = rng.choice(members)
        for each in groups:
            each.drop(one)
        groups[-1].add(one)


def asked_among(scene: Any, targets: Any) -> Asked:
    return Asked(scene, lambda: targets)


def forms_of(name: str) -> dict[str, Callable[[Asked, dict[str, Any]], list[Any]]]:
    if name in FURTHER:
        return {name: FURTHER[name]}
    return {form: ask for form, ask, _ in QUESTIONS[name].forms_with({})}


@pytest.mark.parametrize("name", [*QUESTIONS, *FURTHER])
def test_an_excluded_group_is_the_list_of_its_sprites(name: str) -> None:
    """Between questions, something happens to it."""
    before = live_row_count()
    with at_least(answers=20, told_apart=8, vanished=4) as seen:
        for seed, hold in enumerate(HOLDS):
            rng = random.Random(f"{name} {hold}")
            scene: Any = Scene(seed, "sprites" if seed % 2 else "plain", 14, 3)
            strangers = [Sprite(collision=Circle(0, 0, 9)) for _ in range(9)]
            # What lives in it: two thirds of the targets, and an asker.
            node = HOLDS[hold]([*scene.targets[::3], *scene.targets[1::3], scene.askers[2]])
            for turn in range(8):
                live(node, scene, rng, strangers)
                scene.targets = [one for one in scene.targets if not one.vanished]
                scene.askers = [one for one in scene.askers if not one.vanished]
                scene.by = scene.askers
                out = node.sprites()
                left = {id(one) for one in out}
                seen["vanished"] += len(scene.targets) < 16
                give, index = CONTAINERS[(seed + turn) % len(CONTAINERS)]
                rest = give([one for one in scene.targets if id(one) not in left])
                wanted, asked = asked_among(scene, rest), asked_among(scene, give(scene.targets))
                for form, ask in forms_of(name).items():
                    with index_forced(index):
                        by_hand = ask(wanted, {})
                        for told in (node.held, out, [*out[1:], [None, node.held], node.held]):
                            assert ask(asked, {"exclude": told}) == by_hand, form
                        seen["told_apart"] += ask(asked, {}) != by_hand
                    seen["answers"] += bool(by_hand)
            del scene, node, strangers, out, rest, wanted, asked, told, by_hand
    assert live_row_count() == before
    validate()


# --- while a question is running ------------------------------------------------------------------


CHANGES: dict[str, Callable[[Any, list[Sprite]], Any]] = {
    "is cleared": lambda group, walls: group.clear(),
    "gains all": lambda group, walls: group.add(walls),
    "loses some": lambda group, walls: group.discard(list(group)[1:]),
    "loses some, is searched": lambda group, walls: (
        group.discard(list(group)[1:]),
        group.index(group[-1]),
    ),
    "gains all, is searched": lambda group, walls: (group.add(walls), walls[0] in group),
    "gains a Group": lambda group, walls: group.add(Group(walls)),
    "is excluded elsewhere": lambda group, walls: Sprite().check(walls, exclude=group),
    "vanishes": lambda group, walls: [one.vanish() for one in group] and list(group),
}
"""What a `where` may do to the Group that the running question excludes."""


ASKED_AGAIN: dict[str, Callable[[Sprite, Any, dict[str, Any]], Any]] = {
    "move_and_slide": lambda one, all_of_them, how: one.move_and_slide(500, 0, all_of_them, **how),
    "sweep": lambda one, all_of_them, how: one.sweep(500, 0, all_of_them, **how),
    "raycast": lambda one, all_of_them, how: all_of_them.raycast(0, 0, 500, 0, **how),
    "nearest": lambda one, all_of_them, how: all_of_them.nearest(0, 0, **how),
    "nearest to a sprite": lambda one, all_of_them, how: all_of_them.nearest(one, **how),
}
"""Questions that are asked again without what `where` rejects."""


class Excluded(Sprite):
    """One that is excluded when a question begins."""


@pytest.mark.parametrize("ask", ASKED_AGAIN)
@pytest.mark.parametrize("change", CHANGES)
def test_a_running_question_excludes_what_was_there_when_it_began(change: str, ask: str) -> None:
    """It asks `where` about none of these, also if the Group has lost them meanwhile."""
    wall = Rect(0, -9, 9, 18)
    for nested in (False, True):
        walls = [Sprite(20 * k, 0, collision=wall) for k in range(2, 12)]
        inner = Group(Excluded(20 * k + 5, 0, collision=wall) for k in range(2, 12))
        group: Any = Group(inner, Sprite()) if nested else inner
        targets: Any = Group(walls, list(inner))
        asked: list[Any] = []

        def where(other: Sprite, group=group, walls=walls, asked=asked) -> bool:
            if not asked:
                CHANGES[change](group, walls)
            asked.append(type(other))
            return False

        hero = Sprite(0, 0, collision=Rect(-5, -5, 10, 10))
        ASKED_AGAIN[ask](hero, targets, {"exclude": group, "where": where})
        assert asked == [Sprite] * len(walls)
        hero.x = 40
        answer = hero.check(walls, exclude=group)
        assert answer == ([] if walls[0] in list(group) else walls[:1])
    validate()


QUICK: dict[str, Callable[[Sprite, Any, Any], Any]] = {
    "check": lambda one, level, out: one.check(level, exclude=out),
    "hits": lambda one, level, out: one.hits(level, exclude=out),
    "pairs": lambda one, level, out: pairs(one, level, exclude=out),
    "contacts": lambda one, level, out: one.contacts(level, exclude=out),
    "distance": lambda one, level, out: one.distance(level, exclude=out),
    "sweep": lambda one, level, out: one.sweep(9, 0, level, exclude=out),
    "move_and_slide": lambda one, level, out: one.move_and_slide(1, 0, level, exclude=out),
    "raycast": lambda one, level, out: level.raycast(0, 0, 50, 0, exclude=out),
    "nearest": lambda one, level, out: level.nearest(0, 0, exclude=out),
    "sweep_arrays": lambda one, level, out: Group(one).sweep_arrays(9, 0, level, exclude=out),
    "move_and_slide_arrays": lambda one, level, out: Group(one).move_and_slide_arrays(
        1, 0, level, exclude=out
    ),
    "point_indices": lambda one, level, out: level.point_indices([(0, 0)], exclude=out),
}
LARGE = 3_000


@pytest.mark.parametrize("name", QUICK)
def test_a_question_does_not_list_what_is_excluded(name: str) -> None:
    """Not even the pointers to the sprites of a large Group, alone, in a list, or in a Group."""
    level = Group(Sprite(20 * k, 0, collision=Circle(0, 0, 9)) for k in range(9))
    team = Group(Sprite(9 * k, 1e6, collision=Circle(0, 0, 9)) for k in range(LARGE))
    for out in (team, [team, level[3]], Group(team, level[3])):
        one = Sprite(0, 0, collision=Circle(0, 0, 5))
        QUICK[name](one, level, out)  # which may build an index
        tracemalloc.start()
        try:
            QUICK[name](one, level, out)
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert most < 2 * LARGE, out


def test_explain_names_an_excluded_group() -> None:
    one, other = Sprite(collision=Circle(0, 0, 9)), Sprite(5, collision=Circle(0, 0, 9))
    assert "Without exclude they would hit" in explain(one, other, exclude=Group(Group(other)))
