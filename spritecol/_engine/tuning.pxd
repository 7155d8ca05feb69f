# Every measured threshold of the engine. Each states its unit, the benchmark row that set it, and
# what changes with it. They are numbers at compile time: after an edit, build again.

cpdef enum:
    # Boxes. Up to this many are compared directly, each with each. Set by "all pairs of circles",
    # 100. Higher: the quadratic loop gets slow; lower: building an index costs more than it saves.
    DIRECT_SELF = 40

    # Comparisons (boxes of one sequence times boxes of the other). Up to this many, two sequences
    # are compared directly. Set by "bullets and enemies", 1,000.
    DIRECT_CROSS = 16000

    # Boxes. Up to this many (and above DIRECT_SELF) are indexed in a single strip, with as many
    # keys, which takes less time to build. Set by "all pairs of circles", 100.
    FEW = 256

    # Powers of two by which the sizes of boxes on one level of the index may differ. Set by the
    # rows "bosses" and "20 octaves". Higher: longer runs are swept; lower: more levels are crossed.
    SPAN = 2

    # Keys to the width of a level's largest box. Set by "all pairs of circles", 10,000. Higher:
    # runs are shorter, and sorting takes longer.
    FINENESS = 16

    # Sprites. A smaller Group keeps no index: comparing directly is faster than asking an index.
    # Set by "sprite.check(Group)", 100 and 1,000.
    KEPT_FROM = 512

    # A check is calm when at most one in so many members has moved since the last one.
    CALM_SHARE = 16

    # Calm checks in a row before a Group keeps an index, at first. Set by "kept groups".
    PATIENCE = 4

    # An index that was dropped before so many checks used it doubles the patience,
    WELL_USED = 64

    # up to this.
    MOST_PATIENCE = 256

    # When more than one in so many members has moved, a new index costs less than following. Set
    # by "kept groups", 20,000 boxes.
    MOVED_SHARE = 4

    # Sprites of both sequences together. From so many on, a second core saves more time than it
    # takes to wake it. Set by "two cores".
    WORTH_SHARING = 6000

    # Tests of two rows that `Group.hits` does one by one, to stop at the first hit, before it
    # builds an index. Set by "two groups".
    TESTS_ONE_BY_ONE = 100000

    # Sprites. So many members are scanned for vanished ones in less time than it takes to look a
    # few up in a hash table, which the closing of holes makes worthless. Set by "vanish".
    SCAN = 16384

    # Vanished rows that the storage remembers, so that large Groups need not be scanned.
    RECENT = 64

    # Positions whose counters, 4 bytes each, fit a processor's second-level cache. Set by "all
    # pairs of circles", 15,000 and 1,000,000: sorting took 0.25 instead of 0.9 ms with counters in
    # the cache, and 90 instead of 330 ms without them beyond it.
    CACHED = 131072

    # Pairs that are tested together, so that a processor fetches the numbers of many at once. Set
    # by "all pairs of circles", 1,000,000.
    PAIRS_AT_ONCE = 64

    # Targets whose rows are gathered on the stack at a time. Set by "list", 1,000.
    TARGETS_AT_ONCE = 256

    # Shapes, and kinds of equal ones, whose outlines are remembered.
    OUTLINES_KEPT = 1024
