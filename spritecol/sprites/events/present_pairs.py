"""`PresentPairs`: which pairs hit at the last update, and how they have changed since.

A pair is identified by the rows of its sprites. A row cannot pass to another sprite between two
updates, because the tuples keep the sprites of present pairs alive until the pairs are reported
gone. So pairs whose keys the last update did not have are new, and pairs that only the last update
had are gone, however the collections have changed.

With `swept`, there are also pairs that hit only between two updates. They no longer hit; with
`by_shape`, other shapes of the same sprites may hit.
"""

import cython as C
from cython.cimports.spritecol._engine.box import BoxRef
from cython.cimports.spritecol._engine.pairs import (
    Pair,
    PairList,
    first_of,
    new_pairs,
    ordered,
    pair_of,
    second_of,
)
from cython.cimports.spritecol._engine.pipeline.row_index import workspace_of
from cython.cimports.spritecol._engine.pointers import Numbers, Rows
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._engine.sweeps import crossing_times
from cython.cimports.spritecol._engine.sweeps.crossing_times import Travelers
from cython.cimports.spritecol._engine.sweeps.impact import ImpactList, ImpactRef
from cython.cimports.spritecol._support.fast_range_check import checked
from cython.cimports.spritecol._support.libc import NAN, free, malloc, memset
from cython.cimports.spritecol.sprites.containers.batch import FOR_ITERATOR, Batch, hold, release
from cython.cimports.spritecol.sprites.containers.members import Members
from cython.cimports.spritecol.sprites.containers.near_targets import AS_POSITIONS, AS_SPRITES
from cython.cimports.spritecol.sprites.containers.targets import LASTING, flattened, kept_batch_of
from cython.cimports.spritecol.sprites.questions.answers import Changes
from cython.cimports.spritecol.sprites.questions.contact_questions import hitting_shapes, touch_of
from cython.cimports.spritecol.sprites.questions.hits import find_hits, verdicts_on
from cython.cimports.spritecol.sprites.questions.query_filter import (
    AS_IN_A_CHECK,
    QueryFilter,
    hit_query_filter,
    shape_index,
)
from cython.cimports.spritecol.sprites.questions.sweep_questions import shape_of_part
from cython.cimports.spritecol.sprites.row.sprite_row import SpriteRow

from spritecol._support.range_check import shown

KEY_HASH = C.declare(C.ulonglong, 0x9E3779B97F4A7C15)
"""2**64 divided by the golden ratio: the upper half of a product with it scatters keys."""


@C.cfunc
@C.inline
@C.exceptval(check=False)
def slot_of(key: Pair, keys: C.pointer(Pair), slots: C.p_int, mask: C.ulonglong) -> C.ulonglong:
    """Return the slot of a key, or the empty slot at which the search for it ends."""
    slot: C.ulonglong = (key * KEY_HASH >> 32) & mask
    while slots[slot] >= 0 and keys[slots[slot]] != key:
        slot = (slot + 1) & mask
    return slot


@C.cclass
class Keys:
    """Unique keys in order: the rows of sprites, or pairs of rows."""

    values: C.pointer(Pair)
    count: C.Py_ssize_t
    slots: C.p_int  # where each key is, by its hash, or -1; NULL while all are where they were
    mask: C.ulonglong  # the number of slots, a power of two, minus one; most are empty

    def __dealloc__(self):
        free(self.values)
        free(self.slots)

    @C.cfunc
    @C.exceptval(-1)
    def make_room(self, count: C.Py_ssize_t) -> C.int:
        """Get memory for some keys, none of which is set yet."""
        self.values = C.cast(C.pointer(Pair), malloc(max(1, count) * C.sizeof(Pair)))
        if self.values is C.NULL:
            raise MemoryError
        self.count = count
        return 0

    @C.cfunc
    @C.inline
    @C.exceptval(-2)
    def find(self, key: Pair, guess: C.Py_ssize_t) -> C.Py_ssize_t:
        """Return where a key is, usually at `guess`, or -1. Runs no user code."""
        if guess < self.count and self.values[guess] == key:
            return guess
        if self.slots is C.NULL:
            self.fill_slots()
        return self.slots[slot_of(key, self.values, self.slots, self.mask)]

    @C.cfunc
    @C.exceptval(-1)
    def fill_slots(self) -> C.int:
        """Hash all keys."""
        k: C.Py_ssize_t
        size: C.Py_ssize_t = 16
        while size < 4 * self.count:  # with half of that, collisions take longer
            size *= 2
        self.slots = C.cast(C.p_int, malloc(size * C.sizeof(C.int)))
        if self.slots is C.NULL:
            raise MemoryError
        memset(self.slots, -1, size * C.sizeof(C.int))
        self.mask = size - 1
        # Local variables: the compiler must assume that a write may change an attribute.
        keys: C.pointer(Pair) = self.values
        slots: C.p_int = self.slots
        for k in range(self.count):
            slots[slot_of(keys[k], keys, slots, self.mask)] = k
        return 0


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
@C.cclass
class Places:
    """Where the sprites of a batch were at an update. Keeps them alive, and thereby their rows.

    An unknown sprite counts as resting. So does a sprite that could not hit then, such as a
    disabled sprite, because it may start anywhere.
    """

    sprites: list
    rows: Keys  # of the sprites
    numbers: C.p_double  # x, y of each; NaN if it could not hit, so it has no motion
    starts: C.p_double  # x, y where the motion of each to there began

    def __cinit__(self):
        self.sprites = []
        self.rows = Keys()

    def __dealloc__(self):
        free(self.numbers)
        free(self.starts)

    @C.cfunc
    @C.exceptval(-1)
    def make_room(self, count: C.Py_ssize_t) -> C.int:
        """Get memory for some sprites, none of which is set yet."""
        self.numbers = C.cast(C.p_double, malloc(max(1, 2 * count) * C.sizeof(C.double)))
        self.starts = C.cast(C.p_double, malloc(max(1, 2 * count) * C.sizeof(C.double)))
        if self.numbers is C.NULL or self.starts is C.NULL:
            raise MemoryError
        return self.rows.make_room(count)

    @C.cfunc
    @C.exceptval(-1)
    def note(self, batch: Batch, was: Places | None) -> C.int:
        """Record where all sprites of a batch are, and where `was` has them as the start of their
        motion.

        Their boxes must be up to date. The motion of a sprite that `was` does not have starts where
        it is now. No Python object is made, so no user code runs.
        """
        k: C.Py_ssize_t
        p: C.Py_ssize_t = -1
        guess: C.Py_ssize_t = 0
        # If there was no update, or the garbage collector has cleared the places, nothing is known.
        known: C.bint = was is not None and was.sprites is not None
        known = known and len(was.sprites) == was.rows.count
        self.make_room(batch.row_count)
        # Local variables: the compiler must assume that a write may change an attribute.
        boxes: BoxRef = STORE.boxes
        x: Numbers = STORE.x
        y: Numbers = STORE.y
        all: Rows = batch.rows
        rows: C.pointer(Pair) = self.rows.values
        numbers: C.p_double = self.numbers
        starts: C.p_double = self.starts
        for k in range(batch.row_count):
            row: C.int = all[k]
            can_hit: C.bint = boxes[row].left <= boxes[row].right
            rows[k] = row
            numbers[2 * k] = x[row] if can_hit else NAN
            numbers[2 * k + 1] = y[row] if can_hit else NAN
            starts[2 * k] = x[row]
            starts[2 * k + 1] = y[row]
            if known:
                p = was.rows.find(row, guess)
            if p >= 0:
                guess = p + 1
                if was.numbers[2 * p] == was.numbers[2 * p]:
                    starts[2 * k] = was.numbers[2 * p]
                    starts[2 * k + 1] = was.numbers[2 * p + 1]
        self.sprites = batch.sprites
        batch.copy_on_write = FOR_ITERATOR  # as for an iterator: this may be read at any later time
        return 0

    def listed(self):
        """Return a list of (sprite, x, y), without sprites that could not hit."""
        k: C.Py_ssize_t
        result: list = []
        sprites: list = self.sprites
        if sprites is not None:  # not cleared by the collector
            for k in range(len(sprites)):
                if self.numbers[2 * k] != self.numbers[2 * k]:
                    continue
                result.append((sprites[k], self.numbers[2 * k], self.numbers[2 * k + 1]))
        return result

    def restore(self, listed):
        """Fill new places from a result of `listed`, which may come from anybody's pickle."""
        k: C.Py_ssize_t
        sprites: list = []
        if type(listed) is not list:
            raise TypeError(f"places must be a list, got {shown(listed)}")
        items: list = listed.copy()
        for item in items:
            if type(item) is not tuple or len(item) != 3 or not isinstance(item[0], SpriteRow):
                raise TypeError(f"a place must be a tuple (sprite, x, y), got {shown(item)}")
            sprites.append(item[0])
        self.make_room(len(items))
        for k in range(len(items)):
            self.rows.values[k] = C.cast(SpriteRow, sprites[k]).row
            self.numbers[2 * k] = checked(items[k][1], "x")
            self.numbers[2 * k + 1] = checked(items[k][2], "y")
        self.sprites = sprites


@C.cfunc
def crossing_of(sprite: SpriteRow, other: SpriteRow, impact: ImpactRef) -> tuple:
    """Return how two sprites met, or None if a finalizer has changed their shapes.

    The result is a tuple of their `Contact` and the positions of the two shapes in their sprites.
    """
    part: C.int = impact.pair.first_a
    other_part: C.int = impact.pair.first_b
    nx: C.double = impact.nx
    ny: C.double = impact.ny
    if impact.pair.a != sprite.row:  # the other one has moved
        part, other_part = other_part, part
        nx, ny = 0.0 - nx, 0.0 - ny  # not -0.0
    shape: object = shape_of_part(sprite, part)
    other_shape: object = shape_of_part(other, other_part)
    if shape is None or other_shape is None:
        return None
    index: C.Py_ssize_t = shape_index(sprite, part)
    other_index: C.Py_ssize_t = shape_index(other, other_part)
    contact: object = touch_of(sprite, other, shape, other_shape, nx, ny, impact.px, impact.py)
    return contact, index, other_index


def check_query_filter(mask, exclude, where, shapes, target_shapes):
    """Raise the errors that `renew` would raise for these conditions."""
    hit_query_filter(None, mask, exclude, where, shapes, target_shapes)


def is_of(pair, one, other):
    """Whether a pair contains the sprite `one` and, unless it is None, also `other`."""
    first, second = pair[:2]
    return (first is one and (other is None or second is other)) or (
        second is one and (other is None or first is other)
    )


def lasting_sprites(targets, name):
    """Return `targets`, but refuse iterators, because it is read again at each update."""
    return flattened(targets, name, LASTING)


@C.cfunc
@C.exceptval(check=False)
def key_of(one: SpriteRow, other: SpriteRow, within: C.bint) -> Pair:
    """Return the key of a pair of sprites. Within one collection, the order of the two may
    change.
    """
    return ordered(one.row, other.row) if within else pair_of(one.row, other.row)


@C.cclass
class Findings:
    """The findings of one update: the pairs that hit and, with `swept`, where all sprites were."""

    tuples: list
    keys: Keys  # of the tuples
    places: Places  # None without `swept`, and before the first update
    other_places: Places  # of the second batch; None if there is none

    def __cinit__(self):
        self.tuples = []
        self.keys = Keys()

    @C.cfunc
    @C.exceptval(-1)
    def put_keys(self, a: Batch, b: Batch, hits: PairList, within: C.bint) -> C.int:
        """Write the keys of pairs of positions. No Python object is made, so no user code runs."""
        k: C.Py_ssize_t
        self.keys.make_room(hits.count)
        pairs: C.pointer(Pair) = hits.items
        keys: C.pointer(Pair) = self.keys.values
        rows_a: Rows = a.rows
        rows_b: Rows = b.rows
        for k in range(hits.count):
            one: C.int = rows_a[first_of(pairs[k])]
            other: C.int = rows_b[second_of(pairs[k])]
            keys[k] = ordered(one, other) if within else pair_of(one, other)
        return 0

    @C.cfunc
    @C.exceptval(-1)
    def put_tuples(self, tuples: list, within: C.bint) -> C.int:
        """Take pairs of sprites, and write their keys."""
        k: C.Py_ssize_t
        self.keys.make_room(len(tuples))
        for k in range(len(tuples)):
            pair: tuple = tuples[k]
            self.keys.values[k] = key_of(pair[0], pair[1], within)
        self.tuples = tuples
        return 0

    @C.cfunc
    def keep_accepted(
        self,
        hits: PairList,
        sprites_a: list,
        sprites_b: list,
        crossings: list,
        query_filter: QueryFilter,
        within: C.bint,
    ) -> list:
        """Keep the pairs of positions that `where` accepts, and return the crossings that it
        accepts.

        `where` is called once for each pair, in order. Runs user code.
        """
        asked: dict = {}
        found: C.Py_ssize_t = 0
        k: C.Py_ssize_t
        keys: C.pointer(Pair) = self.keys.values
        for k in range(hits.count):
            asked[keys[k]] = (
                sprites_a[first_of(hits.items[k])],
                sprites_b[second_of(hits.items[k])],
            )
        for contact, _, _ in crossings:
            pair = (contact.sprite, contact.other)
            asked.setdefault(key_of(pair[0], pair[1], within), pair)
        answers: list = verdicts_on(list(asked.values()), query_filter, within)
        accepted: dict = dict(zip(asked, answers, strict=True))
        for k in range(hits.count):
            keys[found] = keys[k]
            hits.items[found] = hits.items[k]
            found += accepted[keys[k]] is True
        hits.count = self.keys.count = found
        return [
            crossing
            for crossing in crossings
            if accepted[key_of(crossing[0].sprite, crossing[0].other, within)]
        ]

    @C.cfunc
    @C.exceptval(-1)
    @C.boundscheck(False)
    @C.wraparound(False)
    def make_tuples(
        self,
        old: Findings,
        hits: PairList,
        sprites_a: list,
        sprites_b: list,
        entered: list,
        exited: list,
    ) -> C.int:
        """Make the tuples for the keys, which are pairs of positions `hits`. Add the new and the
        gone.

        If two sprites within one batch have changed their order, their tuple is made again.
        """
        made: list = [None] * hits.count  # a growing list would be moved many times
        old_tuples: list = old.tuples
        stays: bytearray = bytearray(len(old_tuples))
        stayed: C.p_char = stays
        pairs: C.pointer(Pair) = hits.items
        keys: C.pointer(Pair) = self.keys.values
        guess: C.Py_ssize_t = 0
        k: C.Py_ssize_t
        for k in range(hits.count):
            one: object = sprites_a[first_of(pairs[k])]
            p: C.Py_ssize_t = old.keys.find(keys[k], guess)
            if p >= 0:
                guess = p + 1
                stayed[p] = 1
            if p >= 0 and C.cast(tuple, old_tuples[p])[0] is one:
                made[k] = old_tuples[p]
                continue
            pair: tuple = (one, sprites_b[second_of(pairs[k])])
            made[k] = pair
            if p < 0:
                entered.append(pair)
        for k in range(len(old_tuples)):
            if not stayed[k]:
                exited.append(old_tuples[k])
        self.tuples = made
        return 0


@C.cclass
@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class PresentPairs:
    """The pairs that hit at the last update, and the data that `renew` needs to find the changes.

    With `swept`, it also finds the pairs that hit only in between.
    """

    last: Findings
    swept: C.bint
    by_shape: C.bint  # pairs that hit in between are pairs of shapes
    within: C.bint  # there is one collection
    query_filter = C.declare(QueryFilter, visibility="readonly")
    # The filter of the last `renew`, which decides which shapes count. None without conditions.
    first: Members  # the first collection if it is a list of Groups, see `kept_batch_of`
    second: Members

    def __cinit__(self, swept, by_shape, within):
        self.last = Findings()
        self.swept = swept
        self.by_shape = by_shape
        self.within = within

    @C.cfunc
    def known(self) -> Findings:
        """Return the last findings, or new ones if the garbage collector has cleared them."""
        last: Findings = self.last
        if last is None or last.keys is None or len(last.tuples or []) != last.keys.count:
            self.last = Findings()
        return self.last

    def pairs(self):
        """Return the present pairs as a new list of tuples."""
        return list(self.known().tuples)

    def hitting_shapes(self, sprite, other):
        """Return the pairs of shapes of a present pair that hit:
        `contact_questions.hitting_shapes`.
        """
        if not isinstance(sprite, SpriteRow) or not isinstance(other, SpriteRow):
            raise TypeError("only sprites have shapes")
        return hitting_shapes(sprite, other, self.query_filter)

    @C.cfunc
    @C.exceptval(-1)
    def replace(self, findings: Findings) -> C.int:
        """Store other findings. Dropping the last one may run user code."""
        old: object = self.last  # kept alive until the other is set
        self.last = findings
        del old
        return 0

    def forget(self):
        """Forget all pairs."""
        self.replace(Findings())

    def forget_some(self, one, other):
        """Forget the pairs of a sprite or, with `other`, only the pairs of both. Return them."""
        old: Findings = self.known()
        findings: Findings = Findings()
        kept: list = []
        gone: list = []
        for pair in old.tuples:
            (gone if is_of(pair, one, other) else kept).append(pair)
        findings.put_tuples(kept, self.within)
        findings.places = old.places
        findings.other_places = old.other_places
        self.replace(findings)
        return gone

    def memory(self):
        """Return the memory: (list of pairs, places of the first batch, places of the second
        batch).

        Places are lists of (sprite, x, y), or None.
        """
        last: Findings = self.known()
        return (
            list(last.tuples),
            None if last.places is None else last.places.listed(),
            None if last.other_places is None else last.other_places.listed(),
        )

    def recall(self, pairs, places, other_places):
        """Restore a result of `memory`, which may come from anybody's pickle.

        Raises:
            TypeError: it is anything else; then nothing has changed.
            ValueError: the position of a sprite is not finite or is beyond 1e12.
        """
        findings: Findings = Findings()
        if type(pairs) is not list:
            raise TypeError(f"pairs must be a list, got {shown(pairs)}")
        tuples: list = pairs.copy()
        for pair in tuples:
            if not (
                type(pair) is tuple
                and len(pair) == 2
                and isinstance(pair[0], SpriteRow)
                and isinstance(pair[1], SpriteRow)
            ):
                raise TypeError(f"a pair must be a tuple of two sprites, got {shown(pair)}")
        if places is not None:
            findings.places = Places()
            findings.places.restore(places)
        if other_places is not None:
            findings.other_places = Places()
            findings.other_places.restore(other_places)
        findings.put_tuples(tuples, self.within)
        self.replace(findings)

    @C.cfunc
    @C.exceptval(-1)
    def find_met_on_the_way(
        self,
        a: Batch,
        b: Batch,
        old: Findings,
        new: Findings,
        query_filter: QueryFilter | None,
        hits: PairList,
        passed: PairList,
        impacts: ImpactList,
    ) -> C.int:
        """Record where all sprites are, and add the pairs that met since the old findings, with
        impacts.
        """
        from_b: Travelers
        new.places.note(a, old.places)
        if b is not a:
            new.other_places.note(b, old.other_places)
            from_b = Travelers(b.rows, b.row_count, new.other_places.starts)
        from_a: Travelers = Travelers(a.rows, a.row_count, new.places.starts)
        chosen: QueryFilter = AS_IN_A_CHECK if query_filter is None else query_filter
        crossing_times.find_crossings(
            STORE,
            C.address(from_a),
            a.kept,
            C.address(from_a) if b is a else C.address(from_b),
            b.kept,
            hits,
            C.address(chosen.rows),
            self.by_shape,
            passed,
            impacts,
        )
        return 0

    @C.cfunc
    def crossings_among(
        self, sprites_a: list, sprites_b: list, old: Findings, passed: PairList, impacts: ImpactList
    ) -> list:
        """Return the crossings of pairs that passed; without `by_shape`, only of pairs that do not
        hit.
        """
        crossings: list = []
        k: C.Py_ssize_t
        for k in range(passed.count):
            sprite: SpriteRow = sprites_a[first_of(passed.items[k])]
            other: SpriteRow = sprites_b[second_of(passed.items[k])]
            if self.by_shape or old.keys.find(key_of(sprite, other, self.within), 0) < 0:
                crossing: tuple = crossing_of(sprite, other, impacts.items + k)
                if crossing is not None:
                    crossings.append(crossing)
        return crossings

    def renew(self, first, second, conditions: tuple):
        """Find the pairs that hit now, and compare them with those of the last call.

        Args:
            first: a Sprite, a Group, or an iterable of them.
            second: others; None for the pairs within `first`.
            conditions: (mask, exclude, where, shapes, target_shapes): layers as bits, or None; a
                Sprite, a Group, or an iterable of them; a function of both sprites of a pair, or of
                the second one, or None; names of shapes of the first sprites, or None; names of
                shapes of the others, or None.

        Returns:
            (`Changes`, list of crossings, see `crossing_of`). Without `by_shape`, the pair of a
            crossing hits neither now nor at the last update. With it, the pair may hit with these
            very shapes.

        All pairs are found first. Making the results, and `where`, may run user code that calls
        this very method. So the comparison uses the findings that are the last ones at that time.
        """
        mask, exclude, where, shapes, target_shapes = conditions
        query_filter: QueryFilter = hit_query_filter(
            None, mask, exclude, where, shapes, target_shapes
        )
        a: Batch = kept_batch_of(first, "a", self.first)
        b: Batch = a if second is None else kept_batch_of(second, "b", self.second)
        self.first = C.cast(Members, a) if type(a) is Members else None
        self.second = C.cast(Members, b) if type(b) is Members and b is not a else None
        changes: Changes = Changes.__new__(Changes)
        passed: PairList = new_pairs(C.NULL)
        impacts: ImpactList = ImpactList()
        hits: PairList = new_pairs(C.address(workspace_of(STORE).scratch))
        findings: Findings = Findings()
        if self.swept:
            findings.places = Places()
            findings.other_places = None if b is a else Places()
        find_hits(a, b, AS_POSITIONS if self.swept else AS_SPRITES, hits, query_filter)
        old: Findings = self.known()
        findings.put_keys(a, b, hits, self.within)
        if self.swept:
            self.find_met_on_the_way(a, b, old, findings, query_filter, hits, passed, impacts)
        sprites_a: list = a.sprites
        sprites_b: list = b.sprites
        alone_a: C.bint = hold(a)
        alone_b: C.bint = hold(b)
        crossings: list = self.crossings_among(sprites_a, sprites_b, old, passed, impacts)
        if query_filter is not None and query_filter.where is not None:
            crossings = findings.keep_accepted(
                hits, sprites_a, sprites_b, crossings, query_filter, self.within
            )
        while True:
            last: Findings = self.known()
            entered: list = []
            exited: list = []
            findings.make_tuples(last, hits, sprites_a, sprites_b, entered, exited)
            changes.entered = entered
            changes.exited = exited
            changes.pairs = findings.tuples
            changes.new_pairs = entered.copy()
            if last is self.last:
                break
        if last.places is not old.places:  # another update has reported how they met
            crossings = []
        release(b, sprites_b, alone_b)
        release(a, sprites_a, alone_a)
        self.query_filter = query_filter
        self.replace(findings)
        return changes, crossings
