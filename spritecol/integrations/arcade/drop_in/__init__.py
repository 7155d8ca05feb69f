"""Drop-in replacements for arcade's collision functions, with the same results.

searches    check_for_collision and its relatives
polygons    arcade's two geometric tests: do polygons overlap, is a point inside one
"""
