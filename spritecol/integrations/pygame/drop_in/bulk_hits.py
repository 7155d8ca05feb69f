"""Searches among many of pygame's sprites: read once, as numbers, and compared in C.

`search_groups` decides by the number of sprites whether that pays. Then `SpriteNumbers` reads both
sides. Each attacker's box is compared with the boxes of all targets, or all boxes go through the
broad phase. For circles and masks, `overlap_exactly` tests whether a pair hits. Unusual cases (a
sprite whose rect is of another kind, a group class of a user, a `kill` that does more) go to
`pygame_searches`, which compares pair by pair as pygame does.
"""

from itertools import islice

import cython as C
from cython.cimports.spritecol._engine.box import BoxView
from cython.cimports.spritecol._engine.box_tests import box_view
from cython.cimports.spritecol._engine.pairs import PairList, first_of, new_pairs, second_of
from cython.cimports.spritecol._engine.pipeline.row_index import Workspace, workspace_of
from cython.cimports.spritecol._engine.pipeline.stages import box_pairs_between
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._support.python import (
    PyMethod_Check,
    PyMethod_GET_FUNCTION,
    PyMethod_GET_SELF,
    PyObject,
)
from cython.cimports.spritecol.integrations.pygame.drop_in import rects, sprite_numbers
from cython.cimports.spritecol.integrations.pygame.drop_in.sprite_numbers import SpriteNumbers
from pygame import sprite as pygame_sprite

from spritecol.integrations.pygame.drop_in.collided import test_of
from spritecol.integrations.pygame.drop_in.read_attributes import READS_STORED, kill_each, rects_of
from spritecol.integrations.pygame.sprite.pygame_sprite import Sprite

# Measured thresholds. No result depends on them: they only choose between equivalent methods. Up to
# Python 3.11 pygame's property `rect` costs a call, which reading the stored rect avoids. From 3.12
# on the interpreter runs the property inline, so reading first gains less.

MANY_PAIRS = C.declare(C.Py_ssize_t, 16)
"""Pairs. From this number on, both sides are read first. Set by the rows "3 by 3", "2 by 8" and "10
by 10" (attackers and targets) of `benchmarks/run.py pygame_drop_in`. If lower, small groups pay for
reading. If higher, they take as long as in pygame."""

MANY_RECT_PAIRS = C.declare(C.Py_ssize_t, 16 if READS_STORED else 24)
"""Pairs of rects. From this number on, reading first pays. Set by "3 by 3", "2 by 8", "3 by
30"."""

MANY_RECTS = C.declare(C.Py_ssize_t, 48 if READS_STORED else 1 << 30)
"""Targets of a single attacker that compares rects, from which on reading first pays. Set by
"spritecollide, 30" and "spritecollide, 100". From Python 3.12 on it gains a quarter at best, and
loses if many targets are hit."""

FEW_KILLING = C.declare(C.Py_ssize_t, 5 if READS_STORED else 10)
"""Attackers. With fewer, a search by rects that kills may not pay for reading: the first attacker
may kill all targets. Set by "kill, 3 by 3, all hit". If lower, such scenes get slower. If higher,
scenes with few hits get slower."""

MANY_TARGETS = C.declare(C.Py_ssize_t, 16)
"""Targets. From this number on, reading pays even for so few attackers. Set by "kill, 3 by 30"."""

MANY_ATTACKERS = C.declare(C.Py_ssize_t, 60)
"""Attackers. From this number on, both groups go through the broad phase, unless hits are killed.
Set by "30 by 500" and "groupcollide, 1,000". If higher, each attacker is compared with all targets.
If lower, sorting the pairs costs more than it saves."""

MANY_ATTACKERS_KILLING = C.declare(C.Py_ssize_t, 2_000)
"""Attackers. From this number on, groups go through the broad phase, some attackers at a time,
although hits are killed. Set by "kill, 5,000 by 5,000". If higher, each attacker is compared with
all targets. If lower, pairs are found in vain for targets that are killed meanwhile."""

GROUP = C.declare(type, pygame_sprite.AbstractGroup)
ITERATION = pygame_sprite.AbstractGroup.__iter__
LISTING = frozenset({pygame_sprite.AbstractGroup.sprites})
"""The method of pygame's groups that lists their sprites, which are the keys of `spritedict`."""

GROUPS = (pygame_sprite.AbstractGroup, pygame_sprite.LayeredUpdates, pygame_sprite.GroupSingle)
"""The classes of pygame that store and remove sprites in their own way."""

LISTINGS = frozenset([kind.sprites for kind in GROUPS])
REMOVALS = frozenset([kind.remove_internal for kind in GROUPS])
KILLS = frozenset({pygame_sprite.Sprite.kill, Sprite.kill})
"""The `kill` methods that only remove a sprite from its groups: pygame's and this package's."""

STORED_GROUPS = "_Sprite__g"
"""The attribute in which a sprite keeps its groups. (Its method `groups` creates a list.)"""


@C.binding(False)  # a plain built-in: among few sprites its call overhead is noticeable
def search_groups(found: dict, groupa, groupb, kills, collided):
    """Add every attacker that hits, with the list of targets it hits, where that pays in bulk.

    Returns:
        The attackers that are left to be compared pair by pair: `groupa` itself if it does not pay,
        none if all are done, or those from the first unusual one on.
    """
    count: C.Py_ssize_t = known_length(groupa)
    if count == 0:
        return () if is_surely_empty(groupa) else groupa
    kind: C.int = kind_if_worth_it(count, known_length(groupb), kills, collided)
    if kind == sprite_numbers.OTHER_TEST:
        return groupa
    attackers: list = listed(groupa)
    if attackers is None:
        return groupa
    targets: list = listed(groupb)
    if targets is not None and len(attackers) == 1:
        hits: list = sprite_hits(attackers[0], targets, collided)
        if hits is None:
            return attackers
        if hits:
            found[attackers[0]] = hits
            if kills:
                kill_each(hits)
        return islice(attackers, 1, None)
    if not targets or (kills and not is_standard_group(groupb)):
        return attackers
    # Not copied: a user's `kill` may change the list of attackers.
    return islice(
        attackers, group_hits(found, attackers, targets, groupb, kills, kind, collided), None
    )


@C.binding(False)  # a plain built-in, as above
def sprite_hits(sprite, members, collided):
    """Return the members that a sprite hits. None if pair by pair is as fast, or a sprite is
    unusual.
    """
    if type(members) is not list:
        return None
    kind: C.int = kind_if_worth_it(1, len(C.cast(list, members)), False, collided)
    if kind == sprite_numbers.OTHER_TEST:
        return None
    if kind == sprite_numbers.RECT_TEST:
        return rect_hits(sprite.rect, members)
    a: SpriteNumbers = SpriteNumbers([sprite])
    b: SpriteNumbers = SpriteNumbers(members)
    if not read_both(a, b, kind, collided):
        return None
    a.store_radii()
    b.find(a, 0)
    return confirmed_hits(a, 0, b, kind, collided) or []


@C.cfunc
def rect_hits(rect: object, members: list) -> list:
    """Return the members that a rect hits, by pygame's own loop over rects. None if one is
    unusual.
    """
    # A rect without area would not read the other rects, which would hide errors from reading them.
    if rects.type_of_rect(rect) == rects.NO_RECT or not rect:
        return None
    try:
        return [members[position] for position in rect.collidelistall(rects_of(members))]
    except Exception:  # pair by pair decides whether this is an error
        return None


@C.cfunc
@C.exceptval(-1, check=False)
def kind_if_worth_it(
    count: C.Py_ssize_t, others: C.Py_ssize_t, kills: C.bint, collided: object
) -> C.int:
    """Return which test a search does if reading so many attackers and targets pays, or else
    OTHER.
    """
    kind: C.int = sprite_numbers.RECT_TEST
    if count * others < MANY_PAIRS:
        return sprite_numbers.OTHER_TEST
    if collided is not None:
        kind = test_of(collided)
    if kind == sprite_numbers.RECT_TEST and (
        count * others < MANY_RECT_PAIRS
        or (count == 1 and others < MANY_RECTS)
        or (kills and count < FEW_KILLING and others < MANY_TARGETS)
    ):
        return sprite_numbers.OTHER_TEST
    return kind


@C.cfunc
@C.exceptval(-1, check=False)
def known_length(group: object) -> C.Py_ssize_t:
    """Return the number of sprites in a group, or 0 if it is not known without listing them."""
    sprites: object
    if type(group) is list:
        return len(C.cast(list, group))
    if isinstance(group, GROUP):
        try:
            sprites = group.spritedict
        except Exception:  # a user's class may not have it
            return 0
        return len(C.cast(dict, sprites)) if type(sprites) is dict else 0
    return len(C.cast(tuple, group)) if type(group) is tuple else 0


@C.cfunc
@C.exceptval(-1, check=False)
def is_surely_empty(group: object) -> C.bint:
    """Whether a group of known length 0 has no sprite to iterate over either."""
    if type(group) is list or type(group) is tuple:
        return True
    try:
        return (
            type(group).__iter__ is ITERATION
            and is_own(group.sprites, group, LISTING)
            and (type(group.spritedict) is dict)
        )
    except Exception:
        return False


@C.cfunc
def listed(group: object) -> list:
    """Return the sprites of a group in iteration order, or None if they may not be a list."""
    found: object = None
    if type(group) is list:
        found = group
    elif type(group) is tuple:
        found = list(group)
    elif type(group).__iter__ is ITERATION:
        found = group.sprites()  # what iteration uses
    return found if type(found) is list else None


@C.cfunc
@C.exceptval(-1, check=False)
def group_hits(
    found: dict,
    attackers: list,
    targets: list,
    group: object,
    kills: C.bint,
    kind: C.int,
    collided: object,
) -> C.Py_ssize_t:
    """Add every attacker that hits, with the list of targets it hits, which may be killed.

    The targets of an attacker are killed before the next attacker is considered.

    Returns:
        How many attackers are done: 0 if a sprite is unusual, and fewer than all if a kill may have
        done more than remove the sprite from its groups.
    """
    a: SpriteNumbers = SpriteNumbers(attackers)
    b: SpriteNumbers = SpriteNumbers(targets)
    pairs: PairList = None
    first: C.Py_ssize_t = 0
    end: C.Py_ssize_t = 0
    k: C.Py_ssize_t = 0
    i: C.Py_ssize_t
    if not read_both(a, b, kind, collided):
        return 0
    if a.count >= MANY_ATTACKERS and not kills:
        a.store_radii()
        add_group_hits(found, a, b, kind, collided)
        return a.count
    for i in range(a.count):
        if b.alive == 0:
            break
        a.store_radius(i)
        if a.count < MANY_ATTACKERS_KILLING:
            b.find(a, i)
        else:
            if i == end:  # twice as many as before: few pairs are wasted if the first kill all
                first, end, k = end, min(a.count, max(64, 3 * end)), 0
                pairs = pairs_of(a, first, end, b)
            b.hit_count = 0
            while k < pairs.count and first_of(pairs.items[k]) == i - first:
                b.add_hit(second_of(pairs.items[k]))
                k += 1
        hits: list = confirmed_hits(a, i, b, kind, collided)
        if hits:
            found[a.members[i]] = hits
            if kills:
                if not kill_all(hits, group):
                    return i + 1
                b.bury()
    return a.count


@C.cfunc
def pairs_of(
    a: SpriteNumbers, first: C.Py_ssize_t, end: C.Py_ssize_t, b: SpriteNumbers
) -> PairList:
    """Return the pairs of overlapping boxes of sprites of `a`, from `first` on, and sprites of
    `b`.
    """
    workspace: Workspace = workspace_of(STORE)
    pairs: PairList = new_pairs(C.address(workspace.scratch))
    view_a: BoxView = box_view(a.make_boxes() + first, C.NULL, end - first)
    view_b: BoxView = box_view(b.make_boxes(), C.NULL, b.count)
    box_pairs_between(workspace, C.address(view_a), C.address(view_b), pairs)
    pairs.sort(end - first, b.count)
    return pairs


@C.cfunc
def confirmed_hits(
    a: SpriteNumbers, i: C.Py_ssize_t, b: SpriteNumbers, kind: C.int, collided: object
) -> list:
    """Return which of the members of `b` at the positions in `b.hits` a sprite hits, or None.

    The positions of the other members are dropped.
    """
    hits: list = None
    k: C.Py_ssize_t
    kept: C.Py_ssize_t = 0
    for k in range(b.hit_count):
        j: C.Py_ssize_t = b.hits[k]
        if overlap_exactly(a, i, b, j, kind, collided):
            if hits is None:
                hits = []
            hits.append(b.members[j])
            b.hits[kept] = j
            kept += 1
    b.hit_count = kept
    return hits


@C.cfunc
@C.exceptval(-1, check=False)
def overlap_exactly(
    a: SpriteNumbers,
    i: C.Py_ssize_t,
    b: SpriteNumbers,
    j: C.Py_ssize_t,
    kind: C.int,
    collided: object,
) -> C.bint:
    """Whether two sprites whose boxes overlap hit each other."""
    if kind in (sprite_numbers.CIRCLE_TEST, sprite_numbers.CIRCLE_RATIO):
        answer: C.int = sprite_numbers.circles_touch(a.circles + i, b.circles + j)
        return collided(a.members[i], b.members[j]) if answer < 0 else answer
    if kind == sprite_numbers.MASK:
        return masks_overlap(a, i, b, j)
    if b.is_widened:
        return a.rects[i].colliderect(b.rects[j])
    return True


@C.cfunc
@C.exceptval(-1, check=False)
def masks_overlap(a: SpriteNumbers, i: C.Py_ssize_t, b: SpriteNumbers, j: C.Py_ssize_t) -> C.bint:
    """Whether the masks of two sprites overlap at the positions of their rects."""
    x: object
    y: object
    mask: object = a.mask(i)
    if (a.kinds | b.kinds) & rects.FLOATS:  # subtracted, then truncated, as by pygame
        x = b.rects[j][0] - a.rects[i][0]
        y = b.rects[j][1] - a.rects[i][1]
    else:
        x = C.cast(C.longlong, b.columns.low[j] - a.columns.low[i])
        y = C.cast(C.longlong, b.columns.top[j] - a.columns.top[i])
    return mask.overlap(b.mask(j), (x, y)) is not None


@C.cfunc
@C.exceptval(-1, check=False)
def read_both(a: SpriteNumbers, b: SpriteNumbers, kind: C.int, collided: object) -> C.bint:
    """Read both sides. False if one of them has an unusual sprite."""
    ratio: object = (
        collided.ratio if kind in (sprite_numbers.RECT_RATIO, sprite_numbers.CIRCLE_RATIO) else ...
    )
    if not a.read(kind, ratio) or not b.read(kind, ratio):
        return False
    if (
        kind in (sprite_numbers.RECT_TEST, sprite_numbers.RECT_RATIO)
        and (a.kinds | b.kinds) == rects.INTS | rects.FLOATS
    ):
        b.widen()
    b.store_radii()
    return True


@C.cfunc
@C.exceptval(-1, check=False)
def add_group_hits(
    found: dict, a: SpriteNumbers, b: SpriteNumbers, kind: C.int, collided: object
) -> C.int:
    """Add every sprite of `a` that hits, with the list of the sprites of `b` it hits."""
    pairs: PairList = pairs_of(a, 0, a.count, b)
    hits: list = []
    k: C.Py_ssize_t
    i: C.Py_ssize_t = -1
    for k in range(pairs.count):
        if first_of(pairs.items[k]) != i:
            if hits:
                found[a.members[i]] = hits
                hits = []
            i = first_of(pairs.items[k])
        j: C.Py_ssize_t = second_of(pairs.items[k])
        if overlap_exactly(a, i, b, j, kind, collided):
            hits.append(b.members[j])
    if hits:
        found[a.members[i]] = hits
    return 0


@C.cfunc
@C.inline
@C.exceptval(-1, check=False)
def is_own(method: object, owner: object, functions: object) -> C.bint:
    """Whether a method is bound to its owner and is one of these functions.

    Reading owner and function as attributes would make a search that kills 5 % slower.
    """
    return (
        PyMethod_Check(method)
        and PyMethod_GET_SELF(method) == C.cast(C.pointer(PyObject), owner)
        and C.cast(object, PyMethod_GET_FUNCTION(method)) in functions
    )


@C.cfunc
@C.exceptval(-1, check=False)
def is_standard_group(group: object) -> C.bint:
    """Whether a group lists, holds and removes its sprites in one of pygame's ways."""
    return (
        isinstance(group, pygame_sprite.AbstractGroup)
        and type(group).__iter__ is ITERATION
        and type(getattr(group, "spritedict", None)) is dict
        and is_own(group.sprites, group, LISTINGS)
        and is_own(group.remove_internal, group, REMOVALS)
    )


@C.cfunc
@C.exceptval(-1, check=False)
def kill_all(members: list, group: object) -> C.bint:
    """Kill members. Return False if that may have done more than remove them from their groups."""
    is_standard: C.bint = True
    for member in members:
        if not only_leaves(member, group):
            is_standard = False
            break
    kill_each(members)
    return is_standard


@C.cfunc
@C.exceptval(-1, check=False)
def only_leaves(member: object, group: object) -> C.bint:
    """Whether `kill` removes a sprite from this and its other groups, and does nothing else."""
    other: object
    if not is_own(member.kill, member, KILLS):
        return False
    groups: object = getattr(member, STORED_GROUPS, None)
    if type(groups) is not dict or group not in C.cast(dict, groups):
        return False
    if len(C.cast(dict, groups)) == 1:
        return True
    for other in groups:
        if other is not group and not is_own(
            getattr(other, "remove_internal", None), other, REMOVALS
        ):
            return False
    return True
