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
from cython.cimports.libc.math import INFINITY, fabs, floor
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.libc.string import memcpy, memset
from cython.cimports.spritecol.radix import radix_sort

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


def key_of(level, x):
    """The key of an x, -1 or 0 for all that lies left of the level; never less for a larger x."""
    key: cython.double = (x - level.origin_x) * level.scale_x
    return cython.cast(cython.Py_ssize_t, max(-1.0, min(key, 4e9)))


def strip_of(level, y):
    """The strip of a y, counted from the level's origin; may lie beyond its strips."""
    strip: cython.double = floor((y - level.origin_y) / level.height)
    return cython.cast(cython.Py_ssize_t, max(-2.0, min(strip, 4e9)))


ONE = cython.declare(cython.ulonglong, 1)
"""To be shifted by up to 63."""


class Strips:
    """An index of boxes, built in one go."""

    def __dealloc__(self):
        free(self.entries)
        free(self.strips)
        free(self.words)

    def reserve(self, count):
        """Make room for `count` boxes."""
        memory: cython.p_void
        if count <= self.entry_capacity:
            return 0
        capacity: cython.Py_ssize_t = max(count, self.entry_capacity + self.entry_capacity // 2)
        memory = realloc(self.entries, capacity * cython.sizeof(Entry))
        if memory is not cython.NULL:
            self.entries = cython.cast(cython.pointer(Entry), memory)
            memory = realloc(self.strips, capacity * cython.sizeof(Strip))
        if memory is not cython.NULL:
            self.strips = cython.cast(cython.pointer(Strip), memory)
            memory = realloc(self.words, 2 * capacity * cython.sizeof(cython.ulonglong))
        if memory is cython.NULL:
            with cython.gil:
                raise MemoryError
        self.words = cython.cast(cython.pointer(cython.ulonglong), memory)
        self.entry_capacity = capacity
        return 0

    def build(self, boxes, count):
        """Index `count` boxes; those turned inside out are left out."""
        counts: cython.Py_ssize_t[2048]
        ends: cython.Py_ssize_t[2048]
        largest: cython.double[2048]
        words: cython.pointer(cython.ulonglong)
        size: cython.double
        total: cython.Py_ssize_t = 0
        members: cython.Py_ssize_t
        exponent: cython.int
        last: cython.int
        high: cython.int = -1
        low: cython.int = 2048
        i: cython.Py_ssize_t
        self.reserve(count)
        self.count = 0
        self.strip_count = 0
        self.level_count = 0
        memset(counts, 0, cython.sizeof(counts))
        for i in range(count):
            size = size_of(boxes + i)
            if size >= 0.0:
                exponent = exponent_of(size)
                if counts[exponent] == 0:
                    largest[exponent] = size
                    high = max(high, exponent)
                    low = min(low, exponent)
                counts[exponent] += 1
                largest[exponent] = max(largest[exponent], size)
        if high < 0:
            return 0
        # The items by exponent, the largest boxes first, in the upper half of the words.
        words = self.words + self.entry_capacity
        for exponent in range(high, low - 1, -1):
            ends[exponent] = total
            total += counts[exponent]
        for i in range(count):
            size = size_of(boxes + i)
            if size >= 0.0:
                exponent = exponent_of(size)
                words[ends[exponent]] = i
                ends[exponent] += 1
        # Two exponents in a row make a level; the last level takes all that is left.
        total = 0
        exponent = high
        while exponent >= low:
            if counts[exponent] == 0:
                exponent -= 1
                continue
            last = low if self.level_count == LEVELS - 1 else max(low, exponent - 1)
            members = 0
            for i in range(last, exponent + 1):
                members += counts[i]
            self.fill_level(boxes, words + total, members, largest[exponent])
            total += members
            exponent = last - 1
        return 0

    def fill_level(self, boxes, words, count, size):
        """Add a level: the items in `words`, none of them larger than `size`."""
        level: cython.pointer(Level) = cython.address(self.levels[self.level_count])
        sorting: cython.pointer(cython.ulonglong) = words - self.entry_capacity
        box: cython.pointer(cython.const[Box])
        left: cython.double = INFINITY
        right: cython.double = -INFINITY
        top: cython.double = INFINITY
        bottom: cython.double = -INFINITY
        strip_bits: cython.int
        key_bits: cython.int
        item_bits: cython.int = 1
        finest: cython.double
        word: cython.ulonglong
        last: cython.Py_ssize_t = -1
        k: cython.Py_ssize_t
        for k in range(count):
            box = boxes + words[k]
            left = min(left, box.left)
            right = max(right, box.left)
            top = min(top, box.top)
            bottom = max(bottom, box.top)
            item_bits = max(item_bits, bits_for(cython.cast(cython.double, words[k])))
        # A little more than the largest box, so that rounding cannot put two boxes that overlap
        # farther apart than one strip, or than `size` in x.
        size = size * (1.0 + 1e-6) + 1e-15 * max(fabs(left), fabs(right), fabs(top), fabs(bottom))
        size = max(size, SMALLEST)
        level.size = size
        level.origin_x = left
        level.origin_y = top
        level.height = max(size, (bottom - top) / (1 << STRIP_BITS))
        strip_bits = bits_for((bottom - top) / level.height)
        level.scale_x = FINENESS / size
        key_bits = min(31, 64 - strip_bits - item_bits)
        finest = (ONE << (key_bits - 1)) - 1
        if (right - left) * level.scale_x > finest:
            level.scale_x = finest / (right - left)
        key_bits = bits_for((right - left) * level.scale_x)
        level.reach = cython.cast(cython.Py_ssize_t, size * level.scale_x) + 2
        for k in range(count):
            box = boxes + words[k]
            word = strip_of(level, box.top)
            word = word << key_bits | cython.cast(cython.ulonglong, key_of(level, box.left))
            sorting[k] = word << item_bits | words[k]
        radix_sort(sorting, words, count, item_bits, item_bits + key_bits + strip_bits)
        level.first = self.strip_count
        for k in range(count):
            word = sorting[k] >> item_bits
            if cython.cast(cython.Py_ssize_t, word >> key_bits) != last:
                last = word >> key_bits
                self.strips[self.strip_count].index = last
                self.strips[self.strip_count].first = self.count
                self.strip_count += 1
            self.entries[self.count].key = word & ((ONE << key_bits) - 1)
            self.entries[self.count].item = sorting[k] & ((ONE << item_bits) - 1)
            self.entries[self.count].box = boxes[self.entries[self.count].item]
            self.count += 1
        level.count = self.strip_count - level.first
        self.level_count += 1
        return 0

    def strip_end(self, strip):
        """One beyond the last entry of a strip."""
        return self.strips[strip + 1].first if strip + 1 < self.strip_count else self.count
