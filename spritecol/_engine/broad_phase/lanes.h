/* Compares one box with several consecutive ones, for the scan of the quadtree, and a segment, for queries.

   Compilers do not find this by themselves: the loops end where the data says so. There are three
   versions: SSE2 (every 64-bit x86), NEON (every 64-bit ARM) and plain C. They only compare, so they
   give the same bits. The plain one is always there, so that tests can ask for it.
   Circles and segments take some arithmetic, of the same operations in the same order, each rounded by
   itself.

   A box is four numbers, low < high in two directions; `low` and `high` lie along the keys of a
   level, `top` and `bottom` across its bands. The comparisons are strict, as in `box.pxd`. */
#ifndef SPRITECOL_LANES_H
#define SPRITECOL_LANES_H

#include <stddef.h>
#include <stdint.h>

#if defined(__SSE2__) || defined(_M_X64)
#define SPRITECOL_SSE2 1
#include <emmintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#define SPRITECOL_NEON 1
#include <arm_neon.h>
#endif

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#define SPRITECOL_FORCED static __forceinline
#else
#define SPRITECOL_FORCED static inline __attribute__((always_inline))
#endif

/* Boxes side by side: four columns, one for each side. */
typedef struct {
    double *low, *top, *high, *bottom;
} BoxColumns;

/* Bit 0 and 1: whether the boxes at j and j + 1 overlap the given one. */
SPRITECOL_FORCED unsigned overlaps_of_two(
    const BoxColumns *at, ptrdiff_t j, double low, double top, double high, double bottom, int plain)
{
#if SPRITECOL_SSE2
    if (!plain) {
        __m128d across = _mm_and_pd(
            _mm_cmplt_pd(_mm_loadu_pd(at->top + j), _mm_set1_pd(bottom)),
            _mm_cmplt_pd(_mm_set1_pd(top), _mm_loadu_pd(at->bottom + j)));
        __m128d along = _mm_and_pd(
            _mm_cmplt_pd(_mm_loadu_pd(at->low + j), _mm_set1_pd(high)),
            _mm_cmplt_pd(_mm_set1_pd(low), _mm_loadu_pd(at->high + j)));
        return (unsigned)_mm_movemask_pd(_mm_and_pd(along, across));
    }
#elif SPRITECOL_NEON
    if (!plain) {
        uint64x2_t across = vandq_u64(
            vcltq_f64(vld1q_f64(at->top + j), vdupq_n_f64(bottom)),
            vcltq_f64(vdupq_n_f64(top), vld1q_f64(at->bottom + j)));
        uint64x2_t along = vandq_u64(
            vcltq_f64(vld1q_f64(at->low + j), vdupq_n_f64(high)),
            vcltq_f64(vdupq_n_f64(low), vld1q_f64(at->high + j)));
        uint64x2_t both = vandq_u64(along, across);
        return (unsigned)((vgetq_lane_u64(both, 0) & 1) | (vgetq_lane_u64(both, 1) & 2));
    }
#endif
    (void)plain;
    {
        unsigned first = (at->low[j] < high) & (low < at->high[j])
            & (at->top[j] < bottom) & (top < at->bottom[j]);
        unsigned second = (at->low[j + 1] < high) & (low < at->high[j + 1])
            & (at->top[j + 1] < bottom) & (top < at->bottom[j + 1]);
        return first | second << 1;
    }
}

/* The same for as many as `lanes` says: 4 or 8. */
SPRITECOL_FORCED unsigned overlaps_of(
    const BoxColumns *at, ptrdiff_t j, double low, double top, double high, double bottom,
    int lanes, int plain)
{
    unsigned bits = overlaps_of_two(at, j, low, top, high, bottom, plain);
    bits |= overlaps_of_two(at, j + 2, low, top, high, bottom, plain) << 2;
    if (lanes > 4) {
        bits |= overlaps_of_two(at, j + 4, low, top, high, bottom, plain) << 4;
        bits |= overlaps_of_two(at, j + 6, low, top, high, bottom, plain) << 6;
    }
    return bits;
}

static inline unsigned overlaps_of_four(
    const BoxColumns *at, ptrdiff_t j, double low, double top, double high, double bottom, int plain)
{
    return overlaps_of(at, j, low, top, high, bottom, 4, plain);
}

/* Circles side by side are the same columns: x is in `low`, y in `top`, the radius in `bottom`.

   With d the square of the distance and e that of the sum of the radii, two circles surely hit where
   d < sure * e, and surely do not where d > maybe * e. What is in between is in doubt. */
typedef struct {
    double sure, maybe;
} CircleBand;

/* Whether anything was in doubt: collected without a branch. */
typedef struct {
    unsigned bits;
#if SPRITECOL_SSE2
    __m128d lanes;
#elif SPRITECOL_NEON
    uint64x2_t lanes;
#endif
} Doubt;

SPRITECOL_FORCED void no_doubt(Doubt *doubt)
{
    doubt->bits = 0;
#if SPRITECOL_SSE2
    doubt->lanes = _mm_setzero_pd();
#elif SPRITECOL_NEON
    doubt->lanes = vdupq_n_u64(0);
#endif
}

SPRITECOL_FORCED int is_doubt(const Doubt *doubt)
{
#if SPRITECOL_SSE2
    return doubt->bits != 0 || _mm_movemask_pd(doubt->lanes) != 0;
#elif SPRITECOL_NEON
    return doubt->bits != 0
        || (vgetq_lane_u64(doubt->lanes, 0) | vgetq_lane_u64(doubt->lanes, 1)) != 0;
#else
    return doubt->bits != 0;
#endif
}

SPRITECOL_FORCED unsigned circle_overlaps(
    const BoxColumns *at, ptrdiff_t j, double x, double y, double r, CircleBand band, Doubt *doubt)
{
    double dx = at->low[j] - x, dy = at->top[j] - y, reach = at->bottom[j] + r;
    double apart = dx * dx + dy * dy, near = reach * reach;
    unsigned maybe = apart <= near * band.maybe;
    doubt->bits |= maybe & !(apart < near * band.sure);
    return maybe;
}

/* Bit 0 and 1: whether the circles at j and j + 1 overlap the given one, or may. */
SPRITECOL_FORCED unsigned circles_of_two(
    const BoxColumns *at, ptrdiff_t j, double x, double y, double r, CircleBand band, Doubt *doubt,
    int plain)
{
#if SPRITECOL_SSE2
    if (!plain) {
        __m128d dx = _mm_sub_pd(_mm_loadu_pd(at->low + j), _mm_set1_pd(x));
        __m128d dy = _mm_sub_pd(_mm_loadu_pd(at->top + j), _mm_set1_pd(y));
        __m128d reach = _mm_add_pd(_mm_loadu_pd(at->bottom + j), _mm_set1_pd(r));
        __m128d apart = _mm_add_pd(_mm_mul_pd(dx, dx), _mm_mul_pd(dy, dy));
        __m128d near = _mm_mul_pd(reach, reach);
        __m128d maybe = _mm_cmple_pd(apart, _mm_mul_pd(near, _mm_set1_pd(band.maybe)));
        __m128d hit = _mm_cmplt_pd(apart, _mm_mul_pd(near, _mm_set1_pd(band.sure)));
        doubt->lanes = _mm_or_pd(doubt->lanes, _mm_andnot_pd(hit, maybe));
        return (unsigned)_mm_movemask_pd(maybe);
    }
#elif SPRITECOL_NEON
    if (!plain) {
        float64x2_t dx = vsubq_f64(vld1q_f64(at->low + j), vdupq_n_f64(x));
        float64x2_t dy = vsubq_f64(vld1q_f64(at->top + j), vdupq_n_f64(y));
        float64x2_t reach = vaddq_f64(vld1q_f64(at->bottom + j), vdupq_n_f64(r));
        float64x2_t apart = vaddq_f64(vmulq_f64(dx, dx), vmulq_f64(dy, dy));
        float64x2_t near = vmulq_f64(reach, reach);
        uint64x2_t maybe = vcleq_f64(apart, vmulq_f64(near, vdupq_n_f64(band.maybe)));
        uint64x2_t hit = vcltq_f64(apart, vmulq_f64(near, vdupq_n_f64(band.sure)));
        doubt->lanes = vorrq_u64(doubt->lanes, vbicq_u64(maybe, hit));
        return (unsigned)((vgetq_lane_u64(maybe, 0) & 1) | (vgetq_lane_u64(maybe, 1) & 2));
    }
#endif
    (void)plain;
    return circle_overlaps(at, j, x, y, r, band, doubt)
        | circle_overlaps(at, j + 1, x, y, r, band, doubt) << 1;
}

SPRITECOL_FORCED unsigned circles_of(
    const BoxColumns *at, ptrdiff_t j, double x, double y, double r, CircleBand band, Doubt *doubt,
    int lanes, int plain)
{
    unsigned bits = circles_of_two(at, j, x, y, r, band, doubt, plain);
    bits |= circles_of_two(at, j + 2, x, y, r, band, doubt, plain) << 2;
    if (lanes > 4) {
        bits |= circles_of_two(at, j + 4, x, y, r, band, doubt, plain) << 4;
        bits |= circles_of_two(at, j + 6, x, y, r, band, doubt, plain) << 6;
    }
    return bits;
}

/* As `overlaps_of_four`; `doubt` gets 1 where one of the four is in doubt. */
static inline unsigned circles_of_four(
    const BoxColumns *at, ptrdiff_t j, double x, double y, double r, CircleBand band, int *doubt,
    int plain)
{
    Doubt found;
    unsigned bits;
    no_doubt(&found);
    bits = circles_of(at, j, x, y, r, band, &found, 4, plain);
    *doubt |= is_doubt(&found);
    return bits;
}

SPRITECOL_FORCED void compare_block_by(
    const BoxColumns *at, ptrdiff_t first, int count, const int8_t *left, const ptrdiff_t *below,
    void *masks, int lanes, int plain)
{
    for (int k = 0; k < count; k++) {
        ptrdiff_t i = first + k;
        double low = at->low[i], top = at->top[i], high = at->high[i], bottom = at->bottom[i];
        unsigned bits = overlaps_of(at, i + 1, low, top, high, bottom, lanes, plain);
        bits &= (1u << left[k]) - 1;
        bits |= overlaps_of(at, below[k], low, top, high, bottom, lanes, plain) << lanes;
        if (lanes == 4)
            ((uint8_t *)masks)[k] = (uint8_t)bits;
        else
            ((uint16_t *)masks)[k] = (uint16_t)bits;
    }
}

SPRITECOL_FORCED int compare_circles_by(
    const BoxColumns *at, ptrdiff_t first, int count, const int8_t *left, const ptrdiff_t *below,
    void *masks, CircleBand band, int lanes, int plain)
{
    Doubt doubt;
    no_doubt(&doubt);
    for (int k = 0; k < count; k++) {
        ptrdiff_t i = first + k;
        double x = at->low[i], y = at->top[i], r = at->bottom[i];
        unsigned bits = circles_of(at, i + 1, x, y, r, band, &doubt, lanes, plain);
        bits &= (1u << left[k]) - 1;
        bits |= circles_of(at, below[k], x, y, r, band, &doubt, lanes, plain) << lanes;
        if (lanes == 4)
            ((uint8_t *)masks)[k] = (uint8_t)bits;
        else
            ((uint16_t *)masks)[k] = (uint16_t)bits;
    }
    return is_doubt(&doubt);
}

/* Compare each of `count` entries from `first` on with the `lanes` entries after it, of which only
   `left` count, and with as many from `below` on. The bits go to `masks`: twice as many for each
   entry as there are lanes, which are 4 or 8.

   With a band the entries are circles, and the answer is whether any of the pairs is in doubt. */
static inline int compare_block(
    const BoxColumns *at, ptrdiff_t first, int count, const int8_t *left, const ptrdiff_t *below,
    void *masks, const CircleBand *band, int lanes, int plain)
{
    if (band) {
        if (plain)
            return compare_circles_by(at, first, count, left, below, masks, *band, lanes, 1);
        if (lanes == 4)
            return compare_circles_by(at, first, count, left, below, masks, *band, 4, 0);
        return compare_circles_by(at, first, count, left, below, masks, *band, 8, 0);
    }
    if (plain)
        compare_block_by(at, first, count, left, below, masks, lanes, 1);
    else if (lanes == 4)
        compare_block_by(at, first, count, left, below, masks, 4, 0);
    else
        compare_block_by(at, first, count, left, below, masks, 8, 0);
    return 0;
}

/* Ask for memory that is read soon, at any address: where there is none, nothing happens. */
static inline void fetch(const void *address)
{
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(address);
#else
    (void)address;
#endif
}

/* A segment among boxes: from (x, y), with the sides that it meets first and those that it meets last.
   A place on it is a fraction, 0 to 1. The inverses of its steps are not 0: where it stands still,
   they are so large that a side before or behind it is out of reach. A far side that it touches must
   not be at 0 then, so the far sides are seen from a little before. What moves may itself be a box:
   then its leading sides are at (x, y), and the far sides are seen from its trailing ones. */
typedef struct {
    const double *near_x, *near_y, *far_x, *far_y;
    double x, y, before_x, before_y, inverse_x, inverse_y;
    double slack; /* more than the rounding error of a place */
} SegmentLanes;

/* Say with which boxes a segment is compared. Which way it goes cannot be foreseen: no branches. */
static inline void look_at(SegmentLanes *segment, const BoxColumns *at)
{
    const double *x[2] = {at->low, at->high}, *y[2] = {at->top, at->bottom};
    int leftwards = segment->inverse_x < 0.0, upwards = segment->inverse_y < 0.0;
    segment->near_x = x[leftwards];
    segment->far_x = x[!leftwards];
    segment->near_y = y[upwards];
    segment->far_y = y[!upwards];
}

/* A number between 0 and `most`, rounded down; without branches. */
static inline int clamped(double number, double most)
{
#if SPRITECOL_SSE2
    return _mm_cvttsd_si32(
        _mm_max_sd(_mm_min_sd(_mm_set_sd(number), _mm_set_sd(most)), _mm_setzero_pd()));
#else
    number = number < most ? number : most;
    return (int)(number > 0.0 ? number : 0.0);
#endif
}

/* Where the segment begins to meet a box, if it meets it: this is not tested. */
static inline double place_on_segment(const SegmentLanes *segment, ptrdiff_t j)
{
    double first_x = (segment->near_x[j] - segment->x) * segment->inverse_x;
    double first_y = (segment->near_y[j] - segment->y) * segment->inverse_y;
    double first = first_x > first_y ? first_x : first_y;
    return first > 0.0 ? first : 0.0;
}

/* Where it ends to meet a box, or `limit` if that comes before. */
static inline double end_on_segment(const SegmentLanes *segment, ptrdiff_t j, double limit)
{
    double last_x = (segment->far_x[j] - segment->before_x) * segment->inverse_x;
    double last_y = (segment->far_y[j] - segment->before_y) * segment->inverse_y;
    double last = last_x < last_y ? last_x : last_y;
    return limit < last ? limit : last;
}

SPRITECOL_FORCED unsigned is_on_segment(
    const SegmentLanes *segment, ptrdiff_t j, double after, double limit)
{
    double first = place_on_segment(segment, j);
    return (first > after) & (first <= end_on_segment(segment, j, limit) + segment->slack);
}

SPRITECOL_FORCED unsigned two_on_segment(
    const SegmentLanes *segment, ptrdiff_t j, double after, double limit, int plain)
{
#if SPRITECOL_SSE2
    if (!plain) {
        __m128d x = _mm_set1_pd(segment->x), y = _mm_set1_pd(segment->y);
        __m128d before_x = _mm_set1_pd(segment->before_x), before_y = _mm_set1_pd(segment->before_y);
        __m128d per_x = _mm_set1_pd(segment->inverse_x), per_y = _mm_set1_pd(segment->inverse_y);
        __m128d first = _mm_max_pd(
            _mm_max_pd(
                _mm_mul_pd(_mm_sub_pd(_mm_loadu_pd(segment->near_x + j), x), per_x),
                _mm_mul_pd(_mm_sub_pd(_mm_loadu_pd(segment->near_y + j), y), per_y)),
            _mm_setzero_pd());
        __m128d last = _mm_min_pd(
            _mm_min_pd(
                _mm_mul_pd(_mm_sub_pd(_mm_loadu_pd(segment->far_x + j), before_x), per_x),
                _mm_mul_pd(_mm_sub_pd(_mm_loadu_pd(segment->far_y + j), before_y), per_y)),
            _mm_set1_pd(limit));
        return (unsigned)_mm_movemask_pd(_mm_and_pd(
            _mm_cmpgt_pd(first, _mm_set1_pd(after)),
            _mm_cmple_pd(first, _mm_add_pd(last, _mm_set1_pd(segment->slack)))));
    }
#elif SPRITECOL_NEON
    if (!plain) {
        float64x2_t x = vdupq_n_f64(segment->x), y = vdupq_n_f64(segment->y);
        float64x2_t before_x = vdupq_n_f64(segment->before_x);
        float64x2_t before_y = vdupq_n_f64(segment->before_y);
        float64x2_t per_x = vdupq_n_f64(segment->inverse_x);
        float64x2_t per_y = vdupq_n_f64(segment->inverse_y);
        float64x2_t first = vmaxq_f64(
            vmaxq_f64(
                vmulq_f64(vsubq_f64(vld1q_f64(segment->near_x + j), x), per_x),
                vmulq_f64(vsubq_f64(vld1q_f64(segment->near_y + j), y), per_y)),
            vdupq_n_f64(0.0));
        float64x2_t last = vminq_f64(
            vminq_f64(
                vmulq_f64(vsubq_f64(vld1q_f64(segment->far_x + j), before_x), per_x),
                vmulq_f64(vsubq_f64(vld1q_f64(segment->far_y + j), before_y), per_y)),
            vdupq_n_f64(limit));
        uint64x2_t both = vandq_u64(
            vcgtq_f64(first, vdupq_n_f64(after)),
            vcleq_f64(first, vaddq_f64(last, vdupq_n_f64(segment->slack))));
        return (unsigned)((vgetq_lane_u64(both, 0) & 1) | (vgetq_lane_u64(both, 1) & 2));
    }
#endif
    (void)plain;
    return is_on_segment(segment, j, after, limit) | is_on_segment(segment, j + 1, after, limit) << 1;
}

/* A bit for each of `count` boxes from `first` on, at most 64: whether the segment begins to meet or touch
   it behind `after`, and no later than at `limit`. */
static inline unsigned long long run_on_segment(
    const SegmentLanes *segment, ptrdiff_t first, int count, double after, double limit, int plain)
{
    unsigned long long bits = 0;
    for (int k = 0; k < count; k += 2)
        bits |= (unsigned long long)two_on_segment(segment, first + k, after, limit, plain) << k;
    return count < 64 ? bits & ((1ull << count) - 1) : bits;
}

/* The position of the highest bit of a word that is not 0. */
static inline int highest_bit(unsigned long long word)
{
#if defined(_MSC_VER) && !defined(__clang__)
    unsigned long position;
    _BitScanReverse64(&position, word);
    return (int)position;
#else
    return 63 - __builtin_clzll(word);
#endif
}

/* The position of the lowest bit of a word that is not 0. */
static inline int lowest_bit(unsigned long long word)
{
#if defined(_MSC_VER) && !defined(__clang__)
    unsigned long position;
    _BitScanForward64(&position, word);
    return (int)position;
#else
    return __builtin_ctzll(word);
#endif
}

#endif
