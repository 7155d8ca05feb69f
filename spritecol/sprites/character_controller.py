"""`CharacterController`: walks a sprite through a level, and remembers what it stands on.

A move has four stages: the floor carries the sprite, what has moved into it pushes it out, it walks
or flies, and it snaps to the floor. Each step is a sweep, so it ends where the exact test finds no
new hit. A trial, such as a step up, puts the sprite back if it fails.

Of what is met at the same time, the choice never depends on the order of the targets.
"""

import cython
from cython import (
    address,
    binding,
    bint,
    cast,
    cclass,
    cfunc,
    declare,
    double,
    embedsignature,
    exceptval,
    pointer,
)
from cython.cimports.libc.math import fabs, sqrt
from cython.cimports.spritecol._engine.pipeline.motion.meeting import Meeting
from cython.cimports.spritecol._engine.pipeline.shape_pair import size_at
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._engine.transform.rows import freshen
from cython.cimports.spritecol._numbers.fast_range_check import bits, checked, truth
from cython.cimports.spritecol._numbers.polar import hypot
from cython.cimports.spritecol.sprites.answers import Slide
from cython.cimports.spritecol.sprites.batch import Batch, forget
from cython.cimports.spritecol.sprites.conditions import Conditions, sweep_conditions
from cython.cimports.spritecol.sprites.mover import (
    TOUCHING,
    UPWARD,
    has_shape,
    is_among,
    is_one_way,
)
from cython.cimports.spritecol.sprites.moving import (
    MOST_SWEEPS,
    NO_PLANE,
    NO_PROGRESS,
    Planes,
    Up,
    add_plane,
    keep_in_reach,
    lip_height,
    needed_up,
    next_way,
    put_at,
    up_of,
)
from cython.cimports.spritecol.sprites.rider import (
    Rider,
    checked_numbers,
    is_sprite,
    move_with,
    numbers_from,
    pose_from,
)
from cython.cimports.spritecol.sprites.sprite_row import Pose, SpriteRow, is_shifted, pose_of
from cython.cimports.spritecol.sprites.sweeps import Way, sweep_hit_of, way_of
from cython.cimports.spritecol.sprites.targets import batch_of

from spritecol._numbers.range_check import non_negative, shown
from spritecol._numbers.vectors import Vec2
from spritecol.sprites.copy_and_pickle import checked_state, reduced, restore_attributes
from spritecol.sprites.hints import other_names

OUTWARD = declare(double, 1e-14)
"""Relative to the size of the numbers: how far a way along a slope leads away from it, since
rounding keeps it from being parallel."""

LIP = declare(double, 1e-9)
"""Relative to the size of the numbers: an edge no higher than this comes from rounding."""

LEVEL = declare(double, 1e-9)
"""The sine of an angle below which two floors are parallel."""

MOST_CRESTS = declare(cython.int, 4)
"""How many crests one move walks over; a round floor has one everywhere."""

FLEW = declare(cython.int, 0)
LANDED = declare(cython.int, 1)
HELD = declare(cython.int, 2)
"""How a flight ended: in the air; on a floor; or between two steep slopes that hold the sprite."""

ABOUT = declare(double, 0.25)
"""How far off what the floor takes along may be, in shares of its motion: a door may open."""


@cclass
@binding(False)  # plain method descriptors: CPython checks the type of their `self`
@embedsignature(True)
@embedsignature.format("clinic")
class CharacterController(Rider):
    """CharacterController(sprite, *, up=(0, -1), max_floor_angle=45, snap=4, step=0, nudge=0)\n--\n
    Walks a sprite through a level: on slopes, steps and lifts, through one-way platforms.

    You keep the velocity, gravity and jumps. The controller keeps what must be remembered from
    frame to frame: what the sprite stands on, and how that was placed. Ask it to `move` once a
    frame. The sprite may have any shapes.

    The settings are attributes, too, and may be changed between two moves.

    Args:
        sprite: the Sprite that walks.
        up: the direction against gravity, as a vector (x, y).
        max_floor_angle: in degrees, from 0 to less than 90: what is steeper is no floor.
        snap: in pixels: how far down it goes to stay on the floor, where that falls away. A lift
            takes it along at any speed.
        step: in pixels: how high a step it walks up, and down.
        nudge: in pixels: how far it gives way sideways to pass a ceiling's edge.

    Raises:
        TypeError: `sprite` is no Sprite, `up` no vector, or another argument no number.
        ValueError: `up` is None or the zero vector, or a number is not in its range. Seen from
            above there is no floor: `Sprite.move_and_slide` is enough.

    >>> player = Sprite(0, 0, collision=Rect(0, 0, 16, 16))
    >>> walker = CharacterController(player, step=8)
    >>> floor = Sprite(-50, 20, collision=Rect(0, 0, 200, 8))
    >>> slide = walker.move(3, 10, [floor])
    >>> player.x, player.y, walker.on_floor, walker.floor is floor
    (3.0, 4.0, True, True)
    """  # noqa: D301 (the first lines are the signature, for `help`)

    # Settings.
    _up: object
    _max_floor_angle: object
    _nudge: double

    # What is remembered between two moves.
    _has_moved: bint  # so that (_x, _y) is where it left the sprite
    _x: double
    _y: double
    _on_floor: bint
    _on_wall: bint
    _on_ceiling: bint
    _floor: SpriteRow
    _floor_pose: Pose
    _contact_x: double  # where the sprite touches the floor
    _contact_y: double
    _normal: tuple
    _floor_motion: tuple
    _stood_on: list  # one-way shapes: (sprite, first part of the shape)
    _dropped: list  # those that it falls through

    # What one move works with.
    _is_moving: bint
    _size: double  # of the numbers
    _hits: list
    _stepped: double

    def __cinit__(self, *args, **kwargs):
        self._normal = self._floor_motion = (0.0, 0.0)
        self._stood_on = []
        self._dropped = []

    def __init__(self, sprite, *, up=(0, -1), max_floor_angle=45, snap=4, step=0, nudge=0):
        """Take the sprite; it does not move yet."""
        self.demand_rest()
        if not isinstance(sprite, SpriteRow):
            raise TypeError(f"sprite must be a Sprite, got {shown(sprite)}")
        direction: object = needed_up(up)
        upward: Up = up_of(direction, max_floor_angle)
        snapping: double = non_negative(snap, "snap")
        stepping: double = non_negative(step, "step")
        nudging: double = non_negative(nudge, "nudge")
        self.walker = sprite
        self.upward = upward
        self._up = direction
        self._max_floor_angle = max_floor_angle
        self.snap_length = snapping
        self.step_height = stepping
        self._nudge = nudging
        self._has_moved = self._on_wall = self._on_ceiling = False
        self._x = self._y = self._contact_x = self._contact_y = 0.0
        self._floor_pose = pose_of(self.walker.row)
        self._stepped = 0.0
        self.forget_floor()

    def __getattr__(self, name):
        """Refuse what the controller does not have; if the sprite has it, say so."""
        hint: object = ""
        if name in other_names.OF_CONTROLLERS:
            hint = f": {other_names.OF_CONTROLLERS[name]}"
        elif self.walker is not None and hasattr(type(self.walker), name):
            hint = f": its sprite has, so write walker.sprite.{name}"
        raise AttributeError(
            f"{type(self).__name__!r} object has no attribute {name!r}{hint}", name=name, obj=self
        )

    def move(self, dx, dy, targets, *, drop=False, mask=None, exclude=(), where=None):
        """Move the sprite by (dx, dy), as far as the targets let it.

        Args:
            dx: the wanted motion to the right, in pixels.
            dy: the wanted motion down, in pixels: with gravity, in each frame.
            targets: a Sprite, a Group, or an iterable of them, which may be nested: floors, walls
                and all that stops. Not an iterator, which would be used up after one move.
            drop: whether it falls through the one-way shapes that it stands on.
            mask: layers as bits, of which a target must be on one; None for those of the sprite.
            exclude: a Sprite, a Group, or an iterable of them (no iterator) to leave out.
            where: a function of a sprite, or of a sprite and its SweepHit, that returns True if it
                stops the motion. It must not move anything.

        Returns:
            A `Slide`: `travel`, `remainder`, `hits`, `carried`, `stepped`, `crushed` and more.

        Raises:
            TypeError: dx or dy is no number, `targets` contains anything but sprites, or `where`
                returned neither True nor False.
            ValueError: a number is not finite or too large.
            RuntimeError: it was called from its own `where`, or `where` moved the sprite.

        >>> player = Sprite(0, 4, collision=Rect(0, 0, 16, 16))
        >>> walker = CharacterController(player)
        >>> lift = Sprite(0, 20, collision=Rect(0, 0, 64, 8))
        >>> walker.move(0, 1, lift).on_floor
        True
        >>> lift.x += 5
        >>> slide = walker.move(0, 1, lift)
        >>> slide.carried, player.x
        (Vec2(5.0, 0.0), 5.0)
        """
        if self.walker is None or self.meetings is None or self.inside is None:
            raise RuntimeError("this controller has no sprite: its __init__ has not been called")
        way: Way = way_of(dx, dy, 0.0)
        falls: bint = truth(drop, "drop")
        conditions: Conditions = sweep_conditions(self.walker, mask, exclude, where)
        batch: Batch = batch_of(targets, "targets", True)
        sprite: SpriteRow = self.walker
        row: cython.int = sprite.row
        x: double = STORE.x[row]
        y: double = STORE.y[row]
        self.demand_rest()
        checked(STORE.x[row] + way.dx, "x + dx")
        checked(STORE.y[row] + way.dy, "y + dy")
        self._is_moving = True
        self.batch = batch
        self.conditions = conditions
        self._hits = []
        try:
            return self.all_stages(address(way), falls)
        except BaseException:
            put_at(sprite, x, y, STORE.groups[row].angle)  # not where it was only tried
            raise
        finally:
            self._is_moving = False
            self.batch = None
            self.conditions = None
            self.left_out = self.floors = self.others = self._hits = None
            self.ground_sprite = None
            self.deepest_sprite = None
            forget(self.inside)

    # --- the stages -------------------------------------------------------------------------------

    @cfunc
    def all_stages(self, way: pointer(cython.const[Way]), falls: bint) -> object:
        """Carry, push, walk or fly, and snap."""
        sprite: SpriteRow = self.walker
        row: cython.int = sprite.row
        up_x: double = self.upward.x
        up_y: double = self.upward.y
        start_x: double = STORE.x[row]
        start_y: double = STORE.y[row]
        freshen(STORE, row)
        self._size = size_at(STORE, row) + fabs(start_x) + fabs(start_y)
        self._size += fabs(way.dx) + fabs(way.dy)
        self.touching = TOUCHING * self._size
        touching: double = 4.0 * self.touching
        self._stepped = 0.0
        if not (self._has_moved and self._x == start_x and self._y == start_y):
            self.forget_floor()  # the sprite was placed by hand
        stood: bint = self._on_floor and self._floor is not None
        self.rule(falls)
        self._on_wall = self._on_ceiling = False
        self._floor_motion = (0.0, 0.0)

        self.floors = [self._floor] if stood else []
        below: double = self.carry() if stood else 0.0
        self.from_x = self._contact_x + cast(double, self._floor_motion[0])
        self.from_y = self._contact_y + cast(double, self._floor_motion[1])
        carried: tuple = (STORE.x[row] - start_x, STORE.y[row] - start_y)
        if below > 0.0:
            self.rise_onto(self.floors, below)
        self.rise_with(start_x, start_y)
        across: double = way.dy * up_x - way.dx * up_y
        crusher: SpriteRow = self.push_out(across, below)
        if crusher is not None and self.is_pushed_aside(start_x, start_y, across, below):
            carried = self._floor_motion
            crusher = None
        if crusher is not None:
            carried = (0.0, 0.0)
            self.place(start_x, start_y)
            crusher = self.push_out(across, 0.0)  # there may be a way where it is not carried

        flight: cython.int = FLEW
        upward: double = way.dx * up_x + way.dy * up_y
        rises: bint = upward > UPWARD * sqrt(way.dx * way.dx + way.dy * way.dy)
        reach: double = max(self.snap_length, self.step_height, touching) if stood else touching
        stands: bint = not rises and self.find_ground(reach, stood)
        rests: bint = stands and across == 0.0
        if stands:
            if not rests:
                stands = self.walk(across)
        else:
            flight = self.fly(way.dx, way.dy, True)
            if flight == HELD:
                stands = True
            elif rises:
                stands = flight == LANDED and self.find_ground(touching, False)
            else:
                reach = self.reach_of_walk() if flight == LANDED else reach
                stands = self.find_ground(reach, stood)
        gap: double = self.ground.gap
        if stands and gap > (touching if rests else 0.0):  # at rest: the same pose to the last bit
            self.place(self.ground.x, self.ground.y)
        self.remember(stands, hypot(way.dx, way.dy))
        return self.record(way, start_x, start_y, carried, crusher)

    @cfunc
    @exceptval(-1)
    def demand_rest(self) -> cython.int:
        """Raise an error if the controller is in the middle of a move."""
        if self._is_moving:
            raise RuntimeError("a controller must not be used by the `where` of its own move")
        return 0

    @cfunc
    @exceptval(-1, check=False)
    def forget_floor(self) -> cython.int:
        """Stand on nothing, as before the first move."""
        self._on_floor = False
        self._floor = None
        self._normal = self._floor_motion = (0.0, 0.0)
        self._stood_on = []
        self.near = []
        return 0

    @cfunc
    @exceptval(-1)
    def rule(self, falls: bint) -> cython.int:
        """Decide about one-way shapes that rounding, or their own motion, would let pass.

        Those on which the sprite stands stop it, and those that have moved into it from their
        front. Those through which it falls do not.
        """
        conditions: Conditions = self.conditions
        if falls:
            self._dropped.extend(self._stood_on)
            self._stood_on = []
        for other, first in self._dropped:
            conditions.add_ruling(cast(SpriteRow, other).row, first, False)
        for other, first in self._stood_on:
            conditions.add_ruling(cast(SpriteRow, other).row, first, True)
        self.most_lifted = 4.0 * self.touching
        return self.rule_near([], self._x, self._y)

    @cfunc
    @exceptval(-1)
    def carry(self) -> double:
        """Move with the floor, as that point of it moved on which the sprite stands.

        Returns how far above the sprite the floor may be now at most, because it has turned.
        """
        row: cython.int = self.walker.row
        floor: SpriteRow = self._floor
        old: Pose = self._floor_pose
        new: Pose = pose_of(floor.row)
        x: double = self._contact_x
        y: double = self._contact_y
        dx: double = new.x - old.x
        dy: double = new.y - old.y
        is_turned: bint = not is_shifted(address(old), address(new))
        if is_turned:
            move_with(address(old), address(new), address(x), address(y))
            dx = x - self._contact_x
            dy = y - self._contact_y
        if (dx == 0.0 and dy == 0.0 and not is_turned) or not self.is_target(floor):
            return 0.0
        self._floor_motion = (dx, dy)
        x = STORE.x[row]
        y = STORE.y[row]
        self.floors = self.moved_with(floor, address(old), 0.0)
        self.left_out = self.moved_with(floor, address(old), ABOUT * hypot(dx, dy))
        self.leave_out_far(dx, dy)
        self.fly(dx, dy, False)
        self.left_out = None
        self.rule_near(self.floors, x, y)
        if not (is_turned or self.is_thin()):
            return 0.0
        away: double = self.most_away(
            address(old), address(new), STORE.x[row] - x, STORE.y[row] - y
        )
        return away / self.upward.steepest + 4.0 * self.touching

    @cfunc
    @exceptval(-1)
    def is_pushed_aside(self, x: double, y: double, across: double, below: double) -> bint:
        """Go from a place with the floors, into what is in the way, and leave that to a side.

        As seen from a lift that rises, a ceiling is a press that comes down. It must still be in
        the sprite at the end: else that would have gone through it.
        """
        motion_x, motion_y = self._floor_motion
        self.place(x, y)
        self.meets_all(motion_x, motion_y, self.floors)
        met: list = self.others if self.meetings.count > 0 else []
        x += cast(double, motion_x)
        y += cast(double, motion_y)
        self.place(x, y)
        self.find_inside()
        if (
            not all(is_among(other, self.inside.sprites) for other in met)
            or self.push_out(across, below) is not None
        ):
            return False
        risen: double = (STORE.x[self.walker.row] - x) * self.upward.x
        risen += (STORE.y[self.walker.row] - y) * self.upward.y
        return risen <= below + 4.0 * self.touching

    @cfunc
    def push_out(self, across: double, below: double) -> object:
        """Leave what has moved into the sprite; returns what crushes it, or None.

        Of two equal ways to the sides, that on the side of the motion is taken, else the left one.
        """
        row: cython.int = self.walker.row
        if not self.find_inside():
            return None
        self.in_way = []
        crusher: SpriteRow = self.deepest_sprite
        by_rounding: bint = self.depth <= 4.0 * self.touching
        longest: double = max(
            STORE.boxes[row].right - STORE.boxes[row].left,
            STORE.boxes[row].bottom - STORE.boxes[row].top,
        )
        if (
            self.is_lifted(below, longest)
            or self.is_pushed(across, longest)
            or self.leaves_one_by_one(longest)
            or (by_rounding and self.backs_off())
        ):
            return None
        if self.let_through():
            return self.push_out(across, below)
        rulings: tuple = self.rulings()
        if self.let_past(self.in_way) and self.push_out(across, below) is None:
            return None
        self.rule_again(rulings)
        self.find_near(longest)
        # In a slot as high as the sprite only these are free, and rounding may have hidden them.
        for place_x, place_y in self.places_aside(across, longest):
            if self.slips_to(place_x, place_y, longest, []):
                return None
        return crusher

    @cfunc
    @exceptval(-1)
    def is_lifted(self, below: double, longest: double) -> bint:
        """Whether a floor, or a one-way shape, pushes the sprite out; then it is there.

        A floor pushes up, but no farther than out of what is walkable, or as far as the present
        floor may be above the sprite's feet (`below`): a wall that is one sprite with it does not.
        """
        direction: double[2]
        direction[0] = self.upward.x
        direction[1] = self.upward.y
        deepest: Meeting = self.deepest
        pushes_one_way: bint = is_one_way(deepest.pair.b, deepest.pair.first_b, direction)
        if not (
            pushes_one_way
            or self.is_floor(deepest.nx, deepest.ny)
            or any(is_among(other, self.floors) for other in self.inside.sprites)
        ):
            return False
        if direction[0] * self.upward.x + direction[1] * self.upward.y > 0.0:
            direction[0] = self.upward.x
            direction[1] = self.upward.y
        highest: double = below
        if self.is_floor(deepest.nx, deepest.ny):  # no floor that is overlapped is higher
            highest = max(highest, self.depth / self.upward.steepest)
        highest += 4.0 * self.touching
        if pushes_one_way and not has_shape(
            self._stood_on, self.deepest_sprite, deepest.pair.first_b
        ):
            highest = self.most_lifted
        rise: double = self.way_up(direction[0], direction[1], min(highest, longest))
        return rise >= 0.0 and self.slips_to(self.to_x, self.to_y, longest, self.floors)

    @cfunc
    @exceptval(-1)
    def is_pushed(self, across: double, longest: double) -> bint:
        """Whether the sprite is pushed out by the least way; then it is there."""
        if not self.least_way(longest):
            return False
        to_x: double = self.to_x
        to_y: double = self.to_y
        aside: double = (to_y - STORE.y[self.walker.row]) * self.upward.x
        aside -= (to_x - STORE.x[self.walker.row]) * self.upward.y
        if aside * across < 0.0 and self.slips_to(
            to_x + 2.0 * aside * self.upward.y,
            to_y - 2.0 * aside * self.upward.x,
            longest,
            [],
        ):
            return True
        if self.slips_to(to_x, to_y, longest, []):
            return True
        return self.straighten(to_x, to_y) and self.slips_to(self.to_x, self.to_y, longest, [])

    @cfunc
    @exceptval(-1)
    def fly(self, dx: double, dy: double, may_land: bint) -> cython.int:
        """Move freely and slide along what is met; returns FLEW, LANDED or HELD.

        If it `may_land`, the rest of the way is walked then, and a ceiling's edge is passed.
        """
        sprite: SpriteRow = self.walker
        start_x: double = STORE.x[sprite.row]
        start_y: double = STORE.y[sprite.row]
        goal_x: double = start_x + dx
        goal_y: double = start_y + dy
        up_x: double = self.upward.x
        up_y: double = self.upward.y
        may_nudge: bint = may_land and self._nudge > 0.0
        lifted: bint = False
        way: Way
        over: Way
        planes: Planes
        way.dx = dx
        way.dy = dy
        way.turn = 0.0
        planes.count = 0
        planes.used = NO_PLANE
        for _ in range(MOST_SWEEPS):
            length: double = sqrt(way.dx * way.dx + way.dy * way.dy)
            if not self.go(way.dx, way.dy) or length * (1.0 - self.fraction) <= self.touching:
                return FLEW  # what it touches only at the end is met by rounding
            self.leave_out_corners()
            first: Meeting = self.meetings.items[0]
            other: SpriteRow = self.others[0]
            height: double = lip_height(
                sprite.row,
                other.row,
                address(first),
                address(way),
                planes.used != NO_PLANE,
                address(over),
            )
            if length * self.fraction > NO_PROGRESS * self._size:
                planes.count = 0
            elif lifted:
                height = 0.0  # something was met right behind the lip, so it was none
            lifted = False
            x: double = STORE.x[sprite.row]
            y: double = STORE.y[sprite.row]
            if may_land and (
                self.choose_floor(True)
                or (self.turn_to_floors(way.dx, way.dy, UPWARD) and self.choose_floor(True))
            ):
                self.from_x = self.ground.contact_x
                self.from_y = self.ground.contact_y
                self.note_hit(other, address(self.meetings.items[0]))
                told: Py_ssize_t = len(self._hits)
                self.walk((goal_y - y) * up_x - (goal_x - x) * up_y)
                if (
                    STORE.x[sprite.row] != x
                    or STORE.y[sprite.row] != y
                    or self.find_ground(4.0 * self.touching, False)
                ):
                    return LANDED
                # The corner of a floor beside it, and the way there is barred: it falls past.
                del self._hits[told - 1 :]
                may_land = False
            rest: double = (goal_x - x) * up_x + (goal_y - y) * up_y
            if may_nudge and rest > 0.0 and self.is_ceiling(first.nx, first.ny):
                may_nudge = False
                if self.nudge_past(rest, (goal_y - y) * up_x - (goal_x - x) * up_y):
                    goal_x += STORE.x[sprite.row] - x
                    goal_y += STORE.y[sprite.row] - y
                    # Up first: else who is pressed toward the edge goes back below it at once.
                    self.go(up_x * rest, up_y * rest)
                    way.dx = goal_x - STORE.x[sprite.row]
                    way.dy = goal_y - STORE.y[sprite.row]
                    start_x = STORE.x[sprite.row]
                    start_y = STORE.y[sprite.row]
                    dx = way.dx
                    dy = way.dy
                    planes.count = 0
                    planes.used = NO_PLANE
                    continue
            if height > 0.0:
                # A lip between two turned tiles: go over it, and on in the same direction.
                if not self.go(over.dx, over.dy):
                    way.dx = way.dx * (1.0 - first.fraction)
                    way.dy = way.dy * (1.0 - first.fraction)
                    lifted = True
                    continue
                self.place(x, y)
            if planes.used < planes.count:
                planes.items[planes.used].is_tried = True
            self.turn_corner(way.dx, way.dy, address(first))
            self.note_hit(other, address(first))
            is_corner: bint = first.other_nx != 0.0 or first.other_ny != 0.0
            add_plane(address(planes), first.nx, first.ny, not is_corner)
            if is_corner:
                add_plane(address(planes), first.other_nx, first.other_ny, False)
            planes.used = next_way(
                address(planes), goal_x - x, goal_y - y, self._size, address(way)
            )
            if planes.used < 0:
                is_held: bint = may_land and rest < 0.0 and self.holds(address(planes))
                if is_held and not self.find_ground(4.0 * self.touching, False):
                    self.ground.gap = 0.0
                    self.ground.x = x
                    self.ground.y = y
                    self.below = []
                    self.stand_on_edge(other, address(first))
                return HELD if is_held else FLEW
            keep_in_reach(x - start_x, y - start_y, dx * dx + dy * dy, address(way))
        return FLEW

    @cfunc
    @exceptval(-1)
    def walk(self, across: double) -> bint:
        """Walk along the floor by a length: to the right of `up` if it is above 0.

        Returns whether there is ground to snap to, and notes it.
        """
        row: cython.int = self.walker.row
        reach: double = self.reach_of_walk()
        crests: cython.int = 0
        side: double = 1.0 if across > 0.0 else -1.0
        rest: double = fabs(across)
        nx: double = self.ground.nx
        ny: double = self.ground.ny
        may_lift: bint = True
        for _ in range(MOST_SWEEPS):
            if rest <= NO_PROGRESS * self._size:
                break
            way_x: double = -ny * side * rest
            way_y: double = nx * side * rest
            if nx != 0.0 and ny != 0.0:
                way_x += OUTWARD * self._size * nx
                way_y += OUTWARD * self._size * ny
            x: double = STORE.x[row]
            y: double = STORE.y[row]
            if not self.go(way_x, way_y):
                if not self.find_ground(reach, True):
                    if not self.is_too_high and self.rolls_over(x, y, nx, ny, reach, address(rest)):
                        nx = self.ground.nx
                        ny = self.ground.ny
                        continue
                    return self.goes_back(x, y, reach)
                crests += 1
                way_x = -ny * side
                way_y = nx * side
                if crests > MOST_CRESTS or not self.is_at_crest(x, y, way_x, way_y, address(rest)):
                    return True
                nx = self.ground.nx
                ny = self.ground.ny
                continue
            if rest * self.fraction > NO_PROGRESS * self._size:
                may_lift = True
            rest -= rest * self.fraction
            ahead_x: double = nx
            ahead_y: double = ny
            rise: double = self.rise_ahead(way_x, way_y, address(ahead_x), address(ahead_y))
            first: Meeting = self.meetings.items[0]
            other: SpriteRow = self.others[0]
            if may_lift:
                may_lift = False
                into: double = rise if rise > 0.0 else -(first.nx * way_x + first.ny * way_y)
                if self.lift_over(way_x, way_y, into, rise > 0.0, address(nx), address(ny)):
                    continue
            if rise > 0.0:
                nx = ahead_x
                ny = ahead_y
                continue
            if self.step_height > 0.0 and self.step_up(side, address(rest)):
                nx = self.ground.nx
                ny = self.ground.ny
                may_lift = True
                continue
            self.note_hit(other, address(first))
            return self.find_ground(reach, True) or self.goes_back(x, y, reach)
        return self.find_ground(reach, True)

    @cfunc
    @exceptval(-1)
    def goes_back(self, x: double, y: double, reach: double) -> bint:
        """Go back to a place if there is only an edge below the sprite to which no step leads.

        Round feet leave the ground where they roll over an edge, and meet that of a higher riser
        ahead. Returns whether there is ground at that place.
        """
        if not self.is_too_high:
            return False
        self.place(x, y)
        return self.find_ground(reach, True)

    @cfunc
    @exceptval(-1, check=False)
    def reach_of_walk(self) -> double:
        """How far below it the ground is after a walk: `lift_over` may have left it in the air."""
        return max(self.snap_length, self.step_height, 2.0 * LIP * self._size)

    @cfunc
    @exceptval(-1)
    def is_at_crest(
        self, x: double, y: double, way_x: double, way_y: double, rest: pointer(double)
    ) -> bint:
        """Whether the floor bends down on the last way, which began at (x, y); then go back there.

        `rest` becomes what is left of the way, which then leads along the ground that was found: so
        a crest is walked over as fast as a flat floor. (way_x, way_y) is a unit vector.
        """
        row: cython.int = self.walker.row
        end_x: double = STORE.x[row]
        end_y: double = STORE.y[row]
        nx: double = self.ground.nx
        ny: double = self.ground.ny
        falls: double = nx * way_x + ny * way_y
        if self.ground.gap <= 4.0 * self.touching or falls <= LEVEL:
            return False
        # Where the way crosses the line along which the sprite would stand on that ground. It may
        # be past that by as much as `lift_over` has lifted it.
        length: double = nx * (self.ground.x - x) + ny * (self.ground.y - y)
        if length < -2.0 * LIP * self._size:
            return False
        # If it is there already, a hair farther: rounding may have stopped it before the crest.
        length = max(length / falls, self.touching)
        if length >= rest[0]:
            return False
        share: double = length / rest[0]
        self.place(x, y)
        self.go(share * (end_x - x), share * (end_y - y))
        if length * (1.0 - self.fraction) > self.touching:  # else it met that by rounding
            self.place(end_x, end_y)
            return False
        rest[0] -= length
        return True

    @cfunc
    @exceptval(-1)
    def rolls_over(
        self, x: double, y: double, nx: double, ny: double, reach: double, rest: pointer(double)
    ) -> bint:
        """Whether feet go over an edge or a crest on a way up from (x, y); then go on there."""
        part: double
        end_x: double = STORE.x[self.walker.row]
        end_y: double = STORE.y[self.walker.row]
        if (end_x - x) * self.upward.x + (end_y - y) * self.upward.y <= LIP * self._size:
            return False
        low: double = 0.0
        high: double = 1.0
        for _ in range(4):
            share: double = 0.5 * (low + high)
            self.place(x, y)
            self.go(share * (end_x - x), share * (end_y - y))
            if not self.find_ground(reach, True):
                high = share
            elif (
                fabs(self.ground.nx * ny - self.ground.ny * nx) <= LEVEL
                and self.ground.gap <= 2.0 * LIP * self._size
            ):
                low = share  # it is not yet there
            else:
                part = share * rest[0]
                way_x: double = (end_x - x) / rest[0]
                way_y: double = (end_y - y) / rest[0]
                if not self.is_at_crest(x, y, way_x, way_y, address(part)):
                    self.place(self.ground.x, self.ground.y)
                    part = 0.0
                rest[0] = (1.0 - share) * rest[0] + part
                return True
        self.place(end_x, end_y)
        return False

    # --- trials -----------------------------------------------------------------------------------

    @cfunc
    @exceptval(-1)
    def lift_over(
        self,
        way_x: double,
        way_y: double,
        into: double,
        is_slope: bint,
        nx: pointer(double),
        ny: pointer(double),
    ) -> bint:
        """Go up by a hair over a lip between two tiles, or onto the foot of a slope.

        At the foot of a slope a corner meets a corner, so the normal may be that of a wall. The way
        leads `into` what was met by a length: that is met again a bit farther on, but a lip is not.
        The side of a lip may lean over, as it does uphill: so it also goes at right angles to the
        floor, or along that side, a hair backward or, in a crack between two tiles, forward.
        """
        row: cython.int = self.walker.row
        x: double = STORE.x[row]
        y: double = STORE.y[row]
        hair: double = LIP * self._size
        side_x: double = self.meetings.items[0].nx
        side_y: double = self.meetings.items[0].ny
        leans: double = max(0.0, -(side_x * nx[0] + side_y * ny[0]))
        is_level: bint = nx[0] * self.upward.x + ny[0] * self.upward.y > 1.0 - LEVEL
        back: double = OUTWARD * self._size / sqrt(way_x * way_x + way_y * way_y)
        away_x: double = self.upward.x * hair
        away_y: double = self.upward.y * hair
        for _ in range(3):
            if not self.go(away_x, away_y):
                if not self.meets(way_x, way_y):
                    return True
                if self.fraction * into > 4.0 * hair:
                    return True
                if not is_slope and self.rise_ahead(way_x, way_y, nx, ny) > 0.0:
                    return True
            self.place(x, y)
            if is_slope or (is_level and leans < LEVEL):
                return False
            away_x = (nx[0] + leans * side_x) * hair - back * way_x
            away_y = (ny[0] + leans * side_y) * hair - back * way_y
            back = -back
        return False

    @cfunc
    @exceptval(-1)
    def step_up(self, side: double, rest: pointer(double)) -> bint:
        """Go up by at most a step, on, and down; `rest` becomes what is left of it.

        Kept only if the sprite gets farther and higher, and stands there, and no step up to the
        point on which it stands is higher than `step`.
        """
        row: cython.int = self.walker.row
        up_x: double = self.upward.x
        up_y: double = self.upward.y
        x: double = STORE.x[row]
        y: double = STORE.y[row]
        if not self.find_ground(max(self.snap_length, self.step_height), True):
            return False
        before_x: double = self.from_x
        before_y: double = self.from_y
        most: double = self.step_height + 2.0 * self.touching  # inclusive, whatever rounding says
        self.go(up_x * most, up_y * most)
        risen: double = (STORE.x[row] - x) * up_x + (STORE.y[row] - y) * up_y
        if risen > self.touching:
            self.go(-up_y * side * rest[0], up_x * side * rest[0])
            gone: double = ((STORE.y[row] - y) * up_x - (STORE.x[row] - x) * up_y) * side
            if gone > self.touching and self.find_ground(risen, True):
                gain: double = (self.ground.x - x) * up_x + (self.ground.y - y) * up_y
                if gain > self.touching and self.steps_lead_up(
                    before_x,
                    before_y,
                    self.ground.meeting.px,
                    self.ground.meeting.py,
                    side,
                    self.step_height,
                ):
                    self.place(self.ground.x, self.ground.y)
                    rest[0] -= gone
                    self._stepped += gain
                    return True
        self.from_x = before_x
        self.from_y = before_y
        self.place(x, y)
        return False

    @cfunc
    @exceptval(-1)
    def nudge_past(self, rise: double, across: double) -> bint:
        """Give way sideways below a ceiling that is met on the way up, if it goes on there.

        The smaller way first; of equal ones, that on the side of the motion, else the left one.
        """
        row: cython.int = self.walker.row
        up_x: double = self.upward.x
        up_y: double = self.upward.y
        x: double = STORE.x[row]
        y: double = STORE.y[row]
        probe: double = min(rise, 1.0)  # the first ceiling on the way counts, not what is above it
        high_x: double = x + up_x * probe
        high_y: double = y + up_y * probe
        self.place(high_x, high_y)
        self.find_inside()
        places: list = self.places_aside(across, self._nudge)
        self.place(x, y)
        for to_x, to_y in places:
            if not self.go(to_x - high_x, to_y - high_y) and (
                not self.meets(up_x * rise, up_y * rise) or self.fraction * rise > self.touching
            ):
                return True
            self.place(x, y)
        return False

    # --- what is remembered -----------------------------------------------------------------------

    @cfunc
    @exceptval(-1, check=False)
    def remember(self, stands: bint, speed: double) -> cython.int:
        """Keep where the sprite is and what it stands on, for the next move."""
        row: cython.int = self.walker.row
        self._has_moved = True
        self._x = STORE.x[row]
        self._y = STORE.y[row]
        self._on_floor = stands
        self._floor = self.ground_sprite if stands else None
        self._stood_on = self.below if stands else []
        self._normal = (self.ground.nx, self.ground.ny) if stands else (0.0, 0.0)
        if stands:
            self._floor_pose = pose_of(self._floor.row)
            self._contact_x = self.ground.contact_x
            self._contact_y = self.ground.contact_y
        self.note_near(speed, hypot(self._floor_motion[0], self._floor_motion[1]))
        if self._dropped:
            down: double = max(self.snap_length, self.step_height) + 1.0
            self._dropped = [
                (other, first)
                for other, first in self._dropped
                if self.would_meet_shape(other, first, -self.upward.x * down, -self.upward.y * down)
            ]
        return 0

    @cfunc
    @exceptval(-1)
    def note_hit(self, other: SpriteRow, meeting: pointer(cython.const[Meeting])) -> cython.int:
        """Add a hit to the answer."""
        if self.is_ceiling(meeting.nx, meeting.ny):
            self._on_ceiling = True
        elif not self.is_floor(meeting.nx, meeting.ny):
            self._on_wall = True
        angle: double = STORE.groups[self.walker.row].angle
        self._hits.append(sweep_hit_of(self.walker, other, angle, meeting))
        return 0

    @cfunc
    def record(
        self,
        way: pointer(cython.const[Way]),
        start_x: double,
        start_y: double,
        carried: tuple,
        crusher: SpriteRow | None,
    ) -> object:
        """The answer of a move."""
        row: cython.int = self.walker.row
        hits: list = self._hits
        if self._on_floor:
            known: bint = False
            for hit in hits:
                known |= hit.other is self._floor and hit.normal == self._normal
            if not known:
                angle: double = STORE.groups[row].angle
                hits.append(
                    sweep_hit_of(self.walker, self._floor, angle, address(self.ground.meeting))
                )
        travel_x: double = STORE.x[row] - start_x
        travel_y: double = STORE.y[row] - start_y
        return Slide(
            (travel_x, travel_y),
            (
                way.dx - (travel_x - cast(double, carried[0])),
                way.dy - (travel_y - cast(double, carried[1])),
            ),
            hits,
            self._on_floor,
            self._on_wall,
            self._on_ceiling,
            self._normal,
            self._floor,
            carried,
            self._stepped,
            crusher is not None,
            crusher,
        )

    def __reduce__(self):
        settings: tuple = (
            self._up,
            self._max_floor_angle,
            self.snap_length,
            self.step_height,
            self._nudge,
        )
        return reduced(CharacterController, self, self.walker, settings, self._memory())

    def __setstate__(self, state):
        sprite, settings, memory, attributes = checked_state(state, "CharacterController", 4)
        names: tuple = ("up", "max_floor_angle", "snap", "step", "nudge")
        CharacterController.__init__(self, sprite, **dict(zip(names, settings, strict=True)))
        self._recall(memory)
        restore_attributes(self, attributes)

    def _demand_rest(self):
        """Raise an error in the middle of a move, when nothing else may be remembered."""
        self.demand_rest()

    def _memory(self):
        """What is remembered between two moves, as a tuple."""
        return (
            (self._has_moved, self._on_floor, self._on_wall, self._on_ceiling),
            (self._x, self._y, self._contact_x, self._contact_y),
            self._normal,
            self._floor_motion,
            self._floor,
            numbers_from(address(self._floor_pose)),
            tuple(self._stood_on),
            tuple(self._dropped),
            self.near_with_poses(),
        )

    def _recall(self, memory):
        """Remember what `_memory` has returned."""
        self.demand_rest()
        flags, places, normal, motion, floor, pose, stood_on, dropped, near = memory
        has_moved, on_floor, on_wall, on_ceiling = (truth(flag, "a flag") for flag in flags)
        x, y, contact_x, contact_y = (checked(number, "a coordinate") for number in places)
        normal = tuple([checked(number, "a coordinate") for number in normal])
        motion = tuple([checked(number, "a coordinate") for number in motion])
        shapes: list = [(is_sprite(other), bits(first, "first")) for other, first in stood_on]
        passed: list = [(is_sprite(other), bits(first, "first")) for other, first in dropped]
        poses: list = [(is_sprite(other), checked_numbers(numbers)) for other, numbers in near]
        if not len(normal) == len(motion) == 2:
            raise ValueError(f"a vector has two numbers, got {shown(normal)} and {shown(motion)}")
        self._floor_pose = pose_from(checked_numbers(pose))
        self._floor = None if floor is None else is_sprite(floor)
        self._has_moved = has_moved
        self._on_floor = on_floor and floor is not None
        self._on_wall = on_wall
        self._on_ceiling = on_ceiling
        self._x = x
        self._y = y
        self._contact_x = contact_x
        self._contact_y = contact_y
        self._normal = normal
        self._floor_motion = motion
        self._stood_on = shapes
        self._dropped = passed
        self.recall_near(poses)

    def __repr__(self):
        return f"<CharacterController of {self.walker!r}>"

    @property
    def sprite(self):
        """The Sprite that walks; it cannot be replaced."""
        return self.walker

    @property
    def up(self):
        """The direction against gravity, as it was given."""
        return Vec2(self._up)

    @up.setter
    def up(self, value):
        direction: object = needed_up(value)
        self.upward = up_of(direction, self._max_floor_angle)
        self._up = direction

    @property
    def max_floor_angle(self):
        """What is steeper is no floor; in degrees, from 0 to less than 90."""
        return self._max_floor_angle

    @max_floor_angle.setter
    def max_floor_angle(self, value):
        self.upward = up_of(self._up, value)
        self._max_floor_angle = value

    @property
    def snap(self):
        """How far down it goes to stay on the floor, in pixels."""
        return self.snap_length

    @snap.setter
    def snap(self, value):
        self.snap_length = non_negative(value, "snap")

    @property
    def step(self):
        """How high a step it walks up, and down, in pixels."""
        return self.step_height

    @step.setter
    def step(self, value):
        self.step_height = non_negative(value, "step")

    @property
    def nudge(self):
        """How far it gives way sideways to pass a ceiling's edge, in pixels."""
        return self._nudge

    @nudge.setter
    def nudge(self, value):
        self._nudge = non_negative(value, "nudge")

    @property
    def on_floor(self):
        """Whether the sprite stands on a floor since its last move."""
        return self._on_floor

    @property
    def on_wall(self):
        """Whether a wall stopped the last move."""
        return self._on_wall

    @property
    def on_ceiling(self):
        """Whether a ceiling stopped the last move."""
        return self._on_ceiling

    @property
    def floor(self):
        """The Sprite that it stands on, or None."""
        return self._floor

    @property
    def floor_normal(self):
        """The normal of the floor, (x, y); (0, 0) in the air, `up` on an edge."""
        return Vec2(self._normal)

    @property
    def floor_motion(self):
        """How the floor moved before the last move, (dx, dy) in pixels.

        Added to the velocity of a jump, it makes the jump go as far as on the ground.
        """
        return Vec2(self._floor_motion)
