"""Every measured threshold of the drop-ins for pygame.

Each states its unit, the rows of `benchmarks/run.py pygame_drop_in` that set it, and what changes
with it. No result depends on one: they only decide which of several equivalent ways is taken.

Up to Python 3.11 pygame's property `rect` costs a call, which reading the stored rect avoids. From
Python 3.12 on the interpreter runs the property inline, so reading first gains much less; for that
reason some thresholds depend on the version.
"""

import sys

from spritecol.integrations.pygame.drop_in.read_attributes import READS_STORED

MANY = 16
"""Sprites. A single attacker reads as many targets at once and compares them in C; fewer are
compared pair by pair. Set by "spritecollide: Rects" with circles, 10 and 30. Lower: small searches
pay for reading; higher: medium ones stay as slow as pygame's."""

MANY_MASKS = 24
"""Sprites. As `MANY`, for masks: there the comparison takes most of the time and reading saves
less. Set by "spritecollide: Rects" with `collide_mask`, 10 and 30."""

MANY_RECTS = 48 if READS_STORED else sys.maxsize
"""Sprites. As `MANY`, for plain rects. Set by "spritecollide: Rects", 30 and 100. From Python 3.12
on it is off: reading first gains a quarter at best, where nothing is hit, and loses where much
is."""

SCOUTS = 12
"""Attackers of a killing search with rects that go one by one before the rest is read: if one of
them kills every target, reading both groups would be wasted. At least twice as many must follow.
Set by "groupcollide, kill: all hit" and "... 16 attackers". Higher: large searches start later."""

SCOUTS_OTHER_TESTS = 2
"""As `SCOUTS`, for the other tests, each of which takes longer than one of rects."""

WORTH_READING = 120
"""Pairs (see `PAIRS_PER_ATTACKER`). Two groups with fewer are compared pair by pair. Set by
"groupcollide: Rects", 10, and "groupcollide: 2 targets". Lower: small groups pay for reading."""

WORTH_READING_KILLING = 360
"""As `WORTH_READING`, where hits are killed, so that some pairs are never compared. Set by
"groupcollide, kill: Rects", 10 and 30."""

PAIRS_PER_ATTACKER = 6
"""Pairs that could be compared in the time an attacker takes before its first pair; they are added
for each attacker. Set by "groupcollide: 2 targets"."""

PAIRS_PER_READ = 4 if READS_STORED else 10
"""Pairs of rects that could be compared in the time it takes to read one sprite. Set by
"groupcollide: Rects", 10 and 30. Higher: more groups of rects are compared pair by pair."""

PAIRS_IN_TURN = 16 if READS_STORED else 24
"""Pairs. From so many on, the rects of all targets are read once for a few attackers, and each
attacker is compared with these. Set by "groupcollide: Rects", 3 and 10, and "2 targets". Lower:
small groups pay for reading."""

MANY_TARGETS = 3
"""Sprites. The least for which that pays, however many attackers there are. Set as
`PAIRS_IN_TURN`."""

FEW_KILLING = 5 if READS_STORED else 10
"""Attackers. Fewer that kill may not meet the targets often enough to pay for reading: the first
may kill all. Set by "groupcollide, kill: all hit", 3. Lower: such scenes get slower, and those in
which little is hit get faster."""

MANY_TARGETS_FEW_KILLING = 16
"""As `MANY_TARGETS`, for these. Set by "groupcollide, kill: 2 targets" and "... all hit"."""

MANY_ATTACKERS = 60
"""Attackers. From so many on, both groups go through the broad phase instead. Set by "groupcollide:
30 attackers" and "groupcollide: Rects", 100. Higher: each attacker is compared with all targets;
lower: what is read of many attackers is compared with few targets."""

MANY_ATTACKERS_KILLING = 2_000
"""As `MANY_ATTACKERS`, where hits are killed: there the broad phase has to begin anew as targets
go. Set by "groupcollide, kill: Rects", 1,000: 0.7 of the other way's time, and as much as it at
2,000."""
