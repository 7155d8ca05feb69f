"""The code that only ellipses and stretched capsules need. Boxes, circles and polygons need none.

A circle under unequal scale becomes an ellipse, and a capsule becomes a stretched one: all that an
ellipse covers that moves along a segment. No other shape needs this room. The modules outside of
this room call it where a part has an ellipse.

An ellipse is a center c and a matrix M: the points c + M u with |u| <= 1. In the space where it is
a circle, most questions are questions about a circle. Two ellipses, whose spaces differ, take a
search by Newton's method or by bisection.

Modules::

    oval_distances    half axes; how far two ovals are apart, or how deep in each other
    oval_hits         the exact tests; when two ovals overlap, if one moves along a line
    oval_contacts     points inside the overlap of two ovals; where rays and moving discs enter
"""
