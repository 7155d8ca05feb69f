"""One row moves, and the others rest: whom it hits first, when, and where it stops.

Modules::

    sweep           what a row, or each of many rows, meets on its way, and where it stops
    crossing_times  which pairs began to hit on the ways along which both have come
    blocks          what blocks a row where it is: the sides that it touches
    candidates      which rows a moving row may meet; how far a row and its parts reach
    meeting         when two shapes begin to hit on a way, straight or turning
    normals         the normal and the point of an impact
    proof           steps back until the exact test finds no hit
    one_way         whether a one-way shape lets the row pass
    impact          the records of a sweep and of an impact
    impact_tests    what is asked of impacts
"""
