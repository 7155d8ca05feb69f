"""Whether pygame-ce is there, and new enough, said before anything else fails for want of it."""

OLDEST = (2, 5, 6)
"""Before, pygame's searches killed while they searched, and so gave other results."""

COMMAND = 'pip install "spritecol[pygame]"'


def demand() -> None:
    """Raise ImportError, in one line, where pygame-ce is not installed or too old."""
    needed = f"spritecol.integrations.pygame needs pygame-ce {'.'.join(map(str, OLDEST))} or later"
    try:
        from pygame import FRect  # noqa: F401 (the pygame that pygame-ce comes from has none)
        from pygame.version import ver, vernum
    except ImportError as error:
        raise ImportError(f"{needed}, and found none: {COMMAND}") from error
    if tuple(vernum) < OLDEST:
        raise ImportError(f"{needed}, and found {ver}: {COMMAND}")
