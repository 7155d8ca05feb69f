"""The results of queries: `Near`, `RayHit`, `SweepHit`, `Slide`, `Contact`, `Distance`, `Changes`.

The modules that make queries fill the fields of a new result in place. Points and vectors are
stored as two numbers, and a `Vec2` is made when one is read, because few of the many results are
ever read.
"""

from types import GenericAlias

import cython as C
from cython.cimports.spritecol._support import vectors
from cython.cimports.spritecol._support.fast_range_check import not_negative
from cython.cimports.spritecol._support.forms import is_place
from cython.cimports.spritecol._support.libc import INFINITY, fabs, sqrt
from cython.cimports.spritecol._support.polar import hypot
from cython.cimports.spritecol._support.python import (
    PyFloatObject,
    PyObject_GenericDelAttr,
    PyObject_GenericSetAttr,
)
from cython.cimports.spritecol._support.vectors import XY, PyType_GenericAlloc
from cython.cimports.spritecol.sprites.row.sprite_row import SpriteRow

from spritecol._support.arguments import arguments, values_of_fields
from spritecol._support.names import missing, no_vector
from spritecol._support.range_check import of_public_name, shown
from spritecol.shapes.world_shapes import PoseMap, kept, overlap_in_world
from spritecol.sprites.hints.unknown_names import unchanging

POSES = "=7d7d"
"""How `Contact` stores the poses of its two sprites."""


@C.binding(False)  # so that CPython checks the type of `self`; here and below
class Result:
    """The base of all results, which are compared, shown, pickled and copied by their fields.

    Fields cannot be assigned. `__match_args__` contains their names, in the order of `__init__`.
    """

    __match_args__ = ()
    _is_result = True

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return are_alike(fields_of(self), fields_of(other))

    def __hash__(self):
        return hash((type(self), hashed(fields_of(self))))

    def __repr__(self):
        fields = ", ".join([f"{name}={getattr(self, name)!r}" for name in self.__match_args__])
        return f"{type(self).__name__}({fields})"

    def __reduce__(self):
        return type(self), fields_of(self)

    def __replace__(self, /, **changes):
        """Return a copy with changes; `copy.replace` calls it."""
        fields = {name: getattr(self, name) for name in self.__match_args__}
        return type(self)(**{**fields, **changes})

    def __getattr__(self, name):
        """Raise an error for an unknown name that says what to read instead."""
        raise missing(self, name)

    def __iter__(self):
        raise no_vector(self)

    def __getitem__(self, index):
        raise no_vector(self)

    def __add__(self, other):
        raise no_vector(self)

    def __radd__(self, other):
        raise no_vector(self)

    def __sub__(self, other):
        raise no_vector(self)

    def __mul__(self, other):
        raise no_vector(self)

    def __rmul__(self, other):
        raise no_vector(self)

    def __setattr__(self, name, value):
        """Raise an error on any assignment. Cython's own error would name the internal module."""
        try:
            PyObject_GenericSetAttr(self, name, value)  # as `object.__setattr__`, which refuses
        except AttributeError as error:
            if name in self.__match_args__:
                raise unchanging(self, name) from None
            raise of_public_name(error, self, name) from None

    def __delattr__(self, name):
        """Raise an error on any deletion, as above."""
        try:
            PyObject_GenericDelAttr(self, name, C.NULL)
        except AttributeError as error:
            raise of_public_name(error, self, name) from None

    __class_getitem__ = classmethod(GenericAlias)


@C.cfunc
def values_of(result: Result, fields: tuple, defaults: tuple, given: tuple, named: dict) -> tuple:
    """The values of these fields, from the arguments that the class of a result was given."""
    if not named and len(given) == len(fields):
        return given
    return values_of_fields(type(result).__name__, fields, defaults, given, named)


@C.cfunc
def fields_of(result: Result) -> tuple:
    """The values of all fields, in order."""
    return tuple([getattr(result, name) for name in result.__match_args__])


@C.cfunc
@C.exceptval(-1)
def are_alike(one: object, other: object) -> C.bint:
    """Whether two values of a field are equal. Sprites, even in tuples, are compared by `is`."""
    k: C.Py_ssize_t = 0
    if one is other:
        return True
    if isinstance(one, SpriteRow) or isinstance(other, SpriteRow):
        return False
    if type(one) is list and type(other) is list:
        one = tuple(one)
        other = tuple(other)
    if not (type(one) is tuple and type(other) is tuple):
        return one == other
    mine: tuple = one
    theirs: tuple = other
    if len(mine) != len(theirs):
        return False
    while k < len(mine) and are_alike(mine[k], theirs[k]):
        k += 1
    return k == len(mine)


@C.cfunc
def hashed(value: object) -> object:
    """Return what to hash for the value of a field. For a sprite it is the id."""
    if isinstance(value, SpriteRow):
        return id(value)
    return tuple([hashed(part) for part in value]) if type(value) is tuple else value


ONE_ROUNDING = C.declare(C.double, 1e-15)
"""Relative to a distance. Two ways to compute it differ by more than this only if inputs were
rounded."""


def distance_gone(
    dx: C.double, dy: C.double, fraction: C.double, to_x: C.double, to_y: C.double
) -> C.double:
    """The length in pixels of a fraction of the motion (dx, dy), which leads by (to_x, to_y)."""
    distance: C.double = fraction * sqrt(dx * dx + dy * dy)
    # The distance between the two points has one rounding less, so that 7 pixels are 7. But far
    # from the origin the point itself is rounded, and then the product is much more exact.
    apart: C.double = sqrt(to_x * to_x + to_y * to_y)
    return apart if fabs(apart - distance) <= ONE_ROUNDING * distance else distance


@C.cfunc
def velocity_of(name: str, vx: object, vy: object) -> XY:
    """Return the velocity that was passed to the method of this name."""
    velocity: XY
    if vy is None and is_place(vx):
        vx, vy = vx
    try:
        velocity.x = vx
        velocity.y = vy
    except TypeError as error:
        given = shown(vx) if vy is None else f"{shown(vx)}, {shown(vy)}"
        raise TypeError(
            f"{name} takes a velocity, {name}(vx, vy) or {name}((vx, vy)), all else by name, got "
            f"{given}"
        ) from error
    except OverflowError:  # an int beyond all floats
        velocity.x = INFINITY
    if velocity.x - velocity.x != 0.0 or velocity.y - velocity.y != 0.0:
        raise ValueError(f"a velocity must be finite, got ({shown(vx)}, {shown(vy)})")
    return velocity


@C.binding(False)
@C.embedsignature(True)
@C.embedsignature.format("clinic")
class Surface(Result):
    """A result with the normal of a surface that was hit, which gives velocities after the hit."""

    @property
    def normal(self):
        return vectors.new_vector(self._normal.x, self._normal.y)

    def slide(self, vx=None, vy=None):
        """Return a velocity without the part that leads into the other shape, to slide along it.

        Args:
            vx: the velocity before the hit, to the right, in any unit; or a pair (vx, vy) in place
                of `vx` and `vy`.
            vy: the velocity before the hit, down.

        Returns:
            The velocity after the hit, a `Vec2` (vx, vy). A velocity that leads away from the other
            shape is unchanged, and so is any velocity if there is no normal.

        Raises:
            TypeError: an argument is not a number.
            ValueError: a velocity is not finite.

        >>> floor = Sprite(0, 20, collision=Rect(0, 0, 99, 9))
        >>> Sprite(9, 0, collision=Circle(0, 0, 5)).sweep(0, 50, floor).slide(30, 40)
        Vec2(30.0, 0.0)
        """
        velocity: XY = velocity_of("slide", vx, vy)
        return vectors.without(velocity, self._normal, 1.0)

    def bounce(self, vx=None, vy=None, restitution=1.0, friction=0.0):
        """Return a velocity reflected by the hit, and slowed down by restitution and friction.

        The part that leads into the other shape, of speed v, is turned around and multiplied by
        `restitution`. The part along the surface is slowed down by `friction * (1 + restitution) *
        v`, but not below 0. This is Coulomb's law as Box2D and Chipmunk (pymunk) apply it: the
        tangential impulse is at most `friction` times the normal impulse. The other sprite counts
        as infinitely heavy, and nothing starts to spin.

        Args:
            vx: the velocity before the hit, to the right, in any unit; or a pair (vx, vy) in place
                of `vx` and `vy`.
            vy: the velocity before the hit, down.
            restitution: how much of the speed into the other shape comes back: 0 (none, the ball
                sticks), 1 (all of it, the default), or more, as for a bumper.
            friction: the coefficient of friction: 0 is smooth as ice (the default), 1 is like
                rubber.

        Returns:
            The velocity after the hit, a `Vec2` (vx, vy). With the defaults it is as fast as
            before. A velocity that leads away from the other shape is unchanged, and so is any
            velocity if there is no normal.

        Raises:
            TypeError: an argument is not a number.
            ValueError: a velocity is not finite, or `restitution` or `friction` is negative, not
                finite, or beyond 1e12.

        >>> floor = Sprite(0, 20, collision=Rect(0, 0, 99, 9))
        >>> hit = Sprite(9, 0, collision=Circle(0, 0, 5)).sweep(0, 50, floor)
        >>> hit.bounce(30, 40), hit.bounce(30, 40, restitution=0.5, friction=0.25)
        (Vec2(30.0, -40.0), Vec2(15.0, -20.0))
        """
        velocity: XY = velocity_of("bounce", vx, vy)
        back: C.double = not_negative(restitution, "restitution")
        mu: C.double = not_negative(friction, "friction")
        n: XY = self._normal
        into: C.double = min(0.0, velocity.x * n.x + velocity.y * n.y)
        if mu == 0.0 or into == 0.0:
            return vectors.without(velocity, n, 1.0 + back)
        along_x: C.double = velocity.x - into * n.x
        along_y: C.double = velocity.y - into * n.y
        speed: C.double = hypot(along_x, along_y)
        if speed == 0.0:
            speed = 1.0  # nothing to divide by
        rest: C.double = max(0.0, speed - mu * (1.0 + back) * -into)
        back *= -into
        return vectors.new_vector(  # 0.0 instead of -0.0
            along_x * rest / speed + back * n.x + 0.0, along_y * rest / speed + back * n.y + 0.0
        )


@C.binding(False)
class Near(Result):
    """The nearest sprite to a point, and how near it is.

    Attributes:
        other: the sprite.
        other_shape: its nearest shape, one of `other.shapes`.
        distance: from the point to the shape, in pixels; 0 if the point is inside.
        point: the nearest point (x, y) of the shape; the given point itself if it is inside.
    """

    __match_args__ = ("other", "other_shape", "distance", "point")

    def __init__(self, *given, **named):
        self.other, self.other_shape, self.distance, point = values_of(
            self, Near.__match_args__, (), given, named
        )
        self._point = vectors.checked_pair(point, "point")

    @property
    def point(self):
        return vectors.new_vector(self._point.x, self._point.y)

    def __hash__(self):  # a class with comparisons inherits none
        return Result.__hash__(self)

    def __lt__(self, other):
        raise without_order()

    def __le__(self, other):
        raise without_order()

    def __gt__(self, other):
        raise without_order()

    def __ge__(self, other):
        raise without_order()


@C.cfunc
def without_order() -> object:
    """The error for `near < 50`."""
    return TypeError("a Near is not a number: compare its distance, as in near.distance < 50")


@C.binding(False)
class RayHit(Surface):
    """Where a ray enters a shape of a sprite.

    Attributes:
        other: the sprite.
        other_shape: the shape that the ray enters, one of `other.shapes`.
        fraction: how far along the ray, from 0 at its start to 1 at its end.
        point: where the ray enters, (x, y) on the outline of the shape, in pixels; the start if
            `from_inside`. With a radius, the disc touches the shape there.
        normal: a unit vector outward from the shape; (0.0, 0.0) if `from_inside`.
        from_inside: whether the ray starts inside the shape. Then the fraction is 0.
        distance: how far along the ray, in pixels: `fraction` times its length. With a radius, the
            disc has moved that far when it hits.

    >>> floor = Group(Sprite(0, 20, collision=Rect(0, 0, 99, 9)))
    >>> floor.raycast(9, 0, 39, 40).bounce(30, 40)
    Vec2(30.0, -40.0)
    """

    __match_args__ = (
        "other",
        "other_shape",
        "fraction",
        "point",
        "normal",
        "from_inside",
        "distance",
    )

    def __init__(self, *given, **named):
        (
            self.other,
            self.other_shape,
            self.fraction,
            point,
            normal,
            self.from_inside,
            self.distance,
        ) = values_of(self, RayHit.__match_args__, (), given, named)
        self._point = vectors.checked_pair(point, "point")
        self._normal = vectors.checked_pair(normal, "normal")

    @property
    def point(self):
        return vectors.new_vector(self._point.x, self._point.y)


@C.binding(False)
class SweepHit(Surface):
    """Where a moving sprite begins to hit another one.

    Attributes:
        sprite: the sprite that moves.
        other: the sprite that is hit.
        shape: the shape of `sprite` that hits it, as in `sprite.shapes`.
        other_shape: the shape of `other` that is hit.
        fraction: how much of the motion is free, from 0 to 1. At `x + dx * fraction`, `y + dy *
            fraction` the sprite does not hit yet.
        point: where the two touch, (x, y) in pixels; the middle of the contact if two edges touch.
        normal: a unit vector, outward from the other shape, toward the sprite.
        from_inside: True if the shapes overlap at the start and the motion goes deeper. Then
            `fraction` is 0.
        position: the sprite's (x, y) at the hit. A sprite placed there does not hit yet.
        angle: the sprite's angle at the hit, in degrees.
        distance: how far the sprite moves until the hit, in pixels.

    >>> ball = Sprite(0, 0, collision=Circle(0, 0, 8))
    >>> wall = Sprite(100, -50, collision=Rect(0, 0, 20, 100))
    >>> hit = ball.sweep(300, 0, wall)
    >>> hit.position, hit.normal, hit.point, hit.distance
    (Vec2(92.0, 0.0), Vec2(-1.0, 0.0), Vec2(100.0, 0.0), 92.0)
    >>> hit.bounce(300, 40), hit.slide(300, 40)
    (Vec2(-300.0, 40.0), Vec2(0.0, 40.0))
    """

    __match_args__ = (
        "sprite",
        "other",
        "shape",
        "other_shape",
        "fraction",
        "point",
        "normal",
        "from_inside",
        "position",
        "angle",
        "distance",
    )

    def __init__(self, *given, **named):
        (
            self.sprite,
            self.other,
            self.shape,
            self.other_shape,
            self.fraction,
            point,
            normal,
            self.from_inside,
            position,
            self.angle,
            self.distance,
        ) = values_of(self, SweepHit.__match_args__, (0.0,), given, named)
        self._point = vectors.checked_pair(point, "point")
        self._normal = vectors.checked_pair(normal, "normal")
        self._position = vectors.checked_pair(position, "position")

    @property
    def point(self):
        return vectors.new_vector(self._point.x, self._point.y)

    @property
    def position(self):
        return vectors.new_vector(self._position.x, self._position.y)


@C.binding(False)
class Slide(Result):
    """The result of `Sprite.move_and_slide`. It is true if it has any `hits`.

    Attributes:
        travel: how far the sprite moved, (dx, dy) in pixels.
        remainder: the rest of the wanted motion. `travel + remainder` is the wanted motion. It is
            exactly (0, 0) if nothing stopped or turned the motion.
        hits: each `SweepHit` that stopped or turned the motion, in order.
        on_floor: whether the sprite met a floor: a normal within `max_floor_angle` of `up`. A fall
            that ends exactly on a floor counts, although a touch is not a hit. After `move` of a
            `CharacterController`: whether the sprite stands on a floor.
        on_wall: whether the sprite met something that is neither floor nor ceiling.
        on_ceiling: whether the sprite met a ceiling: a normal within `max_floor_angle` of down.
        floor_normal: the normal of `floor`; (0, 0) without one.
        floor: the floor that it met, or stands on, or None. If there are several, it is the most
            level one, whose normal points most along `up`; if several are equally level, the first.
        carried: how far its floor carried it, (dx, dy) in pixels, as a part of `travel`. Only
            `CharacterController.move` sets this, `stepped`, `crushed`, `crushed_by` and `pushed`.
        stepped: how far the sprite stepped up, in pixels.
        crushed: whether something moved into the sprite and left it no way out. The sprite was not
            pushed then.
        crushed_by: the sprite that it overlaps most deeply when `crushed`, or None.
        wall_normal: the normal of the last wall that the sprite met, after any kind of move; (0, 0)
            without one.
        pushed: how far it was pushed out of sprites that overlapped it, (dx, dy) in pixels, as a
            part of `travel`.
    """

    __match_args__ = (
        "travel",
        "remainder",
        "hits",
        "on_floor",
        "on_wall",
        "on_ceiling",
        "floor_normal",
        "floor",
        "carried",
        "stepped",
        "crushed",
        "crushed_by",
        "wall_normal",
        "pushed",
    )

    def __init__(self, *given, **named):
        (
            travel,
            remainder,
            self.hits,
            self.on_floor,
            self.on_wall,
            self.on_ceiling,
            floor_normal,
            self.floor,
            carried,
            self.stepped,
            self.crushed,
            self.crushed_by,
            wall_normal,
            pushed,
        ) = values_of(
            self,
            Slide.__match_args__,
            (None, (0.0, 0.0), 0.0, False, None, (0.0, 0.0), (0.0, 0.0)),
            given,
            named,
        )
        self._travel = vectors.checked_pair(travel, "travel")
        self._remainder = vectors.checked_pair(remainder, "remainder")
        self._floor_normal = vectors.checked_pair(floor_normal, "floor_normal")
        self._carried = vectors.checked_pair(carried, "carried")
        self._wall_normal = vectors.checked_pair(wall_normal, "wall_normal")
        self._pushed = vectors.checked_pair(pushed, "pushed")

    @property
    def travel(self):
        return vectors.new_vector(self._travel.x, self._travel.y)

    @property
    def remainder(self):
        return vectors.new_vector(self._remainder.x, self._remainder.y)

    @property
    def floor_normal(self):
        return vectors.new_vector(self._floor_normal.x, self._floor_normal.y)

    @property
    def carried(self):
        return vectors.new_vector(self._carried.x, self._carried.y)

    @property
    def wall_normal(self):
        return vectors.new_vector(self._wall_normal.x, self._wall_normal.y)

    @property
    def pushed(self):
        return vectors.new_vector(self._pushed.x, self._pushed.y)

    def __bool__(self):
        return bool(self.hits)


@C.binding(False)
class Bounces(Result):
    """The result of `Sprite.move_and_bounce`. It is true if the sprite met anything.

    Attributes:
        velocity: (dx, dy) after the last bounce, for the next frame. If the motion ended at one of
            `stops`, it is the velocity on arrival.
        travel: how far the sprite moved, (dx, dy) in pixels, from its start to its end.
        hits: a `SweepHit` for each bounce, in order. Its `fraction` is the share of the frame that
            has passed.
    """

    __match_args__ = ("velocity", "travel", "hits")

    def __init__(self, *given, **named):
        velocity, travel, self.hits = values_of(self, Bounces.__match_args__, (), given, named)
        self._velocity = vectors.checked_pair(velocity, "velocity")
        self._travel = vectors.checked_pair(travel, "travel")

    @property
    def velocity(self):
        return vectors.new_vector(self._velocity.x, self._velocity.y)

    @property
    def travel(self):
        return vectors.new_vector(self._travel.x, self._travel.y)

    def __bool__(self):
        return bool(self.hits)


@C.binding(False)
class Contact(Surface):
    """Where and how deep two shapes hit, as seen from one of the two sprites.

    Attributes:
        sprite: the sprite whose `contacts` was called.
        other: the sprite that it hits.
        shape: the shape of `sprite`, as it was defined: in local space, with its name.
        other_shape: the shape of `other`.
        normal: a unit vector from the other shape towards this one.
        depth: how far `sprite` has to move along `normal` until these two shapes no longer hit, in
            pixels. No shorter move in any direction separates them, but for the exceptions of
            `separation`.
        points: one or two points (x, y) inside the overlap.

    >>> ball, wall = Sprite(0, 7, collision=Circle(0, 0, 8)), Sprite(0, 10, collision=[0, 0, 99, 9])
    >>> contact = ball.contacts(wall)[0]
    >>> contact.normal, contact.depth, contact.push
    (Vec2(0.0, -1.0), 5.0, Vec2(0.0, -5.0))
    """

    __match_args__ = ("sprite", "other", "shape", "other_shape", "normal", "depth", "points")

    def __init__(self, *given, **named):
        (
            self.sprite,
            self.other,
            self.shape,
            self.other_shape,
            normal,
            self.depth,
            points,
            self._poses,
        ) = values_of(self, (*Contact.__match_args__, "poses"), (b"",), given, named)
        self._normal = vectors.checked_pair(normal, "normal")
        # A copy, because a list may change while its items are read, or say a wrong length.
        pairs: tuple = tuple(points)
        if not 1 <= len(pairs) <= 2:
            raise ValueError(f"a contact has one or two points, got {len(pairs)}")
        self._count = len(pairs)
        for k in range(len(pairs)):
            self._points[k] = vectors.checked_pair(pairs[k], "points")

    def __reduce__(self):
        return type(self), (*fields_of(self), self._poses)

    def __replace__(self, /, **changes):
        """Return a copy with changes; `copy.replace` calls it."""
        return Result.__replace__(self, **{"poses": self._poses, **changes})

    @property
    def points(self):
        return tuple(
            [vectors.new_vector(self._points[k].x, self._points[k].y) for k in range(self._count)]
        )

    @property
    def push(self):
        """The move (dx, dy) of `sprite` that ends this hit: `normal` times `depth`.

        After `sprite.x += dx; sprite.y += dy` the two shapes do not hit, exactly.
        """
        return vectors.new_vector(self._normal.x * self.depth, self._normal.y * self.depth)

    @property
    def region(self):
        """The overlap of the two shapes when the contact was found, as a shapely geometry.

        It is computed when it is read. Circles and ellipses are approximated by polygons of 128
        sides.
        """
        from struct import unpack  # few ever need it, and it takes 2 % of the import

        numbers = unpack(POSES, self._poses)
        return kept(
            overlap_in_world,
            (self.shape, self.other_shape),
            PoseMap(*numbers[:7]),
            PoseMap(*numbers[7:]),
        )


@C.binding(False)
class Gap(float):
    """The vectors of a `Distance`, stored as two numbers each."""

    @property
    def normal(self):
        return vectors.new_vector(self._normal.x, self._normal.y)

    @property
    def point(self):
        return vectors.new_vector(self._point.x, self._point.y)

    @property
    def other_point(self):
        return vectors.new_vector(self._other_point.x, self._other_point.y)


class Distance(Gap):
    """How far apart two sprites are, in pixels: a float with a normal and the nearest points.

    If the sprites hit, it is negative: minus the length of the move that separates them.
    If they cannot hit, it is inf: one is disabled, has vanished or has no shapes, or their layers
    and masks do not match. You can use it in calculations and comparisons, round it and format it
    like any other float.

    Attributes:
        distance: the number as a plain float.
        normal: a unit vector from the other sprite towards this one. If this sprite moves by
            `-distance * normal`, the two just touch.
        point: the point (x, y) of this sprite that is nearest to the other sprite or, if they hit,
            deepest inside it.
        other_point: the point (x, y) of the other sprite that is nearest to this sprite or, if they
            hit, deepest inside it: `point - distance * normal`.

    >>> a, b = Sprite(0, 0, collision=Circle(0, 0, 3)), Sprite(0, 10, collision=Circle(0, 0, 2))
    >>> near = a.distance(b)
    >>> near < 6, near + 1, f"{near:.1f} px", near.normal, near.point, near.other_point
    (True, 6.0, '5.0 px', Vec2(0.0, -1.0), Vec2(0.0, 3.0), Vec2(0.0, 8.0))
    """

    __slots__ = ()
    __match_args__ = ("distance", "normal", "point", "other_point")

    @arguments()
    def __new__(cls, distance, normal=(0.0, 0.0), point=(0.0, 0.0), other_point=(0.0, 0.0)):
        made: Gap = NEW_GAP(cls, distance)
        made._normal = vectors.checked_pair(normal, "normal")
        made._point = vectors.checked_pair(point, "point")
        made._other_point = vectors.checked_pair(other_point, "other_point")
        return made

    @property
    def distance(self):
        """The number as a plain float."""
        return float.__pos__(self)

    def __setattr__(self, name, value):
        """Raise an error for a field, as a `Result` does. A subclass may have attributes."""
        if name in self.__match_args__:
            raise unchanging(self, name)
        float.__setattr__(self, name, value)

    def __delattr__(self, name):
        """Raise an error for a field, as above."""
        if name in self.__match_args__:
            raise unchanging(self, name)
        float.__delattr__(self, name)

    def __str__(self):
        return float.__repr__(self)

    def __repr__(self):
        fields = ", ".join([f"{name}={getattr(self, name)!r}" for name in self.__match_args__])
        return f"{type(self).__name__}({fields})"

    def __reduce__(self):
        return type(self), (self.distance, self.normal, self.point, self.other_point)

    def __replace__(self, /, **changes):
        """Return a copy with changes; `copy.replace` calls it."""
        fields = {name: getattr(self, name) for name in self.__match_args__}
        return type(self)(**{**fields, **changes})


DISTANCE = C.declare(object, Distance)
NEW_GAP = C.declare(object, Gap.__new__)


def new_distance(distance: C.double, normal: XY, point: XY, other_point: XY) -> object:
    """Return a `Distance`, made without calling the class, as `new_vector` makes a `Vec2`."""
    made: Gap = PyType_GenericAlloc(C.cast(type, DISTANCE), 0)
    C.cast(C.pointer(PyFloatObject), made).ob_fval = distance
    made._normal = normal
    made._point = point
    made._other_point = other_point
    return made


@C.binding(False)
class Changes(Result):
    """The result of `Overlaps.update`: three lists of pairs.

    A pair is a tuple (sprite, other); with `by_shape` it is (sprite, other, shape, other_shape). A
    Changes is true if any pair has entered or exited.

    Attributes:
        entered: the pairs that hit now and did not hit at the previous update, in the order of
            `pairs`. With `swept`, they are followed by the pairs that hit only in between.
        stayed: the pairs that hit at both updates, in the order of `pairs`.
        exited: the pairs that hit at the previous update and do not hit now, in their order then.
            With `swept`, they are followed by the pairs that hit only in between.
    """

    __match_args__ = ("entered", "stayed", "exited")

    def __init__(self, *given, **named):
        self.entered, self.kept, self.exited = values_of(
            self, Changes.__match_args__, (), given, named
        )

    @property
    def stayed(self):
        if self.kept is None:  # most programs only react to new and ended pairs
            kept: list = []
            pairs: list = self.pairs or []  # None if the garbage collector has cleared them
            new: list = self.new_pairs or []
            count: C.Py_ssize_t = len(new)
            k: C.Py_ssize_t = 0
            for pair in pairs:
                if k < count and pair is new[k]:
                    k += 1
                else:
                    kept.append(pair)
            self.kept = kept
        return self.kept

    def __bool__(self):
        return bool(self.entered or self.exited)

    def __iter__(self):
        """Refuse a loop, and say over what to loop."""
        raise TypeError(
            "a Changes has three lists: for sprite, other in changes.entered, .stayed or .exited"
        )
