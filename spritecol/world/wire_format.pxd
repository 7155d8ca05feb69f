from spritecol._engine.storage.layout cimport CENTER_X_SET, CENTER_Y_SET, POSE_SIZE, VANISHED

cpdef enum:
    ROW_SIZE = POSE_SIZE + 2     # words of a sprite: pose, flags and z; layer and mask may follow

cpdef enum:
    # The kind of an object.
    A_SPRITE
    A_GROUP
    A_KEEPER
    AN_OBJECT

cpdef enum:
    # The kind of a value, which is the word before it.
    IS_ABSENT
    IS_NONE
    IS_FALSE
    IS_TRUE
    IS_INT
    IS_UNSIGNED
    IS_LONG
    IS_FLOAT
    IS_COMPLEX
    IS_TEXT
    IS_BYTES
    IS_TUPLE
    IS_LIST
    IS_VECTOR
    IS_RECORD
    IS_REFERENCE
    IS_ENUM
    IS_SCALAR
    IS_SHAPE
    IS_OPAQUE

cpdef enum:
    # The word of flags of a sprite: 16 bits for those of its row, then two of its looks; from
    # SHAPES_SHIFT on, the number of its shapes.
    VANISHED_BIT = VANISHED
    CENTER_X_BIT = CENTER_X_SET
    CENTER_Y_BIT = CENTER_Y_SET
    Z_FLOAT_BIT = 1 << 16
    OF_IMAGE_BIT = 1 << 17   # `collision` is None: the shapes are the image's rectangle
    SHAPES_SHIFT = 32
