"""How actors are started and numbered calls are answered, and what Ray's errors mean here.

Ray restarts an actor that has died, as a fresh object (`max_restarts=-1`), and sends it the calls
again that it has not answered (`max_task_retries=-1`). So a call may reach an actor that has lost
its state, or one that has carried it out already and whose answer was lost. Every call therefore
carries a number, and `Numbered` compares it with the last one that was carried out.
"""

import os
import pickle
import traceback
from collections.abc import Mapping
from typing import Any

import attrs
import ray
from ray import exceptions

ATTEMPTS = 5
"""How often the same call may end with a dead actor before the error is raised. A call that always
kills its process, say by a crash in the user's own C code, would otherwise be repeated forever."""


@attrs.frozen
class StateLost:
    """The answer of an actor that is asked to go on from a state that it does not have.

    An answer and not an exception: Ray would write each one that nobody fetches to the log.
    """

    asked: int
    done: int | None


class LostError(Exception):
    """An actor, a node or an object is gone; the caller restores the state and asks again."""


class UserCodeError(Exception):
    """What the user's own code has raised inside an actor, in a form that can be sent.

    Attributes:
        text: the last line of the traceback.
        trace: the traceback.
        pickled: the exception itself, where it can be pickled.
    """

    def __init__(self, text: str, trace: str, pickled: bytes | None) -> None:
        super().__init__(text, trace, pickled)
        self.text, self.trace, self.pickled = text, trace, pickled

    def __str__(self) -> str:
        return f"{self.text}\n{self.trace}"

    def original(self) -> BaseException:
        """The user's exception, or this one where that can't be pickled."""
        if self.pickled is None:
            return self
        try:
            found = pickle.loads(self.pickled)
        except Exception:
            return self
        if isinstance(found, BaseException):
            found.add_note(f"raised inside the actor:\n{self.trace}")
            return found
        return self


def caught(error: BaseException) -> UserCodeError:
    """An exception of the user's code, in a form that can be sent."""
    text = "".join(traceback.format_exception_only(error)).strip()
    trace = "".join(traceback.format_exception(error))
    try:
        pickled: bytes | None = ray.cloudpickle.dumps(error)
    except Exception:
        pickled = None
    return UserCodeError(text, trace, pickled)


@attrs.frozen
class Place:
    """Where an actor runs.

    Attributes:
        actor_id: Ray's id of the actor. It stays the same when Ray restarts the actor.
        node_id: Ray's id of the node.
        pid: the process id on that node.
    """

    actor_id: str
    node_id: str
    pid: int


class Numbered:
    """An actor whose calls are numbered, so that each is carried out exactly once.

    What the user's code raises, a `UserCodeError`, is returned, not raised: Ray would write each
    exception that nobody fetches to the log.

    Attributes:
        done: the number of the last call that was carried out; None in an actor that has just been
            started, or restarted, and has no state yet.
    """

    done: int | None = None
    _answer: Any = None

    def load(self, state: Any) -> None:
        """Go back to what `save` has returned; None is the state at first."""
        raise NotImplementedError

    def place(self) -> Place:
        """Where this actor runs. Answers as soon as Ray has started it."""
        context = ray.get_runtime_context()
        return Place(context.get_actor_id(), context.get_node_id(), os.getpid())

    def restore(self, number: int, state: Any) -> UserCodeError | None:
        """Go back to a state, as call `number`."""
        try:
            self.load(state)
        except UserCodeError as error:
            return error
        self.done, self._answer = number, None
        return None

    def do(self, number: int, what: str, *arguments: Any) -> Any:
        """Carry out call `number`, or give its answer again if Ray has sent it twice."""
        if self.done is None or number not in (self.done, self.done + 1):
            return StateLost(number, self.done)
        if number > self.done:
            self.done, self._answer = number, None
            try:
                self._answer = getattr(self, what)(*arguments)
            except UserCodeError as error:
                self._answer = error
        return self._answer

    def ask(self, number: int, what: str, *arguments: Any) -> Any:
        """Answer a question about the state after call `number`, which changes nothing."""
        if self.done != number:
            return StateLost(number, self.done)
        try:
            return getattr(self, what)(*arguments)
        except UserCodeError as error:
            return error


def start_ray() -> None:
    """Start Ray on this machine, unless the program has connected to Ray already."""
    if not ray.is_initialized():
        ray.init()


def start_actor(kind: type, options: Mapping[str, Any], *arguments: Any) -> Any:
    """Start an actor. By default Ray spreads actors over the nodes."""
    chosen = {"scheduling_strategy": "SPREAD", **options}
    chosen |= {"max_restarts": -1, "max_task_retries": -1}
    return ray.remote(kind).options(**chosen).remote(*arguments)


def stop_actor(actor: Any) -> None:
    """End an actor for good."""
    if ray.is_initialized():
        ray.kill(actor)


GONE = (
    exceptions.RayActorError,
    exceptions.ObjectLostError,
    exceptions.NodeDiedError,
    exceptions.WorkerCrashedError,
    exceptions.LocalRayletDiedError,
)
FULL = (
    exceptions.ObjectStoreFullError,
    exceptions.OutOfDiskError,
    exceptions.OutOfMemoryError,
)


def answer_of(reference: Any, timeout: float | None = None) -> Any:
    """What a call has answered.

    Raises:
        LostError: the actor that was asked, or an object that it needed, is gone.
        UserCodeError: the user's code has raised an exception.
        MemoryError: the object store, the memory or the disk of a node is full.
        TimeoutError: there was no answer within `timeout` seconds.
    """
    try:
        answer = ray.get(reference, timeout=timeout)
    except exceptions.GetTimeoutError as error:
        raise TimeoutError(f"no answer within {timeout} s") from error
    except exceptions.RayError as error:
        cause = error.cause if isinstance(error, exceptions.RayTaskError) else error
        if isinstance(cause, GONE):
            raise LostError(str(cause)) from cause
        if isinstance(cause, FULL):
            raise full_memory(cause) from cause
        raise
    if isinstance(answer, StateLost):
        raise LostError(f"Ray has restarted the actor: {answer}")
    if isinstance(answer, UserCodeError):
        raise answer
    return answer


def full_memory(error: BaseException) -> MemoryError:
    """The error of a full memory, without Ray's advice."""
    return MemoryError(str(error).partition("\n")[0])
