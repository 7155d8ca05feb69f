# Does one half, 0 or 1, of a job, which `context` describes.
ctypedef void (*Work)(int half, void* context) noexcept nogil

cdef struct Team:
    # Two threads: the one that calls, and a helper.
    void (*share)(void* helper, Work work, void* context) noexcept nogil
    void* helper
    Py_ssize_t least         # steps with fewer elements are not worth sharing

cdef inline const Team* team_for(const Team* team, Py_ssize_t count) noexcept nogil:
    # The team, or NULL where one thread alone is faster.
    return team if team is not NULL and count >= team.least else NULL

cdef inline void share(const Team* team, Work work, void* context) noexcept nogil:
    # Do both halves of a job at the same time. Without a team, half 0 is all of it (`middle_of`).
    if team is NULL:
        work(0, context)
    else:
        team.share(team.helper, work, context)

cdef inline Py_ssize_t middle_of(const Team* team, Py_ssize_t count) noexcept nogil:
    # Where the second half of a sequence begins; at its end if there is nobody to do it.
    return count if team is NULL else count // 2
