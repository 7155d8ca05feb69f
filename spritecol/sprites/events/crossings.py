"""Pairs of which something began to hit on their ways between two updates of `Overlaps`.

They do not hit any more; with `by_shape`, other shapes of theirs may.

`Places` keeps where the sprites of a batch were. A sprite that it does not know counts as resting.
So does one that could not hit then, such as a disabled one: it may start anywhere.
"""

import cython
from cython import (
    NULL,
    Py_ssize_t,
    address,
    binding,
    bint,
    cast,
    cfunc,
    double,
    exceptval,
    p_double,
    p_int,
    pointer,
    sizeof,
)
from cython.cimports.libc.math import NAN
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memcmp
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.pipeline.motion.crossing_times import (
    Travelers,
    find_crossings,
)
from cython.cimports.spritecol._engine.pointers import Numbers, Rows
from cython.cimports.spritecol._engine.storage.row_positions import RowPositions
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._support.fast_range_check import checked
from cython.cimports.spritecol.sprites.containers.batch import FOR_ITERATOR
from cython.cimports.spritecol.sprites.motion.sweep_questions import shape_of_part
from cython.cimports.spritecol.sprites.questions.contact_questions import touch_of
from cython.cimports.spritecol.sprites.questions.query_filter import QueryFilter, shape_index

from spritecol._support.range_check import shown


@binding(False)  # plain method descriptors: CPython checks the type of their `self`
class Places:
    """Where the sprites of a batch were at an update. It keeps them alive, and so their rows."""

    def __cinit__(self):
        self.sprites = []

    def __dealloc__(self):
        free(self.rows)
        free(self.numbers)

    def make_room(self, count: Py_ssize_t) -> cython.int:
        """Memory for some sprites, of which none is there yet."""
        self.rows = cast(p_int, malloc(max(1, count) * sizeof(cython.int)))
        self.numbers = cast(p_double, malloc(max(1, 2 * count) * sizeof(double)))
        if self.rows is NULL or self.numbers is NULL:
            raise MemoryError
        return 0

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
class Crossing:
    """Two shapes of two sprites that began to hit, and how they met."""

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
def put_starts(batch: Batch, was: Places, starts: p_double) -> cython.int:
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


def find_passed(
    a: Batch,
    was_a: Places,
    b: Batch,
    was_b: Places,
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
