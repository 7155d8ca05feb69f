"""Convex parts: whether two hit, how far apart they are, where they touch, and when they meet.

Modules::

    part              a convex part: vertices or a disc, and how far it extends
    cores             parts as convex cores about which there may be discs
    shape_pair        two rows: which of their shapes and parts count, and whether two shapes hit
    hit_kernels       exact tests of two parts
    kernel_table      the table of the exact tests, by the kinds of both parts
    exact_signs       exact arithmetic, where floats can't decide
    two_lanes         arithmetic on two doubles at once; the C is in two_lanes.h
    turned_boxes      how two turned boxes lie to each other, quickly; what is in doubt goes on
    nearest_points    how far two parts are apart, and their nearest points: the struct
    distances         how far two parts are apart, or how deep in each other
    clipping          the part of a segment that is inside of a polygon
    contact_kernels   points of contact inside the overlap of two parts
    intervals         when two parts overlap, if one moves: the struct
    sweep_kernels     when two parts overlap, if one moves along a line
    ray_contact       a ray, and where it enters a part: the structs
    ray_kernels       where rays and moving discs enter parts and shapes; what one-way shapes stop
    move_outlines     outlines of the moves with which parts hit
    cells             the ways out of all outlines, the shortest first
    short_way         a short way out of all outlines, which the exact test confirms
    oval_distances    half axes; how far two ovals are apart, or how deep in each other
    oval_hits         the exact tests; when two ovals overlap, if one moves along a line
    oval_contacts     points inside the overlap of two ovals; where rays and moving discs enter
    oval_ways         ways out that lead to the curve of an ellipse

**Ovals** are ellipses and stretched capsules: a circle under unequal scale becomes an ellipse, and
a capsule becomes a stretched one, which is all that an ellipse covers that moves along a segment.
Other shapes need none of the modules of ovals, which other modules call where a part has an
ellipse. An ellipse is a center c and a matrix M: the points c + M u with |u| <= 1. In the space
where it is a circle, most questions are questions about a circle. Two ellipses, whose spaces
differ, take a search by Newton's method or by bisection.
"""
