"""How a sprite walks: the steps that a move of `CharacterController` is made of.

While it moves, the sprite keeps a hair above floors and off all that is slanted, and lands exactly
at the end. So lips between tiles, grazed corners and most ties have no cause. To touch upright
walls is exact. Where there is no room for a hair, it goes without.

Modules::

    vector             pairs of numbers
    planes             half planes, and the nearest way within them
    body               the sprite among its targets: what it meets on a way, what it is in
    feet               what it stands on
    pushed             what has moved takes it along and pushes it
    walk               it walks, flies, steps and lands
"""
