"""The broad phase's index: a loose linear quadtree, built in one go from an array of boxes.

A box lives in a node of the level of its size, at its left top corner (`levels`). There are no
pointers: a node is a run of entries in its band of nodes, and an empty node is nothing at all.
Entries are sorted by one radix sort of words that hold band, key and item. Boxes of three octaves
share a level, and a level with few boxes is merged into the next coarser one: as in any quadtree
with buckets, a box may live in an ancestor of the smallest node that could hold it.

`search` finds all pairs, `tree_queries` answers the rest. Inverted boxes (of sprites that cannot
hit) are left out.
"""

import cython
from cython import (
    NULL,
    Py_ssize_t,
    address,
    bint,
    cast,
    cfunc,
    declare,
    double,
    exceptval,
    gil,
    inline,
    longlong,
    nogil,
    p_double,
    p_uint,
    pointer,
    sizeof,
    struct,
    uint,
    ulonglong,
)
from cython.cimports.spritecol._engine import tuning
from cython.cimports.spritecol._engine.box import Box, BoxRef, BoxView
from cython.cimports.spritecol._engine.box_tests import box_at, overlap
from cython.cimports.spritecol._engine.broad_phase import grid, levels
from cython.cimports.spritecol._engine.broad_phase.lanes import BoxColumns
from cython.cimports.spritecol._engine.broad_phase.levels import Census, Level
from cython.cimports.spritecol._engine.memory import Block, borrow, give_back, grow, next_capacity
from cython.cimports.spritecol._engine.pointers import Numbers, Rows
from cython.cimports.spritecol._support.libc import INFINITY, free, ldexp, memcpy, memset

NO_BAND = declare(ulonglong, 0xFFFFFFFFFFFFFFFF)
"""Not the band of any word."""


@cfunc
@nogil
@exceptval(check=False)
def copy_circles(view: pointer(cython.const[BoxView]), circles: p_double) -> bint:
    """Copy x, y and radius of circles, by position; False if any box is no circle's."""
    i: Py_ssize_t
    for i in range(view.count):
        number: cython.int = view.circles[i if view.rows is NULL else view.rows[i]]
        if number < 0:
            return False
        circle: Numbers = view.numbers + number
        circles[3 * i] = circle[0]
        circles[3 * i + 1] = circle[1]
        circles[3 * i + 2] = circle[2]
    return True


@cfunc
@nogil
@exceptval(check=False)
def empty_census() -> Census:
    """The census of no boxes."""
    census: Census
    census.corners.left = census.corners.top = INFINITY
    census.corners.right = census.corners.bottom = -INFINITY
    census.widest = census.highest = 0.0
    census.smallest = INFINITY
    return census


@cfunc
@nogil
@exceptval(check=False)
def has_one_size(census: pointer(cython.const[Census])) -> bint:
    """Whether one level is enough for all boxes."""
    largest: double = max(census.widest, census.highest)
    return (
        grid.exponent_of(largest) - grid.exponent_of(census.smallest) <= tuning.SPAN
        or levels.least_side(census) > 2.0 * largest  # so far away that all are too small
    )


@cfunc
@inline
@nogil
@exceptval(check=False)
def survey_some(
    view: pointer(cython.const[BoxView]),
    window: BoxRef,
    first: Py_ssize_t,
    end: Py_ssize_t,
    items: pointer(ulonglong),
    census: pointer(Census),
) -> Py_ssize_t:
    """List those of some boxes that get into the tree, and count them in the census; how many.

    They are not listed if `items` is NULL.
    """
    boxes: BoxRef = view.boxes
    rows: Rows = view.rows
    left: double = INFINITY
    right: double = -INFINITY
    top: double = INFINITY
    bottom: double = -INFINITY
    widest: double = 0.0
    highest: double = 0.0
    smallest: double = INFINITY
    total: Py_ssize_t = 0
    i: Py_ssize_t
    for i in range(first, end):
        box: BoxRef = boxes + (i if rows is NULL else rows[i])
        width: double = box.right - box.left
        height: double = box.bottom - box.top
        if (width >= 0.0) & (height >= 0.0) & ((window is NULL) or overlap(box, window)):
            left = min(box.left, left)
            right = max(box.left, right)
            top = min(box.top, top)
            bottom = max(box.top, bottom)
            widest = max(width, widest)
            highest = max(height, highest)
            smallest = min(max(width, height), smallest)
            if items is not NULL:
                items[total] = i
            total += 1
    census.corners.left = min(left, census.corners.left)
    census.corners.right = max(right, census.corners.right)
    census.corners.top = min(top, census.corners.top)
    census.corners.bottom = max(bottom, census.corners.bottom)
    census.widest = max(widest, census.widest)
    census.highest = max(highest, census.highest)
    census.smallest = min(smallest, census.smallest)
    return total


@cfunc
@inline
@nogil
@exceptval(check=False)
def put_words(
    tree: Quadtree,
    level: pointer(cython.const[Level]),
    items: pointer(cython.const[ulonglong]),
    count: Py_ssize_t,
    words: pointer(ulonglong),
) -> cython.void:
    """Write the words of a level's items, unsorted; they may replace the items.

    Without a list, an item is its position. Inlined twice.
    """
    view: BoxView = tree.view
    keys_per_pixel: double = level.keys_per_pixel
    key_zero: double = level.key_zero
    nodes_per_pixel: double = level.nodes_per_pixel
    band_zero: longlong = level.band_zero
    item_bits: cython.int = tree.item_bits
    band_shift: cython.int = level.band_shift
    is_turned: bint = level.turned
    k: Py_ssize_t
    for k in range(count):
        item: ulonglong = k
        if items is not NULL:
            item = items[k]
        box: BoxRef = box_at(address(view), cast(Py_ssize_t, item))
        along: double = box.left
        across: double = box.top
        if is_turned:
            along, across = across, along
        band: ulonglong = grid.whole(across * nodes_per_pixel) - band_zero
        key: ulonglong = cast(longlong, along * keys_per_pixel - key_zero)
        words[k] = item | key << item_bits | band << band_shift


@cfunc
@inline
@nogil
@exceptval(check=False)
def put_boxes(tree: Quadtree, level: pointer(Level)) -> Py_ssize_t:
    """Copy a level's boxes to its entries, list its bands and bound it; returns how many bands."""
    view: BoxView = tree.view
    words: pointer(ulonglong) = tree.words
    bands: pointer(Band) = tree.bands + tree.band_count
    columns: BoxColumns = tree.boxes
    mask: ulonglong = tree.item_mask
    band_shift: cython.int = level.band_shift
    band_zero: longlong = level.band_zero
    around_all: Box = empty_census().corners
    last: ulonglong = NO_BAND
    band_count: Py_ssize_t = 0
    k: Py_ssize_t
    if level.turned:
        columns.low, columns.top = tree.boxes.top, tree.boxes.low
        columns.high, columns.bottom = tree.boxes.bottom, tree.boxes.high
    for k in range(level.first, level.first + level.count):
        if words[k] >> band_shift != last:
            last = words[k] >> band_shift
            bands[band_count].index = band_zero + cast(longlong, last)
            bands[band_count].first = k
            band_count += 1
        box: BoxRef = box_at(address(view), cast(Py_ssize_t, words[k] & mask))
        columns.low[k] = box.left
        columns.top[k] = box.top
        columns.high[k] = box.right
        columns.bottom[k] = box.bottom
        around_all.left = min(around_all.left, box.left)
        around_all.top = min(around_all.top, box.top)
        around_all.right = max(around_all.right, box.right)
        around_all.bottom = max(around_all.bottom, box.bottom)
    level.bounds = around_all
    return band_count


@cfunc
@inline
@nogil
@exceptval(check=False)
def put_circles(tree: Quadtree, level: pointer(Level)) -> Py_ssize_t:
    """Copy a level's circles to its entries and list its bands; returns how many bands.

    The fourth column is not used, and takes no memory.
    """
    words: pointer(ulonglong) = tree.words
    bands: pointer(Band) = tree.bands + tree.band_count
    columns: BoxColumns = tree.boxes
    circles: Numbers = tree.circles
    mask: ulonglong = tree.item_mask
    band_shift: cython.int = level.band_shift
    band_zero: longlong = level.band_zero
    circle: Numbers
    last: ulonglong = NO_BAND
    band_count: Py_ssize_t = 0
    k: Py_ssize_t
    for k in range(level.first, level.first + level.count):
        if words[k] >> band_shift != last:
            last = words[k] >> band_shift
            bands[band_count].index = band_zero + cast(longlong, last)
            bands[band_count].first = k
            band_count += 1
        circle = circles + 3 * (words[k] & mask)
        columns.low[k] = circle[0]
        columns.top[k] = circle[1]
        columns.bottom[k] = circle[2]
    return band_count


BEYOND = 0x7FFFFFFFFFFFFFFF
"""The word of a sentinel, greater than any other."""

FARAWAY = 1e150
"""x and y of a sentinel among circles: no circle reaches it, and its square is finite."""

BEYOND_BANDS = declare(longlong, 0x3FFFFFFFFFFFFFFF)
"""The index of the band that ends a level."""

DUST = declare(cython.int, 1023 - 920)
"""Biased exponent. All smaller boxes are one class: 2**-920 pixels are not worth telling apart."""

FAR_APART = declare(double, 2.5)
"""Sides of a level's nodes that its boxes have room for, at least, before a roomy tree has larger
ones: where boxes are nearer, small queries would compare more of them."""

MOST_PARTS = declare(cython.int, LEVELS // 2)
"""Levels are split only up to this number; the others are reserved for boxes of other sizes."""


@cfunc
@nogil
@exceptval(check=False)
def take_back_last(tree: Quadtree, items: pointer(ulonglong), count: Py_ssize_t) -> cython.void:
    """Take back the level that was filled last; its items are listed again."""
    level: pointer(Level) = address(tree.levels[tree.level_count - 1])
    k: Py_ssize_t
    for k in range(count):
        items[k] = tree.words[level.first + k] & tree.item_mask
    tree.lists = True
    tree.count = level.first
    tree.band_count = level.first_band
    tree.level_count -= 1


Sizes = struct(  # of boxes, by their exponents
    counts=Py_ssize_t[2048],
    highest=cython.int,
    lowest=cython.int,
)


@cfunc
@nogil
@exceptval(check=False)
def sort_by_exponents(
    view: pointer(cython.const[BoxView]),
    items: pointer(ulonglong),
    total: Py_ssize_t,
    spare: pointer(ulonglong),
    sizes: pointer(Sizes),
) -> cython.void:
    """Sort boxes by the exponents of their sizes, larger ones first, and count those of each."""
    ends: Py_ssize_t[2048]
    exponent: cython.int
    highest: cython.int = 0
    lowest: cython.int = 2047
    place: Py_ssize_t = 0
    k: Py_ssize_t
    memset(sizes.counts, 0, sizeof(sizes.counts))
    for k in range(total):
        exponent = grid.exponent_of(grid.size_of(box_at(view, cast(Py_ssize_t, items[k]))))
        highest = max(highest, exponent)
        lowest = min(lowest, exponent)
        sizes.counts[exponent] += 1
    memcpy(spare, items, total * sizeof(ulonglong))
    for k in range(highest, lowest - 1, -1):
        ends[k] = place
        place += sizes.counts[k]
    for k in range(total):
        exponent = grid.exponent_of(grid.size_of(box_at(view, cast(Py_ssize_t, spare[k]))))
        items[ends[exponent]] = spare[k]
        ends[exponent] += 1
    sizes.highest = highest
    sizes.lowest = lowest


@cfunc
@nogil
@exceptval(check=False)
def divide_into_classes(
    sizes: pointer(cython.const[Sizes]), members_of: pointer(Py_ssize_t)
) -> cython.int:
    """Divide sizes into classes of one level each, the largest first; returns how many there are.

    Writes how many boxes each class has.
    """
    class_count: cython.int = 0
    exponent: cython.int = sizes.highest
    k: Py_ssize_t
    members_of[0] = 0
    while exponent >= sizes.lowest:
        if sizes.counts[exponent] == 0:
            exponent -= 1
            continue
        last: cython.int = max(sizes.lowest, exponent - tuning.SPAN)
        if exponent < DUST or class_count == SIZE_CLASSES - 1:
            last = sizes.lowest
        members: Py_ssize_t = 0
        for k in range(last, exponent + 1):
            members += sizes.counts[k]
        # A few boxes do not get a level of their own: they live in larger nodes.
        if class_count and members * tuning.FEWER <= members_of[class_count - 1]:
            members_of[class_count - 1] += members
        else:
            members_of[class_count] = members
            class_count += 1
        exponent = last - 1
    return class_count


class Quadtree:
    """A loose quadtree of boxes; an item is the position of a box."""

    def __dealloc__(self):
        free(self.boxes.low)
        free(self.boxes.top)
        free(self.boxes.high)
        free(self.boxes.bottom)
        free(self.words)
        free(self.bands)
        free(self.directory.buckets)
        free(self.directory.starts)
        free(self.directory.slots)

    def reserve(self, count: Py_ssize_t) -> cython.int:
        """Make room for `count` boxes."""
        if count <= self.capacity and self.bands is not NULL:
            return 0
        capacity: Py_ssize_t = next_capacity(self.capacity, count, 16)
        entries: Py_ssize_t = capacity + SENTINELS * LEVELS
        self.capacity = 0
        grow(address(self.boxes.low), entries, 8)
        grow(address(self.boxes.top), entries, 8)
        grow(address(self.boxes.high), entries, 8)
        grow(address(self.boxes.bottom), entries, 8)
        grow(address(self.words), entries, 8)
        grow(address(self.bands), capacity + LEVELS, sizeof(Band))
        self.capacity = capacity
        return 0

    def build(
        self,
        view: pointer(cython.const[BoxView]),
        options: pointer(cython.const[BuildOptions]),
        pool: pointer(ScratchPool),
    ) -> cython.int:
        """Index the boxes of a view.

        Inverted boxes are left out. Where the view knows that all boxes are those of circles of
        similar size, the entries are circles.

        If it may give up, `gave_up` tells afterwards whether comparing each box with each is less
        work: a few boxes of many sizes, or most of them in one crowd. Then the tree must not be
        used.
        """
        circles: Block
        k: cython.int
        self.count = 0
        self.band_count = 0
        self.level_count = 0
        self.pending_splits = 0
        self.gave_up = False
        self.gives_up = options.may_give_up
        self.roomy = options.roomy
        self.directory.is_open = False
        self.reserve(view.count)
        block: Block = borrow(pool, view.count * sizeof(ulonglong))
        if block.memory is NULL:
            with gil:
                raise MemoryError
        circles.memory = NULL
        circles.size = 0
        if view.circles is not NULL:
            circles = borrow(pool, 3 * view.count * sizeof(double))
        self.circles = cast(p_double, circles.memory)
        self.of_circles = False
        self.view = view[0]
        self.items = cast(pointer(ulonglong), block.memory)
        self.item_bits = grid.bits_for(cast(double, max(options.items, view.count)))
        self.item_mask = (cast(ulonglong, 1) << self.item_bits) - 1
        self.fill(options)
        for k in range(self.level_count):
            self.smallest_side = min(self.smallest_side if k else INFINITY, self.levels[k].side)
        if self.gives_up and not self.gave_up and not self.of_circles and self.has_long_runs():
            self.gave_up = True
        give_back(pool, circles)
        give_back(pool, block)
        return 0

    def fill(self, options: pointer(cython.const[BuildOptions])) -> cython.void:
        """Find out which boxes get into the tree, and make levels of them.

        Usually all do. So nothing is listed until one is left out; then those before it are listed.
        """
        view: pointer(cython.const[BoxView]) = address(self.view)
        circles: p_double = self.circles
        first: Py_ssize_t = 0
        stop: Py_ssize_t = view.count
        total: Py_ssize_t = 0
        census: Census = empty_census()
        self.lists = options.window is not NULL
        if options.prepare is NULL and circles is not NULL and not copy_circles(view, circles):
            circles = NULL
        while first < view.count:
            if options.prepare is not NULL:
                stop = min(view.count, first + tuning.BOXES_AT_ONCE)
                some: p_double = NULL if circles is NULL else circles + 3 * first
                if not options.prepare(options.prepared, view.rows + first, stop - first, some):
                    circles = NULL
            found: Py_ssize_t = 0
            if not self.lists:
                found = survey_some(view, NULL, first, stop, NULL, address(census))
                if found < stop - first:
                    self.list_all(first)
            if self.lists:
                found = survey_some(
                    view, options.window, first, stop, self.items + total, address(census)
                )
            total += found
            first = stop
        if total == 0:
            return
        if has_one_size(address(census)):
            self.unit = levels.least_side(address(census))
            self.of_circles = circles is not NULL and levels.can_tell_circles(
                address(census), address(self.band)
            )
            self.add_level(0, self.items, total, address(census))
        else:
            self.fill_classes(total)

    def list_all(self, total: Py_ssize_t) -> cython.void:
        """List all items so far, if they are not."""
        i: Py_ssize_t
        for i in range(0 if self.lists else total):
            self.items[i] = i
        self.lists = True

    def fill_classes(self, total: Py_ssize_t) -> cython.void:
        """Sort the boxes into several levels by size, the largest first."""
        sizes: Sizes
        members_of: Py_ssize_t[SIZE_CLASSES]
        largest_class: cython.int = 0
        items: pointer(ulonglong) = self.items
        k: Py_ssize_t
        self.list_all(total)
        # The column of tops is not needed yet.
        spare: pointer(ulonglong) = cast(pointer(ulonglong), self.boxes.top)
        sort_by_exponents(address(self.view), items, total, spare, address(sizes))
        class_count: cython.int = divide_into_classes(address(sizes), members_of)
        if self.gives_up and class_count > 1 and total < tuning.LEVEL_WORTH * class_count:
            self.gave_up = True
            return
        for k in range(class_count):
            if members_of[k] > members_of[largest_class]:
                largest_class = k
        # The nodes of the largest class are as small as they can be, the others are the next power
        # of two.
        for k in range(largest_class):
            items += members_of[k]
        census: Census = self.census_of(items, members_of[largest_class])
        self.unit = levels.least_side(address(census))
        items = self.items
        for k in range(class_count):
            census = self.census_of(items, members_of[k])
            side: double = levels.least_side(address(census))
            self.add_level(levels.steps_to(self.unit, side), items, members_of[k], address(census))
            items += members_of[k]

    def census_of(self, items: pointer(cython.const[ulonglong]), count: Py_ssize_t) -> Census:
        """The census of some items, by which their level is laid out."""
        census: Census = empty_census()
        k: Py_ssize_t
        for k in range(count):
            box: BoxRef = box_at(address(self.view), cast(Py_ssize_t, items[k]))
            census.corners.left = min(census.corners.left, box.left)
            census.corners.right = max(census.corners.right, box.left)
            census.corners.top = min(census.corners.top, box.top)
            census.corners.bottom = max(census.corners.bottom, box.top)
            census.widest = max(census.widest, box.right - box.left)
            census.highest = max(census.highest, box.bottom - box.top)
            census.smallest = min(census.smallest, grid.size_of(box))
        return census

    def add_level(
        self,
        exponent: cython.int,
        items: pointer(ulonglong),
        count: Py_ssize_t,
        census: pointer(cython.const[Census]),
    ) -> cython.void:
        """Add a level of nodes as large as 2**exponent units, none of whose boxes is larger.

        If it is too large for one word, larger nodes are tried; and if too many boxes share one of
        these, the level is made in parts. In a roomy tree, larger nodes are tried at first.
        """
        level: pointer(Level) = address(self.levels[self.level_count])
        roomier: cython.int = exponent
        if self.roomy:
            room: double = levels.room_side(census, count)
            if room > FAR_APART * ldexp(self.unit, exponent):
                roomier = levels.steps_to(self.unit, room)
        coarser: cython.int = roomier
        lacking: cython.int = levels.lay_out(level, self.unit, coarser, census, self.item_bits)
        if lacking and self.gives_up and count < 2 * tuning.LEVEL_WORTH:
            self.gave_up = True  # so few in so large a world: to try larger nodes costs more
            return
        if lacking and self.pending_splits and self.split(exponent, items, count, census):
            return
        while lacking:
            coarser += (lacking + 1) >> 1  # each saves a bit of the band and one of the key
            lacking = levels.lay_out(level, self.unit, coarser, census, self.item_bits)
        self.fill_level(items, count, census)
        if coarser == exponent or self.pending_splits or level.run <= tuning.CROWDED:
            return
        if self.gives_up and count < 4 * tuning.LEVEL_WORTH:
            self.gave_up = True
        else:
            take_back_last(self, items, count)
            if coarser == roomier:
                self.roomy = False
                self.add_level(exponent, items, count, census)
                self.roomy = True
            elif not self.split(exponent, items, count, census):
                self.fill_level(items, count, census)

    def fill_level(
        self, items: pointer(ulonglong), count: Py_ssize_t, census: pointer(cython.const[Census])
    ) -> cython.void:
        """Add entries for the items of the next level, which is laid out."""
        level: pointer(Level) = address(self.levels[self.level_count])
        level.first = self.count
        level.count = count
        level.first_band = self.band_count
        level.slots = -1
        high: cython.int = level.band_shift + grid.bits_for(
            cast(
                double,
                grid.band_at(level, census.corners.right if level.turned else census.corners.bottom)
                - level.band_zero,
            )
        )
        words: pointer(ulonglong) = self.words + self.count
        unsorted: pointer(ulonglong) = unsorted_at(words, items, count, self.item_bits, high)
        if self.lists:
            put_words(self, level, items, count, unsorted)
        else:
            put_words(self, level, NULL, count, unsorted)
        radix_sort(words, items, count, self.item_bits, high)
        if self.of_circles:
            self.band_count += put_circles(self, level)
            level.bounds = census.corners
            level.bounds.right += census.widest
            level.bounds.bottom += census.highest
        else:
            self.band_count += put_boxes(self, level)
        self.count += count
        level.band_count = self.band_count - level.first_band
        self.bands[self.band_count].index = BEYOND_BANDS
        self.bands[self.band_count].first = self.count
        self.band_count += 1
        self.put_sentinels()
        level.run = run_of(self, level)
        self.level_count += 1

    def put_sentinels(self) -> cython.void:
        """End a level: entries that overlap nothing, after all others."""
        k: Py_ssize_t
        for k in range(self.count, self.count + SENTINELS):
            self.words[k] = BEYOND
            self.boxes.low[k] = self.boxes.top[k] = FARAWAY if self.of_circles else INFINITY
            self.boxes.high[k] = self.boxes.bottom[k] = 0.0 if self.of_circles else -INFINITY
        self.count += SENTINELS

    def split(
        self,
        exponent: cython.int,
        items: pointer(ulonglong),
        count: Py_ssize_t,
        census: pointer(cython.const[Census]),
    ) -> bint:
        """Make a level in two parts, on the same grid, if it is too large for one word.

        A crowd with a few boxes at the other end of the world would lose its keys otherwise.
        """
        corners: BoxRef = address(census.corners)
        upright: bint = corners.bottom - corners.top > corners.right - corners.left
        middle: double = corners.left / 2.0 + corners.right / 2.0
        first: Py_ssize_t = 0
        k: Py_ssize_t
        if self.level_count + self.pending_splits >= MOST_PARTS:
            return False
        if upright:
            middle = corners.top / 2.0 + corners.bottom / 2.0
        for k in range(count):
            box: BoxRef = box_at(address(self.view), cast(Py_ssize_t, items[k]))
            if (box.top if upright else box.left) < middle:
                item: ulonglong = items[first]
                items[first] = items[k]
                items[k] = item
                first += 1
        if first in (0, count):
            return False
        self.of_circles = False  # it is not known which boxes of circles on two levels overlap
        self.pending_splits += 1
        part: Census = self.census_of(items, first)
        self.add_level(exponent, items, first, address(part))
        self.pending_splits -= 1
        part = self.census_of(items + first, count - first)
        self.add_level(exponent, items + first, count - first, address(part))
        return True

    def has_long_runs(self) -> bint:
        """Whether a scan would compare so many pairs that comparing all in order is faster."""
        entries: double = 0.0
        work: double = 0.0
        k: cython.int
        for k in range(self.level_count):
            entries += self.levels[k].count
            work += self.levels[k].count * self.levels[k].run
        return tuning.RUN_SHARE * work > entries * entries

    def take_out(self, entry: Py_ssize_t) -> cython.void:
        """Remove an entry: from now on it overlaps nothing. Entries stay sorted by their words."""
        self.boxes.top[entry] = INFINITY
        self.boxes.bottom[entry] = -INFINITY


@cfunc
@nogil
@exceptval(check=False)
def run_of(tree: Quadtree, level: pointer(cython.const[Level])) -> double:
    """How many entries begin within reach after an entry, on the average of a sample."""
    words: pointer(ulonglong) = tree.words
    reach: ulonglong = cast(ulonglong, level.reach) << tree.item_bits
    step: Py_ssize_t = max(1, level.count // min(tuning.RUN_SAMPLES, 8 + level.count // 64))
    total: Py_ssize_t = 0
    samples: Py_ssize_t = 0
    entry: Py_ssize_t = level.first
    while entry < level.first + level.count:
        # By doubling, then by halving: sentinels are beyond any word.
        end: Py_ssize_t = run_end(words, entry, level.first + level.count, words[entry] + reach)
        total += end - entry
        samples += 1
        entry += step
    return cast(double, total) / samples


@cfunc
@nogil
@exceptval(check=False)
def run_end(
    words: pointer(cython.const[ulonglong]), first: Py_ssize_t, end: Py_ssize_t, last: ulonglong
) -> Py_ssize_t:
    """The last entry from `first` whose word is not beyond `last`."""
    step: Py_ssize_t = 1
    while first + step < end and words[first + step] <= last:
        first += step
        step *= 2
    while step:
        if first + step < end and words[first + step] <= last:
            first += step
        step >>= 1
    return first


WIDEST_DIGIT = declare(cython.int, 11)
"""The most bits of a digit. The counters of three digits, of 4 bytes each, fit the first-level
cache."""

COUNTERS = declare(Py_ssize_t, 2048)
"""How many counters one digit has."""

AT_ONCE = declare(cython.int, 3)
"""Digits, at most, that are counted in one go."""


@cfunc
@nogil
@exceptval(check=False)
def passes_for(count: Py_ssize_t, bits: cython.int) -> cython.int:
    """The number of passes with which sorting takes the least time.

    A pass visits each word twice and each counter once, so a few words with many bits are sorted
    in more passes with fewer counters.
    """
    passes: cython.int = max(1, (bits + WIDEST_DIGIT - 1) // WIDEST_DIGIT)
    width: cython.int = (bits + passes - 1) // passes
    best: cython.int = passes
    least: Py_ssize_t = passes * (2 * count + (cast(Py_ssize_t, 1) << width))
    while width > 4:
        passes += 1
        width = (bits + passes - 1) // passes
        work: Py_ssize_t = passes * (2 * count + (cast(Py_ssize_t, 1) << width))
        if work < least:
            least = work
            best = passes
    return best


@cfunc
@nogil
@exceptval(check=False)
def count_digits(
    source: pointer(ulonglong),
    count: Py_ssize_t,
    counters: p_uint,
    digits: cython.int,
    low: cython.int,
    width: cython.int,
) -> cython.void:
    """How often the words have each value of some digits, one after the other from `low` on."""
    second: p_uint = counters + COUNTERS
    third: p_uint = counters + 2 * COUNTERS
    mask: ulonglong = (cast(ulonglong, 1) << width) - 1
    word: ulonglong
    digit: cython.int
    i: Py_ssize_t
    for digit in range(digits):
        memset(counters + COUNTERS * digit, 0, cast(Py_ssize_t, mask + 1) * sizeof(uint))
    if digits == 1:
        for i in range(count):
            counters[(source[i] >> low) & mask] += 1
    elif digits == 2:
        for i in range(count):
            word = source[i] >> low
            counters[word & mask] += 1
            second[(word >> width) & mask] += 1
    else:
        for i in range(count):
            word = source[i] >> low
            counters[word & mask] += 1
            second[(word >> width) & mask] += 1
            third[(word >> 2 * width) & mask] += 1


@cfunc
@nogil
@exceptval(check=False)
def place_by_digit(
    source: pointer(ulonglong),
    target: pointer(ulonglong),
    count: Py_ssize_t,
    counters: p_uint,
    low: cython.int,
    width: cython.int,
) -> cython.void:
    """Put the words where they belong by their digit."""
    mask: ulonglong = (cast(ulonglong, 1) << width) - 1
    i: Py_ssize_t
    for i in range(count):
        word: ulonglong = source[i]
        here: Py_ssize_t = counters[(word >> low) & mask]
        counters[(word >> low) & mask] = cast(uint, here + 1)
        target[here] = word


@cfunc
@inline
@nogil
@exceptval(check=False)
def counts_to_starts(counters: p_uint, length: Py_ssize_t) -> cython.void:
    """Replace the counts by where the words of each digit go."""
    total: uint = 0
    i: Py_ssize_t
    for i in range(length):
        here: uint = counters[i]
        counters[i] = total
        total += here


@cfunc
@nogil
@exceptval(check=False)
def unsorted_at(
    words: pointer(ulonglong),
    spare: pointer(ulonglong),
    count: Py_ssize_t,
    low: cython.int,
    high: cython.int,
) -> pointer(ulonglong):
    """Where the words must be for `radix_sort`: each pass takes them to the other array."""
    return spare if passes_for(count, high - low) & 1 else words


@cfunc
@nogil
@exceptval(check=False)
def radix_sort(
    words: pointer(ulonglong),
    spare: pointer(ulonglong),
    count: Py_ssize_t,
    low: cython.int,
    high: cython.int,
) -> cython.void:
    """Sort words by their bits from `low` to `high` (exclusive); the result is in `words`.

    They must be where `unsorted_at` says. No comparison depends on the data, so there is nothing to
    mispredict (D. Knuth, "The Art of Computer Programming" 3, 5.2.5). Each pass sorts by one digit
    of the words, the lowest first.
    """
    counters: uint[6144]  # AT_ONCE times COUNTERS
    left: cython.int = passes_for(count, high - low)
    width: cython.int = (high - low + left - 1) // left
    source: pointer(ulonglong) = spare if left & 1 else words
    target: pointer(ulonglong) = words if left & 1 else spare
    digits: cython.int
    digit: cython.int
    while left:
        digits = min(left, AT_ONCE)
        count_digits(source, count, counters, digits, low, width)
        for digit in range(digits):
            # There is nothing above the highest bit.
            bits: cython.int = max(0, min(width, high - low))
            counts_to_starts(counters + COUNTERS * digit, cast(Py_ssize_t, 1) << bits)
            place_by_digit(source, target, count, counters + COUNTERS * digit, low, width)
            source, target = target, source
            low += width
        left -= digits
