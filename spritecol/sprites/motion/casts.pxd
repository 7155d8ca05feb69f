from spritecol._engine.pipeline.ray_search cimport RayAnswer, RayAnswers
from spritecol._engine.storage.store cimport RowFilter
from spritecol._engine.sweeps.impact cimport Impact, Sweep
from spritecol.sprites.motion.body cimport Body, Stop
from spritecol.sprites.motion.vector cimport Vector

cdef struct FreePlace:
    bint found
    Vector at

cdef bint cast_to(
    Body body, Vector start, Vector end, Stop* stop, int skipped=*, bint one_way=*
) except -1
cdef Vector go_to(Body body, Vector start, Vector end) except *
cdef bint cast_along(
    Body body, Vector at, Vector end, double margin, Stop* stop, int skipped=*
) except -1
cdef bint meet(
    Body body, Vector start, Vector way, Stop* stop, int skipped=*, double margin=*
) except -1
cdef bint meets_floor(Body body, Vector start, Vector end, const Impact* met) except -1
cdef RayAnswers find_on_ray(
    Body body, Vector start, Vector end, const RowFilter* chosen, bint hit_from_inside
)
cdef void put_ray_answer(Body body, const RayAnswer* answer, Impact* impact) noexcept
cdef bint accepts_on_way(Body body, Vector start, Vector way, Py_ssize_t position) except -1
cdef FreePlace free_place_near(Body body, Vector at, Vector way, Sweep* sweep) except *
