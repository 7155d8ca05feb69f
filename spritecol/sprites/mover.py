"""`Mover`: what a sprite meets on a way, what it overlaps, and how it gets out of that.

`CharacterController` is made of these steps. Of what is met at the same time, the choice never
depends on the order of the targets.
"""

import cython
from cython import Py_ssize_t, address, bint, double, pointer
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
from cython.cimports.spritecol._engine.pipeline.motion.meeting import Meeting, MeetingList, Sweep
from cython.cimports.spritecol._engine.pipeline.motion.normals import contact_normal
from cython.cimports.spritecol._engine.pipeline.motion.sweep import (
    find_first_meetings,
    find_meetings,
)
from cython.cimports.spritecol._engine.pipeline.shape_pair import (
    ShapePair,
    first_shapes,
    next_shapes,
    place_row,
    shapes_hit,
)
from cython.cimports.spritecol._engine.pipeline.workspace import workspace_of
from cython.cimports.spritecol._engine.storage.store import STORE, passes, put_layers_of
from cython.cimports.spritecol._engine.transform.rows import freshen
from cython.cimports.spritecol.sprites.batch import Batch, append, fill, forget, hold, release
from cython.cimports.spritecol.sprites.conditions import Conditions
from cython.cimports.spritecol.sprites.detection import sync_both
from cython.cimports.spritecol.sprites.moving import put_at
from cython.cimports.spritecol.sprites.sprite_row import SpriteRow
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

    def find_inside(self) -> bint:
        """Find what the sprite overlaps, and what it overlaps most deeply."""
        row: cython.int = self.walker.row
        conditions: Conditions = self.conditions
        batch: Batch = self.batch
        sweep: Sweep
        meeting: Meeting
        k: Py_ssize_t
        conditions.forget_rejected()
        while True:
            depth: double = -INFINITY
            found: Py_ssize_t = 0
            memory: PairList = new_pairs(address(workspace_of(STORE).scratch))
            kept: KeptIndex = sync_both(batch, batch)
            if conditions.has_layers:
                put_layers_of(address(conditions.rows), STORE, row)
            begin_sweep(STORE, address(sweep), row, 0.0, 0.0, 0.0)
            sweep.others = batch.rows
            sweep.other_count = batch.row_count
            find_candidates(STORE, address(sweep), kept, address(conditions.rows), memory)
            for k in range(sweep.count):
                meeting.position = second_of(sweep.candidates[k])
                deeper: double = self.depth_in(batch.rows[meeting.position], address(meeting))
                if deeper > -INFINITY:
                    sweep.candidates[found] = sweep.candidates[k]
                    found += 1
                if deeper > depth or (
                    deeper == depth > -INFINITY
                    and (meeting.px, meeting.py) < (self.deepest.px, self.deepest.py)
                ):
                    depth = deeper
                    self.deepest = meeting
            forget(self.inside)
            if found == 0:
                return False
            sprites: list = batch.sprites
            alone: bint = hold(batch)  # making a list may run user code
            for k in range(found):
                append(self.inside, sprites[second_of(sweep.candidates[k])])
            self.deepest_sprite = sprites[self.deepest.position]
            release(batch, sprites, alone)
            if conditions.where is None:
                return True
            count: Py_ssize_t = self.inside.row_count
            for other in list(self.inside.sprites):
                if not self.is_admitted(other):
                    conditions.reject(other)
                    count -= 1
            if count == self.inside.row_count:
                return True

    def depth_in(self, other: cython.int, meeting: pointer(Meeting)) -> double:
        """How deep the sprite is in a row, and in which of its shapes; -infinity if it is not."""
        best: double = -INFINITY
        pair: ShapePair = first_shapes(STORE, self.walker.row, other)
        contact: Meeting = meeting[0]
        while pair.count_a:
            if shapes_hit(STORE, address(pair)):
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
                result = overlap(STORE.boxes + row, STORE.boxes + other) and shapes_hit(
                    STORE, address(pair)
                )
                next_shapes(STORE, address(pair))
        place_row(STORE, row, start_x, start_y, angle)
        return result

    def way_out(self, toward_x: double, toward_y: double, longest: double) -> double:
        """How far the sprite must go in a direction to leave what it overlaps; -1 if too far.

        Twice as far each time until it is free, then back until it touches. Notes where that is.
        """
        sprite: SpriteRow = self.walker
        row: cython.int = sprite.row
        x: double = STORE.x[row]
        y: double = STORE.y[row]
        far: double = min(longest, self.touching)
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
        find_candidates(STORE, address(sweep), None, address(self.conditions.rows), memory)
        find_meetings(STORE, address(sweep), None)
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
        conditions: Conditions = self.conditions
        batch: Batch = self.batch
        sweep: Sweep
        k: Py_ssize_t
        memory: PairList = new_pairs(address(workspace_of(STORE).scratch))
        kept: KeptIndex = sync_both(batch, batch)
        if conditions.has_layers:
            put_layers_of(address(conditions.rows), STORE, self.walker.row)
        begin_sweep(STORE, address(sweep), self.walker.row, 0.0, 0.0, 0.0)
        sweep.others = batch.rows
        sweep.other_count = batch.row_count
        sweep.box.left -= distance
        sweep.box.right += distance
        sweep.box.top -= distance
        sweep.box.bottom += distance
        find_candidates(STORE, address(sweep), kept, address(conditions.rows), memory)
        sprites: list = batch.sprites
        alone: bint = hold(batch)  # making a list may run user code
        found: list = []
        for k in range(sweep.count):
            found.append(sprites[second_of(sweep.candidates[k])])
        release(batch, sprites, alone)
        found.sort(key=box_of)
        fill(self.inside, found)
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


def box_of(sprite: SpriteRow) -> tuple:
    """The bounding box of a sprite: an order that does not depend on that of the targets."""
    freshen(STORE, sprite.row)
    box: Box = STORE.boxes[sprite.row]
    return (box.left, box.top, box.right, box.bottom)
