"""Questions about a place: which sprites of a batch meet a point, a box, a circle or a shape.

Arguments are read first, which may run user code; then the engine is asked once,
and no user code runs; then positions become sprites. `where` is called last.
"""

import cython
from cython import (
    NULL,
    Py_ssize_t,
    address,
    bint,
    cast,
    cfunc,
    double,
    exceptval,
    p_double,
    pointer,
    sizeof,
)
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.memory import memory_of
from cython.cimports.spritecol._engine.narrow_phase.shape_filter import Probe
from cython.cimports.spritecol._engine.pairs import PairList, new_pairs, second_of
from cython.cimports.spritecol._engine.pipeline import place_queries
from cython.cimports.spritecol._engine.pipeline.kept_index import KeptIndex
from cython.cimports.spritecol._engine.pipeline.workspace import workspace_of
from cython.cimports.spritecol._engine.storage import store
from cython.cimports.spritecol._engine.storage.layout import BOX, CIRCLE, POINT
from cython.cimports.spritecol._engine.transform.rows import freshen_all
from cython.cimports.spritecol._support.fast_range_check import as_numbers, checked
from cython.cimports.spritecol.sprites.containers.batch import Batch
from cython.cimports.spritecol.sprites.questions import hits
from cython.cimports.spritecol.sprites.questions.query_filter import (
    QueryFilter,
    place_query_filter,
    query_filter_of,
)
from cython.cimports.spritecol.sprites.sprite.sprite_row import SpriteRow, set_shapes

from spritecol._support.lazy_imports import numpy
from spritecol._support.range_check import non_negative, shown
from spritecol.shapes import Shape


def sprites_at_point(batch: Batch, x: object, y: object, query_filter: QueryFilter) -> list:
    """The sprites of a batch that a point is in, by the fill rule."""
    probe: Probe
    box: Box
    place_queries.put_point(address(probe), address(box), checked(x, "x"), checked(y, "y"))
    return sprites_at_probe(batch, address(probe), address(box), query_filter)


def sprites_in_box(
    batch: Batch,
    left: object,
    top: object,
    right: object,
    bottom: object,
    query_filter: QueryFilter,
) -> list:
    """The sprites of a batch that a box hits."""
    probe: Probe
    box: Box
    put_corners(address(probe), address(box), left, top, right, bottom)
    return sprites_at_probe(batch, address(probe), address(box), query_filter)


@cfunc
@exceptval(-1)
def put_corners(
    probe: pointer(Probe),
    box: pointer(Box),
    left: object,
    top: object,
    right: object,
    bottom: object,
) -> cython.int:
    """Write the probe for a box that is given by two corners, and its box."""
    x1: double = checked(left, "left")
    y1: double = checked(top, "top")
    x2: double = checked(right, "right")
    y2: double = checked(bottom, "bottom")
    place_queries.put_box(probe, box, min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
    return 0


def sprites_outside(
    batch: Batch,
    left: object,
    top: object,
    right: object,
    bottom: object,
    query_filter: QueryFilter,
) -> list:
    """The sprites of a batch that can be hit, and that a box does not hit, in order."""
    probe: Probe
    box: Box
    k: Py_ssize_t
    hit: Py_ssize_t = 0
    put_corners(address(probe), address(box), left, top, right, bottom)
    found: list = []
    pairs: PairList = new_pairs(address(workspace_of(store.STORE).scratch))
    kept: KeptIndex = hits.synced_index(batch, hits.AS_SPRITES)
    place_queries.rows_at_probes(
        store.STORE,
        address(probe),
        address(box),
        1,
        batch.rows,
        batch.row_count,
        kept,
        address(query_filter.rows),
        pairs,
    )
    freshen_all(store.STORE, batch.rows, batch.row_count)
    for k in range(batch.row_count):
        row: cython.int = batch.rows[k]
        if hit < pairs.count and second_of(pairs.items[hit]) == k:
            hit += 1
        elif store.STORE.boxes[row].left <= store.STORE.boxes[row].right and counts(
            query_filter, row
        ):
            found.append(batch.sprites[k])
    if query_filter.where is not None:
        found = [sprite for sprite in found if query_filter.accepts_sprite(sprite)]
    return found


@cfunc
@exceptval(check=False)
def counts(query_filter: QueryFilter, row: cython.int) -> bint:
    """Whether a shape of a row counts."""
    part: cython.int
    if not store.passes(address(query_filter.rows), store.STORE, row):
        return False
    if not store.row_needs_role_test(store.STORE, address(query_filter.rows), row):
        return True
    for part in range(store.STORE.groups[row].count):
        if store.role_passes(store.STORE, address(query_filter.rows), row, part):
            return True
    return False


def sprites_in_circle(
    batch: Batch, x: object, y: object, radius: object, query_filter: QueryFilter
) -> list:
    """The sprites of a batch that a circle hits."""
    probe: Probe
    box: Box
    place_queries.put_circle(
        address(probe),
        address(box),
        checked(x, "x"),
        checked(y, "y"),
        non_negative(radius, "radius"),
    )
    return sprites_at_probe(batch, address(probe), address(box), query_filter)


def sprites_at_shape(
    batch: Batch,
    shape: object,
    mask: object,
    exclude: object,
    where: object,
    target_shapes: object,
) -> list:
    """The sprites of a batch that a shape in world space, or another sprite, hits."""
    asker: SpriteRow
    query_filter: QueryFilter
    if isinstance(shape, SpriteRow):
        asker = shape
        query_filter = query_filter_of(mask, exclude, where, asker, None, target_shapes)
    elif isinstance(shape, Shape):
        asker = SpriteRow.__new__(SpriteRow)
        set_shapes(asker, shape, None)
        query_filter = place_query_filter(mask, exclude, where, target_shapes)
    else:
        raise TypeError(
            "query_shape takes a shape or a Sprite, for a place (x, y) use query_point, for a box "
            f"query_box(left, top, right, bottom), got {shown(shape)}"
        )
    return hits.chosen_sprites(asker, batch, query_filter)


@cfunc
def sprites_at_probe(
    batch: Batch,
    probe: pointer(Probe),
    box: pointer(Box),
    query_filter: QueryFilter,
) -> list:
    """The sprites of a batch that a probe hits, in order."""
    found: list = []
    pairs: PairList = new_pairs(address(workspace_of(store.STORE).scratch))
    kept: KeptIndex = hits.synced_index(batch, hits.AS_SPRITES)
    place_queries.rows_at_probes(
        store.STORE,
        probe,
        box,
        1,
        batch.rows,
        batch.row_count,
        kept,
        address(query_filter.rows),
        pairs,
    )
    return hits.accepted_sprites(batch, pairs, query_filter, found)


def indices_at(
    batch: Batch,
    kind: cython.int,
    places: object,
    name: str,
    query_filter: QueryFilter,
) -> object:
    """Pairs (place, position) that hit, as an array, for POINT, BOX or CIRCLE."""
    width: cython.int = 2 if kind == POINT else 4 if kind == BOX else 3
    numbers: object = table(places, width, name)
    count: Py_ssize_t = len(numbers)
    probes: pointer(Probe) = NULL
    boxes: pointer(Box) = NULL
    i: Py_ssize_t
    pairs: PairList = new_pairs(address(workspace_of(store.STORE).scratch))
    if count == 0:
        return numpy.empty((0, 2), dtype=numpy.intp)
    if kind == CIRCLE and (numbers[:, 2] < 0.0).any():
        raise ValueError(f"{name} must have radii of 0 or more, got {float(numbers[:, 2].min())}")
    v: p_double = cast(p_double, memory_of(numbers))
    try:
        probes = cast(pointer(Probe), malloc(count * sizeof(Probe)))
        boxes = cast(pointer(Box), malloc(count * sizeof(Box)))
        if probes is NULL or boxes is NULL:
            raise MemoryError
        for i in range(count):
            if kind == POINT:
                place_queries.put_point(probes + i, boxes + i, v[0], v[1])
            elif kind == BOX:
                place_queries.put_box(
                    probes + i,
                    boxes + i,
                    min(v[0], v[2]),
                    min(v[1], v[3]),
                    max(v[0], v[2]),
                    max(v[1], v[3]),
                )
            else:
                place_queries.put_circle(probes + i, boxes + i, v[0], v[1], v[2])
            v += width
        kept: KeptIndex = hits.synced_index(batch, hits.AS_POSITIONS)
        place_queries.rows_at_probes(
            store.STORE,
            probes,
            boxes,
            count,
            batch.rows,
            batch.row_count,
            kept,
            address(query_filter.rows),
            pairs,
        )
    finally:
        free(probes)
        free(boxes)
    return chosen_indices(batch, pairs, query_filter)


@cfunc
def chosen_indices(batch: Batch, pairs: PairList, query_filter: QueryFilter) -> object:
    """Pairs as an array, without those whose sprite `where` does not accept."""
    if query_filter.where is None:
        return pairs.array()
    sprites: list = [batch.sprites[second_of(pairs.items[k])] for k in range(pairs.count)]
    found: object = pairs.array()
    verdicts: dict = {}
    return found[[query_filter.accepts_once(sprite, verdicts) for sprite in sprites]]


def array_of(values: object, name: str) -> object:
    """An array of the numbers given; the error for a single number says that it takes an array."""
    single: bint = isinstance(values, (int, float))
    if isinstance(values, (str, bytes)) or not (single or hasattr(values, "__len__")):
        raise TypeError(f"{name} must be an array of numbers, got {shown(values)}")
    return as_numbers(values, name)


def table(values: object, width: cython.int, name: str) -> object:
    """Rows of numbers as a new C-contiguous float64 array of shape (n, width)."""
    array: object = array_of(values, name)
    if array.ndim == 1 and len(array) == 0:
        return numpy.empty((0, width))
    if array.ndim != 2 or array.shape[1] != width:
        raise ValueError(f"{name} must be an array of shape (n, {width}), got shape {array.shape}")
    return numpy.ascontiguousarray(array)
