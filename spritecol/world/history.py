"""`History`: the snapshots of the last frames, to go back to or to look at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Never

from spritecol._support.arguments import arguments
from spritecol._support.public_classes import belong_to
from spritecol._support.range_check import shown, whole_number
from spritecol.world.world import Snapshot, World

_MOST_RUNS = 8  # runs of frames that a message names


class History:
    """The snapshots of the last frames of a `World`.

    Record each frame before you update it. Then `rewind` goes back to the start of a frame, and
    `at` shows the world as it was then, for example as a player saw it when shooting.

    Args:
        world: the World.
        frames: how many snapshots are kept. Default 64.

    Raises:
        TypeError: `world` is not a World, or `frames` is not a whole number.
        ValueError: `frames` is less than 1.

    >>> ball = Sprite(0, 0)
    >>> history = History(World(ball))
    >>> for frame in range(10):
    ...     snapshot = history.record()
    ...     ball.x += 1
    >>> with history.at(3):
    ...     print(ball.x)
    3.0
    >>> ball.x, history.first, history.last
    (10.0, 0, 9)
    >>> snapshot = history.rewind(7)
    >>> ball.x, history.last
    (7.0, 7)
    """

    @arguments()
    def __init__(self, world: World, frames: int = 64) -> None:
        if not isinstance(world, World):
            raise TypeError(f"a History needs a World, got {shown(world)}")
        self._world = world
        if isinstance(frames, bool):
            raise TypeError(f"frames must be a whole number, got {frames}")
        self._frames = whole_number(frames, "frames", 1, float("inf"))
        self._kept: dict[int, Snapshot] = {}

    def __repr__(self) -> str:
        return f"<History of {len(self._kept)} frames: {self._told()}>"

    def __len__(self) -> int:
        return len(self._kept)

    def __iter__(self) -> Never:
        raise TypeError(
            "index a History by the number of a frame: history[frame], or frame in history; the "
            "numbers go from history.first to history.last"
        )

    def __contains__(self, frame: object) -> bool:
        return frame in self._kept

    @property
    def first(self) -> int | None:
        """The number of the first frame that is kept, or None."""
        return next(iter(self._kept), None)

    @property
    def last(self) -> int | None:
        """The number of the last frame, or None."""
        return next(reversed(self._kept), None)

    def record(self, frame: int | None = None) -> Snapshot:
        """Save the world at the start of a frame, and drop any frames from this number on.

        Args:
            frame: the number of the frame. None (the default) means the one after the last, or 0.

        Returns:
            The snapshot.

        Raises:
            RuntimeError: called inside `at`.
            TypeError: `frame` is not a whole number. Also the errors of `World.save`.

        >>> history = History(World(Sprite()))
        >>> history.record(), history.record(20), history.first, history.last
        (<Snapshot of 1 objects>, <Snapshot of 1 objects>, 0, 20)
        """
        self._world._demand_present("record")
        if frame is None:
            frame = 0 if self.last is None else self.last + 1
        frame = whole_number(frame, "frame", -(2**63), 2**63 - 1)
        snapshot = self._world.save()
        self._drop_from(frame)
        self._kept[frame] = snapshot
        while len(self._kept) > self._frames:
            del self._kept[next(iter(self._kept))]
        return snapshot

    def __getitem__(self, frame: int) -> Snapshot:
        """Return the snapshot of a frame.

        Raises:
            LookupError: the frame is not kept.
        """
        try:
            return self._kept[frame]
        except (KeyError, TypeError):
            raise LookupError(f"frame {shown(frame)} is not kept: {self._told('only ')}") from None

    def rewind(self, frame: int) -> Snapshot:
        """Restore the start of a frame, and forget the frames after it.

        Args:
            frame: the number of the frame.

        Returns:
            The `Snapshot` of that frame.

        Raises:
            LookupError: the frame is not kept.
            RuntimeError: called inside `at`.

        >>> ball = Sprite()
        >>> history = History(World(ball))
        >>> snapshot = history.record()
        >>> ball.x = 5
        >>> snapshot = history.rewind(0)
        >>> ball.x
        0.0
        """
        self._world._demand_present("rewind")
        snapshot = self[frame]
        self._world.restore(snapshot)
        self._drop_from(frame + 1)
        return snapshot

    @contextmanager
    def at(self, frame: int) -> Iterator[Snapshot]:
        """Show the world as it was at the start of a frame, inside a `with`.

        Afterwards everything is as before, even after an error. This includes objects that were
        part of the state at that frame and no longer are. Groups that are not members lose later
        sprites meanwhile, and get them back at their old positions. Calls may be nested.

        Args:
            frame: the number of the frame.

        Returns:
            A context manager for `with`, which returns the `Snapshot` of that frame.

        Raises:
            LookupError: the frame is not kept.
            TypeError, ValueError: as for `World.save`.

        >>> ball = Sprite()
        >>> history = History(World(ball))
        >>> snapshot = history.record()
        >>> ball.x = 5
        >>> with history.at(0):
        ...     print(ball.x)
        0.0
        """
        snapshot = self[frame]
        world = self._world
        present = world._save_before(snapshot)
        look = world._look_from(present)
        world._looking_back += 1
        try:
            world.restore(snapshot)
            yield snapshot
        finally:
            world._looking_back -= 1
            world._restore_whole(present, look)

    def _drop_from(self, frame: int) -> None:
        """Forget a frame and those after it."""
        for later in [each for each in self._kept if each >= frame]:
            del self._kept[later]

    def _told(self, before: str = "") -> str:
        """Return which frames are kept, as text: `1 to 5, 50`."""
        runs: list[list[int]] = []
        for frame in self._kept:
            if runs and runs[-1][-1] == frame - 1:
                runs[-1][1:] = [frame]
            else:
                runs.append([frame])
        told = [" to ".join(map(str, run)) for run in runs]
        if len(told) > _MOST_RUNS:
            told[_MOST_RUNS // 2 : -_MOST_RUNS // 2] = ["..."]
        return f"{before}{', '.join(told)}" if told else "there is none yet"


belong_to("spritecol", History)
