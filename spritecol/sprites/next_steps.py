"""What a program does next with an attribute that it has read, from its bytecode.

Each place is read once. Where it does anything out of the ordinary, nothing is found and nothing
said: there are no false alarms. What is told is what can't be meant.
"""

import dis
import sys
import weakref
from collections.abc import Iterator
from inspect import CO_OPTIMIZED
from types import CodeType, FrameType
from typing import Any, NamedTuple

import numpy as np

from spritecol.sprites import misuse

Path = tuple[str, ...]  # a name in the code and the attributes after it: ("self", "vx")


class Value(NamedTuple):
    """What the program has on its stack: the attribute that was read, or what names it came of."""

    paths: frozenset[Path] = frozenset()
    is_read: bool = False


READ = Value(is_read=True)
UNKNOWN = Value()


class Use(NamedTuple):
    """The instruction that takes the attribute from the stack."""

    by: str
    named: str  # the attribute of it that is read next
    taken: list[Value]  # all that it takes, from the bottom


# How many values an instruction takes. It leaves one; those not listed are not understood.
_TAKES = {
    "BINARY_OP": 2,
    "BINARY_SUBSCR": 2,
    "BINARY_SLICE": 3,
    "COMPARE_OP": 2,
    "UNARY_NEGATIVE": 1,
    "UNARY_INVERT": 1,
    "UNARY_NOT": 1,
}
_NAMES = ("LOAD_ATTR", "LOAD_METHOD", "LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF", "LOAD_CLOSURE")
_CONSTANTS = ("LOAD_CONST", "LOAD_SMALL_INT")
_BUILDS = ("BUILD_TUPLE", "BUILD_LIST", "BUILD_SLICE")
_CALLS = {"CALL": 2, "CALL_KW": 3}  # what they take besides the arguments
_STORES = {"STORE_SUBSCR": 3, "STORE_SLICE": 4, "STORE_ATTR": 2}
_NOTHING = ("CACHE", "PRECALL", "KW_NAMES", "EXTENDED_ARG", "NOP", "RESUME")


def _instructions(code: CodeType) -> list[dis.Instruction]:
    if code not in _known:
        _known.clear()  # one is enough: the places of a function come one after the other
        _known[code] = [step for step in dis.get_instructions(code) if step.opname not in _NOTHING]
    return _known[code]


_known: dict[CodeType, list[dis.Instruction]] = {}


def next_use(code: CodeType, offset: int) -> Use | None:
    """What takes the attribute that the instruction at an offset reads; None if that is unclear."""
    steps = _instructions(code)
    here = next((k for k, step in enumerate(steps) if step.offset == offset), None)
    if here is None or steps[here].opname != "LOAD_ATTR":
        return None
    first = here
    while first > 0 and _is_plain(steps[first - 1]) and not steps[first].is_jump_target:
        first -= 1
    stack: list[Value] = []
    for step in steps[first:here]:
        _run(step, stack)
    _take(stack, 1)
    stack.append(READ)
    for step in steps[here + 1 :]:
        if step.is_jump_target or not (_is_plain(step) or step.opname in _STORES):
            return None
        taken = _run(step, stack)
        if READ in taken and READ not in stack:
            named = step.argval if step.opname in ("LOAD_ATTR", "LOAD_METHOD") else ""
            return Use(step.opname, named, taken)
    return None


def _is_plain(step: dis.Instruction) -> bool:
    """Whether an instruction is part of an expression, and one that is understood."""
    name = step.opname
    return (
        name in _TAKES
        or name in _BUILDS
        or name in _CALLS
        or name in _NAMES
        or name in _CONSTANTS
        or name in ("COPY", "SWAP", "PUSH_NULL", "CALL_FUNCTION_EX")
        or name.startswith("LOAD_FAST")
    )


def _take(stack: list[Value], count: int) -> list[Value]:
    """Take values from a stack, on which more may lie than is known."""
    known = min(count, len(stack))
    taken = stack[len(stack) - known :]
    del stack[len(stack) - known :]
    return [UNKNOWN] * (count - known) + taken


def _run(step: dis.Instruction, stack: list[Value]) -> list[Value]:
    """Do to a stack what an instruction does; returns what it takes."""
    name, argument = step.opname, step.arg or 0
    taken: list[Value] = []
    if name in ("LOAD_ATTR", "LOAD_METHOD"):
        taken = _take(stack, 1)
        paths = frozenset((*path, str(step.argval)) for path in taken[0].paths)
        is_method = name == "LOAD_METHOD" or (sys.version_info >= (3, 12) and argument & 1)
        stack += [Value(paths)] + [UNKNOWN] * bool(is_method)
    elif name == "LOAD_GLOBAL":
        stack += [UNKNOWN] * (argument & 1)
        stack.append(Value(frozenset([(str(step.argval),)])))
        if argument & 1 and sys.version_info >= (3, 13):  # there the callee comes first
            stack[-2:] = stack[:-3:-1]
    elif name.startswith("LOAD_FAST") or name in _NAMES:  # some load two local names
        names = step.argval if isinstance(step.argval, tuple) else (step.argval,)
        stack += [Value(frozenset([(str(one),)])) for one in names]
    elif name == "PUSH_NULL" or name in _CONSTANTS:
        stack.append(UNKNOWN)
    elif name == "COPY":
        stack.append(stack[-argument] if argument <= len(stack) else UNKNOWN)
    elif name == "SWAP":
        stack[:0] = [UNKNOWN] * (argument - len(stack))
        stack[-1], stack[-argument] = stack[-argument], stack[-1]
    elif name in _STORES:
        taken = _take(stack, _STORES[name])
    else:
        if name == "CALL_FUNCTION_EX":
            count = 3 + (argument & 1 if sys.version_info < (3, 14) else 1)
        elif name in _CALLS:
            count = argument + _CALLS[name]
        else:
            count = argument if name in _BUILDS else _TAKES[name]
        taken = _take(stack, count)
        stack.append(Value(frozenset[Path]().union(*(value.paths for value in taken))))
    return taken


_uses: dict[tuple[int, int], tuple[CodeType, Use | None]] = {}
"""The use at each place; with the code, so that its id is not given to another one."""


def _use_at(frame: FrameType) -> Use | None:
    """The next use of what a frame reads just now."""
    place = id(frame.f_code), frame.f_lasti
    if place not in _uses:
        _uses[place] = frame.f_code, next_use(frame.f_code, frame.f_lasti)
    return _uses[place][1]


# --- boxes --------------------------------------------------------------------------------------

_WANT_A_SIZE = ("Rect", "FRect", "colliderect")


def judge_box(frame: FrameType, name: str, members: None) -> None:
    """Tell of `pygame.Rect(sprite.aabb)` and the like."""
    use = _use_at(frame)
    if use is None or use.by not in ("CALL", "CALL_FUNCTION_EX"):
        return
    callee = [path for value in use.taken[:2] for path in value.paths]
    for path in callee:
        alone = all(value == UNKNOWN for value in use.taken[2:-1])
        if (path[-1] in _WANT_A_SIZE and use.taken[-1] == READ and alone) or (
            path[-2:] == ("draw", "rect") and use.by == "CALL"
        ):
            misuse.tell(
                f"{path[-1]}() is given a sprite's {name}, which is (left, top, right, bottom), "
                "where it takes a width and a height: write "
                f"{path[-1]}(left, top, right - left, bottom - top)"
            )


# --- columns ------------------------------------------------------------------------------------

_CHANGING = ("fill", "sort", "put", "partition", "itemset", "byteswap")


def judge_column(frame: FrameType, name: str, members: tuple[int, int]) -> None:
    """Tell of a column that is changed and then thrown away, and of one that is out of step."""
    use = _use_at(frame)
    if use is None:
        return
    if _is_lost(use):
        misuse.tell(
            f"group.{name} is a copy, and changing it in place changes no sprite: write "
            + (
                "the sprites' own attributes, from which their boxes follow"
                if name == "aabbs"
                else f"{name} = group.{name}, change {name}, then group.{name} = {name}; "
                f"for one sprite, group[0].{name} = ..."
            )
        )
    elif use.by == "BINARY_OP":
        for path in sorted(frozenset[Path]().union(*(value.paths for value in use.taken))):
            array = _array_at(frame, path)
            if array is not None and array.shape == (members[0],):
                _judge_step(path, array, name, members[1])


def _is_lost(use: Use) -> bool:
    """Whether what is read is changed, and nobody has it afterwards."""
    if use.by in ("STORE_SUBSCR", "STORE_SLICE"):
        return use.taken[1] == READ  # of value, container, place
    return use.by in ("LOAD_ATTR", "LOAD_METHOD") and use.named in _CHANGING


def _array_at(frame: FrameType, path: Path) -> "np.ndarray[Any, Any] | None":
    """The array that a name stands for, without running code of the user's; or None."""
    value: Any = None
    for scope in _scopes(frame):
        if path[0] in scope:
            value = scope[path[0]]
            break
    for name in path[1:]:
        if hasattr(type(value), name) or hasattr(type(value), "__getattr__"):  # a user's code
            return None
        value = getattr(value, name, None)
    return value if type(value) is np.ndarray and value.dtype.kind in "fiu" else None


def _scopes(frame: FrameType) -> Iterator[dict[str, Any]]:
    local = frame.f_locals
    copied = dict(local)
    if (
        sys.version_info < (3, 13)
        and frame.f_code.co_flags & CO_OPTIMIZED
        and sys.getrefcount(local) <= _REFERENCES
    ):
        local.clear()  # made for us, and the frame would keep it, and with it what it holds
    yield copied
    yield frame.f_globals


_REFERENCES = 3  # to a dict that the frame made for us: its own, ours, and that of the question


class Seen(NamedTuple):
    """An array that was used beside a Group's column."""

    array: "weakref.ref[Any]"
    numbers: Any
    members: int  # a hash of who was in the Group


_seen: dict[tuple[Path, str], Seen] = {}


def _judge_step(path: Path, array: "np.ndarray[Any, Any]", name: str, members: int) -> None:
    """Tell if an array is as it was, and the Group has as many sprites, but not the same ones."""
    before = _seen.get((path, name))
    if not array.size:
        return
    if before is None or before.array() is not array or not np.array_equal(before.numbers, array):
        _seen[path, name] = Seen(weakref.ref(array), array.copy(), members)
    elif before.members != members and (array != array[0]).any():
        text = ".".join(path)
        misuse.tell(
            f"{text} is used beside group.{name}, and is as it was before sprites have left the "
            "Group and others have joined it: its numbers belong to other sprites now. Numbers "
            f'that the sprites keep stay in step: group.column("{path[-1]}")'
        )
