/* Compares one box with several consecutive ones, for the sweep of the quadtree.

   Compilers do not find this by themselves: the loops end where the data says so. There are three
   versions: SSE2 (every 64-bit x86), NEON (every 64-bit ARM) and plain C. They only compare, so they
   give the same bits. The plain one is always there, so that tests can ask for it.

   A box is four numbers, low < high in two directions; `low` and `high` lie along the keys of a
   level, `top` and `bottom` across its rows. The comparisons are strict, as in `box.pxd`. */
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

/* The same for as many as `lanes` says: 2, 4 or 8. */
SPRITECOL_FORCED unsigned overlaps_of(
    const BoxColumns *at, ptrdiff_t j, double low, double top, double high, double bottom,
    int lanes, int plain)
{
    unsigned bits = overlaps_of_two(at, j, low, top, high, bottom, plain);
    if (lanes > 2)
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

SPRITECOL_FORCED void compare_block_by(
    const BoxColumns *at, ptrdiff_t first, int count, const int8_t *left, const ptrdiff_t *below,
    void *masks, int own, int under, int plain)
{
    for (int k = 0; k < count; k++) {
        ptrdiff_t i = first + k;
        double low = at->low[i], top = at->top[i], high = at->high[i], bottom = at->bottom[i];
        unsigned bits = overlaps_of(at, i + 1, low, top, high, bottom, own, plain);
        bits &= (1u << left[k]) - 1;
        bits |= overlaps_of(at, below[k], low, top, high, bottom, under, plain) << own;
        if (own + under <= 8)
            ((uint8_t *)masks)[k] = (uint8_t)bits;
        else
            ((uint16_t *)masks)[k] = (uint16_t)bits;
    }
}

/* Compare each of `count` entries from `first` on with the `own` entries after it, of which only
   `left` count, and with the `under` ones from `below` on. The bits go to `masks`: 8 for each entry
   where 8 are enough, else 16. `own` and `under` are 2, 2 or 4, 4 or 4, 8 or 8, 8. */
static inline void compare_block(
    const BoxColumns *at, ptrdiff_t first, int count, const int8_t *left, const ptrdiff_t *below,
    void *masks, int own, int under, int plain)
{
    if (plain)
        compare_block_by(at, first, count, left, below, masks, own, under, 1);
    else if (own == 2)
        compare_block_by(at, first, count, left, below, masks, 2, 2, 0);
    else if (under == 4)
        compare_block_by(at, first, count, left, below, masks, 4, 4, 0);
    else if (own == 4)
        compare_block_by(at, first, count, left, below, masks, 4, 8, 0);
    else
        compare_block_by(at, first, count, left, below, masks, 8, 8, 0);
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
