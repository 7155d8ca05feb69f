"""`Mover`: what a sprite meets on a way, what it overlaps, and how it gets out of that.

`CharacterController` is made of these steps. Of what is met at the same time, the choice never
depends on the order of the targets.
"""

import cython
from cython import Py_ssize_t, address, bint, double, p_double, pointer
from cython.cimports.libc.math import INFINITY
from cython.cimports.spritecol._engine.box import Box, overlap
from cython.cimports.spritecol._engine.narrow_phase.obstacles import Move, Obstacles
from cython.cimports.spritecol._engine.pairs import PairList, new_pairs, second_of
from cython.cimports.spritecol._engine.pipeline.contacts import separate
from cython.cimports.spritecol._engine.pipeline.kept_index import KeptIndex
from cython.cimports.spritecol._engine.pipeline.motion.candidates import (
    begin_sweep,
    find_candidates,
)
from cython.cimports.spritecol._engine.pipeline.motion.meeting import (
    Meeting,
    MeetingList,
    Ruling,
    Sweep,
)
from cython.cimports.spritecol._engine.pipeline.motion.normals import contact_normal
from cython.cimports.spritecol._engine.pipeline.motion.sweep import (
    find_first_meetings,
    find_meetings,
)
from cython.cimports.spritecol._engine.pipeline.shape_pair import (
    ShapePair,
    first_shapes,
    next_shapes,
    parts_in_shape,
    place_row,
    shapes_hit,
    whole_rows,
)
from cython.cimports.spritecol._engine.pipeline.workspace import workspace_of
from cython.cimports.spritecol._engine.storage.layout import ONE_WAY
from cython.cimports.spritecol._engine.storage.store import STORE, passes, put_layers_of
from cython.cimports.spritecol._engine.transform.rows import freshen, put_direction
from cython.cimports.spritecol._numbers.polar import Rotation, rotation_of
from cython.cimports.spritecol.sprites.batch import Batch, fill, forget, hold, release
from cython.cimports.spritecol.sprites.conditions import Conditions
from cython.cimports.spritecol.sprites.detection import sync_both
from cython.cimports.spritecol.sprites.moving import put_at
from cython.cimports.spritecol.sprites.sprite_row import Pose, SpriteRow, pose_of
from cython.cimports.spritecol.sprites.sweeps import hit_of


class Mover:
    """A sprite that moves among targets, step by step."""

    def __cinit__(self, *args, **kwargs):
        self.meetings = MeetingList()
        self.inside = Batch()

    def meets(self, dx: double, dy: double) -> bint:
        """Find what the sprite meets first on a way, and where that is. It stays where it is."""
        sprite: SpriteRow = self.walker
        conditions: Conditions = self.conditions
        batch: Batch = self.batch
        sweep: Sweep
        k: Py_ssize_t
        conditions.forget_rejected()
        if self.left_out is not None:
            conditions.reject(self.left_out)
        while True:
            memory: PairList = new_pairs(address(workspace_of(STORE).scratch))
            kept: KeptIndex = sync_both(batch, batch)
            if conditions.has_layers:
                put_layers_of(address(conditions.rows), STORE, sprite.row)
            begin_sweep(STORE, address(sweep), sprite.row, dx, dy, 0.0)
            sweep.others = batch.rows
            sweep.other_count = batch.row_count
            self.meetings.count = 0
            sweep.rulings = conditions.rulings
            sweep.ruling_count = conditions.ruling_count
            find_candidates(STORE, address(sweep), kept, address(conditions.rows), memory)
            find_first_meetings(STORE, address(sweep), self.meetings, self.touching)
            if not sweep.found:
                self.fraction = 1.0
                self.to_x = sweep.motion.x + dx
                self.to_y = sweep.motion.y + dy
                return False
            self.fraction = sweep.first.fraction
            self.to_x = sweep.first.x
            self.to_y = sweep.first.y
            sprites: list = batch.sprites
            alone: bint = hold(batch)  # making a list may run user code
            others: list = []
            for k in range(self.meetings.count):
                others.append(sprites[self.meetings.items[k].position])
            release(batch, sprites, alone)
            self.others = others
            if conditions.where is None or self.are_admitted():
                return True

    def go(self, dx: double, dy: double) -> bint:
        """Move until something is met, or all the way; returns whether something is met."""
        met: bint = self.meets(dx, dy)
        self.place(self.to_x, self.to_y)
        return met

    def place(self, x: double, y: double) -> cython.int:
        put_at(self.walker, x, y, STORE.groups[self.walker.row].angle)
        return 0

    def are_admitted(self) -> bint:
        """Ask `where` about all that was met; what it rejects is left out of the next sweep."""
        result: bint = True
        k: Py_ssize_t
        others: list = self.others
        for k in range(len(others)):
            if not self.admits(others[k], address(self.meetings.items[k])):
                self.conditions.reject(others[k])
                result = False
        return result

    def admits(self, other: SpriteRow, meeting: pointer(cython.const[Meeting])) -> bint:
        """Ask `where`. Runs user code, which must not move the sprite."""
        row: cython.int = self.walker.row
        x: double = STORE.x[row]
        y: double = STORE.y[row]
        angle: double = STORE.groups[row].angle
        result: bint = self.conditions.admits(hit_of(self.walker, other, angle, meeting))
        if STORE.x[row] != x or STORE.y[row] != y or STORE.groups[row].angle != angle:
            raise RuntimeError("where must not move the sprite that asks it")
        return result

    def is_admitted(self, other: SpriteRow) -> bint:
        """Ask `where` about what the sprite overlaps, or what is in the way out."""
        meeting: Meeting
        pair: ShapePair
        row: cython.int = self.walker.row
        freshen(STORE, row)
        freshen(STORE, other.row)
        meeting.pair = first_shapes(STORE, row, other.row)
        meeting.fraction = 0.0
        meeting.overlapping = True
        meeting.x = STORE.x[row]
        meeting.y = STORE.y[row]
        meeting.nx = meeting.ny = meeting.px = meeting.py = 0.0
        pair = meeting.pair
        while pair.count_a:
            if shapes_hit(STORE, address(pair)):
                meeting.pair = pair
                contact_normal(STORE, address(meeting))
                break
            next_shapes(STORE, address(pair))
        return self.admits(other, address(meeting))

    def is_target(self, sprite: SpriteRow) -> bint:
        """Whether a sprite is among the targets and passes the conditions of the engine."""
        batch: Batch = self.batch
        conditions: Conditions = self.conditions
        conditions.forget_rejected()
        sync_both(batch, batch)
        if conditions.has_layers:
            put_layers_of(address(conditions.rows), STORE, self.walker.row)
        if not passes(address(conditions.rows), STORE, sprite.row):
            return False
        return any(batch.rows[k] == sprite.row for k in range(batch.row_count))

    def look_around(self, sweep: pointer(Sweep), distance: double, memory: PairList) -> cython.int:
        """Find the targets whose boxes may be within a distance: the candidates of a sweep."""
        conditions: Conditions = self.conditions
        kept: KeptIndex = sync_both(self.batch, self.batch)
        if conditions.has_layers:
            put_layers_of(address(conditions.rows), STORE, self.walker.row)
        begin_sweep(STORE, sweep, self.walker.row, 0.0, 0.0, 0.0)
        sweep.others = self.batch.rows
        sweep.other_count = self.batch.row_count
        sweep.box.left -= distance
        sweep.box.right += distance
        sweep.box.top -= distance
        sweep.box.bottom += distance
        return find_candidates(STORE, sweep, kept, address(conditions.rows), memory)

    def sprites_of(self, sweep: pointer(cython.const[Sweep])) -> list:
        """The sprites of its candidates."""
        sprites: list = self.batch.sprites
        alone: bint = hold(self.batch)  # making a list may run user code
        result: list = []
        k: Py_ssize_t
        for k in range(sweep.count):
            result.append(sprites[second_of(sweep.candidates[k])])
        release(self.batch, sprites, alone)
        return result

    def find_inside(self) -> bint:
        """Find what the sprite overlaps, and what it overlaps most deeply."""
        conditions: Conditions = self.conditions
        sweep: Sweep
        meeting: Meeting
        k: Py_ssize_t
        conditions.forget_rejected()
        while True:
            depth: double = -INFINITY
            deepest: Py_ssize_t = 0
            found: Py_ssize_t = 0
            memory: PairList = new_pairs(address(workspace_of(STORE).scratch))
            self.look_around(address(sweep), 0.0, memory)
            for k in range(sweep.count):
                row: cython.int = sweep.others[second_of(sweep.candidates[k])]
                deeper: double = self.depth_in(row, address(meeting))
                if deeper == -INFINITY:
                    continue
                sweep.candidates[found] = sweep.candidates[k]
                if deeper > depth or (
                    deeper == depth
                    and (meeting.px, meeting.py) < (self.deepest.px, self.deepest.py)
                ):
                    depth = deeper
                    deepest = found
                    self.deepest = meeting
                found += 1
            sweep.count = found
            forget(self.inside)
            if found == 0:
                return False
            sprites: list = self.sprites_of(address(sweep))
            self.deepest_sprite = sprites[deepest]
            fill(self.inside, sprites)
            if conditions.where is None:
                return True
            rejected: list = [other for other in sprites if not self.is_admitted(other)]
            if not rejected:
                return True
            for other in rejected:
                conditions.reject(other)

    def depth_in(self, other: cython.int, meeting: pointer(Meeting)) -> double:
        """How deep the sprite is in a row, and in which of its shapes; -infinity if it is not."""
        best: double = -INFINITY
        pair: ShapePair = first_shapes(STORE, self.walker.row, other)
        contact: Meeting = meeting[0]
        while pair.count_a:
            if shapes_hit(STORE, address(pair)) and self.counts(other, pair.first_b):
                contact.pair = pair
                contact.other_nx = contact.other_ny = 0.0
                depth: double = contact_normal(STORE, address(contact))
                if depth > best:
                    best = depth
                    meeting[0] = contact
            next_shapes(STORE, address(pair))
        return best

    def is_inside_at(self, x: double, y: double) -> bint:
        """Whether the sprite would hit any of what it overlaps, if it were elsewhere."""
        row: cython.int = self.walker.row
        start_x: double = STORE.x[row]
        start_y: double = STORE.y[row]
        angle: double = STORE.groups[row].angle
        result: bint = False
        k: Py_ssize_t
        freshen(STORE, row)
        place_row(STORE, row, x, y, angle)
        for k in range(self.inside.row_count):
            other: cython.int = self.inside.rows[k]
            freshen(STORE, other)
            pair: ShapePair = first_shapes(STORE, row, other)
            while pair.count_a and not result:
                result = (
                    overlap(STORE.boxes + row, STORE.boxes + other)
                    and shapes_hit(STORE, address(pair))
                    and self.counts(other, pair.first_b)
                )
                next_shapes(STORE, address(pair))
        place_row(STORE, row, start_x, start_y, angle)
        return result

    def way_out(self, toward_x: double, toward_y: double, longest: double) -> double:
        """How far the sprite must go in a direction to leave what it overlaps; -1 if too far.

        Twice as far each time until it is free, then back until it touches. Notes where that is.
        """
        row: cython.int = self.walker.row
        conditions: Conditions = self.conditions
        x: double = STORE.x[row]
        y: double = STORE.y[row]
        far: double = min(longest, max(self.touching, 1e-12 * longest))
        if far == 0.0:
            far = longest
        sweep: Sweep
        while self.is_inside_at(x + toward_x * far, y + toward_y * far):
            if far >= longest:
                return -1.0
            far = min(longest, 2.0 * far)
        self.to_x = x + toward_x * far
        self.to_y = y + toward_y * far
        memory: PairList = new_pairs(address(workspace_of(STORE).scratch))
        self.place(self.to_x, self.to_y)
        begin_sweep(STORE, address(sweep), row, -toward_x * far, -toward_y * far, 0.0)
        sweep.others = self.inside.rows
        sweep.other_count = self.inside.row_count
        known: Py_ssize_t = conditions.ruling_count
        self.pass_through_others()
        sweep.rulings = conditions.rulings
        sweep.ruling_count = conditions.ruling_count
        find_candidates(STORE, address(sweep), None, address(conditions.rows), memory)
        find_meetings(STORE, address(sweep), None)
        conditions.ruling_count = known
        self.place(x, y)
        if sweep.found:
            self.to_x = sweep.first.x
            self.to_y = sweep.first.y
        return (self.to_x - x) * toward_x + (self.to_y - y) * toward_y

    def least_way(self, longest: double) -> bint:
        """Find the least way out of all targets; False if it is too long. Notes where it leads."""
        row: cython.int = self.walker.row
        obstacles: Obstacles = Obstacles()
        conditions: Conditions = self.conditions
        asked: set = set()
        move: Move
        k: Py_ssize_t
        more: bint = True
        conditions.forget_rejected()
        while more:
            more = False
            decided: list = []  # made now: allocating may run user code
            self.find_near(longest)
            separate(
                STORE,
                row,
                self.inside.rows,
                self.inside.row_count,
                address(conditions.rows),
                False,
                obstacles,
                address(move),
            )
            if conditions.where is not None:
                for k in range(self.inside.row_count):
                    if (
                        STORE.groups[self.inside.rows[k]].last_pass == STORE.last_pass
                        and id(self.inside.sprites[k]) not in asked
                    ):
                        decided.append(self.inside.sprites[k])
            for other in decided:
                asked.add(id(other))
                if not self.is_admitted(other):
                    conditions.reject(other)
                    more = True
        self.to_x = STORE.x[row] + (move.nx * move.depth + 0.0)
        self.to_y = STORE.y[row] + (move.ny * move.depth + 0.0)
        return move.depth <= longest

    def find_near(self, distance: double) -> cython.int:
        """Put the targets that may be within a distance into `inside`, ordered by their boxes."""
        sweep: Sweep
        memory: PairList = new_pairs(address(workspace_of(STORE).scratch))
        self.look_around(address(sweep), distance, memory)
        fill(self.inside, sorted(self.sprites_of(address(sweep)), key=box_of))
        return 0

    def slips_to(self, x: double, y: double) -> bint:
        """Move to a place if nothing is in the way, and the sprite overlaps nothing there."""
        row: cython.int = self.walker.row
        start_x: double = STORE.x[row]
        start_y: double = STORE.y[row]
        if self.meets(x - start_x, y - start_y):
            return False
        self.place(x, y)
        if self.find_inside():
            self.place(start_x, start_y)
            return False
        return True

    # --- one-way shapes ---------------------------------------------------------------------------

    def counts(self, row: cython.int, first: cython.int) -> bint:
        """Whether a shape pushes the sprite, given by its first part: not if it is one-way.

        Unless it was ruled that it stops the sprite.
        """
        direction: double[2]
        conditions: Conditions = self.conditions
        k: Py_ssize_t
        if not is_one_way(row, first, direction):
            return True
        for k in range(conditions.ruling_count):
            if conditions.rulings[k].row == row and conditions.rulings[k].first == first:
                return conditions.rulings[k].stops
        return False

    def pass_through_others(self) -> cython.int:
        """Rule that shapes of what the sprite overlaps let it pass, if they do not push it."""
        k: Py_ssize_t
        for k in range(self.inside.row_count):
            row: cython.int = self.inside.rows[k]
            first: cython.int = 0
            while STORE.dirty[row] & ONE_WAY and first < STORE.groups[row].count:
                if not self.counts(row, first):
                    self.conditions.rule(row, first, False)
                first += parts_in_shape(STORE, row, first)
        return 0

    def let_through(self) -> bint:
        """Rule that the one-way shapes that push the sprite let it pass; False if none does."""
        conditions: Conditions = self.conditions
        result: bint = False
        k: Py_ssize_t
        for k in range(conditions.ruling_count):
            ruling: pointer(Ruling) = conditions.rulings + k
            if ruling.stops and self.is_in_shape(ruling.row, ruling.first):
                ruling.stops = False
                result = True
        return result

    def is_in_shape(self, row: cython.int, first: cython.int) -> bint:
        """Whether the sprite overlaps a shape, given by its first part."""
        pair: ShapePair = whole_rows(STORE, self.walker.row, row)
        freshen(STORE, self.walker.row)
        freshen(STORE, row)
        if pair.count_a == 0 or first >= pair.count_b:
            return False
        pair.first_b = first
        pair.count_b = min(parts_in_shape(STORE, row, first), pair.count_b - first)
        return overlap(STORE.boxes + pair.a, STORE.boxes + row) and shapes_hit(STORE, address(pair))

    def one_way_near(self, distance: double) -> list:
        """The targets with one-way shapes that may be within a distance."""
        sweep: Sweep
        found: Py_ssize_t = 0
        k: Py_ssize_t
        if not STORE.has_one_way:
            return []
        memory: PairList = new_pairs(address(workspace_of(STORE).scratch))
        self.conditions.forget_rejected()
        self.look_around(address(sweep), distance, memory)
        for k in range(sweep.count):
            if STORE.dirty[sweep.others[second_of(sweep.candidates[k])]] & ONE_WAY:
                sweep.candidates[found] = sweep.candidates[k]
                found += 1
        sweep.count = found
        return self.sprites_of(address(sweep)) if found else []

    def rule_if_from_front(self, other: SpriteRow, old: pointer(cython.const[Pose])) -> cython.int:
        """Rule that one-way shapes stop the sprite that have moved into it from their front.

        As seen from them the sprite has moved, so it is swept against them where they were.
        """
        sweep: Sweep
        k: Py_ssize_t
        new: Pose = pose_of(other.row)
        x: double = STORE.x[self.walker.row]
        y: double = STORE.y[self.walker.row]
        row: cython.int = other.row
        freshen(STORE, self.walker.row)
        freshen(STORE, row)
        if not overlap(STORE.boxes + self.walker.row, STORE.boxes + row):
            return 0
        move_with(address(new), old, address(x), address(y))
        memory: PairList = new_pairs(address(workspace_of(STORE).scratch))
        place_row(STORE, row, old.x, old.y, old.angle)
        begin_sweep(
            STORE,
            address(sweep),
            self.walker.row,
            x - STORE.x[self.walker.row],
            y - STORE.y[self.walker.row],
            0.0,
        )
        sweep.others = address(row)
        sweep.other_count = 1
        self.meetings.count = 0
        try:
            find_candidates(STORE, address(sweep), None, address(self.conditions.rows), memory)
            find_meetings(STORE, address(sweep), self.meetings)
        finally:
            place_row(STORE, row, new.x, new.y, new.angle)
        for k in range(self.meetings.count):
            self.conditions.rule(row, self.meetings.items[k].pair.first_b, True)
        return 0

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


def is_one_way(row: cython.int, first: cython.int, direction: p_double) -> bint:
    """Whether a shape is one-way, given by its first part; writes the direction.

    False if there is no such part, because a user's `where` has changed the shapes.
    """
    if not STORE.dirty[row] & ONE_WAY or first >= STORE.groups[row].count:
        return False
    freshen(STORE, row)
    return put_direction(STORE, row, first, direction)


def box_of(sprite: SpriteRow) -> tuple:
    """The bounding box of a sprite: an order that does not depend on that of the targets."""
    freshen(STORE, sprite.row)
    box: Box = STORE.boxes[sprite.row]
    return (box.left, box.top, box.right, box.bottom)


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


def numbers_of(sprite: SpriteRow) -> tuple:
    """The pose of a sprite, as `numbers_from` writes it."""
    pose: Pose = pose_of(sprite.row)
    return numbers_from(address(pose))


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
