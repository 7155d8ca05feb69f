"""When the code that reads an attribute is looked at, for what it does with the answer.

Some mistakes show nowhere else: `group.x[0] = 5` changes an array that is then thrown away. Only
the first reads of a program are looked at; from then on it costs one comparison.
"""

import sys

import cython

from spritecol.sprites.next_steps import judge_box, judge_column

READS = cython.declare(cython.Py_ssize_t, 1000)
"""How many reads of each kind are looked at. All together take a few milliseconds: one microsecond
for each, and for each place in the program what it takes to read its code."""


class CallSites:
    """How many looks are left at the places that read one kind of attribute."""

    def __cinit__(self, judge):
        self.judge = judge
        self.budget = READS

    def look(self, name: object, members: object) -> cython.int:
        """Look at the place that reads an attribute; `members` tells one state of a Group."""
        frame: object = innermost_frame()
        self.budget -= 1
        if frame is not None:
            self.judge(frame, name, members)
        return 0


def innermost_frame() -> object:
    """The frame that is running, the user's, since compiled functions have none.

    None in a thread that runs nothing but a compiled function.
    """
    try:
        return sys._getframe(0)
    except ValueError:
        return None


BOXES = CallSites(judge_box)
COLUMNS = CallSites(judge_column)


def again():
    """Allow for as many looks again, for tests."""
    BOXES.budget = COLUMNS.budget = READS
