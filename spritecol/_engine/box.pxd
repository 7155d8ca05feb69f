# Axis-aligned bounding boxes, in pixels; `box_tests` compares them.

cdef struct Box:
    double left
    double top
    double right
    double bottom

ctypedef const Box* BoxRef  # which is only read

cdef struct BoxView:
    # A sequence of boxes: boxes[rows[0]], boxes[rows[1]], ..., or the first `count` boxes if `rows`
    # is NULL.
    const Box* boxes
    const int* rows
    Py_ssize_t count
    # Knowledge beyond the boxes, or NULL: by row, where in `numbers` a circle's x, y and radius
    # are, or a negative number for anything except a single circle.
    const int* circles
    const double* numbers
