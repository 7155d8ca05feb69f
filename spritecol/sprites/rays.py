"""Rays: what they enter among the sprites of a batch.

As in `places`: arguments are read first, which may run user code; then the engine is asked once,
and no user code runs; then positions become sprites. `where` is called last.
"""

import cython
import numpy
from cython.cimports.libc.math import sqrt
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.spritecol._engine.memory import memory_of
from cython.cimports.spritecol._engine.narrow_phase.ray_kernels import Ray, ray_of
from cython.cimports.spritecol._engine.pipeline.kept_index import KeptIndex
from cython.cimports.spritecol._engine.pipeline.rays import (
    RayAnswer,
    RayAnswers,
    RayQuestion,
    all_on_rays,
    first_on_rays,
)
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._numbers.fast_range_check import as_numbers, checked, truth
from cython.cimports.spritecol.sprites.batch import Batch
from cython.cimports.spritecol.sprites.detection import sync_both
from cython.cimports.spritecol.sprites.records import Records
from cython.cimports.spritecol.sprites.selection import Selection, selection_of, shape_at
from cython.cimports.spritecol.sprites.sprite_row import SpriteRow

from spritecol._numbers.range_check import non_negative

RAY_HITS = cython.declare(Records, Records("ray_hits", "RayHit"))
RAYS = cython.declare(Records, Records("ray_hits", "Rays"))


def ray_arguments(
    x1: object, y1: object, x2: object, y2: object, radius: object, hit_from_inside: object
) -> RayArguments:
    """The arguments of one ray, checked."""
    ray: RayArguments
    ray.x1 = checked(x1, "x1")
    ray.y1 = checked(y1, "y1")
    ray.x2 = checked(x2, "x2")
    ray.y2 = checked(y2, "y2")
    ray.radius = 0.0 if type(radius) is int and radius == 0 else non_negative(radius, "radius")
    ray.hit_from_inside = truth(hit_from_inside, "hit_from_inside")
    return ray


def batch_of_one(sprite: SpriteRow) -> Batch:
    """A batch of one sprite."""
    batch: Batch = Batch()
    batch.append(sprite)
    return batch


@cython.cfunc
@cython.exceptval(check=False)
def question_of(
    batch: Batch, selection: Selection, radius: cython.double, hit_from_inside: cython.bint
) -> RayQuestion:
    """The engine's question about a batch that is up to date."""
    question: RayQuestion
    question.radius = radius
    question.hit_from_inside = hit_from_inside
    question.any_hit = False
    question.row_filter = cython.address(selection.rows)
    question.rows = batch.rows
    question.row_count = batch.row_count
    return question


@cython.cfunc
def hit_of(
    sprite: SpriteRow,
    answer: cython.pointer(cython.const[RayAnswer]),
    ray: cython.pointer(cython.const[RayArguments]),
) -> object:
    """The record for an answer."""
    # From point to point: a product with the fraction is rounded once more. But a disc touches
    # elsewhere than at its center.
    end_x: cython.double = ray.x2 if ray.radius > 0.0 else answer.contact.x
    end_y: cython.double = ray.y2 if ray.radius > 0.0 else answer.contact.y
    dx: cython.double = end_x - ray.x1
    dy: cython.double = end_y - ray.y1
    distance: cython.double = sqrt(dx * dx + dy * dy)
    if ray.radius > 0.0:
        distance *= answer.contact.fraction
    return RAY_HITS.of(
        (
            sprite,
            shape_at(sprite, answer.shape),
            answer.contact.fraction,
            (answer.contact.x, answer.contact.y),
            (answer.contact.nx, answer.contact.ny),
            bool(answer.contact.inside),
            distance,
        )
    )


@cython.cfunc
@cython.exceptval(check=False)
def engine_ray(ray: cython.pointer(cython.const[RayArguments])) -> Ray:
    """The engine's ray."""
    return ray_of(ray.x1, ray.y1, ray.x2, ray.y2)


def first_hit_on_ray(
    batch: Batch,
    ray: cython.pointer(cython.const[RayArguments]),
    mask: object,
    exclude: object,
    where: object,
) -> object:
    """The first hit of a ray, or None."""
    selection: Selection = selection_of(None, mask, exclude, where)
    line: Ray = engine_ray(ray)
    kept: KeptIndex
    question: RayQuestion
    answer: RayAnswer
    if selection.where is not None:
        for hit in found_on_ray(batch, ray, selection):
            if selection.accepts(hit.sprite):
                return hit
        return None
    kept = sync_both(batch, batch)
    question = question_of(batch, selection, ray.radius, ray.hit_from_inside)
    first_on_rays(
        STORE, cython.address(line), 1, cython.address(question), kept, cython.address(answer)
    )
    if answer.position < 0:
        return None
    return hit_of(batch.sprites[answer.position], cython.address(answer), ray)


@cython.cfunc
def found_on_ray(
    batch: Batch, ray: cython.pointer(cython.const[RayArguments]), selection: Selection
) -> list:
    """All hits of a ray, in order, before `where`."""
    found: list = []
    sprites: list = []
    line: Ray = engine_ray(ray)
    answers: RayAnswers = RayAnswers()
    kept: KeptIndex = sync_both(batch, batch)
    question: RayQuestion = question_of(batch, selection, ray.radius, ray.hit_from_inside)
    k: cython.Py_ssize_t
    all_on_rays(STORE, cython.address(line), 1, cython.address(question), kept, answers)
    for k in range(answers.count):
        sprites.append(batch.sprites[answers.items[k].position])
    for k in range(answers.count):  # making records may run the garbage collector
        found.append(hit_of(sprites[k], answers.items + k, ray))
    return found


def hits_on_ray(
    batch: Batch,
    ray: cython.pointer(cython.const[RayArguments]),
    mask: object,
    exclude: object,
    where: object,
) -> list:
    """All hits of a ray, in order."""
    selection: Selection = selection_of(None, mask, exclude, where)
    found: list = found_on_ray(batch, ray, selection)
    if selection.where is not None:
        found = [hit for hit in found if selection.accepts(hit.sprite)]
    return found


def is_in_sight(
    batch: Batch,
    ray: cython.pointer(cython.const[RayArguments]),
    mask: object,
    exclude: object,
    where: object,
) -> cython.bint:
    """Whether a ray hits nothing."""
    selection: Selection
    line: Ray = engine_ray(ray)
    kept: KeptIndex
    question: RayQuestion
    answer: RayAnswer
    if where is not None:
        return first_hit_on_ray(batch, ray, mask, exclude, where) is None
    selection = selection_of(None, mask, exclude, None)
    kept = sync_both(batch, batch)
    question = question_of(batch, selection, ray.radius, ray.hit_from_inside)
    question.any_hit = True
    first_on_rays(
        STORE, cython.address(line), 1, cython.address(question), kept, cython.address(answer)
    )
    return answer.position < 0


@cython.cfunc
def ray_table(starts: object, ends: object) -> object:
    """Starts and ends of rays, broadcast, as an array of shape (n, 4)."""
    given: list = []
    for values, name in ((starts, "starts"), (ends, "ends")):
        array = as_numbers(values, name)
        if array.ndim == 1 and len(array) == 0:
            array = array.reshape(0, 2)
        if array.ndim not in (1, 2) or array.shape[-1] != 2:
            raise ValueError(
                f"{name} must be an array of shape (n, 2) or (2,), got shape {array.shape}"
            )
        given.append(numpy.atleast_2d(array))
    a, b = given
    if len(a) != len(b) and len(a) != 1 and len(b) != 1:
        raise ValueError(
            f"starts and ends must be equally many, or one of either, got {len(a)} and {len(b)}"
        )
    return numpy.ascontiguousarray(numpy.concatenate(numpy.broadcast_arrays(a, b), axis=1))


@cython.cfunc
@cython.exceptval(-1)
def answer_rays(
    batch: Batch,
    table: object,
    radius: object,
    hit_from_inside: object,
    selection: Selection,
    any_hit: cython.bint,
    answers: cython.pointer(RayAnswer),
) -> cython.int:
    """Write the answer to each ray of a table."""
    count: cython.Py_ssize_t = len(table)
    reach: cython.double = non_negative(radius, "radius")
    from_inside: cython.bint = truth(hit_from_inside, "hit_from_inside")
    v: cython.p_double = cython.cast(cython.p_double, memory_of(table))
    lines: cython.pointer(Ray) = cython.NULL
    kept: KeptIndex
    question: RayQuestion
    every: RayAnswers = RayAnswers()
    accepted: dict = {}
    sprites: list = []
    sprite: object
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    try:
        lines = cython.cast(cython.pointer(Ray), malloc(count * cython.sizeof(Ray)))
        if lines is cython.NULL:
            raise MemoryError
        for i in range(count):
            lines[i] = ray_of(v[4 * i], v[4 * i + 1], v[4 * i + 2], v[4 * i + 3])
        kept = sync_both(batch, batch)
        question = question_of(batch, selection, reach, from_inside)
        question.any_hit = any_hit
        if selection.where is None:
            first_on_rays(STORE, lines, count, cython.address(question), kept, answers)
            return 0
        # `where` may do anything, so all hits are found before its first call.
        all_on_rays(STORE, lines, count, cython.address(question), kept, every)
        question.row_count = 0  # without rows, every answer is that of a ray that hits nothing
        first_on_rays(STORE, lines, count, cython.address(question), None, answers)
    finally:
        free(lines)
    for k in range(every.count):
        sprites.append(batch.sprites[every.items[k].position])
    for k in range(every.count):
        i = every.items[k].ray
        sprite = sprites[k]
        if answers[i].position < 0:
            if id(sprite) not in accepted:
                accepted[id(sprite)] = selection.accepts(sprite)
            if accepted[id(sprite)]:
                answers[i] = every.items[k]
    return 0


def first_hits_on_rays(
    batch: Batch,
    starts: object,
    ends: object,
    radius: object,
    hit_from_inside: object,
    mask: object,
    exclude: object,
    where: object,
) -> object:
    """The first hits of many rays, as `Rays`."""
    table: object = ray_table(starts, ends)
    selection: Selection = selection_of(None, mask, exclude, where)
    count: cython.Py_ssize_t = len(table)
    position: object = numpy.empty(count, dtype=numpy.intp)
    shape: object = numpy.empty(count, dtype=numpy.intp)
    fraction: object = numpy.empty(count)
    point: object = numpy.empty((count, 2))
    normal: object = numpy.empty((count, 2))
    inside: object = numpy.empty(count, dtype=bool)
    positions: cython.pointer(cython.Py_ssize_t)
    shapes: cython.pointer(cython.Py_ssize_t)
    fractions: cython.p_double
    points: cython.p_double
    normals: cython.p_double
    insides: cython.p_char
    answers: cython.pointer(RayAnswer)
    i: cython.Py_ssize_t
    if count:
        answers = cython.cast(cython.pointer(RayAnswer), malloc(count * cython.sizeof(RayAnswer)))
        if answers is cython.NULL:
            raise MemoryError
        try:
            answer_rays(batch, table, radius, hit_from_inside, selection, False, answers)
            positions = cython.cast(cython.pointer(cython.Py_ssize_t), memory_of(position))
            shapes = cython.cast(cython.pointer(cython.Py_ssize_t), memory_of(shape))
            fractions = cython.cast(cython.p_double, memory_of(fraction))
            points = cython.cast(cython.p_double, memory_of(point))
            normals = cython.cast(cython.p_double, memory_of(normal))
            insides = cython.cast(cython.p_char, memory_of(inside))
            for i in range(count):
                positions[i] = answers[i].position
                shapes[i] = answers[i].shape
                fractions[i] = answers[i].contact.fraction
                points[2 * i] = answers[i].contact.x
                points[2 * i + 1] = answers[i].contact.y
                normals[2 * i] = answers[i].contact.nx
                normals[2 * i + 1] = answers[i].contact.ny
                insides[i] = answers[i].contact.inside
        finally:
            free(answers)
    return RAYS.of((position >= 0, position, shape, fraction, point, normal, inside))


def sights_on_rays(
    batch: Batch,
    starts: object,
    ends: object,
    radius: object,
    hit_from_inside: object,
    mask: object,
    exclude: object,
    where: object,
) -> object:
    """Whether each of many rays hits nothing, as an array."""
    table: object = ray_table(starts, ends)
    selection: Selection = selection_of(None, mask, exclude, where)
    count: cython.Py_ssize_t = len(table)
    clear: object = numpy.empty(count, dtype=bool)
    flags: cython.p_char
    answers: cython.pointer(RayAnswer)
    i: cython.Py_ssize_t
    if count:
        answers = cython.cast(cython.pointer(RayAnswer), malloc(count * cython.sizeof(RayAnswer)))
        if answers is cython.NULL:
            raise MemoryError
        try:
            answer_rays(batch, table, radius, hit_from_inside, selection, True, answers)
            flags = cython.cast(cython.p_char, memory_of(clear))
            for i in range(count):
                flags[i] = answers[i].position < 0
        finally:
            free(answers)
    return clear
