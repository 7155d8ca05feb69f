"""`CharacterController`: walks a sprite through a level, and remembers what it stands on.

A move has four stages: what has moved takes the sprite along and pushes it, it finds what it stands
on, it walks or flies, and it lands. docs/architecture.md has its trip.
"""

import cython
from cython import (
    NULL,
    Py_ssize_t,
    address,
    binding,
    bint,
    cast,
    ccall,
    cclass,
    cfunc,
    declare,
    double,
    embedsignature,
    exceptval,
    pointer,
)
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.box_tests import gap_between
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._engine.sweeps.blocks import Blocks
from cython.cimports.spritecol._engine.sweeps.impact import Impact
from cython.cimports.spritecol._engine.transform.rows import freshen
from cython.cimports.spritecol._support.fast_range_check import bits, checked, truth
from cython.cimports.spritecol._support.libc import fabs
from cython.cimports.spritecol._support.python import (
    PyObject_GenericDelAttr,
    PyObject_GenericSetAttr,
)
from cython.cimports.spritecol._support.vectors import XY
from cython.cimports.spritecol.sprites.containers.batch import Batch
from cython.cimports.spritecol.sprites.containers.targets import described, kept_batch_of
from cython.cimports.spritecol.sprites.motion import move_and_slide
from cython.cimports.spritecol.sprites.motion.body import (
    CLOSE,
    MOVED,
    OVERLAPPED,
    Body,
    Hit,
    Seen,
    seen_of,
    size_of,
)
from cython.cimports.spritecol.sprites.motion.move_and_slide import Up
from cython.cimports.spritecol.sprites.motion.pushed import Push, deepest_of, settle, taken_along
from cython.cimports.spritecol.sprites.motion.sweep_questions import Way, way_of
from cython.cimports.spritecol.sprites.motion.vector import (
    Vector,
    dot,
    is_zero,
    length_of,
    minus,
    plus,
    times,
    vector,
)
from cython.cimports.spritecol.sprites.motion.walk_and_step import Trip, look, travel
from cython.cimports.spritecol.sprites.questions.answers import Slide, SweepHit
from cython.cimports.spritecol.sprites.questions.query_filter import sweep_query_filter
from cython.cimports.spritecol.sprites.sprite import poses, sprite_row
from cython.cimports.spritecol.sprites.sprite.sprite_row import Pose, SpriteRow

import spritecol.sprites.default_arguments
from spritecol._support.public_names import belong_to
from spritecol._support.range_check import non_negative, of_public_name, shown, undeletable
from spritecol._support.vectors import Vec2
from spritecol.sprites.default_arguments import OMITTED, misused
from spritecol.sprites.hints import mistakes, unknown_names
from spritecol.sprites.sprite.copy_and_pickle import checked_state, reduced, restore_attributes

UPWARD = declare(double, 1e-9)
"""A motion leads away from the floor if more than this share of it goes up."""

FAR = declare(double, 3.0)
"""In wanted motions: a sprite looks so far around its box, at least as far as it is large, and
farther if something has moved. What comes from beyond that is met as if it had not moved, except
what has come along with a fast floor, see `look_around`."""

_SETTINGS = ("up", "max_floor_angle", "snap", "step", "nudge", "max_push")
"""What can be assigned."""

State = cython.struct(
    # What is remembered between two moves, but for sprites.
    on_wall=bint,
    on_ceiling=bint,
    # The rest are `NUMBERS` doubles.
    place=Vector,  # where the last move left the sprite
    contact=Vector,  # where the sprite touches the floor
    normal=Vector,  # of the floor
    floor_motion=Vector,
    middle=Vector,  # of the sprite's box
)

NUMBERS = declare(cython.int, 10)
"""How many doubles a `State` has."""

POSE_NUMBERS = declare(cython.int, 7)
"""How many doubles of a `Pose` are remembered: all but `offset_sync`, which is a flag."""


@cclass
@binding(False)  # plain method descriptors: CPython checks the type of their `self`
@embedsignature(True)
@embedsignature.format("clinic")
class CharacterController:
    """CharacterController(sprite, *, up=(0, -1), max_floor_angle=45, snap=4, step=0, nudge=0, \
max_push=None)\n--\n
    Walks a sprite through a level: on slopes, steps and lifts, through one-way platforms.

    You keep the velocity, gravity and jumps. The controller keeps what must be remembered from
    frame to frame: what the sprite stands on, and how that was placed. Ask it to `move` once a
    frame. The sprite may have any shapes.

    The settings are attributes, too, and may be changed between two moves.

    Args:
        sprite: the Sprite that walks.
        up: the direction against gravity, as a vector (x, y); None for a game seen from above.
        max_floor_angle: in degrees, from 0 to less than 90: what is steeper is no floor.
        snap: in pixels: how far down it goes to stay on the floor, where that falls away. A lift
            takes it along at any speed.
        step: in pixels: how high a step it walks up, and down.
        nudge: in pixels: how far it gives way sideways to pass a ceiling's edge.
        max_push: in pixels: how far a move pushes it, at most; what would push it farther crushes
            it. None means as far as it is large, or as a fast door comes.

    Raises:
        TypeError: `sprite` is no Sprite, `up` no vector, or another argument no number.
        ValueError: `up` is the zero vector, or a number is not in its range.

    >>> player = Sprite(0, 0, collision=Rect(0, 0, 16, 16))
    >>> walker = CharacterController(player, step=8)
    >>> floor = Sprite(-50, 20, collision=Rect(0, 0, 200, 8))
    >>> slide = walker.move(3, 10, [floor])
    >>> player.x, player.y, walker.on_floor, walker.floor is floor
    (3.0, 4.0, True, True)
    """  # noqa: D301 (the first lines are the signature, which Cython writes for no class)

    # Settings, as they were given; those that are numbers are in the body.
    _up: object
    _max_floor_angle: object

    # What is remembered between two moves.
    state: State
    _floor: SpriteRow
    _dropped: list  # one-way shapes that it falls through: (sprite, first part of the shape)
    _held: list  # where the middle was, as seen from what crushes the sprite: (sprite, x, y)
    _targets: Batch  # of the last move: a list of Groups is made ready once
    _seen: Seen  # what was near at the last move, and where

    # What one move works with.
    body: Body
    _is_moving: bint
    _was: Seen  # what is near, and where that was before if it has moved
    _now: Seen  # and where it is

    def __cinit__(self, *args, **kwargs):
        self.body = Body()
        self._dropped = []
        self._held = []
        self._seen = seen_of([])

    def __init__(
        self,
        sprite=spritecol.sprites.default_arguments.OMITTED,
        _more=spritecol.sprites.default_arguments.OMITTED,
        *,
        up=(0, -1),
        max_floor_angle=45,
        snap=4,
        step=0,
        nudge=0,
        max_push=None,
        **unknown,
    ):
        """Take the sprite; it does not move yet."""
        if sprite is OMITTED or _more is not OMITTED:
            raise misused("CharacterController(sprite)", sprite, _more)
        for name in unknown:
            raise mistakes.unknown_keyword("CharacterController", name, ("sprite", *_SETTINGS))
        self._demand_rest()
        if not isinstance(sprite, SpriteRow):
            raise TypeError(f"sprite must be a Sprite, got {described(sprite)}")
        snapping: double = non_negative(snap, "snap")
        stepping: double = non_negative(step, "step")
        nudging: double = non_negative(nudge, "nudge")
        pushing: double = longest_of(max_push)
        self.set_up(up, max_floor_angle)
        body: Body = self.body
        body.sprite = sprite
        body.snap = snapping
        body.step = stepping
        body.nudge = nudging
        body.max_push = pushing
        self.state.on_wall = self.state.on_ceiling = False
        self.state.place = self.state.contact = vector(0.0, 0.0)
        self._dropped = []
        self.forget_floor()

    @cfunc
    def set_up(self, up: object, max_floor_angle: object) -> cython.int:
        """Check and take `up` and the steepest floor. From above there are no floors."""
        direction: object = move_and_slide.as_given(up)
        upward: Up = move_and_slide.up_of(direction, max_floor_angle)
        self._up = direction
        self._max_floor_angle = float(max_floor_angle)  # as it comes back from a World
        body: Body = self.body
        body.up = vector(0.0, -1.0) if up is None else upward.up
        body.right = vector(-body.up.y, body.up.x)
        body.min_floor_cosine = upward.min_floor_cosine
        return 0

    def __getattr__(self, name):
        """Refuse what the controller does not have."""
        raise missing(self, name, "")

    def __setattr__(self, name, value):
        """Refuse what would change nothing, and what is only read."""
        try:
            PyObject_GenericSetAttr(self, name, value)  # `object.__setattr__` refuses
        except AttributeError as error:
            if hasattr(type(self), name):
                raise of_public_name(error, self, name) from None
            raise missing(self, name, f" to assign; it has {', '.join(_SETTINGS)}") from None

    def __delattr__(self, name):
        """Refuse to delete a setting, as any other attribute."""
        if name in _SETTINGS:
            raise undeletable(name)
        try:
            PyObject_GenericDelAttr(self, name, NULL)
        except AttributeError as error:
            raise of_public_name(error, self, name) from None

    def move(
        self,
        dx=spritecol.sprites.default_arguments.OMITTED,
        dy=spritecol.sprites.default_arguments.OMITTED,
        targets=spritecol.sprites.default_arguments.OMITTED,
        *,
        drop=False,
        mask=None,
        exclude=(),
        where=None,
        shapes=None,
        target_shapes=None,
    ):
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
            shapes: a name or names of this sprite's shapes; only these count. None means all.
            target_shapes: the same of the targets' shapes.

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
        if targets is OMITTED:
            raise misused("walker.move(dx, dy, targets)", dx, dy, targets)
        body: Body = self.body
        if body.sprite is None:
            raise RuntimeError("this controller has no sprite: its __init__ has not been called")
        way: Way = way_of(dx, dy, 0.0)
        drops: bint = truth(drop, "drop")
        query_filter = sweep_query_filter(body.sprite, mask, exclude, where, shapes, target_shapes)
        batch = kept_batch_of(targets, "targets", self._targets)
        row: cython.int = body.sprite.row
        self._demand_rest()
        checked(STORE.x[row] + way.dx, "x + dx")
        checked(STORE.y[row] + way.dy, "y + dy")
        state: State = self.state
        floor, dropped, held, seen = self._floor, self._dropped, self._held, self._seen
        self._is_moving = True
        body.query_filter = query_filter
        body.batch = self._targets = batch
        body.hits = []
        try:
            return self.all_stages(vector(way.dx, way.dy), drops)
        except BaseException:
            self.state = state
            self._floor, self._dropped, self._held, self._seen = floor, dropped, held, seen
            raise
        finally:
            self._is_moving = False
            body.release()

    # --- the stages -------------------------------------------------------------------------------

    @cfunc
    def all_stages(self, wanted: Vector, drops: bint) -> object:
        """Be carried and pushed, walk or fly, and land. The sprite is written once, at the end."""
        body: Body = self.body
        body.take()
        start: Vector = body.start
        # By hand; also if nothing was near before, such as at the first move.
        placed: bint = (
            self.state.place.x != start.x
            or self.state.place.y != start.y
            or len(self._seen.sprites) == 0
        )
        if placed:
            self.forget_floor()
        stood: bint = self._floor is not None
        across: double = dot(wanted, body.right)
        rises: bint = dot(wanted, body.up) > UPWARD * length_of(wanted)
        any_moved: bint = self.look_around(wanted)
        body.measure(length_of(wanted))
        body.was = body.middle() if placed else self.state.middle
        body.held = self._held
        body.let_pass(self._dropped)
        push: Push = self.ride(start, any_moved, placed, across)
        at: Vector = push.at
        if drops and stood:
            self.drop(at)
        reach: double = max(body.snap, body.step) if stood else 0.0
        stepped: double = 0.0
        end: Hit
        end.found = False
        if stood and not rises:
            end = look(body, at, reach, stood)
        if body.min_floor_cosine > 1.0:
            at = move_and_slide.slide_from(body, at, plus(at, wanted), 0.0)
        elif end.found and across == 0.0:
            if fabs(end.distance) > CLOSE * body.hair:
                at = end.at  # else it rests, to the last bit
        else:
            trip: Trip = travel(body, at, plus(at, wanted), rises, end)
            at = trip.at
            stepped = trip.stepped
            end = trip.ground
            if not end.found and not rises:
                # It snaps to the floor if it lost that other than by walking off its edge. Else it
                # looks down with no reach: only a floor that it touches is told.
                snaps: bint = stood and not trip.flew_off
                end = look(body, at, reach if snaps else 0.0, snaps)
                if end.found:
                    at = end.at
        body.write(at)
        crusher: Py_ssize_t = self.remember(at, end, push.is_crushed)
        return self.record(wanted, start, end, push, stepped, crusher)

    @cfunc
    def ride(self, start: Vector, any_moved: bint, placed: bint, across: double) -> Push:
        """Go with the floor; out of what the sprite is in, and out of the way of what has moved.

        Marks what it is in as `OVERLAPPED`.
        """
        body: Body = self.body
        push: Push
        body.foothold = self.state.contact
        push.at = start
        push.is_crushed = False
        push.carried = push.pushed = vector(0.0, 0.0)
        body.inside.count = 0
        body.look_at(start, vector(0.0, 0.0))
        if not any_moved and not placed and not is_in_any(body.blocks):
            return push  # as most often
        body.place(start)
        overlaps: bint = body.find_inside()
        k: Py_ssize_t
        for k in range(body.inside.count):
            body.marks[body.inside.items[k].position] |= OVERLAPPED
        if not is_zero(self.state.floor_motion) and not self.takes_floor():
            body.floor = -1
            self.state.floor_motion = vector(0.0, 0.0)
        if not overlaps and body.touched_in:
            # It was placed, or has turned, where it hits something by rounding.
            push.at = body.freed(start, vector(0.0, 0.0))
        if any_moved or overlaps:
            push = settle(body, start, self._was.poses, self.state.floor_motion, across)
        return push

    @cfunc
    def takes_floor(self) -> bint:
        """Whether `where` accepts the floor that it comes from: else that carries nobody."""
        body: Body = self.body
        impact: Impact
        impact.position = body.floor
        impact.pair.first_a = impact.pair.first_b = 0
        impact.fraction = 0.0
        impact.overlapping = False
        impact.x = body.start.x
        impact.y = body.start.y
        impact.nx = self.state.normal.x
        impact.ny = self.state.normal.y
        impact.px = self.state.contact.x
        impact.py = self.state.contact.y
        return body.accepts(address(impact))

    @cfunc
    def forget_floor(self) -> cython.int:
        """Stand on nothing, as before the first move."""
        self.state.normal = self.state.floor_motion = vector(0.0, 0.0)
        self._floor = None
        self._held = []
        self._seen = seen_of([])
        return 0

    @cfunc
    def look_around(self, wanted: Vector) -> bint:
        """Gather the targets within reach, and tell whether any has moved since the last move.

        Marks those that have, and notes poses: `_was`, `_now`. Also finds the floor again, and how
        it has moved: `state.floor_motion`.
        """
        body: Body = self.body
        now: Pose
        i: Py_ssize_t
        k: Py_ssize_t
        motion: Vector = vector(0.0, 0.0)
        last: Seen = self._seen
        known: Py_ssize_t = len(last.sprites)
        farthest: double = 0.0
        any_known_moved: bint = False
        freshen(STORE, body.row)
        box: Box = STORE.boxes[body.row]  # `body.box()` needs what `gather` marks
        near: double = max(size_of(address(box)), body.snap, body.step)
        middle: Vector = vector(0.5 * (box.left + box.right), 0.5 * (box.top + box.bottom))
        for i in range(known):
            now = sprite_row.pose_of(cast(SpriteRow, last.sprites[i]).row)
            before: pointer(Pose) = last.poses + i
            if not poses.is_same(before, address(now)):
                any_known_moved = True
                gone: Vector = minus(taken_along(before, address(now), middle), middle)
                around: double = 0.0 if poses.is_shifted(before, address(now)) else near
                farthest = max(farthest, fabs(gone.x) + fabs(gone.y) + around)
                if last.sprites[i] is self._floor:
                    carried: Vector = taken_along(before, address(now), self.state.contact)
                    motion = minus(carried, self.state.contact)
        # In a corner it may be pushed twice as far as something has moved (`CORNER`). (1.001: what
        # is exactly as far as it snaps down counts.)
        reach: double = 1.001 * max(near, FAR * length_of(wanted)) + 2.0 * farthest
        body.gather(body.start, plus(wanted, motion), vector(reach, reach))
        body.floor = -1 if self._floor is None else body.position_of(self._floor)
        if body.floor < 0:
            motion = vector(0.0, 0.0)  # it is no target any more
        self.state.floor_motion = motion
        self._now = seen_of(body.near.sprites)
        self._was = seen_of(body.near.sprites) if any_known_moved else self._now
        if length_of(motion) > near:
            # A fast floor may bring walls that were too far off to be known. Move `box` to where it
            # takes the sprite. What came along is as far from there now as it was from the sprite
            # before. So within `near` it is known, and farther off it may be unknown: all that is
            # farther off is taken to have come along, and the loop below puts right what is known.
            # (0.999: rounding does not decide.)
            box.left += motion.x
            box.right += motion.x
            box.top += motion.y
            box.bottom += motion.y
            for k in range(body.near.row_count):
                if gap_between(address(box), STORE.boxes + body.near.rows[k]) > 0.999 * near:
                    body.marks[k] = MOVED
                    self._was.poses[k].x -= motion.x
                    self._was.poses[k].y -= motion.y
        any_moved: bint = False
        for i in range(known if any_known_moved else 0):
            k = body.position_of(last.sprites[i])
            if k >= 0:
                self._was.poses[k] = last.poses[i]
                body.marks[k] = 0 if poses.is_same(last.poses + i, self._now.poses + k) else MOVED
                any_moved |= body.marks[k] == MOVED
        return any_moved

    @cfunc
    def drop(self, at: Vector) -> cython.int:
        """From now on fall through the one-way shapes below, until they are left behind."""
        planks: list = self.body.planks_met(at, times(self.body.up, -1.0))
        self._dropped = self._dropped + planks
        return self.body.let_pass(planks)

    # --- what is remembered -----------------------------------------------------------------------

    @cfunc
    def came(self, position: Py_ssize_t) -> Vector:
        """Where the middle was before a target got into the sprite, as seen from the target."""
        body: Body = self.body
        came: Vector = body.came(position)
        if body.marks[position] & MOVED:
            came = taken_along(self._was.poses + position, self._now.poses + position, came)
        return came

    @cfunc
    @exceptval(check=True)
    def remember(self, at: Vector, end: Hit, crushed: bint) -> Py_ssize_t:
        """Keep where the sprite is and what it stands on, for the next move.

        Returns which target crushes it: its position, or -1. By its own motion it may be free.
        """
        body: Body = self.body
        stands: bint = end.found
        crusher: Py_ssize_t = -1
        k: Py_ssize_t
        body.place(at)
        self._held = []
        if crushed and body.find_inside():
            crusher = deepest_of(body).position
            held: list = []
            for k in range(body.inside.count):
                came: Vector = self.came(body.inside.items[k].position)
                held.append((body.near.sprites[body.inside.items[k].position], came.x, came.y))
            self._held = held
        self.state.middle = body.middle()
        self.state.place = at
        self.state.normal = end.normal if stands else vector(0.0, 0.0)
        self._floor = body.near.sprites[end.impact.position] if stands else None
        if stands:
            self.state.contact = vector(end.impact.px, end.impact.py)
        self._seen = self._now
        if self._dropped:
            below: double = max(body.snap, body.step) + 1.0
            self._dropped = [
                (other, first)
                for other, first in self._dropped
                if body.is_near(cast(SpriteRow, other).row, first, below)
            ]
        return crusher

    @cfunc
    def record(
        self,
        wanted: Vector,
        start: Vector,
        end: Hit,
        push: Push,
        stepped: double,
        crusher: Py_ssize_t,
    ) -> object:
        """The answer of a move."""
        body: Body = self.body
        state: pointer(State) = address(self.state)
        travel: Vector = minus(state.place, start)
        left: Vector = minus(wanted, minus(travel, push.carried))
        slide: Slide = move_and_slide.slide_of(
            body.hits, travel, left, body.up, body.min_floor_cosine
        )
        state.on_wall = slide.on_wall
        state.on_ceiling = slide.on_ceiling
        hit: SweepHit
        known: bint = self._floor is None
        for hit in body.hits:
            known |= (
                hit.other is self._floor
                and hit._normal.x == state.normal.x
                and hit._normal.y == state.normal.y
            )
        if not known:  # into `slide.hits`, too; not before: an edge would count as a wall
            body.note_hit(address(end.impact))
        slide.floor = self._floor
        slide.on_floor = self._floor is not None
        slide._floor_normal = XY(state.normal.x, state.normal.y)
        slide._carried = XY(push.carried.x, push.carried.y)
        slide._pushed = XY(push.pushed.x, push.pushed.y)
        slide.stepped = stepped
        if crusher >= 0:
            slide.crushed = True
            slide.crushed_by = body.near.sprites[crusher]
        return slide

    def __reduce__(self):
        body: Body = self.body
        numbers: tuple = body.snap, body.step, body.nudge, self.max_push
        settings: tuple = (self._up, self._max_floor_angle, *numbers)
        return reduced(CharacterController, self, body.sprite, settings, self._memory())

    def __setstate__(self, state):
        sprite, settings, memory, attributes = checked_state(state, "CharacterController", 4)
        CharacterController.__init__(self, sprite, **dict(zip(_SETTINGS, settings, strict=True)))
        self._recall(memory)
        restore_attributes(self, attributes)

    @ccall
    def _demand_rest(self) -> object:
        """Raise an error in the middle of a move, when nothing else may be remembered."""
        if self._is_moving:
            raise RuntimeError("a controller must not be used by the `where` of its own move")

    def _settings(self):
        """The settings, in the order of the arguments; what is equal has the same bits."""
        body: Body = self.body
        up: object = None
        if self._up is not None:
            x: double = self._up[0]
            y: double = self._up[1]
            up = Vec2(x + 0.0, y + 0.0)
        numbers: tuple = body.snap + 0.0, body.step + 0.0, body.nudge + 0.0
        longest: object = None if self.max_push is None else self.max_push + 0.0
        return (up, self._max_floor_angle + 0.0, *numbers, longest)

    def _memory(self):
        """What is remembered between two moves, as a tuple."""
        state: State = self.state
        poses: pointer(Pose) = self._seen.poses
        i: Py_ssize_t
        k: Py_ssize_t
        numbers: list = [address(state.place.x)[i] for i in range(NUMBERS)]
        for k in range(len(self._seen.sprites)):
            for i in range(POSE_NUMBERS):
                numbers.append(address(poses[k].x)[i])
            numbers.append(1.0 if poses[k].offset_sync else 0.0)
        flags: tuple = (state.on_wall, state.on_ceiling)
        sprites: tuple = tuple(self._seen.sprites)
        return flags, tuple(numbers), self._floor, tuple(self._dropped), sprites, tuple(self._held)

    def _recall(self, memory):
        """Remember what `_memory` has returned."""
        self._demand_rest()
        state: State
        i: Py_ssize_t
        k: Py_ssize_t
        flags, given, floor, dropped, near, crushers = memory
        state.on_wall, state.on_ceiling = [truth(flag, "a flag") for flag in flags]
        numbers: list = [checked(number, "a number") for number in given]
        passed: list = [(is_sprite(other), bits(first, "first")) for other, first in dropped]
        sprites: list = [is_sprite(other) for other in near]
        held: list = [
            (is_sprite(other), checked(x, "x"), checked(y, "y")) for other, x, y in crushers
        ]
        floor = None if floor is None else is_sprite(floor)
        each: Py_ssize_t = POSE_NUMBERS + 1
        if len(numbers) != NUMBERS + each * len(sprites):
            raise ValueError(f"{len(sprites)} poses cannot have {len(numbers)} numbers")
        for i in range(NUMBERS):
            address(state.place.x)[i] = numbers[i]
        seen: Seen = seen_of(sprites)
        poses: pointer(Pose) = seen.poses
        for k in range(len(sprites)):
            for i in range(POSE_NUMBERS):
                address(poses[k].x)[i] = numbers[NUMBERS + each * k + i]
            poses[k].offset_sync = numbers[NUMBERS + each * k + POSE_NUMBERS] != 0.0
        self.state = state
        self._floor = floor
        self._dropped = passed
        self._held = held
        self._seen = seen

    def __repr__(self):
        return f"<CharacterController of {self.body.sprite!r}>"

    @property
    def sprite(self):
        """The Sprite that walks; it cannot be replaced."""
        return self.body.sprite

    @property
    def up(self):
        """The direction against gravity, as it was given; None in a game seen from above."""
        return None if self._up is None else Vec2(self._up)

    @up.setter
    def up(self, value):
        self.set_up(value, self._max_floor_angle)

    @property
    def max_floor_angle(self):
        """What is steeper is no floor; in degrees, from 0 to less than 90."""
        return self._max_floor_angle

    @max_floor_angle.setter
    def max_floor_angle(self, value):
        self.set_up(self._up, value)

    @property
    def snap(self):
        """How far down it goes to stay on the floor, in pixels."""
        return self.body.snap

    @snap.setter
    def snap(self, value):
        self.body.snap = non_negative(value, "snap")

    @property
    def step(self):
        """How high a step it walks up, and down, in pixels."""
        return self.body.step

    @step.setter
    def step(self, value):
        self.body.step = non_negative(value, "step")

    @property
    def nudge(self):
        """How far it gives way sideways to pass a ceiling's edge, in pixels."""
        return self.body.nudge

    @nudge.setter
    def nudge(self, value):
        self.body.nudge = non_negative(value, "nudge")

    @property
    def max_push(self):
        """How far a move pushes it, at most, in pixels; None for as far as it is large."""
        return None if self.body.max_push < 0.0 else self.body.max_push

    @max_push.setter
    def max_push(self, value):
        self.body.max_push = longest_of(value)

    @property
    def on_floor(self):
        """Whether the sprite stands on a floor since its last move."""
        return self._floor is not None

    @property
    def on_wall(self):
        """Whether a wall stopped the last move."""
        return self.state.on_wall

    @property
    def on_ceiling(self):
        """Whether a ceiling stopped the last move."""
        return self.state.on_ceiling

    @property
    def floor(self):
        """The Sprite that it stands on, or None."""
        return self._floor

    @property
    def floor_normal(self):
        """The normal of the floor, (x, y); (0, 0) in the air, `up` on an edge."""
        return Vec2((self.state.normal.x, self.state.normal.y))

    @property
    def floor_motion(self):
        """How the floor moved before the last move, (dx, dy) in pixels.

        Added to the velocity of a jump, it makes the jump go as far as on the ground.
        """
        return Vec2((self.state.floor_motion.x, self.state.floor_motion.y))


@cfunc
@exceptval(check=False)
def is_in_any(blocks: Blocks) -> bint:
    """Whether a body is in any of what it touches, if only by rounding; one-way shapes aside."""
    k: Py_ssize_t
    for k in range(blocks.count):
        if blocks.items[k].gap < 0.0 and not blocks.items[k].is_one_way:
            return True
    return blocks.any_deep


@cfunc
@exceptval(check=True)
def longest_of(max_push: object) -> double:
    """The longest push as a body keeps it: below 0 if it was not told."""
    return -1.0 if max_push is None else non_negative(max_push, "max_push")


@cfunc
def is_sprite(value: object) -> object:
    """A sprite, checked."""
    if not isinstance(value, SpriteRow):
        raise TypeError(f"what is remembered must be a Sprite, got {shown(value)}")
    return value


@cfunc
def missing(walker: CharacterController, name: str, told: str) -> object:
    """The error for a name that it does not have; if the sprite has it, this says so."""
    if name in unknown_names.OF_CONTROLLERS:
        told = f": {unknown_names.OF_CONTROLLERS[name]}"
    elif walker.body.sprite is not None and hasattr(type(walker.body.sprite), name):
        told = f": its sprite has, so write walker.sprite.{name}"
    return AttributeError(
        f"{type(walker).__name__!r} object has no attribute {name!r}{told}", name=name, obj=walker
    )


belong_to("spritecol", CharacterController)
