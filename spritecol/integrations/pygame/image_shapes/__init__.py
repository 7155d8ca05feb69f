"""Polygons that cover the opaque pixels of an image.

Modules::

    pixels    shapes_from_surface
    simplify  polygons with few corners
"""
