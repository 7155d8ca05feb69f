"""The index of the broad phase: boxes by size, then by strip, then by their left side.

Boxes of similar size form a level, which is cut into horizontal strips as high as its largest box.
A box belongs to the strip that holds its top, so whatever overlaps it is in its own strip or one of
the two next to it, and there among consecutive entries. As in a loose quadtree, the level of a box
depends only on its size; but there is no grid of cells, so neither a world of 1e9 pixels nor a
crowd in one spot makes it sparse. docs/broad-phase.md has measurements.

A box's key is a whole number that grows with its left side. Entries are sorted by one radix sort
of words that hold strip, key and item (D. Knuth, "The Art of Computer Programming" 3, 5.2.5). Each
level ends with two sentinels, greater than any entry, which overlap nothing. Inverted boxes (of
sprites that cannot hit) are left out. `strip_sweep` finds the pairs.
"""

import cython
from cython.cimports.libc.math import INFINITY, fabs
from cython.cimports.libc.stdlib import free
from cython.cimports.libc.string import memcpy, memset
from cython.cimports.spritecol._engine.box import Box, BoxView, box_at, overlap
from cython.cimports.spritecol._engine.memory import Block, borrow, give_back, grow, next_capacity
from cython.cimports.spritecol._engine.tuning import FEW, FINENESS, SPAN

STRIP_BITS = cython.declare(cython.int, 24)
"""A level has no more than 2**24 strips; in larger worlds they are made higher."""

SMALLEST = cython.declare(cython.double, 1e-290)
"""Stands for the size of a level whose boxes are all points at the origin."""

WORD_BITS = cython.declare(cython.int, 62)
"""The maximal number of bits of a word, so that sentinels are greater than all words."""


def lay_out(
    level: cython.pointer(Level),
    size: cython.double,
    origins: cython.pointer(cython.const[Box]),
    item_bits: cython.int,
) -> cython.int:
    """Lay out a level of boxes no larger than `size`, with their left top corners in `origins`.

    Returns the number of bits of its strip numbers.
    """
    width: cython.double = origins.right - origins.left
    height: cython.double = origins.bottom - origins.top
    farthest: cython.double = max(
        fabs(origins.left), fabs(origins.right), fabs(origins.top), fabs(origins.bottom)
    )
    strip_bits: cython.int
    finest: cython.double
    # A little more than the largest box, so that rounding cannot put two boxes that overlap
    # farther apart than one strip, or than `size` in x.
    size = max(size * (1.0 + 1e-6) + 1e-15 * farthest, SMALLEST)
    level.size = size
    level.origin_x = origins.left
    level.origin_y = origins.top
    level.height = max(size, height / (1 << STRIP_BITS))
    level.scale_y = 1.0 / level.height
    level.slack = 1e-6 * size + 1e-14 * (level.height + farthest)
    strip_bits = bits_for(height * level.scale_y)
    finest = (1 << (min(31, WORD_BITS - strip_bits - item_bits) - 1)) - 4
    level.scale_x = FINENESS / size
    if (width + size) * level.scale_x > finest:
        level.scale_x = finest / (width + size)
    level.last_key = (width + size) * level.scale_x + 2.0
    level.reach = cython.cast(cython.Py_ssize_t, size * level.scale_x) + 2
    level.strip_shift = item_bits + bits_for(level.last_key)
    return strip_bits


def is_strained(level: cython.pointer(cython.const[Level])) -> cython.bint:
    """Whether the strips or keys of a level are coarser than wanted, because it is too large."""
    return level.height > 2.0 * level.size or level.scale_x * level.size < 0.5 * FINENESS


WIDEST = cython.declare(cython.int, 11)
"""Bits per pass: 2**11 counters of 8 bytes fit the first-level cache."""


def radix_sort(
    words: cython.pointer(cython.ulonglong),
    spare: cython.pointer(cython.ulonglong),
    count: cython.Py_ssize_t,
    low: cython.int,
    high: cython.int,
) -> cython.void:
    """Sort words by their bits from `low` to `high` (exclusive); the result is in `words`."""
    counts: cython.Py_ssize_t[2048]
    passes: cython.int = (high - low + WIDEST - 1) // WIDEST
    width: cython.int = (high - low + passes - 1) // max(1, passes)
    mask: cython.ulonglong = (1 << width) - 1
    source: cython.pointer(cython.ulonglong) = words
    target: cython.pointer(cython.ulonglong) = spare
    total: cython.Py_ssize_t
    here: cython.Py_ssize_t
    i: cython.Py_ssize_t
    while low < high:
        memset(counts, 0, (mask + 1) * cython.sizeof(cython.Py_ssize_t))
        for i in range(count):
            counts[(source[i] >> low) & mask] += 1
        total = 0
        for i in range(cython.cast(cython.Py_ssize_t, mask) + 1):
            here = counts[i]
            counts[i] = total
            total += here
        for i in range(count):
            here = counts[(source[i] >> low) & mask]
            counts[(source[i] >> low) & mask] = here + 1
            target[here] = source[i]
        source, target = target, source
        low += width
    if source != words:
        for i in range(count):
            words[i] = source[i]


SPLIT_LEVELS = cython.declare(cython.int, LEVELS // 2)
"""Levels are split only up to this number; the others are reserved for boxes of other sizes."""

STEEPEST = cython.declare(cython.double, 1e290)
"""In keys per pixel. If more would be needed, all boxes get the same key."""


BEYOND = 0x7FFFFFFFFFFFFFFF
"""The word of a sentinel."""

SENTINELS = cython.declare(cython.Py_ssize_t, 2)
"""Sentinels per level: `strip_sweep.level_pairs` reads up to two entries after a strip."""


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def put_sentinels(entry: cython.pointer(Entry)) -> cython.void:
    """Write the sentinels that end a level."""
    k: cython.int
    for k in range(SENTINELS):
        entry[k].word = BEYOND
        entry[k].box.left = entry[k].box.top = INFINITY
        entry[k].box.right = entry[k].box.bottom = -INFINITY


class StripIndex:
    """An index of boxes, built in one go."""

    def __dealloc__(self):
        free(self.entries)
        free(self.strips)

    def reserve(self, count: cython.Py_ssize_t) -> cython.int:
        """Make room for `count` boxes."""
        if count <= self.entry_capacity and self.entries is not cython.NULL:
            return 0
        capacity: cython.Py_ssize_t = next_capacity(self.entry_capacity, count, 16)
        grow(
            cython.cast(cython.pp_void, cython.address(self.entries)),
            capacity + SENTINELS * LEVELS,
            cython.sizeof(Entry),
        )
        grow(
            cython.cast(cython.pp_void, cython.address(self.strips)),
            capacity,
            cython.sizeof(Strip),
        )
        self.entry_capacity = capacity
        return 0

    def build(
        self,
        view: cython.pointer(cython.const[BoxView]),
        window: cython.pointer(cython.const[Box]),
        items: cython.Py_ssize_t,
        pool: cython.pointer(ScratchPool),
    ) -> cython.int:
        """Index the boxes of a view.

        Inverted boxes are left out, and boxes that do not overlap the window, unless it is NULL.
        If the caller replaces items later, `items` is an upper bound for them.
        """
        block: Block
        count: cython.Py_ssize_t = view.count
        self.reserve(count)
        self.count = 0
        self.strip_count = 0
        self.level_count = 0
        block = borrow(pool, count * cython.sizeof(cython.ulonglong))
        if block.memory is cython.NULL:
            with cython.gil:
                raise MemoryError
        self.view = view[0]
        self.words = cython.cast(cython.pointer(cython.ulonglong), block.memory)
        self.item_bits = bits_for(cython.cast(cython.double, max(items, count)))
        # The items are at the end of the memory of the entries. An entry is larger than an item, so
        # items are overwritten only after their level is complete.
        self.fill(
            cython.cast(cython.pointer(cython.ulonglong), self.entries + count + SENTINELS * LEVELS)
            - count,
            window,
        )
        give_back(pool, block)
        return 0

    def build_few(self, view: cython.pointer(cython.const[BoxView])) -> cython.int:
        """Index the boxes of a view, at most `FEW`, in a single strip, sorted by their left edges.

        This is faster to build than a full index, but slower for many boxes.
        """
        level: cython.pointer(Level) = cython.address(self.levels[0])
        ends: cython.int[FEW]
        keys: cython.int[FEW]
        box: cython.pointer(cython.const[Box])
        entry: cython.pointer(Entry)
        right: cython.double = -INFINITY
        total: cython.int = 0
        here: cython.int
        k: cython.int
        count: cython.Py_ssize_t = view.count
        self.reserve(FEW)
        self.view = view[0]
        level.origin_x = INFINITY
        for k in range(count):
            box = box_at(view, k)
            if size_of(box) >= 0.0:
                level.origin_x = min(level.origin_x, box.left)
                right = max(right, box.left)
        level.scale_x = 0.0
        if right > level.origin_x:
            level.scale_x = (FEW - 1) / (right - level.origin_x)
        if level.scale_x > STEEPEST:
            level.scale_x = 0.0
        level.last_key = FEW - 1
        memset(ends, 0, cython.sizeof(ends))
        for k in range(count):
            keys[k] = -1
            box = box_at(view, k)
            if size_of(box) >= 0.0:
                keys[k] = key_inside(level, box.left)
                ends[keys[k]] += 1
        for k in range(FEW):
            here = ends[k]
            ends[k] = total
            total += here
        for k in range(count):
            if keys[k] >= 0:
                entry = self.entries + ends[keys[k]]
                ends[keys[k]] += 1
                entry.word = keys[k] << FEW_BITS | k
                entry.box = box_at(view, k)[0]
        put_sentinels(self.entries + total)
        self.count = total + SENTINELS
        self.item_bits = FEW_BITS
        level.strip_shift = 2 * FEW_BITS
        level.reach = 0
        level.first = 0
        level.count = 1 if total else 0
        self.level_count = level.count
        self.strip_count = level.count
        self.strips[0].index = 0
        self.strips[0].first = 0
        return 0

    def fill(
        self, items: cython.pointer(cython.ulonglong), window: cython.pointer(cython.const[Box])
    ) -> cython.void:
        """Sort the boxes into levels; `items` has room for one word per box."""
        view: BoxView = self.view
        box: cython.pointer(cython.const[Box])
        origins: Box
        size: cython.double
        largest: cython.double = -1.0
        smallest: cython.double = INFINITY
        total: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        origins.left = origins.top = INFINITY
        origins.right = origins.bottom = -INFINITY
        for i in range(view.count):
            box = box_at(cython.address(view), i)
            size = size_of(box)
            if size >= 0.0 and (window is cython.NULL or overlap(box, window)):
                origins.left = min(box.left, origins.left)
                origins.right = max(box.left, origins.right)
                origins.top = min(box.top, origins.top)
                origins.bottom = max(box.top, origins.bottom)
                largest = max(size, largest)
                smallest = min(size, smallest)
                items[total] = i
                total += 1
        if total and exponent_of(largest) - exponent_of(smallest) <= SPAN:
            self.fill_level(items, total, largest, cython.address(origins))
        elif total:
            self.fill_levels(items, total)

    def fill_levels(
        self, items: cython.pointer(cython.ulonglong), total: cython.Py_ssize_t
    ) -> cython.void:
        """Sort the boxes into several levels by size, the largest first."""
        counts: cython.Py_ssize_t[2048]
        ends: cython.Py_ssize_t[2048]
        place: cython.Py_ssize_t = 0
        members: cython.Py_ssize_t
        exponent: cython.int
        last: cython.int
        largest: cython.double
        k: cython.Py_ssize_t
        origins: Box
        memset(counts, 0, cython.sizeof(counts))
        memcpy(self.words, items, total * cython.sizeof(cython.ulonglong))
        for k in range(total):
            counts[exponent_of(size_of(box_at(cython.address(self.view), items[k])))] += 1
        for exponent in range(2047, -1, -1):
            ends[exponent] = place
            place += counts[exponent]
        for k in range(total):
            exponent = exponent_of(size_of(box_at(cython.address(self.view), self.words[k])))
            items[ends[exponent]] = self.words[k]
            ends[exponent] += 1
        exponent = 2047
        while exponent >= 0:
            if counts[exponent] == 0:
                exponent -= 1
                continue
            last = 0 if self.level_count >= LEVELS - 1 else max(0, exponent - SPAN)
            members = 0
            for k in range(last, exponent + 1):
                members += counts[k]
            largest = 0.0
            for k in range(members):
                largest = max(largest, size_of(box_at(cython.address(self.view), items[k])))
            origins = self.origins_of(items, members)
            self.fill_level(items, members, largest, cython.address(origins))
            items += members
            exponent = last - 1

    def origins_of(
        self, items: cython.pointer(cython.const[cython.ulonglong]), count: cython.Py_ssize_t
    ) -> Box:
        """The bounding box of the top left corners of some items."""
        origins: Box
        box: cython.pointer(cython.const[Box])
        k: cython.Py_ssize_t
        origins.left = origins.top = INFINITY
        origins.right = origins.bottom = -INFINITY
        for k in range(count):
            box = box_at(cython.address(self.view), items[k])
            origins.left = min(origins.left, box.left)
            origins.right = max(origins.right, box.left)
            origins.top = min(origins.top, box.top)
            origins.bottom = max(origins.bottom, box.top)
        return origins

    def fill_level(
        self,
        items: cython.pointer(cython.ulonglong),
        count: cython.Py_ssize_t,
        size: cython.double,
        origins: cython.pointer(cython.const[Box]),
    ) -> cython.void:
        """Add a level: `count` items, none of them larger than `size`."""
        level: cython.pointer(Level) = cython.address(self.levels[self.level_count])
        words: cython.pointer(cython.ulonglong) = self.words
        entry: cython.pointer(Entry) = self.entries + self.count
        view: BoxView = self.view
        box: cython.pointer(cython.const[Box])
        item_bits: cython.int = self.item_bits
        strip_bits: cython.int = lay_out(level, size, origins, item_bits)
        strip: cython.ulonglong
        last: cython.ulonglong = 0
        k: cython.Py_ssize_t
        if (
            is_strained(level)
            and self.level_count + self.pending_splits < SPLIT_LEVELS
            and self.split(items, count, size, origins)
        ):
            return
        for k in range(count):
            box = box_at(cython.address(view), items[k])
            words[k] = items[k] | word_of(
                level, strip_inside(level, box.top), key_inside(level, box.left), item_bits
            )
        radix_sort(words, items, count, item_bits, level.strip_shift + strip_bits)
        level.first = self.strip_count
        for k in range(count):
            strip = words[k] >> level.strip_shift
            if k == 0 or strip != last:
                last = strip
                self.strips[self.strip_count].index = strip
                self.strips[self.strip_count].first = self.count + k
                self.strip_count += 1
            entry.word = words[k]
            entry.box = box_at(cython.address(view), self.item_of(entry))[0]
            entry += 1
        put_sentinels(entry)
        self.count += count + SENTINELS
        level.count = self.strip_count - level.first
        self.level_count += 1

    def split(
        self,
        items: cython.pointer(cython.ulonglong),
        count: cython.Py_ssize_t,
        size: cython.double,
        origins: cython.pointer(cython.const[Box]),
    ) -> cython.bint:
        """Split a level that is too large into its left and right, or upper and lower, half.

        Returns False if one half would be empty. Splitting prevents a single sprite a million
        screens away from making the strips of all others coarser.
        """
        upright: cython.bint = origins.bottom - origins.top > origins.right - origins.left
        middle: cython.double = origins.left / 2.0 + origins.right / 2.0
        box: cython.pointer(cython.const[Box])
        part: Box
        item: cython.ulonglong
        first: cython.Py_ssize_t = 0
        k: cython.Py_ssize_t
        if upright:
            middle = origins.top / 2.0 + origins.bottom / 2.0
        for k in range(count):
            box = box_at(cython.address(self.view), items[k])
            if (box.top if upright else box.left) < middle:
                item = items[first]
                items[first] = items[k]
                items[k] = item
                first += 1
        if first in (0, count):
            return False
        self.pending_splits += 1
        part = self.origins_of(items, first)
        self.fill_level(items, first, size, cython.address(part))
        self.pending_splits -= 1
        part = self.origins_of(items + first, count - first)
        self.fill_level(items + first, count - first, size, cython.address(part))
        return True

    def strip_end(
        self, level: cython.pointer(cython.const[Level]), strip: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """The index after the last entry of a strip of a level."""
        if strip + 1 < level.first + level.count:
            return self.strips[strip + 1].first
        if strip + 1 < self.strip_count:
            return self.strips[strip + 1].first - SENTINELS
        return self.count - SENTINELS
