"""What takes the answers, and the list of the scenes that give them."""

import hashlib
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from spritecol import DISCARD, Shape

# A message that quotes where a class lives counts by its type alone. The public packages may be
# quoted, and functions such as `spritecol.check`.
INTERNAL = re.compile(r"\bspritecol\.(?!integrations\b|spatial\b)(\w+\.\w|[A-Z])|\bspatial\.\w+\.")
ADDRESS = re.compile(r"\b0x[0-9a-f]+|@[0-9a-f]{4,6}\b")


class Tape:
    """Takes answers, hashes them in order, and may write them to a file.

    Attributes:
        data: the file of DXRuby's recorded pairs.
        count: of the answers so far.
    """

    def __init__(self, data: Path, log: TextIO | None = None) -> None:
        self.data = data
        self.count = 0
        self._hash = hashlib.sha256()
        self._log = log

    def add(self, label: str, *answers: Any) -> None:
        """Take some answers, each of them exactly: floats to the last bit, sprites by number."""
        for answer in answers:
            text = "".join(_parts(answer))
            self._hash.update(f"{label}={text}\n".encode())
            self.count += 1
            if self._log:
                self._log.write(f"{label} {text}\n")

    def ask(self, label: str, call: Callable[..., Any], *arguments: Any) -> Any:
        """Take what a call returns, or what it raises; give what it returned."""
        try:
            answer = call(*arguments)
        except Exception as error:
            self.add(label, error)
            return None
        self.add(label, answer)
        return answer

    def digest(self) -> str:
        """The hash of all answers so far."""
        return self._hash.hexdigest()


def _parts(answer: Any) -> Iterator[str]:
    """The text of an answer, in pieces. What has none is an error, so that no address gets in."""
    match answer:
        case None | bool() | int() | str():
            yield repr(answer)
        case float():
            yield answer.hex()
        case _ if _is_of(answer, "numpy", "ndarray"):
            # Positions have 32 bits where pointers have so many.
            data = answer.astype("int64") if answer.dtype == "intp" else answer
            yield f"{data.dtype.str}{data.shape}"
            yield (
                data.tobytes().hex()
                if data.size < 16
                else hashlib.sha256(data.tobytes()).hexdigest()
            )
        case _ if _is_of(answer, "numpy", "generic"):
            yield f"{answer.dtype.str}{answer.tobytes().hex()}"
        case bytes():
            yield hashlib.sha256(answer).hexdigest()
        case tuple() | list():
            yield f"{type(answer).__name__.replace('Vec2', 'tuple')}("  # which it was, and equals
            for item in answer:
                yield from _parts(item)
                yield ","
            yield ")"
        case dict():
            yield from _parts(list(answer.items()))
        case Shape():
            yield f"{answer!r}"
        case _ if _is_of(answer, "shapely", "Geometry"):
            yield answer.wkb.hex()
        case BaseException():
            yield _error(answer)
        case _ if hasattr(answer, "number"):
            yield f"#{answer.number}"
        case _ if answer is DISCARD:
            yield "DISCARD"
        case _:
            raise TypeError(f"no text is known for {type(answer)}")


def _is_of(answer: Any, library: str, kind: str) -> bool:
    """Whether it is of a class of a library that may not be there."""
    module = sys.modules.get(library)
    return module is not None and isinstance(answer, getattr(module, kind))


def _error(error: BaseException) -> str:
    kind, message = type(error).__name__, str(error)
    return kind if INTERNAL.search(message) else f"{kind}: {ADDRESS.sub('@', message)}"


class Scene(NamedTuple):
    """What is played."""

    play: Callable[[Tape], None]
    needs: str  # the module without which the scene is left out, or ""


SCENES: dict[str, Scene] = {}


def scene(name: str, needs: str = "") -> Callable[[Callable[[Tape], None]], None]:
    """Enter a function into the list of scenes."""

    def enter(play: Callable[[Tape], None]) -> None:
        assert name not in SCENES
        SCENES[name] = Scene(play, needs)

    return enter


def several(name: str, values: Iterable[Any], play: Callable[[Tape, Any], None]) -> None:
    """Enter a scene for each of some values, which are the function's second argument."""
    for value in values:
        scene(f"{name} {value}")(partial(_play_value, play, value))


def _play_value(play: Callable[[Tape, Any], None], value: Any, tape: Tape) -> None:
    play(tape, value)
