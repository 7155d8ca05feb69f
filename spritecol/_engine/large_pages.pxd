# Large memory pages for large blocks, which take fewer entries of the TLB; and prefetching, whose
# code is in `lanes.h`.

# `realloc`, which on Linux asks for large pages. A new block begins at the start of a page. What
# does not fill a whole page stays on small pages; what has not been written takes no memory.
cdef extern from *:
    """
    #include <stdint.h>
    #include <stdlib.h>
    #if defined(__linux__)
    #include <sys/mman.h>
    static inline void *spritecol_on_large_pages(void *block, size_t size, size_t page) {
        void *found = NULL;
        if (block)
            found = realloc(block, size);
        else if (posix_memalign(&found, page, size))
            return NULL;
    #if defined(MADV_HUGEPAGE)
        if (found) {
            size_t before = (page - (uintptr_t)found % page) % page;
            if (before < size) /* if it fails, pages are small */
                (void)madvise((char *)found + before, (size - before) / page * page, MADV_HUGEPAGE);
        }
    #endif
        return found;
    }
    #else
    static inline void *spritecol_on_large_pages(void *block, size_t size, size_t page) {
        (void)page;
        return realloc(block, size);
    }
    #endif
    """
    void* on_large_pages "spritecol_on_large_pages" (void* block, size_t size, size_t page) nogil

# Prefetches memory that is read soon, at any address.
cdef extern from "lanes.h" nogil:
    void fetch(const void* address) noexcept

# Writes past the caches what is not read soon. Call `all_put` before another thread reads it.
cdef extern from "lanes.h" nogil:
    void put_past(double* address, double number) noexcept
    void all_put() noexcept
