"""Layers of sprites and of shapes: the rule, and moves that heed it.

That every question heeds them is in the table of roads. Here are what it leaves out: askers whose
shapes meet different targets, moves, events, and conditions on a way.
"""

import itertools
import math
import random
from typing import Any

import pytest
from laws.roads import Part, Scene, parts_of
from support.campaign.least_moves import LONGER, is_oval
from support.counting import at_least

from spritecol import (
    ALL_LAYERS,
    CharacterController,
    Circle,
    Group,
    Overlaps,
    Rect,
    Sprite,
    pairs,
)
from spritecol.tiles import shapes_from_tiles

PUSH, HURT, HIT = 1, 2, 4


def meet(p: Part, q: Part) -> bool:
    """The rule, in one line, and that the shapes hit."""
    return bool(p.mask & q.layer and q.mask & p.layer) and p.single.hits(q.single)


def test_the_rule_for_all_pairs_of_two_bits_and_for_each_bit() -> None:
    bits = [*itertools.product(range(4), repeat=4)]
    for bit in (0, 1, 31, 32, 62, 63):
        one, others = 1 << bit, ALL_LAYERS ^ 1 << bit
        bits += [(one, one, one, ALL_LAYERS), (one, one, ALL_LAYERS, one), (one, one, others, one)]
        bits += [(one, one, one, others), (one, others, one, one)]
    with at_least(hits=50, misses=150) as seen:
        for a_layer, a_mask, b_layer, b_mask in bits:
            on_sprites = [
                Sprite(collision=Circle(0, 0, 5), collision_layer=layer, collision_mask=mask)
                for layer, mask in ((a_layer, a_mask), (b_layer, b_mask))
            ]
            on_shapes = [
                Sprite(collision=Circle(0, 0, 5, layer=layer, mask=mask))
                for layer, mask in ((a_layer, a_mask), (b_layer, b_mask))
            ]
            wanted = bool(a_mask & b_layer and b_mask & a_layer)
            seen["hits" if wanted else "misses"] += 1
            for a, b in (on_sprites, on_shapes, (on_sprites[0], on_shapes[1])):
                assert a.hits(b) == b.hits(a) == bool(a.check([b])) == wanted
                assert bool(pairs(a, b)) == bool(len(Group(a, b).pair_indices())) == wanted


def test_the_way_out_is_a_short_move_out_of_the_shapes_that_meet() -> None:
    """Also where shapes of the asker meet different targets."""
    with at_least(moves=10) as seen:
        for seed in range(30):
            scene = Scene(seed, "shapes")
            for one in scene.askers:
                others = [other for other in scene.targets if other is not one]
                mine, theirs = parts_of([one]), parts_of(others)
                push = one.separation(others)
                hit = any(meet(p, q) for p in mine for q in theirs)
                assert bool(push) == hit
                # The move, and a circle of moves that are shorter; beside an ellipse, much shorter.
                share = 1 / LONGER if is_oval(one, *others) else 0.999
                short = [math.tau * k / 24 for k in range(24)] if hit else []
                moves = [push] + [
                    (share * push.length * math.cos(t), share * push.length * math.sin(t))
                    for t in short
                ]
                seen["moves"] += hit
                homes = [(p.single.x, p.single.y) for p in mine]
                for number, (dx, dy) in enumerate(moves):
                    for p, (x, y) in zip(mine, homes, strict=True):
                        p.single.x, p.single.y = x + dx, y + dy
                    left = any(meet(p, q) for p in mine for q in theirs)
                    assert left == (number > 0), (seed, number)


@pytest.mark.parametrize("swept", [False, True])
def test_events_tell_the_shapes_that_meet(swept: bool) -> None:
    with at_least(pairs=40) as seen:
        for seed in range(8):
            scene, rng = Scene(seed, "shapes"), random.Random(seed)
            sprites = scene.targets
            watch = Overlaps(sprites, by_shape=True, swept=swept)
            plain = Overlaps(sprites, swept=swept)
            for _ in range(5):
                watch.update()
                plain.update()
                parts = parts_of(sprites)
                wanted = {
                    (p.owner, q.owner)
                    for p, q in itertools.combinations(parts, 2)
                    if p.owner < q.owner and meet(p, q)
                }
                number = {id(sprite): k for k, sprite in enumerate(sprites)}
                assert {(number[id(a)], number[id(b)]) for a, b in plain.pairs} == wanted
                assert {(number[id(a)], number[id(b)]) for a, b, *_ in watch.pairs} == wanted
                part = {(p.owner, id(p.sprite.shapes[p.shape])): p for p in parts}
                for a, b, shape, other in watch.pairs:
                    assert meet(part[number[id(a)], id(shape)], part[number[id(b)], id(other)])
                seen["pairs"] += len(wanted)
                for sprite in sprites:
                    sprite.x, sprite.y = (
                        sprite.x + rng.randint(-8, 8),
                        sprite.y + rng.randint(-8, 8),
                    )


def test_moves_are_stopped_by_what_the_shapes_meet() -> None:
    """As by those shapes of the mover alone that the walls meet."""
    with at_least(stopped=10) as seen:
        for seed in range(0, 30, 2):
            scene, rng = Scene(seed, "shapes"), random.Random(seed)
            fighter, walls = scene.askers[2], Scene(seed + 100, "plain").targets
            body = Sprite(
                fighter.x, fighter.y, angle=fighter.angle, scale_x=fighter.scale_x, center_x=4,
                collision=[p.single.shapes[0] for p in parts_of([fighter])
                           if p.mask & PUSH and p.layer],
            )  # fmt: skip
            for _ in range(4):
                dx, dy = rng.randint(-12, 12) * 4, rng.randint(-12, 12) * 4
                for move in ("move_and_slide", "move_and_collide"):
                    for sprite in (fighter, body):
                        getattr(sprite, move)(dx, dy, walls)
                    assert (fighter.x, fighter.y) == pytest.approx((body.x, body.y), abs=1e-6)
                    body.x, body.y = fighter.x, fighter.y
                seen["stopped"] += bool(body.sweep(dx, dy, walls))
            assert fighter.depenetrate(walls).length == pytest.approx(
                body.depenetrate(walls).length, abs=1e-6
            )


@pytest.mark.parametrize("seed", range(4))
def test_a_walker_is_stopped_by_the_shapes_that_meet(seed: int) -> None:
    rng = random.Random(seed)
    floor = Sprite(collision=shapes_from_tiles([[1] * 40], 16, 16), y=64)
    wall = Sprite(300, 0, collision=Rect(0, 0, 16, 64))
    arm = Rect(-20, 2, 60, 30, layer=HIT, mask=HURT)
    walkers = [
        CharacterController(Sprite(200, 30, collision=shapes), step=4)
        for shapes in ([Rect(0, 0, 10, 20), arm], [Rect(0, 0, 10, 20)])
    ]
    for _ in range(120):
        dx, dy = rng.uniform(-3, 5), rng.uniform(-2, 4)
        slides = [walker.move(dx, dy, [floor, wall]) for walker in walkers]
        assert slides[0].travel == slides[1].travel
        assert slides[0].on_floor == slides[1].on_floor
    assert walkers[0].sprite.x > 250


@pytest.mark.parametrize("by_name", [False, True])
def test_walkers_are_stopped_by_pairs_of_shapes_that_meet(by_name: bool) -> None:
    """An arm passes the wall and the lift that push; feet stand on what is named so."""
    layers: Any = ({}, {}) if by_name else ({"layer": 1, "mask": 1}, {"layer": 2, "mask": 2})
    names: Any = {"shapes": "body", "target_shapes": "solid"} if by_name else {}
    body = Rect(-8, -40, 16, 40, name="body", **layers[0])
    fist = Rect(8, -30, 30, 6, name="fist", **layers[1])
    fighter = Sprite(0, 0, collision=[body, fist])
    floor = Sprite(collision=Rect(-100, 0, 300, 16, name="solid"))
    wall = Sprite(collision=Rect(40, -80, 16, 80, name="solid"))
    sign = Sprite(collision=Rect(10, -80, 4, 80, name="sign", **layers[1]))
    walker = CharacterController(fighter)
    for _ in range(30):
        walker.move(2, 4, [floor, wall, sign], **names)
    assert (fighter.x, fighter.y, walker.on_floor) == (32, 0, True)
    wall.x -= 10  # it pushes the body, not the fist
    slide = walker.move(0, 4, [floor, wall, sign], **names)
    assert not slide.crushed
    assert (fighter.x, fighter.y) == pytest.approx((22, 0))


@pytest.mark.parametrize("by_name", [False, True])
def test_what_a_fist_would_meet_hides_no_way_out_from_a_body(by_name: bool) -> None:
    """Not even beside the body's middle, which may not be led through what the body meets."""
    layers: Any = {} if by_name else {"layer": 4, "mask": 4}
    names: Any = {"shapes": "body"} if by_name else {}
    body = Rect(-8, -40, 16, 40, name="body", mask=1)
    fist = Rect(8, -30, 30, 6, name="fist", **layers)
    wall = Sprite(collision=Rect(5, -100, 40, 200))
    sign = Sprite(collision=Rect(-2, -100, 1, 200, layer=2))
    for shapes in ([body], [body, fist], [fist, body]):
        walker = CharacterController(Sprite(collision=shapes))
        slide = walker.move(0, 0, [wall, sign], **names)
        assert (slide.pushed, slide.crushed) == ((-3, 0), False)
        sign.collision = Rect(-2, -100, 1, 200)  # now it is in the way
        walker = CharacterController(Sprite(collision=shapes))
        assert walker.move(0, 0, [wall, sign], **names).crushed
        walker = CharacterController(Sprite(collision=shapes))
        slide = walker.move(0, 0, [wall, sign], **names, where=lambda other: other is wall)
        assert (slide.pushed, slide.crushed) == ((-3, 0), False)
        sign.collision = Rect(-2, -100, 1, 200, layer=2)


# --- conditions on a way --------------------------------------------------------------------------


def test_a_disc_that_is_in_a_plank_that_does_not_count_still_meets_the_next_one() -> None:
    """Planks side by side let it pass as one. Those that do not count might as well be absent."""
    rng = random.Random(5)
    with at_least(met=100, otherwise=20) as seen:
        for _ in range(60):
            planks = [
                Rect(10 * k, top, 10, rng.randint(2, 9), one_way=(0, -1), name=rng.choice("ab"))
                for k, top in enumerate(rng.choices([0, 0, 5], k=6))
            ]
            level = Group(Sprite(collision=planks[:2]), Sprite(collision=planks[2:]))
            those = Group(
                Sprite(collision=[plank for plank in some if plank.name == "a"])
                for some in (planks[:2], planks[2:])
            )
            x, y = rng.randint(-5, 65), rng.randint(-12, 15)
            for _ in range(12):
                end = x + rng.randint(-40, 40), y + rng.randint(-10, 30)
                radius = rng.randint(1, 8)
                hit = level.raycast(x, y, *end, radius=radius, target_shapes="a")
                alone = those.raycast(x, y, *end, radius=radius)
                assert (hit is None) == (alone is None)
                seen["otherwise"] += str(hit) != str(level.raycast(x, y, *end, radius=radius))
                if hit is not None and alone is not None:
                    assert (hit.fraction, hit.normal) == (alone.fraction, alone.normal)
                    assert hit.other_shape == alone.other_shape
                    seen["met"] += 1


def test_what_where_rejects_covers_no_side_of_a_corner() -> None:
    """Corner to corner with tiles, in whole numbers: as if they were not there."""
    with at_least(hits=120) as seen:
        for seed in range(300):
            rng = random.Random(seed)
            tiles = [
                Sprite(16 * x, 16 * y, collision=Rect(0, 0, 16, 16))
                for x, y in itertools.product(range(4), repeat=2)
                if rng.random() < 0.5
            ]
            chosen = [tile for tile in tiles if rng.random() < 0.6]
            right, down = rng.choice((-1, 1)), rng.choice((-1, 1))
            dx, dy = right * rng.choice((2, 4, 8)), down * rng.choice((2, 4, 8))
            x, y = 16 * rng.randrange(4) - 16 * right - dx, 16 * rng.randrange(4) - 16 * down - dy
            shape, way = rng.choice((Rect(0, 0, 16, 16), Circle(8, 8, 8))), (4 * dx, 4 * dy)

            def answers(targets: list[Sprite], **named: Any) -> list[Any]:
                body = Sprite(x, y, collision=shape)  # noqa: B023
                hits = [body.sweep(*way, targets, **named), *body.sweep_all(*way, targets, **named)]  # noqa: B023
                hits.append(body.move_and_collide(*way, targets, **named))  # noqa: B023
                met = [hit and (hit.other, hit.fraction, hit.position, hit.normal) for hit in hits]
                body.x, body.y = x, y  # noqa: B023
                slides = [body.move_and_slide(*way, targets, **named).remainder for _ in range(3)]  # noqa: B023
                return [met, slides, body.x, body.y]

            wanted = answers(chosen)
            seen["hits"] += any(wanted[0])
            for where in (lambda one: one in chosen, lambda one, hit: one in chosen):  # noqa: B023
                assert answers(tiles, where=where) == wanted


CALLS: dict[str, Any] = {
    "check": lambda s, group, where: s.check(group, where=where),
    "contacts": lambda s, group, where: s.contacts(group, where=where),
    "separation": lambda s, group, where: s.separation(group, where=where),
    "depenetrate": lambda s, group, where: s.depenetrate(group, where=where),
    "sweep": lambda s, group, where: s.sweep(50, 0, group, where=where),
    "sweep_all": lambda s, group, where: s.sweep_all(50, 0, group, where=where),
    "move_and_collide": lambda s, group, where: s.move_and_collide(50, 0, group, where=where),
    "move_and_slide": lambda s, group, where: s.move_and_slide(50, 0, group, where=where),
    "query_shape": lambda s, group, where: group.query_shape(s, where=where),
    "with exclude": lambda s, group, where: s.check(group, where=where, exclude=Sprite()),
}


@pytest.mark.parametrize("attribute", ["x", "y", "angle", "scale_x"])
@pytest.mark.parametrize("name", CALLS)
def test_a_where_that_moves_who_asks_is_an_error(name: str, attribute: str) -> None:
    sprite = Sprite(0, 0, collision=Circle(0, 0, 8))
    group = Group(Sprite(x, 0, collision=Circle(0, 0, 8)) for x in (10, 40))

    def rude(other: Sprite) -> bool:
        setattr(sprite, attribute, getattr(sprite, attribute) + 1)
        return True

    def polite(other: Sprite) -> bool:
        other.x += 0.001
        sprite.x, before = sprite.x + 1, sprite.x
        sprite.x = before
        return True

    with pytest.raises(RuntimeError, match="where has moved"):
        CALLS[name](sprite, group, rude)
    CALLS[name](sprite, group, polite)
