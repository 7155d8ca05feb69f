/* Arithmetic on two doubles at once, for kernels that do the same to each vertex or edge.

   There are three versions: SSE2 (every 64-bit x86), NEON (every 64-bit ARM) and plain C, which
   -DSPRITECOL_PLAIN asks for. Each operation is rounded by itself, as that of a single double is, and
   `lesser` and `greater` choose as a comparison does, of zeros and NaN, too. So all give the same bits. */
#ifndef SPRITECOL_TWO_LANES_H
#define SPRITECOL_TWO_LANES_H

#include <math.h>

#if defined(SPRITECOL_PLAIN)
#elif defined(__SSE2__) || defined(_M_X64)
#define SPRITECOL_LANES_SSE2 1
#include <emmintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#define SPRITECOL_LANES_NEON 1
#include <arm_neon.h>
#endif

#if defined(_MSC_VER) && !defined(__clang__)
#define SPRITECOL_LANES static __forceinline
#else
#define SPRITECOL_LANES static inline __attribute__((always_inline, unused))
#endif

#if SPRITECOL_LANES_SSE2
typedef __m128d Lanes;
typedef __m128d Choice; /* all bits of a lane, or none */

SPRITECOL_LANES Lanes lanes_of(double first, double second) { return _mm_set_pd(second, first); }
SPRITECOL_LANES Lanes lanes_at(const double *numbers) { return _mm_loadu_pd(numbers); }
SPRITECOL_LANES Lanes both(double number) { return _mm_set1_pd(number); }
SPRITECOL_LANES Lanes turned(Lanes a) { return _mm_shuffle_pd(a, a, 1); }
SPRITECOL_LANES double first_lane(Lanes a) { return _mm_cvtsd_f64(a); }
SPRITECOL_LANES double second_lane(Lanes a) { return _mm_cvtsd_f64(_mm_unpackhi_pd(a, a)); }
SPRITECOL_LANES Lanes plus(Lanes a, Lanes b) { return _mm_add_pd(a, b); }
SPRITECOL_LANES Lanes minus(Lanes a, Lanes b) { return _mm_sub_pd(a, b); }
SPRITECOL_LANES Lanes times(Lanes a, Lanes b) { return _mm_mul_pd(a, b); }
SPRITECOL_LANES Lanes over(Lanes a, Lanes b) { return _mm_div_pd(a, b); }
SPRITECOL_LANES Lanes root(Lanes a) { return _mm_sqrt_pd(a); }
SPRITECOL_LANES Lanes magnitude(Lanes a) { return _mm_andnot_pd(_mm_set1_pd(-0.0), a); }
SPRITECOL_LANES Lanes lesser(Lanes a, Lanes b) { return _mm_min_pd(a, b); }
SPRITECOL_LANES Lanes greater(Lanes a, Lanes b) { return _mm_max_pd(a, b); }
SPRITECOL_LANES Choice is_less(Lanes a, Lanes b) { return _mm_cmplt_pd(a, b); }
SPRITECOL_LANES Choice is_equal(Lanes a, Lanes b) { return _mm_cmpeq_pd(a, b); }
SPRITECOL_LANES Choice either(Choice a, Choice b) { return _mm_or_pd(a, b); }
SPRITECOL_LANES Choice at_once(Choice a, Choice b) { return _mm_and_pd(a, b); }
SPRITECOL_LANES Lanes choose(Choice which, Lanes yes, Lanes no)
{
    return _mm_or_pd(_mm_and_pd(which, yes), _mm_andnot_pd(which, no));
}
SPRITECOL_LANES int bits_of(Choice which) { return _mm_movemask_pd(which); }
SPRITECOL_LANES void put_lanes(double *numbers, Lanes a) { _mm_storeu_pd(numbers, a); }

#elif SPRITECOL_LANES_NEON
typedef float64x2_t Lanes;
typedef uint64x2_t Choice;

SPRITECOL_LANES Lanes lanes_of(double first, double second)
{
    return vsetq_lane_f64(second, vdupq_n_f64(first), 1);
}
SPRITECOL_LANES Lanes lanes_at(const double *numbers) { return vld1q_f64(numbers); }
SPRITECOL_LANES Lanes both(double number) { return vdupq_n_f64(number); }
SPRITECOL_LANES Lanes turned(Lanes a) { return vextq_f64(a, a, 1); }
SPRITECOL_LANES double first_lane(Lanes a) { return vgetq_lane_f64(a, 0); }
SPRITECOL_LANES double second_lane(Lanes a) { return vgetq_lane_f64(a, 1); }
SPRITECOL_LANES Lanes plus(Lanes a, Lanes b) { return vaddq_f64(a, b); }
SPRITECOL_LANES Lanes minus(Lanes a, Lanes b) { return vsubq_f64(a, b); }
SPRITECOL_LANES Lanes times(Lanes a, Lanes b) { return vmulq_f64(a, b); }
SPRITECOL_LANES Lanes over(Lanes a, Lanes b) { return vdivq_f64(a, b); }
SPRITECOL_LANES Lanes root(Lanes a) { return vsqrtq_f64(a); }
SPRITECOL_LANES Lanes magnitude(Lanes a) { return vabsq_f64(a); }
SPRITECOL_LANES Lanes lesser(Lanes a, Lanes b) { return vbslq_f64(vcltq_f64(a, b), a, b); }
SPRITECOL_LANES Lanes greater(Lanes a, Lanes b) { return vbslq_f64(vcgtq_f64(a, b), a, b); }
SPRITECOL_LANES Choice is_less(Lanes a, Lanes b) { return vcltq_f64(a, b); }
SPRITECOL_LANES Choice is_equal(Lanes a, Lanes b) { return vceqq_f64(a, b); }
SPRITECOL_LANES Choice either(Choice a, Choice b) { return vorrq_u64(a, b); }
SPRITECOL_LANES Choice at_once(Choice a, Choice b) { return vandq_u64(a, b); }
SPRITECOL_LANES Lanes choose(Choice which, Lanes yes, Lanes no) { return vbslq_f64(which, yes, no); }
SPRITECOL_LANES int bits_of(Choice which)
{
    return (int)((vgetq_lane_u64(which, 0) & 1) | (vgetq_lane_u64(which, 1) & 2));
}
SPRITECOL_LANES void put_lanes(double *numbers, Lanes a) { vst1q_f64(numbers, a); }

#else
typedef struct {
    double first, second;
} Lanes;
typedef struct {
    int first, second;
} Choice;

SPRITECOL_LANES Lanes lanes_of(double first, double second)
{
    Lanes lanes;
    lanes.first = first;
    lanes.second = second;
    return lanes;
}
SPRITECOL_LANES Choice choice_of(int first, int second)
{
    Choice which;
    which.first = first;
    which.second = second;
    return which;
}
SPRITECOL_LANES Lanes lanes_at(const double *numbers) { return lanes_of(numbers[0], numbers[1]); }
SPRITECOL_LANES Lanes both(double number) { return lanes_of(number, number); }
SPRITECOL_LANES Lanes turned(Lanes a) { return lanes_of(a.second, a.first); }
SPRITECOL_LANES double first_lane(Lanes a) { return a.first; }
SPRITECOL_LANES double second_lane(Lanes a) { return a.second; }
SPRITECOL_LANES Lanes plus(Lanes a, Lanes b) { return lanes_of(a.first + b.first, a.second + b.second); }
SPRITECOL_LANES Lanes minus(Lanes a, Lanes b) { return lanes_of(a.first - b.first, a.second - b.second); }
SPRITECOL_LANES Lanes times(Lanes a, Lanes b) { return lanes_of(a.first * b.first, a.second * b.second); }
SPRITECOL_LANES Lanes over(Lanes a, Lanes b) { return lanes_of(a.first / b.first, a.second / b.second); }
SPRITECOL_LANES Lanes root(Lanes a) { return lanes_of(sqrt(a.first), sqrt(a.second)); }
SPRITECOL_LANES Lanes magnitude(Lanes a) { return lanes_of(fabs(a.first), fabs(a.second)); }
SPRITECOL_LANES Lanes lesser(Lanes a, Lanes b)
{
    return lanes_of(a.first < b.first ? a.first : b.first, a.second < b.second ? a.second : b.second);
}
SPRITECOL_LANES Lanes greater(Lanes a, Lanes b)
{
    return lanes_of(a.first > b.first ? a.first : b.first, a.second > b.second ? a.second : b.second);
}
SPRITECOL_LANES Choice is_less(Lanes a, Lanes b) { return choice_of(a.first < b.first, a.second < b.second); }
SPRITECOL_LANES Choice is_equal(Lanes a, Lanes b)
{
    return choice_of(a.first == b.first, a.second == b.second);
}
SPRITECOL_LANES Choice either(Choice a, Choice b)
{
    return choice_of(a.first | b.first, a.second | b.second);
}
SPRITECOL_LANES Choice at_once(Choice a, Choice b)
{
    return choice_of(a.first & b.first, a.second & b.second);
}
SPRITECOL_LANES Lanes choose(Choice which, Lanes yes, Lanes no)
{
    return lanes_of(which.first ? yes.first : no.first, which.second ? yes.second : no.second);
}
SPRITECOL_LANES int bits_of(Choice which) { return which.first | which.second << 1; }
SPRITECOL_LANES void put_lanes(double *numbers, Lanes a)
{
    numbers[0] = a.first;
    numbers[1] = a.second;
}
#endif

#endif
