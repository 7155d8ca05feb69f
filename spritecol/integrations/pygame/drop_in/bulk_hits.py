"""The hits between one sprite or many and a pygame group, by numbers that are read once."""

import cython
from cython.cimports.cpython.method import (
    PyMethod_Check,
    PyMethod_GET_FUNCTION,
    PyMethod_GET_SELF,
)
from cython.cimports.cpython.object import PyObject
from cython.cimports.spritecol._engine.box import overlap
from cython.cimports.spritecol._engine.pairs import PairList, first_of, new_pairs, second_of
from cython.cimports.spritecol._engine.pipeline.stages import box_pairs_between
from cython.cimports.spritecol._engine.pipeline.workspace import Workspace, workspace_of
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol.integrations.pygame.drop_in.sprite_numbers import (
    CIRCLE,
    CIRCLE_RATIO,
    MASK,
    RECT,
    RECT_RATIO,
    SpriteNumbers,
    circles_touch,
)
from pygame import sprite as pygame_sprite

from spritecol.integrations.pygame.drop_in.read_attributes import kill_each
from spritecol.integrations.pygame.sprite.sprite import Sprite

AbstractGroup = pygame_sprite.AbstractGroup
GROUPS = (AbstractGroup, pygame_sprite.LayeredUpdates, pygame_sprite.GroupSingle)
"""The classes of pygame that have their own way to hold and remove sprites."""

ITERATION = AbstractGroup.__iter__
LISTINGS = frozenset(kind.sprites for kind in GROUPS)
REMOVALS = frozenset(kind.remove_internal for kind in GROUPS)
KILLS = frozenset({pygame_sprite.Sprite.kill, Sprite.kill})
"""The `kill` methods that only remove a sprite from its groups: pygame's and this package's."""

STORED_GROUPS = "_Sprite__g"
"""The attribute in which a sprite keeps its groups. (Its method `groups` creates a list.)"""


@cython.cfunc
@cython.exceptval(-1, check=False)
def confirm(
    a: SpriteNumbers,
    i: cython.Py_ssize_t,
    b: SpriteNumbers,
    j: cython.Py_ssize_t,
    kind: cython.int,
    collided: object,
) -> cython.bint:
    """Whether two sprites whose boxes overlap hit each other."""
    answer: cython.int
    if kind in (CIRCLE, CIRCLE_RATIO):
        answer = circles_touch(a.circles + i, b.circles + j)
        return collided(a.members[i], b.members[j]) if answer < 0 else answer
    if kind == MASK:
        return masks_overlap(a, i, b, j)
    if b.is_widened:
        return a.rects[i].colliderect(b.rects[j])
    return True


@cython.cfunc
@cython.exceptval(-1, check=False)
def masks_overlap(
    a: SpriteNumbers, i: cython.Py_ssize_t, b: SpriteNumbers, j: cython.Py_ssize_t
) -> cython.bint:
    """Whether the masks of two sprites overlap at the positions of their rects."""
    x: object
    y: object
    mask: object = a.mask(i)
    if a.has_float_rects or b.has_float_rects:  # subtracted, then truncated, as by pygame
        x = b.rects[j][0] - a.rects[i][0]
        y = b.rects[j][1] - a.rects[i][1]
    else:
        x = cython.cast(cython.longlong, b.boxes[j].left - a.boxes[i].left)
        y = cython.cast(cython.longlong, b.boxes[j].top - a.boxes[i].top)
    return mask.overlap(b.mask(j), (x, y)) is not None


@cython.cfunc
@cython.exceptval(-1, check=False)
def read_both(
    a: SpriteNumbers, b: SpriteNumbers, kind: cython.int, collided: object
) -> cython.bint:
    """Read both sides. False if one of them has an unusual sprite."""
    ratio: object = collided.ratio if kind in (RECT_RATIO, CIRCLE_RATIO) else ...
    if not a.read(kind, ratio) or not b.read(kind, ratio):
        return False
    if (
        kind in (RECT, RECT_RATIO)
        and (a.has_float_rects or b.has_float_rects)
        and (a.has_int_rects or b.has_int_rects)
    ):
        b.widen()
    b.store_radii()
    return True


@cython.ccall
def sprite_hits(sprite: object, members: object, kind: cython.int, collided: object) -> list:
    """The members that a sprite hits by circle or mask. None: fall back to pygame's way."""
    a: SpriteNumbers = SpriteNumbers([sprite])
    b: SpriteNumbers = SpriteNumbers(members)
    found: list = []
    j: cython.Py_ssize_t
    if not read_both(a, b, kind, collided):
        return None
    a.store_radii()
    for j in range(b.count):
        if overlap(a.boxes, b.boxes + j) and confirm(a, 0, b, j, kind, collided):
            found.append(b.members[j])
    return found


@cython.ccall
@cython.exceptval(-1, check=False)
def group_hits(
    found: dict, attackers: object, targets: object, kind: cython.int, collided: object
) -> cython.Py_ssize_t:
    """Add every attacker that hits, with the list of targets it hits, by the broad phase.

    Returns:
        The number of attackers, or 0 to fall back to pygame's way.
    """
    a: SpriteNumbers = SpriteNumbers(attackers)
    b: SpriteNumbers = SpriteNumbers(targets)
    if not read_both(a, b, kind, collided):
        return 0
    a.store_radii()
    add_hits(found, a, b, kind, collided)
    return a.count


@cython.cfunc
@cython.exceptval(-1, check=False)
def add_hits(
    found: dict, a: SpriteNumbers, b: SpriteNumbers, kind: cython.int, collided: object
) -> cython.int:
    """Add every sprite of `a` that hits, with the list of those of `b` it hits."""
    workspace: Workspace = workspace_of(STORE)
    pairs: PairList = new_pairs(cython.address(workspace.scratch))
    hits: list = []
    k: cython.Py_ssize_t
    i: cython.Py_ssize_t = -1
    j: cython.Py_ssize_t
    box_pairs_between(workspace, a.boxes, a.count, b.boxes, b.count, pairs)
    pairs.sort(a.count, b.count)
    for k in range(pairs.count):
        if first_of(pairs.items[k]) != i:
            if hits:
                found[a.members[i]] = hits
                hits = []
            i = first_of(pairs.items[k])
        j = second_of(pairs.items[k])
        if confirm(a, i, b, j, kind, collided):
            hits.append(b.members[j])
    if hits:
        found[a.members[i]] = hits
    return 0


@cython.ccall
@cython.exceptval(-1, check=False)
def killing_hits(
    found: dict,
    attackers: object,
    start: cython.Py_ssize_t,
    group: object,
    kind: cython.int,
    collided: object,
) -> cython.Py_ssize_t:
    """As `group_hits`, for the attackers from `start` on, where hits are killed.

    Whatever an attacker hits is killed before the next attacker is considered.

    Returns:
        How many attackers are done: `start`, to fall back to pygame's way from the first, or fewer
        than all if a kill may have done more than to remove the sprite from its groups.
    """
    workspace: Workspace = workspace_of(STORE)
    members: list
    a: SpriteNumbers
    b: SpriteNumbers
    pairs: PairList
    hits: list
    dead: set
    first: cython.Py_ssize_t = 0
    length: cython.Py_ssize_t = (
        1  # doubles, so that few pairs are wasted if one attacker kills many
    )
    k: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    if not is_standard_group(group):
        return start
    members = group.sprites()
    if not members:
        return start
    a = SpriteNumbers(attackers[start:])
    b = SpriteNumbers(members)
    if not read_both(a, b, kind, collided):
        return start
    while first < a.count and b.count:
        length = min(length, a.count - first)
        pairs = new_pairs(cython.address(workspace.scratch))
        box_pairs_between(workspace, a.boxes + first, length, b.boxes, b.count, pairs)
        pairs.sort(length, b.count)
        dead = set()
        k = 0
        for i in range(first, first + length):
            if len(dead) < b.count:
                a.store_radius(i)
            hits = []
            while k < pairs.count and first_of(pairs.items[k]) == i - first:
                j = second_of(pairs.items[k])
                k += 1
                if j not in dead and confirm(a, i, b, j, kind, collided):
                    hits.append(j)
            if hits:
                found[a.members[i]] = [b.members[j] for j in hits]
                if not kill_all(found[a.members[i]], group):
                    return start + i + 1
                dead.update(hits)
        b.discard(dead)
        first += length
        length *= 2
    return start + a.count


@cython.cfunc
@cython.inline
@cython.exceptval(-1, check=False)
def is_own(method: object, owner: object, functions: object) -> cython.bint:
    """Whether a method is bound to its owner and is one of these functions."""
    return (
        PyMethod_Check(method)
        and PyMethod_GET_SELF(method) == cython.cast(cython.pointer(PyObject), owner)
        and cython.cast(object, PyMethod_GET_FUNCTION(method)) in functions
    )


@cython.ccall
@cython.exceptval(-1, check=False)
def is_standard_group(group: object) -> cython.bint:
    """Whether a group lists, holds and removes its sprites in one of pygame's ways."""
    return (
        isinstance(group, AbstractGroup)
        and type(group).__iter__ is ITERATION
        and type(getattr(group, "spritedict", None)) is dict
        and is_own(group.sprites, group, LISTINGS)
        and is_own(group.remove_internal, group, REMOVALS)
    )


@cython.ccall
@cython.exceptval(-1, check=False)
def kill_all(members: list, group: object) -> cython.bint:
    """Kill members. False if that may have done more than to remove them from their groups."""
    is_standard: cython.bint = True
    for member in members:
        if not only_leaves(member, group):
            is_standard = False
            break
    kill_each(members)
    return is_standard


@cython.cfunc
@cython.exceptval(-1, check=False)
def only_leaves(member: object, group: object) -> cython.bint:
    """Whether `kill` removes a sprite from this and its other groups, and does nothing else."""
    other: object
    groups: object
    if not is_own(member.kill, member, KILLS):
        return False
    groups = getattr(member, STORED_GROUPS, None)
    if type(groups) is not dict or group not in cython.cast(dict, groups):
        return False
    if len(cython.cast(dict, groups)) == 1:
        return True
    for other in groups:
        if other is not group and not is_own(
            getattr(other, "remove_internal", None), other, REMOVALS
        ):
            return False
    return True
