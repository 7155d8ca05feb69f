"""Polygons that cover the opaque pixels of an image.

pixels      shapes_from_surface: from pixels to outlines
simplify    outlines with fewer vertices, which cover no less
"""
