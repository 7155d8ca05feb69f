"""The shards of a world as its driver sees them: calls, checkpoints, recovery.

Whatever changes the world is an operation. It is sent to all shards in two calls each: `advance`,
which changes what the shard owns and returns packets, and `settle`, which takes in the packets of
the others. Ray brings each packet from shard to shard; the driver holds references only.

The driver keeps a checkpoint (the columns of all shards after the same operation) and the
operations since. When an actor, a node or an object is lost, all shards go back to the checkpoint
and repeat them. All, and not only the one that was lost: what shards have sent each other belongs
together even where the user's function does not give the same twice.

Several frames at once are one call for each shard: the shards exchange packets themselves
(`links`). Where something jumps or reaches farther than to a neighbor, these frames are repeated
one by one, and so are later ones until the parts change.

Each operation that is sent has a number of its own, also when it is sent again. So a call of an
attempt that was given up does no harm when it arrives late.
"""

import secrets
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from spritecol.integrations.ray import _actors
from spritecol.integrations.ray._actors import LostError, Place, UserCodeError, answer_of
from spritecol.integrations.ray.records import ShardError, ShardStats
from spritecol.integrations.ray.regions import Regions
from spritecol.integrations.ray.shard import Change, Far, Move, Shard, State

ALL_TO_ALL = 8
"""Shards. Up to this number each shard sends a packet to each other one. With more, packets go to
neighbors, and the driver first asks whether there are others, which takes one more round."""


@attrs.frozen(eq=False)
class Operation:
    """A change of the world, as it is sent and logged.

    Attributes:
        changes: by shard; those beyond the last do nothing.
        regions: new parts, which hold from this operation on.
        find: whether pairs are found at once.
        frames: how often sprites are moved, if they are.
        together: whether shards exchange packets of several frames themselves.
    """

    changes: tuple[Change, ...]
    regions: Regions | None
    find: bool
    frames: int = 1
    together: bool = True

    def one(self, k: int) -> "Operation":
        """One of its frames."""
        changes = tuple(
            attrs.evolve(change, frame=change.frame + k) if isinstance(change, Move) else change
            for change in self.changes
        )
        return Operation(changes, self.regions, self.find and k == self.frames - 1)


NOTHING = Operation((), None, False)
"""Only exchanges ghosts."""


@attrs.frozen(eq=False)
class Checkpoint:
    """The columns of all shards after the same operation.

    The arrays lie in Ray's object store. As long as they are referred to here, the driver's node
    keeps them, also when the node is lost on which they were made.
    """

    frame: int
    regions: Regions
    states: tuple[State, ...]


class Fleet:
    """All shards of a world.

    Attributes:
        regions: their parts.
        frame: how many operations have moved sprites.
    """

    def __init__(
        self,
        shards: int,
        arguments: tuple[Any, ...],
        regions: Regions,
        *,
        checkpoint_every: int,
        timeout: float | None,
        options: Mapping[str, Any],
    ) -> None:
        """Start the actors, with these arguments behind their number."""
        self.regions = regions
        self.frame = 0
        self.timeout = timeout
        self._arguments, self._options = arguments, options
        self._every = checkpoint_every
        self._checkpoint = Checkpoint(0, regions, ())
        self._log: list[Operation] = []  # since the checkpoint
        self._number = 0  # of the last operation that was sent
        self._knows: dict[int, int] = {}  # by shard, which function it has
        self._token = secrets.token_bytes(32)
        self._linked: list[list[int]] | None = None  # by shard, to which neighbors
        self._far: Regions | None = None  # parts in which something reaches beyond neighbors
        self._torn = True  # whether the shards must be restored before they are asked
        self._failures = 0  # in a row
        self._closed = False
        _actors.start_ray()
        self.actors = [self._start(number) for number in range(shards)]

    def __len__(self) -> int:
        return len(self.actors)

    def _start(self, number: int) -> Any:
        return _actors.start_actor(Shard, self._options, number, *self._arguments, True)

    # --- what a world asks for ------------------------------------------------------------------

    def carry_out(self, operation: Operation) -> tuple[ShardStats, ...]:
        """Send an operation to all shards until it is done, and log it."""
        frame = self.frame + 1
        while True:
            try:
                self._mend()
                if self._far is self.regions:
                    operation = attrs.evolve(operation, together=False)
                self._torn = True  # until all have answered
                stats = self._send(operation)
                break
            except LostError as error:
                self._count_failure(error, frame)
            except FarError:
                self._far = self.regions
            except (UserCodeError, MemoryError) as error:
                raise as_shard_error(error, frame) from as_cause(error)
        self._torn = False
        self._failures = 0
        self._log.append(operation)
        if any(isinstance(change, Move) for change in operation.changes):
            self.frame += operation.frames
        if sum(each.frames for each in self._log) >= self._every:
            self.save()
        return stats

    def ask(self, question: str, *arguments: Any, shards: Sequence[int] | None = None) -> list[Any]:
        """Ask some shards, or all, about the present."""
        while True:
            try:
                self._mend()
                chosen = range(len(self.actors)) if shards is None else shards
                asked = [
                    (shard, call(shard, self.actors[shard].ask, self._number, question, *arguments))
                    for shard in chosen
                ]
                found = [self._answer(shard, reference) for shard, reference in asked]
            except LostError as error:
                self._torn = True
                self._count_failure(error, self.frame)
            except (UserCodeError, MemoryError) as error:
                raise as_shard_error(error, self.frame) from as_cause(error)
            else:
                self._failures = 0
                return found

    def save(self) -> None:
        """Make a checkpoint. Where that fails, the last one and a longer log serve as before."""
        try:
            asked = [actor.state.remote(self._number) for actor in self.actors]
            states = tuple(self._answer(shard, each) for shard, each in enumerate(asked))
        except LostError:
            self._torn = True
            return
        except MemoryError as error:
            warnings.warn(
                f"no checkpoint, {as_shard_error(error, self.frame)}. The last one is of frame "
                f"{self._checkpoint.frame}; after a failure all steps since are repeated",
                RuntimeWarning,
                stacklevel=5,  # where the user has called the world
            )
            return
        self._checkpoint = Checkpoint(self.frame, self.regions, states)
        self._log.clear()

    def grow(self, shards: int) -> None:
        """Start more actors, which own nothing yet."""
        self._demand_open()
        if shards > len(self.actors):
            self.actors += [self._start(number) for number in range(len(self.actors), shards)]
            self._torn = True  # the new ones have no state yet

    def shrink(self, shards: int) -> None:
        """Stop the last actors, which own nothing any longer."""
        self.save()
        while self._log:  # the log may need them
            self._mend()
            self.save()
        for actor in self.actors[shards:]:
            _actors.stop_actor(actor)
        del self.actors[shards:]
        self._checkpoint = attrs.evolve(self._checkpoint, states=self._checkpoint.states[:shards])

    def places(self) -> list[Place]:
        """Where each shard runs."""
        while True:
            self._demand_open()
            try:
                self._mend()  # starts those anew that Ray has given up
                return [answer_of(each) for each in [a.place.remote() for a in self.actors]]
            except LostError as error:
                self._count_failure(error, self.frame)

    def close(self) -> None:
        """Stop all actors."""
        if not self._closed:
            self._closed = True
            for actor in self.actors:
                _actors.stop_actor(actor)

    # --- calls ----------------------------------------------------------------------------------

    def _send(self, operation: Operation) -> tuple[ShardStats, ...]:
        """An operation, to all shards."""
        if operation.frames > 1 and operation.together:
            return self._run(operation)
        for k in range(operation.frames):
            stats = self._send_one(operation.one(k))
        return stats

    def _near(self) -> list[list[int]]:
        """By shard, its neighbors. They decide what is sent where."""
        everyone = range(len(self.actors))
        return [
            [other for other in everyone if other != shard]
            if len(self.actors) <= ALL_TO_ALL
            else self.regions.neighbors(shard)
            for shard in everyone
        ]

    def _changes(self, operation: Operation) -> list[Change]:
        """By shard, what to do, with the user's function where it is not known yet."""
        changes: list[Change] = []
        for shard in range(len(self.actors)):
            change = operation.changes[shard] if shard < len(operation.changes) else None
            if isinstance(change, Move) and change.key == self._knows.get(shard):
                change = attrs.evolve(change, pickled=None)
            changes.append(change)
        return changes

    def _know(self, changes: Sequence[Change]) -> None:
        """Note that all shards have the function."""
        for shard, change in enumerate(changes):
            if isinstance(change, Move):
                self._knows[shard] = change.key

    def _run(self, operation: Operation) -> tuple[ShardStats, ...]:
        """Several frames, in one call for each shard."""
        near = self._near()
        # One beyond the parts owns nothing: nobody is its neighbor.
        near[len(self.regions) :] = [[]] * (len(near) - len(self.regions))
        near = [[other for other in each if other < len(self.regions)] for each in near]
        if near != self._linked:
            self._link(near)
        self._number += 1
        changes = self._changes(operation)
        asked = [
            call(shard, actor.run, self._number, change, operation.frames, operation.find)
            for shard, (actor, change) in enumerate(zip(self.actors, changes, strict=True))
        ]
        answers = self._answers(asked, operation.frames)
        if any(isinstance(answer, Far) for answer in answers):
            raise FarError
        self._know(changes)
        return tuple(answers)

    def _link(self, near: list[list[int]]) -> None:
        """Let the shards connect to their neighbors."""
        self._linked = None
        doors = self._answers([actor.door.remote() for actor in self.actors])
        self._answers(
            [
                actor.link.remote(self._number, self._token, {k: doors[k] for k in near[shard]})
                for shard, actor in enumerate(self.actors)
            ]
        )
        self._linked = near

    def _answers(self, asked: Sequence[Any], frames: int = 1) -> list[Any]:
        """All answers. One that is lost ends others: so an error of the user's code goes first."""
        answers, lost = [], None
        for shard, reference in enumerate(asked):
            try:
                answers.append(self._answer(shard, reference, frames))
            except LostError as error:
                lost = lost or error
        if lost is not None:
            raise lost
        return answers

    def _send_one(self, operation: Operation) -> tuple[ShardStats, ...]:
        """Both calls of an operation, to all shards."""
        self._number += 1
        if operation.regions is not None:
            self.regions = operation.regions
        everyone = range(len(self.actors))
        near = self._near()
        changes = self._changes(operation)
        sent = []
        for shard, (actor, change) in enumerate(zip(self.actors, changes, strict=True)):
            advance = actor.advance.options(num_returns=2 + len(near[shard]))
            sent.append(call(shard, advance, self._number, change, operation.regions, near[shard]))
        # Each needs its own first answer, too, so that an error there is an error here.
        packets: list[list[Any]] = [[sent[shard][0]] for shard in everyone]
        for shard in everyone:
            for other, packet in zip(near[shard], sent[shard][2:], strict=True):
                packets[other].append(packet)
        if len(self.actors) > ALL_TO_ALL:
            for shard in everyone:
                for other, rows in self._answer(shard, sent[shard][1]).items():
                    packets[other].append(rows)
        asked = [
            actor.settle.remote(self._number, operation.find, *packets[shard])
            for shard, actor in enumerate(self.actors)
        ]
        stats = tuple(self._answer(shard, answer) for shard, answer in enumerate(asked))
        self._know(changes)
        return stats

    def _answer(self, shard: int, reference: Any, frames: int = 1) -> Any:
        timeout = None if self.timeout is None else self.timeout * frames
        try:
            return answer_of(reference, timeout)
        except TimeoutError as error:
            raise TimeoutError(
                f"shard {shard} has not answered in frame {self.frame + 1} within "
                f"{timeout} s; it may wait for a free node, or be slow"
            ) from error
        except MemoryError as error:
            raise ShardFullError(shard, str(error)) from error

    # --- failures -------------------------------------------------------------------------------

    def _count_failure(self, error: LostError, frame: int) -> None:
        self._torn = True
        self._failures += 1
        if self._failures > _actors.ATTEMPTS:
            self._failures = 0
            raise ShardError(
                f"shards 0 to {len(self.actors) - 1}, frame {frame}: "
                f"lost {_actors.ATTEMPTS + 1} times in a row: {error}",
                None,
                frame,
            ) from error

    def _mend(self) -> None:
        """Bring the shards to the state after the last operation, if they may not be in it."""
        self._demand_open()
        if self._torn:
            self._restore()
            for k, operation in enumerate(self._log or [NOTHING]):
                try:
                    self._send(attrs.evolve(operation, find=False))
                except FarError as error:  # the user's function does not give the same twice
                    self._log[k] = attrs.evolve(operation, together=False)
                    raise LostError("something jumps farther than before") from error
            self._torn = False

    def _restore(self) -> None:
        """Give all shards the last checkpoint."""
        for shard, actor in enumerate(self.actors):
            try:
                self._answer(shard, actor.place.remote())  # waits until Ray has restarted it
            except LostError:
                self.actors[shard] = self._start(shard)  # Ray has given it up
        checkpoint = self._checkpoint
        states = dict(enumerate(checkpoint.states))
        self._number += 1
        asked = [
            call(
                shard,
                actor.restore.options(max_task_retries=0),
                self._number,
                checkpoint.frame,
                checkpoint.regions,
                states.get(shard),
            )
            for shard, actor in enumerate(self.actors)
        ]
        for shard, reference in enumerate(asked):
            self._answer(shard, reference)
        self.regions = checkpoint.regions
        self._knows.clear()
        self._linked = None

    def _demand_open(self) -> None:
        if self._closed:
            raise RuntimeError("this ShardedWorld is closed")


class FarError(Exception):
    """Something has jumped, or reaches, beyond the neighbors of its shard."""


class ShardFullError(MemoryError):
    """The memory is full on the node of a shard."""

    def __init__(self, shard: int, text: str) -> None:
        super().__init__(text)
        self.shard = shard


def call(shard: int, method: Any, *arguments: Any) -> Any:
    """Call a method of a shard's actor. Large arguments go into the store of the driver's node."""
    try:
        return method.remote(*arguments)
    except _actors.FULL as error:
        raise ShardFullError(shard, _actors.first_line(error)) from error


def as_shard_error(error: Exception, frame: int) -> ShardError:
    """The error that users see."""
    if isinstance(error, UserCodeError):
        frame = error.frame or frame
        text = f"shard {error.where}, frame {frame}: {error.text}"
        return ShardError(text, error.where, frame)
    if isinstance(error, ShardFullError):
        text = f"shard {error.shard}, frame {frame}: memory is full: {error}"
        return ShardError(text, error.shard, frame)
    return ShardError(f"frame {frame}: memory is full: {error}", None, frame)


def as_cause(error: Exception) -> BaseException:
    """The exception that caused an error."""
    return error.original() if isinstance(error, UserCodeError) else error
