"""Sequences that lie or change while they are read, given to every public call.

    PYTHONPATH=tests python -m lifetimes.lying_sequences [SHARE]  # 1 plays all, in three minutes

`test_processes.py` runs this script, because what it looks for would end the process of the tests.
Whatever a call answers or raises is fine, as long as nothing crashes, every call ends, and the
storage stays whole. The calls and their arguments come from `test_bad_input`, so a new call is
played, too. With a SHARE of 9, each call gets every ninth sequence. The script prints how many
calls it made.
"""

import contextlib
import inspect
import sys
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Any

from support.behavior import square
from support.hooks import validate
from test_bad_input import GOOD, KIND_OF, Own, public_calls, scene, writable

import spritecol
from spritecol import Circle, Group, Number, Rect, Sprite, World

MANY = 200
"""How many items a sequence gains: enough to leave any block of memory that was taken for a few."""

ONCE_WRONG = ("Contact points", "Frames")
"""Calls that get all sequences: the first has crashed, and the second did not end."""


class Told(Exception):  # noqa: N818 (it is no error of the library)
    """What a number raises."""


class Endless(BaseException):
    """A list has grown as fast as it was read. No call catches this."""


class Acting:
    """A number that does something when it is read."""

    def __init__(self, act: Callable[[], Any], value: Any) -> None:
        self.act = act
        self.value = value
        self.times = 0

    def read(self) -> Any:
        self.times += 1
        if self.times > MANY:
            raise Endless
        self.act()
        return self.value

    def __float__(self) -> float:
        return float(self.read())

    def __index__(self) -> int:
        return int(self.read())


def fail() -> None:
    raise Told


def lying(kind: type, items: Any, **answers: Any) -> Any:
    """A subclass of list or tuple that answers otherwise than it is."""
    return type("Lying", (kind,), answers)(items)


def acting(items: list[Any], act: Callable[[Any], Any], *, last: bool, inner: bool) -> list[Any]:
    """A list with a number that acts when it is read: on the list, or on the row that it is in."""
    at = -1 if last else 0
    made = [list(item) if isinstance(item, (list, tuple)) else item for item in items]
    row = made[at] if isinstance(made[at], list) else made
    if isinstance(row[at], int):
        target = row if inner else made
        row[at] = Acting(lambda: act(target), row[at])
    return made


def hostile(items: list[Any], things: dict[str, Any]) -> Iterator[Callable[[], Any]]:
    """Makers of all sequences of these items that lie or change."""
    for kind in (list, tuple):
        for length in (0, 1, 2, 3, 4, MANY):
            yield partial(lying, kind, items, __len__=lambda self, length=length: length)
        yield partial(lying, kind, items, __iter__=lambda self: iter(items * MANY))
        yield partial(lying, kind, items, __iter__=lambda self: iter(()))
        yield partial(lying, kind, items, __getitem__=lambda self, at: items)
        yield partial(lying, kind, items, __getitem__=lambda self, at: fail())
        yield partial(lying, kind, items, __len__=lambda self: fail())
    for last, inner in product((False, True), repeat=2):
        for act in (
            lambda row: row.append(row[-1]),
            lambda row: row.extend([1] * MANY),
            lambda row: row.clear(),
            lambda row: row.pop(),
            lambda row: fail(),
            lambda row: [sprite.vanish() for sprite in list(things["group"])],
            lambda row: things["group"].clear(),
            lambda row: things["group"].add(square(x) for x in range(300)),
            lambda row: setattr(things["s"], "collision", [Circle(0, 0, 1)] * 300),
        ):
            yield partial(acting, items, act, last=last, inner=inner)


def contents(things: dict[str, Any]) -> list[list[Any]]:
    """Items that some argument takes: numbers, points, boxes, shapes, sprites, names, and such."""
    s, e, wall = things["s"], things["e"], things["wall"]
    return [
        *([1, 2], [1, 2, 3], [1, 2, 30, 40], [(1, 2)], [(0, 0), (9, 0), (0, 9)]),
        *([(0, 0, 9, 9), (5, 5, 9, 9)], [[0, 0, 3], [4, 4, 9, 9]], [[1, 0, 1], [0, 1, 1]]),
        *([s, e, wall], ["x", "y"], [Circle(0, 0, 1), Rect(0, 0, 2, 2)], [(s, e), (e, wall)]),
    ]


def records() -> Iterator[Any]:
    """The classes of answers, which copies and pickles make by calling them."""
    for name in spritecol.__all__:
        call = getattr(spritecol, name)
        if isinstance(call, type) and getattr(call, "__match_args__", ()):
            yield call


Call = Callable[[dict[str, Any], Any], Any]


def with_argument(call: str, name: str, others: dict[str, Any]) -> Call:
    """A public call, given by its name, with one argument left open."""

    def run(things: dict[str, Any], value: Any) -> Any:
        thing, _, method = call.rpartition(".")
        function = getattr(things[thing], method) if thing else FUNCTIONS[call]
        given = {
            other: things.get(value, value) if isinstance(value, str) else value
            for other, value in others.items()
        }
        return function(**{**given, name: value})

    return run


def calls() -> Iterator[tuple[str, Call]]:
    """Every public call with one argument left open."""
    for name, call in public_calls(scene()):
        try:
            parameters = list(inspect.signature(call).parameters.values())
        except ValueError:
            continue  # a record, see below
        named = [one for one in parameters if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)]
        given = {
            one.name: GOOD.get(one.name, GOOD.get(KIND_OF.get(one.name, ""), "wall"))
            for one in named
            if one.default is one.empty or repr(one.default) == "<omitted>"
        } | {one.name: "s" for one in named if one.name == "sprite"}
        # In place of a number and those after it: a pair, or a box.
        rest = {one: value for one, value in given.items() if one not in ("y", "dy", "vy")}
        for one in named:
            yield f"{name} {one.name}", with_argument(name, one.name, given)
            if one.name in given and len(given) > 1:
                yield f"{name} {one.name} alone", with_argument(name, one.name, {})
            if len(rest) < len(given):
                yield f"{name} {one.name} as a pair", with_argument(name, one.name, rest)
    circle = Circle(0, 0, 1)
    usual = {"shape": circle, "other_shape": circle, "points": ((1, 2),)}
    usual |= dict.fromkeys(("depth", "distance", "fraction"), 0.5)
    for kind in records():
        for name in kind.__match_args__:
            fields = {one: usual.get(one, (1, 2)) for one in kind.__match_args__}
            yield (
                f"{kind.__name__} {name}",
                lambda things, value, kind=kind, fields=fields, name=name: repr(
                    kind(*{**fields, name: value}.values())
                ),
            )
    contact = ("s", "wall", circle, circle, (1, 0), 1.0, ((1, 2),))
    yield "Contact poses", lambda things, value: spritecol.Contact(*contact, value).region
    for kind in (Sprite, Group, World, spritecol.clean, spritecol.update, spritecol.draw):
        yield kind.__name__, lambda things, value, kind=kind: kind(value)
        yield f"{kind.__name__} of all", lambda things, value, kind=kind: kind(*value)
    yield "Number", lambda things, value: type("Kind", (Sprite,), {"speed": Number(value)})
    yield "Frames", lambda things, value: spritecol.Frames({"a": value})
    for name in ("columns", "attributes"):
        yield (
            f"World {name}",
            lambda things, value, name=name: World(things["own"], **{name: value}).save(),
        )
    for name in writable(Own()):
        yield f"own.{name} =", lambda things, value, name=name: setattr(things["own"], name, value)
        yield f"Own({name}=)", lambda things, value, name=name: Own(**{name: value})
        yield (
            f"class {name} =",
            lambda things, value, name=name: type("Kind", (Own,), {name: value})().aabb,
        )
    for name in (*writable(scene()["group"]), "vx", "hp", "own"):
        yield (
            f"set_column {name}",
            lambda things, value, name=name: things["group"].set_column(name, value),
        )
    for name in writable(scene()["walker"]):
        yield (
            f"walker.{name} =",
            lambda things, value, name=name: setattr(things["walker"], name, value),
        )
    for thing in ("walker", "watch", "group", "s", "paths"):
        yield (
            f"state of {thing}",
            lambda things, value, thing=thing: things[thing].__setstate__(value),
        )


KINDS_OF_CONTENTS = len(contents(scene()))
SEQUENCES = len(list(hostile([1, 2], scene())))
FUNCTIONS = {name: call for name, call in public_calls(scene()) if "." not in name}


def play(share: int) -> int:
    """Make all calls with a share of the sequences, and return how many there were."""
    warnings.simplefilter("ignore")
    count = turn = 0
    for name, call in calls():
        print(name, file=sys.stderr)  # the last line says which call has crashed
        for number in range(KINDS_OF_CONTENTS):
            every = range(turn := turn + 1, (turn := turn + SEQUENCES - 1) + 1)
            chosen = [k for k, at in enumerate(every) if at % share == 0 or name in ONCE_WRONG]
            if not chosen:
                continue
            things = scene()
            makers = list(hostile(contents(things)[number], things))
            for k in chosen:
                with contextlib.suppress(Exception):
                    call(things, makers[k]())
            count += len(chosen)
        validate()
    return count


if __name__ == "__main__":
    print(play(*map(int, sys.argv[1:] or "1")))
