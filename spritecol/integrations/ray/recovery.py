"""Actors that keep their state: how they are started, a checkpoint, and the calls since.

The driver keeps the last checkpoint of a crew and the calls since, the log. Ray carries out what an
actor is sent in that order, and once at most: it does not start an actor again that has died, and
sends it nothing twice. So where one is lost the driver starts another in its place, and gives it
the checkpoint and the calls of the log again; answers that are there already stay.

Where actors send each other something the whole crew goes back: what they have sent each other
belongs together, even where the user's function does not give the same twice.
"""

import os
import pickle
import traceback
from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

import attrs
import ray
from ray import exceptions

ATTEMPTS = 5
"""How often the same call may end with a dead actor before the error is raised. A call that always
kills its process, say by a crash in the user's own C code, would otherwise be repeated forever."""

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

T = TypeVar("T")


# --- in the actors ------------------------------------------------------------------------------


@attrs.frozen
class Place:
    """Where an actor runs.

    Attributes:
        actor_id: Ray's id of the actor. One that takes the place of another has its own.
        node_id: Ray's id of the node.
        pid: the process id on that node.
    """

    actor_id: str
    node_id: str
    pid: int


@attrs.frozen
class UserError:
    """What the user's own code has raised inside an actor, in a form that can be sent.

    An answer and not an exception: Ray would write each one that nobody fetches to the log.

    Attributes:
        text: the last line of the traceback.
        trace: the traceback.
        pickled: the exception itself; nothing where it can't be pickled.
    """

    text: str
    trace: str
    pickled: bytes

    def __str__(self) -> str:
        return self.text

    def original(self) -> BaseException:
        """The user's exception, or one of its text where that can't be pickled."""
        try:
            found = pickle.loads(self.pickled)
            found.add_note(f"raised inside the actor:\n{self.trace}")
        except Exception:
            return RuntimeError(f"{self.text}\n{self.trace}")
        return found  # type: ignore[no-any-return]


def caught(error: BaseException) -> UserError:
    """An exception of the user's code, in a form that can be sent."""
    text = "".join(traceback.format_exception_only(error)).strip()
    trace = "".join(traceback.format_exception(error))
    try:
        pickled = bytes(ray.cloudpickle.dumps(error))
    except Exception:
        pickled = b""
    return UserError(text, trace, pickled)


class Member:
    """An actor of a crew. It has a method `save`, and `load`, which goes back to what that gave."""

    def place(self) -> Place:
        """Where this actor runs."""
        context = ray.get_runtime_context()
        return Place(context.get_actor_id(), context.get_node_id(), os.getpid())

    def do(self, what: str, *arguments: Any) -> Any:
        """What a method answers, or a `UserError`."""
        try:
            return getattr(self, what)(*arguments)
        except Exception as error:
            return caught(error)


# --- in the driver ------------------------------------------------------------------------------


class CrewError(Exception):
    """An actor could not do what it was asked. Users see another error instead.

    Attributes:
        member: the number of the actor.
        what: the method.
        error: what was raised: here, by Ray, or by the user's code.
    """

    def __init__(self, member: int, what: str, error: BaseException | UserError) -> None:
        super().__init__(member, what, error)
        self.member, self.what, self.error = member, what, error

    @property
    def cause(self) -> BaseException:
        """The error as an exception."""
        return self.error.original() if isinstance(self.error, UserError) else self.error


class LostError(CrewError):
    """An actor, a node or an object is gone; the crew restores the state and asks again."""


@attrs.define(eq=False)
class Call:
    """A call that is logged.

    Attributes:
        post: sends it to those of some actors that it is for, and returns a reference to the answer
            of each.
        references: to the answers, by the number of the actor.
        answers: those that were fetched.
    """

    post: Callable[[Collection[int]], dict[int, Any]]
    references: dict[int, Any]
    answers: dict[int, Any] = attrs.Factory(dict)


class Crew:
    """Some actors, as the driver sees them.

    Args:
        make: starts an actor, of that number.
        together: whether all go back where one is lost.
        timeout: seconds to wait for an answer; None waits as long as it takes.

    Attributes:
        actors: by number.
        log: the calls since the checkpoint.
    """

    def __init__(
        self, make: Callable[[int], Any], *, together: bool, timeout: float | None = None
    ) -> None:
        self.make, self.together, self.timeout = make, together, timeout
        self.actors: dict[int, Any] = {}
        self.log: list[Call] = []
        self._states: dict[int, Any] = {}  # the checkpoint; an actor without is as it was made
        self._torn: set[int] = set()  # which must be restored before they are asked
        if not ray.is_initialized():
            ray.init()

    def start(self, member: int) -> None:
        """Start an actor. It knows nothing of the calls before."""
        self.actors[member] = self.make(member)

    def stop(self, *members: int) -> None:
        """End actors for good, after the last answers: nobody could give these again."""
        for call in self.log:
            self.fetch(call)
        for member in members:
            end_actor(self.actors.pop(member))
            self._states.pop(member, None)

    def close(self) -> None:
        """End all actors."""
        while self.actors:
            end_actor(self.actors.popitem()[1])

    # --- calls ----------------------------------------------------------------------------------

    def tell(self, what: str, arguments: Mapping[int, tuple[Any, ...]]) -> dict[int, Any]:
        """Send a call to some actors, with arguments for each: references to their answers."""
        sent = {}
        for member, given in arguments.items():
            try:
                sent[member] = self.actors[member].do.remote(what, *given)
            except FULL as error:
                raise full_memory(member, what, error) from error
        return sent

    def answers(self, references: Mapping[int, Any], what: str) -> dict[int, Any]:
        """The answers of some actors."""
        return self._collect({}, references, what)

    def _collect(
        self,
        found: dict[int, Any],
        references: Mapping[int, Any],
        what: str,
        timeout: float | None = None,
    ) -> dict[int, Any]:
        """Add the answers that are missing to those that were found. All that are lost are torn."""
        lost: LostError | None = None
        for member, reference in references.items():
            if member not in found:
                try:
                    found[member] = self._answer(member, what, reference, timeout)
                except LostError as error:
                    self._torn.add(member)
                    lost = error
        if lost is not None:
            raise lost
        return found

    def _answer(self, member: int, what: str, reference: Any, timeout: float | None = None) -> Any:
        """What a call has answered.

        Raises:
            LostError: the actor that was asked, or an object that it needed, is gone.
            CrewError: the user's code has raised an exception, the object store, the memory or the
                disk of a node is full, or there was no answer in time.
        """
        timeout = self.timeout if timeout is None else timeout
        try:
            answer = ray.get(reference, timeout=timeout)
        except exceptions.GetTimeoutError as error:
            late = f"no answer within {timeout} s; it may wait for a free node, or be slow"
            raise CrewError(member, what, TimeoutError(late)) from error
        except exceptions.RayError as error:
            cause = error.cause if isinstance(error, exceptions.RayTaskError) else error
            if isinstance(cause, GONE):
                raise LostError(member, what, cause) from cause
            if isinstance(cause, FULL):
                raise full_memory(member, what, cause) from cause
            raise
        if isinstance(answer, UserError):
            raise CrewError(member, what, answer)
        return answer

    def send(self, post: Callable[[Collection[int]], dict[int, Any]]) -> Call:
        """Send a call, without waiting for it. What is raised here leaves it undone.

        Args:
            post: as in `Call`.
        """
        try:
            call = Call(post, self._insist(lambda: post(self.actors)))
        except BaseException:
            self._torn.update(self.actors)
            raise
        self.log.append(call)
        return call

    def fetch(self, call: Call, timeout: float | None = None) -> dict[int, Any]:
        """The answers to a call, whatever happens to the actors meanwhile."""
        return self._insist(lambda: self._collect(call.answers, call.references, "", timeout))

    def carry_out(self, post: Callable[[Collection[int]], dict[int, Any]]) -> dict[int, Any]:
        """The answers to a call. What is raised here leaves it undone."""
        call = self.send(post)
        try:
            return self.fetch(call)
        except BaseException:
            self.log.remove(call)
            self._torn.update(self.actors)
            raise

    def ask(self, what: str, *arguments: Any) -> dict[int, Any]:
        """Ask all actors about the present."""
        return self._insist(
            lambda: self.answers(self.tell(what, dict.fromkeys(self.actors, arguments)), what)
        )

    def save(self) -> None:
        """Make a checkpoint."""
        for call in self.log:
            self.fetch(call)
        self._states = self.ask("save")
        self.log.clear()

    # --- failures -------------------------------------------------------------------------------

    def _insist(self, work: Callable[[], T]) -> T:
        """Do something with actors in the state after the log, again if one is lost meanwhile."""
        failures = 0
        while True:
            try:
                if self._torn:
                    self._restore()
                return work()
            except LostError:
                if self.together:
                    self._torn.update(self.actors)
                failures += 1
                if failures > ATTEMPTS:
                    raise

    def _restore(self) -> None:
        """Give actors the last checkpoint and the calls since, after those that are gone."""
        torn = self._torn.intersection(self.actors)
        states = {member: (self._states.get(member),) for member in torn}
        gone = {}
        for member, reference in self.tell("load", states).items():
            try:
                self._answer(member, "load", reference)
            except LostError:
                end_actor(self.actors[member])
                self.start(member)
                gone[member] = states[member]
        self.answers(self.tell("load", gone), "load")
        for call in self.log:
            call.references |= call.post(torn)
        self._torn.clear()


def start_actor(kind: type, options: Mapping[str, Any], *arguments: Any) -> Any:
    """Start an actor. By default Ray spreads actors over the nodes."""
    chosen = {"scheduling_strategy": "SPREAD", **options}
    chosen |= {"max_restarts": 0, "max_task_retries": 0, "max_concurrency": 1}
    return ray.remote(kind).options(**chosen).remote(*arguments)


def end_actor(actor: Any) -> None:
    """End an actor for good."""
    if ray.is_initialized():
        ray.kill(actor)


def full_memory(member: int, what: str, error: BaseException) -> CrewError:
    """The error of a full memory, without Ray's advice."""
    first_line = str(error).partition("\n")[0]
    return CrewError(member, what, MemoryError(f"memory is full: {first_line}"))
