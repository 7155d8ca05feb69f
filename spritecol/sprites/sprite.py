"""`Sprite`, the class that users see and subclass."""

import math
import types

import cython as C
from cython.cimports.spritecol._engine.pipeline.stages import rows_hit
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import RowRecord
from cython.cimports.spritecol._engine.storage.store import DEFAULT_LAYER, DEFAULT_MASK, STORE
from cython.cimports.spritecol._engine.sweeps.impact import SweepWay
from cython.cimports.spritecol._engine.transform.world_parts import put_local_point, put_world_point
from cython.cimports.spritecol._support import forms
from cython.cimports.spritecol._support.fast_range_check import checked
from cython.cimports.spritecol._support.forms import MOTION, OMITTED, PLACE, is_number, unfold
from cython.cimports.spritecol._support.libc import INFINITY
from cython.cimports.spritecol._support.vectors import XY, checked_pair, new_vector
from cython.cimports.spritecol.sprites.containers.batch import Batch
from cython.cimports.spritecol.sprites.containers.targets import batch_of, pieces_of
from cython.cimports.spritecol.sprites.containers.when_to_warn import warn_of_mistakes
from cython.cimports.spritecol.sprites.motion import move_and_bounce, move_and_slide
from cython.cimports.spritecol.sprites.questions import (
    contact_questions,
    place_questions,
    sweep_questions,
)
from cython.cimports.spritecol.sprites.questions.hits import hits_any, sprites_hit
from cython.cimports.spritecol.sprites.questions.query_filter import (
    QueryFilter,
    hit_query_filter,
    none_given,
    place_query_filter,
    sweep_query_filter,
)
from cython.cimports.spritecol.sprites.row import sprite_row, stored_numbers
from cython.cimports.spritecol.sprites.row.sprite_row import SpriteRow, value_and_outline

from spritecol._support.range_check import shown, undeletable
from spritecol.shapes.collision_value import read_only
from spritecol.sprites.containers import when_to_warn
from spritecol.sprites.copy_and_pickle import checked_state, reduced, restore_attributes
from spritecol.sprites.hints import mistakes, unknown_names
from spritecol.sprites.row.sprite_row import Attribute
from spritecol.sprites.tables.attribute_table import ATTRIBUTES, LAYERS, SWITCHES

_SETTERS = {
    name: getattr(SpriteRow, name).__set__
    for name in (*(name for name in ATTRIBUTES if name not in ("image", "scale")), "image")
}
"""The setters of the attributes that a constructor takes, in the order to call them. The image
comes last, because setting it warns about shapes around its corner unless a center is set."""

_GETTERS = {name: getattr(SpriteRow, name).__get__ for name in _SETTERS}
"""The getters of these attributes."""

_OTHERS = {name: _SETTERS[name] for name in ("z", *SWITCHES, *LAYERS)}
"""The setters of attributes that are seldom passed to a constructor."""

_SCALES = ("scale_x", "scale_y")
"""The attributes that `scale` sets. A class that sets `scale` sets these two."""

_SET_SCALE = SpriteRow.scale.__set__


@C.cfunc
@C.inline
@C.exceptval(-1, check=False)
def _demand_sprite(self: object) -> C.int:
    """Check the `self` of a method. It can be anything if the method is called on the class."""
    if not isinstance(self, SpriteRow):
        raise TypeError(f"this is a method of one sprite, got {shown(self)}")
    return 0


@C.cfunc
@C.inline
def _row_of(sprite: object) -> SpriteRow:
    """Return the `self` of a method, after checking its type."""
    _demand_sprite(sprite)
    return C.cast(SpriteRow, sprite)


class Sprite(SpriteRow):
    """A game object with a position, rotation and scale, and collision shapes that follow them.

    Subclass it and add attributes and methods of your own; a subclass need not call
    `super().__init__()`. Every argument is also an attribute that you can read and write at any
    time. To set a default for all sprites of a subclass, assign it in the body of the class. It is
    read once, when the class is created.

    Assigning is cheap: it stores a number and sets a dirty flag. World space is computed lazily,
    when a check needs it. An assignment that raises an error leaves the sprite unchanged.

    Args:
        x: position to the right, in pixels. Default 0.
        y: position down, in pixels. Default 0.
        image: any object with `get_size()`, `.size`, or `.width` and `.height`; only its size is
            read. Default None.
        collision: one shape, a sequence of shapes, a shapely Polygon or MultiPolygon, or DXRuby's
            number lists, in local space, where (0, 0) is the image's top left corner. None (the
            default) means the image's rectangle, or no shapes without an image; passed to the
            constructor, it keeps the default of the class.
        angle: rotation in degrees, clockwise on screen. Default 0.
        scale: sets `scale_x` and `scale_y` at once. If one of these is given too, it takes
            precedence.
        scale_x: factor along the local x axis; a negative factor mirrors. Default 1.
        scale_y: factor along the local y axis; a negative factor mirrors. Default 1.
        center_x: local x of the point about which the sprite is rotated and scaled, in pixels.
            None (the default) follows the image: half its width, or 0 without an image.
        center_y: local y of the same point, in pixels. None (the default) follows the image: half
            its height, or 0 without an image.
        z: drawing order for `draw`, low to high. Default 0.
        collision_enable: if False, the sprite hits nothing. Default True.
        collision_sync: if False, the shapes ignore angle and scale. Default True.
        offset_sync: if True, (x, y) is the position of the center instead of the image's top left
            corner. Default False.
        visible: if False, `draw` skips the sprite; hits do not depend on it. Default True.
        collision_layer: the layers that the sprite is on: an int, each of its 64 bits a layer.
            Default 1.
        collision_mask: the layers that the sprite sees, as bits. Two sprites can hit each other
            only if each sees a layer of the other. Default `ALL_LAYERS`.
        position: any pair of numbers, in place of `x` and `y`. In the body of a class, set `x` and
            `y` instead.
        **numbers: the stored numbers of the class, by their names: see `Number`.

    Raises:
        TypeError: a value has the wrong type, or `position` is given beside x or y.
        ValueError: a number is not finite or is beyond 1e12, a layer or mask is negative or has
            more than 64 bits, or `collision` has a negative size, a number list of an unknown
            length, or an invalid polygon.

    >>> class Coin(Sprite):
    ...     collision = Circle(8, 8, 8)
    ...     value = 5
    >>> coin = Coin(100, 0)
    >>> coin.aabb, coin.value
    (Box(100.0, 0.0, 116.0, 16.0), 5)
    >>> coin.hits(Sprite(collision=Rect(90, 0, 20, 20), angle=5))
    True
    """

    _spritecol_unchecked = ["Sprite"]  # noqa: RUF012 (see `when_to_warn`)

    def __init_subclass__(cls, **kwargs):
        """Turn class attributes that are named like a sprite's attributes into defaults for
        instances.

        If they stayed in the class, they would hide the descriptors of `SpriteRow`. Descriptors
        that the subclass defines, such as properties, stay.
        """
        super().__init_subclass__(**kwargs)
        mistakes.tell(mistakes.of_class(cls, Sprite), kind=cls)
        cls._spritecol_unchecked = [cls.__name__]
        when_to_warn.allow_more()
        # attrs and dataclasses create a class with slots a second time. These are its values so
        # far.
        own: dict = dict(cls.__dict__.get("_spritecol_values", ()))
        for name, value in list(cls.__dict__.items()):
            if name not in _STATABLE:
                continue
            if isinstance(value, types.MemberDescriptorType):
                delattr(cls, name)  # a slot of that name would hide the sprite's own
            elif str(type(value).__module__).partition(".")[0] in _MAKERS_OF_FIELDS:
                raise TypeError(
                    f"{cls.__name__}.{name} is a field() that would hide the sprite's own {name}: "
                    f"set the default itself, {name} = ..., and several shapes as a tuple"
                )
            elif not hasattr(type(value), "__get__"):
                own[name] = value
        if "scale" in own:
            _SET_SCALE(Sprite.__new__(Sprite), own["scale"])  # refuses anything except a number
            own = {**dict.fromkeys(_SCALES, own["scale"]), **own}
        cls._spritecol_values = own
        _state(cls)

    @classmethod
    def __attrs_init_subclass__(cls):
        """Set the defaults again, because attrs deletes its fields from a class without slots."""
        _state(cls)

    def __init__(
        self,
        x=OMITTED,
        y=OMITTED,
        image=None,
        *more,
        collision=None,
        angle=OMITTED,
        scale=OMITTED,
        scale_x=OMITTED,
        scale_y=OMITTED,
        center_x=OMITTED,
        center_y=OMITTED,
        **others,
    ):
        # An omitted argument keeps the default of the class. Seldom-used arguments are in the dict
        # `others`: with seven more parameters, creating a sprite took 234 ns instead of 214.
        row: SpriteRow = _row_of(self)
        if more:
            raise mistakes.too_many_of_sprite((x, y, image, *more))
        if x is not OMITTED:
            if not isinstance(x, (float, int)):
                mistakes.demand_no_image(x)
            sprite_row.put_place(row.row, layout.NUMBER_X, checked(x, "x"))
        if y is not OMITTED:
            sprite_row.put_place(row.row, layout.NUMBER_Y, checked(y, "y"))
        if angle is not OMITTED:
            sprite_row.put_number(row.row, layout.NUMBER_ANGLE, angle, "angle")
        if scale is not OMITTED:
            _SET_SCALE(self, scale)
        if scale_x is not OMITTED:
            sprite_row.put_number(row.row, layout.NUMBER_SCALE_X, scale_x, "scale_x")
        if scale_y is not OMITTED:
            sprite_row.put_number(row.row, layout.NUMBER_SCALE_Y, scale_y, "scale_y")
        if center_x is not OMITTED:
            sprite_row.put_center(row, 0, center_x, "center_x")
        if center_y is not OMITTED:
            sprite_row.put_center(row, 1, center_y, "center_y")
        if collision is not None:
            sprite_row.set_shapes(row, collision, sprite_row.image_size(row))
        if image is not None:  # last, since it warns about shapes around its corner
            _SETTERS["image"](self, image)
        if others:
            for name, value in others.items():
                if stored_numbers.put_stored_number(row.row, name, value):
                    continue
                if name not in _OTHERS:
                    raise mistakes.unknown_argument(name, stored_numbers.names_of_numbers(row.row))
                if name == "position" and not (x is OMITTED and y is OMITTED):
                    raise TypeError(
                        "Sprite() takes x and y, or position, which is both: got position "
                        f"{shown(value)} beside {'y' if x is OMITTED else 'x'}"
                    )
                _OTHERS[name](self, value)

    @property
    def position(self):
        """The position of the sprite as a `Vec2` (x, y), in pixels. You can assign any pair of
        numbers.

        Raises:
            TypeError: on assignment, the value is not a pair of numbers.
            ValueError: on assignment, a number is not finite or is beyond 1e12. The sprite has not
                moved.

        >>> player = Sprite(position=(3, 4))
        >>> player.position += (10, 0)
        >>> player.x, player.position
        (13.0, Vec2(13.0, 4.0))
        """
        row: SpriteRow = _row_of(self)
        return new_vector(STORE.x[row.row], STORE.y[row.row])

    @position.setter
    def position(self, value):
        row: SpriteRow = _row_of(self)
        place: XY = checked_pair(value, "position")
        x: C.double = checked(place.x, "x")
        y: C.double = checked(place.y, "y")
        sprite_row.put_place(row.row, layout.NUMBER_X, x)
        sprite_row.put_place(row.row, layout.NUMBER_Y, y)

    @position.deleter
    def position(self):
        raise undeletable("position")

    def check(
        self,
        targets=OMITTED,
        *more,
        mask=None,
        exclude=(),
        where=None,
        shapes=None,
        target_shapes=None,
    ):
        """Return the targets that this sprite hits. No callbacks run.

        A sprite never hits itself. Disabled and vanished sprites, and sprites without shapes, hit
        nothing.

        Args:
            targets: a Sprite, a Group, or an iterable of them, nested to any depth. None inside an
                iterable is skipped.
            *more: more targets.
            mask: layers as bits: only targets on one of them count. This replaces the usual test of
                both sprites' layers and masks.
            exclude: a Sprite, a Group, or an iterable of them to leave out.
            where: a function f(other) or f(other, contact) that returns True if the target counts.
                `contact` is the deepest `Contact` with it. It is called last.
            shapes: a name or names of this sprite's shapes; only these count. None means all.
            target_shapes: likewise for the targets' shapes.

        Returns:
            A list of the targets that this sprite hits, each once, in the order given.

        Raises:
            TypeError: `targets` contains something that is not a sprite, `check` was called on the
                class, or a condition has the wrong type.
            ValueError: a container in `targets` contains itself, or `mask` has more than 64 bits.

        >>> coins = [Sprite(x, 0, collision=Circle(0, 0, 8)) for x in (0, 10, 40)]
        >>> player = Sprite(5, 0, collision=Rect(0, 0, 10, 20))
        >>> [coin.x for coin in player.check([coins, None, player])]
        [0.0, 10.0]
        """
        if not isinstance(self, SpriteRow):
            raise TypeError(
                "Sprite.check is a method of one sprite; to check many against many call "
                f"spritecol.check(attackers, targets). Got {shown(self)} for the sprite"
            )
        if more:
            targets = [targets, *more]
        if none_given(mask, exclude, where, shapes, target_shapes):
            return sprites_hit(C.cast(SpriteRow, self), targets, None)
        query_filter: QueryFilter = hit_query_filter(
            self, mask, exclude, where, shapes, target_shapes
        )
        found: list = sprites_hit(C.cast(SpriteRow, self), targets, query_filter)
        return contact_questions.accepted_hits(self, found, query_filter)

    def hits(
        self,
        targets=OMITTED,
        *more,
        mask=None,
        exclude=(),
        where=None,
        shapes=None,
        target_shapes=None,
    ):
        """Return whether this sprite hits any of the targets. Stops at the first hit.

        Args:
            targets: a Sprite, a Group, or an iterable of them, as for `check`.
            *more: more targets.
            mask: layers as bits, as for `check`.
            exclude: sprites to leave out, as for `check`.
            where: a function of a target, as for `check`. If it is given, all hits are found before
                the first call.
            shapes: a name or names of this sprite's shapes; only these count. None means all.
            target_shapes: likewise for the targets' shapes.

        Returns:
            True if there is a hit.

        Raises:
            TypeError: `targets` contains something that is not a sprite, or a condition has the
                wrong type.
            ValueError: a container in `targets` contains itself, or `mask` has more than 64 bits.

        >>> mouse = Sprite(3, 4, collision=Point(0, 0))
        >>> mouse.hits(Sprite(collision=Rect(0, 0, 16, 16))), mouse.hits([])
        (True, False)
        """
        if more:
            targets = [targets, *more]
        _demand_sprite(self)
        sprite: SpriteRow = C.cast(SpriteRow, self)
        if none_given(mask, exclude, where, shapes, target_shapes):
            if not isinstance(targets, SpriteRow):
                return hits_any(sprite, targets, None)
            warn_of_mistakes(sprite, targets)
            return rows_hit(STORE, C.NULL, sprite.row, C.cast(SpriteRow, targets).row)
        query_filter: QueryFilter = hit_query_filter(
            sprite, mask, exclude, where, shapes, target_shapes
        )
        if where is None:
            return hits_any(sprite, targets, query_filter)
        found: list = sprites_hit(sprite, targets, query_filter)
        return len(contact_questions.accepted_hits(sprite, found, query_filter)) > 0

    def contacts(
        self,
        targets=OMITTED,
        *more,
        mask=None,
        exclude=(),
        where=None,
        shapes=None,
        target_shapes=None,
    ):
        """Return where this sprite hits the targets and how deep, with one contact per pair of
        shapes.

        Args:
            targets: a Sprite, a Group, or an iterable of them, as for `check`.
            *more: more targets.
            mask: layers as bits, as for `check`.
            exclude: sprites to leave out, as for `check`.
            where: a function that returns True if a target or contact counts: f(other), called once
                per target, or f(other, contact), called for each contact. It is called last.
            shapes: a name or names of this sprite's shapes; only these count. None means all.
            target_shapes: likewise for the targets' shapes.

        Returns:
            A list of `Contact`, ordered by target, then by this sprite's shape, then by the
            target's shape. It is empty if and only if nothing hits.

        Raises:
            TypeError: `targets` contains something that is not a sprite, or a condition has the
                wrong type.
            ValueError: a container in `targets` contains itself, or `mask` has more than 64 bits.

        >>> player = Sprite(0, 0, collision=[Circle(8, 4, 4, name="head"), Rect(4, 8, 8, 16)])
        >>> arrow = Sprite(12, 3, collision=Segment(-6, 0, 6, 0))
        >>> [(contact.shape.name, contact.normal) for contact in player.contacts(arrow)]
        [('head', Vec2(0.0, 1.0))]
        """
        if more:
            targets = [targets, *more]
        row: SpriteRow = _row_of(self)
        query_filter: QueryFilter = None
        if not none_given(mask, exclude, where, shapes, target_shapes):
            query_filter = hit_query_filter(row, mask, exclude, where, shapes, target_shapes)
        return contact_questions.contacts_of(row, targets, query_filter)

    def separation(
        self,
        targets=OMITTED,
        *more,
        along=None,
        mask=None,
        exclude=(),
        where=None,
        shapes=None,
        target_shapes=None,
    ):
        """Return the shortest move after which this sprite hits none of the targets.

        A sprite stuck between two walls gets a move out of both. The move never leads into a target
        that the sprite does not hit now. Of equally short ones, it is the one that leads most
        upward, and then the one that leads most to the left. Beside ellipses it
        may seldom be a longer one; where hundreds of shapes overlap, any short one.

        Args:
            targets: a Sprite, a Group, or an iterable of them, as for `check`.
            *more: more targets.
            along: a vector (x, y). If given, the move is the shortest one along this line, forward
                or backward, instead of in any direction. If both are equally long, it goes forward.
            mask: layers as bits, as for `check`.
            exclude: sprites to leave out, as for `check`.
            where: a function f(other) or f(other, contact) that returns True if a target counts. It
                is called only for targets that affect the result, once each. `contact` is the
                deepest one, or None for a target that the sprite does not hit but that blocks the
                way out.
            shapes: a name or names of this sprite's shapes; only these count. None means all.
            target_shapes: likewise for the targets' shapes.

        Returns:
            A `Vec2` (dx, dy) in pixels; (0.0, 0.0) without hits. After `sprite.x += dx; sprite.y +=
            dy` the sprite hits none of the targets.

        Raises:
            TypeError: `targets` contains something that is not a sprite, or a condition has the
                wrong type.
            ValueError: a container in `targets` contains itself, or `mask` has more than 64 bits.

        >>> tiles = [Sprite(x, 10, collision=Rect(0, 0, 10, 10)) for x in (0, 10, 20)]
        >>> crate = Sprite(12, 7, collision=Rect(0, 0, 10, 6))
        >>> crate.separation(tiles), crate.separation(tiles, along=(1, 0))
        (Vec2(0.0, -3.0), Vec2(18.0, 0.0))
        """
        if more:
            targets = [targets, *more]
        row: SpriteRow = _row_of(self)
        if along is None and none_given(mask, exclude, where, shapes, target_shapes):
            return contact_questions.separation_of(row, targets)
        query_filter: QueryFilter = hit_query_filter(
            row, mask, exclude, where, shapes, target_shapes
        )
        if along is not None:
            return contact_questions.separation_along(
                row, targets, query_filter, INFINITY, False, along
            )
        batch: Batch = pieces_of(targets, "targets")
        return contact_questions.conditional_separation(row, batch, query_filter, INFINITY, False)

    def distance(
        self,
        other,
        *more,
        mask=None,
        exclude=(),
        where=None,
        shapes=None,
        target_shapes=None,
    ):
        """Return how far this sprite is from another sprite, or how deep it is inside it.

        Args:
            other: a Sprite; a Group or an iterable of sprites, to measure to the nearest one; or a
                place, `x, y` or a pair, for which `shapes` is the only condition used.
            *more: more targets, or the second number of a place.
            mask: layers as bits, as for `check`. The distance from sprites that do not count is
                inf.
            exclude: sprites that do not count, as for `check`.
            where: a function f(other) or f(other, distance) that returns True if a sprite counts.
            shapes: a name or names of this sprite's shapes; only these count. None means all.
            target_shapes: likewise for the targets' shapes.

        Returns:
            A `Distance`: a float, the distance in pixels, which is negative if the two hit. It also
            has the normal from the other sprite to this one, and the nearest point of each. Among
            equally near targets, the first one is measured.

        Raises:
            TypeError: `other` is anything else, or a condition has the wrong type.
            ValueError: `mask` has more than 64 bits.

        >>> ball = Sprite(0, 0, collision=Circle(0, 0, 5))
        >>> wall = Sprite(20, -9, collision=Rect(0, 0, 5, 50))
        >>> f"{ball.distance(wall):.1f}", f"{ball.distance([wall, ball]):.1f}"
        ('15.0', '15.0')
        >>> ball.distance(0, 12) == ball.distance((0, 12)) == 7
        True
        """
        row: SpriteRow = _row_of(self)
        query_filter: QueryFilter = hit_query_filter(
            row, mask, exclude, where, shapes, target_shapes
        )
        if more:
            other = [other, *more]
        if isinstance(other, SpriteRow):
            return contact_questions.distance_of(row, C.cast(SpriteRow, other), query_filter)
        if forms.is_place(other):
            return contact_questions.distance_of_place(row, other, shapes)
        return place_questions.distance_of_nearest(row, other, query_filter)

    def contains(self, x=OMITTED, y=OMITTED):
        """Return whether a point is in any of this sprite's shapes, such as a mouse click.

        Left and top edges belong to a shape, right and bottom edges do not (the fill rule of
        points). A disabled or vanished sprite contains nothing.

        Args:
            x: position to the right, in pixels; or a pair (x, y) in place of `x` and `y`.
            y: position down, in pixels.

        Returns:
            True if `Group.query_point` would find the sprite there.

        Raises:
            TypeError: an argument is not a number.
            ValueError: a number is not finite or is beyond 1e12.

        >>> button = Sprite(100, 50, collision=Rect(0, 0, 64, 16))
        >>> button.contains(100, 50), button.contains((164, 50))
        (True, False)
        """
        if y is OMITTED:
            x, y = unfold("sprite.contains", PLACE, (x, y))
        itself: Batch = batch_of(_row_of(self), "sprite")
        found: list = place_questions.sprites_at_point(
            itself, x, y, place_query_filter(None, None, None, None)
        )
        return len(found) > 0

    def to_world(self, x=OMITTED, y=OMITTED):
        """Return the world position of a point in this sprite's local space.

        Shapes are defined in local space. The point moves, rotates, scales and is mirrored with the
        sprite, as a shape there would be. Use it for a muzzle, a turret or a hand.

        Args:
            x: local x, in pixels; or a pair (x, y) in place of `x` and `y`.
            y: local y, in pixels.

        Returns:
            A `Vec2`, exactly where the shape `Point(x, y)` of this sprite is in the world.

        Raises:
            TypeError: an argument is not a number.
            ValueError: a number is not finite or is beyond 1e12.

        >>> tank = Sprite(100, 50, collision=Rect(-8, -8, 16, 16), angle=90)
        >>> tank.to_world(8, 0)
        Vec2(100.0, 58.0)
        """
        if y is OMITTED:
            x, y = unfold("sprite.to_world", PLACE, (x, y))
        row: SpriteRow = _row_of(self)
        local_x: C.double = checked(x, "x")
        local_y: C.double = checked(y, "y")
        out: C.double[2]
        put_world_point(
            C.address(STORE.records[row.row]),
            STORE.x[row.row],
            STORE.y[row.row],
            local_x,
            local_y,
            out,
        )
        return new_vector(out[0], out[1])

    def to_local(self, x=OMITTED, y=OMITTED):
        """Return the point of this sprite's local space that is at a position in the world.

        This is the inverse of `to_world`, up to rounding.

        Args:
            x: position to the right, in pixels; or a pair (x, y) in place of `x` and `y`.
            y: position down, in pixels.

        Returns:
            A `Vec2` in the space in which the sprite's shapes are defined.

        Raises:
            TypeError: an argument is not a number.
            ValueError: a number is not finite or is beyond 1e12, or a scale is 0, so that many
                local points are at one position.

        >>> door = Sprite(100, 50, collision=Rect(0, 0, 32, 64), scale=2)
        >>> door.to_local(110, 60)
        Vec2(5.0, 5.0)
        """
        if y is OMITTED:
            x, y = unfold("sprite.to_local", PLACE, (x, y))
        row: SpriteRow = _row_of(self)
        world_x: C.double = checked(x, "x")
        world_y: C.double = checked(y, "y")
        out: C.double[2]
        if not put_local_point(
            C.address(STORE.records[row.row]),
            STORE.x[row.row],
            STORE.y[row.row],
            world_x,
            world_y,
            out,
        ):
            raise ValueError(
                "to_local needs a sprite with an area: scale_x and scale_y must not be 0, got "
                f"scale_x={self.scale_x}, scale_y={self.scale_y}"
            )
        return new_vector(out[0], out[1])

    def sweep(
        self,
        dx=OMITTED,
        dy=OMITTED,
        targets=OMITTED,
        *more,
        turn=0,
        hit_from_inside=False,
        mask=None,
        exclude=(),
        where=None,
        shapes=None,
        target_shapes=None,
    ):
        """Return the first hit if this sprite moved by (dx, dy), or None. Nothing moves.

        Touching is not a hit: neither is resting on something, sliding along it or moving away from
        it. Shapes that overlap at the start count only if the motion goes deeper into them;
        otherwise they are ignored until they separate. However fast the motion, no earlier hit is
        missed. A one-way shape can be hit only from its front.

        Args:
            dx: how far to the right, in pixels; or a pair (dx, dy) in place of `dx` and `dy`.
            dy: how far down, in pixels.
            targets: a Sprite, a Group, or an iterable of them, as for `check`. They do not move
                during the sweep; if a target moves, too, pass the difference of the two motions.
            *more: more targets.
            turn: how far the sprite rotates about its center during the motion, at a steady rate,
                in degrees.
            hit_from_inside: if True, shapes that overlap at the start count, whichever way the
                motion goes. Use it for bullets whose targets move first. Default False, so that a
                body can leave a shape that it overlaps. For rays the default is True, since a wall
                around an eye or a muzzle blocks it.
            mask: layers as bits: only targets on one of them count. This replaces the usual test of
                both sprites' layers and masks.
            exclude: a Sprite, a Group, or an iterable of them (not an iterator) that do not count.
            where: a function f(other) or f(other, hit). If it returns False for a target or for one
                of its hits, none of the shapes of that target count. It is called last, and never
                while detection runs.
            shapes: a name or names of this sprite's shapes; only these count. None means all.
            target_shapes: likewise for the targets' shapes.

        Returns:
            The first `SweepHit`, or None. If several have the same fraction, the hit with the first
            target.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: a number is not finite or is beyond 1e12.

        >>> bullet = Sprite(0, 0, collision=Circle(0, 0, 2))
        >>> wall = Sprite(1000, -5, collision=Rect(0, 0, 1, 10))
        >>> bullet.sweep(100000, 0, wall).position
        Vec2(998.0, 0.0)
        >>> bullet.sweep(0, 100000, wall) is None
        True
        """
        if dy is OMITTED or targets is OMITTED or more or not is_number(dx):
            dx, dy, targets = unfold("sprite.sweep", MOTION, (dx, dy, targets, *more))
        row: SpriteRow = _row_of(self)
        way: SweepWay = sweep_questions.way_of(dx, dy, turn, hit_from_inside)
        return sweep_questions.first_sweep(
            row,
            C.address(way),
            targets,
            sweep_query_filter(row, mask, exclude, where, shapes, target_shapes),
        )

    def sweep_all(
        self,
        dx=OMITTED,
        dy=OMITTED,
        targets=OMITTED,
        *more,
        turn=0,
        hit_from_inside=False,
        mask=None,
        exclude=(),
        where=None,
        shapes=None,
        target_shapes=None,
    ):
        """Return all hits if this sprite moved by (dx, dy) and nothing stopped it. Nothing moves.

        Args:
            dx: how far to the right, in pixels; or a pair (dx, dy) in place of `dx` and `dy`.
            dy: how far down, in pixels.
            targets: a Sprite, a Group, or an iterable of them, as for `check`.
            *more: more targets.
            turn: how far the sprite rotates about its center during the motion, at a steady rate,
                in degrees.
            hit_from_inside: if True, shapes that overlap at the start count, as for `sweep`.
            mask: layers as bits: only targets on one of them count. This replaces the usual test of
                both sprites' layers and masks.
            exclude: a Sprite, a Group, or an iterable of them (not an iterator) that do not count.
            where: a function, as for `sweep`.
            shapes: a name or names of this sprite's shapes; only these count. None means all.
            target_shapes: likewise for the targets' shapes.

        Returns:
            A list of `SweepHit`, one for each pair of shapes, ordered by fraction, then by target,
            then by shape.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: a number is not finite or is beyond 1e12.

        >>> walls = [Sprite(x, 0, collision=Rect(0, 0, 1, 10)) for x in (30, 20, 10)]
        >>> dart = Sprite(0, 5, collision=Segment(-4, 0, 0, 0))
        >>> [hit.fraction for hit in dart.sweep_all(40, 0, walls)]
        [0.25, 0.5, 0.75]
        """
        if dy is OMITTED or targets is OMITTED or more or not is_number(dx):
            dx, dy, targets = unfold("sprite.sweep_all", MOTION, (dx, dy, targets, *more))
        row: SpriteRow = _row_of(self)
        way: SweepWay = sweep_questions.way_of(dx, dy, turn, hit_from_inside)
        return sweep_questions.all_sweeps(
            row,
            C.address(way),
            targets,
            sweep_query_filter(row, mask, exclude, where, shapes, target_shapes),
        )

    def move_and_collide(
        self,
        dx=OMITTED,
        dy=OMITTED,
        targets=OMITTED,
        *more,
        turn=0,
        hit_from_inside=False,
        mask=None,
        exclude=(),
        where=None,
        shapes=None,
        target_shapes=None,
    ):
        """Move this sprite by (dx, dy), but stop at the first hit.

        Afterwards the sprite hits nothing that it did not hit before.

        Args:
            dx: how far to the right, in pixels; or a pair (dx, dy) in place of `dx` and `dy`.
            dy: how far down, in pixels.
            targets: a Sprite, a Group, or an iterable of them, as for `check`, but not an iterator.
            *more: more targets.
            turn: how far the sprite rotates about its center during the motion, at a steady rate,
                in degrees.
            hit_from_inside: if True, shapes that overlap at the start count, as for `sweep`.
            mask: layers as bits: only targets on one of them count. This replaces the usual test of
                both sprites' layers and masks.
            exclude: a Sprite, a Group, or an iterable of them (not an iterator) that do not count.
            where: a function f(other) or f(other, hit); if it returns False, the sprite passes
                through all shapes of that target.
            shapes: a name or names of this sprite's shapes; only these count. None means all.
            target_shapes: likewise for the targets' shapes.

        Returns:
            The `SweepHit` at which it stopped, or None if it moved all the way.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: a number is not finite, or the motion leads beyond 1e12.

        >>> ball = Sprite(0, 0, collision=Circle(0, 0, 8))
        >>> wall = Sprite(100, -50, collision=Rect(0, 0, 20, 100))
        >>> hit = ball.move_and_collide(300, 0, wall)
        >>> ball.x, hit.bounce(300, 0), ball.hits(wall)
        (92.0, Vec2(-300.0, 0.0), False)
        """
        if dy is OMITTED or targets is OMITTED or more or not is_number(dx):
            dx, dy, targets = unfold("sprite.move_and_collide", MOTION, (dx, dy, targets, *more))
        row: SpriteRow = _row_of(self)
        way: SweepWay = sweep_questions.way_of(dx, dy, turn, hit_from_inside)
        return move_and_slide.collide(
            row,
            C.address(way),
            targets,
            sweep_query_filter(row, mask, exclude, where, shapes, target_shapes),
        )

    def move_and_slide(
        self,
        dx=OMITTED,
        dy=OMITTED,
        targets=OMITTED,
        *more,
        up=None,
        max_floor_angle=45,
        mask=None,
        exclude=(),
        where=None,
        shapes=None,
        target_shapes=None,
    ):
        """Move this sprite by (dx, dy), and slide along whatever it meets.

        It goes on along each side that it meets while this brings it closer to (dx, dy), up to
        where the way along the last one is nearest to that. Afterwards it hits nothing that it did
        not hit before. On a floor of tiles it never snags on a seam.

        Args:
            dx: how far to the right, in pixels; or a pair (dx, dy) in place of `dx` and `dy`.
            dy: how far down, in pixels.
            targets: a Sprite, a Group, or an iterable of them, as for `check`, but not an iterator.
            *more: more targets.
            up: the direction (x, y) away from the floor, such as (0, -1) for a game seen from the
                side. None (the default) is for a game seen from above: there are no floors, and
                everything is a wall.
            max_floor_angle: how steep a floor may be, in degrees, from 0 to less than 90. Steeper
                slopes are walls.
            mask: layers as bits: only targets on one of them count. This replaces the usual test of
                both sprites' layers and masks.
            exclude: a Sprite, a Group, or an iterable of them (not an iterator) that do not count.
            where: a function f(other) or f(other, hit); if it returns False, the sprite passes
                through all shapes of that target. For a platform that can be entered from below,
                pass `where=lambda other, hit: other is not platform or hit.normal == (0, -1)`.
            shapes: a name or names of this sprite's shapes; only these count. None means all.
            target_shapes: likewise for the targets' shapes.

        Returns:
            A `Slide` with what happened.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: a number is not finite, or the motion leads beyond 1e12.

        >>> floor = [Sprite(16 * i, 100, collision=Rect(0, 0, 16, 16)) for i in range(20)]
        >>> player = Sprite(8, 80, collision=Rect(0, 0, 16, 16))
        >>> slide = player.move_and_slide(50, 10, floor, up=(0, -1))
        >>> (player.x, player.y), slide.on_floor, slide.remainder
        ((58.0, 84.0), True, Vec2(0.0, 6.0))
        """
        if dy is OMITTED or targets is OMITTED or more or not is_number(dx):
            dx, dy, targets = unfold("sprite.move_and_slide", MOTION, (dx, dy, targets, *more))
        row: SpriteRow = _row_of(self)
        return move_and_slide.slide(
            row,
            dx,
            dy,
            targets,
            up,
            max_floor_angle,
            sweep_query_filter(row, mask, exclude, where, shapes, target_shapes),
        )

    def move_and_bounce(
        self,
        dx=OMITTED,
        dy=OMITTED,
        targets=OMITTED,
        *more,
        restitution=1.0,
        friction=0.0,
        max_bounces=8,
        stops=None,
        hit_from_inside=False,
        mask=None,
        exclude=(),
        where=None,
        shapes=None,
        target_shapes=None,
    ):
        """Move this sprite by (dx, dy) like a ball, with all the bounces of one frame.

        After each hit, the rest of the motion continues in the direction of `SweepHit.bounce`.
        Afterwards the sprite hits nothing that it did not hit before. It does not bounce off the
        seams of a floor of tiles.

        Args:
            dx: how far to the right, in pixels: the velocity, for one frame; or a pair (dx, dy) in
                place of `dx` and `dy`.
            dy: how far down, in pixels.
            targets: a Sprite, a Group, or an iterable of them, as for `check`, but not an iterator.
            *more: more targets.
            restitution: how much of the speed into the other shape comes back: 0 (none, the ball
                sticks), 1 (all of it, the default), or more, as for a bumper.
            friction: the coefficient of friction: 0 is smooth as ice (the default), 1 is like
                rubber.
            max_bounces: the sprite stops after this many hits, from 1 to 1000. The rest of the
                motion is then lost.
            stops: a Sprite, a Group, or an iterable of them (not an iterator) that end the motion.
                The sprite does not bounce off them, and the hit is the last of `hits`. They need
                not be among the targets.
            hit_from_inside: if True, shapes that overlap at the start count, whichever way the
                motion goes. Each counts once, before the sprite moves.
            mask: layers as bits: only targets on one of them count. This replaces the usual test of
                both sprites' layers and masks.
            exclude: a Sprite, a Group, or an iterable of them (not an iterator) that do not count.
            where: a function f(other) or f(other, hit); if it returns False, the sprite passes
                through all shapes of that target.
            shapes: a name or names of this sprite's shapes; only these count. None means all.
            target_shapes: likewise for the targets' shapes.

        Returns:
            A `Bounces`, with `velocity` for the next frame, `travel` and `hits`.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: a number is not finite or out of range, or the motion leads beyond 1e12.

        >>> ball = Sprite(0, 0, collision=Circle(0, 0, 8))
        >>> walls = [Sprite(x, -50, collision=Rect(0, 0, 20, 100)) for x in (-50, 30)]
        >>> bounces = ball.move_and_bounce(60, 0, walls)
        >>> ball.x, bounces.velocity, len(bounces.hits)
        (-16.0, Vec2(-60.0, 0.0), 1)
        >>> bounces = ball.move_and_bounce(-60, 0, walls, stops=walls[1])  # off one, to the other
        >>> ball.x, bounces.velocity, bounces.hits[-1].other is walls[1]
        (22.0, Vec2(60.0, 0.0), True)
        """
        if dy is OMITTED or targets is OMITTED or more or not is_number(dx):
            dx, dy, targets = unfold("sprite.move_and_bounce", MOTION, (dx, dy, targets, *more))
        row: SpriteRow = _row_of(self)
        way: SweepWay = sweep_questions.way_of(dx, dy, 0.0, hit_from_inside)
        return move_and_bounce.bounce(
            row,
            C.address(way),
            targets,
            restitution,
            friction,
            max_bounces,
            stops,
            sweep_query_filter(row, mask, exclude, where, shapes, target_shapes),
        )

    def depenetrate(
        self,
        targets=OMITTED,
        *more,
        max_distance=math.inf,
        along=None,
        mask=None,
        exclude=(),
        where=None,
        shapes=None,
        target_shapes=None,
    ):
        """Move this sprite out of the targets by the shortest move, which is `separation`.

        Args:
            targets: a Sprite, a Group, or an iterable of them, as for `check`, but not an iterator.
            *more: more targets.
            max_distance: in pixels. If that move is longer, the sprite does not move, so
                that a squashed player is not thrown through the ceiling. Default infinite.
            along: a vector (x, y). If given, the move is the shortest one along this line, forward
                or backward, instead of in any direction. If both are equally long, it goes forward.
            mask: layers as bits: only targets on one of them count. This replaces the usual test of
                both sprites' layers and masks.
            exclude: a Sprite, a Group, or an iterable of them (not an iterator) that do not count.
            where: a function f(other) or f(other, contact), as for `separation`; a target for which
                it returns False does not count.
            shapes: a name or names of this sprite's shapes; only these count. None means all.
            target_shapes: likewise for the targets' shapes.

        Returns:
            A `Vec2`, the move (dx, dy) in pixels. It is (0.0, 0.0) without hits, or if the move
            would be longer than `max_distance`. After a move the sprite hits none of the targets
            that count.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: a container in `targets` contains itself, `max_distance` is negative, or the
                motion leads beyond 1e12.

        >>> tiles = [Sprite(x, 10, collision=Rect(0, 0, 10, 10)) for x in (0, 10, 20)]
        >>> crate = Sprite(12, 7, collision=Rect(0, 0, 10, 6))
        >>> crate.depenetrate(tiles), crate.y, crate.hits(tiles)
        (Vec2(0.0, -3.0), 4.0, False)
        """
        if more:
            targets = [targets, *more]
        row: SpriteRow = _row_of(self)
        query_filter: QueryFilter = None
        if not none_given(mask, exclude, where, shapes, target_shapes):
            query_filter = hit_query_filter(row, mask, exclude, where, shapes, target_shapes)
        return move_and_slide.move_out(row, targets, max_distance, query_filter, along)

    def __repr__(self):
        row: SpriteRow = _row_of(self)
        record: RowRecord = STORE.records[row.row]
        parts: list = [f"{type(self).__name__} at ({row.x:g}, {row.y:g})"]
        shapes: tuple = sprite_row.shapes_of(row.row)
        if record.angle != 0.0:
            parts.append(f"angle {record.angle:g}")
        if record.scale_x != 1.0 or record.scale_y != 1.0:
            same = record.scale_x == record.scale_y
            parts.append(
                f"scale {record.scale_x:g}"
                if same
                else f"scale {record.scale_x:g}, {record.scale_y:g}"
            )
        if len(shapes) == 1:
            parts.append(shown(shapes[0]))
        else:
            parts.append(f"{len(shapes)} shapes" if shapes else "no shapes")
        if STORE.layer_of(row.row) != DEFAULT_LAYER:
            parts.append(f"collision_layer {row.collision_layer:#x}")
        if STORE.mask_of(row.row) != DEFAULT_MASK:
            parts.append(f"collision_mask {row.collision_mask:#x}")
        if not record.flags & layout.ENABLED:
            parts.append("disabled")
        if record.flags & layout.VANISHED:
            parts.append("vanished")
        return f"<{', '.join(parts)}>"

    def __dir__(self):
        return unknown_names.offered(self)

    def __setstate__(self, state):
        row: SpriteRow = _row_of(self)
        own, vanished, users = checked_state(state, "Sprite", 3)
        if not isinstance(own, dict) or not own.keys() <= {*_SETTERS, "numbers"}:
            raise TypeError(f"the state of a Sprite starts with its own values, got {shown(own)}")
        if type(vanished) is not bool:
            raise TypeError(f"vanished must be True or False, got {shown(vanished)}")
        numbers: object = own.get("numbers", {})
        if not isinstance(numbers, dict) or {type(name) for name in numbers} - {str}:
            raise TypeError(f"the stored numbers of a Sprite are a dict, got {shown(numbers)}")
        before: dict = _own_values(row)
        done: list = []
        try:
            for name, setter in _SETTERS.items():
                if name in own:  # an attribute newer than the pickle keeps its default
                    setter(self, own[name])
                    done.append((setter, before[name]))
            unknown: dict = stored_numbers.put_stored_numbers(row.row, numbers)
        except BaseException:
            for setter, value in done:
                setter(self, value)
            raise
        if vanished:
            SpriteRow.vanish(self)
        restore_attributes(self, unknown)
        restore_attributes(self, users)

    def __reduce__(self):
        row: SpriteRow = _row_of(self)
        own: dict = _own_values(row)
        numbers: dict = stored_numbers.stored_numbers_of(row.row)
        if numbers is not None:
            own["numbers"] = numbers
        return reduced(Sprite, self, own, SpriteRow.vanished.__get__(self))


@C.cfunc
def _own_values(row: SpriteRow) -> dict:
    """Return the values of a sprite's own attributes by name. A center that follows the image is
    None.
    """
    own: dict = {name: getter(row) for name, getter in _GETTERS.items()}
    for axis, name in enumerate(("center_x", "center_y")):
        if sprite_row.follows_image(row.row, axis):
            own[name] = None
    return own


_OTHERS["position"] = Sprite.position.__set__

mistakes.watch(Sprite)
unknown_names.tell_names(Sprite, "Sprite")


@C.cfunc
def _state(kind: object):
    """Store the defaults that a class sets for its sprites."""
    stated: set = _stated_by(kind)
    values: dict = {
        name: value
        for name in _SETTERS
        if name in stated and (value := _class_value(kind, name)) is not ...
    }
    kind._spritecol_defaults = _defaults_of(values, stored_numbers.layout_for(kind, Sprite))
    for name, value in values.items():
        # Set on the class itself, since a mixin that is not a Sprite keeps its attribute.
        setattr(kind, name, Attribute(name, default=read_only(value)))
    found: list = [base.__dict__["scale"] for base in kind.__mro__ if "scale" in base.__dict__]
    scale: object = kind._spritecol_values.get("scale", found[0])
    if not hasattr(type(scale), "__get__"):
        kind.scale = Attribute("scale", default=scale)


def _stated_by(kind: object) -> set:
    """Return the names of attributes for which a class or one of its bases sets a default."""
    stated: set = set()
    for base in kind.__mro__:
        if base is SpriteRow:
            break
        stated.update(base.__dict__.keys() & _STATABLE)
        stated.update(base.__dict__.get("_spritecol_values", ()))
    if "scale" in stated:
        stated.update(_SCALES)
    return stated


_STATABLE = frozenset(["scale", *_SETTERS])
_MAKERS_OF_FIELDS = frozenset(["attr", "dataclasses"])


def _class_value(kind: object, name: str) -> object:
    """Return the default for an attribute that a class or its nearest base sets, or `...` if none
    does.
    """
    for base in kind.__mro__:
        if base is SpriteRow:
            break
        if name in base.__dict__.get("_spritecol_values", ()):
            return base.__dict__["_spritecol_values"][name]
        value = base.__dict__.get(name, ...)
        if value is ... and name in _SCALES and not issubclass(base, SpriteRow):
            value = base.__dict__.get("scale", ...)  # a mixin's
        if hasattr(type(value), "__get__"):
            if not isinstance(value, Attribute):
                break  # a property defined by the user
        elif value is not ...:
            return value
    return ...


def _defaults_of(values: dict, layout: object) -> tuple:
    """Return the value of `_spritecol_defaults` for a class (see `SpriteRow`)."""
    if not values:
        return None, None, [], layout
    probe: SpriteRow = Sprite.__new__(Sprite)
    shape: object = None
    outline: object = None
    rest: list = []
    for name, setter in _SETTERS.items():
        if name not in values:
            continue
        setter(probe, values[name])
        if name == "collision":
            if values[name] is not None:
                shape, outline = value_and_outline(values[name], None)
        else:
            rest.append((setter, values[name]))
    return shape, outline, rest, layout
