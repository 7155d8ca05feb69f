# The hits between one sprite or many and a group of pygame's.
from collections.abc import Callable, Sequence
from typing import Any

GROUPS: tuple[type, ...]
ITERATION: Callable[..., Any]
KILLS: set[Callable[..., Any]]
LISTINGS: frozenset[Callable[..., Any]]
REMOVALS: frozenset[Callable[..., Any]]
STORED_GROUPS: str

def side_hits(
    sprite: Any, members: Sequence[Any], kind: int, collided: Any
) -> list[Any] | None: ...
def group_hits(
    found: dict[Any, list[Any]],
    attackers: Sequence[Any],
    targets: Sequence[Any],
    kind: int,
    collided: Any,
) -> int: ...
def killing_hits(
    found: dict[Any, list[Any]],
    attackers: Sequence[Any],
    start: int,
    group: Any,
    kind: int,
    collided: Any,
) -> int: ...
