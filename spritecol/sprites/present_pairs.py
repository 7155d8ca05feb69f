"""`PresentPairs`: which pairs hit at the last update, and what has changed since then.

The pairs of each update are kept in a snapshot: a sorted list of pairs of positions. One merge of
two snapshots tells what is new and what is gone. If the collections have changed in between, each
old position is first replaced by the one that its row has now. A row cannot have passed to another
sprite meanwhile: the tuples keep the sprites of present pairs alive until they are reported gone.
"""

import cython
from cython import (
    NULL,
    Py_ssize_t,
    address,
    binding,
    bint,
    cast,
    cclass,
    cfunc,
    exceptval,
    inline,
    nogil,
    p_int,
    p_void,
    pointer,
    size_t,
    sizeof,
    struct,
)
from cython.cimports.cpython.list import PyList_New, PyList_SET_ITEM
from cython.cimports.cpython.object import PyObject
from cython.cimports.cpython.ref import Py_INCREF, Py_XINCREF
from cython.cimports.cpython.sequence import PySequence_Fast_ITEMS
from cython.cimports.libc.stdlib import free, malloc, qsort
from cython.cimports.libc.string import memcmp, memcpy
from cython.cimports.spritecol._engine.pairs import (
    Pair,
    PairList,
    first_of,
    new_pairs,
    pair_of,
    second_of,
)
from cython.cimports.spritecol._engine.pipeline.motion.meeting import MeetingList
from cython.cimports.spritecol._engine.pipeline.workspace import workspace_of
from cython.cimports.spritecol._engine.storage.row_positions import RowPositions
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol.sprites.batch import Batch, hold, release
from cython.cimports.spritecol.sprites.conditions import (
    AS_IN_A_CHECK,
    Conditions,
    hit_conditions,
)
from cython.cimports.spritecol.sprites.contacts import hitting_shapes
from cython.cimports.spritecol.sprites.crossings import (
    Crossing,
    Places,
    crossing_of,
    find_passed,
)
from cython.cimports.spritecol.sprites.detection import find_hits
from cython.cimports.spritecol.sprites.sprite_row import SpriteRow
from cython.cimports.spritecol.sprites.targets import batch_of, walk

from spritecol._numbers.range_check import shown


def check_conditions(mask, exclude, where, shapes, target_shapes):
    """Refuse conditions that `renew` would refuse."""
    hit_conditions(None, mask, exclude, where, shapes, target_shapes)


def is_of(pair, one, other):
    """Whether a pair is one of a sprite and, unless that is None, of another one."""
    first, second = pair[:2]
    return (first is one and (other is None or second is other)) or (
        second is one and (other is None or first is other)
    )


def lasting_sprites(targets, name):
    """The sprites in what can be asked for them at each update: iterators are refused."""
    return walk(targets, name, True, True)


Known = struct(pair=Pair, index=Py_ssize_t, flipped=bint)
"""A pair of the previous snapshot: its positions now, its index then, and whether its two sprites
have changed places since."""

Run = struct(at=Py_ssize_t, old_at=Py_ssize_t, count=Py_ssize_t)
"""Consecutive pairs that were consecutive in the previous snapshot, too: where they begin now, and
began then. If `old_at` is -1, it is one pair whose sprites have changed places. A pair that is in
no run is new."""


@cfunc
@nogil
@exceptval(check=False)
def compare_known(
    a: pointer(cython.const[cython.void]), b: pointer(cython.const[cython.void])
) -> cython.int:
    """Compare two known pairs by their positions, for qsort."""
    x: Pair = cast(pointer(Known), a).pair
    y: Pair = cast(pointer(Known), b).pair
    return (x > y) - (x < y)


@cfunc
@nogil
@exceptval(check=False)
def compare_indices(
    a: pointer(cython.const[cython.void]), b: pointer(cython.const[cython.void])
) -> cython.int:
    """Compare two indices, for qsort."""
    x: Py_ssize_t = cast(pointer(Py_ssize_t), a)[0]
    y: Py_ssize_t = cast(pointer(Py_ssize_t), b)[0]
    return (x > y) - (x < y)


@cfunc
@inline
@nogil
@exceptval(check=False)
def next_index(counter: pointer(Py_ssize_t)) -> Py_ssize_t:
    """The value of a counter, which is then incremented."""
    counter[0] += 1
    return counter[0] - 1


@cfunc
@exceptval(check=True)
def indices(count: Py_ssize_t) -> pointer(Py_ssize_t):
    """Memory for some indices, to be freed."""
    memory: pointer(Py_ssize_t) = cast(
        pointer(Py_ssize_t), malloc(max(1, count) * sizeof(Py_ssize_t))
    )
    if memory is NULL:
        raise MemoryError
    return memory


@cfunc
@exceptval(check=True)
def copied(source: pointer(cython.const[cython.void]), size: size_t) -> p_void:
    """A copy of a block of memory, to be freed."""
    memory: p_void = malloc(max(1, size))
    if memory is NULL:
        raise MemoryError
    if size:  # else there may be no source
        memcpy(memory, source, size)
    return memory


@cfunc
@inline
@exceptval(check=False)
def copy_references(
    target: pointer(pointer(PyObject)), source: pointer(pointer(PyObject)), count: Py_ssize_t
) -> cython.void:
    """Copy items of a list into a new one, which owns them, too."""
    k: Py_ssize_t
    for k in range(count):
        Py_XINCREF(source[k])
        target[k] = source[k]


@cclass
@binding(False)  # plain method descriptors: CPython checks the type of their `self`
class HitSnapshot:
    """The pairs that hit at one update, and the rows of both batches; no references to objects."""

    pairs: pointer(Pair)
    count: Py_ssize_t
    rows_a: p_int
    rows_b: p_int  # the same memory for pairs within one batch
    na: Py_ssize_t
    nb: Py_ssize_t
    runs: pointer(Run)  # pairs that were in the previous snapshot, in order
    run_count: Py_ssize_t
    gone: pointer(Py_ssize_t)  # indices in the previous snapshot of pairs that no longer hit
    gone_count: Py_ssize_t
    new_count: Py_ssize_t
    reordered: bint  # whether a pair is at another index, or its sprites are
    known: pointer(Known)  # the pairs of the previous snapshot, by their positions now

    def __dealloc__(self):
        free(self.pairs)
        if self.rows_b is not self.rows_a:
            free(self.rows_b)
        free(self.rows_a)
        free(self.runs)
        free(self.known)
        free(self.gone)

    @cfunc
    @exceptval(-1)
    def take(self, a: Batch, b: Batch, hits: PairList) -> cython.int:
        """Copy pairs and rows."""
        self.pairs = cast(pointer(Pair), copied(hits.items, hits.count * sizeof(Pair)))
        self.rows_a = cast(p_int, copied(a.rows, a.row_count * sizeof(cython.int)))
        self.rows_b = self.rows_a
        if b is not a:
            self.rows_b = NULL  # while there may be no memory
            self.rows_b = cast(p_int, copied(b.rows, b.row_count * sizeof(cython.int)))
        self.count = hits.count
        self.new_count = 0
        self.reordered = False
        self.na = a.row_count
        self.nb = b.row_count
        return 0

    @cfunc
    @exceptval(-1)
    def take_tuples(self, tuples: list) -> cython.int:
        """Make a snapshot of pairs of sprites, as if each had been at a position of its own."""
        k: Py_ssize_t
        count: Py_ssize_t = len(tuples)
        self.pairs = cast(pointer(Pair), malloc(max(1, count) * sizeof(Pair)))
        self.rows_a = cast(p_int, malloc(max(1, count) * sizeof(cython.int)))
        self.rows_b = cast(p_int, malloc(max(1, count) * sizeof(cython.int)))
        if self.pairs is NULL or self.rows_a is NULL or self.rows_b is NULL:
            raise MemoryError
        for k in range(count):
            pair: tuple = tuples[k]
            self.pairs[k] = pair_of(k, k)
            self.rows_a[k] = cast(SpriteRow, pair[0]).row
            self.rows_b[k] = cast(SpriteRow, pair[1]).row
        self.count = self.na = self.nb = count
        return 0

    @cfunc
    @exceptval(check=False)
    def merge(self, old: HitSnapshot) -> cython.void:
        """Fill `runs` and `gone`, if both snapshots are of the same rows.

        Everything is read through local variables: the compiler must assume that a write may change
        an attribute.
        """
        pairs: pointer(Pair) = self.pairs
        old_pairs: pointer(Pair) = old.pairs
        run: pointer(Run) = self.runs
        gone: pointer(Py_ssize_t) = self.gone
        old_count: Py_ssize_t = old.count
        gone_count: Py_ssize_t = 0
        known_count: Py_ssize_t = 0
        count: Py_ssize_t = self.count
        k: Py_ssize_t = 0
        p: Py_ssize_t = 0
        while k < count and p < old_count:
            start: Py_ssize_t = k
            end: Py_ssize_t = k + min(count - k, old_count - p)
            while k < end and pairs[k] == old_pairs[p + (k - start)]:  # most are, many in a row
                k += 1
            if k > start:
                run.at = start
                run.old_at = p
                run.count = k - start
                run += 1
                known_count += k - start
                p += k - start
            elif old_pairs[p] < pairs[k]:
                gone[gone_count] = p
                gone_count += 1
                p += 1
            else:
                k += 1
        while p < old_count:
            gone[gone_count] = p
            gone_count += 1
            p += 1
        self.run_count = run - self.runs
        self.gone_count = gone_count
        self.new_count = count - known_count

    @cfunc
    @exceptval(-1)
    def compare_with(
        self, old: HitSnapshot, positions_a: RowPositions, positions_b: RowPositions, within: bint
    ) -> cython.int:
        """Fill `runs`, `gone` and perhaps `known`. No Python object is made: no user code runs."""
        size: size_t = sizeof(cython.int)
        k: Py_ssize_t
        p: Py_ssize_t = 0
        self.gone = indices(old.count)
        self.runs = cast(pointer(Run), malloc(max(1, min(self.count, old.count)) * sizeof(Run)))
        if self.runs is NULL:
            raise MemoryError
        if (
            old.na == self.na
            and old.nb == self.nb
            and (self.na == 0 or memcmp(old.rows_a, self.rows_a, self.na * size) == 0)
            and (self.nb == 0 or memcmp(old.rows_b, self.rows_b, self.nb * size) == 0)
        ):
            self.merge(old)
            return 0
        positions_a.reset(self.na)
        positions_b.reset(self.nb)
        for p in range(self.na):
            positions_a.put(self.rows_a[p], p)
        for p in range(self.nb):
            positions_b.put(self.rows_b[p], p)
        self.known = cast(pointer(Known), malloc(max(1, old.count) * sizeof(Known)))
        if self.known is NULL:
            raise MemoryError
        for p in range(old.count):
            i: cython.int = positions_a.get(old.rows_a[first_of(old.pairs[p])])
            j: cython.int = positions_b.get(old.rows_b[second_of(old.pairs[p])])
            self.known[p].index = p
            self.known[p].flipped = within and i > j
            if i < 0 or j < 0:  # equal to no pair, and after all of them
                self.known[p].pair = cast(Pair, -1)
            else:
                self.known[p].pair = pair_of(min(i, j), max(i, j)) if within else pair_of(i, j)
        qsort(self.known, old.count, sizeof(Known), compare_known)
        p = 0
        for k in range(self.count):
            while p < old.count and self.known[p].pair < self.pairs[k]:
                p += 1
            if p < old.count and self.known[p].pair == self.pairs[k]:
                run: pointer(Run) = self.runs + next_index(address(self.run_count))
                run.at = k
                run.old_at = -1 if self.known[p].flipped else self.known[p].index
                run.count = 1
                self.reordered = self.reordered or run.old_at != k
                self.known[p].index = -1
                p += 1
            else:
                self.new_count += 1
        for p in range(old.count):
            if self.known[p].index >= 0:
                self.gone[next_index(address(self.gone_count))] = self.known[p].index
        qsort(self.gone, self.gone_count, sizeof(Py_ssize_t), compare_indices)
        return 0

    @cfunc
    @exceptval(-1)
    def add_gone(self, old: HitSnapshot, out: PairList) -> cython.int:
        """Add the pairs that are gone, by their positions now, to the sorted pairs of a list."""
        k: Py_ssize_t
        if self.gone_count == 0:
            return 0
        if not out.reserve(self.gone_count):
            raise MemoryError
        for k in range(self.gone_count if self.known is NULL else old.count):
            if self.known is NULL:
                out.items[out.count] = old.pairs[self.gone[k]]
            elif self.known[k].index >= 0 and self.known[k].pair != cast(Pair, -1):
                out.items[out.count] = self.known[k].pair
            else:
                continue
            out.count += 1
        return out.sort(self.na, self.nb)


@cclass
@binding(False)
class Stayed:
    """The pairs of a snapshot that were present before, as a list that is made when asked for.

    Most programs act on what is new and what is gone only, and almost all pairs stay.
    """

    snapshot: HitSnapshot
    tuples: list  # of all pairs of the snapshot, never changed

    def made(self):
        """The list, in the order of the pairs."""
        snapshot: HitSnapshot = self.snapshot
        tuples: list = self.tuples
        r: Py_ssize_t
        place: Py_ssize_t = 0
        if snapshot is None or tuples is None:  # the garbage collector has cleared them
            return []
        if snapshot.new_count == 0:
            return list(tuples)
        stayed: list = PyList_New(snapshot.count - snapshot.new_count)
        for r in range(snapshot.run_count):
            run: pointer(Run) = snapshot.runs + r
            copy_references(
                PySequence_Fast_ITEMS(stayed) + place,
                PySequence_Fast_ITEMS(tuples) + run.at,
                run.count,
            )
            place += run.count
        return stayed


@cclass
class Verdicts:
    """What `where` has said about pairs in one update; each is asked about once."""

    conditions: Conditions
    within: bint  # both sprites of a pair are targets
    of_pairs: dict  # by the rows of both: ints, so that looking one up runs no user code
    of_sprites: dict
    asked: list  # keeps the sprites alive, and so their rows

    def __cinit__(self, conditions: Conditions, within: bint):
        self.conditions = conditions
        self.within = within
        self.of_pairs = {}
        self.of_sprites = {}
        self.asked = []

    @cfunc
    @exceptval(-1)
    def of(self, sprite: SpriteRow, other: SpriteRow) -> bint:
        """What `where` says about a pair. Runs user code."""
        key: object = pair_of(sprite.row, other.row)
        accepted: bint
        if key not in self.of_pairs:
            self.asked.append((sprite, other))
            if self.conditions.wants_hit:
                accepted = self.conditions.accepts_pair(sprite, other)
            else:
                accepted = self.conditions.accepts_once(other, self.of_sprites)
                if self.within:
                    accepted &= self.conditions.accepts_once(sprite, self.of_sprites)
            self.of_pairs[key] = accepted
        return self.of_pairs[key]

    @cfunc
    @exceptval(-1)
    def keep_accepted(self, a: Batch, b: Batch, hits: PairList) -> bint:
        """Keep the pairs of positions that `where` accepts.

        False if it had to be asked: then the positions may be no longer right.
        """
        known: bint = True
        found: Py_ssize_t = 0
        k: Py_ssize_t
        for k in range(hits.count):
            key: object = pair_of(a.rows[first_of(hits.items[k])], b.rows[second_of(hits.items[k])])
            accepted: object = self.of_pairs.get(key)
            known = known and accepted is not None
            hits.items[found] = hits.items[k]
            found += not known or accepted is True
        hits.count = found
        if known:
            return True
        pairs: list = []
        sprites_a: list = a.sprites
        sprites_b: list = b.sprites
        alone_a: bint = hold(a)
        alone_b: bint = hold(b)
        for k in range(hits.count):
            pairs.append((sprites_a[first_of(hits.items[k])], sprites_b[second_of(hits.items[k])]))
        release(b, sprites_b, alone_b)
        release(a, sprites_a, alone_a)
        for sprite, other in pairs:
            self.of(sprite, other)
        return False


@cclass
@binding(False)
class PresentPairs:
    """The pairs that hit at the last update: as tuples, in order, and as a snapshot.

    With `swept`, also where all sprites were, so that `renew` finds the pairs that began to hit on
    their ways since then.
    """

    snapshot: HitSnapshot
    tuples: list
    swept: bint
    by_shape: bint  # those that began to hit are pairs of shapes
    conditions: Conditions  # of the last `renew`; None if there were none
    places: Places  # None without `swept`, and before the first update
    other_places: Places  # of the second batch; None if there is none

    def __cinit__(self, swept, by_shape):
        self.snapshot = HitSnapshot()
        self.tuples = []
        self.swept = swept
        self.by_shape = by_shape

    def pairs(self):
        """The present pairs: a new list of tuples."""
        return [] if self.tuples is None else list(self.tuples)

    def asked(self):
        """The conditions of the last `renew`, which tell which shapes count."""
        return self.conditions

    def hitting_shapes(self, sprite, other):
        """The pairs of shapes of a present pair that hit, see `contacts.hitting_shapes`."""
        if not isinstance(sprite, SpriteRow) or not isinstance(other, SpriteRow):
            raise TypeError("only sprites have shapes")
        return hitting_shapes(sprite, other, self.conditions)

    def forget(self):
        """Forget all pairs."""
        snapshot: HitSnapshot = HitSnapshot()
        tuples: list = []
        old: object = (self.tuples, self.places, self.other_places)  # kept alive until all are set
        self.snapshot = snapshot
        self.tuples = tuples
        self.places = self.other_places = None
        del old

    def forget_some(self, one, other):
        """Forget the pairs of a sprite, or with `other` only those of both; returns these."""
        snapshot: HitSnapshot = HitSnapshot()
        kept: list = []
        gone: list = []
        for pair in self.pairs():
            (gone if is_of(pair, one, other) else kept).append(pair)
        snapshot.take_tuples(kept)
        old: object = self.tuples  # kept alive until both are set
        self.snapshot = snapshot
        self.tuples = kept
        del old
        return gone

    def memory(self):
        """All that is remembered: (list of pairs, places of the first batch, of the second one).

        Places are lists of (sprite, x, y), or None.
        """
        pairs: list = self.pairs()
        places: Places = self.places
        other_places: Places = self.other_places
        return (
            pairs,
            None if places is None else places.listed(),
            None if other_places is None else other_places.listed(),
        )

    def recall(self, pairs, places, other_places):
        """Remember what `memory` has returned, or anybody has written into a pickle.

        Raises:
            TypeError: it is anything else; then nothing has changed.
            ValueError: a sprite was at a number that is not finite or is beyond 1e12.
        """
        snapshot: HitSnapshot = HitSnapshot()
        if type(pairs) is not list:
            raise TypeError(f"pairs must be a list, got {shown(pairs)}")
        tuples: list = pairs.copy()
        new: Places = None
        new_other: Places = None
        for pair in tuples:
            if not (
                type(pair) is tuple
                and len(pair) == 2
                and isinstance(pair[0], SpriteRow)
                and isinstance(pair[1], SpriteRow)
            ):
                raise TypeError(f"a pair must be a tuple of two sprites, got {shown(pair)}")
        if places is not None:
            new = Places()
            new.restore(places)
        if other_places is not None:
            new_other = Places()
            new_other.restore(other_places)
        snapshot.take_tuples(tuples)
        old: object = (self.tuples, self.places, self.other_places)  # kept alive until all are set
        self.snapshot = snapshot
        self.tuples = tuples
        self.places = new
        self.other_places = new_other
        del old

    def renew(self, first, second, mask, exclude, where, shapes, target_shapes):
        """Take a new snapshot, and compare it with the previous one.

        Args:
            first: a Sprite, a Group, or an iterable of them.
            second: others; None for the pairs within `first`.
            mask: layers as bits, or None.
            exclude: a Sprite, a Group, or an iterable of them.
            where: a function of both sprites of a pair, or of the second one; or None.
            shapes: names of shapes of the first sprites, or None.
            target_shapes: names of shapes of the others, or None.

        Returns:
            (list of new pairs, `Stayed`, list of pairs that are gone, list of `Crossing`s). The
            first two are in the order of `pairs`, the third in the order that the pairs had before.
            Without `by_shape`, a crossing is of a pair that hits neither now nor did before; with
            it, the pair may hit in these very shapes.

        Making tuples may run the garbage collector, and so a `__del__` that calls this very method.
        Then the snapshot that was compared is no longer the last, and all is done again. So it is
        while `where` has not said yet what it thinks of a pair.
        """
        tuples: list
        k: Py_ssize_t
        r: Py_ssize_t
        conditions: Conditions = hit_conditions(None, mask, exclude, where, shapes, target_shapes)
        verdicts: Verdicts = None
        if conditions is not None and conditions.where is not None:
            verdicts = Verdicts(conditions, second is None)
        a: Batch = batch_of(first, "a", True)
        b: Batch = a if second is None else batch_of(second, "b", True)
        while True:
            entered: list = []
            exited: list = []
            crossings: list = []
            stayed: Stayed = Stayed()
            places: Places = None
            other_places: Places = None
            passed: PairList = new_pairs(NULL)
            meetings: MeetingList = MeetingList()
            hits: PairList = new_pairs(address(workspace_of(STORE).scratch))
            snapshot: HitSnapshot = HitSnapshot()
            positions_a: RowPositions = RowPositions()
            positions_b: RowPositions = RowPositions()
            old: HitSnapshot = self.snapshot
            old_tuples: list = self.tuples
            if old is None or old_tuples is None:  # the garbage collector has cleared them
                self.forget()
                continue
            old_places: Places = self.places
            old_other_places: Places = self.other_places
            if self.swept:
                places = Places()
                other_places = None if b is a else Places()
            find_hits(a, b, True, hits, conditions)
            if verdicts is not None and not verdicts.keep_accepted(a, b, hits):
                continue
            snapshot.take(a, b, hits)
            snapshot.compare_with(old, positions_a, positions_b, a is b)
            if places is not None:
                places.note(a)
                if other_places is not None:
                    other_places.note(b)
                snapshot.add_gone(old, hits)
                find_passed(
                    a,
                    old_places,
                    b,
                    old_other_places,
                    hits,
                    AS_IN_A_CHECK if conditions is None else conditions,
                    self.by_shape,
                    passed,
                    meetings,
                )
            sprites_a: list = a.sprites
            sprites_b: list = b.sprites
            alone_a: bint = hold(a)
            alone_b: bint = hold(b)
            if snapshot.new_count == 0 and snapshot.count == old.count and not snapshot.reordered:
                tuples = old_tuples  # the same pairs in the same order
            else:
                tuples = PyList_New(snapshot.count)
                k = 0
                for r in range(snapshot.run_count + 1):
                    run: pointer(Run) = snapshot.runs + r
                    end: Py_ssize_t = run.at if r < snapshot.run_count else snapshot.count
                    flipped: bint = r < snapshot.run_count and run.old_at < 0
                    while k < end + flipped:
                        pair: tuple = (
                            sprites_a[first_of(snapshot.pairs[k])],
                            sprites_b[second_of(snapshot.pairs[k])],
                        )
                        Py_INCREF(pair)  # which the list takes over
                        PyList_SET_ITEM(tuples, k, pair)
                        if k < end:
                            entered.append(pair)
                        k += 1
                    if r < snapshot.run_count and not flipped:
                        copy_references(
                            PySequence_Fast_ITEMS(tuples) + k,
                            PySequence_Fast_ITEMS(old_tuples) + run.old_at,
                            run.count,
                        )
                        k += run.count
            for k in range(passed.count):
                crossing: Crossing = crossing_of(
                    sprites_a[first_of(passed.items[k])],
                    sprites_b[second_of(passed.items[k])],
                    meetings.items + k,
                )
                if crossing is not None:
                    crossings.append(crossing)
            release(b, sprites_b, alone_b)
            release(a, sprites_a, alone_a)
            if verdicts is not None:
                crossings = [
                    crossing
                    for crossing in crossings
                    if verdicts.of(crossing.sprite, crossing.other)
                ]
            for k in range(snapshot.gone_count):
                exited.append(old_tuples[snapshot.gone[k]])
            if self.snapshot is old:
                self.conditions = conditions
                self.snapshot = stayed.snapshot = snapshot
                self.tuples = stayed.tuples = tuples
                self.places = places
                self.other_places = other_places
                return entered, stayed, exited, crossings
