/* Compares a block of boxes, each with several consecutive ones, for the scan of the quadtree.

   To the versions of `lanes.h` comes AVX2 (most 64-bit x86: asked when the program runs, and not with
   MSVC), which gives the same bits, too. Its `immintrin.h` is why this is a header of its own: a compiler
   takes 0.25 s to read it, as long as for many a module, and half of them include `lanes.h`. */
#ifndef SPRITECOL_BLOCKS_H
#define SPRITECOL_BLOCKS_H

#include "lanes.h"

/* AVX2, in functions of their own: the rest must run where there is none. */
#if defined(SPRITECOL_SSE2) && defined(__x86_64__) && defined(__GNUC__) && !defined(_MSC_VER)
#define SPRITECOL_AVX2 1
#include <immintrin.h>
#define SPRITECOL_WIDE static __attribute__((target("avx2"), noinline))
#define SPRITECOL_FORCED_WIDE static inline __attribute__((target("avx2"), always_inline))
#endif

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

SPRITECOL_FORCED int compare_circles_by(
    const BoxColumns *at, ptrdiff_t first, int count, const int8_t *left, const ptrdiff_t *below,
    void *masks, CircleBand band, int own, int under, int plain)
{
    Doubt doubt;
    no_doubt(&doubt);
    for (int k = 0; k < count; k++) {
        ptrdiff_t i = first + k;
        double x = at->low[i], y = at->top[i], r = at->bottom[i];
        unsigned bits = circles_of(at, i + 1, x, y, r, band, &doubt, own, plain);
        bits &= (1u << left[k]) - 1;
        bits |= circles_of(at, below[k], x, y, r, band, &doubt, under, plain) << own;
        if (own + under <= 8)
            ((uint8_t *)masks)[k] = (uint8_t)bits;
        else
            ((uint16_t *)masks)[k] = (uint16_t)bits;
    }
    return is_doubt(&doubt);
}

#if SPRITECOL_AVX2
SPRITECOL_FORCED_WIDE unsigned wide_overlaps(
    const BoxColumns *at, ptrdiff_t j, __m256d low, __m256d top, __m256d high, __m256d bottom)
{
    __m256d across = _mm256_and_pd(
        _mm256_cmp_pd(_mm256_loadu_pd(at->top + j), bottom, _CMP_LT_OQ),
        _mm256_cmp_pd(top, _mm256_loadu_pd(at->bottom + j), _CMP_LT_OQ));
    __m256d along = _mm256_and_pd(
        _mm256_cmp_pd(_mm256_loadu_pd(at->low + j), high, _CMP_LT_OQ),
        _mm256_cmp_pd(low, _mm256_loadu_pd(at->high + j), _CMP_LT_OQ));
    return (unsigned)_mm256_movemask_pd(_mm256_and_pd(along, across));
}

SPRITECOL_FORCED_WIDE unsigned wide_circles(
    const BoxColumns *at, ptrdiff_t j, __m256d x, __m256d y, __m256d r, CircleBand band,
    __m256d *doubt)
{
    __m256d dx = _mm256_sub_pd(_mm256_loadu_pd(at->low + j), x);
    __m256d dy = _mm256_sub_pd(_mm256_loadu_pd(at->top + j), y);
    __m256d reach = _mm256_add_pd(_mm256_loadu_pd(at->bottom + j), r);
    __m256d apart = _mm256_add_pd(_mm256_mul_pd(dx, dx), _mm256_mul_pd(dy, dy));
    __m256d near = _mm256_mul_pd(reach, reach);
    __m256d maybe = _mm256_cmp_pd(
        apart, _mm256_mul_pd(near, _mm256_set1_pd(band.maybe)), _CMP_LE_OQ);
    __m256d hit = _mm256_cmp_pd(
        apart, _mm256_mul_pd(near, _mm256_set1_pd(band.sure)), _CMP_LT_OQ);
    *doubt = _mm256_or_pd(*doubt, _mm256_andnot_pd(hit, maybe));
    return (unsigned)_mm256_movemask_pd(maybe);
}

/* `compare_block` for boxes and for circles, without 2, 2. */
SPRITECOL_FORCED_WIDE int compare_wide_by(
    const BoxColumns *at, ptrdiff_t first, int count, const int8_t *left, const ptrdiff_t *below,
    void *masks, const CircleBand *band, int own, int under)
{
    const BoxColumns columns = *at; /* no store to `masks` can change it */
    __m256d doubt = _mm256_setzero_pd();
    for (int k = 0; k < count; k++) {
        ptrdiff_t i = first + k, b = below[k];
        __m256d low = _mm256_broadcast_sd(columns.low + i);
        __m256d top = _mm256_broadcast_sd(columns.top + i);
        __m256d bottom = _mm256_broadcast_sd(columns.bottom + i);
        unsigned bits, more;
        if (band) {
            bits = wide_circles(&columns, i + 1, low, top, bottom, *band, &doubt);
            if (own > 4)
                bits |= wide_circles(&columns, i + 5, low, top, bottom, *band, &doubt) << 4;
            more = wide_circles(&columns, b, low, top, bottom, *band, &doubt);
            if (under > 4)
                more |= wide_circles(&columns, b + 4, low, top, bottom, *band, &doubt) << 4;
        } else {
            __m256d high = _mm256_broadcast_sd(columns.high + i);
            bits = wide_overlaps(&columns, i + 1, low, top, high, bottom);
            if (own > 4)
                bits |= wide_overlaps(&columns, i + 5, low, top, high, bottom) << 4;
            more = wide_overlaps(&columns, b, low, top, high, bottom);
            if (under > 4)
                more |= wide_overlaps(&columns, b + 4, low, top, high, bottom) << 4;
        }
        bits = (bits & ((1u << left[k]) - 1)) | more << own;
        if (own + under <= 8)
            ((uint8_t *)masks)[k] = (uint8_t)bits;
        else
            ((uint16_t *)masks)[k] = (uint16_t)bits;
    }
    return _mm256_movemask_pd(doubt) != 0;
}

SPRITECOL_WIDE int compare_wide(
    const BoxColumns *at, ptrdiff_t first, int count, const int8_t *left, const ptrdiff_t *below,
    void *masks, const CircleBand *band, int own, int under)
{
    if (band) {
        CircleBand same = *band;
        if (under == 4)
            return compare_wide_by(at, first, count, left, below, masks, &same, 4, 4);
        if (own == 4)
            return compare_wide_by(at, first, count, left, below, masks, &same, 4, 8);
        return compare_wide_by(at, first, count, left, below, masks, &same, 8, 8);
    }
    if (under == 4)
        return compare_wide_by(at, first, count, left, below, masks, NULL, 4, 4);
    if (own == 4)
        return compare_wide_by(at, first, count, left, below, masks, NULL, 4, 8);
    return compare_wide_by(at, first, count, left, below, masks, NULL, 8, 8);
}
#endif

/* Whether four are compared at once here, so that comparing less than four gains nothing. */
static inline int has_wide_lanes(void)
{
#if SPRITECOL_AVX2
    return __builtin_cpu_supports("avx2") != 0;
#else
    return 0;
#endif
}

static inline int compare_circles(
    const BoxColumns *at, ptrdiff_t first, int count, const int8_t *left, const ptrdiff_t *below,
    void *masks, CircleBand band, int own, int under, int plain)
{
    if (plain)
        return compare_circles_by(at, first, count, left, below, masks, band, own, under, 1);
    if (own == 2)
        return compare_circles_by(at, first, count, left, below, masks, band, 2, 2, 0);
    if (under == 4)
        return compare_circles_by(at, first, count, left, below, masks, band, 4, 4, 0);
    if (own == 4)
        return compare_circles_by(at, first, count, left, below, masks, band, 4, 8, 0);
    return compare_circles_by(at, first, count, left, below, masks, band, 8, 8, 0);
}

/* Compare each of `count` entries from `first` on with the `own` entries after it, of which only
   `left` count, and with the `under` ones from `below` on. The bits go to `masks`: 8 for each entry
   where 8 are enough, else 16. `own` and `under` are 2, 2 or 4, 4 or 4, 8 or 8, 8.

   With a band the entries are circles, and the answer is whether any of the pairs is in doubt. */
static inline int compare_block(
    const BoxColumns *at, ptrdiff_t first, int count, const int8_t *left, const ptrdiff_t *below,
    void *masks, const CircleBand *band, int own, int under, int plain)
{
#if SPRITECOL_AVX2
    if (own > 2 && !plain && has_wide_lanes())
        return compare_wide(at, first, count, left, below, masks, band, own, under);
#endif
    if (band)
        return compare_circles(
            at, first, count, left, below, masks, *band, own, under, plain);
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
    return 0;
}

#endif
