"""`World`: saves and restores the whole state of a game.

Modules::

    world          World, Snapshot, Difference: what users hold
    history        History: the snapshots of the last frames
    reachable      which objects belong to a world, in order
    known_classes  what remembers or leads sprites, and Enums and named tuples that bytes name
    saved_rows     copies rows of sprites, and writes them back
    attributes     copies columns and attributes of objects, and writes them back
    wire_format    the state as words: what is hashed, and sent to other processes
    older_forms    the versions of this form, and how a state of an older one is read
    wire_reading   reads such words, which anybody may have written
"""
