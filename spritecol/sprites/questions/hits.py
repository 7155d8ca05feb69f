"""Every query about hits: turns targets into rows, calls the pipeline, returns sprites.

`synced_index`, which brings batches up to date, is the last step that may run user code (a
`__del__`, through the garbage collector). From there to the last stage of the pipeline no user code
runs, so rows and sprites cannot change.
"""

from itertools import compress

import cython as C
from cython.cimports.cpython.pyport import PY_SSIZE_T_MAX
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.box_tests import include_box, inverted_box, overlap
from cython.cimports.spritecol._engine.broad_phase.tree_queries import place_of_box
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.pairs import (
    GIVEN,
    Pair,
    PairList,
    first_of,
    new_pairs,
    second_of,
)
from cython.cimports.spritecol._engine.pipeline import row_index, stages
from cython.cimports.spritecol._engine.pipeline.row_index import KeptIndex, Workspace
from cython.cimports.spritecol._engine.pipeline.stages import HitQuestion, HitQuestionRef
from cython.cimports.spritecol._engine.pointers import Rows
from cython.cimports.spritecol._engine.storage import row_tests, store
from cython.cimports.spritecol._engine.storage.layout import VANISHED, CollisionGroup
from cython.cimports.spritecol._engine.storage.store import NOWHERE, RowFilter, RowFilterRef
from cython.cimports.spritecol._engine.transform.rows import freshen, freshen_all
from cython.cimports.spritecol._engine.tuning import (
    TARGETS_AT_ONCE,
    WORTH_OF_BOX,
    WORTH_OF_QUESTION,
)
from cython.cimports.spritecol._support.libc import fabs
from cython.cimports.spritecol._support.python import PyObject
from cython.cimports.spritecol.sprites.containers import members
from cython.cimports.spritecol.sprites.containers.batch import Batch, append, hold, release
from cython.cimports.spritecol.sprites.containers.targets import (
    PLAIN_CONTAINERS,
    other_pieces_of,
    pieces_of,
    walkable,
)
from cython.cimports.spritecol.sprites.hints.when_to_warn import warn_of_mistakes
from cython.cimports.spritecol.sprites.questions.query_filter import (
    QueryFilter,
    hit_query_filter,
    none_given,
    row_filter_of,
)
from cython.cimports.spritecol.sprites.sprite.sprite_row import SpriteRow

from spritecol.sprites.default_arguments import OMITTED

NEAR_HITS = C.declare(PairList, new_pairs(C.address(row_index.workspace_of(store.STORE).scratch)))
"""The positions in a batch of the targets that are hit, or near. One list serves all queries of
single sprites, because no user code runs while it is needed."""

NO_PIECES = C.declare(list, [])
"""Most queries read no batches without the indexes that they keep (`sync_all`)."""


def hit_sprites(sprite: SpriteRow, targets: object, query_filter: QueryFilter | None) -> list:
    """Return the sprites among `targets` that `sprite` hits, each once, in order, without
    `where`.
    """
    found: list = []
    add_hits(sprite, targets, query_filter, ALL_HITS, found)
    return found


def hits_any(sprite: SpriteRow, targets: object, query_filter: QueryFilter | None) -> C.bint:
    """Whether a sprite hits any of `targets`, without `where`."""
    return add_hits(sprite, targets, query_filter, ANY_HIT, None) > 0


@C.cfunc
@C.exceptval(-1)
def add_hits(
    sprite: SpriteRow,
    targets: object,
    query_filter: QueryFilter | None,
    most: C.Py_ssize_t,
    found: list | None,
) -> C.Py_ssize_t:
    """Add the targets that a sprite hits to a list, if one is given. Return how many.

    The search stops when enough are found, but some more may be found.
    """
    question: HitQuestion
    question.asker = sprite.row
    question.most = most
    question.chosen = row_filter_of(query_filter)
    if isinstance(targets, SpriteRow):
        warn_of_mistakes(sprite, targets)
        if not stages.rows_hit(
            store.STORE, question.chosen, sprite.row, C.cast(SpriteRow, targets).row
        ):
            return 0
        if found is not None:
            found.append(targets)
        return 1
    is_plain: C.bint = type(targets) is list
    if not (is_plain or isinstance(targets, Batch)):  # without a call in most cases
        targets = walkable(targets, "targets")
        is_plain = type(targets) in PLAIN_CONTAINERS
    if is_plain:
        warn_of_mistakes(sprite, targets)
        count: C.Py_ssize_t = add_hits_in(targets, C.address(question), found)
        if count >= 0:
            return count
    batch: Batch
    if isinstance(targets, Batch):  # like `pieces_of`, but without the calls
        batch = C.cast(Batch, targets)
        members.sync_for_hits(batch)
    else:
        batch = pieces_of(targets, "targets")
    warn_of_mistakes(sprite, batch.sprites)  # in one call: the next look may be many calls later
    return add_hits_in_batch(sprite, batch, C.address(question), found)


@C.cfunc
@C.inline
@C.exceptval(-1)
def add_hits_in_batch(
    sprite: SpriteRow, batch: Batch, question: HitQuestionRef, found: list | None
) -> C.Py_ssize_t:
    """Add the sprites that a sprite hits in a batch. In a batch in pieces, only those near it are
    tested.
    """
    hits: Pair[TARGETS_AT_ONCE]
    start: C.Py_ssize_t = 0
    count: C.Py_ssize_t = 0
    batch = near_sprite(sprite, batch)
    kept: KeptIndex = synced_index(batch, AS_SPRITES)
    if kept is not None:
        NEAR_HITS.free_memory()
        stages.hits_by_index(store.STORE, question, batch.rows, batch.row_count, kept, NEAR_HITS)
        return add_sprites_found(batch.sprites, NEAR_HITS.items, NEAR_HITS.count, 0, found)
    while start < batch.row_count and count < question.most:
        count += add_sprites_found(
            batch.sprites,
            hits,
            stages.hits_in_order(
                store.STORE,
                question,
                batch.rows + start,
                min(TARGETS_AT_ONCE, batch.row_count - start),
                hits,
            ),
            start,
            found,
        )
        start += TARGETS_AT_ONCE
    return count


@C.cfunc
@C.inline
@C.exceptval(-1)
def add_sprites_found(
    sprites: list,
    hits: C.pointer(Pair),
    count: C.Py_ssize_t,
    start: C.Py_ssize_t,
    found: list | None,
) -> C.Py_ssize_t:
    """Add the sprites at the second positions of pairs, from a start on. Return how many."""
    k: C.Py_ssize_t
    if found is not None:
        for k in range(count):
            found.append(sprites[start + second_of(hits[k])])
    return count


@C.cfunc
@C.exceptval(-2)
def add_hits_in(targets: object, question: HitQuestionRef, found: list | None) -> C.Py_ssize_t:
    """Add the sprites that a sprite hits in a plain container, without a batch. Return -1 for
    nested ones.

    No user code runs in here, so the container cannot change, and keeps its sprites alive.
    """
    others: C.pointer(PyObject)[TARGETS_AT_ONCE]
    rows: C.int[TARGETS_AT_ONCE]
    this_pass: C.uint = store.STORE.next_pass()
    waiting: C.int = 0
    count: C.Py_ssize_t = 0
    kind: type = SpriteRow
    for item in targets:
        if type(item) is not kind:  # usually all are of one class
            if not isinstance(item, SpriteRow):
                if found:
                    found.clear()
                return -1
            kind = type(item)
        if waiting == TARGETS_AT_ONCE:
            if count < question.most:
                count += add_hits_among(others, rows, waiting, question, this_pass, found)
            waiting = 0
        others[waiting] = C.cast(C.pointer(PyObject), item)
        rows[waiting] = C.cast(SpriteRow, item).row
        waiting += 1
    if count < question.most:
        count += add_hits_among(others, rows, waiting, question, this_pass, found)
    return count


@C.cfunc
@C.exceptval(-1)
def add_hits_among(
    others: C.pointer(C.pointer(PyObject)),
    rows: Rows,
    count: C.int,
    question: HitQuestionRef,
    this_pass: C.uint,
    found: list | None,
) -> C.Py_ssize_t:
    """Add the sprites among a few that a sprite hits, unless this pass has met them before."""
    hits: Pair[TARGETS_AT_ONCE]
    k: C.Py_ssize_t
    hit_count: C.Py_ssize_t = stages.hits_in_order(store.STORE, question, rows, count, hits)
    if found is None:
        return hit_count
    for k in range(hit_count):
        position: C.Py_ssize_t = second_of(hits[k])
        group: C.pointer(CollisionGroup) = C.address(store.STORE.records[rows[position]])
        if group.last_pass != this_pass:
            group.last_pass = this_pass
            found.append(C.cast(object, others[position]))
    return hit_count


def sprites_at_row(asker: SpriteRow, batch: Batch, query_filter: QueryFilter) -> list:
    """Return the sprites of a batch that the shapes of `asker` hit and the conditions accept, in
    order.
    """
    found: list = []
    question: HitQuestion
    question.asker = asker.row
    question.most = ALL_HITS
    question.chosen = row_filter_of(query_filter)
    add_hits_in_batch(asker, batch, C.address(question), found)
    return query_filter.accepted(found)


def accepted_sprites(batch: Batch, hits: PairList, query_filter: QueryFilter, found: list) -> list:
    """Return the sprites at the second positions of pairs that `where` accepts.

    The caller makes `found`, an empty list, before it searches the pairs, because making a list may
    run the garbage collector.
    """
    k: C.Py_ssize_t
    for k in range(hits.count):
        found.append(batch.sprites[second_of(hits.items[k])])
    return query_filter.accepted(found)


def put_row_filter(
    asker: SpriteRow, query_filter: QueryFilter | None, out: C.pointer(RowFilter)
) -> C.int:
    """Write which rows may be in the result; without conditions, as in a check."""
    if query_filter is None:
        row_tests.put_filter_of(out, store.STORE, C.address(asker.row))
        return 0
    if query_filter.uses_own_layers:
        store.put_layers_of(C.address(query_filter.rows), store.STORE, asker.row)
    out[0] = query_filter.rows
    return 0


def batch_hits_any(a: Batch, targets: object, query_filter: QueryFilter | None = None) -> C.bint:
    """Whether any sprite of a batch hits any of `targets`, as `found_pairs` finds them."""
    b: Batch = a if targets is a else other_pieces_of(targets, "targets", a)
    if query_filter is not None:
        return len(found_pairs(a, b, "", "targets", query_filter)) > 0
    warn_of_mistakes(a.sprites, b.sprites)
    sync_both(a, b, AS_SPRITES)
    if a.kept is not None and (b.kept is None or a.row_count > b.row_count):  # it is symmetric
        return stages.any_hits(store.STORE, b.rows, b.row_count, a.rows, a.row_count, a.kept)
    return stages.any_hits(store.STORE, a.rows, a.row_count, b.rows, b.row_count, b.kept)


def pairs(a, b=OMITTED, *, mask=None, exclude=(), where=None, shapes=None, target_shapes=None):
    """Return all pairs of sprites that hit. No callbacks run.

    Args:
        a: a Sprite, a Group, or an iterable of them, as for `Sprite.check`.
        b: a Sprite, a Group, or an iterable of them. If omitted, or if it is the same object as
            `a`, the pairs within `a` are found.
        mask: layers as bits: only sprites of `b` on one of them count. This replaces the usual test
            of both sprites' layers and masks. Within one collection, both sprites have to be on one
            of them.
        exclude: a Sprite, a Group, or an iterable of them to leave out of `b`.
        where: a function f(one, other) that returns True if a pair counts; or a function of a
            sprite of `b`, called once for each sprite that is hit. It is called after all pairs are
            found.
        shapes: a name or names of shapes of the sprites of `a`; only these count. None means all.
        target_shapes: likewise for the sprites of `b`. Within one collection, either sprite of a
            pair may be the one with `shapes`.

    Returns:
        A list of tuples (sprite of `a`, sprite of `b`), in the order of `a`, then of `b`. Within
        one collection, each pair is listed once, with the earlier sprite first.

    Raises:
        TypeError: `a` or `b` is None or contains anything that is not a sprite, or a condition has
            the wrong type.
        ValueError: a container contains itself, or `mask` has more than 64 bits.

    >>> shots = [Sprite(x, 0, collision=Point(0, 0)) for x in (5, 15, 99)]
    >>> walls = Group(Sprite(x, 0, collision=Rect(0, 0, 12, 12)) for x in (0, 10))
    >>> [(shot.x, wall.x) for shot, wall in pairs(shots, walls)]
    [(5.0, 0.0), (15.0, 10.0)]
    >>> [(one.x, other.x) for one, other in pairs(walls)]
    [(0.0, 10.0)]
    """
    if none_given(mask, exclude, where, shapes, target_shapes):
        return found_pairs(a, b, "a", "b")
    return found_pairs(
        a, b, "a", "b", hit_query_filter(None, mask, exclude, where, shapes, target_shapes)
    )


def found_pairs(
    attackers: object,
    targets: object,
    name: str,
    other_name: str,
    query_filter: QueryFilter | None = None,
) -> list:
    """Return the pairs that hit, as tuples, in the order given; within `attackers` if OMITTED.

    Conditions are about the second sprite of each pair or, within `attackers`, about both.
    """
    hits: PairList = new_pairs(C.address(row_index.workspace_of(store.STORE).scratch))
    result: list = []
    k: C.Py_ssize_t
    if targets is None:
        raise TypeError(
            f"{other_name} must be a Sprite, a Group, or an iterable of them, got None; "
            f"for the pairs within {name}, leave {other_name} out"
        )
    a: Batch = pieces_of(attackers, name)
    b: Batch = a
    if targets is not OMITTED and targets is not attackers:
        b = other_pieces_of(targets, other_name, a)
    find_hits(a, b, AS_SPRITES, hits, query_filter)
    sprites_a: list = a.sprites
    sprites_b: list = b.sprites
    alone_a: C.bint = hold(a)
    alone_b: C.bint = hold(b)
    for k in range(hits.count):
        result.append((sprites_a[first_of(hits.items[k])], sprites_b[second_of(hits.items[k])]))
    release(b, sprites_b, alone_b)
    release(a, sprites_a, alone_a)
    if query_filter is not None and query_filter.where is not None:
        result = list(compress(result, verdicts_on(result, query_filter, a is b)))
    return result


def verdicts_on(pairs: list, query_filter: QueryFilter, both: C.bint) -> list:
    """Return the result of `where` for each pair. It is called for pairs or, once each, for
    sprites.

    The second sprite of a pair has to be accepted; with `both`, also the first.
    """
    if query_filter.wants_hit:
        return [query_filter.accepts_pair(pair[0], pair[1]) for pair in pairs]
    of: dict = {}
    for pair in pairs:
        for sprite in pair if both else pair[1:]:
            query_filter.accepts_once(sprite, of)
    return [of[id(pair[1])] and (not both or of[id(pair[0])]) for pair in pairs]


def pair_positions(a: Batch, other: object, query_filter: QueryFilter | None) -> object:
    """Return all pairs that hit as an array of positions (k, 2); within the batch without
    `other`.
    """
    found: PairList = new_pairs(C.address(row_index.workspace_of(store.STORE).scratch))
    b: Batch = a if other is OMITTED or other is a else other_pieces_of(other, "other", a)
    find_hits(a, b, AS_POSITIONS, found, query_filter)
    return found.array()


def find_hits(
    a: Batch,
    b: Batch,
    answer: C.int,
    out: PairList,
    query_filter: QueryFilter | None = None,
) -> C.int:
    """Add all pairs of positions that hit, in order; for the same batch twice, only pairs with i <
    j.

    For a result AS_SPRITES, the positions only serve to look up sprites: the batches may have
    holes, and a batch in pieces contains only the sprites to test. `where` is not called.
    """
    warn_of_mistakes(a.sprites, b.sprites)
    if query_filter is not None:
        query_filter.rows.either_asks = a is b
    if a is b and a.pieces is None:  # its pairs are found by a new index
        while True:
            bring_up_to_date(a, answer)
            if is_ready(a, answer):
                break
    else:
        sync_both(a, b, answer)
    chosen: RowFilterRef = row_filter_of(query_filter)
    if a is b:
        return stages.self_hits(store.STORE, chosen, a.rows, a.row_count, out)
    return stages.cross_hits(
        store.STORE, chosen, a.rows, a.row_count, a.kept, b.rows, b.row_count, b.kept, out
    )


@C.cfunc
@C.exceptval(-1)
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
        group: C.pointer(CollisionGroup) = C.address(store.STORE.records[row])
        if row != NOWHERE and group.last_pass != this_pass and not group.flags & VANISHED:
            group.last_pass = this_pass
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


def sync_pieces(batch: Batch) -> Batch:
    """Bring all pieces of a batch up to date. Return an empty batch for `take_near` to fill.

    No user code must run until then, and making a batch might run some.
    """
    near: Batch = Batch()
    sync_all(batch.pieces)
    return near


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
    batch: Batch,
    box: BoxRef,
    dx: C.double,
    dy: C.double,
    near: Batch,
    chosen: RowFilterRef = C.NULL,
    most: C.Py_ssize_t = PY_SSIZE_T_MAX,
) -> C.bint:
    """Add to `near` the sprites in the pieces of a batch whose boxes a box meets on a way.

    They are added in the order of the pieces, each once, as if all pieces were one list. With a
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
    for piece in batch.pieces:
        if piece.kept is None:
            rows: Rows = piece.rows
            freshen_all(store.STORE, rows, piece.row_count)
            boxes: C.pointer(Box) = store.STORE.boxes
            for k in range(piece.row_count):
                if overlap(C.address(around), boxes + rows[k]) and (
                    not slanted or place_of_box(boxes + rows[k], box, dx, dy) <= 1.0
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
        if overlap(around, boxes + row) and place_of_box(boxes + row, box, dx, dy) <= 1.0:
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
    group: C.pointer(CollisionGroup) = C.address(store.STORE.records[piece.rows[position]])
    if group.last_pass != this_pass:
        group.last_pass = this_pass
        if chosen is C.NULL or row_tests.passes(chosen, store.STORE, piece.rows[position]):
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
def near_sprite(sprite: SpriteRow, batch: Batch) -> Batch:
    """Return the sprites of a batch in pieces that overlap a sprite's box, or any other batch
    itself.
    """
    piece: Batch
    k: C.Py_ssize_t
    if batch.pieces is None:
        return batch
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
