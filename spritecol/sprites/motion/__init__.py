"""How sprites move among others: sweeps, moves and slides, and the walker.

While it moves, the walker keeps a hair above floors and off all that is slanted, and lands exactly
at the end. So internal edges between tiles, grazed corners and most ties have no cause. To touch
upright walls is exact. Where there is no room for a hair, it goes without.

Modules::

    sweeps                Sprite.sweep, sweep_all, Group.sweep_arrays
    move_and_slide        move_and_slide, move_and_collide, depenetrate
    crowds                move_and_slide_all and separation_arrays of a Group
    character_controller  CharacterController: the stages of a walker's move, made of these:
    vector                pairs of numbers; half planes, and the nearest way within them
    body                  the sprite among its targets: what it meets on a way, what it is in
    pushed                what has moved takes it along and pushes it
    walk_and_step         it walks, flies, steps up and lands; what it stands on
"""
