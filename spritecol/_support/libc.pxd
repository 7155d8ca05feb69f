# The functions that the modules use from the C library. Cython's own headers declare all of it, and
# every module that sees them reads them again. The mathematical ones among them have the same
# result on every machine.

cdef extern from "<math.h>" nogil:
    const float INFINITY
    const float NAN
    double ceil(double)
    double copysign(double, double)
    double fabs(double)
    double floor(double)
    double fmod(double, double)
    double frexp(double, int* exponent)
    double ldexp(double, int exponent)
    double nextafter(double, double)
    double remainder(double, double)
    double rint(double)
    double sqrt(double)
    double trunc(double)

cdef extern from "<stdint.h>" nogil:
    ctypedef signed char int8_t

cdef extern from "<stdlib.h>" nogil:
    void* calloc(size_t count, size_t size)
    void free(void* block)
    void* malloc(size_t size)
    void* realloc(void* block, size_t size)
    void qsort(
        void* array, size_t count, size_t size, int (*compare)(const void*, const void*) noexcept
    )

cdef extern from "<string.h>" nogil:
    int memcmp(const void* a, const void* b, size_t size)
    void* memcpy(void* to, const void* source, size_t size)
    void* memmove(void* to, const void* source, size_t size)
    void* memset(void* block, int byte, size_t size)
    int strcmp(const char* a, const char* b)
