"""The errors for calls with arguments that a function does not have, or without those it needs."""

import difflib
import inspect
import re
import sys
import types
from collections.abc import Callable, Iterable
from typing import Any

MEANT = {
    "ignore": "exclude",
    "excluding": "exclude",
    "without": "exclude",
    "layer": "mask",
    "layers": "mask",
    "collision_mask": "mask",
    "filter": "where",
    "predicate": "where",
    "key": "where",
    "radius": "max_distance",
    "range": "max_distance",
    "rotation": "turn",
    "angle": "turn",
    "up_direction": "up",
    "floor_max_angle": "max_floor_angle",
    "others": "targets",
    "group": "targets",
    "on_hit": "hit",
    "callback": "hit",
    "collided": "hit",
}
"""Names of other libraries, or of habit, and the argument that they mean where there is one."""

_CORNERS = "query_box(rect.left, rect.top, rect.right, rect.bottom)"
_MOTION = "the targets last, a motion as {0}(*motion, targets)"
_TWO = "two points as {0}(*start, *end), two sprites as {0}(a.x, a.y, b.x, b.y"
MEANT_BY_FEW = {
    ("query_point", 1): "a point as query_point(*point), a sprite as query_shape(sprite)",
    ("query_circle", 2): "a point and a radius as query_circle(*point, radius)",
    ("query_box", 1): f"(left, top, right, bottom) as query_box(*box), a pygame Rect as {_CORNERS}",
    ("query_box", 2): "two corners as query_box(*top_left, *bottom_right)",
    ("nearest", 1): "a point as nearest(*point), a sprite as nearest(sprite.x, sprite.y)",
    ("nearest_k", 2): "a point and k as nearest_k(*point, k)",
    ("raycast", 2): _TWO.format("raycast") + ", exclude=a)",
    ("raycast_all", 2): _TWO.format("raycast_all") + ", exclude=a)",
    ("line_of_sight", 2): _TWO.format("line_of_sight") + ", exclude=(a, b))",
    **{
        (name, 2): _MOTION.format(name)
        for name in ("sweep", "sweep_all", "move_and_collide", "move_and_slide", "move")
    },
    ("hits", 2): "several targets as one list",
    ("check", 2): "several targets as one list; spritecol.check(a, b) calls shot and hit",
}
"""What to pass to a method instead, by the method and the number of arguments it got."""


def unknown_keyword(
    function: str, name: str, known: Iterable[str], meant: str | None = None
) -> TypeError:
    """The error for a keyword argument that a function does not have.

    >>> unknown_keyword("pairs", "target", ["a", "b"])
    TypeError("pairs() got an unexpected keyword argument 'target'; it takes a, b")
    """
    known = list(known)
    if meant is None and MEANT.get(name) in known:
        meant = MEANT[name]
    if meant is None:
        meant = next(iter(difflib.get_close_matches(name, known, 1, 0.7)), None)
    question = f": do you mean {meant}?" if meant else ""
    return TypeError(
        f"{function}() got an unexpected keyword argument {name!r}; it takes {', '.join(known)}"
        f"{question}"
    )


def wrong_call(source: str, function: str, text: str) -> TypeError:
    """The error in place of Cython's: by its C file, its name of the function, and its text."""
    name, called = _public_function(source, function)
    if called is None:
        return TypeError(text)
    text = text.replace(f"{function}()", f"{name}()", 1)
    parameters = [
        one.replace(annotation=inspect.Parameter.empty)
        for one in inspect.signature(called).parameters.values()
        if one.name != "self"
    ]
    if found := re.search(r"unexpected keyword argument '(.*)'$", text):
        can_be_named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
        if known := [one.name for one in parameters if one.kind in can_be_named]:
            return unknown_keyword(name, found[1], known)
    if found := re.search(r"(\d+) positional arguments? \((\d+) given\)$", text):
        many = int(found[2]) > int(found[1])
        text = f"{name}() got too {'many positional' if many else 'few'} arguments"
        counts_self = "." in name and not isinstance(called, types.MethodDescriptorType)
        if hint := MEANT_BY_FEW.get((function, int(found[2]) - counts_self)):
            return TypeError(f"{text}; it is {name}{inspect.Signature(parameters)}: pass {hint}")
    return TypeError(f"{text}; it is {name}{inspect.Signature(parameters)}")


def _public_function(source: str, function: str) -> tuple[str, Callable[..., Any] | None]:
    """What a user has called, and its name: a function of a module, or a method of its class."""
    module = source.replace("\\", "/").rpartition("spritecol/")[2].removesuffix(".c")
    names = vars(sys.modules.get(f"spritecol.{module.replace('/', '.')}", object))
    if function in names:
        return function, names[function]
    own = module.rpartition("/")[2].replace("_", "")
    for kind in names.values():
        if isinstance(kind, type) and kind.__name__.lower() == own:
            if function in ("__init__", "__cinit__"):
                return kind.__name__, kind
            return f"{kind.__name__}.{function}", getattr(kind, function, None)
    return function, None
