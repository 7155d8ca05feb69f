"""What fits exactly: a few rounds of each topic; and its oracle by slower questions."""

import random
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from oracle import exact
from support.campaign import exact_fits, fits_places, fits_scenes
from support.campaign.tally import Tally
from support.counting import at_least
from support.fits import HERE, bodies, free

from spritecol import Capsule, CharacterController, Circle, Ellipse, Rect, Sprite

KINDS = "rrccstpo"


def test_who_is_met_on_a_way_is_hit_right_after_and_never_before() -> None:
    """The oracle's ways, by its hits at many times."""
    r = random.Random(3)
    with at_least(met=15, missed=30) as seen:
        for _ in range(80):
            a, b = (
                Sprite(r.randint(-8, 8), r.randint(-8, 8), collision=fits_scenes.shape(r, 4, KINDS))
                for _ in "ab"
            )
            way = r.randint(-16, 16), r.randint(-16, 16)
            entry = next(iter(exact.sweep(a, b, way)), None)
            times = [Fraction(k, 12) for k in range(13)]
            hits = [time for time in times if exact.hits_at(a, b, [time * n for n in way])]
            seen["missed" if entry is None else "met"] += 1
            assert not hits or (entry is not None and entry.time <= hits[0])
            if entry is not None and not entry.inside and a.geometry.area and b.geometry.area:
                right_after = [(entry.time + Fraction(1, 10**9)) * n for n in way]
                assert exact.hits_at(a, b, right_after)


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
        assert not any(exact.hits_at(mover, one, (dx, dy)) for one in targets)
        found += 1
    assert found > 3


ROUNDS = {
    "fits-sweeps": 3, "fits-rays": 3, "fits-passes": 3, "fits-least": 10, "fits-slides": 10,
    "fits-rolls": 40, "fits-walks": 10,
}  # fmt: skip
JUDGED = {
    "fits-sweeps": 150, "fits-falls": 400, "fits-rays": 100, "fits-passes": 500, "fits-least": 50,
    "fits-slides": 75, "fits-far": 100, "fits-rolls": 30, "fits-walks": 35,
}  # fmt: skip
"""What each topic must judge at least."""


@pytest.mark.parametrize("topic", JUDGED)
def test_what_fits_exactly_is_right(topic: str) -> None:
    tally = Tally()
    for number in range(ROUNDS.get(topic, 20)):
        exact_fits.TOPICS[topic](np.random.default_rng([5, number]), tally, f"round {number}")
    assert tally.wrong == []
    assert tally.judged.total() >= JUDGED[topic]


@pytest.mark.parametrize("kind", ["circle", "capsule", "ellipse", "box"])
def test_in_a_slot_exactly_as_wide_in_any_numbers_nothing_is_hit(kind: str) -> None:
    """Tenths, too, of which the slot may be narrower than the body by rounding."""
    r = random.Random(kind)
    with at_least(plays=1500, entered=30 if kind == "box" else 300) as seen:
        for _ in range(1600):
            wide = r.choice([0.1, 0.3, 1.6, 0.7, 2.1, 3.3, 16.1, 0.9, 1.1, 8.0])
            x = r.choice([0.1, 0.3, 1.6, 20.6, 33.3, 7.7, -4.1, 1000.1]) * r.choice([1, 1, 3, 7])
            y = r.choice([0.1, 0.3, 1.6, 7.8, 12.6, -3.3]) * r.choice([1, 1, 3, 7])
            half, high = wide / 2, r.choice([1.6, 4.8, 0.9])
            off = r.choice([0, half, -half, 0.1, 0.3])
            shape: Any = {
                "circle": Circle(0, off, half),
                "capsule": Capsule(0, off, 0, off + wide, half),
                "ellipse": Ellipse(0, off, half, wide),
                "box": Rect(-half, off, wide, wide),
            }[kind]
            slot = [Sprite(x + side, y, collision=Rect(0, 0, wide, high)) for side in (-wide, wide)]
            if r.random() < 0.5:
                slot = [Sprite(collision=Rect(x + side, y, wide, high)) for side in (-wide, wide)]
            aside = r.choice([0, 1e-3, -1e-3, r.uniform(-0.3, 0.3), r.uniform(-0.01, 0.01)]) * wide
            below = y + high + wide * r.choice([1, 1.5, 3, 0.9, 2]) - off
            sprite = Sprite(x + half + aside, below, collision=shape)
            if sprite.hits(slot):
                continue
            seen["plays"] += 1
            walker = CharacterController(sprite, up=r.choice([None, (0, -1)]))
            walks = r.random() < 0.5
            for _ in range(4):
                way = r.choice([0, 0, 0.01 * wide]), -r.choice([0.4, 0.3, 0.1, 1]) * wide
                if walks:
                    walker.move(*way, slot)
                else:
                    sprite.move_and_slide(*way, slot)
                assert not sprite.hits(slot), (shape, [one.aabb for one in slot])
            seen["entered"] += sprite.y + off < y + high
