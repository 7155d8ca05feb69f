"""Rays, and the sprites of a batch that they enter.

Arguments are read first, which may run user code. Then the engine is called once, and no user code
runs. Then positions become sprites. `where` is called last.
"""

import cython as C
from cython.cimports.spritecol._engine.memory import Doubles, memory_of, points_of
from cython.cimports.spritecol._engine.narrow_phase.ray_contact import Ray, ray_of
from cython.cimports.spritecol._engine.pipeline import ray_search
from cython.cimports.spritecol._engine.pipeline.ray_search import (
    ManyRays,
    RayAnswer,
    RayAnswers,
    RayColumns,
    RayQuestion,
)
from cython.cimports.spritecol._engine.pipeline.row_index import KeptIndex
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._support import fast_range_check
from cython.cimports.spritecol._support.vectors import XY
from cython.cimports.spritecol.sprites.containers import near_targets
from cython.cimports.spritecol.sprites.containers.batch import Batch
from cython.cimports.spritecol.sprites.containers.columns import is_float64_array
from cython.cimports.spritecol.sprites.questions.answers import RayHit, distance_gone
from cython.cimports.spritecol.sprites.questions.place_questions import array_of
from cython.cimports.spritecol.sprites.questions.query_filter import QueryFilter, shape_at
from cython.cimports.spritecol.sprites.row.sprite_row import SpriteRow

from spritecol._support import number_arrays
from spritecol._support.lazy_imports import numpy
from spritecol.sprites.questions import answer_arrays

RaySettings = C.struct(
    # The common arguments of many rays.
    radius=C.double,
    hit_from_inside=C.bint,
    any_hit=C.bint,
)


def ray_arguments(
    x1: object, y1: object, x2: object, y2: object, radius: object, hit_from_inside: object
) -> RayArguments:
    """Return the arguments of one ray, checked."""
    ray: RayArguments
    ray.x1 = fast_range_check.checked(x1, "x1")
    ray.y1 = fast_range_check.checked(y1, "y1")
    ray.x2 = fast_range_check.checked(x2, "x2")
    ray.y2 = fast_range_check.checked(y2, "y2")
    ray.radius = 0.0
    if not (type(radius) is int and radius == 0):  # as for most rays
        ray.radius = fast_range_check.not_negative(radius, "radius")
    ray.hit_from_inside = fast_range_check.truth(hit_from_inside, "hit_from_inside")
    return ray


def question_of(
    batch: Batch, query_filter: QueryFilter, radius: C.double, hit_from_inside: C.bint
) -> RayQuestion:
    """Return the engine's query for a batch, which must be up to date."""
    question: RayQuestion
    question.radius = radius
    question.hit_from_inside = hit_from_inside
    question.any_hit = False
    question.row_filter = C.address(query_filter.rows)
    question.rows = batch.rows
    question.row_count = batch.row_count
    return question


@C.cfunc
def ray_hit_of(
    sprite: SpriteRow,
    shape: object,
    answer: C.pointer(C.const[RayAnswer]),
    ray: C.pointer(C.const[RayArguments]),
) -> object:
    """Return the `RayHit` for a result of the engine.

    Making it may run the garbage collector, and a finalizer may change the shapes of the sprite. So
    the caller looks up the shape first.
    """
    dx: C.double = ray.x2 - ray.x1
    dy: C.double = ray.y2 - ray.y1
    to_x: C.double = 0.0
    to_y: C.double = 0.0
    if ray.radius == 0.0:  # a disc touches elsewhere than at its center
        to_x = answer.contact.x - ray.x1
        to_y = answer.contact.y - ray.y1
    distance: C.double = distance_gone(dx, dy, answer.contact.fraction, to_x, to_y)
    hit: RayHit = RayHit.__new__(RayHit)
    hit.other = sprite
    hit.other_shape = shape
    hit.fraction = answer.contact.fraction
    hit._point = XY(answer.contact.x, answer.contact.y)
    hit._normal = XY(answer.contact.nx, answer.contact.ny)
    hit.from_inside = answer.contact.inside
    hit.distance = distance
    return hit


@C.cfunc
@C.exceptval(check=False)
def engine_ray_of(ray: C.pointer(C.const[RayArguments])) -> Ray:
    """Return a ray in the form of the engine, with dx and dy."""
    return ray_of(ray.x1, ray.y1, ray.x2, ray.y2)


def first_hit_on_ray(
    batch: Batch,
    ray: C.pointer(C.const[RayArguments]),
    query_filter: QueryFilter,
) -> object:
    """Return the first hit of a ray, or None."""
    engine_ray: Ray = engine_ray_of(ray)
    answer: RayAnswer
    if query_filter.where is not None:
        for hit in all_without_where(batch, ray, query_filter):
            if query_filter.accepts_sprite(hit.other):
                return hit
        return None
    kept: KeptIndex = near_targets.synced_index(batch, near_targets.AS_SPRITES)
    question: RayQuestion = question_of(batch, query_filter, ray.radius, ray.hit_from_inside)
    ray_search.first_on_ray(
        STORE, C.address(engine_ray), C.address(question), kept, C.address(answer)
    )
    if answer.position < 0:
        return None
    sprite: SpriteRow = batch.sprites[answer.position]
    return ray_hit_of(sprite, shape_at(sprite, answer.shape), C.address(answer), ray)


@C.cfunc
def all_without_where(
    batch: Batch, ray: C.pointer(C.const[RayArguments]), query_filter: QueryFilter
) -> list:
    """Return all hits of a ray, in order, before `where` is called."""
    found: list = []
    sprites: list = []
    shapes: list = []
    answers: RayAnswers = RayAnswers()
    one: ManyRays
    kept: KeptIndex = near_targets.synced_index(batch, near_targets.AS_SPRITES)
    question: RayQuestion = question_of(batch, query_filter, ray.radius, ray.hit_from_inside)
    k: C.Py_ssize_t
    one.starts = C.address(ray.x1)
    one.ends = C.address(ray.x2)
    one.start_step = one.end_step = 0
    ray_search.all_on_rays(STORE, C.address(one), 1, C.address(question), kept, answers)
    for k in range(answers.count):
        sprites.append(batch.sprites[answers.items[k].position])
        shapes.append(shape_at(sprites[k], answers.items[k].shape))
    for k in range(answers.count):
        found.append(ray_hit_of(sprites[k], shapes[k], answers.items + k, ray))
    return found


def hits_on_ray(
    batch: Batch,
    ray: C.pointer(C.const[RayArguments]),
    query_filter: QueryFilter,
) -> list:
    """Return all hits of a ray, in order."""
    found: list = all_without_where(batch, ray, query_filter)
    if query_filter.where is not None:
        found = [hit for hit in found if query_filter.accepts_sprite(hit.other)]
    return found


def is_in_sight(
    batch: Batch,
    ray: C.pointer(C.const[RayArguments]),
    query_filter: QueryFilter,
) -> C.bint:
    """Whether a ray hits nothing."""
    engine_ray: Ray = engine_ray_of(ray)
    answer: RayAnswer
    if query_filter.where is not None:
        return first_hit_on_ray(batch, ray, query_filter) is None
    kept: KeptIndex = near_targets.synced_index(batch, near_targets.AS_SPRITES)
    question: RayQuestion = question_of(batch, query_filter, ray.radius, ray.hit_from_inside)
    question.any_hit = True
    ray_search.first_on_ray(
        STORE, C.address(engine_ray), C.address(question), kept, C.address(answer)
    )
    return answer.position < 0


@C.cfunc
def points_array(values: object, name: str) -> object:
    """Return starts or ends of rays as a float64 array of shape (n, 2).

    Such an array is returned itself. Its numbers are not checked here, because the engine checks
    them ray by ray as it reads them.
    """
    if is_float64_array(values) and points_of(values).memory is not C.NULL:
        return values
    array: object = array_of(values, name)
    if array.ndim == 1 and len(array) == 0:
        array = array.reshape(0, 2)
    if array.ndim not in (1, 2) or array.shape[-1] != 2:
        raise ValueError(
            f"{name} must be an array of shape (n, 2) or (2,), got shape {array.shape}"
        )
    return numpy.ascontiguousarray(numpy.atleast_2d(array))


@C.cfunc
@C.exceptval(-1)
def count_rays(starts: object, ends: object) -> C.Py_ssize_t:
    """Return how many rays there are. A single start or end counts for all rays."""
    a: C.Py_ssize_t = len(starts)
    b: C.Py_ssize_t = len(ends)
    if a != b and 1 not in (a, b):
        raise ValueError(
            f"starts and ends must have the same length, or one of them must be a single "
            f"point, got {a} and {b}"
        )
    if a == 0 or b == 0:
        number_arrays.as_limited_floats(starts, "starts")
        number_arrays.as_limited_floats(ends, "ends")
        return 0
    return max(a, b)


@C.cfunc
def many_rays_of(starts: object, ends: object, count: C.Py_ssize_t) -> ManyRays:
    """Pointers to starts and ends: valid while the arrays are held and no user code runs."""
    rays: ManyRays
    first: Doubles = points_of(starts)
    last: Doubles = points_of(ends)
    if (
        first.memory is C.NULL
        or last.memory is C.NULL
        or first.count not in (1, count)
        or last.count not in (1, count)
    ):
        raise ValueError("starts and ends must keep their shapes while they are read")
    rays.starts = C.cast(C.p_double, first.memory)
    rays.ends = C.cast(C.p_double, last.memory)
    rays.start_step = 2 if first.count > 1 else 0
    rays.end_step = 2 if last.count > 1 else 0
    return rays


@C.cfunc
@C.exceptval(-1)
def answer_rays(
    batch: Batch,
    starts: object,
    ends: object,
    count: C.Py_ssize_t,
    settings: C.pointer(C.const[RaySettings]),
    query_filter: QueryFilter,
    out: C.pointer(C.const[RayColumns]),
) -> C.int:
    """Write the result of each of many rays."""
    kept: KeptIndex = near_targets.synced_index(
        batch, near_targets.AS_SPRITES if settings.any_hit else near_targets.AS_POSITIONS
    )
    question: RayQuestion = question_of(
        batch, query_filter, settings.radius, settings.hit_from_inside
    )
    rays: ManyRays = many_rays_of(starts, ends, count)
    question.any_hit = settings.any_hit
    if not ray_search.first_on_rays(STORE, C.address(rays), count, C.address(question), kept, out):
        number_arrays.as_limited_floats(starts, "starts")
        number_arrays.as_limited_floats(ends, "ends")
        raise ValueError("starts and ends must keep their numbers while they are read")
    return 0


def hits_on_rays(
    batch: Batch,
    starts: object,
    ends: object,
    radius: object,
    hit_from_inside: object,
    query_filter: QueryFilter,
    any_hit: C.bint,
) -> object:
    """Return the first hits of many rays as `RayArrays`, or with `any_hit`, whether each ray hits
    nothing.
    """
    first: object = points_array(starts, "starts")
    last: object = points_array(ends, "ends")
    settings: RaySettings
    settings.radius = fast_range_check.not_negative(radius, "radius")
    settings.hit_from_inside = fast_range_check.truth(hit_from_inside, "hit_from_inside")
    settings.any_hit = any_hit
    count: C.Py_ssize_t = count_rays(first, last)
    position: object = numpy.empty(count, dtype=numpy.intp)
    out: RayColumns
    if count:
        out.positions = C.cast(C.pointer(C.Py_ssize_t), memory_of(position))
    if any_hit:
        out.shapes = C.NULL
        if count:
            answer_rays(
                batch, first, last, count, C.address(settings), query_filter, C.address(out)
            )
        return position < 0
    hit: object = numpy.empty(count, dtype=bool)
    shape: object = numpy.empty(count, dtype=numpy.intp)
    fraction: object = numpy.empty(count)
    point: object = numpy.empty((count, 2))
    normal: object = numpy.empty((count, 2))
    inside: object = numpy.empty(count, dtype=bool)
    if count:
        out.hits = C.cast(C.p_char, memory_of(hit))
        out.shapes = C.cast(C.pointer(C.Py_ssize_t), memory_of(shape))
        out.fractions = C.cast(C.p_double, memory_of(fraction))
        out.points = C.cast(C.p_double, memory_of(point))
        out.normals = C.cast(C.p_double, memory_of(normal))
        out.insides = C.cast(C.p_char, memory_of(inside))
        answer_rays(batch, first, last, count, C.address(settings), query_filter, C.address(out))
    return answer_arrays.RayArrays(hit, position, shape, fraction, point, normal, inside)
