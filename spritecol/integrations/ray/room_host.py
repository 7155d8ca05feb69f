"""The actor that holds some rooms: it opens, steps, saves and closes them."""

import pickle
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import ray

from spritecol._support.signatures import function_of, takes_of
from spritecol.integrations.ray.recovery import Member, UserError, answer_of
from spritecol.world.wire_reading import MAGIC, written
from spritecol.world.world import World

Answer = dict[int, Any]
"""The results of a call by room: a value, or a `UserError`."""


Saved = tuple[int, bytes | None]
"""A saved room: how many steps it has taken, and its state then. None is the state after
`setup`."""


class RoomHost(Member):
    """Some rooms in one process. Plain Python, so that it can be used without Ray.

    Args:
        room_class: the user's class.
    """

    def __init__(self, room_class: type) -> None:
        self.room_class = room_class
        self.rooms: dict[int, Any] = {}
        self.taken: dict[int, int] = {}  # how many steps each has taken

    def load(self, state: Mapping[int, Saved] | None) -> None:
        """Go back to saved rooms. If one cannot be created again, nothing has changed."""
        made = self._made(state or {})
        self.rooms, self.taken = {}, {}
        self._hold(made)

    def save(self, rooms: Iterable[int] | None = None) -> dict[int, Saved]:
        """Return some rooms as bytes. None means all."""
        saved: dict[int, Saved] = {}
        for room in self.rooms if rooms is None else rooms:
            try:
                saved[room] = self.taken[room], bytes_of(self.rooms[room])
            except Exception as error:
                error.add_note(f"while room {room} was saved")
                raise
        return saved

    def open(self, rooms: Sequence[int], taken: int) -> Answer:
        """Create new rooms and call their `setup`. Return the rooms that have raised an error."""
        made = {room: answer_of(self._new, room) for room in rooms}
        failed = {room: found for room, found in made.items() if isinstance(found, UserError)}
        self._hold({room: (taken, made[room]) for room in rooms if room not in failed})
        return failed

    def take(self, saved: Mapping[int, Saved]) -> None:
        """Take over rooms that another actor has saved."""
        self._hold(self._made(saved))

    def drop(self, rooms: Iterable[int]) -> None:
        """Let rooms go."""
        for room in rooms:
            self.rooms.pop(room, None)  # an actor that was restored meanwhile no longer has it

    def step(self, number: int, inputs: Mapping[int, Any]) -> Answer:
        """Step every room that has not taken this step. Rooms without an input get None."""
        answer = {}
        for room, held in self.rooms.items():
            if self.taken[room] < number:
                self.taken[room] = number
                answer[room] = answer_of(held.step, inputs.get(room))
        return answer

    def _hold(self, made: Mapping[int, tuple[int, Any]]) -> None:
        for room, (taken, held) in made.items():
            self.rooms[room], self.taken[room] = held, taken

    def _new(self, room: int) -> Any:
        made = self.room_class()
        function = function_of(made.setup)
        takes = takes_of(function)
        if takes is not None and takes.positional > (function is not made.setup):
            made.setup(room)
        else:
            made.setup()
        world_of(made)
        return made

    def _made(self, saved: Mapping[int, Saved]) -> dict[int, tuple[int, Any]]:
        """Return rooms from results of `save`, each with how many steps it has taken."""
        made = {}
        for room, (taken, state) in saved.items():
            try:
                if state is None or state.startswith(MAGIC):
                    held = self._new(room)
                    if state is not None:
                        held.world.load(state, make=held.make)
                else:
                    held = pickle.loads(state)
            except Exception as error:
                error.add_note(f"while room {room} was restored")
                raise
            made[room] = taken, held
        return made


def world_of(room: Any) -> World | None:
    """Return the World of a room, if it has one. Its state is then all that is saved of the room.

    Raises:
        TypeError: the room cannot create objects for its World.
    """
    world = getattr(room, "world", None)
    if not isinstance(world, World):
        return None
    if not callable(getattr(room, "make", None)):
        raise TypeError(
            f"a {type(room).__name__} has a World, so it needs a method make(name): which returns "
            "a new object of the class with that name, for objects created after setup"
        )
    return world


def bytes_of(room: Any) -> bytes:
    """Return a room as bytes: the state of its World, if it has one, or else the pickled room."""
    world = world_of(room)
    if world is None:  # classes of the program's main module are pickled by value
        return bytes(ray.cloudpickle.dumps(room))
    words = world.save()._sent_words()
    if words.is_partial:
        raise TypeError(
            f"the World of a {type(room).__name__} can't be saved as a whole: an attribute is "
            "neither None, a number, text, an Enum, a tuple of these, nor an object of the World"
        )
    return written(words)
