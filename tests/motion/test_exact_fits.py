"""What fits exactly: a few rounds of each topic; and its oracle against slower ones."""

import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from oracle import exact
from support.campaign import exact_fits, fits_places, fits_scenes, fits_ways
from support.campaign.tally import Tally
from support.oracle_fits import HERE, between, bodies, free, inside, meets, place, share

from spritecol import Sprite

STEPS = 12  # times at which a way is sampled
AFTER = Fraction(1, 10**9)


def at(sprite: Sprite, dx: Fraction, dy: Fraction) -> list[exact.Solid]:
    """The shapes of a sprite, moved, for the other oracle."""

    class Moved:
        def __getattr__(self, name: str) -> object:
            value = getattr(sprite, name)
            return Fraction(value) + {"x": dx, "y": dy}[name] if name in ("x", "y") else value

    return exact.solids(Moved())


def meet(a: list[exact.Solid], b: list[exact.Solid]) -> bool:
    return exact.are_met(a, b)


def test_ways_are_those_of_the_other_oracle_at_many_times() -> None:
    r, found = random.Random(3), 0
    for _ in range(80):
        a = Sprite(
            r.randint(-8, 8), r.randint(-8, 8), collision=fits_scenes.shape(r, 4, "rrccstpo")
        )
        b = Sprite(
            r.randint(-8, 8), r.randint(-8, 8), collision=fits_scenes.shape(r, 4, "rrccstpo")
        )
        dx, dy = (Fraction(r.randint(-16, 16)) for _ in "xy")
        pair, still = between(bodies(a)[0], bodies(b)[0]), exact.solids(b)
        starts = meet(at(a, Fraction(0), Fraction(0)), still)
        assert inside(pair, HERE) == starts
        if starts or not (dx or dy):
            continue
        way = place(dx, dy)
        will = meets(pair, way)
        first = fits_ways.time_of(pair, way) if will else Fraction(1)
        for k in range(1, STEPS + 1):
            time = Fraction(k, STEPS)
            now = meet(at(a, time * dx, time * dy), still)
            assert now == inside(pair, share(way, time))
            assert not now or (will and time >= first)
        if will and len(pair.hull) + bool(pair.reach) > 2:
            found += 1
            assert meet(at(a, (first + AFTER) * dx, (first + AFTER) * dy), still)
            assert not meet(at(a, first * dx, first * dy), still)
    assert found > 7


def test_thin_rays_are_those_of_the_other_oracle() -> None:
    r, found = random.Random(4), 0
    for _ in range(600):
        target = Sprite(
            r.randint(-4, 4), r.randint(-4, 4), collision=fits_scenes.shape(r, 4, "rrccstp")
        )
        start = Sprite(r.randint(-8, 8), r.randint(-8, 8), collision=fits_scenes.Circle(0, 0, 0))
        dx, dy = r.randint(-12, 12) or 1, r.randint(-12, 12)
        judged = fits_ways.judge(bodies(start), [bodies(target)], place(dx, dy), 64.0, thin=True)
        entries = exact.ray(target, (start.x, start.y), (start.x + dx, start.y + dy))
        entry = entries[0] if entries else None
        assert judged is not None
        assert bool(judged.within) == (entry is not None and entry.inside)
        assert bool(judged.within or judged.met) == (entry is not None)
        if entry is not None and not entry.inside:
            found += 1
            assert abs(float(fits_ways.time_of(judged.met[0].pair, judged.way)) - entry.time) < 1e-9
    assert found > 25


def test_no_free_place_of_a_grid_is_nearer_than_the_least_move() -> None:
    r, found = random.Random(5), 0
    for _ in range(12):
        mover, targets = fits_places.pit(r, r.choice([2, 4]))
        walls = fits_places.walls_of(bodies(mover), [b for one in targets for b in bodies(one)])
        if free(walls, HERE):
            continue
        best = min(
            (i * i + j * j, i, j)
            for i, j in product(range(-96, 97, 4), repeat=2)
            if i * i + j * j < 96 * 96 and free(walls, (i, j, 1))
        )
        limit = best[0] ** 0.5 / 4 + 1e-6
        nearest = fits_places.shorter(walls, limit, 0.0)
        assert nearest is not None
        (dx, dy), _ = nearest
        still = [solid for one in targets for solid in exact.solids(one)]
        assert not meet(at(mover, Fraction(dx), Fraction(dy)), still)
        found += 1
    assert found > 3


ROUNDS = {"fits-sweeps": 6, "fits-rays": 6, "fits-passes": 6, "fits-rolls": 40, "fits-walks": 10}
JUDGED = {
    "fits-sweeps": 300, "fits-falls": 400, "fits-rays": 200, "fits-passes": 1000, "fits-least": 100,
    "fits-slides": 150, "fits-far": 100, "fits-rolls": 30, "fits-walks": 35,
}  # fmt: skip
"""What each topic must judge at least."""


@pytest.mark.parametrize("topic", JUDGED)
def test_what_fits_exactly_is_right(topic: str) -> None:
    tally = Tally()
    for number in range(ROUNDS.get(topic, 20)):
        exact_fits.TOPICS[topic](np.random.default_rng([5, number]), tally, f"round {number}")
    assert tally.wrong == []
    assert tally.judged.total() >= JUDGED[topic]
