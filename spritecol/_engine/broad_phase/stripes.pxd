from spritecol._engine.box cimport Box, BoxView

cdef enum:
    WORDS = 8            # to a stripe, at most: a bit for each box. A Group with more boxes at rest
                         # keeps an index (KEPT_FROM)
    MOST_BOXES = 64 * WORDS
    STRIPES = 128
    BEHIND = STRIPES + 1 # the stripe behind all boxes; stripe 0 is before all of them

cdef struct Stripes:
    # Which of a few boxes meet each stripe of the world.
    int words                    # to a stripe
    double left                  # where stripe 1 begins
    double top
    double columns_per_pixel
    double rows_per_pixel
    unsigned long long[(BEHIND + 1) * WORDS] columns
    unsigned long long[(BEHIND + 1) * WORDS] rows

cdef struct Spot:
    # The stripes of a small box.
    int left
    int right
    int top
    int bottom

cdef inline int stripe_at(double along, double first, double per_pixel) noexcept nogil:
    # The stripe that holds a coordinate; monotonic in it.
    return <int> max(0.0, min((along - first) * per_pixel + 1.0, <double> BEHIND))

cdef inline Spot spot_of(const Stripes* stripes, const Box* box) noexcept nogil:
    cdef Spot spot
    spot.left = stripe_at(box.left, stripes.left, stripes.columns_per_pixel)
    spot.right = stripe_at(box.right, stripes.left, stripes.columns_per_pixel)
    spot.top = stripe_at(box.top, stripes.top, stripes.rows_per_pixel)
    spot.bottom = stripe_at(box.bottom, stripes.top, stripes.rows_per_pixel)
    return spot

cdef inline unsigned long long boxes_at(
    const Stripes* stripes, const Spot* spot, int word
) noexcept nogil:
    # A bit for each of 64 boxes, from 64 * word on, that meets or touches the stripes of a spot: in
    # ascending order, all that meet the box that the spot is of, and a few beside it.
    cdef unsigned long long columns = stripes.columns[spot.left * stripes.words + word]
    cdef unsigned long long rows = stripes.rows[spot.top * stripes.words + word]
    cdef int k
    for k in range(spot.left + 1, spot.right + 1):
        columns |= stripes.columns[k * stripes.words + word]
    for k in range(spot.top + 1, spot.bottom + 1):
        rows |= stripes.rows[k * stripes.words + word]
    return columns & rows

# Make the stripes of at most MOST_BOXES boxes; those that are inverted are in none. False if they are
# too wide to tell the boxes apart.
cdef bint make_stripes(Stripes* stripes, const BoxView* view) noexcept nogil
