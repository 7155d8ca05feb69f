"""`Sprite.move_and_bounce`: a frame of a ball, with all bounces in it."""

import cython
from cython import address, double
from cython.cimports.spritecol._engine.pipeline.motion.impact import Impact
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._support.fast_range_check import checked
from cython.cimports.spritecol._support.vectors import XY, pair_of
from cython.cimports.spritecol.sprites.containers.batch import Batch
from cython.cimports.spritecol.sprites.containers.targets import pieces_of
from cython.cimports.spritecol.sprites.motion.move_and_slide import put_at
from cython.cimports.spritecol.sprites.motion.sweeps import Way, first_hit_on_way, way_of
from cython.cimports.spritecol.sprites.questions.answers import Bounces, SweepHit, not_negative
from cython.cimports.spritecol.sprites.questions.query_filter import QueryFilter
from cython.cimports.spritecol.sprites.sprite.sprite_row import SpriteRow

from spritecol._support.range_check import whole_number

MOST_BOUNCES = 1000


def bounce(
    sprite: SpriteRow,
    dx: object,
    dy: object,
    targets: object,
    restitution: object,
    friction: object,
    max_bounces: object,
    query_filter: QueryFilter,
) -> object:
    """Move a sprite, from bounce to bounce. Whatever raises, it is where it was.

    After each bounce, what is left of the frame is gone at the new velocity.
    """
    way: Way = way_of(dx, dy, 0.0)
    not_negative(restitution, "restitution")
    not_negative(friction, "friction")
    most: cython.int = whole_number(max_bounces, "max_bounces", 1, MOST_BOUNCES)
    batch: Batch = pieces_of(targets, "targets", True)
    start_x: double = STORE.x[sprite.row]
    start_y: double = STORE.y[sprite.row]
    angle: double = STORE.groups[sprite.row].angle
    first: Impact
    velocity: XY
    left: double = 1.0
    hits: list = []
    velocity.x = way.dx
    velocity.y = way.dy
    try:
        while len(hits) < most:
            way.dx = velocity.x * left
            way.dy = velocity.y * left
            x: double = checked(STORE.x[sprite.row] + way.dx, "x + dx")
            y: double = checked(STORE.y[sprite.row] + way.dy, "y + dy")
            hit: SweepHit = first_hit_on_way(
                sprite, address(way), batch, query_filter, address(first)
            )
            if hit is None:
                put_at(sprite, x, y, angle)
                break
            put_at(sprite, first.x, first.y, angle)
            hits.append(hit)
            left *= 1.0 - hit.fraction
            velocity = pair_of(
                hit.bounce(velocity.x, velocity.y, restitution, friction), "velocity"
            )
    except BaseException:
        put_at(sprite, start_x, start_y, angle)
        raise
    travel: tuple = STORE.x[sprite.row] - start_x, STORE.y[sprite.row] - start_y
    return Bounces((velocity.x, velocity.y), travel, hits)
