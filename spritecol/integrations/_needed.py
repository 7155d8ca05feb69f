"""Checks that the library of an integration is installed and recent enough.

Each integration calls this before it imports anything else, so that the error says what to do. The
libraries are imported by name, because a freezer would take an `import` statement here as a
dependency on each library.
"""

import re
from importlib import import_module

PYGAME = (2, 5, 6)
"""The oldest pygame-ce. In earlier versions, pygame's searches killed sprites while still
searching, with other results."""

ARCADE = (3, 3, 3)
"""The oldest arcade whose functions the drop-ins replace exactly. In earlier versions
`check_for_collision_with_lists` has the default `method=1`."""

RAY = (2, 40, 0)
"""The oldest Ray that the tests have run with."""


def demand_pygame() -> None:
    """Raise ImportError if pygame-ce is not installed or too old."""
    needed = needs("pygame", "pygame-ce", PYGAME)
    command = 'pip install "spritecol[pygame]"'
    try:
        import_module("pygame").FRect  # noqa: B018 (the original pygame has none)
        ver = import_module("pygame.version").ver
    except (ImportError, AttributeError) as error:
        raise ImportError(f"{needed}, and found none: {command}") from error
    if version_of(ver) < PYGAME:
        raise ImportError(f"{needed}, and found {ver}: {command}")


def demand_arcade() -> None:
    """Raise ImportError if arcade is not installed or too old."""
    needed = needs("arcade", "arcade", ARCADE)
    try:
        arcade = import_module("arcade")
    except ImportError as error:
        raise ImportError(f'{needed}: pip install "spritecol[arcade]"') from error
    installed = str(getattr(arcade, "VERSION", "one without a version"))
    if version_of(installed) < ARCADE:
        raise ImportError(
            f'{needed}, and {installed} is installed: pip install "arcade>={dotted(ARCADE)},<3.4"'
        )


def demand_ray() -> None:
    """Raise ImportError if Ray is not installed or too old."""
    needed = needs("ray", "ray", RAY)
    command = 'pip install "spritecol[ray]"'
    try:
        ray = import_module("ray")
        ray.remote  # noqa: B018 (an empty folder of that name has none)
    except (ImportError, AttributeError) as error:
        raise ImportError(f"{needed}, and found none: {command}") from error
    if version_of(ray.__version__) < RAY:
        raise ImportError(f"{needed}, and found {ray.__version__}: {command}")


def needs(integration: str, library: str, oldest: tuple[int, ...]) -> str:
    """Return the beginning of the error message."""
    return f"spritecol.integrations.{integration} needs {library} {dotted(oldest)} or later"


def dotted(version: tuple[int, ...]) -> str:
    """Return a version as text.

    >>> dotted((2, 5, 6))
    '2.5.6'
    """
    return ".".join(map(str, version))


def version_of(text: str) -> tuple[int, ...]:
    """Return the numbers at the beginning of a version, or () if there are none.

    >>> version_of("3.3.0.dev4"), version_of("3.4"), version_of("odd")
    ((3, 3, 0), (3, 4, 0), ())
    """
    numbers = re.match(r"(\d+)\.(\d+)(?:\.(\d+))?", text)
    return () if numbers is None else tuple(int(number or 0) for number in numbers.groups())
