"""`World`: saves and restores the whole state of a game.

Modules::

    world          World, Snapshot, Difference: what users hold
    history        History: the snapshots of the last frames
    reachable      which objects belong to a world, in order
    keepers        what remembers sprites: Overlaps and controllers, with their settings
    followers      objects of other libraries, which follow a sprite
    saved_rows     copies rows of sprites, and writes them back
    attributes     copies columns and attributes of objects, and writes them back
    named_classes  classes that bytes name: Enums and named tuples
    wire_format    the state as words: what is hashed, and sent to other processes
    wire_reading   reads such words, which anybody may have written
"""
