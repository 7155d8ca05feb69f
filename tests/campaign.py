"""Random scenes of all kinds, for as long as you like: judged by shapely and other oracles.

    python tests/campaign.py --minutes 10 --seed 1
    python tests/campaign.py --seed 1 --topics rays --first 40 --rounds 1   # one round again

It prints the seed, how many answers were judged, how many could not be, and those that were wrong;
it exits 1 if there are any. When a round has a wrong answer, it prints at once how to play that
round again. A round depends on its seed, its number and its topic, and not on what was played
before.
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

if __name__ == "__main__":  # run as a script: `support` is beside it, `scenes` in benchmarks
    sys.path[:0] = map(str, (Path(__file__).parent, Path(__file__).parents[1] / "benchmarks"))

import numpy as np
from laws import held
from support.campaign import (
    contacts,
    distances,
    events,
    exact_fits,
    hits,
    judged,
    nearest,
    places,
    rays,
    sweeps,
    worlds,
)
from support.campaign.bulk import BULK, Random, Scene
from support.campaign.tally import Tally

Topic = Callable[[Random, Scene, Scene, Tally, str], None]
TOPICS: dict[str, Topic] = {"hits": hits.play, "worlds": worlds.play}
ALONE = {
    "places": places.play,
    "rays": rays.play,
    "nearest": nearest.play,
    "contacts": contacts.play,
    "sweeps": sweeps.play,
    "events": events.play,
    "distances": distances.play,
    **exact_fits.TOPICS,
    "held": held.play,
    **judged.TOPICS,
}
"""Topics that make their own scenes."""
ALL_TOPICS = [*TOPICS, *ALONE]
REPORT = 60.0
"""Seconds between two lines that tell how far it is."""
SMALLER = 4
"""How many times smaller the scenes of worlds are: they cost more for each answer."""


def play(
    seed: int, number: int, count: int, tally: Tally, topics: Sequence[str], only: str
) -> None:
    """One round: one kind of scene, and all topics on it."""
    name = list(BULK)[number % len(BULK)]
    if only not in name:
        return
    for topic in topics:
        rng = np.random.default_rng([seed, number, ALL_TOPICS.index(topic)])
        known = len(tally.wrong)
        if topic in ALONE:
            ALONE[topic](rng, tally, f"round {number} of seed {seed}")
        else:
            size = count if topic == "hits" else count // SMALLER
            scene, other = BULK[name](rng, size), BULK[name](rng, size // 3)
            other.bring_to(scene)
            where = f"{name}, round {number} of seed {seed}, {count} sprites, frame"
            TOPICS[topic](rng, scene, other, tally, where)
        if len(tally.wrong) > known:
            again = f"--seed {seed} --topics {topic} --count {count} --first {number} --rounds 1"
            print(f"wrong: python tests/campaign.py {again}", flush=True)


def main(arguments: Sequence[str] | None = None) -> Tally:
    """Play rounds until the time is over."""
    parser = argparse.ArgumentParser(
        description="Play random scenes, and judge the answers.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("--minutes", type=float, default=1.0, help="how long")
    parser.add_argument("--seed", type=int, default=0, help="of all scenes")
    parser.add_argument("--count", type=int, default=1500, help="sprites in a scene")
    parser.add_argument(
        "--only",
        default="",
        help=f"only rounds of scenes with this in their name: {', '.join(BULK)}",
    )
    parser.add_argument(
        "--topics",
        nargs="+",
        choices=ALL_TOPICS,
        default=ALL_TOPICS,
        help="only these",
        metavar="TOPIC",
    )
    parser.add_argument("--first", type=int, default=0, help="the first round")
    parser.add_argument("--rounds", type=int, help="as many rounds, whatever time they take")
    given = parser.parse_args(arguments)
    if not any(given.only in name for name in BULK):
        parser.error(f"no scene has {given.only!r} in its name")
    tally, number, start = Tally(), given.first, time.monotonic()
    told = start
    while (
        number < given.first + given.rounds
        if given.rounds
        else time.monotonic() < start + 60 * given.minutes
    ):
        play(given.seed, number, given.count, tally, given.topics, given.only)
        number += 1
        if time.monotonic() > told + REPORT:
            told = time.monotonic()
            minutes, rounds = round((told - start) / 60), number - given.first
            print(f"{minutes} min: {rounds} rounds, {tally}", flush=True)
    print(f"seed {given.seed}, rounds {given.first} to {number - 1}")
    print("\n".join(tally.lines()))
    return tally


if __name__ == "__main__":
    sys.exit(1 if main().wrong else 0)
