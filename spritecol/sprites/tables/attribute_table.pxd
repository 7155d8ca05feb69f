# How an attribute of a sprite is stored. What is below SCALE is all said by its line of the table;
# the others have code of their own in `sprite_row`. What is above COLLISION cannot be assigned.
cdef enum:
    PLACE_NUMBER     # x and y: writing them only moves the row
    POSE_NUMBER
    CENTER_NUMBER    # None makes it follow the image
    FLAG
    LAYER_BITS
    SCALE            # `scale_x` and `scale_y` at once
    Z
    IMAGE
    COLLISION
    FIXED_FLAG
    SHAPES
    WORLD_SHAPES
    GEOMETRY
    AABB
