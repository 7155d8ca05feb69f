"""One row moves, and the others rest: which row it hits first, when, and where it stops.

A hit *begins* when shapes that did not overlap start to do so, or when shapes that overlap at the
start go deeper. Resting, sliding along and moving away are not hits. For a straight motion, the
moving part is a point among *obstacles*, which are the moves with which it would hit another part.
Obstacles are convex, so two parts overlap in one interval of time, and the union of these intervals
begins when the shapes begin to hit. A rotating part has no such intervals: it takes steps in which
it certainly meets nothing.

All of this rounds, but the exact test of a check does not. So every result is *proved*: the row is
placed there, and goes back until that test finds nothing new. The blocks that the row touches there
are reported. A query with a hair is not proved like this: whoever asks it tests the place where it
ends.

Words::

    impact   two shapes begin to hit: when, which parts, where, and the normal, outward from the
             shape at rest
    hair     a length that is more than rounding and too little to matter: a query with a hair only
             meets shapes that it gets deeper into, and uses `blocks` for shapes that it touches
    block    a part that is touched: it blocks the ways that lead against all of its sides there
    end      where a blocked way becomes free if it turns: along a side that is exposed
    exposed  a side is exposed if a way along it is free: the blocked directions end there
    ghost    the hidden row that replaces the moving sprite in queries
    proof    the steps back; the row has been tested exactly at every fraction that is returned
    witness  another target that helped to decide how one is met; a user's `where` may reject it

The steps of one sweep::

    begin_sweep      candidates    the only maker of a `Sweep`: the motion, rules, and a box
    find_candidates  candidates    rows with boxes on the way; `find_on_way` finds near ones first
    find_impacts     sweep         overlaps at the start come first: nothing is earlier
    meet_row         sweep         the pairs of shapes whose layers and names match
    meet_straight    meeting       when two shapes begin to hit; with a turn, `turning.meet_turning`
    sweep_parts      narrow_phase  straight: the interval of two parts, a kernel for each two kinds
    prove            proof         places the row there, at an edge by the gap, and steps back
    take_side        sweep         at a corner, the only side that no neighbor covers: see `blocks`
    lets_pass        one_way       whether a one-way shape is met from its front
    prove_end        sweep         whether anything else is hit there, or where a free way ends

The first of all impacts is returned, ordered by fraction, position in space, position among the
targets, and shape. `tolerances.pxd`, beside this package, defines by how much numbers may be off.

Modules::

    sweep           the targets that one or many rows meet on their ways, and where they stop
    crossing_times  the pairs that began to hit while both were moving
    blocks          the blocks of a row where it is: the sides that it touches
    candidates      the rows that a moving row may meet; how far a row and its parts reach
    meeting         when two shapes begin to hit on a straight way
    turning         when two shapes begin to hit on a way with a turn
    normals         the normal and the point of an impact
    proof           steps back until the exact test finds no hit
    one_way         how one-way shapes treat a moving row
    impact          the records of a sweep and of an impact, and inline tests of these
"""
