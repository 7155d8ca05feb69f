"""A line on the terminal, for long runs."""

import sys
import time
from collections.abc import Callable

PAUSE = 0.5  # seconds between two updates


class ProgressLine:
    """Shows how a run goes, at most twice a second.

    Args:
        kind: "line", or None for nothing.
    """

    def __init__(self, kind: str | None) -> None:
        if kind not in (None, "line"):
            raise ValueError(f'progress must be None or "line", got {kind!r}')
        self._next = 0.0 if kind else float("inf")
        self._end = ""  # of what is shown

    def show(self, text: Callable[[], str]) -> None:
        """Write over what was shown before, where that can be done."""
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + PAUSE
            is_terminal = sys.stderr.isatty()
            self._end = "\n" if is_terminal else ""
            sys.stderr.write(f"\r\x1b[J{text()}" if is_terminal else f"{text()}\n")
            sys.stderr.flush()

    def close(self) -> None:
        """Leave what is shown standing."""
        sys.stderr.write(self._end)
        self._end, self._next = "", float("inf")
