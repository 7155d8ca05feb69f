"""Collects remarks about a map file, and gives them in few warnings."""

import warnings
from collections.abc import Iterator

from spritecol._support.warned import SpritecolWarning


class Notes:
    """Collects remarks, and gives them as warnings once the map is read.

    Notes with the same cause become one warning: the first note, and how many more there are.
    """

    def __init__(self) -> None:
        self._by_cause: dict[tuple[object, ...], dict[str, None]] = {}

    def note(self, message: str, *cause: object) -> None:
        """Add a remark. Without a cause, it becomes a warning of its own."""
        self._by_cause.setdefault(cause or (message,), {})[message] = None

    def __iter__(self) -> Iterator[str]:
        for first, *others in self._by_cause.values():
            yield first + (f" (and {len(others)} more like this)" if others else "")

    def warn(self, stacklevel: int) -> None:
        """Give the warnings. Level 2 is the caller of this method."""
        for told in self:
            warnings.warn(told, SpritecolWarning, stacklevel=stacklevel)
