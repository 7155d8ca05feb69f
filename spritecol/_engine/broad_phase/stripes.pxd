from spritecol._engine.box cimport Box, BoxView
from spritecol._engine.broad_phase.lanes cimport clamped
from spritecol._engine.broad_phase.queries cimport Visit

cdef enum:
    WORDS = 8            # to a stripe, at most: a bit for each box. A Group with more boxes at rest
                         # keeps an index (KEPT_FROM)
    MOST_BOXES = 64 * WORDS
    STRIPES = 128
    BEHIND = STRIPES + 1 # the stripe behind all boxes; stripe 0 is before all of them

cdef struct Stripes:
    # Which of a few boxes meet each stripe of the world.
    int words                    # to a stripe
    Box bounds                   # around all boxes; stripe 1 begins at its left or top
    bint crowded                 # where one box is, there are others, on the average
    double pace                  # stripes to a piece of a segment
    double columns_per_pixel
    double rows_per_pixel
    # By stripe, the boxes that have begun there, and those that end there or farther on.
    unsigned long long[(BEHIND + 1) * WORDS] begun_left
    unsigned long long[(BEHIND + 1) * WORDS] goes_right
    unsigned long long[(BEHIND + 1) * WORDS] begun_top
    unsigned long long[(BEHIND + 1) * WORDS] goes_down

cdef struct Spot:
    # The stripes of a box.
    int left
    int right
    int top
    int bottom

cdef inline int stripe_at(double along, double first, double per_pixel) noexcept nogil:
    # The stripe that holds a coordinate; monotonic in it.
    return clamped((along - first) * per_pixel + 1.0, BEHIND)

cdef inline Spot spot_of(const Stripes* stripes, const Box* box) noexcept nogil:
    cdef Spot spot
    spot.left = stripe_at(box.left, stripes.bounds.left, stripes.columns_per_pixel)
    spot.right = stripe_at(box.right, stripes.bounds.left, stripes.columns_per_pixel)
    spot.top = stripe_at(box.top, stripes.bounds.top, stripes.rows_per_pixel)
    spot.bottom = stripe_at(box.bottom, stripes.bounds.top, stripes.rows_per_pixel)
    return spot

cdef inline unsigned long long boxes_at(
    const Stripes* stripes, const Spot* spot, int word
) noexcept nogil:
    # A bit for each of 64 boxes, from 64 * word on, that meets or touches the stripes of a spot: in
    # ascending order, all that meet the box that the spot is of, and a few beside it.
    return (
        stripes.begun_left[spot.right * stripes.words + word]
        & stripes.goes_right[spot.left * stripes.words + word]
        & stripes.begun_top[spot.bottom * stripes.words + word]
        & stripes.goes_down[spot.top * stripes.words + word]
    )

# Make the stripes of at most MOST_BOXES boxes; those that are inverted are in none. False if they are
# too wide to tell the boxes apart.
cdef bint make_stripes(Stripes* stripes, const BoxView* view) noexcept nogil

# `queries.walk_segment` among the boxes of stripes, given once more.
cdef double walk_stripes(
    const Stripes* stripes, const BoxView* view, double x1, double y1, double x2, double y2,
    bint past_start, double limit, Visit visit, void* context
) noexcept nogil
