"""`Group`: the container of sprites that users create, with their numbers as columns."""

import math
import types
from collections.abc import Sequence

import cython as C
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._support.forms import OMITTED, PLACE, unfold
from cython.cimports.spritecol._support.python import (
    PyObject_GenericDelAttr,
    PyObject_GenericSetAttr,
)
from cython.cimports.spritecol.sprites.containers import columns, members
from cython.cimports.spritecol.sprites.containers.batch import FOR_ITERATOR
from cython.cimports.spritecol.sprites.containers.members import Members, clear
from cython.cimports.spritecol.sprites.containers.targets import flattened
from cython.cimports.spritecol.sprites.motion.move_and_slide import slides_of
from cython.cimports.spritecol.sprites.questions import (
    contact_questions,
    hits,
    place_questions,
    query_filter,
    ray_questions,
)
from cython.cimports.spritecol.sprites.questions.ray_questions import RayArguments
from cython.cimports.spritecol.sprites.questions.sweep_questions import chosen_sweeps_of
from cython.cimports.spritecol.sprites.row.sprite_row import SpriteRow

import spritecol._support.range_check
from spritecol._support.range_check import of_public_name, shown, undeletable, unwritable
from spritecol.sprites.copy_and_pickle import checked_state, reduced, restore_attributes
from spritecol.sprites.events import game_loop
from spritecol.sprites.hints import mistakes, sprite_mistakes, unknown_names

_UNION = "write Group(a, b) to follow both Groups, or Group(*a, *b) for a copy"
"""The error for `a + b` and `a | b`."""

_PLACE_AND_K = ("x", "y", "k")
_SPRITE = ("sprite",)
_SPRITE_AND_K = ("sprite", "k")
_CIRCLE = ("x", "y", "radius")
_SPRITE_AND_DISTANCE = ("sprite", "distance")
_PLACE_AND_DISTANCE = ("x", "y", "distance")
_RAY = ("x1", "y1", "x2", "y2")
_BOX = ("left", "top", "right", "bottom")


@C.collection_type("sequence")  # patterns such as [first, *others] match
@C.cclass
@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
@C.embedsignature(True)
@C.embedsignature.format("clinic")
class Group(Members, unknown_names.OfGroup):
    """Group(*sprites)\n--\n
    An ordered collection of sprites, each held once, which may contain other Groups.

    A Group behaves like a flat sequence of its sprites, including the sprites of the Groups inside
    it, in the order in which they were added. Changes to an inner Group are visible immediately.
    Vanished sprites are dropped automatically. Only the operator `in` finds inner Groups, too. A
    loop iterates over the sprites present when it started, so sprites may be added and removed
    inside it.

    The numbers of all sprites can be read and assigned as columns (`x`, `y`, `angle`, `scale_x`,
    `scale_y`): NumPy arrays of dtype float64 and shape (n,), in the order of the Group.

    Args:
        *sprites: Sprites, Groups, or iterables of sprites, as for `add`.

    Raises:
        TypeError: an argument contains anything else.
        ValueError: an iterable contains itself.

    >>> bullets = Group(Sprite(3))
    >>> everything = Group(bullets, [Sprite(1), Sprite(2)])
    >>> len(everything), bullets in everything, everything.x.tolist()
    (3, True, [3.0, 1.0, 2.0])
    """  # noqa: D301 (the first lines are the signature, which Cython writes for no class)

    def __init__(self, *sprites, **names):
        """Add the sprites, as `add` does. No warning is given for one that has vanished."""
        if names:
            raise TypeError(
                "Group() takes sprites, Groups and lists, and nothing by keyword, got "
                f"{', '.join(names)}; a subclass may have a constructor of its own"
            )
        if len(sprites) != 1 or not members.has_vanished(sprites[0]):
            self.add(*sprites)

    def add(self, *sprites):
        """Add sprites and Groups at the end. Existing members keep their position.

        Vanished sprites are ignored, with a warning if one is given alone. If an error is raised,
        nothing is added.

        Args:
            *sprites: Sprites, Groups, or iterables of sprites, which may be nested. None inside
                an iterable is skipped. A Group inside an iterable contributes its sprites; given
                directly, it becomes a member itself.

        Raises:
            TypeError: an argument contains anything else.
            ValueError: an iterable contains itself, or the Group would contain itself.

        >>> group = Group()
        >>> group.add(Sprite(1), [Sprite(2), None])
        >>> len(group)
        2
        """
        new: object = given_members(sprites)
        member: object
        for member in new:
            # If no Group holds this Group, it cannot be inside a member at any depth.
            if (
                isinstance(member, Group)
                and (member is self or self.is_inner)
                and members.reaches(member, self)
            ):
                raise ValueError("a Group must not contain itself, and this one would")
        if len(sprites) == 1 and members.has_vanished(sprites[0]):
            mistakes.tell(sprite_mistakes.of_vanished(sprites[0]))
        for member in new:
            members.insert(self, member)

    def discard(self, *sprites):
        """Remove sprites and Groups, and ignore any that are not in the Group.

        Sprites of an inner Group are members of that Group only. Remove them from there.

        Args:
            *sprites: Sprites, Groups, or iterables of sprites, which may be nested, as for `add`. A
                Group inside an iterable means the sprites in it; a Group given directly means the
                Group itself.

        Raises:
            TypeError: an argument contains anything else; then nothing is removed.
            ValueError: an iterable contains itself; then nothing is removed.

        >>> coin = Sprite(1)
        >>> group = Group(coin)
        >>> group.discard(coin, Sprite(2))
        >>> len(group)
        0
        """
        members.take_out(self, given_members(sprites))

    def remove(self, *sprites):
        """Remove sprites and Groups that are members.

        Args:
            *sprites: what to remove, as for `discard`.

        Raises:
            KeyError: one of them is not a member, or has vanished, which removed it from the Group;
                then nothing is removed.
            TypeError: an argument contains something that is not a sprite; then nothing is removed.
            ValueError: an iterable contains itself.

        >>> group = Group(Sprite(1), Sprite(2))
        >>> group.remove(*group)
        >>> len(group)
        0
        """
        gone: object = given_members(sprites)
        members.sync_for_hits(self)
        for member in gone:
            if not members.has_member(self, member):
                why: str = ""
                inner: object = members.inner_group_with(self, member)
                if inner is not None:
                    why = f"; it is in {shown(inner)}, which is in this one"
                elif isinstance(member, SpriteRow) and member.vanished:
                    why = "; it has vanished, and Groups drop vanished sprites"
                raise KeyError(f"not a member of this Group: {shown(member)}{why}")
        self.discard(*gone)  # which a subclass may extend

    def clear(self):
        """Remove all members.

        >>> group = Group(Sprite(1))
        >>> group.clear()
        >>> len(group)
        0
        """
        clear(self)

    def update(self, *arguments, **named):
        """Call `update(*arguments, **named)` on each sprite that has the method, as
        `spritecol.update` does.

        Args:
            *arguments: passed on to each `update`, such as the seconds since the last frame.
            **named: passed on by name.

        Raises:
            RuntimeError: an `update` or `draw` adds sprites, which add sprites in turn, more than
                1,000 times over.

        >>> class Ball(Sprite):
        ...     def update(self, seconds):
        ...         self.x += 60 * seconds
        >>> balls = Group(Ball())
        >>> balls.update(0.5)
        >>> balls.x.tolist()
        [30.0]
        """
        game_loop.update(self, *arguments, **named)

    def draw(self, *arguments, **named):
        """Call `draw(*arguments, **named)` on each visible sprite that has the method, by rising
        `z`.

        The same as `spritecol.draw(self, ...)`.

        Args:
            *arguments: passed on to each `draw`, such as the screen.
            **named: passed on by name.

        Raises:
            RuntimeError: an `update` or `draw` adds sprites, which add sprites in turn, more than
                1,000 times over.

        >>> class Label(Sprite):
        ...     def draw(self):
        ...         print(self.z)
        >>> Group(Label(z=2), Label(z=1)).draw()
        1
        2
        """
        game_loop.draw(self, *arguments, **named)

    def __len__(self):
        members.sync_for_hits(self)
        return self.row_count - self.holes

    def __iter__(self):
        members.sync(self)
        self.copy_on_write = FOR_ITERATOR
        return iter(self.sprites)

    def __getitem__(self, index):
        """Return the sprite at a position, such as one from `pair_indices`.

        A slice, a list or array of positions, or a list or array with one bool per sprite returns a
        list of sprites.

        >>> group = Group(Sprite(1), Sprite(2), Sprite(3))
        >>> group[-1].x, [sprite.x for sprite in group[:2]]
        (3.0, [1.0, 2.0])
        >>> [sprite.x for sprite in group[[2, 0]]], [sprite.x for sprite in group[group.x > 1]]
        ([3.0, 1.0], [2.0, 3.0])
        """
        members.sync(self)
        if isinstance(index, slice):
            self.copy_on_write = FOR_ITERATOR  # making the list may run the garbage collector
        elif hasattr(type(index), "__len__") and getattr(index, "ndim", 1):
            positions: list = members.positions_of(self, index)
            members.sync(self)
            self.copy_on_write = FOR_ITERATOR
            return members.members_at(self.sprites, positions)
        sprites: list = self.sprites
        return sprites[index]

    def __reversed__(self):
        members.sync(self)
        self.copy_on_write = FOR_ITERATOR
        sprites: list = self.sprites  # making the iterator may run the garbage collector
        return reversed(sprites)

    def index(self, sprite, start=0, stop=None):
        """Return the position of a sprite in the Group.

        Args:
            sprite: the sprite, which may be in an inner Group.
            start: the position at which the search starts, as for a list.
            stop: the position at which the search ends, exclusive. None (the default) means the
                end.

        Returns:
            An int.

        Raises:
            ValueError: the sprite is not there.

        >>> coin = Sprite(2)
        >>> Group(Sprite(1), coin).index(coin)
        1
        """
        position: C.Py_ssize_t = -1
        first, last, _ = slice(start, stop).indices(len(self))
        if isinstance(sprite, SpriteRow):
            members.sync(self)
            position = members.position_of(self, C.cast(SpriteRow, sprite).row)
        if not first <= position < last:
            raise ValueError(f"not among the sprites of this Group: {shown(sprite)}")
        return position

    def count(self, sprite):
        """Return how often a sprite is in the Group: once or not at all.

        Args:
            sprite: the sprite, which may be in an inner Group, or any other object.

        Returns:
            1 or 0.

        >>> coin = Sprite(2)
        >>> Group(coin, [coin]).count(coin), Group().count(coin)
        (1, 0)
        """
        return int(isinstance(sprite, SpriteRow) and sprite in self)

    @classmethod
    def __class_getitem__(cls, item):
        """Return `Group[Enemy]` for annotations: a Group of sprites of that class."""
        return types.GenericAlias(cls, item)

    def __iadd__(self, sprites):
        """Add sprites, as `add` does. Refuse a Group, because that may mean two things."""
        if isinstance(sprites, Members):
            raise TypeError(
                "write group.add(*other) to add the sprites that another Group has now, or "
                "group.add(other) to follow it"
            )
        self.add(sprites)
        return self

    def __isub__(self, sprites):
        raise TypeError("write group.discard(*sprites), or group.remove, to take sprites out")

    def __add__(self, other):
        raise TypeError(_UNION)

    def __or__(self, other):
        raise TypeError(_UNION)

    def __contains__(self, item):
        members.sync_for_hits(self)
        if isinstance(item, SpriteRow):
            return members.position_of(self, C.cast(SpriteRow, item).row) >= 0
        return bool([group for group in self.inner_groups if group is item])

    def __repr__(self):
        return f"<Group of {len(self)} sprites>"

    def __dir__(self):
        return unknown_names.offered(self)

    def __setattr__(self, name, value):
        try:
            PyObject_GenericSetAttr(self, name, value)  # `object.__setattr__` refuses a Group
        except AttributeError as error:
            raise unknown_names.unassignable(self, name, error) from None

    def __delattr__(self, name):
        try:
            PyObject_GenericDelAttr(self, name, C.NULL)
        except NotImplementedError:  # what Cython raises for a column, which has no deleter
            if not hasattr(Group, name):
                raise  # it is the user's own
            raise undeletable(name) from None
        except AttributeError as error:
            raise of_public_name(error, self, name) from None

    def __reduce__(self):
        members.sync(self)
        return reduced(Group, self, tuple(members.own_members(self)))

    def __setstate__(self, state):
        members, attributes = checked_state(state, "Group", 2)
        if not isinstance(members, tuple):
            raise TypeError(f"the members of a Group must be a tuple, got {shown(members)}")
        Group.add(self, *members)
        restore_attributes(self, attributes)

    @property
    def x(self):
        """The `x` of every sprite, in pixels, as a column: a new float64 array of shape (n,).

        Assign an array of n numbers, or one number for all sprites. Assigning to the array that
        was returned does not move sprites; `group.x += 1` does.

        Raises:
            TypeError: on assignment, a value is not a real number.
            ValueError: on assignment, a number is not finite or beyond 1e12, or the shape is not
                (n,). All values are checked first, so no sprite has changed after an error.

        >>> group = Group(Sprite(1), Sprite(2))
        >>> group.x += [10, 20]
        >>> group.x.tolist()
        [11.0, 22.0]
        """
        return columns.column(self, layout.NUMBER_X)

    @x.setter
    def x(self, values):
        columns.set_column(self, layout.NUMBER_X, values, "x")

    @property
    def y(self):
        """The `y` of every sprite, in pixels, as a column; read and assigned like `x`.

        >>> group = Group(Sprite(0, 1), Sprite(0, 2))
        >>> group.y = 5
        >>> group.y.tolist()
        [5.0, 5.0]
        """
        return columns.column(self, layout.NUMBER_Y)

    @y.setter
    def y(self, values):
        columns.set_column(self, layout.NUMBER_Y, values, "y")

    @property
    def angle(self):
        """The `angle` of every sprite, in degrees clockwise, as a column; like `x`.

        >>> group = Group(Sprite(angle=10), Sprite(angle=20))
        >>> group.angle *= 2
        >>> group.angle.tolist()
        [20.0, 40.0]
        """
        return columns.column(self, layout.NUMBER_ANGLE)

    @angle.setter
    def angle(self, values):
        columns.set_column(self, layout.NUMBER_ANGLE, values, "angle")

    @property
    def scale_x(self):
        """The `scale_x` of every sprite, a factor, as a column; read and assigned like `x`.

        >>> Group(Sprite(), Sprite(scale_x=3)).scale_x.tolist()
        [1.0, 3.0]
        """
        return columns.column(self, layout.NUMBER_SCALE_X)

    @scale_x.setter
    def scale_x(self, values):
        columns.set_column(self, layout.NUMBER_SCALE_X, values, "scale_x")

    @property
    def scale_y(self):
        """The `scale_y` of every sprite, a factor, as a column; read and assigned like `x`.

        >>> Group(Sprite(), Sprite(scale_y=3)).scale_y.tolist()
        [1.0, 3.0]
        """
        return columns.column(self, layout.NUMBER_SCALE_Y)

    @scale_y.setter
    def scale_y(self, values):
        columns.set_column(self, layout.NUMBER_SCALE_Y, values, "scale_y")

    def column(self, name):
        """Return a number of every sprite, as a column: a `Number`, or an attribute by its name.

        The numbers are stored in the sprites, so they stay right when sprites join or leave the
        Group. `set_column` writes them back. For any other attribute, write a list.

        Args:
            name: the name of a `Number` that all sprites have, or x, y, angle, scale_x, scale_y,
                collision_layer or collision_mask: `column("x")` is `group.x`.

        Returns:
            A new array of shape (n,). The dtype is float64 or int64, by the kind of Number, or that
            of the attribute.

        Raises:
            TypeError: `name` is not text, or is neither of these in all sprites.

        >>> class Shot(Sprite):
        ...     vx = Number(4.0)
        >>> group = Group(Shot(1), Shot(2, vx=20))
        >>> group.x += group.column("vx") * 0.5
        >>> group.x.tolist()
        [3.0, 12.0]
        """
        return columns.number_column(self, name)

    def set_column(self, name, values):
        """Write a column to every sprite: a `Number`, or an attribute by its name.

        Args:
            name: the name of a `Number` or an attribute, as in `column`.
            values: one number, or an array of shape (n,) in the Group's order.

        Raises:
            TypeError: `name` is not text, or is no column of all sprites, or a value is not a
                number of this kind.
            ValueError: a number is not allowed there, a whole number has more than 64 bits, or the
                shape is not (n,). After any error, all sprites are unchanged.

        >>> class Enemy(Sprite):
        ...     hp = Number(3, int)
        >>> group = Group(Enemy(), Enemy())
        >>> group.set_column("hp", group.column("hp") - [0, 1])
        >>> [enemy.hp for enemy in group]
        [3, 2]
        """
        columns.set_number_column(self, name, values)

    @property
    def aabb(self):
        """The bounding box around all sprites, in world space: a `Box` (left, top, right, bottom).

        Sprites without shapes are ignored. All four are NaN if no sprite has shapes. Not writable.

        >>> Group(Sprite(x, collision=Circle(0, 0, 2)) for x in (0, 10)).aabb
        Box(-2.0, -2.0, 12.0, 2.0)
        """
        return columns.aabb(self)

    @aabb.setter
    def aabb(self, value):
        raise unwritable("aabb", "x, y, angle, scale_x or scale_y")

    @aabb.deleter
    def aabb(self):
        raise unwritable("aabb", "x, y, angle, scale_x or scale_y")

    @property
    def aabbs(self):
        """The bounding boxes of all sprites in world space: a new float64 array of shape (n, 4).

        Each row is (left, top, right, bottom) in pixels, as in `Sprite.aabb`, and all NaN for a
        sprite without shapes. Not writable.

        >>> Group(Sprite(10, collision=Circle(0, 0, 2)), Sprite()).aabbs.tolist()
        [[8.0, -2.0, 12.0, 2.0], [nan, nan, nan, nan]]
        """
        return columns.aabbs(self)

    @aabbs.setter
    def aabbs(self, value):
        raise unwritable("aabbs", "x, y, angle, scale_x or scale_y")

    @aabbs.deleter
    def aabbs(self):
        raise unwritable("aabbs", "x, y, angle, scale_x or scale_y")

    @property
    def collision_layer(self):
        """The `collision_layer` of every sprite, as a column: a new uint64 array of shape (n,).

        Assign an array of n ints, or one int for all sprites.

        Raises:
            TypeError: on assignment, a value is not an int. A bool is not accepted.
            ValueError: on assignment, a value is negative or has more than 64 bits, or the shape is
                not (n,). All values are checked first, so no sprite has changed after an error.

        >>> group = Group(Sprite(), Sprite(collision_layer=4))
        >>> group.collision_layer |= 2
        >>> group.collision_layer.tolist()
        [3, 6]
        """
        return columns.layers(self, False)

    @collision_layer.setter
    def collision_layer(self, values):
        columns.set_layers(self, False, values, "collision_layer")

    @property
    def collision_mask(self):
        """The `collision_mask` of every sprite, as a column, like `collision_layer`.

        >>> group = Group(Sprite(), Sprite())
        >>> group.collision_mask = 6
        >>> group.collision_mask.tolist()
        [6, 6]
        """
        return columns.layers(self, True)

    @collision_mask.setter
    def collision_mask(self, values):
        columns.set_layers(self, True, values, "collision_mask")

    def pairs(
        self,
        other=spritecol._support.range_check.OMITTED,
        *more,
        mask=None,
        exclude=(),
        where=None,
        shapes=None,
        target_shapes=None,
    ):  # the default by its full name: `inspect.signature` looks it up in sys.modules
        """Return all pairs that hit, without callbacks, as `spritecol.pairs(self, other)` does.

        Args:
            other: a Sprite, a Group, or an iterable of them. If omitted, or if it is this Group
                itself, pairs within this Group are found.
            *more: more of them.
            mask: layers as bits: only sprites of `other` on one of them count. This replaces the
                usual test of both sprites' layers and masks. Within this Group, both sprites have
                to be on one of them.
            exclude: a Sprite, a Group, or an iterable of them to leave out of `other`.
            where: a function f(sprite, other) that returns True if a pair counts; or a function of
                a sprite of `other`, called once for each one that is hit. It is called after all
                pairs are found.
            shapes: a name or names of shapes of the sprites here; only these count.
            target_shapes: likewise for the other sprites' shapes.

        Returns:
            A list of tuples (sprite of this Group, sprite of `other`), ordered by the first sprite,
            then by the second. Within one Group the earlier sprite comes first in each pair.

        Raises:
            TypeError: `other` is None or contains anything that is not a sprite, or a condition has
                the wrong type.
            ValueError: `other` contains itself, or `mask` has more than 64 bits.

        >>> len(Group(Sprite(x, collision=Circle(0, 0, 8)) for x in (0, 9, 18)).pairs())
        2
        """
        if more:
            other = [other, *more]
        return hits.found_pairs(
            self,
            other,
            "this Group",
            "other",
            query_filter.hit_query_filter(None, mask, exclude, where, shapes, target_shapes),
        )

    def pair_indices(
        self,
        other=spritecol._support.range_check.OMITTED,
        *more,
        mask=None,
        exclude=(),
        where=None,
        shapes=None,
        target_shapes=None,
    ):
        """Return all pairs that hit, as positions instead of sprites.

        Faster than `pairs` when there are many pairs, because no Python object is created for each.

        Args:
            other: a Sprite, a Group, or an iterable of them. If omitted, or if it is this Group
                itself, pairs within this Group are found.
            *more: more of them.
            mask: layers as bits, as for `pairs`.
            exclude: sprites to leave out of `other`, as for `pairs`.
            where: always None. Select from the result instead.
            shapes: a name or names of shapes of the sprites here; only these count.
            target_shapes: likewise for the other sprites' shapes.

        Returns:
            An array of dtype intp and shape (k, 2). Each row (i, j) holds a position in this Group
            and one in `other`, in lexicographic order; within one Group, i < j. Positions in an
            iterable count each sprite once and skip vanished ones.

        Raises:
            TypeError: `other` is None or contains anything that is not a sprite, or a condition has
                the wrong type.
            ValueError: `other` contains itself, or `mask` has more than 64 bits.

        >>> Group(Sprite(x, collision=Circle(0, 0, 8)) for x in (0, 9, 18)).pair_indices().tolist()
        [[0, 1], [1, 2]]
        """
        if more:
            other = [other, *more]
        query_filter.refuse_where(where)
        return hits.pair_positions(
            self,
            other,
            query_filter.hit_query_filter(None, mask, exclude, None, shapes, target_shapes),
        )

    def hits(
        self,
        targets=spritecol._support.range_check.OMITTED,
        *more,
        mask=None,
        exclude=(),
        where=None,
        shapes=None,
        target_shapes=None,
    ):
        """Return whether any sprite of this Group hits any of the targets. Stops at the first hit.

        Args:
            targets: a Sprite, a Group, or an iterable of them, as for `Sprite.check`.
            *more: more targets.
            mask: layers as bits, as for `pairs`.
            exclude: a Sprite, a Group, or an iterable of them: targets to leave out.
            where: a function of a pair or of a target, as for `pairs`. If it is given, all hits are
                found before the first call.
            shapes: a name or names of shapes of the sprites here; only these count.
            target_shapes: likewise for the other sprites' shapes.

        Returns:
            True if there is a hit. A sprite does not hit itself.

        Raises:
            TypeError: `targets` contains anything that is not a sprite, or a condition has the
                wrong type.
            ValueError: `targets` contains itself, or `mask` has more than 64 bits.

        >>> Group(Sprite(collision=Circle(0, 0, 8))).hits(Sprite(7, 0, collision=Point(0, 0)))
        True
        """
        if more:
            targets = [targets, *more]
        if query_filter.none_given(mask, exclude, where, shapes, target_shapes):
            return hits.batch_hits_any(self, targets)
        return hits.batch_hits_any(
            self,
            targets,
            query_filter.hit_query_filter(None, mask, exclude, where, shapes, target_shapes),
        )

    def contact_arrays(
        self,
        other=spritecol._support.range_check.OMITTED,
        *more,
        mask=None,
        exclude=(),
        where=None,
        shapes=None,
        target_shapes=None,
    ):
        """Return the contacts of all pairs that hit, as arrays: `Sprite.contacts` for a whole
        Group.

        Args:
            other: a Sprite, a Group, or an iterable of them. If omitted, or if it is this Group
                itself, contacts within this Group are found.
            *more: more of them.
            mask: layers as bits, as for `pairs`.
            exclude: sprites to leave out of `other`, as for `pairs`.
            where: always None. Select from the result instead.
            shapes: a name or names of shapes of the sprites here; only these count.
            target_shapes: likewise for the other sprites' shapes.

        Returns:
            `ContactArrays` with one row for each pair of shapes that hit, in the order of
            `pair_indices`, then of the shapes: `index` (m, 2), `shape_index` (m, 2),
            `normal` (m, 2), `depth` (m,), `point` (m, 2, 2) and `count` (m,).

        Raises:
            TypeError: `other` is None or contains anything that is not a sprite, or a condition has
                the wrong type.
            ValueError: `other` contains itself, or `mask` has more than 64 bits.

        >>> balls = Group(Sprite(x, 0, collision=Circle(0, 0, 8)) for x in (0, 40))
        >>> found = balls.contact_arrays(Sprite(4, 0, collision=Rect(0, -20, 9, 40)))
        >>> found.index.tolist(), found.normal.tolist(), found.depth.tolist()
        ([[0, 0]], [[-1.0, 0.0]], [4.0])
        """
        if more:
            other = [other, *more]
        query_filter.refuse_where(where)
        return contact_questions.contact_arrays_of(
            self,
            other,
            query_filter.hit_query_filter(None, mask, exclude, None, shapes, target_shapes),
        )

    # Queries at a position.

    def query_point(
        self,
        x=spritecol._support.range_check.OMITTED,
        y=spritecol._support.range_check.OMITTED,
        *,
        mask=None,
        exclude=(),
        where=None,
        target_shapes=None,
    ):
        """Return the sprites that contain a point: the sprites that `Point(x, y)` hits.

        Left and top edges belong to a shape, right and bottom edges do not (the fill rule of
        points). To get the topmost sprite first, sort by `z`.

        Args:
            x: position to the right, in pixels; or a pair (x, y) in place of `x` and `y`.
            y: position down, in pixels.
            mask: layers as bits: only sprites on one of them are found, whatever their own masks
                are. None (the default) means all layers.
            exclude: a Sprite, a Group, or an iterable of them (not an iterator), which are not
                found.
            where: a function of a sprite. Only sprites for which it returns True are found. It is
                called last, in order.
            target_shapes: a name or names of shapes; only these count. None means all shapes.

        Returns:
            A list of sprites, in the order of the Group.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: a number is not finite or is beyond 1e12, or `mask` has more than 64 bits.

        >>> tiles = Group(Sprite(x, z=-x, collision=Rect(0, 0, 16, 16)) for x in (0, 8, 16))
        >>> [tile.x for tile in tiles.query_point(16, 4)]
        [8.0, 16.0]
        >>> max(reversed(tiles.query_point(16, 4)), key=lambda tile: tile.z).x  # the topmost
        8.0
        """
        if y is OMITTED:
            x, y = unfold("group.query_point", PLACE, (x, y))
        return place_questions.sprites_at_point(
            self, x, y, query_filter.place_query_filter(mask, exclude, where, target_shapes)
        )

    def query_box(
        self,
        left=spritecol._support.range_check.OMITTED,
        top=spritecol._support.range_check.OMITTED,
        right=spritecol._support.range_check.OMITTED,
        bottom=spritecol._support.range_check.OMITTED,
        *,
        mask=None,
        exclude=(),
        where=None,
        target_shapes=None,
    ):
        """Return the sprites that a box hits. Their exact shapes count, not their bounding boxes.

        The box is given by two opposite corners, in any order.

        Args:
            left: x of one corner, in pixels; or a whole box in place of all four numbers: a tuple
                or a list (left, top, right, bottom), or any object with these attributes. Two
                pairs are two corners, such as the start and the end of a drag.
            top: y of that corner.
            right: x of the opposite corner.
            bottom: y of that corner.
            mask: layers as bits; only sprites on one of them are found. None means all layers.
            exclude: a Sprite, a Group, or an iterable of them (not an iterator), which are not
                found.
            where: a function of a sprite; sprites for which it returns False are not found.
            target_shapes: a name or names of shapes; only these count. None means all shapes.

        Returns:
            A list of sprites, in the order of the Group.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: a number is not finite or is beyond 1e12, a tuple or a list has its right
                before its left or its bottom above its top, or `mask` has more than 64 bits.

        >>> coins = Group(Sprite(x, collision=Circle(0, 0, 8)) for x in (0, 20, 40))
        >>> [coin.x for coin in coins.query_box(7, -4, 30, 4)]
        [0.0, 20.0]
        """
        if bottom is OMITTED:
            left, top, right, bottom = unfold("group.query_box", _BOX, (left, top, right, bottom))
        return place_questions.sprites_in_box(
            self,
            left,
            top,
            right,
            bottom,
            query_filter.place_query_filter(mask, exclude, where, target_shapes),
        )

    def query_inside(
        self,
        left=spritecol._support.range_check.OMITTED,
        top=spritecol._support.range_check.OMITTED,
        right=spritecol._support.range_check.OMITTED,
        bottom=spritecol._support.range_check.OMITTED,
        *,
        mask=None,
        exclude=(),
        where=None,
        target_shapes=None,
    ):
        """Return the sprites that lie wholly inside a box, such as a selection frame.

        A sprite whose shapes reach exactly to the border, and not beyond it, is inside.

        Args:
            left: x of one corner, in pixels; or a whole box in place of all four numbers: a tuple
                or a list (left, top, right, bottom), or any object with these attributes. Two
                pairs are two corners, such as the start and the end of a drag.
            top: y of that corner.
            right: x of the opposite corner.
            bottom: y of that corner.
            mask: layers as bits; only sprites on one of them are found. None means all layers.
            exclude: a Sprite, a Group, or an iterable of them (not an iterator), which are not
                found.
            where: a function of a sprite; sprites for which it returns False are not found.
            target_shapes: a name or names of shapes; only these count. None means all shapes.

        Returns:
            A list of sprites, in the order of the Group. Sprites that are disabled or have no
            shapes are left out.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: a number is not finite or is beyond 1e12, a tuple or a list has its right
                before its left or its bottom above its top, or `mask` has more than 64 bits.

        >>> units = Group(Sprite(x, 50, collision=Circle(0, 0, 8)) for x in (0, 8, 60, 95))
        >>> [unit.x for unit in units.query_inside(0, 0, 100, 100)]
        [8.0, 60.0]
        """
        if bottom is OMITTED:
            left, top, right, bottom = unfold(
                "group.query_inside", _BOX, (left, top, right, bottom)
            )
        return place_questions.sprites_inside(
            self,
            left,
            top,
            right,
            bottom,
            query_filter.place_query_filter(mask, exclude, where, target_shapes),
        )

    def query_outside(
        self,
        left=spritecol._support.range_check.OMITTED,
        top=spritecol._support.range_check.OMITTED,
        right=spritecol._support.range_check.OMITTED,
        bottom=spritecol._support.range_check.OMITTED,
        *,
        mask=None,
        exclude=(),
        where=None,
        target_shapes=None,
    ):
        """Return the sprites that lie wholly outside a box, such as bullets that have left the
        screen.

        These are the sprites that `query_box` does not find. Sprites that are disabled or have no
        shapes are left out here, too.

        Args:
            left: x of one corner, in pixels; or a whole box in place of all four numbers: a tuple
                or a list (left, top, right, bottom), or any object with these attributes. Two
                pairs are two corners, such as the start and the end of a drag.
            top: y of that corner.
            right: x of the opposite corner.
            bottom: y of that corner.
            mask: layers as bits; only sprites on one of them are found. None means all layers.
            exclude: a Sprite, a Group, or an iterable of them (not an iterator), which are not
                found.
            where: a function of a sprite; sprites for which it returns False are not found.
            target_shapes: a name or names of shapes; only these count. None means all shapes.

        Returns:
            A list of sprites, in the order of the Group.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: a number is not finite or is beyond 1e12, a tuple or a list has its right
                before its left or its bottom above its top, or `mask` has more than 64 bits.

        >>> shots = Group(Sprite(x, 50, collision=Circle(0, 0, 8)) for x in (-9, 0, 300, 700))
        >>> for shot in shots.query_outside(0, 0, 640, 480):
        ...     shot.vanish()
        >>> shots.x.tolist()
        [0.0, 300.0]
        """
        if bottom is OMITTED:
            given: tuple = (left, top, right, bottom)
            left, top, right, bottom = unfold("group.query_outside", _BOX, given)
        return place_questions.sprites_outside(
            self,
            left,
            top,
            right,
            bottom,
            query_filter.place_query_filter(mask, exclude, where, target_shapes),
        )

    def query_circle(
        self,
        x=spritecol._support.range_check.OMITTED,
        y=spritecol._support.range_check.OMITTED,
        radius=spritecol._support.range_check.OMITTED,
        *,
        mask=None,
        exclude=(),
        where=None,
        target_shapes=None,
    ):
        """Return the sprites that a circle hits: the sprites nearer to (x, y) than `radius`.

        Args:
            x: x of the center, in pixels; or a pair (x, y) in place of `x` and `y`.
            y: y of the center.
            radius: in pixels. 0 makes the circle a point.
            mask: layers as bits; only sprites on one of them are found. None means all layers.
            exclude: a Sprite, a Group, or an iterable of them (not an iterator), which are not
                found.
            where: a function of a sprite; sprites for which it returns False are not found.
            target_shapes: a name or names of shapes; only these count. None means all shapes.

        Returns:
            A list of sprites, in the order of the Group.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: a number is not finite or is beyond 1e12, `radius` is negative, or `mask`
                has more than 64 bits.

        >>> coins = Group(Sprite(x, collision=Circle(0, 0, 8)) for x in (0, 20, 40))
        >>> [coin.x for coin in coins.query_circle(0, 0, 13)]
        [0.0, 20.0]
        """
        if y is OMITTED or radius is OMITTED:
            x, y, radius = unfold("group.query_circle", _CIRCLE, (x, y, radius))
        return place_questions.sprites_in_circle(
            self, x, y, radius, query_filter.place_query_filter(mask, exclude, where, target_shapes)
        )

    def query_within(
        self,
        x=spritecol._support.range_check.OMITTED,
        y=spritecol._support.range_check.OMITTED,
        distance=spritecol._support.range_check.OMITTED,
        *,
        mask=None,
        exclude=(),
        where=None,
        shapes=None,
        target_shapes=None,
    ):
        """Return the sprites that are less than `distance` away from a sprite or a point.

        Distances are measured between shapes. Sprites that overlap the given sprite are found, even
        if `distance` is 0. A given sprite never finds itself, and its layer and mask do not count.
        For a point, this is the same as `query_circle`.

        Args:
            x: x of a point, in pixels; or a Sprite or a pair (x, y) in place of `x` and `y`.
            y: y of the point.
            distance: in pixels. A sprite at exactly this distance is not found.
            mask: layers as bits; only sprites on one of them are found. None means all layers.
            exclude: a Sprite, a Group, or an iterable of them (not an iterator), which are not
                found.
            where: a function of a sprite; sprites for which it returns False are not found.
            shapes: a name or names of shapes of the given Sprite; only these count.
            target_shapes: a name or names of shapes; only these count. None means all shapes.

        Returns:
            A list of sprites, in the order of the Group.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: a number is not finite or is beyond 1e12, `distance` is negative, or `mask`
                has more than 64 bits.

        >>> coins = Group(Sprite(x, collision=Circle(0, 0, 8)) for x in (0, 20, 40))
        >>> hero = Sprite(-20, collision=Circle(0, 0, 8))
        >>> [coin.x for coin in coins.query_within(hero, 25)]
        [0.0, 20.0]
        >>> [coin.x for coin in coins.query_within((45, 0), 5)]
        [40.0]
        """
        if isinstance(x, SpriteRow):
            x, distance = unfold("group.query_within", _SPRITE_AND_DISTANCE, (x, y, distance))
            return place_questions.sprites_within(
                self,
                x,
                distance,
                query_filter.near_query_filter(x, mask, exclude, where, shapes, target_shapes),
            )
        if y is OMITTED or distance is OMITTED:
            x, y, distance = unfold("group.query_within", _PLACE_AND_DISTANCE, (x, y, distance))
        query_filter.demand_asker("group.query_within", shapes)
        return place_questions.sprites_in_circle(
            self,
            x,
            y,
            distance,
            query_filter.place_query_filter(mask, exclude, where, target_shapes),
            "distance",
        )

    def query_shape(
        self,
        shape,
        *,
        mask=None,
        exclude=(),
        where=None,
        shapes=None,
        target_shapes=None,
    ):
        """Return the sprites that a shape hits, as `check` does for a sprite that meets all layers.

        Args:
            shape: a shape such as `Segment(0, 0, 9, 9)`, in world space. A Sprite means its shapes:
                its layer and mask do not count, and it does not find itself.
            mask: layers as bits; only sprites on one of them are found. None means all layers.
            exclude: a Sprite, a Group, or an iterable of them (not an iterator), which are not
                found.
            where: a function of a sprite; sprites for which it returns False are not found.
            shapes: a name or names of the given shapes; only these count.
            target_shapes: a name or names of shapes; only these count. None means all shapes.

        Returns:
            A list of sprites, in the order of the Group.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: `mask` has more than 64 bits.

        >>> coins = Group(Sprite(x, collision=Circle(0, 0, 8)) for x in (0, 20, 40))
        >>> [coin.x for coin in coins.query_shape(Segment(0, -9, 40, 7))]
        [20.0, 40.0]
        """
        return place_questions.sprites_at_shape(
            self, shape, mask, exclude, where, shapes, target_shapes
        )

    def nearest(
        self,
        x=spritecol._support.range_check.OMITTED,
        y=spritecol._support.range_check.OMITTED,
        *,
        max_distance=math.inf,
        mask=None,
        exclude=(),
        where=None,
        shapes=None,
        target_shapes=None,
    ):
        """Return the sprite nearest to a point or to a sprite, measured between shapes; or None.

        A given sprite never finds itself, and its layer and mask do not count.

        Args:
            x: position to the right, in pixels; or a pair (x, y) or a Sprite in place of `x` and
                `y`.
            y: position down, in pixels.
            max_distance: in pixels; sprites beyond it are not found.
            mask: layers as bits; only sprites on one of them are found. None means all layers.
            exclude: a Sprite, a Group, or an iterable of them (not an iterator), which are not
                found.
            where: a function of a sprite; sprites for which it returns False are not found.
            shapes: a name or names of shapes of the given Sprite; only these count.
            target_shapes: a name or names of shapes; only these count. None means all shapes.

        Returns:
            A `Near`, or None. If the point is inside the sprite found, or the given sprite hits it,
            the distance is 0 and `point` is inside both. Among equally near sprites, the first in
            the Group is returned.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: a number is not finite or is beyond 1e12 (`max_distance` may be infinite),
                `max_distance` is negative, or `mask` has more than 64 bits.

        >>> coins = Group(Sprite(x, collision=Circle(0, 0, 8)) for x in (0, 20, 50))
        >>> near = coins.nearest(30, 0)
        >>> near.other.x, near.distance, near.point
        (20.0, 2.0, Vec2(28.0, 0.0))
        >>> coins.nearest(coins[0]).distance
        4.0
        """
        if isinstance(x, SpriteRow):
            if y is not OMITTED:
                unfold("group.nearest", _SPRITE, (x, y))
            found = place_questions.nearest_to_sprite(
                self,
                x,
                1,
                max_distance,
                query_filter.near_query_filter(x, mask, exclude, where, shapes, target_shapes),
            )
            return found[0] if found else None
        if y is OMITTED:
            x, y = unfold("group.nearest", PLACE, (x, y))
        query_filter.demand_asker("group.nearest", shapes)
        found = place_questions.nearest_sprites(
            self,
            x,
            y,
            1,
            max_distance,
            query_filter.place_query_filter(mask, exclude, where, target_shapes),
        )
        return found[0] if found else None

    def nearest_k(
        self,
        x=spritecol._support.range_check.OMITTED,
        y=spritecol._support.range_check.OMITTED,
        k=spritecol._support.range_check.OMITTED,
        *,
        max_distance=math.inf,
        mask=None,
        exclude=(),
        where=None,
        shapes=None,
        target_shapes=None,
    ):
        """Return the k sprites nearest to a point or to a sprite, measured between shapes.

        A given sprite never finds itself, and its layer and mask do not count.

        Args:
            x: position to the right, in pixels; or a pair (x, y) or a Sprite in place of `x` and
                `y`.
            y: position down, in pixels.
            k: how many sprites to find. Fewer are returned if there are not so many.
            max_distance: in pixels; sprites beyond it are not found. Default infinite.
            mask: layers as bits; only sprites on one of them are found. None means all layers.
            exclude: a Sprite, a Group, or an iterable of them (not an iterator), which are not
                found.
            where: a function of a sprite; sprites for which it returns False are not found.
            shapes: a name or names of shapes of the given Sprite; only these count.
            target_shapes: a name or names of shapes; only these count. None means all shapes.

        Returns:
            A list of `Near`, ordered by distance, then by position in the Group. The distance is 0
            if the point is inside or the given sprite hits.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: a number is not finite or is beyond 1e12 (`max_distance` may be infinite),
                `max_distance` or `k` is negative, or `mask` has more than 64 bits.

        >>> coins = Group(Sprite(x, collision=Circle(0, 0, 8)) for x in (0, 20, 50))
        >>> [(near.other.x, near.distance) for near in coins.nearest_k(30, 0, 2)]
        [(20.0, 2.0), (50.0, 12.0)]
        >>> [near.distance for near in coins.nearest_k(coins[1], 2)]
        [4.0, 14.0]
        """
        if isinstance(x, SpriteRow):
            x, k = unfold("group.nearest_k", _SPRITE_AND_K, (x, y, k))
            return place_questions.nearest_to_sprite(
                self,
                x,
                k,
                max_distance,
                query_filter.near_query_filter(x, mask, exclude, where, shapes, target_shapes),
            )
        if y is OMITTED or k is OMITTED:
            x, y, k = unfold("group.nearest_k", _PLACE_AND_K, (x, y, k))
        query_filter.demand_asker("group.nearest_k", shapes)
        return place_questions.nearest_sprites(
            self,
            x,
            y,
            k,
            max_distance,
            query_filter.place_query_filter(mask, exclude, where, target_shapes),
        )

    def point_indices(self, points, *, mask=None, exclude=(), where=None, target_shapes=None):
        """`query_point` for many points at once.

        Args:
            points: an array of shape (n, 2): x and y of each point, in pixels.
            mask: layers as bits; only sprites on one of them are found. None means all layers.
            exclude: a Sprite, a Group, or an iterable of them (not an iterator), which are not
                found.
            where: always None. Select from the result instead.
            target_shapes: a name or names of shapes; only these count. None means all shapes.

        Returns:
            An array of dtype intp and shape (m, 2). Each row (i, j) holds the index of a point and
            the position in this Group of a sprite that contains it, in lexicographic order.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: `points` has the wrong shape, a number is not finite or is beyond 1e12, or
                `mask` has more than 64 bits.

        >>> tiles = Group(Sprite(x, collision=Rect(0, 0, 16, 16)) for x in (0, 8, 16))
        >>> tiles.point_indices([(0, 0), (99, 0), (16, 4)]).tolist()
        [[0, 0], [2, 1], [2, 2]]
        """
        query_filter.refuse_where(where)
        return place_questions.indices_at(
            self,
            layout.POINT,
            points,
            "points",
            query_filter.place_query_filter(mask, exclude, None, target_shapes),
        )

    def box_indices(self, boxes, *, mask=None, exclude=(), where=None, target_shapes=None):
        """`query_box` for many boxes at once.

        Args:
            boxes: an array of shape (n, 4): left, top, right and bottom of each box, in pixels, or
                any two opposite corners.
            mask: layers as bits; only sprites on one of them are found. None means all layers.
            exclude: a Sprite, a Group, or an iterable of them (not an iterator), which are not
                found.
            where: always None. Select from the result instead.
            target_shapes: a name or names of shapes; only these count. None means all shapes.

        Returns:
            An array of dtype intp and shape (m, 2). Each row (i, j) holds the index of a box and
            the position in this Group of a sprite that it hits, in lexicographic order.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: `boxes` has the wrong shape, a number is not finite or is beyond 1e12, or
                `mask` has more than 64 bits.

        >>> coins = Group(Sprite(x, collision=Circle(0, 0, 8)) for x in (0, 20, 40))
        >>> coins.box_indices([(7, -4, 30, 4), (8, 0, 12, 9)]).tolist()
        [[0, 0], [0, 1]]
        """
        query_filter.refuse_where(where)
        return place_questions.indices_at(
            self,
            layout.BOX,
            boxes,
            "boxes",
            query_filter.place_query_filter(mask, exclude, None, target_shapes),
        )

    def circle_indices(self, circles, *, mask=None, exclude=(), where=None, target_shapes=None):
        """`query_circle` for many circles at once.

        Args:
            circles: an array of shape (n, 3): x, y and radius of each circle, in pixels.
            mask: layers as bits; only sprites on one of them are found. None means all layers.
            exclude: a Sprite, a Group, or an iterable of them (not an iterator), which are not
                found.
            where: always None. Select from the result instead.
            target_shapes: a name or names of shapes; only these count. None means all shapes.

        Returns:
            An array of dtype intp and shape (m, 2). Each row (i, j) holds the index of a circle and
            the position in this Group of a sprite that it hits, in lexicographic order.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: `circles` has the wrong shape, a radius is negative, a number is not finite
                or is beyond 1e12, or `mask` has more than 64 bits.

        >>> coins = Group(Sprite(x, collision=Circle(0, 0, 8)) for x in (0, 20, 40))
        >>> coins.circle_indices([(0, 0, 13), (0, 0, 5)]).tolist()
        [[0, 0], [0, 1], [1, 0]]
        """
        query_filter.refuse_where(where)
        return place_questions.indices_at(
            self,
            layout.CIRCLE,
            circles,
            "circles",
            query_filter.place_query_filter(mask, exclude, None, target_shapes),
        )

    def nearest_indices(
        self,
        points,
        k=1,
        *,
        max_distance=math.inf,
        mask=None,
        exclude=(),
        where=None,
        target_shapes=None,
    ):
        """`nearest_k` for many points at once.

        Args:
            points: an array of shape (n, 2): x and y of each point, in pixels.
            k: how many sprites to find for each point.
            max_distance: in pixels; sprites beyond it are not found. Default infinite.
            mask: layers as bits; only sprites on one of them are found. None means all layers.
            exclude: a Sprite, a Group, or an iterable of them (not an iterator), which are not
                found.
            where: always None. Ask a Group of the sprites that count instead.
            target_shapes: a name or names of shapes; only these count. None means all shapes.

        Returns:
            Two arrays of shape (n, k): the positions of the sprites in this Group, of dtype intp,
            and their distances in pixels. Each row is ordered by distance, then by position. If
            fewer than k sprites are found, the rest of the row is -1 and inf.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: `points` has the wrong shape, a number is not finite or is beyond 1e12
                (`max_distance` may be infinite), `max_distance` or `k` is negative, or `mask` has
                more than 64 bits.

        >>> coins = Group(Sprite(x, collision=Circle(0, 0, 8)) for x in (0, 20, 50))
        >>> positions, distances = coins.nearest_indices([(30, 0), (0, 3)], 2)
        >>> positions.tolist(), distances.tolist()
        ([[1, 2], [0, 1]], [[2.0, 12.0], [0.0, 12.223748416156685]])
        """
        query_filter.refuse_where(where)
        return place_questions.nearest_positions(
            self,
            points,
            k,
            max_distance,
            query_filter.place_query_filter(mask, exclude, None, target_shapes),
        )

    # Rays.

    def raycast(
        self,
        x1=spritecol._support.range_check.OMITTED,
        y1=spritecol._support.range_check.OMITTED,
        x2=spritecol._support.range_check.OMITTED,
        y2=spritecol._support.range_check.OMITTED,
        *,
        radius=0,
        hit_from_inside=True,
        mask=None,
        exclude=(),
        where=None,
        target_shapes=None,
    ):
        """Return the first shape that a ray enters, or None.

        A ray is a moving point. It is inside the shapes that `query_point` finds there. It does not
        hit an edge that it runs along, and it does not slip through the joint between two tiles or
        segments. A one-way shape stops it only if it starts outside and enters through the front.

        Args:
            x1: x of the start, in pixels. A pair may replace x1 and y1, and another x2 and y2.
            y1: y of the start.
            x2: x of the end.
            y2: y of the end.
            radius: in pixels. With more than 0, a disc moves from start to end instead of a point.
            hit_from_inside: if False, the ray ignores a shape in which it starts, and only that
                shape. Default True, since a wall around an eye or a muzzle blocks it. For sweeps
                the default is False, so that a body can leave a shape that it overlaps.
            mask: layers as bits: only sprites on one of them are hit, whatever their own masks are.
                None (the default) means all layers.
            exclude: a Sprite, a Group, or an iterable of them (not an iterator), which are not hit.
            where: a function of a sprite. Only sprites for which it returns True are hit. It is
                called last, in order.
            target_shapes: a name or names of shapes; only these count. None means all shapes.

        Returns:
            A `RayHit`, or None. If several shapes have the same fraction, the first is the one that
            the ray would enter first if it were shifted a little to the right; then the order in
            the Group decides, then the order of the shapes.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: a number is not finite or is beyond 1e12, `radius` is negative, or `mask`
                has more than 64 bits.

        >>> walls = Group(Sprite(x, -50, collision=Rect(0, 0, 10, 99)) for x in (60, 30))
        >>> hit = walls.raycast(0, 0, 100, 0)
        >>> hit.other.x, hit.fraction, hit.point, hit.normal, hit.distance
        (30.0, 0.3, Vec2(30.0, 0.0), Vec2(-1.0, 0.0), 30.0)
        """
        if y1 is OMITTED or y2 is OMITTED:
            x1, y1, x2, y2 = unfold("group.raycast", _RAY, (x1, y1, x2, y2))
        ray: RayArguments = ray_questions.ray_arguments(x1, y1, x2, y2, radius, hit_from_inside)
        return ray_questions.first_hit_on_ray(
            self,
            C.address(ray),
            query_filter.place_query_filter(mask, exclude, where, target_shapes),
        )

    def raycast_all(
        self,
        x1=spritecol._support.range_check.OMITTED,
        y1=spritecol._support.range_check.OMITTED,
        x2=spritecol._support.range_check.OMITTED,
        y2=spritecol._support.range_check.OMITTED,
        *,
        radius=0,
        hit_from_inside=True,
        mask=None,
        exclude=(),
        where=None,
        target_shapes=None,
    ):
        """Return all shapes that a ray enters, in the order in which it enters them.

        A one-way shape counts only if the ray starts outside and enters through the front.

        Args:
            x1: x of the start, in pixels. A pair may replace x1 and y1, and another x2 and y2.
            y1: y of the start.
            x2: x of the end.
            y2: y of the end.
            radius: in pixels. With more than 0, a disc moves from start to end instead of a point.
            hit_from_inside: if False, the ray ignores a shape in which it starts. Default True.
            mask: layers as bits; only sprites on one of them are hit. None means all layers.
            exclude: a Sprite, a Group, or an iterable of them (not an iterator), which are not hit.
            where: a function of a sprite; sprites for which it returns False are not hit.
            target_shapes: a name or names of shapes; only these count. None means all shapes.

        Returns:
            A list with one `RayHit` for each shape, ordered by fraction. Equal fractions are
            ordered as in `raycast`.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: a number is not finite or is beyond 1e12, `radius` is negative, or `mask`
                has more than 64 bits.

        >>> walls = Group(Sprite(x, -50, collision=Rect(0, 0, 10, 99)) for x in (60, 30))
        >>> [hit.distance for hit in walls.raycast_all(0, 0, 100, 0)]
        [30.0, 60.0]
        """
        if y1 is OMITTED or y2 is OMITTED:
            x1, y1, x2, y2 = unfold("group.raycast_all", _RAY, (x1, y1, x2, y2))
        ray: RayArguments = ray_questions.ray_arguments(x1, y1, x2, y2, radius, hit_from_inside)
        return ray_questions.hits_on_ray(
            self,
            C.address(ray),
            query_filter.place_query_filter(mask, exclude, where, target_shapes),
        )

    def line_of_sight(
        self,
        x1=spritecol._support.range_check.OMITTED,
        y1=spritecol._support.range_check.OMITTED,
        x2=spritecol._support.range_check.OMITTED,
        y2=spritecol._support.range_check.OMITTED,
        *,
        radius=0,
        hit_from_inside=True,
        mask=None,
        exclude=(),
        where=None,
        target_shapes=None,
    ):
        """Return whether nothing is between two points: a ray from start to end hits nothing.

        Stops at any hit, so it is the fastest of the ray queries. A one-way shape blocks the view
        only through its front, as it stops a ray.

        Args:
            x1: x of the start, in pixels. A pair may replace x1 and y1, and another x2 and y2.
            y1: y of the start.
            x2: x of the end.
            y2: y of the end.
            radius: in pixels. With more than 0, a disc moves from start to end instead of a point.
            hit_from_inside: if False, the ray ignores a shape in which it starts. Default True.
            mask: layers as bits; only sprites on one of them are hit. None means all layers.
            exclude: a Sprite, a Group, or an iterable of them (not an iterator), which are not hit.
            where: a function of a sprite; sprites for which it returns False are not hit.
            target_shapes: a name or names of shapes; only these count. None means all shapes.

        Returns:
            True if `raycast` would return None.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: a number is not finite or is beyond 1e12, `radius` is negative, or `mask`
                has more than 64 bits.

        >>> walls = Group(Sprite(30, -50, collision=Rect(0, 0, 10, 99)))
        >>> walls.line_of_sight(0, 0, 100, 0), walls.line_of_sight(0, 0, 29, 0)
        (False, True)
        """
        if y1 is OMITTED or y2 is OMITTED:
            x1, y1, x2, y2 = unfold("group.line_of_sight", _RAY, (x1, y1, x2, y2))
        ray: RayArguments = ray_questions.ray_arguments(x1, y1, x2, y2, radius, hit_from_inside)
        return ray_questions.is_in_sight(
            self,
            C.address(ray),
            query_filter.place_query_filter(mask, exclude, where, target_shapes),
        )

    def raycast_arrays(
        self,
        starts,
        ends,
        *,
        radius=0,
        hit_from_inside=True,
        mask=None,
        exclude=(),
        where=None,
        target_shapes=None,
    ):
        """`raycast` for many rays at once.

        A one-way shape stops only the rays that start outside and enter through the front.

        Args:
            starts: an array of shape (n, 2): x and y of each start, in pixels; or one (x, y) for
                all rays.
            ends: an array of shape (n, 2): x and y of each end; or one (x, y) for all rays.
            radius: one number for all rays, in pixels. More than 0 makes them moving discs.
            hit_from_inside: if False, a ray ignores a shape in which it starts. Default True.
            mask: layers as bits; only sprites on one of them are hit. None means all layers.
            exclude: a Sprite, a Group, or an iterable of them (not an iterator), which are not hit.
            where: always None. Ask a Group of the sprites that count instead.
            target_shapes: a name or names of shapes; only these count. None means all shapes.

        Returns:
            `RayArrays`: arrays with one row for each ray.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: an array has the wrong shape, a number is not finite or is beyond 1e12,
                `radius` is negative, or `mask` has more than 64 bits.

        >>> walls = Group(Sprite(x, -50, collision=Rect(0, 0, 10, 99)) for x in (60, 30))
        >>> rays = walls.raycast_arrays((0, 0), [(100, 0), (0, 100), (-100, 0)])
        >>> rays.index.tolist(), rays.fraction.tolist()
        ([1, -1, -1], [0.3, 1.0, 1.0])
        """
        query_filter.refuse_where(where)
        return ray_questions.hits_on_rays(
            self,
            starts,
            ends,
            radius,
            hit_from_inside,
            query_filter.place_query_filter(mask, exclude, None, target_shapes),
            False,
        )

    def line_of_sight_arrays(
        self,
        starts,
        ends,
        *,
        radius=0,
        hit_from_inside=True,
        mask=None,
        exclude=(),
        where=None,
        target_shapes=None,
    ):
        """`line_of_sight` for many rays at once.

        A one-way shape blocks the view only through its front, as it stops a ray.

        Args:
            starts: an array of shape (n, 2): x and y of each start, in pixels; or one (x, y) for
                all rays.
            ends: an array of shape (n, 2): x and y of each end; or one (x, y) for all rays.
            radius: one number for all rays, in pixels. More than 0 makes them moving discs.
            hit_from_inside: if False, a ray ignores a shape in which it starts. Default True.
            mask: layers as bits; only sprites on one of them are hit. None means all layers.
            exclude: a Sprite, a Group, or an iterable of them (not an iterator), which are not hit.
            where: always None. Ask a Group of the sprites that count instead.
            target_shapes: a name or names of shapes; only these count. None means all shapes.

        Returns:
            An array of bool and shape (n,): True where nothing is in between.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: an array has the wrong shape, a number is not finite or is beyond 1e12,
                `radius` is negative, or `mask` has more than 64 bits.

        >>> walls = Group(Sprite(30, -50, collision=Rect(0, 0, 10, 99)))
        >>> walls.line_of_sight_arrays((0, 0), [(100, 0), (0, 100)]).tolist()
        [False, True]
        """
        query_filter.refuse_where(where)
        return ray_questions.hits_on_rays(
            self,
            starts,
            ends,
            radius,
            hit_from_inside,
            query_filter.place_query_filter(mask, exclude, None, target_shapes),
            True,
        )

    def visible_area(
        self,
        x=spritecol._support.range_check.OMITTED,
        y=spritecol._support.range_check.OMITTED,
        radius=spritecol._support.range_check.OMITTED,
        *,
        angle=None,
        spread=360,
        tolerance=spritecol._support.range_check.OMITTED,
        mask=None,
        exclude=(),
        where=None,
        target_shapes=None,
    ):
        """Return the area that an eye sees among the sprites, within a disc or a sector of it.

        `line_of_sight` is True for each point of the area, and False for each point of the disc
        outside it, within 1e-9 pixels. At round shapes and at the rim of the disc the area is
        smaller by up to `tolerance`.

        Args:
            x: x of the eye, in pixels; or a pair (x, y) in place of `x` and `y`.
            y: y of the eye.
            radius: how far it sees, in pixels.
            angle: the middle of a sector, in degrees, clockwise on screen; None for a whole disc.
            spread: how wide the sector is, in degrees.
            tolerance: in pixels, at least a millionth of the radius. A smaller one makes more
                corners. The default is 0.25, or a millionth of the radius if that is more.
            mask: layers as bits: only sprites on one of them hide anything. None means all layers.
            exclude: a Sprite, a Group, or an iterable of them (not an iterator), which hide
                nothing.
            where: a function of a sprite, called once for each; sprites for which it returns False
                hide nothing.
            target_shapes: a name or names of shapes; only these hide anything. None means all.

        Returns:
            A `Polygon` in world space; None if the eye is inside a shape or sees nothing.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: a number is out of range, or `spread` is given without `angle`.

        >>> walls = Group(Sprite(40, -10, collision=Rect(0, 0, 10, 20)))
        >>> area = walls.visible_area(0, 0, radius=100, angle=0, spread=10)
        >>> [(round(x), round(y)) for x, y in area.points]
        [(0, 0), (40, -3), (40, 3)]
        """
        if y is OMITTED or radius is OMITTED:
            x, y, radius = unfold("group.visible_area", _CIRCLE, (x, y, radius))
        from spritecol.sprites.questions.visible_area import seen_area, view_of  # few games need it

        view = view_of(x, y, radius, angle, spread, tolerance)
        near: list = place_questions.sprites_in_circle(
            self, x, y, radius, query_filter.place_query_filter(mask, exclude, where, target_shapes)
        )
        return seen_area(view, Group(near), mask, target_shapes)

    # Sweeps.

    def sweep_arrays(
        self,
        dx,
        dy,
        targets,
        *more,
        hit_from_inside=False,
        mask=None,
        exclude=(),
        where=None,
        shapes=None,
        target_shapes=None,
    ):
        """Return the first hit of each sprite of this Group on its own motion, as arrays.

        The same as `Sprite.sweep` in a loop, for all bullets of a frame. Nothing moves.

        Args:
            dx: how far to the right, in pixels: one number for all, or an array of shape (n,).
            dy: how far down, in pixels: one number for all, or an array of shape (n,).
            targets: a Sprite, a Group, or an iterable of them, as for `Sprite.check`. They do not
                move during the sweep.
            *more: more of them.
            hit_from_inside: if True, shapes that overlap at the start count, as for `Sprite.sweep`.
            mask: layers as bits: only targets on one of them count. This replaces the usual test of
                both sprites' layers and masks.
            exclude: a Sprite, a Group, or an iterable of them (not an iterator) that do not count.
            where: always None. Pass only the sprites that count instead.
            shapes: a name or names of shapes of the sprites here; only these count.
            target_shapes: likewise for the other sprites' shapes.

        Returns:
            A `SweepArrays` with the arrays `hit` (n,), `index` (n,), `fraction` (n,), `point`
            (n, 2), `normal` (n, 2) and `end` (n, 2), in the order of this Group. Indexes into an
            iterable count each sprite once and skip vanished ones.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: a number is not finite or beyond 1e12, an array has the wrong length, or
                `mask` has more than 64 bits.

        >>> bullets = Group(Sprite(0, y, collision=Circle(0, 0, 2)) for y in (0, 50))
        >>> wall = Sprite(100, -5, collision=Rect(0, 0, 10, 10))
        >>> sweeps = bullets.sweep_arrays(200, 0, wall)
        >>> sweeps.hit.tolist(), sweeps.index.tolist(), sweeps.fraction.tolist()
        ([True, False], [0, -1], [0.49, 1.0])
        """
        if more:
            targets = [targets, *more]
        query_filter.refuse_where(where)
        return chosen_sweeps_of(
            self, dx, dy, targets, hit_from_inside, mask, exclude, shapes, target_shapes
        )

    def move_and_slide_arrays(
        self,
        dx,
        dy,
        targets,
        *more,
        up=None,
        max_floor_angle=45,
        mask=None,
        exclude=(),
        where=None,
        shapes=None,
        target_shapes=None,
    ):
        """Move each sprite of this Group as `Sprite.move_and_slide` would, all at the same time.

        Args:
            dx: how far to the right, in pixels: one number for all, or an array of shape (n,).
            dy: how far down, in pixels: one number for all, or an array of shape (n,).
            targets: a Sprite, a Group, or an iterable of them (not an iterator).
            *more: more of them.
            up: the direction away from the floor, as for `Sprite.move_and_slide`.
            max_floor_angle: how steep a floor may be, in degrees, from 0 to less than 90.
            mask: layers as bits, as for `sweep_arrays`.
            exclude: sprites that do not count, as for `sweep_arrays`.
            where: always None. Pass only the sprites that count instead.
            shapes: a name or names of the members' shapes; only these count. None means all.
            target_shapes: likewise for the targets' shapes.

        Returns:
            A `SlideArrays`: the arrays `travel` (n, 2), `hit` (n,), `normal` (n, 2), `on_floor`
            (n,).

        Raises:
            TypeError, ValueError: as for `sweep_arrays`. After an error no sprite has moved.

        >>> units = Group(Sprite(0, y, collision=Circle(0, 0, 5)) for y in (0, 50))
        >>> wall = Sprite(20, -20, collision=Rect(0, 0, 10, 40))
        >>> slides = units.move_and_slide_arrays(30, 1, wall)
        >>> slides.hit.tolist(), slides.travel.tolist()
        ([True, False], [[15.0, 1.0], [30.0, 1.0]])
        """
        if more:
            targets = [targets, *more]
        query_filter.refuse_where(where)
        return slides_of(
            self,
            dx,
            dy,
            targets,
            up,
            max_floor_angle,
            mask,
            exclude,
            shapes,
            target_shapes,
        )

    def separation_arrays(
        self,
        other=spritecol._support.range_check.OMITTED,
        *more,
        mask=None,
        exclude=(),
        where=None,
        shapes=None,
        target_shapes=None,
    ):
        """Return how far to push each sprite of this Group so that the sprites no longer overlap.

        Two sprites that hit each get half of the move that separates them, and these
        halves are added up per sprite. With `other`, whose sprites stay where they are, the result
        is `sprite.separation(other)` for each sprite.

        Args:
            other: a Sprite, a Group, or an iterable of them. If omitted, this Group itself.
            *more: more of them.
            mask: layers as bits, as for `pairs`.
            exclude: sprites to leave out of `other`, as for `pairs`.
            where: always None. Pass only the sprites that count instead.
            shapes: a name or names of shapes of the sprites here; only these count.
            target_shapes: likewise for the other sprites' shapes.

        Returns:
            An array of shape (n, 2), in the order of this Group: (0, 0) for sprites that hit
            nothing.

        Raises:
            TypeError: `other` is None or contains anything that is not a sprite, or a condition has
                the wrong type.
            ValueError: `other` contains itself, or `mask` has more than 64 bits.

        >>> group = Group(Sprite(x, collision=Circle(0, 0, 8)) for x in (0, 14, 50))
        >>> group.separation_arrays().round(6).tolist()
        [[-1.0, 0.0], [1.0, 0.0], [0.0, 0.0]]
        """
        if more:
            other = [other, *more]
        query_filter.refuse_where(where)
        return contact_questions.separations_of(self, other, mask, exclude, shapes, target_shapes)


@C.cfunc
def given_members(sprites: tuple) -> object:
    """Return the members that are given to `add` and the like: Sprites, Groups, and all sprites of
    iterables.

    The result is a tuple or a list that nobody else holds. A million sprites are listed only once,
    because copies that are freed later would leave holes in memory between objects that grow
    meanwhile.
    """
    for item in sprites:
        if not isinstance(item, (SpriteRow, Group)):
            break
    else:
        return sprites
    if len(sprites) == 1:
        return flattened(sprites[0], "sprites")
    given: list = []
    for item in sprites:
        if isinstance(item, (SpriteRow, Group)):
            given.append(item)
        else:
            given.extend(flattened(item, "sprites"))
    return given


Sequence.register(Group)
