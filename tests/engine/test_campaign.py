"""The campaign in small, and that it would notice: see tests/campaign.py."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from types import ModuleType
from typing import Any

import campaign
import numpy as np
import pytest
from oracle import exact, round
from oracle.round import Verdict
from support.campaign import hits, judged, worlds
from support.campaign.bulk import BULK
from support.campaign.geometry import world_of
from support.campaign.judge import judge
from support.campaign.tally import SPARE, Tally
from support.counting import at_least

from spritecol import Group, World


def played(number: int, count: int, *topics: str) -> Any:
    arguments = ["--rounds", "1", "--first", str(number), "--count", str(count), "--seed", "5"]
    return campaign.main([*arguments, "--topics", *topics])


LIES: dict[str, tuple[ModuleType, type, str, Callable[..., Any]]] = {
    "a hit less": (hits, Group, "pairs", lambda f, *a: f(*a)[1:]),
    "a hit more": (hits, Group, "pairs", lambda f, *a: [*f(*a), (a[0][0], a[0][1])]),
    "a hit twice": (hits, Group, "pairs", lambda f, *a: [*f(*a), *f(*a)[:1]]),
    "a restore does nothing": (worlds, World, "restore", lambda f, *a: None),
}
"""Of the topics that no test but these plays: the judges of the others are asked by laws."""


@pytest.mark.parametrize("topic", campaign.TOPICS)
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
    assert len(played(0, 160, topic.__name__.rpartition(".")[2]).wrong) > 1


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
