# A large step in portions: by one thread alone, or by several at once.
#
# A step that can be shared is a function of a portion and of a job that all portions read.
# `pipeline.plan` decides which threads there are; the step itself only gets a `Team`, or NULL, and
# divides itself by the number of its elements. What is written, and in which order, must not depend
# on it.

# Does one portion of a job, which `context` describes: 0, or 1, 2, ... of several.
ctypedef void (*Work)(int portion, void* context) noexcept nogil

cdef enum:
    MOST_PORTIONS = 8        # of a step, and so threads of a team

cdef struct Team:
    # Some threads: the one that calls, and its helpers.
    void (*share)(void* helpers, int portions, Work work, void* context) noexcept nogil
    void* helpers
    int size                 # how many threads; with 1, nothing is shared
    Py_ssize_t least         # short steps with fewer elements are not worth sharing

cdef inline int portions_from(const Team* team, Py_ssize_t count, Py_ssize_t least) noexcept nogil:
    # Into how many portions a step of that many elements is divided, if it is worth two from `least`
    # on: so that none has less than half of that.
    if team is NULL or count < least:
        return 1
    return <int> min(<Py_ssize_t> team.size, 2 * count // max(1, least))

cdef inline int portions_for(const Team* team, Py_ssize_t count) noexcept nogil:
    # Into how many portions a short step is divided.
    return 1 if team is NULL else portions_from(team, count, team.least)

cdef inline Py_ssize_t start_of(int portion, int portions, Py_ssize_t count) noexcept nogil:
    # Where a portion of a sequence begins: at the end of the one before.
    if portion == 0 or portion == portions:  # most steps are not divided
        return count if portion else 0
    return count * portion // portions

cdef inline void share(const Team* team, int portions, Work work, void* context) noexcept nogil:
    # Do all portions of a job at the same time; if there is one only, without the team.
    if portions == 1:
        work(0, context)
    else:
        team.share(team.helpers, portions, work, context)
