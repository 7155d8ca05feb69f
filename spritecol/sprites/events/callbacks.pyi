# `check` and what its callbacks may return.
import enum
from collections.abc import Iterable
from typing import Any, Final, TypeAlias, TypeVar, overload

from spritecol.sprites.questions.answers import Contact
from spritecol.sprites.sprite import Sprite
from spritecol.typing import (
    Callback,
    Names,
    Targets,
    WherePair,
)

_A = TypeVar("_A", bound=Sprite)
_B = TypeVar("_B", bound=Sprite)

class Discard(enum.Enum):
    DISCARD = "discard"

DISCARD: Final = Discard.DISCARD

# Runs one callback; for the integrations.
def call(callback: Callback[Any, Any], sprite: object, other: object) -> object: ...

# Calls a method on every object in some sequences that has it. Returns the objects if none has.
def call_on_each(
    runs: Iterable[Iterable[Any]], name: str, arguments: tuple[Any, ...], named: dict[str, Any]
) -> list[Any]: ...

# Returns the objects that are drawn, in order.
def in_drawing_order(objects: list[Any]) -> list[Any]: ...

# Returns the objects that are not among those met.
def not_yet_met(objects: list[Any], met: list[Any]) -> list[Any]: ...

# Removes None and vanished sprites from a list. Returns the lists inside it.
def clean_list(items: list[Any]) -> list[Any]: ...

# Refuses a callback that is not a name and cannot be called with two sprites.
def demand_callable(callback: object, name: str) -> int: ...

# Refuses the name of a method that a sprite lacks.
def demand_method(callback: str, sprite: object, name: str) -> int: ...
def demand_method_of_any(callback: str, lists: list[list[Any]], name: str) -> int: ...

# Returns a callback. "shot" and "hit" become names of methods that may be missing.
def optional(callback: Any) -> Any: ...

# Refuses a `shot` callback within one collection.
def demand_no_shot(shot: object) -> int: ...

# Whether a callback is the name of a method that every sprite must have.
def must_exist(callback: object) -> bool: ...

# The contacts that the callbacks of an event take, and the calls of these callbacks for all pairs.
# See `Overlaps`.
_Contacts: TypeAlias = dict[int, Contact | None] | None

def contacts_for(
    callback: Callback[Any, Any],
    event: str,
    changed: list[Any],
    crossings: list[Any] | None = None,
    query_filter: object = None,
) -> _Contacts: ...
def call_all(
    callback: Callback[Any, Any],
    event: str,
    changed: list[Any],
    silent: set[int],
    contacts: _Contacts,
) -> None: ...

# If sprites are given singly or in one flat iterable, checkers know their classes in the pairs.
@overload
def check(
    attackers: _A | Iterable[_A | None],
    *,
    shot: Callback[Any, Any] = "shot",
    hit: Callback[_A, _A] = "hit",
    mask: int | None = None,
    exclude: Targets | None = (),
    where: WherePair = None,
    shapes: Names = None,
    target_shapes: Names = None,
) -> list[tuple[_A, _A]]: ...
@overload
def check(
    attackers: _A | Iterable[_A | None],
    targets: _B | Iterable[_B | None],
    *names: str | None,
    shot: Callback[_A, _B] = "shot",
    hit: Callback[_B, _A] = "hit",
    mask: int | None = None,
    exclude: Targets | None = (),
    where: WherePair = None,
    shapes: Names = None,
    target_shapes: Names = None,
) -> list[tuple[_A, _B]]: ...
@overload
def check(
    attackers: Targets,
    targets: Targets = ...,
    *names: str | None,
    shot: Callback[Any, Any] = "shot",
    hit: Callback[Any, Any] = "hit",
    mask: int | None = None,
    exclude: Targets | None = (),
    where: WherePair = None,
    shapes: Names = None,
    target_shapes: Names = None,
) -> list[tuple[Sprite, Sprite]]: ...
