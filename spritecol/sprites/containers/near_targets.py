"""Brings targets up to date, and gathers those that are near: the last steps before the engine.

A batch drops what has vanished, and makes or mends the index that it keeps. A batch in pieces,
which is made of a list with Groups, takes out of its pieces the sprites near a box, a way, a sprite
or another batch.

Bringing batches up to date is the last step that may run user code (a `__del__`, through the
garbage collector). From there to the last stage of the pipeline no user code runs, so rows and
sprites cannot change.
"""

import cython as C
from cython.cimports.cpython.pyport import PY_SSIZE_T_MAX
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.box_tests import include_box, inverted_box, overlap
from cython.cimports.spritecol._engine.broad_phase.tree_queries import fraction_at_box
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.pairs import GIVEN, PairList, new_pairs, second_of
from cython.cimports.spritecol._engine.pipeline import row_index
from cython.cimports.spritecol._engine.pipeline.row_index import KeptIndex, Workspace
from cython.cimports.spritecol._engine.pointers import Rows
from cython.cimports.spritecol._engine.storage import store
from cython.cimports.spritecol._engine.storage.layout import VANISHED, RowRecord
from cython.cimports.spritecol._engine.storage.store import NOWHERE, RowFilterRef
from cython.cimports.spritecol._engine.transform.rows import freshen, freshen_all
from cython.cimports.spritecol._engine.tuning import WORTH_OF_BOX, WORTH_OF_QUESTION
from cython.cimports.spritecol._support.libc import fabs
from cython.cimports.spritecol.sprites.containers import members
from cython.cimports.spritecol.sprites.containers.batch import Batch, append
from cython.cimports.spritecol.sprites.containers.when_to_warn import warn_of_mistakes
from cython.cimports.spritecol.sprites.row.sprite_row import SpriteRow

NEAR_HITS = C.declare(PairList, new_pairs(C.address(row_index.workspace_of(store.STORE).scratch)))
"""The positions in a batch of the targets that are hit, or near. One list serves all queries of
single sprites, because no user code runs while it is needed."""

NO_PIECES = C.declare(list, [])
"""Most queries read no batches without the indexes that they keep (`sync_all`)."""


def synced_index(batch: Batch, answer: C.int, other: Batch | None = None) -> KeptIndex:
    """Bring a batch and `other` up to date. Return the index that the first batch keeps, or None.

    Syncing one batch may drop a sprite whose `__del__` changes the other, and creating an index may
    run the garbage collector. So this repeats until neither changes anything.
    """
    if other is None:
        other = batch
    while True:
        bring_up_to_date(other, answer)
        if batch is not other:
            bring_up_to_date(batch, answer)
        kept: KeptIndex = kept_index_of(batch)
        if is_ready(other, answer) and (batch is other or is_ready(batch, answer)):
            return kept


@C.cfunc
def kept_index_of(batch: Batch) -> KeptIndex:
    """Return the up-to-date index that a batch keeps, or None."""
    workspace: Workspace = row_index.workspace_of(store.STORE)
    if not batch.is_group:
        return None
    step: C.int = row_index.index_step(
        workspace, store.STORE, batch.rows, batch.row_count, batch.kept, C.address(batch.patience)
    )
    if step == row_index.USE_INDEX:
        return batch.kept
    batch.kept = None
    if step != row_index.MAKE_INDEX:
        return None
    kept: KeptIndex = KeptIndex()
    if not members.is_synced_for_hits(batch):  # creating it may have run the garbage collector
        return None
    kept.build(store.STORE, workspace, batch.rows, batch.row_count)
    batch.kept = kept
    return kept


@C.cfunc
@C.inline
@C.exceptval(-1, check=False)
def bring_up_to_date(batch: Batch, answer: C.int) -> C.int:
    """Bring a batch up to date, as far as the result needs it."""
    return members.sync_for_hits(batch) if answer == AS_SPRITES else members.sync(batch)


@C.cfunc
@C.inline
@C.exceptval(check=False)
def is_ready(batch: Batch, answer: C.int) -> C.bint:
    """Whether a batch is unchanged since `bring_up_to_date`. Runs no user code."""
    return members.is_synced_for_hits(batch) if answer == AS_SPRITES else members.is_synced(batch)


def sync_rows(batch: Batch, answer: C.int) -> C.int:
    """Bring a batch up to date, without the index that it keeps."""
    while True:
        bring_up_to_date(batch, answer)
        if is_ready(batch, answer):
            return 0


def sync_both(a: Batch, b: Batch, answer: C.int) -> C.int:
    """Bring two batches, and the indexes that they keep, up to date.

    No user code must run until they are read. Syncing one may run code that changes the other, or
    makes its index stale. Then both are synced again.
    """
    if a.pieces is not None or b.pieces is not None:
        return fill_pieces(a, b, answer)
    while True:
        synced_index(a, answer, b)
        if a is not b:
            synced_index(b, answer, a)
        if is_ready(a, answer) and (a.kept is None or a.kept.watcher.changed_count == 0):
            return 0


def sync_all(pieces: list, answer: C.int = AS_SPRITES, plain: list = NO_PIECES) -> C.int:
    """Bring some batches up to date, and some without the indexes that they keep.

    No user code must run until they are read.
    """
    piece: Batch
    ready: C.bint = False
    while not ready:
        ready = True
        for piece in pieces:
            synced_index(piece, answer)
        for piece in plain:
            bring_up_to_date(piece, answer)
        for piece in pieces:  # syncing one may run a finalizer that changes another
            ready = ready and is_ready(piece, answer)
            ready = ready and (piece.kept is None or piece.kept.watcher.changed_count == 0)
        for piece in plain:
            ready = ready and is_ready(piece, answer)
    return 0


def sync_pieces(batch: Batch) -> Batch:
    """Bring all pieces of a batch up to date. Return an empty batch for `take_near` to fill.

    No user code must run until then, and making a batch might run some.
    """
    near: Batch = Batch()
    sync_all(batch.pieces)
    return near


def near_sprite(sprite: SpriteRow, batch: Batch) -> Batch:
    """Return the sprites of a batch in pieces that overlap a sprite's box."""
    piece: Batch
    k: C.Py_ssize_t
    for piece in batch.pieces:
        warn_of_mistakes(piece.sprites, None)
    near: Batch = sync_pieces(batch)
    this_pass: C.uint = store.STORE.next_pass()
    freshen(store.STORE, sprite.row)
    for piece in batch.pieces:
        NEAR_HITS.free_memory()
        if piece.kept is None:
            freshen_all(store.STORE, piece.rows, piece.row_count)
            for k in range(piece.row_count):
                if overlap(store.STORE.boxes + sprite.row, store.STORE.boxes + piece.rows[k]):
                    add_if_new(piece, k, this_pass, near, C.NULL)
        else:
            piece.kept.query_row(store.STORE, sprite.row, 0, GIVEN, NEAR_HITS)
            add_near_hits(piece, this_pass, near, C.NULL)
    return near


def share_of_batch(batch: Batch, dx: C.double, dy: C.double) -> C.double:
    """Return the share of a way that is searched first in a batch in pieces, or 1 for any other
    batch.

    A piece without an index is read as a whole each time, so the whole way is searched at once.
    """
    piece: Batch
    share: C.double = 0.0
    if batch.pieces is None:
        return 1.0
    for piece in batch.pieces:
        share = max(share, 1.0 if piece.kept is None else piece.kept.near_share(dx, dy))
    return share


def take_near(
    pieces: list,
    box: BoxRef,
    dx: C.double,
    dy: C.double,
    near: Batch,
    chosen: RowFilterRef = C.NULL,
    most: C.Py_ssize_t = PY_SSIZE_T_MAX,
) -> C.bint:
    """Add to `near` the sprites in some batches whose boxes a box meets on a way.

    They are added in the order of these, each once, as if all were one list. With a
    filter, only sprites that it chooses are added. Return False if too many are met, chosen or not.
    Some may be missing then.
    """
    this_pass: C.uint = store.STORE.next_pass()
    # The box around a nearly level or upright way is hardly wider than the way.
    slanted: C.bint = fabs(dx) > box.right - box.left and fabs(dy) > box.bottom - box.top
    around: Box = box[0]
    count: C.Py_ssize_t = 0
    piece: Batch
    k: C.Py_ssize_t
    around.left += min(0.0, dx)
    around.top += min(0.0, dy)
    around.right += max(0.0, dx)
    around.bottom += max(0.0, dy)
    for piece in pieces:
        if piece.kept is None:
            rows: Rows = piece.rows
            freshen_all(store.STORE, rows, piece.row_count)
            boxes: C.pointer(Box) = store.STORE.boxes
            for k in range(piece.row_count):
                if overlap(C.address(around), boxes + rows[k]) and (
                    not slanted or fraction_at_box(boxes + rows[k], box, dx, dy) <= 1.0
                ):
                    add_if_new(piece, k, this_pass, near, chosen)
                    count += 1
        else:
            find_by_index(piece, C.address(around), box, dx, dy, slanted)
            count += NEAR_HITS.count
            if count <= most:
                add_near_hits(piece, this_pass, near, chosen)
        if count > most:
            return False
    return True


@C.cfunc
@C.inline
@C.exceptval(-1)
def find_by_index(
    piece: Batch,
    around: BoxRef,
    box: BoxRef,
    dx: C.double,
    dy: C.double,
    slanted: C.bint,
) -> C.int:
    """Put the sprites that a box meets on a way into `NEAR_HITS`, by a kept index. `around` is the
    way's box.

    If the way is not slanted, these are the sprites that `around` meets.
    """
    k: C.Py_ssize_t
    count: C.Py_ssize_t = 0
    NEAR_HITS.free_memory()
    if not slanted:
        piece.kept.query(around, 0, GIVEN, NEAR_HITS)
        return 0
    piece.kept.query_way(box, dx, dy, piece.row_count, NEAR_HITS)
    boxes: BoxRef = store.STORE.boxes
    for k in range(NEAR_HITS.count):
        row: C.int = piece.rows[second_of(NEAR_HITS.items[k])]
        if overlap(around, boxes + row) and fraction_at_box(boxes + row, box, dx, dy) <= 1.0:
            NEAR_HITS.items[count] = NEAR_HITS.items[k]
            count += 1
    NEAR_HITS.count = count
    return 0


@C.cfunc
@C.inline
@C.exceptval(-1, check=False)
def add_if_new(
    piece: Batch,
    position: C.Py_ssize_t,
    this_pass: C.uint,
    near: Batch,
    chosen: RowFilterRef,
) -> C.int:
    """Add a sprite of a piece to a batch, unless this pass has met it already."""
    record: C.pointer(RowRecord) = C.address(store.STORE.records[piece.rows[position]])
    if record.last_pass != this_pass:
        record.last_pass = this_pass
        if chosen is C.NULL or store.passes(chosen, store.STORE, piece.rows[position]):
            append(near, C.cast(SpriteRow, piece.sprites[position]))
    return 0


@C.cfunc
@C.inline
@C.exceptval(-1)
def add_near_hits(piece: Batch, this_pass: C.uint, near: Batch, chosen: RowFilterRef) -> C.int:
    """Add the results of a query of a piece from `NEAR_HITS`, in order."""
    k: C.Py_ssize_t
    NEAR_HITS.sort(1, piece.row_count)
    for k in range(NEAR_HITS.count):
        add_if_new(piece, second_of(NEAR_HITS.items[k]), this_pass, near, chosen)
    return 0


@C.cfunc
@C.exceptval(-1)
def fill_pieces(a: Batch, b: Batch, answer: C.int) -> C.int:
    """Bring two batches up to date, and fill batches in pieces with the sprites to test.

    From the larger batch, only sprites near the other are taken, or all if positions count.
    """
    batch: Batch
    piece: Batch
    indexed: list = []
    plain: list = []
    larger: Batch = b if count_of(a) < count_of(b) else a
    by_place: C.bint = larger.pieces is not None and a is not b and answer != AS_POSITIONS
    for batch in (a,) if a is b else (a, b):
        if batch.pieces is None:
            indexed.append(batch)
            continue
        for piece in batch.pieces:
            bring_up_to_date(piece, answer)
            warn_of_mistakes(piece.sprites, None)
        (indexed if by_place and batch is larger else plain).extend(batch.pieces)
    sync_all(indexed, answer, plain)
    if not by_place:
        take_all(larger)
    if a is not b:
        take_all(b if larger is a else a)
    return take_near_to(b if larger is a else a, larger) if by_place else 0


@C.cfunc
@C.exceptval(-1, check=False)
def count_of(batch: Batch) -> C.Py_ssize_t:
    """Return how many sprites a batch, or its pieces, had when last brought up to date."""
    piece: Batch
    size: C.Py_ssize_t = batch.row_count
    if batch.pieces is not None:
        for piece in batch.pieces:
            size += piece.row_count
    return size


@C.cfunc
@C.exceptval(-1)
def take_all(batch: Batch) -> C.int:
    """Put all sprites of its pieces into a batch, each once. Any other batch is unchanged."""
    this_pass: C.uint = store.STORE.next_pass()
    piece: Batch
    if batch.pieces is None:
        return 0
    for piece in batch.pieces:
        add_all_new(piece, this_pass, batch)
    return 0


@C.cfunc
@C.exceptval(-1)
def add_all_new(piece: Batch, this_pass: C.uint, batch: Batch) -> C.int:
    """Add the sprites of a piece to a batch that exist and that this pass has not met."""
    sprites: list = batch.sprites
    start: C.Py_ssize_t = batch.row_count
    kept: C.Py_ssize_t = start
    k: C.Py_ssize_t
    sprites.extend(piece.sprites)  # which keeps alive the sprites that are dropped below
    room_for(C.address(batch.rows), C.address(batch.capacity), len(sprites), 16, C.sizeof(C.int))
    for k in range(piece.row_count):
        row: C.int = piece.rows[k]
        record: C.pointer(RowRecord) = C.address(store.STORE.records[row])
        if row != NOWHERE and record.last_pass != this_pass and not record.flags & VANISHED:
            record.last_pass = this_pass
            batch.rows[kept] = row
            if kept != start + k:
                sprites[kept] = sprites[start + k]
            kept += 1
    del sprites[kept:]
    batch.row_count = kept
    return 0


@C.cfunc
@C.exceptval(-1)
def take_near_to(other: Batch, batch: Batch) -> C.int:
    """Put into a batch in pieces the sprites that another batch may hit, in order.

    For a few sprites, each is searched separately. For many, the sprites in the box around them
    count as near. If these are most of a piece, the whole piece is taken.
    """
    this_pass: C.uint = store.STORE.next_pass()
    rows: Rows = other.rows
    count: C.Py_ssize_t = other.row_count
    around: Box = inverted_box()
    piece: Batch
    k: C.Py_ssize_t
    freshen_all(store.STORE, rows, count)
    for k in range(count):
        if rows[k] != NOWHERE:
            include_box(C.address(around), store.STORE.boxes + rows[k])
    if not overlap(C.address(around), C.address(around)):  # it is an empty box
        return 0
    are_few: C.bint = count * len(batch.pieces) * WORTH_OF_QUESTION <= WORTH_OF_BOX * count_of(
        batch
    )
    for piece in batch.pieces:
        if piece.kept is None:
            freshen_all(store.STORE, piece.rows, piece.row_count)
            for k in range(piece.row_count):
                if overlap(C.address(around), store.STORE.boxes + piece.rows[k]):
                    add_if_new(piece, k, this_pass, batch, C.NULL)
            continue
        NEAR_HITS.free_memory()
        for k in range(count if are_few else 1):
            if are_few:
                piece.kept.query_row(store.STORE, rows[k], 0, GIVEN, NEAR_HITS)
            else:
                piece.kept.query(C.address(around), 0, GIVEN, NEAR_HITS)
            if 2 * NEAR_HITS.count > piece.row_count:
                break
        if 2 * NEAR_HITS.count > piece.row_count:
            add_all_new(piece, this_pass, batch)
        else:
            add_near_hits(piece, this_pass, batch, C.NULL)
    return 0
