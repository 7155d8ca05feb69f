"""The actor that holds some rooms: it opens, steps, pickles and closes them."""

import inspect
import pickle
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import attrs
import numpy as np
import numpy.typing as npt

from spritecol.integrations.ray._actors import (
    Numbered,
    StateLost,
    UserCodeError,
    caught,
    prepare_process,
)

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
    """All rooms of an actor, pickled one after the other into one array.

    An array, since a driver that has read it from Ray's object store holds that copy in place.
    """

    number: int
    rooms: tuple[int, ...]
    ends: tuple[int, ...]
    data: Bytes


class RoomHost(Numbered):
    """Some rooms in one process. Plain Python, so that it can be tried without Ray.

    Args:
        room_class: the user's class.
        cores: for `spritecol.use_cores`; None leaves the process as it is.
    """

    def __init__(self, room_class: type, cores: int | None = None) -> None:
        super().__init__()
        if cores is not None:
            prepare_process(cores)
        self.room_class = room_class
        self.rooms: dict[int, Any] = {}

    def restore(self, checkpoint: Checkpoint | None) -> None:
        """Go back to a checkpoint; None is the state of an actor without rooms."""
        rooms: dict[int, Any] = {}
        if checkpoint is not None:
            begin = 0
            for room, end in zip(checkpoint.rooms, checkpoint.ends, strict=True):
                rooms[room] = pickle.loads(checkpoint.data[begin:end].tobytes())
                begin = end
        self.rooms = rooms
        self.start_from(0 if checkpoint is None else checkpoint.number)

    def checkpoint(self, number: int) -> Checkpoint | StateLost:
        """The state after call `number`."""
        return self.after(number, lambda: self._pickled(number))  # type: ignore[no-any-return]

    def _pickled(self, number: int) -> Checkpoint:
        pickled = []
        for room, held in self.rooms.items():
            try:
                pickled.append(ray_pickle(held))
            except Exception as error:
                error.add_note(f"while room {room} was pickled")
                raise caught(error) from None
        ends = np.cumsum([len(each) for each in pickled], dtype=np.int64).tolist()
        data = np.frombuffer(b"".join(pickled), np.uint8)
        return Checkpoint(number, tuple(self.rooms), tuple(ends), data)

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
                made = self.room_class()
                setup(made, room)
            except Exception as error:
                answer.errors[room] = caught(error)
            else:
                self.rooms[room] = made

    def _adopt(self, work: Adopt, answer: Answer) -> None:
        for room, pickled in work.rooms.items():
            self.rooms[room] = pickle.loads(pickled)

    def _close(self, work: Close, answer: Answer) -> None:
        if work.keep:
            for room in work.rooms:
                try:
                    answer.values[room] = ray_pickle(self.rooms[room])
                    pickle.loads(answer.values[room])  # before this one is gone
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

    _WAYS: ClassVar[dict[type, Callable[..., None]]] = {
        Open: _open,
        Adopt: _adopt,
        Close: _close,
        Step: _step,
    }


def ray_pickle(room: Any) -> bytes:
    """A room as bytes. Classes of the program's main module are pickled by value."""
    import ray

    return bytes(ray.cloudpickle.dumps(room))


def setup(room: Any, number: int) -> None:
    """Call a room's `setup`, with its number if it takes an argument."""
    try:
        takes = bool(inspect.signature(room.setup).parameters)
    except (TypeError, ValueError):
        takes = False
    if takes:
        room.setup(number)
    else:
        room.setup()
