"""Every allocation of questions and moves fails once: an error, or the right answer; nothing moves.

`test_processes.py` runs this script on Linux, with a library in front of `malloc` and `realloc`
that counts them. Each attempt is in a process of its own, whose memory is as it was.
"""

import ctypes
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from support.behavior import square

from spritecol import Circle, Group, Polygon, Rect, Sprite

SHIM = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

static long left = -1, failed = 0;
static void *(*plain_malloc)(size_t);
static void *(*plain_realloc)(void *, size_t);

void fail_after(long count) { left = count; failed = 0; }
long failures(void) { left = -1; return failed; }

static int fails(void) {
    if (!plain_malloc) {
        plain_malloc = dlsym(RTLD_NEXT, "malloc");
        plain_realloc = dlsym(RTLD_NEXT, "realloc");
    }
    if (left < 0 || left-- > 0) return 0;
    failed = 1;
    return 1;
}

void *malloc(size_t size) { return fails() ? NULL : plain_malloc(size); }
void *realloc(void *block, size_t size) { return fails() ? NULL : plain_realloc(block, size); }
"""
"""A library in C for `LD_PRELOAD`: the allocation after `count` others fails, and no other."""

MOST = 30
"""How many allocations of a call fail in turn."""

HEX = Polygon([(0, 0), (9, 0), (12, 4), (9, 9), (0, 9), (4, 4)])


def tiles() -> tuple[Sprite, Group]:
    """A box that moves toward a corner of tiles."""
    box = Rect(0, 0, 16, 16)
    return Sprite(-20, -20, collision=Rect(0, 0, 8, 8)), Group(
        Sprite(16 * (k % 6), 16 * (k // 6), collision=box) for k in range(36)
    )


def crowd() -> tuple[Sprite, Group]:
    """Many sprites of many shapes that overlap."""
    shapes = [HEX, Rect(3, 3, 9, 9), *[Circle(k, k, 6) for k in range(3)]]
    return Sprite(-20, -20, collision=[HEX, Rect(3, 3, 9, 9)], angle=7), Group(
        Sprite(7 * (k % 20), 12 * (k // 20), collision=shapes, angle=k) for k in range(60)
    )


def slot() -> tuple[Sprite, Group]:
    """A box in two walls, whose way out of these leads into many more sprites."""
    wall, thin = Rect(-6, 0, 8, 20), Rect(17, 0, 4, 3)
    return Sprite(collision=Rect(0, 0, 16, 40)), Group(
        *[Sprite(0, 20 * k, collision=wall) for k in range(2)],
        *[Sprite(0, 3 * k, collision=thin) for k in range(13)],
    )


def has_careful_arrays() -> bool:
    """Whether NumPy survives an allocation that fails. NumPy 1.26 ends the process there."""
    import numpy

    return int(numpy.__version__.partition(".")[0]) >= 2


def left_by_one(_: Sprite, group: Group) -> list[Any]:
    """The places of those whom one has left, although closing the hole may have failed before."""
    every = list(group)
    others = Group(every)
    others.discard(every[len(every) // 2])
    with suppress(MemoryError):
        list(others)
    return [getattr(one, "x", None) for one in others]


def joined_by_one(me: Sprite, group: Group) -> int:
    """How many more a Group has than one inside it, which has perhaps gained a sprite."""
    every = list(group)
    inner = Group(every[1:])
    outer = Group(inner, Group(every[:1]))
    me.check(outer)
    with suppress(MemoryError):
        inner.add(me)
    return len(outer) - len(inner)


CALLS: dict[str, Callable[[Sprite, Group], Any]] = {
    "sweep": lambda me, group: me.sweep(40, 40, group),
    "sweep_all": lambda me, group: me.sweep_all(40, 40, group),
    "sweep_arrays": lambda me, group: Group(me).sweep_arrays(40, 40, group).end.tolist(),
    "pairs": lambda me, group: group.pairs(),
    "separation": lambda me, group: group[0].separation(group),
    "separation of me": lambda me, group: me.separation(group),
    "separation_arrays": lambda me, group: group.separation_arrays().tolist(),
    "left by one": left_by_one,
    "joined by one": joined_by_one,
}


def attempt(me: Sprite, group: Group, call: Any, count: int, library: Any) -> str:
    """Make a call whose allocation after some others fails, and return what is wrong."""
    poses = [(one.x, one.y, one.angle, one.aabb) for one in (me, *group)]
    error = answer = None
    library.fail_after(count)
    try:
        answer = call(me, group)
    except Exception as raised:  # NumPy and the import system raise others
        error = raised
    if not library.failures():
        return "all"
    if [(one.x, one.y, one.angle, one.aabb) for one in (me, *group)] != poses:
        return f"moved, {error!r}"
    try:
        again = call(me, group)
        group.pairs()
    except MemoryError:
        return "a later call raises"
    return "" if error is not None or repr(answer) == repr(again) else "another answer"


def play() -> list[str]:
    """Return all that was wrong, and the number of failures that were tried."""
    library, wrong, tried = ctypes.CDLL(os.environ["LD_PRELOAD"]), [], 0
    calls = {
        name: call
        for name, call in CALLS.items()
        if has_careful_arrays() or not name.endswith("_arrays")
    }
    for call in calls.values():
        call(square(), Group(square(9)))  # imports what it needs
    for scene in (tiles, crowd, slot):
        for name, call in calls.items():
            me, group = scene()  # which each child has as its own
            for count in range(MOST):
                read, write = os.pipe()
                child = os.fork()
                if child == 0:
                    os.write(write, attempt(me, group, call, count, library).encode())
                    os._exit(0)
                os.close(write)
                told = os.read(read, 1000).decode()
                os.close(read)
                _, status = os.waitpid(child, 0)
                if status or told not in ("", "all"):
                    wrong.append(f"{scene.__name__}, {name}, {count}: {told or status}")
                if told == "all":
                    break
                tried += 1
    return [*wrong, str(tried)]


if __name__ == "__main__":
    print("\n".join(play()))
    sys.stdout.flush()
