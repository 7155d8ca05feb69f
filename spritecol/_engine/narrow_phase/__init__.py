"""Convex parts: whether two hit, how far apart they are, where they touch, and when they meet.

Modules::

    part              a convex part: vertices or a disc, and how far it extends
    cores             parts as convex cores about which there may be discs
    row_shapes        the shapes of rows, and which pairs of them count
    part_pairs        the pairs of near parts of two shapes: the one loop over them
    shape_pair        two shapes of two rows, and whether they hit
    shape_filter      which parts of two sprites are worth an exact test
    hit_kernels       exact tests of two parts, in a table by kind
    exact_signs       exact arithmetic, where floats can't decide
    two_lanes         arithmetic on two doubles at once; the C is in two_lanes.h
    turned_boxes      how two turned boxes lie to each other, quickly; what is in doubt goes on
    distances         how far two parts are apart, or how deep in each other
    contact_kernels   points of contact inside the overlap of two parts
    sweep_kernels     when two parts overlap, if one moves along a line
    ray_kernels       where rays and moving discs enter parts and shapes; what one-way shapes stop
    obstacles         the moves with which two parts hit: their Minkowski difference
    least_move        the shortest move out of several obstacles
"""
