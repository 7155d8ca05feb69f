"""Actors that keep their state: how they are started, their checkpoints, and the calls since.

The driver keeps the last checkpoint of a crew and the calls since, the log. Ray carries out the
calls to an actor in order, and each at most once: it does not restart a dead actor, and sends
nothing twice. So if an actor is lost, the driver starts another in its place, and sends it the
checkpoint and the calls of the log again. Answers that have already arrived are kept. A call that
kills an actor repeatedly is no longer sent to it, and the error becomes its answer.

If the actors send data to each other, the whole crew goes back, because their data belongs together
even if the user's function does not return the same result twice.
"""

import os
import pickle
import traceback
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from typing import Any, TypeVar

import attrs
import ray
from ray import exceptions

ATTEMPTS = 5
"""How often the same calls are sent again to an actor that dies. A call that always kills its
process, say by a crash in the user's own C code, would otherwise be repeated forever."""

LOSSES = (
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
        actor_id: Ray's id of the actor. A replacement for another actor has its own id.
        node_id: Ray's id of the node.
        pid: the process id on that node.
    """

    actor_id: str
    node_id: str
    pid: int


@attrs.frozen
class UserError:
    """An exception of the user's own code inside an actor, in a form that can be sent.

    It is an answer instead of an exception, because Ray would log each exception that nobody
    fetches.

    Attributes:
        text: the last line of the traceback.
        trace: the traceback.
        pickled: the exception itself, or nothing if it cannot be pickled.
        what: the method of the actor that was called, if it is known.
    """

    text: str
    trace: str
    pickled: bytes
    what: str

    def __str__(self) -> str:
        return self.text

    def original(self) -> BaseException:
        """Return the user's exception, or an exception with its text if it cannot be pickled."""
        try:
            found = pickle.loads(self.pickled)
            found.add_note(f"raised inside the actor:\n{self.trace}")
        except Exception:
            return RuntimeError(f"{self.text}\n{self.trace}")
        return found  # type: ignore[no-any-return]


def caught(error: BaseException, what: str = "") -> UserError:
    """Return an exception of the user's code in a form that can be sent."""
    text = "".join(traceback.format_exception_only(error)).strip()
    trace = "".join(traceback.format_exception(error))
    try:
        pickled = bytes(ray.cloudpickle.dumps(error))
    except Exception:
        pickled = b""
    return UserError(text, trace, pickled, what)


def answer_of(function: Callable[..., Any], *arguments: Any, what: str = "") -> Any:
    """Return the result of a function, or a `UserError`."""
    try:
        return function(*arguments)
    except SystemExit:  # so Ray ends a process that gets SIGTERM
        raise
    except BaseException as error:
        return caught(error, what)


class Member:
    """An actor of a crew. It has the methods `save` and `load`, which restores a result of
    `save`.
    """

    def place(self) -> Place:
        """Return where this actor runs."""
        context = ray.get_runtime_context()
        return Place(context.get_actor_id(), context.get_node_id(), os.getpid())

    def do(self, what: str, *arguments: Any) -> Any:
        """Return the answer of a method, or a `UserError`."""
        return answer_of(getattr(self, what), *arguments, what=what)


# --- in the driver ------------------------------------------------------------------------------


class CrewError(Exception):
    """An actor failed to carry out a call. Users see another error instead.

    Attributes:
        member: the number of the actor.
        error: the exception, which was raised here, by Ray, or by the user's code.
    """

    def __init__(self, member: int, error: BaseException | UserError) -> None:
        super().__init__(member, error)
        self.member, self.error = member, error

    @property
    def cause(self) -> BaseException:
        """Return the error as an exception."""
        return self.error.original() if isinstance(self.error, UserError) else self.error


class LostError(CrewError):
    """An actor, a node or an object is gone. The crew restores the state and calls again."""


@attrs.define(eq=False)
class Call:
    """A call that is logged.

    Attributes:
        post: a function that sends it to its actors, and returns a reference to the answer of each.
        references: references to the answers, by the number of the actor.
        answers: the answers that were fetched, including any `UserError` or `LostError`.
    """

    post: Callable[[Collection[int]], dict[int, Any]]
    references: dict[int, Any]
    answers: dict[int, Any] = attrs.Factory(dict)


class Crew:
    """The actors of a crew, as the driver sees them.

    Args:
        name: the name of the crew with a verb, for the error after it is closed.
        make: a function that starts the actor with a given number.
        together: whether all actors go back if one is lost.
        timeout: seconds to wait for an answer; None waits as long as it takes.

    Attributes:
        actors: the actors by number.
        log: the calls since the checkpoint.
        states: the checkpoint by actor. An actor without one is as it was created.
    """

    def __init__(
        self,
        name: str,
        make: Callable[[int], Any],
        *,
        together: bool,
        timeout: float | None = None,
    ) -> None:
        self.name, self.make, self.together, self.timeout = name, make, together, timeout
        self.actors: dict[int, Any] = {}
        self.log: list[Call] = []
        self.states: dict[int, Any] = {}
        self._torn: set[int] = set()  # which must be restored before the next call
        self._closed = False
        if not ray.is_initialized():
            ray.init()

    def start(self, member: int) -> None:
        """Start an actor. It does not get earlier calls."""
        self._demand_open()
        self.actors[member] = self.make(member)

    def stop(self, *members: int) -> None:
        """End actors for good, after fetching their last answers, which could not be repeated."""
        self.finish(members)
        for member in members:
            end_actor(self.actors.pop(member))
            self.states.pop(member, None)

    def close(self) -> None:
        """End all actors. Starting or asking an actor after that raises a RuntimeError."""
        self._closed = True
        self._torn.clear()
        while self.actors:
            end_actor(self.actors.popitem()[1])

    def _demand_open(self) -> None:
        if self._closed:
            raise RuntimeError(f"{self.name} closed")

    # --- calls ----------------------------------------------------------------------------------

    def tell(
        self,
        what: str,
        arguments: Mapping[int, tuple[Any, ...]],
        members: Collection[int] | None = None,
    ) -> dict[int, Any]:
        """Send a call to the actors for which there are arguments. None means all.

        Returns:
            References to their answers.
        """
        self._demand_open()
        sent = {}
        for member, given in arguments.items():
            if members is not None and member not in members:
                continue
            try:
                sent[member] = self.actors[member].do.remote(what, *given)
            except FULL as error:
                raise full_memory(member, error) from error
        return sent

    def answers(self, references: Mapping[int, Any]) -> dict[int, Any]:
        """Return the answers of some actors."""
        return sound(self._collect({}, references))

    def _collect(
        self, found: dict[int, Any], references: Mapping[int, Any], timeout: float | None = None
    ) -> dict[int, Any]:
        """Fetch missing answers. Actors whose answers are lost are marked for restoring.

        Answers may contain the user's errors.
        """
        lost: LostError | None = None
        for member, reference in references.items():
            if member not in found:
                try:
                    found[member] = self._answer(member, reference, timeout)
                except LostError as error:
                    self._tear([member])
                    lost = error
        if lost is not None:
            raise lost
        return found

    def _answer(self, member: int, reference: Any, timeout: float | None = None) -> Any:
        """Return the answer of a call. If something cannot be pickled, it is a `UserError`, too.

        Raises:
            LostError: the actor, or an object that it needed, is gone.
            CrewError: the object store, the memory or the disk of a node is full, or an answer did
                not come in time.
        """
        timeout = self.timeout if timeout is None else timeout
        try:
            return ray.get(reference, timeout=timeout)
        except exceptions.GetTimeoutError as error:
            late = f"no answer within {timeout} s; it may wait for a free node, or be slow"
            raise CrewError(member, TimeoutError(late)) from error
        except exceptions.RayError as error:
            cause = error.cause if isinstance(error, exceptions.RayTaskError) else error
            if isinstance(cause, LOSSES):
                raise LostError(member, cause) from cause
            if isinstance(cause, FULL):
                raise full_memory(member, cause) from cause
            if cause is error:
                raise
            return caught(cause)

    def send(self, post: Callable[[Collection[int]], dict[int, Any]]) -> Call:
        """Send a call without waiting for it. If this raises, nothing has been done.

        Args:
            post: as in `Call`.
        """
        try:
            call = Call(post, self._insist(lambda: post(self.actors)))
        except BaseException:
            self._tear(self.actors)
            raise
        self.log.append(call)
        return call

    def fetch(self, call: Call, timeout: float | None = None) -> dict[int, Any]:
        """Return the answers to a call, whatever happens to the actors meanwhile."""
        return sound(self._wait(call, call.references, timeout))

    def _wait(
        self, call: Call, members: Collection[int], timeout: float | None = None
    ) -> dict[int, Any]:
        """Return the present answers to a call, after the answers of some actors have arrived."""

        def wait() -> dict[int, Any]:
            asked = {k: each for k, each in call.references.items() if k in members}
            return self._collect(call.answers, asked, timeout)

        return self._insist(wait, timeout)

    def carry_out(self, post: Callable[[Collection[int]], dict[int, Any]]) -> dict[int, Any]:
        """Carry out a call and return the answers. If this raises, nothing has been done."""
        call = self.send(post)
        try:
            return self.fetch(call)
        except BaseException:
            self.log.remove(call)
            self._tear(call.references)
            raise

    def ask(
        self, what: str, *arguments: Any, members: Collection[int] | None = None
    ) -> dict[int, Any]:
        """Call some actors about the present state. None means all."""

        def ask() -> dict[int, Any]:
            asked = self.actors if members is None else members
            return self.answers(self.tell(what, dict.fromkeys(asked, arguments)))

        return self._insist(ask)

    def save(self) -> None:
        """Make a checkpoint."""
        for call in self.log:
            self._wait(call, self.actors)
        self.states = self.ask("save")
        self.log.clear()

    def finish(self, members: Collection[int]) -> None:
        """Fetch missing answers of some actors. An actor that cannot come back has no further
        answers.
        """
        with suppress(CrewError):
            for call in self.log:
                self._wait(call, members)

    def inform(self, what: str, arguments: Mapping[int, tuple[Any, ...]]) -> None:
        """Send a call that is not logged, and without waiting, after a change of `states`.

        The states restore an actor that cannot be reached.
        """
        try:
            self.tell(what, arguments)
        except CrewError:
            self._tear(arguments)

    def change(self, what: str, arguments: Mapping[int, tuple[Any, ...]]) -> dict[int, Any]:
        """Return the answers to a call that is not logged. The caller adds its effect to `states`.

        The call may be carried out twice. If this raises, nothing has been done.
        """
        try:
            return self._insist(lambda: self.answers(self.tell(what, arguments)))
        except BaseException:
            self._tear(arguments)
            raise

    # --- failures -------------------------------------------------------------------------------

    def _tear(self, members: Collection[int]) -> None:
        """Mark actors that must be restored before the next call."""
        self._torn.update(self.actors if self.together else members)

    def _insist(self, work: Callable[[], T], timeout: float | None = None) -> T:
        """Do something with actors in the state after the log, and repeat it if one is lost
        meanwhile.
        """
        failures = 0
        while True:
            try:
                if self._torn:
                    is_last = failures == ATTEMPTS and not self.together
                    self._restore(timeout, one_by_one=is_last)
                return work()
            except LostError:
                failures += 1
                if failures > ATTEMPTS:
                    raise

    def _restore(self, timeout: float | None, *, one_by_one: bool) -> None:
        """Send actors the last checkpoint and the calls since, after replacing actors that are
        gone.

        Args:
            timeout: as in `fetch`.
            one_by_one: wait for each answer, and drop a call that kills its actor. Otherwise it is
                unknown which call did, because an answer may be lost with its actor, too.
        """
        torn = self._torn.intersection(self.actors)
        states = {member: (self.states.get(member),) for member in torn}
        gone = {}
        loaded = {}
        for member, reference in self.tell("load", states).items():
            try:
                loaded[member] = self._answer(member, reference, timeout)
            except LostError:
                end_actor(self.actors[member])
                self.start(member)
                gone[member] = states[member]
        sound(self._collect(loaded, self.tell("load", gone), timeout))
        for call in self.log:
            sent = call.post(torn & call.references.keys())
            call.references |= sent
            for member, reference in sent.items() if one_by_one else ():
                try:
                    answer = self._answer(member, reference, timeout)
                except LostError as error:
                    call.answers.setdefault(member, error)
                    del call.references[member]
                    self._restore(timeout, one_by_one=True)
                    return
                call.answers.setdefault(member, answer)
        self._torn.clear()


def sound(answers: dict[int, Any]) -> dict[int, Any]:
    """Return answers if none of them is an error.

    Raises:
        CrewError: an answer is an error.
    """
    for member, answer in answers.items():
        if isinstance(answer, LostError):
            raise answer
        if isinstance(answer, UserError):
            raise CrewError(member, answer)
    return answers


def start_actor(kind: type, options: Mapping[str, Any], *arguments: Any) -> Any:
    """Start an actor. By default Ray spreads actors over the nodes."""
    chosen = {"scheduling_strategy": "SPREAD", **options}
    chosen |= {"max_restarts": 0, "max_task_retries": 0, "max_concurrency": 1}
    return ray.remote(kind).options(**chosen).remote(*arguments)


def end_actor(actor: Any) -> None:
    """End an actor for good."""
    if ray.is_initialized():
        ray.kill(actor)


def full_memory(member: int, error: BaseException) -> CrewError:
    """Return the error for full memory, without Ray's advice."""
    first_line = str(error).partition("\n")[0]
    return CrewError(member, MemoryError(f"memory is full: {first_line}"))
