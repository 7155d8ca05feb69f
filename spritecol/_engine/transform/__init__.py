"""The transform from local to world space, for the rows that changed.

Modules::

    near_parts   which parts of a row are near a box
    nearness     how to go through them
    lone_parts   what is known at once of a row of one part, and of one-way shapes
    rows         brings a row up to date: its matrix, its parts, its box
    world_parts  the world geometry of one part of any kind, and its box
"""
