"""Worlds: 1,000 sprites are saved, restored and hashed, and frames are played again.

Beside `World` stands what users have without it: `copy.deepcopy` and pickles of the same sprites,
and copies of a pymunk Space. Everyone changes all sprites and goes back, and the answer is where
everything is then.
"""

import copy
import pickle
from collections.abc import Iterator
from functools import partial
from typing import Any, Protocol

from harness.contender import Answer, Contender, Frames
from harness.contest import Enter, allowance, contest
from harness.measuring import Effort
from harness.rows import Row
from harness.targets import DIGESTED, PLAYED_AGAIN, RESTORED, SAVED, WORLD_ALLOWED
from peers import load
from scenes.drifters import FRAMES, RADIUS, Drifters

from spritecol import Circle, Group, Number, Sprite, World

PART = "worlds"
COUNT = 1_000


class Drifter(Sprite):
    """A sprite with two stored numbers."""

    collision = Circle(0, 0, RADIUS)
    vx, vy = Number(), Number()


# --- ways to keep a state -----------------------------------------------------------------------


class Side(Protocol):
    """A scene, and a way to keep its state."""

    way: str

    def save(self) -> Any:
        """What it takes to come back."""

    def restore(self, saved: Any) -> None:
        """Let all be as it was at a save, to which one can go back again."""

    def change(self) -> None:
        """Move everything, and give it another velocity."""

    def play(self) -> Any:
        """A frame: all move, and pairs are found."""

    def where(self) -> Answer:
        """The place and velocity of each, sorted."""


class Grouped:
    """Sprites in a Group."""

    way = ""

    def __init__(self, scene: Drifters) -> None:
        self.group = Group(Drifter(x, y) for x, y in scene.places.tolist())
        self.group.set_column("vx", scene.ways[:, 0])
        self.group.set_column("vy", scene.ways[:, 1])

    def change(self) -> None:
        group = self.group
        group.x += 1
        group.y += 1
        group.set_column("vx", group.column("vx") + 1)
        group.set_column("vy", group.column("vy") + 1)

    def play(self) -> Any:
        group = self.group
        group.x += group.column("vx")
        group.y += group.column("vy")
        return group.pair_indices()

    def where(self) -> Answer:
        group = self.group
        columns = group.x, group.y, group.column("vx"), group.column("vy")
        return sorted(zip(*(column.tolist() for column in columns), strict=True))


class Saved(Grouped):
    """By a World, whose digest tells whether all has come back."""

    def __init__(self, scene: Drifters) -> None:
        super().__init__(scene)
        self.world = World(self.group)

    def save(self) -> Any:
        return self.world.save()

    def restore(self, saved: Any) -> None:
        self.world.restore(saved)


class Copied(Grouped):
    """By `copy.deepcopy`."""

    def save(self) -> Any:
        return copy.deepcopy(self.group)

    def restore(self, saved: Any) -> None:
        self.group = copy.deepcopy(saved)


class Pickled(Grouped):
    """By pickle."""

    def save(self) -> Any:
        return pickle.dumps(self.group, pickle.HIGHEST_PROTOCOL)

    def restore(self, saved: Any) -> None:
        self.group = pickle.loads(saved)


# --- what is measured ---------------------------------------------------------------------------


class Save(Frames):
    """One save; the one before is still there, as in a History."""

    def __init__(self, side: Side) -> None:
        self.side, self.way = side, side.way

    def frame(self, moment: int) -> Any:
        return self.side.save()

    def answer(self) -> Answer:
        self.side.change()
        self.side.restore(self.result)
        return self.side.where()


class Restore(Frames):
    """One restore, after which nothing is as it was before it."""

    def __init__(self, side: Side) -> None:
        self.side, self.way = side, side.way
        self.saved = side.save()

    def time(self, moment: int) -> float:
        self.side.change()
        return super().time(moment)

    def frame(self, moment: int) -> Any:
        self.side.restore(self.saved)

    def answer(self) -> Answer:
        return self.side.where()


class PlayAgain(Frames):
    """Some frames back, and these are played again, each with a save before it."""

    def __init__(self, side: Side) -> None:
        self.side, self.way = side, side.way
        self.saved = side.save()

    def frame(self, moment: int) -> Any:
        self.side.restore(self.saved)
        kept = []
        for _ in range(FRAMES):
            kept.append(self.side.save())
            self.side.play()
        return kept

    def answer(self) -> Answer:
        return self.side.where()


class Digest(Frames):
    """The digest of a state that was just saved."""

    geometry = None

    def __init__(self, side: Saved) -> None:
        self.side = side

    def time(self, moment: int) -> float:
        self.side.change()
        self.saved = self.side.save()
        return super().time(moment)

    def frame(self, moment: int) -> int:
        return int(self.saved.digest())


def compare_digests(side: Saved) -> None:
    """Stop if a restored state has another digest, or a changed one has the same."""
    saved = side.save()
    side.change()
    changed = side.world.digest()
    side.restore(saved)
    if side.world.digest() != saved.digest() or changed == saved.digest():
        raise SystemExit(f"{PART}: the digest is not that of the state")


def rows(effort: Effort) -> Iterator[Row]:
    """All cases."""
    count = 60 if effort.quick else COUNT
    scene = Drifters(count)
    longer = effort.but(rounds=8, seconds=0.2)
    kinds: dict[str, type[Contender]] = {
        SAVED: Save,
        RESTORED: Restore,
        PLAYED_AGAIN: PlayAgain,
    }
    ours: Any
    for case, kind in kinds.items():
        side = Saved(scene)
        compare_digests(side)
        ours = kind(side)  # type: ignore[call-arg]
        peers: dict[str, Enter] = {
            "copy.deepcopy": partial(entered, kind, Copied, scene),
            "pickle": partial(entered, kind, Pickled, scene),
            "pymunk": partial(pymunk_ways, kind, scene),
        }
        yield from contest(PART, case, count, ours, peers, effort.but(rounds=3))
        yield allowance(PART, case, count, kind(Saved(scene)), WORLD_ALLOWED[case], longer)  # type: ignore[call-arg]
    yield allowance(PART, DIGESTED, count, Digest(Saved(scene)), WORLD_ALLOWED[DIGESTED], longer)


def entered(kind: Any, side: type[Grouped], scene: Drifters) -> list[Contender]:
    """A peer as `contest` takes it."""
    return [kind(side(scene))]


def pymunk_ways(kind: Any, scene: Drifters) -> list[Contender]:
    """The ways in which pymunk copies a Space."""
    return [kind(side) for side in load("pymunk_worlds").sides(scene)]
