"""`CharacterController`, which walks a sprite through a level and remembers what it stands on.

This module has its settings and its calls. The move itself is in `walker_move`.
"""

import types

import cython as C
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._engine.sweeps.impact import SweepWay
from cython.cimports.spritecol._support.fast_range_check import checked, not_negative, truth
from cython.cimports.spritecol._support.forms import MOTION, OMITTED, is_number, unfold
from cython.cimports.spritecol._support.python import (
    PyObject_GenericDelAttr,
    PyObject_GenericSetAttr,
)
from cython.cimports.spritecol.sprites.containers.targets import LASTING, described, pieces_of
from cython.cimports.spritecol.sprites.motion import move_and_slide, walker_move
from cython.cimports.spritecol.sprites.motion.body import Body, Settings
from cython.cimports.spritecol.sprites.motion.move_and_slide import Up
from cython.cimports.spritecol.sprites.motion.vector import vector
from cython.cimports.spritecol.sprites.motion.walker_move import Memory
from cython.cimports.spritecol.sprites.questions.answers import Slide
from cython.cimports.spritecol.sprites.questions.query_filter import sweep_query_filter
from cython.cimports.spritecol.sprites.questions.sweep_questions import way_of
from cython.cimports.spritecol.sprites.row.sprite_row import SpriteRow

import spritecol._support.range_check
from spritecol._support.arguments import unknown_keyword
from spritecol._support.names import instead_of
from spritecol._support.public_classes import belong_to
from spritecol._support.range_check import of_public_name, shown, undeletable
from spritecol._support.vectors import Vec2
from spritecol.sprites.copy_and_pickle import checked_state, reduced, restore_attributes

SETTINGS = ("up", "max_floor_angle", "snap", "step", "nudge", "max_push")
"""The attributes that can be assigned."""

_READ_ONLY = {
    "sprite": "create another one, CharacterController(sprite)",
    **dict.fromkeys(
        ("on_floor", "on_wall", "on_ceiling", "floor", "floor_normal", "floor_motion"),
        "move(dx, dy, targets) sets it",
    ),
}
"""How to change the attributes that can only be read."""


@C.cclass
@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
@C.embedsignature(True)
@C.embedsignature.format("clinic")
class CharacterController:
    """CharacterController(sprite, *, up=(0, -1), max_floor_angle=45, snap=4, step=0, nudge=0, \
max_push=None)\n--\n
    Walks a sprite through a level: slopes, steps, moving platforms and one-way platforms.

    Your game keeps the velocity, gravity and jumps. The controller remembers from frame to frame
    what the sprite stands on, and where that floor was. Call `move` once a frame. The sprite may
    have any shapes.

    All settings except `sprite` are attributes that you can change between two moves.

    Args:
        sprite: the Sprite that walks.
        up: the direction against gravity, as a vector (x, y); None for a game seen from above.
        max_floor_angle: in degrees, from 0 to less than 90. Steeper slopes are not floors.
        snap: how far down the sprite moves to stay on a floor that slopes away, in pixels. A moving
            platform carries it at any speed.
        step: the highest step that the sprite walks up or down, in pixels.
        nudge: how far the sprite gives way sideways to pass the edge of a ceiling, in pixels.
        max_push: the farthest that one move may push the sprite, in pixels. Anything that would
            have to push it farther crushes it. None means a limit in proportion: half of the
            shorter side of its box, twice as far as the pushing sprite has moved, or as far as its
            own outline has moved, whichever is longest. There is no limit on how far a floor
            carries it.

    Raises:
        TypeError: `sprite` is not a Sprite, `up` is not a vector, or another argument is not a
            number.
        ValueError: `up` is the zero vector, or a number is not in its range.

    >>> player = Sprite(0, 0, collision=Rect(0, 0, 16, 16))
    >>> walker = CharacterController(player, step=8)
    >>> floor = Sprite(-50, 20, collision=Rect(0, 0, 200, 8))
    >>> slide = walker.move(3, 10, [floor])
    >>> player.x, player.y, walker.on_floor, walker.floor is floor
    (3.0, 4.0, True, True)
    """  # noqa: D301 (the first lines are the signature, which Cython writes for no class)

    # Settings as they were given. Numeric settings are in the body.
    __weakref__: object
    _up: object
    _max_floor_angle: object

    memory: Memory  # of the last move
    body: Body
    _is_moving: C.bint

    def __cinit__(self, *args, **kwargs):
        if type(self) is CharacterController:  # a subclass may take any arguments
            demand_known(args, kwargs)
        self.body = Body()
        self.memory = Memory.__new__(Memory)

    def __init__(
        self,
        sprite=OMITTED,
        *more,
        up=(0, -1),
        max_floor_angle=45,
        snap=4,
        step=0,
        nudge=0,
        max_push=None,
    ):
        """Take the sprite, without moving it."""
        self._demand_rest()
        if sprite is OMITTED or more:
            raise TypeError(
                "a CharacterController is made of its sprite, once: "
                "self.walker = CharacterController(self), and the rest by keyword; "
                f"got {len(more) + (sprite is not OMITTED)} arguments"
            )
        if not isinstance(sprite, SpriteRow):
            raise TypeError(f"sprite must be a Sprite, got {described(sprite)}")
        snapping: C.double = not_negative(snap, "snap")
        stepping: C.double = not_negative(step, "step")
        nudging: C.double = not_negative(nudge, "nudge")
        pushing: C.double = longest_of(max_push)
        self.set_up(up, max_floor_angle)
        body: Body = self.body
        body.sprite = sprite
        body.settings.snap = snapping
        body.settings.step = stepping
        body.settings.nudge = nudging
        body.settings.max_push = pushing
        self.memory = Memory.__new__(Memory)

    @C.cfunc
    def set_up(self, up: object, max_floor_angle: object) -> C.int:
        """Check and take `up` and `max_floor_angle`. A game seen from above has no floors."""
        direction: object = move_and_slide.as_given(up)
        upward: Up = move_and_slide.up_of(direction, max_floor_angle)
        self._up = direction
        self._max_floor_angle = float(max_floor_angle)  # which a World restores
        body: Body = self.body
        body.settings.up = vector(0.0, -1.0) if up is None else upward.up
        body.settings.right = vector(-body.settings.up.y, body.settings.up.x)
        body.settings.min_floor_cosine = upward.min_floor_cosine
        return 0

    @classmethod
    def __class_getitem__(cls, item):
        """Return `CharacterController[Hero]` for annotations: a controller of a sprite of that
        class.
        """
        return types.GenericAlias(cls, item)

    def __getattr__(self, name):
        """Raise an error for a name that the controller does not have."""
        raise missing_attribute(self, name, "")

    def __setattr__(self, name, value):
        """Refuse unknown names, which would change nothing, and read-only attributes."""
        try:
            PyObject_GenericSetAttr(self, name, value)  # `object.__setattr__` refuses
        except AttributeError as error:
            if name in _READ_ONLY:
                raise AttributeError(
                    f"{name} can't be assigned: {_READ_ONLY[name]}",
                    name=name,
                    obj=self,
                ) from None
            if hasattr(type(self), name):
                raise of_public_name(error, self, name) from None
            raise missing_attribute(
                self, name, f" to assign; it has {', '.join(SETTINGS)}"
            ) from None

    def __delattr__(self, name):
        """Refuse to delete a setting, as any other attribute."""
        if name in SETTINGS:
            raise undeletable(name)
        try:
            PyObject_GenericDelAttr(self, name, C.NULL)
        except AttributeError as error:
            raise of_public_name(error, self, name) from None

    def move(
        self,
        dx=spritecol._support.range_check.OMITTED,
        dy=spritecol._support.range_check.OMITTED,
        targets=spritecol._support.range_check.OMITTED,
        *more,
        drop=False,
        mask=None,
        exclude=(),
        where=None,
        shapes=None,
        target_shapes=None,
    ):
        """Move the sprite by (dx, dy), as far as the targets allow.

        Args:
            dx: the wanted motion to the right, in pixels; or a pair (dx, dy) in place of `dx` and
                `dy`.
            dy: the wanted motion down, in pixels, including gravity in each frame.
            targets: a Sprite, a Group, or an iterable of them, which may be nested: floors, walls
                and everything else that stops the sprite. Not an iterator, which would be used up
                after one move.
            *more: more targets.
            drop: True to fall through the one-way shapes that the sprite stands on.
            mask: layers as bits: only targets on one of them count. None uses the layers and masks
                of the sprites.
            exclude: a Sprite, a Group, or an iterable of them (not an iterator) to leave out.
            where: a function of a sprite, or of a sprite and its SweepHit, that returns True if the
                target stops the motion. It must not move anything.
            shapes: a name or names of this sprite's shapes; only these count. None means all.
            target_shapes: likewise for the targets' shapes.

        Returns:
            A `Slide`: `travel`, `remainder`, `hits`, `carried`, `stepped`, `crushed` and more.

        Raises:
            TypeError: dx or dy is not a number, `targets` contains anything but sprites, or `where`
                returned neither True nor False.
            ValueError: a number is not finite or too large.
            RuntimeError: `move` was called from its own `where`, or `where` moved the sprite.

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
        if dy is OMITTED or targets is OMITTED or more or not is_number(dx):
            dx, dy, targets = unfold("walker.move", MOTION, (dx, dy, targets, *more))
        body: Body = self.body
        if body.sprite is None:
            raise RuntimeError("this controller has no sprite: its __init__ has not been called")
        way: SweepWay = way_of(dx, dy, 0.0)
        drops: C.bint = truth(drop, "drop")
        query_filter = sweep_query_filter(body.sprite, mask, exclude, where, shapes, target_shapes)
        batch = pieces_of(targets, "targets", LASTING)
        row: C.int = body.sprite.row
        self._demand_rest()
        checked(STORE.x[row] + way.dx, "x + dx")
        checked(STORE.y[row] + way.dy, "y + dy")
        after: Memory = Memory.__new__(Memory)
        self._is_moving = True
        body.query_filter = query_filter
        body.nearby.set_targets(batch)
        body.hits = []
        try:
            slide: Slide = walker_move.move_once(
                body, self.memory, after, vector(way.dx, way.dy), drops
            )
            self.memory = after  # after any error, all is as before
            return slide
        finally:
            self._is_moving = False
            body.release()

    def __reduce__(self):
        body: Body = self.body
        numbers: tuple = body.settings.snap, body.settings.step, body.settings.nudge, self.max_push
        settings: tuple = (self._up, self._max_floor_angle, *numbers)
        return reduced(CharacterController, self, body.sprite, settings, self._memory())

    def __setstate__(self, state):
        sprite, settings, memory, attributes = checked_state(state, "CharacterController", 4)
        CharacterController.__init__(self, sprite, **dict(zip(SETTINGS, settings, strict=True)))
        self._recall(memory)
        restore_attributes(self, attributes)

    @C.ccall
    def _demand_rest(self) -> object:
        """Raise an error in the middle of a move, when the memory must not be replaced."""
        if self._is_moving:
            raise RuntimeError("a controller must not be used by the `where` of its own move")

    def _settings(self):
        """The settings, in the order of the arguments. Equal settings have the same bits."""
        body: Body = self.body
        settings: Settings = body.settings
        up: object = None
        if self._up is not None:
            x: C.double = self._up[0]
            y: C.double = self._up[1]
            up = Vec2(x + 0.0, y + 0.0)
        angle: C.double = self._max_floor_angle + 0.0
        longest: object = None if settings.max_push < 0.0 else settings.max_push + 0.0
        return up, angle, settings.snap + 0.0, settings.step + 0.0, settings.nudge + 0.0, longest

    def _memory(self):
        """Return the memory between two moves as a tuple."""
        return walker_move.told_of(self.memory)

    def _recall(self, memory):
        """Restore the memory from a tuple that `_memory` returned."""
        self._demand_rest()
        self.memory = walker_move.remembered(memory)

    def __repr__(self):
        return f"<CharacterController of {self.body.sprite!r}>"

    @property
    def sprite(self):
        """The Sprite that walks. It cannot be replaced."""
        return self.body.sprite

    @property
    def up(self):
        """The direction against gravity, as it was given, or None in a game seen from above."""
        return None if self._up is None else Vec2(self._up)

    @up.setter
    def up(self, value):
        self.set_up(value, self._max_floor_angle)

    @property
    def max_floor_angle(self):
        """The steepest floor, in degrees, from 0 to less than 90. Steeper slopes are not floors."""
        return self._max_floor_angle

    @max_floor_angle.setter
    def max_floor_angle(self, value):
        self.set_up(self._up, value)

    @property
    def snap(self):
        """How far down the sprite moves to stay on a floor that slopes away, in pixels."""
        return self.body.settings.snap

    @snap.setter
    def snap(self, value):
        self.body.settings.snap = not_negative(value, "snap")

    @property
    def step(self):
        """The highest step that the sprite walks up or down, in pixels."""
        return self.body.settings.step

    @step.setter
    def step(self, value):
        self.body.settings.step = not_negative(value, "step")

    @property
    def nudge(self):
        """How far the sprite gives way sideways to pass the edge of a ceiling, in pixels."""
        return self.body.settings.nudge

    @nudge.setter
    def nudge(self, value):
        self.body.settings.nudge = not_negative(value, "nudge")

    @property
    def max_push(self):
        """The farthest that one move may push the sprite, in pixels. None means a limit in
        proportion.
        """
        return None if self.body.settings.max_push < 0.0 else self.body.settings.max_push

    @max_push.setter
    def max_push(self, value):
        self.body.settings.max_push = longest_of(value)

    @property
    def on_floor(self):
        """Whether the sprite stands on a floor after its last move."""
        return self.memory.floor is not None

    @property
    def on_wall(self):
        """Whether a wall stopped the last move."""
        return self.memory.on_wall

    @property
    def on_ceiling(self):
        """Whether a ceiling stopped the last move."""
        return self.memory.on_ceiling

    @property
    def floor(self):
        """The Sprite that this sprite stands on, or None."""
        return self.memory.floor

    @property
    def floor_normal(self):
        """The normal of the floor, (x, y): (0, 0) in the air, and `up` on an edge."""
        return Vec2((self.memory.state.normal.x, self.memory.state.normal.y))

    @property
    def floor_motion(self):
        """How far the floor moved before the last move, (dx, dy) in pixels.

        Add it to the velocity of a jump from a moving platform, so that the jump goes as far as
        from the ground.
        """
        return Vec2((self.memory.state.floor_motion.x, self.memory.state.floor_motion.y))


@C.cfunc
def demand_known(given: tuple, names: dict):
    """Refuse arguments that the constructor does not have."""
    for name in names:
        if name != "sprite" and name not in SETTINGS:
            if remedy := instead_of(CharacterController, name):
                raise TypeError(
                    f"CharacterController() got an unexpected keyword argument {name!r}: {remedy}"
                )
            raise unknown_keyword("CharacterController", name, ("sprite", *SETTINGS))
    if len(given) + ("sprite" in names) != 1 and not (not given and not names):
        got: str = ", ".join(map(shown, given))
        raise TypeError(f"write CharacterController(sprite), and the rest by keyword; got ({got})")


@C.cfunc
@C.exceptval(check=True)
def longest_of(max_push: object) -> C.double:
    """Return the longest push as the body stores it: negative if none was given."""
    return -1.0 if max_push is None else not_negative(max_push, "max_push")


@C.cfunc
def missing_attribute(walker: CharacterController, name: str, told: str) -> object:
    """Return the error for a name that the controller does not have. It says if the sprite has
    it.
    """
    remedy: str = instead_of(type(walker), name)
    if remedy is not None:
        told = f": {remedy}"
    elif walker.body.sprite is not None and hasattr(type(walker.body.sprite), name):
        told = f": its sprite has it, so write walker.sprite.{name}"
    return AttributeError(
        f"{type(walker).__name__!r} object has no attribute {name!r}{told}", name=name, obj=walker
    )


belong_to("spritecol", CharacterController)
