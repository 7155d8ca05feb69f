"""Whether arcade is there, and new enough, said before anything else fails for want of it."""

import re

LEAST = 3, 3, 3
"""The first arcade whose functions ours stand for, arguments and all: in those of 3.3 before it
`check_for_collision_with_lists` has `method=1` for its default."""


def demand() -> None:
    """Raise ImportError, in one line, where arcade is not installed, or is too old."""
    least = ".".join(map(str, LEAST))
    try:
        import arcade
    except ImportError as error:
        raise ImportError(
            f"spritecol.integrations.arcade needs arcade {least} or later: "
            'pip install "spritecol[arcade]"'
        ) from error
    installed = str(getattr(arcade, "VERSION", "one of no version"))
    numbers = re.match(r"(\d+)\.(\d+)(?:\.(\d+))?", installed)
    if numbers is None or tuple(int(number or 0) for number in numbers.groups()) < LEAST:
        raise ImportError(
            f"spritecol.integrations.arcade needs arcade {least} or later, and {installed} is "
            f'installed: pip install "arcade>={least},<3.4"'
        )
