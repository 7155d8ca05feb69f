"""The flat storage that all sprites share.

A row is a sprite's pose, and where its parts are. A part is a point, a
segment, a disc or a convex polygon. Most shapes have one part; a concave polygon has several. The
parts of a row are consecutive, and so are their numbers in the pool, so that a check reads memory
in order:

    x, y   [ number | number | ... ]                      by row: where it is
    records [ rest of the pose, flags, first part, count | ... ]  by row
    boxes  [ left, top, right, bottom | ... ]             by row; the input of the broad phase
    flags  [ flags | flags | ... ]                        by row
    parts  [ kind, count, first number, box | ... ]
    layers [ bits | bits | ... ]                          by row, if needed; and masks
    births [ number | number | ... ]                      by row, once a World has saved
    numbers [ layout n n | layout n n n | ... ]           the stored numbers of rows that have any
    pool   [ x y r . . . | x1 y1 x2 y2 | x y x y x y ... ]

The shapes in local space are in an `Outline`, which sprites with equal shapes share. `transform`
computes parts, pool and boxes from the pose and the outline, lazily, when a check needs them. Freed
rows and runs are taken again by `memory.RunAllocator`: the last one first, or many in order.

A `RowFilter` says which rows may answer a question, by their layers and by row; `passes`, in the
header, applies it. A question about a place or a ray is on no layer, so it reads no mask. The sweep
of a row reads it, because the mask of each of two sprites must hold a layer of the other.

Shapes may have layers of their own (ROLES). A row is then on the layers of all its shapes, so that
rows are dismissed as usual. For the remaining rows, `roles_meet` and `role_passes` decide which
shapes count, part by part.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.box_tests import inverted_box
from cython.cimports.spritecol._engine.memory import RunAllocator, grow, room_for
from cython.cimports.spritecol._engine.pointers import Rows
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import (
    NumberLayout,
    Outline,
    Part,
    Role,
    RowRecord,
)
from cython.cimports.spritecol._engine.tuning import RECENT
from cython.cimports.spritecol._support.libc import INFINITY, calloc, free, malloc, memcpy, memset
from cython.cimports.spritecol._support.python import PyObject

DEFAULT_LAYER = 1
"""The `collision_layer` of a new row."""

DEFAULT_MASK = 0xFFFFFFFFFFFFFFFF
"""The `collision_mask` of a new row: all 64 layers."""


class Watches:
    """Which kept indexes want to know when a row changes: links from rows to watchers, in lists.

    A row that is watched has the flag WATCHED until it changes. The change is then noted by each of
    its watchers, which are few, and the flag is cleared; a watcher that has read its notes sets it
    again. So a change of a row that is not watched costs nothing, and a watcher hears of its own
    rows only.
    """

    def __cinit__(self):
        self.free_link = -1

    def __dealloc__(self):
        free(self.first)
        free(self.links)

    def reserve_rows(self, capacity: C.Py_ssize_t) -> C.int:
        """Note how many rows there may be, and make room if any is watched; new ones are not."""
        if self.first is not C.NULL:
            self.make_first(self.row_capacity, capacity)
        self.row_capacity = capacity
        return 0

    def make_first(self, known: C.Py_ssize_t, capacity: C.Py_ssize_t) -> C.int:
        """Make room for `capacity` rows, of which the first `known` are there."""
        row: C.Py_ssize_t
        grow(C.address(self.first), capacity, C.sizeof(C.int))
        for row in range(known, capacity):
            self.first[row] = -1
        return 0

    def reserve_links(self, more: C.Py_ssize_t) -> C.int:
        """Make room for `more` further links."""
        if self.first is C.NULL:
            self.make_first(0, self.row_capacity)
        room_for(
            C.address(self.links),
            C.address(self.link_capacity),
            self.link_count + more,
            64,
            C.sizeof(Link),
        )
        return 0

    def add(self, row: C.int, watcher: C.pointer(Watcher), position: C.int) -> C.void:
        """Link a row to a watcher. There must be room for the link."""
        link: C.int = self.free_link
        if link >= 0:
            self.free_link = self.links[link].next
        else:
            link = self.link_count
            self.link_count += 1
        self.links[link].watcher = watcher
        self.links[link].position = position
        self.links[link].next = self.first[row]
        self.first[row] = link

    def remove(self, row: C.int, watcher: C.pointer(Watcher)) -> C.void:
        """Remove the link of a row to a watcher."""
        before: C.p_int = C.address(self.first[row])
        while before[0] >= 0 and self.links[before[0]].watcher != watcher:
            before = C.address(self.links[before[0]].next)
        link: C.int = before[0]
        if link >= 0:
            before[0] = self.links[link].next
            self.links[link].next = self.free_link
            self.free_link = link

    def announce(self, row: C.int) -> C.void:
        """Let all watchers of a row note that it has changed."""
        link: C.int = self.first[row]
        while link >= 0:
            note(self.links[link].watcher, self.links[link].position)
            link = self.links[link].next

    def close_row(self, row: C.int) -> C.void:
        """Remove all links of a row that is freed; its watchers note that it is gone."""
        link: C.int = self.first[row]
        self.announce(row)
        while link >= 0:
            following: C.int = self.links[link].next
            self.links[link].watcher.rows[self.links[link].position] = -1
            self.links[link].next = self.free_link
            self.free_link = link
            link = following
        self.first[row] = -1


ROW_HASH = C.declare(C.ulonglong, 2654435761)
"""A prime near 2**32 divided by the golden ratio. Multiplying by it scatters consecutive rows."""


class RowPositions:
    """Positions by row, with linear probing. At least half of the slots are empty."""

    def __dealloc__(self):
        free(self.slots)

    def reset(self, count: C.Py_ssize_t) -> C.int:
        """Remove all entries, and make room for `count` rows."""
        size: C.Py_ssize_t = 16
        k: C.Py_ssize_t
        while size < 2 * count:
            size *= 2
        if size != self.mask + 1 or self.slots is C.NULL:
            slots: C.pointer(Slot) = C.cast(C.pointer(Slot), malloc(size * C.sizeof(Slot)))
            if slots is C.NULL:
                raise MemoryError
            free(self.slots)
            self.slots = slots
            self.mask = size - 1
        for k in range(size):
            self.slots[k].row = -1
        self.used = 0
        return 0

    def slot_of(self, row: C.int) -> C.Py_ssize_t:
        """Return the slot of a row, or the empty slot at which the search for it ends."""
        slot: C.Py_ssize_t = (C.cast(C.ulonglong, row) * ROW_HASH >> 7) & self.mask
        while self.slots[slot].row != row and self.slots[slot].row >= 0:
            slot = (slot + 1) & self.mask
        return slot

    def put(self, row: C.int, position: C.int) -> C.int:
        """Set the position of a row; -1 removes it."""
        size: C.Py_ssize_t = self.mask + 1
        k: C.Py_ssize_t
        if self.slots is C.NULL:
            self.reset(8)
        elif 2 * self.used >= size:
            old: C.pointer(Slot) = self.slots
            self.slots = C.NULL
            try:
                self.reset(size)
            except MemoryError:
                self.slots = old
                raise
            for k in range(size):
                if old[k].row >= 0 and old[k].position >= 0:
                    self.put(old[k].row, old[k].position)
            free(old)
        slot: C.Py_ssize_t = self.slot_of(row)
        self.used += self.slots[slot].row < 0
        self.slots[slot].row = row
        self.slots[slot].position = position
        return 0

    def get(self, row: C.int) -> C.int:
        """Return the position of a row, or -1 if it has none."""
        if self.slots is C.NULL:
            return -1
        slot: C.Py_ssize_t = self.slot_of(row)
        return self.slots[slot].position if self.slots[slot].row >= 0 else -1


Room = C.struct(parts=C.Py_ssize_t, boxes=C.Py_ssize_t, pool=C.Py_ssize_t)
"""Where the parts of a row are, their boxes, and their numbers."""


@C.cfunc
@C.exceptval(check=True)
def taken_for(store: Store, outline: Outline) -> Room:
    """Take the room that the shapes of a row need; on an error none is taken."""
    room: Room
    # The only part of a row uses the row's box.
    box_count: C.Py_ssize_t = outline.count if outline.count > 1 else 0
    room.boxes = 0
    room.parts = store.part_runs.take(outline.count)
    store.parts = C.cast(C.pointer(Part), store.part_runs.memory)
    try:
        if box_count:
            room.boxes = store.box_runs.take(box_count)
        try:
            room.pool = store.pool_runs.take(outline.size)
        except MemoryError:
            store.box_runs.give(room.boxes, box_count)
            raise
    except MemoryError:
        store.part_runs.give(room.parts, outline.count)
        raise
    store.part_boxes = C.cast(C.pointer(Box), store.box_runs.memory)
    store.pool = C.cast(C.p_double, store.pool_runs.memory)
    return room


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class Store:
    """The allocators and arrays for rows, parts and numbers.

    There is one store for the whole process. Its memory is never freed, so it has no destructor.
    """

    def __cinit__(self):
        self.row_runs = RunAllocator(C.sizeof(RowRecord))
        self.part_runs = RunAllocator(C.sizeof(Part))
        self.box_runs = RunAllocator(C.sizeof(Box))
        self.pool_runs = RunAllocator(C.sizeof(C.double))
        self.number_runs = RunAllocator(C.sizeof(C.longlong))
        self.watches = Watches()
        self.outlines = []
        self.layouts = []
        self.open()  # NOWHERE
        self.flags[NOWHERE] = 0
        self.boxes[NOWHERE] = inverted_box()

    def open(self) -> C.int:
        """Allocate the row of a new sprite: at the origin, not rotated, without shapes."""
        index: C.Py_ssize_t = self.row_runs.take(1)
        self.records = C.cast(C.pointer(RowRecord), self.row_runs.memory)
        if self.row_runs.capacity > self.row_array_capacity:
            self.grow_row_arrays(self.row_runs.capacity)
        record: C.pointer(RowRecord) = C.address(self.records[index])
        memset(record, 0, C.sizeof(RowRecord))
        self.x[index] = 0.0
        self.y[index] = 0.0
        record.scale_x = 1.0
        record.scale_y = 1.0
        record.cosine = 1.0
        record.flags = layout.ENABLED | layout.SYNC | layout.VISIBLE
        if self.layers is not C.NULL:
            self.layers[index] = DEFAULT_LAYER
            self.masks[index] = DEFAULT_MASK
        self.flags[index] = layout.DIRTY
        if self.births is not C.NULL:
            self.born += 1
            self.births[index] = self.born
        return index

    def close(self, row: C.int) -> C.void:
        """Free a row with its parts and numbers."""
        outline: object = self.outlines[row]  # dropped last, since that may run user code
        if self.layers is not C.NULL:
            self.set_roles(row, False)
            self.set_layers(row, DEFAULT_LAYER, DEFAULT_MASK)  # which allocates nothing
        self.release_parts(row)
        if self.first_number is not C.NULL and self.first_number[row]:
            self.release_numbers(row)
        self.records[row].outline = C.NULL
        self.outlines[row] = None
        self.records[row].count = 0
        if self.watches.first is not C.NULL:
            self.watches.close_row(row)
        self.flags[row] = 0
        if self.revived is not C.NULL:
            self.revived[row] = 0
        self.boxes[row].left = INFINITY
        self.boxes[row].right = -INFINITY
        self.row_runs.give(row, 1)
        del outline

    def set_layers(self, row: C.int, layer: C.ulonglong, mask: C.ulonglong) -> C.int:
        """Write the layer and mask of a row. Its geometry, and so its dirty flag, stays.

        Most programs use no layers. So the arrays are created with the first row that has others
        than the default.
        """
        if self.layers is C.NULL:
            if layer == DEFAULT_LAYER and mask == DEFAULT_MASK:
                return 0
            self.make_layers()
        if self.flags[row] & layout.ROLES:
            self.own_layers[row] = layer
            self.own_masks[row] = mask
            self.join_layers(row)
            return 0
        self.layered -= self.layers[row] != DEFAULT_LAYER or self.masks[row] != DEFAULT_MASK
        self.layers[row] = layer
        self.masks[row] = mask
        self.layered += layer != DEFAULT_LAYER or mask != DEFAULT_MASK
        return 0

    def join_layers(self, row: C.int) -> C.void:
        """Let a row that has ROLES be on the layers of its shapes, and care for all of theirs."""
        outline: Outline = self.outlines[row]
        layers: C.ulonglong = 0
        masks: C.ulonglong = 0
        k: C.int
        for k in range(outline.shape_count):
            role: C.pointer(Role) = C.address(outline.roles[k])
            layers |= role.layer if role.has_layer else self.own_layers[row]
            masks |= role.mask if role.has_mask else self.own_masks[row]
        self.layers[row] = layers
        self.masks[row] = masks

    def set_roles(self, row: C.int, has_roles: C.bint) -> C.void:
        """Tell of a row whether its shapes, which it has already, have layers of their own.

        If so, there are arrays for them.
        """
        if self.flags[row] & layout.ROLES:
            self.flags[row] &= ~layout.ROLES
            self.layers[row] = self.own_layers[row]
            self.masks[row] = self.own_masks[row]
            self.layered -= 1
        elif has_roles:
            self.layered -= self.layers[row] != DEFAULT_LAYER or self.masks[row] != DEFAULT_MASK
        else:
            return
        if not has_roles:
            self.layered += self.layers[row] != DEFAULT_LAYER or self.masks[row] != DEFAULT_MASK
            return
        self.has_roles = True
        self.own_layers[row] = self.layers[row]
        self.own_masks[row] = self.masks[row]
        self.flags[row] |= layout.ROLES
        self.layered += 1
        self.join_layers(row)

    def make_layers(self) -> C.int:
        """Allocate the arrays of layers and masks: the default for all rows."""
        size: C.size_t = self.row_array_capacity * C.sizeof(C.ulonglong)
        row: C.Py_ssize_t
        layers: C.pointer(C.ulonglong) = C.cast(C.pointer(C.ulonglong), malloc(size))
        masks: C.pointer(C.ulonglong) = C.cast(C.pointer(C.ulonglong), malloc(size))
        if layers is C.NULL or masks is C.NULL:
            free(layers)
            free(masks)
            raise MemoryError
        for row in range(self.row_array_capacity):
            layers[row] = DEFAULT_LAYER
            masks[row] = DEFAULT_MASK
        self.layers = layers
        self.masks = masks
        return 0

    def make_own_layers(self) -> C.int:
        """Make room for rows whose shapes have layers of their own. Most programs have none."""
        size: C.size_t = self.row_array_capacity * C.sizeof(C.ulonglong)
        if self.layers is C.NULL:
            self.make_layers()
        if self.own_layers is C.NULL:
            self.own_layers = C.cast(C.pointer(C.ulonglong), malloc(size))
        if self.own_masks is C.NULL:
            self.own_masks = C.cast(C.pointer(C.ulonglong), malloc(size))
        if self.own_layers is C.NULL or self.own_masks is C.NULL:
            raise MemoryError
        return 0

    def vanish(self, row: C.int) -> C.void:
        """Take a row out of all checks; Groups drop its sprite when they are next asked."""
        if self.records[row].flags & layout.VANISHED:
            return
        self.records[row].flags |= layout.VANISHED
        self.mark_dirty(row)
        self.flags[row] |= layout.GONE
        if self.flags[row] & layout.GROUPED:
            self.vanished_rows[self.vanished_count % RECENT] = row
            self.vanished_count += 1

    def reserve_revived(self) -> C.int:
        """Make room for `revive`. Most programs need none."""
        if self.revived is C.NULL:
            self.revived = C.cast(
                C.pointer(C.ulonglong), calloc(self.row_array_capacity, C.sizeof(C.ulonglong))
            )
            if self.revived is C.NULL:
                raise MemoryError
        return 0

    def revive(self, row: C.int) -> C.void:
        """Undo `vanish`, once there is room. A Group that has not dropped the sprite will do so.

        Whether it is still there must not depend on whether somebody has asked in between.
        """
        self.records[row].flags &= ~layout.VANISHED
        self.flags[row] &= ~layout.GONE
        self.revived[row] = self.vanished_count
        self.mark_dirty(row)

    def note_births(self) -> C.int:
        """From now on, note in which order rows are opened. Most programs take no snapshots."""
        if self.births is C.NULL:
            self.births = C.cast(
                C.p_longlong, calloc(self.row_array_capacity, C.sizeof(C.longlong))
            )
            if self.births is C.NULL:
                raise MemoryError
        return 0

    def add_numbers(self, row: C.int, layout: NumberLayout) -> C.int:
        """Give a new row the stored numbers of its class, once.

        Most rows have none. So the array of where they begin is created with the first that has.
        """
        if self.first_number is C.NULL:
            self.first_number = C.cast(C.p_int, calloc(self.row_array_capacity, C.sizeof(C.int)))
            if self.first_number is C.NULL:
                raise MemoryError
        if layout.number < 0:
            self.layouts.append(layout)
            layout.number = len(self.layouts) - 1
        run: C.Py_ssize_t = self.number_runs.take(1 + layout.count)
        self.numbers = C.cast(C.p_longlong, self.number_runs.memory)
        self.numbers[run] = layout.number
        memcpy(self.numbers + run + 1, layout.words, layout.count * C.sizeof(C.longlong))
        self.first_number[row] = run + 1
        return 0

    def release_numbers(self, row: C.int) -> C.void:
        """Free the stored numbers of a row."""
        first: C.int = self.first_number[row]
        self.first_number[row] = 0
        self.number_runs.give(first - 1, 1 + self.layout_at(first).count)

    def set_outline(self, row: C.int, outline: Outline) -> C.int:
        """Replace the shapes of a row; on an error it keeps those it has.

        Shapes that take as much room as those before, as in most animations, take the same.
        """
        k: C.int
        old: Outline = self.outlines[row]  # dropped last, since that may run user code
        if old is outline:
            return 0
        if outline.has_layers and not self.has_roles:
            self.make_own_layers()
        room: Room
        if (
            old is not None
            and outline.count > 0
            and old.count == outline.count
            and old.size == outline.size
        ):
            room.parts = self.records[row].first
            room.boxes = self.parts[room.parts].box
            room.pool = self.parts[room.parts].first - old.parts[0].first
        else:
            room = taken_for(self, outline)
            self.release_parts(row)
        self.outlines[row] = outline
        self.records[row].outline = C.cast(C.pointer(PyObject), outline)
        self.records[row].first = room.parts
        self.records[row].count = outline.count
        for k in range(outline.count):
            part: C.pointer(Part) = self.parts + room.parts + k
            part.kind = outline.parts[k].kind
            part.count = outline.parts[k].count
            part.first = room.pool + outline.parts[k].first
            part.box = room.boxes + k if outline.count > 1 else 0
        self.mark_dirty(row)
        if outline.directions is not C.NULL:
            self.flags[row] |= layout.ONE_WAY
            self.has_one_way = True
        elif self.has_one_way:
            self.flags[row] &= ~layout.ONE_WAY
        if outline.has_layers or self.has_roles:
            self.set_roles(row, outline.has_layers)
        del old
        return 0

    def next_pass(self) -> C.uint:
        """The number of a new deduplication pass, which no row's `last_pass` has yet."""
        i: C.Py_ssize_t
        self.last_pass += 1
        if self.last_pass == 0:  # the counter has wrapped around
            self.last_pass = 1
            for i in range(self.row_runs.top):
                self.records[i].last_pass = 0
        return self.last_pass

    def release_parts(self, row: C.int) -> C.void:
        """Free the parts, boxes and numbers of a row."""
        part: C.pointer(Part) = self.parts + self.records[row].first
        if self.records[row].count:
            outline: Outline = self.outlines[row]
            self.pool_runs.give(part.first - outline.parts[0].first, outline.size)
            if outline.count > 1:
                self.box_runs.give(part.box, outline.count)
            self.part_runs.give(self.records[row].first, outline.count)

    def grow_row_arrays(self, capacity: C.Py_ssize_t) -> C.int:
        """Grow the other arrays that are indexed by row."""
        row: C.Py_ssize_t
        grow(C.address(self.x), capacity, 8)
        grow(C.address(self.y), capacity, 8)
        grow(C.address(self.boxes), capacity, C.sizeof(Box))
        if self.layers is not C.NULL:
            grow(C.address(self.layers), capacity, C.sizeof(C.ulonglong))
            grow(C.address(self.masks), capacity, C.sizeof(C.ulonglong))
        if self.own_layers is not C.NULL:
            grow(C.address(self.own_layers), capacity, C.sizeof(C.ulonglong))
        if self.own_masks is not C.NULL:
            grow(C.address(self.own_masks), capacity, C.sizeof(C.ulonglong))
        grow(C.address(self.single_part), capacity, C.sizeof(C.int))
        for row in range(self.row_array_capacity, capacity):
            self.single_part[row] = -1
        if self.first_number is not C.NULL:
            grow(C.address(self.first_number), capacity, C.sizeof(C.int))
            for row in range(self.row_array_capacity, capacity):
                self.first_number[row] = 0
        if self.revived is not C.NULL:
            grow(C.address(self.revived), capacity, C.sizeof(C.ulonglong))
            for row in range(self.row_array_capacity, capacity):
                self.revived[row] = 0
        if self.births is not C.NULL:
            grow(C.address(self.births), capacity, C.sizeof(C.longlong))
        for _ in range(len(self.outlines), capacity):
            self.outlines.append(None)  # a list of these would let the collector run
        self.watches.reserve_rows(capacity)
        grow(C.address(self.flags), capacity, 1)
        memset(self.flags + self.row_array_capacity, 0, capacity - self.row_array_capacity)
        self.row_array_capacity = capacity
        return 0


STORE = Store()
"""The default store, which holds the rows of all sprites."""


def is_excluded(row_filter: RowFilterRef, store: Store, row: C.int) -> C.bint:
    """Whether a row is among the excluded ones, by binary search, or in an excluded Group."""
    k: C.Py_ssize_t
    if row_filter.excluded_group_count and store.flags[row] & layout.GROUPED:
        for k in range(row_filter.excluded_group_count):
            if C.cast(RowPositions, row_filter.excluded_groups[k]).get(row) >= 0:
                return True
    first: C.Py_ssize_t = 0
    end: C.Py_ssize_t = row_filter.excluded_count
    while first < end:
        middle: C.Py_ssize_t = (first + end) >> 1
        if row_filter.excluded[middle] < row:
            first = middle + 1
        else:
            end = middle
    return first < row_filter.excluded_count and row_filter.excluded[first] == row


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def role_of(store: Store, row: C.int, part: C.int) -> C.pointer(C.const[Role]):
    """The role of the shape to which a part of a row belongs; NULL if no shape has any."""
    roles: C.pointer(C.const[Role]) = C.cast(Outline, store.records[row].outline).roles
    if roles is C.NULL:
        return C.NULL
    return roles + C.cast(Outline, store.records[row].outline).parts[part].shape


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def layer_of_role(store: Store, row: C.int, role: C.pointer(C.const[Role])) -> C.ulonglong:
    """The layers that a shape is on."""
    return role.layer if role is not C.NULL and role.has_layer else store.layer_of(row)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def mask_of_role(store: Store, row: C.int, role: C.pointer(C.const[Role])) -> C.ulonglong:
    """The layers that a shape cares for."""
    return role.mask if role is not C.NULL and role.has_mask else store.mask_of(row)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def is_named(role: C.pointer(C.const[Role]), names: Rows, count: C.Py_ssize_t) -> C.bint:
    """Whether a shape has one of some names; NULL stands for any."""
    k: C.Py_ssize_t
    if names is C.NULL:
        return True
    if role is not C.NULL:
        for k in range(count):
            if role.name == names[k]:
                return True
    return False


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def are_named(
    row_filter: RowFilterRef,
    role: C.pointer(C.const[Role]),
    other: C.pointer(C.const[Role]),
) -> C.bint:
    """Whether the shape that asks and the other one have names that are asked for."""
    return is_named(role, row_filter.own_names, row_filter.own_name_count) and is_named(
        other, row_filter.names, row_filter.name_count
    )


def has_name(row_filter: RowFilterRef, store: Store, row: C.int) -> C.bint:
    """Whether any shape of a row has a name that is asked for."""
    k: C.int
    if row_filter.names is C.NULL or (row_filter.either_asks and row_filter.own_names is C.NULL):
        return True
    if store.records[row].outline is C.NULL:
        return False
    roles: C.pointer(C.const[Role]) = C.cast(Outline, store.records[row].outline).roles
    if roles is not C.NULL:
        for k in range(C.cast(Outline, store.records[row].outline).shape_count):
            if is_named(roles + k, row_filter.names, row_filter.name_count) or (
                row_filter.either_asks
                and is_named(roles + k, row_filter.own_names, row_filter.own_name_count)
            ):
                return True
    return False


def roles_meet(
    store: Store,
    row_filter: RowFilterRef,
    swapped: C.bint,
    a: C.int,
    i: C.int,
    b: C.int,
    j: C.int,
) -> C.bint:
    """Whether the shapes of part `i` of row `a` and part `j` of row `b` count for each other.

    `swapped` means that the pair is in the reverse order of the filter.
    """
    role: C.pointer(C.const[Role]) = role_of(store, a, i)
    other: C.pointer(C.const[Role]) = role_of(store, b, j)
    if swapped != (row_filter is not C.NULL and row_filter.second_asks):
        a, b = b, a
        role, other = other, role
    if (
        row_filter is not C.NULL
        and row_filter.by_name
        and not are_named(row_filter, role, other)
        and not (row_filter.either_asks and are_named(row_filter, other, role))
    ):
        return False
    layer: C.ulonglong = layer_of_role(store, b, other)
    if row_filter is not C.NULL and not row_filter.by_layers:
        if row_filter.either_asks and not layer_of_role(store, a, role) & row_filter.wanted_layers:
            return False
        return (layer & row_filter.wanted_layers) != 0
    return (mask_of_role(store, a, role) & layer) != 0 and (
        mask_of_role(store, b, other) & layer_of_role(store, a, role)
    ) != 0


def role_passes(
    store: Store,
    row_filter: RowFilterRef,
    row: C.int,
    part: C.int,
) -> C.bint:
    """Whether a question about a place may be answered with the shape of a part of a row."""
    role: C.pointer(C.const[Role]) = role_of(store, row, part)
    return (
        is_named(role, row_filter.names, row_filter.name_count)
        and (layer_of_role(store, row, role) & row_filter.wanted_layers) != 0
        and (
            not row_filter.asker_layers
            or (mask_of_role(store, row, role) & row_filter.asker_layers) != 0
        )
    )


def put_layers_of_part(
    row_filter: C.pointer(RowFilter), store: Store, row: C.int, part: C.int
) -> C.void:
    """Filter by the layer and mask of a part of the row that asks, as `put_layers_of` does."""
    put_layers_of(row_filter, store, row)
    if store.flags[row] & layout.ROLES and part < store.records[row].count:
        role: C.pointer(C.const[Role]) = role_of(store, row, part)
        row_filter.asker_layers = layer_of_role(store, row, role)
        row_filter.wanted_layers = mask_of_role(store, row, role) if row_filter.asker_layers else 0
