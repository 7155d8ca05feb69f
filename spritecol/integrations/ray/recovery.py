"""Actors that keep their state together: numbered calls, a checkpoint, and the calls since.

The driver keeps the last checkpoint of a crew and the calls since, the log. When an actor, a node
or an object is lost, the whole crew goes back to the checkpoint, and gets the calls of the log
again; answers that are there already stay. The whole crew, and not only the one that was lost: what
its actors have sent each other belongs together, even where the user's function does not give the
same twice.

Each call that is sent has a number of its own, also when it is sent again. So a call of an attempt
that was given up does no harm when it arrives late. To save is a call, too: its answer is the next
checkpoint.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import attrs

from spritecol.integrations.ray import _actors
from spritecol.integrations.ray._actors import LostError, Place, UserCodeError, answer_of

T = TypeVar("T")


@attrs.define(eq=False)
class Call:
    """A call to all actors of a crew, as it is logged."""

    what: str
    arguments: tuple[Any, ...]
    references: list[Any] = attrs.Factory(list)
    answers: list[Any] | None = None


class Crew:
    """Some actors, as the driver sees them; `Rooms` has one for each actor, a world one for all.

    Attributes:
        timeout: seconds to wait for an answer; None waits as long as it takes.
        log: the calls since the checkpoint.
    """

    def __init__(self, size: int, timeout: float | None = None) -> None:
        self.timeout = timeout
        self.log: list[Call] = []
        self.actors: list[Any] = []
        self._called = 0  # the number of the last call
        self._states: list[Any] = []  # the checkpoint: of each actor
        self._torn = False  # whether it must be restored before it is asked
        self.grow(size)

    # --- what each kind of crew says ------------------------------------------------------------

    def start(self, member: int) -> Any:
        """Start an actor."""
        raise NotImplementedError

    def explained(self, member: int | None, error: Exception, doing: str) -> Exception:
        """The error that users see; `doing` is "saved" or "restored" where that fails."""
        raise NotImplementedError

    def post(self, call: Call) -> list[Any]:
        """Send a call to all actors: references to their answers."""
        return self.tell(call.what, [call.arguments] * len(self.actors))

    # --- calls ----------------------------------------------------------------------------------

    def tell(self, what: str, arguments: Iterable[tuple[Any, ...]]) -> list[Any]:
        """Send a call to all actors, with arguments for each."""
        self._called += 1
        sent = []
        for member, (actor, given) in enumerate(zip(self.actors, arguments, strict=True)):
            try:
                sent.append(actor.do.remote(self._called, what, *given))
            except _actors.FULL as error:
                full = _actors.full_memory(error)
                raise self.explained(member, full, "") from full
        return sent

    def send(self, what: str, *arguments: Any) -> Call:
        """Send a call, without waiting for it. What is raised here leaves it undone."""
        call = Call(what, arguments)
        self.log.append(call)

        def post() -> None:
            if not call.references:  # else the log was sent again
                call.references = self.post(call)

        try:
            self._insist(post)
        except BaseException:
            self.give_up(call)
            raise
        return call

    def give_up(self, call: Call) -> None:
        """Forget a call, which may have been carried out in part."""
        self.log.remove(call)
        self._torn = True

    def fetch(self, call: Call, timeout: float | None = None) -> list[Any]:
        """The answers to a call, whatever happens to the actors meanwhile."""
        while call.answers is None:
            self._insist(lambda: self._fetch_next(timeout))
        return call.answers

    def _fetch_next(self, timeout: float | None) -> None:
        """The answers to the first call that has none."""
        at, call = next((k, call) for k, call in enumerate(self.log) if call.answers is None)
        is_save = call.what == "save"
        try:
            answers = self.answers(call.references, timeout, "saved" if is_save else "")
        except LostError:
            raise
        except BaseException:
            if is_save:  # the last checkpoint and a longer log serve as before
                del self.log[at]
            raise
        call.answers = answers
        if is_save:
            self._states = answers
            del self.log[: at + 1]

    def ask(self, what: str, *arguments: Any) -> list[Any]:
        """Ask all actors about the present."""

        def ask() -> list[Any]:
            return self.answers(
                [actor.ask.remote(self._called, what, *arguments) for actor in self.actors]
            )

        return self._insist(ask)

    @property
    def is_saving(self) -> bool:
        """Whether a state was asked for that is not there yet."""
        return any(call.what == "save" for call in self.log)

    def places(self) -> list[Place]:
        """Where each actor runs."""
        return self.ask("place")

    def save(self) -> None:
        """Make a checkpoint."""
        self.fetch(self.send("save"))

    def answers(
        self, references: Sequence[Any], timeout: float | None = None, doing: str = ""
    ) -> list[Any]:
        """The answers of all actors."""
        return [self._answer(k, each, timeout, doing) for k, each in enumerate(references)]

    def _answer(
        self, member: int, reference: Any, timeout: float | None = None, doing: str = ""
    ) -> Any:
        try:
            return answer_of(reference, self.timeout if timeout is None else timeout)
        except (TimeoutError, MemoryError, UserCodeError) as error:
            cause = error.original() if isinstance(error, UserCodeError) else error
            raise self.explained(member, error, doing) from cause

    # --- failures -------------------------------------------------------------------------------

    def _insist(self, work: Callable[[], T]) -> T:
        """Do something with actors in the state after the log, again if one is lost meanwhile."""
        failures = 0
        while True:
            try:
                if self._torn:
                    self._restore()
                return work()
            except LostError as error:
                self._torn = True
                failures += 1
                if failures > _actors.ATTEMPTS:
                    raise self.explained(None, error, "") from error

    def _restore(self) -> None:
        """Give all actors the last checkpoint and the calls since."""
        for member, actor in enumerate(self.actors):
            try:
                self._answer(member, actor.place.remote())  # waits until Ray has restarted it
            except LostError:
                self.actors[member] = self.start(member)  # Ray has given it up
        self._called += 1
        states = [*self._states, *[None] * (len(self.actors) - len(self._states))]
        asked = [self._restore_once(*each) for each in zip(self.actors, states, strict=True)]
        self.answers(asked, None, "restored")
        for call in self.log:
            call.references = self.post(call)
        self._torn = False

    def _restore_once(self, actor: Any, state: Any) -> Any:
        """Give an actor a state. Ray must not do that again later, to one that was restarted."""
        return actor.restore.options(max_task_retries=0).remote(self._called, state)

    # --- more and fewer -------------------------------------------------------------------------

    def grow(self, size: int) -> None:
        """Start more actors, in the state at first."""
        for member in range(len(self.actors), size):
            self.actors.append(self.start(member))
            self._restore_once(self.actors[member], None)

    def shrink(self, size: int) -> None:
        """Stop the last actors."""
        Crew.save(self)  # the log may need them
        self.stop(size)
        del self.actors[size:], self._states[size:]

    def stop(self, begin: int = 0) -> None:
        """Stop all actors, or those from one on."""
        for actor in self.actors[begin:]:
            _actors.stop_actor(actor)
