# All measured thresholds of the engine. Each states its unit, the benchmark row that set it, and
# what changing it does. They are compile-time constants: rebuild after an edit.

cpdef enum:
    # Boxes. Up to this many, every box is compared with every other. Set by "all pairs of circles",
    # 100. Higher: the quadratic loop gets slow; lower: building an index costs more than it saves.
    DIRECT_SELF = 40

    # Comparisons (boxes of one sequence times boxes of the other). Up to this many, two sequences
    # are compared directly. Set by "bullets and enemies", 1,000.
    DIRECT_CROSS = 16000

    # Boxes. Up to this many (and above DIRECT_SELF) are indexed in a single strip, with as many
    # keys, which takes less time to build. Set by "all pairs of circles", 100.
    FEW = 256

    # Powers of two by which the sizes of boxes on one level of the index may differ. Set by the
    # rows "bosses" and "20 octaves". Higher: more entries are compared; lower: there are more levels.
    SPAN = 2

    # Keys per width of a level's largest box. Set by "all pairs of circles", 10,000. Higher: fewer
    # entries are compared, and sorting takes longer.
    FINENESS = 16

    # Sprites. A smaller Group keeps no index: comparing directly is faster than querying an index.
    # Set by "sprite.check(Group)", 100 and 1,000.
    KEPT_FROM = 512

    # A Group counts as at rest if at most one in this many members has moved since the last check.
    AT_REST_SHARE = 16

    # Consecutive checks at rest before a Group keeps an index, at first. Set by "kept groups".
    PATIENCE = 4

    # Checks. If an index is dropped before this many checks have used it, the patience doubles.
    WELL_USED = 64

    # Consecutive checks at rest; the patience never grows beyond this.
    MOST_PATIENCE = 256

    # If more than one in this many members has moved, building a new index is faster than updating
    # the kept one. Set by "kept groups", 20,000 boxes.
    MOVED_SHARE = 4

    # Sprites of both sequences together. From this many on, the second core saves more time than
    # waking it takes. Set by "two cores".
    WORTH_SHARING = 6000

    # Tests of two rows. `Group.hits` does this many one by one, to stop at the first hit, before
    # it builds an index. Set by "two groups".
    TESTS_ONE_BY_ONE = 100000

    # Sprites. Up to this many members are scanned for vanished ones: that is faster than looking
    # the vanished ones up in a hash table, which closing the holes invalidates. Set by "vanish".
    SCAN = 16384

    # Vanished rows that the store remembers, so that large Groups need not be scanned.
    RECENT = 64

    # Positions whose counters, 4 bytes each, fit a second-level cache: up to this many, pairs are
    # sorted by two counting sorts. Set by "all pairs of circles", 15,000 (0.25 instead of 0.9 ms)
    # and 1,000,000 (90 ms with one counting sort, 330 ms with two).
    CACHED = 131072

    # Pairs that are tested together, so that the processor overlaps their memory accesses. Set by
    # "all pairs of circles", 1,000,000.
    PAIRS_AT_ONCE = 64

    # Targets whose rows are copied to the stack at a time. Set by "list", 1,000.
    TARGETS_AT_ONCE = 256

    # Entries of each of the two caches of outlines.
    OUTLINES_KEPT = 1024
