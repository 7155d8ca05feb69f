"""`Memory`: the memory of a walker from one move to the next. Each move makes a new one."""

import cython as C
from cython.cimports.spritecol._support.fast_range_check import bits, checked, truth
from cython.cimports.spritecol.sprites.motion.body import seen_of
from cython.cimports.spritecol.sprites.motion.vector import vector
from cython.cimports.spritecol.sprites.sprite.poses import Pose
from cython.cimports.spritecol.sprites.sprite.sprite_row import SpriteRow

from spritecol._support.range_check import shown

NUMBERS = C.declare(C.int, 14)
"""How many doubles a `State` has."""

POSE_NUMBERS = C.declare(C.int, 7)
"""How many doubles of a `Pose` are remembered: all except `offset_sync`, which is a flag."""

NONE = C.declare(list, [])
"""No sprites. Never changed."""

NONE_SEEN = C.declare(SeenSprites, seen_of(NONE))


class Memory:
    """The memory of a walker. A new Memory is the state before the first move, without a floor."""

    def __cinit__(self):
        self.state.on_wall = self.state.on_ceiling = False
        self.state.place = self.state.contact = self.state.normal = vector(0.0, 0.0)
        self.state.floor_motion = self.state.middle = vector(0.0, 0.0)
        self.state.least = self.state.most = vector(0.0, 0.0)
        self.dropped = self.held = NONE
        self.seen = NONE_SEEN


def told_of(memory: Memory) -> tuple:
    """Return a memory as a tuple of plain values and sprites."""
    poses: C.pointer(Pose) = memory.seen.poses
    i: C.Py_ssize_t
    k: C.Py_ssize_t
    numbers: list = [C.address(memory.state.place.x)[i] for i in range(NUMBERS)]
    for k in range(len(memory.seen.sprites)):
        for i in range(POSE_NUMBERS):
            numbers.append(C.address(poses[k].x)[i])
        numbers.append(1.0 if poses[k].offset_sync else 0.0)
    flags: tuple = (memory.state.on_wall, memory.state.on_ceiling)
    sprites: tuple = tuple(memory.seen.sprites)
    dropped: tuple = tuple(memory.dropped)
    return flags, tuple(numbers), memory.floor, dropped, sprites, tuple(memory.held)


def remembered(told: tuple) -> Memory:
    """Return the memory from a result of `told_of`, checked."""
    memory: Memory = Memory.__new__(Memory)
    i: C.Py_ssize_t
    k: C.Py_ssize_t
    m: C.Py_ssize_t
    flags, given, floor, dropped, near, crushers = told
    memory.state.on_wall, memory.state.on_ceiling = [truth(flag, "a flag") for flag in flags]
    numbers: tuple = tuple(given)
    memory.dropped = [
        (is_sprite(other), bits(first, "first"), truth(waits, "a flag"))
        for other, first, waits in dropped
    ]
    sprites: list = [is_sprite(other) for other in near]
    memory.held = [(is_sprite(other), checked(x, "x"), checked(y, "y")) for other, x, y in crushers]
    memory.floor = None if floor is None else is_sprite(floor)
    each: C.Py_ssize_t = POSE_NUMBERS + 1
    if len(numbers) != NUMBERS + each * len(sprites):
        raise ValueError(f"{len(sprites)} poses cannot have {len(numbers)} numbers")
    for i in range(NUMBERS):
        C.address(memory.state.place.x)[i] = checked(numbers[i], "a number")
    memory.seen = seen_of(sprites)
    poses: C.pointer(Pose) = memory.seen.poses
    i = NUMBERS
    for k in range(len(sprites)):
        for m in range(POSE_NUMBERS):
            C.address(poses[k].x)[m] = checked(numbers[i + m], "a number")
        poses[k].offset_sync = checked(numbers[i + POSE_NUMBERS], "a number") != 0.0
        i += each
    return memory


@C.cfunc
def is_sprite(value: object) -> object:
    """Return a sprite, checked."""
    if not isinstance(value, SpriteRow):
        raise TypeError(f"what is remembered must be a Sprite, got {shown(value)}")
    return value
