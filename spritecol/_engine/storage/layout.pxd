from cpython.ref cimport PyObject

cpdef enum:
    POINT      # x, y
    SEGMENT    # x1, y1, x2, y2
    BOX        # left, top, right, bottom
    CIRCLE     # x, y, r
    ELLIPSE    # x, y, m00, m01, m10, m11: the points c + M u with |u| <= 1, det M > 0
    POLYGON    # x, y of each vertex, convex, positive area
    SEAM       # x1, y1, x2, y2: where two pieces of one polygon meet
    NOTHING    # takes no part: swallowed by the first part of its shape
    KINDS      # how many kinds there are

# Flags of a pose. The transform reads them together with the numbers of the pose.
cdef enum:
    TURN_OLD = 1         # the angle changed: cosine and sine must be computed anew
    ENABLED = 2          # collision_enable
    SYNC = 4             # collision_sync
    OFFSET = 8           # offset_sync
    VANISHED = 16
    CENTER_X_SET = 32    # center_x was given by the user and does not follow the image
    CENTER_Y_SET = 64
    ROUND = 128          # it is a circle in the world, and its pool holds the local one behind that

# Dirty flags: one byte a row, side by side, so that many rows are looked through quickly. For that
# reason GONE repeats VANISHED here.
cdef enum:
    DIRTY = 1            # the world geometry of a row is older than its pose
    PENDING = 2          # the row waits in `pending`
    GROUPED = 4          # the sprite was put into a Group at some time
    GONE = 8             # the sprite has vanished

# The numbers of a pose by their position in a CollisionGroup, which begins with them.
cdef enum:
    NUMBER_X
    NUMBER_Y
    NUMBER_ANGLE
    NUMBER_SCALE_X
    NUMBER_SCALE_Y
    NUMBER_CENTER_X
    NUMBER_CENTER_Y

cdef struct Collision:
    # One convex part in world space.
    int kind
    int count            # vertices
    int first            # of its numbers in the pool
    int box              # in `part_boxes`; the only part of a row has the row's box

cdef struct LocalCollision:
    # One convex part in local space.
    int kind
    int count            # vertices
    int first            # of its numbers, in the outline's values and in the sprite's run
    int run              # parts of the shape that it leads (itself too), 0 when another leads it

cdef struct CollisionGroup:
    # One row: a sprite's pose and where its parts lie.
    double x
    double y
    double angle
    double scale_x
    double scale_y
    double center_x
    double center_y
    int flags            # here, beside what is read together with them
    int first            # of its parts
    int count            # parts
    unsigned int last_pass   # the last deduplication pass that met this row
    double cosine        # of the angle
    double sine
    PyObject* outline    # owned

cdef inline double* numbers_of(CollisionGroup* group) noexcept nogil:
    # The seven numbers of a pose, by NUMBER_X and so on.
    return &group.x
