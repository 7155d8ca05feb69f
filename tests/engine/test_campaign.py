"""The campaign in small, and that it would notice: see tests/campaign.py."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from types import ModuleType
from typing import Any

import attrs
import campaign
import numpy as np
import pytest
from oracle import exact, round
from oracle.round import Verdict
from support import forms
from support.campaign import (
    contacts,
    distances,
    events,
    hits,
    judged,
    least_moves,
    nearest,
    places,
    rays,
    sight,
    sweeps,
    walkers,
    ways,
    worlds,
)
from support.campaign.bulk import BULK
from support.campaign.geometry import world_of
from support.campaign.judge import judge
from support.campaign.tally import SPARE, Tally
from support.counting import at_least

from spritecol import CharacterController, Group, Overlaps, Sprite, World
from spritecol.paths import Paths


def played(number: int, count: int, *topics: str) -> Any:
    arguments = ["--rounds", "1", "--first", str(number), "--count", str(count), "--seed", "5"]
    return campaign.main([*arguments, "--topics", *topics])


def changed(**fields: Callable[[Any], Any]) -> Callable[..., Any]:
    """A lie that changes fields of a record, each by a function of the record."""

    def lie(honest: Any, *arguments: Any, **how: Any) -> Any:
        found = honest(*arguments, **how)
        values = {name: change(found) for name, change in fields.items()}
        return (
            attrs.evolve(found, **values) if attrs.has(type(found)) else found.__replace__(**values)
        )

    return lie


def seconds(honest: Any, group: Group, *arguments: Any) -> Any:
    positions, distances = honest(group, *arguments, k=2)
    return positions[:, 1], distances[:, 1]


def an_event_less(name: str) -> Any:
    return changed(**{name: lambda changes: getattr(changes, name)[1:]})


ALL_FREE = {"hit": lambda f: np.zeros_like(f.hit), "fraction": lambda f: np.ones(len(f.hit))}

LIES: dict[str, tuple[ModuleType, type, str, Callable[..., Any]]] = {
    "a hit less": (hits, Group, "pairs", lambda f, *a: f(*a)[1:]),
    "a hit more": (hits, Group, "pairs", lambda f, *a: [*f(*a), (a[0][0], a[0][1])]),
    "a hit twice": (hits, Group, "pairs", lambda f, *a: [*f(*a), *f(*a)[:1]]),
    "a ray ends late": (
        rays, Group, "raycast_arrays",
        changed(fraction=lambda f: np.where(f.hit, f.fraction + 1e-3, 1.0)),
    ),
    "a ray hits another": (
        rays, Group, "raycast_arrays",
        changed(index=lambda f: np.where(f.hit, f.index - 1, -1)),
    ),
    "rays miss": (rays, Group, "raycast_arrays", changed(hit=ALL_FREE["hit"])),
    "normals lead inward": (rays, Group, "raycast_arrays", changed(normal=lambda f: -f.normal)),
    "the second is nearest": (nearest, Group, "nearest_indices", seconds),
    "the nearest is farther": (
        nearest, Group, "nearest_indices", lambda f, *a: (f(*a)[0], f(*a)[1] + 0.1),
    ),
    "a push falls short": (
        contacts, Group, "contact_arrays", changed(depth=lambda f: 0.99 * f.depth),
    ),
    "a push is too long": (
        contacts, Group, "contact_arrays", changed(depth=lambda f: 1.5 * f.depth),
    ),
    "a point more": (
        places, Group, "point_indices", lambda f, *a: np.concatenate([f(*a), [[0, 0], [1, 0]]]),
    ),
    "a sweep ends late": (
        sweeps, Group, "sweep_arrays",
        changed(fraction=lambda f: np.where(f.hit, f.fraction + 1e-2, 1.0)),
    ),
    "a sweep ends early": (
        sweeps, Group, "sweep_arrays",
        changed(fraction=lambda f: np.where(f.hit, 0.99 * f.fraction, 1.0)),
    ),
    "sweeps miss": (sweeps, Group, "sweep_arrays", changed(**ALL_FREE)),
    "nobody enters": (events, Overlaps, "update", an_event_less("entered")),
    "one stays less": (events, Overlaps, "update", an_event_less("stayed")),
    "one exits less": (events, Overlaps, "update", an_event_less("exited")),
    "one enters twice": (
        events, Overlaps, "update", changed(entered=lambda f: f.entered + f.stayed[:1]),
    ),
    "a distance is longer": (
        distances, distances.Asked, "distance", changed(distance=lambda f: f.distance + 0.1),
    ),
    "a point is elsewhere": (
        distances, distances.Asked, "distance",
        changed(point=lambda f: (f.point[0] + 99, f.point[1])),
    ),
    "a separation falls short": (
        distances, distances.Asked, "separation", lambda f, *a: [0.98 * way for way in f(*a)],
    ),
    "a separation is too long": (
        distances, distances.Asked, "separation", lambda f, *a: [2 * way for way in f(*a)],
    ),
    "a walker passes walls": (
        walkers, CharacterController, "move",
        lambda f, walker, dx, dy, targets, **more: f(walker, dx, dy, [], **more),
    ),
    "who is played in several forms passes walls": (
        forms, CharacterController, "move",
        lambda f, walker, dx, dy, targets, **more: f(walker, dx, dy, [], **more),
    ),
    "no way is found": (ways, Paths, "find", lambda f, *a: None),
    "a way is no way back": (
        ways, Paths, "find", lambda f, paths, a, b: f(paths, a, b) if a < b else None,
    ),
    "a way out falls short": (
        least_moves, Sprite, "separation", lambda f, *a, **how: 0.98 * f(*a, **how),
    ),
    "a way out leads too far": (
        least_moves, Sprite, "separation", lambda f, *a, **how: 2 * f(*a, **how),
    ),
    "an eye sees less far": (
        sight, Group, "visible_area",
        lambda f, *a, radius, **how: f(*a, radius=0.9 * radius, **how),
    ),
    "a restore does nothing": (worlds, World, "restore", lambda f, *a: None),
}  # fmt: skip


def topics_of(module: ModuleType) -> list[str]:
    """The topics of the campaign in which a module answers."""
    return ["presses", "slides"] if module is forms else [module.__name__.rpartition(".")[2]]


TOPICS = sorted({topic for module, *_ in LIES.values() for topic in topics_of(module)})


@pytest.mark.parametrize("topic", TOPICS)
def test_the_library_itself_is_not_blamed(topic: str) -> None:
    """Else a topic would notice every lie that the next test tells."""
    assert played(0, 160, topic).wrong == []


@pytest.mark.parametrize("lie", LIES)
def test_a_wrong_answer_is_noticed(lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    topic, kind, method, lying = LIES[lie]
    honest = getattr(kind, method)

    def answer(*arguments: Any, **more: Any) -> Any:
        return lying(honest, *arguments, **more)

    monkeypatch.setattr(topic, kind.__name__, type("Liar", (kind,), {method: answer}))
    if topic is hits:  # which takes another road each time
        monkeypatch.setattr(
            hits, "within", lambda _, group, sprites: hits.as_numbers(group.pairs(), sprites)
        )
    assert all(len(played(0, 160, name).wrong) > 1 for name in topics_of(topic))


@pytest.mark.parametrize("number", range(0, len(BULK), 2), ids=list(BULK)[::2])
def test_verdicts_in_bulk_are_those_one_by_one(number: int) -> None:
    scene = list(BULK.values())[number](np.random.default_rng([11, number]), 40)
    sprites, world = scene.sprites(), world_of(scene)
    judged = judge(world, world, sprites, sprites)
    with at_least(hits=5, misses=5) as seen:
        for name, rows in (("hits", judged.hits), ("misses", judged.misses)):
            for i, j in rows[:60].tolist():
                seen[name] += 1
                if scene.exact:
                    assert exact.hits(sprites[i], sprites[j]) is (name == "hits")
                else:
                    expected = Verdict.HIT if name == "hits" else Verdict.MISS
                    one = round.verdict(sprites[i], sprites[j])
                    assert one in (expected, Verdict.CLOSE)


def test_it_runs_as_a_script() -> None:
    command = [
        sys.executable,
        campaign.__file__,
        "--rounds",
        "1",
        "--count",
        "40",
        "--topics",
        "hits",
    ]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "0 wrong" in ran.stdout
    ran = subprocess.run(
        [*command, "--only", "no such"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    assert "no scene has 'no such' in its name" in ran.stderr


def test_what_is_known_is_wrong_if_it_comes_too_often() -> None:
    tally, rng = Tally(), np.random.default_rng(0)
    play = judged.topic("walks", lambda _: ([], Counter(frames=100, parted=1)))
    play(rng, tally, "here")
    assert tally.known["walks: parted"] == judged.PLAYS
    assert len(tally.wrong) == judged.PLAYS - SPARE
    many = judged.topic("walks", lambda _: ([], Counter(frames=100_000, parted=1)))
    many(rng, tally := Tally(), "here")
    assert tally.wrong == []


def test_it_says_how_to_play_a_wrong_round_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(campaign.ALONE, "walks", lambda _, tally, where: tally.wrong.append(where))
    campaign.play(5, 9, 40, Tally(), ["walks"], "")
    again = "--seed 5 --topics walks --count 40 --first 9 --rounds 1"
    assert capsys.readouterr().out == f"wrong: python tests/campaign.py {again}\n"


def test_a_round_can_be_played_again() -> None:
    topics = ("hits", "rays", "events", "worlds")
    assert played(3, 40, *topics).judged == played(3, 40, *topics).judged
