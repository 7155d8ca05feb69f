"""No answer depends on which rows were free when its sprites were made, down to the last bit."""

import random
from typing import Any

from support.for_each import for_each

from spritecol import Circle, Group, Polygon, Rect, Shape, Sprite, check, pairs

HOOK = Polygon([(0, 0), (12, 0), (12, 4), (4, 4), (4, 12), (0, 12)])
SHAPES: list[list[Any]] = [
    [Circle(6, 6, 5)],
    [Rect(0, 0, 12, 8)],
    [HOOK],
    [Circle(6, 6, 5), HOOK],
]
COUNT = 40


def specs(rng: random.Random, whole: bool) -> list[dict[str, Any]]:
    """Where the sprites are and what they are; no two have the same pose and shapes."""
    found = []
    seen = set()
    while len(found) < COUNT:
        kind = rng.randrange(len(SHAPES))
        if whole:
            spec = rng.randrange(40), rng.randrange(40), 90 * rng.randrange(4), 1
        else:
            spec = rng.uniform(0, 60), rng.uniform(0, 60), rng.uniform(0, 360), rng.uniform(0.5, 2)
        if (spec, kind) not in seen:
            seen.add((spec, kind))
            x, y, angle, scale = spec
            shapes = SHAPES[kind]
            found.append({"x": x, "y": y, "angle": angle, "scale": scale, "collision": shapes})
    return found


def plain(value: Any, number_of: dict[Sprite, int]) -> Any:
    """An answer with its records as tuples and its sprites as numbers."""
    if isinstance(value, Sprite):
        return "sprite", number_of[value]
    if isinstance(value, (list, tuple)):
        return [plain(item, number_of) for item in value]
    if hasattr(value, "__attrs_attrs__") and not isinstance(value, Shape):
        names = [field.name for field in value.__attrs_attrs__ if not field.name.startswith("_")]
        return [(name, plain(getattr(value, name), number_of)) for name in names]
    return repr(value)  # of floats, which tells every bit, and of nan, which equals nothing


def life(seed: int, whole: bool, order: str) -> tuple[list[Any], list[Sprite]]:
    """All answers of one scene, whose sprites were made in this order; and the sprites."""
    rng = random.Random(seed)
    given = specs(rng, whole)
    numbers = list(range(COUNT))
    if order == "last first":
        numbers.reverse()
    if order == "on rows of others":
        others = [Sprite(0, 0) for _ in range(3 * COUNT)]
        random.Random(seed + 1).shuffle(others)
        del others[: 2 * COUNT]
    made = {number: Sprite(**given[number]) for number in numbers}
    sprites = [made[number] for number in range(COUNT)]
    number_of = {sprite: number for number, sprite in enumerate(sprites)}
    group = Group(sprites)
    answers: list[Any] = [pairs(group)]
    for sprite in sprites:
        way = rng.uniform(-20, 20), rng.uniform(-20, 20)
        turn = rng.choice([0, rng.uniform(-90, 90)])
        answers += [sprite.contacts(group), sprite.separation(group), sprite.check(group)]
        answers += [sprite.sweep(*way, group), sprite.sweep_all(*way, group, turn=turn)]
        answers += map(sprite.distance, sprites[:10])
    answers += [group.nearest_k(3, 50, 12), group.raycast_all(0, 0, 60, 60)]
    for number, sprite in enumerate(sprites):
        way = rng.uniform(-20, 20), rng.uniform(-20, 20)
        if number % 3 == 0:
            answers.append(sprite.move_and_slide(*way, group))
        elif number % 3 == 1:
            answers.append(sprite.move_and_collide(*way, group, turn=rng.uniform(-90, 90)))
        else:
            answers.append(sprite.depenetrate(group))
        answers.append((sprite.x, sprite.y, sprite.angle))
    answers.append(check(group, group))
    return [plain(answer, number_of) for answer in answers], sprites


@for_each("order", ["last first", "on rows of others"])
@for_each("whole", [True, False])
def test_the_order_in_which_sprites_were_made_changes_no_bit(whole: bool, order: str) -> None:
    expected, alive = life(1, whole, "in order")  # the others do not get their rows
    found, _ = life(1, whole, order)
    assert len(alive) == COUNT
    assert len(expected) > 5 * COUNT
    for number, (one, other) in enumerate(zip(expected, found, strict=True)):
        assert one == other, f"answer {number}"


def test_only_of_equal_sprites_at_one_place_is_the_way_apart_left_to_the_rows() -> None:
    one, other = (Sprite(3, 4, collision=[HOOK]) for _ in range(2))
    there, back = one.contacts(other)[0], other.contacts(one)[0]
    assert there.depth == back.depth
    assert there.normal == tuple(0.0 - part for part in back.normal)
