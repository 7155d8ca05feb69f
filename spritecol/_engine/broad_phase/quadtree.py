"""The broad phase's index: a loose linear quadtree, built in one go from an array of boxes.

A box lives in a node of the level of its size, at its left top corner (`levels`). There are no
pointers: a node is a run of entries in its band of nodes, and an empty node takes no memory.
Entries are sorted by one radix sort of words that hold band, key and item. Boxes of three octaves
share a level, and a level with few boxes is merged into the next coarser one: as in any quadtree
with buckets, a box may live in an ancestor of the smallest node that could hold it.

`search` finds all pairs, `tree_queries` answers the rest. Inverted boxes (of sprites that cannot
hit) are left out.
"""

import cython as C
from cython.cimports.spritecol._engine import memory, tuning
from cython.cimports.spritecol._engine.box import Box, BoxRef, BoxView
from cython.cimports.spritecol._engine.box_tests import box_at, overlap
from cython.cimports.spritecol._engine.broad_phase import levels
from cython.cimports.spritecol._engine.broad_phase.lanes import BoxColumns
from cython.cimports.spritecol._engine.broad_phase.levels import Census, Level
from cython.cimports.spritecol._engine.memory import MemoryBlock, ScratchPool
from cython.cimports.spritecol._engine.pointers import Numbers, Rows
from cython.cimports.spritecol._support.libc import INFINITY, free, ldexp, memcpy, memset

NO_BAND = C.declare(C.ulonglong, 0xFFFFFFFFFFFFFFFF)
"""Not the band of any word."""


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def copy_circles(view: C.pointer(C.const[BoxView]), circles: C.p_double) -> C.bint:
    """Copy x, y and radius of circles, by position. Return False if any box is not a circle's."""
    i: C.Py_ssize_t
    for i in range(view.count):
        number: C.int = view.circles[i if view.rows is C.NULL else view.rows[i]]
        if number < 0:
            return False
        circle: Numbers = view.numbers + number
        circles[3 * i] = circle[0]
        circles[3 * i + 1] = circle[1]
        circles[3 * i + 2] = circle[2]
    return True


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def empty_census() -> Census:
    """The census of no boxes."""
    census: Census
    census.corners.left = census.corners.top = INFINITY
    census.corners.right = census.corners.bottom = -INFINITY
    census.widest = census.highest = 0.0
    census.smallest = INFINITY
    return census


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def has_one_size(census: C.pointer(C.const[Census])) -> C.bint:
    """Whether one level is enough for all boxes."""
    largest: C.double = max(census.widest, census.highest)
    return (
        levels.exponent_of(largest) - levels.exponent_of(census.smallest) <= tuning.SPAN
        or levels.least_side(census) > 2.0 * largest  # so far away that all are too small
    )


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def survey_some(
    view: C.pointer(C.const[BoxView]),
    window: BoxRef,
    first: C.Py_ssize_t,
    end: C.Py_ssize_t,
    items: C.pointer(C.ulonglong),
    census: C.pointer(Census),
) -> C.Py_ssize_t:
    """List the boxes that get into the tree, and count them in the census. Return how many.

    They are not listed if `items` is NULL.
    """
    boxes: BoxRef = view.boxes
    rows: Rows = view.rows
    left: C.double = INFINITY
    right: C.double = -INFINITY
    top: C.double = INFINITY
    bottom: C.double = -INFINITY
    widest: C.double = 0.0
    highest: C.double = 0.0
    smallest: C.double = INFINITY
    total: C.Py_ssize_t = 0
    i: C.Py_ssize_t
    for i in range(first, end):
        box: BoxRef = boxes + (i if rows is C.NULL else rows[i])
        width: C.double = box.right - box.left
        height: C.double = box.bottom - box.top
        if (width >= 0.0) & (height >= 0.0) & ((window is C.NULL) or overlap(box, window)):
            left = min(box.left, left)
            right = max(box.left, right)
            top = min(box.top, top)
            bottom = max(box.top, bottom)
            widest = max(width, widest)
            highest = max(height, highest)
            smallest = min(max(width, height), smallest)
            if items is not C.NULL:
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


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def put_words(
    tree: Quadtree,
    level: C.pointer(C.const[Level]),
    items: C.pointer(C.const[C.ulonglong]),
    count: C.Py_ssize_t,
    words: C.pointer(C.ulonglong),
) -> C.void:
    """Write the words of a level's items, unsorted; they may replace the items.

    Without a list, an item is its position. Inlined twice.
    """
    view: BoxView = tree.view
    keys_per_pixel: C.double = level.keys_per_pixel
    key_zero: C.double = level.key_zero
    nodes_per_pixel: C.double = level.nodes_per_pixel
    band_zero: C.longlong = level.band_zero
    item_bits: C.int = tree.item_bits
    band_shift: C.int = level.band_shift
    is_turned: C.bint = level.turned
    k: C.Py_ssize_t
    for k in range(count):
        item: C.ulonglong = k
        if items is not C.NULL:
            item = items[k]
        box: BoxRef = box_at(C.address(view), C.cast(C.Py_ssize_t, item))
        along: C.double = box.left
        across: C.double = box.top
        if is_turned:
            along, across = across, along
        band: C.ulonglong = levels.whole(across * nodes_per_pixel) - band_zero
        key: C.ulonglong = C.cast(C.longlong, along * keys_per_pixel - key_zero)
        words[k] = item | key << item_bits | band << band_shift


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def put_boxes(tree: Quadtree, level: C.pointer(Level)) -> C.Py_ssize_t:
    """Copy a level's boxes to its entries, list its bands and bound it; returns how many bands."""
    view: BoxView = tree.view
    words: C.pointer(C.ulonglong) = tree.words
    bands: C.pointer(Band) = tree.bands + tree.band_count
    columns: BoxColumns = tree.boxes
    mask: C.ulonglong = tree.item_mask
    band_shift: C.int = level.band_shift
    band_zero: C.longlong = level.band_zero
    around_all: Box = empty_census().corners
    last: C.ulonglong = NO_BAND
    band_count: C.Py_ssize_t = 0
    k: C.Py_ssize_t
    if level.turned:
        columns.low, columns.top = tree.boxes.top, tree.boxes.low
        columns.high, columns.bottom = tree.boxes.bottom, tree.boxes.high
    for k in range(level.first, level.first + level.count):
        if words[k] >> band_shift != last:
            last = words[k] >> band_shift
            bands[band_count].index = band_zero + C.cast(C.longlong, last)
            bands[band_count].first = k
            band_count += 1
        box: BoxRef = box_at(C.address(view), C.cast(C.Py_ssize_t, words[k] & mask))
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


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def put_circles(tree: Quadtree, level: C.pointer(Level)) -> C.Py_ssize_t:
    """Copy a level's circles to its entries and list its bands; returns how many bands.

    The fourth column is not used, and takes no memory.
    """
    words: C.pointer(C.ulonglong) = tree.words
    bands: C.pointer(Band) = tree.bands + tree.band_count
    columns: BoxColumns = tree.boxes
    circles: Numbers = tree.circles
    mask: C.ulonglong = tree.item_mask
    band_shift: C.int = level.band_shift
    band_zero: C.longlong = level.band_zero
    circle: Numbers
    last: C.ulonglong = NO_BAND
    band_count: C.Py_ssize_t = 0
    k: C.Py_ssize_t
    for k in range(level.first, level.first + level.count):
        if words[k] >> band_shift != last:
            last = words[k] >> band_shift
            bands[band_count].index = band_zero + C.cast(C.longlong, last)
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

BEYOND_BANDS = C.declare(C.longlong, 0x3FFFFFFFFFFFFFFF)
"""The index of the band that ends a level."""

DUST = C.declare(C.int, 1023 - 920)
"""Biased exponent. All smaller boxes are one class: 2**-920 pixels are not worth telling apart."""

FAR_APART = C.declare(C.double, 2.5)
"""Sides of a level's nodes that its boxes have room for, at least, before a roomy tree has larger
ones: where boxes are nearer, small queries would compare more of them."""

MOST_PARTS = C.declare(C.int, LEVELS // 2)
"""Levels are split only up to this number; the others are reserved for boxes of other sizes."""


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def take_back_last(tree: Quadtree, items: C.pointer(C.ulonglong), count: C.Py_ssize_t) -> C.void:
    """Take back the level that was filled last; its items are listed again."""
    level: C.pointer(Level) = C.address(tree.levels[tree.level_count - 1])
    k: C.Py_ssize_t
    for k in range(count):
        items[k] = tree.words[level.first + k] & tree.item_mask
    tree.lists = True
    tree.count = level.first
    tree.band_count = level.first_band
    tree.level_count -= 1


Sizes = C.struct(  # of boxes, by their exponents
    counts=C.Py_ssize_t[2048],
    highest=C.int,
    lowest=C.int,
)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def sort_by_exponents(
    view: C.pointer(C.const[BoxView]),
    items: C.pointer(C.ulonglong),
    total: C.Py_ssize_t,
    spare: C.pointer(C.ulonglong),
    sizes: C.pointer(Sizes),
) -> C.void:
    """Sort boxes by the exponents of their sizes, larger ones first, and count the boxes of
    each.
    """
    ends: C.Py_ssize_t[2048]
    exponent: C.int
    highest: C.int = 0
    lowest: C.int = 2047
    place: C.Py_ssize_t = 0
    k: C.Py_ssize_t
    memset(sizes.counts, 0, C.sizeof(sizes.counts))
    for k in range(total):
        exponent = levels.exponent_of(levels.size_of(box_at(view, C.cast(C.Py_ssize_t, items[k]))))
        highest = max(highest, exponent)
        lowest = min(lowest, exponent)
        sizes.counts[exponent] += 1
    memcpy(spare, items, total * C.sizeof(C.ulonglong))
    for k in range(highest, lowest - 1, -1):
        ends[k] = place
        place += sizes.counts[k]
    for k in range(total):
        exponent = levels.exponent_of(levels.size_of(box_at(view, C.cast(C.Py_ssize_t, spare[k]))))
        items[ends[exponent]] = spare[k]
        ends[exponent] += 1
    sizes.highest = highest
    sizes.lowest = lowest


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def divide_into_classes(
    sizes: C.pointer(C.const[Sizes]), members_of: C.pointer(C.Py_ssize_t)
) -> C.int:
    """Divide sizes into classes of one level each, the largest first; returns how many there are.

    Writes how many boxes each class has.
    """
    class_count: C.int = 0
    exponent: C.int = sizes.highest
    k: C.Py_ssize_t
    members_of[0] = 0
    while exponent >= sizes.lowest:
        if sizes.counts[exponent] == 0:
            exponent -= 1
            continue
        last: C.int = max(sizes.lowest, exponent - tuning.SPAN)
        if exponent < DUST or class_count == SIZE_CLASSES - 1:
            last = sizes.lowest
        members: C.Py_ssize_t = 0
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

    def reserve(self, count: C.Py_ssize_t) -> C.int:
        """Make room for `count` boxes."""
        if count <= self.capacity and self.bands is not C.NULL:
            return 0
        capacity: C.Py_ssize_t = memory.next_capacity(self.capacity, count, 16)
        entries: C.Py_ssize_t = capacity + SENTINELS * LEVELS
        self.capacity = 0
        memory.grow(C.address(self.boxes.low), entries, 8)
        memory.grow(C.address(self.boxes.top), entries, 8)
        memory.grow(C.address(self.boxes.high), entries, 8)
        memory.grow(C.address(self.boxes.bottom), entries, 8)
        memory.grow(C.address(self.words), entries, 8)
        memory.grow(C.address(self.bands), capacity + LEVELS, C.sizeof(Band))
        self.capacity = capacity
        return 0

    def build(
        self,
        view: C.pointer(C.const[BoxView]),
        options: C.pointer(C.const[BuildOptions]),
        pool: C.pointer(ScratchPool),
    ) -> C.int:
        """Index the boxes of a view.

        Inverted boxes are left out. If the view knows that all boxes belong to circles of similar
        size, the entries are circles.

        If it may give up, `gave_up` is set if comparing each box with each is less work: for a few
        boxes of many sizes, or if most of them are in one crowd. Then the tree must not be used.
        """
        circles: MemoryBlock
        k: C.int
        self.count = 0
        self.band_count = 0
        self.level_count = 0
        self.pending_splits = 0
        self.gave_up = False
        self.gives_up = options.may_give_up
        self.roomy = options.roomy
        self.directory.is_open = False
        self.reserve(view.count)
        block: MemoryBlock = memory.borrow(pool, view.count * C.sizeof(C.ulonglong))
        if block.memory is C.NULL:
            with C.gil:
                raise MemoryError
        circles.memory = C.NULL
        circles.size = 0
        if view.circles is not C.NULL:
            circles = memory.borrow(pool, 3 * view.count * C.sizeof(C.double))
        self.circles = C.cast(C.p_double, circles.memory)
        self.of_circles = False
        self.view = view[0]
        self.items = C.cast(C.pointer(C.ulonglong), block.memory)
        self.item_bits = levels.bits_for(C.cast(C.double, max(options.items, view.count)))
        self.item_mask = (C.cast(C.ulonglong, 1) << self.item_bits) - 1
        self.fill(options)
        for k in range(self.level_count):
            self.smallest_side = min(self.smallest_side if k else INFINITY, self.levels[k].side)
        if self.gives_up and not self.gave_up and not self.of_circles and self.has_long_runs():
            self.gave_up = True
        memory.give_back(pool, circles)
        memory.give_back(pool, block)
        return 0

    def fill(self, options: C.pointer(C.const[BuildOptions])) -> C.void:
        """Find out which boxes get into the tree, and make levels of them.

        Usually all do. So nothing is listed until one is left out; then those before it are listed.
        """
        view: C.pointer(C.const[BoxView]) = C.address(self.view)
        circles: C.p_double = self.circles
        first: C.Py_ssize_t = 0
        stop: C.Py_ssize_t = view.count
        total: C.Py_ssize_t = 0
        census: Census = empty_census()
        self.lists = options.window is not C.NULL
        if options.prepare is C.NULL and circles is not C.NULL and not copy_circles(view, circles):
            circles = C.NULL
        while first < view.count:
            if options.prepare is not C.NULL:
                stop = min(view.count, first + tuning.BOXES_AT_ONCE)
                some: C.p_double = C.NULL if circles is C.NULL else circles + 3 * first
                if not options.prepare(options.prepared, view.rows + first, stop - first, some):
                    circles = C.NULL
            found: C.Py_ssize_t = 0
            if not self.lists:
                found = survey_some(view, C.NULL, first, stop, C.NULL, C.address(census))
                if found < stop - first:
                    self.list_all(first)
            if self.lists:
                found = survey_some(
                    view, options.window, first, stop, self.items + total, C.address(census)
                )
            total += found
            first = stop
        if total == 0:
            return
        if has_one_size(C.address(census)):
            self.unit = levels.least_side(C.address(census))
            self.of_circles = circles is not C.NULL and levels.can_tell_circles(
                C.address(census), C.address(self.band)
            )
            self.add_level(0, self.items, total, C.address(census))
        else:
            self.fill_classes(total)

    def list_all(self, total: C.Py_ssize_t) -> C.void:
        """List all items so far, if they are not."""
        i: C.Py_ssize_t
        if not self.lists:
            for i in range(total):
                self.items[i] = i
        self.lists = True

    def fill_classes(self, total: C.Py_ssize_t) -> C.void:
        """Sort the boxes into several levels by size, the largest first."""
        sizes: Sizes
        members_of: C.Py_ssize_t[SIZE_CLASSES]
        largest_class: C.int = 0
        items: C.pointer(C.ulonglong) = self.items
        k: C.Py_ssize_t
        self.list_all(total)
        # The column of tops is not needed yet.
        spare: C.pointer(C.ulonglong) = C.cast(C.pointer(C.ulonglong), self.boxes.top)
        sort_by_exponents(C.address(self.view), items, total, spare, C.address(sizes))
        class_count: C.int = divide_into_classes(C.address(sizes), members_of)
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
        self.unit = levels.least_side(C.address(census))
        items = self.items
        for k in range(class_count):
            census = self.census_of(items, members_of[k])
            side: C.double = levels.least_side(C.address(census))
            self.add_level(
                levels.steps_to(self.unit, side), items, members_of[k], C.address(census)
            )
            items += members_of[k]

    def census_of(self, items: C.pointer(C.const[C.ulonglong]), count: C.Py_ssize_t) -> Census:
        """The census of some items, by which their level is laid out."""
        census: Census = empty_census()
        k: C.Py_ssize_t
        for k in range(count):
            box: BoxRef = box_at(C.address(self.view), C.cast(C.Py_ssize_t, items[k]))
            census.corners.left = min(census.corners.left, box.left)
            census.corners.right = max(census.corners.right, box.left)
            census.corners.top = min(census.corners.top, box.top)
            census.corners.bottom = max(census.corners.bottom, box.top)
            census.widest = max(census.widest, box.right - box.left)
            census.highest = max(census.highest, box.bottom - box.top)
            census.smallest = min(census.smallest, levels.size_of(box))
        return census

    def add_level(
        self,
        exponent: C.int,
        items: C.pointer(C.ulonglong),
        count: C.Py_ssize_t,
        census: C.pointer(C.const[Census]),
    ) -> C.void:
        """Add a level of nodes as large as 2**exponent units, none of whose boxes is larger.

        If it is too large for one word, larger nodes are tried; and if too many boxes share one of
        these, the level is made in parts. In a roomy tree, larger nodes are tried at first.
        """
        level: C.pointer(Level) = C.address(self.levels[self.level_count])
        roomier: C.int = exponent
        if self.roomy:
            room: C.double = levels.room_side(census, count)
            if room > FAR_APART * ldexp(self.unit, exponent):
                roomier = levels.steps_to(self.unit, room)
        coarser: C.int = roomier
        lacking: C.int = levels.lay_out(level, self.unit, coarser, census, self.item_bits)
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
        self, items: C.pointer(C.ulonglong), count: C.Py_ssize_t, census: C.pointer(C.const[Census])
    ) -> C.void:
        """Add entries for the items of the next level, which is laid out."""
        level: C.pointer(Level) = C.address(self.levels[self.level_count])
        level.first = self.count
        level.count = count
        level.first_band = self.band_count
        level.slots = -1
        last: C.double = census.corners.right if level.turned else census.corners.bottom
        bands: C.longlong = levels.band_at(level, last) - level.band_zero
        high: C.int = level.band_shift + levels.bits_for(C.cast(C.double, bands))
        words: C.pointer(C.ulonglong) = self.words + self.count
        unsorted: C.pointer(C.ulonglong) = unsorted_at(words, items, count, self.item_bits, high)
        if self.lists:
            put_words(self, level, items, count, unsorted)
        else:
            put_words(self, level, C.NULL, count, unsorted)
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

    def put_sentinels(self) -> C.void:
        """End a level: entries that overlap nothing, after all others."""
        k: C.Py_ssize_t
        for k in range(self.count, self.count + SENTINELS):
            self.words[k] = BEYOND
            self.boxes.low[k] = self.boxes.top[k] = FARAWAY if self.of_circles else INFINITY
            self.boxes.high[k] = self.boxes.bottom[k] = 0.0 if self.of_circles else -INFINITY
        self.count += SENTINELS

    def split(
        self,
        exponent: C.int,
        items: C.pointer(C.ulonglong),
        count: C.Py_ssize_t,
        census: C.pointer(C.const[Census]),
    ) -> C.bint:
        """Make a level in two parts, on the same grid, if it is too large for one word.

        A crowd with a few boxes at the other end of the world would lose its keys otherwise.
        """
        corners: BoxRef = C.address(census.corners)
        upright: C.bint = corners.bottom - corners.top > corners.right - corners.left
        middle: C.double = corners.left / 2.0 + corners.right / 2.0
        first: C.Py_ssize_t = 0
        k: C.Py_ssize_t
        if self.level_count + self.pending_splits >= MOST_PARTS:
            return False
        if upright:
            middle = corners.top / 2.0 + corners.bottom / 2.0
        for k in range(count):
            box: BoxRef = box_at(C.address(self.view), C.cast(C.Py_ssize_t, items[k]))
            if (box.top if upright else box.left) < middle:
                item: C.ulonglong = items[first]
                items[first] = items[k]
                items[k] = item
                first += 1
        if first in (0, count):
            return False
        self.of_circles = False  # it is not known which boxes of circles on two levels overlap
        self.pending_splits += 1
        part: Census = self.census_of(items, first)
        self.add_level(exponent, items, first, C.address(part))
        self.pending_splits -= 1
        part = self.census_of(items + first, count - first)
        self.add_level(exponent, items + first, count - first, C.address(part))
        return True

    def has_long_runs(self) -> C.bint:
        """Whether a scan would compare so many pairs that comparing all in order is faster."""
        entries: C.double = 0.0
        work: C.double = 0.0
        k: C.int
        for k in range(self.level_count):
            entries += self.levels[k].count
            work += self.levels[k].count * self.levels[k].run
        return tuning.RUN_SHARE * work > entries * entries

    def take_out(self, entry: C.Py_ssize_t) -> C.void:
        """Remove an entry: from now on it overlaps nothing. Entries stay sorted by their words."""
        self.boxes.top[entry] = INFINITY
        self.boxes.bottom[entry] = -INFINITY


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def run_of(tree: Quadtree, level: C.pointer(C.const[Level])) -> C.double:
    """How many entries begin within reach after an entry, on the average of a sample."""
    words: C.pointer(C.ulonglong) = tree.words
    reach: C.ulonglong = C.cast(C.ulonglong, level.reach) << tree.item_bits
    step: C.Py_ssize_t = max(1, level.count // min(tuning.RUN_SAMPLES, 8 + level.count // 64))
    total: C.Py_ssize_t = 0
    samples: C.Py_ssize_t = 0
    entry: C.Py_ssize_t = level.first
    while entry < level.first + level.count:
        # By doubling, then by halving: sentinels are beyond any word.
        end: C.Py_ssize_t = run_end(words, entry, level.first + level.count, words[entry] + reach)
        total += end - entry
        samples += 1
        entry += step
    return C.cast(C.double, total) / samples


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def run_end(
    words: C.pointer(C.const[C.ulonglong]),
    first: C.Py_ssize_t,
    end: C.Py_ssize_t,
    last: C.ulonglong,
) -> C.Py_ssize_t:
    """The last entry from `first` whose word is not beyond `last`."""
    step: C.Py_ssize_t = 1
    while first + step < end and words[first + step] <= last:
        first += step
        step *= 2
    while step:
        if first + step < end and words[first + step] <= last:
            first += step
        step >>= 1
    return first


WIDEST_DIGIT = C.declare(C.int, 11)
"""The most bits of a digit. The counters of three digits, of 4 bytes each, fit the first-level
cache."""

COUNTERS = C.declare(C.Py_ssize_t, 2048)
"""How many counters one digit has."""

AT_ONCE = C.declare(C.int, 3)
"""Digits, at most, that are counted in one go."""


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def passes_for(count: C.Py_ssize_t, bits: C.int) -> C.int:
    """The number of passes with which sorting takes the least time.

    A pass visits each word twice and each counter once, so a few words with many bits are sorted
    in more passes with fewer counters.
    """
    passes: C.int = max(1, (bits + WIDEST_DIGIT - 1) // WIDEST_DIGIT)
    width: C.int = (bits + passes - 1) // passes
    best: C.int = passes
    least: C.Py_ssize_t = passes * (2 * count + (C.cast(C.Py_ssize_t, 1) << width))
    while width > 4:
        passes += 1
        width = (bits + passes - 1) // passes
        work: C.Py_ssize_t = passes * (2 * count + (C.cast(C.Py_ssize_t, 1) << width))
        if work < least:
            least = work
            best = passes
    return best


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def count_digits(
    source: C.pointer(C.ulonglong),
    count: C.Py_ssize_t,
    counters: C.p_uint,
    digits: C.int,
    low: C.int,
    width: C.int,
) -> C.void:
    """How often the words have each value of some digits, one after the other from `low` on."""
    second: C.p_uint = counters + COUNTERS
    third: C.p_uint = counters + 2 * COUNTERS
    mask: C.ulonglong = (C.cast(C.ulonglong, 1) << width) - 1
    word: C.ulonglong
    digit: C.int
    i: C.Py_ssize_t
    for digit in range(digits):
        memset(counters + COUNTERS * digit, 0, C.cast(C.Py_ssize_t, mask + 1) * C.sizeof(C.uint))
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


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def place_by_digit(
    source: C.pointer(C.ulonglong),
    target: C.pointer(C.ulonglong),
    count: C.Py_ssize_t,
    counters: C.p_uint,
    low: C.int,
    width: C.int,
) -> C.void:
    """Put the words where they belong by their digit."""
    mask: C.ulonglong = (C.cast(C.ulonglong, 1) << width) - 1
    i: C.Py_ssize_t
    for i in range(count):
        word: C.ulonglong = source[i]
        here: C.Py_ssize_t = counters[(word >> low) & mask]
        counters[(word >> low) & mask] = C.cast(C.uint, here + 1)
        target[here] = word


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def digits_to_starts(counters: C.p_uint, length: C.Py_ssize_t) -> C.void:
    """Replace the counts by where the words of each digit go."""
    total: C.uint = 0
    i: C.Py_ssize_t
    for i in range(length):
        here: C.uint = counters[i]
        counters[i] = total
        total += here


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def unsorted_at(
    words: C.pointer(C.ulonglong),
    spare: C.pointer(C.ulonglong),
    count: C.Py_ssize_t,
    low: C.int,
    high: C.int,
) -> C.pointer(C.ulonglong):
    """Where the words must be for `radix_sort`: each pass takes them to the other array."""
    return spare if passes_for(count, high - low) & 1 else words


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def radix_sort(
    words: C.pointer(C.ulonglong),
    spare: C.pointer(C.ulonglong),
    count: C.Py_ssize_t,
    low: C.int,
    high: C.int,
) -> C.void:
    """Sort words by their bits from `low` to `high` (exclusive); the result is in `words`.

    They must be where `unsorted_at` says. No comparison depends on the data, so there is nothing to
    mispredict (D. Knuth, "The Art of Computer Programming" 3, 5.2.5). Each pass sorts by one digit
    of the words, the lowest first.
    """
    counters: C.uint[6144]  # AT_ONCE times COUNTERS
    left: C.int = passes_for(count, high - low)
    width: C.int = (high - low + left - 1) // left
    source: C.pointer(C.ulonglong) = spare if left & 1 else words
    target: C.pointer(C.ulonglong) = words if left & 1 else spare
    digits: C.int
    digit: C.int
    while left:
        digits = min(left, AT_ONCE)
        count_digits(source, count, counters, digits, low, width)
        for digit in range(digits):
            # There is nothing above the highest bit.
            bits: C.int = max(0, min(width, high - low))
            digits_to_starts(counters + COUNTERS * digit, C.cast(C.Py_ssize_t, 1) << bits)
            place_by_digit(source, target, count, counters + COUNTERS * digit, low, width)
            source, target = target, source
            low += width
        left -= digits
