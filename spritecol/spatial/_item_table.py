# cython: nonecheck=True
# (A __del__ or weak reference callback may get here after the collector has cleared the fields.)
"""The map from items to slots, the only place where the indexes touch users' objects.

Everything else works with slots, small integers that are reused. An item can be any hashable
object, so looking it up may run arbitrary code. The table is not re-entrant: it is marked as busy
during a lookup, and any change in that time is refused, so no change can happen halfway through.

The header also has the doubly linked list of the slots in a cell, shared by both indexes: its links
are in the records of the slots, so inserting and removing a slot takes constant time.
"""

import cython
from cython import bint

from spritecol._support.range_check import shown


class ItemTable:
    """Items by slot and slots by item."""

    def __cinit__(self, container: str):
        self.slots = {}
        self.items = []
        self.container = container

    def guard(self) -> cython.int:
        """Raise RuntimeError if an item is being looked up."""
        if self.is_busy:
            raise RuntimeError(
                f"the {self.container} must not be changed by the __hash__ or __eq__ of an item "
                "that is being looked up in it"
            )
        return 0

    def add(self, item: object, slot: cython.int) -> cython.int:
        """Assign a free slot to a new item. ValueError if the item already has one."""
        known: cython.int
        while len(self.items) <= slot:
            self.items.append(None)
        self.is_busy = True
        try:
            known = self.slots.setdefault(item, slot)
        finally:
            self.is_busy = False
        if known != slot:
            raise ValueError(f"already in the {self.container}: {shown(item)}")
        self.items[slot] = item
        return 0

    def slot_of(self, item: object) -> cython.int:
        """An item's slot. KeyError if it has none."""
        return self.look_up(item, False)

    def remove(self, item: object) -> cython.int:
        """Remove an item and return its slot, to be released later. KeyError if it has none."""
        return self.look_up(item, True)

    def look_up(self, item: object, remove: bint) -> cython.int:
        """An item's slot, and remove the item if asked to. KeyError if it has none."""
        self.guard()
        self.is_busy = True
        try:
            slot = self.slots.pop(item, None) if remove else self.slots.get(item)
        finally:
            self.is_busy = False
        if slot is None:
            raise KeyError(f"not in the {self.container}: {shown(item)}")
        return slot

    def release(self, slot: cython.int) -> cython.int:
        """Drop the reference to a removed item. Call it last, as the item may be freed here."""
        self.items[slot] = None
        return 0
