"""What happens between updates: callbacks, pairs that enter, stay and exit, the game loop.

Modules::

    callbacks      check: calls `shot` and `hit`, and the callbacks of Overlaps; DISCARD
    present_pairs  the pairs of two updates compared: entered, stayed, exited, passed
    game_loop      update, draw, clean
"""
