"""`PresentPairs`: which pairs hit at the last update, and what has changed since then.

The pairs of each update are kept in a snapshot: a sorted list of pairs of positions. One merge of
two snapshots tells what is new and what is gone. If the collections have changed in between, each
old position is first replaced by the one that its row has now. A row cannot have passed to another
sprite meanwhile: the tuples keep the sprites of present pairs alive until they are reported gone.

With `swept`, there are also pairs of which something began to hit on their ways between two
updates (`Crossing`). They do not hit any more; with `by_shape`, other shapes of theirs may.
"""

import cython
from cython import (
    NULL,
    Py_ssize_t,
    address,
    binding,
    bint,
    boundscheck,
    cast,
    cclass,
    cfunc,
    declare,
    double,
    exceptval,
    nogil,
    p_char,
    p_double,
    p_int,
    p_void,
    pointer,
    size_t,
    sizeof,
    struct,
    wraparound,
)
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.pairs import (
    Pair,
    PairList,
    first_of,
    new_pairs,
    ordered,
    pair_of,
    second_of,
)
from cython.cimports.spritecol._engine.pipeline.motion.crossing_times import (
    Travelers,
    find_crossings,
)
from cython.cimports.spritecol._engine.pipeline.motion.impact import Impact, ImpactList
from cython.cimports.spritecol._engine.pipeline.row_index import workspace_of
from cython.cimports.spritecol._engine.pointers import Numbers, Rows
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._support.fast_range_check import checked
from cython.cimports.spritecol._support.libc import NAN, free, malloc, memcmp, memcpy, memset, qsort
from cython.cimports.spritecol.sprites.containers.batch import FOR_ITERATOR, Batch, hold, release
from cython.cimports.spritecol.sprites.containers.members import Members, RowPositions
from cython.cimports.spritecol.sprites.containers.targets import flattened, kept_batch_of
from cython.cimports.spritecol.sprites.motion.sweep_questions import shape_of_part
from cython.cimports.spritecol.sprites.questions.answers import Changes
from cython.cimports.spritecol.sprites.questions.contact_questions import hitting_shapes, touch_of
from cython.cimports.spritecol.sprites.questions.hits import AS_POSITIONS, find_hits
from cython.cimports.spritecol.sprites.questions.query_filter import (
    AS_IN_A_CHECK,
    QueryFilter,
    hit_query_filter,
    shape_index,
)
from cython.cimports.spritecol.sprites.sprite.sprite_row import SpriteRow

from spritecol._support.range_check import shown


@binding(False)  # plain method descriptors: CPython checks the type of their `self`
@cclass
class Places:
    """Where the sprites of a batch were at an update. It keeps them alive, and so their rows.

    A sprite that it does not know counts as resting. So does one that could not hit then, such as a
    disabled one: it may start anywhere.
    """

    sprites: list
    rows: p_int  # of the sprites
    numbers: p_double  # x, y of each; NaN if it could not hit, so that it has no way
    count: Py_ssize_t

    def __cinit__(self):
        self.sprites = []

    def __dealloc__(self):
        free(self.rows)
        free(self.numbers)

    @cfunc
    @exceptval(-1)
    def make_room(self, count: Py_ssize_t) -> cython.int:
        """Memory for some sprites, of which none is there yet."""
        self.rows = cast(p_int, malloc(max(1, count) * sizeof(cython.int)))
        self.numbers = cast(p_double, malloc(max(1, 2 * count) * sizeof(double)))
        if self.rows is NULL or self.numbers is NULL:
            raise MemoryError
        return 0

    @cfunc
    @exceptval(-1)
    def note(self, batch: Batch) -> cython.int:
        """Note where all sprites of a batch are, whose boxes must be up to date.

        No Python object is made: no user code runs.
        """
        k: Py_ssize_t
        self.make_room(batch.row_count)
        # Local variables: the compiler must assume that a write may change an attribute.
        boxes: pointer(cython.const[Box]) = STORE.boxes
        x: Numbers = STORE.x
        y: Numbers = STORE.y
        all: Rows = batch.rows
        rows: p_int = self.rows
        numbers: p_double = self.numbers
        for k in range(batch.row_count):
            row: cython.int = all[k]
            can_hit: bint = boxes[row].left <= boxes[row].right
            rows[k] = row
            numbers[2 * k] = x[row] if can_hit else NAN
            numbers[2 * k + 1] = y[row] if can_hit else NAN
        self.count = batch.row_count
        self.sprites = batch.sprites
        batch.copy_on_write = FOR_ITERATOR  # as then, nobody knows for how long it is read
        return 0

    def listed(self):
        """All of it, as a list of (sprite, x, y); without sprites that could not hit."""
        k: Py_ssize_t
        result: list = []
        sprites: list = self.sprites
        if sprites is not None and len(sprites) == self.count:  # not cleared by the collector
            for k in range(self.count):
                if self.numbers[2 * k] != self.numbers[2 * k]:
                    continue
                result.append((sprites[k], self.numbers[2 * k], self.numbers[2 * k + 1]))
        return result

    def restore(self, listed):
        """Fill new places with what `listed` has returned, or anybody has written into a pickle."""
        k: Py_ssize_t
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
            self.rows[k] = cast(SpriteRow, sprites[k]).row
            self.numbers[2 * k] = checked(items[k][1], "x")
            self.numbers[2 * k + 1] = checked(items[k][2], "y")
        self.sprites = sprites
        self.count = len(sprites)


@binding(False)  # plain method descriptors: CPython checks the type of their `self`
@cclass
class Crossing:
    """Two shapes of two sprites that began to hit, and how they met."""

    sprite = declare(SpriteRow, visibility="readonly")
    other = declare(SpriteRow, visibility="readonly")
    shape = declare(object, visibility="readonly")
    other_shape = declare(object, visibility="readonly")
    index = declare(Py_ssize_t, visibility="readonly")  # of the shape, among those of the sprite
    other_index = declare(Py_ssize_t, visibility="readonly")
    nx: double  # the normal, outward from the other sprite
    ny: double
    px: double  # where they touched
    py: double

    def __cinit__(self):  # with it, Cython makes no pickle methods
        self.index = self.other_index = 0

    def contact(self, side):
        """The `Contact` where they met, of depth 0, seen from the sprite (0) or the other (1)."""
        if self.sprite is None or self.other is None:  # made by hand, or cleared by the collector
            raise TypeError("this crossing is of no sprites")
        if side:
            return touch_of(
                self.other,
                self.sprite,
                self.other_shape,
                self.shape,
                0.0 - self.nx,  # not -0.0
                0.0 - self.ny,
                self.px,
                self.py,
            )
        return touch_of(
            self.sprite,
            self.other,
            self.shape,
            self.other_shape,
            self.nx,
            self.ny,
            self.px,
            self.py,
        )


@cfunc
@exceptval(-1)
def put_starts(batch: Batch, was: Places | None, starts: p_double) -> cython.int:
    """Write where the ways of a batch's sprites begin: where `was` has them, else where they are.

    No Python object is made that the garbage collector tracks: no user code runs.
    """
    k: Py_ssize_t
    position: cython.int
    # If there was no update, or the garbage collector has cleared the places, nothing is known.
    known: bint = was is not None and was.sprites is not None and 0 < was.count == len(was.sprites)
    same: bint = known and was.count == batch.row_count
    same = same and memcmp(was.rows, batch.rows, was.count * sizeof(cython.int)) == 0
    x: Numbers = STORE.x
    y: Numbers = STORE.y
    rows: Rows = batch.rows
    if same:
        numbers: Numbers = was.numbers
        for k in range(batch.row_count):
            could_hit: bint = numbers[2 * k] == numbers[2 * k]
            starts[2 * k] = numbers[2 * k] if could_hit else x[rows[k]]
            starts[2 * k + 1] = numbers[2 * k + 1] if could_hit else y[rows[k]]
        return 0
    for k in range(batch.row_count):
        starts[2 * k] = x[rows[k]]
        starts[2 * k + 1] = y[rows[k]]
    if not known:
        return 0
    positions: RowPositions = RowPositions()
    positions.reset(batch.row_count)
    for k in range(batch.row_count):
        positions.put(batch.rows[k], k)
    for k in range(was.count):
        position = positions.get(was.rows[k])
        if position >= 0 and was.numbers[2 * k] == was.numbers[2 * k]:
            starts[2 * position] = was.numbers[2 * k]
            starts[2 * position + 1] = was.numbers[2 * k + 1]
    return 0


@cfunc
@exceptval(-1)
def find_passed(
    a: Batch,
    was_a: Places | None,
    b: Batch,
    was_b: Places | None,
    known: PairList,
    query_filter: QueryFilter,
    by_shape: bint,
    pairs: PairList,
    impacts: ImpactList,
) -> cython.int:
    """Add the pairs that began to hit on their ways, see `find_crossings`; for up-to-date batches.

    `where` is not asked. No Python object is made that the garbage collector tracks: no
    user code runs.
    """
    from_a: Travelers
    from_b: Travelers
    starts: p_double = cast(
        p_double, malloc(max(1, 2 * (a.row_count + b.row_count)) * sizeof(double))
    )
    if starts is NULL:
        raise MemoryError
    try:
        from_a.rows = a.rows
        from_a.count = a.row_count
        from_a.starts = starts
        put_starts(a, was_a, starts)
        from_b.rows = b.rows
        from_b.count = b.row_count
        from_b.starts = starts + 2 * a.row_count
        if b is not a:
            put_starts(b, was_b, starts + 2 * a.row_count)
        find_crossings(
            STORE,
            address(from_a),
            a.kept,
            address(from_a) if b is a else address(from_b),
            b.kept,
            known,
            address(query_filter.rows),
            query_filter.uses_own_layers,
            by_shape,
            pairs,
            impacts,
        )
    finally:
        free(starts)
    return 0


@cfunc
def crossing_of(
    sprite: SpriteRow, other: SpriteRow, impact: pointer(cython.const[Impact])
) -> Crossing:
    """The Crossing of two sprites that have met; None if a finalizer has changed their shapes."""
    crossing: Crossing = Crossing()
    part: cython.int = impact.pair.first_a
    other_part: cython.int = impact.pair.first_b
    crossing.sprite = sprite
    crossing.other = other
    crossing.nx = impact.nx
    crossing.ny = impact.ny
    crossing.px = impact.px
    crossing.py = impact.py
    if impact.pair.a != sprite.row:  # the other one has moved
        part, other_part = other_part, part
        crossing.nx = 0.0 - impact.nx  # not -0.0
        crossing.ny = 0.0 - impact.ny
    crossing.shape = shape_of_part(sprite, part)
    crossing.other_shape = shape_of_part(other, other_part)
    if crossing.shape is None or crossing.other_shape is None:
        return None
    crossing.index = shape_index(sprite, part)
    crossing.other_index = shape_index(other, other_part)
    return crossing


def check_query_filter(mask, exclude, where, shapes, target_shapes):
    """Refuse conditions that `renew` would refuse."""
    hit_query_filter(None, mask, exclude, where, shapes, target_shapes)


def is_of(pair, one, other):
    """Whether a pair contains the sprite `one` and, unless `other` is None, that one, too."""
    first, second = pair[:2]
    return (first is one and (other is None or second is other)) or (
        second is one and (other is None or first is other)
    )


def lasting_sprites(targets, name):
    """The sprites in `targets`, which is read at each update: so iterators are refused."""
    return flattened(targets, name, True)


Known = struct(pair=Pair, index=Py_ssize_t)
"""A pair that was present: where its sprites are in the batches now, and which one it was."""

NEW = declare(Py_ssize_t, -1)


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
@exceptval(check=True)
def block(size: size_t) -> p_void:
    """A block of memory, to be freed."""
    memory: p_void = malloc(size + 1)  # of no bytes there might be no block
    if memory is NULL:
        raise MemoryError
    return memory


@cfunc
@exceptval(check=True)
def copied(source: pointer(cython.const[cython.void]), size: size_t) -> p_void:
    """A copy of a block of memory, to be freed."""
    memory: p_void = block(size)
    if size:  # else there may be no source
        memcpy(memory, source, size)
    return memory


@cclass
class HitSnapshot:
    """The pairs that hit at one update, and the rows of both batches; no references to objects."""

    pairs: pointer(Pair)  # of positions, sorted
    count: Py_ssize_t
    rows_a: p_int
    rows_b: p_int
    na: Py_ssize_t
    nb: Py_ssize_t

    # Against the previous snapshot:
    known: pointer(Known)  # its pairs whose sprites are still there, sorted by where they are now
    known_count: Py_ssize_t
    before: pointer(Py_ssize_t)  # of each pair: which one it was there, or NEW
    stays: p_char  # of each pair there: whether it still hits

    def __dealloc__(self):
        free(self.pairs)
        free(self.rows_a)
        free(self.rows_b)
        free(self.known)
        free(self.before)
        free(self.stays)

    @cfunc
    @exceptval(-1)
    def take(self, a: Batch, b: Batch, hits: PairList) -> cython.int:
        """Copy pairs and rows."""
        self.pairs = cast(pointer(Pair), copied(hits.items, hits.count * sizeof(Pair)))
        self.rows_a = cast(p_int, copied(a.rows, a.row_count * sizeof(cython.int)))
        self.rows_b = cast(p_int, copied(b.rows, b.row_count * sizeof(cython.int)))
        self.count = hits.count
        self.na = a.row_count
        self.nb = b.row_count
        return 0

    @cfunc
    @exceptval(-1)
    def take_tuples(self, tuples: list) -> cython.int:
        """Make a snapshot of pairs of sprites, as if each had been at a position of its own."""
        k: Py_ssize_t
        count: Py_ssize_t = len(tuples)
        self.pairs = cast(pointer(Pair), block(count * sizeof(Pair)))
        self.rows_a = cast(p_int, block(count * sizeof(cython.int)))
        self.rows_b = cast(p_int, block(count * sizeof(cython.int)))
        for k in range(count):
            pair: tuple = tuples[k]
            self.pairs[k] = pair_of(k, k)
            self.rows_a[k] = cast(SpriteRow, pair[0]).row
            self.rows_b[k] = cast(SpriteRow, pair[1]).row
        self.count = self.na = self.nb = count
        return 0

    @cfunc
    @exceptval(check=False)
    def has_rows_of(self, other: HitSnapshot) -> bint:
        """Whether two snapshots are of the same rows in the same order."""
        size: size_t = sizeof(cython.int)
        return (
            other.na == self.na
            and other.nb == self.nb
            and (self.na == 0 or memcmp(other.rows_a, self.rows_a, self.na * size) == 0)
            and (self.nb == 0 or memcmp(other.rows_b, self.rows_b, self.nb * size) == 0)
        )

    @cfunc
    @exceptval(-1)
    def follow(
        self, old: HitSnapshot, positions_a: RowPositions, positions_b: RowPositions, within: bint
    ) -> cython.int:
        """Write where the pairs of another snapshot are now, in the order of that."""
        p: Py_ssize_t
        self.known = cast(pointer(Known), block(old.count * sizeof(Known)))
        if self.has_rows_of(old):
            for p in range(old.count):
                self.known[p].pair = old.pairs[p]
                self.known[p].index = p
            self.known_count = old.count
            return 0
        positions_a.reset(self.na)
        positions_b.reset(self.nb)
        for p in range(self.na):
            positions_a.put(self.rows_a[p], p)
        for p in range(self.nb):
            positions_b.put(self.rows_b[p], p)
        for p in range(old.count):
            i: cython.int = positions_a.get(old.rows_a[first_of(old.pairs[p])])
            j: cython.int = positions_b.get(old.rows_b[second_of(old.pairs[p])])
            if i >= 0 and j >= 0:
                pair: Pair = ordered(i, j) if within else pair_of(i, j)
                self.known[self.known_count].pair = pair
                self.known[self.known_count].index = p
                self.known_count += 1
        qsort(self.known, self.known_count, sizeof(Known), compare_known)
        return 0

    @cfunc
    @exceptval(-1)
    def compare_with(
        self, old: HitSnapshot, positions_a: RowPositions, positions_b: RowPositions, within: bint
    ) -> cython.int:
        """Find which pairs the previous snapshot has. No Python object is made: no user code runs.

        All is read through local variables: the compiler must assume that a write may change an
        attribute.
        """
        k: Py_ssize_t
        p: Py_ssize_t = 0
        self.before = cast(pointer(Py_ssize_t), block(self.count * sizeof(Py_ssize_t)))
        self.stays = cast(p_char, block(old.count))
        memset(self.stays, 0, old.count)
        self.follow(old, positions_a, positions_b, within)
        pairs: pointer(Pair) = self.pairs
        known: pointer(Known) = self.known
        before: pointer(Py_ssize_t) = self.before
        stays: p_char = self.stays
        end: Py_ssize_t = self.known_count
        for k in range(self.count):
            while p < end and known[p].pair < pairs[k]:
                p += 1
            before[k] = NEW
            if p < end and known[p].pair == pairs[k]:
                before[k] = known[p].index
                stays[before[k]] = True
                p += 1
        return 0

    @cfunc
    @exceptval(-1)
    def add_gone(self, out: PairList) -> cython.int:
        """Add the pairs that are gone, by their positions now, to the sorted pairs of a list."""
        p: Py_ssize_t
        count: Py_ssize_t = out.count
        if not out.reserve(self.known_count):
            raise MemoryError
        for p in range(self.known_count):
            if not self.stays[self.known[p].index]:
                out.items[out.count] = self.known[p].pair
                out.count += 1
        return out.sort(self.na, self.nb) if out.count > count else 0

    @cfunc
    @boundscheck(False)
    @wraparound(False)
    def tuples(self, sprites_a: list, sprites_b: list, old_tuples: list, entered: list) -> list:
        """The pairs as tuples: those that were present before, and new ones, also in `entered`.

        Within one batch two sprites may have changed their order: then their tuple is made anew.
        """
        made: list = [None] * self.count  # a list that grows would be moved many times
        before: pointer(Py_ssize_t) = self.before
        pairs: pointer(Pair) = self.pairs
        pair: object
        k: Py_ssize_t
        for k in range(self.count):
            one: object = sprites_a[first_of(pairs[k])]
            pair = None if before[k] == NEW else old_tuples[before[k]]
            if pair is None or cast(tuple, pair)[0] is not one:
                pair = (one, sprites_b[second_of(pairs[k])])
                if before[k] == NEW:
                    entered.append(pair)
            made[k] = pair
        return made


@cclass
class Verdicts:
    """What `where` has said about pairs in one update; each is asked about once."""

    query_filter: QueryFilter
    within: bint  # both sprites of a pair are targets
    of_pairs: dict  # by the rows of both: ints, so that looking one up runs no user code
    of_sprites: dict
    asked: list  # keeps the sprites alive, and so their rows

    def __cinit__(self, query_filter: QueryFilter, within: bint):
        self.query_filter = query_filter
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
            if self.query_filter.wants_hit:
                accepted = self.query_filter.accepts_pair(sprite, other)
            else:
                accepted = self.query_filter.accepts_once(other, self.of_sprites)
                if self.within:
                    accepted &= self.query_filter.accepts_once(sprite, self.of_sprites)
            self.of_pairs[key] = accepted
        return self.of_pairs[key]

    @cfunc
    @exceptval(-1)
    def keep_accepted(self, a: Batch, b: Batch, hits: PairList) -> bint:
        """Keep the pairs of positions that `where` accepts.

        False if `where` had to be called: that may have changed the positions.
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
@binding(False)  # plain method descriptors: CPython checks the type of their `self`
class PresentPairs:
    """The pairs that hit at the last update: as tuples, in order, and as a snapshot.

    With `swept`, also where all sprites were, so that `renew` finds the pairs that began to hit on
    their ways since then.
    """

    snapshot: HitSnapshot
    tuples: list
    swept: bint
    by_shape: bint  # those that began to hit are pairs of shapes
    query_filter: QueryFilter  # of the last `renew`; None if there were none
    places: Places  # None without `swept`, and before the first update
    other_places: Places  # of the second batch; None if there is none
    first: Members  # what the first collection is, if it is a list of Groups, see `together`
    second: Members

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
        return self.query_filter

    def hitting_shapes(self, sprite, other):
        """The pairs of shapes of a present pair that hit, see `contacts.hitting_shapes`."""
        if not isinstance(sprite, SpriteRow) or not isinstance(other, SpriteRow):
            raise TypeError("only sprites have shapes")
        return hitting_shapes(sprite, other, self.query_filter)

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

    def renew(self, first, second, conditions: tuple):
        """Take a new snapshot, and compare it with the previous one.

        Args:
            first: a Sprite, a Group, or an iterable of them.
            second: others; None for the pairs within `first`.
            conditions: (mask, exclude, where, shapes, target_shapes): layers as bits, or None; a
                Sprite, a Group, or an iterable of them; a function of both sprites of a pair, or of
                the second one, or None; names of shapes of the first sprites, or None; names of
                shapes of the others, or None.

        Returns:
            (`Changes`, list of `Crossing`s). Without `by_shape`, a crossing is of a pair that hits
            neither now nor did before; with it, the pair may hit in these very shapes.

        Making tuples may run the garbage collector, and so a `__del__` that calls this very method.
        Then the snapshot that was compared is no longer the last one, and everything is done again.
        It is also done again whenever `where` had to be asked about new pairs.
        """
        tuples: list
        k: Py_ssize_t
        mask, exclude, where, shapes, target_shapes = conditions
        query_filter: QueryFilter = hit_query_filter(
            None, mask, exclude, where, shapes, target_shapes
        )
        verdicts: Verdicts = None
        if query_filter is not None and query_filter.where is not None:
            verdicts = Verdicts(query_filter, second is None)
        a: Batch = kept_batch_of(first, "a", self.first)
        b: Batch = a if second is None else kept_batch_of(second, "b", self.second)
        self.first = cast(Members, a) if type(a) is Members else None
        self.second = cast(Members, b) if type(b) is Members and b is not a else None
        while True:
            entered: list = []
            exited: list = []
            crossings: list = []
            changes: Changes = Changes.__new__(Changes)
            places: Places = None
            other_places: Places = None
            passed: PairList = new_pairs(NULL)
            impacts: ImpactList = ImpactList()
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
            find_hits(a, b, AS_POSITIONS, hits, query_filter)
            if verdicts is not None and not verdicts.keep_accepted(a, b, hits):
                continue
            snapshot.take(a, b, hits)
            snapshot.compare_with(old, positions_a, positions_b, a is b)
            if places is not None:
                places.note(a)
                if other_places is not None:
                    other_places.note(b)
                if not self.by_shape:  # else their other shapes may have passed, or new ones
                    snapshot.add_gone(hits)
                find_passed(
                    a,
                    old_places,
                    b,
                    old_other_places,
                    hits,
                    AS_IN_A_CHECK if query_filter is None else query_filter,
                    self.by_shape,
                    passed,
                    impacts,
                )
            sprites_a: list = a.sprites
            sprites_b: list = b.sprites
            alone_a: bint = hold(a)
            alone_b: bint = hold(b)
            tuples = snapshot.tuples(sprites_a, sprites_b, old_tuples, entered)
            for k in range(passed.count):
                crossing: Crossing = crossing_of(
                    sprites_a[first_of(passed.items[k])],
                    sprites_b[second_of(passed.items[k])],
                    impacts.items + k,
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
            for k in range(len(old_tuples)):
                if not snapshot.stays[k]:
                    exited.append(old_tuples[k])
            changes.entered = entered
            changes.exited = exited
            changes.pairs = tuples
            changes.new_pairs = entered.copy()
            if self.snapshot is old:
                self.query_filter = query_filter
                self.snapshot = snapshot
                self.tuples = tuples
                self.places = places
                self.other_places = other_places
                return changes, crossings
