"""One row moves, and the others rest: whom it hits first, when, and where it stops.

A hit *begins* where shapes that did not overlap do so, or where shapes that overlap at the start
go deeper; to rest, to slide along and to recede are no hits. What moves straight is a point among
*obstacles*: the moves with which it would hit another part. They are convex, so two parts overlap
in one interval of time, and the union of these intervals begins where the shapes begin to hit. What
turns has no such intervals: it takes steps in which it certainly meets nothing.

All of this rounds; the exact test of a check does not. So every answer is *proved*: the row is
placed at it, and goes back until that test finds nothing new. (Who asks with a hair tests the
end.) What is told is what is touched there.

Words::

    impact   two shapes begin to hit: when, which parts, where, and the normal, outward from the
             one that rests
    hair     a length that is more than rounding and less than what counts: who asks with one meets
             only what it gets deeper into, and asks `blocks` what it touches
    block    a part that is touched: it blocks the ways that lead against all of its sides there
    end      where a way that is blocked becomes free, if it turns: along a side that is exposed
    stop     a block that a way ends at; those who move sprites keep them
    ghost    the hidden row that stands for the mover, while they ask
    proof    the steps back; at every fraction that is told, the row has been tested exactly
    witness  another target that helped to decide how one is met; a user's `where` may reject it

The way of one sweep::

    begin_sweep      candidates    the motion, and a box round the row
    find_candidates  candidates    whose boxes are on the way; `find_on_way` asks for the near first
    find_impacts     sweep         who overlaps at the start comes first: nothing comes before
    meet_row         sweep         the pairs of shapes whose layers and names meet
    meet             meeting       when two shapes begin to hit, on a straight or a turning way
    sweep_parts      narrow_phase  straight: the interval of two parts, a kernel for each two kinds
    prove            proof         places the row there, on an edge by the gap, and steps back
    take_side        sweep         at a corner, the one side that no neighbor covers: see `blocks`
    lets_pass        one_way       whether a one-way shape is met from its front
    prove_end        sweep         whether anything else is hit there, or where a free way ends

Of all impacts the first one is told: by fraction, place, position among the targets, and shape.
By how much numbers may be off stands in `tolerances.pxd`, beside this room.

Modules::

    sweep           what a row, or each of many rows, meets on its way, and where it stops
    crossing_times  which pairs began to hit on the ways along which both have come
    blocks          what blocks a row where it is: the sides that it touches
    candidates      which rows a moving row may meet; how far a row and its parts reach
    meeting         when two shapes begin to hit on a way, straight or turning
    normals         the normal and the point of an impact
    proof           steps back until the exact test finds no hit
    one_way         how one-way shapes treat a moving row
    impact          the records of a sweep and of an impact
    impact_tests    what is asked of impacts
"""
