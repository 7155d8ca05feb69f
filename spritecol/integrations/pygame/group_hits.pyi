# The hits between two groups of pygame's. For compiled modules only.
from collections.abc import Callable
from typing import Any

GROUPS: tuple[type, ...]
ITERATION: Callable[..., Any]
LISTINGS: frozenset[Callable[..., Any]]
MEMBERSHIPS: frozenset[Callable[..., Any]]
REMOVALS: frozenset[Callable[..., Any]]
