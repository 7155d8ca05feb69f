"""The index of the broad phase: boxes by size, then by strip, then by their left side.

Boxes of similar size make a level. A level is cut into horizontal strips as high as its largest
box; a box belongs to the strip that holds its top, so what overlaps it lies in its own strip or in
the two beside it. Within a strip boxes are sorted by a whole number, the key, that grows with their
left side: what overlaps a box is then one run of its neighbours. Like a loose quadtree this keeps a
box at the level of its size wherever it lies; unlike one it needs no grid of cells, so neither a
world of 1e9 pixels nor a crowd in one spot makes it sparse. docs/broad-phase.md has the figures.

Sorting is one radix sort of words that hold strip, key and item. Boxes turned inside out (of
sprites that cannot hit) are left out. How pairs are found in it: `strip_pairs`.
"""

import cython
from cython.cimports.libc.math import INFINITY, fabs
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.libc.string import memcpy, memset
from cython.cimports.spritecol.radix import radix_sort
from cython.cimports.spritecol.scratch import Block, give, take
from cython.cimports.spritecol.storage import Box, overlap

STRIP_BITS = cython.declare(cython.int, 24)
"""A level has no more than 2**24 strips; in larger worlds they are made higher."""

SMALLEST = cython.declare(cython.double, 1e-290)
"""Stands for the size of a level whose boxes are all points at the origin."""

FINENESS = cython.declare(cython.double, 16.0)
"""Keys for the width of a level's largest box: more make runs shorter, and sorting longer."""


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def exponent_of(number: cython.double) -> cython.int:
    """The biased exponent of a positive float64: its bits 52 to 62."""
    bits: cython.ulonglong
    memcpy(cython.address(bits), cython.address(number), 8)
    return cython.cast(cython.int, bits >> 52)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def bits_for(largest: cython.double) -> cython.int:
    """How many bits hold the whole numbers up to `largest`."""
    return max(1, exponent_of(largest + 1.0) - 1022)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def size_of(box: cython.pointer(cython.const[Box])) -> cython.double:
    """The longer side of a box; -1 for a box turned inside out."""
    width: cython.double = box.right - box.left
    height: cython.double = box.bottom - box.top
    if width >= 0.0 and height >= 0.0:
        return max(width, height)
    return -1.0


ONE = cython.declare(cython.ulonglong, 1)
"""To be shifted by up to 63."""


PADDING = cython.declare(cython.Py_ssize_t, 1)
"""So many entries beyond the last may be read, and are compared in vain (`strip_pairs.run`)."""


class Strips:
    """An index of boxes, built in one go."""

    def __dealloc__(self):
        free(self.entries)
        free(self.strips)

    def reserve(self, count):
        """Make room for `count` boxes."""
        memory: cython.p_void
        if count <= self.entry_capacity and self.entries is not cython.NULL:
            return 0
        capacity: cython.Py_ssize_t = max(count, self.entry_capacity + self.entry_capacity // 2, 16)
        memory = realloc(self.entries, (capacity + PADDING) * cython.sizeof(Entry))
        if memory is not cython.NULL:
            self.entries = cython.cast(cython.pointer(Entry), memory)
            memory = realloc(self.strips, capacity * cython.sizeof(Strip))
        if memory is cython.NULL:
            with cython.gil:
                raise MemoryError
        self.strips = cython.cast(cython.pointer(Strip), memory)
        self.entry_capacity = capacity
        return 0

    def build(self, boxes, rows, count, window):
        """Index `count` boxes, those of `rows` if that is given.

        Boxes inside out are left out, and those that do not overlap the window, if that is given.
        """
        block: Block
        self.reserve(count)
        self.count = 0
        self.strip_count = 0
        self.level_count = 0
        block = take(count * cython.sizeof(cython.ulonglong))
        if block.memory is cython.NULL:
            with cython.gil:
                raise MemoryError
        self.boxes = boxes
        self.rows = rows
        self.words = cython.cast(cython.pointer(cython.ulonglong), block.memory)
        # The items lie at the end of the entries' memory: an entry is larger than an item, so items
        # are overwritten only after their level is made.
        self.fill(
            cython.cast(cython.pointer(cython.ulonglong), self.entries + count) - count,
            count,
            window,
        )
        memset(self.entries + self.count, 0, PADDING * cython.sizeof(Entry))
        give(block)
        return 0

    def build_few(self, boxes, rows, count):
        """Index at most `FEW` boxes: all in one strip, by their left sides.

        That is no index for many, but sooner made.
        """
        level: cython.pointer(Level) = cython.address(self.levels[0])
        ends: cython.int[256]
        keys: cython.int[256]
        box: cython.pointer(cython.const[Box])
        entry: cython.pointer(Entry)
        right: cython.double = -INFINITY
        total: cython.int = 0
        here: cython.int
        k: cython.int
        self.reserve(FEW)
        self.boxes = boxes
        self.rows = rows
        level.origin_x = INFINITY
        for k in range(count):
            box = self.box_of(k)
            if size_of(box) >= 0.0:
                level.origin_x = min(level.origin_x, box.left)
                right = max(right, box.left)
        level.scale_x = 0.0
        if right > level.origin_x:
            level.scale_x = (FEW - 1) / (right - level.origin_x)
        memset(ends, 0, cython.sizeof(ends))
        for k in range(count):
            keys[k] = -1
            box = self.box_of(k)
            if size_of(box) >= 0.0:
                keys[k] = min(key_of(level, box.left), FEW - 1)
                ends[keys[k]] += 1
        for k in range(FEW):
            here = ends[k]
            ends[k] = total
            total += here
        for k in range(count):
            if keys[k] >= 0:
                entry = self.entries + ends[keys[k]]
                ends[keys[k]] += 1
                entry.key = keys[k]
                entry.item = k
                entry.box = self.box_of(k)[0]
        memset(self.entries + total, 0, PADDING * cython.sizeof(Entry))
        self.count = total
        level.reach = 0
        level.first = 0
        level.count = 1 if total else 0
        self.level_count = level.count
        self.strip_count = level.count
        self.strips[0].index = 0
        self.strips[0].first = 0
        return 0

    def box_of(self, item):
        """The box of an item, while the index is built."""
        return self.boxes + (item if self.rows is cython.NULL else self.rows[item])

    def fill(self, items, count, window):
        """Sort the boxes into levels; `items` is room for `count` words."""
        counts: cython.Py_ssize_t[2048]
        largest: cython.double[2048]
        size: cython.double
        total: cython.Py_ssize_t = 0
        members: cython.Py_ssize_t
        exponent: cython.int
        last: cython.int
        high: cython.int = -1
        low: cython.int = 2048
        box: cython.pointer(cython.const[Box])
        origins: Box
        origins.left = origins.top = INFINITY
        origins.right = origins.bottom = -INFINITY
        i: cython.Py_ssize_t
        memset(counts, 0, cython.sizeof(counts))
        for i in range(count):
            box = self.box_of(i)
            size = size_of(box)
            if size >= 0.0 and (window is cython.NULL or overlap(box, window)):
                origins.left = min(origins.left, box.left)
                origins.right = max(origins.right, box.left)
                origins.top = min(origins.top, box.top)
                origins.bottom = max(origins.bottom, box.top)
                items[total] = i
                total += 1
                exponent = exponent_of(size)
                if counts[exponent] == 0:
                    largest[exponent] = size
                    high = max(high, exponent)
                    low = min(low, exponent)
                counts[exponent] += 1
                largest[exponent] = max(largest[exponent], size)
        if high - low > 1:
            self.order_by_size(items, total, counts, low, high)
        # Three exponents in a row make a level; the last level takes all that is left.
        exponent = high
        while exponent >= low:
            if counts[exponent] == 0:
                exponent -= 1
                continue
            last = low if self.level_count == LEVELS - 1 else max(low, exponent - 2)
            members = 0
            for i in range(last, exponent + 1):
                members += counts[i]
            if members < total:
                origins = self.origins_of(items, members)
            self.fill_level(items, members, largest[exponent], cython.address(origins))
            items += members
            exponent = last - 1

    def order_by_size(self, items, total, counts, low, high):
        """Bring the items in the order of their exponents, the largest boxes first."""
        ends: cython.Py_ssize_t[2048]
        place: cython.Py_ssize_t = 0
        exponent: cython.int
        k: cython.Py_ssize_t
        memcpy(self.words, items, total * cython.sizeof(cython.ulonglong))
        for exponent in range(high, low - 1, -1):
            ends[exponent] = place
            place += counts[exponent]
        for k in range(total):
            exponent = exponent_of(size_of(self.box_of(self.words[k])))
            items[ends[exponent]] = self.words[k]
            ends[exponent] += 1

    def origins_of(self, items, count):
        """The box round the left top corners of some items."""
        origins: Box
        box: cython.pointer(cython.const[Box])
        k: cython.Py_ssize_t
        origins.left = origins.top = INFINITY
        origins.right = origins.bottom = -INFINITY
        for k in range(count):
            box = self.box_of(items[k])
            origins.left = min(origins.left, box.left)
            origins.right = max(origins.right, box.left)
            origins.top = min(origins.top, box.top)
            origins.bottom = max(origins.bottom, box.top)
        return origins

    def fill_level(self, items, count, size, origins):
        """Add a level: `count` items, none of them larger than `size`."""
        level: cython.pointer(Level) = cython.address(self.levels[self.level_count])
        words: cython.pointer(cython.ulonglong) = self.words
        entry: cython.pointer(Entry) = self.entries + self.count
        box: cython.pointer(cython.const[Box])
        left: cython.double = origins.left
        right: cython.double = origins.right
        top: cython.double = origins.top
        bottom: cython.double = origins.bottom
        height: cython.double
        farthest: cython.double
        strip_bits: cython.int
        key_bits: cython.int
        item_bits: cython.int
        finest: cython.double
        word: cython.ulonglong
        strip: cython.ulonglong
        last: cython.ulonglong = 0
        most: cython.ulonglong = 0
        k: cython.Py_ssize_t
        for k in range(count):
            most = max(most, items[k])
        # A little more than the largest box, so that rounding cannot put two boxes that overlap
        # farther apart than one strip, or than `size` in x.
        farthest = max(fabs(left), fabs(right), fabs(top), fabs(bottom))
        size = size * (1.0 + 1e-6) + 1e-15 * farthest
        size = max(size, SMALLEST)
        height = max(size, (bottom - top) / (1 << STRIP_BITS))
        level.size = size
        level.origin_x = left
        level.origin_y = top
        level.height = height
        level.scale_y = 1.0 / height
        level.slack = 1e-6 * size + 1e-14 * (height + farthest)
        strip_bits = bits_for((bottom - top) * level.scale_y)
        item_bits = bits_for(cython.cast(cython.double, most))
        level.scale_x = FINENESS / size
        key_bits = min(31, 64 - strip_bits - item_bits)
        finest = (ONE << (key_bits - 1)) - 1
        if (right - left) * level.scale_x > finest:
            level.scale_x = finest / (right - left)
        key_bits = bits_for((right - left) * level.scale_x)
        level.reach = cython.cast(cython.Py_ssize_t, size * level.scale_x) + 2
        for k in range(count):
            box = self.box_of(items[k])
            word = strip_of(level, box.top)
            word = word << key_bits | cython.cast(cython.ulonglong, key_of(level, box.left))
            words[k] = word << item_bits | items[k]
        radix_sort(words, items, count, item_bits, item_bits + key_bits + strip_bits)
        level.first = self.strip_count
        for k in range(count):
            word = words[k] >> item_bits
            strip = word >> key_bits
            if k == 0 or strip != last:
                last = strip
                self.strips[self.strip_count].index = strip
                self.strips[self.strip_count].first = self.count + k
                self.strip_count += 1
            entry.key = word & ((ONE << key_bits) - 1)
            entry.item = words[k] & ((ONE << item_bits) - 1)
            entry.box = self.box_of(entry.item)[0]
            entry += 1
        self.count += count
        level.count = self.strip_count - level.first
        self.level_count += 1

    def strip_end(self, strip):
        """One beyond the last entry of a strip."""
        return self.strips[strip + 1].first if strip + 1 < self.strip_count else self.count
