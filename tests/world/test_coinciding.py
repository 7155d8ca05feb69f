"""Games in which sprites coincide: what lived before, and which rows they have, decides nothing."""

import random

import pytest
from support import spawners
from support.counting import at_least
from support.processes import run_python

FRAMES = 60


@pytest.mark.parametrize("seed", range(6))
def test_a_game_with_ties_is_the_same_by_any_road(seed: int) -> None:
    """Restored, loaded, deep-copied and pickled every few frames, its sprites in other rows."""
    game = spawners.Spawner(seed)
    digests = spawners.digests_of(game, FRAMES)
    with at_least(coincided=50, digests=FRAMES) as seen:
        seen.update(coincided=game.coincided, digests=len(set(digests)))
    assert spawners.digests_by_roads(seed, FRAMES, 7) == digests


def test_a_game_with_ties_goes_on_in_a_fresh_process() -> None:
    game = spawners.Spawner(77)
    spawners.digests_of(game, 20)
    data = game.world().save().to_bytes()
    kept = spawners.other_rows(random.Random(2))
    ended = run_python(spawners.__file__, str(FRAMES), data.hex(), helpers=True)
    assert ended.returncode == 0, ended.stderr
    assert list(map(int, ended.stdout.split())) == spawners.digests_of(game, FRAMES)
    del kept
