"""`Body`: a sprite that moves among targets. What it meets on a way, and what it is in.

Of what is met at the same time, the choice never depends on the order of the targets.

User code runs where `where` is asked, and wherever a Python object is made. So what is near is kept
in a batch that nobody else knows, and its rows are brought up to date before each question.
"""

import cython
from cython import Py_ssize_t, address, bint, declare, double, pointer, sizeof
from cython.cimports.libc.math import INFINITY
from cython.cimports.libc.stdlib import free
from cython.cimports.libc.string import memset
from cython.cimports.spritecol._engine.box import Box, overlap
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.narrow_phase.obstacles import Move, Obstacles
from cython.cimports.spritecol._engine.narrow_phase.part import support, touching_side
from cython.cimports.spritecol._engine.narrow_phase.sweeps import Interval, sweep_parts
from cython.cimports.spritecol._engine.pairs import new_pairs, second_of
from cython.cimports.spritecol._engine.pipeline.contacts import separate
from cython.cimports.spritecol._engine.pipeline.kept_index import KeptIndex
from cython.cimports.spritecol._engine.pipeline.motion.candidates import (
    begin_sweep,
    find_candidates,
    way_box,
)
from cython.cimports.spritecol._engine.pipeline.motion.impact import (
    Impact,
    ImpactList,
    Sweep,
)
from cython.cimports.spritecol._engine.pipeline.motion.normals import contact_normal
from cython.cimports.spritecol._engine.pipeline.motion.sweep import find_first_impacts
from cython.cimports.spritecol._engine.pipeline.shape_pair import (
    ShapePair,
    are_met,
    are_some,
    box_of_part,
    first_chosen,
    next_shapes,
    part_of,
    parts_in_shape,
    shapes_hit,
)
from cython.cimports.spritecol._engine.pipeline.workspace import workspace_of
from cython.cimports.spritecol._engine.pointers import Rows
from cython.cimports.spritecol._engine.storage.layout import NOTHING, ONE_WAY, SEAM, Part
from cython.cimports.spritecol._engine.storage.store import (
    STORE,
    RowFilter,
    are_chosen,
    passes,
    put_layers_of,
    put_layers_of_part,
    roles_meet,
)
from cython.cimports.spritecol._engine.transform.rows import freshen, put_direction
from cython.cimports.spritecol.sprites.containers.batch import Batch, fill, hold, release
from cython.cimports.spritecol.sprites.motion.moving import put_at
from cython.cimports.spritecol.sprites.motion.sweeps import sweep_hit_of
from cython.cimports.spritecol.sprites.motion.vector import (
    Vector,
    dot,
    length_of,
    plus,
    times,
    vector,
)
from cython.cimports.spritecol.sprites.questions.hits import sync_both
from cython.cimports.spritecol.sprites.questions.query_filter import QueryFilter
from cython.cimports.spritecol.sprites.questions.rays import (
    RayArguments,
    nearest_on_ray,
    ray_arguments,
)
from cython.cimports.spritecol.sprites.sprite.sprite_row import SpriteRow

TIED = declare(double, 4.0)
"""In hairs: what is met on so short a way is met at the same time."""


EMPTY = declare(Batch, Batch())
"""What is near between two moves; never changed."""


class Body:
    """A sprite on its way among targets."""

    def __cinit__(self, *args, **kwargs):
        self.found = new_pairs(address(workspace_of(STORE).scratch))
        self.impacts = ImpactList()
        self.near = EMPTY

    def __dealloc__(self):
        free(self.marks)
        free(self.counted)
        free(self.contacts)

    def gather(self, way: Vector, reach: double) -> cython.int:
        """Look once which targets are within a reach of the sprite's box on a way."""
        sweep: Sweep
        around: Box
        k: Py_ssize_t
        query_filter: QueryFilter = self.query_filter
        kept: KeptIndex = sync_both(self.batch, self.batch)
        if query_filter.uses_own_layers:
            put_layers_of(address(query_filter.rows), STORE, self.sprite.row)
        begin_sweep(STORE, address(sweep), self.sprite.row, way.x, way.y, 0.0)
        sweep.box.left -= reach
        sweep.box.right += reach
        sweep.box.top -= reach
        sweep.box.bottom += reach
        sweep.others = self.batch.rows
        sweep.other_count = self.batch.row_count
        find_candidates(STORE, address(sweep), kept, address(query_filter.rows), self.found)
        sprites: list = self.batch.sprites
        alone: bint = hold(self.batch)  # making a list may run user code
        near: list = []
        for k in range(sweep.count):
            near.append(sprites[second_of(self.found.items[k])])
        release(self.batch, sprites, alone)
        fresh: Batch = Batch()
        fill(fresh, near)
        self.near = fresh
        room_for(address(self.marks), address(self.capacity), fresh.row_count, 16, 1)
        if fresh.row_count:
            memset(self.marks, 0, fresh.row_count)
        way_box(address(sweep.box), address(sweep.motion), sweep.slack, address(around))
        return self.count_parts(address(around))

    def count_parts(self, around: pointer(cython.const[Box])) -> cython.int:
        """Note which parts of the sprite can meet any shape around it, by layers and names."""
        k: Py_ssize_t
        i: cython.int
        j: cython.int
        row: cython.int = self.sprite.row
        rows: Rows = self.near.rows
        chosen: pointer(cython.const[RowFilter]) = address(self.query_filter.rows)
        some: bint = False
        for k in range(self.near.row_count):
            some |= are_chosen(STORE, chosen, row, rows[k])
        self.part_count = STORE.groups[row].count if some else 0
        if not some:
            return 0
        room_for(address(self.counted), address(self.part_capacity), self.part_count, 8, 1)
        memset(self.counted, 0, self.part_count)
        for k in range(self.near.row_count):
            freshen(STORE, rows[k])
            for j in range(STORE.groups[rows[k]].count):
                if overlap(around, box_of_part(STORE, rows[k], part_of(STORE, rows[k], j))):
                    for i in range(self.part_count):
                        if not self.counted[i]:
                            self.counted[i] = roles_meet(STORE, chosen, False, row, i, rows[k], j)
        some = False
        for i in range(self.part_count):
            some |= self.counted[i]
        if not some:
            self.part_count = 0
        return 0

    def box(self) -> Box:
        """The bounding box of what can meet anything near: not that of a fist that passes walls."""
        i: cython.int
        row: cython.int = self.sprite.row
        freshen(STORE, row)
        result: Box = STORE.boxes[row]
        if self.part_count != STORE.groups[row].count:
            return result  # all of them, or user code has changed the shapes since
        result.left = result.top = INFINITY
        result.right = result.bottom = -INFINITY
        for i in range(self.part_count):
            part: pointer(Part) = part_of(STORE, row, i)
            if self.counted[i] and part.kind != NOTHING:
                box: pointer(cython.const[Box]) = box_of_part(STORE, row, part)
                result.left = min(result.left, box.left)
                result.top = min(result.top, box.top)
                result.right = max(result.right, box.right)
                result.bottom = max(result.bottom, box.bottom)
        return result

    def position_of(self, other: SpriteRow) -> Py_ssize_t:
        """Where a sprite is in `near`, or -1."""
        k: Py_ssize_t
        for k in range(self.near.row_count):
            if self.near.rows[k] == other.row:
                return k
        return -1

    # --- where it is ------------------------------------------------------------------------------

    def here(self) -> Vector:
        """Where the sprite is."""
        return vector(STORE.x[self.sprite.row], STORE.y[self.sprite.row])

    def place(self, at: Vector) -> cython.int:
        """Move the sprite."""
        return put_at(self.sprite, at.x, at.y, STORE.groups[self.sprite.row].angle)

    def place_base(self, base: Vector) -> cython.int:
        """Move the sprite to a place and off what it touches there."""
        self.base = base
        return self.place(plus(base, self.off))

    def lift(self, lifted: bint) -> cython.int:
        """From now on keep a hair above the floor, or none."""
        high: double = (self.hair if lifted else 0.0) - dot(self.off, self.up)
        self.off = plus(self.off, times(self.up, high))
        return 0

    # --- what it meets ----------------------------------------------------------------------------

    def cast(self, way: Vector, skipped: cython.int = 0, one_way: bint = True) -> Hit:
        """What the sprite meets first on a way from where it is; it stays there.

        Targets with a mark of `skipped` are left out.
        Without `one_way`, one-way shapes are like any others.
        """
        sweep: Sweep
        hit: Hit
        k: Py_ssize_t
        query_filter: QueryFilter = self.query_filter
        length: double = length_of(way)
        for k in range(self.near.row_count):
            self.marks[k] &= ~REJECTED
        skipped |= REJECTED
        hit.found = False
        hit.distance = length
        hit.at = plus(self.here(), way)
        if length == 0.0:
            return hit
        while True:
            begin_sweep(STORE, address(sweep), self.sprite.row, way.x, way.y, 0.0)
            sweep.others = self.near.rows
            sweep.other_count = self.near.row_count
            sweep.box = self.box()
            sweep.one_way = one_way
            sweep.overrides = query_filter.overrides
            sweep.override_count = query_filter.override_count
            self.impacts.count = 0
            find_candidates(STORE, address(sweep), None, address(query_filter.rows), self.found)
            kept: Py_ssize_t = 0
            for k in range(sweep.count):
                if not self.marks[second_of(sweep.candidates[k])] & skipped:
                    sweep.candidates[kept] = sweep.candidates[k]
                    kept += 1
            sweep.count = kept
            find_first_impacts(STORE, address(sweep), self.impacts, TIED * self.hair)
            if not sweep.found:
                return hit
            if query_filter.where is None or self.accepts_all():
                break
        hit.found = True
        hit.impact = sweep.first
        hit.distance = length * sweep.first.fraction
        hit.at = vector(sweep.first.x, sweep.first.y)
        hit.normal = vector(sweep.first.nx, sweep.first.ny)
        return hit

    def go(self, way: Vector, skipped: cython.int = 0) -> Hit:
        """Move the sprite until something is met, or all the way."""
        hit: Hit = self.cast(way, skipped)
        self.place(hit.at)
        return hit

    def accepts_all(self) -> bint:
        """Ask `where` about all that was met; what it rejects is marked."""
        result: bint = True
        k: Py_ssize_t
        for k in range(self.impacts.count):
            position: Py_ssize_t = self.impacts.items[k].position
            if not self.accepts(position, address(self.impacts.items[k])):
                self.marks[position] |= REJECTED
                result = False
        return result

    def accepts(self, position: Py_ssize_t, impact: pointer(cython.const[Impact])) -> bint:
        """Ask `where`, which is user code. It raises an error if that has moved the sprite."""
        copy: Impact = impact[0]
        other: SpriteRow = self.near.sprites[position]
        angle: double = STORE.groups[self.sprite.row].angle
        return self.query_filter.accepts_hit(sweep_hit_of(self.sprite, other, angle, address(copy)))

    # --- what it is in ----------------------------------------------------------------------------

    def find_inside(self) -> bint:
        """Find what the sprite overlaps, of all that is near."""
        k: Py_ssize_t
        query_filter: QueryFilter = self.query_filter
        rows: Rows = self.near.rows
        row: cython.int = self.sprite.row
        self.contact_count = 0
        freshen(STORE, row)
        for k in range(self.near.row_count):
            freshen(STORE, rows[k])
            if overlap(STORE.boxes + row, STORE.boxes + rows[k]) and passes(
                address(query_filter.rows), STORE, rows[k]
            ):
                self.add_contacts(k)
        if self.contact_count and query_filter.where is not None:
            self.drop_rejected()
        return self.contact_count > 0

    def add_contacts(self, position: Py_ssize_t) -> cython.int:
        """Note the contacts of one target."""
        query_filter: QueryFilter = self.query_filter
        impact: Impact
        direction: double[2]
        other: cython.int = self.near.rows[position]
        pair: ShapePair = first_chosen(STORE, address(query_filter.rows), self.sprite.row, other)
        while pair.count_a:
            if shapes_hit(STORE, address(pair)) and self.counts(position, pair.first_b):
                impact.pair = pair
                impact.fraction = 0.0
                impact.overlapping = True
                impact.x = STORE.x[self.sprite.row]
                impact.y = STORE.y[self.sprite.row]
                room_for(
                    address(self.contacts),
                    address(self.contact_capacity),
                    self.contact_count + 1,
                    8,
                    sizeof(Contact),
                )
                contact: pointer(Contact) = self.contacts + self.contact_count
                contact.depth = contact_normal(STORE, address(impact))
                contact.other = position
                contact.first = pair.first_b
                contact.normal = vector(impact.nx, impact.ny)
                contact.point = vector(impact.px, impact.py)
                contact.is_one_way = is_one_way(other, pair.first_b, direction)
                contact.impact = impact
                self.contact_count += 1
            next_shapes(STORE, address(pair))
        return 0

    def drop_rejected(self) -> cython.int:
        """Ask `where` about each target that the sprite overlaps."""
        k: Py_ssize_t
        kept: Py_ssize_t = 0
        asked: Py_ssize_t = -1
        accepted: bint = True
        for k in range(self.contact_count):
            contact: Contact = self.contacts[k]
            if contact.other != asked:
                asked = contact.other
                accepted = self.accepts(asked, address(contact.impact))
            if accepted:
                self.contacts[kept] = contact
                kept += 1
        self.contact_count = kept
        return 0

    def counts(self, position: Py_ssize_t, first: cython.int) -> bint:
        """Whether the sprite may not be in a shape: only in one-way ones, and not in `solid`."""
        direction: double[2]
        if not is_one_way(self.near.rows[position], first, direction):
            return True
        return has_shape(self.solid, self.near.sprites[position], first)

    def is_stuck(self, allowed: cython.int) -> bint:
        """Whether the sprite is in anything, but for one-way shapes and what has a mark."""
        k: Py_ssize_t
        self.find_inside()
        for k in range(self.contact_count):
            one: pointer(Contact) = self.contacts + k
            if not one.is_one_way and not self.marks[one.other] & allowed:
                return True
        return False

    def deepest(self) -> Contact:
        """The deepest contact of the last `find_inside`."""
        best: pointer(Contact) = self.contacts
        k: Py_ssize_t
        for k in range(1, self.contact_count):
            one: pointer(Contact) = self.contacts + k
            if one.depth > best.depth or (
                one.depth == best.depth
                and (
                    one.point.x < best.point.x
                    or (one.point.x == best.point.x and one.point.y < best.point.y)
                )
            ):
                best = one
        return best[0]

    def mark_contacts(self, mark: cython.int) -> cython.int:
        """Mark what the last `find_inside` has found, and nothing else."""
        k: Py_ssize_t
        for k in range(self.near.row_count):
            self.marks[k] &= ~mark
        for k in range(self.contact_count):
            self.marks[self.contacts[k].other] |= mark
        return 0

    def way_out(self, direction: Vector) -> double:
        """How far a direction leads until the body is out of what the last `find_inside` found."""
        interval: Interval
        k: Py_ssize_t
        i: cython.int
        j: cython.int
        row: cython.int = self.sprite.row
        far: double = 0.0
        before: double = -1.0
        freshen(STORE, row)
        while far > before:
            before = far
            for k in range(self.contact_count):
                first: cython.int = self.contacts[k].first
                other: cython.int = self.near.rows[self.contacts[k].other]
                pair: ShapePair = first_chosen(STORE, address(self.query_filter.rows), row, other)
                some: bint = pair.count_a > 0 and are_some(STORE, address(pair))
                for j in range(first, first + parts_in(other, first)):
                    for i in range(STORE.groups[row].count):
                        if (
                            (not some or are_met(STORE, address(pair), i, j))
                            and sweep_parts(
                                part_of(STORE, row, i), part_of(STORE, other, j), STORE.pool,
                                direction.x, direction.y, address(interval),
                            )
                            and interval.enter < far - 0.1 * self.hair < interval.exit
                        ):  # fmt: skip
                            far = max(far, interval.exit)
        return far

    def way_past(self, other: cython.int, first: cython.int, direction: Vector) -> double:
        """How far a direction leads until the bounding box is past a shape, given by its row."""
        box: Box = self.box()
        result: double = -INFINITY
        j: cython.int
        for j in range(first, first + parts_in(other, first)):
            part: pointer(Part) = part_of(STORE, other, j)
            result = max(result, support(part, STORE.pool, direction.x, direction.y))
        result -= min(box.left * direction.x, box.right * direction.x)
        return result - min(box.top * direction.y, box.bottom * direction.y)

    def least_way(self) -> Vector:
        """The least way out of what is near, in an order without that of targets."""
        move: Move
        obstacles: Obstacles = Obstacles()
        around: Batch = Batch()
        fill(around, sorted(self.near.sprites, key=box_of))
        separate(
            STORE,
            self.sprite.row,
            around.rows,
            around.row_count,
            address(self.query_filter.rows),
            False,
            obstacles,
            address(move),
        )
        return times(vector(move.nx, move.ny), move.depth)

    # --- what it is -------------------------------------------------------------------------------

    def extent(self, direction: Vector, against: pointer(cython.const[ShapePair])) -> double:
        """How far the shapes that can meet the other one of a pair reach along a direction."""
        result: double = -INFINITY
        level: double = 0.0
        low: double = 0.0
        high: double = 0.0
        row: cython.int = self.sprite.row
        k: cython.int
        # User code may have changed the other one's shapes since.
        some: bint = against.first_b < STORE.groups[against.b].count and are_some(STORE, against)
        freshen(STORE, row)
        for k in range(STORE.groups[row].count):
            part: pointer(Part) = part_of(STORE, row, k)
            if some and not are_met(STORE, against, k, against.first_b):
                continue
            if part.kind != NOTHING and part.kind != SEAM:  # noqa: PLR1714 (a set is slow)
                touching_side(
                    part, STORE.pool, direction.x, direction.y, True,
                    address(level), address(low), address(high),
                )  # fmt: skip
                result = max(result, level)
        return result

    def nearest_on_way(self, start: Vector, end: Vector, part: cython.int) -> object:
        """What a point meets first on the way to another one, as a RayHit, or None.

        The point meets what a part of the sprite does.
        """
        impact: Impact
        query_filter: QueryFilter = self.query_filter
        ray: RayArguments = ray_arguments(start.x, start.y, end.x, end.y, 0, True)
        query_filter.forget_rejected()
        while True:
            if query_filter.uses_own_layers:
                put_layers_of_part(address(query_filter.rows), STORE, self.sprite.row, part)
            hit: object = nearest_on_ray(self.batch, address(ray), query_filter)
            if query_filter.uses_own_layers:
                put_layers_of(address(query_filter.rows), STORE, self.sprite.row)
            if hit is None or query_filter.where is None:
                return hit
            other: SpriteRow = hit.sprite
            position: Py_ssize_t = self.position_of(other)
            impact.pair = first_chosen(
                STORE, address(query_filter.rows), self.sprite.row, other.row
            )
            impact.fraction = 0.0
            impact.overlapping = False
            impact.x = STORE.x[self.sprite.row]
            impact.y = STORE.y[self.sprite.row]
            impact.nx, impact.ny = hit.normal
            impact.px, impact.py = hit.point
            if position < 0 or self.accepts(position, address(impact)):
                return hit
            query_filter.reject(other)

    def is_near(self, other: cython.int, first: cython.int, below: double) -> bint:
        """Whether the bounding box meets that of a shape, or one that is so far below it."""
        return (
            self.way_past(other, first, self.up) >= -below
            and self.way_past(other, first, times(self.up, -1.0)) >= 0.0
            and self.way_past(other, first, self.right) >= 0.0
            and self.way_past(other, first, times(self.right, -1.0)) >= 0.0
        )

    def release(self) -> cython.int:
        """Forget what one move needed."""
        self.batch = None
        self.query_filter = None
        self.hits = self.solid = self.below = None
        self.near = EMPTY
        return 0

    def note_hit(self, impact: pointer(cython.const[Impact])) -> cython.int:
        """Tell of a hit."""
        copy: Impact = impact[0]
        angle: double = STORE.groups[self.sprite.row].angle
        other: SpriteRow = self.near.sprites[copy.position]
        self.hits.append(sweep_hit_of(self.sprite, other, angle, address(copy)))
        return 0

    def is_floor(self, normal: Vector) -> bint:
        return dot(normal, self.up) >= self.min_floor_cosine

    def is_ceiling(self, normal: Vector) -> bint:
        return dot(normal, self.up) <= -self.min_floor_cosine


def is_one_way(row: cython.int, first: cython.int, direction: cython.p_double) -> bint:
    """Whether a shape is one-way, given by its first part; writes the direction.

    False if there is no such part, because user code has changed the shapes.
    """
    if not STORE.dirty[row] & ONE_WAY or first >= STORE.groups[row].count:
        return False
    freshen(STORE, row)
    return put_direction(STORE, row, first, direction)


def parts_in(row: cython.int, first: cython.int) -> cython.int:
    """How many parts a shape has, given by its first one; 0 if user code has changed the shapes."""
    freshen(STORE, row)
    return parts_in_shape(STORE, row, first) if first < STORE.groups[row].count else 0


def has_shape(shapes: list, sprite: SpriteRow, first: cython.int) -> bint:
    """Whether a list of (sprite, first part) contains a shape; `in` might run a user's `__eq__`."""
    result: bint = False
    for other, part in shapes:
        result |= other is sprite and part == first
    return result


def box_of(sprite: SpriteRow) -> tuple:
    """The bounding box of a sprite, and whether it is one-way: an order without that of targets."""
    freshen(STORE, sprite.row)
    box: Box = STORE.boxes[sprite.row]
    return (box.left, box.top, box.right, box.bottom, bool(STORE.dirty[sprite.row] & ONE_WAY))
