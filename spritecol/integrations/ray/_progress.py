"""A line or a small table on the terminal, for long runs."""

import sys
import time
from collections.abc import Sequence
from typing import TextIO

BLOCKS = " ▏▎▍▌▋▊▉█"
WIDTH = 20  # characters of a bar
PAUSE = 0.5  # seconds between two updates

KINDS = (None, "line", "table")


class Progress:
    """Shows how a run goes, at most twice a second.

    Args:
        kind: "line" for one line, "table" for a line and one line a part, None for nothing.
        stream: where to; standard error if None.
    """

    def __init__(self, kind: str | None, stream: TextIO | None = None) -> None:
        if kind not in KINDS:
            raise ValueError(f'progress must be None, "line" or "table", got {kind!r}')
        self.kind = kind
        self._stream = stream
        self._shown = 0  # lines
        self._last = 0.0

    def due(self) -> bool:
        """Whether it is time for an update."""
        return self.kind is not None and time.monotonic() - self._last >= PAUSE

    def show(self, line: str, rows: Sequence[str] = ()) -> None:
        """Write over what was shown before; where that can't be done, only the line."""
        self._last = time.monotonic()
        stream = self._stream or sys.stderr
        if not stream.isatty():
            stream.write(f"{line}\n")
        else:
            lines = [line, *(rows if self.kind == "table" else ())]
            back = f"\x1b[{self._shown - 1}F" if self._shown > 1 else "\r"
            stream.write((back if self._shown else "") + "\x1b[J" + "\n".join(lines))
            self._shown = len(lines)
        stream.flush()

    def close(self) -> None:
        """Leave what is shown standing."""
        if self._shown:
            (self._stream or sys.stderr).write("\n")
            self._shown = 0


def bar(share: float) -> str:
    """A bar of a fixed width, filled by `share` (0 to 1).

    >>> bar(0.5)
    '██████████          '
    """
    eighths = round(min(max(share, 0.0), 1.0) * WIDTH * 8)
    full, rest = divmod(eighths, 8)
    return (BLOCKS[8] * full + (BLOCKS[rest] if rest else "")).ljust(WIDTH)


def bytes_text(count: float) -> str:
    """A number of bytes, short.

    >>> bytes_text(999), bytes_text(1_530_000)
    ('999 B', '1.5 MB')
    """
    for unit in ("B", "kB", "MB", "GB"):
        if count < 1000:
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
        count /= 1000
    return f"{count:.1f} TB"
