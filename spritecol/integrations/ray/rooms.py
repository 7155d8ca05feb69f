"""`Rooms`: many independent rooms, stepped by Ray's actors.

Each actor is a crew of its own: when it is lost its rooms go back to their checkpoint, and repeat
the calls since.
"""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

import ray

from spritecol._support.range_check import shown
from spritecol.integrations.ray import _actors
from spritecol.integrations.ray._actors import LostError, Place, UserCodeError
from spritecol.integrations.ray._arguments import whole
from spritecol.integrations.ray.recovery import Call, Crew
from spritecol.integrations.ray.room_host import RoomHost


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


class _Host(Crew):
    """An actor, as the driver knows it."""

    def __init__(self, number: int, room_class: type, options: Mapping[str, Any]) -> None:
        self.number, self.rooms, self.step = number, list[int](), 0
        self._class, self._options = room_class, options
        super().__init__(1)

    def start(self, member: int) -> Any:
        return _actors.start_actor(RoomHost, self._options, self._class)

    def explained(self, member: int | None, error: Exception, doing: str) -> Exception:
        who = f"actor {self.number} with rooms {shown(self.rooms)}"
        if isinstance(error, TimeoutError):
            return TimeoutError(
                f"{who} has not answered step {self.step} in time: {error}; it may wait for a free "
                "node, or be slow"
            )
        if isinstance(error, LostError):
            text = f"{who} was lost {_actors.ATTEMPTS + 1} times at step {self.step}: {error}"
        elif isinstance(error, UserCodeError):
            text = f"{who} can't be {'pickled' if doing == 'saved' else doing}: {error}"
        else:
            text = f"{who}, step {self.step}: memory is full: {error}"
        return RoomError(text, actor=self.number, step=self.step)


_Sent = tuple[_Host, Call]


class PendingStep:
    """A step of all rooms that was asked for, and whose outputs can be fetched later.

    Made by `Rooms.submit`.

    Attributes:
        number: how many steps the rooms will have taken then.
    """

    def __init__(self, rooms: "Rooms", step: int, sent: list[_Sent]) -> None:
        self._rooms, self._sent = rooms, sent
        self.number = step

    def done(self) -> bool:
        """Ask whether all outputs are there.

        Returns:
            Whether `result` would not wait. An actor that is being restored counts as done.
        """
        waiting = [each for _, call in self._sent if not call.answers for each in call.references]
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
        return self._rooms._answers(self._sent, self.number, timeout)


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
        sent = []
        for host in self._hosts.values():
            inputs_here = {room: given[room] for room in host.rooms if room in given}
            sent.append((host, self._send(host, "step", inputs_here)))
            if len(host.log) >= 2 * self._every:
                host.fetch(host.log[-1])  # nobody fetches outputs: the log ends here
            elif len(host.log) >= self._every and not host.is_saving:
                host.send("save")
        return PendingStep(self, self._steps, sent)

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
        sent = []
        placed: dict[int, list[int]] = {}
        for host in sorted(self._hosts.values(), key=lambda host: len(host.rooms)):
            placed[host.number] = list(islice(left, max(0, self._per_actor - len(host.rooms))))
        while some := list(islice(left, self._per_actor)):
            placed[self._start_host().number] = some
        for number, some in placed.items():
            if some:
                host = self._hosts[number]
                sent.append((host, self._send(host, "open", some)))
                host.rooms += some
                self._home |= dict.fromkeys(some, host)
        try:
            self._answers(sent)
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
        sent = []
        for host in self._hosts.values():
            if some := [room for room in host.rooms if room in rooms]:
                sent.append((host, self._send(host, "close", some, False)))
        self._answers(sent)
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
        taken = self._answers([(source, self._send(source, "close", [room], True))])
        target = self._start_host() if actor is None else self._hosts[actor]
        # From here on only the target can bring the room back: it is in its log.
        call = self._send(target, "adopt", taken)
        target.rooms.append(room)
        self._home[room] = target
        source.rooms.remove(room)
        self._stop_if_empty(source)
        self._answers([(target, call)])

    def checkpoint(self) -> None:
        """Pickle all rooms now.

        Raises:
            RoomError: a room can't be pickled.
        """
        self._demand_open()
        for host, call in [(host, host.send("save")) for host in self._hosts.values()]:
            host.fetch(call)

    @property
    def actors(self) -> dict[int, list[int]]:
        """The rooms of each actor, by the actor's number."""
        return {number: list(host.rooms) for number, host in self._hosts.items()}

    def places(self) -> dict[int, Place]:
        """Ask where each actor runs.

        Returns:
            A dict from the actor's number to its `Place`.

        Raises:
            RuntimeError: the rooms are closed.
            TimeoutError: an actor has not answered in time.
        """
        self._demand_open()
        return {number: host.places()[0] for number, host in self._hosts.items()}

    def __len__(self) -> int:
        return len(self._home)

    def __contains__(self, room: object) -> bool:
        return room in self._home

    # --- the end --------------------------------------------------------------------------------

    def close(self) -> None:
        """Stop all actors. Their rooms are gone. Ray itself goes on."""
        if not self._closed:
            self._closed = True
            for host in self._hosts.values():
                host.stop()

    def __enter__(self) -> "Rooms":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # --- calls ----------------------------------------------------------------------------------

    def _start_host(self) -> _Host:
        host = _Host(self._next_host, self._class, self._options)
        self._next_host += 1
        self._hosts[host.number] = host
        return host

    def _send(self, host: _Host, what: str, *arguments: Any) -> Call:
        host.step = self._steps
        return host.send(what, *arguments)

    def _answers(
        self, sent: Iterable[_Sent], step: int | None = None, timeout: float | None = None
    ) -> dict[int, Any]:
        """What calls have answered, by room, or the error to raise."""
        values: dict[int, Any] = {}
        errors: dict[int, tuple[int, UserCodeError]] = {}
        for host, call in sent:
            host.step = self._steps if step is None else step
            ((outputs, failed),) = host.fetch(call, timeout)
            values |= outputs
            errors |= {room: (host.number, error) for room, error in failed.items()}
        values = dict(sorted(values.items()))
        if not errors:
            return values
        room = min(errors)
        actor, first = errors[room]
        others = f" ({len(errors)} rooms failed)" if len(errors) > 1 else ""
        raise RoomError(
            f"room {room} on actor {actor}, step {host.step}: {first.text}{others}",
            room=room,
            actor=actor,
            step=host.step,
            outputs=values,
            errors={number: error.original() for number, (_, error) in sorted(errors.items())},
        ) from first.original()

    # --- bookkeeping ----------------------------------------------------------------------------

    def _forget(self, rooms: Iterable[int]) -> None:
        for room in dict.fromkeys(rooms):
            host = self._home.pop(room)
            host.rooms.remove(room)
            self._stop_if_empty(host)

    def _stop_if_empty(self, host: _Host) -> None:
        if not host.rooms and len(self._hosts) > 1:
            host.stop()
            del self._hosts[host.number]

    def _demand_open(self) -> None:
        if self._closed:
            raise RuntimeError("these Rooms are closed")

    def _demand_rooms(self, rooms: Iterable[int]) -> None:
        for room in rooms:
            if room not in self._home:
                raise KeyError(f"there is no room {shown(room)}; there are {len(self._home)} rooms")
