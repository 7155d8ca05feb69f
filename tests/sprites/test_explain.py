"""Explanations against the answers of `hits`, and against scenes whose cause is known."""

import enum
import math
import random
import warnings
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from support import scenes
from support.counting import at_least
from support.scenes import ANY, KINDS, WHOLE, Dice

from spritecol import (
    ALL_LAYERS,
    Capsule,
    Circle,
    Ellipse,
    Group,
    Number,
    Polygon,
    Rect,
    Segment,
    Sprite,
    SpritecolWarning,
    Vec2,
    explain,
)


class Layer(enum.IntFlag):
    WALL, COIN, HERO = 1, 2, 4


class Hero(Sprite):
    collision = Rect(0, 0, 16, 16, name="body")


class Coin(Sprite):
    collision = Circle(0, 0, 8, name="rim")


def lines(a: Sprite, b: Any, **only: Any) -> list[str]:
    return explain(a, b, **only).split("\n")


def coin(x: float = 8, y: float = 8, **named: Any) -> Coin:
    return Coin(x, y, **named)


def gone(sprite: Sprite) -> Sprite:
    sprite.vanish()
    return sprite


BITS = (None, None, 1, 2, 3)


def any_conditions(r: Dice, other: Sprite) -> dict[str, Any]:
    """Some of the conditions of `hits`."""
    every = {
        "mask": r.choice((1, 2)),
        "exclude": r.choice(((), other)),
        "where": r.choice((lambda sprite: True, lambda sprite: False)),
        "shapes": r.choice(("fist", ["fist", "body"])),
        "target_shapes": r.choice(("fist", "body")),
    }
    return {name: value for name, value in every.items() if r.random() < 0.25}


def any_sprite(r: Dice) -> Sprite:
    """Named shapes with layers of their own or without, seldom one that takes part in nothing."""
    numbers = r.choice((WHOLE, ANY))
    sprite = scenes.sprite(r, r.choice(KINDS), numbers)
    others = scenes.sprite(r, r.choice(KINDS), numbers).shapes
    sprite.collision = [
        attrs.evolve(shape, name=name, layer=r.choice(BITS), mask=r.choice(BITS))
        for name in ("body", "fist")
        for shape in (sprite.shapes if name == "body" else others)
    ]
    sprite.collision_layer, sprite.collision_mask = r.randint(1, 3), r.randint(0, 3)
    sprite.collision_enable = r.random() < 0.95
    return sprite


def test_it_tells_of_a_value_assigned_to_the_class_at_any_time() -> None:
    """Also after the first check of the class, when no warning comes any more."""

    class Shot(Sprite):
        collision = Circle(0, 0, 4)
        vx = Number(4.0)

    shot, other = Shot(), Sprite(20, 0, collision=Circle(0, 0, 4))
    assert not shot.hits(other)
    assert len(explain(shot, other).splitlines()) == 2
    Shot.collision = Circle(0, 0, 50)
    setattr(Shot, "vx", 6.0)  # noqa: B010
    shot.collision = Circle(0, 0, 50)  # as nobody told that it does nothing
    told = explain(shot, other)
    for name in ("collision", "vx"):
        assert f"Shot.{name} = " in told
        assert f"was assigned after the class was created, and hides the sprites' {name}" in told
    assert "frozen" not in told


def test_it_begins_with_the_answer_and_gives_a_cause() -> None:
    r = Dice("explain")
    with at_least(hits=100, misses=800, conditions=40, layers=450, boxes=100, shapes=200) as seen:
        for _ in range(1000):
            a, b = any_sprite(r), any_sprite(r)
            only = any_conditions(r, b)
            told = lines(a, b, **only)
            hit = a.hits(b, **only)
            assert told[0] == ("They hit." if hit else "They do not hit.")
            assert len(told) > 1, (a, b, only)
            assert len(set(told)) == len(told)
            seen["hits" if hit else "misses"] += 1
            seen["conditions"] += not hit and a.hits(b)
            seen["layers"] += any("does not see" in line for line in told)
            seen["boxes"] += any("The boxes are" in line for line in told)
            seen["shapes"] += not hit and any("px apart" in line for line in told)


BODY, RIM = "Rect 'body' of the Hero", "Circle 'rim' of the Coin"
APART = "The boxes are {} px apart: the Coin is {}."
CAUSES: dict[str, tuple[Callable[[], tuple[Any, Any, dict[str, Any]]], list[str]]] = {
    "hits": (
        lambda: (Hero(), coin(), {}),
        [
            "They hit.",
            "The Rect 'body' of the Hero and the Circle 'rim' of the Coin overlap by 16 px.",
        ],
    ),
    "boxes to the right": (
        lambda: (Hero(), coin(30), {}),
        ["They do not hit.", APART.format(6, "to the right")],
    ),
    "boxes above and to the left": (
        lambda: (Hero(), coin(-11, -12), {}),
        ["They do not hit.", APART.format(5, "to the left and above")],
    ),
    "shapes apart": (
        lambda: (Hero(), coin(22, 24), {}),
        [
            "They do not hit.",
            f"The {BODY} and the {RIM} are 2 px apart: the Coin is to the right and below.",
        ],
    ),
    "a touch": (
        lambda: (Hero(), coin(24), {}),
        ["They do not hit.", "They touch, and touching is not a hit."],
    ),
    "vanished": (
        lambda: (Hero(), gone(coin()), {}),
        ["They do not hit.", "The Coin has vanished, so it can no longer hit anything."],
    ),
    "disabled": (
        lambda: (Hero(collision_enable=False), coin(), {}),
        ["They do not hit.", "The Hero is disabled: its collision_enable is False."],
    ),
    "no shapes": (
        lambda: (Hero(), Coin(collision=[]), {}),
        ["They do not hit.", "The Coin has no shapes: collision is []."],
    ),
    "itself": (
        lambda: ((hero := Hero()), hero, {}),
        ["They do not hit.", "They are one sprite, which never hits itself."],
    ),
    "layers on one side": (
        lambda: (
            Hero(collision_layer=Layer.HERO),
            coin(collision_mask=Layer.WALL | Layer.COIN),
            {},
        ),
        [
            "They do not hit.",
            "The Coin does not see layer 4 of the Hero: its mask is 3 (1|2).",
        ],
    ),
    "layers on the other side": (
        lambda: (Hero(collision_mask=0), coin(), {}),
        [
            "They do not hit.",
            "The Hero does not see layer 1 of the Coin: its mask is 0.",
        ],
    ),
    "no layer, as of an enemy of Godot": (
        lambda: (Hero(), coin(collision_layer=0), {}),
        ["They do not hit.", "The Coin is on no layer."],
    ),
    "no layer, and a mask": (
        lambda: (Hero(), coin(collision_layer=0), {"mask": 6}),
        ["They do not hit.", "The Coin is on no layer."],
    ),
    "no layer of a shape, and no mask": (
        lambda: (Hero(collision_mask=0), coin(collision=Circle(0, 0, 8, layer=0)), {}),
        ["They do not hit.", "The Circle of the Coin is on no layer."],
    ),
    "layers of shapes": (
        lambda: (Hero(), coin(collision=Circle(0, 0, 8, layer=8)), {"mask": 6}),
        [
            "They do not hit.",
            "mask=6 (2|4) does not include layer 8 of the Circle of the Coin.",
        ],
    ),
    "a mask of none, and a layer of all": (
        lambda: (Hero(collision_mask=0), coin(collision_layer=ALL_LAYERS), {}),
        [
            "They do not hit.",
            "The Hero does not see layers ALL_LAYERS of the Coin: its mask is 0.",
        ],
    ),
    "a mask of a shape": (
        lambda: (Hero(), coin(collision=Circle(0, 0, 8, mask=2)), {}),
        [
            "They do not hit.",
            "The Circle of the Coin does not see layer 1 of the Hero: its mask is 2.",
        ],
    ),
    "excluded": (
        lambda: (Hero(), (other := coin()), {"exclude": [other]}),
        ["They do not hit.", "Without exclude they would hit: it contains the Coin."],
    ),
    "excluded, and far": (
        lambda: (Hero(), (other := coin(30)), {"exclude": [other]}),
        [
            "They do not hit.",
            "The Coin is excluded by exclude.",
            APART.format(6, "to the right"),
        ],
    ),
    "where": (
        lambda: (Hero(), coin(), {"where": lambda other: False}),
        ["They do not hit.", "Without where they would hit: it does not return True."],
    ),
    "names": (
        lambda: (Hero(), coin(), {"target_shapes": "body"}),
        [
            "They do not hit.",
            "With target_shapes=['body'], 0 of 1 shapes of the Coin count; they are named 'rim'.",
        ],
    ),
    "two conditions together": (
        lambda: (
            Hero(),
            coin(collision=[Rect(0, 0, 9, 9, name="a"), Rect(0, 0, 9, 9, name="b", layer=2)]),
            {"mask": 1, "target_shapes": "b"},
        ),
        [
            "They do not hit.",
            "mask=1 does not include layer 2 of the Rect 'b' of the Coin.",
            "With target_shapes=['b'], 1 of 2 shapes of the Coin count; they are named 'a', 'b'.",
            "No single condition prevents the hit: together they leave no shapes that hit.",
        ],
    ),
    "one-way": (
        lambda: (Hero(), coin(collision=Rect(0, 0, 9, 9, one_way=(0, -1))), {}),
        [
            "They hit.",
            "The Rect 'body' of the Hero and the Rect of the Coin overlap by 8 px.",
            "The Coin has 1 one-way shape. One-way matters only for moves, sweeps and rays, and "
            "not here.",
        ],
    ),
}


@pytest.mark.parametrize("name", CAUSES)
def test_each_cause_is_told(name: str) -> None:
    make, told = CAUSES[name]
    a, b, only = make()
    assert lines(a, b, **only) == told


def test_two_of_a_class_are_the_first_and_the_second() -> None:
    assert (
        lines(Hero(), Hero(30))[1] == "The boxes are 14 px apart: the second Hero is to the right."
    )


FAR = 1e12


@pytest.mark.parametrize("seed", range(4))
def test_what_scale_puts_beyond_the_limit_is_explained(seed: int) -> None:
    """Poses and shapes are within the limit, and what becomes of them need not be."""
    r = Dice(seed)
    with at_least(hit=80, apart=80, beyond=250) as seen:
        for _ in range(200):
            pair = []
            for _ in range(2):
                size = r.choice((1.0, 1e6, FAR / 2))
                shapes: list[Any] = [
                    Rect(r.choice((0, -size)), 0, size, r.choice((1, size)), name="body"),
                    Circle(0, 0, size),
                    Segment(0, 0, size, size),
                    Polygon([(0, 0), (size, 0), (0, size)]),
                    Capsule(0, 0, size, 0, 1),
                    Ellipse(0, 0, size, 2),
                ]
                scales = {name: r.choice((1, 3, -1e6, FAR)) for name in ("scale_x", "scale_y")}
                place = r.choice((0, 5, FAR, -FAR)), r.choice((0, 5, FAR))
                some = r.sample(shapes, r.choice((1, 2)))
                pair.append(Hero(*place, collision=some, angle=r.choice((0, 45)), **scales))
            hit = pair[0].hits(pair[1])
            assert lines(*pair)[0] == ("They hit." if hit else "They do not hit.")
            assert lines(pair[0], Group(pair[1]))
            seen["hit" if hit else "apart"] += 1
            seen["beyond"] += sum(max(map(abs, one.aabb)) > FAR for one in pair)


def test_an_enum_of_another_sprite_names_no_layer() -> None:
    menu = enum.IntFlag("Menu", ["BUTTON"])
    Sprite(collision_layer=menu.BUTTON)  # type: ignore[attr-defined]
    told = lines(Hero(collision_layer=Layer.WALL), coin(collision_mask=Layer.COIN))
    assert told[1] == "The Coin does not see layer 1 of the Hero: its mask is 2."


@pytest.mark.parametrize("angle", range(1, 360, 6))
def test_the_direction_is_the_nearest_eighth_of_a_turn(angle: float) -> None:
    """A side is told within 67.5 degrees of it: so near the diagonals two sides are."""
    x, y = Vec2(40, 0).rotated(angle)
    sides = {"to the right": x, "to the left": -x, "below": y, "above": -y}
    told = {side for side, along in sides.items() if along > 40 * math.cos(math.radians(67.5))}
    one, other = (
        Sprite(300 + dx, -70 + dy, collision=Circle(0, 0, 1e-9)) for dx, dy in ((0, 0), (x, y))
    )
    sentence = lines(one, other)[1]
    assert set(sentence.rpartition(" is ")[2].rstrip(".").split(" and ")) == told


@pytest.mark.parametrize(
    "only",
    [
        {"shapes": "near"},
        {"target_shapes": ["far", "near"]},
        {"shapes": "far", "target_shapes": "near"},
        {"mask": 2},
    ],
    ids=str,
)
def test_a_distance_is_that_of_the_shapes_that_count(only: dict[str, Any]) -> None:
    """As `distance` tells it under the same conditions, where the boxes overlap."""
    rng = random.Random(str(only))
    with at_least(told=20, differs=5) as seen:
        for _ in range(300):
            one, other = (
                Sprite(
                    collision=[
                        Rect(rng.randint(0, 40), rng.randint(0, 40), 4, 4, name=name, layer=layer)
                        for name, layer in (("near", 1), ("far", 2), (None, 3))
                    ]
                )
                for _ in range(2)
            )
            found = one.distance(other, **only)
            if one.hits(other) or not math.isfinite(found.distance) or not found.distance:
                continue
            apart = [line for line in lines(one, other, **only) if "px apart" in line]
            if len(apart) == 1 and not apart[0].startswith("The boxes"):
                assert f" are {found.distance:.4g} px apart" in apart[0]
                seen["told"] += 1
                seen["differs"] += found.distance != one.distance(other).distance


def test_a_flag_of_ones_own_is_told() -> None:
    ghost = Hero()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SpritecolWarning)
        ghost.enabled = False  # type: ignore[attr-defined]
    told = lines(ghost, coin())
    assert told[0] == "They hit."
    assert "it is called collision_enable" in told[-1]


def test_of_a_group_the_nearest_five_are_told() -> None:
    coins = [coin(30 * i) for i in range(9, -1, -1)]
    told = lines(Hero(), Group(Group(*coins), Sprite(collision=[])))
    answers = [line for line in told[1:] if not line.startswith("    ")]
    assert told[0] == "They hit."
    assert len(answers) == 6
    assert [line.split(": ")[1] for line in answers[:5]] == ["They hit."] + ["They do not hit."] * 4
    assert answers[:5] == [
        f"{c!r}: {a.split(': ')[1]}" for c, a in zip(coins[:4:-1], answers[:5], strict=True)
    ]
    assert answers[5] == "These are the nearest of 11 sprites."
    assert lines(Hero(), Group()) == ["They do not hit.", "The Group is empty."]


def test_each_of_a_group_has_its_causes() -> None:
    """Also where those of another one are the same, and numbers of several layers tell each."""
    foes = Group(coin(collision_mask=16), coin(collision_mask=16), coin(2, collision_mask=24))
    cause = "    The Coin does not see layer 1 of the Hero: its mask is {}."
    assert [line for line in lines(Hero(), foes) if line[0] == " "] == [
        cause.format("16"),
        cause.format("16"),
        cause.format("24 (8|16)"),
    ]


def test_a_far_center_is_told_of_any_sprite_of_a_class() -> None:
    coins = [coin(), Coin(center_x=900, center_y=900)]
    Hero().check(coins)
    assert "write position=(x, y)" in lines(Hero(), coins[1])[-1]


def test_many_shapes_are_not_listed_all() -> None:
    crowd = Sprite(collision=[Rect(i / 100, 0, 9, 9, layer=1 << i) for i in range(60)])
    told = lines(Hero(), crowd)
    assert told[0] == "They hit."
    assert told[-1] == "These are the deepest of 60 pairs of shapes."
    deaf = Sprite(collision=[Rect(i, 0, 9, 9, layer=1 << i) for i in range(1, 60)])
    told = lines(Hero(collision_mask=1), deaf)
    assert len(told) == 6
    assert told[-1] == "More of their shapes do not match by layers and masks."


@pytest.mark.parametrize(
    ("arguments", "only", "error", "word"),
    [
        ((Group(), Hero()), {}, TypeError, "is about a Sprite, got"),
        ((Hero(), [Hero(), 5]), {}, TypeError, "b must be a Sprite, a Group, or an iterable"),
        ((Hero(), None), {}, TypeError, "or an iterable of them, got None"),
        ((Hero(), Hero()), {"mask": "x"}, TypeError, "mask must be"),
        ((Hero(), Hero()), {"where": 3}, TypeError, "where must be"),
        ((Hero(), Hero()), {"shape": "body"}, TypeError, "shape"),
    ],
)
def test_bad_arguments_are_named(
    arguments: Any, only: dict[str, Any], error: type[Exception], word: str
) -> None:
    with pytest.raises(error, match=word):
        explain(*arguments, **only)
