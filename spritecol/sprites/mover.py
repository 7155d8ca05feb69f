"""`Mover`: what a sprite meets on a way, what it overlaps, and how it gets out of that.

`CharacterController` is made of these steps. Of what is met at the same time, the choice never
depends on the order of the targets.
"""

import cython
from cython import Py_ssize_t, address, bint, declare, double, p_double, pointer
from cython.cimports.libc.math import INFINITY, copysign, fabs
from cython.cimports.spritecol._engine.box import Box, overlap
from cython.cimports.spritecol._engine.narrow_phase.obstacles import Move, Obstacles
from cython.cimports.spritecol._engine.pairs import PairList, new_pairs, second_of
from cython.cimports.spritecol._engine.pipeline.contacts import ShapeContact, put_contact, separate
from cython.cimports.spritecol._engine.pipeline.kept_index import KeptIndex
from cython.cimports.spritecol._engine.pipeline.motion.candidates import (
    begin_sweep,
    find_candidates,
)
from cython.cimports.spritecol._engine.pipeline.motion.meeting import (
    Meeting,
    MeetingList,
    Motion,
    Ruling,
    Sweep,
)
from cython.cimports.spritecol._engine.pipeline.motion.normals import (
    contact_normal,
)
from cython.cimports.spritecol._engine.pipeline.motion.sweep import (
    find_first_meetings,
    find_meetings,
)
from cython.cimports.spritecol._engine.pipeline.shape_pair import (
    ShapePair,
    box_of_part,
    first_shapes,
    next_shapes,
    part_of,
    parts_in_shape,
    place_row,
    shapes_hit,
    whole_rows,
)
from cython.cimports.spritecol._engine.pipeline.workspace import workspace_of
from cython.cimports.spritecol._engine.storage.layout import ONE_WAY
from cython.cimports.spritecol._engine.storage.store import STORE, passes, put_layers_of
from cython.cimports.spritecol._engine.transform.rows import freshen, put_direction
from cython.cimports.spritecol._numbers.polar import hypot
from cython.cimports.spritecol.sprites.batch import Batch, fill, forget, hold, release
from cython.cimports.spritecol.sprites.conditions import Conditions
from cython.cimports.spritecol.sprites.detection import sync_both
from cython.cimports.spritecol.sprites.moving import put_at
from cython.cimports.spritecol.sprites.rays import RayArguments, nearest_on_ray, ray_arguments
from cython.cimports.spritecol.sprites.sprite_row import SpriteRow
from cython.cimports.spritecol.sprites.sweeps import sweep_hit_of

CLIPPED = declare(double, 0.5)
"""The cosine of the angle between two sides of a corner at most, if a way past it only clips it."""

MOST_PUSHES = declare(cython.int, 8)
"""How often a sprite is pushed to leave one shape after the other."""


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
            for other in self.left_out:
                conditions.reject(other)
        while True:
            memory: PairList = new_pairs(address(workspace_of(STORE).scratch))
            kept: KeptIndex = sync_both(batch, batch)
            if conditions.uses_own_layers:
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
            if conditions.where is None or self.accepts_all_met():
                return True

    def leave_out_corners(self) -> cython.int:
        """Of what was met at once leave out what is met by a corner, if anything else is met.

        Where tiles lie flush, a body that slides along one meets the next by its corner.
        """
        k: Py_ssize_t
        kept: Py_ssize_t = 0
        others: list = []
        if self.meetings.items[0].by_corner:
            return 0
        for k in range(self.meetings.count):
            if not self.meetings.items[k].by_corner:
                self.meetings.items[kept] = self.meetings.items[k]
                kept += 1
                others.append(self.others[k])
        self.meetings.count = kept
        self.others = others
        return 0

    def motion_of(self, dx: double, dy: double) -> Motion:
        """A way of the sprite, from where it is."""
        motion: Motion
        motion.x = STORE.x[self.walker.row]
        motion.y = STORE.y[self.walker.row]
        motion.angle = STORE.groups[self.walker.row].angle
        motion.dx = dx
        motion.dy = dy
        motion.turn = 0.0
        return motion

    def go(self, dx: double, dy: double) -> bint:
        """Move until something is met, or all the way; returns whether something is met."""
        met: bint = self.meets(dx, dy)
        self.place(self.to_x, self.to_y)
        return met

    def place(self, x: double, y: double) -> cython.int:
        put_at(self.walker, x, y, STORE.groups[self.walker.row].angle)
        return 0

    def accepts_all_met(self) -> bint:
        """Ask `where` about all that was met; what it rejects is left out of the next sweep."""
        result: bint = True
        k: Py_ssize_t
        others: list = self.others
        for k in range(len(others)):
            if not self.accepts_meeting(others[k], address(self.meetings.items[k])):
                self.conditions.reject(others[k])
                result = False
        return result

    def accepts_meeting(self, other: SpriteRow, meeting: pointer(cython.const[Meeting])) -> bint:
        """Ask `where`. Runs user code, which must not move the sprite."""
        row: cython.int = self.walker.row
        x: double = STORE.x[row]
        y: double = STORE.y[row]
        angle: double = STORE.groups[row].angle
        result: bint = self.conditions.accepts_hit(sweep_hit_of(self.walker, other, angle, meeting))
        if STORE.x[row] != x or STORE.y[row] != y or STORE.groups[row].angle != angle:
            raise RuntimeError("where must not move the sprite that asks it")
        return result

    def accepts_overlapped(self, other: SpriteRow) -> bint:
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
        return self.accepts_meeting(other, address(meeting))

    def is_target(self, sprite: SpriteRow) -> bint:
        """Whether a sprite is among the targets and passes the conditions of the engine."""
        batch: Batch = self.batch
        conditions: Conditions = self.conditions
        conditions.forget_rejected()
        sync_both(batch, batch)
        if conditions.uses_own_layers:
            put_layers_of(address(conditions.rows), STORE, self.walker.row)
        if not passes(address(conditions.rows), STORE, sprite.row):
            return False
        return any(batch.rows[k] == sprite.row for k in range(batch.row_count))

    def look_around(self, sweep: pointer(Sweep), distance: double, memory: PairList) -> cython.int:
        """Find the targets whose boxes may be within a distance: the candidates of a sweep."""
        conditions: Conditions = self.conditions
        kept: KeptIndex = sync_both(self.batch, self.batch)
        if conditions.uses_own_layers:
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
            forget(self.inside)  # it makes objects, so before positions in the batch are held
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
                comes_first: bint = meeting.px < self.deepest.px or (
                    meeting.px == self.deepest.px and meeting.py < self.deepest.py
                )
                if deeper > depth or (deeper == depth and comes_first):
                    depth = deeper
                    deepest = found
                    self.deepest = meeting
                    self.depth = depth
                found += 1
            sweep.count = found
            if found == 0:
                return False
            sprites: list = self.sprites_of(address(sweep))
            self.deepest_sprite = sprites[deepest]
            fill(self.inside, sprites)
            if conditions.where is None:
                return True
            rejected: list = [other for other in sprites if not self.accepts_overlapped(other)]
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

    def way_out(self, toward_x: double, toward_y: double, far: double, longest: double) -> double:
        """How far the sprite must go in a direction to leave what it overlaps; -1 if too far.

        First so `far`, then twice as far each time until it is free, then back until it touches.
        Notes where that is.
        """
        row: cython.int = self.walker.row
        conditions: Conditions = self.conditions
        x: double = STORE.x[row]
        y: double = STORE.y[row]
        far = min(longest, max(far, self.touching, 1e-12 * longest))
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
        self.fraction = 1.0
        if sweep.found:
            self.fraction = sweep.first.fraction
            self.to_x = sweep.first.x
            self.to_y = sweep.first.y
        return (self.to_x - x) * toward_x + (self.to_y - y) * toward_y

    def way_up(self, toward_x: double, toward_y: double, longest: double) -> double:
        """How far up the sprite must go to overlap nothing; -1 if too far. Notes where that is.

        On its way out of one shape it may come into another: then it goes on, out of that.
        """
        x: double = STORE.x[self.walker.row]
        y: double = STORE.y[self.walker.row]
        risen: double = 0.0
        for _ in range(3):
            more: double = self.way_out(toward_x, toward_y, 0.0, longest - risen)
            if more < 0.0:
                risen = -1.0
                break
            risen += more
            self.place(self.to_x, self.to_y)
            if not self.find_inside():
                break
        self.place(x, y)
        return risen

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
                if not self.accepts_overlapped(other):
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

    def slips_to(self, x: double, y: double, longest: double, floors: list) -> bint:
        """Move to a place if that is a free way out of all that the sprite overlaps.

        Free: it does not lead through what the sprite overlaps, nothing else is in the way but for
        corners that it clips, and nothing is hit at its end.
        """
        row: cython.int = self.walker.row
        start_x: double = STORE.x[row]
        start_y: double = STORE.y[row]
        front: double[2]
        clipped: list = []
        k: Py_ssize_t
        self.find_inside()
        if not self.leads_out(x - start_x, y - start_y, longest, floors, clipped):
            return False
        self.meets_all(x - start_x, y - start_y, floors)
        for k in range(self.meetings.count):
            pair: ShapePair = self.meetings.items[k].pair
            if is_one_way(pair.b, pair.first_b, front) and (
                front[0] * (x - start_x) + front[1] * (y - start_y) > 0.0
            ):
                continue  # it is left by its front, even if it was ruled that it stops the sprite
            if not (
                self.meetings.items[k].overlapping or self.is_least_way(k, x - start_x, y - start_y)
            ):
                if is_one_way(pair.b, pair.first_b, front):
                    self.in_way.append((pair.b, pair.first_b))
                    return False
                clipped.append(
                    (pair.b, pair.first_b, self.meetings.items[k].nx, self.meetings.items[k].ny)
                )
        self.place(x, y)
        if self.find_inside() or (
            clipped and not self.is_clipped(clipped, start_x - x, start_y - y, floors)
        ):
            self.place(start_x, start_y)
            return False
        return True

    def meets_all(self, dx: double, dy: double, floors: list) -> cython.int:
        """Find all that the sprite meets on a way, not only the first, without the floors."""
        near: double = self.touching
        self.left_out = floors
        self.touching = INFINITY
        self.meets(dx, dy)
        self.touching = near
        self.left_out = None
        return 0

    def is_clipped(self, met: list, dx: double, dy: double, floors: list) -> bint:
        """Whether the way back meets what was met from about the same side, if at all.

        Then a way clips only its corners, as that of round feet does which roll over one. What the
        way back only reaches at its end is touched where the sprite is.
        """
        k: Py_ssize_t
        length: double = hypot(dx, dy)
        self.meets_all(dx, dy, floors)
        for k in range(self.meetings.count):
            meeting: pointer(cython.const[Meeting]) = self.meetings.items + k
            if (1.0 - meeting.fraction) * length <= self.touching:
                continue
            for row, first, nx, ny in met:
                if (
                    row == meeting.pair.b
                    and first == meeting.pair.first_b
                    and nx * meeting.nx + ny * meeting.ny < CLIPPED
                ):
                    return False
        return True

    def straighten(self, x: double, y: double) -> bint:
        """Whether a way to a place leads straight up or aside, but for rounding.

        Then notes where one leads that does, a hair farther: between two walls that both touch
        the sprite no other is free.
        """
        hair: double = 4.0 * self.touching
        up_x: double = self.upward.x
        up_y: double = self.upward.y
        here_x: double = STORE.x[self.walker.row]
        here_y: double = STORE.y[self.walker.row]
        risen: double = (x - here_x) * up_x + (y - here_y) * up_y
        aside: double = (y - here_y) * up_x - (x - here_x) * up_y
        if (fabs(aside) > hair) == (fabs(risen) > hair):
            return False
        if fabs(aside) <= hair:
            aside = 0.0
            risen += copysign(hair, risen)
        else:
            risen = 0.0
            aside += copysign(hair, aside)
        self.to_x = here_x + up_x * risen - up_y * aside
        self.to_y = here_y + up_y * risen + up_x * aside
        return True

    def places_aside(self, across: double, longest: double) -> list:
        """Where straight ways to the sides out of all that is `inside` lead, the nearer first.

        Of equally near ones that on the side of the motion, else the left one.
        """
        side: double = 1.0 if across > 0.0 else -1.0
        ways: list = []
        for _ in range(2):
            length: double = self.way_out(-self.upward.y * side, self.upward.x * side, 0.0, longest)
            if length >= 0.0:
                ways.append((length, self.to_x, self.to_y))
            side = -side
        if len(ways) == 2 and ways[1][0] < ways[0][0] - self.touching:
            ways.reverse()
        return [(to_x, to_y) for _, to_x, to_y in ways]

    def backs_off(self) -> bint:
        """Leave by a hair what the sprite overlaps only by rounding, and what is in its way there.

        Each time along one more normal: that of what it overlaps most deeply then. These may lead
        to and fro, as in the corner of a floor and a wall upon it: then up and aside.
        """
        x: double = STORE.x[self.walker.row]
        y: double = STORE.y[self.walker.row]
        hair: double = 4.0 * self.touching
        nx: double = 0.0
        ny: double = 0.0
        for _ in range(4):
            self.place(x + nx * hair, y + ny * hair)
            if not self.find_inside():
                return True
            nx += self.deepest.nx
            ny += self.deepest.ny
        for side in (hair, -hair):
            self.place(
                x + self.upward.x * hair - self.upward.y * side,
                y + self.upward.y * hair + self.upward.x * side,
            )
            if not self.find_inside():
                return True
        self.place(x, y)
        return False

    def leaves_one_by_one(self, longest: double) -> bint:
        """Leave what the sprite overlaps, each time what it overlaps most deeply then.

        Where that leads it must be free to go straight. So a wall and a plank push it both, though
        the least way out of all targets passes over one-way shapes.
        """
        x: double = STORE.x[self.walker.row]
        y: double = STORE.y[self.walker.row]
        to_x: double = x
        to_y: double = y
        for _ in range(MOST_PUSHES):
            if not self.find_inside() or hypot(to_x - x, to_y - y) > longest:
                break
            to_x += self.deepest.nx * (self.depth + self.touching)
            to_y += self.deepest.ny * (self.depth + self.touching)
            self.place(to_x, to_y)
        self.place(x, y)
        hair: double = 4.0 * self.touching  # so that the way does not graze the floor
        return hypot(to_x - x, to_y - y) <= longest and (
            self.slips_to(to_x, to_y, longest, [])
            or self.slips_to(to_x + self.upward.x * hair, to_y + self.upward.y * hair, longest, [])
        )

    def is_least_way(self, k: Py_ssize_t, dx: double, dy: double) -> bint:
        """Whether a way is a least one out of a shape that it meets, and that the sprite is in.

        Then another shape of the sprite may meet it on the way: as a whole it is in it until then.
        """
        pair: ShapePair = self.meetings.items[k].pair
        obstacles: Obstacles = Obstacles()
        contact: ShapeContact
        pair.first_a = 0
        pair.count_a = STORE.groups[pair.a].count
        if not shapes_hit(STORE, address(pair)):
            return False
        put_contact(STORE, address(pair), obstacles, address(contact))
        return hypot(dx, dy) <= contact.depth + 4.0 * self.touching

    def leads_out(
        self, dx: double, dy: double, longest: double, floors: list, clipped: list
    ) -> bint:
        """Whether a way leads out of the shapes that the sprite overlaps, and not through them.

        It may lead against the least way out of one shape only if it is no longer than that, and
        is then a least way itself. `floors` are left on the side on which the sprite stood. What it
        only touches, and what is then in the way, is added to `clipped`.

        A way that leads past a shape, at right angles to the least way out, counts as long as the
        bounding boxes need to part. Else a round head could slip out from under a press that comes
        down slowly, first by a bit and then by more, though a fast one would crush it.
        """
        row: cython.int = self.walker.row
        length: double = hypot(dx, dy)
        near: double = 4.0 * self.touching
        obstacles: Obstacles = Obstacles()
        contact: ShapeContact
        direction: double[2]
        k: Py_ssize_t
        for k in range(self.inside.row_count):
            other: cython.int = self.inside.rows[k]
            pair: ShapePair = whole_rows(STORE, row, other)
            pair.count_b = 0
            while pair.first_b + pair.count_b < STORE.groups[other].count:
                pair.first_b += pair.count_b
                pair.count_b = parts_in_shape(STORE, other, pair.first_b)
                if not (self.counts(other, pair.first_b) and shapes_hit(STORE, address(pair))):
                    continue
                if is_one_way(other, pair.first_b, direction) or is_among(
                    self.inside.sprites[k], floors
                ):
                    continue
                put_contact(STORE, address(pair), obstacles, address(contact))
                out: double = contact.nx * dx + contact.ny * dy
                if out > near or length <= contact.depth + near:
                    continue
                if contact.depth <= near:  # only touched
                    if out < -near:
                        clipped.append((other, pair.first_b, contact.nx, contact.ny))
                    continue
                if out < -near or way_past(address(pair), dx, dy) * length > longest + near:
                    return False
        return True

    def nearest_on_way(self, x1: double, y1: double, x2: double, y2: double) -> object:
        """What a point meets first on the way to another one, as a RayHit, or None."""
        conditions: Conditions = self.conditions
        ray: RayArguments = ray_arguments(x1, y1, x2, y2, 0, True)
        conditions.forget_rejected()
        while True:
            if conditions.uses_own_layers:
                put_layers_of(address(conditions.rows), STORE, self.walker.row)
            hit: object = nearest_on_ray(self.batch, address(ray), conditions)
            if hit is None or conditions.where is None or self.accepts_overlapped(hit.sprite):
                return hit
            conditions.reject(hit.sprite)

    # --- floors -----------------------------------------------------------------------------------

    def is_floor(self, nx: double, ny: double) -> bint:
        return nx * self.upward.x + ny * self.upward.y >= self.upward.steepest

    def is_ceiling(self, nx: double, ny: double) -> bint:
        return nx * self.upward.x + ny * self.upward.y <= -self.upward.steepest

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
                    self.conditions.add_ruling(row, first, False)
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

    def let_past(self, shapes: list) -> bint:
        """Rule that one-way shapes, (row, first part), let the sprite pass; False if all do."""
        conditions: Conditions = self.conditions
        result: bint = False
        ruled: list = []
        k: Py_ssize_t
        for k in range(conditions.ruling_count):
            ruling: pointer(Ruling) = conditions.rulings + k
            ruled.append((ruling.row, ruling.first))
            if ruling.stops and (ruling.row, ruling.first) in shapes:
                ruling.stops = False
                result = True
        for row, first in shapes:
            if (row, first) not in ruled:
                conditions.add_ruling(row, first, False)
                result = True
        return result

    def rulings(self) -> tuple:
        """The rulings on one-way shapes, to be taken again."""
        conditions: Conditions = self.conditions
        return tuple([conditions.rulings[k].stops for k in range(conditions.ruling_count)])

    def rule_again(self, rulings: tuple) -> cython.int:
        """Undo what was ruled since `rulings`."""
        k: Py_ssize_t
        self.conditions.ruling_count = len(rulings)
        for k in range(len(rulings)):
            self.conditions.rulings[k].stops = rulings[k]
        return 0

    def is_passing(self, row: cython.int) -> bint:
        """Whether the sprite overlaps a one-way shape of a row that does not push it."""
        first: cython.int = 0
        while first < STORE.groups[row].count:
            if not self.counts(row, first) and self.is_in_shape(row, first):
                return True
            first += parts_in_shape(STORE, row, first)
        return False

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


def way_past(pair: pointer(cython.const[ShapePair]), dx: double, dy: double) -> double:
    """The share of a way after which the bounding boxes of a row and another's shape are apart."""
    box: pointer(cython.const[Box]) = STORE.boxes + pair.a
    around: Box = box_of_part(STORE, pair.b, part_of(STORE, pair.b, pair.first_b))[0]
    result: double = INFINITY
    k: Py_ssize_t
    for k in range(pair.first_b + 1, pair.first_b + pair.count_b):
        one: pointer(cython.const[Box]) = box_of_part(STORE, pair.b, part_of(STORE, pair.b, k))
        around.left = min(around.left, one.left)
        around.right = max(around.right, one.right)
        around.top = min(around.top, one.top)
        around.bottom = max(around.bottom, one.bottom)
    if dx > 0.0:
        result = (around.right - box.left) / dx
    elif dx < 0.0:
        result = (around.left - box.right) / dx
    if dy > 0.0:
        result = min(result, (around.bottom - box.top) / dy)
    elif dy < 0.0:
        result = min(result, (around.top - box.bottom) / dy)
    return result


def is_one_way(row: cython.int, first: cython.int, direction: p_double) -> bint:
    """Whether a shape is one-way, given by its first part; writes the direction.

    False if there is no such part, because a user's `where` has changed the shapes.
    """
    if not STORE.dirty[row] & ONE_WAY or first >= STORE.groups[row].count:
        return False
    freshen(STORE, row)
    return put_direction(STORE, row, first, direction)


def is_among(sprite: SpriteRow, sprites: list) -> bint:
    """Whether a list contains a sprite; `in` might run the `__eq__` of a user's class."""
    result: bint = False
    for other in sprites:
        result |= other is sprite
    return result


def has_shape(shapes: list, sprite: SpriteRow, first: cython.int) -> bint:
    """Whether a list of (sprite, first part) contains a shape, likewise."""
    result: bint = False
    for other, part in shapes:
        result |= other is sprite and part == first
    return result


def box_of(sprite: SpriteRow) -> tuple:
    """The bounding box of a sprite, and whether it is one-way: an order without that of targets."""
    freshen(STORE, sprite.row)
    box: Box = STORE.boxes[sprite.row]
    return (box.left, box.top, box.right, box.bottom, bool(STORE.dirty[sprite.row] & ONE_WAY))
