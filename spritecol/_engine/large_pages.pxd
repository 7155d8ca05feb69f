# As `realloc`; on Linux, the block asks for large pages, and a new one begins with one. What lies in no
# page that is all its own stays on small pages, and what has not been written takes no memory.
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

# Asks for memory that is read soon, at any address.
cdef extern from "lanes.h" nogil:
    void fetch(const void* address) noexcept

# Writes what is not read soon, past the caches; then `all_put` before anybody reads it.
cdef extern from "lanes.h" nogil:
    void put_past(double* address, double number) noexcept
    void all_put() noexcept
