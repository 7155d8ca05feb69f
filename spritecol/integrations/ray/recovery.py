"""Actors that keep their state together: numbered calls, a checkpoint, and the calls since.

The driver keeps the last checkpoint of a crew and the calls since, the log. When an actor, a node
or an object is lost, the whole crew goes back to the checkpoint, and gets the calls of the log
again; answers that are there already stay. The whole crew, and not only the one that was lost: what
its actors have sent each other belongs together.

Each call that is sent has a number of its own, also when it is sent again. So a call of an attempt
that was given up does no harm when it arrives late.
"""

from collections.abc import Sequence
from typing import Any

import attrs

from spritecol.integrations.ray import _actors
from spritecol.integrations.ray._actors import LostError, Place, UserCodeError, answer_of


@attrs.define(eq=False)
class Call:
    """A call to all actors of a crew, as it is logged."""

    work: Any
    references: list[Any] = attrs.Factory(list)
    answers: list[Any] | None = None


class Crew:
    """Some actors, as the driver sees them; `Rooms` has one for each actor, a world one for all.

    Attributes:
        timeout: seconds to wait for an answer; None waits as long as it takes.
        called: the number of the last call.
    """

    def __init__(self, size: int, timeout: float | None = None) -> None:
        self.timeout = timeout
        self.called = 0
        self.log: list[Call] = []
        self.actors: list[Any] = []
        self._states: list[Any] = []  # the checkpoint: of each actor
        self._saving: tuple[int, list[Any]] | None = None  # of so many calls, the next one
        self._torn = False  # whether it must be restored before it is asked
        self._failures = 0  # in a row
        self.grow(size)

    # --- what each kind of crew says ------------------------------------------------------------

    def start(self, member: int) -> Any:
        """Start an actor."""
        raise NotImplementedError

    def post(self, work: Any) -> list[Any]:
        """Send a call to all actors: references to their answers."""
        raise NotImplementedError

    def explained(self, member: int | None, error: Exception, doing: str) -> Exception:
        """The error that users see; `doing` is "saved" or "restored" where that fails."""
        raise NotImplementedError

    # --- calls ----------------------------------------------------------------------------------

    def next_number(self) -> int:
        """The number of a call that is about to be sent."""
        self.called += 1
        return self.called

    def send(self, work: Any) -> Call:
        """Send a call, without waiting for it. What is raised here leaves it undone."""
        self.mend()
        call = Call(work)
        self.log.append(call)
        try:
            try:
                call.references = self.post(work)
            except LostError as error:
                self._recover(error)
        except BaseException as error:
            self.give_up(call)
            if isinstance(error, _actors.FULL):
                full = MemoryError(_actors.first_line(error))
                raise self.explained(None, full, "") from error
            raise
        return call

    def give_up(self, call: Call) -> None:
        """Forget a call, which may have been carried out in part."""
        self.log.remove(call)
        self._torn = True

    def fetch(self, call: Call, timeout: float | None = None) -> list[Any]:
        """The answers to a call, whatever happens to the actors meanwhile."""
        while call.answers is None:
            try:
                call.answers = self._answers(call.references, timeout)
            except LostError as error:
                self._recover(error)
        self._failures = 0
        return call.answers

    def ask(self, method: str, *arguments: Any, members: Sequence[int] | None = None) -> list[Any]:
        """Ask some actors, or all, about the present."""
        while True:
            self.mend()
            chosen = range(len(self.actors)) if members is None else members
            try:
                asked = [
                    (member, getattr(self.actors[member], method).remote(self.called, *arguments))
                    for member in chosen
                ]
                found = [self.answer(member, reference) for member, reference in asked]
            except LostError as error:
                self._recover(error)
            else:
                self._failures = 0
                return found

    def places(self) -> list[Place]:
        """Where each actor runs."""
        return self.ask("place")

    def answer(
        self, member: int, reference: Any, timeout: float | None = None, doing: str = ""
    ) -> Any:
        """What an actor has answered."""
        try:
            return answer_of(reference, self.timeout if timeout is None else timeout)
        except (TimeoutError, MemoryError, UserCodeError) as error:
            cause = error.original() if isinstance(error, UserCodeError) else error
            raise self.explained(member, error, doing) from cause

    def _answers(
        self, references: Sequence[Any], timeout: float | None = None, doing: str = ""
    ) -> list[Any]:
        """The answers of all actors, one after the other, perhaps to several rounds."""
        size = len(self.actors)
        return [self.answer(k % size, each, timeout, doing) for k, each in enumerate(references)]

    # --- the checkpoint -------------------------------------------------------------------------

    def begin_to_save(self) -> None:
        """Ask for the state after all calls so far, without waiting for it."""
        self.mend()
        asked = [actor.state.remote(self.called) for actor in self.actors]
        self._saving = len(self.log), asked

    @property
    def is_saving(self) -> bool:
        """Whether a state was asked for that is not there yet."""
        return self._saving is not None

    def end_saving(self, timeout: float | None = None) -> bool:
        """Wait for the state that was asked for, and shorten the log; False if it was lost."""
        count = self._saving[0] if self._saving else 0
        for call in self.log[:count]:
            self.fetch(call, timeout)
        if self._saving is None:
            return False
        asked, self._saving = self._saving[1], None
        try:
            self._states = self._answers(asked, timeout, "saved")
        except LostError as error:
            self._recover(error)
            return False
        del self.log[:count]
        return True

    def save(self) -> None:
        """Make a checkpoint. Where that fails, the last one and a longer log serve as before."""
        while True:
            if not self.is_saving:
                self.begin_to_save()
            if self.end_saving() and not self.log:
                return

    # --- failures -------------------------------------------------------------------------------

    def mend(self) -> None:
        """Bring all actors to the state after the log, if they may not be in it."""
        if self._torn:
            try:
                self._restore()
            except LostError as error:
                self._recover(error)

    def _recover(self, error: LostError) -> None:
        """Restore what was lost; too often, and it is an error."""
        self._torn = True
        while self._torn:
            self._failures += 1
            if self._failures > _actors.ATTEMPTS:
                self._failures = 0
                raise self.explained(None, error, "") from error
            try:
                self._restore()
            except LostError as lost:
                error = lost

    def _restore(self) -> None:
        """Give all actors the last checkpoint and the calls since."""
        self._saving = None
        for member, actor in enumerate(self.actors):
            try:
                self.answer(member, actor.place.remote())  # waits until Ray has restarted it
            except LostError:
                self.actors[member] = self.start(member)  # Ray has given it up
        number = self.next_number()
        states = [*self._states, *[None] * (len(self.actors) - len(self._states))]
        asked = [
            restore_once(actor, number, state)
            for actor, state in zip(self.actors, states, strict=True)
        ]
        self._answers(asked, None, "restored")
        for call in self.log:
            call.references = self.post(call.work)
        self._torn = False

    # --- more and fewer -------------------------------------------------------------------------

    def grow(self, size: int) -> None:
        """Start more actors, whose state is empty."""
        for member in range(len(self.actors), size):
            self.actors.append(self.start(member))
            restore_once(self.actors[member], self.called, None)

    def shrink(self, size: int) -> None:
        """Stop the last actors."""
        Crew.save(self)  # the log may need them
        for actor in self.actors[size:]:
            _actors.stop_actor(actor)
        del self.actors[size:], self._states[size:]

    def stop(self) -> None:
        """Stop all actors."""
        for actor in self.actors:
            _actors.stop_actor(actor)


def restore_once(actor: Any, number: int, state: Any) -> Any:
    """Give an actor a state. Ray must not do that again later, to one that was restarted."""
    return actor.restore.options(max_task_retries=0).remote(number, state)
