"""`QueryFilter`, the conditions of a query: `mask`, `exclude`, `where`, `shapes`, `target_shapes`.

Every query takes these keywords. They are read first, because iterating over `exclude` may run user
code. The engine tests layers and excluded rows by itself (`QueryFilter.rows`). `where` is the
user's function. It is called between two runs of detection, never during one.

Results name shapes, and the engine knows parts: `shape_index`, then `shape_at`, lead to the shape.
"""

from collections.abc import AsyncGenerator, Awaitable, Collection, Coroutine, Generator, Mapping

import cython as C
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.storage import store
from cython.cimports.spritecol._engine.storage.layout import Outline
from cython.cimports.spritecol._engine.storage.store import (
    OneWayOverride,
    RowFilter,
    RowPositions,
)
from cython.cimports.spritecol._support.fast_range_check import bits
from cython.cimports.spritecol._support.libc import free, malloc, memcmp
from cython.cimports.spritecol._support.python import PyObject
from cython.cimports.spritecol._support.signatures import Takes, function_of, takes_of
from cython.cimports.spritecol.sprites.containers.members import Members, rows_to_exclude
from cython.cimports.spritecol.sprites.containers.targets import LASTING, WITH_GROUPS, flattened
from cython.cimports.spritecol.sprites.containers.when_to_warn import warn_of_mistakes
from cython.cimports.spritecol.sprites.row.sprite_row import Pose, SpriteRow, pose_of, shapes_of

from spritecol._support.lazy_imports import is_numpy
from spritecol._support.range_check import shown
from spritecol.shapes.base import known_names


class QueryFilter:
    """Which sprites and hits count in a query."""

    def __dealloc__(self):
        free(self.names)
        free(self.excluded_rows)
        free(self.groups)
        free(self.overrides)
        if self.group_rows is not None:
            for rows in self.group_rows:
                C.cast(RowPositions, rows).readers -= 1

    def accepts_sprite(self, sprite: object) -> C.bint:
        """Return the result of `where` for a sprite, or True without it. Runs user code."""
        return self.where is None or self.ask_where(sprite, None)

    def accepted(self, sprites: list) -> list:
        """Return the sprites of a list that `where` accepts. Runs user code."""
        if self.where is None:
            return sprites
        return [sprite for sprite in sprites if self.ask_where(sprite, None)]

    def accepts_once(self, sprite: object, verdicts: dict) -> C.bint:
        """Return the result of `where` for a sprite. It is called once, and `verdicts` keeps it by
        the id.
        """
        if id(sprite) not in verdicts:
            verdicts[id(sprite)] = self.accepts_sprite(sprite)
        return verdicts[id(sprite)]

    def accepts_hit(self, hit: object) -> C.bint:
        """Return the result of `where` for the hit of a sweep, or True without it. Runs user
        code.
        """
        return self.where is None or self.ask_where(hit.other, hit)

    def accepts_pair(self, a: object, b: object) -> C.bint:
        """Return the result of `where` for two sprites that hit each other. Runs user code."""
        return self.where is None or self.ask_where(a, b)

    def ask_where(self, sprite: object, hit: object) -> C.bint:
        """Call `where`. It must not move the asking sprite, because the results depend on its
        position.

        Raises:
            RuntimeError: it has moved the asking sprite.
            TypeError: it has returned anything except True or False.
        """
        before: Pose
        if self.asker is not None:
            before = pose_of(self.asker.row)
        try:
            answer: object = self.where(sprite, hit) if self.wants_hit else self.where(sprite)
        except TypeError:
            demand_where(self.where, 2 if self.wants_hit else 1)
            raise
        accepted: C.bint = verdict(answer)
        if self.asker is not None:
            now: Pose = pose_of(self.asker.row)
            if memcmp(C.address(before), C.address(now), 7 * C.sizeof(C.double)) != 0:
                raise RuntimeError(
                    f"where has moved {shown(self.asker)}, whose call is running: let it only "
                    "return True or False, and move the sprite after the call"
                )
        return accepted

    def put_names(self, own: list, of_targets: list) -> C.int:
        """Let only shapes with these names count, given by their numbers. None means any."""
        k: C.Py_ssize_t
        count: C.Py_ssize_t = 0 if of_targets is None else len(of_targets)
        names: list = (of_targets or []) + (own or [])
        self.names = C.cast(C.p_int, malloc(max(1, len(names)) * C.sizeof(C.int)))
        if self.names is C.NULL:
            raise MemoryError
        for k in range(len(names)):
            self.names[k] = names[k]
        self.rows.by_name = True
        if of_targets is not None:
            self.rows.names = self.names
            self.rows.name_count = count
        if own is not None:
            self.rows.own_names = self.names + count
            self.rows.own_name_count = len(own)
        return 0

    def exclude_groups(self, groups: list) -> C.int:
        """Let the engine leave out all sprites that some Groups have now.

        The engine looks a row up where its Group has it, so that this costs the same for any size.
        """
        positions: RowPositions
        group_rows: list = []
        group_sprites: list = []
        self.groups = C.cast(
            C.pointer(C.pointer(PyObject)), malloc(len(groups) * C.sizeof(C.pointer(PyObject)))
        )
        if self.groups is C.NULL:
            raise MemoryError
        self.group_rows = group_rows
        self.group_sprites = group_sprites
        for group in groups:
            positions = rows_to_exclude(group)
            if positions is not None:
                group_rows.append(positions)
                group_sprites.append(C.cast(Members, group).sprites)
                positions.readers += 1
                self.groups[self.rows.excluded_group_count] = C.cast(C.pointer(PyObject), positions)
                self.rows.excluded_group_count += 1
        self.rows.excluded_groups = self.groups
        return 0

    def exclude_rows(self) -> C.int:
        """Let the engine leave out the rows of all excluded sprites outside of Groups."""
        rows: list = sorted([C.cast(SpriteRow, item).row for item in self.excluded])
        count: C.Py_ssize_t = len(rows)
        i: C.Py_ssize_t
        room_for(C.address(self.excluded_rows), C.address(self.capacity), count, 0, C.sizeof(C.int))
        for i in range(count):
            self.excluded_rows[i] = rows[i]
        self.rows.excluded = self.excluded_rows
        self.rows.excluded_count = count
        return 0

    def reject(self, sprite: SpriteRow) -> C.int:
        """Leave out a sprite from now on, because `where` has rejected it."""
        if self.excluded is None:
            self.excluded = [self.asker]
            self.given = 1
        self.excluded.append(sprite)
        return self.exclude_rows()

    def rejects_one(self, hits: list) -> C.bint:
        """Call `where` for hits of a sweep until it rejects one. That sprite is then left out."""
        for hit in hits:
            if not self.accepts_hit(hit):
                self.reject(hit.other)
                return True
        return False

    def rejects_some(self, hits: list) -> C.bint:
        """Call `where` for all hits of a sweep. The sprites that it rejects are left out."""
        rejected: list = [hit.other for hit in hits if not self.accepts_hit(hit)]
        for other in rejected:
            self.reject(other)
        return len(rejected) > 0

    def forget_rejected(self) -> C.int:
        """Leave out only the sprites of `exclude`, and no longer those that `where` has
        rejected.
        """
        if self.excluded is not None and len(self.excluded) > self.given:
            del self.excluded[self.given :]
            self.exclude_rows()
        return 0

    def add_override(self, row: C.int, first: C.int) -> C.int:
        """Let the sprite pass a one-way shape of a target from any side.

        The shape is given by its first part. This is valid until `override_count` is reduced.
        """
        room_for(
            C.address(self.overrides),
            C.address(self.override_capacity),
            self.override_count + 1,
            8,
            C.sizeof(OneWayOverride),
        )
        self.overrides[self.override_count].row = row
        self.overrides[self.override_count].first = first
        self.override_count += 1
        return 0


@C.cfunc
@C.exceptval(-1)
def verdict(answer: object) -> C.bint:
    """Return the result of a call of `where`, which must be a bool of Python or NumPy.

    Nothing else is accepted, because None usually means a forgotten `return`, and a coroutine or a
    generator would always be true.

    Raises:
        TypeError: it is anything else.
    """
    if answer is True:
        return True
    if answer is False:
        return False
    if is_numpy(answer, "bool_"):
        return bool(answer)
    remedy: str = "compare something, or wrap it in bool()"
    if answer is None:
        remedy = "is a `return` missing?"
    elif isinstance(answer, Awaitable):
        remedy = "is it an `async def`?"
    elif isinstance(answer, (Generator, AsyncGenerator)):
        remedy = "is there a `yield` in it?"
    error: object = TypeError(f"where must return True or False, got {shown(answer)}: {remedy}")
    if isinstance(answer, Coroutine):
        answer.close()  # otherwise Python warns that it was never awaited
    raise error


def numbers_of_names(names: object, keyword: str) -> list:
    """Return the numbers of the names of shapes in a query, or None for all shapes.

    Raises:
        TypeError: it is neither a str nor a collection of them.
        ValueError: no shape has ever had one of the names.
    """
    if names is None:
        return None
    given: list = [names] if isinstance(names, str) else None
    if given is None and not isinstance(names, (bytes, Mapping)) and isinstance(names, Collection):
        given = list(names)
    if given is None or [name for name in given if not isinstance(name, str)]:
        raise TypeError(
            f"{keyword} must be the name of a shape, a collection of names, or None, "
            f"got {shown(names)}"
        )
    known: object = known_names()
    for name in given:
        if name not in known:
            raise ValueError(
                f"{keyword}: no shape is named {shown(name)}; there are "
                f"{', '.join([repr(one) for one in sorted(known)]) or 'no names yet'}"
            )
    return [known[name] for name in given]


# --- the filters of the kinds of queries ---------------------------------------------------------

ANY = C.declare(QueryFilter, QueryFilter())
"""No conditions. Never changed."""

ANY.rows.wanted_layers = store.DEFAULT_MASK

AS_IN_A_CHECK = C.declare(QueryFilter, QueryFilter())
"""No conditions except the layers and masks of both sprites. Never changed."""

AS_IN_A_CHECK.rows.wanted_layers = store.DEFAULT_MASK
AS_IN_A_CHECK.uses_own_layers = AS_IN_A_CHECK.rows.by_layers = True


def query_filter_of(
    mask: object,
    exclude: object,
    where: object,
    asker: SpriteRow | None = None,
    shapes: object = None,
    target_shapes: object = None,
) -> QueryFilter:
    """Return the user's conditions. May run user code, so call it before rows are read.

    Args:
        mask: layers as bits, of which a target must be on one; None for all layers. A query is not
            on a layer, so the mask of a target does not count.
        exclude: a Sprite, a Group, or an iterable of them, but not an iterator, because a game that
            keeps one from frame to frame would exclude nothing after the first frame.
        where: a function of a sprite, or None.
        asker: the asking sprite, which is excluded, too; or None.
        shapes: names of shapes of the asker; only these count. None means all.
        target_shapes: likewise for the targets.

    Raises:
        TypeError: `mask` is not an int, `exclude` contains anything else or is an iterator, or
            `where` is not callable.
        ValueError: `mask` is negative or has more than 64 bits, `exclude` contains itself, or no
            shape has one of the names.
    """
    query_filter: QueryFilter = QueryFilter()
    is_class: C.bint = isinstance(where, type) and issubclass(where, SpriteRow)
    if where is not None and (is_class or not callable(where)):
        remedy: str = f"; write lambda one: isinstance(one, {where.__name__})" if is_class else ""
        raise TypeError(
            f"where must be a function of a sprite, or None, got {shown(where)}{remedy}"
        )
    query_filter.where = where
    if exclude is not None and not (type(exclude) is tuple and not exclude):
        query_filter.excluded = flattened(exclude, "exclude", LASTING | WITH_GROUPS)
        groups: list = [item for item in query_filter.excluded if isinstance(item, Members)]
        if groups:
            query_filter.excluded = [
                item for item in query_filter.excluded if not isinstance(item, Members)
            ]
            query_filter.exclude_groups(groups)
    query_filter.rows.wanted_layers = store.DEFAULT_MASK if mask is None else bits(mask, "mask")
    if shapes is not None or target_shapes is not None:
        query_filter.put_names(
            numbers_of_names(shapes, "shapes"), numbers_of_names(target_shapes, "target_shapes")
        )
    query_filter.asker = asker
    if query_filter.excluded is None:
        if asker is not None:  # a single excluded sprite needs no list
            query_filter.asker_row = asker.row
            query_filter.rows.excluded = C.address(query_filter.asker_row)
            query_filter.rows.excluded_count = 1
        return query_filter
    if asker is not None:
        query_filter.excluded.append(asker)
    query_filter.given = len(query_filter.excluded)
    if query_filter.given:
        query_filter.exclude_rows()
    return query_filter


def hit_query_filter(
    asker: SpriteRow,
    mask: object,
    exclude: object,
    where: object,
    shapes: object = None,
    target_shapes: object = None,
) -> QueryFilter | None:
    """Return the user's conditions of a query about hits, or None if there are none.

    Without a mask the layers and masks of both sprites count. `where` is a function of a sprite, or
    of a sprite and its Contact; without an asking sprite, it is a function of both sprites of a
    pair.
    """
    if none_given(mask, exclude, where, shapes, target_shapes):
        return None
    query_filter: QueryFilter = query_filter_of(mask, exclude, where, asker, shapes, target_shapes)
    query_filter.uses_own_layers = query_filter.rows.by_layers = mask is None
    query_filter.wants_hit = where is not None and takes_two(where)
    return query_filter


def near_query_filter(
    asker: SpriteRow,
    mask: object,
    exclude: object,
    where: object,
    shapes: object,
    target_shapes: object,
) -> QueryFilter:
    """Return the user's conditions of a query about sprites near a sprite.

    The sprite only says from where to measure, so its layer and mask do not count. `where` is a
    function of a sprite.
    """
    warn_of_mistakes(asker, asker)
    return query_filter_of(mask, exclude, where, asker, shapes, target_shapes)


def demand_asker(call: str, shapes: object) -> C.int:
    """Refuse names of shapes in a query at a point, which has no shapes."""
    if shapes is not None:
        raise TypeError(
            "shapes means shapes of the given sprite, and a point has none: pass a Sprite to "
            f"{call}, or write target_shapes; got shapes={shown(shapes)}"
        )
    return 0


def refuse_where(where: object) -> C.int:
    """Refuse a `where` in a query that returns arrays, in which sprites are positions."""
    if where is not None:
        raise TypeError(
            "calls that return arrays have no where: select from the result, or ask only the "
            f"sprites that count, got where={shown(where)}"
        )
    return 0


def sweep_query_filter(
    asker: SpriteRow,
    mask: object,
    exclude: object,
    where: object,
    shapes: object = None,
    target_shapes: object = None,
) -> QueryFilter:
    """Return the user's conditions of a sweep.

    Without a mask the sprite's own layer and mask count, as in a check. `where` is a function of a
    sprite, or of a sprite and its SweepHit.
    """
    warn_of_mistakes(asker, asker)
    query_filter: QueryFilter = query_filter_of(mask, exclude, where, asker, shapes, target_shapes)
    query_filter.uses_own_layers = mask is None
    query_filter.wants_hit = where is not None and takes_two(where)
    return query_filter


def put_row_filter(
    asker: SpriteRow, query_filter: QueryFilter | None, out: C.pointer(RowFilter)
) -> C.int:
    """Write which rows may be in the result; without conditions, as in a check."""
    if query_filter is None:
        store.put_filter_of(out, store.STORE, C.address(asker.row))
        return 0
    if query_filter.uses_own_layers:
        store.put_layers_of(C.address(query_filter.rows), store.STORE, asker.row)
    out[0] = query_filter.rows
    return 0


@C.cfunc
def demand_where(function: object, given: C.Py_ssize_t) -> object:
    """Refuse a `where` that does not take the number of arguments that it is called with."""
    raw: object = function_of(function)
    takes: Takes = takes_of(raw)
    if takes is None:
        return None
    bound: C.Py_ssize_t = raw is not function
    more: list = [name for k, name in takes.required if k >= given + bound]
    if more or takes.positional < given + bound:
        raise TypeError(
            f"where is called with {'the other sprite and the hit' if given == 2 else 'a sprite'}, "
            f"but {getattr(function, '__qualname__', shown(function))} "
            + (f"needs {' and '.join(more)}, too" if more else "takes none")
        ) from None
    return None


@C.cfunc
@C.exceptval(-1)
def takes_two(function: object) -> C.bint:
    """Whether a function needs two arguments: where(other, hit)."""
    raw: object = function_of(function)
    takes: Takes = takes_of(raw)
    return takes is not None and takes.needed - (raw is not function) == 2


def shape_index(sprite: SpriteRow, part: C.Py_ssize_t) -> C.Py_ssize_t:
    """Return which of a sprite's `shapes` a part belongs to. `part` counts from its first part."""
    outline: Outline = store.STORE.outlines[sprite.row]
    return outline.parts[part].shape


def shape_at(sprite: SpriteRow, index: C.Py_ssize_t) -> object:
    """Return the shape with an index, as the user made it: in local space, with its name."""
    return shapes_of(sprite.row)[index]
