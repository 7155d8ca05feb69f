"""Many sprites over many frames, each frame compared with brute force over plain columns."""

import numpy as np
from support.for_each import for_each
from support.hooks import validate

from spritecol import Circle, Group, Rect, Shape, Sprite, pairs


def shape_of(width: int, height: int, is_round: int) -> Shape:
    """A circle or a rectangle about the sprite's own point."""
    if is_round:
        return Circle(0, 0, width)
    return Rect(-width, -height, 2 * width, 2 * height)


class Crowd:
    """Rectangles and circles in columns, so that all pairs can be found by brute force.

    The columns are x, y, half width, half height, whether it is round, whether it is enabled.
    """

    def __init__(self, count: int, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        side = int(12 * np.sqrt(count)) + 20
        self.group = Group()
        self.side = side
        self.columns = np.zeros((0, 6), dtype=np.int64)
        self.grow(count)

    def grow(self, count: int) -> None:
        random = self.random
        new = np.ones((count, 6), dtype=np.int64)
        new[:, :2] = random.integers(0, self.side, (count, 2))
        new[:, 2:4] = random.integers(1, 9, (count, 2))
        new[random.random(count) < 0.02, 2:4] *= 20
        new[:, 4] = random.integers(0, 2, count)
        new[:, 3] = np.where(new[:, 4], new[:, 2], new[:, 3])
        for x, y, *form, _ in new.tolist():
            self.group.add(Sprite(x, y, collision=shape_of(*form)))
        self.columns = np.concatenate([self.columns, new])

    def shrink(self, gone: np.ndarray, vanish: bool) -> None:
        sprites = list(self.group)
        for index in np.flatnonzero(gone):
            if vanish:
                sprites[index].vanish()
            else:
                self.group.discard(sprites[index])
        self.columns = self.columns[~gone]

    def reshape(self, changed: np.ndarray) -> None:
        sprites = list(self.group)
        for index in np.flatnonzero(changed):
            row = self.columns[index]
            row[4] = 1 - row[4]
            row[2:4] = row[3]
            sprites[index].collision = shape_of(*row[2:5].tolist())

    def switch(self, changed: np.ndarray) -> None:
        sprites = list(self.group)
        for index in np.flatnonzero(changed):
            self.columns[index, 5] ^= 1
            sprites[index].collision_enable = bool(self.columns[index, 5])

    def move(self, movers: np.ndarray, in_bulk: bool) -> None:
        steps = self.random.integers(-15, 16, (len(movers), 2)) * movers[:, None]
        self.columns[:, :2] += steps
        if in_bulk:
            self.group.x += steps[:, 0]
            self.group.y += steps[:, 1]
        else:
            sprites = list(self.group)
            for index in np.flatnonzero(movers):
                sprites[index].x += steps[index, 0]
                sprites[index].y += steps[index, 1]

    @staticmethod
    def meet(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """Which rows of a hit which rows of b."""
        ax, ay, aw, ah, a_round, a_awake = a.T[:, :, None]
        bx, by, bw, bh, b_round, b_awake = b.T[:, None, :]
        a_round, b_round = a_round.astype(bool), b_round.astype(bool)
        dx, dy = np.abs(ax - bx), np.abs(ay - by)
        boxes = (dx < aw + bw) & (dy < ah + bh)
        discs = dx**2 + dy**2 < (aw + bw) ** 2
        radius = np.where(a_round, aw, bw)
        half_width, half_height = np.where(a_round, bw, aw), np.where(a_round, bh, ah)
        away_x, away_y = np.maximum(dx - half_width, 0), np.maximum(dy - half_height, 0)
        mixed = away_x**2 + away_y**2 < radius**2
        straight = np.where(a_round | b_round, mixed, boxes)
        return np.where(a_round & b_round, discs, straight) & (a_awake & b_awake == 1)


@for_each("count, frames", [(3, 60), (25, 60), (150, 40), (700, 12), (1200, 5)])
def test_a_crowd_over_many_frames(count: int, frames: int) -> None:
    crowd, other = Crowd(count, seed=count), Crowd(max(count // 3, 2), seed=count + 1)
    both = Group(crowd.group, other.group)
    random = crowd.random
    for frame in range(frames):
        deed = frame % 10
        number = len(crowd.columns)
        if deed in (1, 2):
            crowd.move(np.ones(number, dtype=bool), in_bulk=deed == 1)
        elif deed in (3, 4, 5):
            crowd.move(random.random(number) < 0.05, in_bulk=deed == 3)
        elif deed in (6, 7) and number > 2:
            crowd.shrink(random.random(number) < 0.1, vanish=deed == 6)
        elif deed == 8:
            crowd.grow(max(count // 8, 1))
        elif deed == 9:
            other.move(random.random(len(other.columns)) < 0.5, in_bulk=True)
        within = np.argwhere(np.triu(crowd.meet(crowd.columns, crowd.columns), 1))
        between = np.argwhere(crowd.meet(crowd.columns, other.columns))
        np.testing.assert_array_equal(crowd.group.pair_indices(), within)
        np.testing.assert_array_equal(crowd.group.pair_indices(other.group), between)
        if frame % 3 == 0:
            everything = np.concatenate([crowd.columns, other.columns])
            all_pairs = np.argwhere(np.triu(crowd.meet(everything, everything), 1))
            np.testing.assert_array_equal(both.pair_indices(), all_pairs)
            sprites = list(both)
            assert len(pairs(sprites)) == len(all_pairs)
            found = sprites[0].check(sprites)
            assert found == [sprites[j] for i, j in all_pairs.tolist() if i == 0]
        validate()


def test_a_crowd_that_is_far_away_comes_near() -> None:
    crowd, other = Crowd(200, seed=1), Crowd(200, seed=2)
    other.group.x += 10_000
    other.columns[:, 0] += 10_000
    for step in (0, 0, -4_000, -6_000, 3, 20_000):
        other.group.x += step
        other.columns[:, 0] += step
        between = np.argwhere(crowd.meet(crowd.columns, other.columns))
        np.testing.assert_array_equal(crowd.group.pair_indices(other.group), between)
        np.testing.assert_array_equal(
            other.group.pair_indices(crowd.group),
            np.argwhere(crowd.meet(other.columns, crowd.columns)),
        )
        assert crowd.group.hits(other.group) is bool(len(between))


# what may happen to a calm crowd, and how often
DEEDS = {
    "nothing": 30,
    "few": 20,
    "few in bulk": 6,
    "all": 1,
    "same": 3,
    "reshape": 4,
    "switch": 4,
    "vanish": 2,
    "discard": 2,
    "grow": 2,
    "other": 8,
    "strangers": 6,
    "far": 2,
    "look": 6,
}


def test_a_calm_crowd_in_which_little_happens() -> None:
    """What a Group remembers from check to check must never show."""
    crowd, other = Crowd(450, seed=0), Crowd(400, seed=100)
    both = Group(other.group, crowd.group)
    strangers: list[Sprite] = []
    random = crowd.random
    names = list(DEEDS)
    weights = np.array(list(DEEDS.values())) / sum(DEEDS.values())
    for frame in range(60):
        number = len(crowd.columns)
        few = random.random(number) < 0.004
        # at first nothing, so that the crowd counts as calm
        deed = "nothing" if frame % 30 < 7 else str(random.choice(names, p=weights))
        if deed in ("few", "few in bulk"):
            crowd.move(few, in_bulk=deed == "few in bulk")
        elif deed == "all":
            crowd.move(np.ones(number, dtype=bool), in_bulk=True)
        elif deed == "same":
            crowd.group.x += 0
        elif deed == "reshape":
            crowd.reshape(few)
        elif deed == "switch":
            crowd.switch(few)
        elif deed in ("vanish", "discard"):
            crowd.shrink(few, vanish=deed == "vanish")
        elif deed == "grow":
            crowd.grow(2)
        elif deed == "other":
            other.move(random.random(len(other.columns)) < 0.01, in_bulk=False)
        elif deed == "strangers":
            strangers[: len(strangers) // 2] = []
            strangers += [Sprite(x, 0, collision=Rect(0, 0, 9, 9)) for x in range(700)]
            Group(*strangers).x += 1
        elif deed == "far":
            index = int(random.integers(number))
            list(crowd.group)[index].x = crowd.columns[index, 0] = 10**6 + frame
        elif deed == "look":
            for sprite in list(crowd.group)[::50]:
                sprite.x += 5
                assert len(sprite.aabb) == 4
                sprite.hits(strangers)
            crowd.columns[::50, 0] += 5
        within = np.argwhere(np.triu(crowd.meet(crowd.columns, crowd.columns), 1))
        np.testing.assert_array_equal(crowd.group.pair_indices(), within)
        if frame % 2:
            between = np.argwhere(crowd.meet(crowd.columns, other.columns))
            np.testing.assert_array_equal(crowd.group.pair_indices(other.group), between)
            across = np.argwhere(crowd.meet(other.columns, crowd.columns))
            np.testing.assert_array_equal(other.group.pair_indices(crowd.group), across)
        if frame % 5 == 4:
            everything = np.concatenate([other.columns, crowd.columns])
            all_pairs = np.argwhere(np.triu(crowd.meet(everything, everything), 1))
            np.testing.assert_array_equal(both.pair_indices(), all_pairs)
            me = list(both)[7]
            expected = [int(j) for j in np.flatnonzero(crowd.meet(everything[7:8], everything))]
            assert me.check(both) == [list(both)[j] for j in expected if j != 7]
            assert both.hits(me) is bool(set(expected) - {7})
    validate()
