cdef class FirstChecks:
    cdef Py_ssize_t sprites_left  # how many sprites may still be examined; below 1 none is
    cdef Py_ssize_t calls_left    # how many calls of `update` and `draw` may still be examined
    cdef Py_ssize_t hits_left     # how many calls of `check` that have found a pair, likewise
    cdef int examine(self, object targets) except -1
    cdef int examine_list(self, list sprites) except -1

cdef FirstChecks FIRST_CHECKS

cdef inline int warn_of_mistakes(object targets, object others) except -1:
    # Warn of mistakes in sprites that are about to be checked, each a sprite or a list of sprites.
    # A warning may run user code, so this comes before any row is read.
    if FIRST_CHECKS.sprites_left > 0:
        FIRST_CHECKS.examine(targets)
        if others is not targets:
            FIRST_CHECKS.examine(others)
    return 0

cpdef object ran(object answer)
