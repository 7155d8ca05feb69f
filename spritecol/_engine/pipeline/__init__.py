"""The stages of a check in order, and the one place that decides how to search.

Modules::

    plan         how to search: directly, by an index, or a kept one
    stages       a check of rows, from the transform to sorted pairs
    nearest      which rows are nearest to a point
    rays         which rows rays enter
    queries      which rows meet a point, a box, a circle or a row
    kept_index   a Group's index, kept from check to check; follows the few members that move
    contacts     contacts, separations and distances of rows
    shape_pair   two shapes of two rows, and whether they hit
    workspace    memory that checks reuse
    motion/      one row moves: whom it hits first, when, where it stops
"""
