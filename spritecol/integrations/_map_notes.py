"""Collect remarks about a map file, and give them in few warnings."""

import warnings
from collections.abc import Iterator

from spritecol.sprites.hints.mistakes import SpritecolWarning


class Notes:
    """Collects remarks, and warns of them once the map is read.

    Notes of one cause become one warning: the first of them, and how many more there are.
    """

    def __init__(self) -> None:
        self._by_cause: dict[tuple[object, ...], dict[str, None]] = {}

    def note(self, message: str, *cause: object) -> None:
        """Tell something; without a cause it is a warning of its own."""
        self._by_cause.setdefault(cause or (message,), {})[message] = None

    def __iter__(self) -> Iterator[str]:
        for first, *others in self._by_cause.values():
            yield first + (f" (and {len(others)} more like this)" if others else "")

    def warn(self, stacklevel: int) -> None:
        """Warn; the caller of this method has the level 2."""
        for told in self:
            warnings.warn(told, SpritecolWarning, stacklevel=stacklevel)
