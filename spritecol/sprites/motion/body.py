"""`Body`: a sprite that moves among targets.

It has a ghost, the targets nearby, the settings of its move, and memory for queries. Functions that
need only one of these are given that one.

For each test the ghost is moved, a hidden row with the sprite's shapes, and never the sprite. So
`where` sees the sprite where it was, and nothing has to be undone. Positions are values: a function
that needs the ghost somewhere is given where, and calls `Ghost.place`. The sprite is written once.

If several things are met at the same time, the choice never depends on the order of the targets.

User code runs in calls of `where`, and wherever a Python object is created. So the targets nearby
are kept in a batch that nobody else knows, and its rows are brought up to date before each query.
"""

import cython as C
from cython.cimports.cpython.pyport import PY_SSIZE_T_MAX
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.box_tests import overlap
from cython.cimports.spritecol._engine.broad_phase.tree_queries import RAY_SLACK, fraction_at_box
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.narrow_phase import shape_pair
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import ShapePair
from cython.cimports.spritecol._engine.pairs import PairList, new_pairs, pair_of
from cython.cimports.spritecol._engine.pipeline.row_index import workspace_of
from cython.cimports.spritecol._engine.storage import layout, store
from cython.cimports.spritecol._engine.storage.layout import RowRecord
from cython.cimports.spritecol._engine.storage.store import RowFilterRef
from cython.cimports.spritecol._engine.sweeps import candidates
from cython.cimports.spritecol._engine.sweeps.blocks import Blocks
from cython.cimports.spritecol._engine.sweeps.impact import (
    ImpactList,
    ImpactRef,
    Sweep,
    SweepRules,
    SweepWay,
)
from cython.cimports.spritecol._engine.tolerances import HAIR, SAME_PLACE, ULP, ULPS
from cython.cimports.spritecol._engine.transform.rows import freshen
from cython.cimports.spritecol._engine.tuning import ALONG_AT_ONCE, LONG_WAY
from cython.cimports.spritecol._support.fast_range_check import in_range
from cython.cimports.spritecol._support.libc import INFINITY, fabs, free, memset
from cython.cimports.spritecol.sprites.containers.batch import Batch, append, forget
from cython.cimports.spritecol.sprites.containers.near_targets import sync_all, take_near
from cython.cimports.spritecol.sprites.motion.poses import taken_along
from cython.cimports.spritecol.sprites.motion.vector import *
from cython.cimports.spritecol.sprites.questions.answers import SweepHit, distance_gone
from cython.cimports.spritecol.sprites.questions.query_filter import QueryFilter
from cython.cimports.spritecol.sprites.questions.sweep_questions import sweep_hit_of
from cython.cimports.spritecol.sprites.row.sprite_row import Pose, PoseRef, SpriteRow, pose_of


class Ghost:
    """A hidden row with the shapes of a sprite, which is moved for each test."""

    def __cinit__(self):
        self.row = -1  # if `open` fails, `__dealloc__` has no row to close
        self.row = store.STORE.open()

    def __dealloc__(self):
        free(self.counted)
        if self.row >= 0:
            store.STORE.close(self.row)

    def imitate(self, row: C.int) -> C.int:
        """Take the shapes and the pose of a sprite's row."""
        store.STORE.set_outline(self.row, store.STORE.outlines[row])
        store.STORE.set_layers(self.row, store.STORE.layer_of(row), store.STORE.mask_of(row))
        mine: C.pointer(RowRecord) = C.address(store.STORE.records[self.row])
        theirs: C.pointer(RowRecord) = C.address(store.STORE.records[row])
        if (
            mine.angle != theirs.angle
            or mine.scale_x != theirs.scale_x
            or mine.scale_y != theirs.scale_y
            or mine.center_x != theirs.center_x
            or mine.center_y != theirs.center_y
            or (mine.flags ^ theirs.flags) & ~layout.ROTATION_STALE
        ):
            mine.angle = theirs.angle
            mine.scale_x = theirs.scale_x
            mine.scale_y = theirs.scale_y
            mine.center_x = theirs.center_x
            mine.center_y = theirs.center_y
            mine.flags = theirs.flags | layout.ROTATION_STALE
            store.STORE.mark_dirty(self.row)
        store.STORE.x[self.row] = store.STORE.x[row]
        store.STORE.y[self.row] = store.STORE.y[row]
        store.STORE.mark_moved(self.row)
        self.start = vector(store.STORE.x[row], store.STORE.y[row])
        self.angle = theirs.angle
        self.has_points = has_points(row)
        return 0

    def place(self, at: Vector) -> C.int:
        """Move the ghost there, unless that is where it is. The sprite stays where it is."""
        shape_pair.place_row(store.STORE, self.row, at.x, at.y, self.angle)
        return 0

    def box(self, at: Vector) -> Box:
        """Return the bounding box of the shapes that can meet anything near, without a fist that
        passes walls.
        """
        self.place(at)
        if self.part_count < 0:
            return store.STORE.boxes[self.row]
        return candidates.box_of_marked(store.STORE, self.row, self.counted)

    def whole_box(self, at: Vector) -> Box:
        """Return the bounding box of all shapes."""
        self.place(at)
        return store.STORE.boxes[self.row]

    def farthest(self, at: Vector, direction: Vector) -> C.double:
        """Return how far the shapes that can meet anything near reach along a direction, as a
        coordinate.
        """
        i: C.int
        row: C.int = self.row
        result: C.double = -INFINITY
        if direction.x == 0.0 or direction.y == 0.0:  # without this, a walk takes 4 % longer
            box: Box = self.box(at)
            if box.left <= box.right:
                result = max(box.left * direction.x, box.right * direction.x)
                result += max(box.top * direction.y, box.bottom * direction.y)
            return result
        self.place(at)
        for i in range(store.STORE.records[row].count):
            if self.part_count < 0 or (i < self.part_count and self.counted[i]):
                result = max(
                    result,
                    candidates.reach(store.STORE, row, i, 1, direction.x, direction.y, C.NULL),
                )
        return result

    def middle_along(self, at: Vector, direction: Vector) -> C.double:
        """Return the coordinate along a direction that is halfway between both ends of the body."""
        return 0.5 * (self.farthest(at, direction) - self.farthest(at, times(direction, -1.0)))


class Nearby:
    """The targets of a body, and those that it may reach in this move."""

    def __cinit__(self):
        self.own_piece = [None]
        self.batch = Batch()

    def __dealloc__(self):
        free(self.marks)

    def set_targets(self, targets: Batch) -> C.int:
        """Take the targets of a move."""
        self.own_piece[0] = targets
        self.pieces = self.own_piece if targets.pieces is None else targets.pieces
        return 0

    def position_of(self, other: SpriteRow) -> C.Py_ssize_t:
        """Return the position of a sprite in `batch`, or -1."""
        k: C.Py_ssize_t
        for k in range(self.batch.row_count):
            if self.batch.rows[k] == other.row:
                return k
        return -1

    def mark_pass(self) -> C.uint:
        """Return the number of a new pass that has met the rows of `batch`, and no others."""
        k: C.Py_ssize_t
        this_pass: C.uint = store.STORE.next_pass()
        for k in range(self.batch.row_count):
            store.STORE.records[self.batch.rows[k]].last_pass = this_pass
        return this_pass

    def release(self) -> C.int:
        """Forget the targets, at the end of a move."""
        self.own_piece[0] = self.pieces = None
        self.gathered_beside = vector(-1.0, -1.0)
        self.is_crowded = self.gathers_more = False
        if self.batch.row_count:
            forget(self.batch)
        return 0


class Scratch:
    """Memory for the results of queries, which the next queries use again."""

    def __cinit__(self):
        self.found = new_pairs(C.address(workspace_of(store.STORE).scratch))
        self.on_way = new_pairs(C.address(workspace_of(store.STORE).scratch))
        self.impacts = ImpactList()
        self.witnesses = ImpactList()
        self.inside = ImpactList()
        self.touched = Blocks()


class Body:
    """A sprite on its way among targets.

    A walk also writes where it stood and was, and how what crushes it got in: see `move_once`.
    """

    def __cinit__(self, *args, **kwargs):
        self.ghost = Ghost()
        self.nearby = Nearby()
        self.scratch = Scratch()
        self.blocks = Blocks()

    def begin_move(self) -> C.int:
        """Give the ghost the shapes and the pose of the sprite."""
        self.ghost.imitate(self.sprite.row)
        self.floor_position = -1  # of the floor that it comes from, in `Nearby.batch`
        return 0

    def measure(self, at: Vector, length: C.double) -> C.int:
        """Compute the sizes on which a move of this length depends, once the targets nearby are
        known.
        """
        ghost: Ghost = self.ghost
        box: Box = ghost.box(at)
        numbers: C.double = 0.0  # their size bounds the rounding errors
        if box.left <= box.right:
            numbers = max(fabs(box.left), fabs(box.right), fabs(box.top), fabs(box.bottom))
        numbers += fabs(ghost.start.x) + fabs(ghost.start.y) + length
        ghost.length = length
        ghost.size = larger_side_of(C.address(box))
        ghost.hair = HAIR * ghost.size + ULPS * numbers
        ghost.same_place = SAME_PLACE * ghost.hair
        self.blocks.rounding = 4.0 * ULP * numbers
        return 0

    # --- meeting targets --------------------------------------------------------------------------

    def begin(
        self,
        sweep: C.pointer(Sweep),
        start: Vector,
        way: C.pointer(C.const[SweepWay]),
        rules: C.pointer(C.const[SweepRules]),
        found: PairList,
        skipped: C.int,
    ) -> C.int:
        """Start a sweep of the body, which turns to its own angle on its way if it turns.

        Its candidates are the targets near its way, except targets with a mark of `skipped`.
        """
        around: Box
        k: C.Py_ssize_t
        row: C.int = self.ghost.row
        shape_pair.place_row(store.STORE, row, start.x, start.y, self.ghost.angle - way.turn)
        candidates.begin_sweep(store.STORE, sweep, row, way, rules)
        # The place where it ends may be moved off what it touches there, into what is beside that.
        slack: C.double = sweep.slack + self.ghost.same_place
        candidates.way_box(C.address(sweep.box), C.address(sweep.motion), slack, C.address(around))
        found.count = 0
        if not found.reserve(self.nearby.batch.row_count):
            raise MemoryError
        for k in range(self.nearby.batch.row_count):
            freshen(store.STORE, self.nearby.batch.rows[k])
            if not self.nearby.marks[k] & skipped and overlap(
                C.address(around), store.STORE.boxes + self.nearby.batch.rows[k]
            ):
                found.items[sweep.count] = pair_of(0, k)
                sweep.count += 1
        sweep.candidates = found.items
        return 0

    def rules(self) -> SweepRules:
        """Return the rules of this move."""
        rules: SweepRules = candidates.usual_rules(
            self.nearby.batch.rows, self.nearby.batch.row_count
        )
        # It passes one-way shapes that are too steep for a floor.
        if self.settings.min_floor_cosine <= 1.0:
            rules.fronts.least = max(rules.fronts.least, self.settings.min_floor_cosine)
            rules.fronts.least_floor = self.settings.min_floor_cosine
            rules.fronts.up_x = self.settings.up.x
            rules.fronts.up_y = self.settings.up.y
        rules.chosen = C.address(self.query_filter.rows)
        rules.overrides = self.query_filter.overrides
        rules.override_count = self.query_filter.override_count
        return rules

    def accepts(self, impact: ImpactRef) -> C.bint:
        """Whether `where` accepts a target, which is marked as `ACCEPTED` or `REJECTED`.

        `where` is called at the first meeting with the target in a move. It is user code. Raise an
        error if it has moved the sprite.
        """
        hit: SweepHit
        if self.query_filter.where is None:
            return True
        known: C.int = self.nearby.marks[impact.position] & (ACCEPTED | REJECTED)
        if known == 0:
            hit = self.hit_of(impact)
            if self.verdicts is None:
                self.verdicts = {}
            if id(hit.other) not in self.verdicts:  # the sprite is kept, so its id stays its own
                self.verdicts[id(hit.other)] = hit.other, self.query_filter.accepts_hit(hit)
            known = ACCEPTED if self.verdicts[id(hit.other)][1] else REJECTED
            self.nearby.marks[impact.position] |= known
        return known == ACCEPTED

    def hit_of(self, met: ImpactRef) -> object:
        """Return the `SweepHit` for an impact with a target."""
        other: SpriteRow = self.nearby.batch.sprites[met.position]
        to_x: C.double = met.x - self.ghost.start.x
        to_y: C.double = met.y - self.ghost.start.y
        distance: C.double = distance_gone(self.ghost.length, 0.0, met.fraction, to_x, to_y)
        hit: SweepHit = sweep_hit_of(self.sprite, other, self.ghost.angle, met, distance)
        if self.nearby.marks[met.position] & OVERLAPPED and not met.overlapping:
            hit.from_inside = self.was_in(met)
        return hit

    def was_in(self, met: ImpactRef) -> C.bint:
        """Whether the body was in the shape of an impact where the move began."""
        pair: ShapePair = shape_pair.whole_rows(store.STORE, self.ghost.row, met.pair.b)
        pair.chosen = met.pair.chosen
        pair.first_b = met.pair.first_b
        pair.count_b = met.pair.count_b
        self.ghost.place(self.ghost.start)
        known: C.bint = pair.first_b + pair.count_b <= store.STORE.records[pair.b].count
        return known and shape_pair.shapes_hit(store.STORE, C.address(pair))

    def let_pass(self, planks: list) -> C.int:
        """Let the body pass some one-way shapes."""
        self.knows_blocks = False
        for other, first, _ in planks:
            self.query_filter.add_override(C.cast(SpriteRow, other).row, first)
        return 0

    # --- its shape --------------------------------------------------------------------------------

    def foot(self, at: Vector) -> Vector:
        """Return the lowest point of the body's box along `up`, in the middle."""
        right: Vector = self.settings.right
        down: Vector = times(self.settings.up, -1.0)
        across: Vector = times(right, self.ghost.middle_along(at, right))
        return plus(across, times(down, self.ghost.farthest(at, down)))

    def middle(self, at: Vector) -> Vector:
        """Return the middle of the body's box along `up`, or its position if it can meet
        nothing.
        """
        up: Vector = self.settings.up
        right: Vector = self.settings.right
        box: Box = self.ghost.box(at)
        if box.left > box.right:
            return at
        if up.x == 0.0 or up.y == 0.0:
            return vector(0.5 * (box.left + box.right), 0.5 * (box.top + box.bottom))
        across: Vector = times(right, self.ghost.middle_along(at, right))
        return plus(across, times(up, self.ghost.middle_along(at, up)))

    def came(self, position: C.Py_ssize_t) -> Vector:
        """Return where its center was before a target that has not moved since got into it."""
        for other, x, y in self.crushers:
            if other is self.nearby.batch.sprites[position]:
                return vector(x, y)
        return self.was

    def width(self, at: Vector) -> C.double:
        """Return how wide the body is, across `up`."""
        right: Vector = self.settings.right
        return self.ghost.farthest(at, right) + self.ghost.farthest(at, times(right, -1.0))

    def across(self, way: Vector) -> C.double:
        """Return how far a way leads across `up`, to the right.

        Less than a hair is nothing: it is rounding, or what is left of a speed that fades.
        """
        result: C.double = dot(way, self.settings.right)
        return result if fabs(result) > self.ghost.same_place else 0.0

    def release(self) -> C.int:
        """Release the data of one move."""
        self.nearby.release()
        self.query_filter = None
        self.verdicts = None
        self.hits = None
        return 0

    def note_hit(self, impact: ImpactRef) -> C.int:
        """Report a hit, unless one with the same sprite and the same normal was reported."""
        hit: SweepHit
        other: SpriteRow = self.nearby.batch.sprites[impact.position]
        normal: Vector = vector(impact.nx, impact.ny)
        for hit in self.hits:
            known: Vector = vector(hit._normal.x, hit._normal.y)
            if hit.other is other and is_same_normal(known, normal):
                return 0
        self.hits.append(self.hit_of(impact))
        return 0

    def is_floor(self, normal: Vector) -> C.bint:
        return dot(normal, self.settings.up) >= self.settings.min_floor_cosine


SPARE = C.declare(Body, None)
"""The body of a finished move, for the next one."""


def body_for(sprite: SpriteRow, batch: Batch, query_filter: QueryFilter) -> Body:
    """Return a body for one move of a sprite among targets. Usually it is used again."""
    global SPARE  # noqa: PLW0603 (a list's `pop` takes longer)
    body: Body = Body() if SPARE is None else SPARE
    SPARE = None  # `where` may move other sprites meanwhile
    body.sprite = sprite
    body.query_filter = query_filter
    body.nearby.set_targets(batch)
    body.settings.min_floor_cosine = 2.0
    body.settings.up = vector(0.0, -1.0)
    body.hits = []
    body.ghost.start = vector(store.STORE.x[sprite.row], store.STORE.y[sprite.row])
    return body


def keep_body(body: Body) -> C.int:
    """Keep a body for the next move."""
    global SPARE  # noqa: PLW0603
    body.release()
    body.sprite = None
    SPARE = body
    return 0


def move_sprite(sprite: SpriteRow, at: Vector) -> C.int:
    """Move a sprite. If a number is beyond the limit, it stays where it is."""
    x: C.double = in_range(at.x, "x")
    y: C.double = in_range(at.y, "y")
    store.STORE.x[sprite.row] = x
    store.STORE.y[sprite.row] = y
    store.STORE.mark_moved(sprite.row)
    return 0


def has_points(row: C.int) -> C.bint:
    """Whether any part of a row is a point."""
    k: C.int
    for k in range(store.STORE.records[row].count):
        if shape_pair.part_of(store.STORE, row, k).kind == layout.POINT:
            return True
    return False


def larger_side_of(box: BoxRef) -> C.double:
    """Return the larger side of a box, or 0 for a body that cannot meet anything."""
    return max(0.0, box.right - box.left, box.bottom - box.top)


# --- the targets nearby --------------------------------------------------------------------------


def gather(body: Body, at: Vector, way: Vector, reach: Vector) -> C.int:
    """Gather the targets in the box within a reach of a way from a position."""
    box: Box = area_of(body, at, way, reach)
    body.nearby.gathered_beside = vector(-1.0, -1.0)
    body.nearby.area = box
    gather_on(body, C.address(box), vector(0.0, 0.0), PY_SSIZE_T_MAX)
    return 0


def ask_for(body: Body, at: Vector, way: Vector, margin: C.double) -> C.int:
    """Gather what is so near to the body on a way from a place, unless it was gathered.

    Positions stay as they are: what is new comes behind.
    """
    if not body.nearby.gathers_more:
        return 0
    asked: Box = area_of(body, at, way, vector(margin, margin))
    return gather_more(body, C.address(asked))


def ask_for_way(body: Body, start: Vector, end: Vector) -> C.int:
    """Gather what a point may meet on a way, unless it was gathered."""
    asked: Box
    if not body.nearby.gathers_more:
        return 0
    asked.left = min(start.x, end.x)
    asked.right = max(start.x, end.x)
    asked.top = min(start.y, end.y)
    asked.bottom = max(start.y, end.y)
    return gather_more(body, C.address(asked))


@C.cfunc
@C.exceptval(-1)
def gather_more(body: Body, asked: BoxRef) -> C.int:
    """Gather what is in a box, and some more, if that is not within `area`: the box around both."""
    ghost: Ghost = body.ghost
    nearby: Nearby = body.nearby
    sprite: SpriteRow
    more: Batch
    area: C.pointer(Box) = C.address(nearby.area)
    if (  # also if it is the box of nothing
        (asked.left >= area.left or asked.left > asked.right)
        and (asked.right <= area.right or asked.left > asked.right)
        and (asked.top >= area.top or asked.left > asked.right)
        and (asked.bottom <= area.bottom or asked.left > asked.right)
    ):
        return 0
    area.left = min(area.left, asked.left - ghost.size)
    area.right = max(area.right, asked.right + ghost.size)
    area.top = min(area.top, asked.top - ghost.size)
    area.bottom = max(area.bottom, asked.bottom + ghost.size)
    more = Batch()
    sync_all(nearby.pieces)
    take_near(nearby.pieces, area, 0.0, 0.0, more, C.address(body.query_filter.rows))
    # A `SeenSprites` may have the old list, which stays as it is.
    nearby.batch.sprites = list(nearby.batch.sprites)
    known: C.uint = nearby.mark_pass()
    for sprite in more.sprites:
        if store.STORE.records[sprite.row].last_pass != known:
            count: C.Py_ssize_t = nearby.batch.row_count
            room_for(C.address(nearby.marks), C.address(nearby.capacity), count + 2, 16, 1)
            nearby.marks[count] = 0
            append(nearby.batch, sprite)
            body.knows_blocks = False
    mark_counted(body, area)
    return 0


def gather_along(
    body: Body, at: Vector, way: Vector, margin: C.double, share: C.double
) -> C.double:
    """Gather the targets that the sprite's box comes near on a way from a position.

    If there are many, gather only on a share of the way. Return the share. For a short way, the box
    around it is searched, because a slide usually continues in there. The same is true beside a
    nearly level way.
    """
    nearby: Nearby = body.nearby
    if share >= 1.0 and not nearby.is_crowded:
        gather(body, at, way, vector(margin, margin))
        nearby.gathered_at = plus(at, times(way, 0.5))
        nearby.gathered_way = vector(0.0, 0.0)
        nearby.gathered_beside = vector(0.5 * (fabs(way.x) + margin), 0.5 * (fabs(way.y) + margin))
        return 1.0
    beside: C.double = min(fabs(way.x), fabs(way.y))
    if beside > larger_side_of(store.STORE.boxes + body.sprite.row):
        beside = 0.0
    reach: C.double = margin + beside
    box: Box = area_of(body, at, vector(0.0, 0.0), vector(reach, reach))
    known: C.double = beside + 0.5 * margin - 4.0 * RAY_SLACK * length_of(way)
    nearby.gathered_at = at
    nearby.gathered_way = way
    nearby.gathered_beside = vector(known, known)
    if not nearby.is_crowded:
        if gather_on(body, C.address(box), way, ALONG_AT_ONCE):
            return 1.0
        nearby.is_crowded = True
    nearby.gathered_way = times(way, share)
    gather_on(body, C.address(box), nearby.gathered_way, PY_SSIZE_T_MAX)
    return share


def has_gathered(nearby: Nearby, at: Vector, way: Vector) -> C.bint:
    """Whether the last `gather_along` has gathered all targets near a way."""
    beside: Vector = nearby.gathered_beside
    first: Vector = minus(at, nearby.gathered_at)
    last: Vector = plus(first, way)
    if is_zero(nearby.gathered_way):
        return max(fabs(first.x), fabs(last.x)) <= beside.x and (
            max(fabs(first.y), fabs(last.y)) <= beside.y
        )
    return beside.x > 0.0 and is_beside(nearby, first) and is_beside(nearby, last)


@C.cfunc
@C.exceptval(check=False)
def is_beside(nearby: Nearby, place: Vector) -> C.bint:
    """Whether a position, relative to `gathered_at`, is near `gathered_way`."""
    beside: Vector = nearby.gathered_beside
    start: Box = Box(-beside.x, -beside.y, beside.x, beside.y)
    there: Box = Box(place.x, place.y, place.x, place.y)
    way: Vector = nearby.gathered_way
    return fraction_at_box(C.address(there), C.address(start), way.x, way.y) <= 1.0


@C.cfunc
@C.exceptval(-1)
def gather_on(body: Body, box: BoxRef, way: Vector, most: C.Py_ssize_t) -> C.bint:
    """Gather the targets that a box meets on a way. Return False if there are too many."""
    nearby: Nearby = body.nearby
    row: C.int = body.sprite.row
    chosen: RowFilterRef = C.address(body.query_filter.rows)
    near: Batch = nearby.batch
    if near.row_count:
        forget(near)
    sync_all(nearby.pieces)
    if body.query_filter.uses_own_layers:
        store.put_layers_of(C.address(body.query_filter.rows), store.STORE, row)
    if not take_near(nearby.pieces, box, way.x, way.y, near, chosen, most):
        return False
    body.knows_blocks = False
    if near.row_count == 0:
        body.ghost.part_count = -1
        return True
    room_for(C.address(nearby.marks), C.address(nearby.capacity), near.row_count + 1, 16, 1)
    memset(nearby.marks, 0, near.row_count)
    if body.verdicts is not None:
        mark_verdicts(body)
    around: Box = box[0]
    around.left += min(0.0, way.x)
    around.right += max(0.0, way.x)
    around.top += min(0.0, way.y)
    around.bottom += max(0.0, way.y)
    mark_counted(body, C.address(around))
    return True


@C.cfunc
@C.exceptval(-1)
def mark_verdicts(body: Body) -> C.int:
    """Mark the targets nearby about which `where` was asked: its answer holds for the move."""
    k: C.Py_ssize_t
    for k in range(body.nearby.batch.row_count):
        verdict: object = body.verdicts.get(id(body.nearby.batch.sprites[k]))
        if verdict is not None:
            body.nearby.marks[k] |= ACCEPTED if verdict[1] else REJECTED
    return 0


@C.cfunc
@C.exceptval(-1)
def mark_counted(body: Body, around: BoxRef) -> C.int:
    """Mark which parts of the sprite can meet anything near."""
    ghost: Ghost = body.ghost
    row: C.int = body.sprite.row
    near: Batch = body.nearby.batch
    ghost.part_count = store.STORE.records[row].count
    room_for(C.address(ghost.counted), C.address(ghost.part_capacity), ghost.part_count + 1, 8, 1)
    memset(ghost.counted, 0, ghost.part_count)
    if not candidates.mark_parts(
        store.STORE,
        C.address(body.query_filter.rows),
        row,
        near.rows,
        near.row_count,
        around,
        ghost.counted,
    ):
        ghost.part_count = -1
    return 0


def near_share(body: Body, way: Vector) -> C.double:
    """Return the share of a way that is searched first, because hits are usually near the start."""
    first: C.double = LONG_WAY * larger_side_of(store.STORE.boxes + body.sprite.row)
    far: C.double = length_of(way)
    return first / far if 0.0 < first < far else 1.0


@C.cfunc
@C.exceptval(check=False)
def area_of(body: Body, at: Vector, way: Vector, reach: Vector) -> Box:
    """Return the area within a reach of the sprite's box on a way from a position."""
    row: C.int = body.sprite.row
    freshen(store.STORE, row)
    area: Box = store.STORE.boxes[row]
    moved: Vector = minus(at, vector(store.STORE.x[row], store.STORE.y[row]))
    area.left += moved.x + min(0.0, way.x) - reach.x
    area.right += moved.x + max(0.0, way.x) + reach.x
    area.top += moved.y + min(0.0, way.y) - reach.y
    area.bottom += moved.y + max(0.0, way.y) + reach.y
    return area


def motion_of(body: Body, at: Vector, old_poses: PoseRef, position: C.Py_ssize_t) -> C.double:
    """How far a target has moved at a body: the farthest of the corners of the body's box."""
    k: C.int
    farthest: C.double = 0.0
    if not body.nearby.marks[position] & MOVED:
        return 0.0
    box: Box = body.ghost.box(at)
    new: Pose = pose_of(body.nearby.batch.rows[position])
    for k in range(4):
        corner: Vector = vector(box.left if k & 1 else box.right, box.top if k & 2 else box.bottom)
        gone: Vector = minus(taken_along(old_poses + position, C.address(new), corner), corner)
        farthest = max(farthest, length_of(gone))
    return farthest
