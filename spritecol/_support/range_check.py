"""The range check behind every attribute, argument and shape, and `shown` for error messages."""

import enum
import operator
import re
from math import inf

from spritecol._support.lazy_imports import is_array, is_numpy
from spritecol._support.warned import warn_once


class Omitted(str):
    """The default of an argument for which None is an error.

    It is a str, since `inspect.signature` takes only constants for defaults of compiled methods.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return "<omitted>"  # in signatures, as `help` shows them


OMITTED = Omitted()

# The largest magnitude of any number that a user passes, in its own unit (pixels, degrees, or a
# factor). Products of four such numbers stay far below the maximum of float64 (1.8e308), so nothing
# in the library can overflow; and coordinates near 1e12 still have a resolution of 1e-4 pixels. A
# larger limit would only admit coordinates that float64 cannot distinguish.
LIMIT = 1e12

ALL_LAYERS = 0xFFFFFFFFFFFFFFFF
"""Every layer: the default of `Sprite.collision_mask`, 64 bits that are all set."""

LEAST_INT64, MOST_INT64 = -(2**63), 2**63 - 1

_ALLOWED = "a finite number from -1e12 to 1e12"

_SHORT = {
    "left": "a box replaces left, top, right and bottom",
    "x": "a pair replaces x and y in a method, and Sprite() takes it as position=(x, y)",
    "dx": "a pair replaces dx and dy",
    "x1": "a pair replaces x1 and y1",
    "x2": "a pair replaces x2 and y2",
    "scale": "pass a pair as scale_x and scale_y",
}

# The maximal length, in characters, of a value quoted in an error: enough to recognize it.
_SHOWN = 80


def shown(value: object) -> str:
    """Return the repr of a value for an error message, shortened, and safe if the repr itself
    fails.
    """
    try:
        text = repr(value)
    except Exception:  # a user's __repr__, or an int too long for decimal digits
        text = f"<{type(value).__name__}>"
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."


def undeletable(name: str) -> AttributeError:
    """Return the error for `del sprite.x` and the like."""
    return AttributeError(f"{name} can't be deleted; assign a value instead")


def unwritable(name: str, instead: str) -> AttributeError:
    """Return the error for `sprite.aabb = ...` and `del sprite.aabb`, with what to assign or
    call.
    """
    remedy = f"call {instead}" if instead.endswith("()") else f"assign {instead} instead"
    return AttributeError(f"{name} can't be assigned or deleted: {remedy}")


def of_public_name(error: AttributeError, thing: object, name: str) -> AttributeError:
    """Return the error of a compiled class in Python's form, without the module that Cython
    names.
    """
    told = re.sub(r"'spritecol\.([\w.]*\.)?", "'", str(error))
    return AttributeError(told, name=name, obj=thing)


def number(value: object, name: str) -> float:
    """Convert a value to a float, if it is a finite number within the limit.

    Raises:
        TypeError: it is not a real number. Text does not count, even if it spells a number.
        ValueError: it is not finite, or its magnitude is beyond 1e12.

    >>> number(3, "x")
    3.0
    >>> number("3", "x")
    Traceback (most recent call last):
    TypeError: x must be a number, got '3'
    """
    if type(value) is not float:
        value = _as_float(value, name, _ALLOWED)
    if not -LIMIT <= value <= LIMIT:  # NaN fails this too
        raise ValueError(f"{name} must be {_ALLOWED}, got {shown(value)}")
    return value


def real(value: object, name: str) -> float:
    """Convert a value to a float if it is a real number, including infinity and NaN.

    >>> real(float("inf"), "vx")
    inf
    """
    return _as_float(value, name, "a number that fits into a float")


def non_negative(value: object, name: str) -> float:
    """Convert a value to a float if it is a number from 0 to the limit. Errors are as in
    `number`.
    """
    result = number(value, name)
    if result < 0.0:
        raise ValueError(f"{name} must be 0 or more, got {shown(value)}")
    return result


def layer_bits(value: object, name: str) -> int:
    """Return the value as an int from 0 to 2**64 - 1, in which each bit is a layer.

    Raises:
        TypeError: it is not a whole number. A bool is not accepted, because True would mean the
            first layer.
        ValueError: it is negative or has more than 64 bits.

    >>> layer_bits(1 << 64, "collision_layer")
    Traceback (most recent call last):
    ValueError: collision_layer must be from 0 to 2**64 - 1 (ALL_LAYERS), got 18446744073709551616
    """
    what = "an int, each bit a layer"
    if isinstance(value, bool) or is_numpy(value, "bool_"):
        raise TypeError(f"{name} must be {what}, got {shown(value)}")
    if isinstance(value, enum.Enum) and not isinstance(value, int):
        kind = type(value).__name__
        raise TypeError(
            f"{name} must be {what}, got {shown(value)}: write class {kind}(enum.IntFlag) with "
            "values 1, 2, 4 (enum.auto())"
        )
    if isinstance(value, enum.IntFlag) and name.endswith("layer"):
        _warn_of_counted(value, name)
    if isinstance(value, list | tuple | set | frozenset):
        raise TypeError(
            f"{name} must be {what}, got {shown(value)}: combine layers with |, such as members of "
            "an enum.IntFlag, WALL | ENEMY"
        )
    allowed = "from 0 to 2**64 - 1 (ALL_LAYERS)"
    if isinstance(value, int) and -ALL_LAYERS <= value < 0:  # as `~2` is
        bits = f" & ~{~value}" if ~value else ""
        raise ValueError(
            f"{name} must be {allowed}, got {shown(value)}: for all layers but some, write "
            f"ALL_LAYERS{bits}"
        )
    return whole_number(value, name, 0, ALL_LAYERS, kind=what, allowed=allowed)


def _warn_of_counted(layer: enum.IntFlag, name: str) -> None:
    """Warn if a layer is a member of an IntFlag that counts 1, 2, 3, since 3 is 1 | 2."""
    value, members = int(layer), type(layer).__members__.values()
    if value.bit_count() < 2 or value > len(members):  # it cannot count up to the value
        return
    if {*range(1, value + 1)} <= {int(one) for one in members}:
        bits = " | ".join(str(1 << k) for k in range(value.bit_length()) if value >> k & 1)
        kind = type(layer).__name__
        warn_once(
            f"{name} = {kind}.{layer.name} is {value}, which is the layers {bits}: give each layer "
            f"of {kind} a bit of its own, 1, 2, 4 and so on (enum.auto()). If you mean several "
            f"layers, write int({kind}.{layer.name})"
        )


def switch(value: object, name: str) -> bool:
    """Convert a bool, or 0 or 1, to a bool.

    Raises:
        TypeError: it is neither a bool nor an int.
        ValueError: it is another int.
    """
    if isinstance(value, int) or is_numpy(value, "bool_"):
        if value not in (0, 1):
            raise ValueError(f"{name} must be True or False, got {shown(value)}")
        return bool(value)
    raise TypeError(f"{name} must be True or False, got {shown(value)}")


def whole_number(
    value: object,
    name: str,
    low: int,
    high: float,
    *,
    kind: str = "a whole number",
    allowed: str | None = None,
) -> int:
    """Return the value as an int from `low` to `high`.

    Args:
        value: an int, or anything else with `__index__`.
        name: its name in error messages.
        low: the smallest number allowed.
        high: the largest number allowed; `math.inf` for any.
        kind: the text for the TypeError.
        allowed: the text for the ValueError. Default "from low to high", or "low or more".

    Raises:
        TypeError: it is not a whole number.
        ValueError: it is out of range.

    >>> whole_number(17, "depth", 0, 16)
    Traceback (most recent call last):
    ValueError: depth must be from 0 to 16, got 17
    """
    try:
        result = operator.index(value)  # type: ignore[arg-type]  # the TypeError is the check
    except TypeError:
        raise TypeError(f"{name} must be {kind}, got {shown(value)}") from None
    if not low <= result <= high:
        allowed = allowed or (f"{low} or more" if high == inf else f"from {low} to {high}")
        raise ValueError(f"{name} must be {allowed}, got {shown(value)}")
    return result


def _as_float(value: object, name: str, allowed: str) -> float:
    """Convert a value to a float, but reject values that `float` accepts although they are not
    numbers.
    """
    if value is OMITTED:
        raise TypeError(f"{name} is missing")
    if type(value) is not int:
        if is_array(value) and value.ndim == 0:
            value = value[()]  # the scalar inside, whose type can be checked
        if not _is_real(value):
            count = 4 if name == "left" else 2
            is_short = isinstance(value, tuple | list) and [*map(_is_real, value)] == [True] * count
            hint = f"; {_SHORT[name]}" if is_short and name in _SHORT else ""
            raise TypeError(f"{name} must be a number, got {shown(value)}{hint}")
    try:
        return float(value)  # type: ignore[arg-type]  # _is_real has looked for __float__
    except TypeError as error:  # a __float__ that returns junk
        raise TypeError(f"{name} must be a number, got {shown(value)}") from error
    except (OverflowError, ValueError) as error:  # an int beyond float64; a signaling NaN
        raise ValueError(f"{name} must be {allowed}, got {shown(value)}") from error


def _is_real(value: object) -> bool:
    """Whether a value is a real number: not text, not complex, not an array, not a time."""
    if isinstance(value, str | bytes) or is_array(value):
        return False
    if is_numpy(value, "complexfloating") or is_numpy(value, "timedelta64"):
        return False
    return hasattr(type(value), "__float__") or hasattr(type(value), "__index__")
