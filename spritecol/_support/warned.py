"""`SpritecolWarning`, and how it is given: once, at the user's line."""

import sys
import types
import warnings


class SpritecolWarning(UserWarning):
    """The warning for code that is allowed, but probably does not do what was meant.

    Each warning is given once. To turn all of them off:

    >>> import warnings
    >>> warnings.simplefilter("ignore", SpritecolWarning)
    """


_told: set[str] = set()


def warn_once(message: str, shared: str | None = None, *, again: bool = False) -> None:
    """Give a warning, unless it was given before.

    Args:
        message: its text.
        shared: what it has in common with others that are not given after it. None means its text.
        again: if True, it is given even if it was given before.
    """
    shared = shared or message
    if again or shared not in _told:
        warnings.warn(message, SpritecolWarning, stacklevel=_level_of_user())
        _told.add(shared)  # not if the warning was raised as an error


def _level_of_user() -> int:
    """Return the `stacklevel`, in the function that calls this one, of the nearest frame outside of
    the library. Compiled functions have no frames.
    """
    level, frame = 1, sys._getframe(1)
    while (before := frame.f_back) is not None and _is_ours(frame):
        level, frame = level + 1, before
    return level


def _is_ours(frame: types.FrameType) -> bool:
    """Whether a frame runs code of the library, or what attrs wrote for one of its classes."""
    name = str(frame.f_globals.get("__name__"))
    return name.partition(".")[0] == "spritecol" or frame.f_code.co_filename.startswith("<attrs")
