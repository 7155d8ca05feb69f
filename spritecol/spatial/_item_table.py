# cython: nonecheck=True
# (The collector may have set fields to None when a __del__ or a weak reference still comes here.)
"""Which item has which slot: the one place where the indexes touch what users put in.

Everything else deals in slots, small whole numbers that are used again. An item can be anything
hashable, so looking it up may run code of its own, and that code may do anything. While it runs the
table is marked as busy, and whatever would change it is refused; so nothing changes halfway.
"""

import cython

from spritecol._numbers.limits import shown


class ItemTable:
    """Items by slot and slots by item."""

    def __cinit__(self, place: str):
        self.slots = {}
        self.items = []
        self.place = place

    def guard(self) -> cython.int:
        """Raise RuntimeError if an item is just being looked up."""
        if self.busy:
            raise RuntimeError(
                f"the {self.place} must not be changed by the __hash__ or __eq__ of an item "
                "that is being looked up in it"
            )
        return 0

    def enter(self, item: object, slot: cython.int) -> cython.int:
        """Give a new item a free slot; ValueError if it has one."""
        known: cython.int
        while len(self.items) <= slot:
            self.items.append(None)
        self.busy = True
        try:
            known = self.slots.setdefault(item, slot)
        finally:
            self.busy = False
        if known != slot:
            raise ValueError(f"already in the {self.place}: {shown(item)}")
        self.items[slot] = item
        return 0

    def slot_of(self, item: object) -> cython.int:
        """An item's slot; KeyError if it has none."""
        self.guard()
        self.busy = True
        try:
            slot = self.slots.get(item)
        finally:
            self.busy = False
        if slot is None:
            raise KeyError(f"not in the {self.place}: {shown(item)}")
        return slot

    def leave(self, item: object) -> cython.int:
        """Forget an item and return its slot, to be released later; KeyError if it has none."""
        self.guard()
        self.busy = True
        try:
            slot = self.slots.pop(item, None)
        finally:
            self.busy = False
        if slot is None:
            raise KeyError(f"not in the {self.place}: {shown(item)}")
        return slot

    def release(self, slot: cython.int) -> cython.int:
        """Let go of the item that has left; the last step, as the item may die here."""
        self.items[slot] = None
        return 0

    def check(self, taken: set) -> cython.int:
        """AssertionError unless the slots taken are those of the items, and no others."""
        for item, slot in self.slots.items():
            if slot not in taken or self.items[slot] is not item:
                raise AssertionError(f"slot {slot} is not that of {shown(item)}")
        free: list = [slot for slot in range(len(self.items)) if slot not in taken]
        if len(taken) != len(self.slots) or any(self.items[slot] is not None for slot in free):
            raise AssertionError(f"{len(self.slots)} items have {len(taken)} slots")
        return 0
