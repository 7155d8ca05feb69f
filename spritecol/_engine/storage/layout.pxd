from spritecol._support.python cimport PyObject
import cython

from spritecol._engine.storage.box_tree cimport BoxNode

cpdef enum:
    POINT      # x, y
    SEGMENT    # x1, y1, x2, y2
    BOX        # left, top, right, bottom
    CIRCLE     # x, y, r
    CAPSULE    # x1, y1, x2, y2, r: all that is within r of a segment
    ELLIPSE    # x, y, m00, m01, m10, m11: the points c + M u with |u| <= 1, det M > 0
    STRETCHED  # x1, y1, x2, y2, m00, m01, m10, m11: a capsule under unequal scale, s + M u with s
               # on a segment and |u| <= 1, det M > 0
    POLYGON    # x, y of each vertex, convex, positive area
    SEAM       # x1, y1, x2, y2: where two pieces of one polygon meet
    NOTHING    # never hits: replaced by the first part of its flattened shape
    KINDS      # the number of kinds

# Flags of a pose. The transform reads them together with the numbers of the pose. A World saves all
# but the first two, in 16 bits.
cdef enum:
    ROTATION_STALE = 1   # the angle has changed: cosine and sine must be recomputed
    UNLISTED = 2         # hits nothing, since it has left arcade's SpriteLists
    ENABLED = 4          # collision_enable
    SYNC = 8             # collision_sync
    OFFSET = 16          # offset_sync
    VANISHED = 32
    CENTER_X_SET = 64    # center_x was assigned and does not follow the image
    CENTER_Y_SET = 128
    VISIBLE = 256
    FREE_FLAG = 512      # a new flag takes this one and doubles it
    SAVED_FLAGS = FREE_FLAG - ENABLED
    PLAIN_FLAGS = VISIBLE            # no world geometry depends on these

# Dirty flags: one byte per row in an array of their own, so that many rows are scanned quickly. For
# the same reason GONE repeats VANISHED.
cdef enum:
    DIRTY = 1            # the world geometry of the row is older than its pose
    WATCHED = 2          # watchers want to hear of the row's next change
    GROUPED = 4          # the sprite has been in a Group at some time
    GONE = 8             # the sprite has vanished
    SHIFTED = 16         # one circle or upright box, neither turned nor scaled: its world geometry is
                         # the local one, of which the pool holds a copy, moved by (x, y)
    ONE_WAY = 32         # some shape of the row is one-way: its outline has directions
    ROLES = 64           # some shape of the row has a layer or a mask of its own

# The numbers of a pose. The first two are in arrays of their own, the others in a RowRecord,
# which begins with them.
cdef enum:
    NUMBER_X
    NUMBER_Y
    NUMBER_ANGLE
    NUMBER_SCALE_X
    NUMBER_SCALE_Y
    NUMBER_CENTER_X
    NUMBER_CENTER_Y
    POSE_SIZE            # how many there are

cdef struct Part:
    # One convex part in world space.
    int kind
    int count            # vertices
    int first            # index of its first number in the pool
    int box              # index in `part_boxes`; unused for the only part of a row

ctypedef const Part* PartRef  # which is only read

cdef struct LocalPart:
    # One convex part in local space.
    int kind
    int count            # vertices
    int first            # index of its first number, in the outline and in the sprite's numbers
    int part_count       # on the first part of a shape: how many parts it has; 0 on the others
    int shape            # which of the sprite's shapes it belongs to: an index in `shapes`
    int lead             # the first part of that shape

cdef enum:
    MANY_PARTS = 16      # an outline of more has a tree of them

cdef struct Role:
    # The attributes of a shape, apart from its geometry.
    unsigned long long layer     # if it has its own; otherwise its sprite's counts
    unsigned long long mask
    bint has_layer
    bint has_mask
    int name             # the number of its name; 0: it has none

cdef struct RowRecord:
    # One row: a sprite's pose, except where it is, and where its parts are.
    double angle
    double scale_x
    double scale_y
    double center_x
    double center_y
    int flags            # next to the fields that are read together with them
    int first            # index of its first part
    int count            # parts
    unsigned int last_pass   # the last deduplication pass that met this row
    double cosine        # of the angle, unless ROTATION_STALE
    double sine
    PyObject* outline    # the `Outline` in `Store.outlines`, where C code finds it, or NULL

cdef bint is_right_length(int kind, Py_ssize_t length) except -1

@cython.final
cdef class Outline:
    cdef int count
    cdef int size
    cdef object shapes           # the tuple of shapes that it was made from
    cdef LocalPart* parts
    cdef double* values
    cdef BoxNode* nodes          # the tree of the parts, in local space; NULL if they are few
    cdef int node_count
    cdef int make_nodes(self) except -1
    cdef unsigned char* cuts     # of each edge of a piece of a polygon, whether it is a cut; NULL if
                                 # none is: see `copy_cuts`
    cdef double* directions      # `one_way` of each shape, at length 1, or (0, 0); NULL if none has any
    cdef Role* roles             # of each shape; NULL if none has a name, a layer or a mask
    cdef bint has_layers         # whether any shape has a layer or a mask of its own
    cdef int shape_count         # of those that have parts: all

@cython.final
cdef class NumberLayout:
    cdef Py_ssize_t count
    cdef readonly dict places    # name -> which of the numbers it is
    cdef readonly tuple kinds    # of each: float or int
    cdef readonly tuple defaults # of each
    cdef readonly frozenset hidden   # names that the class has given another meaning
    cdef long long* words        # the defaults, as they are stored
    cdef int number              # which of `Store.layouts` it is; -1 before a row has it
