"""Warnings about likely mistakes that Python accepts. Each warning is given once.

The functions `of_...` look at a class, a sprite or a value and yield messages, and `tell` gives the
warnings. In a game without mistakes, none of them runs in the game loop: a class is checked when it
is created, and a sprite in the first check with a sprite of its class (`when_to_warn`).
"""

import inspect
import sys
import types
import warnings
from collections.abc import Iterable, Iterator
from typing import Any

from spritecol._support.arguments import unknown_keyword
from spritecol._support.names import KEYWORDS, MEANT, meant_by, remedy_in
from spritecol._support.range_check import shown
from spritecol._support.signatures import takes_of
from spritecol.shapes import Shape
from spritecol.sprites.default_arguments import OptionalName


class SpritecolWarning(UserWarning):
    """The warning for code that is allowed, but probably does not do what was meant.

    Each warning is given once. To turn all of them off:

    >>> import warnings
    >>> warnings.simplefilter("ignore", SpritecolWarning)
    """


NUMBER_NAMES = ("x", "y", "angle", "scale", "scale_x", "scale_y", "center_x", "center_y", "z")
SWITCHES = ("collision_enable", "collision_sync", "offset_sync", "visible")
LAYERS = ("collision_layer", "collision_mask")
ATTRIBUTES = ("collision", "image", *NUMBER_NAMES, *SWITCHES, *LAYERS)
"""All attributes that can be assigned to a sprite, in the order in which a new sprite gets them."""

_NAMES = frozenset(ATTRIBUTES)

MEANT_BY_TYPE = {
    "layer": (int, "collision_layer"),
    "mask": (int, "collision_mask"),
    "enabled": (bool, "collision_enable"),
    "active": (bool, "collision_enable"),
}
"""Names that mean a sprite's attribute if their value has exactly this type."""

WRITTEN_LATER = ("rotation", "collision_enabled", *MEANT_BY_TYPE)
"""Names that games write at any time, not only when they create a sprite."""

PLACES = ("pos", "center", "topleft", "rect", "location", "global_position")
"""Attributes in which users keep a position, which `x` and `y` do not follow."""

OUTLINES = ("rect", "hitbox", "hit_box", "radius", "mask", "size", "shape")
"""Attributes in which users keep values that may be meant as the shape of a sprite."""

_ONE = 1.0
"""In a variable, so that Python does not compute the sum at compile time."""

_told: set[str] = set()


def tell(messages: Iterable[str], *, again: bool = False, kind: type | None = None) -> None:
    """Give each message as a warning, once. The warning names the user's line.

    Args:
        messages: the warnings, from one of the functions below.
        again: if True, messages that were given before are given again.
        kind: the class with the mistakes. A warning for one class is not given again for another
            one that has the same base class.
    """
    for message in messages:
        shared = message if kind is None else _of_base(message, kind)
        if again or shared not in _told:
            warnings.warn(message, SpritecolWarning, stacklevel=_level_of_user())
            _told.add(shared)  # not if the warning was raised as an error


def _of_base(message: str, kind: type) -> str:
    """Return a message as it would be about the user's own base class of a class."""
    bases = [base for base in kind.__mro__ if "_spritecol_unchecked" in vars(base)]
    own = [kind, *(base for base in bases if base.__module__.partition(".")[0] != "spritecol")]
    start = f"{kind.__name__}."
    return f"{own[-1].__name__}.{message[len(start) :]}" if message.startswith(start) else message


def _level_of_user() -> int:
    """Return the `stacklevel`, in the function that calls this one, of the nearest frame outside of
    the library. Compiled functions have no frames.
    """
    level, frame = 1, sys._getframe(1)
    while (before := frame.f_back) is not None and _is_ours(frame):
        level, frame = level + 1, before
    return level


def _is_ours(frame: types.FrameType) -> bool:
    """Whether a frame runs code of the library, or what attrs wrote for one of its classes."""
    name = str(frame.f_globals.get("__name__"))
    return name.partition(".")[0] == "spritecol" or frame.f_code.co_filename.startswith("<attrs")


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
        self.__doc__ = f"Not used by spritecol, and free for your own use; see `{self.own}`."

    def __get__(self, sprite: Any, kind: type | None = None) -> Any:
        if sprite is None:
            return self
        if (others := self._of_another_base(sprite)) is not None:
            return others.__get__(sprite, kind)
        try:
            return vars(sprite)[self.name]
        except KeyError:
            raise AttributeError(
                f"{type(sprite).__name__!r} object has no attribute {self.name!r}: "
                f"it is called {self.own}",
                name=self.name,
                obj=sprite,
            ) from None

    def __set__(self, sprite: Any, value: Any) -> None:
        if (others := self._of_another_base(sprite)) is not None:
            others.__set__(sprite, value)
            return
        if meant_with(self.name, value) is not None:
            message = misnamed(type(sprite).__name__, self.name, self.own)
            tell([message], again=True, kind=type(sprite))
        if vars(self.owner).get(self.name) is self:
            delattr(self.owner, self.name)
        vars(sprite)[self.name] = value

    def _of_another_base(self, sprite: Any) -> Any:
        """Return the property of this name in a later base, such as pygame's `layer`."""
        kinds = type(sprite).__mro__
        for base in kinds[kinds.index(self.owner) + 1 :]:
            if hasattr(type(vars(base).get(self.name)), "__set__"):
                return vars(base)[self.name]
        return None

    def __delete__(self, sprite: Any) -> None:
        self.__get__(sprite)
        del vars(sprite)[self.name]


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
        elif _is_unassignable(name, base):
            yield _hides(kind.__name__, name, value)
        elif isinstance(value, type) and _is_number(value):
            yield f"{kind.__name__}.{name} is the class Number: make one, {name} = Number()"


def _of_hidden(kind: type, base: type) -> Iterator[str]:
    """Warn about methods and the like that hide an attribute of sprites, in a class or its mixins.

    A property with a setter is assumed to be intended, because it may pass on the value.
    """
    for owner in kind.__mro__[: kind.__mro__.index(base)]:
        if owner is not kind and issubclass(owner, base):
            continue  # the warning was given when that class was created
        for name, value in vars(owner).items():
            if name not in _NAMES or not hasattr(type(value), "__get__"):
                continue
            is_property = isinstance(value, property)
            if is_property and value.fset is not None:
                continue
            if is_property or not hasattr(type(value), "__set__"):
                remedy = "give it another name"
                if name == "collision":
                    remedy += "; shapes are assigned, as in collision = Rect(0, 0, 16, 16)"
                yield (
                    f"{kind.__name__}.{name} is a {'property' if is_property else 'method'} of "
                    f"your own and hides the sprite's {name}, which cannot be assigned any more: "
                    f"{remedy}"
                )
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


def _is_unassignable(name: str, base: type) -> bool:
    """Whether a name is a method of `Sprite`, or an attribute that can't be assigned."""
    return name not in ATTRIBUTES and name not in WRITTEN_LATER and hasattr(base, name)


def _is_number(kind: type) -> bool:
    """Whether a class is `Number`, or the descriptor that replaces it in a class."""
    return kind.__module__.startswith("spritecol") and kind.__name__ in ("Number", "StoredNumber")


def _hides(kind: str, name: str, value: Any) -> str:
    remedies = {"shapes": "assign collision instead", "position": "set x and y instead"}
    remedy = remedies.get(name, "choose another name")
    return f"{kind}.{name} = {shown(value)} hides Sprite.{name}; {remedy}"


def of_rounding() -> Iterator[str]:
    """Warn if floating point does not round to the nearest number in this process."""
    step = 2.0**-52  # from 1.0 to the next number
    if _ONE + 0.75 * step == _ONE + step and _ONE + 0.25 * step == _ONE:
        return
    yield (
        "floating point in this process does not round to the nearest number, so answers may be "
        "wrong; a library has called fesetround: undo it with fesetround(FE_TONEAREST)"
    )


def of_sprite(sprite: Any) -> Iterator[str]:
    """Warn about values assigned to a sprite, or to its class after the class was created."""
    yield from of_rounding()
    kind = type(sprite)
    # A sprite with no attributes of its own has no state. To read `__dict__`, up to Python 3.12,
    # would slow down each later call of its methods (36 -> 56 ns in the row "upright, hit").
    has_attributes = object.__getstate__(sprite) is not None
    if not has_attributes and kind.__module__ == "spritecol" and _NAMES.isdisjoint(vars(kind)):
        return  # a plain Sprite; reading on took 20 us in the row "import: the first check"
    library = [base for base in kind.__mro__ if base.__module__ == "spritecol"][-1]  # Sprite
    nearer: set[str] = set()
    for base in kind.__mro__:
        names = vars(base)
        if base is not library and issubclass(base, library):
            yield from of_class(base, library)
        for name in ATTRIBUTES:
            if name not in names:
                continue
            value = names[name]
            if name not in nearer and not hasattr(type(value), "__get__"):
                yield (
                    f"{base.__name__}.{name} = {shown(value)} was assigned after the class was "
                    f"created, and hides the sprites' {name}; set it in the body of the class, or "
                    "assign it to the sprites"
                )
            nearer.add(name)
        if len(nearer) == len(ATTRIBUTES):
            break
    own = getattr(sprite, "__dict__", {}) if has_attributes else {}
    yield from _warn_of_name_only(sprite, own)
    yield from _of_own_attributes(sprite, own, library)
    yield from _of_other_shapes(sprite)


def _of_own_attributes(sprite: Any, own: dict[str, Any], library: type) -> Iterator[str]:
    """Warn about values that were assigned to a sprite and are never read."""
    kind = type(sprite)
    for name, value in own.items():
        meant = meant_with(name, value)
        if meant is not None:
            yield misnamed(kind.__name__, name, meant)
        elif name[:1] != "_" and _is_unassignable(name, library):
            yield _hides(kind.__name__, name, value)
        elif _is_number(type(value)):
            yield (
                f"{kind.__name__}.{name} is a Number instead of a number: define it in the body of "
                f"the class, {name} = Number(...), which is read once"
            )
        elif name in _NAMES or _is_number(type(inspect.getattr_static(kind, name, None))):
            yield (
                f"{kind.__name__}.{name} is a field of a frozen class without slots, which stores "
                "values where the sprite does not read them: create the class with slots=True"
            )
    for name in PLACES:
        if name in own and _is_elsewhere(own[name], sprite):
            yield (
                f"{kind.__name__}.{name} is {shown(own[name])}, but the sprite is at (0, 0): "
                "spritecol reads x and y only"
            )


def _warn_of_name_only(sprite: Any, own: dict[str, Any]) -> Iterator[str]:
    """Warn about a sprite that is one-way by name only, because its shapes stop from all sides."""
    kind = type(sprite)
    value = own.get("one_way", inspect.getattr_static(kind, "one_way", None))
    is_meant = value is True or isinstance(value, tuple | list)
    if is_meant and sprite.shapes and all(shape.one_way is None for shape in sprite.shapes):
        yield (
            f"{kind.__name__}.one_way is an attribute of your own, and the sprite stops others "
            "from all sides: set it on its shapes, as in collision = Rect(0, 0, 64, 8, "
            "one_way=(0, -1)) for from above"
        )


def _of_other_shapes(sprite: Any) -> Iterator[str]:
    """Warn about a shape under another name than `collision`, which is not set."""
    kind = type(sprite)
    library = [base for base in kind.__mro__ if base.__module__ == "spritecol"][-1]  # Sprite
    if library.collision.__get__(sprite) is not None:  # type: ignore[attr-defined]
        return  # without a user's own property, which may raise
    state = object.__getstate__(sprite)  # None, its dict, or a tuple of its dict and its slots
    places = [(kind, part) for part in (state if isinstance(state, tuple) else (state,)) if part]
    places += [(base, vars(base)) for base in kind.__mro__[: kind.__mro__.index(library)]]
    for owner, names in places:
        for name, value in list(names.items()):
            if name[:1] != "_" and name not in _NAMES and _has_only_shapes(value):
                hits = "its image alone says what it hits" if sprite.shapes else "it hits nothing"
                yield (
                    f"{owner.__name__}.{name} is a shape in an attribute of your own, but the "
                    f"sprite's collision is not set, so {hits}: to hit with this shape, call it "
                    "collision"
                )
                return


def _has_only_shapes(value: Any) -> bool:
    """Whether a value is one of the library's shapes, or a list or tuple of some."""
    items = value if isinstance(value, list | tuple) else (value,)
    return bool(items) and all(isinstance(item, Shape) for item in items)


def _is_elsewhere(place: Any, sprite: Any) -> bool:
    """Whether a position is neither (0, 0) nor the middle of the sprite, which is still at (0,
    0).
    """
    if sprite.x != 0 or sprite.y != 0 or isinstance(place, str):
        return False
    try:
        x, y = getattr(place, "topleft", place)
        left, top, right, bottom = sprite.aabb
        return (float(x), float(y)) not in ((0.0, 0.0), ((left + right) / 2, (top + bottom) / 2))
    except (TypeError, ValueError):
        return False


LIKE_EVENTS = {
    event: (
        *own,
        *(f"on_{kind}_{event}" for kind in ("collision", "overlap", "trigger")),
        f"on{event.title()}",
        *others,
    )
    for event, own, others in (
        ("enter", ("on_enter",), ("body_entered", "area_entered")),
        ("stay", ("stay", "on_stay"), ()),
        ("exit", ("on_exit",), ("body_exited", "area_exited")),
    )
}
"""Names of methods that plainly mean an event of `Overlaps` but are not called for it. They include
`stay`, because by default nothing is called for pairs that stay."""

_MOST_PAIRS = 20  # of `Overlaps` whose classes are checked for such methods


def of_events(pairs: list[Any], callbacks: dict[str, Any]) -> Iterator[str]:
    """Warn about methods of the first sprites of `Overlaps` that it does not call."""
    for kind in {type(sprite): None for pair in pairs[:_MOST_PAIRS] for sprite in pair[:2]}:
        for event, names in LIKE_EVENTS.items():
            callback = callbacks[event]
            if event == "stay" and callback is None:
                remedy = "pass "
            elif isinstance(callback, OptionalName) and not callable(getattr(kind, event, None)):
                remedy = f"rename it to {event}, or pass "
            else:
                continue
            for name in names:
                if _takes_another(getattr(kind, name, None)):
                    yield (
                        f"{kind.__name__}.{name}() is not called by Overlaps: "
                        f'{remedy}{event}="{name}"'
                    )
                    break


LIKE_HIT = (
    *(f"on_{word}" for word in ("hit", "shot", "collide", "collision", "collision_enter")),
    *(f"on{word}" for word in ("Hit", "Shot", "Collide", "Collision", "CollisionEnter")),
)
"""Names of methods that plainly mean a callback of `check` but are not called by it."""


def of_unheard(pair: tuple[Any, Any], first: Any, hit: Any) -> Iterator[str]:
    """Warn about a `check` that calls nothing for a pair, if a method of the two seems to mean it.

    If either is called, or a callback was given, such a method may be for something else.
    """
    asked = list(zip(pair, (first, hit), strict=True))
    if any(not isinstance(name, OptionalName) or hasattr(sprite, name) for sprite, name in asked):
        return
    for sprite, name in asked:
        kind = type(sprite)
        names = ("shot", *LIKE_HIT) if (first, name) == ("shot", "hit") else LIKE_HIT
        other = next((one for one in names if callable(getattr(kind, one, None))), None)
        if other is not None:
            yield (
                f"{kind.__name__}.{other}() is not called by check, but "
                f"{'hit of a target' if name == 'hit' else 'shot of an attacker'}: "
                f"{'swap the two' if other == 'shot' else 'rename it'}, pass "
                f'{name}="{other}", or call pairs, which has no callbacks'
            )


def _takes_another(method: Any) -> bool:
    """Whether a method of a class can be called with one argument besides `self`."""
    takes = takes_of(method) if inspect.isfunction(method) else None
    return takes is not None and takes.positional >= 2 and all(k < 2 for k, _ in takes.required)


ARGUMENTS_OF_OVERLAPS = (
    *("a", "b", "enter", "stay", "exit", "by_shape", "swept", "mask", "exclude", "where"),
    *("shapes", "target_shapes"),
)
"""The arguments of `Overlaps`."""


def unknown_event(name: str) -> TypeError:
    """Return the error for a keyword argument that `Overlaps` does not have."""
    meant = next((event for event, names in LIKE_EVENTS.items() if name in names), None)
    return unknown_keyword("Overlaps", name, ARGUMENTS_OF_OVERLAPS, meant)


def unknown_setting(watch: Any, name: str) -> AttributeError:
    """Return the error for an attribute that is assigned to an `Overlaps`."""
    if name in ARGUMENTS_OF_OVERLAPS:
        told = f"pass {name} when you create an Overlaps, Overlaps(a, b, {name}=...)"
    else:
        told = (
            f"an Overlaps has no attribute {name!r} to assign; when you create it, it takes "
            f"{', '.join(ARGUMENTS_OF_OVERLAPS)}; a subclass may have attributes of its own"
        )
    return AttributeError(told, name=name, obj=watch)


def of_points(given: Any) -> Iterator[str]:
    """Warn about corners that are given as an array, which as a collision are single points.

    Lists are DXRuby's notation, so points given as lists are assumed to be intended.
    """
    if len(given) > 2 and getattr(given, "shape", ())[1:] == (2,):
        yield (
            f"collision = {shown(given)} is {len(given)} single points; the polygon with these "
            "corners is Polygon([...])"
        )


def of_generator(answer: Any) -> Iterator[str]:
    """Warn about a generator or an async function as a callback, because calling it runs
    nothing.
    """
    if isinstance(answer, types.GeneratorType):
        yield (
            f"{answer.__qualname__} has a yield in it, so calling it only makes a generator, and "
            "nothing in it runs: remove the yield, or start the generator in a callback without one"
        )
    elif isinstance(answer, types.CoroutineType | types.AsyncGeneratorType):
        yield (
            f"{answer.__qualname__} is async, so calling it runs nothing in it: remove the async, "
            "or run it with asyncio in a callback that is not async"
        )


def of_discard(answer: Any) -> Iterator[str]:
    """Warn about a callback that returns the class of DISCARD, because only DISCARD itself
    counts.
    """
    if (answer.__module__, answer.__name__) == ("spritecol", "Discard"):
        yield "a callback has returned Discard, the type of DISCARD: write `return DISCARD`"


def of_no_method(sprite: Any, name: str, value: Any) -> Iterator[str]:
    """Warn about a value under the name of a callback, which therefore cannot be called."""
    kind = type(sprite).__name__
    yield (
        f"{kind}.{name} = {shown(value)} is not a method, so nothing is called for {kind}: rename "
        f"it, or define {name}(self, other)"
    )


def of_uncalled(items: list[Any], name: str) -> Iterator[str]:
    """Warn about `draw(sprites)` or `update(sprites)` if none of the sprites has such a method."""
    if items and not any(callable(getattr(item, name, None)) for item in items):
        kinds = ", ".join(sorted({type(item).__name__ for item in items}))
        yield f"{name}() calls the method {name} of each object, and {kinds} has none: define it"


def of_box_for_image(image: Any) -> Iterator[str]:
    """Warn about a box, such as a Rect, that is given as an image."""
    yield (
        f"image = {shown(image)} is a box, not a picture: only its size is used, and a sprite "
        "without an image needs none. To say what can be hit, assign collision, for example "
        "collision = Rect(0, 0, width, height)"
    )


def of_image(sprite: Any) -> Iterator[str]:
    """Warn about a sprite with an image whose shapes are around (0, 0), which is the image's
    corner.
    """
    if not sprite.shapes:
        return
    left, top, right, bottom = _local_box(sprite)
    x, y = left / 2 + right / 2, top / 2 + bottom / 2
    across, down = sprite.center_x, sprite.center_y
    if left < 0 < right and top < 0 < bottom and x * across + y * down < (across**2 + down**2) / 2:
        keep = (
            "pass center_x=0 and center_y=0 to keep its center of rotation, and draw the image "
            "around (x, y); or "
        )
        yield (
            f"a sprite of class {type(sprite).__name__} has an image, and its shapes are around "
            "(0, 0), which is now the image's corner, while the sprite rotates about the image's "
            f"center: {'' if hasattr(sprite, '_draws_its_image') else keep}define the shapes "
            "relative to the image's corner, around its center"
        )


def _local_box(sprite: Any) -> tuple[float, float, float, float]:
    """Return the box around the shapes of a sprite, which has shapes, in local space."""
    lefts, tops, rights, bottoms = zip(*(shape.bounds for shape in sprite.shapes), strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


_FAR = 10  # times the size of the shapes; sprites seldom rotate about a point farther away


def of_far_center(sprite: Any, x: float, y: float) -> Iterator[str]:
    """Warn about a sprite at (0, 0) with a center far from its shapes, probably meant as its
    position.

    A center of (0, 0) is not such a mistake, because the sprite is at that position. Points have no
    size to compare with.
    """
    if not sprite.shapes or (x, y) == (0, 0):
        return
    left, top, right, bottom = _local_box(sprite)
    size = max(right - left, bottom - top)
    across, down = max(left - x, x - right, 0), max(top - y, y - bottom, 0)
    if across**2 + down**2 > (_FAR * size) ** 2 > 0:
        yield (
            f"a sprite of class {type(sprite).__name__} is at (0, 0): its center_x and center_y "
            "are not its position but the point that it rotates about, and far from its shapes. "
            "To place it, write position=(x, y). To let it orbit a point, set x and y to that "
            "point, and define its shapes around (0, 0) with center_x=0, center_y=0"
        )


def of_shapeless(sprite: Any) -> Iterator[str]:
    """Warn about a sprite in a check that has never had shapes."""
    kind = type(sprite)
    if told := list(_of_other_shapes(sprite)):
        yield from told
        return
    own = [name for name in OUTLINES if name in getattr(sprite, "__dict__", {})]
    hint = f" ({own[0]} is an attribute of your own)" if own else ""
    if isinstance(inspect.getattr_static(kind, "collision"), property | types.FunctionType):
        hint = " (collision is a method of your own, which is not called)"
    yield (
        f"a sprite of class {kind.__name__} is checked or moved, has neither image nor collision, "
        f"and hits nothing{hint}: assign collision, for example collision = Circle(0, 0, 8), or "
        "collision = [] if that is meant"
    )


def of_lost_size(sprite: Any, size: tuple[float, float], own: tuple[float, float]) -> Iterator[str]:
    """Warn about a rect that is assigned to a sprite and differs in size from the sprite's own
    rect.
    """
    name, (width, height) = type(sprite).__name__, size
    if getattr(sprite, "image", None) is None and not sprite.shapes:
        yield (
            f"a rect of {width:g} by {height:g} is assigned to a sprite of class {name} that has "
            "neither image nor collision: only its position is used, and the size follows from "
            f"them; first assign an image, or collision = Rect(0, 0, {width:g}, {height:g}) with "
            "Rect of spritecol"
        )
    elif abs(width - own[0]) >= 1 or abs(height - own[1]) >= 1:  # a frect has fractions
        yield (
            f"a rect of another size is assigned to a sprite of class {name}: only its left and "
            "top are used, and the size follows from the image, its scale and angle; to hit with "
            "another box, assign collision = Rect(...) with Rect of spritecol, from the image's "
            "corner"
        )
