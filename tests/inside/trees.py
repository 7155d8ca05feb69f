"""A quadtree of boxes in an array, its invariants and queries."""

from array import array

import cython as C
from cython.cimports.spritecol._engine.box import Box, BoxView
from cython.cimports.spritecol._engine.box_tests import box_view
from cython.cimports.spritecol._engine.broad_phase import quadtree
from cython.cimports.spritecol._engine.broad_phase.levels import (
    Level,
    along_bands,
    band_at,
    size_of,
)
from cython.cimports.spritecol._engine.broad_phase.quadtree import BuildOptions, Quadtree
from cython.cimports.spritecol._engine.broad_phase.search import all_pairs
from cython.cimports.spritecol._engine.broad_phase.tree_queries import (
    box_at_start,
    open_directory,
    pairs_with_box,
    walk_nearest,
    walk_way,
)
from cython.cimports.spritecol._engine.memory import memory_of
from cython.cimports.spritecol._engine.pairs import GIVEN, PairList, new_pairs, second_of
from cython.cimports.spritecol._support.libc import INFINITY

VISITS = C.declare(C.int, 4096)
"""The most visits that are noted."""

Visits = C.struct(
    items=C.Py_ssize_t[4096],
    at=C.double[4096],
    count=C.int,
    most=C.int,
    limit=C.double,
    shrink=C.bint,
)


@C.cclass
@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class TreeOfBoxes:
    """A quadtree of an array of boxes, shape (n, 4), float64, C-contiguous.

    `circles` are those of the boxes, if all are circles': x, y and radius, an array of the same
    kind of shape (n, 3).
    """

    tree: Quadtree
    boxes: object  # kept alive
    circles: object
    in_doubt: C.bint  # what was found last
    count: C.Py_ssize_t

    def __init__(self, boxes, plain=False, directory=False, circles=None, roomy=False):
        numbers: object = array("i", range(0, 3 * len(boxes), 3))
        self.tree = Quadtree()
        self.tree.plain = plain
        self.boxes = boxes
        self.count = len(boxes)
        view: BoxView = box_view(C.NULL, C.NULL, 0)
        if self.count:
            view = box_view(C.cast(C.pointer(Box), memory_of(boxes)), C.NULL, self.count)
        self.circles = circles
        if circles is not None and self.count:
            view.circles = C.cast(C.p_int, memory_of(numbers))
            view.numbers = C.cast(C.p_double, memory_of(circles))
        options: BuildOptions = quadtree.usual_options()
        options.roomy = roomy
        self.tree.build(C.address(view), C.address(options), C.NULL)
        if directory and self.count:
            open_directory(self.tree)

    def pairs(self):
        """The pairs i < j, in no order."""
        out: PairList = new_pairs(C.NULL)
        all_pairs(self.tree, out)
        self.in_doubt = out.in_doubt
        return out.array()

    def is_in_doubt(self) -> bool:
        """Whether some of the pairs of circles found last may not overlap."""
        return self.in_doubt

    def is_of_circles(self) -> bool:
        """Whether the entries are circles."""
        return self.tree.of_circles

    def query(self, left: C.double, top: C.double, right: C.double,
              bottom: C.double):  # fmt: skip
        """The items whose boxes overlap a box, sorted."""
        box: Box
        out: PairList = new_pairs(C.NULL)
        box.left, box.top, box.right, box.bottom = left, top, right, bottom
        pairs_with_box(self.tree, C.address(box), 0, GIVEN, out)
        return sorted([second_of(out.items[k]) for k in range(out.count)])

    def along(self, x1: C.double, y1: C.double, x2: C.double, y2: C.double,
              stop_after=None, started=False, rx=0.0, ry=0.0):  # fmt: skip
        """What `walk_way` visits: (item, at), for a segment, or a box so wide about its start.

        With `stop_after` up to so many visits.
        """
        visits: Visits
        visits.count = 0
        visits.most = VISITS if stop_after is None else stop_after
        visits.limit = 1.0
        visits.shrink = False
        box: Box = Box(x1 - rx, y1 - ry, x1 + rx, y1 + ry)
        walk_way(self.tree, C.address(box), x2 - x1, y2 - y1, started, 1.0, note, C.address(visits))
        return [(visits.items[k], visits.at[k]) for k in range(visits.count)]

    def at_start(self, x1: C.double, y1: C.double, x2: C.double, y2: C.double):
        """The items that a segment meets or touches where it starts, sorted."""
        around: Box = box_at_start(x1, y1, x2 - x1, y2 - y1)
        return self.query(around.left, around.top, around.right, around.bottom)

    def first_along(self, x1: C.double, y1: C.double, x2: C.double, y2: C.double, rx=0.0, ry=0.0):
        """What `walk_way` visits if each visit ends the way at the item that it has met."""
        visits: Visits
        visits.count = 0
        visits.most = VISITS
        visits.limit = 1.0
        visits.shrink = True
        box: Box = Box(x1 - rx, y1 - ry, x1 + rx, y1 + ry)
        walk_way(self.tree, C.address(box), x2 - x1, y2 - y1, False, 1.0, note, C.address(visits))
        return [(visits.items[k], visits.at[k]) for k in range(visits.count)]

    def near(self, x: C.double, y: C.double, limit: C.double, shrink: bool = False,
             wanted: C.Py_ssize_t = 1):  # fmt: skip
        """What `walk_nearest` visits: (item, distance). With `shrink` to the nearest so far."""
        visits: Visits
        visits.count = 0
        visits.most = VISITS
        visits.limit = limit
        visits.shrink = shrink
        place: Box = Box(x, y, x, y)
        walk_nearest(self.tree, C.address(place), wanted, limit, note, C.address(visits))
        return [(visits.items[k], visits.at[k]) for k in range(visits.count)]

    def take_out(self, item: C.Py_ssize_t):
        """Remove an item."""
        k: C.Py_ssize_t
        for k in range(self.tree.count):
            if self.tree.words[k] != quadtree.BEYOND and self.tree.item_of(k) == item:
                self.tree.take_out(k)

    def level_sides(self):
        """The side of the nodes of each level, its number of boxes, and whether it is turned."""
        return [
            (self.tree.levels[k].side, self.tree.levels[k].count, bool(self.tree.levels[k].turned))
            for k in range(self.tree.level_count)
        ]

    def assert_well_formed(self):
        """Check every invariant: each box is where a walk or scan looks for it, exactly once."""
        tree: Quadtree = self.tree
        seen: set = set()
        box: Box
        total: C.Py_ssize_t = 0
        k: C.int
        entry: C.Py_ssize_t
        band: C.Py_ssize_t
        for k in range(tree.level_count):
            level: C.pointer(Level) = C.address(tree.levels[k])
            demand(level.first == total, "levels lie side by side")
            demand(level.band_count > 0, "a level has bands")
            total += level.count
            for band in range(level.first_band, level.first_band + level.band_count):
                demand(tree.bands[band].first < tree.band_end(band), "a band holds entries")
                demand(tree.bands[band].index < tree.bands[band + 1].index, "bands are in order")
                for entry in range(tree.bands[band].first, tree.band_end(band)):
                    box = C.cast(C.pointer(Box), memory_of(self.boxes))[tree.item_of(entry)]
                    demand(tree.item_of(entry) not in seen, "an item has one entry")
                    seen.add(tree.item_of(entry))
                    demand(size_of(C.address(box)) <= level.side, "a node is as large as its boxes")
                    box = along_bands(level, C.address(box))
                    demand(
                        band_at(level, box.top) == tree.bands[band].index, "an entry is in its band"
                    )
                    demand(
                        tree.words[entry] >> level.band_shift
                        == tree.word_of_band(level, band) >> level.band_shift,
                        "a word has its band",
                    )
                    demand(
                        tree.key_of(level, entry)
                        == C.cast(C.Py_ssize_t, box.left * level.keys_per_pixel - level.key_zero),
                        "a word has its key",
                    )
                    demand(
                        tree.words[entry] >> tree.item_bits
                        <= tree.words[entry + 1] >> tree.item_bits,
                        "words are in order, but for their items",
                    )
                    if tree.of_circles:
                        circle: C.p_double = C.cast(
                            C.p_double, memory_of(self.circles)
                        ) + 3 * tree.item_of(entry)
                        demand(
                            tree.boxes.low[entry] == circle[0]
                            and tree.boxes.top[entry] == circle[1]
                            and tree.boxes.bottom[entry] == circle[2],
                            "an entry has its circle",
                        )
                        continue
                    demand(tree.boxes.low[entry] == box.left, "sides stay when taken out")
                    demand(tree.boxes.high[entry] == box.right, "sides stay when taken out")
                    demand(
                        (
                            tree.boxes.top[entry] == box.top
                            and tree.boxes.bottom[entry] == box.bottom
                        )
                        or (
                            tree.boxes.top[entry] == INFINITY
                            and tree.boxes.bottom[entry] == -INFINITY
                        ),
                        "an entry has its box, or is taken out",
                    )
            for entry in range(total, total + quadtree.SENTINELS):
                demand(tree.words[entry] == quadtree.BEYOND, "sentinels end a level")
                demand(tree.boxes.low[entry] >= quadtree.FARAWAY, "a sentinel overlaps nothing")
            total += quadtree.SENTINELS
        demand(tree.count == total, "nothing follows the levels")
        for entry in range(self.count):
            box = C.cast(C.pointer(Box), memory_of(self.boxes))[entry]
            demand(
                (size_of(C.address(box)) >= 0.0) == (entry in seen),
                "all boxes are in the tree but inverted ones",
            )


@C.cfunc
def demand(holds: C.bint, what: str) -> object:
    """AssertionError unless it holds."""
    if not holds:
        raise AssertionError(what)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def note(item: C.Py_ssize_t, at: C.double, context: C.p_void) -> C.double:
    """Note a visit."""
    visits: C.pointer(Visits) = C.cast(C.pointer(Visits), context)
    visits.items[visits.count] = item
    visits.at[visits.count] = at
    visits.count += 1
    if visits.count >= visits.most:
        return -1.0
    if visits.shrink:
        visits.limit = min(visits.limit, at)
    return visits.limit
