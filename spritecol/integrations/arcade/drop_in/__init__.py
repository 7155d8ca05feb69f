"""Drop-in replacements for arcade's collision functions, with the same results.

Modules::

    arcade_searches  check_for_collision and its relatives
    polygons         arcade's two tests of geometry
"""
