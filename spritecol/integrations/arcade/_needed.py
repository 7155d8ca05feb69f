"""Whether arcade is there, said before anything else fails for want of it."""


def demand() -> None:
    """Raise ImportError, in one line, where arcade is not installed."""
    try:
        from arcade import BasicSprite  # noqa: F401 (arcade before 2.6.16 has none)
        from arcade.hitbox import RotatableHitBox  # noqa: F401 (nor had it this before 3)
    except ImportError as error:
        raise ImportError(
            'spritecol.integrations.arcade needs arcade 3: pip install "spritecol[arcade]"'
        ) from error
