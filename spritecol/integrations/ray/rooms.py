"""`Rooms`: many independent rooms, stepped by Ray's actors.

The driver keeps, for each actor, its last checkpoint and the calls since (the log). When Ray has
restarted an actor, the driver gives it the checkpoint and the calls again; outputs that it has
already are dropped. Calls are numbered, so each is carried out once in every state.
"""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

import attrs
import ray

from spritecol._support.range_check import shown
from spritecol.integrations.ray import _actors
from spritecol.integrations.ray._actors import LostError, Place, UserCodeError, answer_of
from spritecol.integrations.ray._arguments import whole
from spritecol.integrations.ray._progress import Progress, bar
from spritecol.integrations.ray.room_host import (
    Adopt,
    Answer,
    Checkpoint,
    Close,
    Open,
    RoomHost,
    Step,
    Work,
)


class RoomError(RuntimeError):
    """A room could not do what it was asked. `__cause__` is what it has raised.

    Attributes:
        room: the number of the room; None if a whole actor fails.
        actor: the number of its actor.
        step: the step at which it happened, counted from 1; 0 before the first one.
        outputs: what the other rooms have returned in this step.
        errors: what each of the failing rooms has raised, by room.
    """

    def __init__(
        self,
        message: str,
        *,
        room: int | None = None,
        actor: int | None = None,
        step: int = 0,
        outputs: Mapping[int, Any] | None = None,
        errors: Mapping[int, BaseException] | None = None,
    ) -> None:
        super().__init__(message)
        self.room, self.actor, self.step = room, actor, step
        self.outputs, self.errors = dict(outputs or {}), dict(errors or {})


@attrs.define
class _Entry:
    """A call in an actor's log."""

    number: int
    work: Work
    step: int  # of the rooms, when the call was made
    reference: Any
    fetched: bool = False
    answer: Answer | None = None  # kept where the call has left the log before it was fetched


@attrs.define(eq=False)
class _Host:
    """An actor, as the driver knows it."""

    number: int
    actor: Any
    rooms: list[int] = attrs.Factory(list)
    called: int = 0  # the number of its last call
    log: list[_Entry] = attrs.Factory(list)  # calls since the checkpoint
    checkpoint: Checkpoint | None = None
    steps: int = 0  # in the log
    pending: tuple[int, Any] | None = None  # a checkpoint that was asked for: after which call
    failures: int = 0  # restarts without an answer in between


class PendingStep:
    """A step of all rooms that was asked for, and whose outputs can be fetched later.

    Made by `Rooms.submit`.
    """

    def __init__(self, rooms: "Rooms", step: int, entries: list[tuple[_Host, _Entry]]) -> None:
        self._rooms, self._entries = rooms, entries
        self._outputs: dict[int, Any] | RoomError | None = None
        self.number = step

    def done(self) -> bool:
        """Whether `result` would not wait. An actor that is being restored counts as done."""
        if self._outputs is not None:
            return True
        waiting = [entry.reference for _, entry in self._entries]
        ready, _ = ray.wait(waiting, num_returns=len(waiting), timeout=0) if waiting else ([], [])
        return len(ready) == len(waiting)

    def result(self, timeout: float | None = None) -> dict[int, Any]:
        """Wait for the outputs.

        Args:
            timeout: seconds to wait for each actor at most; None waits as long as it takes.

        Returns:
            What each room's `step` has returned, by room.

        Raises:
            RoomError: a room has raised an exception.
            TimeoutError: an actor has not answered in time. Ask again later.
        """
        if self._outputs is None:
            self._outputs = self._rooms._collect(self.number, self._entries, timeout)
        if isinstance(self._outputs, RoomError):
            raise self._outputs
        return dict(self._outputs)


class Rooms:
    """Independent rooms of a game, spread over Ray's actors.

    Each room is an object of the user's class, which uses sprites and Groups as ever. It has two
    methods: `setup()`, called once when the room is opened (with the room's number, if it takes an
    argument), and `step(inputs)`, which returns the room's outputs.

    When an actor dies, Ray starts it again, on another node if need be. Its rooms come back from
    the last checkpoint, and repeat the steps since with the same inputs. So no step is lost, and
    none is done twice. For that, `step` must depend on nothing but the room and its inputs: rooms
    that use random numbers keep their generator as an attribute, with which it is pickled.

    A room that has a `World` in its attribute `world` is not pickled: the state of the World is all
    that is kept of it. Such a room comes back as a new one, by `setup` and `World.load`. It needs a
    third method, `make(name)`, which returns a new object of the class of that name, for those that
    came after `setup`.

    Ray is started on this machine unless the program has called `ray.init` before.

    Args:
        room_class: the user's class. It is called without arguments, and its objects must be
            picklable (sprites and Groups are).
        count: how many rooms to open, with the numbers 0 to `count` - 1.
        rooms_per_actor: how many rooms share one actor, that is one process, at most.
        checkpoint_every: after how many steps all rooms are saved. Less often costs less time
            while all goes well, and more steps to repeat after a failure.
        actor_options: options for Ray's actors, such as `{"num_cpus": 1}`; see the documentation of
            Ray's `ActorClass.options`.
        progress: "line" shows how the run goes in one line of the terminal, "table" adds one for
            each actor, None (the default) shows nothing.

    Raises:
        TypeError: `room_class` is not a class with `setup` and `step`.
        ValueError: a number is out of range.
        RoomError: the `setup` of a room has raised an exception.

    >>> import ray
    >>> from spritecol import Circle, Group, Sprite
    >>> class Room:
    ...     def setup(self, number):
    ...         self.balls = Group(Sprite(9 * k, collision=Circle(0, 0, 5)) for k in range(number))
    ...     def step(self, inputs):
    ...         self.balls.x += inputs or 0
    ...         return len(self.balls.pairs())
    >>> _ = ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR")
    >>> with Rooms(Room, 4, rooms_per_actor=2) as rooms:
    ...     rooms.step({3: 1.5})
    {0: 0, 1: 0, 2: 1, 3: 2}
    >>> ray.shutdown()
    """

    def __init__(
        self,
        room_class: type,
        count: int,
        *,
        rooms_per_actor: int = 16,
        checkpoint_every: int = 100,
        actor_options: Mapping[str, Any] | None = None,
        progress: str | None = None,
    ) -> None:
        if not isinstance(room_class, type):
            raise TypeError(f"room_class must be a class, got {shown(room_class)}")
        for method in ("setup", "step"):
            if not callable(getattr(room_class, method, None)):
                raise TypeError(f"{room_class.__name__} has no method {method}")
        whole(count, "count", 0)
        self._class = room_class
        self._per_actor = whole(rooms_per_actor, "rooms_per_actor", 1)
        self._every = whole(checkpoint_every, "checkpoint_every", 1)
        self._options = dict(actor_options or {})
        self._progress = Progress(progress)
        self._hosts: dict[int, _Host] = {}
        self._home: dict[int, _Host] = {}  # by room
        self._next_room = 0
        self._next_host = 0
        self._steps = 0
        self._closed = False
        _actors.start_ray()
        try:
            self.add(count)
        except BaseException:
            self.close()
            raise

    # --- steps ----------------------------------------------------------------------------------

    def step(
        self, inputs: Mapping[int, Any] | None = None, *, timeout: float | None = None
    ) -> dict[int, Any]:
        """Let every room take one step, and wait for the outputs.

        Args:
            inputs: what to pass to the `step` of a room, by room. A room that is missing is passed
                None.
            timeout: seconds to wait for each actor at most. After a TimeoutError the step is still
                under way, and the next one follows it.

        Returns:
            What each room has returned, by room.

        Raises:
            KeyError: there is no such room. Then no room has taken a step.
            RoomError: a room has raised an exception. All rooms have taken the step; that one is
                as its exception left it.
            TimeoutError: an actor has not answered in time.
        """
        return self.submit(inputs).result(timeout)

    def submit(self, inputs: Mapping[int, Any] | None = None) -> PendingStep:
        """Ask every room for one step, without waiting for it.

        Several steps may be under way. Each actor takes them in order.

        Args:
            inputs: what to pass to the `step` of a room, by room. A room that is missing is passed
                None.

        Returns:
            An object whose `result()` waits for the outputs.

        Raises:
            KeyError: there is no such room. Then no room takes a step.
        """
        self._demand_open()
        given = dict(inputs or {})
        self._demand_rooms(given)
        self._steps += 1
        entries = []
        for host in self._hosts.values():
            work = Step({room: given[room] for room in host.rooms if room in given})
            entries.append((host, self._call(host, work)))
            host.steps += 1
            if host.steps >= self._every and host.pending is None:
                self._ask_for_checkpoint(host, host.called)
            elif host.steps >= 2 * self._every:
                self._take_checkpoint(host, None)  # nobody fetches outputs: the log ends here
        return PendingStep(self, self._steps, entries)

    # --- rooms ----------------------------------------------------------------------------------

    def add(self, count: int = 1) -> list[int]:
        """Open new rooms: where there is space first, then on new actors.

        Args:
            count: how many.

        Returns:
            Their numbers. A number is never used again.

        Raises:
            RoomError: the `setup` of a room has raised an exception. That room was not opened.
        """
        self._demand_open()
        rooms = list(range(self._next_room, self._next_room + whole(count, "count", 0)))
        self._next_room += len(rooms)
        left = iter(rooms)
        entries = []
        placed: dict[int, list[int]] = {}
        for host in sorted(self._hosts.values(), key=lambda host: len(host.rooms)):
            placed[host.number] = list(islice(left, max(0, self._per_actor - len(host.rooms))))
        while some := list(islice(left, self._per_actor)):
            placed[self._start_host().number] = some
        for number, some in placed.items():
            if some:
                host = self._hosts[number]
                entries.append((host, self._call(host, Open(some))))
                host.rooms += some
                self._home |= dict.fromkeys(some, host)
        try:
            self._answers(entries)
        except RoomError as error:
            self._forget(error.errors)
            raise
        return rooms

    def remove(self, *rooms: int) -> None:
        """Close rooms. An actor without rooms is stopped.

        Args:
            *rooms: their numbers.

        Raises:
            KeyError: there is no such room. Then none is closed.
        """
        self._demand_open()
        self._demand_rooms(rooms)
        by_host: dict[int, list[int]] = {}
        for room in dict.fromkeys(rooms):
            by_host.setdefault(self._home[room].number, []).append(room)
        entries = []
        for number, some in by_host.items():
            host = self._hosts[number]
            entries.append((host, self._call(host, Close(some, keep=False))))
        self._answers(entries)
        self._forget(rooms)

    def move(self, room: int, actor: int | None = None) -> None:
        """Move a room to another actor, between two steps.

        Args:
            room: its number.
            actor: the number of the actor; None starts a new one.

        Raises:
            KeyError: there is no such room or actor.
            RoomError: the room can't be pickled. Then it stays where it is.
        """
        self._demand_open()
        self._demand_rooms([room])
        source = self._home[room]
        if actor is not None and actor not in self._hosts:
            raise KeyError(f"there is no actor {actor}; there are {shown(sorted(self._hosts))}")
        if actor == source.number:
            return
        taken = self._answers([(source, self._call(source, Close([room], keep=True)))])
        target = self._start_host() if actor is None else self._hosts[actor]
        # From here on only the target can bring the room back: it is in its log.
        entry = self._call(target, Adopt(taken))
        target.rooms.append(room)
        self._home[room] = target
        source.rooms.remove(room)
        self._stop_if_empty(source)
        self._answers([(target, entry)])

    def checkpoint(self) -> None:
        """Pickle all rooms now.

        Raises:
            RoomError: a room can't be pickled.
        """
        self._demand_open()
        for host in self._hosts.values():
            self._ask_for_checkpoint(host, host.called)
        for host in list(self._hosts.values()):
            self._take_checkpoint(host, None)

    @property
    def actors(self) -> dict[int, list[int]]:
        """The rooms of each actor, by the actor's number."""
        return {number: list(host.rooms) for number, host in self._hosts.items()}

    def places(self) -> dict[int, Place]:
        """Where each actor runs, by the actor's number."""
        self._demand_open()
        asked = {number: host.actor.place.remote() for number, host in self._hosts.items()}
        found = {}
        for number, reference in asked.items():
            try:
                found[number] = answer_of(reference)
            except LostError as error:  # Ray has given it up
                host = self._hosts[number]
                self._restore(host, error, self._steps)
                found[number] = answer_of(host.actor.place.remote())
        return found

    def __len__(self) -> int:
        return len(self._home)

    def __contains__(self, room: object) -> bool:
        return room in self._home

    # --- the end --------------------------------------------------------------------------------

    def close(self) -> None:
        """Stop all actors. Their rooms are gone. Ray itself goes on."""
        if not self._closed:
            self._closed = True
            self._progress.close()
            for host in self._hosts.values():
                _actors.stop_actor(host.actor)

    def __enter__(self) -> "Rooms":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # --- calls ----------------------------------------------------------------------------------

    def _start_host(self) -> _Host:
        host = _Host(self._next_host, self._start_actor())
        self._next_host += 1
        self._hosts[host.number] = host
        host.actor.restore.remote(None)
        return host

    def _start_actor(self) -> Any:
        return _actors.start_actor(RoomHost, self._options, self._class, True)

    def _call(self, host: _Host, work: Work) -> _Entry:
        """Send a call, and keep it in the log."""
        try:
            reference = host.actor.do.remote(host.called + 1, work)
        except _actors.FULL as error:  # the inputs do not fit into the object store
            raise RoomError(
                f"actor {host.number} with rooms {shown(host.rooms)}: memory is full: {error}",
                actor=host.number,
                step=self._steps,
            ) from error
        host.called += 1
        entry = _Entry(host.called, work, self._steps, reference)
        host.log.append(entry)
        return entry

    def _answer(self, host: _Host, entry: _Entry, timeout: float | None) -> Answer:
        """The answer to a call, whatever happens to the actor meanwhile."""
        if entry.answer is not None:
            return entry.answer
        while True:
            try:
                answer: Answer = answer_of(entry.reference, timeout)
            except LostError as error:
                self._restore(host, error, entry.step)
            except TimeoutError as error:
                raise TimeoutError(
                    f"actor {host.number} with rooms {shown(host.rooms)} has not answered step "
                    f"{entry.step} within {timeout} s; it may wait for a free node, or be slow"
                ) from error
            except MemoryError as error:
                raise RoomError(
                    f"actor {host.number} with rooms {shown(host.rooms)}, step {entry.step}: "
                    f"memory is full: {error}",
                    actor=host.number,
                    step=entry.step,
                ) from error
            else:
                host.failures = 0
                entry.fetched = True
                return answer

    def _restore(self, host: _Host, error: LostError, step: int) -> None:
        """Give an actor its last checkpoint and the calls since."""
        while True:
            host.failures += 1
            if host.failures > _actors.ATTEMPTS:
                raise RoomError(
                    f"actor {host.number} with rooms {shown(host.rooms)} was lost "
                    f"{host.failures} times at step {step}: {error}",
                    actor=host.number,
                    step=step,
                ) from error
            try:
                answer_of(host.actor.place.remote())  # waits until Ray has restarted it
            except LostError:
                host.actor = self._start_actor()  # Ray has given it up
            try:
                restore = host.actor.restore.options(max_task_retries=0)
                answer_of(restore.remote(host.checkpoint))
            except LostError as lost:
                error = lost
                continue
            except UserCodeError as failed:
                raise RoomError(
                    f"actor {host.number} with rooms {shown(host.rooms)} can't be restored: "
                    f"{failed}",
                    actor=host.number,
                    step=step,
                ) from failed.original()
            break
        # A checkpoint that was asked for stands behind the call after which it was.
        numbers = {entry.number for entry in host.log}
        if host.pending is not None and host.pending[0] not in numbers:
            self._ask_for_checkpoint(host, host.pending[0])
        for entry in host.log:
            entry.reference = host.actor.do.remote(entry.number, entry.work)
            if host.pending is not None and host.pending[0] == entry.number:
                self._ask_for_checkpoint(host, entry.number)

    def _ask_for_checkpoint(self, host: _Host, number: int) -> None:
        host.pending = number, host.actor.checkpoint.remote(number)

    def _take_checkpoint(self, host: _Host, timeout: float | None) -> None:
        """Fetch a checkpoint that was asked for, and shorten the log."""
        while host.pending is not None:
            number, reference = host.pending
            try:
                checkpoint: Checkpoint = answer_of(reference, timeout)
            except LostError as error:
                self._restore(host, error, self._steps)
                continue
            except UserCodeError as error:
                host.pending = None
                raise RoomError(
                    f"actor {host.number} with rooms {shown(host.rooms)} can't be pickled: {error}",
                    actor=host.number,
                    step=self._steps,
                ) from error.original()
            for entry in host.log:
                if entry.number <= number and not entry.fetched:
                    entry.answer = self._answer(host, entry, timeout)
            if host.pending is None or host.pending[0] != number:
                continue
            host.failures = 0
            host.checkpoint = checkpoint
            host.log = [entry for entry in host.log if entry.number > number]
            host.steps = sum(isinstance(entry.work, Step) for entry in host.log)
            host.pending = None

    def _answers(self, entries: Iterable[tuple[_Host, _Entry]]) -> dict[int, Any]:
        values, errors = self._gather(entries, None)
        self._raise(errors, values, self._steps)
        return values

    def _gather(
        self, entries: Iterable[tuple[_Host, _Entry]], timeout: float | None
    ) -> tuple[dict[int, Any], dict[int, tuple[int, UserCodeError]]]:
        """All values by room, and all errors with the actor."""
        values: dict[int, Any] = {}
        errors: dict[int, tuple[int, UserCodeError]] = {}
        for host, entry in entries:
            answer = self._answer(host, entry, timeout)
            values |= answer.values
            errors |= {room: (host.number, error) for room, error in answer.errors.items()}
        return dict(sorted(values.items())), dict(sorted(errors.items()))

    def _collect(
        self, step: int, entries: list[tuple[_Host, _Entry]], timeout: float | None
    ) -> dict[int, Any] | RoomError:
        """The outputs of a step, or the error to raise."""
        outputs, errors = self._gather(entries, timeout)
        for host, entry in entries:
            if host.pending is not None and host.pending[0] <= entry.number:
                self._take_checkpoint(host, timeout)
        self._show(step)
        try:
            self._raise(errors, outputs, step)
        except RoomError as error:
            return error
        return outputs

    def _raise(
        self, errors: dict[int, tuple[int, UserCodeError]], values: dict[int, Any], step: int
    ) -> None:
        if not errors:
            return
        room, (actor, first) = next(iter(errors.items()))
        others = f" ({len(errors)} rooms failed)" if len(errors) > 1 else ""
        raise RoomError(
            f"room {room} on actor {actor}, step {step}: {first.text}{others}",
            room=room,
            actor=actor,
            step=step,
            outputs=values,
            errors={number: error.original() for number, (_, error) in errors.items()},
        ) from first.original()

    # --- bookkeeping ----------------------------------------------------------------------------

    def _forget(self, rooms: Iterable[int]) -> None:
        for room in dict.fromkeys(rooms):
            host = self._home.pop(room)
            host.rooms.remove(room)
            self._stop_if_empty(host)

    def _stop_if_empty(self, host: _Host) -> None:
        if not host.rooms and len(self._hosts) > 1:
            _actors.stop_actor(host.actor)
            del self._hosts[host.number]

    def _demand_open(self) -> None:
        if self._closed:
            raise RuntimeError("these Rooms are closed")

    def _demand_rooms(self, rooms: Iterable[int]) -> None:
        for room in rooms:
            if room not in self._home:
                raise KeyError(f"there is no room {shown(room)}; there are {len(self._home)} rooms")

    def _show(self, step: int) -> None:
        if self._progress.due():
            most = max((len(host.rooms) for host in self._hosts.values()), default=1)
            rows = [
                f"{number:4} {bar(len(host.rooms) / max(most, 1))} {len(host.rooms)} rooms"
                for number, host in self._hosts.items()
            ]
            line = f"step {step} | {len(self._hosts)} actors | {len(self._home)} rooms"
            self._progress.show(line, rows)
