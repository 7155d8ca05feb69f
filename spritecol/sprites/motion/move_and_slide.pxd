from spritecol._engine.pipeline.motion.impact cimport Impact
from spritecol.sprites.motion.vector cimport Vector
from spritecol.sprites.questions.answers cimport Slide
from spritecol.sprites.questions.query_filter cimport QueryFilter
from spritecol.sprites.sprite.sprite_row cimport SpriteRow
from spritecol.sprites.motion.sweeps cimport Way

cdef extern from *:
    """
    #define SPRITECOL_NO_PROGRESS 1e-11
    """
    # Relative to the size of the numbers: a shorter step does not leave the point of contact.
    const double NO_PROGRESS "SPRITECOL_NO_PROGRESS"

cdef enum:
    # The most sweeps of one slide: the limit makes it end in any maze. Along a wall it takes 2.
    MOST_SWEEPS = 200

    # The most planes at one point of contact: each sweep can meet a corner, which has two. Usually
    # two planes stop a sprite, but a ball in a socket touches every facet.
    MOST_PLANES = 2 * MOST_SWEEPS

    # Stands for the number of a plane if there is none: above MOST_PLANES, so it is no index.
    NO_PLANE = 1000

cdef struct Plane:
    double nx
    double ny
    bint is_certain  # the motion must not lead into it; of two edges of a corner, one may
    bint is_tried    # the projection on it has led nowhere

cdef struct Planes:
    # The planes that were met at one point of contact.
    Plane[MOST_PLANES] items
    int count
    int used         # the one along which the sprite goes, or NO_PLANE

cdef struct Up:
    # What tells a floor from a wall.
    Vector up        # a unit vector; (0, 0) if none is given
    double min_floor_cosine  # the least cosine between up and the normal of a floor; 2 without up

cdef int put_at(SpriteRow sprite, double x, double y, double angle) except -1
cdef void keep_in_reach(double x, double y, double reach_squared, Way* way) noexcept nogil
cdef int next_way(Planes* planes, double x, double y, double size, Way* way) noexcept nogil
cdef void note_plane(Planes* planes, double nx, double ny, bint is_certain) noexcept nogil
cdef double internal_edge_height(
    int row, int other, const Impact* impact, const Way* way, bint slides, Way* over
) noexcept nogil
cdef object as_given(object up)
cdef Up up_of(object up, object max_floor_angle) except *
cdef Slide slide_of(
    list hits, Vector travel, Vector left, Vector up, double min_floor_cosine
)
cdef object collide(
    SpriteRow sprite, object dx, object dy, object targets, object turn, QueryFilter query_filter
)
cdef object slide(
    SpriteRow sprite, object dx, object dy, object targets, object up, object max_floor_angle,
    QueryFilter query_filter
)
cdef object move_out(
    SpriteRow sprite, object targets, object max_distance, QueryFilter query_filter, object along
)
