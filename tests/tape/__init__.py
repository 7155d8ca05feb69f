"""A scripted tape: hashes of every answer, by topic, that are equal on every machine.

    PYTHONPATH=tests python -m tape [--only plain] [--log FOLDER] [--write]

It prints what differs from the hashes in `expected.txt`, and exits 1 if anything does. They must
be the same on every Python, with every compiler, at every optimization:
scripts in `.ci` compare them, and so does a test. A reel that needs a library which is not
installed is left out.

To see that a change of the code's structure changes no answer, play it; to see which answer has
changed, write the answers with `--log` before and after, and compare the folders. Where an answer
changes on purpose, or a reel is extended, `--write` stores the new hashes, after `.ci/same-bits`
has passed.

Nothing in the scripts depends on the C library's mathematics: their inputs are fractions.

Modules::

    actors      sprites with a number, and fractions
    states      digests of the World of a life, which is spoiled and restored on the way
    plain       a life in which nothing needs NumPy or shapely, with walkers
    arrays      the same life with polygons, all that gives an array, and large checks
    touches     what touches: all kinds in all poses, tangents, flat shapes, seams, boxes
"""

import hashlib
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from spritecol import DISCARD, Shape

EXPECTED = Path(__file__).with_name("expected.txt")
ADDRESS = re.compile(r"\b0x[0-9a-f]+|@[0-9a-f]{4,6}\b")
DIGITS = 16  # of a hash


class Reel(NamedTuple):
    """A part of the tape: the module here of that name, with its function `play`.

    Attributes:
        frames: how many there are.
        needs: the libraries without which it is left out.
    """

    frames: int
    needs: tuple[str, ...] = ()


REELS = {
    "plain": Reel(1_500),
    "arrays": Reel(750, ("numpy", "shapely")),
    "touches": Reel(0, ("numpy", "shapely")),
}


class Tape:
    """Takes answers, hashes them in order by topic, and may write them to a file.

    Args:
        log: where the answers are written, if anywhere.
    """

    def __init__(self, log: TextIO | None = None) -> None:
        self._hashes: dict[str, Any] = {}
        self._log = log

    def add(self, topic: str, *answers: Any) -> None:
        """Take some answers, each of them exactly: floats to the last bit, sprites by number."""
        taken = self._hashes.setdefault(topic, hashlib.sha256())
        for answer in answers:
            text = "".join(_parts(answer))
            taken.update(f"{text}\n".encode())
            if self._log:
                self._log.write(f"{topic} {text}\n")

    def ask(self, topic: str, call: Callable[..., Any], *arguments: Any) -> None:
        """Take what a call returns, or what it raises."""
        try:
            answer = call(*arguments)
        except Exception as error:
            answer = type(error).__name__
        self.add(topic, answer)

    def hashes(self) -> dict[str, str]:
        """The hash of all answers of each topic."""
        return {topic: found.hexdigest()[:DIGITS] for topic, found in self._hashes.items()}


def _parts(answer: Any) -> Iterator[str]:
    """The text of an answer, in pieces. What has none is an error, so that no address gets in."""
    match answer:
        case None | bool() | int() | str():
            yield repr(answer)
        case float():
            yield answer.hex()
        case _ if _is_of_numpy(answer, "ndarray"):
            # Positions have 32 bits where pointers have so many.
            data = answer.astype("int64") if answer.dtype == "intp" else answer
            yield f"{data.dtype.str}{data.shape}"
            text = data.tobytes()
            yield text.hex() if data.size < 16 else hashlib.sha256(text).hexdigest()
        case _ if _is_of_numpy(answer, "generic"):
            yield f"{answer.dtype.str}{answer.tobytes().hex()}"
        case tuple() | list():
            yield f"{type(answer).__name__.replace('Vec2', 'tuple')}("  # which it was, and equals
            for item in answer:
                yield from _parts(item)
                yield ","
            yield ")"
        case Shape():
            yield f"{answer!r}"
        case _ if hasattr(answer, "number"):
            yield f"#{answer.number}"
        case _ if answer is DISCARD:
            yield "DISCARD"
        case _:
            raise TypeError(f"no text is known for {type(answer)}")


def _is_of_numpy(answer: Any, kind: str) -> bool:
    """Whether it is of a class of NumPy, which may not be there."""
    module = sys.modules.get("numpy")
    return module is not None and isinstance(answer, getattr(module, kind))


def missing(name: str) -> list[str]:
    """The libraries that a reel needs and that are not there."""
    return [library for library in REELS[name].needs if find_spec(library) is None]


def play(name: str, log: TextIO | None = None, frames: int | None = None) -> Mapping[str, str]:
    """Play a reel, to its end if nothing else is said: the hash of each topic."""
    tape = Tape(log)
    import_module(f"{__name__}.{name}").play(tape, REELS[name].frames if frames is None else frames)
    return tape.hashes()


def expected(name: str) -> dict[str, str]:
    """The hash of each topic of a reel."""
    lines = [line.rsplit(" ", 1) for line in EXPECTED.read_text(encoding="utf-8").splitlines()]
    start = f"{name}: "
    return {topic[len(start) :]: found for topic, found in lines if topic.startswith(start)}
