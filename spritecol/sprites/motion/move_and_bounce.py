"""`move_and_bounce`: a sprite moves like a ball, with all the bounces of one frame.

At each hit, `SweepHit.bounce` in `questions/answers` turns the velocity. It stands alone because no
other move bounces.
"""

import cython as C
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import size_at
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._engine.sweeps.impact import SweepWay
from cython.cimports.spritecol._engine.tolerances import BESIDE
from cython.cimports.spritecol._engine.transform.rows import freshen
from cython.cimports.spritecol._support import fast_range_check
from cython.cimports.spritecol._support.vectors import XY
from cython.cimports.spritecol.sprites.containers.batch import Batch
from cython.cimports.spritecol.sprites.containers.members import has_row
from cython.cimports.spritecol.sprites.containers.targets import LASTING, pieces_of
from cython.cimports.spritecol.sprites.motion import touched
from cython.cimports.spritecol.sprites.motion.body import (
    Body,
    Ghost,
    Stop,
    body_for,
    keep_body,
    larger_side_of,
    move_sprite,
)
from cython.cimports.spritecol.sprites.motion.casts import meet
from cython.cimports.spritecol.sprites.motion.vector import *
from cython.cimports.spritecol.sprites.questions import sweep_questions
from cython.cimports.spritecol.sprites.questions.answers import Bounces, SweepHit
from cython.cimports.spritecol.sprites.questions.query_filter import QueryFilter
from cython.cimports.spritecol.sprites.row.sprite_row import SpriteRow

from spritecol._support.range_check import whole_number

MOST_BOUNCES = 1000
"""The limit of bounces in one frame. A ball between two walls without a gap bounces forever."""


BounceRules = C.struct(
    restitution=C.double,
    friction=C.double,
    most=C.Py_ssize_t,  # hits
)


def bounce(
    sprite: SpriteRow,
    wanted: C.pointer(C.const[SweepWay]),
    targets: object,
    restitution: object,
    friction: object,
    max_bounces: object,
    stops: object,
    query_filter: QueryFilter,
) -> object:
    """Move a sprite like a ball, with all bounces in one frame. After any error, it has not
    moved.
    """
    rules: BounceRules = rules_of(restitution, friction, max_bounces)
    batch: Batch = pieces_of(targets, "targets", LASTING)
    ends: Batch | None = None
    if stops is not None:
        ends = pieces_of(stops, "stops", LASTING)
        batch = both_of(batch, ends)
    stop: Stop
    body: Body = body_for(sprite, batch, query_filter)
    ghost: Ghost = body.ghost
    at: Vector = ghost.start
    velocity: Vector = vector(wanted.dx, wanted.dy)
    left: C.double = 1.0  # of the frame
    gone: C.double = 0.0  # of the way
    told: SweepHit
    goes_on: C.bint = True
    if wanted.from_inside:
        for told in hits_at_start(sprite, batch, query_filter):
            goes_on = goes_on and bounces_off(
                body, told, C.address(velocity), C.address(rules), ends
            )
    body.begin_move()
    freshen(STORE, sprite.row)
    while goes_on:
        meet_next(body, at, times(velocity, left), C.address(stop))
        at = stop.at
        if not stop.found:
            break
        left *= max(0.0, (ghost.length - stop.distance) / ghost.length)
        gone += min(ghost.length, stop.distance)
        stop.impact.fraction = 1.0 - left
        told = body.hit_of(C.address(stop.impact))
        told.distance = gone
        goes_on = bounces_off(body, told, C.address(velocity), C.address(rules), ends)
    move_sprite(sprite, at)
    bounces: Bounces = bounces_of(body.hits, velocity, minus(at, ghost.start))
    keep_body(body)
    return bounces


@C.cfunc
def both_of(one: Batch, other: Batch) -> Batch:
    """Return the sprites that are in either of two batches."""
    both: Batch = Batch()
    both.pieces = [*(one.pieces or [one]), *(other.pieces or [other])]
    return both


@C.cfunc
def bounces_of(hits: list, velocity: Vector, travel: Vector) -> Bounces:
    """Return the `Bounces` for a motion."""
    bounces: Bounces = Bounces.__new__(Bounces)
    bounces._velocity = XY(velocity.x, velocity.y)
    bounces._travel = XY(travel.x, travel.y)
    bounces.hits = hits
    return bounces


@C.cfunc
@C.exceptval(check=True)
def rules_of(restitution: object, friction: object, max_bounces: object) -> BounceRules:
    """Return the rules for bouncing, checked."""
    rules: BounceRules
    rules.restitution = fast_range_check.not_negative(restitution, "restitution")
    rules.friction = fast_range_check.not_negative(friction, "friction")
    rules.most = whole_number(max_bounces, "max_bounces", 1, MOST_BOUNCES)
    return rules


@C.cfunc
@C.exceptval(-1)
def meet_next(body: Body, at: Vector, way: Vector, stop: C.pointer(Stop)) -> C.bint:
    """Find the first thing that a ball meets on a way, or that it leads into by no more than a hair
    at its end.
    """
    row: C.int = body.sprite.row
    last: SweepHit | None = body.hits[len(body.hits) - 1] if body.hits else None
    goal: Vector = plus(at, way)
    body.ghost.length = length_of(way)
    size: C.double = larger_side_of(STORE.boxes + row) + size_at(STORE, row)
    while not meet(body, at, way, stop, 0, BESIDE * (size + body.ghost.length)):
        rest: Vector = minus(goal, stop.at)
        if (
            is_zero(rest)
            or (last is not None and dot(vector(last._normal.x, last._normal.y), rest) < 0.0)
            or not touched.find_against(body, stop.at, rest, True, C.address(stop.impact))
        ):
            break
        if body.accepts(C.address(stop.impact)):
            stop.found = True
            break
    return stop.found


@C.cfunc
def hits_at_start(sprite: SpriteRow, batch: Batch, query_filter: QueryFilter) -> list:
    """Return the first hit of a sprite with each target that it overlaps where it is."""
    still: SweepWay = sweep_questions.way_of(0.0, 0.0, 0.0, True)
    first: dict = {}
    for hit in sweep_questions.all_sweeps(sprite, C.address(still), batch, query_filter):
        first.setdefault(id(hit.other), hit)
    query_filter.forget_rejected()
    return list(first.values())


@C.cfunc
def bounces_off(
    body: Body,
    told: SweepHit,
    velocity: C.pointer(Vector),
    rules: C.pointer(C.const[BounceRules]),
    ends: Batch | None,
) -> C.bint:
    """Store a hit and turn the velocity there, unless it ends the motion. Return whether that
    goes on.
    """
    body.hits.append(told)
    if ends is not None and has_row(ends, C.cast(SpriteRow, told.other).row):
        return False
    turned: object = told.bounce(velocity.x, velocity.y, rules.restitution, rules.friction)
    after: tuple = C.cast(tuple, turned)
    velocity[0] = vector(after[0], after[1])
    return len(body.hits) < rules.most and not is_zero(velocity[0])
