"""`Rooms`: many independent rooms, stepped by Ray's actors.

When an actor is lost, its rooms go back to their checkpoint and repeat the calls since. All other
rooms are unchanged.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import islice
from math import inf
from typing import Any

import ray

from spritecol._support.arguments import arguments
from spritecol._support.range_check import shown, whole_number
from spritecol.integrations.ray import recovery
from spritecol.integrations.ray.recovery import Call, Crew, CrewError, LostError, Place, UserError
from spritecol.integrations.ray.room_host import Answer, RoomHost, Saved


class RoomError(RuntimeError):
    """A room failed to carry out a call. `__cause__` is the original exception.

    Attributes:
        room: the number of the room, or None if a whole actor fails.
        actor: the number of its actor.
        step: the step at which it happened, counted from 1; 0 before the first step.
        outputs: the results of the other rooms in this step.
        errors: the exception of each failing room, by room.
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


class PendingStep:
    """A step of all rooms that was submitted, whose outputs can be fetched later.

    `Rooms.submit` returns it.

    Attributes:
        number: how many steps the rooms will have taken after it.
    """

    def __init__(self, rooms: "Rooms", step: int, call: Call) -> None:
        self._rooms, self._call = rooms, call
        self.number = step

    def done(self) -> bool:
        """Return whether all outputs have arrived.

        Returns:
            True if `result` would not wait. An actor that is being restored counts as done.
        """
        call = self._call
        waiting = [each for actor, each in call.references.items() if actor not in call.answers]
        ready, _ = ray.wait(waiting, num_returns=len(waiting), timeout=0) if waiting else ([], [])
        return len(ready) == len(waiting)

    def result(self, timeout: float | None = None) -> dict[int, Any]:
        """Wait for the outputs and return them.

        Args:
            timeout: seconds to wait for each actor at most; None waits as long as it takes.

        Returns:
            The result of each room's `step`, by room.

        Raises:
            RoomError: a room has raised an exception, or the step kills an actor repeatedly.
            RuntimeError: the rooms were closed before the outputs arrived.
            TimeoutError: an actor has not answered in time. Call again later.
        """
        try:
            with self._rooms._errors(self.number):
                answers = self._rooms._crew.fetch(self._call, timeout)
        except RoomError as error:  # of an actor; the others have answered
            sound = [each for each in self._call.answers.values() if isinstance(each, dict)]
            error.outputs = split(sound)[0]
            raise
        return self._rooms._outputs(answers, self.number)


class Rooms:
    """Independent rooms of a game, spread over Ray's actors.

    Each room is an object of your class, which uses sprites and Groups as usual. It has two
    methods: `setup()`, called once when the room is opened (with the room's number, if it takes an
    argument), and `step(inputs)`, which returns the room's outputs.

    When an actor dies, another takes its place, on another node if necessary. Its rooms come back
    from the last checkpoint, and repeat the steps since with the same inputs. So no step is lost or
    done twice. For this, `step` must depend only on the room and its inputs. A room that uses
    random numbers must keep the generator as an attribute, so that it is pickled.

    A room with a `World` in its attribute `world` is not pickled. Only the state of the World is
    saved. Such a room comes back as a new room, by `setup` and `World.load`. It needs a third
    method, `make(name)`, which returns a new object of the class with that name, for objects that
    were created after `setup`.

    Ray is started on this machine unless the program has called `ray.init` before.

    Provisional: it may change in any minor version, see docs/guarantees.md.

    Args:
        room_class: your class. It is called without arguments, and its objects must be picklable
            (sprites and Groups are).
        count: how many rooms to open, with the numbers 0 to `count` - 1.
        rooms_per_actor: the maximal number of rooms that share one actor, which is one process.
        checkpoint_every: after how many steps all rooms are saved. Saving less often costs less
            time, but a failure repeats more steps.
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

    @arguments()
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
        whole_number(count, "count", 0, inf)
        self._per_actor = whole_number(rooms_per_actor, "rooms_per_actor", 1, inf)
        self._every = whole_number(checkpoint_every, "checkpoint_every", 1, inf)
        options = dict(actor_options or {})
        self._crew = Crew(
            "these Rooms are",
            lambda _: recovery.start_actor(RoomHost, options, room_class),
            together=False,
        )
        self._home: dict[int, int] = {}  # the actor of each room
        self._next_room = 0
        self._next_actor = 0
        self._steps = 0
        try:
            self.add(count)
        except BaseException:
            self.close()
            raise

    # --- steps ----------------------------------------------------------------------------------

    def step(
        self, inputs: Mapping[int, Any] | None = None, *, timeout: float | None = None
    ) -> dict[int, Any]:
        """Let every room take one step, wait for the outputs, and return them.

        Args:
            inputs: the argument for the `step` of each room, by room. A missing room gets None.
            timeout: seconds to wait for each actor at most. After a TimeoutError the step is still
                running, and the next step follows it.

        Returns:
            The result of each room, by room.

        Raises:
            KeyError: there is no such room. Then no room has taken a step.
            RoomError: a room has raised an exception. All rooms have taken the step, and that room
                is as its exception left it. Or the step kills an actor repeatedly; then its rooms
                have not taken the step.
            TimeoutError: an actor has not answered in time.
        """
        return self.submit(inputs).result(timeout)

    def submit(self, inputs: Mapping[int, Any] | None = None) -> PendingStep:
        """Start one step of every room, without waiting for it.

        Several steps may be running at once. A checkpoint waits for them.

        Args:
            inputs: the argument for the `step` of each room, by room. A missing room gets None.

        Returns:
            A `PendingStep`, whose `result()` waits for the outputs.

        Raises:
            KeyError: there is no such room. Then no room takes a step.
            RoomError: a room cannot be pickled for a checkpoint. Then no room takes a step, either.
        """
        given = dict(inputs or {})
        self._demand_rooms(given)
        if len(self._crew.log) >= self._every:
            self.checkpoint()
        step = self._steps + 1
        inputs_of = {
            actor: (step, {room: given[room] for room in rooms if room in given})
            for actor, rooms in self.actors.items()
        }
        with self._errors(step):
            call = self._crew.send(partial(self._crew.tell, "step", inputs_of))
        self._steps = step
        return PendingStep(self, step, call)

    # --- rooms ----------------------------------------------------------------------------------

    def add(self, count: int = 1) -> list[int]:
        """Open new rooms, first on actors with space, then on new actors.

        Args:
            count: how many rooms to open.

        Returns:
            The numbers of the new rooms. A number is never used again.

        Raises:
            RoomError: the `setup` of a room has raised an exception. That room was not opened. Or
                it kills an actor repeatedly; then no room was opened.
        """
        rooms = list(range(self._next_room, self._next_room + whole_number(count, "count", 0, inf)))
        self._next_room += len(rooms)
        left = iter(rooms)
        placed = {
            actor: list(islice(left, max(0, self._per_actor - len(held))))
            for actor, held in sorted(self.actors.items(), key=lambda each: len(each[1]))
        }
        while some := list(islice(left, self._per_actor)):
            placed[self._start_actor()] = some
        self._home |= {room: actor for actor, some in placed.items() for room in some}
        opened = {actor: (some, self._steps) for actor, some in placed.items() if some}
        unopened = set(rooms)
        try:
            with self._errors(self._steps):
                answers = self._crew.change("open", opened)
            unopened = {room for failed in answers.values() for room in failed}
            for room in set(rooms) - unopened:
                self._states_on(self._home[room])[room] = self._steps, None
            self._outputs(answers, self._steps)
        finally:
            for room in unopened:
                del self._home[room]
            self._stop_empty()
        return rooms

    def remove(self, *rooms: int) -> None:
        """Close rooms, after the steps that are running. An actor without rooms is stopped.

        Args:
            *rooms: the numbers of the rooms.

        Raises:
            KeyError: there is no such room. Then none is closed.
        """
        self._demand_rooms(rooms)
        self._crew.finish({self._home[room] for room in rooms})
        for room in set(rooms):
            self._drop(room)
        self._stop_empty()

    def move(self, room: int, actor: int | None = None) -> None:
        """Move a room to another actor, between two steps.

        Args:
            room: the number of the room.
            actor: the number of the actor. None starts a new actor.

        Raises:
            KeyError: there is no such room or actor.
            RoomError: the room cannot be pickled, or cannot be created again there. Then it stays
                where it is.
        """
        self._demand_rooms([room])
        source, actors = self._home[room], self.actors
        if actor is not None and actor not in actors:
            raise KeyError(f"there is no actor {actor}; there are {shown(sorted(actors))}")
        if actor == source:
            return
        try:
            with self._errors(self._steps, room):
                self._crew.finish([source])
                saved = self._crew.ask("save", [room], members=[source])[source]
                target = self._start_actor() if actor is None else actor
                self._crew.change("take", {target: (saved,)})
            self._states_on(target).update(saved)
            self._drop(room)
            self._home[room] = target  # it becomes the last room
        finally:
            self._stop_empty()

    def checkpoint(self) -> None:
        """Save all rooms now.

        Raises:
            RoomError: a room cannot be pickled.
        """
        with self._errors(self._steps):
            self._crew.save()

    @property
    def actors(self) -> dict[int, list[int]]:
        """The rooms of each actor, by the actor's number."""
        rooms: dict[int, list[int]] = {actor: [] for actor in self._crew.actors}
        for room, actor in self._home.items():
            rooms.setdefault(actor, []).append(room)
        return rooms

    def places(self) -> dict[int, Place]:
        """Return where each actor runs.

        Returns:
            A dict from the actor's number to its `Place`.

        Raises:
            RuntimeError: the rooms are closed.
            TimeoutError: an actor has not answered in time.
        """
        with self._errors(self._steps):
            return self._crew.ask("place")

    def __len__(self) -> int:
        return len(self._home)

    def __contains__(self, room: object) -> bool:
        return room in self._home

    # --- the end --------------------------------------------------------------------------------

    def close(self) -> None:
        """Stop all actors. Their rooms are gone. Ray itself keeps running."""
        self._crew.close()

    def __enter__(self) -> "Rooms":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # --- calls ----------------------------------------------------------------------------------

    def _start_actor(self) -> int:
        actor = self._next_actor
        self._next_actor += 1
        self._crew.start(actor)
        return actor

    def _outputs(self, answers: Mapping[int, Any], step: int) -> dict[int, Any]:
        """Return the answers of actors by room, or the error to raise."""
        values, errors = split(answers.values())
        if not errors:
            return values
        room = min(errors)
        first = errors[room]
        actor = next(each for each, found in answers.items() if room in found)
        others = f" ({len(errors)} rooms failed)" if len(errors) > 1 else ""
        raise RoomError(
            f"room {room} on actor {actor}, step {step}: {first}{others}",
            room=room,
            actor=actor,
            step=step,
            outputs=values,
            errors={number: error.original() for number, error in errors.items()},
        ) from first.original()

    @contextmanager
    def _errors(self, step: int, room: int | None = None) -> Iterator[None]:
        """Turn errors of actors into errors for users."""
        try:
            yield
        except CrewError as failed:
            actor, error = failed.member, failed.error
            who = f"actor {actor} with rooms {shown(self.actors.get(actor))}"
            if isinstance(error, TimeoutError):
                raise TimeoutError(f"{who} has not answered step {step}: {error}") from error
            if isinstance(failed, LostError):
                text = f"{who} was lost {recovery.ATTEMPTS + 1} times at step {step}: {error}"
            elif isinstance(error, UserError) and error.what in ("save", "load"):
                doing = "pickled" if error.what == "save" else "restored"
                text = f"{who} can't be {doing}: {error}"
            else:
                text = f"{who}, step {step}: {error}"
            raise RoomError(text, room=room, actor=actor, step=step) from failed.cause

    # --- bookkeeping ----------------------------------------------------------------------------

    def _states_on(self, actor: int) -> dict[int, Saved]:
        """Return the rooms with which an actor has to be restored."""
        states: dict[int, Saved] = self._crew.states.setdefault(actor, {})
        return states

    def _drop(self, room: int) -> None:
        """Drop a room from its actor. A lost actor comes back without it."""
        actor = self._home.pop(room)
        del self._states_on(actor)[room]
        self._crew.inform("drop", {actor: ([room],)})

    def _stop_empty(self) -> None:
        """Stop actors without rooms."""
        if empty := self._crew.actors.keys() - self._home.values():
            with self._errors(self._steps):
                self._crew.stop(*empty)

    def _demand_rooms(self, rooms: Iterable[int]) -> None:
        for room in rooms:
            if room not in self._home:
                raise KeyError(f"there is no room {shown(room)}; there are {len(self._home)} rooms")


def split(answers: Iterable[Answer]) -> tuple[dict[int, Any], dict[int, UserError]]:
    """Return the results and the errors of rooms, in the order of their numbers."""
    found = {room: each[room] for each in answers for room in each}
    errors = {room: found[room] for room in sorted(found) if isinstance(found[room], UserError)}
    return {room: found[room] for room in sorted(found) if room not in errors}, errors
