"""Queries at a position: which sprites of a batch are there, and which are nearest.

The probe is a point, a box, a circle, a shape, or a sprite.

Arguments are read first, which may run user code. Then the engine is called once, and no user code
runs. Then positions become sprites. `where` is called last.
"""

import cython as C
from cython.cimports.cpython.pyport import PY_SSIZE_T_MAX
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.memory import memory_of
from cython.cimports.spritecol._engine.pairs import PairList, new_pairs, second_of
from cython.cimports.spritecol._engine.pipeline import place_queries
from cython.cimports.spritecol._engine.pipeline.place_queries import (
    NearAnswer,
    NearColumns,
    NearQuestion,
    PlaceQuestion,
    PlaceSearch,
    Probe,
)
from cython.cimports.spritecol._engine.pipeline.row_index import KeptIndex, workspace_of
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage import store
from cython.cimports.spritecol._engine.storage.layout import BOX, CIRCLE, POINT
from cython.cimports.spritecol._engine.storage.store import STORE, RowFilter
from cython.cimports.spritecol._engine.transform.rows import freshen_all
from cython.cimports.spritecol._engine.tuning import MEASURED_FIRST
from cython.cimports.spritecol._support.fast_range_check import BOUND, checked, not_negative
from cython.cimports.spritecol._support.libc import INFINITY, free, malloc
from cython.cimports.spritecol._support.vectors import XY
from cython.cimports.spritecol.sprites.containers import near_targets
from cython.cimports.spritecol.sprites.containers.batch import Batch
from cython.cimports.spritecol.sprites.containers.targets import flattened, pieces_of
from cython.cimports.spritecol.sprites.questions import hits
from cython.cimports.spritecol.sprites.questions.answers import Near
from cython.cimports.spritecol.sprites.questions.contact_questions import distance_of
from cython.cimports.spritecol.sprites.questions.query_filter import (
    QueryFilter,
    put_row_filter,
    query_filter_of,
    shape_at,
)
from cython.cimports.spritecol.sprites.row.sprite_row import SpriteRow, set_shapes

from spritecol._support.lazy_imports import is_numpy, numpy
from spritecol._support.number_arrays import as_limited_floats
from spritecol._support.range_check import shown, whole_number
from spritecol.shapes import Shape


def sprites_at_point(batch: Batch, x: object, y: object, query_filter: QueryFilter) -> list:
    """Return the sprites of a batch that contain a point, by the fill rule."""
    probe: Probe
    box: Box
    place_queries.put_point(C.address(probe), C.address(box), checked(x, "x"), checked(y, "y"))
    return sprites_at_probe(batch, C.address(probe), C.address(box), query_filter)


def sprites_in_box(
    batch: Batch,
    left: object,
    top: object,
    right: object,
    bottom: object,
    query_filter: QueryFilter,
) -> list:
    """Return the sprites of a batch that a box hits."""
    probe: Probe
    box: Box
    put_corners(C.address(probe), C.address(box), left, top, right, bottom)
    return sprites_at_probe(batch, C.address(probe), C.address(box), query_filter)


@C.cfunc
@C.exceptval(-1)
def put_corners(
    probe: C.pointer(Probe),
    box: C.pointer(Box),
    left: object,
    top: object,
    right: object,
    bottom: object,
) -> C.int:
    """Write the probe for a box that is given by two corners, and its box."""
    exact: Box = box_of_corners(left, top, right, bottom)
    place_queries.put_box_probe(probe, box, exact.left, exact.top, exact.right, exact.bottom)
    return 0


@C.cfunc
@C.exceptval(check=True)
def box_of_corners(left: object, top: object, right: object, bottom: object) -> Box:
    """Return the box that is given by two corners, checked."""
    box: Box
    x1: C.double = checked(left, "left")
    y1: C.double = checked(top, "top")
    x2: C.double = checked(right, "right")
    y2: C.double = checked(bottom, "bottom")
    box.left = min(x1, x2)
    box.top = min(y1, y2)
    box.right = max(x1, x2)
    box.bottom = max(y1, y2)
    return box


def sprites_inside(
    batch: Batch,
    left: object,
    top: object,
    right: object,
    bottom: object,
    query_filter: QueryFilter,
) -> list:
    """Return the sprites of a batch that can be hit and lie wholly inside a box, in order."""
    question: PlaceQuestion
    box: Box = box_of_corners(left, top, right, bottom)
    question.boxes = C.address(box)
    return sprites_found(batch, C.address(question), place_queries.rows_inside, query_filter)


def sprites_outside(
    batch: Batch,
    left: object,
    top: object,
    right: object,
    bottom: object,
    query_filter: QueryFilter,
) -> list:
    """Return the sprites of a batch that can be hit and that a box does not hit, in order."""
    probe: Probe
    box: Box
    question: PlaceQuestion
    k: C.Py_ssize_t
    hit: C.Py_ssize_t = 0
    put_corners(C.address(probe), C.address(box), left, top, right, bottom)
    put_probes(C.address(question), C.address(probe), C.address(box), 1)
    found: list = []
    pairs: PairList = pairs_found(
        batch,
        near_targets.AS_SPRITES,
        C.address(question),
        place_queries.rows_at_probes,
        query_filter,
    )
    freshen_all(store.STORE, batch.rows, batch.row_count)
    for k in range(batch.row_count):
        row: C.int = batch.rows[k]
        if hit < pairs.count and second_of(pairs.items[hit]) == k:
            hit += 1
        elif store.STORE.boxes[row].left <= store.STORE.boxes[row].right and shape_counts(
            query_filter, row
        ):
            found.append(batch.sprites[k])
    return query_filter.accepted(found)


@C.cfunc
@C.exceptval(check=False)
def shape_counts(query_filter: QueryFilter, row: C.int) -> C.bint:
    """Whether a shape of a row counts."""
    part: C.int
    if not store.passes(C.address(query_filter.rows), store.STORE, row):
        return False
    if not store.row_needs_role_test(store.STORE, C.address(query_filter.rows), row):
        return True
    for part in range(store.STORE.records[row].count):
        if store.role_passes(store.STORE, C.address(query_filter.rows), row, part):
            return True
    return False


def sprites_in_circle(
    batch: Batch,
    x: object,
    y: object,
    radius: object,
    query_filter: QueryFilter,
    name: str = "radius",
) -> list:
    """Return the sprites of a batch that a circle hits. Errors use a given name for its radius."""
    probe: Probe
    box: Box
    place_queries.put_circle_probe(
        C.address(probe),
        C.address(box),
        checked(x, "x"),
        checked(y, "y"),
        not_negative(radius, name),
    )
    return sprites_at_probe(batch, C.address(probe), C.address(box), query_filter)


def sprites_at_shape(
    batch: Batch,
    shape: object,
    mask: object,
    exclude: object,
    where: object,
    shapes: object,
    target_shapes: object,
) -> list:
    """Return the sprites of a batch that a shape in world space, or another sprite, hits."""
    asker: SpriteRow
    if isinstance(shape, SpriteRow):
        asker = shape
    elif isinstance(shape, Shape):
        asker = SpriteRow.__new__(SpriteRow)
        set_shapes(asker, shape, None)
    else:
        raise TypeError(
            "query_shape takes a shape or a Sprite; for a position (x, y) call query_point, for a "
            f"box query_box(left, top, right, bottom), got {shown(shape)}"
        )
    return hits.sprites_hit_in_batch(
        asker, batch, query_filter_of(mask, exclude, where, asker, shapes, target_shapes)
    )


@C.cfunc
def sprites_at_probe(
    batch: Batch,
    probe: C.pointer(Probe),
    box: C.pointer(Box),
    query_filter: QueryFilter,
) -> list:
    """Return the sprites of a batch that a probe hits, in order."""
    question: PlaceQuestion
    put_probes(C.address(question), probe, box, 1)
    return sprites_found(batch, C.address(question), place_queries.rows_at_probes, query_filter)


@C.cfunc
@C.inline
@C.exceptval(check=False)
def put_probes(
    question: C.pointer(PlaceQuestion),
    probes: C.pointer(C.const[Probe]),
    boxes: BoxRef,
    count: C.Py_ssize_t,
) -> C.void:
    """Write the probes of a question."""
    question.probes = probes
    question.boxes = boxes
    question.probe_count = count


@C.cfunc
def sprites_found(
    batch: Batch,
    question: C.pointer(PlaceQuestion),
    search: PlaceSearch,
    query_filter: QueryFilter,
) -> list:
    """Return the sprites of a batch that a question finds and the conditions accept, in order."""
    found: list = []  # first, since making a list may run the garbage collector
    pairs: PairList = pairs_found(batch, near_targets.AS_SPRITES, question, search, query_filter)
    return hits.accepted_sprites(batch, pairs, query_filter, found)


@C.cfunc
@C.inline
def pairs_found(
    batch: Batch,
    answer: C.int,
    question: C.pointer(PlaceQuestion),
    search: PlaceSearch,
    query_filter: QueryFilter,
) -> PairList:
    """Return the pairs (probe, position) that a question finds in a batch, without `where`."""
    pairs: PairList = new_pairs(C.address(workspace_of(store.STORE).scratch))
    kept: KeptIndex = near_targets.synced_index(batch, answer)
    question.rows = batch.rows
    question.row_count = batch.row_count
    question.row_filter = C.address(query_filter.rows)
    search(store.STORE, question, kept, pairs)
    return pairs


@C.cfunc
@C.exceptval(check=False)
def put_probe(probe: C.pointer(Probe), box: C.pointer(Box), kind: C.int, v: Numbers) -> C.void:
    """Write the probe of a POINT, BOX or CIRCLE, and its box."""
    if kind == POINT:
        place_queries.put_point(probe, box, v[0], v[1])
    elif kind == BOX:
        left: C.double = min(v[0], v[2])
        top: C.double = min(v[1], v[3])
        place_queries.put_box_probe(probe, box, left, top, max(v[0], v[2]), max(v[1], v[3]))
    else:
        place_queries.put_circle_probe(probe, box, v[0], v[1], v[2])


def indices_at(
    batch: Batch,
    kind: C.int,
    places: object,
    name: str,
    query_filter: QueryFilter,
) -> object:
    """Return pairs (index of the probe, position) that hit, as an array, for POINT, BOX or
    CIRCLE.
    """
    width: C.int = 2 if kind == POINT else 4 if kind == BOX else 3
    numbers: object = table(places, width, name)
    count: C.Py_ssize_t = len(numbers)
    probes: C.pointer(Probe) = C.NULL
    boxes: C.pointer(Box) = C.NULL
    question: PlaceQuestion
    i: C.Py_ssize_t
    if count == 0:
        return numpy.empty((0, 2), dtype=numpy.intp)
    if kind == CIRCLE and (numbers[:, 2] < 0.0).any():
        raise ValueError(f"{name} must have radii of 0 or more, got {float(numbers[:, 2].min())}")
    v: C.p_double = C.cast(C.p_double, memory_of(numbers))
    try:
        probes = C.cast(C.pointer(Probe), malloc(count * C.sizeof(Probe)))
        boxes = C.cast(C.pointer(Box), malloc(count * C.sizeof(Box)))
        if probes is C.NULL or boxes is C.NULL:
            raise MemoryError
        for i in range(count):
            put_probe(probes + i, boxes + i, kind, v + i * width)
        put_probes(C.address(question), probes, boxes, count)
        pairs: PairList = pairs_found(
            batch,
            near_targets.AS_POSITIONS,
            C.address(question),
            place_queries.rows_at_probes,
            query_filter,
        )
    finally:
        free(probes)
        free(boxes)
    return pairs.array()


def array_of(values: object, name: str) -> object:
    """Return an array of the given numbers. The error for a single number asks for an array."""
    single: C.bint = isinstance(values, (int, float))
    if isinstance(values, (str, bytes)) or not (single or hasattr(values, "__len__")):
        raise TypeError(f"{name} must be an array of numbers, got {shown(values)}")
    return as_limited_floats(values, name)


def table(values: object, width: C.int, name: str) -> object:
    """Return rows of numbers as a new C-contiguous float64 array of shape (n, width)."""
    array: object = array_of(values, name)
    if array.ndim == 1 and len(array) == 0:
        return numpy.empty((0, width))
    if array.ndim != 2 or array.shape[1] != width:
        raise ValueError(f"{name} must be an array of shape (n, {width}), got shape {array.shape}")
    return numpy.ascontiguousarray(array)


MOST = C.declare(C.Py_ssize_t, 0x7FFFFFFF)
"""The maximal number of sprites, because rows are counted in 32 bits."""


def limit_of(max_distance: object) -> C.double:
    """Return `max_distance`, checked. Only this number may be infinite."""
    if isinstance(max_distance, float) or is_numpy(max_distance, "floating"):
        limit: C.double = max_distance
        if not (0.0 <= limit <= BOUND or limit == INFINITY):
            raise ValueError(f"max_distance must be 0 or more, up to 1e12 or infinite, got {limit}")
        return limit
    return not_negative(max_distance, "max_distance")


@C.cfunc
@C.exceptval(-1)
def checked_k(most: object) -> C.Py_ssize_t:
    """Return `k`, checked. More than all sprites are as many as there can be."""
    what: str = "an integer of at least 0"
    if type(most) is int and 0 <= most <= MOST:  # without a call in most cases
        return most
    if most is True or most is False:
        raise TypeError(f"k must be {what}, got {shown(most)}")
    return min(whole_number(most, "k", 0, INFINITY, kind=what, allowed=what), MOST)


@C.cfunc
@C.exceptval(-1)
def answer_points(
    batch: Batch,
    answer: C.int,
    query_filter: QueryFilter | None,
    asker: SpriteRow | None,
    points: Numbers,
    count: C.Py_ssize_t,
    most: C.Py_ssize_t,
    max_distance: C.double,
    answers: C.pointer(C.pointer(NearAnswer)),
    columns: C.pointer(C.const[NearColumns]),
) -> C.Py_ssize_t:
    """Find the nearest for each point. Return how many results there are for each, at most `most`.

    If a sprite asks, the query is for it instead of a single point. The shapes and points of the
    results are left open then: see `put_nearest_places`. The caller frees `answers`. With
    `columns`, the results are written there point by point, and the memory contains the results of
    only one point.
    """
    room: C.Py_ssize_t = count if columns is C.NULL else 1
    question: NearQuestion
    selected: RowFilter
    found: PairList = new_pairs(C.address(workspace_of(store.STORE).scratch))
    kept: KeptIndex = near_targets.synced_index(batch, answer)
    if asker is None:
        question.asker = -1
        question.row_filter = C.address(query_filter.rows)
    else:
        question.asker = asker.row
        put_row_filter(asker, query_filter, C.address(selected))
        question.row_filter = C.address(selected)
    question.most = min(most, batch.row_count)
    question.max_distance = max_distance
    question.rows = batch.rows
    question.row_count = batch.row_count
    if question.most == 0 or count == 0:
        return 0
    if room > PY_SSIZE_T_MAX // question.most // C.sizeof(NearAnswer):
        raise MemoryError
    answers[0] = C.cast(C.pointer(NearAnswer), malloc(room * question.most * C.sizeof(NearAnswer)))
    if answers[0] is C.NULL:
        raise MemoryError
    place_queries.nearest_rows(
        STORE, points, count, C.address(question), kept, found, answers[0], columns
    )
    return question.most


@C.cfunc
def near_of(sprite: SpriteRow, shape: object, answer: C.pointer(C.const[NearAnswer])) -> object:
    """Return the `Near` for a result. The shape is looked up first, because making it may run user
    code.
    """
    near: Near = Near.__new__(Near)
    near.other = sprite
    near.other_shape = shape
    near.distance = answer.distance
    near._point = XY(answer.x, answer.y)
    return near


def nearest_sprites(
    batch: Batch,
    x: object,
    y: object,
    most: object,
    max_distance: object,
    query_filter: QueryFilter,
) -> list:
    """Return the nearest sprites to a point, as a list of `Near`."""
    point: C.double[2]
    limit: C.double = limit_of(max_distance)
    wanted: C.Py_ssize_t = checked_k(most)
    point[0] = checked(x, "x")
    point[1] = checked(y, "y")
    return nearest_found(batch, point, limit, wanted, query_filter)


def nearest_to_sprite(
    batch: Batch, asker: SpriteRow, most: object, max_distance: object, query_filter: QueryFilter
) -> list:
    """Return the sprites nearest to another sprite, as a list of `Near`."""
    limit: C.double = limit_of(max_distance)
    wanted: C.Py_ssize_t = checked_k(most)
    return nearest_found(batch, C.NULL, limit, wanted, query_filter)


def sprites_within(
    batch: Batch, asker: SpriteRow, distance: object, query_filter: QueryFilter
) -> list:
    """Return the sprites of a batch that are less than a distance from another sprite, in order."""
    question: PlaceQuestion
    question.asker = asker.row
    question.distance = not_negative(distance, "distance")
    return sprites_found(batch, C.address(question), place_queries.rows_within, query_filter)


@C.cfunc
def nearest_found(
    batch: Batch,
    point: C.p_double,
    limit: C.double,
    wanted: C.Py_ssize_t,
    query_filter: QueryFilter,
) -> list:
    """Return the sprites nearest to a point, or to the asking sprite, as a list of `Near`.

    With `where`, more and more sprites are measured until enough of them are accepted. If `where`
    itself changes sprites, the last measurement counts, with the verdicts given so far.
    """
    measured: C.Py_ssize_t = wanted
    unseen: C.Py_ssize_t = 1
    present: C.Py_ssize_t = MOST
    accepted: dict = {}
    found: list = []
    if query_filter.where is not None:
        measured = max(2 * min(wanted, MOST // 2), MEASURED_FIRST) if wanted else 0
    while unseen:
        found = []
        unseen = fill_found(batch, query_filter, point, limit, wanted, measured, accepted, found)
        present = min(present, measured + unseen)  # without sprites that `where` has added
        if measured >= present:
            break
        measured = MOST if measured > present // 256 else 16 * measured
    return found


@C.cfunc
@C.exceptval(-1)
def fill_found(
    batch: Batch,
    query_filter: QueryFilter,
    point: C.p_double,
    limit: C.double,
    wanted: C.Py_ssize_t,
    measured: C.Py_ssize_t,
    accepted: dict,
    found: list,
) -> C.Py_ssize_t:
    """Add the sprites near one point. Return how many are still to be measured.

    `accepted` contains the results of `where` by the id of the sprite, which it also keeps alive.
    """
    answers: C.pointer(NearAnswer) = C.NULL
    asker: SpriteRow = query_filter.asker
    k: C.Py_ssize_t
    sprites: list = []
    shapes: list = []
    unseen: C.Py_ssize_t
    try:
        count: C.Py_ssize_t = answer_points(
            batch,
            near_targets.AS_SPRITES,
            query_filter,
            asker,
            point,
            1,
            measured,
            limit,
            C.address(answers),
            C.NULL,
        )
        if asker is not None:
            place_queries.put_nearest_places(
                STORE, asker.row, C.address(query_filter.rows), batch.rows, count, answers
            )
        unseen = batch.row_count - count if query_filter.where is not None else 0
        for k in range(count):
            if answers[k].position < 0:
                count = k
                unseen = 0
                break
            sprites.append(batch.sprites[answers[k].position])
            shapes.append(shape_at(sprites[k], answers[k].shape))
        for k in range(count):
            if len(found) == wanted:
                break
            if is_accepted(query_filter, sprites[k], accepted, unseen > 0):
                found.append(near_of(sprites[k], shapes[k], answers + k))
    finally:
        free(answers)
    return 0 if len(found) == wanted else unseen


@C.cfunc
@C.exceptval(-1)
def is_accepted(query_filter: QueryFilter, sprite: object, accepted: dict, keep: C.bint) -> C.bint:
    """Return the result of `where` for a sprite. With `keep`, it is stored and not requested
    again.
    """
    if query_filter.where is None:
        return True
    known: object = accepted.get(id(sprite))
    if known is not None:
        return known[0]
    answer: C.bint = query_filter.accepts_sprite(sprite)
    if keep:
        accepted[id(sprite)] = (answer, sprite)
    return answer


def distance_of_nearest(
    sprite: SpriteRow, targets: object, query_filter: QueryFilter | None
) -> object:
    """Return the distance to the nearest target that the conditions accept, or inf without any."""
    batch: Batch = pieces_of(targets, "other")
    nearest: object = distance_of(sprite, sprite)
    for piece in [batch] if batch.pieces is None else batch.pieces:
        nearest = nearest_in(sprite, piece, query_filter, nearest)
    return nearest


@C.cfunc
def nearest_in(
    sprite: SpriteRow, batch: Batch, query_filter: QueryFilter | None, nearest: object
) -> object:
    """Return the distance to the nearest sprite of a batch, or `nearest` if that is not more.

    Of many sprites, only the nearest are measured: one, or some with `where`, and then more of
    them, while all of them hit or are rejected.
    """
    answers: C.pointer(NearAnswer) = C.NULL
    k: C.Py_ssize_t
    away: C.double = 0.0
    seen: C.Py_ssize_t = 0
    most: C.Py_ssize_t = 1
    if query_filter is not None and query_filter.where is not None:
        most = MEASURED_FIRST
    if batch.row_count <= most:
        for other in flattened(batch, "other"):
            nearest = nearer_distance(sprite, other, query_filter, nearest)
        return nearest
    while True:
        sprites: list = []
        try:
            count: C.Py_ssize_t = answer_points(
                batch,
                near_targets.AS_SPRITES,
                query_filter,
                sprite,
                C.NULL,
                1,
                most,
                max(0.0, C.cast(C.double, nearest)),
                C.address(answers),
                C.NULL,
            )
            while len(sprites) < count and answers[len(sprites)].position >= 0:
                sprites.append(batch.sprites[answers[len(sprites)].position])
            for k in range(seen, len(sprites)):
                away = answers[k].distance
                if away > max(0.0, C.cast(C.double, nearest)):
                    return nearest
                nearest = nearer_distance(sprite, sprites[k], query_filter, nearest)
        finally:
            free(answers)
            answers = C.NULL
        if len(sprites) < most or 0.0 < C.cast(C.double, nearest) <= away:
            return nearest
        seen = most
        most *= 16


@C.cfunc
def nearer_distance(
    sprite: SpriteRow, other: SpriteRow, query_filter: QueryFilter | None, nearest: object
) -> object:
    """Return the distance to another sprite, or `nearest` if that is not more."""
    found: object = distance_of(sprite, other, query_filter, nearest)
    return found if C.cast(C.double, found) < C.cast(C.double, nearest) else nearest


def nearest_positions(
    batch: Batch,
    points: object,
    most: object,
    max_distance: object,
    query_filter: QueryFilter,
) -> object:
    """Return positions and distances of the nearest sprites of many points, as two arrays."""
    limit: C.double = limit_of(max_distance)
    checked_k(most)  # the errors of `nearest_k`
    wanted: C.Py_ssize_t = whole_number(most, "k", 0, MOST)
    numbers: object = table(points, 2, "points")
    positions: object = numpy.empty((len(numbers), wanted), dtype=numpy.intp)
    distances: object = numpy.empty((len(numbers), wanted))
    answers: C.pointer(NearAnswer) = C.NULL
    columns: NearColumns
    if len(numbers) == 0 or wanted == 0:
        return positions, distances
    columns.positions = C.cast(C.pointer(C.Py_ssize_t), memory_of(positions))
    columns.distances = C.cast(C.p_double, memory_of(distances))
    columns.wanted = wanted
    try:
        each: C.Py_ssize_t = answer_points(
            batch,
            near_targets.AS_POSITIONS,
            query_filter,
            None,
            C.cast(C.p_double, memory_of(numbers)),
            len(numbers),
            wanted,
            limit,
            C.address(answers),
            C.address(columns),
        )
    finally:
        free(answers)
    if each == 0:  # nothing was searched
        positions.fill(-1)
        distances.fill(INFINITY)
    return positions, distances
