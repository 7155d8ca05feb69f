"""The actor that holds some rooms: it opens, steps, pickles and closes them."""

import pickle
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import attrs
import numpy as np
import numpy.typing as npt

from spritecol._support.signatures import function_of, takes_of
from spritecol.integrations.ray._actors import (
    Numbered,
    StateLost,
    UserCodeError,
    caught,
    prepare_process,
)
from spritecol.world.wire_reading import MAGIC, written
from spritecol.world.world import World

Bytes = npt.NDArray[np.uint8]


@attrs.frozen
class Open:
    """Make new rooms and call their `setup`."""

    rooms: Sequence[int]


@attrs.frozen
class Adopt:
    """Take over rooms that another actor has pickled."""

    rooms: Mapping[int, bytes]


@attrs.frozen
class Close:
    """Let rooms go. The answer holds them pickled, if `keep`."""

    rooms: Sequence[int]
    keep: bool


@attrs.frozen
class Step:
    """One step of every room; those without an input get None."""

    inputs: Mapping[int, Any]


Work = Open | Adopt | Close | Step


@attrs.frozen
class Answer:
    """What a call gives back: a value by room, and what rooms have raised."""

    values: dict[int, Any]
    errors: dict[int, UserCodeError]


@attrs.frozen
class Checkpoint:
    """All rooms of an actor as bytes, one after the other in one array.

    An array, since a driver that has read it from Ray's object store holds that copy in place.
    """

    rooms: tuple[int, ...]
    ends: tuple[int, ...]
    data: Bytes


class RoomHost(Numbered):
    """Some rooms in one process. Plain Python, so that it can be tried without Ray.

    Args:
        room_class: the user's class.
        own_process: whether the process belongs to this host alone.
    """

    def __init__(self, room_class: type, own_process: bool = False) -> None:
        super().__init__()
        if own_process:
            prepare_process()
        self.room_class = room_class
        self.rooms: dict[int, Any] = {}

    def restore(self, number: int, checkpoint: Checkpoint | None) -> UserCodeError | None:
        """Go back to a checkpoint, as call `number`; None is an actor without rooms.

        Returns:
            What a room has raised when it was made again; then nothing has changed.
        """
        rooms: dict[int, Any] = {}
        if checkpoint is not None:
            begin = 0
            for room, end in zip(checkpoint.rooms, checkpoint.ends, strict=True):
                try:
                    rooms[room] = self._room_from(room, checkpoint.data[begin:end].tobytes())
                except Exception as error:
                    error.add_note(f"while room {room} was restored")
                    return caught(error)
                begin = end
        self.rooms = rooms
        self.start_from(number)
        return None

    def state(self, number: int) -> Checkpoint | StateLost:
        """The state after call `number`."""
        return self.after(number, self._saved)  # type: ignore[no-any-return]

    def _saved(self) -> Checkpoint:
        saved = []
        for room, held in self.rooms.items():
            try:
                saved.append(bytes_of(held))
            except Exception as error:
                error.add_note(f"while room {room} was saved")
                raise caught(error) from None
        ends = np.cumsum([len(each) for each in saved], dtype=np.int64).tolist()
        data = np.frombuffer(b"".join(saved), np.uint8)
        return Checkpoint(tuple(self.rooms), tuple(ends), data)

    def do(self, number: int, work: Work) -> Answer | StateLost:
        """Carry out call `number`, exactly once."""
        return self.once("do", number, lambda: self._carry_out(number, work))  # type: ignore[no-any-return]

    def _carry_out(self, number: int, work: Work) -> Answer:
        answer = Answer({}, {})
        self._WAYS[type(work)](self, work, answer)
        self.done = number
        return answer

    def _open(self, work: Open, answer: Answer) -> None:
        for room in work.rooms:
            try:
                self.rooms[room] = self._new(room)
            except Exception as error:
                answer.errors[room] = caught(error)

    def _adopt(self, work: Adopt, answer: Answer) -> None:
        for room, saved in work.rooms.items():
            self.rooms[room] = self._room_from(room, saved)

    def _close(self, work: Close, answer: Answer) -> None:
        if work.keep:
            for room in work.rooms:
                try:
                    answer.values[room] = bytes_of(self.rooms[room])
                    self._room_from(room, answer.values[room])  # before this one is gone
                except Exception as error:
                    answer.errors[room] = caught(error)
        if not answer.errors:
            for room in work.rooms:
                del self.rooms[room]

    def _step(self, work: Step, answer: Answer) -> None:
        for room, held in self.rooms.items():
            try:
                answer.values[room] = held.step(work.inputs.get(room))
            except Exception as error:
                answer.errors[room] = caught(error)

    def _new(self, room: int) -> Any:
        made = self.room_class()
        setup(made, room)
        world_of(made)
        return made

    def _room_from(self, room: int, saved: bytes) -> Any:
        """A room from what `bytes_of` has made of it."""
        if not saved.startswith(MAGIC):
            return pickle.loads(saved)
        made = self._new(room)
        made.world.load(saved, make=made.make)
        return made

    _WAYS: ClassVar[dict[type, Callable[..., None]]] = {
        Open: _open,
        Adopt: _adopt,
        Close: _close,
        Step: _step,
    }


def world_of(room: Any) -> World | None:
    """The World that a room offers, whose state is then all that has to be saved of the room.

    Raises:
        TypeError: the room can't make what comes into its World.
    """
    world = getattr(room, "world", None)
    if not isinstance(world, World):
        return None
    if not callable(getattr(room, "make", None)):
        raise TypeError(
            f"a {type(room).__name__} has a World, so it needs a method make(name): it returns a "
            "new object of the class of that name, for those that come after setup"
        )
    return world


def bytes_of(room: Any) -> bytes:
    """A room as bytes: the state of its World, if it offers one, else all of it, pickled."""
    world = world_of(room)
    if world is None:
        return ray_pickle(room)
    words = world.save()._words(with_images=True)
    if words.is_partial:
        raise TypeError(
            f"the World of a {type(room).__name__} can't be saved as a whole: an attribute is "
            "neither None, a number, text, an Enum, a tuple of these, nor an object of the World"
        )
    return written(words)


def ray_pickle(room: Any) -> bytes:
    """A room, pickled. Classes of the program's main module are pickled by value."""
    import ray

    return bytes(ray.cloudpickle.dumps(room))


def setup(room: Any, number: int) -> None:
    """Call a room's `setup`, with its number if it takes an argument."""
    function = function_of(room.setup)
    takes = takes_of(function)
    if takes is not None and takes.positional > (function is not room.setup):
        room.setup(number)
    else:
        room.setup()
