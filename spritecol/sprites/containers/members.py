"""The members of a Group, and the flat sequence of its sprites.

A Group that contains only sprites is a batch that sprites can join and leave. Once it contains
another Group, members are stored by id, and the batch is a cache of the flat sequence. It is
rebuilt when this Group or a Group inside it has changed. A Group notifies the Groups around it of a
change, because polling each of many inner Groups would take longer than a query.

Removing a member leaves a hole. Holes are closed lazily, when they are many, or before positions
are read (`close_holes`). The flat list of a Group that contains Groups has holes on purpose: a gap
behind the sprites of each inner Group that grows. A sprite that such a Group gains is put into the
gap (`take_over`), and the index of the flat list stays. Any other change inside has the list built
again, with new gaps.

These functions are re-entrant: dropping a sprite may run its `__del__`, and allocating a list may
run the garbage collector, and either may call back into the Group. So lists are allocated before
anything changes, and removed sprites are dropped by the caller, once the Group is consistent again.
During a loop over a dict of members, nothing that the collector counts is allocated. So it is not
`list(members.items())`, which makes tuples.
"""

import weakref

import cython as C
from cython.cimports.spritecol._engine.storage.layout import GONE, GROUPED
from cython.cimports.spritecol._engine.storage.store import NOWHERE, STORE, RowPositions
from cython.cimports.spritecol._engine.tuning import HOLES_SHARE, MOST_HOLES, RECENT, SCAN
from cython.cimports.spritecol.sprites.containers.batch import (
    FOR_ITERATOR,
    Batch,
    append,
    fill,
    forget,
)
from cython.cimports.spritecol.sprites.row.sprite_row import SpriteRow

from spritecol._support.lazy_imports import numpy
from spritecol._support.range_check import MOST_INT64, shown

LOOKS: list = []
"""The members that Groups have dropped during each active `History.at`; see `take_back`."""


class Members:
    """The data of a Group. The methods that Python sees are in `Group`."""

    def __cinit__(self):
        # Not the Group itself, so that without a cycle it is freed with its last reference.
        self.inner_groups = []
        self.version = 1
        self.positions = RowPositions()
        self.vanished_handled = STORE.vanished_count
        self.is_group = True


@C.cfunc
@C.inline
@C.exceptval(check=False)
def tell_change(group: Members) -> C.void:
    """Record that the members have changed, for this Group and the Groups around it."""
    group.version += 1
    group.reshaped = group.version
    if group.outers:
        tell_outers(group)


@C.cfunc
@C.inline
@C.exceptval(check=False)
def tell_gain(group: Members) -> C.void:
    """Record that a sprite has been added at the end."""
    group.version += 1
    if group.outers:
        group.is_growing = True
        tell_outers(group)


@C.cfunc
@C.exceptval(check=False)
def tell_outers(group: Members) -> C.void:
    """Notify the Groups around a Group that it has changed, once, until they register again."""
    outer: Members
    for reference in group.outers.values():
        outer = reference()
        if outer is None:
            continue
        try:
            if group.is_growing and outer.sections is not None and outer.grown is not None:
                outer.grown.append(group)
            else:
                outer.is_outdated = True
        except MemoryError:
            outer.is_outdated = True
    group.outers.clear()


@C.cfunc
@C.exceptval(-1, check=False)
def ask_to_tell(inner: Members, outer: Members) -> C.int:
    """Register a Group to be notified when a Group inside it next changes."""
    gone: list = []
    reference: object = weakref.ref(outer)
    if inner.outers is None:
        inner.outers = {}
    if len(inner.outers) > inner.most_outers:
        for key, other in inner.outers.items():
            if other() is None:
                gone.append(key)
        for key in gone:
            del inner.outers[key]
        inner.most_outers = 2 * len(inner.outers) + 8
    inner.outers[id(outer)] = reference
    return 0


def has_vanished(member: object) -> C.bint:
    """Whether an object is a sprite that has vanished."""
    return isinstance(member, SpriteRow) and STORE.flags[C.cast(SpriteRow, member).row] & GONE != 0


@C.cfunc
@C.inline
@C.exceptval(check=False)
def member_count(group: Members) -> C.Py_ssize_t:
    """How many members a Group has, with those that have vanished and are not yet dropped."""
    if group.members is None:
        return group.row_count - group.holes
    return len(group.members)


def insert(group: Members, member: object) -> C.int:
    """Add one member unless it is there already.

    Each time that the members have doubled, those that have vanished are dropped. So a Group that
    nobody asks does not keep them, and adding a sprite takes the same time in the long run.
    """
    if isinstance(member, SpriteRow):
        row: C.int = C.cast(SpriteRow, member).row
        if STORE.flags[row] & GONE:
            return 0
        is_due: C.bint = member_count(group) >= group.look_at
        if STORE.revived is not C.NULL or is_due:
            drop_vanished(group)  # while it is still known that it had vanished
        # These may run user code that changes this Group, so test afterwards.
        detach_list(group)
        if group.holes > max(MOST_HOLES, group.row_count // 2):
            close_holes(group)
        if is_due:
            group.look_at = max(RECENT, 2 * member_count(group))
        if group.members is None:
            if position_of(group, row) < 0:
                append(group, member)
                STORE.flags[row] |= GROUPED
                tell_gain(group)
            return 0
        STORE.flags[row] |= GROUPED
    elif group.members is None:
        hold_groups(group)
    if id(member) not in group.members:
        group.members[id(member)] = member
        tell_change(group)
        if isinstance(member, Members):
            group.inner_count += 1
            C.cast(Members, member).is_inner = True
    return 0


def take_out(group: Members, members: object) -> C.int:
    """Remove the given objects, and ignore objects that are not members."""
    removed: list = []
    detach_list(group)
    for member in members:
        if group.members is not None:
            removed.append(group.members.pop(id(member), None))
            if removed[-1] is not None:
                group.inner_count -= isinstance(member, Members)
                tell_change(group)
        elif isinstance(member, SpriteRow):
            position: C.Py_ssize_t = position_of(group, C.cast(SpriteRow, member).row)
            if position >= 0:
                remove_at(group, position, removed)
                tell_change(group)
    if group.members is not None and group.version != group.flat_version:
        forget(group)
        group.holes = 0
    return 0


def clear(group: Members) -> C.int:
    """Remove all members."""
    members: dict = {}
    inner_groups: list = []
    sprites: list = []
    # Kept alive until all fields are set, see `fill` in `batch`.
    old_members: object = group.members
    old_inner_groups: object = group.inner_groups
    old_sprites: object = group.sprites
    group.members = None if group.members is None else members
    group.inner_groups = inner_groups
    group.sprites = sprites
    group.copy_on_write = 0
    group.row_count = 0
    group.holes = 0
    group.indexed = 0
    group.kept = None
    group.sections = None  # its Groups are in `old_inner_groups`, too
    group.inner_count = 0
    tell_change(group)
    del old_members, old_inner_groups, old_sprites
    return 0


def put_members(group: Members, wanted: tuple, old: list) -> C.int:
    """Replace the members by `wanted`, in that order. None of these has vanished or occurs twice.

    The old members are added to `old`, for the caller to drop when everything is consistent.
    """
    members: dict = {}
    inner_count: C.Py_ssize_t = 0
    group.vanished_handled = STORE.vanished_count  # including revived sprites
    if holds_just(group, wanted):
        return 0
    for member in wanted:
        if isinstance(member, SpriteRow):
            STORE.flags[C.cast(SpriteRow, member).row] |= GROUPED  # a new one, of `World.load`
        else:
            inner_count += 1
            C.cast(Members, member).is_inner = True
        members[id(member)] = member
    if group.members is None and inner_count == 0:
        old.append(fill(group, list(wanted)))
        group.copy_on_write = 0
        group.holes = 0
        group.indexed = 0
    else:
        close_holes(group)
        old.append(group.members)
        group.members = members
    group.inner_count = inner_count
    tell_change(group)
    return 0


@C.cfunc
@C.exceptval(-1, check=False)
@C.boundscheck(False)
@C.wraparound(False)
def holds_just(group: Members, wanted: tuple) -> C.bint:
    """Whether these are the members, in this order."""
    k: C.Py_ssize_t = 0
    count: C.Py_ssize_t = len(wanted)
    if group.members is None:
        sprites: list = group.sprites
        if sprites is None or group.holes or group.row_count != count or len(sprites) < count:
            return False
        while k < count and sprites[k] is wanted[k]:
            k += 1
        return k == count
    if len(group.members) != len(wanted):
        return False
    for member in group.members.values():
        if wanted[k] is not member:
            return False
        k += 1
    return True


@C.cfunc
@C.exceptval(-1, check=False)
def hold_groups(group: Members) -> C.int:
    """Start to store members by id, so that Groups can be members. `sprites` becomes a cache."""
    members: dict = {}
    k: C.Py_ssize_t
    while group.members is None:
        close_holes(group)
        members.clear()
        for k in range(group.row_count):
            members[id(group.sprites[k])] = group.sprites[k]
        group.members = members
    return 0


def has_member(group: Members, item: object) -> C.bint:
    """Whether an object is a direct member."""
    if group.members is not None:
        return id(item) in group.members
    return isinstance(item, SpriteRow) and position_of(group, C.cast(SpriteRow, item).row) >= 0


@C.cfunc
@C.inline
@C.exceptval(-1, check=False)
def drop_vanished(group: Members) -> C.int:
    """Drop vanished members, if any sprite of any Group has vanished since the last call."""
    return drop_newly_vanished(group) if group.vanished_handled != STORE.vanished_count else 0


@C.cfunc
@C.exceptval(-1, check=False)
def drop_newly_vanished(group: Members) -> C.int:
    """Find members that have vanished since the last call, and drop them."""
    if not LOOKS:
        return drop_now(group)
    before: list = own_members(group)
    handled: object = group.vanished_handled
    version: C.ulonglong = group.version
    drop_now(group)
    if group.version != version:
        C.cast(list, LOOKS[-1]).append((group, before, own_members(group), handled))
    return 0


def take_back(group: Members, drops: list, old: list) -> tuple:
    """Give a Group back the members that it has dropped during a `History.at`.

    Members that somebody has added or removed since are not affected. Sprites that had vanished for
    good are dropped again when the Group is next read.

    Args:
        group: the Group.
        drops: one item for each time that it has dropped members, in order: the Group, its members
            before and after, and its `vanished_handled` before.
        old: the old members are added to it, for the caller to drop when everything is consistent.

    Returns:
        A single drop in place of all of them, for the enclosing look. Sprites that are gone in the
        frame of that look are left out.
    """
    wanted: list = own_members(group)
    for _, before, after, _ in reversed(drops):
        there: set = {id(member) for member in wanted}
        left: set = {id(member) for member in after}
        known: set = {id(member) for member in before}
        wanted = [each for each in before if id(each) in there or id(each) not in left] + [
            each for each in wanted if id(each) not in known
        ]
    put_members(group, tuple(wanted), old)
    group.vanished_handled = drops[0][3]
    return group, wanted, own_members(group), drops[0][3]


@C.cfunc
@C.inline
@C.exceptval(check=False)
def is_gone_since(row: C.int, count: C.ulonglong) -> C.bint:
    """Whether a row has vanished since `count` rows had vanished, even if only for a while."""
    if STORE.flags[row] & GONE:
        return True
    return STORE.revived != C.NULL and STORE.revived[row] > count


@C.cfunc
@C.exceptval(-1, check=False)
def drop_now(group: Members) -> C.int:
    """Drop the members that have vanished since the last call."""
    vanished: C.ulonglong = STORE.vanished_count
    gone: list = []
    if group.members is None:
        if remove_vanished(group, gone) > 0:
            tell_change(group)
        return 0
    removed: list = [
        key
        for key, member in group.members.items()
        if isinstance(member, SpriteRow)
        and is_gone_since(C.cast(SpriteRow, member).row, group.vanished_handled)
    ]
    # Also of inner Groups, whose sprites are in the flat list, which must be built again.
    group.is_outdated |= has_lost_any(group)
    group.vanished_handled = vanished
    if removed:
        tell_change(group)
    for key in removed:  # may drop the last reference, whose __del__ may call this method again
        group.members.pop(key, None)
    return 0


@C.cfunc
@C.exceptval(-1, check=False)
def is_stale(group: Members) -> C.bint:
    """Whether the flat list must be built again, because the Group or a Group inside it has
    changed, or a sprite in the list has vanished.
    """
    if group.is_outdated or group.version != group.flat_version or has_lost_any(group):
        return True
    group.vanished_handled = STORE.vanished_count
    return False


@C.cfunc
@C.exceptval(-1, check=False)
def has_lost_any(group: Members) -> C.bint:
    """Whether any sprite of the flat list has vanished since the last call."""
    k: C.Py_ssize_t
    lost: C.bint = False
    before: C.ulonglong = group.vanished_handled
    newly_vanished: C.ulonglong = STORE.vanished_count - before
    if newly_vanished < RECENT:
        for k in range(C.cast(C.Py_ssize_t, newly_vanished)):
            row: C.int = STORE.vanished_rows[(before + k) % RECENT]
            lost = lost or (position_of(group, row) >= 0 and is_gone_since(row, before))
        return lost
    for k in range(group.row_count):
        lost = lost or (group.rows[k] != NOWHERE and is_gone_since(group.rows[k], before))
    return lost


def members_are_synced(group: Members) -> C.bint:
    """Whether nothing has changed since `sync`. Runs no user code."""
    return group.holes == 0 and flat_is_synced(group)


def flat_is_synced(group: Members) -> C.bint:
    """Whether nothing has changed since `sync_for_hits`, which leaves holes. Runs no user code."""
    if group.members is None:
        return True
    return group.version == group.flat_version and not group.is_outdated and not group.grown


def own_members(group: Members) -> list:
    """Return a new list of the direct members, in order."""
    members: dict = group.members  # held: the collector may replace it before the list is there
    if members is not None:
        return list(members.values())
    close_holes(group)
    return group.sprites.copy()


@C.cfunc
@C.exceptval(-1, check=False)
def rebuild(group: Members) -> C.int:
    """Visit all inner Groups and build the flat list again."""
    found: list = []
    inner_groups: list = []
    growing: list = []
    grown: list = []
    version: C.ulonglong = 0
    waiting: list = [group]
    seen: set = set()
    section: Section
    group.flat_version = 0
    group.sections = None
    group.grown = grown
    group.is_outdated = False  # from here on it is notified
    while waiting:
        item: object = waiting.pop()
        if isinstance(item, SpriteRow):
            found.append(item)
        elif id(item) not in seen:  # a Group that is inside twice contributes once
            seen.add(id(item))
            inner: Members = item
            drop_vanished(inner)
            if inner is group:
                version = group.version
            else:
                inner_groups.append(inner)
                ask_to_tell(inner, group)
            section = Section.__new__(Section)
            section.inner = inner
            section.version = inner.version
            inside: list = own_members(inner)
            section.count = len(inside)
            if inner.members is not None:
                inside.reverse()
                waiting.extend(inside)
                continue
            found += inside
            section.free = len(found)
            if inner.is_growing:
                growing.append(section)
    # Half of the holes that a Group may have before it closes them; none if it would close these.
    room: C.Py_ssize_t = len(found) // (2 * HOLES_SHARE * max(1, len(growing)))
    if group.is_positional or not growing:
        room = 0
    group.is_positional = False
    found, sections = with_gaps(found, growing, room)
    old: object = fill(group, found, True)
    place_gaps(group, growing, room)
    old_inner_groups: object = group.inner_groups
    group.inner_groups = inner_groups
    group.sections = sections
    # User code may have had it built meanwhile, from newer members: then it is built once more.
    group.flat_version = version if group.flat_version == 0 else 0
    group.indexed = 0
    group.copy_on_write = 0
    del old, old_inner_groups  # last, see `fill` in `batch`
    return 0


@C.cfunc
def with_gaps(found: list, growing: list, room: C.Py_ssize_t) -> tuple:
    """Return sprites with gaps behind those of growing Groups, and the sections by id, or None."""
    section: Section
    begin: C.Py_ssize_t = 0
    if room == 0:
        return found, None
    gap: list = [None] * room
    result: list = []
    for section in growing:
        result += found[begin : section.free]
        result += gap
        begin = section.free
    result += found[begin:]
    return result, {id(section.inner): section for section in growing}


@C.cfunc
@C.exceptval(check=False)
@C.boundscheck(False)
@C.wraparound(False)
def place_gaps(group: Members, growing: list, room: C.Py_ssize_t) -> C.void:
    """Note where the gaps are in a new flat list, which has each sprite once."""
    k: C.Py_ssize_t = 0
    sprites: list = group.sprites
    section: Section
    group.holes = room * len(growing)
    if room == 0:
        return
    for section in growing:
        while sprites[k] is not None:
            k += 1
        section.free = k
        k += room
        section.end = k


@C.cfunc
@C.exceptval(-1, check=False)
def take_over(group: Members) -> C.int:
    """Put what inner Groups have gained into their gaps, or let the flat list be built again."""
    nothing: list = []
    grown: list = group.grown
    inner: Members
    version: C.ulonglong = group.version
    group.grown = nothing
    if group.is_outdated or group.flat_version != version:
        return 0
    group.flat_version = 0  # it is built again after an error, or if user code asks meanwhile
    for inner in grown:  # this may run user code
        drop_vanished(inner)
        ask_to_tell(inner, group)
    detach_list(group)
    if group.is_outdated or group.flat_version != 0 or group.version != version:
        return 0
    for inner in grown:
        if not fill_gap(group, inner):
            return 0
    group.flat_version = version
    return 0


@C.cfunc
@C.exceptval(-1, check=False)
def fill_gap(group: Members, inner: Members) -> C.bint:
    """Put the sprites that an inner Group has gained into its gap.

    Return False if that does not give the flat list: the inner Group has changed in another way,
    its gap is full, or a sprite is farther behind in the list, inside another Group.
    """
    section: Section = None if group.sections is None else group.sections.get(id(inner))
    if section is None or inner.members is not None or inner.reshaped > section.version:
        return False
    while section.count < inner.row_count:
        row: C.int = inner.rows[section.count]
        known: C.Py_ssize_t = position_of(group, row)
        if known > section.free or (known < 0 and section.free == section.end):
            return False
        if known < 0:
            fill_hole(group, section.free, row, inner.sprites[section.count])
            section.free += 1
        section.count += 1
    section.version = inner.version
    return True


@C.cfunc
@C.exceptval(-1, check=False)
def fill_hole(group: Members, position: C.Py_ssize_t, row: C.int, sprite: object) -> C.int:
    """Put a sprite into a hole. Call `detach_list` first."""
    if position < group.indexed:
        group.positions.put(row, C.cast(C.int, position))
    if group.kept is not None:
        group.kept.join_at(position, row)
    group.rows[position] = row
    group.sprites[position] = sprite
    group.holes -= 1
    return 0


@C.cfunc
@C.exceptval(-1, check=False)
def reset(group: Members) -> C.int:
    """Empty a Group that the garbage collector has cleared while it is still in use."""
    sprites: list = []
    inner_groups: list = []
    group.members = None
    group.inner_count = 0
    group.sprites = sprites
    group.inner_groups = inner_groups
    group.positions = RowPositions()
    group.kept = None
    group.row_count = group.holes = group.indexed = 0
    tell_change(group)
    return 0


def sync_members(group: Members) -> C.int:
    """Bring the flat list of sprites and rows up to date."""
    group.is_positional = True
    sync_members_for_hits(group)
    return close_holes(group)


def sync_members_for_hits(group: Members) -> C.int:
    """Bring the flat list up to date, but leave a few holes, because closing them is slow."""
    if group.sprites is None:
        reset(group)
    if group.members is None:
        drop_vanished(group)
    else:
        if group.grown:
            take_over(group)
        if is_stale(group):
            rebuild(group)
    if group.holes * HOLES_SHARE > group.row_count:
        close_holes(group)
    return 0


def position_of(group: Members, row: C.int) -> C.Py_ssize_t:
    """Return the position of a sprite's row, or -1 if it is not a member.

    The hash table is built lazily, and not at all for a sprite that was never in a Group.
    """
    if not STORE.flags[row] & GROUPED or group.row_count == 0 or group.positions is None:
        return -1
    index_rows(group)
    return group.positions.get(row)


@C.cfunc
@C.inline
@C.exceptval(-1, check=False)
def index_rows(group: Members) -> C.int:
    """Complete the hash table of positions."""
    k: C.Py_ssize_t
    if group.indexed == 0:
        if group.positions.readers:
            group.positions = RowPositions()
        group.positions.reset(group.row_count)
    for k in range(group.indexed, group.row_count):
        if group.rows[k] != NOWHERE:
            group.positions.put(group.rows[k], k)
    group.indexed = group.row_count
    return 0


def rows_to_exclude(group: Members) -> RowPositions | None:
    """Return the table of the rows that a Group has now, or None if it has none.

    The table and the list of sprites stay as they are while `readers` is not 0. A Group that
    changes meanwhile makes others.
    """
    sync_members_for_hits(group)
    if group.row_count == 0 or group.positions is None:
        return None
    index_rows(group)
    return group.positions


def has_row(batch: Batch, row: C.int) -> C.bint:
    """Whether a sprite's row is in an up-to-date batch. For a Group of any size this is
    immediate.
    """
    piece: Batch
    k: C.Py_ssize_t
    if batch.is_group:
        return position_of(C.cast(Members, batch), row) >= 0
    for k in range(batch.row_count):
        if batch.rows[k] == row:
            return True
    if batch.pieces is not None:
        for piece in batch.pieces:
            if has_row(piece, row):
                return True
    return False


def inner_group_with(group: Members, item: object) -> object:
    """Return the inner Group with an object as its member, or None. This Group does not have it."""
    sync_members(group)
    for inner in list(group.inner_groups):
        drop_vanished(C.cast(Members, inner))  # which may run user code
        if has_member(C.cast(Members, inner), item):
            return inner
    return None


def positions_of(group: Members, index: object) -> list:
    """Return the positions from a list or an array of positions, or of one bool for each sprite."""
    what: str = "a position, a slice, or a list or array of positions or bools"
    if isinstance(index, (str, bytes, tuple, set, frozenset, dict)):
        raise TypeError(f"the index of a Group must be {what}, got {shown(index)}")
    array: object = numpy.asarray(index)
    if array.size == 0 and array.ndim == 1 and array.dtype.kind != "b":
        return []
    if array.ndim != 1 or array.dtype.kind not in "biu":
        raise TypeError(f"the index of a Group must be {what}, got {shown(index)}")
    if array.dtype.kind == "u" and array.max() > MOST_INT64:
        raise IndexError(f"there is no position {array.max()} in a Group")
    if array.dtype.kind != "b":
        return array.tolist()
    sync_members(group)
    if len(array) != group.row_count:
        raise IndexError(f"{len(array)} bools are given for a Group of {group.row_count} sprites")
    return array.nonzero()[0].tolist()


def members_at(sprites: list, positions: list) -> list:
    """Return the sprites at some positions. Negative positions count from the end."""
    k: C.Py_ssize_t
    count: C.Py_ssize_t = len(sprites)
    for k in positions:
        if not -count <= k < count:
            raise IndexError(f"there is no position {k} in a Group of {count} sprites")
    return [sprites[k] for k in positions]


@C.cfunc
@C.exceptval(-1, check=False)
def detach_list(group: Members) -> C.int:
    """Replace the list of sprites by a copy, if someone else may be reading it."""
    while group.copy_on_write or is_excluded_now(group):
        shared_list: list = group.sprites
        sprites: list = shared_list.copy()
        if group.sprites is shared_list:  # copying may run user code
            group.sprites = sprites
            group.copy_on_write = 0
            if is_excluded_now(group):
                group.positions = RowPositions()
                group.indexed = 0
    return 0


@C.cfunc
@C.inline
@C.exceptval(check=False)
def is_excluded_now(group: Members) -> C.bint:
    """Whether a question that is running leaves out the sprites of a Group."""
    return group.positions is not None and group.positions.readers > 0


@C.cfunc
@C.exceptval(-1, check=False)
def remove_at(group: Members, position: C.Py_ssize_t, removed: list) -> C.int:
    """Move a sprite to the list `removed`, leaving a hole. Call `detach_list` first."""
    removed.append(group.sprites[position])
    if position < group.indexed:
        group.positions.put(group.rows[position], -1)
    group.rows[position] = NOWHERE
    group.sprites[position] = None
    group.holes += 1
    if group.kept is not None:
        group.kept.leave(position)
    return 0


@C.cfunc
@C.exceptval(-1, check=False)
def remove_vanished(group: Members, removed: list) -> C.Py_ssize_t:
    """Move vanished sprites from the batch to a list. Return how many there are in it.

    A few are looked up by the rows that the store remembers, and many are found by a scan.
    """
    k: C.Py_ssize_t
    if group.vanished_handled == STORE.vanished_count:
        return 0
    detach_list(group)
    newly_vanished: C.ulonglong = STORE.vanished_count - group.vanished_handled
    if newly_vanished < RECENT and (group.row_count > SCAN or group.holes > 0):
        for k in range(C.cast(C.Py_ssize_t, newly_vanished)):
            remove_if_vanished(
                group,
                position_of(group, STORE.vanished_rows[(group.vanished_handled + k) % RECENT]),
                removed,
            )
    else:
        for k in range(group.row_count):
            remove_if_vanished(group, k, removed)
    group.vanished_handled += newly_vanished
    return len(removed)


@C.cfunc
@C.exceptval(-1, check=False)
def remove_if_vanished(group: Members, position: C.Py_ssize_t, removed: list) -> C.int:
    """Remove the sprite at a position if there is one and it has vanished."""
    if (
        position >= 0
        and group.rows[position] != NOWHERE
        and is_gone_since(group.rows[position], group.vanished_handled)
    ):
        remove_at(group, position, removed)
    return 0


@C.cfunc
@C.exceptval(-1, check=False)
def close_holes(group: Members) -> C.int:
    """Close the holes that removed members have left."""
    sprites: list = []
    count: C.Py_ssize_t = 0
    k: C.Py_ssize_t
    if group.holes == 0:
        return 0
    old: object = group.sprites
    for k in range(group.row_count):  # first, as there may be no memory for it
        if group.rows[k] != NOWHERE:
            sprites.append(group.sprites[k])
    for k in range(group.row_count):
        if group.rows[k] != NOWHERE:
            group.rows[count] = group.rows[k]
            count += 1
    group.sprites = sprites
    group.copy_on_write = 0
    group.row_count = count
    group.holes = 0
    group.indexed = 0
    group.kept = None
    group.sections = None
    del old  # runs no __del__: the new list holds the same sprites
    return 0


def reaches(start: Members, wanted: Members) -> C.bint:
    """Whether `wanted` is `start` or is somewhere inside it."""
    waiting: list = [start]
    seen: set = set()
    while waiting:
        group: Members = waiting.pop()
        if group is wanted:
            return True
        if id(group) not in seen:
            seen.add(id(group))
            if group.inner_count:
                waiting.extend(
                    [item for item in group.members.values() if isinstance(item, Members)]
                )
    return False


def list_of(group: Members) -> list:
    """Return the sprites of a Group as a list that is replaced, not changed, when the Group
    changes.
    """
    sync_members(group)
    group.copy_on_write = FOR_ITERATOR
    return group.sprites
