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
    # The flags of a sprite: those of its row, halved since ROTATION_STALE is not among them, and
    # two of its looks. The number of its shapes stands above.
    VANISHED_BIT = 8
    CENTER_X_BIT = 16
    CENTER_Y_BIT = 32
    Z_FLOAT_BIT = 128
    OF_IMAGE_BIT = 256   # `collision` is None: the shapes are the image's rectangle
