"""How sprites move among others, and where they end: sweeps, moves and slides, and the walker.

**The principle.** A place is a value. To ask about one, a ghost is put there, never the sprite; so
`where` sees the sprite where it was, nothing has to be put back, and the sprite is written once, at
the end. A way overlooks what it gets into by no more than a hair, which is more than rounding and
less than what counts; and where it ends, the ghost hits nothing new by the exact test. Of all that
is touched there, the half planes say which ways are free. So nothing is kept off, and nothing is
tried again: each step goes to the free place that is nearest to the one that is wanted.

**Words.**

    ghost    the hidden row with the sprite's shapes, of a `Body`: it is moved to ask
    hair     what gets no deeper than this into another thing touches it
    cast     a straight way of the ghost to an end, or to what it meets before
    block    what the ghost touches at a place, with all its sides: they block ways
    end      where the free way leads that gets nearest to a goal; of a motion, where it rests
    stop     a side that turns or ends a way: stops are told as `hits`
    carry    to go where the floor went, or the nearest way that is free of what has moved
    leave    to go a short way out of what the body is in
    crushed  neither counts: the body stays

**A slide** (`slide_from`)

    1  look which blocks there are where it is
    2  the end of the free way that gets nearest to the goal; what turns it are stops
    3  cast to that end; never farther from the start than the goal is
    4  nothing is met, or it is where it was: it rests there
    5  else it is at what it has met: the stops of that way are told
    6  look there, and go on with 2

In two dimensions that is exact: it rests where the goal is nearest.

**A walk** (`move_once`)

    1  what is near is gathered once, and what of it has moved is marked
    2  ride: the floor carries it, what has moved pushes it, what it is in it leaves; else crushed
    3  look down: is it on a floor, held on what is steep, or on the edge of a step?
    4  walk: cast along the floor; where that ends there is a crest or an edge
    5  a floor that is met bends the way up; a wall may be a step: up, on, and down
    6  over an edge the rest of the motion is flown
    7  fly: as a slide, but it lands on floors, what is steep is a wall, a ceiling may let it pass
    8  it snaps down to its floor, if it did not jump or walk off it
    9  the sprite is written; what is remembered is a new `Memory`, with the answer

Seen from above, 3 to 8 are one slide.

**Known and left.** No rule is kept for these:

    scene                                      how far off
    a box in a turned corridor as wide      it goes on by less than the whole way, at times
    a pole under the edge of a ceiling      it has no width, so no `nudge` lets it pass
    a slide into a wedge, or past a corner  it rests right, but the last side that it touches may be
    on to another tile                      untold, and `floor_normal` be that of the one before
    a box in a turned corridor, exactly as  at times it goes on by less than the whole way
    wide
    a level line written exactly on a line  it may fall through: neither has an inside

Modules::

    sweep_questions       Sprite.sweep, sweep_all, Group.sweep_arrays
    move_and_slide        move_and_slide, move_and_collide, depenetrate
    crowds                move_and_slide_arrays: a Group at once
    character_controller  CharacterController: its settings and its call
    walker_memory         what a walker remembers from one move to the next
    walker_move           the stages of a walker's move, made of these:
    vector                pairs of numbers; half planes, and the nearest way within them
    body                  the sprite among its targets: what it meets on a way, what it is in
    pushed                what has moved takes it along and pushes it
    walk_and_step         it walks, flies, steps up and lands; what it stands on
"""
