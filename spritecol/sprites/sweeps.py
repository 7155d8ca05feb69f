"""`Sprite.sweep` and `sweep_all`: where on its way a sprite begins to hit others.

Conditions of users (`where`) are called between two sweeps, never within one. What they reject is
left out of the next sweep, so that the hit that is returned is verified against all that is left.
"""

import inspect

import cython
from cython.cimports.spritecol._engine.memory import memory_of
from cython.cimports.spritecol._engine.pairs import PairList, new_pairs
from cython.cimports.spritecol._engine.pipeline.kept_index import KeptIndex
from cython.cimports.spritecol._engine.pipeline.lone_sweeps import FirstHits
from cython.cimports.spritecol._engine.pipeline.moved_row import Meeting
from cython.cimports.spritecol._engine.pipeline.sweeps import Meetings, sweep_among, sweep_many
from cython.cimports.spritecol._engine.pipeline.workspace import workspace_of
from cython.cimports.spritecol._engine.storage.row_filter import put_layers_of
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._numbers.fast_range_check import as_numbers, checked
from cython.cimports.spritecol.sprites.batch import Batch, hold, release
from cython.cimports.spritecol.sprites.detection import sync_both
from cython.cimports.spritecol.sprites.members import sync
from cython.cimports.spritecol.sprites.records import Records
from cython.cimports.spritecol.sprites.selection import (
    Selection,
    selection_of,
    shape_at,
    shape_index,
    verdict,
)
from cython.cimports.spritecol.sprites.sprite_row import SpriteRow
from cython.cimports.spritecol.sprites.targets import batch_of, walk

from spritecol._numbers.lazy_imports import numpy
from spritecol._numbers.range_check import shown

MOST_TURN = cython.declare(cython.double, 360000.0)
"""Degrees; a thousand turns in one motion. More would take long, and mean nothing."""


SWEEP_HITS = cython.declare(Records, Records("sweep_hits", "SweepHit"))
SWEEPS = cython.declare(Records, Records("sweep_hits", "Sweeps"))


@cython.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class Conditions:
    """Which sprites and hits a question leaves out."""

    def without(self, rejected: list | None) -> Selection:
        """What the engine tests, if some sprites have been rejected already."""
        exclude: object = [self.exclude, rejected] if rejected else self.exclude
        selection: Selection = selection_of(self.sprite, self.mask, exclude, None)
        if self.mask is None:
            put_layers_of(cython.address(selection.rows), STORE, self.sprite.row)
        return selection

    def admits(self, hit: object) -> cython.bint:
        """Whether the condition of the user lets a hit count."""
        if self.where is None:
            return True
        return verdict(self.where(hit.other, hit) if self.wants_hit else self.where(hit.other))


def conditions_of(sprite: SpriteRow, mask: object, exclude: object, where: object) -> Conditions:
    """The conditions that the keywords stand for."""
    result: Conditions = Conditions()
    result.sprite = sprite
    result.mask = mask
    result.exclude = exclude
    if not (type(exclude) is tuple and not exclude):
        result.exclude = walk(exclude, "exclude", True)  # an iterator is read once
    result.where = where
    if where is not None:
        if not callable(where):
            raise TypeError(f"where must be a function of a sprite, or None, got {shown(where)}")
        result.wants_hit = takes_two(where)
    return result


@cython.cfunc
@cython.exceptval(-1, check=False)
def takes_two(function: object) -> cython.bint:
    """Whether a function needs two arguments: where(other, hit)."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return False
    needed = [
        parameter
        for parameter in parameters
        if parameter.default is parameter.empty
        and parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
    ]
    return len(needed) == 2


def turn_of(turn: object) -> cython.double:
    """How far to turn, in degrees."""
    result: cython.double = checked(turn, "turn")
    if not -MOST_TURN <= result <= MOST_TURN:
        raise ValueError(
            f"turn must be at most {MOST_TURN:g} degrees either way, got {shown(turn)}"
        )
    return result


def swept(
    sprite: SpriteRow,
    dx: cython.double,
    dy: cython.double,
    turn: cython.double,
    batch: Batch,
    selection: Selection,
    first_only: cython.bint,
    first: cython.pointer(Meeting),
) -> list:
    """The hits of one sweep, in order; only the first with `first_only`.

    What the engine knows of the first one is written to `first`, if it is not NULL.
    """
    found: PairList = new_pairs(cython.address(workspace_of(STORE).scratch))
    meetings: Meetings = Meetings()
    kept: KeptIndex = sync_both(batch, batch)
    meeting: cython.pointer(Meeting)
    other: SpriteRow
    sprites: list
    result: list
    alone: cython.bint
    angle: cython.double = STORE.groups[sprite.row].angle
    k: cython.Py_ssize_t
    sweep_among(
        STORE,
        sprite.row,
        dx,
        dy,
        turn,
        batch.rows,
        batch.row_count,
        kept,
        cython.address(selection.rows),
        first_only,
        found,
        meetings,
    )
    if meetings.count and first is not cython.NULL:
        first[0] = meetings.items[0]
    sprites = batch.sprites
    alone = hold(batch)
    result = []
    for k in range(meetings.count):
        meeting = meetings.items + k
        other = sprites[meeting.position]
        result.append(
            SWEEP_HITS.of(
                (
                    sprite,
                    other,
                    shape_of_part(sprite, meeting.shape),
                    shape_of_part(other, meeting.other_shape),
                    meeting.fraction,
                    (meeting.px, meeting.py),
                    (meeting.nx, meeting.ny),
                    meeting.overlapping,
                    (meeting.x, meeting.y),
                    angle + meeting.fraction * turn if turn != 0.0 else angle,
                )
            )
        )
    release(batch, sprites, alone)
    return result


@cython.cfunc
def shape_of_part(sprite: SpriteRow, part: cython.int) -> object:
    """The shape of a sprite to which a part belongs; None if a finalizer has changed its shapes."""
    if part >= STORE.groups[sprite.row].count:
        return None
    return shape_at(sprite, shape_index(sprite, part))


def first_hit_of(
    sprite: SpriteRow,
    dx: cython.double,
    dy: cython.double,
    turn: cython.double,
    batch: Batch,
    conditions: Conditions,
    first: cython.pointer(Meeting),
) -> object:
    """The first hit that the conditions let count, or None."""
    rejected: list = None
    hits: list
    while True:
        hits = swept(sprite, dx, dy, turn, batch, conditions.without(rejected), True, first)
        if not hits or conditions.admits(hits[0]):
            return hits[0] if hits else None
        if rejected is None:
            rejected = []
        rejected.append(hits[0].other)


def first_sweep(
    sprite: SpriteRow,
    dx: object,
    dy: object,
    targets: object,
    turn: object,
    conditions: Conditions,
) -> object:
    """The first hit on the way of a sprite, or None."""
    x: cython.double = checked(dx, "dx")
    y: cython.double = checked(dy, "dy")
    turned: cython.double = turn_of(turn)
    return first_hit_of(sprite, x, y, turned, batch_of(targets, "targets"), conditions, cython.NULL)


def all_sweeps(
    sprite: SpriteRow,
    dx: object,
    dy: object,
    targets: object,
    turn: object,
    conditions: Conditions,
) -> list:
    """All hits on the way of a sprite, in order."""
    x: cython.double = checked(dx, "dx")
    y: cython.double = checked(dy, "dy")
    turned: cython.double = turn_of(turn)
    batch: Batch = batch_of(targets, "targets")
    rejected: list = []
    hits: list = swept(
        sprite, x, y, turned, batch, conditions.without(rejected), False, cython.NULL
    )
    if conditions.where is not None:
        rejected = [hit.other for hit in hits if not conditions.admits(hit)]
        if rejected:
            hits = swept(
                sprite, x, y, turned, batch, conditions.without(rejected), False, cython.NULL
            )
    return hits


@cython.cfunc
def ways_of(dx: object, dy: object, count: cython.Py_ssize_t) -> object:
    """The ways of all sprites, as a float64 array of shape (n, 2); from arrays of float64."""
    ways: object = numpy.empty((count, 2))
    for axis, (numbers, name) in enumerate(((dx, "dx"), (dy, "dy"))):
        if numbers.ndim > 1 or (numbers.ndim == 1 and len(numbers) != count):
            raise ValueError(
                f"{name} must be one number or an array of shape ({count},), "
                f"got shape {numbers.shape}"
            )
        ways[:, axis] = numbers
    return ways


def sweeps_of(a: Batch, dx: object, dy: object, targets: object) -> object:
    """The first hit of each sprite of a batch, as arrays."""
    b: Batch
    kept: KeptIndex
    firsts: FirstHits
    count: cython.Py_ssize_t
    # Once, and first: a `__float__` of users may change the Groups, and lists.
    dx = as_numbers(dx, "dx")
    dy = as_numbers(dy, "dy")
    b = batch_of(targets, "targets")
    while True:  # allocating may run the garbage collector, and so code that changes the Groups
        sync(a)
        count = a.row_count
        ways = ways_of(dx, dy, count)
        arrays = (
            numpy.zeros(count, numpy.bool_),
            numpy.full(count, -1, numpy.intp),
            numpy.ones(count),
            numpy.zeros((count, 2)),
            numpy.zeros((count, 2)),
        )
        result = SWEEPS.of(arrays)
        kept = sync_both(a, b)
        if a.row_count == count:
            break
    if count == 0:
        return result
    firsts.hits = cython.cast(cython.p_char, memory_of(arrays[0]))
    firsts.positions = cython.cast(cython.pointer(cython.Py_ssize_t), memory_of(arrays[1]))
    firsts.fractions = cython.cast(cython.p_double, memory_of(arrays[2]))
    firsts.points = cython.cast(cython.p_double, memory_of(arrays[3]))
    firsts.normals = cython.cast(cython.p_double, memory_of(arrays[4]))
    sweep_many(
        STORE,
        a.rows,
        count,
        cython.cast(cython.p_double, memory_of(ways)),
        b.rows,
        b.row_count,
        kept,
        cython.address(firsts),
    )
    return result
