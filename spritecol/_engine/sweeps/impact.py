"""The arguments and the results of a sweep: the motion of a row, and its impacts with others.

They stand alone because all modules of this room, and those that move sprites, pass them on.
"""

import cython as C
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._support.libc import free


def comes_before(a: ImpactRef, b: ImpactRef) -> C.bint:
    """Whether one impact comes before another: by fraction, place, position, and shapes.

    At equal fractions, rounding may have found two places.
    """
    if a.fraction != b.fraction:
        return a.fraction < b.fraction
    if a.x != b.x:
        return a.x < b.x
    if a.y != b.y:
        return a.y < b.y
    if a.position != b.position:
        return a.position < b.position
    if a.pair.first_a != b.pair.first_a:
        return a.pair.first_a < b.pair.first_a
    return a.pair.first_b < b.pair.first_b


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class ImpactList:
    """A growing list of impacts."""

    def __dealloc__(self):
        free(self.items)

    def add(self, impact: ImpactRef) -> C.int:
        """Append a copy."""
        room_for(
            C.address(self.items), C.address(self.capacity), self.count + 1, 8, C.sizeof(Impact)
        )
        self.items[self.count] = impact[0]
        self.count += 1
        return 0

    def put(self, impact: ImpactRef) -> C.int:
        """Put a copy in place of the impact of the same two shapes, or append it."""
        i: C.Py_ssize_t
        for i in range(self.count):
            one: C.pointer(Impact) = self.items + i
            if (
                one.position == impact.position
                and one.pair.first_a == impact.pair.first_a
                and one.pair.first_b == impact.pair.first_b
            ):
                one[0] = impact[0]
                return 0
        return self.add(impact)

    def sort(self) -> C.void:
        """Sort by insertion."""
        i: C.Py_ssize_t
        for i in range(1, self.count):
            item: Impact = self.items[i]
            k: C.Py_ssize_t = i
            while k > 0 and comes_before(C.address(item), self.items + k - 1):
                self.items[k] = self.items[k - 1]
                k -= 1
            self.items[k] = item
