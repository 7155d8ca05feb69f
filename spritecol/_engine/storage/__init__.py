"""The flat storage that all sprites share: poses, convex parts, bounding boxes.

Modules::

    box_tree       a tree of boxes: of parts, and of what is searched again and again
    layout         kinds, flags, the records RowRecord and Part; outlines
    local_parts    which convex parts a shape is made of, in local space
    store          the rows, parts and numbers of all sprites; dirty flags; layers; RowFilter, and
                   which rows pass it; which kept indexes hear that a row has changed
"""
