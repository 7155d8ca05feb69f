# On Linux a block of memory gets large pages if it asks for them; elsewhere this is `realloc`.
cdef extern from *:
    """
    #include <stdlib.h>
    #if defined(__linux__)
    #include <malloc.h>
    #include <string.h>
    #include <sys/mman.h>
    static inline void *spritecol_on_large_pages(void *block, size_t size, size_t page) {
        void *found = NULL;
        size_t held = block ? malloc_usable_size(block) : 0;
        if (posix_memalign(&found, page, size))
            return NULL;
    #if defined(MADV_HUGEPAGE)
        madvise(found, size / page * page, MADV_HUGEPAGE); /* if it fails, pages are small */
    #endif
        if (block)
            memcpy(found, block, held < size ? held : size);
        free(block);
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
