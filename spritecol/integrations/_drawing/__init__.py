"""What the debug views of pygame and arcade draw, without either of the libraries.

Modules::

    debug_geometry    the lines of each answer, in drawing order
    outlines          the outlines of shapes, as places in a picture
"""
