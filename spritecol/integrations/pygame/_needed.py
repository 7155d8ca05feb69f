"""Whether pygame-ce is there, said before anything else fails for want of it."""


def demand() -> None:
    """Raise ImportError, in one line, where pygame-ce is not installed."""
    try:
        from pygame import FRect  # noqa: F401 (the pygame that pygame-ce comes from has none)
    except ImportError as error:
        raise ImportError(
            'spritecol.integrations.pygame needs pygame-ce: pip install "spritecol[pygame]"'
        ) from error
