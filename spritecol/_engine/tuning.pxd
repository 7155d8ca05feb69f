# Every measured threshold of the engine. Each comment gives its unit, what changes with it, and in
# quotes the benchmark that shows it: a part or row of benchmarks/tables.md, or another row of
# benchmarks/table, which has the scenes. They are constants at compile time: build again after an
# edit.

cpdef enum:
    # Boxes. Up to this many are compared directly, each with each. See "All pairs of moving
    # circles", 100 (with an index 0.95 to 1.02 of the direct loop's time at 80, 0.85 to 0.88 at
    # 100). Higher: the quadratic loop gets slow; lower: building an index costs more than
    # it saves.
    DIRECT_SELF = 85

    # Comparisons (boxes of one sequence times boxes of the other). Up to this many, two sequences
    # are compared directly. See "bullets against enemies". Higher: two long sequences are compared
    # in quadratic time; lower: building an index costs more than it saves.
    DIRECT_CROSS = 10000

    # Powers of two by which the sizes of boxes on one level of the index may differ. See the scenes
    # "bosses" and "dust to stars". Higher: longer runs are scanned; lower: more levels are crossed.
    SPAN = 2

    # A share: a level of boxes is merged into the next coarser one if that has this many times as
    # many. See the scene "all sizes". Higher: more levels are crossed; lower: more small boxes are
    # compared with large ones in vain.
    FEWER = 8

    # Sides of the square that one box has for itself, on the average: no node is smaller in a tree
    # for queries, unless boxes are crowded. See "raycast_arrays". Higher: boxes are compared that
    # are far away; lower: long rays cross many empty bands.
    ROOM = 2

    # A level is turned if its boxes are more than this many times as wide as they are high. See the
    # scene "flat needles". Higher: long bands are scanned; lower: turned levels meet others box by
    # box.
    FLAT = 4

    # Keys to the width of a level's largest box. See "All pairs of moving circles". Higher: runs
    # are shorter, and sorting takes longer.
    FINENESS = 16

    # Boxes to a level of a quadtree: with fewer, and more than one level, they are compared
    # directly after all. See the scenes "points" and "dust to stars". Higher: larger crowds are
    # compared directly; lower: many nearly empty levels are crossed.
    LEVEL_WORTH = 60

    # A share: if the runs of a scan have more than one in this many of the squared number of boxes,
    # these are compared directly after all. See the scenes "one spot" and "cross". Higher: crowds
    # that a tree would divide are compared directly; lower: a tree is scanned that divides nothing.
    RUN_SHARE = 6

    # Entries within reach of one, on the average. If a level's world is so wide that it got coarser
    # nodes, and then more than this are in reach, it is made in parts. See the scenes "across the
    # split" and "lost". Higher: crowds in a wide world are scanned; lower: more parts, of which
    # each has its bands.
    CROWDED = 8

    # Entries, at most, by which the mean length of a level's runs is estimated. See "All pairs of
    # moving circles". Higher: few boxes take longer; lower: the estimate misses crowds.
    RUN_SAMPLES = 64

    # Bands of the grid to an entry. A level with more has no table of its bands, which are found by
    # bisection. See the scene "dust to stars". Higher: more memory; lower: queries bisect.
    SPARSE_BANDS = 8

    # Buckets of keys to an entry of a band, at most. See "rays among circles in a window". Higher: more
    # memory; lower: queries look at entries that begin before what they need.
    MOST_KEY_BUCKETS = 2

    # Entries of a quadtree to a query: with more queries than that, its directory is opened first.
    # See "bullets against enemies". Higher: built in vain for few queries; lower: many queries
    # bisect.
    WORTH_DIRECTORY = 12

    # Boxes in the box of a row, to each of its parts. If there are more, the box is mostly empty,
    # and each part is searched along itself. See "turned laser". Higher: boxes far from the parts
    # are tested in vain; lower: a row of many small parts makes many small queries.
    PARTS_WORTH_WAY = 8

    # Nodes, the smallest of a tree. This much of a ray is searched first, and the rest only if
    # nothing is hit there. See "raycast_arrays". Higher: boxes beyond a hit are compared in vain;
    # lower: rays that hit nothing nearby enter more bands twice.
    NEAR_NODES = 1

    # In sizes of the moving row. For a way that is not longer, the box around it is searched. See
    # "sweep: after a member has left" and "slide of 424 px". Higher: boxes beside the way are
    # searched in vain; lower: a tree is entered level by level for a few boxes.
    LONG_WAY = 8

    # Boxes along a way. Up to this many are tested at once; with more, the boxes near the start are
    # tested first. See "slide of 3000 px" and "slide 3000". Higher: boxes beyond a hit are swept in
    # vain; lower: more ways are tested in several rounds.
    ALONG_AT_ONCE = 64

    # A share of the side of a square that holds as many boxes as are wanted, on the average: the
    # first ring around a point. See "nearest_indices". Higher: more rings; lower: more boxes are
    # visited that are not among the nearest.
    FIRST_RING = 4

    # A share of the side of the smallest nodes: no first ring is narrower. Higher: more rings where
    # boxes are dense in one place only.
    LEAST_RING = 64

    # The least number of sprites that are measured before `where` is called, which takes longer
    # than 16 distances. Then 16 times as many, and so on. Higher: more distances; lower: more
    # rounds.
    MEASURED_FIRST = 16

    # Comparisons of a ray, or a point, with a box. This many take as long as putting a box into an
    # index, and as one query of the index. See "rays among 100 boxes that move". Higher: many rays
    # are compared with many boxes; lower: an index is made for a few.
    WORTH_OF_BOX = 5
    WORTH_OF_QUESTION = 50

    # Sprites. A smaller Group keeps no index: checks are faster without. See "Directly, or by an
    # index", and "targets in a Group, after a move", 100.
    KEPT_FROM = 100

    # A share of the members: a Group is at rest if at most one in this many has moved since the
    # last check. See "some boxes move". Higher: fewer Groups keep an index; lower: more drop it
    # again.
    AT_REST_SHARE = 16

    # Checks. This many at rest in a row, at first, make an index worth keeping. See "Some boxes
    # move". Higher: a Group at rest is fast later; lower: more indexes are made in vain.
    PATIENCE = 4

    # Checks. An index that was dropped after no more than so many doubles the patience. Higher:
    # Groups that rest and move in turn give up earlier.
    WELL_USED = 64

    # Checks. The patience is never doubled beyond this. Higher: a Group that comes to rest at last
    # waits longer for its index.
    MOST_PATIENCE = 256

    # A share of the members: when more than one in this many has changed since the last check,
    # finding all pairs anew costs less than following. See "some boxes move".
    MOVED_SHARE = 6

    # Members that have changed last, and are asked one by one. See "some boxes move". Higher: each
    # question compares more boxes; lower: the tree of loose ones is made more often.
    MOST_TAIL = 32

    # Entries of trees of loose members to one member: after so many that had not moved, all members
    # settle in a new tree. Higher: loose ones are indexed longer. See "some boxes move".
    SETTLING = 2

    # Tests of two rows that `Group.hits` does one by one, to stop at the first hit, before it
    # builds an index. Higher: a miss takes longer; lower: an early hit does.
    TESTS_ONE_BY_ONE = 100000

    # Sprites. Up to this many members are scanned for vanished ones in less time than it takes to
    # look a few up in a hash table, which the closing of holes makes worthless.
    SCAN = 16384

    # A share of the members: a Group closes the holes that removed members have left when more than
    # one in this many is one, or when positions are asked for. See "targets in a Group". Higher: it
    # is done more often, in time that grows with the Group; lower: more holes are passed over.
    HOLES_SHARE = 16

    # Holes. A Group that grows closes them if there are more than this many, and more than members:
    # else one that is not checked meanwhile would grow without end. Adding and discarding a sprite
    # took 5 % longer. Higher: that fills memory that is in no cache; lower: it is done more often.
    MOST_HOLES = 1024

    # Freed runs of memory of one length. More than so many are taken again in the order in which
    # they lie. See "created where others were". Higher: sprites that are made one after another
    # lie apart; lower: runs are put in order whose memory is in the caches anyway.
    LOOSE = 16384

    # One part in so many of all memory: only if more than that was freed are runs taken in order.
    # See "created where others were". Higher: what is made in place of a smaller part lies apart
    # even so; lower: a large part is left in no order.
    LOOSE_SHARE = 8

    # Vanished rows that the storage remembers, so that large Groups need not be scanned. Higher:
    # more may vanish between two checks before one scans after all. Each takes 4 bytes.
    RECENT = 64

    # Positions whose counters, 4 bytes each, fit a processor's second-level cache. See "All pairs
    # of moving circles" and "very many sprites": sorting the pairs of 15,000 boxes took 0.25
    # instead of 0.9 ms with counters in the cache. With more, pairs are sorted by the first
    # position, and then for each by the second.
    CACHED = 131072

    # Boxes that are brought up to date together before the quadtree looks at them, while they are
    # in the first-level cache. See "very many sprites". Higher: they are read from memory again.
    BOXES_AT_ONCE = 256

    # Pairs that are tested together, so that a processor fetches the numbers of many at once. See
    # "very many sprites". Higher: more of the stack; lower: more waiting for memory.
    PAIRS_AT_ONCE = 64

    # Targets whose rows are gathered on the stack at a time. See "targets in a list", 1,000.
    # Higher: more of the stack; lower: more calls.
    TARGETS_AT_ONCE = 256

    # Steps past a shape that a turning one leaves. After so many, it is computed for how long they
    # certainly overlap. Higher: more small steps; lower: it is computed in vain.
    STEPS_PAST = 16

    # Cells of a `LinearQuadtree` that were appended. Fewer never trigger a rebuild: they take 64
    # kB. Higher: more memory; lower: small trees are rebuilt often.
    CELLS_REBUILT = 4096

    # Shapes, and kinds of equal ones, whose outlines are remembered. Higher: more memory; lower:
    # sprites of a game with more shapes than this take longer to create.
    OUTLINES_KEPT = 1024

    # Bytes. Smaller scratch blocks are cheap to allocate; keeping them would evict larger ones.
    # Higher: checks of a few thousand sprites get new pages each time.
    SCRATCH_SMALLEST = 16384

    # Bytes. Larger scratch blocks are freed: the work done on them outweighs the cost of their
    # pages. Higher: a game that once made a huge check keeps its memory.
    SCRATCH_LARGEST = 33554432

    # How many times as many rows `Group.hits` takes at once from one search to the next. Higher:
    # fewer searches without a hit; lower: less wasted work after a hit.
    SEARCH_GROWTH = 8

    # Pairs. Up to this many are sorted by insertion, more by the C library's sort. Higher: long
    # slices cost the square of their length; lower: short ones cost a call for each comparison.
    INSERTION_SORT = 32

    # A share of the positions: when fewer than one in this many has a pair, pairs are sorted by
    # comparing instead of counting. See "Groups whose members mostly rest", 5 %. Higher: counters
    # are cleared for few pairs.
    SPARSE_PAIRS = 16
