"""`Rider`: a sprite on floors that move, and what it remembers of what was near.

What has moved as the floor did is not in the sprite's way. As seen from a one-way shape that has
moved, it is the sprite that has moved: that tells from where it has come.
"""

import cython
from cython import Py_ssize_t, address, bint, cast, declare, double, pointer, sizeof
from cython.cimports.cpython.bytes import PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cython.cimports.libc.math import fabs, remainder
from cython.cimports.spritecol._engine.box import Box, overlap
from cython.cimports.spritecol._engine.pairs import PairList, new_pairs, second_of
from cython.cimports.spritecol._engine.pipeline.motion.candidates import (
    begin_sweep,
    find_candidates,
)
from cython.cimports.spritecol._engine.pipeline.motion.meeting import Meeting, Ruling, Sweep
from cython.cimports.spritecol._engine.pipeline.motion.normals import LEVEL
from cython.cimports.spritecol._engine.pipeline.motion.sweep import find_meetings
from cython.cimports.spritecol._engine.pipeline.shape_pair import (
    box_of_part,
    part_of,
    parts_in_shape,
    place_row,
)
from cython.cimports.spritecol._engine.pipeline.workspace import workspace_of
from cython.cimports.spritecol._engine.storage.layout import (
    OFFSET,
    ONE_WAY,
    SEGMENT,
    SHIFTED,
    CollisionGroup,
)
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._engine.transform.rows import freshen
from cython.cimports.spritecol._numbers.fast_range_check import checked, truth
from cython.cimports.spritecol._numbers.polar import Rotation, hypot, rotation_of
from cython.cimports.spritecol.sprites.batch import fill
from cython.cimports.spritecol.sprites.conditions import Conditions
from cython.cimports.spritecol.sprites.feet import Feet
from cython.cimports.spritecol.sprites.mover import is_among, is_one_way
from cython.cimports.spritecol.sprites.sprite_row import (
    Pose,
    SpriteRow,
    is_same,
    is_shifted,
    pose_of,
)

from spritecol._numbers.range_check import shown

NEAR = declare(double, 3.0)
"""How far around it, in sizes of the sprite, the poses of one-way shapes are remembered: what is
farther away and still moves into it from one frame to the next is met as if it had not moved.
Those of all else are remembered within one size, and on a floor that moves farther."""


class Rider(Feet):
    """Feet that floors carry."""

    def __cinit__(self, *args, **kwargs):
        self.near = []
        self.near_poses = b""

    def is_thin(self) -> bint:
        """Whether the sprite has no area: it consists of points and segments."""
        row: cython.int = self.walker.row
        return all(part_of(STORE, row, k).kind <= SEGMENT for k in range(STORE.groups[row].count))

    def most_away(
        self,
        old: pointer(cython.const[Pose]),
        new: pointer(cython.const[Pose]),
        dx: double,
        dy: double,
    ) -> double:
        """How far a corner of its box is at most from where it would be, had it gone with a floor.

        The sprite has moved by (dx, dy) instead.
        """
        box: pointer(cython.const[Box]) = STORE.boxes + self.walker.row
        most: double = 0.0
        k: cython.int
        if is_shifted(old, new):
            return hypot(new.x - old.x - dx, new.y - old.y - dy)
        freshen(STORE, self.walker.row)
        for k in range(4):
            to_x: double = box.right if k & 1 else box.left
            to_y: double = box.bottom if k & 2 else box.top
            x: double = to_x - dx
            y: double = to_y - dy
            move_with(old, new, address(x), address(y))
            most = max(most, hypot(x - to_x, y - to_y))
        return most

    def rise_with(self, from_x: double, from_y: double) -> cython.int:
        """Go up with floors that have come up into the sprite, but did not carry it.

        It has come from (from_x, from_y). So of two lifts that part the higher one takes it along.
        """
        sweep: Sweep
        poses: pointer(Pose) = self.poses_of_near()
        risen: list = []
        most: double = 0.0
        now: Pose
        k: Py_ssize_t
        for k in range(len(self.near)):
            other: SpriteRow = self.near[k]
            now = pose_of(other.row)
            if is_same(poses + k, address(now)) or is_among(other, self.floors):
                continue
            dx: double = STORE.x[self.walker.row] - from_x
            dy: double = STORE.y[self.walker.row] - from_y
            away: double = self.most_away(poses + k, address(now), dx, dy)
            freshen(STORE, self.walker.row)
            freshen(STORE, other.row)
            around: Box = widened(STORE.boxes[self.walker.row], away)
            if not overlap(address(around), STORE.boxes + other.row) or not self.is_target(other):
                continue
            self.meet_from(other, poses + k, from_x, from_y, address(sweep))
            if (
                sweep.found
                and (
                    self.is_floor(sweep.first.nx, sweep.first.ny)
                    or self.is_floor(sweep.first.other_nx, sweep.first.other_ny)
                )
                and (self.conditions.where is None or self.accepts_overlapped(other))
            ):
                if not self.counts(other.row, sweep.first.pair.first_b):
                    self.conditions.add_ruling(other.row, sweep.first.pair.first_b, True)
                risen.append(other)
                most = max(most, away)
        if risen:
            self.rise_onto(risen, most / self.upward.steepest + 4.0 * self.touching)
        return 0

    def rise_onto(self, floors: list, most: double) -> cython.int:
        """Go up onto floors that have turned, even if all of the sprite is below them now."""
        x: double = STORE.x[self.walker.row]
        y: double = STORE.y[self.walker.row]
        self.conditions.forget_rejected()
        fill(self.inside, floors)
        # Coming back from there, it meets a floor; else that is below the sprite anyway.
        if self.way_out(self.upward.x, self.upward.y, most, most) > 0.0 and self.fraction < 1.0:
            self.left_out = floors
            if not self.meets(self.to_x - x, self.to_y - y):
                self.place(self.to_x, self.to_y)
            self.left_out = None
        return 0

    def near_distance(self) -> double:
        """How far around it poses are remembered at least: its size, or how far it snaps."""
        box: pointer(cython.const[Box]) = STORE.boxes + self.walker.row
        size: double = max(box.right - box.left, box.bottom - box.top)
        return max(size, self.snap_length, self.step_height)

    def note_near(self, motion: double, floor_motion: double) -> cython.int:
        """Remember the targets that are near, and their poses: the more the farther all moves."""
        sweep: Sweep
        found: Py_ssize_t = 0
        k: Py_ssize_t
        self.near = []
        memory: PairList = new_pairs(address(workspace_of(STORE).scratch))
        self.conditions.forget_rejected()
        freshen(STORE, self.walker.row)
        distance: double = max(self.near_distance(), NEAR * motion)
        farthest: double = NEAR * distance
        distance += 2.0 * floor_motion
        farthest = max(distance, farthest) if STORE.has_one_way else distance
        self.look_around(address(sweep), farthest, memory)
        around: Box = widened(STORE.boxes[self.walker.row], distance)
        for k in range(sweep.count):
            row: cython.int = sweep.others[second_of(sweep.candidates[k])]
            if STORE.dirty[row] & ONE_WAY or overlap(address(around), STORE.boxes + row):
                sweep.candidates[found] = sweep.candidates[k]
                found += 1
        sweep.count = found
        if found == 0:
            return 0
        near: list = self.sprites_of(address(sweep))
        self.near_poses = PyBytes_FromStringAndSize(cython.NULL, found * sizeof(Pose))
        poses: pointer(Pose) = self.poses_of_near()
        for k in range(found):
            poses[k] = pose_of(cast(SpriteRow, near[k]).row)
        self.near = near
        return 0

    def poses_of_near(self) -> pointer(Pose):
        """Where what is near was when it was noted."""
        return cast(pointer(Pose), PyBytes_AS_STRING(self.near_poses))

    def near_with_poses(self) -> tuple:
        """What is near, as (sprite, pose): each pose as `numbers_from` writes it."""
        poses: pointer(Pose) = self.poses_of_near()
        k: Py_ssize_t
        result: list = []
        for k in range(len(self.near)):
            result.append((self.near[k], numbers_from(poses + k)))
        return tuple(result)

    def recall_near(self, near: list) -> cython.int:
        """Remember what `near_with_poses` has returned."""
        k: Py_ssize_t
        self.near = []
        self.near_poses = PyBytes_FromStringAndSize(cython.NULL, len(near) * sizeof(Pose))
        poses: pointer(Pose) = self.poses_of_near()
        for k in range(len(near)):
            poses[k] = pose_from(near[k][1])
        self.near = [other for other, _ in near]
        return 0

    def moved_with(self, floor: SpriteRow, old: pointer(cython.const[Pose]), about: double) -> list:
        """The floor, and what is near and has moved as it did since it was at its old pose.

        It may have moved farther or less far by `about`, in pixels.
        """
        result: list = [floor]
        new: Pose = pose_of(floor.row)
        poses: pointer(Pose) = self.poses_of_near()
        k: Py_ssize_t
        for k in range(len(self.near)):
            other: SpriteRow = self.near[k]
            if other is not floor and has_moved_with(
                old, address(new), poses + k, other.row, about + 4.0 * self.touching
            ):
                result.append(other)
        return result

    def leave_out_far(self, dx: double, dy: double) -> cython.int:
        """Leave out what a way with the floor meets that was not near before, nor is at its end.

        Nobody remembers where that was. It is taken to have moved with the floor: then it was as
        far from the sprite as it is at the end.
        """
        distance: double = self.near_distance()
        box: Box = widened(STORE.boxes[self.walker.row], distance - 4.0 * self.touching)
        box.left += dx
        box.right += dx
        box.top += dy
        box.bottom += dy
        while hypot(dx, dy) > distance and self.meets(dx, dy):
            far: list = [
                other
                for other in self.others
                if not (
                    is_among(other, self.near)
                    or overlap(address(box), STORE.boxes + cast(SpriteRow, other).row)
                )
            ]
            if not far:
                break
            self.left_out.extend(far)
        return 0

    # --- one-way shapes ---------------------------------------------------------------------------

    def rule_near(self, floors: list, from_x: double, from_y: double) -> cython.int:
        """Rule that one-way shapes stop the sprite that have moved into it from their front.

        The sprite itself has come from (from_x, from_y), taken along by `floors`.
        """
        poses: pointer(Pose) = self.poses_of_near()
        now: Pose
        k: Py_ssize_t
        for k in range(len(self.near)):
            other: SpriteRow = self.near[k]
            if not STORE.dirty[other.row] & ONE_WAY:
                continue
            now = pose_of(other.row)
            if not is_same(poses + k, address(now)) and self.is_target(other):
                self.rule_if_from_front(other, poses + k, from_x, from_y)
                if is_among(other, floors):
                    self.rule_if_turned(other, poses + k, from_x, from_y)
        return 0

    def rule_if_from_front(
        self, other: SpriteRow, old: pointer(cython.const[Pose]), from_x: double, from_y: double
    ) -> cython.int:
        """Rule so about the shapes of one sprite.

        What looks up stops the sprite only where it is met as a floor: a plank that comes from the
        side passes.
        """
        sweep: Sweep
        direction: double[2]
        k: Py_ssize_t
        walker: cython.int = self.walker.row
        row: cython.int = other.row
        new: Pose = pose_of(row)
        more: bint = True
        freshen(STORE, walker)
        freshen(STORE, row)
        # Without area it may be past a shape already, and overlap none.
        if not overlap(STORE.boxes + walker, STORE.boxes + row) or not (
            self.is_thin() or self.is_passing(row)
        ):
            return 0
        dx: double = STORE.x[walker] - from_x
        dy: double = STORE.y[walker] - from_y
        away: double = self.most_away(old, address(new), dx, dy)
        while more:  # what is met beside a shape counts only once that is known to stop it
            more = False
            self.meet_from(other, old, from_x, from_y, address(sweep))
            for k in range(self.meetings.count):
                meeting: pointer(cython.const[Meeting]) = self.meetings.items + k
                if not self.counts(row, meeting.pair.first_b) and (
                    not is_one_way(row, meeting.pair.first_b, direction)
                    or direction[0] * self.upward.x + direction[1] * self.upward.y <= 0.0
                    or self.is_floor(meeting.nx, meeting.ny)
                    or self.is_floor(meeting.other_nx, meeting.other_ny)
                ):
                    self.conditions.add_ruling(row, meeting.pair.first_b, True)
                    self.most_lifted = max(self.most_lifted, away / self.upward.steepest)
                    more = True
        return 0

    def meet_from(
        self,
        other: SpriteRow,
        old: pointer(cython.const[Pose]),
        from_x: double,
        from_y: double,
        sweep: pointer(Sweep),
    ) -> cython.int:
        """Find where a sprite that was at an `old` pose has met this one, which came from a place.

        As seen from the other one this one has moved and turned, so it is swept against that where
        it was.
        """
        conditions: Conditions = self.conditions
        walker: cython.int = self.walker.row
        row: cython.int = other.row
        here: Pose = pose_of(walker)
        new: Pose = pose_of(row)
        center_x: double = 0.0 if here.offset_sync else here.center_x
        center_y: double = 0.0 if here.offset_sync else here.center_y
        foot_x: double = 0.0
        foot_y: double = 0.0
        turn: double = remainder(old.angle - new.angle, 360.0)
        turned: Rotation = rotation_of(turn)
        if new.scale_x != old.scale_x or new.scale_y != old.scale_y:
            # The sprite is not scaled with them: what counts is where its feet have come from.
            box: Box = STORE.boxes[walker]
            foot_x = 0.5 * (box.left + box.right - self.upward.x * (box.right - box.left))
            foot_y = 0.5 * (box.top + box.bottom - self.upward.y * (box.bottom - box.top))
            foot_x -= here.x + center_x
            foot_y -= here.y + center_y
        x: double = here.x + center_x + foot_x
        y: double = here.y + center_y + foot_y
        move_with(address(new), old, address(x), address(y))
        x -= from_x + center_x + foot_x * turned.cosine - foot_y * turned.sine
        y -= from_y + center_y + foot_x * turned.sine + foot_y * turned.cosine
        memory: PairList = new_pairs(address(workspace_of(STORE).scratch))
        place_as(row, old)
        place_row(STORE, walker, from_x, from_y, here.angle)
        try:
            begin_sweep(STORE, sweep, walker, x, y, turn)
            sweep.others = address(row)
            sweep.other_count = 1
            sweep.rulings = conditions.rulings
            sweep.ruling_count = conditions.ruling_count
            self.meetings.count = 0
            find_candidates(STORE, sweep, None, address(conditions.rows), memory)
            find_meetings(STORE, sweep, self.meetings)
        finally:
            place_as(row, address(new))
            place_row(STORE, walker, here.x, here.y, here.angle)
        return 0

    def rule_if_turned(
        self, other: SpriteRow, old: pointer(cython.const[Pose]), from_x: double, from_y: double
    ) -> cython.int:
        """Rule so about the shapes of a floor into which the sprite has come only by its turn.

        Feet may come into the next plank of a row by a hair from the side, or past it all at once.
        It stops them if they meet it from as far up as the turn may have moved it at most, and did
        not before.
        """
        direction: double[2]
        walker: cython.int = self.walker.row
        row: cython.int = other.row
        here: Pose = pose_of(walker)
        new: Pose = pose_of(row)
        hair: double = 4.0 * self.touching
        freshen(STORE, walker)
        away: double = self.most_away(old, address(new), here.x - from_x, here.y - from_y)
        away = away / self.upward.steepest
        high: double = away + hair
        around: Box = widened(STORE.boxes[walker], high)
        if not overlap(address(around), STORE.boxes + row):
            return 0
        first: cython.int = 0
        while first < STORE.groups[row].count:
            if (
                not self.counts(row, first)
                and is_one_way(row, first, direction)
                and direction[0] * self.upward.x + direction[1] * self.upward.y > 0.0
                and any(
                    overlap(address(around), box_of_part(STORE, row, part_of(STORE, row, k)))
                    for k in range(first, first + parts_in_shape(STORE, row, first))
                )
            ):
                stops: bint = self.comes_onto(other, first, here.x, here.y, 0.0, high)
                place_as(row, old)
                stops = stops and not self.comes_onto(other, first, from_x, from_y, hair, high)
                place_row(STORE, walker, from_x, from_y, here.angle)
                stops = stops and not self.is_in_shape(row, first)
                place_as(row, address(new))
                place_row(STORE, walker, here.x, here.y, here.angle)
                if stops:
                    self.conditions.add_ruling(row, first, True)
                    self.most_lifted = max(self.most_lifted, away)
            first += parts_in_shape(STORE, row, first)
        return 0

    def comes_onto(
        self, other: SpriteRow, first: cython.int, x: double, y: double, low: double, high: double
    ) -> bint:
        """Whether the sprite meets a one-way shape on a way down between two heights above (x, y).

        It stays at the upper end of that way.
        """
        row: cython.int = self.walker.row
        x += self.upward.x * high
        y += self.upward.y * high
        place_row(STORE, row, x, y, STORE.groups[row].angle)
        down: double = high - low
        return not self.is_in_shape(other.row, first) and self.would_meet_shape(
            other, first, -self.upward.x * down, -self.upward.y * down
        )

    def would_meet_shape(self, other: SpriteRow, first: cython.int, dx: double, dy: double) -> bint:
        """Whether the sprite overlaps a one-way shape, or would meet it on a way."""
        sweep: Sweep
        ruling: Ruling
        row: cython.int = other.row
        if self.is_in_shape(row, first):
            return True
        memory: PairList = new_pairs(address(workspace_of(STORE).scratch))
        begin_sweep(STORE, address(sweep), self.walker.row, dx, dy, 0.0)
        ruling.row = row
        ruling.first = first
        ruling.stops = True
        sweep.rulings = address(ruling)
        sweep.ruling_count = 1
        sweep.others = address(row)
        sweep.other_count = 1
        self.meetings.count = 0
        find_candidates(STORE, address(sweep), None, address(self.conditions.rows), memory)
        find_meetings(STORE, address(sweep), self.meetings)
        return any(self.meetings.items[k].pair.first_b == first for k in range(self.meetings.count))


def widened(box: Box, distance: double) -> Box:
    """A box and all that is nearer to it than a distance, along both axes."""
    box.left -= distance
    box.right += distance
    box.top -= distance
    box.bottom += distance
    return box


def place_as(row: cython.int, pose: pointer(cython.const[Pose])) -> cython.void:
    """Compute the world geometry of a row for another pose, with its scales and its center."""
    group: pointer(CollisionGroup) = address(STORE.groups[row])
    group.scale_x = pose.scale_x
    group.scale_y = pose.scale_y
    group.center_x = pose.center_x
    group.center_y = pose.center_y
    group.flags = (group.flags & ~OFFSET) | (OFFSET if pose.offset_sync else 0)
    STORE.dirty[row] &= ~SHIFTED
    place_row(STORE, row, pose.x, pose.y, pose.angle)


def move_with(
    old: pointer(cython.const[Pose]),
    new: pointer(cython.const[Pose]),
    x: pointer(double),
    y: pointer(double),
) -> cython.void:
    """Move a point as a sprite moved from one pose to another."""
    before: Rotation = rotation_of(old.angle)
    after: Rotation = rotation_of(new.angle)
    right: double = x[0] - old.x - (0.0 if old.offset_sync else old.center_x)
    down: double = y[0] - old.y - (0.0 if old.offset_sync else old.center_y)
    along: double = right * before.cosine + down * before.sine
    across: double = down * before.cosine - right * before.sine
    if old.scale_x != 0.0 and old.scale_y != 0.0:
        along *= new.scale_x / old.scale_x
        across *= new.scale_y / old.scale_y
    along += (old.center_x - new.center_x) * new.scale_x
    across += (old.center_y - new.center_y) * new.scale_y
    x[0] = along * after.cosine - across * after.sine
    y[0] = along * after.sine + across * after.cosine
    x[0] += new.x + (0.0 if new.offset_sync else new.center_x)
    y[0] += new.y + (0.0 if new.offset_sync else new.center_y)


def has_moved_with(
    old: pointer(cython.const[Pose]),
    new: pointer(cython.const[Pose]),
    before: pointer(cython.const[Pose]),
    row: cython.int,
    near: double,
) -> bint:
    """Whether a row has moved from its pose `before` as another one from `old` to `new`."""
    now: Pose = pose_of(row)
    x: double = before.x + (0.0 if before.offset_sync else before.center_x)
    y: double = before.y + (0.0 if before.offset_sync else before.center_y)
    move_with(old, new, address(x), address(y))
    x -= now.x + (0.0 if now.offset_sync else now.center_x)
    y -= now.y + (0.0 if now.offset_sync else now.center_y)
    turn: double = remainder((now.angle - before.angle) - (new.angle - old.angle), 360.0)
    wider: double = now.scale_x * old.scale_x - before.scale_x * new.scale_x
    higher: double = now.scale_y * old.scale_y - before.scale_y * new.scale_y
    return (
        fabs(x) <= near
        and fabs(y) <= near
        and fabs(turn) <= LEVEL
        and fabs(wider) <= LEVEL * fabs(now.scale_x * old.scale_x)
        and fabs(higher) <= LEVEL * fabs(now.scale_y * old.scale_y)
    )


def numbers_from(pose: pointer(cython.const[Pose])) -> tuple:
    """A pose as a tuple: x, y, angle, scales, center, and whether (x, y) is that of the center."""
    return (
        pose.x,
        pose.y,
        pose.angle,
        pose.scale_x,
        pose.scale_y,
        pose.center_x,
        pose.center_y,
        pose.offset_sync != 0,
    )


def pose_from(numbers: tuple) -> Pose:
    """The pose that `numbers_from` has written."""
    pose: Pose
    pose.x = numbers[0]
    pose.y = numbers[1]
    pose.angle = numbers[2]
    pose.scale_x = numbers[3]
    pose.scale_y = numbers[4]
    pose.center_x = numbers[5]
    pose.center_y = numbers[6]
    pose.offset_sync = numbers[7]
    return pose


def checked_numbers(numbers: object) -> tuple:
    """What `numbers_from` has written, if it is that."""
    *seven, offset_sync = numbers
    if len(seven) != 7:
        raise ValueError(f"a pose has 8 numbers, got {shown(numbers)}")
    return (*[checked(number, "a number") for number in seven], truth(offset_sync, "offset_sync"))


def is_sprite(value: object) -> object:
    """A sprite, checked."""
    if not isinstance(value, SpriteRow):
        raise TypeError(f"a floor must be a Sprite, got {shown(value)}")
    return value
