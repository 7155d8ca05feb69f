from spritecol._engine.pipeline.ray_search cimport RayQuestion
from spritecol.sprites.containers.batch cimport Batch
from spritecol.sprites.questions.query_filter cimport QueryFilter

cdef struct RayArguments:
    double x1
    double y1
    double x2
    double y2
    double radius
    bint hit_from_inside

cdef RayArguments ray_arguments(
    object x1, object y1, object x2, object y2, object radius, object hit_from_inside
) except *
cdef RayQuestion question_of(
    Batch batch, QueryFilter query_filter, double radius, bint hit_from_inside
) noexcept
cdef object first_hit_on_ray(Batch batch, const RayArguments* ray, QueryFilter query_filter)
cdef list hits_on_ray(Batch batch, const RayArguments* ray, QueryFilter query_filter)
cdef bint is_in_sight(Batch batch, const RayArguments* ray, QueryFilter query_filter) except -1
cdef object hits_on_rays(
    Batch batch, object starts, object ends, object radius, object hit_from_inside,
    QueryFilter query_filter, bint any_hit
)
