# A switch for one small fault, read once: SPRITECOL_FAULT=<n>. Scratch only.
cdef extern from *:
    """
    #include <stdlib.h>
    static int spritecol_fault_number = -1;
    static int spritecol_fault(int n) {
        if (spritecol_fault_number < 0) {
            const char* given = getenv("SPRITECOL_FAULT");
            spritecol_fault_number = given ? atoi(given) : 0;
        }
        return spritecol_fault_number == n;
    }
    """
    bint fault "spritecol_fault" (int n) noexcept nogil
