"""The campaign in small, and that it would notice: see tests/campaign.py and docs/trust.md."""

import campaign
import numpy as np
import pytest
from support import oracle_exact, oracle_shapely
from support.campaign import hits
from support.campaign.geometry import world_of
from support.campaign.judge import judge
from support.campaign.scenes import KINDS, Ints
from support.oracle_shapely import Verdict

kinds = pytest.mark.parametrize("number", range(len(KINDS)), ids=list(KINDS))


@kinds
def test_no_answer_is_wrong(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    tally = campaign.main(["--rounds", "1", "--first", str(number), "--count", "90", "--seed", "5"])
    assert tally.wrong == []
    assert tally.judged["hits"] > 50
    assert tally.undecided["hits"] < 20
    assert f"{tally.judged['hits']:,} judged" in capsys.readouterr().out


@kinds
@pytest.mark.parametrize("lie", ["a hit less", "a hit more", "one twice"])
def test_a_wrong_answer_is_noticed(number: int, lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
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
    tally = campaign.main(["--rounds", "1", "--first", str(number), "--count", "90", "--seed", "5"])
    assert len(tally.wrong) >= 1


@kinds
def test_verdicts_in_bulk_are_those_one_by_one(number: int) -> None:
    name = list(KINDS)[number]
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
    assert campaign.main(arguments).judged == campaign.main(arguments).judged
