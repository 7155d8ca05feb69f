"""What questions return: `Near`, `RayHit`, `SweepHit`, `Slide`, `Contact`, `Distance`; and arrays.

Fields that are a `Vec2` may be stored as plain tuples, see `record_maker`.

This is imported when the first of them is made (`record_maker`), since attrs takes five
milliseconds to compile these classes.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from numbers import Real
from struct import unpack
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import attrs

from spritecol._numbers.lazy_imports import shapely
from spritecol._numbers.range_check import non_negative, shown
from spritecol._numbers.records import BY_ELEMENTS, with_own_replace
from spritecol._numbers.vectors import Vec2, without
from spritecol.shapes import Shape
from spritecol.shapes.world_shapes import Pose, union, world_shape
from spritecol.sprites.hints.other_names import OF_HITS, OF_NEAR, NamedElsewhere, offered
from spritecol.sprites.record_maker import VectorField

if TYPE_CHECKING:
    from typing import Generic

    import numpy as np
    import typing_extensions
    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    from spritecol.sprites.sprite import Sprite

    # The class of the sprites that were asked about; if nothing else is said, any.
    _S_co = typing_extensions.TypeVar("_S_co", bound=Sprite, default=Any, covariant=True)
else:
    from spritecol._numbers.records import Generic

    _S_co = None

POSES = "=7d7d"

ZERO = Vec2(0.0, 0.0)

ELASTIC, SMOOTH = 1.0, 0.0  # what `bounce` takes for a restitution and a friction that are left out

_P = ParamSpec("_P")
_R = TypeVar("_R")


def of_two_numbers(method: Callable[_P, _R]) -> Callable[_P, _R]:
    """Let the error of a method that takes a velocity (vx, vy) say how to pass a vector."""

    @functools.wraps(method)
    def called(*arguments: _P.args, **named: _P.kwargs) -> _R:
        try:
            return method(*arguments, **named)
        except (TypeError, ValueError) as error:
            if is_velocity(arguments[1:], named):
                raise  # it is about another argument
            raise not_two_numbers(method.__name__, arguments[1:], named) from error

    return called


def is_velocity(arguments: tuple[object, ...], named: dict[str, object]) -> bool:
    """Whether the arguments have two numbers as their velocity."""
    velocity = [*arguments[:2], *(named[key] for key in ("vx", "vy") if key in named)]
    return len(velocity) == 2 and all(isinstance(one, Real) for one in velocity)


def not_two_numbers(
    name: str, arguments: tuple[object, ...], named: dict[str, object]
) -> TypeError:
    """The error for a method of a velocity that got something else."""
    given = [shown(one) for one in arguments]
    given += [f"{key}={shown(one)}" for key, one in named.items()]
    return TypeError(
        f"{name} takes two numbers, vx and vy, got {', '.join(given) or 'none'}; "
        f"pass a vector as {name}(*vector)"
    )


@with_own_replace
@attrs.frozen
class Near(Generic[_S_co]):
    """How near a sprite is to a point.

    Attributes:
        sprite: the sprite; `other` is the same, as in the records of sprites that ask.
        shape: the shape of it that is nearest, one of `sprite.shapes`; also `other_shape`.
        distance: from the point to the shape, in pixels; 0 inside.
        point: (x, y) of the shape that is nearest; inside, the point itself.
    """

    sprite: _S_co
    shape: Shape
    distance: float
    point: Vec2

    @property
    def other(self) -> _S_co:
        """The sprite that is found, by the name that `SweepHit` and `Contact` have for it."""
        return self.sprite

    @property
    def other_shape(self) -> Shape:
        """The shape that is found, by the name that `SweepHit` and `Contact` have for it."""
        return self.shape


@with_own_replace
@attrs.frozen
class RayHit(Generic[_S_co]):
    """Where a ray enters a shape of a sprite.

    Attributes:
        sprite: the sprite; `other` is the same, as in the records of sprites that ask.
        shape: the shape of it, one of `sprite.shapes`; also `other_shape`.
        fraction: how far along the ray, from 0 at its start to 1 at its end.
        point: (x, y) on the outline of the shape, in pixels; the start if `inside`. A disc touches
            the shape there.
        normal: a unit vector outward from the shape; (0.0, 0.0) if `inside`.
        inside: whether the ray starts inside the shape. Then the fraction is 0.
        distance: how far along the ray, in pixels: `fraction` times its length. A disc has moved
            that far when it hits.
    """

    sprite: _S_co
    shape: Shape
    fraction: float
    point: Vec2
    normal: Vec2
    inside: bool
    distance: float

    @property
    def other(self) -> _S_co:
        """The sprite that is found, by the name that `SweepHit` and `Contact` have for it."""
        return self.sprite

    @property
    def other_shape(self) -> Shape:
        """The shape that is found, by the name that `SweepHit` and `Contact` have for it."""
        return self.shape

    @of_two_numbers
    def bounce(self, vx: float, vy: float) -> Vec2:
        """A velocity after the hit, reflected.

        Args:
            vx: the velocity before it, to the right, in any unit.
            vy: the velocity before it, down.

        Returns:
            The velocity (vx, vy), as fast as before. One that leads away from the shape stays as it
            is, and so does any if the ray started inside.

        Raises:
            TypeError: an argument is no number.
            ValueError: a velocity is not finite.

        >>> floor = Sprite(0, 20, collision=Rect(0, 0, 99, 9))
        >>> floor.raycast(9, 0, 39, 40).bounce(30, 40)
        Vec2(30.0, -40.0)
        """
        return without(vx, vy, self.normal, 2.0)


@with_own_replace
@attrs.frozen
class Rays:
    """The first hits of many rays, as arrays with one row for each ray.

    Attributes:
        hit: shape (n,), bool: whether the ray hits anything.
        position: shape (n,), intp: the position of the sprite in the Group; -1 for none.
        shape: shape (n,), intp: the index of the shape in `sprite.shapes`; -1 for none.
        fraction: shape (n,): how far along the ray, from 0 to 1; 1 for none.
        point: shape (n, 2): where, in pixels; the end for none.
        normal: shape (n, 2): a unit vector outward from the shape; (0, 0) for none or inside.
        inside: shape (n,), bool: whether the ray starts inside the shape.
    """

    hit: NDArray[np.bool_] = attrs.field(eq=BY_ELEMENTS)
    position: NDArray[np.intp] = attrs.field(eq=BY_ELEMENTS)
    shape: NDArray[np.intp] = attrs.field(eq=BY_ELEMENTS)
    fraction: NDArray[np.float64] = attrs.field(eq=BY_ELEMENTS)
    point: NDArray[np.float64] = attrs.field(eq=BY_ELEMENTS)
    normal: NDArray[np.float64] = attrs.field(eq=BY_ELEMENTS)
    inside: NDArray[np.bool_] = attrs.field(eq=BY_ELEMENTS)


@with_own_replace
@attrs.frozen
class SweepHit(Generic[_S_co]):
    """Where a moving sprite begins to hit another one.

    Attributes:
        sprite: the sprite that moves.
        other: the sprite that it meets.
        shape: the shape of `sprite` that meets it, as in `sprite.shapes`.
        other_shape: the shape of `other` that is met.
        fraction: how much of the way is free, from 0 to 1.
        point: where the two touch, (x, y) in pixels; the middle, where two edges do.
        normal: a unit vector, outward from the other shape, toward the sprite.
        overlapping: True if the shapes overlap from the start and the motion goes deeper; then
            `fraction` is 0.
        position: the sprite's (x, y) at the hit. Placed there, it does not hit yet.
        angle: the sprite's angle at the hit, in degrees.

    >>> ball = Sprite(0, 0, collision=Circle(0, 0, 8))
    >>> wall = Sprite(100, -50, collision=Rect(0, 0, 20, 100))
    >>> hit = ball.sweep(300, 0, wall)
    >>> hit.position, hit.normal, hit.point
    (Vec2(92.0, 0.0), Vec2(-1.0, 0.0), Vec2(100.0, 0.0))
    >>> hit.bounce(300, 40), hit.slide(300, 40)
    (Vec2(-300.0, 40.0), Vec2(0.0, 40.0))
    """

    sprite: Any
    other: _S_co
    shape: Shape
    other_shape: Shape
    fraction: float
    point: Vec2
    normal: Vec2
    overlapping: bool
    position: Vec2
    angle: float

    @of_two_numbers
    def slide(self, vx: float, vy: float) -> Vec2:
        """A velocity after the hit, without its part that leads into the other shape.

        Args:
            vx: the velocity before it, to the right, in any unit.
            vy: the velocity before it, down.

        Returns:
            The velocity (vx, vy). One that leads away from the other shape stays as it is.

        Raises:
            TypeError: an argument is no number.
            ValueError: a velocity is not finite.

        >>> floor = Sprite(0, 20, collision=Rect(0, 0, 99, 9))
        >>> Sprite(9, 0, collision=Circle(0, 0, 5)).sweep(0, 50, floor).slide(30, 40)
        Vec2(30.0, 0.0)
        """
        return without(vx, vy, self.normal, 1.0)

    @of_two_numbers
    def bounce(
        self, vx: float, vy: float, restitution: float = ELASTIC, friction: float = SMOOTH
    ) -> Vec2:
        """A velocity after the hit: reflected, and slowed down as the two materials do it.

        The part that leads into the other shape, of speed v, is turned around and multiplied by
        `restitution`. The part along the surface becomes slower by `friction * (1 + restitution) *
        v`, at most until it rests. That is Coulomb's law as Box2D and Chipmunk (pymunk) apply it:
        the tangential impulse is at most `friction` times the normal one. The other sprite counts
        as infinitely heavy, and nothing begins to spin.

        Args:
            vx: the velocity before it, to the right, in any unit.
            vy: the velocity before it, down.
            restitution: how much of the speed into the other shape comes back, from 0 (none, it
                sticks) through 1 (all of it, the default) to more, as for a bumper.
            friction: the coefficient of friction, from 0 (smooth as ice, the default); 1 is rubber.

        Returns:
            The velocity (vx, vy), by default as fast as before. One that leads away from the other
            shape stays as it is.

        Raises:
            TypeError: an argument is no number.
            ValueError: a velocity is not finite, or `restitution` or `friction` is negative, not
                finite, or beyond 1e12.

        >>> floor = Sprite(0, 20, collision=Rect(0, 0, 99, 9))
        >>> hit = Sprite(9, 0, collision=Circle(0, 0, 5)).sweep(0, 50, floor)
        >>> hit.bounce(30, 40), hit.bounce(30, 40, restitution=0.5, friction=0.25)
        (Vec2(30.0, -40.0), Vec2(15.0, -20.0))
        """
        if restitution is ELASTIC and friction is SMOOTH:  # nothing to check: half of the time
            return without(vx, vy, self.normal, 2.0)
        restitution = non_negative(restitution, "restitution")
        friction = non_negative(friction, "friction")
        into = min(0.0, vx * self.normal[0] + vy * self.normal[1])
        if friction == 0.0 or into == 0.0:
            return without(vx, vy, self.normal, 1.0 + restitution)
        along_x, along_y = along = without(vx, vy, self.normal, 1.0)
        speed = along.length or 1.0  # of nothing, nothing remains
        rest = max(0.0, speed - friction * (1.0 + restitution) * -into)
        back = -restitution * into
        return Vec2(
            along_x * rest / speed + back * self.normal[0] + 0.0,  # 0.0 instead of -0.0
            along_y * rest / speed + back * self.normal[1] + 0.0,
        )


@with_own_replace
@attrs.frozen
class Slide(Generic[_S_co]):
    """What `Sprite.move_and_slide` did. It is true if anything was met.

    Attributes:
        travel: how far the sprite moved, (dx, dy) in pixels.
        remainder: the rest of the wanted motion; with `travel` it adds up to the motion.
        hits: what stopped or turned the motion, in order.
        on_floor: whether the sprite met a floor: a normal within `max_floor_angle` of `up`.
        on_wall: whether it met something that is neither floor nor ceiling.
        on_ceiling: whether it met a ceiling: a normal within `max_floor_angle` of down.
        floor_normal: the normal of the last floor that it met; (0, 0) without one.
        floor: the sprite that it stands on; None without a floor. Of several floors it is the most
            level one, whose normal points most along `up`; of equally level ones the first.
        carried: how far its floor carried it, (dx, dy) in pixels, as a part of `travel`. This and
            what follows is of `CharacterController.move` only.
        stepped: how far it stepped up, in pixels.
        crushed: whether something moved into it and left it no way out. It was not pushed then.
        crushed_by: the sprite in which it is deepest then, or None.
    """

    travel: Vec2
    remainder: Vec2
    hits: list[SweepHit[_S_co]]
    on_floor: bool
    on_wall: bool
    on_ceiling: bool
    floor_normal: Vec2
    floor: _S_co | None = None
    carried: Vec2 = ZERO
    stepped: float = 0.0
    crushed: bool = False
    crushed_by: Any = None

    def __bool__(self) -> bool:
        return bool(self.hits)


@with_own_replace
@attrs.frozen(eq=False)
class Sweeps:
    """The first hits of many moving sprites, as arrays in the order of their Group.

    Attributes:
        hit: (n,) bool, whether there is a hit.
        position: (n,) intp, the position of the other sprite among the targets; -1 without a hit.
        fraction: (n,) float64, how much of the way is free; 1 without a hit.
        point: (n, 2) float64, where the two touch, in pixels; (0, 0) without a hit.
        normal: (n, 2) float64, unit vectors outward from the other sprite; (0, 0) without a hit.
    """

    hit: NDArray[np.bool_]
    position: NDArray[np.intp]
    fraction: NDArray[np.float64]
    point: NDArray[np.float64]
    normal: NDArray[np.float64]


@with_own_replace
@attrs.frozen
class Contact(Generic[_S_co]):
    """Two shapes that hit, as seen from one of their sprites.

    Attributes:
        sprite: the sprite that asked.
        other: the sprite that it hits.
        shape: the shape of `sprite`, as it was given: in local space, with its name.
        other_shape: the shape of `other`.
        normal: a unit vector from the other shape towards this one.
        depth: how far `sprite` has to move along `normal` until these two shapes no longer hit, in
            pixels. No shorter move in any direction does; for concave shapes, too.
        points: one or two points (x, y) inside the overlap.

    >>> ball, wall = Sprite(0, 7, collision=Circle(0, 0, 8)), Sprite(0, 10, collision=[0, 0, 99, 9])
    >>> contact = ball.contacts(wall)[0]
    >>> contact.normal, contact.depth, contact.push
    (Vec2(0.0, -1.0), 5.0, Vec2(0.0, -5.0))
    """

    sprite: Any
    other: _S_co
    shape: Shape
    other_shape: Shape
    normal: Vec2
    depth: float
    points: tuple[Vec2, ...]
    _poses: bytes = attrs.field(repr=False, eq=False)

    @property
    def push(self) -> Vec2:
        """The move (dx, dy) of `sprite` that ends this hit: `normal` times `depth`.

        After `sprite.x += dx; sprite.y += dy` the two shapes do not hit, exactly.
        """
        return self.normal * self.depth

    @property
    def region(self) -> BaseGeometry:
        """The overlap of the two shapes when the contact was found, as a shapely geometry.

        It is made when it is read. Circles and ellipses are approximated by polygons of 128 sides.
        """
        numbers = unpack(POSES, self._poses)
        return shapely.intersection(
            union([world_shape(self.shape, Pose(*numbers[:7]))]),
            union([world_shape(self.other_shape, Pose(*numbers[7:]))]),
        )


@with_own_replace
@attrs.frozen
class Distance:
    """How far apart two sprites are.

    With `<` and `>` it is compared by its `distance`, with numbers and with other distances. Two
    are equal only if all of their attributes are.

    Attributes:
        distance: in pixels; below 0 if they hit: minus the length of the least move that ends it.
            inf if they can't hit: one is disabled, has vanished or has no shapes, or their layers
            do not meet.
        normal: a unit vector from the other sprite towards this one. Moving this one by
            `-distance * normal` makes the two just touch.
        point: the point (x, y) of this sprite that is nearest to the other one or, if they hit, one
            that is deepest in it.
        other_point: the point (x, y) of the other sprite that is nearest to this one or, if they
            hit, deepest in it: `point - distance * normal`.

    >>> a, b = Sprite(0, 0, collision=Circle(0, 0, 3)), Sprite(0, 10, collision=Circle(0, 0, 2))
    >>> near = a.distance(b)
    >>> near.distance, near.normal, near.point, near.other_point
    (5.0, Vec2(0.0, -1.0), Vec2(0.0, 3.0), Vec2(0.0, 8.0))
    >>> near < 6, near >= 6
    (True, False)
    """

    distance: float
    normal: Vec2
    point: Vec2
    other_point: Vec2

    def __float__(self) -> float:
        """The distance alone."""
        return self.distance

    def __lt__(self, other: Distance | float) -> bool:
        return self.distance < _length(other)

    def __le__(self, other: Distance | float) -> bool:
        return self.distance <= _length(other)

    def __gt__(self, other: Distance | float) -> bool:
        return self.distance > _length(other)

    def __ge__(self, other: Distance | float) -> bool:
        return self.distance >= _length(other)


def _length(other: Distance | float) -> float:
    """What a distance is compared with."""
    return other.distance if isinstance(other, Distance) else other


@with_own_replace
@attrs.frozen(eq=False)
class ContactArrays:
    """The contacts of many pairs, one row for each pair of shapes that hit.

    Each array has the name of what it holds in the plural. The singular, as in `Rays` and `Sweeps`,
    is understood, too.

    Attributes:
        positions: intp, shape (m, 2): the positions of the two sprites in their collections.
        shapes: intp, shape (m, 2): the positions of the two shapes in `Sprite.shapes`.
        normals: float64, shape (m, 2): `Contact.normal`, seen from the first sprite.
        depths: float64, shape (m,): `Contact.depth`, in pixels.
        points: float64, shape (m, 2, 2): `Contact.points`; where there is one, it is there twice.
        counts: intp, shape (m,): how many points there are, 1 or 2.
    """

    positions: NDArray[np.intp]
    shapes: NDArray[np.intp]
    normals: NDArray[np.float64]
    depths: NDArray[np.float64]
    points: NDArray[np.float64]
    counts: NDArray[np.intp]

    def __iter__(self) -> Iterator[NDArray[np.intp] | NDArray[np.float64]]:
        """The six arrays, to unpack them."""
        yield from (
            self.positions,
            self.shapes,
            self.normals,
            self.depths,
            self.points,
            self.counts,
        )

    @property
    def position(self) -> NDArray[np.intp]:
        """The array `positions`, by a name as those of `Rays` and `Sweeps`."""
        return self.positions

    @property
    def shape(self) -> NDArray[np.intp]:
        """The array `shapes`, by a name as those of `Rays` and `Sweeps`."""
        return self.shapes

    @property
    def normal(self) -> NDArray[np.float64]:
        """The array `normals`, by a name as those of `Rays` and `Sweeps`."""
        return self.normals

    @property
    def depth(self) -> NDArray[np.float64]:
        """The array `depths`, by a name as those of `Rays` and `Sweeps`."""
        return self.depths

    @property
    def point(self) -> NDArray[np.float64]:
        """The array `points`, by a name as those of `Rays` and `Sweeps`."""
        return self.points

    @property
    def count(self) -> NDArray[np.intp]:
        """The array `counts`, by a name as those of `Rays` and `Sweeps`."""
        return self.counts


for _kind in (Near, RayHit, Rays, SweepHit, Slide, Sweeps, Contact, Distance, ContactArrays):
    _kind.__module__ = "spritecol"  # public names belong to the package, see its `__init__`
    for _field in attrs.fields(_kind):
        if "Vec2" in str(_field.type):
            setattr(_kind, _field.name, VectorField(getattr(_kind, _field.name)))

for _kind, _names in ((Near, OF_NEAR), (RayHit, OF_HITS), (SweepHit, OF_HITS)):
    _kind.__dir__ = offered  # type: ignore[assignment, method-assign]
    for _name, _remedy in _names.items():
        setattr(_kind, _name, NamedElsewhere(_name, _remedy))
