"""`Watches`: which kept indexes want to know when a row changes.

A row that is watched has the flag WATCHED until it changes. The change is then noted by each of its
watchers, which are few, and the flag is cleared; a watcher that has read its notes sets it again.
So a change of a row that is not watched costs nothing, and a watcher hears of its own rows only.
"""

import cython
from cython import NULL, Py_ssize_t, address, p_int, pointer, sizeof
from cython.cimports.libc.stdlib import free
from cython.cimports.spritecol._engine.memory import grow, room_for


class Watches:
    """Links from rows to their watchers, in lists."""

    def __cinit__(self):
        self.free_link = -1

    def __dealloc__(self):
        free(self.first)
        free(self.links)

    def reserve_rows(self, capacity: Py_ssize_t) -> cython.int:
        """Note how many rows there may be, and make room if any is watched; new ones are not."""
        if self.first is not NULL:
            self.make_first(self.row_capacity, capacity)
        self.row_capacity = capacity
        return 0

    def make_first(self, known: Py_ssize_t, capacity: Py_ssize_t) -> cython.int:
        """Make room for `capacity` rows, of which the first `known` are there."""
        row: Py_ssize_t
        grow(address(self.first), capacity, sizeof(cython.int))
        for row in range(known, capacity):
            self.first[row] = -1
        return 0

    def reserve_links(self, more: Py_ssize_t) -> cython.int:
        """Make room for `more` further links."""
        if self.first is NULL:
            self.make_first(0, self.row_capacity)
        room_for(
            address(self.links),
            address(self.link_capacity),
            self.link_count + more,
            64,
            sizeof(Link),
        )
        return 0

    def add(self, row: cython.int, watcher: pointer(Watcher), position: cython.int) -> cython.void:
        """Link a row to a watcher. There must be room for the link."""
        link: cython.int = self.free_link
        if link >= 0:
            self.free_link = self.links[link].next
        else:
            link = self.link_count
            self.link_count += 1
        self.links[link].watcher = watcher
        self.links[link].position = position
        self.links[link].next = self.first[row]
        self.first[row] = link

    def remove(self, row: cython.int, watcher: pointer(Watcher)) -> cython.void:
        """Remove the link of a row to a watcher."""
        before: p_int = address(self.first[row])
        while before[0] >= 0 and self.links[before[0]].watcher != watcher:
            before = address(self.links[before[0]].next)
        link: cython.int = before[0]
        if link >= 0:
            before[0] = self.links[link].next
            self.links[link].next = self.free_link
            self.free_link = link

    def announce(self, row: cython.int) -> cython.void:
        """Let all watchers of a row note that it has changed."""
        link: cython.int = self.first[row]
        while link >= 0:
            note(self.links[link].watcher, self.links[link].position)
            link = self.links[link].next

    def close_row(self, row: cython.int) -> cython.void:
        """Remove all links of a row that is freed; its watchers note that it is gone."""
        link: cython.int = self.first[row]
        self.announce(row)
        while link >= 0:
            following: cython.int = self.links[link].next
            self.links[link].watcher.rows[self.links[link].position] = -1
            self.links[link].next = self.free_link
            self.free_link = link
            link = following
        self.first[row] = -1
