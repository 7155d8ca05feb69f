"""Warnings about likely mistakes that Python accepts, and those in classes. Each is given once.

The functions `of_...` look at a class, a sprite or a call and yield messages, and `tell` gives the
warnings. In a game without mistakes, none of them runs in the game loop: a class is checked when it
is created, and a sprite in the first check with a sprite of its class (`when_to_warn`).
"""

import types
from collections.abc import Iterable, Iterator
from typing import Any

from spritecol._support.arguments import unknown_keyword
from spritecol._support.names import KEYWORDS, MEANT, meant_by, remedy_in
from spritecol._support.range_check import shown
from spritecol._support.warned import warn_once
from spritecol.shapes import Shape
from spritecol.sprites.tables.attribute_table import ATTRIBUTES, NUMBER_NAMES

_NAMES = frozenset(ATTRIBUTES)
_DRAWN = ("z", "visible")

MEANT_BY_TYPE = {
    "layer": (int, "collision_layer"),
    "mask": (int, "collision_mask"),
    "enabled": (bool, "collision_enable"),
    "active": (bool, "collision_enable"),
}
"""Names that mean a sprite's attribute if their value has exactly this type."""

WRITTEN_LATER = ("rotation", "collision_enabled", *MEANT_BY_TYPE)
"""Names that games write at any time, not only when they create a sprite."""


def tell(messages: Iterable[str], *, again: bool = False, kind: type | None = None) -> None:
    """Give each message as a warning, once. The warning names the user's line.

    Args:
        messages: the warnings, from one of the functions below.
        again: if True, messages that were given before are given again.
        kind: the class with the mistakes. A warning for one class is not given again for another
            one that has the same base class.
    """
    for message in messages:
        warn_once(message, message if kind is None else _of_base(message, kind), again=again)


def _of_base(message: str, kind: type) -> str:
    """Return a message as it would be about the user's own base class of a class."""
    bases = [base for base in kind.__mro__ if "_spritecol_unchecked" in vars(base)]
    own = [kind, *(base for base in bases if base.__module__.partition(".")[0] != "spritecol")]
    start = f"{kind.__name__}."
    return f"{own[-1].__name__}.{message[len(start) :]}" if message.startswith(start) else message


def meant_with(name: str, value: Any) -> str | None:
    """Return the attribute that a name with this value means, or None."""
    if name in MEANT_BY_TYPE:
        kind, own = MEANT_BY_TYPE[name]
        return own if type(value) is kind else None
    return meant_by(name, ATTRIBUTES)


def unknown_argument(name: str, numbers: Iterable[str] = ()) -> TypeError:
    """Return the error for a keyword that `Sprite` does not have. `numbers` names its stored
    numbers.
    """
    if (remedy := remedy_in(KEYWORDS, name)) is not None:
        return TypeError(f"Sprite() got an unexpected keyword argument {name!r}; {remedy}")
    _, meant = MEANT_BY_TYPE.get(name, (None, None))
    error = unknown_keyword("Sprite", name, (*ATTRIBUTES, "position", *numbers), meant)
    return error if str(error).endswith("?") else TypeError(f"{error}; assign others to the sprite")


def too_many_of_sprite(given: tuple[Any, ...]) -> TypeError:
    """Return the error for more than three arguments of `Sprite` without a keyword."""
    shapes = [one for one in given if isinstance(one, Shape)]
    if shapes:
        remedy = f"pass shapes as collision={shown(shapes[0])}"
    elif len(given) == 4 and all(isinstance(one, int | float) for one in given):
        remedy = (
            f"pass a box of this size as collision=Rect(0, 0, {shown(given[2])}, {shown(given[3])})"
        )
    else:
        remedy = "pass the rest by keyword, such as collision=Rect(0, 0, 32, 32)"
    return TypeError(f"Sprite() takes x, y and image by position, got {len(given)}: {remedy}")


def demand_no_image(x: Any) -> None:
    """Refuse an image, or the name of its file, in place of `x`."""
    has_size = hasattr(x, "get_size") or (hasattr(x, "width") and hasattr(x, "height"))
    if isinstance(x, str) or has_size:
        raise TypeError(f"x must be a number, got {shown(x)}: the order is Sprite(x, y, image)")


class Misnamed:
    """A descriptor that warns when a name that plainly means a sprite's attribute is first written.

    Then it removes itself from the class, and the name becomes an ordinary attribute of the user's.
    No simpler way works: if it stayed, each write would take 290 ns instead of 40, and each read
    300 ns instead of 27. The first check alone, which warns about other names, would miss
    attributes that are written later.
    """

    def __init__(self, name: str, owner: type) -> None:
        self.name = name
        self.owner = owner
        self.own = MEANT_BY_TYPE[name][1] if name in MEANT_BY_TYPE else MEANT[name]
        self.remedy = f"it is called {self.own}"
        if name == "mask":
            self.remedy = f"its layers are called {self.own}, and its shapes collision"
        self.__doc__ = f"Not used by spritecol, and free for your own use; see `{self.own}`."

    def __get__(self, sprite: Any, kind: type | None = None) -> Any:
        kind = kind or type(sprite)
        value = defined_later(self, kind)
        own = {} if sprite is None else vars(sprite)
        if self.name in own and not hasattr(type(value), "__set__"):
            return own[self.name]
        if value is not self:
            return bound(value, sprite, kind)
        thing = owner_in_words(sprite, kind)
        raise AttributeError(
            f"{thing} has no attribute {self.name!r}: {self.remedy}",
            name=self.name,
            obj=kind if sprite is None else sprite,
        )

    def __set__(self, sprite: Any, value: Any) -> None:
        others = defined_later(self, type(sprite))
        if others is not self and hasattr(type(others), "__set__"):
            others.__set__(sprite, value)  # such as pygame's `layer`
            return
        if meant_with(self.name, value) is not None:
            message = misnamed(type(sprite).__name__, self.name, self.own)
            tell([message], again=True, kind=type(sprite))
        if vars(self.owner).get(self.name) is self:
            delattr(self.owner, self.name)
        vars(sprite)[self.name] = value

    def __delete__(self, sprite: Any) -> None:
        others = defined_later(self, type(sprite))
        if others is not self and hasattr(type(others), "__delete__"):
            others.__delete__(sprite)
        elif self.name in vars(sprite):
            del vars(sprite)[self.name]
        else:
            self.__get__(sprite)
            raise AttributeError(self.name, name=self.name, obj=sprite)


def defined_later(descriptor: Any, kind: type) -> Any:
    """Return what a base behind the one with a descriptor defines under the same name.

    A hint must not hide what a mixin defines, even if the mixin comes after Sprite. Without such a
    definition, the descriptor itself is returned.
    """
    bases = iter(kind.__mro__)
    for base in bases:
        if vars(base).get(descriptor.name) is descriptor:
            break
    return next(
        (vars(base)[descriptor.name] for base in bases if descriptor.name in vars(base)), descriptor
    )


def bound(value: Any, sprite: Any, kind: type) -> Any:
    """Return a value of a class as Python would, read from the class or from an instance."""
    bind = getattr(type(value), "__get__", None)
    return bind(value, sprite, kind) if bind else value


def owner_in_words(thing: Any, kind: type) -> str:
    """Return how Python's errors for missing attributes call an object, or None for its class."""
    return f"type object {kind.__name__!r}" if thing is None else f"{kind.__name__!r} object"


def watch(owner: type) -> None:
    """Give a class a descriptor for each name in `WRITTEN_LATER`."""
    for name in WRITTEN_LATER:
        setattr(owner, name, Misnamed(name, owner))


def misnamed(kind: str, name: str, own: str) -> str:
    return (
        f"{kind}.{name} is an attribute of your own that spritecol does not use, which is fine; "
        f"but if you mean the sprite's, it is called {own}"
    )


def of_class(kind: type, base: type) -> Iterator[str]:
    """Warn about plain values in the body of a subclass of `base`, which is `Sprite`.

    It is called again in the first check, to warn about values that were assigned to the class
    since.
    """
    yield from _of_hidden(kind, base)
    for name, value in list(vars(kind).items()):
        if name.startswith("_") or hasattr(type(value), "__get__"):
            continue
        own = meant_with(name, value)
        if own is not None:
            yield misnamed(kind.__name__, name, own)
        elif is_unassignable(name, base):
            yield hiding(kind.__name__, name, value)
        elif isinstance(value, type) and is_number_class(value):
            yield f"{kind.__name__}.{name} is the class Number: make one, {name} = Number()"


def _of_hidden(kind: type, base: type) -> Iterator[str]:
    """Warn about properties and methods that hide an attribute of sprites, in a class or a mixin.

    Also about a property with a setter. It may pass on the value, but moves, columns and restored
    states are written without it.
    """
    for owner in kind.__mro__[: kind.__mro__.index(base)]:
        if owner is not kind and issubclass(owner, base):
            continue  # the warning was given when that class was created
        if owner.__module__ == "pygame.sprite":
            continue  # the warning below is about it
        for name, value in vars(owner).items():
            if name not in _NAMES and name != "position":
                continue
            if name in _DRAWN and getattr(value, "fset", None) is not None:
                continue  # `draw` reads the property
            if _is_of_user(value):
                yield _hiding_descriptor(kind.__name__, name, value)
    if not any(
        owner.__module__.startswith("spritecol.integrations") for owner in kind.__mro__
    ) and any(
        (owner.__module__, owner.__name__) == ("pygame.sprite", "Sprite") for owner in kind.__mro__
    ):
        yield (
            f"{kind.__name__} is a sprite of spritecol and of pygame, which do not know of each "
            "other: after kill() it still hits, after vanish() it is still in pygame's groups; "
            "derive from spritecol.integrations.pygame.Sprite, which is both"
        )


def _is_of_user(value: Any) -> bool:
    """Whether a value in a class is a method, a property or the like that a user has defined."""
    if not hasattr(type(value), "__get__") or isinstance(value, types.MemberDescriptorType):
        return False  # a slot is removed
    return type(value).__module__.partition(".")[0] != "spritecol"


def _hiding_descriptor(kind: str, name: str, value: Any) -> str:
    """Return the warning for a property or a method that hides an attribute of sprites."""
    is_method = isinstance(value, types.FunctionType | staticmethod | classmethod)
    is_fixed = getattr(value, "fset", ...) is None or not hasattr(type(value), "__set__")
    if name == "collision":
        remedy = "give it another name; shapes are assigned, as in collision = Rect(0, 0, 16, 16)"
    elif is_method:
        remedy = "give it another name"
    else:
        remedy = f"write a method that assigns {name}, such as set_{name}"
        if name in NUMBER_NAMES:
            remedy += f"; or store a number of your own, own_{name} = Number()"
    kept = "cannot be assigned any more" if is_fixed else "is what hits and moves use"
    return (
        f"{kind}.{name} is a {'method' if is_method else 'property'} of your own and hides the "
        f"sprite's {name}, which {kept}: {remedy}"
    )


def is_unassignable(name: str, base: type) -> bool:
    """Whether a name is a method of `Sprite`, or an attribute that can't be assigned."""
    return name not in ATTRIBUTES and name not in WRITTEN_LATER and hasattr(base, name)


def is_number_class(kind: type) -> bool:
    """Whether a class is `Number`, or the descriptor that replaces it in a class."""
    return kind.__module__.startswith("spritecol") and kind.__name__ in ("Number", "StoredNumber")


def hiding(kind: str, name: str, value: Any) -> str:
    """Return the warning for a value that hides a name of `Sprite`, in a class or a sprite."""
    remedies = {"shapes": "assign collision instead", "position": "set x and y instead"}
    remedy = remedies.get(name, "choose another name")
    return f"{kind}.{name} = {shown(value)} hides Sprite.{name}; {remedy}"
