"""What pygame's users call for speed, without any sprite: the searches of `FRect`, in C.

Both have the same upright boxes of whole pixels. Theirs are asked on plain FRects, which are not
drawn and know no sprite, and on sprites with a `rect`; the faster way counts.
"""

import random
from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import Any

import pygame
from measure import OURS, Way, Ways, row

from spritecol import Group, Rect, Sprite

SIDE = 32  # pixels
WINDOW = 640, 480
PEER = "pygame's FRect"


class Boxed(pygame.sprite.Sprite):
    """A sprite as pygame's users write it."""

    def __init__(self, rect: pygame.FRect) -> None:
        super().__init__()
        self.rect = rect


def boxes(count: int) -> list[tuple[int, int]]:
    """The corners of so many boxes in the window. The first one is in its middle."""
    rng = random.Random(count)
    width, height = WINDOW
    return [(300, 220), *((rng.randrange(width), rng.randrange(height)) for _ in range(count))]


def ours(count: int, kind: Callable[[Any], Any]) -> dict[str, Any]:
    """The one and the many as sprites, for statements."""
    one, *many = (Sprite(*place, collision=Rect(0, 0, SIDE, SIDE)) for place in boxes(count))
    return {"one": one, "all": many, "many": kind(many)}


def theirs(count: int) -> dict[str, Any]:
    """Likewise as FRects, and as sprites with such a rect."""
    one, *many = (pygame.FRect(*place, SIDE, SIDE) for place in boxes(count))
    group = [*map(Boxed, many)]
    return {"one": one, "many": many, "group": group, "rect": attrgetter("rect")}


def numbers(names: dict[str, Any], members: str) -> Callable[[Any], list[int]]:
    """What tells which of the many were found, by their numbers."""
    of = {id(member): number for number, member in enumerate(names[members])}
    return lambda found: [member if isinstance(member, int) else of[id(member)] for member in found]


# --- at rest ------------------------------------------------------------------------------------


def one_pair(near: bool, size: int) -> Ways:
    """Two boxes, far from each other or not."""
    place = (310, 230) if near else (9, 9)
    a, b = (Sprite(x, y, collision=Rect(0, 0, SIDE, SIDE)) for x, y in ((300, 220), place))
    p, q = (pygame.FRect(x, y, SIDE, SIDE) for x, y in ((300, 220), place))
    return {
        OURS: Way("a.hits(b)", {"a": a, "b": b}),
        PEER: Way("a.colliderect(b)", {"a": p, "b": q}),
    }


for _case, _near in {"hit": True, "miss": False}.items():
    row("pygame_rects", f"one pair, {_case}", 2, most={PEER: 1.0})(partial(one_pair, _near))


def at_rest(kind: Callable[[Any], Any], first: bool, count: int) -> Ways:
    """Whom the one hits, or whether anybody, of many that do not move."""
    sprites, rects = ours(count, kind), theirs(count)
    if first:
        return {
            OURS: Way("one.hits(many)", sprites),
            PEER: lambda: [
                Way("one.collidelist(many) >= 0", rects, name="collidelist"),
                Way("bool(one.collideobjects(group, key=rect))", rects, name="collideobjects"),
            ],
        }  # fmt: skip
    read = partial(numbers, rects)
    return {
        OURS: Way("one.check(many)", sprites, read=numbers(sprites, "all")),
        PEER: lambda: [
            Way("one.collidelistall(many)", rects, name="collidelistall"),
            Way("one.collideobjectsall(group, key=rect)", rects, read=read("group"),
                name="collideobjectsall"),
        ],
    }  # fmt: skip


for _name, _kind in {"list": list, "Group": Group}.items():
    for _asked, _first in {"whom": False, "whether any": True}.items():
        row("pygame_rects", f"a {_name} at rest, {_asked}", 300, most={PEER: 1.0})(
            partial(at_rest, _kind, _first)
        )

# --- all positions written in each frame --------------------------------------------------------

BY_ATTRIBUTES = "for s in all: s.x += {0}; s.y += {0}"
BY_COLUMNS = "many.x += {0}; many.y += {0}"
OF_RECTS = "for r in many: r.x += {0}; r.y += {0}"
OF_SPRITES = "for s in group: s.rect.x += {0}; s.rect.y += {0}"


def frames(writes: str, find: str) -> str:
    """Two frames, there and back: all are written, then one asks, after the last semicolon."""
    return "".join(f"{writes.format(step)}\n0; {find}\n" for step in (1, -1))


def all_move(writes: str, count: int) -> Ways:
    """Whom the one hits of a Group, in a frame in which each member was moved."""
    sprites, rects = ours(count, Group), theirs(count)
    read = partial(numbers, rects)
    return {
        OURS: Way(frames(writes, "one.check(many)"), sprites, per=2, read=numbers(sprites, "all")),
        PEER: lambda: [
            Way(frames(OF_RECTS, "one.collidelistall(many)"), rects, per=2, name="collidelistall"),
            Way(frames(OF_SPRITES, "one.collideobjectsall(group, key=rect)"), rects, per=2,
                read=read("group"), name="collideobjectsall"),
        ],
    }  # fmt: skip


for _name, _writes in {"attributes": BY_ATTRIBUTES, "columns": BY_COLUMNS}.items():
    row("pygame_rects", f"a Group, all written by {_name}", (5, 30, 300), most={PEER: 1.0})(
        partial(all_move, _writes)
    )
