from spritecol._engine.halves cimport Team
from spritecol._engine.pairs cimport Pair, PairList
from spritecol._engine.pipeline.moved_row cimport Meeting, Motion
from spritecol._engine.storage.store cimport Store

cdef struct FirstHits:
    # The answers about many rows, by position: the arrays that users get. They start with no hit.
    char* hits
    Py_ssize_t* positions
    double* fractions
    double* points       # x, y
    double* normals      # x, y

cdef inline void put_first(
    const FirstHits* firsts, Py_ssize_t i, const Meeting* meeting
) noexcept nogil:
    firsts.hits[i] = True
    firsts.positions[i] = meeting.position
    firsts.fractions[i] = meeting.fraction
    firsts.points[2 * i] = meeting.px
    firsts.points[2 * i + 1] = meeting.py
    firsts.normals[2 * i] = meeting.nx
    firsts.normals[2 * i + 1] = meeting.ny

cdef bint are_lone(
    Store store, int row, const int* b, const Pair* candidates, Py_ssize_t count
) noexcept nogil
cdef bint first_of_lone(
    Store store, int row, Motion* motion, const int* b, Pair* candidates, Py_ssize_t count,
    Meeting* first
) noexcept nogil
cdef bint sweep_lone_rows(
    Store store, const Team* team, const int* a, const double* ways, const int* b, PairList found,
    const FirstHits* firsts
) noexcept nogil

cpdef enum:
    NOT_LONE = -2  # the position of a first hit that is yet to be found: see `sweep_lone_rows`
