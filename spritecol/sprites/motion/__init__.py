"""How sprites move among others, and where they end: sweeps, moves and slides, and the walker.

**The principle.** A place is a value. To ask about one, slides, bounces and walks put a ghost
there, never the sprite; so `where` sees the sprite where it was, nothing has to be put back, and
the sprite is written once, at the end. (A plain sweep moves the sprite's own row, and puts it
back.) A way overlooks what it gets into by no more than a hair, which is more than rounding and
less than what counts; and where it ends, the ghost hits nothing new by the exact test. What is
touched there gives blocks, and these say which ways are free; what has moved gives half planes. No
gap is kept; only rounding is tried again, a few times. Each step goes as near to the goal as one
straight free way does.

**Words.**

    ghost    the hidden row with the sprite's shapes, of a `Body`: it is moved to ask
    hair     what gets no deeper than this into another thing touches it
    cast     a straight way of the ghost to an end, or to what it meets before
    block    a part that the ghost touches: a way is blocked if it leads against all of its sides
    end      where the free way leads that gets nearest to a goal; of a motion, where it rests
    stop     a side that turns or ends a way: stops are told as `hits`
    carry    to go where the floor went, or the nearest way that leads into nothing that has moved
    leave    to go a short way out of what the body is in
    crushed  neither leads to a free place: there is no push, and it moves as it wants to; that is
             told if it ends in something

**A slide** (`slide_from_start`, `slide_from`)

    1  gather what is near; with nothing near, go to the goal
    2  look which blocks there are; what it is deep in blocks only the ways that lead deeper
    3  the end of the free way that gets nearest to the goal; what turns the first way is told
    4  cast to that end; never farther from the start than the goal is
    5  nothing is met, or it is where it was: it rests there
    6  else it is at what it has met: the stops of that way are told
    7  look there, with `where`, and go on with 4; at most 60 ways

So it rests where no free way gets nearer.

**A walk** (`move_once`)

    1  what is near is gathered, and what of it has moved is marked; what lies farther off is
       gathered when it is asked about; with `drop`, the one-way shapes below pass
    2  ride (`settle`): carried with its floor, else along any way that leads into nothing; else
       aside, up a step; else it leaves what it is in; else the same without its floor's motion;
       else crushed
    3  look down: is it on a floor, held on what is steep, or on the edge of a step?
    4  walk: cast along the floor, and look down there; it stops at a crest or an edge before
    5  a floor that is met bends the way up; a wall may be a step: up, on, and down; else it ends
    6  over an edge the rest of the motion is flown; at most 24 legs in all
    7  fly: as a slide, but it lands on floors, what is steep is a wall, a ceiling may let it pass
    8  it snaps down to its floor, if it did not jump or walk off it
    9  the sprite is written; then a new `Memory` and the `Slide` are made

Seen from above, 3 to 8 are one slide.

**Known and left.** No rule is kept for these:

    scene                                      how far off
    a box in a turned corridor as wide,     it goes on by less than the whole way, at times, or not
    a round body in an upright one off the  at all
    grid
    a step right where the floor ends       it is a wall, and the walker falls: 1 play in 1.4
                                            million frames
    a pole under the edge of a ceiling      it has no width, so no `nudge` lets it pass
    a slide into a wedge, or past a corner  it rests right, but the last side that it touches may be
    on to another tile                      untold, and `floor_normal` be that of the one before
    a level line written exactly on a line  it may fall through: neither has an inside

Modules::

    sweep_questions       Sprite.sweep, sweep_all, Group.sweep_arrays
    move_and_slide        move_and_slide, move_and_bounce, move_and_collide, depenetrate
    crowds                move_and_slide_arrays: a Group at once
    character_controller  CharacterController: its settings and its call
    walker_memory         what a walker remembers from one move to the next
    walker_move           the stages of a walker's move, made of these:
    vector                pairs of numbers; half planes, and the nearest way within them
    body                  the ghost: what it is, where it is looked at, what is told of its move
    surroundings          the targets that it may reach
    inside                what it is in, and the ways out of that
    stops                 what it touches, where the best free way ends, what stops it there
    free_places           the free place nearest to one
    casts                 what it meets on a straight way
    pushed                what has moved takes it along and pushes it
    walk_and_step         it walks, flies, steps up and lands; what it stands on
"""
