"""What Python accepts without a word and a user of sprites hardly means: said once, as a warning.

Nothing here runs while a game runs as it should. Names in the body of a class are looked at when
the class is made, two names have a descriptor of their own, and the sprites of a class are looked
at in the first check they are in (`first_look`).
"""

import sys
import warnings
from inspect import CO_VARARGS
from types import FrameType
from typing import Any

from spritecol._numbers.range_check import shown
from spritecol.sprites.omitted import OptionalName


class SpritecolWarning(UserWarning):
    """Something that is allowed and does most likely not do what was meant.

    Each is given once. To turn all of them off:

    >>> import warnings
    >>> warnings.simplefilter("ignore", SpritecolWarning)
    """


NUMBERS = ("x", "y", "angle", "scale", "scale_x", "scale_y", "center_x", "center_y", "z")
SWITCHES = ("collision_enable", "collision_sync", "offset_sync", "visible")
LAYERS = ("collision_layer", "collision_mask")
ATTRIBUTES = ("collision", "image", *NUMBERS, *SWITCHES, *LAYERS)
"""Everything that can be assigned to a sprite, in the order in which a new one is given it."""

MEANT = {
    "rotation": "angle",
    "collision_enabled": "collision_enable",
    "collisions_enabled": "collision_enable",
    "enable_collision": "collision_enable",
    "collision_shape": "collision",
    "collision_shapes": "collision",
    "collision_layers": "collision_layer",
    "collision_masks": "collision_mask",
    "centre_x": "center_x",
    "centre_y": "center_y",
    "scalex": "scale_x",
    "scaley": "scale_y",
    "xscale": "scale_x",
    "yscale": "scale_y",
    "x_scale": "scale_x",
    "y_scale": "scale_y",
}
"""Names of other libraries, or of habit, that plainly mean an attribute of ours."""

WATCHED = ("rotation", "collision_enabled")
"""Those that games set at any time, and not only when they make a sprite."""

PLACES = ("pos", "position", "center", "topleft", "rect")
"""Names of the user's own that tell where a sprite is; `x` and `y` know nothing of them."""

NEVER_CALLED = {
    "on_hit": "hit",
    "on_collision": "hit",
    "on_collide": "hit",
    "on_collision_enter": "hit",
    "collide": "hit",
    "collided": "hit",
    "got_hit": "hit",
    "onHit": "hit",
    "onCollision": "hit",
    "on_shot": "shot",
}
"""Methods of other libraries, or of habit, that plainly mean a callback of `check`."""

OUTLINES = ("rect", "hitbox", "hit_box", "radius", "mask", "size", "shape")
"""Names of the user's own that may be meant as the shape of a sprite."""

_LONG = 7  # letters from which one may be wrong, missing or too many: `colision`

_told: set[str] = set()


def tell(message: str, *, again: bool = False) -> None:
    """Warn, once for each message, at the line of the user's that led here."""
    if message in _told and not again:
        return
    warnings.warn(message, SpritecolWarning, stacklevel=_users_level())
    _told.add(message)  # not if the warning was raised as an error


def _users_level() -> int:
    """The `stacklevel`, for `tell`, of the innermost frame outside this package."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and _is_ours(frame.f_globals.get("__name__", "")):
        level, frame = level + 1, frame.f_back
    return level


def _is_ours(module: str) -> bool:
    return module == "spritecol" or module.startswith("spritecol.")


def meant_by(name: str) -> str | None:
    """The attribute that a name plainly means, or None: a known one, or one that is misspelled."""
    if name in ATTRIBUTES:
        return None
    if name in MEANT:
        return MEANT[name]
    if not name.islower() and (plain := _snake_case(name)) in ATTRIBUTES:
        return plain
    near = _BY_FIRST_LETTER.get(name[:1], ())
    return next((own for own in near if _is_misspelled(name, own)), None)


_BY_FIRST_LETTER: dict[str, list[str]] = {}
for _own in ATTRIBUTES:
    _BY_FIRST_LETTER.setdefault(_own[0], []).append(_own)


def _snake_case(name: str) -> str:
    """The name as ours are written: `collisionEnable` is `collision_enable`."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


def _is_misspelled(name: str, own: str) -> bool:
    """Whether a name differs from ours by two letters swapped, or, if long, by a single one.

    What has another first letter (`tangle`), another last one (`scale_z`) or only more at the end
    (`images`, `angle2`) is a name of its own.
    """
    if len(own) < 5 or name[:1] != own[0] or name.startswith(own) or abs(len(name) - len(own)) > 1:
        return False
    start = 0
    while start < min(len(name), len(own)) and name[start] == own[start]:
        start += 1
    rest, wanted = name[start:], own[start:]
    if rest[:2] == wanted[1::-1] and rest[2:] == wanted[2:]:
        return len(rest) > 1
    if len(own) < _LONG or not rest:
        return False
    wrong, added, missing = rest[1:] == wanted[1:], rest[1:] == wanted, rest == wanted[1:]
    return (wrong and len(rest) > 1) or (added and len(wanted) > 1) or missing


def unknown_argument(name: str) -> TypeError:
    """The error for a keyword argument that `Sprite` does not have."""
    from spritecol._numbers.call_errors import unknown_keyword  # slow, and seldom needed

    if name in PLACES or name == "xy":
        remedy = "the position is given as x and y"
    elif name in OUTLINES or name in ("width", "height", "shapes"):
        remedy = "shapes are given as collision, for example collision=Rect(0, 0, width, height)"
    elif name in ("group", "groups"):
        remedy = "call the add of a Group to put the sprite into it"
    else:
        error = unknown_keyword("Sprite", name, ATTRIBUTES, meant_by(name))
        is_guess = str(error).endswith("?")
        return error if is_guess else TypeError(f"{error}; assign others to the sprite")
    return TypeError(f"Sprite() got an unexpected keyword argument {name!r}; {remedy}")


class Misnamed:
    """A name that plainly means one of ours: written for the first time, it says so.

    From then on it is an attribute of the user's own, as it was before, and the class has no such
    descriptor any more.
    """

    def __init__(self, name: str, owner: type) -> None:
        self.name = name
        self.owner = owner
        self.__doc__ = f"Not used by spritecol, and free for your own use; see `{MEANT[name]}`."

    def __get__(self, sprite: Any, kind: type | None = None) -> Any:
        if sprite is None:
            return self
        try:
            return vars(sprite)[self.name]
        except KeyError:
            raise AttributeError(
                f"{type(sprite).__name__!r} object has no attribute {self.name!r}",
                name=self.name,
                obj=sprite,
            ) from None

    def __set__(self, sprite: Any, value: Any) -> None:
        tell(_misnamed(type(sprite).__name__, self.name, MEANT[self.name]), again=True)
        if vars(self.owner).get(self.name) is self:
            delattr(self.owner, self.name)
        vars(sprite)[self.name] = value

    def __delete__(self, sprite: Any) -> None:
        self.__get__(sprite)
        del vars(sprite)[self.name]


def watch(owner: type) -> None:
    """Give a class its descriptors for names that plainly mean others."""
    for name in WATCHED:
        setattr(owner, name, Misnamed(name, owner))


def _misnamed(kind: str, name: str, own: str) -> str:
    return (
        f"{kind}.{name} is an attribute of your own that spritecol does not use; "
        f"if you mean the sprite's, it is called {own}"
    )


def judge_class(kind: type, base: type) -> None:
    """Look at the names in the body of a new subclass of `base`, which is `Sprite`.

    In the first check, the names that were assigned to the class since are looked at.
    """
    seen = vars(kind).get("_spritecol_names", ())
    for name, value in list(vars(kind).items()):
        if name in seen or name.startswith("_"):
            continue
        own = meant_by(name)
        is_plain = not hasattr(type(value), "__get__")
        if own is not None and is_plain:
            tell(_misnamed(kind.__name__, name, own))
        elif name not in ATTRIBUTES and hasattr(base, name) and name not in WATCHED:
            _judge_override(kind, name, value, is_plain=is_plain)


def judge_column_name(kind: type, name: str) -> None:
    """Tell of a column that is written under a name that plainly means another."""
    own = meant_by(name)
    if own is not None and name not in WATCHED:
        tell(_misnamed(kind.__name__, name, own))


def _judge_override(kind: type, name: str, value: Any, *, is_plain: bool) -> None:
    """Tell if a name in a class body hides one of the library's that is no attribute to set."""
    code = getattr(value, "__code__", None)
    if is_plain:
        remedy = "assign collision instead" if name == "shapes" else "choose another name"
        tell(f"{kind.__name__}.{name} = {shown(value)} hides Sprite.{name}; {remedy}")
    elif code is not None and "super" not in code.co_names and name not in code.co_names:
        tell(
            f"{kind.__name__}.{name}() hides Sprite.{name}(), and does not call it; choose another "
            "name (callbacks of check are called shot and hit)"
        )


def judge_sprite(sprite: Any, *, has_attributes: bool) -> None:
    """Look at the first sprite of a class that is in a check, and its attributes if it has some."""
    kind = type(sprite)
    library = next(base for base in kind.__mro__ if base.__module__ == "spritecol")  # Sprite
    nearer: set[str] = set()
    for base in kind.__mro__:
        names = vars(base)
        if "_spritecol_names" in names:
            judge_class(base, library)
        for name in ATTRIBUTES:
            if name not in names:
                continue
            value = names[name]
            if name not in nearer and not hasattr(type(value), "__get__"):
                tell(
                    f"{base.__name__}.{name} = {shown(value)} was assigned after the class was "
                    f"made, and hides the sprites' {name}; state it in the body of the class, or "
                    "assign it to the sprites"
                )
            nearer.add(name)
        if len(nearer) == len(ATTRIBUTES):
            break
    if not has_attributes:
        return
    own = getattr(sprite, "__dict__", {})
    for name in own:
        meant = meant_by(name)
        if meant is not None and name not in WATCHED:
            tell(_misnamed(kind.__name__, name, meant))
        elif name[:1] != "_" and hasattr(library, name) and name not in WATCHED:
            _judge_override(kind, name, own[name], is_plain=True)
    for name in PLACES:
        if name in own and _is_elsewhere(own[name], sprite):
            tell(
                f"{kind.__name__}.{name} is {shown(own[name])}, but the sprite is at (0, 0): "
                "spritecol reads x and y only"
            )


def _is_elsewhere(place: Any, sprite: Any) -> bool:
    """Whether a place is not (0, 0), and the sprite still is."""
    if sprite.x != 0 or sprite.y != 0 or isinstance(place, str):
        return False
    try:
        x, y = getattr(place, "topleft", place)
        return (float(x), float(y)) != (0.0, 0.0)
    except (TypeError, ValueError):
        return False


def judge_answer(sprite: Any, others: list[Any]) -> None:
    """Tell of `sprite.check(others)` as a statement of its own, where callbacks are defined."""
    for one, name in ((sprite, "shot"), (sprite, "hit"), *((other, "hit") for other in others)):
        if callable(getattr(type(one), name, None)):
            tell(
                f"{type(sprite).__name__}.check() only looks: it calls no {type(one).__name__}."
                f"{name}(), and nobody keeps what it returns. spritecol.check(attackers, targets) "
                "calls both"
            )
            return


def judge_callbacks(frame: FrameType, found: list[Any], shot: str | None, hit: str | None) -> None:
    """Look at the pairs of a `check` as a statement of its own in a frame, by the default names.

    Either no callback at all was called, or one has a name that plainly means another.
    """
    sides = [(pair[side], (shot, hit)[side]) for pair in found[:_PAIRS] for side in (0, 1)]
    methods: list[Any] = []
    lacking: dict[str, str] = {}
    for sprite, name in sides:
        method = name and getattr(sprite, name, None)
        if callable(method):
            methods.append(method)
        elif name:
            lacking[type(sprite).__name__] = name
    kinds = dict.fromkeys(type(sprite) for sprite, _ in sides) if lacking else {}
    for kind in kinds:
        if kind.__name__ not in lacking:
            continue
        for other, own in NEVER_CALLED.items():
            if callable(getattr(kind, other, None)):
                if not _names(frame, methods, other):
                    tell(
                        f"{kind.__name__}.{other}() is not called by check(): it calls {own}(); "
                        f'rename it, or pass {own}="{other}"'
                    )
                return
    if not methods and lacking and len(found) <= _PAIRS:
        without = ", ".join(f"{kind} has no method {name}()" for kind, name in lacking.items())
        tell(
            f"check() has found pairs that hit, and calls nothing: {without}; and nobody keeps the "
            "pairs that it returns"
        )


_PAIRS = 20  # of a check that are looked at


def _names(frame: FrameType, methods: list[Any], name: str) -> bool:
    """Whether the code of a frame, or of one of the methods, names something, as to call it."""
    codes = [frame.f_code, *(getattr(method, "__code__", None) for method in methods)]
    return any(name in getattr(code, "co_names", ()) for code in codes)


EVENTS = {
    "enter": ("on_enter", "on_collision_enter", "on_overlap_enter", "onEnter"),
    "stay": ("stay", "on_stay", "on_collision_stay", "on_overlap_stay", "onStay"),
    "exit": ("on_exit", "on_collision_exit", "on_overlap_exit", "onExit"),
}
"""Methods of other libraries, or of habit, that plainly mean an event of `Overlaps`. So does
`stay`, since by default nothing is called for pairs that stay."""


def judge_events(pairs: list[Any], callbacks: dict[str, Any]) -> None:
    """Tell of methods of the first sprites of `Overlaps` that it does not call."""
    for kind in {type(sprite): None for pair in pairs[:_PAIRS] for sprite in pair[:2]}:
        for event, names in EVENTS.items():
            callback = callbacks[event]
            if event == "stay" and callback is None:
                remedy = "pass "
            elif isinstance(callback, OptionalName) and not callable(getattr(kind, event, None)):
                remedy = f"rename it to {event}, or pass "
            else:
                continue
            for name in names:
                if _takes_another(getattr(kind, name, None)):
                    tell(
                        f"{kind.__name__}.{name}() is not called by Overlaps: "
                        f'{remedy}{event}="{name}"'
                    )
                    break


def _takes_another(method: Any) -> bool:
    """Whether a method of a class takes one argument beside its own sprite, or any number."""
    code = getattr(method, "__code__", None)
    return code is not None and (code.co_argcount == 2 or bool(code.co_flags & CO_VARARGS))


def unknown_event(name: str) -> TypeError:
    """The error for a keyword argument that `Overlaps` does not have."""
    from spritecol._numbers.call_errors import unknown_keyword  # slow, and seldom needed

    meant = next((event for event, names in EVENTS.items() if name in names), None)
    return unknown_keyword("Overlaps", name, ("a", "b", "enter", "stay", "exit", "by_shape"), meant)


def judge_points(given: Any) -> None:
    """Tell of corners that are given as a sequence of tuples: as a collision they are points."""
    if len(given) > 2 and all(
        type(item) is tuple and len(item) == 2 and not hasattr(item[0], "__len__") for item in given
    ):
        tell(
            f"collision = {shown(given)} is {len(given)} single points; the polygon with these "
            "corners is Polygon([...])"
        )


def tell_uncalled(items: list[Any], name: str) -> None:
    """Tell of `draw(sprites)` or `update(sprites)` where none of them has such a method."""
    if items and not any(callable(getattr(item, name, None)) for item in items):
        kinds = ", ".join(sorted({type(item).__name__ for item in items}))
        tell(f"{name}() calls the method {name} of each object, and {kinds} has none: define it")


def tell_box_for_image(image: Any) -> None:
    """Tell of a box, such as a Rect, that is given as an image."""
    tell(
        f"image = {shown(image)} is a box and no picture: only its size is used, and a sprite "
        "without an image needs none. To say what can be hit, assign collision, for example "
        "collision = Rect(0, 0, width, height)"
    )


def tell_shapeless(sprite: Any) -> None:
    """Tell of a sprite in a check that has never been given shapes."""
    kind = type(sprite)
    own = [name for name in OUTLINES if name in getattr(sprite, "__dict__", {})]
    hint = f" ({own[0]} is an attribute of your own)" if own else ""
    tell(
        f"a sprite of class {kind.__name__} is checked, has neither image nor collision, and hits "
        f"nothing{hint}: assign "
        "collision, for example collision = Circle(0, 0, 8), or collision = [] if that is meant"
    )
