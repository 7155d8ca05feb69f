"""A body inside of a door, a crate or an enemy that stands flush at a block gets into nothing else.

Everything is in whole numbers. Tiles that share whole sides are one box, so a body that is inside
of one may get into the next one by the side by which it sticks out.
"""

import random
from collections import Counter
from typing import Any

import pytest
from support.counting import at_least
from support.levels import Box

from spritecol import CharacterController, Circle, Rect, Sprite

SIZES = (8, 16), (16, 16), (16, 24), (12, 28), (8, 8), (20, 28)
KINDS = "seen from above", "with floors", "walker", "walker that is never pushed", "walker above"


def overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def share_side(a: Box, b: Box) -> bool:
    """Whether two boxes share a whole side."""
    if (a[1], a[3]) == (b[1], b[3]):
        return a[2] == b[0] or b[2] == a[0]
    return (a[0], a[2]) == (b[0], b[2]) and (a[3] == b[1] or b[3] == a[1])


def tiles_of(box: Box) -> list[Box]:
    a, b, c, d = map(int, box)
    return [(x, y, x + 16, y + 16) for x in range(a, c, 16) for y in range(b, d, 16)]


class Scene:
    """A floor, posts, and machines that stand flush at them; the body is inside of a machine."""

    def __init__(self, seed: str) -> None:
        r = random.Random(seed)
        self.level = tiles_of((-80, 0, 80, 16)) if r.random() < 0.5 else [(-80, 0, 80, 8)]
        for _ in range(r.randint(1, 2)):
            wide, high, x = 8 * r.randint(1, 3), 8 * r.randint(1, 4), 8 * r.randint(-5, 5)
            y = -high if r.random() < 0.7 else 8 * r.randint(-6, 1)
            post = (x, y, x + wide, y + high)
            if not any(overlap(post, box) for box in self.level):
                self.level.append(post)
        self.machines = [self.beside(r, r.choice(self.level)) for _ in range(r.randint(1, 2))]
        self.size = r.choice(SIZES)
        self.body = self.inside(r)
        self.way = r.choice([-8, -4, -2, 2, 4, 8, 0]), r.choice([0, 0, 1, 2, 4, -4])

    def beside(self, r: random.Random, box: Box) -> Box:
        """A machine flush at a box, at times of its size."""
        wide, high = 8 * r.randint(1, 3), 8 * r.randint(1, 6)
        if r.random() < 0.3:
            wide, high = int(box[2] - box[0]), int(box[3] - box[1])
        x, y = r.choice(
            [
                (box[2], box[1] + 8 * r.randint(-2, 2)),
                (box[0] - wide, box[1] + 8 * r.randint(-2, 2)),
                (box[0] + 8 * r.randint(-2, 2), box[1] - high),
                (box[0] + 8 * r.randint(-2, 2), box[3]),
                (box[2], -high),
            ]
        )
        return (x, y, x + wide, y + high)

    def inside(self, r: random.Random) -> Box | None:
        """A box of the body's size inside of a machine, and of nothing in the level."""
        wide, high = self.size
        for _ in range(40):
            a, b, c, d = r.choice(self.machines)
            x = a + 4 * r.randint(-wide // 4, int(c - a) // 4)
            y = r.choice([-high, b + 4 * r.randint(-high // 4, int(d - b) // 4)])
            box = (x, y, x + wide, y + high)
            if overlap(box, (a, b, c, d)) and not any(overlap(box, one) for one in self.level):
                return box
        return None


def play(seed: str, kind: str) -> Counter[str]:
    """Move for some frames. Each frame, only tiles joined to what it was in may be new."""
    scene, found = Scene(seed), Counter[str]()
    if scene.body is None:
        return found
    boxes = [*scene.level, *scene.machines]
    targets = [
        Sprite(*box[:2], collision=Rect(0, 0, box[2] - box[0], box[3] - box[1])) for box in boxes
    ]
    hero = Sprite(*scene.body[:2], collision=Rect(0, 0, *scene.size))
    how: dict[str, Any] = {"up": None} if kind == "walker above" else {}
    how |= {} if kind == "walker" else {"max_push": 0}
    walker = CharacterController(hero, **how)
    for _ in range(12):
        held = {k for k, one in enumerate(targets) if hero.hits(one)}
        found["inside"] += bool(held)
        if kind == "seen from above":
            hero.move_and_slide(*scene.way, targets)
        elif kind == "with floors":
            hero.move_and_slide(*scene.way, targets, up=(0, -1))
        else:
            walker.move(*scene.way, targets)
        new = {k for k, one in enumerate(targets) if hero.hits(one)} - held
        while more := {
            k
            for k in range(len(boxes))
            if k not in held and any(share_side(boxes[k], boxes[m]) for m in held)
        }:
            held |= more
        if not new <= held:
            found[f"got into {[boxes[k] for k in new - held]}: {seed}"] += 1
        found["one more tile"] += bool(new)
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_a_body_inside_of_something_gets_into_nothing_else(kind: str) -> None:
    with at_least(inside=500) as seen:
        for seed in range(500):
            found = play(f"{kind} {seed}", kind)
            assert [told for told in found if told.startswith("got")] == []
            seen.update(found)


@pytest.mark.parametrize("up", [None, (0, -1)])
def test_a_hero_inside_of_a_door_stays_beside_the_block_at_which_it_stands(up: Any) -> None:
    door = Sprite(60, 8, collision=Rect(0, 0, 24, 48))
    wall = Sprite(16, 32, collision=Rect(0, 0, 16, 16))
    hero = Sprite(32, 24, collision=Rect(0, 0, 8, 16))
    walker = CharacterController(hero, up=up, max_push=0)
    walker.move(0, 0, [door, wall])
    door.x = 32
    for _ in range(6):
        walker.move(-4, 0, [door, wall])
        assert hero.x == 32


def test_a_hero_inside_of_an_enemy_as_high_as_the_block_beside_it_walks_through_neither() -> None:
    """Also where the two share a whole side: the hero would leave the enemy across that side."""
    for shape in (Rect(0, 0, 8, 16), Rect(0, -12, 8, 28), Circle(4, 12, 4)):
        enemy = Sprite(60, 32, collision=Rect(0, 0, 16, 16))
        level = [Sprite(x, y, collision=Rect(0, 0, 16, 16)) for x in (0, 16, 32, 48) for y in (48,)]
        level += [Sprite(16, 32, collision=Rect(0, 0, 16, 16)), enemy]
        hero = Sprite(32, 32, collision=shape)
        walker = CharacterController(hero, max_push=0)
        walker.move(0, 1, level)
        while enemy.x > 32:
            enemy.x -= 2
            walker.move(0, 1, level)
        for _ in range(12):
            walker.move(-2, 1, level)
            assert hero.position == (32, 32)
            hero.move_and_slide(-2, 1, level)
            assert hero.position == (32, 32)


def test_a_hero_in_a_crate_beside_a_post_falls_through_no_floor() -> None:
    for crate_wide, x in ((16, 20), (24, 24), (32, 16)):
        floor = Sprite(collision=Rect(-64, 0, 160, 16))
        post = Sprite(collision=Rect(0, -32, 16, 32))
        crate = Sprite(16, -16, collision=Rect(0, 0, crate_wide, 16))
        hero = Sprite(x, -16, collision=Rect(0, 0, 8, 16))
        level = [floor, post, crate]
        for _ in range(8):
            hero.move_and_slide(0, 4, level)
            assert hero.y == -16
            CharacterController(hero, max_push=0).move(0, 4, level)
            assert hero.y == -16
