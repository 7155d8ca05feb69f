"""The transform from local to world space, for the rows that changed.

Modules::

    near_parts   which parts of a row are near a box, and how to go through them
    rows         brings a row up to date: its parts, its box, what is known at once of a lone part
    world_parts  the world geometry of one part of any kind, and its box
"""
