cdef extern from *:
    """
    #if defined(__linux__)
    #include <stdint.h>
    #include <sys/mman.h>
    #endif
    /* Whole pages inside the block only; 64 KB is the largest ordinary page of any system. */
    static void spritecol_advise(void *memory, size_t size) {
    #if defined(__linux__) && defined(MADV_HUGEPAGE)
        uintptr_t mask = 65535;
        uintptr_t first = ((uintptr_t) memory + mask) & ~mask;
        uintptr_t end = ((uintptr_t) memory + size) & ~mask;
        if (first < end)
            (void) madvise((void *) first, end - first, MADV_HUGEPAGE);
    #else
        (void) memory;
        (void) size;
    #endif
    }
    """
    void advise "spritecol_advise"(void* memory, size_t size) noexcept nogil

cdef void ask_for_large_pages(void* memory, size_t size) noexcept nogil
