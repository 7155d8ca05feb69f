"""How sprites move among others, and where they end: moves, slides, bounces, and the walker.

**The principle.** A position is a value. To test a position, slides, bounces and walks put a ghost
there, never the sprite. So `where` sees the sprite where it was, nothing has to be undone, and the
sprite is written once, at the end. Each function that asks about a position takes it as an argument
and puts the ghost there itself. So nothing depends on where another function has left the ghost. (A
plain sweep moves the sprite's own row, and puts it back.) On its way, the ghost may overlap things
by a hair, which is more than rounding and too little to matter. Where the way ends, it hits nothing
new by the exact test. The things that it touches there are blocks, and these decide which ways are
free. Things that have moved become half planes. No gap is kept, and only rounding is tried again, a
few times. Each step gets as near to the goal as one straight free way can.

**Words.**

    ghost    the hidden row of a `Body` with the sprite's shapes, which is moved for each test
    hair     the tolerance: an overlap no deeper than this counts as touching
    cast     a straight way of the ghost to an end, or to the first thing that it meets
    stop     where a cast stops, at either; the ground is a stop of a way down
    block    a part that the ghost touches: a way is blocked if it leads against all of its sides
    end      the end of the free way that gets nearest to a goal; of a motion, where it rests
    exposed  a side is exposed to a way that it turns or ends; it is reported in `hits`
    carry    to move with the floor, or along the nearest way that leads into nothing that has moved
    leave    to move a short way out of the things that the body overlaps
    crushed  neither leads to a free position: there is no push, and the body makes its own motion;
             `Slide.crushed` is set if it ends inside something

**A slide** (`slide_to`, `slide_from`)

    1  Gather the targets nearby. If there are none, go to the goal.
    2  Find the blocks there. A block that it overlaps deeply only blocks ways that lead deeper.
    3  Find the end of the free way that gets nearest to the goal. Report the sides that turn the
       first way.
    4  Cast to that end, which is never farther from the start than the goal is.
    5  If the cast meets nothing, or ends where it was, the body rests there.
    6  Otherwise it is at the thing that it met. Find the blocks there. Report the sides that are
       exposed to that way.
    7  If the way to the goal is blocked, ask `where` about all that it touches there. Find the end
       of the free way from there that gets nearest to the goal, and continue with 4, for at most 60
       ways.
    8  If it rests off its goal, and nothing that was reported is against the rest of the way,
       report what it touches there that is, by the least rounding.

So it rests where no free way gets nearer, and either it is at its goal, or a hit tells why not.

**A walk** (`move_once`)

    1  Gather the targets nearby, and mark those that have moved. Targets farther away are gathered
       when a later step asks for them.
    2  Ride (`carry_or_leave`): go the way nearest to the floor's that leads into nothing, or else
       leave the things that the body overlaps. Or else do the same without the floor's motion. Or
       else it is crushed. With `drop`, the one-way shapes below are ignored from then on.
    3  Look down: is the body on a floor, held on a steep slope, or on the edge of a step?
    4  Walk: cast along the floor, and look down there. Stop at a crest or an edge on the way.
    5  A floor ahead bends the way up. A wall may be a step: go up, on, and down. Otherwise the walk
       ends there.
    6  Over an edge, the rest of the motion is a flight. There are at most 24 legs in one motion.
    7  Fly: like a slide, but the body lands on floors, steep slopes are walls, and a ceiling may
       let it pass.
    8  Snap down to the floor, unless the body jumped or walked off it. Report what is against the
       rest of the motion, as in a slide.
       A crushed body whose middle this has led through what it overlaps does 3 to 8 again, without
       the part of its motion that is against the side there, and without snapping and stepping.
       That side is reported. If two more motions lead through something, the body stays.
    9  Make a new `Memory` and the `Slide`. Then write the sprite: until then, an error that `where`
       raises changes nothing.

In a game seen from above, 3 to 8 are one slide.

**What no rule handles.** docs/guarantees.md has a row for each.

- Known limit: a box in a rotated corridor as wide sometimes moves by less than the whole way.
- Known limit: a step exactly where the floor ends is a wall, and the walker falls: 1 play in 1.4
  million frames.
- Known limit: a slide into a wedge, or past a corner onto another tile, rests in the right place,
  but the last side may not be reported, and `floor_normal` may be the normal of the side before.
- Known limit: a line that is placed exactly on a line falls through. Neither has an inside. So a
  body without an area may lose a floor that moves.
- Known limit: round feet climb a little higher than `step` if the tread is narrower than they are.
- Known limit: a platform that jumps by more than three times the size of its rider may take it
  through a wall, and a wall of another sprite that comes along may stop the rider.
- Known limit: a fast door that comes from beyond what a walker looks at (`AHEAD`) crushes it.
- Known limit: a walker may land again on a one-way platform that falls faster than it drops.
- Known limit: a wall of a turning room may push a rider off its platform.

Modules that serve every move, in the order in which they use each other::

    vector   pairs of numbers, as inline functions of a header
    poses    where sprites were, and where a point is that goes with a sprite
    body     the sprite that moves: its ghost, its settings, the targets nearby
    touched  what it touches or overlaps somewhere, and the end of the best free way
    casts    straight to an end, or to the first thing on the way, where it is free

Modules that run a move, and the steps above that each one takes::

    move_and_slide   a slide, 1 to 8; move_and_collide, depenetrate; a Group at once
    move_and_bounce  cast after cast: each begins where the last one has met something
    walker_move      a walk: 1 and 9 itself, with the memory, and the rest by the next three
    pushed           2: moving targets carry and push the body, or
    leaving          2: it leaves by a short way out what it overlaps
    walk_and_step    3 to 8: walking, stepping up, flying and landing; the ground below it
"""
