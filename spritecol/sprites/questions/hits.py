"""Every query about hits: turns targets into rows, calls the pipeline, returns sprites.

`near_targets` brings the targets up to date. From there to the last stage of the pipeline no user
code runs.
"""

from itertools import compress

import cython as C
from cython.cimports.spritecol._engine.pairs import Pair, PairList, first_of, new_pairs, second_of
from cython.cimports.spritecol._engine.pipeline import row_index, stages
from cython.cimports.spritecol._engine.pipeline.row_index import KeptIndex
from cython.cimports.spritecol._engine.pipeline.stages import HitQuestion, HitQuestionRef
from cython.cimports.spritecol._engine.pointers import Rows
from cython.cimports.spritecol._engine.storage import store
from cython.cimports.spritecol._engine.storage.layout import RowRecord
from cython.cimports.spritecol._engine.storage.store import RowFilterRef
from cython.cimports.spritecol._engine.tuning import TARGETS_AT_ONCE
from cython.cimports.spritecol._support.python import PyObject
from cython.cimports.spritecol.sprites.containers import members, near_targets
from cython.cimports.spritecol.sprites.containers.batch import Batch, hold, release
from cython.cimports.spritecol.sprites.containers.targets import (
    PLAIN_CONTAINERS,
    other_pieces_of,
    pieces_of,
    walkable,
)
from cython.cimports.spritecol.sprites.containers.when_to_warn import warn_of_mistakes
from cython.cimports.spritecol.sprites.questions.query_filter import (
    QueryFilter,
    hit_query_filter,
    none_given,
    row_filter_of,
)
from cython.cimports.spritecol.sprites.row.sprite_row import SpriteRow

from spritecol._support.range_check import OMITTED


def sprites_hit(sprite: SpriteRow, targets: object, query_filter: QueryFilter | None) -> list:
    """Return the sprites among `targets` that `sprite` hits, each once, in order, without
    `where`.
    """
    found: list = []
    collect_hits(sprite, targets, query_filter, ALL_HITS, found)
    return found


def hits_any(sprite: SpriteRow, targets: object, query_filter: QueryFilter | None) -> C.bint:
    """Whether a sprite hits any of `targets`, without `where`."""
    return collect_hits(sprite, targets, query_filter, ANY_HIT, None) > 0


@C.cfunc
@C.exceptval(-1)
def collect_hits(
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
        count: C.Py_ssize_t = collect_from_container(targets, C.address(question), found)
        if count >= 0:
            return count
    batch: Batch
    if isinstance(targets, Batch):  # like `pieces_of`, but without the calls
        batch = C.cast(Batch, targets)
        # New members are looked at before they hit, for the next look may be many calls later. A
        # warning may run user code, so `synced_index` looks again whether anything has changed.
        members.sync_for_hits(batch)
    else:
        batch = pieces_of(targets, "targets")
    warn_of_mistakes(sprite, batch.sprites)
    return collect_from_batch(sprite, batch, C.address(question), found)


@C.cfunc
@C.exceptval(-2)
def collect_from_container(
    targets: object, question: HitQuestionRef, found: list | None
) -> C.Py_ssize_t:
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
                count += collect_from_few(others, rows, waiting, question, this_pass, found)
            waiting = 0
        others[waiting] = C.cast(C.pointer(PyObject), item)
        rows[waiting] = C.cast(SpriteRow, item).row
        waiting += 1
    if count < question.most:
        count += collect_from_few(others, rows, waiting, question, this_pass, found)
    return count


@C.cfunc
@C.exceptval(-1)
def collect_from_few(
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
        record: C.pointer(RowRecord) = C.address(store.STORE.records[rows[position]])
        if record.last_pass != this_pass:
            record.last_pass = this_pass
            found.append(C.cast(object, others[position]))
    return hit_count


@C.cfunc
@C.inline
@C.exceptval(-1)
def collect_from_batch(
    sprite: SpriteRow, batch: Batch, question: HitQuestionRef, found: list | None
) -> C.Py_ssize_t:
    """Add the sprites that a sprite hits in a batch. In a batch in pieces, only those near it are
    tested.
    """
    hits: Pair[TARGETS_AT_ONCE]
    start: C.Py_ssize_t = 0
    count: C.Py_ssize_t = 0
    if batch.pieces is not None:
        batch = near_targets.near_sprite(sprite, batch)
    kept: KeptIndex = near_targets.synced_index(batch, near_targets.AS_SPRITES)
    if kept is not None:
        near_targets.NEAR_HITS.free_memory()
        stages.hits_by_index(
            store.STORE, question, batch.rows, batch.row_count, kept, near_targets.NEAR_HITS
        )
        return append_sprites(
            batch.sprites, near_targets.NEAR_HITS.items, near_targets.NEAR_HITS.count, 0, found
        )
    while start < batch.row_count and count < question.most:
        count += append_sprites(
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
def append_sprites(
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


def sprites_hit_in_batch(asker: SpriteRow, batch: Batch, query_filter: QueryFilter) -> list:
    """Return the sprites of a batch that the shapes of `asker` hit and the conditions accept, in
    order.
    """
    found: list = []
    question: HitQuestion
    question.asker = asker.row
    question.most = ALL_HITS
    question.chosen = row_filter_of(query_filter)
    collect_from_batch(asker, batch, C.address(question), found)
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


def batch_hits_any(a: Batch, targets: object, query_filter: QueryFilter | None = None) -> C.bint:
    """Whether any sprite of a batch hits any of `targets`, as `found_pairs` finds them."""
    b: Batch = a if targets is a else other_pieces_of(targets, "targets", a)
    if query_filter is not None:
        return len(found_pairs(a, b, "", "targets", query_filter)) > 0
    warn_of_mistakes(a.sprites, b.sprites)
    near_targets.sync_both(a, b, near_targets.AS_SPRITES)
    if a.kept is not None and (b.kept is None or a.row_count > b.row_count):  # it is symmetric
        return stages.any_hits(store.STORE, b.rows, b.row_count, a.rows, a.row_count, a.kept)
    return stages.any_hits(store.STORE, a.rows, a.row_count, b.rows, b.row_count, b.kept)


def pairs(a, b=OMITTED, *more, mask=None, exclude=(), where=None, shapes=None, target_shapes=None):
    """Return all pairs of sprites that hit. No callbacks run.

    Args:
        a: a Sprite, a Group, or an iterable of them, as for `Sprite.check`.
        b: a Sprite, a Group, or an iterable of them. If omitted, or if it is the same object as
            `a`, the pairs within `a` are found.
        *more: more of them.
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
    if more:
        b = [b, *more]
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
    find_hits(a, b, near_targets.AS_SPRITES, hits, query_filter)
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
    find_hits(a, b, near_targets.AS_POSITIONS, found, query_filter)
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
        near_targets.sync_rows(a, answer)
    else:
        near_targets.sync_both(a, b, answer)
    chosen: RowFilterRef = row_filter_of(query_filter)
    if a is b:
        return stages.self_hits(store.STORE, chosen, a.rows, a.row_count, out)
    return stages.cross_hits(
        store.STORE, chosen, a.rows, a.row_count, a.kept, b.rows, b.row_count, b.kept, out
    )
