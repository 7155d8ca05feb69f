"""The campaign in small, and that it would notice: see tests/campaign.py."""

from types import ModuleType
from typing import Any

import campaign
import numpy as np
import pytest
from support import oracle_exact, oracle_shapely
from support.campaign import (
    contacts,
    distances,
    events,
    hits,
    nearest,
    places,
    rays,
    sweeps,
    walkers,
    worlds,
)
from support.campaign.geometry import world_of
from support.campaign.judge import judge
from support.campaign.scenes import KINDS, Ints
from support.for_each import for_each
from support.oracle_shapely import Verdict

from spritecol import CharacterController, Group, Overlaps, Snapshot, Sprite, World

kinds = pytest.mark.parametrize("number", range(len(KINDS)), ids=list(KINDS))


@kinds
def test_no_answer_is_wrong(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--rounds", "1", "--first", str(number), "--count", "160", "--seed", "5"]
    slow = set() if number % 5 == 0 else {"walkers"}
    tally = campaign.main([*arguments, "--topics", *(campaign.TOPICS.keys() - slow)])
    assert tally.wrong == []
    assert tally.judged["hits"] > 50
    assert tally.undecided["hits"] < 20
    assert tally.judged["places"] > 50
    assert tally.judged["rays"] >= rays.COUNT
    assert tally.judged["nearest"] >= rays.COUNT
    assert tally.judged["contacts"] > 10
    assert tally.judged["sweeps"] >= 10
    assert tally.judged["distances"] >= 2 * distances.COUNT
    assert tally.judged["events"] > 10
    assert slow or tally.judged["walkers"] > walkers.WALKERS * walkers.FRAMES
    assert tally.judged["worlds"] > worlds.CHANGES
    assert tally.judged["frames over a line"] == worlds.FRAMES
    assert f"{tally.judged['hits']:,} judged" in capsys.readouterr().out


@pytest.mark.parametrize("lie", ["a hit less", "a hit more", "one twice"])
def test_a_wrong_answer_is_noticed(lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = hits.within

    def lying(*arguments: object) -> Ints:
        found = np.asarray(honest(*arguments))  # type: ignore[arg-type]
        if lie == "a hit less":
            return found[1:]
        if lie == "one twice":
            return np.concatenate([found, found[:1]])
        known = set(map(tuple, found.tolist()))
        more = next((i, j) for j in range(9) for i in range(j) if (i, j) not in known)
        return np.concatenate([found, np.array([more])])

    monkeypatch.setattr(hits, "within", lying)
    arguments = ["--rounds", "1", "--first", "0", "--count", "60", "--seed", "5"]
    tally = campaign.main([*arguments, "--topics", "hits"])
    assert len(tally.wrong) >= 1


def rays_that_end_late(group: Group, *arguments: Any) -> Any:
    found = Group.raycast_arrays(group, *arguments)
    return found.__replace__(fraction=np.where(found.hit, found.fraction + 1e-3, 1.0))


def rays_of_others(group: Group, *arguments: Any) -> Any:
    found = Group.raycast_arrays(group, *arguments)
    return found.__replace__(position=np.where(found.hit, found.position - 1, -1))


def rays_that_miss(group: Group, *arguments: Any) -> Any:
    found = Group.raycast_arrays(group, *arguments)
    return found.__replace__(hit=np.zeros_like(found.hit))


def rays_with_normals_inward(group: Group, *arguments: Any) -> Any:
    found = Group.raycast_arrays(group, *arguments)
    return found.__replace__(normal=-found.normal)


def next_to_nearest(group: Group, *arguments: Any) -> Any:
    positions, distances = Group.nearest_indices(group, *arguments, k=2)
    return positions[:, 1], distances[:, 1]


def too_far(group: Group, *arguments: Any) -> Any:
    positions, distances = Group.nearest_indices(group, *arguments)
    return positions, distances + 0.1


def pushes_that_fall_short(group: Group) -> Any:
    found = Group.contact_arrays(group)
    return found.__replace__(depths=0.99 * found.depths)


def pushes_too_far(group: Group) -> Any:
    found = Group.contact_arrays(group)
    return found.__replace__(depths=1.5 * found.depths)


def a_point_more(group: Group, *arguments: Any) -> Any:
    return np.concatenate([Group.point_indices(group, *arguments), [[0, 0], [1, 0]]])


def sweeps_that_end_late(group: Group, *arguments: Any) -> Any:
    found = Group.sweep_arrays(group, *arguments)
    return found.__replace__(fraction=np.where(found.hit, found.fraction + 1e-2, 1.0))


def sweeps_that_end_early(group: Group, *arguments: Any) -> Any:
    found = Group.sweep_arrays(group, *arguments)
    return found.__replace__(fraction=np.where(found.hit, 0.99 * found.fraction, 1.0))


def sweeps_that_miss(group: Group, *arguments: Any) -> Any:
    found = Group.sweep_arrays(group, *arguments)
    return found.__replace__(hit=np.zeros_like(found.hit), fraction=np.ones(len(found.hit)))


def an_event_less(name: str) -> Any:
    def update(watch: Overlaps) -> Any:
        changes = Overlaps.update(watch)
        return changes.__replace__(**{name: getattr(changes, name)[1:]})

    return update


def an_event_again(watch: Overlaps) -> Any:
    changes = Overlaps.update(watch)
    return changes.__replace__(entered=changes.entered + changes.stayed[:1])


def a_distance_more(sprite: Sprite, other: Sprite) -> Any:
    found = Sprite.distance(sprite, other)
    return found.__replace__(distance=found.distance + 0.1)


def a_point_elsewhere(sprite: Sprite, other: Sprite) -> Any:
    found = Sprite.distance(sprite, other)
    return found.__replace__(point=(found.point[0] + 99, found.point[1]))


def too_short(sprite: Sprite, *targets: Any) -> Any:
    dx, dy = Sprite.separation(sprite, *targets)
    return 0.98 * dx, 0.98 * dy


def too_long(sprite: Sprite, *targets: Any) -> Any:
    dx, dy = Sprite.separation(sprite, *targets)
    return 2 * dx, 2 * dy


def through_everything(
    controller: CharacterController, dx: float, dy: float, targets: Any, *, drop: bool = False
) -> Any:
    return CharacterController.move(controller, dx, dy, [], drop=drop)


def nothing(world: World, snapshot: Snapshot) -> None:
    pass


LIES: dict[str, tuple[ModuleType, type, str, Any]] = {
    "late": (rays, Group, "raycast_arrays", rays_that_end_late),
    "others": (rays, Group, "raycast_arrays", rays_of_others),
    "through": (rays, Group, "raycast_arrays", rays_that_miss),
    "inward": (rays, Group, "raycast_arrays", rays_with_normals_inward),
    "second": (nearest, Group, "nearest_indices", next_to_nearest),
    "far": (nearest, Group, "nearest_indices", too_far),
    "short": (contacts, Group, "contact_arrays", pushes_that_fall_short),
    "deep": (contacts, Group, "contact_arrays", pushes_too_far),
    "more": (places, Group, "point_indices", a_point_more),
    "after": (sweeps, Group, "sweep_arrays", sweeps_that_end_late),
    "before": (sweeps, Group, "sweep_arrays", sweeps_that_end_early),
    "free": (sweeps, Group, "sweep_arrays", sweeps_that_miss),
    "no enter": (events, Overlaps, "update", an_event_less("entered")),
    "no stay": (events, Overlaps, "update", an_event_less("stayed")),
    "no exit": (events, Overlaps, "update", an_event_less("exited")),
    "apart": (distances, distances.Asked, "distance", a_distance_more),
    "elsewhere": (distances, distances.Asked, "distance", a_point_elsewhere),
    "stuck": (distances, distances.Asked, "separation", too_short),
    "flung": (distances, distances.Asked, "separation", too_long),
    "walls": (walkers, CharacterController, "move", through_everything),
    "enters twice": (events, Overlaps, "update", an_event_again),
    "stays": (worlds, World, "restore", nothing),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_wrong_answer_of_another_topic_is_noticed(
    lie: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    topic, honest, method, lying = LIES[lie]
    monkeypatch.setattr(topic, honest.__name__, type("Liar", (honest,), {method: lying}))
    name = topic.__name__.rpartition(".")[2]
    arguments = ["--rounds", "1", "--first", "0", "--count", "360", "--seed", "5", "--topics", name]
    assert len(campaign.main(arguments).wrong) > 1


@for_each("number, name", [*enumerate(KINDS)][::2])
def test_verdicts_in_bulk_are_those_one_by_one(number: int, name: str) -> None:
    scene = KINDS[name](np.random.default_rng([11, number]), 40)
    sprites, world = scene.sprites(), world_of(scene)
    judged = judge(world, world, sprites, sprites)
    assert len(judged.hits) > 5
    for rows, expected in ((judged.hits, Verdict.HIT), (judged.misses, Verdict.MISS)):
        for i, j in rows[:60].tolist():
            if scene.exact:
                assert oracle_exact.hits(sprites[i], sprites[j]) is (expected is Verdict.HIT)
            else:
                one = oracle_shapely.verdict(sprites[i], sprites[j])
                assert one in (expected, Verdict.CLOSE)


def test_a_round_can_be_played_again() -> None:
    arguments = ["--rounds", "1", "--first", "3", "--count", "60", "--seed", "8"]
    arguments += ["--topics", "hits", "rays", "events", "worlds"]
    assert campaign.main(arguments).judged == campaign.main(arguments).judged
