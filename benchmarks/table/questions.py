"""Questions without a peer, by which two checkouts are compared; thresholds are set by some.

What is asked stands in tables: single questions to crowds of each kind of shape, with and without
an index; the same for many sprites at once; pairs of crowds that turn, rest, or are very many; bare
boxes; maps; and what a new process waits for.
"""

import os
import random
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from measure import OURS, Way, Ways, row
from scenes.boxes import scene
from scenes.crowd import DENSE, SPARSE, crowd, resting
from scenes.sprites import dxruby_objects

from spritecol import Group, Overlaps, Rect, Sprite
from spritecol.spatial import candidate_pairs

KINDS = ("rects", "turned rects", "circles", "ellipses", "stars")
ASKING = 40  # sprites that ask in a row, one after the other
QUESTIONS = {
    "check": (DENSE, "one.check(many)"),
    "contacts": (DENSE, "one.contacts(many)"),
    "separation": (DENSE, "one.separation(many)"),
    "query_point": (DENSE, "many.query_point(x, y)"),
    "distance": (SPARSE, "one.distance(other)"),
    "sweep": (SPARSE, "one.sweep(dx, dy, many)"),
    "sweep, turning": (SPARSE, "one.sweep(dx, dy, many, turn=20)"),
    "sweep_all": (SPARSE, "one.sweep_all(dx, dy, many)"),
    "move_and_collide": (SPARSE, "one.move_and_collide(dx, dy, many)"),
    "move_and_slide": (SPARSE, "one.move_and_slide(dx, dy, many)"),
    "raycast": (SPARSE, "many.raycast(x, y, x + dx, y + dy)"),
    "raycast_all": (SPARSE, "many.raycast_all(x, y, x + dx, y + dy)"),
    "raycast, radius 3": (SPARSE, "many.raycast(x, y, x + dx, y + dy, radius=3)"),
    "line_of_sight": (SPARSE, "many.line_of_sight(x, y, x + dx, y + dy)"),
    "nearest": (SPARSE, "many.nearest(x, y)"),
}

RARE = ("separation", "distance", "sweep, turning", "sweep_all", "move_and_collide", "nearest",
        "raycast_all", "raycast, radius 3", "line_of_sight", "query_point")  # fmt: skip


def one_by_one(question: str, kind: str, count: int) -> Ways:
    """Sprites that were just moved ask about targets at rest."""
    cell, code = QUESTIONS[question]
    many, _, rng = crowd(kind, count, cell)
    asking, places, _ = crowd(kind, ASKING, across=cell * count**0.5)
    ways = rng.uniform(-90, 90, (ASKING, 2))
    others = [many[k] for k in rng.integers(0, count, ASKING).tolist()]
    asked = list(zip(asking, others, *places.T.tolist(), *ways.T.tolist(), strict=True))
    names: dict[str, Any] = {}
    loop = "for one, other, x, y, dx, dy in asked"
    exec(f"def ask(asked, many):\n    {loop}:\n        {code}", names)

    def before(moment: int) -> None:
        asking.x, asking.y = places.T

    return {
        OURS: Way(lambda moment: names["ask"](asked, many), before=before, per=ASKING, read=None)
    }


for _question in QUESTIONS:
    for _kind in KINDS:
        # Without an index, and with one.
        _large = 10_000 if (_question, _kind) == ("raycast", "circles") else 1_000
        _few = () if _question in RARE else (10,)
        row("questions", f"{_question}: {_kind}", (*_few, _large), quick=10)(
            partial(one_by_one, _question, _kind)
        )

COLD = 32 << 20  # bytes written before each call: the caches hold nothing else then


def cold(code: str, count: int) -> Ways:
    """One call as a game makes it: everything else was in the caches since the last one."""
    many, places, _ = crowd("turned rects", count, SPARSE)
    others = np.zeros(COLD, dtype=np.uint8)
    x, y = places[7].tolist()
    one = Sprite(x, y, collision=Rect(-10, -10, 20, 20), angle=15)
    names = {
        "one": one,
        "other": many[7],
        "many": resting(many),
        "x": x,
        "y": y,
        "dx": 80,
        "dy": 60,
    }

    def before(moment: int) -> None:
        one.x, one.y = x, y
        others[:] += np.uint8(1)

    return {OURS: Way(eval(f"lambda moment: {code}", names), before=before, read=None)}


def after_a_removal(code: str, count: int) -> Ways:
    """Twenty questions to a Group at rest that a member has just left."""
    many, places, _ = crowd("circles", count)
    going, (x, y) = list(resting(many)), places[7].tolist()
    gone: list[Sprite] = []
    one = Sprite(x, y, collision=Rect(0, 0, 20, 20))
    call = eval(f"lambda: {code}", {"one": one, "many": many, "x": x, "y": y, "dx": 80, "dy": 60})

    def ask(moment: int) -> None:
        for _ in range(20):
            call()

    def leave(moment: int) -> None:
        if not going:
            many.add(gone)
            going[:], gone[:] = gone, going
        gone.append(going.pop())
        many.discard(gone[-1])

    return {OURS: Way(ask, before=leave, per=20, read=None)}


for _question in ("check", "contacts", "query_point", "sweep", "move_and_slide", "raycast"):
    _code = QUESTIONS[_question][1]
    row("questions", f"{_question}: cold", 1_000, quick=())(partial(cold, _code))
    if _question in ("contacts", "sweep", "raycast"):
        row("questions", f"{_question}: after a member has left", 20_000, quick=())(
            partial(after_a_removal, _code)
        )

# --- the way that is taken ----------------------------------------------------------------------

AT_REST = {
    "check": "[one.check(many) for one in asking]",
    "query_point": "[many.query_point(x, y) for x, y in starts]",
    "raycast": "[many.raycast(x, y, *end) for (x, y), end in zip(starts, ends)]",
    "nearest": "[many.nearest(x, y) for x, y in starts]",
}
MOVING = {
    "points": "many.point_indices(starts)",
    "rays": "many.raycast_arrays(starts, ends)",
    "nearest": "many.nearest_indices(starts)",
}


def taken(code: str, step: float, count: int, boxes: int) -> Ways:
    """Questions to boxes at rest, or that move, in the way that is taken, and in either way."""
    from spritecol._engine.pipeline.row_index import use_index  # checkouts may have it elsewhere

    many, places, rng = crowd("rects", boxes, SPARSE)
    starts = rng.uniform(0, places.max(), (count, 2))
    ends = starts + rng.uniform(-90, 90, (count, 2))
    asking = [Sprite(x, y, collision=Rect(-8, -8, 16, 16)) for x, y in starts.tolist()]
    names = {"many": many, "asking": asking, "starts": starts.tolist(), "ends": ends.tolist()}
    ask = eval(f"lambda: {code}", names)

    def before(moment: int) -> None:
        many.x = places[:, 0] + step * (moment + 1)

    def by(choice: bool | None) -> Way:
        def answer(moment: int) -> Any:
            use_index(choice)
            try:
                return ask()
            finally:
                use_index(None)

        return Way(answer, before=before if step else None, moments=2, per=count, read=repr)

    return {OURS: by(None), "directly": by(False), "by an index": by(True)}


NO_WORSE = {"directly": 1.3, "by an index": 1.3}
for _question, _code in AT_REST.items():
    row("taken", f"{_question}, at rest", (100, 320, 1_000), quick=100, most=NO_WORSE)(
        partial(taken, _code, 0.0, ASKING)
    )
for _boxes in (100, 1_000):
    for _question, _code in MOVING.items():
        _case = f"{_question} among {_boxes:,} boxes that move"
        row("taken", _case, (1, 10, 50, 200), quick=10, most=NO_WORSE)(
            partial(taken, _code, 1.0, boxes=_boxes)
        )

# --- many at once -------------------------------------------------------------------------------

AT_ONCE: dict[str, tuple[float, Callable[..., Any]]] = {
    "contact_arrays": (DENSE, lambda group, others, places, ways: group.contact_arrays),
    "separation_arrays": (DENSE, lambda group, others, places, ways: group.separation_arrays),
    "sweep_arrays": (SPARSE, lambda group, o, p, w: partial(group.sweep_arrays, *w.T, o)),
    "raycast_arrays": (SPARSE, lambda group, o, p, w: partial(o.raycast_arrays, p, p + w)),
    "Overlaps.update": (DENSE, lambda group, o, p, w: Overlaps(group).update),
    "swept Overlaps.update": (DENSE, lambda group, o, p, w: Overlaps(group, swept=True).update),
}


def at_once(question: str, kind: str, count: int) -> Ways:
    """A question of many moving sprites about themselves or others."""
    cell, make = AT_ONCE[question]
    group, places, rng = crowd(kind, count, cell)
    others, ways = crowd(kind, count + 1, cell)[0], rng.uniform(-90, 90, (count, 2))
    steps, ask = rng.uniform(-2, 2, (4, count)), make(group, others, places, ways)

    def before(moment: int) -> None:
        group.x = places[:, 0] + steps[moment]

    return {OURS: Way(lambda moment: ask(), before=before, moments=4, read=None)}


for _question in AT_ONCE:
    for _kind in KINDS:
        _count = 100 if _kind == "stars" else 1_000
        row("many at once", f"{_question}: {_kind}", _count, quick=20)(
            partial(at_once, _question, _kind)
        )

# --- pairs --------------------------------------------------------------------------------------


def all_move(kind: str, again: bool, count: int) -> Ways:
    """New columns, then pairs as positions; `again`, created where others were."""
    if again:
        old = list(crowd(kind, count)[0])
        random.Random(1).shuffle(old)
        while old:
            old.pop()
    group, places, rng = crowd(kind, count)
    moments = 2 if count > 20_000 else 8
    xs, ys = ([column + rng.uniform(-2, 2, count) for _ in range(moments)] for column in places.T)

    def frame(moment: int) -> Any:
        group.x = xs[moment]
        group.y = ys[moment]
        return group.pair_indices()

    return {OURS: Way(frame, moments=moments, read=None)}


def all_turn(count: int) -> Ways:
    """DXRuby's scene, in which all sprites turn."""
    side = 550 * (count / 125) ** 0.5
    group = Group(dxruby_objects(count, side, side, seed=count))
    angles = np.random.default_rng(count).uniform(0, 360, (4, count))

    def frame(moment: int) -> Any:
        group.angle = angles[moment]
        return group.pair_indices()

    return {OURS: Way(frame, moments=4, read=None)}


def some_move(moving: int, count: int) -> Ways:
    """Forty others against a Group of which few members move, one by one, there and back."""
    group, places, rng = crowd("circles", count)
    others, _, _ = crowd("circles", 40, across=float(places.max()))
    members, chosen = list(resting(group)), rng.choice(count, (4, moving), replace=False).tolist()

    def frame(moment: int) -> Any:
        for k in chosen[moment // 2]:
            members[k].x += -2.5 if moment % 2 else 2.5
        return others.pair_indices(group)

    return {OURS: Way(frame, moments=8, read=None)}


def between(movers: int, one: bool, count: int) -> Ways:
    """Movers against a Group at rest, or one sprite of them."""
    ground, places, rng = crowd("rects", count)
    group, own, _ = crowd("circles", movers, across=float(places.max()))
    steps = rng.uniform(-3, 3, (8, movers))
    resting(ground)
    if one:
        names = {"one": group[0], "ground": ground}
        code = "one.x += 1; one.check(ground); one.x -= 1; one.check(ground)"
        return {OURS: Way(code, names, per=2, read=None)}

    def frame(moment: int) -> Any:
        group.x = own[:, 0] + steps[moment]
        return group.pair_indices(ground)

    return {OURS: Way(frame, moments=8, read=None)}


# Groups whose members mostly rest, some boxes that move, and very many sprites: thresholds of
# `tuning.pxd` name these.
for _case, _sizes, _make in (
    ("very many sprites", (15_000, 100_000, 1_000_000), partial(all_move, "circles", False)),
    ("created where others were", (100_000,), partial(all_move, "circles", True)),
    ("moving rects", (5_000,), partial(all_move, "rects", False)),
    ("moving, mixed", (5_000,), partial(all_move, "mixed", False)),
    ("turning objects", (125, 1_000, 5_000), all_turn),
    ("groups whose members mostly rest", (20_000,), partial(some_move, 0)),
    ("some boxes move", (20_000,), partial(some_move, 100)),
    ("100 movers against many at rest", (100_000,), partial(between, 100, False)),
    ("1,000 movers against many at rest", (1_000,), partial(between, 1_000, False)),
    ("one that moves against many at rest", (20_000,), partial(between, 40, True)),
):
    row("pair_indices", _case, _sizes, quick=1_000)(_make)

# --- bare boxes, maps --------------------------------------------------------------------------


def spread(count: int) -> Any:
    """Boxes of 10 to 20 pixels, as dense as 15,000 on 1280 by 720."""
    rng = np.random.default_rng(count)
    corners = rng.uniform(0, 960 * (count / 15_000) ** 0.5, (count, 2))
    return np.hstack([corners, corners + rng.uniform(10, 20, (count, 1))])


def calls(ask: Callable[[], Any]) -> Ways:
    """A row that is one call."""
    return {OURS: Way(lambda moment: ask(), read=None)}


def hard_for_an_index(name: str, count: int) -> Ways:
    """A scene of `scenes.boxes`."""
    return calls(partial(candidate_pairs, scene(name, count)))


row("spatial", "few boxes, and many", (30, 160, 10_000), quick=30)(
    lambda count: calls(partial(candidate_pairs, spread(count)))
)


def few_questions(nearest: bool, boxes: int, count: int) -> Ways:
    """As arrays, among boxes of a Group that moves, and so keeps no index."""
    group, places, rng = crowd("rects", boxes, SPARSE)
    starts = rng.uniform(0, places.max(), (count, 2))
    ends = starts + rng.uniform(-90, 90, (count, 2))

    def before(moment: int) -> None:
        group.x += 1 - 2 * moment

    def ask(moment: int) -> Any:
        return group.nearest_indices(starts) if nearest else group.raycast_arrays(starts, ends)

    return {OURS: Way(ask, before=before, moments=2, read=None)}


# No cliff where the way of asking changes: these times grow with the questions, and never jump.
for _boxes in (100, 320, 1_000):
    for _nearest, _question in ((False, "rays"), (True, "nearest")):
        row("spatial", f"few {_question} among {_boxes:,} boxes", (1, 10, 50, 200), quick=10)(
            partial(few_questions, _nearest, _boxes)
        )


row("spatial", "boxes, and ten times as many others", 1_000)(
    lambda count: calls(partial(candidate_pairs, spread(count), spread(10 * count)))
)
# Scenes that are hard for an index. Thresholds of `tuning.pxd` name these.
for _name in (
    *("bosses", "dust to stars", "all sizes", "flat needles", "points", "one spot", "cross"),
    *("across the split", "lost"),
):
    row("spatial", _name, 2_000, quick=200)(partial(hard_for_an_index, _name.replace(" ", "_")))


def solid_cells(caves: bool, size: int) -> Ways:
    """The solid cells of a square map as few rectangles."""
    from spritecol.tiles import shapes_from_tiles

    grid = np.random.default_rng(size).random((size, size)) < 0.5
    for _ in range(4 if caves else 0):
        padded = np.pad(grid, 1, mode="edge").astype(np.int8)
        around = sum(padded[i : i + size, k : k + size] for i in range(3) for k in range(3))
        grid = np.asarray(around >= 5)
    return calls(partial(shapes_from_tiles, grid, 16, 16))


row("tiles", "caves", (300, 1_000), quick=60)(partial(solid_cells, True))
row("tiles", "cells at random", (60, 1_000), quick=60)(partial(solid_cells, False))

# --- a new process ------------------------------------------------------------------------------

TIMED = "import time; start = time.process_time(); {}; print(time.process_time() - start)"
FIRST = (
    "from spritecol import Circle, Group, Sprite, check; group = Group(Sprite(5 * k, 3, "
    "collision=Circle(0, 0, 4)) for k in range(300)); "
)


def fresh(code: str, count: int) -> Ways:
    """The processor time in seconds that a new process prints."""
    command = [sys.executable, "-P", "-c", f"{os.environ.get('SPRITECOL_SALT', '')}\n{code}"]
    # Without bytecode at hand, modules would be compiled in each process.
    around = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}

    def ask(moment: int) -> float:
        return float(subprocess.run(command, env=around, capture_output=True, check=True).stdout)

    return {OURS: Way(ask, clocked=True, read=None)}


row("import", "spritecol")(partial(fresh, TIMED.format("import spritecol")))
row("import", "after attrs, numpy, shapely", quick=())(
    partial(fresh, "import attrs, numpy, shapely; " + TIMED.format("import spritecol"))
)
row("import", "the first check", quick=())(
    partial(fresh, FIRST + TIMED.format("found = check(group, group)"))
)
