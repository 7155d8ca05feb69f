"""`Feet`: what a sprite stands on, and what it meets ahead of its feet.

Of what is met at the same time, the choice never depends on the order of the targets.
"""

import cython
from cython import Py_ssize_t, address, bint, declare, double, pointer
from cython.cimports.libc.math import INFINITY, fabs, sqrt
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.pipeline.motion.meeting import Meeting, Motion
from cython.cimports.spritecol._engine.pipeline.motion.normals import LEVEL, turn_to_edge
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol.sprites.mover import (
    UPWARD,
    Mover,
    box_of,
    is_among,
    is_one_way,
)
from cython.cimports.spritecol.sprites.moving import MOST_SWEEPS, Planes
from cython.cimports.spritecol.sprites.sprite_row import SpriteRow

EQUALLY_LEVEL = declare(double, 1e-12)
"""The cosines of two floors that differ by less are equal: rounding may have made them differ."""


class Feet(Mover):
    """A mover that stands on floors."""

    def find_ground(self, reach: double, may_perch: bint) -> bint:
        """Find the floor within a reach below the sprite, which stays where it is.

        Without a floor, it stands between two steep slopes, and with `may_perch` on an edge.
        """
        down: double = reach + 2.0 * self.touching
        direction: double[2]
        k: Py_ssize_t
        self.is_too_high = False
        if not self.meets(-self.upward.x * down, -self.upward.y * down):
            return False
        self.ground.gap = down * self.fraction
        self.ground.x = self.to_x
        self.ground.y = self.to_y
        self.below = []
        for k in range(self.meetings.count):
            meeting: pointer(cython.const[Meeting]) = self.meetings.items + k
            if is_one_way(meeting.pair.b, meeting.pair.first_b, direction):
                self.below.append((self.others[k], meeting.pair.first_b))
        found: bint = self.choose_floor(False)
        level: double = self.ground.nx * self.upward.x + self.ground.ny * self.upward.y
        is_level: bint = found and level > 1.0 - LEVEL
        if not is_level and self.turn_to_floors(-self.upward.x * down, -self.upward.y * down, -1.0):
            found = self.choose_floor(False)
        first: Meeting = self.meetings.items[0]
        other: SpriteRow = self.others[0]
        if not found and self.is_between_slopes():
            self.stand_on_edge(other, address(first))
            found = True
        if found:
            self.from_x = self.ground.contact_x
            self.from_y = self.ground.contact_y
            return True
        if not may_perch:
            return False
        x: double = STORE.x[self.walker.row]
        y: double = STORE.y[self.walker.row]
        self.place(self.ground.x, self.ground.y)
        found = self.is_edge_of_step(address(first), max(self.snap_length, self.step_height))
        if found:
            across: double = first.ny * self.upward.x - first.nx * self.upward.y
            side: double = -1.0 if across > 0.0 else 1.0
            self.is_too_high = not self.steps_lead_up(
                self.from_x, self.from_y, first.px, first.py, side, self.step_height
            )
            found = not self.is_too_high
        if found:
            self.from_x = first.px
            self.from_y = first.py
            self.stand_on_edge(other, address(first))
        self.place(x, y)
        return found

    def choose_floor(self, certain: bint) -> bint:
        """Choose a floor among what was just met, and note its normal; False if there is none.

        First the present floor, then the most level one, then the one nearest to the middle of the
        feet. What differs only by rounding is equal. `certain`: at a corner neither edge may be
        that of a wall.
        """
        level: double = 0.0
        best: Py_ssize_t = -1
        edge: cython.int = 0
        is_tied: bint = False
        k: Py_ssize_t
        corner: cython.int
        for k in range(self.meetings.count):
            for corner in range(2):
                this: double = self.level_of(k, corner, certain)
                if this > level + EQUALLY_LEVEL:
                    level = this
                    best = k
                    edge = corner
                    is_tied = False
                elif this > 0.0 and this >= level - EQUALLY_LEVEL:
                    level = max(level, this)
                    is_tied = True
        if best < 0:
            return False
        meeting: pointer(cython.const[Meeting]) = self.meetings.items + best
        self.ground.contact_x = meeting.px
        self.ground.contact_y = meeting.py
        if is_tied:
            edge = self.choose_nearest(level - EQUALLY_LEVEL, certain, address(best))
            meeting = self.meetings.items + best
        self.ground.nx = meeting.other_nx if edge else meeting.nx
        self.ground.ny = meeting.other_ny if edge else meeting.ny
        self.ground.meeting = meeting[0]
        self.ground_sprite = self.others[best]
        return True

    def choose_nearest(self, level: double, certain: bint, best: pointer(Py_ssize_t)) -> cython.int:
        """Of floors that are at least so level choose the one nearest to the middle of the feet.

        Equal feet stand between them. Returns which normal of the meeting is that of the floor.
        """
        off: double = INFINITY
        left: double = INFINITY
        right: double = -INFINITY
        top: double = INFINITY
        bottom: double = -INFINITY
        edge: cython.int = 0
        k: Py_ssize_t
        corner: cython.int
        for k in range(self.meetings.count):
            if max(self.level_of(k, 0, certain), self.level_of(k, 1, certain)) >= level:
                off = min(off, self.off_middle(k))
        off += self.touching
        best[0] = -1
        for k in range(self.meetings.count):
            for corner in range(2):
                if (
                    self.level_of(k, corner, certain) >= level
                    and self.off_middle(k) <= off
                    and (best[0] < 0 or self.comes_first(k, best[0]))
                ):
                    best[0] = k
                    edge = corner
        for k in range(self.meetings.count):
            meeting: pointer(cython.const[Meeting]) = self.meetings.items + k
            if (
                self.others[k] is self.others[best[0]]
                and max(self.level_of(k, 0, certain), self.level_of(k, 1, certain)) >= level
                and self.off_middle(k) <= off
            ):
                left = min(left, meeting.px)
                right = max(right, meeting.px)
                top = min(top, meeting.py)
                bottom = max(bottom, meeting.py)
        self.ground.contact_x = 0.5 * (left + right)
        self.ground.contact_y = 0.5 * (top + bottom)
        return edge

    def level_of(self, k: Py_ssize_t, corner: cython.int, certain: bint) -> double:
        """How level a floor is that was just met, above 2 if it is the present one; else 0."""
        up_x: double = self.upward.x
        up_y: double = self.upward.y
        meeting: pointer(Meeting) = self.meetings.items + k
        nx: double = meeting.other_nx if corner else meeting.nx
        ny: double = meeting.other_ny if corner else meeting.ny
        if not self.is_floor(nx, ny):  # nor is (0, 0)
            return 0.0
        is_corner: bint = meeting.other_nx != 0.0 or meeting.other_ny != 0.0
        first: double = meeting.nx * up_x + meeting.ny * up_y
        second: double = meeting.other_nx * up_x + meeting.other_ny * up_y
        if certain and is_corner and min(first, second) <= UPWARD:
            return 0.0
        return nx * up_x + ny * up_y + (2.0 if is_among(self.others[k], self.floors) else 0.0)

    def off_middle(self, k: Py_ssize_t) -> double:
        """How far from the middle of the feet something was just met, across `up`."""
        box: pointer(cython.const[Box]) = STORE.boxes + self.walker.row
        meeting: pointer(Meeting) = self.meetings.items + k
        x: double = meeting.px - 0.5 * (box.left + box.right)
        y: double = meeting.py - 0.5 * (box.top + box.bottom)
        return fabs(y * self.upward.x - x * self.upward.y)

    def comes_first(self, k: Py_ssize_t, best: Py_ssize_t) -> bint:
        """Whether one of two equal floors is chosen: only of twins it is the first target."""
        a: pointer(Meeting) = self.meetings.items + k
        b: pointer(Meeting) = self.meetings.items + best
        if a.px != b.px or a.py != b.py:
            return a.px < b.px or (a.px == b.px and a.py < b.py)
        return box_of(self.others[k]) < box_of(self.others[best])

    def stand_on_edge(
        self, other: SpriteRow, meeting: pointer(cython.const[Meeting])
    ) -> cython.int:
        """Note that the sprite stands where it was stopped, with `up` as the normal."""
        self.ground.nx = self.upward.x
        self.ground.ny = self.upward.y
        self.ground.contact_x = meeting.px
        self.ground.contact_y = meeting.py
        self.ground.meeting = meeting[0]
        self.ground_sprite = other
        return 0

    def turn_to_floors(self, dx: double, dy: double, least: double) -> bint:
        """Of two edges at a corner that the last way has met take the more level one, if a floor.

        Rounding decides which of them is met first. If its cosine to `up` is below `least`, it
        stays as it is. Returns whether any is taken.
        """
        motion: Motion = self.motion_of(dx, dy)
        direction: double[2]
        result: bint = False
        k: Py_ssize_t
        direction[0] = self.upward.x
        direction[1] = self.upward.y
        for k in range(self.meetings.count):
            meeting: Meeting = self.meetings.items[k]
            level: double = meeting.nx * self.upward.x + meeting.ny * self.upward.y
            if (
                not meeting.overlapping
                and level >= least
                and turn_to_edge(STORE, address(motion), direction, address(meeting))
                and self.is_floor(meeting.nx, meeting.ny)
                and meeting.nx * self.upward.x + meeting.ny * self.upward.y > level + LEVEL
            ):
                self.meetings.items[k] = meeting
                result = True
        return result

    def turn_corner(self, dx: double, dy: double, meeting: pointer(Meeting)) -> cython.int:
        """Where a corner meets only a corner, take the edge along which the way goes on farther."""
        motion: Motion = self.motion_of(dx, dy)
        direction: double[2]
        turned: Meeting = meeting[0]
        if not meeting.by_corner or meeting.overlapping:
            return 0
        side: double = 1.0 if meeting.nx * dy > meeting.ny * dx else -1.0
        direction[0] = side * meeting.ny
        direction[1] = -side * meeting.nx
        if (
            turn_to_edge(STORE, address(motion), direction, address(turned))
            and turned.nx * dx + turned.ny * dy > meeting.nx * dx + meeting.ny * dy
        ):
            meeting[0] = turned
        return 0

    def is_between_slopes(self) -> bint:
        """Whether two steep slopes that were just met hold the sprite together."""
        up_x: double = self.upward.x
        up_y: double = self.upward.y
        left: bint = False
        right: bint = False
        k: Py_ssize_t
        for k in range(self.meetings.count):
            nx: double = self.meetings.items[k].nx
            ny: double = self.meetings.items[k].ny
            if nx * up_x + ny * up_y > UPWARD:
                left |= ny * up_x - nx * up_y > UPWARD
                right |= ny * up_x - nx * up_y < -UPWARD
        return left and right

    def holds(self, planes: pointer(cython.const[Planes])) -> bint:
        """Whether a sprite that falls is held from both sides, and from below by one of them."""
        up_x: double = self.upward.x
        up_y: double = self.upward.y
        left: bint = False
        right: bint = False
        below: bint = False
        k: cython.int
        for k in range(planes.count):
            nx: double = planes.items[k].nx
            ny: double = planes.items[k].ny
            if nx * up_x + ny * up_y > -UPWARD:
                below |= nx * up_x + ny * up_y > UPWARD
                left |= ny * up_x - nx * up_y > UPWARD
                right |= ny * up_x - nx * up_y < -UPWARD
        return below and left and right

    def rise_ahead(
        self, way_x: double, way_y: double, nx: pointer(double), ny: pointer(double)
    ) -> double:
        """How far the way would lead into a floor that was just met; 0 if none rises ahead.

        Notes the normal of the steepest one. Where a corner is met by a corner, the way leads past
        it along the more level edge.
        """
        k: Py_ssize_t
        corner: cython.int
        into: double = -1e-12 * (fabs(way_x) + fabs(way_y))
        result: double = 0.0
        for k in range(self.meetings.count):
            meeting: pointer(Meeting) = self.meetings.items + k
            least: double = -INFINITY
            x: double = 0.0
            y: double = 0.0
            for corner in range(2):
                mx: double = meeting.other_nx if corner else meeting.nx
                my: double = meeting.other_ny if corner else meeting.ny
                if self.is_floor(mx, my) and mx * way_x + my * way_y > least:
                    least = mx * way_x + my * way_y
                    x = mx
                    y = my
            if -INFINITY < least < into:
                into = least
                nx[0] = x
                ny[0] = y
                result = -into
        return result

    def is_edge_of_step(self, meeting: pointer(cython.const[Meeting]), low: double) -> bint:
        """Whether a sprite with round or pointed feet stands on the edge of a step.

        Right behind the edge is a floor, and below the other side of the sprite is something, too,
        at most so `low`.
        """
        row: cython.int = self.walker.row
        up_x: double = self.upward.x
        up_y: double = self.upward.y
        x: double = STORE.x[row]
        y: double = STORE.y[row]
        box: pointer(cython.const[Box]) = STORE.boxes + row
        half: double = 0.5 * (
            (box.right - box.left) * fabs(up_y) + (box.bottom - box.top) * fabs(up_x)
        )
        middle: double = 0.5 * ((box.top + box.bottom) * up_x - (box.left + box.right) * up_y)
        side: double = -1.0 if meeting.ny * up_x - meeting.nx * up_y > 0.0 else 1.0
        near: double = max(1e-3 * half, 4.0 * self.touching)
        edge_x: double = meeting.px - up_y * side * near
        edge_y: double = meeting.py + up_x * side * near
        tread: object = self.nearest_on_way(
            edge_x + 3.0 * near * up_x,
            edge_y + 3.0 * near * up_y,
            edge_x - 3.0 * near * up_x,
            edge_y - 3.0 * near * up_y,
        )
        if tread is None or not self.is_floor(tread.normal[0], tread.normal[1]):
            return False
        away: double = half - side * (meeting.py * up_x - meeting.px * up_y - middle) + near
        self.go(up_y * side * away, -up_x * side * away)
        # There may be more steps below, which lead down as a slope does.
        level: double = self.upward.steepest
        height: double = low + 2.0 * self.touching
        height += away * sqrt(1.0 - level * level) / level
        result: bint = self.meets(-up_x * height, -up_y * height)
        self.place(x, y)
        return result

    def steps_lead_up(
        self, x: double, y: double, to_x: double, to_y: double, side: double, step: double
    ) -> bint:
        """Whether steps that are low enough lead from a point on the floor to another point.

        Usually it is one step. Round feet meet the third of steep stairs before the first.
        """
        up_x: double = self.upward.x
        up_y: double = self.upward.y
        most: double = step + 4.0 * self.touching  # more than `step_up` rises
        near: double = max(1e-3 * step, 4.0 * self.touching)
        for _ in range(MOST_SWEEPS):
            if (to_x - x) * up_x + (to_y - y) * up_y <= most:
                return True
            x += near * up_x
            y += near * up_y
            away: double = (to_y - y) * up_x - (to_x - x) * up_y + side * near
            riser: object = self.nearest_on_way(x, y, x - up_y * away, y + up_x * away)
            if riser is None:
                return False
            x = riser.point[0] - up_y * side * near
            y = riser.point[1] + up_x * side * near
            high: double = most - near
            tread: object = self.nearest_on_way(x + high * up_x, y + high * up_y, x, y)
            if tread is None or not self.is_floor(tread.normal[0], tread.normal[1]):
                return False
            x, y = tread.point
        return False
