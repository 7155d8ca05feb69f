"""`Body`: a sprite that moves among targets. What it meets on a way, and what it is in.

Of what is met at the same time, the choice never depends on the order of the targets.

User code runs where `where` is asked, and wherever a Python object is made. So what is near is kept
in a batch that nobody else knows, and its rows are brought up to date before each question.
"""

import cython
from cython import NULL, Py_ssize_t, address, bint, declare, double, pointer, sizeof
from cython.cimports.spritecol._engine.fault import fault
from cython.cimports.libc.math import fabs
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memset
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.narrow_phase.obstacles import Move
from cython.cimports.spritecol._engine.pairs import new_pairs, second_of
from cython.cimports.spritecol._engine.pipeline.motion.candidates import (
    begin_sweep,
    find_candidates,
)
from cython.cimports.spritecol._engine.pipeline.motion.impact import (
    Impact,
    ImpactList,
    Sweep,
)
from cython.cimports.spritecol._engine.pipeline.motion.reach import box_of_marked, mark_parts, reach
from cython.cimports.spritecol._engine.pipeline.motion.sweep import (
    find_first_impacts,
    find_impacts,
    find_overlaps,
)
from cython.cimports.spritecol._engine.pipeline.rays import (
    ManyRays,
    RayAnswer,
    RayAnswers,
    RayQuestion,
    all_on_rays,
)
from cython.cimports.spritecol._engine.pipeline.shape_pair import (
    ShapePair,
    first_part_of,
    parts_in_shape,
    place_row,
)
from cython.cimports.spritecol._engine.pipeline.workspace import workspace_of
from cython.cimports.spritecol._engine.pointers import Numbers, Rows
from cython.cimports.spritecol._engine.storage.layout import ONE_WAY
from cython.cimports.spritecol._engine.storage.store import (
    STORE,
    RowFilter,
    put_layers_of,
    put_layers_of_part,
)
from cython.cimports.spritecol._engine.transform.rows import freshen, put_direction
from cython.cimports.spritecol.sprites.containers.batch import Batch, fill
from cython.cimports.spritecol.sprites.motion.move_and_slide import put_at
from cython.cimports.spritecol.sprites.motion.sweeps import sweep_hit_of
from cython.cimports.spritecol.sprites.motion.vector import (
    Vector,
    dot,
    is_zero,
    length_of,
    plus,
    times,
    vector,
)
from cython.cimports.spritecol.sprites.questions.contacts import separate_from
from cython.cimports.spritecol.sprites.questions.hits import sync_pieces, take_near
from cython.cimports.spritecol.sprites.questions.rays import question_of
from cython.cimports.spritecol.sprites.sprite.sprite_row import Pose, SpriteRow, pose_of

TIED = declare(double, 4.0)
"""In hairs: what is met within this of the first impact is met at the same time."""


EMPTY = declare(Batch, Batch())
"""What is near between two moves; never changed."""


class Seen:
    """Sprites, and where they were."""

    def __dealloc__(self):
        free(self.poses)


def seen_of(sprites: list) -> Seen:
    """Some sprites, and where they are."""
    k: Py_ssize_t
    seen: Seen = Seen()
    seen.sprites = sprites
    seen.poses = cython.cast(pointer(Pose), malloc(max(1, len(sprites)) * sizeof(Pose)))
    if seen.poses is NULL:
        raise MemoryError
    for k in range(len(sprites)):
        seen.poses[k] = pose_of(cython.cast(SpriteRow, sprites[k]).row)
    return seen


class Body:
    """A sprite on its way among targets."""

    def __cinit__(self, *args, **kwargs):
        self.found = new_pairs(address(workspace_of(STORE).scratch))
        self.impacts = ImpactList()
        self.witnesses = ImpactList()
        self.inside = ImpactList()
        self.near = EMPTY

    def __dealloc__(self):
        free(self.marks)
        free(self.counted)

    def gather(self, way: Vector, reach: double) -> cython.int:
        """Look once which targets are within a reach of the sprite's box on a way."""
        row: cython.int = self.sprite.row
        chosen: pointer(cython.const[RowFilter]) = address(self.query_filter.rows)
        targets: Batch = Batch()
        targets.pieces = [self.batch]
        near: Batch = sync_pieces(targets)
        if self.query_filter.uses_own_layers:
            put_layers_of(address(self.query_filter.rows), STORE, row)
        freshen(STORE, row)
        around: Box = STORE.boxes[row]
        around.left += min(0.0, way.x) - reach
        around.right += max(0.0, way.x) + reach
        around.top += min(0.0, way.y) - reach
        around.bottom += max(0.0, way.y) + reach
        take_near(targets, address(around), near, chosen)
        self.near = near
        room_for(address(self.marks), address(self.capacity), near.row_count + 1, 16, 1)
        memset(self.marks, 0, near.row_count)
        self.part_count = STORE.groups[row].count
        room_for(address(self.counted), address(self.part_capacity), self.part_count + 1, 8, 1)
        memset(self.counted, 0, self.part_count)
        if not mark_parts(
            STORE, chosen, row, near.rows, near.row_count, address(around), self.counted
        ):
            self.part_count = -1
        return 0

    def box(self) -> Box:
        """The bounding box of what can meet anything near: not that of a fist that passes walls."""
        row: cython.int = self.sprite.row
        freshen(STORE, row)
        if self.part_count != STORE.groups[row].count:
            return STORE.boxes[row]  # of all of them, or user code has changed the shapes since
        return box_of_marked(STORE, row, self.counted)

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

    def lift(self, floor: Vector) -> cython.int:
        """From now on keep a hair, or more, above a floor, given by its normal.

        That hair is measured along `up`. The sprite is not yet moved.
        """
        cosine: double = max(0.1, dot(floor, self.up))  # `up` may have been changed since
        high: double = dot(self.off, floor) / cosine
        self.off = plus(self.off, times(self.up, max(0.0, self.hair - high)))
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
        length: double = length_of(way)
        hit.found = False
        hit.distance = length
        hit.at = plus(self.here(), way)
        if length == 0.0:
            return hit
        for k in range(self.near.row_count):
            self.marks[k] &= ~REJECTED
        while True:
            self.begin(address(sweep), way, 0.0, self.near.rows, self.near.row_count)
            sweep.one_way = one_way
            kept: Py_ssize_t = 0
            for k in range(sweep.count):
                if not self.marks[second_of(sweep.candidates[k])] & (skipped | REJECTED):
                    sweep.candidates[kept] = sweep.candidates[k]
                    kept += 1
            sweep.count = kept
            self.witnesses.count = 0
            if self.query_filter.where is not None:
                sweep.witnesses = cython.cast(cython.p_void, self.witnesses)
            find_first_impacts(STORE, address(sweep), self.impacts, TIED * self.hair)
            if self.accepts_all(self.impacts) and self.accepts_all(self.witnesses):
                break
        if not sweep.found:
            return hit
        hit.found = True
        hit.impact = sweep.first
        hit.distance = length * sweep.first.fraction
        hit.at = vector(sweep.first.x, sweep.first.y)
        hit.normal = vector(sweep.first.nx, sweep.first.ny)
        second: Vector = vector(sweep.first.other_nx, sweep.first.other_ny)
        if not is_zero(second) and dot(second, way) > dot(hit.normal, way):
            # A corner is met exactly: the body can go on along the edge that is less in its way.
            hit.normal = second
            hit.impact.nx = second.x
            hit.impact.ny = second.y
        return hit

    def sweep_past(
        self, position: Py_ssize_t, start: Vector, way: Vector, turn: double
    ) -> cython.int:
        """Find all that the sprite would meet of one target on a way from another place.

        On that way it turns by `turn`, and ends at its present angle.
        """
        sweep: Sweep
        row: cython.int = self.sprite.row
        here: Vector = self.here()
        angle: double = STORE.groups[row].angle
        place_row(STORE, row, start.x, start.y, angle - turn)
        try:
            freshen(STORE, self.near.rows[position])
            self.begin(address(sweep), way, turn, self.near.rows + position, 1)
            find_impacts(STORE, address(sweep), self.impacts)
        finally:
            place_row(STORE, row, here.x, here.y, angle)
        return 0

    def begin(
        self, sweep: pointer(Sweep), way: Vector, turn: double, rows: Rows, count: Py_ssize_t
    ) -> cython.int:
        """Begin a sweep of the sprite from where it is, by the rules of this move."""
        begin_sweep(STORE, sweep, self.sprite.row, way.x, way.y, turn)
        if turn == 0.0:
            sweep.box = self.box()
        sweep.overrides = self.query_filter.overrides
        sweep.override_count = self.query_filter.override_count
        sweep.others = rows
        sweep.other_count = count
        self.impacts.count = 0
        return find_candidates(STORE, sweep, None, address(self.query_filter.rows), self.found)

    def go(self, way: Vector, skipped: cython.int = 0) -> Hit:
        """Move the sprite until something is met, or all the way."""
        hit: Hit = self.cast(way, skipped)
        self.place(hit.at)
        return hit

    def accepts_all(self, impacts: ImpactList) -> bint:
        """Ask `where` about all impacts; what it rejects is marked."""
        result: bint = True
        k: Py_ssize_t
        for k in range(impacts.count):
            if not self.accepts(impacts.items + k):
                self.marks[impacts.items[k].position] |= REJECTED
                result = False
        return result

    def accepts(self, impact: pointer(cython.const[Impact])) -> bint:
        """Ask `where`, which is user code. It raises an error if that has moved the sprite."""
        return self.query_filter.where is None or (
            self.query_filter.accepts_hit(self.record(impact[0]))
        )

    def record(self, impact: Impact) -> object:
        """The `SweepHit` for an impact with a target."""
        angle: double = STORE.groups[self.sprite.row].angle
        return sweep_hit_of(self.sprite, self.near.sprites[impact.position], angle, address(impact))

    def let_pass(self, planks: list) -> cython.int:
        """Let the body pass some one-way shapes."""
        for other, first in planks:
            self.query_filter.add_override(cython.cast(SpriteRow, other).row, first, False)
        return 0

    def planks_below(self) -> list:
        """The one-way shapes that the sprite stands on: (sprite, first part)."""
        self.cast(times(self.up, -5.0 * self.hair))
        return self.planks_met()

    def planks_met(self) -> list:
        """The one-way shapes that the last cast met first: (sprite, first part)."""
        k: Py_ssize_t
        result: list = []
        for k in range(self.impacts.count):
            impact: Impact = self.impacts.items[k]
            if is_one_way(impact.pair.b, impact.pair.first_b):
                result.append((self.near.sprites[impact.position], impact.pair.first_b))
        return result[:1] if fault(33) else result

    # --- what it is in ----------------------------------------------------------------------------

    def find_inside(self) -> bint:
        """Find what the sprite is in, of all that is near and that `where` does not reject.

        One-way shapes do not count.
        """
        sweep: Sweep
        k: Py_ssize_t
        kept: Py_ssize_t = 0
        last: Py_ssize_t = -1
        accepted: bint = False
        nowhere: Vector = vector(0.0, 0.0)
        self.begin(address(sweep), nowhere, 0.0, self.near.rows, self.near.row_count)
        find_overlaps(STORE, address(sweep), self.inside)
        for k in range(self.inside.count):
            impact: Impact = self.inside.items[k]
            if impact.position != last:
                last = impact.position
                accepted = self.accepts(address(impact))
            if accepted:
                self.inside.items[kept] = impact
                kept += 1
        self.inside.count = kept
        return kept > 0

    def is_stuck(self, allowed: cython.int) -> bint:
        """Whether the sprite is in anything, except targets with an allowed mark."""
        k: Py_ssize_t
        self.find_inside()
        for k in range(self.inside.count):
            if not self.marks[self.inside.items[k].position] & allowed:
                return True
        return False

    def deepest(self) -> Impact:
        """The deepest of what the last `find_inside` found; of equal ones the first in space."""
        best: Impact = self.inside.items[0]
        k: Py_ssize_t
        for k in range(1, self.inside.count):
            impact: Impact = self.inside.items[k]
            right: double = impact.px - best.px
            down: double = impact.py - best.py
            is_first: bint = right < 0.0 or (right == 0.0 and down < 0.0)
            if not fault(34) and (
                impact.depth > best.depth or (impact.depth == best.depth and is_first)
            ):
                best = impact
        return best

    def way_past(self, other: cython.int, first: cython.int, direction: Vector) -> double:
        """How far a direction leads until the bounding box is past a shape, given by its row."""
        box: Box = self.box()
        freshen(STORE, other)
        # User code may have changed the shapes since.
        known: bint = first < STORE.groups[other].count
        count: cython.int = parts_in_shape(STORE, other, first) if known else 0
        result: double = reach(STORE, other, first, count, direction.x, direction.y, NULL)
        result -= min(box.left * direction.x, box.right * direction.x)
        return result - min(box.top * direction.y, box.bottom * direction.y)

    def way_out(self, line: Vector, ahead: bint = False) -> Vector:
        """The least way out of what is near, on a line; in any direction if that has no length.

        With `ahead` it leads only in the direction of that line. It is 0 if there is none. Only
        what the sprite is in counts, here or where shorter ways lead: of that `where` can be asked.
        The order of the targets does not matter.
        """
        k: Py_ssize_t
        move: Move
        direction: double[2]
        direction[0] = line.x
        direction[1] = line.y
        along: Numbers = NULL if is_zero(line) else direction
        here: Vector = self.here()
        way: Vector = vector(0.0, 0.0)
        met: list = []
        for k in range(self.near.row_count):
            self.marks[k] &= ~IN_THE_WAY
        while True:
            known: Py_ssize_t = len(met)
            self.place(plus(here, way))
            self.find_inside()
            self.place(here)
            for k in range(self.inside.count):
                position: Py_ssize_t = self.inside.items[k].position
                if not self.marks[position] & IN_THE_WAY:
                    self.marks[position] |= IN_THE_WAY
                    met.append(self.near.sprites[position])
            if len(met) == known:
                return way
            around: Batch = Batch()
            fill(around, sorted(met, key=box_of))
            separate_from(self.sprite, around, self.query_filter, True, along, ahead, address(move))
            way = times(vector(move.nx, move.ny), move.depth)
            if is_zero(way):
                return way

    # --- what it is -------------------------------------------------------------------------------

    def foot(self) -> Vector:
        """The lowest point of the bounding box, in the middle."""
        box: Box = self.box()
        return vector(
            0.5 * (box.left + box.right - self.up.x * (box.right - box.left)),
            0.5 * (box.top + box.bottom - self.up.y * (box.bottom - box.top)),
        )

    def width(self) -> double:
        """How wide the bounding box is, across `up`."""
        box: Box = self.box()
        right: Vector = self.right
        return fabs(right.x) * (box.right - box.left) + fabs(right.y) * (box.bottom - box.top)

    def extent(self, direction: Vector, pair: pointer(cython.const[ShapePair])) -> double:
        """How far along a direction those shapes reach that can meet the second one of a pair.

        It is a coordinate along the direction, where the body is now: no width.
        """
        row: cython.int = self.sprite.row
        # User code may have changed the shapes of either since.
        is_shape: bint = pair.first_b < STORE.groups[pair.b].count
        against: pointer(cython.const[ShapePair]) = pair if is_shape else NULL
        freshen(STORE, row)
        count: cython.int = STORE.groups[row].count
        return reach(STORE, row, 0, count, direction.x, direction.y, against)

    def meets_floor(self, start: Vector, end: Vector, impact: Impact) -> bint:
        """Whether what a point meets first on the way to another one is a floor.

        The point meets what that part of the sprite can meet that made the impact.
        """
        one: ManyRays
        k: Py_ssize_t
        row: cython.int = self.sprite.row
        answers: RayAnswers = RayAnswers()
        chosen: RowFilter = self.query_filter.rows
        if self.query_filter.uses_own_layers:
            put_layers_of_part(address(chosen), STORE, row, impact.part)
        question: RayQuestion = question_of(self.near, self.query_filter, 0.0, True)
        question.row_filter = address(chosen)
        one.starts = address(start.x)
        one.ends = address(end.x)
        one.start_step = one.end_step = 0
        all_on_rays(STORE, address(one), 1, address(question), None, answers)
        for k in range(answers.count):
            answer: RayAnswer = answers.items[k]
            impact.position = answer.position
            impact.pair.b = self.near.rows[answer.position]
            impact.pair.first_b = first_part_of(STORE, impact.pair.b, answer.shape)
            impact.nx = answer.contact.nx
            impact.ny = answer.contact.ny
            impact.px = answer.contact.x
            impact.py = answer.contact.y
            if self.accepts(address(impact)):
                return self.is_floor(vector(impact.nx, impact.ny))
        return False

    def is_near(self, other: cython.int, first: cython.int, below: double) -> bint:
        """Whether its bounding box meets that of a one-way shape, or is at most so far above it."""
        return (
            is_one_way(other, first)
            and self.way_past(other, first, self.up) >= -below
            and self.way_past(other, first, times(self.up, -1.0)) >= 0.0
            and self.way_past(other, first, self.right) >= 0.0
            and self.way_past(other, first, times(self.right, -1.0)) >= 0.0
        )

    def release(self) -> cython.int:
        """Forget what one move needed."""
        self.batch = None
        self.query_filter = None
        self.hits = None
        self.near = EMPTY
        return 0

    def note_hit(self, impact: pointer(cython.const[Impact])) -> cython.int:
        """Tell of a hit."""
        self.hits.append(self.record(impact[0]))
        return 0

    def is_floor(self, normal: Vector) -> bint:
        return dot(normal, self.up) >= self.min_floor_cosine

    def is_ceiling(self, normal: Vector) -> bint:
        return dot(normal, self.up) <= -self.min_floor_cosine


def is_one_way(row: cython.int, first: cython.int) -> bint:
    """Whether a shape is one-way, given by its first part; not if user code has changed shapes."""
    direction: double[2]
    if not STORE.dirty[row] & ONE_WAY or first >= STORE.groups[row].count:
        return False
    freshen(STORE, row)
    return put_direction(STORE, row, first, direction)


def box_of(sprite: SpriteRow) -> tuple:
    """The bounding box of a sprite, and whether it is one-way: an order without that of targets."""
    freshen(STORE, sprite.row)
    box: Box = STORE.boxes[sprite.row]
    return (box.left, box.top, box.right, box.bottom, bool(STORE.dirty[sprite.row] & ONE_WAY))
