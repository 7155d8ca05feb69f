"""`hit_from_inside`: for bullets whose targets move first, each overlap at the start counts."""

import random
from typing import Any

import numpy as np
import pytest
from support.counting import at_least

from spritecol import Capsule, Circle, Ellipse, Group, Polygon, Rect, Segment, Sprite, Triangle

SHAPES: list[Any] = [
    Circle(0, 0, 6),
    Rect(-5, -3, 10, 6),
    Ellipse(0, 0, 9, 4, 30),
    Capsule(-6, 0, 6, 2, 3),
    Triangle(-8, 5, 8, 5, 0, -7),
    Segment(-9, 0, 9, 1),
    Polygon([(-9, -9), (9, -9), (9, 9), (4, 9), (4, -4), (-9, -4)]),
]


def scene(r: random.Random) -> tuple[Sprite, list[Sprite], tuple[float, float]]:
    me = Sprite(collision=r.choice(SHAPES), angle=r.choice([0, 0, 40]))
    others = [
        Sprite(r.uniform(-40, 40), r.uniform(-40, 40), collision=r.choice(SHAPES), scale=1.5)
        for _ in range(6)
    ]
    return me, others, r.choice([(0.0, 0.0), (r.uniform(-60, 60), r.uniform(-60, 60))])


def test_what_overlaps_at_the_start_is_met_whichever_way_it_goes() -> None:
    r = random.Random(1)
    with at_least(inside=300, ahead=100, resting=80, only_so=60) as seen:
        for _ in range(900):
            me, others, way = scene(r)
            turn = r.choice([0, 0, 0, 30])
            inside = me.check(others)
            for other in others:
                hit = me.sweep(*way, other, turn=turn, hit_from_inside=True)
                plain = me.sweep(*way, other, turn=turn)
                if other in inside:
                    assert hit is not None
                    assert (hit.fraction, hit.from_inside, hit.position) == (0, True, (0, 0))
                    assert plain is None or plain.fraction == 0 or not plain.from_inside
                    seen["only_so"] += plain is None
                    seen["resting"] += way == (0, 0)
                else:
                    assert hit == plain
                    seen["ahead"] += hit is not None
            seen["inside"] += len(inside)
            first = me.sweep(*way, others, turn=turn, hit_from_inside=True)
            hits = me.sweep_all(*way, others, turn=turn, hit_from_inside=True)
            assert {hit.other for hit in hits if hit.fraction == 0} >= set(inside)
            assert first == (hits[0] if hits else None)


def test_arrays_are_the_loop() -> None:
    r = random.Random(2)
    with at_least(hits=200, resting=40) as seen:
        for _ in range(150):
            _, others, _ = scene(r)
            bullets = Group(
                Sprite(r.uniform(-30, 30), r.uniform(-30, 30), collision=r.choice(SHAPES))
                for _ in range(5)
            )
            dx, dy = (np.array([r.choice([0, r.uniform(-50, 50)]) for _ in range(5)]) for _ in "xy")
            targets = Group(others)
            sweeps = bullets.sweep_arrays(dx, dy, targets, hit_from_inside=True)
            for k, bullet in enumerate(bullets):
                hit = bullet.sweep(dx[k], dy[k], targets, hit_from_inside=True)
                assert sweeps.hit[k] == (hit is not None)
                if hit is not None:
                    assert others[sweeps.index[k]] is hit.other
                    assert sweeps.fraction[k] == hit.fraction
                    assert tuple(sweeps.normal[k]) == hit.normal
                    assert tuple(sweeps.end[k]) == hit.position
                    seen["hits"] += 1
                    seen["resting"] += dx[k] == dy[k] == 0


def test_a_move_stops_where_it_overlaps() -> None:
    r = random.Random(3)
    with at_least(inside=100, ahead=40) as seen:
        for _ in range(400):
            me, others, way = scene(r)
            hit = me.sweep(*way, others, hit_from_inside=True)
            inside = me.hits(others)
            moved = me.move_and_collide(*way, others, hit_from_inside=True)
            if inside:
                assert moved == hit
                assert (me.x, me.y) == (0, 0)
            seen["inside"] += inside
            seen["ahead"] += hit is not None and not inside


def test_no_pass_of_a_bullet_is_lost_where_targets_move_first() -> None:
    """Enemies of 24 px move by 10 px a frame, then the bullets."""
    r = random.Random(4)
    with at_least(met=200, lost_without=10) as seen:
        for _ in range(400):
            bullet = Sprite(-100, r.uniform(-8, 8), collision=Circle(0, 0, 2))
            enemy = Sprite(r.uniform(0, 40), 0, collision=Rect(-12, -12, 24, 24))
            found = plain = False
            for _ in range(40):
                enemy.x -= 10
                found |= bullet.sweep(14, 0, enemy, hit_from_inside=True) is not None
                plain |= bullet.sweep(14, 0, enemy) is not None
                bullet.x += 14
            assert found
            seen["met"] += 1
            seen["lost_without"] += not plain


def test_a_bad_word_is_an_error() -> None:
    me, others, way = scene(random.Random(5))
    calls: list[Any] = [me.sweep, me.sweep_all, me.move_and_collide, Group(me).sweep_arrays]
    for call in calls:
        with pytest.raises(TypeError, match="hit_from_inside"):
            call(*way, others, hit_from_inside="yes")
