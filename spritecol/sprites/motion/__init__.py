"""How sprites move among others: sweeps, moves and slides, and the walker.

Places are values: to ask, a hidden row with the sprite's shapes is moved, and the sprite is written
once, at the end. A way overlooks what it gets into by no more than a hair, which is more than
rounding and less than what counts; the place where it ends is free by the exact test. So nothing
has to be kept off, taken back, or tried again.

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
