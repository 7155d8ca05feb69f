"""The form of a play: a program of the guide, a player, and judges.

A page shows that its program runs. A play takes the program from the page and uses it as a reader
would: several bodies of which some come and go, whole numbers and fractions, random keys, the
mirrored level. The player is a generator. It yields a `Frame` after each frame of its game, and
judges look at it. What only this play can know, such as a formula, the player asserts by itself.
"""

import ast
import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import hypot, remainder
from pathlib import Path
from random import Random
from types import CodeType, ModuleType
from typing import Any, NamedTuple

import pytest
from docs.test_pages import blocks

from spritecol import Group, Rect, Sprite, Vec2

GUIDE = Path(__file__).parents[3] / "docs" / "guide"

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


class Frame(NamedTuple):
    """What a player shows after a frame. Judges ask for what they need."""

    bodies: Sequence[Sprite] = ()
    walls: Any = ()  # targets that nobody may overlap
    world: Box | None = None  # that nobody may leave
    told: Sequence[Any] = ()  # what is alike in the mirrored play, besides the places of bodies
    wraps: float = 0.0  # how wide a world is that wraps around
    events: Sequence[Hashable] = ()  # all that happened until now, of which each may happen once


Judge = Callable[[Frame], None]


class Play(NamedTuple):
    program: str
    """The heading of a recipe, or the name of a class or function on another page."""
    player: Callable[["Stage"], Iterator[Frame]]
    judges: Sequence[Any] = ()
    plays: int = 6
    """So many games, each with other numbers. In each second one, they are whole."""
    frames: int = 1000
    """At least so many frames are played in all."""
    floors: dict[str, int] = {}  # noqa: RUF012
    """At least so many cases of each kind that the player counts in `stage.seen`."""
    axis: float = 0.0
    """The x that stays where it is when the level is mirrored."""


@dataclass
class Stage:
    """What a player gets."""

    program: ModuleType
    """The names of the program, as fresh as after an import."""
    chance: Random
    whole: bool
    mirrored: bool
    axis: float
    seen: Counter[str]

    def number(self, low: float, high: float) -> float:
        """A number at random. In each second play, it is whole."""
        return (
            self.chance.randint(int(low), int(high))
            if self.whole
            else self.chance.uniform(low, high)
        )

    def key(self, *choices: Any) -> Any:
        return self.chance.choice(choices)

    @property
    def right(self) -> int:
        """1, and -1 in the mirrored play: motions along x are multiplied by it."""
        return -1 if self.mirrored else 1

    def x(self, x: float, width: float = 0.0) -> float:
        """The x of a place, or of the left side of a box, which may be mirrored."""
        return 2 * self.axis - x - width if self.mirrored else x

    def boxes(self, *boxes: Sequence[float], **roles: Any) -> Group[Sprite]:
        """Solid boxes, each given by its left, top, width and height."""
        return Group(
            Sprite(self.x(x, width), y, collision=Rect(0, 0, width, height, **roles))
            for x, y, width, height in boxes
        )


# --- A world of heroes ---------------------------------------------------------------------------

BODY = Rect(-8, -28, 16, 28)
SIZE = 640
WORLD: Box = (0, 0, SIZE, SIZE)


def edges(width: float = SIZE, height: float = SIZE) -> list[tuple[float, float, float, float]]:
    """The walls around a world, each by its left, top, width and height."""
    level = [(-20, y, width + 40, 20) for y in (-20, height)]
    return level + [(x, 0, 20, height) for x in (-20, width)]


def planks(stage: Stage) -> Group[Sprite]:
    """Some that one may jump through."""
    places = [(stage.number(0, 560), stage.number(400, 620)) for _ in range(6)]
    return stage.boxes(*((x, y, 80, 6) for x, y in places), one_way=(0, -1))


# --- Laws that judge ------------------------------------------------------------------------------


def never_in_a_wall(frame: Frame) -> None:
    for body in frame.bodies:
        assert not body.hits(frame.walls), body


def never_two_in_one_place(frame: Frame) -> None:
    """No two bodies overlap."""
    assert not Group(frame.bodies).pairs()


def never_out_of_the_world(frame: Frame) -> None:
    assert frame.world is not None
    left, top, right, bottom = frame.world
    for body in frame.bodies:
        box = body.aabb
        assert left - 1e-9 <= box.left <= box.right <= right + 1e-9, (body, box)
        assert top - 1e-9 <= box.top <= box.bottom <= bottom + 1e-9, (body, box)


def once_each(frame: Frame) -> None:
    twice = [event for event, times in Counter(frame.events).items() if times > 1]
    assert not twice


def same_when_mirrored(frame: Frame, twin: Frame, axis: float) -> None:
    """The mirrored play goes the same way: this law takes both of its frames."""
    for body, other in zip(frame.bodies, twin.bodies, strict=True):
        apart = 2 * axis - body.x - other.x
        if frame.wraps:
            apart = remainder(apart, frame.wraps)
        assert hypot(apart, body.y - other.y) < 1e-6, (body, other)
    assert list(frame.told) == [
        pytest.approx(one, abs=1e-6) if isinstance(one, float) else one for one in twin.told
    ]


LAWS = [never_in_a_wall, never_out_of_the_world, same_when_mirrored]
"""Of heroes in a world of walls."""


def is_between(start: Vec2, end: Vec2, box: tuple[float, ...], grown: float) -> bool:
    """Whether a line goes through the inside of a box that is grown on all sides."""
    first, last = 0.0, 1.0
    for k in (0, 1):
        low, high = box[k] - grown, box[k] + box[k + 2] + grown
        way = end[k] - start[k]
        if way:
            early, late = sorted(((low - start[k]) / way, (high - start[k]) / way))
            first, last = max(first, early), min(last, late)
        elif not low < start[k] < high:
            return False
    return first < last


def act(play: Play, page: str) -> None:
    """Play all games of a play.

    Raises:
        AssertionError: A judge or the player found something, or too little was played.
    """
    seen: Counter[str] = Counter()
    alone: list[Judge] = [judge for judge in play.judges if judge is not same_when_mirrored]
    mirrored = same_when_mirrored in play.judges

    def game(seed: int, mirrored: bool) -> Iterator[Frame]:
        chance = Random(f"{play.program} {seed}")
        program = program_of(page, play.program)
        return play.player(Stage(program, chance, seed % 2 == 0, mirrored, play.axis, seen))

    for seed in range(play.plays):
        twins = game(seed, True) if mirrored else None
        for frame in game(seed, False):
            seen["frames"] += 1
            frames = [frame]
            if twins:
                frames.append(twin := next(twins))
                same_when_mirrored(frame, twin, play.axis)
            for judge in alone:
                for one in frames:
                    judge(one)
    few = {
        kind: seen[kind]
        for kind, floor in {"frames": play.frames, **play.floors}.items()
        if seen[kind] < floor
    }
    assert not few, f"too little was played: {few}"


# --- Programs of pages ----------------------------------------------------------------------------


def defines(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.FunctionDef | ast.ClassDef)


def split(source: str) -> tuple[str, str]:
    """A program, which ends with its last function or class, and the scene below it.

    Raises:
        ValueError: The page plays a part of its scene above the end of the program.
    """
    body = ast.parse(source).body
    last = max((k for k, statement in enumerate(body) if defines(statement)), default=None)
    if last is None:
        raise ValueError("a recipe has a function or a class to copy")
    if any(isinstance(statement, ast.Assert) for statement in body[: last + 1]):
        raise ValueError("a recipe asserts only in its scene, below its last function or class")
    lines = source.splitlines(keepends=True)
    end = body[last].end_lineno
    return "".join(lines[:end]), "".join(lines[end:])


def recipes(page: str) -> Iterator[tuple[str, str]]:
    """The headings of the recipes on a page, and their blocks of code."""
    for part in (GUIDE / page).read_text("utf-8").split("\n## ")[1:]:
        yield part.partition("\n")[0], next(blocks(part)).code


@cache
def codes(page: str, name: str) -> tuple[CodeType, ...]:
    """What has to run before the names of a program are there."""
    if page.startswith("recipes/"):
        program, _ = split(dict(recipes(page))[name])
        return (compile(program, name, "exec"),)
    found = []
    for block in blocks((GUIDE / page).read_text("utf-8")):
        found.append(compile(block.code, page, "exec"))
        if name in named(block.code):
            return tuple(found)
    raise ValueError(f"{page} has no {name}")


def program_of(page: str, name: str) -> ModuleType:
    """The names of a program, as if it were just imported."""
    module = sys.modules["program"] = ModuleType("program")  # its classes can be pickled
    for code in codes(page, name):
        exec(code, vars(module))
    return module


def named(code: str) -> list[str]:
    """The functions of a block, and its classes that have methods: what a reader would copy."""
    return [
        statement.name
        for statement in ast.parse(code).body
        if isinstance(statement, ast.FunctionDef)
        or (
            isinstance(statement, ast.ClassDef)
            and any(
                isinstance(one, ast.FunctionDef) and one.name != "__init__"
                for one in statement.body
            )
        )
    ]
