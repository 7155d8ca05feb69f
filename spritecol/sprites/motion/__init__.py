"""How a sprite walks: `CharacterController`, and the steps that its move is made of.

While it moves, the sprite keeps a hair off everything, and lands exactly at the end. So lips
between tiles, corners that are grazed and ties at corners have no cause.

    vector            pairs of numbers
    planes            half planes, and the nearest way within them
    body              the sprite among its targets: what it meets on a way, what it is in
    feet              what it stands on
    pushed            what has moved takes it along and pushes it
    walk              it walks, flies, steps and lands
"""
