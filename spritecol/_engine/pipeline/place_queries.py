"""Questions about a place: which rows meet a point, a box, a circle, or the shapes of a row.

A place is a `Probe`, one part that belongs to no row, with its box. The exact tests are those of a
check, so a probe hits what a sprite of that shape would hit.
"""

import cython
from cython import NULL, Py_ssize_t, address, cfunc, double, exceptval, nogil, pointer
from cython.cimports.spritecol._engine.box import Box, BoxView, overlap, view_of, widen
from cython.cimports.spritecol._engine.narrow_phase.shape_filter import (
    Probe,
    probe_overlaps,
    shapes_overlap,
)
from cython.cimports.spritecol._engine.pairs import GIVEN, first_of, pair_of, second_of
from cython.cimports.spritecol._engine.pipeline.stages import box_pairs_between
from cython.cimports.spritecol._engine.pipeline.workspace import workspace_of
from cython.cimports.spritecol._engine.pointers import Rows
from cython.cimports.spritecol._engine.storage.layout import BOX, CIRCLE, POINT, SEGMENT
from cython.cimports.spritecol._engine.storage.store import RowFilter, Store, passes
from cython.cimports.spritecol._engine.transform.rows import freshen, freshen_all


def put_point(probe: pointer(Probe), box: pointer(Box), x: double, y: double) -> cython.void:
    """Write the probe for a point, and its box."""
    probe.kind = POINT
    probe.count = 1
    probe.numbers[0] = box.left = box.right = x
    probe.numbers[1] = box.top = box.bottom = y
    widen(box)


def put_box(
    probe: pointer(Probe),
    box: pointer(Box),
    left: double,
    top: double,
    right: double,
    bottom: double,
) -> cython.void:
    """Write the probe for a box; a flat one is the segment or point that it has become."""
    if left == right and top == bottom:
        put_point(probe, box, left, top)
        return
    probe.kind = SEGMENT if left == right or top == bottom else BOX
    probe.count = 2
    probe.numbers[0] = box.left = left
    probe.numbers[1] = box.top = top
    probe.numbers[2] = box.right = right
    probe.numbers[3] = box.bottom = bottom
    widen(box)


def put_circle(
    probe: pointer(Probe), box: pointer(Box), x: double, y: double, radius: double
) -> cython.void:
    """Write the probe for a circle; one of radius 0 is a point."""
    if radius == 0.0:
        put_point(probe, box, x, y)
        return
    probe.kind = CIRCLE
    probe.count = 1
    probe.numbers[0] = x
    probe.numbers[1] = y
    probe.numbers[2] = radius
    box.left = x - radius
    box.top = y - radius
    box.right = x + radius
    box.bottom = y + radius
    widen(box)


def rows_at_row(
    store: Store,
    asker: cython.int,
    rows: Rows,
    count: Py_ssize_t,
    kept: KeptIndex | None,
    row_filter: pointer(cython.const[RowFilter]),
    out: PairList,
) -> cython.int:
    """Add (0, position) for the rows that meet the shapes of a row, in order."""
    k: Py_ssize_t
    found: Py_ssize_t = 0
    freshen(store, asker)
    box: Box = store.boxes[asker]
    if kept is not None:
        kept.query(address(box), 0, GIVEN, out)
    else:
        freshen_all(store, rows, count)
        if not out.reserve(count):
            raise MemoryError
        for k in range(count):
            if overlap(address(box), store.boxes + rows[k]):
                out.items[out.count] = pair_of(0, k)
                out.count += 1
    for k in range(out.count):
        row: cython.int = rows[second_of(out.items[k])]
        if (
            row != asker
            and passes(row_filter, store, row)
            and shapes_overlap(store, row_filter, asker, row)
        ):
            out.items[found] = out.items[k]
            found += 1
    out.count = found
    return out.sort(1, count)


def rows_at_probes(
    store: Store,
    probes: pointer(cython.const[Probe]),
    boxes: pointer(cython.const[Box]),
    probe_count: Py_ssize_t,
    rows: Rows,
    count: Py_ssize_t,
    kept: KeptIndex | None,
    row_filter: pointer(cython.const[RowFilter]),
    out: PairList,
) -> cython.int:
    """Add (i, position) for the rows that meet probe i, ordered by i, then position.

    `kept` is an up-to-date index of these rows, or None.
    """
    i: Py_ssize_t
    if kept is not None:
        for i in range(probe_count):
            kept.query(boxes + i, i, GIVEN, out)
    else:
        freshen_all(store, rows, count)
        view: BoxView = view_of(boxes, NULL, probe_count)
        row_view: BoxView = view_of(store.boxes, rows, count)
        box_pairs_between(workspace_of(store), address(view), address(row_view), out)
    keep_probed(store, probes, boxes, rows, row_filter, out)
    return out.sort(probe_count, count)


@cfunc
@nogil
@exceptval(check=False)
def keep_probed(
    store: Store,
    probes: pointer(cython.const[Probe]),
    boxes: pointer(cython.const[Box]),
    rows: Rows,
    row_filter: pointer(cython.const[RowFilter]),
    pairs: PairList,
) -> cython.void:
    """Drop the pairs (probe, position) that do not hit, or that the filter keeps out."""
    found: Py_ssize_t = 0
    k: Py_ssize_t
    for k in range(pairs.count):
        question: Py_ssize_t = first_of(pairs.items[k])
        row: cython.int = rows[second_of(pairs.items[k])]
        if passes(row_filter, store, row) and probe_overlaps(
            store, probes + question, boxes + question, row_filter, row
        ):
            pairs.items[found] = pairs.items[k]
            found += 1
    pairs.count = found
