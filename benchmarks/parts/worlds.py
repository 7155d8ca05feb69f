"""Worlds: 1,000 sprites are saved, restored and hashed, and frames are played again.

Beside `World` stands what users have without it: `copy.deepcopy` and pickles of the same sprites.
Everyone changes all sprites and goes back, and the answer is where everything is then.
"""

import copy
import pickle
from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np
from harness.contender import Answer, Frames
from harness.contest import allowance, contest
from harness.measuring import Effort
from harness.rows import Row
from harness.targets import DIGESTED, PLAYED_AGAIN, RESTORED, SAVED, WORLD_ALLOWED

from spritecol import Circle, Group, Number, Sprite, World

PART = "worlds"
COUNT = 1_000
WINDOW = (1280.0, 720.0)
RADIUS = 8.0
SPEED = 2.0  # pixels in a frame along each axis, at most
FRAMES = 8  # that are played again


class Drifter(Sprite):
    """A sprite with two stored numbers."""

    collision = Circle(0, 0, RADIUS)
    vx, vy = Number(), Number()


# --- ways to keep a state -----------------------------------------------------------------------


class Saved:
    """Circles that drift straight on; a World keeps their state."""

    def __init__(self, count: int) -> None:
        rng = np.random.default_rng(count)
        self.group = Group(Drifter(x, y) for x, y in rng.uniform((0, 0), WINDOW, (count, 2)))
        vx, vy = rng.uniform(-SPEED, SPEED, (count, 2)).T
        self.group.set_column("vx", vx)
        self.group.set_column("vy", vy)

    @cached_property
    def world(self) -> World:
        """The World, which only this way to keep a state has."""
        return World(self.group)

    def save(self) -> Any:
        """What it takes to come back."""
        return self.world.save()

    def restore(self, saved: Any) -> None:
        """Let all be as it was at a save, to which one can go back again."""
        self.world.restore(saved)

    def change(self) -> None:
        """Move everything, and give it another velocity."""
        group = self.group
        group.x += 1
        group.y += 1
        group.set_column("vx", group.column("vx") + 1)
        group.set_column("vy", group.column("vy") + 1)

    def play(self) -> None:
        """A frame: all move, and pairs are found."""
        group = self.group
        group.x += group.column("vx")
        group.y += group.column("vy")
        group.pair_indices()

    def where(self) -> Answer:
        """The place and velocity of each, sorted."""
        group = self.group
        columns = group.x, group.y, group.column("vx"), group.column("vy")
        return sorted(zip(*(column.tolist() for column in columns), strict=True))


class Copied(Saved):
    """By `copy.deepcopy`."""

    def save(self) -> Any:
        return copy.deepcopy(self.group)

    def restore(self, saved: Any) -> None:
        self.group = copy.deepcopy(saved)


class Pickled(Saved):
    """By pickle."""

    def save(self) -> Any:
        return pickle.dumps(self.group, pickle.HIGHEST_PROTOCOL)

    def restore(self, saved: Any) -> None:
        self.group = pickle.loads(saved)


PEERS = {"copy.deepcopy": Copied, "pickle": Pickled}

# --- what is measured ---------------------------------------------------------------------------


class Save(Frames):
    """One save; the one before is still there, as in a History."""

    def __init__(self, side: Saved) -> None:
        self.side, self.saved = side, side.save()

    def frame(self, moment: int) -> Any:
        return self.side.save()

    def answer(self) -> Answer:
        self.side.change()
        self.side.restore(self.result)
        return self.side.where()


class Restore(Save):
    """One restore, after which nothing is as it was before it."""

    def time(self, moment: int) -> float:
        self.side.change()
        return super().time(moment)

    def frame(self, moment: int) -> None:
        self.side.restore(self.saved)

    def answer(self) -> Answer:
        return self.side.where()


class PlayAgain(Restore):
    """Some frames back, and these are played again, each with a save before it."""

    def time(self, moment: int) -> float:
        return Frames.time(self, moment)

    def frame(self, moment: int) -> Any:
        self.side.restore(self.saved)
        kept = []
        for _ in range(FRAMES):
            kept.append(self.side.save())
            self.side.play()
        return kept


class Digest(Save):
    """The digest of a state that was just saved."""

    def time(self, moment: int) -> float:
        self.side.change()
        self.saved = self.side.save()
        return super().time(moment)

    def frame(self, moment: int) -> int:
        return int(self.saved.digest())


KINDS: dict[str, type[Save]] = {SAVED: Save, RESTORED: Restore, PLAYED_AGAIN: PlayAgain}


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
    compare_digests(Saved(count))
    longer = effort.but(rounds=8, seconds=0.2)
    for case, kind in KINDS.items():
        peers = {name: lambda k=kind, s=side: [k(s(count))] for name, side in PEERS.items()}
        yield from contest(PART, case, count, kind(Saved(count)), peers, effort.but(rounds=3))
        yield allowance(PART, case, count, kind(Saved(count)), WORLD_ALLOWED[case], longer)
    yield allowance(PART, DIGESTED, count, Digest(Saved(count)), WORLD_ALLOWED[DIGESTED], longer)
